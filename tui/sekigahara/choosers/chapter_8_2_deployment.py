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
from engine.sekigahara.pieces import ANY_CARD, DAIMYO_OF, IS_LEADER
from engine.sekigahara.rules import Sekigahara
from tui.dialogue import Menu, MenuItem, Step
from tui.english import plural
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, card_words, daimyo_name, pieces_words


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
    return MenuItem(text, lambda: option, scene=question.location, detail=_detail(player, option, forecast))


def _detail(player: SekigaharaPlayer, option: Deploy, forecast: DeploymentForecast) -> str:
    """How the impact adds up, where it leads, and what a challenge would do."""
    mon, together, attack = forecast.parts
    sums = [f"{mon} mon"]
    sums += [f"{together} for comrades of the same daimyo"] if together else []
    sums += [f"{attack} for the special attack"] if attack else []
    text = f"{' + '.join(sums)} = {forecast.added}: {_after(player, forecast)}"
    if not forecast.challengeable:
        return f"{text} It cannot be challenged."
    if forecast.proofs:
        return f"{text} A challenge fails: you can show {pieces_words(forecast.proofs[:1], player.faces)}."
    what = f"no second {daimyo_name(daimyo)} card" if (daimyo := _daimyo(player, option)) else "no other card"
    return f"{text} You have {what}: it can be challenged, and fights for the enemy then."


def _daimyo(player: SekigaharaPlayer, option: Deploy) -> str | None:
    face = player.faces[option.blocks[0]]
    return None if ANY_CARD[face] else DAIMYO_OF[face]


def _after(player: SekigaharaPlayer, forecast: DeploymentForecast) -> str:
    """The impact of both sides then, who leads and deploys next, and what would be lost."""
    seat, after = player.seat, forecast.after
    enemy = other(seat)
    combat = player.state.current_combat()
    impact = f"impact {combat.impact[seat] + forecast.added} to {combat.impact[enemy]}"
    if after.siege:
        return f"{impact}; the besieged would lose {plural(after.losses[enemy], 'unit')}."
    leads = "you lead" if after.leading == seat else f"{SIDES[enemy]} leads"
    following = "you have initiative" if after.initiative == seat else f"{SIDES[enemy]} has initiative"
    return f"{impact}, {leads}, {following}; losses you {after.losses[seat]}, {SIDES[enemy]} {after.losses[enemy]}."


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
