"""Play many short games between two programs whose processes are killed and whose connections are cut.

    python -m benchmarks.soak --games 1000

The programs are the real ones, in homes that they keep for all the games, over real TCP, by way of a proxy that cuts
the connection every now and then: some cuts are resets, some only swallow what comes. At random times one program, or
both, are ended by SIGKILL and started again with `resume`. Both play by a bot; the game is Samurai with its random bot
(some 130 entries with all their proofs), unless another is named. Each game must end, be audited clean from both
records, and both records must be the same to the byte. Memory, open files and what lies in the homes are watched.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.two_programs import ROOT, run

PATIENCE = 900.0
"""Seconds that one game may take."""
FILES = {"about.json", "progress.json", "secrets", "record", "record.seen", "remembered", "reach", "checked", "lock"}
"""What a game's folder may hold."""


class Proxy:
    """Leads from one port to another, until it is told to cut what goes through."""

    def __init__(self, target: int) -> None:
        self.target = target
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._swallowing = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                one, _ = self._listener.accept()
                try:
                    two = socket.create_connection(("127.0.0.1", self.target), timeout=5)
                except OSError:
                    one.close()
                    continue
                self._swallowing.clear()
                self._pairs.append((one, two))
                for source, sink in ((one, two), (two, one)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not self._swallowing.is_set():
                    sink.sendall(data)
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def cut(self, *, swallow: float) -> None:
        """Reset every connection, after swallowing what comes for so many seconds."""
        pairs, self._pairs = self._pairs, []
        if swallow:
            self._swallowing.set()
            time.sleep(swallow)
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
                    end.shutdown(socket.SHUT_RDWR)
                    end.close()

    def close(self) -> None:
        """Nothing goes through any more."""
        self._listener.close()
        self.cut(swallow=0)


@dataclass
class Player:
    """One of the two: its process, and the file that its output goes to."""

    home: Path
    first: list[str]
    log: Path
    process: subprocess.Popen[bytes] | None = None
    memory: int = 0
    files: int = 0
    game: str = ""

    def start(self) -> None:
        """Begin, or go on with, the game."""
        words = ["resume", self.game] if self.game else self.first
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tui.cli", *words, "--absence", "120", "--challenge-window", "0.02"],
                cwd=ROOT,
                env=os.environ | {"SEKIGAHARA_HOME": str(self.home), "PYTHONPATH": str(ROOT)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    def look(self) -> None:
        """How much memory and how many files it has."""
        assert self.process is not None
        with contextlib.suppress(OSError, ValueError, IndexError):
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
            self.memory = max(self.memory, int(re.findall(r"VmHWM:\s+(\d+)", status)[0]))
            self.files = max(self.files, len(list(Path(f"/proc/{self.process.pid}/fd").iterdir())))

    def kill(self) -> None:
        """At once, without a word."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def said(self) -> str:
        """All its output so far."""
        return self.log.read_text(encoding="utf-8", errors="replace") if self.log.exists() else ""


@dataclass
class Sum:
    """What happened in all games."""

    games: int = 0
    entries: int = 0
    kills: int = 0
    cuts: int = 0
    problems: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    memory: list[int] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    listed: list[float] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    """Whoever writes here holds it: several games may be played at once."""


def main() -> int:
    """Play, print, and say by the exit status whether all was as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000, help="(default: %(default)s)")
    parser.add_argument("--at-once", type=int, default=1, help="pairs of programs that play (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no game after so many")
    parser.add_argument("--game", default="samurai", help="(default: %(default)s)")
    parser.add_argument("--bot", default="random", help="(default: %(default)s)")
    parser.add_argument(
        "--trouble", type=float, default=2.0, help="seconds between kills or cuts (default: %(default)s)"
    )
    options = parser.parse_args()
    total = Sum()
    begun = time.monotonic()
    numbers = iter(range(options.games))

    def play_on(folder: Path) -> None:
        """Play games of one pair, in homes of its own, as long as there are any."""
        folder.mkdir()
        while time.monotonic() - begun <= options.seconds:
            with total.lock:
                number = next(numbers, None)
            if number is None:
                return
            play(folder, number, options, total)

    with tempfile.TemporaryDirectory(prefix="soak-") as folder, ThreadPoolExecutor(options.at_once) as pairs:
        list(pairs.map(play_on, [Path(folder, f"pair-{pair}") for pair in range(options.at_once)]))
    print(line(total))
    for problem in total.problems:
        print(problem)
    print(flatness(total))
    return int(bool(total.problems))


def line(total: Sum) -> str:
    """Where it stands."""
    return (
        f"{total.games} games, {total.entries} entries, {total.kills} kills, {total.cuts} cuts, "
        f"{len(total.problems)} problems, median {statistics.median(total.seconds or [0]):.1f} s a game"
    )


def flatness(total: Sum) -> str:
    """The first and the last games beside each other."""
    part = max(1, total.games // 5)
    told = []
    for what, values in (("kB of memory", total.memory), ("open files", total.files), ("s to list", total.listed)):
        if values:
            told.append(
                f"{what}: {max(values[:part]):.4g} in the first {part} games, {max(values[-part:]):.4g} in the last"
            )
    return "\n".join(told)


def play(folder: Path, number: int, options: argparse.Namespace, total: Sum) -> None:
    """One game, whatever happens to it."""
    logs = folder / "logs"
    logs.mkdir(exist_ok=True)
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    proxy = Proxy(port)
    listen = ["--listen", f"127.0.0.1:{port}", "--address", f"127.0.0.1:{proxy.port}", "--only-address"]
    game = ["--game", options.game, "--bot", options.bot]
    host = Player(folder / "host", ["host", *listen, *game], logs / "host.log")
    joiner = Player(folder / "joiner", ["join", "", "--bot", options.bot], logs / "joiner.log")
    begun = time.monotonic()
    try:
        troubles, problem = _play(host, joiner, proxy, options.trouble)
    finally:
        proxy.close()
        for player in (host, joiner):
            if player.process is not None and player.process.poll() is None:
                player.kill()
    took = time.monotonic() - begun
    problems = problem or list(_check(host, joiner))
    listing = time.monotonic()
    run(host.home, "games")
    listed = time.monotonic() - listing
    entries = re.search(r"^traffic: .* (\d+) entries", host.said(), re.MULTILINE)
    with total.lock:
        total.games += 1
        total.entries += int(entries[1]) if entries else 0
        total.kills += troubles.kills
        total.cuts += troubles.cuts
        total.problems += [f"game {number}: {one}" for one in problems]
        total.seconds.append(took)
        total.memory.append(max(host.memory, joiner.memory))
        total.files.append(max(host.files, joiner.files))
        total.listed.append(listed)
        if total.games % 10 == 0:
            print(line(total), flush=True)
    if problems:
        kept = Path(tempfile.mkdtemp(prefix=f"soak-game-{number}-"))
        shutil.copytree(folder, kept, dirs_exist_ok=True)
        print(f"game {number}: {problems[0]}\n  all of it is kept in {kept}", flush=True)
    shutil.rmtree(logs)


def _newest(home: Path) -> str:
    games = sorted((home / "games").glob("*/about.json"), key=lambda path: path.parent.stat().st_ctime_ns)
    return games[-1].parent.name if games else ""


@dataclass
class Troubles:
    """What was done to one game."""

    kills: int = 0
    cuts: int = 0


def _play(host: Player, joiner: Player, proxy: Proxy, trouble: float) -> tuple[Troubles, list[str]]:
    """Until both have ended; what was done to them, and what went wrong."""
    troubles = Troubles()
    chance = random.SystemRandom()
    until = time.monotonic() + PATIENCE
    before = {player.home: _newest(player.home) for player in (host, joiner)}
    host.start()
    while not (token := re.search(r"^invite: (\w+)$", host.said(), re.MULTILINE)):
        if time.monotonic() > until or (host.process and host.process.poll() is not None):
            return troubles, [f"no invite: {host.said()[-300:]}"]
        time.sleep(0.05)
    joiner.first[1] = token[1]
    joiner.start()
    pause = time.monotonic() + chance.uniform(0, 2 * trouble)
    while time.monotonic() < until:
        time.sleep(0.05)
        ended = []
        for player in (host, joiner):
            assert player.process is not None
            player.look()
            if not player.game and _newest(player.home) != before[player.home]:
                player.game = _newest(player.home)
            ended.append(player.process.poll())
        if None not in ended:
            words = f"exit statuses {ended}: {host.said()[-400:]} / {joiner.said()[-400:]}"
            return troubles, [] if ended == [0, 0] else [words]
        if time.monotonic() > pause and ended == [None, None] and host.game and joiner.game:
            what = chance.randrange(5)
            if what < 2:
                proxy.cut(swallow=chance.choice((0, 0, 1.0)))
                troubles.cuts += 1
            else:
                for player in ([host], [joiner], [host, joiner])[what - 2]:
                    player.kill()
                    troubles.kills += 1
                    player.start()
            pause = time.monotonic() + chance.uniform(0, 2 * trouble) + 1.0
    return troubles, [f"not over after {PATIENCE:g} s: {host.said()[-400:]} / {joiner.said()[-400:]}"]


def _check(host: Player, joiner: Player) -> Iterator[str]:
    """What is wrong with the files of a game that has ended."""
    folders = [player.home / "games" / player.game for player in (host, joiner)]
    records = [(folder / "record").read_bytes() for folder in folders]
    if records[0] != records[1]:
        yield "the records differ"
    audit = run(host.home, "audit", str(folders[0]))
    if audit.returncode != 0:
        yield f"the audit says {audit.stdout[-300:]}"
    for folder in folders:
        strange = {path.name for path in folder.iterdir()} - FILES
        if strange:
            yield f"left behind: {sorted(strange)}"
    for player in (host, joiner):
        if "Traceback" in player.said() or "mistake" in player.said():
            yield f"a mistake: {player.said()[-400:]}"


if __name__ == "__main__":
    sys.exit(main())
