"""Talks to nodes of the DHT: asks many at once, goes ever nearer to a target, remembers who answered.

It is a guest (BEP 43): it answers nobody and nobody lists it. What nodes say is not believed: an answer counts only
from the place that was asked, only addresses of the internet are asked, one node of each address, and so many in all.
"""

from __future__ import annotations

import contextlib
import secrets
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.datagrams import Datagrams
from p2p.reach.dht.bencode import BencodeError, Value, decode, encode
from p2p.reach.dht.items import Item, read_item, target_of
from p2p.reach.dht.node_ids import COMPACT_SIZE, ID_SIZE, distance, fits, new_id, unpack_compact
from p2p.reach.nat import Nat, nat_kind
from p2p.reach.streams import addresses_of
from p2p.reach.ways import Reason, WayFailed

BOOTSTRAP: Final = (
    Place("router.bittorrent.com", 6881),
    Place("dht.transmissionbt.com", 6881),
    Place("router.utorrent.com", 6881),
    Place("dht.libtorrent.org", 25401),
    Place("dht.aelitis.com", 6881),
)
"""Nodes that introduce newcomers; some of them are down at any time."""

CLOSEST: Final = 8
AT_ONCE: Final = 8
QUERIES: Final = 120
"""Questions of one search."""
ANSWER: Final = 1.5
"""Seconds for an answer."""
SEARCH: Final = 10.0
"""Seconds for one search."""
_ADDRESS_CANDIDATES: Final = 400
_NODE_SIZE: Final = ID_SIZE + COMPACT_SIZE
_TOKEN_LIMIT: Final = 256
_REMEMBERED: Final = 50
_TIMES: Final = 2
_WITNESSES: Final = 2
_VOTES: Final = 16
"""The latest count: an address may change while we run."""

Resolve: TypeAlias = Callable[[str], Awaitable[Iterable[str]]]
"""The addresses of a host name. Raises OSError."""
Reply: TypeAlias = "dict[bytes, Value]"


@dataclass(frozen=True, slots=True)
class Node:
    """A node that somebody told us of."""

    node_id: bytes
    place: Place


@dataclass(slots=True)
class Found:
    """What a search came to: the nearest nodes that answered with what they want to see when we store, and an item."""

    tokens: dict[Node, bytes] = field(default_factory=dict)
    item: Item | None = None
    answers: int = 0


@dataclass(slots=True)
class _Question:
    place: Place
    answered: trio.Event = field(default_factory=trio.Event)
    reply: Reply | None = None


class Dht:
    """A guest in the DHT over one socket. `run` must be running while anything else is called."""

    def __init__(
        self,
        link: Datagrams,
        *,
        bootstrap: Sequence[Place] = BOOTSTRAP,
        known: Sequence[Place] = (),
        resolve: Resolve = addresses_of,
        acceptable: Callable[[str], bool] = is_global,
    ) -> None:
        """`known`: nodes that answered in an earlier run (`good_nodes`). `acceptable`: which addresses may be asked."""
        self._link = link
        self._bootstrap = tuple(bootstrap)
        self._known = tuple(known)
        self._resolve = resolve
        self._acceptable = acceptable
        self._own_id = new_id()
        self._questions: dict[bytes, _Question] = {}
        self._good: dict[Place, None] = {}
        self._votes: dict[str, Place] = {}

    async def run(self) -> None:
        """Hand answers to those who asked, until cancelled."""
        while True:
            try:
                data, place = await self._link.receive()
            except OSError:
                await trio.sleep(0.05)  # the network went, or a node is not there
                continue
            self._hear(data, place)

    def close(self) -> None:
        """Give the socket back. Never raises."""
        self._link.close()

    def good_nodes(self) -> tuple[Place, ...]:
        """Up to 50 nodes that answered, the latest first: for the next run, which then needs no introduction."""
        return tuple(reversed(self._good))[:_REMEMBERED]

    def seen_from(self) -> tuple[Place, ...]:
        """From where nodes say that we come: one voice of each network of 16 bits."""
        return tuple(self._votes.values())

    def outside(self) -> str | None:
        """Our own address on the internet, if two nodes of different networks agree and most do."""
        votes = Counter(place.host for place in self._votes.values())
        if not votes:
            return None
        host, count = votes.most_common(1)[0]
        return host if count >= _WITNESSES and count * 2 > votes.total() and is_global(host) else None

    def nat(self, own: Sequence[str] = ()) -> Nat:
        """What stands between us and the internet; `own` are this machine's addresses."""
        return nat_kind(self.seen_from(), own, self._link.own.port)

    async def get(self, key: bytes) -> Found:
        """Search for the newest item of the public `key`. Raises WayFailed: NO_NODES if nobody answers at all."""
        found = Found()
        search = _Search(self, key, found)
        with trio.move_on_after(SEARCH):
            await search.run()
        search.keep_nearest()
        if not found.answers:
            raise WayFailed(Reason.NO_NODES)
        return found

    async def put(self, found: Found, item: Item) -> int:
        """Store `item` at the nodes of an earlier search; how many took it. Raises WayFailed (NOT_STORED) if none."""
        stored = 0

        async def store(node: Node, token: bytes) -> None:
            nonlocal stored
            arguments: dict[bytes, Value] = {b"k": item.key, b"v": item.value, b"seq": item.sequence}
            arguments |= {b"sig": item.signature, b"token": token}
            stored += await self.ask(node.place, b"put", arguments) is not None

        async with trio.open_nursery() as nursery:
            for node, token in found.tokens.items():
                nursery.start_soon(store, node, token)
        if not stored:
            raise WayFailed(Reason.NOT_STORED)
        return stored

    async def ask(self, place: Place, method: bytes, arguments: dict[bytes, Value]) -> Reply | None:
        """A node's answer to a question; None if there is none in 1.5 seconds, or it is an error."""
        number = secrets.token_bytes(4)
        question = self._questions[number] = _Question(place)
        message: dict[bytes, Value] = {
            b"t": number,
            b"y": b"q",
            b"q": method,
            b"a": {b"id": self._own_id, **arguments},
            b"ro": 1,
        }
        try:
            for _ in range(_TIMES):
                await self._link.send(encode(message), place)
                with trio.move_on_after(ANSWER / _TIMES):
                    await question.answered.wait()
                    break
        except OSError:
            return None
        finally:
            del self._questions[number]
        return question.reply

    async def introductions(self) -> list[Place]:
        """Where to begin: the nodes that answered before, and those that introduce newcomers."""
        places = [*self.good_nodes(), *self._known]

        async def look_up(place: Place) -> None:
            with contextlib.suppress(OSError), trio.move_on_after(ANSWER * 2):
                places.extend(Place(host, place.port) for host in await self._resolve(place.host) if ":" not in host)

        async with trio.open_nursery() as nursery:
            for place in self._bootstrap:
                nursery.start_soon(look_up, place)
        return [place for place in dict.fromkeys(places) if self.may_ask(place)]

    def may_ask(self, place: Place) -> bool:
        """Whether `place` is one that strangers may make us talk to."""
        return place.port > 0 and self._acceptable(place.host)

    def _hear(self, data: bytes, place: Place) -> None:
        try:
            message = decode(data)
        except BencodeError:
            return
        if not isinstance(message, dict) or message.get(b"y") not in (b"r", b"e"):
            return
        number = message.get(b"t")
        question = self._questions.get(number) if isinstance(number, bytes) else None
        if question is None or question.place != place or question.answered.is_set():
            return
        reply = message.get(b"r")
        if message[b"y"] == b"r" and isinstance(reply, dict) and _is_id(reply.get(b"id")):
            question.reply = reply
            self._good.pop(place, None)
            self._good[place] = None
            if len(self._good) > _ADDRESS_CANDIDATES:
                del self._good[next(iter(self._good))]
            self._count_vote(place, message.get(b"ip"))
        question.answered.set()

    def _count_vote(self, place: Place, seen: Value | None) -> None:
        """One vote of each network of 16 bits, its latest."""
        if isinstance(seen, bytes) and len(seen) == COMPACT_SIZE:
            network = ".".join(place.host.split(".")[:2])
            self._votes.pop(network, None)
            self._votes[network] = unpack_compact(seen)
            if len(self._votes) > _VOTES:
                del self._votes[next(iter(self._votes))]


class _Search:
    """One way to the nodes nearest to a target."""

    def __init__(self, dht: Dht, key: bytes, found: Found) -> None:
        self._dht = dht
        self._key = key
        self._target = target_of(key)
        self._found = found
        self._nodes: dict[str, Node] = {}
        """By address, so that nobody is many."""
        self._asked: set[Place] = set()
        self._busy = 0
        self._changed = trio.Event()

    async def run(self) -> None:
        introductions = await self._dht.introductions()
        async with trio.open_nursery() as nursery:
            for place in introductions[: QUERIES // 2]:
                self._start(nursery, place, None)
            while True:
                for node in self._next():
                    self._start(nursery, node.place, node)
                if not self._busy:
                    break
                self._changed = trio.Event()
                await self._changed.wait()

    def _start(self, nursery: trio.Nursery, place: Place, node: Node | None) -> None:
        self._asked.add(place)
        self._busy += 1
        nursery.start_soon(self._ask, place, node)

    def _next(self) -> list[Node]:
        """The nodes to ask now: of the nearest that may still answer, those that were not asked yet."""
        room = min(AT_ONCE - self._busy, QUERIES - len(self._asked))
        if room <= 0:
            return []
        nearest = self._nearest(list(self._nodes.values()))
        return [node for node in nearest if node.place not in self._asked][:room]

    def _nearest(self, nodes: list[Node]) -> list[Node]:
        """The 8 nearest, and the 8 nearest of those whose id fits their address.

        The second are hard to crowd out by somebody who makes up ids near the target.
        """
        nodes.sort(key=lambda node: distance(node.node_id, self._target))
        fitting = [node for node in nodes if fits(node.node_id, node.place.host)]
        return list(dict.fromkeys([*nodes[:CLOSEST], *fitting[:CLOSEST]]))

    async def _ask(self, place: Place, node: Node | None) -> None:
        """Ask a node for the item; one that introduces newcomers only for other nodes."""
        reply = await self._dht.ask(place, b"find_node" if node is None else b"get", {b"target": self._target})
        if reply is None:
            if node is not None:
                self._nodes.pop(place.host, None)
        else:
            self._found.answers += 1
            self._take_nodes(reply.get(b"nodes"))
            if node is not None:
                self._take_item(node, reply)
            elif isinstance(node_id := reply.get(b"id"), bytes):
                self._add(Node(node_id, place), again=True)
        self._busy -= 1
        self._changed.set()

    def _take_nodes(self, nodes: Value | None) -> None:
        if not isinstance(nodes, bytes) or len(nodes) % _NODE_SIZE:
            return
        for at in range(0, min(len(nodes), 20 * _NODE_SIZE), _NODE_SIZE):
            packed = nodes[at : at + _NODE_SIZE]
            self._add(Node(packed[:ID_SIZE], unpack_compact(packed[ID_SIZE:])))

    def _add(self, node: Node, *, again: bool = False) -> None:
        if again:
            self._asked.discard(node.place)
        if len(self._nodes) < _ADDRESS_CANDIDATES and self._dht.may_ask(node.place):
            self._nodes.setdefault(node.place.host, node)

    def _take_item(self, node: Node, reply: Reply) -> None:
        token = reply.get(b"token")
        if reply.get(b"id") == node.node_id and isinstance(token, bytes) and len(token) <= _TOKEN_LIMIT:
            self._found.tokens[node] = token
        item = read_item(reply, self._key)
        best = self._found.item
        if item is not None and (best is None or item.sequence > best.sequence):
            self._found.item = item

    def keep_nearest(self) -> None:
        """Forget the tokens of nodes that are too far away to store at."""
        tokens = self._found.tokens
        self._found.tokens = {node: tokens[node] for node in self._nearest(list(tokens))}


def _is_id(value: Value | None) -> bool:
    return isinstance(value, bytes) and len(value) == ID_SIZE
