"""Routers that open ports, that refuse, and that lie (threat 42)."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from functools import partial

import pytest
import trio
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.datagrams import open_udp
from p2p.reach.router import nat_pmp, pcp, upnp
from p2p.reach.router.any_protocol import AnyProtocol
from p2p.reach.router.http import parse_head, parse_size
from p2p.reach.router.nat_pmp import NatPmpOpener
from p2p.reach.router.opening import Opened, Speech, Wish
from p2p.reach.router.pcp import PcpOpener
from p2p.reach.router.xml_tree import parse_xml
from p2p.reach.ways import Reason, WayFailed
from tests.p2p.reach.fake_router import DESCRIPTION, HERE, OUTSIDE, UpnpRouter, datagram_server, page, refusal

WISH = Wish(40_000, 41_000, bytes(range(12)))


def granting(
    host: str = OUTSIDE, *, result: int = 0, lifetime: int = 3600, port: int | None = None
) -> Callable[[bytes], list[bytes]]:
    """A PCP router."""

    def answer(question: bytes) -> list[bytes]:
        asked = struct.unpack(">BBHI16s12sB3xHH16s", question)
        outside = bytes(10) + b"\xff\xff" + bytes(map(int, host.split(".")))
        mapping = (asked[5], asked[6], asked[7], asked[8] if port is None else port, outside)
        granted = lifetime if asked[3] else 0
        return [struct.pack(">BBBBII12s12sB3xHH16s", 2, 0x81, 0, result, granted, 7, bytes(12), *mapping)]

    return answer


@pytest.mark.trio
async def test_pcp_opens_and_gives_back() -> None:
    heard: list[bytes] = []

    def answer(question: bytes) -> list[bytes]:
        heard.append(question)
        return [b"", b"\2", bytes(1200), *granting()(question)]

    async with datagram_server(answer) as port:
        opener = PcpOpener(HERE, HERE, open_udp, port=port)
        opened = await opener.open(WISH)
        assert opened == Opened(Speech.PCP, Place(OUTSIDE, 41_000), 3600)
        await opener.close(WISH, opened)
    assert [int.from_bytes(question[4:8], "big") for question in heard] == [3600, 0]
    assert heard[0][:4] == b"\2\1\0\0"
    assert heard[0][8:24] == bytes(10) + b"\xff\xff\x7f\0\0\1"


@pytest.mark.trio
@pytest.mark.parametrize(
    ("answer", "reason", "facts"),
    [
        (granting(result=2), Reason.ROUTER_REFUSES, {"protocol": "pcp", "code": 2}),
        (granting("192.168.100.2"), Reason.NOT_GLOBAL, {"address": "192.168.100.2", "carrier": 0}),
        (granting("100.64.0.2"), Reason.NOT_GLOBAL, {"address": "100.64.0.2", "carrier": 1}),
        (granting(port=0), Reason.NONSENSE, {}),
        (granting(lifetime=0), Reason.NONSENSE, {}),
        (lambda question: [b"\0\x81\0\1" + bytes(8)], Reason.NO_SUCH_SERVICE, {}),
        (lambda question: [bytes(60)] * 250, Reason.NONSENSE, {}),
    ],
)
async def test_what_a_pcp_router_may_say_instead(
    answer: Callable[[bytes], list[bytes]], reason: Reason, facts: dict[str, object]
) -> None:
    async with datagram_server(answer) as port:
        with pytest.raises(WayFailed) as caught:
            await PcpOpener(HERE, HERE, open_udp, port=port).open(WISH)
    assert (caught.value.reason, dict(caught.value.facts)) == (reason, facts)


@pytest.mark.trio
async def test_a_port_that_nobody_could_reach_is_given_back_at_once() -> None:
    lifetimes: list[int] = []

    def answer(question: bytes) -> list[bytes]:
        lifetimes.append(int.from_bytes(question[4:8], "big"))
        return granting("10.0.0.1")(question)

    async with datagram_server(answer) as port:
        with pytest.raises(WayFailed):
            await PcpOpener(HERE, HERE, open_udp, port=port).open(WISH)
    assert lifetimes == [3600, 0]


@pytest.mark.trio
async def test_an_answer_from_another_machine_is_not_heard() -> None:
    async with datagram_server(lambda question: []) as port:
        opener = PcpOpener(HERE, HERE, open_udp, port=port, patience=0.3)
        link = await open_udp(Place("127.0.0.2", 0))

        async def interfere(question: bytes, place: Place) -> None:
            for forged in granting()(question):
                await link.send(forged, place)

        class Eavesdropped:
            """Tells a second machine what is asked, and from which port."""

            async def __call__(self, local: Place, peer: Place | None = None) -> Eavesdropped:
                self.real = await open_udp(local, peer)
                return self

            @property
            def own(self) -> Place:
                return self.real.own

            async def send(self, data: bytes, place: Place) -> None:
                await interfere(data, self.real.own)
                await self.real.send(data, place)

            async def receive(self) -> tuple[bytes, Place]:
                return await self.real.receive()

            def close(self) -> None:
                self.real.close()

        opener._open_datagrams = Eavesdropped()
        with pytest.raises(WayFailed) as caught:
            await opener.open(WISH)
        assert caught.value.reason is Reason.NO_ANSWER
        link.close()


@pytest.mark.trio
@pytest.mark.parametrize("junk", [b"", b"\2\x81" + bytes(58), b"\0\x80", b"\xff" * 9000], ids=len)
@pytest.mark.parametrize("kind", [PcpOpener, NatPmpOpener])
async def test_a_flood_of_answers_is_not_read_to_its_end(junk: bytes, kind: type[PcpOpener | NatPmpOpener]) -> None:
    async with datagram_server(lambda question: [junk] * 220) as port:
        opener = kind(HERE, HERE, open_udp, port=port, patience=2)
        with pytest.raises(WayFailed) as caught:
            await opener.open(WISH)
    # What the system has dropped of it does not count.
    assert caught.value.reason in (Reason.NONSENSE, Reason.NO_ANSWER)


def pmp_router(host: str = OUTSIDE, code: int = 0) -> Callable[[bytes], list[bytes]]:
    def answer(question: bytes) -> list[bytes]:
        if question == b"\0\0":
            return [struct.pack(">BBHI4s", 0, 128, code, 7, bytes(map(int, host.split("."))))]
        _, _, _, internal, external, lifetime = struct.unpack(">BBHHHI", question)
        return [struct.pack(">BBHIHHI", 0, 130, 0, 7, internal, external, lifetime)]

    return answer


@pytest.mark.trio
async def test_nat_pmp_opens_and_gives_back() -> None:
    async with datagram_server(pmp_router()) as port:
        opener = NatPmpOpener(HERE, HERE, open_udp, port=port)
        opened = await opener.open(WISH)
        assert opened == Opened(Speech.NAT_PMP, Place(OUTSIDE, 41_000), 3600)
        await opener.close(WISH, opened)


@pytest.mark.trio
@pytest.mark.parametrize(
    ("answer", "reason"),
    [(pmp_router("10.1.1.1"), Reason.NOT_GLOBAL), (pmp_router(code=3), Reason.ROUTER_REFUSES)],
)
async def test_nat_pmp_refused(answer: Callable[[bytes], list[bytes]], reason: Reason) -> None:
    async with datagram_server(answer) as port:
        with pytest.raises(WayFailed) as caught:
            await NatPmpOpener(HERE, HERE, open_udp, port=port).open(WISH)
    assert caught.value.reason is reason


def reason_of(read: Callable[[], object]) -> Reason | None:
    try:
        read()
    except WayFailed as error:
        return error.reason
    return None


@given(st.binary(max_size=70) | st.binary(max_size=66).map(lambda rest: b"\2\x81\0\0" + rest))
def test_any_datagram_is_an_answer_a_refusal_or_nothing(data: bytes) -> None:
    for read in (
        lambda: pcp.decode_answer(data, WISH),
        lambda: nat_pmp.decode_address(data),
        lambda: nat_pmp.decode_granted(data, WISH),
        lambda: upnp.read_found(data, HERE),
    ):
        assert reason_of(read) in (None, Reason.ROUTER_REFUSES, Reason.NO_SUCH_SERVICE)


# -- UPnP


@pytest.mark.trio
async def test_upnp_opens_and_gives_back() -> None:
    router = UpnpRouter()
    async with router.opener() as opener:
        opened = await opener.open(WISH)
        assert opened == Opened(Speech.UPNP, Place(OUTSIDE, 41_000), 3600)
        await opener.close(WISH, opened)
    assert b"<NewInternalClient>127.0.0.1</NewInternalClient>" in router.orders[1]
    assert b"<NewInternalPort>40000</NewInternalPort>" in router.orders[1]
    assert b"#DeletePortMapping" in router.orders[2]
    assert b"<NewExternalPort>41000</NewExternalPort>" in router.orders[2]


@pytest.mark.trio
async def test_upnp_takes_another_port_or_one_for_ever() -> None:
    async with UpnpRouter(add=[refusal(718), refusal(725)]).opener() as opener:
        opened = await opener.open(WISH)
    assert opened.place.port not in (0, 41_000)
    assert opened.lifetime == math.inf


MORE = "x" * 200_000
BOMB = '<!DOCTYPE r [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><root>&b;</root>'
MOVED = page("", "302 Found", "Location: http://127.0.0.1/elsewhere")
DEEP = "<a>" * 40 + "</a>" * 40


@pytest.mark.trio
@pytest.mark.parametrize(
    ("router", "reason"),
    [
        (UpnpRouter(outside="192.168.0.1"), Reason.NOT_GLOBAL),
        (UpnpRouter(outside=""), Reason.NOT_GLOBAL),
        (UpnpRouter(outside="castle.example"), Reason.NONSENSE),
        (UpnpRouter(add=[refusal(606)]), Reason.ROUTER_REFUSES),
        (UpnpRouter(add=[refusal(718)] * 9), Reason.PORTS_TAKEN),
        (UpnpRouter(add=[MOVED]), Reason.POINTS_ELSEWHERE),
        (UpnpRouter(location="http://127.0.0.9:80/d.xml"), Reason.POINTS_ELSEWHERE),
        (UpnpRouter(location="http://castle.example/d.xml"), Reason.NONSENSE),
        (UpnpRouter(location="file:///etc/passwd"), Reason.NONSENSE),
        (UpnpRouter(location="http://127.0.0.1:99999/"), Reason.NONSENSE),
        (UpnpRouter(location="http://[::1"), Reason.NONSENSE),
        (UpnpRouter(description=MOVED), Reason.POINTS_ELSEWHERE),
        (UpnpRouter(description=page("", "404 Not Found")), Reason.NO_SUCH_SERVICE),
        (UpnpRouter(description=page("<root/>")), Reason.NO_SUCH_SERVICE),
        (UpnpRouter(description=page("")), Reason.NONSENSE),
        (UpnpRouter(description=b"SSH-2.0-OpenSSH\r\n\r\n"), Reason.NONSENSE),
        (UpnpRouter(description=page(b"\xff\xfe<\0r\0")), Reason.NONSENSE),
        (UpnpRouter(description=page(BOMB)), Reason.UNSAFE_XML),
        (UpnpRouter(description=page('<!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>')), Reason.UNSAFE_XML),
        (UpnpRouter(description=page(DEEP)), Reason.TOO_LONG),
        (UpnpRouter(description=page("<r>" + "<a/>" * 6000 + "</r>")), Reason.TOO_LONG),
        (UpnpRouter(description=page(f"<r>{MORE}</r>")), Reason.TOO_LONG),
        (UpnpRouter(description=b"HTTP/1.1 200 OK\r\n\r\n" + MORE.encode()), Reason.TOO_LONG),
        (UpnpRouter(description=b"HTTP/1.1 200 OK\r\n" + b"a: b\r\n" * 9000), Reason.TOO_LONG),
        (UpnpRouter(description=b"HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n"), Reason.NONSENSE),
        (UpnpRouter(description=b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n"), Reason.TOO_LONG),
        (UpnpRouter(description=b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n"), Reason.BROKEN),
        (UpnpRouter(found=[b"HTTP/1.1 200 OK\r\n\r\n"] * 250), Reason.NONSENSE),
    ],
)
async def test_a_upnp_router_that_refuses_or_lies(router: UpnpRouter, reason: Reason) -> None:
    async with router.opener() as opener:
        with pytest.raises(WayFailed) as caught:
            await opener.open(WISH)
    assert caught.value.reason is reason


@pytest.mark.trio
async def test_a_description_in_chunks_is_read() -> None:
    text = DESCRIPTION.encode()
    chunks = b"".join(b"%x;extra\r\n%s\r\n" % (len(part), part) for part in (text[:50], text[50:]))
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with UpnpRouter(description=head + chunks + b"0\r\n\r\n").opener() as opener:
        assert (await opener.open(WISH)).place.host == OUTSIDE


@pytest.mark.trio
async def test_a_control_address_elsewhere_is_refused() -> None:
    elsewhere = DESCRIPTION.replace(">/control<", ">http://127.0.0.9/control<")
    async with UpnpRouter(description=page(elsewhere)).opener() as opener:
        with pytest.raises(WayFailed) as caught:
            await opener.open(WISH)
    assert caught.value.reason is Reason.POINTS_ELSEWHERE


@pytest.mark.trio
async def test_a_router_that_drips_is_given_up() -> None:
    class Dripping(UpnpRouter):
        async def serve(self, stream: trio.SocketStream) -> None:
            try:
                while True:
                    await stream.send_all(b"H")
                    await trio.sleep(0.01)
            except trio.BrokenResourceError:
                return

    async with Dripping().opener(patience=0.3) as opener:
        with pytest.raises(WayFailed) as caught:
            await opener.open(WISH)
    assert caught.value.reason is Reason.NO_ANSWER


@given(st.binary(max_size=300))
def test_any_bytes_are_xml_or_a_reason(data: bytes) -> None:
    for read in (parse_xml, parse_head, lambda data: parse_size(data.decode("latin-1"), 16)):
        assert reason_of(partial(read, data)) in (None, Reason.NONSENSE, Reason.UNSAFE_XML, Reason.TOO_LONG)


# -- all of them


class Scripted:
    """An opener that takes its time and then does as told."""

    def __init__(self, speech: Speech, answer: Reason | str, seconds: float = 0.0) -> None:
        self.speech = speech
        self.answer = answer
        self.seconds = seconds
        self.calls = 0

    async def open(self, wish: Wish) -> Opened:
        self.calls += 1
        await trio.sleep(self.seconds)
        if isinstance(self.answer, Reason):
            raise WayFailed(self.answer)
        return Opened(self.speech, Place(self.answer, wish.external), 3600)

    async def close(self, wish: Wish, opened: Opened) -> None:
        await trio.lowlevel.checkpoint()


def together(pcp: Scripted, nat_pmp: Scripted, upnp: Scripted) -> AnyProtocol:
    return AnyProtocol([(Speech.PCP, pcp), (Speech.NAT_PMP, nat_pmp), (Speech.UPNP, upnp)])


@pytest.mark.trio
async def test_only_one_protocol_opens_the_port(autojump_clock: trio.testing.MockClock) -> None:
    first, second = Scripted(Speech.PCP, OUTSIDE, 0.1), Scripted(Speech.NAT_PMP, OUTSIDE)
    third = Scripted(Speech.UPNP, OUTSIDE)
    every = together(first, second, third)
    assert (await every.open(WISH)).speech is Speech.PCP
    assert (first.calls, second.calls, third.calls) == (1, 0, 0)
    first.answer = Reason.NO_ANSWER
    assert (await every.open(WISH)).speech is Speech.NAT_PMP
    assert (first.calls, second.calls, third.calls) == (3, 1, 0)
    assert every.outside == OUTSIDE


@pytest.mark.trio
async def test_a_silent_protocol_does_not_hold_up_the_others(autojump_clock: trio.testing.MockClock) -> None:
    every = together(
        Scripted(Speech.PCP, OUTSIDE, math.inf),
        Scripted(Speech.NAT_PMP, Reason.NO_ANSWER, 3),
        Scripted(Speech.UPNP, OUTSIDE),
    )
    began = trio.current_time()
    assert (await every.open(WISH)).speech is Speech.UPNP
    assert trio.current_time() - began < 2


@pytest.mark.trio
async def test_all_fail_within_five_seconds_and_say_why(autojump_clock: trio.testing.MockClock) -> None:
    every = together(
        Scripted(Speech.PCP, OUTSIDE, math.inf),
        Scripted(Speech.NAT_PMP, Reason.ROUTER_REFUSES),
        Scripted(Speech.UPNP, OUTSIDE, math.inf),
    )
    began = trio.current_time()
    with pytest.raises(WayFailed) as caught:
        await every.open(WISH)
    assert trio.current_time() - began == 5
    assert caught.value.reason is Reason.ROUTER_REFUSES
    assert dict(caught.value.facts) == {"pcp": "no-answer", "nat_pmp": "router-refuses", "upnp": "no-answer"}
