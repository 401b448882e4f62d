"""What is said of a way to march: what it costs, what comes of it, and how the map marks its end (7.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.hidden import Piece, Seat, other
from engine.sekigahara.board import CASTLE, HAND, OSAKA, RESOURCE, Location
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource
from engine.sekigahara.chapters.chapter_8_1_declaring import may_stay_inside, mori_who_join
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.forecasts import (
    Reach,
    fitting_cards,
    most_in_siege,
    roads_in_next_turn,
    state_after,
)
from engine.sekigahara.pieces import IS_LEADER
from engine.sekigahara.state import Pieces, State
from tui.boards import Tag
from tui.language import N_, Said, _, ngettext, plural
from tui.sekigahara.choosers.chapter_2_victory import is_protagonist
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.map.signs import BATTLE, USED_ROAD
from tui.sekigahara.words.chapter_7_3_marches import distance_words, leader_claimed_at
from tui.sekigahara.words.chapter_7_4_overruns import overrun_there
from tui.sekigahara.words.dangers import new_dangers
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS, SIDES
from tui.sekigahara.words.recalled import known_faces, stack_codes

FREE: Final = "+"
CLAIM: Final = "L"
CARD: Final = "C"
BOTH: Final = "&"
OVERRUN: Final = "%"
OVERRUN_ITSELF: Final = "X"
"""How the map marks what a march costs, and what happens at its end."""
_CODES: Final = 4
"""So many of the enemy's blocks are named on a short line."""
SIGNS: Final = Said(
    {
        FREE: N_("free"),
        CLAIM: N_("declares a leader"),
        CARD: N_("card"),
        BOTH: N_("leader and card"),
        BATTLE: N_("battle"),
        OVERRUN: N_("overrun"),
        OVERRUN_ITSELF: N_("you are overrun"),
        # It may have been sent, or be planned and nothing more.
        USED_ROAD: N_("road of another march"),
    }
)
"""The legend of what is marked on the map while a march is chosen."""
_COSTS: Final = {
    (False, False): (FREE, "reach-free"),
    (True, False): (CLAIM, "reach-claim"),
    (False, True): (CARD, "reach-card"),
    (True, True): (BOTH, "reach-both"),
}
"""The mark of what a march costs, by whether it takes a claim and whether a card."""


def left_behind(player: SekigaharaPlayer, at: Location, after: State) -> str:
    """What a march leaves to an enemy who can come there in his next turn, as things stand `after` it.

    An own castle, disk or resource location without blocks, or with few of them what would lose the game (2.1).
    """
    state, seat, left = player.state, player.seat, after.pools[player.seat][at]
    disk = seat == ISHIDA and at in state.disks
    hideyori = disk and at == OSAKA
    alone = len(left) == 1 and is_protagonist(player, left[0])
    castle = CASTLE[at] is not None and state.holder[at] == seat
    if left and not alone:
        return "; ".join(new_dangers(player.view, after, at))
    if not (alone or disk or castle or (RESOURCE[at] and state.owner[at] == seat)):
        return ""
    # Whoever would win the game by it gives a card for that.
    roads = roads_in_next_turn(after, other(seat), at, card=hideyori or alone)
    if roads is None:
        return ""
    if alone:
        words = ngettext(
            "leaves {person} alone, the enemy {count} road away: his death loses the game (2.1)",
            "leaves {person} alone, the enemy {count} roads away: his death loses the game (2.1)",
            roads,
        )
    elif hideyori:
        words = ngettext(
            "leaves Hideyori alone in {location}, enemy {count} road away: taken, you lose (2.1)",
            "leaves Hideyori alone in {location}, enemy {count} roads away: taken, you lose (2.1)",
            roads,
        )
    elif disk:
        words = ngettext(
            "leaves the disk alone in {location}, the enemy {count} road away",
            "leaves the disk alone in {location}, the enemy {count} roads away",
            roads,
        )
    elif castle:
        words = ngettext(
            "leaves the castle of {location} empty, the enemy {count} road away",
            "leaves the castle of {location} empty, the enemy {count} roads away",
            roads,
        )
    else:
        words = ngettext(
            "leaves the resource {location} empty, the enemy {count} road away",
            "leaves the resource {location} empty, the enemy {count} roads away",
            roads,
        )
    return words.format(person=PERSONS[seat], location=NAMES[at], count=roads)


def in_brief(player: SekigaharaPlayer, way: Reach, notes: list[str]) -> str:
    """Where to, the sign there on the map, what it costs and what comes of it: one line of a narrow list.

    The sign stands behind the place: before it, it would look like another key of the line.
    """
    sign = "".join([sign for sign, _style in tag_of(player, way)])
    return f"{NAMES[way.path.end]} {sign}: {', '.join(notes)}"


def brief_notes(player: SekigaharaPlayer, blocks: Pieces, way: Reach) -> list[str]:
    """What a march costs, then what it meets, in few words: for one line under the map."""
    card = plural(1, "{count} card", "{count} cards", _("no cards"))
    if way.claim:
        notes = [_("leader and {card}").format(card=card) if way.forced else _("declares a leader")]
    else:
        notes = [card if way.forced else _("free")]
    if way.overruns is not None:
        notes.append(_overrun_briefly(player, way.overruns, way.path.end))
    elif way.meets:
        enemy = len(player.state.pools[other(player.seat)][way.path.end])
        battle = _("battle with {count}").format(count=enemy)
        notes.append(with_known(player, battle, way.path.end, _CODES) if enemy else _against_disk(player, blocks, way))
        notes += _joins(player, way)
        if no_card_fits(player, fighting(player, blocks, way), forced=way.forced):
            notes.append(_("no card fits"))
        if may_stay_inside(player.state, other(player.seat), way.path.end, player.seat):
            notes.append(_("may stay inside"))
        if joining := len(mori_who_join(player.state, way.path.end, player.seat)):
            notes.append(_("{count} more from the Mōri box").format(count=joining))
    return notes


def _overrun_briefly(player: SekigaharaPlayer, victim: Seat, end: Location) -> str:
    """Who is overrun where a march ends (7.4)."""
    if victim == player.seat:
        return _("you are overrun (7.4)")
    return with_known(player, _("overruns {side} (7.4)").format(side=SIDES[victim]), end, _CODES)


def with_known(player: SekigaharaPlayer, words: str, end: Location, most: int) -> str:
    """Words about the enemy's blocks at a location, with at most so many of those that the player knows."""
    enemy = other(player.seat)
    faces = known_faces(player.view, enemy, end, player.recollection)
    if not faces:
        return words
    codes = stack_codes(faces, len(player.state.pools[enemy][end]), most)
    # Translators: "battle with 3" or the like, then those blocks of them that are known, in short
    return _("{words}: {blocks}").format(words=words, blocks=codes)


def _against_disk(player: SekigaharaPlayer, blocks: Pieces, way: Reach) -> str:
    """What it takes to besiege a castle in which nobody but a disk is, and what the hand has for it (8.9.4)."""
    hand = player.state.pools[player.seat][HAND]
    # Whatever a forced march costs, what is left of the hand may do the most.
    cards = one_of_each(hand, player.faces) if way.forced else (None,)
    most = max([most_in_siege(player.view, March(blocks, way.path.stops, way.claim, card)) for card in cards])
    words = _("against a disk, which falls at {impact} (your hand: at most {most})")
    return words.format(impact=IMPACT_PER_LOSS, most=most)


def _joins(player: SekigaharaPlayer, way: Reach) -> list[str]:
    """That own blocks face the enemy already where a march ends, such as those that besiege it; nothing if none do."""
    count = len(player.state.pools[player.seat][way.path.end])
    return [_("joins your {count}").format(count=count)] if count else []


def death_words(player: SekigaharaPlayer, blocks: Pieces, way: Reach) -> str:
    """That he fights, or is overrun, where a march ends whose death would lose the game (2.1); nothing if not."""
    if not any(is_protagonist(player, block) for block in fighting(player, blocks, way)):
        return ""
    if way.overruns == player.seat:
        words = _("{person} is overrun there: his death loses the game (2.1)")
        return words.format(person=PERSONS[player.seat])
    if not way.meets:
        return ""
    return _("{person} fights there: his death loses the game (2.1)").format(person=PERSONS[player.seat])


def notes_of(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, way: Reach, change: str) -> list[str]:
    """What a march costs, what else comes of it, and why it may go so far."""
    # What matters most comes first: where there is little room the end is cut.
    notes = []
    if not way.claim and not way.forced:
        notes.append(_("free"))
    if way.claim:
        notes.append(claim_words(player, source, blocks))
    if way.forced:
        notes.append(_("forced march, 1 card"))
    notes += [*([change] if change else []), *meeting_notes(player, blocks, way)]
    return [*notes, _("reach {distance}").format(distance=distance_words(way.distance))]


def no_card_fits(player: SekigaharaPlayer, blocks: Pieces, *, forced: bool = False) -> str:
    """That no card of the hand fits any of these blocks, for a combat in which they fight; nothing if one does (8.2.2).

    `forced`: a card is discarded before for a forced march, one that does not fit if there is any (7.3.3).
    """
    last = forced and len(player.state.pools[player.seat][HAND]) == 1
    if fitting_cards(player.view, blocks) and not last:
        return ""
    if any(IS_LEADER[player.faces[block]] for block in blocks):
        return _("no card of yours fits these blocks, only leaders deploy (8.2.4)")
    return _("no card of yours fits these blocks (8.2.2)")


def fighting(player: SekigaharaPlayer, blocks: Pieces, way: Reach) -> Pieces:
    """The own blocks that would fight where a march ends."""
    return *blocks, *player.state.pools[player.seat][way.path.end]


def claim_words(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces) -> str:
    """Where a march declares that a leader is (7.3.4, R13)."""
    claimed = leader_claimed_at(player.state, source.location, blocks)
    return _("declares a leader at {location}").format(location=NAMES[claimed])


def meeting_notes(player: SekigaharaPlayer, blocks: Pieces, way: Reach) -> list[str]:
    """Who is overrun where a march ends, or who is fought there; nothing if nobody is."""
    state, seat, end = player.state, player.seat, way.path.end
    if way.overruns is not None:
        words = overrun_there(seat, way.overruns)
        enemies = len(state.pools[other(seat)][end])
        return [words if way.overruns == seat else with_known(player, words, end, enemies)]
    if not way.meets:
        return []
    enemy = len(state.pools[other(seat)][end])
    against = _("against {blocks}").format(
        blocks=plural(enemy, "{count} enemy block", "{count} enemy blocks", _("no enemy blocks"))
    )
    notes = [with_known(player, against, end, enemy) if enemy else _against_disk(player, blocks, way)]
    notes += _joins(player, way)
    if cardless := no_card_fits(player, fighting(player, blocks, way), forced=way.forced):
        notes.append(cardless)
    if may_stay_inside(state, other(seat), end, seat):
        inside = _("they may stay inside the castle, {impact} impact for each block (8.9)")
        notes.append(inside.format(impact=IMPACT_PER_LOSS))
    if joining := len(mori_who_join(state, end, seat)):
        notes.append(_("{count} from the Mōri box join them (9.3)").format(count=joining))
    return notes


def tag_of(player: SekigaharaPlayer, way: Reach) -> Tag:
    """How the end of a way is marked on the map: by what it costs, and by what happens there."""
    cost = _COSTS[way.claim, way.forced]
    if way.overruns is not None:
        return cost, (OVERRUN_ITSELF if way.overruns == player.seat else OVERRUN, "reach-overrun")
    return (cost, (BATTLE, "reach-battle")) if way.meets else (cost,)


def after_march(player: SekigaharaPlayer, make: Callable[[Piece | None], March], way: Reach) -> State:
    """How things stand after a march, whatever the card for it."""
    return state_after(player.view, make(player.state.pools[player.seat][HAND][0] if way.forced else None))
