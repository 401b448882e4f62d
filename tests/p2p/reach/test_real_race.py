"""Real sockets of loopback: dead ones, strangers' ones, and the host's, with the product's own TLS and proof."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
import trio

from p2p.reach.addresses import Place
from p2p.reach.candidates import direct_attempts
from p2p.reach.dialer import pinned
from p2p.reach.race import race
from p2p.reach.streams import listen_shared
from p2p.reach.ways import Reason, WayReport
from p2p.wire.certificate import make_certificate
from tests.p2p.hands import serve
from tests.p2p.reach.pinned import Host


@pytest.mark.trio
async def test_past_a_silent_a_strange_and_a_foreign_machine_to_the_host(tmp_path: Path) -> None:
    host = Host(tmp_path)
    (tmp_path / "other").mkdir()
    other = Host(tmp_path / "other", make_certificate())
    listener = listen_shared(Place("127.0.0.1", 0))
    reports: list[WayReport] = []

    async def silent(stream: trio.SocketStream) -> None:
        await trio.sleep_forever()

    async def strange(stream: trio.SocketStream) -> None:
        await stream.send_all(b"SSH-2.0-OpenSSH_9.6\r\n")
        await stream.aclose()

    async def foreign(stream: trio.SocketStream) -> None:
        await other.take(stream, "127.0.0.1")

    async with trio.open_nursery() as nursery:
        ports: list[int] = []
        for handler in (silent, strange, foreign):
            listeners = await nursery.start(partial(trio.serve_tcp, handler, 0, host="127.0.0.1"))
            ports.append(listeners[0].socket.getsockname()[1])
        nursery.start_soon(serve, host.door, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))])
        places = [Place("127.0.0.1", port) for port in (1, *ports, listener.getsockname()[1])]
        attempts = direct_attempts(places, pinned(host.certificate.fingerprint))
        winner = await race(attempts, discard=trio.aclose_forcefully, observe=reports.append)
        channel = await host.prove(winner.result)
        await (await host.door.next_connection()).close()
        await channel.close()
        nursery.cancel_scope.cancel()
    assert winner.attempt.facts == (("address", "127.0.0.1"), ("port", places[-1].port))
    reasons = {report.fact("port"): report.reason for report in reports if report.reason is not None}
    assert reasons == {1: Reason.REFUSED, ports[1]: Reason.NONSENSE, ports[2]: Reason.OTHER_CERTIFICATE}
    assert host.seen == []
