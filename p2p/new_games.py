"""Folders for new games: one to host, or one to join."""

from __future__ import annotations

import secrets
import socket
from typing import Any, Literal, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine.hidden import Game
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import About, GameFolder
from p2p.store.game_list import find_joined
from p2p.wire.invite import SECRET_SIZE, make_invite, parse_invite

Wish: TypeAlias = Literal["first", "second", "random"]
"""The seat that the host wants."""


def new_hosted_game(
    data: DataFolder,
    game: Game[Any, Any],
    listener: socket.socket,
    addresses: tuple[str, ...],
    *,
    name: str,
    side: Wish,
    bot: str = "",
    opponent: str = "",
    signs: bool = False,
) -> tuple[GameFolder, str]:
    """A folder for a game that `listener` waits for an opponent of, and the token of its invite.

    `bot` plays this seat and `opponent` is a bot that this program starts, if not empty. `signs`: the player signs
    the game with its long-term key. Raises StorageError, or InviteError if an address cannot stand in an invite.
    """
    bound, port = listener.getsockname()[:2]
    invite = make_invite(addresses, port, data.certificate().fingerprint, secrets.token_bytes(SECRET_SIZE))
    token = invite.token()
    about = About(
        role="host",
        name=name,
        invite=token,
        game=game.name,
        settings=tuple(game.settings),
        listen=str(bound),
        port=port,
        side=side,
        bot=bot,
        opponent_bot=opponent,
        signs=signs,
    )
    return data.new_game(about), token


def joined_game(data: DataFolder, token: str, *, name: str, bot: str = "", signs: bool = False) -> GameFolder:
    """The folder of the game that the invite `token` leads to: a new one, or the one it was used for before.

    A token that is used again must come with the key that it was first used with, or the host lets nobody in. Which
    game it is, the host says. Raises InviteError or StorageError.
    """
    canonical = parse_invite(token).token()
    joined = find_joined(data, canonical)
    if joined is not None:
        return joined
    key = Ed25519PrivateKey.generate().private_bytes_raw()
    return data.new_game(About(role="joiner", name=name, invite=canonical, key=key, bot=bot, signs=signs))
