"""How counts read in English: what `tui.language.plural` says in every language."""

from __future__ import annotations


def plural(count: int, what: str, many: str = "") -> str:
    """`1 card`, `3 cards`, `no cards`; `many` where it takes more than an s: `2 marches`."""
    return f"{count or 'no'} {what if count == 1 else many or f'{what}s'}"
