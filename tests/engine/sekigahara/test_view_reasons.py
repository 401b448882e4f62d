"""What a view alone says for an answer, and the price of a plan."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from engine.hidden import SEATS, Seat
from engine.sekigahara import view_reasons_in_combat
from engine.sekigahara.board import HAND, location_named
from engine.sekigahara.chapters.chapter_6_week import TURNS, Bid, ChooseFirst, Discard
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, Pay
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside
from engine.sekigahara.components import ISHIDA, TOKUGAWA, WEEKS
from engine.sekigahara.forms import Degree
from engine.sekigahara.pieces import BID_OF, FACE_NAMED
from engine.sekigahara.reasons import (
    Attackable,
    FirstAt,
    Fits,
    GivesUp,
    KeepsBid,
    LastTurn,
    Leaves,
    Overrunnable,
    Spends,
    Strands,
    Threatens,
    Unfit,
)
from engine.sekigahara.reasons_in_combat import (
    Adds,
    Aim,
    Defenceless,
    Garrison,
    Joins,
    LosesLeaders,
    LostFirst,
    LostLast,
    Meets,
    Near,
    Proves,
    Reached,
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
from engine.sekigahara.view_reasons import prices_of, seen_of
from engine.sekigahara.view_reasons_in_combat import chance_to_prove
from tests.engine.sekigahara.battles import FIELD, act, battle, deploy, deployment, doing, finish_all
from tests.engine.sekigahara.positions import Table, combat_phase, pieces, position


@pytest.mark.parametrize("cards", [["maeda-single"], ["maeda-single", "maeda-swords"]])
def test_a_deployment_says_what_it_adds_and_whether_it_could_be_challenged(cards: list[str]) -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(cards, ["mori-single"]))
    unproved = len(cards) == 1
    # The defender, who led with nothing against nothing, loses a block for the defeat.
    assert seen_of(table.view(TOKUGAWA), deployment(table, "maeda-single", "maeda-3")) == (
        Adds(3, 3, 0, 1),
        *([Defenceless()] if unproved else []),
    )


def test_a_leader_who_is_deployed_is_lost_before_those_who_are_not() -> None:
    """8.2.4, 8.7.2: unless nobody else is there."""

    def exposed(*blocks: str) -> list[LostFirst]:
        table = battle(["maeda-1-leader", *blocks], ["mori-2"], hands=([], ["mori-single"]))
        found = seen_of(table.view(TOKUGAWA), deployment(table, None, "maeda-1-leader"))
        return [each for each in found if isinstance(each, LostFirst)]

    assert exposed("maeda-3") == [LostFirst((FACE_NAMED["block-maeda-1-leader"],))]
    assert exposed() == []


def test_who_deploys_and_trails_still_is_told_so() -> None:
    """8.5: to give the initiative away is the rule."""
    hands = ["maeda-single", "date-single"], ["mori-single"]
    table = battle(["maeda-2", "maeda-3", "date-2"], ["mori-1-gun"], hands=hands)

    def trails(card: str, block: str) -> list[Trails]:
        found = seen_of(table.view(TOKUGAWA), deployment(table, card, block))
        return [each for each in found if isinstance(each, Trails)]

    combat = table.state.current_combat()
    table.state.combat = replace(combat, impact=(0, 4))
    assert trails("date-single", "date-2") == [Trails()]
    table.state.combat = replace(combat, impact=(0, 1))
    assert trails("date-single", "date-2") == []
    table.state.combat = replace(combat, impact=(0, 1), ended=(False, True))
    assert trails("date-single", "date-2") == []


def test_who_moves_first_comes_first_where_nobody_stands_and_leaves_the_last_turn_to_the_other() -> None:
    """6.3, 6.4, 7.3: castles are told before resource locations."""
    stacks = {"kiyosu": ["date-2"]}, {"sawayama": ["mori-2"]}
    view = position(*stacks).view(TOKUGAWA)
    contested = FirstAt(True, (location_named("gifu"), location_named("kyoto")))
    assert seen_of(view, ChooseFirst(TOKUGAWA)) == (contested, LastTurn(False, ends=False))
    assert seen_of(view, ChooseFirst(ISHIDA)) == (replace(contested, own=False), LastTurn(True, ends=False))
    last = position({"edo": ["date-2"]}, {"osaka": ["mori-2"]}, week=WEEKS).view(ISHIDA)
    assert seen_of(last, ChooseFirst(TOKUGAWA)) == (LastTurn(True, ends=True),), "no place is in reach of both"


def test_ending_the_deployment_says_how_far_what_is_left_would_lead() -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(["maeda-single"], ["mori-single"]))
    stops = Stops(0, 0, 3, further=1, turns=True)
    assert seen_of(table.view(TOKUGAWA), EndDeployment()) == (stops, Unproved()), "a tie is the defender's"
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(["date-single"], ["mori-single"]))
    assert seen_of(table.view(TOKUGAWA), EndDeployment()) == (Stops(0, 0, 0),)


def test_ending_the_deployment_says_what_is_spared_by_it() -> None:
    """8.1, 8.2.4, 8.6.1, 8.7.2."""
    blocks = ["maeda-3", "date-3", "date-1-leader"]
    table = battle(
        blocks,
        ["mori-2", "mori-3"],
        hands=(["maeda-single", "date-single", "date-swords"], ["mori-single"]),
        elsewhere=({"kyoto": ["date-2"]}, {"kyoto": ["ukita-2"]}),
    )
    view, kyoto = table.view(TOKUGAWA), location_named("kyoto")
    stops, reserved = seen_of(view, EndDeployment())
    assert isinstance(stops, Stops)
    assert stops.turns
    assert not stops.leads
    assert reserved == Reserves((kyoto,)), "the leader could be deployed without a card, whom nobody challenges"
    deploy(table, "maeda-single", "maeda-3")
    act(table, EndDeployment())
    view = table.view(TOKUGAWA)
    leader = (view.faces[pieces(table, TOKUGAWA, FIELD, "date-1-leader")[0]],)
    stops, *spared = seen_of(view, EndDeployment())
    assert isinstance(stops, Stops)
    assert stops.leads
    assert spared == [Reserves((kyoto,))], "who has won without impact against him loses nobody"
    combat = table.state.current_combat()
    table.state.combat = replace(combat, impact=(9, 7))
    assert LostLast(leader) in seen_of(table.view(TOKUGAWA), EndDeployment())
    table.state.combat = replace(combat, impact=(9, 14))
    assert LostLast(leader) not in seen_of(table.view(TOKUGAWA), EndDeployment()), "more are lost than are deployed"


def test_a_proof_says_what_would_turn_without_it() -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(["maeda-single", "maeda-swords"], ["ishida-loyalty"]))
    act(table, deployment(table, "maeda-single", "maeda-3"))
    act(table, Challenge(pieces(table, ISHIDA, "hand")[0]))
    [card] = pieces(table, TOKUGAWA, "hand")
    assert seen_of(table.view(TOKUGAWA), ProveLoyalty(card)) == (Proves(3, 0, 0, 3),)
    assert seen_of(table.view(TOKUGAWA), ProveLoyalty(None)) == ()


def test_a_challenge_says_what_it_would_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = battle(["maeda-2", "maeda-3"], ["mori-2"], hands=(["maeda-single"], ["ishida-loyalty"]))
    act(table, deployment(table, "maeda-single", "maeda-3"))
    [card] = pieces(table, ISHIDA, "hand")
    view = table.view(ISHIDA)
    chance = chance_to_prove(view)
    assert chance == 0, "the hand is empty"
    sure = Refuted(chance, challenged=True), Turns(3, 0, None)
    assert seen_of(view, Challenge(card)) == sure, "it cannot come otherwise"
    assert seen_of(view, Challenge(None)) == (Refuted(chance, challenged=False),)
    half = Fraction(1, 2)
    monkeypatch.setattr(view_reasons_in_combat, "chance_to_prove", lambda *_: half)
    assert seen_of(view, Challenge(card)) == (Refuted(half, challenged=True), Turns(3, 0, (0, 3)))
    table.state.pools[ISHIDA][HAND] = ()
    assert seen_of(view, Challenge(None)) == (), "there is no choice"


@pytest.mark.parametrize("attacker", [ISHIDA, TOKUGAWA])
def test_who_holds_a_castle_weighs_what_stands_outside_against_a_siege(attacker: Seat) -> None:
    table = combat_phase(
        position(
            {"gifu": ["tokugawa-2", "maeda-1-gun"], "hand": ["maeda-single", "date-single"]},
            {"gifu": ["mori-2", "mori-3", "ukita-2"], "hand": ["mori-single"]},
            active=attacker,
            holders={"gifu": TOKUGAWA},
        )
    )
    act(table, Declare(location_named("gifu")))
    for inside in (True, False):
        found = Walls(inside, besieged=attacker == ISHIDA, mon=3, fitting=1, enemies=3, falls=14)
        assert seen_of(table.view(TOKUGAWA), FightInside(inside)) == (found,)


def losing(*own: str, hand: tuple[str, ...] = ()) -> Table:
    """A battle in which all these blocks have been deployed."""
    table = battle(own, ["mori-2"], hands=(hand, ["mori-single"]))
    combat = table.state.current_combat()
    everybody = [(block, seat) for seat in SEATS for block in table.state.pools[seat][combat.location]]
    table.state.combat = replace(combat, deployed=tuple(everybody))
    return table


def test_losses_say_in_what_they_are_less_than_the_others() -> None:
    table = losing("maeda-2", "date-3", "date-1-leader", hand=("date-single",))
    maeda, date, leader = pieces(table, TOKUGAWA, FIELD, "maeda-2", "date-3", "date-1-leader")
    view = table.view(TOKUGAWA)
    spared = (view.faces[leader],)
    costs = LosesLeaders(spared)
    assert seen_of(view, Lose((maeda,))) == (Spares(3, False, False, 0, 1, spared),)
    assert seen_of(view, Lose((leader,))) == (Spares(3, True, False, 1, 1, ()), costs)
    assert seen_of(view, Lose((maeda, leader))) == (Spares(3, True, False, 1, 1, ()), costs)
    assert seen_of(view, Lose((date,))) == (Spares(3, False, False, 1, 1, spared),)
    assert seen_of(view, Lose((date, leader))) == (costs,), "nothing can be said for it"
    assert seen_of(view, Lose((maeda, date, leader))) == (), "no choice"
    alike = losing("maeda-2", "date-2")
    [reason] = seen_of(alike.view(TOKUGAWA), Lose(pieces(alike, TOKUGAWA, FIELD, "maeda-2")))
    assert isinstance(reason, Spares)
    assert reason.alike


def test_cards_that_go_are_weighed_by_the_blocks_on_the_map() -> None:
    table = position(
        {"edo": ["date-2", "date-3", "maeda-2"], "bag": ["maeda-3"], "hand": ["maeda-single", "date-single"]},
        {"osaka": ["mori-2"]},
    )
    view = table.view(TOKUGAWA)
    maeda, date = pieces(table, TOKUGAWA, "hand", "maeda-single", "date-single")
    kept = FACE_NAMED["card-date-single"]
    assert seen_of(view, Discard((maeda,))) == (
        KeepsBid(kept, (BID_OF[kept],)),
        GivesUp(1, 2, (kept,), alone=True),
        Strands(1),
    )
    assert seen_of(view, Discard(())) == ()
    assert seen_of(view, Bid(maeda)) == (Fits(1, fewest=True),)
    assert seen_of(view, Bid(date)) == (Fits(2, fewest=False),)
    assert seen_of(view, Bid(None)) == ()


def test_a_loyalty_challenge_that_is_kept_deploys_nobody_and_a_second_card_nobody_else() -> None:
    """8.6.1."""
    hand = ["date-single", "date-swords", "tokugawa-loyalty", "maeda-single"]
    table = position({"edo": ["date-2", "date-3"], "hand": hand}, {"osaka": ["mori-2"]})
    view = table.view(TOKUGAWA)
    gone = pieces(table, TOKUGAWA, "hand", "date-single", "maeda-single")
    kept = (FACE_NAMED["card-date-swords"],)
    bid, found = seen_of(view, Discard(gone))
    assert found == GivesUp(2, 2, kept, alone=False, challenges=1)
    assert isinstance(bid, KeepsBid)
    assert bid.highest == FACE_NAMED["card-tokugawa-loyalty"]
    assert bid.better
    assert not KeepsBid(kept[0], (BID_OF[bid.highest],)).better


def test_in_a_siege_a_deployment_and_its_end_name_at_what_the_castle_falls() -> None:
    """8.9.4: and what the hand comes to, by the card that is spent as well."""
    hands = ["fukushima-single", "date-single"], ["mori-single"]
    places = {"gifu": ISHIDA}
    blocks = ["ii-4", "fukushima-1-cavalry"]
    table = battle(blocks, ["ukita-3", "mori-2"], hands=hands, place="gifu", inside=True, holders=places)
    view, gifu = table.view(TOKUGAWA), location_named("gifu")
    for card, most in (("fukushima-single", 4), ("date-single", 5)):
        [found] = seen_of(view, deployment(table, card, "ii-4"))
        assert found == Adds(4, 4, 0, 0, aim=Aim(gifu, 14, most, wins=False))
    assert seen_of(view, EndDeployment()) == (Stops(0, 0, 5, Aim(gifu, 14, 5, wins=False)),)
    strong, hands = ["ii-4", "tokugawa-3"], (["tokugawa-single", "date-single"], ["mori-single"])
    table = battle(strong, ["ukita-3", "mori-2"], hands=hands, place="gifu", inside=True, holders=places)
    assert seen_of(table.view(TOKUGAWA), EndDeployment()) == (
        Stops(0, 0, 7, Aim(gifu, 14, 7, wins=False), further=1),
    ), "and whom it would kill without taking the castle"
    osaka = battle(["ii-4"], [], hands=(["date-single"], []), place="osaka", inside=None)
    assert seen_of(osaka.view(TOKUGAWA), EndDeployment()) == (
        Stops(0, 0, 4, Aim(location_named("osaka"), 7, 4, wins=True)),
    )


def beaten(place: str, **where: list[str]) -> Table:
    """Tokugawa, who has attacked, has lost three of four blocks, and retreats with one; `where` there are others."""
    mine = {key: names for key, names in where.items() if names[0].startswith(("date", "maeda"))}
    theirs = {key: names for key, names in where.items() if key not in mine}
    table = battle(["date-2", "date-3"], ["mori-2", "mori-3"], place=place, elsewhere=(mine, theirs))
    finish_all(table)
    act(table, Lose(pieces(table, TOKUGAWA, place)[:1]))
    assert doing(table) == (TOKUGAWA, RetreatDue)
    return table


def test_a_retreat_says_where_it_leads_beside_the_other_places() -> None:
    """8.8: two of Ishida's have won at Suwa, with Kiso, Kōfu and Saku around it."""
    kiso, kofu, saku = map(location_named, ("kiso", "kofu", "saku"))
    view = beaten("suwa", kofu=["maeda-2", "maeda-3"], oshi=["mori-2", "ukita-2"]).view(TOKUGAWA)
    gifu, ueda, takasaki = map(location_named, ("gifu", "ueda", "takasaki"))
    assert seen_of(view, Retreat((), kofu)) == (Joins(kofu, 2), Reached(kofu, 2, kiso, 4))
    kept = Shelters(kiso, castle=False), Reached(kiso, 4, kofu, 2), Threatens(gifu)
    assert seen_of(view, Retreat((), kiso)) == kept
    found = Reached(saku, 4, kofu, 2), Threatens(ueda), Threatens(takasaki)
    assert seen_of(view, Retreat((), saku)) == found, "those at Kōfu are nearer elsewhere"
    view = beaten("suwa", kofu=["maeda-2", "maeda-3"], oshi=["mori-2"]).view(TOKUGAWA)
    assert seen_of(view, Retreat((), kofu)) == (Joins(kofu, 2),), "one block more or less is much the same"
    view = beaten("suwa", oshi=["maeda-2", "maeda-3"], saku=["mori-2"]).view(TOKUGAWA)
    assert Meets(saku, 1) in seen_of(view, Retreat((), saku))
    view = beaten("suwa", hakone=["maeda-2", "maeda-3"]).view(TOKUGAWA)
    assert Near(kofu, location_named("hakone"), 2, 2) in seen_of(view, Retreat((), kofu))
    assert not any(isinstance(reason, Near) for reason in seen_of(view, Retreat((), kiso)))


def test_a_retreat_into_the_own_castle_says_what_it_holds() -> None:
    """8.8.4, 8.9.4."""
    gifu, iwamura = location_named("gifu"), location_named("iwamura")
    table = battle(
        ["date-2", "date-3", "maeda-2"],
        ["mori-2", "mori-3"],
        place="gifu",
        attacker=TOKUGAWA,
        holders={"gifu": TOKUGAWA},
    )
    finish_all(table)
    act(table, Lose(pieces(table, TOKUGAWA, "gifu", "maeda-2")))
    view, (weak, strong) = table.view(TOKUGAWA), pieces(table, TOKUGAWA, "gifu", "date-2", "date-3")
    assert seen_of(view, Retreat((weak, strong), None)) == (Garrison(gifu, 2, 14, weakest=False),)
    assert Garrison(gifu, 1, 7, weakest=True) in seen_of(view, Retreat((weak,), iwamura))
    assert Garrison(gifu, 1, 7, weakest=False) in seen_of(view, Retreat((strong,), iwamura))
    assert Leaves(gifu, given_up=True) in seen_of(view, Retreat((), iwamura))


# -- the price of a movement phase


def going(table: Table, *stops: str, count: int = 1, forced: str | None = None) -> tuple[March, ...]:
    """A march of so many Tokugawa blocks, from the first place."""
    first, *others = stops
    blocks = pieces(table, TOKUGAWA, first)[:count]
    card = None if forced is None else pieces(table, TOKUGAWA, "hand", forced)[0]
    return (March(blocks, tuple([location_named(each) for each in others]), claim=False, forced=card),)


def test_what_is_left_to_nobody_is_a_price_where_the_enemy_could_come() -> None:
    table = position(
        {"kyoto": ["date-2"], "edo": ["date-3"], "miyazu": ["maeda-2", "maeda-3"]},
        {"osaka": ["mori-2", "mori-3"]},
        owners={"kyoto": TOKUGAWA},
    )
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    leaves = (Leaves(location_named("kyoto"), given_up=False),)
    assert prices_of(view, (*going(table, "kyoto", "minakuchi"), EndMovement()), known)[:1] == leaves
    assert prices_of(view, going(table, "edo", "oyama"), known) == (), "nobody is near"
    assert prices_of(view, going(table, "miyazu", "tsuruga"), known) == (), "one stays"
    table.state.week, table.state.turn, table.state.first = WEEKS, 1, ISHIDA
    assert prices_of(table.view(TOKUGAWA), going(table, "kyoto", "minakuchi"), known) == (), "no enemy comes any more"


def test_a_castle_without_a_block_is_a_price_whether_the_plan_has_left_it_or_not() -> None:
    """4.3: also one that is taken in passing."""
    table = position({"edo": ["date-3"]}, {"kuwana": ["mori-2", "mori-3"]}, holders={"okazaki": TOKUGAWA})
    known, leaves = (table.faces, 1), Leaves(location_named("okazaki"), given_up=False)
    assert leaves in prices_of(table.view(TOKUGAWA), going(table, "edo", "oshi"), known)
    table.state.holder[location_named("okazaki")] = ISHIDA
    assert leaves not in prices_of(table.view(TOKUGAWA), going(table, "edo", "oshi"), known)
    table = position({"kiyosu": ["date-2"]}, {"kuwana": ["mori-2", "mori-3"]})
    passing, known = going(table, "kiyosu", "okazaki", "hamamatsu"), (table.faces, 1)
    assert leaves in prices_of(table.view(TOKUGAWA), passing, known)


def test_all_that_a_plan_leaves_bare_is_told_what_counts_most_first_also_where_only_a_card_leads() -> None:
    """4.2, 7.3.3: and what it takes in passing."""
    table = position(
        {"edo": ["date-3"], "miyazu": ["maeda-2"]},
        {"osaka": ["mori-2", "mori-3"], "hand": ["mori-single"]},
        holders={"miyazu": TOKUGAWA},
    )
    known, plan = (table.faces, 1), going(table, "miyazu", "tsuruga", "kitanosho")
    left = [location_named(each) for each in ("miyazu", "tsuruga")]
    assert prices_of(table.view(TOKUGAWA), plan, known) == tuple([Leaves(place, given_up=False) for place in left])
    table = position({"miyazu": ["maeda-2"]}, {"osaka": ["mori-2", "mori-3"]}, holders={"miyazu": TOKUGAWA})
    plan = going(table, "miyazu", "tsuruga", "kitanosho")
    assert prices_of(table.view(TOKUGAWA), plan, (table.faces, 1)) == (), "without a card it is too far"


def test_blocks_that_the_enemy_could_overrun_where_a_plan_brings_or_leaves_them_are_a_price() -> None:
    """7.4.1: four to one, and in no castle of their own."""
    enemies = ["mori-2", "mori-2", "mori-3", "ukita-2"]
    table = position({"edo": ["date-2", "date-3"], "iwaki": ["maeda-2"]}, {"utsunomiya": enemies})
    view, known = table.view(TOKUGAWA), (table.faces, 1)
    [march] = going(table, "edo", "oyama")
    oyama = Overrunnable(location_named("oyama"), 1)
    assert oyama in prices_of(view, (march,), known)
    assert Overrunnable(location_named("iwaki"), 1) not in prices_of(view, (march,), known), "it has not moved"
    table = position({"edo": ["date-2", "date-3"]}, {"utsunomiya": enemies[1:]})
    assert oyama not in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama"), (table.faces, 1))


def test_blocks_in_the_open_that_many_more_could_attack_where_a_plan_brings_them_are_a_price() -> None:
    """7.3: in a castle of their own they are safe from that."""
    enemies = ["mori-2", "mori-2", "mori-3"]
    table = position({"edo": ["date-2", "date-3"]}, {"utsunomiya": enemies})
    oyama, known = location_named("oyama"), (table.faces, 1)
    assert prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama"), known)[0] == Attackable(oyama, 1, 3)
    assert prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama", count=2), known)[0] == Attackable(oyama, 2, 3)
    table = position({"edo": ["date-2", "date-3"]}, {"utsunomiya": enemies[1:]})
    found = prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama", count=2), known)
    assert not any(isinstance(each, Attackable) for each in found), "no more than there are"
    table = position({"hamamatsu": ["date-2"]}, {"kiyosu": enemies}, holders={"okazaki": TOKUGAWA})
    found = prices_of(table.view(TOKUGAWA), going(table, "hamamatsu", "okazaki"), (table.faces, 1))
    assert not any(isinstance(each, Attackable) for each in found), "it is their castle"


def test_a_castle_with_few_in_it_is_told_also_where_the_plan_has_left_them() -> None:
    """8.9: very many could besiege it."""
    enemies = ["mori-2", "mori-2", "mori-3", "ukita-2"]
    table = position({"miyazu": ["date-3"], "edo": ["date-2"]}, {"ayabe": enemies}, holders={"miyazu": TOKUGAWA})
    found = prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama"), (table.faces, 1))
    assert found == (Attackable(location_named("miyazu"), 1, 4),)


def test_where_it_overruns_a_plan_fights_nobody() -> None:
    """7.4: so it needs no card there."""
    table = position({"edo": ["date-2", "date-2", "date-3", "maeda-2"]}, {"oyama": ["mori-2"]})
    oyama, known = location_named("oyama"), (table.faces, 1)
    assert Unfit(oyama) not in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama", count=4), known)
    assert Unfit(oyama) in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama", count=3), known)


def test_a_combat_for_which_no_card_is_kept_is_a_price() -> None:
    """8.2.2."""
    hand = ["date-single", "maeda-single"]
    table = position({"edo": ["date-2", "date-3"], "hand": hand}, {"oyama": ["mori-2"]})
    known, unfit = (table.faces, 1), Unfit(location_named("oyama"))
    assert unfit not in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama"), known)
    assert unfit in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama", forced="date-single"), known)
    table = position({"edo": ["date-2", "date-3"]}, {})
    assert unfit not in prices_of(table.view(TOKUGAWA), going(table, "edo", "oyama"), (table.faces, 1)), "no combat"


def test_an_enemy_castle_that_is_left_is_given_up_at_once() -> None:
    table = position({"gifu": ["date-2", "date-3"]}, {"aizu": ["mori-2"]})
    known = (table.faces, 1)
    price = (Leaves(location_named("gifu"), given_up=True),)
    assert prices_of(table.view(TOKUGAWA), going(table, "gifu", "kiyosu", count=2), known) == price


def test_cards_that_are_spent_are_a_price() -> None:
    table = position(
        {"edo": ["date-3", "date-2"], "hand": ["date-single", "date-swords", "maeda-single"]},
        {"osaka": ["mori-2"]},
        paid=None,
    )
    known = (table.faces, 1)
    [card] = pieces(table, TOKUGAWA, "hand", "maeda-single")
    view = table.view(TOKUGAWA)
    assert prices_of(view, (Pay(Degree.LIMITED, (card,)), EndMovement()), known) == (Spends(1, 3),)
    march = going(table, "edo", "oshi", forced="date-single")
    assert prices_of(view, (Pay(Degree.LIMITED, (card,)), *march), known) == (Spends(2, 3),)
    assert prices_of(view, (Pay(Degree.MINIMAL, ()), EndMovement()), known) == ()
    payment, forced = (Pay(Degree.TOTAL, pieces(table, TOKUGAWA, "hand")[:2]),), pieces(table, TOKUGAWA, "hand")[2]
    everything = (*payment, replace(going(table, "edo", "oshi")[0], forced=forced))
    assert prices_of(view, everything, known) == (Spends(3, 3, bare=True),)
    table.state.turn, table.state.first = TURNS[-1], ISHIDA
    assert prices_of(table.view(TOKUGAWA), everything, known) == (Spends(3, 3),), "both draw before its next turn"
    hand = pieces(table, TOKUGAWA, "hand")
    assert prices_of(view, (Pay(Degree.NONE, hand[:2]),), known) == (), "those are replaced"
    assert prices_of(view, (EndMovement(),), known) == ()


def test_a_block_that_is_overrun_has_left_nothing() -> None:
    """7.4.1: who stays behind alone among four is overrun."""
    table = position({"edo": ["date-2", "date-3"]}, {"edo": ["mori-2", "mori-3", "ukita-2", "ukita-3"]})
    table.state.owner[location_named("edo")] = TOKUGAWA
    [march] = going(table, "edo", "oyama")
    assert prices_of(table.view(TOKUGAWA), (march, Reveal()), (table.faces, 1)) == ()
