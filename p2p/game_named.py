"""How the network layer gets a game by its name, which it knows nothing else of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine.hidden import Action, Game, State

Settings: TypeAlias = tuple[tuple[str, str], ...]
"""What was chosen of a game's options, as pairs of an option and the choice."""
GameNamed: TypeAlias = Callable[[str, Settings], Game[State, Action]]
"""The game of a name, with these choices made of its options. Raises LookupError if there is none."""
