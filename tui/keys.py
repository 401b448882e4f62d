"""The keys of what can be done on the screens: the usual ones, and those that the player has chosen instead.

Letters of pages, of lines and digits mean what the panel says and are nobody's to give away (`TAKEN`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from enum import Flag, auto
from string import punctuation
from typing import Final, NamedTuple
from unicodedata import name

from tui.language import N_, _

VARIABLE: Final = "SEKIGAHARA_KEYS"
"""The variable that names other keys for one run: `game.zoom=x game.odds=f11`."""


class Shows(Flag):
    """Where a key of the screen of a game decides nothing and only shows or asks something."""

    NOWHERE = 0
    BELOW_A_BOX = auto()
    """It does so on the screen below a box, which closes for it."""
    MEANWHILE = auto()
    """It does so while something is being shown, of which it skips nothing."""
    ALWAYS = BELOW_A_BOX | MEANWHILE


class Action(NamedTuple):
    """Something that can be done: its usual key as Textual calls it, what that does, and where it only shows things."""

    key: str
    what: str
    shows: Shows = Shows.NOWHERE


ACTIONS: Final[Mapping[str, Action]] = {
    "game.help": Action("f1", N_("this help"), Shows.ALWAYS),
    "game.explain": Action("question_mark", N_("what is asked, and why"), Shows.ALWAYS),
    "game.rules": Action("r", N_("the rules"), Shows.ALWAYS),
    "game.odds": Action("o", N_("what the opponent can hold"), Shows.ALWAYS),
    "game.go": Action("g", N_("go to a place by its name"), Shows.ALWAYS),
    "game.spot": Action("p", N_("all about the place"), Shows.ALWAYS),
    "game.note": Action("w", N_("a note on the place"), Shows.ALWAYS),
    "game.talk": Action("t", N_("say something to the opponent"), Shows.MEANWHILE),
    "game.zoom": Action("z", N_("another scale"), Shows.ALWAYS),
    "game.switch": Action("tab", N_("to the board, and back")),
    "game.take": Action("enter", N_("take the line, confirm the marks")),
    "game.mark": Action("space", N_("mark, unmark")),
    "game.mark_all": Action("a", N_("mark all, or none")),
    "game.back": Action("backspace", N_("one step back")),
    "game.walk": Action("v", N_("what has happened, one thing after another")),
    "game.walkback": Action("V", N_("and back"), Shows.BELOW_A_BOX),
    "game.next": Action("n", N_("the next way to the same place")),
    "game.search": Action("slash", N_("search the log for a word"), Shows.ALWAYS),
    "game.matchon": Action("N", N_("back to the newer place, in what is searched for")),
    "game.textback": Action("minus", N_("back in the page beside the list"), Shows.MEANWHILE),
    "game.texton": Action("plus", N_("on in the page beside the list"), Shows.MEANWHILE),
    "game.slower": Action("less_than_sign", N_("show what happens more slowly"), Shows.MEANWHILE),
    "game.faster": Action("greater_than_sign", N_("show what happens faster"), Shows.MEANWHILE),
    "game.hint": Action("h", N_("a hint, against a bot"), Shows.BELOW_A_BOX),
    "game.resign": Action("R", N_("resign")),
    "game.settings": Action("comma", N_("settings"), Shows.ALWAYS),
    "port.copy": Action("c", N_("copy the invite")),
    "port.watch": Action("W", N_("the invite to watch")),
    "port.rematch": Action("M", N_("another game with the same opponent, when this one is over")),
    "port.leave": Action("q", N_("leave")),
    "replay.next": Action("n", N_("replay: to the next event")),
    "replay.previous": Action("N", N_("replay: to the event before")),
    "replay.turn": Action("t", N_("replay: to the next turn")),
    "replay.turnback": Action("T", N_("replay: back a turn")),
    "replay.battle": Action("c", N_("replay: to the next battle")),
    "replay.battleback": Action("C", N_("replay: back a battle")),
    "replay.play": Action("space", N_("replay: play, pause")),
    "replay.eyes": Action("v", N_("replay: through other eyes")),
    "replay.leave": Action("q", N_("replay: leave")),
}
"""What may have another key, by the name of its binding."""

PAGES: Final = frozenset("bdfilms")
"""The letters that bring pages to the front, of all games."""
TAKEN: Final[Mapping[str, frozenset[str]]] = {
    "game": frozenset(
        {
            *PAGES,
            *"1234567890",
            *"ejkyuUSD",
            "left_square_bracket",
            "right_square_bracket",
            "up",
            "down",
            "left",
            "right",
            "pageup",
            "pagedown",
            "escape",
        }
        | {f"f{number}" for number in range(2, 10)}
    ),
    "replay": frozenset(
        {*PAGES, *"zgpx", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "question_mark"}
        | {"colon", "plus", "minus", "equals_sign", "escape", "enter"}
        | {f"f{number}" for number in range(1, 10)}
    ),
}
"""The keys that mean something fixed, on the screens of a game and of a replay."""
INTERRUPTS: Final = "ctrl+c"
"""The key that leaves other programs."""
SYSTEM: Final = frozenset({INTERRUPTS, "ctrl+p", "ctrl+q", "ctrl+z"})
"""The keys of the program and the terminal."""

_NAMED: Final = frozenset({"enter", "space", "tab", "backspace", "delete", "insert", "home", "end"})
_KEY: Final = re.compile(r"[A-Za-z0-9]|f([1-9]|1[0-2])|ctrl\+[a-z]")
_OWN_NAMES: Final = {"+": "plus", "-": "minus", "/": "slash", "\\": "backslash", "@": "at", "_": "underscore"}
_NAMES: Final = {
    sign: _OWN_NAMES.get(sign) or name(sign).lower().replace("-", "_").replace(" ", "_") for sign in punctuation
}
"""What Textual calls the signs: as Unicode does, but for some."""
_SIGNS: Final = {name: sign for sign, name in _NAMES.items()}
_SHOWN: Final[Mapping[str, str]] = {
    "enter": N_("Enter"),
    "space": N_("Space"),
    "backspace": N_("Backspace"),
    "up": N_("Up"),
    "down": N_("Down"),
    "pageup": N_("Page Up"),
    "pagedown": N_("Page Down"),
}
"""What is written on keys that have a name."""


class KeyProblem(ValueError):
    """Why something cannot have a key, in a sentence."""


def usual(action: str) -> str:
    """The usual key of an action. Raises KeyError if there is none by that name."""
    return ACTIONS[action].key


def keys_in_force(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The key of every action: as chosen, where what is chosen can be, else as usual."""
    keys = {name: action.key for name, action in ACTIONS.items()}
    for word in environment.get(VARIABLE, "").split():
        action, _equals, key = word.partition("=")
        if action in ACTIONS:
            try:
                keys[action] = checked_key(action, key, keys)
            except KeyProblem:
                continue
    return keys


def looking_keys(where: Shows, environment: Mapping[str, str] = os.environ) -> frozenset[str]:
    """The keys that only show something there, those of pages among them."""
    force = keys_in_force(environment)
    shown_by = [force[name] for name, action in ACTIONS.items() if where in action.shows]
    return frozenset([*shown_by, *(f"f{number}" for number in range(1, 10))])


def changed_keys(environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The actions that have another key than usual."""
    return {action: key for action, key in keys_in_force(environment).items() if key != usual(action)}


def checked_key(action: str, typed: str, keys: Mapping[str, str]) -> str:
    """A key for an action, as Textual calls it, where the others have `keys`. Raises KeyProblem."""
    key = named(typed)
    if key is None:
        problem = _(
            "there is no key {key} that all terminals tell from others: take a letter, a sign, F1 to F12 or ctrl+x"
        )
        raise KeyProblem(problem.format(key=repr(typed[:20])))
    group = _group(action)
    if key in SYSTEM or key in TAKEN[group]:
        raise KeyProblem(
            _("The key {key} means something else already, and cannot be given away.").format(key=shown(key))
        )
    for other, has in keys.items():
        if has == key and other != action and _group(other) == group:
            raise KeyProblem(
                _("The key {key} is for “{what}” already: give that another one first.").format(
                    key=shown(key), what=_(ACTIONS[other].what)
                )
            )
    return key


def named(typed: str) -> str | None:
    """What Textual calls a key that somebody has typed or named: `?` is `question_mark`. None if it is no key."""
    if typed in _NAMES:
        return _NAMES[typed]
    if typed in _NAMED or _KEY.fullmatch(typed) or typed in _SIGNS:
        return typed
    return typed.lower() if typed.lower() in _NAMED or _KEY.fullmatch(typed.lower()) else None


def shown(key: str) -> str:
    """A key as it is shown to people: `?`, `F1`, `Enter`, `^x`."""
    if key in _SHOWN:
        return _(_SHOWN[key])
    if key.startswith("ctrl+"):
        return "^" + key[5:]
    if key in _SIGNS:
        return _SIGNS[key]
    return key if len(key) == 1 else key.capitalize()


def _group(action: str) -> str:
    return "replay" if action.startswith("replay.") else "game"
