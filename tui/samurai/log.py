"""The log of a game of Samurai: every event, and what came of it, in plain words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.hidden import SEATS, Acted, BothActed, Draw, Drawn, Event, Face, Mix, Mixed, Seat, View
from engine.samurai import Answer, Samurai
from engine.samurai.board import HAND, SETTLEMENTS
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.chapters.chapter_5_capture import Capture, influence, leader
from engine.samurai.components import TILES
from engine.samurai.state import State
from tui.boards import Spot
from tui.grammar import counted, listed
from tui.language import _
from tui.lines import Line
from tui.log import GameLog, Happening
from tui.samurai.words.chapter_2_setup import draw_words, mix_words
from tui.samurai.words.chapter_5_capture import capture_log, captures_words
from tui.samurai.words.chapter_7_scoring import victory_lines
from tui.samurai.words.names import SIDES, sided, tile_words
from tui.samurai.words.samurai import answer_words


class SamuraiLog(GameLog[State, Answer]):
    """`trail` is where a tile was laid, or what an exchange exchanged. The set-up and each turn are told in a line."""

    FOLDS_TURNS = True

    def __init__(self, game: Samurai, beginning: State) -> None:
        super().__init__(game, beginning)
        self._turns = 0
        self._begins = False
        self._played: list[Counter[Face]] = [Counter(), Counter()]
        self._hand: Counter[Face] | None = None

    def tell(self, before: State, event: Event, after: State) -> Iterable[Line]:
        """See `GameLog.tell`."""
        due = before.agenda[-1]
        # A log may begin in the midst of a turn.
        self._begins = isinstance(due, TurnDue) and not (due.played and self._turns)
        self._turns += self._begins
        if isinstance(event, Acted):
            played = [face for piece, face in event.shown.items() if piece in before.pools[event.seat][HAND]]
            self._played[event.seat].update(played)
            self.trail = _trail(event.action)
        return event_lines(before, event, after)

    def belongs(self, before: Happening[State] | None, happening: Happening[State]) -> bool:
        """See `GameLog.belongs`. Everything is a part of the set-up or of a turn."""
        return True

    def parts(self, before: Happening[State], happening: Happening[State]) -> bool:
        """See `GameLog.parts`."""
        return self._begins

    def summary(self, happenings: Sequence[Happening[State]]) -> Line:
        """See `GameLog.summary`."""
        return turn_summary(self._turns, happenings) if self._turns else [(_("Setup"), "heading")]

    def says_less(self, happening: Happening[State], seat: Seat) -> Sequence[Line]:
        """See `GameLog.says_less`: how many tiles one has drawn, who knows which they are."""
        draw = self._game.waiting(happening.before)
        return [sided(text) for text in draw_words(draw)] if isinstance(draw, Draw) and draw.owner == seat else ()

    def learned(self, view: View[State]) -> list[Line]:
        """The tiles drawn, which the opponent does not see."""
        tiles = view.state.pools[view.seat][HAND]
        if any(tile not in view.faces for tile in tiles):
            return []
        hand = Counter([view.faces[tile] for tile in tiles])
        played, self._played[view.seat] = self._played[view.seat], Counter()
        new = hand - (self._hand - played) if self._hand is not None else Counter[Face]()
        self._hand = hand
        if not new:
            return []
        return [
            [
                (
                    _("You draw: {pieces}.").format(
                        pieces=counted([tile_words(TILES[face]) for face in sorted(new.elements())])
                    ),
                    "own",
                )
            ]
        ]


def _trail(action: Answer) -> tuple[Spot, ...]:
    match action:
        case PlaceTile():
            return (action.at,)
        case ExchangeTile():
            return (action.lifted, action.at)
        case ExchangeFigures():
            return (action.first, action.second)
        case _:
            return ()


def event_lines(before: State, event: Event, after: State) -> list[Line]:
    """What `event` did, in lines that both players may read: they are made of public facts alone."""
    texts = _headline(before, event)
    texts += [capture_log(after, capture) for capture in captures_by(before, event, after)]
    return [*[sided(text) for text in texts], *victory_lines(before, after)]


def turn_summary(number: int, happenings: Sequence[Happening[State]]) -> Line:
    """A turn in a line: whose it is, what was played, and who took what by it."""
    first = happenings[0]
    assert isinstance(first.event, Acted), "a turn begins with what its player does"
    played = [
        answer_words(each.before, each.event.seat, each.event.action, {**each.before.shown, **each.event.shown})
        for each in happenings
        if isinstance(each.event, Acted) and not isinstance(each.event.action, EndTurn)
    ]
    told: list[tuple[str, str]] = [(f"{_('Turn {number}').format(number=number)}: ", "heading")]
    told += sided(f"{SIDES[first.event.seat]} {listed(played)}.")
    captures = [capture for each in happenings for capture in captures_by(each.before, each.event, each.after)]
    for words in captures_words(captures):
        told += [(" ", "plain"), *sided(f"{words[:1].upper()}{words[1:]}.")]
    return told


def captures_by(before: State, event: Event, after: State) -> list[Capture]:
    """The figures that a tile has taken off the board."""
    if not (isinstance(event, Acted) and isinstance(event.action, PlaceTile | ExchangeTile)):
        return []
    return [
        Capture(place, figure, leader(influence(after, place, figure)))
        for place in SETTLEMENTS
        for figure in before.figures.get(place, ())
        if figure not in after.figures.get(place, ())
    ]


def _headline(before: State, event: Event) -> list[str]:
    match event:
        case Acted(seat, action, shown):
            return [f"{SIDES[seat]} {answer_words(before, seat, action, {**before.shown, **shown})}."]
        case BothActed(actions, shown):
            return [f"{SIDES[seat]} {answer_words(before, seat, actions[seat], shown)}." for seat in SEATS]
        case Drawn():
            draw = before.agenda[-1]
            assert isinstance(draw, Draw)
            return draw_words(draw)
        case Mixed():
            mix = before.agenda[-1]
            assert isinstance(mix, Mix)
            return mix_words(mix)
