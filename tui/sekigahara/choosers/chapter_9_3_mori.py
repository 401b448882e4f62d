"""The Mōri box (9.3)."""

from __future__ import annotations

from engine.sekigahara.board import HAND, MORI_BOX, OSAKA
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.components import ISHIDA
from tui.language import _
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, discard_menu
from tui.sekigahara.words.names import block_words
from tui.steps import MenuItem, Refused


def mori_items(player: SekigaharaPlayer, ending: str) -> list[MenuItem]:
    """The item that calls the next block to Osaka for a card, if one can be called. `ending`: what it ends (R18)."""
    called = [option.block for option in player.options(CallMori)]
    if not called:
        return []
    block = called[0]
    text = _("Call {block} from the Mōri box to Osaka, for a card").format(block=block_words(player.state.shown[block]))
    note = _("{block} comes to Osaka for the card, which is discarded (9.3).")
    step = discard_menu(
        player,
        _("Mōri box: discard which card?"),
        lambda card: CallMori(card, block),
        note=f"{note.format(block=block_words(player.state.shown[block]))} {ending}".strip(),
        rule="9.3",
        path=(OSAKA,),
    )
    return [MenuItem(text, lambda: step, spot=OSAKA, key="k", brief=_("call a Mōri block"), detail=ending)]


def mori_refused(player: SekigaharaPlayer) -> list[Refused]:
    """The call for which there is no card."""
    state = player.state
    if player.seat != ISHIDA or not state.pools[ISHIDA][MORI_BOX] or state.pools[ISHIDA][HAND]:
        return []
    why = _("It costs a card each, and your hand is empty (9.3).")
    return [Refused(_("Call a block from the Mōri box to Osaka"), why)]
