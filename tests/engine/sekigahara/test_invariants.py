"""The invariants notice what is wrong: a check that never fails would say nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from engine.hidden import SEATS, Face, Over, Piece, Seat, View, other
from engine.sekigahara.board import BAG, DEAD, DECK, HAND, OSAKA, RESOURCES, location_named
from engine.sekigahara.chapters.chapter_2_victory import LeaderKilled
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State
from tests.engine.sekigahara.invariants import check_change, check_position, check_view
from tests.engine.sekigahara.positions import Table, position

Faces = dict[Piece, Face]
EDO = location_named("edo")
OKAZAKI = location_named("okazaki")
MITO = location_named("mito")


def table() -> Table:
    """A quiet position before a payment."""
    return position(
        {"edo": ["tokugawa-1-leader", "tokugawa-3"], "hand": ["date-single", "maeda-swords"]},
        {"osaka": ["ishida-1-leader"], "himeji": ["ukita-3"], "hand": ["mori-single"]},
        paid=None,
    )


def in_two_pools(state: State, faces: Faces) -> None:
    state.pools[TOKUGAWA][MITO] = state.pools[TOKUGAWA][EDO][:1]


def lost(state: State, faces: Faces) -> None:
    state.pools[TOKUGAWA][DECK] = state.pools[TOKUGAWA][DECK][1:]


def changed_face(state: State, faces: Faces) -> None:
    card = state.pools[TOKUGAWA][HAND][0]
    faces[card] = Face(next(face for face in range(8) if face != faces[card]))


def card_on_the_map(state: State, faces: Faces) -> None:
    state.transfer(TOKUGAWA, state.pools[TOKUGAWA][HAND][:1], HAND, MITO)


def serial_number_given_before_its_time(state: State, faces: Faces) -> None:
    state.next_piece -= 1


def false_face_on_show(state: State, faces: Faces) -> None:
    first, second = state.pools[TOKUGAWA][EDO]
    state.shown[first] = faces[second]


def hand_on_show(state: State, faces: Faces) -> None:
    card = state.pools[ISHIDA][HAND][0]
    state.shown[card] = faces[card]


def hidden_dead(state: State, faces: Faces) -> None:
    state.transfer(ISHIDA, state.pools[ISHIDA][BAG][:1], BAG, DEAD)


def castle_of_the_wrong_side(state: State, faces: Faces) -> None:
    state.holder[OSAKA] = TOKUGAWA


def empty_castle_not_reverted(state: State, faces: Faces) -> None:
    state.holder[OKAZAKI] = ISHIDA


def capital_taken_by_nobody(state: State, faces: Faces) -> None:
    state.owner[EDO] = ISHIDA


def owner_of_what_is_no_resource(state: State, faces: Faces) -> None:
    state.owner[MITO] = ISHIDA


def debt_left_over(state: State, faces: Faces) -> None:
    state.owed = (0, 1)


def both_sides_after_all_combat(state: State, faces: Faces) -> None:
    state.transfer(ISHIDA, state.pools[ISHIDA][location_named("himeji")], location_named("himeji"), EDO)


def false_result(state: State, faces: Faces) -> None:
    state.over = Over(ISHIDA, LeaderKilled(PROTAGONIST[TOKUGAWA]))


def test_a_sound_position_passes() -> None:
    sound = table()
    check_position(sound.state, sound.faces)


@pytest.mark.parametrize(
    "spoil",
    [
        in_two_pools,
        lost,
        changed_face,
        card_on_the_map,
        serial_number_given_before_its_time,
        false_face_on_show,
        hand_on_show,
        hidden_dead,
        castle_of_the_wrong_side,
        empty_castle_not_reverted,
        capital_taken_by_nobody,
        owner_of_what_is_no_resource,
        debt_left_over,
        both_sides_after_all_combat,
        false_result,
    ],
)
def test_an_unsound_position_is_noticed(spoil: Callable[[State, Faces], None]) -> None:
    spoiled = table()
    spoil(spoiled.state, spoiled.faces)
    with pytest.raises(AssertionError):
        check_position(spoiled.state, spoiled.faces)


def raise_the_dead(before: State, after: State) -> None:
    before.transfer(ISHIDA, before.pools[ISHIDA][BAG][:1], BAG, DEAD)


def forget_numbers(before: State, after: State) -> None:
    before.next_piece += 1


def rebuild_a_disk(before: State, after: State) -> None:
    before.disks = ()


def take_from_afar(before: State, after: State) -> None:
    after.owner[RESOURCES[1]] = TOKUGAWA if before.owner[RESOURCES[1]] != TOKUGAWA else ISHIDA


def go_back_in_time(before: State, after: State) -> None:
    before.week += 1


@pytest.mark.parametrize("spoil", [raise_the_dead, forget_numbers, rebuild_a_disk, take_from_afar, go_back_in_time])
def test_an_impossible_change_is_noticed(spoil: Callable[[State, State], None]) -> None:
    before = table().state
    after = before.copy()
    check_change(before, after, None)
    spoil(before, after)
    with pytest.raises(AssertionError):
        check_change(before, after, None)


@pytest.mark.parametrize("seat", SEATS)
def test_a_view_that_shows_too_much_or_too_little_is_noticed(seat: Seat) -> None:
    """The enemy's hand and stacks, a deck and a bag, and what is one's own."""
    sound = table()
    state, faces = sound.state, sound.faces
    public = set(state.shown)
    view = sound.view(seat)
    check_view(view, faces, public)
    for owner, pool in ((other(seat), HAND), (other(seat), EDO), (other(seat), OSAKA), (seat, DECK), (seat, BAG)):
        for piece in state.pools[owner][pool][:1]:
            with pytest.raises(AssertionError):
                check_view(View(state, seat, {**view.faces, piece: faces[piece]}), faces, public)
    for pool in (HAND, EDO, OSAKA):
        for piece in state.pools[seat][pool][:1]:
            with pytest.raises(AssertionError):
                check_view(View(state, seat, {**view.faces, piece: Face(0)}), faces, public)
            blind = {known: face for known, face in view.faces.items() if known != piece}
            with pytest.raises(AssertionError):
                check_view(View(state, seat, blind), faces, public)
