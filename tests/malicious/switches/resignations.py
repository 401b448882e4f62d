"""Attempts with the word by which a player leaves while the other is to write (threat 48)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from p2p.notifications import EntryAdded, Notification
from p2p.session.session import Session
from p2p.wire.messages import AnyMessage, EntryMessage, LeaveMessage
from protocol.chain import Head
from protocol.entries.left import LEFT, LeftBody
from protocol.phases import in_play
from protocol.signed_leave import sign_leave
from protocol.table import Table
from protocol.transcript import read_entry
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.switch import PREVENTED, Switch, at_once

AnySession = Session[Any, Any]
AnyTable = Table[Any, Any]
EARLY = 12
"""Entries before anything is tried."""


def key_of(table: AnyTable) -> bytes:
    return table._private.secrets.signing_key


class _FalseWord(Switch):
    """Sends a word that is none, when the honest player is asked."""

    threat = 48

    def word(self, table: AnyTable, game: bytes) -> bytes:
        raise NotImplementedError

    def sending(self, session: AnySession, message: AnyMessage) -> Sequence[AnyMessage | bytes]:
        table = session.table
        if self.done or not isinstance(message, EntryMessage) or table.game_id is None:
            return [message]
        last = read_entry(message.entry).number == table.head.count - 1
        if not last or table.head.count < EARLY or table.author is table.role or not in_play(table.phase):
            return [message]
        self.done = True
        return [message, LeaveMessage(self.word(table, table.game_id))]


class ResignInTheOthersName(_FalseWord):
    """sends a resignation in the honest player's name"""

    name, expected = "resign-in-the-others-name", at_once("leave", "of another player")

    def word(self, table: AnyTable, game: bytes) -> bytes:
        return sign_leave(key_of(table), "resign", game, table.role.other, table.head)


class ResignWithAnotherKey(_FalseWord):
    """signs its resignation with another key, to deny it later"""

    name, expected = "resign-with-another-key", at_once("leave", "not signed")

    def word(self, table: AnyTable, game: bytes) -> bytes:
        return sign_leave(bytes([7]) * 32, "resign", game, table.role, table.head)


class ResignForAnotherChain(_FalseWord):
    """signs its resignation for a chain that is not the one that was played"""

    name, expected = "resign-for-another-chain", at_once("leave", "of another chain")

    def word(self, table: AnyTable, game: bytes) -> bytes:
        return sign_leave(key_of(table), "resign", game, table.role, Head(table.head.count, bytes(32)))


class ResignInAnotherGame(_FalseWord):
    """sends a resignation that was signed for another game"""

    name, expected = "resign-in-another-game", at_once("leave", "of another game")

    def word(self, table: AnyTable, game: bytes) -> bytes:
        return sign_leave(key_of(table), "resign", bytes(32), table.role, table.head)


class TakeInWhatNobodySaid(Switch):
    """writes that the honest player has resigned, with a word of its own making"""

    name, threat, expected = "take-in-what-nobody-said", 48, at_once("leave", "not signed")

    def decide(self, session: AnySession, table: CheatingTable) -> bool:
        if table.head.count < EARLY or table.author is not table.role or table.game_id is None:
            return False
        word = sign_leave(key_of(table), "resign", table.game_id, table.role.other, table.head)
        table.inject(table.sign(LEFT, LeftBody(word)))
        return True


class ResignOutOfTurn(Switch):
    """resigns while the honest player thinks, so that it never has to answer what that player does"""

    name, threat, expected = "resign-out-of-turn", 48, PREVENTED

    def observe(self, session: AnySession | None, news: Notification) -> None:
        if self.done or session is None or not isinstance(news, EntryAdded):
            return
        table = session.table
        if table.head.count >= EARLY and table.author is table.role.other and in_play(table.phase):
            self.done = True
            session.resign()
