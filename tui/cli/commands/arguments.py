"""Arguments that several commands have, and the types of what is typed."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tui.language import _

if TYPE_CHECKING:
    from protocol.clock import Clock

CHALLENGE_WINDOW: Final = 15.0
"""Seconds that a person's answer to "challenge or not" takes, whatever it is (R24)."""


class Choices:
    """The choices of an argument, asked of the engine only when they are needed."""

    def __init__(self, ask: Callable[[], Sequence[str]]) -> None:
        self._ask = ask

    def __iter__(self) -> Iterator[str]:
        return iter(self._ask())

    def __contains__(self, word: object) -> bool:
        return word in self._ask()


class Listed(Choices):
    """Words that only the help lists; whether one is taken is found out later."""

    def __contains__(self, word: object) -> bool:
        return True


def offered_games() -> Sequence[str]:
    """The names of the games that can be played."""
    from tui.cli.catalogue import OFFERED

    return [kind.name for kind in OFFERED]


def offered_bots() -> Sequence[str]:
    """The names of all games' bots, each once."""
    from tui.cli.catalogue import OFFERED

    return list(dict.fromkeys([bot for kind in OFFERED for bot in kind.bots]))


def _sides() -> Sequence[str]:
    from tui.cli.catalogue import OFFERED

    return [*dict.fromkeys([seat for kind in OFFERED for seat in kind.seats]), "random"]


def _options() -> Sequence[str]:
    from tui.cli.catalogue import OFFERED

    return [
        _("{choice} of {game}").format(choice=f"{option}={'|'.join(choices)}", game=kind.name)
        for kind in OFFERED
        for option, choices in kind.options.items()
    ]


def add_listen(parser: argparse.ArgumentParser, default: str | None) -> None:
    """Where to listen: a host's."""
    parser.add_argument(
        "--listen",
        metavar="ADDR:PORT",
        default=default,
        help=_(
            "host: where to listen; port 0 is any free one (default: all of this machine's addresses, any free port). "
            "With 127.0.0.1 the game is for this machine alone: nothing else is told or asked"
        ),
    )


def add_only_address(parser: argparse.ArgumentParser, *, kept: bool = False) -> None:
    """Whether nothing but --address is told; `kept`: what is not said stays as it was."""
    parser.add_argument(
        "--only-address",
        action=argparse.BooleanOptionalAction if kept else "store_true",
        help=_("host: tell the opponent nothing but --address, and ask no router, no DHT and no Tor"),
    )


def add_relay_choice(parser: argparse.ArgumentParser) -> None:
    """A relay to meet at."""
    parser.add_argument(
        "--relay",
        metavar="ADDR[:PORT]",
        help=_("a relay to meet at; the invite of a host that waits there leads the opponent to it"),
    )


def add_ways(parser: argparse.ArgumentParser, *, kept: bool = False) -> None:
    """`kept`: what is not said stays as it was, so that there is a word for the other choice too."""
    parser.add_argument(
        "--address",
        metavar="ADDR[:PORT]",
        action="append",
        default=None if kept else [],
        help=_(
            "an address of yours that the other side can reach, such as a port that you opened at your router; told "
            "before those that the program finds by itself; may be given several times"
        ),
    )
    letters = _("leave and look for no letters in the Mainline DHT")
    if kept:
        parser.add_argument("--dht", dest="no_dht", action="store_false", default=None, help=_("undo --no-dht"))
    parser.add_argument("--no-dht", action="store_true", default=None if kept else False, help=letters)
    parser.add_argument(
        "--tor",
        choices=("auto", "only", "off"),
        default=None if kept else "auto",
        help=_(
            "whether Tor is used: if it runs; alone, so that neither side learns the other's address; or not (default: "
            "{default})"
        ).format(default=_("as before") if kept else "auto"),
    )


def add_game(parser: argparse.ArgumentParser) -> None:
    """The game and its options."""
    parser.add_argument(
        "--game",
        metavar="GAME",
        choices=Choices(offered_games),
        help=_("what to play: %(choices)s (default: the first)"),
    )
    parser.add_argument(
        "--option",
        metavar="OPTION=CHOICE",
        action="append",
        default=[],
        choices=Listed(_options),
        help=_("choose an option of the game, the first choice being the usual one; may be repeated: %(choices)s"),
    )


def add_side(parser: argparse.ArgumentParser) -> None:
    """The side to play."""
    parser.add_argument(
        "--side",
        metavar="SIDE",
        type=str.lower,
        choices=Choices(_sides),
        default="random",
        help=_("the side to play: %(choices)s (default: %(default)s)"),
    )


def add_name(parser: argparse.ArgumentParser, default: str) -> None:
    """The player's name."""
    parser.add_argument(
        "--name", type=_name, default=default, help=_("what the opponent sees you as (default: %(default)s)")
    )


def add_signing(parser: argparse.ArgumentParser) -> None:
    """Whether the long-term key signs."""
    parser.add_argument(
        "--sign-as-me",
        action="store_true",
        help=_("sign the game with your long-term key, so that opponents know you again; the first time it is made"),
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    """What is told as data."""
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def add_plain(parser: argparse.ArgumentParser) -> None:
    """Lines of text instead of the screen."""
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("play in lines of text, without a screen: for screen readers, pipes and poor lines"),
    )


def add_record(parser: argparse.ArgumentParser) -> None:
    """A copy of the record."""
    parser.add_argument(
        "--record",
        metavar="FILE",
        help=_(
            "write the game's record to FILE too when the program ends, and those of rematches beside it: with "
            "game.record, to game-2.record, game-3.record"
        ),
    )


def add_player(parser: argparse.ArgumentParser) -> None:
    """Who plays, a person or a bot, and what is agreed about time."""
    parser.add_argument(
        "--bot",
        metavar="BOT",
        choices=Choices(offered_bots),
        help=_("have a bot play this side, without a screen: %(choices)s"),
    )
    parser.add_argument(
        "--rematch",
        metavar="N",
        type=_count,
        default=0,
        help=_(
            "with --bot: play up to N games more with the same opponent, sides exchanged each time (default: none). "
            "Without a bot the result offers one"
        ),
    )
    parser.add_argument("--tied", action="store_true", help=argparse.SUPPRESS)  # for the bot of `solo`: see `opponent`
    add_plain(parser)
    add_record(parser)
    parser.add_argument(
        "--challenge-window",
        metavar="SECONDS",
        type=_seconds,
        help=_(
            "how long every answer to a deployment takes, challenge or not, so that the time does not tell whether "
            "a Loyalty Challenge is held; without an answer by then there is no challenge (default: {seconds:g}, a "
            "bot's is shorter)"
        ).format(seconds=CHALLENGE_WINDOW),
    )
    parser.add_argument(
        "--absence",
        metavar="SECONDS",
        type=_seconds,
        help=_(
            "give up when the opponent has been away for so long (default: wait for ever, a bot 60); the game is kept"
        ),
    )


def _name(text: str) -> str:
    from protocol.names import clean_name

    return clean_name(text)


def clock(text: str) -> Clock:
    """A clock as it is typed, such as 45m+30s. Raises ArgumentTypeError."""
    from protocol.clock import Clock

    found = re.fullmatch(r"(\d{1,6})([smh])(?:\+(\d{1,6})([smh]))?", text, re.ASCII)
    seconds = {"s": 1, "m": 60, "h": 3600}
    try:
        if found is None:
            raise ValueError
        more = 0 if found[3] is None else int(found[3]) * seconds[found[4]]
        return Clock(int(found[1]) * seconds[found[2]], more)
    except ValueError:
        problem = _(
            "got {text!r}, a clock is a time such as 45m or 45m+30s, at most a week and a day for each decision"
        )
        raise argparse.ArgumentTypeError(problem.format(text=text)) from None


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 8):
        raise argparse.ArgumentTypeError(_("got {text!r}, a number of games is 0 or more").format(text=text))
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86400:
        raise argparse.ArgumentTypeError(
            _("got {text!r}, a number of seconds is more than 0 and at most 86400").format(text=text)
        )
    return seconds
