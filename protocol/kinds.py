"""All kinds of entry, in the order in which a game meets them.

A new kind is its file in `protocol.entries` and its line here; if it has a turn of its own, `protocol.phases` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from protocol.entries.action import ACTION
from protocol.entries.claim import CLAIM
from protocol.entries.coin import COIN
from protocol.entries.draw import DRAW
from protocol.entries.hello import HELLO
from protocol.entries.kind import EntryKind
from protocol.entries.leave import RESIGN, STOP
from protocol.entries.left import LEFT
from protocol.entries.mix import MIX
from protocol.entries.open import OPEN
from protocol.entries.seal import SEAL
from protocol.entries.seed import SEED
from protocol.entries.verdict import VERDICT

KINDS: Final[tuple[EntryKind[Any], ...]] = (
    HELLO,
    COIN,
    MIX,
    DRAW,
    ACTION,
    SEAL,
    OPEN,
    RESIGN,
    STOP,
    LEFT,
    CLAIM,
    SEED,
    VERDICT,
)

BY_NAME: Final[Mapping[str, EntryKind[Any]]] = {kind.name: kind for kind in KINDS}
