"""Chapter 3: what may be played in a turn and where, how it ends, and who can play nothing."""

from __future__ import annotations

import pytest

from engine.hidden import Acted, Claim, IllegalAction, Over, Piece, Seat, check_claims, other
from engine.samurai import SAMURAI
from engine.samurai.board import HAND, LAND, PLACE_KEYS, SEA, SETTLEMENTS, STOCK, Place
from engine.samurai.chapters.chapter_3_passing import Pass, unplayable_faces
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.chapters.chapter_7_scoring import Ending, FinalCount
from engine.samurai.components import FACE_KEYS
from tests.engine.samurai.positions import (
    BLUE,
    HELMET,
    RED,
    RICE,
    Table,
    exchange_figures,
    exchange_tile,
    face,
    held,
    is_over,
    lay,
    place,
    position,
    question,
    refused,
    standing_at,
)

STOCK_OF_EIGHT = "helmet-2 helmet-3 buddha-2 buddha-3 rice-2 rice-3 samurai-1 samurai-2"


def after(player: Seat, *, stuck: bool = False) -> TurnDue:
    """The first question of a player's turn."""
    return TurnDue(player, 0, ordinary=False, stuck=stuck)


# -- 3.1 to 3.3: how many tiles


def test_3_1_at_least_one_tile_is_played() -> None:
    table = position({}, red_hand="samurai-1 ronin-1")
    assert refused(table, EndTurn()) == "3.1"
    lay(table, "ronin-1", "o9")
    table.act(RED, EndTurn())


def test_3_1_one_tile_with_the_character_alone_is_a_turn() -> None:
    table = position({}, red_hand="samurai-1 ship-1", blue_hand="rice-2")
    lay(table, "ship-1", "n9")
    table.act(RED, EndTurn())
    assert question(table) == after(BLUE)


def test_3_1_tiles_come_from_the_own_hand() -> None:
    table = position({}, red_hand="samurai-1", blue_hand="rice-2", red_stock="rice-3")
    stock = table.state.pools[RED][STOCK][0]
    for piece in (held(table, BLUE, "rice-2"), stock, Piece(12345)):
        assert refused(table, PlaceTile(piece, place("o9"))) in {"3.1", "table"}


@pytest.mark.parametrize("second", ["helmet-2", "buddha-3", "rice-4", "samurai-3"])
def test_3_2_only_one_tile_without_the_character_is_played_in_a_turn(second: str) -> None:
    table = position({}, red_hand=f"samurai-1 {second} ronin-1")
    lay(table, "samurai-1", "o9")
    assert refused(table, PlaceTile(held(table, RED, second), place("p8"))) == "3.2"
    lay(table, "ronin-1", "p8")
    assert refused(table, PlaceTile(held(table, RED, second), place("p9"))) == "3.2"


def test_3_2_the_tile_exchange_counts_as_one_without_the_character() -> None:
    table = position({}, red={"p9": "rice-2"}, red_hand="samurai-1 tile-exchange ship-1")
    exchange_tile(table, "p9", "o9")
    assert refused(table, PlaceTile(held(table, RED, "samurai-1"), place("p10"))) == "3.2"
    table = position({}, red={"p9": "rice-2"}, red_hand="samurai-1 tile-exchange ship-1")
    lay(table, "samurai-1", "p10")
    assert refused(table, ExchangeTile(held(table, RED, "tile-exchange"), place("p9"), place("o9"))) == "3.2"


def test_3_3_any_number_of_tiles_with_the_character_besides_one_without() -> None:
    table = position(
        {"q9": "helmet", "q11": "rice"}, red_hand="ship-1 ship-2 samurai-1 ronin-1 figure-exchange", blue_hand="rice-2"
    )
    lay(table, "ship-1", "n9")
    lay(table, "ship-2", "n10")
    lay(table, "samurai-1", "o9")
    lay(table, "ronin-1", "o11")
    exchange_figures(table, "q9", HELMET, "q11", RICE)
    assert standing_at(table, "q9") == (RICE,)
    assert question(table) == after(BLUE)


def test_3_2_in_the_next_turn_another_is_played() -> None:
    table = position({}, red_hand="samurai-1 samurai-2", blue_hand="rice-2 rice-3")
    lay(table, "samurai-1", "o9")
    table.act(RED, EndTurn())
    lay(table, "rice-2", "p9")
    table.act(BLUE, EndTurn())
    lay(table, "samurai-2", "p8")


# -- 3.4: where


def places_offered(table: Table, name: str) -> set[Place]:
    """Where the options have this tile of red's."""
    piece = held(table, RED, name)
    options = SAMURAI.options(table.view(RED))
    return {option.at for option in options if isinstance(option, PlaceTile) and option.tile == piece}


def test_3_4_ships_go_to_empty_sea_and_all_others_to_empty_land() -> None:
    laid = {"o9": "samurai-1", "n9": "ship-1"}
    table = position({"o10": "helmet"}, blue=laid, red_hand="ship-2 rice-2 samurai-2 ronin-1")
    assert places_offered(table, "ship-2") == set(SEA) - {place("n9")}
    for name in ("rice-2", "samurai-2", "ronin-1"):
        assert places_offered(table, name) == set(LAND) - {place("o9")}
    assert refused(table, PlaceTile(held(table, RED, "ship-2"), place("n9"))) == "3.4"
    assert refused(table, PlaceTile(held(table, RED, "ship-2"), place("p9"))) == "3.4"
    assert refused(table, PlaceTile(held(table, RED, "rice-2"), place("o9"))) == "3.4"
    assert refused(table, PlaceTile(held(table, RED, "rice-2"), place("n10"))) == "3.4"


@pytest.mark.parametrize("settlement", [PLACE_KEYS[here] for here in SETTLEMENTS])
@pytest.mark.parametrize("name", ["ship-2", "rice-2"])
def test_3_4_no_tile_goes_on_a_settlement_not_even_an_empty_one(settlement: str, name: str) -> None:
    table = position({}, red_hand="ship-2 rice-2")
    assert refused(table, PlaceTile(held(table, RED, name), place(settlement))) == "3.4"


@pytest.mark.parametrize("name", ["tile-exchange", "figure-exchange"])
def test_3_4_the_exchanges_are_not_laid_on_a_hex(name: str) -> None:
    table = position({}, red_hand=name)
    assert refused(table, PlaceTile(held(table, RED, name), place("o9"))) == "3.4"


def test_3_4_a_tile_laid_is_seen_by_both_and_its_hex_has_it() -> None:
    table = position({}, red_hand="rice-2 rice-3")
    piece = held(table, RED, "rice-2")
    lay(table, "rice-2", "o9")
    assert table.state.pools[RED][place("o9")] == (piece,)
    assert table.view(BLUE).faces[piece] == face("rice-2")


# -- 3.5: order


def test_3_5_the_order_of_the_tiles_is_free_and_each_is_resolved_before_the_next() -> None:
    """o8 has two land hexes. With the ship first red has it; with the ship afterwards it comes too late."""
    early = position({"o8": "rice"}, red={"p8": "helmet-2"}, red_hand="ship-1 helmet-4", elsewhere=True)
    lay(early, "ship-1", "n8")
    lay(early, "helmet-4", "o9")
    assert early.state.captured[RED] == (0, 0, 1)
    late = position({"o8": "rice"}, red={"p8": "helmet-2"}, red_hand="ship-1 helmet-4", elsewhere=True)
    lay(late, "helmet-4", "o9")
    assert (late.state.captured[RED], late.state.aside) == ((0, 0, 0), (0, 0, 1))
    lay(late, "ship-1", "n8")
    assert late.state.captured[RED] == (0, 0, 0)


# -- 3.6: the hand is filled


@pytest.mark.parametrize(("kept", "stock", "drawn"), [(4, 8, 1), (2, 8, 3), (2, 2, 2), (3, 0, 0), (0, 8, 5), (0, 1, 1)])
def test_3_6_the_hand_is_filled_to_five_as_far_as_the_stock_goes(kept: int, stock: int, drawn: int) -> None:
    hand = ["ronin-1", *["rice-4", "buddha-4", "helmet-4", "samurai-3"][:kept]]
    stocked = " ".join(STOCK_OF_EIGHT.split()[:stock])
    table = position({}, red_hand=" ".join(hand), red_stock=stocked, blue_hand="rice-2")
    lay(table, "ronin-1", "o9")
    if kept:
        table.act(RED, EndTurn())
    pools = table.state.pools[RED]
    assert (len(pools[HAND]), len(pools[STOCK])) == (kept + drawn, stock - drawn)
    assert question(table) == after(BLUE)


def test_3_6_the_hand_is_filled_at_the_end_of_the_turn_not_before() -> None:
    table = position({}, red_hand="ronin-1 ship-1 rice-2", red_stock=STOCK_OF_EIGHT)
    lay(table, "ronin-1", "o9")
    lay(table, "ship-1", "n9")
    assert len(table.state.pools[RED][HAND]) == 1


def test_3_6_s14_a_turn_ends_by_itself_only_when_the_hand_is_empty() -> None:
    table = position({}, red_hand="rice-2 rice-3", blue_hand="rice-2")
    lay(table, "rice-2", "o9")
    assert question(table) == TurnDue(RED, 1, ordinary=True, stuck=False)
    assert list(SAMURAI.options(table.view(RED))) == [EndTurn()]
    table.act(RED, EndTurn())
    lay(table, "rice-2", "p9")
    assert question(table) == after(RED)


def test_s12_a_hand_that_has_drawn_is_mixed() -> None:
    table = position({}, red_hand="rice-2 rice-3 rice-4", red_stock=STOCK_OF_EIGHT, blue_hand="rice-2")
    kept = set(table.state.pools[RED][HAND])
    stocked = set(table.state.pools[RED][STOCK])
    lay(table, "rice-2", "o9")
    table.act(RED, EndTurn())
    hand = set(table.state.pools[RED][HAND])
    assert len(hand) == 5
    assert not hand & (kept | stocked)


def test_s13_a_player_without_tiles_is_passed_over() -> None:
    table = position({}, red_hand="rice-2 rice-3")
    lay(table, "rice-2", "o9")
    table.act(RED, EndTurn())
    assert question(table) == after(RED, stuck=True)


def test_s8_when_all_tiles_are_used_up_the_game_ends_and_is_counted() -> None:
    table = position({}, red_hand="rice-2", captured=((1, 0, 0), (0, 0, 0)))
    lay(table, "rice-2", "o9")
    assert isinstance(table.waiting, Over)
    reason = table.waiting.reason
    assert isinstance(reason, FinalCount)
    assert reason.ending is Ending.NOBODY_CAN_PLAY
    assert reason.winners == (RED,)


def test_3_6_a_player_who_emptied_the_hand_draws_before_anybody_is_passed_over() -> None:
    table = position({}, red_hand="rice-2", red_stock="rice-3")
    lay(table, "rice-2", "o9")
    assert question(table) == after(RED, stuck=True)
    assert len(table.state.pools[RED][HAND]) == 1


# -- S7: nothing to play


def stuck_table(red_hand: str = "figure-exchange tile-exchange", blue_hand: str = "rice-2") -> Table:
    """Only the capital has figures, and red has no tile on the board: neither exchange can be made."""
    return position({"o14": "helmet buddha rice"}, red_hand=red_hand, blue_hand=blue_hand, elsewhere=False)


def test_s7_who_can_play_no_tile_passes_and_shows_nothing() -> None:
    table = stuck_table()
    assert list(SAMURAI.options(table.view(RED))) == [Pass()]
    assert SAMURAI.to_show(table.state, RED, Pass()) == ()
    table.act(RED, Pass())
    assert question(table) == after(BLUE, stuck=True)
    assert len(table.state.pools[RED][HAND]) == 2


def test_s7_a_pass_claims_of_every_tile_that_it_could_not_be_played() -> None:
    table = stuck_table()
    claims = SAMURAI.claims(table.state, RED, Pass())
    exchanges = (face("tile-exchange"), face("figure-exchange"))
    assert claims == tuple([Claim(RED, (piece,), exchanges, "S7") for piece in table.state.pools[RED][HAND]])
    check_claims(claims, table.faces)


@pytest.mark.parametrize("hand", ["figure-exchange rice-2", "ship-1", "ronin-1 tile-exchange"])
def test_s7_a_false_claim_is_found_out(hand: str) -> None:
    table = stuck_table(red_hand=hand)
    assert Pass() not in list(SAMURAI.options(table.view(RED)))
    assert refused(table, Pass()) == "S7"


def test_s7_nobody_passes_while_any_tile_could_be_played() -> None:
    table = position({}, red={"o9": "rice-2"}, red_hand="figure-exchange tile-exchange")
    assert unplayable_faces(table.state, RED) == ()
    assert refused(table, Pass()) == "S7"
    with pytest.raises(IllegalAction, match="Any tile"):
        SAMURAI.apply(table.state, Acted(RED, Pass(), {}))


def test_s7_a_turn_that_has_begun_is_ended_not_passed() -> None:
    table = stuck_table(red_hand="ship-1 figure-exchange")
    lay(table, "ship-1", "n9")
    assert refused(table, Pass()) == "S7"
    assert list(SAMURAI.options(table.view(RED))) == [EndTurn()]


def test_s8_when_neither_can_play_the_game_ends() -> None:
    table = stuck_table(blue_hand="figure-exchange")
    table.act(RED, Pass())
    table.act(BLUE, Pass())
    assert is_over(table)
    table = stuck_table(blue_hand="")
    table.act(RED, Pass())
    assert is_over(table)


def test_s8_a_pass_is_forgotten_once_the_other_has_played() -> None:
    table = stuck_table(blue_hand="rice-2 rice-3")
    table.act(RED, Pass())
    lay(table, "rice-2", "n13")
    table.act(BLUE, EndTurn())
    assert question(table) == after(RED)


# -- whose turn it is


def test_2_6_turns_alternate_and_nobody_acts_in_the_others() -> None:
    table = position({}, red_hand="rice-2 rice-3", blue_hand="rice-2 rice-3")
    for player, name, at in ((RED, "rice-2", "o9"), (BLUE, "rice-2", "p9"), (RED, "rice-3", "p8")):
        assert refused(table, EndTurn(), other(player)) == "table"
        lay(table, name, at)
        if not is_over(table) and question(table).seat == player:
            table.act(player, EndTurn())
    assert question(table) == after(BLUE)


def test_a_tile_not_shown_and_one_shown_as_a_figure_are_refused() -> None:
    table = position({}, red_hand="rice-2")
    action = PlaceTile(held(table, RED, "rice-2"), place("o9"))
    for shown in ({}, {action.tile: face("figure-helmet")}):
        with pytest.raises(IllegalAction, match="table"):
            SAMURAI.apply(table.state, Acted(RED, action, shown))


def test_options_are_what_is_not_refused() -> None:
    table = position(
        {"q9": "helmet", "q11": "rice", "o10": "helmet rice"},
        red={"o9": "rice-2", "p9": "ronin-1"},
        red_hand="tile-exchange figure-exchange ship-1 rice-3",
    )
    options = SAMURAI.options(table.view(RED))
    listed = set(options)
    assert len(listed) == len(options)
    hand = table.state.pools[RED][HAND]
    everywhere = [Place(number) for number in range(len(PLACE_KEYS))]
    tried: list[object] = [PlaceTile(piece, at) for piece in hand for at in everywhere]
    tried += [ExchangeTile(piece, old, new) for piece in hand for old in everywhere for new in everywhere]
    tried += [EndTurn(), Pass()]
    kinds = (HELMET, RICE)
    exchange = held(table, RED, "figure-exchange")
    tried += [
        ExchangeFigures(exchange, one, figure, two, second)
        for one in SETTLEMENTS
        for two in SETTLEMENTS
        for figure in kinds
        for second in kinds
    ]
    tried_set = set(tried)
    assert {action for action in tried_set if action in options} == listed & tried_set
    assert len(listed & tried_set) > 100
    assert all(FACE_KEYS[table.faces[action.tile]] == "figure-exchange" for action in listed - tried_set)
