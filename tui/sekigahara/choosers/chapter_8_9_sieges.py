"""Castles: inside or outside, and what is lost in a siege (8.9)."""

from __future__ import annotations

from engine.hidden import Seat, other
from engine.sekigahara import Answer
from engine.sekigahara.board import HAND, OSAKA, Location
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT
from engine.sekigahara.chapters.chapter_8_9_sieges import (
    CastleChoiceDue,
    FightInside,
    LoseInSiege,
    SiegeLossesDue,
    block_losses,
)
from engine.sekigahara.forecasts import fitting_cards
from engine.sekigahara.pieces import MON_OF
from engine.sekigahara.state import State
from tui.language import _, ngettext, plural
from tui.marks import all_of, exactly
from tui.sekigahara.choosers.chapter_2_victory import items_to_lose, lost_with, with_risk
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, are_alike, codes_of
from tui.sekigahara.words.chapter_8_1_declaring import combats_to_come
from tui.sekigahara.words.chapter_8_9_sieges import siege_loss_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, pieces_words, which
from tui.steps import Checklist, Menu, MenuItem, Step


def choose_position(player: SekigaharaPlayer, question: CastleChoiceDue) -> Step:
    """Inside is a siege, or nothing if the holder attacks; outside is a battle (8.9.2, R19)."""
    state, seat, here = player.state, player.seat, question.location
    if state.current_combat().attacker == seat:
        inside = _("Stay inside: nothing happens here this phase")
    else:
        inside = _("Stay inside, besieged: you deploy nothing, and lose a block per {impact} impact").format(
            impact=IMPACT_PER_LOSS
        )
    enemies = plural(len(state.pools[other(seat)][here]), "{count} block", "{count} blocks", _("no blocks"))
    outside, besieged = [
        with_risk(player, here, f"{words} {combats_to_come(state, seat)}")
        for words in (_outside_words(player, here), _inside_words(player, here))
    ]
    items = [
        MenuItem(
            _("Fight outside: a battle against {enemies}").format(enemies=enemies),
            lambda: FightInside(False),
            scene=here,
            detail=outside,
        ),
        MenuItem(inside, lambda: FightInside(True), scene=here, detail=besieged),
    ]
    outnumbered = len(state.pools[seat][here]) < len(state.pools[other(seat)][here])
    return Menu(
        _("Your {blocks} in the castle of {location}").format(
            blocks=plural(len(state.pools[seat][here]), "{count} block", "{count} blocks", _("no blocks")),
            location=NAMES[here],
        ),
        items,
        note=with_risk(
            player,
            here,
            _("Up to {most} blocks may stay inside; the castle remains yours while they hold (8.9).").format(
                most=CASTLE_LIMIT
            ),
        ),
        first=int(outnumbered),  # nobody should go out against more by the first Enter
    )


def _outside_words(player: SekigaharaPlayer, here: Location) -> str:
    """What both sides bring to a battle before the castle, and what it costs."""
    state, seat, enemy = player.state, player.seat, other(player.seat)
    own = [player.faces[block] for block in state.pools[seat][here]]
    fitting = fitting_cards(player.view, state.pools[seat][here])
    # The loser of a battle loses a block, whatever its impact.
    back = min(CASTLE_LIMIT, len(own) - 1)
    return _(
        "You bring {mon} mon and {own_cards}, {enemy} {blocks} and {cards}. {impact} impact cost the other side a "
        "block, the loser one more; beaten, {rest}."
    ).format(
        mon=sum([MON_OF[block] for block in own]),
        own_cards=plural(len(fitting), "{count} card that fits", "{count} cards that fit", _("no card that fits them"))
        + which(fitting, player.faces),
        enemy=SIDES[enemy],
        blocks=plural(len(state.pools[enemy][here]), "{count} block", "{count} blocks", _("no blocks")),
        cards=_cards(state, enemy),
        impact=IMPACT_PER_LOSS,
        rest=plural(
            back,
            "at most {count} block of yours goes back inside (8.8.4)",
            "at most {count} blocks of yours go back inside (8.8.4)",
            _("none of your blocks is left (8.7.1)"),
        ),
    )


def _inside_words(player: SekigaharaPlayer, here: Location) -> str:
    """What a siege costs: now, or in the enemy's turn where the player is the attacker."""
    state, seat, enemy = player.state, player.seat, other(player.seat)
    units = len(state.pools[seat][here]) + (here in state.disks)
    words = (
        ngettext(
            "Nothing is lost now; in its own turn {enemy} must attack. Then {first} impact take the block.",
            "Nothing is lost now; in its own turn {enemy} must attack. Then {first} impact cost a block, {all} all.",
            units,
        )
        if state.current_combat().attacker == seat
        else ngettext(
            "{enemy} has {blocks} and {cards} to deploy, and loses nothing. {first} impact take the block and the "
            "castle; less costs nothing.",
            "{enemy} has {blocks} and {cards} to deploy, and loses nothing. {first} impact cost you a block, {all} all "
            "and the castle; less costs nothing.",
            units,
        )
    )
    return words.format(
        enemy=SIDES[enemy],
        blocks=plural(len(state.pools[enemy][here]), "{count} block", "{count} blocks", _("no blocks")),
        cards=_cards(state, enemy),
        first=IMPACT_PER_LOSS,
        all=IMPACT_PER_LOSS * units,
    )


def _cards(state: State, seat: Seat) -> str:
    return plural(len(state.pools[seat][HAND]), "{count} card", "{count} cards", _("no cards"))


def choose_siege_losses(player: SekigaharaPlayer, question: SiegeLossesDue) -> Step:
    """Blocks, and the disk where the rules allow it (8.9.4, 9.1, 9.2, R28).

    Between blocks that are alike there is nothing to pick.
    """
    title = _("You lose {blocks} in the siege of {location}").format(
        blocks=siege_loss_words(question.count, disk=question.location in player.state.disks),
        location=NAMES[question.location],
    )
    alone = block_losses(player.state, question, disk=False)
    besides = block_losses(player.state, question, disk=True)
    blocks = player.state.pools[player.seat][question.location]
    if besides is None and alone is not None and alone < len(blocks) and not are_alike(player, blocks):
        return _blocks(player, question, title, alone, disk=False)
    items = []
    if alone is not None:
        text = (
            _("Lose {pieces}: the rules leave no choice").format(pieces=pieces_words(blocks[:alone], player.faces))
            if besides is None
            else ngettext("Lose the block alone", "Lose blocks alone", alone)
        )
        items.append(_item(player, question, title, text, alone, disk=False))
    if besides is not None:
        what = plural(
            besides, "Lose the disk and {count} block", "Lose the disk and {count} blocks", _("Lose the disk")
        )
        items.append(_item(player, question, title, what, besides, disk=True))
    return Menu(title, items, note=_why_lost(player))


def _why_lost(player: SekigaharaPlayer) -> str:
    """Of how much impact the losses of a siege are made (8.9.4)."""
    combat = player.state.current_combat()
    told = _("{impact} impact against you: one for every {each}, of your choice (8.9.4).")
    words = told.format(impact=combat.impact[combat.attacker], each=IMPACT_PER_LOSS)
    return with_risk(player, combat.location, words)


def _item(
    player: SekigaharaPlayer, question: SiegeLossesDue, title: str, text: str, count: int, *, disk: bool
) -> MenuItem:
    blocks = player.state.pools[player.seat][question.location]

    def then() -> Step | Answer:
        if count in (0, len(blocks)) or are_alike(player, blocks):
            return LoseInSiege(blocks[:count], disk)
        return _blocks(player, question, title, count, disk=disk)

    hideyori = disk and question.location == OSAKA
    text = lost_with(player, text, blocks if count == len(blocks) else (), hideyori=hideyori)
    return MenuItem(text, then, scene=question.location)


def _blocks(player: SekigaharaPlayer, question: SiegeLossesDue, title: str, count: int, *, disk: bool) -> Step:
    """Which blocks."""
    blocks = player.state.pools[player.seat][question.location]
    items = items_to_lose(player, blocks)
    return Checklist(
        title,
        items,
        all_of(exactly(count, "block"), player.allowed(lambda chosen: LoseInSiege(chosen, disk))),
        lambda chosen: lost_with(
            player,
            (_("Lose {pieces} and the disk") if disk else _("Lose {pieces}")).format(
                pieces=pieces_words(chosen, player.faces)
            ),
            chosen,
            hideyori=disk and question.location == OSAKA,
        ),
        lambda chosen: LoseInSiege(chosen, disk),
        marked=blocks if count == len(blocks) else (),
        note=_why_lost(player),
        spot=question.location,
        limit=count,
        codes=codes_of(player, items),
    )
