"""What this program keeps beside a game for its own player: notes, plans, and lines of the log that no record has."""

from __future__ import annotations

from dataclasses import dataclass, field

from tui.drafts import DraftKeeper
from tui.notebook import Notebook
from tui.told import ToldKeeper


@dataclass(frozen=True, slots=True)
class Kept:
    """Each with how it is saved; as it is made here, for no longer than the program runs."""

    notebook: Notebook = field(default_factory=Notebook)
    drafts: DraftKeeper = field(default_factory=DraftKeeper)
    told: ToldKeeper = field(default_factory=ToldKeeper)
