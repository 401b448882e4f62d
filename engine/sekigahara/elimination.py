"""What can be worked out of blocks that were seen, hidden again, mixed and parted: by counting alone.

Every mixing of a stack is a balance: the blocks that come out of it have, together, the faces of those that went in.
Blocks that come out of one mixing and have not parted since are a bundle, of which it is known how many it has at least
and at most of every face. What is seen of one bundle narrows the others of its mixing, and so on from mixing to mixing,
forth and back. All of it begins with the supply (3.2): blocks of which nothing has been seen are a bundle of that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from operator import add, sub
from typing import Final, TypeAlias

from engine.hidden import Face, Piece, Seat
from engine.sekigahara.components import SUPPLIES
from engine.sekigahara.pieces import IS_CARD, SIDE_OF

Counts: TypeAlias = tuple[int, ...]
"""How many there are of each face of a side's blocks, in the order of `_FACES`."""

Told: TypeAlias = tuple[tuple[Face, ...], list[tuple[int, tuple[Face, ...]]]]
"""Faces that are there for certain; and of how many others it is known that they have as many of which faces."""

_FACES: Final = tuple(
    tuple(dict.fromkeys([each.face for each in SUPPLIES if not IS_CARD[each.face] and SIDE_OF[each.face] == seat]))
    for seat in (0, 1)
)
_SUPPLY: Final = tuple(
    tuple([sum([each.count for each in SUPPLIES if each.face == face]) for face in faces]) for faces in _FACES
)
_UNSEEN: Final = 0
"""The mixing that all blocks come from, and the bundle of those of which nothing has been seen since."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """`count` blocks that came out of the mixing `source` and went into `target`; None: they stand hidden still.

    They have at least the faces `least`, and at most `most`. `blocks` are those that stand still; of the unseen, none.
    """

    source: int
    count: int
    least: Counts
    most: Counts
    blocks: frozenset[Piece] = frozenset()
    target: int | None = None

    def part(self, count: int) -> Bundle:
        """So many of its blocks, whichever."""
        if count == self.count:
            return self
        others = self.count - count
        least = tuple([max(0, each - others) for each in self.least])
        return replace(self, count=count, least=least, most=tuple([min(each, count) for each in self.most]))


@dataclass(frozen=True, slots=True)
class _Mixing:
    """The faces that `came` into a mixing and have `left` it, besides those of bundles."""

    came: Counts
    left: Counts


class Elimination:
    """What is known of one side's blocks."""

    def __init__(self, seat: Seat) -> None:
        self._seat = seat
        self._place = {face: place for place, face in enumerate(_FACES[seat])}
        supply = _SUPPLY[seat]
        self._nothing: Counts = (0,) * len(supply)
        self._mixings = {_UNSEEN: _Mixing(supply, self._nothing)}
        self._bundles = {_UNSEEN: Bundle(_UNSEEN, sum(supply), self._nothing, supply)}
        self._seen: frozenset[Piece] = frozenset()
        self._next = 1

    def copy(self) -> Elimination:
        """An independent copy."""
        twin = Elimination.__new__(Elimination)
        twin._seat, twin._place, twin._nothing = self._seat, self._place, self._nothing
        twin._mixings, twin._bundles = self._mixings.copy(), self._bundles.copy()
        twin._seen, twin._next = self._seen, self._next
        return twin

    # -- what happens

    def news(self, shown: Mapping[Piece, Face]) -> frozenset[Piece]:
        """Those of the open pieces that have not been told of."""
        return frozenset(shown.keys() - self._seen)

    def see(self, shown: Mapping[Piece, Face]) -> None:
        """Take in which blocks lie open, here or anywhere."""
        self._settle(self._note(shown))

    def _note(self, shown: Mapping[Piece, Face]) -> set[int]:
        """Take it in; the mixings that it tells of."""
        changed = set()
        for piece in self.news(shown):
            place = self._place.get(shown[piece])
            if place is None:
                continue
            key = next((key for key, bundle in self._bundles.items() if piece in bundle.blocks), _UNSEEN)
            bundle = self._bundles[key]
            rest = bundle.count - 1
            self._bundles[key] = replace(
                bundle,
                count=rest,
                least=_changed(bundle.least, place, -1),
                most=tuple([min(each, rest) for each in _changed(bundle.most, place, -1)]),
                blocks=bundle.blocks - {piece},
            )
            source = self._mixings[bundle.source]
            self._mixings[bundle.source] = replace(source, left=_changed(source.left, place, 1))
            changed.add(bundle.source)
        self._seen |= shown.keys()
        return changed

    def mix(self, old: Collection[Piece], new: Collection[Piece], shown: Mapping[Piece, Face]) -> None:
        """The `old` blocks of a stack have become the `new` ones, all of them hidden, in an order nobody knows."""
        changed = self._note(shown)
        came = self._nothing
        for piece in old:
            if piece in shown:
                came = _changed(came, self._place[shown[piece]], 1)
        stack = frozenset(old) - shown.keys()
        going = [key for key, bundle in self._bundles.items() if bundle.blocks & stack]
        fresh, known = frozenset(new), any(came)
        if not going and not known:
            self._settle(changed)
            return
        node, self._next = self._next, self._next + 1
        self._mixings[node] = _Mixing(came, self._nothing)
        unseen = len(stack)
        for key in going:
            blocks = self._bundles[key].blocks & stack
            unseen -= len(blocks)
            self._send(key, len(blocks), blocks, node)
        if unseen:
            self._send(_UNSEEN, unseen, frozenset(), node)
        self._merge(node)
        most = tuple([min(len(fresh), each) for each in _SUPPLY[self._seat]])
        self._add(Bundle(node, len(fresh), self._nothing, most, fresh))
        self._settle(changed | {node})

    def _send(self, key: int, count: int, blocks: frozenset[Piece], node: int) -> None:
        """So many blocks of a bundle go into a mixing; those that do not are a bundle still."""
        bundle = self._bundles[key]
        rest = bundle.count - count
        if rest or key == _UNSEEN:
            self._bundles[key] = replace(bundle.part(rest), blocks=bundle.blocks - blocks)
        else:
            del self._bundles[key]
        self._add(replace(bundle.part(count), blocks=frozenset(), target=node))

    def _add(self, bundle: Bundle) -> None:
        self._bundles[self._next] = bundle
        self._next += 1

    def _joined(self) -> set[int]:
        """Do without the mixings of which all that came out went into one other; those others.

        What came from one mixing and meets again in such a one is a bundle again. A mixing whose blocks have been
        seen is kept: those that came back since would count as gone.
        """
        found = set()
        for node in [node for node in self._mixings if node != _UNSEEN]:
            out = self._out_of(node)
            target = out[0][1].target if len(out) == 1 else None
            if target is None or any(self._mixings[node].left):
                continue
            del self._bundles[out[0][0]]
            gone, mixing = self._mixings.pop(node), self._mixings[target]
            self._mixings[target] = _Mixing(_sum([mixing.came, gone.came]), _sum([mixing.left, gone.left]))
            for other, each in self._into(node):
                self._bundles[other] = replace(each, target=target)
            self._merge(target)
            found.add(target)
        return found & self._mixings.keys()

    def _merge(self, node: int) -> None:
        """Make one bundle of what goes into a mixing from the same one."""
        first: dict[int, int] = {}
        for key, bundle in self._into(node):
            kept = first.setdefault(bundle.source, key)
            if kept != key:
                one = self._bundles[kept]
                count = one.count + bundle.count
                most = tuple([min(count, each) for each in _sum([one.most, bundle.most])])
                self._bundles[kept] = replace(one, count=count, least=_sum([one.least, bundle.least]), most=most)
                del self._bundles[key]

    def _into(self, node: int) -> list[tuple[int, Bundle]]:
        return [(key, bundle) for key, bundle in self._bundles.items() if bundle.target == node]

    def _out_of(self, node: int) -> list[tuple[int, Bundle]]:
        return [(key, bundle) for key, bundle in self._bundles.items() if bundle.source == node]

    # -- what follows

    def _settle(self, changed: Iterable[int]) -> None:
        """Narrow what is known until nothing more follows, and set apart what is certain."""
        work = set(changed)
        while work:
            while work:
                work |= self._narrow(work.pop())
            for key, bundle in list(self._bundles.items()):
                if key != _UNSEEN and sum(bundle.least) == bundle.count:
                    self._set_apart(key, bundle)
            work = self._joined()

    def _narrow(self, node: int) -> set[int]:
        """Balance a mixing; which mixings are to be balanced after that."""
        mixing, into, out = self._mixings[node], self._into(node), self._out_of(node)
        in_least = _sum([mixing.came, *[bundle.least for _, bundle in into]])
        in_most = _sum([mixing.came, *[bundle.most for _, bundle in into]])
        out_least = _sum([mixing.left, *[bundle.least for _, bundle in out]])
        out_most = _sum([mixing.left, *[bundle.most for _, bundle in out]])
        changed = set()
        for bundles, more, fewer in (
            (out, _less(in_least, out_most), _less(in_most, out_least)),
            (into, _less(out_least, in_most), _less(out_most, in_least)),
        ):
            for key, bundle in bundles:
                found = _narrowed(bundle, more, fewer)
                if found is not bundle:
                    self._bundles[key] = found
                    changed |= {found.source} if found.target is None else {found.source, found.target}
        return changed

    def _set_apart(self, key: int, bundle: Bundle) -> None:
        """What is known for certain has left its mixing: nothing more follows for it, or from it."""
        out, into = self._out_of(bundle.source), self._into(bundle.source)
        if bundle.blocks and not into and len(out) == 1:
            return
        source = self._mixings[bundle.source]
        self._mixings[bundle.source] = replace(source, left=_sum([source.left, bundle.least]))
        del self._bundles[key]
        if bundle.target is not None:
            target = self._mixings[bundle.target]
            self._mixings[bundle.target] = replace(target, came=_sum([target.came, bundle.least]))
        elif bundle.blocks:
            self._mixings[self._next] = _Mixing(bundle.least, self._nothing)
            self._next += 1
            self._add(replace(bundle, source=self._next - 1))
        for node in (bundle.source, bundle.target):
            if node and not self._into(node) and not self._out_of(node):
                del self._mixings[node]

    # -- what is known

    def told(self, hidden: Collection[Piece], kinds: int) -> Told:
        """What is known of hidden blocks that stand together; of no more than so many `kinds` of faces at a time."""
        left, met = frozenset(hidden), []
        for bundle in self._bundles.values():
            if blocks := bundle.blocks & left:
                met.append(bundle.part(len(blocks)))
                left -= blocks
        if len(met) > 1:
            # What has parted and met again is told of together, as if it had been mixed.
            mixed = self.copy()
            mixed.mix(hidden, hidden, {})
            return mixed.told(hidden, kinds)
        if left and (met or _kinds(self._bundles[_UNSEEN].most) <= kinds):
            met.append(self._bundles[_UNSEEN].part(len(left)))
        sure = [face for bundle in met for face in self._faces(bundle.least)]
        parts = [(count, self._faces(faces)) for bundle in met for count, faces in self._parts(bundle, kinds)]
        return tuple(sorted(sure)), parts

    def may_be(self, face: Face, hidden: Collection[Piece]) -> bool:
        """Whether one of these hidden blocks may bear a face."""
        place, left = self._place[face], frozenset(hidden)
        for bundle in self._bundles.values():
            if bundle.blocks & left and bundle.most[place]:
                return True
            left -= bundle.blocks
        return bool(left) and self._bundles[_UNSEEN].most[place] > 0

    def _faces(self, counts: Counts) -> tuple[Face, ...]:
        told = zip(_FACES[self._seat], counts, strict=True)
        return tuple(sorted([face for face, count in told for _ in range(count)]))

    def _parts(self, bundle: Bundle, kinds: int) -> list[tuple[int, Counts]]:
        """Of a part of a bundle: so many blocks, besides those `least`, have as many of these faces."""
        others = _less(bundle.most, bundle.least)
        count = bundle.count - sum(bundle.least)
        if not count:
            return []
        if _kinds(others) <= kinds:
            return [(count, others)]
        mixing = self._mixings[bundle.source]
        went_in = [(sum(mixing.came), mixing.came)]
        for _, each in self._into(bundle.source):
            if each.source != _UNSEEN:
                went_in += [(sum(each.least), each.least), *self._parts(each, kinds)]
        # Who is elsewhere may have been any of these, but only one of them: of all together no more are missing.
        together = (sum([number for number, _ in went_in]), _sum([self._nothing, *[faces for _, faces in went_in]]))
        apart, joined = [
            [part for part in self._still_of(bundle, each, others) if _kinds(part[1]) <= kinds]
            for each in (went_in, [together])
        ]
        return joined if sum([each for each, _ in joined]) > sum([each for each, _ in apart]) else apart

    def _still_of(
        self, bundle: Bundle, went_in: Collection[tuple[int, Counts]], others: Counts
    ) -> list[tuple[int, Counts]]:
        """How many of a part of a bundle are still of those that `went_in`, and which: as many of some `others`."""
        mixing = self._mixings[bundle.source]
        elsewhere = sum([each.count for _, each in self._out_of(bundle.source)]) - bundle.count
        found = []
        for number, faces in went_in:
            # Whoever is elsewhere by now may be one of these; and who is told of already is not told of again.
            still = number - elsewhere - _common(mixing.left, faces) - _common(bundle.least, faces)
            # As many of a face as have been seen to leave need not be among those that are left.
            rest = tuple([max(0, each) for each in _less(_less(faces, mixing.left), bundle.least)])
            if still > 0:
                found.append((still, tuple(map(min, rest, others))))
        return found


def _changed(counts: Counts, place: int, by: int) -> Counts:
    return (*counts[:place], max(0, counts[place] + by), *counts[place + 1 :])


def _sum(counts: Collection[Counts]) -> Counts:
    return tuple(map(sum, zip(*counts, strict=True)))


def _less(counts: Counts, others: Counts) -> Counts:
    return tuple(map(sub, counts, others))


def _common(counts: Counts, others: Counts) -> int:
    return sum(map(min, counts, others))


def _kinds(counts: Counts) -> int:
    return len([each for each in counts if each])


def _narrowed(bundle: Bundle, more: Counts, fewer: Counts) -> Bundle:
    """A bundle that has as many of each face as balances its mixing, and as many as it has blocks.

    `more` is how far what must be on the other side of the mixing goes beyond all that may be on this one, so that what
    the others here cannot make up for is here; `fewer` the same the other way round.
    """
    least = tuple(map(max, bundle.least, map(add, bundle.most, more)))
    most = tuple(map(min, bundle.most, map(add, bundle.least, fewer)))
    room = bundle.count - sum(least)
    most = tuple([min(high, low + room) for low, high in zip(least, most, strict=True)])
    room = sum(most) - bundle.count
    least = tuple([max(low, high - room) for low, high in zip(least, most, strict=True)])
    if least == bundle.least and most == bundle.most:
        return bundle
    return replace(bundle, least=least, most=most)
