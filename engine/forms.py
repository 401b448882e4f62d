"""How records are written: as plain data for the wire and as words for canonical texts, by one description of both.

A record, a small frozen dataclass, carries its `Form`: its name and, in the order of its fields, a codec for each:

    @dataclass(frozen=True, slots=True)
    class DrawCards:
        seat: Seat
        count: int
        form: ClassVar[Form] = Form("draw-cards", seat=SEAT, count=NUMBER)

    pack(DrawCards(Seat(0), 3))     ["draw-cards", 0, 3]
    write(DrawCards(Seat(0), 3))    "draw-cards seat=north count=3"

Each value of a field has one plain form and one word; whatever reads them refuses every other. (A record may put what
it was given in order: whoever reads one that a stranger wrote compares it with what `pack` makes of it.)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, Generic, Protocol, TypeVar

from engine.hidden import MalformedAction, Piece, Seat

Value = TypeVar("Value")
Word = TypeVar("Word", bound=StrEnum)

LARGEST_NUMBER: Final = 2**31 - 1
"""No number in a record is larger."""


class Codec(Protocol[Value]):
    """Writes and reads the values of one type of field."""

    def pack(self, value: Value) -> object:
        """`value` as plain data: str, int, bool, None or a list of them."""

    def unpack(self, plain: object) -> Value:
        """The value whose plain form this is. Raises MalformedAction."""

    def write(self, value: Value) -> str:
        """`value` as one word."""

    def read(self, word: str) -> Value:
        """The value that `word` stands for. Raises ValueError or MalformedAction."""


class Whole(Codec[Any]):
    """Whole numbers from 0 to `largest`: counts, and serial numbers of pieces."""

    def __init__(self, what: str, largest: int = LARGEST_NUMBER) -> None:
        self._what = what
        self._largest = largest

    def pack(self, value: Any) -> object:
        """See `Codec.pack`."""
        return int(value)

    def unpack(self, plain: object) -> Any:
        """See `Codec.unpack`."""
        # bool is an int to Python, but not to us: True must not pass for piece 1.
        if type(plain) is not int or not 0 <= plain <= self._largest:
            raise MalformedAction(f"{self._what} must be a whole number from 0 to {self._largest}, got {plain!r:.40}")
        return plain

    def write(self, value: Any) -> str:
        """See `Codec.write`."""
        return str(value)

    def read(self, word: str) -> Any:
        """See `Codec.read`."""
        if not word.isascii() or not word.isdigit() or (len(word) > 1 and word[0] == "0"):
            raise ValueError(f"{self._what} must be a whole number, got {word[:40]!r}")
        return self.unpack(int(word[:12]))


class Named(Whole):
    """Numbers that stand for names: seats, locations, faces. Plain data has the number, texts the name."""

    def __init__(self, what: str, names: Sequence[str]) -> None:
        super().__init__(what, len(names) - 1)
        self._names = tuple(names)
        self._numbers = {name: number for number, name in enumerate(names)}

    def write(self, value: Any) -> str:
        """See `Codec.write`."""
        name: str = self._names[value]
        return name

    def read(self, word: str) -> Any:
        """See `Codec.read`."""
        if word not in self._numbers:
            raise ValueError(f"there is no {self._what} called {word[:40]!r}")
        return self._numbers[word]


class Flag(Codec[bool]):
    """True and false; `yes` and `no` in texts."""

    def pack(self, value: bool) -> object:
        """See `Codec.pack`."""
        return value

    def unpack(self, plain: object) -> bool:
        """See `Codec.unpack`."""
        if type(plain) is not bool:
            raise MalformedAction(f"expected true or false, got {plain!r:.40}")
        return plain

    def write(self, value: bool) -> str:
        """See `Codec.write`."""
        return "yes" if value else "no"

    def read(self, word: str) -> bool:
        """See `Codec.read`."""
        if word not in {"yes", "no"}:
            raise ValueError(f"expected yes or no, got {word[:40]!r}")
        return word == "yes"


class Member(Codec[Word]):
    """The members of an enumeration of words."""

    def __init__(self, words: type[Word]) -> None:
        self._members: dict[str, Word] = {word.value: word for word in words}

    def pack(self, value: Word) -> object:
        """See `Codec.pack`."""
        return str(value)

    def unpack(self, plain: object) -> Word:
        """See `Codec.unpack`."""
        if type(plain) is not str or plain not in self._members:
            raise MalformedAction(f"expected one of {', '.join(self._members)}, got {plain!r:.40}")
        return self._members[plain]

    def write(self, value: Word) -> str:
        """See `Codec.write`."""
        return str(value)

    def read(self, word: str) -> Word:
        """See `Codec.read`."""
        return self.unpack(word)


class Maybe(Codec[Value | None], Generic[Value]):
    """A value or None; `-` in texts."""

    def __init__(self, codec: Codec[Value]) -> None:
        self._codec = codec

    def pack(self, value: Value | None) -> object:
        """See `Codec.pack`."""
        return None if value is None else self._codec.pack(value)

    def unpack(self, plain: object) -> Value | None:
        """See `Codec.unpack`."""
        return None if plain is None else self._codec.unpack(plain)

    def write(self, value: Value | None) -> str:
        """See `Codec.write`."""
        return "-" if value is None else self._codec.write(value)

    def read(self, word: str) -> Value | None:
        """See `Codec.read`."""
        return None if word == "-" else self._codec.read(word)


class Many(Codec[tuple[Value, ...]], Generic[Value]):
    """At most `most` values in a row; joined by commas in texts, `-` for none."""

    def __init__(self, codec: Codec[Value], most: int = 60) -> None:
        self._codec = codec
        self._most = most

    def pack(self, value: tuple[Value, ...]) -> object:
        """See `Codec.pack`."""
        return [self._codec.pack(element) for element in value]

    def unpack(self, plain: object) -> tuple[Value, ...]:
        """See `Codec.unpack`."""
        if not isinstance(plain, list) or len(plain) > self._most:
            raise MalformedAction(f"expected a list of at most {self._most}, got {plain!r:.40}")
        return tuple([self._codec.unpack(element) for element in plain])

    def write(self, value: tuple[Value, ...]) -> str:
        """See `Codec.write`."""
        return ",".join([self._codec.write(element) for element in value]) or "-"

    def read(self, word: str) -> tuple[Value, ...]:
        """See `Codec.read`."""
        return () if word == "-" else tuple([self._codec.read(element) for element in word.split(",")])


class Pair(Codec[tuple[Any, Any]]):
    """Two values, one a seat."""

    def __init__(self, codec: Codec[Any]) -> None:
        self._row: Many[Any] = Many(codec, 2)

    def pack(self, value: tuple[Any, Any]) -> object:
        """See `Codec.pack`."""
        return self._row.pack(value)

    def unpack(self, plain: object) -> tuple[Any, Any]:
        """See `Codec.unpack`."""
        return self._two(self._row.unpack(plain))

    def write(self, value: tuple[Any, Any]) -> str:
        """See `Codec.write`."""
        return self._row.write(value)

    def read(self, word: str) -> tuple[Any, Any]:
        """See `Codec.read`."""
        return self._two(self._row.read(word))

    @staticmethod
    def _two(values: tuple[Any, ...]) -> tuple[Any, Any]:
        if len(values) != 2:
            raise MalformedAction(f"expected two values, got {len(values)}")
        return values[0], values[1]


class Bits(Codec[int]):
    """A set of small numbers as the bits of one number; written as what the numbers stand for, in ascending order."""

    def __init__(self, codec: Codec[Any], count: int) -> None:
        self._codec = codec
        self._count = count

    def pack(self, value: int) -> object:
        """See `Codec.pack`."""
        return [self._codec.pack(number) for number in self._numbers(value)]

    def unpack(self, plain: object) -> int:
        """See `Codec.unpack`."""
        if not isinstance(plain, list) or len(plain) > self._count:
            raise MalformedAction(f"expected a list of at most {self._count}, got {plain!r:.40}")
        return sum([1 << number for number in _ascending([self._codec.unpack(element) for element in plain])])

    def write(self, value: int) -> str:
        """See `Codec.write`."""
        return ",".join([self._codec.write(number) for number in self._numbers(value)]) or "-"

    def read(self, word: str) -> int:
        """See `Codec.read`."""
        numbers = [] if word == "-" else [self._codec.read(element) for element in word.split(",")]
        return sum([1 << number for number in _ascending(numbers)])

    def _numbers(self, value: int) -> list[int]:
        return [number for number in range(self._count) if value >> number & 1]


class SetOf(Codec[frozenset[Any]]):
    """A set of values, written in ascending order."""

    def __init__(self, codec: Codec[Any], most: int = 120) -> None:
        self._row: Many[Any] = Many(codec, most)

    def pack(self, value: frozenset[Any]) -> object:
        """See `Codec.pack`."""
        return self._row.pack(tuple(sorted(value)))

    def unpack(self, plain: object) -> frozenset[Any]:
        """See `Codec.unpack`."""
        return frozenset(_ascending(self._row.unpack(plain)))

    def write(self, value: frozenset[Any]) -> str:
        """See `Codec.write`."""
        return self._row.write(tuple(sorted(value)))

    def read(self, word: str) -> frozenset[Any]:
        """See `Codec.read`."""
        return frozenset(_ascending(self._row.read(word)))


def _ascending(values: Sequence[Value]) -> Sequence[Value]:
    """`values`, which tell a set. Raises MalformedAction unless they are in their one order."""
    if list(values) != sorted(set(values)):  # type: ignore[type-var]
        raise MalformedAction("a set is told in ascending order, each value once")
    return values


class Form:
    """The name of a record and a codec for each of its fields, in order."""

    def __init__(self, name: str, **codecs: Codec[Any]) -> None:
        self.name = name
        self.codecs: Mapping[str, Codec[Any]] = codecs


NUMBER: Final = Whole("a number")
PIECE: Final[Codec[Piece]] = Whole("a piece")
PIECES: Final[Codec[tuple[Piece, ...]]] = Many(PIECE, 120)
FLAG: Final = Flag()


class Formed(Protocol):
    """A record that carries its form."""

    @property
    def form(self) -> Form:
        """How the record is written."""


Record = TypeVar("Record", bound=Formed)


class Forms(Generic[Record]):
    """The records of a family, found by their names: reads what `pack` and `write` made."""

    def __init__(self, records: Iterable[type[Record]], what: str) -> None:
        self._records: dict[str, type[Record]] = {record.form.name: record for record in records}  # type: ignore[attr-defined]
        self._what = what

    def unpack(self, plain: object) -> Record:
        """The record that plain data describes. Raises MalformedAction for anything that `pack` did not make."""
        if not isinstance(plain, list) or not plain or type(plain[0]) is not str:
            raise MalformedAction(f"{self._what} is a list that starts with its name, got {plain!r:.60}")
        record = self._records.get(plain[0])
        if record is None:
            raise MalformedAction(f"there is no {self._what} called {plain[0]!r:.40}")
        codecs = _form(record).codecs.values()
        if len(plain) != len(codecs) + 1:
            raise MalformedAction(f"{plain[0]} takes {len(codecs)} values, got {len(plain) - 1}")
        return record(*[codec.unpack(value) for codec, value in zip(codecs, plain[1:], strict=True)])

    def read(self, line: str) -> Record:
        """The record that a line of text describes. Raises ValueError or MalformedAction."""
        name, *words = line.split(" ")
        record = self._records.get(name)
        if record is None:
            raise ValueError(f"there is no {self._what} called {name[:40]!r}")
        return read_fields(record, words)


def _form(record: type[Any]) -> Form:
    form: Form = record.form
    return form


def pack(record: Formed) -> list[Any]:
    """`record` as plain data: its name, then its fields in order."""
    form = record.form
    return [form.name, *[codec.pack(getattr(record, name)) for name, codec in form.codecs.items()]]


def write(record: Formed) -> str:
    """`record` as a line of text: its name, then each field with its name."""
    return write_as(record.form, record)


def write_as(form: Form, record: object) -> str:
    """`record`, which need not carry its form, as a line of text."""
    fields = [f"{name}={codec.write(getattr(record, name))}" for name, codec in form.codecs.items()]
    return " ".join([form.name, *fields])


def read_fields(record: type[Record], words: Sequence[str]) -> Record:
    """The record whose fields are `words`, each with its name. Raises ValueError or MalformedAction."""
    codecs = _form(record).codecs
    if len(words) != len(codecs):
        raise ValueError(f"{_form(record).name} has {len(codecs)} fields, got {len(words)}")
    values = []
    for word, (name, codec) in zip(words, codecs.items(), strict=True):
        label, _, value = word.partition("=")
        if label != name:
            raise ValueError(f"the field {name} comes here, got {label[:40]!r}")
        values.append(codec.read(value))
    return record(*values)


def seat_codec(names: tuple[str, str]) -> Codec[Seat]:
    """The codec of the two seats of a game."""
    return Named("a seat", names)
