"""Cards after a battle: 8.10, 3.3, R7, R39."""

from __future__ import annotations

import pytest

from engine.hidden import Seat, other
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    battle,
    cards_but,
    declare,
    deploy,
    deploy_and_challenge,
    doing,
    finish,
    finish_all,
    hand_size,
    impact,
    lose_any,
    recorded,
    retreat,
)
from tests.engine.sekigahara.positions import Table, combat_phase, names_in, pieces, position


def fought(table: Table, *steps: tuple[str | None, str], way: str = "kofu") -> None:
    """These deployments, by whoever has initiative, then losses and retreat."""
    for card, block in steps:
        deploy(table, card, block)
    finish_all(table)
    lose_any(table)
    if doing(table)[1] == RetreatDue:
        retreat(table, way)


def test_8_10_cards_played_are_discarded_and_replaced_after_a_battle() -> None:
    table = battle(
        ["maeda-2", "date-3", "date-2"],
        ["mori-2", "ukita-3"],
        hands=(["maeda-single", "date-single", "fukushima-single"], ["mori-single", "uesugi-single"]),
    )
    fought(table, ("maeda-single", "maeda-2"), ("mori-single", "mori-2"), ("date-single", "date-3"))
    assert (hand_size(table, TOKUGAWA), hand_size(table, ISHIDA)) == (3, 2)
    assert names_in(table, TOKUGAWA, "discard") == ["date-single", "maeda-single"]
    assert names_in(table, ISHIDA, "discard") == ["mori-single"]
    assert pieces(table, TOKUGAWA, "played") == pieces(table, ISHIDA, "played") == ()


def test_8_10_cards_played_lie_open_until_the_battle_is_over() -> None:
    table = battle(["maeda-2", "date-3"], ["mori-2"], hands=(["maeda-single"], []))
    deploy(table, "maeda-single", "maeda-2")
    assert names_in(table, TOKUGAWA, "played") == ["maeda-single"]
    assert hand_size(table, TOKUGAWA) == 0
    finish_all(table)
    lose_any(table)
    assert hand_size(table, TOKUGAWA) == 1


def test_8_10_a_loyalty_challenge_is_replaced_and_a_card_shown_is_not() -> None:
    table = battle(
        ["maeda-2", "date-3"],
        ["mori-2", "ukita-3"],
        hands=(["maeda-single", "maeda-swords"], ["ishida-loyalty", "mori-single"]),
    )
    deploy_and_challenge(table, "maeda-single", "maeda-2", answer="maeda-swords")
    finish_all(table)
    lose_any(table)
    retreat(table, "kofu")
    assert names_in(table, TOKUGAWA, "discard") == ["maeda-single"]
    assert names_in(table, ISHIDA, "discard") == ["ishida-loyalty"]
    assert (hand_size(table, TOKUGAWA), hand_size(table, ISHIDA)) == (2, 2)
    assert "maeda-swords" in names_in(table, TOKUGAWA, "hand")


def test_8_10_cards_come_back_after_the_retreat_and_not_before() -> None:
    table = battle(["maeda-2", "date-3"], ["mori-2", "ukita-3"], hands=(["maeda-single"], []))
    deploy(table, "maeda-single", "maeda-2")
    finish_all(table)
    lose_any(table)
    assert doing(table) == (ISHIDA, RetreatDue)
    assert hand_size(table, TOKUGAWA) == 0
    retreat(table, "kofu")
    assert hand_size(table, TOKUGAWA) == 1


@pytest.mark.parametrize("loser", [TOKUGAWA, ISHIDA])
@pytest.mark.parametrize(("blocks", "drawn"), [(1, 0), (2, 1), (3, 1)])
def test_8_10_one_card_for_every_two_blocks_lost_in_a_battle(loser: Seat, blocks: int, drawn: int) -> None:
    # Up to three leaders and three threes of different daimyo: 1, 7 or 14 impact.
    strong = {
        TOKUGAWA: ["maeda-1-leader", "date-1-leader", "fukushima-1-leader", "maeda-3", "date-3", "fukushima-3"],
        ISHIDA: ["ukita-1-leader", "kobayakawa-1-leader", "uesugi-1-leader", "ukita-3", "kobayakawa-3", "uesugi-3"],
    }
    weak = {TOKUGAWA: ["tokugawa-2"] * 3 + ["tokugawa-3"], ISHIDA: ["mori-2"] * 3 + ["mori-3"]}
    winner = other(loser)
    cards = [block.partition("-")[0] + "-single" for block in strong[winner][3:]]
    plans: dict[int, list[tuple[str | None, str]]] = {
        1: [(None, strong[winner][0])],
        2: [(None, strong[winner][2]), *zip(cards[:2], strong[winner][3:5], strict=True)],
        3: [*((None, block) for block in strong[winner][:3]), *zip(cards, strong[winner][3:], strict=True)],
    }
    armies = {winner: strong[winner], loser: weak[loser]}
    hands: dict[Seat, list[str]] = {winner: cards, loser: []}
    table = battle(armies[TOKUGAWA], armies[ISHIDA], hands=(hands[TOKUGAWA], hands[ISHIDA]), attacker=winner)
    for card, block in plans[blocks]:
        if doing(table) == (loser, DeploymentDue):
            finish(table)
        deploy(table, card, block)
    assert impact(table)[winner] // 7 + 1 == blocks
    finish_all(table)
    lose_any(table)
    assert len(pieces(table, loser, "dead")) == blocks
    retreat(table, "kofu")
    assert hand_size(table, loser) == drawn
    assert hand_size(table, winner) == 3


@pytest.mark.parametrize("attacker", [TOKUGAWA, ISHIDA])
def test_r39_the_attacker_draws_before_the_defender(attacker: Seat) -> None:
    table = battle(
        ["maeda-2", "date-3"],
        ["mori-2", "ukita-3"],
        hands=(["maeda-single"], ["mori-single"]),
        attacker=attacker,
    )
    table, recorder = recorded(table)
    steps = [("maeda-single", "maeda-2"), ("mori-single", "mori-2")]
    fought(table, *(steps if attacker == TOKUGAWA else steps[::-1]))
    assert [seat for seat, _ in recorder.drawn] == [attacker, other(attacker)]


def small_deck(deck: list[str], hand: list[str]) -> Table:
    """A battle in which Tokugawa's deck holds these cards only, and all but the hand lie in the discard pile."""
    table = position(
        {
            "suwa": ["maeda-2", "maeda-3", "date-3", "fukushima-3"],
            "hand": hand,
            "discard": cards_but(TOKUGAWA, *deck, *hand),
        },
        {"suwa": ["mori-2", "mori-3"]},
    )
    assert names_in(table, TOKUGAWA, "deck") == sorted(deck)
    return declare(combat_phase(table), "suwa")


HAND = ["maeda-single", "maeda-single", "date-single"]


def play_three(table: Table) -> None:
    """Tokugawa plays its three cards; Ishida, which defends, ends as soon as it may."""
    for card, block in (("maeda-single", "maeda-2"), ("maeda-single", "maeda-3"), ("date-single", "date-3")):
        if doing(table) == (ISHIDA, DeploymentDue):
            finish(table)
        deploy(table, card, block)
    finish_all(table)
    lose_any(table)
    if doing(table)[1] == RetreatDue:
        retreat(table, "kofu")


def test_r7_a_deck_that_runs_out_while_drawing_is_made_anew_from_the_discards() -> None:
    table = small_deck(["tokugawa-double"], HAND)
    play_three(table)
    assert hand_size(table, TOKUGAWA) == 3
    assert "tokugawa-double" in names_in(table, TOKUGAWA, "hand")
    assert names_in(table, TOKUGAWA, "discard") == []
    assert len(pieces(table, TOKUGAWA, "deck")) == 55 - 3


def test_3_3_the_new_deck_is_shuffled_and_hidden() -> None:
    table = small_deck(["tokugawa-double"], HAND)
    old = set(pieces(table, TOKUGAWA, "discard"))
    play_three(table)
    cards = set(pieces(table, TOKUGAWA, "deck")) | set(pieces(table, TOKUGAWA, "hand"))
    assert not cards & old
    assert not cards & set(table.state.shown)


def test_8_10_the_cards_just_played_are_in_the_new_deck() -> None:
    everything = sorted(cards_but(TOKUGAWA))
    table = small_deck([], HAND)
    play_three(table)
    assert sorted(names_in(table, TOKUGAWA, "deck") + names_in(table, TOKUGAWA, "hand")) == everything


def test_3_3_a_deck_just_used_up_is_made_anew_only_when_a_card_must_be_drawn() -> None:
    table = small_deck(["tokugawa-double", "date-double", "maeda-double"], HAND)
    play_three(table)
    assert names_in(table, TOKUGAWA, "hand") == ["date-double", "maeda-double", "tokugawa-double"]
    assert pieces(table, TOKUGAWA, "deck") == ()
    assert len(pieces(table, TOKUGAWA, "discard")) == 55 - 3


def test_r7_without_deck_and_discards_a_draw_ends_short() -> None:
    # Tokugawa holds all its cards; it plays one and loses two blocks.
    table = position(
        {"suwa": ["maeda-2", "date-2", "date-3"], "hand": cards_but(TOKUGAWA)},
        {
            "suwa": ["uesugi-1-leader", "mori-3", "ukita-3", "mori-2"],
            "hand": ["mori-single", "ukita-single"],
        },
        active=ISHIDA,
    )
    declare(combat_phase(table), "suwa")
    deploy(table, None, "uesugi-1-leader")
    deploy(table, "maeda-single", "maeda-2")
    deploy(table, "mori-single", "mori-3")
    finish(table)
    deploy(table, "ukita-single", "ukita-3")
    assert impact(table) == (2, 7)
    finish_all(table)
    lose_any(table)
    assert len(pieces(table, TOKUGAWA, "dead")) == 2
    retreat(table, "kofu")
    assert hand_size(table, TOKUGAWA) == 55
    assert pieces(table, TOKUGAWA, "deck") == pieces(table, TOKUGAWA, "discard") == ()
