"""What strangers run on the lab's server: a relay, a DHT."""

from __future__ import annotations

import sys
from typing import Final

import trio

from p2p.reach.addresses import Place
from p2p.reach.relay.server import Relay
from p2p.reach.streams import listen_shared
from tests.netlab.homes import SERVER, Homes

RELAY: Final = (SERVER, 1600)


def start_relay(homes: Homes) -> tuple[str, int]:
    """A relay; its place."""
    relay = homes.python("srv", "tests.netlab.servers", str(RELAY[1]))
    assert relay.stdout is not None
    relay.stdout.readline()
    return RELAY


def start_nodes(homes: Homes, count: int = 20) -> tuple[str, int]:
    """Nodes of a DHT in networks of their own; the place of the first."""
    hosts = [f"{60 + number}.7.8.9" for number in range(count)]
    for host in hosts:
        homes.add_server(host)
    process = homes.python("srv", "tests.p2p.reach.dht_nodes", *hosts)
    assert process.stdout is not None
    process.stdout.readline()
    return hosts[0], 6881


async def main(port: int) -> None:
    """A relay."""
    listener = trio.SocketListener(trio.socket.from_stdlib_socket(listen_shared(Place("::", port))))
    print("listening", flush=True)
    await Relay().serve([listener])


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]))
