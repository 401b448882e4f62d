"""What is shown until the game begins: how the connection gets on, and the invite."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from tui.glyphs import UNICODE
from tui.language import N_, _
from tui.lines import Line
from tui.log import Card
from tui.ports import GamePort, Situation
from tui.qr import qr_lines
from tui.screens.port_screen import PortScreen
from tui.screens.prompt import PromptScreen
from tui.screens.result import result_title, trouble_lines
from tui.screens.text import TextScreen

_LONG: Final = 3.0
"""Seconds after which it is said how a game that has not begun can be left."""


class LobbyScreen(PortScreen):
    """Posts `GameBegan` once there is a game to show, and follows no more then."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "show_code", N_("QR code"), id="lobby.scan", tooltip=N_("Show the invite as a QR code")),
        Binding("a", "answer", N_("Answer code"), id="lobby.answer", tooltip=N_("Paste your opponent's answer code")),
    ]

    _game_began = False
    _copied = ""
    _waited = False

    class GameBegan(Message):
        """There is a game on the table."""

        def __init__(self, lobby: LobbyScreen) -> None:
            super().__init__()
            self.lobby = lobby

        @property
        def control(self) -> LobbyScreen:
            """The lobby."""
            return self.lobby

    def compose(self) -> ComposeResult:
        """One text, and the keys."""
        yield Static(id="lobby", markup=False)
        yield Static(id="bar")

    def on_mount(self) -> None:
        """Whoever waits longer than a game against a bot takes to begin wants to know how to leave."""
        self.set_timer(_LONG, self._waits_long)
        self.set_interval(0.5, self._count_down)

    def _count_down(self) -> None:
        """The seconds until it is tried again to reach the opponent."""
        if not self._game_began and self.port.situation().again_at is not None:
            self.update_all()

    def _waits_long(self) -> None:
        self._waited = True
        self._show_bar(self.port.situation())

    def _show_bar(self, situation: Situation[Any, Any]) -> None:
        """The keys of what there is to do here: nothing where the game begins at once."""
        word = bool(situation.invite or situation.answer_code)
        keys = [
            (word, "c", "copy_invite", _("copy")),
            (word, "s", "show_code", _("scan")),
            (situation.takes_answer, "a", "answer", _("answer code")),
        ]
        some = [(key, do, name) for there, key, do, name in keys if there]
        if some or self._waited:
            some.append(("q", "leave", _("leave")))
        bar = " ".join(f"[@click=screen.{do}][b]{key}[/b] {name}[/]" for key, do, name in some)
        self.query_one("#bar", Static).update(bar)

    def action_show_code(self) -> None:
        """The invite, or the answer code, for a telephone."""
        situation = self.port.situation()
        word = situation.invite or situation.answer_code
        if word and self.look.glyphs is not UNICODE:
            self.notify(_("This terminal cannot draw a QR code."))
        elif word:
            self.app.push_screen(
                TextScreen(_("Scan it, and send on what it says"), self.look.content(qr_lines(word)), self.look)
            )

    def action_answer(self) -> None:
        """Paste the answer code that the opponent has sent."""

        def given(code: str | None) -> None:
            if code:
                self.notify(self.port.answer(code))

        if self.port.situation().takes_answer:
            title = _("Paste the answer code that your opponent's program shows; Enter")
            self.app.push_screen(PromptScreen(title, self.look), given)

    def begin_again(self) -> None:
        """Wait for another game."""
        self._game_began = False
        self.update_all()

    def sit_down(self, port: GamePort[Any, Any]) -> None:
        """The game has been made ready: follow its port."""
        self.port = port
        port.subscribe(self._port_changed)
        self.update_all()

    def update_all(self) -> None:
        """See `PortScreen.update_all`."""
        if not self._game_began:
            super().update_all()

    def show(self, situation: Situation[Any, Any]) -> None:
        """See `PortScreen.show`."""
        self.query_one("#lobby", Static).update(self.look.content(lobby_lines(situation)))
        self._show_bar(situation)
        if situation.copies_invite and situation.invite not in ("", self._copied):
            self._copied = situation.invite
            self.action_copy_invite()
        if situation.view is not None:
            self._game_began = True
            self.post_message(self.GameBegan(self))

    def result(self, situation: Situation[Any, Any]) -> Card:
        """See `PortScreen.result`."""
        return Card(result_title(situation), trouble_lines(situation))


def lobby_lines(situation: Situation[Any, Any]) -> list[Line]:
    """How things stand before the game. The invite is on a line of its own, so that it can be copied whole."""
    blank: Line = [("", "plain")]
    lines = [blank, [(situation.connecting, "bold")], blank]
    if situation.invite:
        send = _(
            "Send this invite to your opponent, privately: whoever has it first can join. c copies it, s draws it."
        )
        lines += [
            [(send, "plain")],
            blank,
            [(situation.invite, "key")],
            blank,
            [(_("Your opponent runs:  sekigahara join INVITE"), "dim")],
        ]
        if situation.watch_invite:
            watch = _("Whoever is to watch runs:  sekigahara watch INVITE, with this one. W copies it.")
            lines += [blank, [(watch, "dim")], blank, [(situation.watch_invite, "plain")]]
        if situation.takes_answer:
            lines.append([(_("If nothing leads through, you are sent an answer code: a takes it."), "dim")])
    if situation.answer_code:
        lines += [
            [
                (
                    _("Nothing has led there so far. Send this answer code to the host, who presses a. c copies it."),
                    "plain",
                )
            ],
            blank,
            [(situation.answer_code, "key")],
        ]
    if situation.ways:
        lines += [blank, *([(way, "dim")] for way in situation.ways)]
    return lines
