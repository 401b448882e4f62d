"""The program's name and version."""

from __future__ import annotations

from typing import Final

from tui.language import _

PROGRAM: Final = "sekigahara"
"""What the command is called, and the folder that a player's games are kept in."""


def version_words() -> str:
    """The program and its version."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"sekigahara {version('sekigahara')}"
    except PackageNotFoundError:
        return _("sekigahara, not installed as a package")
