"""Warnings before decisions by which the game may be lost at once (2.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.hidden import Piece, other
from engine.sekigahara.board import Location
from engine.sekigahara.chapters.chapter_8_1_declaring import mori_who_join
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, loss_classes
from engine.sekigahara.chapters.chapter_8_9_sieges import combat_begun
from engine.sekigahara.components import ISHIDA
from engine.sekigahara.forecasts import losses_that_kill
from engine.sekigahara.pieces import IS_LEADER, MON_OF, PROTAGONIST
from engine.sekigahara.state import Pieces
from tui.language import _
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items
from tui.sekigahara.words.names import PERSONS, SIDES
from tui.sekigahara.words.recalled import known_faces


def is_protagonist(player: SekigaharaPlayer, block: Piece) -> bool:
    """Whether it is the player's own Ieyasu or Mitsunari, whose death ends the game."""
    return player.faces.get(block) == PROTAGONIST[player.seat]


def _besieges(player: SekigaharaPlayer, location: Location) -> bool:
    """Whether the combat at a location is a siege by the player, who loses nothing in it (8.9.4)."""
    state, enemy = player.state, other(player.seat)
    combat = combat_begun(state)
    if combat is not None and combat.location == location:
        return combat.siege and combat.attacker == player.seat
    # A disk without blocks never comes out (8.9.2, R19).
    joining = mori_who_join(state, location, player.seat)
    return state.holder[location] == enemy and not state.pools[enemy][location] and not joining


def risk_words(player: SekigaharaPlayer, location: Location) -> str:
    """That the player's Ieyasu or Mitsunari stands where his side can lose blocks in a combat; empty if he does not.

    While a battle goes on it says at what impact against him; nothing if an enemy who deploys no more has too little.
    """
    combat = combat_begun(player.state)
    person = [block for block in player.state.pools[player.seat][location] if is_protagonist(player, block)]
    if _besieges(player, location) or not person:
        return ""
    if combat is None or combat.location != location or combat.siege or all(combat.ended):
        words = _("{person} is in it: if he dies, you have lost the game at once (2.1).")
        return words.format(person=PERSONS[player.seat])
    losses, enemy = losses_that_kill(player.state, player.seat, person[0]), other(player.seat)
    # A defeat costs one block of these by itself (8.7.1).
    beaten, won = [count * IMPACT_PER_LOSS for count in (losses - 1, losses)]
    if combat.ended[enemy] and combat.impact[enemy] < beaten:
        return ""
    words = (
        _("{person} and the game are lost (2.1) at {enemy} {beaten} in a defeat, {won} in a victory; now {now}.")
        if losses > 1
        else _("{person} and the game are lost (2.1) in any defeat, and at {enemy} {won} in a victory; now {now}.")
    )
    return words.format(
        person=PERSONS[player.seat],
        enemy=SIDES[enemy],
        beaten=beaten,
        won=won,
        now=combat.impact[enemy],
    )


def enemy_person_dies(player: SekigaharaPlayer, losses: int) -> bool:
    """Whether the battle in progress kills the enemy's Ieyasu or Mitsunari if it costs the enemy so many blocks.

    Only where he is known to be there: as far as nobody sees which block he is, all must be lost.
    """
    state, enemy, face = player.state, other(player.seat), PROTAGONIST[other(player.seat)]
    here = state.current_combat().location
    if face not in known_faces(player.view, enemy, here, player.recollection):
        return False
    stack = state.pools[enemy][here]
    seen = [block for block in stack if state.shown.get(block) == face]
    return losses >= (losses_that_kill(state, enemy, seen[0]) if seen else len(stack))


def own_person_dies(player: SekigaharaPlayer, losses: int, more: Pieces = ()) -> bool:
    """Whether the battle in progress kills the player's own Ieyasu or Mitsunari if it costs the player so many blocks.

    With `more` blocks deployed before that: those die before the others (8.7.2).
    """
    stack = player.state.pools[player.seat][player.state.current_combat().location]
    person = next((block for block in stack if is_protagonist(player, block)), None)
    if person is None:
        return False
    defected, deployed, rest = loss_classes(player.state, player.seat)
    die = len(defected)
    if person not in defected:
        die += len(deployed) + len(more)
        if person not in (*deployed, *more):
            die += len(rest) - len(more)
    return losses >= die


def loses_game(player: SekigaharaPlayer, own: int, theirs: int, more: Pieces = ()) -> bool:
    """Whether a battle that costs both sides so many blocks loses the player the game (2.1). `more`: see above.

    If both leaders die, Ishida wins (R29).
    """
    wins = player.seat == ISHIDA and enemy_person_dies(player, theirs)
    return own_person_dies(player, own, more) and not wins


def lost_with(player: SekigaharaPlayer, text: str, blocks: Iterable[Piece], *, hideyori: bool = False) -> str:
    """A text about blocks that are lost, and that the game is lost with them, if it is (2.1)."""
    if not hideyori and not any(is_protagonist(player, block) for block in blocks):
        return text
    # Translators: what a line comes to, and that it loses the game
    return _("{text} — you lose the game (2.1)").format(text=text)


def with_risk(player: SekigaharaPlayer, location: Location, note: str) -> str:
    """A note, and before it the warning, where there is one."""
    return " ".join([text for text in (risk_words(player, location), note) if text])


def items_to_lose(player: SekigaharaPlayer, blocks: Iterable[Piece]) -> list[tuple[Piece, str]]:
    """Own blocks of which some are lost: who is missed least stands first, who is worth more mon later, leaders last.

    Of the one whose death ends the game that is said, and he comes after all others.
    """

    def missed(item: tuple[Piece, str]) -> tuple[bool, bool, int]:
        face = player.faces[item[0]]
        return is_protagonist(player, item[0]), IS_LEADER[face], MON_OF[face]

    death = f" — {_('his death loses the game (2.1)')}"
    items = block_items(player, blocks)
    return [(block, words + death * is_protagonist(player, block)) for block, words in sorted(items, key=missed)]
