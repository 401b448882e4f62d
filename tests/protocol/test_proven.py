"""Every byte of a proof counts, in entries signed by their right author: one wrong field, and the entry is refused.

What is tried here are the entries themselves; that no proof of something false can be made is `tests/protocol/proofs`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from protocol.audit import audit
from protocol.commitments import state_digest
from protocol.entries.action import ActionBody
from protocol.entries.draw import DrawBody
from protocol.entries.mix import MixBody
from protocol.errors import PeerError
from protocol.proofs.errors import Check
from protocol.proofs.group import ORDER
from protocol.roles import Role, Side
from protocol.table import Table
from protocol.transcript import Entry, read_entry, write_entry
from tests.protocol.cheater import Cheat
from tests.protocol.pair import Pair
from tests.protocol.test_cheats import cheating_pair, error_in
from tests.protocol.test_table import finished
from tests.toy_game import Move, Position, ToyGame

GAME = ToyGame(copies=1, rounds=4)
FIELD = 32

NO_POINT = b"\x03" + bytes(31)  # odd
IDENTITY = bytes(FIELD)
TOO_LARGE = ORDER.to_bytes(FIELD, "little")


@cache
def played() -> Pair[Position, Move]:
    return finished(1, Side.FIRST, GAME)


@cache
def honest(body: type[Any]) -> Entry:
    """An entry of a game with this body: the last mix of three cards, the last draw, the last action with a claim."""
    entries = [read_entry(raw) for raw in played().host.entries]
    found = [entry for entry in entries if isinstance(entry.body, body)]
    if body is MixBody:
        found = [entry for entry in found if len(entry.body.commitments) == 3]
    if body is ActionBody:
        found = [entry for entry in found if entry.body.proofs]
    return found[-1]


def opponent_before(entry: Entry, mark: bytes = b"") -> Table[Position, Move]:
    """The table of the other player, to which `entry` has not come yet."""
    role = entry.role.other
    table: Table[Position, Move] = Table.resume(
        GAME, role, played().secrets[role], played().host.entries[: entry.number], mark=mark
    )
    assert len(table.entries) == entry.number
    return table


@cache
def mark_before(number: int) -> bytes:
    return opponent_before(read_entry(played().host.entries[number])).mark()


def refusal(entry: Entry, body: Any) -> PeerError:
    """What the author's opponent says when `body` comes in the place of the honest one, signed as it must be."""
    table = opponent_before(entry, mark_before(entry.number))
    before, secrets = table.entries, played().secrets
    false = write_entry(
        secrets[entry.role].signing_key,
        game=entry.game,
        role=entry.role,
        kind=entry.kind,
        body=body,
        after=table.head,
        state=entry.state,
    )
    with pytest.raises(PeerError) as caught:
        table.receive(false.raw)
    assert table.fault is caught.value
    assert table.head.count == entry.number
    (finding,) = audit(GAME, [*before, false.raw]).violations
    assert (finding.number, finding.author, finding.check) == (entry.number, entry.role, caught.value.check)
    return caught.value


def altered(proof: bytes) -> Iterator[tuple[bytes, set[Check]]]:
    """Each field of a proof exchanged for another, and what may be said of it."""
    any_field = {Check.POINT, Check.IDENTITY, Check.SCALAR, Check.EQUATIONS}
    for at in range(0, len(proof), FIELD):
        before, field, after = proof[:at], proof[at : at + FIELD], proof[at + FIELD :]
        yield before + bytes([field[0] ^ 2]) + field[1:] + after, any_field
        yield before + proof[: FIELD // 2] * 2 + after, any_field
        yield before + IDENTITY + after, {Check.IDENTITY, Check.EQUATIONS}
        yield before + TOO_LARGE + after, {Check.POINT, Check.SCALAR, Check.EQUATIONS}
        yield before + after, {Check.LENGTH}
    for other in (b"", proof[:-1], proof + b"\x00", proof + proof[:FIELD]):
        yield other, {Check.LENGTH}


def with_pool(body: MixBody, **changes: Any) -> MixBody:
    return msgspec.structs.replace(body, proofs=(msgspec.structs.replace(body.proofs[0], **changes), *body.proofs[1:]))


def test_every_field_of_a_mix_counts() -> None:
    entry = honest(MixBody)
    body: MixBody = entry.body
    count = 0
    for proof, checks in altered(body.proofs[0].proof):
        error = refusal(entry, with_pool(body, proof=proof))
        assert error.check == "mix"
        assert error.expected == "pool=0 pieces=3"
        assert error.found in checks
        count += 1
    assert count == 5 * (4 * 3 + 5) + 4


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize(
    ("point", "found"), [(NO_POINT, Check.POINT), (IDENTITY, Check.IDENTITY), (None, Check.EQUATIONS)]
)
def test_every_point_of_a_mix_counts(place: int, point: bytes | None, found: Check) -> None:
    """Another right point, a hidden one of somebody's, gives the pool a face that it has not."""
    entry = honest(MixBody)
    points = list(entry.body.proofs[0].points)
    points[place] = entry.body.proofs[0].proof[:FIELD] if point is None else point
    error = refusal(entry, with_pool(entry.body, points=tuple(points)))
    assert (error.check, error.found) == ("mix", found)


def test_the_order_of_the_points_counts() -> None:
    entry = honest(MixBody)
    one, two, three = entry.body.proofs[0].points
    for points in ((two, one, three), (three, two, one), (two, three, one)):
        error = refusal(entry, with_pool(entry.body, points=points))
        assert (error.check, error.found) == ("mix", Check.EQUATIONS)


def test_a_pool_more_or_less_is_refused() -> None:
    entry = honest(MixBody)
    (pool,) = entry.body.proofs
    empty = msgspec.structs.replace(pool, points=(), proof=b"")
    for proofs in ((), (pool, empty), (empty, pool), (empty,)):
        assert refusal(entry, msgspec.structs.replace(entry.body, proofs=proofs)).check == "mix"


def test_every_field_of_a_claim_counts() -> None:
    entry = honest(ActionBody)
    (proof,) = entry.body.proofs
    count = 0
    for other, checks in altered(proof):
        error = refusal(entry, msgspec.structs.replace(entry.body, proofs=(other,)))
        assert error.check == "claim"
        assert error.expected == "claim=0 rule=toy 4"
        assert error.found in checks
        count += 1
    assert count == 5 * 8 + 4


def test_every_byte_of_a_link_counts() -> None:
    entry = honest(DrawBody)
    for place in range(FIELD):
        link = bytearray(entry.body.link)
        link[place] ^= 1 << (place % 8)
        error = refusal(entry, DrawBody(bytes(link)))
        assert (error.check, error.found) == ("draw", Check.LINK)


def test_a_mix_is_proven_with_the_points_that_both_know() -> None:
    """An entry cannot bring old points of its own: the same body, good at its place, is nothing after another one."""
    entries = [read_entry(raw) for raw in played().host.entries]
    entry = honest(MixBody)
    earlier = [other for other in entries if isinstance(other.body, MixBody) and other.role is entry.role]
    same_size = [other for other in earlier if len(other.body.commitments) == 3 and other.number < entry.number]
    assert same_size
    fresh = with_pool(entry.body, proof=same_size[-1].body.proofs[0].proof)
    error = refusal(entry, fresh)
    assert (error.check, error.found) == ("mix", Check.EQUATIONS)


# -- two programs that look at no proof


COLLUDING = {
    Cheat.SEAL_A_HIGH_CARD_TWICE: "mix",
    Cheat.SWAP_A_CARD_AT_A_MIX: "mix",
    Cheat.BOAST_WITH_ZEROS: "claim",
}


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("cheat", COLLUDING)
def test_a_record_of_two_programs_that_look_at_no_proof_is_found_out(cheat: Cheat, role: Role) -> None:
    """Both sign it to its end, and whoever reads it, with the seeds or before they are open, sees the false entry."""
    for seed in range(40):
        pair, cheater = cheating_pair(cheat, role, Side.RANDOM, GAME)
        pair.tables[role.other]._common.trusting = True
        pair.host.begin()
        if error_in(pair, seed) is None and cheater.done:
            break
    else:
        raise AssertionError(f"no occasion for {cheat}")
    assert pair.host.finished
    report = audit(GAME, pair.host.entries)
    (finding,) = report.violations
    assert (finding.author, finding.check, finding.number) == (role, COLLUDING[cheat], report.followed)
    assert report.proven == finding.number - 1
    assert not report.complete


def test_a_chosen_draw_between_two_such_programs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = honest(DrawBody)
    link = bytes(FIELD)
    with monkeypatch.context() as patch:
        patch.setattr("protocol.proofs.chain.verify_link", lambda *arguments: None)
        table = opponent_before(entry)
        effect = table._referee.effect_of(entry.role, entry.kind, DrawBody(link))
        false = write_entry(
            played().secrets[entry.role].signing_key,
            game=entry.game,
            role=entry.role,
            kind=entry.kind,
            body=DrawBody(link),
            after=table.head,
            state=state_digest(GAME.canonical(effect.progress.state)),
        )
        table.receive(false.raw)
        record = table.entries
    report = audit(GAME, record)
    assert [(found.number, found.author, found.check) for found in report.violations] == [
        (entry.number, entry.role, "draw")
    ]
