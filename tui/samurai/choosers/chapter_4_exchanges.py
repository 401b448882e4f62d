"""The two exchanges: of an own tile on the board, and of two figures (chapter 4)."""

from __future__ import annotations

from engine.samurai.board import PLACES, Place
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import Figure
from engine.samurai.forecasts import forecast
from tui.boards import Spot
from tui.grammar import listed
from tui.language import _
from tui.samurai.choosers.lists import SamuraiPlayer, tile_of
from tui.samurai.words.chapter_5_capture import by_effect, forecast_words, influenced_by
from tui.samurai.words.names import FIGURE_WORDS, NAMES, full_tile_words, tile_words
from tui.steps import Menu, MenuItem, Step, Why


def exchange_items(player: SamuraiPlayer) -> list[MenuItem]:
    """The items that lead to the exchanges that may be played."""
    items: list[MenuItem] = []
    tiles = player.options(ExchangeTile)
    if tiles:
        items.append(MenuItem(full_tile_words(tile_of(player, tiles[0].tile)), lambda: _lifted(player, tiles)))
    figures = player.options(ExchangeFigures)
    if figures:
        items.append(MenuItem(full_tile_words(tile_of(player, figures[0].tile)), lambda: _first(player, figures)))
    return items


def _lifted(player: SamuraiPlayer, options: list[ExchangeTile]) -> Step:
    exchange = options[0].tile

    def item(place: Place, influenced: list[str]) -> MenuItem:
        tile = tile_words(player.state.tile_at(player.seat, place))
        text = _("{place}: {tile}, without influence where it lies").format(place=NAMES[place], tile=tile)
        if influenced:
            text = _("{place}: {tile}, influences {figures}").format(
                place=NAMES[place], tile=tile, figures=listed(influenced)
            )
        there = [option for option in options if option.lifted == place]
        return MenuItem(text, lambda: _where(player, there), spot=place)

    def closed(spot: Spot) -> Why | None:
        # Where the tile would go is asked afterwards; any hex that is open will do here.
        return player.why_refused(ExchangeTile(exchange, PLACES[spot], options[0].at))

    # Those that are of no use where they lie come first.
    places = [
        (place, influenced_by(player.state, player.seat, place)) for place in {option.lifted for option in options}
    ]
    places.sort(key=lambda each: (len(each[1]), each[0]))
    note = _("The exchange takes its place, without influence, and your tile is laid elsewhere at once (4.1).")
    return Menu(_("Take up which of your tiles?"), [item(*each) for each in places], note=note, closed=closed)


def _where(player: SamuraiPlayer, options: list[ExchangeTile]) -> Step:
    exchange, lifted = options[0].tile, options[0].lifted
    forecasts = [(option, forecast(player.view, option)) for option in options]

    def item(option: ExchangeTile, words: str) -> MenuItem:
        return MenuItem(f"{NAMES[option.at]}: {words}", lambda: option, spot=option.at, path=(lifted, option.at))

    def closed(spot: Spot) -> Why | None:
        return player.why_refused(ExchangeTile(exchange, lifted, PLACES[spot]))

    return Menu(
        _("Lay {tile} from {place} where?").format(
            tile=tile_words(player.state.tile_at(player.seat, lifted)), place=NAMES[lifted]
        ),
        [
            item(option, forecast_words(found, player.state, player.seat))
            for option, found in by_effect(forecasts, player.state, player.seat)
        ],
        note=_("What it does: influence yours:theirs, and land then still open."),
        closed=closed,
    )


def _sides(option: ExchangeFigures) -> tuple[tuple[Place, Figure], tuple[Place, Figure]]:
    return (option.first, option.figure), (option.second, option.other)


def _first(player: SamuraiPlayer, options: list[ExchangeFigures]) -> Step:
    def item(end: tuple[Place, Figure]) -> MenuItem:
        place, figure = end
        text = f"{NAMES[place]}: {FIGURE_WORDS[figure]}"
        return MenuItem(text, lambda: _second(player, end, options), spot=place)

    ends = sorted({end for option in options for end in _sides(option)})
    note = _("It changes places with a figure of another settlement; the tile is then out of the game (4.2).")
    return Menu(_("Exchange which figure?"), [item(end) for end in ends], note=note)


def _second(player: SamuraiPlayer, end: tuple[Place, Figure], options: list[ExchangeFigures]) -> Step:
    """What it is exchanged for; last the figures of its own kind, which change nothing."""
    there = [
        (option, *next(side for side in _sides(option) if side != end)) for option in options if end in _sides(option)
    ]
    forecasts = [
        ((option, place), forecast(player.view, option)) for option, place, figure in there if figure != end[1]
    ]
    alike = [(option, place) for option, place, figure in there if figure == end[1]]

    def item(option: ExchangeFigures, place: Place, words: str) -> MenuItem:
        figure = next(figure for at, figure in _sides(option) if at == place)
        return MenuItem(
            f"{NAMES[place]}: {FIGURE_WORDS[figure]}; {words}", lambda: option, spot=place, path=(end[0], place)
        )

    return Menu(
        _("Exchange the {figure} of {place} with which figure?").format(
            figure=FIGURE_WORDS[end[1]], place=NAMES[end[0]]
        ),
        [
            item(*there, _("then {forecast}").format(forecast=forecast_words(found, player.state, player.seat)))
            for there, found in by_effect(forecasts, player.state, player.seat)
        ]
        + [item(*there, _("the same kind, so nothing changes")) for there in alike],
        note=_("No two of a kind may come to stand on one settlement (4.2)."),
    )
