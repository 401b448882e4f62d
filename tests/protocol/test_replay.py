"""A record entry by entry: the states are those of the game, and what is seen is what was seen."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from engine.hidden import Face, Piece, Seat
from protocol.commitments import state_digest
from protocol.errors import PeerError
from protocol.facts import Did
from protocol.replay import Replay, SecondLook, replay
from protocol.roles import Role
from protocol.transcript import read_entry
from tests.protocol.cheater import Cheat
from tests.protocol.test_cheats import caught_by, play_against
from tests.whole_games.played import SHORT, AnyTable, Case, by_bots, new_game, play_on, view_at

Seen = list[tuple[int, Seat, Mapping[Piece, Face]]]


@cache
def looked_on(case: Case) -> tuple[list[bytes], Seen, dict[Role, bytes]]:
    """A whole game's entries, what was seen whenever somebody decided (after how many entries), and the seeds."""
    seen: Seen = []
    choose = by_bots(case)

    def watch(table: AnyTable) -> Any:
        for each in played.pair.tables:
            view = view_at(each)
            seen.append((each.head.count, view.seat, dict(view.faces)))
        return choose(table)

    played = new_game(case)
    play_on(played, watch)
    seeds = {role: played.pair.secrets[role].seed for role in Role}
    return list(played.pair.host.entries), seen, seeds


@pytest.mark.parametrize("case", SHORT, ids=str)
def test_what_is_seen_in_a_replay_is_what_was_seen_in_the_game(case: Case) -> None:
    entries, seen, seeds = looked_on(case)
    whole: Replay[Any, Any] = replay(case.game, entries, checked=True)
    assert whole.report.clean
    assert len(whole.steps) == len(entries)
    for number, raw in enumerate(entries):
        assert state_digest(case.game.canonical(whole.state(number + 1))) == read_entry(raw).state
    for moment, seat, faces in seen:
        assert whole.seen(moment, seat).faces == faces
    last_mix = max(step.number for step in whole.steps if step.kind == "mix")
    assert whole.unknown(last_mix) == 0

    # Broken off: nobody has opened a seed, so hidden faces stay so; but those that somebody's own seed tells.
    middle = last_mix - 1
    cut: Replay[Any, Any] = replay(case.game, entries[:middle], checked=True)
    assert cut.unknown(middle) > 0
    assert {step.second_look for step in cut.steps} == {SecondLook.NOTHING, SecondLook.CLOSED}
    assert cut.standing.left is not None
    own = replay(case.game, entries[:middle], checked=True, own_seeds={Role.HOST: seeds[Role.HOST]})
    host = own.report.seats[Role.HOST]
    for moment, seat, faces in seen:
        if moment < middle and seat == host:
            assert own.seen(moment, seat).faces == faces
    assert own.unknown(middle) > 0
    assert own.report.unopened == (Role.HOST, Role.JOINER)


def test_a_seed_that_is_not_the_player_s_tells_nothing() -> None:
    case = SHORT[0]
    entries = looked_on(case)[0][:60]
    false = replay(case.game, entries, checked=True, own_seeds={Role.HOST: bytes(32)})
    assert false.faces == replay(case.game, entries, checked=True).faces


def test_each_entry_says_what_it_sealed_opened_and_proved() -> None:
    case = SHORT[0]
    whole: Replay[Any, Any] = replay(case.game, looked_on(case)[0], checked=True)
    by_kind: dict[str, set[Did]] = {}
    for step in whole.steps:
        by_kind.setdefault(step.kind, set()).update([fact.did for fact in step.facts])
    assert by_kind["hello"] == {Did.SEALED_SEED}
    assert by_kind["mix"] == {Did.SEALED_PIECES, Did.PROVED_MIX}
    assert by_kind["draw"] == {Did.OPENED_LINK}
    assert by_kind["seal"] == {Did.SEALED_CHOICE}
    assert by_kind["open"] >= {Did.OPENED_CHOICE, Did.OPENED_PIECES}
    assert by_kind["seed"] == {Did.OPENED_SEED}
    assert by_kind["verdict"] == {Did.SIGNED_VERDICT}
    assert all(step.second_look is SecondLook.HOLDS for step in whole.steps if step.kind in ("mix", "open"))


def test_a_cheat_that_was_caught_is_the_last_step_and_says_where() -> None:
    pair, error = caught_by(Cheat.SWAP_A_CARD_AT_A_MIX, Role.HOST)
    assert isinstance(error, PeerError)
    found: Replay[Any, Any] = replay(pair.game, pair.disks[Role.JOINER].entries)
    last = found.steps[-1]
    assert last.refused
    assert last.number == error.number
    assert [finding.check for finding in last.findings] == ["mix"]
    assert last.pools
    assert last.second_look is SecondLook.BROKEN
    assert found.state(len(found.steps)) is last.before


def test_an_action_that_was_refused_says_what_it_was_about() -> None:
    pair, _ = caught_by(Cheat.BOAST_WITHOUT_A_PROOF, Role.JOINER)
    last = replay(pair.game, pair.disks[Role.HOST].entries).steps[-1]
    assert (last.kind, last.refused) == ("action", True)
    assert last.pools


def test_a_cheat_that_the_seeds_show_stands_at_its_entry() -> None:
    pair, _ = play_against(Cheat.STACK_THE_DECK, Role.HOST)
    found: Replay[Any, Any] = replay(pair.game, pair.joiner.entries)
    marked = [step for step in found.steps if step.findings]
    assert [finding for step in marked for finding in step.findings] == list(found.report.violations)
    assert {step.kind for step in marked} == {"mix"}
    assert not any(step.refused for step in found.steps)
