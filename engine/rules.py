"""A game as an explicit, ordered list of rules. Names no game.

What a game is waiting for stands on its *agenda*, the next thing last: a `Question` for a player, a draw or mix for the
table, or a `Step` that needs nobody. A *rule* is one room: `DecisionRule` is one way to answer one question, with what
it offers, shows, claims, refuses and does; `SealedRule` is the same for a question that both seats answer at once;
`StepRule` says what a step does. `RuleGame` is a game made of such a list. Nothing is registered anywhere: another list
is another game, and both may be played in one process.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeAlias, TypeVar

from engine import hidden
from engine.forms import Form, Formed, Forms, pack
from engine.hidden import (
    SEATS,
    Acted,
    Claim,
    Decision,
    Draw,
    Drawn,
    Event,
    Face,
    IllegalAction,
    Mix,
    Mixed,
    Over,
    Piece,
    Pool,
    Sealed,
    Seat,
    View,
    Waiting,
)
from engine.lazy import Concatenated

Shown: TypeAlias = Mapping[Piece, Face]


class Question:
    """What one seat, its `seat`, is to answer. A frozen dataclass with a form.

    `even_default`, `commits`: see `engine.hidden.Decision`.
    """

    __slots__ = ()
    form: ClassVar[Form]
    even_default: ClassVar[Any] = None
    commits: ClassVar[bool] = False
    seat: Seat


class SealedQuestion:
    """What both seats are to answer at once. A frozen dataclass with a form."""

    __slots__ = ()
    form: ClassVar[Form]


class Step:
    """What the game does by itself when its turn comes. A frozen dataclass with a form."""

    __slots__ = ()
    form: ClassVar[Form]


Task: TypeAlias = Question | SealedQuestion | Step | Draw | Mix


class Agenda(Protocol):
    """What the rules of any game ask of its state."""

    agenda: list[Task]
    over: Over | None
    shown: dict[Piece, Face]
    pools: tuple[list[tuple[Piece, ...]], list[tuple[Piece, ...]]]
    next_piece: int


S = TypeVar("S", bound=Agenda)
Q = TypeVar("Q", bound=Question)
B = TypeVar("B", bound=SealedQuestion)
T = TypeVar("T", bound=Step)
A = TypeVar("A", bound=Formed)
Found = TypeVar("Found")


class DecisionRule(ABC, Generic[S, Q, A, Found]):
    """One way to answer a question: answers of type `answer` to questions of type `question`.

    `check` returns what it found out, for `perform` to use: nothing is worked out twice.
    """

    question: ClassVar[type[Question]]
    answer: ClassVar[type[Any]]

    @abstractmethod
    def options(self, view: View[S], question: Q) -> Sequence[A]:
        """The legal answers of this type, listed lazily; where there are too many, sensible ones stand for the rest.

        Answers of several kinds are given as a `Concatenated`, whose parts stand as groups among the options.
        """

    def to_show(self, state: S, question: Q, answer: A) -> tuple[Piece, ...]:
        """The pieces that `answer` shows, in a fixed order; those shown already may be among them."""
        return ()

    def claims(self, state: S, question: Q, answer: A) -> tuple[Claim, ...]:
        """The claims about hidden faces on which `answer` rests. Raises IllegalAction where that makes no sense."""
        return ()

    @abstractmethod
    def check(self, state: S, question: Q, answer: A, shown: Shown) -> Found:
        """Raise IllegalAction unless `answer` is legal; the state stays as it is."""

    @abstractmethod
    def perform(self, state: S, question: Q, answer: A, shown: Shown, found: Found) -> None:
        """Do it. The question has been taken off the agenda; what it shows is public already."""


class SealedRule(ABC, Generic[S, B, A]):
    """The answers of type `answer` that both seats give at once to questions of type `question`."""

    question: ClassVar[type[SealedQuestion]]
    answer: ClassVar[type[Any]]

    @abstractmethod
    def options(self, view: View[S], question: B) -> Sequence[A]:
        """The legal answers, listed lazily."""

    @abstractmethod
    def to_show(self, state: S, question: B, answer: A) -> tuple[Piece, ...]:
        """The pieces that `answer` shows when it is opened, in a fixed order."""

    @abstractmethod
    def check(self, state: S, question: B, seat: Seat, answer: A, shown: Shown) -> None:
        """Raise IllegalAction unless `answer` is legal for `seat`, whatever the other seat answers."""

    @abstractmethod
    def perform(self, state: S, question: B, answers: tuple[A, A], shown: Shown) -> None:
        """Do both. The question has been taken off the agenda; what they show is public already."""


@dataclass(frozen=True, slots=True)
class StepRule(Generic[S, T]):
    """What a step of type `step` does: `run`, called when it has been taken off the agenda."""

    step: type[T]
    run: Callable[[S, T], None]


Rule: TypeAlias = DecisionRule[Any, Any, Any, Any] | SealedRule[Any, Any, Any] | StepRule[Any, Any]


class LegalOptions(Concatenated[Any]):
    """The legal answers of one view; see `engine.hidden.Options`."""

    def __init__(self, game: RuleGame[Any], view: View[Any], parts: Iterable[Sequence[Any]]) -> None:
        super().__init__(parts)
        self._game = game
        self._view = view

    def __contains__(self, action: object) -> bool:
        return type(action) in self._game.answers and self._game.refusal(self._view, action) is None


class RuleGame(ABC, Generic[S]):
    """A game made of a list of rules: the part of `engine.hidden.Game` that is the same for any such game."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        """Raises ValueError if two rules of the list are for the same thing."""
        self.rules = tuple(rules)
        self._steps: dict[type, Callable[[Any, Any], None]] = {}
        self._answers: dict[type, dict[type, DecisionRule[Any, Any, Any, Any]]] = {}
        self._sealed: dict[type, SealedRule[Any, Any, Any]] = {}
        for rule in rules:
            self._admit(rule)
        self.answers: frozenset[type] = frozenset(
            [rule.answer for rule in rules if isinstance(rule, DecisionRule | SealedRule)]
        )
        self._claiming: frozenset[type] = frozenset(
            [
                rule.answer
                for rule in rules
                if isinstance(rule, DecisionRule) and type(rule).claims is not DecisionRule.claims
            ]
        )
        tasks = (*self._steps, *self._answers, *self._sealed)
        self.tasks: Forms[Any] = Forms(tasks, "task")
        self._actions: Forms[Any] = Forms(sorted(self.answers, key=lambda answer: answer.form.name), "an action")

    def _admit(self, rule: Rule) -> None:
        if isinstance(rule, StepRule):
            taken = rule.step in self._steps
            self._steps[rule.step] = rule.run
        elif isinstance(rule, SealedRule):
            taken = rule.question in self._sealed
            self._sealed[rule.question] = rule
        else:
            ways = self._answers.setdefault(rule.question, {})
            taken = rule.answer in ways
            ways[rule.answer] = rule
        if taken:
            raise ValueError(f"two rules of the list are for the same: {rule}")

    # -- what the game itself knows

    @abstractmethod
    def face_fits(self, state: S, owner: Seat, piece: Piece, face: Face) -> bool:
        """See `engine.hidden.Game.face_fits`."""

    # -- what it waits for

    def waiting(self, state: S) -> Waiting:
        """See `engine.hidden.Game.waiting`."""
        if state.over is not None:
            return state.over
        task = state.agenda[-1]
        if isinstance(task, Question):
            return Decision(task.seat, task, task.even_default, task.commits)
        if isinstance(task, SealedQuestion):
            return Sealed(task)
        assert not isinstance(task, Step), task
        return task

    def public_faces(self, state: S) -> Mapping[Piece, Face]:
        """See `engine.hidden.Game.public_faces`."""
        return state.shown

    def pool(self, state: S, owner: Seat, pool: Pool) -> tuple[Piece, ...]:
        """See `engine.hidden.Game.pool`."""
        return state.pools[owner][pool]

    # -- actions

    def options(self, view: View[S]) -> LegalOptions:
        """See `engine.hidden.Game.options`."""
        state = view.state
        task = None if state.over is not None else state.agenda[-1]
        parts: list[Sequence[Any]] = []
        if isinstance(task, Question):
            if task.seat == view.seat:
                for rule in self._answers[type(task)].values():
                    listed = rule.options(view, task)
                    if type(listed) is Concatenated:
                        parts += listed.parts
                    else:
                        parts.append(listed)
        elif isinstance(task, SealedQuestion):
            parts.append(self._sealed[type(task)].options(view, task))
        return LegalOptions(self, view, parts)

    def refusal(self, view: View[S], action: Any) -> IllegalAction | None:
        """Why `action` is not legal for the view's seat, None if it is."""
        # A list of rules is a whole game only with what its subclass adds.
        game: Any = self
        return hidden.refusal(game, view, action)

    def to_show(self, state: S, seat: Seat, action: Any) -> tuple[Piece, ...]:
        """See `engine.hidden.Game.to_show`. Raises IllegalAction if `action` answers nothing that is asked."""
        pieces = self._named(state, seat, action)
        return tuple([piece for piece in pieces if piece not in state.shown]) if pieces else ()

    def _named(self, state: S, seat: Seat, action: Any) -> tuple[Piece, ...]:
        task = self._asked(state, seat)
        if isinstance(task, SealedQuestion):
            return self._sealed_rule(task, action).to_show(state, task, action)
        return self.decision_rule(task, action).to_show(state, task, action)

    def claims(self, state: S, seat: Seat, action: Any) -> tuple[Claim, ...]:
        """See `engine.hidden.Game.claims`. What answers nothing that is asked claims nothing either."""
        if type(action) not in self._claiming:
            return ()
        task = self._asked(state, seat)
        if isinstance(task, SealedQuestion):
            return ()
        return self.decision_rule(task, action).claims(state, task, action)

    def check(self, state: S, seat: Seat, action: Any, shown: Shown) -> None:
        """See `engine.hidden.Game.check`."""
        task = self._asked(state, seat)
        if isinstance(task, SealedQuestion):
            self._check_sealed(state, task, seat, action, shown)
        else:
            self._check_faces(state, seat, shown)
            self.decision_rule(task, action).check(state, task, action, shown)

    def _asked(self, state: S, seat: Seat) -> Question | SealedQuestion:
        if state.over is not None:
            raise IllegalAction("table", "The game is over")
        task = state.agenda[-1]
        if isinstance(task, Question):
            if task.seat == seat:
                return task
        elif isinstance(task, SealedQuestion):
            return task
        raise IllegalAction("table", "There is nothing for this player to decide now")

    def decision_rule(self, question: Question, action: Any) -> DecisionRule[Any, Any, Any, Any]:
        """The rule for an answer like `action` to `question`. Raises IllegalAction if it is none."""
        rule = self._answers[type(question)].get(type(action))
        if rule is None:
            raise _wrong_answer(question, self._answers[type(question)], action)
        return rule

    def _sealed_rule(self, question: SealedQuestion, action: Any) -> SealedRule[Any, Any, Any]:
        rule = self._sealed[type(question)]
        if type(action) is not rule.answer:
            raise _wrong_answer(question, [rule.answer], action)
        return rule

    def _check_sealed(self, state: S, question: SealedQuestion, seat: Seat, action: Any, shown: Shown) -> None:
        rule = self._sealed_rule(question, action)
        self._check_faces(state, seat, shown)
        rule.check(state, question, seat, action, shown)

    def _check_faces(self, state: S, seat: Seat, shown: Shown) -> None:
        for piece, face in shown.items():
            if not self.face_fits(state, seat, piece, face):
                raise IllegalAction("table", "Piece {piece} is shown as what it cannot be", piece=piece)

    # -- events

    def apply(self, state: S, event: Event) -> None:
        """See `engine.hidden.Game.apply`."""
        if isinstance(event, Acted):
            self._act(state, event.seat, event.action, event.shown)
        elif isinstance(event, Mixed):
            task = self._requested(state, Mix)
            state.agenda.pop()
            mix(state, task)
        elif isinstance(event, Drawn):
            task = self._requested(state, Draw)
            draw(state, task, event.positions)
            state.agenda.pop()
        else:
            self._act_both(state, event.actions, event.shown)
        self.advance(state)

    def _requested(self, state: S, kind: type[Any]) -> Any:
        task = None if state.over is not None else state.agenda[-1]
        if not isinstance(task, kind):
            raise IllegalAction("table", "The table was not asked for a {request} now", request=kind.__name__.lower())
        return task

    def _act(self, state: S, seat: Seat, action: Any, shown: Shown) -> None:
        question = self._asked(state, seat)
        if isinstance(question, SealedQuestion):
            raise IllegalAction("table", "Both players answer this at once, and neither alone")
        rule = self.decision_rule(question, action)
        if shown:
            self._check_faces(state, seat, shown)
        found = rule.check(state, question, action, shown)
        state.agenda.pop()
        if shown:
            state.shown.update(shown)
        rule.perform(state, question, action, shown, found)

    def _act_both(self, state: S, actions: tuple[Any, Any], shown: Shown) -> None:
        question = None if state.over is not None else state.agenda[-1]
        if not isinstance(question, SealedQuestion):
            raise IllegalAction("table", "No sealed choices are to be opened now")
        for seat in SEATS:
            named = self._sealed_rule(question, actions[seat]).to_show(state, question, actions[seat])
            own = {piece: shown[piece] for piece in named if piece in shown}
            self._check_sealed(state, question, seat, actions[seat], own)
        state.agenda.pop()
        state.shown.update(shown)
        self._sealed[type(question)].perform(state, question, actions, shown)

    def advance(self, state: S) -> None:
        """Do what needs nobody until a player or the table is needed, or the game is over."""
        agenda = state.agenda
        steps = self._steps
        while state.over is None:
            run = steps.get(type(agenda[-1]))
            if run is None:
                return
            run(state, agenda.pop())
        agenda.clear()

    # -- plain data

    def pack_action(self, action: Any) -> list[Any]:
        """See `engine.hidden.Game.pack_action`."""
        return pack(action)

    def unpack_action(self, plain: object) -> Any:
        """See `engine.hidden.Game.unpack_action`."""
        return self._actions.unpack(plain)


def _wrong_answer(question: Question | SealedQuestion, wanted: Iterable[Any], action: Any) -> IllegalAction:
    names = " or ".join([answer.form.name for answer in wanted])
    found = action.form.name if hasattr(action, "form") else type(action).__name__
    return IllegalAction(
        "table", "{question} takes {wanted}, not {found}", question=question.form.name, wanted=names, found=found
    )


def mix(state: Agenda, request: Mix) -> None:
    """Give the pieces of each pool new serial numbers, all faces hidden."""
    pools = state.pools[request.owner]
    for pool, old, new in list(renumbered(state, request)):
        for piece in state.shown.keys() & old:
            del state.shown[piece]
        state.next_piece += len(old)
        pools[pool] = new


def renumbered(state: Agenda, request: Mix) -> Iterator[tuple[Pool, tuple[Piece, ...], tuple[Piece, ...]]]:
    """Each pool of a mix with its pieces before it, and the numbers that stand for them after it."""
    first = state.next_piece
    for pool in request.pools:
        old = state.pools[request.owner][pool]
        yield pool, old, tuple([Piece(number) for number in range(first, first + len(old))])
        first += len(old)


def draw(state: Agenda, request: Draw, positions: Sequence[int]) -> None:
    """Move the pieces at the drawn positions. Raises IllegalAction for positions that are not there."""
    pools = state.pools[request.owner]
    lying = list(pools[request.source])
    if len(positions) != request.count:
        got = len(positions)
        raise IllegalAction("table", "The draw is of {count} pieces, got {got} positions", count=request.count, got=got)
    taken = []
    for position in positions:
        if not 0 <= position < len(lying):
            raise IllegalAction(
                "table", "There is no position {position} among {size} pieces", position=position, size=len(lying)
            )
        taken.append(lying.pop(position))
    pools[request.source] = tuple(lying)
    pools[request.target] += tuple(taken)
