"""One run: two machines, a network, a plan of faults, and players who come back until the game is over."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

import trio
import trio.testing

from p2p.errors import Problem, RefusedError, StorageError
from p2p.game_runner import GameRunner, Watch
from p2p.new_games import joined_game, new_hosted_game
from p2p.session.answer_timing import AnswerTiming
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import GameFolder, Ways
from protocol.errors import FairTableError, LocalError, RecordError
from protocol.record import read_record
from protocol.roles import Role
from tests.simulation.disk import ProgramsDisk, SimulatedDisk
from tests.simulation.faults import Fault, Kind, Plan, keyed
from tests.simulation.games import PLAYERS, Setting, choice, game_of
from tests.simulation.network import PORT, Network
from tests.simulation.onlookers import Onlooker
from tests.simulation.programs import PROGRAM, Killed, Machine, Program
from tests.simulation.seams import FINGERPRINT, deterministic_scheduling, seams, tools_of
from tests.simulation.strangers import visit

LIMIT: Final = 5400.0
"""Seconds of virtual time after which a game that has not ended never will."""
MOST_PROGRAMS: Final = 300
MOST_PASSED: Final = {"toy": 20_000, "sekigahara": 3_000_000, "samurai": 3_000_000}
"""How many points a game may pass: many times what the longest have."""
ADDRESSES: Final = ("10.0.0.1", "10.0.0.2", "10.0.0.3")
HOSTS_WAYS: Final = Ways(
    listen=("0.0.0.0", PORT),
    addresses=tuple((address, PORT) for address in ADDRESSES),
    only_addresses=True,
    router=False,
    dht=False,
    tor=False,
)
JOINERS_WAYS: Final = Ways(router=False, dht=False, tor=False)
HOME: Final = Path("/home")
AWAY: Final = (0.1, 1.0, 5.0, 40.0, 200.0)
"""Seconds until a player comes back."""
PAUSES: Final = (0.0, 0.1, 0.1, 1.0, 1.0, 17.0)
"""Seconds until a player decides."""
TOO_LONG: Final = 700.0
"""Seconds in which any bank of the clocks runs out."""
DISK_TROUBLE: Final = (
    Problem.CANNOT_READ,
    Problem.CANNOT_WRITE,
    Problem.CANNOT_MAKE,
    Problem.CANNOT_LOCK,
    Problem.CANNOT_OPEN,
    Problem.CANNOT_CUT,
    Problem.JOURNAL_FULL,
    Problem.JOURNAL_BROKEN,
    Problem.IDENTITY_UNUSABLE,
)


@dataclass(frozen=True, slots=True)
class Scenario:
    """A run: which game, what goes wrong, and the seed of everything else (delays, pauses, order of tasks)."""

    seed: int
    setting: Setting
    faults: tuple[Fault, ...] = ()
    fickle: bool = False
    """Whether players choose otherwise each time they come back; then no undisturbed game is there to compare with."""
    pondering: float = 0.0
    """Seconds for which nobody decides at the beginning."""
    resigns: Role | None = None
    """Who resigns when its chain has `resigns_at` entries, whoever is to write then."""
    resigns_at: int = 0


@dataclass
class World:
    """What all have in common."""

    scenario: Scenario
    plan: Plan
    certificate: bytes = FINGERPRINT
    token: str | None = None
    invited: trio.Event = field(default_factory=trio.Event)
    watch_token: str | None = None
    watch_invited: trio.Event = field(default_factory=trio.Event)
    overlong: int = 0
    """How many decisions were taken for which no clock had time enough."""
    onlooker: Onlooker | None = field(default=None, init=False)
    bound: bool = False
    """Whether the host has let the joiner in."""
    violations: list[str] = field(default_factory=list)
    machines: dict[Role, Machine] = field(init=False)
    network: Network = field(init=False)
    ended_at: float = 0.0

    def __post_init__(self) -> None:
        seed = self.scenario.seed
        self.machines = {role: Machine(role, SimulatedDisk(keyed(seed, "disk", role))) for role in Role}
        self.network = Network(keyed(seed, "network"), self, ADDRESSES[0])
        self._programs: dict[Role, Program] = {}
        self._started = 0

    # -- what programs ask

    def reach(self, point: str) -> list[Kind]:
        """Pass a point; the kinds that strike."""
        kinds = [fault.kind for fault in self.plan.reach(point, trio.current_time())]
        if self.plan.passed > MOST_PASSED[self.scenario.setting.game] + 2 * self.scenario.pondering:
            self.violate("the game does not end: it goes round and round")
        return kinds

    def note(self, line: str) -> None:
        self.plan.note(f"{trio.current_time():.6f} {line}")

    def violate(self, what: str) -> None:
        """Something that must never be has been seen: that ends the run."""
        if not self.violations:
            self.note(f"VIOLATION {what}")
            self.violations.append(what)
            self._nursery.cancel_scope.cancel()

    def strike(self, program: Program, kind: Kind) -> None:
        """Do to a program what `kind` says."""
        both = [*self._programs.values()]
        match kind:
            case Kind.KILL:
                program.die(power=False)
            case Kind.POWER:
                program.die(power=True)
            case Kind.REORDER:
                program.machine.disk.reorder = True
                program.die(power=True)
            case Kind.KILL_BOTH | Kind.POWER_BOTH:
                for each in both:
                    each.die(power=kind is Kind.POWER_BOTH)
            case Kind.RESTORE | Kind.RESTORE_BOTH:
                for each in both if kind is Kind.RESTORE_BOTH else [program]:
                    each.die(power=False)
                    self._restore(each.machine)
            case Kind.LEAVE:
                program.leave()
            case Kind.LEAVE_BOTH:
                for each in both:
                    each.leave()
            case _:
                raise AssertionError(kind)

    def strike_network(self, kind: Kind) -> None:
        """A move, or strangers."""
        if kind is Kind.STRANGERS:
            random = keyed(self.scenario.seed, "strangers", self.plan.counts.total())
            for _ in range(random.randint(1, 4)):
                self._nursery.start_soon(visit, self, random)
            return
        host, joiner = kind is not Kind.MOVE_JOINER, kind is not Kind.MOVE_HOST
        self.network.move(host=host, joiner=joiner, addresses=ADDRESSES)

    def _restore(self, machine: Machine) -> None:
        if machine.disk.restore():
            machine.restored = True
            machine.acknowledged = 0

    # -- the run

    async def main(self) -> None:
        """Play until both players have the whole game."""
        with trio.move_on_after(self.scenario.pondering + LIMIT) as limit:
            async with trio.open_nursery() as self._nursery:
                if self.scenario.setting.watched:
                    self.onlooker = Onlooker(self)
                    self._nursery.start_soon(self.onlooker.watch)
                async with trio.open_nursery() as players:
                    for machine in self.machines.values():
                        players.start_soon(self._run_machine, machine)
                self.ended_at = trio.current_time()
                self._nursery.cancel_scope.cancel()
        if limit.cancelled_caught:
            self.violate("the game does not end")

    def _both_finished(self) -> bool:
        return all(machine.finished for machine in self.machines.values())

    async def _run_machine(self, machine: Machine) -> None:
        random = keyed(self.scenario.seed, "away", machine.name)
        while True:
            self._started += 1
            if self._started > MOST_PROGRAMS:
                self.violate(f"more than {MOST_PROGRAMS} programs were started")
                return
            program = self._programs[machine.role] = Program(self, machine)
            PROGRAM.set(program)
            end = await self._run_program(program)
            del self._programs[machine.role]
            PROGRAM.set(None)
            self.note(f"{machine.name} ends: {end}")
            machine.ends.append(end)
            machine.finished = end == "finished"
            if not machine.finished:
                await trio.sleep(max(random.choice(AWAY), machine.disk.full_until - trio.current_time()))
                continue
            for _ in range(12):
                if self._both_finished():
                    return
                await trio.sleep(5)
            machine.finished = False

    async def _run_program(self, program: Program) -> str:
        """Run a program to its end, and say what that was."""
        problem: BaseException | None = None
        try:
            with program.scope:
                await self._live(program)
        except (Killed, FairTableError, BaseExceptionGroup) as error:
            problem = error
        if not program.alive:
            self._look_for_mistakes(program, problem)
            return "killed"
        program.clean_up()
        if self._nursery.cancel_scope.cancel_called:
            return "never"
        if problem is None:
            return "left" if program.scope.cancelled_caught else "finished"
        if isinstance(problem, StorageError):
            if problem.problem not in DISK_TROUBLE or not program.machine.troubled:
                self.violate(f"{program.machine.name} ends with {problem.problem.name}: {problem}")
            return f"disk: {problem.problem.name}"
        if isinstance(problem, RefusedError) and problem.problem is Problem.OTHER_CERTIFICATE and not self.bound:
            return "another machine answered"  # before the first contact that is final: the player tries again
        self._look_for_mistakes(program, problem)
        self.violate(f"{program.machine.name} ends with {type(problem).__name__}: {problem}")
        return f"failed: {type(problem).__name__}"

    def _look_for_mistakes(self, program: Program, problem: BaseException | None) -> None:
        """Errors that no program should end with, even as it dies."""
        for error in _leaves(problem):
            if not isinstance(error, Killed | FairTableError | OSError | trio.BrokenResourceError | trio.Cancelled):
                if isinstance(error, trio.ClosedResourceError) and not program.alive:
                    continue
                self.violate(f"{program.machine.name} fails with {error!r}")

    # -- a program

    async def _live(self, program: Program) -> None:
        machine, setting = program.machine, self.scenario.setting
        data = DataFolder(HOME / machine.name, ProgramsDisk(machine.disk, program, program.locked))
        folder = await self._folder(program, data)
        self._check_acknowledged(program)
        sessions: list[Session[Any, Any]] = []
        attached = trio.Event()

        def attach(session: Session[Any, Any]) -> None:
            sessions.append(session)
            attached.set()

        async def decide() -> None:
            await attached.wait()
            await self._decide(program, sessions[0])

        runner: GameRunner[Any, Any] = GameRunner(
            lambda name, settings: game_of(setting),
            data,
            folder,
            attach,
            observe=program.observe,
            watch=Watch(invite=self._invite, watch_invite=self._watch_invite),
            tools=tools_of(program),
            timing=AnswerTiming(1.5, use_default=False) if setting.timed else None,
        )
        async with trio.open_nursery() as nursery:
            nursery.start_soon(decide)
            try:
                await runner.play()
            except FairTableError as error:
                problem: FairTableError | None = error
            else:
                problem = None
            nursery.cancel_scope.cancel()
        if problem is not None:
            raise problem

    async def _folder(self, program: Program, data: DataFolder) -> GameFolder:
        """The game that was begun, or a new one."""
        name = PLAYERS[program.machine.role]
        if program.machine.role is Role.HOST:
            if program.machine.game:
                return data.folder(program.machine.game)
            setting = self.scenario.setting
            side: Any = setting.side
            folder = new_hosted_game(
                data,
                game_of(setting),
                HOSTS_WAYS,
                name=name,
                side=side,
                signs=setting.signs,
                clock=setting.clock,
                watch=setting.watched,
            )
            program.machine.game = folder.name
            return folder
        await self.invited.wait()
        assert self.token is not None
        signs = self.scenario.setting.signs
        return joined_game(data, self.token, name=name, ways=JOINERS_WAYS, signs=signs)

    def _invite(self, token: str) -> None:
        self.token = token
        self.invited.set()

    def _watch_invite(self, token: str) -> None:
        self.watch_token = token
        self.watch_invited.set()

    def _check_acknowledged(self, program: Program) -> None:
        """What anybody was shown to be there must be there now."""
        machine = program.machine
        for path, file in machine.disk.files.items():
            if path.name != "record":
                continue
            try:
                count = len(read_record(file.seen).entries)
            except RecordError:
                return  # the program says so itself
            if count < machine.acknowledged:
                self.violate(f"{machine.name} has lost acknowledged entries")
                machine.acknowledged = count

    async def _decide(self, program: Program, session: Session[Any, Any]) -> None:
        """Answer whatever is asked, after a while; talk now and then."""
        table, setting = session.table, self.scenario.setting
        random = keyed(self.scenario.seed, "pauses", program.machine.name, len(program.machine.ends))
        mood = f"{len(program.machine.ends)}" if self.scenario.fickle else ""
        while table.outcome is None:
            if session.choice_lost and session.synchronised and not table.leaving:
                with contextlib.suppress(LocalError):
                    session.resign()
            if self.scenario.resigns is program.machine.role and table.head.count >= self.scenario.resigns_at:
                with contextlib.suppress(LocalError):
                    session.resign()
            view = table.view()
            if session.to_decide() is None or view is None:
                await session.next_change()
                continue
            pause = random.choice(PAUSES)
            if setting.slow is program.machine.role and random.random() < 0.5:
                pause = TOO_LONG
            await trio.sleep_until(max(self.scenario.pondering, trio.current_time() + pause))
            if random.random() < 0.4:
                session.chat("so there")
            view = table.view()
            if session.to_decide() is not None and view is not None:
                self.overlong += pause == TOO_LONG
                session.act(choice(setting, view, mood))
        await trio.sleep_forever()


def _leaves(problem: BaseException | None) -> list[BaseException]:
    if isinstance(problem, BaseExceptionGroup):
        return [leaf for each in problem.exceptions for leaf in _leaves(each)]
    return [] if problem is None else [problem]


class WaitWatcher(trio.abc.Instrument):
    """Passes a point whenever a task of a program goes on: named by the function of p2p that had waited."""

    def before_task_step(self, task: trio.lowlevel.Task) -> None:
        """See trio."""
        program = task.context.get(PROGRAM)
        if program is None or not program.alive:
            return
        where = None
        coroutine: Any = task.coro
        while coroutine is not None:
            code = getattr(coroutine, "cr_code", None)
            if code is not None:
                where = _name_of(code) or where
            coroutine = getattr(coroutine, "cr_await", None)
        if where is not None:
            program.waits(where)


@lru_cache(maxsize=4096)
def _name_of(code: CodeType) -> str | None:
    """What a function of p2p is called in points; None for any other."""
    path = Path(code.co_filename)
    if "p2p" not in path.parts[:-1] or "tests" in path.parts:
        return None
    return f"{path.stem}.{code.co_qualname.replace('.<locals>', '')}"


def run(
    scenario: Scenario,
    *,
    watch_waits: bool = False,
    log: bool = False,
    prepare: Callable[[World], None] = lambda world: None,
) -> World:
    """Play a scenario to its end, in a world that `prepare` may change before."""
    plan = Plan(scenario.faults, watch_waits=watch_waits)
    plan.log = [] if log else None
    world = World(scenario, plan)
    prepare(world)
    instruments = [WaitWatcher()] if plan.watches_waits else []
    clock = trio.testing.MockClock(autojump_threshold=0)
    with seams(), deterministic_scheduling(scenario.seed):
        trio.run(world.main, clock=clock, instruments=instruments)
    return world
