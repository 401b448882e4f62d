"""A program is killed when it has written the last entry of a game, and before it has sent it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.two_programs import run, start
from protocol.record import frame_entry, read_record
from protocol.roles import Role
from protocol.transcript import read_entry


def test_the_last_verdict_is_handed_over_by_who_is_started_again(tmp_path: Path) -> None:
    """It was said to be over, while the other waited for the verdict and called it withheld."""
    homes = {Role.HOST: tmp_path / "host", Role.JOINER: tmp_path / "joiner"}
    host = start(homes[Role.HOST], "host", "--game", "samurai", "--listen", "127.0.0.1:0", "--bot", "random")
    try:
        joiner = start(homes[Role.JOINER], "join", host.line(r"^invite: (\w+)$"), "--bot", "random")
        joiner.end()
        host.end()
    finally:
        host.kill()
    folders = {role: next((home / "games").iterdir()) for role, home in homes.items()}
    records = {role: (folder / "record").read_bytes() for role, folder in folders.items()}
    assert records[Role.HOST] == records[Role.JOINER]
    entries = read_record(records[Role.HOST]).entries
    author = read_entry(entries[-1]).role
    assert "is over" in run(homes[author], "resume", folders[author].name, "--bot", "random").stdout

    # As it is on both disks when the author is killed between the two.
    (folders[author] / "progress.json").unlink()
    waiting = folders[author.other]
    (waiting / "record").write_bytes(b"".join(map(frame_entry, entries[:-1])))
    (waiting / "progress.json").unlink()
    (waiting / "checked").unlink(missing_ok=True)
    programs = [start(home, "resume", folders[role].name, "--bot", "random") for role, home in homes.items()]
    try:
        assert ["audit: clean" in program.end() for program in programs] == [True, True]
    finally:
        for program in programs:
            program.kill()
    assert {role: (folder / "record").read_bytes() for role, folder in folders.items()} == records
    assert "is over" in run(homes[author], "resume", folders[author].name, "--bot", "random").stdout
