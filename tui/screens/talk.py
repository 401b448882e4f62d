"""What to say to the opponent, below what was said before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Input, Static

from tui.keys import shown
from tui.language import _
from tui.lines import Line, longest_that_fits, plain_text
from tui.screens.dialog import CORNERS
from tui.screens.prompt import PromptScreen
from tui.theme import Theme


class TalkScreen(PromptScreen):
    """Asks for a line of chat. What was said stands above it, the last in sight, with what is said meanwhile."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "scroll_said(-1)", show=False, id="talk.up"),
        Binding("down", "scroll_said(1)", show=False, id="talk.down"),
        Binding("pageup", "scroll_page(-1)", show=False, id="talk.pageup", priority=True),
        Binding("pagedown", "scroll_page(1)", show=False, id="talk.pagedown", priority=True),
        Binding("enter", "cancel", show=False, id="talk.close"),  # where there is nothing to be written
    ]

    def __init__(
        self, said: Sequence[str], theme: Theme, *, text: str, left: Callable[[str], None], unheard: str = ""
    ) -> None:
        """`text` and `left`: see `PromptScreen`. `unheard`: why nothing is to be written, if nothing is."""
        # Without a limit: an input with one drops a longer paste whole.
        super().__init__(_("Say to your opponent"), theme, text="" if unheard else text, left=left)
        self._said = [theme.text(line) for line in said]
        self._unheard = theme.text(unheard)
        closes = _("Enter, Escape or click here: close")
        self._foot = theme.text(closes if unheard else _("Enter: send · Escape, or click here: back"))
        self._earlier = theme.text(_("{key}: earlier").format(key=shown("pageup")))

    def compose(self) -> ComposeResult:
        """What was said, and the line."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            with VerticalScroll(id="before", can_focus=False) as before:
                before.display = bool(self._said)
                yield Static(self._all_said(), id="said", markup=False)
            line = Input(self._text, placeholder=self._unheard, select_on_focus=False, id="line")
            line.disabled = bool(self._unheard)
            yield line

    def on_mount(self) -> None:
        """What was said last is in sight. Textual calls that of `PromptScreen` besides."""
        self._take_room()
        self.watch(self._before, "scroll_y", self._show_foot, init=False)
        self.call_after_refresh(self._show_last)

    def on_resize(self, event: events.Resize) -> None:
        """It has other rows now."""
        self._take_room()

    def hear(self, said: str) -> None:
        """The opponent says something: it stands with the rest, and not in the frame."""
        self._said.append(said)
        if not self.query("#before"):
            return  # it is drawn with the rest
        at_end = self._before.scroll_y >= self._before.max_scroll_y
        self.query_one("#said", Static).update(self._all_said())
        self._before.display = True
        if at_end:  # whoever reads what was said before goes on reading
            self.call_after_refresh(self._show_last)

    def action_scroll_said(self, rows: int) -> None:
        """Scroll what was said by so many rows."""
        self._before.scroll_relative(y=rows, animate=False)

    def action_scroll_page(self, direction: int) -> None:
        """Scroll it by about as many rows as are in sight."""
        self.action_scroll_said(direction * max(1, self._before.size.height - 1))

    @property
    def _before(self) -> VerticalScroll:
        return self.query_one("#before", VerticalScroll)

    def _take_room(self) -> None:
        """The game stays in sight above and below it, however much was said."""
        self._before.styles.max_height = max(1, self.app.size.height // 2)

    def _show_last(self) -> None:
        self._before.scroll_end(animate=False)
        self._show_foot()

    def _show_foot(self) -> None:
        """What closes it, after whether there is more above."""
        box = self.query_one("#box")
        more = [f"{self._earlier} · {self._foot}"] if self._before.scroll_y > 0 else []
        wordings: list[Line] = [[(words, "plain")] for words in [*more, self._foot]]
        box.border_subtitle = Content(plain_text(longest_that_fits(wordings, box.outer_size.width - CORNERS)))

    def _all_said(self) -> Content:
        return Content("\n".join(self._said))
