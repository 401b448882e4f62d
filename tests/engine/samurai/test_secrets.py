"""What a player learns does not depend on what the other hides: views, options, requests and texts."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import SEATS, Acted, Decision, Over, Piece, Sealed, Seat, other, view_of
from engine.open_table import OpenTable, SeededChance
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Samurai
from engine.samurai.board import BAG, DRAWN, HAND, POOL_KEYS, STOCK
from engine.samurai.chapters.chapter_2_setup import Setup, Tiles
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.text import view_text
from tests.engine.samurai.positions import BLUE, RED, Table, asked_seat, new_table


def played(game: Samurai, seed: int, answers: int) -> Table:
    table = new_table(game, seed)
    bot = RandomBot(game, Random(seed))
    for _ in range(answers):
        if isinstance(table.waiting, Over):
            break
        table.act(asked_seat(table), bot.choose(table.view(asked_seat(table))))
    return table


def shuffled(table: Table, seat: Seat, seed: int) -> Table:
    """The same public position with the hidden tiles of a seat dealt otherwise."""
    hidden = [
        piece for pool in (HAND, STOCK) for piece in table.state.pools[seat][pool] if piece not in table.state.shown
    ]
    dealt = [table.faces[piece] for piece in hidden]
    Random(seed).shuffle(dealt)
    faces = {**table.faces, **dict(zip(hidden, dealt, strict=True))}
    return OpenTable(table.game, SeededChance(0), table.game.copy(table.state), faces)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 70), st.sampled_from(Setup), st.sampled_from(Tiles))
def test_what_a_player_sees_does_not_depend_on_the_others_hidden_tiles(
    seed: int, answers: int, setup: Setup, tiles: Tiles
) -> None:
    table = played(Samurai(setup, tiles), seed, answers)
    for seat in SEATS:
        again = shuffled(table, other(seat), seed + 1)
        assert view_text(again.view(seat)) == view_text(table.view(seat))
        assert again.waiting == table.waiting
        assert list(again.game.options(again.view(seat))) == list(table.game.options(table.view(seat)))
        assert again.game.canonical(again.state) == table.game.canonical(table.state)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 10_000), st.integers(0, 70), st.sampled_from(Setup), st.sampled_from(Tiles))
def test_a_view_holds_public_faces_and_those_of_the_own_hand_alone(
    seed: int, answers: int, setup: Setup, tiles: Tiles
) -> None:
    table = played(Samurai(setup, tiles), seed, answers)
    for seat in SEATS:
        own = {piece for pool in (HAND, DRAWN) for piece in table.state.pools[seat][pool]}
        for view in (table.view(seat), view_of(table.game, table.state, seat, table.faces)):
            assert set(view.faces) == own | set(table.state.shown)


@pytest.mark.parametrize("pool", range(len(POOL_KEYS)))
def test_nobody_may_look_into_the_stock_or_the_bag(pool: int) -> None:
    for seat in SEATS:
        if pool in {STOCK, BAG}:
            assert not SAMURAI.may_look(seat, pool)  # type: ignore[arg-type]
    assert SAMURAI.may_look(RED, HAND)


@pytest.mark.parametrize("seed", range(6))
def test_the_public_story_tells_nothing_of_the_tiles_not_played(seed: int) -> None:
    """Played again with the tiles that red never shows in another order: blue is told the same, to the byte."""
    game = Samurai(Setup.RANDOM, Tiles.DRAWN)
    told: list[list[bytes]] = []
    for order in (0, 1):
        table = shuffled(played(game, seed, 12), RED, order)
        story = [game.canonical(table.state)]
        while isinstance(table.waiting, Decision) and isinstance(table.waiting.question, TurnDue):
            seat = table.waiting.seat
            if seat == RED:
                break
            options = game.options(table.view(seat))
            table.act(seat, options[len(options) // 2])
            story.append(game.canonical(table.state))
        told.append(story)
    assert told[0] == told[1]


def test_after_each_refill_the_opponent_cannot_tell_a_new_tile_from_an_old_one() -> None:
    """S12: no piece of a hand that has drawn was in that hand before."""
    game = Samurai(Setup.RANDOM, Tiles.DRAWN)
    table = new_table(game, 4)
    bot = RandomBot(game, Random(4))
    before: dict[Seat, set[Piece]] = {}
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        question = table.asked(seat)
        if isinstance(question, TurnDue) and not question.played:
            hand = {*table.state.pools[seat][HAND]}
            stock = table.state.pools[seat][STOCK]
            if seat in before and stock:
                assert not hand & before[seat]
            before[seat] = hand
        table.act(seat, bot.choose(table.view(seat)))


def test_nothing_is_asked_or_skipped_for_what_is_hidden() -> None:
    """S14: after any tile the same question comes, whatever is left in the hand."""
    game = Samurai(Setup.RANDOM, Tiles.DRAWN)
    for seed in range(10):
        table = played(game, seed, 5)
        if not isinstance(table.waiting, Decision) or not isinstance(table.waiting.question, TurnDue):
            continue
        seat = table.waiting.seat
        answer = game.options(table.view(seat))[0]
        waiting = []
        for dealt in range(4):
            again = shuffled(table, seat, dealt)
            state = again.state
            shown = {piece: table.faces[piece] for piece in game.to_show(state, seat, answer)}
            game.apply(state, Acted(seat, answer, shown))
            waiting.append(game.waiting(state))
        assert len(set(map(repr, waiting))) == 1
    assert isinstance(new_table().waiting, Sealed)
    assert {RED, BLUE} == set(SEATS)
