"""Why something is a good plan, in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias, assert_never

from engine.sekigahara.board import Location
from engine.sekigahara.reasons import (
    Attackable,
    Battle,
    BidWon,
    FirstAt,
    Fits,
    GivesUp,
    Guards,
    Holds,
    Keeps,
    KeepsBid,
    LastTurn,
    Later,
    Leaves,
    Lying,
    Measure,
    Overrunnable,
    Reason,
    Risks,
    Saves,
    Spends,
    Strands,
    Takes,
    Threatens,
    Unfit,
)
from engine.sekigahara.reasons_in_combat import (
    Adds,
    Beside,
    Defenceless,
    Figure,
    Fought,
    Garrison,
    Joins,
    LosesLeaders,
    LostFirst,
    LostLast,
    Meets,
    Near,
    Overruns,
    Proves,
    Reached,
    Redrawn,
    Refuted,
    Reserves,
    Shelters,
    Spares,
    Stops,
    Trails,
    Turns,
    Unproved,
    Walls,
)
from tui.grammar import decimal, listed, percent
from tui.language import _, ngettext, plural
from tui.sekigahara.words.advice_in_combat import impact_words, retreat_words, speaks_against
from tui.sekigahara.words.advice_on_cards import fitting_words, kept_words
from tui.sekigahara.words.chapter_2_victory import points_words
from tui.sekigahara.words.locations import NAMES

_OfPlace: TypeAlias = Takes | Holds | Threatens
_Cost: TypeAlias = (
    Spends
    | Leaves
    | Overrunnable
    | Attackable
    | Unfit
    | Lying
    | Strands
    | Trails
    | LostFirst
    | LosesLeaders
    | Defenceless
)

MUCH: Final = 0.5
"""Who wins a combat less often than with the next best, by so much, gives it up."""


def is_cost(reason: Reason) -> bool:
    """Whether a reason tells what a plan costs, not what it is good for."""
    match reason:
        case Battle():
            return _most_often(reason) in (_Most.LOST, _Most.BESIEGED)
        case Beside() | Later() | Risks() | Guards():
            return not reason.better
        case Fits(fitting, fewest):
            return fitting > 0 and not fewest
        case Stops() | Refuted() | Reached() | Meets():
            return speaks_against(reason)
        case GivesUp():
            return not reason.kept and not reason.challenges
        case KeepsBid():
            return not reason.better
        case BidWon(won, tried):
            return 2 * won < tried
        case FirstAt() | LastTurn():
            return not reason.own
        case _:
            return isinstance(reason, _Cost)


class _Most(Enum):
    """What a combat of the turn comes to most often."""

    WON = "won"
    BESIEGES = "besieges"
    BESIEGED = "besieged"
    LOST = "lost"


def _counts(battle: Battle) -> dict[_Most, int]:
    """How often it comes to what."""
    both = battle.fought - battle.won - battle.lost
    return {
        _Most.WON: battle.won,
        _Most.BESIEGES: both - battle.inside,
        _Most.BESIEGED: battle.inside,
        _Most.LOST: battle.lost,
    }


def _most_often(battle: Battle) -> _Most:
    counts = _counts(battle)
    return max(counts, key=lambda each: counts[each])


def _kind(reason: Reason) -> object:
    """What makes reasons one of a kind, told together; of others each is told by itself."""
    if isinstance(reason, Battle) and (most := _most_often(reason)) in (_Most.BESIEGES, _Most.BESIEGED):
        return most, reason.already
    if isinstance(reason, Leaves):
        return Leaves, reason.given_up
    return type(reason) if isinstance(reason, Takes | Holds | Threatens | Attackable) else reason


def reasons_words(reasons: Sequence[Reason]) -> list[str]:
    """Reasons, after "it"; those of one kind together. What a plan takes it threatens as well, which goes without
    saying.
    """
    taken = {reason.location for reason in reasons if isinstance(reason, Takes)}
    kinds: dict[object, list[Reason]] = {}
    for reason in reasons:
        if not isinstance(reason, Threatens) or reason.location not in taken:
            kinds.setdefault(_kind(reason), []).append(reason)
    return [_of_kind(alike) for alike in kinds.values()]


def _of_kind(alike: Sequence[Reason]) -> str:
    """Reasons of one kind, after "it"."""
    of_places = [reason for reason in alike if isinstance(reason, _OfPlace)]
    if of_places:
        return _of_places(of_places)
    if left := [reason for reason in alike if isinstance(reason, Leaves)]:
        return _left_words(left)
    if exposed := [reason for reason in alike if isinstance(reason, Attackable)]:
        return _attackable_words(exposed)
    sieges = [reason for reason in alike if isinstance(reason, Battle)]
    return _sieges_words(sieges) if len(sieges) > 1 else reason_words(alike[0])


def _of_places(reasons: Sequence[_OfPlace]) -> str:
    """Reasons of one kind, with the points that places count."""
    match reasons[0]:
        case Takes():
            told = _("takes {places}")
        case Holds():
            told = _("keeps {places}, which the enemy can reach")
        case Threatens():
            told = _("comes within two roads of {places}")
        case _:
            assert_never(reasons[0])
    return told.format(places=listed([_with_points(reason.location) for reason in reasons]))


def _with_points(location: Location) -> str:
    """`Kyoto (1 point)`."""
    return f"{NAMES[location]} ({points_words(location)})"


def reason_words(reason: Reason) -> str:
    """A reason, after "it"."""
    match reason:
        case Takes() | Holds() | Threatens():
            return _of_places([reason])
        case Battle():
            return _battle_words(reason, NAMES[reason.location])
        case Fought():
            return _fought_words(reason, NAMES[reason.location])
        case Beside():
            return _beside_words(reason, NAMES[reason.location])
        case BidWon(0, tried):
            return _("loses the bid in all of {tried} trials").format(tried=tried)
        case BidWon(won, tried) if won == tried:
            return _("wins the bid in all of {tried} trials").format(tried=tried)
        case BidWon(won, tried):
            return _("wins the bid about {share} of 100 times").format(share=percent(won / tried))
        case Keeps(cards):
            return kept_words(cards)
        case Spends(cards, hand, True):
            told = ngettext(
                "costs {count} card of {hand}, and leaves none for the enemy's turn",
                "costs {count} cards of {hand}, and leaves none for the enemy's turn",
                cards,
            )
            return told.format(count=cards, hand=hand)
        case Spends(cards, hand):
            told = ngettext("costs {count} card of {hand}", "costs {count} cards of {hand}", cards)
            return told.format(count=cards, hand=hand)
        case Risks(chance, instead):
            told = _("risks to lose the game in the enemy's next turn about {share} of 100 times")
            beside = _("next best: {figures}").format(figures=percent(instead))
            return f"{told.format(share=percent(chance))} ({beside})"
        case Saves(cards):
            return plural(
                cards, "keeps {count} card that the next best spends", "keeps {count} cards that the next best spends"
            )
        case Lying(location, origin, points, instead=True):
            told = ngettext(
                "does not take {place} ({count} point), which {origin} could take for nothing instead",
                "does not take {place} ({count} points), which {origin} could take for nothing instead",
                points,
            )
            return told.format(place=NAMES[location], origin=NAMES[origin], count=points)
        case Lying(location, origin, points, tried):
            told = ngettext(
                "leaves {place} ({count} point), which {origin} could still take for nothing",
                "leaves {place} ({count} points), which {origin} could still take for nothing",
                points,
            )
            told = told.format(place=NAMES[location], origin=NAMES[origin], count=points)
            # Translators: {leaves} tells of a place that is not taken
            return _("{leaves}: that did worse in the trials").format(leaves=told) if tried else told
        case FirstAt() | LastTurn():
            return _order_words(reason)
        case Leaves():
            return _left_words([reason])
        case Overrunnable(location, count):
            told = ngettext(
                "stands at {place} with {count} block, which the enemy could overrun",
                "stands at {place} with {count} blocks, which the enemy could overrun",
                count,
            )
            return told.format(place=NAMES[location], count=count)
        case Attackable():
            return _attackable_words([reason])
        case Guards(points, instead):
            told = (
                _("leaves {points} of your points open to the enemy").format(points=_average(points))
                if points
                else _("leaves none of your points open to the enemy")
            )
            return f"{told} ({_('next best: {figures}').format(figures=_average(instead))})"
        case Unfit(location):
            return _("fights at {place} without a card that fits its blocks").format(place=NAMES[location])
        case Later():
            return _later_words(reason)
        case GivesUp() | Fits() | KeepsBid():
            return fitting_words(reason)
        case Strands(count):
            return plural(
                count,
                "leaves {count} block on the map that no card fits any more",
                "leaves {count} blocks on the map that no card fits any more",
            )
        case Joins() | Overruns() | Meets() | Shelters() | Near() | Reached() | Garrison():
            return retreat_words(reason)
        case (
            Adds()
            | Trails()
            | LostFirst()
            | LosesLeaders()
            | Defenceless()
            | Walls()
            | Spares()
            | Stops()
            | Redrawn()
            | Reserves()
            | LostLast()
            | Unproved()
        ):
            return impact_words(reason)
        case Turns() | Proves() | Refuted():
            return impact_words(reason)
        case _:
            assert_never(reason)


def _left_words(reasons: Sequence[Leaves]) -> str:
    """What is left without a block, with the points that places count."""
    told = (
        _("gives up {places}, where nobody stays")
        if reasons[0].given_up
        else _("leaves {places} without a block, and the enemy could march there")
    )
    return told.format(places=listed([_with_points(reason.location) for reason in reasons]))


def _attackable_words(reasons: Sequence[Attackable]) -> str:
    """Where blocks could be attacked by many more."""
    places = [
        ngettext("{place} ({count} block by {more})", "{place} ({count} blocks by {more})", reason.count).format(
            place=NAMES[reason.location], count=reason.count, more=reason.comers
        )
        for reason in reasons
    ]
    return _("can be attacked at {places}").format(places=listed(places))


def _later_words(later: Later) -> str:
    """`leaves you 8.4 points against 6.1 after the next turn (next best: 7.6 against 6.9)`."""

    def figures(own: float, theirs: float) -> str:
        return _("{own} against {theirs}").format(own=_average(own), theirs=_average(theirs))

    # Translators: {own} and {theirs} are points, blocks that are lost, and cards, on average
    told = {
        (Measure.POINTS, True): _("leaves you {own} points against {theirs} when both have moved"),
        (Measure.POINTS, False): _("leaves you {own} points against {theirs} after the next turn"),
        (Measure.BLOCKS, True): _("costs you {own} blocks against {theirs} of theirs until both have moved"),
        (Measure.BLOCKS, False): _("costs you {own} blocks against {theirs} of theirs by the next turn's end"),
        (Measure.CARDS, True): _("leaves you {own} cards in hand against {theirs} when both have moved"),
        (Measure.CARDS, False): _("leaves you {own} cards in hand against {theirs} after the next turn"),
    }[later.of, later.between]
    told = told.format(own=_average(later.own), theirs=_average(later.theirs))
    instead = _("next best: {figures}").format(figures=figures(later.own_instead, later.theirs_instead))
    return f"{told} ({instead})"


def _order_words(reason: FirstAt | LastTurn) -> str:
    """What it leads to who moves first in the week (6.3)."""
    match reason:
        case FirstAt(own, locations):
            told = (
                _("can come first to {places}, where nobody stands")
                if own
                else _("lets the enemy come first to {places}, where nobody stands")
            )
            return told.format(places=listed([_with_points(location) for location in locations]))
        case LastTurn(own, True):
            return (
                _("keeps the last turn of the game for you")
                if own
                else _("leaves the last turn of the game to the enemy")
            )
        case LastTurn(own):
            return (
                _("keeps the last turn of the week for you")
                if own
                else _("leaves the last turn of the week to the enemy")
            )
        case _:
            assert_never(reason)


def _fought_words(fought: Fought, place: str) -> str:
    """`stands at Kyoto still about 64 of 100 times; costs 1.2 of your blocks, 2 of theirs`."""
    outcome = fought.outcome
    figure = (Figure.STAYS, outcome.stays) if outcome.stays > outcome.won else (Figure.WON, outcome.won)
    costs = _("costs {own} of your blocks, {theirs} of theirs")
    return "; ".join(
        [
            _times_words(*figure, place, fought.tried),
            costs.format(own=f"{outcome.own:g}", theirs=f"{outcome.theirs:g}"),
        ]
    )


def _times_words(figure: Figure, count: int, place: str, tried: int) -> str:
    """How often a combat ends like that, in so many trials."""
    told = (
        _("stands at {place} still about {share} of 100 times")
        if figure is Figure.STAYS
        else _("wins the combat at {place} about {share} of 100 times")
    )
    return told.format(place=place, share=percent(count / tried))


def _beside_words(beside: Beside, place: str) -> str:
    """`wins the combat at Kyoto about 64 of 100 times (next best: 36)`."""
    instead = f"{beside.instead:g}"
    match beside.of:
        case Figure.OWN:
            told = _("costs {blocks} of your blocks").format(blocks=f"{beside.figure:g}")
        case Figure.THEIRS:
            told = _("costs {blocks} of the enemy's blocks").format(blocks=f"{beside.figure:g}")
        case figure:
            told = _times_words(figure, int(beside.figure), place, beside.tried)
            if beside.for_good and beside.instead - beside.figure > MUCH * beside.tried:
                gives_up = _("gives up the combat at {place}: it wins about {share} of 100 times")
                told = gives_up.format(place=place, share=percent(beside.figure / beside.tried))
            instead = percent(beside.instead / beside.tried)
    return f"{told} ({_('next best: {figures}').format(figures=instead)})"


def _average(number: float) -> str:
    """A number with one digit behind the point, none if it is whole."""
    return decimal(number, 0 if number == round(number) else 1)


def odds_words(battle: Battle) -> str:
    """How a battle that a step of a plan begins ends most often, and how often: `wins about 64 of 100 times`."""
    most = _most_often(battle)
    told = {
        _Most.WON: _("wins about {share} of 100 times"),
        _Most.LOST: _("loses about {share} of 100 times"),
        _Most.BESIEGES: _("lays siege about {share} of 100 times"),
        _Most.BESIEGED: _("is besieged about {share} of 100 times"),
    }[most]
    if most is _Most.BESIEGES and battle.already:
        told = _("keeps up the siege about {share} of 100 times")
    return told.format(share=percent(_counts(battle)[most] / battle.fought))


def _battle_words(battle: Battle, place: str) -> str:
    match _most_often(battle):
        case _Most.WON:
            return _times_words(Figure.WON, battle.won, place, battle.fought)
        case _Most.LOST:
            told = _("loses the combat at {place} about {share} of 100 times")
            return told.format(place=place, share=percent(battle.lost / battle.fought))
        case _:
            return _sieges_words([battle])


def _sieges_words(battles: Sequence[Battle]) -> str:
    """Sieges that the seat lays, or stands, told together."""
    places = listed([NAMES[battle.location] for battle in battles])
    told = {
        (_Most.BESIEGES, False): _("besieges {places}"),
        (_Most.BESIEGES, True): _("keeps besieging {places}"),
        (_Most.BESIEGED, False): _("is besieged in {places}"),
        (_Most.BESIEGED, True): _("stays besieged in {places}"),
    }[_most_often(battles[0]), battles[0].already]
    return told.format(places=places)
