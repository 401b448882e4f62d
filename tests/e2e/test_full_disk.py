"""A machine on which the library of the proofs cannot be loaded is told so before a game begins, not in its middle."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.two_programs import ROOT
from protocol.errors import LocalError
from protocol.proving import load_proofs

SMALL = 30_000
"""Bytes: room for a game's first files, and none for the library, which is written to a temporary file."""


def test_no_room_for_the_library_is_a_sentence(tmp_path: Path) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "tui.cli", "host", "--listen", "127.0.0.1:0", "--bot", "random"],
        cwd=ROOT,
        env=os.environ | {"SEKIGAHARA_HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (SMALL, SMALL)),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert result.returncode == 1
    assert "invite: " not in result.stdout
    (complaint,) = result.stderr.splitlines()
    assert complaint.startswith("error: libsodium cannot be loaded from the folder for temporary files")
    assert complaint.endswith("Set TMPDIR to a folder from which programs may be loaded.")
    assert not (tmp_path / "mistakes.log").exists()


def test_a_missing_library_is_this_machine_s_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "protocol.proofs.pieces", None)
    with pytest.raises(LocalError, match=r"protocol\.proofs\.pieces"):
        load_proofs()
