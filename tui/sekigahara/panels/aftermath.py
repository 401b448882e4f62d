"""What a combat has come to, while losses are taken and the loser retreats: its lines count no more then."""

from __future__ import annotations

from engine.hidden import Seat, View, other
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_9_sieges import SiegeLossesDue
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Combat, State
from tui.grammar import listed
from tui.language import _, plural
from tui.lines import Line
from tui.sekigahara.words.chapter_8_3_impact import battle_won, siege_ended
from tui.sekigahara.words.chapter_8_7_losses import loss_reasons
from tui.sekigahara.words.locations import disk_words
from tui.sekigahara.words.names import SIDES, block_code, pieces_words, side_tag
from tui.sekigahara.words.recalled import stack_words


def is_fought(combat: Combat) -> bool:
    """Whether nobody deploys any more (8.5); in a siege the besieged never do (8.9.3)."""
    return all(combat.ended) or (combat.siege and combat.ended[combat.attacker])


def losses_are_due(state: State) -> bool:
    """Whether a side is to choose losses: till then who was deployed lies open (8.7.2, 8.9.4)."""
    return any(isinstance(step, LossesDue | SiegeLossesDue) for step in state.agenda)


def result_lines(view: View[State], combat: Combat) -> list[Line]:
    """The result, and what each side has lost or is to lose, the own side first."""
    lines: list[Line] = [[(_result(combat), "bold")]]
    for side in (view.seat, other(view.seat)):
        words = f" {_losses_words(view.state, combat, side)}"
        lines.append([(side_tag(side, ""), STYLES[side]), (words, "bold")])
    return lines


def dead_and_result(view: View[State], combat: Combat) -> str:
    """Who is dead, in the codes of the map, and the result: in a low terminal what follows has a row for it."""
    dead = []
    for side in (view.seat, other(view.seat)):
        codes = [block_code(view.state.shown[block]) for block in combat.lost[side]]
        dead.append(" ".join(codes) or _("none"))
    own, theirs = dead
    return " ".join([_("Dead: you {own}, they {theirs}.").format(own=own, theirs=theirs), _result(combat)])


def aftermath_lines(view: View[State], combat: Combat, recollection: Recollection | None = None) -> list[Line]:
    """The result, what each side has lost or is to lose, and what it has left there, the own side first."""
    result, *losses = result_lines(view, combat)
    lines = [result]
    for side, lost in zip((view.seat, other(view.seat)), losses, strict=True):
        stack = view.state.pools[side][combat.location]
        left = stack_words(view, side, combat.location, recollection) if stack else _("nothing")
        lines.append(lost)
        lines.append([(f"  {_('there now ({count}):').format(count=len(stack))} ", "dim"), (left, "plain")])
    return lines


def _result(combat: Combat) -> str:
    return siege_ended(combat) if combat.siege else battle_won(combat)


def _losses_words(state: State, combat: Combat, side: Seat) -> str:
    due = next(
        (step for step in state.agenda if isinstance(step, LossesDue | SiegeLossesDue) and step.seat == side), None
    )
    if due is not None:
        blocks = plural(due.count, "{count} block", "{count} blocks", _("no blocks"))
        reasons = "" if combat.siege else loss_reasons(combat, side, due.count)
        words = _("{side} is to lose {blocks}: {reasons}") if reasons else _("{side} is to lose {blocks}")
        return words.format(side=SIDES[side], blocks=blocks, reasons=reasons)
    dead, disk = combat.lost[side], combat.disk_lost and side == combat.defender
    lost = [*([pieces_words(dead, state.shown)] if dead else []), *([disk_words(combat.location)] if disk else [])]
    words = _("{side} has lost {count}: {blocks}") if lost else _("{side} has lost nothing")
    return words.format(side=SIDES[side], count=len(dead) + disk, blocks=listed(lost))
