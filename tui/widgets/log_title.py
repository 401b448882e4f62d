"""The title of the log: what can be done there, or what was found and which words of it lead on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from tui.keys import keys_in_force, shown
from tui.language import _
from tui.lines import columns

Title: TypeAlias = Sequence[tuple[str, int | None]]
"""The pieces of a title, and which way a click on each goes through what was found, 0 out of it; None: none."""


def title_at_rest(room: int, again: str = "", *, unfolded: bool) -> Title:
    """What can be done while nothing is searched for, as far as there is room. `unfolded`: all that can be is so.

    `again`: what the log's key does, and the key; that comes before what is done by turns.
    """
    fold = _("Log ({key}: search, [ ]: turns, l: fold)")
    unfold = _("Log ({key}: search, [ ]: turns, l: unfold)")
    heads = (fold if unfolded else unfold, _("Log ({key}: search, [ ]: turns)"), _("Log ({key}: search)"))
    key = shown(keys_in_force()["game.search"])
    titles = [words.format(key=key) for words in heads]
    if again:
        # In few columns the keys that go from turn to turn are named without what they do.
        titles.insert(2, _("Log ({key}: search, [ ])").format(key=key))
        with_again = [f"{title.removesuffix(')')}, {again})" for title in titles]
        titles = [*with_again, titles[-1]]
    return _longest([[(title, None)] for title in titles], room)


def title_further_back(room: int) -> Title:
    """What leads on to the newest, while something before that is in sight and nothing is searched for."""
    newest = f"[{_('newest')}]"
    heads = (_("Log, further back (]: on, {key}: search)"), _("Log, further back (]: on)"), _("Log, further back"))
    key = shown(keys_in_force()["game.search"])
    titles = [[(f"{words.format(key=key)} ", None), (newest, 0)] for words in heads]
    return _longest([*titles, [(newest, 0)]], room)


def title_of_found(word: str, number: int, count: int, room: int) -> Title:
    """Which place of how many that have a word is gone to, and what leads to the others and out of the search."""
    keys = {name: shown(key) for name, key in keys_in_force().items()}
    at = _("{at} of {count}").format(at=number, count=count)
    found = f"“{word}” {at} "
    ways = (
        (_("older"), -1, keys["game.next"]),
        (_("newer"), 1, keys["game.matchon"]),
        (_("× end"), 0, _("Esc")),
    )
    with_keys = [(f"[{key}: {words}]", way) for words, way, key in ways]
    alone = [(f"[{words}]", way) for words, way, _key in ways]
    signs = [(f"[{sign}]", way) for sign, (_words, way, _key) in zip("<>×", ways, strict=True)]
    wordings = [(found, with_keys), (found, alone), (f"{at} ", alone), (f"{at} ", signs)]
    return _longest([[(head, None), *_spaced(links)] for head, links in wordings], room)


def way_at(title: Title, column: int) -> int | None:
    """Which way a click in a column of a title goes through what was found; None: none."""
    for text, way in title:
        column -= columns(text)
        if column < 0:
            return way
    return None


def _longest(titles: Sequence[Title], room: int) -> Title:
    """The first of these that there is room for, or the last."""
    return next((title for title in titles if sum([columns(text) for text, _way in title]) < room), titles[-1])


def _spaced(links: Title) -> Title:
    """What can be clicked, with room between one and the next."""
    return [piece for link in links for piece in (link, (" ", None))][:-1]
