"""The page of the combat in progress in words: impact, who leads, what has been deployed and played.

`drawn_battle` draws the same; this is for whoever reads it line by line.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.hidden import SEATS, Piece, Seat, View, other
from engine.sekigahara.board import HAND, OSAKA, PLAYED
from engine.sekigahara.chapters.chapter_8_2_deployment import undeployed
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun, impact_that_takes
from engine.sekigahara.components import SIDES as STYLES
from engine.sekigahara.forecasts import challenge_forecasts, combat_forecast, most_to_come
from engine.sekigahara.pieces import KIND_OF, SIDE_OF
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Combat, Deployment, State
from tui.glyphs import Glyphs
from tui.grammar import counted, listed
from tui.language import N_, _, plural
from tui.lines import Line
from tui.sekigahara.panels.aftermath import aftermath_lines, is_fought, losses_are_due
from tui.sekigahara.panels.last_battle import LastBattles
from tui.sekigahara.panels.location import stack_line
from tui.sekigahara.words.chapter_8_1_declaring import combats_to_come
from tui.sekigahara.words.chapter_8_7_losses import losses_forecast
from tui.sekigahara.words.chapter_8_9_sieges import siege_forecast
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, block_words, pieces_apart, pieces_words, side_tag
from tui.sekigahara.words.recalled import stack_words

_TRACK = 32
"""Columns of the impact track: 28 points with their notches."""


def battle_lines(
    view: View[State],
    glyphs: Glyphs,
    recollection: Recollection | None = None,
    last: LastBattles | None = None,
    *,
    watched: bool = False,
) -> list[Line]:
    """The combat in progress, the own side first; without one the last there was.

    `watched`: told to whoever plays neither side.
    """
    state, sides = view.state, (view.seat, other(view.seat))
    combat = state.combat
    if combat is None:
        over = () if last is None else last.lines(state)
        return [[(_("No combat is being fought."), "dim")], *([[], *over] if over else [])]
    lines = heading_lines(state, combat)
    if combat_begun(state) is None:
        lines += [stack_line(view, side, combat.location, recollection) for side in sides]
        # What is decided is whether cards are played here, or kept for the other combats.
        return [*lines, _hand_line(view, watched=watched), [(combats_to_come(state, view.seat), "plain")]]
    if is_fought(combat):
        lines += challenge_lines(state, combat) + aftermath_lines(view, combat, recollection)
        if losses_are_due(state):
            for side in sides:
                lines += [_track_line(combat, side, glyphs), *_deployed_lines(state, combat, side)]
        return lines
    lines += [_track_line(combat, side, glyphs) for side in sides]
    for side in sides:
        lines += [*_deployed_lines(state, combat, side), *_waiting_lines(view, combat, side, recollection)]
    return [*lines, *question_lines(view, combat), *closing_lines(view, combat, watched=watched)]


def broken_off_lines(view: View[State], why: str) -> list[Line]:
    """The combat in whose midst the game has ended early, and who had deployed: nothing is to come of it any more.

    No lines if none was fought, or if the game has ended by its rules.
    """
    state, combat = view.state, view.state.combat
    if combat is None or state.over is not None:
        return []
    words = _("The siege was broken off: {why}.") if combat.siege else _("The battle was broken off: {why}.")
    lines = [*heading_lines(state, combat), [(words.format(why=why), "bold")]]
    if combat_begun(state) is not None:
        for side in (view.seat, other(view.seat)):
            lines += _deployed_lines(state, combat, side, in_question=_in_question(state, combat, side))
    return lines


def _in_question(state: State, combat: Combat, side: Seat) -> Sequence[Piece]:
    """The blocks that a side has deployed and that may still be challenged (8.6.1): they do not count as deployed."""
    pending = combat.pending
    return () if pending is None or SIDE_OF[state.shown[pending.card]] != side else pending.blocks


def heading_lines(state: State, combat: Combat) -> list[Line]:
    """Where it is fought, who attacks, and whose castle it was; whether a siege or a battle once that is chosen."""
    if combat_begun(state) is None:
        title = _("Combat at {location}, outside or inside the castle:")
    else:
        title = _("Siege of {location}:") if combat.siege else _("Battle of {location}:")
    lines: list[Line] = [
        [
            (title.format(location=NAMES[combat.location]) + " ", "heading"),
            (_("{side} attacks").format(side=SIDES[combat.attacker]), "bold"),
        ]
    ]
    return [*lines, *holder_lines(combat)]


def holder_lines(combat: Combat) -> list[Line]:
    """Whose castle it was before; nothing where there is none, or nobody held it."""
    if combat.holder is None:
        return []
    return [[(_("{side} held the castle before this battle.").format(side=SIDES[combat.holder]), "plain")]]


def question_lines(view: View[State], combat: Combat) -> list[Line]:
    """What may be challenged, and what comes of it if it stands, and if it defects; nothing if nothing is."""
    state = view.state
    if combat.pending is None:
        return []
    blocks = pieces_words(combat.pending.blocks, state.shown)
    card = pieces_words((combat.pending.card,), state.shown)
    asked: Line = [(_("In question: "), "bad"), (_("{blocks} with {card}").format(blocks=blocks, card=card), "bold")]
    outcomes: list[Line] = [[(words, "bold")] for words in _in_question_words(view, combat.pending)]
    return [asked, *outcomes]


def closing_lines(view: View[State], combat: Combat, *, watched: bool = False) -> list[Line]:
    """What the combat would cost as it stands, and the own hand."""
    state = view.state
    lines: list[Line] = []
    if combat.pending is None and (combat.deployed or any(combat.ended)):
        lines.append([(forecast_words(view), "bold")])
    # Before what is long: where there are few rows the end is out of sight.
    lines.append(_hand_line(view, watched=watched))
    if combat.pending is None:
        missing = missing_words(state, (view.seat, other(view.seat)))
        lines += [[(missing, "plain")]] if missing else []
    lines += challenge_lines(state, combat)
    lines += [[(words, "plain")] for words in _reach_words(view, combat, watched=watched)]
    return lines


def _hand_line(view: View[State], *, watched: bool = False) -> Line:
    """The cards of the view's seat."""
    hand = view.state.pools[view.seat][HAND]
    whose = _("{side}'s hand: ").format(side=SIDES[view.seat]) if watched else _("Your hand: ")
    return [(whose, "dim"), *(pieces_apart(hand, view.faces) or [(_("no cards"), "plain")])]


def challenge_lines(state: State, combat: Combat) -> list[Line]:
    """Who has challenged loyalty in this battle, how it was answered, and who fights for whom since (8.6)."""
    lines: list[Line] = []
    for side in SEATS:
        played = [state.shown[card] for card in state.pools[side][PLAYED] if card in state.shown]
        made = any(KIND_OF[face] == "loyalty" for face in played)
        # By whose it is, wherever that lies: it may be dead by now, or hidden again among others.
        theirs = {block for pool in state.pools[other(side)] for block in pool}
        turned = [block for block, fights_for in combat.deployed if fights_for == side and block in theirs]
        if turned:
            words = _("{side} has challenged loyalty: it was not proven. On the side of {side} now: {blocks} (8.6).")
            count = plural(len(turned), "{count} block", "{count} blocks", _("no blocks"))
            lie_open = all(block in state.shown for block in turned)
            blocks = pieces_words(turned, state.shown) if lie_open else count
            told = words.format(side=SIDES[side], blocks=blocks)
        elif made and combat.pending is None and not is_fought(combat):
            told = _("{side} has challenged loyalty, and it was proven: nobody has changed sides (8.6).").format(
                side=SIDES[side]
            )
        else:
            continue
        lines.append([(told, "bold")])
    return lines


def missing_words(state: State, sides: Iterable[Seat]) -> str:
    """How much impact each of the sides lacks to cost the enemy more than it does as things stand (8.7.1, 8.9.4).

    To win a battle costs the enemy a block as well. Who has ended deploys no more.
    """
    combat = state.current_combat()
    words = [told] if (told := one_more_words(state, sides)) else []
    if combat.siege:
        return " ".join([*words, falls_words(state)])
    # Where it is one, that stands beside whose it is.
    tied = combat.impact[combat.attacker] == combat.impact[combat.defender]
    if words and not tied:
        words.append(_("A tie is {side}'s (8.2.1).").format(side=SIDES[combat.defender]))
    return " ".join(words)


def one_more_words(state: State, sides: Iterable[Seat]) -> str:
    """How much impact each of the sides lacks to cost the enemy one more; empty if none of them can."""
    combat, told = state.current_combat(), []
    losses = combat_forecast(state).losses
    for side in sides:
        enemy, impact = other(side), combat.impact[side]
        units = len(state.pools[enemy][combat.location]) + (combat.siege and combat.location in state.disks)
        if combat.stays_inside(side) or combat.ended[side] or losses[enemy] >= units:
            continue
        missing = IMPACT_PER_LOSS - impact % IMPACT_PER_LOSS
        if not combat.siege and combat.leading == enemy:
            missing = min(missing, combat.impact[enemy] - impact + (side == combat.attacker))  # a tie is the defender's
        # Translators: a side, how much impact it lacks, and how much it has then
        told.append(_("{side} +{missing} (at {mark})").format(side=SIDES[side], missing=missing, mark=impact + missing))
    return _("For one more enemy loss: {sides}.").format(sides=", ".join(told)) if told else ""


def falls_words(state: State) -> str:
    """At what impact all who are besieged are dead, and a disk with them (8.9.4); at Osaka that wins (2.1, 9.1)."""
    combat = state.current_combat()
    blocks, disk = len(state.pools[combat.defender][combat.location]), combat.location in state.disks
    told = (
        _("The castle falls, and with Hideyori the game is won, at {impact}: {units}, {each} for each.")
        if disk and combat.location == OSAKA
        else _("The castle falls at {impact}: {units}, {each} for each.")
    )
    units = [plural(blocks, "{count} block", "{count} blocks")] if blocks else []
    return told.format(
        impact=impact_that_takes(state, combat),
        units=listed([*units, *([_("the disk")] if disk else [])]),
        each=IMPACT_PER_LOSS,
    )


def forecast_words(view: View[State]) -> str:
    """What the combat would cost as the impact stands."""
    state = view.state
    forecast = combat_forecast(state)
    if forecast.siege:
        return siege_forecast(forecast, disk=state.current_combat().location in state.disks)
    return losses_forecast(forecast, view.seat)


def _in_question_words(view: View[State], pending: Deployment) -> list[str]:
    """What the battle would cost if the blocks in question stand, and if they defect (8.6.1): they do not count yet."""
    forecasts = challenge_forecasts(view.state, SIDE_OF[view.state.shown[pending.card]])
    wordings = (
        N_("If it stands, {side} would win {more} to {less} so far; losses: {losses}."),
        N_("If it defects, {side} would win {more} to {less} so far; losses: {losses}."),
    )
    return [losses_forecast(forecast, view.seat, words) for forecast, words in zip(forecasts, wordings, strict=True)]


def _reach_words(view: View[State], combat: Combat, *, watched: bool) -> list[str]:
    """What the own hand can come to at most in a siege (8.9.4), and that its cards are not lost by it (8.10)."""
    if not combat.siege or combat.attacker != view.seat or combat.ended[view.seat]:
        return []
    words = (
        _("{side} can reach {most} at most; cards played are drawn anew (8.10).")
        if watched
        else _("You can reach {most} at most; cards played are drawn anew (8.10).")
    )
    return [words.format(side=SIDES[view.seat], most=most_to_come(view).impact[view.seat])]


def standing_words(combat: Combat, side: Seat) -> str:
    """Whether a side leads, has the initiative or has ended; nothing once the combat is fought, which tells as much.

    In a siege nobody leads, and the besieger alone deploys (8.9.3): there it is who besieges whom.
    """
    if is_fought(combat):
        return ""
    marks = []
    if not combat.siege and combat.leading == side:
        tie = combat.impact[side] == combat.impact[other(side)]
        marks.append(_("wins a tie") if tie else _("leads"))
    if combat.stays_inside(side):
        marks.append(_("is besieged"))
    elif combat.siege:
        marks.append(_("besieges"))
    elif combat.pending is None and combat.initiative == side and not combat.ended[side]:
        marks.append(_("has initiative"))
    if combat.ended[side]:
        marks.append(_("has ended"))
    return ", ".join(marks)


def _track_line(combat: Combat, side: Seat, glyphs: Glyphs) -> Line:
    impact = combat.impact[side]
    return [
        (side_tag(side, f" {impact:>2} "), STYLES[side]),
        (" " + impact_bar(glyphs, impact, _TRACK), "plain"),
        (" " + standing_words(combat, side), "bold"),
    ]


def _deployed_lines(state: State, combat: Combat, side: Seat, in_question: Sequence[Piece] = ()) -> list[Line]:
    words = []
    for block, fights_for in combat.deployed:
        if fights_for == side:
            face = state.shown.get(block)
            defected = block in state.pools[other(side)][combat.location]
            told = _("hidden again") if face is None else block_words(face)
            words.append(_("{block} (defected)").format(block=told) if defected else told)
    words += [_("{block} (in question)").format(block=block_words(state.shown[block])) for block in in_question]
    lines: list[Line] = [
        [(_("{side} deployed: ").format(side=SIDES[side]), "bold"), (counted(words) or _("nothing"), "plain")]
    ]
    played = state.pools[side][PLAYED]
    if played:
        lines.append([(f"  {_('cards played:')} ", "dim"), (pieces_words(played, state.shown), "plain")])
    return lines


def _waiting_lines(view: View[State], combat: Combat, side: Seat, recollection: Recollection | None) -> list[Line]:
    waiting = undeployed(view.state, side)
    if not waiting:
        return []
    words = stack_words(view, side, combat.location, recollection, tuple(waiting))
    if combat.stays_inside(side):
        head = _("in the castle ({count}):")
    else:
        head = _("not deployed ({count}):") if combat.ended[side] else _("still to deploy ({count}):")
    return [[(f"  {head.format(count=len(waiting))} ", "dim"), (words, "plain")]]


def impact_bar(glyphs: Glyphs, impact: int, width: int) -> str:
    """A bar of the impact track: a cell a point, with a notch after each point that costs the enemy a block (8.7.1).

    A notch stands between two cells, not in one: it is in sight however much impact there is, 7 of it too.
    """
    bar, point = "", 0
    while True:
        notch = "|" if (point + 1) % IMPACT_PER_LOSS == 0 else ""
        longer = bar + (glyphs.bar if point < impact else glyphs.bar_left) + notch
        if len(longer) > width:
            return bar + (">" if impact > point else "")
        bar, point = longer, point + 1
