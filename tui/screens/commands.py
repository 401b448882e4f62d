"""The command palette: all that can be done on the screen in sight, found by typing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual.app import App, ComposeResult, SystemCommand
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.keys import shown
from tui.language import N_, Said, _
from tui.lines import columns
from tui.screens.dialog import Dialog
from tui.theme import Theme

ALSO: Final = Said({"resign": N_("concede, give up")})
"""Other words by which a command is looked for, by its action: they stand behind its name."""
_NAME: Final = 26
"""How many columns the names have before what is said of each."""


def commands_of(app: App[Any], screen: Screen[Any]) -> Iterable[SystemCommand]:
    """A command for each key of the screen that says what it does, once each, if the screen `offers` it now.

    After them whatever the screen has to be found by its name alone (`found_by_name`).
    """
    told: set[str] = set()
    offers = getattr(screen, "offers", lambda action: True)
    for active in screen.active_bindings.values():
        binding = active.binding
        if not binding.show or not binding.description or binding.action in told or not active.enabled:
            continue
        if not offers(binding.action):
            continue
        told.add(binding.action)
        told_of = active.tooltip or binding.tooltip
        key = _("Key: {key}").format(key=shown(binding.key))
        help_text = f"{key} · {_(told_of)}" if told_of else key
        name = _(binding.description)
        if binding.action in ALSO:
            name = f"{name} ({ALSO[binding.action]})"
        yield SystemCommand(name, help_text, partial(app.run_action, binding.action, active.node))
    yield from getattr(screen, "found_by_name", ())


def open_palette(app: App[Any], theme: Theme) -> None:
    """Show the palette of the screen in sight, and do what is chosen there once it is gone."""
    if isinstance(app.screen, CommandsScreen):
        return

    def chosen(command: SystemCommand | None) -> None:
        if command is not None:
            app.call_later(command.callback)

    app.push_screen(CommandsScreen([*app.get_system_commands(app.screen)], theme), chosen)


def found(commands: Sequence[SystemCommand], typed: str) -> list[SystemCommand]:
    """The commands that are meant by what is typed, those whose names begin so first; all if nothing is.

    Each of the words begins a word of the name, or else of what is said of the command.
    """
    beginning = typed.strip().casefold()
    words = beginning.split()
    if not words:
        return [command for command in commands if command.discover]
    ranks: list[tuple[int, SystemCommand]] = []
    for command in commands:
        name, help_text = command.title.casefold(), command.help.casefold()
        if name.startswith(beginning):
            ranks.append((0, command))
        elif all(_begins_a_word(word, name) for word in words):
            ranks.append((1, command))
        elif all(_begins_a_word(word, f"{name} {help_text}") for word in words):
            ranks.append((2, command))
    return [command for _rank, command in sorted(ranks, key=lambda ranked: ranked[0])]


def _begins_a_word(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


class CommandsScreen(Dialog[SystemCommand]):
    """A line in which a command is looked for, and a list of those found. The result is the one that was chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", N_("Cancel"), show=False),
        Binding("down,tab", "move('cursor_down')", show=False),
        Binding("up,shift+tab", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
    ]

    def __init__(self, commands: Sequence[SystemCommand], theme: Theme) -> None:
        super().__init__(classes=theme.glyphs.name)
        self._commands = sorted(commands, key=lambda command: command.title.casefold())
        self._look = theme
        self._found: Sequence[SystemCommand] = ()

    def compose(self) -> ComposeResult:
        """The line, and below it what it finds."""
        with Vertical(id="box") as box:
            foot = _("Enter: do it · {down}: the next · Escape, or click here: back")
            box.border_subtitle = Content(self._look.text(foot.format(down=self._look.arrow("down"))))
            yield Input(placeholder=self._look.text(_("Search for a command…")), id="line")
            yield Static(self._look.text(_("There is no such command.")), id="none", markup=False)
            yield OptionList(id="commands")

    def on_mount(self) -> None:
        """The line takes the keys, and the list shows all."""
        self.query_one("#line").focus()
        self.query_one("#commands").can_focus = False
        self._show("")

    def leave(self) -> None:
        """Do nothing."""
        self.dismiss(None)

    def action_cancel(self) -> None:
        """Escape."""
        self.leave()

    def action_move(self, where: str) -> None:
        """Point at another line of the list."""
        getattr(self.query_one("#commands", OptionList), f"action_{where}")()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another letter finds others."""
        self._show(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: the line that is pointed at."""
        event.stop()
        at = self.query_one("#commands", OptionList).highlighted
        if at is not None:
            self.dismiss(self._found[at])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was clicked."""
        event.stop()
        self.dismiss(self._found[event.option_index])

    def _show(self, typed: str) -> None:
        self._found = found(self._commands, typed)
        commands = self.query_one("#commands", OptionList)
        commands.clear_options()
        for command in self._found:
            name = self._look.text(command.title)
            gap = " " * (max(_NAME - columns(name), 0) + 2)
            commands.add_option(Option(Content.assemble((name, "bold"), gap, (self._look.text(command.help), "dim"))))
        commands.highlighted = 0 if self._found else None
        self.query_one("#none").display = not self._found
        title = _("All that can be done here ({count})").format(count=len(self._found))
        self.query_one("#box").border_title = Content(self._look.text(title))
