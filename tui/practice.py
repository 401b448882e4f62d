"""A game against a bot at an open table in this process: for practice without a network, tests and pictures.

Nothing is proved here and nothing kept; `sekigahara solo` plays over the real protocol instead.
"""

from __future__ import annotations

from engine.hidden import Decision, Event, Over, Sealed, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara.actions import Action
from engine.sekigahara.bots import Bot
from engine.sekigahara.game import Sekigahara
from engine.sekigahara.state import State
from p2p.text import CHAT_LIMIT, clean
from tui.ports import Audit, ChatLine, Ended, Listener, Situation
from tui.sekigahara.map.contents import own_view


class RecordingGame(Sekigahara):
    """The rules, and a list of every event that was applied: for one game at one table.

    `beginning` is the state before the first of them, if it is not that of a new game.
    """

    def __init__(self, beginning: State | None = None) -> None:
        self.events: list[Event] = []
        self.beginning = self.start() if beginning is None else beginning.copy()

    def apply(self, state: State, event: Event) -> None:
        """See `Game.apply`."""
        super().apply(state, event)
        self.events.append(event)


class LocalPort:
    """`GamePort` over an open table. `bot` plays the other seat, as soon as it is asked to decide."""

    def __init__(
        self,
        table: OpenTable[State, Action],
        game: RecordingGame,
        seat: Seat,
        bot: Bot,
        own_name: str = "You",
        opponent_name: str = "Bot",
        *,
        time_tells: bool = False,
    ) -> None:
        """`time_tells`: ask as if the bot were a person (see `Situation`)."""
        self._table = table
        self._game = game
        self._seat = seat
        self._bot = bot
        self._own_name = own_name
        self._opponent_name = opponent_name
        self._listeners: list[Listener] = []
        self._chats: list[ChatLine] = []
        self._resigned = False
        self._time_tells = time_tells
        self._beginning = game.beginning
        self._let_bot_play()

    def situation(self) -> Situation:
        """See `GamePort.situation`."""
        table = self._table
        ended = None
        if self._resigned:
            ended = Ended(other(self._seat), f"{self._own_name} resigned")
        elif isinstance(table.waiting, Over):
            ended = Ended(table.waiting.winner, table.waiting.reason)
        return Situation(
            state=table.state,
            seat=self._seat,
            faces=own_view(table.state, self._seat, table.faces),
            to_decide=None if ended else self._to_decide(self._seat),
            events=self._game.events,
            own_name=self._own_name,
            opponent_name=self._opponent_name,
            connected=True,
            connection="Practice game in this program",
            time_tells=self._time_tells,
            ended=ended,
            audit=Audit(None, None, expected=False),
            finished=ended is not None,
        )

    def beginning(self) -> State:
        """See `GamePort.beginning`."""
        return self._beginning.copy()

    def chats(self) -> list[ChatLine]:
        """See `GamePort.chats`."""
        return self._chats

    def act(self, action: Action) -> None:
        """See `GamePort.act`."""
        self._table.act(self._seat, action)
        self._let_bot_play()
        self._tell()

    def resign(self) -> None:
        """See `GamePort.resign`."""
        self._resigned = self._resigned or not isinstance(self._table.waiting, Over)
        self._tell()

    def chat(self, text: str) -> None:
        """See `GamePort.chat`."""
        self.hear(text, own=True)

    def hear(self, text: str, *, own: bool) -> None:
        """A line of chat comes in, cleaned as the network's are."""
        line = clean(text, CHAT_LIMIT)
        if line:
            self._chats.append(ChatLine(own, line))
            self._tell()

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`."""
        self._listeners.append(listener)

    def _to_decide(self, seat: Seat) -> str | None:
        waiting = self._table.waiting
        if isinstance(waiting, Decision) and waiting.seat == seat:
            return waiting.kind
        if isinstance(waiting, Sealed) and not self._table.has_sealed(seat):
            return waiting.kind
        return None

    def _let_bot_play(self) -> None:
        seat = other(self._seat)
        while not self._resigned and self._to_decide(seat) is not None:
            table = self._table
            self._table.act(seat, self._bot.choose(table.state, seat, own_view(table.state, seat, table.faces)))

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def practice(seat: Seat, bot: Bot, seed: int, own_name: str = "You", opponent_name: str = "Bot") -> LocalPort:
    """A new practice game in which the person sits at `seat`; equal seeds give equal shuffles."""
    game = RecordingGame()
    return LocalPort(OpenTable(game, SeededChance(seed)), game, seat, bot, own_name, opponent_name)
