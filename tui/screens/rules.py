"""The rules to be read over whatever is on the screen: sections on the left, the text, and a search."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widgets import Input, OptionList
from textual.widgets.option_list import Option

from tui.language import N_, _
from tui.lines import Line
from tui.rules_text import RulesText, Section
from tui.screens.dialog import Dialog
from tui.theme import Theme
from tui.widgets.text_view import TextView


class RulesScreen(Dialog[None]):
    """Opens at a section, or at the first. `/` searches, Enter and the arrows choose, Escape and q close."""

    CSS_PATH = "rules.tcss"
    AUTO_FOCUS = "#sections"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "search", N_("Search"), id="rules.search", tooltip=N_("Search the rules")),
        Binding(
            "escape", "leave", N_("Close"), id="rules.close", tooltip=N_("From the search to the list; then close")
        ),
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
            foot = _("/ search · {up} {down} section · Page Up, Page Down · Esc or click: close")
            up, down = [self._look.arrow(key) for key in ("up", "down")]
            box.border_subtitle = Content(self._look.text(foot.format(up=up, down=down)))
            yield Input(placeholder=_("a word, or a number such as 8.6.1"), id="words")
            with Horizontal(id="pages"):
                yield OptionList(id="sections", markup=False)
                yield TextView("", self._look, id="section")

    def on_mount(self) -> None:
        """List all sections, at the one that was asked for."""
        self._list(list(self._rules.sections))
        if self._first is not None and self._first in self._shown:
            self._sections.highlighted = self._shown.index(self._first)

    @property
    def _sections(self) -> OptionList:
        return self.query_one("#sections", OptionList)

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

    @on(OptionList.OptionHighlighted)
    def _highlighted(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index < len(self._shown):
            section = self._shown[event.option_index]
            lines, found = section.lines_with(self.query_one("#words", Input).value)
            self._show(lines, section.chapter)
            if found is not None:
                self.query_one("#section", TextView).bring_in_sight(found)

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self._list(self._rules.search(event.value))

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self._sections.focus()

    def action_search(self) -> None:
        """Type what is searched for."""
        self.query_one("#words", Input).focus()

    def leave(self) -> None:
        """Close it."""
        self.dismiss(None)

    def action_leave(self) -> None:
        """From the search back to the list; from there away."""
        if isinstance(self.focused, Input):
            self._sections.focus()
        else:
            self.dismiss(None)

    def action_scroll(self, direction: int) -> None:
        """Scroll the text."""
        text = self.query_one("#section", TextView)
        text.scroll_relative(y=direction * max(1, text.size.height - 1), animate=False)
