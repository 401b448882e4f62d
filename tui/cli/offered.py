"""The games on offer, as the command line names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from secrets import randbits
from typing import TYPE_CHECKING, Any

from engine.games import GameKind
from engine.hidden import SEATS, Bot, Game
from protocol.errors import LocalError
from tui.cli.catalogue import OFFERED, offered_kind
from tui.cli.errors import WrongCommand
from tui.games import GameWords, words_of
from tui.grammar import listed
from tui.language import _

if TYPE_CHECKING:
    from p2p.new_games import Wish


def game_named(name: str, settings: Iterable[tuple[str, str]]) -> Game[Any, Any]:
    """The game of a name, with these choices made of its options. Raises LookupError if there is none."""
    try:
        return offered_kind(name).make(dict(settings))
    except ValueError as error:
        raise LookupError(str(error)) from error


@dataclass(frozen=True, slots=True)
class Choice:
    """A game that was chosen, with its settings."""

    kind: GameKind
    settings: Mapping[str, str]

    def make(self) -> Game[Any, Any]:
        """The game."""
        return self.kind.make(self.settings)


def chosen_game(name: str | None, options: Sequence[str]) -> Choice:
    """The game of `--game` with the choices of `--option`. Raises WrongCommand."""
    settings: dict[str, str] = {}
    for option in options:
        key, equals, choice = option.partition("=")
        if not equals:
            raise WrongCommand(_("{option!r} is not OPTION=CHOICE.").format(option=option))
        settings[key] = choice
    try:
        kind = OFFERED[0] if name is None else offered_kind(name)
    except ValueError as error:
        raise WrongCommand(str(error)) from error
    game = kind.name.capitalize()
    for key, choice in settings.items():
        if key not in kind.options:
            raise WrongCommand(_("{game} has no setting called {name!r}.").format(game=game, name=key[:40]))
        if choice not in kind.options[key]:
            raise WrongCommand(
                _("{game} has no setting {name}={choice}.").format(game=game, name=key, choice=choice[:40])
            )
    return Choice(kind, settings)


def wish_for(kind: GameKind, side: str) -> Wish:
    """The seat that `--side` asks for. Raises WrongCommand if the game has no such side."""
    if side == "random":
        return "random"
    if side not in kind.seats:
        raise WrongCommand(
            _("The sides of {game} are {sides}, not {side}.").format(
                game=kind.name, sides=listed(kind.seats), side=side
            )
        )
    return "first" if side == kind.seats[0] else "second"


def check_bot(kind: GameKind, bot: str | None) -> None:
    """Raise WrongCommand if the game has no such bot."""
    if bot is not None and bot not in kind.bots:
        raise WrongCommand(
            _("The bots of {game} are {bots}, not {bot}.").format(game=kind.name, bots=listed(kind.bots), bot=bot)
        )


def make_bot(game: Game[Any, Any], name: str) -> Bot[Any, Any]:
    """A bot with chance of its own. Raises LocalError if the game, which the host names, has no such bot."""
    try:
        return offered_kind(game.name).bot(game, name, Random(randbits(128)))
    except ValueError as error:
        raise LocalError(
            _("{game} has no bot called {name!r}.").format(game=game.name.capitalize(), name=name[:40])
        ) from error


@lru_cache
def _words_of(name: str) -> GameWords[Any, Any]:
    return words_of(offered_kind(name).make({}))


def side_words(game: str, seat: int) -> str:
    """What a seat of the game called `game` is called, for people; `-` if it is not settled."""
    try:
        return "-" if seat < 0 else _words_of(game).side(SEATS[seat])
    except ValueError:
        return _("seat {seat}").format(seat=seat + 1)


def side_name(game: str, seat: int) -> str:
    """The word for a seat of the game called `game`, for commands and programs; `-` if it is not settled."""
    if seat < 0:
        return "-"
    try:
        return offered_kind(game).seats[seat]
    except ValueError:
        return _("seat {seat}").format(seat=seat + 1)
