"""What a game on the screen comes from: the port, who runs it, and what is kept of it.

A game over the network takes a second to be made ready, most of it for reading the network's and the game's modules.
The screen does not wait for it: it shows at once that the game is being made ready (`ComingPort`), and gets the table
(`Table`) from a thread when it is there.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from engine.hidden import Game, IllegalAction, View
from tui.advising import Ask, Review
from tui.kept import Kept
from tui.language import _
from tui.ports import ChatLine, GamePort, Listener, Situation

if TYPE_CHECKING:
    from protocol.replay import Replay


@dataclass(frozen=True, slots=True)
class Table:
    """A game to be shown and played.

    `play`, if there is one, is run in trio beside the screen and feeds the port. `kept` gives what is kept beside the
    game that begins. `ask`: who is asked for hints, `review` who tells what decided the game that was played, `replay`
    reads its record; None where there is no such thing.
    """

    port: GamePort[Any, Any]
    play: Callable[[], Awaitable[None]] | None = None
    kept: Callable[[], Kept] = Kept
    ask: Ask | None = None
    review: Review | None = None
    replay: Callable[[], Replay[Any, Any]] | None = None


Opening: TypeAlias = Callable[[], Table]
"""Makes a game ready, in a thread: it touches nothing of the screen's."""


class ComingPort:
    """`GamePort` while the game is being made ready: there is nothing but the sentence that says so."""

    game: Game[Any, Any] | None = None

    def situation(self) -> Situation[Any, Any]:
        """See `GamePort.situation`."""
        return Situation(
            view=None,
            question=None,
            events=(),
            own_name="",
            opponent_name="",
            connected=False,
            connection=_("The game is being made ready…"),
            finished=True,  # there is nothing yet to be lost by leaving
        )

    def beginning(self) -> Any:
        """See `GamePort.beginning`."""
        raise LookupError("there is no beginning before a game")

    def view_then(self, state: Any) -> View[Any] | None:
        """See `GamePort.view_then`."""
        return None

    def view_after(self, count: int) -> View[Any] | None:
        """See `GamePort.view_after`."""
        return None

    def chats(self) -> Sequence[ChatLine]:
        """See `GamePort.chats`."""
        return ()

    def act(self, action: Any) -> None:
        """See `GamePort.act`."""
        raise IllegalAction("table", "There is no game to play in now")

    def resign(self) -> None:
        """See `GamePort.resign`."""

    def chat(self, text: str) -> str:
        """See `GamePort.chat`."""
        return _("There is no game to talk in now.")

    def ask_rematch(self) -> str:
        """See `GamePort.ask_rematch`."""
        return _("There is no game to play another one after.")

    def answer(self, code: str) -> str:
        """See `GamePort.answer`."""
        return _("No answer code is waited for.")

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`. Nothing ever changes: another port comes in the place of this one."""
