"""An onion for the host, kept for as long as its game; and the joiner's way to it."""

from __future__ import annotations

import base64
import binascii
import contextlib
import errno
import hashlib
import re
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.addresses import Place
from p2p.reach.beside import beside
from p2p.reach.candidates import Finish
from p2p.reach.failures import told, within
from p2p.reach.race import Attempt
from p2p.reach.streams import OpenStream, open_tcp
from p2p.reach.tor.control import ReadCookie, TorControl, read_cookie
from p2p.reach.tor.socks import PORTS, connect_through
from p2p.reach.ways import Observe, Reason, State, Way, WayFailed, WayReport, facts, ignore
from p2p.system import open_tors_socket

T = TypeVar("T")

ONION_PORT: Final = 1600
"""The port of every onion; nothing listens there but the game."""
ONION_PATIENCE: Final = 60.0
"""Seconds for a connection to an onion: the first takes 1.5 to 14, and an onion is new for some seconds."""
KEY_SIZE: Final = 64
_VERSION: Final = b"\3"
_BACK_OFF: Final = (5.0, 15.0, 60.0)
_STEP: Final = 10.0
_UPLOAD: Final = 90.0
_AGAIN: Final = 2.0
_LOOK: Final = 1.0

OpenControl: TypeAlias = Callable[[], Awaitable[trio.abc.Stream]]
"""Opens a connection to Tor's control port. Raises OSError."""


def onion_host(key: bytes) -> str:
    """The name of the onion with the public `key` of 32 bytes."""
    check = hashlib.sha3_256(b".onion checksum" + key + _VERSION).digest()[:2]
    return base64.b32encode(key + check + _VERSION).decode("ascii").lower() + ".onion"


def onion_key(host: str) -> bytes:
    """The public key in the name of an onion, with or without `.onion`. Raises WayFailed (NONSENSE)."""
    try:
        key = base64.b32decode(host.removesuffix(".onion").upper())[:32]
    except (binascii.Error, ValueError) as error:
        raise WayFailed(Reason.NONSENSE) from error
    if len(key) != 32 or onion_host(key) != host.removesuffix(".onion").lower() + ".onion":
        raise WayFailed(Reason.NONSENSE)
    return key


def control_ports(open_stream: OpenStream = open_tcp, chosen: Place | None = None) -> tuple[OpenControl, ...]:
    """Where Tor's control port may be: `chosen`, or 9051, the Tor Browser's 9151, and Debian's socket."""

    def at(place: Place) -> OpenControl:
        return lambda: open_stream(place)

    if chosen is not None:
        return (at(chosen),)
    return (*(at(Place("127.0.0.1", port)) for port in (9051, 9151)), open_tors_socket)


def socks_ports(chosen: Place | None = None) -> tuple[Place, ...]:
    """Where Tor's SOCKS port may be: `chosen`, or 9050 and the Tor Browser's 9150."""
    return (chosen,) if chosen is not None else tuple(Place("127.0.0.1", port) for port in PORTS)


async def open_control(ways: Sequence[OpenControl], read: ReadCookie = read_cookie) -> TorControl:
    """An authenticated connection to the first control port that answers. Raises WayFailed: NO_TOR if none does."""
    failure = WayFailed(Reason.NO_TOR)
    for way in ways:
        try:
            with within(_STEP), told():
                control = TorControl(await way())
        except WayFailed as error:
            if dict(error.facts).get("errno") in (errno.EACCES, errno.EPERM):
                failure = WayFailed(Reason.NEEDS_PASSWORD)  # it is there, and not for us
            continue
        try:
            with within(_STEP):
                await control.authenticate(read)
        except WayFailed as error:
            await control.close()
            failure = error
        except BaseException:
            await control.close()
            raise
        else:
            return control
    raise failure


@dataclass(frozen=True, slots=True)
class OnionMemory:
    """What to keep on disk, so that a game has the same onion again: both keys, 64 and 32 bytes."""

    private: bytes = field(repr=False)
    public: bytes


def _forget(memory: OnionMemory) -> None:
    """Nobody keeps it."""


class OnionKeeper:
    """Keeps an onion that leads to `target`, a place of this machine, for as long as it runs."""

    def __init__(
        self,
        target: Place,
        controls: Sequence[OpenControl],
        *,
        memory: OnionMemory | None = None,
        remember: Callable[[OnionMemory], None] = _forget,
        observe: Observe = ignore,
        read: ReadCookie = read_cookie,
    ) -> None:
        """`memory`: what `remember` was given in an earlier run of the same game, so that the onion stays."""
        self._target = target
        self._controls = tuple(controls)
        self._memory = memory
        self._remember = remember
        self._observe = observe
        self._read = read
        self.onion: bytes | None = None if memory is None else memory.public
        """The public key, as it stands in the invite, once it is known."""
        self.settled = trio.Event()
        """Set when Tor has made the onion, or it is clear for the moment that it does not."""

    async def run(self) -> None:
        """Keep the onion until cancelled. Raises nothing."""
        failures = 0
        while True:
            if not failures:
                self._observe(WayReport(Way.ONION, State.TRYING))
            try:
                await self._hold()
            except WayFailed as error:
                self._observe(error.report(Way.ONION))
                failures += 1
            self.settled.set()
            await trio.sleep(_BACK_OFF[min(failures, len(_BACK_OFF)) - 1])

    async def _hold(self) -> None:
        control = await open_control(self._controls, self._read)
        try:
            # Tor takes the onion, and tells its name, long before it can be reached there: so the first invite has it.
            with within(_STEP):
                await control.command("SETEVENTS HS_DESC")
                name = await self._add(control)
            self.settled.set()
            await _wait_for_tor(control, self._observe)
            with within(_UPLOAD):
                await self._uploaded(control, name)
            self._observe(WayReport(Way.ONION, State.READY, None, facts(address=f"{name}.onion")))
            while True:
                await control.next_event()
        finally:
            await control.close()

    async def _add(self, control: TorControl) -> str:
        """Have the onion made; its name without `.onion`."""
        if self._memory is None:
            what = "NEW:ED25519-V3"
        else:
            what = f"ED25519-V3:{base64.b64encode(self._memory.private).decode('ascii')} Flags=DiscardPK"
        reply = await control.command(f"ADD_ONION {what} Port={ONION_PORT},{self._target.host}:{self._target.port}")
        if reply.code != 250:
            raise WayFailed(Reason.NONSENSE, code=reply.code)
        said = dict(line.split("=", 1) for line in reply.lines if "=" in line)
        self.onion = onion_key(said.get("ServiceID", ""))
        if self._memory is None:
            self._memory = OnionMemory(_private_key(said.get("PrivateKey", "")), self.onion)
            self._remember(self._memory)
        return onion_host(self.onion).removesuffix(".onion")

    async def _uploaded(self, control: TorControl, name: str) -> None:
        while True:
            text = " ".join((await control.next_event()).lines)
            if re.match(rf"HS_DESC UPLOADED {name}\b", text):
                return


async def _wait_for_tor(control: TorControl, observe: Observe) -> None:
    """Return when Tor has connected itself, and tell how far it has come until then. Raises WayFailed."""
    before = -1
    while True:
        with within(_STEP):
            percent = await control.percent()
        if percent == 100:
            return
        if percent != before:
            observe(WayReport(Way.ONION, State.TRYING, Reason.NOT_READY, facts(percent=percent)))
            before = percent
        await trio.sleep(_LOOK)


def _private_key(text: str) -> bytes:
    kind, _, key = text.partition(":")
    try:
        found = base64.b64decode(key, validate=True)
    except (binascii.Error, ValueError) as error:
        raise WayFailed(Reason.NONSENSE) from error
    if kind != "ED25519-V3" or len(found) != KEY_SIZE:
        raise WayFailed(Reason.NONSENSE)
    return found


def onion_attempt(
    onion: bytes,
    finish: Finish[T],
    *,
    proxies: Sequence[Place] | None = None,
    controls: Sequence[OpenControl] = (),
    open_stream: OpenStream = open_tcp,
    after: float | None = 3.0,
    patience: float = ONION_PATIENCE,
    observe: Observe = ignore,
) -> Attempt[T]:
    """The joiner's way to the onion with the public key `onion`, through the first of `proxies` that is a Tor.

    An onion that the network does not know yet is asked for again. `observe` is told how far that Tor has connected
    itself, if one of `controls` says so.
    """
    place = Place(onion_host(onion), ONION_PORT)
    isolation = secrets.token_hex(8)

    async def through_any() -> trio.abc.Stream:
        failure = WayFailed(Reason.NO_TOR)
        for proxy in socks_ports() if proxies is None else proxies:
            try:
                return await connect_through(open_stream, proxy, place, isolation=isolation)
            except WayFailed as error:
                failure = error
                if error.reason is not Reason.NO_TOR:
                    break
        raise failure

    async def watch_tor() -> None:
        with contextlib.suppress(WayFailed):  # it is not needed for this
            control = await open_control(controls)
            try:
                await _wait_for_tor(control, observe)
            finally:
                await control.close()

    async def reach() -> T:
        async with beside(watch_tor):
            return await dial()

    async def dial() -> T:
        while True:
            try:
                stream = await through_any()
            except WayFailed as error:
                too_late = trio.current_time() + _AGAIN >= trio.current_effective_deadline()
                if too_late or error.reason not in (Reason.ONION_UNKNOWN, Reason.NO_ANSWER):
                    raise
                await trio.sleep(_AGAIN)
            else:
                return await finish(stream)

    return Attempt(Way.ONION, reach, patience=patience, after=after)
