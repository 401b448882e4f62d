"""What things are called: sides, figures, tiles, places. Nothing here looks at a state's hidden parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat
from engine.samurai.board import PLACE_KEYS, PLACES, TERRAIN, Place
from engine.samurai.components import FIGURE_NAMES, FIGURES, SEAT_NAMES, TILES, Figure, Terrain, Tile, TileKind, is_tile
from engine.samurai.state import Counts
from tui.grammar import counted, listed

SIDES: Final = tuple([name.capitalize() for name in SEAT_NAMES])
BRACKETS: Final = ("[]", "()")
"""Red's tiles stand in square brackets and blue's in round ones, so that no colour is needed."""

_FIGURES: Final = {"helmet": "high helmet", "buddha": "Buddha", "rice": "rice field"}
FIGURE_WORDS: Final[tuple[str, ...]] = tuple([_FIGURES[name] for name in FIGURE_NAMES])
FIGURE_LETTERS: Final[tuple[str, ...]] = tuple([name[0].upper() for name in FIGURE_NAMES])

_TILES: Final[dict[TileKind, tuple[str, str]]] = {
    TileKind.HELMET: ("helmet", "H"),
    TileKind.BUDDHA: ("Buddha", "B"),
    TileKind.RICE: ("rice", "R"),
    TileKind.SAMURAI: ("samurai", "S"),
    TileKind.TILE_EXCHANGE: ("tile exchange", "X"),
    TileKind.SHIP: ("ship", "V"),
    TileKind.RONIN: ("ronin", "N"),
    TileKind.FIGURE_EXCHANGE: ("figure exchange", "F"),
}

_TERRAIN: Final = {Terrain.CITY: "city ", Terrain.VILLAGE: "village ", Terrain.LAND: "", Terrain.SEA: ""}


def _place_name(place: Place) -> str:
    return "Edo" if TERRAIN[place] is Terrain.CAPITAL else _TERRAIN[TERRAIN[place]] + PLACE_KEYS[place]


NAMES: Final[tuple[str, ...]] = tuple([_place_name(place) for place in PLACES])
"""What places are called, by number: `Edo`, `city l16`, `village f18`, and hexes of land and sea by their keys."""

WORD_OF: Final[dict[str, str]] = {**_FIGURES, **dict(zip(PLACE_KEYS, NAMES, strict=True))}
"""What is called how, by the engine's keys, as they stand in the facts of refusals."""


def side_of(seat: Seat | None) -> str:
    """`Red` or `Blue`; `nobody` for None."""
    return "nobody" if seat is None else SIDES[seat]


def side_tag(seat: Seat, inside: str = "") -> str:
    """What belongs to a side, in the brackets of that side: `[S3]`, `(S3)`; the side's name if it is nothing else."""
    left, right = BRACKETS[seat]
    return f"{left}{inside or SIDES[seat]}{right}"


def tile_code(tile: Tile) -> str:
    """A tile in one or two columns: letter and value: `S3`, `X`."""
    letter = _TILES[tile.kind][1]
    return f"{letter}{tile.value}" if tile.affects else letter


def kind_words(tile: Tile) -> str:
    """What is pictured on a tile: `samurai`."""
    return _TILES[tile.kind][0]


def tile_words(tile: Tile) -> str:
    """A tile: `samurai 3`, `tile exchange`."""
    return f"{kind_words(tile)} {tile.value}" if tile.affects else kind_words(tile)


def full_tile_words(tile: Tile) -> str:
    """A tile as it stands in lists: its code, its name, and whether it bears the character."""
    return f"{tile_code(tile):<3}{tile_words(tile)}" + (", with the character" if tile.character else "")


def tiles_words(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> str:
    """Tiles by their faces where `faces` has them: `2 × samurai 1, ship 2`; the others are counted as hidden."""
    pieces = list(pieces)
    known = sorted([faces[piece] for piece in pieces if piece in faces])
    hidden = len(pieces) - len(known)
    words = [counted([tile_words(TILES[face]) for face in known if is_tile(face)])] if known else []
    return ", ".join(words + ([f"{hidden} hidden"] if hidden else []))


def tile_or_hidden(piece: Piece, faces: Mapping[Piece, Face]) -> str:
    """A tile by its face, `a tile` if it is not known."""
    return tile_words(TILES[faces[piece]]) if piece in faces else "a tile"


def counts_words(counts: Counts) -> str:
    """Figures of each kind: `2 high helmets, 1 Buddha and no rice fields`."""
    return listed([f"{count or 'no'} {FIGURE_WORDS[kind]}{'' if count == 1 else 's'}" for kind, count in _each(counts)])


def counts_code(counts: Counts) -> str:
    """Figures of each kind where there is little room: `H2 B1 R0`."""
    return " ".join([f"{FIGURE_LETTERS[kind]}{count}" for kind, count in _each(counts)])


def _each(counts: Counts) -> list[tuple[Figure, int]]:
    return list(zip(FIGURES, counts, strict=True))
