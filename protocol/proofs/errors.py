"""What is wrong with a proof: one error, which names the check that failed."""

from __future__ import annotations

from enum import StrEnum


class Check(StrEnum):
    """The checks, in the order in which they are made."""

    LENGTH = "length"
    """A proof, point, nonce or link has another length than the statement asks for."""
    POINT = "point"
    """32 bytes that are not the encoding of a point."""
    IDENTITY = "identity"
    """The encoding of the identity, where only another point can stand."""
    SCALAR = "scalar"
    """A scalar that is not below the order of the group."""
    EQUATIONS = "equations"
    """The equations of the proof do not hold: what it states is false, or it was made for another statement."""
    OPENING = "opening"
    """A face and nonce that do not open the point."""
    LINK = "link"
    """Not the next link of the chain."""


class ProofError(Exception):
    """A received proof, point, opening or link is refused. `check` says why; `problem` says it in one sentence.

    Our own calls that make no sense raise ValueError instead.
    """

    def __init__(self, check: Check, problem: str) -> None:
        super().__init__(f"{problem} [{check}]")
        self.check = check
        self.problem = problem
