"""What can go wrong, under one root: `PeerError` is the opponent's fault, `LocalError` our own call's, `RecordError` a
file's, `GameError` the rules engine's; of a `ForkError` nobody knows yet.
"""

from __future__ import annotations

from engine.hidden import IllegalAction


class FairTableError(Exception):
    """The root of all errors that a player can be told about. The text is a sentence that says whose fault it is."""


class PeerError(FairTableError):
    """The opponent broke the protocol or the rules. Nothing was acted on, and the game so far is kept.

    `check` names what failed: one of the checks listed in docs/protocol.md, or the name of a rule that the game cites.
    `number` is the entry concerned, if there is one; `expected` and `found` say what differed, as short machine text.
    `refusal` is the game's own word if it was the game that refused. `proof` is there when the opponent signed two
    different entries at one place: bytes for `protocol.equivocation.read_proof`.
    """

    def __init__(
        self,
        check: str,
        problem: str,
        *,
        number: int | None = None,
        expected: str = "",
        found: str = "",
        refusal: IllegalAction | None = None,
        proof: bytes | None = None,
    ) -> None:
        place = "" if number is None else f"Entry {number}: "
        super().__init__(f"{place}{problem} [{check}]")
        self.check = check
        self.problem = problem
        self.number = number
        self.expected = expected
        self.found = found
        self.refusal = refusal
        self.proof = proof


class ForkError(FairTableError):
    """The opponent's chain and ours differ. Ask for its whole chain and hand that to `Table.compare`."""

    def __init__(self, number: int, expected: bytes, found: bytes) -> None:
        super().__init__(
            f"The opponent has another entry {number} than ours: {found.hex()} instead of {expected.hex()}"
        )
        self.number = number
        self.expected = expected
        self.found = found


class RecordError(FairTableError):
    """A record file cannot be read or continued: `path`, the entry (`number`, if known) and what to do about it."""

    def __init__(self, path: str, problem: str, advice: str, *, number: int | None = None) -> None:
        place = path if number is None else f"{path}, entry {number}"
        super().__init__(f"{place}: {problem}. {advice}.")
        self.path = path
        self.problem = problem
        self.advice = advice
        self.number = number


class LocalError(FairTableError):
    """A call that makes no sense now, such as acting in a game that has stopped. Nothing was changed."""


class OldCopyError(LocalError):
    """This side itself has signed two entries at one place: an old copy of the game was played on. `proof` shows it."""

    def __init__(self, number: int, proof: bytes) -> None:
        super().__init__(
            f"Two different entries number {number} carry this side's own signature: an old copy of the game was "
            "played on. The game cannot go on; its record is kept"
        )
        self.number = number
        self.proof = proof


class GameError(FairTableError):
    """The game's rules contradict themselves: they refuse what their own check let pass. Neither player is at fault."""

    def __init__(self, refusal: IllegalAction) -> None:
        super().__init__(f"The rules of the game contradict themselves: {refusal}")
        self.refusal = refusal
