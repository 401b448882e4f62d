"""What the program alone tells in the log, of the connection and of answers given for the player, is there again."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest

from p2p.errors import Problem, StorageError
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import GameFolder
from tests.tui.driving import game_screen, settled
from tests.tui.sekigahara.games import practice_game, random_bot
from tui.app import ClientApp, make_app
from tui.glyphs import UNICODE
from tui.kept import Kept
from tui.lines import plain_text
from tui.told import MOST_KEPT, Told, ToldKeeper
from tui.widgets.log_view import LogView

OUT_OF_TIME = "The time to answer is over: something was done for you."


def whole(log: LogView) -> list[str]:
    """All that the log tells."""
    return [plain_text(line) for number in range(len(log._items)) for line in log._whole(number)]


@pytest.mark.asyncio
async def test_what_no_record_has_stands_in_the_log_again_where_it_stood(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tui.widgets.log_view.time", SimpleNamespace(strftime=lambda form: "20:15"))
    port, bot, kept = practice_game(2), random_bot(5), list[bytes]()
    situation = port.situation
    connected = True
    words = {True: "Bot is there.", False: "Bot went."}
    port.situation = lambda: replace(situation(), connected=connected, connection=words[connected])  # type: ignore[method-assign]

    def app() -> ClientApp:
        return make_app(
            port, UNICODE, grace=0, pace=0, kept=lambda: Kept(told=ToldKeeper(kept[-1] if kept else b"", kept.append))
        )

    first = app()
    async with first.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        log = game_screen(first).log_view
        for number in range(40):
            view = port.situation().view
            assert view is not None
            if number == 20:
                connected = False
                port._tell()
                await settled(pilot)
                log.log_of_game.given(view.seat, OUT_OF_TIME)
            elif number == 25:
                connected = True
            if port.situation().question is not None:
                port.act(bot.choose(view))
            await settled(pilot)
        told = whole(log)
        assert OUT_OF_TIME in [line.strip() for line in told]
        assert "20:15 to 20:15 without a connection. Bot is there." in told
        assert "20:15: Bot went." in told
    again = app()
    async with again.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        log = game_screen(again).log_view
        assert whole(log) == told
        styles = {plain_text(item.line): item.line[0][1] for item in log._items if item.line}
        assert styles["20:15: Bot went."] == "bad"


def test_of_what_follows_another_at_once_the_last_is_kept_and_no_more_than_is_shown() -> None:
    kept: list[bytes] = []
    keeper = ToldKeeper(save=kept.append)
    keeper.keep(Told("gone", 3, "bad"))
    keeper.keep(Told("there\x1b[2J again", 3, "good"), instead=True)
    keeper.keep(Told("done for you", 4))
    assert ToldKeeper(kept[-1]).found() == [Told("there again", 3, "good"), Told("done for you", 4)]
    for number in range(MOST_KEPT):
        keeper.keep(Told(f"line {number}", 9, "good"))
    assert [line.text for line in ToldKeeper(kept[-1]).found()] == [f"line {number}" for number in range(MOST_KEPT)]


@pytest.mark.parametrize("data", [b"no json", b"\xff", b'[{"text": 1}]', b'[{"text":"x","events":1,"style":"own"}]'])
def test_what_cannot_be_read_was_not_told(data: bytes) -> None:
    assert ToldKeeper(data).found() == []


def test_a_full_disk_stops_no_game() -> None:
    def full(data: bytes) -> None:
        raise StorageError(Problem.CANNOT_WRITE, path="told", reason="No space left on device")

    keeper = ToldKeeper(save=full)
    keeper.keep(Told("gone", 3, "bad"))
    assert keeper.found() == [Told("gone", 3, "bad")]


def test_it_lies_with_the_game(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = GameFolder(tmp_path_factory.mktemp("game"), LocalFileSystem())
    assert folder.told() == b""
    folder.save_told(b"[]")
    assert folder.told() == b"[]"
