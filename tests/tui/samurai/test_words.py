from __future__ import annotations

import ast
import re
from pathlib import Path
from random import Random

import pytest
from rich.cells import cell_len

import engine
from engine.hidden import Acted, BothActed, Draw, IllegalAction, Mix
from engine.random_bot import RandomBot
from engine.samurai import SAMURAI, Answer, Samurai, samurai_with
from engine.samurai.board import HAND, PLACE_KEYS, STOCK
from engine.samurai.chapters.chapter_2_figures import FigureDue, PlaceFigure, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.chapters.chapter_7_scoring import Decided, Ending, FinalCount
from engine.samurai.components import TILES
from engine.samurai.reasons import Nears
from engine.samurai.state import State
from tests.engine.samurai.positions import BLUE, BUDDHA, HELMET, RED, RICE, held, new_table, place, position
from tests.tui.samurai.games import play, port_at, practice_game
from tui.games import words_of
from tui.glyphs import ASCII, GLYPHS, Glyphs
from tui.lines import Line, plain_text
from tui.practice import PracticePort
from tui.samurai.help import help_text
from tui.samurai.log import SamuraiLog, event_lines
from tui.samurai.panels.figures import figures_lines, final_score_lines, sway_lines
from tui.samurai.panels.hand import hand_lines
from tui.samurai.panels.place import place_lines
from tui.samurai.panels.status import score_lines, status_lines
from tui.samurai.words.chapter_2_setup import draw_words, mix_words
from tui.samurai.words.chapter_7_scoring import DECIDED, ENDINGS, reason_words
from tui.samurai.words.names import NAMES, full_tile_words, tile_code
from tui.samurai.words.refusals import SENTENCES, refusal_words
from tui.samurai.words.samurai import answer_words, question_words
from tui.screens.help import help_text as keys_help
from tui.sekigahara.help import help_text as sekigahara_help

RANDOM_SETUP = samurai_with({"setup": "random", "tiles": "drawn"})


def finished_game(seed: int, game: Samurai = SAMURAI) -> PracticePort[State, Answer]:
    port = practice_game(seed, RED, game)
    bot: RandomBot[State, Answer] = RandomBot(game, Random(seed + 100))
    while (situation := port.situation()).question is not None:
        assert situation.view is not None
        port.act(bot.choose(situation.view))
    return port


def test_every_tile_and_every_place_has_its_own_words() -> None:
    assert len({tile_code(tile) for tile in TILES}) == len({full_tile_words(tile) for tile in TILES}) == len(TILES)
    assert all(len(tile_code(tile)) <= 2 for tile in TILES)
    assert len(set(NAMES)) == len(NAMES) == len(PLACE_KEYS)
    assert NAMES[place("o14")] == "Edo"
    assert NAMES[place("l16")] == "city l16"
    assert NAMES[place("f18")] == "village f18"


def test_actions_in_words() -> None:
    table = position(
        {"o8": "rice", "q9": "helmet"},
        red={"o9": "rice-4"},
        red_hand="samurai-2 tile-exchange figure-exchange ship-1",
    )
    faces = table.view(RED).faces

    def words(action: Answer) -> str:
        return answer_words(table.state, RED, action, faces)

    samurai, exchange = held(table, RED, "samurai-2"), held(table, RED, "tile-exchange")
    assert words(PlaceTile(samurai, place("p8"))) == "lays samurai 2 on p8"
    assert answer_words(table.state, RED, PlaceTile(samurai, place("p8")), {}) == "lays a tile on p8"
    assert words(ExchangeTile(exchange, place("o9"), place("p8"))) == (
        "moves rice 4 from o9 to p8 with the tile exchange"
    )
    figures = ExchangeFigures(held(table, RED, "figure-exchange"), place("o8"), RICE, place("q9"), HELMET)
    assert words(figures) == "exchanges the rice field of village o8 and the high helmet of village q9"
    assert words(EndTurn()) == "ends the turn"
    assert words(Pass()) == "passes, able to play no tile"
    assert words(PlaceFigure(BUDDHA, place("o14"))) == "places a Buddha at Edo"
    assert words(TurnUpFigures()) == "turns up the figures that were drawn"
    tiles = table.state.pools[RED][HAND][:2]
    assert answer_words(table.state, RED, ChooseTiles(tiles), {}) == "chooses 2 tiles to begin with in secret"
    assert words(ChooseTiles(tiles)) == "chooses 2 tiles to begin with: samurai 2, tile exchange"


def test_what_a_question_asks_for() -> None:
    assert question_words(OpeningTilesDue()) == "choose the tiles to begin with"
    assert question_words(FigureDue(RED)) == "place a figure"
    assert question_words(TurnUpDue(BLUE)) == "turn up the figures that were drawn"
    assert question_words(TurnDue(RED, 0, ordinary=False, stuck=False)) == "play a tile"
    assert question_words(TurnDue(RED, 1, ordinary=False, stuck=False)) == "play more tiles or end the turn"


def test_what_the_table_does() -> None:
    assert draw_words(Draw(BLUE, STOCK, HAND, 2)) == ["Blue draws 2 tiles."]
    assert mix_words(Mix(RED, (STOCK,))) == ["Red's stock is shuffled."]
    assert mix_words(Mix(RED, (HAND,))) == [], "a hand is shuffled whenever it has drawn"


def test_every_way_to_end_is_told() -> None:
    assert set(ENDINGS) == set(Ending)
    assert set(DECIDED) == set(Decided)
    count = FinalCount(None, Ending.FOUR_ASIDE, Decided.SHARED, (1, 2, 3), (1, 2, 3))
    assert reason_words(count) == (
        "a fourth figure has been set aside; all counts are equal (Red H1 B2 R3, Blue H1 B2 R3)"
    )


@pytest.mark.parametrize(("game", "seed"), [(SAMURAI, 1), (SAMURAI, 2), (RANDOM_SETUP, 3)])
def test_the_log_follows_the_game_and_tells_every_action(game: Samurai, seed: int) -> None:
    port = finished_game(seed, game)
    situation = port.situation()
    log = SamuraiLog(game, port.beginning())
    events = situation.events
    log.follow(events[: len(events) // 2])
    log.follow(events)
    assert situation.view is not None
    assert game.canonical(log.state) == game.canonical(situation.view.state)
    assert situation.ended is not None
    [(last, style)] = log.lines[-1]
    assert style == "heading"
    assert situation.ended.reason in last
    choices = sum(1 if isinstance(event, Acted) else 2 for event in events if isinstance(event, Acted | BothActed))
    assert len(log.lines) > choices
    text = "\n".join(plain_text(line) for line in log.lines)
    taken = sum(sum(counts) for counts in situation.view.state.captured)
    assert sum(" takes the " in line for line in text.splitlines()) == taken
    assert sum(" is set aside" in line for line in text.splitlines()) == sum(situation.view.state.aside)
    assert "hidden" not in text
    assert "?" not in ASCII.text(text).replace("\n", "")
    score = "\n".join(plain_text(line) for line in final_score_lines(situation.view.state))
    assert "Set aside: " in score


@pytest.mark.parametrize(("game", "seed"), [(SAMURAI, 1), (RANDOM_SETUP, 3)])
def test_the_log_is_folded_by_turns_and_nothing_is_lost(game: Samurai, seed: int) -> None:
    port = finished_game(seed, game)
    situation = port.situation()
    log = SamuraiLog(game, port.beginning())
    log.eyes = port.view_then
    log.follow(situation.events)
    setup, *turns, end = log.entries
    assert plain_text(setup.line) == "Setup"
    assert [end.line, end.details] == [log.lines[-1], []]
    public = [line for line in log.lines[:-1] if not plain_text(line).startswith("Red draws")]  # it is told which
    assert [line for entry in log.entries[:-1] for line in entry.details] == public
    for number, entry in enumerate(turns):
        side = ("Red", "Blue")[number % 2]
        assert plain_text(entry.line).startswith(f"Turn {number + 1}: {side} ")
        assert (side, f"{side.lower()}-side") in entry.line
        assert entry.heads
        assert not entry.own or number % 2 == RED, "what the own player drew in an own turn"
    assert situation.view is not None
    told = " ".join([plain_text(entry.line) for entry in turns])
    taken = sum(sum(counts) for counts in situation.view.state.captured)
    aside = sum(situation.view.state.aside)
    assert told.count("the Buddha of") + told.count("the high helmet of") + told.count("the rice field of") >= taken
    assert (" set aside" in told) == (aside > 0)


def test_a_log_that_begins_in_the_midst_of_a_turn_tells_that_turn() -> None:
    table = position({"o8": "rice"}, red_hand="samurai-1 ship-1", red_stock="rice-2 ship-2", blue_hand="rice-2")
    table.act(RED, PlaceTile(held(table, RED, "ship-1"), place("q8")))
    port = port_at(table, RED)
    log = SamuraiLog(SAMURAI, port.beginning())
    port.act(PlaceTile(held(table, RED, "samurai-1"), place("p8")))
    log.follow(port.situation().events)
    assert plain_text(log.entries[0].line) == "Turn 1: Red lays samurai 1 on p8."


def test_events_tell_only_public_faces() -> None:
    """The lines are made of the state that both hold: the faces shown are in it."""
    for seed in range(3):
        state = SAMURAI.start()
        for event in finished_game(seed).situation().events:
            before = state.copy()
            SAMURAI.apply(state, event)
            public = {**before.shown, **(event.shown if isinstance(event, Acted | BothActed) else {})}
            lines = " ".join(plain_text(line) for line in event_lines(before, event, state))
            if isinstance(event, BothActed):
                assert lines.count("in secret") == 2
            elif isinstance(event, Acted) and isinstance(event.action, PlaceTile):
                assert event.action.tile in public


def test_the_own_log_tells_what_was_drawn() -> None:
    table = position({"o8": "rice"}, red_hand="samurai-1", red_stock="rice-2 ship-2", blue_hand="rice-2")
    port = port_at(table, RED)
    log = SamuraiLog(SAMURAI, port.beginning())
    assert log.learned(table.view(RED)) == []
    port.act(PlaceTile(held(table, RED, "samurai-1"), place("p8")))
    situation = port.situation()
    log.follow(situation.events)
    assert situation.view is not None
    [line] = log.learned(situation.view)
    assert plain_text(line).startswith("You draw: ")
    acts = [event.action for event in situation.events if isinstance(event, Acted)]
    own = SamuraiLog(SAMURAI, port.beginning())
    own.eyes = port.view_then
    own.follow(situation.events)
    told = [plain_text(each) for entry in own.entries for each in entry.whole]
    assert plain_text(line) in told
    assert not any(each.startswith("Red draws") for each in told), "who knows which they are is not told how many"
    trails = [happening.trail for happening in log.fresh if happening.trail]
    assert trails == [(action.at,) for action in acts if isinstance(action, PlaceTile)]


def test_refusals_name_things_as_players_do_and_the_rule() -> None:
    problem = IllegalAction("2.4", "There is a {figure} at {place} already", figure="rice", place="l16")
    assert refusal_words(problem) == "There is a rice field at city l16 already (2.4)"
    assert refusal_words(IllegalAction("3.1", "Tile {piece} is not in the hand", piece=17)) == (
        "That tile is not in the hand (3.1)"
    )


def test_whatever_the_engine_refuses_is_told_without_a_brace_or_a_serial_number() -> None:
    refusals = set()
    answers: list[tuple[type, Answer]] = []
    bot: RandomBot[State, Answer] = RandomBot(SAMURAI, Random(3))
    other_table = new_table(seed=2)
    for seat, question in play(other_table, Random(4)):
        answers.append((type(question), bot.choose(other_table.view(seat))))
    table = new_table(seed=1)
    for seat, question in play(table, Random(5)):
        for kind, answer in answers:
            refused = SAMURAI.refusal(table.view(seat), answer) if kind is type(question) else None
            if refused is not None:
                refusals.add(refused.problem)
                words = refusal_words(refused)
                assert "{" not in words
                assert re.search(r"(piece|tile|figure) \d", words, re.IGNORECASE) is None
                assert words.endswith(f" ({refused.rule})")
    assert len(refusals) > 5


def test_sentences_are_only_for_what_the_engine_says() -> None:
    """A sentence of ours whose engine's sentence has changed would never be said."""
    folder = Path(engine.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    constants = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert set(SENTENCES) - set(constants) == set()


def test_the_pages_tell_influence_counts_and_tiles() -> None:
    table = position(
        {"o14": "helmet rice"},
        red={"o13": "helmet-4"},
        blue={"n13": "samurai-2"},
        red_hand="rice-4 rice-4 ship-2",
        red_stock="rice-2",
        captured=((2, 1, 0), (0, 1, 0)),
        aside=(0, 0, 1),
    )
    view = table.view(RED)

    def texts(lines: list[Line]) -> list[str]:
        return [plain_text(line) for line in lines]

    assert texts(place_lines(view, place("o14"))) == [
        "Edo, the capital (o14)",
        "high helmet: [4] (2) Red's",
        "rice field: [0] (2) Blue's",
        "Open land: n14, o15, p13, p14",
    ]
    assert texts(place_lines(view, place("o13")))[:2] == [
        "Land o13 [helmet 4]",
        "high helmet of Edo: [4] (2) Red's, 4 open",
    ]
    assert texts(hand_lines(view)) == [
        "2 × R4 rice 4",
        "    V2 ship 2, with the character",
        "[Red] hand 3, stock 1",
        "(Blue) hand 0, stock 0",
    ]
    figures = texts(figures_lines(view))
    assert figures[1].split() == ["[Red]", "2", "1", "0", "3"]
    assert figures[3].split() == ["aside", "0", "0", "1", "1", "of", "4"]
    assert figures[-1] == "Now: Red would win: alone the most of a kind"
    assert len(texts(sway_lines(view))) == 5
    assert plain_text(status_lines(view.state)[0]) == "Red's turn: no tile played yet. Aside: 1 of 4"
    scores = texts(list(score_lines(view, ("you", "Steady bot"))))
    assert [len(line) for line in scores] == sorted(map(len, scores), reverse=True)
    fitting = next(line for line in scores if len(line) <= 78)
    assert fitting.startswith("[Red] you: H2 B1 R0, hand 3, stock 1"), "at 80 columns it is told whose side is whose"


def test_the_stage_of_a_game() -> None:
    words = words_of(SAMURAI)
    assert words.stage(new_table().state) == "set-up"
    assert words.stage(position({"o8": "rice"}).state) == "4 figures left"


@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_the_help_fits_an_80_column_screen(glyphs: Glyphs) -> None:
    assert max(map(len, help_text(glyphs).splitlines())) <= 74
    assert help_text(ASCII).isascii()


@pytest.mark.parametrize("glyphs", GLYPHS.values(), ids=lambda glyphs: glyphs.name)
def test_no_line_of_the_help_is_broken_at_80_columns(glyphs: Glyphs) -> None:
    pages = [("F1", "m", "map"), ("F2", "d", "hand")]
    lines = keys_help("map", pages, help_text(glyphs) + sekigahara_help(glyphs)).splitlines()
    assert [line for line in lines if cell_len(line) > 80 - 6] == []


def test_where_an_answer_adds_without_leading_the_influences_are_told() -> None:
    told = words_of(SAMURAI).reasons((Nears(place("o10"), HELMET, 1, 2),))
    assert told == [f"brings your influence on the high helmet of {NAMES[place('o10')]} to 1 against 2"]
