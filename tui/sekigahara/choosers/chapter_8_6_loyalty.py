"""Loyalty challenges and proofs (8.6)."""

from __future__ import annotations

from engine.hidden import Piece, other
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, ProveLoyalty, pending
from tui.dialogue import Menu, MenuItem, Step
from tui.english import plural
from tui.games import Unasked
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.names import SIDES, card_words, pieces_words


def choose_challenge(player: SekigaharaPlayer, question: ChallengeDue) -> Step:
    """A Loyalty Challenge or none. Asked of everybody who has a card, so that the time tells nothing (8.6.1, R24)."""
    state, enemy = player.state, other(player.seat)
    deployment = pending(state)

    def item(option: Challenge) -> MenuItem:
        text = "Let it stand" if option.card is None else f"Challenge with your {card_words(player.faces[option.card])}"
        return MenuItem(text, lambda: option, scene=question.location)

    items = [item(option) for option in player.options(Challenge)]
    what = f"{pieces_words(deployment.blocks, state.shown)} with {pieces_words((deployment.card,), state.shown)}"
    hand = plural(len(state.pools[enemy][HAND]), "card")
    note = f"{SIDES[enemy]} has {hand} left to prove loyalty with."
    if len(items) == 1:
        note += " You hold no Loyalty Challenge; you are asked all the same, so that nobody can tell."
    return Menu(f"{SIDES[enemy]} deploys {what}: challenge?", items, note=note)


NOTHING_TO_CHALLENGE_WITH = Unasked(
    title="Nothing to challenge with",
    note="You hold no Loyalty Challenge: it stands.",
    log="You hold no Loyalty Challenge, so no challenge was made for you.",
)


def choose_proof(player: SekigaharaPlayer) -> Step:
    """A card that proves the challenged blocks loyal, or none (8.6.1, R23)."""

    def item(card: Piece) -> MenuItem:
        text = f"Show {card_words(player.faces[card])}, which goes back to your hand"
        return MenuItem(text, lambda: ProveLoyalty(card))

    options = player.options(ProveLoyalty)
    items = [item(option.card) for option in options if option.card is not None]
    items.append(MenuItem("Show nothing: the blocks change sides for this battle", lambda: ProveLoyalty(None)))
    what = pieces_words(pending(player.state).blocks, player.faces)
    note = "A further card that could deploy them proves it (8.6)."
    return Menu(f"Your {what}: loyalty challenged", items, note=note)
