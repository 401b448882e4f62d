"""No module imports itself by way of others: imports can be drawn as a tree that is read from the top."""

from __future__ import annotations

import grimp
import pytest

PACKAGES = ("engine", "protocol", "p2p", "tui")


def circles(imports: dict[str, set[str]]) -> list[list[str]]:
    """Every set of modules that import each other in a circle, each sorted."""
    order: list[str] = []
    seen: set[str] = set()

    def visit(start: str, edges: dict[str, set[str]], found: list[str]) -> None:
        stack = [(start, iter(sorted(edges[start])))]
        seen.add(start)
        while stack:
            _module, rest = stack[-1]
            following = next((name for name in rest if name not in seen), None)
            if following is None:
                found.append(stack.pop()[0])
            else:
                seen.add(following)
                stack.append((following, iter(sorted(edges[following]))))

    for module in sorted(imports):
        if module not in seen:
            visit(module, imports, order)
    backwards: dict[str, set[str]] = {module: set() for module in imports}
    for module, targets in imports.items():
        for target in targets:
            backwards[target].add(module)
    seen.clear()
    result = []
    for module in reversed(order):
        if module not in seen:
            together: list[str] = []
            visit(module, backwards, together)
            if len(together) > 1:
                result.append(sorted(together))
    return result


def test_a_circle_is_found() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]
    assert circles({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_there_is_no_import_circle(package: str) -> None:
    graph = grimp.build_graph(package, cache_dir=None)
    assert circles({module: graph.find_modules_directly_imported_by(module) for module in graph.modules}) == []
