"""Choices of a march: from where, who, and where to (7.3)."""

from __future__ import annotations

from engine.hidden import Piece, other
from engine.sekigahara import Answer
from engine.sekigahara.board import HAND, LOCATIONS
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, march_sources
from engine.sekigahara.forecasts import Reach, reachable, why_not_reached
from engine.sekigahara.state import Pieces
from tui.boards import Spot
from tui.dialogue import Checklist, Menu, MenuItem, Step, all_of, at_least_one
from tui.english import plural
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer, block_items, discard_menu
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, way_words


def march_items(player: SekigaharaPlayer) -> list[MenuItem]:
    """An item for every stack and group that can march somewhere."""
    return [_source_item(player, source) for source in march_sources(player.view) if _can_march(player, source)]


def _may_force(player: SekigaharaPlayer) -> bool:
    return bool(player.state.pools[player.seat][HAND])


def _stays_together(source: MarchSource) -> bool:
    """Whether the blocks march together or not at all (R12)."""
    return source.group is not None and source.group.forced


def _can_march(player: SekigaharaPlayer, source: MarchSource) -> bool:
    sizes = [len(source.blocks)] if _stays_together(source) else range(1, len(source.blocks) + 1)
    return any(_goes_somewhere(player, source, size) for size in sizes)


def _goes_somewhere(player: SekigaharaPlayer, source: MarchSource, size: int) -> bool:
    """Whether so many blocks together are quick enough for any road."""
    routes = source.routes(size, _may_force(player))
    return bool(routes.plain or routes.pressed)


def _source_item(player: SekigaharaPlayer, source: MarchSource) -> MenuItem:
    blocks = plural(len(source.blocks), "block")
    at = NAMES[source.location]
    move = player.state.current_movement().move
    if source.group is not None:
        text = f"Go on from {at}, same move: {blocks} that marched there in it"
    elif move is not None and move.origin == source.location:
        text = f"Branch off from {at}, same move, no new one used: {blocks} still there"
    else:
        text = f"March from {at} ({blocks})"
    return MenuItem(text, lambda: _who(player, source), spot=source.location)


def _who(player: SekigaharaPlayer, source: MarchSource) -> Step:
    """Which blocks march."""
    if len(source.blocks) == 1 or _stays_together(source):
        return _where_to(player, source, source.blocks)

    def too_slow(blocks: Pieces) -> str | None:
        if _goes_somewhere(player, source, len(blocks)):
            return None
        return f"{plural(len(blocks), 'block')} together are too slow to go anywhere: mark fewer (7.3.5)"

    return Checklist(
        f"Who marches from {NAMES[source.location]}?",
        block_items(player, source.blocks),
        all_of(at_least_one("block"), too_slow),
        lambda blocks: f"March {plural(len(blocks), 'block')}: choose where to",
        lambda blocks: _where_to(player, source, blocks),
        marked=source.blocks,
        note="All but the first four blocks make a group slower, each four by one (7.3.5).",
        spot=source.location,
    )


def _where_to(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces) -> Step:
    ways = [way for ways in reachable(player.view, blocks).values() for way in ways]
    ways.sort(key=lambda way: (way.forced + way.claim, len(way.path.stops), NAMES[way.path.end]))

    def closed(spot: Spot) -> str | None:
        refusal = why_not_reached(player.view, blocks, LOCATIONS[spot])
        if refusal is None:
            return None
        words = player.words.refusal(refusal)
        return words if NAMES[spot] in words else f"{NAMES[spot]}: {words}"

    return Menu(
        f"Where to with {plural(len(blocks), 'block')} from {NAMES[source.location]}?",
        [_way_item(player, source, blocks, way) for way in ways],
        note="A longer road may cost a card (forced march) or tell the enemy that a leader is here.",
        closed=closed,
    )


def _way_item(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, way: Reach) -> MenuItem:
    stops = way.path.stops
    notes = []
    if way.claim:
        notes.append("claim in public that a leader is here")
    if way.forced:
        notes.append("forced march, 1 card")
    if way.overruns is not None:
        notes.append(f"overruns {SIDES[way.overruns]} there")
    elif way.meets:
        enemy = len(player.state.pools[other(player.seat)][way.path.end])
        notes.append(f"against {plural(enemy, 'enemy block')}" if enemy else "against a disk")
    text = way_words(source.location, stops) + (f" — {'; '.join(notes)}" if notes else "")

    def make(card: Piece | None) -> March:
        return March(blocks, stops, way.claim, card)

    def then() -> Step | Answer:
        if not way.forced:
            return make(None)
        return discard_menu(player, f"Forced march to {NAMES[way.path.end]}: discard which card?", make)

    return MenuItem(text, then, spot=way.path.end, path=(source.location, *stops))
