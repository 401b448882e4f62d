"""What the client must know of the toy game: as little as a game can do with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from engine.hidden import Acted, BothActed, Event, IllegalAction, Seat, View
from tests.toy_game import BOX, HAND, Bid, Boast, Dump, Move, Pass, Play, Position, ToyGame
from tui.boards import Board, Box, Cell, Layout, Spot
from tui.games import GameInterface, GameWords, Page, Player
from tui.glyphs import Glyphs
from tui.lines import Line
from tui.log import GameLog
from tui.steps import Menu, MenuItem, Step

SEAT_NAMES = ("One", "Two")
LAYOUT = Layout("only", (Box(1, 0, 12, 1), Box(1, 2, 12, 1)), 16, 3)


def make_words(game: ToyGame) -> GameWords[Position, Move]:
    return ToyWords()


def make_interface(game: ToyGame, glyphs: Glyphs) -> GameInterface[Position, Move]:
    return ToyInterface(game)


class ToyWords(GameWords[Position, Move]):
    title = "Toy"

    def side(self, seat: Seat) -> str:
        return SEAT_NAMES[seat]

    def stage(self, state: Position) -> str:
        return f"round {state.round}"

    def task(self, question: Any) -> str:
        return "bid" if question.form.name == "bid?" else "take a turn"

    def action(self, view: View[Position], action: Move) -> str:
        return move_words(action)

    def refusal(self, problem: IllegalAction) -> str:
        return str(problem)

    def reason(self, reason: Any) -> str:
        return f"{max(reason.scores)} points to {min(reason.scores)}"


def move_words(move: Move) -> str:
    match move:
        case Bid(None):
            return "bids nothing"
        case Bid():
            return "bids a card"
        case Play():
            return "plays a card"
        case Boast():
            return "boasts"
        case Dump():
            return "dumps a card"
        case Pass():
            return "passes"


class ToyLog(GameLog[Position, Move]):
    def tell(self, before: Position, event: Event, after: Position) -> Iterable[Line]:
        if isinstance(event, Acted):
            yield [(f"{SEAT_NAMES[event.seat]} {move_words(event.action)}.", "plain")]
        elif isinstance(event, BothActed):
            for name, action in zip(SEAT_NAMES, event.actions, strict=True):
                yield [(f"{name} {move_words(action)}.", "plain")]


class ToyBoard(Board[Position]):
    """Two spots: the boxes of the two seats."""

    name: ClassVar[str] = "table"
    key: ClassVar[str] = "b"
    spot_title: ClassVar[str] = "Box"
    ground: ClassVar[frozenset[str]] = frozenset({"plain"})

    @property
    def zooms(self) -> int:
        return 1

    def layout(self, columns: int, rows: int, zoom: int = 0) -> Layout:
        return LAYOUT

    def contents(self, view: View[Position]) -> tuple[int, ...]:
        return tuple(len(view.state.pools[seat][BOX]) for seat in (0, 1))

    def paint(self, layout: Layout, contents: tuple[int, ...]) -> list[list[Cell]]:
        rows: list[list[Cell]] = [[(" ", "plain")] * layout.columns for _ in range(layout.rows)]
        for box, count, name in zip(layout.boxes, contents, SEAT_NAMES, strict=True):
            for place, sign in enumerate(f"{name} box {count}"):
                rows[box.y][box.x + place] = (sign, "bold")
        return rows

    def way(self, layout: Layout, stops: Sequence[Spot]) -> frozenset[tuple[int, int]]:
        return frozenset()

    def first_spot(self, view: View[Position]) -> Spot:
        return view.seat

    def spots_named(self, beginning: str) -> Sequence[Spot]:
        return [spot for spot, name in enumerate(SEAT_NAMES) if name.lower().startswith(beginning.lower())]

    def spot_name(self, spot: Spot) -> str:
        return f"{SEAT_NAMES[spot]}'s box"

    def spot_lines(self, view: View[Position], spot: Spot, sent: View[Position] | None = None) -> list[Line]:
        return [[(f"{SEAT_NAMES[spot]}'s box holds {len(view.state.pools[spot][BOX])}", "plain")]]


class ToyInterface(GameInterface[Position, Move]):
    def __init__(self, game: ToyGame) -> None:
        self._game = game
        self.words = ToyWords()
        self.board = ToyBoard()
        self.pages = (Page("cards", "Cards", "k", cards),)

    def status(self, state: Position) -> Sequence[Line]:
        return [[(f"Round {state.round + 1} of {state.rounds}", "bold")]]

    def scores(self, view: View[Position], names: tuple[str, str]) -> Sequence[Line]:
        return [[(f"{names[0]} {view.state.scores[0]}, {names[1]} {view.state.scores[1]}", "plain")]]

    def ask(self, view: View[Position], question: Any) -> Step:
        player: Player[Position, Move] = Player(self._game, self.words, view)

        def item(move: Move) -> MenuItem:
            spot = view.seat if isinstance(move, Dump) else None
            return MenuItem(f"{type(move).__name__} {list(named(view, move))}", lambda: move, spot=spot)

        return Menu(f"It is for you to {self.words.task(question)}", [item(move) for move in player.game.options(view)])

    def log(self, beginning: Position) -> ToyLog:
        return ToyLog(self._game, beginning)


def named(view: View[Position], move: Move) -> Iterable[int]:
    """The faces of the cards that a move names."""
    pieces = move.cards if isinstance(move, Boast) else (move.card,) if isinstance(move, Bid | Play | Dump) else ()
    return [view.faces[piece] for piece in pieces if piece is not None]


def cards(view: View[Position]) -> list[Line]:
    return [[(f"Value {view.faces[card]}", "plain")] for card in view.state.pools[view.seat][HAND]]
