"""A game over the network as the screen sees it: `GamePort` over a `p2p` session.

Made before there is a session, so that the screen can show the invite while the host waits, and before it is known
which game a joiner will play: `attach` brings both. Everything here is synchronous; the session runs in trio, in the
same thread (`tui.bridge`).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final, Generic

from engine.hidden import Action, Decision, Event, Game, IllegalAction, Seat, State, View, asked, other
from p2p.errors import Problem, StorageError
from p2p.notifications import (
    ChatSaid,
    DialFailed,
    Notification,
    PeerConnected,
    PeerDisconnected,
    RematchDeclined,
    RoundTrip,
)
from p2p.progress import left_unconfirmed
from p2p.reach.ways import State as WayState
from p2p.reach.ways import WayReport
from p2p.session.session import Session
from p2p.text import NAME_LIMIT, clean
from protocol.errors import LocalError
from protocol.findings import Finding
from protocol.follower import Appended
from protocol.outcome import OutOfTime, Resigned, Shared, Stopped
from protocol.report import Integrity
from protocol.roles import Role
from protocol.standing import Cheated, Decided, Standing
from tui.chats import ChatKeeper
from tui.history import History
from tui.language import _
from tui.network_words import WayLines, answered_words, error_words, notification_words
from tui.ports import Audit, ChatLine, Clocks, Ended, Listener, Situation
from tui.record_words import proven_notes, result_reason, standing_notes, you_words

SENTENCE: Final = 300
"""Characters of a sentence in which there may be words of the other side."""


class SessionPort(Generic[State, Action]):
    """`GamePort` over a session. `observe` is to be given to the session when it is made, before `attach`."""

    def __init__(self, own_name: str, window: float | None = None) -> None:
        """`window`: the seconds there are for a decision that is answered evenly (`engine.hidden.Decision`).

        A game without it is one against a bot, which draws nothing from how long an answer takes.
        """
        self._own_name = clean(own_name, NAME_LIMIT)
        self._session: Session[State, Action] | None = None
        self._listeners: list[Listener] = []
        self._chats: list[ChatLine] = []
        self._chat_keeper = ChatKeeper()
        self._events: list[Event] = []
        self._taken = 0
        self._connection = _("Connecting…")
        self._gone = ""
        """That the opponent has left for now, in words, until he is there again."""
        self._again_at: float | None = None
        self._met = False
        """Whether the opponent has been there."""
        self._invite = ""
        self._copies_invite = False
        self._watch_invite = ""
        self._ways = WayLines()
        self._by: WayReport | None = None
        self._answer_code = ""
        self._take_answer: Callable[[str], None] | None = None
        self._trouble = ""
        self._judge: Callable[[], Standing | None] | None = None
        self._notice = ""
        self._alarming = False
        self._window = window
        self._window_began: tuple[int, float] | None = None
        self._history: History[State] = History()
        self._happened = 0
        self._played = 0
        self._left = False
        """Whether the opponent has left when the game was over, so that there is no rematch."""
        self._over = False
        """Whether no session runs any more, so that nothing can be sent: trio, whose clock they go by, has ended."""

    @property
    def game(self) -> Game[State, Action] | None:
        """See `GamePort.game`."""
        return None if self._session is None else self._session.table.game

    # -- for whoever runs the session

    def wait_for_bot(self) -> None:
        """Say that the program of a bot is waited for, which this program has started."""
        self._connection = _("The bot's program starts…")
        self._tell()

    def show_invite(self, token: str) -> None:
        """Show the token that the opponent needs, until the opponent is there."""
        self._invite = token
        known = self._session is not None and self._session.table.opponent_name
        waiting = _("Waiting for your opponent to come back") if known else _("Waiting for your opponent to join")
        self._connection = self._gone or waiting
        self._tell()

    def show_watch_invite(self, token: str) -> None:
        """Show the token for those who may watch."""
        self._watch_invite = token
        self._tell()

    def copy_invite(self) -> None:
        """Have the invite put on the clipboard as soon as it is there, and again when it changes."""
        self._copies_invite = True

    def watch_way(self, report: WayReport) -> None:
        """Show how a way fares."""
        self._ways.take(report)
        if report.state is WayState.WON:
            self._by = report
        self._tell()

    def show_answer_code(self, code: str) -> None:
        """Show the answer code, until the two are connected."""
        self._answer_code = code
        self._tell()

    def take_answers(self, take: Callable[[str], None]) -> None:
        """From now on an answer code may be pasted; `take` raises TokenError if it is none."""
        self._take_answer = take
        self._tell()

    def attach(self, session: Session[State, Action]) -> None:
        """The session is there, or that of the game with which the two go on."""
        if self._session is not None:
            self._begin_again()
        self._session = session
        self._happened = len([entry for entry in session.table.events if entry.event is not None])
        session.table.listen(self._keep_view)
        self._tell()

    def keep_chats(self, keeper: ChatKeeper) -> None:
        """Keep what is said from now on, and tell what was said when the game was played before.

        What was said to nobody then is sent when the opponent is there.
        """
        self._chat_keeper = keeper
        found = keeper.found()
        self._chats += found
        unsent = [line.text for line in found if line.unsent]
        if unsent and self._session is not None:
            self._session.owe_chat(unsent)

    def _begin_again(self) -> None:
        """Another game comes through this port. What was said about it is told before it."""
        self._played += 1
        self._chats = [replace(line, events=0, earlier=True) for line in self._chats]
        self._events = []
        self._taken = 0
        self._history = History()
        self._window_began = None
        self._notice, self._alarming = "", False
        self._left = False

    def judged_by(self, judge: Callable[[], Standing | None]) -> None:
        """Have `judge` say what the game is worth, once it is over or has stopped."""
        self._judge = judge

    def notice(self, sentence: str, *, alarming: bool) -> None:
        """Say who the opponent is known to be."""
        self._notice, self._alarming = clean(sentence, SENTENCE), alarming
        self._tell()

    def stop(self, sentence: str) -> None:
        """The session has failed: say why. What was played is kept."""
        self._trouble = self._connection = clean(sentence, SENTENCE)
        self._again_at = None
        self._tell()

    def end(self) -> None:
        """No session runs any more, and none will. What was played can still be looked at."""
        self._over = True
        self._take_answer = None
        self._tell()

    def observe(self, notification: Notification) -> None:
        """Take in what a session tells."""
        if isinstance(notification, PeerDisconnected):
            left = notification.error.problem is Problem.PEER_LEFT
            self._gone = clean(error_words(notification.error), SENTENCE) if left else ""
        if isinstance(notification, PeerConnected):
            self._met, self._gone = True, ""
            self._invite = self._answer_code = ""
            self._chat_keeper.sent()
        if isinstance(notification, ChatSaid):
            session = self._session
            unsent = notification.own and session is not None and not session.connected
            over = session is not None and self._ended(session, self._worth(session)) is not None
            line = ChatLine(notification.own, notification.text, self._happened, unsent=unsent, over=over)
            self._chats.append(line)
            self._chat_keeper.keep(line)
        self._left = self._left or isinstance(notification, RematchDeclined)
        words = notification_words(notification, self._by)
        if words and not (isinstance(notification, RoundTrip) and self._session is None):
            # Why nobody answers is known then, and it is nothing that can be mended.
            self._connection = self._gone or clean(words, SENTENCE)
            again_in = notification.again_in if isinstance(notification, DialFailed) else None
            self._again_at = None if again_in is None else time.monotonic() + again_in
        if self._session is not None:
            # The clock of a decision starts when the session has it, not when the screen comes to it.
            self._answer_by(self._session)
        self._tell()

    # -- for the screen

    def _before_the_game(self) -> str:
        """How things stand while there is no game yet; the two begin it once they have met."""
        if not self._met or self._trouble:
            return self._connection
        return f"{self._connection} {_('Both programs shuffle and seal what is hidden, with proofs…')}"

    def situation(self) -> Situation[State, Action]:
        """See `GamePort.situation`."""
        session = self._session
        if session is None:
            return Situation(
                view=None,
                question=None,
                events=(),
                own_name=self._own_name,
                opponent_name="",
                connected=False,
                connection=self._before_the_game(),
                again_at=self._again_at,
                finished=bool(self._trouble),
                trouble=self._trouble,
                invite=self._invite,
                copies_invite=self._copies_invite,
                ways=self._ways.lines(),
                answer_code=self._answer_code,
                takes_answer=self._take_answer is not None,
                watch_invite=self._watch_invite,
            )
        table = session.table
        worth = self._worth(session)
        return Situation(
            view=table.view(),
            question=session.to_decide(),
            even_default=self._even_default(session),
            events=self._new_events(session),
            own_name=self._own_name,
            opponent_name=self._opponent(session),
            connected=session.connected,
            connection=self._connection,
            again_at=self._again_at,
            held=session.held,
            held_until=self._held_until(session),
            asked_at=self._asked_at(session),
            sealed=table.own_choice,
            awaited=session.awaited,
            answer_by=self._answer_by(session),
            time_tells=self._window is not None,
            leaving=self._leaving(session),
            verified=table.head.count,
            ended=self._ended(session, worth),
            audit=self._audit(session),
            opened=table.opened,
            finished=table.finished or bool(self._trouble),
            trouble=self._trouble,
            invite=self._invite,
            copies_invite=self._copies_invite,
            notes=self._notes(session, worth),
            proofs=[] if worth is None else proven_notes(worth),
            notice=self._notice,
            alarming=self._alarming,
            ways=self._ways.lines(),
            answer_code=self._answer_code,
            takes_answer=self._take_answer is not None,
            played=self._played,
            may_rematch=table.finished and session.rematch.open and not self._trouble and not self._over,
            unheard=self._unheard(session),
            clocks=self._clocks(session),
            watch_invite=self._watch_invite,
            watched=session.watched,
            asked_rematch=session.rematch.asked,
            heard_rematch=session.rematch.heard,
            rematch=self._rematch(session),
        )

    def beginning(self) -> State:
        """See `GamePort.beginning`."""
        assert self._session is not None, "there is no beginning before a game"
        return self._session.table.game.start()

    def view_then(self, state: State) -> View[State] | None:
        """See `GamePort.view_then`."""
        return None if self._session is None else self._session.table.view_then(state)

    def view_after(self, count: int) -> View[State] | None:
        """See `GamePort.view_after`. What a record held already was not seen one by one."""
        return self._history.view_after(count)

    def _keep_view(self, appended: Appended) -> None:
        session = self._session
        if appended.event is None or session is None:
            return
        self._happened += 1
        view = session.table.view()
        if view is not None:
            self._history.keep(session.table.game, self._happened, view)

    def chats(self) -> list[ChatLine]:
        """See `GamePort.chats`."""
        return self._chats

    def act(self, action: Action) -> None:
        """See `GamePort.act`."""
        if self._session is None or self._trouble or self._over:
            raise IllegalAction("table", "There is no game to play in now")
        try:
            self._session.act(action)
        except LocalError as error:
            raise IllegalAction("table", "{reason}", reason=error_words(error)) from error

    def resign(self) -> None:
        """See `GamePort.resign`."""
        if self._session is not None and not self._over:
            try:
                self._session.resign()
            except LocalError:
                return  # the game is over, or has not begun
            self._tell()

    def chat(self, text: str) -> str:
        """See `GamePort.chat`."""
        if self._session is None:
            return _("There is no game to talk in now.")
        unheard = self._unheard(self._session)
        if unheard:
            return _("Not said: {why}").format(why=unheard)
        if not self._session.chat(text):
            return _("That was not said: it is empty, or you have said too much at once.")
        return ""

    def ask_rematch(self) -> str:
        """See `GamePort.ask_rematch`."""
        if self._session is None or self._trouble:
            return _("There is no game to play another one after.")
        if self._over:
            return self._no_rematch(self._session)
        try:
            self._session.ask_rematch()
        except StorageError as error:
            return clean(error_words(error), SENTENCE)
        except LocalError:
            return self._no_rematch(self._session)
        return self._rematch(self._session)

    def answer(self, code: str) -> str:
        """See `GamePort.answer`."""
        if self._take_answer is None:
            return _("No answer code is waited for.")
        return answered_words(self._take_answer, code)

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`."""
        self._listeners.append(listener)

    # -- what a session says, in the port's terms

    def _new_events(self, session: Session[State, Action]) -> list[Event]:
        appended = session.table.events
        self._events += [entry.event for entry in appended[self._taken :] if entry.event is not None]
        self._taken = len(appended)
        return self._events

    @staticmethod
    def _leaving(session: Session[State, Action]) -> bool:
        """Whether the player has resigned, and who is not there may not have heard of it."""
        table = session.table
        if table.outcome is None or session.connected:
            return bool(table.leaving)
        return left_unconfirmed(table.outcome, table.seat, table.entries, table.role)

    @staticmethod
    def _clocks(session: Session[State, Action]) -> Clocks | None:
        left, table = session.time_left, session.table
        if left is None:
            return None
        runs = table.clock_of if session.connected else None
        return Clocks(*left, own_runs=runs is table.role, theirs_runs=runs is table.role.other)

    def _rematch(self, session: Session[State, Action]) -> str:
        """Who has asked for another game."""
        rematch, opponent = session.rematch, self._opponent(session)
        if not session.table.finished or self._trouble:
            return ""
        if not rematch.open or self._over:
            left = rematch.asked or rematch.open or self._left
            return _("{opponent} has left: there is no rematch.").format(opponent=opponent) if left else ""
        if rematch.asked:
            return _("You have asked for a rematch with sides exchanged; {opponent} has not answered yet.").format(
                opponent=opponent
            )
        if rematch.heard:
            return _("{opponent} asks for a rematch with sides exchanged.").format(opponent=opponent)
        return ""

    @staticmethod
    def _no_rematch(session: Session[State, Action]) -> str:
        """Why none can be asked for."""
        if session.table.finished:
            return _("Your opponent has left: there is no rematch.")
        return _("The game is not over yet: both programs must have signed what their audits found.")

    def _unheard(self, session: Session[State, Action]) -> str:
        """Why nothing that is said would ever reach the opponent; empty while it would."""
        if self._trouble:
            return f"{_('The game has stopped')}."
        if self._over or self._left:
            return _("{opponent} has left.").format(opponent=self._opponent(session))
        return ""

    def _even_default(self, session: Session[State, Action]) -> Action | None:
        waiting = session.table.waiting
        if session.to_decide() is None or not isinstance(waiting, Decision):
            return None
        default: Action | None = waiting.even_default
        return default

    def _answer_by(self, session: Session[State, Action]) -> float | None:
        """When the window of the decision that is owed now closes; counted from when it was first seen."""
        if self._window is None or self._even_default(session) is None:
            return None
        return self._since(session) + self._window

    def _held_until(self, session: Session[State, Action]) -> float | None:
        """When the answer that is held goes out: with the window of its decision."""
        return None if self._window is None or session.held is None else self._since(session) + self._window

    def _asked_at(self, session: Session[State, Action]) -> float | None:
        """Since when the opponent alone is to answer."""
        table = session.table
        if table.waiting is None or table.seat is None or session.to_decide() is not None:
            return None
        return None if asked(table.waiting, other(table.seat)) is None else self._since(session)

    def _since(self, session: Session[State, Action]) -> float:
        """When the chain was first seen to be as long as it is."""
        count = session.table.head.count
        if self._window_began is None or self._window_began[0] != count:
            self._window_began = (count, time.monotonic())
        return self._window_began[1]

    def _worth(self, session: Session[State, Action]) -> Standing | None:
        """What the game is worth, once it is over or has stopped."""
        worth = None if self._judge is None else self._judge()
        outcome = session.table.outcome
        if worth is None and outcome is not None:
            return Standing(Decided(outcome), None, Integrity.CUT, session.table.head.count - 1)
        return worth

    def _ended(self, session: Session[State, Action], worth: Standing | None) -> Ended | None:
        """Told to this player: whoever gave up, stopped the game or cheated is `you` or the opponent by name."""
        outcome = session.table.outcome
        if worth is None or (outcome is None and not isinstance(worth.result, Cheated)):
            return None
        shared = isinstance(worth.result, Decided) and isinstance(outcome, Shared)
        reason = result_reason(session.table.game, worth, lambda seat: self._called(session, seat))
        return Ended(worth.winner, reason, shared, early=isinstance(outcome, Resigned | Stopped | OutOfTime))

    def _notes(self, session: Session[State, Action], worth: Standing | None) -> list[str]:
        if worth is None:
            return []
        role = session.table.role
        return standing_notes(worth, lambda other: you_words() if other is role else self._opponent(session))

    def _called(self, session: Session[State, Action], seat: Seat) -> str:
        return you_words() if seat == session.table.seat else self._opponent(session)

    def _opponent(self, session: Session[State, Action]) -> str:
        return clean(session.table.opponent_name or "", NAME_LIMIT) or _("Your opponent")

    def _audit(self, session: Session[State, Action]) -> Audit:
        verdict = session.table.verdict
        if verdict is None:
            return Audit(None, None)
        role, name = session.table.role, session.table.opponent_name or _("the opponent")

        def told(findings: tuple[Finding, ...] | None) -> list[str] | None:
            return None if findings is None else [finding_words(finding, role, name) for finding in findings]

        return Audit(told(verdict.own), told(verdict.theirs))

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def finding_words(finding: Finding, role: Role, opponent: str) -> str:
    """A finding in a sentence. The opponent's verdict is its own words, so they are cleaned as chat is."""
    text = _("entry {number}, by {player}, {check}: expected {expected}, found {found}").format(
        number=finding.number,
        player=you_words() if finding.author is role else opponent,
        check=finding.check,
        expected=finding.expected,
        found=finding.found,
    )
    return clean(text, SENTENCE)
