"""The steady bot's taste: what it holds things to be worth. One `Weights` a side, read from a TOML file."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from importlib.resources import files
from typing import Annotated, Any, Final, TypeAlias, get_args, get_type_hints

from engine.sekigahara.components import SIDES


@dataclass(frozen=True, slots=True)
class Unit:
    """What a weight is counted in, and the least and the greatest value that makes sense.

    With `above` the least itself makes none: something is divided by the weight.
    """

    name: str
    least: float
    greatest: float
    above: bool = False

    def fits(self, value: float) -> bool:
        """Whether `value` is within the limits; what is not a number is not."""
        return self.least <= value <= self.greatest and not (self.above and value == self.least)

    def __str__(self) -> str:
        return f"{'above' if self.above else 'from'} {self.least:g} to {self.greatest:g} ({self.name})"


Points: TypeAlias = Annotated[float, Unit("victory points", 0, 1000)]
"""Victory points (2.2): the unit in which positions and moves are compared."""

Cards: TypeAlias = Annotated[float, Unit("cards", 0, 100)]
"""The worth of cards: a card with a block to deploy counts 1."""

Impact: TypeAlias = Annotated[float, Unit("impact", 0, 100)]
"""Impact (8.3)."""

Blocks: TypeAlias = Annotated[float, Unit("blocks", 0, 100)]
"""Blocks; where they are not certain, the number to expect."""

Factor: TypeAlias = Annotated[float, Unit("a factor", 0, 100)]
"""What something else is multiplied with."""

Divisor: TypeAlias = Annotated[float, Unit("a number to divide by", 0, 100, above=True)]
"""What something else is divided by, or a sum with it."""

Chance: TypeAlias = Annotated[float, Unit("a chance", 0, 1)]
"""A probability, or a part of a whole."""

Chances: TypeAlias = Annotated[tuple[float, ...], Unit("a chance", 0, 1)]
"""A probability for each of 0, 1, 2... roads."""

Count: TypeAlias = Annotated[int, Unit("how many", 0, 100)]
"""How many of something there are."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Everything about the bot that is a matter of taste and not of the rules. Units stand in the types."""

    # What there is to win and to lose

    castle: Points
    """Holding a castle, against the enemy's holding it."""
    resource: Points
    """Holding a resource location."""
    block: Points
    """A block of either side alive."""
    game: Points
    """Winning or losing the game at once (2.1)."""
    power: Factor
    """Points for each impact that a stack could deliver: keeps clans and the cards held for them together."""

    # What stacks are drawn to

    castle_prize: Factor
    """A castle that the side does not hold, as a target, in castles."""
    enemy_resource_prize: Factor
    """A resource location of the enemy's, as a target, in resource locations."""
    osaka_prize: Points
    """Osaka, as a target of Tokugawa's (9.1)."""
    foe_prize: Points
    """Each enemy block, as a target."""
    foe_deterrent: Factor
    """How much a target shrinks with each enemy block that guards it."""
    pull: Factor
    """What being near a target is worth to a full party, for each point of the target."""
    fading: Chance
    """What is left of a target's worth with every road to it."""
    party: Divisor
    """Blocks of a full party; fewer or more feel the pull in proportion."""
    crowd: Count
    """The number of blocks from which on further ones feel no pull."""

    # How safe it is where the enemy may come

    arrival: Chances
    """How likely a stack that many roads away is to arrive in one turn."""
    castle_danger: Chance
    """The part of a castle that is lost to an enemy who comes in full strength."""
    castle_guard: Blocks
    """Arriving enemies that each block in a castle makes up for."""
    resource_danger: Chance
    """The part of a resource location that is lost to an enemy who comes in full strength."""
    overrun_danger: Chance
    """How likely blocks that may be overrun are to be lost."""
    outnumbered: Points
    """Each enemy block that may arrive beyond the number of own blocks."""

    # The protagonist, and Hideyori in Osaka (2.1)

    escort: Count
    """Blocks that should stand with the protagonist, itself included."""
    missing_escort: Points
    """Each of them that is missing."""
    away: Points
    """The protagonist's being neither in an own capital nor in Osaka."""
    leader_caution: Factor
    """The enemies to expect at the protagonist's, for each that may arrive."""
    leader_doubt: Divisor
    """Blocks by which the danger to the protagonist is uncertain: the more, the less one missing block weighs."""
    leader_in_combat: Points
    """The protagonist's being in a combat at all."""
    osaka_caution: Factor
    """The enemies to expect in Osaka, for each that may arrive."""
    osaka_doubt: Divisor
    """Blocks by which the danger to Osaka is uncertain, like `leader_doubt`."""

    # What a combat promises

    first_impact: Impact
    """What an unknown block brings when deployed: an average over the components and random hands."""
    further_impact: Impact
    """How much more each later one does."""
    deployed: Chance
    """The part of unknown blocks, or of cards if they are fewer, that comes to be deployed."""
    least_deployed: Blocks
    """The fewest unknown blocks, if there are any, to be expected in a battle."""
    uncertainty: Divisor
    """Impact that makes a battle clearly won: the odds grow e-fold with it."""
    attack_margin: Impact
    """How much less the own impact is taken for before an attack."""
    dear_card: Impact
    """What a swords or double card must add to be played before a single one."""
    any_card_block: Impact
    """What deploying a block that any card deploys must add to be done before another."""
    beaten_holder: Chance
    """What is left of a castle that was held when a battle there is lost."""
    defeat: Points
    """Losing a battle, beside what is lost in it."""
    unwanted_battle: Points
    """How much better than a siege a battle may look to be believed, when the enemy may choose (8.9.2)."""
    siege: Points
    """Standing before a castle, with the enemy inside."""
    siege_kill: Points
    """Each unit killed inside, beside what a block is worth: the next try finds less."""
    besieger: Points
    """Each block of the besiegers."""
    winner_power: Factor
    """The power that a stack has left after a combat, for each that it had."""

    # Cards to keep and to spend

    near: Blocks
    """Arriving enemies from which on a stack is near the enemy."""
    idle_block: Factor
    """A block far from any enemy, for the use of its cards, against one near the enemy."""
    least_use: Blocks
    """A card of fewer blocks in use than this deploys nothing."""
    first_challenge: Cards
    """The first Loyalty Challenge in the hand."""
    further_challenge: Cards
    """Any other Loyalty Challenge."""
    deploying_card: Cards
    """A card with a block to deploy."""
    proving_card: Cards
    """The one card more of a daimyo that proves loyalty (8.6.1)."""
    spare_card: Cards
    """Any further card of a daimyo."""
    idle_card: Cards
    """A card that deploys nothing."""
    special_card: Cards
    """What a swords or double card is worth more where it can be used."""
    any_card: Cards
    """The least that a card is worth while a block that any card deploys is on the map."""
    last_turn: Factor
    """The worth of cards in the last turn of a week, before half the hand is discarded (6.2)."""
    full_hand: Count
    """Cards to have in hand when the enemy may attack."""
    thin_hand: Points
    """Each card less than that."""
    bid_point: Cards
    """A point of a bid (6.3)."""
    new_card: Cards
    """A card not known yet."""
    replaceable: Cards
    """A card worth less than this is better replaced (7.1)."""
    replacing: Factor
    """What is gained by replacing cards, against moving."""

    # The movement phase

    worthwhile: Points
    """What a move must gain to be made."""
    claim: Points
    """What it costs to say where a leader is (R13)."""
    forced_march: Points
    """What a forced march costs beside its card."""
    passing: Factor
    """A resource location taken on the way, in resource locations."""
    muster: Points
    """Having a block on the map and no longer in the box."""
    attack_first: Points
    """What an attack must gain for the side to want to move first (6.3)."""
    mori_hand: Count
    """With no more cards than this, none is spent on Mōri blocks (9.3)."""
    mori_week: Count
    """The first week in which Mōri blocks are called."""
    mori_danger: Blocks
    """Enemies that may arrive in Osaka from which on it is in danger."""
    mori_card_in_danger: Cards
    """A card worth less than this calls a block when Osaka is in danger."""
    mori_card_last_turn: Cards
    """A card worth less than this calls a block in the last turn of a week."""
    mori_card: Cards
    """A card worth less than this calls a block at any other time."""

    # Combat

    protagonist: Factor
    """The worth of keeping the protagonist alive, a common block being worth its mon."""
    armed: Factor
    """What guns or cavalry add to the worth of a block."""
    leader: Factor
    """What being a leader adds."""
    deployed_by_any: Factor
    """What being deployed by any card adds."""
    fitting_card: Factor
    """What each card in hand that deploys it adds."""
    strong_block: Factor
    """A block worth more than this stays when a disk can be lost instead (9.2)."""
    card_share: Factor
    """Impact worth giving up for a card. Played cards are replaced, but by unknown ones (8.10)."""
    challenged: Chance
    """How often an enemy who holds a challenge uses it against a given deployment."""
    challenge: Impact
    """The swing of impact to be expected for which a challenge is played."""
    sortie_with_protagonist: Chance
    """The chance of winning for which the protagonist comes out of a castle (8.9.2)."""
    sortie_of_attacker: Chance
    """The chance of winning for which other blocks come out in the own turn."""
    sortie: Chance
    """The chance of winning for which they come out in the enemy's."""

    # Where to retreat to, in a unit of its own (8.8)

    refuge_friend: Factor
    """Each own block there."""
    refuge_friends: Count
    """The number of blocks from which on further ones are no better."""
    refuge_threat: Factor
    """Each enemy that may arrive beyond the number of own blocks: so much worse."""
    refuge_enemy: Factor
    """Enemies there who fight: so much worse."""
    refuge_overrun: Factor
    """Enemies there who are overrun."""
    refuge_disk: Factor
    """An enemy disk there: so much worse."""
    refuge_castle: Factor
    """An own castle."""
    refuge_resource: Factor
    """A resource location."""
    refuge_support: Factor
    """Each own block that may arrive there."""
    refuge_supports: Blocks
    """The number of them from which on further ones are no better."""


UNITS: Final[dict[str, tuple[Any, Unit]]] = {
    name: get_args(kind) for name, kind in get_type_hints(Weights, include_extras=True).items()
}
"""The type and the unit of each weight."""


class WeightsError(ValueError):
    """A file of weights that cannot be used; the message names the file and everything wrong with it."""


def read_weights(toml: str, name: str) -> Weights:
    """The weights that the text of the file called `name` gives. Raises WeightsError."""
    try:
        given = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as problem:
        raise WeightsError(f"{name}: {problem}") from problem
    problems = [f"{key} is no weight" for key in given if key not in UNITS]
    values: dict[str, Any] = {}
    for key, (kind, unit) in UNITS.items():
        if key not in given:
            problems.append(f"{key} is missing")
            continue
        value = _value(given[key], kind, unit)
        if value is None:
            problems.append(f"{key} must be {_wanted(kind, unit)}, got {given[key]!r}")
        values[key] = value
    if problems:
        raise WeightsError(f"{name}: {'; '.join(problems)}")
    return Weights(**values)


def weights_toml(weights: Weights, title: str) -> str:
    """The text of a file that `read_weights` reads as `weights`."""
    lines = [f"# {title}. What each weight is, and its unit, stands in weights.py.", ""]
    for field in fields(Weights):
        value = getattr(weights, field.name)
        lines.append(f"{field.name} = {list(value) if isinstance(value, tuple) else value}")
    return "\n".join(lines) + "\n"


def _value(given: object, kind: Any, unit: Unit) -> Any:
    """`given` as the value of a weight, None if it cannot be."""
    if kind is int or kind is float:
        if isinstance(given, bool) or not isinstance(given, int if kind is int else int | float):
            return None
        return kind(given) if unit.fits(given) else None
    if not isinstance(given, list):
        return None
    values = [_value(part, float, unit) for part in given]
    return tuple(values) if values and None not in values else None


def _wanted(kind: Any, unit: Unit) -> str:
    number = "a whole number" if kind is int else "a number" if kind is float else "a list of numbers"
    return f"{number} {unit}"


def weights_in(package: str, side: str) -> Weights:
    """The weights for `side`, a key of `SIDES`, that lie in a package of the program. Raises WeightsError."""
    name = f"{side}.toml"
    return read_weights(files(package).joinpath(name).read_text(encoding="utf-8"), name)


def shipped_weights(side: str) -> Weights:
    """The weights of the steady bot for `side`, a key of `SIDES`."""
    return weights_in("engine.sekigahara.bots.steady", side)


SHIPPED_WEIGHTS: Final[tuple[Weights, Weights]] = (shipped_weights(SIDES[0]), shipped_weights(SIDES[1]))
"""What the bot plays with, Tokugawa's weights first."""

assert all(isinstance(unit, Unit) for _, unit in UNITS.values())
assert set(UNITS) == {field.name for field in fields(Weights)}
