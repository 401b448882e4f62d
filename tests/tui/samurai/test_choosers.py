"""The choosers offer what the rules allow: nothing illegal comes out of them, and nothing legal is out of reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine.hidden import Face, Piece
from engine.samurai import Answer, Samurai, samurai_with
from engine.samurai.chapters.chapter_2_figures import FigureDue, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.rules import SAMURAI
from tests.engine.samurai.positions import RED, Table, held, new_table, place, position
from tests.tui.samurai.games import asked, play
from tui.dialogue import Dialogue
from tui.samurai.choosers.first_step import first_step
from tui.samurai.choosers.lists import SamuraiPlayer
from tui.steps import Checklist, Menu, Party, Step


def dialogue_at(table: Table) -> Dialogue:
    return Dialogue(first_step(*asked(table)))


def press(dialogue: Dialogue, beginning: str) -> Any:
    texts = [row.text for row in dialogue.rows()]
    return dialogue.press(next(number for number, text in enumerate(texts) if text.startswith(beginning)))


def texts(dialogue: Dialogue) -> list[str]:
    return [row.text for row in dialogue.rows()]


def outcomes(step: Step | Answer) -> Iterator[Answer]:
    """Every action that a step of menus can lead to."""
    if isinstance(step, Menu):
        for item in step.items:
            yield from outcomes(item.then())
    else:
        assert not isinstance(step, Checklist | Party)
        yield step


def by_face(answer: Answer, faces: dict[Piece, Face]) -> tuple[object, ...]:
    """An answer with its tile replaced by the face: equal tiles are as good as each other."""
    name, *fields = SAMURAI.pack_action(answer)
    if isinstance(answer, PlaceTile | ExchangeTile | ExchangeFigures):
        fields[0] = int(faces[answer.tile])
    return (name, *fields)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_offered_is_exactly_what_is_legal(seed: int) -> None:
    random, table = Random(seed), new_table(seed=seed)
    seen: Counter[type] = Counter()
    kinds: set[type] = set()
    for seat, question in play(table, random):
        seen[type(question)] += 1
        if isinstance(question, OpeningTilesDue) or (seen[type(question)] > 3 and random.random() > 0.25):
            continue
        view = table.view(seat)
        faces = dict(view.faces)
        found = list(outcomes(first_step(*asked(table))))
        legal = list(SAMURAI.options(view))
        kinds |= {type(answer) for answer in legal}
        assert {by_face(answer, faces) for answer in found} == {by_face(answer, faces) for answer in legal}
    assert {FigureDue, TurnDue} <= set(seen)
    assert {PlaceTile, EndTurn} <= kinds


def test_five_of_the_twenty_tiles_are_marked_to_begin_with() -> None:
    table = new_table()
    player, _ = asked(table)
    dialogue = dialogue_at(table)
    lines = dialogue.rows()[:-1]
    assert sum(row.pieces for row in lines) == 20
    assert len(lines) < 20, "equal tiles share a line"
    for number in range(4):
        dialogue.press(number)
    assert dialogue.rows()[-1].text == "Mark 5 tiles: 4 marked so far"
    assert dialogue.confirm() is None
    dialogue.press(len(lines) - 1)
    assert dialogue.rows()[-1].text.startswith("Begin with ")
    answer = dialogue.confirm()
    assert isinstance(answer, ChooseTiles)
    assert len(answer.tiles) == 5
    assert player.refused(answer) is None


def random_setup() -> tuple[Samurai, Table]:
    game = samurai_with({"setup": "random", "tiles": "drawn"})
    return game, new_table(game)


def test_drawn_figures_are_turned_up_with_one_key() -> None:
    _, table = random_setup()
    player, question = asked(table)
    assert isinstance(question, TurnUpDue)
    dialogue = Dialogue(first_step(player, question))
    assert texts(dialogue) == ["Turn up the 18 figures"]
    assert dialogue.press(0) == TurnUpFigures()


def test_before_a_tile_is_laid_it_is_said_what_it_would_capture() -> None:
    table = position(
        {"o8": "rice"},
        red={"o9": "samurai-1"},
        blue={"p8": "rice-2"},
        red_hand="rice-4 ship-1 helmet-2",
        turn=TurnDue(RED, 0, ordinary=False, stuck=False),
    )
    left = [near for near in range(91) if not table.state.pools[0][near] and not table.state.pools[1][near]]
    dialogue = dialogue_at(table)
    press(dialogue, "R4 ")
    rows = {row.spot: row.text for row in dialogue.rows()}
    assert len(rows) == len(dialogue.rows())
    assert set(rows) <= set(left)
    step = dialogue.step
    assert isinstance(step, Menu)
    assert step.closed is not None
    assert "There is a tile at p8 already (3.4)" in str(step.closed(place("p8")))
    assert "No tile is laid on a settlement, and Edo is one (3.4)" in str(step.closed(place("o14")))
    assert step.closed(next(iter(spot for spot in rows if spot is not None))) is None


def test_a_capture_is_listed_first() -> None:
    table = position({"q15": "rice"}, blue={"p14": "rice-2"}, red_hand="rice-4 helmet-2")
    dialogue = dialogue_at(table)
    press(dialogue, "R4 ")
    first = dialogue.rows()[0]
    assert first.text == "q14: Red takes the rice field of village q15"
    assert first.spot == place("q14")
    assert dialogue.back()
    press(dialogue, "H2 ")
    assert texts(dialogue)[-1] == "q14: Blue takes the rice field of village q15"


def test_what_wins_comes_before_what_leads_and_both_before_what_only_helps_the_other_side() -> None:
    table = position(
        {"q15": "rice", "q9": "helmet", "o8": "rice", "o14": "helmet buddha rice"},
        red={"o9": "rice-2"},
        blue={"p14": "rice-2"},
        red_hand="samurai-2 helmet-2",
    )
    dialogue = dialogue_at(table)
    press(dialogue, "S2 ")
    shown = texts(dialogue)
    assert shown[0].startswith("p8: Red takes the rice field of village o8; ")
    assert shown[1] == "q14: the rice field of village q15 is set aside"
    three_new_leads = next(number for number, text in enumerate(shown) if "Edo H 2:0, B 2:0" in text)
    one_new_lead = next(number for number, text in enumerate(shown) if text.endswith(": village q9 H 2:0, 2 open"))
    assert 1 < three_new_leads < one_new_lead
    assert shown[-1].endswith("touches no figure")


def test_the_turn_ends_only_after_a_tile_and_only_characters_may_follow() -> None:
    table = position({"o8": "rice"}, red_hand="rice-4 helmet-2 ronin-1 ship-1 samurai-1", red_stock="rice-2 rice-3")
    assert not any(text.startswith("End the turn") for text in texts(dialogue_at(table)))
    table.act(RED, PlaceTile(held(table, RED, "rice-4"), place("o9")))
    shown = texts(dialogue_at(table))
    assert [text.split()[0] for text in shown] == ["V1", "N1", "End"]
    assert shown[-1] == "End the turn and draw 1 tile"


def test_equal_tiles_are_one_line_that_says_how_many_are_held() -> None:
    table = position({"o8": "rice"}, red_hand="ship-1 samurai-2 ship-1")
    assert texts(dialogue_at(table))[:2] == ["S2 samurai 2", "V1 ship 1, with the character (you hold 2)"]


def test_what_one_tile_takes_at_once_is_told_in_one_sentence() -> None:
    table = position(
        {"l16": "buddha rice", "k18": "helmet"},
        blue={"k17": "samurai-3", "k16": "rice-2", "l15": "rice-3", "m16": "buddha-2"},
        red_hand="samurai-1",
    )
    dialogue = dialogue_at(table)
    press(dialogue, "S1 ")
    assert (
        "l17: Blue takes the high helmet of village k18, the Buddha of city l16 and the rice field of city l16"
        in texts(dialogue)
    )


def test_who_can_play_nothing_passes() -> None:
    table = position({}, elsewhere=True, red_hand="tile-exchange")
    assert texts(dialogue_at(table)) == ["Pass: none of your tiles can be played"]
    assert dialogue_at(table).press(0) == Pass()


def test_the_tile_exchange_asks_for_the_tile_and_then_for_its_new_hex() -> None:
    laid = {"o9": "rice-4", "p12": "samurai-3"}
    table = position({"o8": "rice"}, red=laid, red_hand="tile-exchange samurai-1")
    dialogue = dialogue_at(table)
    press(dialogue, "X ")
    assert texts(dialogue) == [
        "p12: samurai 3, without influence where it lies",
        "o9: rice 4, influences the rice field of village o8",
    ]
    step = dialogue.step
    assert isinstance(step, Menu)
    assert step.closed is not None
    assert str(step.closed(place("p8"))) == "There is no own tile at p8 (4.1)"
    dialogue.press(1)
    assert dialogue.rows()[0].path == (place("o9"), dialogue.rows()[0].spot)
    answer = press(dialogue, "p8:")
    assert answer == ExchangeTile(held(table, RED, "tile-exchange"), place("o9"), place("p8"))


def test_the_figure_exchange_names_both_figures_in_either_order() -> None:
    table = position({"o8": "rice", "q9": "helmet"}, red_hand="figure-exchange samurai-1")
    answers = []
    for first, second in (("village o8: rice", "village q9: high"), ("village q9: high", "village o8: rice")):
        dialogue = dialogue_at(table)
        press(dialogue, "F ")
        press(dialogue, first)
        answers.append(press(dialogue, second))
    assert answers[0] == answers[1]
    assert isinstance(answers[0], ExchangeFigures)


def test_figures_of_a_kind_are_the_last_that_an_exchange_offers() -> None:
    table = position({"o8": "rice", "q9": "helmet", "q11": "rice"}, red_hand="figure-exchange samurai-1")
    dialogue = dialogue_at(table)
    press(dialogue, "F ")
    press(dialogue, "village o8: rice")
    shown = texts(dialogue)
    alike = [text.endswith("the same kind, so nothing changes") for text in shown]
    assert alike == sorted(alike)
    assert "village q11: rice field; the same kind, so nothing changes" in shown
    assert any(text.startswith("village q9: high helmet; then ") for text in shown)


def test_every_answer_of_the_random_presser_is_legal() -> None:
    random = Random(5)
    table = new_table(seed=5)
    for _ in play(table, random):
        player, question = asked(table)
        for answer in _pressed(player, question, random):
            assert player.refused(answer) is None


def _pressed(player: SamuraiPlayer, question: Any, random: Random) -> Iterator[Answer]:
    dialogue = Dialogue(first_step(player, question))
    for _ in range(60):
        answer = dialogue.press(random.randrange(len(dialogue.rows())))
        if answer is not None:
            yield answer
            return
