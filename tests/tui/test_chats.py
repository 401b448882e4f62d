"""What was said is there again for who comes back to a game, where it was said."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from textual.events import MouseScrollDown
from textual.geometry import Region

from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from p2p.errors import Problem, StorageError
from p2p.notifications import ChatSaid, PeerConnected
from p2p.text import CHAT_LIMIT
from tests.tui.driving import app_of, game_screen, screen_lines, screen_text, settled, until
from tests.tui.sekigahara.games import practice_game, random_bot
from tui.chats import MOST_KEPT, ChatKeeper
from tui.lines import plain_text
from tui.log import Card, LogEntry
from tui.ports import ChatLine
from tui.screens import ticker
from tui.screens.card import CardScreen
from tui.screens.dialog import Dialog
from tui.screens.prompt import PromptScreen
from tui.screens.result_screen import ResultScreen
from tui.screens.talk import TalkScreen
from tui.session_port import SessionPort


def test_what_was_said_is_found_again_cleaned_and_no_more_of_it_than_is_kept() -> None:
    kept: list[bytes] = []
    keeper = ChatKeeper(save=kept.append)
    keeper.keep(ChatLine(own=True, text="good luck", events=3))
    keeper.keep(ChatLine(own=False, text="and you", events=7, over=True))
    assert ChatKeeper(kept[-1]).found() == [
        ChatLine(own=True, text="good luck", events=3, earlier=True),
        ChatLine(own=False, text="and you", events=7, earlier=True, over=True),
    ]
    for number in range(MOST_KEPT):
        keeper.keep(ChatLine(own=True, text=f"line {number}", events=9))
    assert [line.text for line in ChatKeeper(kept[-1]).found()] == [f"line {number}" for number in range(MOST_KEPT)]
    evil = [{"own": False, "text": text, "events": 1} for text in ("a\x1b[2Jb", "\x07", "x" * 9999)]
    told = [line.text for line in ChatKeeper(msgspec.json.encode(evil)).found()]
    assert len(told) == 2
    assert "\x1b" not in told[0]
    assert len(told[1]) <= CHAT_LIMIT


@pytest.mark.parametrize("data", [b"no json", b"\xff", b'[{"own": 1}]', b'[{"own":true,"text":"x","events":-1}]'])
def test_what_cannot_be_read_was_not_said(data: bytes) -> None:
    assert ChatKeeper(data).found() == []


def test_what_was_said_to_nobody_is_sent_when_both_are_there_again_even_after_a_restart() -> None:
    kept: list[bytes] = []
    owed: list[str] = []
    session: Any = SimpleNamespace(
        table=SimpleNamespace(events=[], outcome=None, listen=lambda keep: None),
        connected=False,
        owe_chat=owed.extend,
        to_decide=lambda: None,
    )

    def port() -> SessionPort[Any, Any]:
        made: SessionPort[Any, Any] = SessionPort("Ieyasu")
        made.attach(session)
        made.keep_chats(ChatKeeper(kept[-1] if kept else b"", kept.append))
        return made

    first = port()
    first.observe(ChatSaid(own=True, text="are you there?"))
    assert owed == []
    again = port()
    assert owed == ["are you there?"]
    assert [line.text for line in again.chats()] == ["are you there?"]
    session.connected = True
    again.observe(PeerConnected("Mitsunari"))
    again.observe(ChatSaid(own=True, text="at last"))
    owed.clear()
    port()
    assert owed == [], "it has gone out"


def test_a_full_disk_stops_no_talk() -> None:
    def full(data: bytes) -> None:
        raise StorageError(Problem.CANNOT_WRITE, path="chat", reason="No space left on device")

    keeper = ChatKeeper(save=full)
    keeper.keep(ChatLine(own=True, text="hello"))
    assert [line.text for line in keeper.found()] == ["hello"]


def test_the_talk_of_a_game_goes_on_with_its_rematch_and_is_kept_with_each_alone() -> None:
    first: list[bytes] = []
    second: list[bytes] = []
    port: SessionPort[Any, Any] = SessionPort("Ieyasu")
    session: Any = SimpleNamespace(
        table=SimpleNamespace(events=[], outcome=None, listen=lambda keep: None), connected=True
    )
    port.attach(session)
    port.keep_chats(ChatKeeper(save=first.append))
    port.observe(ChatSaid(own=False, text="again?"))
    port.attach(session)
    port.keep_chats(ChatKeeper(save=second.append))
    port.observe(ChatSaid(own=True, text="yes"))
    assert [(line.text, line.earlier) for line in port.chats()] == [("again?", True), ("yes", False)]
    assert [[line.text for line in ChatKeeper(kept[-1]).found()] for kept in (first, second)] == [["again?"], ["yes"]]


@pytest.mark.asyncio
async def test_what_was_said_before_stands_where_it_was_said_and_is_no_news() -> None:
    port, bot = practice_game(), random_bot(5)
    for _ in range(30):
        view = port.situation().view
        assert view is not None
        port.act(bot.choose(view))
    count = len(port.situation().events)
    lines = ((0, "good luck"), (count // 2, "well fought"), (count + 9, "until tomorrow"))
    port.chats().extend([ChatLine(own=False, text=text, events=events, earlier=True) for events, text in lines])
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        log = game_screen(app).log_view
        told = [text for _events, text in lines]
        items = ["".join([text for text, _style in item.line]) for item in log._items]
        places = [next(n for n, item in enumerate(items) if item.endswith(text)) for text in told]
        assert places[0] == 0
        assert places[2] == len(items) - 1
        assert places[1] == log.log_of_game.entries_after(count // 2)[0] + 1
        assert [item for item in log._items if item.line[0][1] != "chat"] == log.log_of_game.entries
        assert log.latest not in told
        port.hear("there you are", own=False)
        await settled(pilot)
        assert log._items[-1] == LogEntry([("Bot: there you are", "chat")])
        assert "there you are" in log.latest


@pytest.mark.asyncio
async def test_what_was_said_in_the_game_before_has_a_heading_of_its_own() -> None:
    port = practice_game()
    port.chats().append(ChatLine(own=False, text="once more", earlier=True))
    now = port.situation()
    port.situation = lambda: replace(now, played=1)  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        items = ["".join([text for text, _style in item.line]) for item in game_screen(app).log_view._items]
        assert items[:2] == ["Said before this game", "Bot: once more"]


@pytest.mark.asyncio
async def test_what_was_said_before_in_a_battle_that_goes_on_stands_among_its_lines() -> None:
    port, bot, said = practice_game(2), random_bot(5), ["before it", "in its midst", "at last"]
    reached, fought = 0, -1
    while True:
        view = port.situation().view
        assert view is not None
        count, combat = len(port.situation().events), combat_begun(view.state)
        if combat is not None and combat.location == fought:
            break
        reached, fought = count, -1 if combat is None else combat.location
        port.act(bot.choose(view))
    counts = (0, reached, count)
    lines = [ChatLine(own=False, text=text, events=n, earlier=True) for n, text in zip(counts, said, strict=True)]
    port.chats().extend(lines)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        log = game_screen(app).log_view
        told = [plain_text(line).removeprefix("Bot: ") for line in log.last(1000)]
        begun, battle = next((n, item) for n, item in reversed(list(enumerate(log._items))) if item.details)
        assert begun == len(log._items) - 1, "the battle is the last"
        first, midst, last = [told.index(text) for text in said]
        assert first == 0
        assert last == len(told) - 1
        beneath = told[-2 - len(battle.details) :]
        assert 0 < beneath.index("in its midst") < len(beneath) - 2
        assert [line for line in beneath if line not in said] == [plain_text(line) for line in battle.details]
        assert midst < last


@pytest.mark.asyncio
async def test_what_is_said_while_the_opponent_is_not_there_is_not_taken_to_be_sent() -> None:
    port = practice_game(2)
    now, told = port.situation(), "Goes out when Bot is there again: You: hello"
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        for connected in (True, False):
            port.situation = lambda connected=connected: replace(now, connected=connected)  # type: ignore[method-assign, misc]
            port._tell()
            await settled(pilot)
            await pilot.press("t", *"hello", "enter")
            await settled(pilot)
            assert (told in screen_text(app)) != connected
        assert [line.text for line in port.chats()] == ["hello", "hello"]


@pytest.mark.asyncio
async def test_a_card_that_covers_the_line_under_the_board_tells_that_what_is_said_has_to_wait() -> None:
    port = practice_game(2)
    now = port.situation()
    port.situation = lambda: replace(now, connected=False)  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(100, 30)) as pilot:
        await settled(pilot)
        card = game_screen(app).card_screen(Card("Battle of Sunpu", [[("Nobody won.", "plain")]]))
        await app.push_screen(card)
        await settled(pilot)
        card.moment.end()
        await pilot.press("t", *"hello", "enter")
        told = "Goes out when Bot is there again: You: hello · Enter: close"
        await until(lambda: told in str(card.query_one("#box").border_subtitle), "that it waits")


@pytest.mark.asyncio
async def test_no_result_covers_what_is_being_written_and_who_reads_it_can_write_and_is_told_what_is_said() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press("t", *"well")
        await settled(pilot)
        port.resign()
        await settled(pilot)
        assert isinstance(app.screen, PromptScreen)
        await pilot.press("enter")
        await until(lambda: isinstance(app.screen, ResultScreen), "the result")
        port.hear("good game", own=False)
        await until(lambda: "Bot: good game" in str(app.screen.query_one("#box").border_subtitle), "what is said")
        await pilot.press("t", *"same to you", "enter")
        await settled(pilot)
        assert isinstance(app.screen, ResultScreen)
        assert "same to you" not in str(app.screen.query_one("#box").border_subtitle), "who has said it knows"
        assert [line.text for line in port.chats()] == ["well", "good game", "same to you"]


@pytest.mark.asyncio
@pytest.mark.parametrize("of_result", [False, True])
async def test_a_card_whose_frame_tells_what_is_said_still_says_what_closes_it(*, of_result: bool) -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        if of_result:
            port.resign()
        else:
            await app.push_screen(game_screen(app).card_screen(Card("Battle of Sunpu", [[("Nobody won.", "plain")]])))
        await until(lambda: isinstance(app.screen, CardScreen), "the card")
        card = app.screen
        assert isinstance(card, CardScreen)
        await settled(pilot)

        def foot() -> str:
            frame = card.query_one("#box").region
            return screen_lines(app)[frame.bottom - 1][frame.x : frame.right]

        port.hear("my draft", own=False)
        await until(lambda: "Bot: my draft · Enter" in foot(), "what is said")
        assert ": close" in foot()
        port.hear("word " * 40, own=False)
        await until(lambda: "Bot: word word" in foot(), "what is said then")
        assert f"word … · {'q' if of_result else 'Enter'}: close" in foot()
        await pilot.press("down")
        await until(lambda: "Bot" not in foot(), "until the next key")
        assert "close" in foot()


@pytest.mark.asyncio
async def test_what_is_said_before_a_card_is_drawn_stands_in_its_frame() -> None:
    app = app_of(practice_game(2))
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        card = game_screen(app).card_screen(Card("Battle of Sunpu", [[("Nobody won.", "plain")]]))
        card.say("Bot: hello")
        await app.push_screen(card)
        await until(lambda: "Bot: hello · Enter" in str(card.query_one("#box").border_subtitle), "what was said")


@pytest.mark.asyncio
@pytest.mark.parametrize("key", ["f1", "r", "g", "q"])
async def test_what_is_said_stands_in_the_frame_of_any_box(key: str) -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        await pilot.press(key)
        await until(lambda: isinstance(app.screen, Dialog), "the box")
        port.hear("are you [b]there?", own=False)
        box = app.screen
        assert isinstance(box, Dialog)

        def title() -> str:
            frame = box.query_one("#box").region
            return screen_lines(app)[frame.y][frame.x : frame.right]

        await until(lambda: "Bot: are you [b]there?" in title(), "what is said")
        box.count_down(7)
        await until(lambda: "(7 s) " in title(), "the seconds beside it")
        assert "Bot: are you [b]" in title()


@pytest.mark.asyncio
async def test_what_is_said_stays_under_the_board_until_a_key_comes_after_it_can_have_been_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ticker, "SEEN", 3600.0)
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        screen = game_screen(app)
        line, told = screen._line("ticker"), screen._ticker
        assert told is not None

        def text() -> str:
            return "".join([strip.text for strip in line.render_lines(Region(0, 0, *line.size))])

        port.hear("hello", own=False)
        await until(lambda: "Bot: hello" in text(), "what is said")
        assert "new, t" not in text()
        await pilot.press("right")
        await settled(pilot)
        assert "Bot: hello" in text(), "it has only just come"
        port.hear("are you there?", own=False)
        await until(lambda: "(2 new, t: all) Bot: hello · Bot: are you there?" in text(), "both")
        screen.announce("A battle begins.")
        assert "A battle begins." in text()
        told._forget_notice()
        assert "(2 new, t: all)" in text(), "it comes back"
        told._seen_for_long()
        assert "(2 new, t: all)" in text(), "until a key"
        await pilot.press("left")
        await settled(pilot)
        assert "new, t" not in text()
        assert not told._said
        port.hear("well", own=False)
        await until(lambda: told._said == ["Bot: well"], "what is said, without what was read")
        assert "Bot: well" in text()
        assert "new, t" not in text()


@pytest.mark.asyncio
async def test_what_is_said_under_a_box_is_not_read_there() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        told = game_screen(app)._ticker
        assert told is not None
        await pilot.press("f1")
        await until(lambda: isinstance(app.screen, Dialog), "the box")
        port.hear("hello", own=False)
        await until(lambda: told._said_seen is not None, "what is said")
        told._stop_reading()
        told._seen_for_long()
        assert not told._said_read
        await pilot.press("escape")
        await settled(pilot)
        assert "Bot: hello" in screen_text(app)


@pytest.mark.asyncio
async def test_what_was_said_last_stands_above_the_line_that_is_written_with_what_is_said_meanwhile() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for number in range(8):
            port.hear(f"line {number}, {'xx ' * 30}", own=bool(number % 2))
        await settled(pilot)
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, TalkScreen), "the box")
        await until(lambda: "line 7" in screen_text(app), "what was said")
        assert "line 2" in screen_text(app)
        assert "line 1" not in screen_text(app)
        assert screen_text(app).count("xx ") == 6 * 30, "whole"
        await pilot.press(*"well")
        port.hear("[b]still[/b] there?", own=False)
        await until(lambda: "[b]still[/b] there?" in screen_text(app), "what is said meanwhile")
        assert "well" in screen_text(app)
        assert "still" not in str(app.screen.query_one("#box").border_title)


@pytest.mark.asyncio
async def test_all_that_was_said_can_be_read_above_the_line_that_is_written_and_is_not_new_any_more() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for number in range(1, 31):
            port.hear(f"spam {number}.", own=False)
        await until(lambda: "(30 new, t: all)" in screen_text(app), "how much is new")
        await pilot.press("t")
        await until(lambda: isinstance(app.screen, TalkScreen), "the box")
        box = app.screen.query_one("#box")

        def foot() -> str:
            return screen_lines(app)[box.region.bottom - 1]

        await until(lambda: "spam 30." in screen_text(app), "the last")
        await until(lambda: "Page Up: earlier · Enter: send · Escape" in foot(), "that there is more")
        assert "spam 18." not in screen_text(app)
        assert box.region.height < 20, "the game stays in sight"
        await pilot.press(*"well", "pageup")
        await until(lambda: "spam 18." in screen_text(app), "what was said before")
        port.hear("spam 31.", own=False)
        await settled(pilot)
        assert "spam 31." not in screen_text(app), "whoever reads goes on reading"
        await pilot.press("pageup", "pageup")
        await until(lambda: "spam 1." in screen_text(app), "the first")
        await until(lambda: "earlier" not in foot(), "that it is")
        before = app.screen.query_one("#before").region
        await pilot._post_mouse_events([MouseScrollDown], offset=(before.x + 3, before.y + 3))
        await until(lambda: "spam 1." not in screen_text(app), "the wheel")
        await pilot.press("up", "up", "up", "up")
        await until(lambda: "spam 1." in screen_text(app), "a row at a time")
        assert "well" in screen_text(app)
        await pilot.press("escape")
        await until(lambda: app.screen is game_screen(app), "the game")
        await settled(pilot)
        assert "new, t" not in screen_text(app)
        assert game_screen(app)._ticker._said == []  # type: ignore[union-attr]


@pytest.mark.asyncio
async def test_once_the_player_has_answered_nothing_older_comes_back_under_the_board() -> None:
    port = practice_game(2)
    app = app_of(port)
    async with app.run_test(size=(120, 36)) as pilot:
        await settled(pilot)
        told = game_screen(app)._ticker
        assert told is not None
        port.hear("hello", own=False)
        await until(lambda: "Bot: hello" in screen_text(app), "what is said")
        await pilot.press("t", *"and you", "enter")
        await until(lambda: "You: and you" in screen_text(app), "the answer")
        told._forget_notice()
        await settled(pilot)
        line = screen_lines(app)[game_screen(app)._line("ticker").region.y]
        assert "Bot: hello" not in line


@pytest.mark.asyncio
async def test_who_can_be_heard_by_nobody_any_more_reads_what_was_said_and_cannot_write() -> None:
    port = practice_game(2)
    now = port.situation()
    port.hear("good bye", own=False)
    port.situation = lambda: replace(now, unheard="Bot has left.")  # type: ignore[method-assign]
    app = app_of(port)
    async with app.run_test(size=(80, 24)) as pilot:
        await settled(pilot)
        for key in ("enter", "escape"):
            await pilot.press("t")
            await until(lambda: isinstance(app.screen, TalkScreen), "the box")
            await until(lambda: "Bot: good bye" in screen_text(app), "what was said")
            assert "Nothing can be said any more: Bot has left." in screen_text(app)
            assert "Enter, Escape or click here: close" in screen_text(app)
            await pilot.press(*"zz", key)
            await until(lambda: app.screen is game_screen(app), "the game")
        assert len(port.chats()) == 1
