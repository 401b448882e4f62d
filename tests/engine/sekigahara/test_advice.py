"""The adviser: what it may see, that its plans can be played, and what it says of a plan."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from engine.hidden import SEATS, Over, Piece, Seat, View
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, advice, courses, preferences, view_reasons
from engine.sekigahara.advice import SekigaharaAdviser, overrunning
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.plans import Plan
from engine.sekigahara.bots.strong.search import World
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, ChooseFirst, Discard, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare, locations_to_declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.courses import Trials, Tried
from engine.sekigahara.forms import Degree
from engine.sekigahara.left_lying import guarding
from engine.sekigahara.pieces import BID_OF
from engine.sekigahara.reasons import (
    Battle,
    BidWon,
    Fits,
    GivesUp,
    Guards,
    Keeps,
    Later,
    Lying,
    Measure,
    Reason,
    Risks,
    Saves,
    Spends,
    Takes,
    Threatens,
)
from engine.sekigahara.reasons_in_combat import Adds, Redrawn
from engine.sekigahara.state import State
from engine.sekigahara.targets import targets_near
from engine.sekigahara.view_reasons import hopeless
from engine.sekigahara.view_reasons_in_combat import chance_to_prove
from tests.engine.sekigahara.battles import act, battle, deployment
from tests.engine.sekigahara.bots.test_seeing import SeenFaces, redealt
from tests.engine.sekigahara.positions import Table, pieces, position


@pytest.fixture(autouse=True)
def few_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    for trials in ("WORLDS", "TRIALS", "COMBAT_TRIALS"):
        monkeypatch.setattr(advice, trials, (1, 1))
    monkeypatch.setattr(advice, "TASTES", 2)
    monkeypatch.setattr(advice, "TRUE_WORLDS", 2)


def told(view: View[State], plan: Plan, worlds: Sequence[World]) -> tuple[Reason, ...]:
    """What is told of a plan that is tried in these worlds."""
    return advice._told(view, Trials(view.state, view.seat, worlds).of(plan), worlds[0])


def test_advice_is_the_same_whatever_the_seat_cannot_see_and_its_plan_can_be_played() -> None:
    adviser, random = SekigaharaAdviser(), Random(3)
    table: Table = OpenTable(SEKIGAHARA, SeededChance(12))
    asked = set()
    bot = SteadyBot()
    for _ in range(60):
        assert not isinstance(table.waiting, Over)
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        kind = type(table.asked(seat))
        if kind not in asked:
            asked.add(kind)
            before = SEKIGAHARA.canonical(table.state)
            found = adviser.advise(table.view(seat), Random(1))
            assert adviser.advise(View(table.state, seat, redealt(table, seat, random)), Random(1)) == found
            assert adviser.advise(View(table.state, seat, SeenFaces(table, seat)), Random(1)) == found
            assert SEKIGAHARA.canonical(table.state) == before
            assert 0 <= (found.next_best or 0.0) < found.chance + found.margin, found
            assert found.saves >= 0 or not found.is_equal, "of two as good that which spends less"
            assert not found.is_equal or not any(isinstance(each, Later) for each in found.reasons)
            twin: Table = OpenTable(SEKIGAHARA, SeededChance(1), table.state.copy(), table.faces)
            twin.act(seat, found.plan[0])
            for answer in found.plan[1:]:
                twin.act(seat, answer)
        table.act(seat, bot.choose(table.view(seat)))
    assert len(asked) > 4


def test_a_march_that_overruns_without_a_card_is_tried_whatever_the_bots_have_planned() -> None:
    """7.4: four blocks overrun one."""
    table = position(
        {"edo": ["tokugawa-3", "tokugawa-2", "date-2", "date-1-gun"], "mito": ["maeda-2"], "hand": ["date-single"]},
        {"oshi": ["ukita-3"], "oyama": ["mori-2", "mori-3"]},
    )
    view = table.view(TOKUGAWA)
    [(march,)] = overrunning(view)
    assert isinstance(march, March)
    assert march.stops == (location_named("oshi"),)
    assert march in SEKIGAHARA.options(view)
    assert overrunning(table.view(ISHIDA)) == []


def in_a_game(seed: int, question: type) -> tuple[Table, Seat]:
    """A game at the first time that such a question is asked."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    while True:
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        if isinstance(table.asked(seat), question):
            return table, seat
        table.act(seat, SteadyBot().choose(table.view(seat)))


def test_how_battles_end_is_told() -> None:
    """8.1: of the others that are declared in any case, only if it makes a difference which comes first."""
    table, seat = in_a_game(12, DeclarationDue)
    view = table.view(seat)
    plan: Plan = (Declare(locations_to_declare(table.state)[0]),)
    worlds = advice._worlds(view, Random(1), 2)
    battles = [reason for reason in told(view, plan, worlds) if isinstance(reason, Battle)]
    assert {battle.location for battle in battles} <= set(locations_to_declare(table.state))
    assert battles
    assert all(battle.won + battle.lost <= battle.fought == 2 for battle in battles)
    same = Trials(table.state, seat, worlds).of(plan)
    chosen = [each for each in advice._told(view, same, worlds[0], same) if isinstance(each, Battle)]
    assert [each.location for each in chosen] == [locations_to_declare(table.state)[0]]
    place = battles[0].location
    assert advice._otherwise([Battle(place, 0, 0, 2), Battle(place, 2, 0, 2)], same.courses) != ()
    never: list[Any] = [SimpleNamespace(seat=seat, combats=())]
    assert advice._otherwise(battles, never) == tuple(battles)


def test_of_a_bid_is_told_how_often_it_wins_and_what_the_hand_keeps() -> None:
    table, seat = in_a_game(12, BidsDue)
    view = table.view(seat)
    found = SekigaharaAdviser().advise(view, Random(1))
    [bid] = found.plan
    assert isinstance(bid, Bid)
    assert bid.card is not None
    won, kept, fits = found.reasons
    assert isinstance(won, BidWon)
    assert 0 <= won.won <= won.tried == 2
    bids = sorted([BID_OF[view.faces[card]] for card in view.state.pools[seat][HAND]], reverse=True)
    assert isinstance(kept, Keeps)
    assert [BID_OF[face] for face in kept.cards] == bids[: bids.index(BID_OF[view.faces[bid.card]])]
    assert isinstance(fits, Fits)
    assert found.tried > 1


@pytest.mark.parametrize(("question", "reason"), [(DiscardsDue, GivesUp), (PaymentDue, Spends), (DeploymentDue, Adds)])
def test_what_the_seat_can_see_is_told_of_the_other_questions(question: type, reason: type) -> None:
    table, seat = in_a_game(12, question)
    if question is PaymentDue:
        worlds = advice._worlds(table.view(seat), Random(1), 1)
        card = table.state.pools[seat][HAND][0]
        reasons = told(table.view(seat), (Pay(Degree.LIMITED, (card,)), EndMovement()), worlds)
    elif question is DeploymentDue:
        view = table.view(seat)
        deploys = next(answer for answer in SEKIGAHARA.options(view) if isinstance(answer, Deploy))
        reasons = told(view, (deploys,), advice._worlds(view, Random(1), 1))
    else:
        reasons = SekigaharaAdviser().advise(table.view(seat), Random(1)).reasons
    assert reason in [type(each) for each in reasons]


def test_the_highest_card_of_the_hand_keeps_none_that_would_bid_more() -> None:
    table, seat = in_a_game(12, BidsDue)
    view = table.view(seat)
    hand = sorted(view.state.pools[seat][HAND], key=lambda card: BID_OF[view.faces[card]])
    worlds = advice._worlds(view, Random(1), 3)
    (low, kept, _), (high, nothing, _) = [told(view, (Bid(card),), worlds) for card in (hand[0], hand[-1])]
    assert kept != Keeps(())
    assert nothing == Keeps(())
    assert isinstance(low, BidWon)
    assert isinstance(high, BidWon)
    assert low.won <= high.won


def test_what_was_played_is_compared_by_what_was_known_and_by_the_true_faces() -> None:
    table, seat = in_a_game(12, PaymentDue)
    adviser, view = SekigaharaAdviser(), table.view(seat)
    played = (Pay(Degree.MINIMAL, ()), EndMovement())
    found = adviser.compare(view, played, table.faces, Random(1))
    assert found.loss == found.better - found.played
    assert found == adviser.compare(view, played, table.faces, Random(1))
    assert found == adviser.compare(View(table.state, seat, SeenFaces(table, seat)), played, table.faces, Random(1))
    assert adviser.continues(MovementDue(seat))
    assert adviser.concerned(view, found.plan)[-1] == HAND
    assert 0 < adviser.value(table.state, table.faces) < 1
    assert 0 < adviser.value(table.state, {}) < 1


def test_who_stays_in_its_castle_stands_there_still() -> None:
    table = battle(
        ["maeda-2", "maeda-3"],
        ["mori-2"],
        place="gifu",
        hands=(["maeda-single"], ["mori-single"]),
        holders={"gifu": ISHIDA},
        inside=True,
    )
    worlds = [(table.faces, seed) for seed in (1, 2)]
    tried = {seat: Trials(table.state, seat, worlds).of((EndDeployment(),)) for seat in SEATS}
    stays = {seat: advice._outcome(tried[seat].courses).stays for seat in SEATS}
    assert stays == {TOKUGAWA: 2, ISHIDA: 2}, "nothing has been decided"


def test_every_battle_that_a_plan_begins_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of others only those that come of most trials."""
    names = ["kyoto", "kuwana", "okazaki", "gifu"]
    places = [location_named(name) for name in names]
    table = position({"edo": ["tokugawa-3"]}, {"osaka": ["mori-2"]})
    marches = [March((Piece(block),), (place,), claim=False, forced=None) for block, place in enumerate(places[:3])]
    made = [
        SimpleNamespace(combats={*places[:3], *more}, after_own=table.state, after_theirs=table.state)
        for more in ((), (), (places[3],))
    ]
    left = iter(made)
    monkeypatch.setattr(courses, "Course", lambda *_: next(left))
    monkeypatch.setattr(advice, "prices_of", lambda *_: ())
    monkeypatch.setattr(advice, "lying_of", lambda *_: ())
    found = told(table.view(TOKUGAWA), tuple(marches), [(table.faces, seed) for seed in range(3)])
    assert [each.location for each in found if isinstance(each, Battle)] == places[:3]


def test_what_a_plan_takes_it_does_not_come_near_to() -> None:
    """Nor does it come near to anything from where it has only passed through."""
    table = position({"edo": ["tokugawa-3"]}, {"osaka": ["mori-2"]})
    view, [block] = table.view(TOKUGAWA), pieces(table, TOKUGAWA, "edo")
    oshi, takasaki = map(location_named, ("oshi", "takasaki"))
    first, second = [March((block,), (place,), claim=False, forced=None) for place in (oshi, takasaki)]
    found = told(view, (first, second, EndMovement()), [(table.faces, 1), (table.faces, 2)])
    assert Takes(takasaki) in found
    near = [each.location for each in found if isinstance(each, Threatens)]
    assert near
    assert takasaki not in near
    assert set(near) <= set(targets_near(table.state, TOKUGAWA, [takasaki]))


def test_a_difference_that_chance_makes_is_not_told() -> None:
    def having(*points: int) -> list[Any]:
        return [SimpleNamespace(points=(each, 5), blocks_lost=(0, 0), cards=(4, 4), between=False) for each in points]

    def later(mine: list[Any], others: list[Any]) -> list[Measure]:
        return [each.of for each in preferences.later_of(mine, others)]

    assert later(having(6, 7, 6, 7), having(5, 6, 5, 6)) == [Measure.POINTS]
    assert later(having(9, 1, 9, 1), having(5, 2, 2, 9)) == [], "here more, there less"
    assert later(having(6, 6, 6, 6), having(6, 6, 6, 5)) == [], "hardly more"


def test_of_a_choice_between_turns_both_will_have_had_one() -> None:
    """6.3: who chooses the first player is told how things stand when the other has moved as well."""
    table, seat = in_a_game(12, FirstPlayerDue)
    [course] = Trials(table.state, seat, [(table.faces, 1)]).of((ChooseFirst(seat),)).courses
    assert course.between
    assert course.after_theirs.turn == 1 or course.after_theirs.active == seat
    assert (course.after_theirs.week, course.after_theirs.first) == (table.state.week, seat)


def test_a_challenge_that_is_refuted_nearly_always_is_not_tried() -> None:
    """8.6.1: without a hand that is known, by what the list of answers says as well."""
    hands = ["maeda-single", "maeda-swords", "date-single"], ["ishida-loyalty"]
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=hands)
    act(table, deployment(table, "maeda-single", "maeda-3"))
    view, [card] = table.view(ISHIDA), pieces(table, ISHIDA, "hand")
    assert not hopeless(view, Challenge(card))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(view_reasons, "NEARLY_ALWAYS", chance_to_prove(view))
        patch.setattr(advice, "_worlds", lambda *_: [(table.faces, 1), (table.faces, 2)])
        assert hopeless(view, Challenge(card))
        assert not hopeless(view, Challenge(None))
        found = SekigaharaAdviser().advise(view, Random(1))
    assert (found.plan, found.instead) == ((Challenge(None),), ())
    assert found.reasons == (), "so likely it speaks neither for that nor against it"


def test_pieces_that_are_alike_make_no_other_plan() -> None:
    table = position({"hand": ["date-swords", "date-swords", "maeda-single"]}, {"osaka": ["mori-2"]})
    view = table.view(TOKUGAWA)
    first, second, other = pieces(table, TOKUGAWA, "hand")
    assert advice._shown(view, (Discard((first,)),)) == advice._shown(view, (Discard((second,)),))
    assert advice._shown(view, (Discard((first,)),)) != advice._shown(view, (Discard((other,)),))
    one, two = Pay(Degree.MINIMAL, ()), EndMovement()
    assert advice._shown(view, (one, two)) == advice._shown(view, (two, one)) != advice._shown(view, (two,))


def test_of_a_siege_that_is_left_it_is_known_who_is_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    gifu = location_named("gifu")
    table = position(
        {"gifu": ["maeda-2"], "edo": ["tokugawa-3"]}, {"gifu": ["mori-2", "mori-3"]}, holders={"gifu": TOKUGAWA}
    )
    course = SimpleNamespace(combats={gifu}, after_own=table.state, after_theirs=table.state)
    monkeypatch.setattr(courses, "Course", lambda *_: course)
    for seat, found in ((TOKUGAWA, []), (ISHIDA, [Battle(gifu, 0, 0, 2, 0, already=True)])):
        reasons = told(table.view(seat), (EndMovement(),), [(table.faces, 1), (table.faces, 2)])
        assert [each for each in reasons if isinstance(each, Battle)] == found, "who is inside as before is no news"


def tried(
    plan: Plan,
    *chances: float,
    won: bool = True,
    lost: tuple[int, int] = (0, 0),
    points: int = 5,
    peril: float = 0.0,
    bare: int = 0,
) -> Tried:
    """A plan in so many worlds: by what chances, and how the combat at hand ends."""
    made: list[Any] = [
        SimpleNamespace(
            seat=TOKUGAWA,
            chance=chance,
            won=won,
            stays=won,
            lost=lost,
            points=(points, 5),
            peril=peril,
            open=bare,
            secured=points - 5 - bare,
            blocks_lost=(0, 0),
            cards=(4, 4),
            between=False,
        )
        for chance in chances
    ]
    return Tried(plan, made)


def test_of_what_is_not_clearly_apart_the_combat_decides_and_then_what_is_spent_and_risked() -> None:
    table = battle(["maeda-2", "maeda-3", "date-1-leader"], ["mori-2"], hands=(["maeda-single"], ["mori-single"]))
    table.state.combat = replace(table.state.current_combat(), impact=(30, 0))
    view, end = table.view(TOKUGAWA), (EndDeployment(),)
    deploys = (deployment(table, "maeda-single", "maeda-3"),)
    leader = (deployment(table, None, "date-1-leader"),)

    def preferred(*found: Tried) -> Plan:
        return preferences.preferred(view, found).plan

    even = (0.5, 0.6, 0.5, 0.6)
    higher = (0.51, 0.61, 0.51, 0.61)
    assert preferred(tried(deploys, *higher), tried(end, *even)) == end, "the same comes of less"
    assert preferred(tried(deploys, *higher), tried(leader, *even)) == leader, "whom nobody can challenge"
    assert preferred(tried(end, *higher, won=False), tried(deploys, *even)) == deploys, "it wins"
    assert preferred(tried(end, *higher), tried(deploys, *even, lost=(0, 1))) == deploys, "it kills"
    assert preferred(tried(deploys, *higher, lost=(0, 1)), tried(end, *even)) == deploys
    much = (0.7, 0.8, 0.7, 0.8)
    assert preferred(tried(deploys, *much), tried(end, *even)) == deploys, "the chances are clearly apart"
    assert preferred(tried(end, *much, won=False), tried(deploys, *even)) == deploys, "nothing tells why to lose"
    assert preferred(tried(end, *much, won=False, points=9), tried(deploys, *even)) == end
    swaying = (0.9, 0.1, 0.9, 0.9)
    assert tried(end, *swaying).is_close_to(tried(deploys, *even)), "so few trials do not tell"
    needless = advice._told(view, tried(deploys, *much), (table.faces, 1), tried(end, *even))
    assert Redrawn() in needless
    killing = advice._told(view, tried(deploys, *much, lost=(0, 1)), (table.faces, 1), tried(end, *even))
    assert Redrawn() not in killing


def test_how_the_combat_ends_most_often_is_told_of_a_deployment_where_another_ends_it_no_differently() -> None:
    """8.2.1."""
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(["maeda-single"], ["mori-single"]))
    view, known, here = table.view(TOKUGAWA), (table.faces, 1), table.state.current_combat().location
    deploys: Plan = (deployment(table, "maeda-single", "maeda-3"),)
    stops: Plan = (EndDeployment(),)
    even = (0.5, 0.6)

    def ends(won: bool, instead: bool) -> list[Battle]:
        found = advice._told(view, tried(deploys, *even, won=won), known, tried(stops, *even, won=instead))
        return [each for each in found if isinstance(each, Battle)]

    assert ends(True, True) == [Battle(here, 2, 0, 2)]
    assert ends(False, False) == [Battle(here, 0, 2, 2)]
    assert ends(True, False) == [], "that is told beside the other"


def test_who_pays_less_than_with_the_next_best_keeps_cards() -> None:
    table = position({"edo": ["date-3"], "hand": ["date-single"]}, {"osaka": ["mori-2"]}, paid=None)
    view, worlds = table.view(TOKUGAWA), [(table.faces, 1), (table.faces, 2)]
    minimal = Pay(Degree.MINIMAL, ()), EndMovement()
    limited = Pay(Degree.LIMITED, pieces(table, TOKUGAWA, "hand")), EndMovement()
    cheap, dear = [Trials(table.state, TOKUGAWA, worlds).of(plan) for plan in (minimal, limited)]
    assert Saves(1) in advice._told(view, cheap, worlds[0], dear)
    assert not any(isinstance(each, Saves) for each in advice._told(view, dear, worlds[0], cheap))


def test_of_plans_that_are_not_clearly_apart_that_is_advised_after_which_the_game_is_not_lost_at_once() -> None:
    """2.1: and else the cheaper one."""
    table = position({"edo": ["date-3"], "hand": ["date-single"]}, {"osaka": ["mori-2"]}, paid=None)
    view = table.view(TOKUGAWA)
    minimal: Plan = (Pay(Degree.MINIMAL, ()), EndMovement())
    limited: Plan = (Pay(Degree.LIMITED, pieces(table, TOKUGAWA, "hand")), EndMovement())
    even = (0.5, 0.6, 0.5, 0.6)
    assert preferences.preferred(view, [tried(limited, *even), tried(minimal, *even)]).plan == minimal
    assert preferences.preferred(view, [tried(minimal, *even, peril=0.2), tried(limited, *even)]).plan == limited
    assert preferences.risks_of(view, tried(limited, *even), tried(minimal, *even, peril=0.2)) == Risks(0.0, 0.2)
    assert preferences.risks_of(view, tried(limited, *even), tried(minimal, *even)) is None


def test_of_plans_that_are_not_clearly_apart_that_is_advised_which_makes_more_points_safe() -> None:
    """2.2: what is taken and left without a guard is no more than what is not taken."""
    table = position({"edo": ["date-3"], "hand": ["date-single"]}, {"osaka": ["mori-2"]}, paid=None)
    view = table.view(TOKUGAWA)
    minimal: Plan = (Pay(Degree.MINIMAL, ()), EndMovement())
    limited: Plan = (Pay(Degree.LIMITED, pieces(table, TOKUGAWA, "hand")), EndMovement())
    even = (0.5, 0.6, 0.5, 0.6)
    assert preferences.preferred(view, [tried(minimal, *even, bare=2), tried(limited, *even)]).plan == limited
    assert preferences.verdict(view, tried(limited, *even), tried(minimal, *even, bare=2)) == 1
    assert preferences.verdict(view, tried(minimal, *even, bare=2), tried(limited, *even)) == -1
    assert preferences.verdict(view, tried(minimal, *even, bare=2, points=7), tried(limited, *even)) == 0
    assert preferences.guards_of(view, tried(limited, *even), tried(minimal, *even, bare=2)) == Guards(0.0, 2.0)
    assert preferences.guards_of(view, tried(limited, *even), tried(minimal, *even)) is None


def test_a_castle_that_a_plan_would_leave_to_the_enemy_keeps_a_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    """4.3, 7.3: unless that does worse."""
    table = position({"okazaki": ["date-2", "date-3"]}, {"kiyosu": ["mori-2", "mori-3"]})
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    away = March(pieces(table, TOKUGAWA, "okazaki"), (location_named("hamamatsu"),), False, None)
    guarded = replace(away, blocks=pieces(table, TOKUGAWA, "okazaki", "date-3"))
    assert guarding(view, (away, EndMovement()), known) == (guarded, EndMovement())
    assert guarding(view, (guarded, EndMovement()), known) == (guarded, EndMovement())
    monkeypatch.setattr(advice, "_worlds", lambda *_: [known, (table.faces, 2)])
    monkeypatch.setattr(advice, "_candidates", lambda *_: ((away, EndMovement()), []))
    monkeypatch.setattr(advice, "_more", lambda *_: None)
    monkeypatch.setattr(courses, "trial", lambda *_: 0.5)
    assert guarded in SekigaharaAdviser().advise(view, Random(1)).plan
    monkeypatch.setattr(courses, "trial", lambda *given: 0.5 + 0.1 * (away in given[2]))
    assert away in SekigaharaAdviser().advise(view, Random(1)).plan


def test_before_it_is_paid_an_overrun_is_tried_with_every_payment() -> None:
    """7.1, 7.4."""
    table = position(
        {"edo": ["date-3", "date-2", "maeda-2", "maeda-3"], "hand": ["date-single"]}, {"oshi": ["ukita-3"]}, paid=None
    )
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    payments = Pay(Degree.MINIMAL, ()), Pay(Degree.LIMITED, pieces(table, TOKUGAWA, "hand"))
    found = advice._overruns(view, [(each, EndMovement()) for each in (*payments, *payments)], known)
    assert [plan[0] for plan in found] == [*payments]
    marches = [plan[1] for plan in found]
    assert all(isinstance(march, March) and march.stops == (location_named("oshi"),) for march in marches)


@pytest.mark.parametrize("seed", [4, 5])
def test_what_is_tried_is_offered_by_the_question_with_those_of_pieces_alike_that_it_names(seed: int) -> None:
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    tried = 0
    for number in range(160):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        view, question = table.view(seat), table.asked(seat)
        if not preferences.asks_for_movement(question) and number % 2:
            usual, others = advice._candidates(view, advice._worlds(view, Random(1), 1)[0], Random(2))
            assert all(plan[0] in SEKIGAHARA.options(view) for plan in (usual, *others)), question
            tried += 1
        table.act(seat, SteadyBot().choose(view))
    assert tried > 20


def test_the_same_without_what_costs_nothing_is_no_other_choice() -> None:
    """7.1: to pay less for it is one."""
    table = position({"edo": ["date-3"], "hand": ["date-single"]}, {"osaka": ["mori-2"]}, paid=None)
    view, card = table.view(TOKUGAWA), pieces(table, TOKUGAWA, "hand")
    free, paid, end = Pay(Degree.MINIMAL, ()), Pay(Degree.LIMITED, card), EndMovement()
    march = March(pieces(table, TOKUGAWA, "edo"), (location_named("oyama"),), False, None)
    assert advice._is_part(view, (free, end), (free, march, end))
    assert not advice._is_part(view, (free, end), (paid, march, end))
    assert not advice._is_part(view, (free, march, end), (free, end))
    forced = replace(march, forced=card[0])
    assert not advice._is_part(view, (free, end), (free, forced, end)), "it keeps a card"


def test_a_place_that_is_left_lying_has_been_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan takes it, unless that does worse; then it is said."""
    table = position({"minakuchi": ["date-2"], "edo": ["date-3"]}, {"miyazu": ["mori-2"]})
    view = table.view(TOKUGAWA)
    monkeypatch.setattr(advice, "_worlds", lambda *_: [(table.faces, 1), (table.faces, 2)])
    monkeypatch.setattr(advice, "_candidates", lambda *_: ((EndMovement(),), []))
    monkeypatch.setattr(advice, "_more", lambda *_: None)
    monkeypatch.setattr(courses, "trial", lambda *_: 0.5)
    assert len(SekigaharaAdviser().advise(view, Random(1)).plan) > 1
    monkeypatch.setattr(courses, "trial", lambda *given: 1 / len(given[2]))
    found = SekigaharaAdviser().advise(view, Random(1))
    assert found.plan == (EndMovement(),)
    assert [each.tried for each in found.reasons if isinstance(each, Lying)] == [True]
