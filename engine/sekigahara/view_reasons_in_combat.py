"""What a view alone says for an answer in a combat: nothing of it comes of trials."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from typing import Final

from engine.hidden import Face, View, other
from engine.sekigahara.board import CASTLE, HAND, LOCATIONS, RESOURCE, Location
from engine.sekigahara.bots.steady.assessment import DISTANCE
from engine.sekigahara.chapters.chapter_2_victory import captures_hideyori
from engine.sekigahara.chapters.chapter_3_pieces import is_challenge
from engine.sekigahara.chapters.chapter_4_control import has_units
from engine.sekigahara.chapters.chapter_8_1_declaring import locations_to_declare
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    EndDeployment,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, Lose, LossesDue, certain_losses
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, castle_room, retreat_locations
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege, impact_that_takes
from engine.sekigahara.exposure import points_held
from engine.sekigahara.forecasts import (
    CombatForecast,
    challenge_forecasts,
    combat_forecast,
    deployment_forecast,
    fitting_cards,
    most_after,
    proofs_unseen,
    state_after_retreat,
)
from engine.sekigahara.odds import NOTHING_KNOWN, chance_of_holding
from engine.sekigahara.pieces import IS_LEADER, MON_OF
from engine.sekigahara.prices import all_to_come, comers
from engine.sekigahara.reasons import (
    Attackable,
    Leaves,
    Reason,
    Threatens,
)
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
from engine.sekigahara.rules import Answer
from engine.sekigahara.state import State
from engine.sekigahara.targets import targets_near

MOST: Final = 2
"""Targets near a retreat that are told."""

LIKELY: Final = Fraction(1, 2)
UNLIKELY: Final = Fraction(1, 4)
"""How likely a challenge must be refuted for that to speak against it, and how little for that to speak for it."""

OUTNUMBERED: Final = 1.5
"""So many times as many blocks are many more."""

NEAR: Final = 2
"""By so many roads at most own blocks are near."""

MORE: Final = 2
"""By so many blocks those that could attack after a retreat must differ from elsewhere to be told."""


def seen_in_combat(view: View[State], answer: Answer) -> tuple[Reason, ...]:
    """What the seat can see that speaks for an answer in a combat; nothing for other answers."""
    match answer:
        case Deploy():
            return _added(view, answer)
        case EndDeployment():
            return _stopped(view)
        case Challenge(card) if any(is_challenge(view.faces[each]) for each in view.state.pools[view.seat][HAND]):
            refuted = Refuted(chance_to_prove(view), challenged=card is not None)
            if card is not None:
                return refuted, _turned(view, sure=not refuted.chance)
            # Between these it speaks neither against a challenge nor for one.
            return () if UNLIKELY <= refuted.chance <= LIKELY else (refuted,)
        case ProveLoyalty(card) if card is not None:
            return (_proved(view),)
        case FightInside(inside):
            return (_walls(view, inside=inside),)
        case Lose() | LoseInSiege():
            return _spared(view, answer)
        case Retreat():
            return _retreated(view, answer)
        case _:
            return ()


def chance_to_prove(view: View[State], known: Counter[Face] = NOTHING_KNOWN) -> Fraction:
    """How likely the enemy can prove the loyalty of what it has just deployed (8.6.1, R23).

    From what lies open, and from the cards that are `known` to be in its hand.
    """
    return chance_of_holding(view.state, other(view.seat), proofs_unseen(view), known)


def _added(view: View[State], answer: Deploy) -> tuple[Reason, ...]:
    """What a deployment adds, if it stands, whose move it is then, and whether a challenge could be refuted."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    found = deployment_forecast(view, answer)
    after = replace(combat, impact=found.after.impact)
    adds = Adds(
        found.added,
        found.after.impact[seat],
        found.after.impact[other(seat)],
        found.after.losses[other(seat)] - combat_forecast(state).losses[other(seat)],
        _aim(view, most_after(view, answer)) if combat.siege else None,
    )
    # Who leads gives the initiative away, as a rule: that is no price.
    trails = not combat.siege and after.initiative == seat != after.leading
    leaders = tuple([view.faces[block] for block in answer.blocks if IS_LEADER[view.faces[block]]])
    exposed = leaders and not combat.siege and len(state.pools[seat][combat.location]) > len(answer.blocks)
    return (
        adds,
        *([Trails()] if trails else []),
        *([LostFirst(leaders)] if exposed else []),
        *([Defenceless()] if found.turned is not None else []),
    )


def _stopped(view: View[State]) -> tuple[Reason, ...]:
    """How the combat stands, and how far everything else would lead at most; what is spared by not doing that."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    impact = combat.impact
    now, then = combat_forecast(state), all_to_come(view)
    most, losses_then = then.impact[seat], then.losses[other(seat)]
    aim = _aim(view, most) if combat.siege else None
    further = losses_then - now.losses[other(seat)]
    leads = not combat.siege and now.leading == seat
    turns = not combat.siege and now.leading != seat == then.leading
    stops = Stops(impact[seat], impact[other(seat)], most, aim, further, leads, turns)
    return (stops, *_spared_by_stopping(view, now)) if most > impact[seat] else (stops,)


def _spared_by_stopping(view: View[State], now: CombatForecast) -> list[Reason]:
    """What the seat keeps that could still be deployed: cards for other combats, and leaders out of the first rows."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    left = undeployed(state, seat)
    cards = fitting_cards(view, left)
    found: list[Reason] = []
    to_come = [] if state.active is None else [at for at in locations_to_declare(state) if at != combat.location]
    reserved = [at for at in to_come if set(cards).intersection(fitting_cards(view, state.pools[seat][at]))]
    if reserved:
        found.append(Reserves(tuple(reserved)))
    exposed = len([block for block, side in combat.deployed if block in state.pools[seat][combat.location]])
    leaders = tuple([view.faces[block] for block in left if IS_LEADER[view.faces[block]]])
    if leaders and not combat.siege and 0 < now.losses[seat] <= exposed:
        found.append(LostLast(leaders))
    # Who is deployed without a card cannot be challenged, nor can anybody in a siege, or by who has no card.
    free = combat.siege or not state.pools[other(seat)][HAND] or (bool(leaders) and leaders_need_no_card(combat, seat))
    if cards and not free and all(len(fitting_cards(view, (block,))) <= 1 for block in left):
        found.append(Unproved())
    return found


def _aim(view: View[State], most: int) -> Aim:
    """At what the castle falls that the seat besieges, and `most` that it comes to (8.9.4, 2.1)."""
    state, combat = view.state, view.state.current_combat()
    place = combat.location
    return Aim(place, impact_that_takes(state, combat), most, captures_hideyori(view.seat, place))


def _turned(view: View[State], *, sure: bool) -> Turns:
    stands, turned = challenge_forecasts(view.state, other(view.seat))
    mine, theirs = view.seat, other(view.seat)
    otherwise = None if sure else (stands.impact[mine], stands.impact[theirs])
    return Turns(turned.impact[mine], turned.impact[theirs], otherwise)


def _proved(view: View[State]) -> Proves:
    stands, turned = challenge_forecasts(view.state, view.seat)
    mine, theirs = view.seat, other(view.seat)
    return Proves(stands.impact[mine], stands.impact[theirs], turned.impact[mine], turned.impact[theirs])


def _walls(view: View[State], *, inside: bool) -> Walls:
    """What the holder of a castle would fight with outside, and what a siege takes."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    own = state.pools[seat][combat.location]
    return Walls(
        inside,
        combat.attacker != seat,
        sum([MON_OF[view.faces[block]] for block in own]),
        len(fitting_cards(view, own)),
        len(state.pools[other(seat)][combat.location]),
        IMPACT_PER_LOSS * (len(own) + (combat.location in state.disks)),
    )


def _spared(view: View[State], answer: Lose | LoseInSiege) -> tuple[Reason, ...]:
    """In what those that are lost are less than the others that could have been."""
    state, seat = view.state, view.seat
    place = state.current_combat().location
    choice = state.pools[seat][place]
    if isinstance(answer, Lose):
        choice = certain_losses(state, LossesDue(seat, place, len(answer.blocks)))[1]
    lost = [block for block in choice if block in answer.blocks]
    spared = [block for block in choice if block not in answer.blocks]
    if not lost or not spared:
        return ()
    mon = [MON_OF[view.faces[block]] for block in lost]
    other_mon = [MON_OF[view.faces[block]] for block in spared]
    gone = tuple([view.faces[block] for block in lost if IS_LEADER[view.faces[block]]])
    needless = len([block for block in spared if not IS_LEADER[view.faces[block]]]) >= len(gone)
    leaders = () if gone else tuple([view.faces[block] for block in spared if IS_LEADER[view.faces[block]]])
    costs = (LosesLeaders(gone),) if gone and needless else ()
    found = Spares(
        len(choice),
        weakest=max(mon) <= min(other_mon),
        alike=len({*mon, *other_mon}) == 1,
        fitting=len(fitting_cards(view, tuple(lost))),
        kept_fitting=len(fitting_cards(view, tuple(spared))),
        leaders=leaders,
    )
    told = found.weakest or found.fitting < found.kept_fitting or leaders
    return (*([found] if told else []), *costs)


# -- a retreat


def _retreated(view: View[State], retreat: Retreat) -> tuple[Reason, ...]:
    """What a retreat leads to, beside the other places that it could, and what becomes of the own castle there."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    here = combat.location
    found: list[Reason] = []
    if retreat.staying:
        leaving = [block for block in state.pools[seat][here] if block not in retreat.staying]
        mon = [MON_OF[view.faces[block]] for block in retreat.staying]
        weakest = bool(leaving) and max(mon) <= min([MON_OF[view.faces[block]] for block in leaving])
        falls = IMPACT_PER_LOSS * (len(mon) + (here in state.disks))
        found.append(Garrison(here, len(mon), falls, weakest))
    if retreat.location is not None:
        found += _refuge(view, retreat, retreat.location)
    if (
        not retreat.staying
        and castle_room(combat, seat)
        and not points_held(state_after_retreat(view, retreat), seat, here)
    ):
        found.append(Leaves(here, given_up=True))
    return tuple(found)


def _refuge(view: View[State], retreat: Retreat, place: Location) -> list[Reason]:
    """What awaits those who retreat to a place."""
    state, seat, enemy = view.state, view.seat, other(view.seat)
    after = state_after_retreat(view, retreat)
    friends, foes = [len(state.pools[side][place]) for side in (seat, enemy)]
    found: list[Reason] = []
    if foes and not after.pools[enemy][place]:
        found.append(Overruns(place, foes))
    elif has_units(state, enemy, place) and not friends:
        found.append(Meets(place, foes))
    if friends:
        found.append(Joins(place, friends))
    if not has_units(after, enemy, place):
        castle = CASTLE[place] is not None and after.holder[place] == seat
        if castle or RESOURCE[place]:
            found.append(Shelters(place, castle))
        if not friends:
            found += _support(view, place)
    ways = [way for way in retreat_locations(state, state.current_combat(), seat) if way != place]
    coming = comers(after, enemy, place)
    elsewhere = [(comers(state_after_retreat(view, replace(retreat, location=way)), enemy, way), way) for way in ways]
    others, fewest = min(elsewhere, default=(coming, place))
    own = len(after.pools[seat][place])
    if abs(coming - others) >= MORE:  # those who have fought here reach much the same places
        found.append(Reached(place, coming, fewest, others))
    elif after.holder[place] != seat and coming >= OUTNUMBERED * own and not has_units(after, enemy, place):
        found.append(Attackable(place, own, coming))
    near_others = targets_near(state, seat, ways)
    found += [Threatens(target) for target in targets_near(state, seat, [place]) if target not in near_others][:MOST]
    return found


def _support(view: View[State], place: Location) -> list[Near]:
    """The nearest own blocks but for those in the combat at hand, if no other retreat leads nearer to any."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    stacks = [at for at in LOCATIONS if state.pools[seat][at] and at != combat.location]
    if not stacks:
        return []
    nearest = min(stacks, key=lambda at: (DISTANCE[place][at], -len(state.pools[seat][at])))
    roads = DISTANCE[place][nearest]
    least = min([DISTANCE[other_place][at] for other_place in retreat_locations(state, combat, seat) for at in stacks])
    return [Near(place, nearest, len(state.pools[seat][nearest]), roads)] if roads <= min(least, NEAR) else []
