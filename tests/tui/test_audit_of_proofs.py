"""`sekigahara audit` tells a proof from a record by what is in the file, and says what it shows to a third person."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from engine.random_bot import RandomBot
from engine.samurai import SAMURAI
from p2p.store.data_folder import open_data_folder
from p2p.store.game_folder import About, Progress
from protocol.canonical import encode
from protocol.entries.left import LEFT, LeftBody
from protocol.roles import Role
from protocol.signed_head import sign_head
from protocol.transcript import read_entry
from tests.protocol.make_vectors import played, proof
from tests.protocol.pair import Pair, write_record
from tests.protocol.test_persons import persons
from tests.protocol.test_table import started
from tests.tui.test_cli import run_main
from tui.cli.proof import _entry_data
from tui.person_words import fingerprint


@pytest.fixture(scope="module")
def packed() -> bytes:
    return bytes.fromhex(proof(played())["proof"])


def test_a_proof_says_who_signed_what_twice(capsys: pytest.CaptureFixture[str], tmp_path: Path, packed: bytes) -> None:
    file = tmp_path / "anything"
    file.write_bytes(packed)
    status, out, err = run_main(capsys, "audit", str(file))
    assert (status, err) == (1, "")
    assert "This is a proof: one player has signed two different entries at one place of one game." in out
    assert "It was the host, who called itself Mitsunari." in out
    assert "a shuffle (" in out
    assert "its resignation (" in out
    status, out, _ = run_main(capsys, "audit", "--json", str(file))
    data = json.loads(out)
    assert status == 1
    assert (data["role"], data["name"], data["person"], data["side"]) == ("host", "Mitsunari", None, None)
    assert fingerprint(data["key"]) == data["fingerprint"]
    assert [entry["kind"] for entry in data["entries"]] == ["mix", "resign"]


@pytest.mark.parametrize(("leave", "told"), [("resign", "has resigned"), ("stop", "has stopped the game")])
def test_a_proof_says_how_the_other_has_left_by_what_was_entered(leave: str, told: str) -> None:
    pair = started()
    leaver = pair.tables[pair.host.author is Role.HOST]
    getattr(leaver, leave)()
    pair.run()
    entry = next(entry for entry in map(read_entry, pair.host.entries) if entry.kind is LEFT)
    assert _entry_data(entry)["what"] == f"that the other {told}"
    assert _entry_data(replace(entry, body=LeftBody(b"")))["what"] == "that the other has left the game"


def test_a_proof_names_side_and_person_if_the_entries_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    pair = persons()
    pair.secrets = tuple(pair.secrets)  # type: ignore[assignment]
    (tmp_path / "proof").write_bytes(bytes.fromhex(proof(pair)["proof"]))
    _, out, _ = run_main(capsys, "audit", "--json", str(tmp_path / "proof"))
    data = json.loads(out)
    assert data["side"] == "seat 1"
    assert data["person"]["fingerprint"] == fingerprint(data["person"]["key"])
    assert data["role"] == Role.HOST.word
    out = run_main(capsys, "audit", str(tmp_path / "proof"))[1]
    assert "Mitsunari, playing seat 1." in out
    assert "was signed by the long-term key" in out


def test_what_proves_nothing_is_a_sentence(capsys: pytest.CaptureFixture[str], tmp_path: Path, packed: bytes) -> None:
    file = tmp_path / "file"
    changed = bytearray(packed)
    changed[len(packed) // 2] ^= 1
    for content, says in [
        (packed[:-1], "cannot be read as a proof"),
        (packed + b"x", "cannot be read as a proof"),
        (bytes(changed), ""),
        (encode(["fairtable proof", 2, b"", b"", []]), "cannot be read as a proof"),
        (b"hello", "it is neither the record of a game nor a proof"),
    ]:
        file.write_bytes(content)
        status, out, err = run_main(capsys, "audit", str(file))
        assert (status, out) == (2, "")
        assert err.startswith(f"error: {file}: ")
        assert says in err
        assert "error" in json.loads(run_main(capsys, "audit", "--json", str(file))[1])


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero")
def test_a_file_without_an_end_is_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_main(capsys, "audit", "/dev/zero")
    assert (status, out) == (2, "")
    assert "which no record has" in err


def test_the_audit_of_a_folder_speaks_of_the_proof_in_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, packed: bytes
) -> None:
    (tmp_path / "record").write_bytes(write_record([]))
    (tmp_path / "proof").write_bytes(packed)
    assert run_main(capsys, "audit", str(tmp_path))[0] == 2  # the record is empty
    assert run_main(capsys, "audit", str(tmp_path / "proof"))[0] == 1


def test_a_game_of_the_list_is_audited_by_its_name(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bytes
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    folder = open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game="samurai"))
    (folder.path / "record").write_bytes(packed)
    by_path = run_main(capsys, "audit", str(folder.path))
    assert by_path[0] == 1
    assert run_main(capsys, "audit", folder.name[:6]) == by_path


@pytest.mark.parametrize("leaving", [False, True])
def test_who_has_resigned_is_not_left_to_win_by_an_opponent_who_never_comes_back(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, leaving: bool
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    pair = Pair(SAMURAI)
    pair.host.begin()
    pair.run()
    folder = open_data_folder("sekigahara").new_game(About(role="joiner", name="Me", invite="", game="samurai"))
    folder.record_path.write_bytes(write_record(pair.joiner.entries))
    folder.save_progress(Progress(leaving=leaving))
    out = run_main(capsys, "audit", folder.name)[1]
    assert "if the record ends here" in out
    resigned = "But the player of this game has resigned, which the record does not say yet."
    assert (resigned in out.splitlines()) == leaving


def test_a_signed_head_beside_a_record_says_that_who_left_knew(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Seat 1, the joiner, has seen the other's sealed choice of tiles and never makes its own."""
    pair = Pair(SAMURAI)
    pair.host.begin()
    pair.run()
    view = pair.host.view()
    assert view is not None
    pair.host.act(RandomBot(SAMURAI, Random(1)).choose(view))
    pair.run()
    record = tmp_path / "copy"
    record.write_bytes(write_record(pair.host.entries))
    out = run_main(capsys, "audit", str(record))[1]
    assert "is the word of whoever shows the record" in out
    (tmp_path / "copy.seen").write_bytes(pair.joiner.owed_head() or b"")
    out = run_main(capsys, "audit", str(record))[1]
    assert "A signature of the joiner (Ieyasu) in the record shows that this was known." in out
    assert json.loads(run_main(capsys, "audit", "--json", str(record))[1])["standing"]["owed"]["witnessed"] is True


def test_who_may_not_have_heard_of_the_end_is_not_said_to_withhold_what_comes_after_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record alone tells no more than that it is missing; whose game it is knows that the other may not know."""
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    pair = Pair(SAMURAI)
    pair.host.begin()
    pair.run()
    pair.host.resign()
    folder = open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game="samurai"))
    folder.record_path.write_bytes(write_record(pair.host.entries))
    folder.save_progress(Progress(leaving=True, left="own"))
    withheld = "The joiner (Ieyasu) withheld the opening of the seed after the end."
    untold = "The joiner (Ieyasu) has not confirmed the end: it may not have heard of it yet."
    status, out, _ = run_main(capsys, "audit", folder.name)
    assert status == 0, "all that there is was checked, and nobody is accused of anything"
    assert untold in out.splitlines()
    assert out.splitlines()[-1] == "audit: clean as far as it goes, the end is not confirmed"
    assert withheld not in out
    assert "which the record does not say yet" not in out, "it does"
    data = json.loads(run_main(capsys, "audit", "--json", folder.name)[1])
    assert data["standing"]["withheld"] is None
    assert (data["clean"], data["unconfirmed_by"]) == (False, "joiner")
    status, alone, _ = run_main(capsys, "audit", str(folder.record_path))
    assert status == 1, "of a record alone nobody knows"
    assert withheld in alone
    assert untold not in alone
    game_id = pair.host.game_id
    assert game_id is not None
    folder.save_seen(sign_head(pair.secrets[Role.JOINER].signing_key, game_id, Role.JOINER, pair.host.head))
    status, knew, _ = run_main(capsys, "audit", folder.name)
    assert status == 1
    assert withheld in knew, "it has signed that it has the end"
    assert untold not in knew


@pytest.mark.parametrize("broken", ["cut", "torn", "edited", "nothing kept"])
def test_a_broken_record_is_not_taken_for_one_whose_end_is_not_confirmed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    pair = Pair(SAMURAI)
    pair.host.begin()
    pair.run()
    pair.host.resign()
    folder = open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game="samurai"))
    data = write_record(pair.host.entries)
    if broken == "torn":
        data += data[:20]
    elif broken == "edited":
        data = write_record([*pair.host.entries[:-2], pair.host.entries[-1]])
    folder.record_path.write_bytes(data)
    if broken != "nothing kept":
        # What was finished once and is not now has been cut.
        folder.save_progress(Progress(left="own", finished=broken == "cut", leaving=broken != "cut"))
    assert run_main(capsys, "audit", str(folder.path))[0] == 1
