"""What a combat and a week came to: the cards of results, the line of a battle, losses and points in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine.hidden import SEATS, Acted, Face, Piece, Seat, other
from engine.sekigahara.board import DEAD, PLAYED
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, is_only_retreat
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA, WEEKS
from engine.sekigahara.state import Combat, Pieces, State
from tui.grammar import listed
from tui.language import _, ngettext, plural
from tui.lines import Line, plain_text
from tui.log import Card, Happening
from tui.sekigahara.words.chapter_4_control import control_words, taken_between, taken_words
from tui.sekigahara.words.chapter_8_3_impact import impact_figures, result_words
from tui.sekigahara.words.chapter_8_6_loyalty import challenge_told
from tui.sekigahara.words.chapter_8_7_losses import loss_reasons
from tui.sekigahara.words.chapter_8_9_sieges import siege_outcome
from tui.sekigahara.words.locations import NAMES, disk_words
from tui.sekigahara.words.names import CONTROL_STYLES, SIDES, pieces_words, side_of, sided
from tui.sekigahara.words.sekigahara import answer_words

Happenings: TypeAlias = Sequence[Happening[State]]


def battle_cards(happenings: Happenings, told: Seat | None = None) -> list[Card]:
    """What a combat came to, made of all that happened in it; nothing if it was not fought, or changed nothing.

    `told`: the seat that is given the account of the turn with it, which says what has changed hands, and the points.
    """
    if not happenings:
        return []
    first, last = happenings[0].before, happenings[-1].after
    moved = any(retreat_lines(each) for each in happenings)
    if not moved and not control_words(first, last) and not any(lost_between(first, last, seat) for seat in SEATS):
        return []
    whole = battle_told(happenings)
    if whole is None:
        return []
    if told is None:
        return [whole]
    return [replace(whole, seat=other(told)), replace(whole, lines=_fought_lines(happenings), seat=told)]


def battle_told(happenings: Happenings) -> Card | None:
    """All that a combat came to, whatever that is; None if it was not fought."""
    combat = happenings[-1].before.combat
    if combat is None or not _outcome(happenings):
        return None
    first, last = happenings[0].before, happenings[-1].after
    taken = [sided(text) for text in control_words(first, last)]
    points = "" if same_points(first, last) else _points(_("Points, change in this battle: {points}"), first, last)
    lines = [*_fought_lines(happenings), *taken, *([[(points, "bold")]] if points else [])]
    return Card(_title(combat), lines)


def _fought_lines(happenings: Happenings) -> list[Line]:
    """How a combat was fought, with the cards that were played, and what it cost, after its result."""
    moved = [line for each in happenings for line in retreat_lines(each)]
    deployed = [*deployed_lines(happenings), *_played_lines(happenings)]
    return [*_outcome(happenings), *deployed, *challenge_lines(happenings), *_battle_losses(happenings), *moved]


def _played_lines(happenings: Happenings) -> list[Line]:
    """The cards that each side has played in a combat, as they lay when it was decided."""
    ended = next((each.before for each in happenings if result_words(each.before, each.event)), None)
    if ended is None:
        return []
    return [
        sided(
            _("{side} played: {cards}").format(
                side=SIDES[seat], cards=pieces_words(ended.pools[seat][PLAYED], ended.shown)
            )
        )
        for seat in SEATS
        if ended.pools[seat][PLAYED]
    ]


def drawn_card(happenings: Happenings, seat: Seat) -> list[Card]:
    """A combat that changed nothing, in short, for `seat` alone: its draws after it are told with that (8.10)."""
    combat = happenings[-1].before.combat
    outcome = _outcome(happenings)
    return [Card(_title(combat), outcome, seat)] if outcome and combat is not None else []


def _title(combat: Combat) -> str:
    words = _("Siege of {location}") if combat.siege else _("Battle of {location}")
    return words.format(location=NAMES[combat.location])


def _outcome(happenings: Happenings) -> list[Line]:
    """How a combat has ended, if it was fought."""
    results = [text for each in happenings for text in result_words(each.before, each.event)]
    outcome = [text for each in happenings for text in siege_outcome(each.before, each.event, each.after)]
    return [[(results[-1], "bold")], *map(sided, outcome)] if results else []


def cards_for(cards: Sequence[Card], seat: Seat | None, lines: Sequence[Line]) -> list[Card]:
    """Cards with more lines for one seat alone; the other has them as they are."""
    if seat is None or not lines:
        return list(cards)
    found = []
    for card in cards:
        if card.seat != seat:
            found.append(replace(card, seat=other(seat)))
        if card.seat != other(seat):
            found.append(replace(card, seat=seat, lines=[*card.lines, *lines]))
    return found


def combat_of(happenings: Happenings) -> Combat:
    """The combat that all of these belong to, as it stood last."""
    combat = next(combat_begun(each.before) or combat_begun(each.after) for each in reversed(happenings))
    assert combat is not None
    return combat


def battle_summary(happenings: Happenings, *, losses: bool = True, brief: bool = False) -> Line:
    """A combat in a line: where, who attacked, and once it is over who won, by what, and with `losses` what it cost and
    who retreated where.

    `brief`: without what a heading above it and the lines beneath it say, once it is over.
    """
    first, last = happenings[0].before, happenings[-1].after
    combat = combat_of(happenings)
    words = _("Siege of {location}: {side} attacks") if combat.siege else _("Battle of {location}: {side} attacks")
    head = words.format(location=NAMES[combat.location], side=SIDES[combat.attacker])
    results = [each for each in happenings if result_words(each.before, each.event)]
    ended = results[-1].before.combat if results else None
    if ended is None:
        return [(head, "heading")]
    if brief:
        words = _("Siege of {location}") if combat.siege else _("Battle of {location}")
        head = words.format(location=NAMES[combat.location])
    came = _("impact {impact}").format(impact=ended.impact[ended.attacker])
    if not ended.siege:
        tie = _("{side} wins {more}:{less} (a tie is the defender's, 8.2.1)")
        if brief:
            tie = _("{side} wins {more}:{less} (a tie)")
        won = tie if ended.impact[0] == ended.impact[1] else _("{side} wins {more}:{less}")
        came = won.format(side=SIDES[ended.leading], more=max(ended.impact), less=min(ended.impact))
    # Who they were says how many.
    lost = _("{side} loses {pieces}") if brief else _("{side} loses {count}: {pieces}")
    cost = [
        lost.format(side=SIDES[side], count=lost_between(first, last, side), pieces=words)
        for side in SEATS
        if losses and (words := lost_words(first, last, side))
    ]
    if losses:
        retreats = [line for each in happenings for line in retreat_lines(each, brief=brief)]
        cost += [plain_text(line).rstrip(".") for line in retreats]
    style = CONTROL_STYLES[ended.leading]
    return [(f"{head}; ", "heading"), (came, style), ("".join([f"; {each}" for each in cost]), "plain")]


def deployed_lines(happenings: Happenings) -> list[Line]:
    """What each side's impact was made of, in the order of the deployments: `Tokugawa: Ii 4 +4, Date 2 +2`.

    Whoever could have deployed something and did not is named too; the besieged never do (8.9.3).
    """
    made: tuple[list[str], list[str]] = ([], [])
    blocks = ""
    for each in happenings:
        before, after = combat_begun(each.before), combat_begun(each.after)
        if deployed := _deployed(each):
            blocks = pieces_words(deployed, each.after.shown)
        for seat in SEATS:
            added = after.impact[seat] - before.impact[seat] if before is not None and after is not None else 0
            if added:
                made[seat].append(f"{blocks} +{added}")
    combat = combat_of(happenings)
    deployers = {each.event.seat for each in happenings if isinstance(each.event, Acted) and _deployed(each)}
    lines: list[Line] = []
    for seat in SEATS:
        if made[seat]:
            lines.append([(f"{SIDES[seat]}: ", "bold"), (", ".join(made[seat]), "plain")])
        elif seat not in deployers and not combat.stays_inside(seat):
            lines.append(sided(_("{side} deploys nothing.").format(side=SIDES[seat])))
    return lines


def _deployed(happening: Happening[State]) -> Pieces:
    """The blocks that were deployed with this, if any were."""
    event = happening.event
    return event.action.blocks if isinstance(event, Acted) and isinstance(event.action, Deploy) else ()


def enemy_deployed(happenings: Happenings, seat: Seat) -> str:
    """What the enemy of `seat` deployed with these, all of one combat, and the impact that they have made, in short.

    `Ishida deploys Uesugi 3: Tokugawa 1, Ishida 5 (+4).`; and who has challenged whom.
    """
    theirs = [each for each in happenings if isinstance(each.event, Acted) and each.event.seat == other(seat)]
    told = [challenge_told(each.before, each.event) for each in theirs]
    deployments = [each for each in theirs if _deployed(each)]
    if deployments:
        first, last = deployments[0].before, happenings[-1].after
        blocks = [block for each in deployments for block in _deployed(each)]
        words, figures = _("{side} deploys {blocks}"), impact_figures(first, last)
        deployed = words.format(side=SIDES[other(seat)], blocks=pieces_words(blocks, last.shown))
        told.insert(0, f"{deployed}: {figures}." if figures else f"{deployed}.")
    return " ".join([words for words in told if words])


def challenge_card(happenings: Happenings) -> list[Card]:
    """How a loyalty challenge was answered, if with the last of these the impact of it counts (8.6).

    Whoever has given that answer knows it, unless there was no other and nobody was asked.
    """
    before, combat = combat_begun(happenings[-1].before), combat_begun(happenings[-1].after)
    if combat is None or before is None or before.pending is None or combat.pending is not None:
        return []
    played = next((n for n, each in enumerate(reversed(happenings)) if _deployed(each)), 0)
    since = happenings[len(happenings) - played :]
    if not any(challenge_told(each.before, each.event) for each in since):
        return []
    title = _("Loyalty challenge at {location}").format(location=NAMES[combat.location])
    knows = [
        each.event.seat
        for each in since
        if isinstance(each.event, Acted) and isinstance(each.event.action, ProveLoyalty) and not each.given
    ]
    challenge = challenge_lines(happenings)[-1]
    cards = []
    for seat in SEATS if not knows else [other(knows[0])]:  # to each its own side first
        impact = _("Impact now: {first} {mine}, {second} {theirs}").format(
            first=SIDES[seat],
            mine=combat.impact[seat],
            second=SIDES[other(seat)],
            theirs=combat.impact[other(seat)],
        )
        cards.append(Card(title, [challenge, [(impact, "plain")]], seat, passing=True))
    return cards


def challenge_lines(happenings: Happenings) -> list[Line]:
    """Every loyalty challenge of a combat, with how it was answered where it has been (8.6)."""
    told: list[Line] = []
    waiting = False
    for each in happenings:
        words = challenge_told(each.before, each.event)
        if not words:
            continue
        if waiting:
            told.pop()
        told.append(sided(words))
        waiting = isinstance(each.event, Acted) and isinstance(each.event.action, Challenge)
        waiting = waiting and isinstance(each.after.agenda[-1], LoyaltyProofDue)
    return told


def week_card(began: State, ended: State, came: Mapping[tuple[Seat, type], int]) -> Card:
    """What a week came to. `came`: how many blocks each side has mustered, or called from the Mōri box."""
    same = same_points(began, ended)
    words = _("Points: {points}, unchanged") if same else _("Points, change in this week: {points}")
    lines: list[Line] = [[(_points(words, began, ended), "bold")]]
    for seat in SEATS:
        if count := came.get((seat, Muster), 0):
            words = ngettext("{side} mustered {count} block.", "{side} mustered {count} blocks.", count)
            lines.append(sided(words.format(side=SIDES[seat], count=count)))
        if count := came.get((seat, CallMori), 0):
            words = ngettext(
                "{side} called {count} block from the Mōri box.",
                "{side} called {count} blocks from the Mōri box.",
                count,
            )
            lines.append(sided(words.format(side=SIDES[seat], count=count)))
    lines += loss_lines(began, ended)
    lines += gain_lines(began, ended)
    return Card(_("Week {week} of {weeks} is over").format(week=began.week, weeks=WEEKS), lines)


def gain_lines(before: State, after: State) -> list[Line]:
    """The castles and resource locations that have changed hands, those of each side in a line."""
    lines = []
    for seat in (*SEATS, None):
        places = taken_words([each for each in taken_between(before, after) if each.after == seat])
        words = _("{side} gained: {places}") if seat is not None else _("Given up: {places}")
        if places:
            lines.append(sided(words.format(side=side_of(seat), places=places)))
    return lines


def bids_card(happening: Happening[State], bids: Sequence[Line]) -> list[Card]:
    """What was bid for a week, and who moves first in it: `bids`, for whoever has not decided that.

    Whoever decides it has the bids before his eyes while he is asked. The page of what has happened tells all of it.
    """
    event, after = happening.event, happening.after
    title = _("Week {week}: who moves first").format(week=after.week)
    if isinstance(event, Acted) and isinstance(event.action, ChooseFirst):
        return [Card(title, bids, other(event.seat), harmless=True)]
    return []


def lost_words(before: State, after: State, seat: Seat) -> str:
    """The blocks that have died between two states."""
    dead = after.pools[seat][DEAD][len(before.pools[seat][DEAD]) :]
    disks = [disk_words(place) for place in before.disks if place not in after.disks] if seat else []
    return listed([*([pieces_words(dead, after.shown)] if dead else []), *disks])


def points_words(before: State, after: State) -> str:
    """The points, if they have changed."""
    return "" if same_points(before, after) else _points(_("Points: {points}"), before, after)


def same_points(before: State, after: State) -> bool:
    """Whether neither side's points have changed."""
    return all(score(before, seat) == score(after, seat) for seat in SEATS)


def _points(words: str, before: State, after: State) -> str:
    points = ", ".join([f"{SIDES[seat]} {score(after, seat)}{since_words(before, after, seat)}" for seat in SEATS])
    return words.format(points=points)


def loss_lines(before: State, after: State) -> list[Line]:
    """What each side has lost between two states."""
    return [
        [
            (_("{side} lost: ").format(side=SIDES[seat]), "bold"),
            (lost_words(before, after, seat) or _("no block"), "plain"),
        ]
        for seat in SEATS
    ]


def _battle_losses(happenings: Happenings) -> list[Line]:
    """What each side has lost in a combat and, in a battle, what for (8.7.1)."""
    first, last = happenings[0].before, happenings[-1].after
    lines = loss_lines(first, last)
    ended = next((each.before.combat for each in happenings if result_words(each.before, each.event)), None)
    if ended is None or ended.siege:
        return lines
    reasons = [loss_reasons(ended, seat, lost_between(first, last, seat).blocks) for seat in SEATS]
    return [[*line, (f" ({why})", "plain")] if why else line for line, why in zip(lines, reasons, strict=True)]


def since_words(before: State, after: State, seat: Seat) -> str:
    """How a side's points have changed: ` (+2)`; nothing if they have not."""
    change = score(after, seat) - score(before, seat)
    return f" ({change:+})" if change else ""


@dataclass(frozen=True, slots=True)
class Lost:
    """How many blocks of a side have died, and how many disks, which are no blocks (8.9.3)."""

    blocks: int
    disks: int

    def __bool__(self) -> bool:
        return bool(self.blocks or self.disks)

    def __str__(self) -> str:
        """`2`, `a disk`, `2 and a disk`."""
        blocks = [str(self.blocks)] if self.blocks or not self.disks else []
        return listed([*blocks, *self._disk_words])

    @property
    def words(self) -> list[str]:
        """`2 blocks`, `a disk`."""
        blocks = [plural(self.blocks, "{count} block", "{count} blocks")] if self.blocks else []
        return [*blocks, *self._disk_words]

    @property
    def _disk_words(self) -> list[str]:
        return [plural(self.disks, "a disk", "{count} disks")] if self.disks else []


def lost_between(before: State, after: State, seat: Seat) -> Lost:
    """What a side has lost between two states."""
    disks = len(before.disks) - len(after.disks) if seat == ISHIDA else 0
    return Lost(len(after.pools[seat][DEAD]) - len(before.pools[seat][DEAD]), disks)


def retreat_lines(happening: Happening[State], *, brief: bool = False) -> list[Line]:
    """A retreat, if this is one; not `brief`: and whether there was no other."""
    event = happening.event
    if not isinstance(event, Acted) or not isinstance(event.action, Retreat):
        return []
    before = happening.before
    words = answer_words(before, event.seat, event.action, public_faces(happening))
    if not brief and is_only_retreat(before, before.current_combat(), event.seat):
        words = f"{words} {_('(the only way)')}"
    return [sided(f"{SIDES[event.seat]} {words}.")]


def public_faces(happening: Happening[State]) -> Mapping[Piece, Face]:
    """The faces that are public with an event."""
    event = happening.event
    return {**happening.before.shown, **(event.shown if isinstance(event, Acted) else {})}


def fighting(happening: Happening[State]) -> bool:
    """Whether this is part of a combat, or begins one."""
    return combat_begun(happening.before) is not None or combat_begun(happening.after) is not None


def combats_together(happenings: Happenings) -> Iterator[Happenings]:
    """The events one by one, but those of a combat together."""
    combat: list[Happening[State]] = []
    for each in happenings:
        if combat and (not fighting(each) or combat_begun(combat[-1].after) is None):
            yield combat
            combat = []
        if fighting(each):
            combat.append(each)
        else:
            yield [each]
    if combat:
        yield combat
