"""What may be typed."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Final

from tui.language import LANGUAGES, N_, _

if TYPE_CHECKING:
    from protocol.clock import Clock

PROGRAM: Final = "sekigahara"
"""What the command is called, and the folder that a player's games are kept in."""

CHALLENGE_WINDOW: Final = 10.0
"""Seconds that a person's answer to "challenge or not" takes, whatever it is (R24)."""

_EPILOG: Final = N_("""\
exit status:
  0  all went well
  1  the game broke off, could not be played, or its record was not copied;
     an audit found something, or could not check the game to its end
  2  the command was wrong, or FILE is neither a readable record nor a proof
  130, 143  the player, or SIGTERM, ended it; the game is kept

Games are kept in the user's data folder, or in the folder that SEKIGAHARA_HOME names.
""")


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


def _games() -> Sequence[str]:
    from tui.cli.catalogue import OFFERED

    return [kind.name for kind in OFFERED]


def _bots() -> Sequence[str]:
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


def make_parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description=_(
            "Play the block wargame Sekigahara, or another game with hidden pieces: against a bot, or against\n"
            "someone you need not trust, over a direct connection."
        ),
        epilog=_(_EPILOG),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _add_language(parser)
    parser.add_argument("--version", action=_Version, help=_("show the version and exit"))
    commands = parser.add_subparsers(dest="command", title=_("commands"), description=_("Without one a menu opens."))
    _add_solo(commands)
    _add_host(commands)
    _add_join(commands)
    _add_resume(commands)
    _add_watch(commands)
    _add_tutorial(commands)
    _add_games(commands)
    _add_players(commands)
    _add_identity(commands)
    _add_audit(commands)
    _add_replay(commands)
    _add_review(commands)
    _add_export(commands)
    _add_stats(commands)
    _add_rules(commands)
    _add_settings(commands)
    _add_doctor(commands)
    _add_relay(commands)
    return parser


Commands = argparse._SubParsersAction  # the type has no public name


def _add(
    commands: Commands[argparse.ArgumentParser], name: str, summary: str, description: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(name, help=summary, description=description)
    _add_language(parser)
    return parser


def _add_language(parser: argparse.ArgumentParser) -> None:
    # Read by `tui.cli` before there is a parser, whose own words depend on it.
    parser.add_argument(
        "--lang",
        metavar="CODE",
        choices=LANGUAGES,
        default=argparse.SUPPRESS,
        help=_("the language: %(choices)s (default: as set, or the locale's)"),
    )


def _add_solo(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "solo",
        _("play against a bot"),
        _(
            "Play against a bot. It runs as a program of its own, and the two play over the same protocol as two "
            "people do."
        ),
    )
    _add_game(parser)
    parser.add_argument(
        "--bot",
        metavar="BOT",
        choices=Choices(_bots),
        help=_("who plays the other side: %(choices)s (default: the game's usual one)"),
    )
    _add_side(parser)
    _add_name(parser, "You")
    _add_plain(parser)
    _add_record(parser)


def _add_host(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "host",
        _("open a game and wait for an opponent"),
        _(
            "Open a game and wait for an opponent. Shows an invite; send it to the opponent, who joins with it. "
            "With a bot it prints `invite: TOKEN`. It admits one opponent, whoever uses it first."
        ),
    )
    _add_listen(parser, default="")
    _add_ways(parser)
    _add_only_address(parser)
    _add_relay_choice(parser)
    parser.add_argument(
        "--copy",
        action="store_true",
        help=_("put the invite on the clipboard, where the terminal allows that (OSC 52)"),
    )
    _add_game(parser)
    parser.add_argument(
        "--clock",
        metavar="TIME[+TIME]",
        type=_clock,
        help=_(
            "play with clocks: each side has so much time for all its decisions, such as 45m, and gets so much more "
            "with each, such as 45m+30s; whoever has none left has lost (default: no clocks)"
        ),
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help=_("let others watch what lies open: an invite of its own is shown for that; your opponent is told"),
    )
    _add_side(parser)
    _add_name(parser, "Host")
    _add_signing(parser)
    _add_player(parser)


def _add_join(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "join",
        _("join the game of an invite"),
        _(
            "Join the game of an invite. The same invite leads back to the game after a break, and so does any "
            "later one that the host's program shows for it."
        ),
    )
    parser.add_argument(
        "token", metavar="TOKEN", help=_("the word that the host's program shows; - reads it from stdin")
    )
    _add_ways(parser)
    _add_relay_choice(parser)
    parser.add_argument(
        "--no-watchers",
        action="store_true",
        help=_("have nobody watch the game, though the host would let others do so"),
    )
    _add_name(parser, "Guest")
    _add_signing(parser)
    _add_player(parser)


def _add_resume(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "resume",
        _("continue a game that is not over"),
        _(
            "Continue a game that is not over from its record: the host listens again where it did, the joiner goes "
            "there. The ways to the other side stay as they were chosen, but for what is said here, and that is "
            "kept too; --relay '' and --address '' take back what was said before."
        ),
    )
    parser.add_argument(
        "game",
        metavar="GAME",
        nargs="?",
        help=_("its name in `sekigahara games`, or the beginning of it (default: the one)"),
    )
    _add_listen(parser, default=None)
    _add_ways(parser, kept=True)
    _add_only_address(parser, kept=True)
    _add_relay_choice(parser)
    _add_player(parser)


def _add_tutorial(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "tutorial",
        _("learn a game by playing"),
        _("Learn a game on its own board, in short lessons. What is left is taken up again where it was."),
    )
    parser.add_argument(
        "lesson", metavar="LESSON", nargs="?", type=int, help=_("its number (default: ask; the first time the first)")
    )
    parser.add_argument(
        "--game",
        metavar="GAME",
        choices=Choices(_games),
        help=_("which game: %(choices)s (default: the first)"),
    )
    parser.add_argument("--plain", action="store_true", help=_("in lines of text, by typed words"))


def _add_watch(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "watch",
        _("watch a game of others"),
        _(
            "Watch a game whose host lets others watch: what lies open to both sides, from the beginning on, each "
            "entry checked as it comes."
        ),
    )
    parser.add_argument("token", metavar="TOKEN", help=_("the word that begins with watch2"))
    _add_plain(parser)


def _add_relay(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "relay",
        _("run a relay, by which players come together who cannot otherwise"),
        _(
            "Run a relay, by which players come together who cannot otherwise. It serves everybody who knows its "
            "address, reads nothing of what is played, and keeps nothing."
        ),
    )
    parser.add_argument(
        "--listen", metavar="ADDR:PORT", default=":1600", help=_("where to listen (default: all addresses, port 1600)")
    )


def _add_doctor(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "doctor",
        _("find out how this machine can be reached"),
        _("Find out how this machine can be reached: addresses, router, IPv6, Tor, the DHT. Takes up to ten seconds."),
    )
    parser.add_argument("--relay", metavar="ADDR[:PORT]", help=_("a relay to be looked at too"))
    parser.add_argument("--no-dht", action="store_true", help=_("ask nobody in the DHT"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_listen(parser: argparse.ArgumentParser, default: str | None) -> None:
    parser.add_argument(
        "--listen",
        metavar="ADDR:PORT",
        default=default,
        help=_(
            "host: where to listen; port 0 is any free one (default: all of this machine's addresses, any free port). "
            "With 127.0.0.1 the game is for this machine alone: nothing else is told or asked"
        ),
    )


def _add_only_address(parser: argparse.ArgumentParser, *, kept: bool = False) -> None:
    parser.add_argument(
        "--only-address",
        action=argparse.BooleanOptionalAction if kept else "store_true",
        help=_("host: tell the opponent nothing but --address, and ask no router, no DHT and no Tor"),
    )


def _add_relay_choice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--relay",
        metavar="ADDR[:PORT]",
        help=_("a relay to meet at; the invite of a host that waits there leads the opponent to it"),
    )


def _add_ways(parser: argparse.ArgumentParser, *, kept: bool = False) -> None:
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


def _add_games(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands, "games", _("list the games on this machine"), _("List the games on this machine, finished and not.")
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))
    parser.add_argument("--all", action="store_true", help=_("old ones that are over, too"))
    parser.add_argument(
        "--delete", metavar="NAME", help=_("delete a game for good; one that is not over by its whole name")
    )


def _add_players(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "players",
        _("list the opponents that you have met"),
        _(
            "List the opponents that you have met: the key that they signed with, if they did, the names they used, "
            "and how many games they finished or left early."
        ),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_identity(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "identity",
        _("show the key by which opponents know you again"),
        _(
            "Show the key by which opponents know you again, if you want that: as figures and as words that you can "
            "read out. Games are signed with it that you host or join with --sign-as-me."
        ),
    )
    parser.add_argument("--create", action="store_true", help=_("make the key, if there is none"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_audit(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "audit",
        _("check a game from its record, or a proof"),
        _(
            "Check a game from its record alone: every signature, rule, shuffle, draw, opening and claim. Either "
            "player's record will do. Or tell what a proof shows that somebody signed two entries at one place. "
            "Exit status 0: clean; 1: something was found, or the game could not be checked to its end; 2: neither "
            "a readable record nor a proof."
        ),
    )
    parser.add_argument("file", metavar="GAME|FILE", help=_("a game as for `replay`, its folder, a record or a proof"))
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_review(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "review",
        _("tell what decided a game, and what would have been better"),
        _(
            "Tell what the decisions of a game were worth, as a line, and which of them turned it: what was played, "
            "what would have been better, by what could be known then and with the true faces. It takes some seconds."
        ),
    )
    parser.add_argument(
        "game", metavar="GAME|FILE", nargs="?", help=_("as for `replay` (default: the game played last)")
    )


def _add_replay(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "replay",
        _("look at a game again, entry by entry"),
        _(
            "Look at a game again, entry by entry: the board through either side's eyes or both, what each entry "
            "sealed, opened and proved, and what was checked of it."
        ),
    )
    parser.add_argument(
        "game",
        metavar="GAME|FILE",
        nargs="?",
        help=_("its name in `sekigahara games`, or the beginning of it, or a record (default: the game played last)"),
    )


def _add_export(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "export",
        _("write a game as text, picture or page"),
        _(
            "Write a game as a log in text, a picture of a moment, or one HTML page in which it can be gone through "
            "without this program and without a network."
        ),
    )
    parser.add_argument(
        "game", metavar="GAME|FILE", nargs="?", help=_("as for `replay` (default: the game played last)")
    )
    parser.add_argument("--text", metavar="FILE", help=_("what happened, line by line; - is the output"))
    parser.add_argument("--svg", metavar="FILE", help=_("a picture of the board and of the entry of --entry"))
    parser.add_argument("--html", metavar="FILE", help=_("all of it, for a browser"))
    parser.add_argument(
        "--entry", metavar="NUMBER", type=int, help=_("which moment the picture shows (default: the last)")
    )
    parser.add_argument(
        "--eyes",
        metavar="WHO",
        default="both",
        help=_("who sees it: a side, both (default), or table for what lay open to both; the page has all of them"),
    )


def _add_stats(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "stats",
        _("add up the games on this machine"),
        _("Add up the games on this machine: who won, by side and by opponent, and what was counted in them."),
    )
    parser.add_argument("--json", action="store_true", help=_("for programs"))


def _add_rules(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "rules",
        _("read and search the rules"),
        _("Read the rules of a game, or those parts that have some words."),
    )
    parser.add_argument("words", metavar="WORD", nargs="*", help=_("words to look for, or a number such as 8.6.1"))
    parser.add_argument(
        "--game", metavar="GAME", choices=Choices(_games), help=_("whose rules: %(choices)s (default: the first)")
    )


def _add_settings(commands: Commands[argparse.ArgumentParser]) -> None:
    parser = _add(
        commands,
        "settings",
        _("choose how the program looks"),
        _("Choose how the program looks, for good; without a change print what is chosen."),
    )
    parser.add_argument("changes", metavar="NAME=VALUE", nargs="*", help=_("such as theme=light"))


def _add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--game", metavar="GAME", choices=Choices(_games), help=_("what to play: %(choices)s (default: the first)")
    )
    parser.add_argument(
        "--option",
        metavar="OPTION=CHOICE",
        action="append",
        default=[],
        choices=Listed(_options),
        help=_("choose an option of the game, the first choice being the usual one; may be repeated: %(choices)s"),
    )


def _add_side(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--side",
        metavar="SIDE",
        choices=Choices(_sides),
        default="random",
        help=_("the side to play: %(choices)s (default: %(default)s)"),
    )


def _add_name(parser: argparse.ArgumentParser, default: str) -> None:
    parser.add_argument(
        "--name", type=_name, default=default, help=_("what the opponent sees you as (default: %(default)s)")
    )


def _add_signing(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sign-as-me",
        action="store_true",
        help=_("sign the game with your long-term key, so that opponents know you again; the first time it is made"),
    )


def _add_plain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--plain",
        action="store_true",
        help=_("play in lines of text, without a screen: for screen readers, pipes and poor lines"),
    )


def _add_record(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--record", metavar="FILE", help=_("write the game's record to FILE too when the program ends"))


def _add_player(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--bot",
        metavar="BOT",
        choices=Choices(_bots),
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
    _add_plain(parser)
    _add_record(parser)
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


def _clock(text: str) -> Clock:
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


def version_words() -> str:
    """The program and its version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"sekigahara {version('sekigahara')}"
    except PackageNotFoundError:
        return _("sekigahara, not installed as a package")


class _Version(argparse.Action):
    """Prints the version, found out only when asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str | None = None) -> None:  # noqa: A002
        super().__init__(option_strings, dest=dest, nargs=0, default=argparse.SUPPRESS, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print(version_words())
        parser.exit()
