"""Attempts at the clocks (threat 46)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2p.notifications import EntryAdded, Notification
from p2p.session.session import Session
from p2p.wire.messages import AnyMessage, EntryMessage, SeenMessage
from protocol.chain import Head
from protocol.entries.claim import CLAIM, ClaimBody
from protocol.signed_head import sign_head
from protocol.table import Table
from protocol.transcript import Entry, read_entry
from tests.malicious.switch import Switch, at_once

AnySession = Session[Any, Any]


class _Timed(Switch):
    clock = "10m"

    def its_decision(self, session: AnySession, message: AnyMessage) -> Entry | None:
        """The entry that is about to be sent, if it is a decision of the peer's and the game is on."""
        if self.done or not isinstance(message, EntryMessage):
            return None
        entry = read_entry(message.entry)
        own = entry.role is session.table.role and entry.spent is not None and entry.number > 12
        return entry if own else None

    def head(self, table: Table[Any, Any], entry: Entry, spent: int) -> SeenMessage:
        """The peer's word, before `entry`, that it has thought for so long."""
        key = table._private.secrets.signing_key
        return SeenMessage(sign_head(key, entry.game, entry.role, Head(entry.number, entry.previous), spent))


class ClaimWithoutCause(_Timed):
    """claims that the other's time has run out, with a signed head of its own making"""

    # Where the other's move is there before the claim, the place is taken: `number`.

    name, threat, expected = "claim-without-cause", 46, at_once("time|number")

    def observe(self, session: AnySession | None, news: Notification) -> None:
        if self.done or session is None or not isinstance(news, EntryAdded) or news.appended.number < 12:
            return
        table: Any = session.table
        if table.clock_of is table.role.other:
            key = table._private.secrets.signing_key
            table.inject(
                table.sign(CLAIM, ClaimBody(sign_head(key, table.game_id, table.role.other, table.head, 10**9)))
            )


class UnderstateTheTime(_Timed):
    """signs that it has thought for a minute, and then, in its move, that it was a moment"""

    name, threat, expected = "understate-the-time", 46, at_once("time", "thought for longer")

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        entry = self.its_decision(session, message)
        if entry is None:
            return [message]
        self.done = True
        return [self.head(session.table, entry, 60_000), message]


class MoveAfterTheTime(_Timed):
    """signs that its time has run out, and moves all the same"""

    name, threat, expected = "move-after-the-time", 46, at_once("number")

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        entry = self.its_decision(session, message)
        if entry is None:
            return [message]
        self.done = True
        return [self.head(session.table, entry, 600_001), message]
