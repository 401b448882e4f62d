"""`hello`: each player's first entry. It says who plays and by which rules, and commits to all the player's chance."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, TypeAlias

import msgspec

from engine.hidden import SEATS
from protocol.clock import CLOCK, Clock, split_clock, with_clock
from protocol.commitments import commit_coin, commit_seed, game_identity, rules_digest
from protocol.common import CommonKnowledge
from protocol.entries.kind import Bytes32, EntryKind
from protocol.evidence import Deed
from protocol.facts import Did, Fact
from protocol.invariants import require
from protocol.names import is_clean
from protocol.persons import Person, is_signed, person_statement, sign_person
from protocol.phases import Phase
from protocol.private import PrivateKnowledge
from protocol.progress import Effect, OpenedLink, Player
from protocol.roles import Role, Side
from protocol.seeds import coin_value
from protocol.sentences import Sentence

Word: TypeAlias = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[ -~]*\Z")]
"""Printable ASCII."""


class Offer(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """What the host offers to play: the game's name, its settings as (option, choice), and the seat it wants."""

    game: Word
    settings: Annotated[tuple[tuple[Word, Word], ...], msgspec.Meta(max_length=64)]
    side: Side

    @property
    def options(self) -> tuple[tuple[str, str], ...]:
        """The settings of the game itself, without the clock."""
        return tuple([(option, choice) for option, choice in self.settings if option != CLOCK])


class Hello(msgspec.Struct, array_like=True, frozen=True, forbid_unknown_fields=True):
    """`offer` is None in the joiner's, who takes the host's. `person` is None unless the player wants to be known.

    `draw_chain` is the end of the hash chain whose links the player's draws will show.
    """

    rules: Bytes32
    public_key: Bytes32
    seed_commitment: Bytes32
    coin_commitment: Bytes32
    draw_chain: Bytes32
    name: str
    offer: Offer | None
    person: Person | None


class HelloKind(EntryKind[Hello]):
    """See the module."""

    name = "hello"
    body = Hello

    def write(self, common: CommonKnowledge[Any, Any], private: PrivateKnowledge) -> Hello:
        """See `EntryKind.write`."""
        key, seed, game = private.secrets.public_key, private.secrets.seed, common.game
        rules, seed_commitment = rules_digest(game.rules_data()), commit_seed(private.role, key, seed)
        person_key = private.secrets.person_key
        clock = private.clock if private.role is Role.HOST else common.progress.clock
        return Hello(
            rules=rules,
            public_key=key,
            seed_commitment=seed_commitment,
            coin_commitment=commit_coin(private.role, key, coin_value(seed, key)),
            draw_chain=private.chain.end,
            name=private.name,
            offer=Offer(game.name, with_clock(game.settings, private.clock), private.side)
            if private.role is Role.HOST
            else None,
            person=sign_person(person_key, _statement(common, clock, private.role, rules, key, seed_commitment))
            if person_key
            else None,
        )

    def judge(self, common: CommonKnowledge[Any, Any], role: Role, body: Hello) -> Effect[Any]:
        """See `EntryKind.judge`."""
        clock = self._offered_clock(common, role, body.offer)
        rules = rules_digest(common.game.rules_data())
        if body.rules != rules:
            raise common.refused(
                "rules",
                Sentence("the opponent plays by other rules or data; both must have the same version of the game"),
                rules.hex(),
                body.rules.hex(),
            )
        if not is_clean(body.name):
            raise common.refused("name", Sentence("the opponent's name is empty, too long or not plain text"))
        if body.person is not None and not is_signed(
            body.person, _statement(common, clock, role, rules, body.public_key, body.seed_commitment)
        ):
            raise common.refused("person", Sentence("the person that the hello names has not signed it"))
        keys = [host.public_key for host in common.progress.players]
        used = (body.seed_commitment, body.coin_commitment, body.draw_chain)
        if body.public_key in keys or len(set(used)) != len(used) or not common.used.isdisjoint(used):
            raise common.refused("copy", Sentence("the hello repeats a key, a commitment or a chain"))
        player = Player(body.name, body.public_key, *used)
        players = (*common.progress.players, player)
        links = (*common.progress.links, OpenedLink(0, body.draw_chain))
        progress = replace(common.progress, players=players, links=links)
        if role is Role.HOST:
            side = require(body.offer).side
            wished = None if side is Side.RANDOM else SEATS[side]
            banks = (0, 0) if clock is None else (clock.full, clock.full)
            return Effect(replace(progress, phase=common.then, wished_seat=wished, clock=clock, banks=banks), used=used)
        progress = replace(progress, game_id=game_id_of(players[0], player, rules))
        if progress.wished_seat is None:
            return Effect(replace(progress, phase=Phase.HOST_COIN), used=used)
        return Effect(common.led_on(replace(progress, host_seat=progress.wished_seat)), used=used)

    @staticmethod
    def _offered_clock(common: CommonKnowledge[Any, Any], role: Role, offer: Offer | None) -> Clock | None:
        """The game's clock, if it is to have one; the rest of the offer must be the game that this is."""
        if (offer is None) != (role is Role.JOINER):
            raise common.refused(
                "offer", Sentence("the game, its settings and the side are the host's to offer, and must be offered")
            )
        if offer is None:
            return common.progress.clock
        try:
            clock, _ = split_clock(offer.settings)
        except ValueError:
            clock = None
        ours = (common.game.name, with_clock(common.game.settings, clock))
        theirs = (offer.game, offer.settings)
        if ours != theirs:
            raise common.refused(
                "offer", Sentence("the host offers another game or other settings"), _told(*ours), _told(*theirs)
            )
        return clock

    def facts(self, deed: Deed, body: Hello) -> tuple[Fact, ...]:
        """See `EntryKind.facts`."""
        return (Fact(Did.SEALED_SEED),)


def _statement(
    common: CommonKnowledge[Any, Any],
    clock: Clock | None,
    role: Role,
    rules: bytes,
    public_key: bytes,
    seed_commitment: bytes,
) -> bytes:
    return person_statement(
        game=common.game.name,
        settings=with_clock(common.game.settings, clock),
        rules=rules,
        role=role,
        public_key=public_key,
        seed_commitment=seed_commitment,
    )


def _told(name: str, settings: tuple[tuple[str, str], ...]) -> str:
    return " ".join([name, *[f"{option}={choice}" for option, choice in settings]])


def game_id_of(host: Player | Hello, joiner: Player | Hello, rules: bytes) -> bytes:
    """The id of the game that these two hellos open."""
    return game_identity(
        rules,
        (host.public_key, joiner.public_key),
        (host.seed_commitment, joiner.seed_commitment),
        (host.draw_chain, joiner.draw_chain),
    )


HELLO = HelloKind()
