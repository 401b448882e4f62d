"""Deployments, with the impact that each adds (8.2 to 8.5)."""

from __future__ import annotations

from engine.hidden import other
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    DeploymentDue,
    EndDeployment,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.forecasts import deployment_forecast
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER
from tui.dialogue import Menu, MenuItem, Step
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, card_words, pieces_words


def choose_deployment(player: SekigaharaPlayer, question: DeploymentDue) -> Step:
    """Blocks with the cards that deploy them, the strongest first; or to end (8.2 to 8.5, R20 to R22)."""
    deployments = player.options(Deploy)
    added = {option: deployment_forecast(player.view, option).added for option in deployments}
    # The order is a matter of reading: nothing is left out.
    items = [
        _item(player, question, option, added[option]) for option in sorted(deployments, key=lambda one: -added[one])
    ]
    items.append(MenuItem("End: deploy no more in this combat", EndDeployment, scene=question.location))
    kind = "Siege" if player.state.current_combat().siege else "Battle"
    return Menu(f"{kind} of {NAMES[question.location]}: deploy, or end", items, note=_note(player, bool(deployments)))


def _item(player: SekigaharaPlayer, question: DeploymentDue, option: Deploy, added: int) -> MenuItem:
    blocks = pieces_words(option.blocks, player.faces)
    text = f"+{added} impact: {blocks} {_card(player, option)}{_risk(player, option)}"
    return MenuItem(text, lambda: option, scene=question.location)


def _card(player: SekigaharaPlayer, option: Deploy) -> str:
    if option.card is None:
        return "without a card"
    any_card = any(ANY_CARD[player.faces[block]] for block in option.blocks)
    return f"with {card_words(player.faces[option.card])}" + (" (any card deploys it)" if any_card else "")


def _risk(player: SekigaharaPlayer, option: Deploy) -> str:
    """Whether a Loyalty Challenge could turn the blocks (8.6.1)."""
    forecast = deployment_forecast(player.view, option)
    return " — no proof of loyalty left" if forecast.challengeable and not forecast.proofs else ""


def _note(player: SekigaharaPlayer, can_deploy: bool) -> str:
    combat, seat = player.state.current_combat(), player.seat
    enemy = other(seat)
    note = f"Impact: you {combat.impact[seat]}, {SIDES[enemy]} {combat.impact[enemy]}."
    if not combat.siege:
        note += f" {SIDES[combat.leading]} leads; a tie is the defender's."
    if any(IS_LEADER[player.faces[block]] for block in undeployed(player.state, seat)):
        if leaders_need_no_card(combat, seat):
            note += " Leaders need no card until your first card here (8.2.4)."
        else:
            note += " You have played a card here, so leaders need one now as well (8.2.4)."
    if not can_deploy:
        note += " You have nothing that can be deployed."
    return note
