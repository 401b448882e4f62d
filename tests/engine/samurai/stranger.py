"""A second Samurai, written from docs/samurai-position.md with nothing of this project.

It carries out what others have chosen and drawn, and writes positions; whether a choice is allowed it does not ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

# --------------------------------------------------------------------------------------------------- section 2: numbers

SEATS = ["red", "blue"]

COLUMNS = """
     6       e         17  ~~~
     7       f         16  ~.v~
     8       g         16  ~v.~
     9       h         15  ~..~
    10       i         15  ~.v~
    11       j         14  ~v.~~
    12       k         13  ~~~..v~
    13       l         12  ~.v.C.~
    14       m         12  ~v...~~
    15       n          7  ~~~~~...v~
    16       o          7  ~v.C.v.E.~
    17       p          7  ~.......~
    18       q          8  ~v.v~v.v~
    19       r          8  ~~~~~~~~
"""
ROOM = {"E": 3, "C": 2, "v": 1}
TERRAIN_NAMES = {"E": "capital", "C": "city", "v": "village", ".": "land", "~": "sea"}

HEXES: list[tuple[int, int, str]] = []
KEYS: list[str] = []
for text in COLUMNS.split("\n"):
    if text.strip():
        column, letter, first_row, signs = text.split()
        for step, sign in enumerate(signs):
            HEXES.append((int(column), int(first_row) + step, sign))
            KEYS.append(f"{letter}{int(first_row) + step}")

POOLS = [*KEYS, "hand", "stock", "box", "bag", "drawn"]
HAND, STOCK, BOX, BAG, DRAWN = range(91, 96)
CAPITAL = next(place for place, (_, _, sign) in enumerate(HEXES) if sign == "E")
CITIES = [place for place, (_, _, sign) in enumerate(HEXES) if sign == "C"]
VILLAGES = [place for place, (_, _, sign) in enumerate(HEXES) if sign == "v"]
LAND = [place for place, (_, _, sign) in enumerate(HEXES) if sign == "."]
SEA = [place for place, (_, _, sign) in enumerate(HEXES) if sign == "~"]


def adjacent(one: int, two: int) -> bool:
    """Section 2: how columns and rows are related."""
    (column, row, _), (other_column, other_row, _) = HEXES[one], HEXES[two]
    if column == other_column:
        return abs(row - other_row) == 1
    if abs(column - other_column) != 1:
        return False
    odd, even = (row, other_row) if column % 2 else (other_row, row)
    return odd in {even, even - 1}


AROUND = [[near for near in range(len(HEXES)) if adjacent(place, near)] for place in range(len(HEXES))]

KINDS = ["helmet", "buddha", "rice"]
ALL = [0, 1, 2]
# key, how many, value, affects, character
TILES: list[tuple[str, int, int, list[int], bool]] = [
    ("helmet-2", 1, 2, [0], False),
    ("helmet-3", 1, 3, [0], False),
    ("helmet-4", 1, 4, [0], False),
    ("buddha-2", 1, 2, [1], False),
    ("buddha-3", 1, 3, [1], False),
    ("buddha-4", 1, 4, [1], False),
    ("rice-2", 1, 2, [2], False),
    ("rice-3", 1, 3, [2], False),
    ("rice-4", 1, 4, [2], False),
    ("samurai-1", 2, 1, ALL, False),
    ("samurai-2", 2, 2, ALL, False),
    ("samurai-3", 1, 3, ALL, False),
    ("tile-exchange", 1, 0, [], False),
    ("ship-1", 2, 1, ALL, True),
    ("ship-2", 1, 2, ALL, True),
    ("ronin-1", 1, 1, ALL, True),
    ("figure-exchange", 1, 0, [], True),
]
FACES = [*[tile[0] for tile in TILES], "figure-helmet", "figure-buddha", "figure-rice"]


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def row(values: Sequence[object]) -> str:
    return ",".join(map(str, values)) or "-"


def rules_data(setup: str, tiles: str) -> bytes:
    """Section 1."""
    lines = ["samurai", "1", f"setup {setup}", f"tiles {tiles}"]
    lines.append("figures helmet,buddha,rice each=7 aside=4 hand=5")
    for key, count, value, affects, character in TILES:
        affected = row([KINDS[kind] for kind in affects])
        lines.append(f"tile {key} count={count} value={value} affects={affected} character={yes(character)}")
    lines += [f"hex {column},{row_} {TERRAIN_NAMES[sign]}" for column, row_, sign in HEXES]
    return "".join([line + "\n" for line in lines]).encode()


class Stranger:
    """The public state, and all that happens to it."""

    def __init__(self, setup: str = "turns", tiles: str = "chosen") -> None:
        self.pools: list[list[list[int]]] = [[[] for _ in POOLS] for _ in SEATS]
        self.shown: dict[int, int] = {}
        self.next = 0
        self.supply = [6, 6, 6]
        self.standing: dict[int, list[int]] = {CAPITAL: [0, 1, 2]}
        self.captured = [[0, 0, 0], [0, 0, 0]]
        self.aside = [0, 0, 0]
        self.agenda: list[tuple[Any, ...]] = []
        self.result: tuple[str, str, str] | None = None
        self._start(setup, tiles)

    # -- section 4

    def _start(self, setup: str, tiles: str) -> None:
        first = HAND if tiles == "chosen" else STOCK
        for seat in (0, 1):
            for face, tile in enumerate(TILES):
                for _ in range(tile[1]):
                    self._piece(seat, first, face)
        plan: list[tuple[Any, ...]] = [("mix", 0, [first]), ("mix", 1, [first])]
        if tiles == "chosen":
            plan += [("opening-tiles-due",), ("mix", 0, [STOCK]), ("mix", 1, [STOCK])]
        else:
            plan += [("draw", 0, STOCK, HAND, 5), ("draw", 1, STOCK, HAND, 5)]
        if setup == "turns":
            plan.append(("figure-due", 0))
        else:
            for face in (17, 18, 19):
                for _ in range(6):
                    self._piece(1, BAG, face)
            plan += [("mix", 1, [BAG]), ("draw", 1, BAG, DRAWN, 18), ("turn-up-due", 1)]
        self.put(*plan, ("next-turn", 0, False))

    def _piece(self, seat: int, pool: int, face: int) -> None:
        self.shown[self.next] = face
        self.pools[seat][pool].append(self.next)
        self.next += 1

    def put(self, *tasks: tuple[Any, ...]) -> None:
        self.agenda += reversed(tasks)

    # -- events (sections 2 and 5)

    def mixed(self) -> None:
        _, owner, pools = self.agenda.pop()
        for pool in pools:
            for place, old in enumerate(self.pools[owner][pool]):
                self.shown.pop(old, None)
                self.pools[owner][pool][place] = self.next
                self.next += 1
        self._advance()

    def drawn(self, places: Sequence[int]) -> None:
        _, owner, source, target, _ = self.agenda.pop()
        for place in places:
            self.pools[owner][target].append(self.pools[owner][source].pop(place))
        self._advance()

    def both(self, actions: Sequence[list[Any]]) -> None:
        self.agenda.pop()
        for seat, (_, chosen) in enumerate(actions):
            pools = self.pools[seat]
            pools[STOCK] += [piece for piece in pools[HAND] if piece not in chosen]
            pools[HAND] = sorted(chosen)
        self._advance()

    def acted(self, seat: int, action: list[Any], shown: Mapping[int, int]) -> None:
        task = self.agenda.pop()
        self.shown.update(shown)
        name, *fields = action
        getattr(self, "_" + name.replace("-", "_"))(seat, task, *fields)
        self._advance()

    def _advance(self) -> None:
        while self.result is None and self.agenda[-1][0] == "next-turn":
            _, seat, stuck = self.agenda.pop()
            if self.pools[seat][HAND]:
                self.put(("turn-due", seat, 0, False, stuck))
            elif stuck:
                self._over("nobody-can-play")
            else:
                self.put(("next-turn", 1 - seat, True))

    # -- section 7

    def _stand(self, kind: int, place: int) -> None:
        self.supply[kind] -= 1
        self.standing[place] = sorted([*self.standing.get(place, []), kind])

    def _place_figure(self, seat: int, task: tuple[Any, ...], kind: int, place: int) -> None:
        self._stand(kind, place)
        if any(self.supply):
            self.put(("figure-due", 1 - seat))

    def _turn_up_figures(self, seat: int, task: tuple[Any, ...]) -> None:
        unused = [self.shown[piece] - 17 for piece in self.pools[1][DRAWN]]
        for place in sorted([*CITIES, *CITIES]) + VILLAGES:
            kind = next(kind for kind in unused if kind not in self.standing.get(place, []))
            unused.remove(kind)
            self._stand(kind, place)

    def _move(self, seat: int, piece: int, source: int, target: int) -> None:
        self.pools[seat][source].remove(piece)
        self.pools[seat][target].append(piece)

    def _place_tile(self, seat: int, task: tuple[Any, ...], tile: int, at: int) -> None:
        self._move(seat, tile, HAND, at)
        self._goes_on(task, tile, at)

    def _exchange_tile(self, seat: int, task: tuple[Any, ...], tile: int, lifted: int, at: int) -> None:
        self._move(seat, self.pools[seat][lifted][0], lifted, at)
        self._move(seat, tile, HAND, lifted)
        self._goes_on(task, tile, at)

    def _exchange_figures(
        self, seat: int, task: tuple[Any, ...], tile: int, first: int, kind: int, second: int, other: int
    ) -> None:
        self.standing[first].remove(kind)
        self.standing[second].remove(other)
        self.standing[first] = sorted([*self.standing[first], other])
        self.standing[second] = sorted([*self.standing[second], kind])
        self._move(seat, tile, HAND, BOX)
        self._goes_on(task, tile, None)

    def _end_turn(self, seat: int, task: tuple[Any, ...]) -> None:
        self._ends(seat)

    def _pass(self, seat: int, task: tuple[Any, ...]) -> None:
        if task[4]:
            self._over("nobody-can-play")
        else:
            self.put(("next-turn", 1 - seat, True))

    def _goes_on(self, task: tuple[Any, ...], tile: int, at: int | None) -> None:
        if at is not None:
            for place in AROUND[at]:
                self._capture(place)
            gone = [kind for kind in ALL if not any(kind in standing for standing in self.standing.values())]
            if gone or sum(self.aside) >= 4:
                self._over("kind-gone" if gone else "four-aside")
                return
        _, seat, played, ordinary, stuck = task
        if self.pools[seat][HAND]:
            character = TILES[self.shown[tile]][4]
            self.put(("turn-due", seat, played + 1, ordinary or not character, stuck))
        else:
            self._ends(seat)

    def _capture(self, place: int) -> None:
        held = [near for near in AROUND[place] if near in LAND and self._tiles(near)]
        if place not in self.standing or len(held) < sum(near in LAND for near in AROUND[place]):
            return
        for kind in self.standing.pop(place):
            influence = [0, 0]
            for near in AROUND[place]:
                for seat, piece in self._tiles(near):
                    _, _, value, affects, _ = TILES[self.shown[piece]]
                    influence[seat] += value if kind in affects else 0
            if influence[0] == influence[1]:
                self.aside[kind] += 1
            else:
                self.captured[influence[1] > influence[0]][kind] += 1

    def _tiles(self, place: int) -> list[tuple[int, int]]:
        return [(seat, piece) for seat in (0, 1) for piece in self.pools[seat][place]]

    def _ends(self, seat: int) -> None:
        pools = self.pools[seat]
        size = len(pools[HAND])
        count = min(5 - size, len(pools[STOCK]))
        tasks: list[tuple[Any, ...]] = [("next-turn", 1 - seat, False)]
        if count and size:
            tasks.insert(0, ("mix", seat, [HAND]))
        if count:
            tasks.insert(0, ("draw", seat, STOCK, HAND, count))
        self.put(*tasks)

    def unplayable(self, seat: int) -> list[int]:
        """The unplayable faces of a seat."""
        no_land = not any(not self._tiles(place) for place in LAND)
        no_sea = not any(not self._tiles(place) for place in SEA)
        own = [self.shown[piece] for place in LAND for piece in self.pools[seat][place]]
        found = [*range(12), 15] if no_land else []
        if no_land or all(TILES[face][4] for face in own):
            found.append(12)
        if no_sea:
            found += [13, 14]
        if not self._any_exchange():
            found.append(16)
        return sorted(set(found))

    def _any_exchange(self) -> bool:
        for first, figures in self.standing.items():
            for second, others in self.standing.items():
                for kind in figures:
                    for other in others:
                        clash = other in set(figures) - {kind} or kind in set(others) - {other}
                        if first < second and not clash:
                            return True
        return False

    def _over(self, ending: str) -> None:
        self.agenda.clear()
        led: list[list[int]] = [[], []]
        for kind in ALL:
            if self.captured[0][kind] != self.captured[1][kind]:
                led[self.captured[1][kind] > self.captured[0][kind]].append(kind)
        winner, decided = self._decided(led)
        self.result = ("-" if winner is None else SEATS[winner], ending, decided)

    def _decided(self, led: list[list[int]]) -> tuple[int | None, str]:
        for seat in (0, 1):
            if len(led[seat]) >= 2:
                return seat, "most-of-two"
        for seat in (0, 1):
            if led[seat] and not led[1 - seat]:
                return seat, "only-leader"
        if led[0]:
            others = [sum(self.captured[seat]) - self.captured[seat][led[seat][0]] for seat in (0, 1)]
            if others[0] != others[1]:
                return int(others[1] > others[0]), "other-figures"
            totals = [sum(self.captured[seat]) for seat in (0, 1)]
            if totals[0] != totals[1]:
                return int(totals[1] > totals[0]), "all-figures"
        return None, "shared"

    # -- section 8

    def text(self) -> str:
        lines = ["samurai position 1", f"next piece={self.next}", f"supply figures={row(self.supply)}"]
        for place in range(91):
            if place in self.standing:
                kinds = row([KINDS[kind] for kind in self.standing[place]])
                lines.append(f"standing at={KEYS[place]} figures={kinds}")
        lines += [f"captured seat={SEATS[seat]} figures={row(self.captured[seat])}" for seat in (0, 1)]
        lines.append(f"aside figures={row(self.aside)}")
        for seat in (0, 1):
            for pool, pieces in enumerate(self.pools[seat]):
                if pieces:
                    lines.append(
                        f"pool owner={SEATS[seat]} at={POOLS[pool]} pieces={row(list(map(self._word, pieces)))}"
                    )
        if self.result is not None:
            winner, ending, decided = self.result
            red, blue = map(row, self.captured)
            lines.append(f"final-count winner={winner} ending={ending} decided={decided} red={red} blue={blue}")
        lines += [f"task {self._task(task)}" for task in self.agenda]
        return "".join([line + "\n" for line in lines])

    def _word(self, piece: int) -> str:
        return f"{piece}:{FACES[self.shown[piece]]}" if piece in self.shown else str(piece)

    def _task(self, task: tuple[Any, ...]) -> str:
        name, *fields = task
        if name == "mix":
            return f"mix owner={SEATS[fields[0]]} pools={row([POOLS[pool] for pool in fields[1]])}"
        if name == "draw":
            owner, source, target, count = fields
            return f"draw owner={SEATS[owner]} source={POOLS[source]} target={POOLS[target]} count={count}"
        if name == "opening-tiles-due":
            return str(name)
        seat = f"{name} seat={SEATS[fields[0]]}"
        if name == "next-turn":
            return f"{seat} stuck={yes(fields[1])}"
        if name == "turn-due":
            return f"{seat} played={fields[1]} ordinary={yes(fields[2])} stuck={yes(fields[3])}"
        return seat

    @classmethod
    def at(cls, text: str) -> Stranger:
        """A position in the middle of a turn that a text tells of, read as section 8 has it."""
        found = cls()
        found.pools = [[[] for _ in POOLS] for _ in SEATS]
        found.shown, found.standing, found.agenda = {}, {}, []
        for line in text.splitlines()[1:]:
            name, *words = line.split(" ")
            if name == "task":
                name = words.pop(0)
            fields = dict(word.split("=", 1) for word in words)
            found._read(name, fields)
        return found

    def _read(self, name: str, fields: dict[str, str]) -> None:
        numbers = [int(word) for word in fields.get("figures", "").split(",") if word.isdigit()]
        if name == "next":
            self.next = int(fields["piece"])
        elif name == "supply":
            self.supply = numbers
        elif name == "aside":
            self.aside = numbers
        elif name == "captured":
            self.captured[SEATS.index(fields["seat"])] = numbers
        elif name == "standing":
            self.standing[KEYS.index(fields["at"])] = [KINDS.index(kind) for kind in fields["figures"].split(",")]
        elif name == "pool":
            pool = self.pools[SEATS.index(fields["owner"])][POOLS.index(fields["at"])]
            for word in fields["pieces"].split(","):
                number, _, face = word.partition(":")
                pool.append(int(number))
                if face:
                    self.shown[int(number)] = FACES.index(face)
        else:
            assert name == "turn-due", name
            flags = [fields[flag] == "yes" for flag in ("ordinary", "stuck")]
            self.agenda.append((name, SEATS.index(fields["seat"]), int(fields["played"]), *flags))
