"""Losses of a battle (8.7)."""

from __future__ import annotations

from collections import Counter
from typing import Final

from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue, certain_losses, loss_classes
from engine.sekigahara.state import Pieces
from tui.language import _, ngettext, plural
from tui.marks import all_of, exactly
from tui.sekigahara.choosers.chapter_2_victory import is_protagonist, items_to_lose, lost_with, with_risk
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, are_alike, codes_of
from tui.sekigahara.words.chapter_8_7_losses import loss_reasons
from tui.sekigahara.words.chapter_8_8_retreats import retreats_to_come
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import block_words, pieces_words, rank
from tui.steps import Checklist, Menu, MenuItem, Step

_NAMED: Final = 2
"""How many of those who are lost in any case the title names."""


def choose_losses(player: SekigaharaPlayer, question: LossesDue) -> Step:
    """Own blocks: defectors first, then deployed ones, then the rest, each as the owner likes (8.7.2, R25).

    What is lost in any case, and what cannot be lost yet, is said; only those stand in the list from which one picks.
    Between blocks that are alike there is nothing to pick.
    """
    certain, open_class = certain_losses(player.state, question)
    title = _title(player, question, certain)
    note = _note(player, question, certain, open_class)
    if any(is_protagonist(player, block) for block in (*certain, *open_class)):  # else he is among those who are safe
        note = with_risk(player, question.location, note)
    picked = question.count - len(certain)
    if not picked or are_alike(player, open_class):
        lost = (*certain, *open_class[:picked])
        text = _("Lose {pieces}: the rules leave no choice").format(pieces=pieces_words(lost, player.faces))
        text = lost_with(player, text, lost)
        return Menu(title, [MenuItem(text, lambda: Lose(lost), scene=question.location)], note=note)
    items = items_to_lose(player, open_class)

    def confirmation(blocks: Pieces) -> str:
        lost = (*certain, *blocks)
        return lost_with(player, _("Lose {pieces}").format(pieces=pieces_words(lost, player.faces)), lost)

    return Checklist(
        title,
        items,
        all_of(exactly(picked, "block"), player.allowed(lambda blocks: Lose((*certain, *blocks)))),
        confirmation,
        lambda blocks: Lose((*certain, *blocks)),
        note=note,
        spot=question.location,
        limit=picked,
        codes=codes_of(player, items),
    )


def _title(player: SekigaharaPlayer, question: LossesDue, certain: Pieces) -> str:
    """How many are lost, and who of them in any case: no line stands for those, and the others are fewer than these."""
    lost = plural(question.count, "{count} block", "{count} blocks", _("no blocks"))
    title = _("You lose {blocks} at {location}").format(blocks=lost, location=NAMES[question.location])
    if not 0 < len(certain) < question.count:
        return title
    names = pieces_words(certain, player.faces)
    if len(certain) > _NAMED:
        names = plural(len(certain), "{count} block", "{count} blocks", _("no blocks"))
    # Translators: what the title of a list says, and which blocks are lost whatever is chosen
    return _("{title}, {blocks} in any case").format(title=title, blocks=names)


def _note(player: SekigaharaPlayer, question: LossesDue, certain: Pieces, open_class: Pieces) -> str:
    """Why so many are lost, who of them in any case, where the others go, who is safe, and which retreats are barred.

    What is told last falls away where there is little room: who is safe stands in no line of the list anyway.
    """
    combat = player.state.current_combat()
    reasons = loss_reasons(combat, player.seat, question.count)
    retreats = retreats_to_come(player.state, combat, player.seat, question.count)
    words = [_("{reasons} (8.7.1).").format(reasons=reasons)] if reasons else []
    if certain and open_class:
        lost = pieces_words(certain, player.faces)
        words.append(_("Lost in any case: {blocks}. Pick the others.").format(blocks=lost))
    safe = _safe_words(player, open_class)
    if not certain and not safe:
        safe = [_("The blocks lost are shown and out of the game (8.7.3).")]
    return " ".join([*words, *retreats[:1], *safe, *retreats[1:]])


def _safe_words(player: SekigaharaPlayer, open_class: Pieces) -> list[str]:
    """Who is safe, and why (8.7.2); nothing if nobody is."""
    defectors, deployed, rest = loss_classes(player.state, player.seat)
    if open_class == defectors and (deployed or rest):
        safe = _apart_from(player, (*deployed, *rest), open_class)
        return [_("Who defected is lost first (8.7.2); safe: {blocks}.").format(blocks=safe)]
    if open_class == deployed and rest:
        safe = _apart_from(player, rest, open_class)
        return [_("Who was deployed is lost first (8.7.2); safe: {blocks}.").format(blocks=safe)]
    return []


def _apart_from(player: SekigaharaPlayer, safe: Pieces, listed: Pieces) -> str:
    """Who is safe: a block that is called as one in the list is another than that."""
    faces = player.faces
    named = {faces[block] for block in listed}
    alike = Counter(sorted([faces[block] for block in safe if faces[block] in named], key=rank))
    words = [
        # Translators: a block of the kind that stands in the list as well
        ngettext("another {block}", "{count} other {block}", count).format(block=block_words(face), count=count)
        for face, count in alike.items()
    ]
    others = tuple([block for block in safe if faces[block] not in named])
    return ", ".join([*words, *([pieces_words(others, faces)] if others else [])])
