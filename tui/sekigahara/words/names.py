"""What things are called: sides, daimyo, cards, blocks, pools. Nothing here looks at a state's hidden parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Final, TypeVar

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.board import POOL_KEYS, Location
from engine.sekigahara.components import SIDES as SIDE_KEYS
from engine.sekigahara.components import block_kind, card_kind
from engine.sekigahara.pieces import IS_CARD, IS_LEADER, MON_OF, PROTAGONIST
from tui import lines
from tui.grammar import counts
from tui.language import N_, Said, _, plural
from tui.lines import Line
from tui.sekigahara.words.locations import NAME_OF, NAMES

Block = TypeVar("Block")

SIDES: Final = ("Tokugawa", "Ishida")
PERSONS: Final = ("Ieyasu", "Mitsunari")
"""Who leads each side: his death ends the game (2.1)."""
LETTERS: Final = ("T", "I")
BRACKETS: Final = ("[]", "()")
"""Blocks of Tokugawa stand in square brackets and those of Ishida in round ones, so that no colour is needed."""

DAIMYO: Final = Said(
    {
        "tokugawa": "Tokugawa",
        "fukushima": "Fukushima",
        "maeda": "Maeda",
        "date": "Date",
        "ii": "Ii",
        "ishida": "Ishida",
        "kobayakawa": "Kobayakawa",
        "mori": N_("Mōri"),
        "uesugi": "Uesugi",
        "ukita": "Ukita",
    }
)
KANJI: Final[dict[str, str]] = {
    "tokugawa": "徳川",
    "fukushima": "福島",
    "maeda": "前田",
    "date": "伊達",
    "ii": "井伊",
    "ishida": "石田",
    "kobayakawa": "小早川",
    "mori": "毛利",
    "uesugi": "上杉",
    "ukita": "宇喜多",
}
"""The daimyo as they were written. Every first sign is another, so that it stands for the daimyo on a block."""
_PLACE_OF: Final = {daimyo: place for place, daimyo in enumerate(KANJI)}
DISKS: Final = {"hideyori": "Toyotomi Hideyori", "sanada": "Sanada Masayuki"}

_POOLS: Final[dict[str, str]] = {
    **NAME_OF,
    "deck": N_("the draw pile"),
    "hand": N_("the hand"),
    "discard": N_("the discard pile"),
    "played": N_("the cards played"),
    "bag": N_("the bag"),
    "recruitment": N_("the recruitment box"),
    "mori_box": N_("the Mōri box"),
    "dead": N_("the dead"),
}
POOLS: Final = Said(_POOLS)
"""What the pools are called, by key."""
assert set(POOLS) == set(POOL_KEYS)

WORD_OF: Final = Said({**_POOLS, **dict(zip(SIDE_KEYS, SIDES, strict=True))})
"""What is called how, by the engine's keys, as they stand in the facts of refusals."""


def side_of(seat: Seat | None) -> str:
    """`Tokugawa` or `Ishida`; `nobody` for None."""
    return _("nobody") if seat is None else SIDES[seat]


CONTROL_STYLES: Final = tuple([f"{side}-control" for side in SIDE_KEYS])
"""The styles of text that belongs to a side."""


def sided(text: str, style: str = "plain") -> Line:
    """A line in which the side whose name comes first has its colour."""
    return lines.sided(text, SIDES, CONTROL_STYLES, style)


def side_tag(seat: Seat, inside: str) -> str:
    """What belongs to a side, in the brackets of that side: `[T5]`, `(I3)`."""
    left, right = BRACKETS[seat]
    return f"{left}{LETTERS[seat]}{inside}{right}"


def stack_tag(seat: Seat, count: int) -> str:
    """So many blocks of a side, as on the map: `[T5]`, `(I4)`."""
    return side_tag(seat, str(count))


class _Writing:
    """How the daimyo are written by this process."""

    kanji = False


def write_daimyo(*, kanji: bool) -> None:
    """Write the daimyo in kanji from now on, or in Latin letters."""
    _Writing.kanji = kanji


def in_kanji() -> bool:
    """Whether the daimyo are written in kanji."""
    return _Writing.kanji


def daimyo_name(daimyo: str) -> str:
    """What a daimyo is called: `Mōri`, or 毛利."""
    return KANJI[daimyo] if _Writing.kanji else DAIMYO[daimyo]


def daimyo_code(daimyo: str) -> str:
    """What stands for a daimyo in two columns: `Fu`, or 福, which is twice as wide as a letter."""
    return KANJI[daimyo][0] if _Writing.kanji else DAIMYO[daimyo].replace("ō", "o")[:2]


def together(blocks: Iterable[Block], daimyo_of: Callable[[Block], str]) -> list[Block]:
    """The same blocks with all of a daimyo's one after another, in the order in which the daimyo come first."""
    listed = list(blocks)
    order = [daimyo_of(block) for block in listed]
    return sorted(listed, key=lambda block: order.index(daimyo_of(block)))


def named_once(codes: Sequence[str], daimyo: Sequence[str]) -> list[str]:
    """The codes of blocks of these daimyo: of several of one's, one after another, the first alone names him."""
    each = zip(codes, daimyo, ["", *daimyo][: len(codes)], strict=True)
    return [code.removeprefix(daimyo_code(name)) if name == before else code for code, name, before in each]


def card_words(face: Face) -> str:
    """A card: `Date swords, bid 4`."""
    return _("{card}, bid {bid}").format(card=card_name(face), bid=card_kind(face).bid)


def card_name(face: Face) -> str:
    """A card without its bid: `Date swords`."""
    kind = card_kind(face)
    if kind.daimyo is None:
        return _("Loyalty Challenge")
    cards = {"single": _("{daimyo} card"), "swords": _("{daimyo} swords"), "double": _("{daimyo} double")}
    return cards[kind.kind].format(daimyo=daimyo_name(kind.daimyo))


def card_code(face: Face) -> str:
    """A card in two or three columns: daimyo, then `s`words or `d`ouble: `Da`, `Das`; `LC` for a Loyalty Challenge."""
    kind = card_kind(face)
    return "LC" if kind.daimyo is None else daimyo_code(kind.daimyo) + ("" if kind.kind == "single" else kind.kind[0])


def block_words(face: Face) -> str:
    """A block: `Maeda 2`, `Maeda 1 gun`, `Maeda leader`, `Ieyasu (Tokugawa leader)`."""
    kind = block_kind(face)
    if face in PROTAGONIST:
        words = _("{person} ({daimyo} leader)")
        return words.format(person=PERSONS[PROTAGONIST.index(face)], daimyo=daimyo_name(kind.daimyo))
    if kind.leader:
        return _("{daimyo} leader").format(daimyo=daimyo_name(kind.daimyo))
    if kind.arm is None:
        return f"{daimyo_name(kind.daimyo)} {kind.mon}"
    arms = {"gun": _("{daimyo} {mon} gun"), "cavalry": _("{daimyo} {mon} cavalry")}
    return arms[kind.arm].format(daimyo=daimyo_name(kind.daimyo), mon=kind.mon)


LEADER: Final = "L"
PROTAGONIST_SIGN: Final = "!"
"""What a leader's code ends in, and that of the one whose death ends the game (2.1)."""
DEFECTED_SIGN: Final = "<>"
"""Before what a block adds to the impact of the side that it has changed to (8.6.2)."""


def block_code(face: Face) -> str:
    """A block in three or four columns: daimyo, mon, then `g`un, `c`avalry or `L`eader: `Ma2`, `Ma1g`.

    The leader whose death ends the game has a `!` instead: `To1!`.
    """
    kind = block_kind(face)
    sign = PROTAGONIST_SIGN if face in PROTAGONIST else LEADER if kind.leader else (kind.arm or "")[:1]
    return f"{daimyo_code(kind.daimyo)}{kind.mon}{sign}"


def rank(face: Face) -> tuple[bool, int, int, Face]:
    """Where a piece stands wherever several are shown.

    Of blocks leaders first, then by daimyo, the strongest first; of cards Loyalty Challenges last.
    """
    if IS_CARD[face]:
        return card_kind(face).daimyo is None, 0, 0, face
    return not IS_LEADER[face], _PLACE_OF[block_kind(face).daimyo], -MON_OF[face], face


def face_words(face: Face) -> str:
    """A card's or a block's face in words."""
    return card_name(face) if IS_CARD[face] else block_words(face)


def face_codes(faces: Iterable[Face]) -> str:
    """Blocks as on the map, in the order in which several are shown: `Mo2 Mo1g`."""
    return " ".join([block_code(face) for face in sorted(faces, key=rank)])


def blocks_named(blocks: Collection[Piece], faces: Mapping[Piece, Face], *, part: bool) -> str:
    """`2 blocks (Mo2 Mo1g)`: how many; of a `part` of a stack it is said which ones, if `faces` shows them all."""
    words = plural(len(blocks), "{count} block", "{count} blocks", _("no blocks"))
    if part and all(block in faces for block in blocks):
        return f"{words} ({face_codes([faces[block] for block in blocks])})"
    return words


def pieces_words(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> str:
    """Pieces by their faces where `faces` has them: `2 × Date 2`, `3 unknown`."""
    return ", ".join([count + words for count, words in _kinds(pieces, faces)])


def pieces_apart(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> Line:
    """As `pieces_words`, with what is told of each kind of piece a part of its own: it can be clicked."""
    return in_parts(_kinds(pieces, faces))


def in_parts(kinds: Iterable[tuple[str, str]]) -> Line:
    """How many there are of each kind, as `2 × `, if more than one, and what it is called: each a part of its own."""
    parts: list[tuple[str, str]] = []
    for count, words in kinds:
        parts += [(", ", "plain")] if parts else []
        parts += [(count, "plain")] if count else []
        parts.append((words, "plain"))
    return parts


def _kinds(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> list[tuple[str, str]]:
    """How many of each kind there are, if more than one, and what the kind is called; last the unknown ones."""
    known: list[Face] = []
    unknown = 0
    for piece in pieces:
        face = faces.get(piece)
        if face is None:
            unknown += 1
        else:
            known.append(face)
    kinds = counts([face_words(face) for face in sorted(known, key=rank)])
    if unknown:
        words = (
            plural(unknown, "{count} unknown", "{count} unknown")
            if known
            else plural(unknown, "{count} hidden", "{count} hidden")
        )
        kinds.append(("", words))
    return kinds


def card_or_none(card: Piece | None, faces: Mapping[Piece, Face]) -> str:
    """A card by its face, `no card` for None."""
    return _("no card") if card is None else pieces_words((card,), faces)


def which(pieces: Sequence[Piece], faces: Mapping[Piece, Face]) -> str:
    """Pieces in brackets after their number, if all their faces are known: ` (Date swords)`; else nothing."""
    known = pieces and all(piece in faces for piece in pieces)
    return f" ({pieces_words(pieces, faces)})" if known else ""


def way_words(origin: Location, stops: Sequence[Location]) -> str:
    """A march: `Osaka → Kyoto → Sawayama`."""
    return " → ".join([NAMES[location] for location in (origin, *stops)])
