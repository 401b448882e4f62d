#!/usr/bin/env python3
"""Imports every module of the installed packages: one that needs a package which only development has fails here."""

import importlib
import pkgutil

count = 0
for name in ("engine", "protocol", "p2p", "tui"):
    package = importlib.import_module(name)
    count += 1
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
            count += 1
print(f"{count} modules import with the runtime dependencies alone")
