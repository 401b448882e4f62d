"""The keys of lines that stand in some lists only: what each would do, and why there is nothing for it to do now."""

from __future__ import annotations

from typing import Any

from engine.hidden import View
from engine.sekigahara.board import MORI_BOX
from engine.sekigahara.chapters.chapter_7_1_movement import MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import muster_refusal, open_locations
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.state import State
from tui.language import _
from tui.sekigahara.choosers.chapter_7_2_muster import no_place_to_muster
from tui.sekigahara.words.refusals import refusal_words


def idle_key(view: View[State], question: Any, key: str) -> str:
    """See `GameInterface.idle_key`: what ends (6.4), musters (7.2), or calls a Mōri block (9.3)."""
    if key == "e":
        return _("{key} ends your movement, or what you deploy: there is nothing to end now.").format(key=key)
    if key == "j":
        return _muster(view, question, key)
    if key == "k":
        if view.seat != ISHIDA:
            return _("{key} calls a block from the Mōri box: that is for Ishida alone (9.3).").format(key=key)
        if not view.state.pools[ISHIDA][MORI_BOX]:
            return _("{key} calls a block from the Mōri box, which is empty (9.3).").format(key=key)
        words = (
            _("{key} calls a block from the Mōri box for a card of your hand, once movement is paid for (7.1, 9.3).")
            if isinstance(question, PaymentDue)
            else _("{key} calls a block from the Mōri box for a card of your hand, in your movement phase (9.3).")
        )
        return words.format(key=key)
    return ""


def _muster(view: View[State], question: Any, key: str) -> str:
    if isinstance(question, PaymentDue):
        return _("{key} musters, once movement is paid for (7.1, 7.2): choose how much to buy.").format(key=key)
    why = _why_no_muster(view) if isinstance(question, MovementDue) else ""
    if why:
        return _("{key} musters, and not now: {why}").format(key=key, why=why)
    return _("{key} musters, in your movement phase (7.2).").format(key=key)


def _why_no_muster(view: View[State]) -> str:
    refusal = muster_refusal(view.state, view.seat)
    if refusal is not None:
        return f"{refusal_words(refusal)}."
    return "" if open_locations(view.state, view.seat) else no_place_to_muster()
