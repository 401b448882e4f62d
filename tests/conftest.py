"""What holds for all tests: hypothesis profiles, a home of their own, and no network but loopback."""

from __future__ import annotations

import errno
import gc
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.register_profile(
    "thorough", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells start what goes on in the background so, and the programs that tests interrupt would inherit it.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if sys.platform == "win32":
    # Pseudo-terminals, signals and network namespaces, which are not there.
    collect_ignore_glob = ["e2e/test_solo.py", "e2e/test_text_mode.py", "netlab/*"]


def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as processors: a test of the screen waits for half of its time."""
    return (os.cpu_count() or 1) * 3 // 2


def pytest_collection_finish() -> None:
    """What is there before the first test stays to the end: it is not looked through for garbage again and again.

    What the tests leave behind is looked through less often as well: both took a seventh of their time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 10, 10)


def is_local(family: int, address: Any) -> bool:
    """Whether a socket of `family` that talks to `address` stays on this machine."""
    if family not in (socket.AF_INET, socket.AF_INET6):
        return True
    host = address[0].partition("%")[0]
    return host == "localhost" or (bool(host) and ipaddress.ip_address(host).is_loopback)


@pytest.fixture(scope="session", autouse=True)
def loopback_only() -> Iterator[None]:
    """Make every address but loopback unreachable, as on a machine without a network.

    Covers the process of the tests, not those that it starts.
    """
    connect, connect_ex, sendto = socket.socket.connect, socket.socket.connect_ex, socket.socket.sendto

    def refuse(sock: socket.socket, address: Any) -> None:
        if not is_local(sock.family, address):
            raise OSError(errno.ENETUNREACH, f"Tests talk to loopback only, not to {address}")

    def guarded_connect(sock: socket.socket, address: Any) -> None:
        refuse(sock, address)
        connect(sock, address)

    def guarded_connect_ex(sock: socket.socket, address: Any) -> int:
        refuse(sock, address)
        return connect_ex(sock, address)

    def guarded_sendto(sock: socket.socket, data: Any, *rest: Any) -> int:
        refuse(sock, rest[-1])
        return sendto(sock, data, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket.socket, "connect", guarded_connect)
        patch.setattr(socket.socket, "connect_ex", guarded_connect_ex)
        patch.setattr(socket.socket, "sendto", guarded_sendto)
        yield


@pytest.fixture(scope="module")
def proofs_once() -> Iterator[None]:
    """Each proof is made and verified once, however often a test plays or reads the same entries.

    The answers depend on the arguments alone (tests/protocol/proofs), so what is tested is the same, in less time.
    """
    from protocol.proofs import pieces

    with pytest.MonkeyPatch.context() as patch:
        for name in ("seal_pool", "verify_pool", "prove_claim", "verify_claim"):
            patch.setattr(pieces, name, _once(getattr(pieces, name)))
        yield


def _once(function: Callable[..., Any]) -> Callable[..., Any]:
    remembered = cache(function)

    def with_tuples(*arguments: Any) -> Any:
        return remembered(*[tuple(value) if _is_list(value) else value for value in arguments])

    return with_tuples


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, bytes)


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A home folder for this process and those it starts, so that nobody's own games and keys are touched; English."""
    home = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("SEKIGAHARA_HOME", raising=False)
        patch.setenv("SEKIGAHARA_LANG", "en")
        patch.setenv("HOME", str(home))
        for kind in ("CACHE", "CONFIG", "DATA", "STATE"):
            patch.setenv(f"XDG_{kind}_HOME", str(home / kind.lower()))
        yield
