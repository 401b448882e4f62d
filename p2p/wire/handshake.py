"""How the joiner proves inside the TLS channel that it holds the invite, and the host that it made it.

    joiner                                   host
    hello      version, nonce     ->
                                  <-         challenge  version, nonce
    proof      HMAC, key, signature ->
                                  <-         welcome    HMAC, game, settings, or fault

Both HMACs are keyed with the invite's secret and cover the version, the host's certificate and both nonces, each under
its own tag, so neither can be sent back or carried over to another connection. The signature covers the same with the
joiner's key: the first key that comes with a right proof is the invite's joiner for ever (threat 26), and only its
owner can come back after a broken connection, whoever else has got hold of the invite meanwhile.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import trio
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from p2p.errors import LinkError, Problem, RefusedError, RemoteError
from p2p.wire.channel import Channel, fault_message, unexpected
from p2p.wire.frames import FRAME_LIMIT
from p2p.wire.messages import WIRE_VERSION, ChallengeMessage, HelloMessage, ProofMessage, WatchMessage, WelcomeMessage

NONCE_SIZE: Final = 32
NO_KEY: Final = bytes(32)
"""In the place of the joiner's key, for somebody who only watches."""
_LAST_WORD: Final = 2.0
"""Seconds for whoever is refused to read why."""


@dataclass(frozen=True, slots=True)
class GameDescription:
    """Which game is played: its name and the choices made of its options, as (option, choice), sorted."""

    name: str
    settings: tuple[tuple[str, str], ...]


def _context(certificate: bytes, joiner_nonce: bytes, host_nonce: bytes, key: bytes) -> bytes:
    """What both sides prove about. Every part but the tag has a fixed size, so nothing can be read two ways."""
    parts = (WIRE_VERSION.to_bytes(4, "big"), certificate, joiner_nonce, host_nonce, key)
    return hashlib.sha256(b"fairtable handshake\0" + b"".join(parts)).digest()


def _proof(secret: bytes, role: bytes, context: bytes) -> bytes:
    return hmac.digest(secret, role + b"\0" + context, "sha256")


async def prove_to_host(
    channel: Channel, *, secret: bytes, certificate: bytes, key: Ed25519PrivateKey, patience: float
) -> GameDescription:
    """The joiner's side; returns the game that the host plays. `certificate` is the fingerprint that TLS has shown.

    Raises RefusedError (with the host's sentence, or because the host does not know the secret), RemoteError or
    ConnectionLost. Nothing from the host may be trusted before this returns: with TLS 1.3 a connection that the host
    rejects looks like one that it accepts.
    """
    nonce = secrets.token_bytes(NONCE_SIZE)
    await channel.send(HelloMessage(WIRE_VERSION, nonce), patience=patience)
    challenge = await channel.expect(ChallengeMessage, patience=patience)
    if challenge.version != WIRE_VERSION:
        raise _other_version(challenge.version)
    public = key.public_key().public_bytes_raw()
    context = _context(certificate, nonce, challenge.nonce, public)
    proof = ProofMessage(_proof(secret, b"joiner", context), public, key.sign(b"fairtable joiner\0" + context))
    await channel.send(proof, patience=patience)
    welcome = await channel.expect(WelcomeMessage, patience=patience)
    if not hmac.compare_digest(welcome.proof, _proof(secret, b"host", context)):
        raise RefusedError(Problem.HOST_IGNORANT)
    channel.raise_limit(FRAME_LIMIT)
    return GameDescription(welcome.game, welcome.settings)


async def prove_to_watch(channel: Channel, *, secret: bytes, certificate: bytes, patience: float) -> GameDescription:
    """The side of somebody who wants to watch; returns the game that is played. See `prove_to_host`.

    The proofs have tags of their own, and a watcher has no key, so nothing of it serves to play.
    """
    nonce = secrets.token_bytes(NONCE_SIZE)
    await channel.send(HelloMessage(WIRE_VERSION, nonce), patience=patience)
    challenge = await channel.expect(ChallengeMessage, patience=patience)
    if challenge.version != WIRE_VERSION:
        raise _other_version(challenge.version)
    context = _context(certificate, nonce, challenge.nonce, NO_KEY)
    await channel.send(WatchMessage(_proof(secret, b"watcher", context)), patience=patience)
    welcome = await channel.expect(WelcomeMessage, patience=patience)
    if not hmac.compare_digest(welcome.proof, _proof(secret, b"watched", context)):
        raise RefusedError(Problem.HOST_IGNORANT)
    channel.raise_limit(FRAME_LIMIT)
    return GameDescription(welcome.game, welcome.settings)


async def admit_joiner(
    channel: Channel,
    *,
    secret: bytes,
    certificate: bytes,
    game: GameDescription,
    claim: Callable[[bytes], bool],
    patience: float,
    watch_secret: bytes = b"",
) -> bytes:
    """The host's side; returns the joiner's public key, or nothing for somebody who may watch (`watch_secret`).

    `claim` is told a key that came with a right proof; it binds the invite to the first, durably, and says whether
    this is the one. Whoever is refused is told why. Raises RefusedError, RemoteError or ConnectionLost.
    """
    nonce = secrets.token_bytes(NONCE_SIZE)
    try:
        hello = await channel.expect(HelloMessage, patience=patience)
        await channel.send(ChallengeMessage(WIRE_VERSION, nonce), patience=patience)
        if hello.version != WIRE_VERSION:
            raise _other_version(hello.version)
        proof = await channel.receive(patience=patience)
        if isinstance(proof, WatchMessage):
            context = _context(certificate, hello.nonce, nonce, NO_KEY)
            right = hmac.compare_digest(proof.proof, _proof(watch_secret, b"watcher", context))
            if not (watch_secret and right):
                raise RefusedError(Problem.OTHER_INVITE)
            answer = WelcomeMessage(_proof(watch_secret, b"watched", context), game.name, game.settings)
            await channel.send(answer, patience=patience)
            return b""
        if not isinstance(proof, ProofMessage):
            raise unexpected(proof, ProofMessage)
        context = _context(certificate, hello.nonce, nonce, proof.key)
        if not hmac.compare_digest(proof.proof, _proof(secret, b"joiner", context)):
            raise RefusedError(Problem.OTHER_INVITE)
        try:
            Ed25519PublicKey.from_public_bytes(proof.key).verify(proof.signature, b"fairtable joiner\0" + context)
        except (InvalidSignature, ValueError) as error:
            raise RemoteError(Problem.WRONG_SIGNATURE) from error
        if not claim(proof.key):
            raise RefusedError(Problem.INVITE_USED)
    except (RefusedError, RemoteError) as error:
        await _tell(channel, error, patience)
        raise
    welcome = WelcomeMessage(_proof(secret, b"host", context), game.name, game.settings)
    await channel.send(welcome, patience=patience)
    channel.raise_limit(FRAME_LIMIT)
    return proof.key


async def _tell(channel: Channel, error: LinkError, patience: float) -> None:
    with trio.move_on_after(min(patience, _LAST_WORD)):
        await channel.send_and_drain(fault_message(error))


def _other_version(theirs: int) -> RefusedError:
    return RefusedError(Problem.OTHER_VERSION, theirs=theirs, ours=WIRE_VERSION)
