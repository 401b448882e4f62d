"""The DHT: encodings and published vectors, searches among twenty nodes of our own, and nodes that lie."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import trio
import trio.testing
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from hypothesis import given
from hypothesis import strategies as st

from p2p.reach.addresses import Place
from p2p.reach.datagrams import open_udp
from p2p.reach.dht.bencode import BencodeError, Value, decode, encode
from p2p.reach.dht.client import Dht
from p2p.reach.dht.items import Item, sign_item, signed_part, target_of
from p2p.reach.dht.letter_box import LetterBox, LetterKeeper, letter_attempt
from p2p.reach.dht.letters import PLAIN_SIZE, Letter, Writer, new_letter, seal, signing_key, unseal
from p2p.reach.dht.node_ids import crc32c, distance, fits, new_id, pack_compact
from p2p.reach.race import NoWay, race
from p2p.reach.ways import Reason, State, Way, WayFailed
from tests.p2p.reach.dht_nodes import FakeNode, nodes
from tests.p2p.reach.watch import Watch

SECRET = b"one-time secret!"
HOSTS = [f"127.0.1.{number}" for number in range(1, 21)]
THERE, THERE6 = Place("45.1.1.2", 4000), Place("2a0a:10::10", 4000)

values: st.SearchStrategy[Value] = st.recursive(
    st.binary(max_size=20) | st.integers(-(10**18), 10**18),
    lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.binary(max_size=5), inside, max_size=3),
    max_leaves=4,
)


@given(values)
def test_bencoding_comes_back(value: Value) -> None:
    assert decode(encode(value)) == value


@given(st.binary(max_size=40) | st.text("dlie0123456789:-abc", max_size=30).map(str.encode))
def test_any_bytes_are_bencoding_or_refused(data: bytes) -> None:
    try:
        decode(data)
    except BencodeError:
        return


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"i01e",
        b"i-0e",
        b"ie",
        b"i1",
        b"01:a",
        b"2:a",
        b"d1:ai1e1:ai2ee",
        b"l",
        b"d",
        b"i1ei2e",
        b"99999:a",
        b"i" + b"9" * 20 + b"e",
        b"-1:a",
        b"di1ei1ee",
        b"l" * 9 + b"e" * 9,
    ],
)
def test_other_spellings_are_refused(data: bytes) -> None:
    with pytest.raises(BencodeError):
        decode(data)


def test_the_checksum_of_rfc_3720() -> None:
    assert crc32c(b"123456789") == 0xE3069283


@pytest.mark.parametrize(
    ("host", "node_id"),
    [
        ("124.31.75.21", "5fbfbff10c5d6a4ec8a88e4c6ab4c28b95eee401"),
        ("21.75.31.124", "5a3ce9c14e7a08645677bbd1cfe7d8f956d53256"),
        ("65.23.51.170", "a5d43220bc8f112a3d426c84764f8c2a1150e616"),
        ("84.124.73.14", "1b0321dd1bb1fe518101ceef99462b947a01ff41"),
        ("43.213.53.83", "e56f6cbf5b7c4be0237986d5243b87aa6d51305a"),
    ],
)
def test_ids_that_fit_their_address(host: str, node_id: str) -> None:
    """The examples of BEP 42."""
    assert fits(bytes.fromhex(node_id), host)
    assert not fits(bytes.fromhex(node_id), "124.31.75.22" if host[0] != "1" else "8.8.8.8")
    assert fits(new_id(host), host)
    assert fits(bytes(20), "127.0.0.1")


def test_the_signature_of_bep_44() -> None:
    key = bytes.fromhex("77ff84905a91936367c01360803104f92432fcd904a43511876df5cdf3e7e548")
    public = Ed25519PublicKey.from_public_bytes(key)
    plain = bytes.fromhex(
        "305ac8aeb6c9c151fa120f120ea2cfb923564e11552d06a5d856091e5e853cff"
        "1260d3f39e4999684aa92eb73ffd136e6f4f3ecbfda0ce53a1608ecd7ae21f01"
    )
    salted = bytes.fromhex(
        "6834284b6b24c3204eb2fea824d82f88883a3d95e8b4a21b8c0ded553d17d17d"
        "df9a8a7104b1258f30bed3787e6cb896fca78c58f8e03b5f18f14951a87d9a08"
    )
    value = b"Hello World!"
    public.verify(plain, signed_part(value, 1))
    public.verify(salted, signed_part(value, 1, b"foobar"))
    assert target_of(key).hex() == "4a533d47ec9c7d95b1ad75f576cffc641853b750"
    assert target_of(key, b"foobar").hex() == "411eba73b6f087ca51a3795d9c8c938d365e32c1"
    assert Item(key, value, 1, plain).is_right()
    for wrong in (Item(key, value, 2, plain), Item(key, b"", 1, plain), Item(key[:-1], value, 1, plain)):
        assert not wrong.is_right()
    assert not Item(key, bytes(1000), 1, plain).is_right()


# -- letters


def test_a_letter_tells_places_and_has_one_size() -> None:
    letter = new_letter([THERE, THERE6, Place("castle.example", 1), *(Place(f"45.1.1.{n}", 1) for n in range(3, 9))])
    assert letter.places == (THERE, Place("45.1.1.3", 1), Place("45.1.1.4", 1), THERE6)
    sizes = {len(seal(new_letter(places), SECRET, Writer.HOST)) for places in ((), (THERE,), letter.places)}
    assert sizes == {PLAIN_SIZE + 28}
    sealed = seal(letter, SECRET, Writer.HOST)
    assert unseal(sealed, SECRET, Writer.HOST) == letter
    assert unseal(sealed, SECRET, Writer.JOINER) is None
    assert unseal(sealed, b"another secret!!", Writer.HOST) is None
    assert seal(letter, SECRET, Writer.HOST) != sealed


@given(st.binary(max_size=200))
def test_any_bytes_are_no_letter(data: bytes) -> None:
    assert unseal(data, SECRET, Writer.HOST) is None


# -- twenty nodes of our own


@asynccontextmanager
async def guest(bootstrap: list[Place], known: list[Place] | None = None) -> AsyncIterator[Dht]:
    async def resolve(host: str) -> tuple[str, ...]:
        await trio.lowlevel.checkpoint()
        return (host,)

    link = await open_udp(Place("127.0.0.1", 0))
    dht = Dht(link, bootstrap=bootstrap, known=known or (), resolve=resolve, acceptable=lambda host: "127.0" in host)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(dht.run)
        yield dht
        nursery.cancel_scope.cancel()
    link.close()


@pytest.mark.trio
async def test_a_letter_is_left_and_found() -> None:
    async with nodes(HOSTS) as every, guest([every[0].place]) as one, guest([every[5].place]) as other:
        host, joiner = LetterBox(one, SECRET, Writer.HOST), LetterBox(other, SECRET, Writer.JOINER)
        assert await joiner.find() is None
        left = await host.leave(lambda outside: [THERE, THERE6])
        assert await joiner.find() == left
        assert left.places == (THERE, THERE6)
        newer = await host.leave(lambda outside: [THERE6])
        assert await joiner.find() == newer
        key = signing_key(SECRET, Writer.HOST).public_key().public_bytes_raw()
        nearest = sorted(every, key=lambda node: distance(node.node_id, target_of(key)))[:8]
        assert {node.items[target_of(key)].sequence for node in nearest} == {2}
        assert sum(b"put" in node.heard for node in every) == 8
        assert not newer.symmetric
        one._votes = {"60.1": Place("45.1.1.2", 4000), "60.2": Place("45.1.1.2", 4001)}
        for node in every:
            node.says_where = False
        assert (await host.leave(lambda outside: [THERE])).symmetric
        found = await joiner.find()
        assert found is not None
        assert found.symmetric
        assert one.good_nodes()
        one._votes.clear()
        for node in every:
            node.says_where = True
        await one.get(bytes(32))
        assert one.seen_from()[0].host == "127.0.0.1"
        assert one.outside() is None  # loopback is no address of the internet


@pytest.mark.trio
async def test_the_latest_voices_say_where_we_are() -> None:
    async with guest([]) as dht:
        for number in range(40):
            host = "45.1.1.2" if number < 20 else "45.5.5.2"
            for _ in range(2):
                dht._count_vote(Place(f"60.{number}.1.1", 6881), pack_compact(Place(host, 4000)))
        assert len(dht.seen_from()) == 16
        assert dht.outside() == "45.5.5.2"


@pytest.mark.trio
async def test_nodes_that_answered_are_remembered_for_the_next_time() -> None:
    async with nodes(HOSTS) as every:
        async with guest([every[0].place]) as first:
            await first.get(bytes(32))
            known = list(first.good_nodes())
        assert len(known) >= 8
        async with guest([], known) as second:
            assert (await second.get(bytes(32))).answers


@pytest.mark.trio
async def test_without_a_node_that_answers_it_is_said_so() -> None:
    async with guest([Place("127.0.0.9", 9)]) as dht:
        with pytest.raises(WayFailed) as caught:
            await dht.get(bytes(32))
        assert caught.value.reason is Reason.NO_NODES


@pytest.mark.trio
async def test_nodes_that_lie_change_nothing() -> None:
    async with nodes(HOSTS) as every, guest([every[0].place]) as dht:
        box = LetterBox(dht, SECRET, Writer.HOST)
        key = signing_key(SECRET, Writer.HOST)
        left = await box.leave(lambda outside: [THERE])
        target = target_of(key.public_key().public_bytes_raw())
        near = sorted(every, key=lambda node: distance(node.node_id, target))
        stranger = sign_item(Ed25519PrivateKey.generate(), b"x", 99)
        false = sign_item(key, b"x", 98)
        lan = bytes(20) + pack_compact(Place("192.168.1.1", 80))
        lies: list[dict[bytes, Value]] = [
            {b"k": stranger.key, b"v": b"x", b"seq": 99, b"sig": stranger.signature},
            {b"k": false.key, b"v": b"y", b"seq": 98, b"sig": false.signature},
            {b"k": 7, b"v": [], b"seq": b"", b"sig": {}},
            {b"token": bytes(5000), b"nodes": lan * 30},
            {b"id": b"short"},
            {b"nodes": b"x"},
        ]
        for node, lie in zip(near, lies, strict=False):
            node.forged = lie
        near[6].silent = True
        assert await LetterBox(dht, SECRET, Writer.JOINER).find() == left


@pytest.mark.trio
async def test_nobody_else_s_answer_counts() -> None:
    async with nodes(HOSTS[:2]) as every, guest([every[0].place]) as dht:
        link = await open_udp(Place("127.0.0.1", 0))
        for data in (b"", b"d1:y1:re", encode({b"t": bytes(4), b"y": b"r", b"r": {b"id": bytes(20)}}), bytes(1900)):
            await link.send(data, dht._link.own)
        assert (await dht.get(bytes(32))).answers
        assert set(dht.good_nodes()) <= {node.place for node in every}
        link.close()


@pytest.mark.trio
async def test_a_search_ends_when_every_node_makes_up_more_nodes() -> None:
    async with nodes(HOSTS[:1]) as every, guest([every[0].place]) as dht:
        count = 0

        class Inventive(FakeNode):
            def nearest(self, target: bytes) -> bytes:
                nonlocal count
                count += 8
                made_up = range(count, count + 8)
                return b"".join(
                    target[:18] + number.to_bytes(2, "big") + pack_compact(Place(f"127.0.{number >> 8}.1", 9))
                    for number in made_up
                )

        every[0].__class__ = Inventive
        found = await dht.get(bytes(32))
        assert found.answers <= 2
        assert count <= 16


@pytest.mark.trio
async def test_host_and_joiner_meet_by_letters() -> None:
    """The joiner's letter reaches the host, the host's the joiner, who dials what it tells."""
    watch = Watch()
    knocked: list[Letter] = []
    heard = trio.Event()

    def knock(letter: Letter) -> None:
        knocked.append(letter)
        heard.set()

    async with (
        nodes(HOSTS) as every,
        guest([every[0].place]) as one,
        guest([every[5].place]) as other,
        trio.open_nursery() as nursery,
    ):
        box = LetterBox(one, SECRET, Writer.HOST)
        keeper = LetterKeeper(box, lambda outside: [THERE], knock, observe=watch)
        nursery.start_soon(keeper.run)
        await watch.until(State.READY, Way.LETTER_BOX)

        async def open_stream(place: Place) -> trio.abc.Stream:
            await heard.wait()
            assert place == THERE
            return trio.testing.memory_stream_pair()[0]

        async def connect(local: Place, place: Place) -> trio.abc.Stream:
            return await trio.sleep_forever()

        async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
            await trio.lowlevel.checkpoint()
            return stream

        attempt = letter_attempt(
            other,
            SECRET,
            lambda outside: [THERE6],
            finish,
            trio.aclose_forcefully,
            port=4001,
            open_stream=open_stream,
            connect=connect,
        )
        winner = await race([attempt], discard=trio.aclose_forcefully)
        assert winner.attempt.way is Way.LETTER_BOX
        assert knocked[0].places == (THERE6,)
        nursery.cancel_scope.cancel()


@pytest.mark.trio
async def test_a_host_that_left_no_letter() -> None:
    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        raise AssertionError

    async with nodes(HOSTS[:3]) as every, guest([every[0].place]) as dht:
        attempt = letter_attempt(
            dht, SECRET, lambda outside: [THERE], finish, trio.aclose_forcefully, port=4001, patience=2
        )
        with pytest.raises(NoWay) as caught:
            await race([attempt], discard=trio.aclose_forcefully)
        assert caught.value.reports[0].reason is Reason.NO_LETTER
