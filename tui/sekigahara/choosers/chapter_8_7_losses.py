"""Losses of a battle (8.7)."""

from __future__ import annotations

from typing import Final

from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue, certain_losses, loss_classes
from tui.dialogue import Checklist, Menu, MenuItem, Step, all_of, exactly
from tui.english import plural
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words

_CLASSES: Final = (" (fights for the enemy: lost first)", " (deployed: lost before the others)", " (not deployed)")
"""What is said of the blocks of each class (8.7.2)."""


def choose_losses(player: SekigaharaPlayer, question: LossesDue) -> Step:
    """Own blocks: defectors first, then deployed ones, then the rest, each as the owner likes (8.7.2, R25)."""
    certain, _ = certain_losses(player.state, question)
    title = f"You lose {plural(question.count, 'block')} at {NAMES[question.location]}"
    if len(certain) == question.count:
        text = f"Lose {pieces_words(certain, player.faces)}: the rules leave no choice"
        return Menu(title, [MenuItem(text, lambda: Lose(certain), scene=question.location)])
    classes = loss_classes(player.state, player.seat)
    return Checklist(
        title,
        [item for blocks, note in zip(classes, _CLASSES, strict=True) for item in block_items(player, blocks, note)],
        all_of(exactly(question.count, "block"), player.allowed(Lose)),
        lambda blocks: f"Lose {pieces_words(blocks, player.faces)}",
        Lose,
        marked=certain,
        note="The blocks lost are shown and out of the game (8.7).",
        spot=question.location,
        limit=question.count,
    )
