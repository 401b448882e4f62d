"""A record looked at again: what the reel tells of both games, and what the screen shows."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.games import game_kind
from engine.hidden import SEATS, Acted, BothActed, asked
from engine.open_table import SeededChance
from engine.sekigahara.board import HAND
from protocol.replay import replay
from protocol.roles import Role
from tests.protocol.cheater import Cheat
from tests.protocol.pair import write_record
from tests.protocol.test_cheats import caught_by
from tests.protocol.test_table import started
from tests.tui import toy_client
from tests.tui.driving import app_of, close_cards, game_screen, settled, until
from tests.tui.test_cli import run_main
from tests.whole_games.played import SHORT, Case, whole_game
from tui.games import interface_of
from tui.glyphs import ASCII, UNICODE, Glyphs
from tui.lines import plain_text
from tui.practice import PracticePort
from tui.replay_app import ReplayApp, make_replay_app
from tui.replays import Eyes, Reel
from tui.screens.commands import commands_of
from tui.screens.replay import ReplayScreen, page_lines
from tui.widgets.text_view import TextView

BOTH_GAMES = pytest.mark.parametrize("case", SHORT, ids=str)


@cache
def reel_of(case: Case) -> Reel:
    entries = whole_game(case).pair.host.entries
    return Reel(replay(case.game, entries, checked=True), interface_of(case.game, UNICODE))


@BOTH_GAMES
def test_the_first_moment_is_that_of_the_first_thing_that_a_player_did(case: Case) -> None:
    reel = reel_of(case)
    events = [step.event for step in reel.replay.steps[: reel.first]]
    assert [isinstance(event, Acted | BothActed) for event in events] == [False] * (reel.first - 1) + [True]
    assert plain_text([(reel.heading(reel.first), "")]).startswith(f"Entry {reel.first - 1} of {reel.last - 1}, ")
    assert reel.lines[reel.first], "the log tells of it"


@BOTH_GAMES
def test_every_moment_can_be_seen_through_all_eyes(case: Case) -> None:
    reel = reel_of(case)
    interface = reel.interface
    for moment in range(0, reel.last + 1, 23):
        for eyes in Eyes:
            view = reel.view(moment, eyes)
            interface.board.contents(view)
            for heading, each in reel.views(moment, eyes):
                assert bool(heading) == (eyes is Eyes.BOTH)
                for page in interface.pages:
                    page.lines(each)
            assert reel.entry_lines(moment, eyes)
    # With both seeds open everything is known; a side sees its own alone, and the table shows less than both.
    middle = reel.turns[len(reel.turns) // 2]
    counts = {eyes: len(reel.view(middle, eyes).faces) for eyes in Eyes}
    assert counts[Eyes.TABLE] < min(counts[Eyes.FIRST], counts[Eyes.SECOND])
    assert counts[Eyes.BOTH] > max(counts[Eyes.FIRST], counts[Eyes.SECOND])


@BOTH_GAMES
def test_turns_battles_and_events_are_found(case: Case) -> None:
    reel = reel_of(case)
    assert len(reel.turns) >= 14
    assert reel.battles
    assert reel.after(reel.turns, 0) == reel.turns[0] or reel.turns[0] == 0
    assert reel.before(reel.turns, reel.turns[3]) == reel.turns[2]
    assert reel.after(reel.turns, reel.last) == reel.last
    assert reel.before(reel.battles, 0) == 0
    assert sum(map(len, reel.lines)) > 50


@BOTH_GAMES
def test_an_entry_tells_what_was_sealed_opened_and_proved(case: Case) -> None:
    reel = reel_of(case)
    kinds = {step.kind: step.number + 1 for step in reel.replay.steps}
    told = {kind: " ".join(map(plain_text, reel.entry_lines(moment, Eyes.BOTH))) for kind, moment in kinds.items()}
    assert "Sealed:" in told["mix"]
    assert "Proved:" in told["mix"]
    assert "it is what the seed gives" in told["mix"]
    assert "Opened: link " in told["draw"]
    assert "Drawn: " in told["draw"]
    assert "hidden" not in told["draw"]
    assert "Opened: the seed." in told["seed"]
    assert "Signed: the game is in order." in told["verdict"]
    assert " won: " in told["verdict"]
    draw = next(step for step in reel.replay.steps if step.kind == "draw" and step.number > reel.turns[0])
    seat = draw.waited.owner  # type: ignore[union-attr]
    unseen = Eyes.FIRST if seat else Eyes.SECOND
    assert "hidden" in " ".join(map(plain_text, reel.entry_lines(draw.number + 1, unseen)))


def test_a_record_that_broke_off_says_who_left() -> None:
    case = SHORT[0]
    entries = whole_game(case).pair.host.entries[:120]
    reel = Reel(replay(case.game, entries, checked=True), interface_of(case.game, UNICODE))
    told = " ".join(map(plain_text, reel.entry_lines(reel.last, Eyes.BOTH)))
    assert "wins if the record ends here" in told
    assert "did not write what comes next" in told
    assert reel.replay.unknown(reel.last) > 0


@pytest.mark.parametrize("leaver", Role)
@pytest.mark.parametrize(("leave", "told"), [("resign", "resigned."), ("stop", "stopped the game.")])
def test_who_has_left_is_told_and_not_who_has_entered_it(
    monkeypatch: pytest.MonkeyPatch, leave: str, told: str, leaver: Role
) -> None:
    pair = started()
    monkeypatch.setitem(sys.modules, "tui.toy", toy_client)
    out_of_turn = pair.host.author is not leaver
    getattr(pair.tables[leaver], leave)()
    pair.run()
    game: Any = pair.game
    reel = Reel(replay(game, pair.host.entries, checked=True), toy_client.ToyInterface(game))
    (step,) = [step for step in reel.replay.steps if step.kind in ("resign", "stop", "left")]
    assert (step.role is not leaver, step.kind == "left") == (out_of_turn, out_of_turn)
    assert [plain_text(line) for line in reel.lines[step.number + 1]] == [f"{reel.player(leaver)} {told}"]
    ends = {"resign": "resignation", "stop": "end without a winner"}[leave]
    if out_of_turn:
        ends = f"{ends} (by its own signed word)"
    assert reel.heading(step.number + 1).endswith(f", {reel.player(leaver)}: {ends}")
    checked = " ".join(map(plain_text, reel.entry_lines(step.number + 1, Eyes.BOTH)))
    assert ("the other's program enters it" in checked) == out_of_turn


def test_a_cheat_is_shown_where_it_happened() -> None:
    pair, _ = caught_by(Cheat.SWAP_A_CARD_AT_A_MIX, Role.HOST)
    game: Any = pair.game
    reel = Reel(replay(game, pair.disks[Role.JOINER].entries), toy_client.ToyInterface(game))
    assert reel.cheats == [reel.last]
    told = " ".join(map(plain_text, reel.entry_lines(reel.last, Eyes.BOTH)))
    assert "FOUND:" in told
    assert "broke mix" in told
    assert "This entry was refused" in told
    assert "Where: " in told


def screen_of(app: ReplayApp) -> ReplayScreen:
    return next(screen for screen in app.screen_stack if isinstance(screen, ReplayScreen))


def text_of(app: ReplayApp) -> str:
    return "\n".join([strip.text for strip in screen_of(app)._compositor.render_strips()])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("case", "size", "glyphs"),
    [(SHORT[0], (80, 24), UNICODE), (SHORT[1], (120, 36), ASCII)],
    ids=["80x24", "120x36-ascii"],
)
async def test_keys_go_through_the_record(case: Case, size: tuple[int, int], glyphs: Glyphs) -> None:
    app = make_replay_app(reel_of(case).replay, glyphs)
    async with app.run_test(size=size) as pilot:
        await until(lambda: any(isinstance(screen, ReplayScreen) for screen in app.screen_stack))
        await pilot.pause()
        screen, reel = screen_of(app), reel_of(case)
        assert "Before the first of " in text_of(app)
        for keys, moment in (
            (["right", "right", "left"], 1),
            (["t"], reel.after(reel.turns, 1)),
            (["c"], reel.after(reel.battles, reel.after(reel.turns, 1))),
            (["end"], reel.last),
            (["T"], reel.before(reel.turns, reel.last)),
            (["home", "n"], reel.happenings[0]),
            (["colon", "4", "0", "enter"], 41),
        ):
            await pilot.press(*keys)
            await pilot.pause()
            assert screen.moment == moment, keys
        assert "Entry 40 of " in text_of(app)
        before = screen.eyes
        await pilot.press("v")
        assert screen.eyes is not before
        await pilot.press("d")
        await pilot.pause()
        if size[0] == 80:
            assert "Hand" in text_of(app)
            await pilot.press("m")
        await pilot.click("#timeline", offset=(screen.query_one("#timeline").size.width // 2, 0))
        await pilot.pause()
        assert abs(screen.moment - reel.last // 2) < reel.last // 10
        await pilot.press("x", "tab", "right", "tab", "p")
        await pilot.pause()
        await pilot.press("q", "question_mark")
        await pilot.pause()
        assert app.screen is not screen
        await pilot.press("q", "q")
    assert app.return_code in (0, None)


@pytest.mark.asyncio
async def test_the_command_palette_finds_what_can_be_done() -> None:
    app = make_replay_app(reel_of(SHORT[1]).replay, UNICODE)
    async with app.run_test(size=(100, 30)) as pilot:
        await until(lambda: any(isinstance(screen, ReplayScreen) for screen in app.screen_stack))
        screen = screen_of(app)
        titles = [command.title for command in commands_of(app, screen)]
        assert {"Next turn", "Play", "Eyes", "Help", "Leave (quit)"} <= set(titles)
        assert len(titles) == len(set(titles))
        command = next(command for command in commands_of(app, screen) if command.title == "Next turn")
        await command.callback()
        await pilot.pause()
        assert screen.moment == reel_of(SHORT[1]).turns[0]
        await pilot.press("ctrl+p", *"eyes")
        await until(lambda: app.screen is not screen)
        await pilot.press("escape")


@pytest.mark.asyncio
@pytest.mark.parametrize(("columns", "named"), [(120, "← back → on n"), (100, "← → n"), (80, "d hand b f l q")])
async def test_the_bar_of_keys_has_as_many_words_as_there_is_room_for(columns: int, named: str) -> None:
    case = next(case for case in SHORT if case.kind == "sekigahara")
    app = make_replay_app(reel_of(case).replay, UNICODE)
    async with app.run_test(size=(columns, 30)):
        await until(lambda: named in text_of(app).splitlines()[-1], "the bar")
        bar = text_of(app).splitlines()[-1]
        assert bar.rstrip().endswith("q leave")
        assert ("f forces l log" in bar) == (columns > 80)


@pytest.mark.asyncio
async def test_it_plays_by_itself_to_the_end() -> None:
    case = SHORT[1]
    app = make_replay_app(reel_of(case).replay, UNICODE)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: any(isinstance(screen, ReplayScreen) for screen in app.screen_stack))
        screen = screen_of(app)
        screen.go_to(reel_of(case).happenings[-3])
        await pilot.press("plus", "plus", "space")
        await until(lambda: screen.moment == reel_of(case).last)
        assert screen.query_one("#entry", TextView).lines


def test_what_cannot_be_replayed_is_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path / "home"))
    assert run_main(capsys, "replay")[2].startswith("error: There is no game with a record yet")
    status, _, err = run_main(capsys, "replay", "nosuch")
    assert (status, err) == (2, "error: 'nosuch' is neither a file nor a game of `sekigahara games`.\n")
    junk = tmp_path / "junk"
    junk.write_bytes(b"junk")
    status, _, err = run_main(capsys, "replay", str(junk))
    assert status == 1
    assert "neither the record of a game nor a proof" in err
    junk.write_bytes(write_record(whole_game(SHORT[1]).pair.host.entries))
    status, _, err = run_main(capsys, "replay", str(junk))
    assert (status, err.count("\n")) == (1, 1)
    assert "needs a terminal" in err


@pytest.mark.asyncio
@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36), (160, 52)], ids=str)
@pytest.mark.parametrize("battle", [False, True])
async def test_the_board_is_where_it_was_in_the_game_and_as_large(size: tuple[int, int], battle: bool) -> None:
    case = SHORT[0]
    reel = reel_of(case)
    game, faces = case.game, dict(reel.replay.faces)
    owed = [moment for moment in range(reel.last) if asked(game.waiting(reel.replay.state(moment)), SEATS[0])]
    moment = next(moment for moment in owed if (reel.replay.state(moment).combat is not None) == battle)
    state = game.copy(reel.replay.state(moment))
    bot = game_kind(game.name).bot(game, "random", Random(1))
    app = app_of(PracticePort(game, SEATS[0], bot, SeededChance(1), state=state, faces=faces))
    async with app.run_test(size=size) as pilot:
        playing = game_screen(app)
        await until(lambda: bool(playing.query("#board")) and playing.query_one("#board").size.height > 0)
        await close_cards(app)
        while playing.alone:  # in a replay the pages stand beside the board to begin with
            await pilot.press("f2")
            await settled(pilot)
        in_game = playing.query_one("#board").region
    replaying = make_replay_app(reel.replay, UNICODE)
    async with replaying.run_test(size=size):
        await until(lambda: any(isinstance(screen, ReplayScreen) for screen in replaying.screen_stack))
        screen = screen_of(replaying)
        screen.go_to(moment)
        await until(lambda: screen.query_one("#board").region == in_game)


@pytest.mark.asyncio
async def test_the_hands_of_both_are_in_sight_together() -> None:
    reel = reel_of(SHORT[0])
    app = make_replay_app(reel.replay, UNICODE)
    async with app.run_test(size=(120, 36)) as pilot:
        await until(lambda: any(isinstance(screen, ReplayScreen) for screen in app.screen_stack))
        screen = screen_of(app)
        fullest = max(
            range(reel.last),
            key=lambda moment: sum([len(reel.replay.state(moment).pools[seat][HAND]) for seat in SEATS]),
        )
        hand = screen.text_view("hand")
        for moment in (fullest, reel.battles[0]):
            screen.go_to(moment)
            await pilot.press("d")
            await until(lambda: hand.size.height > 0)
            await until(lambda: hand.max_scroll_y == 0)
            assert sum(line in ("Tokugawa", "Ishida") for line in hand.lines) == 2


def test_what_a_page_says_of_both_sides_is_said_once() -> None:
    reel = reel_of(SHORT[0])
    [page] = [page for page in reel.interface.pages if page.name == "battle"]
    fought = [moment for moment in range(reel.last) if reel.replay.state(moment).combat is not None]
    assert fought
    for moment in fought:
        parts = [(heading, page.lines(view)) for heading, view in reel.views(moment, Eyes.BOTH)]
        told = [plain_text(line) for line in page_lines(parts, common=page.common)]
        assert sum(" attacks" in line for line in told) == 1, told
        assert len([line for line in told if line.startswith("Your hand")]) in (0, 2)
        if any("there now" in line for line in told):
            assert told == [plain_text(line) for line in parts[0][1]]
