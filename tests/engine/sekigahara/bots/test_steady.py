"""The steady bot plays sensibly."""

from __future__ import annotations

from random import Random

import pytest

from engine.hidden import SEATS, Decision, Over, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import HAND, LOCATIONS, OSAKA, POOL_KEYS, RESOURCES, location_named
from engine.sekigahara.bots import BOTS, make_bot
from engine.sekigahara.bots.steady.bot import SteadyBot
from engine.sekigahara.chapters.chapter_6_week import Bid, Discard, DiscardsDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import overrun_victim
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, LoseInSiege, SiegeLossesDue
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import FACE_KEYS, FACE_NAMED, PROTAGONIST
from tests.engine.sekigahara.positions import ISHIDA, TOKUGAWA, Table, combat_phase, pieces, position


def asked_seat(table: Table) -> Seat:
    """The seat whose choice the table waits for."""
    return next(seat for seat in SEATS if table.asked(seat) is not None)


def game(names: tuple[str, str], seed: int) -> Table:
    """A whole game between two bots."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bots = [make_bot(SEKIGAHARA, name, Random(seed * 2 + seat)) for seat, name in enumerate(names)]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        table.act(seat, bots[seat].choose(table.view(seat)))
    return table


def test_every_bot_is_known_by_its_name() -> None:
    for name in BOTS:
        assert callable(make_bot(SEKIGAHARA, name, Random(1)).choose)
    with pytest.raises(ValueError, match="no bot called 'genius'"):
        make_bot(SEKIGAHARA, "genius", Random(1))


@pytest.mark.parametrize("side", SEATS)
def test_steady_beats_random(side: Seat) -> None:
    names = ("steady", "random") if side == TOKUGAWA else ("random", "steady")
    wins = 0
    for seed in range(3):
        waiting = game(names, seed).waiting
        assert isinstance(waiting, Over)
        wins += waiting.winner == side
    assert wins == 3


def choice(table: Table, seat: Seat) -> object:
    return SteadyBot().choose(table.view(seat))


def play_out(table: Table, seat: Seat, kind: type) -> list[object]:
    """Let steady answer all decisions of `seat` of one kind in a row; the choices."""
    made: list[object] = []
    while isinstance(table.waiting, Decision) and (type(table.waiting.question), table.waiting.seat) == (kind, seat):
        action = SteadyBot().choose(table.view(seat))
        made.append(action)
        table.act(seat, action)
    return made


LEADERS = {"edo": ["tokugawa-1-leader", "tokugawa-3", "tokugawa-3", "tokugawa-2"]}
GUARD = {"osaka": ["ishida-1-leader", "kobayakawa-3", "kobayakawa-2"], "mori_box": ["mori-1-leader"] + ["mori-3"] * 4}
TAKEN = {POOL_KEYS[place]: TOKUGAWA for place in RESOURCES}


def test_takes_an_undefended_castle() -> None:
    table = position(
        {**LEADERS, "hand": ["maeda-single"], "takasaki": ["maeda-2", "maeda-3", "maeda-3"]},
        GUARD,
        disks=["osaka"],
    )
    play_out(table, TOKUGAWA, MovementDue)
    assert table.state.holder[location_named("ueda")] == TOKUGAWA


def test_takes_resources_on_the_way_to_others() -> None:
    table = position({**LEADERS, "mito": ["date-2"]}, GUARD)
    play_out(table, TOKUGAWA, MovementDue)
    assert table.state.owner[location_named("takasaki")] == TOKUGAWA


@pytest.mark.parametrize("seed", range(3))
def test_marches_nobody_to_where_he_is_overrun(seed: int) -> None:
    """7.4.1: it did, one of several blocks, so that the enemy would be busy there."""
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    bots = [make_bot(SEKIGAHARA, "steady", Random(seed * 2 + seat)) for seat in SEATS]
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        action = bots[seat].choose(table.view(seat))
        table.act(seat, action)
        if isinstance(action, March):
            assert overrun_victim(table.state, action.stops[-1]) != seat


def test_overruns_what_it_can() -> None:
    table = position(
        {**LEADERS, "okazaki": ["fukushima-2", "fukushima-2", "fukushima-3", "ii-4"], "hand": ["date-single"]},
        {**GUARD, "kiyosu": ["ukita-3"]},
        paid="minimal",
        owners=TAKEN,
    )
    march = choice(table, TOKUGAWA)
    assert isinstance(march, March)
    assert location_named("kiyosu") in march.stops
    assert len(march.blocks) == 4


def test_leaves_a_strong_stack_alone_when_its_own_cards_do_not_match() -> None:
    strong = ["ukita-3", "ukita-3", "ukita-3", "mori-3", "kobayakawa-3", "uesugi-3"]
    table = position(
        {**LEADERS, "gifu": ["fukushima-2", "fukushima-3", "fukushima-3"], "hand": ["date-single"] * 5},
        {**GUARD, "kuwana": strong, "hand": ["ukita-swords", "mori-single", "ukita-single", "mori-swords"]},
    )
    moves = play_out(table, TOKUGAWA, MovementDue)
    assert all(not isinstance(move, March) or move.stops[-1] != location_named("kuwana") for move in moves)


def test_attacks_a_weak_stack_when_its_cards_match() -> None:
    table = position(
        {
            **LEADERS,
            "gifu": ["fukushima-2", "fukushima-3", "fukushima-3", "ii-4"],
            "hand": ["fukushima-single"] * 4 + ["fukushima-double"],
        },
        {**GUARD, "kiyosu": ["uesugi-1-gun", "uesugi-1-gun"], "hand": ["mori-single"] * 5},
        paid="minimal",
        owners=TAKEN,
    )
    march = choice(table, TOKUGAWA)
    assert isinstance(march, March)
    assert march.stops[-1] == location_named("kiyosu")


def test_two_stacks_attack_together_what_neither_would_attack_alone() -> None:
    table = position(
        {
            "edo": LEADERS["edo"],
            "okazaki": ["fukushima-3", "fukushima-3", "fukushima-2"],
            "gifu": ["fukushima-2", "fukushima-2", "fukushima-2"],
            "hand": ["fukushima-single"] * 5 + ["fukushima-swords", "fukushima-double"],
        },
        {**GUARD, "kiyosu": ["mori-2", "mori-2", "mori-2", "mori-1-gun"], "hand": ["mori-single"] * 4},
        paid="limited",
        owners=TAKEN,
    )
    play_out(table, TOKUGAWA, MovementDue)
    assert len(table.state.pools[TOKUGAWA][location_named("kiyosu")]) >= 5


@pytest.mark.parametrize("seed", range(2))
def test_keeps_its_protagonist_in_company(seed: int) -> None:
    table: Table = OpenTable(SEKIGAHARA, SeededChance(seed))
    steady, lonely = SteadyBot(), 0
    turns = 0
    while not isinstance(table.waiting, Over):
        seat = asked_seat(table)
        action = steady.choose(table.view(seat))
        if isinstance(action, EndMovement):
            turns += 1
            [home] = [
                place
                for place in LOCATIONS
                if any(table.faces[block] == PROTAGONIST[seat] for block in table.state.pools[seat][place])
            ]
            lonely += len(table.state.pools[seat][home]) < 2 and home != OSAKA
        table.act(seat, action)
    assert turns >= 8
    assert lonely <= turns // 20


def test_musters_a_clan_together() -> None:
    table = position(
        {**LEADERS, "recruitment": ["maeda-2", "maeda-3", "date-2"], "kanazawa": ["maeda-1-leader"]},
        GUARD,
    )
    moves = play_out(table, TOKUGAWA, MovementDue)
    mustered = [move for move in moves if isinstance(move, Muster)]
    assert [(len(move.blocks), move.shown) for move in mustered] == [(2, True)]


def test_pays_with_useless_cards_and_keeps_good_ones() -> None:
    table = position(
        {
            **LEADERS,
            "kanazawa": ["maeda-2", "maeda-3", "maeda-3"],
            "takasaki": ["maeda-2"],
            "hand": [
                "maeda-double",
                "tokugawa-loyalty",
                "date-single",
                "date-single",
                "maeda-swords",
                "tokugawa-single",
            ],
        },
        GUARD,
        paid=None,
    )
    pay = choice(table, TOKUGAWA)
    assert isinstance(pay, Pay)
    assert pay.degree in {Degree.LIMITED, Degree.TOTAL}
    assert {FACE_KEYS[table.faces[card]] for card in pay.cards} == {"card-date-single"}


def test_replaces_useless_cards_when_there_is_nothing_to_move() -> None:
    table = position(
        {"edo": LEADERS["edo"], "hand": ["date-single", "date-single", "maeda-single", "tokugawa-swords"]},
        GUARD,
        paid=None,
        owners=TAKEN,
    )
    pay = choice(table, TOKUGAWA)
    assert isinstance(pay, Pay)
    assert "card-tokugawa-swords" not in [FACE_KEYS[table.faces[card]] for card in pay.cards]


def battle(mine: list[str], hand: list[str], theirs: list[str], their_hand: list[str], place: str = "kiyosu") -> Table:
    """A battle at `place` with Tokugawa attacking, declared."""
    table = combat_phase(
        position(
            {**LEADERS, place: mine, "hand": hand},
            {**GUARD, place: theirs, "hand": their_hand},
            paid="minimal",
        )
    )
    play_out(table, TOKUGAWA, DeclarationDue)
    return table


def test_deploys_leaders_first_and_for_free() -> None:
    table = battle(
        ["fukushima-3", "fukushima-1-leader"], ["fukushima-single"], ["ukita-3", "ukita-2"], ["ukita-single"]
    )
    deploy = choice(table, TOKUGAWA)
    assert isinstance(deploy, Deploy)
    assert deploy.card is None


def test_ends_when_it_can_neither_win_nor_cost_the_enemy_a_block() -> None:
    table = battle(["fukushima-2", "date-2"], ["maeda-single"], ["ukita-3", "ukita-2"], ["ukita-single"])
    assert choice(table, TOKUGAWA) == EndDeployment()


def test_challenges_what_is_likely_unsupported_and_refutes() -> None:
    table = battle(
        ["fukushima-3", "fukushima-3"],
        ["fukushima-double", "fukushima-single"],
        ["ukita-3", "ukita-2"],
        ["ishida-loyalty"],
    )
    double = pieces(table, TOKUGAWA, "hand", "fukushima-double")[0]
    table.act(TOKUGAWA, Deploy(double, pieces(table, TOKUGAWA, "kiyosu")))
    challenge = choice(table, ISHIDA)
    assert isinstance(challenge, Challenge)
    assert challenge.card is not None
    table.act(ISHIDA, challenge)
    answer = choice(table, TOKUGAWA)
    assert answer == ProveLoyalty(pieces(table, TOKUGAWA, "hand", "fukushima-single")[0])


def test_does_not_challenge_what_any_of_many_cards_supports() -> None:
    table = battle(
        ["ii-4", "fukushima-3"],
        ["fukushima-single"] * 6 + ["date-single"],
        ["ukita-3", "ukita-2"],
        ["ishida-loyalty"],
    )
    card = pieces(table, TOKUGAWA, "hand", "date-single")[0]
    table.act(TOKUGAWA, Deploy(card, pieces(table, TOKUGAWA, "kiyosu", "ii-4")))
    assert choice(table, ISHIDA) == Challenge(None)


def test_loses_its_weakest_blocks() -> None:
    table = battle(
        ["fukushima-1-leader", "fukushima-3", "fukushima-2", "ii-4"], ["date-single"], ["ukita-3", "ukita-2"], []
    )
    table.act(TOKUGAWA, EndDeployment())
    table.act(ISHIDA, EndDeployment())
    assert choice(table, TOKUGAWA) == Lose(pieces(table, TOKUGAWA, "kiyosu", "fukushima-1-leader"))


def test_bids_a_card_that_it_can_spare() -> None:
    table: Table = OpenTable(SEKIGAHARA, SeededChance(3))
    for seat in SEATS:
        bid = SteadyBot().choose(table.view(seat))
        assert isinstance(bid, Bid)
        assert bid.card in table.state.pools[seat][HAND]


def test_discards_the_weaker_half() -> None:
    table = position(
        {**LEADERS, "hand": ["tokugawa-swords", "tokugawa-double", "date-single", "maeda-single", "tokugawa-loyalty"]},
        GUARD,
    )
    table.state.agenda[:] = [DiscardsDue()]
    discard = choice(table, TOKUGAWA)
    assert isinstance(discard, Discard)
    assert sorted(FACE_KEYS[table.faces[card]] for card in discard.cards) == ["card-date-single", "card-maeda-single"]


def test_calls_mori_blocks_for_cards_that_it_can_spare() -> None:
    table = position(
        {"edo": LEADERS["edo"]},
        {**GUARD, "hand": ["uesugi-single", "uesugi-single", "kobayakawa-single", "kobayakawa-swords", "mori-single"]},
        active=ISHIDA,
    )
    called = [move for move in play_out(table, ISHIDA, MovementDue) if isinstance(move, CallMori)]
    assert called
    assert {FACE_KEYS[table.state.shown[call.card]] for call in called} <= {"card-uesugi-single", "card-mori-single"}
    # What has no block to deploy goes first.
    assert FACE_KEYS[table.state.shown[called[0].card]] == "card-uesugi-single"


def test_leaves_a_garrison_in_osaka_when_the_enemy_is_near() -> None:
    garrison = ["ishida-1-leader", "kobayakawa-3", "kobayakawa-2", "ukita-3", "ukita-2", "ukita-2"]
    table = position(
        {"edo": LEADERS["edo"], "kyoto": ["fukushima-3", "fukushima-3", "fukushima-2", "fukushima-2", "ii-4"]},
        {"osaka": garrison, "hand": ["mori-single", "uesugi-single", "mori-single"]},
        active=ISHIDA,
    )
    play_out(table, ISHIDA, MovementDue)
    assert len(table.state.pools[ISHIDA][OSAKA]) >= 3
    assert FACE_NAMED["block-ishida-1-leader"] in [table.faces[block] for block in table.state.pools[ISHIDA][OSAKA]]


def test_stays_behind_walls_against_a_strong_enemy_and_comes_out_against_a_weak_one() -> None:
    for besiegers, inside in ((["ukita-3", "ukita-3", "ukita-2", "mori-3", "mori-3"], True), (["uesugi-1-gun"], False)):
        table = combat_phase(
            position(
                {**LEADERS, "okazaki": ["fukushima-3", "fukushima-3"], "hand": ["fukushima-single"] * 3},
                {**GUARD, "okazaki": besiegers, "hand": ["mori-single"] * 5},
                active=ISHIDA,
                paid="minimal",
                holders={"okazaki": TOKUGAWA},
            )
        )
        play_out(table, ISHIDA, DeclarationDue)
        assert choice(table, TOKUGAWA) == FightInside(inside)


def test_retreats_to_friends_and_not_into_the_enemy() -> None:
    table = combat_phase(
        position(
            {**LEADERS, "kuwana": ["fukushima-2"] * 4, "anotsu": ["maeda-3", "maeda-2", "maeda-2"]},
            {
                **GUARD,
                "kuwana": ["ukita-3", "ukita-3", "ukita-2", "ukita-2"],
                "minakuchi": ["mori-3", "mori-3"],
                "hand": ["ukita-single"] * 3,
            },
            active=ISHIDA,
            paid="minimal",
            arrivals=[(ISHIDA, "kuwana", "minakuchi")],
        )
    )
    while isinstance(table.waiting, Decision) and not isinstance(table.waiting.question, RetreatDue):
        table.act(table.waiting.seat, SteadyBot().choose(table.view(table.waiting.seat)))
    assert choice(table, TOKUGAWA) == Retreat((), location_named("anotsu"))


@pytest.mark.parametrize(
    ("garrison", "disk_first"),
    [(["uesugi-3", "uesugi-3"], True), (["uesugi-1-gun", "uesugi-1-gun"], False), ([], True)],
)
def test_gives_sanadas_disk_before_strong_blocks_and_after_weak_ones(garrison: list[str], disk_first: bool) -> None:
    table = combat_phase(
        position(
            {**LEADERS, "ueda": ["tokugawa-3", "tokugawa-2", "tokugawa-2"], "hand": ["tokugawa-single"] * 4},
            {**GUARD, "ueda": garrison},
            paid="minimal",
        )
    )
    while isinstance(table.waiting, Decision) and not isinstance(table.waiting.question, SiegeLossesDue):
        table.act(table.waiting.seat, SteadyBot().choose(table.view(table.waiting.seat)))
    lost = choice(table, ISHIDA)
    assert isinstance(lost, LoseInSiege)
    assert lost.disk == disk_first
