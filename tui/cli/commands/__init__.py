"""All commands, in the order in which the help lists them; what each does is in `tui.cli`, loaded when it is run."""

from __future__ import annotations

from typing import Final

from tui.cli.commands.audit import Audit
from tui.cli.commands.command import Command
from tui.cli.commands.doctor import Doctor
from tui.cli.commands.export import Export
from tui.cli.commands.games import Games
from tui.cli.commands.host import Host
from tui.cli.commands.identity import Identity
from tui.cli.commands.join import Join
from tui.cli.commands.players import Players
from tui.cli.commands.relay import Relay
from tui.cli.commands.replay import Replay
from tui.cli.commands.resume import Resume
from tui.cli.commands.review import Review
from tui.cli.commands.rules import Rules
from tui.cli.commands.settings import Settings
from tui.cli.commands.solo import Solo
from tui.cli.commands.stats import Stats
from tui.cli.commands.tutorial import Tutorial
from tui.cli.commands.watch import Watch

COMMANDS: Final[tuple[Command, ...]] = (
    Solo(),
    Host(),
    Join(),
    Resume(),
    Watch(),
    Tutorial(),
    Games(),
    Players(),
    Identity(),
    Audit(),
    Replay(),
    Review(),
    Export(),
    Stats(),
    Rules(),
    Settings(),
    Doctor(),
    Relay(),
)
