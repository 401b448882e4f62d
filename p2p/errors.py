"""What can go wrong between two machines or with a player's files: a problem of a fixed list, with its facts.

A screen looks at `problem` and `facts` and finds its own words; `str(error)` is the English sentence for logs, tests
and programs without a screen. Facts are numbers, names, paths, and what the system or the opponent said (already
cleaned).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from protocol.errors import FairTableError


class Problem(Enum):
    """Everything that this package complains of. The value is the sentence, with the names of its facts in braces."""

    # The connection broke, or there was none.
    CLOSED = "The other side closed the connection."
    CLOSED_INSIDE = "The other side closed the connection in the middle of a message."
    BROKEN = "The connection broke."
    SILENT = "No whole message came for {seconds:g} seconds."
    NOT_TAKEN = "The other side took nothing for {seconds:g} seconds."
    NO_WAY = "No way has led to the host."
    CLOSED_BEFORE_TLS = "The other end closed the connection before TLS was agreed on."
    NO_TLS = "The other end does not speak TLS 1.3: {reason}."
    PEER_TROUBLE = "{opponent}'s program has trouble of its own: {sentence}"
    PEER_LEFT = "{opponent} has left for now; the game is kept."
    AWAY = "{opponent} has been away for {seconds:g} seconds; the game is kept and can be resumed."
    NEVER_CAME = "Nobody has come within {seconds:g} seconds; the game is kept and can be resumed."
    # The other side does not let this player in.
    OTHER_CERTIFICATE = (
        "The machine that answered is not the host of this invite: its certificate is {found}, the invite's "
        "{expected}. Ask the host for a new invite; if it is the same, somebody is in between."
    )
    OTHER_VERSION = "The other side speaks version {theirs} of the wire protocol, this side {ours}: use equal versions."
    HOST_IGNORANT = "The host does not know this invite's secret; ask for a new invite."
    INVITE_USED = "This invite has been used by another player; ask the host for a new one."
    OTHER_INVITE = "This invite's secret is not the one of the game that is hosted here; ask the host for a new invite."
    REFUSED = "The other side says: {sentence}"
    PEER_STOPPED = "{opponent}'s program has stopped: {sentence}"
    UNKNOWN_GAME = "The host plays {game}, which this program does not know."
    NO_PROOF = "No proof came within {seconds:g} seconds."
    GAVE_WAY = "The connection gave way to a newer one."
    # The other side broke the wire protocol.
    NOT_A_MESSAGE = "The other side sent a message of {size} bytes that is none: {reason}."
    NOT_CANONICAL = "The other side sent a {message} message of {size} bytes that is not canonical msgpack."
    FRAME_TOO_LARGE = "The other side announced a frame of {size} bytes, at most {most} are taken."
    UNEXPECTED = "The other side sent {message} where {expected} was expected."
    OUT_OF_PLACE = "The other side sent {message} in the middle of the game."
    FLOOD = (
        "The other side floods: it sent {count} messages beside the game within {seconds:g} seconds, at most {most} "
        "are taken."
    )
    WRONG_SIGNATURE = "The joiner's signature does not fit its key."
    OTHER_GAME = "The other side now names another game than before: {found}, not {expected}."
    NOT_FINISHED = "The other side says that the game is finished, and it is not."
    FALSE_HEAD = (
        "The other side said that its chain has {announced} entries, and has sent none behind entry {count} for "
        "{seconds:g} seconds; the game is kept and can be resumed."
    )
    CHAIN_TOO_LONG = "The other side announced a chain of {count} entries, at most {most} are taken."
    CHAIN_TOO_LARGE = "The other side's chain has more than {most} bytes."
    CHAIN_WITHHELD = "The other side did not send the {message} that was expected."
    GAME_NOT_HERE = (
        "The other side is at game {game} of this invite, from 0 on, and this side does not have that any more."
    )
    # This side's own doing.
    NOT_AN_ADDRESS = "{text!r} is not an address: write an IPv6 address with its port as [ADDR]:PORT."
    NOT_A_PORT = "{text!r} does not end in a port: got {port!r}, ports are 0 (any free one) to 65535."
    CANNOT_LISTEN = "Nobody can listen at {address} port {port}: {reason}."
    # Files.
    CANNOT_READ = "{path} cannot be read: {reason}."
    CANNOT_WRITE = "{path} cannot be written: {reason}."
    CANNOT_MAKE = "{path} cannot be made: {reason}."
    CANNOT_REMOVE = "{path} cannot be removed: {reason}."
    CANNOT_LOCK = "{path} cannot be held: {reason}."
    CANNOT_OPEN = "{path} cannot be opened: {reason}."
    CANNOT_CUT = "{path} cannot be cut after its last whole item: {reason}."
    JOURNAL_FULL = "{path} cannot be written: {reason}. The game is kept up to here; make room, then resume."
    JOURNAL_BROKEN = "{path} could not be written before; start again from what it holds."
    DAMAGED = "{path} is damaged ({reason})."
    IDENTITY_DAMAGED = (
        "{path} is damaged ({reason}): restore it from a copy, or move it away and invites will be for a new identity."
    )
    PERSON_DAMAGED = (
        "{path} is damaged: restore it from a copy, or move it away, and you will be somebody new to your opponents."
    )
    IDENTITY_UNUSABLE = "{path} cannot be used: {reason}."
    OTHER_IDENTITY = (
        "The identity in {path} is not the one that this game's invite was made with: restore it from a copy, or the "
        "opponent cannot come back."
    )
    SECRETS_MISSING = "{path} is missing: without it the game cannot be continued."
    SECRETS_DAMAGED = "{path} is damaged: restore it from a copy."
    BEING_PLAYED = "The game {game} is being played by another process: close that first."
    NO_SUCH_GAME = "There is no game called {name!r} in {path}; choose one of: {games}."
    SEVERAL_GAMES = "There are several games called {name!r} in {path}; choose one of: {games}."


class LinkError(FairTableError):
    """Anything of this package that a player is told about: `problem`, and its `facts` by name."""

    def __init__(self, problem: Problem, **facts: object) -> None:
        super().__init__(problem, facts)
        self.problem = problem
        self.facts: Mapping[str, object] = facts

    def __str__(self) -> str:
        return self.problem.value.format(**self.facts)


class RemoteError(LinkError):
    """The other side sent something that the wire protocol does not allow (threats 27 to 30)."""


class RefusedError(LinkError):
    """The other side does not let this player in, or has stopped; trying again changes nothing."""


class ConnectionLost(LinkError):
    """The connection broke or nobody answered in time; trying again may help."""


class StorageError(LinkError):
    """The disk refused, or a file is damaged; `path` is among the facts. Nothing that was acknowledged is lost."""
