"""Loyalty challenges and proofs (8.6)."""

from __future__ import annotations

from engine.hidden import Piece, Seat, other
from engine.sekigahara.chapters.chapter_8_6_loyalty import (
    Challenge,
    ChallengeDue,
    ProveLoyalty,
    has_challenged,
    pending,
)
from engine.sekigahara.forecasts import CombatForecast, challenge_forecasts
from tui.grammar import percentage
from tui.language import _, ngettext
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.explanations import challenge_odds, chance_of_proof
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, card_name, card_words, pieces_words
from tui.steps import Menu, MenuItem, Step


def choose_challenge(player: SekigaharaPlayer, question: ChallengeDue) -> Step:
    """A Loyalty Challenge or none. Asked of everybody who has a card, so that the time tells nothing (8.6.1, R24)."""
    state, enemy = player.state, other(player.seat)
    deployment = pending(state)

    def item(option: Challenge) -> MenuItem:
        if option.card is None:
            text = _("Let it stand")
        else:
            text = _("Challenge with your {card}: {percent} that it can be proven").format(
                card=card_name(player.faces[option.card]),
                percent=percentage(chance_of_proof(player.view, player.recollection)),
            )
        return MenuItem(text, lambda: option, scene=question.location)

    items = [item(option) for option in player.options(Challenge)]
    blocks, card = pieces_words(deployment.blocks, state.shown), pieces_words((deployment.card,), state.shown)
    note = _either_way(player, enemy)
    if len(items) > 1:
        note = f"{_('Your card stays played whatever comes of it.')} {note} "
        note += challenge_odds(player.view, player.recollection)
    else:
        untold = (
            _("You hold no second Loyalty Challenge; you are asked all the same, so that nobody can tell.")
            if has_challenged(state, player.seat)
            else _("You hold no Loyalty Challenge; you are asked all the same, so that nobody can tell.")
        )
        note = f"{note} {untold}"
    where = NAMES[question.location]
    # The blocks first: they are what may change sides, and a title with little room loses its end.
    title = _("Challenge {blocks} at {location}? {card}").format(location=where, blocks=blocks, card=card)
    return Menu(title, items, note=note)


def choose_proof(player: SekigaharaPlayer) -> Step:
    """A card that proves the challenged blocks loyal, or none (8.6.1, R23)."""

    def item(card: Piece) -> MenuItem:
        text = _("Show {card}, which goes back to your hand").format(card=card_words(player.faces[card]))
        return MenuItem(text, lambda: ProveLoyalty(card))

    options = player.options(ProveLoyalty)
    items = [item(option.card) for option in options if option.card is not None]
    blocks = pending(player.state).blocks
    nothing = ngettext(
        "Show nothing: the block changes sides for this battle",
        "Show nothing: the blocks change sides for this battle",
        len(blocks),
    )
    items.append(MenuItem(nothing, lambda: ProveLoyalty(None)))
    what = pieces_words(blocks, player.faces)
    proves = ngettext(
        "A further card that could deploy it proves it (8.6).",
        "A further card that could deploy them proves it (8.6).",
        len(blocks),
    )
    note = f"{_either_way(player, player.seat)} {proves}"
    return Menu(_("Your {blocks}: loyalty challenged").format(blocks=what), items, note=note)


def _either_way(player: SekigaharaPlayer, deployer: Seat) -> str:
    """The impact of both sides, and who leads, if what was deployed last stands, and if it defects (8.6.1, 8.2.1)."""
    own, enemy = player.seat, other(player.seat)
    stands, turned = challenge_forecasts(player.state, deployer)

    def leading(forecast: CombatForecast) -> str:
        leads = forecast.leading
        return _("you lead") if leads == own else _("{side} leads").format(side=SIDES[leads])

    return _(
        "You to {enemy}: if it stands {own} to {theirs}, {first}; if it defects {own_then} to {theirs_then}, {then}."
    ).format(
        first=leading(stands),
        then=leading(turned),
        enemy=SIDES[enemy],
        own=stands.impact[own],
        theirs=stands.impact[enemy],
        own_then=turned.impact[own],
        theirs_then=turned.impact[enemy],
    )
