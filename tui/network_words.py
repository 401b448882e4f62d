"""What goes on between the two programs, in words: the notifications of `p2p`, told to the player."""

from __future__ import annotations

from typing import assert_never

from p2p.notifications import (
    AcceptFailed,
    AnswerHeld,
    ChatMuted,
    ChatSaid,
    ChoiceLost,
    DialFailed,
    EntryAdded,
    Notification,
    PeerConnected,
    PeerDisconnected,
    StrangersTurnedAway,
    Synchronised,
    TornEndDropped,
)


def notification_words(notification: Notification) -> str:
    """A sentence on how things stand, empty for what is no news of the connection."""
    match notification:
        case PeerConnected(opponent):
            return f"{opponent or 'Your opponent'} is connected."
        case PeerDisconnected(error):
            return f"{error} Trying to reach the opponent again…"
        case DialFailed(error, again_in):
            return f"{error} Trying again in {again_in:.0f} seconds…"
        case StrangersTurnedAway(count):
            return f"Turned away: {count} connection{'' if count == 1 else 's'} of somebody else's."
        case AcceptFailed(reason):
            return f"A connection could not be taken: {reason}."
        case TornEndDropped(torn, whole):
            return (
                f"The last {torn} bytes of the record are the beginning of an entry that was never finished; "
                f"the {whole} entries before it are whole."
            )
        case ChoiceLost():
            return (
                "Your sealed choice is in the record, but no longer known, so the game cannot go on. Leave, put the "
                "game's file `remembered` back from a copy and resume; or resign."
            )
        case ChatMuted(seconds):
            return f"Your opponent says more than can be shown: the next {seconds:.0f} seconds of it are dropped."
        case EntryAdded() | ChatSaid() | AnswerHeld() | Synchronised():
            return ""
        case _:
            assert_never(notification)
