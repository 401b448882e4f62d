"""The command palette: all that can be done on the screen in sight, found by typing, and what cannot be done now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Input, Static
from textual.widgets.option_list import Option

from tui.keys import shown
from tui.language import N_, Said, _
from tui.lines import Line, clauses, columns, longest_that_fits, plain_text
from tui.screens.card import CardScreen
from tui.screens.dialog import CORNERS, Dialog
from tui.theme import Theme
from tui.widgets.pointed_list import PointedList

ALSO: Final = Said(
    {
        "resign": N_("concede, give up, surrender"),
        "leave": N_("quit"),
        "settings": N_("language, colours"),
        "talk": N_("chat"),
        "rematch": N_("new game"),
    }
)
"""Other words by which a command is looked for, by its action: they stand behind its name."""
_PLAYS: Final = frozenset({"hint", "talk", "rematch"})
"""What is done in the game itself, by its action: it stands before what is read and chosen."""
_SCROLLS: Final = frozenset({"scroll", "scroll_page", "scroll_text", "turn_of_log"})
"""What only moves a text, by its action: it is found by its name, and not listed before that."""
_NAME: Final = 26
"""How many columns the names have before what is said of each."""


class Command(NamedTuple):
    """What can be done, what is said of it, and how it is done.

    `listed`: whether it stands in the list before anything is typed. `plays`: whether it goes before the others there.
    `refused`: why it cannot be done now; empty if it can.
    """

    title: str
    help: str
    callback: Callable[[], Any]
    listed: bool = True
    plays: bool = False
    refused: str = ""


def commands_of(app: App[Any], screen: Screen[Any]) -> Iterable[Command]:
    """A command for each key of the screen that says what it does, once each, and its `further_commands`.

    Over a card those of the screen below follow: for them the card is closed first, unless they only show something.
    """
    yield from _own_commands(app, screen)
    if isinstance(screen, CardScreen):
        for below in app.screen_stack[-2:-1]:
            yield from _own_commands(app, below, screen)


def _own_commands(app: App[Any], screen: Screen[Any], above: CardScreen | None = None) -> Iterable[Command]:
    told: set[str] = set()
    why_not = getattr(screen, "why_not", lambda action: "")
    for active in screen.active_bindings.values():
        binding = active.binding
        action = binding.action
        if not binding.show or not binding.description or action in told or not active.enabled:
            continue
        told.add(action)
        told_of = active.tooltip or binding.tooltip
        key = _("Key: {key}").format(key=shown(binding.key))
        help_text = f"{key} · {_(told_of)}" if told_of else key
        name = _(binding.description)
        if action in ALSO:
            name = f"{name} ({ALSO[action]})"
        do = partial(app.run_action, action, active.node)
        yield Command(
            name,
            help_text,
            do if above is None else partial(above.do_below, binding.key, do),
            listed=action.partition("(")[0] not in _SCROLLS,
            plays=action in _PLAYS,
            refused=why_not(action),
        )
    further: Iterable[Command] = getattr(screen, "further_commands", ())
    for command in further:
        do_below = command.callback if above is None else partial(above.do_below, "", command.callback)
        yield command._replace(callback=do_below)


def open_palette(app: App[Any], theme: Theme) -> None:
    """Show the palette of the screen in sight, and do what is chosen there once it is gone."""
    if isinstance(app.screen, CommandsScreen):
        return

    def chosen(command: Command | None) -> None:
        if command is not None:
            app.call_later(command.callback)

    app.push_screen(CommandsScreen([*commands_of(app, app.screen)], theme), chosen)


def found(commands: Sequence[Command], typed: str) -> list[Command]:
    """The commands that are meant by what is typed, those whose names begin so first; all if nothing is.

    Each of the words begins a word of the name, or else of what is said of the command. What cannot be done now comes
    last.
    """
    beginning = typed.strip().casefold()
    words = beginning.split()
    ranks: list[tuple[bool, int, Command]] = []
    for command in commands:
        name, help_text = command.title.casefold(), command.help.casefold()
        refused = bool(command.refused)
        if not words:
            if command.listed:
                ranks.append((refused, not command.plays, command))
        elif name.startswith(beginning):
            ranks.append((refused, 0, command))
        elif all(_begins_a_word(word, name) for word in words):
            ranks.append((refused, 1, command))
        elif all(_begins_a_word(word, f"{name} {help_text}") for word in words):
            ranks.append((refused, 2, command))
    return [command for _refused, _rank, command in sorted(ranks, key=lambda ranked: ranked[:2])]


def _begins_a_word(word: str, text: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(word)}", text) is not None


class CommandsScreen(Dialog[Command]):
    """A line in which a command is looked for, and a list of those found. The result is the one that was chosen.

    What cannot be done now stands dim at the foot of the list; whoever chooses it is told so.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", N_("Cancel"), show=False),
        Binding("down,tab", "move('cursor_down')", show=False),
        Binding("up,shift+tab", "move('cursor_up')", show=False),
        Binding("pagedown", "move('page_down')", show=False),
        Binding("pageup", "move('page_up')", show=False),
    ]

    def __init__(self, commands: Sequence[Command], theme: Theme) -> None:
        super().__init__(classes=theme.glyphs.name)
        self._commands = sorted(commands, key=lambda command: command.title.casefold())
        self._look = theme
        self._found: Sequence[Command] = ()

    def compose(self) -> ComposeResult:
        """The line, and below it what it finds."""
        with Vertical(id="box") as box:
            box.border_subtitle = Content(self._foot)
            yield Input(placeholder=self._look.text(_("Search for a command…")), id="line")
            yield Static(self._look.text(_("There is no such command.")), id="none", markup=False)
            yield PointedList((), self._look, id="commands")

    def on_mount(self) -> None:
        """The line takes the keys, and the list shows all."""
        self.query_one("#line").focus()
        self.query_one("#commands").can_focus = False
        self._show("")

    @property
    def _foot(self) -> str:
        foot = _("Enter: do it · {down}: the next · Escape, or click here: back")
        return self._look.text(foot.format(down=self._look.arrow("down")))

    def leave(self) -> None:
        """Do nothing."""
        self.dismiss(None)

    def action_cancel(self) -> None:
        """Escape."""
        self.leave()

    def action_move(self, where: str) -> None:
        """Point at another line of the list."""
        getattr(self.query_one("#commands", PointedList), f"action_{where}")()

    def on_input_changed(self, event: Input.Changed) -> None:
        """Another letter finds others."""
        self._show(event.value)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter: the line that is pointed at."""
        event.stop()
        at = self.query_one("#commands", PointedList).highlighted
        if at is not None:
            self._choose(self._found[at])

    def on_option_list_option_selected(self, event: PointedList.OptionSelected) -> None:
        """A line was clicked."""
        event.stop()
        self._choose(self._found[event.option_index])

    def _choose(self, command: Command) -> None:
        if command.refused:
            box, words = self.query_one("#box"), _("Not now: {why}").format(why=command.refused)
            told: list[Line] = [[(self._look.text(part), "plain")] for part in clauses(words)]
            box.border_subtitle = Content(plain_text(longest_that_fits(told, box.outer_size.width - CORNERS)))
        else:
            self.dismiss(command)

    def on_option_list_option_highlighted(self) -> None:
        """What was said of another line is no matter any more."""
        self.query_one("#box").border_subtitle = Content(self._foot)

    def _show(self, typed: str) -> None:
        self._found = found(self._commands, typed)
        commands = self.query_one("#commands", PointedList)
        commands.clear_options()
        for command in self._found:
            name = self._look.text(command.title)
            gap = " " * (max(_NAME - columns(name), 0) + 2)
            told, style = command.help, "bold"
            if command.refused:
                told, style = _("Not now: {why}").format(why=command.refused), "dim"
            commands.add_option(Option(Content.assemble((name, style), gap, (self._look.text(told), "dim"))))
        commands.highlighted = 0 if self._found else None
        self.query_one("#none").display = not self._found
        count = len([command for command in self._found if not command.refused])
        title = _("All that can be done here ({count})").format(count=count)
        self.query_one("#box").border_title = Content(self._look.text(title))
