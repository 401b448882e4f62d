"""Losses of a battle (8.7)."""

from __future__ import annotations

from typing import Final

from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue, certain_losses, loss_classes
from tui.dialogue import Checklist, Menu, MenuItem, Step, all_of, exactly
from tui.language import N_, SaidInOrder, _, plural
from tui.sekigahara.choosers.chapter_2_victory import death_words, with_risk
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words

_CLASSES: Final = SaidInOrder(
    [
        N_("fights for the enemy"),
        N_("deployed"),
        N_("not deployed"),
    ]
)
"""What is said of the blocks of each class (8.7.2)."""


def choose_losses(player: SekigaharaPlayer, question: LossesDue) -> Step:
    """Own blocks: defectors first, then deployed ones, then the rest, each as the owner likes (8.7.2, R25)."""
    certain = certain_losses(player.state, question)[0]
    title = _("You lose {blocks} at {location}").format(
        blocks=plural(question.count, "{count} block", "{count} blocks", _("no blocks")),
        location=NAMES[question.location],
    )
    if len(certain) == question.count:
        text = _("Lose {pieces}: the rules leave no choice").format(pieces=pieces_words(certain, player.faces))
        item = MenuItem(text, lambda: Lose(certain), scene=question.location)
        return Menu(title, [item], note=with_risk(player, question.location, ""))
    classes = loss_classes(player.state, player.seat)
    note = _("The blocks lost are shown and out of the game (8.7).")
    mixed = len([blocks for blocks in classes if blocks]) > 1
    if mixed:
        order = _("First go those who fight for the enemy, then the deployed, then the others (8.7.2).")
        note = f"{order} {note}"
    return Checklist(
        title,
        [
            (block, words + death_words(player, block))
            for blocks, which in zip(classes, _CLASSES, strict=True)
            for block, words in block_items(player, blocks, f" ({which})" if mixed else "")
        ],
        all_of(exactly(question.count, "block"), player.allowed(Lose)),
        lambda blocks: _("Lose {pieces}").format(pieces=pieces_words(blocks, player.faces)),
        Lose,
        marked=certain,
        note=with_risk(player, question.location, note),
        spot=question.location,
        limit=question.count,
    )
