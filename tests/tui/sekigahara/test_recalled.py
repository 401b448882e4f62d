"""Blocks seen and hidden again are told wherever their stack is: on the map, of the place, the battle, the odds."""

from __future__ import annotations

import re
from collections import Counter
from random import Random

from engine.games import game_kind
from engine.hidden import SEATS, Over, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS, location_named
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Combat
from tests.engine.sekigahara.test_recollection import EDO, SUWA, Remembering, claimed_at_himeji, mix, seen_at_edo, show
from tests.tui.sekigahara.games import Table, asked
from tui.games import interface_of, words_of
from tui.glyphs import UNICODE
from tui.lines import Line, plain_text
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.explanations import odds_lines
from tui.sekigahara.map.contents import chip_of, map_contents
from tui.sekigahara.map.placing import Placing
from tui.sekigahara.panels.aftermath import aftermath_lines
from tui.sekigahara.panels.battle import battle_lines
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.panels.forces import forces_lines
from tui.sekigahara.panels.location import location_lines
from tui.sekigahara.words.recalled import stack_codes
from tui.steps import Menu, MenuItem

HAKONE, MIYAZU = location_named("hakone"), location_named("miyazu")
SEEN = "Mōri 2, Mōri 1 gun, Ukita 1 cavalry"


def text(lines: list[Line]) -> str:
    return "\n".join(map(plain_text, lines))


def test_a_stack_that_was_seen_is_told_by_its_faces_wherever_it_is_told_of() -> None:
    table, recollection = seen_at_edo(others=1)
    view = table.view(TOKUGAWA)
    told = f"{SEEN}, 1 unknown"
    assert f"(I4) {told}" in text(location_lines(view, EDO, recollection))
    assert f"Edo: {told}" in text(odds_lines(view, recollection))
    assert "Edo (I4 Mo2 Mo1g Uk1c)" in text(forces_lines(view, recollection))
    codes = [chip.code for chip in map_contents(view, recollection).locations[EDO].faces[ISHIDA]]
    assert codes == ["Mo2", "Mo1g", "Uk1c"]
    table.state.combat = combat = Combat(EDO, ISHIDA, None, impact=(0, 9), ended=(True, True))
    assert f"there now (4): {told}" in text(aftermath_lines(view, combat, recollection))
    table.state.combat = Combat(EDO, ISHIDA, None)
    assert f"still to deploy (4): {told}" in text(battle_lines(view, UNICODE, recollection))
    drawn = text(drawn_battle(view, 78, UNICODE, recollection))
    assert "Mo1g" in drawn
    assert "(I1)" in drawn
    # Whoever has forgotten is told of their number.
    assert "(I4) 4 hidden" in text(location_lines(view, EDO))
    assert "Edo (I4)" in text(forces_lines(view))


def test_who_was_seen_and_is_there_still_is_not_among_the_blocks_not_seen() -> None:
    table, recollection = seen_at_edo(others=1)
    view = table.view(TOKUGAWA)

    def told(recollection: Recollection | None) -> tuple[int, Counter[str]]:
        """How many are not seen on the map, and which they and those in box and bag may be."""
        lines = [plain_text(line) for line in odds_lines(view, recollection)]
        [at] = [number for number, line in enumerate(lines) if "blocks not seen" in line]
        counted = [each for line in lines[at + 1 :] for each in re.findall(r"(\d+) × (\S+(?: \S+)*)", line)]
        found = re.search(r"(\d+) on the map", lines[at])
        assert found is not None
        return int(found[1]), Counter({words: int(count) for count, words in counted})

    (fewer, now), (more, forgotten) = told(recollection), told(None)
    assert more - fewer == 3
    assert forgotten - now == Counter(SEEN.split(", "))


def test_one_who_has_gone_is_one_of_them() -> None:
    table, recollection = seen_at_edo()
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, SUWA)
    view = table.view(TOKUGAWA)
    assert f"(I2) 2 of ({SEEN})" in text(location_lines(view, EDO, recollection))
    assert f"(I1) one of ({SEEN})" in text(location_lines(view, SUWA, recollection))
    assert f"Suwa: one of ({SEEN})" in text(odds_lines(view, recollection))
    forces = text(forces_lines(view, recollection))
    assert "Edo (I2, 2 of Mo2 Mo1g Uk1c)" in forces
    assert "Suwa (I1, 1 of Mo2 Mo1g Uk1c)" in forces


def test_beside_one_of_whom_nothing_is_known_it_is_so_many_at_least() -> None:
    table, recollection = seen_at_edo(others=1)
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, SUWA)
    view = table.view(TOKUGAWA)
    assert f"(I3) at least 2 of ({SEEN}), 1 unknown" in text(location_lines(view, EDO, recollection))
    assert "Edo (I3, 2+ of Mo2 Mo1g Uk1c)" in text(forces_lines(view, recollection))
    state.combat = Combat(EDO, TOKUGAWA, None)
    drawn = text(drawn_battle(view, 78, UNICODE, recollection))
    assert "to come (I3) · 2+ of Mo2, Mo1g, Uk1c" in drawn


def test_those_who_have_parted_are_not_called_not_seen() -> None:
    """Where each of them is nobody knows, but that they have been seen and stand on the map."""
    table, recollection = seen_at_edo(names=("ukita-1-leader", "mori-1-gun", "mori-2"), others=1)
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:2], EDO, SUWA)
    view = table.view(TOKUGAWA)
    hidden, told = [text(odds_lines(view, each)).split("blocks not seen")[1] for each in (None, recollection)]
    assert "1 × Ukita leader" in hidden
    assert "1 × Ukita leader" not in told
    numbers = [int(lines.split(" on the map")[0].removeprefix(": ")) for lines in (hidden, told)]
    assert numbers == [6, 3]


def test_the_map_of_a_game_that_is_followed_tells_what_was_seen_and_nothing_that_is_not_so() -> None:
    game = Remembering()
    table: Table = OpenTable(game, SeededChance(3))
    bot = game_kind("sekigahara").bot(SEKIGAHARA, "random", Random(3))
    interface = interface_of(SEKIGAHARA, UNICODE)
    log = interface.log(SEKIGAHARA.start())
    remembered = 0
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        table.act(seat, bot.choose(table.view(seat)))
        log.follow(game.events)
        enemy = other(seat)
        contents = interface.board.contents(table.view(seat))
        for place in LOCATIONS:
            chips = Counter(contents.locations[place].faces[enemy])
            blocks = table.state.pools[enemy][place]
            assert not chips - Counter([chip_of(table.faces[block]) for block in blocks])
            remembered += chips.total() - len([block for block in blocks if block in table.state.shown])
    assert remembered > 100


def march_to_edo(*, recollecting: bool) -> MenuItem:
    """The line of Tokugawa's march from Hakone to Edo."""
    table, recollection = seen_at_edo(tokugawa={"hakone": ["tokugawa-3"], "hand": ["tokugawa-single"]})
    _, question = asked(table)
    words = words_of(SEKIGAHARA)
    player = SekigaharaPlayer(SEKIGAHARA, words, table.view(TOKUGAWA), recollection if recollecting else None)
    step = first_step(player, question)
    assert isinstance(step, Menu)
    [march] = [item for item in step.items if item.spot == HAKONE and item.path == ()]
    where = march.then()
    assert isinstance(where, Menu)
    [line] = [item for item in where.items if item.spot == EDO]
    return line


def test_a_march_names_those_that_it_is_known_to_fight() -> None:
    line = march_to_edo(recollecting=True)
    assert line.brief.endswith(", battle with 3: Mo2 Mo1g Uk1c")
    assert "against 3 enemy blocks: Mo2 Mo1g Uk1c; " in line.text


def test_a_march_against_nobody_known_tells_their_number_alone() -> None:
    line = march_to_edo(recollecting=False)
    assert line.brief.endswith(", battle with 3")
    assert "against 3 enemy blocks; " in line.text


def test_of_many_a_short_line_names_some() -> None:
    faces = [FACE_NAMED[f"block-{name}"] for name in ("mori-3", "mori-3", "mori-2")]
    assert stack_codes(faces, 3, 3) == "Mo3 Mo3 Mo2"
    assert stack_codes(faces, 3, 2) == "Mo3 Mo3 Mo2", "one has as much room as the words for it"
    assert stack_codes(faces, 3, 1) == "Mo3 +2 known"
    assert stack_codes(faces, 5, 4) == "Mo3 Mo3 Mo2 +2 unknown"


def test_of_many_that_are_known_the_strongest_are_named_and_no_unknown_is_taken_for_known() -> None:
    names = ("fukushima-1-leader", "fukushima-1-cavalry", "fukushima-3", "tokugawa-1-cavalry", "ii-4", "date-1-gun")
    faces = [FACE_NAMED[f"block-{name}"] for name in names]
    assert stack_codes(faces, 7, 3) == "Fu1L Fu3 Ii4 +3 known +1 unknown"


def test_the_map_tells_of_a_leader_who_is_one_of_several() -> None:
    """R13: whoever was claimed is among the blocks; which of the leaders that are left he is, nobody knows."""
    table, recollection, _before = claimed_at_himeji(["kobayakawa-1-leader", "uesugi-1-leader", "ukita-1-leader"])
    view = table.view(TOKUGAWA)
    contents = map_contents(view, recollection).locations
    assert [place for place in LOCATIONS if contents[place].leaders[ISHIDA]] == [location_named("miyazu")]
    said = [line.cells for line in Placing(UNICODE).placed(100, 17, map_contents(view, recollection))[MIYAZU].lines]
    assert "(I3L)" in "".join(sign for cells in said for sign, _style in cells)


def test_the_page_of_a_battle_tells_whom_one_of_those_to_come_may_be() -> None:
    table, recollection = seen_at_edo()
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, SUWA)
    state.combat = Combat(SUWA, TOKUGAWA, None)
    drawn = text(drawn_battle(table.view(TOKUGAWA), 78, UNICODE, recollection))
    assert "to come (I1) · 1 of Mo2, Mo1g, Uk1c" in drawn


def test_of_the_same_two_among_whom_one_is_their_number_is_told() -> None:
    table, recollection = seen_at_edo(names=("kobayakawa-2", "mori-3", "mori-3"), others=1)
    state, game = table.state, table.game
    assert isinstance(game, Remembering)
    show(table, EDO)
    mix(table, game, EDO)
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:2], EDO, SUWA)
    state.combat = Combat(SUWA, TOKUGAWA, None)
    drawn = text(drawn_battle(table.view(TOKUGAWA), 78, UNICODE, recollection))
    assert "2 of Ko2, 2 × Mo3, Uk3" in drawn
