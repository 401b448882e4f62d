"""What is remembered of stacks that were seen: always true, and told from public events alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from engine.hidden import SEATS, Acted, Event, Face, Mix, Mixed, Over, Piece, Seat
from engine.open_table import OpenTable, SeededChance
from engine.sekigahara import SEKIGAHARA, Sekigahara
from engine.sekigahara.board import DEAD, HAND, LOCATION_KEYS, LOCATIONS, Location, location_named
from engine.sekigahara.bots import make_bot
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.components import ISHIDA, SUPPLIES, TOKUGAWA
from engine.sekigahara.odds import chance_of_holding, unseen_blocks, unseen_cards
from engine.sekigahara.pieces import FACE_KEYS, FACE_NAMED, SIDE_OF
from engine.sekigahara.recollection import Part, Recalled, Recollection, _of_those
from engine.sekigahara.state import State
from tests.engine.sekigahara.positions import Stacks, Table, position

EDO, KOFU, SUWA = location_named("edo"), location_named("kofu"), location_named("suwa")
SEEN = ("mori-1-gun", "ukita-1-cavalry", "mori-2")


class Remembering(Sekigahara):
    """The rules, which tell a recollection of every event: the public states around it, and no face beside them."""

    def __init__(self) -> None:
        super().__init__()
        self.recollection = Recollection()
        self.events: list[Event] = []
        self.mixed: dict[Piece, frozenset[Piece]] = {}

    def apply(self, state: State, event: Event) -> None:
        before = self.copy(state)
        super().apply(state, event)
        self.events.append(event)
        if isinstance(event, Mixed):
            for pools in state.pools:
                for pool in LOCATIONS:
                    if fresh := frozenset([block for block in pools[pool] if block >= before.next_piece]):
                        self.mixed |= dict.fromkeys(fresh, fresh)
        self.recollection.follow(before, event, state)


def check(table: OpenTable[State, Any], recollection: Recollection) -> tuple[int, int]:
    """That all it tells is so; how many faces it is sure of, and how many blocks it tells a part of."""
    state, sure, parted = table.state, 0, 0
    for seat in SEATS:
        stacks = [state.pools[seat][place] for place in LOCATIONS]
        standing = Counter([table.faces[block] for stack in stacks for block in stack if block not in state.shown])
        assert not recollection.seen(state, seat) - standing, "what has been seen is on the map"
        for place in LOCATIONS:
            hidden = [block for block in state.pools[seat][place] if block not in state.shown]
            faces = Counter([table.faces[block] for block in hidden])
            recalled = recollection.recalled(state, seat, place)
            assert not Counter(recalled.sure) - faces, "what it is sure of is there"
            left = faces - Counter(recalled.sure)
            for part in recalled.parts:
                assert sum((left & Counter(part.faces)).values()) >= part.count, "so many are of these"
            assert len(recalled.sure) + sum([part.count for part in recalled.parts]) <= len(hidden)
            for face in {face for part in recalled.parts for face in part.faces}:
                assert unseen_blocks(state, seat)[face], "whoever lies open is none of those"
            sure += len(recalled.sure)
            parted += sum([part.count for part in recalled.parts])
    return sure, parted


def check_hands(table: OpenTable[State, Any], recollection: Recollection) -> int:
    """That each card it is sure of is there, and so is what the odds call certain; how many it is sure of."""
    state, sure = table.state, 0
    for seat in SEATS:
        known = recollection.cards(state, seat)
        held = Counter([table.faces[card] for card in state.pools[seat][HAND] if card not in state.shown])
        assert known <= held
        sure += known.total()
        for face in unseen_cards(state, seat):
            chance = chance_of_holding(state, seat, Counter([face]), known)
            assert 0 < chance < 1 or bool(chance) == bool(held[face]), "what is certain is so"
            assert chance == 1 or not known[face]
    return sure


def worked_out(table: OpenTable[State, Any], game: Remembering) -> int:
    """How many stacks are known to the last block though of those they were mixed with some were mixed again since."""
    state, found = table.state, 0
    lying = {piece for pools in state.pools for pool in pools for piece in pool}
    for seat in SEATS:
        for place in LOCATIONS:
            hidden = [block for block in state.pools[seat][place] if block not in state.shown]
            if hidden and len(game.recollection.recalled(state, seat, place).sure) == len(hidden):
                found += any(game.mixed.get(block, lying) - lying for block in hidden)
    return found


@pytest.mark.parametrize(
    ("bot", "seed"), [*[("random", seed) for seed in range(5)], *[("steady", seed) for seed in (0, 3, 5)]]
)
def test_all_that_is_remembered_is_true(bot: str, seed: int) -> None:
    game = Remembering()
    table: Table = OpenTable(game, SeededChance(seed))
    bots = [make_bot(SEKIGAHARA, bot, Random(f"{seed} {seat}")) for seat in SEATS]
    sure = parted = apart = cards = 0
    while not isinstance(table.waiting, Over):
        seat = next(seat for seat in SEATS if table.asked(seat) is not None)
        table.act(seat, bots[seat].choose(table.view(seat)))
        found = check(table, game.recollection)
        sure, parted = sure + found[0], parted + found[1]
        apart += worked_out(table, game)
        cards += check_hands(table, game.recollection)
    assert sure > 100
    if bot == "steady":
        assert parted > 300
        assert cards > 5
        # Of blocks whose stack has parted and fought only elimination tells all.
        assert apart > 20
    # The public events are enough: whoever has nothing but them remembers the same.
    follower, state = Remembering(), SEKIGAHARA.start()
    for event in game.events:
        follower.apply(state, event)
    for owner in SEATS:
        assert follower.recollection.cards(state, owner) == game.recollection.cards(table.state, owner)
        for place in LOCATIONS:
            assert follower.recollection.recalled(state, owner, place) == game.recollection.recalled(
                table.state, owner, place
            )


def seen_at_edo(
    others: int = 0, tokugawa: Stacks | None = None, names: Sequence[str] = SEEN
) -> tuple[Table, Recollection]:
    """Three blocks of Ishida's at Edo that were shown and are hidden again, with others that were not."""
    game = Remembering()
    unseen = ["ukita-3", "mori-3"][:others]
    table = position(tokugawa or {}, {"edo": [*names, *unseen], "kofu": ["ukita-2", "kobayakawa-3"]})
    table.game = game
    for block in table.state.pools[ISHIDA][EDO][:3]:
        table.state.shown[block] = table.faces[block]
    mix(table, game, EDO)
    return table, game.recollection


def mix(table: Table, game: Remembering, place: Location, seat: Seat = ISHIDA) -> None:
    """Hide and mix what stands at a place."""
    state = table.state
    state.agenda.append(Mix(seat, (place,)))
    table.waiting = table._answer_requests()


FACES = tuple(sorted([FACE_NAMED[f"block-{name}"] for name in SEEN]))


def test_three_who_were_seen_are_known_as_long_as_they_are_together() -> None:
    table, recollection = seen_at_edo()
    assert recollection.recalled(table.state, ISHIDA, EDO).sure == FACES
    state = table.state
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO], EDO, SUWA)
    assert recollection.recalled(state, ISHIDA, SUWA).sure == FACES
    assert recollection.recalled(state, ISHIDA, EDO).sure == ()


def test_of_those_who_part_each_is_some_of_them() -> None:
    table, recollection = seen_at_edo()
    state = table.state
    one = state.pools[ISHIDA][EDO][:1]
    state.transfer(ISHIDA, one, EDO, SUWA)
    assert recollection.recalled(state, ISHIDA, EDO).parts == (Part(2, FACES),)
    assert recollection.recalled(state, ISHIDA, SUWA).parts == (Part(1, FACES),)
    # What is shown tells of the others too.
    state.shown[one[0]] = table.faces[one[0]]
    left = tuple(sorted((Counter(FACES) - Counter([table.faces[one[0]]])).elements()))
    assert recollection.recalled(state, ISHIDA, EDO).sure == left


def test_those_who_meet_others_are_among_them() -> None:
    table, recollection = seen_at_edo(others=2)
    assert len(table.state.pools[ISHIDA][EDO]) == 5
    recalled = recollection.recalled(table.state, ISHIDA, EDO)
    assert (recalled.sure, recalled.parts) == (FACES, ())


def test_one_who_goes_to_others_is_known_to_be_with_them() -> None:
    table, recollection = seen_at_edo()
    state, game = table.state, table.game
    assert isinstance(game, Remembering)
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, KOFU)
    mix(table, game, KOFU)
    assert recollection.recalled(state, ISHIDA, KOFU).parts == (Part(1, FACES),)
    assert recollection.recalled(state, ISHIDA, EDO).parts == (Part(2, FACES),)
    assert not recollection.recalled(state, TOKUGAWA, EDO).sure


def test_of_those_known_in_a_stack_as_many_march_on_as_did_not_stay() -> None:
    """Three of five were seen in one battle, the fourth in another: of four who leave at least three are of these."""
    game = Remembering()
    blocks = ["ukita-1-leader", "kobayakawa-3", "mori-3", "mori-1-cavalry", "mori-2"]
    table = position({}, {"edo": blocks})
    table.game = game
    state = table.state
    for seen in (blocks[:3], blocks[3:4]):
        for block in state.pools[ISHIDA][EDO]:
            if table.faces[block] in [FACE_NAMED[f"block-{name}"] for name in seen]:
                state.shown[block] = table.faces[block]
        mix(table, game, EDO)
    known = tuple(sorted([FACE_NAMED[f"block-{name}"] for name in blocks[:4]]))
    assert game.recollection.recalled(state, ISHIDA, EDO).sure == known
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:4], EDO, SUWA)
    assert game.recollection.recalled(state, ISHIDA, SUWA).parts == (Part(3, known),)
    mix(table, game, SUWA)
    assert game.recollection.recalled(state, ISHIDA, SUWA).parts == (Part(3, known),)
    assert not game.recollection.recalled(state, ISHIDA, EDO).parts
    # Where the fourth is nobody knows, but that all of them are on the map.
    assert game.recollection.seen(state, ISHIDA) == Counter(known)


def test_who_was_seen_twice_is_known_as_one_who_was_seen_once() -> None:
    table, recollection = seen_at_edo(others=1)
    state, game = table.state, table.game
    assert isinstance(game, Remembering)
    for _ in range(2):
        for block in state.pools[ISHIDA][EDO]:
            if table.faces[block] in FACES:
                state.shown[block] = table.faces[block]
        mix(table, game, EDO)
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:3], EDO, SUWA)
    assert recollection.recalled(state, ISHIDA, SUWA).parts == (Part(2, FACES),)
    assert recollection.seen(state, ISHIDA) == Counter(FACES)


def show(table: Table, place: Location) -> None:
    """Turn up what Ishida has at a place, as a battle does."""
    for block in table.state.pools[ISHIDA][place]:
        table.state.shown[block] = table.faces[block]


def test_of_a_stack_that_parted_the_last_is_known_when_the_others_have_been_seen() -> None:
    table, recollection = seen_at_edo()
    state, game = table.state, table.game
    assert isinstance(game, Remembering)
    gone = state.pools[ISHIDA][EDO][:1]
    state.transfer(ISHIDA, gone, EDO, SUWA)
    show(table, EDO)
    mix(table, game, EDO)
    assert recollection.recalled(state, ISHIDA, SUWA).sure == (table.faces[gone[0]],)
    assert len(recollection.recalled(state, ISHIDA, EDO).sure) == 2


def test_of_a_stack_that_nobody_knew_whole_the_last_is_known_by_those_who_met_others() -> None:
    table, recollection = seen_at_edo()
    state, game = table.state, table.game
    assert isinstance(game, Remembering)
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO][:1], EDO, SUWA)
    state.transfer(ISHIDA, state.pools[ISHIDA][EDO], EDO, KOFU)
    mix(table, game, KOFU)
    assert recollection.recalled(state, ISHIDA, SUWA).parts == (Part(1, FACES),)
    # Of the four at Kofu, two of them those, one leaves again; the three others are seen, and it is seen later.
    one = state.pools[ISHIDA][KOFU][:1]
    state.transfer(ISHIDA, one, KOFU, EDO)
    show(table, KOFU)
    mix(table, game, KOFU)
    state.shown[one[0]] = table.faces[one[0]]
    [left] = state.pools[ISHIDA][SUWA]
    assert recollection.recalled(state, ISHIDA, SUWA).sure == (table.faces[left],)


def test_what_is_left_of_the_supply_is_known() -> None:
    supply = [FACE_KEYS[each.face].removeprefix("block-") for each in SUPPLIES for _ in range(each.count)]
    blocks = [name for name in supply if f"block-{name}" in FACE_NAMED and SIDE_OF[FACE_NAMED[f"block-{name}"]]]
    last = ["mori-2", "ukita-3"]
    for name in last:
        blocks.remove(name)
    table = position({}, {"edo": last, "dead": blocks})
    told = Recollection().recalled(table.state, ISHIDA, EDO)
    assert told.sure == tuple(sorted([FACE_NAMED[f"block-{name}"] for name in last]))


def claimed_at_himeji(gone: list[str]) -> tuple[Table, Recollection, State]:
    """All of Himeji's blocks march to Miyazu, claiming a leader: one of those who are not `gone`; how it was before."""
    table = position(
        {"edo": ["tokugawa-3"]},
        {"himeji": ["ishida-1-leader", "mori-2", "mori-3"], "dead": gone, "hand": ["mori-single"]},
        active=ISHIDA,
        paid="limited",
    )
    recollection = Recollection()
    blocks = table.state.pools[ISHIDA][location_named("himeji")]
    before = table.state.copy()
    march = March(blocks, (location_named("ayabe"), location_named("miyazu")), True, None)
    recollection.follow(before, Acted(ISHIDA, march, {}), before)
    table.act(ISHIDA, march)
    return table, recollection, before


@pytest.mark.parametrize("others", [(), ("mori-1-leader",)])
def test_a_leader_who_was_claimed_goes_with_his_blocks(others: tuple[str, ...]) -> None:
    """7.3.4, R13: all of Himeji's blocks have gone, so he is among them; who he is, is known if no other is left."""
    dead = ["mori-1-leader", "kobayakawa-1-leader", "uesugi-1-leader", "ukita-1-leader"]
    table, recollection, before = claimed_at_himeji([name for name in dead if name not in others])
    end, himeji = location_named("miyazu"), location_named("himeji")
    leader, told = FACE_NAMED["block-ishida-1-leader"], recollection.recalled(table.state, ISHIDA, end)
    if others:
        assert told.parts[-1] == Part(1, tuple(sorted([leader, *[FACE_NAMED[f"block-{each}"] for each in others]])))
    else:
        assert told.sure == (leader,)
    assert recollection.recalled(before, ISHIDA, himeji) == Recollection().recalled(before, ISHIDA, himeji)


def test_whoever_is_certain_to_be_elsewhere_is_none_of_those_that_some_may_be() -> None:
    a, b, c, d, e, f = [Face(number) for number in range(6)]
    some = Recalled((a,), (Part(1, (b, c, d)), Part(2, (e, e, f))))
    assert _of_those(some, Counter([b, c, d, e, e, f])) == some
    assert _of_those(some, Counter([b, d, e, e, f])) == Recalled((a,), (Part(1, (b, d)), Part(2, (e, e, f))))
    assert _of_those(some, Counter([c, e, f])) == Recalled((a, c, e, f), ())


def test_a_leader_who_is_certain_to_be_elsewhere_was_not_claimed() -> None:
    """7.3.4: there is one leader of each daimyo."""
    game = Remembering()
    table = position(
        {"edo": ["tokugawa-3"]},
        {
            "himeji": ["ishida-1-leader", "mori-2", "mori-3"],
            "kofu": ["mori-1-leader", "mori-2"],
            "dead": ["kobayakawa-1-leader", "uesugi-1-leader", "ukita-1-leader"],
        },
        active=ISHIDA,
        paid="limited",
    )
    table.game = game
    march = March(
        table.state.pools[ISHIDA][location_named("himeji")],
        (location_named("ayabe"), location_named("miyazu")),
        True,
        None,
    )
    table.act(ISHIDA, march)
    end, leader = location_named("miyazu"), FACE_NAMED["block-ishida-1-leader"]
    assert game.recollection.recalled(table.state, ISHIDA, end).parts[-1].count == 1
    show(table, KOFU)
    mix(table, game, KOFU)
    assert FACE_NAMED["block-mori-1-leader"] in game.recollection.recalled(table.state, ISHIDA, KOFU).sure
    assert game.recollection.recalled(table.state, ISHIDA, end).sure == (leader,)


def two_leaders(gone: str) -> Table:
    """Ishida's leader at Himeji; Mōri's, seen and hidden again, at Kofu, from where the block with a face has `gone` to
    Suwa; the three others are dead.
    """
    game = Remembering()
    table = position(
        {"edo": ["tokugawa-3"]},
        {
            "himeji": ["ishida-1-leader", "mori-2", "mori-3"],
            "kofu": ["mori-1-leader", "mori-2"],
            "suwa": ["ukita-3"],
            "dead": ["kobayakawa-1-leader", "uesugi-1-leader", "ukita-1-leader"],
        },
        active=ISHIDA,
        paid="limited",
    )
    table.game = game
    show(table, KOFU)
    mix(table, game, KOFU)
    [block] = [block for block in table.state.pools[ISHIDA][KOFU] if table.faces[block] == FACE_NAMED[f"block-{gone}"]]
    table.state.transfer(ISHIDA, (block,), KOFU, SUWA)
    return table


def claim(table: Table, *way: str) -> Location:
    """All blocks march a way, claiming a leader; where it ends."""
    start, *stops = map(location_named, way)
    table.act(ISHIDA, March(table.state.pools[ISHIDA][start], tuple(stops), True, None))
    return stops[-1]


def test_a_leader_who_has_parted_from_others_was_not_claimed_where_he_has_never_been() -> None:
    """7.3.4: where he is nobody knows for certain, but it is not among those."""
    table = two_leaders(gone="mori-2")
    assert isinstance(table.game, Remembering)
    recollection, end = table.game.recollection, claim(table, "himeji", "ayabe", "miyazu")
    assert not recollection.recalled(table.state, ISHIDA, KOFU).sure
    assert recollection.recalled(table.state, ISHIDA, end).sure == (FACE_NAMED["block-ishida-1-leader"],)


def test_of_two_claims_neither_means_the_leader_who_must_be_the_others() -> None:
    """7.3.4: the first can only be Ishida, so the second is not, though his block might stand there."""
    table = two_leaders(gone="mori-1-leader")
    assert isinstance(table.game, Remembering)
    recollection = table.game.recollection
    there = claim(table, "suwa", "kiso", "matsumoto")
    both = tuple(sorted([FACE_NAMED["block-ishida-1-leader"], FACE_NAMED["block-mori-1-leader"]]))
    assert recollection.recalled(table.state, ISHIDA, there).parts[-1].faces == both
    claim(table, "himeji", "ayabe", "miyazu")
    assert FACE_NAMED["block-mori-1-leader"] in recollection.recalled(table.state, ISHIDA, there).sure


def test_who_is_dead_is_none_of_those_that_stand_in_his_stack() -> None:
    table, recollection = seen_at_edo(others=2)
    state = table.state
    dead, gone, *_others = [block for block in state.pools[ISHIDA][EDO] if table.faces[block] in FACES]
    state.transfer(ISHIDA, (gone,), EDO, SUWA)
    state.shown[dead] = table.faces[dead]
    state.transfer(ISHIDA, (dead,), EDO, DEAD)
    alive = tuple([face for face in FACES if face != table.faces[dead]])
    assert recollection.recalled(state, ISHIDA, EDO).parts == (Part(1, alive),)


def test_what_the_set_up_puts_where_is_known_to_both() -> None:
    """5.2.1: the map has the symbols; 5.2.2: what is drawn at random with it nobody knows."""
    game = Remembering()
    table = OpenTable(game, SeededChance(1))
    for location in LOCATIONS:
        begins = [each.face for each in SUPPLIES if each.setup == LOCATION_KEYS[location] for _ in range(each.count)]
        for seat in SEATS:
            placed = sorted([face for face in begins if SIDE_OF[face] == seat])
            assert sorted(game.recollection.recalled(table.state, seat, location).sure) == placed
