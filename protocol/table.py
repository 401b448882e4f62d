"""One player's end of a game: follows the transcript, keeps the player's secrets, and writes what the player owes.

No input or output of its own: entries come in through `receive` and go out through `take_outbox`, and two callables,
`keep` and `remember`, make bytes durable. All that the opponent may learn lies in the entries; all that the table knows
in private follows from the secrets, the sealed choices and the transcript, so `Table.resume` rebuilds it after a crash.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from engine.hidden import (
    Action,
    Game,
    IllegalAction,
    Sealed,
    State,
    faces_shown,
)
from protocol.canonical import EncodingError, decode, encode
from protocol.chain import Head
from protocol.clock import CLOCK, TIMED, Clock
from protocol.commitments import commit_coin, commit_seed
from protocol.entries.action import ACTION
from protocol.entries.claim import CLAIM, ClaimBody
from protocol.entries.hello import HELLO
from protocol.entries.kind import EntryKind
from protocol.entries.leave import RESIGN, STOP
from protocol.entries.left import LEFT, LeftBody
from protocol.entries.seal import SEAL, commitment_to
from protocol.equivocation import double_signed, find_equivocation
from protocol.errors import ForkError, GameError, LocalError, OldCopyError, PeerError, RecordError
from protocol.follower import Appended, Follower, ignore
from protocol.invariants import require
from protocol.mark import checked_entries
from protocol.phases import in_play
from protocol.private import Choice
from protocol.remembered import recalled, to_remember
from protocol.roles import Role, Side
from protocol.seeds import Secrets, coin_value
from protocol.sentences import Sentence
from protocol.signed_head import SignedHead, read_head, sign_head
from protocol.signed_leave import read_leave, sign_leave
from protocol.transcript import MOST_ENTRY_BYTES, Entry, read_entry, write_entry


@dataclass(frozen=True, slots=True)
class Received:
    """What became of an entry that came in. One that we had already is harmless, but an honest peer sends each once."""

    number: int
    repeated: bool


class Table(Follower[State, Action]):
    """A game as one of its two players holds it.

    `keep(entry)` must make an entry durable before it returns: it is called before an own entry can be sent, and before
    a received one is acted on (THREATS 34). `remember(blob)` must make durable what the player has done and no entry
    says yet, and may throw older blobs away: it is called before a sealed choice is committed to (THREATS 7), and when
    the player leaves. If either raises, nothing has changed,
    and `proceed` tries again. `side` is the seat that the host wants; a joiner refuses any other. `on_event` is called
    after each entry, own or received, has been acted on. `clock` is the one that the host wants, and that the joiner
    was told of: another is refused. Times are in milliseconds, and are told by whoever has a clock.
    """

    def __init__(
        self,
        game: Game[State, Action],
        role: Role,
        secrets: Secrets,
        name: str,
        side: Side = Side.RANDOM,
        keep: Callable[[bytes], None] = lambda entry: None,
        remember: Callable[[bytes], None] = lambda blob: None,
        on_event: Callable[[Appended], None] = ignore,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(game, role, secrets, name, side, on_event)
        self._private.clock = clock
        self._thought = (0, 0)
        """For which length of the chain the opponent has signed last how long it has thought, and how long."""
        self._keep = keep
        self._remember = remember
        self._outbox: list[bytes] = []
        self._settled = True
        """Whether we have not lost entries of our own. Before that is known, nothing is written while the game is on:
        whatever we owe, the player may have left in its place, and this copy not know.
        """
        self._begun = role is Role.JOINER

    @classmethod
    def resume(
        cls,
        game: Game[State, Action],
        role: Role,
        secrets: Secrets,
        entries: Sequence[bytes],
        remembered: Sequence[bytes] = (),
        keep: Callable[[bytes], None] = lambda entry: None,
        remember: Callable[[bytes], None] = lambda blob: None,
        *,
        name: str = "",
        side: Side = Side.RANDOM,
        on_event: Callable[[Appended], None] = ignore,
        path: str = "The record",
        mark: bytes = b"",
        clock: Clock | None = None,
    ) -> Table[State, Action]:
        """The table as it was when `entries` was all that had been kept, and `remembered` all that had been remembered.

        Of `remembered`, in order, only the last counts; older blobs may be there or not.

        What the player owed already is written (and kept) again, the same bytes as before; while the game is on, only
        after `settle`. `name` and `side` serve only if the own hello had not been written; `path` names the file in
        errors. `on_event` hears of new entries alone; `events` holds the old ones. If the last entry is the opponent's
        and broke the protocol, `fault` says so again.
        With a `mark` that this player made of these entries, the signatures and proofs in them are not checked again.
        Raises RecordError if the entries are no game of this player's.
        """
        table = cls(game, role, secrets, name, side, keep, remember, clock=clock)
        checked = checked_entries(mark, secrets.signing_key, entries) if mark else 0
        trusting = table._common.trusting
        for number, raw in enumerate(entries):
            table._common.trusting = number < checked
            table._replay(number, raw, path, last=number + 1 == len(entries))
        table._common.trusting = trusting
        table._settled = False  # also without entries: they may be lost, all of them
        table._recall(remembered, path)
        table._begun = table._begun or bool(entries)
        table._on_event = on_event
        with suppress(PeerError, GameError):  # `fault` holds it
            table.proceed()
        return table

    # -- what the player does

    def begin(self) -> None:
        """The host opens the game with its hello."""
        if self.role is not Role.HOST:
            raise LocalError(Sentence("The joiner waits for the host's hello, it does not begin"))
        self._begun = True
        self.proceed()

    def check(self, action: Action) -> None:
        """Raise what `act` would raise for `action` now."""
        self._check_going()
        if self.asked() is None:
            raise IllegalAction("table", "There is nothing for you to decide now")
        state, seat = self._common.progress.state, require(self.seat)
        # A false claim is refused here: nobody could prove it (THREATS 15).
        shown = faces_shown(self.game, state, seat, action, self._known_faces())
        self.game.check(state, seat, action, shown)

    def think(self, spent: int) -> None:
        """In a game with clocks: for how many milliseconds the own clock has run for the decision at hand."""
        self._private.thought = spent if self.clock_of is self.role else 0

    def act(self, action: Action) -> None:
        """Answer the question that the player is asked. Raises IllegalAction, changing nothing."""
        spent = self._private.thought
        packed = self._packed(action)
        self.check(self.game.unpack_action(packed))
        if self.clock is not None and spent > self.banks[self.role]:
            raise IllegalAction("table", "Your time has run out")
        if isinstance(self.waiting, Sealed):
            choice = Choice(self._common.progress.choices, packed, spent)
            self._remember(to_remember(self._common.progress.game_id, choice, self._private.leaving))
            self._private.choice = choice
        else:
            body = ACTION.write_for(self._common, self._private, packed)
            self._write(ACTION, body)
        self.proceed()

    def resign(self) -> None:
        """Give the game up: in an entry if it is our turn to write, else by `signed_leave`."""
        self._leave(RESIGN)

    def settle(self) -> None:
        """We have all that the opponent has of our own entries, and may write while the game is on."""
        self._settled = True
        self.proceed()

    def stop(self) -> None:
        """End the game without a winner, under our name. Goes out as a resignation does."""
        self._leave(STOP)

    # -- what goes between the peers

    def receive(self, raw: bytes) -> Received:
        """Take one entry of the opponent's, or one of our own that we lost (THREATS 22).

        Raises PeerError, having acted on nothing. If it was the opponent's signed word that broke the protocol, the
        entry is kept as evidence, `fault` is set and the game is stopped for good. Raises OldCopyError if it is an
        entry that we ourselves have signed another one beside.
        """
        self._check_going()
        entry = read_entry(raw)
        if entry.number < self._common.number:
            return self._compare_old(entry)
        if entry.kind is HELLO and entry.role is self.role:
            raise PeerError("phase", Sentence("got our own hello back"), number=entry.number)
        self._referee.admit(entry)
        self._check_side(entry)
        self._check_time(entry)
        if self.finished:
            raise PeerError("phase", Sentence("the game is finished, nothing can follow"), number=entry.number)
        self._keep(raw)
        self._follow(entry)
        self.proceed()
        return Received(entry.number, repeated=False)

    def take_outbox(self) -> list[bytes]:
        """The entries written since the last call, in order, to be sent."""
        outbox, self._outbox = self._outbox, []
        return outbox

    def lacking(self, peer: Head) -> list[bytes]:
        """The entries that a peer whose chain stands at `peer` lacks, to be sent after a reconnect.

        Empties the outbox, which is part of them. Raises ForkError if the peer's chain is not the beginning of ours. A
        head is a claim that nobody has signed: it proves nothing against anybody (THREATS 39).
        """
        entries, hashes = self._referee.entries, self._common.hashes
        if 0 < peer.count <= len(entries) and hashes[peer.count - 1] != peer.hash:
            raise ForkError(peer.count - 1, hashes[peer.count - 1], peer.hash)
        self._outbox.clear()
        return entries[peer.count :]

    def signed_head(self, spent: int = 0) -> bytes | None:
        """Our word that we have the chain up to `head`, for the opponent to keep; None before both hellos are there.

        In a game with clocks it says too how long we have thought by now, in milliseconds. Who signs more than its bank
        holds has given the turn away.
        """
        game_id = self.game_id
        if game_id is None:
            return None
        timed = None if self.clock is None else spent
        self.recall_thought(spent)
        return sign_head(self._private.secrets.signing_key, game_id, self.role, self.head, timed)

    def recall_thought(self, spent: int) -> None:
        """We have signed, or may have before a new start, that we have thought for so long by now."""
        if self.clock_of is self.role and spent > self.banks[self.role]:
            self._exhausted = self.head.count

    def owed_head(self, spent: int = 0) -> bytes | None:
        """`signed_head`, if we owe the next entry and no entry of ours says yet that we have the one before."""
        entries = self._referee.entries
        if not entries or self.author is not self.role or read_entry(entries[-1]).role is self.role:
            return None
        return self.signed_head(spent)

    def hear_head(self, raw: bytes) -> SignedHead:
        """The opponent's word that it has our chain up to some head, which shows later that it knew what it owed.

        Raises PeerError (check `head`) if it is none for a part of this chain under the opponent's key.
        """
        said = read_head(raw)
        flaw = said.flaw(self._common, self.role.other)
        if flaw is not None:
            raise PeerError("head", Sentence("the signed head is {problem}", problem=flaw))
        if (said.spent is None) != (self.clock is None):
            raise PeerError(
                "head", Sentence("the signed head says how long was thought where there is no clock, or does not")
            )
        if said.spent is not None:
            self._hear_time(said.head.count, said.spent)
        return said

    def _hear_time(self, count: int, spent: int) -> None:
        if count == self._thought[0] and spent < self._thought[1]:
            raise PeerError("time", Sentence("the opponent had signed that it has thought for longer"), number=count)
        if count >= self._thought[0]:
            self._thought = (count, spent)

    def claim(self, head: bytes) -> bool:
        """End the game if `head`, a signed head that we have heard, says that the opponent's time has run out.

        Whether it does. It does not before `settle`: we may have claimed it already, by another head.
        """
        said = read_head(head)
        if not self._settled:
            return False
        if self.clock_of is not said.role or said.role is self.role or said.head != self.head or self.fault is not None:
            return False
        if said.spent is None or said.spent <= self.banks[said.role]:
            return False
        self._write(CLAIM, ClaimBody(head))
        self.proceed()
        return True

    def signed_leave(self) -> bytes | None:
        """Our word, for the opponent to take in, that we have left; None if we have not, or may write it ourselves."""
        game_id, leaving = self.game_id, self.leaving
        if game_id is None or not leaving or not self._settled or self.author is not self.role.other:
            return None
        return sign_leave(self._private.secrets.signing_key, leaving, game_id, self.role, self.head)

    def hear_leave(self, raw: bytes) -> bool:
        """The opponent's word that it has left: write it into the chain, which ends the game. Whether it does.

        It does not if the word has crossed with an entry of ours, and so is for an earlier head: the opponent then says
        it again, or writes it. Nor after we have signed that our time has run out: the opponent claims the game.
        Raises PeerError (check `leave`), having acted on nothing, if it is none for this chain under its key.
        """
        self._check_going()
        said = read_leave(raw)
        flaw = said.flaw(self._common, self.role.other)
        if flaw is not None:
            raise PeerError("leave", Sentence("the resignation is {flaw}", flaw=flaw))
        if said.head != self.head or self.exhausted:
            return False
        if self.author is not self.role or not in_play(self.phase):
            raise PeerError("leave", Sentence("the resignation comes where the game is over, or on its author's turn"))
        self._write(LEFT, LeftBody(raw))
        self.proceed()
        return True

    def mark(self) -> bytes:
        """For `resume`: what spares this player to check its own record again. To be kept beside it, if at all."""
        return self._referee.mark(self._private.secrets.signing_key)

    def compare(self, entries: Sequence[bytes]) -> bytes | None:
        """The proof of two different signed entries at one place, from the opponent's whole chain and ours.

        None if one chain is the beginning of the other. Raises PeerError if theirs differs without a valid signature,
        and OldCopyError if it was we who signed two.
        """
        found = find_equivocation(self._referee.entries, entries)
        if found is None:
            return None
        if found.role is self.role:
            raise OldCopyError(found.number, found.proof)
        return found.proof

    def proceed(self) -> None:
        """Write all that we owe without a decision of the player's. Called by itself; again after `keep` had failed."""
        while self.fault is None and self._begun and self._common.author is self.role:
            if not self._settled and in_play(self.phase):
                return
            kind = self._referee.asked(self._private.leaving)
            body = None if kind is None else self._body(kind)
            if kind is None or body is None:
                return
            try:
                self._write(kind, body)
            except (PeerError, GameError) as error:
                self.fault = error
                raise

    # -- receiving

    def _check_going(self) -> None:
        if self.fault is not None:
            raise LocalError(Sentence("The game has stopped: {fault}", fault=self.fault))

    def _check_side(self, entry: Entry) -> None:
        """A joiner that was told of a clock, and in a rematch of a side, takes no other; nothing is signed by then."""
        wished = self._private.side
        if self.role is Role.HOST or entry.kind is not HELLO or entry.body.offer is None:
            return
        offered = [choice for option, choice in entry.body.offer.settings if option == CLOCK]
        told = [] if self._private.clock is None else [self._private.clock.text]
        if offered != told:
            problem = Sentence("the host offers another clock than it had said")
            raise PeerError("offer", problem, number=entry.number, expected=" ".join(told), found=" ".join(offered))
        if wished is Side.RANDOM:
            return
        side = entry.body.offer.side
        if side is not wished:
            problem = Sentence("the host offers other sides than were agreed on")
            raise PeerError("offer", problem, number=entry.number, expected=str(int(wished)), found=str(int(side)))

    def _check_time(self, entry: Entry) -> None:
        """Whoever has signed how long it has thought cannot have thought for less in the end."""
        count, thought = self._thought
        if entry.role is self.role or entry.spent is None or count != entry.number or entry.spent >= thought:
            return
        problem = Sentence("the opponent had signed that it has thought for longer")
        raise PeerError("time", problem, number=entry.number, expected=f"at least {thought}", found=str(entry.spent))

    def _compare_old(self, entry: Entry) -> Received:
        """An entry at a place that is taken: a repetition, or proof that its author signed two (THREATS 7)."""
        ours = read_entry(self._referee.entries[entry.number])
        if ours.hash == entry.hash:
            return Received(entry.number, repeated=True)
        proof = double_signed(ours, entry, self._referee.entries[:2])
        if proof is None:
            raise PeerError(
                "number",
                Sentence(
                    "got entry {number} once more and not signed as ours is, expected entry {expected}",
                    number=entry.number,
                    expected=self._common.number,
                ),
                number=entry.number,
                expected=str(self._common.number),
                found=str(entry.number),
            )
        if entry.role is self.role:
            raise OldCopyError(entry.number, proof)
        raise PeerError(
            "equivocation",
            Sentence("the opponent signed two different entries at one place; both are kept as the proof"),
            number=entry.number,
            expected=ours.hash.hex(),
            found=entry.hash.hex(),
            proof=proof,
        )

    # -- writing

    def _body(self, kind: EntryKind[Any]) -> Any | None:
        """The body of the entry of `kind` that we owe, None if that takes a decision first."""
        return kind.write(self._common, self._private)

    def _packed(self, action: Action) -> list[Any]:
        """`action` as the one form of plain data that the opponent will read. Raises LocalError if there is none."""
        packed = self.game.pack_action(self.game.unpack_action(self.game.pack_action(action)))
        try:
            decode(encode(packed))
        except (EncodingError, TypeError, OverflowError) as refusal:
            raise LocalError(
                Sentence("The game packs an action that cannot be sent: {refusal}", refusal=refusal)
            ) from None
        return packed

    def _leave(self, kind: EntryKind[Any]) -> None:
        self._check_going()
        if self.exhausted:
            raise LocalError(Sentence("Your time has run out: the game is your opponent's to claim"))
        if self.outcome is not None:
            raise LocalError(Sentence("The game is over already"))
        if self.seat is None:
            raise LocalError(Sentence("The game has not begun; close the table instead"))
        if not self._private.leaving:  # else the opponent may have the first word already: that one stands
            self._remember(to_remember(self._common.progress.game_id, self._private.choice, kind.name))
            self._private.leaving = kind.name
        self.proceed()

    def _time_of(self, kind: EntryKind[Any]) -> int | None:
        """What our entry of `kind` says of the time that it took."""
        if self.clock is None or kind.name not in TIMED:
            return None
        choice = self._private.choice
        return choice.spent if kind is SEAL and choice is not None else self._private.thought

    def _write(self, kind: EntryKind[Any], body: Any) -> None:
        timed = self._time_of(kind)
        # What we have proven ourselves a moment ago we need not check.
        before, self._common.trusting = self._common.trusting, True
        try:
            effect = self._referee.effect_of(self.role, kind, body, timed)
        finally:
            self._common.trusting = before
        entry = write_entry(
            self._private.secrets.signing_key,
            game=self._common.progress.game_id,
            role=self.role,
            kind=kind,
            body=body,
            after=self._common.head,
            state=effect.progress.digest,
            spent=timed,
        )
        if len(entry.raw) > MOST_ENTRY_BYTES:
            raise LocalError(
                Sentence(
                    "The {kind} that this game asks for has {count} bytes, more than an entry may have",
                    kind=kind,
                    count=len(entry.raw),
                )
            )
        self._keep(entry.raw)
        self._outbox.append(entry.raw)
        self._append(entry, effect)

    # -- resuming

    def _replay(self, number: int, raw: bytes, path: str, *, last: bool) -> None:
        """Take one entry of our own record again."""
        advice = Sentence("Restore the file from a copy, or begin a new game")
        try:
            entry = read_entry(raw)
            self._referee.admit(entry)
            if entry.kind is HELLO and entry.role is self.role:
                self._check_own_hello(entry, path, advice)
            self._follow(entry)
        except PeerError as error:
            if error is self.fault and last and read_entry(raw).role is not self.role:
                return
            raise RecordError(path, error.problem, advice, number=number) from None
        except GameError as error:
            if not last:
                raise RecordError(path, str(error), advice, number=number) from None

    def _check_own_hello(self, entry: Entry, path: str, advice: str) -> None:
        """The secrets must be those of this game: what is written with others, the opponent could call cheating."""
        body, secrets = entry.body, self._private.secrets
        key, seed = secrets.public_key, secrets.seed
        if body.public_key != key:
            raise RecordError(
                path,
                Sentence("the secrets belong to another game: the own hello has another key"),
                advice,
                number=entry.number,
            )
        commitments = commit_seed(self.role, key, seed), commit_coin(self.role, key, coin_value(seed, key))
        if (body.seed_commitment, body.coin_commitment) != commitments:
            raise RecordError(
                path,
                Sentence("the secrets belong to another game: the own hello commits to another seed"),
                advice,
                number=entry.number,
            )

    def _recall(self, blobs: Sequence[bytes], path: str) -> None:
        """Take up what was remembered: that the player leaves, and the sealed choice if the game is at its decision."""
        common, private = self._common, self._private
        private.choice, private.leaving = recalled(blobs, common, path)
        seat, sealed, choice = self.seat, common.progress.sealed, private.choice
        if choice is None or seat is None or seat >= len(sealed):
            return
        if sealed[seat] != commitment_to(common, private, choice):
            private.choice = None
