"""What is pointed at on the board is pointed at in the list of the decision, and the other way round."""

from __future__ import annotations

import re
from abc import abstractmethod
from typing import ClassVar, Final

from textual import on
from textual.binding import BindingType

from tui.boards import Spot
from tui.dialogue import spot_about
from tui.grammar import alternatives
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.lines import Line
from tui.screens.beside import BesideTheBoard
from tui.screens.board_screen import WIDE_COLUMNS
from tui.screens.bound import bound
from tui.steps import Menu
from tui.widgets.board_view import BoardView
from tui.widgets.choices import Choices
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.text_view import TextView

NAMED: Final = 3
"""So many places that can be clicked are called by their names."""
_COUNT: Final = re.compile(r"\d+ × ")
"""How many there are of what is written behind it."""
REST: Final = 0.1
"""Seconds after which the board's cursor has come to rest."""


class PointingScreen(BesideTheBoard):
    """Carries between board, pages and decision panel what is pointed at, picked, or dragged."""

    BINDINGS: ClassVar[list[BindingType]] = [
        bound("game.switch", "switch", N_("Board or choices"), tooltip=N_("Move the keys' focus")),
        bound("game.next", "next_way", N_("Next way"), show=False),
    ]

    def on_mount(self) -> None:
        """See `_rested`."""
        self._open_spots: frozenset[Spot] = frozenset()
        self._told_of: Spot | None = None
        """The spot of the line that is pointed at in the list, as long as the keys are there."""
        self._shown_spot: Spot | None = None
        """The spot of which the page beside the board tells."""
        self._planned_at: Spot | None = None
        """What was planned last is about that spot, as long as the player points at nothing else."""
        self._first_about: Spot | None = None
        """The spot of the line that is pointed at first after that."""
        self._hovered: Spot | None = None
        """The spot that the mouse has come to since anything else was pointed at."""
        self._pointed_way: tuple[Spot, ...] = ()
        """What is pointed at on the board by the line that is pointed at in the list."""
        self._held: tuple[str, str] | None = None
        """What the mouse was pressed on in a page, behind the name of the box that it is in."""
        self._cursor_before: Spot = self.board_view.cursor
        self._keys_on_board = False
        """Where the board's cursor stood before the mouse was pressed, and whether the board had the keys."""
        self._put_back: Spot | None = None
        """Where the board's cursor has been put back without the player's going there, until that is heard of."""
        self._just_opened = False
        """Whether a step has just been opened, which points at a line of its own: nobody is going through the list."""
        self.strayed = False
        """Whether the board's cursor has moved while the player looked back: the list points where it stood before."""
        self._rest = self.set_interval(REST, self._rested, pause=True)

    @abstractmethod
    def show_ticker(self, *, settle: bool = False) -> None:
        """Show in the line under the board what is to be said there by now. `settle`: see `Ticker.show`."""

    @abstractmethod
    def news_at(self, spot: Spot) -> list[Line]:
        """What the signs of what has happened say of a spot."""

    def point_at_cursor(self) -> None:
        """The spot of the board's cursor is what the panel points at, unless the player reads what was there once."""
        if not self.looks_back:
            self.panel.point_at(self.board_view.cursor, alone=True)

    def show_spot(self) -> None:
        """See `BesideTheBoard.show_spot`."""
        view = self.view_in_sight()
        if view is not None:
            spot, view_of_spot = self.spot_told_of, self.text_view("spot")
            if spot != self._shown_spot:
                self._shown_spot = spot
                # Another place is told of from its name on. At once: who scrolls on then is not thrown back.
                view_of_spot.scroll_home(animate=False, immediate=True)
            at_cursor = self._hovered is not None or spot == self.board_view.cursor
            self.board_view.tell_of(None if at_cursor else spot, self._hovered)
            named, *in_brief = self.interface.board.spot_in_brief(view, spot, self.sent)
            notes, news = self.note_lines(view, spot), self.news_at(spot)
            view_of_spot.show([*self.spot_lines(view, spot), *news], [named, *notes, *in_brief, *news])
            self.show_ticker()

    @property
    def spot_told_of(self) -> Spot:
        """The spot of which all is told: where the mouse rests, or what was pointed at since.

        That is the one of the line that is pointed at in the list, else that of the board's cursor.
        """
        if self._hovered is not None:
            return self._hovered
        if self._told_of is None or self.looks_back or self.focused is self.board_view:
            return self.board_view.cursor
        return self._told_of

    def action_spot(self) -> None:
        """See `BoardScreen.action_spot`. It is the spot that the page beside the board tells of."""
        self.tell_of(self.spot_told_of)

    @property
    def spot_decided(self) -> Spot:
        """The spot that is pointed at, by the list or on the board, wherever the mouse rests."""
        return self.board_view.cursor if self._told_of is None else self._told_of

    def tell_of_planned(self, spot: Spot) -> None:
        """Something is planned that is about a spot: that is told of until the player points at something else."""
        rows, at = self.panel.rows, self.panel.choices.highlighted
        row = rows[at] if at is not None and at < len(rows) else None
        self._planned_at, self._hovered = spot, None
        self._first_about = None if row is None else row.about

    @on(DecisionPanel.Changed)
    def _pointed_at_choice(self, event: DecisionPanel.Changed) -> None:
        about = spot_about(event.spot, event.path)
        if about is None and self.panel.has_begun:
            about = self._told_of  # it is asked about what has led there
        if self._planned_at is not None:
            # The list that follows points at its first line by itself.
            if about in (None, self._first_about, self._planned_at):
                about = self._planned_at
            else:
                self._planned_at = None
        if about != self._told_of:
            self._told_of, self._hovered = about, None
            self._rest.reset()
            self._rest.resume()
            if self._just_opened:
                self.show_spot()
        here = () if event.spot is None else (event.spot,)
        self._pointed_way = event.path or here
        self.board_view.mark(event.spots, self._pointed_way)
        if here and not event.path:
            self.board_view.centre_on(*here)
        if event.spots.keys() != self._open_spots:
            # Fewer blocks go farther: what was refused a moment ago may be open now.
            self._open_spots = frozenset(event.spots)
            self.show_ticker()

    @on(DecisionPanel.Marked)
    def _marked_pieces(self) -> None:
        dialogue = self.panel.dialogue
        self.board_view.mark_pieces(*((None, ()) if dialogue is None else dialogue.marked_pieces))

    @on(Choices.Hovered)
    def _hovered_over_line(self, event: Choices.Hovered) -> None:
        """What a line leads to is pointed at on the board while the mouse is there; nothing is chosen by it."""
        event.stop()
        dialogue, rows = self.panel.dialogue, self.panel.rows
        if dialogue is None or self.looks_back:
            return
        row = rows[event.number] if event.number is not None and event.number < len(rows) else None
        here = () if row is None or row.spot is None else (row.spot,)
        way = self._pointed_way if row is None else tuple(row.path) or here or self._pointed_way
        self.board_view.mark(dialogue.spots(), way)

    @on(DecisionPanel.Opened)
    def _opened_step(self, event: DecisionPanel.Opened) -> None:
        """The board comes back when something is to be picked on it, and its cursor stands where that begins."""
        board, self._just_opened = self.board_view, True
        self._rest.reset()
        self._rest.resume()
        if event.on_board:
            if self.size.width < WIDE_COLUMNS and self.page != self.pages[0]:
                self.action_page(self.pages[0])
        elif self.focused is board:
            self.panel.choices.focus()
        if event.origin is not None:
            board.cursor = event.origin
            self.show_spot()
        self.show_ticker(settle=True)  # it may tell why a spot could not be picked in the step before

    @on(BoardView.Pointed)
    def _pointed_at_spot(self, event: BoardView.Pointed) -> None:
        event.stop()
        self._told_of = self._hovered = self._planned_at = None
        self.strayed = self.looks_back
        put_back, self._put_back = self._put_back, None
        if not self.strayed and event.spot != put_back:
            self.panel.point_at(event.spot, alone=self.focused is self.board_view)
        self._rest.reset()
        self._rest.resume()

    def gone_to(self, spot: Spot) -> None:
        """See `BoardScreen.gone_to`. What was named is meant: Enter takes its line, or says why there is none."""
        super().gone_to(spot)
        self._told_of = self._hovered = self._planned_at = None
        if not self.looks_back:
            self.panel.go_to_named(spot, told=self.focused is self.board_view)

    def _rested(self) -> None:
        """The cursor, or what is pointed at in the list, has come to rest: tell all about its spot.

        To draw anything else with each move would cost more than the move: what changes in places far apart is drawn
        with all that lies between.
        """
        self._rest.pause()
        self._just_opened = False
        self.show_spot()

    @on(BoardView.Hovered)
    def _hovered_over_spot(self) -> None:
        self._hovered = self.board_view.hovered
        self._rest.reset()
        self._rest.resume()
        self.hovered_over_spot()

    def hovered_over_spot(self) -> None:
        """The mouse has come to another spot, or to none."""
        self.show_ticker()

    @on(BoardView.Grabbed)
    def _grabbed_spot(self, event: BoardView.Grabbed) -> None:
        self.panel.drag(event.spot)

    @on(BoardView.Dropped)
    def _dropped_on_spot(self, event: BoardView.Dropped) -> None:
        if not self.panel.drop(event.spot, cursor=self._cursor_before):
            self._undrag()

    @on(BoardView.DroppedNowhere)
    def _dropped_nowhere(self) -> None:
        self.panel.drop_nowhere(cursor=self._cursor_before)
        self._undrag()

    def _undrag(self) -> None:
        """A drag has come to nothing: the board's cursor is where it was, and so are the keys.

        The line that is pointed at is what it was, and need not be one of that spot.
        """
        if not self._keys_on_board:
            self.set_focus(self.panel.choices)  # before what the cursor points at is heard of
        if self.board_view.cursor != self._cursor_before:
            self._put_back = self.board_view.cursor = self._cursor_before
        self.show_ticker()

    @on(BoardView.DroppedFromNowhere)
    def _dropped_from_nowhere(self) -> None:
        """Where the drag has come to is not what was wrong with it."""
        self.notice(_("That was dragged from no place of the map: nothing was done."))

    @on(BoardView.PickedNowhere)
    def _picked_nowhere(self) -> None:
        """Whoever clicks beside what is to be picked hears of it; where nothing is, nobody expects anything."""
        dialogue = self.panel.dialogue
        spots = {} if dialogue is None or self.looks_back else dialogue.spots()
        if 0 < len(spots) <= NAMED:
            # Under the cursor no other mark is seen.
            names = alternatives([self.interface.board.spot_name(spot) for spot in spots])
            self.notice(_("No place is there: click {places}.").format(places=names))
        elif spots:
            self.notice(_("No place is there: click one that is marked."))

    @on(TextView.Held)
    def _held_in_page(self, event: TextView.Held) -> None:
        """What lies in a box of one of the game's pages may be dragged to a spot."""
        (box, _style), *inside = event.line or [("", "")]
        in_page = event.view.id in [page.name for page in self.interface.pages]
        self._held = (box, event.part) if in_page and inside and event.part not in ("", box) else None

    def pressed_anew(self) -> None:
        """The mouse is pressed anew: nothing has come of that yet."""
        self._held = None
        self._cursor_before, self._keys_on_board = self.board_view.cursor, self.focused is self.board_view
        self.panel.pressed()

    @on(BoardView.Brought)
    def _brought_to_spot(self, event: BoardView.Brought) -> None:
        """Take the line of the first step that names the box, then that of the spot, and that of what was brought."""
        held, self._held = self._held, None
        dialogue, panel = self.panel.dialogue, self.panel
        if held is None or dialogue is None or not isinstance(dialogue.first, Menu):
            return
        box, piece = held
        named = box.strip(" :").casefold()
        if not named or not any(item.key and named in item.text.casefold() for item in dialogue.first.all_items):
            return
        depth = -1
        while dialogue.depth not in (0, depth):
            depth = dialogue.depth
            panel.back()
        if not panel.press_named(box):
            return
        depth = dialogue.depth
        if panel.pick_spot(event.spot):
            if dialogue.depth == depth:
                panel.take()
            panel.take_text(piece)

    @on(BoardView.Picked)
    def _picked_spot(self, event: BoardView.Picked) -> None:
        reads = self.looks_back and not event.sure
        if not self.looks_back and self.panel.mark_written(event.spot, event.written):
            return
        if reads or not self.panel.pick_spot(event.spot, sure=event.sure):
            self.show_spot()
        else:
            self.show_ticker()  # what the same again does

    def clicked_beside_names(self, event: TextView.Clicked) -> None:
        """See `BoardScreen.clicked_beside_names`. A card or a tile of the hand is as good as its line: see `pick_text`.

        How many there are of it stands before it, and is as good as what it is called. A box of tiles is the line that
        takes from it, if that has a key of its own: it is taken as by the key.
        """
        if event.view.id not in self.pages[1:] or not event.line:
            return
        # Of one thing that has a line to itself all of the line speaks, of several that share one each for itself.
        (label, _style), *things = event.line
        said = event.line[-1][0]
        if len(things) > 1:
            named = event.number if event.number is None or not _COUNT.fullmatch(event.part) else event.number + 1
            said = "" if named is None else event.line[named][0]
        if not self.panel.pick_text(said.strip(" ,")) and things:
            self.panel.press_named(label)

    def on_descendant_focus(self) -> None:
        """The line under the board tells of what has the keys, and its cursor is what the panel points at."""
        if self.focused is self.board_view:
            self.point_at_cursor()
        self.show_ticker()

    def action_switch(self) -> None:
        """From the choices to the board, and back."""
        self.panel.forget_complaint()
        if self.focused is self.board_view:
            self.panel.choices.focus()
            self.panel.go_on()
        else:
            self.action_page(self.pages[0])
            if self._hovered is None:
                self.board_view.cursor = self.spot_told_of  # where the eye is
            self.board_view.focus()

    def action_next_way(self) -> None:
        """Point at another way to the same spot; or answer no where it is asked whether something is meant."""
        if self.panel.says_no():
            return
        if self.panel.next_of_spot():
            self.show_ticker()
        elif any(row.path for row in self.panel.rows):
            self.notice(_("There is no other way there."))
        elif self.panel.dialogue is not None:
            words = _("{key} turns a line that names it to its next way: point at such a line first.")
            self.notice(words.format(key=shown(keys_in_force()["game.next"])))
