"""The panel in which every decision is made: by its list, by keys wherever the focus is, and by the board."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import on
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Offset, Region
from textual.widgets import OptionList

from tui.keys import keys_in_force, shown
from tui.language import _
from tui.moment import GRACE, FirstMoment
from tui.steps import MORE, Checklist
from tui.theme import Theme
from tui.widgets.choices import Choices
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.decision_by_board import DecisionByBoard
from tui.widgets.decision_core import BY_CLICK, BY_ENTER, BY_KEY, CONFIRMS
from tui.widgets.decision_title import in_a_line, instead_of, takes_at
from tui.widgets.key_line import KeyLine
from tui.widgets.line_signs import free_letters
from tui.widgets.mark_line import MarkLine

_CLICKS_TWICE: Final = 1.25
"""For so many times the moment in which a list takes no click the second click on a row may be meant for the line that
stood there when it was clicked first."""


class DecisionPanel(DecisionByBoard):
    """Leads the player through a dialogue."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("left,right", "beside", show=False)]

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        """`grace`: the seconds for which a new decision takes no answer, from when it is seen."""
        super().__init__(theme, grace=grace, id=id)
        self._by_sign = FirstMoment(grace)
        """From when a digit or letter has taken a line."""
        self._clicked = FirstMoment(_CLICKS_TWICE * grace)
        """From when a line was clicked: who clicks twice to be sure may click where another line stands by then."""
        self._clicked_line: tuple[int, str] | None = None
        """In which row of the screen that was, and what the line said."""

    # -- what the player does, wherever the focus is

    def take(self) -> None:
        """Enter: confirm marks, or take what is highlighted.

        Right after a digit that has taken a line it was meant for that line.
        """
        dialogue = self._dialogue
        if dialogue is None or self.only_comes_back():
            return
        if self._by_sign.lasts:
            self._by_sign.end()
            take = shown(keys_in_force()["game.take"])
            marks = isinstance(dialogue.step, Checklist)
            words = (
                _("A digit takes its line by itself; {take} once more confirms what is marked here.")
                if marks
                else _("A digit takes its line by itself; {take} once more takes this one.")
            )
            self.complain(words.format(take=take))
            return
        if isinstance(dialogue.step, Checklist):
            self._take(len(self._rows) - 1)
        elif self.choices.highlighted is not None:
            self._take_pointed(self.choices.highlighted)
        elif self._pointed is not None:
            self._pick_closed(self._pointed)

    def heard(self, key: str = "", *, elsewhere: bool = False, on_nothing: bool = False) -> None:
        """See `DecisionCore.heard`. Enter is not meant for a digit that another key, such as Space, stands behind."""
        if key and key != keys_in_force()["game.take"]:
            self._by_sign.end()
        super().heard(key, elsewhere=elsewhere, on_nothing=on_nothing)

    def _take(self, number: int) -> None:
        """Take a line, or say what more it takes, if it is for good."""
        if self.takes_answers and self.asks_twice(number):
            if not self._rows[number].confirms:  # that may stand below the list as well, which stays as it is
                self._go_to(number)
            self._insisted, self._just_insisted = number, True
            self._show_title()  # the same again does it now
            self._say_not_done(number, _(BY_ENTER))
        else:
            self._press(number)

    def mark(self) -> None:
        """Space: mark, unmark or take what is highlighted."""
        if self.only_comes_back():
            return
        if self.choices.highlighted is not None:
            self._take_pointed(self.choices.highlighted)
        elif self._pointed is not None:
            self._pick_closed(self._pointed)

    def _take_pointed(self, number: int) -> None:
        """Take the line that is pointed at, or say what more it takes."""
        if self.choices.hides(number) and self._dialogue is not None:
            self.complain(self._dialogue.note)  # of the pieces above the list none is pointed at
        else:
            self._take(number)

    def press_named(self, words: str) -> bool:
        """What a page calls so was clicked: take the line with a key of its own that names it. False if none does."""
        wanted = words.strip(" :").casefold()
        named = [row.key for row in self._rows if row.key and wanted and wanted in row.text.casefold()]
        return bool(named) and self.press_key(named[0])

    def number(self, digit: int) -> None:
        """The line with this digit."""
        if self.press_key(str(digit)):
            return
        nothing = _("No line has the digit {digit}.").format(digit=digit)
        self.complain(self.instead_of(str(digit)) if self._dialogue is None else nothing)

    def press_key(self, key: str) -> bool:
        """The line that has this key of its own, or this digit or letter by its place. False if there is none."""
        number = next((number for number, row in enumerate(self._rows) if row.key and row.key == key), None)
        sign = self._signs.get(key)
        if (number is not None or sign is not None or key == CONFIRMS) and self.only_comes_back():
            return True
        if key == self._asked_first != self._asked_by:
            # Something else was pressed between: that this key answers is told anew before it does.
            self._asked_by = key
            self._show_title()
            return True
        if key == self._asked_by:
            # What has asked whether it is meant says so when it comes again.
            if self.refuse_second_click():
                return True
            number = next((number for number, row in enumerate(self._rows) if row.key == CONFIRMS), None)
        if (number is not None or sign is not None) and self.refuse_early(sign):
            return True
        if number is not None:
            self._take_by_own_key(number)
        elif sign is not None:
            self._take_by_sign(sign)
        return number is not None or sign is not None or (key == CONFIRMS and self._say_yes())

    def takes_line(self, key: str) -> bool:
        """Whether a key is that of a line of the list."""
        return key in self._signs or any(row.key and row.key == key for row in self._rows)

    def _say_yes(self) -> bool:
        """Take what is pointed at and asked about, being for good. False if nothing is."""
        at = self._line_of_enter
        if at is None or at not in (self._armed, self._insisted) or not self.takes_answers:
            return False
        self._press(at)
        return True

    def says_no(self) -> bool:
        """Take the line that does not confirm, where it is asked whether something is meant. False if it is not."""
        number = next((number for number, row in enumerate(self._rows) if row.key != CONFIRMS), None)
        if number is None or not self._asks_whether_meant:
            return False
        if not self.refuse_early(number):
            self._press(number)
        return True

    def _take_by_own_key(self, number: int) -> None:
        """A key of its own takes a line; what is for good it points at first, and takes the next time.

        But a key that answers whether it is meant has been told what it does.
        """
        key = self._rows[number].key
        if key != CONFIRMS and self.is_for_good(number):
            self._take_if_armed(number, BY_KEY, key)
        else:
            self._press(number)
            self._asked_by = self._asked_first = key if any(row.key == CONFIRMS for row in self._rows) else ""
            self._show_title()

    def _take_by_sign(self, number: int) -> None:
        """A digit or letter takes its line, or marks it.

        What cannot be taken back it points at: Enter takes that, or the same again, unless it is only held down.
        """
        row = self._rows[number]
        if self.is_for_good(number):
            self._take_if_armed(number, BY_KEY, self.sign_of(number))
            return
        if row.mark is None:  # what pieces march for stays what Enter takes
            self.choices.highlighted = number
        # Enter behind a mark is meant for what is marked, whatever the digit before it has taken.
        self._by_sign.end()
        if row.mark is None and row.ready:
            self._by_sign.begin()
            self.call_after_refresh(self._by_sign.seen)
        self._press(number)
        if row.mark is not None:
            self.call_after_refresh(self.choices.bring_in_sight, number)  # what is marked is seen to be

    def instead_of(self, key: str, why: str = "") -> str:
        """What to say of a key of a line that is not there: `why`, if known, and what does something instead."""
        return instead_of(key, self._dialogue, self._rows, self._title, why)

    def says_capital(self, key: str) -> bool:
        """Whether a small letter was pressed that a line has as a capital: the player is told."""
        capital = key.upper()
        if len(key) != 1 or key == capital or capital not in self._signs:
            return False
        words = _("{key} does nothing here; the line has a capital: {capital}.")
        self.complain(words.format(key=key, capital=capital))
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Beside a line there is another only in two columns; while one looks back the keys do something else."""
        return action != "beside" or (self.choices.has_columns and not self.looks_back())

    def action_beside(self) -> None:
        """Go to the other column."""
        self.choices.go_beside()

    def says_unlisted(self, key: str) -> bool:
        """Whether a letter may be meant for one of the lines that another stands for; the player is told of that."""
        if self._dialogue is None or not self._dialogue.folded or key not in free_letters():
            return False
        line = next(row.text for row in self._rows if row.key == MORE)
        words = _("{key} takes no line that is shown. First press {more} to show the rest: {line}.")
        self.complain(words.format(key=key, more=MORE, line=line))
        return True

    def turn_page(self, direction: int) -> bool:
        """Go a page on or back in the list. False if it goes no further there, or all of it is in sight."""
        choices = self.choices
        if self._dialogue is None or choices.virtual_size.height <= choices.size.height:
            return False
        return choices.turn_page(direction)

    def mark_all(self) -> None:
        """Mark all, or none; or say that nothing can be marked."""
        dialogue = self._dialogue
        if dialogue is not None and self.only_comes_back():
            return
        if dialogue is not None and dialogue.mark_all():
            self._armed = None
            self._update_rows()
            return
        key = shown(keys_in_force()["game.mark_all"])
        take = shown(keys_in_force()["game.take"])
        nothing = _("{key} marks all where there is something to mark; here {take} takes the line.")
        self.complain(self.instead_of(key) if dialogue is None else nothing.format(key=key, take=take))

    def back(self) -> None:
        """Take the last step back. What was said last is about nothing that is asked any more."""
        dialogue = self._dialogue
        if dialogue is None:
            return
        self._not_in_hand, self._dragging = None, False
        self._led_by_drop, self.given_up = False, ""
        if dialogue.back():
            self._show(dialogue.row_gone_on_from)
            return
        # Nothing is to be taken back but what would have been done by the same again.
        asked = self._armed is not None or self._insisted is not None or bool(self._complaint)
        self._picked = self._armed = self._insisted = None
        if self.choices.highlighted == self._asked_from[0]:
            self.choices.highlighted = self._asked_from[1]
        self._note_of(dialogue, self._detail)
        if not asked:
            undo = next((row.key for row in self._rows if row.key and row.key == self.undo_key), "")
            force = keys_in_force()
            explain, keys, leave = [shown(force[name]) for name in ("game.explain", "game.help", "port.leave")]
            told = [_("Nothing is open or begun here.")]
            told += [_("{key} undoes what was planned last.").format(key=undo)] if undo else []
            words = _("{explain}: what is asked, {keys}: all keys, {leave}: leave the game.")
            told.append(words.format(explain=explain, keys=keys, leave=leave))
            self.complain(" ".join(told))
        self._show_title()

    @property
    def has_begun(self) -> bool:
        """Whether the player has gone on from the first step of the decision."""
        return self._dialogue is not None and self._dialogue.depth > 0

    def put_down(self) -> bool:
        """Leave what has been begun. False if nothing has been."""
        dialogue, begun = self._dialogue, self.has_begun
        if dialogue is None or not dialogue.put_down():
            return False
        self._not_in_hand, self._dragging = None, False
        self._led_by_drop, self.given_up = False, ""
        self._show(dialogue.row_gone_on_from)
        what = _("What you had begun is undone; what is planned stays.")
        self.complain(what if begun else _("The marks are as they were."))
        return True

    def hidden_by(self, box: Region, columns: int) -> str:
        """What is asked and the line that is pointed at, in so many columns, if a box hides either; empty if not."""
        dialogue, choices, at = self._dialogue, self.choices, self.choices.highlighted
        if dialogue is None:
            return ""
        rows = [self.region.y]
        if at is not None:
            rows.append(choices.content_region.y + choices.place_of(at).y - choices.scroll_offset.y)
        if not any(box.overlaps(Region(self.region.x, row, self.region.width, 1)) for row in rows):
            return ""
        return in_a_line(dialogue.step.title, "" if at is None else choices.words_of(at), columns)

    # -- what comes from the list

    def click_at(self, at: Offset) -> None:
        """A click at a place of the screen, from whoever has had the list before him: that of the line there."""
        number = self.choices.line_at(self.screen.get_style_at(*at).meta)
        if self.choices.region.contains_point(at) and number is not None:
            self.moment.end()
            self._under_mouse.end()
            self.choices.highlighted = number
            self.choices.action_select()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Point at it on the board."""
        event.stop()
        self._point(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A line was clicked. What cannot be taken back is pointed at by the first click."""
        event.stop()
        if self.only_comes_back():
            return
        if not self.refuse_second_click() and not self._point_at_another(event.option_index):
            self._take_by_click(event.option_index)

    def _point_at_another(self, number: int) -> bool:
        """Only point at a line for good that stands where another was clicked a moment ago. True if so."""
        row = self.choices.row_clicked
        line, before = (row, self._rows[number].text), self._clicked_line
        another = before is not None and before[0] == row and before != line and self._clicked.lasts
        if another and self.is_click_for_good(number):
            self._only_point_at(number)
            return True
        self._clicked_line = line
        self._clicked.begin()
        self._clicked.seen()
        return False

    def _only_point_at(self, number: int) -> None:
        self._go_to(number)
        self._picked = None
        self.complain(_("Another line stood here when you clicked: this one is only pointed at."))

    @on(Choices.Shifted)
    def _list_moved(self, event: Choices.Shifted) -> None:
        """The list has moved during a click."""
        event.stop()
        self._armed = self._insisted = None
        if not self.only_comes_back():
            self._only_point_at(event.number)

    def nothing_at(self, at: Offset) -> bool:
        """Whether a click at a place of the panel does nothing."""
        meta, confirm = self.screen.get_style_at(*at).meta, self.query_one("#confirm", ConfirmLine)
        is_line = self.choices.line_at(meta) is not None or (confirm.display and confirm.region.contains_point(at))
        return not is_line and "@click" not in meta and at.y != self.region.y

    def _take_by_click(self, number: int) -> None:
        if self.is_click_for_good(number):
            self._take_if_armed(number, BY_CLICK)
        else:
            self._press(number, by_click=True)

    @on(Choices.Turned)
    def _way_clicked(self, event: Choices.Turned) -> None:
        """Which of several ways stands in a line was clicked."""
        event.stop()
        self.choices.highlighted = event.number
        self.next_of_spot()

    def on_click(self, event: Click) -> None:
        """The title was clicked: on what Enter does it is as good as that. Else it takes the last step back."""
        if event.widget is self and event.y == 0:
            event.stop()
            if not takes_at(self._titled, event.x - 1):  # the border begins before it
                self.back()
            elif not self.refuse_second_click():
                self.take()

    @on(MarkLine.Pressed)
    def _piece_clicked(self, event: MarkLine.Pressed) -> None:
        event.stop()
        if not self.only_comes_back():
            self._press(event.number, by_click=True)

    @on(MarkLine.AllPressed)
    def _all_clicked(self, event: MarkLine.AllPressed) -> None:
        event.stop()
        self.mark_all()

    def on_key_line_pressed(self, event: KeyLine.Pressed) -> None:
        """A key of the line below the list was clicked."""
        event.stop()
        if not self.refuse_second_click():
            self.press_key(event.key)

    def on_confirm_line_confirmed(self, event: ConfirmLine.Confirmed) -> None:
        """The line that confirms was clicked."""
        event.stop()
        if not self.only_comes_back() and not self.refuse_second_click():
            self._take_by_click(len(self._rows) - 1)
