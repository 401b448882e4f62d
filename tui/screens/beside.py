"""What can be done on the screen of a game beside playing it: to read, to note, to talk."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, ClassVar, Final

from textual.binding import BindingType
from textual.content import Content

from engine.hidden import View
from p2p.errors import StorageError
from p2p.text import CHAT_LIMIT, clean
from tui.boards import Spot, Tag
from tui.games import GameInterface
from tui.keys import Shows, keys_in_force, looking_keys, shown
from tui.language import N_, _
from tui.lines import Line
from tui.network_words import error_words
from tui.notebook import NOTED, Notebook
from tui.ports import GamePort
from tui.rules_text import Section, rules_text
from tui.screens.board_screen import ALONE, EVEN, LARGER, PAGE_KEYS, WHOLE_PAGE, BoardScreen, board_bindings
from tui.screens.bound import bound
from tui.screens.commands import Command
from tui.screens.explain import ExplainScreen, explanation, section_at_hand
from tui.screens.help import HelpScreen, help_text
from tui.screens.noting import NotingScreen
from tui.screens.port_screen import PortScreen
from tui.screens.rules import RulesScreen
from tui.screens.talk import TalkScreen
from tui.screens.text import TextScreen
from tui.theme import Theme
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.log_view import LogView
from tui.widgets.page_bar import PageBar

LISTED: Final = "listed"
"""The class of a narrow screen that gives the list of what can be chosen as many rows as it can, and the board few."""


class BesideTheBoard(PortScreen, BoardScreen):
    """The keys for all that leaves the game as it is."""

    BESIDE = "log"

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("game.help", "help", N_("Help"), tooltip=N_("Keys, signs, the course of a game")),
        bound(
            "game.explain",
            "explain",
            N_("Explain"),
            tooltip=N_("What is asked, and the rule for it"),
        ),
        bound("game.rules", "rules", N_("Rules"), tooltip=N_("The rules, at the section for what is asked")),
        bound("game.odds", "odds", N_("Odds"), tooltip=N_("What the opponent can still hold")),
        *board_bindings("game"),
        bound("game.note", "note", N_("Note"), tooltip=N_("Note something on the place, for yourself alone")),
        bound("game.talk", "talk", N_("Talk"), tooltip=N_("Say something to the opponent")),
        bound("game.settings", "settings", N_("Settings"), tooltip=N_("What is chosen for good")),
    ]

    def __init__(
        self, port: GamePort[Any, Any], interface: GameInterface[Any, Any], theme: Theme, notebook: Notebook
    ) -> None:
        super().__init__(port, theme, id="game")
        self.set_out(interface, {"l": N_("log"), "i": N_("news")})
        self._notebook = notebook
        self._unsaid = ""
        """What was left half-written of a line to the opponent."""

    @property
    def panel(self) -> DecisionPanel:
        """The decision panel."""
        return self.query_one("#decision", DecisionPanel)

    @property
    def log_view(self) -> LogView:
        """The log."""
        return self.query_one("#log", LogView)

    @property
    def shares(self) -> tuple[str, ...]:
        """See `BoardScreen.shares`. Without pages beside the board it is the list that needs rows besides."""
        return super().shares if self.beside else (*super().shares, LISTED)

    @property
    @abstractmethod
    def spot_told_of(self) -> Spot:
        """The spot of which all is told."""

    @abstractmethod
    def show_spot(self) -> None:
        """Show what there is to know about that spot."""

    def spot_lines(self, view: View[Any], spot: Spot) -> list[Line]:
        """See `BoardScreen.spot_lines`. The own notes come first."""
        return self.note_lines(view, spot) + super().spot_lines(view, spot)

    def note_lines(self, view: View[Any], spot: Spot) -> list[Line]:
        """The own notes on a spot and what lies there."""
        noted = [(_("Your note:"), self._notebook.of_spot(spot))]
        for whose, pieces in self.interface.stacks_at(view, spot):
            noted.append((_("Your note on {whose}:").format(whose=whose), self._notebook.of_pieces(pieces)))
        return [[(f"{label} ", "bold"), (note, "own")] for label, note in noted if note]

    @property
    def sent(self) -> View[Any] | None:
        """See `BoardScreen.sent`. On the board as it was then nothing is planned."""
        planned = () if self.looks_back else self.port.situation().planned
        return planned[0].before if planned else None

    def noted(self, view: View[Any]) -> dict[Spot, Tag]:
        """The spots with notes of the player's, and their sign."""
        count = len(self.board_view.layout_in_use.boxes)
        if self._notebook.is_empty:
            return {}
        pieces = {
            spot: [piece for _whose, pieces in self.interface.stacks_at(view, spot) for piece in pieces]
            for spot in range(count)
        }
        return dict.fromkeys(self._notebook.spots(pieces), (NOTED,))

    def on_resize(self) -> None:
        """What the board has, and what its key does, depends on the room there is."""
        if self.is_mounted:
            self._share_out()
            if not self.beside:
                self.remove_class(WHOLE_PAGE)
            self.show_bar()

    def action_choose_page(self, page: str) -> None:
        """See `BoardScreen.action_choose_page`. What the board has when it is asked for again is said.

        Not where the board has most of the few rows that there are: that would itself take one.
        """
        again = page == self.page == self.pages[0]
        super().action_choose_page(page)
        if again and (self.beside or self.share == LISTED):
            names = {
                ALONE: _("{board} with all columns"),
                LARGER: _("{board} with more rows"),
                EVEN: _("{board} with pages beside it"),
            }
            if not self.beside:
                names = {LISTED: _("more rows for the list"), EVEN: _("{board} and list as usual")}
            now, then = [names[share].format(board=_(self.pages[0])) for share in (self.share, self.next_share)]
            words = _("{key}: {now}. {key} again: {then}.")
            self.notice(words.format(key=shown(PAGE_KEYS[0]), now=now, then=then))

    @property
    def looks_back(self) -> bool:
        """Whether the board shows what was the case earlier: its cursor is there to read by then, not to decide."""
        return self.looked_at is not None

    @property
    def looked_at(self) -> Any | None:
        """The state that the board shows of those that there were before, if the player looks back."""
        return None

    def happened_at(self, spot: Spot) -> list[Line]:
        """See `BoardScreen.happened_at`: what the log tells of it, to who looks back as far as it had come then."""
        told = self.log_view.log_of_game.about(self.interface.board.spot_name(spot), self.looked_at)
        return [[], [(_("What happened here"), "heading")], *told] if told else []

    def view_in_sight(self) -> View[Any] | None:
        """See `BoardScreen.view_in_sight`."""
        return self.port.situation().view

    def widens(self, page: str) -> bool:
        """See `BoardScreen.widens`: the lines of the log are long."""
        return self.beside and page == "log"

    def show_bar(self) -> None:
        """See `BoardScreen.show_bar`. The title of the log says as well what its key does."""
        again = key = ""
        if self.widens(self.page) or self.hides_board:
            again = _("close") if self.whole_page or self.hides_board else _("wider")
            key = shown(PAGE_KEYS[self.pages.index(self.page)])
        self.log_view.say_again(f"{key}: {again}" if again else "")
        self.query_one("#bar", PageBar).show(self.page, again, back=self.looks_back)

    def action_help(self) -> None:
        """Keys, signs, and the course of a game."""
        text = help_text(self.pages[0], [*self._keys_of_pages], self.interface.help)
        key = keys_in_force()["game.help"]
        self.app.push_screen(
            HelpScreen(text, self.look, asked_by=key, below=self.press_again, goes_below=self.only_shows)
        )

    @property
    def _keys_of_pages(self) -> Iterator[tuple[str, str, str]]:
        """Of each page its function key, its letter and its name, as they are shown."""
        letters = {name: letter for letter, name in self.letters.items()}
        for key, page in zip(PAGE_KEYS, self.pages, strict=False):
            yield shown(key), shown(letters[page]), page

    def text_box(self, title: str, text: Content, asked_by: str) -> TextScreen:
        """See `BoardScreen.text_box`. It closes for a key that only shows something here."""
        key = keys_in_force()[asked_by]
        return TextScreen(title, text, self.look, asked_by=key, below=self.press_again, goes_below=self.only_shows)

    def only_shows(self, key: str) -> bool:
        """Whether a key decides nothing here and shows or asks something: a box closes for it."""
        return key in self.letters or key in looking_keys(Shows.BELOW_A_BOX)

    @property
    def read_over_a_box(self) -> dict[str, Callable[[], object]]:
        """What is read, said or chosen in a box of its own, or changes how the board looks, by its key.

        The box that came unasked is still to be closed then.
        Whoever leaves the rules with Escape does not know that it has gone, and what is asked below would take Enter.
        """
        over: dict[str, Callable[[], object]] = {
            "game.talk": self.action_talk,
            "game.help": self.action_help,
            "game.explain": self.action_explain,
            "game.rules": self.action_rules,
            "game.odds": self.action_odds,
            "game.note": self.action_note,
            "game.zoom": self.action_zoom,
        }
        force = keys_in_force()
        return {force[name]: action for name, action in over.items()}

    @property
    def read_over_the_result(self) -> dict[str, Callable[[], object]]:
        """See `PortScreen.read_over_the_result`. Other letters mean something else there."""
        return super().read_over_the_result | {keys_in_force()["game.help"]: self.action_help}

    def action_explain(self) -> None:
        """The decision at hand, its rule and an example; without a decision, the help."""
        dialogue = self.panel.dialogue
        if dialogue is None or self.port.situation().question is None:
            self.action_help()
            return
        text = self.look.content(explanation(self.port, self.interface, dialogue, self.panel.pointed_line))
        leads = {"help": self.action_help, "rules": self.action_rules, "odds": self.action_odds}
        self.app.push_screen(
            ExplainScreen(
                dialogue.step.title,
                text,
                self.look,
                leads,
                asked_by=keys_in_force()["game.explain"],
                below=self.press_again,
                goes_below=self.only_shows,
            )
        )

    def action_rules(self) -> None:
        """The rules, opened at the section that tells of what is asked."""
        self._open_rules(section_at_hand(self.port, self.interface, self.panel.dialogue))

    def _open_rules(self, section: Section | None) -> None:
        if self.port.game is not None:
            title = _("The rules of {title}").format(title=self.interface.words.title)
            rules = rules_text(self.port.game.name)
            asked_by = keys_in_force()["game.rules"]
            self.app.push_screen(
                RulesScreen(title, rules, self.look, section, asked_by=asked_by, ask_help=self.action_help)
            )

    @property
    def further_commands(self) -> Iterator[Command]:
        """The pages, and the sections of the rules, which the palette lists only where they are looked for."""
        for key, letter, page in self._keys_of_pages:
            keys = _("Key: {key}").format(key=f"{key}, {letter}")
            told = f"{keys} · {_('Shows this page')}"
            show = partial(self.action_choose_page, page)
            yield Command(_("Page: {page}").format(page=_(page)), told, show, listed=False)
        for section in () if self.port.game is None else rules_text(self.port.game.name).sections:
            told = _("Opens the rules there")
            name = _("Rules: {heading}").format(heading=section.heading)
            yield Command(name, told, partial(self._open_rules, section), listed=False)

    def action_odds(self) -> None:
        """What the opponent can still hold, by what both players know."""
        view = self.port.situation().view
        lines = [] if view is None else self.interface.odds(view)
        text = self.look.content(lines or [[(_("There is nothing to reckon with in this game."), "plain")]])
        self.app.push_screen(self.text_box(_("What the opponent can still hold"), text, "game.odds"))

    def action_note(self) -> None:
        """Note something on the place that is told of, or on the pieces there, for oneself alone.

        What is noted of the place stays there; what is noted of pieces goes where they go.
        """
        view, spot = self.port.situation().view, self.spot_told_of
        if view is None:
            return
        place, book = self.interface.board.spot_name(spot), self._notebook
        stacks = self.interface.stacks_at(view, spot)
        noted = [book.of_spot(spot), *[book.of_pieces(pieces) for _whose, pieces in stacks]]

        def write(texts: list[str] | None) -> None:
            if texts is None or texts == noted:
                return
            about: list[Callable[[str], None]] = [partial(book.note_spot, spot)]
            about += [partial(book.note_pieces, pieces) for _whose, pieces in stacks]
            try:
                for note, text, before in zip(about, texts, noted, strict=True):
                    if text != before:
                        note(text)
            except StorageError as error:
                self.notice(_("Your note was not kept: {error}").format(error=error_words(error)))
            self.show_spot()
            self.update_all()

        # Translators: the place itself, or whose pieces there; a note on them goes where they go
        labels = [place, *[_("{whose}, wherever they go").format(whose=whose) for whose, _pieces in stacks]]
        title = _("Your notes on {place}; left empty they go").format(place=place)
        lines = list(zip(labels, noted, strict=True))
        self.app.push_screen(NotingScreen(title, self.look, lines), write)

    def action_talk(self) -> None:
        """See `PortScreen.action_talk`. A line that is left half-written is there again the next time.

        So is one that could not be said. Who can be heard by nobody any more is told so before a word is written, and
        can still read what was said.
        """

        def keep(text: str) -> None:
            self._unsaid = text

        def say(text: str | None) -> None:
            if text:
                refused = self.port.chat(text)
                self._unsaid = text if refused else ""
                if refused:
                    self.log_view.note(refused, "bad")
                    self.say(refused)
                    return
                length = len(clean(text, len(text)))
                if length > CHAT_LIMIT:
                    cut = _("Your line was cut: it had {length} characters, and {most} were said.").format(
                        length=length, most=CHAT_LIMIT
                    )
                    self.log_view.note(cut, "bad")
                    self.notice(cut)

        situation = self.port.situation()
        said = [situation.said(chat) for chat in self.port.chats()]
        unheard = situation.unheard
        if unheard:
            unheard = _("Nothing can be said any more: {why}").format(why=unheard)
        if unheard and not said:
            self.say(unheard)
            return
        self.app.push_screen(TalkScreen(said, self.look, text=self._unsaid, left=keep, unheard=unheard), say)
