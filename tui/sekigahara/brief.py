"""Lines of the log under the heading of a turn, which says whose they are: as brief as a narrow panel needs them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.hidden import Acted, Face, Piece
from engine.sekigahara.board import LOCATIONS
from engine.sekigahara.chapters.chapter_6_week import ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.forms import Degree
from engine.sekigahara.state import Pieces, State
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import Happening
from tui.sekigahara.results import public_faces
from tui.sekigahara.words.chapter_4_control import control_words, taken_between
from tui.sekigahara.words.chapter_7_1_movement import paid_words
from tui.sekigahara.words.chapter_7_2_muster import mustered
from tui.sekigahara.words.chapter_7_3_marches import blocks_words, leader_claimed_at
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, face_codes, pieces_words, sided, way_words


def brief_lines(happening: Happening[State]) -> Sequence[Line]:
    """The lines of an event. What its mover pays for, marches and musters does not begin with the side.

    A march is one line with what the mover takes by it. Its first piece ends with how many blocks there are.
    """
    event, lines = happening.event, happening.lines
    if not isinstance(event, Acted) or not lines:
        return lines
    match event.action:
        case ChooseFirst(seat):  # who chose is who has won the bid
            return [sided(_("{side} moves first.").format(side=SIDES[seat])), *lines[1:]]
        case Pay(degree=degree) as paid if degree is not Degree.NONE:
            return [[(paid_words(paid, public_faces(happening)), "plain")], *lines[1:]]
        case Muster() as muster:
            return [[(_("Musters: ") + mustered(muster, public_faces(happening)), "plain")], *lines[1:]]
        case March() as march if happening.trail:
            return _march(happening, event, march)
        case _:
            return lines


def _march(happening: Happening[State], event: Acted, march: March) -> Sequence[Line]:
    before, faces = happening.before, public_faces(happening)
    origin = LOCATIONS[happening.trail[0]]
    notes = []
    if march.claim:
        notes.append(_("leader at {location}").format(location=NAMES[leader_claimed_at(before, origin, march.blocks)]))
    if march.forced is not None:
        notes.append(_("1 card: {card}").format(card=pieces_words((march.forced,), faces)))
    told = dict(zip(taken_between(before, happening.after), control_words(before, happening.after), strict=True))
    taken = {each: words for each, words in told.items() if each.after == event.seat}
    places = [each.words() if each.castle else NAMES[each.place] for each in taken]
    notes += [_("takes {place}").format(place=place) for place in places]
    head = f"{way_words(origin, march.stops)}, {blocks_words(before, event.seat, march, faces)}"
    line: Line = [(head, "plain"), *[(f"; {note}", "plain") for note in notes]]
    return [line, *[each for each in happening.lines[1:] if plain_text(each) not in taken.values()]]


def moved_unseen(event: Acted) -> Pieces:
    """The blocks that have marched or come to the map with an event, if the opponent did not see them."""
    action = event.action
    if isinstance(action, March) or (isinstance(action, Muster) and not action.shown):
        return action.blocks
    return ()


def blocks_line(blocks: Pieces, faces: Mapping[Piece, Face]) -> Line:
    """`(Mo2 Mo1g)`, for whoever knows them."""
    return [(f"({face_codes([faces[block] for block in blocks])})", "own")]
