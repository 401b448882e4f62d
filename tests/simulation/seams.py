"""Where the simulation takes the place of the machine: sockets, TLS, the system's chance, and trio's own.

All else that runs is the program: runner, host listener, dialer, handshake, session, exchange, table and store.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NoReturn
from unittest import mock

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import p2p.game_runner
import p2p.new_games
import p2p.reach.dialer
import p2p.reach.host_listener
import p2p.store.data_folder
import p2p.wire.handshake
import protocol.ed25519
import protocol.follower
import protocol.private
import protocol.proofs.pieces
import protocol.proofs.sodium
import protocol.seeds
from p2p.reach.addresses import Place
from p2p.reach.plan import Tools
from p2p.reach.router.gateway import Gateways
from p2p.wire.certificate import Certificate
from tests.simulation.faults import keyed
from tests.simulation.network import SimulatedStream
from tests.simulation.programs import Program, current_program
from tests.simulation.secured import accept_plainly, connect_plainly

PEM: Final = b"the simulated host's identity"
FINGERPRINT: Final = hashlib.sha256(PEM).digest()


def _unused(place: Place) -> NoReturn:
    raise AssertionError(f"nobody is to listen at {place}")


_OUTGOING: Final = 40_000
"""The port that a joiner dials from."""


def tools_of(program: Program) -> Tools:
    """What a program touches the world with: nothing of the real one."""

    async def dial(place: Place) -> SimulatedStream:
        return await program.world.network.dial(place.host)

    def listen(place: Place) -> Any:
        return program.listen()

    return tools_with(dial, listen)


def tools_with(dial: Callable[[Place], Awaitable[SimulatedStream]], listen: Callable[[Place], Any] = _unused) -> Tools:
    """The same, given how it dials and listens."""
    return Tools(
        open_datagrams=_refuse,
        open_stream=dial,
        open_from=lambda port: dial,
        connect_from=lambda local, place: dial(place),
        listen=listen,
        hold_port=lambda wanted: contextlib.nullcontext(_OUTGOING),
        own_addresses=lambda: (),
        source_addresses=lambda: (),
        gateways=Gateways(None, None),
        controls=(),
        proxies=(),
        bootstrap=(),
        resolve=_refuse,
    )


async def _refuse(*what: object, **more: object) -> NoReturn:
    raise AssertionError(f"nobody is to ask for {what}")


class _Tokens:
    """In place of the module `secrets`: each machine's own, the same in every run with the same seed."""

    def __init__(self, purpose: str) -> None:
        self._purpose = purpose

    def token_bytes(self, size: int) -> bytes:
        program = current_program()
        if program is None:
            return bytes(size)  # strangers' nonces
        number = program.machine.draws[self._purpose]
        program.machine.draws[self._purpose] += 1
        seed = program.world.scenario.setting.seed
        return keyed(seed, program.machine.name, self._purpose, number).randbytes(size)

    def token_hex(self, size: int) -> str:
        return self.token_bytes(size).hex()


class _Keys:
    """In place of the class of private keys, where new ones are made."""

    @staticmethod
    def generate() -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(_Tokens("key").token_bytes(32))


def _read_certificate(pem: bytes) -> Certificate:
    if pem != PEM:
        raise ValueError("it is not what was written")
    return Certificate(PEM, FINGERPRINT)


def _known(module: Any, name: str) -> tuple[Any, str, Callable[..., Any]]:
    known = lru_cache(maxsize=50_000)(getattr(module, name))

    def call(*given: Any, **named: Any) -> Any:
        return known(*(tuple(each) if isinstance(each, list) else each for each in given), **named)

    return module, name, call


# The same few games are played again and again, and nothing depends on when the same proof is computed.
_COMPUTED_ONCE: Final = (
    *(_known(protocol.proofs.pieces, name) for name in ("seal_pool", "verify_pool", "prove_claim", "verify_claim")),
    *(_known(protocol.proofs.sodium, name) for name in ("multiply", "multiply_base")),
    *(_known(protocol.ed25519, name) for name in ("sign", "verify")),
    _known(protocol.private, "Chain"),
    _known(protocol.follower, "audit_own"),
)


@contextlib.contextmanager
def computed_once() -> Iterator[None]:
    """Have every proof, signature, chain and audit that was computed before in this process."""
    with _replaced(_COMPUTED_ONCE):
        yield


@contextlib.contextmanager
def seams() -> Iterator[None]:
    """Put the simulation in place of what is not asked for by a parameter: TLS, certificates and chance."""
    stand_ins = (
        (p2p.game_runner, "host_context", lambda path: None),
        (p2p.reach.host_listener, "accept_tls", accept_plainly),
        (p2p.reach.dialer, "connect_pinned", connect_plainly),
        (p2p.store.data_folder, "make_certificate", lambda: Certificate(PEM, FINGERPRINT)),
        (p2p.store.data_folder, "read_certificate", _read_certificate),
        (p2p.store.data_folder, "secrets", _Tokens("folder")),
        (p2p.wire.handshake, "secrets", _Tokens("nonce")),
        (p2p.new_games, "secrets", _Tokens("invite")),
        (p2p.new_games, "Ed25519PrivateKey", _Keys),
        (protocol.seeds, "secrets", _Tokens("game")),
    )
    with _replaced(stand_ins), computed_once():
        yield


@contextlib.contextmanager
def _replaced(stand_ins: Sequence[tuple[Any, str, Any]]) -> Iterator[None]:
    with contextlib.ExitStack() as stack:
        for module, name, stand_in in stand_ins:
            stack.enter_context(mock.patch.object(module, name, stand_in))
        yield


@contextlib.contextmanager
def deterministic_scheduling(seed: int) -> Iterator[None]:
    """Let trio choose which task runs next by `seed`, instead of by chance and by where objects lie in memory."""
    run: Any = trio._core._run
    state = run._r.getstate()
    with mock.patch.object(run, "_ALLOW_DETERMINISTIC_SCHEDULING", True):
        run._r.seed(seed)
        try:
            yield
        finally:
            run._r.setstate(state)
