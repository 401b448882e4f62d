from __future__ import annotations

import ast
import re
from itertools import pairwise
from pathlib import Path

import pytest

import engine
from engine.hidden import SEATS, Acted, BothActed, Face, IllegalAction, Seat
from engine.open_table import SeededChance
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import HAND, RECRUITMENT, location_named
from engine.sekigahara.chapters.chapter_2_victory import check_victory
from engine.sekigahara.chapters.chapter_6_week import Bid, ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue, bury
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue, LossesTaken
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import LoseInSiege
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD
from engine.sekigahara.state import Combat, State
from tests.engine.sekigahara.positions import pieces, position
from tests.tui.sekigahara.games import new_table, play, random_bot
from tui.glyphs import ASCII
from tui.grammar import counted, listed
from tui.language import speak
from tui.lines import plain_text
from tui.log import Happening
from tui.practice import PracticePort
from tui.sekigahara.help import help_text
from tui.sekigahara.log import SekigaharaLog, event_lines
from tui.sekigahara.news import changes
from tui.sekigahara.panels.battle import forecast_words
from tui.sekigahara.panels.hand import hand_in_brief
from tui.sekigahara.strip import headlines
from tui.sekigahara.words.chapter_2_victory import victory_lines
from tui.sekigahara.words.chapter_8_3_impact import result_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import block_code, block_words, card_words, pieces_words
from tui.sekigahara.words.refusals import SENTENCES, refusal_words
from tui.sekigahara.words.sekigahara import answer_words, question_words
from tui.widgets.log_view import latest_of

FACES = [Face(number) for number in range(len(FACE_KEYS))]


def finished_game(seed: int) -> PracticePort[State, Answer]:
    port = PracticePort(SEKIGAHARA, Seat(0), random_bot(seed), SeededChance(seed))
    bot = random_bot(seed + 1)
    while (situation := port.situation()).question is not None:
        assert situation.view is not None
        port.act(bot.choose(situation.view))
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


def test_what_the_reader_does_not_see_is_only_counted() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][location_named("edo")]
    assert pieces_words(blocks, table.faces) == "2 × Tokugawa 3, Date 2"
    assert pieces_words(blocks, {}) == "3 hidden"
    assert pieces_words(blocks, {blocks[0]: table.faces[blocks[0]]}) == "Tokugawa 3, 2 unknown"


def test_actions_in_words() -> None:
    table = position(
        {"edo": ["tokugawa-3", "date-2"], "recruitment": ["maeda-2"], "hand": ["date-swords", "maeda-double"]},
        {"kyoto": ["ukita-3"]},
    )
    state, faces = table.state, table.faces
    blocks = state.pools[TOKUGAWA][location_named("edo")]
    hand = state.pools[TOKUGAWA][HAND]
    box = pieces(table, TOKUGAWA, "recruitment")
    stops = (location_named("hakone"), location_named("numazu"))

    def words(action: Answer) -> str:
        return answer_words(state, TOKUGAWA, action, faces)

    assert words(March(blocks, stops, False, None)) == "marches 2 blocks Edo → Hakone → Numazu"
    assert words(March(blocks[:1], stops[:1], True, hand[0])) == (
        "marches 1 block (To3) Edo → Hakone, declaring a leader at Edo, a forced march paid with Date swords"
    )
    assert words(Muster(box, location_named("kanazawa"), True)) == "musters Maeda 2 at Kanazawa, shown"
    assert answer_words(state, TOKUGAWA, Muster(box, location_named("edo"), False), {}) == (
        "musters 1 block unseen at Edo"
    )
    assert words(Pay(Degree.TOTAL, hand)) == "buys total movement for 2 cards (Date swords, Maeda double)"
    assert words(Pay(Degree.NONE, ())) == "moves nothing and keeps all cards"
    assert words(Bid(hand[0])) == "bids 4: Date swords"
    assert words(Bid(None)) == "bids nothing, having no card"
    assert words(EndDeployment()) == "deploys no more in this combat"
    assert words(LoseInSiege((), True)) == "loses the disk"


def test_a_retreat_says_who_stays_and_who_goes() -> None:
    table = position({"suwa": ["tokugawa-3", "date-2"]}, {"gifu": ["ukita-3", "mori-2", "mori-3"]})
    table.state.combat = Combat(location_named("gifu"), TOKUGAWA, ISHIDA)
    blocks = table.state.pools[ISHIDA][location_named("gifu")]
    assert answer_words(table.state, ISHIDA, Retreat(blocks[:2], location_named("kiyosu")), {}) == (
        "leaves 2 blocks in the castle of Gifu and retreats 1 block to Kiyosu"
    )
    mine = answer_words(table.state, ISHIDA, Retreat(blocks[:2], location_named("kiyosu")), table.view(ISHIDA).faces)
    assert re.match(r"leaves 2 blocks \(\w+ \w+\) in the castle of Gifu", mine), "which ones is the whole decision"
    assert (
        answer_words(table.state, ISHIDA, Retreat((), location_named("sawayama")), {})
        == "retreats 3 blocks to Sawayama"
    )


@pytest.mark.parametrize("seed", range(4))
def test_the_log_follows_the_game_and_tells_every_action(seed: int) -> None:
    port = finished_game(seed)
    situation = port.situation()
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    events = situation.events
    halfway = len(events) // 2
    log.follow(events[:halfway])
    log.follow(events)
    assert situation.view is not None
    assert SEKIGAHARA.canonical(log.state) == SEKIGAHARA.canonical(situation.view.state)
    assert situation.ended is not None
    last, style = next(line[0] for line in reversed(log.lines) if line[0][1] == "heading")
    assert style == "heading"
    assert situation.ended.reason in last
    choices = sum(1 if isinstance(event, Acted) else 2 for event in events if isinstance(event, Acted | BothActed))
    moves = sum(isinstance(event, Acted) and isinstance(event.action, Declare | Reveal) for event in events)
    assert len(log.lines) > choices - moves
    flat = [
        re.sub(r" \(T \d+, I \d+\)$", "", plain_text(line))
        for each in log.entries
        for line in (each.line, *each.details)
    ]
    brief = re.compile(r" attacks|ends the movement| buys | marches | musters | now (owns|holds) | move first")
    told = {text for text in map(plain_text, log.lines) if not brief.search(text)}
    assert told <= set(flat)
    marches = [event.action for event in events if isinstance(event, Acted) and isinstance(event.action, March)]
    ways = {NAMES[march.stops[-1]] for march in marches}
    assert all(any(f"→ {end}, " in text for text in flat) for end in ways), "marches are told in brief"
    assert not [text for text in flat if "ends the movement" in text], "the next heading says so"
    weeks = [plain_text(each.line) for each in log.entries if re.match(r"Week \d of 7 ", plain_text(each.line))]
    assert all(re.search(r" \(T \d+, I \d+\)$", week) for week in weeks)
    assert len(weeks) == 6, "each week but the first begins with the points"
    text = "\n".join(plain_text(line) for line in log.lines)
    assert all(week in text for week in ("Week 1 of 7", "Week 7 of 7"))
    assert "Piece" not in text
    assert ASCII.text(text).replace("\n", "").isascii()


def test_the_news_are_in_the_order_of_the_game() -> None:
    port = finished_game(1)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.follow(port.situation().events)
    told = 0
    ended = None
    for number, each in enumerate(log.fresh):
        if result_words(each.before, each.event):
            ended = number
        if ended is not None and isinstance(each.event, Acted) and isinstance(each.event.action, Pay):
            first = log.fresh[ended]
            lines = [plain_text(change.line) for change in changes(log.fresh[ended : number + 1])]
            assert result_words(first.before, first.event)
            fought = next(index for index, line in enumerate(lines) if " attacks; " in line)
            moves = next(index for index, line in enumerate(lines) if " buys " in line)
            assert fought < moves
            for seat in SEATS:
                wordings = headlines(log.fresh[ended : number + 1], seat)
                assert not wordings or len(plain_text(wordings[-1])) < 78
            told += 1
            ended = None
    assert told


def test_the_last_march_is_remembered_until_something_else_happens() -> None:
    table = position({"edo": ["tokugawa-3", "date-2"]}, {"kyoto": ["ukita-3"]})
    log = SekigaharaLog(SEKIGAHARA, table.state.copy())
    [block, _] = table.state.pools[TOKUGAWA][location_named("edo")]
    march = Acted(TOKUGAWA, March((block,), (location_named("mito"),), False, None), {})
    log.follow([march])
    assert log.trail == (location_named("edo"), location_named("mito"))
    log.follow([march, Acted(TOKUGAWA, EndMovement(), {})])
    assert not log.trail


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
            told = [plain_text(line) for line in event_lines(before, event, state) if line[0][1] != "heading"]
            lines = " ".join(
                line for line in told if "Impact: " not in line and "It stands: " not in line and " wins " not in line
            )
            assert not any(f" {words}." in lines or f" {words}," in lines for words in hidden), lines


def test_losses_are_forecast_as_the_engine_takes_them() -> None:
    forecasts = 0
    for seed in range(12):
        table = new_table(seed)
        for seat, question in play(table, random_bot(seed)):
            combat = table.state.combat
            side = ("Tokugawa", "Ishida")[seat]
            if isinstance(question, LossesDue) and combat is not None and seat == combat.attacker:
                assert f"{side} {question.count}" in forecast_words(table.view(TOKUGAWA))
                forecasts += 1
    assert forecasts > 5


def test_a_siege_takes_no_more_than_there_is() -> None:
    """21 impact are three blocks, of which a castle with one block has one."""
    table = position({"gifu": ["tokugawa-3"]}, {"gifu": ["ukita-3"]}, holders={"gifu": ISHIDA})
    gifu = location_named("gifu")
    table.state.combat = Combat(gifu, TOKUGAWA, ISHIDA, siege=True, impact=(21, 0))
    assert forecast_words(table.view(TOKUGAWA)) == "Ishida loses 1 block if nothing more is deployed."


def test_refusals_name_things_as_players_do_and_the_rule() -> None:
    problem = IllegalAction("8.9.6", "Besieged blocks may not leave {location}", location="osaka")
    assert refusal_words(problem) == "Besieged blocks may not leave Osaka (8.9.6)"
    problem = IllegalAction("9.3", "Piece {piece} is not in: {pool}", piece=17, pool="mori_box")
    assert refusal_words(problem) == "One of these pieces is not in the Mōri box (9.3)"
    table = position({"mito": ["tokugawa-3"] * 5}, {"kyoto": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][location_named("mito")]
    stops = tuple(location_named(key) for key in ("edo", "hakone", "numazu"))
    refused = SEKIGAHARA.refusal(table.view(TOKUGAWA), March(blocks, stops, False, None))
    assert refused is not None
    assert refusal_words(refused) == "Too far: 3 locations in all, the reach is 0 = 1 -1 size (7.3.3)"


def test_whatever_the_engine_refuses_is_told_without_a_brace_or_a_serial_number() -> None:
    """Answers of other games, given here: most of them are refused, for all kinds of reasons."""
    refusals = set()
    table, other_table = new_table(1), new_table(2)
    answers: list[tuple[type, Answer]] = []
    bot = random_bot(3)
    for seat, question in play(other_table, random_bot(4)):
        answers.append((type(question), bot.choose(other_table.view(seat))))
    for seat, question in play(table, random_bot(5), 400):
        for kind, answer in answers[:: max(1, len(answers) // 60)]:
            refused = SEKIGAHARA.refusal(table.view(seat), answer) if kind is type(question) else None
            if refused is not None:
                refusals.add(refused.problem)
                words = refusal_words(refused)
                assert "{" not in words
                assert "Piece" not in words
                assert words.endswith(f" ({refused.rule})")
    assert len(refusals) > 5


def test_sentences_are_only_for_what_the_engine_says() -> None:
    """A sentence of ours whose engine's sentence has changed would never be said."""
    folder = Path(engine.__file__).parent
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.rglob("*.py")]
    constants = [node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    assert set(SENTENCES) - set(constants) == set()


def test_what_a_question_asks_for() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    assert table.asked(TOKUGAWA) == MovementDue(TOKUGAWA)
    assert question_words(MovementDue(TOKUGAWA)) == "move"


def test_overruns_and_their_dead_are_told() -> None:
    table = position({"edo": ["tokugawa-3", "tokugawa-2", "date-2", "date-3"]}, {"mito": ["ukita-3"]})
    blocks = table.state.pools[TOKUGAWA][location_named("edo")]
    table.act(TOKUGAWA, March(blocks, (location_named("mito"),), False, None))
    before = table.state.copy()
    shown = {piece: table.faces[piece] for piece in before.pools[ISHIDA][location_named("mito")]}
    table.act(ISHIDA, Reveal())
    lines = event_lines(before, Acted(ISHIDA, Reveal(), shown), table.state)
    assert [plain_text(line) for line in lines] == [
        "Ishida's blocks at Mito are overrun and destroyed: Ukita 3.",
    ]


def test_of_an_overrun_the_blocks_are_what_came_last_and_not_what_changed_hands_by_it() -> None:
    """7.4: the line under the map tells of one thing after another."""
    table = position(
        {"kiyosu": ["tokugawa-3", "tokugawa-2", "date-2", "date-3"]}, {"kuwana": ["ukita-3"]}, paid="total"
    )
    log = SekigaharaLog(SEKIGAHARA, table.state.copy())
    kuwana = location_named("kuwana")
    shown = {piece: table.faces[piece] for piece in table.state.pools[ISHIDA][kuwana]}
    march = March(table.state.pools[TOKUGAWA][location_named("kiyosu")], (kuwana,), False, None)
    log.follow([Acted(TOKUGAWA, march, {}), Acted(ISHIDA, Reveal(), shown)])
    overrun = "Ishida's blocks at Kuwana are overrun and destroyed: Ukita 3."
    assert "now owns the resource Kuwana" in plain_text(log.fresh[-1].lines[-1])
    assert plain_text(log.says_most(log.fresh[-1])) == overrun
    latest, whole = latest_of(log.fresh[-1], overrun)
    assert latest == overrun
    assert "now owns the resource Kuwana" in whole


def test_nobody_lets_himself_move_first() -> None:
    state = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}).state
    assert answer_words(state, ISHIDA, ChooseFirst(ISHIDA), {}) == "chooses to move first this week"
    assert answer_words(state, ISHIDA, ChooseFirst(TOKUGAWA), {}) == "lets Tokugawa move first this week"


def test_the_help_fits_an_80_column_screen() -> None:
    assert max(map(len, help_text(ASCII).splitlines())) <= 74


def test_the_help_tells_what_a_leader_s_sign_behind_a_number_means() -> None:
    assert "[T4L] (I8!)  you know a leader to be among them" in help_text(ASCII)


def test_a_battle_of_the_log_is_a_line_with_all_of_it_beneath() -> None:
    port = finished_game(2)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.follow(port.situation().events)
    battles = [entry for entry in log.entries if plain_text(entry.line).startswith(("Battle of ", "Siege of "))]
    fought = [entry for entry in battles if " wins " in plain_text(entry.line)]
    assert len(battles) > 1
    assert fought
    for entry in battles:
        beneath = "\n".join([plain_text(line) for line in entry.details])
        assert "Week" not in beneath, "the turn after it is no part of it"
        assert "attacks" not in beneath, "that is said above"
        assert plain_text(entry.line).count(" wins ") == (entry in fought)
    turns = [
        entry for entry in log.entries if plain_text(entry.line).startswith("Week") and "turn" in plain_text(entry.line)
    ]
    assert len(turns) == 28, "each turn has its heading"
    assert {entry.line[1][1] for entry in turns} == {"tokugawa-control", "ishida-control"}


@pytest.mark.parametrize("language", ["en", "es", "it"])
def test_nothing_is_said_twice_in_the_log_or_the_news(language: str) -> None:
    port = finished_game(3)
    speak(language)
    try:
        log = SekigaharaLog(SEKIGAHARA, port.beginning())
        log.follow(port.situation().events)
        lines = [plain_text(line) for line in (*log.lines, *[each.line for each in changes(log.fresh)])]
        for line in lines:
            words = line.replace(":", "").replace(",", "").split()
            doubled = [one for one, two in pairwise(words) if one == two and one.isalpha()]
            assert not [word for word in doubled if word not in {"Ishida", "Tokugawa"}], line
            assert "{" not in line
    finally:
        speak("en")


def test_what_the_player_moved_is_no_news_to_the_player() -> None:
    port = finished_game(1)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.follow(port.situation().events)
    for number, each in enumerate(log.fresh):
        event = each.event
        if isinstance(event, Acted) and isinstance(event.action, EndMovement):
            stretch = log.fresh[max(0, number - 1) : number + 2]
            told = "\n".join([plain_text(each.line) for each in changes(stretch, event.seat)])
            assert " → " not in told


def test_a_leader_is_claimed_where_the_move_began() -> None:
    """R13: not where the march ends, nor where blocks stand that go on."""
    table = position({"takasaki": ["date-1-leader", "tokugawa-2"]}, {"kyoto": ["ukita-3"]})
    oshi, edo, hakone = [location_named(key) for key in ("oshi", "edo", "hakone")]
    block = table.state.pools[TOKUGAWA][location_named("takasaki")][1:]
    table.act(TOKUGAWA, March(block, (oshi,), False, None))
    going_on, before = March(block, (edo, hakone), True, None), table.state.copy()
    words = answer_words(before, TOKUGAWA, going_on, {})
    assert words == "marches 1 block Oshi → Edo → Hakone, declaring a leader at Takasaki"
    table.act(TOKUGAWA, going_on)
    [change, *_rest] = changes([Happening(before, Acted(TOKUGAWA, going_on, {}), table.state, [], (oshi, edo, hakone))])
    assert plain_text(change.line).endswith("Oshi → Edo → Hakone, declares a leader at Takasaki")


def test_a_march_that_is_shown_again_says_what_paid_for_it() -> None:
    """7.3.4, 7.3.5: the leader who was claimed and the card that was spent, with the march itself."""
    table = position({"mito": ["date-1-leader"], "hand": ["date-double"]}, {"kyoto": ["ukita-3"]})
    way = tuple([location_named(key) for key in ("mito", "edo", "hakone", "numazu")])
    pools, before = table.state.pools[TOKUGAWA], table.state.copy()
    march = March(pools[way[0]], way[1:], True, pools[HAND][0])
    event = Acted(TOKUGAWA, march, {pools[HAND][0]: table.faces[pools[HAND][0]]})
    table.act(TOKUGAWA, march)
    change = changes([Happening(before, event, table.state, [], way)], ISHIDA)[0]
    assert plain_text(change.line) == (
        "[T1] Mito → Edo → Hakone → Numazu, declares a leader at Mito, a forced march paid with Date double"
    )


def killed(*, siege: bool) -> tuple[State, State]:
    """The states around the losses by which Mitsunari dies at Gifu, beside a block that is hidden."""
    table = position(
        {"gifu": ["tokugawa-3", "tokugawa-3"]}, {"gifu": ["ishida-1-leader"]}, holders={"gifu": ISHIDA}, week=4
    )
    gifu = location_named("gifu")
    state = table.state
    [leader], (known, _hidden) = state.pools[ISHIDA][gifu], state.pools[TOKUGAWA][gifu]
    state.combat = Combat(gifu, TOKUGAWA, ISHIDA, siege=siege, impact=(9, 1))
    state.shown[known] = table.faces[known]
    state.agenda[:] = [LossesTaken(gifu)]
    before = state.copy()
    state.shown[leader] = table.faces[leader]
    bury(state, ISHIDA, (leader,), gifu)
    check_victory(state)
    return before, state


@pytest.mark.parametrize("siege", [False, True])
def test_the_end_says_where_the_leader_died_by_whom_and_when(siege: bool) -> None:
    lines = [plain_text(line) for line in victory_lines(*killed(siege=siege))]
    combat = "siege" if siege else "battle"
    assert lines == [
        "Tokugawa wins: Ishida Mitsunari has been killed",
        f"That was in the {combat} of Gifu, by Tokugawa's stack: Tokugawa 3 and 1 more. Week 4 of 7, turn A.",
    ]


def test_an_overrun_that_ends_the_game_says_where() -> None:
    table = position({"numazu": ["tokugawa-1-leader"]}, {"suwa": ["ukita-3", "ukita-2", "mori-2", "mori-3"]})
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][location_named("suwa")], location_named("suwa"), location_named("kofu"))
    state.transfer(
        TOKUGAWA, state.pools[TOKUGAWA][location_named("numazu")], location_named("numazu"), location_named("kofu")
    )
    state.push(RevealDue(TOKUGAWA, location_named("kofu")))
    table.waiting = SEKIGAHARA.waiting(state)
    log = SekigaharaLog(SEKIGAHARA, state.copy())
    [leader] = state.pools[TOKUGAWA][location_named("kofu")]
    log.follow([Acted(TOKUGAWA, Reveal(), {leader: table.faces[leader]})])
    [ending] = [plain_text(line) for line in log.ending]
    assert ending == "That was at Kōfu, overrun by Ishida's stack: 4 blocks. Week 2 of 7, turn A."


def test_a_resource_location_that_changes_hands_by_a_muster_says_by_which_rule() -> None:
    """4.2, R3."""
    table = position({"recruitment": ["tokugawa-2"]}, {"kyoto": ["ukita-3"]}, owners={"edo": ISHIDA})
    log = SekigaharaLog(SEKIGAHARA, SEKIGAHARA.copy(table.state))
    edo = location_named("edo")
    log.follow([Acted(TOKUGAWA, Muster(table.state.pools[TOKUGAWA][RECRUITMENT], edo, False), {})])
    told = [plain_text(line) for line in log.lines]
    assert "Tokugawa now owns the resource Edo, which a muster claims as well (4.2)." in told


def test_a_hand_in_brief_takes_as_few_rows_as_it_can_and_breaks_no_card() -> None:
    hand = ["fukushima-swords", "fukushima-double", "date-single", "date-single", "tokugawa-double", "tokugawa-loyalty"]
    view = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}).view(TOKUGAWA)
    told = {room: [plain_text(line) for line in hand_in_brief(view, room)] for room in (36, 60)}
    assert told[36] == [
        "Fukushima swords, Fukushima double,",
        "2 × Date card, Tokugawa double,",
        "Loyalty Challenge",
    ]
    assert len(told[60]) == 2
    assert " ".join(told[60]) == " ".join(told[36])
