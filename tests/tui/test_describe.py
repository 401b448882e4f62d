from __future__ import annotations

from random import Random

import pytest

from engine.hidden import Acted, BothActed, Face, Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.actions import (
    Bid,
    ChooseFirst,
    EndMovement,
    Finish,
    LoseInSiege,
    March,
    Muster,
    Pay,
    Retreat,
    Reveal,
)
from engine.sekigahara.board import HAND, place_named
from engine.sekigahara.bots.random_bot import RandomBot
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD
from engine.sekigahara.state import Combat
from tests.engine.sekigahara.positions import pieces, position
from tests.tui.games import new_table, play
from tui.glyphs import ASCII
from tui.practice import LocalPort, practice
from tui.screens.dialogs import help_text
from tui.sekigahara.log import Chronicle
from tui.sekigahara.words.events import battle_forecast, describe_action, describe_event, describe_waiting
from tui.sekigahara.words.names import block_code, block_words, card_words, counted, listed, pieces_words, plural

FACES = [Face(number) for number in range(len(FACE_KEYS))]


def finished_game(seed: int) -> LocalPort:
    port = practice(Seat(0), RandomBot(Random(seed)), seed)
    bot = RandomBot(Random(seed + 1))
    while port.situation().to_decide is not None:
        situation = port.situation()
        assert situation.state is not None
        port.act(bot.choose(situation.state, Seat(0), situation.faces))
    return port


def test_every_face_has_its_own_words_and_every_block_its_own_code() -> None:
    words = [card_words(face) if IS_CARD[face] else block_words(face) for face in FACES]
    # The Loyalty Challenges of the two sides have different bids.
    assert len(set(words)) == len(words)
    codes = [block_code(face) for face in FACES if not IS_CARD[face]]
    assert len(set(codes)) == len(codes)
    assert all(len(code) <= 4 and code.isascii() for code in codes)


def test_lists_and_counts() -> None:
    assert [listed(items) for items in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert counted(["x", "y", "x"]) == "2 × x, y"
    assert [plural(count, "card") for count in (0, 1, 2)] == ["no cards", "1 card", "2 cards"]


def test_what_the_reader_does_not_see_is_only_counted() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][place_named("edo")]
    assert pieces_words(blocks, table.faces) == "Date 2, 2 × Tokugawa 3"
    assert pieces_words(blocks, {}) == "3 hidden"
    assert pieces_words(blocks, {blocks[0]: table.faces[blocks[0]]}) == "Tokugawa 3, 2 unknown"


def test_actions_in_words() -> None:
    table = position(
        {"edo": ["tokugawa-3", "date-2"], "recruitment": ["maeda-2"], "hand": ["date-swords", "maeda-double"]},
        {"kyoto": ["ukita-3"]},
    )
    state, faces = table.state, table.faces
    blocks = state.pools[TOKUGAWA][place_named("edo")]
    hand = state.pools[TOKUGAWA][HAND]
    box = pieces(table, TOKUGAWA, "recruitment")
    stops = (place_named("hakone"), place_named("numazu"))

    def words(action: object) -> str:
        return describe_action(state, TOKUGAWA, action, faces)  # type: ignore[arg-type]

    assert words(March(blocks, stops, False, None)) == "marches 2 blocks Edo → Hakone → Numazu"
    assert words(March(blocks[:1], stops[:1], True, hand[0])) == (
        "marches 1 block Edo → Hakone, claiming that a leader is at the origin, a forced march for Date swords"
    )
    assert words(Muster(box, place_named("kanazawa"), True)) == "musters Maeda 2 at Kanazawa, shown"
    assert describe_action(state, TOKUGAWA, Muster(box, place_named("edo"), False), {}) == (
        "musters 1 block unseen at Edo"
    )
    assert words(Pay("total", hand)) == "buys total movement for 2 cards (Date swords, Maeda double)"
    assert words(Pay("none", ())) == "moves nothing and keeps all cards"
    assert words(Bid(hand[0])) == "bids Date swords, bid 4"
    assert words(Bid(None)) == "bids nothing, having no card"
    assert words(Finish()) == "deploys no more in this combat"
    assert words(LoseInSiege((), True)) == "loses the disk"


def test_a_retreat_says_who_stays_and_who_goes() -> None:
    table = position({"suwa": ["tokugawa-3", "date-2"]}, {"gifu": ["ukita-3", "mori-2", "mori-3"]})
    table.state.combat = Combat(place_named("gifu"), TOKUGAWA, ISHIDA)
    blocks = table.state.pools[ISHIDA][place_named("gifu")]
    assert describe_action(table.state, ISHIDA, Retreat(blocks[:2], place_named("kiyosu")), {}) == (
        "leaves 2 blocks in the castle of Gifu and retreats 1 block to Kiyosu"
    )
    assert (
        describe_action(table.state, ISHIDA, Retreat((), place_named("sawayama")), {})
        == "retreats 3 blocks to Sawayama"
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_log_follows_the_game_and_tells_every_action(seed: int) -> None:
    port = finished_game(seed)
    situation = port.situation()
    chronicle = Chronicle(port.beginning())
    events = situation.events
    halfway = len(events) // 2
    chronicle.follow(events[:halfway])
    chronicle.follow(events)
    assert situation.state is not None
    assert SEKIGAHARA.canonical(chronicle.state) == SEKIGAHARA.canonical(situation.state)
    assert situation.ended is not None
    assert chronicle.lines[-1].heading
    assert situation.ended.reason in chronicle.lines[-1].text
    choices = sum(1 if isinstance(event, Acted) else 2 for event in events if isinstance(event, Acted | BothActed))
    assert len(chronicle.lines) > choices
    text = "\n".join(line.text for line in chronicle.lines)
    assert all(week in text for week in ("Week 1 of 7", "Week 7 of 7"))
    assert "Piece" not in text
    assert ASCII.text(text).replace("\n", "").isascii()


def test_the_last_march_is_remembered_until_something_else_happens() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    chronicle = Chronicle(table.state.copy())
    [block, _] = table.state.pools[TOKUGAWA][place_named("edo")]
    march = Acted(TOKUGAWA, March((block,), (place_named("mito"),), False, None), {})
    chronicle.follow([march])
    assert chronicle.last_march == (place_named("edo"), place_named("mito"))
    chronicle.follow([march, Acted(TOKUGAWA, EndMovement(), {})])
    assert not chronicle.last_march


def test_events_tell_only_public_faces() -> None:
    """What a line says of a face is public by then: it is in the state that both players hold."""
    for seed in range(4):
        state = SEKIGAHARA.start()
        for event in finished_game(seed).situation().events:
            before = state.copy()
            SEKIGAHARA.apply(state, event)
            shown = dict(event.shown) if isinstance(event, Acted | BothActed) else {}
            public = {**before.shown, **shown, **state.shown}
            known = {block_words(face) for face in public.values() if not IS_CARD[face]}
            hidden = {block_words(face) for face in FACES if not IS_CARD[face]} - known
            told = describe_event(before, event, state)
            lines = " ".join(line for line in told if not line.startswith(("Impact: ", "# ")) and " wins " not in line)
            assert not any(f" {words}." in lines or f" {words}," in lines for words in hidden), lines


def test_losses_are_forecast_as_the_engine_takes_them() -> None:
    forecasts = 0
    for seed in range(12):
        table = new_table(seed)
        for seat, kind in play(table, RandomBot(Random(seed))):
            combat = table.state.combat
            if kind == "lose" and combat is not None and seat == combat.attacker:
                due = int(table.state.agenda[-1][2])
                assert f"{('Tokugawa', 'Ishida')[seat]} {due}" in battle_forecast(table.state)
                forecasts += 1
    assert forecasts > 5


def test_what_is_waited_for() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    assert describe_waiting(table.state, "move", TOKUGAWA, "Ieyasu") == "You are to move"
    assert describe_waiting(table.state, None, ISHIDA, "Ieyasu") == "Ieyasu is to move"


def test_overruns_and_their_dead_are_told() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-2", "date-2", "date-3"]}, {"mito": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][place_named("edo")]
    table.act(TOKUGAWA, March(blocks, (place_named("mito"),), False, None))
    before = table.state.copy()
    shown = {piece: table.faces[piece] for piece in before.pools[ISHIDA][place_named("mito")]}
    table.act(ISHIDA, Reveal())
    lines = describe_event(before, Acted(ISHIDA, Reveal(), shown), table.state)
    assert lines == ["Ishida shows the overrun blocks.", "Ishida's blocks are overrun and destroyed: Ukita 3."]


def test_nobody_lets_himself_move_first() -> None:
    state = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}).state
    assert describe_action(state, ISHIDA, ChooseFirst(ISHIDA), {}) == "chooses to move first this week"
    assert describe_action(state, ISHIDA, ChooseFirst(TOKUGAWA), {}) == "lets Tokugawa move first this week"


def test_the_help_fits_an_80_column_screen_and_says_what_digits_do() -> None:
    lines = help_text(ASCII).splitlines()
    assert max(map(len, lines)) <= 74
    assert any("1 to 9   take a line at once" in line for line in lines)
