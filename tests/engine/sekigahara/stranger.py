"""A second Sekigahara, written from docs/position.md with nothing of this project but the component data.

It carries out what others have chosen and drawn, and writes positions; whether a choice is allowed it does not ask.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

Task = tuple[Any, ...]

SIDES = ["tokugawa", "ishida"]

# ---------------------------------------------------------------------------------------------- section 1: rules data


def component_lines() -> list[str]:
    """The lines of the rules data that tell the components."""
    path = Path(__file__).parents[3] / "engine" / "sekigahara" / "components.toml"
    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    weeks = data["weeks"]
    cards, hand, recruits = [weeks[key] for key in ("reinforcement_cards", "opening_hand", "opening_recruits")]
    lines = [
        f"weeks {weeks['count']} cards {cards} hand {hand} recruits {recruits}",
        " ".join(["blocks", *map(str, weeks["reinforcement_blocks"])]),
    ]
    for key, location in data["locations"].items():
        random = location.get("random", {"side": "-", "blocks": 0})
        lines.append(
            f"location {key} castle={location.get('castle', '-')} capital={location.get('capital', '-')} "
            f"resource={yes(location.get('resource', False))} recruit={','.join(location.get('recruit', [])) or '-'} "
            f"disk={location.get('disk', '-')} random={random['side']}:{random['blocks']}"
        )
    order = list(data["locations"])
    for kind in ("highway", "secondary"):
        lines += [" ".join(["road", *sorted(road, key=order.index), kind]) for road in data["roads"][kind]]
    faces, supplies = [], []
    for card in data["cards"]:
        face = f"card-{card.get('daimyo', card['side'])}-{card['kind']}"
        faces.append(f"face {face} {card['side']} bid={card['bid']}")
        supplies.append(f"supply {face} {card['count']} -")
    for block in data["blocks"]:
        tail = "-leader" if block.get("leader") else f"-{block['arm']}" if "arm" in block else ""
        face = f"block-{block['daimyo']}-{block['mon']}{tail}"
        faces.append(f"face {face} {block['side']} any-card={yes(block.get('any_card', False))}")
        supplies.append(f"supply {face} {block['count']} {block.get('setup', '-')}")
    return [*lines, *dict.fromkeys(faces), *supplies]


def yes(flag: bool) -> str:
    return "yes" if flag else "no"


COMPONENTS = component_lines()
RULES_DATA = "\n".join(["sekigahara", "2", *COMPONENTS, ""])


def lines_of(name: str) -> list[list[str]]:
    """The words after the name of every line with it."""
    return [line.split(" ")[1:] for line in COMPONENTS if line.startswith(name + " ")]


def valued(words: Iterable[str]) -> dict[str, str]:
    pairs = [word.partition("=") for word in words]
    return {label: value for label, _, value in pairs}


[[WEEKS, _, CARDS, _, FIRST_HAND, _, FIRST_RECRUITS]] = lines_of("weeks")
[BLOCKS] = lines_of("blocks")
LOCATION = [valued(words[1:]) for words in lines_of("location")]
ROAD = [(words[:2], words[2] == "highway") for words in lines_of("road")]
SUPPLY = lines_of("supply")

# ----------------------------------------------------------------------------------------- section 2: pieces and places

KEYS = [words[0] for words in lines_of("location")]
MAP = range(len(KEYS))
KEYS += ["deck", "hand", "discard", "played", "bag", "recruitment", "mori_box", "dead"]
DECK, HAND, DISCARD, PLAYED, BAG, RECRUITMENT, BOX, DEAD = range(len(MAP), len(KEYS))
OSAKA = KEYS.index("osaka")
SEAT_OF = {"-": None, "tokugawa": 0, "ishida": 1}
CASTLE, CAPITAL = [[SEAT_OF[at[key]] for at in LOCATION] for key in ("castle", "capital")]
RESOURCE = [at["resource"] == "yes" for at in LOCATION]


class Face:
    """What a face key and its line tell."""

    def __init__(self, key: str, side: str, last: str) -> None:
        kind, daimyo, third, *rest = key.split("-")
        self.key = key
        self.side = SIDES.index(side)
        self.card = kind == "card"
        self.daimyo = None if third == "loyalty" else daimyo
        self.kind = third
        self.mon = 0 if self.card else int(third)
        self.leader = rest == ["leader"]
        self.arm = None if self.leader or not rest else rest[0]
        self.bid = int(last.partition("=")[2]) if self.card else 0


FACES = [Face(*words) for words in lines_of("face")]
FACE_KEYS = [face.key for face in FACES]
FACE_OF = {key: number for number, key in enumerate(FACE_KEYS)}

# ------------------------------------------------------------------------------------------------- section 3: values

Kind = Callable[[Any], str]


def named(names: list[str]) -> Kind:
    return lambda number: names[number]


def maybe(kind: Kind) -> Kind:
    return lambda value: "-" if value is None else kind(value)


def many(kind: Kind) -> Kind:
    return lambda values: ",".join(map(kind, values)) or "-"


def ascending(kind: Kind) -> Kind:
    return lambda values: many(kind)(sorted(values))


NUMBER: Kind = str
FLAG: Kind = yes
SEAT = named(SIDES)
PLACE = named(KEYS)
FACE = named(FACE_KEYS)

RECORDS: dict[str, dict[str, Kind]] = {
    # requests
    "draw": {"owner": SEAT, "source": PLACE, "target": PLACE, "count": NUMBER},
    "mix": {"owner": SEAT, "pools": many(PLACE)},
    # questions
    "discards-due": {},
    "bids-due": {},
    "first-player-due": {"seat": SEAT},
    "payment-due": {"seat": SEAT},
    "movement-due": {"seat": SEAT},
    "reveal-due": {"seat": SEAT, "location": PLACE},
    "declaration-due": {"seat": SEAT},
    "castle-choice-due": {"seat": SEAT, "location": PLACE},
    "deployment-due": {"seat": SEAT, "location": PLACE},
    "challenge-due": {"seat": SEAT, "location": PLACE},
    "loyalty-proof-due": {"seat": SEAT, "location": PLACE},
    "losses-due": {"seat": SEAT, "location": PLACE, "count": NUMBER},
    "siege-losses-due": {"seat": SEAT, "location": PLACE, "count": NUMBER},
    "retreat-due": {"seat": SEAT, "location": PLACE},
    # steps
    "hide": {"seat": SEAT, "pools": many(PLACE)},
    "draw-cards": {"seat": SEAT, "count": NUMBER},
    "deal": {"seat": SEAT, "count": NUMBER},
    "draw-recruits": {"seat": SEAT, "count": NUMBER},
    "check-overrun": {"location": PLACE},
    "draw-owed": {"first": SEAT},
    "combat-phase": {},
    "meet-in-combat": {},
    "next-deployment": {},
    "loyalty-proven": {"seat": SEAT},
    "battle-losses": {},
    "losses-taken": {"location": PLACE},
    "after-battle": {"loser": SEAT, "lost": many(NUMBER)},
    "replenish": {"seat": SEAT, "extra": NUMBER},
    "end-combat": {"location": PLACE},
    "siege-losses": {},
    "after-siege": {"blocks": NUMBER},
    "follow-on": {"seat": SEAT, "location": PLACE},
    "begin-week": {"week": NUMBER},
    "reinforce": {},
    "begin-bids": {},
    "begin-turn": {"turn": NUMBER, "seat": SEAT},
    # reasons
    "leader-killed": {"leader": FACE},
    "hideyori-captured": {},
    "points-counted": {"tokugawa": NUMBER, "ishida": NUMBER},
    # lines
    "time": {"week": NUMBER, "turn": NUMBER, "first": maybe(SEAT), "active": maybe(SEAT)},
    "movement": {
        "degree": str,
        "stack_moves": NUMBER,
        "mustered": FLAG,
        "roads": ascending(NUMBER),
        "moved": ascending(NUMBER),
    },
    "move": {"origin": PLACE, "led": FLAG, "present": many(NUMBER)},
    "group": {
        "at": PLACE,
        "came_from": PLACE,
        "steps": NUMBER,
        "highway": FLAG,
        "largest": NUMBER,
        "forced": FLAG,
        "stopped": FLAG,
        "blocks": many(NUMBER),
    },
    "combat": {
        "location": PLACE,
        "attacker": SEAT,
        "holder": maybe(SEAT),
        "siege": FLAG,
        "impact": many(NUMBER),
        "ended": many(FLAG),
        "carded": many(FLAG),
    },
    "pending": {"card": NUMBER, "blocks": many(NUMBER)},
}


def record(name: str, *values: Any) -> str:
    """A record as words."""
    fields = RECORDS[name].items()
    return " ".join([name, *[f"{label}={kind(value)}" for (label, kind), value in zip(fields, values, strict=True)]])


def record_of(name: str, values: dict[str, Any]) -> str:
    """A record as words, its values by their labels; there may be others."""
    return record(name, *[values[label] for label in RECORDS[name]])


class Stranger:
    """The public state, and all that happens to it."""

    def __init__(self) -> None:
        self.pools: list[list[list[int]]] = [[[] for _ in KEYS] for _ in SIDES]
        self.shown: dict[int, int] = {}
        self.next = 0
        self.week = self.turn = 0
        self.first: int | None = None
        self.active: int | None = None
        self.holder = CASTLE.copy()
        self.owner: list[int | None] = [None for _ in MAP]
        self.disks = [place for place in MAP if LOCATION[place]["disk"] != "-"]
        self.declared: set[int] = set()
        self.arrivals: set[tuple[int, int, int]] = set()
        self.owed = [0, 0]
        self.movement: dict[str, Any] | None = None
        self.move: dict[str, Any] | None = None
        self.groups: list[dict[str, Any]] = []
        self.combat: dict[str, Any] | None = None
        self.deployed: list[tuple[int, int]] = []
        self.pending: dict[str, Any] | None = None
        self.agenda: list[Task] = []
        self.result: tuple[Any, ...] | None = None
        self._start()
        self._advance()

    # -- section 5

    def _start(self) -> None:
        for key, count, setup in SUPPLY:
            face = FACES[FACE_OF[key]]
            pool = DECK if face.card else BAG if setup == "-" else KEYS.index(setup)
            for _ in range(int(count)):
                self.shown[self.next] = FACE_OF[key]
                self.pools[face.side][pool].append(self.next)
                self.next += 1
        for place in MAP:
            self.owner[place] = CAPITAL[place]
            self.settle(place)
        plan: list[Task] = [("hide", seat, [DECK, BAG]) for seat in (0, 1)]
        taking: list[set[int]] = [set(), set()]
        for place in MAP:
            side, _, blocks = LOCATION[place]["random"].partition(":")
            if side != "-":
                plan.append(("draw", SIDES.index(side), BAG, place, int(blocks)))
                taking[SIDES.index(side)].add(place)
        for seat in (0, 1):
            stacks = [place for place in MAP if self.pools[seat][place] or place in taking[seat]]
            plan += [("hide", seat, stacks)]
        for seat in (0, 1):
            plan += [("draw-recruits", seat, int(FIRST_RECRUITS)), ("draw-cards", seat, int(FIRST_HAND))]
        self.put(*plan, ("begin-week", 1))

    # -- sections 2 and 4

    def put(self, *tasks: Task) -> None:
        self.agenda += reversed(tasks)

    def units(self, seat: int, place: int) -> bool:
        return bool(self.pools[seat][place]) or (seat == 1 and place in self.disks)

    def settle(self, place: int) -> None:
        blocks = [bool(self.pools[seat][place]) for seat in (0, 1)]
        units = [self.units(seat, place) for seat in (0, 1)]
        if RESOURCE[place] and blocks[0] != blocks[1]:
            self.owner[place] = blocks.index(True)
        if CASTLE[place] is not None and units[0] == units[1] is False:
            self.holder[place] = CASTLE[place]
        elif CASTLE[place] is not None and units[0] != units[1]:
            self.holder[place] = units.index(True)

    def transfer(self, seat: int, pieces: list[int], source: int, target: int) -> None:
        pools = self.pools[seat]
        pools[source] = [piece for piece in pools[source] if piece not in pieces]
        pools[target] = pools[target] + pieces

    # -- events

    def mixed(self) -> None:
        name, seat, pools = self.agenda.pop()
        assert name == "mix"
        for pool in pools:
            old = self.pools[seat][pool]
            for piece in old:
                self.shown.pop(piece, None)
            self.pools[seat][pool] = list(range(self.next, self.next + len(old)))
            self.next += len(old)
        self._advance()

    def drawn(self, positions: list[int]) -> None:
        name, seat, source, target, count = self.agenda.pop()
        assert (name, count) == ("draw", len(positions))
        for position in positions:
            self.pools[seat][target].append(self.pools[seat][source].pop(position))
        self._advance()

    def acted(self, seat: int, action: list[Any], shown: dict[int, int]) -> None:
        name, *values = action
        question = self.agenda.pop()
        assert question[1] == seat
        assert set(shown) == {piece for piece in self.named(question, action) if piece not in self.shown}
        self.shown.update(shown)
        getattr(self, "do_" + name.replace("-", "_"))(question, seat, *values)
        self._advance()

    def both(self, actions: list[list[Any]], shown: dict[int, int]) -> None:
        self.shown.update(shown)
        [question] = self.agenda.pop()
        bids = [-1, -1]
        for seat, (name, value) in enumerate(actions):
            assert (name, question) in (("discard", "discards-due"), ("bid", "bids-due"))
            if name == "discard":
                self.transfer(seat, value, HAND, DISCARD)
            elif value is not None:
                bids[seat] = FACES[self.shown[value]].bid
                self.transfer(seat, [value], HAND, DISCARD)
        if question == "bids-due":
            self.put(("first-player-due", 0 if bids[0] > bids[1] else 1))
        self._advance()

    def _advance(self) -> None:
        while self.agenda and self.result is None:
            name, *arguments = self.agenda[-1]
            run: Callable[..., None] | None = getattr(self, "step_" + name.replace("-", "_"), None)
            if run is None:
                return
            self.agenda.pop()
            run(*arguments)
        self.agenda = []

    # -- section 7

    def named(self, question: Task, action: list[Any]) -> list[int]:
        """The pieces that an action shows, those that are public already among them."""
        match action:
            case ["pay", _, cards]:
                pieces = cards
            case ["march", _, _, _, card] | ["call-mori" | "challenge" | "prove-loyalty", card, *_]:
                pieces = [card]
            case ["muster", blocks, _, shown]:
                pieces = blocks if shown else []
            case ["reveal"]:
                pieces = self.pools[question[1]][question[2]]
            case ["deploy", card, blocks]:
                pieces = [card, *blocks]
            case ["lose" | "lose-in-siege", blocks, *_]:
                pieces = blocks
            case _:
                pieces = []
        return [piece for piece in pieces if piece is not None]

    # -- section 8

    def step_hide(self, seat: int, pools: list[int]) -> None:
        collected = []
        for pool in pools:
            pieces = self.pools[seat][pool]
            if len(pieces) > 1 or any(piece in self.shown for piece in pieces):
                collected.append(pool)
        if collected:
            self.put(("mix", seat, collected))

    def step_draw_cards(self, seat: int, count: int) -> None:
        if count > 0:
            self.put(("deal", seat, count), ("hide", seat, [HAND]))

    def step_deal(self, seat: int, count: int) -> None:
        pools = self.pools[seat]
        if not pools[DECK]:
            if pools[DISCARD]:
                pools[DECK], pools[DISCARD] = pools[DISCARD], []
                self.put(("hide", seat, [DECK]), ("deal", seat, count))
            return
        size = min(count, len(pools[DECK]))
        rest = [("deal", seat, count - size)] if count > size else []
        self.put(("draw", seat, DECK, HAND, size), *rest)

    def step_draw_recruits(self, seat: int, count: int) -> None:
        size = min(count, len(self.pools[seat][BAG]))
        if size:
            self.put(("draw", seat, BAG, RECRUITMENT, size), ("hide", seat, [RECRUITMENT]))

    def overrun(self, place: int) -> int | None:
        sizes = [len(self.pools[seat][place]) for seat in (0, 1)]
        for seat in (0, 1):
            if sizes[seat] and sizes[1 - seat] >= 4 * sizes[seat] and self.holder[place] != seat:
                return seat
        return None

    def step_check_overrun(self, place: int) -> None:
        seat = self.overrun(place)
        if seat is None:
            return
        if all(piece in self.shown for piece in self.pools[seat][place]):
            self.destroy(seat, place)
        else:
            self.put(("reveal-due", seat, place))

    def step_draw_owed(self, first: int) -> None:
        if self.owed != [0, 0]:
            owed, self.owed = self.owed, [0, 0]
            self.put(*[("draw-cards", seat, owed[seat]) for seat in (first, 1 - first)])

    def destroy(self, seat: int, place: int) -> None:
        blocks = self.pools[seat][place]
        self.bury(seat, blocks, place)
        self.settle(place)
        self.owed[seat] += len(blocks) // 2
        self.instant_victory()

    def bury(self, seat: int, blocks: list[int], place: int) -> None:
        self.transfer(seat, blocks, place, DEAD)
        for group in self.groups:
            group["blocks"] = [piece for piece in group["blocks"] if piece not in blocks]
        self.groups = [group for group in self.groups if group["blocks"]]

    def instant_victory(self) -> None:
        for seat, leader in enumerate(("block-tokugawa-1-leader", "block-ishida-1-leader")):
            if any(self.shown[piece] == FACE_OF[leader] for piece in self.pools[seat][DEAD]):
                self.result = (1 - seat, "leader-killed", FACE_OF[leader])
                return
        if OSAKA not in self.disks:
            self.result = (0, "hideyori-captured")

    # -- section 9

    def do_pay(self, _: Task, seat: int, degree: str, cards: list[int]) -> None:
        self.transfer(seat, cards, HAND, DISCARD)
        moves = {"none": 0, "minimal": 1, "limited": 3, "total": 99}[degree]
        self.movement = {"degree": degree, "stack_moves": moves, "mustered": False, "roads": set(), "moved": set()}
        replaced = [("draw-cards", seat, len(cards))] if degree == "none" else []
        self.put(*replaced, ("movement-due", seat))

    def do_end_movement(self, _: Task, seat: int) -> None:
        assert self.movement
        moved = self.movement["moved"]
        pools = [place for place in MAP if not moved.isdisjoint(self.pools[seat][place])]
        self.end_move()
        self.movement = None
        if pools:
            self.put(("hide", seat, pools))

    def end_move(self) -> None:
        self.move, self.groups = None, []

    def one_less(self) -> None:
        assert self.movement
        self.movement["stack_moves"] -= self.movement["stack_moves"] != 99

    def do_muster(self, question: Task, seat: int, blocks: list[int], place: int, _: bool) -> None:
        assert self.movement
        self.movement["mustered"] = True
        self.one_less()
        self.put(question)
        self.arrive(seat, blocks, RECRUITMENT, place)

    def do_call_mori(self, question: Task, seat: int, card: int, block: int) -> None:
        self.transfer(seat, [card], HAND, DISCARD)
        self.put(question)
        self.arrive(seat, [block], BOX, OSAKA)

    def arrive(self, seat: int, blocks: list[int], source: int, place: int) -> None:
        assert self.movement
        self.end_move()
        self.movement["moved"] |= set(blocks)
        self.transfer(seat, blocks, source, place)
        self.settle(place)
        if self.pools[1 - seat][place]:
            self.put(("check-overrun", place), ("draw-owed", seat))

    def do_march(
        self, question: Task, seat: int, blocks: list[int], stops: list[int], claim: bool, forced: int | None
    ) -> None:
        assert self.movement
        enemy = 1 - seat
        before = next((group for group in self.groups if blocks[0] in group["blocks"]), None)
        start = next(place for place in MAP if blocks[0] in self.pools[seat][place])
        here, end = [start, *stops][-2:]
        roads = {self.road(*pair) for pair in zip([start, *stops], stops, strict=False)}
        # 1
        self.put(question)
        if forced is not None:
            self.transfer(seat, [forced], HAND, DISCARD)
        if before is None and (self.move is None or self.move["origin"] != start):
            self.one_less()
            led = CAPITAL[start] == seat or CASTLE[start] == self.holder[start] == seat
            self.move, self.groups = {"origin": start, "led": led, "present": self.pools[seat][start]}, []
        assert self.move
        # 2
        self.transfer(seat, blocks, start, end)
        self.settle(start)
        for place in stops[:-1]:
            if RESOURCE[place]:
                self.owner[place] = seat
        self.settle(end)
        # 3
        self.movement["roads"] |= roads
        self.movement["moved"] |= set(blocks)
        self.move["led"] |= claim
        group = {
            "at": end,
            "came_from": here,
            "steps": len(stops) + (before["steps"] if before else 0),
            "highway": all(ROAD[road][1] for road in roads) and (before is None or before["highway"]),
            "largest": before["largest"] if before else len(blocks),
            "forced": forced is not None or (before is not None and before["forced"]),
            "stopped": self.units(enemy, end)
            and not (self.overrun(end) == enemy and not (enemy == 1 and end in self.disks)),
            "blocks": blocks,
        }
        whole = before is not None and before["blocks"] == blocks
        if before is not None:
            before["blocks"] = [piece for piece in before["blocks"] if piece not in blocks]
        self.groups = [kept for kept in self.groups if kept["blocks"]] + [group]
        # 4
        self.arrivals.add((seat, end, here))
        if before is not None and whole:
            self.arrivals.discard((seat, before["at"], before["came_from"]))
        # 5
        if self.pools[enemy][start] or self.pools[enemy][end]:
            self.put(("check-overrun", start), ("check-overrun", end), ("draw-owed", seat))

    def road(self, one: int, two: int) -> int:
        ends = {KEYS[one], KEYS[two]}
        return next(number for number, (keys, _) in enumerate(ROAD) if set(keys) == ends)

    def do_reveal(self, question: Task, seat: int) -> None:
        self.destroy(seat, question[2])

    # -- section 10

    @property
    def fight(self) -> dict[str, Any]:
        assert self.combat
        return self.combat

    def end_combat(self) -> None:
        self.combat, self.deployed, self.pending = None, [], None

    def begin_combat(self, place: int, attacker: int) -> None:
        self.declared.add(place)
        holder = None if CASTLE[place] is None else self.holder[place]
        self.combat = {"location": place, "attacker": attacker, "holder": holder, "siege": False}
        self.combat |= {"impact": [0, 0], "ended": [False, False], "carded": [False, False]}
        self.deployed, self.pending = [], None
        self.put(("meet-in-combat",))
        box = self.pools[1][BOX]
        if place == OSAKA and attacker == 0 and box:
            self.transfer(1, box, BOX, OSAKA)
            self.settle(OSAKA)
            self.put(("hide", 1, [OSAKA]), ("check-overrun", OSAKA), ("draw-owed", attacker))

    def forget(self, place: int) -> None:
        self.arrivals = {entry for entry in self.arrivals if entry[1] != place or self.pools[entry[0]][place]}

    def to_declare(self, place: int) -> bool:
        assert self.active is not None
        meet = bool(self.pools[self.active][place]) and self.units(1 - self.active, place)
        return meet and place not in self.declared

    def step_combat_phase(self) -> None:
        if any(self.to_declare(place) for place in MAP):
            self.put(("declaration-due", self.active), ("combat-phase",))

    def do_declare(self, _: Task, seat: int, place: int) -> None:
        self.begin_combat(place, seat)

    def step_meet_in_combat(self) -> None:
        here, holder = self.fight["location"], self.fight["holder"]
        if not (self.units(0, here) and self.units(1, here)):
            self.end_combat()
            self.forget(here)
            return
        self.put(("next-deployment",))
        if holder is not None:
            blocks = len(self.pools[holder][here])
            if blocks == 0:
                self.fight["siege"] = True
            elif blocks <= 2:
                self.put(("castle-choice-due", holder, here))

    def do_fight_inside(self, _: Task, seat: int, inside: bool) -> None:
        if inside and seat == self.fight["attacker"]:
            self.end_combat()
        elif inside:
            self.fight["siege"] = True

    def leading(self) -> int:
        attacker, impact = self.fight["attacker"], self.fight["impact"]
        return int(attacker if impact[attacker] > impact[1 - attacker] else 1 - attacker)

    def step_next_deployment(self) -> None:
        if self.combat is None:
            return
        here, attacker, ended = self.fight["location"], self.fight["attacker"], self.fight["ended"]
        if self.fight["siege"]:
            self.put(("siege-losses",) if ended[attacker] else ("deployment-due", attacker, here))
        elif all(ended):
            self.put(("battle-losses",))
        else:
            trailing = 1 - self.leading()
            self.put(("deployment-due", 1 - trailing if ended[trailing] else trailing, here))

    def count(self, seat: int, blocks: list[int], swords: bool) -> None:
        for piece in blocks:
            face = FACES[self.shown[piece]]
            attack = swords and face.arm is not None
            impact = face.mon + 2 * attack
            for comrade, side in self.deployed:
                if side == seat:
                    other = FACES[self.shown[comrade]]
                    impact += (other.daimyo == face.daimyo) + 2 * (attack and other.arm == face.arm)
            self.fight["impact"][seat] += impact
            self.deployed.append((piece, seat))

    def do_deploy(self, _: Task, seat: int, card: int | None, blocks: list[int]) -> None:
        self.put(("next-deployment",))
        if card is None:
            self.count(seat, blocks, swords=False)
            return
        self.transfer(seat, [card], HAND, PLAYED)
        self.fight["carded"][seat] = True
        self.pending = {"card": card, "blocks": blocks}
        if self.fight["siege"] or not self.pools[1 - seat][HAND]:
            self.stand(seat)
        else:
            self.put(("challenge-due", 1 - seat, self.fight["location"]))

    def do_end_deployment(self, _: Task, seat: int) -> None:
        self.fight["ended"][seat] = True
        self.put(("next-deployment",))

    def stand(self, seat: int) -> None:
        assert self.pending
        swords = FACES[self.shown[self.pending["card"]]].kind == "swords" and not self.fight["siege"]
        self.count(seat, self.pending["blocks"], swords)
        self.pending = None

    def defect(self, seat: int) -> None:
        assert self.pending
        self.count(1 - seat, self.pending["blocks"], swords=False)
        self.pending = None

    def do_challenge(self, _: Task, seat: int, card: int | None) -> None:
        if card is None:
            self.stand(1 - seat)
            return
        self.transfer(seat, [card], HAND, PLAYED)
        if self.pools[1 - seat][HAND]:
            self.put(("loyalty-proof-due", 1 - seat, self.fight["location"]))
        else:
            self.defect(1 - seat)

    def do_prove_loyalty(self, _: Task, seat: int, card: int | None) -> None:
        if card is None:
            self.defect(seat)
        else:
            self.put(("hide", seat, [HAND]), ("loyalty-proven", seat))

    def step_loyalty_proven(self, seat: int) -> None:
        self.stand(seat)

    def step_battle_losses(self) -> None:
        here, attacker, winner = self.fight["location"], self.fight["attacker"], self.leading()
        lost = [
            min(self.fight["impact"][1 - seat] // 7 + (seat != winner), len(self.pools[seat][here])) for seat in (0, 1)
        ]
        sides = (attacker, 1 - attacker)
        self.put(
            *[("losses-due", seat, here, lost[seat]) for seat in sides if lost[seat]],
            ("losses-taken", here),
            *[("hide", seat, [here]) for seat in sides],
            ("after-battle", 1 - winner, lost),
        )

    def do_lose(self, question: Task, seat: int, blocks: list[int]) -> None:
        self.bury(seat, blocks, question[2])

    def step_losses_taken(self, place: int) -> None:
        self.settle(place)
        self.instant_victory()

    def step_after_battle(self, loser: int, lost: list[int]) -> None:
        here, attacker = self.fight["location"], self.fight["attacker"]
        self.put(
            *([("retreat-due", loser, here)] if self.pools[loser][here] else []),
            *[("replenish", seat, lost[seat] // 2) for seat in (attacker, 1 - attacker)],
            ("end-combat", here),
        )

    def step_replenish(self, seat: int, extra: int) -> None:
        played = self.pools[seat][PLAYED]
        self.transfer(seat, played, PLAYED, DISCARD)
        self.put(("draw-cards", seat, len(played) + extra))

    def step_end_combat(self, place: int) -> None:
        self.end_combat()
        self.forget(place)

    def step_siege_losses(self) -> None:
        here, attacker = self.fight["location"], self.fight["attacker"]
        blocks = len(self.pools[1 - attacker][here])
        lost = min(self.fight["impact"][attacker] // 7, blocks + (here in self.disks))
        self.put(
            *([("siege-losses-due", 1 - attacker, here, lost)] if lost else []),
            ("losses-taken", here),
            ("hide", attacker, [here]),
            ("after-siege", blocks),
        )

    def do_lose_in_siege(self, question: Task, seat: int, blocks: list[int], disk: bool) -> None:
        if disk:
            self.disks.remove(question[2])
        self.bury(seat, blocks, question[2])

    def step_after_siege(self, blocks: int) -> None:
        here, attacker = self.fight["location"], self.fight["attacker"]
        fewer = blocks - len(self.pools[1 - attacker][here])
        self.put(("replenish", attacker, 0), ("replenish", 1 - attacker, fewer), ("end-combat", here))

    def step_follow_on(self, seat: int, place: int) -> None:
        if self.units(0, place) and self.units(1, place):
            self.begin_combat(place, seat)

    def do_retreat(self, _: Task, seat: int, staying: list[int], to: int | None) -> None:
        here, attacker = self.fight["location"], self.fight["attacker"]
        leaving = [piece for piece in self.pools[seat][here] if piece not in staying]
        assert bool(leaving) == (to is not None)
        if to is None:
            return
        enemies, friends = self.units(1 - seat, to), self.units(seat, to)
        self.transfer(seat, leaving, here, to)
        if enemies:
            self.arrivals.add((seat, to, here))
        self.settle(here)
        self.settle(to)
        below = self.agenda.index(("end-combat", here))
        after: list[Task] = [("draw-owed", attacker)]
        if enemies and not friends:
            after.append(("follow-on", seat, to))
        self.agenda[below:below] = after[::-1]
        self.put(("check-overrun", here), ("check-overrun", to), ("hide", seat, [to]))

    # -- section 11

    def step_begin_week(self, week: int) -> None:
        if week > int(WEEKS):
            points = [2 * self.holder.count(seat) + self.owner.count(seat) for seat in (0, 1)]
            self.result = (0 if points[0] > points[1] else 1, "points-counted", *points)
            return
        self.week, self.turn, self.first, self.active = week, 0, None, None
        tasks: list[Task] = [("begin-bids",), ("begin-week", week + 1)]
        if week > 1:
            tasks.insert(0, ("reinforce",))
            if any(len(self.pools[seat][HAND]) >= 2 for seat in (0, 1)):
                tasks.insert(0, ("discards-due",))
        self.put(*tasks)

    def step_reinforce(self) -> None:
        castles, resources = [[held.count(seat) for seat in (0, 1)] for held in (self.holder, self.owner)]
        cards = [int(CARDS) + (castles[seat] > castles[1 - seat]) for seat in (0, 1)]
        blocks = [int(BLOCKS[self.week - 1]) + (resources[seat] >= resources[1 - seat]) for seat in (0, 1)]
        self.put(
            *[("draw-cards", seat, cards[seat]) for seat in (0, 1)],
            *[("draw-recruits", seat, blocks[seat]) for seat in (0, 1)],
        )

    def step_begin_bids(self) -> None:
        self.put(("bids-due",) if self.pools[0][HAND] or self.pools[1][HAND] else ("first-player-due", 1))

    def do_choose_first(self, _: Task, seat: int, first: int) -> None:
        self.first = first
        self.put(*[("begin-turn", turn, player) for turn in (0, 1) for player in (first, 1 - first)])

    def step_begin_turn(self, turn: int, seat: int) -> None:
        self.turn, self.active, self.arrivals, self.declared = turn, seat, set(), set()
        self.put(("payment-due", seat), ("combat-phase",))

    # -- section 12

    def text(self) -> str:
        """The canonical text."""
        places = ascending(PLACE)
        lines = ["sekigahara position 2", record("time", self.week, self.turn, self.first, self.active)]
        lines.append(f"next {self.next}")
        for name, whose in (("castles", self.holder), ("resources", self.owner)):
            for seat in (0, 1):
                told = many(PLACE)([place for place in MAP if whose[place] == seat])
                lines.append(f"{name} {SEAT(seat)} {told}")
        lines.append(f"disks {places(self.disks)}")
        for seat in (0, 1):
            for pool, pieces in enumerate(self.pools[seat]):
                words = [
                    f"{piece}={FACE(self.shown[piece])}" if piece in self.shown else f"{piece}" for piece in pieces
                ]
                lines += [" ".join(["stack", SEAT(seat), PLACE(pool), *words])] if pieces else []
        lines += [f"declared {places(self.declared)}"] if self.declared else []
        lines += [f"arrival {SEAT(seat)} at={PLACE(to)} from={PLACE(here)}" for seat, to, here in sorted(self.arrivals)]
        lines += [f"owed tokugawa={self.owed[0]} ishida={self.owed[1]}"] if any(self.owed) else []
        lines += [record_of("movement", self.movement)] if self.movement else []
        lines += [record_of("move", self.move)] if self.move else []
        lines += [record_of("group", group) for group in self.groups]
        lines += [record_of("combat", self.combat)] if self.combat else []
        lines += [f"deployed {piece} for={SEAT(seat)}" for piece, seat in self.deployed]
        lines += [record_of("pending", self.pending)] if self.pending else []
        lines += ["task " + record(*task) for task in self.agenda]
        if self.result:
            winner, *reason = self.result
            lines.append(f"result {SEAT(winner)} " + record(*reason))
        return "\n".join([*lines, ""])
