"""UPnP Internet Gateway Device: found by SSDP, described in XML, told what to do by SOAP. IPv4 only.

Only the default gateway is believed: an answer from another machine is passed over, and an answer that leads to another
machine is refused.
"""

from __future__ import annotations

import html
import math
import secrets
from dataclasses import dataclass
from functools import partial
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

import trio

from p2p.reach.addresses import Kind, Place, ip_of, is_global, kind_of
from p2p.reach.beside import beside
from p2p.reach.datagrams import Datagrams, OpenDatagrams
from p2p.reach.failures import told, within
from p2p.reach.router.http import Answer, check_path, exchange, parse_head, request
from p2p.reach.router.opening import LIFETIME, Opened, Speech, Wish
from p2p.reach.router.pcp import not_global
from p2p.reach.router.xml_tree import Element, parse_xml
from p2p.reach.streams import OpenStream
from p2p.reach.ways import Reason, WayFailed

GROUP: Final = Place("239.255.255.250", 1900)
PORT: Final = 1900
_SEARCH_EVERY: Final = 1.0
_ANSWERS: Final = 200
_WANTED: Final = (
    "urn:schemas-upnp-org:device:InternetGatewayDevice:1",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
)
_SERVICES: Final = (
    "urn:schemas-upnp-org:service:WANIPConnection:2",
    "urn:schemas-upnp-org:service:WANIPConnection:1",
    "urn:schemas-upnp-org:service:WANPPPConnection:1",
)
_PORT_TRIES: Final = 4
_CONFLICT: Final = 718
_ONLY_PERMANENT: Final = 725
_DESCRIPTION: Final = "Fair table"


@dataclass(frozen=True, slots=True)
class Service:
    """Where and as what the router takes orders."""

    place: Place
    path: str
    kind: str


def search(wanted: str) -> bytes:
    """An SSDP search."""
    lines = (
        "M-SEARCH * HTTP/1.1",
        f"HOST: {GROUP.host}:{GROUP.port}",
        'MAN: "ssdp:discover"',
        "MX: 1",
        f"ST: {wanted}",
    )
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def read_found(data: bytes, gateway: str) -> tuple[Place, str] | None:
    """Where the description is, by an answer to a search; None if it is none.

    Raises WayFailed (POINTS_ELSEWHERE) if it is not on the gateway itself.
    """
    try:
        status, headers = parse_head(data.partition(b"\r\n\r\n")[0])
    except WayFailed:
        return None
    location = headers.get("location")
    return None if status != 200 or location is None else _locate(location, gateway)


def _locate(url: str, gateway: str) -> tuple[Place, str]:
    """Place and path of `url`. Raises WayFailed if it is not one of HTTP on `gateway`."""
    try:
        parts: SplitResult = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 80
    except ValueError as error:
        raise WayFailed(Reason.NONSENSE) from error
    if parts.scheme != "http" or ip_of(host) is None:
        raise WayFailed(Reason.NONSENSE)
    if ip_of(host) != ip_of(gateway):
        raise WayFailed(Reason.POINTS_ELSEWHERE)
    path = parts.path or "/"
    return Place(gateway, port), check_path(f"{path}?{parts.query}" if parts.query else path)


def find_service(root: Element, place: Place, path: str) -> Service:
    """The service that opens ports, by the description at `path`. Raises WayFailed."""
    base = root.first("URLBase") or f"http://{place.host}:{place.port}{path}"
    offered = {(service.first("serviceType") or ""): service.first("controlURL") for service in root.all("service")}
    for kind in _SERVICES:
        control = offered.get(kind)
        if control:
            try:
                url = urljoin(base, control)
            except ValueError as error:
                raise WayFailed(Reason.NONSENSE) from error
            where, control_path = _locate(url, place.host)
            return Service(where, control_path, kind)
    raise WayFailed(Reason.NO_SUCH_SERVICE)


def order(service: Service, action: str, arguments: dict[str, str]) -> bytes:
    """A SOAP request."""
    inside = "".join(f"<{name}>{html.escape(value)}</{name}>" for name, value in arguments.items())
    body = (
        '<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" '
        's:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>'
        f'<u:{action} xmlns:u="{service.kind}">{inside}</u:{action}></s:Body></s:Envelope>\r\n'
    ).encode()
    headers = {"Content-Type": 'text/xml; charset="utf-8"', "SOAPAction": f'"{service.kind}#{action}"'}
    return request("POST", service.place, service.path, headers, body)


def read_result(answer: Answer) -> Element:
    """What the router answered to an order. Raises WayFailed: ROUTER_REFUSES with the code it gives."""
    if 300 <= answer.status < 400:
        raise WayFailed(Reason.POINTS_ELSEWHERE)
    root = parse_xml(answer.body)
    if answer.status != 200 or next(root.all("Fault"), None) is not None:
        code = root.first("errorCode") or ""
        number = int(code) if code.isascii() and code.isdigit() and len(code) <= 4 else answer.status
        raise WayFailed(Reason.ROUTER_REFUSES, protocol=Speech.UPNP.value, code=number)
    return root


class UpnpOpener:
    """Asks the gateway at `gateway` from the address `own`.

    The router is sought once; `ports` are where searches go, and by which the gateway itself is asked beside the group.
    """

    def __init__(
        self,
        gateway: str,
        own: str,
        open_datagrams: OpenDatagrams,
        open_stream: OpenStream,
        *,
        port: int = PORT,
        group: Place | None = GROUP,
        patience: float = 5.0,
    ) -> None:
        self._gateway = gateway
        self._own = own
        self._open_datagrams = open_datagrams
        self._open_stream = open_stream
        self._asked = tuple(place for place in (Place(gateway, port), group) if place is not None)
        self._patience = patience
        self._service: Service | None = None

    async def outside(self) -> str:
        """The router's external address, whatever its kind. Changes nothing. Raises WayFailed."""
        result = await self._order("GetExternalIPAddress", {})
        # Some routers leave the place empty when they have no address of the internet.
        host = result.first("NewExternalIPAddress") or "0.0.0.0"  # noqa: S104
        address = ip_of(host)
        if address is None or address.version != 4:
            raise WayFailed(Reason.NONSENSE)
        if kind_of(host) is Kind.UNUSABLE:
            raise not_global(host)  # 0.0.0.0: it has none at the moment
        return host

    async def open(self, wish: Wish) -> Opened:
        """Raises WayFailed: also if the external address is not global, before anything is opened."""
        host = await self.outside()
        if not is_global(host):
            raise not_global(host)
        external = wish.external or wish.internal
        for _ in range(_PORT_TRIES):
            try:
                return Opened(Speech.UPNP, Place(host, external), await self._add(wish, external))
            except WayFailed as error:
                if dict(error.facts).get("code") != _CONFLICT:
                    raise
            external = 1024 + secrets.randbelow(65536 - 1024)
        raise WayFailed(Reason.PORTS_TAKEN)

    async def close(self, wish: Wish, opened: Opened) -> None:
        """Raises WayFailed."""
        await self._order(
            "DeletePortMapping",
            {"NewRemoteHost": "", "NewExternalPort": str(opened.place.port), "NewProtocol": "TCP"},
        )

    async def _add(self, wish: Wish, external: int) -> float:
        """The lifetime granted, in seconds."""
        for lifetime in (LIFETIME, 0):
            try:
                await self._order("AddPortMapping", self._mapping(wish, external, lifetime))
            except WayFailed as error:
                if not lifetime or dict(error.facts).get("code") != _ONLY_PERMANENT:
                    raise
            else:
                return lifetime or math.inf
        raise AssertionError

    def _mapping(self, wish: Wish, external: int, lifetime: int) -> dict[str, str]:
        return {
            "NewRemoteHost": "",
            "NewExternalPort": str(external),
            "NewProtocol": "TCP",
            "NewInternalPort": str(wish.internal),
            "NewInternalClient": self._own,
            "NewEnabled": "1",
            "NewPortMappingDescription": _DESCRIPTION,
            "NewLeaseDuration": str(lifetime),
        }

    async def _order(self, action: str, arguments: dict[str, str]) -> Element:
        service = self._service or await self._find()
        try:
            result = read_result(
                await exchange(
                    self._open_stream, service.place, order(service, action, arguments), patience=self._patience
                )
            )
        except WayFailed as error:
            if error.reason is not Reason.ROUTER_REFUSES:
                self._service = None  # it may have moved: sought anew the next time
            raise
        self._service = service
        return result

    async def _find(self) -> Service:
        place, path = await self._discover()
        answer = await exchange(
            self._open_stream, place, request("GET", place, path, {"Accept": "text/xml"}), patience=self._patience
        )
        if 300 <= answer.status < 400:
            raise WayFailed(Reason.POINTS_ELSEWHERE)
        if answer.status != 200:
            raise WayFailed(Reason.NO_SUCH_SERVICE)
        return find_service(parse_xml(answer.body), place, path)

    async def _discover(self) -> tuple[Place, str]:
        with told():
            link = await self._open_datagrams(Place(self._own, 0))
        try:
            with within(self._patience):
                async with beside(partial(self._search, link)):
                    return await self._first_answer(link)
        finally:
            link.close()

    async def _search(self, link: Datagrams) -> None:
        while True:
            for wanted in _WANTED:
                for place in self._asked:
                    try:
                        await link.send(search(wanted), place)
                    except OSError:
                        continue  # no route to the group, say; the gateway itself is asked too
            await trio.sleep(_SEARCH_EVERY)

    async def _first_answer(self, link: Datagrams) -> tuple[Place, str]:
        for _ in range(_ANSWERS):
            with told():
                data, source = await link.receive()
            if ip_of(source.host) == ip_of(self._gateway):
                found = read_found(data, self._gateway)
                if found is not None:
                    return found
        raise WayFailed(Reason.NONSENSE)
