"""Games in text mode in real processes: signed ones, those whose output goes nowhere, those that a signal ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.two_programs import ROOT, Program, run, start

HOST = ("host", "--listen", "127.0.0.1:0", "--bot", "random")


def command(home: Path, *arguments: str) -> tuple[list[str], dict[str, str]]:
    environment = os.environ | {"SEKIGAHARA_HOME": str(home), "PYTHONPATH": str(ROOT)}
    return [sys.executable, "-m", "tui.cli", *arguments], environment


def join(home: Path, token: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Join with the token on standard input, and play to the end."""
    words, environment = command(home, "join", "-", "--bot", "random", *arguments)
    return subprocess.run(
        words, cwd=ROOT, env=environment, input=f"{token}\n", capture_output=True, text=True, check=False, timeout=300
    )


def test_who_comes_under_a_known_name_with_another_key_is_told_of(tmp_path: Path) -> None:
    """THREATS 44: signed by both, then by somebody else of that name, who may play nevertheless."""
    told = []
    for guest in ("one", "two"):
        host = start(tmp_path / "host", *HOST, "--sign-as-me", "--name", "Ieyasu")
        try:
            signing = ["--sign-as-me", "--name", "Mitsunari"]
            joined = join(tmp_path / guest, host.line(r"^invite: (\w+)$"), *signing)
            assert joined.returncode == 0, joined.stderr
            told.append(host.end())
        finally:
            host.kill()
    keys = [json.loads(run(tmp_path / home, "identity", "--json").stdout) for home in ("host", "one", "two")]
    assert f"Mitsunari signs as {keys[1]['fingerprint']}, whom you have not met before." in told[0]
    careful = f"CAREFUL: Mitsunari signs with another key than before: {keys[2]['fingerprint']}, "
    assert f"{careful}not {keys[1]['fingerprint']}." in told[1]
    players = json.loads(run(tmp_path / "host", "players", "--json").stdout)
    assert {(row["key"], row["games"], row["finished"]) for row in players} == {
        (keys[1]["key"], 1, 1),
        (keys[2]["key"], 1, 1),
    }
    games = json.loads(run(tmp_path / "host", "games", "--json").stdout)
    report = json.loads(run(tmp_path, "audit", "--json", games[-1]["record"]).stdout)
    assert [player["person"]["key"] for player in report["players"]] == [keys[0]["key"], keys[1]["key"]]
    assert report["standing"]["winner"] == report["outcome"]["winner"] == games[-1]["winner"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_game_goes_on_without_its_output(tmp_path: Path) -> None:
    words, environment = command(tmp_path / "host", *HOST)
    with (
        Path("/dev/full").open("w") as full,
        subprocess.Popen(words, cwd=ROOT, env=environment, stdout=full, stderr=subprocess.PIPE, text=True) as host,
    ):
        try:
            token = ""
            while not token:  # it is written down once it is known where the host can be reached
                time.sleep(0.05)
                for about in tmp_path.glob("host/games/*/about.json"):
                    token = json.loads(about.read_text())["invite"]
            joined = join(tmp_path / "joiner", token)
            assert "audit: clean" in joined.stdout
            _, errors = host.communicate(timeout=60)
        finally:
            host.kill()
    assert host.returncode == 0, errors
    assert "The game went on without it." in errors
    assert "Traceback" not in errors


@pytest.mark.parametrize("name", ["games", "players", "audit", "identity"])
def test_a_closed_pipe_is_no_error(tmp_path: Path, name: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    words, environment = command(tmp_path, *([name, str(tmp_path), "--json"] if name == "audit" else [name]))
    with os.fdopen(writing, "w") as pipe:
        result = subprocess.run(
            words, cwd=ROOT, env=environment, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False
        )
    assert result.returncode == (2 if name == "audit" else 0)
    assert result.stderr == ""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_a_game_with_goodbye(tmp_path: Path, number: signal.Signals) -> None:
    host = start(tmp_path / "host", *HOST)
    joiner: Program | None = None
    try:
        joiner = start(tmp_path / "joiner", "join", host.line(r"^invite: (\w+)$"), "--bot", "steady")
        host.line(r"^week 1$")
        host.process.send_signal(number)
        text, _ = host.process.communicate(timeout=60)
        assert host.process.returncode == 128 + number
        assert "the game is kept" in text
        assert "Traceback" not in text
        joiner.line("has left for now; the game is kept")
        if number is signal.SIGHUP:  # the rest is the same whichever it was
            host = start(tmp_path / "host", "resume")
            assert "audit: clean" in host.end()
            assert "audit: clean" in joiner.end()
    finally:
        host.kill()
        if joiner is not None:
            joiner.kill()
