"""A record to be looked at again: where its turns and battles begin, who saw what, and each entry in words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Sequence
from enum import Enum
from functools import cached_property
from typing import Any, Final

from engine.hidden import SEATS, Acted, BothActed, Draw, Drawn, Event, Seat, View, other
from p2p.text import NAME_LIMIT, clean
from protocol.facts import Did, Fact
from protocol.outcome import OutOfTime, Resigned, Stopped
from protocol.phases import LEAVING, TAKING
from protocol.replay import Replay, SecondLook, Step
from protocol.roles import Role
from tui.boards import Spot
from tui.games import GameInterface, Page
from tui.grammar import counted, listed, sentence
from tui.language import N_, _, plural
from tui.lines import Line, plain_text
from tui.record_words import (
    finding_line,
    integrity_line,
    outcome_reason,
    result_line,
    role_words,
    standing_notes,
)

KINDS: Final = {  # no verbs: a player may be called "You"
    "hello": N_("introduction"),
    "coin": N_("half of the coin for the sides opened"),
    "mix": N_("shuffle"),
    "draw": N_("what the other draws"),
    "action": N_("decision"),
    "seal": N_("choice sealed"),
    "open": N_("sealed choice opened"),
    "resign": N_("resignation"),
    "stop": N_("end without a winner"),
    "left": N_("the other has left the game, by its own signed word"),
    "claim": N_("game claimed, the other's time has run out"),
    "seed": N_("seed opened"),
    "verdict": N_("verdict signed"),
}

_CHECKS: Final = {
    "hello": N_("signed with the key that it names; all later entries need that key"),
    "coin": N_("opens what the hello sealed"),
    "mix": N_("the proof shows that no face was exchanged, and not which piece is where"),
    "draw": N_("the link leads to the one before it, and the places follow from it: nobody chose them"),
    "action": N_("the rules allow it, and what is opened is what was sealed"),
    "seal": N_("nothing to check until it is opened"),
    "open": N_("opens what was sealed, and the rules allow it"),
    "resign": N_("signed"),
    "stop": N_("signed"),
    "left": N_("it holds the signed word of whoever left, for this place of this game; the other's program enters it"),
    "claim": N_("rests on the other's own signature under how long it had thought"),
    "seed": N_("opens what the hello sealed: all that this player did at random can be computed now"),
    "verdict": N_("signed by whoever audited"),
}

_LEFT: Final = {
    Resigned: N_("resignation (by its own signed word)"),
    Stopped: N_("end without a winner (by its own signed word)"),
}
"""What an entry tells in which the other's program has entered that a player has left."""

_SECOND: Final = {
    SecondLook.HOLDS: N_("With the seed open: it is what the seed gives."),
    SecondLook.CLOSED: N_("The seed was never opened, so this rests on the proof alone."),
}


_BENEATH: Final = "  "
"""What stands before a line that belongs to the one above it."""


class Eyes(Enum):
    """Through whose eyes the board is seen."""

    FIRST = 0
    SECOND = 1
    BOTH = "both"
    TABLE = "table"


class Reel:
    """A replay and the words for it. Moments are those of `Replay`."""

    def __init__(self, replay: Replay[Any, Any], interface: GameInterface[Any, Any]) -> None:
        self.replay = replay
        self.interface = interface
        self.lines: list[list[Line]] = [[]]
        self.trails: list[tuple[Spot, ...]] = [()]
        self._known: list[dict[Seat, Line]] = [{}]
        """By moment what the log tells besides, to whoever knows a side's pieces, of what it has done with them."""
        log = interface.log(replay.game.start())
        events: list[Event] = []
        for step in replay.steps:
            new: list[Line] = []
            known: dict[Seat, Line] = {}
            if step.event is not None:
                events.append(step.event)
                new = log.follow(events)
                told = {seat: log.opened(log.fresh[-1], replay.faces, other(seat)) for seat in SEATS}
                known = {seat: line for seat, line in told.items() if line}
            elif step.kind in ("resign", "stop", "left", "claim"):
                new = [[(self._end_words(step), "plain")]]
            self.lines.append(new)
            self._known.append(known)
            moved = step.event is not None and log.trail
            self.trails.append(log.trail if moved else ())
        self._ending = log.ending

    # -- where there is something to see

    @property
    def last(self) -> int:
        """The last moment."""
        return len(self.replay.steps)

    @cached_property
    def first(self) -> int:
        """The moment of the first thing that a player did; the beginning if nobody has done anything."""
        acted = (step.number + 1 for step in self.replay.steps if isinstance(step.event, Acted | BothActed))
        return next(acted, 0)

    @cached_property
    def turns(self) -> list[int]:
        """The moments at which a turn has begun."""
        return self._changes(self.interface.words.turn)

    @cached_property
    def battles(self) -> list[int]:
        """The moments at which a battle has begun."""
        return self._changes(self.interface.words.battle)

    @cached_property
    def stages(self) -> list[int]:
        """The moments at which a stage has begun, such as a week."""
        return self._changes(self.interface.words.stage)

    @cached_property
    def happenings(self) -> list[int]:
        """The moments at which something has happened that the log tells of."""
        return [moment for moment, lines in enumerate(self.lines) if lines]

    @cached_property
    def cheats(self) -> list[int]:
        """The moments right after the entries in which something was found."""
        return [step.number + 1 for step in self.replay.steps if step.findings]

    def _changes(self, key: Callable[[Any], Hashable | None]) -> list[int]:
        found, before = [], None
        for moment in range(self.last + 1):
            now = key(self.replay.state(moment))
            if now is not None and now != before:
                found.append(moment)
                before = now
        return found

    def after(self, moments: Sequence[int], moment: int) -> int:
        """The first of `moments` after this one; the end if there is none."""
        place = bisect_right(moments, moment)
        return moments[place] if place < len(moments) else self.last

    def before(self, moments: Sequence[int], moment: int) -> int:
        """The last of `moments` before this one; the beginning if there is none."""
        place = bisect_left(moments, moment)
        return moments[place - 1] if place else 0

    # -- what is to be seen

    def view(self, moment: int, eyes: Eyes) -> View[Any]:
        """What is to be seen through these eyes."""
        replay = self.replay
        if eyes is Eyes.BOTH:
            faces = replay.lying(moment)
            return View(self.interface.opened(replay.state(moment), faces), SEATS[0], faces)
        if eyes is Eyes.TABLE:
            return replay.on_the_table(moment, SEATS[0])
        return replay.seen(moment, SEATS[eyes.value])

    def views(self, moment: int, eyes: Eyes) -> list[tuple[str, View[Any]]]:
        """The views that pages are made of, with a heading if there are several."""
        if eyes is not Eyes.BOTH:
            return [("", self.view(moment, eyes))]
        both = self.view(moment, eyes)
        return [(self.interface.words.side(seat), View(both.state, seat, both.faces)) for seat in SEATS]

    def ended(self, moment: int) -> str:
        """Why the game had ended early by then, in a clause; empty if it had not."""
        report = self.replay.report
        outcome, by = report.outcome, report.ended
        if by is None or moment <= by or not isinstance(outcome, Resigned | Stopped | OutOfTime):
            return ""
        return outcome_reason(self.replay.game, outcome, self._player_of)

    def front(self, moment: int) -> str | None:
        """The page that belongs in front, see `GameInterface.front`."""
        return None if self.ended(moment) else self.interface.front(self.replay.state(moment), beside=True)

    def pages(self, moment: int, eyes: Eyes) -> list[tuple[Page[Any], list[tuple[str, list[Line]]]]]:
        """The game's pages, each told of every view that there is, with its heading."""
        views, ended = self.views(moment, eyes), self.ended(moment)
        return [
            (page, [(heading, page.in_words(view, ended, watched=True)) for heading, view in views])
            for page in self.interface.pages
        ]

    def eyes_words(self, eyes: Eyes) -> str:
        """Through whose eyes, in words."""
        if eyes is Eyes.BOTH:
            return _("both sides, all that is known now")
        if eyes is Eyes.TABLE:
            return _("what lay open to both")
        return _("as {side} saw it then").format(side=self.interface.words.side(SEATS[eyes.value]))

    def board_words(self, eyes: Eyes) -> str:
        """The same of the board."""
        if eyes is Eyes.BOTH:
            return _("The board of both sides, with all that is known now")
        if eyes is Eyes.TABLE:
            return _("The board as far as it lay open to both")
        return _("The board as {side} saw it then").format(side=self.interface.words.side(SEATS[eyes.value]))

    def spots(self, moment: int) -> tuple[Spot, ...]:
        """The spots that the last entry was about."""
        if not moment:
            return ()
        step = self.replay.steps[moment - 1]
        spots = self.interface.spots_of([pool for _, pool in step.pools])
        scene = self.interface.scene(step.after)
        return spots or (() if scene is None else (scene,))

    def told(self, moment: int, eyes: Eyes) -> list[Line]:
        """What the log tells of a moment, with what these eyes know of it: whose blocks have marched, and which."""
        lines, known = self.lines[moment], self._known[moment]
        seats = {Eyes.BOTH: SEATS, Eyes.TABLE: ()}.get(eyes, (eyes.value,))
        own: list[Line] = [[(_BENEATH, "plain"), *known[seat]] for seat in seats if seat in known]
        return [*lines[:1], *own, *lines[1:]]

    def history(self, moment: int, most: int, eyes: Eyes) -> list[Line]:
        """The log up to a moment, its last `most` entries that said something."""
        place = bisect_right(self.happenings, moment)
        return [line for told in self.happenings[max(0, place - most) : place] for line in self.told(told, eyes)]

    # -- in words

    def names(self) -> tuple[str, str]:
        """The players' names by seat, or the sides where there are none."""
        sides = [self.interface.words.side(seat) for seat in SEATS]
        one, two = [clean(name, NAME_LIMIT) or side for name, side in zip(self.replay.names(), sides, strict=True)]
        return one, two

    def player(self, role: Role) -> str:
        """`Ieyasu (Tokugawa)`."""
        report = self.replay.report
        name = clean(report.names[role], NAME_LIMIT) if role < len(report.names) else ""
        side = self.interface.words.side(report.seats[role]) if role < len(report.seats) else ""
        return f"{name} ({side})" if name and side else name or side or role_words(role)

    def _player_of(self, seat: Seat) -> str:
        return self.player(Role(self.replay.report.seats.index(seat)))

    def _left(self, step: Step[Any]) -> Resigned | Stopped | None:
        """Who has ended the game early with an entry, whichever of the two programs has written it."""
        outcome = self.replay.report.outcome
        leaves = step.kind in (*LEAVING, TAKING) and not step.refused
        return outcome if leaves and isinstance(outcome, Resigned | Stopped) else None

    def _end_words(self, step: Step[Any]) -> str:
        """An entry that ends the game early, as the log tells it."""
        left = self._left(step)
        if left is None:
            return f"{self.player(step.role)}: {_(KINDS[step.kind])}."
        return sentence(outcome_reason(self.replay.game, left, self._player_of))

    def heading(self, moment: int) -> str:
        """Which entry it is, by whom, and what it does."""
        if not moment:
            return _("Before the first of {last} entries").format(last=self.last)
        step = self.replay.steps[moment - 1]
        who, what = self.player(step.role), _(KINDS.get(step.kind, step.kind))
        left = self._left(step)
        if left is not None and step.kind == TAKING:
            # Whose deed it is: that the other's program has written it is told where it is checked.
            who, what = self._player_of(left.seat), _(_LEFT[type(left)])
        return _("Entry {number} of {last}, {who}: {what}").format(
            number=step.number, last=self.last - 1, who=who, what=what
        )

    def entry_lines(self, moment: int, eyes: Eyes) -> list[Line]:
        """What the last entry sealed, opened and proved, and the check that holds; at both ends what it is worth."""
        lines: list[Line] = []
        told: set[str] = set()
        if moment:
            step = self.replay.steps[moment - 1]
            told = {finding_line(self.replay.report, finding) for finding in step.findings}
            lines += self._found(step)
            lines += [[("  ", "plain"), *line] for line in self.told(moment, eyes)]
            lines += [[(f"{word}: ", "bold"), (text, "plain")] for word, text in self._fact_words(step, moment, eyes)]
            if not step.refused:
                lines.append([(f"{_('Checked:')} ", "good"), (self._check_words(step), "dim")])
                if step.second_look in _SECOND:
                    lines.append([(f"{_('Checked again:')} ", "good"), (_(_SECOND[step.second_look]), "dim")])
        if moment == self.last or not moment:
            lines += [line for line in self.worth_lines() if plain_text(line) not in told]
        return lines

    def worth_lines(self) -> list[Line]:
        """What the record is worth: the result, who left, whether it is whole."""
        replay, report = self.replay, self.replay.report
        worth = replay.standing
        lines: list[Line] = [[(f"{_('Result:')} ", "bold"), (result_line(replay.game, worth, self._called), "plain")]]
        lines += self._ending
        lines += [[(note, "plain")] for note in standing_notes(worth, self.player)]
        lines += [[(finding_line(report, finding), "bad")] for finding in report.violations]
        lines += [
            [
                (
                    _("Entry {number} is not what a player wrote there [{check}].").format(
                        number=damage.number, check=damage.check
                    ),
                    "bad",
                )
            ]
            for damage in report.damage
        ]
        lines.append([(integrity_line(report), "dim")])
        return lines

    def _called(self, seat: Seat) -> str:
        return self.interface.words.side(seat)

    def _found(self, step: Step[Any]) -> list[Line]:
        report = self.replay.report
        lines: list[Line] = [
            [(f"{_('FOUND:')} ", "bad"), (finding_line(report, finding), "bad")] for finding in step.findings
        ]
        if step.refused:
            lines.append([(_("This entry was refused: the game stands as it stood before it."), "bad")])
        places = [self.interface.words.pool(pool) for _piece, pool in step.pools]
        if lines and places:
            lines.append([(f"{_('Where:')} ", "bold"), (listed(list(dict.fromkeys(places))), "plain")])
        return lines

    def _check_words(self, step: Step[Any]) -> str:
        words = (
            _("signature and place in the chain; {check}.")
            if step.event is None
            else _("signature and place in the chain; {check}; both came to the same position.")
        )
        return words.format(check=_(_CHECKS.get(step.kind, "signed")))

    def found_lines(self, moment: int) -> list[Line]:
        """What was found in the last entry, and where."""
        return self._found(self.replay.steps[moment - 1]) if moment else []

    def _fact_words(self, step: Step[Any], moment: int, eyes: Eyes) -> list[tuple[str, str]]:
        told = [self._in_words(fact) for fact in step.facts]
        drawn = self.drawn(moment, eyes)
        return [*told, *([(_("Drawn"), drawn)] if drawn else [])]

    def _in_words(self, fact: Fact) -> tuple[str, str]:
        words = self.interface.words
        match fact.did:
            case Did.SEALED_SEED:
                return _("Sealed"), _("the seed of all chance to come, half a coin, the end of the draw chain.")
            case Did.SEALED_PIECES:
                return _("Sealed"), _("{pieces} anew, in a secret order.").format(
                    pieces=plural(fact.count, "{count} piece", "{count} pieces", _("no pieces"))
                )
            case Did.SEALED_CHOICE:
                return _("Sealed"), _("a choice, before the other is opened.")
            case Did.OPENED_COIN:
                return _("Opened"), _("half of the coin that decides who plays which side.")
            case Did.OPENED_CHOICE:
                return _("Opened"), _("the choice that was sealed before.")
            case Did.OPENED_PIECES:
                return _("Opened"), f"{counted([words.face(face) for face in fact.faces.values()])}."
            case Did.OPENED_LINK:
                places = ", ".join([str(place + 1) for place in fact.places])
                return _("Opened"), _("link {link} of the draw chain, which names place {places} from the top.").format(
                    link=fact.link, places=places
                )
            case Did.OPENED_SEED:
                return _("Opened"), _("the seed.")
            case Did.PROVED_MIX:
                return _("Proved"), _("the {pieces} of the pool are those that lay there before.").format(
                    pieces=plural(fact.count, "{count} piece", "{count} pieces", _("no pieces"))
                )
            case Did.PROVED_CLAIM:
                assert fact.claim is not None
                kinds = [words.face(face) for face in fact.claim.faces]
                shown = counted(kinds[:4])
                if len(kinds) > 4:
                    shown = _("{pieces} and {count} more").format(pieces=shown, count=len(kinds) - 4)
                return _("Proved"), _("among {pieces} is one of: {shown} [{rule}].").format(
                    pieces=plural(fact.count, "{count} hidden piece", "{count} hidden pieces", _("no hidden pieces")),
                    shown=shown,
                    rule=fact.claim.rule,
                )
            case Did.SIGNED_VERDICT:
                return _("Signed"), plural(
                    fact.count, "{count} findings.", "{count} findings.", _("the game is in order.")
                )

    def drawn(self, moment: int, eyes: Eyes) -> str:
        """What came out of the draw that was the last entry, for whoever may see it; empty if it was none."""
        step = self.replay.steps[moment - 1]
        draw = step.waited
        if not isinstance(step.event, Drawn) or not isinstance(draw, Draw):
            return ""
        words, game = self.interface.words, self.replay.game
        drawn = game.pool(step.after, draw.owner, draw.target)[-draw.count :]
        faces = self.view(moment, eyes).faces
        known = counted([words.face(faces[piece]) if piece in faces else _("hidden") for piece in drawn])
        return _("{pieces}, from {origin} to {target}.").format(
            pieces=known, origin=words.pool(draw.source), target=words.pool(draw.target)
        )
