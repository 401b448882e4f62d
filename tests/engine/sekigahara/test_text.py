"""The canonical text: it tells the whole position, tells a seat only its own, and refuses what is none."""

from __future__ import annotations

import re
from functools import cache
from random import Random
from typing import Final

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.hidden import SEATS, Face, Over, Piece, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, OWN_POOLS, POOL_KEYS, RECRUITMENT
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.components import SIDES
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from engine.sekigahara.text import HEADING, LINES, PositionError, position_text, view_text
from tests.engine.sekigahara.brawler import Brawler
from tests.engine.sekigahara.positions import position

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
            seat = next(seat for seat in SEATS if table.asked(seat) is not None)
            table.act(seat, brawler.choose(table.view(seat)))
            found.append((table.state.copy(), dict(table.faces)))
    return tuple(found)


some_moment = st.integers(min_value=0).map(lambda number: moments()[number % len(moments())])
some_seat = st.sampled_from(SEATS)


@given(some_moment)
def test_a_public_position_is_read_back_the_same(moment: Moment) -> None:
    state, _ = moment
    text = position_text(state)
    read, private = SEKIGAHARA.read_position(text)
    assert position_text(read) == text
    assert private == {}
    assert "~" not in text


@given(some_moment, some_seat)
def test_a_view_is_read_back_with_the_faces_that_it_tells(moment: Moment, seat: Seat) -> None:
    state, faces = moment
    text = view_text(state, seat, faces)
    read, private = SEKIGAHARA.read_position(text)
    assert view_text(read, seat, private) == text
    assert position_text(read) == position_text(state)
    own = {piece for pool in OWN_POOLS for piece in state.pools[seat][pool]}
    assert private == {piece: faces[piece] for piece in own - state.shown.keys()}


@given(some_moment)
def test_an_open_position_is_read_back_and_played_on(moment: Moment) -> None:
    state, faces = moment
    read, private = SEKIGAHARA.read_position(position_text(state, faces, SEATS))
    assert SEKIGAHARA.canonical(read) == SEKIGAHARA.canonical(state)
    assert SEKIGAHARA.waiting(read) == SEKIGAHARA.waiting(state)
    assert [score(read, seat) for seat in SEATS] == [score(state, seat) for seat in SEATS]
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
        state, private = SEKIGAHARA.read_position(text)
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


TIME, NEXT, CASTLES = (
    "time week=2 turn=0 first=tokugawa active=tokugawa",
    "next 206",
    "castles ishida osaka,gifu,ueda,aizu",
)
"""Lines that the position of `plain` has."""


def plain() -> str:
    """A position in the movement phase of Tokugawa."""
    return position_text(position({"edo": ["tokugawa-1-leader"]}, {"osaka": ["ishida-1-leader"]}).state)


@pytest.mark.parametrize("line", [TIME, NEXT, CASTLES])
def test_a_missing_line_is_refused(line: str) -> None:
    text = plain()
    assert line + "\n" in text
    with pytest.raises(PositionError):
        SEKIGAHARA.read_position(text.replace(line + "\n", ""))


@pytest.mark.parametrize(
    ("line", "instead"),
    [
        (TIME, "time week=two turn=0 first=tokugawa active=tokugawa"),
        (TIME, "time week=2 turn=A first=tokugawa active=tokugawa"),
        (TIME, "time week=2 turn=0 first=tokugawa active=nobunaga"),
        (TIME, "time week=2 turn=0 first=tokugawa"),
        (TIME, "time turn=0 week=2 first=tokugawa active=tokugawa"),
        (TIME, "time 2 0 tokugawa tokugawa"),
        (NEXT, "next 0206"),
        (NEXT, "next " + "9" * 5000),
        (NEXT, "next"),
        (NEXT, "next -"),
        (CASTLES, "castles ishida gifu,osaka,ueda,aizu"),
        (CASTLES, "castles ishida osaka,gifu,ueda,aizu,aizu"),
        (CASTLES, "castles ishida osaka,gifu,ueda,kobe"),
        (CASTLES, "castles ishida osaka,gifu,ueda,hand"),
        (CASTLES, "castles ishida osaka gifu ueda aizu"),
        (NEXT, "next 206 "),
        (NEXT, "next 206\r"),
        (NEXT, "next 206\nnext 206"),
        (NEXT, "surprise 206"),
        (NEXT, "next 206\nmovement degree=all stack_moves=0 mustered=no roads=- moved=-"),
        (NEXT, "next 206\ngroup"),
        (NEXT, "next 206\nmove origin=edo led=yes present=-"),
        (NEXT, "next 206\ndeployed 3 for=ishida"),
        (NEXT, "next 206\npending card=3 blocks=4"),
        (NEXT, "next 206\ntask"),
        (NEXT, "next 206\ntask march blocks=1 stops=edo claim=no forced=-"),
        (NEXT, "next 206\nstack tokugawa edo"),
        (NEXT, "next 206\nstack - edo 3"),
        (NEXT, "next 206\nresult tokugawa luck"),
    ],
)
def test_a_wrong_line_is_refused_by_name(line: str, instead: str) -> None:
    with pytest.raises(PositionError, match="position"):
        SEKIGAHARA.read_position(plain().replace(line + "\n", instead + "\n"))


@pytest.mark.parametrize(
    ("field", "instead"),
    [
        ("roads=0,1", "roads=1,0"),
        ("roads=0,1", "roads=0,0,1"),
        ("roads=0,1", "roads=0,62"),
        ("moved=3,5", "moved=5,3"),
        ("moved=3,5", "moved=3,5,5"),
        ("stack_moves=2", "stack_moves=02"),
        ("mustered=no", "mustered=No"),
        ("degree=limited", "degree=none "),
    ],
)
def test_another_spelling_of_a_movement_is_refused(field: str, instead: str) -> None:
    right = "movement degree=limited stack_moves=2 mustered=no roads=0,1 moved=3,5"
    text = re.sub(r"^movement .*$", right, plain(), flags=re.MULTILINE)
    assert right in position_text(SEKIGAHARA.read_position(text)[0])
    with pytest.raises(PositionError):
        SEKIGAHARA.read_position(text.replace(field, instead))


def test_cards_owed_are_told_and_read_back() -> None:
    state, _ = SEKIGAHARA.read_position(plain())
    state.owed = (2, 0)
    text = position_text(state)
    assert "\nowed tokugawa=2 ishida=0\n" in text
    assert SEKIGAHARA.read_position(text)[0].owed == (2, 0)
    with pytest.raises(PositionError):
        SEKIGAHARA.read_position(text.replace("tokugawa=2 ishida=0", "tokugawa=0 ishida=0"))


def test_the_games_have_every_other_line() -> None:
    """The properties above are worth nothing for what never stands in a text."""
    seen = {line.partition(" ")[0] for state, _ in moments() for line in position_text(state).splitlines()}
    assert {line.name for line in LINES} - seen <= {"owed"}
