"""Deployments, with the impact that each adds (8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hidden import other
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    DeploymentDue,
    EndDeployment,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.forecasts import DeploymentForecast, deployment_forecast
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER
from engine.sekigahara.rules import Sekigahara
from tui.dialogue import Menu, MenuItem, Step
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, card_words, pieces_words


def choose_deployment(player: SekigaharaPlayer, question: DeploymentDue) -> Step:
    """Blocks with the cards that deploy them, the strongest first; or to end (8.2 to 8.5, R20 to R22)."""
    game = player.game
    assert isinstance(game, Sekigahara)
    forecasts = [(option, deployment_forecast(player.view, option, game)) for option in player.options(Deploy)]
    # The order is a matter of reading: nothing is left out.
    forecasts.sort(key=lambda pair: -pair[1].added)
    items = [_item(player, question, option, forecast) for option, forecast in forecasts]
    items.append(MenuItem("End: deploy no more in this combat", EndDeployment, scene=question.location, key="e"))
    kind = "Siege" if player.state.current_combat().siege else "Battle"
    title = f"{kind} of {NAMES[question.location]}: deploy, or end"
    return Menu(title, items, note=_note(player, [forecast for _, forecast in forecasts]))


def _item(player: SekigaharaPlayer, question: DeploymentDue, option: Deploy, forecast: DeploymentForecast) -> MenuItem:
    blocks = pieces_words(option.blocks, player.faces)
    text = f"+{forecast.added} impact: {blocks} {_card(player, option)}"
    if _could_be_turned(forecast):
        text += "; no proof left"
    return MenuItem(text, lambda: option, scene=question.location)


def _card(player: SekigaharaPlayer, option: Deploy) -> str:
    if option.card is None:
        return "without a card"
    any_card = any(ANY_CARD[player.faces[block]] for block in option.blocks)
    return f"with {card_words(player.faces[option.card])}" + (" (any card deploys it)" if any_card else "")


def _could_be_turned(forecast: DeploymentForecast) -> bool:
    """Whether nothing in the hand could answer a Loyalty Challenge (8.6.1)."""
    return forecast.challengeable and not forecast.proofs


def _note(player: SekigaharaPlayer, forecasts: Sequence[DeploymentForecast]) -> str:
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
    if any(map(_could_be_turned, forecasts)):
        note += " No proof left: a Loyalty Challenge would turn the blocks (8.6)."
    if not forecasts:
        note += " You have nothing that can be deployed."
    return note
