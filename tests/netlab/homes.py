"""Two homes behind NAT routers and an internet between them, built of network namespaces (root; `ip`, `nft`).

    ha --lan-- ra --\\                    /-- rb --lan-- hb
    (hc)             net (the internet) --- (optional cg, a carrier's NAT, between net and rb)
                      |
                     srv  (somebody's server: a relay, a node of the DHT)

Optionally home A has a second machine, hc.

The addresses look public because `miniupnpd` opens no port on private or documentation ranges, but there is no way out
of the namespaces. Building takes 1.5 s. `why_not()` says what is missing on this machine, for a skip.
"""

from __future__ import annotations

import itertools
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Literal

ROOT: Final = Path(__file__).resolve().parent.parent.parent
WAN: Final = {"ra": "45.1.1", "rb": "45.2.2", "srv": "45.3.3", "cg": "45.4.4"}
"""The /24 of each link to the internet: .1 is the internet's end, .2 the other."""
WAN6: Final = {"ra": "2a0a:1", "rb": "2a0a:2", "srv": "2a0a:3", "cg": "2a0a:4"}
LAN: Final = {"ra": "192.168.1", "rb": "192.168.2"}
LAN6: Final = {"ra": "2a0a:10", "rb": "2a0a:20"}
MOVED: Final = {"ra": "45.5.5", "rb": "45.6.6"}
"""Where a home's router is after `Homes.move`, and which number its machine has then."""
MOVED_MACHINE: Final = 77
SERVER: Final = "45.3.3.2"
SERVER6: Final = "2a0a:3::2"

Nat = Literal["eim", "sym"]
"""`eim`: keeps the port, whoever is talked to; `sym`: a new port for each destination (symmetric)."""

Speech = Literal["pcp", "nat-pmp", "upnp"]
"""How a router may be asked to open a port."""

LONG: Final = os.environ.get("SEKIGAHARA_LAB") == "all"
"""Whether everything is to be tried, which takes half an hour, and not what is worth it at every change."""
NOT_LONG: Final = "takes long: set SEKIGAHARA_LAB=all"

_ASKED: Final[dict[Speech, str]] = {
    "pcp": "udp dport 5351 @th,64,8 2",
    "nat-pmp": "udp dport 5351 @th,64,8 0",
    "upnp": "udp dport 1900",
}
"""By what a router knows a question: PCP and NAT-PMP share a port, and differ in the first byte."""
_ETC: Final = Path("/etc/netns")
"""What `ip netns exec` lays over /etc."""
_numbers = itertools.count()


def run(*command: str, stdin: str | None = None, check: bool = True) -> str:
    """The output of a command. Raises RuntimeError with what it complained of."""
    done = subprocess.run(command, input=stdin, capture_output=True, text=True, check=False)
    if check and done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr.strip()}\n{stdin or ''}")
    return done.stdout


@cache
def why_not(*tools: str) -> str | None:
    """Why the homes cannot be built here, or None. `tools`: programs that are needed beside `ip` and `nft`."""
    if sys.platform != "linux" or os.geteuid() != 0:
        return "network namespaces need root on Linux"
    for tool in ("ip", "nft", *tools):
        if not shutil.which(tool):
            return f"needs the program {tool}"
    name = f"probe{os.getpid()}"
    try:
        run("ip", "netns", "add", name)
        try:
            rules = "table inet p {\n chain c {\n type nat hook postrouting priority 100;\n masquerade\n }\n}\n"
            run("ip", "netns", "exec", name, "nft", "-f", "-", stdin=rules)
        finally:
            run("ip", "netns", "del", name, check=False)
    except RuntimeError as error:
        return f"this kernel has no namespaces or no NAT: {error}"
    return None


@dataclass
class Homes:
    """The two homes; a context manager. What the options mean is in their own lines."""

    a: Nat = "eim"
    """How the router of home A translates."""
    b: Nat = "eim"
    closed: Literal["drop", "reject"] = "drop"
    """What a router does with a connection that nobody asked for: nothing, or RST."""
    carrier: Nat | None = None
    """A carrier's NAT above home B."""
    upnp: str = ""
    """On which homes' routers `miniupnpd` runs: "", "a", "b" or "ab"."""
    speaks: tuple[Speech, ...] = ("pcp", "nat-pmp", "upnp")
    """In which protocols they answer."""
    second: bool = False
    """Whether home A has a second machine."""
    six: str = "ab"
    """Which homes have IPv6."""
    open6: str = ""
    """Of which homes the router lets strangers in by IPv6."""
    delay: float = 0.0
    """Milliseconds each way across the internet."""
    prefix: str = field(default_factory=lambda: f"lab{os.getpid()}n{next(_numbers)}")
    processes: list[subprocess.Popen[str]] = field(default_factory=list)

    def __enter__(self) -> Homes:
        self._folder = tempfile.TemporaryDirectory(prefix=f"{self.prefix}-")
        try:
            self._build()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._remove()

    @property
    def folder(self) -> Path:
        """For logs and the like; gone with the homes."""
        return Path(self._folder.name)

    def namespace(self, name: str) -> str:
        """What the system calls `name` (ha, ra, net, srv, cg, rb, hb)."""
        return self.prefix + name

    def run(self, name: str, *command: str, stdin: str | None = None, check: bool = True) -> str:
        """The output of a command in the namespace of `name`. Raises RuntimeError."""
        return run("ip", "netns", "exec", self.namespace(name), *command, stdin=stdin, check=check)

    def start(self, name: str, *command: str, stderr: IO[str] | int | None = None) -> subprocess.Popen[str]:
        """A process in the namespace of `name` with pipes for its input and output; ended with the homes."""
        process = subprocess.Popen(
            ["ip", "netns", "exec", self.namespace(name), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            text=True,
            cwd=ROOT,
        )
        self.processes.append(process)
        return process

    def python(self, name: str, module: str, *arguments: str) -> subprocess.Popen[str]:
        """A module of the project run as a program in the namespace of `name`."""
        return self.start(name, sys.executable, "-m", module, *arguments)

    def add_server(self, host: str) -> None:
        """Let the server have the IPv4 address `host` too, from some other corner of the internet."""
        self.run("srv", "ip", "addr", "add", f"{host}/32", "dev", "lo")
        self.run("net", "ip", "route", "add", f"{host}/32", "via", SERVER)

    def name_hosts(self, hosts: dict[str, str]) -> None:
        """Let the homes' machines and routers know these names, by their addresses, and no others."""
        for name in (*self._machines, "ra", "rb"):
            folder = _ETC / self.namespace(name)
            folder.mkdir(parents=True, exist_ok=True)
            lines = ["127.0.0.1 localhost", *(f"{address} {host}" for host, address in hosts.items())]
            (folder / "hosts").write_text("\n".join(lines) + "\n")
            (folder / "resolv.conf").write_text("nameserver 127.0.0.1\n")

    def move(self, home: Literal["a", "b"]) -> None:
        """Give a home's router another address on the internet, and its machine another one in the home.

        What goes over the old ones is cut. Not for a home under a carrier.
        """
        router, machine = "r" + home, "h" + home
        old, new, lan = WAN[router], MOVED[router], LAN[router]
        self.run("net", "ip", "addr", "add", f"{new}.1/24", "dev", router)
        self.run(router, "ip", "addr", "add", f"{new}.2/24", "dev", "wan")
        self.run(router, "ip", "route", "replace", "default", "via", f"{new}.1", "src", f"{new}.2")
        self.run(router, "ip", "addr", "del", f"{old}.2/24", "dev", "wan")
        self.run("net", "ip", "addr", "del", f"{old}.1/24", "dev", router)
        self.run(machine, "ip", "addr", "del", f"{lan}.10/24", "dev", "eth0")
        self.run(machine, "ip", "addr", "add", f"{lan}.{MOVED_MACHINE}/24", "dev", "eth0")
        self.run(machine, "ip", "route", "replace", "default", "via", f"{lan}.1")

    # -- how it is built

    @property
    def _names(self) -> list[str]:
        return ["net", "srv", "ra", "rb", *self._machines, *(["cg"] if self.carrier else [])]

    @property
    def _machines(self) -> list[str]:
        return ["ha", "hb", *(["hc"] if self.second else [])]

    @property
    def _uplinks(self) -> tuple[str, str, str]:
        return ("ra", "srv", "cg" if self.carrier else "rb")

    def _build(self) -> None:
        for name in self._names:
            run("ip", "netns", "add", self.namespace(name))
            self.run(name, "ip", "link", "set", "lo", "up")
            # New addresses count at once: nobody else can have them.
            self.run(name, "sysctl", "-qw", "net.ipv6.conf.default.accept_dad=0", "net.ipv6.conf.all.accept_dad=0")
        for name in set(self._names) - {"srv", *self._machines}:
            self.run(name, "sysctl", "-qw", "net.ipv4.ip_forward=1", "net.ipv6.conf.all.forwarding=1")
        for name in self._uplinks:
            self._link("net", name, name, "wan")
            self._address("net", name, f"{WAN[name]}.1/24", f"{WAN6[name]}::1/64")
            self._address(name, "wan", f"{WAN[name]}.2/24", f"{WAN6[name]}::2/64")
            self._default(name, f"{WAN[name]}.1", f"{WAN6[name]}::1")
        self._route6("net", LAN6["ra"], f"{WAN6['ra']}::2")
        if self.carrier:
            self._build_carrier(self.carrier)
        else:
            self._route6("net", LAN6["rb"], f"{WAN6['rb']}::2")
        for router, home, nat in (("ra", "ha", self.a), ("rb", "hb", self.b)):
            self._link(router, "lan", home, "eth0")
            self._address(router, "lan", f"{LAN[router]}.1/24", f"{LAN6[router]}::1/64")
            self._address(home, "eth0", f"{LAN[router]}.10/24", f"{LAN6[router]}::10/64")
            self._default(home, f"{LAN[router]}.1", f"{LAN6[router]}::1")
            self.run(router, "nft", "-f", "-", stdin=self._rules("lan", nat, open6=home[1] in self.open6))
            if home[1] not in self.six:
                self.run(home, "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")
        if self.second:
            self._add_second()
        if self.delay:
            self._start_delay()
        for home in self.upnp:
            self._start_upnp("r" + home)

    def _add_second(self) -> None:
        """A second machine in home A, behind a switch that both are plugged in to."""
        lan = LAN["ra"]
        self._link("ra", "lan2", "hc", "eth0")
        self.run("ra", "ip", "link", "add", "name", "lan0", "type", "bridge")
        self.run("ra", "sysctl", "-qw", "net.bridge.bridge-nf-call-iptables=0", check=False)
        self.run("ra", "ip", "addr", "flush", "dev", "lan")
        for port, to in (("lan", "lan1"), ("lan0", "lan")):
            self.run("ra", "ip", "link", "set", port, "down")
            self.run("ra", "ip", "link", "set", port, "name", to)
        for port in ("lan1", "lan2"):
            self.run("ra", "ip", "link", "set", port, "master", "lan", "up")
        self._address("ra", "lan", f"{lan}.1/24", f"{LAN6['ra']}::1/64")
        self._address("hc", "eth0", f"{lan}.11/24", f"{LAN6['ra']}::11/64")
        self._default("hc", f"{lan}.1", f"{LAN6['ra']}::1")
        if "a" not in self.six:
            self.run("hc", "sysctl", "-qw", "net.ipv6.conf.all.disable_ipv6=1")

    def _build_carrier(self, nat: Nat) -> None:
        self._link("cg", "sub", "rb", "wan")
        self._address("cg", "sub", "100.64.0.1/24", "2a0a:40::1/64")
        self._address("rb", "wan", "100.64.0.2/24", "2a0a:40::2/64")
        self._default("rb", "100.64.0.1", "2a0a:40::1")
        self.run("cg", "nft", "-f", "-", stdin=self._rules("sub", nat, open6=True))
        self._route6("net", LAN6["rb"], f"{WAN6['cg']}::2")
        self._route6("net", "2a0a:40", f"{WAN6['cg']}::2")
        self._route6("cg", LAN6["rb"], "2a0a:40::2")

    def _link(self, one: str, interface: str, other: str, far: str) -> None:
        near = ("ip", "link", "add", interface, "netns", self.namespace(one), "type", "veth")
        run(*near, "peer", "name", far, "netns", self.namespace(other))

    def _address(self, name: str, interface: str, four: str, six: str) -> None:
        self.run(name, "ip", "addr", "add", four, "dev", interface)
        self.run(name, "ip", "-6", "addr", "add", six, "dev", interface, "nodad")
        self.run(name, "ip", "link", "set", interface, "up")

    def _default(self, name: str, four: str, six: str) -> None:
        self.run(name, "ip", "route", "add", "default", "via", four)
        self.run(name, "ip", "-6", "route", "add", "default", "via", six)

    def _route6(self, name: str, network: str, via: str) -> None:
        self.run(name, "ip", "-6", "route", "add", f"{network}::/64", "via", via)

    def _rules(self, inside: str, nat: Nat, *, open6: bool = False) -> str:
        """A router's rules; miniupnpd fills the chains that bear its name."""
        stranger = "drop" if self.closed == "drop" else "meta l4proto tcp reject with tcp reset"
        deaf = "\n    ".join(f"{_ASKED[speech]} drop" for speech in _ASKED if speech not in self.speaks)
        return f"""
table inet filter {{
  chain miniupnpd {{ }}
  chain input {{ type filter hook input priority 0; policy drop;
    {deaf}
    ct state established,related accept
    iifname {{ "lo", "{inside}" }} accept
    meta l4proto {{ icmp, ipv6-icmp }} accept
    {stranger}
  }}
  chain forward {{ type filter hook forward priority 0; policy drop;
    ct state established,related accept
    iifname "{inside}" accept
    {"meta nfproto ipv6 accept" if open6 else ""}
    jump miniupnpd
    {stranger}
  }}
  chain prerouting_miniupnpd {{ }}
  chain postrouting_miniupnpd {{ }}
  chain prerouting {{ type nat hook prerouting priority -100; policy accept; jump prerouting_miniupnpd; }}
  chain postrouting {{ type nat hook postrouting priority 100; policy accept;
    jump postrouting_miniupnpd
    meta nfproto ipv4 oifname "wan" masquerade {"fully-random" if nat == "sym" else ""}
  }}
}}
"""

    def _start_upnp(self, router: str) -> None:
        settings = self.folder / f"miniupnpd-{router}.conf"
        leases = self.folder / f"leases-{router}"
        leases.write_text("")
        settings.write_text(
            "ext_ifname=wan\nlistening_ip=lan\nport=5000\nenable_natpmp=yes\nenable_upnp=yes\nsecure_mode=yes\n"
            "system_uptime=yes\nnotify_interval=60\nuuid=12345678-1234-1234-1234-123456789abc\nserial=1\n"
            "model_number=1\nupnp_table_name=filter\nupnp_nat_table_name=filter\nupnp_forward_chain=miniupnpd\n"
            "upnp_nat_chain=prerouting_miniupnpd\nupnp_nat_postrouting_chain=postrouting_miniupnpd\n"
            f"lease_file={leases}\nmin_lifetime=120\nmax_lifetime=86400\n"
            f"allow 1024-65535 {LAN[router]}.0/24 1024-65535\ndeny 0-65535 0.0.0.0/0 0-65535\n"
        )
        with (self.folder / f"miniupnpd-{router}.log").open("w") as log:
            pid = str(self.folder / f"miniupnpd-{router}.pid")
            program = shutil.which("miniupnpd") or "/usr/sbin/miniupnpd"
            self.start(router, program, "-d", "-f", str(settings), "-P", pid, stderr=log)
        self._until(lambda: ":5351" in self.run(router, "ss", "-Hlun"), "miniupnpd does not listen")

    def _start_delay(self) -> None:
        """Send every packet that crosses `net` through a TUN whose reader holds it back."""
        self.start("net", sys.executable, "-m", "tests.netlab.delay_tun", str(self.delay))
        self._until(lambda: "tun0" in self.run("net", "ip", "-br", "link", "show", "up"), "no TUN")
        self.run("net", "sysctl", "-qw", "net.ipv4.conf.all.rp_filter=0", "net.ipv4.conf.tun0.rp_filter=0")
        for family in ("-4", "-6"):
            self.run("net", "ip", family, "route", "add", "default", "dev", "tun0", "table", "100")
            for name in self._uplinks:
                self.run("net", "ip", family, "rule", "add", "iif", name, "table", "100")

    @staticmethod
    def _until(done: object, problem: str) -> None:
        assert callable(done)
        for _ in range(500):
            if done():
                return
            time.sleep(0.02)
        raise RuntimeError(problem)

    def _remove(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait(10)
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    pipe.close()
        self.processes.clear()
        present = {line.split()[0] for line in run("ip", "netns", "list", check=False).splitlines() if line}
        for name in map(self.namespace, self._names):
            if name in present:
                for pid in run("ip", "netns", "pids", name, check=False).split():
                    os.kill(int(pid), signal.SIGKILL)
                run("ip", "netns", "del", name, check=False)
        for name in map(self.namespace, (*self._machines, "ra", "rb")):
            shutil.rmtree(_ETC / name, ignore_errors=True)
        self._folder.cleanup()
