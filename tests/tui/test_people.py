"""Who is known again, and what is said of it: `players`, `identity`, and the warning about another key (THREATS 44)."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, Progress
from p2p.store.game_list import GameSummary, list_games
from p2p.store.players import LEFT_AFTER, Recognition, known_players, recognise
from protocol import ed25519
from tests.tui.test_cli import run_main
from tui.person_words import fingerprint, is_alarming, key_words, recognition_words

ONE, TWO = "11" * 32, "22" * 32
NOW = 10_000_000.0


def game(name: str, opponent: str, person: str = "", *, changed: float = NOW, **progress: object) -> GameSummary:
    shown = Progress(opponent=opponent, person=person, seat=0, **progress)  # type: ignore[arg-type]
    return GameSummary(name=name, changed=changed, role="host", begun=True, progress=shown)


def test_a_key_is_one_player_under_any_name_and_names_without_a_key_are_counted_together() -> None:
    games = [
        game("a", "Ieyasu", ONE, finished=True, result="x"),
        game("b", "Tokugawa", ONE),
        game("c", "Mitsunari"),
        game("d", "mitsunari"),
        game("e", "Mitsunari", TWO),
        GameSummary(name="f", changed=NOW, opponent_bot="steady", progress=Progress(opponent="Steady bot")),
        GameSummary(name="g", changed=NOW),
    ]
    players = {(player.person, tuple(player.names)): player for player in known_players(games, NOW)}
    assert {key: player.games for key, player in players.items()} == {
        (ONE, ("Ieyasu", "Tokugawa")): 2,
        ("", ("Mitsunari", "mitsunari")): 2,
        (TWO, ("Mitsunari",)): 1,
    }
    assert players[ONE, ("Ieyasu", "Tokugawa")].finished == 1


def test_repeated_leaving_after_the_opening_hand_shows() -> None:
    old = NOW - LEFT_AFTER - 1
    games = [
        game("a", "Ieyasu", ONE, left="opponent", moves=0, finished=True, result="x"),
        game("b", "Ieyasu", ONE, left="opponent", moves=30, finished=True, result="x"),
        game("c", "Ieyasu", ONE, turn="opponent", moves=2, changed=old),
        game("d", "Ieyasu", ONE, turn="opponent", moves=2),  # it may still come
        game("e", "Ieyasu", ONE, turn="own", moves=0, changed=old),
        game("f", "Ieyasu", ONE, left="own", finished=True, result="x"),
        game("g", "Ieyasu", ONE, cheat="opponent", finished=True, result="x"),
        game("h", "Ieyasu", ONE, turn="opponent", leaving=True, changed=old),  # nobody has to come back to that
    ]
    (player,) = known_players(games, NOW)
    assert (player.games, player.finished, player.left, player.in_opening, player.cheated) == (8, 2, 3, 2, 1)


def test_a_game_that_the_player_has_left_is_not_counted_as_left_by_the_opponent() -> None:
    """Whose program has not been there since the player resigned out of turn."""
    old = NOW - LEFT_AFTER - 1
    (player,) = known_players([game("a", "Ieyasu", ONE, turn="opponent", leaving=True, changed=old)], NOW)
    assert player.left == player.in_opening == 0


@pytest.mark.parametrize(
    ("name", "person", "how"),
    [
        ("Ieyasu", ONE, Recognition.KNOWN),
        ("Somebody", ONE, Recognition.KNOWN),
        ("ieyasu", TWO, Recognition.OTHER_KEY),
        ("Ieyasu", "", Recognition.NO_KEY),
        ("Somebody", TWO, Recognition.NEW),
        ("Somebody", "", None),
    ],
)
def test_a_changed_key_under_a_known_name_is_said(name: str, person: str, how: Recognition | None) -> None:
    games = [game("a", "Ieyasu", ONE), game("b", "Ieyasu", ONE), game("now", name, person)]
    met = recognise(games, "now", name, person)
    assert (met and met.how) == how
    if met is not None:
        words = recognition_words(met)
        assert words.startswith("CAREFUL: ") == is_alarming(met) == (how in (Recognition.OTHER_KEY, Recognition.NO_KEY))
        assert is_alarming(met) == (fingerprint(ONE) in words and how is not Recognition.KNOWN)


def test_who_never_signs_is_not_spoken_of() -> None:
    assert recognise([game("a", "Ieyasu"), game("b", "Ieyasu")], "b", "Ieyasu", "") is None


def test_a_fingerprint_is_the_same_on_every_machine() -> None:
    assert fingerprint(ONE) == "02d4-49a3-1fbb-267c"
    assert key_words(ONE) == "actress pelican hand disorder raven dinner devote place offer early travel label"


def test_the_key_is_made_once_kept_for_the_owner_alone_and_shown(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv("SEKIGAHARA_HOME", str(home))
    assert "You have no long-term key" in run_main(capsys, "identity")[1]
    assert not home.exists()
    assert json.loads(run_main(capsys, "identity", "--json")[1]) is None
    status, out, _ = run_main(capsys, "identity", "--create")
    data = DataFolder(home, LocalFileSystem())
    key = data.person_key()
    assert status == 0
    assert key is not None
    assert data.make_person_key() == key
    assert stat.S_IMODE(data.person_path.stat().st_mode) == 0o600
    person = ed25519.public_key_of(key).hex()
    assert fingerprint(person) in out
    assert " ".join(key_words(person).split()[:6]) in out
    assert run_main(capsys, "identity")[1] == out
    assert json.loads(run_main(capsys, "identity", "--json")[1])["key"] == person
    data.person_path.write_bytes(b"short")
    status, _, err = run_main(capsys, "identity")
    assert status == 1
    assert "person.key is damaged: restore it from a copy" in err


def test_the_list_of_players_fits_the_screen(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    assert "You have met nobody yet" in run_main(capsys, "players")[1]
    data = DataFolder(tmp_path, LocalFileSystem())
    for name in ("石田 三成" * 4, "Ieyasu"):
        folder = data.new_game(About(role="host", name="Me", invite="x", game="sekigahara", joiner=bytes(32)))
        folder.save_progress(Progress(opponent=name, person=ONE, seat=0, left="opponent"))
    status, out, _ = run_main(capsys, "players")
    assert status == 0
    assert fingerprint(ONE) in out
    assert all(len(line) <= 80 for line in out.splitlines())
    (row,) = json.loads(run_main(capsys, "players", "--json")[1])
    assert (row["games"], row["left_early"], row["left_in_opening"]) == (2, 2, 2)
    assert len(list_games(data)) == 2


def test_a_game_is_deleted_by_name_and_one_that_goes_on_by_its_whole_name(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    data = DataFolder(tmp_path, LocalFileSystem())
    over, on = (
        data.new_game(About(role="host", name="Me", invite="x", game="sekigahara", joiner=bytes(32))) for _ in range(2)
    )
    over.save_progress(Progress(opponent="Ieyasu", finished=True, result="x"))
    assert run_main(capsys, "games", "--delete", "zz")[0] == 2
    assert run_main(capsys, "games", "--delete", "")[0] == 2
    status, _, err = run_main(capsys, "games", "--delete", on.name[:-1])
    assert status == 1
    assert f"`sekigahara games --delete {on.name}`" in err
    for folder in (over, on):
        assert folder.path.exists()
        assert run_main(capsys, "games", "--delete", folder.name)[1] == f"The game {folder.name} is deleted.\n"
        assert not folder.path.exists()
