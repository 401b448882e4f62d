"""Attempts of those who watch (threat 47)."""

from __future__ import annotations

from typing import ClassVar

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2p.errors import Problem
from p2p.reach.invitation import Invitation, parse_invitation, parse_watch_invitation
from p2p.reach.tokens import TokenError
from p2p.wire.channel import Channel, fault_error
from p2p.wire.handshake import prove_to_host, prove_to_watch
from p2p.wire.messages import EntryMessage, FaultMessage, PingMessage
from protocol.roles import Role
from tests.malicious.arena import Arena, left_behind
from tests.malicious.outcome import Outcome, judge
from tests.malicious.switch import PREVENTED, Expected, at_once
from tests.malicious.switches.strangers import _Stranger, inside


class _Watcher(_Stranger):
    """Comes with an invite to watch; meanwhile two honest programs play."""

    watch: ClassVar[bool] = True

    def run(self, arena: Arena) -> Outcome:
        honest, token = arena.host("honest", "--watch")
        invite = honest.line(r"^watch invite: (\w+)$")
        peer = arena.peer(self, "attack", invite if self.watch else token)
        joiner = None
        try:
            self.wait(peer)
            joiner = arena.join(token, "joiner")
            report = arena.report(peer)
            left = left_behind(honest, Role.HOST)
        finally:
            for program in (peer, honest, joiner):
                if program is not None:
                    program.kill()
        return judge(self, left, report.heard, done=report.done, notes=report.notes, ended=report.ended)

    async def attack(self, token: str) -> None:
        print("attacking", flush=True)
        try:
            invitation = parse_watch_invitation(token) if self.watch else parse_invitation(token)
        except TokenError as error:
            self.notes["refused"] = str(error)
        else:
            await self.try_safely(invitation)
        self.done = True

    async def try_safely(self, invitation: Invitation) -> None:
        from p2p.errors import LinkError

        try:
            await self.try_host(invitation)
        except LinkError as error:
            self.notes["refused"] = str(error)

    async def watching(self, invitation: Invitation) -> Channel:
        channel = await inside(invitation)
        await prove_to_watch(channel, secret=invitation.secret, certificate=invitation.fingerprint, patience=10)
        return channel

    async def until_refused(self, channel: Channel) -> None:
        """Read on until the host says why it puts us out."""
        while True:
            message = await channel.receive(patience=20)
            if isinstance(message, FaultMessage):
                raise fault_error(message, refused=Problem.REFUSED, opponent="The host")


class WatchAndWrite(_Watcher):
    """watches, and sends an entry as if it played"""

    name, threat, expected = "watch-and-write", 47, at_once("refused|out-of-place")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await self.watching(invitation)
        await channel.send(EntryMessage(bytes(300)), patience=10)
        await self.until_refused(channel)


class WatchAndFlood(_Watcher):
    """watches, and sends signs of life without end"""

    name, threat, expected = "watch-and-flood", 47, at_once("refused|flood")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await self.watching(invitation)
        for number in range(100):
            await channel.send(PingMessage(number), patience=10)
        await self.until_refused(channel)


class WatchAndStall(_Watcher):
    """watches, and takes nothing of what it is sent"""

    name, threat, expected = "watch-and-stall", 47, PREVENTED

    async def try_host(self, invitation: Invitation) -> None:
        await self.watching(invitation)
        await trio.sleep(3)


class PlayWithAWatchersInvite(_Watcher):
    """comes to play with the invite to watch"""

    name, threat, expected = "play-with-a-watchers-invite", 47, Expected(at_once("").when, "other-invite")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await inside(invitation)
        key = Ed25519PrivateKey.generate()
        secret, certificate = invitation.secret, invitation.fingerprint
        await prove_to_host(channel, secret=secret, certificate=certificate, key=key, patience=10)
        self.notes["gained"] = True


class WatchWithAPlayersInvite(_Watcher):
    """comes to watch with the invite to play"""

    name, threat, expected, watch = "watch-with-a-players-invite", 47, at_once("other-invite"), False

    async def try_host(self, invitation: Invitation) -> None:
        await self.watching(invitation)
        self.notes["gained"] = True
