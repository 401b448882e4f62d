"""Castles: inside or outside, and what is lost in a siege (8.9)."""

from __future__ import annotations

from engine.hidden import other
from engine.sekigahara import Answer
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS
from engine.sekigahara.chapters.chapter_8_8_retreats import CASTLE_LIMIT
from engine.sekigahara.chapters.chapter_8_9_sieges import (
    CastleChoiceDue,
    FightInside,
    LoseInSiege,
    SiegeLossesDue,
    block_losses,
)
from tui.dialogue import Checklist, Menu, MenuItem, Step, all_of, exactly
from tui.english import plural
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words


def choose_position(player: SekigaharaPlayer, question: CastleChoiceDue) -> Step:
    """Inside is a siege, or nothing if the holder attacks; outside is a battle (8.9.2, R19)."""
    state, seat, here = player.state, player.seat, question.location
    if state.current_combat().attacker == seat:
        inside = "nothing happens here this phase"
    else:
        inside = f"a siege: you deploy nothing, and lose a unit per {IMPACT_PER_LOSS} impact"
    enemies = plural(len(state.pools[other(seat)][here]), "block")
    return Menu(
        f"Your {plural(len(state.pools[seat][here]), 'block')} in the castle of {NAMES[here]}",
        [
            MenuItem(f"Fight outside: a battle against {enemies}", lambda: FightInside(False), scene=here),
            MenuItem(f"Stay inside: {inside}", lambda: FightInside(True), scene=here),
        ],
        note=f"Up to {CASTLE_LIMIT} blocks may stay inside; the castle remains yours while they hold (8.9).",
    )


def choose_siege_losses(player: SekigaharaPlayer, question: SiegeLossesDue) -> Step:
    """Blocks, and the disk where the rules allow it (8.9.4, 9.1, 9.2, R28)."""
    title = f"You lose {plural(question.count, 'unit')} in the siege of {NAMES[question.location]}"
    alone = block_losses(player.state, question, disk=False)
    besides = block_losses(player.state, question, disk=True)
    if besides is None and alone is not None:
        return _blocks(player, question, title, alone, disk=False)
    items = []
    if alone is not None:
        items.append(_item(player, question, title, "Lose blocks alone", alone, disk=False))
    if besides is not None:
        what = "Lose the disk" + (f" and {plural(besides, 'block')}" if besides else "")
        items.append(_item(player, question, title, what, besides, disk=True))
    return Menu(title, items)


def _item(
    player: SekigaharaPlayer, question: SiegeLossesDue, title: str, text: str, count: int, *, disk: bool
) -> MenuItem:
    blocks = player.state.pools[player.seat][question.location]

    def then() -> Step | Answer:
        if count in (0, len(blocks)):
            return LoseInSiege(blocks[:count], disk)
        return _blocks(player, question, title, count, disk=disk)

    return MenuItem(text, then, scene=question.location)


def _blocks(player: SekigaharaPlayer, question: SiegeLossesDue, title: str, count: int, *, disk: bool) -> Step:
    """Which blocks."""
    blocks = player.state.pools[player.seat][question.location]
    and_disk = " and the disk" if disk else ""
    return Checklist(
        title,
        block_items(player, blocks),
        all_of(exactly(count, "block"), player.allowed(lambda chosen: LoseInSiege(chosen, disk))),
        lambda chosen: f"Lose {pieces_words(chosen, player.faces)}{and_disk}",
        lambda chosen: LoseInSiege(chosen, disk),
        marked=blocks if count == len(blocks) else (),
        spot=question.location,
        limit=count,
    )
