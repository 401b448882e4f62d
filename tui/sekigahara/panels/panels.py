"""What the panels tell, as lines of text: status, score, hand, forces, battle, a place. Pure, from one seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from rich.cells import cell_len

from engine.hidden import SEATS, Face, Piece, Seat, other
from engine.sekigahara import combat as combat_rules
from engine.sekigahara.board import (
    ADJACENT,
    BAG,
    DEAD,
    DECK,
    DISCARD,
    HAND,
    HIGHWAY,
    MORI_BOX,
    NAMES,
    PLACES,
    PLAYED,
    RECRUITMENT,
    ROAD_BETWEEN,
    Place,
)
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import NOBODY, State
from tui.glyphs import Glyphs
from tui.ports import Situation
from tui.sekigahara.words.events import battle_forecast
from tui.sekigahara.words.names import (
    SIDES,
    block_words,
    card_words,
    counted,
    pieces_words,
    place_notes,
    plural,
    side_of,
    side_tag,
    time_words,
)
from tui.styles import SIDE_STYLE
from tui.widgets.text_view import Line

Faces = Mapping[Piece, Face]


def phase_words(state: State) -> str:
    """What part of the sequence of play this is."""
    if state.result is not None:
        return "the end"
    if state.combat is not None:
        kind = "siege" if state.combat.siege else "combat"
        return f"{side_of(state.active)}'s turn, {kind} at {NAMES[state.combat.place]}"
    if state.active != NOBODY:
        paid_for = f" ({state.movement.paid})" if state.movement is not None else ""
        waits = state.agenda[-1][0] if state.agenda else ""
        phase = "combat phase" if waits == "declare" else f"movement{paid_for}"
        return f"{side_of(state.active)}'s turn, {phase}"
    return "reinforcement and turn order"


def fits(line: Line, width: int) -> bool:
    """Whether a line has room in so many columns."""
    return cell_len("".join(text for text, _ in line)) <= width


def status_line(situation: Situation, width: int) -> list[tuple[str, str]]:
    """Week, turn, phase; before them, where it is never cut off, that the opponent is not there."""
    state = situation.state
    if state is None:
        return [(situation.connection or "Waiting for the opponent", "bold")]
    line = [(f"{time_words(state)}: ", "bold"), (phase_words(state), "plain")]
    if state.first != NOBODY:
        line.append((f". First: {side_of(state.first)}", "dim"))
    if not situation.connected:
        whole = [(f"Not connected: {situation.connection} ", "bad"), *line]
        return whole if fits(whole, width) else [("Not connected. ", "bad"), *line]
    return line


def score_line(situation: Situation, width: int) -> list[tuple[str, str]]:
    """Both sides' points, and the cards that they have: at such length as fits into `width` columns."""
    state, seat = situation.state, situation.seat
    if state is None or seat is None:
        return []
    long, middle, short = (_score(situation, state, seat, words) for words in ("long", "middle", "short"))
    return long if fits(long, width) else middle if fits(middle, width) else short


def _score(situation: Situation, state: State, own: Seat, length: str) -> list[tuple[str, str]]:
    line: list[tuple[str, str]] = []
    for seat in (own, other(own)):
        if line:
            line.append(("    " if length == "long" else "   ", "plain"))
        name = "you" if seat == own else situation.opponent_name
        line.append((side_tag(seat, ""), SIDE_STYLE[seat]))
        pools = state.pools[seat]
        castles, resources, points = state.castles_of(seat), state.resources_of(seat), state.score(seat)
        you = "you" if seat == own else "they"
        if length == "long":
            words = (
                f" {SIDES[seat]} ({name}): {plural(points, 'point')} from {plural(castles, 'castle')} and "
                f"{plural(resources, 'resource')}, hand {len(pools[HAND])}, deck {len(pools[DECK])}"
            )
        elif length == "middle":
            words = f" {you} {points} ({plural(castles, 'castle')}, {resources} res) hand {len(pools[HAND])}"
        else:
            words = f" {you} {points}, hand {len(pools[HAND])}"
        line.append((words, "plain"))
    return line


def hand_lines(situation: Situation) -> list[Line]:
    """The own hand, the recruitment box, and the Mōri box."""
    state, seat, faces = situation.state, situation.seat, situation.faces
    if state is None or seat is None:
        return []
    hand = state.pools[seat][HAND]
    lines: list[Line] = []
    counts = Counter(faces[card] for card in hand)
    for face, count in sorted(counts.items()):
        lines.append([(f"{count} × " if count > 1 else "    ", "dim"), (card_words(face), "plain")])
    if not hand:
        lines.append([("no cards", "dim")])
    box = state.pools[seat][RECRUITMENT]
    lines.append([("Recruitment box: ", "bold"), (pieces_words(box, faces) if box else "empty", "plain")])
    if state.pools[ISHIDA][MORI_BOX]:
        lines.append([("Mōri box: ", "bold"), (pieces_words(state.pools[ISHIDA][MORI_BOX], state.shown), "plain")])
    return lines


def forces_lines(situation: Situation) -> list[Line]:
    """How many pieces each side has where, the own blocks by place, and the dead of both sides."""
    state, seat, faces = situation.state, situation.seat, situation.faces
    if state is None or seat is None:
        return []
    lines: list[Line] = [[("            hand deck disc  map  bag  box dead", "dim")]]
    for side in (seat, other(seat)):
        pools = state.pools[side]
        on_map = sum(len(pools[place]) for place in PLACES)
        numbers = (
            len(pools[HAND]),
            len(pools[DECK]),
            len(pools[DISCARD]) + len(pools[PLAYED]),
            on_map,
            len(pools[BAG]),
            len(pools[RECRUITMENT]),
            len(pools[DEAD]),
        )
        row = "".join(f"{number:>5}" for number in numbers)
        lines.append([(side_tag(side, ""), SIDE_STYLE[side]), (f" {SIDES[side]:<8}{row[1:]}", "plain")])
    lines.append([(f"Your blocks ({SIDES[seat]})", "heading")])
    for place in PLACES:
        blocks = state.pools[seat][place]
        if blocks:
            lines.append(
                [
                    (f"{NAMES[place]} ", "bold"),
                    (side_tag(seat, str(len(blocks))), SIDE_STYLE[seat]),
                    (" " + _faces(blocks, faces), "plain"),
                ]
            )
    lines.append([(f"Enemy blocks ({SIDES[other(seat)]})", "heading")])
    enemy = state.pools[other(seat)]
    there = [f"{NAMES[place]} {len(enemy[place])}" for place in PLACES if enemy[place]]
    lines.append([(", ".join(there) or "none", "plain")])
    for side in SEATS:
        dead = state.pools[side][DEAD]
        if dead:
            lines.append([(f"{SIDES[side]}'s dead: ", "bold"), (_faces(dead, state.shown), "plain")])
    return lines


def _faces(blocks: tuple[Piece, ...], faces: Faces) -> str:
    return counted(block_words(face) for face in sorted(faces[block] for block in blocks))


def place_lines(state: State, seat: Seat, faces: Faces, place: Place) -> list[Line]:
    """All about one location: what it is, who is there, where its roads lead."""
    lines: list[Line] = [[(NAMES[place], "heading"), *((f"; {note}", "plain") for note in place_notes(state, place))]]
    for side in (seat, other(seat)):
        blocks = state.pools[side][place]
        if not blocks:
            continue
        known = faces if side == seat else state.shown
        line = [(side_tag(side, str(len(blocks))), SIDE_STYLE[side]), (" " + pieces_words(blocks, known), "plain")]
        if state.besieged(side, place):
            line.append((" besieged!", "bad"))
        lines.append(line)
    roads = []
    for there in ADJACENT[place]:
        number = ROAD_BETWEEN[place, there]
        used = state.movement is not None and state.movement.roads >> number & 1
        notes = [word for word, holds in (("highway", HIGHWAY[number]), ("used", used)) if holds]
        roads.append(NAMES[there] + (f" ({', '.join(notes)})" if notes else ""))
    lines.append([("Roads: ", "bold"), (", ".join(roads), "plain")])
    return lines


def place_summary(state: State, seat: Seat, faces: Faces, place: Place, width: int) -> Line:
    """The same on one line of `width` columns: without the roads if there is no room for all of them."""
    *lines, roads = place_lines(state, seat, faces, place)
    line: list[tuple[str, str]] = []
    for number, part in enumerate(lines):
        line += [("  ", "plain")] if number else []
        line += part
    whole = [*line, ("  ", "plain"), *roads]
    return whole if fits(whole, width) else line


def bar(glyphs: Glyphs, impact: int, width: int) -> str:
    """A bar of the impact track: a cell a point, with a notch at every seventh, which costs the enemy a block."""
    full = min(impact, width)
    cells = [glyphs.bar if point < full else glyphs.bar_left for point in range(width)]
    for notch in range(6, width, 7):
        if notch >= full:
            cells[notch] = "|"
    return "".join(cells) + (">" if impact > width else "")


def battle_lines(situation: Situation, glyphs: Glyphs) -> list[Line]:
    """The combat in progress: impacts, who leads and who has the initiative, what has been deployed and played."""
    state, seat, faces = situation.state, situation.seat, situation.faces
    if state is None or seat is None:
        return []
    if state.combat is None:
        return [[("No combat is being fought.", "dim")]]
    combat = state.combat
    kind = "Siege" if combat.siege else "Battle"
    lines: list[Line] = [
        [(f"{kind} of {NAMES[combat.place]}: ", "heading"), (f"{SIDES[combat.attacker]} attacks", "bold")]
    ]
    if combat.holder != NOBODY:
        lines.append([(f"{side_of(combat.holder)} held the castle before this battle.", "plain")])
    fought = bool(combat.deployed) or combat.pending is not None or any(combat.ended)
    for side in (seat, other(seat)):
        marks = []
        if not combat.siege and combat.leading == side:
            marks.append("leads")
        if combat.pending is None and combat.initiative == side and not combat.ended[side]:
            marks.append("has initiative")
        if combat.ended[side]:
            marks.append("has ended")
        lines.append(
            [
                (side_tag(side, f" {combat.impact[side]:>2} "), SIDE_STYLE[side]),
                (" " + bar(glyphs, combat.impact[side], 28), "plain"),
                (" " + ", ".join(marks), "bold"),
            ]
        )
    for side in (seat, other(seat)):
        deployed = [block for block, fights_for in combat.deployed if fights_for == side]
        words = []
        for block in deployed:
            face = state.shown.get(block)
            text = block_words(face) if face is not None else "hidden"
            defected = block not in state.pools[side][combat.place] and block in state.pools[other(side)][combat.place]
            words.append(text + (" (defected)" if defected else ""))
        lines.append([(f"{SIDES[side]} deployed: ", "bold"), (counted(words) or "nothing", "plain")])
        played = state.pools[side][PLAYED]
        if played:
            lines.append([("  cards played: ", "dim"), (pieces_words(played, state.shown), "plain")])
        waiting = combat_rules.undeployed(state, side)
        if waiting:
            known = faces if side == seat else state.shown
            lines.append([(f"  still to deploy ({len(waiting)}): ", "dim"), (pieces_words(waiting, known), "plain")])
    if combat.pending is not None:
        card, blocks = combat.pending
        what = f"{pieces_words(blocks, state.shown)} with {pieces_words((card,), state.shown)}"
        lines.append([("In question: ", "bad"), (what, "bold")])
    if fought:
        lines.append([(battle_forecast(state), "bold")])
    hand = state.pools[seat][HAND]
    lines.append([("Your hand: ", "dim"), (pieces_words(hand, faces) or "no cards", "plain")])
    return lines
