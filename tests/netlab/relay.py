"""A relay for the lab's server: `python -m tests.netlab.relay PORT`."""

from __future__ import annotations

import sys

import trio

from p2p.reach.addresses import Place
from p2p.reach.relay.server import Relay
from p2p.reach.streams import listen_shared


async def main(port: int) -> None:
    listener = trio.SocketListener(trio.socket.from_stdlib_socket(listen_shared(Place("::", port))))
    print("listening", flush=True)
    await Relay().serve([listener])


if __name__ == "__main__":
    trio.run(main, int(sys.argv[1]))
