"""The canonical text: it tells the whole position, tells a seat only its own, and refuses what is none."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.hidden import SEATS, Decision, Face, Over, Piece, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, POOL_KEYS, RECRUITMENT
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.components import SIDES
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from engine.sekigahara.text import (
    HEADING,
    OWN_POOLS,
    PositionError,
    position_text,
    read_position,
    view_text,
)
from tests.engine.sekigahara.positions import position
from tests.engine.sekigahara.test_random_games import Brawler

GAMES: Final = 4
Moment = tuple[State, dict[Piece, Face]]


@cache
def moments() -> tuple[Moment, ...]:
    """The positions of a few games at which a choice is to be made, with all faces."""
    found: list[Moment] = []
    for seed in range(GAMES):
        table: OpenTable[State, Answer] = OpenTable(SEKIGAHARA, SeededChance(seed))
        brawler = Brawler(Random(seed))
        found.append((table.state.copy(), dict(table.faces)))
        while not isinstance(table.waiting, Over):
            if isinstance(table.waiting, Decision):
                seat = table.waiting.seat
            else:
                seat = next(seat for seat in SEATS if not table.has_sealed(seat))
            table.act(seat, brawler.choose(table.state, seat, table.faces))
            found.append((table.state.copy(), dict(table.faces)))
    return tuple(found)


some_moment = st.integers(min_value=0).map(lambda number: moments()[number % len(moments())])
some_seat = st.sampled_from(SEATS)


@given(some_moment)
def test_a_public_position_is_read_back_the_same(moment: Moment) -> None:
    state, _ = moment
    text = position_text(state)
    read, private = read_position(text)
    assert position_text(read) == text
    assert private == {}
    assert "~" not in text


@given(some_moment, some_seat)
def test_a_view_is_read_back_with_the_faces_that_it_tells(moment: Moment, seat: Seat) -> None:
    state, faces = moment
    text = view_text(state, seat, faces)
    read, private = read_position(text)
    assert view_text(read, seat, private) == text
    assert position_text(read) == position_text(state)
    own = {piece for pool in OWN_POOLS for piece in state.pools[seat][pool]}
    assert private == {piece: faces[piece] for piece in own - state.shown.keys()}


@given(some_moment)
def test_an_open_position_is_read_back_and_played_on(moment: Moment) -> None:
    state, faces = moment
    read, private = read_position(position_text(state, faces, SEATS))
    assert SEKIGAHARA.canonical(read) == SEKIGAHARA.canonical(state)
    assert SEKIGAHARA.waiting(read) == SEKIGAHARA.waiting(state)
    assert read.score(SEATS[0]) == score(state, SEATS[0])
    assert all(faces[piece] == face for piece, face in private.items())


@given(some_moment, some_seat)
def test_a_view_tells_no_private_face_of_the_other_seat_nor_of_decks_and_bags(moment: Moment, seat: Seat) -> None:
    state, faces = moment
    for line in view_text(state, seat, faces).splitlines():
        if "~" in line:
            name, side, pool, *_ = line.split(" ")
            assert (name, side) == ("stack", SIDES[seat])
            assert POOL_KEYS.index(pool) in OWN_POOLS
            assert pool not in ("deck", "bag")


@given(some_moment, some_seat, st.randoms(use_true_random=False))
def test_a_view_does_not_depend_on_what_its_seat_may_not_know(moment: Moment, seat: Seat, random: Random) -> None:
    state, faces = moment
    theirs = [piece for pool in state.pools[other(seat)] for piece in pool]
    unknown = [piece for pool, pieces in enumerate(state.pools[seat]) if pool not in OWN_POOLS for piece in pieces]
    hidden = [piece for piece in (*theirs, *unknown) if piece not in state.shown]
    shuffled = [faces[piece] for piece in hidden]
    random.shuffle(shuffled)
    permuted = {**faces, **dict(zip(hidden, shuffled, strict=True))}
    assert view_text(state, seat, permuted) == view_text(state, seat, faces)
    without = {piece: face for piece, face in faces.items() if piece not in hidden}
    assert view_text(state, seat, without) == view_text(state, seat, faces)


@given(some_moment, some_seat)
def test_a_view_does_depend_on_the_own_hand(moment: Moment, seat: Seat) -> None:
    state, faces = moment
    for pool in (HAND, RECRUITMENT):
        for piece in state.pools[seat][pool]:
            if piece not in state.shown:
                changed = {**faces, piece: Face((faces[piece] + 1) % SEKIGAHARA.face_count())}
                assert view_text(state, seat, changed) != view_text(state, seat, faces)


def broken(text: str, random: Random, times: int) -> str:
    """`text` with some lines and characters changed, moved, doubled or lost."""
    lines = text.split("\n")
    for _ in range(times):
        place, elsewhere = random.randrange(len(lines)), random.randrange(len(lines))
        words = lines[place].split(" ")
        word = random.randrange(len(words))
        match random.randrange(8):
            case 0:
                del lines[place]
                lines = lines or [""]
            case 1:
                lines.insert(elsewhere, lines[place])
            case 2:
                lines[place], lines[elsewhere] = lines[elsewhere], lines[place]
            case 3:
                words[word] = random.choice(lines[elsewhere].split(" "))
                lines[place] = " ".join(words)
            case 4:
                del words[word]
                lines[place] = " ".join(words)
            case 5:
                words[word] = random.choice(
                    ("-", "-1", "0", "99", "1_0", "+3", "4096", "٣", "yes", "osaka", "hand", "")
                )
                lines[place] = " ".join(words)
            case 6:
                spot = random.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:spot] + random.choice(" =~-0aé\t\r") + lines[place][spot:]
            case _:
                spot = random.randrange(len(lines[place]) + 1)
                lines[place] = lines[place][:spot]
    return "\n".join(lines)


def check_refusal(text: str) -> None:
    """A text is read to the position of which it is the canonical text, or refused with PositionError."""
    try:
        state, private = read_position(text)
    except PositionError:
        return
    seats = [seat for seat in SEATS if any(piece in private for pool in state.pools[seat] for piece in pool)]
    assert position_text(state, private, seats) == text


@given(some_moment, st.booleans(), st.randoms(use_true_random=False), st.integers(1, 4))
def test_broken_texts_are_refused_and_nothing_worse(moment: Moment, whole: bool, random: Random, times: int) -> None:
    state, faces = moment
    text = position_text(state, faces, SEATS) if whole else position_text(state)
    check_refusal(broken(text, random, times))


@given(st.text())
@example("")
@example("\n")
@example(HEADING)
@example(HEADING + "\n")
def test_any_text_is_a_position_or_refused(text: str) -> None:
    check_refusal(text)
    check_refusal(f"{HEADING}\n{text}\n")


LINES = (
    "week 2 turn A first tokugawa active tokugawa",
    "next 206",
    "castles ishida osaka gifu ueda aizu",
)
"""Lines that the position of `plain` has."""


def plain() -> str:
    """A position in the movement phase of Tokugawa."""
    return position_text(position({"edo": ["tokugawa-1-leader"]}, {"osaka": ["ishida-1-leader"]}).state)


@pytest.mark.parametrize("line", LINES)
def test_a_missing_line_is_refused(line: str) -> None:
    text = plain()
    assert line + "\n" in text
    with pytest.raises(PositionError):
        read_position(text.replace(line + "\n", ""))


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (LINES[0], "week two turn A first tokugawa active tokugawa"),
        (LINES[0], "week 2 turn C first tokugawa active tokugawa"),
        (LINES[0], "week 2 turn A first tokugawa active nobunaga"),
        (LINES[0], "week 2 turn A first tokugawa"),
        (LINES[1], "next 0206"),
        (LINES[1], "next " + "9" * 5000),
        (LINES[1], "next"),
        (LINES[2], "castles ishida gifu osaka ueda aizu"),
        (LINES[2], "castles ishida osaka gifu ueda kobe"),
        (LINES[2], "castles ishida osaka gifu ueda hand"),
        (LINES[1], "next 206 "),
        (LINES[1], "next 206\r"),
        (LINES[1], "next 206\nnext 206"),
        (LINES[1], "surprise 206"),
        (LINES[1], "next 206\nroads 99999999999999999999"),
        (LINES[1], "next 206\nroads -1"),
        (LINES[1], "next 206\ndeployed 3 for ishida"),
        (LINES[1], "next 206\ntask"),
        (LINES[1], "next 206\nstack tokugawa edo"),
        (LINES[1], "next 206\nstack - edo 3"),
    ],
)
def test_a_wrong_line_is_refused_by_name(line: str, instead: str) -> None:
    with pytest.raises(PositionError, match="position"):
        read_position(plain().replace(line + "\n", instead + "\n"))
