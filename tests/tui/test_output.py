"""What goes wrong is a sentence, a status and, for a mistake in the program, a log; output that fails stops nothing."""

from __future__ import annotations

import errno
import io
import stat
import sys
from pathlib import Path
from typing import Any

import pytest

from p2p.errors import Problem, StorageError
from tests.tui.test_cli import run_main
from tui import rules_app
from tui.cli import games, rules
from tui.cli.output import ForgivingStream, forgiving_output
from tui.rules_app import RulesApp


class FullStream(io.StringIO):
    """A stream that takes nothing."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_a_mistake_in_the_program_is_one_line_and_a_log_without_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))

    def broken(**_: Any) -> int:
        secret = "do not tell"
        raise KeyError(len(secret))

    monkeypatch.setattr(games, "show_games", broken)
    run_main(capsys, "games")
    status, out, err = run_main(capsys, "games")
    assert (status, out) == (1, "")
    log = tmp_path / "home" / "mistakes.log"
    assert err.count("\n") == 1
    assert err.startswith("error: A mistake in the program (KeyError: 11). ")
    assert f"{log} tells where: please report it with that file" in err
    assert stat.S_IMODE(log.stat().st_mode) == 0o600
    assert log.read_text().count("Traceback") == 2
    monkeypatch.setenv("SEKIGAHARA_HOME", str(log))
    assert "No log of it could be kept" in run_main(capsys, "games")[2]


class Broken(RulesApp):
    """Makes a mistake as it comes on the screen, or in what it does beside."""

    CSS_PATH = str(Path(rules_app.__file__).with_name("client.tcss"))
    in_worker = False

    def on_mount(self) -> None:
        secret = "do not tell"

        async def beside() -> None:
            raise KeyError(len(secret))

        if not self.in_worker:
            raise KeyError(len(secret))
        self.run_worker(beside())

    def run(self, **options: Any) -> None:
        super().run(headless=True, **options)


@pytest.mark.parametrize("in_worker", [False, True])
def test_a_mistake_on_the_screen_is_one_line_and_a_log_too_and_no_traceback_with_values(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, in_worker: bool
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    monkeypatch.setattr(Broken, "in_worker", in_worker)
    monkeypatch.setattr(rules_app, "RulesApp", Broken)
    monkeypatch.setattr(rules, "can_draw", lambda: True)
    status, out, err = run_main(capsys, "rules")
    assert (status, out) == (1, "")
    log = tmp_path / "mistakes.log"
    assert err.count("\n") == 1
    assert err.startswith(f"error: A mistake in the program (KeyError: 11). Games are kept as far as they came. {log}")
    assert "raise KeyError(len(secret))" in log.read_text()
    assert "do not tell" not in err + log.read_text()


def test_known_failures_of_every_command_are_sentences(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))

    def refused(**_: Any) -> int:
        raise StorageError(Problem.CANNOT_READ, path=tmp_path, reason="Permission denied")

    monkeypatch.setattr(games, "show_games", refused)
    assert run_main(capsys, "games")[::2] == (1, f"error: {tmp_path} cannot be read: Permission denied.\n")

    def interrupted(**_: Any) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(games, "show_games", interrupted)
    assert run_main(capsys, "games") == (130, "", "")


def test_a_stream_that_takes_nothing_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", FullStream())
    with forgiving_output() as output:
        print("one")
        print("two", flush=True)
        assert isinstance(output, ForgivingStream)
        assert output.failure is not None
        assert output.failure.errno == errno.ENOSPC
    assert isinstance(sys.stdout, FullStream)


def test_streams_that_were_closed_from_the_beginning_are_empty_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, None)
    with forgiving_output():
        print("nobody hears", flush=True)
        assert sys.stdin.read() == ""
        assert not sys.stdout.isatty()
    assert sys.stdout is None
