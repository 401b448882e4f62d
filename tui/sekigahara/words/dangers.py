"""What could lose the game at once, as things stand when the movement ends (2.1)."""

from __future__ import annotations

from engine.hidden import Seat, View, other
from engine.sekigahara.board import LOCATIONS, OSAKA, Location
from engine.sekigahara.chapters.chapter_8_1_declaring import mori_who_join
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.exposure import MANY
from engine.sekigahara.forecasts import blocks_in_next_turn, roads_in_next_turn
from engine.sekigahara.pieces import PROTAGONIST
from engine.sekigahara.state import State
from tui.grammar import sentence
from tui.language import _, ngettext, plural
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import PERSONS


def game_dangers(view: View[State], after: State | None = None) -> list[tuple[Location, str]]:
    """Who fights, or is exposed to those who can come in the enemy's next turn, whose loss would lose the game (2.1).

    That is the player's Ieyasu or Mitsunari, and the disk at Osaka: alone, or by far outnumbered. Where, and in a
    clause, as things stand or `after` something that the player does.
    """
    state, seat = after or view.state, view.seat
    told = [
        (place, _of_person(state, seat, place))
        for place in LOCATIONS
        if any(view.faces.get(block) == PROTAGONIST[seat] for block in state.pools[seat][place])
    ]
    if seat == ISHIDA and OSAKA in state.disks:
        told.append((OSAKA, _of_hideyori(state)))
    return [(place, words) for place, words in told if words]


def new_dangers(before: View[State], after: State, at: Location | None = None) -> list[str]:
    """The dangers that there are `after` something that the player does and were not before, or not so great.

    All of them, or those `at` a location.
    """
    known = game_dangers(before)
    return [
        words for place, words in game_dangers(before, after) if (place, words) not in known and at in {None, place}
    ]


def danger_words(view: View[State]) -> str:
    """The dangers as things stand, in sentences."""
    return " ".join([sentence(words) for _place, words in game_dangers(view)])


def _of_person(state: State, seat: Seat, place: Location) -> str:
    """Of him whose death loses the game; nothing if he is in no danger."""
    enemy, own = other(seat), len(state.pools[seat][place])
    enemies = len(state.pools[enemy][place])
    if state.holder[place] == enemy:  # a castle with nobody in it but a disk, or with those who come out for it (9.3)
        enemies += len(mori_who_join(state, place, seat))
    if enemies:
        words = _("{person} fights at {location}, {own} against {enemies}: his death loses the game (2.1)")
        return words.format(person=PERSONS[seat], location=NAMES[place], own=own, enemies=enemies)
    come, roads = _who_comes(state, seat, place)
    if not come or (own > 1 and come < MANY * own):
        return ""
    if own == 1:
        words = ngettext(
            "{person} is alone at {location}, the enemy {count} road away ({enemies} can come): "
            "his death loses the game (2.1)",
            "{person} is alone at {location}, the enemy {count} roads away ({enemies} can come): "
            "his death loses the game (2.1)",
            roads,
        )
    else:
        words = ngettext(
            "{person} is one of only {own} at {location}, the enemy {count} road away ({enemies} can come): "
            "his death loses the game (2.1)",
            "{person} is one of only {own} at {location}, the enemy {count} roads away ({enemies} can come): "
            "his death loses the game (2.1)",
            roads,
        )
    return words.format(
        person=PERSONS[seat], location=NAMES[place], own=own, enemies=_comers(state, seat, place, come), count=roads
    )


def _of_hideyori(state: State) -> str:
    """Of the disk whose capture loses the game; nothing if it is in no danger."""
    enemy, own = other(ISHIDA), len(state.pools[ISHIDA][OSAKA])
    enemies = len(state.pools[enemy][OSAKA])
    if enemies:
        words = _(
            "Hideyori is besieged in {location}, {own} with him against {enemies}: taken, you lose the game (2.1)"
        )
        return words.format(location=NAMES[OSAKA], own=_blocks(own), enemies=enemies)
    come, roads = _who_comes(state, ISHIDA, OSAKA)
    if not come or (own and come < MANY * (own + 1)):
        return ""
    if not own:
        words = ngettext(
            "Hideyori is alone in {location}, the enemy {count} road away ({enemies} can come): "
            "taken, you lose the game (2.1)",
            "Hideyori is alone in {location}, the enemy {count} roads away ({enemies} can come): "
            "taken, you lose the game (2.1)",
            roads,
        )
    else:
        words = ngettext(
            "Hideyori has only {own} with him in {location}, the enemy {count} road away ({enemies} can come): "
            "taken, you lose the game (2.1)",
            "Hideyori has only {own} with him in {location}, the enemy {count} roads away ({enemies} can come): "
            "taken, you lose the game (2.1)",
            roads,
        )
    return words.format(
        location=NAMES[OSAKA], own=_blocks(own), enemies=_comers(state, ISHIDA, OSAKA, come), count=roads
    )


def _who_comes(state: State, seat: Seat, place: Location) -> tuple[int, int]:
    """How many of the enemy's blocks can come there in its next turn, and how far away the nearest of them are."""
    # Whoever would win the game by it gives a card for that.
    roads = roads_in_next_turn(state, other(seat), place, card=True)
    return blocks_in_next_turn(state, other(seat), place, card=True), roads or 0


def _comers(state: State, seat: Seat, place: Location, come: int) -> str:
    """So many who can come, and whether all of them have to win a combat first (8.1)."""
    enemy, free = other(seat), state.copy()
    pools = free.pools[enemy]
    for at in LOCATIONS:
        if pools[at] and free.pools[seat][at] and free.holder[at] != enemy:
            pools[at] = ()
    if blocks_in_next_turn(free, enemy, place, card=True):
        return _blocks(come)
    # Translators: {blocks} as: 4 blocks; it goes on: can come
    return _("{blocks}, attacked before that,").format(blocks=_blocks(come))


def _blocks(count: int) -> str:
    return plural(count, "{count} block", "{count} blocks", _("no blocks"))
