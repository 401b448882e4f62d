"""The account of a side's turn for one of the players, always in the same order.

What the turn has cost the player, the points, combats, marches, musters, the cards paid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from engine.hidden import SEATS, Acted, Seat, other
from engine.sekigahara.board import DEAD, LOCATIONS, Location
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.state import Pieces, State
from tui.boards import Spot
from tui.grammar import counted
from tui.language import _, plural
from tui.lines import Line, tied
from tui.log import Card, Happening
from tui.sekigahara.results import (
    Happenings,
    Lost,
    battle_summary,
    combat_of,
    combats_together,
    fighting,
    lost_between,
    lost_words,
    public_faces,
    same_points,
    since_words,
)
from tui.sekigahara.words.chapter_4_control import Taken, taken_between, taken_words
from tui.sekigahara.words.chapter_6_week import TURNS
from tui.sekigahara.words.chapter_7_2_muster import mustered
from tui.sekigahara.words.chapter_7_3_marches import leader_claimed_at
from tui.sekigahara.words.chapter_8_9_sieges import refused_words
from tui.sekigahara.words.chapter_9_3_mori import called_mori, joined_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, card_or_none, pieces_words, side_of, sided, stack_tag
from tui.sekigahara.words.sekigahara import answer_words

IN_FULL: Final = 4
"""Of a way through more places than these the ends are told, and how many stops lie between."""
_IN_A_LINE: Final = 2
"""So many marches are told in one line, and each of more in one of its own."""


@dataclass(frozen=True, slots=True)
class Fight:
    """A combat: where, how it is called, what it came to; or an overrun. `lost`: what it cost each side."""

    place: Location
    head: str
    came: Line
    lost: tuple[Lost, Lost]
    overrun: bool = False


@dataclass(frozen=True, slots=True)
class Marched:
    """A march, all stops of it, and whether the other side stood, or had the castle or the resource, where it ended."""

    blocks: Pieces
    way: tuple[Location, ...]
    attacks: bool
    more: str

    def line(self, mover: Seat, number: int = 0) -> Line:
        """`(I4) Osaka → Kyoto → Gifu`, behind its number if it has one, which its way on the map has as well."""
        stops = [NAMES[place] for place in self.way]
        if len(stops) > IN_FULL:
            count = len(stops) - 2
            stops = [stops[0], plural(count, "{count} stop", "{count} stops"), stops[-1]]
        return [
            (f"{number} " if number else "", "trail"),
            (stack_tag(mover, len(self.blocks)), STYLES[mover]),
            (f" {' → '.join(stops)}{self.more}", "plain"),
        ]


@dataclass(slots=True)
class Account:
    """What happened in the turn of `mover`, as far as it has come, for the player `reader`."""

    mover: Seat
    reader: Seat
    before: State
    after: State
    fights: list[Fight] = field(default_factory=list)
    joined: list[str] = field(default_factory=list)
    """That the Mōri box has come to Osaka (9.3)."""
    refused: list[str] = field(default_factory=list)
    marches: list[Marched] = field(default_factory=list)
    musters: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    """The blocks called from the Mōri box, each with the card paid for it (9.3)."""
    paid: list[str] = field(default_factory=list)
    forced: list[str] = field(default_factory=list)
    """The cards played for forced marches (7.3.5)."""

    @property
    def empty(self) -> bool:
        """Whether nothing has happened but that cards were paid or replaced."""
        return not (self.fights or self.refused or self.marches or self.musters or self.calls or self.taken())

    def taken(self) -> list[Taken]:
        """What has changed hands."""
        return taken_between(self.before, self.after)

    def dead(self) -> Lost:
        """How many blocks and disks the player has lost."""
        return lost_between(self.before, self.after, self.reader)

    def points(self, *, change: bool) -> str:
        """Both sides' points, the player's first: `you 12 (-2) : 9 (+2) Ishida`."""
        own, theirs = [
            f"{score(self.after, seat)}{since_words(self.before, self.after, seat) if change else ''}"
            for seat in (self.reader, other(self.reader))
        ]
        return _("you {own} : {theirs} {side}").format(own=own, theirs=theirs, side=SIDES[other(self.reader)])

    def title(self) -> str:
        """`Ishida's turn: week 3 A`."""
        own = self.mover == self.reader
        words = _("What you did: week {week} {turn}") if own else _("{side}'s turn: week {week} {turn}")
        return self._titled(words)

    def _titled(self, words: str) -> str:
        return words.format(side=SIDES[self.mover], week=self.before.week, turn=TURNS[self.before.turn])

    def card(self, besides: Location | None = None) -> Card:
        """All of it; but the last combat, if that was fought at `besides`, where it is told with this anyway."""
        told = self.fights and self.fights[-1].place == besides and not self.fights[-1].overrun
        account = replace(self, fights=self.fights[:-1]) if told else self
        lost = self.fights or self.dead() or any(each.before == self.reader for each in self.taken())
        return Card(self.title(), [*account.lines(), *account.rest()], self.reader, harmless=not lost)

    def movement_card(self) -> Card:
        """The same of the movement alone, for whoever has to decide in the combats that follow it."""
        title = self._titled(_("{side}'s movement: week {week} {turn}"))
        return Card(title, [*self.lines(so_far=True), *self.rest()], self.reader, part_of=self.title())

    def lines(self, *, so_far: bool = False) -> list[Line]:
        """What the player has to know of it, in the order in which it stands always."""
        lines = self._losses(so_far=so_far)
        points = self.points(change=True)
        same = same_points(self.before, self.after)
        words = _("Points: {points}, unchanged") if same else _("Points: {points}")
        lines.append([(words.format(points=tied(points)), "bold")])
        lines += [sided(text) for text in self.joined]
        lines += [self._fight(fight) for fight in self.fights]
        lines += [sided(text) for text in self.refused]
        if against := self._marches(hostile=True):
            lines += _listed([(_("Against you: "), "bad")], against)
        return lines

    def rest(self) -> list[Line]:
        """What else was done, in the same order always: it comes after the lines."""
        lines: list[Line] = []
        if others := self._marches(hostile=False):
            some = len(others) < len(self.marches)
            lines += _listed([(_("Other marches: ") if some else _("Marches: "), "bold")], others)
        if self.musters:
            lines.append([(_("Musters: "), "bold"), ("; ".join(self.musters), "plain")])
        if self.calls:
            lines.append([(_("Calls: "), "bold"), ("; ".join(self.calls), "plain")])
        lines += [sided(text) for text in self.paid]
        if self.forced:
            words = _("{side} pays for forced marches: {cards}.")
            lines.append(sided(words.format(side=SIDES[self.mover], cards=counted(self.forced))))
        return lines

    def _marches(self, *, hostile: bool) -> list[Line]:
        """The marches of the one kind. The enemy's are numbered if there are several, as their ways on the map are."""
        counted_out = self.mover != self.reader and len(self.marches) > 1
        return [
            march.line(self.mover, number * counted_out)
            for number, march in enumerate(self.marches, 1)
            if self._is_hostile(march) == hostile
        ]

    def _is_hostile(self, march: Marched) -> bool:
        """Whether a march of the enemy's attacks the player, or went where he has lost something."""
        lost = {each.place for each in self.taken() if each.before == self.reader}
        return self.mover != self.reader and (march.attacks or not lost.isdisjoint(march.way[1:]))

    def _losses(self, *, so_far: bool) -> list[Line]:
        """What the player has lost, then what he has gained, and what else has changed hands."""
        taken = self.taken()
        lines: list[Line] = []
        for each in taken:
            if each.before == self.reader:
                words = _("{what} lost: held by {side}") if each.castle else _("{what} lost: owned by {side}")
                text = words.format(what=each.words(), side=side_of(each.after))
                lines.append([(f"▼ {text[0].upper()}{text[1:]}", "bad")])
        if dead := self.dead():
            words = plural(dead.blocks, "{count} block lost", "{count} blocks lost", _("Lost"))
            pieces = lost_words(self.before, self.after, self.reader)
            lines.append([(f"▼ {words}: ", "bad"), (pieces, "plain")])
        if not lines:
            nothing = _("You have lost nothing so far.") if so_far else _("You have lost nothing in this turn.")
            lines.append([(nothing, "good")])
        own = taken_words([each for each in taken if each.after == self.reader])
        if own:
            lines.append([(f"▲ {_('You gain: {places}').format(places=own)}", "good")])
        enemy = other(self.reader)
        free = taken_words([each for each in taken if each.before is None and each.after == enemy])
        if free:
            lines.append(sided(_("{side} claims: {places}").format(side=SIDES[enemy], places=free)))
        left = taken_words([each for each in taken if each.before == enemy and each.after is None])
        if left:
            lines.append(sided(_("{side} gives up: {places}").format(side=SIDES[enemy], places=left)))
        return lines

    def _fight(self, fight: Fight) -> Line:
        costs = self.costs(fight)
        return [(f"{fight.head}: ", "bold"), *fight.came, (f"; {costs}" if costs else "", "plain")]

    def costs(self, fight: Fight) -> str:
        """What a combat has cost, the player first: `you lose 2, Ishida loses 1`."""
        told = []
        for side in (self.reader, other(self.reader)):
            if fight.lost[side]:
                words = _("you lose {count}") if side == self.reader else _("{side} loses {count}")
                told.append(words.format(side=SIDES[side], count=fight.lost[side]))
        return ", ".join(told)


def _listed(label: Line, parts: Sequence[Line]) -> list[Line]:
    """Many parts in a line each, the first behind the label, those after it set in; a few one after another."""
    if len(parts) <= _IN_A_LINE:
        return [[*label, *parts[0], *[piece for part in parts[1:] for piece in (("; ", "plain"), *part)]]]
    return [[*label, *parts[0]], *[[("  ", "plain"), *part] for part in parts[1:]]]


def account_of(happenings: Happenings, reader: Seat) -> Account:
    """The account of a turn, made of what has happened in it, which is something."""
    before, mover = happenings[0].before, happenings[0].before.active
    assert mover is not None
    account = Account(mover, reader, before, happenings[-1].after)
    for each in happenings:
        account.joined += joined_words(each.before, each.event, each.after)
    for together in combats_together(happenings):
        if fighting(together[0]):
            account.fights.append(_fought(together))
            continue
        happening = together[0]
        account.refused += refused_words(happening.before, happening.event, happening.after)
        if isinstance(happening.event, Acted):
            _enter(account, happening, happening.event)
        account.fights += _overruns(happening)
    return account


def _enter(account: Account, happening: Happening[State], event: Acted) -> None:
    action, faces = event.action, public_faces(happening)
    if isinstance(action, Pay):
        account.paid.append(f"{SIDES[event.seat]} {answer_words(happening.before, event.seat, action, faces)}.")
    elif isinstance(action, March) and happening.trail:
        _enter_march(account, happening, action)
        if action.forced is not None:
            account.forced.append(pieces_words((action.forced,), faces))
    elif isinstance(action, Muster):
        account.musters.append(mustered(action, faces))
    elif isinstance(action, CallMori):
        words = _("{blocks} for {card}")
        account.calls.append(words.format(blocks=called_mori(action, faces), card=card_or_none(action.card, faces)))


def ways(happenings: Happenings, reader: Seat) -> list[tuple[Spot, ...]]:
    """The ways of the enemy's marches, by the numbers that they have in the account, then of its retreats."""
    found: list[tuple[Pieces, tuple[Spot, ...]]] = []
    for each in happenings:
        event = each.event
        if each.trail and isinstance(event, Acted) and event.seat != reader:
            blocks = event.action.blocks if isinstance(event.action, March) else ()
            if found and _goes_on(*found[-1], blocks, each.trail):
                found[-1] = blocks, (*found[-1][1], *each.trail[1:])
            else:
                found.append((blocks, each.trail))
    return [way for _blocks, way in found]


def _goes_on(before: Pieces, way: Sequence[Spot], blocks: Pieces, further: Sequence[Spot]) -> bool:
    """Whether blocks that marched some way have then marched on: it is one march."""
    return bool(blocks) and before == blocks and way[-1] == further[0]


def _enter_march(account: Account, happening: Happening[State], action: March) -> None:
    """A march; one that goes on with the same blocks is one with what came before."""
    way = tuple([LOCATIONS[stop] for stop in happening.trail])
    claimed = NAMES[leader_claimed_at(happening.before, way[0], action.blocks)]
    more = _(", declaring a leader at {location}").format(location=claimed) if action.claim else ""
    last = account.marches[-1] if account.marches else None
    if last is not None and _goes_on(last.blocks, last.way, action.blocks, way):
        account.marches.pop()
        way, more = (*last.way, *way[1:]), last.more + more
    enemy, state, end = other(account.mover), happening.after, way[-1]
    attacks = bool(happening.before.pools[enemy][end] or state.pools[enemy][end])
    attacks = attacks or enemy in {happening.before.holder[end], happening.before.owner[end]}
    account.marches.append(Marched(action.blocks, way, attacks, more))


def _fought(happenings: Happenings) -> Fight:
    first, last = happenings[0].before, happenings[-1].after
    begun = combat_of(happenings)
    _head, *came = battle_summary(happenings, losses=False)
    goes_on: Line = [(_("{side} attacks").format(side=SIDES[begun.attacker]), "plain")]
    where = _("Siege of {location}") if begun.siege else _("Battle of {location}")
    lost = lost_between(first, last, SEATS[0]), lost_between(first, last, SEATS[1])
    return Fight(begun.location, where.format(location=NAMES[begun.location]), came[:1] or goes_on, lost)


def _overruns(happening: Happening[State]) -> list[Fight]:
    """Blocks that died without a combat."""
    fights = []
    for side in SEATS:
        pools = happening.before.pools[side]
        dead = happening.after.pools[side][DEAD][len(pools[DEAD]) :]
        stood = next((place for place in LOCATIONS if dead and dead[0] in pools[place]), None)
        at = stood if stood is not None else LOCATIONS[happening.trail[-1]] if happening.trail else None
        if dead and at is not None:
            none, some = Lost(0, 0), Lost(len(dead), 0)
            lost = (none, some) if side else (some, none)
            words = _("overrun: {blocks}").format(blocks=pieces_words(dead, happening.after.shown))
            fights.append(Fight(at, NAMES[at], [(words, "plain")], lost, overrun=True))
    return fights
