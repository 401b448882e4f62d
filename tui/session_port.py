"""A game over the network as the screen sees it: `GamePort` over a `p2p` session.

Made before there is a session, so that the screen can show the invite while the host waits: `attach` brings it.
Everything here is synchronous; the session runs in trio, in the same thread (`tui.bridge`).
"""

from __future__ import annotations

import time
from typing import Final, Generic

from engine.hidden import Action, Decision, Event, Game, IllegalAction, State, view_of
from p2p.news import Connected, Disconnected, News, Said
from p2p.session import Session
from p2p.text import NAME_LIMIT, clean
from protocol.errors import LocalError
from protocol.progress import Outcome
from protocol.transcript import Finding, Role
from tui.games import words_of
from tui.ports import Audit, ChatLine, Ended, Listener, Situation

SENTENCE: Final = 300
"""Characters of a sentence in which there may be words of the other side."""


class SessionPort(Generic[State, Action]):
    """`GamePort` over a session. `observe` is to be given to the session when it is made, before `attach`."""

    def __init__(self, game: Game[State, Action], own_name: str, window: float | None = None) -> None:
        """`window`: the seconds there are for a decision that is answered evenly (`engine.hidden.Decision`).

        A game without it is one against a bot, which draws nothing from how long an answer takes.
        """
        self.game = game
        self._words = words_of(game)
        self._own_name = clean(own_name, NAME_LIMIT)
        self._session: Session[State, Action] | None = None
        self._listeners: list[Listener] = []
        self._chats: list[ChatLine] = []
        self._events: list[Event] = []
        self._taken = 0
        self._connection = "Connecting…"
        self._invite = ""
        self._trouble = ""
        self._window = window
        self._asked: tuple[int, float] | None = None

    # -- for whoever runs the session

    def show_invite(self, token: str) -> None:
        """Show the token that the opponent needs, until the opponent is there."""
        self._invite = token
        self._connection = "Waiting for your opponent to join"
        self._tell()

    def report(self, sentence: str) -> None:
        """Show how the connection is getting on."""
        self._connection = clean(sentence, SENTENCE)
        self._tell()

    def attach(self, session: Session[State, Action]) -> None:
        """The session is there."""
        self._session = session
        self._tell()

    def stop(self, sentence: str) -> None:
        """The session has failed: say why. What was played is kept."""
        self._trouble = clean(sentence, SENTENCE)
        self._connection = self._trouble
        self._tell()

    def observe(self, news: News) -> None:
        """Take in what a session tells."""
        match news:
            case Connected(sentence):
                self._invite = ""
                self._connection = clean(sentence, SENTENCE)
            case Disconnected(sentence):
                self._connection = clean(sentence, SENTENCE)
            case Said(own, text):
                self._chats.append(ChatLine(own, text))
        if self._session is not None:
            # The clock of a decision starts when the session has it, not when the screen comes to it.
            self._answer_by(self._session)
        self._tell()

    # -- for the screen

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
                connection=self._connection,
                trouble=self._trouble,
                invite=self._invite,
            )
        table = session.table
        outcome, state, seat = table.outcome, table.state, table.seat
        return Situation(
            view=None if state is None or seat is None else view_of(self.game, state, seat, table.faces),
            question=session.to_decide(),
            even_default=self._even_default(session),
            events=self._new_events(session),
            own_name=self._own_name,
            opponent_name=self._opponent(),
            connected=session.connected,
            connection=self._connection,
            held=session.held,
            answer_by=self._answer_by(session),
            time_tells=self._window is not None,
            leaving=table.leaving,
            ended=None if outcome is None else self._ended(outcome),
            audit=self._audit(session),
            finished=table.finished or bool(self._trouble),
            trouble=self._trouble,
            invite=self._invite,
        )

    def beginning(self) -> State:
        """See `GamePort.beginning`."""
        return self.game.start()

    def chats(self) -> list[ChatLine]:
        """See `GamePort.chats`."""
        return self._chats

    def act(self, action: Action) -> None:
        """See `GamePort.act`."""
        if self._session is None or self._trouble:
            raise IllegalAction("table", "There is no game to play in now")
        try:
            self._session.act(action)
        except LocalError as error:
            raise IllegalAction("table", str(error)) from error

    def resign(self) -> None:
        """See `GamePort.resign`."""
        if self._session is not None:
            try:
                self._session.resign()
            except LocalError:
                return  # the game is over, or has not begun
            self._tell()

    def chat(self, text: str) -> None:
        """See `GamePort.chat`."""
        if self._session is not None and not self._session.chat(text):
            self.report("That was not said: it is empty, or too much waits for the connection already.")

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`."""
        self._listeners.append(listener)

    def _new_events(self, session: Session[State, Action]) -> list[Event]:
        happened = session.table.events
        self._events += [entry.event for entry in happened[self._taken :] if entry.event is not None]
        self._taken = len(happened)
        return self._events

    def _even_default(self, session: Session[State, Action]) -> Action | None:
        state = session.table.state
        if state is None or session.to_decide() is None:
            return None
        waiting = self.game.waiting(state)
        return waiting.even_default if isinstance(waiting, Decision) else None

    def _answer_by(self, session: Session[State, Action]) -> float | None:
        """When the window of the decision that is owed now closes; counted from when it was first seen."""
        if self._window is None or self._even_default(session) is None:
            return None
        count = session.table.head.count
        if self._asked is None or self._asked[0] != count:
            self._asked = (count, time.monotonic())
        return self._asked[1] + self._window

    def _ended(self, outcome: Outcome) -> Ended:
        """Told to this player: whoever gave up or stopped the game is `you` or the opponent by name."""
        assert self._session is not None
        left = outcome.stopped if outcome.resigned is None else outcome.resigned
        if left is None:
            return Ended(outcome.winner, clean(self._words.reason(outcome.reason), SENTENCE))
        who = "you" if left == self._session.table.seat else self._opponent()
        return Ended(outcome.winner, f"{who} {'stopped the game' if outcome.resigned is None else 'resigned'}")

    def _opponent(self) -> str:
        name = "" if self._session is None else self._session.table.opponent_name
        return clean(name or "", NAME_LIMIT) or "Your opponent"

    def _audit(self, session: Session[State, Action]) -> Audit:
        verdict = session.table.verdict
        if verdict is None:
            return Audit(None, None)
        role, name = session.table.role, session.table.opponent_name or "the opponent"

        def told(findings: tuple[Finding, ...] | None) -> list[str] | None:
            return None if findings is None else [finding_words(finding, role, name) for finding in findings]

        return Audit(told(verdict.own), told(verdict.theirs))

    def _tell(self) -> None:
        for listener in self._listeners:
            listener()


def finding_words(finding: Finding, role: Role, opponent: str) -> str:
    """A finding in a sentence. The opponent's verdict is its own words, so they are cleaned as chat is."""
    who = "one of the two" if finding.author is None else "you" if finding.author is role else opponent
    text = f"entry {finding.number}, by {who}, {finding.check}: expected {finding.expected}, found {finding.found}"
    return clean(text, SENTENCE)
