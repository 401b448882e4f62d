"""What is remembered of stacks, in words: faces that are certain, and those of which some are there."""

from __future__ import annotations

from collections.abc import Mapping

from engine.hidden import Face, Piece, Seat, View
from engine.sekigahara.board import Location
from engine.sekigahara.pieces import IS_LEADER, MON_OF
from engine.sekigahara.recollection import Part, Recalled, Recollection
from engine.sekigahara.state import Pieces, State
from tui.grammar import counted
from tui.language import _, ngettext, plural
from tui.sekigahara.words.names import block_code, block_words, face_codes, pieces_words, rank, side_tag


def faces_seen(view: View[State], side: Seat) -> Mapping[Piece, Face]:
    """The faces of a side's pieces that the view's seat sees now."""
    return view.faces if side == view.seat else view.state.shown


def recalled_of(
    view: View[State], side: Seat, location: Location, recollection: Recollection | None, blocks: Pieces | None = None
) -> Recalled:
    """What the view's seat remembers of the blocks that it does not see; of fewer than all of them nothing."""
    stack, shown = view.state.pools[side][location], view.state.shown
    known = faces_seen(view, side)
    hidden = {block for block in stack if block not in known}
    if recollection is None or not hidden or hidden != {block for block in stack if block not in shown}:
        return Recalled()
    if blocks is not None and not hidden <= set(blocks):
        return Recalled()
    return recollection.recalled(view.state, side, location)


def known_faces(
    view: View[State], side: Seat, location: Location, recollection: Recollection | None, blocks: Pieces | None = None
) -> list[Face]:
    """The faces in a stack, or among those `blocks` of it, that are seen or certain; leaders first."""
    known = faces_seen(view, side)
    stack = view.state.pools[side][location] if blocks is None else blocks
    # What was seen and cannot have gone is among them still, though nobody sees which is which.
    sure = recalled_of(view, side, location, recollection, blocks).sure
    return sorted([*[known[block] for block in stack if block in known], *sure], key=rank)


def stack_codes(faces: list[Face], count: int, most: int) -> str:
    """A stack's known faces, if they are too many the strongest; how many others are known, and how many are not.

    `Ii2 Da1 +1 unknown`, `Fu1L Ii4 +2 known`.
    """
    # The words for one that is left out would take more room than it does.
    kept = (
        faces if len(faces) <= most + 1 else sorted(faces, key=lambda face: (not IS_LEADER[face], -MON_OF[face]))[:most]
    )
    codes = face_codes(kept)
    left, unknown = len(faces) - len(kept), count - len(faces)
    if left:
        codes = ngettext("{codes} +{count} known", "{codes} +{count} known", left).format(codes=codes, count=left)
    if unknown > 0:
        words = ngettext("{codes} +{count} unknown", "{codes} +{count} unknown", unknown)
        codes = words.format(codes=codes, count=unknown)
    return codes


def stack_words(
    view: View[State], side: Seat, location: Location, recollection: Recollection | None, blocks: Pieces | None = None
) -> str:
    """A stack, or those `blocks` of it: what is seen, what is remembered, and how many others there are."""
    stack = view.state.pools[side][location] if blocks is None else blocks
    known = faces_seen(view, side)
    recalled = recalled_of(view, side, location, recollection, blocks)
    if not recalled.sure and not recalled.parts:
        return pieces_words(stack, known)
    faces = [*[known[block] for block in stack if block in known], *recalled.sure]
    words = [faces_words(faces)] if faces else []
    rest = len(stack) - len(faces) - recalled.in_parts
    words += [part_words(part, rest > 0) for part in recalled.parts]
    if rest > 0:
        words.append(plural(rest, "{count} unknown", "{count} unknown"))
    return ", ".join(words)


def part_words(part: Part, others: bool) -> str:
    """`one of (Mōri 2, Ukita 1 cavalry)`; at least so many, where there are `others` of whom nothing is known."""
    if others:
        words = ngettext("at least one of ({blocks})", "at least {count} of ({blocks})", part.count)
    else:
        words = ngettext("one of ({blocks})", "{count} of ({blocks})", part.count)
    return words.format(count=part.count, blocks=faces_words(part.faces))


def part_count(part: Part, others: bool) -> str:
    """`2 of`, before block codes; `2+ of` where there are `others` of whom nothing is known."""
    # Translators: how many of the blocks that follow are in a stack; with a + it is so many at least
    return (_("{count}+ of") if others else _("{count} of")).format(count=part.count)


def tag_words(view: View[State], side: Seat, location: Location, recollection: Recollection | None) -> str:
    """A stack as on the map, with those that some of it are: `(I4 Is1!, 2 of Ko3 Mo3 Mo1c)`."""
    stack, known = view.state.pools[side][location], known_faces(view, side, location, recollection)
    recalled = recalled_of(view, side, location, recollection)
    others = len(stack) - len(known) > recalled.in_parts
    told = " ".join([str(len(stack)), *map(block_code, known)])
    for part in recalled.parts:
        told += f", {part_count(part, others)} {face_codes(part.faces)}"
    return side_tag(side, told)


def faces_words(faces: list[Face] | tuple[Face, ...]) -> str:
    """Blocks by their faces: `2 × Date 2, Mōri leader`."""
    return counted([block_words(face) for face in sorted(faces, key=rank)])
