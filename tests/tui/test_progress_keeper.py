"""What is kept of a game for the lists while it is played, and what it is worth when it breaks off."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from engine.hidden import Seat, other
from p2p.notifications import Notification, OpponentChosen, WordKept
from p2p.progress import rebuild_progress
from p2p.session.session import Session
from p2p.store.data_folder import DataFolder
from p2p.store.file_system import LocalFileSystem
from p2p.store.game_folder import About, GameFolder
from p2p.store.game_list import GameSummary
from protocol.canonical import encode
from protocol.equivocation import double_signed
from protocol.outcome import Resigned, Stopped
from protocol.roles import Role
from protocol.signed_head import sign_head
from protocol.standing import Decided
from protocol.table import Table
from protocol.transcript import read_entry
from tests.protocol.cheater import Cheat
from tests.protocol.pair import write_record
from tests.protocol.test_cheats import _two_stories, caught_by
from tests.protocol.test_table import finished, started
from tests.toy_game import Bid
from tests.tui import toy_client
from tui.cli.games import _stand
from tui.cli.progress import ProgressKeeper, proof_lines
from tui.cli.rebuilding import _tell


@pytest.fixture(autouse=True)
def toy_package() -> Iterator[None]:
    """`tui.toy` is there as long as the test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "tui.toy", toy_client)
        yield


def kept(tmp_path: Path, table: Table[Any, Any], entries: list[bytes]) -> tuple[GameFolder, ProgressKeeper]:
    role = "host" if table.role is Role.HOST else "joiner"
    data = DataFolder(tmp_path, LocalFileSystem())
    folder = data.new_game(About(role=role, name="Me", invite="x", game="toy"))  # type: ignore[arg-type]
    folder.record_path.write_bytes(write_record(entries))
    keeper = ProgressKeeper(folder, data)
    handed_over = read_entry(entries[-1]).role is not table.role
    session = SimpleNamespace(table=table, connected=False, handed_over=handed_over, awaited=table.awaited)
    keeper.attach(cast("Session[Any, Any]", session))
    return folder, keeper


@pytest.mark.parametrize("role", list(Role))
def test_a_cheat_of_the_opponent_ends_the_game_for_the_player(tmp_path: Path, role: Role) -> None:
    pair, _ = caught_by(Cheat.SHOW_ANOTHER_FACE, role)
    honest = pair.tables[role.other]
    folder, keeper = kept(tmp_path, honest, pair.disks[role.other].entries)
    keeper.conclude()
    progress = folder.progress()
    assert progress is not None
    assert (progress.finished, progress.winner, progress.cheat) == (True, honest.seat, "opponent")
    assert "counts as the winner: " in progress.result
    rebuilt = rebuild_progress(folder, lambda name, settings: pair.game, _tell)
    assert rebuilt == progress


def test_a_proof_against_the_opponent_voids_its_game(tmp_path: Path) -> None:
    pair, story = _two_stories()
    ours = next(
        table
        for table in pair.tables
        if any(
            read_entry(one).hash != read_entry(two).hash and read_entry(one).role is not table.role
            for one, two in zip(table.entries, story, strict=False)
        )
    )
    number = next(n for n, (one, two) in enumerate(zip(ours.entries, story, strict=False)) if one != two)
    packed = double_signed(read_entry(ours.entries[number]), read_entry(story[number]), ours.entries)
    assert packed is not None
    folder, keeper = kept(tmp_path, ours, ours.entries)
    assert proof_lines(folder) == []
    folder.save_proof(packed)
    keeper.conclude()
    progress = folder.progress()
    assert progress is not None
    assert (progress.finished, progress.winner, progress.cheat) == (True, ours.seat, "opponent")
    (line,) = proof_lines(folder)
    assert line.endswith(f"{folder.proof_path}.")
    folder.save_proof(encode(["fairtable proof"]))
    again = ProgressKeeper(folder)
    again.attach(cast("Session[Any, Any]", SimpleNamespace(table=ours, connected=False, awaited=False)))
    again.conclude()
    assert again.result() == "", "what proves nothing voids nothing"


def test_a_game_that_goes_on_says_who_is_next_and_has_no_winner(tmp_path: Path) -> None:
    pair = started()
    folder, keeper = kept(tmp_path, pair.host, pair.host.entries)
    assert keeper.worth() is None
    keeper.conclude()
    progress = folder.progress()
    assert progress is not None
    assert (progress.finished, progress.winner, progress.result) == (False, -1, "")
    assert progress.turn == ("own" if pair.host.author is Role.HOST else "opponent")
    worth = keeper.worth()
    assert worth is not None
    assert worth.winner is not None
    seat = pair.host.seat
    assert seat is not None
    assert worth.winner == (other(seat) if progress.turn == "own" else seat)
    assert rebuild_progress(folder, lambda name, settings: pair.game, _tell) == progress


@pytest.mark.parametrize("role", Role)
def test_of_what_both_are_asked_both_are_next_until_one_has_answered(tmp_path: Path, role: Role) -> None:
    pair = started()
    own = pair.tables[role]
    folder, keeper = kept(tmp_path, own, own.entries)

    def told(heard: Notification | None = None) -> str:
        keeper.conclude() if heard is None else keeper.observe(heard)
        folder.record_path.write_bytes(write_record(own.entries))
        if pair.disks[role].remembered:
            folder.save_remembered(pair.disks[role].remembered[-1])
        progress = folder.progress()
        assert progress is not None
        assert rebuild_progress(folder, lambda name, settings: pair.game, _tell) == progress
        return _stand(GameSummary(name=folder.name, changed=0.0, progress=progress))  # as the list has it

    assert told().endswith("; you both are next")
    own.act(Bid(None))
    assert told(WordKept()).endswith("; the opponent is next"), "which the list says at once"


@pytest.mark.parametrize("announced", [True, False])
def test_who_alone_has_not_answered_what_both_are_asked_is_next(tmp_path: Path, *, announced: bool) -> None:
    pair = started()
    own = pair.tables[Role.HOST if pair.host.seat == (0 if announced else 1) else Role.JOINER]
    pair.tables[own.role.other].act(Bid(None))
    pair.run()
    assert own.awaited != announced, "the first seat seals first, the second one can only say that it has answered"
    folder, keeper = kept(tmp_path, own, own.entries)
    assert keeper.session is not None
    cast("Any", keeper.session).awaited = True
    keeper.observe(OpponentChosen())
    progress = folder.progress()
    assert progress is not None
    assert _stand(GameSummary(name=folder.name, changed=0.0, progress=progress)).endswith("; you are next")


@pytest.mark.parametrize(("leave", "outcome"), [("resign", Resigned), ("stop", Stopped)])
def test_who_has_left_wins_nothing_by_an_opponent_who_never_comes_back(
    tmp_path: Path, leave: str, outcome: Callable[[Seat], Resigned | Stopped]
) -> None:
    pair = started()
    getattr(pair.joiner, leave)()
    folder, keeper = kept(tmp_path, pair.joiner, pair.joiner.entries)
    folder.save_remembered(pair.disks[Role.JOINER].remembered[-1])
    keeper.conclude()
    progress, worth, seat = folder.progress(), keeper.worth(), pair.joiner.seat
    assert progress is not None
    assert worth is not None
    assert seat is not None
    assert (progress.leaving, progress.finished, progress.winner, progress.turn) == (True, False, -1, "opponent")
    assert worth.result == Decided(outcome(seat)), "not that the opponent has not written what it owes"
    assert rebuild_progress(folder, lambda name, settings: pair.game, _tell) == progress
    folder.save_remembered(b"spoilt")
    assert not rebuild_progress(folder, lambda name, settings: pair.game, _tell).leaving


def test_a_finished_game_is_told_alike_from_table_and_record(tmp_path: Path) -> None:
    pair = finished(3)
    folder, keeper = kept(tmp_path, pair.joiner, pair.joiner.entries)
    keeper.conclude()
    progress = folder.progress()
    assert progress is not None
    assert progress.finished
    assert progress.moves > 0
    assert progress.winner == (-1 if pair.joiner.outcome is None else pair.joiner.outcome.winner)
    assert rebuild_progress(folder, lambda name, settings: pair.game, _tell) == progress


def test_who_left_and_had_signed_that_it_knew_is_told_so(tmp_path: Path) -> None:
    """THREATS 6. A head that is not the record's, or nobody's, witnesses nothing."""
    pair = started()
    early = pair.joiner.signed_head()
    pair.host.act(Bid(None))
    pair.run()
    head = pair.joiner.owed_head()
    assert early is not None
    assert head is not None
    folder, keeper = kept(tmp_path, pair.host, pair.disks[Role.HOST].entries)
    assert not folder.seen_path.exists()
    for raw, witnessed in ((b"", False), (b"junk", False), (early, False), (head, True)):
        folder.save_seen(raw)
        keeper.conclude()
        worth = keeper.worth()
        assert worth is not None
        assert worth.left is not None
        assert (worth.left.role, worth.left.witnessed) == (Role.JOINER, witnessed)
        _, keeper = kept(tmp_path / str(len(raw)), pair.host, pair.disks[Role.HOST].entries)
        folder = keeper.folder


@pytest.mark.parametrize("leave", ["resign", "stop"])
def test_who_has_left_by_an_entry_that_the_opponent_has_not_confirmed_is_told_so_and_accuses_nobody(
    tmp_path: Path, leave: str
) -> None:
    pair = started()
    getattr(pair.host, leave)()
    assert pair.host.outcome is not None, "the entry is written at once"
    folder, keeper = kept(tmp_path, pair.host, pair.host.entries)
    keeper.conclude()
    progress, worth = folder.progress(), keeper.worth()
    assert progress is not None
    assert worth is not None
    assert (progress.leaving, progress.left, progress.finished, progress.turn) == (True, "own", False, "opponent")
    assert worth.withheld is None, "who may not know of the end withholds nothing"
    assert rebuild_progress(folder, lambda name, settings: pair.game, _tell) == progress
    game_id = pair.host.game_id
    assert game_id is not None
    folder.save_seen(sign_head(pair.secrets[Role.JOINER].signing_key, game_id, Role.JOINER, pair.host.head))
    again = ProgressKeeper(folder)
    again.attach(cast("Session[Any, Any]", keeper.session))
    again.conclude()
    worth = again.worth()
    assert worth is not None
    assert worth.withheld is not None
    assert worth.withheld.witnessed


def test_a_resignation_that_the_opponent_has_confirmed_is_not_kept_as_one_that_it_has_not(tmp_path: Path) -> None:
    pair = started()
    pair.host.resign()
    pair.run()
    folder, keeper = kept(tmp_path, pair.host, pair.host.entries)
    keeper.conclude()
    progress = folder.progress()
    assert progress is not None
    assert not progress.leaving
