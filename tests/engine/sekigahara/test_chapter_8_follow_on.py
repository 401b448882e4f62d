"""What a retreat causes: combats, chains of them, overruns: 8.8.5, 7.4, 8.10, R15, R27, R35, R36, R39."""

from __future__ import annotations

import pytest

from engine.hidden import Over, Seat, other
from engine.sekigahara.board import POOL_KEYS, location_named
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, FightInside, SiegeLossesDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from tests.engine.sekigahara.battles import (
    FIELD,
    Recorder,
    at_retreat,
    battle,
    declare,
    deploy,
    doing,
    finish,
    finish_all,
    hand_size,
    impact,
    lose,
    lose_any,
    open_ways,
    recorded,
    refused,
    retreat,
    reveal,
    shown_at,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position

BOTH = pytest.mark.parametrize("seat", [TOKUGAWA, ISHIDA])

ALL_HELD = ("kiso", "saku", "kofu")
"""Suwa's neighbours: a defender that finds the enemy in all of them goes where it likes."""


def combat_place(table: Table) -> str:
    """Where the combat in progress is."""
    return POOL_KEYS[table.state.current_combat().location]


@BOTH
@pytest.mark.parametrize("attacked", [True, False])
def test_r27_a_retreat_into_the_enemy_is_combat_at_once_and_the_retreating_attack(seat: Seat, attacked: bool) -> None:
    attacker = other(seat) if attacked else seat
    table = at_retreat(seat, attacker, enemies_at=ALL_HELD)
    retreat(table, "kiso")
    combat = table.state.current_combat()
    assert (combat_place(table), combat.attacker, combat.siege) == ("kiso", seat, False)
    assert impact(table) == (0, 0)
    assert doing(table) == (seat, DeploymentDue)
    # A tie is the defender's: the retreating side loses at nothing to nothing.
    finish(table)
    assert doing(table) == (other(seat), DeploymentDue)
    finish(table)
    assert doing(table) == (seat, LossesDue)


@BOTH
def test_r35_in_a_follow_on_battle_the_retreating_side_attacks_whoevers_turn_it_is(seat: Seat) -> None:
    for attacker in (seat, other(seat)):
        table = at_retreat(seat, attacker, enemies_at=ALL_HELD)
        retreat(table, "saku")
        finish_all(table)
        lose_any(table)
        # The attacker goes back to where it came from: the field it has just left, where the enemy stands.
        assert doing(table) == (seat, RetreatDue)
        assert open_ways(table) == {FIELD}


@BOTH
def test_r26_the_defender_of_a_follow_on_battle_avoids_the_road_of_the_retreat(seat: Seat) -> None:
    winner, loser = seat, other(seat)
    armies = {winner: ["maeda-1-leader", "maeda-2", "maeda-3"], loser: ["uesugi-1-leader", "mori-2", "mori-3"]}
    if winner == ISHIDA:
        armies = {winner: armies[loser], loser: armies[winner]}
    guard = {TOKUGAWA: ["tokugawa-2", "date-2"], ISHIDA: ["ukita-2", "kobayakawa-2"]}[winner]
    stacks: dict[Seat, dict[str, list[str]]] = {winner: {"kiso": guard, "saku": guard}, loser: {}}
    table = battle(
        armies[TOKUGAWA],
        armies[ISHIDA],
        attacker=winner,
        elsewhere=(stacks[TOKUGAWA], stacks[ISHIDA]),
        arrivals=[(winner, FIELD, "kofu")],
    )
    leaders = {TOKUGAWA: "maeda-1-leader", ISHIDA: "uesugi-1-leader"}
    deploy(table, None, leaders[winner])
    finish_all(table)
    lose(table, {TOKUGAWA: "maeda-3", ISHIDA: "mori-3"}[loser])
    retreat(table, "kiso")
    assert doing(table) == (loser, DeploymentDue)
    deploy(table, None, leaders[loser])
    finish_all(table)
    assert doing(table) == (winner, LossesDue)
    lose_any(table)
    assert doing(table) == (winner, RetreatDue)
    assert open_ways(table) == {"iwamura", "matsumoto"}


def test_r34_roads_of_an_earlier_turn_do_not_count_in_a_follow_on_battle() -> None:
    # Ishida's blocks came to Kiso from Iwamura in its own turn; in Tokugawa's turn after, Ishida retreats into Kiso.
    table = position(
        {"kofu": ["maeda-1-leader", "maeda-2", "maeda-3"], "kiso": ["date-2", "date-3"], "saku": ["tokugawa-2"]},
        {FIELD: ["mori-2", "mori-3", "ukita-2", "ukita-3"]},
        active=ISHIDA,
        arrivals=[(ISHIDA, "kiso", "iwamura")],
    )
    combat_phase(table)
    table.act(TOKUGAWA, Pay(Degree.MINIMAL, ()))
    table.act(TOKUGAWA, March(pieces(table, TOKUGAWA, "kofu"), (location_named(FIELD),), False, None))
    table.act(TOKUGAWA, EndMovement())
    declare(table, FIELD)
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    retreat(table, "kiso")
    finish_all(table)
    lose_any(table)
    assert doing(table) == (ISHIDA, RetreatDue)
    assert open_ways(table) == {FIELD}


def test_8_8_5_chain_of_battles_until_nobody_is_left() -> None:
    table = battle(
        ["maeda-1-leader", "maeda-2", "maeda-3"],
        ["mori-2", "mori-3", "ukita-2", "ukita-3"],
        elsewhere=({"kiso": ["date-2", "date-3"], "saku": ["tokugawa-2", "tokugawa-3"]}, {}),
        arrivals=[(TOKUGAWA, FIELD, "kofu")],
    )
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"kiso", "saku", "kofu"}
    retreat(table, "kiso")
    for place, left in (("kiso", 2), (FIELD, 1)):
        assert doing(table) == (ISHIDA, DeploymentDue)
        assert combat_place(table) == place
        finish_all(table)
        lose_any(table)
        assert len(pieces(table, ISHIDA, place)) == left
        assert doing(table) == (ISHIDA, RetreatDue)
        back = {"kiso": FIELD, FIELD: "kiso"}[place]
        assert open_ways(table) == {back}
        retreat(table, back)
    assert combat_place(table) == "kiso"
    finish_all(table)
    lose_any(table)
    assert len(pieces(table, ISHIDA, "dead")) == 4
    assert pieces(table, TOKUGAWA, "dead") == ()
    assert doing(table) == (ISHIDA, PaymentDue)


def test_r35_a_follow_on_combat_is_the_combat_of_its_place_and_others_are_still_declared() -> None:
    table = battle(
        ["maeda-1-leader", "maeda-2", "maeda-3"],
        ["mori-2", "mori-3"],
        place="hamamatsu",
        elsewhere=(
            {"okazaki": ["date-2", "date-3"], "sunpu": ["tokugawa-2"], "mito": ["tokugawa-3", "tokugawa-3"]},
            {"mito": ["ukita-2", "ukita-3"]},
        ),
        arrivals=[(TOKUGAWA, "hamamatsu", "sunpu")],
    )
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose_any(table)
    retreat(table, "okazaki")
    # Tokugawa holds the castle and is the active player; yet it is Ishida that attacks here.
    assert doing(table) == (TOKUGAWA, CastleChoiceDue)
    table.act(TOKUGAWA, FightInside(True))
    assert table.state.current_combat().siege
    assert doing(table) == (ISHIDA, DeploymentDue)
    finish(table)
    # The siege stays; Okazaki is not declared again in this phase, Mito must be.
    assert len(pieces(table, TOKUGAWA, "okazaki")) == 2
    assert len(pieces(table, ISHIDA, "okazaki")) == 1
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    assert refused(table, Declare(location_named("okazaki"))) in {"8.1", "R19", "R35"}
    declare(table, "mito")
    finish_all(table)
    lose_any(table)
    retreat(table, "edo")
    assert doing(table) == (ISHIDA, PaymentDue)


def into_okazaki(loser_hand: list[str], guards: list[str], survivors: list[str], turn: Seat = TOKUGAWA) -> Table:
    """Ishida's `survivors` have just gone from a lost battle at Hamamatsu into Okazaki, Tokugawa's castle."""
    table = battle(
        ["maeda-1-leader", "maeda-2", "maeda-3"],
        [*survivors, "uesugi-1-gun"],
        hands=([], loser_hand),
        attacker=turn,
        place="hamamatsu",
        elsewhere=({"okazaki": guards, "sunpu": ["tokugawa-2"]}, {}),
    )
    if turn == TOKUGAWA:
        deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "uesugi-1-gun")
    retreat(table, "okazaki")
    return table


@pytest.mark.parametrize("turn", [TOKUGAWA, ISHIDA])
@pytest.mark.parametrize("inside", [True, False])
def test_r27_the_holder_of_a_castle_entered_in_retreat_says_inside_or_outside(turn: Seat, inside: bool) -> None:
    table = into_okazaki([], ["date-2", "date-3"], ["mori-2", "mori-3"], turn)
    assert doing(table) == (TOKUGAWA, CastleChoiceDue)
    table.act(TOKUGAWA, FightInside(inside))
    combat = table.state.current_combat()
    assert (combat.siege, combat.attacker) == (inside, ISHIDA)
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_r35_in_a_follow_on_siege_the_retreating_side_strikes() -> None:
    table = into_okazaki(
        ["mori-single", "mori-single", "ukita-single"], ["date-2", "date-3"], ["mori-2", "mori-3", "ukita-3"]
    )
    table.act(TOKUGAWA, FightInside(True))
    deploy(table, "mori-single", "mori-2")
    deploy(table, "mori-single", "mori-3")
    deploy(table, "ukita-single", "ukita-3")
    assert impact(table) == (0, 2 + 4 + 3)
    finish(table)
    assert doing(table) == (TOKUGAWA, SiegeLossesDue)


def test_r19_more_than_two_blocks_in_a_castle_entered_in_retreat_fight_outside() -> None:
    table = into_okazaki([], ["date-2", "date-3", "tokugawa-3"], ["mori-2", "mori-3"])
    assert not table.state.current_combat().siege
    assert doing(table) == (ISHIDA, DeploymentDue)


def test_7_4_3_the_holder_of_a_castle_is_not_overrun_by_a_retreat() -> None:
    table = into_okazaki([], ["date-2"], ["mori-2", "mori-3", "ukita-2", "ukita-3", "kobayakawa-2"])
    assert doing(table) == (TOKUGAWA, CastleChoiceDue)
    assert len(pieces(table, TOKUGAWA, "okazaki")) == 1


def test_7_4_3_the_holder_of_a_castle_overruns_a_small_retreat() -> None:
    table = into_okazaki([], ["date-2", "date-3", "tokugawa-3", "tokugawa-3"], ["mori-2"])
    assert doing(table) == (ISHIDA, RevealDue)
    reveal(table)
    assert names_in(table, ISHIDA, "dead") == ["mori-2", "uesugi-1-gun"]
    assert doing(table) == (ISHIDA, PaymentDue)


@BOTH
def test_8_8_5_a_retreat_that_meets_a_fourth_of_its_number_overruns_it(seat: Seat) -> None:
    table = at_retreat(seat, other(seat), enemies_at=ALL_HELD)
    retreat(table, "kiso")
    assert doing(table)[1] == DeploymentDue  # three to one are too few
    big = {TOKUGAWA: ["maeda-2", "maeda-3", "date-2", "date-3", "date-2"], ISHIDA: ["mori-2"] * 4 + ["mori-3"]}
    small = {TOKUGAWA: ["maeda-1-leader", "fukushima-2"], ISHIDA: ["uesugi-1-leader", "ukita-2"]}
    guard = {TOKUGAWA: "tokugawa-3", ISHIDA: "ukita-3"}
    winner = other(seat)
    armies = {seat: big[seat], winner: small[winner]}
    around: dict[Seat, dict[str, list[str]]] = {seat: {}, winner: {key: [guard[winner]] for key in ALL_HELD}}
    table = battle(armies[TOKUGAWA], armies[ISHIDA], attacker=winner, elsewhere=(around[TOKUGAWA], around[ISHIDA]))
    deploy(table, None, small[winner][0])
    finish_all(table)
    lose_any(table)
    retreat(table, "kiso")
    assert doing(table) == (winner, RevealDue)
    reveal(table)
    assert names_in(table, winner, "dead") == [guard[winner]]
    assert len(pieces(table, seat, "kiso")) == 4
    assert shown_at(table, seat, "kiso") == []
    assert doing(table) == (other(winner), PaymentDue)


@BOTH
def test_8_8_5_a_retreat_into_four_times_its_number_is_overrun(seat: Seat) -> None:
    winner = other(seat)
    crowd = {TOKUGAWA: ["tokugawa-3"] * 4, ISHIDA: ["ukita-3"] * 3 + ["kobayakawa-3"]}[winner]
    leader = {TOKUGAWA: "maeda-1-leader", ISHIDA: "uesugi-1-leader"}[winner]
    small = {TOKUGAWA: ["maeda-2", "date-2"], ISHIDA: ["mori-2", "mori-3"]}[seat]
    armies = {seat: small, winner: [leader]}
    around: dict[Seat, dict[str, list[str]]] = {
        seat: {},
        winner: {"kiso": crowd, "saku": ["mori-2"], "kofu": ["mori-2"]},
    }
    if winner == TOKUGAWA:
        around[winner] = {"kiso": crowd, "saku": ["date-2"], "kofu": ["date-2"]}
    table = battle(armies[TOKUGAWA], armies[ISHIDA], attacker=winner, elsewhere=(around[TOKUGAWA], around[ISHIDA]))
    deploy(table, None, leader)
    finish_all(table)
    lose_any(table)
    retreat(table, "kiso")
    assert doing(table) == (seat, RevealDue)
    reveal(table)
    assert len(pieces(table, seat, "dead")) == 2
    assert pieces(table, seat, "kiso") == ()
    assert len(pieces(table, winner, "kiso")) == 4
    assert doing(table) == (seat, PaymentDue)


def test_r29_a_leader_overrun_in_retreat_ends_the_game() -> None:
    table = battle(
        ["tokugawa-1-leader", "date-2"],
        ["uesugi-1-leader", "uesugi-3"],
        attacker=ISHIDA,
        elsewhere=(
            {},
            {"kiso": ["ukita-3"] * 3 + ["kobayakawa-3"], "saku": ["mori-2"], "kofu": ["mori-2"]},
        ),
    )
    deploy(table, None, "uesugi-1-leader")
    finish(table)
    finish(table)
    lose(table, "date-2")
    retreat(table, "kiso")
    reveal(table)
    assert doing(table) == (ISHIDA, Over)


# Joining a combat that is there already: Sawayama's loser goes to Gifu, where its castle is besieged.


def to_gifu(besieged: list[str], besiegers: list[str], army: list[str]) -> Table:
    """Ishida is about to retreat from Sawayama with all but the last of `army`; Gifu's siege is not declared yet."""
    table = combat_phase(
        position(
            {"sawayama": ["maeda-1-leader", "maeda-2", "maeda-3"], "gifu": besiegers, "tsuruga": ["tokugawa-2"]},
            {"sawayama": army, "gifu": besieged},
            arrivals=[(TOKUGAWA, "sawayama", "kyoto")],
        )
    )
    declare(table, "sawayama")
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, army[-1])
    assert open_ways(table) == {"gifu", "kyoto", "tsuruga"}
    return table


def test_r27_retreaters_join_friends_and_nothing_starts_until_combat_is_declared() -> None:
    table = to_gifu(["mori-2"], ["date-2", "date-3"], ["ukita-2", "ukita-3", "uesugi-3"])
    retreat(table, "gifu")
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    assert names_in(table, ISHIDA, "gifu") == ["mori-2", "ukita-2", "ukita-3"]
    # 8.8.5: three are more than the castle holds, so nobody is asked and it is a battle.
    declare(table, "gifu")
    assert not table.state.current_combat().siege
    assert table.state.current_combat().attacker == TOKUGAWA


def test_8_8_5_two_blocks_after_joining_may_stay_inside() -> None:
    table = to_gifu(["mori-2"], ["date-2", "date-3"], ["ukita-2", "uesugi-3"])
    retreat(table, "gifu")
    declare(table, "gifu", inside=True)
    assert table.state.current_combat().siege


def test_r19_joining_a_siege_declared_before_starts_nothing_this_phase() -> None:
    table = combat_phase(
        position(
            {"sawayama": ["maeda-1-leader", "maeda-2"], "gifu": ["date-2", "date-3"], "tsuruga": ["tokugawa-2"]},
            {"sawayama": ["ukita-2", "ukita-3", "uesugi-3"], "gifu": ["mori-2"]},
            arrivals=[(TOKUGAWA, "sawayama", "kyoto")],
        )
    )
    declare(table, "gifu", inside=True)
    finish(table)
    declare(table, "sawayama")
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "uesugi-3")
    retreat(table, "gifu")
    assert len(pieces(table, ISHIDA, "gifu")) == 3
    assert doing(table) == (ISHIDA, PaymentDue)


def test_r27_ones_own_disk_is_a_friend_to_join() -> None:
    # Tokugawa besieges Sanada's disk at Ueda, undeclared yet, when Ishida comes there in retreat from Saku.
    table = combat_phase(
        position(
            {"saku": ["maeda-1-leader", "maeda-2"], "ueda": ["date-2", "date-3"], "takasaki": ["tokugawa-2"]},
            {"saku": ["ukita-2", "ukita-3", "uesugi-3"]},
            arrivals=[(TOKUGAWA, "saku", "suwa")],
        )
    )
    declare(table, "saku")
    deploy(table, None, "maeda-1-leader")
    finish_all(table)
    lose(table, "uesugi-3")
    retreat(table, "ueda")
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    declare(table, "ueda", inside=True)
    assert table.state.current_combat().siege
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_8_8_5_a_retreat_to_a_lone_enemy_disk_besieges_it_at_once() -> None:
    table = battle(
        ["maeda-2", "maeda-3", "date-2"],
        ["uesugi-1-leader", "mori-3"],
        attacker=ISHIDA,
        place="saku",
        elsewhere=({}, {"takasaki": ["ukita-2"]}),
        arrivals=[(ISHIDA, "saku", "suwa")],
    )
    deploy(table, None, "uesugi-1-leader")
    finish_all(table)
    lose(table, "date-2")
    retreat(table, "ueda")
    combat = table.state.current_combat()
    assert (combat_place(table), combat.attacker, combat.siege) == ("ueda", TOKUGAWA, True)
    assert doing(table) == (TOKUGAWA, DeploymentDue)
    finish(table)
    assert doing(table) == (TOKUGAWA, PaymentDue)


def test_r34_a_retreat_into_a_combat_counts_as_a_road_into_it() -> None:
    # Tokugawa came to Hamamatsu from Okazaki, where Ishida besieges it; it loses, goes back, and fights there.
    table = combat_phase(
        position(
            {"hamamatsu": ["maeda-2", "maeda-3"], "okazaki": ["date-2", "date-3"]},
            {"hamamatsu": ["mori-2"], "okazaki": ["ukita-2", "ukita-3"]},
            arrivals=[(TOKUGAWA, "hamamatsu", "okazaki")],
        )
    )
    declare(table, "hamamatsu")
    finish_all(table)
    lose_any(table)
    assert open_ways(table) == {"okazaki"}
    retreat(table, "okazaki")
    assert doing(table) == (TOKUGAWA, DeclarationDue)
    # Three blocks do not fit the castle: a battle, which Tokugawa loses at nothing to nothing.
    declare(table, "okazaki")
    finish_all(table)
    lose_any(table)
    assert doing(table) == (TOKUGAWA, RetreatDue)
    assert open_ways(table) == {"hamamatsu"}


def test_7_4_3_besieged_blocks_lend_their_number_to_a_relief_that_overruns() -> None:
    table = to_gifu(["mori-2", "mori-3"], ["date-3"], ["ukita-2", "ukita-3", "uesugi-3"])
    retreat(table, "gifu")
    assert doing(table) == (TOKUGAWA, RevealDue)
    reveal(table)
    assert names_in(table, TOKUGAWA, "dead") == ["date-3"]
    assert len(pieces(table, ISHIDA, "gifu")) == 4
    assert doing(table) == (ISHIDA, PaymentDue)


def test_8_10_cards_come_back_before_the_battle_that_a_retreat_causes() -> None:
    table = battle(
        ["maeda-3", "maeda-2"],
        ["mori-2", "ukita-2", "ukita-3", "uesugi-3"],
        hands=(["maeda-single", "maeda-single"], ["mori-single", "ukita-single"]),
        elsewhere=({key: ["tokugawa-2"] for key in ALL_HELD}, {}),
    )
    deploy(table, "maeda-single", "maeda-3")
    deploy(table, "mori-single", "mori-2")
    deploy(table, "ukita-single", "ukita-2")
    assert impact(table) == (3, 4)
    deploy(table, "maeda-single", "maeda-2")
    assert impact(table) == (6, 4)
    assert (hand_size(table, TOKUGAWA), hand_size(table, ISHIDA)) == (0, 0)
    finish_all(table)
    lose_any(table)
    retreat(table, "kiso")
    assert doing(table) == (ISHIDA, DeploymentDue)
    assert combat_place(table) == "kiso"
    assert (hand_size(table, TOKUGAWA), hand_size(table, ISHIDA)) == (2, 2)
    assert pieces(table, TOKUGAWA, "played") == pieces(table, ISHIDA, "played") == ()


@pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])
def test_r39_draws_of_the_battle_before_the_overruns_and_the_attackers_before_the_defenders(attacker: Seat) -> None:
    # Tokugawa loses with eight survivors, who overrun two of Ishida's at Kiso.
    host = ["tokugawa-3"] * 4 + ["tokugawa-2"] * 4 + ["date-3", "maeda-1-gun"]
    table = battle(
        host,
        ["uesugi-1-leader", "mori-3", "mori-3", "ukita-2"],
        hands=(["maeda-single"], ["mori-single", "mori-single"]),
        attacker=attacker,
        elsewhere=({}, {"kiso": ["kobayakawa-2", "kobayakawa-3"], "saku": ["ukita-2"], "kofu": ["ukita-2"]}),
    )
    table, recorder = recorded(table)
    mine = [("maeda-single", "maeda-1-gun")]
    theirs = [(None, "uesugi-1-leader"), ("mori-single", "mori-3"), ("mori-single", "mori-3")]
    while doing(table)[1] == DeploymentDue:
        steps = (mine, theirs)[doing(table)[0]]
        if steps:
            deploy(table, *steps.pop(0))
        else:
            finish(table)
    assert (mine, theirs) == ([], [])
    assert impact(table) == (1, 1 + 3 + 4)
    lose_any(table)
    assert recorder.drawn == []
    retreat(table, "kiso")
    reveal(table)
    assert names_in(table, ISHIDA, "dead") == ["kobayakawa-2", "kobayakawa-3"]
    # Tokugawa: one card played and two blocks lost. Ishida: two cards played; two blocks overrun.
    owners = [seat for seat, _ in recorder.drawn]
    battle_draws = {TOKUGAWA: [TOKUGAWA] * 2, ISHIDA: [ISHIDA] * 2}
    assert owners == [*battle_draws[attacker], *battle_draws[other(attacker)], ISHIDA]


def test_7_4_the_overrun_draw_is_one_card_for_two_blocks() -> None:
    table = at_retreat(ISHIDA, TOKUGAWA, enemies_at=ALL_HELD)
    before = hand_size(table, TOKUGAWA)
    retreat(table, "kiso")
    assert hand_size(table, TOKUGAWA) == before
    # One block overrun gives no card.
    table = into_okazaki([], ["date-2", "date-3", "tokugawa-3", "tokugawa-3"], ["mori-2"])
    before = hand_size(table, ISHIDA)
    reveal(table)
    assert hand_size(table, ISHIDA) == before


# R36: Tokugawa's blocks retreat from Kyoto into Osaka.


def into_osaka(survivors: int, at_osaka: list[str], box: list[str], *, besiegers: list[str] | None = None) -> Table:
    """Tokugawa has lost at Kyoto and gone into Osaka with `survivors` blocks."""
    army = ["maeda-2", "maeda-3", "date-2", "date-3", "tokugawa-3"][:survivors]
    table = battle(
        [*army, "fukushima-2"],
        ["uesugi-1-leader", "uesugi-3"],
        attacker=ISHIDA,
        place="kyoto",
        elsewhere=(
            {"osaka": besiegers or []},
            {"osaka": at_osaka, "mori_box": box, "minakuchi": ["mori-2"], "ayabe": ["mori-2"]},
        ),
        arrivals=[(ISHIDA, "kyoto", "sawayama")],
    )
    deploy(table, None, "uesugi-1-leader")
    finish_all(table)
    lose(table, "fukushima-2")
    assert open_ways(table) == {"osaka", "sawayama", "minakuchi", "ayabe"}
    retreat(table, "osaka")
    return table


@pytest.mark.parametrize(("at_osaka", "box"), [([], 3), (["ukita-2"], 2), (["ukita-2", "ukita-3", "uesugi-1-gun"], 1)])
def test_r36_the_mori_box_enters_osaka_before_the_combat_of_a_retreat(at_osaka: list[str], box: int) -> None:
    table = into_osaka(3, at_osaka, ["mori-1-leader", "mori-3", "mori-3"][:box])
    combat = table.state.current_combat()
    assert combat_place(table) == "osaka"
    assert combat.attacker == TOKUGAWA
    assert not combat.siege
    assert len(pieces(table, ISHIDA, "osaka")) == len(at_osaka) + box
    assert pieces(table, ISHIDA, "mori_box") == ()
    assert shown_at(table, ISHIDA, "osaka") == []
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_r36_two_blocks_after_the_arrival_may_stay_inside() -> None:
    table = into_osaka(3, ["ukita-2"], ["mori-3"])
    assert doing(table) == (ISHIDA, CastleChoiceDue)
    table.act(ISHIDA, FightInside(True))
    assert table.state.current_combat().siege
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_r36_an_empty_osaka_with_an_empty_box_is_a_siege_of_the_disk() -> None:
    table = into_osaka(3, [], [])
    assert table.state.current_combat().siege
    assert doing(table) == (TOKUGAWA, DeploymentDue)


def test_r36_the_retreats_own_overrun_comes_before_the_arrival() -> None:
    table = into_osaka(1, ["ukita-2", "ukita-3", "uesugi-1-gun", "kobayakawa-2"], ["mori-1-leader", "mori-3"])
    assert doing(table) == (TOKUGAWA, RevealDue)
    reveal(table)
    assert pieces(table, TOKUGAWA, "osaka") == ()
    assert len(pieces(table, ISHIDA, "mori_box")) == 2
    assert len(pieces(table, ISHIDA, "osaka")) == 4
    assert doing(table) == (TOKUGAWA, PaymentDue)


@pytest.mark.parametrize(("box", "overrun"), [(2, False), (3, True), (4, True)])
def test_r36_the_arrivals_overrun_comes_after_it(box: int, overrun: bool) -> None:
    table = into_osaka(1, ["ukita-2"], ["mori-1-leader", "mori-3", "mori-3", "mori-3"][:box])
    if overrun:
        assert doing(table) == (TOKUGAWA, RevealDue)
        reveal(table)
        assert pieces(table, TOKUGAWA, "osaka") == ()
        assert doing(table) == (TOKUGAWA, PaymentDue)
    else:
        assert doing(table) == (TOKUGAWA, DeploymentDue)
    assert pieces(table, ISHIDA, "mori_box") == ()
    assert len(pieces(table, ISHIDA, "osaka")) == 1 + box


def test_r36_retreaters_that_join_a_siege_of_osaka_call_nobody_yet() -> None:
    table = into_osaka(2, ["ukita-2"], ["mori-3", "mori-3"], besiegers=["tokugawa-2"])
    assert len(pieces(table, TOKUGAWA, "osaka")) == 3
    assert len(pieces(table, ISHIDA, "mori_box")) == 2
    # It is Ishida's phase: it declares, and is asked, for it holds the castle.
    assert doing(table) == (ISHIDA, DeclarationDue)
    declare(table, "osaka", inside=True)
    assert len(pieces(table, ISHIDA, "mori_box")) == 2
    assert doing(table) == (TOKUGAWA, PaymentDue)


def test_8_8_5_a_deployment_in_the_follow_on_battle_starts_afresh() -> None:
    table = battle(
        ["maeda-1-leader", "maeda-2"],
        ["ukita-1-leader", "mori-2", "mori-3", "ukita-2"],
        hands=(["maeda-single"], ["mori-single", "ukita-single"]),
        elsewhere=({key: ["tokugawa-2"] for key in ALL_HELD}, {}),
    )
    deploy(table, None, "maeda-1-leader")
    deploy(table, "mori-single", "mori-2")
    deploy(table, "maeda-single", "maeda-2")
    assert impact(table) == (4, 2)
    finish_all(table)
    lose(table, "mori-2")
    retreat(table, "kiso")
    assert table.state.current_combat().deployed == ()
    deploy(table, None, "ukita-1-leader")
    assert impact(table) == (0, 1)


def test_the_recorder_sees_what_the_table_draws() -> None:
    assert isinstance(recorded(position({}, {}))[1], Recorder)
