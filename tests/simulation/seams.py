"""Where the simulation takes the place of the machine: sockets, TLS, the system's chance, and trio's own.

All else that runs is the program: runner, door, dialer, handshake, session, exchange, table and store.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from functools import partial
from types import SimpleNamespace
from typing import Any, Final
from unittest import mock

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

import p2p.game_runner
import p2p.new_games
import p2p.reach.dialer
import p2p.reach.host_listener
import p2p.store.data_folder
import p2p.wire.handshake
import protocol.seeds
from p2p.reach.dialer import Dialer
from p2p.wire.certificate import Certificate
from tests.simulation.faults import keyed
from tests.simulation.network import Listener, SimulatedStream
from tests.simulation.programs import Program, current_program
from tests.simulation.secured import accept_plainly, connect_plainly

PEM: Final = b"the simulated host's identity"
FINGERPRINT: Final = hashlib.sha256(PEM).digest()


def _program() -> Program:
    program = current_program()
    assert program is not None, "only programs do this"
    return program


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


def _listen(address: str, port: int) -> Listener:
    return _program().listen()


def _same(listener: Listener) -> Listener:
    return listener


async def _dial(address: str, port: int) -> SimulatedStream:
    return await _program().world.network.dial(address)


@contextlib.contextmanager
def seams() -> Iterator[None]:
    """Put the simulation in the machine's place."""
    sockets = SimpleNamespace(SocketListener=_same, socket=SimpleNamespace(from_stdlib_socket=_same))
    replaced: list[tuple[Any, str, Any]] = [
        (p2p.game_runner, "trio", sockets),
        (p2p.game_runner, "open_listening_socket", _listen),
        (p2p.game_runner, "host_context", lambda path: None),
        (p2p.game_runner, "Dialer", partial(Dialer, dial=_dial)),
        (p2p.reach.host_listener, "accept_tls", accept_plainly),
        (p2p.reach.dialer, "connect_pinned", connect_plainly),
        (p2p.store.data_folder, "make_certificate", lambda: Certificate(PEM, FINGERPRINT)),
        (p2p.store.data_folder, "read_certificate", _read_certificate),
        (p2p.store.data_folder, "secrets", _Tokens("folder")),
        (p2p.wire.handshake, "secrets", _Tokens("nonce")),
        (p2p.new_games, "secrets", _Tokens("invite")),
        (p2p.new_games, "Ed25519PrivateKey", _Keys),
        (protocol.seeds, "secrets", _Tokens("game")),
    ]
    with contextlib.ExitStack() as stack:
        for module, name, stand_in in replaced:
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
