"""What things are called: sides, figures, tiles, places. Nothing here looks at a state's hidden parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from engine.hidden import Face, Piece, Seat
from engine.samurai.board import PLACE_KEYS, PLACES, TERRAIN
from engine.samurai.components import FIGURE_NAMES, FIGURES, TILES, Figure, Terrain, Tile, TileKind, is_tile
from engine.samurai.state import Counts
from tui import lines
from tui.grammar import counted, listed
from tui.language import N_, SaidInOrder, _, plural
from tui.lines import Line

SIDES: Final = SaidInOrder([N_("Red"), N_("Blue")])
BRACKETS: Final = ("[]", "()")
"""Red's tiles stand in square brackets and blue's in round ones, so that no colour is needed."""

_FIGURES: Final = {"helmet": N_("high helmet"), "buddha": N_("Buddha"), "rice": N_("rice field")}
FIGURE_WORDS: Final = SaidInOrder([_FIGURES[name] for name in FIGURE_NAMES])
FIGURE_LETTERS: Final[tuple[str, ...]] = tuple([name[0].upper() for name in FIGURE_NAMES])

_TILES: Final[dict[TileKind, tuple[str, str]]] = {
    TileKind.HELMET: (N_("helmet"), "H"),
    TileKind.BUDDHA: (N_("Buddha"), "B"),
    TileKind.RICE: (N_("rice"), "R"),
    TileKind.SAMURAI: (N_("samurai"), "S"),
    TileKind.TILE_EXCHANGE: (N_("tile exchange"), "X"),
    TileKind.SHIP: (N_("ship"), "V"),
    TileKind.RONIN: (N_("ronin"), "N"),
    TileKind.FIGURE_EXCHANGE: (N_("figure exchange"), "F"),
}


class _PlaceNames(Mapping[int, str]):
    def __getitem__(self, place: int) -> str:
        key = PLACE_KEYS[place]
        match TERRAIN[place]:
            case Terrain.CAPITAL:
                return "Edo"
            case Terrain.CITY:
                return _("city {place}").format(place=key)
            case Terrain.VILLAGE:
                return _("village {place}").format(place=key)
            case _:
                return key

    def __iter__(self) -> Iterator[int]:
        return iter(PLACES)

    def __len__(self) -> int:
        return len(PLACES)


NAMES: Final = _PlaceNames()
"""What places are called, by number: `Edo`, `city l16`, `village f18`, and hexes of land and sea by their keys."""

_PLACE_WITH: Final = dict(zip(PLACE_KEYS, PLACES, strict=False))


def word_of(key: str) -> str:
    """What is called how, by the engine's keys, as they stand in the facts of refusals."""
    if key in _PLACE_WITH:
        return NAMES[_PLACE_WITH[key]]
    return _(_FIGURES.get(key, key))


def side_of(seat: Seat | None) -> str:
    """`Red` or `Blue`; `nobody` for None."""
    return _("nobody") if seat is None else SIDES[seat]


SIDE_STYLES: Final = ("red-side", "blue-side")
"""The styles of text that belongs to a side."""


def sided(text: str, style: str = "plain") -> Line:
    """A line in which the side whose name comes first has its colour."""
    return lines.sided(text, SIDES, SIDE_STYLES, style)


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
    return _(_TILES[tile.kind][0])


def tile_words(tile: Tile) -> str:
    """A tile: `samurai 3`, `tile exchange`."""
    return f"{kind_words(tile)} {tile.value}" if tile.affects else kind_words(tile)


def full_tile_words(tile: Tile) -> str:
    """A tile as it stands in lists: its code, its name, and whether it bears the character."""
    words = _("{tile}, with the character").format(tile=tile_words(tile)) if tile.character else tile_words(tile)
    return f"{tile_code(tile):<3}{words}"


def tiles_words(pieces: Iterable[Piece], faces: Mapping[Piece, Face]) -> str:
    """Tiles by their faces where `faces` has them: `2 × samurai 1, ship 2`; the others are counted as hidden."""
    pieces = list(pieces)
    known = sorted([faces[piece] for piece in pieces if piece in faces])
    hidden = len(pieces) - len(known)
    words = [counted([tile_words(TILES[face]) for face in known if is_tile(face)])] if known else []
    return ", ".join(words + ([plural(hidden, "{count} hidden", "{count} hidden")] if hidden else []))


def tile_or_hidden(piece: Piece, faces: Mapping[Piece, Face]) -> str:
    """A tile by its face, `a tile` if it is not known."""
    return tile_words(TILES[faces[piece]]) if piece in faces else _("a tile")


def counts_words(counts: Counts) -> str:
    """Figures of each kind: `2 high helmets, 1 Buddha and no rice fields`."""
    helmets, buddhas, rice_fields = counts
    return listed(
        [
            plural(helmets, "{count} high helmet", "{count} high helmets", _("no high helmets")),
            plural(buddhas, "{count} Buddha", "{count} Buddhas", _("no Buddhas")),
            plural(rice_fields, "{count} rice field", "{count} rice fields", _("no rice fields")),
        ]
    )


def counts_code(counts: Counts) -> str:
    """Figures of each kind where there is little room: `H2 B1 R0`."""
    return " ".join([f"{FIGURE_LETTERS[kind]}{count}" for kind, count in _each(counts)])


def _each(counts: Counts) -> list[tuple[Figure, int]]:
    return list(zip(FIGURES, counts, strict=True))
