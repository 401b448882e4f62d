"""Why something is a good answer in a combat, in words: what it makes of the impact, whom it costs, where it leads."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.reasons_in_combat import (
    Adds,
    Aim,
    Defenceless,
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
from engine.sekigahara.view_reasons_in_combat import LIKELY, UNLIKELY
from tui.grammar import listed, percentage
from tui.language import _, ngettext, plural
from tui.sekigahara.words.chapter_2_victory import points_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import block_words

OfRetreat: TypeAlias = Joins | Overruns | Meets | Shelters | Near | Reached | Garrison
OfDeployment: TypeAlias = Adds | Trails | LostFirst | LosesLeaders | Defenceless
OfLoyalty: TypeAlias = Turns | Proves | Refuted
OfStopping: TypeAlias = Stops | Redrawn | Reserves | LostLast | Unproved


def speaks_against(reason: Stops | Refuted | Reached | Meets) -> bool:
    """Whether a reason tells what an answer costs, not what it is good for."""
    match reason:
        case Stops():
            return reason.misses
        case Refuted(chance, challenged):
            return chance > LIKELY if challenged else chance < UNLIKELY
        case Reached():
            return not reason.better
        case Meets():
            return True
        case _:
            assert_never(reason)


def impact_words(reason: OfDeployment | Walls | Spares | OfStopping | OfLoyalty) -> str:
    """What an answer makes of the impact of a combat and of its losses, after "it"."""
    match reason:
        case Adds():
            return _added_words(reason)
        case Trails():
            return _("trails still")
        case LostFirst(leaders):
            blocks = listed([block_words(face) for face in dict.fromkeys(leaders)])
            return _("exposes {blocks}: those who are deployed are lost first").format(blocks=blocks)
        case LosesLeaders(leaders):
            return _("gives up {blocks}").format(blocks=listed([block_words(face) for face in leaders]))
        case Defenceless():
            return _("could not refute a challenge")
        case Walls():
            return _walls_words(reason)
        case Spares():
            return _spared_words(reason)
        case Stops():
            return _stopped_words(reason)
        case Reserves(locations):
            places = listed([NAMES[location] for location in locations])
            return _("keeps cards for what is still to be fought at {places}").format(places=places)
        case LostLast(leaders):
            blocks = listed([block_words(face) for face in dict.fromkeys(leaders)])
            return _("spares {blocks}: those who are deployed are lost first").format(blocks=blocks)
        case Redrawn():
            return _("plays a card that a draw replaces after the combat")
        case Unproved():
            return _("could refute no challenge of what it would still deploy")
        case _:
            return _loyalty_words(reason)


def _loyalty_words(reason: OfLoyalty) -> str:
    """What becomes of a challenge, the own sum first (8.6.1)."""
    match reason:
        case Turns(own, theirs, otherwise):
            if otherwise is None:
                return _("makes it {own} against {theirs}").format(own=own, theirs=theirs)
            own_else, theirs_else = otherwise
            told = _("makes it {own} against {theirs} if it is not refuted, else {own_else} against {theirs_else}")
        case Proves(own, theirs, own_else, theirs_else):
            told = _("keeps it at {own} against {theirs}, else it would be {own_else} against {theirs_else}")
        case Refuted(chance, challenged) if chance in (0, 1):
            return {
                (True, 0): _("cannot be refuted"),
                (True, 1): _("is refuted for certain"),
                (False, 0): _("could not be refuted if it challenged"),
                (False, 1): _("would be refuted for certain if it challenged"),
            }[challenged, int(chance)]
        case Refuted(chance, challenged):
            told = (
                _("is refuted with a chance of {percent}")
                if challenged
                else _("would be refuted with a chance of {percent} if it challenged")
            )
            return told.format(percent=percentage(chance))
        case _:
            assert_never(reason)
    return told.format(own=own, theirs=theirs, own_else=own_else, theirs_else=theirs_else)


def retreat_words(reason: OfRetreat) -> str:
    """Where a retreat leads, after "it" (8.8)."""
    place = NAMES[reason.location]
    match reason:
        case Joins(count=count):
            told = ngettext(
                "joins {count} block of yours at {place}", "joins {count} blocks of yours at {place}", count
            )
            return told.format(count=count, place=place)
        case Overruns(count=count):
            told = ngettext(
                "overruns {count} block of the enemy's at {place}",
                "overruns {count} blocks of the enemy's at {place}",
                count,
            )
            return told.format(count=count, place=place)
        case Meets(count=count):
            enemies = plural(count, "{count} block", "{count} blocks", _("no blocks"))
            return _("must fight at once at {place}, against {enemies}").format(place=place, enemies=enemies)
        case Shelters(location, castle):
            told = _("guards your castle of {place} ({points})") if castle else _("guards {place} ({points})")
            return told.format(place=place, points=points_words(location))
        case Near(support=support, count=count, roads=roads):
            told = ngettext(
                "stays {count} road from {blocks} of yours at {place}",
                "stays {count} roads from {blocks} of yours at {place}",
                roads,
            )
            blocks = plural(count, "{count} block", "{count} blocks")
            return told.format(count=roads, blocks=blocks, place=NAMES[support])
        case Reached(comers=comers, elsewhere=elsewhere, others=others):
            here, there = [plural(each, "{count} block", "{count} blocks", _("no blocks")) for each in (comers, others)]
            # Translators: {here} and {there} are as many of the enemy's blocks, as: 3 blocks
            told = _("can be attacked at {place} by {here} (at {elsewhere}: by {there})")
            return told.format(here=here, place=place, elsewhere=NAMES[elsewhere], there=there)
        case Garrison():
            return _garrison_words(reason, place)
        case _:
            assert_never(reason)


def _garrison_words(garrison: Garrison, place: str) -> str:
    """`holds the castle of Gifu (2 points), which falls only to 14 impact; those with the least mon stay`."""
    told = _("holds the castle of {place} ({points}), which falls only to {falls} impact").format(
        place=place, points=points_words(garrison.location), falls=garrison.falls
    )
    # Translators: that a castle is held, and at what impact it falls
    return _("{holds}; the weakest stay there").format(holds=told) if garrison.weakest else told


def _stopped_words(stops: Stops) -> str:
    """`stays at 0 against 3; all that it could still deploy would make it 7 at most, and kill 1 block more`."""
    standing = _("{own} against {theirs}").format(own=stops.own, theirs=stops.theirs)
    if stops.aim is not None:
        standing = _aim_words(stops.aim, stops.own)
    if stops.most <= stops.own:
        return _("can deploy no more impact: {standing}").format(standing=standing)
    if stops.aim is not None and stops.own >= stops.aim.falls:
        # Translators: {standing} is an impact and what comes of it, as: 7, and Gifu falls (2 points)
        return _("can leave it at {standing}").format(standing=standing)
    now = _("stays at {standing}")
    if stops.leads:
        now = _("leads {standing}") if stops.own > stops.theirs else _("wins the tie, {standing}")
    # Translators: follows: all that it could still deploy would
    does = [_("make it {most} at most").format(most=stops.most)]
    if stops.turns:
        does.append(_("take the lead"))
    if stops.further > 0:
        does.append(plural(stops.further, "cost them {count} block more", "cost them {count} blocks more"))
    # Translators: {does} is what that would do, as: make it 6 at most, take the lead and cost them 1 block more
    told = _("{now}; all that it could still deploy would {does}")
    told = told.format(now=now.format(standing=standing), does=listed(does))
    if stops.misses:
        return told
    siege_or_lead = stops.leads or stops.aim is not None
    return told + (_(", and cost them nobody more") if siege_or_lead else _(", and neither win nor cost them more"))


def _added_words(adds: Adds) -> str:
    """`adds 3 impact: 9 against 6, costs them 1 block more`."""
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
    """Impact beside that at which the castle falls, and what that is good for (8.9.4, 2.1, 2.2).

    Where the hand does not come to that, beside that at which the next of the besieged dies.
    """
    kills = (impact // IMPACT_PER_LOSS + 1) * IMPACT_PER_LOSS
    if aim.most < aim.falls and kills < aim.falls:
        told = _("{impact} of the {falls} at which {place} loses its next block")
        return told.format(impact=impact, falls=kills, place=NAMES[aim.location])
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
    return told.format(impact=impact, falls=aim.falls, place=NAMES[aim.location], points=points_words(aim.location))


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
