"""A game against a bot at an open table in this process: for practice without a network, tests and pictures.

Nothing is proved here and nothing kept; `sekigahara solo` plays over the real protocol instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, cast

from engine.hidden import (
    Action,
    Bot,
    Chance,
    Decision,
    Event,
    Face,
    Game,
    Over,
    Piece,
    Seat,
    State,
    View,
    other,
    view_of,
)
from engine.open_table import OpenTable
from p2p.text import CHAT_LIMIT, clean
from tui.games import words_of
from tui.history import History
from tui.language import _
from tui.ports import Audit, ChatLine, Ended, Listener, Situation


class _Recorder:
    """The rules of a game, and a list of every event that was applied by them. `look` is called before each."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.events: list[Event] = []
        self.look: Callable[[], None] | None = None
        self._game = game

    def apply(self, state: Any, event: Event) -> None:
        """See `Game.apply`."""
        if self.look is not None:
            self.look()
        self._game.apply(state, event)
        self.events.append(event)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)


class PracticePort(Generic[State, Action]):
    """`GamePort` over an open table. `bot` plays the other seat, as soon as it is asked to decide."""

    def __init__(
        self,
        game: Game[State, Action],
        seat: Seat,
        bot: Bot[State, Action],
        chance: Chance,
        *,
        state: State | None = None,
        faces: Mapping[Piece, Face] | None = None,
        own_name: str = "You",
        opponent_name: str = "Bot",
        time_tells: bool = False,
    ) -> None:
        """A new game, or one that goes on from `state` with the hidden `faces` given.

        `time_tells`: ask as if the bot were a person (see `Situation`).
        """
        self.game = game
        state = game.start() if state is None else state
        self._beginning = game.copy(state)
        recorder = _Recorder(game)
        self._events = recorder.events
        self._table = OpenTable(cast("Game[State, Action]", recorder), chance, game.copy(state), faces)
        self._seat = seat
        self._bot = bot
        self._own_name = own_name
        self._opponent_name = opponent_name
        self._listeners: list[Listener] = []
        self._chats: list[ChatLine] = []
        self._resigned = False
        self._time_tells = time_tells
        self._history: History[State] = History()
        self._seen: dict[Piece, Face] = {}
        """All faces that the player has ever seen, of pieces that have other numbers since too."""
        # What a seat may see is settled when the next event comes: what is drawn is known by then.
        recorder.look = self._keep_view
        self._let_bot_play()

    def situation(self) -> Situation[State, Action]:
        """See `GamePort.situation`."""
        table, waiting = self._table, self._table.waiting
        ended = None
        if self._resigned:
            ended = Ended(other(self._seat), _("{who} resigned").format(who=self._own_name), early=True)
        elif isinstance(waiting, Over):
            reason = words_of(self.game).reason(waiting.reason)
            ended = Ended(waiting.winner, reason, shared=waiting.winner is None)
        question = None if ended else table.asked(self._seat)
        return Situation(
            view=table.view(self._seat),
            question=question,
            even_default=waiting.even_default if question is not None and isinstance(waiting, Decision) else None,
            events=self._events,
            own_name=self._own_name,
            opponent_name=self._opponent_name,
            connected=True,
            connection=_("Practice game in this program"),
            time_tells=self._time_tells,
            ended=ended,
            audit=Audit(None, None, expected=False),
            finished=ended is not None,
        )

    def beginning(self) -> State:
        """See `GamePort.beginning`."""
        return self.game.copy(self._beginning)

    def view_then(self, state: State) -> View[State] | None:
        """See `GamePort.view_then`."""
        now = self._table.view(self._seat)
        return view_of(self.game, state, self._seat, {**self._seen, **now.faces})

    def view_after(self, count: int) -> View[State] | None:
        """See `GamePort.view_after`."""
        return self._history.view_after(count)

    def _keep_view(self) -> None:
        view = self._table.view(self._seat)
        self._history.keep(self.game, len(self._events), view)
        self._seen.update(view.faces)

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

    def chat(self, text: str) -> str:
        """See `GamePort.chat`."""
        self.hear(text, own=True)
        return ""

    def hear(self, text: str, *, own: bool) -> None:
        """A line of chat comes in, cleaned as the network's are."""
        line = clean(text, CHAT_LIMIT)
        if line:
            self._chats.append(ChatLine(own, line))
            self._tell()

    def ask_rematch(self) -> str:
        """See `GamePort.ask_rematch`."""
        return _("A practice game has no rematch.")

    def answer(self, code: str) -> str:
        """See `GamePort.answer`."""
        return ""

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`."""
        self._listeners.append(listener)

    def _let_bot_play(self) -> None:
        seat = other(self._seat)
        while not self._resigned and self._table.asked(seat) is not None:
            self._table.act(seat, self._bot.choose(self._table.view(seat)))

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()
