"""What a decision panel asks and takes: what is pointed at, what is for good, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Final

from textual.message import Message

from tui.boards import Spot, Tag
from tui.dialogue import Dialogue
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.moment import GRACE, TWICE, FirstMoment
from tui.steps import MORE, Checklist, Menu, Party
from tui.theme import Theme
from tui.widgets.decision_rows import DecisionRows
from tui.widgets.decision_title import title_of, title_of_waiting

CONFIRMS: Final = "y"
"""The key of a line that answers whether something is meant: nobody is asked again. Where no line has it, it answers
for the one that is pointed at and waits for that answer."""

_PRESSED_AGAIN: Final = 2.5
"""For so many times its moment a decision takes no key that has closed a box over it, or skipped what came before."""
_PRESSED_AGAIN_IN_SIGHT: Final = 1.5
"""The same where what is asked was in sight below the box all the time."""

BY_KEY: Final = N_("{fate}: {key} again, {take} or {yes}.")
BY_CLICK: Final = N_("{fate}: a second click, {take} or {yes}.")
BY_ENTER: Final = N_("{fate}: {take} again, or {yes}.")
"""What is said of a line for good that was only pointed at: `For good, with 3 planned steps: Enter again, or y.`"""


class DecisionCore(DecisionRows):
    """Shows a dialogue. Posts `Decided` when an action has come out of it.

    `fate` says in a few words what becomes of an action, for the title, the fewest first; `for_good` whether it goes
    out at once; see `DecidingScreen`.
    """

    class Decided(Message):
        """The player has decided on an action.

        `dropped`: what the line says, if it was taken by what the mouse has dragged; empty if it was not.
        `led_by_drop`: what the mouse has dragged has led to the step whose line it is. `about`: the spot that the line
        is about, if any.
        """

        def __init__(
            self,
            panel: DecisionCore,
            action: Any,
            *,
            dropped: str = "",
            led_by_drop: bool = False,
            about: Spot | None = None,
        ) -> None:
            super().__init__()
            self.panel = panel
            self.action = action
            self.dropped = dropped
            self.led_by_drop = led_by_drop
            self.about = about

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Changed(Message):
        """What may be picked on the board, or what is pointed at, has changed."""

        def __init__(
            self, panel: DecisionCore, spots: Mapping[Spot, Tag | None], spot: Spot | None, path: Sequence[Spot]
        ):
            super().__init__()
            self.panel = panel
            self.spots = spots
            self.spot = spot
            self.path = tuple(path)

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Marked(Message):
        """Which pieces are marked may have changed: see `Dialogue.marked_pieces`."""

        def __init__(self, panel: DecisionCore):
            super().__init__()
            self.panel = panel

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    class Opened(Message):
        """A step was opened, in which something may be picked on the board or nothing; `origin`: where it begins."""

        def __init__(self, panel: DecisionCore, *, on_board: bool, origin: Spot | None):
            super().__init__()
            self.panel = panel
            self.on_board = on_board
            self.origin = origin

        @property
        def control(self) -> DecisionCore:
            """The panel."""
            return self.panel

    def __init__(self, theme: Theme, *, grace: float = GRACE, id: str | None = None) -> None:  # noqa: A002
        """`grace`: the seconds for which a new decision takes no answer, from when it is seen."""
        super().__init__(theme, id=id)
        self.moment = FirstMoment(grace)
        self.fate: Callable[[Any], Sequence[str]] = lambda action: ()
        self.for_good: Callable[[Any], bool] = lambda action: False
        self.why_for_good: Callable[[Any], str] = lambda action: ""
        """What is to be known of what is for good before the same again does it."""
        self.looks_back: Callable[[], bool] = lambda: False
        """Whether the board shows what was the case earlier."""
        self.come_back: Callable[[], None] = lambda: None
        """Have the board show what is the case now."""
        self._from_then = False
        """Whether the player looked back when he pressed or clicked what was heard last."""
        self._closed_by: Collection[str] = ()
        """The keys that may have been meant for a box that has just been closed, or for what has been skipped."""
        self.skipped_by: Collection[str] = ()
        """The keys that may be meant for what is shown before the next question, or was skipped; none if nothing was.

        One who presses them once too often has more time to see what is asked. Another key counts sooner, but not at
        once: what is asked was not in sight before.
        """
        self._seen_before = True
        """Whether what is asked was in sight before the moment began."""
        self._title = ""
        self._aside = ""
        self._waits = ("", "")
        """What the player has answered, and what is told beside, while nothing is asked."""
        self._picked: int | None = None
        self._armed: int | None = None
        """The line for good of which the player has been told that the same again does it."""
        self._armed_by_click = False
        """Whether it is a second click that does it."""
        self._asked_from: tuple[int, int | None] = (-1, None)
        """Which line that was, and which was pointed at before it."""
        self._insisted: int | None = None
        """The line for good that Enter has only pointed at, so that the same again does it."""
        self.asks_always = True
        """Whether Enter asks about whatever is for good; if not, only about a line that nobody has come to yet."""
        self._first = 0
        """The line that was pointed at when the step was opened."""
        self._just_insisted = False
        """Whether what the player did last is what the same again would complete."""
        self._asked_by = self._asked_first = ""
        """The key that has asked whether that is meant: while nothing else was pressed, and whatever was."""
        self._pointed: Spot | None = None
        self._on_board: Spot | None = None
        """Where the player last was on the board."""
        self._by_board = False
        """Whether he has been there since he was led to a line (`retrace`): who follows that means no other spot."""
        self._aim: Spot | None = None
        self._left = 0
        self._rows_before = 0
        """The rows of the panel before it has another size."""
        self._dropped = ""
        """What the line says that is being taken by what was dragged."""
        self._led_by_drop = False
        """Whether what was taken so has led to the open step."""
        self.given_up = ""
        """What was asked in the step that what was dragged last has taken the place of, if marks were changed there."""
        self._opened_at: Spot | None = None
        """Where on the board the player was when the step was opened, until he has gone anywhere on it: nothing was
        asked of that spot, so nothing is refused."""
        self._offered: Spot | None = None
        """Where picking once more takes other pieces in hand instead: the player has been told."""
        self._told_instead: Spot | None = None
        """Where the mouse has let go what was refused: nothing else is told of that spot while it is told why."""
        self._led = False
        self._under_mouse = FirstMoment(grace)
        """From when another list lies where the mouse may have clicked in the one before."""
        self._pointing = FirstMoment(min(grace, TWICE))
        """From when the player has been told that."""
        self._seconds: int | None = None
        self._titled = ""
        """What the title says of a decision."""
        self._detailed = False
        self._advised = False
        """Whether it is a hint that says to what the steps lead (`Dialogue.retrace`)."""
        self._complained_at: tuple[int | None, Spot | None] = (None, None)
        """Where the player was when that was said."""

    def ask(self, dialogue: Dialogue, note: str = "", *, at_once: bool = False, aside: str = "") -> None:
        """Begin a decision. For a moment it takes no answer: what is pressed then was meant for the one before.

        `note` is added to that of every step. `at_once`: the player has brought it about, so there is no such moment.
        `aside` stands beside the title, where there is room.
        """
        self._aside = aside
        self._led_by_drop, self.given_up = False, ""
        self._dialogue = dialogue
        self._advised = False
        self._added_note = note
        self._show(dialogue.first_row)
        self.set_class(False, "waiting")
        if at_once:
            self.moment.end()
        else:
            self.begin_moment(closed_by=self.skipped_by)
            self._seen_before = not self.skipped_by
        self.skipped_by = ()

    def wait(self, title: str, note: str, path: Sequence[Spot] = (), *, given: str = "") -> None:
        """Nothing is to be decided now; say why. `path` is pointed at on the board meanwhile.

        `given` is what the player has answered already: it stands above the note, whatever room there is.
        """
        if self._dialogue is not None or title != self._title:
            self._complaint = self._refused = ""
        self._dialogue = None
        self._waits = given, note
        self._rows, self._signs = [], {}
        self._picked = self._armed = self._insisted = self._pointed = None
        self.set_class(True, "waiting")
        self._title = title
        self.border_title = self._content(title_of_waiting(title))
        self._note_of_waiting()
        self.choices.empty()
        self._fit()
        self.post_message(self.Changed(self, {}, None, path))
        self.post_message(self.Marked(self))

    def begin_moment(self, *, closed_by: Collection[str] = (), in_sight: bool = False) -> None:
        """What is asked is seen anew, such as when a box that lay over it is gone.

        `closed_by`: the keys that close the box; the player who presses another has done with it. One who presses
        them once too often, not having counted the boxes, has more time to see what would be taken; not so much more
        where that was `in_sight` below the box.
        """
        self._closed_by, self._seen_before = closed_by, True
        longer = _PRESSED_AGAIN_IN_SIGHT if in_sight else _PRESSED_AGAIN
        self.moment.begin(longer if closed_by else 1)
        self.call_after_refresh(self.moment.seen)

    @property
    def takes_answers(self) -> bool:
        """Whether what is pressed counts: not in the first moment of a decision."""
        return not self.moment.lasts

    def refuse_early(self, number: int | None = None) -> bool:
        """Whether something was pressed too early to be meant for this decision; the player is told.

        The line of that `number` is pointed at, so that Enter takes it if it was meant after all; one for good is not.
        """
        if not self.moment.lasts:
            return False
        self.moment.stray()
        if number is not None and self._rows[number].mark is None and not self.is_for_good(number):
            self._go_to(number)
        self._say_early()
        return True

    def refuse_second_click(self) -> bool:
        """Whether a click came too soon after the list has changed to be meant for this one; the player is told.

        A second click in the same place was meant for what stood there.
        """
        if not self._under_mouse.lasts:
            return False
        self._under_mouse.stray()
        self._say_early()
        return True

    def _say_early(self) -> None:
        self.complain(_("This has only just been asked, so that was not taken: choose again."))

    def complain(self, sentence: str, *, alone: bool = False, stands_out: bool = False, warns: bool = False) -> None:
        """Say why something was refused, until the player goes on to something else; after that what is told anyway.

        `warns`: it is of what cannot be taken back, so that no word of it is cut.
        `alone`: nothing else is told after it. What is told of another line would be taken for part of what is said of
        a spot without one; and what goes out for good is told of by itself.
        `stands_out`: it tells of something that was done and that may not have been meant.
        """
        told = "" if alone or self._dialogue is None or sentence.endswith(self._telling) else self._telling
        self._told_instead, self._warns = None, warns
        apart = sentence if not told or sentence.endswith((".", "!", "?")) else f"{sentence}."
        self._refused, self._complaint = sentence, f"{apart} {told}".strip()
        self._complained_at = (self.choices.highlighted, self._on_board)
        if self._dialogue is None:
            self._note_of_waiting()
        else:
            self._note(self._complaint)
        self._said.set_class(stands_out, "stands-out")

    def forget_complaint(self) -> None:
        """What was refused last is no matter any more."""
        if self._complaint and self._dialogue is not None:
            self._note_of(self._dialogue, self._detail)
        elif self._complaint:
            self._complaint = self._refused = ""
            self._note_of_waiting()

    def _note_of_waiting(self) -> None:
        """What is told while nothing is asked, below what was refused last and what the player has answered."""
        given, note = self._waits
        head = [each for each in (self._complaint, given) if each]
        self._said.say(self._content("\n".join([*head, note])), len(head))
        self._fit()

    @property
    def pointed_line(self) -> str:
        """All that is to be told of the line that is pointed at, for which the note may have no room."""
        at = self.choices.highlighted
        if at is None or at >= len(self._rows) or self._rows[at].mark is not None or self._rows[at].confirms:
            return ""
        row = self._rows[at]
        if row.in_brief:
            return row.detail or row.text
        return f"{row.text.rstrip('.')}. {row.detail}".strip()

    def _gone_on(self) -> None:
        """The player has pointed at something; what was refused somewhere else is no matter any more."""
        if self._complained_at != (self.choices.highlighted, self._on_board):
            self.forget_complaint()

    def count_down(self, seconds: int | None) -> None:
        """Show how many seconds there are left for the decision; None: as many as the player likes."""
        if seconds != self._seconds:
            self._seconds = seconds
            self._show_title()

    # -- what is pointed at and taken

    def heard(self, key: str = "", *, elsewhere: bool = False, on_nothing: bool = False) -> None:
        """The player does something: whatever comes between two that are the same, the second is the first again.

        `key`: that was pressed; empty for a click, which is `elsewhere` if nothing is decided by it, or `on_nothing`,
        where it is as good as none.
        """
        self._from_then = self.looks_back()
        if on_nothing:
            return
        if not key:
            self.moment.usual()  # whoever clicks has aimed: only what follows at once is too early
        elif self._closed_by and key not in self._closed_by:
            if self._seen_before:
                self.moment.end()
            else:
                self.moment.usual()
        just, self._just_insisted = self._just_insisted, False
        asked = [number for number in (self._armed, self._insisted) if number is not None]
        force = keys_in_force()
        again = {"", force["game.take"], force["game.mark"], CONFIRMS}
        again |= {sign for number in asked for sign in (self.sign_of(number), self._own_key_of(number))}
        if self._asked_by and (elsewhere or (key and key != self._asked_by)):
            self._asked_by = ""
            self._show_title()
        if asked and (elsewhere or not just or key not in again):
            if self._picked in asked:
                self._picked = None
            self._armed = self._insisted = None
            self.forget_complaint()
            self._show_title()

    def only_comes_back(self) -> bool:
        """Whether what was pressed or clicked only leads back from what was then: nothing is taken under an old map."""
        if not self._from_then:
            return False
        self._from_then = False
        self.come_back()
        return True

    def left_alone(self) -> None:
        """The player goes to something else: Enter once too often there is no answer here, so it is asked for anew."""
        at = self.choices.highlighted
        self._asked_by = ""
        if at is not None and at in (self._armed, self._insisted):
            self.forget_complaint()
            self._picked = None
        self._armed = self._insisted = None
        self._show_title()

    def _go_to(self, number: int) -> None:
        if number != self._armed:
            self._armed = None
        if number != self._insisted:
            self._insisted = None
        self.choices.highlighted = number
        self._picked = number
        self._point(number)

    def _point(self, number: int) -> None:
        if self._dialogue is None or number >= len(self._rows):
            return
        row = self._rows[number]
        if number != self._asked_from[0]:
            self._asked_from = (-1, None)
        self._gone_on()
        detail = self.choices.detail_of(row)
        if not self._complaint and (detail or self._detailed):
            self._note_of(self._dialogue, detail)
            self._detailed = bool(detail)
        self._show_title()
        self._aim = row.spot if row.path else self._aim
        self.post_message(self.Changed(self, self._dialogue.spots(), row.spot, row.path))

    def _press(self, number: int, *, by_click: bool = False) -> None:
        """Take a line, or mark it. A click that marks is never too early: the same again takes the mark away."""
        dialogue = self._dialogue
        if dialogue is None or number >= len(self._rows):
            return
        if not (by_click and self._rows[number].mark is not None) and self.refuse_early(number):
            return
        if not self._rows[number].ready:
            row = self._rows[number]
            self.complain(row.instead or row.detail or _("Not yet: {text}.").format(text=row.text))
            return
        step, row, here = dialogue.step, self._rows[number], self._on_board
        led = self._by_board and here is not None and number in dialogue.rows_of(here)
        led = led and here is not None and number not in dialogue.own_rows_of(here)
        depth = dialogue.depth
        action = dialogue.press(number)
        if action is not None:
            dropped, led = self._dropped, self._led_by_drop
            self.post_message(self.Decided(self, action, dropped=dropped, led_by_drop=led, about=row.about))
        elif dialogue.step is step:
            self._armed = None  # the marks are others now
            self._update_rows()
            if dialogue.replaced:
                words = _("That takes the mark from {piece}: no more can be marked.")
                self.complain(words.format(piece=dialogue.replaced), stands_out=True)
            else:
                self.forget_complaint()
            if row.mark is None:
                self._go_to(dialogue.first_unfolded if row.key == MORE else number)
                self.call_after_refresh(self.choices.scroll_to_highlight, top=True)
        else:
            self._show(dialogue.row_gone_on_from if dialogue.depth < depth else dialogue.first_row)
            there = dialogue.rows_of(here) if led and here is not None else []
            if there:
                self._go_to(there[0])
            if dialogue.depth > depth and dialogue.is_led and self._advised:
                self._say_advised(dialogue)
            elif dialogue.depth > depth and dialogue.begun and isinstance(opened := dialogue.step, Party):
                # They were made some time ago, and whoever is not among them stays behind.
                words = _("{count} of {all} are marked to begin with ({key}: all).")
                step, key = opened, shown(keys_in_force()["game.mark_all"])
                self.complain(words.format(count=len(dialogue.marked), all=len(step.items), key=key), stands_out=True)

    def _say_advised(self, dialogue: Dialogue) -> None:
        """Say that the open step is as a hint advises it."""
        step = dialogue.step
        if isinstance(step, Menu):
            self.complain(_("Pointed at as advised."))
        elif isinstance(step, Checklist):
            self.complain(_("As advised."))
        else:
            words = _("As advised: {count} of {all} ({key}: all).")
            key = shown(keys_in_force()["game.mark_all"])
            self.complain(words.format(count=len(dialogue.marked), all=len(step.items), key=key), stands_out=True)

    def is_for_good(self, number: int) -> bool:
        """Whether a line decides what cannot be taken back, with no other question: it is pointed at first.

        Where there is nothing else to choose it may be taken at once, unless another line has led there.
        """
        only = sum(row.ready for row in self._rows) == 1 or (number < len(self._rows) and self._rows[number].confirms)
        if number >= len(self._rows) or (only and not self._may_be_planned):
            return False
        return self._goes_out(number)

    @property
    def _may_be_planned(self) -> bool:
        """Whether a line led to what is confirmed: most of that is planned, so that it goes out is not expected."""
        return self._dialogue is not None and self._dialogue.depth > 0

    def is_click_for_good(self, number: int) -> bool:
        """Whether the first click on a line only points at it: a line that confirms marks is no exception by mouse."""
        if number >= len(self._rows) or self._rows[number].key == CONFIRMS:
            return False
        return self.is_for_good(number) or (self._rows[number].confirms and self._goes_out(number))

    def _goes_out(self, number: int) -> bool:
        dialogue = self._dialogue
        action = None if dialogue is None else dialogue.action_of(number)
        return action is not None and self.for_good(action)

    def asks_twice(self, number: int) -> bool:
        """Whether Enter only says of a line that the same again takes it: it is for good, and has not been said yet.

        However the player has come to the line: how many it takes must not depend on that.
        """
        row = self._rows[number] if number < len(self._rows) else None
        if row is not None and row.key == CONFIRMS and not row.confirms:
            return False  # a question whether something is meant has said it
        if number in (self._armed, self._insisted) or not self.is_for_good(number):
            return False
        return self.asks_always or self._rows[number].confirms or (number == self._first and number != self._picked)

    # -- what is shown

    def _show(self, highlight: int) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        self._picked = self._armed = self._insisted = self._pointed = self._aim = None
        self._asked_from = (-1, None)
        self._asked_by = self._asked_first = ""
        self._left = self._first = highlight
        self._offered = None
        self._opened_at = self._on_board
        self._forget_room()
        self._under_mouse.begin()
        self.call_after_refresh(self._under_mouse.seen)
        self._open_list(dialogue, highlight)
        self._asks_whether_meant = any(row.key == CONFIRMS for row in self._rows)
        self.post_message(self.Marked(self))
        self._note_of(dialogue)
        self._fit()
        if dialogue.folded and dialogue.folded - 1 <= max(0, self.empty_rows) and dialogue.unfold():
            highlight = self._left = self._first = dialogue.place_unfolded(highlight)
            self._forget_room()
            self._open_list(dialogue, highlight)
            self._fit()
        self._want()
        self._show_title()
        # What is dragged is led by the mouse: the board's cursor stays with it.
        origin = None if self._led else dialogue.origin
        self.post_message(self.Opened(self, on_board=bool(dialogue.spots()), origin=origin))
        self._point(highlight)

    def _update_rows(self) -> None:
        dialogue = self._dialogue
        assert dialogue is not None
        aim = self._aim
        self._take_rows(dialogue)
        self.post_message(self.Marked(self))
        self.choices.change(self._rows, self._signs, self.content_size.width)
        self._note_of(dialogue)
        self._fit()
        self._show_title()
        if isinstance(dialogue.step, Party):
            rows, at = [] if aim is None else dialogue.rows_of(aim), self.choices.highlighted
            shown = at is not None and at < len(self._rows) and not self.choices.hides(at)
            marking = shown and at is not None and self._rows[at].mark is not None
            # Where it leads may have another line now; whoever goes through the pieces goes on there.
            if rows and not (marking and self.choices.has_focus):
                self._go_to(rows[0])
            else:
                self._point(self.choices.highlighted or 0)

    def on_resize(self) -> None:
        """There may be room for all of the list now, or none any more."""
        grown, self._rows_before = self.size.height > self._rows_before, self.size.height
        if self._dialogue is not None:
            self._forget_room()
            self.choices.change(self._rows, self._signs, self.content_size.width)
            self._fit()
            if grown:
                # Its own rows may come later, when what is told below it has found its own.
                self.choices.has_more_room = True
                self.call_after_refresh(self.choices.scroll_back)
            self._want()
            if self.choices.highlighted is not None and not self._complaint:
                self._point(self.choices.highlighted)
        self._show_title()

    def _show_title(self) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        number = self._line_of_enter
        action = None if number is None else dialogue.action_of(number)
        fate = () if action is None else self.fate(action)
        # What the rules say of an action is asked once: whether it goes out is tried on the game.
        for_good = action is not None and self.for_good(action)
        armed = number is not None and number == self._armed and self.is_click_for_good(number)
        by_click = number is not None and not armed and self.is_click_for_good(number)
        clicked = armed and self._armed_by_click
        again = _("click again: {fate}").format(fate=next(iter(fate), _("for good")))
        self.choices.say_again(number if clicked else None, again)
        self._tell_unseen_confirming()
        self._titled = title_of(
            dialogue,
            list(self._signs),
            fate,
            _("{key} again: yes").format(key=shown(self._asked_by)) if self._asked_by else self._aside,
            self._seconds,
            self.size.width - 2,
            out_of_sight=self._unseen,
            for_good=for_good,
            again=armed,
            on_board=number is not None and number < len(self._rows) and self._rows[number].spot is not None,
            twice=for_good and number is not None and self.asks_twice(number),
            clicks_twice=for_good and by_click,
            glyphs=self._theme.glyphs,
        )
        self.border_title = self._content(self._titled)

    def _take_if_armed(self, number: int, words: str, key: str = "", *, sure: bool = True) -> None:
        """Take what is for good if the player has been told that the same again does it; if not, tell it.

        What comes at once after that is no answer yet: a key may be held down, or the mouse have clicked twice.
        """
        armed = number == self._armed == self._line_of_enter
        if armed and sure and not self._pointing.lasts:
            self._press(number)
            return
        if not armed:
            if number != self.choices.highlighted:
                self._asked_from = (number, self.choices.highlighted)
            if not self._rows[number].confirms:  # that may stand below the list as well, which stays as it is
                self._go_to(number)
            self._armed, self._armed_by_click = number, words == BY_CLICK
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
        fate = next(iter(() if action is None else self.fate(action)), _("for good"))
        said = words.format(
            fate=f"{fate[0].upper()}{fate[1:]}", key=key, take=shown(keys_in_force()["game.take"]), yes=CONFIRMS
        )
        row = self._rows[number]
        # What ends is named: it stands last, where a click or a key that was meant for another comes to it.
        what = f"{row.text.partition(';')[0].rstrip('.')}." if row.key else ""
        self.complain(" ".join([each for each in (said, what, why) if each]), warns=True, alone=bool(why))
        self._want()
        self.call_after_refresh(self.choices.bring_in_sight, number)
