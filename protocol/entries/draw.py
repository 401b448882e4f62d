"""`draw`: the owner's opponent names the places that the owner draws from; its seed gives them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from engine.hidden import Draw, Drawn, other
from protocol.common import CommonKnowledge
from protocol.entries.kind import EntryKind, Reserved, Whole
from protocol.entries.mix import more
from protocol.evidence import Deed, Evidence
from protocol.findings import numbers
from protocol.invariants import require_type
from protocol.private import PrivateKnowledge
from protocol.progress import Effect
from protocol.roles import Role
from protocol.seeds import SeedKeys


class DrawBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The places, as in `engine.hidden.Drawn`.

    `link`: the next link of the author's hash chain, from which the places follow. Reserved.
    """

    positions: tuple[Whole, ...]
    link: Reserved


class DrawKind(EntryKind[DrawBody]):
    """See the module."""

    name = "draw"
    body = DrawBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> DrawBody:
        """See `EntryKind.write`."""
        progress = common.progress
        draw = require_type(Draw, progress.waiting)
        size = len(common.game.pool(progress.state, draw.owner, draw.source))
        places = _places(private.keys(progress.game_id), progress.draws[draw.owner], draw.count, size)
        return DrawBody(places, link=b"")

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: DrawBody) -> Effect[Any]:
        """See `EntryKind.judge`."""
        progress = common.progress
        draw = require_type(Draw, progress.waiting)
        if len(body.positions) != draw.count:
            problem = f"got {len(body.positions)} places, {draw.count} were asked for"
            raise common.refused("draw", problem, draw.count, len(body.positions))
        size = len(common.game.pool(progress.state, draw.owner, draw.source))
        for taken, position in enumerate(body.positions):
            if position >= size - taken:
                problem = f"got place {position} of a pool of {size - taken}"
                raise common.refused("draw", problem, f"below={size - taken}", position)
        event = Drawn(body.positions)
        draws = more(progress.draws, draw.owner, draw.count)
        return Effect(common.told(event, replace(progress, draws=draws)), event=event, pool_size=size)

    def audit(self, evidence: Evidence, deed: Deed, body: DrawBody) -> None:
        """The places must be those that the author's seed gives (THREATS 4)."""
        draw = require_type(Draw, deed.before.waiting)
        keys = evidence.keys(other(draw.owner))
        if keys is None:
            return
        expected = _places(keys, deed.before.draws[draw.owner], draw.count, deed.effect.pool_size)
        if expected != body.positions:
            evidence.find(deed, "draw", numbers(expected), numbers(body.positions))


def _places(keys: SeedKeys, first: int, count: int, size: int) -> tuple[int, ...]:
    """Where the owner's draws number `first` and on come from, out of a pool of `size` pieces."""
    return tuple([keys.position(first + taken, size - taken) for taken in range(count)])


DRAW = DrawKind()
