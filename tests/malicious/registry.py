"""All switches, by name."""

from __future__ import annotations

import inspect
import pkgutil
from importlib import import_module

from tests.malicious import switches
from tests.malicious.switch import Switch


def _found() -> dict[str, type[Switch]]:
    found: dict[str, type[Switch]] = {}
    for module in pkgutil.iter_modules(switches.__path__, f"{switches.__name__}."):
        for _, kind in inspect.getmembers(import_module(module.name), inspect.isclass):
            if issubclass(kind, Switch) and "name" in vars(kind):
                assert found.get(kind.name, kind) is kind, f"two switches are called {kind.name}"
                found[kind.name] = kind
    return dict(sorted(found.items(), key=lambda item: (item[1].threat, item[0])))


SWITCHES: dict[str, type[Switch]] = _found()
