"""Points that a movement phase leaves lying."""

from __future__ import annotations

from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.left_lying import completed, free_points, taking
from engine.sekigahara.reasons import Lying
from engine.sekigahara.view_reasons import lying_of
from tests.engine.sekigahara.positions import Table, pieces, position


def beside_kyoto(enemies: list[str]) -> Table:
    return position(
        {"minakuchi": ["date-1-leader", "date-2"]}, {"osaka": ["mori-2"], **({"kyoto": enemies} if enemies else {})}
    )


def test_a_place_that_nobody_holds_could_be_taken_for_nothing_and_the_plan_takes_it() -> None:
    """2.2, 4.2: by the block that is missed least."""
    table, kyoto = beside_kyoto([]), location_named("kyoto")
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    [free] = [each for each in free_points(view) if each.march.stops[-1] == kyoto]
    assert free.march.blocks == pieces(table, TOKUGAWA, "minakuchi", "date-2")
    plan = (EndMovement(),)
    [lying] = lying_of(view, plan, known)
    assert lying.origin == location_named("minakuchi")
    whole = completed(view, plan, known)
    assert whole[-1] == EndMovement()
    assert isinstance(whole[0], March)
    assert lying.location in whole[0].stops
    assert lying == Lying(lying.location, lying.origin, lying.points)
    assert lying not in lying_of(view, whole, known)
    assert completed(view, whole, known) == whole
    assert completed(view, (), known) == (), "it has not come to its end"
    assert completed(view, whole[:1], known) == whole, "nobody else is to act"


def test_of_several_that_could_take_a_place_the_larger_stack_is_named_as_by_the_question() -> None:
    """The one that goes is all the same alone."""
    table = position({"anotsu": ["date-2"], "kiyosu": ["date-2", "date-3"]}, {"osaka": ["mori-2"]})
    view, kuwana = table.view(TOKUGAWA), location_named("kuwana")
    [free] = [each for each in free_points(view) if each.march.stops[-1] == kuwana]
    assert free.origin == location_named("kiyosu")
    assert free.march.blocks == pieces(table, TOKUGAWA, "kiyosu", "date-2")


def test_what_only_another_move_would_have_taken_is_told_and_tried_before_all_else() -> None:
    """7.1: with one move alone the plan musters."""
    own = {"minakuchi": ["date-2"], "recruitment": ["date-3"], "hand": ["date-single"]}
    table = position(own, {"osaka": ["mori-2"], "hand": ["mori-single"]}, paid=None)
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    pay, end = Pay(Degree.MINIMAL, ()), EndMovement()
    muster = Muster(pieces(table, TOKUGAWA, "recruitment"), location_named("sendai"), True)
    plan = (pay, muster, end)
    [lying] = lying_of(view, plan, known)
    assert (lying.origin, lying.instead) == (location_named("minakuchi"), True)
    taken, *_others = taking(view, plan, known)
    assert taken[0] == pay
    assert isinstance(taken[1], March)
    assert lying.location in taken[1].stops
    assert taken[2:] == (end,), "the muster is no move that is left"
    assert lying not in lying_of(view, taken, known)


def test_where_the_enemy_stands_nothing_is_for_nothing() -> None:
    view = beside_kyoto(["mori-3"]).view(TOKUGAWA)
    assert location_named("kyoto") not in [free.march.stops[-1] for free in free_points(view)]
