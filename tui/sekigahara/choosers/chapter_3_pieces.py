"""Lists of the own cards and blocks, in the order in which they are shown everywhere (chapter 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.hidden import Piece, View
from engine.sekigahara import Answer, Sekigahara
from engine.sekigahara.board import HAND
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.games import GameWords, Player
from tui.language import _
from tui.sekigahara.words.names import block_code, block_words, card_words, rank
from tui.steps import Menu, MenuItem


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
    hand = by_face(player, player.state.pools[player.seat][HAND])
    return [(card, card_words(player.faces[card])) for card in hand]


def block_items(player: SekigaharaPlayer, blocks: Iterable[Piece], note: str = "") -> list[tuple[Piece, str]]:
    """Own blocks, each with its words and the note."""
    return [(block, block_words(player.faces[block]) + note) for block in by_face(player, blocks)]


def block_codes(player: SekigaharaPlayer, blocks: Iterable[Piece]) -> list[str]:
    """The same, each in the few columns that it has on the map."""
    return [block_code(player.faces[block]) for block in by_face(player, blocks)]


def kinds_in_hand(player: SekigaharaPlayer) -> list[Piece]:
    """A card of every face in the own hand."""
    return by_face(player, one_of_each(player.state.pools[player.seat][HAND], player.faces))


def with_count(player: SekigaharaPlayer, card: Piece) -> str:
    """A card with its words, and how many such are in the own hand, if there are others."""
    words = card_words(player.faces[card])
    count = [player.faces[other] for other in player.state.pools[player.seat][HAND]].count(player.faces[card])
    return _("{card} (1 of {count})").format(card=words, count=count) if count > 1 else words


def discard_menu(
    player: SekigaharaPlayer, title: str, make: Callable[[Piece], Answer], *, note: str = "", rule: str = ""
) -> Menu:
    """Which card of the hand to discard for something."""

    def item(card: Piece) -> MenuItem:
        return MenuItem(_("Discard {card}").format(card=with_count(player, card)), lambda: make(card))

    return Menu(title, [item(card) for card in kinds_in_hand(player)], note=note, rule=rule)
