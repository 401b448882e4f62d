"""The strong bot: the worlds that it deals, its plans, and what it may not see."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.hidden import SEATS, Over, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.bots import make_bot
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong import combats
from engine.sekigahara.bots.strong import neighbours as neighbouring
from engine.sekigahara.bots.strong.bot import StrongBot, plans_for
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.neighbours import neighbours
from engine.sekigahara.bots.strong.plans import devise, in_phase, trial, world
from engine.sekigahara.bots.strong.tastes import taste
from engine.sekigahara.bots.strong.value import FEATURES, chance, features, read_coefficients
from engine.sekigahara.bots.strong.worlds import deal
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.rules import Answer
from tests.engine.sekigahara.bots.test_seeing import SeenFaces, redealt
from tests.engine.sekigahara.positions import Table


def quick(seed: int) -> StrongBot:
    """A strong bot that tries little."""
    return StrongBot(Random(seed), tastes=2, worlds=(1, 1), combat_worlds=(1,))


def decisions(seed: int, first: object, second: object) -> Iterator[tuple[Table, Seat, Answer]]:
    """Every decision of a game: the table before it, whose it is, and what was chosen."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bots = (first, second)
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        chosen = bots[seat].choose(table.view(seat))  # type: ignore[attr-defined]
        yield table, seat, chosen
        table.act(seat, chosen)


@pytest.mark.parametrize("seed", range(4))
def test_a_dealt_world_agrees_with_all_that_may_be_known(seed: int) -> None:
    random = Random(seed)
    bots = [make_bot(SEKIGAHARA, "random", random) for _ in SEATS]
    for number, (table, seat, _) in enumerate(decisions(seed, *bots)):
        if number % 9:
            continue
        view = table.view(seat)
        faces = deal(view, random)
        assert faces.keys() == table.faces.keys()
        assert sorted(faces.values()) == sorted(table.faces.values())
        assert view.faces.items() <= faces.items()
        for owner in SEATS:
            for pool in view.state.pools[owner]:
                assert all(SEKIGAHARA.face_fits(view.state, owner, piece, faces[piece]) for piece in pool)


def test_it_chooses_the_same_whatever_it_cannot_see_and_never_looks() -> None:
    deceived, watched = [quick(seat) for seat in SEATS], [quick(seat) for seat in SEATS]
    random = Random(1)
    payments = 0
    for table, seat, chosen in decisions(5, quick(0), quick(1)):
        payments += isinstance(table.asked(seat), PaymentDue)
        before = SEKIGAHARA.canonical(table.state)
        assert deceived[seat].choose(View(table.state, seat, redealt(table, seat, random))) == chosen
        assert watched[seat].choose(View(table.state, seat, SeenFaces(table, seat))) == chosen
        assert SEKIGAHARA.canonical(table.state) == before
        if payments > 8:
            return


def test_a_plan_is_a_whole_movement_phase_and_a_trial_leaves_the_table_alone() -> None:
    for table, seat, _ in decisions(6, SteadyBot(), SteadyBot()):
        if isinstance(table.asked(seat), PaymentDue):
            before = SEKIGAHARA.canonical(table.state)
            plan = devise(world(table.state, table.faces, 1), seat, SteadyBot(SEASONED_WEIGHTS))
            after = world(table.state, table.faces, 1)
            for answer in plan:
                assert in_phase(after, seat)
                after.act(seat, answer)
            assert not in_phase(after, seat)
            hasty = HastyBot()
            worth = trial(world(table.state, table.faces, 1), seat, plan, hasty)
            assert 0 <= worth <= 1
            assert worth == trial(world(table.state, table.faces, 1), seat, plan, hasty)
            assert SEKIGAHARA.canonical(table.state) == before
            return


def test_a_hasty_player_remembers_nothing_that_changes_a_choice() -> None:
    weights = taste(TOKUGAWA, Random(2))
    lasting = HastyBot((weights, weights))
    for number, (table, seat, _) in enumerate(decisions(7, SteadyBot(), SteadyBot())):
        lasting.forget_plan()
        assert lasting.choose(table.view(seat)) == HastyBot((weights, weights)).choose(table.view(seat))
        if number > 60:
            return


def test_what_costs_when_it_is_read_is_mixed_and_the_same_chance_gives_the_same() -> None:
    wanted = {BidsDue, DeploymentDue}
    mixed: set[type[object]] = set()
    for table, seat, _ in decisions(8, SteadyBot(), SteadyBot()):
        kind = type(table.asked(seat))
        if kind in wanted - mixed:
            answers = [quick(seed).choose(table.view(seat)) for seed in range(4)]
            assert answers[3] == quick(3).choose(table.view(seat))
            if len(set(answers)) > 1:
                mixed.add(kind)
        if mixed == wanted:
            return
    raise AssertionError(f"only {mixed} are mixed")


def test_neighbours_of_a_plan_are_other_plans_that_can_be_carried_out_some_with_a_guard_more() -> None:
    guarded = 0
    for table, seat, _ in decisions(6, SteadyBot(SEASONED_WEIGHTS), SteadyBot(SEASONED_WEIGHTS)):
        if not isinstance(table.asked(seat), PaymentDue):
            continue
        view, known = table.view(seat), (dict(table.faces), 1)
        usual, others = plans_for(view, known, Random(1), 3)
        found = neighbours(view, others, known, Random(2), usual)
        assert len(found) <= neighbouring.MOST
        assert len({usual, *found}) == len(found) + 1
        for plan in found:
            after = world(table.state, *known)
            for answer in plan:
                after.act(seat, answer)
            started = [block for answer in plan if isinstance(answer, March) for block in answer.blocks]
            before = [block for answer in usual if isinstance(answer, March) for block in answer.blocks]
            guarded += set(started) < set(before) and len(plan) == len(usual)
        if table.state.week == 3:
            break
    assert guarded


def test_a_battle_that_one_more_deployment_wins_is_not_left() -> None:
    """In positions of games where what the seat can add is enough, and its enemy has ended, it goes on."""
    met = 0
    for seed in range(9, 12):
        for table, seat, _ in decisions(seed, SteadyBot(), SteadyBot()):
            combat = table.state.combat
            if not isinstance(table.asked(seat), DeploymentDue) or combat is None or combat.siege:
                continue
            if not combat.ended[other(seat)] or combat.leading == seat:
                continue
            winning = [
                answer
                for answer in combats.answers(table.view(seat), Random(1))
                if isinstance(answer, Deploy) and wins_at_once(table, seat, answer)
            ]
            if winning:
                met += 1
                assert StrongBot(Random(1)).choose(table.view(seat)) != EndDeployment()
    assert met


def wins_at_once(table: Table, seat: Seat, answer: Deploy) -> bool:
    """Whether the seat leads after a deployment that nobody challenges, and can lose it no more."""
    after = world(table.state, table.faces, 1)
    after.act(seat, answer)
    while isinstance(after.asked(other(seat)), ChallengeDue):
        after.act(other(seat), Challenge(None))
    return after.state.combat is None or after.state.combat.leading == seat


def test_more_points_are_better_for_whoever_has_them() -> None:
    table: Table = OpenTable(SEKIGAHARA, SeededChance(1))
    numbers = features(table.state)
    assert len(numbers) == len(FEATURES)
    better = numbers.copy()
    better[FEATURES.index("points")] += 0.5
    assert chance(better) > chance(numbers)
    assert TOKUGAWA == 0


def test_coefficients_of_something_else_are_refused() -> None:
    with pytest.raises(ValueError, match="must name always, over, points"):
        read_coefficients("points = 1.0\n")
