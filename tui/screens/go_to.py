"""A place of the board asked for by its name, over the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Input, Static

from tui.boards import Board, Spot
from tui.language import N_, _
from tui.screens.dialog import Dialog
from tui.theme import Theme

_LENGTH = 20
"""Characters that can be typed: more than any name has."""


class GoToScreen(Dialog[Spot]):
    """Asks for a place by the beginning of its name, and shows all that begin so. The result is its spot."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", N_("Cancel"), id="prompt.cancel"),
        Binding("down,tab", "choose(1)", show=False),
        Binding("up,shift+tab", "choose(-1)", show=False),
    ]

    def __init__(self, board: Board[Any], theme: Theme) -> None:
        super().__init__(classes=theme.glyphs.name)
        self._board = board
        self._look = theme
        self._found: Sequence[Spot] = ()
        self._chosen = 0

    def compose(self) -> ComposeResult:
        """The input, and below it what it finds."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._look.text(_("Go to which place? The first letters will do")))
            foot = _("Enter: go there · {down}: the next · Escape, or click here: back")
            box.border_subtitle = Content(self._look.text(foot.format(down=self._look.arrow("down"))))
            yield Input(max_length=_LENGTH, id="line")
            yield Static(id="found", markup=False)

    def on_mount(self) -> None:
        """The input takes the keys."""
        self.query_one("#line").focus()

    def leave(self) -> None:
        """Stay where one is."""
        self.dismiss(None)

    def action_cancel(self) -> None:
        """Escape."""
        self.leave()

    def action_choose(self, step: int) -> None:
        """Another of the places that begin so."""
        if self._found:
            self._chosen = (self._chosen + step) % len(self._found)
            self._show()

    def action_take(self, number: int) -> None:
        """A click on one of the names."""
        self.dismiss(self._found[number])

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another letter finds others."""
        self._found, self._chosen = self._board.spots_named(event.value), 0
        self._show()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: nothing typed is nowhere to go; a name that nothing has may be mended."""
        if self._found:
            self.dismiss(self._found[self._chosen])
        elif not event.value.strip():
            self.leave()

    def _show(self) -> None:
        typed = self.query_one("#line", Input).value
        if typed.strip() and not self._found:
            words = Content(self._look.text(_("No place's name begins with {name!r}").format(name=typed.strip())))
        else:
            names = []
            for number, spot in enumerate(self._found):
                sign, style = (self._look.glyphs.point, "bold") if number == self._chosen else (" ", "dim")
                name = Content.styled(sign + self._look.text(self._board.spot_name(spot)), style)
                names.append(name.stylize(f"@click=screen.take({number})"))
            words = Content("  ").join(names)
        self.query_one("#found", Static).update(words)
