"""Hints in words: what is advised, why, and how it fares."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from engine.advice import Advice
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.advice import beside
from engine.sekigahara.board import location_named
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forecasts import state_after
from engine.sekigahara.forms import Degree
from engine.sekigahara.left_lying import free_points
from engine.sekigahara.pieces import FACE_NAMED
from engine.sekigahara.prices import saved
from engine.sekigahara.reasons import (
    Attackable,
    Battle,
    BidWon,
    FirstAt,
    Fits,
    GivesUp,
    Guards,
    Holds,
    Keeps,
    KeepsBid,
    LastTurn,
    Later,
    Leaves,
    Lying,
    Measure,
    Overrunnable,
    Reason,
    Risks,
    Saves,
    Spends,
    Strands,
    Takes,
    Unfit,
)
from engine.sekigahara.reasons_in_combat import (
    Adds,
    Aim,
    Defenceless,
    Fought,
    Garrison,
    Joins,
    LosesLeaders,
    LostFirst,
    LostLast,
    Meets,
    Near,
    Outcome,
    Overruns,
    Proves,
    Reached,
    Redrawn,
    Refuted,
    Reserves,
    Shelters,
    Spares,
    Stops,
    Trails,
    Turns,
    Unproved,
    Walls,
)
from tests.engine.sekigahara.moves import at, marching
from tests.engine.sekigahara.positions import pieces, position
from tests.tui.test_hints import REASONS, table
from tui.games import words_of
from tui.hints import Undone, further_lines, hint_lines, plan_steps
from tui.lines import plain_text
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.chapter_7_3_worth import best_chance
from tui.sekigahara.words.dangers import new_dangers


def test_the_reasons_in_words() -> None:
    view = table().view(TOKUGAWA)
    advice = Advice((SteadyBot().choose(view),), 0.999, None, 14, (*REASONS, Holds(location_named("kyoto"))))
    text = " ".join([plain_text(line) for line in hint_lines(words_of(SEKIGAHARA), view, advice)])
    assert "you would win about 99 of 100 games" in text
    why = (
        "For it: takes Gifu (2 points); keeps Edo (1 point) and Kyoto (1 point), which the enemy can reach; comes "
        "within two roads of Kyoto (1 point). Against it: loses the combat at Kuwana about 67 of 100 times."
    )
    assert why in text
    assert text.endswith("It found nothing else that was worth trying.")
    assert "The strongest bot (" not in text


def test_the_reasons_of_a_bid_in_words() -> None:
    swords, double, card = [FACE_NAMED[f"card-{name}"] for name in ("date-swords", "tokugawa-double", "maeda-single")]
    words = words_of(SEKIGAHARA)
    assert words.reasons((BidWon(9, 14), Keeps((swords, double)))) == [
        "wins the bid about 64 of 100 times",
        "keeps Date swords and Tokugawa double, which would bid more",
    ]
    assert words.reasons((Keeps((swords, double, card)),)) == ["keeps 3 cards that would bid more"]
    assert words.reasons((Keeps((swords, swords)),)) == ["keeps Date swords, which would bid more"]
    assert words.reasons((BidWon(0, 14),)) == ["loses the bid in all of 14 trials"]
    assert words.reasons((BidWon(1, 14), Keeps(()))) == [
        "wins the bid about 7 of 100 times",
        "bids the highest card of the hand",
    ]
    assert words.reasons((BidWon(14, 14),)) == ["wins the bid in all of 14 trials"]


def test_what_the_seat_can_see_in_words() -> None:
    swords, leader = FACE_NAMED["card-date-swords"], FACE_NAMED["block-date-1-leader"]
    kyoto, gifu, osaka = [location_named(key) for key in ("kyoto", "gifu", "osaka")]
    words = words_of(SEKIGAHARA)
    told: dict[Reason, str] = {
        Adds(3, 9, 6, 1): "adds 3 impact: 9 against 6, costs them 1 block more",
        Adds(2, 8, 6, 0): "adds 2 impact: 8 against 6",
        Trails(): "trails still",
        LostFirst((leader, leader)): "exposes Date leader: those who are deployed are lost first",
        Defenceless(): "could not refute a challenge",
        Adds(4, 4, 0, 0, Aim(gifu, 14, 9, wins=False)): (
            "adds 4 impact: 4 of the 7 at which Gifu loses its next block, the hand can make it 9 at most"
        ),
        Adds(4, 4, 0, 0, Aim(gifu, 14, 15, wins=False)): (
            "adds 4 impact: 4 of the 14 at which Gifu falls (2 points), the hand can make it 15 at most"
        ),
        Adds(1, 8, 0, 1, Aim(gifu, 14, 9, wins=False)): (
            "adds 1 impact: 8 of the 14 at which Gifu falls (2 points), the hand can make it 9 at most, "
            "costs them 1 block more"
        ),
        Adds(4, 14, 0, 1, Aim(gifu, 14, 15, wins=False)): (
            "adds 4 impact: 14, and Gifu falls (2 points), costs them 1 block more"
        ),
        Adds(4, 14, 0, 1, Aim(osaka, 14, 15, wins=True)): (
            "adds 4 impact: 14, and Osaka falls, which wins the game, costs them 1 block more"
        ),
        Stops(4, 0, 4, Aim(osaka, 14, 4, wins=True)): (
            "can deploy no more impact: 4 of the 7 at which Osaka loses its next block"
        ),
        Stops(4, 0, 4, Aim(osaka, 7, 4, wins=True)): (
            "can deploy no more impact: 4 of the 7 at which Osaka falls and the game is won"
        ),
        Stops(7, 0, 9, Aim(gifu, 14, 9, wins=False)): (
            "stays at 7 of the 14 at which Gifu falls (2 points); "
            "all that it could still deploy would make it 9 at most, and cost them nobody more"
        ),
        Stops(0, 0, 7, Aim(gifu, 14, 7, wins=False), 1): (
            "stays at 0 of the 7 at which Gifu loses its next block; "
            "all that it could still deploy would make it 7 at most and cost them 1 block more"
        ),
        Stops(7, 0, 9, Aim(gifu, 7, 9, wins=False)): "can leave it at 7, and Gifu falls (2 points)",
        Stops(6, 9, 6): "can deploy no more impact: 6 against 9",
        Stops(6, 9, 8): (
            "stays at 6 against 9; all that it could still deploy would make it 8 at most, "
            "and neither win nor cost them more"
        ),
        Stops(0, 0, 6, leads=True): (
            "wins the tie, 0 against 0; all that it could still deploy would make it 6 at most, "
            "and cost them nobody more"
        ),
        Stops(3, 0, 6, leads=True): (
            "leads 3 against 0; all that it could still deploy would make it 6 at most, and cost them nobody more"
        ),
        Stops(3, 4, 7, further=1, turns=True): (
            "stays at 3 against 4; all that it could still deploy would make it 7 at most, take the lead "
            "and cost them 1 block more"
        ),
        Reserves((gifu, kyoto)): "keeps cards for what is still to be fought at Gifu and Kyoto",
        LostLast((leader, leader)): "spares Date leader: those who are deployed are lost first",
        Redrawn(): "plays a card that a draw replaces after the combat",
        Unproved(): "could refute no challenge of what it would still deploy",
        Proves(3, 2, 0, 5): "keeps it at 3 against 2, else it would be 0 against 5",
        Refuted(Fraction(5, 7), challenged=False): "would be refuted with a chance of 71% if it challenged",
        Refuted(Fraction(1), challenged=True): "is refuted for certain",
        Refuted(Fraction(1), challenged=False): "would be refuted for certain if it challenged",
        Refuted(Fraction(0), challenged=True): "cannot be refuted",
        Refuted(Fraction(0), challenged=False): "could not be refuted if it challenged",
        FirstAt(True, (gifu, kyoto)): "can come first to Gifu (2 points) and Kyoto (1 point), where nobody stands",
        FirstAt(False, (gifu,)): "lets the enemy come first to Gifu (2 points), where nobody stands",
        LastTurn(True, ends=False): "keeps the last turn of the week for you",
        LastTurn(False, ends=True): "leaves the last turn of the game to the enemy",
        Walls(True, True, 3, 1, 4, 14): (
            "loses nothing to a siege of less than 7 impact, and the castle only to 14; "
            "outside 3 mon and 1 card that fits would meet 4 blocks"
        ),
        Walls(True, True, 1, 0, 2, 7): (
            "loses nothing to a siege of less than 7 impact; "
            "outside 1 mon and no card that fits them would meet 2 blocks"
        ),
        Walls(True, False, 3, 1, 4, 14): "risks nothing now; outside 3 mon and 1 card that fits would meet 4 blocks",
        Walls(False, True, 5, 2, 1, 14): (
            "brings 5 mon and 2 cards that fit against 1 block; besieged inside you would deploy nothing"
        ),
        Walls(False, False, 5, 2, 1, 14): (
            "brings 5 mon and 2 cards that fit against 1 block; inside you would deploy nothing"
        ),
        Turns(8, 3, None): "makes it 8 against 3",
        Turns(8, 3, (5, 6)): "makes it 8 against 3 if it is not refuted, else 5 against 6",
        Spares(4, weakest=True, alike=False, fitting=0, kept_fitting=2, leaders=(leader,)): (
            "gives up the least mon of the 4 that could be lost; has no card in hand for what it gives up; "
            "spares Date leader"
        ),
        Spares(2, weakest=True, alike=True, fitting=1, kept_fitting=2, leaders=()): (
            "chooses among 2 with the same mon; has 1 card for what it gives up, 2 for what it spares"
        ),
        GivesUp(0, 3, (swords, swords), alone=False): (
            "keeps cards that fit 3 blocks of their side on the map (2 × Date swords); what goes fits none"
        ),
        GivesUp(3, 3, (swords,), alone=False, challenges=1): (
            "keeps cards that fit 3 blocks of their side on the map (Date swords), and 1 Loyalty Challenge; "
            "what goes fits 3 blocks, all of which those fit as well"
        ),
        GivesUp(3, 3, (swords,), alone=True): "keeps cards that fit 3 blocks of their side on the map (Date swords)",
        GivesUp(1, 0, (), alone=True, challenges=2): (
            "keeps no card that fits a block of its side on the map, and 2 Loyalty Challenges"
        ),
        Strands(2): "leaves 2 blocks on the map that no card fits any more",
        LosesLeaders((leader,)): "gives up Date leader",
        KeepsBid(swords, (1, 3)): "keeps Date swords, which bids 4; those that go bid 1 and 3",
        KeepsBid(swords, (6,)): "throws away a bid of 6, and keeps none above 4",
        Risks(0.02, 0.1): "risks to lose the game in the enemy's next turn about 2 of 100 times (next best: 10)",
        Saves(2): "keeps 2 cards that the next best spends",
        Lying(gifu, kyoto, 2): "leaves Gifu (2 points), which Kyoto could still take for nothing",
        Lying(gifu, kyoto, 1, tried=True): (
            "leaves Gifu (1 point), which Kyoto could still take for nothing: that did worse in the trials"
        ),
        Battle(gifu, 0, 0, 3): "besieges Gifu",
        Battle(gifu, 0, 0, 3, already=True): "keeps besieging Gifu",
        Battle(gifu, 0, 0, 3, 3, already=True): "stays besieged in Gifu",
        Fits(2, fewest=True): "spends a card that fits 2 blocks of its side on the map, the fewest of the hand",
        Fits(0, fewest=True): "spends a card that fits no block of its side on the map",
        Joins(gifu, 1): "joins 1 block of yours at Gifu",
        Overruns(gifu, 1): "overruns 1 block of the enemy's at Gifu",
        Meets(gifu, 2): "must fight at once at Gifu, against 2 blocks",
        Shelters(gifu, castle=True): "guards your castle of Gifu (2 points)",
        Shelters(kyoto, castle=False): "guards Kyoto (1 point)",
        Near(gifu, kyoto, 3, 2): "stays 2 roads from 3 blocks of yours at Kyoto",
        Reached(gifu, 3, kyoto, 5): "can be attacked at Gifu by 3 blocks (at Kyoto: by 5 blocks)",
        Garrison(gifu, 2, 14, weakest=False): "holds the castle of Gifu (2 points), which falls only to 14 impact",
        Garrison(gifu, 1, 7, weakest=True): (
            "holds the castle of Gifu (2 points), which falls only to 7 impact; the weakest stay there"
        ),
        Later(Measure.POINTS, True, 8.4, 6.0, 7.6, 6.9): (
            "leaves you 8.4 points against 6 when both have moved (next best: 7.6 against 6.9)"
        ),
        Later(Measure.BLOCKS, False, 0.4, 1.5, 1.0, 1.0): (
            "costs you 0.4 blocks against 1.5 of theirs by the next turn's end (next best: 1 against 1)"
        ),
        Later(Measure.CARDS, False, 5.5, 4.0, 3.0, 4.0): (
            "leaves you 5.5 cards in hand against 4 after the next turn (next best: 3 against 4)"
        ),
        Leaves(kyoto, given_up=False): "leaves Kyoto (1 point) without a block, and the enemy could march there",
        Leaves(gifu, given_up=True): "gives up Gifu (2 points), where nobody stays",
        Overrunnable(gifu, 1): "stands at Gifu with 1 block, which the enemy could overrun",
        Overrunnable(gifu, 2): "stands at Gifu with 2 blocks, which the enemy could overrun",
        Attackable(gifu, 1, 4): "can be attacked at Gifu (1 block by 4)",
        Guards(0.0, 2.0): "leaves none of your points open to the enemy (next best: 2)",
        Guards(3.5, 2.0): "leaves 3.5 of your points open to the enemy (next best: 2)",
        Unfit(gifu): "fights at Gifu without a card that fits its blocks",
        Spends(2, 5): "costs 2 cards of 5",
        Spends(2, 2, bare=True): "costs 2 cards of 2, and leaves none for the enemy's turn",
        Spends(1, 1, bare=True): "costs 1 card of 1, and leaves none for the enemy's turn",
    }
    for reason, text in told.items():
        assert words.reasons((reason,)) == [text]


def test_who_stays_in_a_castle_has_not_won_but_stands_there_still() -> None:
    words, kyoto = words_of(SEKIGAHARA), location_named("kyoto")

    def told(outcome: Outcome) -> list[str]:
        return words.reasons((Fought(kyoto, 14, outcome),))

    costs = "costs 0.4 of your blocks, 0 of theirs"
    assert told(Outcome(0, 0.4, 0.0, 14)) == [f"stands at Kyoto still about 99 of 100 times; {costs}"]
    assert told(Outcome(9, 0.4, 0.0, 9)) == [f"wins the combat at Kyoto about 64 of 100 times; {costs}"]
    assert told(Outcome(0, 0.4, 0.0, 0)) == [f"wins the combat at Kyoto about 1 of 100 times; {costs}"]


def test_a_figure_beside_that_of_the_next_best_is_told_for_or_against_a_plan() -> None:
    view, words, kyoto = table().view(TOKUGAWA), words_of(SEKIGAHARA), location_named("kyoto")
    inside, outside = Outcome(0, 0.0, 0.0, 14), Outcome(9, 0.4, 0.6, 9)

    def why(outcome: Outcome, instead: Outcome) -> str:
        found = beside(kyoto, 14, outcome, instead)
        lines = hint_lines(words, view, Advice((EndMovement(),), 0.61, 0.5, 14, found, instead=(EndMovement(),)))
        return " ".join([plain_text(line) for line in lines[1:-1]])

    assert why(outside, inside) == (
        "For it: wins the combat at Kyoto about 64 of 100 times (next best: 1); "
        "costs 0.6 of the enemy's blocks (next best: 0). "
        "Against it: stands at Kyoto still about 64 of 100 times (next best: 99); "
        "costs 0.4 of your blocks (next best: 0)."
    )
    assert why(inside, outside) == (
        "For it: stands at Kyoto still about 99 of 100 times (next best: 64); costs 0 of your blocks (next best: 0.4). "
        "Against it: wins the combat at Kyoto about 1 of 100 times (next best: 64); "
        "costs 0 of the enemy's blocks (next best: 0.6)."
    )
    assert why(Outcome(1, 0.0, 0.0, 1), Outcome(13, 0.0, 0.0, 13)) == (
        "For it: the trials alone. "
        "Against it: gives up the combat at Kyoto: it wins about 7 of 100 times (next best: 93)."
    )
    assert why(Outcome(7, 0.7, 0.6, 7), Outcome(9, 0.6, 0.6, 9)) == "", "so little may be chance"


def test_of_a_siege_it_is_told_who_is_inside_and_sieges_are_told_together() -> None:
    words, (aizu, gifu, kyoto) = words_of(SEKIGAHARA), map(location_named, ("aizu", "gifu", "kyoto"))
    laid, stood = Battle(aizu, 2, 0, 14, 1), Battle(gifu, 0, 3, 14, 9)
    assert words.reasons((laid, stood, Battle(kyoto, 0, 0, 14))) == ["besieges Aizu and Kyoto", "is besieged in Gifu"]
    assert words.reasons((laid,)) == ["besieges Aizu"]
    assert words.is_cost(stood)
    assert not words.is_cost(laid)


def test_many_steps_are_numbered_and_a_plan_that_is_no_better_is_said_to_be_none() -> None:
    view = table().view(TOKUGAWA)
    answer, end = SteadyBot().choose(view), EndMovement()
    advice = Advice((answer, end, answer), 0.61, 0.612, 14, (), instead=(answer, answer))
    [[(plan, _)], *later, [(how, _)]] = hint_lines(words_of(SEKIGAHARA), view, advice)
    action = words_of(SEKIGAHARA).action(view, answer)
    assert plan == f"The choice is close. The strongest bot's plan: (1) {action}."
    assert [plain_text(line) for line in later] == ["(2) ends the movement", f"(3) {action}"], "each in a line"
    wins = "If bots played on from there, you would win about 61 of 100 games."
    assert how == f"{wins} Another choice is as good: the same without (2)."


def test_what_fares_a_little_better_than_what_is_advised_is_said_to_be_as_good() -> None:
    """It is advised for other reasons; a better chance beside it would be read as a mistake of the hint's."""
    view = table().view(TOKUGAWA)
    end, pay = EndMovement(), Pay(Degree.MINIMAL, ())
    advice = Advice((end,), 0.55, 0.58, 64, (), 6, (pay,), margin=0.02)
    told = [plain_text(line) for line in hint_lines(words_of(SEKIGAHARA), view, advice)]
    assert told[0].startswith("The choice is close")
    assert "Another choice is as good: it buys minimal movement" in told[-1]
    assert "58" not in told[-1]


def test_two_steps_are_told_one_after_the_other() -> None:
    view, end = table().view(TOKUGAWA), EndMovement()
    advice = Advice((Pay(Degree.MINIMAL, ()), end), 0.61, None, 14)
    told = plain_text(hint_lines(words_of(SEKIGAHARA), view, advice)[0])
    assert told == "The strongest bot buys minimal movement, which is free, then ends the movement."


def test_of_what_is_as_good_it_is_told_whether_it_costs_less() -> None:
    view, words = table().view(TOKUGAWA), words_of(SEKIGAHARA)
    limited, end = Pay(Degree.LIMITED, pieces(table(), TOKUGAWA, "hand", "date-single")), EndMovement()

    def told(plan: Any, instead: Any) -> list[str]:
        advice = Advice((plan,), 0.61, 0.612, 14, (), 6, (instead,), saved(view, (plan,), (instead,)))
        return [plain_text(line) for line in hint_lines(words, view, advice)]

    first, second = words.action(view, limited), words.action(view, end)
    wins = "If bots played on from there, you would win about 61 of 100 games."
    assert told(limited, end) == [
        f"The choice is close. The strongest bot {first}.",
        f"{wins} Another choice is as good: it {second}.",
    ], "of equals none has come out best"
    assert told(end, limited) == [
        f"The choice is close, and this is the cheaper one. The strongest bot {second}.",
        f"{wins} Another choice is as good, but dearer (1 card more): it {first}.",
    ]
    assert told(end, end)[-1].startswith(f"{wins} Another choice is as good: ")
    ahead = Advice((end,), 0.61, 0.612, 14, (), 6, (end,), ahead=True)
    assert plain_text(hint_lines(words, view, ahead)[-1]).startswith(f"{wins} Another choice wins the game as often: ")


def test_what_another_choice_as_good_spends_or_loses_more_is_told() -> None:
    """6.2, 6.3, 8.2.2, 8.7."""
    hand = ["date-single", "date-swords", "maeda-single", "maeda-single", "tokugawa-loyalty"]
    blocks = ["date-1-leader", "date-1-cavalry", "date-2", "maeda-1-gun"]
    at_hand = position({"hand": hand, "edo": blocks}, {"osaka": ["ishida-1-leader"]})
    view, words = at_hand.view(TOKUGAWA), words_of(SEKIGAHARA)

    def told(make: Any, names: tuple[str, ...], others: tuple[str, ...]) -> str:
        plans = [(make(pieces(at_hand, TOKUGAWA, "hand", *each)),) for each in (names, others)]
        return words.dearer(view, *plans)

    def lost(names: tuple[str, ...], others: tuple[str, ...]) -> str:
        plans = [(Lose(pieces(at_hand, TOKUGAWA, "edo", *each)),) for each in (names, others)]
        return words.dearer(view, *plans)

    single, swords, maeda = ("date-single",), ("date-swords",), ("maeda-single",)
    assert told(Discard, maeda, (*maeda, *single)) == "1 card more"
    assert told(Discard, maeda, single) == "a card that fits 3 blocks, not 1"
    assert told(Discard, single, swords) == "a bid of 4, not 2"
    assert told(Discard, maeda, swords) == "a card that fits 3 blocks, not 1 and a bid of 4, not 2"
    assert told(Discard, single, ("tokugawa-loyalty",)) == "a Loyalty Challenge"
    assert told(lambda cards: Bid(cards[0]), single, swords) == "a bid of 4, not 2"
    assert told(lambda cards: Pay(Degree.LIMITED, cards), single, swords) == "", "the reasons say it"
    assert lost(("date-1-cavalry",), ("date-2",)) == "2 mon, not 1"
    assert lost(("date-1-cavalry",), ("date-1-leader",)) == "a leader"
    assert lost(("maeda-1-gun",), ("date-1-cavalry",)) == ""


def test_the_next_best_is_told_by_what_it_does_instead() -> None:
    view, words = table().view(TOKUGAWA), words_of(SEKIGAHARA)
    hand = pieces(table(), TOKUGAWA, "hand", "date-single")
    minimal, limited, end = Pay(Degree.MINIMAL, ()), Pay(Degree.LIMITED, hand), EndMovement()
    none = Pay(Degree.NONE, ())

    def next_best(plan: tuple[Any, ...], instead: tuple[Any, ...]) -> str:
        lines = hint_lines(words, view, Advice(plan, 0.61, 0.5, 14, instead=instead))
        return plain_text(lines[-1]).split("The next best wins about 50: ")[1]

    first, second = [words.action(view, action) for action in (minimal, limited)]
    assert next_best((end,), (minimal, end)) == f"it {first}."
    assert next_best((end,), (minimal, limited, end)) == f"it {first} and {second}."
    assert next_best((end,), (minimal, limited, none)) == f"it {first}, {second}, and 1 step more."
    assert next_best((minimal, end), (end,)) == "it only ends the movement."
    assert next_best((minimal, limited, none, end), (limited, end)) == "the same without (1) and (3)."
    assert next_best((minimal, none, end), (limited, none, end)) == f"instead of (1) it {second}."
    assert next_best((minimal, none, end), (minimal, limited, none, end)) == f"the same, but it also {second}."
    assert next_best((minimal, minimal, minimal), (limited, end)) == f"it {second} and ends the movement."
    assert next_best((minimal, limited, end), (limited, minimal, end)) == "the same in another order."


def test_many_steps_for_which_what_is_planned_would_be_undone_are_numbered_as_well() -> None:
    view = table().view(TOKUGAWA)
    answer = SteadyBot().choose(view)
    undone = Undone((EndMovement(),), view, Advice((answer,) * 3, 0.7, None, 14))
    [first, *later, how] = hint_lines(words_of(SEKIGAHARA), view, Advice((answer,), 0.5, None, 14), undone)
    action = words_of(SEKIGAHARA).action(view, answer)
    assert plain_text(first) == f"Undo what is planned: the strongest bot (1) {action}."
    assert "with what is planned about 50" in plain_text(how)
    assert [plain_text(line) for line in later] == [f"(2) {action}", f"(3) {action}"]


def test_what_is_against_an_answer_is_not_told_for_it() -> None:
    """Where nothing else can be said it is said that the trials alone speak for it."""
    view = table().view(TOKUGAWA)
    plan = (SteadyBot().choose(view),)
    missed = "stays at 0 against 3; all that it could still deploy would make it 5 at most and take the lead"

    def why(next_best: float, *reasons: Any) -> str:
        advice = Advice(plan, 0.55, next_best, 14, reasons, 6, plan)
        return " ".join([plain_text(line) for line in hint_lines(words_of(SEKIGAHARA), view, advice)[1:-1]])

    stops = Stops(0, 3, 5, turns=True)
    assert why(0.5) == ""
    assert why(0.5, stops) == f"For it: the trials alone. Against it: {missed}."
    assert why(0.55, stops) == f"For it: no worse than others by the trials. Against it: {missed}."
    kyoto = Reserves((location_named("kyoto"),))
    for_it = "For it: keeps cards for what is still to be fought at Kyoto."
    assert why(0.5, stops, kyoto) == f"{for_it} Against it: {missed}."
    assert why(0.5, Stops(0, 9, 5)).startswith("For it: stays at 0 against 9; ")


def test_what_a_plan_costs_is_told_behind_what_it_is_good_for() -> None:
    words, gifu = words_of(SEKIGAHARA), location_named("gifu")
    swords = FACE_NAMED["card-date-swords"]
    cost = (
        GivesUp(3, 0, (), alone=True),
        Strands(1),
        LosesLeaders((FACE_NAMED["block-date-1-leader"],)),
        Battle(gifu, 1, 2, 3),
        BidWon(3, 14),
        Spends(1, 5),
        Risks(0.2, 0.1),
        Trails(),
        Defenceless(),
        Lying(gifu, gifu, 1),
        KeepsBid(swords, (6,)),
        Leaves(gifu, given_up=True),
        Fits(1, fewest=False),
        Stops(6, 9, 13, further=1),
        Refuted(Fraction(3, 14), challenged=False),
        Refuted(Fraction(5, 7), challenged=True),
        Reached(gifu, 3, gifu, 2),
        Meets(gifu, 2),
        Later(Measure.POINTS, False, 6, 6, 7, 6),
    )
    gain = (
        GivesUp(2, 2, (swords,), alone=True),
        Battle(gifu, 2, 1, 3),
        BidWon(7, 14),
        Takes(gifu),
        Keeps(()),
        Stops(6, 9, 6),
        Fits(0, fewest=False),
        Fits(1, fewest=True),
        Refuted(Fraction(5, 7), challenged=False),
        Refuted(Fraction(3, 14), challenged=True),
        Reached(gifu, 2, gifu, 4),
        Later(Measure.BLOCKS, False, 1, 2, 2, 2),
    )
    assert [reason for reason in (*gain, *cost) if words.is_cost(reason)] == list(cost)


def test_what_could_lose_the_game_stands_first_of_what_a_plan_costs() -> None:
    """2.1: and not if it could before."""
    at = position(
        {"edo": ["tokugawa-1-leader", "date-2", "date-3", "maeda-2"], "hand": ["date-single"]},
        {"oyama": ["mori-2", "mori-3", "ukita-2"]},
    )
    view, words = at.view(TOKUGAWA), words_of(SEKIGAHARA)
    blocks = pieces(at, TOKUGAWA, "edo", "date-2", "date-3", "maeda-2")
    march = March(blocks, (location_named("hakone"),), claim=False, forced=None)

    def why(*reasons: Any) -> str:
        lines = hint_lines(words, view, Advice((march,), 0.61, None, 14, reasons))
        return " ".join([plain_text(line) for line in lines[1:-1]])

    [danger] = new_dangers(view, state_after(view, march))
    assert danger.startswith("Ieyasu is alone at Edo")
    assert why() == f"For it: the trials alone. Against it: {danger}."
    assert why(Spends(1, 5), Holds(location_named("kyoto"))) == (
        f"For it: keeps Kyoto (1 point), which the enemy can reach. Against it: {danger}; it also costs 1 card of 5."
    )


def test_a_step_of_a_plan_says_with_how_many_it_is_a_battle() -> None:
    """8.1. Also the last of a plan that does not end the movement."""
    table = position({"oshi": ["date-2", "date-2"]}, {"takasaki": ["ukita-2"] * 2}, active=ISHIDA, paid=None)
    plan = (Pay(Degree.MINIMAL, ()), marching(at(table, ISHIDA, "takasaki"), "oshi"), EndMovement())
    for steps in (plan, (*plan[:1], *plan[:2])):
        told = plan_steps(words_of(SEKIGAHARA), table.view(ISHIDA), steps)
        assert [step.endswith(" Takasaki → Oshi — battle with 2") for step in told].count(True) == 1


def test_a_step_of_a_plan_says_how_its_battle_ends_and_the_reasons_do_not_repeat_it() -> None:
    """Where several go, that is told with the last of them."""
    table = position(
        {"gifu": ["date-2"] * 3}, {"kiyosu": ["ukita-2"] * 2, "iwamura": ["ukita-3"]}, holders={"gifu": TOKUGAWA}
    )
    view, words, gifu = table.view(ISHIDA), words_of(SEKIGAHARA), location_named("gifu")
    first, second = [marching(at(table, ISHIDA, place), "gifu") for place in ("kiyosu", "iwamura")]
    ends = {
        Battle(gifu, 9, 1, 14): "wins about 64 of 100 times",
        Battle(gifu, 1, 9, 14): "loses about 64 of 100 times",
        Battle(gifu, 3, 2, 14): "lays siege about 64 of 100 times",
        Battle(gifu, 1, 0, 14, 11): "is besieged about 79 of 100 times",
    }
    table.state.active = ISHIDA
    view = table.view(ISHIDA)
    for battle, odds in ends.items():
        reasons = (battle, Battle(location_named("aizu"), 14, 0, 14))
        advice = Advice((Pay(Degree.MINIMAL, ()), first, second), 0.61, None, 14, reasons)
        _, one, other, why, _ = [plain_text(line) for line in hint_lines(words, view, advice)]
        assert one.endswith(" Kiyosu → Gifu — meets 3 there, and more follow")
        assert other.endswith(f" Iwamura → Gifu — battle with 3 for Gifu (2 points): {odds}")
        assert why == "For it: wins the combat at Aizu about 99 of 100 times."
        left = [plain_text(line) for line in further_lines(words, view, advice, 2)]
        assert left[0].endswith(f"Gifu — battle with 3 for Gifu (2 points): {odds}.")


def test_what_a_step_takes_is_no_reason_besides_also_when_it_is_done() -> None:
    table = position({"oshi": ["date-2"]}, {"osaka": ["mori-2"]}, paid=None, active=TOKUGAWA)
    view, words = table.view(TOKUGAWA), words_of(SEKIGAHARA)
    plan = (Pay(Degree.MINIMAL, ()), marching(at(table, TOKUGAWA, "oshi"), "takasaki"), EndMovement())
    reasons = (Takes(location_named("takasaki")), Takes(location_named("gifu")))
    advice = Advice(plan, 0.61, None, 14, reasons)
    lines = [plain_text(line) for line in hint_lines(words, view, advice)]
    assert lines[1].endswith(" Oshi → Takasaki — you +1 (Takasaki to Tokugawa)")
    assert lines[3] == "For it: takes Gifu (2 points)."
    after = words.before_each(view, plan)[-1]
    assert plain_text(further_lines(words, after, advice, 2)[1]) == "For it: takes Gifu (2 points)."


def test_a_plan_of_few_steps_says_what_comes_of_them_as_well() -> None:
    """8.1, 8.9.2."""
    table = position({"gifu": ["date-2"] * 3}, {"kiyosu": ["ukita-2"] * 4}, holders={"gifu": TOKUGAWA}, active=ISHIDA)
    view, words, gifu = table.view(ISHIDA), words_of(SEKIGAHARA), location_named("gifu")
    march = marching(at(table, ISHIDA, "kiyosu"), "gifu")
    fights = "marches 4 blocks Kiyosu → Gifu — battle with 3 for Gifu (2 points): lays siege about 64 of 100 times"
    for plan, told in (((march,), f"{fights}."), ((march, EndMovement()), f"{fights}; then ends the movement.")):
        lines = hint_lines(words, view, Advice(plan, 0.61, None, 14, (Battle(gifu, 3, 2, 14),)))
        assert [plain_text(line) for line in lines[:-1]] == [f"The strongest bot {told}"]


def test_a_step_of_a_plan_that_overruns_says_so_and_a_disk_is_fought_too() -> None:
    """7.4.1, 9.2."""
    table = position(
        {"saku": ["date-2", "date-2", "maeda-2", "maeda-2"]}, {"takasaki": ["ukita-2"]}, disks=("ueda",), paid=None
    )
    stack = at(table, TOKUGAWA, "saku")
    pay, end, words = Pay(Degree.MINIMAL, ()), EndMovement(), words_of(SEKIGAHARA)

    def step(stop: str) -> str:
        return plan_steps(words, table.view(TOKUGAWA), (pay, marching(stack, stop), end))[1]

    assert step("takasaki").endswith(" Saku → Takasaki — overruns 1 block; you +1, they -1 (Takasaki to Tokugawa)")
    assert step("ueda").endswith(" Saku → Ueda — battle with Sanada Masayuki's disk for Ueda (2 points)")


def test_a_step_of_a_plan_is_told_as_things_stand_then() -> None:
    """7.3, R10: part of a stack that has marched goes on; 7.4.2: also where it has overrun somebody."""
    four = ["mori-2", "mori-3", "mori-1-gun", "ukita-3"]
    table = position({"oshi": ["date-2"]}, {"osaka": four, "takasaki": ["ukita-2"] * 4}, active=ISHIDA, paid=None)
    view, words = table.view(ISHIDA), words_of(SEKIGAHARA)
    pay, end = Pay(Degree.MINIMAL, ()), EndMovement()

    def steps(place: str, stop: str, further: str) -> list[str]:
        stack = at(table, ISHIDA, place)
        plan = (pay, marching(stack, stop), marching(stack[1:], further), end)
        return plan_steps(words, view, plan)[1:3]

    marches, goes_on = steps("osaka", "kyoto", "sawayama")
    assert marches == "(2) marches 4 blocks Osaka → Kyoto"
    assert goes_on.startswith("(3) marches 3 blocks (")
    assert goes_on.endswith(") Kyoto → Sawayama")
    assert steps("takasaki", "oshi", "edo")[0].endswith(" Takasaki → Oshi — overruns 1 block")
    assert steps("takasaki", "oshi", "edo")[1].endswith(") Oshi → Edo — you +1, they -1 (Edo to Ishida)")
    stack = at(table, ISHIDA, "osaka")
    instead = (pay, marching(stack, "kyoto"), marching(stack[1:], "sawayama"))
    lines = hint_lines(words, view, Advice((pay, end), 0.61, 0.5, 14, instead=instead))
    assert "Osaka → Kyoto and marches 3 blocks (" in plain_text(lines[-1])
    assert plain_text(lines[-1]).endswith(") Kyoto → Sawayama.")


def test_what_is_left_lying_is_the_same_that_the_end_of_the_phase_asks_about() -> None:
    table = position({"anotsu": ["date-2"], "kiyosu": ["date-2", "date-3"]}, {"osaka": ["mori-2"]})
    view = table.view(TOKUGAWA)
    player = SekigaharaPlayer(SEKIGAHARA, words_of(SEKIGAHARA), view)
    chances = [best_chance(player, location_named(key)) for key in ("anotsu", "kiyosu")]
    best, first = max([each for each in chances if each is not None]), free_points(view)[0]
    assert (best.origin, best.end, best.points) == (first.origin, first.march.stops[-1], first.points)
