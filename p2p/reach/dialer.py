"""The way to the host: every way at once (`p2p.reach.joining`), then the proof; with back-off."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import ConnectionLost, LinkError, Problem, RefusedError, RemoteError
from p2p.notifications import DialFailed, Observe, nobody_observes
from p2p.reach import ways
from p2p.reach.beside import beside
from p2p.reach.invitation import Invitation
from p2p.reach.joining import PATIENCE, Joining
from p2p.reach.plan import Plan, Tools
from p2p.reach.race import NoWay
from p2p.reach.ways import NoWayToHost, Reason, WayFailed, WayReport
from p2p.wire.channel import Channel
from p2p.wire.handshake import GameDescription, prove_to_host, prove_to_watch
from p2p.wire.tls import connect_pinned

BACK_OFF: Final = (0.5, 1.0, 2.0, 4.0, 5.0)
"""Seconds before each new attempt; the last goes on for ever."""

FIRST_CONTACT: Final = 45.0
"""Seconds to try for, where nobody waits at a screen: longer than a host takes to let go of silent strangers."""

ANSWER_AFTER: Final = 8.0
"""Seconds after which a player is asked to carry an answer code: what leads there by itself has done so by then."""

ANSWER_PATIENCE: Final = 120.0
"""Seconds to try for once a player was asked that."""

ShowAnswer: TypeAlias = Callable[[str], None]


def pinned(fingerprint: bytes) -> Callable[[trio.abc.Stream], Awaitable[trio.abc.Stream]]:
    """What finishes an attempt: TLS with the host that the invite names, and nobody else."""

    async def finish(stream: trio.abc.Stream) -> trio.abc.Stream:
        try:
            return await connect_pinned(stream, fingerprint)
        except RefusedError as error:
            found, expected = (str(error.facts[name]) for name in ("found", "expected"))
            raise WayFailed(Reason.OTHER_CERTIFICATE, found=found, expected=expected) from error
        except ConnectionLost as error:
            nothing = error.problem is Problem.CLOSED_BEFORE_TLS
            raise WayFailed(Reason.BROKEN if nothing else Reason.NONSENSE) from error

    return finish


def _nothing() -> None:
    """Nothing to be written down."""


def _nobody(code: str) -> None:
    """Nobody shows it."""


class Dialer:
    """Connects again and again, waiting longer each time no way leads there."""

    def __init__(
        self,
        invitation: Invitation,
        key: Ed25519PrivateKey | None,
        *,
        plan: Plan | None = None,
        tools: Tools | None = None,
        observe: Observe = nobody_observes,
        watch: ways.Observe = ways.ignore,
        show_answer: ShowAnswer = _nobody,
        before_proof: Callable[[], None] = _nothing,
        admitted: bool = False,
        game: GameDescription | None = None,
        give_up_after: float | None = None,
        patience: float = 10.0,
    ) -> None:
        """`key` is what the joiner proves itself with; None: with an invite to watch, who needs no key.

        `watch` is told how each way fares, `show_answer` the answer code.

        `before_proof` is called each time before the key is shown to the host: it may be bound from then on.
        `admitted`: whether the host has let this key in before; `game`: what it said then that it plays.
        `give_up_after`: how many seconds to try for before the host has been reached for the first time, once every way
        has been tried; None: for ever, as afterwards. `patience`, in seconds, is for the proof.
        """
        self.admitted = admitted
        self.game = game
        """What the host plays, once it has been reached."""
        self._invitation = invitation
        self._key = key
        self._observe = observe
        self._before_proof = before_proof
        self._give_up_after = None if admitted else give_up_after
        self._patience = patience
        self._joining = Joining(
            invitation,
            pinned(invitation.fingerprint),
            trio.aclose_forcefully,
            plan=plan,
            tools=tools,
            observe=watch,
            show_answer=self._know_answer,
        )
        self._show_answer = show_answer
        self._answer = ""
        self._answer_shown = False
        self._new_answer = trio.Event()

    @property
    def joining(self) -> Joining[trio.abc.Stream]:
        """The ways."""
        return self._joining

    async def next_connection(self) -> Channel:
        """A new proven connection.

        Raises RefusedError or RemoteError at once, since trying again changes nothing, and ConnectionLost when the
        time is used up. Another certificate is no reason to give up once the host has let us in: it is somebody else
        who answers for now, in another network perhaps.
        """
        begun = trio.current_time()
        attempt = 0
        while True:
            try:
                channel, game = await self.connect_once()
            except (ConnectionLost, RefusedError) as error:
                if isinstance(error, RefusedError) and not (
                    self.admitted and error.problem is Problem.OTHER_CERTIFICATE
                ):
                    raise
                wait = BACK_OFF[min(attempt, len(BACK_OFF) - 1)]
                attempt += 1
                if not self.admitted and self._is_enough(error, trio.current_time() - begun + wait):
                    raise
                self._observe(DialFailed(error, wait, self.admitted))
                await trio.sleep(wait)
                continue
            self.admitted = True
            if self.game is not None and game != self.game:
                await channel.close()
                raise RemoteError(Problem.OTHER_GAME, found=game.name, expected=self.game.name)
            self.game = game
            return channel

    def _is_enough(self, error: LinkError, seconds: float) -> bool:
        """Whether a host that was never reached is given up after `seconds`."""
        if self._give_up_after is None:
            return False
        if isinstance(error, NoWayToHost) and any(map(_in_vain, error.reports)):
            return not self._joining.open  # as long as nobody changes anything, this will not change
        return seconds > max(self._give_up_after, ANSWER_PATIENCE if self._answer_shown else 0.0)

    async def connect_once(self) -> tuple[Channel, GameDescription]:
        """A proven connection to the host, by the first way that leads there, and the game that it names.

        Raises NoWayToHost if none does, RefusedError if the host refuses or others answer everywhere, RemoteError if it
        talks nonsense.
        """
        try:
            # Nobody asks the host to paste one for somebody who watches.
            async with beside(*([] if self._key is None else [self._show_answers])):
                winner = await self._joining.connect(PATIENCE)
        except NoWay as error:
            raise _failure(error.reports) from error
        except WayFailed as error:
            raise NoWayToHost(()) from error
        channel = Channel(winner.result)
        try:
            self._before_proof()
            game = await self._prove(channel)
        except BaseException:
            await channel.close()
            raise
        return channel, game

    async def _prove(self, channel: Channel) -> GameDescription:
        secret, certificate = self._invitation.secret, self._invitation.fingerprint
        if self._key is None:
            return await prove_to_watch(channel, secret=secret, certificate=certificate, patience=self._patience)
        return await prove_to_host(
            channel, secret=secret, certificate=certificate, key=self._key, patience=self._patience
        )

    def _know_answer(self, code: str) -> None:
        self._answer = code
        self._new_answer.set()

    async def _show_answers(self) -> None:
        await trio.sleep(ANSWER_AFTER)
        while True:
            self._new_answer = trio.Event()
            if self._answer:
                self._answer_shown = True
                self._show_answer(self._answer)
            await self._new_answer.wait()


def _in_vain(report: WayReport) -> bool:
    """Whether nobody can ever knock, because both routers take a new port for each connection."""
    return report.reason is Reason.SYMMETRIC and bool(report.fact("here") and report.fact("there"))


def _failure(reports: Sequence[WayReport]) -> LinkError:
    """Nobody but other machines answered: that is another thing than nobody."""
    if reports and all(report.reason is Reason.OTHER_CERTIFICATE for report in reports):
        return RefusedError(Problem.OTHER_CERTIFICATE, **dict(reports[-1].facts))
    return NoWayToHost(reports)
