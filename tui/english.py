"""How lists and counts read in English."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return ", ".join(items[:-1]) + " and " + items[-1]


def counted(items: Iterable[str]) -> str:
    """Items with equal ones counted, in the order of first appearance: `2 × Date 2, Maeda 1 gun`."""
    counts = Counter(items)
    return ", ".join([item if count == 1 else f"{count} × {item}" for item, count in counts.items()])


def plural(count: int, what: str, many: str = "") -> str:
    """`1 card`, `3 cards`, `no cards`; `many` where it takes more than an s: `2 marches`."""
    return f"{count or 'no'} {what if count == 1 else many or f'{what}s'}"


def sentence(text: str) -> str:
    """`text` with its first letter in upper case and a full stop."""
    return text[:1].upper() + text[1:] + "."
