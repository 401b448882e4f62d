"""Judges entries: whose turn it is, what it does, whether it may.

A `Referee` does not know which side we are. The table checks the opponent's entries and its own with it, and the audit
replays a record with it, so that there is one place where an entry is judged (EXAMPLES 5).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Generic

from engine.hidden import Action, Event, Game, IllegalAction, MalformedAction, State
from protocol.common import CommonKnowledge
from protocol.entries.hello import Hello
from protocol.entries.kind import EntryKind
from protocol.errors import PeerError
from protocol.kinds import BY_NAME
from protocol.mark import RecordHash, make_mark
from protocol.phases import CLAIMING, LEAVING, TURNS
from protocol.progress import Effect, Progress
from protocol.roles import Role
from protocol.sentences import Sentence
from protocol.transcript import Entry


class Referee(Generic[State, Action]):
    """`admit` and `judge` look at an entry and change nothing; `append` does what it says.

    `in_place`: see `CommonKnowledge`.
    """

    def __init__(self, game: Game[State, Action], *, in_place: bool = False) -> None:
        self.common: CommonKnowledge[State, Action] = CommonKnowledge(game, in_place=in_place)
        self.entries: list[bytes] = []
        self.events: list[Event | None] = []
        """What the game was told by each entry, if anything."""
        self._hash = RecordHash()

    @property
    def progress(self) -> Progress[State]:
        """Where the game stands."""
        return self.common.progress

    def public_key(self, entry: Entry) -> bytes | None:
        """The key that must have signed `entry`: the one in the author's hello."""
        players = self.progress.players
        if entry.role < len(players):
            return players[entry.role].public_key
        return entry.body.public_key if isinstance(entry.body, Hello) else None

    def admit(self, entry: Entry) -> None:
        """Check that the author of a decoded entry signed it for this place of this game. Raises PeerError."""
        common = self.common
        number, game_id = common.number, common.progress.game_id
        if entry.game != game_id:
            raise common.refused(
                "game", Sentence("the entry was signed for another game"), game_id.hex(), entry.game.hex()
            )
        if entry.number != number:
            raise common.refused(
                "number",
                Sentence("got entry {number}, expected entry {expected}", number=entry.number, expected=number),
                number,
                entry.number,
            )
        if entry.previous != common.head.hash:
            problem = Sentence("the entry follows another entry {number} than ours", number=number - 1)
            raise common.refused("chain", problem, common.head.hash.hex(), entry.previous.hex())
        key = self.public_key(entry)
        if key is None or not (common.trusting or entry.signed_by(key)):
            raise common.refused("signature", Sentence("the entry is not signed by the {role}", role=entry.role.word))

    def judge(self, entry: Entry) -> Effect[State]:
        """What an admitted entry does. Raises PeerError, also where the rules refuse it: the check is then the rule."""
        number = entry.number
        try:
            effect = self.effect_of(entry.role, entry.kind, entry.body, entry.spent)
        except IllegalAction as refusal:
            problem = refusal.problem.format(**refusal.facts)
            raise PeerError(refusal.rule, problem, number=number, refusal=refusal) from None
        except MalformedAction as refusal:
            raise PeerError(
                "action", Sentence("the action cannot be read: {refusal}", refusal=refusal), number=number
            ) from None
        ours = effect.progress.digest
        if ours != entry.state:
            problem = Sentence("the opponent's game came to another state than ours")
            raise self.common.refused("state", problem, ours.hex(), entry.state.hex())
        return effect

    def effect_of(self, role: Role, kind: EntryKind[Any], body: Any, spent: int | None = None) -> Effect[State]:
        """What an entry of `kind` by `role` would do now. Raises PeerError, IllegalAction or MalformedAction.

        `spent`: how many milliseconds it took, where that is said.
        """
        author, turn = self.common.author, TURNS[self.progress.phase]
        claims = kind.name == CLAIMING and self.common.clock_of is role.other
        if claims:
            self.common.charged(role, kind.name, spent)
            return kind.judge(self.common, role, body)
        if role is not author or kind.name not in turn.kinds:
            names = " or ".join(turn.kinds) or "nothing more"
            expected = names if author is None else f"{names} by the {author.word}"
            found = f"{kind.name} by the {role.word}"
            raise self.common.refused(
                "phase",
                Sentence("got {found}, expected {expected}", found=found, expected=expected),
                _terse(author, turn.kinds),
                f"{role.word} {kind.name}",
            )
        banks = self.common.charged(role, kind.name, spent)
        effect = kind.judge(self.common, role, body)
        return effect if banks is None else replace(effect, progress=replace(effect.progress, banks=banks))

    def asked(self, leaving: str | None) -> EntryKind[Any] | None:
        """The kind of entry that is asked for now, `leaving` if that may be written instead; None at the end."""
        turn = TURNS[self.progress.phase]
        if turn.may_leave and leaving in LEAVING:
            return BY_NAME[leaving]
        return None if turn.kind is None else BY_NAME[turn.kind]

    def append(self, entry: Entry, effect: Effect[State]) -> None:
        """Take over `entry`, of which `judge` said, here and now, that it has this effect."""
        self.entries.append(entry.raw)
        self.events.append(effect.event)
        self._hash.add(entry.raw)
        self.common.append(entry.hash, effect)

    def mark(self, signing_key: bytes) -> bytes:
        """The note of the holder of `signing_key` that all entries so far were checked (`protocol.mark`)."""
        return make_mark(signing_key, len(self.entries), self._hash.digest())


def _terse(author: Role | None, kinds: tuple[str, ...]) -> str:
    return "nothing" if author is None else f"{author.word} {'|'.join(kinds)}"
