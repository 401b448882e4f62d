"""Warnings before decisions by which the game may be lost at once (2.1)."""

from __future__ import annotations

from engine.hidden import Piece
from engine.sekigahara.board import Location
from engine.sekigahara.pieces import PROTAGONIST
from tui.language import _
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.names import PERSONS


def is_protagonist(player: SekigaharaPlayer, block: Piece) -> bool:
    """Whether it is the player's own Ieyasu or Mitsunari, whose death ends the game."""
    return player.faces.get(block) == PROTAGONIST[player.seat]


def risk_words(player: SekigaharaPlayer, location: Location) -> str:
    """That the player's Ieyasu or Mitsunari stands where a combat is fought; empty if he does not."""
    if not any(is_protagonist(player, block) for block in player.state.pools[player.seat][location]):
        return ""
    return _("{person} is in it: if he dies, you have lost the game at once (2.1).").format(person=PERSONS[player.seat])


def with_risk(player: SekigaharaPlayer, location: Location, note: str) -> str:
    """A note, and before it the warning, where there is one."""
    return " ".join([text for text in (risk_words(player, location), note) if text])


def death_words(player: SekigaharaPlayer, block: Piece) -> str:
    """What is said of a block that may be lost: nothing but of the one whose death ends the game."""
    return f" — {_('his death loses the game (2.1)')}" if is_protagonist(player, block) else ""
