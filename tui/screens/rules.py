"""The rules to be read over whatever is on the screen: sections on the left, the text, and a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input
from textual.widgets.option_list import Option

from tui.language import N_, _
from tui.lines import Line
from tui.rules_text import RulesText, Section
from tui.screens.dialog import Dialog
from tui.theme import Theme
from tui.widgets.pointed_list import PointedList
from tui.widgets.text_view import TextView


class RulesScreen(Dialog[None]):
    """Opens at a section, or at the first. `/` searches, Enter and the arrows choose, Escape and q close.

    Escape ends a search before it closes; the foot says which it does now.
    """

    CSS_PATH = "rules.tcss"
    AUTO_FOCUS = "#sections"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", N_("Search"), id="rules.search", tooltip=N_("Search the rules")),
        Binding("down", "to_sections", show=False, id="rules.down"),
        Binding("escape", "leave", N_("Close"), id="rules.close", tooltip=N_("End the search; without one, close")),
        Binding("q", "dismiss(None)", N_("Close"), id="rules.leave"),
        Binding("pageup", "scroll(-1)", N_("Back in the text"), id="rules.pageup", priority=True),
        Binding("pagedown", "scroll(1)", N_("On in the text"), id="rules.pagedown", priority=True),
    ]

    def __init__(
        self,
        title: str,
        rules: RulesText,
        theme: Theme,
        section: Section | None = None,
        *,
        asked_by: str = "",
        ask_help: Callable[[], object] | None = None,
    ) -> None:
        """`section`: where it opens. `asked_by`: the key that has opened it. `ask_help`: shows the help, if any."""
        super().__init__(id="rules", classes=theme.glyphs.name)
        self._title = theme.text(title)
        self._rules = rules
        self._look = theme
        self._first = section
        self._shown: list[Section] = []
        self.leave_by(asked_by)
        self.lead_to_help(ask_help)

    def compose(self) -> ComposeResult:
        """The search above, below it the list and the text."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            yield Input(placeholder=_("a word, or a number such as 8.6.1"), id="words")
            with Horizontal(id="pages"):
                yield PointedList((), self._look, id="sections")
                yield TextView("", self._look, id="section")

    def on_mount(self) -> None:
        """List all sections, at the one that was asked for."""
        self._list_all()

    def _list_all(self) -> None:
        self._list(list(self._rules.sections))
        if self._first is not None and self._first in self._shown:
            self._sections.highlighted = self._shown.index(self._first)

    @property
    def searches(self) -> bool:
        """Whether something is searched for, or asked for."""
        return self.focused is self._words or bool(self._words.value.strip())

    @property
    def _words(self) -> Input:
        return self.query_one("#words", Input)

    @property
    def _foot(self) -> str:
        """What the keys do now."""
        if not self.query("#words") or not self.searches:
            foot = _("/ search · {up} {down} section · Page Up, Page Down · Esc or click: close")
        elif self.focused is self._words and self._shown and self._words.value.strip():
            foot = _("Enter, {down}: to the {count} found · Page Up, Page Down · Escape: end the search")
        elif self.focused is self._words:
            foot = _("Enter, {down}: to the sections · Page Up, Page Down · Escape: end the search")
        else:
            foot = _("/ search · {up} {down} section · Page Up, Page Down · Escape: end the search")
        up, down = [self._look.arrow(key) for key in ("up", "down")]
        return self._look.text(foot.format(up=up, down=down, count=len(self._shown)))

    def on_descendant_focus(self) -> None:
        """Escape may do something else now."""
        self._say_foot()

    def _say_foot(self) -> None:
        for box in self.query("#box"):
            box.border_subtitle = Content(self._foot)

    @property
    def _sections(self) -> PointedList:
        return self.query_one("#sections", PointedList)

    def _list(self, sections: list[Section]) -> None:
        self._shown = sections
        listed = self._sections
        listed.clear_options()
        listed.add_options([Option(self._look.text(section.heading)) for section in sections])
        if sections:
            listed.highlighted = 0
        else:
            self._show([[(_("Nothing in the rules has these words."), "dim")]], "")

    def _show(self, lines: list[Line], title: str) -> None:
        text = self.query_one("#section", TextView)
        text.entitle(title)
        text.show(lines)
        text.scroll_home(animate=False)

    @on(PointedList.OptionHighlighted)
    def _highlighted(self, event: PointedList.OptionHighlighted) -> None:
        if event.option_index < len(self._shown):
            section = self._shown[event.option_index]
            lines, found = section.lines_with(self._words.value)
            self._show(lines, section.chapter)
            if found is not None:
                self.query_one("#section", TextView).bring_in_sight(found)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._list(self._rules.search(event.value))
        self._say_foot()

    @on(Input.Submitted)
    def action_to_sections(self) -> None:
        """From what is searched for to what it finds."""
        self._sections.focus()

    def action_search(self) -> None:
        """Type what is searched for."""
        self._words.focus()

    def leave(self) -> None:
        """Close it."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """End the search, at the section that it has led to; without one, away."""
        if self.searches:
            self._end_search()
        else:
            self.dismiss(None)

    def _end_search(self) -> None:
        at = self._sections.highlighted
        if at is not None:
            self._first = self._shown[at]
        with self.prevent(Input.Changed):
            self._words.value = ""
        self._list_all()
        self._sections.focus()
        self._say_foot()

    def action_scroll(self, direction: int) -> None:
        """Scroll the text."""
        text = self.query_one("#section", TextView)
        text.scroll_relative(y=direction * max(1, text.size.height - 1), animate=False)
