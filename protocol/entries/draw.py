"""`draw`: the owner's opponent opens the next link of its chain, from which follows what the owner draws."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from engine.hidden import Draw, Drawn
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed
from protocol.facts import Did, Fact
from protocol.invariants import require_type
from protocol.private import PrivateKnowledge
from protocol.progress import Effect, OpenedLink
from protocol.proofs.chain import ChainExhausted, verify_draw
from protocol.proofs.errors import ProofError
from protocol.roles import Role
from protocol.sentences import Sentence


class DrawBody(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """The next link of the author's chain."""

    link: Bytes32


class DrawKind(EntryKind[DrawBody]):
    """See the module."""

    name = "draw"
    body = DrawBody

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> DrawBody | None:
        """See `EntryKind.write`. None if the chain has no link left: then the player can only leave."""
        try:
            return DrawBody(private.chain.link(common.progress.links[private.role].number + 1))
        except ChainExhausted:
            return None

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: DrawBody) -> Effect[Any]:
        """See `EntryKind.judge`. The link must be the next one; the places follow from it (THREATS 4)."""
        progress = common.progress
        draw = require_type(Draw, progress.waiting)
        size = len(common.game.pool(progress.state, draw.owner, draw.source))
        last = progress.links[role]
        opened = OpenedLink(last.number + 1, body.link)
        key = progress.players[role].public_key
        try:
            places = verify_draw(
                key, progress.game_id, opened.number, opened.link, last.link, size=size, count=draw.count
            )
        except ProofError as error:
            problem = Sentence("the draw is not what the chain in the hello gives: {problem}", problem=error.problem)
            raise common.refused("draw", problem, f"link={opened.number}", error.check) from None
        links = tuple([opened if owner is role else progress.links[owner] for owner in Role])
        event = Drawn(places)
        return Effect(common.told(event, replace(progress, links=links)), event=event)

    def facts(self, deed: Deed, body: DrawBody) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        event = require_type(Drawn, deed.effect.event)
        link = deed.effect.progress.links[deed.role].number
        return (Fact(Did.OPENED_LINK, count=len(event.positions), link=link, places=event.positions),)


DRAW = DrawKind()
