"""A game driven by hypothesis: illegal choices change nothing and say which rule forbids them."""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final, get_args

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from engine.forms import Form
from engine.hidden import (
    SEATS,
    Acted,
    Decision,
    Drawn,
    Event,
    Face,
    IllegalAction,
    Mixed,
    Over,
    Piece,
    Sealed,
    Seat,
    other,
)
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import ADJACENT, HAND, LOCATIONS, RECRUITMENT
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from tests.engine.sekigahara.invariants import CheckedTable
from tests.engine.sekigahara.test_random_games import Brawler

SECTIONS: Final = frozenset(
    re.findall(
        r"\S+",
        """
    2 2.1 2.2 3.1 3.2 3.3 3.4 4.1 4.2 4.3 4.4 4.5 5.1 5.2 5.2.1 5.2.2 5.2.3 6.1 6.2 6.3 6.4
    7.1 7.2 7.3 7.3.1 7.3.2 7.3.3 7.3.4 7.3.5 7.3.6 7.4 7.4.1 7.4.2 7.4.3
    8.1 8.2 8.2.1 8.2.2 8.2.3 8.2.4 8.3 8.3.1 8.3.2 8.3.3 8.4 8.4.1 8.4.2 8.5 8.6 8.6.1 8.6.2 8.6.3
    8.7 8.7.1 8.7.2 8.7.3 8.8 8.8.1 8.8.2 8.8.3 8.8.4 8.8.5 8.9 8.9.1 8.9.2 8.9.3 8.9.4 8.9.5 8.9.6 8.10
    9.1 9.2 9.3 9.4 9.5
    """,
    )
)
"""The numbered sections of the rulebook that can forbid something."""

RULINGS: Final = frozenset(f"R{number}" for number in range(1, 41))

degrees = st.sampled_from([degree.value for degree in Degree])
any_piece = st.integers(0, 2**31 - 1)
any_place = st.sampled_from(LOCATIONS)


def check_refusal(problem: IllegalAction) -> None:
    """A refusal cites a rule that exists, or the table, in one plain sentence that tells no face.

    Its facts are numbers and keys, and fill the sentence's braces.
    """
    assert problem.rule in SECTIONS | RULINGS | {"table"}, problem
    assert not problem.problem[0].islower()
    assert not problem.problem.endswith(".")
    assert "\n" not in problem.problem
    assert all(type(fact) in (int, str) for fact in problem.facts.values())
    assert set(re.findall(r"{(\w+)}", problem.problem)) <= problem.facts.keys()
    assert str(problem) == f"{problem.problem.format(**problem.facts)} [{problem.rule}]"
    assert not any(key in str(problem) for key in FACE_KEYS)


class AnyGame(RuleBasedStateMachine):
    """One game on the open table; every position is checked (`tests.engine.sekigahara.invariants`)."""

    @initialize(seed=st.integers(0, 10_000), played=st.integers(0, 250))
    def open_the_box(self, seed: int, played: int) -> None:
        """A game that has gone on for a while between two brawlers."""
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        brawler = Brawler(Random(seed))
        for _ in range(played):
            if isinstance(table.waiting, Over):
                break
            for seat in SEATS:
                if table.asked(seat) is not None:
                    table.act(seat, brawler.choose(table.view(seat)))
        self.table = CheckedTable(SeededChance(seed), table.state, table.faces)

    def waits(self) -> bool:
        """Whether a player must choose."""
        return not isinstance(self.table.waiting, Over)

    def mover(self) -> Seat:
        """The seat that must choose."""
        return next(seat for seat in SEATS if self.table.asked(seat) is not None)

    @precondition(waits)
    @rule(kind=st.integers(0, 50), number=st.integers(0, 10**9), steps=st.integers(1, 6))
    def choose(self, kind: int, number: int, steps: int) -> None:
        """Some legal choices in a row."""
        for step in range(steps):
            if not self.waits():
                return
            seat = self.mover()
            choices = SEKIGAHARA.options(self.table.view(seat))
            part = choices.parts[(kind + step) % len(choices.parts)]
            action = part[number % len(part)]
            assert SEKIGAHARA.refusal(self.table.view(seat), action) is None
            self.table.act(seat, action)

    @precondition(waits)
    @rule(data=st.data())
    def try_anything(self, data: st.DataObject) -> None:
        """An action of any type with pieces and places that make some sense, by either seat."""
        seat = data.draw(st.sampled_from(SEATS))
        self.attempt(seat, data.draw(self.actions(seat)))

    @precondition(waits)
    @rule(data=st.data())
    def try_the_right_type(self, data: st.DataObject) -> None:
        """An action of the right type by the right seat, with wrong particulars more often than not."""
        seat = self.mover()
        choices = SEKIGAHARA.options(self.table.view(seat))
        part = choices.parts[data.draw(st.integers(0, len(choices.parts) - 1))]
        self.attempt(seat, data.draw(self.actions(seat, type(part[0]))))

    @precondition(waits)
    @rule(number=st.integers(0, 10**9))
    def try_the_enemys_choice(self, number: int) -> None:
        """A legal choice, made by the wrong seat."""
        if isinstance(self.table.waiting, Decision):
            seat = self.mover()
            choices = SEKIGAHARA.options(self.table.view(seat))
            self.attempt(other(seat), choices[number % len(choices)], may_be_legal=False)

    @precondition(waits)
    @rule(positions=st.lists(st.integers(-2, 120), max_size=3))
    def try_events_that_nobody_waits_for(self, positions: list[int]) -> None:
        """Draws and mixes while a player must choose."""
        self.refused(Mixed())
        self.refused(Drawn(tuple(positions)))

    @precondition(lambda self: not self.waits())
    @rule(data=st.data())
    def try_to_play_on(self, data: st.DataObject) -> None:
        """Anything at all after the end."""
        seat = data.draw(st.sampled_from(SEATS))
        self.attempt(seat, data.draw(self.actions(seat)), may_be_legal=False)

    def attempt(self, seat: Seat, action: Answer, *, may_be_legal: bool = True) -> None:
        """Try an action as a question, at the table, and straight at the rules: all three say the same."""
        table, state = self.table, self.table.state
        problem = SEKIGAHARA.refusal(table.view(seat), action)
        if problem is None:
            assert may_be_legal, action
            if isinstance(table.waiting, Sealed) and table.asked(seat) is None:
                return
            table.act(seat, action)
            return
        check_refusal(problem)
        before = SEKIGAHARA.canonical(state)
        try:
            table.act(seat, action)
        except IllegalAction as again:
            check_refusal(again)
        else:
            raise AssertionError(f"{action} is refused as a question and taken at the table")
        assert SEKIGAHARA.canonical(state) == before
        if not isinstance(table.waiting, Sealed) and not self.claims_falsely(seat, action):
            self.refused(Acted(seat, action, self.naively_shown(action)))

    def claims_falsely(self, seat: Seat, action: Answer) -> bool:
        """Whether an action rests on a false claim, which is for the table to find out, not for `Game.apply`."""
        try:
            claims = SEKIGAHARA.claims(self.table.state, seat, action)
        except IllegalAction:
            return False
        return not all(claim.holds(self.table.faces) for claim in claims)

    def naively_shown(self, action: Answer) -> dict[Piece, Face]:
        """The faces of all pieces that an action names, which an honest table might show."""
        named = re.findall(r"\d+", str(SEKIGAHARA.pack_action(action)))
        return {Piece(int(word)): self.table.faces[Piece(int(word))] for word in named if int(word) in self.table.faces}

    def refused(self, event: Event) -> None:
        """Apply an event that must be refused, and see that nothing has changed."""
        state = self.table.state
        before = SEKIGAHARA.canonical(state)
        try:
            SEKIGAHARA.apply(state, event)
        except IllegalAction as problem:
            check_refusal(problem)
        else:
            raise AssertionError(f"{event} is accepted")
        assert SEKIGAHARA.canonical(state) == before
        assert SEKIGAHARA.waiting(state) == self.table.waiting

    def actions(self, seat: Seat, kind: type | None = None) -> st.SearchStrategy[Answer]:
        """Actions of `kind`, of any if None, with pieces that lie where such an action needs them, or nearly."""
        pools = self.table.state.pools[seat]
        combat = self.table.state.combat
        stacks = [pools[place] for place in LOCATIONS if pools[place]]
        theirs = [pools[place] for pools in self.table.state.pools for place in LOCATIONS]
        pieces = sorted({*pools[HAND], *pools[RECRUITMENT], *(block for stack in theirs for block in stack)})
        piece = st.one_of(st.sampled_from(pieces), any_piece) if pieces else any_piece
        card = st.one_of(st.sampled_from(pools[HAND]), piece) if pools[HAND] else piece
        here = pools[combat.location] if combat is not None else ()
        groups = [stack for stack in (*stacks, pools[RECRUITMENT], here) if stack]
        party = st.one_of(
            st.sampled_from(groups).flatmap(
                lambda stack: st.lists(st.sampled_from(stack), max_size=len(stack), unique=True)
            )
            if groups
            else st.just([]),
            st.lists(piece, max_size=4),
        )
        cards = st.lists(card, max_size=4)
        path = any_place.flatmap(
            lambda start: st.lists(st.integers(0, 5), max_size=4).map(lambda turns: walk(int(start), turns))
        )
        fields: dict[str, st.SearchStrategy[Any]] = {
            "Piece | None": st.one_of(st.none(), card),
            "Piece": card,
            "Pieces": party,
            "Location": any_place,
            "Location | None": st.one_of(st.none(), any_place),
            "tuple[Location, ...]": path,
            "Seat": st.sampled_from(SEATS),
            "bool": st.booleans(),
            "Degree": degrees,
        }

        def build(action: type) -> st.SearchStrategy[Answer]:
            strategies = [
                cards if name == "cards" else fields[str(annotation)]
                for name, annotation in action.__annotations__.items()
                if name != "form"
            ]
            form: Form = action.form  # type: ignore[attr-defined]
            return st.tuples(*strategies).map(lambda plain: SEKIGAHARA.unpack_action([form.name, *map(_plain, plain)]))

        if kind is not None:
            return build(kind)
        return st.sampled_from(get_args(Answer)).flatmap(build)


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple | list) else value


def walk(start: int, turns: list[int]) -> list[int]:
    """A walk along roads from `start`, by the number of the road taken at each location."""
    here, stops = start, []
    for turn in turns:
        here = ADJACENT[here][turn % len(ADJACENT[here])]
        stops.append(int(here))
    return stops


TestAnyGame = AnyGame.TestCase
TestAnyGame.settings = settings(TestAnyGame.settings, max_examples=30, stateful_step_count=30)
