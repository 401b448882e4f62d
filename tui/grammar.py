"""How lists, counts and sentences read in the language that is spoken."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final

from tui.language import _, pgettext, spoken

_SOUNDS_I: Final = re.compile(r"h?i(?![ae])", re.IGNORECASE)
_SOUNDS_O: Final = re.compile(r"h?o", re.IGNORECASE)


def percent(chance: float) -> str:
    """A chance in percent, never called certain."""
    return str(min(max(round(100 * chance), 1), 99))


def percentage(chance: Fraction) -> str:
    """`37%`; nothing that is not certain is called 0% or 100%."""
    rounded = round(chance * 100)
    if 0 < chance < 1 and rounded in {0, 100}:
        return f"> {rounded - 1}%" if rounded else "< 1%"
    return f"{rounded}%"


def listed(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    first, last = ", ".join(items[:-1]), items[-1]
    if spoken() == "es" and _SOUNDS_I.match(last):
        return f"{first} e {last}"  # Tokugawa e Ishida
    return _("{items} and {last}").format(items=first, last=last)


def alternatives(items: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(items) < 2:
        return "".join(items)
    first, last = ", ".join(items[:-1]), items[-1]
    if spoken() == "es" and _SOUNDS_O.match(last):
        return f"{first} u {last}"  # Kyoto u Osaka
    return _("{items} or {last}").format(items=first, last=last)


def counts(items: Iterable[str]) -> list[tuple[str, str]]:
    """Items with equal ones counted, in the order of first appearance: `2 × ` before `Date 2`, nothing before one."""
    return [("" if count == 1 else f"{count} × ", item) for item, count in Counter(items).items()]


def counted(items: Iterable[str]) -> str:
    """The same in words: `2 × Date 2, Maeda 1 gun`."""
    return ", ".join([count + item for count, item in counts(items)])


def sentence(text: str) -> str:
    """`text` with its first letter in upper case and a full stop."""
    return text[:1].upper() + text[1:] + "."


def decimal(number: float, digits: int = 1) -> str:
    """A number with so many digits behind the point, which is a comma in most languages."""
    return f"{number:.{digits}f}".replace(".", pgettext("decimal point", "."))
