"""Nodes of a DHT of one's own, on loopback or in the lab: BEP 5 and 44, as little as a guest asks of them."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.dht.bencode import decode, encode
from p2p.reach.dht.items import Item, target_of
from p2p.reach.dht.node_ids import distance, new_id, pack_compact


@dataclass
class FakeNode:
    """One node. `neighbours` are all that it knows."""

    place: Place
    node_id: bytes = b""
    neighbours: list[FakeNode] = field(default_factory=list)
    items: dict[bytes, Item] = field(default_factory=dict)
    heard: list[bytes] = field(default_factory=list)
    silent: bool = False
    forgetful: bool = False
    """Whether it keeps no items."""
    says_where: bool = True
    """Whether it tells guests from where they come."""
    forged: dict[bytes, Any] = field(default_factory=dict)
    """What it adds to every answer, to lie."""

    def __post_init__(self) -> None:
        self.node_id = self.node_id or new_id(self.place.host if is_global(self.place.host) else None)

    def token(self, source: Place) -> bytes:
        return hashlib.sha256(self.node_id + source.host.encode()).digest()[:8]

    def nearest(self, target: bytes) -> bytes:
        nodes = sorted(self.neighbours, key=lambda node: distance(node.node_id, target))[:8]
        return b"".join(node.node_id + pack_compact(node.place) for node in nodes)

    def answer(self, data: bytes, source: Place) -> bytes | None:
        message: Any = decode(data)
        method, asked = message[b"q"], message[b"a"]
        self.heard.append(method)
        if self.silent:
            return None
        reply: dict[bytes, Any] = {b"id": self.node_id}
        if method in (b"find_node", b"get"):
            reply[b"nodes"] = self.nearest(asked[b"target"])
        if method == b"get":
            reply[b"token"] = self.token(source)
            item = self.items.get(asked[b"target"])
            if item is not None:
                reply |= {b"k": item.key, b"v": item.value, b"seq": item.sequence, b"sig": item.signature}
        if method == b"put":
            item = Item(asked[b"k"], asked[b"v"], asked[b"seq"], asked[b"sig"])
            older = self.items.get(target_of(item.key))
            newer = older is None or item.sequence > older.sequence
            if asked[b"token"] != self.token(source) or not item.is_right() or not newer or self.forgetful:
                return encode({b"t": message[b"t"], b"y": b"e", b"e": [203, b"no"]})
            self.items[target_of(item.key)] = item
        reply |= self.forged
        seen = {b"ip": pack_compact(source)} if self.says_where else {}
        return encode({b"t": message[b"t"], b"y": b"r", b"r": reply, **seen})

    async def serve(self, sock: trio.socket.SocketType) -> None:
        while True:
            data, (host, port) = await sock.recvfrom(2048)
            answer = self.answer(data, Place(host, port))
            if answer is not None:
                await sock.sendto(answer, (host, port))


@asynccontextmanager
async def nodes(hosts: list[str], port: int = 0) -> AsyncIterator[list[FakeNode]]:
    """Nodes at these addresses, each of which knows all the others."""
    async with trio.open_nursery() as nursery:
        found: list[FakeNode] = []
        for host in hosts:
            sock = trio.socket.socket(trio.socket.AF_INET, trio.socket.SOCK_DGRAM)
            await sock.bind((host, port))
            node = FakeNode(Place(host, sock.getsockname()[1]))
            found.append(node)
            nursery.start_soon(serve, node, sock)
        for node in found:
            node.neighbours = [other for other in found if other is not node]
        yield found
        nursery.cancel_scope.cancel()


async def serve(node: FakeNode, sock: trio.socket.SocketType) -> None:
    with sock:
        await node.serve(sock)


async def main(arguments: list[str]) -> None:
    hosts = [argument for argument in arguments if argument != "--forgetful"]
    async with nodes(hosts, 6881) as every:
        for node in every:
            node.forgetful = len(hosts) < len(arguments)
        print("listening", flush=True)
        await trio.sleep_forever()


if __name__ == "__main__":
    trio.run(main, sys.argv[1:])
