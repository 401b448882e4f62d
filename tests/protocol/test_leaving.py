"""Who resigns or stops while the other is to write: its signed word, and what becomes of it (THREATS 48)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import pytest

from engine.hidden import Seat
from protocol.audit import audit
from protocol.chain import Head
from protocol.entries.leave import RESIGN, STOP
from protocol.entries.left import LEFT, LeftBody
from protocol.errors import LocalError, PeerError
from protocol.outcome import OutOfTime, Resigned, Stopped
from protocol.phases import Phase, in_play
from protocol.referee import Referee
from protocol.roles import Role, Side
from protocol.signed_leave import read_leave, sign_leave
from protocol.standing import Cheated, Decided, standing
from protocol.table import Table
from protocol.transcript import read_entry, write_entry
from tests.protocol.clocked import ClockedPair
from tests.protocol.pair import Pair, fixed_secrets
from tests.protocol.test_table import finished, started, toy_moves
from tests.toy_game import Bid, Move, Position, ToyGame

Toy = Pair[Position, Move]


def waited_for(pair: Toy) -> tuple[Table[Position, Move], Table[Position, Move]]:
    """Whoever is not to write, and whoever is."""
    author = pair.host.author
    assert author is not None
    return pair.tables[author.other], pair.tables[author]


def word_of(table: Table[Position, Move]) -> bytes:
    word = table.signed_leave()
    assert word is not None
    return word


def check_left(pair: Toy, leaver: Table[Position, Move], kind: str = LEFT.name) -> None:
    """Both have the same record, in which `leaver` has resigned by an entry of `kind`, and which is clean."""
    pair.run()
    assert pair.host.entries == pair.joiner.entries
    assert pair.host.finished
    assert pair.host.outcome == pair.joiner.outcome == Resigned(Seat(leaver.seat or 0))
    kinds = [read_entry(raw).kind.name for raw in pair.host.entries]
    assert kinds[-5:] == [kind, "seed", "seed", "verdict", "verdict"]
    report = audit(pair.game, pair.host.entries)
    assert report.clean
    assert standing(report).result == Decided(Resigned(Seat(leaver.seat or 0)))


def test_a_game_can_be_left_out_of_turn_at_every_moment() -> None:
    """Also while a mix, a draw, a seal or an opening is owed: what was sealed stays sealed."""
    pair = finished(side=Side.RANDOM)
    keys = [secrets.signing_key for secrets in pair.secrets]
    referee: Referee[Position, Move] = Referee(pair.game)
    common = referee.common
    seen: set[Phase] = set()
    for raw in pair.host.entries:
        author = common.author
        assert author is not None
        if in_play(common.progress.phase):
            seen.add(common.progress.phase)
            entry = write_entry(
                keys[author],
                game=common.progress.game_id,
                role=author,
                kind=LEFT,
                body=LeftBody(
                    sign_leave(keys[author.other], "resign", common.progress.game_id, author.other, common.head)
                ),
                after=common.head,
                state=common.progress.digest,
            )
            referee.admit(entry)
            after = referee.judge(entry).progress
            assert after.outcome == Resigned(Seat(common.seat_of(author.other) or 0))
            assert after.phase is Phase.FIRST_SEED
        played = read_entry(raw)
        referee.append(played, referee.judge(played))
    assert seen == {phase for phase in Phase if in_play(phase)}


def test_the_word_is_taken_in_at_once_and_nobody_is_asked() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    assert other.asked() is not None
    leaver.resign()
    assert leaver.leaving == "resign"
    assert leaver.outcome is None
    assert other.hear_leave(word_of(leaver))
    assert other.outcome == Resigned(Seat(leaver.seat or 0))
    assert other.asked() is None
    check_left(pair, leaver)
    assert leaver.signed_leave() is None
    with pytest.raises(LocalError, match="over already"):
        other.resign()


def test_stopping_out_of_turn_gives_nobody_the_win() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    leaver.stop()
    assert read_leave(word_of(leaver)).kind == STOP.name
    pair.run()
    assert pair.host.outcome == pair.joiner.outcome == Stopped(Seat(leaver.seat or 0))
    assert other.outcome is not None
    assert other.outcome.winner is None


def test_nobody_signs_that_it_leaves_on_its_own_turn_or_without_having_left() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    assert leaver.signed_leave() is other.signed_leave() is None
    other.resign()
    assert other.outcome == Resigned(Seat(other.seat or 0))
    check_left(pair, other, RESIGN.name)


def test_whoever_has_left_in_one_way_signs_no_other_word_for_that_place() -> None:
    """The opponent could have chosen between a resignation and a stop, and have written either."""
    pair = started()
    leaver, _ = waited_for(pair)
    leaver.resign()
    word = word_of(leaver)
    leaver.stop()
    assert leaver.leaving == RESIGN.name
    assert word_of(leaver) == word
    check_left(pair, leaver)


# -- crossing


def test_a_resignation_that_crosses_with_an_answer_is_written_by_who_resigns() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    leaver.resign()
    word = word_of(leaver)
    other.act(Bid(None))
    assert not other.hear_leave(word), "it is for a head that there was"
    assert other.outcome is None
    check_left(pair, leaver, RESIGN.name)
    assert not other.hear_leave(word), "nor does it matter later"


def crossing_again(pair: Toy, random: Random) -> tuple[Table[Position, Move], Table[Position, Move]]:
    """Play until one is to write who has written already what the other does not have yet: the other, and that one."""
    pair.host.begin()
    while True:
        for table in pair.tables:
            behind = pair.tables[table.role.other]
            if table.asked() is not None and table.author is behind.author is table.role and table.head != behind.head:
                return behind, table
        pair.collect()
        roles = [role for role in Role if pair.wires[role]]
        if roles:
            pair.deliver(roles[0])
        else:
            decider = pair.tables[pair.deciders()[0]]
            decider.act(random.choice(toy_moves(decider)))


def test_a_resignation_that_crosses_and_finds_the_other_to_write_again_is_signed_anew() -> None:
    pair: Toy = Pair(ToyGame(), Side.FIRST)
    leaver, other = crossing_again(pair, Random(3))
    leaver.resign()
    first = word_of(leaver)
    assert not other.hear_leave(first), "it is for a head that there was"
    assert other.asked() is not None
    pair.collect()
    while pair.wires[leaver.role]:
        pair.deliver(leaver.role)
    assert word_of(leaver) != first
    check_left(pair, leaver)


def test_when_both_resign_at_once_the_one_who_was_to_write_has() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    leaver.resign()
    word = word_of(leaver)
    other.resign()
    assert not other.hear_leave(word)
    assert leaver.leaving
    check_left(pair, other, RESIGN.name)
    assert not leaver.leaving


# -- crashes


@pytest.mark.parametrize("dies", ["leaver", "other", "both"])
@pytest.mark.parametrize("when", ["before the word", "under way", "taken in"])
def test_nothing_is_lost_when_a_program_dies(dies: str, when: str) -> None:
    pair = started()
    leaver, other = waited_for(pair)
    roles = {"leaver": [leaver.role], "other": [other.role], "both": list(Role)}[dies]
    leaver.resign()
    word = word_of(leaver)
    if when == "taken in":
        assert other.hear_leave(word)
        other.take_outbox()  # and it is lost on its way
    for role in roles:
        pair.crash(role)
    leaver, other = pair.tables[leaver.role], pair.tables[other.role]
    if when == "under way" and dies != "other":
        assert other.hear_leave(word), "what was sent before may still come"
    pair.reconnect()
    check_left(pair, leaver)


def test_a_disk_that_is_full_when_the_word_comes_loses_nothing() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    leaver.resign()
    pair.disks[other.role].broken = True
    with pytest.raises(OSError, match="No space"):
        other.hear_leave(word_of(leaver))
    assert other.outcome is None
    pair.disks[other.role].broken = False
    check_left(pair, leaver)


def test_an_old_copy_resigns_only_when_it_has_all_that_it_had_written() -> None:
    """Its own lost entry would stand where it resigns: two entries of its own at one place (THREATS 22)."""
    pair = started()
    leaver, other = pair.host, pair.joiner
    assert leaver.author is Role.HOST
    leaver.act(Bid(None))
    pair.run()
    disk = pair.disks[Role.HOST]
    lost = next(number for number, raw in enumerate(disk.entries) if read_entry(raw).kind.name == "seal")
    old = disk.entries[:lost]
    disk.entries[:] = old
    again: Table[Position, Move] = Table.resume(
        pair.game, Role.HOST, pair.secrets[0], old, [], disk.keep, disk.remember, name="Mitsunari"
    )
    pair.tables[Role.HOST] = again
    again.resign()
    assert again.author is Role.HOST
    assert disk.entries == old, "nothing is signed yet"
    assert again.signed_leave() is None
    resumed_again = Table.resume(
        pair.game, Role.HOST, pair.secrets[0], old, disk.remembered, disk.keep, disk.remember, name="Mitsunari"
    )
    assert resumed_again.leaving
    assert disk.entries == old
    pair.reconnect()
    check_left(pair, again)
    assert other.fault is None


@pytest.mark.parametrize("role", list(Role))
def test_an_old_copy_without_any_entry_writes_nothing_where_its_player_had_resigned(role: Role) -> None:
    """It wrote the mix or the draw that follows there by itself: two entries of its own at one place."""
    pair: Toy = Pair(ToyGame(), Side.FIRST)
    pair.host.begin()
    leaver, other = pair.tables[role], pair.tables[role.other]
    while not (leaver.seat is not None and leaver.author is other.role and other.phase in (Phase.MIX, Phase.DRAW)):
        pair.collect()
        pair.deliver(next(each for each in Role if pair.wires[each]))
    while other.author is not role:
        pair.collect()
        pair.deliver(other.role)
    leaver.resign()
    pair.run()
    left = next(entry for entry in map(read_entry, leaver.entries) if entry.kind is RESIGN)
    assert left.role is role
    assert leaver.finished
    whole, disk = list(other.entries), pair.disks[role]
    disk.entries.clear()
    disk.remembered.clear()
    pair.crash(role)
    if role is Role.HOST:
        pair.host.begin()
    pair.run()
    assert disk.entries == whole
    assert pair.tables[role].finished
    assert other.fault is None


# -- what is no word of the opponent's


def of_another_game(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(key, "resign", bytes(32), role, head)


def of_the_other_seat(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(theirs, "resign", game, role.other, head)


def under_another_key(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(theirs, "resign", game, role, head)


def of_another_chain(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(key, "resign", game, role, Head(head.count, bytes(32)))


def of_a_longer_chain(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(key, "resign", game, role, Head(head.count + 1, head.hash))


def of_another_kind(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return sign_leave(key, "win", game, role, head)


def with_a_bit_turned(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    right = sign_leave(key, "resign", game, role, head)
    return right[:-1] + bytes([right[-1] ^ 1])


def junk(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    return b"junk" * 40


Made = Callable[[bytes, bytes, bytes, Role, Head], bytes]
FALSE: Mapping[Made, str] = {
    of_another_game: "the resignation is of another game",
    of_the_other_seat: "the resignation is of another player",
    under_another_key: "the resignation is not signed with that player's key",
    of_another_chain: r"the resignation is of another chain of \d+ entries",
    of_a_longer_chain: r"the resignation is of \d+ entries where there are \d+",
    of_another_kind: "the signed resignation cannot be read",
    with_a_bit_turned: "the resignation is not signed with that player's key",
    junk: "the signed resignation cannot be read",
}


def made_by(make: Made, leaver: Table[Position, Move], other: Table[Position, Move]) -> bytes:
    assert leaver.game_id is not None
    keys = leaver._private.secrets.signing_key, other._private.secrets.signing_key
    return make(leaver.game_id, *keys, leaver.role, leaver.head)


@pytest.mark.parametrize("make", FALSE)
def test_a_false_word_is_refused_and_changes_nothing(make: Made) -> None:
    pair = started()
    leaver, other = waited_for(pair)
    before = list(pair.disks[other.role].entries)
    with pytest.raises(PeerError, match=FALSE[make]):
        other.hear_leave(made_by(make, leaver, other))
    assert pair.disks[other.role].entries == before
    assert other.fault is None
    assert other.asked() is not None
    other.act(Bid(None))
    pair.run()
    assert pair.host.entries == pair.joiner.entries


def earlier(game: bytes, key: bytes, theirs: bytes, role: Role, head: Head) -> bytes:
    """A word that was right for an earlier head; filled in by the test."""
    raise NotImplementedError


@pytest.mark.parametrize("make", [*FALSE, earlier])
def test_whoever_takes_in_a_false_word_has_cheated(make: Made) -> None:
    """Nobody can make the other resign: not out of nothing, and not with a word that was for an earlier place."""
    pair = started()
    leaver, other = waited_for(pair)
    if make is earlier:
        before = read_entry(other.entries[-1])
        assert leaver.game_id is not None
        head = Head(before.number, before.previous)
        word = sign_leave(leaver._private.secrets.signing_key, "resign", leaver.game_id, leaver.role, head)
    else:
        word = made_by(make, leaver, other)
    entry = write_entry(
        other._private.secrets.signing_key,
        game=other.game_id or b"",
        role=other.role,
        kind=LEFT,
        body=LeftBody(word),
        after=other.head,
        state=other._common.progress.digest,
    )
    with pytest.raises(PeerError) as refused:
        leaver.receive(entry.raw)
    assert refused.value.check == "leave"
    result = standing(audit(pair.game, pair.disks[leaver.role].entries)).result
    assert result == Cheated((Seat(other.seat or 0),), None)


def test_a_resignation_of_whoever_is_to_write_itself_is_refused() -> None:
    pair = started()
    other, author = waited_for(pair)
    word = sign_leave(author._private.secrets.signing_key, "resign", author.game_id or b"", author.role, author.head)
    with pytest.raises(PeerError, match="on its author's turn"):
        other.hear_leave(word)
    assert other.outcome is None


def test_a_resignation_after_the_game_is_refused() -> None:
    pair = started()
    leaver, other = waited_for(pair)
    leaver.resign()
    check_left(pair, leaver)
    word = sign_leave(leaver._private.secrets.signing_key, "resign", leaver.game_id or b"", leaver.role, other.head)
    with pytest.raises(PeerError, match="the game is over"):
        other.hear_leave(word)
    assert pair.host.finished


def test_a_resignation_is_worth_nothing_in_the_next_game_of_the_same_players() -> None:
    pair = started()
    leaver, _ = waited_for(pair)
    leaver.resign()
    word = word_of(leaver)
    again: Toy = Pair(ToyGame(), Side.FIRST, (fixed_secrets(3), fixed_secrets(4)))
    again.host.begin()
    again.run()
    with pytest.raises(PeerError, match="of another game"):
        again.tables[leaver.role.other].hear_leave(word)
    assert again.host.outcome is None


def test_whoever_has_signed_that_its_time_is_over_takes_no_resignation_in() -> None:
    pair = ClockedPair()
    pair.decide(4000)
    late = pair.decider()
    other = pair.tables[late.role.other]
    other.resign()
    word = other.signed_leave()
    head = late.signed_head(late.banks[late.role] + 1)
    assert word is not None
    assert head is not None
    assert not late.hear_leave(word)
    other.hear_head(head)
    assert other.claim(head)
    pair.carry()
    assert late.outcome == other.outcome == OutOfTime(Seat(late.seat or 0))
    assert late.finished


def test_a_clock_that_runs_is_stopped_by_a_resignation() -> None:
    pair = ClockedPair()
    pair.decide(4000)
    thinking = pair.decider()
    other = pair.tables[thinking.role.other]
    other.resign()
    word = other.signed_leave()
    assert word is not None
    assert thinking.hear_leave(word)
    pair.carry()
    assert thinking.clock_of is None
    assert other.finished
    assert audit(pair.host.game, pair.host.entries).clean
