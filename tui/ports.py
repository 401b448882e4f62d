"""What the screen needs of a game, whoever carries it: a table in this process, or a session with another player.

A port is asked (`situation`) and told (`act`, `resign`, `chat`), never awaited: it belongs to the thread of the screen.
Whoever wants to know that something has changed subscribes. No face that the player may not see comes through a port:
what is known of the game is one `View`.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol

from engine.hidden import Action, Event, Face, Game, Piece, Seat, State, View
from tui.language import _, ngettext


@dataclass(frozen=True, slots=True)
class Ended:
    """How the game ended: who won (None: nobody, or both if it is `shared`) and why, in a short public sentence.

    `early`: not by an event of the game, such as by a resignation.
    """

    winner: Seat | None
    reason: str
    shared: bool = False
    early: bool = False

    @property
    def sentence(self) -> str:
        """The reason by itself."""
        return f"{self.reason[:1].upper()}{self.reason[1:]}."


@dataclass(frozen=True, slots=True)
class Audit:
    """What the audits of the finished game found. None: that side has not said yet, or never will.

    Each finding is a sentence. `expected` says whether there is anything to wait for: a practice game has no audit.
    """

    own: Sequence[str] | None
    theirs: Sequence[str] | None
    expected: bool = True


@dataclass(frozen=True, slots=True)
class Planned(Generic[State, Action]):
    """A step that the player has planned and not sent: what it would do, and what the player saw before and after."""

    action: Action
    before: View[State]
    after: View[State]


@dataclass(frozen=True, slots=True)
class Clocks:
    """The seconds that both players have left, and whether the one or the other is running down."""

    own: float
    theirs: float
    own_runs: bool = False
    theirs_runs: bool = False


@dataclass(frozen=True, slots=True)
class Situation(Generic[State, Action]):
    """A game as one of its players sees it now.

    `view` is None until the game has begun. `question` is what this player is to answer now, None if there is
    nothing; `even_default` is its answer if it has none by its time (`engine.hidden.Decision`). `events` is the
    game's history from its first event on; it only grows. `held` is an answer already given that waits for its time
    to go out: until then, which is `held_until` on the clock of `time.monotonic`, another may take its place.
    `asked_at`: since when the opponent alone has to answer, on that clock; None if it has not. `sealed` is one to a
    question that both are asked, of which the opponent knows nothing before it has answered too;
    `awaited`: the opponent has answered it, and this player has not. `answer_by` is the time, on that clock, at
    which the program will answer for the player, None if it never will. `time_tells`: the opponent is a person, who
    could learn something from how long an answer takes. `leaving`: this player has resigned, and the
    opponent's program has not taken that in yet. `connection` says in a sentence how things stand with the
    opponent; `connected` whether it is there; `again_at` is when it is tried again to reach it, on that clock.
    `trouble` is what ended the game, or the program's part in it, against the player's will. `invite` is what the
    opponent needs to join, while it has not; `copies_invite`: the player wants it on the clipboard unasked.
    `verified`: how many entries the game's chain has, each checked, with its proofs, when it came; 0 without a chain.
    `opened` are the faces that the audit has told of both sides' pieces, by every number that they ever had.
    `notes` are sentences on what the game is worth now that it is over or has stopped, `proofs` on how that is known;
    `notice` says who the opponent
    is known to be, and is `alarming` if the player should look twice.
    `ways` says in a line each how the ways to the opponent fare, `answer_code` is what the host's player is to be sent,
    `takes_answer` whether this player may be sent one.
    `played` counts the games that came through this port before the one at hand: with each, all begins anew.
    `may_rematch`: another game with sides exchanged may still come of it; `rematch` says who has asked for one,
    `asked_rematch` whether this player has, `heard_rematch` whether the opponent has.
    `clocks`: the seconds that this player and the opponent have left, and whose clock runs (`own`, `theirs` or empty).
    `unheard` says why nothing that is said would ever reach the opponent; empty while it would.
    `watch_invite` is what whoever is to watch needs; `watched` how many watch now, None if nobody may.
    `behind` says how many things that have happened are still to be shown (`tui.playback`); `planned` what the player
    has planned and nobody else knows: `view` and `question` are what they would be after it (`tui.plans`); `undone`
    what can be planned again as it was, the next of it last.
    """

    view: View[State] | None
    question: Any | None
    events: Sequence[Event]
    own_name: str
    opponent_name: str
    connected: bool
    connection: str
    again_at: float | None = None
    even_default: Action | None = None
    held: Action | None = None
    held_until: float | None = None
    asked_at: float | None = None
    sealed: Action | None = None
    awaited: bool = False
    answer_by: float | None = None
    time_tells: bool = True
    leaving: bool = False
    verified: int = 0
    ended: Ended | None = None
    audit: Audit = field(default_factory=lambda: Audit(None, None))
    opened: Mapping[Piece, Face] = field(default_factory=dict)
    finished: bool = False
    trouble: str = ""
    notes: Sequence[str] = ()
    proofs: Sequence[str] = ()
    notice: str = ""
    alarming: bool = False
    invite: str = ""
    copies_invite: bool = False
    ways: Sequence[str] = ()
    answer_code: str = ""
    takes_answer: bool = False
    played: int = 0
    may_rematch: bool = False
    asked_rematch: bool = False
    heard_rematch: bool = False
    rematch: str = ""
    unheard: str = ""
    clocks: Clocks | None = None
    watch_invite: str = ""
    watched: int | None = None
    behind: int = 0
    planned: Sequence[Planned[State, Action]] = ()
    undone: Sequence[Planned[State, Action]] = ()

    @property
    def names(self) -> tuple[str, str]:
        """The players' names by seat, the own one as `you`."""
        assert self.view is not None
        you = _("you")
        return (you, self.opponent_name) if self.view.seat == 0 else (self.opponent_name, you)

    @property
    def connecting(self) -> str:
        """How things stand with the opponent at this moment: with the seconds until it is tried again."""
        if self.again_at is None:
            return self.connection
        count = math.ceil(self.again_at - time.monotonic())
        if count <= 0:
            return _("{error} Trying again…").format(error=self.connection)
        words = ngettext("{error} Trying again in {count} second…", "{error} Trying again in {count} seconds…", count)
        return words.format(error=self.connection, count=count)

    @property
    def told_leaving(self) -> str:
        """What becomes of the resignation that the opponent's program has not taken in yet."""
        opponent = self.opponent_name or _("Your opponent")
        if self.connected:
            return _("The game is over as soon as {opponent}'s program has your resignation.").format(opponent=opponent)
        return _("Your resignation is kept, and given to {opponent} as soon as you are both connected.").format(
            opponent=opponent
        )

    @property
    def resign_question(self) -> str:
        """What whoever wants to resign is asked: what comes of it, and when, if the opponent is not there."""
        question = _("Resign? The game is lost then, and cannot be taken up again.")
        return question if self.connected else f"{question} {self.told_leaving}"

    def said(self, chat: ChatLine) -> str:
        """A line of chat, with who said it."""
        return f"{self.own_name if chat.own else self.opponent_name}: {chat.text}"


@dataclass(frozen=True, slots=True)
class ChatLine:
    """A line of chat, safe to show.

    `events`: how many the game had; `earlier`: said before this program began; `unsent`: the opponent was not there;
    `over`: it was known that the game had ended.
    """

    own: bool
    text: str
    events: int = 0
    earlier: bool = False
    unsent: bool = False
    over: bool = False


Listener = Callable[[], None]


class GamePort(Protocol[State, Action]):
    """A game that a screen can show and play."""

    @property
    def game(self) -> Game[State, Action] | None:
        """The rules; None while nobody has said which game it is to be."""

    def situation(self) -> Situation[State, Action]:
        """The game as it stands."""

    def beginning(self) -> State:
        """A new copy of the state before the first of the events. To be asked only once there is a view."""

    def view_then(self, state: State) -> View[State] | None:
        """What this player saw when the game stood so: `state` is one that it has gone through. None before a game."""

    def view_after(self, count: int) -> View[State] | None:
        """What this player saw after so many of the events, None if that is not kept: it is for as long as the program
        runs, unless a later one has been asked for since.
        """

    def chats(self) -> Sequence[ChatLine]:
        """What has been said; it only grows."""

    def act(self, action: Action) -> None:
        """Take the decision owed. Raises IllegalAction, changing nothing."""

    def resign(self) -> None:
        """Give the game up. Does nothing if it is over."""

    def chat(self, text: str) -> str:
        """Say something to the opponent; why it was not said, in a sentence, and nothing if it was."""

    def ask_rematch(self) -> str:
        """Want another game with sides exchanged; what comes of it, in a sentence."""

    def answer(self, code: str) -> str:
        """Take the answer code that the opponent has sent; what is wrong with it, or what happens now."""

    def subscribe(self, listener: Listener) -> None:
        """Have `listener` called after every change. It must return at once and raise nothing."""
