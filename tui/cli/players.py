"""`sekigahara players` and `sekigahara identity`: the opponents met, and the own long-term key."""

from __future__ import annotations

import json
import time
from datetime import UTC, datetime
from typing import Any

from rich.cells import cell_len

from p2p.store.data_folder import open_data_folder
from p2p.store.players import KnownPlayer, known_players
from protocol import ed25519
from tui.cli.games import WIDTH, fit, games_in
from tui.cli.program import PROGRAM
from tui.language import _
from tui.person_words import fingerprint, key_words

NAMES_WIDTH = 24
"""Columns that the names get at most."""


def show_players(*, as_json: bool) -> int:
    """Print the opponents met. The exit status of `sekigahara players`."""
    data = open_data_folder(PROGRAM)
    players = known_players(games_in(data), time.time())
    if as_json:
        print(json.dumps([_plain(player) for player in players], indent=2))
        return 0
    if not players:
        print(_("You have met nobody yet: a game with another person makes a known player."))
        return 0
    for line in _table(players):
        print(line)
    print(_("LEFT: games the opponent resigned, stopped, or has not gone on with for a week."))
    print(_("OPENING: of these, those it left right after its opening hand."))
    return 0


def _table(players: list[KnownPlayer]) -> list[str]:
    heads = (_("KEY"), _("NAMES"), _("GAMES"), _("FINISHED"), _("LEFT"), _("OPENING"), _("CHEATED"))
    cells = [heads, *map(_cells, players)]
    widths = [max(map(cell_len, column)) for column in zip(*cells, strict=True)]
    widths[1] = min(widths[1], NAMES_WIDTH, WIDTH - sum(widths) + widths[1] - 2 * (len(widths) - 1))
    return ["  ".join(map(fit, line, widths)).rstrip() for line in cells]


def _cells(player: KnownPlayer) -> tuple[str, ...]:
    counts = (player.games, player.finished, player.left, player.in_opening, player.cheated)
    key = fingerprint(player.person) if player.person else _("not signed")
    return (key, ", ".join(player.names), *map(str, counts))


def _plain(player: KnownPlayer) -> dict[str, Any]:
    return {
        "key": player.person or None,
        "fingerprint": fingerprint(player.person) if player.person else None,
        "words": key_words(player.person) if player.person else None,
        "names": player.names,
        "games": player.games,
        "finished": player.finished,
        "left_early": player.left,
        "left_in_opening": player.in_opening,
        "cheated": player.cheated,
        "last": datetime.fromtimestamp(player.last, UTC).isoformat(timespec="seconds"),
    }


def show_identity(*, create: bool, as_json: bool) -> int:
    """Print the own long-term key, for others to compare. The exit status of `sekigahara identity`."""
    data = open_data_folder(PROGRAM)
    key = data.make_person_key() if create else data.person_key()
    person = "" if key is None else ed25519.public_key_of(key).hex()
    if as_json:
        known = {"key": person, "fingerprint": fingerprint(person), "words": key_words(person)} if person else None
        print(json.dumps(known, indent=2))
    elif not person:
        print(_("You have no long-term key, and need none. `sekigahara identity --create` makes one;"))
        print(_("so does the first game that you host or join with --sign-as-me."))
    else:
        print(_("You sign as {fingerprint}. In words, for reading out:").format(fingerprint=fingerprint(person)))
        words = key_words(person).split()
        for place in range(0, len(words), 6):
            print(f"  {' '.join(words[place : place + 6])}")
        print(_("Games that you host or join with --sign-as-me are signed with it. It is kept in"))
        print(data.person_path)
        print(_("Who has that file can sign as you; keep a copy in a safe place."))
    return 0
