"""What can go wrong between two machines, each said in one sentence that tells whose fault it is."""

from __future__ import annotations


class LinkError(Exception):
    """Anything of this package that a player is told about. The text is one whole sentence."""


class InviteError(LinkError):
    """A token that is not an invite; the sentence says where it is wrong."""


class RemoteError(LinkError):
    """The other side sent something that the wire protocol does not allow (threats 27 to 30)."""


class RefusedError(LinkError):
    """The other side does not let this player in, and says why; trying again changes nothing."""


class ConnectionLost(LinkError):
    """The connection broke or nobody answered in time; trying again may help."""


class StorageError(LinkError):
    """The disk refused; names the file, and nothing that was acknowledged is lost."""
