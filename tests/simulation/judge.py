"""What must hold after every run, whatever went wrong in it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from protocol.audit import audit
from protocol.entries.claim import CLAIM
from protocol.entries.leave import RESIGN
from protocol.entries.left import LEFT
from protocol.errors import RecordError
from protocol.outcome import Outcome, OutOfTime, Resigned
from protocol.record import read_record
from protocol.report import Report
from protocol.roles import Role
from protocol.seeds import SEED_BYTES, Secrets
from protocol.signed_head import read_head
from protocol.transcript import read_entry
from tests.simulation.faults import Fault
from tests.simulation.games import Setting, game_of, undisturbed
from tests.simulation.programs import Machine
from tests.simulation.seams import computed_once
from tests.simulation.world import Scenario, World, run


def judge(world: World) -> list[str]:
    """Everything that is wrong, none if all is well.

    The chains agree to the byte, and with that of the undisturbed game between the same players (unless they are
    fickle); the audit is clean; nobody is accused of anything.
    """
    wrong = list(world.violations)
    if wrong:
        return wrong
    host, joiner = (world.machines[role] for role in Role)
    try:
        chain, other_chain = chain_of(host), chain_of(joiner)
        secrets = [_secrets(machine, world.scenario.setting) for machine in (host, joiner)]
    except (RecordError, KeyError) as error:
        return [f"the files cannot be read: {error!r}"]
    if chain != other_chain:
        return [f"the chains differ: {len(chain)} and {len(other_chain)} entries"]
    accusing = [each for each in (host, joiner) if any(path.name == "proof" for path in each.disk.files)]
    wrong += [f"{machine.name} holds a proof against somebody" for machine in accusing]
    setting = world.scenario.setting
    if setting.clock is not None:
        if world.overlong and not world.plan.fired:
            wrong.append("somebody has decided whose time had run out")
        expected_outcomes = {undisturbed(setting, *secrets).outcome}
        if world.scenario.resigns is not None:
            expected_outcomes.add(Resigned(_audited(setting, chain).seats[world.scenario.resigns]))
        return [*wrong, *_judge_clocked(setting, chain, expected_outcomes)]
    restored = host.restored or joiner.restored
    with computed_once():
        report = _audited(setting, chain)
        expected = undisturbed(setting, *secrets)
    if world.scenario.fickle:
        if not report.clean or (isinstance(report.outcome, Resigned) and not restored):
            wrong.append(f"the game has not ended as games do ({report.outcome}, clean: {report.clean})")
        return wrong
    if chain == expected.entries:
        return wrong
    resigns = world.scenario.resigns
    may_resign = restored or (resigns is not None and report.outcome == Resigned(report.seats[resigns]))
    if not report.clean or not isinstance(report.outcome, Resigned) or not may_resign:
        return [*wrong, f"it is another game than the undisturbed one ({report.outcome}, clean: {report.clean})"]
    # Whoever has lost a sealed choice with an old copy can only resign, and the scenario may have had somebody do so.
    end = next(number for number, raw in enumerate(chain) if read_entry(raw).kind in (RESIGN, LEFT))
    if chain[:end] != expected.entries[:end]:
        wrong.append("it is another game than the undisturbed one before the resignation")
    return wrong


def _judge_clocked(setting: Setting, chain: tuple[bytes, ...], expected: Set[Outcome | None]) -> list[str]:
    """A game under clocks ends as it is `expected` to, or because the time of whoever is slow has run out: by what was
    signed, counted here once more.
    """
    report = _audited(setting, chain)
    if not report.clean:
        return [f"the audit finds {report.violations}"]
    if not isinstance(report.outcome, OutOfTime):
        return [] if report.outcome in expected else [f"it has ended with {report.outcome}, not as {expected}"]
    late = Role(report.seats.index(report.outcome.seat))
    if late is not setting.slow:
        return [f"the time of the {late.word} has run out, who was not slow"]
    assert setting.clock is not None
    left = setting.clock.full
    for entry in map(read_entry, chain):
        if entry.kind is CLAIM:
            said = read_head(entry.body.head)
            rests = said.role is late and said.head.count == entry.number and (said.spent or 0) > left
            return [] if rests else [f"the claim rests on {said}, and {left} were left"]
        if entry.role is late and entry.spent is not None:
            left += 1000 * setting.clock.increment - entry.spent
    return ["there is no claim"]


def outcome(world: World, wrong: list[str]) -> str:
    """How a run ended, in a few words for tables."""
    if wrong:
        return "violation"
    chain = chain_of(world.machines[Role.HOST])
    if any(read_entry(raw).kind in (RESIGN, LEFT) for raw in chain):
        return "resigned"
    return "another game" if world.scenario.fickle else "same game"


@lru_cache(maxsize=256)
def _audited(setting: Setting, chain: tuple[bytes, ...]) -> Report:
    return audit(game_of(setting), chain)


def _file(machine: Machine, name: str) -> bytes:
    found: dict[Path, bytes] = {path: file.seen for path, file in machine.disk.files.items() if path.name == name}
    (data,) = found.values() or (None,)
    if data is None:
        raise KeyError(name)
    return data


def chain_of(machine: Machine) -> tuple[bytes, ...]:
    """The entries of a machine's record."""
    return tuple(read_record(_file(machine, "record")).entries)


def _secrets(machine: Machine, setting: Setting) -> Secrets:
    kept = _file(machine, "secrets")
    return Secrets(kept[:SEED_BYTES], kept[SEED_BYTES:], _file(machine, "person.key") if setting.signs else b"")


def fails(scenario: Scenario) -> list[str]:
    """Run a scenario; what is wrong with it."""
    return judge(run(scenario))


def shrink(scenario: Scenario) -> Scenario:
    """The same scenario with as few of its faults as still make it fail: without any one of them it does not."""
    faults: tuple[Fault, ...] = scenario.faults
    size = max(1, len(faults) // 2)
    while True:
        for start in range(0, len(faults), size):
            fewer = faults[:start] + faults[start + size :]
            if fails(replace(scenario, faults=fewer)):
                faults = fewer
                break
        else:
            if size == 1:
                return replace(scenario, faults=faults)
            size //= 2


def explain(scenario: Scenario, wrong: list[str], options: str, *, smaller: bool = True) -> str:
    """What went wrong, with the shortest list of faults that does it and the command that shows it again."""
    lines = [f"seed {scenario.seed}, {scenario.setting}:", *[f"  {each}" for each in wrong]]
    lines += ["faults:", *[f"  {fault}" for fault in scenario.faults]]
    if smaller:
        lines += ["enough of them:", *[f"  {fault}" for fault in shrink(scenario).faults]]
    return "\n".join([*lines, f"again: python -m benchmarks.simulate {options}"])
