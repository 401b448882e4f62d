"""What the board does with a decision: spots that are picked, dragged to and told of, and what pages name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tui.boards import Spot
from tui.dialogue import Dialogue, Kept
from tui.keys import keys_in_force, shown
from tui.language import _
from tui.moment import GRACE
from tui.steps import Checklist, Menu, Party, Why
from tui.theme import Theme
from tui.widgets.decision_core import BY_CLICK, DecisionCore


class DecisionByBoard(DecisionCore):
    """A decision as it is made on the board, and by what is written beside it."""

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        super().__init__(theme, grace=grace, id=id)
        self._dragging = False
        self._not_in_hand: Why | None = None
        """Why nothing was taken in hand where the mouse began to drag, until it is let go."""
        self._dragged_from: Spot | None = None
        self._before_drag: Kept | None = None
        """How far the player had come before the mouse began to drag."""
        self._pointed_before: tuple[int | None, int | None] | None = None
        """Which line was pointed at before the mouse was pressed, and which was picked."""

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
                # Where nothing is to be picked on the board, whoever clicks there looks at the spot, and what was
                # refused somewhere else is no matter any more.
                self.forget_complaint()
                return False
            self._point_at_no_line(spot)  # marks that were changed since may have pointed at another
            return self._pick_closed(spot, sure=sure)
        at = self.choices.highlighted
        own = dialogue.own_rows_of(spot) or rows
        # What has a key of its own is no alternative to what only the list and the board have.
        own = [number for number in own if not self._rows[number].key] or own
        self._on_board, self._opened_at, self._by_board = spot, None, True
        pointed = at if at is not None and at in rows else rows[0]
        if self.is_for_good(pointed):
            self._take_if_armed(pointed, BY_CLICK, sure=sure)
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

    def mark_written(self, spot: Spot, code: str) -> bool:
        """A piece of a spot was clicked where it is written on the board: mark its line, or unmark it.

        False if it is none of those that can be marked there.
        """
        dialogue = self._dialogue
        if dialogue is None or isinstance(dialogue.step, Menu) or dialogue.step.spot != spot:
            return False
        number = next((number for number, row in enumerate(self._rows) if row.code and row.code == code), None)
        if number is not None:
            self._press(number, by_click=True)
        return number is not None

    def pick_text(self, text: str) -> bool:
        """Something was clicked that is written so: mark its line, or the next of several such; or take it.

        Of several that cannot be marked the next is pointed at, and one for good is pointed at first, as by its line.

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
            self._press(number, by_click=True)
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
        """Take the only one of these lines, as a click on it does; of several point at the first, or the next."""
        at = self.choices.highlighted
        number = rows[(rows.index(at) + 1) % len(rows)] if at in rows else rows[0]
        way = None if self._dialogue is None else self._dialogue.turned_to(text).get(number)
        if way is not None and self._dialogue is not None:
            self._dialogue.turn_to(number, way)
            self._update_rows()
            self._turn_to(number)
        if len(rows) == 1 and self.is_for_good(number):
            self._take_if_armed(number, BY_CLICK)
        elif len(rows) == 1 and way is None and self._rows[number].ready:
            self._press(number)
        elif way is None:
            self._go_to(number)

    def _rows_with(self, text: str) -> list[int]:
        """The lines with this text, and those that can be turned to it."""
        if not text or self._dialogue is None:
            return []
        shown = [number for number, row in enumerate(self._rows) if text in row.text and not row.confirms]
        return sorted({*shown, *self._dialogue.turned_to(text)})

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
        self._on_board, self._opened_at, self._by_board = spot, None, True
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

    def retrace(self, action: Any, *, advised: bool = False, said: bool = False) -> bool:
        """Point at the line by which an action comes, with what is marked for it; and so in the steps that follow.

        False if none leads there from what the player has begun.

        `advised`: the player has not done it before; that marks are made so is said, and where only a line is pointed
        at if it is to be `said`.
        """
        dialogue = self._dialogue
        if dialogue is None:
            return False
        depth = dialogue.depth
        number, self._advised = dialogue.retrace(action), advised
        if number is None:
            return not dialogue.depth
        if dialogue.depth != depth:
            self._not_in_hand, self._dragging = None, False
            self._show(number)
        self._by_board = False
        self._update_rows()
        if not isinstance(dialogue.step, Checklist):
            self._go_to(number)
        if advised:
            self._picked, self._first = None, number  # it is not the player who has come to it
            if said or not isinstance(dialogue.step, Menu):
                self._say_advised(dialogue)
        return True

    @property
    def depth(self) -> int:
        """How many steps the player has taken to an answer."""
        return 0 if self._dialogue is None else self._dialogue.depth

    @property
    def is_advised(self) -> bool:
        """Whether the line that a hint advises is led to."""
        return self._advised and self._dialogue is not None and self._dialogue.is_led

    @property
    def takes_advised(self) -> bool:
        """Whether that line may be taken by whoever closes a box over it: not if it goes out, as its list tells."""
        at = self.choices.highlighted
        taken = [number for number, row in enumerate(self._rows) if number == at or row.confirms]
        return self.is_advised and at is not None and not any(map(self._goes_out, taken))

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

    def pressed(self) -> None:
        """The mouse is pressed: what is pointed at now is pointed at again after a drag that comes to nothing."""
        self._pointed_before = self.choices.highlighted, self._picked

    def drop(self, spot: Spot, *, cursor: Spot) -> bool:
        """What was dragged is let go at a spot: if that decides, the line is told, which nobody may have read.

        Where nothing was taken in hand it is told why, not of this spot, unless it was dragged from there: then the
        mouse has slipped in a click. False if that came to nothing: all is as it was, and so the board's `cursor` is to
        be.
        """
        why, self._not_in_hand = self._not_in_hand, None
        if why is not None and spot != self._dragged_from:
            self._refuse_drag(str(why), cursor)
            return False
        at, dialogue, line = self.choices.highlighted, self._dialogue, ""
        if dialogue is not None and spot != self._dragged_from:
            self._reveal(spot)
            if not dialogue.rows_of(spot):
                self._refuse_drag(self._words_of_closed(dialogue, spot), cursor)
                return False
        if dialogue is not None and at is not None and at in dialogue.rows_of(spot) and at == self._picked:
            row = self._rows[at]
            line = (row.done or row.text) if self._dragging and not self.is_for_good(at) else ""
        depth = 0 if dialogue is None else dialogue.depth
        self._dropped = line
        self.pick_spot(spot, sure=self._dragging)
        self._dropped = ""
        if dialogue is not None and dialogue.depth > depth:
            self._led_by_drop = bool(line)
        return True

    def drop_nowhere(self, *, cursor: Spot) -> None:
        """What was dragged is let go where no spot is. All is as it was."""
        self._not_in_hand = None
        self._refuse_drag(_("That was let go at no place of the map: nothing was done."), cursor)

    def _refuse_drag(self, why: str, cursor: Spot) -> None:
        """Have all as it was before the mouse began to drag, and say why nothing came of it."""
        dialogue, (at, picked) = self._dialogue, self._pointed_before or (self.choices.highlighted, self._picked)
        self._dragging, self._led_by_drop, self.given_up = False, False, ""
        if dialogue is not None:
            kept, self._before_drag = self._before_drag, None
            self._led = True  # the board's cursor goes where it was
            if kept is not None and dialogue.restore(kept):
                self._show(dialogue.first_row if at is None else at)
            self._led = False
            if at is None:
                self._point_at_no_line(cursor)
            elif at < len(self._rows):
                self._go_to(at)
            self._picked, self._on_board = picked, cursor
        self.complain(why, alone=True)
        self._told_instead = cursor  # nothing else is told of that meanwhile

    def drag(self, origin: Spot) -> None:
        """What belongs to a spot is taken in hand: its choice, if it leads to another step.

        Pieces that are being marked there keep their marks; steps that came after such a choice are taken back. Where
        there is none nothing is taken in hand, and all stays as it is: the mouse may have slipped in a click.
        """
        dialogue = self._dialogue
        self._dragging, self._not_in_hand, self._dragged_from = dialogue is not None, None, origin
        self._led_by_drop, self.given_up = False, ""
        self._before_drag = None if dialogue is None else dialogue.kept()
        self._pointed_before = self._pointed_before or (self.choices.highlighted, self._picked)
        if dialogue is None or (isinstance(dialogue.step, Party) and dialogue.step.spot == origin):
            return
        begun, row = dialogue.begun, dialogue.back_to(origin)
        if row is None:
            self._dragging = False
            why = None if dialogue.origin == origin else dialogue.why_not_begun(origin, with_pieces=True)
            # What can be done instead is told of who comes there, and nobody would.
            self._not_in_hand = None if why is None else Why(why.why)
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
            said = self._words_of_closed(dialogue, spot)
            if offer and dialogue.spots() and dialogue.begins_at(spot):
                self._offered = spot
                take = shown(keys_in_force()["game.take"])
                said = f"{said} {_('Click again, or {take}: leave this, begin there.').format(take=take)}"
            self.complain(said, alone=True)

    @staticmethod
    def _words_of_closed(dialogue: Dialogue, spot: Spot) -> str:
        """Why a spot has no line."""
        # Where nothing is to be picked on the board the first step has no say: what is asked now comes first.
        begins = bool(dialogue.spots()) or not dialogue.depth
        why = dialogue.why_closed(spot) or (dialogue.why_not_begun(spot) if begins else None)
        back = shown(keys_in_force()["game.back"])
        nothing = (
            _("First choose what is asked now, or go a step back ({key}).").format(key=back)
            if dialogue.depth
            else f"{_('Nothing is to be picked there now.')} {dialogue.note}".strip()
        )
        return nothing if why is None else str(why)
