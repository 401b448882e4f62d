"""What differs between operating systems: all of it is in here, and a test holds that.

Linux and macOS are what the program is for. On Windows the same calls do what Windows offers in their place, by its and
Python's documents: there is no folder to sync, no SIGHUP, no list of addresses, no routing table that is read.
"""

from __future__ import annotations

import contextlib
import ctypes
import ipaddress
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:  # trio is slow to import, and whoever lists games has no use for it
    import trio

INTERRUPTS: Final = (signal.SIGINT, signal.SIGTERM)
"""What asks a program to end."""
if sys.platform == "win32":
    LAST_SIGNALS: tuple[signal.Signals, ...] = INTERRUPTS
    """Those, and what is sent when the terminal is closed."""
else:
    LAST_SIGNALS = (*INTERRUPTS, signal.SIGHUP)


def hangs_up(terminal: int, seconds: float) -> bool:
    """Wait so long, or until whatever a terminal leads to is there no more; whether that is so.

    It takes nothing of what is typed. Where a system cannot tell, such as Windows, nothing ever is found.
    """
    if sys.platform == "win32":
        time.sleep(seconds)
        return False
    poll = select.poll()
    poll.register(terminal, 0)  # that it hangs up is told unasked
    return any(event & select.POLLHUP for _number, event in poll.poll(seconds * 1000))


# -- files

PRIVATE_FILE: Final = 0o600
PRIVATE_FOLDER: Final = 0o700

_BINARY: Final = getattr(os, "O_BINARY", 0)
_AT_ONCE: Final = getattr(os, "O_NONBLOCK", 0)


def open_to_append(path: Path) -> int:
    """The number of a file, the owner's alone, that grows at its end; made if there is none. Raises OSError."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY, PRIVATE_FILE)


def open_new(path: Path) -> int:
    """The number of a new file, the owner's alone. Raises OSError."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, PRIVATE_FILE)


def open_to_write(path: Path) -> int:
    """The number of a file to write from its beginning; made, the owner's alone, if there is none. Raises OSError."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | _BINARY, PRIVATE_FILE)


def try_to_write(path: Path) -> None:
    """Raise OSError if the file cannot be written, or is a pipe that nobody reads. Makes it if there is none."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT | _AT_ONCE, 0o666))


def sync_folder(path: Path) -> None:
    """A new name is durable only once its folder is. Windows has no handle of a folder, but keeps renames in order."""
    if sys.platform == "win32":
        return
    number = os.open(path, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def give_way(niceness: int) -> None:
    """Let other programs go first, this one and what it starts being `niceness` nicer; without that notion, nothing."""
    if hasattr(os, "nice"):
        os.nice(niceness)


def have_files(enough: int) -> None:
    """Ask for so many open files, if the system gives fewer: a connection takes one. Fewer may be had all the same."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError, ValueError):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < enough:
            most = enough if hard == resource.RLIM_INFINITY else min(hard, enough)
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))


_RESERVE: Final = 128
"""Open files for everything else."""


def spare_files(wanted: int) -> int:
    """How many of `wanted` files more may be opened, and one at least, so that enough are left for everything else."""
    have_files(wanted + _RESERVE)
    if sys.platform == "win32":
        return wanted
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return wanted if soft == resource.RLIM_INFINITY else max(1, min(wanted, soft - _RESERVE))


# -- what is typed or piped in

_CHUNK: Final = 4096
_LOOK_AGAIN: Final = 1.0


async def read_some(file: int) -> bytes:
    """What has come in at the descriptor `file`; nothing at the end. Raises OSError."""
    import trio

    if sys.platform == "win32":
        return await trio.to_thread.run_sync(os.read, file, _CHUNK, abandon_on_cancel=True)
    with contextlib.suppress(OSError):  # a file, which never makes one wait
        await trio.lowlevel.wait_readable(file)
    # A program in the background that reads from its terminal would be stopped.
    while os.isatty(file) and os.tcgetpgrp(file) != os.getpgrp():  # noqa: ASYNC110  no event tells of it
        await trio.sleep(_LOOK_AGAIN)
    return os.read(file, _CHUNK)


# -- sockets


def share_port(sock: socket.socket | trio.socket.SocketType) -> None:
    """Let other sockets of this user have the same local port; to be called before it is bound."""
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if sys.platform != "win32":
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)


async def open_tors_socket() -> trio.abc.Stream:
    """Tor's control socket, where Debian has it. Raises OSError."""
    import trio

    try:
        return await trio.open_unix_socket("/run/tor/control")
    except RuntimeError as error:
        raise FileNotFoundError("There are no such sockets on this system") from error


# -- the network that this machine is in

ROUTES_IN_PROC: Final = sys.platform == "linux"
"""Whether `read_routes` gives what Linux tells, and not what `netstat` prints."""
_ROUTES: Final = {4: Path("/proc/net/route"), 6: Path("/proc/net/ipv6_route")}
_NETSTAT: Final = {4: ("netstat", "-rn", "-f", "inet"), 6: ("netstat", "-rn", "-f", "inet6")}
_PATIENCE: Final = 2.0
_LONGEST: Final = 1 << 20


async def read_routes(version: int) -> str:
    """The routing table for IP version 4 or 6, as text; empty if the system does not tell."""
    import trio

    if sys.platform == "win32":
        return ""
    try:
        if ROUTES_IN_PROC:
            return await trio.Path(_ROUTES[version]).read_text(encoding="ascii", errors="replace")
        with trio.fail_after(_PATIENCE):
            done = await trio.run_process(
                _NETSTAT[version], capture_stdout=True, stderr=subprocess.DEVNULL, check=False
            )
    except (OSError, trio.TooSlowError):
        return ""
    return done.stdout[:_LONGEST].decode("ascii", "replace")


class InterfaceAddress(NamedTuple):
    """An address of this machine: `prefix` bits of it name the network."""

    host: str
    prefix: int
    interface: str


_UP: Final = 0x1


class _Entry(ctypes.Structure):
    """`struct ifaddrs`, the same on Linux and macOS."""


_Entry._fields_ = [
    ("next", ctypes.POINTER(_Entry)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
    ("mask", ctypes.c_void_p),
    ("broadcast", ctypes.c_void_p),
    ("data", ctypes.c_void_p),
]


def interface_addresses() -> tuple[InterfaceAddress, ...]:
    """Every IP address of the interfaces that are up, loopback too, in the system's order; none if it cannot say."""
    try:
        library: Any = ctypes.CDLL(None, use_errno=True)
        first = ctypes.POINTER(_Entry)()
        if library.getifaddrs(ctypes.byref(first)) != 0:
            return ()
    except (OSError, AttributeError, TypeError):
        return ()
    try:
        return tuple(_read_entries(first))
    finally:
        library.freeifaddrs(first)


def _read_entries(entry: Any) -> Iterator[InterfaceAddress]:
    while entry:
        item = entry.contents
        packed = _packed_address(item.address)
        if packed is not None and item.flags & _UP:
            mask = _packed_address(item.mask, len(packed)) or b"\xff" * len(packed)
            prefix = sum(byte.bit_count() for byte in mask)
            host = str(ipaddress.ip_address(packed))
            yield InterfaceAddress(host, prefix, item.name.decode("ascii", "replace"))
        entry = item.next


def _packed_address(pointer: int | None, size: int | None = None) -> bytes | None:
    """The address in a `struct sockaddr`, whose family macOS keeps in its second byte.

    `size`: take it for one of as many bytes, because a mask may not name its family.
    """
    if not pointer:
        return None
    head = ctypes.string_at(pointer, 2)
    family = int.from_bytes(head, sys.byteorder) if sys.platform == "linux" else head[1]
    if family == socket.AF_INET or size == 4:
        return ctypes.string_at(pointer + 4, 4)
    if family == socket.AF_INET6 or size == 16:
        return ctypes.string_at(pointer + 8, 16)
    return None


# -- the terminal


def colours_of(terminal: str) -> int | None:
    """How many colours a terminal of this name (TERM) has, at most 0 if none; None if nothing is known of it.

    Only what is asked first in a program is answered.
    """
    try:
        import curses
    except ImportError:
        return None
    try:
        curses.setupterm(terminal, 1)
    except curses.error:
        return None
    return curses.tigetnum("colors")


def ask_terminal(question: bytes, end: bytes, keys: int, screen: int, patience: float) -> bytes:
    """What a terminal answers to `question`, up to `end` or until `patience` seconds have passed.

    `keys` and `screen` are the descriptors it is read from and written to. Where terminals cannot be asked: nothing.
    """
    if sys.platform == "win32":
        return b""
    import select
    import termios
    import tty

    before = termios.tcgetattr(keys)
    told, until = b"", time.monotonic() + patience
    try:
        tty.setcbreak(keys, termios.TCSANOW)
        os.write(screen, question)
        while end not in told and (left := until - time.monotonic()) > 0:
            if not select.select([keys], [], [], left)[0]:
                break
            told += os.read(keys, 64)
        return told
    finally:
        termios.tcsetattr(keys, termios.TCSANOW, before)
