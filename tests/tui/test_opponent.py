"""The bot's program of a solo game: why it ended, or was not there at all, is said on the screen."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
import trio

from p2p.store.game_folder import GameFolder
from protocol.errors import LocalError
from tui.cli.opponent import Opponent, bot_process


def folder_at(path: Path) -> GameFolder:
    return cast(GameFolder, SimpleNamespace(path=path))


def ended(opponent: Opponent) -> str:
    """What is said of a bot that has ended."""
    opponent.process.wait()
    with pytest.raises(LocalError) as failure:
        trio.run(opponent.watch, lambda: True)
    return str(failure.value)


def test_why_a_bot_has_ended_is_said_with_its_own_words(tmp_path: Path) -> None:
    log = tmp_path / "opponent.log"
    log.write_text("error: Of an earlier game\n")
    with bot_process(folder_at(tmp_path), ["join", "-", "--bot", "nobody"]) as opponent:
        said = ended(opponent)
    [*_, last] = log.read_text().splitlines()
    assert "with status 2: " in said
    assert last.partition("error: ")[2] in said
    assert f"{log} has all that it said." in said
    assert "earlier" not in said


def test_what_an_earlier_bot_said_is_no_reason_why_one_ended_without_a_word(tmp_path: Path) -> None:
    log = tmp_path / "opponent.log"
    log.write_text("error: Of an earlier game\n")
    with bot_process(folder_at(tmp_path), ["join", "-", "--bot", "random"]) as opponent:
        opponent.process.kill()
        said = ended(opponent)
    assert said.endswith(f": {log} says why.")


def test_that_a_bot_cannot_be_started_is_said_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "gone"))
    with (
        pytest.raises(LocalError, match=r"^The bot\'s program cannot be started: No such file or directory\.$"),
        bot_process(folder_at(tmp_path), []),
    ):
        pass
