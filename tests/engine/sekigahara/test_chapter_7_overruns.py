"""7.4: overruns in the movement phase (R15, R29, R33, R39, R40)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Decision, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DEAD, HAND, location_named
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from tests.engine.sekigahara.moves import at, count, deciding, march, marching, refused, reveal, supply
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

PLAIN = {
    seat: [name for name in supply(seat, cards=False) if "leader" not in name and name != "mori-3"] for seat in SEATS
}


def meeting(
    mover: Seat, moving: int, standing: int, *, waiting: int = 0, place: str = "kofu", start: str = "suwa"
) -> Table:
    """`moving` blocks of `mover` beside a place with `waiting` own and `standing` enemy blocks; hands are empty."""
    own, enemy = PLAIN[mover], PLAIN[other(mover)]
    sides = {
        mover: {start: own[:moving], place: own[moving : moving + waiting]},
        other(mover): {place: enemy[:standing]},
    }
    return position(sides[TOKUGAWA], sides[ISHIDA], active=mover)


def ratios() -> list[tuple[int, int, int]]:
    """Moving, waiting and standing blocks, with neither side able to overrun before the move."""
    return [
        (moving, waiting, standing)
        for standing in (1, 2, 3)
        for moving in (1, 2, 3, 4)
        for waiting in range(9)
        if waiting < 4 * standing and (waiting == 0 or standing < 4 * waiting)
    ]


@pytest.mark.parametrize("mover", SEATS)
@pytest.mark.parametrize(("moving", "waiting", "standing"), ratios())
def test_7_4_1_four_times_the_blocks_present_overrun(mover: Seat, moving: int, waiting: int, standing: int) -> None:
    """Those that were there count (7.4.2); the strength of the blocks has no effect; a lower ratio does nothing."""
    table = meeting(mover, moving, standing, waiting=waiting)
    enemy, present = other(mover), moving + waiting
    march(table, at(table, mover, "suwa"), "kofu")
    if present < 4 * standing:
        assert table.waiting == Decision(mover, MovementDue(mover))
        assert (count(table, mover, "kofu"), count(table, enemy, "kofu")) == (present, standing)
        return
    assert table.waiting == Decision(enemy, RevealDue(enemy, location_named("kofu")))
    reveal(table)
    assert (count(table, mover, "kofu"), count(table, enemy, "kofu")) == (present, 0)
    assert count(table, enemy, "dead") == standing
    assert count(table, enemy, "hand") == standing // 2, "a card for every two blocks (8.10)"
    assert count(table, mover, "hand") == 0
    assert table.waiting == Decision(mover, MovementDue(mover))


@pytest.mark.parametrize("mover", SEATS)
@pytest.mark.parametrize("standing", [4, 5, 7, 8])
@pytest.mark.parametrize("moving", [1, 2])
def test_7_4_1_r15_the_mover_may_be_overrun(mover: Seat, standing: int, moving: int) -> None:
    table = meeting(mover, moving, standing)
    march(table, at(table, mover, "suwa"), "kofu")
    if standing < 4 * moving:
        assert table.waiting == Decision(mover, MovementDue(mover))
        return
    assert reveal(table) == mover
    assert count(table, mover, "kofu") == 0
    assert count(table, other(mover), "kofu") == standing
    assert count(table, mover, "hand") == moving // 2


def test_7_4_2_the_blocks_destroyed_are_shown_and_never_return() -> None:
    table = meeting(TOKUGAWA, 4, 1)
    [victim] = at(table, ISHIDA, "kofu")
    march(table, at(table, TOKUGAWA, "suwa"), "kofu")
    assert SEKIGAHARA.to_show(table.state, ISHIDA, Reveal()) == (victim,)
    reveal(table)
    dead = table.state.pools[ISHIDA][DEAD]
    assert names_in(table, ISHIDA, "dead") == PLAIN[ISHIDA][:1]
    assert set(dead) <= set(SEKIGAHARA.public_faces(table.state))


def test_7_4_2_nothing_else_happens_before_an_overrun_is_resolved() -> None:
    table = meeting(TOKUGAWA, 4, 1)
    blocks = at(table, TOKUGAWA, "suwa")
    march(table, blocks, "kofu")
    for action in (marching(blocks, "numazu"), EndMovement()):
        assert refused(table, TOKUGAWA, action) == "table"


def test_7_4_2_the_moving_blocks_may_continue_within_their_rate() -> None:
    table = position({"edo": ["date-2", "date-3", "maeda-2", "maeda-3"]}, {"oyama": ["ukita-2"]})
    blocks = at(table, TOKUGAWA, "edo")
    march(table, blocks, "oyama")
    reveal(table)
    march(table, blocks, "utsunomiya")
    assert refused(table, TOKUGAWA, marching(blocks, "shirakawa")) in {"7.3.3", "7.3.6", "R11"}


def test_7_3_2_7_4_2_blocks_do_not_pass_the_enemy_without_overrunning_him() -> None:
    """Told as one march, four blocks through one: either the overrun stops the telling or it happens on the way."""
    table = position({"edo": ["date-2", "date-3", "maeda-2", "maeda-3"]}, {"oyama": ["ukita-2"]})
    step = marching(at(table, TOKUGAWA, "edo"), "oyama", "utsunomiya")
    problem = SEKIGAHARA.refusal(table.view(TOKUGAWA), step)
    if problem is None:
        table.act(TOKUGAWA, step)
        reveal(table)
        assert count(table, ISHIDA, "oyama") == 0
    else:
        assert refused(table, TOKUGAWA, step) in {"7.3.2", "R14", "7.4.2"}


def test_7_4_2_some_of_the_victors_go_on_and_some_stay() -> None:
    table = position({"edo": ["date-2", "date-3", "maeda-2", "maeda-3"]}, {"oyama": ["ukita-2"]})
    blocks = at(table, TOKUGAWA, "edo")
    march(table, blocks, "oyama")
    reveal(table)
    march(table, blocks[:1], "utsunomiya")
    assert [count(table, TOKUGAWA, key) for key in ("oyama", "utsunomiya")] == [3, 1]


def test_7_4_2_the_example_two_stacks_of_two_overrun_one_block_and_only_the_second_goes_on() -> None:
    table = position({"edo": ["date-2", "date-3"], "utsunomiya": ["maeda-2", "maeda-3"]}, {"oyama": ["ukita-2"]})
    first, second = at(table, TOKUGAWA, "utsunomiya"), at(table, TOKUGAWA, "edo")
    march(table, first, "oyama")
    assert deciding(table, MovementDue) == TOKUGAWA
    march(table, second, "oyama")
    reveal(table)
    assert refused(table, TOKUGAWA, marching(first, "edo")) in {"7.3.1", "R16"}
    assert refused(table, TOKUGAWA, marching(second, "utsunomiya")) in {"7.3.1", "R10"}, "the first stack's road"
    table = position({"hakone": ["date-2", "date-3"], "sunpu": ["maeda-2", "maeda-3"]}, {"numazu": ["ukita-2"]})
    first, second = at(table, TOKUGAWA, "sunpu"), at(table, TOKUGAWA, "hakone")
    march(table, first, "numazu")
    march(table, second, "numazu")
    reveal(table)
    assert refused(table, TOKUGAWA, marching(first, "kofu")) in {"7.3.1", "R16"}
    march(table, second, "kofu")


def test_7_4_1_mustering_blocks_overrun() -> None:
    table = position(
        {"kiyosu": ["date-2", "date-3", "maeda-2"], "recruitment": ["fukushima-2"]}, {"kiyosu": ["ukita-2"]}
    )
    table.act(TOKUGAWA, Muster(at(table, TOKUGAWA, "recruitment"), location_named("kiyosu"), False))
    assert reveal(table) == ISHIDA
    assert count(table, TOKUGAWA, "kiyosu") == 4
    assert refused(table, TOKUGAWA, marching(at(table, TOKUGAWA, "kiyosu"), "gifu")) in {"7.2", "7.3.1", "R16"}


@pytest.mark.parametrize("mover", SEATS)
def test_7_4_3_who_controls_a_castle_there_cannot_be_overrun(mover: Seat) -> None:
    """Neither in a castle of the own colour nor in a captured one."""
    for place, start in (("gifu", "kiyosu"), ("okazaki", "kiyosu")):
        table = meeting(mover, 4, 1, place=place, start=start)
        march(table, at(table, mover, start), place)
        assert table.waiting == Decision(mover, MovementDue(mover))
        assert count(table, other(mover), place) == 1
        step = marching(at(table, mover, place), "iwamura" if place == "gifu" else "hamamatsu")
        assert refused(table, mover, step) in {"7.3.2", "R14"}


@pytest.mark.parametrize("mover", SEATS)
def test_7_4_3_who_enters_a_castle_against_four_is_overrun(mover: Seat) -> None:
    table = meeting(mover, 1, 4, place="gifu", start="kiyosu")
    march(table, at(table, mover, "kiyosu"), "gifu")
    assert reveal(table) == mover


@pytest.mark.parametrize(("inside", "relief", "besiegers"), [(1, 3, 1), (2, 2, 1), (2, 6, 2)])
def test_7_4_3_the_besieged_lend_their_strength_to_their_relief(inside: int, relief: int, besiegers: int) -> None:
    blocks = PLAIN[ISHIDA]
    table = position(
        {"gifu": PLAIN[TOKUGAWA][:besiegers]},
        {
            "gifu": blocks[:inside],
            "iwamura": blocks[inside : inside + min(relief, 4)],
            "sawayama": blocks[20 : 20 + max(0, relief - 4)],
        },
        active=ISHIDA,
        holders={"gifu": ISHIDA},
    )
    if relief > 4:
        march(table, at(table, ISHIDA, "sawayama"), "gifu")
        assert deciding(table, MovementDue) == ISHIDA
    march(table, at(table, ISHIDA, "iwamura"), "gifu")
    assert reveal(table) == TOKUGAWA
    assert count(table, ISHIDA, "gifu") == inside + relief


def test_7_4_1_disks_are_no_blocks_and_do_not_count() -> None:
    """Three blocks and a disk do not overrun one block; a lone disk is not overrun by four."""
    table = position({"ueda": ["date-2"]}, {"arato": ["ukita-2"] * 3}, active=ISHIDA, holders={"ueda": ISHIDA})
    march(table, at(table, ISHIDA, "arato"), "ueda")
    assert table.waiting == Decision(ISHIDA, MovementDue(ISHIDA))
    table = position({"saku": ["date-2", "date-3", "maeda-2", "maeda-3"]}, {})
    march(table, at(table, TOKUGAWA, "saku"), "ueda")
    assert table.waiting == Decision(TOKUGAWA, MovementDue(TOKUGAWA))
    assert location_named("ueda") in table.state.disks


def test_r15_blocks_that_leave_may_leave_the_others_to_be_overrun() -> None:
    """Three besiegers against four: the two that march away leave one to be overrun."""
    table = position(
        {"gifu": ["date-2", "date-3", "maeda-2"]}, {"gifu": ["ukita-2"] * 3 + ["ukita-3"]}, holders={"gifu": ISHIDA}
    )
    march(table, at(table, TOKUGAWA, "gifu")[:2], "kiyosu")
    assert reveal(table) == TOKUGAWA
    assert [count(table, TOKUGAWA, key) for key in ("gifu", "kiyosu")] == [0, 2]
    assert table.waiting == Decision(TOKUGAWA, MovementDue(TOKUGAWA))


def test_r15_r33_the_place_entered_is_checked_too_when_the_place_left_saw_an_overrun() -> None:
    table = position(
        {"gifu": [*PLAIN[TOKUGAWA][:5]]},
        {"gifu": PLAIN[ISHIDA][:4], "kiyosu": PLAIN[ISHIDA][10:11]},
        holders={"gifu": ISHIDA},
    )
    march(table, at(table, TOKUGAWA, "gifu")[:4], "kiyosu")
    losers = {reveal(table), reveal(table)}
    assert losers == set(SEATS)
    assert (count(table, TOKUGAWA, "gifu"), count(table, ISHIDA, "gifu")) == (0, 4)
    assert (count(table, TOKUGAWA, "kiyosu"), count(table, ISHIDA, "kiyosu")) == (4, 0)


def test_8_10_3_3_the_loser_draws_what_the_pile_can_give() -> None:
    """With every card in hand there is nothing left to draw (R7)."""
    table = position(
        {"suwa": PLAIN[TOKUGAWA][:4], "kofu": PLAIN[TOKUGAWA][4:8]},
        {"kofu": PLAIN[ISHIDA][:2], "hand": supply(ISHIDA, cards=True)},
    )
    march(table, at(table, TOKUGAWA, "suwa"), "kofu")
    reveal(table)
    assert len(table.state.pools[ISHIDA][HAND]) == 55
    assert table.waiting == Decision(TOKUGAWA, MovementDue(TOKUGAWA))


def test_8_10_the_loser_draws_at_once_and_may_use_the_card_in_the_same_phase() -> None:
    """Two of the mover's own are overrun: the card comes while the movement phase goes on."""
    table = position({"suwa": PLAIN[TOKUGAWA][:2], "toyama": PLAIN[TOKUGAWA][2:3]}, {"kofu": PLAIN[ISHIDA][:8]})
    march(table, at(table, TOKUGAWA, "suwa"), "kofu")
    assert reveal(table) == TOKUGAWA
    [card] = at(table, TOKUGAWA, "hand")
    march(table, at(table, TOKUGAWA, "toyama"), "takeda", "arato", forced=card)


def test_7_4_2_an_overrun_leaves_no_combat_to_declare() -> None:
    table = meeting(TOKUGAWA, 4, 1)
    march(table, at(table, TOKUGAWA, "suwa"), "kofu")
    reveal(table)
    table.act(TOKUGAWA, EndMovement())
    assert table.waiting == Decision(ISHIDA, PaymentDue(ISHIDA))


def test_4_3_r2_an_overrun_of_the_besiegers_lifts_the_siege_and_of_a_garrisons_rival_keeps_the_castle() -> None:
    table = position(
        {"okazaki": ["date-2"], "kiyosu": ["date-3", "maeda-2", "maeda-3"]},
        {"okazaki": ["ukita-2"]},
        holders={"okazaki": TOKUGAWA},
    )
    assert besieged(table.state, TOKUGAWA, location_named("okazaki"))
    march(table, pieces(table, TOKUGAWA, "kiyosu"), "okazaki")
    reveal(table)
    assert not besieged(table.state, TOKUGAWA, location_named("okazaki"))
    assert table.state.holder[location_named("okazaki")] == TOKUGAWA


class Drawers(SeededChance):
    """Remembers who drew, in order."""

    def __init__(self) -> None:
        super().__init__(1)
        self.owners: list[Seat] = []

    def position(self, owner: Seat, number: int, size: int) -> int:
        """One more draw."""
        self.owners.append(owner)
        return super().position(owner, number, size)


def test_r39_after_a_retreat_the_battles_draws_come_before_those_of_the_overrun_it_caused() -> None:
    """Tokugawa, beaten by 3 to 2, overruns two blocks at Suwa: each side replaces its card, then Ishida draws."""
    told = position(
        {"kofu": ["date-2", *PLAIN[TOKUGAWA][:8]], "hand": ["date-single"]},
        {"kofu": ["ukita-3", *PLAIN[ISHIDA][:2]], "suwa": PLAIN[ISHIDA][2:4], "hand": ["ukita-single"]},
        arrivals=[(TOKUGAWA, "kofu", "suwa")],
    )
    drawers = Drawers()
    table: Table = OpenTable(SEKIGAHARA, drawers, told.state, told.faces)
    table.act(TOKUGAWA, EndMovement())
    table.act(TOKUGAWA, Declare(location_named("kofu")))
    table.act(TOKUGAWA, Deploy(at(table, TOKUGAWA, "hand")[0], pieces(table, TOKUGAWA, "kofu", "date-2")))
    table.act(ISHIDA, Challenge(None))
    table.act(ISHIDA, Deploy(at(table, ISHIDA, "hand")[0], pieces(table, ISHIDA, "kofu", "ukita-3")))
    table.act(TOKUGAWA, EndDeployment())
    table.act(ISHIDA, EndDeployment())
    if isinstance(table.asked(TOKUGAWA), LossesDue):
        table.act(TOKUGAWA, Lose(pieces(table, TOKUGAWA, "kofu", "date-2")))
    table.act(TOKUGAWA, Retreat((), location_named("suwa")))
    assert reveal(table) == ISHIDA
    assert drawers.owners == [TOKUGAWA, ISHIDA, ISHIDA]
    assert (count(table, TOKUGAWA, "suwa"), count(table, ISHIDA, "suwa")) == (8, 0)
    assert (count(table, TOKUGAWA, "hand"), count(table, ISHIDA, "hand")) == (1, 2)
