"""Choices of a muster: where, and which blocks (7.2, R17)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.hidden import Piece
from engine.sekigahara.board import LOCATIONS, RECRUITMENT, Location
from engine.sekigahara.chapters.chapter_4_control import besieged
from engine.sekigahara.chapters.chapter_7_2_muster import (
    RECRUITMENT_LOCATIONS,
    Muster,
    location_refusal,
    muster_refusal,
    open_locations,
)
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.pieces import DAIMYO_OF, RECRUITS_AT
from engine.sekigahara.state import Pieces
from tui.boards import Spot, Tag
from tui.language import _, plural
from tui.marks import all_of, at_least_one_block
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_codes, block_items, by_face
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import block_words, daimyo_name, pieces_words
from tui.sekigahara.words.refusals import why_refused
from tui.steps import Checklist, Menu, MenuItem, Refused, Step, Why

_SIGN: Final = "M"
_TAG: Final[Tag] = ((_SIGN, "reach-free"),)
"""How the map marks the places where a muster may be made."""


def muster_items(player: SekigaharaPlayer, ending: str = "") -> list[MenuItem]:
    """The item that leads to a muster, if one may be made somewhere. `ending`: what it ends."""
    state, seat = player.state, player.seat
    if muster_refusal(state, seat) is not None or not open_locations(state, seat):
        return []
    box = plural(len(state.pools[seat][RECRUITMENT]), "{count} block", "{count} blocks", _("no blocks"))
    text = _("Muster from the recruitment box ({blocks})").format(blocks=box)
    # Who picks besieged blocks on the map means them, and is told that they may not march.
    at = tuple([place for place in open_locations(state, seat) if not besieged(state, seat, place)])
    codes = " ".join(block_codes(player, state.pools[seat][RECRUITMENT]))
    return [MenuItem(text, lambda: _where(player), key="j", brief=_("muster"), at=at, detail=ending, aside=codes)]


def muster_refused(player: SekigaharaPlayer) -> list[Refused]:
    """The muster that was bought and can be made nowhere, and why."""
    state, seat = player.state, player.seat
    if muster_refusal(state, seat) is not None or open_locations(state, seat):
        return []
    return [Refused(_("Muster from the recruitment box"), no_place_to_muster())]


def no_place_to_muster() -> str:
    """Why a muster that was bought can be made nowhere."""
    return _("Enemy units hold each place where you recruit, and no block of yours is there to support (R17).")


def _where(player: SekigaharaPlayer) -> Step:
    items: list[MenuItem] = []
    for location in open_locations(player.state, player.seat):
        clans = [_clan_item(player, location, daimyo) for daimyo in RECRUITS_AT[location] if _clan(player, daimyo)]
        one = _one_item(player, location)
        items += [one, *clans]

    def closed(spot: Spot) -> Why | None:
        refusal = location_refusal(player.state, player.seat, LOCATIONS[spot])
        return None if refusal is None else why_refused(refusal, NAMES[spot])

    barred = {place: why for place in RECRUITMENT_LOCATIONS[player.seat] if (why := closed(place)) is not None}
    signs = _("On the map: {signs}.").format(signs=f"{_SIGN} {_('muster')}")
    return Menu(
        _("Muster where, and how?"),
        items,
        refused=[
            Refused(_("{location}: the enemy is there (R17)").format(location=NAMES[place]), str(why))
            for place, why in barred.items()
        ],
        note=f"{_('Mustered blocks do not move this turn (7.2).')} {signs}",
        closed=closed,
        rule="7.2",
    )


def _clan(player: SekigaharaPlayer, daimyo: str) -> Pieces:
    box = player.state.pools[player.seat][RECRUITMENT]
    return tuple([block for block in box if DAIMYO_OF[player.faces[block]] == daimyo])


def _clan_item(player: SekigaharaPlayer, location: Location, daimyo: str) -> MenuItem:
    clan = _clan(player, daimyo)
    if len(clan) == 1:
        alone = _("{location}: {block}, shown").format(
            location=NAMES[location], block=block_words(player.faces[clan[0]])
        )
        why = _("It can come unseen as well: then nobody knows which block it is (7.2).")
        return MenuItem(alone, lambda: Muster(clan, location, True), spot=location, detail=why, tag=_TAG)
    text = _("{location}: {daimyo} blocks, shown (up to {count})").format(
        location=NAMES[location], daimyo=daimyo_name(daimyo), count=len(clan)
    )
    step = Checklist(
        _("Muster which {daimyo} blocks at {location}?").format(daimyo=daimyo_name(daimyo), location=NAMES[location]),
        block_items(player, clan),
        all_of(at_least_one_block, player.allowed(lambda blocks: Muster(blocks, location, True))),
        lambda blocks: _("Show and muster {pieces}").format(pieces=pieces_words(blocks, player.faces)),
        lambda blocks: Muster(blocks, location, True),
        marked=clan,
        note=_("Any number of one daimyo, shown, where its mon is printed; they do not move this turn (7.2)."),
        spot=location,
    )
    return MenuItem(text, lambda: step, spot=location, in_hand=False, tag=_TAG)


def _one_item(player: SekigaharaPlayer, location: Location) -> MenuItem:
    text = _("{location}: one block of any daimyo, unseen").format(location=NAMES[location])
    return MenuItem(text, lambda: _one_unseen(player, location), spot=location, in_hand=False, tag=_TAG)


def _one_unseen(player: SekigaharaPlayer, location: Location) -> Step:
    box = player.state.pools[player.seat][RECRUITMENT]
    alike = Counter([player.faces[block] for block in box])

    def item(block: Piece) -> MenuItem:
        words, count = block_words(player.faces[block]), alike[player.faces[block]]
        if count > 1:
            words = _("{block} ({count} in the box)").format(block=words, count=count)
        text = _("Muster {block}").format(block=words)
        return MenuItem(text, lambda: Muster((block,), location, False), spot=location)

    blocks = by_face(player, one_of_each(box, player.faces))
    return Menu(
        _("Muster which block unseen at {location}?").format(location=NAMES[location]),
        [item(block) for block in blocks],
        note=_(
            "The enemy sees that a block comes to {location}, and not which; it does not move in this turn (7.2)."
        ).format(location=NAMES[location]),
        rule="7.2",
    )
