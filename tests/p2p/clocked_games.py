"""Games of two sessions on a virtual clock, and what an onlooker at the cable sees: when which frame goes by.

All of a peer's computing takes no time on that clock. What is seen is therefore what the program itself times: when it
waits, when it answers, when it pings.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from random import Random

import trio
import trio.testing

from engine.hidden import Decision, Face
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.wire.channel import Channel
from p2p.wire.frames import FRAME_LIMIT, FrameReader, decode_message
from p2p.wire.messages import AnyMessage, EntryMessage
from protocol.entries.action import ACTION
from protocol.entries.open import OPEN
from protocol.entries.seed import SEED
from protocol.roles import Role, Side
from protocol.table import Table
from protocol.transcript import read_entry
from tests.p2p.paired_sessions import TimedToyGame, fixed_secrets
from tests.protocol.pair import owned
from tests.toy_game import DECK, VALUES, Bid, Dump, Move, Pass, Position

WINDOW = 5.0


class TurnedDeck(TimedToyGame):
    """The host's cards lie in another order at the start, which its public text does not show: what is public is the
    same, and every card that the host never shows is another one.
    """

    def __init__(self, turn: int, rounds: int) -> None:
        super().__init__(rounds=rounds)
        self._turn = turn

    def start(self) -> Position:
        state = super().start()
        for piece in state.pools[0][DECK]:
            state.shown[piece] = Face((state.shown[piece] + self._turn) % VALUES)
        return state

    def canonical(self, state: Position) -> bytes:
        hidden = self.copy(state)
        for piece in [piece for piece in hidden.shown if piece < 2 * VALUES * self.copies]:
            del hidden.shown[piece]
        return super().canonical(hidden)


@dataclass(frozen=True, order=True)
class Frame:
    """One frame that goes by: when, its size in bytes, and what it is (sizes and kinds, no values)."""

    at: float
    size: int
    what: str


@dataclass
class Tap(trio.abc.Stream):
    """One end of a cable that writes down what is sent from here."""

    end: trio.abc.Stream
    frames: list[Frame]
    begun: float
    reader: FrameReader = field(default_factory=lambda: FrameReader(FRAME_LIMIT))

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        self.reader.feed(bytes(data))
        for packed in self.reader.frames():
            self.frames.append(
                Frame(round(trio.current_time() - self.begun, 6), len(packed), _what(decode_message(packed)))
            )
        await self.end.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self.end.wait_send_all_might_not_block()

    async def receive_some(self, max_bytes: int | None = None) -> bytes | bytearray:
        return await self.end.receive_some(max_bytes)

    async def aclose(self) -> None:
        await self.end.aclose()


def _what(message: AnyMessage) -> str:
    if not isinstance(message, EntryMessage):
        return message.tag()
    entry = read_entry(message.entry)
    proofs = [len(proof) for proof in entry.body.proofs] if entry.kind in (ACTION, OPEN) else []
    return f"{entry.number} {entry.kind} {len(message.entry)} {proofs}"


@dataclass
class Seen:
    """What the joiner receives in a game, up to the opened seeds, and what the host held in secret."""

    frames: list[Frame]
    faces: list[Face]


Think = Callable[[Table[Position, Move]], float]
"""For how many seconds the host thinks about a turn of its own."""


def public_moves(table: Table[Position, Move]) -> list[Move]:
    """Moves that show nothing, in an order that depends on no face."""
    view = table.view()
    assert view is not None
    moves: list[Move] = list(table.game.options(view))
    return [move for move in moves if isinstance(move, Pass | Dump) or move == Bid(None)]


async def onlooker_sees(turn: int, seed: int, think: Think, *, window: float | None = WINDOW, rounds: int = 3) -> Seen:
    """Play a game with moves chosen by public facts alone. With no `window`, answers leave when they are given."""
    near, far = trio.testing.memory_stream_pair()
    frames: list[Frame] = []
    ends = (Channel(Tap(near, frames, trio.current_time()), limit=FRAME_LIMIT), Channel(far, limit=FRAME_LIMIT))
    held: list[Face] = []
    sessions: list[Session[Position, Move]] = []
    for role in Role:
        game = TurnedDeck(turn, rounds)
        table: Table[Position, Move] = Table(game, role, fixed_secrets(role + 1), "Someone", Side.FIRST)
        timing = AnswerTiming(window, use_default=False) if role is Role.HOST and window else None
        sessions.append(Session(table, _once(ends[role]), timing=timing))

    async def decide(role: Role) -> None:
        session = sessions[role]
        while True:
            if session.to_decide() is None:
                await session.next_change()
                continue
            table = session.table
            if role is Role.HOST:
                faces = owned(table)
                held[:] = [*held, *[faces[card] for card in table.state.hand(table.seat)]]  # type: ignore[union-attr,arg-type]
                await trio.sleep(think(table) if isinstance(table.waiting, Decision) else 1.0)
            random = Random(f"{seed} {table.head.count} {role}")
            session.act(random.choice(public_moves(table)))
            await trio.lowlevel.checkpoint()

    with trio.fail_after(100_000):
        async with trio.open_nursery() as nursery:
            for role in Role:
                nursery.start_soon(decide, role)
            async with trio.open_nursery() as playing:
                for session in sessions:
                    playing.start_soon(session.run)
            nursery.cancel_scope.cancel()
    end = next(place for place, frame in enumerate(frames) if f" {SEED} " in frame.what)
    return Seen(sorted(frames[:end]), held)


def _once(channel: Channel) -> Callable[[], Awaitable[Channel]]:
    async def connect() -> Channel:
        return channel

    return connect
