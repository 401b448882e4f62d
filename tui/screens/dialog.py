"""What lies over the game in a box: a click beside the box or on its frame, or a right click, leaves it.

What lies beside it is told of all the same where the mouse rests.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Final

from textual import events
from textual.await_complete import AwaitComplete
from textual.binding import Binding
from textual.content import Content
from textual.geometry import Offset, Spacing
from textual.screen import ModalScreen, ScreenResultType

from tui.glyphs import ASCII
from tui.keys import INTERRUPTS, SYSTEM, keys_in_force
from tui.screens.right_click import RightClickScreen

_FRAME: Final = Spacing.all(1)
CORNERS: Final = 6
"""Columns of a frame beside its title."""
_BETWEEN: Final = " · "


class Dialog(ModalScreen[ScreenResultType], RightClickScreen[ScreenResultType]):
    """A box with the id `box` over the screen. Subclasses say how it is left (`leave`)."""

    seconds: int | None = None
    """The seconds that its title says are left for what is asked below it."""
    _untimed: Content | None = None
    """The title without these, and without what was heard."""
    _heard: str = ""
    _unseen: Sequence[str] = ()
    """How much of what it holds is out of sight, the longest wording first."""
    _ask_help: Callable[[], object] | None = None
    """Shows the help, where there is one."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close it, once: a second Enter behind the first would close the screen below, which is the game."""
        if self.app.screen is not self:
            return AwaitComplete()
        self._hovered_beside(None)
        return super().dismiss(result)

    def count_down(self, seconds: int | None) -> None:
        """Say in the title how many seconds there are left for what is asked below; None: it is not timed."""
        if seconds == self.seconds:
            return
        self.seconds = seconds
        self._retitle()

    def title_anew(self, title: Content) -> None:
        """Have another title, beside which the rest of what the frame tells stays."""
        self._untimed = title
        self._retitle()

    def hear(self, said: str) -> None:
        """Tell in the frame what the other player has said: the box may cover where that is told."""
        self._heard = said
        self._retitle()

    def say_unseen(self, wordings: Sequence[str]) -> None:
        """Say in the title how much of what it holds is out of sight, the longest wording first that has room there."""
        if [*wordings] != [*self._unseen]:
            self._unseen = wordings
            self._retitle()

    def _retitle(self) -> None:
        for box in self.query("#box"):
            if self._untimed is None:
                self._untimed = Content.from_markup(box.border_title or "")
            left = "" if self.seconds is None else f"({self.seconds} s) "
            between = Content(ASCII.text(_BETWEEN) if self.has_class(ASCII.name) else _BETWEEN)
            titles: list[Content] = []
            for unseen in self._unseen or [""]:
                parts = [part for part in (self._untimed, Content(unseen), Content(self._heard)) if part.plain]
                titles.append(Content.assemble(left, between.join(parts)))
            room = box.outer_size.width - CORNERS
            box.border_title = next((title for title in titles if title.cell_length <= room), titles[-1])

    def on_mount(self) -> None:
        """What leaves other programs leaves a box: a program for which nothing comes of it seems to hang."""
        # Not `bind`, which would add to the list of Textual's own, that all screens share.
        self._bindings.key_to_bindings[INTERRUPTS] = [Binding(INTERRUPTS, "interrupt", show=False)]

    def action_interrupt(self) -> None:
        """Leave; or copy what is selected, as that key does elsewhere."""
        if self.get_selected_text():
            self.action_copy_text()
        else:
            self.leave()

    def leave_by(self, keys: str) -> None:
        """Have these keys leave it too, with commas between them: what has opened a box closes it."""
        for key in filter(None, keys.split(",")):
            self._bindings.key_to_bindings[key] = [Binding(key, "leave_by_key", show=False)]

    def action_leave_by_key(self) -> None:
        """Leave."""
        self.leave()

    def lead_to_help(self, ask_help: Callable[[], object] | None) -> None:
        """Have the key of the help show that over this one, where there is any."""
        self._ask_help = ask_help
        if ask_help is not None:
            key = keys_in_force()["game.help"]
            self._bindings.key_to_bindings[key] = [Binding(key, "help", show=False)]

    def action_help(self) -> None:
        """The help."""
        if self._ask_help is not None:
            self._ask_help()

    def answer_key(self, key: str, foot: str, instead: str) -> None:
        """Say in the frame of a key that does nothing here what does `instead`; of any other what it says else."""
        if key not in SYSTEM:
            for box in self.query("#box"):
                box.border_subtitle = Content(foot if key in self.active_bindings else instead)

    @abstractmethod
    def leave(self) -> None:
        """Go back to what lies below, as Escape does."""

    def right_clicked(self, at: Offset) -> None:
        """Leave."""
        self.leave()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Beside the box the mouse rests on what lies below."""
        over_box = any(box.region.contains_point(event.screen_offset) for box in self.query("#box"))
        self._hovered_beside(None if over_box else event.screen_offset)

    def _hovered_beside(self, at: Offset | None) -> None:
        for below in self.app.screen_stack[-2:-1]:
            if isinstance(below, RightClickScreen):
                below.hovered_beside_box(at)

    def on_click(self, event: events.Click) -> None:
        """On nothing within the box: leave."""
        box = self.query_one("#box")
        within = box.region.shrink(_FRAME).contains_point(event.screen_offset)
        if not within and event.widget in (self, box):
            event.stop()
            self.leave()
