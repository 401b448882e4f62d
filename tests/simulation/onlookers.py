"""A third person who watches a simulated game: comes, is cut off, falls silent, leaves and comes back.

What it gets to see is judged as it comes: entries of the record in their order, and never one more than the host's
record has; and of all other messages those alone that tell nothing of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final

import trio

from p2p.errors import LinkError, Problem, RefusedError
from p2p.game_runner import plan_of
from p2p.reach.addresses import Place
from p2p.reach.invitation import parse_watch_invitation
from p2p.store.game_folder import Ways
from p2p.watching import GameWatcher
from protocol.errors import FairTableError
from protocol.record import read_record
from protocol.roles import Role
from protocol.seeds import SEED_BYTES
from tests.simulation.faults import keyed
from tests.simulation.games import game_of
from tests.simulation.network import SimulatedStream
from tests.simulation.programs import PROGRAM

if TYPE_CHECKING:
    from tests.simulation.world import World

ORIGIN: Final = "192.0.2.77"
WAYS: Final = Ways(router=False, dht=False, tor=False)
STAYS: Final = (0.3, 2.0, 2.0, 20.0, 90.0)
"""Seconds until something happens to it."""
MANNERS: Final = ("is cut", "goes dark", "leaves", "stays", "stays")
TELLS_NOTHING: Final = frozenset(
    {"tls.certificate", "challenge", "welcome", "head", "ping", "pong", "fault", "goodbye", "goodbye.left"}
)


class Onlooker:
    """Watches until the run is over. `seen`: the longest chain that it saw."""

    def __init__(self, world: World) -> None:
        self.seen: tuple[bytes, ...] = ()
        self.labels: Counter[str] = Counter()
        self.over = False
        """Whether it saw the game's end."""
        self.happened: Counter[str] = Counter()
        self._world = world
        self._streams: list[SimulatedStream] = []

    async def watch(self) -> None:
        """Come again and again."""
        from tests.simulation.seams import tools_with

        PROGRAM.set(None)
        world = self._world
        random = keyed(world.scenario.seed, "onlooker")
        await world.watch_invited.wait()
        assert world.watch_token is not None
        invitation = parse_watch_invitation(world.watch_token)
        tools = tools_with(self._dial)
        watching: list[GameWatcher] = []

        def look() -> None:
            self._look(watching[-1])

        while not self.over:
            watcher = GameWatcher(
                invitation,
                lambda name, settings: game_of(world.scenario.setting),
                look,
                plan=plan_of(WAYS),
                tools=tools,
            )
            watching.append(watcher)
            try:
                async with trio.open_nursery() as nursery:
                    nursery.start_soon(self._suffer, random, nursery.cancel_scope)
                    await watcher.run()
                    nursery.cancel_scope.cancel()
            except* LinkError as group:
                self._may_fail(group)
            except* FairTableError as group:
                world.violate(f"the onlooker accuses a player: {group.exceptions[0]!r}")
            await trio.sleep(random.choice(STAYS))

    def _may_fail(self, group: BaseExceptionGroup[LinkError]) -> None:
        for error in group.exceptions:
            if isinstance(error, RefusedError) and error.problem is Problem.OTHER_CERTIFICATE:
                continue  # another machine has the address now
            if isinstance(error, LinkError) and error.problem is Problem.OUT_OF_PLACE:
                self._world.violate(f"the onlooker is sent what it must not see: {error}")

    async def _dial(self, place: Place) -> SimulatedStream:
        stream = await self._world.network.dial(place.host, ORIGIN)
        stream.heard = _records(self._hear)
        self._streams.append(stream)
        return stream

    async def _suffer(self, random: Random, scope: trio.CancelScope) -> None:
        """What happens to it and to its connection."""
        while True:
            await trio.sleep(random.choice(STAYS))
            manner = random.choice(MANNERS)
            self.happened[manner] += 1
            if manner == "leaves":
                scope.cancel()
            elif self._streams and manner != "stays":
                connection = self._streams[-1].connection
                connection.cut() if manner == "is cut" else connection.go_dark()

    def _look(self, watcher: GameWatcher) -> None:
        """Judge what it has seen so far."""
        world, referee = self._world, watcher.referee
        if referee is None:
            return
        chain = tuple(referee.entries)
        files = world.machines[Role.HOST].disk.files
        (record,) = (read_record(file.durable).entries for path, file in files.items() if path.name == "record")
        if chain != tuple(record[: len(chain)]):
            world.violate(f"the onlooker has {len(chain)} entries, and the record of the host {len(record)}")
        if len(chain) > len(self.seen):
            self.seen = chain
        self.over = self.over or watcher.over

    def _hear(self, data: bytes) -> None:
        """One message: its label is told, and no seed lies in what comes before its time."""
        label = data[9 : 9 + data[8]].decode()
        self.labels[label] += 1
        if label not in TELLS_NOTHING and not label.startswith("entry."):
            self._world.violate(f"the onlooker is sent {label}")
        if label != "entry.seed":
            for machine in self._world.machines.values():
                for path, file in machine.disk.files.items():
                    if path.name == "secrets" and file.seen and file.seen[:SEED_BYTES] in data:
                        self._world.violate(f"the onlooker is sent the seed of the {machine.name}")


def _records(hear: Callable[[bytes], None]) -> Callable[[bytes], None]:
    """Puts together what comes in pieces; `hear` is told of each message of `tests.simulation.secured`."""
    waiting = b""

    def take(data: bytes) -> None:
        nonlocal waiting
        waiting += data
        while len(waiting) >= 4 and len(waiting) >= (end := 4 + int.from_bytes(waiting[:4], "big")):
            hear(waiting[4:end])
            waiting = waiting[end:]

    return take
