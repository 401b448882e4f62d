"""The log of a game of Sekigahara: every event, and what came of it, in plain words."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final

from engine.hidden import SEATS, Acted, BothActed, Draw, Drawn, Event, Face, Mix, Mixed, Piece, Seat, View, other
from engine.sekigahara import Answer, Sekigahara
from engine.sekigahara.board import DECK, HAND, RECRUITMENT, Location
from engine.sekigahara.chapters.chapter_2_victory import score
from engine.sekigahara.chapters.chapter_6_week import Bid, ChooseFirst
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal
from engine.sekigahara.chapters.chapter_8_1_declaring import Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import EndDeployment, has_deployed
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ProveLoyalty, has_challenged
from engine.sekigahara.chapters.chapter_8_9_sieges import FightInside, combat_begun
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Pieces, State
from tui.boards import Spot
from tui.grammar import counted
from tui.language import _
from tui.lines import Line, plain_text
from tui.log import Card, Change, GameLog, Happening
from tui.sekigahara.account import Account, account_of, ways
from tui.sekigahara.brief import blocks_line, brief_lines, moved_unseen
from tui.sekigahara.news import changes
from tui.sekigahara.panels.last_battle import LastBattles
from tui.sekigahara.results import (
    battle_cards,
    battle_summary,
    battle_told,
    bids_card,
    cards_for,
    challenge_card,
    combat_of,
    drawn_card,
    enemy_deployed,
    fighting,
    week_card,
)
from tui.sekigahara.strip import headlines
from tui.sekigahara.words.chapter_2_victory import ending_lines, victory_lines
from tui.sekigahara.words.chapter_3_pieces import draw_words, mix_words, used_up_words
from tui.sekigahara.words.chapter_4_control import control_words
from tui.sekigahara.words.chapter_6_week import bid_result, reinforcement_words, time_words, turn_lines
from tui.sekigahara.words.chapter_7_3_marches import march_way
from tui.sekigahara.words.chapter_7_4_overruns import overrun_words
from tui.sekigahara.words.chapter_8_1_declaring import combat_lines
from tui.sekigahara.words.chapter_8_3_impact import impact_words, result_words
from tui.sekigahara.words.chapter_8_6_loyalty import defection_words, stands_words
from tui.sekigahara.words.chapter_8_9_sieges import refused_words, siege_outcome, siege_words
from tui.sekigahara.words.chapter_9_3_mori import joined_words
from tui.sekigahara.words.names import LETTERS, SIDES, face_words, rank, sided
from tui.sekigahara.words.sekigahara import answer_words

TURNS_KEPT: Final = 12
"""How many turns that are over an account is kept of."""


class SekigaharaLog(GameLog[State, Answer]):
    """`trail` is the way of a march, from its first location."""

    def __init__(
        self,
        game: Sekigahara,
        beginning: State,
        recollection: Recollection | None = None,
        last_battles: LastBattles | None = None,
    ) -> None:
        """`recollection` is told of every event, `last_battles` of every battle that is over."""
        super().__init__(game, beginning)
        self._recollection = recollection or Recollection()
        self._last_battles = last_battles or LastBattles()
        self._played: list[Counter[Face]] = [Counter(), Counter()]
        self._hand: Counter[Face] | None = None
        self._box: Counter[Face] | None = None
        self._shuffled: set[Seat] = set()
        """Whose draw pile has been made of the discards, and who has drawn nothing from it yet (3.3)."""
        self._drawn: list[Line] = []
        self._decided = False
        """Whether anything was decided since these were drawn."""
        self._drawn_before: int | None = None
        """How many of these were drawn before the week that is just beginning; None: none is."""
        self._moved: tuple[Seat, Pieces] = SEATS[0], ()
        """Which blocks whose faces were not shown have just been moved, and by whom."""
        self._learned: tuple[Seat, list[Line]] | None = None
        """Who looks, and what it has drawn with the event that is followed now."""
        self._drawn_in_battle: list[Line] = []
        self._drawn_in_turn: list[Line] = []
        """What was drawn since the battle or the turn began; of the turn what no box of a battle in it has told of."""
        self._battle: list[Happening[State]] = []
        self._came: Counter[tuple[Seat, type]] = Counter()
        self._week_began = game.copy(beginning)
        self._opened: list[Line] = []
        self._opened_in = 0
        """The week of these."""
        self._bids: list[Line] = []
        """Of these the bids, and who moves first by them."""
        self._turn: list[Happening[State]] = []
        self._accounts: deque[tuple[tuple[int, int], Seat, tuple[Card, Card]]] = deque(maxlen=TURNS_KEPT)
        """Of the turns that are over: the week and the turn, whose each was, and its account for each side."""
        self._why_given: Hashable = None
        """Why a challenge was declined for the player, and in which battle, the last time that was told."""

    def tell(self, before: State, event: Event, after: State) -> Iterable[Line]:
        """See `GameLog.tell`."""
        self._recollection.follow(before, event, after)
        self._note_played(before, event, after)
        self._note_march(before, event)
        self._decided = self._decided or isinstance(event, Acted | BothActed)
        mix = before.agenda[-1] if before.agenda else None
        if isinstance(event, Mixed) and isinstance(mix, Mix) and DECK in mix.pools and not _setting_up(before):
            self._shuffled.add(mix.owner)
        lines = event_lines(before, event, after)
        if isinstance(event, BothActed):
            # The discards of a week come before its bids; both lie open until the next.
            opened = self._opened if before.week == self._opened_in else []
            self._opened, self._opened_in = [*opened, *lines], before.week
            self._bids = lines if isinstance(event.actions[0], Bid) else []
        elif isinstance(event, Acted) and isinstance(event.action, ChooseFirst):
            self._opened, self._bids = [*self._opened, *lines[:1]], [*self._bids, *lines[:1]]
        return lines

    def why_given(self, before: State, event: Event, lines: list[Line]) -> list[Line]:
        """See `GameLog.why_given`: who holds no Loyalty Challenge is not asked for one (8.6.1)."""
        combat = combat_begun(before)
        if not lines or combat is None or not isinstance(event, Acted) or event.action != Challenge(None):
            return lines
        why = (
            _("(you have no second Loyalty Challenge)")
            if has_challenged(before, event.seat)
            else _("(you have no Loyalty Challenge)")
        )
        # Once in a battle is enough, for it is the same with every deployment.
        told, self._why_given = self._why_given, (why, before.week, before.turn, before.active, combat.location)
        return lines if told == self._why_given else [[*lines[0], (f" {why}", "dim")], *lines[1:]]

    def ended(self, happening: Happening[State]) -> list[Card]:
        """A movement, then the turn, for the other side; its last combat, when the next thing can happen; weeks; bids.

        The bids are for whoever won them at once, and for the other when it is named who moves first. With the game
        the last combat alone is told: the rest is its result.
        """
        before, after = happening.before, happening.after
        seat, own = self._learned or (None, [])
        self._learned = None
        if fighting(happening):
            self._battle.append(happening)
            self._drawn_in_battle += [*own, *self._drawn_by_enemy(happening, seat)]
        if before.active is not None:
            self._drawn_in_turn += own
        turn = self._turn_over(happening)
        cards: list[Card] = challenge_card(self._battle) if fighting(happening) else self._movement_over(happening)
        if self._battle and (after.over is not None or combat_begun(after) is None):
            fight = battle_told(self._battle)
            if fight is not None:
                self._last_battles.add(after, fight)
        if after.over is not None:
            return battle_cards(self._battle)
        fought: Location | None = None
        ends: list[Card] = []
        if combat_begun(after) is None and self._battle:
            told = battle_cards(self._battle, turn.reader if turn else None)
            fought = combat_of(self._battle).location if told or cards else None
            drawn = any(line in self._drawn_in_battle for line in self._drawn_in_turn)
            if not told and drawn and seat is not None and (turn is None or turn.reader != seat):
                told = drawn_card(self._battle, seat)
            if told:
                self._drawn_in_turn = [line for line in self._drawn_in_turn if line not in self._drawn_in_battle]
            ends = cards_for(told, seat, self._drawn_in_battle)
            self._battle, self._drawn_in_battle = [], []
        if own and before.active == seat and turn is None and combat_begun(before) is None:
            # What cards were exchanged for is wanted at once (7.1): a Mōri block may be called for one of them.
            cards.append(Card(_("Your movement: what you draw"), own, seat, harmless=True))
        if turn is not None:
            cards += cards_for([turn.card(besides=fought)], seat, self._drawn_in_turn)
        cards += ends  # the marches that led to a combat come before it
        if (after.week, after.turn, after.active) != (before.week, before.turn, before.active):
            self._drawn_in_turn = []
        event = happening.event
        if isinstance(event, Acted) and isinstance(event.action, Muster | CallMori):
            came = len(event.action.blocks) if isinstance(event.action, Muster) else 1
            self._came[event.seat, type(event.action)] += came
        if after.week != before.week:
            self._opened, self._bids = [], []
            began, self._week_began = self._week_began, after
            cards += [week_card(began, after, self._came)] if before.week else []
            self._came = Counter()
            self._drawn_before = len(self._drawn)
        return [*cards, *self._reinforcement(after), *bids_card(happening, self._bids)]

    def _drawn_by_enemy(self, happening: Happening[State], seat: Seat | None) -> list[Line]:
        """How many cards the enemy of `seat` has drawn with this: which they are it alone knows.

        And that its discards were shuffled between, which whoever counts its cards must know (3.3).
        """
        draw = self._game.waiting(happening.before)
        if isinstance(draw, Mix) and DECK in draw.pools and seat is not None and draw.owner != seat:
            return _plain([used_up_words(draw)])
        return _plain(draw_words(draw)) if isinstance(draw, Draw) and seat is not None and draw.owner != seat else []

    def _reinforcement(self, after: State) -> list[Card]:
        """What was discarded for a week that has begun, and what the player has drawn, once that is all (6.2).

        What is drawn from the first turn on is none of it, though nothing has been drawn in the first week before.
        """
        if after.active is not None:
            self._drawn_before = None
        drawn = [] if self._drawn_before is None else self._drawn[self._drawn_before :]
        if not drawn or isinstance(self._game.waiting(after), Draw | Mix):
            return []
        self._drawn_before = None
        opened = self._opened if self._opened_in == after.week else []
        lines = [*opened, *_plain(reinforcement_words(after)), *drawn]
        return [Card(_("Week {week}: what it brings you").format(week=after.week), lines)]

    def _turn_over(self, happening: Happening[State]) -> Account | None:
        """The account of a turn that is over with this, for the other side, if there is more to it than cards paid."""
        before, after = happening.before, happening.after
        if before.active is None:
            return None
        self._turn.append(happening)
        if after.over is None and (after.week, after.turn, after.active) == (before.week, before.turn, before.active):
            return None
        accounts = [account_of(self._turn, seat) for seat in SEATS]
        self._turn = []
        self._accounts.append(((before.week, before.turn), before.active, (accounts[0].card(), accounts[1].card())))
        told = accounts[other(before.active)]
        return None if told.empty else told

    def _movement_over(self, happening: Happening[State]) -> list[Card]:
        """What was done in a movement phase, for the other side: it may have to decide in the combats that follow."""
        event, after = happening.event, happening.after
        if not isinstance(event, Acted) or not isinstance(event.action, EndMovement) or not self._turn or after.over:
            return []
        account = account_of(self._turn, other(event.seat))
        return [] if account.empty else [account.movement_card()]

    def turn_of(self, state: State) -> Seat | None:
        """See `GameLog.turn_of`."""
        return state.active

    def logged(self, happening: Happening[State]) -> Sequence[Line]:
        """See `GameLog.logged`. That a movement ends is told by what begins then; a week begins with the points."""
        event, before, after = happening.event, happening.before, happening.after
        lines = brief_lines(happening)
        if isinstance(event, Acted) and isinstance(event.action, EndMovement):
            lines = lines[1:]
        if after.week == before.week or not before.week or after.over is not None:
            return lines
        week, points = time_words(after), ", ".join([f"{LETTERS[seat]} {score(after, seat)}" for seat in SEATS])
        return [[*line, (f" ({points})", "plain")] if plain_text(line) == week else line for line in lines]

    def belongs(self, before: Happening[State] | None, happening: Happening[State]) -> bool:
        """The setup, and a combat until the next thing can happen, with the cards drawn for it."""
        return _setting_up(happening.after) or fighting(happening)

    def parts(self, before: Happening[State], happening: Happening[State]) -> bool:
        """See `GameLog.parts`."""
        return fighting(before) != fighting(happening) or (fighting(before) and combat_begun(before.after) is None)

    @property
    def goes_on(self) -> bool:
        """See `GameLog.goes_on`. What comes after a combat is no part of it, such as which is declared next."""
        return bool(self._folding) and combat_begun(self.state) is not None

    def summary(self, happenings: Sequence[Happening[State]]) -> Line:
        """See `GameLog.summary`."""
        if _setting_up(happenings[0].after):
            return [(_("Setup"), "heading")]
        return battle_summary(happenings, brief=True)

    def says_most(self, happening: Happening[State]) -> Line:
        """See `GameLog.says_most`: who was overrun, before what changed hands by it (7.4)."""
        overrun = _plain(overrun_words(happening.before, happening.event, happening.after))
        return overrun[0] if overrun else ()

    def says_less(self, happening: Happening[State], seat: Seat) -> Sequence[Line]:
        """See `GameLog.says_less`: how many cards or blocks one has drawn, who knows which they are."""
        draw = self._game.waiting(happening.before)
        return _plain(draw_words(draw)) if isinstance(draw, Draw) and draw.owner == seat else ()

    def end_lines(self, before: State, after: State) -> list[Line]:
        """See `GameLog.end_lines`."""
        return ending_lines(before, after)

    def changes(
        self, happenings: Sequence[Happening[State]], seat: Seat | None = None, *, own: bool = False
    ) -> list[Change]:
        """See `GameLog.changes`."""
        return changes(happenings, seat, own=own)

    def ways(self, happenings: Sequence[Happening[State]], seat: Seat) -> list[tuple[Spot, ...]]:
        """See `GameLog.ways`: they are those of the marches that the account of the turn counts, and of retreats."""
        return ways(happenings, seat)

    def headlines(self, happenings: Sequence[Happening[State]], seat: Seat) -> Sequence[Line]:
        """See `GameLog.headlines`."""
        return headlines(self._beside_battle(happenings), seat)

    def beside_battle(self, happenings: Sequence[Happening[State]], seat: Seat) -> bool:
        """See `GameLog.beside_battle`. What cards were paid for is not worth it."""
        beside = [each for each in self._beside_battle(happenings) if each.before.active == other(seat)]
        return bool(self._going and beside) and not account_of(beside, seat).empty

    def led_to(self, happenings: Sequence[Happening[State]], seat: Seat) -> str:
        """See `GameLog.led_to`."""
        return enemy_deployed([each for each in happenings if any(each is part for part in self._going)], seat)

    @property
    def _going(self) -> Sequence[Happening[State]]:
        """The combat that goes on."""
        return [] if self.state.over is not None else self._battle

    def _beside_battle(self, happenings: Sequence[Happening[State]]) -> list[Happening[State]]:
        return [each for each in happenings if not any(each is part for part in self._going)]

    def account(self, seat: Seat) -> list[Line]:
        """See `GameLog.account`. A combat that goes on comes first, since the player last answered anything in it.

        An own turn in which nothing has been fought yet, nor lost, is news to nobody.
        """
        turns = [(when, mover, cards[seat]) for when, mover, cards in self._accounts]
        now, no_news = (self.state.week, self.state.turn), False
        if self._turn:
            turn = account_of(self._turn, seat)
            turns.append((now, turn.mover, turn.card()))
            no_news = turn.mover == seat and not turn.fights and not turn.dead()
        if not turns:
            return []
        turns.reverse()
        latest = [next(each for each in turns if each[1] == side) for side in {each[1] for each in turns}]
        latest.sort(key=turns.index, reverse=no_news)
        lines, opened, first = self._going_on(seat), self.in_sight(), latest[0]
        if first[0] != now and self.state.over is None:
            # What comes first is of an earlier turn: which it is now stands above it, with the bids of a new week.
            bids = [] if first[0][0] == self.state.week else opened
            opened = [] if bids else opened
            lines += [[(time_words(self.state), "heading")], *bids]
        for each in latest:
            lines += [[(each[2].title, "heading")], *each[2].lines]
        lines += [*self._drawn, *opened]
        before = [each[2] for each in turns if each not in latest]
        lines += [[(_("Before that"), "heading")]] if before else []
        for card in before:
            lines += [[(card.title, "bold")], *card.lines]
        return lines

    def _going_on(self, seat: Seat) -> list[Line]:
        if not self._battle:
            return []
        own = [n for n, each in enumerate(self._battle) if each.answered(seat)]
        fresh = self._battle[own[-1] + 1 if own else 0 :]
        told = [line for each in fresh for line in each.lines if line[0][1] != "heading"]
        if own and not told:
            told = [[(_("nothing since your last answer"), "dim")]]
        return [battle_summary(self._battle), *told]

    def in_sight(self) -> list[Line]:
        """The discards and bids of the week, which lie open."""
        return [[(_("This week's discards and bids"), "heading")], *self._opened] if self._opened else []

    def learned(self, view: View[State]) -> list[Line]:
        """The cards and blocks drawn, which the opponent does not see."""
        pools = view.state.pools[view.seat]
        if any(piece not in view.faces for pool in (HAND, RECRUITMENT) for piece in pools[pool]):
            return []  # before the game was seen
        hand = Counter([view.faces[card] for card in pools[HAND]])
        box = Counter([view.faces[block] for block in pools[RECRUITMENT]])
        played, self._played[view.seat] = self._played[view.seat], Counter()
        lines: list[Line] = []
        if self._hand is not None and self._box is not None:
            # Why there are two lines for one draw: the first has emptied the draw pile.
            draws = (
                _("You draw: {pieces}, from your shuffled discards (3.3).")
                if view.seat in self._shuffled
                else _("You draw: {pieces}.")
            )
            for new, words in (
                (hand - (self._hand - played), draws),
                (box - self._box, _("Into your box come: {pieces}.")),
            ):
                if new:
                    pieces = counted([face_words(face) for face in sorted(new.elements(), key=rank)])
                    lines.append([(words.format(pieces=pieces), "own")])
        self._hand, self._box = hand, box
        if lines:
            self._shuffled.discard(view.seat)
            if self._decided:
                self._drawn, self._drawn_before = [], None if self._drawn_before is None else 0
            self._drawn += lines
            self._decided = False
        self._learned = view.seat, lines
        return lines

    def known(self, view: View[State]) -> Line:
        """See `GameLog.known`: which own blocks have marched or come unseen, which the opponent does not know."""
        (seat, blocks), self._moved = self._moved, (view.seat, ())
        if not blocks or seat != view.seat or any(block not in view.faces for block in blocks):
            return ()
        return blocks_line(blocks, view.faces)

    def with_known(self, line: Line, known: Line) -> Line:
        """See `GameLog.with_known`: behind how many blocks they are, unless all of them lie open (`brief_lines`)."""
        if plain_text(known) in plain_text(line):
            return line
        return [*line[:1], (" ", "plain"), *known, *line[1:]]

    def opened(self, happening: Happening[State], faces: Mapping[Piece, Face], seat: Seat) -> Line:
        """See `GameLog.opened`: which blocks of the opponent's have marched or come unseen."""
        event = happening.event
        if not isinstance(event, Acted) or event.seat == seat:
            return ()
        blocks = moved_unseen(event)
        return blocks_line(blocks, faces) if blocks and all(block in faces for block in blocks) else ()

    def _note_march(self, before: State, event: Event) -> None:
        if isinstance(event, Acted):
            action = event.action
            self.trail = march_way(before, event.seat, action) if isinstance(action, March) else ()
            self._moved = event.seat, moved_unseen(event)

    def _note_played(self, before: State, event: Event, after: State) -> None:
        """The cards that have left a hand, all of them shown as they left."""
        if isinstance(event, Acted | BothActed):
            for seat in SEATS:
                gone = set(before.pools[seat][HAND]).difference(after.pools[seat][HAND])
                self._played[seat].update([event.shown[card] for card in gone if card in event.shown])


def _setting_up(state: State) -> bool:
    return state.week == 0


def event_lines(before: State, event: Event, after: State) -> list[Line]:
    """What `event` did, in lines that both players may read: they are made of public facts alone."""
    stands = stands_words(before, event, after) or refused_words(before, event, after)
    texts = [
        *joined_words(before, event, after),
        *siege_words(before, event, after),
        *defection_words(before, after),
        *([] if stands else impact_words(before, after)),
        *result_words(before, event),
        *siege_outcome(before, event, after),
        *overrun_words(before, event, after),
        *control_words(before, after, mustered=isinstance(event, Acted) and isinstance(event.action, Muster)),
    ]
    return [
        *_plain(stands or _headline(before, event, after)),
        *combat_lines(before, after),
        *_plain(texts),
        *victory_lines(before, after),
        *turn_lines(before, after),
    ]


def _plain(texts: Iterable[str]) -> list[Line]:
    return [sided(text) for text in texts]


def _headline(before: State, event: Event, after: State) -> list[str]:
    match event:
        case Acted(seat, Declare(), _) if after.combat is not None and combat_begun(after) is None:
            # Whether there is a combat, and where, is for the castle's holder to choose first.
            return [f"{SIDES[seat]} {answer_words(before, seat, event.action, {})}."]
        case Acted(_, FightInside(True), _) if after.combat is not None and after.combat.siege:
            return []  # that it is a siege says as much
        case Acted(seat, EndDeployment(), _) if result_words(before, event) and has_deployed(before, seat):
            return []  # that the battle is won, or the siege over, says as much
        case Acted(_, ProveLoyalty(None), _) if defection_words(before, after):
            return []  # that it is not proven, and who fights for whom now, says as much
        case Acted(_, Declare() | Reveal(), _):
            return []  # that a combat begins, and who is overrun, says as much
        case Acted(seat, action, shown):
            public = {**before.shown, **shown}
            return [f"{SIDES[seat]} {answer_words(before, seat, action, public)}."]
        case BothActed(actions, shown):
            lines = [f"{SIDES[seat]} {answer_words(before, seat, actions[seat], shown)}." for seat in SEATS]
            first, second = actions
            if isinstance(first, Bid) and isinstance(second, Bid):
                lines.append(bid_result((first, second), shown))
            return lines
        case Drawn():
            draw = before.agenda[-1]
            assert isinstance(draw, Draw)
            return draw_words(draw)
        case Mixed():
            mix = before.agenda[-1]
            assert isinstance(mix, Mix)
            return mix_words(mix)
