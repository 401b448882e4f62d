"""The bots: legal, of the view alone, and the steady one better than chance."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from engine.hidden import SEATS, Over, View, view_of
from engine.samurai import SAMURAI, Samurai
from engine.samurai.bots import BOTS, make_bot, strong
from engine.samurai.bots.strong import StrongBot
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.state import State
from tests.engine.samurai.compare_bots import compare
from tests.engine.samurai.positions import RED, asked_seat, new_table, place, position

QUICK = [name for name in BOTS if name != "strong"]
"""`strong` tries its answers for a moment: it is looked at by itself."""


@pytest.mark.parametrize("name", QUICK)
@pytest.mark.parametrize("setup", Setup)
@pytest.mark.parametrize("tiles", Tiles)
def test_a_bot_answers_every_question_legally_and_changes_nothing(name: str, setup: Setup, tiles: Tiles) -> None:
    game = Samurai(setup, tiles)
    table = new_table(game, 8)
    bots = [make_bot(game, name, Random(seat)) for seat in SEATS]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        before = game.canonical(table.state)
        answer = bots[seat].choose(table.view(seat))
        assert game.canonical(table.state) == before
        assert answer in game.options(table.view(seat))
        table.act(seat, answer)


@pytest.mark.parametrize("name", QUICK)
def test_a_bot_is_asked_with_a_view_that_has_no_other_faces(name: str) -> None:
    """What it does on a copy of the view, made of nothing but what the view holds, is the same."""
    game = Samurai(Setup.RANDOM)
    table = new_table(game, 2)
    players = [make_bot(game, name, Random(seat)) for seat in SEATS]
    shadows = [make_bot(game, name, Random(seat)) for seat in SEATS]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        view = table.view(seat)
        copied: View[State] = View(game.copy(view.state), seat, dict(view.faces))
        answer = players[seat].choose(view)
        assert shadows[seat].choose(copied) == answer
        table.act(seat, answer)


def test_the_strong_bot_sees_what_its_seat_may_see_and_the_same_chance_gives_the_same_game() -> None:
    game = Samurai(Setup.RANDOM)
    table = new_table(game, 2)
    deal = Random(4)
    players, shadows = [[StrongBot(game, Random(seat), worlds=1) for seat in SEATS] for _ in range(2)]
    steady = make_bot(game, "steady", deal)
    for number in range(30):
        seat = asked_seat(table)
        if number % 6 > 1:
            table.act(seat, steady.choose(table.view(seat)))
            continue
        answer = players[seat].choose(table.view(seat))
        redealt = View(
            table.state, seat, view_of(game, table.state, seat, strong.deal(table.view(seat), deal, 1)[0][0]).faces
        )
        assert shadows[seat].choose(redealt) == answer
        table.act(seat, answer)


def test_a_dealt_world_agrees_with_all_that_may_be_known() -> None:
    game = Samurai(Setup.RANDOM)
    table = new_table(game, 3)
    bots = [make_bot(game, "random", Random(seat)) for seat in SEATS]
    number = 0
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        number += 1
        if number % 7 == 1:
            view = table.view(seat)
            [(faces, _)] = strong.deal(view, Random(number), 1)
            lying = {piece for pools in table.state.pools for pool in pools for piece in pool}
            assert faces.keys() == lying
            assert sorted(faces.values()) == sorted([table.faces[piece] for piece in lying])
            assert {piece: face for piece, face in view.faces.items() if piece in lying}.items() <= faces.items()
        table.act(seat, bots[seat].choose(table.view(seat)))


def test_there_is_no_other_bot() -> None:
    with pytest.raises(ValueError, match="no bot called 'clever'"):
        make_bot(SAMURAI, "clever", Random(0))


@pytest.mark.parametrize("setup", Setup)
def test_the_steady_bot_wins_at_least_18_of_20_against_chance(setup: Setup) -> None:
    found = compare(Samurai(setup), "steady", "random", 20, 100, defaultdict(list))
    assert found["red", "won"] + found["blue", "won"] >= 18


@pytest.mark.slow
def test_the_steady_bot_wins_at_least_90_of_100_against_chance() -> None:
    found = compare(Samurai(Setup.RANDOM, Tiles.DRAWN), "steady", "random", 100, 0, defaultdict(list))
    assert found["red", "won"] + found["blue", "won"] >= 90


def test_the_steady_bot_takes_a_figure_that_it_can_have() -> None:
    """Blue's ship draws level at o8; a tile on its last land hex, p8, decides it for red."""
    table = position(
        {"o8": "rice"},
        red={"o9": "samurai-1"},
        blue={"n8": "ship-1"},
        red_hand="samurai-1 helmet-2",
        blue_hand="rice-2",
    )
    table.act(RED, make_bot(SAMURAI, "steady", Random(0)).choose(table.view(RED)))
    assert table.state.captured[RED] == (0, 0, 1)


def test_the_steady_bot_ends_its_turn_when_another_tile_gains_nothing() -> None:
    """The figure exchange could only make things worse where red is ahead of nobody and behind nobody."""
    table = position(
        {},
        red_hand="figure-exchange ship-1",
        turn=TurnDue(RED, 1, ordinary=True, stuck=False),
        red={"f17": "helmet-4", "h16": "rice-4", "h17": "samurai-3"},
        blue_hand="rice-2",
    )
    answer = make_bot(SAMURAI, "steady", Random(0)).choose(table.view(RED))
    assert isinstance(answer, EndTurn)


def test_the_steady_bot_does_not_lose_the_game_by_its_own_hand() -> None:
    """The last helmet would be blue's, and with it the game; any other tile is better."""
    table = position(
        {"o8": "helmet", "q9": "buddha", "q11": "rice"},
        blue={"o9": "helmet-4"},
        red_hand="samurai-1",
        blue_hand="rice-2",
        captured=((0, 0, 0), (3, 3, 0)),
        elsewhere=False,
    )
    answer = make_bot(SAMURAI, "steady", Random(0)).choose(table.view(RED))
    assert isinstance(answer, PlaceTile)
    assert answer.at != place("p8")
