"""A variant is another list of rules: here a first game, without loyalty challenges."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from engine.hidden import MalformedAction, Over, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Answer, Sekigahara
from engine.sekigahara.chapters import chapter_8_6_loyalty
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeployBlocks, DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue
from engine.sekigahara.rules import RULES
from engine.sekigahara.state import State
from engine.sekigahara.text import position_text
from tests.engine.sekigahara.test_random_games import check_choices, mover, player


class DeployUnchallenged(DeployBlocks):
    """Blocks fight for whom they were deployed by."""

    def may_be_challenged(self, state: State, seat: Seat) -> bool:
        """See `DeployBlocks.may_be_challenged`."""
        return False


FIRST_GAME = Sekigahara(
    [
        DeployUnchallenged() if isinstance(rule, DeployBlocks) else rule
        for rule in RULES
        if rule not in chapter_8_6_loyalty.RULES
    ],
    variant="first-game",
)


def steps(game: Sekigahara, names: tuple[str, str], seed: int) -> Iterator[OpenTable[State, Answer]]:
    """A game of `game`, choice by choice."""
    random = Random(seed)
    players = [player(name, random, game) for name in names]
    table: OpenTable[State, Answer] = OpenTable(game, SeededChance(seed))
    yield table
    while not isinstance(table.waiting, Over):
        seat = mover(table)
        table.act(seat, players[seat].choose(table.view(seat)))
        yield table


def texts(game: Sekigahara, seed: int) -> list[str]:
    """Every public position of a brawl."""
    return [position_text(table.state) for table in steps(game, ("brawler", "brawler"), seed)]


@pytest.mark.parametrize("names", [("random", "random"), ("brawler", "brawler")])
@pytest.mark.parametrize("seed", range(6))
def test_the_variant_is_played_to_the_end_and_nobody_is_ever_challenged(names: tuple[str, str], seed: int) -> None:
    random = Random(seed)
    deployed = 0
    for table in steps(FIRST_GAME, names, seed):
        if isinstance(table.waiting, Over):
            break
        seat = mover(table)
        assert not isinstance(table.asked(seat), ChallengeDue | LoyaltyProofDue)
        check_choices(table, seat, random, FIRST_GAME)
        combat = table.state.combat
        if combat is not None and isinstance(table.asked(seat), DeploymentDue):
            deployed += any(combat.carded)
            assert combat.pending is None
            assert all(block in table.state.pools[side][combat.location] for block, side in combat.deployed)
        text = position_text(table.state)
        read, _ = FIRST_GAME.read_position(text)
        assert position_text(read) == text
    assert isinstance(table.waiting, Over)
    assert deployed or names[0] == "random"


def test_the_variant_is_another_game_to_peers_and_the_rulebooks_is_itself() -> None:
    assert FIRST_GAME.settings == (("variant", "first-game"),)
    assert SEKIGAHARA.settings == ()
    assert FIRST_GAME.rules_data() != SEKIGAHARA.rules_data()
    assert Sekigahara().rules_data() == SEKIGAHARA.rules_data()
    others = Sekigahara(FIRST_GAME.rules, variant="another")
    assert len({game.rules_data() for game in (FIRST_GAME, SEKIGAHARA, others)}) == 3


def test_the_variant_knows_no_challenge() -> None:
    """Neither as an answer nor as a question."""
    plain = SEKIGAHARA.pack_action(Challenge(None))
    assert SEKIGAHARA.unpack_action(plain) == Challenge(None)
    with pytest.raises(MalformedAction):
        FIRST_GAME.unpack_action(plain)
    table = next(steps(FIRST_GAME, ("random", "random"), 1))
    assert Challenge(None) not in FIRST_GAME.options(table.view(mover(table)))
    assert Deploy in FIRST_GAME.answers
    assert {Challenge} < SEKIGAHARA.answers - FIRST_GAME.answers


def test_both_games_live_in_one_process_and_neither_changes_the_other() -> None:
    """Played in turns, move by move, both go as they go alone."""
    alone = [texts(game, 3) for game in (SEKIGAHARA, FIRST_GAME)]
    assert any("challenge-due" in text for text in alone[0])
    assert not any("challenge-due" in text for text in alone[1])
    together: list[list[str]] = [[], []]
    games = [steps(game, ("brawler", "brawler"), 3) for game in (SEKIGAHARA, FIRST_GAME)]
    running = [0, 1]
    while running:
        for number in list(running):
            table = next(games[number], None)
            if table is None:
                running.remove(number)
            else:
                together[number].append(position_text(table.state))
    assert together == alone


@pytest.mark.parametrize("twice", [rule for rule in RULES if isinstance(rule, DeployBlocks)])
def test_a_list_with_two_rules_for_the_same_is_no_game(twice: DeployBlocks) -> None:
    with pytest.raises(ValueError, match="two rules"):
        Sekigahara([*RULES, DeployUnchallenged()], variant="muddle")
    with pytest.raises(ValueError, match="two rules"):
        Sekigahara([*RULES, twice], variant="muddle")
