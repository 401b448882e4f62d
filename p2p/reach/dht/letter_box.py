"""The letter box: each of the two leaves a letter in the DHT and looks for the other's; then both knock."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeAlias, TypeVar

import trio

from p2p.reach.addresses import OwnAddress, Place
from p2p.reach.beside import beside
from p2p.reach.candidates import Finish, direct_attempts
from p2p.reach.dht.client import Dht
from p2p.reach.dht.items import sign_item
from p2p.reach.dht.letters import Letter, Writer, new_letter, seal, signing_key, unseal
from p2p.reach.nat import Nat, Symmetric, knockable
from p2p.reach.own_port import OwnPort
from p2p.reach.punch import ConnectFrom, punch_attempts
from p2p.reach.race import Attempt, NoWay, race
from p2p.reach.streams import OpenStream, connect_from, open_tcp
from p2p.reach.ways import Observe, Reason, State, Way, WayFailed, WayReport, facts, ignore

T = TypeVar("T")

AGAIN: Final = 1500.0
"""Seconds after which a letter is left anew: nodes keep one for two hours, and come and go."""
_LOOK: Final = 4.0
_LOOK_AT_MOST: Final = 15.0
_PATIENT: Final = 180.0
"""Seconds of looking often; then ever more rarely."""
_BACK_OFF: Final = (4.0, 8.0, 30.0)
_KNOCK: Final = 20.0
_LEAVE_AGAIN: Final = 25.0
_BREATH: Final = 0.25
_BREATHS: Final = 2.0
"""Seconds between looks whether a letter is still true."""

Compose: TypeAlias = Callable[[str | None], Sequence[Place]]
"""The places to tell, given our own address on the internet as the DHT sees it."""


class LetterBox:
    """One player's end."""

    def __init__(self, dht: Dht, secret: bytes, writer: Writer, *, opened: Callable[[], bool] = lambda: False) -> None:
        """`opened`: whether a router of ours has a port open, so that nobody need knock."""
        self._dht = dht
        self._secret = secret
        self._writer = writer
        self._opened = opened

    async def leave(self, compose: Compose) -> Letter:
        """Leave a letter. Raises WayFailed: NO_NODES, NOT_STORED."""
        key = signing_key(self._secret, self._writer)
        found = await self._dht.get(key.public_key().public_bytes_raw())
        letter = self._written(compose)
        sequence = found.item.sequence + 1 if found.item is not None else 1
        await self._dht.put(found, sign_item(key, seal(letter, self._secret, self._writer), sequence))
        return letter

    def is_true(self, letter: Letter, compose: Compose) -> bool:
        """Whether a letter of ours still tells where we are: what we see of ourselves shows bit by bit."""
        now = self._written(compose)
        return (now.places, now.symmetric) == (letter.places, letter.symmetric)

    def _written(self, compose: Compose) -> Letter:
        symmetric = self._dht.nat() is Nat.SYMMETRIC and not self._opened()
        return new_letter(compose(self._dht.outside()), symmetric=symmetric)

    async def find(self) -> Letter | None:
        """The other's newest letter; None if there is none to be read. Raises WayFailed: NO_NODES."""
        other = self._writer.other
        found = await self._dht.get(signing_key(self._secret, other).public_key().public_bytes_raw())
        return None if found.item is None else unseal(found.item.value, self._secret, other)


class LetterKeeper:
    """The host's side: a letter of ours always lies there; `knock` is told of each new one of the joiner's.

    `knock` must not take long: it starts what answers the letter.
    """

    def __init__(
        self, box: LetterBox, compose: Compose, knock: Callable[[Letter], None], *, observe: Observe = ignore
    ) -> None:
        self._box = box
        self._compose = compose
        self._knock = knock
        self._observe = observe
        self._news = trio.Event()
        self._often_until = 0.0
        self._awaited = trio.Event()
        self._awaited.set()
        self.settled = trio.Event()
        """Set when the first letter lies there, or does not."""

    def changed(self) -> None:
        """Our places have changed: leave a letter and look often again."""
        self._often_until = trio.current_time() + _PATIENT
        self._news.set()

    def joiner_there(self, there: bool) -> None:
        """Look for letters only while the joiner is not there. When it has gone, any address may have changed."""
        if there:
            self._awaited = trio.Event()
        else:
            self._awaited.set()
            self.changed()

    async def run(self) -> None:
        """Until cancelled. Raises nothing."""
        self._observe(WayReport(Way.LETTER_BOX, State.TRYING))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._leave)
            nursery.start_soon(self._look)

    async def _leave(self) -> None:
        failures = 0
        while True:
            self._news = trio.Event()
            rest = AGAIN
            letter: Letter | None = None
            try:
                letter = await self._box.leave(self._compose)
            except WayFailed as error:
                self._observe(error.report(Way.LETTER_BOX))
                rest = _BACK_OFF[min(failures, len(_BACK_OFF) - 1)]
                failures += 1
            else:
                failures = 0
                told = facts(places=len(letter.places), symmetric=int(letter.symmetric))
                self._observe(WayReport(Way.LETTER_BOX, State.READY, None, told))
            self.settled.set()
            with trio.move_on_after(rest):
                await self._until_news(letter)

    async def _until_news(self, letter: Letter | None) -> None:
        """Our places have changed, or we know more of them than when `letter` was left."""
        while not self._news.is_set():
            with trio.move_on_after(_BREATHS):
                await self._news.wait()
            if letter is not None and not self._box.is_true(letter, self._compose):
                return

    async def _look(self) -> None:
        self._often_until = trio.current_time() + _PATIENT
        wait, latest = _LOOK, b""
        while True:
            await self._awaited.wait()
            try:
                letter = await self._box.find()
            except WayFailed:
                letter = None  # leaving letters says so
            if letter is not None and letter.number != latest:
                latest = letter.number
                self._knock(letter)
            wait = _LOOK if trio.current_time() < self._often_until else min(wait * 2, _LOOK_AT_MOST)
            await trio.sleep(wait)


def letter_attempt(
    dht: Dht,
    secret: bytes,
    compose: Compose,
    finish: Finish[T],
    discard: Callable[[T], Awaitable[None]],
    *,
    port: int,
    own: Sequence[OwnAddress] = (),
    already: Sequence[Place] = (),
    symmetric: Symmetric | None = None,
    own_port: OwnPort | None = None,
    open_stream: OpenStream = open_tcp,
    connect: ConnectFrom = connect_from,
    after: float = 1.0,
    patience: float = 20.0,
    observe: Observe = ignore,
) -> Attempt[T]:
    """The joiner's side: leave a letter, find the host's, dial what it tells and knock there from the local `port`.

    `dht.run` must be running. `already`: places that are being tried anyway. `symmetric` is told what the host's
    letter says of its router. `own_port`: what our router may open, and a new letter tells.
    """
    routers = symmetric or Symmetric()

    def opened() -> Place | None:
        return None if own_port is None else own_port.place

    box = LetterBox(dht, secret, Writer.JOINER, opened=lambda: opened() is not None)

    async def leave() -> None:
        while True:
            told, since = opened(), trio.current_time()
            try:
                letter = await box.leave(compose)
            except WayFailed as error:
                observe(error.report(Way.LETTER_BOX))
                await trio.sleep(_LOOK)
            else:
                observe(WayReport(Way.LETTER_BOX, State.TRYING, None, facts(places=len(letter.places))))
                # Once more when it seems that the host has not found us: it knocks anew at each letter.
                with trio.move_on_after(_LEAVE_AGAIN):
                    while opened() in (None, told):
                        await trio.sleep(_BREATH)
                        if trio.current_time() > since + _BREATHS and not box.is_true(letter, compose):
                            break

    newer: list[Letter] = []

    async def until_another(letter: Letter, scope: trio.CancelScope) -> None:
        """End `scope` when the host is elsewhere by now."""
        while True:
            await trio.sleep(_LOOK)
            with contextlib.suppress(WayFailed):
                found = await box.find()
                if found is not None and (found.places, found.symmetric) != (letter.places, letter.symmetric):
                    newer.append(found)
                    scope.cancel()
                    return

    async def follow(letter: Letter) -> T:
        places = [place for place in letter.places if place not in already]
        attempts = (
            *direct_attempts(places, finish, own=own, open_stream=open_stream),
            *punch_attempts(port, places, finish, patience=_KNOCK, symmetric=routers, connect=connect),
        )
        return (await race(attempts, discard=discard, observe=observe)).result

    async def look() -> T:
        failure = WayFailed(Reason.NO_LETTER)
        while True:
            try:
                letter = newer.pop() if newer else await box.find()
                if letter is not None:
                    routers.note(there=letter.symmetric, place=knockable(letter.places))
                    with trio.CancelScope() as scope:
                        async with beside(partial(until_another, letter, scope)):
                            return await follow(letter)
                    continue
            except NoWay:
                failure = WayFailed(Reason.NO_WAY)
            except WayFailed as error:
                failure = error
            if routers.hopeless:
                failure = routers.failure()
                if own_port is None or not own_port.hopeful:
                    raise failure
            if trio.current_time() + _LOOK >= trio.current_effective_deadline():
                raise failure
            await trio.sleep(_LOOK)

    async def reach() -> T:
        async with beside(leave):
            return await look()

    return Attempt(Way.LETTER_BOX, reach, patience=patience, after=after)
