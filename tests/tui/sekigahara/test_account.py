"""The account of an enemy's turn: always in the same order, with all of it, and nothing of anybody else's."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from textwrap import wrap

import pytest

from engine.hidden import SEATS, Acted, BothActed, Piece, Seat, View, other
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import CASTLES, DEAD, DECK, DISCARD, HAND, LOCATIONS, RESOURCES, location_named
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import Bid, ChooseFirst, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Pieces, State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.sekigahara.games import port_at
from tests.tui.sekigahara.test_battle_results import Fighter
from tests.tui.sekigahara.test_news import played
from tests.tui.sekigahara.test_words import finished_game
from tui.games import words_of
from tui.glyphs import UNICODE
from tui.grammar import listed
from tui.lines import TIE, Line, plain_text
from tui.log import Card, Happening
from tui.sekigahara.account import Marched, account_of
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.log import SekigaharaLog, event_lines
from tui.sekigahara.panels.battle import battle_lines
from tui.sekigahara.panels.last_battle import LastBattles
from tui.sekigahara.results import battle_cards, combats_together, deployed_lines, fighting, lost_between
from tui.sekigahara.strip import headlines
from tui.sekigahara.words.chapter_4_control import Taken, taken_words
from tui.sekigahara.words.chapter_6_week import TURNS, time_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, block_words, card_words
from tui.steps import Menu

SEEDS = (0, 3, 7)
ORDER = (
    "▼",
    "You have lost",
    "▲",
    "claims",
    "gives up",
    "Points",
    "Battle",
    "Siege",
    "overrun",
    "stays",
    "Against you:",
)
BEHIND = ("Other marches:", "Marches:", "Musters:", "Calls:", "buys", "moves nothing", "pays")


def turns(seed: int) -> Iterator[list[Happening[State]]]:
    """The turns of a game, each as what happened in it."""
    turn: list[Happening[State]] = []
    for each in played(seed)[1]:
        before, after = each.before, each.after
        if before.active is not None:
            turn.append(each)
            if (before.week, before.turn, before.active) != (after.week, after.turn, after.active) or after.over:
                yield turn
                turn = []


def cards_of(seed: int) -> Iterator[tuple[Happening[State], Card]]:
    log = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning())
    events = [each.event for each in played(seed)[1]]
    for number in range(len(events)):
        log.follow(events[: number + 1])
        for card in log.cards:
            yield log.fresh[0], card


def rank_of(text: str) -> int:
    return next(number for number, sign in enumerate((*ORDER, *BEHIND)) if sign in text)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_account_tells_the_turn_in_its_order_and_fits_a_small_screen(seed: int) -> None:
    told = fitting = 0
    for turn in turns(seed):
        mover = turn[0].before.active
        assert mover is not None
        reader = other(mover)
        first, last = turn[0].before, turn[-1].after
        lines = [plain_text(line) for line in account_of(turn, reader).card().lines]
        told += 1
        fitting += sum(len(wrap(line, 74)) for line in lines) <= 16
        lines = "\n".join(lines).replace("\n  ", "; ").splitlines()  # a march each in a line of its own, set in
        ranks = [rank_of(line) for line in lines]
        assert [rank for rank in ranks if rank < 6] == sorted(rank for rank in ranks if rank < 6)
        assert max(ranks[: ranks.index(5)], default=0) < 5, "losses and what was claimed, then points"
        text = "\n".join(lines)
        for places, before, after in ((CASTLES, first.holder, last.holder), (RESOURCES, first.owner, last.owner)):
            for place in places:
                lost = before[place] == reader != after[place]
                assert any(line.startswith("▼") and f"{NAMES[place]} lost" in line for line in lines) == lost
        dead = lost_between(first, last, reader)
        assert (f"▼ {dead.blocks} block" in text) == bool(dead.blocks)
        assert f"you{TIE}{score(last, reader)}" in text, "no row ends within the score"
        marches = [one for one in turn if isinstance(one.event, Acted) and isinstance(one.event.action, March)]
        against = next((line for line in lines if line.startswith("Against you: ")), "")
        for one in marches:
            end = LOCATIONS[one.trail[-1]]
            assert NAMES[end] in text
            taken = {
                place
                for before, after in ((first.holder, last.holder), (first.owner, last.owner))
                for place in LOCATIONS
                if before[place] == reader != after[place]
            }
            if reader in {one.before.holder[end], one.before.owner[end]} or not taken.isdisjoint(one.trail[1:]):
                assert NAMES[end] in against, "what takes a castle or a resource goes against its owner"
        musters = [one for one in turn if isinstance(one.event, Acted) and isinstance(one.event.action, Muster)]
        assert ("Musters: " in text) >= bool(musters)
        for fight in account_of(turn, reader).fights:
            if fight.overrun:
                fallen = [block for pool in last.pools for block in pool[DEAD]]
                assert any(f"overrun: {block_words(last.shown[block])}" in text for block in fallen)
        for line in lines:
            if line.startswith("Against you: "):
                count = line.count("→")
                assert count >= 1
    assert told > 10
    assert fitting > 0.95 * told


@pytest.mark.parametrize("seed", SEEDS)
def test_only_the_other_side_is_given_a_box_of_a_turn_and_none_of_an_empty_one(seed: int) -> None:
    boxes = {card.title: card for _each, card in cards_of(seed) if "'s turn: " in card.title}
    for turn in turns(seed):
        mover = turn[0].before.active
        assert mover is not None
        account = account_of(turn, other(mover))
        card = boxes.get(account.title())
        if turn[-1].after.over is not None:
            assert card is None
            continue
        assert (card is None) == account.empty
        if card is not None:
            assert card.seat == other(mover)
            last = account.fights[-1].place if account.fights else None
            assert card in (account.card(), account.card(besides=last))


@pytest.mark.parametrize("seed", SEEDS)
def test_who_decides_in_the_combats_of_a_turn_is_told_of_its_movement_before(seed: int) -> None:
    """The first question was a challenge or a deployment, and nothing had told who had marched there."""
    told = 0
    for each, card in cards_of(seed):
        if "'s movement: " in card.title:
            assert isinstance(each.event, Acted)
            assert isinstance(each.event.action, EndMovement)
            assert card.seat == other(each.event.seat)
            assert card.part_of == card.title.replace("movement", "turn")
            assert not any("Battle of" in plain_text(line) for line in card.lines)
            told += 1
    assert told > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_battle_that_ends_a_turn_says_nothing_that_the_account_of_the_turn_says(seed: int) -> None:
    together = 0
    by_event: dict[int, list[Card]] = {}
    events = list(cards_of(seed))  # all are kept: a number of one that is gone may be another's
    for each, card in events:
        by_event.setdefault(id(each), []).append(card)
    for cards in by_event.values():
        [*accounts] = [card for card in cards if "'s turn: " in card.title]
        for account in accounts:
            battles = [card for card in cards if card.seat == account.seat and "of" in card.title.split()[:2]]
            lines = [plain_text(line) for card in battles for line in card.lines]
            together += bool(lines)
            assert not any(line.startswith("Points") or " now " in line for line in lines)
            told = [plain_text(line) for line in account.lines]
            assert not any(line.startswith(f"{battle.title}: ") for battle in battles for line in told)
            for card in cards:
                assert (card.seat is None) <= (card.title.split()[1] != "of"), "each side has its own box of the battle"
    assert together


def test_a_turn_in_which_nothing_happened_is_a_line() -> None:
    empty = [turn for seed in range(8) for turn in turns(seed) if account_of(turn, TOKUGAWA).empty]
    assert empty
    for turn in empty:
        mover = turn[0].before.active
        assert mover is not None
        [line] = headlines(turn, other(mover))
        assert plain_text(line).startswith(f"{SIDES[mover]} ")


def now_in_short(log: SekigaharaLog) -> str:
    """`week 2 A`, as it stands in the title of an account."""
    return f"week {log.state.week} {TURNS[log.state.turn]}"


@pytest.mark.parametrize("seed", SEEDS)
def test_the_latest_turn_comes_first_but_for_an_own_one_in_which_nothing_was_fought_or_lost_yet(seed: int) -> None:
    log = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning())
    events = [each.event for each in played(seed)[1]]
    latest: dict[Seat, str] = {}
    stayed = earlier = led = 0
    turn: list[Happening[State]] = []
    for number in range(len(events)):
        log.follow(events[: number + 1])
        each = log.fresh[0]
        if isinstance(each.event, Acted) and isinstance(each.event.action, Pay):
            mover = each.event.seat
            latest[other(mover)] = account_of([each], other(mover)).title()
            turn = []
        turn += [each] if each.before.active is not None else []
        for seat, title in latest.items():
            headings = [plain_text(line) for line in log.account(seat) if line[0][1] == "heading"]
            now = account_of(turn, seat)
            begun = turn[0].before
            goes_on = (begun.week, begun.turn, begun.active) == (log.state.week, log.state.turn, log.state.active)
            begins = goes_on and log.state.over is None and not now.fights and not now.dead()
            if now.mover == seat and not begins:
                own = [
                    heading for heading in headings if heading.startswith(("What you did", f"{SIDES[other(seat)]}'s"))
                ]
                assert own[0] == now.title(), "what was lost last is told first"
                led += 1
                continue
            is_earlier = title.split(": ")[1] != now_in_short(log) and log.state.over is None
            if is_earlier and not fighting(each):
                assert headings.pop(0) == time_words(log.state), (
                    "what it is the turn of now stands above an earlier one"
                )
                earlier += 1
                if headings[0] == "This week's discards and bids":
                    headings.pop(0)
            if not fighting(each):
                assert headings[0] == title
                stayed += any(heading.startswith("What you did") for heading in headings[1:])
    assert stayed
    assert earlier
    assert led


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bids_come_in_a_box_for_the_other_with_who_moves_first_and_before_the_winner_while_he_is_asked(
    seed: int,
) -> None:
    told = asked = 0
    bids: list[str] = []
    for each in played(seed)[1]:
        if isinstance(each.event, BothActed) and isinstance(each.event.actions[0], Bid):
            bids = [
                card_words(each.after.shown[bid.card])
                for bid in each.event.actions
                if isinstance(bid, Bid) and bid.card is not None
            ]
            due = each.after.agenda[-1]
            assert isinstance(due, FirstPlayerDue)
            view = View(each.after, due.seat, dict(each.after.shown))
            step = first_step(SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), view), due)
            assert isinstance(step, Menu)
            if each.after.pools[other(due.seat)][HAND]:
                assert all(bid in step.note for bid in bids)
                asked += 1
    assert asked > 3
    for each, card in cards_of(seed):
        if "who moves first" not in card.title:
            continue
        text = "\n".join([plain_text(line) for line in card.lines])
        assert "Tokugawa bids" in text
        assert " discards " not in text, "those have been told with what the week brings"
        assert "wins the bid" in text
        assert card.harmless, "the page of what has happened may tell it in its place"
        event = each.event
        assert isinstance(event, Acted)
        assert isinstance(event.action, ChooseFirst)
        assert card.seat == other(event.seat)
        assert f"{SIDES[event.seat]} " in text.splitlines()[-1]
        assert "first this week" in text.splitlines()[-1]
        told += 1
    assert told > 3


@pytest.mark.parametrize("seed", SEEDS)
def test_a_combat_that_cost_nobody_anything_has_no_box(seed: int) -> None:
    without = 0
    battle: list[Happening[State]] = []
    for each in played(seed)[1]:
        if fighting(each):
            battle.append(each)
        elif battle:
            first, last = battle[0].before, battle[-1].after
            cost = any(lost_between(first, last, seat) for seat in SEATS)
            if cost:
                assert battle_cards(battle)
            elif (first.holder, first.owner) == (last.holder, last.owner):
                assert not battle_cards(battle)
                without += 1
            battle = []
    assert without or seed != SEEDS[0]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_line_under_the_map_begins_with_losses_and_points_and_counts_the_rest(seed: int) -> None:
    for turn in turns(seed):
        mover = turn[0].before.active
        assert mover is not None
        reader = other(mover)
        account = account_of(turn, reader)
        wordings = [plain_text(line) for line in headlines(turn, reader)]
        if account.empty:
            continue
        taken = any(each.before == reader for each in account.taken())
        own, dead = (listed(lost_between(account.before, account.after, seat).words) for seat in (reader, mover))
        for line in wordings:
            assert line.startswith("▼ " if taken else f"you lose {own}  " if own else "nothing lost")
            assert (f"you lose {own}  " in line) == bool(own), "apart from the places"
            assert f"you {score(account.after, reader)}" in line
            assert (f"they lose {dead}" in line) == bool(dead)
        fought = [f"{NAMES[fight.place]}: {plain_text(fight.came)}" for fight in account.fights]
        assert not fought or all(each in line for line in wordings[:4] for each in fought), "before what is counted"
        for line in wordings[:2]:
            assert not account.marches or f"{len(account.marches)} march" in line
            assert not account.musters or f"{len(account.musters)} muster" in line
            assert "more" not in line
        assert len(wordings[-1]) <= 78


def test_a_long_way_is_told_by_its_ends() -> None:
    way = tuple(LOCATIONS[:5])
    ends = f"{NAMES[way[0]]} → 3 stops → {NAMES[way[-1]]}"
    assert plain_text(Marched((Piece(1), Piece(2)), way, False, "").line(ISHIDA)) == f"(I2) {ends}"
    whole = " → ".join([NAMES[place] for place in way[:4]])
    assert plain_text(Marched((Piece(1),), way[:4], True, "").line(TOKUGAWA)) == f"[T1] {whole}"


def test_what_was_taken_is_named_a_kind_at_a_time() -> None:
    kuwana, kiso, gifu = [location_named(name) for name in ("kuwana", "kiso", "gifu")]
    taken = [Taken(gifu, True, TOKUGAWA, ISHIDA), Taken(kuwana, False, None, ISHIDA), Taken(kiso, False, None, ISHIDA)]
    assert taken_words(taken) == "castle of Gifu; resources Kuwana and Kiso"
    assert taken_words(taken[1:2]) == "resource Kuwana"
    assert taken_words([]) == ""


def test_each_march_of_many_has_a_line_of_its_own() -> None:
    ways = [("edo", "oyama"), ("mito", "iwaki"), ("sunpu", "hamamatsu")]
    for count in (2, 3):
        table = position(
            {origin: ["tokugawa-2"] for origin, _end in ways}, {"kyoto": ["ukita-3"]}, paid="total", active=TOKUGAWA
        )
        log = SekigaharaLog(SEKIGAHARA, table.state.copy())
        marches: list[Acted] = []
        for origin, end in ways[:count]:
            blocks = table.state.pools[TOKUGAWA][location_named(origin)]
            marches.append(Acted(TOKUGAWA, March(blocks, (location_named(end),), False, None), {}))
            log.follow(marches)
        lines = [plain_text(line) for line in log.account(ISHIDA)]
        first = next(number for number, line in enumerate(lines) if line.startswith("Marches: "))
        told = [
            f"{number} [T1] {NAMES[location_named(origin)]} → {NAMES[location_named(end)]}"
            for number, (origin, end) in enumerate(ways, 1)
        ]
        own = [plain_text(line) for line in log.account(TOKUGAWA)]
        assert not any("1 [T1]" in line for line in own), "no way of one's own is drawn"
        if count == 2:
            assert lines[first] == f"Marches: {told[0]}; {told[1]}"
        else:
            assert lines[first : first + 3] == [f"Marches: {told[0]}", f"  {told[1]}", f"  {told[2]}"]


def test_a_march_into_an_empty_castle_goes_against_its_owner() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kiyosu": ["ukita-3"], "gifu": ["mori-2"]}, active=ISHIDA)
    log = SekigaharaLog(SEKIGAHARA, table.state.copy())
    marches: list[Acted] = []
    for origin, end in (("kiyosu", "okazaki"), ("gifu", "iwamura")):
        blocks = table.state.pools[ISHIDA][location_named(origin)]
        marches.append(Acted(ISHIDA, March(blocks, (location_named(end),), False, None), {}))
        log.follow(marches)
    lines = [plain_text(line) for line in log.account(TOKUGAWA)]
    assert "Against you: 1 (I1) Kiyosu → Okazaki" in lines
    assert "Other marches: 2 (I1) Gifu → Iwamura" in lines


def test_the_ways_of_the_marches_come_by_their_numbers_in_the_account() -> None:
    """A march that goes on is one; another stack from where it has come to is not."""
    table = position({"edo": ["tokugawa-3"]}, {"kiyosu": ["ukita-3"], "gifu": ["mori-2", "mori-3"]}, active=ISHIDA)
    log = SekigaharaLog(SEKIGAHARA, table.state.copy())
    blocks = [*table.state.pools[ISHIDA][location_named("kiyosu")], *table.state.pools[ISHIDA][location_named("gifu")]]
    events, happenings = [], []
    for block, end in ((0, "okazaki"), (0, "hamamatsu"), (1, "kiyosu"), (2, "iwamura")):
        events.append(Acted(ISHIDA, March((blocks[block],), (location_named(end),), False, None), {}))
        log.follow(events)
        happenings += log.fresh
    first, second, third = [
        tuple([location_named(place) for place in way])
        for way in (("kiyosu", "okazaki", "hamamatsu"), ("gifu", "kiyosu"), ("gifu", "iwamura"))
    ]
    assert log.ways(happenings, TOKUGAWA) == [first, second, third]
    assert log.ways(happenings, ISHIDA) == []
    told = "\n".join([plain_text(line) for line in log.account(TOKUGAWA)])
    assert "1 (I1) Kiyosu → Okazaki → Hamamatsu" in told
    assert "3 (I1) Gifu → Iwamura" in told


@pytest.mark.parametrize("seed", SEEDS)
def test_a_combat_that_goes_on_says_so_if_nothing_has_happened_in_it_since_the_own_answer(seed: int) -> None:
    log, empty = SekigaharaLog(SEKIGAHARA, finished_game(seed).beginning()), 0
    events = []
    for happening in played(seed)[1]:
        event = happening.event
        events.append(event)
        log.follow(events)
        goes_on = combat_begun(happening.before) is not None and combat_begun(happening.after) is not None
        if goes_on and isinstance(event, Acted):
            assert plain_text(log.account(event.seat)[1]) == "nothing since your last answer"
            empty += 1
    assert empty


@pytest.mark.parametrize("seed", SEEDS)
def test_the_box_of_a_combat_tells_what_each_sides_impact_was_made_of(seed: int) -> None:
    _, happenings = played(seed)
    told = 0
    for together in combats_together(happenings):
        if not fighting(together[0]):
            continue
        combats = [combat for each in together if (combat := combat_begun(each.before)) is not None]
        lines = {side: plain_text(line) for line in deployed_lines(together) for side in SEATS if starts(line, side)}
        for side in SEATS:
            added = [int(number) for number in re.findall(r" \+(\d+)", lines.get(side, ""))]
            assert sum(added) == (combats[-1].impact[side] if combats else 0)
            told += len(added)
    assert told


def starts(line: Line, side: Seat) -> bool:
    """Whether a line is that of a side."""
    return plain_text(line).startswith(f"{SIDES[side]}: ")


@pytest.mark.parametrize("seed", SEEDS)
def test_calls_from_the_mori_box_are_counted_as_such(seed: int) -> None:
    calls = musters = 0
    for turn in turns(seed):
        actions = [each.event.action for each in turn if isinstance(each.event, Acted)]
        mover = turn[0].before.active
        assert mover is not None
        account = account_of(turn, other(mover))
        assert len(account.calls) == sum(isinstance(action, CallMori) for action in actions)
        assert len(account.musters) == sum(isinstance(action, Muster) for action in actions)
        calls, musters = calls + len(account.calls), musters + len(account.musters)
        longest = plain_text(headlines(turn, other(mover))[0]) if headlines(turn, other(mover)) else ""
        assert not account.calls or f"{len(account.calls)} call" in longest
    assert calls
    assert musters


def test_what_was_drawn_in_a_combat_or_in_the_enemys_turn_is_named_in_its_box() -> None:
    """8.10: the own cards by their names, of the enemy's how many they are; the enemy's box names none of them."""
    told = Counter[str]()
    for seed in SEEDS:
        port = finished_game(seed)
        log = SekigaharaLog(SEKIGAHARA, port.beginning())
        log.eyes = port.view_then
        learned: list[str] = []
        for number in range(len(port.situation().events)):
            log.follow(port.situation().events[: number + 1])
            before, after = log.fresh[0].before, log.fresh[0].after
            if fighting(log.fresh[0]):
                new = [plain_text(line) for line in log.entries[-1].own]
                learned += [line for line in new if line not in learned]
            for card in log.cards:
                if card.title.startswith(("Battle of", "Siege of")):
                    lines = [plain_text(line) for line in card.lines]
                    own = [line for line in lines if line.startswith("You draw: ")]
                    assert own == (learned if card.seat == TOKUGAWA else [])
                    assert not any(line.startswith("Tokugawa draws ") for line in lines)
                    told["own"] += len(own)
                    told["theirs"] += any(line.startswith("Ishida draws ") for line in lines)
            if combat_begun(after) is None and combat_begun(before) is not None:
                learned = []
    assert told["own"] > 3
    assert told["theirs"] > 1


@pytest.mark.parametrize("seed", [16, 34])
def test_what_is_drawn_when_a_turn_or_a_week_ends_stands_before_the_heading_of_the_next(seed: int) -> None:
    port = finished_game(seed)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    for number in range(len(port.situation().events)):
        log.follow(port.situation().events[: number + 1])
    assert any(entry.own for entry in log.entries)
    assert not [entry for entry in log.entries if plain_text(entry.line).startswith("Week ") and entry.own]


def test_which_own_blocks_march_stands_in_the_line_of_their_march_with_what_they_take_by_it() -> None:
    port = finished_game(SEEDS[0])
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    log.follow(port.situation().events)
    known = [entry.line for entry in log.entries if entry.trail and any(style == "own" for _text, style in entry.line)]
    assert known
    for line in known:
        (head, _plain), _blank, (codes, style), *_notes = line
        assert re.fullmatch(r"[^;]+→ [^;]+, \d blocks?", head)
        assert style == "own"
        assert head.split()[-2] == str(len(codes.split())), "each of them by its code"
    lines = [plain_text(line) for line in known]
    assert any("; takes " in line for line in lines)
    assert not [entry for entry in log.entries if plain_text(entry.line).startswith("Tokugawa now holds ")]


def test_between_battles_the_page_shows_the_last_one_also_to_who_looks_back() -> None:
    port = finished_game(SEEDS[0])
    last = LastBattles()
    log = SekigaharaLog(SEKIGAHARA, port.beginning(), None, last)
    shown: list[tuple[State, list[Line]]] = []
    battles = 0
    for number in range(len(port.situation().events)):
        log.follow(port.situation().events[: number + 1])
        after = log.fresh[0].after
        lines = battle_lines(View(after, TOKUGAWA, {}), UNICODE, None, last)
        text = "\n".join(map(plain_text, lines))
        for card in log.cards:
            if card.title.startswith(("Battle of", "Siege of")):
                battles += 1
                assert (f"The last one: {card.title}" in text) == (after.combat is None)
                assert after.combat is not None or all(line in lines for line in card.lines[:3]), "result and blocks"
        if after.combat is None:
            shown.append((SEKIGAHARA.copy(after), lines))
    assert battles > 2
    assert any(" played: " in plain_text(line) for _, lines in shown for line in lines)
    assert all(battle_lines(View(state, TOKUGAWA, {}), UNICODE, None, last) == lines for state, lines in shown)


def test_what_was_drawn_after_a_siege_that_cost_nothing_is_told_in_short_to_who_has_drawn() -> None:
    """8.10, 8.9.4."""
    theirs = {"osaka": ["ukita-3"], "hand": ["mori-single"]}
    table = position({"osaka": ["tokugawa-2"], "hand": ["tokugawa-single"], "deck": ["date-single"]}, theirs)
    port = port_at(combat_phase(table), TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    told: list[Card] = []
    while not any("draws 1 card" in plain_text(line) for line in log.lines):
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
        log.follow(port.situation().events)
        told += log.cards
    turn, siege, *_later = told
    assert (siege.title, siege.seat) == ("Siege of Osaka", TOKUGAWA)
    ends, stands, drawn = [plain_text(line) for line in siege.lines]
    assert ends == "The siege of Osaka ends with impact 2."
    assert stands.startswith("The castle of Osaka stands")
    assert drawn.startswith("You draw: ")
    assert (turn.title, turn.seat) == ("Tokugawa's turn: week 2 A", ISHIDA), "with it the enemy is told of the siege"
    assert any("Siege of Osaka" in plain_text(line) for line in turn.lines)


class Marcher:
    """Marches with the first blocks that it has at a place, and ends its movement."""

    def __init__(self, blocks: Pieces, *stops: str) -> None:
        self.march: March | None = March(blocks, tuple([location_named(stop) for stop in stops]), False, None)

    def choose(self, view: View[State]) -> Answer:
        march, self.march = self.march, None
        return march or next(iter(SEKIGAHARA.options(view)))


def test_the_box_of_what_a_week_brings_tells_what_was_discarded_for_it() -> None:
    """6.2, 6.3: whoever is to bid has seen what the enemy has discarded."""
    told = 0
    for seed in SEEDS:
        port = finished_game(seed)
        log = SekigaharaLog(SEKIGAHARA, port.beginning())
        log.eyes = port.view_then
        for number in range(len(port.situation().events)):
            log.follow(port.situation().events[: number + 1])
            for card in log.cards:
                if not card.title.endswith("what it brings you"):
                    continue
                assert log.fresh[0].before.active is None, "what is drawn in a turn comes of that"
                lines = [plain_text(line) for line in card.lines]
                discarded = [
                    line.partition(" discards ")[0]
                    for line in lines
                    if line.startswith(("Tokugawa discards ", "Ishida discards "))
                ]
                assert discarded in (["Tokugawa", "Ishida"], []), "nobody is asked where neither has two cards"
                assert lines[-1].startswith(("You draw: ", "Into your box come: "))
                assert not any(" bids " in line for line in lines)
                told += len(discarded)
    assert told


def test_what_was_drawn_for_an_overrun_is_named_in_the_box_of_the_enemys_turn() -> None:
    """7.4, 8.10: there is no box of a combat to name it."""
    strong = ["ukita-3", "ukita-2", "mori-3", "mori-2", "mori-2", "uesugi-3", "kobayakawa-3", "kobayakawa-2"]
    table = position(
        {"kuwana": ["date-2", "date-3"], "deck": ["maeda-single", "date-single"]}, {"kiyosu": strong}, active=ISHIDA
    )
    bot = Marcher(table.state.pools[ISHIDA][location_named("kiyosu")], "kuwana")
    port = port_at(table, TOKUGAWA, bot)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    told: list[Card] = []
    for _ in range(9):
        log.follow(port.situation().events)
        told += [card for card in log.cards if card.title.startswith("Ishida's turn")]
        view = port.situation().view
        if told or view is None:
            break
        port.act(next(iter(SEKIGAHARA.options(view))))
    [box] = [card for card in told if card.seat == TOKUGAWA]
    drawn = [plain_text(line) for line in box.lines if plain_text(line).startswith("You draw: ")]
    assert len(drawn) == 1


def test_cards_drawn_from_the_shuffled_discards_are_told_as_such() -> None:
    """3.3: the draw pile runs out in the middle of a draw, which therefore has two lines."""
    own = {"osaka": ["tokugawa-2", "date-2"], "hand": ["tokugawa-single", "date-single"]}
    table = combat_phase(position(own, {"osaka": ["ukita-3"]}))
    table.state.transfer(TOKUGAWA, table.state.pools[TOKUGAWA][DECK][1:], DECK, DISCARD)
    port = port_at(table, TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    drawn: list[str] = []
    while not drawn:
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
        log.follow(port.situation().events)
        sieges = [card for card in log.cards if card.title.startswith("Siege")]
        drawn = [plain_text(line) for card in sieges for line in card.lines if line[0][1] == "own"]
    last, shuffled = drawn
    assert last.startswith("You draw: ")
    assert "shuffled" not in last
    assert shuffled.startswith("You draw: ")
    assert shuffled.endswith(", from your shuffled discards (3.3).")


def test_that_the_enemys_discards_were_shuffled_is_told_between_its_draws_for_one_battle() -> None:
    """3.3, 8.10: whoever counts its cards must know."""
    theirs = {"sunpu": ["ukita-3", "mori-2"], "hand": ["ukita-single", "mori-single"]}
    table = position({"sunpu": ["tokugawa-3"], "hand": ["tokugawa-single"]}, theirs)
    deck = table.state.pools[ISHIDA][DECK]
    table.state.transfer(ISHIDA, deck[1:], DECK, DISCARD)
    port = port_at(combat_phase(table), TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    boxes: list[Card] = []
    while not boxes:
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
        log.follow(port.situation().events)
        boxes = [card for card in log.cards if card.title == "Battle of Sunpu" and card.seat == TOKUGAWA]
    drawn = [text for text in map(plain_text, boxes[0].lines) if text.startswith("Ishida") and "draw" in text]
    used_up = "Ishida's draw pile was used up: the discards are shuffled (3.3)."
    assert drawn == ["Ishida draws 1 card.", used_up, "Ishida draws 1 card."]


def test_nothing_is_called_lost_or_not_while_the_turn_is_still_to_be_fought() -> None:
    turn = next(turn for turn in turns(SEEDS[0]) if any(fighting(each) for each in turn))
    mover = turn[0].before.active
    assert mover is not None
    begun = turn[: next(number for number, each in enumerate(turn) if fighting(each))]
    assert not any("nothing lost" in plain_text(line) for line in headlines(begun, other(mover)))


def test_that_the_mori_box_comes_to_osaka_stands_in_the_log_and_in_the_account() -> None:
    """9.3: when Tokugawa attacks it."""
    table = combat_phase(
        position(
            {"osaka": ["tokugawa-3"] * 4, "hand": ["tokugawa-single"]},
            {"osaka": ["ukita-3"] * 2, "mori_box": ["mori-3", "mori-3", "mori-1-leader"], "hand": ["ukita-single"]},
        )
    )
    before = table.state.copy()
    table.act(TOKUGAWA, Declare(location_named("osaka")))
    event = Acted(TOKUGAWA, Declare(location_named("osaka")), {})
    happenings = [Happening(before, event, table.state, event_lines(before, event, table.state), ())]
    words = "All of the Mōri box comes to Osaka: Mōri leader, 2 × Mōri 3 (9.3)."
    assert words in [plain_text(line) for line in happenings[0].lines]
    assert words in [plain_text(line) for line in account_of(happenings, ISHIDA).lines()]
