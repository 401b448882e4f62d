"""Lists of the own cards and blocks, in the order in which they are shown everywhere (chapter 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.hidden import Piece, View
from engine.sekigahara import Answer, Sekigahara
from engine.sekigahara.board import HAND, LOCATIONS
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import block_kind
from engine.sekigahara.pieces import KIND_OF, matches
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.boards import Spot
from tui.games import GameWords, Player
from tui.language import _, plural
from tui.sekigahara.words.names import block_code, block_words, card_words, named_once, rank, together
from tui.steps import Menu, MenuItem

_NAMED_EACH: Final = 5
"""Of so many blocks each is told with its daimyo."""


class SekigaharaPlayer(Player[State, Answer]):
    """Who is asked, and what he remembers of blocks that he has seen; None: nothing."""

    def __init__(
        self,
        game: Sekigahara,
        words: GameWords[State, Answer],
        view: View[State],
        recollection: Recollection | None = None,
    ) -> None:
        super().__init__(game, words, view)
        self.recollection = recollection


def by_face(player: SekigaharaPlayer, pieces: Iterable[Piece]) -> list[Piece]:
    """Pieces in the order of their faces."""
    return sorted(pieces, key=lambda piece: (rank(player.faces[piece]), piece))


def card_items(player: SekigaharaPlayer) -> list[tuple[Piece, str]]:
    """The own hand, each card with its words."""
    return [(card, card_words(player.faces[card])) for card in _hand_by_face(player)]


def card_uses(player: SekigaharaPlayer) -> list[str]:
    """What each card of the own hand could do later if it is not discarded."""
    return [later_words(player, card) for card in _hand_by_face(player)]


def _hand_by_face(player: SekigaharaPlayer) -> list[Piece]:
    return by_face(player, player.state.pools[player.seat][HAND])


def later_words(player: SekigaharaPlayer, card: Piece) -> str:
    """What an own card could do in a battle: how many of the own blocks on the map it could deploy (8.2.2, 8.6)."""
    if _challenges(player, card):
        return _("challenges loyalty")
    return plural(_fitted(player, card), "fits {count} block", "fits {count} blocks", _("fits no block"))


def _challenges(player: SekigaharaPlayer, card: Piece) -> bool:
    return KIND_OF[player.faces[card]] == "loyalty"


def _fitted(player: SekigaharaPlayer, card: Piece) -> int:
    """How many of the own blocks on the map a card fits."""
    face, pools = player.faces[card], player.state.pools[player.seat]
    return len([block for place in LOCATIONS for block in pools[place] if matches(face, player.faces[block])])


def block_items(player: SekigaharaPlayer, blocks: Iterable[Piece], note: str = "") -> list[tuple[Piece, str]]:
    """Own blocks, each with its words and the note."""
    return [(block, block_words(player.faces[block]) + note) for block in by_face(player, blocks)]


def block_codes(player: SekigaharaPlayer, blocks: Iterable[Piece]) -> list[str]:
    """The same, each in the few columns that it has on the map."""
    return [block_code(player.faces[block]) for block in by_face(player, blocks)]


def codes_in_line(player: SekigaharaPlayer, blocks: Iterable[Piece]) -> list[str]:
    """The same for a line; of many the first of each daimyo's alone names him, as on the map, so that all have room."""
    sorted_blocks = by_face(player, blocks)
    if len(sorted_blocks) <= _NAMED_EACH:
        return block_codes(player, sorted_blocks)
    faces = together([player.faces[block] for block in sorted_blocks], lambda face: block_kind(face).daimyo)
    return named_once([block_code(face) for face in faces], [block_kind(face).daimyo for face in faces])


def codes_of(player: SekigaharaPlayer, items: Iterable[tuple[Piece, str]]) -> list[str]:
    """The codes of own blocks that have words already."""
    return [block_code(player.faces[block]) for block, _words in items]


def kinds_in_hand(player: SekigaharaPlayer) -> list[Piece]:
    """A card of every face in the own hand."""
    return by_face(player, one_of_each(player.state.pools[player.seat][HAND], player.faces))


def with_count(player: SekigaharaPlayer, card: Piece) -> str:
    """A card with its words, and how many such are in the own hand, if there are others."""
    return f"{card_words(player.faces[card])} {count_words(player, card)}".rstrip()


def count_words(player: SekigaharaPlayer, card: Piece) -> str:
    """How many cards like this are in the own hand; empty if it is the only one."""
    count = _count_in_hand(player, card)
    return _("(you have {count})").format(count=count) if count > 1 else ""


def count_in_brief(player: SekigaharaPlayer, card: Piece) -> str:
    """The same where there is little room: `×2`."""
    count = _count_in_hand(player, card)
    return f"×{count}" if count > 1 else ""


def _count_in_hand(player: SekigaharaPlayer, card: Piece) -> int:
    return [player.faces[other] for other in player.state.pools[player.seat][HAND]].count(player.faces[card])


def are_alike(player: SekigaharaPlayer, blocks: Iterable[Piece]) -> bool:
    """Whether there is nothing to pick between blocks; there must be some."""
    return len({player.faces[block] for block in blocks}) == 1


def discard_menu(
    player: SekigaharaPlayer,
    title: str,
    make: Callable[[Piece], Answer],
    *,
    note: str = "",
    rule: str = "",
    path: Sequence[Spot] = (),
) -> Menu:
    """Which card of the hand to discard for something, such as a march by a `path`.

    That is pointed at which could deploy the fewest blocks.
    """

    def item(card: Piece) -> MenuItem:
        text = _("Discard {card}").format(card=with_count(player, card))
        return MenuItem(text, lambda: make(card), aside=later_words(player, card), path=tuple(path))

    cards = kinds_in_hand(player)
    uses = [(_challenges(player, card), _fitted(player, card)) for card in cards]
    first = uses.index(min(uses)) if uses else None
    return Menu(title, [item(card) for card in cards], note=note, rule=rule, first=first)
