"""Which words belong to which question and which answer: a chapter's words are in its own module."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, assert_never

from engine.hidden import Event, Face, IllegalAction, Piece, Pool, Seat, View
from engine.samurai import Answer
from engine.samurai.board import POOL_KEYS
from engine.samurai.chapters.chapter_2_figures import FigureDue, PlaceFigure, TurnUpDue, TurnUpFigures
from engine.samurai.chapters.chapter_2_opening import ChooseTiles, OpeningTilesDue
from engine.samurai.chapters.chapter_3_passing import Pass
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.chapters.chapter_3_turn import EndTurn, TurnDue
from engine.samurai.chapters.chapter_4_figure_exchange import ExchangeFigures
from engine.samurai.chapters.chapter_4_tile_exchange import ExchangeTile
from engine.samurai.components import FIGURES, TILES, is_tile
from engine.samurai.rules import Question
from engine.samurai.state import State
from tui.games import GameWords
from tui.language import N_, Said, _, plural
from tui.samurai.words import advice, chapter_2_setup, chapter_3_turn, chapter_4_exchanges, chapter_7_scoring
from tui.samurai.words.counts import AVERAGES, counts
from tui.samurai.words.names import NAMES, SIDES, tile_words
from tui.samurai.words.refusals import refusal_words

_POOLS: Final = Said(
    {
        "hand": N_("the hand"),
        "stock": N_("the stock"),
        "box": N_("the box"),
        "bag": N_("the bag"),
        "drawn": N_("the drawn"),
    }
)

_OPTIONS: Final = Said(
    {
        "setup": N_("How are the figures set up?"),
        "setup=turns": N_("By turns, as in the rulebook"),
        "setup=random": N_("By chance"),
        "tiles": N_("How does each player come by the first tiles?"),
        "tiles=chosen": N_("By choice, as in the rulebook"),
        "tiles=drawn": N_("They are drawn"),
    }
)


class SamuraiWords(GameWords[State, Answer]):
    """See `GameWords`, which documents the methods."""

    title = "Samurai"

    def side(self, seat: Seat) -> str:
        """`Red` or `Blue`."""
        return SIDES[seat]

    def option(self, name: str, choice: str = "") -> str:
        """See `GameWords.option`."""
        return _OPTIONS[f"{name}={choice}" if choice else name]

    def stage(self, state: State) -> str:
        """`17 figures left`."""
        if any(state.supply):
            return _("set-up")
        left = sum([state.on_board(figure) for figure in FIGURES])
        return plural(left, "{count} figure left", "{count} figures left", _("no figures left"))

    def task(self, question: Any) -> str:
        """See `GameWords.task`."""
        return _(question_words(question))

    def action(self, view: View[State], action: Answer) -> str:
        """See `GameWords.action`."""
        return answer_words(view.state, view.seat, action, view.faces)

    def refusal(self, problem: IllegalAction) -> str:
        """See `GameWords.refusal`."""
        return refusal_words(problem)

    def reason(self, reason: Any) -> str:
        """See `GameWords.reason`."""
        return chapter_7_scoring.reason_words(reason)

    def reasons(self, reasons: Sequence[Any]) -> list[str]:
        """See `GameWords.reasons`."""
        return [advice.reason_words(reason) for reason in reasons]

    def rule(self, question: Any) -> str:
        """See `GameWords.rule`."""
        return question_rule(question)

    clash = N_("capture")

    averages = AVERAGES

    def counts(self, before: State, event: Event, after: State) -> Iterable[tuple[Seat, str, int]]:
        """See `GameWords.counts`."""
        return counts(before, event, after)

    def face(self, face: Face) -> str:
        """See `GameWords.face`."""
        return tile_words(TILES[face]) if is_tile(face) else _("figure")

    def pool(self, pool: Pool) -> str:
        """See `GameWords.pool`."""
        return NAMES[pool] if pool < len(NAMES) else _POOLS[POOL_KEYS[pool]]

    def turn(self, state: State) -> Hashable | None:
        """Whose turn it is (3.1)."""
        return next((task.seat for task in reversed(state.agenda) if isinstance(task, TurnDue)), None)

    def battle(self, state: State) -> Hashable | None:
        """What has been captured and set aside so far (5.1): it changes with each capture."""
        taken = (*state.captured, state.aside)
        return taken if any(map(any, taken)) else None


def question_words(question: Question) -> str:
    """What a question asks for, after "to"."""
    match question:
        case OpeningTilesDue():
            return chapter_2_setup.OPENING_TILES_DUE
        case FigureDue():
            return chapter_2_setup.FIGURE_DUE
        case TurnUpDue():
            return chapter_2_setup.TURN_UP_DUE
        case TurnDue():
            return chapter_3_turn.turn_due_words(question)
        case _:
            assert_never(question)


def question_rule(question: Question) -> str:
    """Where the rules tell of a question."""
    match question:
        case OpeningTilesDue():
            return "2.1"
        case FigureDue():
            return "2.4"
        case TurnUpDue():
            return "2.5"
        case TurnDue():
            return "3.1"
        case _:
            assert_never(question)


def answer_words(state: State, seat: Seat, answer: Answer, faces: Mapping[Piece, Face]) -> str:
    """`answer` of `seat` in words that begin with a verb; what `faces` does not show is called hidden."""
    match answer:
        case ChooseTiles():
            return chapter_2_setup.choose_tiles_words(answer, faces)
        case PlaceFigure():
            return chapter_2_setup.place_figure_words(answer)
        case TurnUpFigures():
            return _(chapter_2_setup.TURN_UP)
        case PlaceTile():
            return chapter_3_turn.place_tile_words(answer, faces)
        case ExchangeTile():
            return chapter_4_exchanges.exchange_tile_words(state, seat, answer)
        case ExchangeFigures():
            return chapter_4_exchanges.exchange_figures_words(answer)
        case EndTurn():
            return _(chapter_3_turn.END_TURN)
        case Pass():
            return _(chapter_3_turn.PASS)
        case _:
            assert_never(answer)
