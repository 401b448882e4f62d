"""`sekigahara settings`: what is chosen for good."""

from __future__ import annotations

from collections.abc import Sequence

from tui.cli.errors import WrongCommand
from tui.keys import ACTIONS, shown
from tui.language import _
from tui.settings import CHOICES, HELP, KEY, SettingsError, change_setting, read_keys, read_settings, settings_path


def settings(changes: Sequence[str]) -> int:
    """Make the changes (`theme=light`), or print what is chosen. The exit status of `sekigahara settings`."""
    path = settings_path()
    for change in changes:
        name, equals, value = change.partition("=")
        if not equals:
            raise WrongCommand(_("{change!r} is not NAME=VALUE.").format(change=change))
        try:
            change_setting(path, name, value)
        except SettingsError as error:
            raise WrongCommand(str(error)) from error
    for name, value in read_settings(path).items():
        print(f"{name}={value}  {_(HELP[name])}: {', '.join(CHOICES[name])}")
    own = read_keys(path)
    for name, action in ACTIONS.items():
        print(f"{KEY}{name}={shown(own.get(name, action.key))}  {_(action.what)}")
    print(_("They are kept in {path}.").format(path=path))
    return 0
