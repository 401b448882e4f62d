"""Chapter 2: how the game is won."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Over, Seat, other
from engine.sekigahara.board import CASTLES, RESOURCES, location_named
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_4_control import castles_of
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege, SiegeLossesDue
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import IS_LEADER
from tests.engine.sekigahara.moves import deciding, march, pass_turn, refused, reveal
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, combat_phase, pieces, position


def won(table: Table) -> Seat:
    """The winner of a game that is over."""
    assert isinstance(table.waiting, Over), table.waiting
    assert table.waiting.reason
    assert table.waiting.winner is not None
    return table.waiting.winner


@pytest.mark.parametrize(
    ("hunter", "victim", "winner"),
    [(TOKUGAWA, "ishida-1-leader", TOKUGAWA), (ISHIDA, "tokugawa-1-leader", ISHIDA)],
)
def test_2_1_r29_the_death_of_a_protagonist_in_an_overrun_ends_the_game_at_once(
    hunter: Seat, victim: str, winner: Seat
) -> None:
    four = ["tokugawa-3"] * 4 if hunter == TOKUGAWA else ["mori-3"] * 4
    sides = {hunter: {"suwa": four}, other(hunter): {"kofu": [victim]}}
    table = position(sides[TOKUGAWA], sides[ISHIDA], active=hunter)
    march(table, pieces(table, hunter, "suwa"), "kofu")
    reveal(table)
    assert won(table) == winner
    assert refused(table, hunter, EndMovement()) == "table"


@pytest.mark.parametrize("victim", ["ukita-1-leader", "mori-1-leader", "ishida-1-leader"])
def test_2_1_of_the_leaders_only_the_protagonist_decides_the_game(victim: str) -> None:
    table = position({"suwa": ["tokugawa-3"] * 4}, {"kofu": [victim]})
    march(table, pieces(table, TOKUGAWA, "suwa"), "kofu")
    reveal(table)
    assert isinstance(table.waiting, Over) == (victim == "ishida-1-leader")


def battle(tokugawa: list[str], ishida: list[str]) -> Table:
    """A battle at Kōfu that Tokugawa attacks; each side holds three cards for its blocks."""
    table = position(
        {"kofu": tokugawa, "hand": ["tokugawa-single"] * 3},
        {"kofu": ishida, "hand": ["ukita-single"] * 3},
        arrivals=[(TOKUGAWA, "kofu", "suwa")],
    )
    combat_phase(table).act(TOKUGAWA, Declare(location_named("kofu")))
    return table


def deploy_all(table: Table) -> None:
    """Both sides deploy all their blocks in the order they stand, leaders without cards, then end; no challenges."""
    order = {seat: list(pieces(table, seat, "kofu")) for seat in SEATS}
    while table.state.current_combat().ended != (True, True):
        seat = deciding(table, DeploymentDue, ChallengeDue)
        if isinstance(table.asked(seat), ChallengeDue):
            table.act(seat, Challenge(None))
        elif order[seat]:
            block = order[seat].pop(0)
            card = None if IS_LEADER[table.faces[block]] else pieces(table, seat, "hand")[0]
            table.act(seat, Deploy(card, (block,)))
        else:
            table.act(seat, EndDeployment())


def lose(table: Table, *names: str) -> None:
    """The side that must choose its losses loses the blocks named."""
    seat = deciding(table, LossesDue)
    table.act(seat, Lose(pieces(table, seat, "kofu", *names)))


def fought(*, both: bool) -> Table:
    """Tokugawa 10 to 11, beaten: Ishida owes one block, Tokugawa two (8.7.1)."""
    table = battle(
        ["tokugawa-1-leader", "tokugawa-3", "tokugawa-3"], ["ishida-1-leader", "ukita-1-leader", "ukita-3", "ukita-3"]
    )
    deploy_all(table)
    assert table.state.current_combat().impact == (10, 11)
    lose(table, "tokugawa-1-leader" if both else "tokugawa-3", "tokugawa-3")
    lose(table, "ishida-1-leader")
    return table


def test_2_1_r29_when_both_protagonists_die_in_one_battle_ishida_wins() -> None:
    """The losses of both sides come before the check: Tokugawa's leader, lost first, does not end the battle alone."""
    assert won(fought(both=True)) == ISHIDA


def test_2_1_r29_mitsunari_lost_in_a_battle_that_ishida_won_is_tokugawas_victory() -> None:
    assert won(fought(both=False)) == TOKUGAWA


def besieged_osaka(*, impact_cards: int, garrison: list[str]) -> Table:
    """Tokugawa besieges Osaka, whose Mōri box is empty, and delivers 3, 7 or 12 impact with 1, 2 or 3 cards."""
    table = position(
        {"osaka": ["tokugawa-3"] * 3, "hand": ["tokugawa-single"] * 3},
        {"osaka": garrison},
        holders={"osaka": ISHIDA},
    )
    combat_phase(table).act(TOKUGAWA, Declare(location_named("osaka")))
    blocks = pieces(table, TOKUGAWA, "osaka")
    for block in blocks[:impact_cards]:
        table.act(TOKUGAWA, Deploy(pieces(table, TOKUGAWA, "hand")[0], (block,)))
    table.act(TOKUGAWA, EndDeployment())
    return table


def settle_siege(table: Table) -> None:
    """The besieged lose what they must, the disk last (9.1)."""
    if isinstance(table.asked(ISHIDA), SiegeLossesDue):
        table.act(ISHIDA, LoseInSiege((), True))


def test_2_1_9_1_the_capture_of_hideyori_is_tokugawas_victory() -> None:
    table = besieged_osaka(impact_cards=2, garrison=[])
    settle_siege(table)
    assert won(table) == TOKUGAWA


def test_2_1_8_9_4_hideyori_stands_while_the_siege_delivers_less_than_seven() -> None:
    table = besieged_osaka(impact_cards=1, garrison=[])
    assert not isinstance(table.waiting, Over)
    assert location_named("osaka") in table.state.disks


def last_turn(**standing: object) -> Table:
    """The last player turn of week 7, in which both sides' units and cubes stand as told."""
    return position(**{"tokugawa": {}, "ishida": {}, **standing}, week=7, paid=None, active=TOKUGAWA)  # type: ignore[arg-type]


def finish_week(table: Table) -> None:
    """Everybody passes until the game is over."""
    while not isinstance(table.waiting, Over):
        pass_turn(table)


def test_2_2_after_week_seven_ishida_wins_a_tie_and_the_higher_score_else() -> None:
    """Unmoved, Tokugawa has five castles of nine and Edo, Ishida four and Kyoto: 11 to 9 (R4)."""
    table = last_turn()
    assert (score(table.state, TOKUGAWA), score(table.state, ISHIDA)) == (11, 9)
    finish_week(table)
    assert won(table) == TOKUGAWA


@pytest.mark.parametrize(
    ("owners", "scores", "winner"),
    [
        ({"kuwana": ISHIDA}, (11, 10), TOKUGAWA),
        ({"kuwana": ISHIDA, "kiso": ISHIDA}, (11, 11), ISHIDA),
        ({"kuwana": ISHIDA, "kiso": ISHIDA, "takeda": ISHIDA}, (11, 12), ISHIDA),
        ({"kuwana": ISHIDA, "kiso": ISHIDA, "takeda": TOKUGAWA}, (12, 11), TOKUGAWA),
        ({"edo": ISHIDA, "kyoto": TOKUGAWA}, (11, 9), TOKUGAWA),
    ],
)
def test_2_2_r4_castles_count_two_resource_locations_one_and_a_tie_is_ishidas(
    owners: dict[str, Seat], scores: tuple[int, int], winner: Seat
) -> None:
    table = last_turn(owners=owners)
    assert (score(table.state, TOKUGAWA), score(table.state, ISHIDA)) == scores
    finish_week(table)
    assert won(table) == winner


def test_2_2_r2_a_castle_counts_for_who_stands_there_or_for_its_colour() -> None:
    table = last_turn(tokugawa={"gifu": ["date-2"]}, ishida={"hakone": ["mori-2"], "anotsu": ["mori-3"]})
    assert castles_of(table.state, TOKUGAWA) == 4
    assert castles_of(table.state, ISHIDA) == 5
    assert sum(castles_of(table.state, seat) for seat in SEATS) == len(CASTLES)
    finish_week(table)
    assert won(table) == ISHIDA


def test_2_2_the_score_is_counted_only_at_the_end_of_week_seven() -> None:
    table = position({}, {}, week=6, paid=None)
    for _ in SEATS:
        pass_turn(table)
    assert not isinstance(table.waiting, Over)


def test_2_2_the_map_is_worth_eighteen_points_of_castles_and_nine_of_resource_locations() -> None:
    assert len(CASTLES) == 9
    assert len(RESOURCES) == 9


def test_2_1_an_instant_victory_needs_no_points() -> None:
    """Ishida, far behind, kills Ieyasu in week 7."""
    table = position({"kofu": ["tokugawa-1-leader"]}, {"suwa": ["mori-3"] * 4}, week=7, active=ISHIDA, paid=None)
    table.act(ISHIDA, Pay(Degree.MINIMAL, ()))
    march(table, pieces(table, ISHIDA, "suwa"), "kofu")
    reveal(table)
    assert won(table) == ISHIDA
