"""Choices of a march: from where, who, and where to (7.3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from engine.hidden import Piece
from engine.sekigahara import Answer, forecasts
from engine.sekigahara.board import HAND, LOCATIONS, Location
from engine.sekigahara.chapters.chapter_7_1_movement import PRICE
from engine.sekigahara.chapters.chapter_7_3_routes import March, MarchSource, march_sources
from engine.sekigahara.components import block_kind
from engine.sekigahara.forecasts import (
    Reach,
    reachable,
    reached_in_two_turns,
    why_not_reached,
)
from engine.sekigahara.state import EVERY_STACK, Pieces
from tui.boards import Spot
from tui.grammar import alternatives, listed, sentence
from tui.language import _, ngettext, plural
from tui.sekigahara.choosers.chapter_2_victory import is_protagonist
from tui.sekigahara.choosers.chapter_3_pieces import (
    SekigaharaPlayer,
    block_codes,
    block_items,
    codes_in_line,
    discard_menu,
)
from tui.sekigahara.choosers.chapter_7_3_way import (
    SIGNS,
    after_march,
    brief_notes,
    claim_words,
    death_words,
    in_brief,
    left_behind,
    meeting_notes,
    notes_of,
    tag_of,
)
from tui.sekigahara.choosers.chapter_7_3_worth import Places, as_before, by_weight
from tui.sekigahara.map.signs import USED_ROAD
from tui.sekigahara.words.chapter_7_3_marches import blocks_words, change_words, told_march
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import way_words
from tui.sekigahara.words.refusals import fewer_go_farther, instead_of_too_far, why_refused
from tui.steps import Checklist, Menu, MenuItem, Party, Step, Why

_PLACES: Final = 4
"""So many places are named from which another can be reached."""


def march_items(player: SekigaharaPlayer, ending: str) -> list[MenuItem]:
    """An item for every stack that can march somewhere, by the map's order. `ending`: see `ending_words`.

    What is left where the move in progress began keeps its place, though it may branch off now.
    """
    return _items_of([source for source in march_sources(player.view) if source.group is None], player, ending)


def further_items(player: SekigaharaPlayer) -> list[MenuItem]:
    """An item for all that can go on with the move in progress, having arrived somewhere in it.

    They come and go with every march: behind the others they change no digit of those.
    """
    return _items_of([source for source in march_sources(player.view) if source.group is not None], player, "")


def _items_of(sources: Sequence[MarchSource], player: SekigaharaPlayer, ending: str) -> list[MenuItem]:
    found = [source for source in sources if _can_march(player, source)]
    return [_source_item(player, source, ending) for source in sorted(found, key=lambda source: source.location)]


def ending_words(player: SekigaharaPlayer) -> str:
    """What a new march, a muster or a call ends: the move in progress, if it could go on or branch off (7.3, R17)."""
    move = player.state.current_movement().move
    if move is None:
        return ""
    going = [source for source in march_sources(player.view) if _can_march(player, source)]
    left = [source for source in going if source.group is None and source.location == move.origin]
    if (left and not _every(player)) or any(source.group is not None for source in going):
        return _("Any other march or muster ends the move from {origin} (7.3).").format(origin=NAMES[move.origin])
    return ""


def _every(player: SekigaharaPlayer) -> bool:
    return player.state.current_movement().stack_moves == EVERY_STACK


def fresh_stacks(player: SekigaharaPlayer) -> list[Location]:
    """Where stacks stand that have not moved and can march somewhere with a move of their own."""
    move = player.state.current_movement().move
    origin = None if move is None else move.origin
    sources = march_sources(player.view)
    found = [source for source in sources if source.group is None and source.location != origin]
    return [source.location for source in found if _can_march(player, source)]


def why_no_march(player: SekigaharaPlayer, location: Location) -> Why:
    """Why no march begins at a location, and what to do instead."""
    refusal = forecasts.why_no_march(player.view, location)
    if refusal is not None:
        return why_refused(refusal, NAMES[location])
    if player.state.pools[player.seat][location]:
        return Why(_("{location}: your blocks there can go nowhere now (7.3).").format(location=NAMES[location]))
    nobody = _("{location}: none of yours is there (7.3.1).").format(location=NAMES[location])
    return Why(nobody, _from_where(player, location))


def _from_where(player: SekigaharaPlayer, location: Location) -> str:
    """From where blocks may march to a location now: those that go on first, last those that need a card."""
    found: list[list[str]] = [[], [], []]
    for source in march_sources(player.view):
        routes = source.routes(len(source.blocks) if _stays_together(source) else 1, _may_force(player))
        name = NAMES[source.location]
        if any(route.path.end == location for route in routes.plain):
            found[source.group is None].append(name if source.group is None else _("{at} (go on)").format(at=name))
        elif any(route.path.end == location for route in routes.pressed):
            found[2].append(_("{at} (for a card)").format(at=name))
    places = [*dict.fromkeys([*found[0], *found[1], *found[2]])]
    if not places:
        return _("None that can still march comes so far.")
    return _("Begin in {places}.").format(places=alternatives(places[:_PLACES]))


def _paid_away(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, end: Location) -> str:
    """That a forced march would get there, and the cards for it have all been paid for movement (7.1, 7.3.3)."""
    forced = source.routes(len(blocks), True).pressed
    if _may_force(player) or not PRICE[player.state.current_movement().degree]:
        return ""
    if not any(route.path.end == end for route in forced):
        return ""
    return _("A card would get them there: undo the payment (u), if it is not sent.")


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


def _source_item(player: SekigaharaPlayer, source: MarchSource, ending: str) -> MenuItem:
    blocks = plural(len(source.blocks), "{count} block", "{count} blocks", _("no blocks"))
    at = NAMES[source.location]
    move = player.state.current_movement().move
    detail = brief = ""
    if source.group is not None:
        text = _("Go on from {at}, same move ({blocks})").format(at=at, blocks=blocks)
    elif move is not None and move.origin == source.location and not _every(player):
        text = _("Branch off from {at}, no new move: {blocks} left behind may go elsewhere").format(
            at=at, blocks=blocks
        )
        # Translators: the same as the line of which it is the short form, within 55 columns
        brief = _("Branch off from {at}, no new move: {blocks} left behind").format(at=at, blocks=blocks)
    else:
        text = _("March from {at} ({blocks})").format(at=at, blocks=blocks)
        detail = ending if move is None or move.origin != source.location else ""
    return MenuItem(
        text,
        lambda: _who(player, source),
        spot=source.location,
        detail=detail,
        brief=brief,
        aside=" ".join(codes_in_line(player, source.blocks)),
    )


def _who(player: SekigaharaPlayer, source: MarchSource) -> Step:
    """Which blocks march, and where to."""
    whole = _quick_enough(player, source)
    places = by_weight(player, reachable(player.view, whole))
    if len(source.blocks) == 1 or _stays_together(source):
        return _where_to(player, source, source.blocks, places)
    items = block_items(player, source.blocks)
    return Party(
        _("March from {location}: who, and where to?").format(location=NAMES[source.location]),
        items,
        lambda blocks: _where_to(player, source, blocks, places),
        whole,
        spot=source.location,
        codes=block_codes(player, source.blocks),
    )


def _quick_enough(player: SekigaharaPlayer, source: MarchSource) -> Pieces:
    """As many of the blocks as can go anywhere together: see `_by_use`."""
    if _stays_together(source):
        return source.blocks
    size = next(size for size in range(len(source.blocks), 0, -1) if _goes_somewhere(player, source, size))
    return _by_use(player, source.blocks)[:size]


def _by_use(player: SekigaharaPlayer, blocks: Pieces) -> Pieces:
    """The strongest first, then leaders, who are claimed though they stay (7.3.4, R13); last who must not die (2.1)."""

    def use(block: Piece) -> tuple[bool, bool, int]:
        kind = block_kind(player.faces[block])
        return is_protagonist(player, block), kind.leader, -kind.mon

    return tuple(sorted(blocks, key=use))


def _where_to(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, places: Places) -> Menu:
    """A line for each location that these blocks can reach, by the cheapest way; the others take turns with it.

    While pieces are marked, the locations stay where `places` has them, so that they keep their digits.
    """
    found = reachable(player.view, blocks) if blocks else {}

    def item(end: Location) -> MenuItem:
        first, *others = [_way_item(player, source, blocks, way) for way in found[end]]
        return replace(first, others=tuple(others))

    def closed(spot: Spot) -> Why | None:
        if not blocks:
            return Why(_("Mark at least 1 block to march"))
        refusal = why_not_reached(player.view, blocks, LOCATIONS[spot])
        if refusal is None:
            return None
        why = why_refused(refusal, NAMES[spot])
        if refusal.rule not in {"7.3.2", "7.3.3"} or spot == source.location:
            return why
        fewer = any(spot in found for found in _reached_by_fewer(player, source, blocks))
        if refusal.rule == "7.3.2":
            return replace(why, instead=f"{why.instead} {fewer_go_farther()}") if fewer else why
        two_turns = reached_in_two_turns(player.view, blocks, LOCATIONS[spot])
        instead = instead_of_too_far(fewer=fewer, two_turns=two_turns)
        paid = _paid_away(player, source, blocks, LOCATIONS[spot])
        return replace(why, instead=f"{instead} {paid}".strip())

    places = as_before(player, found, places)
    more = ngettext(
        "{count} other place: 0 lists it, the map has it too",
        "{count} other places: 0 lists them, the map has them too",
        len(places.folded),
    )
    return Menu(
        _("March from {location}: where to?").format(location=NAMES[source.location]),
        [item(end) for end in places.lines],
        more=[item(end) for end in places.folded],
        more_text=more.format(count=len(places.folded)),
        later=[item(end) for end in places.later],
        in_brief=True,
        note=_note(player, source, blocks, [ways[0] for ways in found.values()]),
        closed=closed,
        spot=source.location,
    )


def _note(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, ways: list[Reach]) -> str:
    """What the marks on the map mean, of those that are there; or why there are none."""
    if not blocks:
        return _("Mark at least 1 block to march.")
    if not _goes_somewhere(player, source, len(blocks)):
        return _("{blocks} together are too slow to go anywhere: mark fewer (7.3.5).").format(
            blocks=plural(len(blocks), "{count} block", "{count} blocks", _("no blocks"))
        )
    shown = {sign for way in ways for sign, _style in tag_of(player, way)}
    if player.state.current_movement().roads:
        shown.add(USED_ROAD)
    signs = ", ".join([f"{sign} {words}" for sign, words in SIGNS.items() if sign in shown])
    return _("On the map: {signs}.").format(signs=signs)


def _way_item(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, way: Reach) -> MenuItem:
    """A way to march, with what it costs and comes to."""
    stops = way.path.stops

    def make(card: Piece | None) -> March:
        return March(blocks, stops, way.claim, card)

    def then() -> Step | Answer:
        if not way.forced:
            return make(None)
        title = _("Forced march to {end}: discard which card?").format(end=NAMES[way.path.end])
        few, without = _without_card(player, source, blocks, way.path.end)
        told = [*warnings, without]
        menu = discard_menu(
            player,
            title,
            make,
            note=" ".join([each for each in told if each]),
            path=(source.location, *stops),
            rule="7.3.3",
        )
        if not 0 < len(few) < len(blocks):
            return menu
        return replace(menu, items=[*menu.items, _fewer_item(player, source, few, blocks, way.path.end)])

    after = after_march(player, make, way)
    change = change_words(player.state, after, player.seat, way.path.end)
    risk = left_behind(player, source.location, after)
    death = death_words(player, blocks, way)
    meeting = "; ".join(meeting_notes(player, blocks, way))
    first = (meeting, risk) if way.overruns == player.seat else (risk, meeting)
    # Whoever has dragged a stack here has read no line: what is public before the card is chosen is told beside it.
    claim = claim_words(player, source, blocks) if way.claim else ""
    warnings = [sentence(words) for words in (death, *first, claim, change) if words]
    notes, changes = notes_of(player, source, blocks, way, change), [change] if change else []
    # What would lose the game comes before what would lose a castle.
    risks, road = [words for words in (death, risk) if words], way_words(source.location, stops)
    cost, *meets = brief_notes(player, blocks, way)
    return MenuItem(
        f"{road} — {'; '.join([*risks, *notes])}",
        then,
        spot=way.path.end,
        path=(source.location, *stops),
        tag=tag_of(player, way),
        # In a note of one row there is no room for a long way before it; and of two dangers neither gives way to that.
        detail=" ".join([sentence(listed(risks)), f"{road} — {'; '.join(notes)}"]) if risks else "",
        brief=in_brief(player, way, [cost, *meets, *changes]),
        # It is told of what was dragged, where its end may have no room.
        done=told_march(
            (source.location, *stops),
            blocks_words(player.state, player.seat, make(None), player.faces),
            [cost, *changes, *risks, *meets],
        ),
    )


def _without_card(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces, end: Location) -> tuple[Pieces, str]:
    """As many of the blocks as could get there without a forced march, and that in words; none if none could.

    Whether a leader has to be claimed for that is told too (7.3.3, 7.3.4).
    """
    cardless = ((each, _cardless(player, each, end)) for each in (blocks, *_fewer(player, source, blocks)))
    stack, way = next(((each, way) for each, way in cardless if way is not None), ((), None))
    if way is None:
        return (), ""
    if stack == blocks and way.claim:  # the player has turned to the way that takes a card
        return blocks, _("All {all} would get there without a card, by declaring a leader (7.3.3).").format(
            all=len(blocks)
        )
    if stack == blocks:
        road = way_words(source.location, way.path.stops)
        after = forecasts.state_after(player.view, March(blocks, way.path.stops, way.claim, None))
        change = change_words(player.state, after, player.seat, end)
        words = _("All {all} would get there without a card by {road} (7.3.3){change}.")
        return blocks, words.format(all=len(blocks), road=road, change=f": {change}" if change else "")
    words = (
        ngettext(
            "All {all} march; {count} of them alone would get there without a card, by declaring a leader (7.3.3).",
            "All {all} march; {count} of them would get there without a card, by declaring a leader (7.3.3).",
            len(stack),
        )
        if way.claim
        else ngettext(
            "All {all} march; {count} of them alone would get there without a card (7.3.3).",
            "All {all} march; {count} of them would get there without a card (7.3.3).",
            len(stack),
        )
    )
    return stack, words.format(all=len(blocks), count=len(stack))


def _cardless(player: SekigaharaPlayer, blocks: Pieces, end: Location) -> Reach | None:
    """The cheapest way of these blocks to a location, if it takes no card."""
    ways = reachable(player.view, blocks).get(end) if blocks else None
    return ways[0] if ways and not ways[0].forced else None


def _fewer_item(player: SekigaharaPlayer, source: MarchSource, few: Pieces, blocks: Pieces, end: Location) -> MenuItem:
    """To send only as many of the blocks as get there without a card: who stays is asked, and those proposed."""
    text = ngettext(
        "Only {count} marches, without a card: choose who stays",
        "Only {count} march, without a card: choose who stays",
        len(few),
    )

    def problem(marked: Pieces) -> str | None:
        if not marked:
            return _("Mark at least 1 block to march")
        return None if _cardless(player, marked, end) else _("Those get there only for a card (7.3.3)")

    def confirmation(marked: Pieces) -> str:
        way = _cardless(player, marked, end)
        assert way is not None
        after = after_march(player, lambda _card: march(marked), way)
        change = change_words(player.state, after, player.seat, end)
        risks = [death_words(player, marked, way), left_behind(player, source.location, after)]
        notes = "; ".join([*[words for words in risks if words], *notes_of(player, source, marked, way, change)])
        marching = plural(len(marked), "{count} block", "{count} blocks", _("no blocks"))
        return f"{marching}: {way_words(source.location, way.path.stops)} — {notes}"

    def march(marked: Pieces) -> March:
        way = _cardless(player, marked, end)
        assert way is not None
        return March(marked, way.path.stops, way.claim, None)

    step = Checklist(
        _("Who marches from {origin} to {end}, without a card?").format(origin=NAMES[source.location], end=NAMES[end]),
        block_items(player, blocks),
        problem,
        confirmation,
        march,
        marked=few,
        limit=len(few),
    )
    return MenuItem(text.format(count=len(few)), lambda: step)


def _reached_by_fewer(
    player: SekigaharaPlayer, source: MarchSource, blocks: Pieces
) -> Iterator[Mapping[Location, Sequence[Reach]]]:
    """What one block fewer can reach, two fewer and so on to a single one."""
    return (reachable(player.view, fewer) for fewer in _fewer(player, source, blocks))


def _fewer(player: SekigaharaPlayer, source: MarchSource, blocks: Pieces) -> Iterator[Pieces]:
    """One block fewer, two fewer and so on to a single one: see `_by_use`."""
    if _stays_together(source):
        return
    ordered = _by_use(player, blocks)
    for size in range(len(blocks) - 1, 0, -1):
        yield ordered[:size]
