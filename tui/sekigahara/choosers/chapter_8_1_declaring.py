"""Declaring combats (8.1)."""

from __future__ import annotations

from engine.hidden import Seat, other, refusal
from engine.sekigahara.board import LOCATIONS, Location
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare, may_stay_inside, mori_who_join
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.forecasts import most_in_siege_at
from tui.boards import Spot
from tui.language import _, plural
from tui.sekigahara.choosers.chapter_2_victory import with_risk
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.chapter_7_3_way import with_known
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.refusals import why_refused
from tui.steps import Menu, MenuItem, Step, Why


def choose_combat(player: SekigaharaPlayer) -> Step:
    """Every location with units of both sides, one at a time (8.1, R19)."""
    options = player.options(Declare)

    def closed(spot: Spot) -> Why | None:
        problem = refusal(player.game, player.view, Declare(LOCATIONS[spot]))
        return None if problem is None else why_refused(problem, NAMES[spot])

    note = _("Combat is declared at each of these this phase; you choose the order (8.1).")
    if any(may_stay_inside(player.state, player.seat, option.location) for option in options):
        inside = _("In your own castle you may then stay inside: nothing happens there (8.9.2).")
        note = f"{note} {inside}"
    return Menu(
        _("Declare a combat"),
        [_location_item(player, option, note) for option in options],
        note=note,
        closed=closed,
    )


def _location_item(player: SekigaharaPlayer, option: Declare, note: str) -> MenuItem:
    location, seat = option.location, player.seat
    text = _("{location}: your {units} against {enemies}").format(
        location=NAMES[location], units=_units(player, seat, location), enemies=_units(player, other(seat), location)
    )
    joining = len(mori_who_join(player.state, location, seat))
    if joining:
        text = _("{combat}, and {count} from the Mōri box (9.3)").format(combat=text, count=joining)
    enemies = len(player.state.pools[other(seat)][location])
    text = with_known(player, text, location, enemies)
    if may_stay_inside(player.state, seat, location):
        text = _("{combat}; you may stay inside (8.9.2)").format(combat=text)
    besieged = not enemies and not joining
    if may_stay_inside(player.state, other(seat), location, seat):
        besieged = True
        text = _("{combat}; they may stay inside (8.9.2)").format(combat=text)
    if besieged:
        words = _("In a siege your hand has at most {most} impact; every {each} cost a block or the disk (8.9.4).")
        note = f"{words.format(most=most_in_siege_at(player.view, location), each=IMPACT_PER_LOSS)} {note}"
    return MenuItem(text, lambda: option, spot=location, detail=with_risk(player, location, note))


def _units(player: SekigaharaPlayer, side: Seat, location: Location) -> str:
    """The units of a side: its blocks, and the disk, which fights for the Toyotomi side, Ishida's (9.1, 9.2)."""
    state = player.state
    disk = side == ISHIDA and location in state.disks
    blocks = plural(len(state.pools[side][location]), "{count} block", "{count} blocks", _("no blocks"))
    return _("{blocks} and a disk").format(blocks=blocks) if disk else blocks
