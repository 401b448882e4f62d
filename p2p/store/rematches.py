"""The folders of the games that one invite has led to: each after the first is a rematch of the one before."""

from __future__ import annotations

import hashlib
from typing import Final, Literal

from msgspec.structs import replace

from engine.hidden import Seat, other
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import GameFolder

SIDES: Final[tuple[Literal["first"], Literal["second"]]] = ("first", "second")
"""What a folder calls the seats."""


def rematch_of(data: DataFolder, folder: GameFolder, host_seat: Seat) -> GameFolder:
    """The folder of the next game of the same two, with sides exchanged: the one that there is, or a new one.

    `host_seat` is where the host sat in the game of `folder`. Everything but the sides is as it was there, with where
    this side could be reached: the opponent looks for it there when both programs are started again. Keys and seed are
    made anew when the game begins. Raises StorageError.
    """
    about = folder.about()
    if about.next and about.next in data.game_names():
        return data.folder(about.next)
    # First the game, then what leads to it: one that nothing leads to is forgotten when it expires.
    found = data.new_game(
        replace(about, side=SIDES[other(host_seat)], number=about.number + 1, before=folder.name, next=""),
        _name_after(folder.name),
    )
    reached = folder.reach()
    if reached is not None:
        found.save_reach(reached)
    folder.save_about(replace(about, next=found.name))
    return found


def _name_after(name: str) -> str:
    """What the rematch of the game of that name is called: both programs call it so where they call the game alike."""
    return hashlib.sha256(b"rematch of " + name.encode()).hexdigest()[: len(name)]


def forget_rematch(data: DataFolder, folder: GameFolder) -> None:
    """Nobody has agreed to the next game: remove its folder, if it has not begun. Raises StorageError."""
    about = folder.about()
    if about.next and about.next in data.game_names():
        data.folder(about.next).discard()
        if about.next not in data.game_names():
            folder.save_about(replace(about, next=""))


def first_game(data: DataFolder, folder: GameFolder) -> GameFolder:
    """The game of which that in `folder` is a rematch, or a rematch's rematch; as far back as they are still there.

    Raises StorageError.
    """
    names = set(data.game_names())
    while folder.about().before in names:
        folder = data.folder(folder.about().before)
    return folder


def game_of_number(data: DataFolder, folder: GameFolder, number: int) -> GameFolder | None:
    """The game of that number among those of one invite, of which `folder` is one; None if it is not there."""
    while True:
        about = folder.about()
        if about.number == number:
            return folder
        name = about.before if about.number > number else about.next
        if not name or name not in data.game_names():
            return None
        folder = data.folder(name)
