"""The end of a game: who won and why, the score, and what the audits found."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tui.language import _, ngettext
from tui.lines import Line, plain_text
from tui.ports import Situation

if TYPE_CHECKING:
    from tui.games import GameInterface


def result_title(situation: Situation[Any, Any]) -> str:
    """What the result is headed by."""
    return _("The game is over") if situation.ended is not None else _("The game has stopped")


def trouble_lines(situation: Situation[Any, Any]) -> list[Line]:
    """What ended the game, or the program's part in it, against the player's will."""
    if not situation.trouble:
        return []
    before_the_game = situation.ways if situation.view is None else ()
    return [[(situation.trouble, "bad")], *([(way, "dim")] for way in before_the_game)]


def result_lines(
    interface: GameInterface[Any, Any], situation: Situation[Any, Any], ending: Sequence[Line] = ()
) -> list[Line]:
    """What the result says; `ending` is what the game's log has to add to its reason."""
    lines = [*trouble_lines(situation), *outcome_lines(interface, situation)]
    ended, view = situation.ended, situation.view
    if ended is not None and view is not None and (when := interface.ended_when(view.state)):
        lines.append([(f"{when}.", "plain")])
    if ended is not None:
        lines += ending
    lines += [[(note, "plain")] for note in situation.notes]
    if ended is not None and view is not None:
        lines += [[("", "plain")], *interface.final_score(view.state)]
    return [*lines, *_found_lines(situation), *rematch_lines(situation)]


def end_lines(interface: GameInterface[Any, Any], situation: Situation[Any, Any]) -> list[Line]:
    """How a game has ended, as the log has it behind all that happened; nothing of one that has not."""
    if situation.ended is None:
        return []
    lines = [line for line in [*outcome_lines(interface, situation), *_found_lines(situation)] if plain_text(line)]
    return [[(result_title(situation), "heading")], *lines]


def checked_lines(situation: Situation[Any, Any]) -> list[Line]:
    """How it was checked: what is proven, and both audits; nothing where nothing was."""
    return [*[[(proof, "plain")] for proof in situation.proofs], *_audit_lines(situation)]


def outcome_lines(interface: GameInterface[Any, Any], situation: Situation[Any, Any]) -> list[Line]:
    """Who has won, and why; nothing of a game that has not ended."""
    lines: list[Line] = []
    ended, view = situation.ended, situation.view
    if ended is not None and ended.winner is None:
        how = _("The victory is shared:") if ended.shared else _("Nobody has won:")
        lines.append([(f"{how} ", "bold"), (ended.reason, "plain")])
    elif ended is not None and ended.winner is not None:
        won = view is not None and ended.winner == view.seat
        words = _("{side} wins — you have won") if won else _("{side} wins — you have lost")
        lines.append([(words.format(side=interface.words.side(ended.winner)), "good" if won else "bad")])
        lines.append([(ended.sentence, "plain")])
    return lines


def rematch_lines(situation: Situation[Any, Any]) -> list[Line]:
    """Who wants another game."""
    return [[("", "plain")], [(situation.rematch, "key")]] if situation.rematch else []


def _found_lines(situation: Situation[Any, Any]) -> list[Line]:
    """What the audits have come to: in a line if nothing was found, whole if something was."""
    audit = situation.audit
    if situation.ended is None or not audit.expected:
        return []
    if audit.own or audit.theirs:
        return _audit_lines(situation)
    if audit.own is not None:
        return [[("", "plain")], [(_("All was checked: nothing false was found."), "good")]]
    if situation.leaving:
        return [[("", "plain")], [(situation.told_leaving, "plain")]]
    words = _("Not all was checked.") if situation.finished else _("All is being checked...")
    return [[("", "plain")], [(words, "dim")]]


def _audit_lines(situation: Situation[Any, Any]) -> list[Line]:
    audit = situation.audit
    if situation.ended is None or not audit.expected:
        return []
    lines: list[Line] = [[("", "plain")]]
    opponent, entries = situation.opponent_name, situation.verified
    for findings, audited, order, found in (
        (
            audit.own,
            _("Your audit: {state}."),
            ngettext(
                "Your audit of {count} entry: everything in order.",
                "Your audit of all {count} entries: everything in order.",
                entries,
            ),
            _found_by_own,
        ),
        (
            audit.theirs,
            _("{opponent}'s audit: {state}."),
            ngettext(
                "{opponent}'s audit of {count} entry: everything in order.",
                "{opponent}'s audit of all {count} entries: everything in order.",
                entries,
            ),
            _found_by_theirs,
        ),
    ):
        if findings is None:
            state = _("not made yet") if not situation.finished else _("never signed")
            lines.append([(audited.format(opponent=opponent, state=state), "dim")])
        elif not findings:
            lines.append([(order.format(opponent=opponent, count=entries), "good")])
        else:
            count = len(findings)
            lines.append([(found(count).format(opponent=opponent, count=count), "bad")])
            lines += [[(f"  {finding}", "plain")] for finding in findings]
    if audit.own is not None or audit.theirs is not None:
        what = _("An entry is a move, a shuffle, a draw or what was opened: checked by rules and seeds.")
        lines.append([(what, "dim")])
    return lines


def _found_by_own(count: int) -> str:
    return ngettext("Your audit found {count} violation:", "Your audit found {count} violations:", count)


def _found_by_theirs(count: int) -> str:
    return ngettext(
        "{opponent}'s audit found {count} violation:", "{opponent}'s audit found {count} violations:", count
    )
