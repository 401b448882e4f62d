"""The way to a decision: the stack of steps (`tui.steps`) taken so far, the last of which can be taken back.

It knows no screen and never takes an action itself.
"""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from engine.hidden import Piece
from tui.boards import Spot, Tag
from tui.language import _
from tui.retracing import item_to, marks_to
from tui.steps import BACK, ENDS, MORE, NOT_ACTIONS, Back, Checklist, Menu, MenuItem, Party, Pieces, Step, Unfold, Why


def spot_about(spot: Spot | None, path: Sequence[Spot]) -> Spot | None:
    """The spot that a line is about: what is asked of a way, such as which card is paid for it, is about its end."""
    return path[-1] if spot is None and path else spot


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the list that the player sees. `mark`: marked or not, None for what cannot be marked.

    `marks` of the `pieces` that share the line are marked. `news` is what has just become of its mark.
    `ready`: choosing it does something now; if not, `detail` may say why, and `instead` what to do first. `confirms`:
    it is the line that confirms the marks. `key`, `detail`, `brief`, `aside` and `tag`: see `MenuItem`; of a
    piece that stands above the list `brief` is its `code`, as it is written on the board. `less_aside` are briefer
    wordings of what is said aside. Of `ways` to the same end it
    is the one numbered `way`. `in_brief`: see `Menu`. `done`: see `MenuItem`.
    """

    text: str
    mark: bool | None
    marks: int = 0
    pieces: int = 1
    ready: bool = True
    confirms: bool = False
    spot: Spot | None = None
    path: tuple[Spot, ...] = ()
    key: str = ""
    detail: str = ""
    brief: str = ""
    way: int = 1
    ways: int = 1
    others_are: str = ""
    in_brief: bool = False
    aside: str = ""
    less_aside: tuple[str, ...] = ()
    instead: str = ""
    news: str = ""
    tag: Tag | None = None
    done: str = ""
    code: str = ""

    @property
    def about(self) -> Spot | None:
        """See `spot_about`."""
        return spot_about(self.spot, self.path)


@dataclass(slots=True)
class _Opened:
    """A step on the way, as the player has it before him or has left it for the next.

    `marked` are the pieces that are marked in it. `turned`: of items that stand there by another way than the first,
    which of `others`, counted from 1. `unfolded`: whether the items of little weight have lines of their own. `taken`
    is the line that was taken last. `replaced` has lost its mark to the piece that was marked last. `led` is the line
    that leads on to what was to be come to again (`Dialogue.retrace`); None if none does.
    """

    step: Step
    marked: list[Piece] = field(default_factory=list)
    turned: dict[int, int] = field(default_factory=dict)
    unfolded: bool = False
    taken: int | None = None
    replaced: Piece | None = None
    led: int | None = None


Kept: TypeAlias = tuple[Sequence[_Opened], list[bool], dict[tuple[Spot | None, Pieces], list[Piece]]]
"""The steps that were open, whether all their lines were shown, and what was marked in parties that had been left."""


@dataclass(slots=True)
class Dialogue:
    """The way to an action: the steps taken so far, the last one still open.

    `spread`: every way of an item has a line of its own, and so has every piece.
    """

    first: Step
    spread: bool = False
    _way: list[_Opened] = field(init=False, default_factory=list)
    _known: tuple[Party, Pieces, Menu] | None = field(init=False, default=None)
    _left: dict[tuple[Spot | None, Pieces], list[Piece]] = field(init=False, default_factory=dict)
    """What is marked in parties that have been left: it is marked still when one is taken in hand again."""
    _bound_for: Any = field(init=False, default=None)
    """The action to which the steps lead that are opened, as far as they can."""

    def __post_init__(self) -> None:
        self._open(self.first)

    @property
    def step(self) -> Step:
        """The open step."""
        return self._way[-1].step

    @property
    def depth(self) -> int:
        """How many steps have been taken."""
        return len(self._way) - 1

    @property
    def marked(self) -> Pieces:
        """What is marked in the open step, in the order of its items."""
        step = self.step
        if isinstance(step, Menu):
            return ()
        return tuple([piece for piece, _ in step.items if piece in self._way[-1].marked])

    @property
    def replaced(self) -> str:
        """What has lost its mark to the piece that was marked last, in words; empty if nothing has."""
        step, replaced = self.step, self._way[-1].replaced
        return "" if isinstance(step, Menu) else next((words for piece, words in step.items if piece == replaced), "")

    @property
    def origin(self) -> Spot | None:
        """Where on the board what is chosen in the open step begins."""
        step = self.step
        return None if isinstance(step, Checklist) else step.spot

    @property
    def note(self) -> str:
        """What explains the open step."""
        step = self.step
        if isinstance(step, Checklist):
            return f"{step.outlook(self.marked)} {step.note}".strip()
        return self._menu_of(step).note if isinstance(step, Party) else step.note

    @property
    def first_row(self) -> int:
        """The line to begin with: the first of a menu, and of a party the first thing that it may do.

        Where a menu begins with something that has a key of its own, and so is always at hand, it is the first that has
        none, else the last, which ends.
        """
        step, led = self.step, self._way[-1].led
        if led is not None:
            return led
        if isinstance(step, Party) and self._menu_of(step).items:
            return self._pieces
        if isinstance(step, Menu) and step.first is not None:
            return step.first
        keys = [item.key for item in self._lines]
        if isinstance(step, Menu) and step.first_key in keys[1:]:
            return keys.index(step.first_key)
        if not keys or keys[0] in ("", ENDS):
            return 0
        return keys.index("") if "" in keys else len(keys) - 1

    @property
    def row_gone_on_from(self) -> int:
        """The line with which the player has gone on from the open step, or the first if it was never left."""
        return self.first_row if self._way[-1].taken is None else self._way[-1].taken

    @property
    def rule(self) -> str:
        """Where the rules tell of the open step, if a step on the way to it says so."""
        rules = [step.rule for opened in self._way if not isinstance(step := opened.step, Party) and step.rule]
        return rules[-1] if rules else ""

    def rows(self) -> list[Row]:
        """The lines to show."""
        step = self.step
        pieces = [self._row_of_pieces(alike) for alike in self._alike]
        if isinstance(step, Checklist):
            problem = step.problem(self.marked)
            if problem is None:
                return [*pieces, Row(step.confirmation(self.marked), None, confirms=True, spot=step.spot)]
            why = problem if isinstance(problem, Why) else Why(problem)
            return [*pieces, Row(why.why, None, ready=False, confirms=True, spot=step.spot, instead=why.instead)]
        menu = self._menu_of(step)
        refused = [Row(each.text, None, ready=False, detail=each.why) for each in menu.refused]
        rows = [_row_of(item, in_brief=menu.in_brief) for item in self._items]
        if not self.spread:
            for number, item in enumerate(self._lines):
                if item.others:
                    way = self._way[-1].turned.get(number, 0) + 1
                    rows[number] = replace(rows[number], way=way, ways=1 + len(item.others), others_are=item.others_are)
        return [*pieces, *rows, *refused]

    def spots(self) -> dict[Spot, Tag | None]:
        """The spots that can be picked on the board in the open step, with their tags."""
        step = self.step
        if isinstance(step, Checklist):
            return {}
        items = self._menu_of(step).all_items  # the tags are those of the first ways
        also: dict[Spot, Tag | None] = {spot: None for item in items for spot in item.at}
        return also | {item.spot: item.tag for item in reversed(items) if item.spot is not None}

    def rows_of(self, spot: Spot) -> list[int]:
        """The lines that belong to a spot, and after them those to which it leads too."""
        return [*self.own_rows_of(spot), *[n for n, item in enumerate(self._items, self._pieces) if spot in item.at]]

    def own_rows_of(self, spot: Spot) -> list[int]:
        """The lines that belong to a spot alone."""
        return [number for number, item in enumerate(self._items, self._pieces) if item.spot == spot]

    def folded_at(self, spot: Spot) -> MenuItem | None:
        """The item of a spot that has no line of its own, being of little weight."""
        step = self.step
        if isinstance(step, Checklist) or not self.folded:
            return None
        return next((item for item in self._menu_of(step).more if item.spot == spot), None)

    def reveal(self, spot: Spot) -> bool:
        """Have an item of a spot stand in a line of its own. Whether the lines have changed for it."""
        return self.folded_at(spot) is not None and self.unfold()

    @property
    def folded(self) -> int:
        """For how many items of little weight one line stands now."""
        step = self.step
        if isinstance(step, Checklist) or self._way[-1].unfolded or self.spread:
            return 0
        return len(self._menu_of(step).more)

    def unfold(self) -> bool:
        """Give the items of little weight lines of their own. Whether the lines have changed for it."""
        step, opened = self.step, self._way[-1]
        if isinstance(step, Checklist) or not self.folded:
            return False
        opened.unfolded = True
        # The line that stood for them is gone.
        first = len(self._menu_of(step).items)
        opened.turned = {place - (place > first): way for place, way in opened.turned.items()}
        opened.led = None if opened.led is None else self.place_unfolded(opened.led)
        opened.taken = None if opened.taken is None else self.place_unfolded(opened.taken)
        return True

    def place_unfolded(self, number: int) -> int:
        """Where a line stands since the items of little weight have lines: the one that stood for them is gone."""
        step = self.step
        first = 0 if isinstance(step, Checklist) else self._pieces + len(self._menu_of(step).items)
        return number - (number > first)

    @property
    def first_unfolded(self) -> int:
        """The first line of an item of little weight, once they have lines."""
        step = self.step
        if isinstance(step, Checklist):
            return 0
        menu = self._menu_of(step)
        return self._pieces + len(menu.items) + len(menu.later)

    def turn(self, number: int) -> bool:
        """Have the next way to the same end stand in a line, after the last the first. False if it has no other."""
        place, items = number - self._pieces, [] if self.spread else self._lines
        if not 0 <= place < len(items) or not items[place].others:
            return False
        self._way[-1].turned[place] = (self._way[-1].turned.get(place, 0) + 1) % (1 + len(items[place].others))
        return True

    def turned_to(self, text: str) -> dict[int, int]:
        """The lines that would have this text if they were turned, and to which of their ways."""
        if self.spread or isinstance(self.step, Checklist):
            return {}
        found = {}
        for place, (item, shown) in enumerate(zip(self._lines, self._items, strict=True)):
            ways = [number for number, way in enumerate(item.ways) if text in way.text]
            if ways and text not in shown.text:
                found[place + self._pieces] = ways[0]
        return found

    def turn_to(self, number: int, way: int) -> None:
        """Have this way to the same end stand in a line."""
        self._way[-1].turned[number - self._pieces] = way

    def kept(self) -> Kept:
        """How far the player has come, to be gone back to by `restore`."""
        return tuple(self._way), [opened.unfolded for opened in self._way], dict(self._left)

    def restore(self, kept: Kept) -> bool:
        """Go back to where the player was then. Whether other lines are open for it.

        Not for when pieces have been marked since.
        """
        way, unfolded, self._left = kept
        same = len(way) == len(self._way) and all(map(operator.is_, way, self._way))
        same = same and unfolded == [opened.unfolded for opened in way]
        self._way = list(way)
        for opened, was in zip(way, unfolded, strict=True):
            opened.unfolded = was
        return not same

    def back_to(self, spot: Spot) -> int | None:
        """Go back to the first step in which a line of `spot` takes pieces in hand, and say which line that is.

        None, and nothing has changed, if there is no such step.
        """
        way = self._way
        for depth, opened in enumerate(way):
            self._way = [*way[:depth], replace(opened, turned={}, unfolded=False)]
            rows = self.own_rows_of(spot)
            if rows and not self.decides(rows[0]) and self._items[rows[0] - self._pieces].in_hand:
                return rows[0]
        self._way = way
        return None

    def begins_at(self, spot: Spot) -> bool:
        """Whether pieces at another spot than those in hand can be taken in hand instead: see `back_to`."""
        way = self._way
        begins = spot != self.origin and self.back_to(spot) is not None
        self._way = way
        return begins

    def retrace(self, action: Any) -> int | None:
        """The line of the open step that leads to an action; what is to be marked for it is marked.

        In the steps that follow it is the same. Where nothing is marked yet that leads elsewhere the first step is gone
        back to for it. None if there is no such line, or the player has other marks.
        """
        self._bound_for = action
        led, way = self._led(), self._way
        if led is None and self.depth and not self.begun:
            self._way = way[:1]
            led = self._led()
            if led is None:
                self._way = way
        self._way[-1].led = led
        return led

    @property
    def is_led(self) -> bool:
        """Whether the open step began with what leads to the action that is to be come to again."""
        return self._way[-1].led is not None

    def _led(self) -> int | None:
        step, action, opened = self.step, self._bound_for, self._way[-1]
        if action is None:
            return None
        if not isinstance(step, Menu):
            marked = marks_to(step, action)
            if marked is None or (self.begun and {*self.marked} != {*marked}):
                return None
            opened.marked[:] = [piece for piece, _ in step.items if piece in marked]
            opened.turned = {}
        if isinstance(step, Checklist):
            return 0
        items = self._menu_of(step).all_items
        found = item_to(items, action)
        if found is None:
            return None
        number, way = found
        if not any(item is items[number] for item in self._lines):
            self.unfold()
        place = next(place for place, item in enumerate(self._lines) if item is items[number])
        if self.spread:
            return self._pieces + sum([len(item.ways) for item in self._lines[:place]]) + way
        if way:
            opened.turned[place] = way
        return self._pieces + place

    def why_closed(self, spot: Spot) -> Why | None:
        """Why no line belongs to a spot, if that can be said."""
        step = self.step
        if isinstance(step, Checklist):
            return None
        closed = self._menu_of(step).closed
        return None if closed is None else closed(spot)

    def why_not_begun(self, spot: Spot, *, with_pieces: bool = False) -> Why | None:
        """Why nothing begins at a spot, if the first step can say that; None if something does.

        `with_pieces`: what lies there is meant, and not what may be chosen there besides, such as a muster.
        """
        first = self.first
        if not isinstance(first, Menu) or first.closed is None:
            return None
        begins = any(spot in ((item.spot,) if with_pieces else (item.spot, *item.at)) for item in first.all_items)
        return None if begins else first.closed(spot)

    def decides(self, number: int) -> bool:
        """Whether choosing a line is the last step."""
        return self.action_of(number) is not None

    def action_of(self, number: int) -> Any | None:
        """The action that choosing a line comes to, or confirming the marks; None if it leads to another step."""
        step = self.step
        if number < self._pieces or (isinstance(step, Checklist) and step.problem(self.marked) is not None):
            return None
        if isinstance(step, Checklist):
            result = step.then(self.marked)
        else:
            items = self._items
            result = items[number - self._pieces].then() if number - self._pieces < len(items) else BACK
        return None if isinstance(result, NOT_ACTIONS) else result

    @property
    def _pieces(self) -> int:
        """How many lines stand for pieces that can be marked."""
        return len(self._alike)

    @property
    def _alike(self) -> list[list[int]]:
        """Which of the step's pieces share a line, by their numbers: those with the same words."""
        step = self.step
        if isinstance(step, Menu):
            return []
        lines: dict[Any, list[int]] = {}
        for number, (_piece, text) in enumerate(step.items):
            lines.setdefault(number if self.spread else text, []).append(number)
        return list(lines.values())

    def _row_of_pieces(self, alike: Sequence[int]) -> Row:
        step = self.step
        assert not isinstance(step, Menu)
        marks = sum([step.items[number][0] in self._way[-1].marked for number in alike])
        code = step.codes[alike[0]] if step.codes else ""
        brief = code if isinstance(step, Party) else ""
        asides = step.asides[alike[0]] if isinstance(step, Checklist) and step.asides else ""
        aside, *less_aside = [asides] if isinstance(asides, str) else asides
        lost = any(step.items[number][0] == self._way[-1].replaced for number in alike)
        # Of pieces that are alike one may be marked still.
        news = "" if not lost else _("one less marked") if len(alike) > 1 else _("no longer marked")
        return Row(
            step.items[alike[0]][1],
            marks > 0,
            marks=marks,
            pieces=len(alike),
            brief=brief,
            code=code,
            aside=aside,
            less_aside=tuple(less_aside),
            news=news,
        )

    @property
    def marked_pieces(self) -> tuple[Spot | None, tuple[str, ...]]:
        """Where the pieces stand that can be marked in the step, and the codes of those that are; None: none can be."""
        step = self.step
        if isinstance(step, Menu) or not step.codes:
            return None, ()
        marked = self._way[-1].marked
        coded = zip(step.items, step.codes, strict=True)
        return step.spot, tuple([code for (piece, _), code in coded if piece in marked])

    @property
    def _items(self) -> Sequence[MenuItem]:
        """What the lines after the pieces stand for."""
        if self.spread:
            return [way for item in self._lines for way in item.ways]
        return [item.ways[self._way[-1].turned.get(number, 0)] for number, item in enumerate(self._lines)]

    @property
    def _lines(self) -> Sequence[MenuItem]:
        """The items that have lines, with the one that stands for those of little weight."""
        step = self.step
        if isinstance(step, Checklist):
            return []
        menu = self._menu_of(step)
        if not self.folded:
            return menu.all_items
        return [*menu.items, MenuItem(menu.more_text, Unfold, key=MORE), *menu.later]

    def _menu_of(self, step: Menu | Party) -> Menu:
        if isinstance(step, Menu):
            return step
        marked, known = self.marked, self._known
        if known is None or known[0] is not step or known[1] != marked:
            known = self._known = (step, marked, step.menu(marked))
        return known[2]

    @property
    def all_marked(self) -> bool:
        """Whether as much is marked as can be, so that marking all marks nothing."""
        step = self.step
        return not isinstance(step, Menu) and len(self._way[-1].marked) == len(step.items[: _limit_of(step)])

    def mark_again(self, pieces: Sequence[Piece]) -> None:
        """Mark those of these that the first step asks to be marked, as they were when it was left."""
        step = self.step
        if isinstance(step, Checklist) and pieces:
            known = [piece for piece, _ in step.items if piece in pieces]
            self._way[-1].marked[:] = known[: _limit_of(step)]

    def mark_all(self) -> bool:
        """Mark everything that can be marked, or nothing if all of it is marked. False if nothing can be."""
        step = self.step
        if isinstance(step, Menu):
            return False
        self._way[-1].turned, self._way[-1].replaced = {}, None
        everything = [piece for piece, _ in step.items][: _limit_of(step)]
        self._way[-1].marked[:] = [] if self.all_marked else everything
        return True

    def press(self, number: int) -> Any | None:
        """Choose a line: take it, mark a piece of it or none, or confirm. The action, once the last step is done.

        What the menu refuses leads nowhere.
        """
        step = self.step
        self._way[-1].taken, self._way[-1].replaced = number, None
        if not isinstance(step, Checklist) and number >= self._pieces:
            items = self._items
            return self._follow(items[number - self._pieces].then()) if number - self._pieces < len(items) else None
        assert not isinstance(step, Menu)
        if number >= self._pieces:
            return self.confirm()
        self._way[-1].turned = {}
        self._mark([step.items[each][0] for each in self._alike[number]])
        return None

    def _mark(self, alike: Sequence[Piece]) -> None:
        """Mark one more of the pieces of a line; none of them any more, if as many are marked as can be.

        Where marks are what the step begins with it is one less, and after the last all are marked again.
        """
        step, marked = self.step, self._way[-1].marked
        assert not isinstance(step, Menu)
        limit = _limit_of(step) or len(step.items)
        free = [piece for piece in alike if piece not in marked]
        if _begins_with_marks(step, alike):
            if len(free) < len(alike):
                marked.remove([piece for piece in alike if piece in marked][-1])
                return
            if len(marked) < limit:
                marked.extend(alike[: limit - len(marked)])
                return
        if len(alike) - len(free) >= min(len(alike), limit):
            self._way[-1].marked[:] = [piece for piece in marked if piece not in alike]
            return
        if len(marked) >= limit:
            # What was marked to begin with is what the rules want.
            others = [piece for piece in marked if piece not in alike]
            replaced = next((one for one in others if one not in step.marked), others[0])
            marked.remove(replaced)
            # Where one alone can be marked nobody expects the other to stay so.
            self._way[-1].replaced = replaced if limit > 1 else None
        marked.append(free[0])

    @property
    def begun(self) -> str:
        """What is asked in the open step, if the player has changed its marks; empty if there is nothing to lose."""
        step = self.step
        if isinstance(step, Menu) or set(self.marked) == set(step.marked):
            return ""
        return step.title

    def forget_marks(self, spot: Spot) -> None:
        """What was marked in a party at a spot that was left is not marked any more when it is taken in hand again."""
        self._left = {party: marked for party, marked in self._left.items() if party[0] != spot}

    def line_to_go_back_to(self, key: str) -> str:
        """The line of the first step that has a key, in brief, where the player has gone on from there."""
        if not self.depth or not isinstance(self.first, Menu):
            return ""
        return next((item.brief or item.text for item in self.first.items if item.key and item.key == key), "")

    def confirm(self) -> Any | None:
        """Confirm the marks. Nothing happens while there is something wrong with them; the last line says what."""
        step = self.step
        if not isinstance(step, Checklist) or step.problem(self.marked) is not None:
            return None
        return self._follow(step.then(self.marked))

    def back(self) -> bool:
        """Take the last step back: the one before it is as it was left. False if there is none."""
        if len(self._way) < 2:
            return False
        self._way.pop()
        return True

    def put_down(self) -> bool:
        """Go back to the first step from what the player has begun, or to its first marks. False if nothing is."""
        if not self.depth:
            return self._unmark()
        while self.back():
            pass
        return True

    def _unmark(self) -> bool:
        """Have the marks of the open step be as they were to begin with. False if they are."""
        step = self.step
        if not isinstance(step, Checklist) or not self.begun:
            return False
        self._way[-1].marked[:] = step.marked
        return True

    def _follow(self, result: Step | Any) -> Any | None:
        if isinstance(result, Menu | Checklist | Party):
            self._open(result)
            return None
        if isinstance(result, Back):
            self.back()
            return None
        if isinstance(result, Unfold):
            self.unfold()
            return None
        return result

    def _open(self, step: Step) -> None:
        marked = [] if isinstance(step, Menu) else list(step.marked)
        if isinstance(step, Party):
            marked = self._left.setdefault(_party(step), marked)
        self._way.append(_Opened(step, marked))
        self._way[-1].led = self._led()


def _party(step: Party) -> tuple[Spot | None, Pieces]:
    """What tells a party from others: where it stands, and who is in it."""
    return step.spot, tuple([piece for piece, _ in step.items])


def _row_of(item: MenuItem, *, in_brief: bool) -> Row:
    spot = item.scene if item.spot is None else item.spot
    return Row(
        item.text,
        None,
        spot=spot,
        path=item.path,
        key=item.key,
        detail=item.detail,
        brief=item.brief,
        in_brief=in_brief,
        aside=item.aside,
        tag=item.tag,
        done=item.done,
    )


def _begins_with_marks(step: Checklist | Party, alike: Sequence[Piece]) -> bool:
    """Whether a line is marked to begin with: one of a party if any is, of which most go; else if all of it is."""
    if isinstance(step, Party):
        return bool(step.marked)
    return all(piece in step.marked for piece in alike)


def _limit_of(step: Checklist | Party) -> int | None:
    return step.limit if isinstance(step, Checklist) else None
