"""Whether opening hands, recruits and places are chance: chi-squared over many seeded games of any game of the list.

    python -m benchmarks.draw_fairness                       10,000 games, four kinds of players
    python -m benchmarks.draw_fairness --games 1000 --game samurai

The chance is that of the protocol: orders from the owner's seed, places from the opponent's chain. One of the two
players may be adversarial; what each draws must be chance all the same. With fixed seeds: the same figures every time.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from engine.games import GAMES, game_kind
from engine.hidden import SEATS, Draw, Drawn, Face, Game, Mix, Mixed, Piece, Seat, other
from protocol.commitments import commit_seed, game_identity
from protocol.proofs.chain import Chain, places
from protocol.roles import Role
from protocol.seeds import SeedKeys

LINKS = 64
"""Links of a chain: more than the opening of a game needs."""

GRINDING = 8
"""Shares that somebody tries who wants its chain to draw as it likes."""

DEVIATIONS = 4.0
"""A chi-squared above the bound of so many standard deviations comes about once in thirty thousand times."""

Order: TypeAlias = Callable[[SeedKeys, Seat, int, Sequence[Face]], Sequence[int]]
Place: TypeAlias = tuple[Seat, int]


@dataclass(frozen=True)
class Share:
    """What one player brings: key, seed, chain."""

    key: bytes
    seed: bytes

    @property
    def chain(self) -> Chain:
        """Short, to be quick. How long a chain is, is its author's own affair."""
        return Chain(self.key, self.seed, LINKS)


def share(seat: Seat, label: str) -> Share:
    """A player's fixed share."""
    return Share(*[sha256(f"{what} {seat} {label}".encode()).digest() for what in ("key", "seed")])


def as_the_seed_says(keys: SeedKeys, owner: Seat, number: int, faces: Sequence[Face]) -> Sequence[int]:
    """Both are honest."""
    return keys.order(number, len(faces))


def stacked(keys: SeedKeys, owner: Seat, number: int, faces: Sequence[Face]) -> Sequence[int]:
    """Seat 0 lays every pool with the highest faces on top."""
    if owner != SEATS[0]:
        return keys.order(number, len(faces))
    return sorted(range(len(faces)), key=lambda place: -faces[place])


def honest_shares(game: Game[Any, Any], number: int) -> tuple[Share, Share]:
    """Both are new in each game."""
    return share(SEATS[0], f"{number}"), share(SEATS[1], f"{number}")


def the_same_always(game: Game[Any, Any], number: int) -> tuple[Share, Share]:
    """Seat 0 comes with one share that it likes; seat 1's is not known then."""
    return share(SEATS[0], "always"), share(SEATS[1], f"{number}")


def ground(game: Game[Any, Any], number: int) -> tuple[Share, Share]:
    """Seat 1 comes second: it has seen seat 0's introduction, and tries shares until it likes the places."""
    one = share(SEATS[0], f"{number}")
    tried = [share(SEATS[1], f"{number} {attempt}") for attempt in range(GRINDING)]
    rules = bytes(32)
    return one, min(tried, key=lambda two: places(identity(rules, (one, two)), 1, two.chain.link(1), 20, 1)[0])


def identity(rules: bytes, shares: tuple[Share, Share]) -> bytes:
    """The id of the game that these two begin, seat 0 being the host."""
    one, two = shares
    return game_identity(
        rules,
        (one.key, two.key),
        (commit_seed(Role.HOST, one.key, one.seed), commit_seed(Role.JOINER, two.key, two.seed)),
        (one.chain.end, two.chain.end),
    )


KINDS: dict[str, tuple[Callable[[Game[Any, Any], int], tuple[Share, Share]], Order]] = {
    "two honest players": (honest_shares, as_the_seed_says),
    "seat 0 stacks its pools": (honest_shares, stacked),
    "seat 0 always brings one share, and stacks": (the_same_always, stacked),
    "seat 1 tries shares until it likes the places": (ground, as_the_seed_says),
}
"""Kinds of players: what they bring, and how they lay their pools."""


def opening(
    game: Game[Any, Any], shares: tuple[Share, Share], order: Order
) -> Iterator[tuple[Draw, list[Face], list[Face]]]:
    """What is drawn before the first decision: each draw, the faces of its pool before, and those drawn."""
    state = game.start()
    faces: dict[Piece, Face] = dict(game.public_faces(state))
    known = identity(bytes(32), shares)
    keys, chains = [SeedKeys(known, own.seed) for own in shares], [own.chain for own in shares]
    opened, mixed = [0, 0], [0, 0]
    while isinstance(waiting := game.waiting(state), Draw | Mix):
        if isinstance(waiting, Mix):
            before = [[faces[piece] for piece in game.pool(state, waiting.owner, pool)] for pool in waiting.pools]
            game.apply(state, Mixed())
            for pool, old in zip(waiting.pools, before, strict=True):
                turned = order(keys[waiting.owner], waiting.owner, mixed[waiting.owner], old)
                mixed[waiting.owner] += 1
                for piece, place in zip(game.pool(state, waiting.owner, pool), turned, strict=True):
                    faces[piece] = old[place]
        else:
            drawing = other(waiting.owner)
            opened[drawing] += 1
            pool_faces = [faces[piece] for piece in game.pool(state, waiting.owner, waiting.source)]
            link = chains[drawing].link(opened[drawing])
            found = places(known, opened[drawing], link, len(pool_faces), waiting.count)
            left = list(pool_faces)
            yield waiting, pool_faces, [left.pop(place) for place in found]
            game.apply(state, Drawn(found))


@dataclass
class Sample:
    """What came to one place in many games, drawn from one pool."""

    whole: Counter[Face]
    drawn: Counter[Face]
    games: int = 0

    @property
    def size(self) -> int:
        """Pieces of the pool."""
        return self.whole.total()

    @property
    def count(self) -> float:
        """Pieces drawn in a game."""
        return self.drawn.total() / self.games

    @property
    def degrees(self) -> int:
        """Degrees of freedom."""
        return len(self.whole) - 1

    @property
    def chi_squared(self) -> float:
        """Drawing without putting back scatters less than single draws would: the factor makes up for it."""
        total = self.drawn.total()
        expected = {face: total * count / self.size for face, count in self.whole.items()}
        found = sum((self.drawn[face] - mean) ** 2 / mean for face, mean in expected.items())
        return found * (self.size - 1) / (self.size - self.count)

    @property
    def bound(self) -> float:
        """What chance hardly ever exceeds (Wilson and Hilferty's approximation)."""
        spread = 2 / (9 * self.degrees)
        return self.degrees * (1 - spread + DEVIATIONS * math.sqrt(spread)) ** 3


def samples(game: Game[Any, Any], kind: str, games: int) -> dict[Place, Sample]:
    """What came to each place of each seat in the openings of `games` games, by seat and pool."""
    bring, order = KINDS[kind]
    found: dict[Place, Sample] = {}
    for number in range(games):
        whole: dict[Place, Counter[Face]] = {}
        for draw, pool, drawn in opening(game, bring(game, number), order):
            # Whatever was drawn before: each piece of the first pool is as likely to come to a place as another.
            first = whole.setdefault((draw.owner, draw.source), Counter(pool))
            sample = found.setdefault((draw.owner, draw.target), Sample(first, Counter()))
            sample.drawn.update(drawn)
            sample.games += 1
    return {place: sample for place, sample in found.items() if sample.degrees and sample.count < sample.size}


def main(arguments: list[str] | None = None) -> int:
    """Print the figures. The exit status is 1 if one is above its bound."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--game", choices=[kind.name for kind in GAMES], default=GAMES[0].name)
    options = parser.parse_args(arguments)
    kind = game_kind(options.game)
    game = kind.make({option: choices[-1] for option, choices in kind.options.items()})
    worst = 0.0
    for players in KINDS:
        print(f"{options.games} games of {options.game}, {players}:")
        for (seat, pool), sample in samples(game, players, options.games).items():
            worst = max(worst, sample.chi_squared / sample.bound)
            print(
                f"  {game.seats[seat]:9} pool {pool:3}: {sample.count:4.1f} of {sample.size:3} pieces, "
                f"{sample.degrees + 1:2} faces, chi-squared {sample.chi_squared:6.1f}, bound {sample.bound:6.1f}"
            )
    print("all as chance has it" if worst <= 1 else "NOT chance")
    return 0 if worst <= 1 else 1


if __name__ == "__main__":
    sys.exit(main())
