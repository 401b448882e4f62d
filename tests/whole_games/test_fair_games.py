"""Whole games of Sekigahara under the protocol: what DESIGN promises, held against the real rules."""

from __future__ import annotations

from contextlib import suppress
from random import Random

import pytest
from engine.sekigahara.actions import Action, March
from engine.sekigahara.legal import refusal
from engine.sekigahara.marches import Start, starts
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.hidden import Decision, IllegalAction, Sealed, Seat
from engine.open_table import OpenTable
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import Place
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import State
from protocol.audit import audit
from protocol.errors import PeerError, RecordError
from protocol.record import read_record
from protocol.seeds import SeedKeys
from protocol.transcript import Choosing, Drawing, Entry, Kind, Mixing, Role, Side, Unsealing, read_entry, write_entry
from tests.protocol.pair import write_record
from tests.protocol.seed_chance import SeedChance
from tests.whole_games.played import Played, SekigaharaTable, by_bots, new_pair, play_on, whole_game

SEEDS = range(6)


def _seeds_by_seat(played: Played) -> tuple[bytes, bytes]:
    pair = played.pair
    by_seat = {pair.tables[role].seat: pair.secrets[role].seed for role in Role}
    return by_seat[TOKUGAWA], by_seat[ISHIDA]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_bot_game_ends_with_two_clean_verdicts(seed: int) -> None:
    pair = whole_game(seed).pair
    for table in pair.tables:
        assert table.finished
        assert table.verdict is not None
        assert table.verdict.clean
        assert audit(SEKIGAHARA, table.entries).clean
    assert pair.host.entries == pair.joiner.entries
    assert pair.host.outcome == pair.joiner.outcome


@pytest.mark.parametrize("seed", SEEDS)
def test_same_seeds_and_choices_give_the_same_states_as_the_open_table(seed: int) -> None:
    played = whole_game(seed)
    game_id = played.pair.host.game_id
    assert game_id is not None
    table: OpenTable[State, Action] = OpenTable(SEKIGAHARA, SeedChance(game_id, _seeds_by_seat(played)))
    for (seat, action), position in zip(played.choices, played.positions, strict=True):
        assert isinstance(table.waiting, Decision | Sealed)
        assert SEKIGAHARA.canonical(table.state) == position
        table.act(seat, action)
    final = played.pair.host.state
    assert final is not None
    assert SEKIGAHARA.canonical(table.state) == SEKIGAHARA.canonical(final)
    for protocol_table in played.pair.tables:
        for piece, face in protocol_table.faces.items():
            assert table.faces[piece] == face


@settings(max_examples=15)
@given(seed=st.sampled_from(SEEDS), data=st.data())
def test_a_client_rebuilt_from_its_record_at_any_moment_finishes_the_game(seed: int, data: st.DataObject) -> None:
    moment = data.draw(st.integers(1, len(whole_game(seed).choices) - 1), label="decisions before the crash")
    played = Played(new_pair(seed, Side(seed % 3)))
    played = play_on(played, by_bots(seed), until=lambda played: len(played.choices) >= moment)
    crashing = data.draw(st.sampled_from(Role), label="who crashes")
    before = played.pair.tables[crashing]
    faces, state = dict(before.faces), before.state
    assert state is not None
    played.pair.crash(crashing)
    after = played.pair.tables[crashing]
    assert after.state is not None
    assert SEKIGAHARA.canonical(after.state) == SEKIGAHARA.canonical(state)
    assert dict(after.faces) == faces
    play_on(played, by_bots(seed + 100))
    assert all(table.verdict is not None and table.verdict.clean for table in played.pair.tables)


# -- must not leak (THREATS 17)


def _outline(entry: Entry) -> object:
    """What an entry looks like without the values of hashes, nonces and signatures: kinds, sizes, numbers, actions."""
    body = entry.body
    if isinstance(body, Choosing | Unsealing):
        content: object = (body.action, [opening.face for opening in body.openings])
    elif isinstance(body, Drawing):
        content = body.positions
    elif isinstance(body, Mixing):
        content = len(body.commitments)
    else:
        content = None
    return entry.number, entry.role, entry.kind, len(entry.raw), content


class _SwappedKeys(SeedKeys):
    """The seed's keys, but the first order of the bag has two places exchanged: two hidden blocks change faces."""

    swap: tuple[int, int] = (0, 0)
    pool = 0

    def order(self, number: int, size: int) -> list[int]:
        order = super().order(number, size)
        if number == self.pool:
            one, two = self.swap
            order[one], order[two] = order[two], order[one]
        return order


def _swap_faces(table: SekigaharaTable, pool: int, swap: tuple[int, int]) -> None:
    """Let `table`, whose keys are not derived yet, deal itself other faces than its seed says."""
    original = table._seed_keys

    def keys() -> SeedKeys:
        if table._keys is None:
            found = _SwappedKeys(table.game_id or b"", table._secrets.seed)
            found.pool, found.swap = pool, swap
            table._keys = found
        return original()

    table._seed_keys = keys  # type: ignore[method-assign]


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("swapping", [Role.HOST, Role.JOINER])
def test_what_the_opponent_receives_does_not_depend_on_hidden_faces(seed: int, swapping: Role) -> None:
    """The same choices are played with two pieces of the deck or of the bag exchanged: whoever does not see a face
    that differs receives the same entries, but for the values of hashes and nonces, up to the first such face shown.
    """
    original = whole_game(seed)
    random = Random(seed)
    # The owner's first two mixes are its deck and its bag.
    for pool, size in ((0, 55), (1, 27)):
        one, two = sorted(random.sample(range(size), 2))
        played = Played(new_pair(seed, Side(seed % 3)))
        _swap_faces(played.pair.tables[swapping], pool, (one, two))
        replay = iter(original.choices)
        # A choice that is legal no more rests on a face that differs: the lawful difference comes there.
        with suppress(IllegalAction):
            play_on(played, lambda table, replay=replay: next(replay)[1])  # type: ignore[misc]
        theirs = [read_entry(raw) for raw in original.pair.host.entries]
        ours = [read_entry(raw) for raw in played.pair.tables[swapping].entries]
        same = 0
        # Two bags and two decks were sealed and the opening hands drawn before anybody could show anything.
        assert len(ours) > 20
        for before, after in zip(theirs, ours, strict=False):
            if _outline(before) != _outline(after):
                break
            same += 1
        else:
            continue
        # The first difference, if there is one, is a face that the rules make the owner show (or the end's audit).
        before, after = theirs[same], ours[same]
        if isinstance(before.body, Choosing | Unsealing):
            assert isinstance(after.body, Choosing | Unsealing)
            assert len(before.raw) == len(after.raw)
            assert before.body.action == after.body.action
            assert before.body.openings != after.body.openings
        else:
            assert before.kind == "verdict"


# -- the record


def test_a_changed_byte_anywhere_is_refused_or_reported() -> None:
    data = write_record(whole_game(0).pair.host.entries)
    random = Random(1600)
    places = {*range(0, len(data), 997), *range(40), *range(len(data) - 40, len(data))}
    for place in sorted(places):
        changed = bytearray(data)
        changed[place] ^= random.randrange(1, 256)
        try:
            record = read_record(bytes(changed))
        except RecordError:
            continue
        assert record.torn, f"byte {place} was changed and nobody saw it"


def test_a_changed_byte_with_its_checksum_mended_is_reported_by_the_audit() -> None:
    entries = list(whole_game(1).pair.host.entries)
    random = Random(1601)
    for number in range(0, len(entries), 9):
        changed = bytearray(entries[number])
        changed[random.randrange(len(changed))] ^= 1 << random.randrange(8)
        report = audit(SEKIGAHARA, [*entries[:number], bytes(changed), *entries[number + 1 :]])
        assert not report.clean
        assert report.violations
        assert min(finding.number for finding in report.violations) <= number + 1


# -- a hidden lie of this game (THREATS 15, R13)


def _false_claim(table: SekigaharaTable) -> March | None:
    """A march that would be legal if there were a leader at its origin, where there is none."""
    state, seat = table.state, table.seat
    assert state is not None
    assert seat is not None
    movement = state.movement
    if movement is None or table.to_decide() != "move" or movement.paid == "none":
        return None
    for start in starts(state, seat, table.faces):
        if start.group is not None or any(IS_LEADER[table.faces[block]] for block in state.pools[seat][start.place]):
            continue
        pretended = Start(state, seat, table.faces, Place(start.place), None, state.occupied(Seat(1 - seat)))
        pretended._claimable = not pretended._led
        for way in pretended.ways(1, False):
            if way.claim:
                return March((start.blocks[0],), way.path.stops, True, None)
    return None


@pytest.mark.parametrize("liar", [Role.HOST, Role.JOINER])
def test_a_false_claim_of_a_leader_is_found_by_the_audit(liar: Role) -> None:
    seed = 7
    played = Played(new_pair(seed))
    play = by_bots(seed)
    lies: list[int] = []
    table = played.pair.tables[liar]

    def choose(deciding: SekigaharaTable) -> Action:
        lie = _false_claim(deciding) if deciding is table and not lies else None
        if lie is None:
            return play(deciding)
        assert deciding.state is not None
        assert deciding.seat is not None
        problem = refusal(deciding.state, deciding.seat, lie, deciding.faces)
        assert problem is not None
        assert problem.rule == "R13"
        lies.append(deciding.head.count)
        deciding._check_claims = lambda claims: None  # type: ignore[method-assign]
        return lie

    play_on(played, choose)
    assert lies, "the game gave no occasion to lie"
    honest = played.pair.tables[liar.other]
    assert honest.verdict is not None
    assert honest.verdict.own is not None
    [finding] = honest.verdict.own
    assert (finding.number, finding.author, finding.check) == (lies[0], liar, "R13")


def _may_march(table: SekigaharaTable) -> bool:
    state = table.state
    if state is None or state.movement is None or table.to_decide() != "move":
        return False
    return state.movement.paid != "none"


def test_an_illegal_move_of_the_opponent_stops_the_game_with_its_rule() -> None:
    """THREATS 14: the opponent's program skips its own checks and sends a march beyond its allowance."""
    played = Played(new_pair(3))
    play_on(played, by_bots(3), until=lambda played: any(map(_may_march, played.pair.tables)))
    cheat = next(table for table in played.pair.tables if _may_march(table))
    state = cheat.state
    assert state is not None
    assert cheat.seat is not None
    start = starts(state, cheat.seat, cheat.faces)[0]
    way = start.ways(1, False)[0]
    back_and_forth = March(start.blocks[:1], (way.path.stops[0], start.place), False, None)
    raw = _signed_without_checks(cheat, back_and_forth)
    victim = played.pair.tables[cheat.role.other]
    with pytest.raises(PeerError) as caught:
        victim.receive(raw)
    assert caught.value.check == "7.3.1"
    assert victim.fault is caught.value


def _signed_without_checks(table: SekigaharaTable, action: Action) -> bytes:
    """An entry for `action`, signed by its author's key, though the rules refuse it."""
    entry = write_entry(
        table._secrets.signing_key,
        game=table._match.progress.game_id,
        role=table.role,
        kind=Kind.ACTION,
        body=Choosing(SEKIGAHARA.pack_action(action), ()),
        after=table.head,
        state=b"\0" * 32,
    )
    return entry.raw
