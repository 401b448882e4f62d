"""What `sekigahara` alone opens: a menu that ends in a command. It does nothing itself, so that each thing is done in
one way: by the command that can be typed.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from engine.games import GameKind
from tui.dressed_app import DressedApp
from tui.driver import TerminalDriver
from tui.glyphs import Glyphs, glyphs_for
from tui.language import _
from tui.screens.choice import ChoiceScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.prompt import PromptScreen
from tui.screens.settings import change_settings
from tui.theme import Theme, dress

if TYPE_CHECKING:
    from tui.advising import Review
    from tui.games import GameWords

Command: TypeAlias = list[str]
"""The words of a command, without the program's name."""

Entry: TypeAlias = tuple[str, Callable[[], Awaitable[Command | None]]]
"""A line of the menu, and the way that it opens."""

Question: TypeAlias = Callable[[GameKind], Awaitable[Command | None]]
"""Something asked about a game that is to be begun: the words of the command, None for a step back."""

AGAIN: Final = -2
"""What the top of the menu is closed with when it has other lines now."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A game in the list: its name, a line that tells of it, whether it goes on, has a record, and has begun."""

    name: str
    line: str
    goes_on: bool
    recorded: bool


class MenuApp(DressedApp[Command]):
    """Asks until there is a command, which it ends with; without one it ends with None."""

    CSS_PATH = "client.tcss"
    ENABLE_COMMAND_PALETTE = False
    ESCAPE_TO_MINIMIZE = False

    def __init__(
        self,
        kinds: Sequence[GameKind],
        list_games: Callable[[], Sequence[Kept]],
        glyphs: Glyphs | None = None,
        *,
        taught: Sequence[str] = (),
        newcomer: bool = False,
        review_of: Callable[[Kept], Review] | None = None,
    ) -> None:
        """`list_games` gives the games that are kept; the menu is shown before, and has their lines a moment later.

        `taught` are the games that have a tutorial; a `newcomer` is offered it before all else. `review_of` gives who
        reviews a game, None where nobody does.
        """
        super().__init__(driver_class=TerminalDriver)
        self.title = "Sekigahara"
        self._kinds = kinds
        self.games: Sequence[Kept] = ()
        self._list_games = list_games
        self._review_of = review_of
        self._top: ChoiceScreen | None = None
        self.newcomer = newcomer
        self._taught = [kind for kind in kinds if kind.name in taught]
        self._look = Theme(glyphs or glyphs_for())

    def on_mount(self) -> None:
        """Ask, and look for games meanwhile."""
        self.run_worker(self._ask(), exit_on_error=True)
        self.call_after_refresh(self._look_for_games)

    def _look_for_games(self) -> None:
        try:
            self.games = self._list_games()
        except Exception as error:  # noqa: BLE001 (it is handed on, whatever it is)
            self.end_by_mistake(error)
            self.exit(None)
            return
        if self.games and self._top is not None and self.screen is self._top:
            self._top.dismiss(AGAIN)

    async def _ask(self) -> None:
        if self.newcomer and self._taught:
            command = await self._offer()
            if command is not None:
                self.exit(command)
                return
        command = None
        while command is None:
            entries = self._entries()
            number = await self._ask_for(entries)
            if 0 <= number < len(entries):
                command = await entries[number][1]()
            elif number != AGAIN:
                break
        self.exit(command)

    async def _ask_for(self, entries: Sequence[Entry]) -> int:
        """The number of the line that is taken at the top of the menu."""
        texts = [*[text for text, _way in entries], _("Leave")]
        self._top = ChoiceScreen(
            "Sekigahara", texts, self._look, foot=_("Enter: choose · Escape, or click here: leave")
        )
        return await self.push_screen_wait(self._top)

    def _entries(self) -> list[Entry]:
        """What there is to be done."""
        going_on = [game for game in self.games if game.goes_on]
        entries: list[Entry] = []
        if len(going_on) == 1:
            entries.append((_("Continue: {game}").format(game=going_on[0].line), lambda: self._go_on(going_on[0])))
        elif going_on:
            entries.append((_("Continue a game"), lambda: self._resume(going_on)))
        entries += [
            (_("Play against the bot"), self._solo),
            (_("Host a game for somebody"), self._host),
            (_("Join a game: paste an invite"), self._join),
        ]
        if self._taught:
            entries.append((_("Tutorial: learn a game by playing"), self._tutorial))
        if self.games:
            entries.append((_("Games: replay, audit, export, delete"), self._manage))
            entries.append((_("What my games add up to"), lambda: self._at_once("stats")))
        entries.append((_("Read the rules"), self._rules))
        entries.append((_("Settings"), self._settings))
        entries.append((_("Can my machine be reached?"), lambda: self._at_once("doctor")))
        return entries

    async def _choose(self, title: str, choices: Sequence[str], *, foot: str = "") -> int | None:
        number = await self.push_screen_wait(ChoiceScreen(title, choices, self._look, foot=foot))
        return None if number < 0 else number

    async def _offer(self) -> Command | None:
        """What the first start asks."""
        learn = _("Learn {game} by playing, in short lessons")
        texts = [learn.format(game=kind.name.capitalize()) for kind in self._taught]
        title = _("New here? The tutorial teaches on the real board")
        number = await self._choose(title, [*texts, _("Not now: it stays in the menu")], foot=_("Escape: not now"))
        return None if number is None or number == len(texts) else ["tutorial", "--game", self._taught[number].name]

    async def _tutorial(self) -> Command | None:
        if len(self._taught) == 1:
            return ["tutorial", "--game", self._taught[0].name]
        number = await self._choose(_("Which game?"), [kind.name.capitalize() for kind in self._taught])
        return None if number is None else ["tutorial", "--game", self._taught[number].name]

    async def _at_once(self, command: str) -> Command:
        return [command]

    async def _kind(self) -> GameKind | None:
        if len(self._kinds) == 1:
            return self._kinds[0]
        number = await self._choose(_("Which game?"), [kind.name.capitalize() for kind in self._kinds])
        return None if number is None else self._kinds[number]

    async def _in_turn(self, kind: GameKind, questions: Sequence[Question]) -> Command | None:
        """What is answered to questions about a game, one after the other; None where the first is not answered.

        Whoever answers none goes back to the one before.
        """
        words: list[Command] = []
        while len(words) < len(questions):
            answer = await questions[len(words)](kind)
            if answer is not None:
                words.append(answer)
            elif words:
                words.pop()
            else:
                return None
        return [word for answer in words for word in answer]

    async def _begun(self, command: str, *more: Question) -> Command | None:
        """A command that begins a game: which one, which side, its options, and `more` questions."""
        while (kind := await self._kind()) is not None:
            options = [partial(self._option, option) for option in kind.options]
            words = await self._in_turn(kind, [self._side, *options, *more])
            if words is not None:
                return [command, "--game", kind.name, *words]
            if len(self._kinds) == 1:
                return None
        return None

    async def _side(self, kind: GameKind) -> Command | None:
        from engine.hidden import SEATS

        sides = [*kind.seats, "random"]
        words = _words_of(kind)
        number = await self._choose(_("Which side?"), [*[words.side(seat) for seat in SEATS], _("Either, by chance")])
        return None if number is None else ["--side", sides[number]]

    async def _option(self, option: str, kind: GameKind) -> Command | None:
        told, choices = _words_of(kind), kind.options[option]
        number = await self._choose(told.option(option), [told.option(option, choice) for choice in choices])
        return None if number is None else ["--option", f"{option}={choices[number]}"]

    async def _bot(self, kind: GameKind) -> Command | None:
        from tui.games import bot_told

        number = await self._choose(_("Against which bot?"), [bot_told(bot) for bot in kind.bots])
        return None if number is None else ["--bot", kind.bots[number]]

    async def _solo(self) -> Command | None:
        return await self._begun("solo", self._bot)

    async def _own_name(self) -> Command | None:
        name = await self.push_screen_wait(PromptScreen(_("What shall your opponent see you as?"), self._look))
        return ["--name", name.strip()] if name.strip() else None

    async def _host(self) -> Command | None:
        return await self._begun("host", lambda kind: self._own_name())

    async def _join(self) -> Command | None:
        token = await self.push_screen_wait(PromptScreen(_("Paste the invite"), self._look))
        name = await self._own_name() if token.strip() else None
        # What comes after -- is never read as an option.
        return None if name is None else ["join", *name, "--", "".join(token.split())]

    async def _resume(self, games: Sequence[Kept]) -> Command | None:
        number = await self._choose(_("Which game?"), [game.line for game in games])
        return None if number is None else ["resume", games[number].name]

    async def _rules(self) -> Command | None:
        kind = await self._kind()
        return None if kind is None else ["rules", "--game", kind.name]

    async def _settings(self) -> Command | None:
        await change_settings(self, self._look, self._settings_changed)
        return None

    def _settings_changed(self) -> None:
        dress(self)

    async def _manage(self) -> Command | None:
        while True:
            number = await self._choose(_("Which game?"), [game.line for game in self.games])
            if number is None:
                return None
            command = await self._deed(self.games[number])
            if command is not None:
                return command

    async def _deed(self, game: Kept) -> Command | None:
        """What is to be done with a game."""
        deeds: list[tuple[str, Callable[[Kept], Awaitable[Command | None]]]] = []
        if game.goes_on:
            deeds.append((_("Continue"), self._go_on))
        if game.recorded:
            reviewed = [] if self._review_of is None else [(_("Review: what decided it"), self._review)]
            deeds += [
                (_("Replay"), self._replay),
                *reviewed,
                (_("Audit"), self._audit),
                (_("Export as a page for a browser"), self._export),
            ]
        deeds.append((_("Delete"), self._delete))
        chosen = await self._choose(game.line, [text for text, _deed in deeds])
        return None if chosen is None else await deeds[chosen][1](game)

    async def _go_on(self, game: Kept) -> Command | None:
        return ["resume", game.name]

    async def _replay(self, game: Kept) -> Command | None:
        return ["replay", game.name]

    async def _review(self, game: Kept) -> Command | None:
        if self._review_of is not None:
            from tui.screens.review import ReviewScreen

            await self.push_screen_wait(ReviewScreen(self._review_of(game), self._look))
        return None

    async def _audit(self, game: Kept) -> Command | None:
        return ["audit", game.name]

    async def _export(self, game: Kept) -> Command | None:
        target = await self.push_screen_wait(
            PromptScreen(_("Into which file? Such as {name}.html").format(name=game.name), self._look)
        )
        return ["export", game.name, "--html", target.strip()] if target.strip() else None

    async def _delete(self, game: Kept) -> Command | None:
        question = _("Delete the game {name} for good?").format(name=game.name) + (
            _(" It is not over, and lost for you then.") if game.goes_on else ""
        )
        yes = await self.push_screen_wait(ConfirmScreen(question, _("delete"), _("keep"), self._look))
        return ["games", "--delete", game.name] if yes else None


def _words_of(kind: GameKind) -> GameWords[Any, Any]:
    """The words for a game, which are read when it is chosen: the menu is shown before."""
    from tui.games import words_of

    return words_of(kind.make({}))
