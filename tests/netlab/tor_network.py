"""A Tor network of one's own: authorities and relays on the lab's server, a client in each home."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from tests.netlab.homes import SERVER, Homes, run


def address(number: int) -> str:
    """Each relay's own: Tor refuses circuits between relays that it takes for one."""
    return f"{SERVER.rpartition('.')[0]}.{10 + number}"


AUTHORITIES: Final = 3
RELAYS: Final = 3
SOCKS, CONTROL = 9050, 9051

COMMON = """TestingTorNetwork 1
AssumeReachable 1
PathsNeededToBuildCircuits 0.25
ShutdownWaitLength 0
ProtocolWarnings 1
SafeLogging 0
DisableDebuggerAttachment 0
"""
AUTHORITY = """AuthoritativeDirectory 1
V3AuthoritativeDirectory 1
ContactInfo nobody@example.invalid
TestingV3AuthInitialVotingInterval 5
TestingV3AuthInitialVoteDelay 2
TestingV3AuthInitialDistDelay 2
V3AuthVotingInterval 10
V3AuthVoteDelay 2
V3AuthDistDelay 2
TestingDirAuthVoteGuard *
TestingDirAuthVoteHSDir *
TestingMinExitFlagThreshold 0
MinUptimeHidServDirectoryV2 0
"""


@dataclass
class TorNetwork:
    """Started with `start`; its processes end with the homes."""

    homes: Homes
    lines: list[str] = field(default_factory=list)

    def start(self) -> None:
        """Everything, in the background. A client is ready after some 20 seconds."""
        for number in range(AUTHORITIES + RELAYS):
            self.homes.run("srv", "ip", "addr", "add", f"{address(number)}/24", "dev", "wan")
        for number in range(AUTHORITIES):
            self.lines.append(self._prepare_authority(number))
        for number in range(AUTHORITIES + RELAYS):
            kind = AUTHORITY if number < AUTHORITIES else ""
            self._run("srv", f"node{number}", f"{self._relay(number)}{kind}SocksPort 0\n")
        for home in ("ha", "hb"):
            self._run(home, home, f"SocksPort {SOCKS}\nControlPort {CONTROL}\nCookieAuthentication 1\n")

    def wait(self, seconds: float = 120) -> None:
        """Return when both homes' clients have connected themselves. Raises TimeoutError."""
        deadline = time.monotonic() + seconds
        for home in ("ha", "hb"):
            log = self._folder(home) / "log"
            while not (log.exists() and "Bootstrapped 100%" in log.read_text(errors="replace")):
                if time.monotonic() > deadline:
                    raise TimeoutError(f"Tor in {home} is not ready:\n{log.read_text(errors='replace')[-2000:]}")
                time.sleep(0.2)

    def _folder(self, name: str) -> Path:
        folder = self.homes.folder / f"tor-{name}"
        folder.mkdir(mode=0o700, exist_ok=True)
        return folder

    @staticmethod
    def _relay(number: int) -> str:
        own = address(number)
        name = f"Nickname node{number}\nAddress {own}\nOutboundBindAddress {own}\nORPort {own}:5000\n"
        return f"{name}DirPort {own}:7000\n" if number < AUTHORITIES else name

    def _prepare_authority(self, number: int) -> str:
        """Make an authority's keys; its line for everybody's settings."""
        folder = self._folder(f"node{number}")
        keys = folder / "keys"
        keys.mkdir(mode=0o700)
        where = ["-a", f"{address(number)}:7000", "-i", str(keys / "authority_identity_key")]
        where += ["-s", str(keys / "authority_signing_key"), "-c", str(keys / "authority_certificate")]
        run("tor-gencert", "--create-identity-key", "-m", "12", "--passphrase-fd", "0", *where, stdin="lab\n")
        certificate = (keys / "authority_certificate").read_text()
        identity = re.search(r"^fingerprint ([0-9A-F]{40})", certificate, flags=re.MULTILINE)
        listed = run(
            *("tor", "--list-fingerprint", "--quiet", "--DataDirectory", str(folder), "--ORPort", "1"),
            *("--DirAuthority", f"x orport=1 v3ident={'0' * 40} 127.0.0.1:1 {'0' * 40}", "-f", "/dev/null"),
            *("--ignore-missing-torrc", "--TestingTorNetwork", "1", "--Nickname", f"node{number}"),
        )
        fingerprint = "".join(listed.split()[1:])
        assert identity is not None
        place = f"orport=5000 no-v2 v3ident={identity[1]} {address(number)}:7000"
        return f"DirAuthority node{number} {place} {fingerprint}\n"

    def _run(self, namespace: str, name: str, settings: str) -> None:
        folder = self._folder(name)
        torrc = folder / "torrc"
        log = f"DataDirectory {folder}\nLog notice file {folder / 'log'}\n"
        torrc.write_text(COMMON + log + "".join(self.lines) + settings)
        program = shutil.which("tor") or "tor"
        process = self.homes.start(namespace, program, "-f", str(torrc), "--quiet", stderr=None)
        assert isinstance(process, subprocess.Popen)
