"""The panel in which every decision is made: by its list, by keys wherever the focus is, and by the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from textual import on
from textual.events import Click
from textual.geometry import Offset
from textual.widgets import OptionList

from tui.boards import Spot
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.steps import Checklist, Party
from tui.widgets.choices import Choices
from tui.widgets.confirm_line import ConfirmLine
from tui.widgets.decision_core import CONFIRMS, DecisionCore
from tui.widgets.decision_title import instead_of
from tui.widgets.key_line import KeyLine
from tui.widgets.mark_line import MarkLine

_BY_KEY: Final = N_("This is for good: {key} again, {take} or {yes} does it.")
_BY_CLICK: Final = N_("This is for good: a second click, {take} or {yes} does it.")


class DecisionPanel(DecisionCore):
    """Leads the player through a dialogue."""

    # -- what comes from the board

    def pick_spot(self, spot: Spot, *, sure: bool = True) -> bool:
        """A spot was picked on the board. True if a choice belongs to it; if none does, say why where that is known.

        A choice that leads to another step is taken, of several the one that is pointed at or else the first if they
        begin together. One that decides is pointed at first, as is one that leads pieces to the spot and asks for
        something more; it is taken when the spot is picked again and the player is `sure`. `next_of_spot` goes on to
        the others.
        """
        dialogue = self._dialogue
        self._reveal(spot)
        rows = [] if dialogue is None else dialogue.rows_of(spot)
        if dialogue is None or not rows:
            if dialogue is None or not dialogue.spots():
                return False  # where nothing is to be picked on the board, whoever clicks there looks at the spot
            self._point_at_no_line(spot)  # marks that were changed since may have pointed at another
            return self._pick_closed(spot, sure=sure)
        at = self.choices.highlighted
        own = dialogue.own_rows_of(spot) or rows
        # What has a key of its own is no alternative to what only the list and the board have.
        own = [number for number in own if not self._rows[number].key] or own
        self._on_board, self._opened_at = spot, None
        pointed = at if at is not None and at in rows else rows[0]
        if self.is_for_good(pointed):
            self._take_if_armed(pointed, _BY_CLICK, sure=sure)
        elif (sure and at in rows and at == self._picked) or (len(own) == 1 and self._begins(own[0])):
            self._press(own[0] if at is None or at not in rows else at)
        else:
            self._go_to(pointed)
        return True

    def _begins(self, number: int) -> bool:
        """Whether a line begins something at its spot: it decides nothing, and leads nothing there."""
        return self._dialogue is not None and not self._dialogue.decides(number) and not self._rows[number].path

    def _pick_closed(self, spot: Spot, *, sure: bool = True) -> bool:
        """A spot without a line was picked: say why, and the second time take in hand what can begin there instead.

        True if something is in hand there now.
        """
        dialogue = self._dialogue
        row = dialogue.back_to(spot) if dialogue is not None and sure and spot == self._offered else None
        if dialogue is None or row is None:
            self._say_why_closed(spot)
            return False
        self._show(dialogue.first_row)
        self._press(row)
        return True

    def pick_text(self, text: str) -> bool:
        """Something was clicked that is written so: mark its line, or the next of several such; or point at it.

        With all of them marked the first is unmarked. What is written behind a comma need not be there. False if there
        is no such line. One that has it in another of its ways is turned to that.
        """
        text = text if self._rows_with(text) else text.partition(",")[0]
        rows = self._rows_with(text)
        if not rows:
            return False
        marked = [number for number in rows if self._rows[number].mark]
        markable = [number for number in rows if self._rows[number].mark is not None]
        free = [number for number in markable if self._rows[number].marks < self._rows[number].pieces]
        if free or marked:
            number = (free or marked)[0]
            if not self.choices.hides(number):
                self.choices.highlighted = number
            self._press(number)
        else:
            self._pick(rows, text)
        return True

    def take_text(self, text: str) -> None:
        """What is written so was brought to where it belongs: take its line; point at it, if it is for good."""
        for number in self._rows_with(text)[:1]:
            self._go_to(number)
            self._led_by_drop = True
            if not self.is_for_good(number):
                self._press(number)

    def _pick(self, rows: Sequence[int], text: str) -> None:
        """Point at the first of these lines, or the next of them; take the only one that is pointed at already."""
        at = self.choices.highlighted
        number = rows[(rows.index(at) + 1) % len(rows)] if at in rows else rows[0]
        way = None if self._dialogue is None else self._dialogue.turned_to(text).get(number)
        if way is not None and self._dialogue is not None:
            self._dialogue.turn_to(number, way)
            self._update_rows()
            self._turn_to(number)
        if len(rows) == 1 and self.is_for_good(number):
            self._take_if_armed(number, _BY_CLICK)
        elif len(rows) == 1 and at == number == self._picked and way is None:
            self._press(number)
        elif way is None:
            self._go_to(number)

    def _rows_with(self, text: str) -> list[int]:
        """The lines with this text, and those that can be turned to it."""
        if not text or self._dialogue is None:
            return []
        shown = [number for number, row in enumerate(self._rows) if text in row.text and not row.confirms]
        return sorted({*shown, *self._dialogue.turned_to(text)})

    def press_named(self, words: str) -> bool:
        """What a page calls so was clicked: take the line with a key of its own that names it. False if none does."""
        wanted = words.strip(" :").casefold()
        named = [row.key for row in self._rows if row.key and wanted and wanted in row.text.casefold()]
        return bool(named) and self.press_key(named[0])

    def point_at(self, spot: Spot, *, alone: bool = False) -> None:
        """The board's cursor has come to a spot: its line is the one that is taken when the spot is picked.

        `alone`: the player goes by the board, so where the spot has no line none is pointed at, and Enter says why.
        """
        dialogue = self._dialogue
        if dialogue is None or not dialogue.spots():
            return
        self._offered = spot if spot == self._offered else None
        self._reveal(spot)
        # What it may lead to besides is not meant where it has lines of its own.
        rows, at = dialogue.own_rows_of(spot) or dialogue.rows_of(spot), self.choices.highlighted
        self._on_board, self._opened_at = spot, None
        if rows:
            self._go_to(at if at is not None and at in rows else rows[0])
            self._gone_on()
        elif alone:
            self._point_at_no_line(spot)

    def go_to_named(self, spot: Spot, *, told: bool) -> None:
        """A spot was asked for by its name: Enter takes its line. Where it has none it is said why, as Enter does then.

        While cards or blocks are marked nothing of it changes: Enter confirms the marks. Where nothing is to be picked
        on the board the spot was only to be seen: Enter alone says why. `told`: what there is to say of the spot stands
        under the board.
        """
        dialogue = self._dialogue
        if dialogue is None or isinstance(dialogue.step, Checklist):
            return
        self.point_at(spot, alone=True)
        if not dialogue.spots():
            self._point_at_no_line(spot)
        elif not dialogue.rows_of(spot) and not told:
            # To go there was all that was meant: Enter says first what it would leave.
            self._say_why_closed(spot, offer=False)

    def _point_at_no_line(self, spot: Spot) -> None:
        """Nothing can be taken at a spot: no line says that Enter takes it."""
        dialogue, at = self._dialogue, self.choices.highlighted
        assert dialogue is not None
        self._left = self._left if at is None else at
        self._pointed, self.choices.highlighted = spot, None
        self._gone_on()
        if not self._complaint:
            self._note_of(dialogue)
            self._detailed = False
        self._show_title()
        self.post_message(self.Changed(self, dialogue.spots(), None, ()))

    def told_of(self, spot: Spot, *, clicked: bool = False) -> tuple[str, ...]:
        """What picking a spot now would come to, or why it cannot be picked: at several lengths, the longest first.

        `clicked`: the mouse lies where it has clicked last, so that the same again takes what it has only pointed at.
        """
        dialogue = self._dialogue
        if dialogue is None or not dialogue.spots():
            return ()
        rows, folded = dialogue.rows_of(spot), dialogue.folded_at(spot)
        if folded is not None:
            return (folded.text, folded.brief)
        if not rows:
            # Whoever has just begun there is refused nothing.
            begun_here = spot in (dialogue.origin, self._opened_at)
            why = self._not_in_hand or (None if begun_here else dialogue.why_closed(spot))
            # What the note says just now need not be said twice.
            said = self._refused and (spot == self._told_instead or self._refused.startswith(str(why)))
            return () if why is None or said else (str(why), why.why)
        at = self.choices.highlighted
        row = self._rows[at if at in rows else rows[0]]
        again = clicked and at is not None and at in rows and at == self._picked and not self.is_for_good(at)
        if at in rows and row.ways == 1 and self._has_rows and self.choices.detail_of(row) == row.text:
            return (_("A second click takes it."),) if again else ()  # the note says the rest
        wordings = [row.text, row.brief] if row.brief else [row.text]
        if again:
            wordings = [_("Click again: {line}").format(line=wording) for wording in wordings]
        if len(rows) == row.ways == 1:
            return tuple(wordings)
        number = rows.index(at) + 1 if at in rows else 1
        number, count = (row.way, row.ways) if row.ways > 1 else (number, len(rows))
        several = (
            _("{number} of {count} ways ({key}, or click here):")
            if row.ways > 1
            else _("{number} of {count} ({key}, or click here):")
        )
        several = several.format(number=number, count=count, key=shown(keys_in_force()["game.next"]))
        return (*[f"{several} {wording}" for wording in wordings], *wordings[-1:])

    def retrace(self, action: Any) -> None:
        """Point at the line by which an action came: whoever takes it again has the same pieces in hand."""
        dialogue = self._dialogue
        number = None if dialogue is None else dialogue.retrace(action)
        if number is not None:
            self._update_rows()
            self._go_to(number)

    def go_on(self) -> None:
        """The player goes by the list again: from the line at which it was left, if none is pointed at now."""
        if self._rows and self.choices.highlighted is None:
            self.choices.highlighted = min(self._left, len(self._rows) - 1)

    def next_of_spot(self) -> bool:
        """Point at the next way to the same spot, after the last at the first. False if it has no more."""
        self.go_on()  # where none is pointed at, that of the line which says that there is another
        at, dialogue = self.choices.highlighted, self._dialogue
        if dialogue is None or at is None or at >= len(self._rows):
            return False
        if dialogue.turn(at):
            self._update_rows()
            self._turn_to(at)
            return True
        spot = self._rows[at].spot
        if spot is None:
            spot = self._on_board
        rows = [] if spot is None else dialogue.rows_of(spot)
        if at not in rows or len(rows) < 2:
            return False
        self._turn_to(rows[(rows.index(at) + 1) % len(rows)])
        return True

    def _turn_to(self, number: int) -> None:
        """Point at another way to the same spot: one that is for good nobody has picked yet."""
        self._go_to(number)
        if self.is_for_good(number):
            self._picked = self._armed = self._insisted = None
            self._show_title()

    def drop(self, spot: Spot) -> None:
        """What was dragged is let go at a spot: if that decides, the line is told, which nobody may have read.

        Where nothing was taken in hand it is told why, not of this spot, unless it was dragged from there: then the
        mouse has slipped in a click.
        """
        why, self._not_in_hand = self._not_in_hand, None
        if why is not None and spot != self._dragged_from:
            self.complain(str(why), elsewhere=True)
            self._told_instead = spot
            return
        at, dialogue, line = self.choices.highlighted, self._dialogue, ""
        if dialogue is not None and not dialogue.spots() and spot != self._dragged_from:
            self._say_why_closed(spot)
            return
        if dialogue is not None and at is not None and at in dialogue.rows_of(spot) and at == self._picked:
            row = self._rows[at]
            line = (row.done or row.text) if self._dragging and not self.is_for_good(at) else ""
        depth = 0 if dialogue is None else dialogue.depth
        self._dropped = line
        self.pick_spot(spot, sure=self._dragging)
        self._dropped = ""
        if dialogue is not None and dialogue.depth > depth:
            self._led_by_drop = bool(line)

    def drop_nowhere(self) -> None:
        """What was dragged is let go where no spot is."""
        self._not_in_hand = None
        self.complain(_("That was let go at no place of the map: nothing was done."))
        self._told_instead = self._on_board  # what the mouse has passed last is not refused

    def drag(self, origin: Spot) -> None:
        """What belongs to a spot is taken in hand: its choice, if it leads to another step.

        Pieces that are being marked there keep their marks; steps that came after such a choice are taken back. Where
        there is none nothing is taken in hand, and all stays as it is: the mouse may have slipped in a click.
        """
        dialogue = self._dialogue
        self._dragging, self._not_in_hand, self._dragged_from = dialogue is not None, None, origin
        self._led_by_drop, self.given_up = False, ""
        if dialogue is None or (isinstance(dialogue.step, Party) and dialogue.step.spot == origin):
            return
        begun, row = dialogue.begun, dialogue.back_to(origin)
        if row is None:
            self._dragging = False
            self._not_in_hand = None if dialogue.origin == origin else dialogue.why_not_begun(origin, with_pieces=True)
            return
        self.given_up = begun
        dialogue.forget_marks(origin)  # who drags a stack sees no marks, and means all of it
        self._led = True
        self._show(dialogue.first_row)
        self._press(row)
        self._led = False

    def _reveal(self, spot: Spot) -> None:
        """What has no line of its own for its little weight has one once the player comes to it on the board."""
        if self._dialogue is not None and self._dialogue.reveal(spot):
            self._update_rows()

    def _say_why_closed(self, spot: Spot, *, offer: bool = True) -> None:
        """Say why a spot has no line. `offer`: and that the same again begins there instead, if it can."""
        dialogue = self._dialogue
        if dialogue is not None:
            # Where nothing is to be picked on the board the first step has no say: what is asked now comes first.
            begins = bool(dialogue.spots()) or not dialogue.depth
            why = dialogue.why_closed(spot) or (dialogue.why_not_begun(spot) if begins else None)
            back = shown(keys_in_force()["game.back"])
            nothing = (
                _("First choose what is asked now, or go a step back ({key}).").format(key=back)
                if dialogue.depth
                else f"{_('Nothing is to be picked there now.')} {dialogue.note}".strip()
            )
            said = nothing if why is None else str(why)
            if offer and dialogue.spots() and dialogue.begins_at(spot):
                self._offered = spot
                take = shown(keys_in_force()["game.take"])
                said = f"{said} {_('Click again, or {take}: leave this, begin there.').format(take=take)}"
            self.complain(said, elsewhere=True)

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
            self.complain(_("A digit takes its line by itself; {take} once more takes this one.").format(take=take))
            return
        if isinstance(dialogue.step, Checklist):
            self._press(len(self._rows) - 1)
        elif self.choices.highlighted is not None:
            self._take_pointed(self.choices.highlighted)
        elif self._pointed is not None:
            self._pick_closed(self._pointed)

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
        elif self.takes_answers and self.asks_twice(number):
            self._go_to(number)
            self._insisted, self._just_insisted = number, True
            self._say_not_done(number, _("This is for good: {take} again, or {yes}, does it."))
        else:
            self._press(number)

    def number(self, digit: int) -> None:
        """The line with this digit."""
        if not self.press_key(str(digit)) and self._dialogue is not None:
            self.complain(_("No line has the digit {digit}.").format(digit=digit))

    def press_key(self, key: str) -> bool:
        """The line that has this key of its own, or this digit or letter by its place. False if there is none."""
        number = next((number for number, row in enumerate(self._rows) if row.key and row.key == key), None)
        sign = self._signs.get(key)
        if (number is not None or sign is not None or key == CONFIRMS) and self.only_comes_back():
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

    def _say_yes(self) -> bool:
        """Take what is pointed at and asked about, being for good. False if nothing is."""
        at = self._line_of_enter
        if at is None or at not in (self._armed, self._insisted) or not self.takes_answers:
            return False
        self._press(at)
        return True

    def _take_by_own_key(self, number: int) -> None:
        """A key of its own takes a line; what is for good it points at first, and takes the next time.

        But a key that answers whether it is meant has been told what it does.
        """
        key = self._rows[number].key
        if key != CONFIRMS and self.is_for_good(number):
            self._take_if_armed(number, _BY_KEY, key)
        else:
            self._press(number)
            self._asked_by = key if any(row.key == CONFIRMS for row in self._rows) else ""
            self._show_title()

    def _take_if_armed(self, number: int, words: str, key: str = "", *, sure: bool = True) -> None:
        """Take what is for good if the player has been told that the same again does it; if not, tell it.

        What comes at once after that is no answer yet: a key may be held down, or the mouse have clicked twice.
        """
        armed = number == self._armed == self._line_of_enter
        if armed and sure and not self._pointing.lasts:
            self._press(number)
            return
        if not armed:
            if not self._rows[number].confirms:  # that may stand below the list as well, which stays as it is
                self._go_to(number)
            self._armed = number
            self._pointing.begin()
            self.call_after_refresh(self._pointing.seen)
        # Two in one go are one: a key is held down, or the mouse has clicked twice.
        said = _("That came too soon after the first. {words}").format(words=_(words)) if armed and sure else _(words)
        self._just_insisted = True
        self._pointing.stray()
        self._show_title()
        self._say_not_done(number, said, key)

    def _say_not_done(self, number: int, words: str, key: str = "") -> None:
        """Say that what is pointed at is not done yet, and what does it: it may have been pointed at before.

        After that comes what there is to know of the line, which is wanted now most of all.
        """
        action = None if self._dialogue is None else self._dialogue.action_of(number)
        why = "" if action is None else self.why_for_good(action)
        said = words.format(key=key, take=shown(keys_in_force()["game.take"]), yes=CONFIRMS)
        self.complain(f"{said} {why}".strip())

    def _take_by_sign(self, number: int) -> None:
        """A digit or letter takes its line, or marks it.

        What cannot be taken back it points at: Enter takes that, or the same again, unless it is only held down.
        """
        row = self._rows[number]
        if self.is_for_good(number):
            self._take_if_armed(number, _BY_KEY, self.sign_of(number))
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

    def turn_page(self, direction: int) -> bool:
        """Go a page on or back in the list. False if all of it is in sight."""
        choices = self.choices
        if self._dialogue is None or choices.virtual_size.height <= choices.size.height:
            return False
        choices.turn_page(direction)
        return True

    def mark_all(self) -> None:
        """Mark all, or none."""
        if self._dialogue is not None and not self.only_comes_back() and self._dialogue.mark_all():
            self._armed = None
            self._update_rows()

    def back(self) -> None:
        """Take the last step back. What was said last is about nothing that is asked any more."""
        dialogue = self._dialogue
        if dialogue is None:
            return
        self._not_in_hand, self._dragging, self._led_by_drop = None, False, False
        if dialogue.back():
            self._show(dialogue.row_gone_on_from)
            return
        # Nothing is to be taken back but what would have been done by the same again.
        self._picked = self._armed = self._insisted = None
        self._note_of(dialogue, self._detail)
        self._show_title()

    @property
    def has_begun(self) -> bool:
        """Whether the player has gone on from the first step of the decision."""
        return self._dialogue is not None and self._dialogue.depth > 0

    def put_down(self) -> bool:
        """Leave what has been begun. False if nothing has been."""
        dialogue = self._dialogue
        if dialogue is None or not dialogue.put_down():
            return False
        self._not_in_hand, self._dragging, self._led_by_drop = None, False, False
        self._show(dialogue.first_row)
        self.complain(_("What you had begun is undone; what is planned stays."))
        return True

    # -- what comes from the list

    def click_at(self, at: Offset) -> None:
        """A click at a place of the screen, from whoever has had the list before him: that of the line there."""
        number = self.screen.get_style_at(*at).meta.get("option")
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
            self._go_to(number)
            self._picked = None
            self.complain(_("Another line stood here when you clicked: this one is only pointed at."))
            return True
        self._clicked_line = line
        self._clicked.begin()
        self._clicked.seen()
        return False

    def _take_by_click(self, number: int) -> None:
        if self.is_click_for_good(number):
            self._take_if_armed(number, _BY_CLICK)
        else:
            self._press(number)

    @on(Choices.Turned)
    def _way_clicked(self, event: Choices.Turned) -> None:
        """Which of several ways stands in a line was clicked."""
        event.stop()
        self.choices.highlighted = event.number
        self.next_of_spot()

    def on_click(self, event: Click) -> None:
        """The title was clicked, which names the key that takes the last step back."""
        if event.widget is self and event.y == 0:
            event.stop()
            self.back()

    @on(MarkLine.Pressed)
    def _piece_clicked(self, event: MarkLine.Pressed) -> None:
        event.stop()
        if not self.only_comes_back():
            self._press(event.number)

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
