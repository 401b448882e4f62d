"""Showing what is overrun (7.4)."""

from __future__ import annotations

from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS, Reveal, RevealDue
from tui.language import _
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import pieces_words
from tui.steps import Menu, MenuItem, Step


def show_overrun(player: SekigaharaPlayer, question: RevealDue) -> Step:
    """There is nothing to choose, but something to know (7.4.2, R15)."""
    blocks = player.state.pools[player.seat][question.location]
    text = _("Show them and lose them: {pieces}").format(pieces=pieces_words(blocks, player.faces))
    return Menu(
        _("Your blocks at {location} are overrun").format(location=NAMES[question.location]),
        [MenuItem(text, Reveal, scene=question.location)],
        note=_("The enemy there has at least {ODDS} times as many blocks (7.4).").format(ODDS=ODDS),
    )
