"""Deployments, with the impact that each adds (8.2 to 8.5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from engine.hidden import Face, other
from engine.sekigahara.board import HAND
from engine.sekigahara.chapters.chapter_2_victory import captures_hideyori
from engine.sekigahara.chapters.chapter_8_2_deployment import (
    Deploy,
    DeploymentDue,
    EndDeployment,
    leaders_need_no_card,
    undeployed,
)
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, loss_classes
from engine.sekigahara.chapters.chapter_8_9_sieges import besieged_units
from engine.sekigahara.forecasts import (
    CombatForecast,
    DeploymentForecast,
    combat_forecast,
    deployment_forecast,
    most_after,
    most_to_come,
)
from engine.sekigahara.pieces import ANY_CARD, BID_OF, DAIMYO_OF, IS_LEADER, KIND_OF, matches
from engine.sekigahara.rules import Sekigahara
from engine.sekigahara.state import Pieces
from tui.grammar import percentage
from tui.language import _
from tui.sekigahara.choosers.chapter_2_victory import (
    enemy_person_dies,
    is_protagonist,
    loses_game,
    risk_words,
    with_risk,
)
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_codes
from tui.sekigahara.explanations import chance_of_challenge
from tui.sekigahara.words.chapter_8_9_sieges import siege_forecast, siege_loss_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS, SIDES, card_name, daimyo_name, pieces_words
from tui.steps import Menu, MenuItem, Refused, Step


@dataclass(frozen=True, slots=True)
class _Option:
    """A deployment, what it comes to, and the most impact that can be reached once it stands."""

    deploy: Deploy
    forecast: DeploymentForecast
    most: int


def choose_deployment(player: SekigaharaPlayer, question: DeploymentDue) -> Step:
    """Blocks with the cards that deploy them; or to end (8.2 to 8.5, R20 to R22).

    Leaders whom the first card makes cost a card stand first, and are pointed at; then what adds most. The same blocks
    with other cards share its line: there stands first the card that leaves most to the other blocks, and of such the
    cheapest. A siege, where the besieger deploys all that it can, is ordered by what a deployment leaves altogether.
    To end stands last, and is pointed at where nothing that is left could change what
    is lost or who wins.
    """
    game = player.game
    assert isinstance(game, Sekigahara)
    deploys = player.options(Deploy)
    options = [
        _Option(each, deployment_forecast(player.view, each, game), most_after(player.view, each, game))
        for each in deploys
    ]
    options.sort(key=lambda option: _order(player, option))
    now = combat_forecast(player.state)
    comes_to_the_same = bool(options) and _comes_to_the_same(now, most_to_come(player.view))
    leaves_choice = comes_to_the_same and _all_deployed_die(player, now)
    in_vain = _in_vain(leaves_choice=leaves_choice) if comes_to_the_same else ""
    items = [*_items(player, question, options), _end(player, question, in_vain=in_vain)]
    siege = player.state.current_combat().siege
    title = _("Siege of {location}: deploy, or end") if siege else _("Battle of {location}: deploy, or end")
    return Menu(
        rule="8.9.4" if siege else "",
        title=title.format(location=NAMES[question.location]),
        items=items,
        note=_note(player, [option.forecast for option in options], in_vain=in_vain),
        refused=_refused(player, deploys),
        first=len(items) - 1 if comes_to_the_same and not leaves_choice else None,
    )


def _order(player: SekigaharaPlayer, option: _Option) -> tuple[object, ...]:
    """Where a deployment stands in the list: by what it adds, the same from one time to the next.

    Leaders come first, whom the first card makes cost a card as well (8.2.4): to send them is what passes. In a battle
    he comes last with whom the game would be lost: nobody should send him by the first Enter.
    """
    faces, deploy, forecast = player.faces, option.deploy, option.forecast
    siege = player.state.current_combat().siege
    return (
        not siege and any(is_protagonist(player, block) for block in deploy.blocks),
        deploy.card is not None,
        -option.most if siege else 0,
        -forecast.added,
        any(IS_LEADER[faces[block]] for block in deploy.blocks),
        _could_be_turned(player, forecast),
        -option.most,
        _dearness(None if deploy.card is None else faces[deploy.card]),
        [faces[block] for block in deploy.blocks],
    )


def _comes_to_the_same(now: CombatForecast, then: CombatForecast) -> bool:
    return (now.losses, now.leading) == (then.losses, then.leading)


def _items(player: SekigaharaPlayer, question: DeploymentDue, options: Sequence[_Option]) -> list[MenuItem]:
    """A line for the same blocks and the same impact, with the card that does it best; the others take turns."""
    tells_most = player.state.current_combat().siege and len({option.most for option in options}) > 1
    ways: dict[tuple[int, Pieces, bool], list[MenuItem]] = {}
    for option in options:
        same = option.forecast.added, option.deploy.blocks, option.deploy.card is None
        ways.setdefault(same, []).append(_item(player, question, option, tells_most=tells_most))
    return [replace(first, others=tuple(others), others_are=_("card")) for first, *others in ways.values()]


def _all_deployed_die(player: SekigaharaPlayer, now: CombatForecast) -> bool:
    """Whether as things stand all own blocks that were deployed are lost: one more would leave a choice (8.7.2)."""
    defected, deployed, rest = loss_classes(player.state, player.seat)
    losses = now.losses[player.seat]
    return bool(deployed and rest) and len(defected) < losses and len(defected) + len(deployed) <= losses


def _in_vain(*, leaves_choice: bool) -> str:
    """What a deployment comes to that changes neither how many are lost nor who wins."""
    if leaves_choice:
        return _(
            "Nothing that you can deploy changes how many are lost or who wins; but whoever is deployed is lost first "
            "(8.7.2): with one more you choose who."
        )
    return _("Nothing that you can deploy changes the losses or the winner.")


def _end(player: SekigaharaPlayer, question: DeploymentDue, *, in_vain: str) -> MenuItem:
    """To end, with what that costs if the opponent ends as well. `in_vain`: that to go on changes nothing, if so."""
    now, seat, enemy = combat_forecast(player.state), player.seat, other(player.seat)
    brief = ""
    if now.siege:
        if _falls(player, now):
            text = _("End: deploy no more; the castle falls")
            text = _("{text}: you win the game (2.1)").format(text=text) if _takes_hideyori(player) else text
        else:
            blocks = _lost_in_siege(player, now)
            text = _("End: deploy no more; {enemy} loses {blocks}").format(enemy=SIDES[enemy], blocks=blocks)
    else:
        # Translators: these two have to fit into a line of 60 columns, with the longer name of a side
        words = (
            _("End: as it stands you win; lose {own}, {enemy} {theirs}")
            if now.leading == seat
            else _("End: as it stands {enemy} wins; you lose {own}, they {theirs}")
        )
        text = words.format(own=now.losses[seat], enemy=SIDES[enemy], theirs=now.losses[enemy])
        if loses_game(player, now.losses[seat], now.losses[enemy]):
            # What loses the game needs no count beside it, and is not to fall away at the end of a line.
            text = _("End: as it stands {person} falls, and you lose the game").format(person=PERSONS[seat])
        elif enemy_person_dies(player, now.losses[enemy]):
            falls = _("{person} falls").format(person=PERSONS[enemy])
            # Translators: what a line comes to, and that it wins the game
            text = _("{text} — {falls}: you win the game").format(text=text, falls=falls)
            # Translators: what stands beside the key that ends a battle: who falls by that, and that it wins the game
            brief = _("end: {falls}, and you win the game").format(falls=falls)
    follows = _what_may_follow(player, now)
    if in_vain and follows:
        follows = f"{in_vain} {follows}"
    return MenuItem(
        text,
        EndDeployment,
        scene=question.location,
        key="e",
        brief=brief or text[:1].lower() + text[1:],
        # What would lose the game is wanted most when one is about to do it.
        detail=with_risk(player, question.location, follows),
    )


def _what_may_follow(player: SekigaharaPlayer, now: CombatForecast) -> str:
    """That the enemy may go on once the own side has ended, and what that would cost (8.5, 8.7.1)."""
    combat, seat, enemy = player.state.current_combat(), player.seat, other(player.seat)
    if now.siege or combat.ended[enemy] or now.losses[seat] >= len(player.state.pools[seat][combat.location]):
        return ""
    more = IMPACT_PER_LOSS - combat.impact[enemy] % IMPACT_PER_LOSS
    if combat.leading == seat:
        # Whoever loses the battle loses one more; a tie is the defender's.
        more = min(more, combat.impact[seat] - combat.impact[enemy] + (enemy == combat.attacker))
    return _("{enemy} may go on after that: {more} more impact would cost you another block.").format(
        enemy=SIDES[enemy], more=more
    )


_KINDS: Final = ("single", "swords", "double")
"""The kinds of cards that deploy, by what they are good for elsewhere, the least first."""


def _dearness(card: Face | None) -> tuple[int, int, int]:
    return (-1, 0, 0) if card is None else (_KINDS.index(KIND_OF[card]), BID_OF[card], card)


def _refused(player: SekigaharaPlayer, options: Sequence[Deploy]) -> list[Refused]:
    """The blocks for which there is no card, and the cards that deploy nothing here, in a line each."""
    faces, seat = player.faces, player.seat
    ready = {faces[block] for option in options for block in option.blocks}
    stuck = [block for block in undeployed(player.state, seat) if faces[block] not in ready]
    playing = {faces[option.card] for option in options if option.card is not None}
    idle = sorted({faces[card] for card in player.state.pools[seat][HAND]} - playing)
    bearing = [card_name(face) for face in idle if DAIMYO_OF[face] is not None]
    challenges = [card_name(face) for face in idle if DAIMYO_OF[face] is None]
    lines = []
    if stuck:
        why = _("A block is deployed with a card of its own mon (8.2.2).")
        if any(IS_LEADER[faces[block]] for block in stuck):
            needed = _("A leader needs none only until you play your first card here (8.2.4).")
            why = f"{why} {needed}"
        lines.append(Refused(_("No card for: {blocks}").format(blocks=pieces_words(stuck, faces)), why))
    if bearing:
        why = _("No block of yours with that mon is left to deploy here (8.2.2).")
        lines.append(Refused(_("No block for: {cards}").format(cards=", ".join(bearing)), why))
    if challenges:
        why = _("It answers a deployment of the enemy's in a battle (8.6.1).")
        lines.append(Refused(_("Deploys nobody: {card}").format(card=challenges[0]), why))
    return lines


def _item(player: SekigaharaPlayer, question: DeploymentDue, choice: _Option, *, tells_most: bool) -> MenuItem:
    """What it brings, by whom, and what it risks; in brief the blocks as they are written on the map.

    `tells_most`: and the most that can be reached after it, where that is not the same after all of them.
    """
    option, forecast = choice.deploy, choice.forecast
    brings = _brings(player, forecast)
    texts = [
        _("{brings}: {blocks} {card}").format(brings=brings, blocks=blocks, card=card)
        for blocks, card in (
            (pieces_words(option.blocks, player.faces), _card(player, option)),
            (" ".join(block_codes(player, option.blocks)), _card_in_brief(player, option)),
        )
    ]
    if tells_most:
        # Translators: `most` is the most impact that the own hand can still come to after that deployment
        left = _("{deployment}; then {most} at most")
        texts = [left.format(deployment=text, most=choice.most) for text in texts]
    exposes, after = _exposes(player, option), forecast.after
    lost = not after.siege and loses_game(
        player, after.losses[player.seat], after.losses[other(player.seat)], option.blocks
    )
    if exposes or lost:
        risks = (
            _("{deployment}; risks {person}: as it stands you lose the game")
            if exposes and lost
            else _("{deployment}; risks {person}")
            if exposes
            else _("{deployment}; as it stands you lose the game")
        )
        texts = [risks.format(deployment=text, person=PERSONS[player.seat]) for text in texts]
    if _could_be_turned(player, forecast):
        chance = chance_of_challenge(player.view, player.recollection)
        # Translators: `chance` is how likely the enemy can challenge it, as "37 %"; the second is for a short line
        wordings = (_("{deployment}; could defect, {chance}"), _("{deployment}; could defect {chance}"))
        texts = [
            words.format(deployment=text, chance=percentage(chance))
            for words, text in zip(wordings, texts, strict=True)
        ]
    text, brief = texts
    detail = _detail(player, option, forecast)
    return MenuItem(text, lambda: option, scene=question.location, detail=detail, brief=brief)


def _brings(player: SekigaharaPlayer, forecast: DeploymentForecast) -> str:
    """`+2, 7 to 5, you lead`: the impact added, both sides' then, and what that changes of who leads and is lost."""
    now, after, seat, enemy = combat_forecast(player.state), forecast.after, player.seat, other(player.seat)
    if after.siege:
        parts = [_("+{added}, impact {impact}").format(added=forecast.added, impact=after.impact[seat])]
    else:
        parts = [
            _("+{added}, {own} to {theirs}").format(
                added=forecast.added, own=after.impact[seat], theirs=after.impact[enemy]
            )
        ]
    if after.siege and _falls(player, after):
        falls = _("the castle falls already") if _falls(player, now) else _("the castle falls")
        wins = [_("you win the game")] if _takes_hideyori(player) else []
        return ", ".join([*parts, falls, *wins])
    takes_lead = after.leading == seat != now.leading
    parts += [_("you lead")] if takes_lead else []
    # That the loser loses one more needs no words (8.7.1).
    if after.losses[enemy] > now.losses[enemy] + takes_lead:
        parts.append(_("they lose {count}").format(count=after.losses[enemy]))
        if enemy_person_dies(player, after.losses[enemy]):
            parts.append(_("{person} falls").format(person=PERSONS[enemy]))
    return ", ".join(parts)


def _exposes(player: SekigaharaPlayer, option: Deploy) -> bool:
    """Whether the death that loses the game comes nearer by it: who is deployed dies before the others (8.7.2)."""
    besieges = player.state.current_combat().siege  # only the besieged lose blocks (8.9.4)
    return not besieges and any(is_protagonist(player, block) for block in option.blocks)


def _detail(player: SekigaharaPlayer, option: Deploy, forecast: DeploymentForecast) -> str:
    """What could lose the game, what is for good, what it leads to, what a challenge would do, the sum."""
    told = []
    exposes = _exposes(player, option)
    if exposes:
        exposed = _("{person} deployed is lost before those who are not (8.7), and with him the game (2.1).")
        told.append(exposed.format(person=PERSONS[player.seat]))
    # The line tells the score already: what cannot be had back comes before that, as few rows cut off the end.
    told += _leaders_to_pay_for(player, option)
    if not exposes and not forecast.after.siege and any(IS_LEADER[player.faces[block]] for block in option.blocks):
        told.append(_("Deployed, this leader is lost before those who are not (8.7.2)."))
    challenged, left = _challenge_words(player, option, forecast), _left_without_card(player, option)
    then = _("Then {outcome}") if forecast.turned is None else _("If it stands: {outcome}")
    outcome = [then.format(outcome=_after(player, forecast.after))]
    if not exposes and _comes_to_the_same(combat_forecast(player.state), forecast.after):
        outcome.append(_("This alone changes no losses."))
    rest = []
    if option.card is not None and any(ANY_CARD[player.faces[block]] for block in option.blocks):
        rest.append(_("Any card deploys it (8.2.2)."))
    mon, together, attack = forecast.parts
    sums = [_("{mon} mon").format(mon=mon)]
    sums += [_("{together} for comrades of the same daimyo").format(together=together)] if together else []
    sums += [_("{attack} for the special attack").format(attack=attack)] if attack else []
    rest += [f"{' + '.join(sums)} = {forecast.added}."] if len(sums) > 1 else []
    if forecast.turned is None:
        return " ".join([*told, *left, *outcome, *challenged, *rest])
    # What may come of it, one way or the other, has a line each.
    return "\n".join([" ".join(line) for line in (told, challenged, outcome, [*left, *rest]) if line])


def _leaders_to_pay_for(player: SekigaharaPlayer, option: Deploy) -> list[str]:
    """Whom the first card of the battle takes the right to come without one (8.2.4)."""
    if option.card is None or not leaders_need_no_card(player.state.current_combat(), player.seat):
        return []
    left = [block for block in undeployed(player.state, player.seat) if block not in option.blocks]
    leaders = [block for block in left if IS_LEADER[player.faces[block]]]
    words = _("After this card leaders need one too (8.2.4): {blocks}.")
    return [words.format(blocks=pieces_words(leaders, player.faces))] if leaders else []


def _left_without_card(player: SekigaharaPlayer, option: Deploy) -> list[str]:
    """The blocks that this card alone could deploy, among those that stay behind (8.2.2).

    Without him with whom the game would be lost: nobody would miss a card for him.
    """
    if option.card is None:
        return []
    faces, seat, siege = player.faces, player.seat, player.state.current_combat().siege
    rest = [
        block
        for block in undeployed(player.state, seat)
        if block not in option.blocks and (siege or not is_protagonist(player, block))
    ]
    hand = player.state.pools[seat][HAND]
    left = [
        block
        for block in rest
        if matches(faces[option.card], faces[block])
        and not any(matches(faces[card], faces[block]) for card in hand if card != option.card)
    ]
    words = _("No card is left then for: {blocks}.")
    return [words.format(blocks=pieces_words(left, faces))] if left else []


def _challenge_words(player: SekigaharaPlayer, option: Deploy, forecast: DeploymentForecast) -> list[str]:
    """What comes of a challenge (8.6)."""
    if not forecast.challengeable:
        return [] if forecast.after.siege else [_("It cannot be challenged.")]
    if not _may_challenge(player):
        return [_("{enemy} can hold no Loyalty Challenge now.").format(enemy=SIDES[other(player.seat)])]
    if forecast.turned is None:
        shown = pieces_words(forecast.proofs[:1], player.faces)
        return [_("Their challenge would fail: you can show {card}.").format(card=shown)]
    daimyo = _daimyo(player, option)
    lacking = _("you hold no other card") if daimyo is None else _("you hold no second {daimyo} card")
    words = _("If challenged ({chance} that {enemy} can): {lacking}, it fights for {enemy}, {outcome}")
    return [
        words.format(
            lacking=lacking.format(daimyo="" if daimyo is None else daimyo_name(daimyo)),
            chance=percentage(chance_of_challenge(player.view, player.recollection)),
            enemy=SIDES[other(player.seat)],
            outcome=_after(player, forecast.turned),
        )
    ]


def _daimyo(player: SekigaharaPlayer, option: Deploy) -> str | None:
    face = player.faces[option.blocks[0]]
    return None if ANY_CARD[face] else DAIMYO_OF[face]


def _after(player: SekigaharaPlayer, after: CombatForecast) -> str:
    """Who leads then and by what, what would be lost, and who deploys next."""
    seat, enemy = player.seat, other(player.seat)
    if after.siege:
        return _("the besieged lose {blocks} (impact {impact}).").format(
            impact=after.impact[seat], blocks=_lost_in_siege(player, after)
        )
    words = (
        _("you lead {own} to {theirs}, losses you {own_lost}, {enemy} {lost}")
        if after.leading == seat
        else _("{enemy} leads {theirs} to {own}, losses you {own_lost}, {enemy} {lost}")
    )
    outcome = words.format(
        own=after.impact[seat],
        theirs=after.impact[enemy],
        own_lost=after.losses[seat],
        enemy=SIDES[enemy],
        lost=after.losses[enemy],
    )
    deploys = _("you deploy next") if after.initiative == seat else _("{enemy} deploys next").format(enemy=SIDES[enemy])
    return f"{outcome}; {deploys}."


def _lost_in_siege(player: SekigaharaPlayer, forecast: CombatForecast) -> str:
    disk = player.state.current_combat().location in player.state.disks
    return siege_loss_words(forecast.losses[other(player.seat)], disk=disk)


def _falls(player: SekigaharaPlayer, forecast: CombatForecast) -> bool:
    """Whether nobody would be left in the castle, and no disk (8.9.4)."""
    combat = player.state.current_combat()
    return forecast.losses[combat.defender] == besieged_units(player.state, combat)


def _takes_hideyori(player: SekigaharaPlayer) -> bool:
    """Whether the castle's fall would win the game (2.1)."""
    return captures_hideyori(player.seat, player.state.current_combat().location)


def _card(player: SekigaharaPlayer, option: Deploy) -> str:
    if option.card is None:
        return _("without a card")
    return _("with {card}").format(card=card_name(player.faces[option.card]))


def _card_in_brief(player: SekigaharaPlayer, option: Deploy) -> str:
    """The card without its daimyo, where that is the one of the blocks: their codes say it."""
    card = None if option.card is None else player.faces[option.card]
    if card is None or any(DAIMYO_OF[player.faces[block]] != DAIMYO_OF[card] for block in option.blocks):
        return _card(player, option)
    words = {"single": _("with a card"), "swords": _("with swords"), "double": _("with a double")}
    return words[KIND_OF[card]]


def _could_be_turned(player: SekigaharaPlayer, forecast: DeploymentForecast) -> bool:
    """Whether nothing in the hand could answer a Loyalty Challenge, and the enemy may hold one (8.6.1)."""
    return forecast.challengeable and not forecast.proofs and _may_challenge(player)


def _may_challenge(player: SekigaharaPlayer) -> bool:
    """Whether a Loyalty Challenge can be in the enemy's hand, by what lies open."""
    return chance_of_challenge(player.view, player.recollection) > 0


def _note(player: SekigaharaPlayer, forecasts: Sequence[DeploymentForecast], *, in_vain: str) -> str:
    combat, seat = player.state.current_combat(), player.seat
    enemy = other(seat)
    risk = risk_words(player, combat.location)
    now = combat_forecast(player.state)
    notes = [risk] if risk else []
    if combat.siege:
        notes.append(siege_forecast(now, disk=combat.location in player.state.disks))
        notes.append(
            _("Impact {impact}; each {each} cost a block.").format(impact=combat.impact[seat], each=IMPACT_PER_LOSS)
        )
        if any(KIND_OF[player.faces[card]] == "swords" for card in player.state.pools[seat][HAND]):
            notes.append(_("Swords add no special attack in a siege (8.9.5)."))
    else:
        words = (
            _("You win {own} to {theirs} if nothing more is deployed.")
            if now.leading == seat
            else _("{enemy} wins {theirs} to {own} if nothing more is deployed.")
        )
        own, theirs = now.impact[seat], now.impact[enemy]
        notes.append(words.format(own=own, enemy=SIDES[enemy], theirs=theirs))
        notes += [_("A tie is the defender's (8.2.1).")] if own == theirs else []
    notes += [in_vain] if in_vain else []
    if any(IS_LEADER[player.faces[block]] for block in undeployed(player.state, seat)):
        if leaders_need_no_card(combat, seat):
            notes.append(_("Leaders need no card until your first card here (8.2.4)."))
        else:
            notes.append(_("You have played a card here, so leaders need one now (8.2.4)."))
    if any(_could_be_turned(player, forecast) for forecast in forecasts):
        notes.append(_("Could defect: you would have no card left to prove loyalty with (8.6)."))
    if not forecasts:
        notes.append(_("You have nothing that can be deployed."))
    return " ".join(notes)
