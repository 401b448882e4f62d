"""7.2 and 9.3: blocks that come onto the map in the movement phase (R16, R17, R18)."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Decision, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, LOCATION_KEYS, LOCATIONS, RECRUITMENT, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import DAIMYO_OF, RECRUITING_SIDE, RECRUITS_AT
from tests.engine.sekigahara.moves import at, count, deciding, march, marching, refused, reveal
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, names_in, pieces, position

RULE = {"7.2", "R17"}
ELSEWHERE = {*RULE, "3.1", "9.3"}
"""What may be cited for blocks that are not in the recruitment box."""
STILL = {"7.2", "7.3.1", "R16", "9.3"}
BOX = {
    TOKUGAWA: ["tokugawa-2", "tokugawa-3", "maeda-2", "fukushima-2", "date-2", "date-3", "ii-4"],
    ISHIDA: ["mori-2", "mori-3", "ukita-2", "kobayakawa-2", "uesugi-3", "ukita-1-gun"],
}
MORI = ["mori-1-leader", "mori-3", "mori-3", "mori-3", "mori-3"]
HOMES = {
    TOKUGAWA: {"edo": ["tokugawa"], "kanazawa": ["maeda"], "kiyosu": ["fukushima"], "sendai": ["date"]},
    ISHIDA: {"himeji": ["mori", "ukita"], "osaka": ["kobayakawa"], "aizu": ["uesugi"]},
}


def recruits(seat: Seat, own: dict[str, list[str]] | None = None, enemy: dict[str, list[str]] | None = None) -> Table:
    """`seat` may muster from a box with blocks of every daimyo."""
    sides = {seat: {"recruitment": BOX[seat], **(own or {})}, other(seat): enemy or {}}
    return position(sides[TOKUGAWA], sides[ISHIDA], active=seat)


def muster(table: Table, seat: Seat, place: str, *names: str, shown: bool) -> None:
    """`seat` musters the blocks named."""
    table.act(seat, Muster(pieces(table, seat, "recruitment", *names), location_named(place), shown))


# Where blocks arrive


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("place", LOCATIONS, ids=LOCATION_KEYS)
def test_7_2_blocks_are_mustered_only_to_friendly_recruitment_locations(seat: Seat, place: int) -> None:
    """All 51 locations: one unseen block may come to those with a mon of the own colour, to no other."""
    table = recruits(seat)
    [where] = [pool for pool in LOCATIONS if pool == place]
    action = Muster(table.state.pools[seat][RECRUITMENT][:1], where, False)
    if RECRUITS_AT[place] and RECRUITING_SIDE[place] == seat:
        table.act(seat, action)
        assert len(table.state.pools[seat][place]) == 1
        assert len(table.state.pools[seat][RECRUITMENT]) == len(BOX[seat]) - 1
    else:
        assert refused(table, seat, action) in RULE


@pytest.mark.parametrize("seat", SEATS)
def test_7_2_option_a_brings_blocks_of_the_places_own_daimyo_shown_and_of_no_other(seat: Seat) -> None:
    for place, homes in HOMES[seat].items():
        for daimyo in {DAIMYO_OF[face] for face in recruits(seat).faces.values()} - {None}:
            names = [name for name in BOX[seat] if name.startswith(f"{daimyo}-")]
            if not names:
                continue
            table = recruits(seat)
            action = Muster(pieces(table, seat, "recruitment", *names), location_named(place), True)
            if daimyo in homes:
                assert set(SEKIGAHARA.to_show(table.state, seat, action)) == set(action.blocks)
                table.act(seat, action)
                assert names_in(table, seat, place) == sorted(names)
                assert set(action.blocks) <= set(SEKIGAHARA.public_faces(table.state)), "displayed to the opponent"
            else:
                assert refused(table, seat, action) in RULE


@pytest.mark.parametrize("names", [["date-2"], ["date-3"], ["date-2", "date-3"]])
def test_7_2_option_a_brings_any_or_all_of_them(names: list[str]) -> None:
    table = recruits(TOKUGAWA)
    muster(table, TOKUGAWA, "sendai", *names, shown=True)
    assert names_in(table, TOKUGAWA, "sendai") == sorted(names)


def test_7_2_option_a_mixes_no_daimyo_even_where_two_have_their_mon() -> None:
    """Himeji bears the mon of Mōri and of Ukita."""
    table = recruits(ISHIDA)
    blocks = pieces(table, ISHIDA, "recruitment", "mori-2", "ukita-2")
    assert refused(table, ISHIDA, Muster(blocks, location_named("himeji"), True)) in RULE
    muster(table, ISHIDA, "himeji", "ukita-2", "ukita-1-gun", shown=True)


def test_7_2_9_4_ii_has_no_mon_on_the_map_and_is_mustered_unseen() -> None:
    for place in HOMES[TOKUGAWA]:
        table = recruits(TOKUGAWA)
        action = Muster(pieces(table, TOKUGAWA, "recruitment", "ii-4"), location_named(place), True)
        assert refused(table, TOKUGAWA, action) in RULE
    table = recruits(TOKUGAWA)
    muster(table, TOKUGAWA, "kiyosu", "ii-4", shown=False)
    assert names_in(table, TOKUGAWA, "kiyosu") == ["ii-4"]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("size", [0, 2, 3])
def test_7_2_option_b_brings_a_single_block(seat: Seat, size: int) -> None:
    table = recruits(seat)
    place = location_named("kiyosu" if seat == TOKUGAWA else "himeji")
    assert refused(table, seat, Muster(table.state.pools[seat][RECRUITMENT][:size], place, False)) in RULE


def test_7_2_an_empty_muster_is_none() -> None:
    assert refused(recruits(TOKUGAWA), TOKUGAWA, Muster((), location_named("edo"), True)) in RULE


@pytest.mark.parametrize("seat", SEATS)
def test_7_2_option_b_shows_nothing(seat: Seat) -> None:
    table = recruits(seat)
    place = "kiyosu" if seat == TOKUGAWA else "himeji"
    action = Muster(table.state.pools[seat][RECRUITMENT][:1], location_named(place), False)
    assert SEKIGAHARA.to_show(table.state, seat, action) == ()
    table.act(seat, action)
    assert not set(SEKIGAHARA.public_faces(table.state)) & set(at(table, seat, place))


@pytest.mark.parametrize("pool", ["edo", "bag", "dead"])
def test_7_2_only_blocks_in_the_box_are_mustered(pool: str) -> None:
    table = recruits(TOKUGAWA, {"edo": ["tokugawa-1-gun"], "dead": ["maeda-3"]})
    for shown in (False, True):
        action = Muster(at(table, TOKUGAWA, pool)[:1], location_named("edo"), shown)
        assert refused(table, TOKUGAWA, action) in ELSEWHERE


def test_7_2_no_block_is_mustered_twice_over() -> None:
    table = recruits(TOKUGAWA)
    [block] = pieces(table, TOKUGAWA, "recruitment", "date-2")
    assert refused(table, TOKUGAWA, Muster((block, block), location_named("sendai"), True)) in ELSEWHERE


def test_4_4_mori_blocks_in_their_box_are_not_mustered() -> None:
    table = recruits(ISHIDA, {"mori_box": ["mori-1-leader", "mori-3"]})
    for shown in (False, True):
        action = Muster(at(table, ISHIDA, "mori_box")[1:], location_named("himeji"), shown)
        assert refused(table, ISHIDA, action) in ELSEWHERE


# Mustering into combat


def test_7_2_r17_no_attack_comes_from_the_box() -> None:
    table = recruits(TOKUGAWA, enemy={"kanazawa": ["ukita-2"]})
    for shown in (False, True):
        action = Muster(pieces(table, TOKUGAWA, "recruitment", "maeda-2"), location_named("kanazawa"), shown)
        assert refused(table, TOKUGAWA, action) in RULE


def test_7_2_r17_blocks_on_the_board_may_be_supported_from_the_box() -> None:
    """Those that came this phase as well as those that stood there."""
    table = recruits(TOKUGAWA, {"toyama": ["date-2"]}, {"kanazawa": ["ukita-2"]})
    march(table, pieces(table, TOKUGAWA, "toyama"), "kanazawa")
    muster(table, TOKUGAWA, "kanazawa", "maeda-2", shown=True)
    assert count(table, TOKUGAWA, "kanazawa") == 2
    table = recruits(TOKUGAWA, {"kanazawa": ["date-2"]}, {"kanazawa": ["ukita-2"]})
    muster(table, TOKUGAWA, "kanazawa", "maeda-2", shown=False)
    assert count(table, TOKUGAWA, "kanazawa") == 2


def test_r17_a_disk_is_no_block_to_support() -> None:
    """Osaka's disk alone is besieged: nobody musters in. With a block beside it, one may."""
    for garrison in ([], ["ukita-2"]):
        table = position(
            {"osaka": ["date-2"]},
            {"osaka": garrison, "recruitment": ["kobayakawa-2"]},
            active=ISHIDA,
            holders={"osaka": ISHIDA},
        )
        action = Muster(at(table, ISHIDA, "recruitment"), location_named("osaka"), True)
        if garrison:
            table.act(ISHIDA, action)
        else:
            assert refused(table, ISHIDA, action) in RULE


# Order, and what comes after


def test_7_2_r17_a_muster_may_come_before_between_or_after_moves() -> None:
    for when in range(3):
        table = recruits(TOKUGAWA, {"suwa": ["date-2"], "toyama": ["maeda-3"]})
        for step, (start, end) in enumerate([("suwa", "kofu"), ("toyama", "takeda"), ("", "")]):
            if step == when:
                muster(table, TOKUGAWA, "edo", "tokugawa-2", shown=False)
            if start:
                march(table, at(table, TOKUGAWA, start), end)
        assert [count(table, TOKUGAWA, key) for key in ("kofu", "takeda", "edo")] == [1, 1, 1]


@pytest.mark.parametrize("shown", [False, True])
def test_7_2_r16_mustered_blocks_may_not_move_and_their_hosts_may(shown: bool) -> None:
    table = recruits(TOKUGAWA, {"sendai": ["maeda-3"]})
    muster(table, TOKUGAWA, "sendai", "date-2", shown=shown)
    assert refused(table, TOKUGAWA, marching(pieces(table, TOKUGAWA, "sendai", "date-2"), "soma")) in STILL
    assert refused(table, TOKUGAWA, marching(at(table, TOKUGAWA, "sendai"), "soma")) in STILL
    march(table, pieces(table, TOKUGAWA, "sendai", "maeda-3"), "soma")


def test_7_2_who_remains_in_the_box_is_not_told_apart() -> None:
    """After a block left unseen the box's other blocks keep nothing by which they were known."""
    table = recruits(TOKUGAWA)
    muster(table, TOKUGAWA, "sendai", "date-2", "date-3", shown=True)
    table.act(TOKUGAWA, EndMovement())
    assert not set(at(table, TOKUGAWA, "recruitment")) & set(SEKIGAHARA.public_faces(table.state))


# R17 and R18: a muster, and a call of the Mōri box, ends the move in progress


def moves_left(table: Table) -> int:
    """How many more stacks may move, or be mustered."""
    return table.state.current_movement().stack_moves


def himeji(*present: str, aizu: tuple[str, ...] = ()) -> Table:
    """Ishida, with Limited movement, has `present` at Himeji, and Ukita's leader and Kobayakawa in the box."""
    return position(
        {},
        {"himeji": list(present), "aizu": list(aizu), "recruitment": ["ukita-1-leader", "kobayakawa-2"]},
        active=ISHIDA,
        paid="limited",
    )


def test_r17_after_a_muster_a_march_from_the_same_place_is_a_new_move_and_counts() -> None:
    table = himeji("mori-2", "ukita-2", "uesugi-3")
    march(table, pieces(table, ISHIDA, "himeji", "mori-2"), "osaka")
    assert moves_left(table) == 2
    muster(table, ISHIDA, "himeji", "ukita-1-leader", shown=True)
    assert moves_left(table) == 1
    march(table, pieces(table, ISHIDA, "himeji", "ukita-2"), "ayabe")
    assert moves_left(table) == 0
    # Without the muster the last march is a branch of the first, and two stacks may still move.
    table = himeji("mori-2", "ukita-2", "uesugi-3")
    march(table, pieces(table, ISHIDA, "himeji", "mori-2"), "osaka")
    march(table, pieces(table, ISHIDA, "himeji", "ukita-2"), "ayabe")
    assert moves_left(table) == 2


def test_r17_the_claim_of_a_move_after_a_muster_is_of_the_blocks_that_stand_there_now() -> None:
    """Ukita Hideie, just mustered, may lead from Himeji though he may not move; before, nobody could."""
    table = himeji("mori-2", "ukita-2")
    march(table, pieces(table, ISHIDA, "himeji", "mori-2"), "osaka")
    [block] = pieces(table, ISHIDA, "himeji", "ukita-2")
    far = marching([block], "ayabe", "miyazu", claim=True)
    assert refused(table, ISHIDA, far) == "R13"
    assert far not in SEKIGAHARA.options(table.view(ISHIDA))
    muster(table, ISHIDA, "himeji", "ukita-1-leader", shown=True)
    [claim] = SEKIGAHARA.claims(table.state, ISHIDA, far)
    assert set(claim.pieces) == set(at(table, ISHIDA, "himeji")), "who has left is not there, who has come is"
    assert far in list(SEKIGAHARA.options(table.view(ISHIDA)))
    table.act(ISHIDA, far)
    assert count(table, ISHIDA, "miyazu") == 1
    assert table.state.current_movement().move is not None


def test_r17_a_leader_that_marched_away_before_the_muster_leads_the_new_move_no_more() -> None:
    table = himeji("mori-2", "uesugi-1-leader")
    march(table, pieces(table, ISHIDA, "himeji", "uesugi-1-leader"), "osaka")
    far = marching(pieces(table, ISHIDA, "himeji", "mori-2"), "ayabe", "miyazu", claim=True)
    assert SEKIGAHARA.refusal(table.view(ISHIDA), far) is None, "it was there when the move began"
    muster(table, ISHIDA, "himeji", "kobayakawa-2", shown=False)
    assert refused(table, ISHIDA, far) == "R13"


@pytest.mark.parametrize("place", ["himeji", "aizu"])
def test_r17_groups_do_not_go_on_after_a_muster_wherever_it_is(place: str) -> None:
    table = position({}, {"himeji": ["mori-2", "ukita-1-leader"], "recruitment": ["mori-3"]}, active=ISHIDA)
    [block] = pieces(table, ISHIDA, "himeji", "mori-2")
    march(table, [block], "ayabe")
    on = marching([block], "miyazu", claim=True)
    assert SEKIGAHARA.refusal(table.view(ISHIDA), on) is None
    muster(table, ISHIDA, place, "mori-3", shown=False)
    assert refused(table, ISHIDA, marching([block], "miyazu")) == "7.3.1"
    assert refused(table, ISHIDA, on) == "R13", "the leader is not where it stands now"
    assert not any(getattr(action, "blocks", ()) == (block,) for action in SEKIGAHARA.options(table.view(ISHIDA)))


def test_r17_a_branch_after_a_muster_is_not_free() -> None:
    """The third of three: two marches and a muster leave no move for the stack that began."""
    table = himeji("mori-2", "ukita-2", aizu=("uesugi-3",))
    march(table, at(table, ISHIDA, "aizu"), "shirakawa")
    march(table, pieces(table, ISHIDA, "himeji", "mori-2"), "osaka")
    branch = marching(pieces(table, ISHIDA, "himeji", "ukita-2"), "ayabe")
    assert SEKIGAHARA.refusal(table.view(ISHIDA), branch) is None
    muster(table, ISHIDA, "aizu", "kobayakawa-2", shown=False)
    assert moves_left(table) == 0
    assert refused(table, ISHIDA, branch) == "7.1"


def test_r18_after_a_mori_call_a_march_from_osaka_is_a_new_move_and_counts() -> None:
    table = mori(paid="limited", ishida={"osaka": ["ukita-2", "ukita-3"]})
    one, two = at(table, ISHIDA, "osaka")
    march(table, [one], "kyoto")
    assert moves_left(table) == 2
    on = marching([one], "sawayama")
    assert SEKIGAHARA.refusal(table.view(ISHIDA), on) is None
    table.act(ISHIDA, call(table))
    assert moves_left(table) == 2, "a call is no move of its own"
    assert refused(table, ISHIDA, on) == "7.3.1"
    march(table, [two], "himeji")
    assert moves_left(table) == 1


def test_r18_no_branch_is_left_after_a_mori_call_where_only_one_stack_may_move() -> None:
    table = mori(paid="minimal", ishida={"osaka": ["ukita-2", "ukita-3"]})
    march(table, pieces(table, ISHIDA, "osaka", "ukita-2"), "kyoto")
    branch = marching(pieces(table, ISHIDA, "osaka", "ukita-3"), "himeji")
    assert SEKIGAHARA.refusal(table.view(ISHIDA), branch) is None
    table.act(ISHIDA, call(table))
    assert refused(table, ISHIDA, branch) == "7.1"


# 9.3 Mōri Terumoto


def mori(
    hand: int = 6, *, paid: str | None = "total", box: list[str] | None = None, **stacks: dict[str, list[str]]
) -> Table:
    """Ishida, with Mōri's box full and so many cards, is to move."""
    own = {"hand": ["ukita-single"] * hand, "mori_box": MORI if box is None else box, **stacks.get("ishida", {})}
    return position(stacks.get("tokugawa", {}), own, active=ISHIDA, paid=paid)


def call(table: Table, *, leader: bool = False) -> CallMori:
    """A card for the next block of the box, or for its leader."""
    name = "mori-1-leader" if leader else "mori-3"
    return CallMori(table.state.pools[ISHIDA][HAND][0], pieces(table, ISHIDA, "mori_box", name)[0])


def test_9_3_r18_any_number_of_cards_one_block_each_the_leader_last() -> None:
    table = mori()
    for arrived in range(4):
        assert refused(table, ISHIDA, call(table, leader=True)) in {"9.3", "R18"}
        table.act(ISHIDA, call(table))
        assert count(table, ISHIDA, "osaka") == arrived + 1
        assert count(table, ISHIDA, "hand") == 6 - arrived - 1
        assert count(table, ISHIDA, "discard") == arrived + 1
    table.act(ISHIDA, call(table, leader=True))
    assert names_in(table, ISHIDA, "osaka") == sorted(MORI)
    assert count(table, ISHIDA, "mori_box") == 0


def test_9_3_the_leader_alone_in_the_box_may_come() -> None:
    table = mori(box=["mori-1-leader"])
    table.act(ISHIDA, call(table, leader=True))
    assert names_in(table, ISHIDA, "osaka") == ["mori-1-leader"]


@pytest.mark.parametrize("paid", ["none", "minimal", "limited", "total"])
def test_9_3_r9_mori_cards_may_be_paid_whatever_movement_was_bought(paid: str) -> None:
    table = mori(paid=paid)
    table.act(ISHIDA, call(table))
    assert count(table, ISHIDA, "osaka") == 1


def test_9_3_a_mori_block_alone_in_osaka_is_sealed_when_it_turns_face_down() -> None:
    """In its box it was open and never mixed: hidden under its old number it could not be shown to be what it is."""
    table = mori()
    table.act(ISHIDA, call(table))
    [open_block] = at(table, ISHIDA, "osaka")
    assert open_block in table.state.shown
    table.act(ISHIDA, EndMovement())
    [block] = at(table, ISHIDA, "osaka")
    assert block != open_block
    assert block not in table.state.shown


def test_9_3_mori_arrivals_take_no_move_and_no_muster() -> None:
    table = mori(paid="minimal", ishida={"himeji": ["ukita-2"]})
    table.act(ISHIDA, call(table))
    march(table, at(table, ISHIDA, "himeji"), "ayabe")
    table.act(ISHIDA, call(table))
    assert count(table, ISHIDA, "osaka") == 2


def test_9_3_arrivals_do_not_move_that_turn_and_osakas_others_do() -> None:
    table = mori(ishida={"osaka": ["ukita-2"]})
    table.act(ISHIDA, call(table))
    assert refused(table, ISHIDA, marching(pieces(table, ISHIDA, "osaka", "mori-3"), "kyoto")) in STILL
    assert refused(table, ISHIDA, marching(at(table, ISHIDA, "osaka"), "kyoto")) in STILL
    march(table, pieces(table, ISHIDA, "osaka", "ukita-2"), "kyoto")


def test_9_3_movement_is_paid_for_first() -> None:
    table = mori(paid=None)
    assert refused(table, ISHIDA, call(table)) == "table"


def test_9_3_only_in_an_ishida_movement_phase() -> None:
    table = position({}, {"hand": ["ukita-single"], "mori_box": MORI}, paid=None)
    assert refused(table, ISHIDA, call(table)) == "table"
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    assert refused(table, ISHIDA, call(table)) == "table"
    tokugawa = position({"hand": ["date-single"]}, {"mori_box": MORI})
    theirs = CallMori(at(tokugawa, TOKUGAWA, "hand")[0], at(tokugawa, ISHIDA, "mori_box")[1])
    assert refused(tokugawa, TOKUGAWA, theirs) in {"9.3", "R18"}


def test_9_3_each_block_costs_a_card_of_the_hand() -> None:
    table = mori(hand=1)
    block = pieces(table, ISHIDA, "mori_box", "mori-3")[0]
    for pool in ("deck", "osaka"):
        for card in at(table, ISHIDA, pool)[:1]:
            assert refused(table, ISHIDA, CallMori(card, block)) in {"9.3", "R18", "3.3"}
    table.act(ISHIDA, call(table))
    [spent] = at(table, ISHIDA, "discard")
    block = pieces(table, ISHIDA, "mori_box", "mori-3")[0]
    assert refused(table, ISHIDA, CallMori(spent, block)) in {"9.3", "R18", "3.3"}


def test_9_3_only_blocks_of_the_mori_box_are_called() -> None:
    table = mori(ishida={"recruitment": ["mori-2"], "himeji": ["mori-2"]})
    card = at(table, ISHIDA, "hand")[0]
    for pool in ("recruitment", "himeji", "bag"):
        assert refused(table, ISHIDA, CallMori(card, at(table, ISHIDA, pool)[0])) in {"9.3", "R18"}


def test_9_3_arrivals_are_hidden_among_osakas_blocks() -> None:
    table = mori(ishida={"osaka": ["ukita-2"]})
    table.act(ISHIDA, call(table))
    known = set(at(table, ISHIDA, "osaka"))
    table.act(ISHIDA, EndMovement())
    there = set(at(table, ISHIDA, "osaka"))
    assert len(there) == 2
    assert not there & known
    assert not there & set(SEKIGAHARA.public_faces(table.state))


def test_9_3_they_may_come_to_a_besieged_osaka() -> None:
    """Unlike a muster (7.2) an arrival needs no friendly block there."""
    table = mori(tokugawa={"osaka": ["date-2"] * 2})
    table.act(ISHIDA, call(table))
    assert count(table, ISHIDA, "osaka") == 1


def test_9_3_7_4_1_arrivals_overrun_the_besiegers() -> None:
    table = mori(tokugawa={"osaka": ["date-2"]}, ishida={"osaka": ["ukita-2"] * 2})
    table.act(ISHIDA, call(table))
    assert deciding(table, MovementDue) == ISHIDA
    table.act(ISHIDA, call(table))
    assert reveal(table) == TOKUGAWA
    assert count(table, TOKUGAWA, "osaka") == 0
    assert table.waiting == Decision(ISHIDA, MovementDue(ISHIDA))
