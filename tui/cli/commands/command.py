"""What a command of the program is."""

from __future__ import annotations

import argparse
from abc import ABC, abstractmethod
from typing import ClassVar


class Command(ABC):
    """One command: how it is called and told of, what may be typed with it, and what it does.

    A module of a command loads nothing that takes time before `run`: all of them are there for every `--help`.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    """For the list of all commands, to be translated, as is `description`."""
    description: ClassVar[str]
    reads: ClassVar[bool] = False
    """Whether it is there for what it prints: a pipe that is closed then ends it well."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:  # noqa: B027  most have some
        """Say what may be typed; the language is there already."""

    @abstractmethod
    def run(self, options: argparse.Namespace) -> int:
        """Carry it out; returns the exit status. Raises what `tui.cli.errors` has a sentence for."""
