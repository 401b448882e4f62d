"""What it is worth to the steady bot to have given blocks at a location: control, safety and the combat to come.

The unit is a victory point (2.2): a castle counts 2, a resource location 1, against the same for the enemy.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from engine.hidden import Seat, other
from engine.sekigahara.board import CAPITAL, CASTLE, LOCATIONS, MORI_BOX, OSAKA, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE, Assessment, Faces
from engine.sekigahara.bots.steady.impact import enemy_impact, fitting_cards, own_impact, winning_chance
from engine.sekigahara.bots.steady.memory import Memory
from engine.sekigahara.bots.steady.weights import Weights
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS, overrun_side
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import PROTAGONIST


class Site(NamedTuple):
    """All that the worth of own blocks at a location depends on, beside the blocks and the cards in hand.

    `standing` are the enemy blocks there, `disk` whether an enemy disk is; `threat` is the enemy blocks to expect next
    turn, `pull` how much there is to take nearby; `box` the blocks in the Mōri box, at Osaka alone; `enemy_hand` the
    enemy's cards, where there is a combat to come.
    """

    seat: Seat
    location: Location
    standing: int
    disk: bool
    holder: Seat | None
    owner: Seat | None
    threat: float
    pull: float
    box: int
    enemy_hand: int

    @property
    def foes(self) -> int:
        """The enemy blocks that would fight here, those of the Mōri box included (9.3)."""
        return self.standing + (self.box if self.seat == TOKUGAWA else 0)


class Impacts:
    """The impact that own blocks may deliver with the cards of one hand, worked out once for equal blocks and cards."""

    def __init__(self, hand: Faces, weights: Weights, memory: Memory) -> None:
        self._hand = hand
        self._weights = weights
        self._memory = memory
        self._known: tuple[dict[Faces, int], dict[Faces, int]] = ({}, {})

    def of(self, blocks: Faces, siege: bool = False) -> int:
        """The impact of `blocks`."""
        known = self._known[siege]
        found = known.get(blocks)
        if found is None:
            cards = fitting_cards(blocks, self._hand)
            found = known[blocks] = self._memory.recall(
                ("impact", blocks, cards, siege), lambda: own_impact(blocks, cards, self._weights, siege=siege)
            )
        return found


class SiteWorth:
    """What own blocks are worth at one site with the cards of one hand, worked out once for equal blocks."""

    def __init__(self, site: Site, impacts: Impacts, weights: Weights) -> None:
        self.site = site
        self._impacts = impacts
        self._weights = weights
        self._contested = site.standing > 0 or site.disk
        self._control = (
            weights.castle * (CASTLE[site.location] is not None) + weights.resource * RESOURCE[site.location]
        )
        self._known: dict[tuple[Faces, float], float] = {}
        self._additions: dict[Faces, Additions] = {}
        self.attacked = site.foes > 0
        """Whether blocks that come here attack enemy blocks."""

    def of(self, blocks: Faces, threat: float | None = None) -> float:
        """What it is worth to have own `blocks`, and none else, here. `threat` stands instead of the site's."""
        if threat is None or self._contested:
            threat = self.site.threat
        key = (blocks, threat)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._of(blocks, threat)
        return found

    def overruns(self, count: int) -> bool:
        """Whether `count` own blocks, and none else, are overrun here as soon as they come (7.4.1, 7.4.3)."""
        seat, standing = self.site.seat, self.site.standing
        tokugawa, ishida = (count, standing) if seat == TOKUGAWA else (standing, count)
        return overrun_side(tokugawa, ishida, self.site.holder) == seat

    def additions(self, there: Faces) -> Additions:
        """What it changes that a party joins the blocks that are `there`, by the party."""
        found = self._additions.get(there)
        if found is None:
            found = self._additions[there] = Additions(self, there)
        return found

    def _of(self, blocks: Faces, threat: float) -> float:
        if not self._contested:
            return self._unopposed(blocks, threat)
        if not blocks:
            return -self._control
        return self._combat(blocks)

    def _unopposed(self, blocks: Faces, threat: float) -> float:
        site, weights = self.site, self._weights
        location, seat = site.location, site.seat
        count = len(blocks)
        castle = CASTLE[location]
        value = 0.0
        if castle is not None:
            if count or castle == seat:
                keeping = 1 - weights.castle_danger * min(threat / (1 + weights.castle_guard * count), 1.0)
                value += weights.castle * (2 * keeping - 1)
            else:
                value -= weights.castle
        if RESOURCE[location]:
            if count or site.owner == seat:
                keeping = 1 - weights.resource_danger * min(threat / (1 + count), 1.0)
                value += weights.resource * keeping
            elif site.owner is not None:
                value -= weights.resource
        if not count:
            return value - self._osaka_risk(0)
        value += weights.power * self._impacts.of(blocks)
        value += self._pull(count)
        if threat >= ODDS * count and seat not in {castle, site.holder}:
            value -= weights.block * count * weights.overrun_danger
        elif threat > count:
            value -= weights.outnumbered * (threat - count)
        if PROTAGONIST[seat] in blocks:
            value -= self._leader_risk(count, threat)
        return value - self._osaka_risk(count)

    def _pull(self, count: int) -> float:
        weights = self._weights
        return weights.pull * self.site.pull * min(count, weights.crowd) / weights.party

    def _leader_risk(self, count: int, threat: float) -> float:
        """What the danger to the protagonist among `count` blocks counts (2.1)."""
        site, weights = self.site, self._weights
        if site.seat == ISHIDA:
            count += site.box
        home = CAPITAL[site.location] == site.seat or site.location == OSAKA
        risk = weights.missing_escort * max(weights.escort - count, 0) + (0.0 if home else weights.away)
        short = weights.leader_caution * threat - count
        if short > 0:
            risk += weights.game * short / (threat + weights.leader_doubt)
        return risk

    def _osaka_risk(self, count: int) -> float:
        """What the danger to Hideyori counts, for Ishida (2.1, 9.1)."""
        site, weights = self.site, self._weights
        if site.location != OSAKA or site.seat != ISHIDA:
            return 0.0
        short = weights.osaka_caution * site.threat - count - site.box
        return weights.game * short / (short + weights.osaka_doubt) if short > 0 else 0.0

    def _combat(self, blocks: Faces) -> float:
        """What the combat that this side will declare here is worth."""
        site, weights = self.site, self._weights
        foes, standing = site.foes, site.standing
        count = len(blocks)
        walled = CASTLE[site.location] is not None and site.holder == other(site.seat)
        if standing and count >= ODDS * standing and not walled:
            return weights.block * standing + self._control + self._after(blocks)
        value = self._battle(blocks, foes)
        if walled and foes <= CASTLE_LIMIT:
            siege = self._siege(blocks, foes)
            # The enemy picks what suits it: a battle only when it likes its chances.
            value = siege if foes == 0 else min(siege, value + weights.unwanted_battle)
        if PROTAGONIST[site.seat] in blocks:
            value -= self._leader_risk(count, foes + site.threat) + weights.leader_in_combat
        return value - self._osaka_risk(count)

    def _battle(self, blocks: Faces, foes: int) -> float:
        site, weights = self.site, self._weights
        own = self._impacts.of(blocks)
        theirs = enemy_impact(foes, site.enemy_hand, weights)
        count = len(blocks)
        chance = winning_chance(own - weights.attack_margin, theirs, weights)
        killed = min(own / IMPACT_PER_LOSS + chance, foes)
        lost = min(theirs / IMPACT_PER_LOSS + 1 - chance, count)
        won = self._control + self._after(blocks)
        beaten = self._control * weights.beaten_holder if site.holder == site.seat else -self._control
        return chance * won + (1 - chance) * (beaten - weights.defeat) + weights.block * (killed - lost)

    def _siege(self, blocks: Faces, foes: int) -> float:
        site, weights = self.site, self._weights
        units = foes + site.disk
        killed = min(self._impacts.of(blocks, siege=True) // IMPACT_PER_LOSS, units)
        if killed == units:
            prize = weights.game if site.location == OSAKA else 0.0
            return weights.block * units + self._control + self._after(blocks) + prize
        # Besieging holds the place for the next try, which finds less inside; alone it wins nothing.
        kills = (weights.block + weights.siege_kill) * killed
        return -self._control + weights.siege + kills + weights.besieger * len(blocks)

    def _after(self, blocks: Faces) -> float:
        """What the winner's blocks are worth where they then stand."""
        return self._weights.power * self._impacts.of(blocks) * self._weights.winner_power + self._pull(len(blocks))


class Additions(dict[Faces, float]):
    """What it changes that a party joins the blocks `there` at a site, worked out when it is first looked up."""

    def __init__(self, site: SiteWorth, there: Faces) -> None:
        super().__init__()
        self._site = site
        self._there = there

    def __missing__(self, party: Faces) -> float:
        site, there = self._site, self._there
        together = tuple(sorted(there + party)) if there else party
        added = self[party] = site.of(together) - site.of(there)
        return added


class Evaluation:
    """The sites of one position, with what own blocks are worth there together with the cards that will be left."""

    def __init__(self, own: Assessment, hand: Faces) -> None:
        """`hand` in ascending order."""
        self._own = own
        self._box = len(own.state.pools[ISHIDA][MORI_BOX])
        state = own.state
        standing = tuple([len(own.theirs[place]) for place in LOCATIONS])
        facts = (standing, tuple(state.holder), tuple(state.owner), state.disks, self._box, own.enemy_hand)
        self.at: list[SiteWorth] = own.memory.recall(("sites", hand, facts), lambda: self._sites(hand))
        """For each location, what blocks are worth there."""

    def _sites(self, hand: Faces) -> list[SiteWorth]:
        memory, weights = self._own.memory, self._own.weights
        impacts = memory.recall(("impacts", hand), lambda: Impacts(hand, weights, memory))
        prizes = tuple([self._prize(place) for place in LOCATIONS])
        pulls = memory.recall(("pulls", prizes), lambda: pulls_of(prizes, weights.fading))
        found = []
        for place in LOCATIONS:
            site = self._site(place, pulls[place])
            found.append(memory.recall(("site", site, hand), partial(SiteWorth, site, impacts, weights)))
        return found

    def _site(self, place: Location, pull: float) -> Site:
        own, state = self._own, self._own.state
        standing = len(own.theirs[place])
        disk = place in state.disks and own.enemy == ISHIDA
        return Site(
            seat=own.seat,
            location=place,
            standing=standing,
            disk=disk,
            holder=state.holder[place],
            owner=state.owner[place],
            threat=own.threats[place],
            pull=pull,
            box=self._box if place == OSAKA else 0,
            enemy_hand=own.enemy_hand if standing or disk else 0,
        )

    def _prize(self, place: Location) -> float:
        """What there is to take at `place`, less the more enemies guard it."""
        own, weights = self._own, self._own.weights
        state, seat = own.state, own.seat
        prize = 0.0
        if CASTLE[place] is not None and state.holder[place] != seat:
            prize += weights.castle_prize * weights.castle
        if RESOURCE[place] and state.owner[place] != seat:
            prize += weights.resource * (weights.enemy_resource_prize if state.owner[place] == own.enemy else 1.0)
        foes = len(own.theirs[place])
        if place == OSAKA and seat == TOKUGAWA:
            prize += weights.osaka_prize
            foes += self._box
        elif foes:
            prize += weights.foe_prize * foes
        return prize / (1 + weights.foe_deterrent * foes)


def pulls_of(prizes: tuple[float, ...], fading: float) -> tuple[float, ...]:
    """How much the target that draws most draws, from each location, with these prizes at each."""
    targets = [(place, prize) for place, prize in zip(LOCATIONS, prizes, strict=True) if prize > 0]
    return tuple(
        [max([prize * fading ** DISTANCE[here][place] for place, prize in targets], default=0.0) for here in LOCATIONS]
    )
