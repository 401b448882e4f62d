"""Who comes to the host's door and is not the opponent."""

from __future__ import annotations

import contextlib
from random import Random
from typing import TYPE_CHECKING

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import LinkError, Problem
from p2p.reach.invitation import parse_invitation
from p2p.wire.channel import Channel
from p2p.wire.handshake import prove_to_host
from p2p.wire.messages import HelloMessage
from tests.simulation.programs import PROGRAM
from tests.simulation.secured import connect_plainly

if TYPE_CHECKING:
    from tests.simulation.world import World

MANNERS = ("silent", "raw noise", "noise", "huge", "nested", "half a hello", "hello", "wrong secret", "thief", "crowd")
PATIENCE = 10.0


async def visit(world: World, random: Random) -> None:
    """One visit, in one manner of the list."""
    PROGRAM.set(None)  # the task was started while a program was running
    manner = random.choice(MANNERS)
    world.note(f"stranger: {manner}")
    with contextlib.suppress(LinkError, trio.BrokenResourceError, trio.ClosedResourceError):
        if manner == "crowd":
            async with trio.open_nursery() as nursery:
                for number in range(20):
                    nursery.start_soon(_stand_silently, world, f"203.0.113.{number}")
        elif manner == "silent":
            await _stand_silently(world, "203.0.113.99")
        else:
            await _speak(world, manner, random)


async def _stand_silently(world: World, address: str) -> None:
    stream = world.network.dial_as_stranger(address)
    if stream is not None:
        with trio.move_on_after(30):
            while await stream.receive_some():
                pass
        await stream.aclose()


async def _speak(world: World, manner: str, random: Random) -> None:
    stream = world.network.dial_as_stranger("203.0.113.50")
    if stream is None or world.token is None:
        return
    invite = parse_invitation(world.token)
    try:
        if manner == "raw noise":
            await stream.send_all(random.randbytes(100))
            await trio.sleep(1)
            return
        secured = await connect_plainly(stream, invite.fingerprint)
        channel = Channel(secured)
        nested = b"\x91" * 1000
        noise = {
            "noise": random.randbytes(200),
            "huge": (2**31 - 1).to_bytes(4, "big"),
            "nested": len(nested).to_bytes(4, "big") + nested,
            "half a hello": (40).to_bytes(4, "big") + b"\x93",
        }
        if manner in noise:
            await secured.send_raw("stranger", noise[manner])
        elif manner == "hello":
            await channel.send(HelloMessage(2, random.randbytes(32)), patience=PATIENCE)
        elif manner == "wrong secret" or world.bound:
            await _prove(world, channel, random, thief=manner == "thief")
        with trio.move_on_after(20):
            await channel.receive(patience=PATIENCE)
    finally:
        await trio.aclose_forcefully(stream)


async def _prove(world: World, channel: Channel, random: Random, *, thief: bool) -> None:
    """Come with a wrong secret, or with the right one when another has used it."""
    assert world.token is not None
    invite = parse_invitation(world.token)
    secret = invite.secret if thief else random.randbytes(16)
    key = Ed25519PrivateKey.from_private_bytes(random.randbytes(32))
    try:
        await prove_to_host(channel, secret=secret, certificate=invite.fingerprint, key=key, patience=PATIENCE)
    except LinkError as error:
        wanted = Problem.INVITE_USED if thief else Problem.OTHER_INVITE
        if error.problem in (Problem.INVITE_USED, Problem.OTHER_INVITE) and error.problem is not wanted:
            world.violate(f"a stranger was told {error.problem.name}, not {wanted.name}")
        raise
    world.violate("a stranger was let in")
