"""Checks of the project itself: what is packaged, what the documents say, and the rules that tools hold."""

from __future__ import annotations

import ast
import errno
import re
import shlex
import socket
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("engine", "protocol", "p2p", "tui")
DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
PLAY_LOCK = "requirements-play.lock"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
README = (ROOT / "README.md").read_text(encoding="utf-8")

# All that the rules of a game may import: nothing here reads a file, a clock, a socket or the system's randomness, but
# for importlib.resources, by which a game reads the component data that it is packaged with.
PURE_MODULES = {
    "__future__",
    "abc",
    "bisect",
    "collections",
    "copy",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "heapq",
    "importlib",
    "itertools",
    "json",
    "math",
    "operator",
    "random",
    "re",
    "string",
    "tomllib",
    "types",
    "typing",
}


def source_files(*folders: str) -> list[Path]:
    """The files below `folders` that belong to the project, without what Python and the tools leave there."""
    files = (path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.is_file())
    return [path for path in files if "__pycache__" not in path.parts and not path.name.startswith(".")]


def readme_commands() -> list[str]:
    """Every line of the README's shell blocks."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)
    return [line for block in blocks for line in block.splitlines() if line]


# ---------------------------------------------------------------------------------------------------- packaging


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sdist and the wheel built from that sdist, with the tools that are installed already."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return folder


@pytest.mark.slow
def test_the_wheel_contains_every_file_of_the_packages_and_nothing_else(built: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == {path.relative_to(ROOT).as_posix() for path in source_files(*PACKAGES)}
    assert "engine/sekigahara/components.toml" in packed


@pytest.mark.slow
def test_the_sdist_contains_sources_tests_and_documents(built: Path) -> None:
    with tarfile.open(next(built.glob("*.tar.gz"))) as sdist:
        packed = {name.partition("/")[2] for name in sdist.getnames()}
    wanted = {path.relative_to(ROOT).as_posix() for path in source_files(*PACKAGES, "tests", "docs", "scripts")}
    wanted |= {"README.md", "CHANGELOG.md", "LICENSE", "pyproject.toml", "requirements-dev.lock", PLAY_LOCK, ".ci/run"}
    assert wanted - packed == set()


@pytest.mark.slow
def test_the_packages_read_their_data_from_the_wheel(built: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(next(built.glob("*.whl"))) as wheel:
        wheel.extractall(tmp_path)
        entry_points = next(name for name in wheel.namelist() if name.endswith("entry_points.txt"))
        assert "sekigahara = tui.cli:main" in wheel.read(entry_points).decode()
    code = (
        "import sys, tomllib; sys.path.insert(0, sys.argv[1]); import engine; from importlib import resources;"
        "data = resources.files('engine.sekigahara').joinpath('components.toml').read_text('utf-8');"
        "print(engine.__file__, len(tomllib.loads(data)['locations']))"
    )
    output = subprocess.run(
        [sys.executable, "-I", "-c", code, str(tmp_path)], capture_output=True, text=True, check=True
    ).stdout.split()
    here = tomllib.loads((ROOT / "engine/sekigahara/components.toml").read_text(encoding="utf-8"))
    assert output == [str(tmp_path / "engine" / "__init__.py"), str(len(here["locations"]))]


@pytest.mark.parametrize(("name", "extras"), [("requirements-dev.lock", ["dev", "install"]), (PLAY_LOCK, ["install"])])
def test_the_lock_file_satisfies_the_declared_dependencies(name: str, extras: list[str]) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in lock, "a lock file names no address"
    assert "--index" not in lock
    entries = re.findall(r"^(\S+)==(\S+)(.*?)(?=^\S|\Z)", lock, flags=re.DOTALL | re.MULTILINE)
    locked = {canonicalize_name(name): version for name, version, _ in entries}
    assert [name for name, _, rest in entries if "--hash=sha256:" not in rest] == []
    project = PYPROJECT["project"]
    for text in [
        *project["dependencies"],
        *[one for extra in extras for one in project["optional-dependencies"][extra]],
    ]:
        requirement = Requirement(text)
        version = locked.get(canonicalize_name(requirement.name))
        assert version is not None, f"{text} is not locked: run scripts/lock"
        assert version in requirement.specifier, f"{text} is locked at {version}: run scripts/lock"


def test_a_player_gets_what_the_developers_have() -> None:
    entries = [
        set(re.findall(r"^\S+==.*?(?=^\S|\Z)", (ROOT / name).read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE))
        for name in (PLAY_LOCK, "requirements-dev.lock")
    ]
    assert entries[0] < entries[1]


# ---------------------------------------------------------------------------------------------------- documents


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_resolve(document: Path) -> None:
    text = document.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + re.findall(r"(?:src|href)=\"([^\"]+)\"", text)
    local = [target for target in targets if not re.match(r"[a-z]+:", target)]
    for target in local:
        path, _, heading = target.partition("#")
        file = document.parent / path if path else document
        assert file.exists(), f"{document.name} links to {target}, which does not exist"
        if heading:
            headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
            slugs = {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}
            assert heading in slugs, f"{document.name} links to {target}, but there is no such heading"


def test_the_readme_shows_the_picture_once_there_is_one() -> None:
    assert (ROOT / "docs/screenshot.svg").exists() == ("](docs/screenshot.svg)" in README)


def test_the_readme_sets_up_in_two_lines() -> None:
    lines = [command for command in readme_commands() if command.startswith("python3 -m venv ")]
    play, test = lines
    assert play.endswith("&& .venv/bin/sekigahara solo")
    assert test.endswith("&& .venv/bin/pytest -n auto")
    assert " --require-hashes -r requirements-dev.lock " in test
    assert f" --require-hashes -r {PLAY_LOCK} " in play


def test_the_changelog_has_a_place_for_the_next_change_and_names_the_version() -> None:
    headings = re.findall(r"^## \[(.+?)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert headings[1:2] in ([], [PYPROJECT["project"]["version"]])


@pytest.mark.parametrize("command", sorted({c for c in readme_commands() if c.startswith(".venv/bin/sekigahara ")}))
def test_the_program_has_what_the_readme_names(command: str) -> None:
    words = shlex.split(command)[1:]
    help_text = subprocess.run(
        [sys.executable, "-m", "tui.cli", words[0], "--help"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert help_text.returncode == 0, help_text.stderr
    for option in words[1:]:
        if option.startswith("--"):
            assert re.search(rf"{option}\b", help_text.stdout), f"`{words[0]} --help` does not tell of {option}"


def test_the_readme_names_each_command_of_the_program() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "tui.cli", "--help"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout
    commands = re.search(r"\{([\w,]+)\}", help_text)
    assert commands is not None, "`sekigahara --help` lists no commands"
    for command in commands[1].split(","):
        assert f"sekigahara {command}" in README


# ------------------------------------------------------------------------------------------------ rules of the house


@pytest.mark.parametrize(
    "file", sorted((ROOT / "engine").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_the_engine_imports_pure_modules_only(file: Path) -> None:
    imported: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add((node.module or "").partition(".")[0])
    assert imported - PURE_MODULES - {"engine"} == set()


@pytest.mark.parametrize(("file", "banned"), [("protocol/x.py", True), ("p2p/x.py", True), ("tests/x.py", False)])
def test_python_s_own_random_is_refused_where_fairness_counts(file: str, banned: bool) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--select", "TID251", "--no-cache", "--stdin-filename", file, "-"],
        input="from random import shuffle\n",
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert (result.returncode, "TID251" in result.stdout) == (int(banned), banned), result.stdout + result.stderr


@pytest.mark.parametrize("kind", [socket.SOCK_STREAM, socket.SOCK_DGRAM])
def test_tests_reach_no_other_machine(kind: socket.SocketKind) -> None:
    with socket.socket(socket.AF_INET, kind) as sock:
        with pytest.raises(OSError, match="loopback only") as caught:
            sock.connect(("192.0.2.1", 9))
        assert caught.value.errno == errno.ENETUNREACH


def test_tests_have_a_home_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert Path.home().is_relative_to(tmp_path_factory.getbasetemp())
