"""Forms of records: what is written is read back the same, in both ways of writing, and nothing else is read."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.forms import (
    FLAG,
    LARGEST_NUMBER,
    NUMBER,
    PIECE,
    PIECES,
    Bits,
    Codec,
    Form,
    Forms,
    Many,
    Maybe,
    Member,
    Named,
    Pair,
    SetOf,
    Whole,
    pack,
    read_fields,
    seat_codec,
    write,
    write_as,
)
from engine.hidden import MalformedAction, Piece, Seat


class Fruit(StrEnum):
    """Words to choose from."""

    APPLE = "apple"
    PEAR = "pear"


SEAT = seat_codec(("north", "south"))
PLACE = Named("a place", ("hill", "lake", "ford"))
CODECS: dict[str, tuple[Codec[Any], st.SearchStrategy[Any]]] = {
    "number": (NUMBER, st.integers(0, LARGEST_NUMBER)),
    "small number": (Whole("a die", 6), st.integers(0, 6)),
    "piece": (PIECE, st.integers(0, LARGEST_NUMBER).map(Piece)),
    "pieces": (PIECES, st.lists(st.integers(0, 99).map(Piece), max_size=9).map(tuple)),
    "flag": (FLAG, st.booleans()),
    "seat": (SEAT, st.sampled_from([Seat(0), Seat(1)])),
    "place": (PLACE, st.integers(0, 2)),
    "fruit": (Member(Fruit), st.sampled_from(Fruit)),
    "perhaps a place": (Maybe(PLACE), st.none() | st.integers(0, 2)),
    "places": (Many(PLACE, 3), st.lists(st.integers(0, 2), max_size=3).map(tuple)),
    "two flags": (Pair(FLAG), st.tuples(st.booleans(), st.booleans())),
    "places as bits": (Bits(PLACE, 3), st.integers(0, 7)),
    "a set of numbers": (SetOf(NUMBER, 5), st.frozensets(st.integers(0, 20), max_size=5)),
}
each_codec = pytest.mark.parametrize("name", CODECS)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 8) | st.floats() | st.sampled_from(["apple", "hill", "-", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.tuples(inner),
    max_leaves=6,
)
WORDS = st.lists(
    st.sampled_from(
        ["-", ",", "0", "1", "2", "7", "10", "hill", "lake", "north", "apple", "yes", "no", " ", "=", "٣", "+", "_"]
    ),
    max_size=6,
).map("".join) | st.text(max_size=5)


@each_codec
@given(st.data())
def test_a_value_is_read_back_from_both_of_its_forms(name: str, data: st.DataObject) -> None:
    codec, values = CODECS[name]
    value = data.draw(values)
    plain, word = codec.pack(value), codec.write(value)
    assert codec.unpack(plain) == value
    assert type(codec.unpack(plain)) is type(value)
    assert codec.read(word) == value
    assert codec.unpack(json.loads(json.dumps(plain))) == value
    assert word
    assert not set(word) & set(" =\n")


@each_codec
@given(st.data())
def test_two_values_are_written_differently(name: str, data: st.DataObject) -> None:
    codec, values = CODECS[name]
    one, two = data.draw(values), data.draw(values)
    assert (codec.write(one) == codec.write(two)) == (one == two)
    assert (codec.pack(one) == codec.pack(two)) == (one == two)


@each_codec
@given(PLAIN)
@example(True)
@example(1.0)
@example([1, 0])
@example([0, 0])
@example([False])
@example(LARGEST_NUMBER + 1)
def test_another_plain_form_is_refused(name: str, plain: object) -> None:
    codec, _ = CODECS[name]
    try:
        value = codec.unpack(plain)
    except MalformedAction:
        return
    assert json.dumps(codec.pack(value)) == json.dumps(plain)
    assert type(codec.pack(value)) is type(plain)


@each_codec
@given(WORDS)
@example("00")
@example("-0")
@example("1,0")
@example("0,0")
@example("lake,hill")
@example("9" * 5000)
@example("")
def test_another_word_is_refused(name: str, word: str) -> None:
    codec, _ = CODECS[name]
    try:
        value = codec.read(word)
    except (ValueError, MalformedAction):
        return
    assert codec.write(value) == word


def test_what_does_not_fit_is_refused() -> None:
    for codec, plain in (
        (PIECES, [0] * 121),
        (Many(PLACE, 3), [0] * 4),
        (Pair(FLAG), [True]),
        (Pair(FLAG), [True, False, True]),
        (Bits(PLACE, 3), [3]),
        (Bits(PLACE, 3), [0, 1, 2, 2]),
        (SetOf(NUMBER, 2), [1, 2, 3]),
        (SEAT, 2),
    ):
        with pytest.raises(MalformedAction):
            codec.unpack(plain)


@dataclass(frozen=True, slots=True)
class Draws:
    """A record with two fields."""

    seat: Seat
    count: int
    form: ClassVar[Form] = Form("draws", seat=SEAT, count=NUMBER)


@dataclass(frozen=True, slots=True)
class Shows:
    """A record that puts its pieces in order."""

    pieces: tuple[Piece, ...]
    form: ClassVar[Form] = Form("shows", pieces=PIECES)

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(sorted(self.pieces)))


@dataclass(frozen=True, slots=True)
class Passes:
    """A record without fields."""

    form: ClassVar[Form] = Form("passes")


FORMS: Forms[Any] = Forms((Draws, Shows, Passes), "a move")
records = (
    st.builds(Draws, st.sampled_from([Seat(0), Seat(1)]), st.integers(0, 99))
    | st.builds(Shows, st.lists(st.integers(0, 99).map(Piece), max_size=5).map(tuple))
    | st.just(Passes())
)


@given(records)
def test_a_record_is_read_back_from_both_of_its_forms(record: Any) -> None:
    assert FORMS.unpack(pack(record)) == record
    assert FORMS.read(write(record)) == record
    name, *words = write(record).split(" ")
    assert name == record.form.name
    assert read_fields(type(record), words) == record


def test_a_record_is_written_as_its_name_and_its_fields_in_order() -> None:
    assert pack(Draws(Seat(1), 3)) == ["draws", 1, 3]
    assert write(Draws(Seat(1), 3)) == "draws seat=south count=3"
    assert pack(Passes()) == ["passes"]
    assert write(Passes()) == "passes"
    assert write(Shows(())) == "shows pieces=-"


def test_a_record_may_be_written_by_a_form_that_it_does_not_carry() -> None:
    assert write_as(Form("draw", count=NUMBER, seat=SEAT), Draws(Seat(0), 2)) == "draw count=2 seat=north"


def test_a_record_that_sorts_is_told_from_its_other_order_by_what_it_is_packed_as() -> None:
    plain = ["shows", [5, 3]]
    assert pack(FORMS.unpack(plain)) == ["shows", [3, 5]] != plain


@pytest.mark.parametrize(
    "plain",
    [
        None,
        "passes",
        [],
        ["passes", 1],
        ["draws", 0],
        ["draws", 0, 3, 3],
        ["draws", 3, 0],
        ["draws", "north", 3],
        ["Draws", 0, 3],
        ["dances"],
        [["passes"]],
        [b"passes"],
        ("passes",),
        {"passes": None},
    ],
)
def test_other_plain_data_is_no_record(plain: object) -> None:
    with pytest.raises(MalformedAction):
        FORMS.unpack(plain)


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "passes ",
        " passes",
        "passes x=1",
        "draws",
        "draws seat=north",
        "draws count=3 seat=north",
        "draws seat=north count=3 count=3",
        "draws seat=north  count=3",
        "draws seat=0 count=3",
        "draws north 3",
        "draws seat=north count=",
        "draws seat=north count==3",
        "draws seat=north count=03",
        "dances",
    ],
)
def test_another_line_is_no_record(line: str) -> None:
    with pytest.raises((ValueError, MalformedAction)):
        FORMS.read(line)


@given(st.lists(PLAIN | st.sampled_from(["draws", "shows", "passes"]), max_size=4))
def test_any_plain_data_is_a_record_or_refused(plain: list[object]) -> None:
    try:
        record = FORMS.unpack(plain)
    except MalformedAction:
        return
    assert pack(record)[0] == plain[0]


@given(st.text(max_size=30) | st.lists(WORDS, max_size=4).map(lambda words: " ".join(["draws", *words])))
def test_any_line_is_a_record_or_refused(line: str) -> None:
    try:
        record = FORMS.read(line)
    except (ValueError, MalformedAction):
        return
    assert write(record) == line or isinstance(record, Shows)


def test_a_refusal_does_not_repeat_whatever_length_it_was_sent() -> None:
    for plain in (["x" * 10_000], ["draws", "x" * 10_000, 0], ["shows", "x" * 10_000], "x" * 10_000):
        with pytest.raises(MalformedAction) as refusal:
            FORMS.unpack(plain)
        assert len(str(refusal.value)) < 200
