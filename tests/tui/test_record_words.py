"""What a record is worth, in words: the same from every side, and nobody accused who is not guilty."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from engine.hidden import Seat
from protocol.audit import audit
from protocol.canonical import encode
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT
from protocol.report import Report
from protocol.roles import Role, Side
from protocol.standing import Standing, standing
from protocol.table import Table
from protocol.transcript import read_entry
from tests.protocol.cheater import Cheat
from tests.protocol.pair import Pair
from tests.protocol.test_cheats import caught_by, play_against
from tests.protocol.test_table import finished, started
from tests.toy_game import Bid
from tests.tui import toy_client
from tui.glyphs import UNICODE
from tui.lines import longest_that_fits, plain_text
from tui.ports import Audit, Ended, Situation
from tui.record_words import (
    by_side,
    integrity_line,
    proven_notes,
    report_lines,
    result_line,
    standing_data,
    standing_notes,
    verdict_line,
)
from tui.screens.result import result_lines
from tui.screens.status import head_lines

BOTH_ROLES = pytest.mark.parametrize("role", list(Role))


@pytest.fixture(autouse=True)
def toy_package() -> Iterator[None]:
    """`tui.toy` is there as long as the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "tui.toy", toy_client)
        yield


def judged(pair: Pair[Any, Any], entries: Sequence[bytes]) -> tuple[Report, Standing, list[str]]:
    report = audit(pair.game, entries)
    worth = standing(report)
    return report, worth, report_lines(pair.game, report, worth)


def side(pair: Pair[Any, Any], table: Table[Any, Any]) -> str:
    seat = table.seat
    assert seat is not None
    return pair.game.seats[seat]


def called(pair: Pair[Any, Any], table: Table[Any, Any]) -> str:
    """The table's side, as people are told of it."""
    return side(pair, table).capitalize()


def test_a_clean_game() -> None:
    pair = finished(1)
    report, worth, lines = judged(pair, pair.host.entries)
    assert lines[0] == (
        f"{report.entries} entries, each a move, a shuffle, a draw or what was opened; "
        f"{report.entries} replayed by the rules."
    )
    assert report_lines(pair.game, replace(report, entries=1), worth)[0].startswith("1 entry, each a move")
    assert "The record is whole: both players have signed its end." in lines
    assert lines[-1] == "Everything was checked twice, by proofs and by the seeds, and nothing is wrong."
    assert verdict_line(report) == "clean"
    assert standing_data(pair.game, worth)["how"] == "decided"
    assert standing_notes(worth, lambda role: role.word) == []


@BOTH_ROLES
@pytest.mark.parametrize(
    ("leave", "told"), [("resign", "won: {} resigned"), ("stop", "nobody won: {} stopped the game")]
)
def test_an_audit_says_who_has_left_by_a_word_of_its_own_whoever_has_entered_it(
    role: Role, leave: str, told: str
) -> None:
    pair = started()
    getattr(pair.tables[role], leave)()
    pair.run()
    lines = judged(pair, pair.host.entries)[2]
    words = told.format(called(pair, pair.tables[role]))
    assert any(line.lower().endswith(f"{words} (by its own signed word).".lower()) for line in lines)


def test_what_is_proven_and_what_the_seeds_add() -> None:
    pair = finished(1)
    entries = pair.host.entries
    last = len(entries) - 1
    every = "Every step is proven, all {} entries, 0 to {}: each shuffle, draw and claim, when it was made."
    _, worth, _ = judged(pair, entries)
    assert proven_notes(worth) == [
        every.format(len(entries), last),
        "The audit by the opened seeds checks it all a second time, by hashes alone.",
    ]
    _, worth, _ = judged(pair, entries[:-4])
    assert proven_notes(worth) == [
        every.format(len(entries) - 4, last - 4),
        "The audit by the opened seeds would check it all a second time, by hashes alone.",
    ]
    _, worth, _ = judged(pair, entries[:-5])
    assert proven_notes(worth) == [
        f"Proven to entry {last - 5}: every shuffle, draw and claim up to there, without any seed."
    ]
    assert proven_notes(judged(pair, [entries[1]])[1]) == []


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (100, "Week 1: Ishida  checked: 57  11 points to 9"),
        (30, "Week 1: Ishida  11 points to 9"),
        (25, "Week 1  11 points to 9"),
        (20, "Week 1: Ishida  11:9"),
        (18, "Week 1  11:9"),
        (5, "Week 1  11:9"),
    ],
)
def test_the_first_line_says_turn_points_and_that_each_entry_was_verified(width: int, shown: str) -> None:
    view = finished(1).host.view()
    situation: Situation[Any, Any] = Situation(
        view=view,
        question=None,
        events=(),
        own_name="Mitsunari",
        opponent_name="Ieyasu",
        connected=True,
        connection="",
        verified=57,
    )
    interface: Any = SimpleNamespace(
        status=lambda _: [[("Week 1: Ishida", "bold")], [("Week 1", "bold")]],
        scores=lambda *_: [[("11 points to 9", "plain")], [("11:9", "plain")]],
    )
    assert view is not None
    assert plain_text(longest_that_fits(head_lines(interface, situation, view), width)) == shown
    without = [plain_text(line) for line in head_lines(interface, replace(situation, verified=0), view)]
    assert without == [
        "Week 1: Ishida  11 points to 9",
        "Week 1  11 points to 9",
        "Week 1: Ishida  11:9",
        "Week 1  11:9",
    ]


@pytest.mark.parametrize(
    ("width", "shown"),
    [(60, "The opponent's entry is false.  Week 1  11:9"), (35, "The game has stopped  Week 1  11:9")],
)
def test_what_is_false_comes_first_in_the_first_line(width: int, shown: str) -> None:
    view = finished(1).host.view()
    situation: Situation[Any, Any] = Situation(
        view=view,
        question=None,
        events=(),
        own_name="Mitsunari",
        opponent_name="Ieyasu",
        connected=True,
        connection="",
        verified=57,
        trouble="The opponent's entry is false.",
    )
    interface: Any = SimpleNamespace(status=lambda _: [[("Week 1", "bold")]], scores=lambda *_: [[("11:9", "plain")]])
    assert view is not None
    assert plain_text(longest_that_fits(head_lines(interface, situation, view), width)) == shown


def test_the_first_line_says_by_what_the_game_was_won_where_there_is_room() -> None:
    view = finished(1).host.view()
    assert view is not None
    situation: Situation[Any, Any] = Situation(
        view=view,
        question=None,
        events=(),
        own_name="Mitsunari",
        opponent_name="Ieyasu",
        connected=True,
        connection="",
        verified=57,
        ended=Ended(Seat(1), "14 to 14, and a tie is Ishida's"),
    )
    interface: Any = SimpleNamespace(
        words=SimpleNamespace(side=lambda _: "Ishida"), scores=lambda *_: [[("14:14", "plain")]]
    )
    for width, shown in (
        (100, "The game is over. Ishida has won: 14 to 14, and a tie is Ishida's.  14:14"),
        (40, "The game is over. Ishida has won.  14:14"),
    ):
        assert plain_text(longest_that_fits(head_lines(interface, situation, view), width)) == shown


@BOTH_ROLES
def test_a_cheat_that_is_found_voids_the_win(role: Role) -> None:
    pair, _ = play_against(Cheat.STACK_THE_DECK, role)
    cheat, honest = pair.tables[role], pair.tables[role.other]
    report, worth, lines = judged(pair, honest.entries)
    line = result_line(pair.game, worth)
    assert line.startswith(f"{called(pair, honest)} counts as the winner: {called(pair, cheat)} broke the rules")
    assert report.outcome is not None
    assert line.endswith("is void") == (report.outcome.winner == cheat.seat)
    assert any(f"Entry {report.violations[0].number}, by the {role.word}" in line for line in lines)
    assert verdict_line(report) == "1 violation found"
    told = standing_data(pair.game, worth)
    assert (told["winner"], told["cheats"]) == (side(pair, honest), [side(pair, cheat)])
    named = result_line(pair.game, worth, lambda seat: "you" if seat == honest.seat else "Ieyasu")
    assert "Ieyasu broke the rules" in named


@BOTH_ROLES
def test_a_cheat_in_the_middle_ends_the_game_for_the_other(role: Role) -> None:
    pair, _ = caught_by(Cheat.SHOW_ANOTHER_FACE, role)
    honest = pair.tables[role.other]
    _, worth, _ = judged(pair, pair.disks[role.other].entries)
    assert worth.winner == honest.seat
    assert result_line(pair.game, worth).endswith(f"{called(pair, pair.tables[role])} broke the rules")


def test_leaving_does_not_pay_and_what_is_owed_is_one_side_s_word() -> None:
    pair = started()
    for table in pair.tables:
        table.act(Bid(None))
    pair.collect()
    pair.deliver(Role.JOINER)
    _, worth, lines = judged(pair, pair.host.entries)
    assert "The game has not ended." in lines
    assert any("wins if the record ends here: " in line and "a sealed choice" in line for line in lines)
    assert any(line.startswith("The next entry is owed by the joiner (Ieyasu): a sealed choice.") for line in lines)
    assert any("is the word of whoever shows the record" in line for line in lines)
    assert any(line.startswith("Leaving does not pay") for line in lines)
    assert any("entries may be missing at the end" in line for line in lines)
    assert standing_data(pair.game, worth)["owed"] == {"by": "joiner", "what": "second_seal", "witnessed": False}


@BOTH_ROLES
def test_what_is_withheld_after_the_end_is_said_and_changes_nothing(role: Role) -> None:
    pair = finished(1)
    kept = [raw for raw in pair.host.entries if read_entry(raw).kind is not VERDICT]
    kept = kept[:-1] if pair.tables[role].seat == 1 else kept[:-2]
    assert any(read_entry(raw).kind is SEED for raw in kept) == (pair.tables[role].seat == 1)
    _, worth, lines = judged(pair, kept)
    _, whole, _ = judged(pair, pair.host.entries)
    assert worth.winner == whole.winner
    assert any(line.startswith(f"Not checked a second time, by the {role.word}") for line in lines)
    assert any("withheld the opening of the seed after the end. That changes nothing" in line for line in lines)
    assert any(f"he {role.word}" in note for note in standing_notes(worth, lambda role: f"the {role.word}"))


def test_an_edit_accuses_nobody() -> None:
    pair = finished(1)
    entries = list(pair.host.entries)
    entries[9], entries[10] = entries[10], entries[9]
    report, _, lines = judged(pair, entries)
    assert any("was changed by whoever held the file" in line for line in lines)
    assert not any("by the" in line for line in lines if line.startswith("Entry"))
    assert verdict_line(report) == "the record has been edited"


def test_a_foreign_record_is_told_as_such() -> None:
    pair = finished(1)
    version_1 = encode(["fairtable entry", 1, b""]) + bytes(64)
    report, _, lines = judged(pair, [version_1, *pair.host.entries[1:]])
    assert any("version [1]" in line for line in lines)
    assert "another version than this program has" in integrity_line(report)
    assert verdict_line(report) == "not a record that this program can check"


@pytest.mark.parametrize(("found", "noun"), [(1, "1 violation:"), (2, "2 violations:")])
def test_the_result_screen_says_how_much_the_audits_have_checked(found: int, noun: str) -> None:
    pair = finished(1, Side.FIRST)
    situation: Situation[Any, Any] = Situation(
        view=pair.host.view(),
        question=None,
        events=(),
        own_name="Mitsunari",
        opponent_name="Ieyasu",
        connected=False,
        connection="",
        ended=Ended(None, "it is a draw"),
        audit=Audit((), ["entry 3, by you"] * found),
        finished=True,
        verified=57,
    )
    lines = list(map(plain_text, result_lines(toy_client.make_interface(pair.game, UNICODE), situation)))  # type: ignore[arg-type]
    assert "Your audit of all 57 entries: everything in order." in lines
    assert f"Ieyasu's audit found {noun}" in lines
    assert any(line.startswith("An entry is a move, a shuffle, a draw") for line in lines)


def test_the_result_screen_says_why_and_what_is_to_be_known_besides() -> None:
    pair = finished(1, Side.FIRST)
    view = pair.host.view()
    assert view is not None
    situation: Situation[Any, Any] = Situation(
        view=view,
        question=None,
        events=(),
        own_name="Mitsunari",
        opponent_name="Ieyasu",
        connected=False,
        connection="",
        ended=Ended(view.seat, "Ieyasu broke the rules"),
        audit=Audit(None, None, expected=False),
        finished=True,
        notes=["Ieyasu withheld the verdict after the end. That changes nothing about who won."],
    )
    text = "\n".join(map(plain_text, result_lines(toy_client.make_interface(pair.game, UNICODE), situation)))  # type: ignore[arg-type]
    assert "One wins — you have won\nIeyasu broke the rules.\nIeyasu withheld the verdict" in text
    assert by_side(pair.game)(view.seat) == pair.game.seats[view.seat].capitalize()
