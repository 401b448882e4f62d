"""A record as a file: a log, a picture, a page that needs nothing; and what the games add up to."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.hidden import SEATS
from p2p.store.data_folder import open_data_folder
from p2p.store.game_folder import About, Progress
from protocol.record import frame_entry
from protocol.replay import replay
from tests.tui.test_cli import run_main
from tests.whole_games.played import SHORT, Case, whole_game
from tui.cli.stats import Tally
from tui.exports.page import page
from tui.exports.picture import picture
from tui.exports.text import text_log
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.replays import Eyes, Reel

BOTH_GAMES = pytest.mark.parametrize("case", SHORT, ids=str)
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


def reel_of(case: Case, entries: int | None = None) -> Reel:
    record = whole_game(case).pair.host.entries[:entries]
    return Reel(replay(case.game, record, checked=True), interface_of(case.game, UNICODE))


@BOTH_GAMES
def test_the_log_tells_the_game_entry_by_entry(case: Case) -> None:
    reel = reel_of(case)
    lines = list(text_log(reel))
    assert "Ieyasu" in lines[0]
    assert "Mitsunari" in lines[0]
    assert any(" won: " in line for line in lines[:4])
    numbers = [int(found[1]) for line in lines if (found := re.match(r" {0,4}(\d+)  \S", line))]
    assert numbers == sorted(numbers)
    assert len(numbers) > 40
    drawn = [line for line in lines if "Drawn: " in line]
    assert drawn
    assert not any("hidden" in line for line in drawn)
    assert any("hidden" in line for line in text_log(reel, Eyes.FIRST))


@BOTH_GAMES
def test_a_picture_is_well_formed_and_fetches_nothing(case: Case) -> None:
    reel = reel_of(case)
    svg = picture(reel, reel.turns[5])
    root = ElementTree.fromstring(svg)
    text = "".join(root.itertext()).replace("\xa0", " ")
    assert reel.heading(reel.turns[5]) in text
    assert re.findall(r"https?://[^\"' ]+", svg) == ["http://www.w3.org/2000/svg"]
    assert "url(http" not in svg


def test_a_page_holds_every_moment_and_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    reel = reel_of(SHORT[1], 60)
    evil = "<script>alert(1)</script>"
    monkeypatch.setattr(Reel, "names", lambda self: (evil, "</script>"))
    monkeypatch.setattr(Reel, "player", lambda self, role: evil)
    html = page(reel)
    assert "http:" not in html
    assert "https:" not in html
    assert "alert(1)<" not in html
    assert html.count("<script") == 2
    assert html.count("</script>") == 2
    data = json.loads(html.partition('type="application/json">')[2].partition("</script>")[0])
    assert len(data["moments"]["shown"]) == len(Eyes)
    assert {len(seen) for seen in data["moments"]["shown"]} == {reel.last + 1}
    assert all("<script" not in row for row in data["rows"])


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed here")
@BOTH_GAMES
def test_a_browser_shows_the_page_from_the_disk(case: Case, tmp_path: Path) -> None:
    reel = reel_of(case, 90)
    file = tmp_path / "game.html"
    file.write_text(page(reel), encoding="utf-8")
    assert CHROMIUM is not None
    command = [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    result = subprocess.run(
        [*command, "--dump-dom", f"{file.as_uri()}#41"], capture_output=True, text=True, timeout=200, check=True
    )
    assert f'<h2 id="heading">{reel.heading(41)}</h2>' in result.stdout
    assert f">41 of {reel.last}</span>" in result.stdout
    assert 'id="board"' in result.stdout


@BOTH_GAMES
def test_what_is_counted_adds_up(case: Case) -> None:
    tally = Tally(case.kind)
    replayed = reel_of(case).replay
    tally.count(replayed, SEATS[0])
    last = replayed.state(len(replayed.steps))
    if case.kind == "samurai":
        assert tally.own["figures captured"] == sum(last.captured[0])
        assert tally.theirs["figures captured"] == sum(last.captured[1])
        assert tally.own["tiles laid"] > 4
    else:
        dead = [len(pools[-1]) for pools in last.pools]
        assert [tally.own["blocks lost"], tally.theirs["blocks lost"]] == dead
        assert tally.own["battles"] == tally.theirs["battles"]
        assert tally.own["battles"] + tally.own["sieges"] >= 1
    assert all(own is None or own >= 0 for _, own, _ in tally.averages())


def test_the_commands_write_files_and_add_games_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    assert run_main(capsys, "stats")[1].startswith("There are no games")
    case = SHORT[1]
    folder = open_data_folder("sekigahara").new_game(About(role="host", name="Me", invite="", game=case.kind))
    folder.record_path.write_bytes(b"".join(map(frame_entry, whole_game(case).pair.host.entries[:100])))
    seat = whole_game(case).pair.host.seat
    assert seat is not None
    folder.save_progress(Progress(game_id="00", seat=seat, opponent="Ieyasu", finished=True, winner=seat, stage="-"))
    status, out, _ = run_main(capsys, "stats")
    assert status == 0
    assert out.startswith("Samurai: 1 game, 1 won\n")
    assert "opponent Ieyasu: 1 won" in out
    assert "figures captured" in out
    assert json.loads(run_main(capsys, "stats", "--json")[1])[0]["results"] == {"won": 1}

    assert run_main(capsys, "export")[::2] == (
        2,
        "error: Say what is to be written: --text FILE, --svg FILE or --html FILE.\n",
    )
    assert "Drawn: " in run_main(capsys, "export", folder.name, "--text", "-")[1]
    svg = tmp_path / "moment.svg"
    assert run_main(capsys, "export", folder.name, "--svg", str(svg), "--entry", "40")[0] == 0
    assert "Entry 40 of" in svg.read_text(encoding="utf-8").replace("&#160;", " ")
    assert run_main(capsys, "export", folder.name, "--svg", str(svg), "--entry", "4000")[0] == 2
    assert run_main(capsys, "export", folder.name, "--text", "-", "--eyes", "tokugawa")[0] == 2
    assert run_main(capsys, "export", folder.name, "--text", str(tmp_path / "no" / "such"))[0] == 1
