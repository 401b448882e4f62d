"""The figures of the set-up (2.4, 2.5, S3)."""

from __future__ import annotations

from engine.samurai.board import CITIES, DRAWN, PLACES
from engine.samurai.chapters.chapter_2_figures import PlaceFigure, TurnUpFigures
from engine.samurai.components import Figure
from tui.boards import Spot
from tui.dialogue import Menu, MenuItem, Step
from tui.english import plural
from tui.samurai.choosers.lists import SamuraiPlayer
from tui.samurai.words.names import FIGURE_WORDS, NAMES


def choose_figure(player: SamuraiPlayer) -> Step:
    """Which kind, then where."""
    options = player.options(PlaceFigure)
    kinds = sorted({option.figure for option in options})
    where = "a city" if any(option.at in CITIES for option in options) else "a village"

    def item(figure: Figure) -> MenuItem:
        left = player.state.supply[figure]
        return MenuItem(f"A {FIGURE_WORDS[figure]} ({left} left)", lambda: _where(player, figure, options))

    return Menu(
        f"Place a figure in {where}",
        [item(figure) for figure in kinds],
        note="First the cities get two different figures each, then each village one (2.4, 2.5).",
    )


def _where(player: SamuraiPlayer, figure: Figure, options: list[PlaceFigure]) -> Step:
    def item(option: PlaceFigure) -> MenuItem:
        there = player.state.figures.get(option.at, ())
        beside = " beside the " + " and the ".join([FIGURE_WORDS[each] for each in there]) if there else ""
        return MenuItem(f"At {NAMES[option.at]}{beside}", lambda: option, spot=option.at)

    def closed(spot: Spot) -> str | None:
        return player.refused(PlaceFigure(figure, PLACES[spot]))

    items = [item(option) for option in options if option.figure == figure]
    return Menu(f"Place the {FIGURE_WORDS[figure]} where?", items, closed=closed)


def turn_up(player: SamuraiPlayer) -> Step:
    """Nothing to choose."""
    count = plural(len(player.state.pools[player.seat][DRAWN]), "figure")
    [only] = player.options(TurnUpFigures)
    note = "They were drawn by chance and fill the cities, then the villages, in a set order."
    return Menu("The figures are drawn", [MenuItem(f"Turn up the {count}", lambda: only)], note=note)
