"""Folders for new games: one to host, or one to join."""

from __future__ import annotations

import secrets
from functools import partial
from typing import Any, Literal, TypeAlias

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from engine.hidden import Game
from p2p.reach.invitation import SECRET_SIZE, Invitation, game_name, parse_invitation
from p2p.reach.tokens import TokenError
from p2p.store.data_folder import DataFolder
from p2p.store.game_folder import About, GameFolder, Ways
from p2p.store.game_list import find_joined
from protocol.clock import Clock, with_clock

Wish: TypeAlias = Literal["first", "second", "random"]
"""The seat that the host wants."""


def new_hosted_game(
    data: DataFolder,
    game: Game[Any, Any],
    ways: Ways,
    *,
    name: str,
    side: Wish,
    bot: str = "",
    opponent: str = "",
    signs: bool = False,
    clock: Clock | None = None,
    watch: bool = False,
) -> GameFolder:
    """A folder for a game that is hosted in these ways. Its invite is made when it is known where it can be reached.

    `bot` plays this seat and `opponent` is a bot that this program starts, if not empty. `signs`: the player signs
    the game with its long-term key. Raises StorageError.
    """
    secret = secrets.token_bytes(SECRET_SIZE)
    about = About(
        role="host",
        name=name,
        invite="",
        game=game.name,
        settings=with_clock(tuple(game.settings), clock),
        fingerprint=data.certificate().fingerprint,
        secret=secret,
        ways=ways,
        side=side,
        bot=bot,
        opponent_bot=opponent,
        signs=signs,
        watch=secrets.token_bytes(SECRET_SIZE) if watch else b"",
    )
    return data.new_game(about, game_name(secret))


def joined_game(
    data: DataFolder,
    token: str,
    *,
    name: str,
    bot: str = "",
    signs: bool = False,
    ways: Ways | None = None,
    watchable: bool = True,
) -> GameFolder:
    """The folder of the game that the invite `token` leads to: a new one, or the one it was used for before.

    An invite that is used again, also with other addresses in it, must come with the key that it was first used with,
    or the host lets nobody in. Which game it is, the host says. Raises TokenError or StorageError.
    """
    invitation = parse_invitation(token)
    canonical = invitation.token()
    joined = find_joined(data, partial(_leads_to_same_game, invitation))
    if joined is not None:
        before = joined.about()
        about = replace(before, invite=canonical, ways=ways or before.ways)
        if about != before:
            joined.save_about(about)
        return joined
    key = Ed25519PrivateKey.generate().private_bytes_raw()
    about = About(role="joiner", name=name, invite=canonical, key=key, bot=bot, signs=signs, ways=ways or Ways())
    about = replace(about, watchable=watchable)
    return data.new_game(about, game_name(invitation.secret))


def _leads_to_same_game(invitation: Invitation, token: str) -> bool:
    """Whatever addresses invites tell, those of one game have one secret."""
    try:
        known = parse_invitation(token)
    except TokenError:
        return False
    return (known.fingerprint, known.secret) == (invitation.fingerprint, invitation.secret)
