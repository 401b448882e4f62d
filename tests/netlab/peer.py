"""One of two programs that meet across the lab: all that hosts and joiners do, with the product's door, TLS and proof.

    python -m tests.netlab.peer SETTINGS      (JSON; see `Settings`)

Prints reports as lines of JSON. The host's invite is in a line of its own, and what is written to it are answer codes;
the joiner's answer code is in a line of its own, and its last line says which way won and after how many seconds.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import trio

from p2p.reach.addresses import Place
from p2p.reach.dialer import pinned
from p2p.reach.hosting import Hosting
from p2p.reach.invitation import parse_invitation
from p2p.reach.joining import Joining
from p2p.reach.plan import Plan, Tools
from p2p.reach.race import NoWay
from p2p.reach.ways import WayReport
from p2p.wire.certificate import make_certificate, read_certificate
from tests.netlab.homes import Homes
from tests.p2p.reach.pinned import SECRET, Host


@dataclass(frozen=True)
class Settings:
    """What one side knows and does."""

    token: str = ""
    """Joiner: the invite. Without one it is the host."""
    certificate: str = ""
    """A file with the host's certificate and key."""
    router: bool = False
    tor: bool = False
    tor_only: bool = False
    dht: tuple[str, int] | None = None
    """The node of the DHT that introduces newcomers."""
    relay: tuple[str, int] | None = None
    address: str = ""
    """Our own, which the player knows."""
    patience: float = 30.0

    @property
    def plan(self) -> Plan:
        return Plan(
            addresses=(Place(self.address, 0),) if self.address else (),
            router=self.router,
            dht=self.dht is not None,
            tor=self.tor,
            tor_only=self.tor_only,
            relay=None if self.relay is None else Place(*self.relay),
        )

    @property
    def tools(self) -> Tools:
        return Tools(bootstrap=() if self.dht is None else (Place(*self.dht),))


def tell(report: WayReport) -> None:
    say({"way": report.way, "state": report.state, "reason": report.reason, **dict(report.facts)})


def say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


async def host(settings: Settings, house: Host) -> None:
    hosting = Hosting(
        house.certificate.fingerprint,
        SECRET,
        house.take,
        plan=settings.plan,
        tools=settings.tools,
        observe=tell,
    )
    async with trio.open_nursery() as nursery:
        await nursery.start(hosting.run)
        say({"token": (await hosting.invitation(60 if settings.tor_only else 5)).token()})
        while line := await trio.to_thread.run_sync(sys.stdin.readline):
            hosting.answer(line)
        nursery.cancel_scope.cancel()


async def join(settings: Settings, house: Host) -> None:
    invitation = parse_invitation(settings.token)
    joining = Joining(
        invitation,
        pinned(invitation.fingerprint),
        trio.aclose_forcefully,
        plan=settings.plan,
        tools=settings.tools,
        observe=tell,
        show_answer=lambda code: say({"answer": code}),
    )
    began = trio.current_time()
    last: dict[str, object] = {"state": "nobody"}
    try:
        winner = await joining.connect(settings.patience)
    except NoWay:
        pass
    else:
        channel = await house.prove(winner.result)
        last = {"state": "connected", "by": winner.attempt.way}
        await channel.close()
    say({**last, "seconds": trio.current_time() - began})


async def main(settings: Settings) -> None:
    with tempfile.TemporaryDirectory() as folder:
        certificate = read_certificate(await trio.Path(settings.certificate).read_bytes())
        await (join if settings.token else host)(settings, Host(Path(folder), certificate))


# -- for the tests


@dataclass(frozen=True)
class Met:
    """What the joiner came to."""

    state: str
    seconds: float
    by: str = ""


def meet(homes: Homes, hosting: Settings, joining: Settings | None = None, *, code: bool = False) -> Met:
    """Run a host in home A and a joiner in home B (with the same settings, if it has none of its own).

    `code`: whether the joiner's answer codes are carried back to the host.
    """
    pem = homes.folder / "host.pem"
    pem.write_bytes(make_certificate().pem)
    log: list[str] = []
    waiting = start(homes, "ha", replace(hosting, certificate=str(pem)))
    try:
        token = next(line["token"] for line in lines(waiting) if "token" in line)
        knocking = start(homes, "hb", replace(joining or hosting, certificate=str(pem), token=token))
        for line in lines(knocking):
            log.append(f"joiner {line}")
            if "answer" in line and code and waiting.stdin is not None:
                waiting.stdin.write(f"{line['answer']}\n")
                waiting.stdin.flush()
            if line.get("state") in ("connected", "nobody"):
                return msgspec.convert(line, Met)
        raise RuntimeError("the joiner said nothing")
    finally:
        log.append(f"host {waiting.communicate(timeout=30)[0]}")
        if "PYTEST_CURRENT_TEST" in os.environ:
            print(*log, sep="\n")  # shown when the test fails


def start(homes: Homes, name: str, settings: Settings) -> subprocess.Popen[str]:
    return homes.python(name, "tests.netlab.peer", json.dumps(asdict(settings)))


def lines(process: subprocess.Popen[str]) -> Any:
    assert process.stdout is not None
    return map(json.loads, process.stdout)


if __name__ == "__main__":
    trio.run(main, msgspec.json.decode(sys.argv[1], type=Settings))
