"""Blocks seen and hidden again are told wherever their stack is: on the map, of the place, the battle, the odds."""

from __future__ import annotations

from collections import Counter
from random import Random

from engine.games import game_kind
from engine.hidden import SEATS, Over, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Combat
from tests.engine.sekigahara.test_recollection import EDO, SUWA, Remembering, seen_at_edo
from tests.tui.sekigahara.games import Table
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import Line, plain_text
from tui.sekigahara.explanations import odds_lines
from tui.sekigahara.map.contents import chip_of, map_contents
from tui.sekigahara.panels.aftermath import aftermath_lines
from tui.sekigahara.panels.battle import battle_lines
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.panels.location import location_lines

SEEN = "Mōri 2, Mōri 1 gun, Ukita 1 cavalry"


def text(lines: list[Line]) -> str:
    return "\n".join(map(plain_text, lines))


def test_a_stack_that_was_seen_is_told_by_its_faces_wherever_it_is_told_of() -> None:
    table, recollection = seen_at_edo(others=1)
    view = table.view(TOKUGAWA)
    told = f"{SEEN}, 1 unknown"
    assert f"(I4) {told}" in text(location_lines(view, EDO, recollection))
    assert f"Edo: {told}" in text(odds_lines(view, recollection))
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


def test_one_who_has_gone_is_one_of_them() -> None:
    table, recollection = seen_at_edo()
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, SUWA)
    view = table.view(TOKUGAWA)
    assert f"(I2) 2 of ({SEEN})" in text(location_lines(view, EDO, recollection))
    assert f"(I1) one of ({SEEN})" in text(location_lines(view, SUWA, recollection))
    assert f"Suwa: one of ({SEEN})" in text(odds_lines(view, recollection))


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
