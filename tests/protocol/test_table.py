"""The table: two of them play the game that one open table plays, and every crash is survived."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Decision, IllegalAction, Piece, Seat
from protocol.audit import audit
from protocol.chain import Head
from protocol.entries.action import ACTION, ActionBody
from protocol.entries.coin import COIN
from protocol.entries.draw import DrawBody
from protocol.entries.leave import STOP, LeaveBody
from protocol.entries.mix import MixBody
from protocol.entries.open import OPEN, OpenBody
from protocol.entries.seal import SealBody
from protocol.errors import ForkError, LocalError, PeerError, RecordError
from protocol.follower import Appended
from protocol.outcome import Resigned, Stopped
from protocol.phases import Phase
from protocol.proofs.chain import Chain
from protocol.roles import Role, Side
from protocol.seeds import Secrets
from protocol.table import Received, Table
from protocol.transcript import read_entry, write_entry
from tests.protocol.pair import Disk, Pair, fixed_secrets, owned, play, seen
from tests.protocol.seed_chance import open_table_of
from tests.toy_game import HAND, HIGH, Bid, BidQuestion, Boast, Move, Pass, Play, Position, ToyGame, TurnQuestion

SEEDS = range(6)


def toy_moves(table: Table[Position, Move]) -> list[Move]:
    view = table.view()
    assert view is not None
    return list(table.game.options(view))


def started(game: ToyGame | None = None, side: Side = Side.FIRST) -> Pair[Position, Move]:
    """A pair that has gone as far as it can without a decision: to the first sealed bid."""
    pair = Pair(game or ToyGame(), side)
    pair.host.begin()
    pair.run()
    return pair


def finished(seed: int = 0, side: Side = Side.FIRST, game: ToyGame | None = None) -> Pair[Position, Move]:
    pair = Pair(game or ToyGame(), side)
    pair.host.begin()
    play(pair, toy_moves, Random(seed))
    return pair


def hand_of(table: Table[Position, Move]) -> tuple[Piece, ...]:
    assert table.state is not None
    return table.state.hand(Seat(table.seat or 0))


def bid_nothing(pair: Pair[Position, Move]) -> None:
    for table in pair.tables:
        table.act(Bid(None))
    pair.run()


def decider(pair: Pair[Position, Move]) -> Table[Position, Move]:
    (role,) = pair.deciders()
    return pair.tables[role]


@pytest.mark.parametrize("seed", SEEDS)
def test_two_tables_play_the_game_that_an_open_table_plays(seed: int) -> None:
    """Same seeds and choices, same public states, after every event; and each knows its own faces and no other."""
    game = ToyGame(copies=2, rounds=6)
    pair = Pair(game, Side(seed % 3))
    pair.host.begin()
    states: tuple[list[bytes], list[bytes]] = ([], [])
    for role in Role:
        table = pair.tables[role]

        def listen(appended: Appended, table: Table[Position, Move] = table, role: Role = role) -> None:
            if appended.event is not None:
                assert table.state is not None
                states[role].append(game.canonical(table.state))

        table._on_event = listen
    play(pair, toy_moves, Random(seed))
    assert pair.host.finished
    assert pair.joiner.finished
    assert states[0] == states[1]

    assert pair.host.game_id is not None
    by_seat = sorted(pair.tables, key=lambda table: table.seat or 0)
    one, two = [table._private.secrets for table in by_seat]
    open_states: list[bytes] = []
    recording = _Recording(copies=2, rounds=6)
    recording.states = open_states
    open_table = open_table_of(recording, pair.host.game_id, (one, two))
    for appended in pair.host.events:
        entry = read_entry(pair.host.entries[appended.number])
        if appended.kind in (ACTION, OPEN):
            assert appended.seat is not None
            action = game.unpack_action(entry.body.action)
            open_table.act(appended.seat, action)
    assert open_states == states[0]
    for table in by_seat:
        assert table.seat is not None
        for piece, face in owned(table).items():
            assert open_table.faces[piece] == face
        theirs = game.pool(open_table.state, Seat(1 - table.seat), HAND)
        assert not set(theirs) & set(owned(table))
        assert set(game.pool(open_table.state, table.seat, HAND)) <= set(owned(table))


class _Recording(ToyGame):
    """The toy game, noting every state it is brought to."""

    states: list[bytes]

    def apply(self, state, event) -> None:  # type: ignore[no-untyped-def]
        super().apply(state, event)
        self.states.append(self.canonical(state))


@pytest.mark.parametrize("side", Side)
def test_the_host_sits_where_it_wished(side: Side) -> None:
    pair = started(side=side)
    assert {pair.host.seat, pair.joiner.seat} == set(SEATS)
    if side is not Side.RANDOM:
        assert pair.host.seat == Seat(side)
    kinds = [read_entry(raw).kind for raw in pair.host.entries[:4]]
    assert (COIN in kinds) == (side is Side.RANDOM)


def test_the_coin_falls_both_ways() -> None:
    seats = set()
    for label in range(1, 12):
        pair = Pair(ToyGame(), Side.RANDOM, (fixed_secrets(label), fixed_secrets(label + 100)))
        pair.host.begin()
        pair.run()
        seats.add(pair.host.seat)
    assert seats == set(SEATS)


def test_the_players_know_each_other_s_names_and_nothing_before_the_hellos() -> None:
    pair = Pair(ToyGame())
    host = pair.host
    assert [host.game_id, host.seat, host.state, host.waiting, host.opponent_name, host.outcome] == [None] * 6
    pair.host.begin()
    pair.run()
    assert [table.opponent_name for table in pair.tables] == ["Ieyasu", "Mitsunari"]
    assert pair.host.game_id == pair.joiner.game_id


def test_an_illegal_action_changes_nothing() -> None:
    pair = started()
    before = pair.host.head, pair.host.state
    hand = pair.joiner.game.pool(pair.joiner.state, Seat(1), HAND)  # type: ignore[arg-type]
    with pytest.raises(IllegalAction, match="can show"):
        pair.host.act(Bid(hand[0]))
    with pytest.raises(IllegalAction, match="takes bid, not pass"):
        pair.host.act(Pass())
    assert (pair.host.head, pair.host.state) == before
    assert pair.host.take_outbox() == []
    assert pair.disks[Role.HOST].remembered == []


def test_our_own_false_claim_is_refused() -> None:
    refused = 0
    for label in range(1, 12):
        pair = Pair(ToyGame(copies=1), secrets=(fixed_secrets(label), fixed_secrets(label + 100)))
        pair.host.begin()
        pair.run()
        bid_nothing(pair)
        table = decider(pair)
        low = sorted([piece for piece in hand_of(table) if seen(table)[piece] not in HIGH])
        if len(low) > 1:
            with pytest.raises(IllegalAction, match="claim is false"):
                table.act(Boast((low[0], low[1])))
            assert table.asked() == TurnQuestion(Seat(table.seat or 0))
            refused += 1
    assert refused


def test_a_sealed_choice_is_asked_for_once_in_any_order() -> None:
    for order in (SEATS, SEATS[::-1]):
        pair = started()
        for seat in order:
            table = pair.tables[seat]
            assert table.asked() == BidQuestion()
            assert table.awaited == (seat == 1 and order == SEATS), "the first seat seals first"
            table.act(Bid(None))
            assert table.asked() is None
            with pytest.raises(IllegalAction, match="nothing for you to decide"):
                table.act(Bid(None))
            assert not table.awaited
            if seat == 0:
                pair.run()
        pair.run()
        assert isinstance(pair.host.waiting, Decision)


def test_what_was_sealed_is_durable_before_the_commitment_is() -> None:
    pair = started()
    order: list[str] = []
    pair.host._remember = lambda blob: order.append("remember")
    pair.host._keep = lambda entry: order.append("keep")
    pair.host.act(Bid(None))
    assert order == ["remember", "keep"]


@pytest.mark.parametrize("leave", ["resign", "stop"])
@pytest.mark.parametrize("role", Role)
def test_leaving_ends_the_game_at_once_whoever_is_to_write_and_is_audited(leave: str, role: Role) -> None:
    pair = started()
    table = pair.tables[role]
    getattr(table, leave)()
    assert bool(table.leaving) is (role is Role.JOINER)
    assert table.asked() is None
    pair.run()
    assert not table.leaving
    outcome = pair.tables[role.other].outcome
    assert outcome is not None
    assert outcome == table.outcome
    if leave == "resign":
        assert outcome == Resigned(Seat(table.seat or 0))
        assert outcome.winner == 1 - (table.seat or 0)
    else:
        assert outcome == Stopped(Seat(table.seat or 0))
        assert outcome.winner is None
    assert pair.host.finished
    assert pair.host.verdict is not None
    assert pair.host.verdict.clean
    assert audit(pair.game, pair.host.entries).clean
    with pytest.raises(LocalError, match="over already"):
        table.resign()


@pytest.mark.parametrize("leave", ["resign", "stop"])
@pytest.mark.parametrize("role", Role)
def test_leaving_survives_a_crash_before_it_could_be_written_with_the_choice_sealed_before(
    leave: str, role: Role
) -> None:
    pair = started()
    pair.tables[role].act(Bid(None))
    pair.run()
    getattr(pair.tables[role], leave)()
    pair.crash(role)
    assert pair.tables[role].leaving
    assert pair.tables[role].asked() is None
    pair.run()
    table = pair.tables[role]
    assert table.outcome == (Resigned if leave == "resign" else Stopped)(Seat(table.seat or 0))
    assert audit(pair.game, pair.host.entries).clean


def test_leaving_before_the_game_and_beginning_as_joiner_make_no_sense() -> None:
    pair = Pair(ToyGame())
    with pytest.raises(LocalError, match="not begun"):
        pair.host.resign()
    with pytest.raises(LocalError, match="joiner waits"):
        pair.joiner.begin()


def test_the_verdicts_are_signed_and_both_know_them() -> None:
    pair = finished()
    assert pair.host.finished
    for table in pair.tables:
        assert table.verdict is not None
        assert table.verdict.finished
        assert table.verdict.clean
    assert pair.host.phase is Phase.FINISHED
    assert pair.host.author is None


def test_an_entry_is_kept_before_it_is_sent_and_before_it_is_acted_on() -> None:
    """Nothing ever leaves the outbox, and no event is told of, that is not on the player's disk (THREATS 34)."""
    pair = Pair(ToyGame(), Side.RANDOM)
    for role in Role:
        disk = pair.disks[role]

        def listen(appended: Appended, disk: Disk = disk) -> None:
            assert len(disk.entries) > appended.number

        pair.tables[role]._on_event = listen
    pair.host.begin()
    random = Random(5)
    while not pair.host.finished:
        for role in Role:
            for raw in pair.tables[role].take_outbox():
                assert raw in pair.disks[role].entries
                pair.wires[role.other].append(raw)
        pair.run(random.choice)
        for role in pair.deciders():
            pair.tables[role].act(random.choice(toy_moves(pair.tables[role])))
    assert [disk.entries for disk in pair.disks] == [pair.host.entries] * 2


def test_a_full_disk_changes_nothing_and_can_be_tried_again() -> None:
    pair = started()
    for role in Role:
        pair.disks[role].broken = True
        before = pair.tables[role].head
        with pytest.raises(OSError, match="No space"):
            pair.tables[role].act(Bid(None))
        assert pair.tables[role].head == before
        assert pair.tables[role].asked() == BidQuestion()
        pair.disks[role].broken = False
    pair.host.act(Bid(None))
    pair.joiner.act(Bid(None))
    pair.collect()
    pair.disks[Role.JOINER].broken = True
    head = pair.joiner.head
    with pytest.raises(OSError, match="No space"):
        pair.joiner.receive(pair.wires[Role.JOINER][0])
    assert pair.joiner.head == head
    pair.disks[Role.JOINER].broken = False
    pair.run()
    assert isinstance(pair.host.waiting, Decision)


def test_a_full_disk_while_writing_what_we_owe_is_mended_by_proceed() -> None:
    pair = started()
    pair.host.act(Bid(None))
    pair.run()
    disk = pair.disks[Role.JOINER]
    real_keep = disk.keep

    def keep(entry: bytes) -> None:
        raise OSError("No space left on device")

    pair.joiner._keep = keep
    with pytest.raises(OSError, match="No space"):
        pair.joiner.act(Bid(None))  # remembered, but the seal cannot be kept
    assert pair.joiner.take_outbox() == []
    pair.joiner._keep = real_keep
    pair.joiner.proceed()
    pair.run()
    assert isinstance(pair.host.waiting, Decision)


@pytest.mark.usefixtures("proofs_once")
@pytest.mark.parametrize(("seed", "side"), [(1, Side.FIRST), (3, Side.RANDOM)])
def test_a_game_resumes_from_every_prefix(seed: int, side: Side) -> None:
    """Whatever part of the record a player is left with, the same entries come about again, byte for byte."""
    pair = finished(seed, side, ToyGame(copies=1, rounds=4))
    bodies = [read_entry(raw).body for raw in pair.host.entries]
    assert {type(body) for body in bodies} >= {MixBody, DrawBody, SealBody, OpenBody}
    assert any(isinstance(body, ActionBody) and body.proofs for body in bodies)
    for role in Role:
        table, disk = pair.tables[role], pair.disks[role]
        for count in range(len(disk.entries) + 1):
            kept: list[bytes] = []
            resumed = Table.resume(
                pair.game,
                role,
                pair.secrets[role],
                disk.entries[:count],
                disk.remembered,
                kept.append,
                name=table.name,
                side=side,
            )
            if role is Role.HOST and count == 0:
                resumed.begin()
            assert resumed.take_outbox() == kept
            assert [*disk.entries[:count], *kept] == disk.entries[: count + len(kept)]
            assert not kept or read_entry(kept[-1]).role is role
            assert [appended.number for appended in resumed.events] == list(range(count + len(kept)))
            for raw in disk.entries[count + len(kept) :]:
                if len(resumed.entries) == read_entry(raw).number:
                    resumed.receive(raw)
            assert resumed.entries == disk.entries
            assert owned(resumed) == owned(table)
            assert resumed.state == table.state
            assert resumed.verdict == table.verdict


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_goes_on_through_crashes_at_any_moment(seed: int) -> None:
    pair = Pair(ToyGame(), Side(seed % 3))
    pair.host.begin()
    random = Random(seed)

    def mishap() -> None:
        if random.random() < 0.3:
            pair.crash(random.choice(list(Role)))

    steps = 0
    while not (pair.host.finished and pair.joiner.finished):
        steps += 1
        assert steps < 2000
        pair.collect()
        mishap()
        on_the_way = [role for role in Role if pair.wires[role]]
        if on_the_way:
            pair.deliver(random.choice(on_the_way))
            continue
        deciders = pair.deciders()
        if deciders:
            table = pair.tables[random.choice(deciders)]
            table.act(random.choice(toy_moves(table)))
    assert pair.host.entries == pair.joiner.entries
    assert audit(pair.game, pair.host.entries).clean


def test_a_sealed_choice_survives_a_crash_before_it_could_be_committed_to() -> None:
    pair = started()
    pair.joiner.act(Bid(None))  # seat 1 chooses first: its commitment waits for seat 0's
    pair.crash(Role.JOINER)
    assert pair.joiner.asked() is None
    pair.host.act(Bid(None))
    pair.run()
    assert isinstance(pair.host.waiting, Decision)


def test_a_lost_sealed_choice_leaves_only_resigning() -> None:
    pair = started()
    pair.host.act(Bid(None))
    pair.disks[Role.HOST].remembered.clear()
    pair.crash(Role.HOST)
    pair.joiner.act(Bid(None))
    pair.run()
    assert pair.host.choice_lost
    assert pair.host.asked() is None
    pair.host.resign()
    pair.run()
    assert pair.joiner.outcome == Resigned(SEATS[0])
    assert pair.joiner.finished


def test_heads_tell_what_the_other_lacks() -> None:
    pair = started()
    entries = pair.host.entries
    assert pair.host.lacking(Head(3, read_entry(entries[2]).hash)) == entries[3:]
    assert pair.host.lacking(Head(0, bytes(32))) == entries
    assert pair.host.lacking(Head(len(entries) + 5, bytes(32))) == []
    with pytest.raises(ForkError, match="another entry"):
        pair.host.lacking(Head(3, bytes(32)))


def test_a_repeated_entry_is_told_apart_from_another_one() -> None:
    pair = started()
    assert pair.host.receive(pair.joiner.entries[1]) == Received(1, repeated=True)
    assert pair.host.fault is None


def test_a_record_of_another_game_or_player_is_not_resumed() -> None:
    pair = finished()
    entries = pair.host.entries
    with pytest.raises(RecordError, match="another key"):
        Table.resume(pair.game, Role.HOST, Secrets.generate(), entries, path="record")
    own = pair.secrets[Role.HOST]
    with pytest.raises(RecordError, match=r"entry 0: the secrets belong to another game: .* another seed"):
        Table.resume(pair.game, Role.HOST, Secrets(bytes(32), own.signing_key), entries, path="record")
    with pytest.raises(RecordError, match="other settings"):
        Table.resume(ToyGame(copies=3), Role.HOST, pair.secrets[0], entries)
    with pytest.raises(RecordError, match="entry 5: "):
        Table.resume(pair.game, Role.HOST, pair.secrets[0], [*entries[:5], *entries[6:]])
    with pytest.raises(RecordError, match="remembered choice"):
        Table.resume(pair.game, Role.HOST, pair.secrets[0], entries, [b"\xff"])


def test_nothing_can_follow_a_finished_game() -> None:
    pair, other = finished(), finished(4)
    with pytest.raises(PeerError):
        pair.host.receive(other.host.entries[-1])
    assert pair.host.fault is None
    assert pair.disks[Role.HOST].entries == pair.host.entries


def test_a_finished_game_takes_no_word_more() -> None:
    """Not even one well signed: it would spoil the record."""
    pair = finished()
    table = pair.joiner
    raw = write_entry(
        pair.secrets[0].signing_key,
        game=table.game_id or b"",
        role=Role.HOST,
        kind=STOP,
        body=LeaveBody(),
        after=table.head,
        state=bytes(32),
    ).raw
    with pytest.raises(PeerError, match="nothing can follow"):
        table.receive(raw)
    assert table.fault is None
    assert pair.disks[Role.JOINER].entries == table.entries


class _Floating(ToyGame):
    """Packs what cannot be sent."""

    def pack_action(self, action: Move) -> list[object]:
        return [*super().pack_action(action), 0.5]

    def unpack_action(self, plain: object) -> Move:
        assert isinstance(plain, list)
        move: Move = super().unpack_action(plain[:-1])
        return move


def test_an_action_that_cannot_be_sent_is_our_own_fault() -> None:
    pair = started(_Floating())
    with pytest.raises(LocalError, match="cannot be sent"):
        pair.host.act(Bid(None))
    assert pair.disks[Role.HOST].remembered == []


def test_a_pool_too_large_for_an_entry_is_not_mixed() -> None:
    """About 330 pieces fit; whoever made such a game is told so before anything is signed."""
    pair = Pair(ToyGame(copies=70))
    with pytest.raises(LocalError, match=r"The mix that this game asks for has \d+ bytes"):
        started(pair.game)  # type: ignore[arg-type]
    largest = started(ToyGame(copies=64))
    assert max(map(len, largest.host.entries)) > 60_000


class _ShortChain(Pair[Position, Move]):
    """Both players have committed to chains of three links."""

    def begin(self) -> None:
        for table in self.tables:
            secrets = table._private.secrets
            table._private._chain = Chain(secrets.public_key, secrets.seed, 3)
        self.host.begin()


def test_who_has_no_link_left_can_only_leave() -> None:
    """The chain's length is its owner's affair: the other side needs to know nothing of it."""
    pair = _ShortChain(ToyGame(copies=1, rounds=12), Side.FIRST)
    pair.begin()
    play(
        pair, lambda table: [move for move in toy_moves(table) if isinstance(move, Play)] or toy_moves(table), Random(1)
    )
    author = pair.host.author
    assert author is not None
    stuck = pair.tables[author]
    assert stuck.chain_exhausted
    assert not pair.tables[author.other].chain_exhausted
    assert stuck.asked() is None
    assert [table.fault for table in pair.tables] == [None, None]
    stuck.resign()
    pair.run()
    assert pair.host.outcome == Resigned(Seat(stuck.seat or 0))
    report = audit(pair.game, pair.joiner.entries)
    assert report.clean
    assert not stuck.chain_exhausted


def test_a_remembered_choice_that_was_not_the_sealed_one_is_not_used() -> None:
    pair = started()
    pair.host.act(Bid(None))
    hand = pair.host.game.pool(pair.host.state, Seat(0), HAND)  # type: ignore[arg-type]
    other = Table.resume(pair.game, Role.HOST, pair.secrets[0], pair.host.entries[:8], keep=lambda entry: None)
    blobs: list[bytes] = []
    other._remember = blobs.append
    card = next(piece for piece in hand if seen(other)[piece] > 0)
    other.act(Bid(card))
    resumed = Table.resume(pair.game, Role.HOST, pair.secrets[0], pair.host.entries, blobs)
    assert resumed.choice_lost
    assert not Table.resume(
        pair.game, Role.HOST, pair.secrets[0], pair.host.entries, [*blobs, *pair.disks[Role.HOST].remembered]
    ).choice_lost


def test_secrets_are_never_printed() -> None:
    secrets = Secrets.generate()
    assert secrets.seed.hex() not in repr(secrets)
    assert repr(secrets) == "Secrets()"
    assert Secrets.generate() != secrets
    with pytest.raises(LocalError, match="got 31 and 32"):
        Secrets(bytes(31), bytes(32))


def test_playing_shows_the_card_at_once() -> None:
    pair = started()
    bid_nothing(pair)
    table = decider(pair)
    play_a_card = next(move for move in toy_moves(table) if isinstance(move, Play))
    face = seen(table)[play_a_card.card]
    table.act(play_a_card)
    pair.run()
    assert seen(pair.tables[table.role.other])[play_a_card.card] == face
