"""The components of the game as values that rules depend on, read once from `components.toml`. No display names."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

from engine.hidden import Face, Seat

TOKUGAWA: Final = Seat(0)
ISHIDA: Final = Seat(1)
SIDES: Final = ("tokugawa", "ishida")
"""The keys of the two sides."""

_DATA: Final[dict[str, Any]] = tomllib.loads(
    files("engine.sekigahara").joinpath("components.toml").read_text(encoding="utf-8")
)


def side_named(name: str) -> Seat:
    """The seat of `tokugawa` or `ishida`. Raises ValueError for another key."""
    return Seat(SIDES.index(name))


@dataclass(frozen=True, slots=True)
class LocationFacts:
    """What the rules say of a location of the map (3.4, 4.1); None: no side, no disk."""

    key: str
    castle: Seat | None
    capital: Seat | None
    resource: bool
    recruit: tuple[str, ...]
    disk: str | None
    random_side: Seat | None
    random_blocks: int


@dataclass(frozen=True, slots=True)
class Road:
    """A road segment between two locations, given by their numbers, the lower first (7.3.1)."""

    ends: tuple[int, int]
    highway: bool


@dataclass(frozen=True, slots=True)
class CardKind:
    """A card's face (3.3). `kind` is single, swords, double or loyalty; a loyalty card has no daimyo."""

    side: Seat
    daimyo: str | None
    kind: str
    bid: int

    @property
    def key(self) -> str:
        """The face's name in canonical texts, for example `card-date-swords`."""
        return f"card-{self.daimyo or SIDES[self.side]}-{self.kind}"


@dataclass(frozen=True, slots=True)
class BlockKind:
    """A block's face (3.2). `arm` is gun, cavalry or None; `any_card` marks Ii and Ishida (8.2.2)."""

    side: Seat
    daimyo: str
    mon: int
    arm: str | None
    leader: bool
    any_card: bool

    @property
    def key(self) -> str:
        """The face's name in canonical texts, for example `block-date-1-gun`."""
        tail = "-leader" if self.leader else f"-{self.arm}" if self.arm else ""
        return f"block-{self.daimyo}-{self.mon}{tail}"


@dataclass(frozen=True, slots=True)
class Supply:
    """`count` pieces of one face; blocks with a setup symbol name their location or `mori_box` in `setup` (5.2.1)."""

    face: Face
    count: int
    setup: str | None


def _side(table: dict[str, Any], key: str) -> Seat | None:
    return side_named(table[key]) if key in table else None


def _location(key: str, table: dict[str, Any]) -> LocationFacts:
    random = table.get("random")
    return LocationFacts(
        key=key,
        castle=_side(table, "castle"),
        capital=_side(table, "capital"),
        resource=table.get("resource", False),
        recruit=tuple(table.get("recruit", ())),
        disk=table.get("disk"),
        random_side=side_named(random["side"]) if random else None,
        random_blocks=random["blocks"] if random else 0,
    )


MAP: Final[tuple[LocationFacts, ...]] = tuple(_location(key, table) for key, table in _DATA["locations"].items())
_NUMBER: Final = {location.key: number for number, location in enumerate(MAP)}


def _roads() -> tuple[Road, ...]:
    roads = []
    for kind in ("highway", "secondary"):
        for first, second in _DATA["roads"][kind]:
            low, high = sorted((_NUMBER[first], _NUMBER[second]))
            roads.append(Road((low, high), kind == "highway"))
    return tuple(roads)


ROADS: Final[tuple[Road, ...]] = _roads()

WEEKS: Final[int] = _DATA["weeks"]["count"]
REINFORCEMENT_BLOCKS: Final[tuple[int, ...]] = tuple(_DATA["weeks"]["reinforcement_blocks"])
REINFORCEMENT_CARDS: Final[int] = _DATA["weeks"]["reinforcement_cards"]
OPENING_HAND: Final[int] = _DATA["weeks"]["opening_hand"]
OPENING_RECRUITS: Final[int] = _DATA["weeks"]["opening_recruits"]


def _pieces() -> tuple[tuple[CardKind | BlockKind, ...], tuple[Supply, ...]]:
    """All faces, cards before blocks, equal faces once; and the supplies in the order of the data."""
    faces: dict[CardKind | BlockKind, Face] = {}
    supplies = []
    for table in _DATA["cards"]:
        card = CardKind(side_named(table["side"]), table.get("daimyo"), table["kind"], table["bid"])
        face = faces.setdefault(card, Face(len(faces)))
        supplies.append(Supply(face, table["count"], None))
    for table in _DATA["blocks"]:
        block = BlockKind(
            side_named(table["side"]),
            table["daimyo"],
            table["mon"],
            table.get("arm"),
            table.get("leader", False),
            table.get("any_card", False),
        )
        face = faces.setdefault(block, Face(len(faces)))
        supplies.append(Supply(face, table["count"], table.get("setup")))
    return tuple(faces), tuple(supplies)


_PIECES: Final = _pieces()
FACES: Final[tuple[CardKind | BlockKind, ...]] = _PIECES[0]
SUPPLIES: Final[tuple[Supply, ...]] = _PIECES[1]
CARD_FACES: Final = sum(isinstance(face, CardKind) for face in FACES)


def card_kind(face: Face) -> CardKind:
    """The card that `face` is. Raises TypeError for a block's face."""
    kind = FACES[face]
    if not isinstance(kind, CardKind):
        raise TypeError(f"face {face} is the block {kind.key}, not a card")
    return kind


def block_kind(face: Face) -> BlockKind:
    """The block that `face` is. Raises TypeError for a card's face."""
    kind = FACES[face]
    if not isinstance(kind, BlockKind):
        raise TypeError(f"face {face} is the card {kind.key}, not a block")
    return kind


def rule_values() -> str:
    """Every value above, a fact a line: what two programs must agree on, however either of them stores or draws it."""
    lines = [f"weeks {WEEKS} cards {REINFORCEMENT_CARDS} hand {OPENING_HAND} recruits {OPENING_RECRUITS}"]
    lines.append("blocks " + " ".join(map(str, REINFORCEMENT_BLOCKS)))
    for location in MAP:
        words = ["location", location.key]
        words += [f"castle={_side_key(location.castle)}", f"capital={_side_key(location.capital)}"]
        words += [f"resource={'yes' if location.resource else 'no'}", f"recruit={','.join(location.recruit) or '-'}"]
        words += [f"disk={location.disk or '-'}", f"random={_side_key(location.random_side)}:{location.random_blocks}"]
        lines.append(" ".join(words))
    for road in ROADS:
        kind = "highway" if road.highway else "secondary"
        lines.append(f"road {MAP[road.ends[0]].key} {MAP[road.ends[1]].key} {kind}")
    for face in FACES:
        tail = f"bid={face.bid}" if isinstance(face, CardKind) else f"any-card={'yes' if face.any_card else 'no'}"
        lines.append(f"face {face.key} {SIDES[face.side]} {tail}")
    lines += [f"supply {FACES[supply.face].key} {supply.count} {supply.setup or '-'}" for supply in SUPPLIES]
    return "\n".join(lines) + "\n"


def _side_key(side: Seat | None) -> str:
    return "-" if side is None else SIDES[side]
