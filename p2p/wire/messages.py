"""What travels between two machines: one record a kind, with its tag and the bounds of its fields.

`docs/wire.md`, section 3, says who sends which and when.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from p2p.text import CHAT_LIMIT

WIRE_VERSION: Final = 4
SENTENCE_LIMIT: Final = 1000
REASON_LIMIT: Final = 40
SETTINGS_AT_MOST: Final = 8
SEEN_LIMIT: Final = 320
LEAVE_LIMIT: Final = 320

Count = Annotated[int, Meta(ge=0, le=2**31)]
Bytes32 = Annotated[bytes, Meta(min_length=32, max_length=32)]
Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[0-9A-Za-z ._+-]*\Z")]
Bytes64 = Annotated[bytes, Meta(min_length=64, max_length=64)]


class Message(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One thing said. Each subclass has its tag on the wire."""

    @classmethod
    def tag(cls) -> str:
        """What the message is called on the wire."""
        return str(cls.__struct_config__.tag)


class HelloMessage(Message, frozen=True, tag="hello"):
    """Joiner, first: the wire version it speaks and its nonce."""

    version: Count
    nonce: Bytes32


class ChallengeMessage(Message, frozen=True, tag="challenge"):
    """Host: its version and nonce."""

    version: Count
    nonce: Bytes32


class ProofMessage(Message, frozen=True, tag="proof"):
    """Joiner: that it knows the invite's secret, and the key it will be known by from now on."""

    proof: Bytes32
    key: Bytes32
    signature: Bytes64


class WelcomeMessage(Message, frozen=True, tag="welcome"):
    """Host: that it knows the invite's secret too, lets the joiner in, and which game is played with which settings."""

    proof: Bytes32
    game: Word
    settings: Annotated[tuple[tuple[Word, Word], ...], Meta(max_length=SETTINGS_AT_MOST)]


class HeadMessage(Message, frozen=True, tag="head"):
    """Where the sender's chain stands: how many entries, and the hash of the last (zeros if there is none).

    `game` is the number of the game among those that this invite has led to, 0 the first.
    """

    count: Count
    hash: Bytes32
    game: Count = 0


class EntryMessage(Message, frozen=True, tag="entry"):
    """One entry of the chain, as it lies in the record."""

    entry: bytes


class SeenMessage(Message, frozen=True, tag="seen"):
    """The sender's word, under its signature, that it has the chain up to a head and owes what comes next."""

    head: Annotated[bytes, Meta(max_length=SEEN_LIMIT)]


class ForkMessage(Message, frozen=True, tag="fork"):
    """The two chains differ: the sender's whole chain follows, `count` entries, to find out whose doing it is."""

    count: Count


class ChatMessage(Message, frozen=True, tag="chat"):
    """A line of talk; not part of the game."""

    text: Annotated[str, Meta(max_length=CHAT_LIMIT)]


class LeaveMessage(Message, frozen=True, tag="leave"):
    """The sender's word, under its signature, that it ends the game at a head where the receiver is to write."""

    leave: Annotated[bytes, Meta(max_length=LEAVE_LIMIT)]


class ChosenMessage(Message, frozen=True, tag="chosen"):
    """The sender's player has answered the `number`th sealed decision; its seal comes when it may write one."""

    number: Count


class PingMessage(Message, frozen=True, tag="ping"):
    """Are you there?"""

    number: Count


class PongMessage(Message, frozen=True, tag="pong"):
    """I am."""

    number: Count


class FaultMessage(Message, frozen=True, tag="fault"):
    """The sender stops, and why: a word that programs know, and a sentence. `lasting`: trying again changes nothing."""

    reason: Annotated[str, Meta(max_length=REASON_LIMIT, pattern=r"\A[a-z0-9-]*\Z")]
    sentence: Annotated[str, Meta(max_length=SENTENCE_LIMIT)]
    lasting: bool


class WatchMessage(Message, frozen=True, tag="watch"):
    """Somebody who wants to watch, instead of `proof`: that it knows the secret of the watchers' invite."""

    proof: Bytes32


class WatchedMessage(Message, frozen=True, tag="watched"):
    """Host: others may watch this game, and `count` do so now."""

    count: Count


class UnwatchedMessage(Message, frozen=True, tag="unwatched"):
    """Joiner: nobody is to watch."""


class RematchMessage(Message, frozen=True, tag="rematch"):
    """The game is over, and the sender wants to play the next one of this invite, which has the number `game`."""

    game: Count


class GoodbyeMessage(Message, frozen=True, tag="goodbye"):
    """The sender has nothing more to say. `finished`: because the game is over and its verdicts are exchanged."""

    finished: bool


AnyMessage: TypeAlias = (
    HelloMessage
    | ChallengeMessage
    | ProofMessage
    | WelcomeMessage
    | HeadMessage
    | EntryMessage
    | SeenMessage
    | ForkMessage
    | ChatMessage
    | LeaveMessage
    | ChosenMessage
    | PingMessage
    | PongMessage
    | FaultMessage
    | WatchMessage
    | WatchedMessage
    | UnwatchedMessage
    | RematchMessage
    | GoodbyeMessage
)

BESIDE: Final = ChatMessage | ChosenMessage | PingMessage | PongMessage
"""What may be said at any time, and changes nothing in the chain."""
