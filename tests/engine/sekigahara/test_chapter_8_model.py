"""Random battles against a small model of chapter 8 that knows pieces by their names alone.

The model is told the armies, the hands and the choices. It says, on its own: which deployments and answers are allowed,
the impact after each, who has initiative, when the battle is over, what each side loses, who retreats and who has how
many cards in the end.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import NamedTuple

from hypothesis import event, given, settings
from hypothesis import strategies as st

from engine.hidden import Over, Piece, Seat, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, SUPPLIES, TOKUGAWA
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD, SIDE_OF
from tests.engine.sekigahara.battles import FIELD, act, battle, doing, hand_size, impact, open_ways, retreat
from tests.engine.sekigahara.positions import Table, names_in, pieces

ANY_CARD = ("ii-4", "ishida-1-leader")
FIRST_LEADERS = ("tokugawa-1-leader", "ishida-1-leader")


def supply(seat: Seat, cards: bool) -> list[str]:
    """The names of all the cards or all the blocks of a side."""
    return [
        FACE_KEYS[entry.face].partition("-")[2]
        for entry in SUPPLIES
        if SIDE_OF[entry.face] == seat and IS_CARD[entry.face] is cards
        for _ in range(entry.count)
    ]


BLOCKS = (supply(TOKUGAWA, False), supply(ISHIDA, False))
CARDS = (supply(TOKUGAWA, True), supply(ISHIDA, True))


class Block(NamedTuple):
    """A block's name read."""

    daimyo: str
    mon: int
    arm: str


def read(name: str) -> Block:
    """`date-1-gun`: one mon of Date's, with a gun; a leader has no arm."""
    daimyo, mon, *tail = name.split("-")
    arm = tail[0] if tail and tail[0] != "leader" else ""
    return Block(daimyo, int(mon), arm)


def deploys(card: str, block: str) -> bool:
    """8.2.2: the same mon, or any card but a challenge for Ii and Ishida."""
    daimyo, kind = card.split("-")
    return kind != "loyalty" and (block in ANY_CARD or daimyo == read(block).daimyo)


def worth(name: str, swords: bool, beside: list[str]) -> int:
    """8.3 and 8.4.1: the impact of a block that joins those `beside` it on its side."""
    block = read(name)
    total = block.mon + sum(read(friend).daimyo == block.daimyo for friend in beside)
    if swords and block.arm:
        total += 2 + 2 * sum(read(friend).arm == block.arm for friend in beside)
    return total


class Model:
    """One battle by names. Index a pair by seat."""

    def __init__(self, armies: list[list[str]], hands: list[list[str]], attacker: Seat) -> None:
        self.free = [list(army) for army in armies]
        self.hands = [list(hand) for hand in hands]
        self.attacker = attacker
        self.side: list[list[str]] = [[], []]
        self.impact = [0, 0]
        self.ended = [False, False]
        self.carded = [False, False]
        self.played = [0, 0]
        self.deployed: list[list[str]] = [[], []]
        self.defected: list[list[str]] = [[], []]

    def winner(self) -> Seat:
        """8.2.1: a tie is the defender's."""
        defender = other(self.attacker)
        return self.attacker if self.impact[self.attacker] > self.impact[defender] else defender

    def to_deploy(self) -> Seat | None:
        """8.5: who has initiative; None when the battle is over."""
        if all(self.ended):
            return None
        if any(self.ended):
            return Seat(self.ended.index(False))
        return other(self.winner())

    def may_deploy(self, seat: Seat, card: str | None, blocks: tuple[str, ...]) -> bool:
        """8.2.2, 8.2.4, 8.4.2, of blocks that are free and a card of the hand."""
        if card is None:
            return len(blocks) == 1 and blocks[0].endswith("leader") and not self.carded[seat]
        if len(blocks) == 2 and (not card.endswith("double") or any(block in ANY_CARD for block in blocks)):
            return False
        return all(deploys(card, block) for block in blocks)

    def deploy(self, seat: Seat, card: str | None, blocks: tuple[str, ...], challenged: bool, loyal: bool) -> None:
        """A deployment, with its challenge and the answer to it."""
        fights_for = seat
        if card is not None:
            self.hands[seat].remove(card)
            self.played[seat] += 1
            self.carded[seat] = True
        if challenged:
            self.played[other(seat)] += 1
            self.hands[other(seat)].remove(f"{('ishida', 'tokugawa')[seat]}-loyalty")
            if not loyal:
                fights_for = other(seat)
        swords = card is not None and card.endswith("swords") and fights_for == seat
        for block in blocks:
            self.free[seat].remove(block)
            (self.deployed if fights_for == seat else self.defected)[seat].append(block)
            self.impact[fights_for] += worth(block, swords, self.side[fights_for])
            self.side[fights_for].append(block)

    def losses(self, seat: Seat) -> int:
        """8.7.1: one for seven impact, one more for defeat, never more than there are."""
        due = self.impact[other(seat)] // 7 + (self.winner() != seat)
        return min(due, len(self.free[seat]) + len(self.deployed[seat]) + len(self.defected[seat]))


@st.composite
def some_of(draw: st.DrawFn, names: list[str], least: int, most: int) -> list[str]:
    """Some of these pieces, as many of a name at most as there are."""
    indices = draw(st.lists(st.integers(0, len(names) - 1), unique=True, min_size=least, max_size=most))
    return [names[index] for index in indices]


@st.composite
def sides(draw: st.DrawFn, seat: Seat) -> tuple[list[str], list[str]]:
    """An army and a hand, mostly of two daimyo, so that cards often match blocks."""
    clans = sorted({name.split("-")[0] for name in CARDS[seat] if not name.endswith("loyalty")})
    pair = draw(st.lists(st.sampled_from(clans), unique=True, min_size=1, max_size=2))
    blocks = [name for name in BLOCKS[seat] if name in ANY_CARD or read(name).daimyo in pair]
    cards = [name for name in CARDS[seat] if name.split("-")[0] in pair and not name.endswith("loyalty")]
    loyalty = f"{('tokugawa', 'ishida')[seat]}-loyalty"
    army = draw(some_of(blocks, 2, 6))
    return army, draw(some_of(cards, 1, 6)) + [loyalty] * draw(st.integers(0, 2))


def block_named(table: Table, seat: Seat, names: tuple[str, ...]) -> tuple[Piece, ...]:
    """Blocks of the battle that have not deployed."""
    used = {block for block, _ in table.state.current_combat().deployed}
    free = [block for block in pieces(table, seat, FIELD) if block not in used]
    found = []
    for name in names:
        block = next(block for block in free if FACE_KEYS[table.faces[block]] == f"block-{name}")
        free.remove(block)
        found.append(block)
    return tuple(found)


def deployments(model: Model, seat: Seat) -> dict[tuple[str | None, tuple[str, ...]], bool]:
    """Every deployment by names that one could think of, and whether the model allows it."""
    free = model.free[seat]
    groups = {(block,) for block in free} | set(combinations(free, 2))
    groups |= {(second, first) for first, second in combinations(free, 2)}
    return {
        (card, blocks): model.may_deploy(seat, card, blocks)
        for card in dict.fromkeys([None, *model.hands[seat]])
        for blocks in sorted(groups)
    }


def test_the_model_knows_the_rulebooks_figures() -> None:
    assert worth("tokugawa-2", False, ["tokugawa-3", "tokugawa-1-gun"]) == 4
    assert worth("mori-1-gun", True, ["mori-1-leader", "ukita-2", "ukita-2", "uesugi-1-gun"]) == 6
    assert worth("maeda-1-cavalry", True, []) == 3
    assert worth("uesugi-1-gun", False, ["mori-1-leader"]) == 1


@given(sides(TOKUGAWA), sides(ISHIDA), st.sampled_from([TOKUGAWA, ISHIDA]), st.data())
@settings(max_examples=100)
def test_8_any_battle_goes_as_the_model_says(
    tokugawa: tuple[list[str], list[str]], ishida: tuple[list[str], list[str]], attacker: Seat, data: st.DataObject
) -> None:
    armies, hands = (tokugawa[0], ishida[0]), (tokugawa[1], ishida[1])
    table = battle(
        armies[0], armies[1], hands=hands, attacker=attacker, arrivals=[(attacker, FIELD, "kofu")], seed=len(hands[0])
    )
    model = Model(list(armies), list(hands), attacker)
    first_hands = [len(hand) for hand in hands]
    while (seat := model.to_deploy()) is not None:
        assert doing(table) == (seat, DeploymentDue)
        allowed = deployments(model, seat)
        for (card, blocks), legal in allowed.items():
            held = None if card is None else pieces(table, seat, "hand", card)[0]
            action = Deploy(held, block_named(table, seat, blocks))
            assert (SEKIGAHARA.refusal(table.view(seat), action) is None) is legal, (card, blocks)
        able = [key for key, legal in allowed.items() if legal]
        if not able or data.draw(st.integers(0, 5)) == 5:
            act(table, EndDeployment())
            model.ended[seat] = True
            continue
        play(table, model, seat, data.draw(st.sampled_from(able)), data)
        assert list(impact(table)) == model.impact
    event(f"{sum(map(len, model.defected))} defectors")
    event(f"{sum(model.impact) // 7} sevens of impact")
    conclude(table, model, first_hands, data)


def play(
    table: Table, model: Model, seat: Seat, choice: tuple[str | None, tuple[str, ...]], data: st.DataObject
) -> None:
    """A deployment, perhaps challenged, perhaps answered, at the table and in the model."""
    card, blocks = choice
    act(
        table,
        Deploy(None if card is None else pieces(table, seat, "hand", card)[0], block_named(table, seat, blocks)),
    )
    challenged = loyal = False
    enemy = other(seat)
    if doing(table)[1] == ChallengeDue:
        assert card is not None
        assert doing(table)[0] == enemy
        for piece in pieces(table, enemy, "hand"):
            challenging = FACE_KEYS[table.faces[piece]].endswith("loyalty")
            assert (SEKIGAHARA.refusal(table.view(enemy), Challenge(piece)) is None) is challenging
        held = [piece for piece in pieces(table, enemy, "hand") if FACE_KEYS[table.faces[piece]].endswith("loyalty")]
        shot = data.draw(st.sampled_from([*held, None]))
        act(table, Challenge(shot))
        challenged = shot is not None
    else:
        assert card is None or not model.hands[enemy]
    if challenged and doing(table)[1] == LoyaltyProofDue:
        assert doing(table)[0] == seat
        proofs: list[Piece | None] = [None]
        for piece in pieces(table, seat, "hand"):
            proof = deploys(FACE_KEYS[table.faces[piece]].removeprefix("card-"), blocks[0])
            assert (SEKIGAHARA.refusal(table.view(seat), ProveLoyalty(piece)) is None) is proof
            if proof:
                proofs.append(piece)
        shown = data.draw(st.sampled_from(proofs))
        act(table, ProveLoyalty(shown))
        loyal = shown is not None
    model.deploy(seat, card, blocks, challenged, loyal)


def conclude(table: Table, model: Model, first_hands: list[int], data: st.DataObject) -> None:
    """Losses, the end of the game or the retreat, and the cards."""
    lost: list[list[str]] = [[], []]
    for seat in (model.attacker, other(model.attacker)):
        due = model.losses(seat)
        if due == 0:
            continue
        assert doing(table) == (seat, LossesDue)
        order: list[str] = []
        for names in (model.defected[seat], model.deployed[seat], model.free[seat]):
            order += data.draw(st.permutations(names))
        lost[seat] = order[:due]
        wrong = order[1:][-due:] if due < len(order) else []
        classes = Counter(rank(model, seat, name) for name in lost[seat])
        if wrong and Counter(rank(model, seat, name) for name in wrong) != classes and len(set(order)) == len(order):
            refused = SEKIGAHARA.refusal(table.view(seat), Lose(pieces(table, seat, FIELD, *wrong)))
            assert refused is not None
            assert refused.rule in {"8.7.2", "R25"}
        act(table, Lose(dead(table, model, seat, lost[seat])))
        assert names_in(table, seat, "dead") == sorted(lost[seat])
    killed = [FIRST_LEADERS[seat] in lost[seat] for seat in (TOKUGAWA, ISHIDA)]
    if any(killed):
        assert doing(table) == (ISHIDA if killed[TOKUGAWA] else TOKUGAWA, Over)
        return
    loser = other(model.winner())
    left = len(model.free[loser]) + len(model.deployed[loser]) + len(model.defected[loser]) - len(lost[loser])
    if left:
        assert doing(table) == (loser, RetreatDue)
        assert open_ways(table) == ({"kofu"} if loser == model.attacker else {"kiso", "saku"})
        way = min(open_ways(table))
        retreat(table, way)
        assert len(pieces(table, loser, way)) == left
    assert doing(table)[1] == PaymentDue
    for seat in (TOKUGAWA, ISHIDA):
        assert hand_size(table, seat) == first_hands[seat] + len(lost[seat]) // 2
        assert len(pieces(table, seat, "discard")) == model.played[seat]
        assert not set(pieces(table, seat, "hand")) & set(table.state.shown)


def rank(model: Model, seat: Seat, name: str) -> int:
    """Which class of losses a block is in, for names that occur once."""
    return 0 if name in model.defected[seat] else 1 if name in model.deployed[seat] else 2


def dead(table: Table, model: Model, seat: Seat, names: list[str]) -> tuple[Piece, ...]:
    """The blocks of these names, defectors before the deployed before the rest where names are equal."""
    sides = dict(table.state.current_combat().deployed)
    stack = sorted(pieces(table, seat, FIELD), key=lambda block: 2 if block not in sides else int(sides[block] == seat))
    found = []
    for name in names:
        block = next(block for block in stack if FACE_KEYS[table.faces[block]] == f"block-{name}")
        stack.remove(block)
        found.append(block)
    return tuple(found)
