"""What happened since the player last decided: turns told as one, and no battle where none was fought."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from engine.hidden import SEATS, Acted, Piece, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DEAD, LOCATIONS, location_named
from engine.sekigahara.chapters.chapter_6_week import Bid, ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import TOKUGAWA
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.state import State
from tests.tui.sekigahara.test_words import finished_game
from tui.lines import plain_text
from tui.log import Change, Happening, is_heading
from tui.news import News
from tui.sekigahara.log import SekigaharaLog
from tui.sekigahara.news import CAME, LEFT
from tui.sekigahara.words.chapter_6_week import bid_result
from tui.sekigahara.words.counts import counts
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES


@cache
def played(seed: int) -> tuple[SekigaharaLog, list[Happening[State]]]:
    """The log of a game, and all that happened in it."""
    port = finished_game(seed)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.follow(port.situation().events)
    return log, log.fresh


@pytest.mark.parametrize("seed", [3, 7])
def test_an_own_answer_in_the_opponents_turn_begins_nothing_new(seed: int) -> None:
    log, happenings = played(seed)
    for seat in SEATS:
        news = News(log)
        answered = 0
        for happening in happenings:
            stretch = news._stretches[-1]
            news.take([happening], seat)
            event = happening.event
            if isinstance(event, Acted) and event.seat == seat and happening.before.active not in (None, seat):
                answered += 1
                assert news._stretches[-1] is stretch
        assert answered


@pytest.mark.parametrize("first", [CAME, LEFT])
def test_where_some_have_come_and_others_left_the_sign_of_who_is_there_now_stands(first: tuple[str, str]) -> None:
    news = News(played(3)[0])
    then = LEFT if first == CAME else CAME
    news._on_board = [Change([("One.", "plain")], marks=((4, first), (5, LEFT))), Change([], marks=((4, then),))]
    assert news.marks == {4: (CAME,), 5: (LEFT,)}


@pytest.mark.parametrize("seed", [3, 7])
def test_the_map_is_marked_for_one_turn_of_the_opponents_and_for_none_once_the_player_moves(seed: int) -> None:
    log, happenings = played(seed)
    for seat in SEATS:
        news = News(log)
        theirs = moved = 0
        for happening in happenings:
            news.take([happening], seat)
            since = [each.before for each in news._since_own_turn() if each.before.active == other(seat)]
            assert len({(state.week, state.turn) for state in since}) <= 1
            event = happening.event
            if isinstance(event, Acted) and event.seat == seat == happening.before.active:
                moved += isinstance(event.action, Pay)
                assert not (isinstance(event.action, Pay) and news.marks)
                assert not news.trails or not isinstance(event.action, Pay | March)
            elif since and happening.before.active == other(seat):
                theirs += 1
        assert moved == 14
        assert theirs


def test_what_lies_open_is_told_once() -> None:
    _, happenings = played(0)
    log = SekigaharaLog(SEKIGAHARA, finished_game(0).beginning())
    news = News(log)
    events = [happening.event for happening in happenings]
    bids = 0
    for number in range(len(events)):
        log.follow(events[: number + 1])
        news.take(log.fresh, TOKUGAWA)
        if log.fresh[0].after.week != 1:
            continue
        told = Counter([plain_text(line) for line in news.lines() if " bids " in plain_text(line)])
        bids += len(told)
        assert set(told.values()) <= {1}
    assert bids


@pytest.mark.parametrize("seed", [0, 3, 7])
def test_only_what_this_week_has_shown_lies_open(seed: int) -> None:
    _, happenings = played(seed)
    log = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning())
    events = [happening.event for happening in happenings]
    won = 0
    for number in range(len(events)):
        log.follow(events[: number + 1])
        bids = [line for line in map(plain_text, log.in_sight()) if "wins the bid" in line]
        assert len(bids) <= 1
        won += len(bids)
    assert won


@pytest.mark.parametrize("seed", [3, 7])
def test_all_that_an_opponents_turn_did_is_told_and_marked(seed: int) -> None:
    log, happenings = played(seed)
    turns = marches = taken = left_and_mustered = 0
    for first, each in enumerate(happenings):
        if not (isinstance(each.event, Acted) and isinstance(each.event.action, Pay)):
            continue
        turns += 1
        mover = each.event.seat
        last = next(
            (n for n in range(first + 1, len(happenings)) if happenings[n].after.active != mover), len(happenings) - 1
        )
        stretch = happenings[first : last + 1]
        news = News(log)
        news.take(stretch, other(mover))
        changes = news.changes
        lines = [plain_text(change.line) for change in changes]
        once = [line for line in lines if line[0] not in "[(" and "Impact" not in line]
        assert len(set(once)) == len(once), "nothing is told twice"
        trails = [change.trail for change in changes if change.trail]
        for one in stretch:
            if isinstance(one.event, Acted) and isinstance(one.event.action, March):
                marches += 1
                assert one.trail in trails
                whole = f"{len(one.event.action.blocks)}) " if mover else f"{len(one.event.action.blocks)}] "
                assert any(whole + " → ".join([NAMES[LOCATIONS[stop]] for stop in one.trail]) in line for line in lines)
        before, after = stretch[0].before, stretch[-1].after
        for place in LOCATIONS:
            if (before.holder[place], before.owner[place]) != (after.holder[place], after.owner[place]):
                taken += 1
                was, now = ({state.holder[place], state.owner[place]} - {None} for state in (before, after))
                sign = "▲" if other(mover) in now else "▼" if other(mover) in was else "▽"
                assert sign in {sign for sign, _ in news.marks[place]}
                assert any(line.startswith(sign) and NAMES[place] in line for line in lines)
        for side in SEATS:
            dead = len(after.pools[side][DEAD]) - len(before.pools[side][DEAD])
            told = [line for line in lines if line.startswith(f"{SIDES[side]} loses") or "destroyed" in line]
            assert bool(told) or not dead
        assert all(len(signs) <= 2 for signs in news.marks.values())
        assert not any({"»", "«"} <= {sign for sign, _style in signs} for signs in news.marks.values()), (
            "they would read as one sign"
        )
        left_and_mustered += len([signs for signs in news.marks.values() if {"⊕", "«"} <= {sign for sign, _ in signs}])
        for spot, signs in news.marks.items():
            there = [plain_text(line) for line in news.at(spot)]
            assert {sign for sign, _ in signs} <= {line[0] for line in there}
            assert all(line[1] == " " and not line[2:].startswith(line[:2]) for line in there), "a sign stands once"
    assert turns == 28
    assert marches > 10
    assert taken
    assert left_and_mustered


@pytest.mark.parametrize("seed", [0, 3, 7])
def test_each_combat_that_is_declared_has_a_line_in_the_log(seed: int) -> None:
    """8.1; whether it is fought is for the castle's holder to choose, who may be the one that declares it (8.9.2)."""
    _log, happenings = played(seed)
    chosen = 0
    for happening in happenings:
        if not isinstance(happening.event, Acted) or not isinstance(happening.event.action, Declare):
            continue
        place, side = NAMES[happening.event.action.location], SIDES[happening.event.seat]
        lines = [plain_text(line) for line in happening.lines]
        declared = f"{side} declares combat at {place}."
        chosen += declared in lines
        assert sum(line in {declared, f"Combat at {place}: {side} attacks"} for line in lines) == 1, lines
    assert chosen


def test_after_the_bids_the_news_say_who_moves_first() -> None:
    log, happenings = played(3)
    chosen = next(
        n
        for n, each in enumerate(happenings)
        if isinstance(each.event, Acted) and isinstance(each.event.action, ChooseFirst)
    )
    event = happenings[chosen].event
    assert isinstance(event, Acted)
    news = News(log)
    news.take(happenings[: chosen + 1], other(event.seat))
    lines = [plain_text(line) for line in news.lines()]
    opened = lines.index("This week's discards and bids")
    assert any("first this week" in line for line in lines[opened:])
    before = News(log)
    before.take(happenings[:chosen], TOKUGAWA)
    assert "nothing" not in [plain_text(line) for line in before.lines()], "the bids are in sight beneath"


def test_the_news_are_walked_through_and_left_at_the_end() -> None:
    log, happenings = played(3)
    news = News(log)
    assert not news.walk(1)
    news.take(happenings[:90], TOKUGAWA)
    assert news.pointed is None
    walked: list[Change] = []
    while news.walk(1) and news.pointed is not None:
        walked.append(news.pointed)
    assert walked == news.changes
    news.walk(-1)
    assert news.pointed == walked[-1]
    assert news.stop()
    assert news.pointed is None


def test_all_that_came_before_is_walked_back_to_from_the_latest_to_the_first() -> None:
    log, happenings = played(3)
    news = News(log)
    assert not news.walk(-1), "nothing has happened yet"
    # As it comes: each with what it was told as.
    for count in range(1, 140):
        news.take(happenings[count - 1 : count], TOKUGAWA)
    latest = len(news.changes)
    walked: list[Change] = []
    while news.walk(-1) and news.pointed is not None:
        walked.append(news.pointed)
        at, of = news.place()
        assert news.looks_further_back == (len(walked) > latest)
        assert at == (latest + 1 - len(walked) if len(walked) <= latest else of + latest + 1 - len(walked))
    assert walked[:latest] == news.changes[::-1]
    order = [happenings.index(each) for change in walked for each in happenings if each.after is change.after]
    assert len(order) == len(walked)
    assert order == sorted(order, reverse=True), "one after another"
    acted = [(each, each.event) for each in happenings[:139] if isinstance(each.event, Acted)]
    marches = [each for each, event in acted if isinstance(event.action, March)]
    assert {event.seat for _each, event in acted if isinstance(event.action, March)} == {*SEATS}
    told = [change.trail for change in reversed(walked) if change.trail and change.line[0][0][:1] in "[("]
    assert told == [each.trail for each in marches], "the player's own as well"
    assert news.pointed is None
    assert news.walk(-1)
    assert news.walk(1)
    assert news.pointed is None, "beyond the latest nothing is pointed at"


def test_where_nothing_came_since_the_decision_the_walk_begins_with_what_is_still_on_the_board() -> None:
    """Between turns both decide in secret, and the marches of the last turn stay drawn."""
    log, happenings = played(3)
    news, begun = News(log), 0
    for count, happening in enumerate(happenings[:200], 1):
        news.take([happening], TOKUGAWA)
        if count > 20 and not news.changes and news.trails and news._on_board:
            assert news.walk(1)
            assert news.pointed is not None
            assert news.looks_further_back
            assert news.pointed.line == next(each.line for each in news._on_board if each.trail or each.marks)
            news.stop()
            begun += 1
    assert begun


def test_what_is_walked_to_is_marked_alone() -> None:
    """What came after it is not on the board as it was then."""
    log, happenings = played(3)
    news = News(log)
    news.take(happenings[:90], TOKUGAWA)
    everything, marked = news.marks, 0
    while news.walk(1) and news.pointed is not None:
        assert set(news.marks) == {spot for spot, _sign in news.pointed.marks}
        marked += len(news.marks)
    assert marked >= len(everything)
    assert news.marks == everything


@pytest.mark.parametrize("seed", [3, 7])
def test_no_battle_is_told_or_counted_that_was_not_fought(seed: int) -> None:
    log, happenings = played(seed)
    counted = Counter[str]()
    fought = 0
    inside = 0
    for each in happenings:
        for seat, what, count in counts(each.before, each.event, each.after):
            counted[what] += count if seat == TOKUGAWA else 0
        combat, event = each.before.combat, each.event
        if combat is None or not isinstance(event, Acted):
            continue
        fought += isinstance(event.action, EndDeployment) and (combat.siege or combat.ended[other(event.seat)])
        if event.action == FightInside(True) and event.seat == combat.attacker:
            inside += 1
            place = NAMES[combat.location]
            assert plain_text(each.lines[0]) == f"{place}: {SIDES[event.seat]} stays inside the castle."
    heads = [entry for entry in log.entries if plain_text(entry.line).startswith(("Battle of ", "Siege of "))]
    assert counted["battles"] + counted["sieges"] == fought == len(heads)
    assert inside or seed != 3


@pytest.mark.parametrize("seed", [3, 7])
def test_what_happened_at_a_place_is_found(seed: int) -> None:
    log, happenings = played(seed)
    for place in LOCATIONS:
        told = [plain_text(line) for line in log.about(NAMES[place])]
        turns = [plain_text(entry.line) for entry in log.entries if is_heading(entry.line) and not entry.details]
        headings = [line for line in told if line in turns]
        assert headings == sorted(headings, key=turns.index, reverse=True), "the latest turn comes first"
        assert len(set(headings)) == len(headings)
        beneath = "\n".join(told)
        for each in happenings:
            for text in map(plain_text, each.lines):
                if f"now holds the castle of {NAMES[place]}." in text:
                    assert text in beneath or f"takes castle of {NAMES[place]}" in beneath
                if way := re.search(rf"\S+ → [^,]*{NAMES[place]}(?=[.,])", text):
                    assert way[0] in beneath


def test_what_was_drawn_for_a_place_at_the_setup_stands_under_the_setup() -> None:
    log, _happenings = played(3)
    told = [plain_text(line) for line in log.about(NAMES[location_named("edo")])]
    drawn = told.index("   Tokugawa draws 2 blocks from the bag for Edo.")
    assert told[drawn - 1] == "Setup"


@pytest.mark.parametrize("seed", [3, 7])
def test_what_had_happened_at_a_place_by_then_is_what_the_log_told_of_it_then(seed: int) -> None:
    log, happenings = played(seed)
    then = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning())
    within = 0
    for number, each in enumerate(happenings[:-1], 1):
        then.follow([happening.event for happening in happenings[:number]])
        if number % 7:
            continue
        for place in LOCATIONS:
            told = [plain_text(line) for line in log.about(NAMES[place], each.after)]
            all_told = [plain_text(line) for line in then.about(NAMES[place])]
            if then.goes_on:  # what the battle has come to is said in another line later
                within += told != all_told
                assert set(told) <= set(all_told)
            else:
                assert told == all_told
    assert within, "some were cut in the middle of a battle"


def test_a_week_tells_the_blocks_that_were_mustered_and_called() -> None:
    """As many as the events say, of each side, in the week that is over."""
    told = 0
    for seed in (0, 3):
        log = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning())
        came: Counter[str] = Counter()
        for happening in played(seed)[1]:
            event = happening.event
            cards = log.ended(happening)
            if isinstance(event, Acted) and isinstance(event.action, Muster):
                came[f"{SIDES[event.seat]} mustered {{}} block"] += len(event.action.blocks)
            elif isinstance(event, Acted) and isinstance(event.action, CallMori):
                came[f"{SIDES[event.seat]} called {{}} block"] += 1
            if happening.after.week != happening.before.week:
                text = "\n".join([plain_text(line) for card in cards for line in card.lines])
                for words, count in came.items():
                    assert words.format(count) in text
                    told += 1
                came.clear()
    assert told


def test_whoever_wins_the_bid_does_so_by_numbers_that_are_told() -> None:
    _, happenings = played(3)
    lines = [plain_text(line) for each in happenings for line in each.lines if "wins the bid" in plain_text(line)]
    assert lines
    for line in lines:
        found = re.fullmatch(r"(Tokugawa|Ishida) wins the bid, (\d) to (\d)\.", line)
        assert found, line
        assert int(found[2]) > int(found[3])
        assert (found[1] == "Tokugawa") == (int(found[2]) % 2 == 0), "Tokugawa's numbers are even, Ishida's odd (6.3)"


def test_a_bid_without_a_card_says_why_it_is_won() -> None:
    """6.3, R6."""
    assert bid_result((Bid(None), Bid(None)), {}) == (
        "Ishida wins the bid: neither side has a card, and that is Ishida's (6.3)."
    )
    card = FACE_NAMED["card-date-single"]
    assert bid_result((Bid(Piece(1)), Bid(None)), {Piece(1): card}) == (
        "Tokugawa wins the bid: the other side has no card (6.3)."
    )
