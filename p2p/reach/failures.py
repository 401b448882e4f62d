"""What the operating system and broken streams say, as reasons."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Iterator
from typing import Final

import trio

from p2p.reach.ways import Reason, WayFailed

_REASONS: Final = {
    errno.ECONNREFUSED: Reason.REFUSED,
    errno.ENETUNREACH: Reason.UNREACHABLE,
    errno.EHOSTUNREACH: Reason.UNREACHABLE,
    errno.ENETDOWN: Reason.UNREACHABLE,
    errno.EHOSTDOWN: Reason.UNREACHABLE,
    errno.EADDRNOTAVAIL: Reason.UNREACHABLE,
    errno.EAFNOSUPPORT: Reason.UNREACHABLE,
    errno.ETIMEDOUT: Reason.NO_ANSWER,
    errno.ECONNRESET: Reason.BROKEN,
    errno.ECONNABORTED: Reason.BROKEN,
    errno.EPIPE: Reason.BROKEN,
}


def failure_of(error: OSError) -> WayFailed:
    """`error` with a reason instead of words."""
    if isinstance(error, socket.gaierror):
        return WayFailed(Reason.NAME_UNKNOWN)
    reason = _REASONS.get(error.errno or 0)
    return WayFailed(Reason.SYSTEM, errno=error.errno or 0) if reason is None else WayFailed(reason)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Raise WayFailed for what sockets and streams raise."""
    try:
        yield
    except OSError as error:
        raise failure_of(error) from error
    except (trio.BrokenResourceError, trio.ClosedResourceError) as error:
        raise WayFailed(Reason.BROKEN) from error


@contextlib.contextmanager
def within(seconds: float) -> Iterator[None]:
    """Raise WayFailed (NO_ANSWER) if what is inside takes longer."""
    try:
        with trio.fail_after(seconds):
            yield
    except trio.TooSlowError as error:
        raise WayFailed(Reason.NO_ANSWER, seconds=seconds) from error
