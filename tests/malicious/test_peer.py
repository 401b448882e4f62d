"""The malicious peer against the real program, two processes: the few attempts that are tried each time. All of them:
`python -m tests.malicious.table`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.two_programs import run
from protocol.record import read_record
from protocol.transcript import read_entry
from tests.malicious.arena import Arena
from tests.malicious.outcome import Honest, leaked, secrets_of
from tests.malicious.registry import SWITCHES
from tests.malicious.switch import When

QUICK = [name for name, kind in SWITCHES.items() if kind.quick]


def test_the_quick_ones_are_those_that_matter_most() -> None:
    """A swapped card, a chosen draw, a false leader, a game that is left."""
    assert QUICK == ["swap-at-a-mix", "choose-a-draw", "kill-9", "claim-falsely"]


@pytest.mark.parametrize("name", [name for name in QUICK if SWITCHES[name].expected.when is When.AT_ONCE])
def test_a_cheat_is_refused_at_its_entry(name: str, tmp_path: Path) -> None:
    switch = SWITCHES[name]()
    outcome = switch.run(Arena(tmp_path))
    assert outcome.wrong == ()
    assert (outcome.when, outcome.named, outcome.secrets) == (When.AT_ONCE, "the cheat", "whole")
    (path,) = tmp_path.glob("honest/games/*/record")
    entries = read_record(path.read_bytes()).entries
    last = read_entry(entries[-1])
    assert outcome.said.startswith(f"Entry {last.number}: ")
    assert last.role is switch.role
    # What the table calls whole would show if it were not: each of these is looked for in all that was heard.
    heard = (tmp_path / "cheat" / "heard").read_bytes()
    honest = Honest(tmp_path / "honest", switch.role.other, "", 1)
    secrets = dict(secrets_of(honest, entries))
    assert {"the seed", "the signing key", "the identity", "a nonce", "a draw to come"} <= set(secrets)
    assert leaked(honest, entries, heard) == []
    for what, secret in secrets.items():
        assert leaked(honest, entries, heard + secret) == [what]


def test_an_abandoned_game_is_proven_to_its_last_entry_and_says_who_left(tmp_path: Path) -> None:
    outcome = SWITCHES["kill-9"]().run(Arena(tmp_path))
    assert outcome.wrong == ()
    (path,) = tmp_path.glob("honest/games/*/record")
    count = len(read_record(path.read_bytes()).entries)
    audit = run(tmp_path, "audit", str(path))
    assert audit.returncode == 1
    assert f"Proven to entry {count - 1}, left by the joiner (Mallory): every mix, draw and claim" in audit.stdout
    assert "audit: no violation found" in audit.stdout
