"""Why something is a good plan, in words."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias, assert_never

from engine.hidden import Face
from engine.sekigahara.board import CASTLE, RESOURCE, Location
from engine.sekigahara.chapters.chapter_2_victory import CASTLE_POINTS, RESOURCE_POINTS
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.reasons import (
    Adds,
    Aim,
    Battle,
    Beside,
    BidWon,
    Figure,
    Fits,
    Fought,
    GivesUp,
    Holds,
    Joins,
    Keeps,
    Leaves,
    Reason,
    Spares,
    Spends,
    Stops,
    Takes,
    Threatens,
    Turns,
    Walls,
)
from tui.grammar import counted, listed, percent
from tui.language import _, ngettext, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, block_words, card_name

_OfPlace: TypeAlias = Takes | Holds | Threatens

NAMED: Final = 2
"""So many cards that are kept are named."""


def is_cost(reason: Reason) -> bool:
    """Whether a reason tells what a plan costs, not what it is good for."""
    match reason:
        case Battle():
            return _most_often(reason) in (_Most.LOST, _Most.BESIEGED)
        case Beside():
            return not reason.better
        case GivesUp(fitting, kept_fitting):
            return fitting > kept_fitting
        case BidWon(won, tried):
            return 2 * won < tried
        case _:
            return isinstance(reason, Spends | Leaves | Fits)


class _Most(Enum):
    """What a combat of the turn comes to most often."""

    WON = "won"
    BESIEGES = "besieges"
    BESIEGED = "besieged"
    LOST = "lost"


def _most_often(battle: Battle) -> _Most:
    both = battle.fought - battle.won - battle.lost
    counts = {
        _Most.WON: battle.won,
        _Most.BESIEGES: both - battle.inside,
        _Most.BESIEGED: battle.inside,
        _Most.LOST: battle.lost,
    }
    return max(counts, key=lambda each: counts[each])


def _kind(reason: Reason) -> object:
    """What makes reasons one of a kind, told together; of others each is told by itself."""
    if isinstance(reason, Battle) and (most := _most_often(reason)) in (_Most.BESIEGES, _Most.BESIEGED):
        return most
    return type(reason) if isinstance(reason, Takes | Holds | Threatens) else reason


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
    places = [f"{NAMES[reason.location]} ({_points(reason.location)})" for reason in reasons]
    return told.format(places=listed(places))


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
            return _kept_words(cards)
        case Spends(cards, hand):
            told = ngettext("costs {count} card of {hand}", "costs {count} cards of {hand}", cards)
            return told.format(count=cards, hand=hand)
        case Leaves(location, given_up):
            told = (
                _("gives up {place} ({points}), which nobody stays to hold")
                if given_up
                else _("leaves {place} ({points}) without a block, and the enemy could march there")
            )
            return told.format(place=NAMES[location], points=_points(location))
        case Joins(location, count):
            told = ngettext(
                "joins {count} block of yours at {place}", "joins {count} blocks of yours at {place}", count
            )
            return told.format(count=count, place=NAMES[location])
        case Adds() | Stops() | Turns():
            return _impact_words(reason)
        case Walls():
            return _walls_words(reason)
        case Spares():
            return _spared_words(reason)
        case GivesUp() | Fits():
            return _fitting_words(reason)
        case _:
            assert_never(reason)


def _impact_words(reason: Adds | Stops | Turns) -> str:
    """What an answer makes of the impact of a combat, the own sum first."""
    match reason:
        case Adds():
            return _added_words(reason)
        case Stops():
            return _stopped_words(reason)
        case Turns():
            told = _("makes it {own} against {theirs} if it is not refuted, else {own_else} against {theirs_else}")
            return told.format(
                own=reason.own, theirs=reason.theirs, own_else=reason.own_else, theirs_else=reason.theirs_else
            )
        case _:
            assert_never(reason)


def _stopped_words(stops: Stops) -> str:
    """`stays at 0 against 3; all that it could still deploy would make it 7 at most, and kill 1 block more`."""
    standing = _("{own} against {theirs}").format(own=stops.own, theirs=stops.theirs)
    if stops.aim is not None:
        standing = _aim_words(stops.aim, stops.own)
    if stops.most <= stops.own:
        return _("can deploy no more impact: {standing}").format(standing=standing)
    told = _("stays at {standing}; all that it could still deploy would make it {most} at most")
    told = told.format(standing=standing, most=stops.most)
    if stops.further <= 0:
        return told
    # Translators: stands after what could still be deployed, and what impact that would make
    return told + plural(stops.further, ", and cost them {count} block more", ", and cost them {count} blocks more")


def _added_words(adds: Adds) -> str:
    """`adds 3 impact: 9 against 6, costs them 1 block more, then Ishida has the initiative`."""
    if adds.aim is None:
        impact = _("adds {added} impact: {own} against {theirs}")
        told = [impact.format(added=adds.added, own=adds.own, theirs=adds.theirs)]
    else:
        impact = _("adds {added} impact: {standing}")
        told = [impact.format(added=adds.added, standing=_aim_words(adds.aim, adds.own))]
        if adds.own < adds.aim.falls:
            told.append(_("the hand can make it {most} at most").format(most=adds.aim.most))
    if adds.further > 0:
        told.append(plural(adds.further, "costs them {count} block more", "costs them {count} blocks more"))
    if adds.initiative is not None:
        told.append(_("then {side} has the initiative").format(side=SIDES[adds.initiative]))
    if adds.unproved:
        told.append(_("you could not refute a challenge"))
    return ", ".join(told)


def _walls_words(walls: Walls) -> str:
    """`loses nothing to a siege of less than 7 impact; outside 3 mon and 1 card that fits would meet 4 blocks`."""
    brings = _("{mon} mon and {cards}").format(
        mon=walls.mon,
        cards=plural(walls.fitting, "{count} card that fits", "{count} cards that fit", _("no card that fits them")),
    )
    enemies = plural(walls.enemies, "{count} block", "{count} blocks", _("no blocks"))
    if not walls.inside:
        told = (
            _("brings {own} against {enemies}; besieged inside you would deploy nothing")
            if walls.besieged
            else _("brings {own} against {enemies}; inside you would deploy nothing")
        )
        return told.format(own=brings, enemies=enemies)
    if not walls.besieged:
        told = _("risks nothing now; outside {own} would meet {enemies}")
    elif walls.falls > IMPACT_PER_LOSS:
        # Translators: {first} and {falls} are impact
        told = _(
            "loses nothing to a siege of less than {first} impact, and the castle only to {falls}; outside {own} would "
            "meet {enemies}"
        )
    else:
        told = _("loses nothing to a siege of less than {first} impact; outside {own} would meet {enemies}")
    return told.format(first=IMPACT_PER_LOSS, falls=walls.falls, own=brings, enemies=enemies)


def _aim_words(aim: Aim, impact: int) -> str:
    """Impact beside that at which the castle falls, and what that is good for (8.9.4, 2.1, 2.2)."""
    if impact >= aim.falls:
        told = (
            _("{impact}, and {place} falls, which wins the game")
            if aim.wins
            else _("{impact}, and {place} falls ({points})")
        )
    else:
        told = (
            _("{impact} of the {falls} at which {place} falls and the game is won")
            if aim.wins
            else _("{impact} of the {falls} at which {place} falls ({points})")
        )
    return told.format(impact=impact, falls=aim.falls, place=NAMES[aim.location], points=_points(aim.location))


def _spared_words(spares: Spares) -> str:
    """In what those that are lost are less than the others."""
    told = []
    if spares.alike:
        told.append(_("chooses among {count} with the same mon").format(count=spares.choice))
    elif spares.weakest:
        told.append(_("gives up the least mon of the {count} that could be lost").format(count=spares.choice))
    if spares.fitting < spares.kept_fitting:
        cards = ngettext(
            "has {count} card for what it gives up, {kept} for what it spares",
            "has {count} cards for what it gives up, {kept} for what it spares",
            spares.fitting,
        )
        told.append(
            cards.format(count=spares.fitting, kept=spares.kept_fitting)
            if spares.fitting
            else _("has no card in hand for what it gives up")
        )
    if spares.leaders:
        leaders = listed([block_words(face) for face in dict.fromkeys(spares.leaders)])
        told.append(_("spares {blocks}").format(blocks=leaders))
    return "; ".join(told)


def _fitting_words(reason: GivesUp | Fits) -> str:
    """For how many own blocks on the map cards are good."""
    match reason:
        case GivesUp():
            return _given_up_words(reason)
        case Fits(fitting, fewest):
            told = plural(
                fitting,
                "spends a card that deploys {count} block of yours on the map",
                "spends a card that deploys {count} blocks of yours on the map",
                _("spends a card that deploys no block of yours on the map"),
            )
            return _("{spent}, the fewest of the hand").format(spent=told) if fewest and fitting else told
        case _:
            assert_never(reason)


def _given_up_words(given: GivesUp) -> str:
    """What cards deploy that are kept, and what those that go would deploy besides: that they fit is not enough."""
    told = _("keeps no card that deploys a block of yours on the map")
    if given.kept:
        words = ngettext(
            "keeps cards that deploy {count} block of yours on the map ({cards})",
            "keeps cards that deploy {count} blocks of yours on the map ({cards})",
            given.kept_fitting,
        )
        told = words.format(count=given.kept_fitting, cards=counted([card_name(face) for face in given.kept]))
    if given.challenges:
        kept = plural(given.challenges, "{count} Loyalty Challenge", "{count} Loyalty Challenges")
        told = _("{keeps}, and {challenges}").format(keeps=told, challenges=kept)
    if not given.fitting:
        gone = _("what goes deploys none")
    elif not given.alone:
        gone = _("what goes deploys none that those do not")
    else:
        gone = plural(given.alone, "what goes deploys {count} other", "what goes deploys {count} others")
    # Translators: what is kept, and what the cards that go deploy of the blocks on the map
    return _("{keeps}; {gone}").format(keeps=told, gone=gone)


def _kept_words(cards: Sequence[Face]) -> str:
    """What the hand keeps that would have bid more. Many cards are counted."""
    if not cards:
        return _("bids the highest card of the hand")
    faces = dict.fromkeys(cards)
    if len(faces) > NAMED:
        return plural(len(cards), "keeps {count} card that would bid more", "keeps {count} cards that would bid more")
    return _("keeps {cards}, which would bid more").format(cards=listed([card_name(face) for face in faces]))


def _points(location: Location) -> str:
    """What a castle or a resource location counts at the end of the game (2.2)."""
    points = CASTLE_POINTS * (CASTLE[location] is not None) + RESOURCE_POINTS * RESOURCE[location]
    return plural(points, "{count} point", "{count} points")


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
            instead = percent(beside.instead / beside.tried)
    return f"{told} ({_('next best: {figures}').format(figures=instead)})"


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
    if _most_often(battles[0]) is _Most.BESIEGES:
        return _("besieges {places}").format(places=places)
    return _("is besieged in {places}").format(places=places)
