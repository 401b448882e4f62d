"""Deployments, with the impact that each adds (8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.hidden import Face, Piece, other
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    DeploymentDue,
    EndDeployment,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.forecasts import CombatForecast, DeploymentForecast, combat_forecast, deployment_forecast
from engine.sekigahara.pieces import ANY_CARD, BID_OF, DAIMYO_OF, IS_LEADER, KIND_OF
from engine.sekigahara.rules import Sekigahara
from tui.dialogue import Menu, MenuItem, Refused, Step
from tui.grammar import listed
from tui.language import _, plural
from tui.sekigahara.choosers.chapter_2_victory import is_protagonist, risk_words
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS, SIDES, card_words, daimyo_name, pieces_words


def choose_deployment(player: SekigaharaPlayer, question: DeploymentDue) -> Step:
    """Blocks with the cards that deploy them; or to end (8.2 to 8.5, R20 to R22).

    What costs no card comes first, since it is lost with the first card; then the strongest, with the cheapest card
    that does it. Whoever may lose the game comes last: nobody should send him by the first Enter.
    """
    game = player.game
    assert isinstance(game, Sekigahara)
    forecasts = [(option, deployment_forecast(player.view, option, game)) for option in player.options(Deploy)]
    # The order is a matter of reading: nothing is left out.
    forecasts.sort(key=lambda pair: _order(player, *pair))
    items = [_item(player, question, option, forecast) for option, forecast in forecasts]
    items.append(
        MenuItem(
            _("End: deploy no more in this combat"), EndDeployment, scene=question.location, key="e", brief=_("end")
        )
    )
    siege = player.state.current_combat().siege
    title = _("Siege of {location}: deploy, or end") if siege else _("Battle of {location}: deploy, or end")
    return Menu(
        rule="8.9.4" if siege else "",
        title=title.format(location=NAMES[question.location]),
        items=items,
        note=_note(player, [forecast for _option, forecast in forecasts]),
        refused=_refused(player, {option.card for option, _forecast in forecasts}),
    )


def _order(player: SekigaharaPlayer, option: Deploy, forecast: DeploymentForecast) -> tuple[object, ...]:
    """Where a deployment stands in the list: by what people ask first, the same from one time to the next."""
    faces = player.faces
    return (
        any(is_protagonist(player, block) for block in option.blocks),
        option.card is not None,
        -forecast.added,
        _could_be_turned(forecast),
        _dearness(None if option.card is None else faces[option.card]),
        [faces[block] for block in option.blocks],
    )


_KINDS: Final = ("single", "swords", "double")
"""The kinds of cards that deploy, by what they are good for elsewhere, the least first."""


def _dearness(card: Face | None) -> tuple[int, int, int]:
    return (-1, 0, 0) if card is None else (_KINDS.index(KIND_OF[card]), BID_OF[card], card)


def _refused(player: SekigaharaPlayer, deploying: set[Piece | None]) -> list[Refused]:
    """The cards of the hand that deploy nothing here, those together that do not for the same reason."""
    faces, seat = player.faces, player.seat
    idle = {faces[card] for card in player.state.pools[seat][HAND]} - {
        faces[card] for card in deploying if card is not None
    }
    left = undeployed(player.state, seat)
    no_block = (
        _("No block of yours with that mon is left to deploy here (8.2.2).")
        if left
        else _("All your blocks here are deployed (8.2.2).")
    )
    groups = (
        ([face for face in sorted(idle) if DAIMYO_OF[face] is not None], no_block),
        (
            [face for face in sorted(idle) if DAIMYO_OF[face] is None],
            _("It is there to challenge the enemy's deployments (8.6.1)."),
        ),
    )
    return [
        Refused(_("Deploys nothing here: {cards}").format(cards=listed([card_words(face) for face in cards])), why)
        for cards, why in groups
        if cards
    ]


def _item(player: SekigaharaPlayer, question: DeploymentDue, option: Deploy, forecast: DeploymentForecast) -> MenuItem:
    blocks = pieces_words(option.blocks, player.faces)
    text = _("+{added} impact: {blocks} {card}").format(added=forecast.added, blocks=blocks, card=_card(player, option))
    if _could_be_turned(forecast):
        text = _("{deployment}; no proof left").format(deployment=text)
    return MenuItem(text, lambda: option, scene=question.location, detail=_detail(player, option, forecast))


def _detail(player: SekigaharaPlayer, option: Deploy, forecast: DeploymentForecast) -> str:
    """How the impact adds up, where it leads, and what a challenge would do."""
    mon, together, attack = forecast.parts
    sums = [_("{mon} mon").format(mon=mon)]
    sums += [_("{together} for comrades of the same daimyo").format(together=together)] if together else []
    sums += [_("{attack} for the special attack").format(attack=attack)] if attack else []
    text = f"{' + '.join(sums)} = {forecast.added}: {_after(player, forecast.after)}"
    now, after = combat_forecast(player.state), forecast.after
    if (now.losses, now.leading) == (after.losses, after.leading):
        text = f"{text} {_('So far that gains nothing: the losses are the same without it.')}"
    besieges = player.state.current_combat().siege  # only the besieged lose units (8.9.4)
    if not besieges and any(is_protagonist(player, block) for block in option.blocks):
        exposed = _("{person} deployed is lost before those who are not (8.7), and with him the game (2.1).")
        text = f"{exposed.format(person=PERSONS[player.seat])} {text}"
    if not forecast.challengeable:
        return f"{text} {_('It cannot be challenged.')}"
    if forecast.turned is None:
        shown = pieces_words(forecast.proofs[:1], player.faces)
        return f"{text} {_('A challenge fails: you can show {card}.').format(card=shown)}"
    daimyo = _daimyo(player, option)
    outcome = _after(player, forecast.turned)
    words = (
        _("You have no other card: it can be challenged, and fights for the enemy then: {outcome}")
        if daimyo is None
        else _("You have no second {daimyo} card: it can be challenged, and fights for the enemy then: {outcome}")
    )
    return f"{text} {words.format(daimyo='' if daimyo is None else daimyo_name(daimyo), outcome=outcome)}"


def _daimyo(player: SekigaharaPlayer, option: Deploy) -> str | None:
    face = player.faces[option.blocks[0]]
    return None if ANY_CARD[face] else DAIMYO_OF[face]


def _after(player: SekigaharaPlayer, after: CombatForecast) -> str:
    """The impact of both sides then, who leads and deploys next, and what would be lost."""
    seat, enemy = player.seat, other(player.seat)
    impact = _("impact {own} to {theirs}").format(own=after.impact[seat], theirs=after.impact[enemy])
    if after.siege:
        lost = after.losses[enemy]
        words = (
            _("{impact}; the besieged would lose {units}.") if lost else _("{impact}; the besieged would lose nothing.")
        )
        return words.format(impact=impact, units=plural(lost, "{count} unit", "{count} units"))
    leads = _("you lead") if after.leading == seat else _("{side} leads").format(side=SIDES[enemy])
    following = (
        _("you have initiative") if after.initiative == seat else _("{side} has initiative").format(side=SIDES[enemy])
    )
    return _("{impact}, {leads}, {following}; losses you {own}, {enemy} {theirs}.").format(
        impact=impact,
        leads=leads,
        following=following,
        own=after.losses[seat],
        enemy=SIDES[enemy],
        theirs=after.losses[enemy],
    )


def _card(player: SekigaharaPlayer, option: Deploy) -> str:
    if option.card is None:
        return _("without a card")
    any_card = any(ANY_CARD[player.faces[block]] for block in option.blocks)
    words = _("with {card} (any card deploys it)") if any_card else _("with {card}")
    return words.format(card=card_words(player.faces[option.card]))


def _could_be_turned(forecast: DeploymentForecast) -> bool:
    """Whether nothing in the hand could answer a Loyalty Challenge (8.6.1)."""
    return forecast.challengeable and not forecast.proofs


def _note(player: SekigaharaPlayer, forecasts: Sequence[DeploymentForecast]) -> str:
    combat, seat = player.state.current_combat(), player.seat
    enemy = other(seat)
    risk = risk_words(player, combat.location)
    notes = [risk] if risk else []
    notes += [
        _("Impact: you {own}, {enemy} {theirs}.").format(
            own=combat.impact[seat], enemy=SIDES[enemy], theirs=combat.impact[enemy]
        )
    ]
    if not combat.siege:
        notes.append(_("{side} leads; a tie is the defender's.").format(side=SIDES[combat.leading]))
    if any(IS_LEADER[player.faces[block]] for block in undeployed(player.state, seat)):
        if leaders_need_no_card(combat, seat):
            notes.append(_("Leaders need no card until your first card here (8.2.4)."))
        else:
            notes.append(_("You have played a card here, so leaders need one now as well (8.2.4)."))
    if any(map(_could_be_turned, forecasts)):
        notes.append(_("No proof left: a Loyalty Challenge would turn the blocks (8.6)."))
    if not forecasts:
        notes.append(_("You have nothing that can be deployed."))
    return " ".join(notes)
