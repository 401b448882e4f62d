"""What is drawn is chance, as long as one of the two players is honest (THREATS 2, 4).

The owner of a pool orders it, the opponent's chain says which places are drawn: each can choose its own part, and with
one part left to chance the whole is chance. Chi-squared over many games with fixed seeds; each bound is exceeded about
once in ten thousand times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from itertools import permutations, product

import pytest

from engine.hidden import SEATS
from protocol.commitments import commit_seed, game_identity
from protocol.proofs import pieces
from protocol.proofs.chain import Chain, places
from protocol.roles import Role, Side
from protocol.seeds import Secrets, SeedKeys
from tests.protocol.pair import Pair, owned
from tests.toy_game import HAND, Move, Position, ToyGame

CARDS = 10
GAMES = 9_000
DRAWS = 2


@dataclass(frozen=True)
class Share:
    """What one player brings into a game: key, seed, chain. The chain's length is its own affair."""

    role: Role
    label: str

    @property
    def key(self) -> bytes:
        return sha256(f"key {self.role} {self.label}".encode()).digest()

    @property
    def seed(self) -> bytes:
        return sha256(f"seed {self.role} {self.label}".encode()).digest()

    @property
    def chain(self) -> Chain:
        return Chain(self.key, self.seed, DRAWS)


@dataclass(frozen=True)
class Drawn:
    """Where the joiner's chain drew two cards of the host's deck, twice, and which the first two were."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    cards: tuple[int, ...]


def draw(owner: Share, drawing: Share, order: Callable[[SeedKeys], list[int]]) -> Drawn:
    """Two draws in the game that these two begin; `order` is how the owner lays its deck."""
    chain = drawing.chain
    shares = (owner, drawing)
    game = game_identity(
        bytes(32),
        (owner.key, drawing.key),
        tuple([commit_seed(share.role, share.key, share.seed) for share in shares]),  # type: ignore[arg-type]
        (owner.chain.end, chain.end),
    )
    deck = order(SeedKeys(game, owner.seed))
    first, second = [places(game, number, chain.link(number), CARDS, 2) for number in (1, 2)]
    left = list(deck)
    return Drawn(first, second, tuple([left.pop(place) for place in first]))


def honestly(keys: SeedKeys) -> list[int]:
    return keys.order(0, CARDS)


def stacked(keys: SeedKeys) -> list[int]:
    """The best cards on top, whatever the seed says."""
    return list(range(CARDS))


def grinding(owner: Share, label: str) -> Share:
    """A joiner that has seen the host's hello and tries shares until its own chain draws the first place of all."""
    shares = [Share(Role.JOINER, f"{label} {attempt}") for attempt in range(8)]
    return next((share for share in shares if draw(owner, share, honestly).first[0] == 0), shares[0])


def chi_squared(found: Iterable[object], cells: Iterable[object]) -> float:
    counts = Counter(found)
    kinds = list(cells)
    expected = counts.total() / len(kinds)
    assert set(counts) <= set(kinds)
    return sum((counts[kind] - expected) ** 2 for kind in kinds) / expected


ORDERED = list(permutations(range(CARDS), 2))
PLACES = list(product(range(CARDS), range(CARDS - 1)))
BOUND = 144.0  # 89 degrees of freedom


def test_two_honest_players_draw_by_chance() -> None:
    games = [draw(Share(Role.HOST, f"{n}"), Share(Role.JOINER, f"{n}"), honestly) for n in range(GAMES)]
    assert chi_squared([game.first for game in games], PLACES) < BOUND
    assert chi_squared([game.second for game in games], PLACES) < BOUND
    assert chi_squared([game.cards for game in games], ORDERED) < BOUND
    both = [(game.first[0], game.second[0]) for game in games]
    assert chi_squared(both, product(range(CARDS), repeat=2)) < 157  # 99 degrees of freedom


def test_an_owner_that_stacks_its_deck_draws_by_chance() -> None:
    games = [draw(Share(Role.HOST, f"{n}"), Share(Role.JOINER, f"{n}"), stacked) for n in range(GAMES)]
    assert chi_squared([game.cards for game in games], ORDERED) < BOUND


def test_an_owner_that_tries_seeds_draws_by_chance() -> None:
    """The host's hello comes first: whatever share it takes, and the same one always, the joiner's chain is unknown."""
    games = [draw(Share(Role.HOST, "always"), Share(Role.JOINER, f"{n}"), stacked) for n in range(GAMES)]
    assert chi_squared([game.cards for game in games], ORDERED) < BOUND


def test_whoever_picks_its_own_places_does_not_pick_a_card() -> None:
    """The joiner comes second and can choose a share whose places it likes. What lies there, only the host knows."""
    games = []
    for number in range(GAMES // 3):
        owner = Share(Role.HOST, f"{number}")
        games.append(draw(owner, grinding(owner, f"{number}"), honestly))
    assert sum(game.first[0] == 0 for game in games) > len(games) // 2  # it has its way with the places
    assert chi_squared([game.cards for game in games], ORDERED) < BOUND


def test_the_tables_hands_are_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first hands of real games: each card is in them as often as another."""
    monkeypatch.setattr(pieces, "verify_pool", lambda *arguments: None)
    hands: dict[int, list[int]] = {seat: [] for seat in SEATS}
    for number in range(150):
        own = [sha256(f"{role} {number}".encode()).digest() for role in Role]
        secrets = (Secrets(own[0], own[1]), Secrets(own[1], own[0]))
        pair: Pair[Position, Move] = Pair(ToyGame(copies=1), Side.FIRST, secrets)
        pair.host.begin()
        pair.run()
        for seat, table in zip(SEATS, pair.tables, strict=True):
            assert table.state is not None
            hands[seat] += [owned(table)[card] for card in table.state.pools[seat][HAND]]
    # Three of five cards at once: less scattered than single draws would be, and no less chance.
    for seat in SEATS:
        assert chi_squared(hands[seat], range(5)) < 24  # 4 degrees of freedom
