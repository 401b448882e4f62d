"""What a record is worth, in words: who counts as the winner and why, what was found, whether it is whole.

All that is said of it, on the screen, in lines of text and by the commands, is said here, from `protocol.report` and
`protocol.standing`. The seats are called what the caller calls them: `tokugawa`, or `you` and the opponent's name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, assert_never

from engine.hidden import Game, Seat
from p2p.text import clean
from protocol.errors import FairTableError, PeerError
from protocol.findings import Finding
from protocol.outcome import Outcome, OutOfTime, Resigned, Shared, Stopped, Won
from protocol.phases import Phase
from protocol.report import Integrity, Report
from protocol.roles import Role
from protocol.standing import Cheated, Decided, Forfeited, Owed, Standing, Undecided
from tui.games import words_of
from tui.grammar import listed, sentence
from tui.language import N_, _, ngettext, pgettext
from tui.network_words import error_words, sentence_words

LINE: Final = 300
"""Characters of a line that the program says."""

Who: TypeAlias = Callable[[Seat], str]
"""What a seat is called in a sentence."""

_OWED: Final = {
    Phase.HOST_HELLO: N_("its hello"),
    Phase.JOINER_HELLO: N_("its hello"),
    Phase.HOST_COIN: N_("its half of the coin"),
    Phase.JOINER_COIN: N_("its half of the coin"),
    Phase.MIX: N_("a shuffle"),
    Phase.DRAW: N_("what the other draws"),
    Phase.DECISION: N_("a move"),
    Phase.FIRST_SEAL: N_("a sealed choice"),
    Phase.SECOND_SEAL: N_("a sealed choice"),
    Phase.FIRST_OPEN: N_("the opening of a sealed choice"),
    Phase.SECOND_OPEN: N_("the opening of a sealed choice"),
    Phase.FIRST_SEED: N_("the opening of the seed"),
    Phase.SECOND_SEED: N_("the opening of the seed"),
    Phase.FIRST_VERDICT: N_("the verdict"),
    Phase.SECOND_VERDICT: N_("the verdict"),
    Phase.FINISHED: N_("nothing"),
}

_INTEGRITY: Final = {
    Integrity.WHOLE: N_("The record is whole: both players have signed its end."),
    Integrity.CUT: (
        N_(
            "The record is unfinished, or was cut: not both players have signed a verdict, so entries may be "
            "missing at the end."
        )
    ),
    Integrity.EDITED: (
        N_(
            "The record was changed by whoever held the file: it holds what no player wrote there. That accuses "
            "neither player, and only what comes before it counts."
        )
    ),
    Integrity.FOREIGN: (
        N_(
            "The record is of another game, other rules or another version than this program has; a program that "
            "has them can check it."
        )
    ),
}


def by_side(game: Game[Any, Any]) -> Who:
    """Seats by the names of the sides."""
    return lambda seat: words_of(game).side(seat)


# -- how it ended


def outcome_reason(game: Game[Any, Any], outcome: Outcome, who: Who) -> str:
    """Why the game has ended."""
    match outcome:
        case Won(_, reason) | Shared(reason):
            return words_of(game).reason(reason)
        case Resigned(seat):
            return _("{who} resigned").format(who=who(seat))
        case OutOfTime(seat):
            return _("{who} ran out of time").format(who=who(seat))
        case Stopped(seat):
            return _("{who} stopped the game").format(who=who(seat))
        case _:
            assert_never(outcome)


def winner_words(outcome: Outcome, who: Who) -> str:
    """Who won by the outcome alone."""
    if outcome.winner is not None:
        return who(outcome.winner)
    return _("both") if isinstance(outcome, Shared) else _("nobody")


def you_words() -> str:
    """The player who reads it, where a sentence tells of either of the two: `you broke the rules`."""
    # Translators: it takes verbs in the third person, as a name does
    return pgettext("a player, beside the other's name", "you")


def result_reason(game: Game[Any, Any], worth: Standing, who: Who) -> str:
    """Why the winner is the winner, in a clause."""
    match worth.result:
        case Undecided():
            return _("the game had not begun")
        case Decided(outcome):
            return outcome_reason(game, outcome, who)
        case Forfeited(loser, owed):
            return _("{who} did not write what comes next ({phase})").format(who=who(loser), phase=_(_OWED[owed.phase]))
        case Cheated(cheats, outcome):
            cheated = ngettext("{who} broke the rules", "{who} both broke the rules", len(cheats)).format(
                who=listed([who(seat) for seat in cheats])
            )
            if outcome is None or outcome.winner not in cheats:
                return cheated
            return _("{cheated}, so the win of {who} ({reason}) is void").format(
                cheated=cheated, who=who(outcome.winner), reason=outcome_reason(game, outcome, who)
            )
        case _:
            assert_never(worth.result)


def result_line(game: Game[Any, Any], worth: Standing, who: Who | None = None) -> str:
    """Who won, or counts as the winner, and why: `Tokugawa won: Ishida resigned`."""
    who = who or by_side(game)
    reason, result = result_reason(game, worth, who), worth.result
    if isinstance(result, Decided):
        return clean(_("{winner} won: {reason}").format(winner=winner_words(result.outcome, who), reason=reason), LINE)
    winner = _("nobody") if worth.winner is None else who(worth.winner)
    if isinstance(result, Forfeited):
        return clean(_("{winner} wins if the record ends here: {reason}").format(winner=winner, reason=reason), LINE)
    if isinstance(result, Cheated):
        return clean(_("{winner} counts as the winner: {reason}").format(winner=winner, reason=reason), LINE)
    return _("{winner} won: {reason}").format(winner=winner, reason=reason)


def standing_notes(worth: Standing, who_role: Callable[[Role], str]) -> list[str]:
    """What is to be known of the result besides."""
    notes: list[str] = []
    owed = worth.result.owed if isinstance(worth.result, Forfeited) else None
    if owed is not None:
        notes.append(_owed_line(owed, who_role(owed.role)))
        notes.append(
            _("Leaving does not pay: who never writes what it owes loses. The game can still be gone on with.")
        )
    if worth.withheld is not None:
        who, what = who_role(worth.withheld.role), _(_OWED[worth.withheld.phase])
        notes.append(
            sentence(
                _("{who} withheld {what} after the end. That changes nothing about who won").format(who=who, what=what)
            )
        )
    return [clean(note, LINE) for note in notes]


def proven_notes(worth: Standing) -> list[str]:
    """What is proven already, whether or not a seed is ever opened; and what the audit by the seeds adds."""
    if worth.proven is None:
        return []
    if not isinstance(worth.result, Decided):
        return [
            _("Proven to entry {proven}: every shuffle, draw and claim up to there, without any seed.").format(
                proven=worth.proven
            )
        ]
    notes = [
        # Entries are numbered from 0, and the audits say how many there are: both, so that the two agree.
        _(
            "Every step is proven, all {count} entries, 0 to {proven}: each shuffle, draw and claim, when it was made."
        ).format(count=worth.proven + 1, proven=worth.proven)
    ]
    if worth.integrity is Integrity.WHOLE:
        notes.append(_("The audit by the opened seeds checks it all a second time, by hashes alone."))
    else:
        notes.append(_("The audit by the opened seeds would check it all a second time, by hashes alone."))
    return notes


def _owed_line(owed: Owed, who: str) -> str:
    witness = (
        _("A signature of {who} in the record shows that this was known.").format(who=who)
        if owed.witnessed
        else _("That it was owed is the word of whoever shows the record: nothing signed says that it was known.")
    )
    return _("The next entry is owed by {who}: {phase}. {witness}").format(
        who=who, phase=_(_OWED[owed.phase]), witness=witness
    )


# -- what was found


def report_lines(game: Game[Any, Any], report: Report, worth: Standing, persons: Sequence[str] = ("", "")) -> list[str]:
    """An audit for a reader, a sentence a line. `persons`: by role, what each has signed as; empty if as nobody."""
    entries = ngettext(
        "{count} entry, each a move, a shuffle, a draw or what was opened; {followed} replayed by the rules.",
        "{count} entries, each a move, a shuffle, a draw or what was opened; {followed} replayed by the rules.",
        report.entries,
    )
    lines = [entries.format(count=report.entries, followed=report.followed)]
    for role, name in zip(Role, report.names, strict=False):
        side = f" ({words_of(game).side(report.seats[role])})" if report.seats else ""
        facts = {"player": f"{role_words(role)}{side}", "name": name, "person": persons[role]}
        told = _("{player} is {name}, who signs as {person}") if persons[role] else _("{player} is {name}")
        lines.append(sentence(told.format(**facts)))
    lines.append(_("The game has not ended.") if report.outcome is None else _("The game has ended."))
    if not isinstance(worth.result, Undecided):
        told = result_line(game, worth)
        if isinstance(worth.result, Decided) and isinstance(worth.result.outcome, Resigned | Stopped):
            # Also where the entry is the other's: it holds that word (`protocol.entries.left`).
            told = _("{result} (by its own signed word)").format(result=told)
        lines.append(sentence(told))
    if worth.proven is not None:
        lines.append(
            _("Proven to entry {proven}: every mix, draw and claim up to there.").format(proven=worth.proven)
            if worth.left is None
            else _("Proven to entry {proven}, left by {player}: every mix, draw and claim up to there.").format(
                proven=worth.proven, player=player_words(report, worth.left.role)
            )
        )
    lines += [finding_line(report, finding) for finding in report.violations]
    if report.stopped is not None:
        lines.append(_("The replay stopped there: {problem}.").format(problem=problem_words(report.stopped)))
    lines += [
        _("Entry {number} is not what a player wrote there [{check}].").format(number=damage.number, check=damage.check)
        for damage in report.damage
    ]
    for role in report.unopened:
        lines.append(
            _("Not checked a second time, by {player}: the seed was never opened.").format(
                player=player_words(report, role)
            )
        )
    if isinstance(worth.result, Undecided) and report.owing is not None and not report.damage:
        lines.append(_owed_line(Owed(report.owing, report.phase, False), player_words(report, report.owing)))
    lines += standing_notes(worth, lambda role: player_words(report, role))
    lines.append(integrity_line(report))
    if report.clean:
        lines.append(_("Everything was checked twice, by proofs and by the seeds, and nothing is wrong."))
    return [clean(line, LINE) for line in lines]


def integrity_line(report: Report) -> str:
    """Whether the record is what the players wrote."""
    return _(_INTEGRITY[report.integrity])


def finding_line(report: Report, finding: Finding) -> str:
    """A finding, with who is accused of it."""
    broke = _("Entry {number}, by {player}: broke {check}.").format(
        number=finding.number, player=player_words(report, finding.author), check=finding.check
    )
    if not finding.expected:
        return broke
    differed = _("Expected {expected}, found {found}.").format(expected=finding.expected, found=finding.found)
    return f"{broke} {differed}"


def player_words(report: Report, role: Role) -> str:
    """`the host (Mitsunari)`."""
    name = f" ({report.names[role]})" if role < len(report.names) else ""
    return f"{role_words(role)}{name}"


def role_words(role: Role) -> str:
    """`the host` or `the joiner`."""
    return _("the host") if role is Role.HOST else _("the joiner")


def problem_words(error: FairTableError) -> str:
    """What is wrong, without where."""
    return sentence_words(error.problem) if isinstance(error, PeerError) else error_words(error)


def verdict_line(report: Report) -> str:
    """The audit in a few words."""
    if report.violations:
        count = len(report.violations)
        return ngettext("{count} violation found", "{count} violations found", count).format(count=count)
    if report.integrity is Integrity.FOREIGN:
        return _("not a record that this program can check")
    if report.integrity is Integrity.EDITED:
        return _("the record has been edited")
    return _("clean") if report.clean else _("no violation found, but not all could be checked")


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
