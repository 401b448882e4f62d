"""What an audit finds: facts that can be signed, no sentence of any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Final, TypeAlias

import msgspec

from protocol.roles import Role

MOST_FINDINGS: Final = 64
"""How many findings a verdict lists."""

MOST_TEXT: Final = 200
"""How many characters each text of a finding has."""

Text: TypeAlias = Annotated[str, msgspec.Meta(max_length=MOST_TEXT, pattern=r"^[ -~]*\Z")]
"""Printable ASCII: whatever a peer signs can be shown."""


class Finding(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What `author` signed in entry `number` and should not have: which check or rule it breaks, and what differed.

    `expected` and `found` are short machine text, `piece=12 face=3`.
    """

    number: Annotated[int, msgspec.Meta(ge=0)]
    author: Role
    check: Text
    expected: Text
    found: Text


def machine_text(value: object) -> str:
    """`value` as a text of a finding."""
    return str(value).encode("ascii", "backslashreplace").decode()[:MOST_TEXT]


def numbers(values: Sequence[int]) -> str:
    """`3,4,5`: numbers as the text of a finding has them."""
    return ",".join(map(str, values))
