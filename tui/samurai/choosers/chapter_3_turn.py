"""The turn: which tile to play, and where; or its end (chapter 3)."""

from __future__ import annotations

from collections import Counter

from engine.hidden import Piece
from engine.samurai.board import HAND, PLACES, STOCK
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.components import HAND_SIZE
from engine.samurai.forecasts import forecast
from tui.boards import Spot
from tui.grammar import sentence
from tui.language import _, plural
from tui.samurai.choosers.chapter_4_exchanges import exchange_items
from tui.samurai.choosers.lists import SamuraiPlayer, one_of_each, tile_of
from tui.samurai.words.chapter_3_turn import played_words
from tui.samurai.words.chapter_5_capture import by_effect, forecast_words
from tui.samurai.words.names import NAMES, full_tile_words, tile_words
from tui.steps import Menu, MenuItem, Step, Why


def choose_turn(player: SamuraiPlayer, question: TurnDue) -> Step:
    """A tile that may be played, the end of the turn, or a pass."""
    options = player.options(PlaceTile)
    tiles = one_of_each(player, {option.tile for option in options})
    held = Counter([player.faces[piece] for piece in player.state.pools[player.seat][HAND]])
    items = [_tile_item(player, tile, held[player.faces[tile]], options) for tile in tiles]
    items += exchange_items(player)
    drawn = min(HAND_SIZE - len(player.state.pools[player.seat][HAND]), len(player.state.pools[player.seat][STOCK]))
    end = _("End the turn and draw {tiles}").format(tiles=plural(drawn, "{count} tile", "{count} tiles", _("no tiles")))
    items += [_last_item(end, option) for option in player.options(EndTurn)]
    items += [_last_item(_("Pass: none of your tiles can be played"), option) for option in player.options(Pass)]
    title = _("Play another tile, or end the turn") if question.played else _("Play a tile")
    note = sentence(played_words(question))
    if not question.played:
        note = _("One tile without the character at most, any number with it (3.2, 3.3).")
    return Menu(title, items, note=note)


def _last_item(text: str, answer: EndTurn | Pass) -> MenuItem:
    return MenuItem(text, lambda: answer, key="e", brief=_("end"))


def _tile_item(player: SamuraiPlayer, tile: Piece, held: int, options: list[PlaceTile]) -> MenuItem:
    """A tile, and how many like it are held if there are more."""
    text = full_tile_words(tile_of(player, tile))
    if held > 1:
        text = _("{tile} (you hold {count})").format(tile=text, count=held)
    return MenuItem(text, lambda: _where(player, tile, options))


def _where(player: SamuraiPlayer, tile: Piece, options: list[PlaceTile]) -> Step:
    """Where the tile is laid, with what that would do; what captures comes first."""
    forecasts = [(option, forecast(player.view, option)) for option in options if option.tile == tile]

    def item(option: PlaceTile, words: str) -> MenuItem:
        return MenuItem(f"{NAMES[option.at]}: {words}", lambda: option, spot=option.at)

    def closed(spot: Spot) -> Why | None:
        return player.why_refused(PlaceTile(tile, PLACES[spot]))

    return Menu(
        _("Lay {tile} where?").format(tile=tile_words(tile_of(player, tile))),
        [
            item(option, forecast_words(found, player.state, player.seat))
            for option, found in by_effect(forecasts, player.state, player.seat)
        ],
        note=_("What it does: influence yours:theirs, and land then still open."),
        closed=closed,
    )
