"""Attempts at what the opponent draws, and at the chance that both bring (threats 4 and 5)."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import Any

import msgspec

from protocol.entries.coin import COIN, CoinBody
from protocol.entries.draw import DRAW, DrawBody
from protocol.entries.hello import HELLO, Hello
from protocol.entries.kind import EntryKind
from protocol.proofs.chain import Chain, places
from protocol.roles import Role
from protocol.seeds import Secrets
from protocol.transcript import read_entry
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.switch import PREVENTED, Expected, Switch, When, at_once

FALSE_DRAW = at_once("draw", "the bytes opened are not link")


class _FalseLink(Switch):
    threat, expected = 4, FALSE_DRAW

    def link(self, table: CheatingTable, honest: bytes) -> bytes | None:
        raise NotImplementedError

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if not isinstance(body, DrawBody):
            return None
        link = self.link(table, body.link)
        return None if link is None else table.sign(DRAW, DrawBody(link))


class ChooseADraw(_FalseLink):
    """tries links until one draws the places that it likes"""

    name, quick = "choose-a-draw", True

    def link(self, table: CheatingTable, honest: bytes) -> bytes | None:
        game = table.game_id or b""
        candidates = [honest[:-2] + number.to_bytes(2, "big") for number in range(2000)]
        liked = [link for link in candidates if link != honest and places(game, 1, link, 5, 1)[0] == 0]
        return liked[0]


class RepeatALink(_FalseLink):
    """draws a second time with the same link"""

    name = "repeat-a-link"

    def link(self, table: CheatingTable, honest: bytes) -> bytes | None:
        last = table._common.progress.links[table.role]
        return last.link if last.number else None


class SkipALink(_FalseLink):
    """leaves a link out"""

    name = "skip-a-link"

    def link(self, table: CheatingTable, honest: bytes) -> bytes | None:
        return table._private.chain.link(table._common.progress.links[table.role].number + 2)


class CopyALink(_FalseLink):
    """gives the opponent's link for its own"""

    name = "copy-a-link"

    def link(self, table: CheatingTable, honest: bytes) -> bytes | None:
        theirs = table._common.progress.links[table.role.other]
        return theirs.link if theirs.number else None


class GrindSeeds(Switch):
    """sees the host's introduction and tries seeds until its own chain draws as it likes"""

    name, threat, expected, stops_after = "grind-seeds", 5, PREVENTED, 1

    def secrets(self, secrets: Secrets) -> Secrets:
        """Those of 20 whose first link has the lowest first place: that is all that can be computed."""
        tried = [Secrets(bytes([number]) + secrets.seed[1:], secrets.signing_key) for number in range(20)]
        self.done = True
        return min(tried, key=lambda own: places(bytes(32), 1, Chain(own.public_key, own.seed, 9).link(1), 50, 1))


class ComeWithAnotherSeed(Switch):
    """has seen the first shuffle, and introduces itself again with another seed"""

    name, threat = "come-with-another-seed", 5
    expected = at_once("equivocation")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if kind is not DRAW:
            return None
        hello = msgspec.structs.replace(_own_hello(table), seed_commitment=bytes(32))
        before, common = table._common.progress, table._common
        hashes = list(common.hashes)
        try:
            common.progress = replace(before, game_id=b"")
            del common.hashes[1:]
            return table.sign(HELLO, hello)
        finally:
            common.progress = before
            common.hashes[:] = hashes


def _own_hello(table: CheatingTable) -> Hello:
    hello = read_entry(table.entries[table.role]).body
    assert isinstance(hello, Hello)
    return hello


class ChangeTheCoin(Switch):
    """opens another half of the coin than it had committed to, to have the side that it likes"""

    name, threat, expected = "change-the-coin", 5, at_once("coin", "committed to in the hello")

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        return table.sign(COIN, CoinBody(bytes(32))) if isinstance(body, CoinBody) else None


class LeaveForTheOtherSide(Switch):
    """sees the coin fall to the wrong side, and leaves"""

    name, threat = "leave-when-the-coin-falls", 6
    expected = Expected(When.ATTRIBUTED)

    def forge(self, table: CheatingTable, kind: EntryKind[Any], body: Any) -> bytes | None:
        if isinstance(body, CoinBody) and table.role is Role.JOINER:
            os.kill(os.getpid(), signal.SIGKILL)
        return None
