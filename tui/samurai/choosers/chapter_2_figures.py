"""The figures of the set-up (2.4, 2.5, S3)."""

from __future__ import annotations

from engine.samurai.board import CITIES, DRAWN, PLACES
from engine.samurai.chapters.chapter_2_figures import PlaceFigure, TurnUpFigures
from engine.samurai.components import Figure
from tui.boards import Spot
from tui.grammar import listed
from tui.language import _, plural
from tui.samurai.choosers.lists import SamuraiPlayer
from tui.samurai.words.names import FIGURE_WORDS, NAMES
from tui.steps import Menu, MenuItem, Step, Why


def choose_figure(player: SamuraiPlayer) -> Step:
    """Which kind, then where."""
    options = player.options(PlaceFigure)
    kinds = sorted({option.figure for option in options})
    city = any(option.at in CITIES for option in options)

    def item(figure: Figure) -> MenuItem:
        left = player.state.supply[figure]
        return MenuItem(
            _("A {figure} ({left} left)").format(figure=FIGURE_WORDS[figure], left=left),
            lambda: _where(player, figure, options),
        )

    return Menu(
        _("Place a figure in a city") if city else _("Place a figure in a village"),
        [item(figure) for figure in kinds],
        note=_("First the cities get two different figures each, then each village one (2.4, 2.5)."),
    )


def _where(player: SamuraiPlayer, figure: Figure, options: list[PlaceFigure]) -> Step:
    def item(option: PlaceFigure) -> MenuItem:
        there = player.state.figures.get(option.at, ())
        text = _("At {place}").format(place=NAMES[option.at])
        if there:
            figures = listed([_("the {figure}").format(figure=FIGURE_WORDS[each]) for each in there])
            text = _("At {place} beside {figures}").format(place=NAMES[option.at], figures=figures)
        return MenuItem(text, lambda: option, spot=option.at)

    def closed(spot: Spot) -> Why | None:
        return player.why_refused(PlaceFigure(figure, PLACES[spot]))

    items = [item(option) for option in options if option.figure == figure]
    return Menu(_("Place the {figure} where?").format(figure=FIGURE_WORDS[figure]), items, closed=closed)


def turn_up(player: SamuraiPlayer) -> Step:
    """Nothing to choose."""
    count = len(player.state.pools[player.seat][DRAWN])
    text = plural(count, "Turn up the {count} figure", "Turn up the {count} figures", _("Turn up the no figures"))
    [only] = player.options(TurnUpFigures)
    note = _("They were drawn by chance and fill the cities, then the villages, in a set order.")
    return Menu(_("The figures are drawn"), [MenuItem(text, lambda: only)], note=note)
