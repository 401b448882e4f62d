"""TLS 1.3 and nothing older, the host known by the fingerprint in the invite (threats 24, 25)."""

from __future__ import annotations

import hmac
import ssl
from pathlib import Path

import trio

from p2p.errors import ConnectionLost, Problem, RefusedError
from p2p.wire.certificate import fingerprint


def host_context(pem_file: Path) -> ssl.SSLContext:
    """The host's side; `pem_file` holds key and certificate (the standard library reads them from a file only)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # A password is never asked for: that would stop the program at a terminal that shows something else.
    context.load_cert_chain(pem_file, password=lambda: b"")
    # A ticket would let a later connection skip the certificate, and nobody here needs the speed.
    context.num_tickets = 0
    return context


def joiner_context() -> ssl.SSLContext:
    """The joiner's side. Authorities and names are not asked: `connect_pinned` compares the fingerprint."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


async def accept_tls(stream: trio.abc.Stream, context: ssl.SSLContext) -> trio.SSLStream[trio.abc.Stream]:
    """The host's end of TLS over `stream`. Raises ConnectionLost, and closes it, if the other end speaks no TLS 1.3."""
    secured = trio.SSLStream(stream, context, server_side=True, https_compatible=True)
    await _shake_hands(secured)
    return secured


async def connect_pinned(stream: trio.abc.Stream, pinned: bytes) -> trio.SSLStream[trio.abc.Stream]:
    """The joiner's end of TLS over `stream` with the host whose certificate has the fingerprint `pinned`.

    Raises RefusedError if it is another's, ConnectionLost if there is no TLS 1.3 at the other end; the stream is
    closed then, before a byte of the invite's secret has been used.
    """
    secured = trio.SSLStream(stream, joiner_context(), https_compatible=True)
    await _shake_hands(secured)
    der = secured.getpeercert(binary_form=True)
    found = fingerprint(der) if der else b""
    if not hmac.compare_digest(found, pinned):
        await trio.aclose_forcefully(secured)
        raise RefusedError(Problem.OTHER_CERTIFICATE, found=found.hex()[:16], expected=pinned.hex()[:16])
    return secured


async def _shake_hands(secured: trio.SSLStream[trio.abc.Stream]) -> None:
    try:
        await secured.do_handshake()
    except (trio.BrokenResourceError, trio.ClosedResourceError, ssl.SSLError) as error:
        await trio.aclose_forcefully(secured)
        cause = error.__cause__ or error
        if not isinstance(cause, ssl.SSLError) or isinstance(cause, ssl.SSLEOFError):
            raise ConnectionLost(Problem.CLOSED_BEFORE_TLS) from error
        raise ConnectionLost(Problem.NO_TLS, reason=str(cause)) from error
    except BaseException:
        with trio.CancelScope(shield=True):
            await trio.aclose_forcefully(secured)
        raise
