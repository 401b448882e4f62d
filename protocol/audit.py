"""The audit: what anybody can check from the record of a game alone, with no secrets but the seeds opened in it.

First the record is replayed: every entry is judged again as it was during play (signature, chain, phase, rules,
openings, proofs, state digest). That needs no seed: a game that broke off is proven to its last entry (THREATS 1, 3, 4,
15, 20). Then, with the seeds that were opened in it, every entry is looked at a second time, on other ground: proofs
rest on discrete logarithms, this on hashes alone. Each coin, mix and nonce must be what its author's seed gives, each
mix must keep the pieces it began with, and each claim about hidden faces must be true.

Whoever holds the file can cut it, and can damage or exchange what lies in it. An entry that its author did not sign
for its place is therefore `Damage`, of which nobody is accused; a `Finding` is about what its author has signed
(THREATS 35).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeAlias

from engine.hidden import Action, Face, Game, Piece, State
from protocol.errors import FairTableError, GameError, PeerError
from protocol.evidence import Deed, Evidence
from protocol.findings import Finding, machine_text
from protocol.phases import Phase
from protocol.progress import Progress
from protocol.referee import Referee
from protocol.report import Damage, Report
from protocol.roles import Role
from protocol.transcript import Entry, read_entry


def audit(game: Game[State, Action], entries: Sequence[bytes], *, checked: bool = False) -> Report:
    """Check the record `entries` of a game of `game` as far as it goes. Never raises for what the entries hold.

    `checked`: this very program has checked every signature and proof before, entry by entry, and need not again.
    """
    return Auditor(game, entries, checked=checked).report()


Watch: TypeAlias = Callable[[Deed, Entry, Evidence], None]
"""Is shown each entry that was followed, with what is known after it."""


def _watch_nothing(deed: Deed, entry: Entry, evidence: Evidence) -> None:
    """Nobody looks on."""


def audit_own(game: Game[State, Action], entries: Sequence[bytes]) -> tuple[tuple[Finding, ...], Mapping[Piece, Face]]:
    """What violates the protocol in a record whose signatures and proofs this very program has checked, entry by entry.

    With that come all faces that the record opens, of every piece that ever lay there.
    """
    faces: dict[Piece, Face] = {}

    def watch(deed: Deed, entry: Entry, evidence: Evidence) -> None:
        faces.update(evidence.faces)

    return Auditor(game, entries, checked=True, watch=watch).report().violations, faces


class Auditor(Generic[State, Action]):
    """One audit of one record. `watch` is shown every entry followed, in order.

    With `keep_states` each deed keeps the state before it, to be looked at. `own_seeds` are seeds that were not opened
    in the record and that whoever audits has: they accuse nobody, and tell faces.
    """

    def __init__(
        self,
        game: Game[State, Action],
        entries: Sequence[bytes],
        *,
        checked: bool = False,
        keep_states: bool = False,
        own_seeds: Mapping[Role, bytes] | None = None,
        watch: Watch = _watch_nothing,
    ) -> None:
        self._game = game
        self._raw = entries
        self._own_seeds = own_seeds or {}
        self._watch = watch
        self._referee: Referee[State, Action] = Referee(game, in_place=not keep_states)
        self._referee.common.trusting = checked
        self._faces = dict(game.public_faces(self._referee.progress.state))
        self._entries: list[Entry | PeerError] = []
        self._deeds: list[Deed] = []
        self._damage: list[Damage] = []
        self._refused: list[Finding] = []
        self._stopped: FairTableError | None = None
        self._ended: int | None = None

    def report(self) -> Report:
        """All that was found."""
        self._entries = [self._read(number, raw) for number, raw in enumerate(self._raw)]
        for number, entry in enumerate(self._entries):
            if not isinstance(entry, Entry):
                self._stopped = entry
            elif self._follow(number, entry):
                continue
            self._check_rest(number)
            break
        end = self._referee.progress
        evidence = Evidence(self._game, self._faces, end, self._own_seeds)
        for deed in self._deeds:
            evidence.see(deed)
            entry = self._entries[deed.number]
            if isinstance(entry, Entry):
                entry.kind.audit(evidence, deed, entry.body)
                self._watch(deed, entry, evidence)
        common = self._referee.common
        seats = [common.seat_of(role) for role in Role]
        return Report(
            entries=len(self._raw),
            followed=len(self._deeds),
            game_id=end.game_id,
            names=tuple([player.name for player in end.players]),
            keys=tuple([player.public_key for player in end.players]),
            seats=tuple([seat for seat in seats if seat is not None]),
            outcome=end.outcome,
            ended=self._ended,
            violations=(*evidence.findings, *self._refused),
            damage=tuple(sorted(self._damage, key=lambda damage: damage.number)),
            stopped=self._stopped,
            unopened=tuple([role for role in Role if role not in evidence.seeds]),
            verdicts=end.verdicts,
            owing=common.author,
            phase=end.phase,
            head=common.head,
            last_author=self._deeds[-1].role if self._deeds else None,
        )

    @property
    def end(self) -> Progress[State]:
        """Where the game stands after the last entry that could be followed. To be asked after the report."""
        return self._referee.progress

    @property
    def stopped_at(self) -> Entry | None:
        """The entry that could not be followed, if it could be read. To be asked after the report."""
        following = self._entries[len(self._deeds) : len(self._deeds) + 1]
        return next((entry for entry in following if isinstance(entry, Entry)), None)

    def _read(self, number: int, raw: bytes) -> Entry | PeerError:
        try:
            return read_entry(raw)
        except PeerError as error:
            self._note_damage(number, error)
            return error

    def _follow(self, number: int, entry: Entry) -> bool:
        """Judge one entry as it was judged during play. False if the replay cannot go on."""
        referee = self._referee
        before = referee.progress
        try:
            referee.admit(entry)
        except PeerError as error:
            self._stopped = error
            self._note_damage(number, error)
            return False
        try:
            effect = referee.judge(entry)
        except PeerError as error:
            self._stopped = error
            if before.phase in (Phase.HOST_HELLO, Phase.JOINER_HELLO):
                # Until both hellos are there no key is bound to this game: anybody can make such a hello.
                self._note_damage(number, error)
            else:
                texts = map(machine_text, (error.check, error.expected, error.found))
                self._refused.append(Finding(number, entry.role, *texts))
            return False
        except GameError as error:
            self._stopped = error
            return False
        referee.append(entry, effect)
        if effect.progress.outcome is not None and before.outcome is None:
            self._ended = number
        self._deeds.append(Deed(number, entry.role, before, effect))
        return True

    def _check_rest(self, stopped: int) -> None:
        """Signatures and chain of the entries after the one at which the replay stopped."""
        for number in range(stopped + 1, len(self._entries)):
            entry, before = self._entries[number], self._entries[number - 1]
            if not isinstance(entry, Entry):
                continue
            key = self._referee.public_key(entry)
            if key is None or not entry.signed_by(key):
                self._damage.append(Damage(number, "signature"))
            if isinstance(before, Entry) and entry.previous != before.hash:
                self._damage.append(Damage(number, "chain"))

    def _note_damage(self, number: int, error: PeerError) -> None:
        self._damage.append(Damage(number, error.check))
