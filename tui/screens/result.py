"""The end of a game in words: who won and why, the score, and what the audits found."""

from __future__ import annotations

from engine.hidden import SEATS
from engine.sekigahara.board import CASTLES, NAMES, RESOURCES
from tui.ports import Situation
from tui.sekigahara.words.names import SIDES, listed, side_tag
from tui.styles import SIDE_STYLE
from tui.widgets.text_view import Line


def result_lines(situation: Situation) -> list[Line]:
    """What the result screen says."""
    lines: list[Line] = []
    ended, state, seat = situation.ended, situation.state, situation.seat
    if situation.trouble:
        lines.append([(situation.trouble, "bad")])
    if ended is not None:
        if ended.winner is None:
            lines.append([("Nobody has won: ", "bold"), (ended.reason, "plain")])
        else:
            you = " — you have won" if ended.winner == seat else " — you have lost"
            lines.append([(f"{SIDES[ended.winner]} wins{you}", "good" if ended.winner == seat else "bad")])
            lines.append([(ended.reason[0].upper() + ended.reason[1:] + ".", "plain")])
    if state is not None and ended is not None:
        lines.append([("", "plain")])
        for side in SEATS:
            castles = [NAMES[place] for place in CASTLES if state.holder[place] == side]
            resources = [NAMES[place] for place in RESOURCES if state.owner[place] == side]
            lines.append(
                [
                    (side_tag(side, ""), SIDE_STYLE[side]),
                    (f" {SIDES[side]}: {state.score(side)} points", "bold"),
                ]
            )
            lines.append([(f"    castles, 2 each: {listed(castles) or 'none'}", "plain")])
            lines.append([(f"    resources, 1 each: {listed(resources) or 'none'}", "plain")])
    lines += _audit_lines(situation)
    return lines


def _audit_lines(situation: Situation) -> list[Line]:
    audit = situation.audit
    if situation.ended is None or not audit.expected:
        return []
    lines: list[Line] = [[("", "plain")]]
    for whose, findings in (("Your", audit.own), (f"{situation.opponent_name}'s", audit.theirs)):
        if findings is None:
            text = "not made yet" if not situation.finished else "never signed"
            lines.append([(f"{whose} audit: {text}.", "dim")])
        elif not findings:
            lines.append([(f"{whose} audit of the whole game: everything in order.", "good")])
        else:
            lines.append([(f"{whose} audit found {len(findings)}:", "bad")])
            lines += [[(f"  {finding}", "plain")] for finding in findings]
    return lines
