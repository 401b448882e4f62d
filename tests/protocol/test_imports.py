"""The modules of the package import each other in one direction: no circles, not even for types."""

from __future__ import annotations

import ast
import subprocess
import sys
from graphlib import TopologicalSorter
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent.parent / "protocol"


def imports() -> dict[str, set[str]]:
    """Each module, and what it imports of the package."""
    names = {
        ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): file
        for file in PACKAGE.rglob("*.py")
        if "proofs" not in file.parts
    }
    graph: dict[str, set[str]] = {name: set() for name in names}
    for name, file in names.items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                parts = {node.module, *[f"{node.module}.{alias.name}" for alias in node.names]}
                graph[name] |= {
                    part for part in parts if part in names and part not in ("protocol", "protocol.entries")
                }
    return graph


def test_no_circles() -> None:
    order = list(TopologicalSorter(imports()).static_order())
    assert order.index("protocol.errors") < order.index("protocol.table")


def test_kinds_know_neither_the_table_nor_each_other_s_machinery() -> None:
    machinery = {f"protocol.{name}" for name in ("table", "follower", "referee", "audit", "transcript", "kinds")}
    for name, imported in imports().items():
        if name.startswith("protocol.entries."):
            assert not imported & machinery, name


def test_libsodium_is_loaded_with_the_first_proof_and_no_earlier() -> None:
    """It takes a tenth of a second, which a program that only lists its games has no use for."""
    code = (
        "import sys, protocol.table, protocol.audit, protocol.standing; assert 'rbcl' not in sys.modules;"
        "import protocol.proofs.pieces; assert 'rbcl' in sys.modules"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, cwd=PACKAGE.parent
    )
    assert result.returncode == 0, result.stderr
