"""The command line itself: what is offered, how it is explained, what is refused."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len

from engine.hidden import SEATS
from p2p.game_runner import GameRunner
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, GameFolder, Progress
from p2p.store.rematches import rematch_of
from tests.p2p.hands import invite_to
from tui import cli
from tui.cli import in_text
from tui.cli.catalogue import OFFERED
from tui.cli.games import game_to_resume, games_in, line_of_game
from tui.cli.offered import chosen_game, game_named, make_bot, side_name
from tui.cli.on_screen import where_the_game_is
from tui.cli.opponent import Opponent
from tui.cli.parser import make_parser

ROOT = Path(__file__).resolve().parent.parent.parent
TOKEN = invite_to("127.0.0.1", port=1, fingerprint=bytes(32), secret=bytes(16)).token()
COMMANDS = (
    "solo",
    "host",
    "join",
    "resume",
    "watch",
    "games",
    "players",
    "identity",
    "audit",
    "replay",
    "review",
    "export",
    "stats",
    "rules",
    "settings",
    "doctor",
    "relay",
)


def run_main(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The status, output and errors of the command in this process."""
    try:
        status = cli.main(arguments)
    except SystemExit as stop:
        status = int(str(stop.code))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_help_names_every_command_and_the_exit_statuses(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_main(capsys, "--help")
    assert status == 0
    assert (
        "{solo,host,join,resume,watch,tutorial,games,players,identity,audit,replay,review,export,stats,rules,settings,doctor,relay}"
        in out
    )
    for command in COMMANDS:
        assert f"\n    {command} " in out
    assert "exit status:" in out
    assert "SEKIGAHARA_HOME" in out


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("solo", ["--bot", "--side", "--name", "--plain", "--record"]),
        (
            "host",
            ["--listen", "--address", "--only-address", "--no-dht", "--tor", "--relay", "--side", "--name", "--bot"],
        ),
        ("host", ["--plain", "--sign-as-me", "--record", "--absence", "--copy"]),
        ("join", ["TOKEN", "--name", "--sign-as-me", "--bot", "--record", "--challenge-window", "--absence"]),
        ("resume", ["GAME", "--bot", "--record", "--relay", "--dht", "--tor", "--listen"]),
        ("games", ["--json", "--all", "--delete"]),
        ("players", ["--json"]),
        ("identity", ["--json", "--create"]),
        ("audit", ["GAME|FILE", "--json"]),
        ("replay", ["GAME|FILE"]),
        ("review", ["GAME|FILE"]),
        ("stats", ["--json"]),
        ("export", ["GAME|FILE", "--text", "--svg", "--html", "--entry", "--eyes"]),
        ("rules", ["WORD", "--game"]),
    ],
)
def test_each_command_explains_itself(capsys: pytest.CaptureFixture[str], command: str, options: list[str]) -> None:
    status, out, _ = run_main(capsys, command, "--help")
    assert status == 0
    for option in options:
        assert option in out


def test_an_option_that_a_command_does_not_know_is_answered_with_those_that_it_knows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    status, _, errors = run_main(capsys, "host", "--port", "47121")
    assert status == 2
    assert "usage: sekigahara host" in errors
    assert "--listen ADDR:PORT" in errors
    assert "unrecognized arguments: --port 47121" in errors


def test_help_loads_no_slow_library() -> None:
    script = (
        "import sys\n"
        "from tui.cli import main\n"
        "for arguments in (['--help'], ['host', '--help'], ['audit', '--help']):\n"
        "    try:\n"
        "        main(arguments)\n"
        "    except SystemExit:\n"
        "        pass\n"
        "slow = {'textual', 'rich', 'trio', 'cryptography', 'msgspec', 'protocol', 'p2p'}\n"
        "slow &= set(sys.modules)\n"
        "print('loaded:', sorted(slow))\n"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("loaded: []\n")


def test_the_help_of_the_whole_command_does_not_even_load_a_game() -> None:
    script = (
        "import sys\n"
        "from tui.cli import main\n"
        "try:\n"
        "    main(['--help'])\n"
        "except SystemExit:\n"
        "    print('loaded:', sorted({'engine'} & set(sys.modules)))\n"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("loaded: []\n")


def test_a_bot_plays_without_a_screen_being_loaded() -> None:
    script = (
        "import sys, tui.cli.play\n"
        "from tui.cli.catalogue import OFFERED\n"
        "from tui.games import words_of\n"
        "for kind in OFFERED:\n"
        "    words_of(kind.make({}))\n"
        "print('loaded:', sorted({'textual'} & set(sys.modules)))\n"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("loaded: []\n")


def test_what_reads_records_loads_nothing_that_connects() -> None:
    script = (
        "import sys, tui.cli.audit, tui.cli.games, tui.cli.players, tui.cli.stats, tui.cli.replay, tui.cli.export\n"
        "print('loaded:', sorted({'trio', 'p2p.session.session', 'p2p.reach.dialer'} & set(sys.modules)))\n"
    )
    result = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.endswith("loaded: []\n")


def test_what_is_offered_is_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    out = " ".join(run_main(capsys, "solo", "--help")[1].split())
    for kind in OFFERED:
        assert kind.name in out
        assert all(bot in out for bot in kind.bots)
        assert ", ".join(kind.seats) in out
        for option, choices in kind.options.items():
            assert f"{option}={'|'.join(choices)} of {kind.name}" in out


def test_a_game_is_chosen_by_name_and_options() -> None:
    assert chosen_game(None, []).kind.name == OFFERED[0].name
    for kind in OFFERED:
        game = chosen_game(kind.name, []).make()
        assert game_named(game.name, game.settings).rules_data() == game.rules_data()
        assert [side_name(kind.name, seat) for seat in (-1, 0, 1)] == ["-", *kind.seats]
        for bot in kind.bots:
            make_bot(game, bot)
    with pytest.raises(LookupError, match="There is no game called 'chess'"):
        game_named("chess", ())


def test_nothing_at_all_is_a_mistake_that_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = run_main(capsys)
    assert status == 2
    assert "the following arguments are required: command" in err


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["host", "--bot", "clever"], 2, "invalid choice: 'clever'"),
        (["host", "--side", "mori"], 2, "invalid choice: 'mori'"),
        (["host", "--game", "chess"], 2, "invalid choice: 'chess'"),
        (["solo", "--option", "short"], 2, "'short' is not OPTION=CHOICE"),
        (["solo", "--option", "short=yes"], 2, "Sekigahara has no setting called 'short'"),
        (["host", "--bot", "random", "--absence", "0"], 2, "got '0', a number of seconds is more than 0"),
        (["host", "--bot", "random", "--challenge-window", "soon"], 2, "got 'soon', a number of seconds"),
        (
            ["host", "--bot", "random", "--listen", "127.0.0.1:http"],
            2,
            "got 'http', ports are 0 (any free one) to 65535",
        ),
        (["host", "--bot", "random", "--listen", "127.0.0.1:70000"], 2, "got '70000', ports are"),
        (["host", "--bot", "random", "--listen", "[::1"], 2, "write an IPv6 address with its port as [ADDR]:PORT"),
        (
            ["host", "--bot", "random", "--listen", "no.such.host.invalid:0"],
            2,
            "Nobody can listen at 'no.such.host.invalid': give an IP address",
        ),
        (["host", "--bot", "random", "--address", "bad address"], 2, "'bad address' is not an address"),
        (["host", "--bot", "random", "--address", "192.0.2.1:7600"], 2, "'192.0.2.1:7600' is not an address"),
        (["host", "--bot", "random", "--record", "none/record"], 2, "none/record: No such file or directory. Choose"),
        (["join", "hello", "--bot", "random", "--record", "."], 2, "cannot be written to .: Is a directory"),
        # What is wrong with the command comes before the want of a terminal.
        (["host", "--listen", "127.0.0.1:70000"], 2, "got '70000', ports are"),
        (["join", "hello"], 2, "This is no invite, which begins with seki2"),
        (["solo", "--record", "none/record"], 2, "The record cannot be written to none/record"),
        (["resume", "--record", "none/record"], 2, "The record cannot be written to none/record"),
        (["join", "hello", "--bot", "random"], 2, "This is no invite, which begins with seki2"),
        (["join", TOKEN[:9], "--bot", "random"], 2, "is cut or has several"),
        (["host", "--bot", "random", "--only-address"], 2, "--only-address needs an --address"),
        (["host", "--bot", "random", "--tor", "only", "--address", "a.example"], 2, "With --tor only nothing else"),
        (["relay", "--listen", "nowhere:1"], 2, "Nobody can listen at 'nowhere'"),
        (["doctor", "--relay", "bad address"], 2, "'bad address' is not an address"),
        (["resume"], 1, "There is no game to go on with; `sekigahara solo` begins one"),
        (["resume", "nothing"], 2, "There is no game called 'nothing' to go on with; `sekigahara solo` begins one"),
        (["host"], 1, "This needs a terminal to draw on"),
        (["solo"], 1, "This needs a terminal to draw on: run it in one"),
        (["audit", "missing"], 2, "missing: No such file or directory"),
    ],
)
def test_mistakes_get_a_sentence_and_no_traceback(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    arguments: list[str],
    status: int,
    message: str,
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    found, out, err = run_main(capsys, *arguments)
    assert found == status
    assert message in err
    assert out == ""
    assert "Traceback" not in err
    assert not list(tmp_path.glob("home/games/*")), "a game was begun"


def test_a_port_that_is_taken_is_no_mistake_in_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    with socket.create_server(("127.0.0.1", 0)) as taken:
        where = f"127.0.0.1:{taken.getsockname()[1]}"
        status, _, err = run_main(capsys, "host", "--bot", "random", "--listen", where)
    assert status == 1
    assert "Address already in use" in err


def test_looking_whether_a_record_can_be_written_leaves_everything_as_it_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    (tmp_path / "old").write_text("kept")
    for name in ("old", "new"):
        assert run_main(capsys, "solo", "--record", str(tmp_path / name))[0] == 1  # there is no terminal
    assert [path.name for path in tmp_path.iterdir()] == ["old"]
    assert (tmp_path / "old").read_text() == "kept"


def test_a_record_that_cannot_be_copied_at_the_end_is_a_failure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def play_in_text(runner: GameRunner[Any, Any], bot: str, opponent: Opponent | None, **options: bool) -> int:
        runner.folder.record_path.write_bytes(b"entries")
        (tmp_path / "there").rmdir()
        return 0

    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(in_text, "play_in_text", play_in_text)
    (tmp_path / "there").mkdir()
    target = str(tmp_path / "there" / "record")
    status, _, err = run_main(capsys, "host", "--bot", "random", "--listen", "127.0.0.1:0", "--record", target)
    assert status == 1
    assert err.startswith(f"error: The record was not copied to {target} (No such file or directory); it is ")


def test_every_game_of_a_series_is_kept_by_record(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    target = tmp_path / "kept" / "a.record"
    target.parent.mkdir()

    def play_in_text(runner: GameRunner[Any, Any], bot: str, opponent: Opponent | None, **options: bool) -> int:
        playing = replace(runner)  # as those do that show the game
        folder = playing.folder
        for contents in (b"one", b"two", None):
            playing._hold(folder)
            if contents is not None:
                folder.record_path.write_bytes(contents)
            folder = rematch_of(runner.data, folder, SEATS[0])
        return 0

    monkeypatch.setattr(in_text, "play_in_text", play_in_text)
    assert run_main(capsys, "host", "--bot", "random", "--listen", "127.0.0.1:0", "--record", str(target))[0] == 0
    kept = {path.name: path.read_bytes() for path in target.parent.iterdir()}
    assert kept == {"a.record": b"one", "a-2.record": b"two"}, "a rematch that has not begun has none"


def test_a_mistyped_invite_is_located(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    wrong = TOKEN[:30] + ("b" if TOKEN[30] == "a" else "a") + TOKEN[31:]
    status, _, err = run_main(capsys, "join", wrong, "--bot", "random")
    assert status == 2
    assert "typing error: character 31 should be" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("typed", "name"), [("\udcff", "Nameless"), (" ", "Nameless"), ("a\x1b[2Jb", "a (2Jb"), ("Ieyasu", "Ieyasu")]
)
def test_a_name_is_made_fit_before_anything_is_written(typed: str, name: str) -> None:
    assert make_parser().parse_args(["host", "--name", typed]).name == name


def test_an_empty_list_of_games_says_how_to_begin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    status, out, _ = run_main(capsys, "games")
    assert status == 0
    assert out == f"There are no games in {tmp_path}. `sekigahara solo` begins one.\n"
    assert run_main(capsys, "games", "--json")[1] == "[]\n"


def test_a_damaged_game_does_not_hide_the_others(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    (tmp_path / "games" / "0bad").mkdir(parents=True)
    (tmp_path / "games" / "0bad" / "about.json").write_text("{")
    status, out, _ = run_main(capsys, "games")
    assert status == 0
    assert "0bad" in out
    assert "0bad is damaged: " in out
    assert "about.json is damaged" in out


def make_game(path: Path, name: str, changed: int, progress: Progress) -> GameFolder:
    """A game that was changed last at `changed`, in seconds since 1970."""
    folder = GameFolder(path / "games" / name, LocalFileSystem())
    folder.path.mkdir(parents=True)
    folder.save_about(About(role="host", name="Ieyasu", invite="seki1", game="sekigahara"))
    folder.save_progress(progress)
    for file in folder.path.iterdir():
        os.utime(file, (changed, changed))
    return folder


def make_games(path: Path) -> None:
    """Two games that are not over and one that is, the newest in the middle of the alphabet."""
    make_game(path, "aaaa0000", 1_000_036_800, Progress(game_id="0a", seat=0, opponent="Mitsunari", stage="week 2"))
    result = "ishida won: the Tokugawa leader was killed in battle at a place with a long name"
    over = Progress(seat=1, opponent="\x1b[31m石田三成石田三成石田三成", stage="week 7", result=result, finished=True)
    make_game(path, "bbbb0000", 1_199_966_400, over)
    make_game(path, "bbbb1111", 1_100_001_600, Progress())


def test_games_that_were_over_long_ago_are_listed_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    monkeypatch.setattr("tui.cli.games.LISTED", 2)
    for number in range(5):
        make_game(tmp_path, f"over{number}", 1_000_000 + number, Progress(seat=0, opponent="Guest", finished=True))
    make_game(tmp_path, "oldest", 1_000, Progress(seat=0, opponent="Guest", stage="week 2"))
    lines = run_main(capsys, "games")[1].splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["over4", "over3", "oldest"]
    assert lines[4].startswith("3 older games that are over are not listed")
    named = [line.split()[0] for line in run_main(capsys, "games", "--all")[1].splitlines()]
    assert named[1:7] == ["over4", "over3", "over2", "over1", "over0", "oldest"]
    assert len(json.loads(run_main(capsys, "games", "--json")[1])) == 6


@pytest.mark.parametrize(("winner", "told"), [(0, "you lost; ishida"), (1, "you won; ishida"), (-1, "  ishida")])
def test_the_list_of_games_says_whether_one_has_won(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, winner: int, told: str
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    over = Progress(seat=1, opponent="Guest", result="ishida won", finished=True, winner=winner)
    make_game(tmp_path, "over", 1_000, over)
    assert told in run_main(capsys, "games")[1].splitlines()[1]


def test_games_are_listed_newest_first_in_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    make_games(tmp_path)
    lines = run_main(capsys, "games")[1].splitlines()
    told = [line for line in lines if line.startswith(" ")]
    assert " ".join([lines[1].split("  ")[-1], *[line.strip() for line in told]]).endswith("a place with a long name")
    assert all(cell_len(line) <= 80 for line in lines[: 4 + len(told)])
    lines = [line for line in lines if line not in told]
    assert [line.split()[0] for line in lines[:4]] == ["GAME", "bbbb0000", "bbbb1111", "aaaa0000"]
    assert [re.findall(r"\d{4}-\d\d-\d\d", line) for line in lines[1:4]] == [
        ["2008-01-10"],
        ["2004-11-09"],
        ["2001-09-09"],
    ]
    assert "ishida won: the" in lines[1]
    assert "\x1b" not in lines[1]
    assert "not begun" in lines[2]
    assert lines[3].endswith("Mitsunari         week 2")
    assert lines[-1] == str(tmp_path / "games")
    rows = json.loads(run_main(capsys, "games", "--json")[1])
    assert rows[0]["result"].endswith("at a place with a long name")
    assert rows[0]["record"] == str(tmp_path / "games" / "bbbb0000" / "record")
    assert [row["id"] for row in rows] == ["-", "-", "0a"], "by which both players' lists tell of one game"
    assert rows[2]["changed"] == "2001-09-09T12:00:00.000+00:00"


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_main(capsys, "--version")
    assert status == 0
    assert out.startswith("sekigahara")


@pytest.mark.parametrize(
    ("name", "message", "offered"),
    [
        ([], "Several games are not over: say which, with `sekigahara resume GAME`.", ["bbbb1111", "aaaa0000"]),
        (["nope"], "There is no game called 'nope' to go on with. These are not over:", ["bbbb1111", "aaaa0000"]),
    ],
)
def test_the_games_that_can_go_on_are_offered(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    name: list[str],
    message: str,
    offered: list[str],
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    make_games(tmp_path)
    status, _, err = run_main(capsys, "resume", *name)
    lines = err.splitlines()
    assert status == 2
    assert lines[0] == f"error: {message}"
    assert [line.split()[0] for line in lines[1:]] == ["GAME", *offered]
    assert "  2001-09-0" in lines[-1]
    assert lines[-1].endswith("  Tokugawa  Mitsunari  week 2")


def test_whoever_sits_at_a_terminal_chooses_which_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    make_games(tmp_path)
    monkeypatch.setattr("tui.cli.games.on_a_terminal", lambda: True)
    answers = iter(["9", "bb", " 2 ", ""])
    monkeypatch.setattr("builtins.input", lambda prompt: next(answers))
    data = DataFolder(tmp_path, LocalFileSystem())
    chosen = game_to_resume(data, "")
    assert chosen is not None
    assert chosen.name == "aaaa0000"
    told = capsys.readouterr().out.splitlines()
    assert [line[:2] for line in told[:2]] == ["1)", "2)"]
    assert "bbbb1111" in told[0]
    assert told[2:] == ["There is no 9 in this list.", "There is no bb in this list."]
    assert game_to_resume(data, "") is None


@pytest.mark.parametrize("ended", [True, False])
def test_whoever_chooses_no_game_to_go_on_with_has_made_no_mistake(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, *, ended: bool
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    make_games(tmp_path)
    monkeypatch.setattr("tui.cli.games.on_a_terminal", lambda: True)

    def answer(prompt: str) -> str:
        if ended:
            raise EOFError
        return ""

    monkeypatch.setattr("builtins.input", answer)
    status, out, err = run_main(capsys, "resume")
    assert (status, err) == (0, "")
    assert out.splitlines()[-1] == "No game was chosen, so none goes on."


def test_of_games_that_begin_alike_the_one_that_is_not_over_is_meant(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    make_games(tmp_path)
    status, _, err = run_main(capsys, "resume", "bbbb")
    assert status == 1
    assert "This needs a terminal" in err
    assert "is over: ishida won" in run_main(capsys, "resume", "bbbb0")[1]


def test_what_a_program_killed_after_the_end_was_writing_is_cleared_away(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    make_games(tmp_path)
    left = tmp_path / "games" / "bbbb0000" / "record.seen.0123abcd.new"
    left.write_bytes(b"half")
    assert "is over: ishida won" in run_main(capsys, "resume", "bbbb0")[1]
    assert not left.exists()


def test_of_a_game_that_has_ended_and_is_not_checked_by_both_it_is_not_said_that_it_is_not_over(tmp_path: Path) -> None:
    ended = Progress(stage="week 2", turn="opponent", seat=0, winner=0, result="tokugawa won", opponent="Mitsunari")
    folder = make_game(tmp_path, "aaaa0000", 1_000_036_800, ended)
    folder.record_path.write_bytes(b"x")
    [listed] = games_in(DataFolder(tmp_path, LocalFileSystem()))
    assert line_of_game(listed).endswith("you won; tokugawa won; not checked by both programs yet")
    *_record, last = where_the_game_is(folder, over=False)
    assert last.startswith("The game has ended, and is not checked by both yet: `sekigahara resume aaaa0000`")


@pytest.mark.parametrize(
    ("record", "over", "leaving", "says"),
    [
        (b"", False, False, ["The game has not begun: `sekigahara resume aaaa0000` waits for the opponent again."]),
        (b"x", False, False, ["record is {}/record.", "not over: `sekigahara resume aaaa0000` goes on with it."]),
        (b"x", False, True, ["record is {}/record.", "`sekigahara resume aaaa0000` tells your opponent's program so."]),
        (b"x", True, False, ["record is {}/record.", "`sekigahara audit {}` checks it."]),
    ],
)
def test_whoever_leaves_the_screen_is_told_where_the_game_is(
    tmp_path: Path, record: bytes, over: bool, leaving: bool, says: list[str]
) -> None:
    progress = Progress(stage="week 2", turn="opponent", opponent="Mitsunari", leaving=leaving)
    folder = make_game(tmp_path, "aaaa0000", 1_000_036_800, progress)
    [listed] = games_in(DataFolder(tmp_path, LocalFileSystem()))
    resigned = "week 2; you have resigned, Mitsunari has not confirmed it"
    stand = resigned if leaving else "week 2; the opponent is next"
    assert line_of_game(listed).endswith(stand)
    if record:
        folder.record_path.write_bytes(record)
    lines = where_the_game_is(folder, over=over)
    assert len(lines) == len(says)
    for line, end in zip(lines, says, strict=True):
        assert line.endswith(end.format(folder.path))


@pytest.mark.parametrize(
    "command", [["solo"], ["tutorial"], ["join", TOKEN], []], ids=lambda words: " ".join(words[:1])
)
def test_a_terminal_that_cannot_be_drawn_on_is_told_so(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    monkeypatch.setenv("TERM", "dumb")
    for stream in ("stdin", "stdout"):
        monkeypatch.setattr(f"sys.{stream}.isatty", lambda: True)
    status, _, err = run_main(capsys, *command)
    assert status == 1
    assert err.startswith("error: This needs a terminal to draw on, and this one is dumb, as TERM says.")
    assert len(err.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []
