"""Real processes, real sockets, real files: whole games, and what goes wrong around them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from benchmarks.two_programs import Game, Program, play_game, run, start
from p2p.reach.invitation import make_invitation, parse_invitation
from protocol.entries.seed import SEED
from protocol.record import read_record
from protocol.transcript import read_entry
from tests.p2p.hands import invite_to
from tests.protocol.pair import write_record


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Game:
    """One game between two random bots, the host on Ishida's side."""
    return play_game(tmp_path_factory.mktemp("game"), ("random", "random"), "ishida")


def check(game: Game) -> None:
    assert game.clean
    assert game.winner in {"tokugawa", "ishida"}
    host, joiner = (read_record(path.read_bytes()) for path in game.records)
    assert host.entries == joiner.entries
    assert host.torn == joiner.torn == 0
    assert game.entries == len(host.entries)
    assert 0 < game.round_trips < game.entries
    assert all(sent > 10_000 for sent in game.bytes_sent)
    proven = f"proof: Every step is proven, all {game.entries} entries, 0 to {game.entries - 1}: each shuffle, draw"
    assert all(proven in output for output in game.outputs)
    for audit in game.audits:
        assert audit["complete"]
        assert audit["violations"] == []
        assert audit["outcome"]["winner"] == game.winner


def test_two_bots_play_and_both_audits_are_clean(played: Game) -> None:
    check(played)
    assert played.sides == ("ishida", "tokugawa")


def test_unlike_bots_play_with_drawn_sides(tmp_path: Path) -> None:
    check(play_game(tmp_path, ("strong", "random"), "random"))


def test_the_list_of_games_tells_of_it(played: Game) -> None:
    for home, name, other in (("host", "Host", "Guest"), ("joiner", "Guest", "Host")):
        listed = run(played.records[0].parent / home, "games", "--json")
        (row,) = json.loads(listed.stdout)
        assert (row["name"], row["opponent"], row["finished"]) == (name, other, True)
        assert row["result"] == played.result
        assert run(played.records[0].parent, "audit", row["record"]).returncode == 0
        table = run(played.records[0].parent / home, "games").stdout
        assert row["game"] in table
        assert f"{played.winner.capitalize()} won: " in table
        assert "is over" in run(played.records[0].parent / home, "resume", row["game"][:4]).stdout


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9, 0.9999])
def test_a_flipped_byte_is_reported(played: Game, tmp_path: Path, share: float) -> None:
    data = bytearray(played.records[0].read_bytes())
    place = int(share * len(data))
    data[place] ^= 1
    changed = tmp_path / "changed.record"
    changed.write_bytes(data)
    result = run(tmp_path, "audit", str(changed))
    assert result.returncode == 2
    assert str(changed) in result.stderr
    assert "Traceback" not in result.stderr
    assert "error" in json.loads(run(tmp_path, "audit", "--json", str(changed)).stdout)


def edited(game: Game, number: int) -> bytes:
    """The record with one byte of an entry's body changed, its checksums made right again."""
    entries = list(read_record(game.records[0].read_bytes()).entries)
    entry = bytearray(entries[number])
    entry[len(entry) // 3] ^= 1
    entries[number] = bytes(entry)
    return write_record(entries)


def test_an_edited_entry_is_found_with_its_number(played: Game, tmp_path: Path) -> None:
    changed = tmp_path / "changed.record"
    for number in (2, 40, played.entries - 1):
        changed.write_bytes(edited(played, number))
        result = run(tmp_path, "audit", "--json", str(changed))
        assert result.returncode == 1, result.stderr
        report: dict[str, Any] = json.loads(result.stdout)
        assert not report["clean"]
        assert report["integrity"] == "edited"
        assert report["violations"] == [], "whoever held the file may have done it"
        assert report["damage"][0]["entry"] == number
        assert report["damage"][0]["check"] in {"encoding", "signature", "version", "game", "chain"}
        text = run(tmp_path, "audit", str(changed))
        assert text.returncode == 1
        assert f"Entry {number}" in text.stdout


def test_a_record_without_its_end_is_not_called_clean(played: Game, tmp_path: Path) -> None:
    entries = read_record(played.records[0].read_bytes()).entries
    first_seed = next(n for n, raw in enumerate(entries) if read_entry(raw).kind is SEED)
    for cut in (10, first_seed // 2, first_seed):
        (tmp_path / "cut.record").write_bytes(write_record(entries[:cut]))
        result = run(tmp_path, "audit", str(tmp_path / "cut.record"))
        assert result.returncode == 1
        assert "Not checked a second time" in result.stdout


def test_a_torn_end_is_told_and_the_rest_audited(played: Game, tmp_path: Path) -> None:
    torn = tmp_path / "torn.record"
    torn.write_bytes(played.records[0].read_bytes()[:-10])
    result = run(tmp_path, "audit", "--json", str(torn))
    report = json.loads(result.stdout)
    assert report["torn_bytes"] > 0
    assert report["entries"] == played.entries - 1
    assert report["violations"] == []
    assert not report["complete"]


@pytest.mark.parametrize("content", [b"", b"no record at all", b"\x00" * 100])
def test_what_is_no_record_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    for name in (tmp_path / "file", tmp_path / "missing", tmp_path):
        result = run(tmp_path, "audit", str(name))
        assert result.returncode == 2
        assert result.stderr.startswith("error: ")
        assert "Traceback" not in result.stderr


def wait_for_week(program: Program, week: int) -> None:
    program.line(rf"^week {week}$")


@pytest.mark.parametrize("killed", ["host", "joiner", "both"])
def test_killed_programs_go_on_from_their_records(tmp_path: Path, killed: str) -> None:
    """SIGKILL in the middle of a game; `resume` finishes it, and nothing was lost or changed."""
    host = start(tmp_path / "host", "host", "--listen", "127.0.0.1:0", "--bot", "random")
    joiner = None
    try:
        token = host.line(r"^invite: (\w+)$")
        joiner = start(tmp_path / "joiner", "join", token, "--bot", "random")
        wait_for_week(host, 1)
        if killed in {"host", "both"}:
            host.kill()
        if killed in {"joiner", "both"}:
            joiner.kill()
        if killed in {"host", "both"}:
            host = start(tmp_path / "host", "resume")
            assert host.line(r"^invite: (\w+)$") == token
        if killed in {"joiner", "both"}:
            # Joining with the same invite leads back to the game; so does `resume`.
            again = ["join", token, "--bot", "random"] if killed == "both" else ["resume"]
            joiner = start(tmp_path / "joiner", *again)
        assert "audit: clean" in joiner.end()
        assert "audit: clean" in host.end()
    finally:
        host.kill()
        if joiner is not None:
            joiner.kill()
    (record,) = (tmp_path / "host" / "games").glob("*/record")
    (other,) = (tmp_path / "joiner" / "games").glob("*/record")
    assert record.read_bytes() == other.read_bytes()
    assert run(tmp_path, "audit", str(record.parent)).returncode == 0


def test_strangers_and_latecomers_are_told(tmp_path: Path) -> None:
    host = start(tmp_path / "host", "host", "--listen", "127.0.0.1:0", "--bot", "steady", "--challenge-window", "0.2")
    try:
        token = host.line(r"^invite: (\w+)$")
        invite = parse_invitation(token)
        wrong = make_invitation(invite.places, invite.fingerprint, bytes(16)).token()
        refused = run(tmp_path / "stranger", "join", wrong, "--bot", "random")
        assert refused.returncode == 1
        assert "secret is not the one" in refused.stderr
        elsewhere = make_invitation(invite.places, bytes(32), invite.secret).token()
        refused = run(tmp_path / "stranger", "join", elsewhere, "--bot", "random")
        assert refused.returncode == 1
        assert "not the host of this invite" in refused.stderr
        assert json.loads(run(tmp_path / "stranger", "games", "--json").stdout) == []

        joiner = start(tmp_path / "joiner", "join", token, "--bot", "steady")
        try:
            host.line("is connected")
            late = run(tmp_path / "late", "join", token, "--bot", "random")
            assert late.returncode == 1
            assert "used by another player" in late.stderr
            # Another program for the same seat: the game is held by the first.
            twice = run(tmp_path / "joiner", "join", token, "--bot", "random")
            assert twice.returncode == 1
            assert "played by another process" in twice.stderr
        finally:
            joiner.kill()
    finally:
        host.kill()


def test_an_unreachable_host_is_named(tmp_path: Path) -> None:
    token = invite_to("127.0.0.1", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
    result = run(tmp_path, "join", token, "--bot", "random")
    assert result.returncode == 1
    assert result.stderr == (
        "error: No way has led to the host. This machine: 127.0.0.1 port 1 is there, and no program listens at it. "
        "See whether the host's program still runs, and shows the same invite.\n"
    )


def test_a_lost_identity_is_explained(tmp_path: Path) -> None:
    host = start(tmp_path, "host", "--listen", "127.0.0.1:0", "--bot", "random")
    host.line(r"^invite: (\w+)$")
    host.kill()
    (tmp_path / "identity.pem").unlink()
    result = run(tmp_path, "resume")
    assert result.returncode == 1
    assert "identity.pem is not the one that this game's invite was made with" in result.stderr


def test_a_record_of_a_moved_folder_still_audits(played: Game, tmp_path: Path) -> None:
    shutil.copy(played.records[1], tmp_path / "somewhere else")
    assert run(tmp_path, "audit", str(tmp_path / "somewhere else")).returncode == 0
