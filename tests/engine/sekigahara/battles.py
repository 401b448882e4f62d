"""Combats for tests: armies that meet, and the players' choices told by the names of cards, blocks and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.hidden import Decision, IllegalAction, Over, Piece, Seat, other
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import LOCATIONS, POOL_KEYS, location_named
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, FightInside, LoseInSiege, SiegeLossesDue
from engine.sekigahara.components import ISHIDA, SUPPLIES, TOKUGAWA
from engine.sekigahara.pieces import FACE_KEYS, IS_CARD, SIDE_OF
from engine.sekigahara.rules import Answer
from tests.engine.sekigahara.positions import Stacks, Table, combat_phase, pieces, position

FIELD = "suwa"
"""Where battles are fought when it does not matter where: no castle, no resource, three roads."""

LEADER = {TOKUGAWA: "maeda-1-leader", ISHIDA: "uesugi-1-leader"}
ARMY = {TOKUGAWA: ["maeda-2", "maeda-3", "date-2", "date-3"], ISHIDA: ["mori-2", "mori-3", "ukita-2", "ukita-3"]}


def doing(table: Table) -> tuple[Seat, type]:
    """Whose decision of what kind the table waits for; the winner and "over" at the end of the game."""
    waiting = table.waiting
    if isinstance(waiting, Over):
        assert waiting.winner is not None
        return waiting.winner, Over
    assert isinstance(waiting, Decision), waiting
    return waiting.seat, type(waiting.question)


def act(table: Table, action: Answer) -> None:
    """The player whose decision it is takes `action`."""
    table.act(doing(table)[0], action)


def refused(table: Table, action: Answer, *, seat: Seat | None = None) -> str:
    """The rule by which `action` is refused, to the player whose decision it is unless another is named.

    Checks that nothing changes by the refusal.
    """
    before = SEKIGAHARA.canonical(table.state)
    with pytest.raises(IllegalAction) as refusal:
        table.act(doing(table)[0] if seat is None else seat, action)
    assert SEKIGAHARA.canonical(table.state) == before
    return refusal.value.rule


def impact(table: Table) -> tuple[int, int]:
    """Tokugawa's impact so far and Ishida's."""
    return table.state.current_combat().impact


def hand_size(table: Table, seat: Seat) -> int:
    """The number of cards in a hand."""
    return len(pieces(table, seat, "hand"))


def shown_at(table: Table, seat: Seat, place: str) -> list[str]:
    """The names of the blocks at `place` that both players see, sorted."""
    return sorted(
        FACE_KEYS[table.state.shown[block]].removeprefix("block-")
        for block in pieces(table, seat, place)
        if block in table.state.shown
    )


def declare(table: Table, place: str, *, inside: bool | None = None) -> Table:
    """The active player declares combat at `place`; if the castle's holder is asked, it answers with `inside`."""
    act(table, Declare(location_named(place)))
    if doing(table)[1] == CastleChoiceDue:
        assert inside is not None, "the castle's holder was asked"
        act(table, FightInside(inside))
    else:
        assert inside is None, "the castle's holder was not asked"
    return table


def battle(
    tokugawa: Sequence[str],
    ishida: Sequence[str],
    *,
    hands: tuple[Sequence[str], Sequence[str]] = ((), ()),
    attacker: Seat = TOKUGAWA,
    place: str = FIELD,
    elsewhere: tuple[Stacks, Stacks] | None = None,
    arrivals: Sequence[tuple[Seat, str, str]] = (),
    inside: bool | None = None,
    holders: Mapping[str, Seat] | None = None,
    disks: Sequence[str] = ("osaka", "ueda"),
    seed: int = 1,
) -> Table:
    """A table at the first deployment of the combat of these blocks at `place`, declared by `attacker`.

    `hands` are Tokugawa's cards and Ishida's; `elsewhere` is what else stands on the map. `inside` answers for the
    castle's holder, if it is asked.
    """
    first, second = elsewhere or ({}, {})
    table = position(
        {place: tokugawa, "hand": hands[0], **first},
        {place: ishida, "hand": hands[1], **second},
        active=attacker,
        arrivals=arrivals,
        holders=holders,
        disks=disks,
        seed=seed,
    )
    return declare(combat_phase(table), place, inside=inside)


def deployment(table: Table, card: str | None, *blocks: str) -> Deploy:
    """The deployment of blocks not deployed yet, by the player whose decision it is."""
    seat = doing(table)[0]
    combat = table.state.current_combat()
    deployed = {block for block, _ in combat.deployed}
    free = [block for block in table.state.pools[seat][combat.location] if block not in deployed]
    chosen = []
    for name in blocks:
        block = next(block for block in free if FACE_KEYS[table.faces[block]] == f"block-{name}")
        free.remove(block)
        chosen.append(block)
    return Deploy(None if card is None else pieces(table, seat, "hand", card)[0], tuple(chosen))


def deploy(table: Table, card: str | None, *blocks: str) -> None:
    """A deployment, which nobody challenges."""
    act(table, deployment(table, card, *blocks))
    if doing(table)[1] == ChallengeDue:
        act(table, Challenge(None))


def challenge(table: Table, *, answer: str | None = None) -> None:
    """A Loyalty Challenge to the deployment just made, and the card shown in answer, if any."""
    seat, kind = doing(table)
    assert kind == ChallengeDue
    act(table, Challenge(pieces(table, seat, "hand", f"{('tokugawa', 'ishida')[seat]}-loyalty")[0]))
    deployer = other(seat)
    if answer is None and not pieces(table, deployer, "hand"):
        return  # with no card in the hand there is nothing to choose
    assert doing(table) == (deployer, LoyaltyProofDue)
    act(table, ProveLoyalty(None if answer is None else pieces(table, deployer, "hand", answer)[0]))


def deploy_and_challenge(table: Table, card: str, *blocks: str, answer: str | None = None) -> None:
    """A deployment, challenged."""
    act(table, deployment(table, card, *blocks))
    challenge(table, answer=answer)


def finish(table: Table) -> None:
    """The player whose decision it is deploys no more."""
    assert doing(table)[1] == DeploymentDue
    act(table, EndDeployment())


def finish_all(table: Table) -> None:
    """Nobody deploys any more."""
    while doing(table)[1] == DeploymentDue:
        finish(table)


def lose(table: Table, *names: str) -> None:
    """Losses of the player whose decision it is."""
    seat, kind = doing(table)
    assert kind == LossesDue
    act(table, losing(table, seat, *names))


def losing(table: Table, seat: Seat, *names: str) -> Lose:
    """The loss of the blocks with these names."""
    place = POOL_KEYS[table.state.current_combat().location]
    return Lose(pieces(table, seat, place, *names) if names else ())


def lose_in_siege(table: Table, *names: str, disk: bool = False) -> None:
    """Losses in a siege of the player whose decision it is."""
    seat, kind = doing(table)
    assert kind == SiegeLossesDue
    act(table, losing_in_siege(table, seat, *names, disk=disk))


def losing_in_siege(table: Table, seat: Seat, *names: str, disk: bool = False) -> LoseInSiege:
    """The loss in a siege of the blocks with these names, and perhaps of the disk."""
    return LoseInSiege(losing(table, seat, *names).blocks, disk)


def lose_any(table: Table) -> None:
    """All losses of a battle, own defectors first, then the deployed, then the others, in the order of the stack."""
    while doing(table)[1] == LossesDue:
        seat = doing(table)[0]
        combat = table.state.current_combat()
        sides = dict(combat.deployed)
        stack = table.state.pools[seat][combat.location]

        def rank(block: Piece, sides: dict[Piece, Seat] = sides, seat: Seat = seat) -> int:
            return 2 if block not in sides else int(sides[block] == seat)

        due = losses_due(table)[seat]
        act(table, Lose(tuple(sorted(stack, key=rank)[:due])))


def losses_due(table: Table) -> tuple[int, int]:
    """What each side loses in the battle that has just been fought, by 8.7.1 and the impact on the track."""
    combat = table.state.current_combat()
    due = []
    for seat in (TOKUGAWA, ISHIDA):
        lost = combat.impact[other(seat)] // 7
        ahead = combat.impact[combat.attacker] > combat.impact[other(combat.attacker)]
        if (seat == combat.attacker) != ahead:
            lost += 1
        due.append(min(lost, len(table.state.pools[seat][combat.location])))
    return due[0], due[1]


def retreat(table: Table, place: str | None, *staying: str) -> None:
    """The loser's retreat to `place`; the blocks `staying` go into the castle."""
    act(table, retreating(table, place, *staying))


def retreating(table: Table, place: str | None, *staying: str) -> Retreat:
    """The retreat of the player whose decision it is."""
    seat, kind = doing(table)
    assert kind == RetreatDue
    here = POOL_KEYS[table.state.current_combat().location]
    inside = pieces(table, seat, here, *staying) if staying else ()
    return Retreat(inside, None if place is None else location_named(place))


def reveal(table: Table) -> None:
    """The owner shows the blocks that are overrun."""
    assert doing(table)[1] == RevealDue
    act(table, Reveal())


def cards_but(seat: Seat, *kept: str) -> list[str]:
    """All the cards of a side's deck but these."""
    left = list(kept)
    names = []
    for supply in SUPPLIES:
        if IS_CARD[supply.face] and SIDE_OF[supply.face] == seat:
            for _ in range(supply.count):
                name = FACE_KEYS[supply.face].removeprefix("card-")
                if name in left:
                    left.remove(name)
                else:
                    names.append(name)
    assert not left, f"no such cards: {left}"
    return names


class Recorder(SeededChance):
    """Chance that remembers who drew a piece from a pool of how many, in order."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.drawn: list[tuple[Seat, int]] = []

    def position(self, owner: Seat, number: int, size: int) -> int:
        """See `Chance.position`."""
        self.drawn.append((owner, size))
        return super().position(owner, number, size)


def recorded(table: Table) -> tuple[Table, Recorder]:
    """The same position at a table that records its draws from now on."""
    recorder = Recorder(1)
    return OpenTable(SEKIGAHARA, recorder, table.state, table.faces), recorder


def at_retreat(
    loser: Seat,
    attacker: Seat,
    *,
    place: str = FIELD,
    enemies_at: tuple[str, ...] = (),
    friends_at: tuple[str, ...] = (),
    entered_from: tuple[str, ...] = (),
    disks: tuple[str, ...] = ("osaka", "ueda"),
    blocks: int = 3,
    holders: dict[str, Seat] | None = None,
    inside: bool | None = None,
) -> Table:
    """A battle at `place` that `loser` has just lost, with `blocks` survivors about to retreat.

    The attacker came from `entered_from`; a block of the loser's enemy stands at each of `enemies_at`.
    """
    winner = other(loser)
    armies = {loser: ARMY[loser][: blocks + 1], winner: [*ARMY[winner][:3], LEADER[winner]]}
    stacks: dict[Seat, dict[str, list[str]]] = {TOKUGAWA: {}, ISHIDA: {}}
    guards = {TOKUGAWA: ["tokugawa-2", "tokugawa-3"], ISHIDA: ["kobayakawa-2", "kobayakawa-3"]}
    for number, key in enumerate(enemies_at):
        stacks[winner][key] = [guards[winner][number % 2]]
    for number, key in enumerate(friends_at):
        stacks[loser][key] = [guards[loser][number % 2]]
    table = battle(
        armies[TOKUGAWA],
        armies[ISHIDA],
        attacker=attacker,
        place=place,
        elsewhere=(stacks[TOKUGAWA], stacks[ISHIDA]),
        arrivals=[(attacker, place, origin) for origin in entered_from],
        disks=disks,
        holders=holders,
        inside=inside,
    )
    if loser == attacker:
        finish_all(table)
    else:
        deploy(table, None, LEADER[attacker])
        finish_all(table)
    lose_any(table)
    assert doing(table) == (loser, RetreatDue)
    assert len(pieces(table, loser, place)) == blocks
    return table


def open_ways(table: Table) -> set[str]:
    """The locations to which all survivors may retreat, by the rules' own word for each location of the map."""
    seat = doing(table)[0]
    choices = SEKIGAHARA.options(table.view(seat))
    return {POOL_KEYS[place] for place in LOCATIONS if Retreat((), place) in choices}
