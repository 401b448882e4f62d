"""The host's side of one invite: its letters, its meeting point at the relay, and the knocks that letters lead to.

The invite to play has one, and the invite to watch another, of a secret of its own. The door, the router's port and the
onion are for both.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol

import trio

from p2p.reach.addresses import Place, is_global
from p2p.reach.answer_code import Answer
from p2p.reach.dht.client import Dht
from p2p.reach.dht.letter_box import LetterBox, LetterKeeper
from p2p.reach.dht.letters import Letter, Writer
from p2p.reach.knocking import Knocks, Take, Told
from p2p.reach.plan import Tools
from p2p.reach.relay.client import RelayKeeper
from p2p.reach.ways import Observe

PUNCH_PATIENCE: Final = 120.0
"""Seconds of knocking after an answer code was pasted."""
LETTER_PATIENCE: Final = 30.0


class Home(Protocol):
    """What all guests of one host have in common."""

    @property
    def port(self) -> int:
        """Where this machine listens."""

    @property
    def opened(self) -> bool:
        """Whether our router has a port open."""

    @property
    def symmetric(self) -> bool:
        """Whether our router takes a new port for each connection, as far as is known."""

    def places(self, outside: str | None = None, knocking: int = 0) -> Sequence[Place]:
        """Where this host may be found."""


class Guests:
    """Those whom the invite of `secret` leads here."""

    def __init__(
        self,
        home: Home,
        secret: bytes,
        nursery: trio.Nursery,
        tools: Tools,
        take: Take,
        arrive: Callable[[trio.SocketStream], Awaitable[None]],
        observe: Observe,
    ) -> None:
        """`take` is given whoever comes by relay or knocking, `arrive` whoever dials the port that knocks come from."""
        self._home = home
        self._secret = secret
        self._nursery = nursery
        self._tools = tools
        self._take = take
        self._observe = observe
        self._there = False
        self._letters: LetterKeeper | None = None
        self.relay: RelayKeeper | None = None
        self.knocks = Knocks(nursery, tools, take, arrive, observe)

    def wait_at_relay(self, relay: Place, port: int) -> trio.Event:
        """Wait there from now on, dialling from the local `port`; when that is settled for the first time."""
        tools = self._tools
        self.relay = RelayKeeper(
            relay,
            self._secret,
            tools.open_from(port),
            self._take,
            port=port,
            observe=self._observe,
            connect=tools.connect_from,
        )
        self._nursery.start_soon(self.relay.run)
        return self.relay.settled

    def leave_letters(self, dht: Dht, nursery: trio.Nursery) -> trio.Event:
        """Leave letters and look for them from now on, until `nursery` is cancelled; when the first lies there."""
        if not self._there:
            self.knocks.renew()
        box = LetterBox(dht, self._secret, Writer.HOST, opened=lambda: self._home.opened)
        self._letters = LetterKeeper(box, self._compose, self._answer_letter, observe=self._observe)
        self._letters.joiner_there(self._there)
        nursery.start_soon(self._letters.run)
        return self._letters.settled

    def there(self, there: bool) -> None:
        """The one guest has come, or has gone. When it has gone any address may have changed."""
        self._there = there
        if there:
            self.knocks.connected()
        else:
            self._begin_anew()
        if self._letters is not None:
            self._letters.joiner_there(there)
        if not there and self.relay is not None:
            self.relay.again()

    def moved(self) -> None:
        """This machine is in another network."""
        if self.relay is not None:
            self.relay.again()

    def places_changed(self) -> None:
        """The home's places are others now."""
        if self._letters is not None:
            self._letters.changed()

    def knock(self, answer: Answer) -> None:
        """Knock at the one whose answer code was pasted, which knows only the port where we listen."""
        port = self._home.port
        self.knocks.knock(
            Told.BY_CODE,
            answer.places,
            PUNCH_PATIENCE,
            port=port,
            port6=port,
            here=self._home.symmetric,
            there=answer.symmetric,
            in_vain=lambda: None,
        )

    def _compose(self, outside: str | None) -> Sequence[Place]:
        return self._home.places(outside, self.knocks.port)

    def _answer_letter(self, letter: Letter) -> None:
        self.knocks.knock(
            Told.BY_LETTER,
            [place for place in letter.places if is_global(place.host)],
            LETTER_PATIENCE,
            port=self.knocks.port or self._home.port,
            port6=self._home.port,
            here=self._home.symmetric,
            there=letter.symmetric,
            in_vain=self._begin_anew,
        )

    def _begin_anew(self) -> None:
        """Knock from another port, and tell it."""
        self.knocks.renew()
        self.places_changed()
