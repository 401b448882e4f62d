"""What is told of a battle once it is over: its challenges, its losses; and before a siege, what each choice means."""

from __future__ import annotations

import pytest

from engine.hidden import SEATS, Seat, View
from engine.sekigahara import SEKIGAHARA, Answer
from engine.sekigahara.board import HAND, PLAYED, location_named
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, FightInside, LoseInSiege, SiegeLossesDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import combat_phase, position
from tests.tui.sekigahara.games import Table, port_at, practice_game
from tui.games import interface_of, words_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.log import Card
from tui.practice import PracticePort
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.log import SekigaharaLog
from tui.sekigahara.news import changes
from tui.sekigahara.results import Lost, battle_summary, fighting, week_card
from tui.sekigahara.unasked import unasked
from tui.sekigahara.words.chapter_6_week import reinforcement_words
from tui.steps import Menu

GIFU = location_named("gifu")


class Fighter:
    """Stays inside castles, challenges and deploys whatever it can, and proves loyalty if it `proves`."""

    def __init__(self, *, proves: bool = True) -> None:
        self.proves = proves

    def choose(self, view: View[State]) -> Answer:
        options = SEKIGAHARA.options(view)
        if isinstance(options[0], FightInside):
            return FightInside(True)
        if isinstance(options[0], ProveLoyalty) and not self.proves:
            return ProveLoyalty(None)
        answer: Answer = options.parts[-1][0]
        return answer


def fought(table: Table, fighter: Fighter, seat: Seat = TOKUGAWA) -> tuple[PracticePort[State, Answer], SekigaharaLog]:
    """A game in which `fighter` plays both sides until the first combat is over, and its log by then."""
    port = port_at(combat_phase(table), seat, fighter)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    while not any(card.title.startswith(("Battle", "Siege")) for card in log.cards):
        view = port.situation().view
        assert view is not None
        port.act(fighter.choose(view))
        log.follow(port.situation().events)
    return port, log


def result(log: SekigaharaLog) -> Card:
    """The box of the combat that is over, for the side whose turn it was."""
    return next(card for card in log.cards if card.title.startswith(("Battle", "Siege")))


def challenged() -> Table:
    return position(
        {"sunpu": ["tokugawa-3", "date-2"], "hand": ["tokugawa-single", "tokugawa-swords"]},
        {"sunpu": ["ukita-3", "mori-2"], "hand": ["ishida-loyalty"]},
    )


def test_the_result_of_a_battle_tells_who_challenged_what_and_how_it_was_answered() -> None:
    for proves, answer in ((True, "proven with Tokugawa swords"), (False, "not proven, turned to Ishida")):
        port, log = fought(challenged(), Fighter(proves=proves))
        told = [plain_text(line) for line in result(log).lines]
        assert result(log).title == "Battle of Sunpu"
        assert any(line.startswith("Tokugawa played: Tokugawa card") for line in told)
        assert "Ishida played: Loyalty Challenge" in told
        [challenge] = [line for line in told if "challenges" in line]
        assert challenge == f"Ishida challenges the loyalty of Tokugawa 3 (deployed with Tokugawa card): {answer}."
        again = SekigaharaLog(SEKIGAHARA, port.beginning())
        again.follow(port.situation().events)
        answered = again.cards[0]
        assert answered.title == "Loyalty challenge at Sunpu"
        assert plain_text(answered.lines[0]) == challenge
        assert answered.seat == ISHIDA, "Tokugawa has answered himself"
        counted = "Ishida 0, Tokugawa 3" if proves else "Ishida 3, Tokugawa 0"
        assert plain_text(answered.lines[1]) == f"Impact now: {counted}"
        for seat in SEATS:
            assert challenge in [plain_text(change.line) for change in changes(again.fresh, seat)]


@pytest.mark.parametrize("hand", [["tokugawa-single"], ["tokugawa-single", "tokugawa-swords"]])
@pytest.mark.parametrize("seat", SEATS)
def test_that_loyalty_was_not_proven_is_told_alike_of_both_sides_and_before_the_impact(
    hand: list[str], seat: Seat
) -> None:
    """8.6.2: an empty hand proves nothing, and nobody is asked."""
    table = position({"sunpu": ["tokugawa-3"], "hand": hand}, {"sunpu": ["ukita-3"], "hand": ["ishida-loyalty"]})
    _port, log = fought(table, Fighter(proves=False), seat)
    told = [plain_text(line) for line in log.lines]
    turned = told.index("Not proven: Tokugawa 3 fights for Ishida now.")
    assert told[turned - 1 : turned + 2] == [
        "Ishida challenges the loyalty.",
        "Not proven: Tokugawa 3 fights for Ishida now.",
        "Impact: Tokugawa 0, Ishida 3 (+3).",
    ]


def test_whoever_was_not_asked_how_a_challenge_is_answered_has_a_box_of_it() -> None:
    """8.6.3: without a card to prove loyalty with there is one answer."""
    table = challenged()
    port = port_at(combat_phase(table), TOKUGAWA, Fighter(proves=False))
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    while not any(card.title.startswith("Loyalty challenge") for card in log.cards):
        view = port.situation().view
        assert view is not None
        if isinstance(port.situation().question, LoyaltyProofDue):
            log.follow(port.situation().events)
            log.given(TOKUGAWA)
        port.act(Fighter(proves=False).choose(view))
        log.follow(port.situation().events)
    boxes = {card.seat: plain_text(card.lines[1]) for card in log.cards if card.title.startswith("Loyalty challenge")}
    assert boxes == {
        TOKUGAWA: "Impact now: Tokugawa 0, Ishida 3",
        ISHIDA: "Impact now: Ishida 3, Tokugawa 0",
    }, "the own side first"


def test_the_box_of_a_turn_comes_before_that_of_the_battle_it_ended_with() -> None:
    _, log = fought(challenged(), Fighter(), ISHIDA)
    titles = [card.title for card in log.cards]
    assert titles.index("Tokugawa's turn: week 2 A") < titles.index("Battle of Sunpu")


def test_a_challenge_that_waits_for_its_answer_is_told_as_such() -> None:
    port = port_at(combat_phase(challenged()), TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    while not isinstance(port.situation().question, LoyaltyProofDue):
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
    log.follow(port.situation().events)
    view, question = port.situation().view, port.situation().question
    assert view is not None
    step = interface_of(SEKIGAHARA, UNICODE).ask(view, question)
    assert isinstance(step, Menu)
    assert step.note.startswith("You to Ishida: if it stands 3 to 0, you lead; if it defects 0 to 3, Ishida leads."), (
        "what is at stake, for him too"
    )
    told = [plain_text(change.line) for change in changes(log.fresh, TOKUGAWA)]
    assert [line for line in told if "challenges" in line] == [
        "Ishida challenges the loyalty of Tokugawa 3 (deployed with Tokugawa card)."
    ]


def besieged() -> Table:
    """Two of Ishida in Gifu, which Tokugawa attacks with more than seven impact."""
    return position(
        {
            "gifu": ["tokugawa-3", "tokugawa-3", "tokugawa-2", "tokugawa-2"],
            "hand": ["tokugawa-single", "tokugawa-swords", "tokugawa-double"],
        },
        {"gifu": ["ukita-3", "ukita-2"], "osaka": ["mori-2"], "hand": ["ukita-single"]},
        holders={"gifu": ISHIDA},
    )


def test_the_result_of_a_siege_names_what_was_lost() -> None:
    _, log = fought(besieged(), Fighter())
    told = [plain_text(line) for line in result(log).lines]
    assert result(log).title == "Siege of Gifu"
    [lost] = [line for line in told if line.startswith("Ishida lost: ")]
    assert "Ukita" in lost


def test_losses_without_a_choice_are_told_by_name() -> None:
    table = combat_phase(besieged())
    view = table.view(ISHIDA)
    blocks = view.state.pools[ISHIDA][GIFU]
    told = unasked(view, SiegeLossesDue(ISHIDA, GIFU, 2), LoseInSiege(blocks, False)).note
    assert told == "Gifu, without a choice by the rules: Ishida loses Ukita 3, Ukita 2."


def test_whoever_has_challenged_is_not_told_that_there_never_was_a_challenge() -> None:
    table = combat_phase(challenged())
    view = table.view(ISHIDA)
    due = ChallengeDue(ISHIDA, location_named("sunpu"))
    before = unasked(view, due, Challenge(None))
    [card] = view.state.pools[ISHIDA][HAND]
    view.state.transfer(ISHIDA, (card,), HAND, PLAYED)
    view.state.shown[card] = view.faces[card]
    after = unasked(view, due, Challenge(None))
    assert "You hold no Loyalty Challenge" in before.note
    assert not before.log, "the log tells that it stands, and why"
    assert "no second Loyalty Challenge" in after.note


def test_before_a_siege_each_choice_says_what_it_means_in_numbers() -> None:
    table = combat_phase(besieged())
    if not isinstance(table.asked(ISHIDA), CastleChoiceDue):
        table.act(TOKUGAWA, Fighter().choose(table.view(TOKUGAWA)))
    question = table.asked(ISHIDA)
    assert isinstance(question, CastleChoiceDue)
    step = first_step(SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), table.view(ISHIDA)), question)
    assert isinstance(step, Menu)
    outside, inside = [item.detail for item in step.items]
    assert "5 mon and 1 card that fits (Ukita card), Tokugawa 4 blocks and 3 cards" in outside
    assert "beaten, at most 1 block of yours goes back inside (8.8.4)" in outside, "a loser loses a block (8.7.1)"
    assert "4 blocks and 3 cards to deploy" in inside
    assert "7 impact cost you a block, 14 all and the castle; less costs nothing" in inside


def test_a_disk_is_no_block() -> None:
    """8.9.3."""
    told = [str(Lost(blocks, disks)) for blocks, disks in ((2, 0), (0, 1), (2, 1), (0, 0))]
    assert told == ["2", "a disk", "2 and a disk", "0"]
    assert Lost(1, 1).words == ["1 block", "a disk"]
    assert Lost(0, 1)
    assert not Lost(0, 0)


def test_points_that_a_week_has_left_as_they_were_are_no_change() -> None:
    """As in the account of a turn."""
    began = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]}).state
    ended = position({"edo": ["tokugawa-3"], "aizu": ["date-2"]}, {"kyoto": ["ukita-3"]}).state
    first = [plain_text(week_card(began, after, {}).lines[0]) for after in (began.copy(), ended)]
    assert first[0].startswith("Points: Tokugawa ")
    assert first[0].endswith(", unchanged")
    assert first[1].startswith("Points, change in this week: Tokugawa ")
    assert "(+" in first[1]


def siege_of_gifu(besieged: list[str]) -> list[str]:
    """What the box tells of a siege with impact 11."""
    blocks = ["tokugawa-3", "tokugawa-3", "tokugawa-2", "tokugawa-2"]
    hand = ["tokugawa-double", "tokugawa-swords", "tokugawa-single"]
    _, log = fought(position({"gifu": blocks, "hand": hand}, {"gifu": besieged}, holders={"gifu": ISHIDA}), Fighter())
    assert result(log).title == "Siege of Gifu"
    return [plain_text(line) for line in result(log).lines]


def logged(log: SekigaharaLog) -> list[str]:
    """All lines that the log has told."""
    return [plain_text(line) for happening in log.fresh for line in happening.lines]


def test_a_siege_says_whether_the_castle_falls_and_what_it_needs() -> None:
    """8.9.4: all units in it are to be lost, each for 7 impact in one siege."""
    assert "The castle of Gifu falls (8.9.4)." in siege_of_gifu(["ukita-3"])
    stands = "The castle of Gifu stands: 1 block in it; impact 7 in one siege takes it (8.9.4)."
    assert stands in siege_of_gifu(["ukita-3", "mori-2"])


def test_a_siege_that_harms_nobody_says_in_the_log_what_the_castle_needs() -> None:
    """8.9.4; the disk counts as a block does (8.9.3)."""
    table = combat_phase(position({"osaka": ["tokugawa-2"]}, {"osaka": ["ukita-3", "mori-2"]}))
    port = port_at(table, TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    while not any("ends with impact" in line for line in logged(log)):
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
        log.follow(port.situation().events)
    needed = (
        "The castle of Osaka stands: 3 blocks (the disk counts as one) in it; impact 21 in one siege takes it (8.9.4)."
    )
    assert needed in logged(log)


def test_a_tie_says_whose_it_is_in_the_line_of_a_battle_too() -> None:
    """8.2.1."""
    table = position({"sunpu": ["tokugawa-3"], "hand": []}, {"sunpu": ["ukita-3"], "hand": []})
    port = port_at(combat_phase(table), TOKUGAWA, Fighter())
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    while not any("wins the battle" in line for line in logged(log)):
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
        log.follow(port.situation().events)
    fight = [each for each in log.fresh if fighting(each)]
    assert plain_text(battle_summary(fight)).startswith(
        "Battle of Sunpu: Tokugawa attacks; Ishida wins 0:0 (a tie is the defender's, 8.2.1)"
    )


def test_whoever_deploys_nothing_is_said_once_to_do_so() -> None:
    """8.5; not the besieged, who never deploy (8.9.3), nor whoever has deployed somebody who has changed sides."""
    table = position({"sunpu": ["tokugawa-3", "date-2"], "hand": ["maeda-single"]}, {"sunpu": ["ukita-3"]})
    _port, log = fought(table, Fighter())
    box = [plain_text(line) for line in result(log).lines]
    assert [line for line in box if "deploys" in line] == ["Tokugawa deploys nothing.", "Ishida deploys nothing."]
    told = [plain_text(line) for line in log.lines]
    assert "Tokugawa deploys nothing." in told
    assert not any("no more" in line for line in told)
    _port, log = fought(challenged(), Fighter(proves=False))
    assert "Tokugawa deploys nothing." not in [plain_text(line) for line in result(log).lines]
    _port, log = fought(besieged(), Fighter())
    assert "Ishida deploys nothing." not in [plain_text(line) for line in result(log).lines]


def test_that_a_combat_is_over_and_what_was_drawn_for_it_is_said_once() -> None:
    """8.5, 8.10."""
    table = position(
        {
            "sunpu": ["tokugawa-3"],
            "hand": ["tokugawa-single"],
        },
        {"sunpu": ["ukita-3"], "hand": ["ukita-single"]},
    )
    port, log = fought(table, Fighter())
    told = [plain_text(line) for line in log.lines]
    assert len([line for line in told if "deploys no more" in line]) == 1, told
    assert len([line for line in told if "wins the battle of Sunpu" in line]) == 1
    own = SekigaharaLog(SEKIGAHARA, port.beginning())
    own.eyes = port.view_then
    own.follow(port.situation().events)
    [battle] = [entry for entry in own.entries if plain_text(entry.line).startswith("Battle of Sunpu")]
    [drawn] = [plain_text(line) for line in battle.own]
    assert drawn.startswith("You draw: ")
    beneath = [plain_text(line) for line in battle.details]
    assert "Ishida draws 1 card." in beneath
    assert "Tokugawa draws 1 card." not in beneath


def test_what_a_week_brings_the_player_is_told_by_name_alone() -> None:
    port = practice_game(3)
    log = SekigaharaLog(SEKIGAHARA, port.beginning())
    log.eyes = port.view_then
    while log.state.week == 0 or not any("You draw" in plain_text(entry.line) for entry in log.entries):
        view = port.situation().view
        assert view is not None
        port.act(next(iter(SEKIGAHARA.options(view))))
        log.follow(port.situation().events)
    told = [plain_text(line) for entry in log.entries for line in (entry.line, *entry.own)]
    assert any(line.startswith("Ishida draws ") for line in told), told
    assert not any(line.startswith("Tokugawa draws ") for line in told), told


def test_the_result_of_a_battle_says_what_each_loss_is_for_and_that_there_was_one_way() -> None:
    _, log = fought(challenged(), Fighter(proves=False))
    told = [plain_text(line) for line in result(log).lines]
    [lost] = [line for line in told if line.startswith("Tokugawa lost: ")]
    assert lost.endswith(" (1 for the defeat)") or "impact, 1 for the defeat)" in lost, told


def test_a_reinforcement_says_who_draws_more_and_why() -> None:
    table = position({"edo": ["tokugawa-3"]}, {"kyoto": ["ukita-3"]})
    told = reinforcement_words(table.state)
    assert any("holds more castles: cards 6 to 5." in line for line in told), told


def test_of_a_single_block_that_is_challenged_nothing_speaks_as_of_several() -> None:
    port = port_at(combat_phase(challenged()), TOKUGAWA, Fighter())
    while not isinstance(port.situation().question, LoyaltyProofDue):
        view = port.situation().view
        assert view is not None
        port.act(Fighter().choose(view))
    view, question = port.situation().view, port.situation().question
    assert view is not None
    menu = interface_of(SEKIGAHARA, UNICODE).ask(view, question)
    assert isinstance(menu, Menu)
    assert "Tokugawa 3" in menu.title, "a single one"
    told = " ".join([*[item.text for item in menu.items], menu.note, words_of(SEKIGAHARA).task(question)])
    assert "the block changes sides" in told
    assert not any(word in told for word in ("their", "them", "blocks"))
