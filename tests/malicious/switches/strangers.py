"""Attempts of somebody who is not the opponent: at the host's door, and in the middle.

Threats 24 to 27, 29, 41 and 43.
"""

from __future__ import annotations

import secrets
import ssl
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

import trio
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from benchmarks.two_programs import Program
from p2p.errors import LinkError
from p2p.reach.addresses import Place
from p2p.reach.invitation import Invitation, make_invitation, parse_invitation
from p2p.wire.certificate import make_certificate
from p2p.wire.channel import Channel
from p2p.wire.handshake import NONCE_SIZE, prove_to_host
from p2p.wire.messages import WIRE_VERSION, FaultMessage, HelloMessage
from p2p.wire.tls import accept_tls, connect_pinned, host_context
from protocol.roles import Role
from tests.malicious.arena import Arena, left_behind
from tests.malicious.outcome import Honest, Outcome, judge
from tests.malicious.switch import PREVENTED, Expected, Switch, When, at_once


async def knock(invitation: Invitation) -> trio.SocketStream:
    place = invitation.places[0]
    return await trio.open_tcp_stream(place.host, place.port)


async def inside(invitation: Invitation) -> Channel:
    return Channel(await connect_pinned(await knock(invitation), invitation.fingerprint))


class _Stranger(Switch):
    """Attacks a host before its opponent comes. The game is then played between two honest programs."""

    attacks_after_the_joiner = False

    def run(self, arena: Arena) -> Outcome:
        honest, token = arena.host()
        joiner: Program | None = None
        try:
            if self.attacks_after_the_joiner:
                joiner = arena.join(token, "joiner")
                honest.line("is connected")
            peer = arena.peer(self, "attack", token)
            try:
                if not self.attacks_after_the_joiner:
                    self.wait(peer)
                    joiner = arena.join(token, "joiner")
                    honest.line("is connected")
                report = arena.report(peer)
            finally:
                peer.kill()
            left = left_behind(honest, Role.HOST)
        finally:
            honest.kill()
            if joiner is not None:
                joiner.kill()
        return judge(self, left, report.heard, done=report.done, notes=report.notes, ended=report.ended)

    def wait(self, peer: Program) -> None:
        """Until the attack is on."""
        peer.line("^attacking$")

    async def attack(self, token: str) -> None:
        invitation = parse_invitation(token)
        print("attacking", flush=True)
        try:
            await self.try_host(invitation)
        except LinkError as error:
            self.notes["refused"] = str(error)
        self.done = True

    async def try_host(self, invitation: Invitation) -> None:
        raise NotImplementedError


class UseAnInviteTwice(_Stranger):
    """comes with an invite that somebody has used"""

    name, threat, expected = "use-an-invite-twice", 26, at_once("invite-used")
    attacks_after_the_joiner = True

    async def try_host(self, invitation: Invitation) -> None:
        channel = await inside(invitation)
        await prove_to_host(
            channel,
            secret=invitation.secret,
            certificate=invitation.fingerprint,
            key=Ed25519PrivateKey.generate(),
            patience=10,
        )
        self.notes["gained"] = True


class GuessASecret(_Stranger):
    """guesses the secret of an invite, thirty times"""

    name, threat, expected = "guess-a-secret", 26, at_once("other-invite")

    async def try_host(self, invitation: Invitation) -> None:
        for _ in range(30):
            with suppress(LinkError):
                channel = await inside(invitation)
                try:
                    await self._guess(channel, invitation)
                finally:
                    await channel.close()

    async def _guess(self, channel: Channel, invitation: Invitation) -> None:
        try:
            await prove_to_host(
                channel,
                secret=secrets.token_bytes(len(invitation.secret)),
                certificate=invitation.fingerprint,
                key=Ed25519PrivateKey.generate(),
                patience=10,
            )
            self.notes["gained"] = True
        except LinkError as error:
            self.notes["refused"] = str(error)
            raise


class SpeakAnOlderWire(_Stranger):
    """speaks an older version of the wire protocol"""

    name, threat, expected = "speak-an-older-wire", 24, at_once("other-version")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await inside(invitation)
        await channel.send(HelloMessage(WIRE_VERSION - 1, bytes(NONCE_SIZE)), patience=5)
        while True:
            message = await channel.receive(patience=5)
            if isinstance(message, FaultMessage):
                self.notes["refused"] = message.sentence
                return


class SpeakOlderTls(_Stranger):
    """offers TLS 1.2 at most"""

    name, threat, expected = "speak-tls-1.2", 24, at_once("tls")

    async def try_host(self, invitation: Invitation) -> None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        stream = trio.SSLStream(await knock(invitation), context, https_compatible=True)
        try:
            await stream.do_handshake()
            self.notes["gained"] = True
        except trio.BrokenResourceError:
            self.notes["refused"] = "[tls]"


class HugeFrameBeforeTheProof(_Stranger):
    """announces a hundred megabytes before it has proven anything"""

    name, threat, expected = "huge-frame-of-a-stranger", 27, at_once("frame-too-large")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await inside(invitation)
        await channel._stream.send_all((10**8).to_bytes(4, "big") + b"\x80" * 5000)
        while True:
            message = await channel.receive(patience=5)
            if isinstance(message, FaultMessage):
                self.notes["refused"] = message.sentence
                return


class TrickleBytes(_Stranger):
    """sends a byte now and then, to keep a connection for itself"""

    name, threat, expected = "trickle-bytes", 29, Expected(When.AT_ONCE, "cut")

    async def try_host(self, invitation: Invitation) -> None:
        channel = await inside(invitation)
        with trio.move_on_after(20):
            for byte in (1000).to_bytes(4, "big") + bytes(1000):
                await trio.sleep(0.4)
                try:
                    await channel._stream.send_all(bytes([byte]))
                    with trio.move_on_after(0.01):
                        if not await channel._stream.receive_some():
                            break
                except (trio.BrokenResourceError, trio.ClosedResourceError):
                    break
            else:
                return
            self.notes["refused"] = "[cut]"


class KeepSilent(_Stranger):
    """opens forty connections and says nothing, to keep the true opponent out"""

    name, threat, expected = "forty-silent-connections", 41, PREVENTED

    def wait(self, peer: Program) -> None:
        peer.line("^silent$")

    async def try_host(self, invitation: Invitation) -> None:
        streams = [await knock(invitation) for _ in range(40)]
        print("silent", flush=True)
        await trio.sleep(3)
        self.notes["connections"] = len(streams)


# -- in the middle


class _Middle(Switch):
    """Stands between two honest programs: the joiner is led to it, and it leads on to the host."""

    expected = PREVENTED

    def run(self, arena: Arena) -> Outcome:
        honest, token = arena.host("honest", "--absence", "30")
        peer = arena.peer(self, "attack", token)
        joiner: Program | None = None
        try:
            led = peer.line(r"^invite: (\w+)$")
            joiner = arena.join(led, "joiner", "--absence", "30")
            left = self.left(honest, joiner)
            peer.process.terminate()
            report = arena.report(peer)
        finally:
            peer.kill()
            honest.kill()
            if joiner is not None:
                joiner.kill()
        seen = (peer.home / "passed").read_bytes() if (peer.home / "passed").exists() else b""
        notes = {"gained": parse_invitation(token).secret in seen or b"Honest" in seen}
        done = self.made(left, seen)
        return judge(self, left, seen + report.heard, done=done, notes=notes, ended=report.ended)

    def left(self, honest: Program, joiner: Program) -> Honest:
        """What is judged: that of the honest program to which it is done."""
        return left_behind(honest, Role.HOST)

    def made(self, left: Honest, seen: bytes) -> bool:
        """Whether the attempt was really made: so much passed, or the connection broke for the host."""
        return "Trying to reach the opponent again" in left.output

    async def attack(self, token: str) -> None:
        invitation = parse_invitation(token)
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        port = listener.socket.getsockname()[1]
        led = make_invitation([Place("127.0.0.1", port)], invitation.fingerprint, invitation.secret)
        print(f"invite: {led.token()}", flush=True)
        self.connections = 0

        async def lead(near: trio.SocketStream) -> None:
            self.connections += 1
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError, OSError):
                await self.lead(near, invitation, self.connections)
            await trio.aclose_forcefully(near)

        await trio.serve_listeners(lead, [listener])

    async def lead(self, near: trio.SocketStream, invitation: Invitation, number: int) -> None:
        far = await knock(invitation)
        async with trio.open_nursery() as nursery:

            async def pipe(source: trio.SocketStream, target: trio.SocketStream) -> None:
                passed = 0
                with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                    while data := await source.receive_some():
                        keep_passed(data)
                        passed += len(data)
                        changed = await self.passing(bytes(data), passed, number)
                        if changed is None:
                            break
                        await target.send_all(changed)
                nursery.cancel_scope.cancel()

            nursery.start_soon(pipe, near, far)
            nursery.start_soon(pipe, far, near)
        await trio.aclose_forcefully(far)

    async def passing(self, data: bytes, passed: int, number: int) -> bytes | None:
        """What goes on in the place of `data`, of which `passed` bytes have come; None cuts the connection."""
        return data


def keep_passed(data: bytes | bytearray) -> None:
    home = Path(sys.argv[sys.argv.index("--home") + 1])
    with (home / "passed").open("ab") as file:
        file.write(data)


class RecordWhatPasses(_Middle):
    """is the relay between the two, and records and delays all that passes"""

    name, threat = "relay-that-records", 43

    def made(self, left: Honest, seen: bytes) -> bool:
        return len(seen) > 50_000

    async def passing(self, data: bytes, passed: int, number: int) -> bytes | None:
        await trio.sleep(0.002)
        return data


class CutWhatPasses(_Middle):
    """is the relay between the two, and cuts the connection again and again"""

    name, threat = "relay-that-cuts", 43

    async def passing(self, data: bytes, passed: int, number: int) -> bytes | None:
        return None if number < 4 and passed > 9000 * number else data


class ChangeWhatPasses(_Middle):
    """is the relay between the two, and changes, doubles and exchanges what passes"""

    name, threat = "relay-that-changes", 43

    async def passing(self, data: bytes, passed: int, number: int) -> bytes | None:
        if number < 4 and passed > 9000:
            return (data[:-1] + bytes([data[-1] ^ 1]), data * 2, data[::-1])[number - 1]
        return data


class SitInTheMiddle(_Middle):
    """answers in the host's place, with a certificate of its own, to read and change everything"""

    name, threat, expected = "sit-in-the-middle", 25, at_once("other-certificate")

    def left(self, honest: Program, joiner: Program) -> Honest:
        return left_behind(joiner, Role.JOINER)

    def made(self, left: Honest, seen: bytes) -> bool:
        return bool(left.complaint)

    async def lead(self, near: trio.SocketStream, invitation: Invitation, number: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pem = Path(folder) / "identity.pem"
            pem.write_bytes(make_certificate().pem)
            with suppress(LinkError):
                channel = Channel(await accept_tls(near, host_context(pem)))
                message = await channel.receive(patience=5)
                keep_passed(repr(message).encode())
                self.notes["gained"] = True
