"""What `?` says: its rule and its example are those of what is asked, and it is true of the position."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Acted, Face, Seat, View, other
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DECK, DISCARD, location_named
from engine.sekigahara.chapters.chapter_6_week import BidsDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, PaymentDue
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import challenge_forecasts, combat_forecast, deployment_forecast
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import Table, combat_phase, position
from tests.tui.sekigahara.games import asked, new_table, play, port_at, random_bot
from tests.tui.sekigahara.test_choosers import deployment, dialogue_at, outcomes, press
from tui.dialogue import Dialogue
from tui.games import interface_of, words_of
from tui.glyphs import UNICODE
from tui.grammar import percentage
from tui.lines import plain_text
from tui.screens.explain import explanation
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.explanations import challenge_odds, explain, odds_lines
from tui.sekigahara.panels.battle import missing_words
from tui.sekigahara.words.names import SIDES

CHAPTER = re.compile(r"chapter_(\d)_(\d)")
LOSSES = re.compile(r"loses (\w+) blocks? as it stands: (\d+) for impact (\d+), one per 7, (?:and )?(one|none)")


@pytest.mark.parametrize("seed", range(2))
def test_the_rule_of_every_step_is_of_the_chapter_of_what_it_comes_to(seed: int) -> None:
    """Over a whole game, with lines taken at random."""
    random, words = Random(seed), words_of(SEKIGAHARA)
    table = new_table(seed)
    for _seat, question in play(table, random_bot(seed)):
        dialogue = Dialogue(first_step(*asked(table)))
        action, rule = None, ""
        for _ in range(20):
            rule = dialogue.rule or words.rule(question)
            action = dialogue.press(random.randrange(len(dialogue.rows())))
            if action is not None:
                break
        if action is None or isinstance(action, EndMovement):
            continue
        found = CHAPTER.search(type(action).__module__)
        chapter = "6" if found is None else ".".join(found.groups())
        if isinstance(question, DeploymentDue) and table.state.current_combat().siege:
            chapter = "8.9"
        assert rule == chapter or rule.startswith(f"{chapter}."), (rule, action)


def told(table: Table, seat: Seat, *steps: str) -> str:
    dialogue = dialogue_at(table)
    for step in steps:
        assert press(dialogue, step) is None
    lines = explanation(port_at(table, seat), interface_of(SEKIGAHARA, UNICODE), dialogue)
    return "\n".join([plain_text(line) for line in lines])


def test_a_muster_and_a_siege_are_told_of_by_their_own_rules_and_examples() -> None:
    table = position({"edo": ["tokugawa-3"], "recruitment": ["date-2"]}, {"kyoto": ["ukita-3"]})
    assert "7.3.1" in told(table, TOKUGAWA)
    muster = told(table, TOKUGAWA, "Muster from")
    assert "Example: Two Date blocks of the box" in muster
    assert "Rule 7.2" in muster
    table = position({"gifu": ["tokugawa-3"]}, {"gifu": ["mori-2"]})
    combat_phase(table)
    action = press(dialogue_at(table), "Gifu")
    assert action is not None
    table.act(TOKUGAWA, action)
    inside = press(dialogue_at(table), "Stay inside")
    assert inside is not None
    table.act(ISHIDA, inside)
    siege = told(table, TOKUGAWA)
    assert "Example: The besieger has 5 impact" in siege
    assert "Rule 8.9.4" in siege


def test_who_holds_the_castle_is_told_that_combat_there_may_be_stayed_out_of() -> None:
    table = position(
        {"aizu": ["tokugawa-3"], "edo": ["tokugawa-2"] * 3},
        {"aizu": ["ukita-3"] * 2, "edo": ["mori-2"]},
        holders={"aizu": TOKUGAWA, "edo": TOKUGAWA},
    )
    combat_phase(table)
    texts = {row.text.partition(":")[0]: row.text for row in dialogue_at(table).rows()}
    assert texts["Aizu"].endswith("you may stay inside (8.9.2)")
    assert "stay inside" not in texts["Edo"]
    assert "must be fought" not in dialogue_at(table).note
    assert "Aizu: the castle is yours." in told(table, TOKUGAWA)


def test_nothing_could_defect_where_the_enemy_can_hold_no_challenge() -> None:
    """8.6.1: every one of them lies open."""
    for seen in (False, True):
        table = deployment(["tokugawa-swords", "date-single"], ["ukita-single"])
        state, challenge = table.state, FACE_NAMED["card-ishida-loyalty"]
        if seen:
            cards = tuple([card for card in state.pools[ISHIDA][DECK] if table.faces[card] == challenge])
            state.transfer(ISHIDA, cards, DECK, DISCARD)
            state.shown.update(dict.fromkeys(cards, challenge))
        rows = dialogue_at(table).rows()
        assert any(re.search(r"could defect, (< )?\d+%", row.text) for row in rows) is not seen
        assert any("Ishida can hold no Loyalty Challenge now." in row.detail for row in rows) is seen


def test_a_deployment_that_can_be_challenged_says_what_comes_of_it_then_too() -> None:
    table = deployment(["tokugawa-swords", "date-single"], ["ishida-loyalty"])
    view, seen = table.view(TOKUGAWA), 0
    for row in dialogue_at(table).rows():
        if "could defect" in row.text:
            assert re.search(
                r"fights for Ishida, \w+ leads? \d+ to \d+, losses you \d, Ishida \d; \w+ deploys? next\.", row.detail
            )
            assert "changes no losses" not in row.detail, "it wins the battle"
    for action in outcomes(first_step(*asked(table))):
        forecast = deployment_forecast(view, action) if isinstance(action, Deploy) else None
        if forecast is None or forecast.turned is None:
            continue
        after = table.state.copy()
        shown = {piece: table.faces[piece] for piece in SEKIGAHARA.to_show(after, TOKUGAWA, action)}
        SEKIGAHARA.apply(after, Acted(TOKUGAWA, action, shown))
        stands, turned = [forecast.impact for forecast in challenge_forecasts(after, TOKUGAWA)]
        assert (forecast.after.impact, forecast.turned.impact) == (stands, turned)
        assert turned[other(TOKUGAWA)] > 0
        seen += 1
    assert seen


def test_a_deployment_that_changes_no_losses_is_said_to_gain_nothing() -> None:
    table = deployment(["tokugawa-swords"], [])
    free = press(dialogue_at(table), "+1, 1 to 0, you lead: Date leader without a card")
    assert free is not None
    before = combat_forecast(table.state)
    table.act(TOKUGAWA, free)
    after = combat_forecast(table.state)
    assert before.losses != after.losses
    if table.asked(ISHIDA) is not None:
        table.act(ISHIDA, EndDeployment())
    rows = dialogue_at(table).rows()
    assert all("changes no losses" in row.detail for row in rows if row.text.startswith("+")), rows


@pytest.mark.parametrize("seed", range(3))
def test_the_losses_of_a_battle_are_those_that_its_page_tells(seed: int) -> None:
    """8.7.1."""
    table, found = new_table(seed), 0
    for _seat, question in play(table, random_bot(seed)):
        if not isinstance(question, DeploymentDue) or table.state.current_combat().siege or found > 20:
            continue
        found += 1
        player, _question = asked(table)
        lines = [plain_text(line) for line in explain(player.view, question, "8.2.2")]
        forecast = combat_forecast(table.state)
        for side in SEATS:
            line = next(line for line in lines if line.startswith(f"{SIDES[side]} loses "))
            terms = LOSSES.search(line)
            if terms is None:
                assert "loses all that it has there as it stands" in line
                assert forecast.losses[side] == len(table.state.pools[side][table.state.current_combat().location])
                continue
            count, by_impact, impact, by_defeat = terms.groups()
            assert int(count.replace("no", "0")) == forecast.losses[side]
            assert forecast.losses[side] == int(by_impact) + (by_defeat == "one")
            assert int(impact) == forecast.impact[other(side)]
        panel = missing_words(table.state, (player.seat, other(player.seat)))
        one_more = [line for line in lines if line.startswith("For one more enemy loss: ")]
        assert all(line in panel for line in one_more)
        assert bool(one_more) == ("For one more enemy loss: " in panel)
    assert found


class Seeing(Recollection):
    """Is sure of one card in every hand."""

    def __init__(self, card: str) -> None:
        super().__init__()
        self._card = FACE_NAMED[card]

    def cards(self, state: State, seat: Seat) -> Counter[Face]:
        return Counter([self._card])


def deployed(block: str, hand: list[str]) -> View[State]:
    """What Ishida sees of a deployment of Tokugawa's for a card of Tokugawa's, with this hand left."""
    card = {"tokugawa": "tokugawa-single", "ii": "fukushima-single"}[block.partition("-")[0]]
    table = position({"kyoto": [block], "hand": [card, *hand]}, {"kyoto": ["ukita-3"], "hand": ["ishida-loyalty"]})
    combat_phase(table)
    table.act(TOKUGAWA, next(iter(outcomes(first_step(*asked(table))))))
    deploy = next(each for each in outcomes(first_step(*asked(table))) if isinstance(each, Deploy) and each.card)
    table.act(TOKUGAWA, deploy)
    return table.view(ISHIDA)


def test_the_odds_of_a_proof_say_what_is_certain_and_why() -> None:
    """8.6.1, R23: by the number of cards in hand, by those that were seen there, and by whom any card proves."""
    assert challenge_odds(deployed("tokugawa-2", [])) == "Tokugawa cannot prove loyalty: no card is in hand."
    view = deployed("tokugawa-2", ["date-single"])
    assert re.match(r"\d+% that Tokugawa can prove loyalty: 1 in hand, \d+ of \d+ unseen", challenge_odds(view))
    seen = "Tokugawa can prove loyalty: Tokugawa swords was seen and is in hand still."
    assert challenge_odds(view, Seeing("card-tokugawa-swords")) == seen
    other_card = "Tokugawa cannot prove loyalty: no card in hand can be one that would."
    assert challenge_odds(view, Seeing("card-date-single")) == other_card
    assert "any card would but a Loyalty Challenge" in challenge_odds(deployed("ii-4", ["date-single"]))
    told = [plain_text(line) for line in odds_lines(view, Seeing("card-date-single"))]
    assert "Seen, and in hand still: Date card" in told
    assert "0% that a Loyalty Challenge is among them" in told[1]
    view = deployed("tokugawa-2", ["date-single", "date-single"])
    plain = re.match(r"(\d+)% that Tokugawa can prove loyalty: 2 in hand, (\d+) of (\d+) unseen", challenge_odds(view))
    less = challenge_odds(view, Seeing("card-date-single"))
    assert plain is not None
    assert f": 1 in hand, {plain[2]} of {int(plain[3]) - 1} unseen" in less
    assert less.endswith("Known in hand besides: Date card.")
    assert (percentage(Fraction(1, 900)), percentage(Fraction(899, 900)), percentage(Fraction(1, 3))) == (
        "< 1%",
        "> 99%",
        "33%",
    )


def test_what_is_unseen_of_a_daimyo_stands_in_a_row_and_all_in_columns() -> None:
    told = [plain_text(line) for line in odds_lines(deployed("tokugawa-2", []))]
    cards = told[2 : next(number for number, line in enumerate(told) if "blocks not seen" in line)]
    assert any(re.fullmatch(r" +\d+ × Maeda card +\d+ × Maeda swords +\d+ × Maeda double *", line) for line in cards)
    assert (
        len({tuple([sign.start() for sign in re.finditer("×", line)]) for line in cards if line.count("×") == 3}) == 1
    )
    assert all(len(line) <= 74 for line in told if "×" in line)


def test_the_line_that_challenges_says_how_likely_it_is_proven() -> None:
    table = deployment(["tokugawa-single"], ["ishida-loyalty"])
    table.act(TOKUGAWA, next(a for a in outcomes(first_step(*asked(table))) if isinstance(a, Deploy) and a.card))
    assert dialogue_at(table).rows()[1].text == "Challenge with your Loyalty Challenge: 0% that it can be proven"


def test_how_an_answer_stays_secret_is_said_where_it_is_sealed_or_its_time_tells() -> None:
    def said(table: Table, seat: Seat, entries: int = 26, *, time_tells: bool = True) -> str:
        port = port_at(table, seat)
        now = replace(port.situation(), verified=entries, time_tells=time_tells)
        port.situation = lambda: now  # type: ignore[method-assign]
        lines = explanation(port, interface_of(SEKIGAHARA, UNICODE), dialogue_at(table))
        return " ".join([plain_text(line) for line in lines])

    declared = combat_phase(position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]}))
    assert "Fair play" not in said(declared, TOKUGAWA), "nothing is hidden there"
    sealed = new_table(1)
    assert "Fair play: Your answer is sealed" in said(sealed, TOKUGAWA)
    assert "Fair play" not in said(sealed, TOKUGAWA, 0), "there is no record, and nobody at the other end"
    challenged = deployment(["tokugawa-single"], ["ishida-loyalty"])
    challenged.act(
        TOKUGAWA, next(a for a in outcomes(first_step(*asked(challenged))) if isinstance(a, Deploy) and a.card)
    )
    assert "Fair play: Every answer goes out at the same set time" in said(challenged, ISHIDA)
    assert "Fair play" not in said(challenged, ISHIDA, time_tells=False), "a bot learns nothing by it"


def test_what_is_told_of_a_combat_to_declare_is_told_once() -> None:
    table = combat_phase(position({"sunpu": ["tokugawa-3"]}, {"sunpu": ["ukita-3"]}))
    dialogue = dialogue_at(table)
    row = dialogue.rows()[0]
    assert dialogue.note in row.detail, "the list has room for one note alone"
    pointed = f"{row.text}. {row.detail}"
    lines = explanation(port_at(table, TOKUGAWA), interface_of(SEKIGAHARA, UNICODE), dialogue, pointed)
    said = " ".join([plain_text(line) for line in lines])
    assert said.count(dialogue.note) == 1
    assert f"Pointed at: {row.text}" in said


def test_what_is_decided_is_told_with_the_numbers_at_hand() -> None:
    """What a bid and a payment spend, and what a challenge comes to either way."""
    words = interface_of(SEKIGAHARA, UNICODE)

    def explained(view: View[State], question: Any) -> str:
        return "\n".join([plain_text(line) for line in words.explain(view, question, "")])

    hand = ["date-single", "date-swords", "tokugawa-double"]
    table = position({"edo": ["tokugawa-3"], "hand": hand}, {"kyoto": ["ukita-3"]}, paid=None)
    view = table.view(TOKUGAWA)
    assert "Your lowest bid is 2, your highest 6." in explained(view, BidsDue())
    paid = explained(view, PaymentDue(TOKUGAWA))
    assert "Limited movement leaves you 2 cards.\nTotal movement leaves you 1 card." in paid
    view = deployed("tokugawa-3", ["tokugawa-single"])
    challenged = explained(view, ChallengeDue(ISHIDA, location_named("kyoto")))
    assert "If what was deployed stands it is 0 against 3, your impact first" in challenged
    assert "a challenge that is not refuted makes it 3 against 0." in challenged
