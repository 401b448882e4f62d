"""What a player has chosen for good: how the client looks and plays back. A file in the folder for configuration.

A setting stands for a variable of the environment, which counts more if it is set: so a single run can differ.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import ClassVar, Final

from tui.keys import ACTIONS, KeyProblem, changed_keys, checked_key, usual
from tui.keys import VARIABLE as KEYS_VARIABLE
from tui.language import LANGUAGES, N_, VARIABLE, _, wanted

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "theme": ("dark", "light", "contrast", "colour-blind"),
    "signs": ("auto", "ascii"),
    "pace": ("normal", "slow", "slowest", "fast", "at-once"),
    "speed": ("normal", "slow", "fast"),
    "bell": ("on", "off"),
    "forced": ("given", "asked"),
    "deploy": ("twice", "once"),
    "names": ("latin", "kanji"),
    "language": ("auto", *LANGUAGES),
}
"""What may be chosen, the usual first."""

HELP: Final[Mapping[str, str]] = {
    "theme": N_("colours"),
    "signs": N_("signs that the screen is drawn with"),
    "pace": N_("how fast the opponent's doings are shown"),
    "speed": N_("how fast a replay plays"),
    "bell": N_("bell and notification at your turn"),
    "forced": N_("questions that have one answer only"),
    "deploy": N_("how a block is deployed in a battle"),
    "names": N_("how the names of the daimyo are written"),
    "language": N_("language; auto is the locale's"),
}

TITLES: Final[Mapping[str, str]] = {
    "theme": N_("theme"),
    "signs": N_("signs"),
    "pace": N_("pace"),
    "speed": N_("speed"),
    "bell": N_("bell"),
    "forced": N_("no choice"),
    "deploy": N_("deploying"),
    "names": N_("names"),
    "language": N_("language"),
}
"""What the settings are called on the screen; the command has their own names."""

VALUES: Final[Mapping[str, str]] = {
    **LANGUAGES,
    "dark": N_("dark"),
    "light": N_("light"),
    "contrast": N_("high contrast"),
    "colour-blind": N_("for the colour-blind"),
    "normal": N_("normal"),
    "slow": N_("slow"),
    "slowest": N_("very slow"),
    "fast": N_("fast"),
    "at-once": N_("at once"),
    "on": N_("on"),
    "off": N_("off"),
    "auto": N_("automatic"),
    "ascii": "ASCII",
    "given": N_("answered for you"),
    "asked": N_("asked all the same"),
    "twice": N_("two presses"),
    "once": N_("one press"),
    "latin": N_("Latin letters"),
    "kanji": N_("kanji"),
}
"""What the values are called there."""

VARIABLES: Final[Mapping[str, str]] = {
    "theme": "SEKIGAHARA_THEME",
    "pace": "SEKIGAHARA_PACE",
    "speed": "SEKIGAHARA_SPEED",
    "names": "SEKIGAHARA_NAMES",
    "forced": "SEKIGAHARA_FORCED",
    "deploy": "SEKIGAHARA_DEPLOY",
}

PACES: Final[Mapping[str, float]] = {"at-once": 0.0, "fast": 0.5, "normal": 1.2, "slow": 2.0, "slowest": 4.0}
"""The seconds that the paces come to."""
KEY: Final = "key."
"""What the name of a setting begins with that is a key: `key.game.zoom`."""


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


def read_keys(path: Path) -> dict[str, str]:
    """The actions that have another key than usual, with it."""
    found: object = {}
    with suppress(OSError, ValueError):
        found = json.loads(path.read_text(encoding="utf-8"))
    kept = found.get("keys") if isinstance(found, dict) else None
    words = " ".join([f"{name}={key}" for name, key in kept.items()]) if isinstance(kept, dict) else ""
    return changed_keys({KEYS_VARIABLE: words})


def change_setting(path: Path, name: str, value: str) -> None:
    """Choose a value; of `key.ACTION` a key, empty for the usual one. Raises SettingsError."""
    if name.startswith(KEY):
        _write(path, {**read_settings(path), "keys": _keys_with(path, name.removeprefix(KEY), value)})
        return
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
    _write(path, {**read_settings(path), name: value, "keys": read_keys(path)})


def _keys_with(path: Path, action: str, key: str) -> dict[str, str]:
    """The keys that are kept when `action` has another. Raises SettingsError."""
    if action not in ACTIONS:
        problem = _("There is nothing called {name!r} that has a key; there is {names}.")
        raise SettingsError(problem.format(name=action[:40], names=", ".join(ACTIONS)))
    kept = {name: has for name, has in read_keys(path).items() if name != action}
    in_force = {name: kept.get(name, usual(name)) for name in ACTIONS}
    try:
        found = checked_key(action, key or usual(action), in_force)
    except KeyProblem as problem:
        raise SettingsError(str(problem)) from problem
    return kept if found == usual(action) else {**kept, action: found}


def _write(path: Path, chosen: Mapping[str, object]) -> None:
    text = json.dumps(chosen, indent=2) + "\n"
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


class _Applied:
    """The variables that stand in the environment because a setting put them there."""

    variables: ClassVar[set[str]] = set()


def apply_again(environment: MutableMapping[str, str] = os.environ) -> None:
    """Put the settings into the environment as they are now, in place of those that were put there."""
    for variable in _Applied.variables:
        environment.pop(variable, None)
    apply_settings(environment)


def apply_settings(environment: MutableMapping[str, str] = os.environ) -> list[str]:
    """Put the settings into the environment, where it does not say otherwise; the variables that were put there."""
    chosen = read_settings(settings_path(environment))
    wanted = {variable: chosen[name] for name, variable in VARIABLES.items()}
    if chosen["signs"] == "ascii":
        wanted["SEKIGAHARA_ASCII"] = "1"
    if chosen["bell"] == "off":
        wanted["SEKIGAHARA_QUIET"] = "1"
    keys = read_keys(settings_path(environment))
    if keys:
        wanted[KEYS_VARIABLE] = " ".join([f"{name}={key}" for name, key in keys.items()])
    new = {variable: value for variable, value in wanted.items() if variable not in environment}
    environment.update(new)
    _Applied.variables = set(new)
    return list(new)


def overruled(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The settings for which a variable of the environment speaks that no setting has put there, with that variable."""
    return {
        name: variable
        for name, variable in VARIABLES.items()
        if variable in environment and variable not in _Applied.variables
    }


def kanji_wanted(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the names of the daimyo are to be written in kanji."""
    return environment.get("SEKIGAHARA_NAMES") == "kanji"


def asks_all(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the player wants to be asked even where there is one answer only."""
    return environment.get("SEKIGAHARA_FORCED") == "asked"


def deploys_at_once(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the player wants to be asked nothing more when he deploys."""
    return environment.get("SEKIGAHARA_DEPLOY") == "once"


def seconds_of_pace(environment: Mapping[str, str] = os.environ) -> float:
    """How many seconds there are between two events of the opponent's that are shown."""
    return PACES.get(environment.get("SEKIGAHARA_PACE", ""), PACES["normal"])


def keep_pace(seconds: float, environment: Mapping[str, str] = os.environ) -> None:
    """Choose the pace that comes to so many seconds for good. Raises SettingsError if it cannot be written."""
    for name, each in PACES.items():
        if each == seconds:
            change_setting(settings_path(environment), "pace", name)
