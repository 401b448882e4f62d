"""Section 8.9: castles and sieges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.forms import FLAG, NUMBER, PIECES, Form
from engine.hidden import IllegalAction, Seat, View
from engine.lazy import Concatenated, Subsets
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import LOCATION_KEYS, OSAKA, Location
from engine.sekigahara.chapters.chapter_3_pieces import Hide, require_in, require_shown
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, LossesTaken, bury_in_combat
from engine.sekigahara.chapters.chapter_8_10_replenishment import EndCombat, Replenish
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.state import Combat, Pieces, State

# -- 8.9.2, inside or outside


@dataclass(frozen=True, slots=True)
class CastleChoiceDue(Question):
    """`seat`, which holds the castle at `location`, fights inside or outside (8.9.2, R19)."""

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("castle-choice-due", seat=SEAT, location=LOCATION)
    commits: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class FightInside:
    """Inside is a siege, or nothing if the castle's holder attacks; outside is a battle (8.9.2)."""

    inside: bool
    form: ClassVar[Form] = Form("fight-inside", inside=FLAG)


class ChooseInsideOrOutside(DecisionRule[State, CastleChoiceDue, FightInside, None]):
    """The holder of a castle with one or two blocks chooses (8.9.2, R19)."""

    question = CastleChoiceDue
    answer = FightInside

    def options(self, view: View[State], question: CastleChoiceDue) -> Sequence[FightInside]:
        """Both."""
        return [FightInside(True), FightInside(False)]

    def check(self, state: State, question: CastleChoiceDue, answer: FightInside, shown: Shown) -> None:
        """Nothing can be wrong with it."""

    def perform(self, state: State, question: CastleChoiceDue, answer: FightInside, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`. Without a combat nothing is deployed (8.2)."""
        combat = state.current_combat()
        if answer.inside:
            state.combat = None if question.seat == combat.attacker else replace(combat, siege=True)


def combat_begun(state: State) -> Combat | None:
    """The combat that is being fought; None as long as it is not chosen whether it is, and where (8.9.2)."""
    return None if state.agenda and isinstance(state.agenda[-1], CastleChoiceDue) else state.combat


# -- 8.9.4, losses in a siege


def besieged_units(state: State, combat: Combat) -> int:
    """The units in the castle: its disk is lost as a block is (8.9.3)."""
    return len(state.pools[combat.defender][combat.location]) + (combat.location in state.disks)


def impact_that_takes(state: State, combat: Combat) -> int:
    """At how much impact of a siege nobody is left in the castle, and no disk, so that it falls (8.9.4)."""
    return IMPACT_PER_LOSS * besieged_units(state, combat)


def siege_losses_due(state: State, combat: Combat) -> int:
    """The units that the besieged lose as the impact stands: one for every 7, never more than are there (8.9.4)."""
    return min(combat.impact[combat.attacker] // IMPACT_PER_LOSS, besieged_units(state, combat))


@dataclass(frozen=True, slots=True)
class SiegeLosses(Step):
    """The besieged lose a unit for every 7 impact; the besieger none (8.9.4, R28)."""

    form: ClassVar[Form] = Form("siege-losses")


def siege_losses(state: State, step: SiegeLosses) -> None:
    """See `SiegeLosses`."""
    combat = state.current_combat()
    location, defender = combat.location, combat.defender
    lost = siege_losses_due(state, combat)
    state.push(
        LossesTaken(location),
        Hide(combat.attacker, (location,)),
        AfterSiege(len(state.pools[defender][location])),
    )
    if lost:
        state.push(SiegeLossesDue(defender, location, lost))


@dataclass(frozen=True, slots=True)
class SiegeLossesDue(Question):
    """`seat` picks the `count` units that it loses in the siege of `location` (8.9.4, 9.1, 9.2, R28)."""

    seat: Seat
    location: Location
    count: int
    form: ClassVar[Form] = Form("siege-losses-due", seat=SEAT, location=LOCATION, count=NUMBER)


@dataclass(frozen=True, slots=True)
class LoseInSiege:
    """The blocks lost in a siege, and whether the disk is lost too (8.9.4, R28)."""

    blocks: Pieces
    disk: bool
    form: ClassVar[Form] = Form("lose-in-siege", blocks=PIECES, disk=FLAG)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


def disk_refusal(state: State, location: Location, blocks_lost: int, blocks_there: int) -> IllegalAction | None:
    """Why the disk may not be among the losses, None if it may: Hideyori is the last unit at Osaka, Sanada may go at
    any time (8.9.3, 9.1, 9.2, R28).
    """
    if location not in state.disks:
        return IllegalAction("8.9.3", "No disk stands at {location}", location=LOCATION_KEYS[location])
    if location == OSAKA and blocks_lost < blocks_there:
        return IllegalAction("9.1", "Toyotomi Hideyori is the last unit lost at Osaka")
    return None


def block_losses(state: State, question: SiegeLossesDue, *, disk: bool) -> int | None:
    """How many blocks are lost if the disk is lost with them, or not; None if that cannot be (8.9.4, 9.1, 9.2)."""
    there = len(state.pools[question.seat][question.location])
    count = question.count - disk
    if count > there or (disk and disk_refusal(state, question.location, count, there) is not None):
        return None
    return count


class LoseUnitsInSiege(DecisionRule[State, SiegeLossesDue, LoseInSiege, None]):
    """The besieged pick units, blocks and the disk (8.9.4, 9.1, 9.2, R28)."""

    question = SiegeLossesDue
    answer = LoseInSiege

    def options(self, view: View[State], question: SiegeLossesDue) -> Sequence[LoseInSiege]:
        """Every choice of blocks, without the disk and with it."""
        blocks = view.state.pools[question.seat][question.location]
        parts: list[Sequence[LoseInSiege]] = []
        alone = block_losses(view.state, question, disk=False)
        if alone is not None:
            parts.append(Subsets(blocks, alone, lambda chosen: LoseInSiege(chosen, False)))
        besides = block_losses(view.state, question, disk=True)
        if besides is not None:
            parts.append(Subsets(blocks, besides, lambda chosen: LoseInSiege(chosen, True)))
        return Concatenated(parts)

    def to_show(self, state: State, question: SiegeLossesDue, answer: LoseInSiege) -> Pieces:
        """Blocks lost are shown (8.7.3)."""
        return answer.blocks

    def check(self, state: State, question: SiegeLossesDue, answer: LoseInSiege, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        seat, location = question.seat, question.location
        units = len(answer.blocks) + answer.disk
        if units != question.count:
            raise IllegalAction("8.9.4", "{due} units are lost here, got {count}", due=question.count, count=units)
        require_in(state, seat, answer.blocks, location, "8.9.4")
        if answer.disk:
            refusal = disk_refusal(state, location, len(answer.blocks), len(state.pools[seat][location]))
            if refusal is not None:
                raise refusal
        require_shown(state, shown, answer.blocks)

    def perform(self, state: State, question: SiegeLossesDue, answer: LoseInSiege, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        bury_in_combat(state, question.seat, answer.blocks, disk=answer.disk)


@dataclass(frozen=True, slots=True)
class AfterSiege(Step):
    """The besieger replaces the cards played; the besieged, who had `blocks` there, draw one for each lost (R28)."""

    blocks: int
    form: ClassVar[Form] = Form("after-siege", blocks=NUMBER)


def after_siege(state: State, step: AfterSiege) -> None:
    """See `AfterSiege` (8.9.4, 8.10)."""
    combat = state.current_combat()
    defender = combat.defender
    lost = step.blocks - len(state.pools[defender][combat.location])
    state.push(Replenish(combat.attacker, 0), Replenish(defender, lost), EndCombat(combat.location))


RULES: Final[tuple[Rule, ...]] = (
    ChooseInsideOrOutside(),
    StepRule(SiegeLosses, siege_losses),
    LoseUnitsInSiege(),
    StepRule(AfterSiege, after_siege),
)
