"""One of two programs that meet across the lab: the product's own door, TLS and proof, over the ways it is told to use.

    python -m tests.netlab.peer SETTINGS      (JSON; see `Settings`)

Prints reports as lines of JSON. The joiner's last line says which way won and after how many seconds; both end when
their input ends.
"""

from __future__ import annotations

import json
import sys
import tempfile
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import trio

from p2p.certificate import make_certificate, read_certificate
from p2p.reach.addresses import Place
from p2p.reach.candidates import direct_attempts
from p2p.reach.datagrams import open_udp
from p2p.reach.dht.client import Dht
from p2p.reach.dht.letter_box import LetterBox, LetterKeeper, letter_attempt, worth_telling
from p2p.reach.dht.letters import Letter, Writer
from p2p.reach.punch import punch_all, punch_attempts
from p2p.reach.race import Attempt, NoWay, race
from p2p.reach.relay.client import RelayKeeper, relay_attempts
from p2p.reach.streams import listen_shared, open_from
from p2p.reach.tor.onion import OnionKeeper, control_ports, onion_attempt, onion_key
from p2p.reach.ways import WayReport
from tests.netlab.homes import Homes
from tests.p2p.reach.pinned import SECRET, Host, pinned


@dataclass(frozen=True)
class Settings:
    """What one side knows and does."""

    role: str
    """`host` or `join`."""
    port: int
    certificate: str = ""
    """A file with the host's certificate and key; the joiner takes the fingerprint from it."""
    dial: tuple[tuple[str, int], ...] = ()
    """Joiner: addresses to dial."""
    punch: tuple[tuple[str, int], ...] = ()
    """Either: addresses to punch to."""
    tor: bool = False
    """Host: have an onion."""
    relay: tuple[str, int] | None = None
    """Either: the relay to meet at."""
    dht: tuple[str, int] | None = None
    """Either: the node of the DHT that introduces newcomers."""
    onion: str = ""
    """Joiner: the onion to dial."""
    late: float = 0.0
    """Seconds to wait first."""
    patience: float = 20.0


def tell(report: WayReport) -> None:
    print(json.dumps({"way": report.way, "state": report.state, "reason": report.reason, **dict(report.facts)}))
    sys.stdout.flush()


def places(pairs: tuple[tuple[str, int], ...]) -> list[Place]:
    return [Place(host, port) for host, port in pairs]


async def host(settings: Settings, house: Host) -> None:
    listener = listen_shared(Place("::", settings.port))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(house.door.serve, [trio.SocketListener(trio.socket.from_stdlib_socket(listener))])

        async def take(stream: trio.abc.Stream, place: Place) -> None:
            await house.door.answer(stream, place.host)

        if settings.relay:
            open_stream, there = open_from(settings.port), Place(*settings.relay)
            keeper = RelayKeeper(there, SECRET, open_stream, house.door.answer, port=settings.port, observe=tell)
            nursery.start_soon(keeper.run)
        elif settings.dht:
            dht = await guest_of(settings)
            compose = worth_telling(settings.port, [], None)

            def knock(letter: Letter) -> None:
                nursery.start_soon(partial(punch_all, settings.port, letter.places, take, patience=settings.patience))

            nursery.start_soon(dht.run)
            box = LetterBox(dht, SECRET, Writer.HOST)
            nursery.start_soon(LetterKeeper(box, compose, knock, observe=tell).run)
        elif settings.tor:
            guests = trio.SocketListener(trio.socket.from_stdlib_socket(listen_shared(Place("127.0.0.1", 0))))
            nursery.start_soon(trio.serve_listeners, lambda stream: house.door.answer(stream, "an onion"), [guests])
            target = Place("127.0.0.1", guests.socket.getsockname()[1])
            nursery.start_soon(OnionKeeper(target, control_ports(), observe=tell).run)
        else:
            print(json.dumps({"state": "listening"}), flush=True)
        await trio.sleep(settings.late)
        nursery.start_soon(partial(punch_all, settings.port, places(settings.punch), take, patience=settings.patience))
        await trio.to_thread.run_sync(sys.stdin.read)
        nursery.cancel_scope.cancel()


async def join(settings: Settings, house: Host) -> None:
    await trio.sleep(settings.late)
    began = trio.current_time()
    finish = pinned(house.certificate.fingerprint)
    attempts: list[Attempt[trio.abc.Stream]] = [
        *direct_attempts(places(settings.dial), finish, patience=settings.patience),
        *punch_attempts(settings.port, places(settings.punch), finish, patience=settings.patience),
    ]
    if settings.onion:
        attempts.append(onion_attempt(onion_key(settings.onion), finish, patience=settings.patience))
    if settings.relay:
        there, open_stream = Place(*settings.relay), open_from(settings.port)
        attempts += relay_attempts(there, SECRET, finish, open_stream, port=settings.port, patience=settings.patience)
    async with trio.open_nursery() as nursery:
        if settings.dht:
            dht = await guest_of(settings)
            nursery.start_soon(dht.run)
            compose, close = worth_telling(settings.port, [], None), trio.aclose_forcefully
            attempts.append(letter_attempt(dht, SECRET, compose, finish, close, port=settings.port, observe=tell))
        last: dict[str, object] = {"state": "nobody"}
        try:
            winner = await race(attempts, discard=trio.aclose_forcefully, observe=tell)
            channel = await house.prove(winner.result)
            last = {"state": "connected", "way": winner.attempt.way}
            await channel.close()
        except NoWay:
            pass
        print(json.dumps({**last, "seconds": trio.current_time() - began}), flush=True)
        nursery.cancel_scope.cancel()


async def guest_of(settings: Settings) -> Dht:
    assert settings.dht is not None
    return Dht(await open_udp(Place("0.0.0.0", settings.port)), bootstrap=[Place(*settings.dht)])


async def main(settings: Settings) -> None:
    with tempfile.TemporaryDirectory() as folder:
        house = Host(Path(folder), read_certificate(await trio.Path(settings.certificate).read_bytes()))
        await (host if settings.role == "host" else join)(settings, house)


# -- for the tests


def meet(homes: Homes, hosting: Settings, joining: Settings) -> dict[str, Any]:
    """Run a host in home A and a joiner in home B; the joiner's last line.

    What the host's first report of being ready says is added to what the joiner knows.
    """
    pem = homes.folder / "host.pem"
    pem.write_bytes(make_certificate().pem)
    known = {"certificate": str(pem)}
    waiting = homes.python("ha", "tests.netlab.peer", json.dumps({**asdict(hosting), **known}))
    assert waiting.stdout is not None
    ready = next(said for said in map(json.loads, waiting.stdout) if said["state"] in ("listening", "ready"))
    if hosting.tor:
        known["onion"] = ready["address"]
    joiner = homes.python("hb", "tests.netlab.peer", json.dumps({**asdict(joining), **known}))
    output = joiner.communicate(timeout=120)[0]
    waiting.communicate(timeout=30)
    last: dict[str, Any] = json.loads(output.splitlines()[-1])
    return last


if __name__ == "__main__":
    trio.run(main, msgspec.json.decode(sys.argv[1], type=Settings))
