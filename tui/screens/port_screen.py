"""What every screen over a game has: it follows a port, shows how the game ended, and can be left."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType
from textual.screen import Screen

from tui.keys import INTERRUPTS, keys_in_force
from tui.language import N_, _
from tui.lines import Line
from tui.log import Card
from tui.moment import GRACE
from tui.ports import GamePort, Situation
from tui.screens.after_game import OF_REMATCH, AfterGame, choice_of_rematch
from tui.screens.bound import bound
from tui.screens.card import CardScreen
from tui.screens.confirm import ConfirmScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.text import TextScreen
from tui.theme import Theme

_NOBODY_WATCHES: Final = N_("Nobody can be invited to watch: that takes a host who began the game with --watch.")


class PortScreen(Screen[None]):
    """Shows what a port says, whenever that changes. Subclasses say how (`show`, `result`)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("port.leave", "leave", N_("Leave"), tooltip=N_("Leave the program; the game is kept")),
        Binding(INTERRUPTS, "leave", show=False),  # it is asked about as well
        bound("port.copy", "copy_invite", N_("Copy the invite"), tooltip=N_("Put the invite on the clipboard")),
        bound(
            "port.watch",
            "show_watch_invite",
            N_("Invite to watch"),
            tooltip=N_("Show the invite for those who may watch, and put it on the clipboard"),
        ),
        bound(
            "port.rematch",
            "rematch",
            N_("Rematch"),
            tooltip=N_("When it is over: another game, sides exchanged"),
        ),
    ]

    def __init__(self, port: GamePort[Any, Any], theme: Theme, *, id: str) -> None:  # noqa: A002 (Textual's name)
        super().__init__(id=id, classes=theme.glyphs.name)
        self.port = port
        self.look = theme
        self._grace = GRACE
        self._result_shown = False
        self._pending_update = False
        self._told_of_rematch = ""

    def on_mount(self) -> None:
        """Listen to the port."""
        self.port.subscribe(self._port_changed)
        self.update_all()

    @abstractmethod
    def show(self, situation: Situation[Any, Any]) -> None:
        """Show the game as it stands."""

    @abstractmethod
    def result(self, situation: Situation[Any, Any]) -> Card:
        """What is said when the game has ended or stopped."""

    def why_not(self, action: str) -> str:
        """Why what a key of the screen does cannot be done now; empty if it can."""
        situation = self.port.situation()
        match action:
            case "copy_invite" if not (situation.invite or situation.answer_code):
                return _("Nobody is invited now.")
            case "show_watch_invite" if not situation.watch_invite:
                return _(_NOBODY_WATCHES)
            case "rematch" if situation.asked_rematch:
                return _("You have asked for one already.")
            case "rematch" if not situation.may_rematch:
                return _("There is one only when the game is over.")
            case _:
                return ""

    def skips(self, key: str) -> bool:
        """Whether this key skips what is being shown, and does nothing else."""
        return False

    def settings_changed(self) -> None:
        """Something has been chosen anew that the screen may go by."""

    @property
    def unread(self) -> bool:
        """Whether something lies over the game that is read before its result."""
        return False

    def notice(self, text: str) -> None:
        """Say something for a moment."""
        self.notify(text, markup=False)

    def say(self, text: str) -> None:
        """Say something for a moment, and in the frame of a card that lies over where that is said."""
        self.notice(text)
        if isinstance(self.app.screen, CardScreen):
            self.app.screen.say(text)

    def update_all(self) -> None:
        """Show the game as it stands now."""
        self._pending_update = False
        situation = self.port.situation()
        self.show(situation)
        if situation.trouble or (situation.ended is not None and not self.unread):
            self._show_result(situation)
        if situation.rematch != self._told_of_rematch:
            self._told_of_rematch = situation.rematch
            if situation.rematch:
                self.notice(situation.rematch)

    def _port_changed(self) -> None:
        """Called by the port, from wherever: one update for as many changes as there are."""
        if not self._pending_update and self.is_attached:
            self._pending_update = True
            self.call_later(self.update_all)

    def _show_result(self, situation: Situation[Any, Any]) -> None:
        result, choices = self.result(situation), self.after_choices(situation)
        shown = [screen for screen in self.app.screen_stack if isinstance(screen, ResultScreen)]
        for screen in shown:
            screen.change(result)
            screen.show_choices(choices)
        # What the player is writing, or reads, is not covered: it comes when that is closed.
        if not shown and not self._result_shown and self.is_active:
            self._result_shown = True
            self.app.push_screen(
                ResultScreen(
                    result,
                    self.look,
                    choices,
                    self.after_game,
                    opponent=situation.opponent_name,
                    grace=self._grace,
                    over=self.read_over_the_result,
                    below=self.press_again,
                )
            )

    @property
    def read_over_the_result(self) -> dict[str, Callable[[], object]]:
        """What is read or said in a box of its own over that of the result, by its key."""
        return {keys_in_force()["game.talk"]: self.action_talk}

    def press_again(self, key: str) -> None:
        """Do what a key does here that was pressed while something lay over this."""
        self.call_after_refresh(self.app.simulate_key, key)

    def on_screen_resume(self) -> None:
        """A result may have waited for what lay over the screen."""
        if self._result_waits:
            self.call_later(self.update_all)

    @property
    def _result_waits(self) -> bool:
        situation = self.port.situation()
        return not self._result_shown and (bool(situation.trouble) or situation.ended is not None)

    def action_talk(self) -> None:
        """Ask what to say to the opponent, where there is one."""

    def after_choices(self, situation: Situation[Any, Any]) -> list[AfterGame]:
        """What can be done now that the game is over.

        What comes and goes with what the opponent does stands before the last, which is to leave.
        """
        rematch = choice_of_rematch(situation)
        return [*([] if rematch is None else [rematch]), AfterGame.LEAVE]

    def after_game(self, choice: AfterGame) -> None:
        """Do what the player wants now that the game is over."""
        if choice is AfterGame.RESULT:
            self._result_shown = False
            self.update_all()
        elif choice in OF_REMATCH:
            self.action_rematch()
        elif choice is AfterGame.LEAVE:
            self.action_leave()

    def action_rematch(self) -> None:
        """Ask for another game with sides exchanged once this one is over, or accept it."""
        self.say(self.port.ask_rematch())

    def action_copy_invite(self) -> None:
        """Put the invite, or the answer code, on the clipboard, where the terminal allows it."""
        situation = self.port.situation()
        word = situation.invite or situation.answer_code
        if word:
            self.app.copy_to_clipboard(word)
            self.notice(
                _("The invite is on the clipboard, if your terminal allows that.")
                if situation.invite
                else _("The answer code is on the clipboard, if your terminal allows that.")
            )

    def action_show_watch_invite(self) -> None:
        """Show the invite for those who may watch, and put it on the clipboard, where the terminal allows it."""
        word = self.port.situation().watch_invite
        if not word:
            self.notice(_(_NOBODY_WATCHES))
            return
        self.app.copy_to_clipboard(word)
        lines: list[Line] = [
            [(_("Whoever is to watch runs:  sekigahara watch INVITE, with this one"), "plain")],
            [("", "plain")],
            [(word, "key")],
            [("", "plain")],
            [(_("The invite is on the clipboard, if your terminal allows that."), "dim")],
        ]
        self.app.push_screen(TextScreen(_("Invite to watch"), self.look.content(lines), self.look))

    def action_leave(self) -> None:
        """Leave the game, and without a menu the program. Every entry is on the disk already: nothing is lost."""

        def answered(yes: bool | None) -> None:
            if yes:
                self.app.exit()

        situation = self.port.situation()
        if situation.may_rematch and (situation.asked_rematch or situation.heard_rematch):
            open_still = f"{situation.rematch} {_('Leave all the same?')}"
            self.app.push_screen(ConfirmScreen(open_still, _("leave"), _("stay"), self.look), answered)
            return
        key = keys_in_force()["port.leave"]
        if situation.may_rematch and situation.time_tells:
            words = _("{opponent} can still ask for a rematch, which leaving ends. Leave?")
            question = words.format(opponent=situation.opponent_name)
            self.app.push_screen(ConfirmScreen(question, _("leave"), _("stay"), self.look, asked_by=key), answered)
            return
        if situation.finished:
            self.app.exit()
            return
        question = _("Leave the game? It is kept, and `sekigahara resume` goes on with it.")
        if situation.leaving:
            question = _(
                "Leave now? Your resignation is kept, and is given to your opponent when `sekigahara resume` has met "
                "their program."
            )
        elif situation.planned:
            question += " " + _("What is planned and not sent is kept as well.")
        self.app.push_screen(ConfirmScreen(question, _("leave"), _("stay"), self.look, asked_by=key), answered)
