"""What a player has chosen for good: how the client looks and plays back. A file in the folder for configuration.

A setting stands for a variable of the environment, which counts more if it is set: so a single run can differ.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from tui.language import LANGUAGES, N_, VARIABLE, _, wanted

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("dark", "light", "contrast", "colour-blind"),
    "signs": ("auto", "ascii"),
    "speed": ("normal", "slow", "fast"),
    "language": ("auto", *LANGUAGES),
}
"""What may be chosen, the usual first."""

HELP: Final[Mapping[str, str]] = {
    "theme": N_("colours"),
    "signs": N_("signs that the screen is drawn with"),
    "speed": N_("how fast a replay plays"),
    "language": N_("language; auto is the locale's"),
}

VARIABLES: Final[Mapping[str, str]] = {"theme": "SEKIGAHARA_THEME", "speed": "SEKIGAHARA_SPEED"}


class SettingsError(ValueError):
    """A setting that there is not, or a value that it cannot have; or a file that cannot be written."""


def settings_path(environment: Mapping[str, str] = os.environ) -> Path:
    """Where the settings are kept: in SEKIGAHARA_HOME, or in the user's folder for configuration."""
    home = environment.get("SEKIGAHARA_HOME")
    if home:
        return Path(home) / "settings.json"
    import platformdirs

    return Path(platformdirs.user_config_dir("sekigahara", appauthor=False)) / "settings.json"


def read_settings(path: Path) -> dict[str, str]:
    """All settings. What cannot be read, or is not known, is as usual."""
    found: object = {}
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
    kept = found if isinstance(found, dict) else {}
    return {name: kept[name] if kept.get(name) in values else values[0] for name, values in CHOICES.items()}


def change_setting(path: Path, name: str, value: str) -> None:
    """Choose a value. Raises SettingsError."""
    if name not in CHOICES:
        raise SettingsError(
            _("There is no setting called {name!r}; there is {settings}.").format(
                name=name[:40], settings=", ".join(CHOICES)
            )
        )
    if value not in CHOICES[name]:
        raise SettingsError(
            _("{name} is one of {choices}, not {value!r}.").format(
                name=name.capitalize(), choices=", ".join(CHOICES[name]), value=value[:40]
            )
        )
    text = json.dumps(read_settings(path) | {name: value}, indent=2) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SettingsError(
            _("{path} cannot be written: {reason}.").format(path=path, reason=_(os.strerror(error.errno or 0)))
        ) from error


def language(environment: Mapping[str, str] = os.environ) -> str:
    """The language to be spoken: SEKIGAHARA_LANG's, or the one that is chosen, or else the locale's."""
    chosen = read_settings(settings_path(environment))["language"]
    return wanted(environment) if chosen == "auto" or environment.get(VARIABLE) in LANGUAGES else chosen


def apply_settings(environment: MutableMapping[str, str] = os.environ) -> list[str]:
    """Put the settings into the environment, where it does not say otherwise; the variables that were put there."""
    chosen = read_settings(settings_path(environment))
    wanted = {variable: chosen[name] for name, variable in VARIABLES.items()}
    if chosen["signs"] == "ascii":
        wanted["SEKIGAHARA_ASCII"] = "1"
    new = {variable: value for variable, value in wanted.items() if variable not in environment}
    environment.update(new)
    return list(new)
