"""Names in plain words: sides, daimyo, cards, blocks, places, weeks. Nothing here looks at a state's hidden parts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.board import CAPITAL, CASTLE, NAMES, RESOURCE, Place
from engine.sekigahara.components import CARD_FACES, LOCATIONS, WEEKS, block_kind, card_kind
from engine.sekigahara.pieces import RECRUITS_AT
from engine.sekigahara.state import NOBODY, State

SIDES: Final = ("Tokugawa", "Ishida")
LETTERS: Final = ("T", "I")
BRACKETS: Final = ("[]", "()")
"""Blocks of Tokugawa stand in square brackets and those of Ishida in round ones, so that no colour is needed."""

DAIMYO: Final[dict[str, str]] = {
    "tokugawa": "Tokugawa",
    "fukushima": "Fukushima",
    "maeda": "Maeda",
    "date": "Date",
    "ii": "Ii",
    "ishida": "Ishida",
    "kobayakawa": "Kobayakawa",
    "mori": "Mōri",
    "uesugi": "Uesugi",
    "ukita": "Ukita",
}
ARMS: Final = {"gun": "gun", "cavalry": "cavalry"}
TURNS: Final = "AB"
DISK_NAMES: Final = {"hideyori": "Toyotomi Hideyori", "sanada": "Sanada Masayuki"}


def side_of(seat: int) -> str:
    """`Tokugawa` or `Ishida`; `nobody` for NOBODY."""
    return "nobody" if seat == NOBODY else SIDES[seat]


def side_tag(seat: Seat, inside: str) -> str:
    """What belongs to a side, in the brackets of that side: `[T5]`, `(I3)`."""
    left, right = BRACKETS[seat]
    return f"{left}{LETTERS[seat]}{inside}{right}"


def daimyo_code(daimyo: str) -> str:
    """The two letters that stand for a daimyo where there is little room: `Fu`."""
    return DAIMYO[daimyo].replace("ō", "o")[:2]


def is_card(face: Face) -> bool:
    """Whether `face` is a card's."""
    return face < CARD_FACES


def card_words(face: Face) -> str:
    """A card: `Date swords, bid 4`."""
    kind = card_kind(face)
    if kind.daimyo is None:
        return f"Loyalty Challenge, bid {kind.bid}"
    what = {"single": "card", "swords": "swords", "double": "double"}[kind.kind]
    return f"{DAIMYO[kind.daimyo]} {what}, bid {kind.bid}"


def card_name(face: Face) -> str:
    """A card without its bid: `Date swords`."""
    return card_words(face).partition(",")[0]


def block_words(face: Face) -> str:
    """A block: `Maeda 2`, `Maeda 1 gun`, `Maeda leader`."""
    kind = block_kind(face)
    if kind.leader:
        return f"{DAIMYO[kind.daimyo]} leader"
    return f"{DAIMYO[kind.daimyo]} {kind.mon}" + (f" {ARMS[kind.arm]}" if kind.arm else "")


def block_code(face: Face) -> str:
    """A block in three or four columns: daimyo, mon, then `g`un, `c`avalry or `L`eader: `Ma2`, `Ma1g`."""
    kind = block_kind(face)
    return f"{daimyo_code(kind.daimyo)}{kind.mon}" + ("L" if kind.leader else (kind.arm or "")[:1])


def block_explained(face: Face) -> str:
    """A block at length, for someone who does not know the codes yet: `Maeda 1 gun (1 mon, gun)`."""
    kind = block_kind(face)
    notes = [f"{kind.mon} mon"]
    if kind.arm:
        notes.append(ARMS[kind.arm])
    if kind.leader:
        notes.append("leader")
    if kind.any_card:
        notes.append("any card deploys it")
    return f"{DAIMYO[kind.daimyo]} ({', '.join(notes)})"


def face_words(face: Face) -> str:
    """A card's or a block's face in words."""
    return card_name(face) if is_card(face) else block_words(face)


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + " and " + items[-1]


def counted(items: Iterable[str]) -> str:
    """Items with equal ones counted, in the order of first appearance: `2 × Date 2, Maeda 1 gun`."""
    counts = Counter(items)
    return ", ".join(item if count == 1 else f"{count} × {item}" for item, count in counts.items())


def plural(count: int, what: str) -> str:
    """`1 card`, `3 cards`, `no cards`."""
    return f"{count or 'no'} {what}{'' if count == 1 else 's'}"


def pieces_words(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> str:
    """Pieces by their faces where `faces` has them: `2 × Date 2`, `3 unknown`."""
    known: list[str] = []
    unknown = 0
    for piece in pieces:
        face = faces.get(piece)
        if face is None:
            unknown += 1
        else:
            known.append(face_words(face))
    words = [counted(sorted(known))] if known else []
    if unknown:
        words.append(f"{unknown} unknown" if known else f"{unknown} hidden")
    return ", ".join(words)


def place_name(place: int) -> str:
    """A location's name."""
    return "nowhere" if place == NOBODY else NAMES[place]


def way_words(origin: Place, stops: Sequence[Place]) -> str:
    """A march: `Osaka → Kyoto → Sawayama`."""
    return " → ".join(NAMES[place] for place in (origin, *stops))


def place_notes(state: State, place: Place) -> list[str]:
    """What there is to know about a location but for who stands there."""
    notes = []
    if CASTLE[place] is not None:
        natural = CASTLE[place]
        holder = state.holder[place]
        assert natural is not None
        notes.append(f"{SIDES[natural]} castle, held by {side_of(holder)}")
    if CAPITAL[place] is not None:
        notes.append(f"capital of {SIDES[CAPITAL[place]]}")  # type: ignore[index]
    if RESOURCE[place]:
        notes.append(f"resource, {side_of(state.owner[place])}'s" if state.owner[place] >= 0 else "resource, unclaimed")
    if RECRUITS_AT[place]:
        notes.append("recruits " + listed([DAIMYO[daimyo] for daimyo in RECRUITS_AT[place]]))
    disk = LOCATIONS[place].disk
    if disk is not None:
        standing = place in state.disks
        notes.append(f"{DISK_NAMES[disk]}'s disk" if standing else f"{DISK_NAMES[disk]}'s disk is lost")
    return notes


def time_words(state: State) -> str:
    """`Week 3, turn B`, or what comes before and after the turns."""
    if state.week == 0:
        return "Setup"
    week = f"Week {state.week} of {WEEKS}"
    return week if state.active == NOBODY else f"{week}, turn {TURNS[state.turn]}"
