"""Nothing that only some operating systems have, outside the one module that is there for it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.test_project import PACKAGES, ROOT, source_files

SYSTEM: Final = ROOT / "p2p" / "system.py"
SOURCES: Final = [path for path in source_files(*PACKAGES) if path.suffix == ".py" and path != SYSTEM]

MODULES: Final = {
    *("curses", "fcntl", "grp", "msvcrt", "posix", "pty", "pwd", "readline", "resource", "select", "syslog", "termios"),
    *("tty", "winreg", "platform"),
}
NAMES: Final = {
    "os": {
        *("O_BINARY", "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_SYNC", "fchmod", "fchown", "chown"),
        *(
            "fork",
            "forkpty",
            "getpgrp",
            "tcgetpgrp",
            "getegid",
            "geteuid",
            "getgid",
            "getuid",
            "kill",
            "killpg",
            "lchown",
            "mkfifo",
            "name",
        ),
        *("mknod", "nice", "openpty", "pread", "pwrite", "register_at_fork", "sched_getaffinity", "setsid", "symlink"),
        *("statvfs", "sync", "umask", "uname", "wait", "waitpid"),
    },
    "signal": {
        "SIGHUP",
        "SIGKILL",
        "SIGUSR1",
        "SIGUSR2",
        "SIGWINCH",
        "SIGTSTP",
        "SIGPIPE",
        "alarm",
        "pause",
        "setitimer",
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair", "AF_PACKET", "SO_BINDTODEVICE", "SCM_RIGHTS"},
    "sys": {"getwindowsversion"},
    "trio": {"open_unix_socket"},
    "time": {"tzset"},
}
"""By module, what is not everywhere, or does not do the same everywhere."""
PLACES: Final = ("/dev/", "/etc/", "/proc/", "/run/", "/tmp", "/usr/", "/var/")


def oddities(path: Path) -> Iterator[str]:
    """What a file has of that, with the line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes: list[Any] = list(ast.walk(tree))
    texts = {id(node.body[0].value) for node in nodes if _has_text(node)}
    for node in ast.walk(tree):
        match node:
            case ast.Import(names):
                found = [alias.name for alias in names if alias.name.split(".")[0] in MODULES]
            case ast.ImportFrom(module=str(module), names=names):
                found = [module] if module.split(".")[0] in MODULES else []
                found += [alias.name for alias in names if alias.name in NAMES.get(module, set())]
            case ast.Attribute(ast.Name(module), name):
                found = [f"{module}.{name}"] if name in NAMES.get(module, set()) else []
            case ast.Call(ast.Name("hasattr" | "getattr"), [ast.Name(module), *_]):
                found = [f"a look what {module} has"] if module in ("os", "signal", "socket") else []
            case ast.Compare(ast.Attribute(ast.Name("sys"), "platform")):
                found = ["sys.platform"]
            case ast.Constant(str(text)) if id(node) not in texts:
                found = [text] if text.startswith(PLACES) else []
            case _:
                found = []
        yield from [f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}: {one}" for one in found]


def _has_text(node: Any) -> bool:
    """Whether the first statement of `node` may be its docstring."""
    holder = isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
    return holder and bool(node.body) and isinstance(node.body[0], ast.Expr)


def test_what_differs_between_systems_is_in_one_module() -> None:
    assert [oddity for path in SOURCES for oddity in oddities(path)] == []
    assert len(list(oddities(SYSTEM))) > 8


@pytest.mark.parametrize(
    "line",
    [
        "import fcntl",
        "from signal import SIGHUP",
        "os.kill(1, 9)",
        "getattr(os, name)",
        "if sys.platform == 'linux': pass",
        "read('/proc/net/route')",
    ],
)
def test_the_test_sees(tmp_path: Path, line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.test_platforms.ROOT", tmp_path)
    file = tmp_path / "module.py"
    file.write_text(line)
    assert len(list(oddities(file))) == 1
