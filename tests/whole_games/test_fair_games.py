"""Whole games under the protocol: what is promised of any game, held against real rules. Of no game in particular."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.games import GAMES
from engine.hidden import Acted, Decision, Face, IllegalAction, Sealed, View, refusal
from protocol.audit import audit
from protocol.canonical import decode
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.choices import write_openings
from protocol.entries.mix import MixBody
from protocol.entries.open import OpenBody
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.errors import PeerError, RecordError
from protocol.outcome import Shared, Won
from protocol.phases import in_play
from protocol.private import Choice
from protocol.proofs.claims import proof_bytes
from protocol.proofs.group import ORDER
from protocol.record import read_record
from protocol.report import Integrity
from protocol.roles import Role
from protocol.seeds import SeedKeys
from protocol.standing import Cheated, Decided, Forfeited, standing
from protocol.table import Table
from protocol.transcript import Entry, read_entry, write_entry
from tests.malicious.occasions import false_claim
from tests.protocol.pair import owned, write_record
from tests.protocol.seed_chance import open_table_of
from tests.whole_games.played import (
    CASES,
    SHORT,
    AnyTable,
    Case,
    Played,
    by_bots,
    new_game,
    play_on,
    view_at,
    whole_game,
)

pytestmark = pytest.mark.usefixtures("proofs_once")

EACH = pytest.mark.parametrize("case", CASES, ids=str)
SHORT_ONES = pytest.mark.parametrize("case", SHORT, ids=str)


def test_every_game_of_the_list_is_played() -> None:
    assert {case.kind for case in CASES} == {case.kind for case in SHORT} == {kind.name for kind in GAMES}


@EACH
def test_a_game_ends_with_two_clean_verdicts(case: Case) -> None:
    pair = whole_game(case).pair
    assert isinstance(pair.host.outcome, Won | Shared)
    for table in pair.tables:
        assert table.finished
        assert table.verdict is not None
        assert table.verdict.clean
    assert pair.host.entries == pair.joiner.entries
    assert pair.host.outcome == pair.joiner.outcome
    report = audit(pair.game, pair.host.entries)
    assert (report.clean, report.integrity, report.proven) == (True, Integrity.WHOLE, len(pair.host.entries) - 1)


@EACH
def test_same_secrets_and_choices_give_the_same_states_as_the_open_table(case: Case) -> None:
    played = whole_game(case)
    pair, game = played.pair, played.pair.game
    assert pair.host.game_id is not None
    table = open_table_of(game, pair.host.game_id, played.secrets_by_seat)
    for (seat, action), position in zip(played.choices, played.positions, strict=True):
        assert isinstance(table.waiting, Decision | Sealed)
        assert game.canonical(table.state) == position
        table.act(seat, action)
    assert game.canonical(table.state) == game.canonical(pair.host.state)
    for own in pair.tables:
        assert owned(own).items() <= table.faces.items()


@SHORT_ONES
@pytest.mark.parametrize("seed", range(2))
def test_a_game_goes_on_through_crashes_at_any_moment(case: Case, seed: int) -> None:
    """Both come back from their files several times, with and without their marks, and finish the same game."""
    played = new_game(case)
    random = Random(seed)
    choose = by_bots(case)
    moments = sorted(random.sample(range(1, len(whole_game(case).choices)), 4))
    for moment in moments:
        play_on(played, choose, until=lambda played, moment=moment: len(played.choices) >= moment)  # type: ignore[misc]
        crashing = random.choice(list(Role))
        before = played.pair.tables[crashing]
        faces, state = dict(owned(before)), before.state
        played.pair.crash(crashing, mark=before.mark() if random.random() < 0.5 else b"")
        after = played.pair.tables[crashing]
        assert played.pair.game.canonical(after.state) == played.pair.game.canonical(state)
        assert dict(owned(after)) == faces
        assert after.entries == before.entries
    play_on(played, choose)
    whole = whole_game(case)
    assert played.choices == whole.choices
    assert played.pair.host.entries == whole.pair.host.entries  # the same bytes, crash or no crash


@SHORT_ONES
def test_an_entry_written_again_after_a_crash_is_the_same_bytes(case: Case) -> None:
    """At every entry of a whole game: what its author owed then is what it writes when it comes back."""
    pair = whole_game(case).pair
    for role in Role:
        table = pair.tables[role]
        again: AnyTable = Table(pair.game, role, pair.secrets[role], table.name, case.side)
        common, private = again._common, again._private
        for raw in pair.host.entries:
            # Just before each entry, as a program is that comes back with all before it on its disk.
            entry = read_entry(raw)
            if entry.role is role:
                body = None
                if entry.kind is ACTION:
                    body = ACTION.write_for(common, private, entry.body.action)
                elif isinstance(entry.body, OpenBody):
                    private.choice = Choice(common.progress.choices, entry.body.action)
                    body = entry.kind.write(common, private)
                elif entry.kind is not SEAL:
                    body = entry.kind.write(common, private)
                assert body == entry.body or entry.kind is SEAL
            again._follow(entry)
        assert owned(again) == owned(table)


# -- broken off


@SHORT_ONES
def test_a_game_that_broke_off_is_proven_to_its_last_entry(case: Case) -> None:
    pair = whole_game(case).pair
    entries = pair.host.entries
    end = [read_entry(raw).kind for raw in entries].index(SEED)
    random = Random(case.seed)
    for count in [*random.sample(range(10, end), 4), end]:
        report = audit(pair.game, entries[:count])
        assert (report.faultless, report.proven, report.unopened) == (True, count - 1, tuple(Role))
        found = standing(report)
        if count < end:
            assert isinstance(found.result, Forfeited)
            assert found.left is not None
            assert found.left.role is read_entry(entries[count]).role
        else:
            assert isinstance(found.result, Decided)


# -- must not leak (THREATS 17)


def _outline(entry: Entry) -> object:
    """What an entry looks like without the values of hashes, points, proofs and nonces: kinds, sizes, actions."""
    content: Any = decode(entry.content)
    return entry.number, entry.role, entry.kind, len(entry.raw), _shape(content[6])


def _shape(value: object) -> object:
    if isinstance(value, bytes):
        return len(value)
    return [_shape(part) for part in value] if isinstance(value, list) else value


class _SwappedKeys(SeedKeys):
    """The seed's keys, but one of the orders has two places exchanged: two hidden pieces change faces."""

    swap: tuple[int, int] = (0, 0)
    mix = 0

    def order(self, number: int, size: int) -> list[int]:
        order = super().order(number, size)
        if number == self.mix:
            one, two = self.swap
            order[one], order[two] = order[two], order[one]
        return order


def _first_mixes(played: Played, role: Role) -> list[int]:
    """The sizes of the first pools that a player mixes, those of one piece left out."""
    mixes = [entry.body for entry in map(read_entry, played.pair.host.entries) if entry.role is role]
    sizes = [len(proof.points) for body in mixes if isinstance(body, MixBody) for proof in body.proofs]
    return sizes[:2]


@pytest.mark.parametrize("swapping", Role)
@SHORT_ONES
def test_what_the_opponent_receives_does_not_depend_on_hidden_faces(case: Case, swapping: Role) -> None:
    """The same choices are played with two pieces of a first mix exchanged: whoever does not see a face that differs
    receives the same entries, but for the values of hashes, points, proofs and nonces, up to the first such face shown.
    """
    original = whole_game(case)
    random = Random(case.seed)
    theirs = [read_entry(raw) for raw in original.pair.host.entries]
    for number, size in enumerate(_first_mixes(original, swapping)):
        played = new_game(case)
        table = played.pair.tables[swapping]
        write = table._body

        def body(kind: Any, table: AnyTable = table, write: Any = write, number: int = number, size: int = size) -> Any:
            private = table._private
            if private._keys is None and table.game_id is not None:
                keys = _SwappedKeys(table.game_id, private.secrets.seed)
                keys.mix, keys.swap = number, (0, random.randrange(1, size))
                private._keys = keys
            return write(kind)

        table._body = body  # type: ignore[method-assign]
        replay = iter(original.choices)
        # A choice that is legal no more rests on a face that differs: the lawful difference comes there.
        with suppress(IllegalAction):
            play_on(played, lambda table, replay=replay: next(replay)[1])  # type: ignore[misc]
        ours = [read_entry(raw) for raw in played.pair.tables[swapping].entries]
        assert len(ours) > 12  # all that is mixed and drawn before anybody can show anything
        for before, after in zip(theirs, ours, strict=False):
            if _outline(before) == _outline(after):
                continue
            # The first difference, if there is one, is a face that the rules make the owner show (or the end's audit).
            if isinstance(before.body, ActionBody | OpenBody):
                assert isinstance(after.body, ActionBody | OpenBody)
                assert len(before.raw) == len(after.raw)
                assert before.body.action == after.body.action
                assert before.body.openings != after.body.openings
            else:
                assert before.kind.name == "verdict"
            break


# -- the record


@SHORT_ONES
def test_a_changed_byte_anywhere_is_refused_or_reported(case: Case) -> None:
    data = write_record(whole_game(case).pair.host.entries)
    random = Random(1600)
    for place in sorted({*range(0, len(data), 997), *range(40), *range(len(data) - 40, len(data))}):
        changed = bytearray(data)
        changed[place] ^= random.randrange(1, 256)
        try:
            record = read_record(bytes(changed))
        except RecordError:
            continue
        assert record.torn, f"byte {place} was changed and nobody saw it"


@SHORT_ONES
def test_a_changed_byte_with_its_checksum_mended_is_reported_by_the_audit(case: Case) -> None:
    pair = whole_game(case).pair
    entries = pair.host.entries
    random = Random(1601)
    for number in random.sample(range(len(entries)), 8):
        changed = bytearray(entries[number])
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        report = audit(pair.game, [*entries[:number], bytes(changed), *entries[number + 1 :]])
        assert report.integrity in (Integrity.EDITED, Integrity.FOREIGN)
        assert report.violations == ()
        assert number <= report.followed <= number + 1
        assert report.damage or report.integrity is Integrity.FOREIGN


# -- what the opponent's program does not check (THREATS 14, 15)


def _signed(table: AnyTable, body: ActionBody, state: bytes = bytes(32)) -> bytes:
    """An entry for an action, signed by its author's key, whatever the rules say of it."""
    return write_entry(
        table._private.secrets.signing_key,
        game=table.game_id or b"",
        role=table.role,
        kind=ACTION,
        body=body,
        after=table.head,
        state=state,
    ).raw


def _refused(played: Played, liar: AnyTable, body: ActionBody) -> PeerError:
    victim = played.pair.tables[liar.role.other]
    head = victim.head
    with pytest.raises(PeerError) as caught:
        victim.receive(_signed(liar, body))
    assert victim.fault is caught.value
    assert victim.head == head
    evidence = played.pair.disks[victim.role].entries
    report = audit(played.pair.game, evidence)
    assert report.proven == len(evidence) - 2
    assert [(found.number, found.author, found.check) for found in report.violations] == [
        (len(evidence) - 1, liar.role, caught.value.check)
    ]
    assert standing(report).result == Cheated((liar.seat,), None)  # type: ignore[arg-type]
    return caught.value


@SHORT_ONES
@pytest.mark.parametrize("seed", range(2))
def test_an_illegal_move_of_the_opponent_stops_the_game_with_its_rule(case: Case, seed: int) -> None:
    """THREATS 14: the opponent's program skips its own checks and sends again what it once might do."""
    played = new_game(case)
    game = played.pair.game
    half = len(whole_game(case).choices) // (2 + seed)
    found: list[tuple[AnyTable, Any, IllegalAction]] = []

    def illegal(played: Played) -> bool:
        if len(played.choices) < half:
            return False
        (role, *_) = played.pair.deciders()
        table = played.pair.tables[role]
        view = view_at(table)
        if not isinstance(table.waiting, Decision):
            return False
        for seat, action in reversed(played.choices):
            problem = refusal(game, view, action) if seat == view.seat else None
            if problem is not None and problem.rule != "table" and not _shows_or_claims(game, view, action):
                found.append((table, action, problem))
                return True
        return False

    play_on(played, by_bots(case), until=illegal)
    ((table, action, problem),) = found
    body = ActionBody(game.pack_action(action), (), ())
    assert _refused(played, table, body).check == problem.rule


def _shows_or_claims(game: Any, view: View[Any], action: Any) -> bool:
    try:
        return bool(game.to_show(view.state, view.seat, action) or game.claims(view.state, view.seat, action))
    except IllegalAction:
        return False


@cache
def _claimed_faces(kind: str) -> frozenset[Face]:
    """The faces of which something is claimed in games of one kind."""
    played = [whole_game(case) for case in CASES if case.kind == kind]
    return frozenset(face for one in played for claim in _claims(one) for face in claim.faces)


def _claims(played: Played) -> Iterator[Any]:
    """All claims of a game that was played."""
    game = played.pair.game
    state = game.start()
    for appended, raw in zip(played.pair.host.events, played.pair.host.entries, strict=True):
        if isinstance(appended.event, Acted) and appended.kind is ACTION:
            action = game.unpack_action(read_entry(raw).body.action)
            assert appended.seat is not None
            yield from game.claims(state, appended.seat, action)
        if appended.event is not None:
            game.apply(state, appended.event)


def test_some_game_rests_on_claims() -> None:
    assert any(_claimed_faces(kind.name) for kind in GAMES)


@pytest.mark.parametrize("kind", [kind.name for kind in GAMES])
@pytest.mark.parametrize("liar", Role)
def test_a_false_claim_is_refused_at_its_entry(kind: str, liar: Role) -> None:
    """THREATS 15: with whatever goes for a proof, simulated or true of something else."""
    faces = _claimed_faces(kind)
    if not faces:
        pytest.skip("nothing is claimed in this game")
    for seed in range(12):
        played = new_game(Case(kind, "random", seed))
        lies: list[Any] = []

        def lying(played: Played, lies: list[Any] = lies) -> bool:
            table = played.pair.tables[liar]
            if liar in played.pair.deciders() and isinstance(table.waiting, Decision):
                lie = false_claim(table, faces)
                lies += [] if lie is None else [lie]
            return bool(lies)

        play_on(played, by_bots(played.case), until=lying)
        if lies:
            break
    else:
        raise AssertionError("no game gave occasion to lie")
    table, game = played.pair.tables[liar], played.pair.game
    view = view_at(table)
    problem = refusal(game, view, lies[0])
    assert problem is not None
    claims = game.claims(view.state, view.seat, lies[0])
    random = Random(1)
    simulated = tuple(
        [
            b"".join(
                [
                    random.randrange(ORDER).to_bytes(32, "little")
                    for _ in range(proof_bytes(len(claim.pieces), len(claim.faces)) // 32)
                ]
            )
            for claim in claims
        ]
    )
    openings = write_openings(table._common, table._private, lies[0])
    error = _refused(played, table, ActionBody(game.pack_action(lies[0]), openings, simulated))
    assert (error.check, error.found) == ("claim", "equations")
    assert error.expected == f"claim=0 rule={claims[0].rule}"
    assert in_play(table.phase)
