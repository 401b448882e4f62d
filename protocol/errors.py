"""Whose fault it is: the opponent's (`PeerError`), a file's (`RecordError`) or our own call's (`LocalError`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from protocol.proof import Equivocation


class PeerError(Exception):
    """The opponent broke the protocol or the rules. Nothing was acted on, and the game so far is kept.

    `check` names what failed: one of the checks listed in docs/protocol.md, or the number of a rule or ruling.
    `number` is the entry concerned, if there is one; `expected` and `found` say what differed, as short text.
    `proof` is there when the opponent signed two different entries at one place.
    """

    def __init__(
        self,
        check: str,
        problem: str,
        *,
        number: int | None = None,
        expected: str = "",
        found: str = "",
        proof: Equivocation | None = None,
    ) -> None:
        place = "" if number is None else f"Entry {number}: "
        super().__init__(f"{place}{problem} [{check}]")
        self.check = check
        self.problem = problem
        self.number = number
        self.expected = expected
        self.found = found
        self.proof = proof


class JointError(PeerError):
    """The two opened choices together break a rule; which of the two is at fault, only the faces shown can tell."""


class RepeatedEntry(PeerError):
    """An entry that we have already, byte for byte. Harmless, but an honest peer sends each entry once."""


class ForkError(PeerError):
    """The opponent's chain and ours differ. Ask for its whole chain and hand that to `Table.compare`."""


class RecordError(Exception):
    """A record file cannot be read or continued: `path`, the entry (`number`, if known) and what to do about it."""

    def __init__(self, path: str, problem: str, advice: str, *, number: int | None = None) -> None:
        place = path if number is None else f"{path}, entry {number}"
        super().__init__(f"{place}: {problem}. {advice}.")
        self.path = path
        self.problem = problem
        self.advice = advice
        self.number = number


class LocalError(Exception):
    """A call that makes no sense now, such as acting in a game that has stopped. Nothing was changed."""


Value = TypeVar("Value")


def known(value: Value | None) -> Value:
    """`value`, of which the caller knows that it is there. As an assertion, but kept under `python -O`."""
    if value is None:
        raise LocalError("The table was asked for what it does not know yet")
    return value


def one_of(kind: type[Value], value: object) -> Value:
    """`value`, of which the caller knows that it is a `kind`. As an assertion, but kept under `python -O`."""
    if not isinstance(value, kind):
        raise LocalError(f"The table came upon a {type(value).__name__} where only a {kind.__name__} can be")
    return value
