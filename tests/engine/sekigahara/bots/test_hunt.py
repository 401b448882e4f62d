"""How likely an attack ends the game, and that the strong bot and the adviser see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Over, Seat
from engine.sekigahara import advice
from engine.sekigahara.advice import SekigaharaAdviser
from engine.sekigahara.board import OSAKA, location_named
from engine.sekigahara.bots.strong import neighbours as neighbouring
from engine.sekigahara.bots.strong.bot import StrongBot
from engine.sekigahara.bots.strong.hasty import HastyBot
from engine.sekigahara.bots.strong.hunt import SOUGHT, outlook, peril
from engine.sekigahara.bots.strong.neighbours import neighbours
from engine.sekigahara.bots.strong.plans import Plan, in_phase, world
from engine.sekigahara.bots.strong.worlds import PLACED
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.state import Combat
from tests.engine.sekigahara.positions import Table, pieces, position

HUNTERS = ("ii-4", "tokugawa-3", "tokugawa-1-leader", "fukushima-3", "tokugawa-3", "fukushima-1-cavalry")
CARDS = ("tokugawa-loyalty", "date-single", "fukushima-single", "maeda-single", "tokugawa-single", "tokugawa-double")


def hunt_of_mitsunari(
    guards: Sequence[str] = (),
    hunters: Sequence[str] = HUNTERS,
    cards: Sequence[str] = CARDS,
    box: Sequence[str] = (),
    camp: str = "gifu",
    **others: Sequence[str],
) -> Table:
    """Tokugawa is to pay, with `hunters` at a camp; Mitsunari is at Osaka with `guards`."""
    return position(
        {camp: hunters, "edo": ["tokugawa-2"], "hand": cards},
        {"osaka": ["ishida-1-leader", *guards], "mori_box": box, "hand": ["mori-single", "uesugi-single"], **others},
        week=4,
        paid=None,
    )


def peril_of(table: Table, seat: Seat) -> float:
    """That of `seat` where its enemy is to pay."""
    return peril(table.state, table.faces, seat)


def test_three_highway_roads_are_one_march_and_the_more_guard_the_less_is_the_peril() -> None:
    perils = [
        peril_of(hunt_of_mitsunari(["mori-3", "uesugi-3", "mori-3", "mori-2"][:count]), ISHIDA) for count in range(5)
    ]
    assert perils == sorted(perils, reverse=True)
    assert SOUGHT >= perils[0] > 0.7
    assert perils[4] < 0.05


def test_blocks_of_the_mori_box_guard_osaka_as_if_they_stood_there() -> None:
    box = ["mori-1-leader", "mori-3"]
    assert peril_of(hunt_of_mitsunari(box=box), ISHIDA) == peril_of(hunt_of_mitsunari(box), ISHIDA) > 0.3


def test_who_cannot_march_there_is_no_peril() -> None:
    assert peril_of(hunt_of_mitsunari(camp="hamamatsu"), ISHIDA) == 0
    assert peril_of(hunt_of_mitsunari(kyoto=["mori-2"]), ISHIDA) == 0
    # Without a leader and without a card two highway roads are all.
    assert peril_of(hunt_of_mitsunari(hunters=["tokugawa-3", "fukushima-3"], cards=[]), ISHIDA) == 0
    # A block alone kills nobody in a castle.
    assert peril_of(hunt_of_mitsunari(hunters=["tokugawa-2"], cards=["date-single", "maeda-single"]), ISHIDA) < 0.2


def test_who_holds_no_card_that_fits_is_less_to_be_feared() -> None:
    guards = ["mori-3", "mori-3"]
    armed, empty = [peril_of(hunt_of_mitsunari(guards, cards=cards), ISHIDA) for cards in (CARDS, ["date-single"] * 2)]
    assert armed > 0.3
    assert empty < 0.15


def test_four_to_one_are_overrun_without_a_battle() -> None:
    table = position(
        {"hakone": ["tokugawa-2"], "numazu": ["tokugawa-1-leader"], "hand": ["tokugawa-single"] * 5},
        {"hamamatsu": ["ishida-1-leader", "mori-3", "mori-3", "uesugi-3"], "hand": []},
        active=ISHIDA,
        paid=None,
    )
    assert peril_of(table, TOKUGAWA) == SOUGHT


def test_hideyori_without_a_guard_is_in_peril_though_mitsunari_is_away() -> None:
    table = position(
        {"gifu": HUNTERS, "hand": CARDS},
        {"osaka": [], "himeji": ["ishida-1-leader"], "hand": []},
        paid=None,
    )
    assert peril_of(table, ISHIDA) > 0.3
    table.state.transfer(ISHIDA, pieces(table, ISHIDA, "himeji"), location_named("himeji"), OSAKA)
    assert peril_of(table, ISHIDA) > 0.3


def test_the_outlook_of_who_may_be_killed_is_less_by_that_and_of_the_other_more() -> None:
    table = hunt_of_mitsunari()
    state, faces = table.state, table.faces
    assert outlook(state, faces, 0.5) == pytest.approx(1 - (1 - peril_of(table, ISHIDA)) * 0.5)
    state.active = ISHIDA
    assert outlook(state, faces, 0.5) == pytest.approx(0.5 * (1 - peril_of(table, TOKUGAWA)))
    assert peril_of(table, TOKUGAWA) < 0.1


def test_in_a_combat_what_has_been_brought_counts_and_after_it_nothing_does() -> None:
    table = hunt_of_mitsunari(["mori-3", "uesugi-3", "mori-3", "mori-2"], HUNTERS[:4])
    hunters = pieces(table, TOKUGAWA, "gifu")
    stops = tuple([location_named(name) for name in ("sawayama", "kyoto", "osaka")])
    for answer in _march(table, TOKUGAWA, "date-single", March(hunters, stops, True, None)):
        table.act(TOKUGAWA, answer)
    during, hasty = [], HastyBot()
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        if isinstance(table.asked(seat), PaymentDue):
            break
        combat = table.state.combat
        if combat is not None and combat.location == OSAKA:
            during.append(peril_of(table, ISHIDA))
        elif table.state.declared:
            assert peril_of(table, ISHIDA) == 0
        table.act(seat, hasty.choose(table.view(seat)))
    assert during
    assert not isinstance(table.waiting, Over)
    assert all(0 < each < SOUGHT for each in during)
    table.state.combat = Combat(OSAKA, TOKUGAWA, ISHIDA, impact=(40, 0), ended=(True, True))
    assert peril_of(table, ISHIDA) > 0.7


# -- positions in which a march tempts away who guards


def well_known(
    tokugawa: dict[str, Sequence[str]], ishida: dict[str, Sequence[str]], active: Seat, **more: Any
) -> Table:
    """A position in week 4 in which what began on the map and is not told of is dead."""
    both = []
    for seat, stacks in ((TOKUGAWA, tokugawa), (ISHIDA, ishida)):
        told = Counter([name for key, names in stacks.items() if key != "hand" for name in names])
        began = Counter([FACE_KEYS[face].removeprefix("block-") for face in PLACED[seat]])
        both.append({**stacks, "dead": sorted((began - told).elements())})
    return position(*both, active=active, week=4, paid=None, **more)


def mitsunari_tempted() -> tuple[Table, Plan]:
    """From a game: Tokugawa Ieyasu with six blocks before Gifu, three highway roads from Osaka; and what was played."""
    table = well_known(
        {
            "kiyosu": ["tokugawa-2"],
            "gifu": HUNTERS,
            "kanazawa": ["maeda-1-gun", "tokugawa-2"],
            "hakone": ["tokugawa-3"],
            "utsunomiya": ["date-3", "date-1-leader", "date-2", "date-3"],
            "niigata": ["maeda-2", "maeda-1-leader", "maeda-2"],
            "aizu": ["maeda-2", "date-1-gun"],
            "hand": CARDS,
            "recruitment": ["tokugawa-1-cavalry", "date-2", "fukushima-2"],
        },
        {
            "osaka": ["mori-3", "uesugi-3", "mori-3", "mori-3", "ishida-1-leader"],
            "miyazu": ["mori-1-cavalry", "kobayakawa-3"],
            "gifu": ["mori-1-gun"],
            "edo": ["ukita-1-cavalry", "mori-2", "mori-1-gun"],
            "hand": [
                "mori-single",
                "kobayakawa-double",
                "uesugi-single",
                *["mori-swords"] * 3,
                "mori-double",
                "ukita-swords",
            ],
            "recruitment": ["ukita-3", "mori-1-cavalry"],
            "mori_box": ["mori-1-leader", "mori-3"],
        },
        ISHIDA,
        owners={"kyoto": ISHIDA, "kuwana": TOKUGAWA, "tsuruga": ISHIDA, "edo": ISHIDA},
    )
    gone = pieces(table, ISHIDA, "osaka", "mori-3", "uesugi-3", "mori-3", "mori-3")
    stops = tuple([location_named(name) for name in ("kyoto", "minakuchi", "kuwana")])
    return table, _march(table, ISHIDA, "uesugi-single", March(gone, stops, False, None))


def ieyasu_tempted() -> tuple[Table, Plan]:
    """Tokugawa Ieyasu at Hamamatsu with three blocks, seven of Ishida's at Kuwana, and Kofu's enemies to be beaten."""
    table = well_known(
        {
            "hamamatsu": ["tokugawa-1-leader", "tokugawa-3", "tokugawa-3", "fukushima-3"],
            "edo": ["tokugawa-2", "tokugawa-2"],
            "utsunomiya": ["date-3", "date-1-leader"],
            "hand": ["tokugawa-single", "tokugawa-single", "tokugawa-double", "fukushima-single", "date-single"],
        },
        {
            "kiyosu": ["ishida-1-leader", "ukita-3", "ukita-2", "ukita-1-leader", "mori-3", "kobayakawa-3"],
            "numazu": ["uesugi-1-gun"],
            "osaka": ["mori-2", "mori-2"],
            "ueda": [],
            "hand": [
                "ukita-single",
                "ukita-swords",
                "ukita-double",
                "mori-single",
                "kobayakawa-single",
                "uesugi-single",
            ],
            "mori_box": ["mori-1-leader", "mori-3", "mori-3"],
        },
        TOKUGAWA,
    )
    gone = pieces(table, TOKUGAWA, "hamamatsu", "tokugawa-3", "tokugawa-3", "fukushima-3")
    stops = tuple([location_named(name) for name in ("sunpu", "numazu")])
    return table, _march(table, TOKUGAWA, "date-single", March(gone, stops, False, None))


def _march(table: Table, seat: Seat, card: str, march: March) -> Plan:
    return (Pay(Degree.LIMITED, pieces(table, seat, "hand", card)), march, EndMovement())


def after(table: Table, plan: Plan) -> Table:
    """The table when the enemy is to pay, `plan` having been carried out."""
    ahead, hasty = world(table.state, table.faces, 1), HastyBot()
    left = list(plan)
    while not isinstance(ahead.waiting, Over):
        seat = next(seat for seat in SEATS if ahead.asked(seat) is not None)
        if isinstance(ahead.asked(seat), PaymentDue) and not left:
            break
        ahead.act(seat, left.pop(0) if left and in_phase(ahead, seat) else hasty.choose(ahead.view(seat)))
    return ahead


TEMPTED = pytest.mark.parametrize(("tempted", "seat"), [(mitsunari_tempted, ISHIDA), (ieyasu_tempted, TOKUGAWA)])


@TEMPTED
def test_strong_does_not_leave_its_protagonist_to_be_killed(tempted: object, seat: Seat) -> None:
    table, played = tempted()  # type: ignore[operator]
    assert peril_of(after(table, played), seat) > 0.4
    bot, plan = StrongBot(Random(1), tastes=2, worlds=(2, 4)), []
    while in_phase(table, seat):
        plan.append(bot.choose(table.view(seat)))
        table.act(seat, plan[-1])
    assert peril_of(after(table, ()), seat) < 0.2


@TEMPTED
def test_the_review_sees_that_a_protagonist_was_left_to_be_killed(
    tempted: object, seat: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "WORLDS", (2, 2))
    monkeypatch.setattr(advice, "TASTES", 1)
    monkeypatch.setattr(advice, "TRUE_WORLDS", 4)
    table, played = tempted()  # type: ignore[operator]
    adviser = SekigaharaAdviser()

    def chance_of(at: Table) -> float:
        tokugawa = adviser.value(at.state, at.faces)
        return tokugawa if seat == TOKUGAWA else 1 - tokugawa

    assert chance_of(after(table, played)) < 0.7 * chance_of(table)
    found = adviser.compare(table.view(seat), played, table.faces, Random(1))
    assert found.loss > 0.04
    assert found.better_true > found.played_true + 0.04


@TEMPTED
def test_a_neighbour_of_the_plan_leaves_guards_with_the_protagonist(tempted: object, seat: Seat) -> None:
    table, played = tempted()  # type: ignore[operator]
    found = neighbours(table.view(seat), (), (table.faces, 1), Random(1), played)
    marches = [[answer for answer in plan if isinstance(answer, March)] for plan in found]
    sizes = sorted(len(march.blocks) for [march] in [each for each in marches if each])
    march = played[1]
    assert isinstance(march, March)
    assert sizes == [len(march.blocks) - 2, len(march.blocks) - 1]
    assert len(found) <= neighbouring.MOST
