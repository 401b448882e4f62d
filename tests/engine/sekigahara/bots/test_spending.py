"""The strong bot musters, and spends the cards that are thrown away else, also where it is behind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from engine.hidden import SEATS, Over
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import DECK, HAND, LOCATIONS, RECRUITMENT, location_named
from engine.sekigahara.bots.seasoned import SEASONED_WEIGHTS
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.bots.strong.bot import TASTES, StrongBot, plans_for
from engine.sekigahara.bots.strong.plans import in_phase
from engine.sekigahara.bots.strong.search import as_good_as, best_of
from engine.sekigahara.bots.strong.value import COEFFICIENTS, FEATURES, USED, chance, features
from engine.sekigahara.bots.strong.worlds import PLACED, deal
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS
from tests.engine.sekigahara.positions import Stacks, Table, pieces, position

KANAZAWA = ("tokugawa-1-gun", "maeda-3")
ARATO = ("maeda-1-gun", "maeda-1-gun", "maeda-2")
TAKASAKI = ("tokugawa-3", "tokugawa-1-leader", "date-1-gun", "tokugawa-1-gun")
KISO = ("tokugawa-3", "tokugawa-1-cavalry")
OKAZAKI = ("fukushima-2", "fukushima-1-leader")
UESUGI = ("uesugi-3", "uesugi-3", "uesugi-1-leader")
MORI = ("mori-1-leader", "mori-3", "mori-3", "mori-3", "mori-3")
ISHIDA_OWNS = dict.fromkeys(("kyoto", "kuwana", "tsuruga", "shirakawa"), ISHIDA)


def of_a_game(tokugawa: Stacks, ishida: Stacks, week: int) -> Table:
    """Tokugawa is to pay. Of the blocks that begin on the map or in the Mōri box, those not told of are dead."""
    sides = []
    for seat, stacks in zip(SEATS, (tokugawa, ishida), strict=True):
        lost = Counter([FACE_KEYS[face].partition("-")[2] for face in PLACED[seat]])
        lost.subtract([name for key, names in stacks.items() if key != "hand" for name in names])
        sides.append({**stacks, "dead": list((+lost).elements())})
    return position(*sides, week=week, paid=None, owners=ISHIDA_OWNS)


def behind_in_week_3() -> Table:
    """Of a game that a person won: Tokugawa has lost five blocks, and has eight cards in hand."""
    return of_a_game(
        {
            "okazaki": OKAZAKI,
            "kanazawa": KANAZAWA,
            "kiso": KISO,
            "arato": ARATO,
            "takasaki": TAKASAKI,
            "saku": ["tokugawa-3"],
            "takeda": ["maeda-2"],
            "utsunomiya": ["date-2"],
            "hand": [
                *("tokugawa-swords", "tokugawa-swords", "fukushima-single", "maeda-single", "maeda-double"),
                *("date-single", "date-single", "date-swords"),
            ],
            "recruitment": ["date-3", "tokugawa-2", "fukushima-1-gun"],
        },
        {
            "himeji": ["mori-2", "mori-1-gun", "mori-1-gun", "mori-1-cavalry"],
            "osaka": ["ishida-1-leader"],
            "ayabe": ["ukita-3", "ukita-2", "ukita-1-gun"],
            "miyazu": ["mori-2"],
            "anotsu": ["ukita-2"],
            "kuwana": ["mori-1-cavalry", "kobayakawa-2", "ukita-1-leader", "ukita-2"],
            "tsuruga": ["kobayakawa-3", "ukita-1-gun", "kobayakawa-1-leader"],
            "gifu": ["kobayakawa-3", "kobayakawa-2"],
            "ueda": ["uesugi-1-gun", "ukita-3"],
            "shirakawa": UESUGI,
            "hand": [
                *("mori-swords", "kobayakawa-swords", "uesugi-single", "kobayakawa-double", "ukita-swords"),
                "mori-swords",
            ],
            "recruitment": ["ukita-3"],
            "mori_box": MORI,
        },
        week=3,
    )


def behind_in_week_4() -> Table:
    """The same game a week later: it has eight cards again, and five blocks in the box."""
    return of_a_game(
        {
            "okazaki": OKAZAKI,
            "kanazawa": KANAZAWA,
            "kiso": KISO,
            "arato": ARATO,
            "takasaki": TAKASAKI,
            "saku": ["tokugawa-3"],
            "takeda": ["maeda-2"],
            "sendai": ["date-3"],
            "hand": [
                *("fukushima-single", "maeda-single", "tokugawa-swords", "tokugawa-swords", "tokugawa-swords"),
                *("tokugawa-single", "maeda-double", "date-swords"),
            ],
            "recruitment": ["fukushima-2", "fukushima-1-gun", "tokugawa-2", "maeda-1-cavalry", "tokugawa-1-cavalry"],
        },
        {
            "himeji": ["mori-3", "mori-2"],
            "osaka": ["ishida-1-leader", "mori-1-cavalry"],
            "miyazu": ["mori-2"],
            "anotsu": ["ukita-2"],
            "tsuruga": ["kobayakawa-3", "ukita-1-gun", "kobayakawa-1-leader"],
            "kiyosu": [
                *("ukita-3", "ukita-1-gun", "ukita-1-leader", "ukita-2", "ukita-2"),
                *("mori-1-cavalry", "kobayakawa-2"),
            ],
            "gifu": ["mori-1-gun", "kobayakawa-3", "mori-1-gun", "mori-2", "kobayakawa-2", "ukita-3"],
            "ueda": ["uesugi-1-gun", "ukita-3"],
            "utsunomiya": UESUGI,
            "hand": [
                *("ukita-swords", "uesugi-single", "ukita-single", "kobayakawa-single", "kobayakawa-double"),
                "ukita-single",
            ],
            "recruitment": ["ukita-2"],
            "mori_box": MORI,
        },
        week=4,
    )


def positions_between_turns(seed: int) -> Iterator[Table]:
    """Those of a game in which a payment is due."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bot = SteadyBot(SEASONED_WEIGHTS)
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        if isinstance(table.asked(seat), PaymentDue):
            yield table
        table.act(seat, bot.choose(table.view(seat)))


def test_a_block_on_the_map_is_worth_more_than_one_in_the_box_and_any_more_than_none() -> None:
    coefficients = dict(zip(FEATURES, COEFFICIENTS, strict=True))
    assert min(coefficients["blocks"], coefficients["blocks"] + coefficients["blocks_over"]) > 0
    met = 0
    for table in positions_between_turns(1):
        state = table.state
        box = state.pools[TOKUGAWA][RECRUITMENT]
        place = next((place for place in LOCATIONS if len(state.pools[TOKUGAWA][place]) > 1), None)
        if not box or place is None:
            continue
        met += 1
        mustered = state.copy()
        mustered.transfer(TOKUGAWA, box[:1], RECRUITMENT, place)
        assert chance(features(mustered)) > chance(features(state))
    assert met


def test_in_turn_b_a_card_more_than_are_used_counts_half() -> None:
    """Half of what is left is thrown away when the week ends (6.2)."""
    state = next(positions_between_turns(2)).state.copy()
    number = FEATURES.index("hand")
    gains = []
    for turn in (0, 1):
        state.turn = turn
        counts = []
        for held in range(USED - 1, USED + 3):
            changed = state.copy()
            hand = changed.pools[TOKUGAWA][HAND]
            changed.transfer(TOKUGAWA, hand, HAND, DECK)
            changed.transfer(TOKUGAWA, changed.pools[TOKUGAWA][DECK][:held], DECK, HAND)
            counts.append(features(changed)[number])
        gains.append([round(after - before, 6) for before, after in pairwise(counts)])
    assert gains == [[0.2, 0.2, 0.2], [0.2, 0.1, 0.1]]


def test_what_trials_cannot_tell_apart_is_less_where_the_game_is_nearly_lost_or_won() -> None:
    assert as_good_as(0.5, 0.01) == pytest.approx(0.49)
    assert as_good_as(0.02, 0.01) > 0.019
    assert as_good_as(0.98, 0.01) > 0.979
    assert as_good_as(0.0, 0.01) == 0.0
    assert as_good_as(1.0, 0.01) == 1.0


@pytest.mark.parametrize("table", [behind_in_week_3(), behind_in_week_4()], ids=["week 3", "week 4"])
def test_some_of_the_plans_that_are_tried_spend_more_cards_than_the_seasoned_bot(table: Table) -> None:
    view, random = table.view(TOKUGAWA), Random(1)
    usual, others = plans_for(view, (deal(view, random), 1), random, TASTES)
    spent = [len(plan[0].cards) for plan in (usual, *others) if isinstance(plan[0], Pay)]
    assert max(spent[1:]) > spent[0] or spent[0] == 2


def test_a_muster_is_better_than_nothing_where_the_game_goes_ill() -> None:
    table = behind_in_week_3()
    view, random = table.view(TOKUGAWA), Random(1)
    free, end = Pay(Degree.MINIMAL, ()), EndMovement()
    muster = Muster(pieces(table, TOKUGAWA, "recruitment", "tokugawa-2"), location_named("kanazawa"), shown=False)
    worlds = [(deal(view, random), random.getrandbits(32)) for _ in range(12)]
    found = best_of(view.state, TOKUGAWA, [(free, end), (free, muster, end)], worlds, [12], (free, end), least=2)
    assert found[0].plan == (free, muster, end)
    assert found[0].chance > found[1].chance


@pytest.mark.parametrize("table", [behind_in_week_3(), behind_in_week_4()], ids=["week 3", "week 4"])
def test_it_does_something_where_it_is_behind_and_has_cards_in_hand(table: Table) -> None:
    bot = StrongBot(Random(3), tastes=4, worlds=(2, 4))
    plan = []
    while in_phase(table, TOKUGAWA):
        plan.append(bot.choose(table.view(TOKUGAWA)))
        table.act(TOKUGAWA, plan[-1])
    assert any(isinstance(answer, March | Muster) for answer in plan)
