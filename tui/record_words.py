"""What a record is worth, in words: who counts as the winner and why, what was found, whether it is whole.

All that is said of it, on the screen, in lines of text and by the commands, is said here, from `protocol.report` and
`protocol.standing`. The seats are called what the caller calls them: `tokugawa`, or `you` and the opponent's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, assert_never

from engine.hidden import Game, Seat
from p2p.text import clean
from protocol.errors import PeerError
from protocol.findings import Finding
from protocol.outcome import Outcome, Resigned, Shared, Stopped, Won
from protocol.phases import Phase
from protocol.report import Integrity, Report
from protocol.roles import Role
from protocol.standing import Cheated, Decided, Forfeited, Owed, Standing, Undecided
from tui.games import words_of
from tui.grammar import listed, sentence

LINE: Final = 300
"""Characters of a line that the program says."""

Who: TypeAlias = Callable[[Seat], str]
"""What a seat is called in a sentence."""

_OWED: Final = {
    Phase.HOST_HELLO: "its hello",
    Phase.JOINER_HELLO: "its hello",
    Phase.HOST_COIN: "its half of the coin",
    Phase.JOINER_COIN: "its half of the coin",
    Phase.MIX: "a shuffle",
    Phase.DRAW: "what the other draws",
    Phase.DECISION: "a move",
    Phase.FIRST_SEAL: "a sealed choice",
    Phase.SECOND_SEAL: "a sealed choice",
    Phase.FIRST_OPEN: "the opening of a sealed choice",
    Phase.SECOND_OPEN: "the opening of a sealed choice",
    Phase.FIRST_SEED: "the opening of the seed",
    Phase.SECOND_SEED: "the opening of the seed",
    Phase.FIRST_VERDICT: "the verdict",
    Phase.SECOND_VERDICT: "the verdict",
    Phase.FINISHED: "nothing",
}

_INTEGRITY: Final = {
    Integrity.WHOLE: "The record is whole: both players have signed its end.",
    Integrity.CUT: (
        "The record is unfinished, or was cut: not both players have signed a verdict, so entries may be missing at "
        "the end."
    ),
    Integrity.EDITED: (
        "The record was changed by whoever held the file: it holds what no player wrote there. That accuses neither "
        "player, and only what comes before it counts."
    ),
    Integrity.FOREIGN: (
        "The record is of another game, other rules or another version than this program has; a program that has them "
        "can check it."
    ),
}


def by_side(game: Game[Any, Any]) -> Who:
    """Seats by the names of the sides."""
    return lambda seat: game.seats[seat]


# -- how it ended


def outcome_reason(game: Game[Any, Any], outcome: Outcome, who: Who) -> str:
    """Why the game has ended."""
    match outcome:
        case Won(_, reason) | Shared(reason):
            return words_of(game).reason(reason)
        case Resigned(seat):
            return f"{who(seat)} resigned"
        case Stopped(seat):
            return f"{who(seat)} stopped the game"
        case _:
            assert_never(outcome)


def winner_words(outcome: Outcome, who: Who) -> str:
    """Who won by the outcome alone."""
    if outcome.winner is not None:
        return who(outcome.winner)
    return "both" if isinstance(outcome, Shared) else "nobody"


def result_reason(game: Game[Any, Any], worth: Standing, who: Who) -> str:
    """Why the winner is the winner, in a clause."""
    match worth.result:
        case Undecided():
            return "the game had not begun"
        case Decided(outcome):
            return outcome_reason(game, outcome, who)
        case Forfeited(loser, owed):
            return f"{who(loser)} did not write what comes next ({_OWED[owed.phase]})"
        case Cheated(cheats, outcome):
            cheated = f"{listed([who(seat) for seat in cheats])} broke the rules"
            if outcome is None or outcome.winner not in cheats:
                return cheated
            return f"{cheated}, so the win of {who(outcome.winner)} ({outcome_reason(game, outcome, who)}) is void"
        case _:
            assert_never(worth.result)


def result_line(game: Game[Any, Any], worth: Standing, who: Who | None = None) -> str:
    """Who won, or counts as the winner, and why: `tokugawa won: ishida resigned`."""
    who = who or by_side(game)
    reason, result = result_reason(game, worth, who), worth.result
    if isinstance(result, Decided):
        return clean(f"{winner_words(result.outcome, who)} won: {reason}", LINE)
    winner = "nobody" if worth.winner is None else who(worth.winner)
    if isinstance(result, Forfeited):
        return clean(f"{winner} wins if the record ends here: {reason}", LINE)
    if isinstance(result, Cheated):
        return clean(f"{winner} counts as the winner: {reason}", LINE)
    return f"{winner} won: {reason}"


def standing_notes(worth: Standing, who_role: Callable[[Role], str]) -> list[str]:
    """What is to be known of the result besides."""
    notes: list[str] = []
    owed = worth.result.owed if isinstance(worth.result, Forfeited) else None
    if owed is not None:
        notes.append(_owed_line(owed, who_role(owed.role)))
        notes.append("Leaving does not pay: who never writes what it owes loses. The game can still be gone on with.")
    if worth.withheld is not None:
        who, what = who_role(worth.withheld.role), _OWED[worth.withheld.phase]
        notes.append(sentence(f"{who} withheld {what} after the end. That changes nothing about who won"))
    return [clean(note, LINE) for note in notes]


def proven_notes(worth: Standing) -> list[str]:
    """What is proven already, whether or not a seed is ever opened; and what the audit by the seeds adds."""
    if worth.proven is None:
        return []
    if not isinstance(worth.result, Decided):
        return [f"Proven to entry {worth.proven}: every shuffle, draw and claim up to there, without any seed."]
    notes = [f"Every step is proven, to entry {worth.proven}: each shuffle, draw and claim, when it was made."]
    if worth.integrity is Integrity.WHOLE:
        notes.append("The audit by the opened seeds checks it all a second time, by hashes alone.")
    else:
        notes.append("The audit by the opened seeds would check it all a second time, by hashes alone.")
    return notes


def _owed_line(owed: Owed, who: str) -> str:
    witness = (
        f"The own signature of {who} shows that {who} knew."
        if owed.witnessed
        else "That it was owed is the word of whoever shows the record: nothing signed says that it was known."
    )
    return f"The next entry is owed by {who}: {_OWED[owed.phase]}. {witness}"


# -- what was found


def report_lines(game: Game[Any, Any], report: Report, worth: Standing, persons: Sequence[str] = ("", "")) -> list[str]:
    """An audit for a reader, a sentence a line. `persons`: by role, what each has signed as; empty if as nobody."""
    lines = [f"{report.entries} entries, {report.followed} of them replayed."]
    for role, name in zip(Role, report.names, strict=False):
        side = f" ({game.seats[report.seats[role]]})" if report.seats else ""
        person = f", who signs as {persons[role]}" if persons[role] else ""
        lines.append(f"The {role.word}{side} is {name}{person}.")
    lines.append("The game has not ended." if report.outcome is None else "The game has ended.")
    if not isinstance(worth.result, Undecided):
        lines.append(sentence(result_line(game, worth)))
    if worth.proven is not None:
        left = f", left by {player_words(report, worth.left.role)}" if worth.left is not None else ""
        lines.append(f"Proven to entry {worth.proven}{left}: every mix, draw and claim up to there.")
    lines += [finding_line(report, finding) for finding in report.violations]
    if report.stopped is not None:
        problem = report.stopped.problem if isinstance(report.stopped, PeerError) else str(report.stopped)
        lines.append(f"The replay stopped there: {problem}.")
    lines += [f"Entry {damage.number} is not what a player wrote there [{damage.check}]." for damage in report.damage]
    for role in report.unopened:
        lines.append(f"Not checked a second time, by {player_words(report, role)}: the seed was never opened.")
    if isinstance(worth.result, Undecided) and report.owing is not None and not report.damage:
        lines.append(_owed_line(Owed(report.owing, report.phase, False), player_words(report, report.owing)))
    lines += standing_notes(worth, lambda role: player_words(report, role))
    lines.append(integrity_line(report))
    if report.clean:
        lines.append("Everything was checked twice, by proofs and by the seeds, and nothing is wrong.")
    return [clean(line, LINE) for line in lines]


def integrity_line(report: Report) -> str:
    """Whether the record is what the players wrote."""
    return _INTEGRITY[report.integrity]


def finding_line(report: Report, finding: Finding) -> str:
    """A finding, with who is accused of it."""
    differed = f" Expected {finding.expected}, found {finding.found}." if finding.expected else ""
    return f"Entry {finding.number}, by {player_words(report, finding.author)}: broke {finding.check}.{differed}"


def player_words(report: Report, role: Role) -> str:
    """`the host (Mitsunari)`."""
    name = f" ({report.names[role]})" if role < len(report.names) else ""
    return f"the {role.word}{name}"


def verdict_line(report: Report) -> str:
    """The audit in a few words."""
    if report.violations:
        count = len(report.violations)
        return f"{count} violation{'' if count == 1 else 's'} found"
    if report.integrity is Integrity.FOREIGN:
        return "not a record that this program can check"
    if report.integrity is Integrity.EDITED:
        return "the record has been edited"
    return "clean" if report.clean else "no violation found, but not all could be checked"


def standing_data(game: Game[Any, Any], worth: Standing) -> dict[str, Any]:
    """The same for programs."""
    result = worth.result
    owed = result.owed if isinstance(result, Forfeited) else None
    return {
        "how": type(result).__name__.lower(),
        "winner": None if worth.winner is None else game.seats[worth.winner],
        "why": result_reason(game, worth, by_side(game)),
        "cheats": [game.seats[seat] for seat in result.cheats] if isinstance(result, Cheated) else [],
        "owed": _owed_data(owed),
        "withheld": _owed_data(worth.withheld),
        "proven_to": worth.proven,
    }


def _owed_data(owed: Owed | None) -> dict[str, Any] | None:
    if owed is None:
        return None
    return {"by": owed.role.word, "what": owed.phase.name.lower(), "witnessed": owed.witnessed}
