"""The strong bot: the steady one's best few answers, tried out in worlds that agree with all that it may know.

In each world both players go on as the steady bot would for a while; then the figures are weighed. Trials are counted
and not timed, so that the same chance gives the same game. It sees its view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp
from random import Random
from typing import Final, TypeAlias

from engine.hidden import SEATS, Face, Over, Piece, Seat, View, other
from engine.open_table import OpenTable, SeededChance
from engine.samurai.board import BAG, DRAWN
from engine.samurai.bots.steady import SteadyBot, ranked, standing_of
from engine.samurai.chapters.chapter_2_setup import FIGURE_SEAT, Setup, Tiles, start
from engine.samurai.chapters.chapter_3_turn import TurnDue
from engine.samurai.components import FIGURES, TILE_SUPPLY, figure_face
from engine.samurai.rules import Answer, Samurai
from engine.samurai.state import State

World: TypeAlias = tuple[Mapping[Piece, Face], int]
"""A face for every piece, and the seed of all chance to come."""

TRIED: Final = 6
"""Answers that are tried: those that the steady bot weighs highest."""

WORLDS: Final = 6
"""In how many worlds each is."""

AHEAD: Final = 6
"""Decisions of both players that a trial runs after the answer."""

CLOSE: Final = 0.004
"""Answers whose chances are no further apart than this are as good as each other: one of them is drawn by lot."""

_FIGURE: Final = 0.7
"""What a figure more adds to the logarithm of the odds."""


_SUPPLY: Final = start(Setup.RANDOM, Tiles.CHOSEN).supply
_HIDDEN_FIGURES: Final = tuple([figure_face(figure) for figure in FIGURES for _ in range(_SUPPLY[figure])])
"""The figures that a random set-up hides (S3)."""


class StrongBot:
    """Tries answers in its turn, and leaves the set-up to the steady bot."""

    def __init__(self, game: Samurai, random: Random, worlds: int = WORLDS) -> None:
        """`random` deals the worlds; see `WORLDS`."""
        self._game = game
        self._random = random
        self._worlds = worlds
        self._steady = SteadyBot(game)

    def choose(self, view: View[State]) -> Answer:
        """See `engine.hidden.Bot.choose`."""
        if not isinstance(view.state.agenda[-1], TurnDue):
            return self._steady.choose(view)
        tried = weighed(self._game, view, answers(self._game, view), deal(view, self._random, self._worlds))
        most = max(tried.values())
        return self._random.choice([answer for answer, chance in tried.items() if chance >= most - CLOSE])


def answers(game: Samurai, view: View[State]) -> list[Answer]:
    """The answers in a turn that are worth a trial, the steady bot's own among them."""
    found = ranked(view, game.options(view))[:TRIED]
    usual = SteadyBot(game).choose(view)
    return list(dict.fromkeys([usual, *found]))


def deal(view: View[State], random: Random, count: int) -> list[World]:
    """So many worlds that the view's seat cannot tell from the true one."""
    return fill(view.state, view.faces, random, count)


def fill(state: State, known: Mapping[Piece, Face], random: Random, count: int) -> list[World]:
    """So many worlds with these faces, as far as they are of pieces that lie anywhere; the others dealt by chance."""
    return [(_dealt(state, known, random), random.getrandbits(32)) for _ in range(count)]


def _dealt(state: State, known: Mapping[Piece, Face], random: Random) -> dict[Piece, Face]:
    faces = dict(state.shown)
    for seat in SEATS:
        lying = [piece for number, pool in enumerate(state.pools[seat]) if number not in (BAG, DRAWN) for piece in pool]
        _deal(lying, list(TILE_SUPPLY), known, random, faces)
    hidden = [piece for pool in (BAG, DRAWN) for piece in state.pools[FIGURE_SEAT][pool]]
    _deal(hidden, list(_HIDDEN_FIGURES), known, random, faces)
    return faces


def _deal(
    pieces: Iterable[Piece],
    supply: list[Face],
    known: Mapping[Piece, Face],
    random: Random,
    faces: dict[Piece, Face],
) -> None:
    """Give `pieces` their faces: those known, and for the others what is left of `supply`."""
    secret = []
    for piece in pieces:
        face = faces[piece] if piece in faces else known.get(piece)
        if face is None:
            secret.append(piece)
        else:
            faces[piece] = face
            supply.remove(face)
    random.shuffle(supply)
    faces.update(zip(secret, supply, strict=False))


def weighed(game: Samurai, view: View[State], plans: Iterable[Answer], worlds: Sequence[World]) -> dict[Answer, float]:
    """The mean chance to win by each answer, by trials in all `worlds`."""
    bot = SteadyBot(game)
    return {
        answer: sum([trial(game, view.state, view.seat, answer, known, bot) for known in worlds]) / len(worlds)
        for answer in plans
    }


def trial(game: Samurai, state: State, seat: Seat, answer: Answer, known: World, bot: SteadyBot) -> float:
    """The chance that `seat` wins after `answer` and some decisions of both players by `bot`."""
    faces, seed = known
    table: OpenTable[State, Answer] = OpenTable(game, SeededChance(seed), state.copy(), faces)
    table.act(seat, answer)
    for _ in range(AHEAD):
        if isinstance(table.waiting, Over):
            break
        player = next(number for number in SEATS if table.asked(number) is not None)
        table.act(player, bot.choose(table.view(player)))
    return chance(table.state, seat)


def chance(state: State, seat: Seat) -> float:
    """The chance that `seat` wins, as the figures stand."""
    if state.over is not None:
        return 0.5 if state.over.winner is None else float(state.over.winner == seat)
    lead = standing_of(state, seat) - standing_of(state, other(seat))
    return 1 / (1 + exp(-_FIGURE * lead))
