"""Section 8.7: losses of battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Final

from engine.forms import NUMBER, PIECES, Form, Pair
from engine.hidden import SEATS, IllegalAction, Seat, View, other
from engine.lazy import Subsets
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import Location
from engine.sekigahara.chapters.chapter_2_victory import check_victory
from engine.sekigahara.chapters.chapter_3_pieces import Hide, require_in, require_shown
from engine.sekigahara.chapters.chapter_4_control import update_control
from engine.sekigahara.chapters.chapter_7_4_overruns import bury
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_10_replenishment import BLOCKS_PER_CARD, EndCombat, Replenish
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.state import Combat, Pieces, State

IMPACT_PER_LOSS: Final = 7
"""Impact that costs the enemy a block (8.7.1), or a unit in a siege (8.9.4)."""


def terms_of_losses(combat: Combat, seat: Seat) -> tuple[int, int]:
    """The blocks that a side loses by impact, one for every 7 against it, and by defeat, one if it loses (8.7.1)."""
    return combat.impact[other(seat)] // IMPACT_PER_LOSS, int(combat.leading != seat)


def losses_due(state: State, combat: Combat) -> tuple[int, int]:
    """The blocks that each side loses in a battle as the impact stands (8.7.1, R25).

    Both of `terms_of_losses`, and never more than are there.
    """
    first, second = [min(sum(terms_of_losses(combat, seat)), len(state.pools[seat][combat.location])) for seat in SEATS]
    return first, second


@dataclass(frozen=True, slots=True)
class BattleLosses(Step):
    """Both sides lose blocks, the attacker first (8.7.1, R25)."""

    form: ClassVar[Form] = Form("battle-losses")


def battle_losses(state: State, step: BattleLosses) -> None:
    """See `BattleLosses`."""
    combat = state.current_combat()
    location = combat.location
    lost = losses_due(state, combat)
    sides = (combat.attacker, combat.defender)
    state.push(
        *[LossesDue(seat, location, lost[seat]) for seat in sides if lost[seat]],
        LossesTaken(location),
        *[Hide(seat, (location,)) for seat in sides],
        AfterBattle(other(combat.leading), lost),
    )


@dataclass(frozen=True, slots=True)
class LossesDue(Question):
    """`seat` picks the `count` blocks that it loses in the battle at `location` (8.7.2, R25)."""

    seat: Seat
    location: Location
    count: int
    form: ClassVar[Form] = Form("losses-due", seat=SEAT, location=LOCATION, count=NUMBER)


@dataclass(frozen=True, slots=True)
class Lose:
    """The blocks lost in a battle (8.7.2, R25)."""

    blocks: Pieces
    form: ClassVar[Form] = Form("lose", blocks=PIECES)

    def __post_init__(self) -> None:
        object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


def loss_classes(state: State, seat: Seat) -> tuple[Pieces, Pieces, Pieces]:
    """Own blocks in the order in which they are lost: defectors, other deployed blocks, the rest (8.7.2, R25)."""
    combat = state.current_combat()
    sides = dict(combat.deployed)
    stack = state.pools[seat][combat.location]
    return (
        tuple([block for block in stack if sides.get(block, seat) != seat]),
        tuple([block for block in stack if sides.get(block) == seat]),
        tuple([block for block in stack if block not in sides]),
    )


def certain_losses(state: State, question: LossesDue) -> tuple[Pieces, Pieces]:
    """The blocks that are lost whatever the owner picks, and the class from which it picks the rest (8.7.2)."""
    certain: Pieces = ()
    for blocks in loss_classes(state, question.seat):
        if len(certain) + len(blocks) > question.count:
            return certain, blocks
        certain += blocks
    return certain, ()


def bury_in_combat(state: State, seat: Seat, blocks: Pieces, *, disk: bool = False) -> None:
    """Blocks, and perhaps the disk, that the combat in progress costs (8.7.3, 8.9.4): it keeps what it has cost."""
    combat = state.current_combat()
    lost = (blocks, combat.lost[1]) if seat == SEATS[0] else (combat.lost[0], blocks)
    state.combat = replace(combat, lost=lost, disk_lost=combat.disk_lost or disk)
    if disk:
        state.disks = tuple([each for each in state.disks if each != combat.location])
    bury(state, seat, blocks, combat.location)


class LoseBlocks(DecisionRule[State, LossesDue, Lose, None]):
    """The owner picks losses, first among defectors, then deployed blocks, then the rest (8.7.2, R25)."""

    question = LossesDue
    answer = Lose

    def options(self, view: View[State], question: LossesDue) -> Sequence[Lose]:
        """Every choice within the class that is not lost whole."""
        certain, blocks = certain_losses(view.state, question)
        return Subsets(blocks, question.count - len(certain), lambda chosen: Lose(certain + chosen))

    def to_show(self, state: State, question: LossesDue, answer: Lose) -> Pieces:
        """Blocks lost are shown (8.7.3)."""
        return answer.blocks

    def check(self, state: State, question: LossesDue, answer: Lose, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        due = question.count
        if len(answer.blocks) != due:
            raise IllegalAction("8.7.1", "{due} blocks are lost here, got {count}", due=due, count=len(answer.blocks))
        require_in(state, question.seat, answer.blocks, question.location, "8.7.2")
        certain, blocks = certain_losses(state, question)
        if any(block not in answer.blocks for block in certain) or any(
            block not in certain and block not in blocks for block in answer.blocks
        ):
            raise IllegalAction(
                "8.7.2",
                "Blocks that fight for the enemy are lost first, then those deployed, then the rest",
            )
        require_shown(state, shown, answer.blocks)

    def perform(self, state: State, question: LossesDue, answer: Lose, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        bury_in_combat(state, question.seat, answer.blocks)


@dataclass(frozen=True, slots=True)
class LossesTaken(Step):
    """All losses of a battle or siege at `location` are known: who controls it, and is the game over (R29, R40)."""

    location: Location
    form: ClassVar[Form] = Form("losses-taken", location=LOCATION)


def losses_taken(state: State, step: LossesTaken) -> None:
    """See `LossesTaken`."""
    update_control(state, step.location)
    check_victory(state)


@dataclass(frozen=True, slots=True)
class AfterBattle(Step):
    """The loser retreats what it has left; then cards are replenished (8.8.1, 8.10, R26)."""

    loser: Seat
    lost: tuple[int, int]
    form: ClassVar[Form] = Form("after-battle", loser=SEAT, lost=Pair(NUMBER))


def after_battle(state: State, step: AfterBattle) -> None:
    """See `AfterBattle`. The loser retreats though the winner has no block left (R37)."""
    combat = state.current_combat()
    state.push(
        *[Replenish(seat, step.lost[seat] // BLOCKS_PER_CARD) for seat in (combat.attacker, combat.defender)],
        EndCombat(combat.location),
    )
    if state.pools[step.loser][combat.location]:
        state.push(RetreatDue(step.loser, combat.location))


RULES: Final[tuple[Rule, ...]] = (
    StepRule(BattleLosses, battle_losses),
    LoseBlocks(),
    StepRule(LossesTaken, losses_taken),
    StepRule(AfterBattle, after_battle),
)
