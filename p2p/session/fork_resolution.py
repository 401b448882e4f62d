"""Two chains that differ: both are exchanged whole, and the first difference says who signed two entries (threat 7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, NoReturn

from p2p.errors import Problem, RemoteError
from p2p.task_group import run_task_group
from p2p.wire.channel import Channel
from p2p.wire.messages import BESIDE, EntryMessage, ForkMessage, LeaveMessage, SeenMessage
from protocol.equivocation import read_proof
from protocol.errors import OldCopyError, PeerError
from protocol.sentences import Sentence
from protocol.table import Table

MOST_ENTRIES: Final = 100_000
MOST_BYTES: Final = 64 * 1024 * 1024
_UNDER_WAY: Final = BESIDE | EntryMessage | LeaveMessage | SeenMessage
MOST_BESIDE: Final = 1000
"""Messages beside the chain that are passed over: what was under way when the fork was found."""


async def resolve_fork(
    table: Table[Any, Any],
    channel: Channel,
    their_count: int | None,
    *,
    keep_proof: Callable[[bytes], None],
    patience: float,
) -> NoReturn:
    """Exchange chains and find out who signed two entries. `their_count`: what their `fork` said, if it has come.

    Always raises: PeerError with the proof if it was the opponent (or if the chains prove nothing), OldCopyError if it
    was this side, RemoteError or ConnectionLost if the exchange fails.
    """
    entries = table.entries
    theirs: list[bytes] = []

    async def send() -> None:
        await channel.send(ForkMessage(len(entries)), patience=patience)
        for entry in entries:
            await channel.send(EntryMessage(entry), patience=patience)

    async def receive(count: int | None) -> None:
        if count is None:
            count = (await _next(channel, ForkMessage, patience)).count
        if count > MOST_ENTRIES:
            raise RemoteError(Problem.CHAIN_TOO_LONG, count=count, most=MOST_ENTRIES)
        size = 0
        while len(theirs) < count:
            entry = (await _next(channel, EntryMessage, patience)).entry
            size += len(entry)
            if size > MOST_BYTES:
                raise RemoteError(Problem.CHAIN_TOO_LARGE, most=MOST_BYTES)
            theirs.append(entry)

    await run_task_group(send, partial(receive, their_count), until_first=False)
    try:
        proof = table.compare(theirs)
    except OldCopyError as error:
        keep_proof(error.proof)
        raise
    if proof is None:
        raise PeerError("fork", Sentence("the opponent says that its chain differs from ours, and it does not"))
    keep_proof(proof)
    raise PeerError(
        "equivocation",
        Sentence("the opponent signed two different entries at one place; both are kept as the proof"),
        number=read_proof(proof).number,
        proof=proof,
    )


async def _next(channel: Channel, kind: type[Any], patience: float) -> Any:
    """The next message of `kind`, passing over those that were under way when the fork was found."""
    for _ in range(MOST_BESIDE):
        message = await channel.receive(patience=patience)
        if isinstance(message, kind):
            return message
        if not isinstance(message, _UNDER_WAY):
            break
    raise RemoteError(Problem.CHAIN_WITHHELD, message=kind.tag())
