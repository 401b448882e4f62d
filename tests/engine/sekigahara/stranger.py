"""A second Sekigahara, written from docs/position.md with nothing of this project but the component data.

It carries out what others have chosen and drawn, and writes positions; whether a choice is allowed it does not ask.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

DATA: dict[str, Any] = tomllib.loads(
    (Path(__file__).parents[2] / "engine" / "sekigahara" / "components.toml").read_text(encoding="utf-8")
)

# --------------------------------------------------------------------------------------------------- section 2: numbers

SIDES = ["tokugawa", "ishida"]
KEYS = [*DATA["locations"], "deck", "hand", "discard", "played", "bag", "recruitment", "mori_box", "dead"]
LOCATIONS = list(DATA["locations"].values())
DECK, HAND, DISCARD, PLAYED, BAG, RECRUITMENT, BOX, DEAD = range(len(LOCATIONS), len(KEYS))
OSAKA = KEYS.index("osaka")
ROADS = [tuple(map(KEYS.index, road)) for kind in ("highway", "secondary") for road in DATA["roads"][kind]]
HIGHWAYS = len(DATA["roads"]["highway"])


def side_of(value: str | None) -> int:
    return -1 if value is None else SIDES.index(value)


CASTLE = [side_of(location.get("castle")) for location in LOCATIONS]


def card(entry: dict[str, Any]) -> tuple[Any, ...]:
    return entry["side"], entry.get("daimyo"), entry["kind"], entry["bid"]


def block(entry: dict[str, Any]) -> tuple[Any, ...]:
    flags = (entry.get("leader", False), entry.get("any_card", False))
    return entry["side"], entry["daimyo"], entry["mon"], entry.get("arm"), *flags


SUPPLY = [(card(entry), entry) for entry in DATA["cards"]] + [(block(entry), entry) for entry in DATA["blocks"]]
FACES = list(dict.fromkeys(kind for kind, _ in SUPPLY))
CARDS = len({kind for kind, _ in SUPPLY[: len(DATA["cards"])]})


def face_key(face: int) -> str:
    side, daimyo, third, fourth, *flags = FACES[face]
    if face < CARDS:
        return f"card-{daimyo or side}-{third}"
    return f"block-{daimyo}-{third}" + ("-leader" if flags[0] else f"-{fourth}" if fourth else "")


FACE_OF = {face_key(face): face for face in range(len(FACES))}


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


def words(*parts: object) -> str:
    return " ".join(map(str, parts))


class Stranger:
    """The public state, and all that happens to it."""

    def __init__(self) -> None:
        self.pools: list[list[list[int]]] = [[[] for _ in KEYS] for _ in SIDES]
        self.shown: dict[int, int] = {}
        self.next = 0
        self.week = self.turn = 0
        self.first = self.active = -1
        self.holder = CASTLE.copy()
        self.owner = [-1] * len(LOCATIONS)
        self.disks = [place for place, location in enumerate(LOCATIONS) if "disk" in location]
        self.declared: set[int] = set()
        self.arrivals: set[tuple[int, int, int]] = set()
        self.owed = [0, 0]
        self.movement: dict[str, Any] | None = None
        self.combat: dict[str, Any] | None = None
        self.agenda: list[tuple[Any, ...]] = []
        self.result: tuple[int, str] | None = None
        self._start()
        self._advance()

    # -- section 4

    def _start(self) -> None:
        for kind, entry in SUPPLY:
            pool = DECK if "kind" in entry else KEYS.index(entry.get("setup", "bag"))
            for _ in range(entry["count"]):
                self.shown[self.next] = FACES.index(kind)
                self.pools[side_of(entry["side"])][pool].append(self.next)
                self.next += 1
        for place, location in enumerate(LOCATIONS):
            self.owner[place] = side_of(location.get("capital"))
            self.settle(place)
        plan: list[tuple[Any, ...]] = [("hide", seat, DECK, BAG) for seat in (0, 1)]
        random = [(place, location["random"]) for place, location in enumerate(LOCATIONS) if "random" in location]
        plan += [("draw", side_of(entry["side"]), BAG, place, entry["blocks"]) for place, entry in random]
        for seat in (0, 1):
            drawn = [place for place, entry in random if side_of(entry["side"]) == seat]
            stacks = [place for place in range(len(LOCATIONS)) if self.pools[seat][place] or place in drawn]
            plan.append(("hide", seat, *stacks))
        for seat in (0, 1):
            plan += [("recruits", seat, 4), ("cards", seat, 5)]
        self.put(*plan, ("week", 1))

    # -- sections 2 and 3

    def put(self, *tasks: tuple[Any, ...]) -> None:
        self.agenda += reversed(tasks)

    def units(self, seat: int, place: int) -> bool:
        return bool(self.pools[seat][place]) or (seat == 1 and place in self.disks)

    def settle(self, place: int) -> None:
        there = [bool(self.pools[seat][place]) for seat in (0, 1)]
        if LOCATIONS[place].get("resource") and there[0] != there[1]:
            self.owner[place] = there.index(True)
        if CASTLE[place] >= 0:
            units = [self.units(seat, place) for seat in (0, 1)]
            if units[0] != units[1]:
                self.holder[place] = units.index(True)
            elif not units[0]:
                self.holder[place] = CASTLE[place]

    def move(self, seat: int, pieces: list[int], source: int, target: int) -> None:
        pools = self.pools[seat]
        pools[source] = [piece for piece in pools[source] if piece not in pieces]
        pools[target] = pools[target] + pieces

    # -- events

    def mixed(self) -> None:
        _, seat, *pools = self.agenda.pop()
        for pool in pools:
            old = self.pools[seat][pool]
            for piece in old:
                self.shown.pop(piece, None)
            self.pools[seat][pool] = list(range(self.next, self.next + len(old)))
            self.next += len(old)
        self._advance()

    def drawn(self, places: list[int]) -> None:
        _, seat, source, target, count = self.agenda.pop()
        assert count == len(places)
        for place in places:
            self.pools[seat][target].append(self.pools[seat][source].pop(place))
        self._advance()

    def acted(self, seat: int, action: list[Any], shown: dict[int, int]) -> None:
        name, *values = action
        assert list(shown) == sorted(self.to_show(seat, name, values))
        self.shown.update(shown)
        if name in ("March", "Muster", "CallMori"):
            task: tuple[Any, ...] = self.agenda[-1]
        else:
            task = self.agenda.pop()
        assert task[1] == seat
        getattr(self, f"do_{name}")(seat, task, *values)
        self._advance()

    def both(self, actions: list[list[Any]], shown: dict[int, int]) -> None:
        self.shown.update(shown)
        [kind] = self.agenda.pop()
        bids = [-1, -1]
        for seat, (_, value) in enumerate(actions):
            cards = value if kind == "discards" else [] if value is None else [value]
            if kind == "bid" and cards:
                bids[seat] = FACES[self.shown[value]][3]
            self.move(seat, cards, HAND, DISCARD)
        if kind == "bid":
            self.put(("first", 0 if bids[0] > bids[1] else 1))
        self._advance()

    def _advance(self) -> None:
        while self.agenda and self.result is None:
            name, *arguments = self.agenda[-1]
            run: Callable[..., None] | None = getattr(self, "task_" + name.replace("-", "_"), None)
            if run is None:
                return
            self.agenda.pop()
            run(*arguments)
        self.agenda = []

    def to_show(self, seat: int, name: str, values: list[Any]) -> list[int]:
        """The pieces that an action of a decision shows."""
        pieces: list[int | None] = []
        if name in ("Pay", "Deploy"):
            pieces = [*values[1], *([values[0]] if name == "Deploy" else [])]
        elif name == "March":
            pieces = [values[3]]
        elif name in ("CallMori", "Challenge", "Answer"):
            pieces = [values[0]]
        elif name in ("Lose", "LoseInSiege") or (name == "Muster" and values[2]):
            pieces = values[0]
        elif name == "Reveal":
            pieces = [*self.pools[seat][self.agenda[-1][2]]]
        return [piece for piece in pieces if piece is not None and piece not in self.shown]

    # -- section 7

    def task_hide(self, seat: int, *pools: int) -> None:
        collected = []
        for pool in pools:
            pieces = self.pools[seat][pool]
            if len(pieces) > 1 or any(piece in self.shown for piece in pieces):
                collected.append(pool)
        if collected:
            self.put(("mix", seat, *collected))

    def task_cards(self, seat: int, count: int) -> None:
        if count > 0:
            self.put(("deal", seat, count), ("hide", seat, HAND))

    def task_deal(self, seat: int, count: int) -> None:
        pools = self.pools[seat]
        if not pools[DECK]:
            if pools[DISCARD]:
                pools[DECK], pools[DISCARD] = pools[DISCARD], []
                self.put(("hide", seat, DECK), ("deal", seat, count))
            return
        size = min(count, len(pools[DECK]))
        rest = [("deal", seat, count - size)] if count > size else []
        self.put(("draw", seat, DECK, HAND, size), *rest)

    def task_recruits(self, seat: int, count: int) -> None:
        size = min(count, len(self.pools[seat][BAG]))
        if size:
            self.put(("draw", seat, BAG, RECRUITMENT, size), ("hide", seat, RECRUITMENT))

    def overrun(self, place: int) -> int:
        sizes = [len(self.pools[seat][place]) for seat in (0, 1)]
        for seat in (0, 1):
            if sizes[seat] and sizes[1 - seat] >= 4 * sizes[seat] and self.holder[place] != seat:
                return seat
        return -1

    def task_overrun(self, place: int) -> None:
        seat = self.overrun(place)
        if seat < 0:
            return
        if all(piece in self.shown for piece in self.pools[seat][place]):
            self.lose_to_overrun(seat, place)
        else:
            self.put(("reveal", seat, place))

    def do_Reveal(self, seat: int, task: tuple[Any, ...]) -> None:  # noqa: N802
        self.lose_to_overrun(seat, task[2])

    def lose_to_overrun(self, seat: int, place: int) -> None:
        blocks = self.pools[seat][place]
        self.bury(seat, blocks, place)
        self.owed[seat] += len(blocks) // 2
        self.task_victory()

    def bury(self, seat: int, blocks: list[int], place: int) -> None:
        self.move(seat, blocks, place, DEAD)
        self.settle(place)
        if self.movement:
            for group in self.movement["groups"]:
                group["blocks"] = [piece for piece in group["blocks"] if piece not in blocks]
            self.movement["groups"] = [group for group in self.movement["groups"] if group["blocks"]]

    def task_owed(self, attacker: int) -> None:
        owed, self.owed = self.owed, [0, 0]
        self.put(*(("cards", seat, owed[seat]) for seat in (attacker, 1 - attacker)))

    def task_victory(self) -> None:
        dead = [face_key(self.shown[piece]) for seat in (0, 1) for piece in self.pools[seat][DEAD]]
        if "block-tokugawa-1-leader" in dead:
            self.result = (1, "Tokugawa Ieyasu has been killed")
        elif "block-ishida-1-leader" in dead:
            self.result = (0, "Ishida Mitsunari has been killed")
        elif OSAKA not in self.disks:
            self.result = (0, "Toyotomi Hideyori has been captured")

    # -- section 8

    def do_Pay(self, seat: int, _: object, paid: str, cards: list[int]) -> None:  # noqa: N802
        self.move(seat, cards, HAND, DISCARD)
        moves = {"none": 0, "minimal": 1, "limited": 3, "total": 99}[paid]
        self.movement = {"paid": paid, "moves": moves, "mustered": False, "origin": -1, "led": False}
        self.movement |= {"roads": set(), "moved": set(), "entered": set(), "present": [], "groups": []}
        self.put(*([("cards", seat, len(cards))] if paid == "none" else []), ("move", seat))

    def used_move(self) -> dict[str, Any]:
        assert self.movement
        self.movement["moves"] -= self.movement["moves"] != 99
        return self.movement

    def do_March(  # noqa: N802
        self, seat: int, _: object, blocks: list[int], stops: list[int], claim: bool, forced: int | None
    ) -> None:
        movement = self.movement
        assert movement
        [group] = [group for group in movement["groups"] if blocks[0] in group["blocks"]] or [None]
        start = next(place for place in range(len(LOCATIONS)) if blocks[0] in self.pools[seat][place])
        here, end = ([start, *stops])[-2:]
        roads = {self.road(*pair) for pair in zip([start, *stops], stops, strict=False)}
        if forced is not None:
            self.move(seat, [forced], HAND, DISCARD)
        if group is None and start != movement["origin"]:
            own_castle = CASTLE[start] == self.holder[start] == seat
            led = own_castle or LOCATIONS[start].get("capital") == SIDES[seat]
            self.used_move()
            movement |= {"origin": start, "present": self.pools[seat][start], "groups": [], "led": led}
        movement["led"] |= claim
        movement["roads"] |= roads
        movement["moved"] |= set(blocks)
        movement["entered"].add(end)
        self.move(seat, blocks, start, end)
        self.settle(start)
        for place in stops[:-1]:
            if LOCATIONS[place].get("resource"):
                self.owner[place] = seat
        self.settle(end)
        self.arrivals.add((seat, end, here))
        marchers = {
            "blocks": blocks,
            "at": end,
            "steps": len(stops) + (group["steps"] if group else 0),
            "highway": all(road < HIGHWAYS for road in roads) and (not group or group["highway"]),
            "largest": group["largest"] if group else len(blocks),
            "forced": forced is not None or bool(group and group["forced"]),
        }
        if group:
            group["blocks"] = [piece for piece in group["blocks"] if piece not in blocks]
        movement["groups"] = [group for group in movement["groups"] if group["blocks"]] + [marchers]
        enemy = 1 - seat
        swept = self.overrun(end) == enemy and not (enemy == 1 and end in self.disks)
        marchers["stopped"] = self.units(enemy, end) and not swept
        if self.pools[enemy][start] or self.pools[enemy][end]:
            self.put(("overrun", start), ("overrun", end), ("owed", seat))

    def road(self, one: int, two: int) -> int:
        return next(number for number, ends in enumerate(ROADS) if ends in ((one, two), (two, one)))

    def do_Muster(self, seat: int, _: object, blocks: list[int], place: int, shown: bool) -> None:  # noqa: N802
        self.used_move()["mustered"] = True
        self.arrive(seat, blocks, RECRUITMENT, place)

    def do_CallMori(self, seat: int, _: object, discarded: int, called: int) -> None:  # noqa: N802
        self.move(seat, [discarded], HAND, DISCARD)
        self.arrive(seat, [called], BOX, OSAKA)

    def arrive(self, seat: int, blocks: list[int], source: int, place: int) -> None:
        assert self.movement
        self.move(seat, blocks, source, place)
        self.movement["moved"] |= set(blocks)
        self.movement["entered"].add(place)
        self.settle(place)
        if self.pools[1 - seat][place]:
            self.put(("overrun", place), ("owed", seat))

    def do_EndMovement(self, seat: int, _: object) -> None:  # noqa: N802
        assert self.movement
        self.put(("hide", seat, *sorted(self.movement["entered"])))
        self.movement = None

    # -- section 9

    @property
    def fight(self) -> dict[str, Any]:
        assert self.combat
        return self.combat

    def task_combats(self) -> None:
        for place in range(len(LOCATIONS)):
            meet = self.pools[self.active][place] and self.units(1 - self.active, place)
            if meet and place not in self.declared:
                self.put(("declare", self.active), ("combats",))
                return

    def do_Declare(self, seat: int, _: object, place: int) -> None:  # noqa: N802
        self.put(("combat", place, seat))

    def task_combat(self, place: int, attacker: int) -> None:
        self.declared.add(place)
        self.combat = {"place": place, "attacker": attacker, "holder": self.holder[place], "siege": False}
        self.combat |= {"impact": [0, 0], "ended": [False, False], "carded": [False, False], "deployed": []}
        self.combat["pending"] = None
        self.put(("position", place))
        box = self.pools[1][BOX]
        if place == OSAKA and attacker == 0 and box:
            self.move(1, box, BOX, OSAKA)
            self.settle(OSAKA)
            self.put(("hide", 1, OSAKA), ("overrun", OSAKA), ("owed", attacker))

    def task_position(self, place: int) -> None:
        if not (self.units(0, place) and self.units(1, place)):
            self.combat = None
            return
        holder = self.fight["holder"]
        if holder >= 0:
            blocks = len(self.pools[holder][place])
            self.fight["siege"] = not blocks
            if 1 <= blocks <= 2:
                self.put(("castle", holder))
                return
        self.put(("battle",))

    def do_Position(self, seat: int, _: object, inside: bool) -> None:  # noqa: N802
        if inside and seat == self.fight["attacker"]:
            self.combat = None
            return
        self.fight["siege"] = inside
        self.put(("battle",))

    def leading(self) -> int:
        attacker, impact = self.fight["attacker"], self.fight["impact"]
        return int(attacker if impact[attacker] > impact[1 - attacker] else 1 - attacker)

    def task_battle(self) -> None:
        fight, attacker, ended = self.fight, self.fight["attacker"], self.fight["ended"]
        if fight["siege"]:
            self.put(("siege-losses",) if ended[attacker] else ("deploy", attacker))
        elif all(ended):
            self.put(("losses",))
        else:
            trailing = 1 - self.leading()
            self.put(("deploy", 1 - trailing if ended[trailing] else trailing))

    def count(self, seat: int, blocks: list[int], swords: bool) -> None:
        for piece in blocks:
            _, daimyo, mon, arm, *_ = FACES[self.shown[piece]]
            attack = swords and arm is not None
            impact = mon + 2 * attack
            for comrade, side in self.fight["deployed"]:
                if side == seat:
                    _, its_daimyo, _, its_arm, *_ = FACES[self.shown[comrade]]
                    impact += (its_daimyo == daimyo) + 2 * (attack and its_arm == arm)
            self.fight["impact"][seat] += impact
            self.fight["deployed"].append((piece, seat))

    def do_Deploy(self, seat: int, _: object, by: int | None, blocks: list[int]) -> None:  # noqa: N802
        if by is None:
            self.count(seat, blocks, swords=False)
            self.put(("battle",))
            return
        self.move(seat, [by], HAND, PLAYED)
        self.fight["carded"][seat] = True
        self.fight["pending"] = (by, blocks)
        if self.fight["siege"] or not self.pools[1 - seat][HAND]:
            self.task_stand(seat)
        else:
            self.put(("challenge", 1 - seat))

    def do_Finish(self, seat: int, _: object) -> None:  # noqa: N802
        self.fight["ended"][seat] = True
        self.put(("battle",))

    def task_stand(self, seat: int) -> None:
        by, blocks = self.fight["pending"]
        self.fight["pending"] = None
        self.count(seat, blocks, FACES[self.shown[by]][2] == "swords" and not self.fight["siege"])
        self.put(("battle",))

    def defect(self, seat: int) -> None:
        _, blocks = self.fight["pending"]
        self.fight["pending"] = None
        self.count(1 - seat, blocks, swords=False)
        self.put(("battle",))

    def do_Challenge(self, seat: int, _: object, by: int | None) -> None:  # noqa: N802
        if by is None:
            self.task_stand(1 - seat)
            return
        self.move(seat, [by], HAND, PLAYED)
        if self.pools[1 - seat][HAND]:
            self.put(("answer", 1 - seat))
        else:
            self.defect(1 - seat)

    def do_Answer(self, seat: int, _: object, by: int | None) -> None:  # noqa: N802
        if by is None:
            self.defect(seat)
        else:
            self.put(("hide", seat, HAND), ("stand", seat))

    def task_losses(self) -> None:
        place, attacker, winner = self.fight["place"], self.fight["attacker"], self.leading()
        loss = [
            min(self.fight["impact"][1 - seat] // 7 + (seat != winner), len(self.pools[seat][place])) for seat in (0, 1)
        ]
        both = (attacker, 1 - attacker)
        self.put(
            *(("lose", seat, loss[seat]) for seat in both if loss[seat]),
            ("victory",),
            *(("hide", seat, place) for seat in both),
            ("after-battle", 1 - winner, *loss),
        )

    def do_Lose(self, seat: int, _: object, blocks: list[int]) -> None:  # noqa: N802
        self.bury(seat, blocks, self.fight["place"])

    def task_after_battle(self, loser: int, *loss: int) -> None:
        attacker = self.fight["attacker"]
        self.put(
            *([("retreat", loser)] if self.pools[loser][self.fight["place"]] else []),
            *(("replenish", seat, loss[seat] // 2) for seat in (attacker, 1 - attacker)),
            ("combat-over",),
        )

    def task_replenish(self, seat: int, extra: int) -> None:
        played = self.pools[seat][PLAYED]
        self.move(seat, played, PLAYED, DISCARD)
        self.put(("cards", seat, len(played) + extra))

    def task_combat_over(self) -> None:
        self.combat = None

    def task_siege_losses(self) -> None:
        place, attacker = self.fight["place"], self.fight["attacker"]
        blocks = len(self.pools[1 - attacker][place])
        loss = min(self.fight["impact"][attacker] // 7, blocks + (place in self.disks))
        first = [("lose-in-siege", 1 - attacker, loss)] if loss else []
        self.put(*first, ("victory",), ("hide", attacker, place), ("after-siege", blocks))

    def do_LoseInSiege(self, seat: int, _: object, blocks: list[int], disk: bool) -> None:  # noqa: N802
        if disk:
            self.disks.remove(self.fight["place"])
        self.bury(seat, blocks, self.fight["place"])

    def task_after_siege(self, before: int) -> None:
        attacker = self.fight["attacker"]
        fewer = before - len(self.pools[1 - attacker][self.fight["place"]])
        self.put(("replenish", attacker, 0), ("replenish", 1 - attacker, fewer), ("combat-over",))

    def task_follow_on(self, place: int, seat: int) -> None:
        if self.units(0, place) and self.units(1, place):
            self.put(("combat", place, seat))

    def do_Retreat(self, seat: int, _: object, staying: list[int], to: int | None) -> None:  # noqa: N802
        place, attacker = self.fight["place"], self.fight["attacker"]
        leaving = [piece for piece in self.pools[seat][place] if piece not in staying]
        assert bool(leaving) == (to is not None)
        if to is None:
            return
        meets = self.units(1 - seat, to) and not self.units(seat, to)
        self.move(seat, leaving, place, to)
        self.arrivals.add((seat, to, place))
        self.settle(place)
        self.settle(to)
        under = self.agenda.index(("combat-over",))
        self.agenda.insert(under, ("owed", attacker))
        if meets:
            self.agenda.insert(under, ("follow-on", to, seat))
        self.put(("overrun", place), ("overrun", to), ("hide", seat, to))

    # -- section 10

    def task_week(self, week: int) -> None:
        if week > 7:
            points = [2 * self.holder.count(seat) + self.owner.count(seat) for seat in (0, 1)]
            reason = f"victory points {max(points)} to {min(points)}"
            self.result = (0 if points[0] > points[1] else 1, reason)
            return
        self.week, self.turn, self.first, self.active = week, 0, -1, -1
        later = [("discards",)] if any(len(self.pools[seat][HAND]) >= 2 for seat in (0, 1)) else []
        self.put(*([*later, ("reinforcement",)] if week > 1 else []), ("turn-order",), ("next-week", week + 1))

    def task_next_week(self, week: int) -> None:
        self.put(("week", week))

    def task_reinforcement(self) -> None:
        more = [self.holder.count(seat) > self.holder.count(1 - seat) for seat in (0, 1)]
        not_less = [self.owner.count(seat) >= self.owner.count(1 - seat) for seat in (0, 1)]
        blocks = DATA["weeks"]["reinforcement_blocks"][self.week - 1]
        self.put(
            *(("cards", seat, 5 + more[seat]) for seat in (0, 1)),
            *(("recruits", seat, blocks + not_less[seat]) for seat in (0, 1)),
        )

    def task_turn_order(self) -> None:
        self.put(("bid",) if self.pools[0][HAND] or self.pools[1][HAND] else ("first", 1))

    def do_ChooseFirst(self, seat: int, _: object, first: int) -> None:  # noqa: N802
        self.first = first
        self.put(*(("turn", turn, player) for turn in (0, 1) for player in (first, 1 - first)))

    def task_turn(self, turn: int, seat: int) -> None:
        self.turn, self.active, self.arrivals, self.declared = turn, seat, set(), set()
        self.put(("pay", seat), ("combats",))

    # -- section 11

    def text(self) -> str:
        """The canonical text."""

        def side(seat: int) -> str:
            return "-" if seat < 0 else SIDES[seat]

        def places(numbers: Any) -> str:
            return words(*(KEYS[place] for place in sorted(numbers)))

        lines = [
            "sekigahara position 1",
            f"week {self.week} turn {'AB'[self.turn]} first {side(self.first)} active {side(self.active)}",
            f"next {self.next}",
        ]
        for seat in (0, 1):
            for name, whose in (("castles", self.holder), ("resources", self.owner)):
                lines.append(f"{name} {side(seat)} " + places(p for p, owner in enumerate(whose) if owner == seat))
        lines.append("disks " + places(self.disks))
        for seat in (0, 1):
            for pool, pieces in enumerate(self.pools[seat]):
                shown = (f"{p}={face_key(self.shown[p])}" if p in self.shown else p for p in pieces)
                lines += [words("stack", side(seat), KEYS[pool], *shown)] if pieces else []
        lines += ["declared " + places(self.declared)] if self.declared else []
        lines += [f"arrival {side(s)} {KEYS[place]} from {KEYS[origin]}" for s, place, origin in sorted(self.arrivals)]
        lines += [f"owed {self.owed[0]} {self.owed[1]}"] if any(self.owed) else []
        if move := self.movement:
            origin = "-" if move["origin"] < 0 else KEYS[move["origin"]]
            bought = f"{move['paid']} moves {move['moves']} mustered {yes(move['mustered'])}"
            lines += [
                f"movement {bought} origin {origin} led {yes(move['led'])}",
                "roads " + words(*sorted(move["roads"])),
                "moved " + words(*sorted(move["moved"])),
                "entered " + places(move["entered"]),
                "present " + words(*move["present"]),
            ]
            for group in move["groups"]:
                flags = " ".join(f"{name} {yes(group[name])}" for name in ("forced", "stopped"))
                lines.append(
                    f"group {KEYS[group['at']]} steps {group['steps']} highway {yes(group['highway'])} "
                    f"largest {group['largest']} {flags} blocks {words(*group['blocks'])}"
                )
        if fight := self.combat:
            lines.append(
                f"combat {KEYS[fight['place']]} attacker {side(fight['attacker'])} holder {side(fight['holder'])} "
                f"siege {yes(fight['siege'])} impact {words(*fight['impact'])} "
                f"ended {words(*map(yes, fight['ended']))} carded {words(*map(yes, fight['carded']))}"
            )
            lines += [f"deployed {piece} for {side(seat)}" for piece, seat in fight["deployed"]]
            if fight["pending"]:
                by, blocks = fight["pending"]
                lines.append(f"pending {by} blocks {words(*blocks)}")
        lines += [words("task", *task) for task in self.agenda]
        if self.result:
            lines.append(f"result {side(self.result[0])} {self.result[1]}")
        return "\n".join([*lines, ""])
