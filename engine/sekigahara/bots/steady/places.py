"""What it is worth to the steady bot to have given blocks at a location: control, safety and the combat to come.

The unit is a victory point (2.2): 2 for a castle, 1 for a resource location, against the same for the enemy.
"""

from __future__ import annotations

from typing import Final

from engine.hidden import Face
from engine.sekigahara.board import CAPITAL, CASTLE, LOCATIONS, MORI_BOX, OSAKA, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE, Assessment
from engine.sekigahara.bots.steady.strength import enemy_impact, own_impact, winning_chance
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import Pieces

CASTLE_WORTH: Final = 2.0
RESOURCE_WORTH: Final = 1.0
BLOCK_WORTH: Final = 0.7
"""What a block of either side is worth alive."""

GAME_WORTH: Final = 25.0
"""What winning the game at once is worth (2.1), and losing it."""

_POWER: Final = 0.1
"""What a point of impact that a stack could deliver is worth: keeps clans and the cards held for them together."""

_PULL: Final = 0.35
"""What it is worth to a stack to be where there is something to take, for each point of it."""

_FADING: Final = 0.72
"""How much less a target is worth with every road to it."""

_GUARD: Final = 3
"""Blocks that should stand with the protagonist."""


class Worth:
    """Values locations for one view, with the cards that will be left in hand."""

    def __init__(self, view: Assessment, hand: tuple[Face, ...]) -> None:
        self.view = view
        self._hand = hand
        self._impacts: dict[tuple[Face, ...], int] = {}
        self._values: dict[tuple[Location, Pieces, Location | None], float] = {}
        state = view.state
        self.box = len(state.pools[ISHIDA][MORI_BOX])
        targets = [(place, self._prize(place)) for place in LOCATIONS]
        targets = [(place, prize) for place, prize in targets if prize > 0]
        self.pull = [
            max((prize * _FADING ** DISTANCE[here][place] for place, prize in targets), default=0.0)
            for here in LOCATIONS
        ]

    def _prize(self, place: Location) -> float:
        """What there is to take at `place`, less the more enemies guard it."""
        state, seat = self.view.state, self.view.seat
        prize = 0.0
        if CASTLE[place] is not None and state.holder[place] != seat:
            prize += 2 * CASTLE_WORTH
        if RESOURCE[place] and state.owner[place] != seat:
            prize += RESOURCE_WORTH * (1.5 if state.owner[place] == self.view.enemy else 1.0)
        foes = self.foes_at(place)
        if seat == TOKUGAWA and place == OSAKA:
            prize += 3.0
        elif foes:
            prize += 0.4 * foes
        return prize / (1 + 0.2 * foes)

    def foes_at(self, place: Location) -> int:
        """The enemy blocks that would fight at `place`, those of the Mōri box included at Osaka (9.3)."""
        foes = len(self.view.theirs[place])
        if place == OSAKA and self.view.seat == TOKUGAWA:
            foes += self.box
        return foes

    def impact(self, blocks: Pieces, siege: bool = False) -> int:
        """The impact that own `blocks` may deliver together with the hand that will be left."""
        bare = tuple(sorted(self.view.face_of_all(blocks)))
        key = (*bare, Face(-1)) if siege else bare
        found = self._impacts.get(key)
        if found is None:
            found = self._impacts[key] = own_impact(bare, self._hand, siege=siege)
        return found

    def of(self, place: Location, blocks: Pieces, attacked: Location | None = None) -> float:
        """What it is worth to have own `blocks`, in ascending order, at `place` and none else there.

        The enemy at `attacked` has other things to do than to come here.
        """
        if attacked is not None and not self.view.theirs[attacked]:
            attacked = None
        key = (place, blocks, attacked)
        found = self._values.get(key)
        if found is None:
            found = self._values[key] = self._of(place, blocks, attacked)
        return found

    def _of(self, place: Location, blocks: Pieces, attacked: Location | None) -> float:
        state, enemy = self.view.state, self.view.enemy
        if not has_units(state, enemy, place):
            return self._unopposed(place, blocks, self.view.threat(place, attacked))
        if not blocks:
            return self._control(place, mine=False)
        return self._combat(place, blocks)

    def _control(self, place: Location, mine: bool) -> float:
        """What control of `place` counts."""
        worth = CASTLE_WORTH * (CASTLE[place] is not None) + RESOURCE_WORTH * RESOURCE[place]
        return worth if mine else -worth

    def _unopposed(self, place: Location, blocks: Pieces, threat: float) -> float:
        state, view = self.view.state, self.view
        count = len(blocks)
        castle, owner = CASTLE[place], state.owner[place]
        value = 0.0
        if castle is not None:
            held = count > 0 or castle == view.seat
            keeping = 1 - 0.6 * min(threat / (1 + 1.5 * count), 1.0) if held else 1.0
            value += CASTLE_WORTH * (2 * keeping - 1) if held else -CASTLE_WORTH
        if RESOURCE[place]:
            if count or owner == view.seat:
                keeping = 1 - 0.5 * min(threat / (1 + count), 1.0)
                value += RESOURCE_WORTH * keeping
            elif owner == view.enemy:
                value -= RESOURCE_WORTH
        if not count:
            return value - self._osaka_risk(place, 0)
        value += _POWER * self.impact(blocks)
        value += _PULL * self.pull[place] * min(count, 5) / 3
        if threat >= ODDS * count and not (castle == view.seat or state.holder[place] == view.seat):
            value -= BLOCK_WORTH * count * 0.7
        elif threat > count:
            value -= 0.08 * (threat - count)
        if view.has_protagonist(blocks):
            value -= self._leader_risk(place, count, threat)
        return value - self._osaka_risk(place, count)

    def _leader_risk(self, place: Location, count: int, threat: float) -> float:
        """What the danger to the protagonist among `count` blocks counts (2.1)."""
        if place == OSAKA and self.view.seat == ISHIDA:
            count += self.box
        risk = 1.2 * max(_GUARD - count, 0) + (CAPITAL[place] != self.view.seat and place != OSAKA)
        short = 1.1 * threat - count
        if short > 0:
            risk += GAME_WORTH * short / (threat + 3)
        return risk

    def _osaka_risk(self, place: Location, count: int) -> float:
        """What the danger to Hideyori counts, for Ishida (2.1, 9.1)."""
        if place != OSAKA or self.view.seat != ISHIDA:
            return 0.0
        short = 1.2 * self.view.threats[place] - count - self.box
        return GAME_WORTH * short / (short + 10) if short > 0 else 0.0

    def _combat(self, place: Location, blocks: Pieces) -> float:
        """What the combat that this side will declare there is worth."""
        view, state = self.view, self.view.state
        foes = self.foes_at(place)
        count = len(blocks)
        disk = place in state.disks and view.enemy == ISHIDA
        walled = CASTLE[place] is not None and state.holder[place] == view.enemy
        standing = len(view.theirs[place])
        if standing and count >= ODDS * standing and not walled:
            return BLOCK_WORTH * standing + self._control(place, mine=True) + self._after(place, blocks)
        estimate = enemy_impact(foes, view.enemy_hand)
        value = self._battle(place, blocks, foes, estimate)
        if walled and foes <= CASTLE_LIMIT:
            siege = self._siege(place, blocks, foes, disk)
            # The enemy picks what suits it: a battle only when it likes its chances.
            value = siege if foes == 0 else min(siege, value + 1.0)
        if view.has_protagonist(blocks):
            value -= self._leader_risk(place, count, foes + view.threats[place]) + 2
        return value - self._osaka_risk(place, count)

    def _battle(self, place: Location, blocks: Pieces, foes: int, estimate: float) -> float:
        own = self.impact(blocks)
        count = len(blocks)
        chance = winning_chance(own - 0.5, estimate)
        killed = min(own / IMPACT_PER_LOSS + chance, foes)
        lost = min(estimate / IMPACT_PER_LOSS + 1 - chance, count)
        won = self._control(place, mine=True) + self._after(place, blocks)
        held = self.view.state.holder[place] == self.view.seat
        beaten = self._control(place, mine=held) * (0.4 if held else 1.0) - 0.8
        return chance * won + (1 - chance) * beaten + BLOCK_WORTH * (killed - lost)

    def _siege(self, place: Location, blocks: Pieces, foes: int, disk: bool) -> float:
        units = foes + disk
        killed = min(self.impact(blocks, siege=True) // IMPACT_PER_LOSS, units)
        if killed == units:
            prize = GAME_WORTH if place == OSAKA else 0.0
            return BLOCK_WORTH * units + self._control(place, mine=True) + self._after(place, blocks) + prize
        # Besieging holds the place for the next try, which finds less inside; alone it wins nothing.
        return self._control(place, mine=False) + 0.5 + (BLOCK_WORTH + 0.5) * killed + 0.1 * len(blocks)

    def _after(self, place: Location, blocks: Pieces) -> float:
        """What the winner's blocks are worth where they then stand."""
        return _POWER * self.impact(blocks) * 0.5 + _PULL * self.pull[place] * min(len(blocks), 5) / 3
