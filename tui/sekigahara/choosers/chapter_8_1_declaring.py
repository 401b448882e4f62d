"""Choices between movement and combat: showing what is overrun, declaring combats (7.4, 8.1)."""

from __future__ import annotations

from engine.hidden import other
from engine.sekigahara.actions import Declare, Reveal
from engine.sekigahara.board import NAMES, Place
from engine.sekigahara.combat import places_to_declare
from engine.sekigahara.components import ISHIDA
from tui.dialogue import Asked, Option, Pick, Step
from tui.sekigahara.words.names import pieces_words, plural


def show_overrun(asked: Asked) -> Step:
    """There is nothing to choose, but something to know (7.4.2, R15)."""
    place = Place(int(asked.state.agenda[-1][2]))
    blocks = asked.state.pools[asked.seat][place]
    return Pick(
        f"Your blocks at {NAMES[place]} are overrun",
        [Option(f"Show them and lose them: {pieces_words(blocks, asked.faces)}", Reveal, scene=place)],
        note="The enemy there has at least four times as many blocks (7.4).",
    )


def choose_combat(asked: Asked) -> Step:
    """Every location with units of both sides, one at a time (8.1, R19)."""
    state, seat = asked.state, asked.seat
    options = []
    for place in places_to_declare(state):
        own, enemy = len(state.pools[seat][place]), len(state.pools[other(seat)][place])
        # A disk that still stands fights for the Toyotomi side, which is Ishida's (9.1, 9.2).
        disk = " and a disk" if place in state.disks else ""
        mine, theirs = (disk, "") if seat == ISHIDA else ("", disk)
        text = f"{NAMES[place]}: your {plural(own, 'block')}{mine} against {plural(enemy, 'block')}{theirs}"
        options.append(Option(text, lambda place=place: Declare(place), place=place))  # type: ignore[misc]
    return Pick(
        "Declare a combat",
        options,
        note="Each of these must be fought this phase; you choose the order (8.1).",
    )
