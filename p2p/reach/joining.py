"""The joiner's side of every way at once: what the invite tells is raced, and the answer code is made meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final, Generic, TypeVar

import trio

from p2p.reach.addresses import Kind, Place, is_global, kind_of, translated
from p2p.reach.answer_code import write_answer
from p2p.reach.beside import beside
from p2p.reach.birthday import Effort, birthday_attempt
from p2p.reach.candidates import Finish, direct_attempts
from p2p.reach.dht.client import Dht
from p2p.reach.dht.letter_box import letter_attempt
from p2p.reach.failures import told
from p2p.reach.invitation import Invitation
from p2p.reach.nat import Nat, Symmetric, knockable
from p2p.reach.own_port import LATER, SOON, OwnPort
from p2p.reach.plan import Plan, Tools
from p2p.reach.punch import punch_attempts
from p2p.reach.race import Attempt, NoWay, Winner, race
from p2p.reach.relay.client import relay_attempts
from p2p.reach.router.gateway import find_gateways
from p2p.reach.router.nat_pmp import NatPmpOpener
from p2p.reach.router.upnp import UpnpOpener
from p2p.reach.tokens import TokenError
from p2p.reach.tor.onion import ONION_PATIENCE, onion_attempt
from p2p.reach.ways import Observe, State, Way, WayFailed, WayReport, ignore

T = TypeVar("T")

PATIENCE: Final = 20.0
"""Seconds for all ways but Tor, which may need `ONION_PATIENCE`. Then the caller begins all of them again."""
DIRECT_PATIENCE: Final = 10.0
_KNOCK_LATER: Final = 0.75
"""Seconds that what is open anyway has before anybody knocks."""
_TOR_LATER: Final = 3.0
_LOOK: Final = 0.5


def _nobody(code: str) -> None:
    """Nobody shows it."""


class Joining(Generic[T]):
    """One joiner's ways to a host. `connect` may be called again whenever the connection has broken.

    `finish` does the TLS handshake with the pinned host on a stream, `discard` closes what it made. `show_answer` is
    told the answer code when it is known, and again when it changes: it holds for all calls until one has led there or
    this machine is in another network, since each knocks from the same port until then. After that the port is another
    one, because routers that remember connections of before may lead the old one out otherwise (`p2p.reach.knocking`).
    The router is asked to open it only while `keep_port` runs.
    """

    def __init__(
        self,
        invitation: Invitation,
        finish: Finish[T],
        discard: Callable[[T], Awaitable[None]],
        *,
        plan: Plan | None = None,
        tools: Tools | None = None,
        observe: Observe = ignore,
        show_answer: Callable[[str], None] = _nobody,
    ) -> None:
        self._invitation = invitation
        self._finish = finish
        self._discard = discard
        self._plan = plan or Plan()
        self._tools = tools or Tools()
        self._observe = observe
        self._show_answer = show_answer
        self._answer = ""
        self._port = 0
        self._network: object = None
        self._symmetric = Symmetric(there=invitation.symmetric or None)
        self._effort = Effort()
        self._outside: str | None = None
        self._known = tuple(self._tools.known)
        self._own_port = OwnPort(self._tools, observe)

    @property
    def good_nodes(self) -> tuple[Place, ...]:
        """Nodes of the DHT that answered: worth keeping for all games."""
        return self._known

    @property
    def open(self) -> bool:
        """Whether our router has a port open for the host."""
        return self._own_port.place is not None

    async def keep_port(self) -> None:
        """Have the router open a port when nothing else leads there at once, keep it open as long as the connection
        goes over it, and give it back; until cancelled. Raises nothing.
        """
        await self._own_port.run()

    async def connect(self, patience: float = PATIENCE) -> Winner[T]:
        """What `finish` made of the first way that led there.

        Raises NoWay with a report of each way, or (seldom) WayFailed if this machine has no free port.
        """
        if self._plan.tor_only:
            return await self._race(self._onion(None, patience))
        network = await self._tools.network()
        if network != self._network and not self.open:
            self._network, self._port = network, 0
        with told(), self._tools.hold_port(self._port) as port:
            self._port = port
            # What the host's last letter said still counts; this machine may be in another network.
            there, place = self._symmetric.there, self._symmetric.place
            self._symmetric = Symmetric(None, there, place or knockable(self._invitation.places))
            dht = await self._guest()
            try:
                tasks: list[Callable[[], Awaitable[object]]] = []
                if dht is not None:
                    tasks += [dht.run, lambda: self._watch_router(dht)]
                if not self._stays_here():
                    tasks += [self._find_outside, lambda: self._keep_answer(dht, port)]
                async with beside(*tasks):
                    winner = await self._race(self._attempts(dht, port, patience))
                if winner.way is not Way.ROUTER:
                    self._own_port.give_back()
                self._effort.connected()
                self._network = None
                return winner
            finally:
                if dht is not None:
                    self._known = dht.good_nodes() or self._known
                    dht.close()

    def _attempts(self, dht: Dht | None, port: int, patience: float) -> tuple[Attempt[T], ...]:
        invitation, tools, finish = self._invitation, self._tools, self._finish
        own, brief = tools.own_addresses(), min(DIRECT_PATIENCE, patience)
        attempts = [
            *direct_attempts(
                invitation.places,
                finish,
                own=own,
                open_stream=tools.open_stream,
                patience=brief,
            ),
            *punch_attempts(
                port,
                invitation.places,
                finish,
                patience=patience,
                after=_KNOCK_LATER,
                symmetric=self._symmetric,
                connect=tools.connect_from,
            ),
            *self._onion(_TOR_LATER, patience),
        ]
        relay = self._plan.relay or invitation.relay
        if relay is not None:
            attempts += relay_attempts(
                relay,
                invitation.secret,
                finish,
                tools.open_from(port),
                port=port,
                patience=patience,
                connect=tools.connect_from,
            )
        symmetric, stays, at_home = self._symmetric, self._stays_here(), not self._dialled_here()
        own_port = self._own_port if self._plan.router and not stays and self._own_port.running else None
        knocking = dht is not None or knockable(invitation.places) is not None
        if own_port is not None or (not stays and (knocking or not at_home)):
            attempts.append(
                self._own_port.attempt(
                    port,
                    finish,
                    self._discard,
                    ask=own_port is not None,
                    useful=lambda: not at_home or (knocking and not symmetric.hopeless),
                    after=SOON if symmetric.there else LATER,
                    patience=patience,
                )
            )
        if dht is not None or symmetric.there:
            attempts.append(
                birthday_attempt(
                    port,
                    symmetric,
                    finish,
                    self._discard,
                    self._effort,
                    settled=lambda: own_port is None or own_port.settled,
                    open_stream=tools.open_stream,
                    connect=tools.connect_from,
                    patience=patience,
                    observe=self._observe,
                )
            )
        if dht is not None:
            attempts.append(
                letter_attempt(
                    dht,
                    invitation.secret,
                    lambda outside: self._places(outside, port),
                    finish,
                    self._discard,
                    port=port,
                    own=own,
                    already=invitation.places,
                    symmetric=self._symmetric,
                    own_port=own_port,
                    open_stream=tools.open_stream,
                    connect=tools.connect_from,
                    patience=patience,
                    observe=self._observe,
                )
            )
        return tuple(attempts)

    def _onion(self, after: float | None, patience: float) -> tuple[Attempt[T], ...]:
        """An onion is given more time than the others, if Tor runs at all."""
        invitation, tools = self._invitation, self._tools
        patience = max(patience, ONION_PATIENCE)
        if invitation.onion is None or not (self._plan.tor or self._plan.tor_only):
            return ()
        return (
            onion_attempt(
                invitation.onion,
                self._finish,
                proxies=tools.proxies,
                controls=tools.controls,
                open_stream=tools.open_stream,
                after=after,
                patience=patience,
                observe=self._observe,
            ),
        )

    async def _race(self, attempts: tuple[Attempt[T], ...]) -> Winner[T]:
        try:
            return await race(attempts, discard=self._discard, observe=self._tell)
        except NoWay as error:
            if not (self._symmetric.odd and self._effort.knocks):
                raise
            failure = self._symmetric.failure(self._effort.told(here=bool(self._symmetric.here))).report(Way.PUNCH)
            self._observe(failure)
            raise NoWay([*error.reports, failure]) from error

    def _tell(self, report: WayReport) -> None:
        """Letters lead to a way, which has said by itself that it won: nothing goes over letters."""
        if report.way is Way.LETTER_BOX and report.state is State.WON:
            report = replace(report, state=State.LOST)
        self._observe(report)

    async def _guest(self) -> Dht | None:
        tools = self._tools
        if not (self._plan.dht and self._invitation.letter_box):
            return None
        try:
            link = await tools.open_datagrams(Place("0.0.0.0", 0))  # noqa: S104  to ask from
        except OSError:
            return None
        return Dht(
            link, bootstrap=tools.bootstrap, known=self._known, resolve=tools.resolve, acceptable=tools.acceptable
        )

    def _stays_here(self) -> bool:
        """Whether the host is on this very machine and nowhere else: then nobody else is asked anything."""
        invitation = self._invitation
        if invitation.onion is not None or self._plan.relay or invitation.relay or invitation.letter_box:
            return False
        return all(kind_of(place.host) is Kind.LOOPBACK for place in invitation.places)

    def _dialled_here(self) -> bool:
        """Whether the host may dial an address of this machine itself: over IPv6 only if it has such an address too."""
        six = any(":" in place.host and is_global(place.host) for place in self._invitation.places)
        return any(is_global(host) and (six or ":" not in host) for host in self._tools.source_addresses())

    # -- the answer code

    def _places(self, outside: str | None, port: int) -> list[Place]:
        """Where our router lets the host in, and where we knock from, as the other side sees it if it keeps ports."""
        chosen = [Place(place.host, place.port or port) for place in self._plan.addresses]
        hosts = [outside or self._outside, *(host for host in self._tools.source_addresses() if is_global(host))]
        places = [*chosen, self._own_port.place, *(Place(host, port) for host in hosts if host is not None)]
        return [place for place in dict.fromkeys(places) if place is not None]

    async def _find_outside(self) -> None:
        """Ask the router for its address; nothing is changed there."""
        tools = self._tools
        gateway = (tools.gateways or await find_gateways()).four
        own = translated(tools.source_addresses())
        if gateway is None or own is None or not self._plan.router:
            return

        async def ask(opener: NatPmpOpener | UpnpOpener) -> None:
            try:
                host = await opener.outside()
            except WayFailed:
                return
            if is_global(host):
                self._outside = host

        async with trio.open_nursery() as nursery:
            nursery.start_soon(ask, NatPmpOpener(gateway, own, tools.open_datagrams))
            nursery.start_soon(ask, UpnpOpener(gateway, own, tools.open_datagrams, tools.open_stream))

    async def _watch_router(self, dht: Dht) -> None:
        """Look what the nodes of the DHT show of our router: it shows bit by bit."""
        own = self._tools.source_addresses()
        while True:
            kind = dht.nat(own)
            if kind is not Nat.UNKNOWN:
                self._symmetric.note(here=kind is Nat.SYMMETRIC)
            await trio.sleep(_LOOK)

    async def _keep_answer(self, dht: Dht | None, port: int) -> None:
        while True:
            places = self._places(None if dht is None else dht.outside(), port)
            if self._symmetric.hopeless:
                # The others would be knocked at in vain.
                places = [place for place in places if ":" in place.host or place == self._own_port.place]
            symmetric = bool(self._symmetric.here) and not self.open
            try:
                answer = write_answer(self._invitation, places, symmetric=symmetric)
            except TokenError:
                answer = ""
            if answer not in ("", self._answer):
                self._answer = answer
                self._show_answer(answer)
            await trio.sleep(1)
