"""Shows what has happened at the pace that the player has chosen, and the cards of what has come to an end."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from textual.geometry import Offset
from textual.screen import Screen
from textual.timer import Timer

from engine.hidden import Event, Seat
from tui.log import Card
from tui.moment import FirstMoment
from tui.playback import PlaybackPort, is_news
from tui.ports import Situation
from tui.screens.card import CardScreen

_AT_ONCE: Final = 0.001
"""Seconds of a timer for what need not wait."""


class Pacing:
    """Steps a `PlaybackPort` on. `update` is called whenever there is more to show.

    Whatever the opponent did is in sight for as long as the pace says before anything comes after it, be that the next
    such thing or a card; also if there was nothing to come yet when it was shown.

    `tells` says whether the screen tells all of a card by itself, in sight: one that is harmless is left out then.
    `card_screen` makes the box of cards; `click_through` is told where the click beside a box was that closed it.

    A card comes at every pace, and waits until nothing else is open over the game, and until somebody is to decide
    (`settled`): what comes of itself may bring another. Those that wait come in one box, and so does one that comes
    while a box is open. Over what has to be answered by a set time lies none.

    For `grace` seconds from when it is seen the first step after an answer is not skipped: what is pressed by then was
    meant for what was asked.
    """

    def __init__(
        self,
        screen: Screen[None],
        port: PlaybackPort[Any, Any],
        card_screen: Callable[[*tuple[Card, ...]], CardScreen],
        update: Callable[[], None],
        settled: Callable[[], bool] = lambda: True,
        click_through: Callable[[Offset], None] = lambda at: None,
        tells: Callable[[Card], bool] = lambda card: False,
        clock: Callable[[], float] = time.monotonic,
        grace: float = 0.0,
    ) -> None:
        self._screen = screen
        self._port = port
        self._card_screen = card_screen
        self._update = update
        self._settled = settled
        self._click_through = click_through
        self._tells = tells
        self._clock = clock
        self.first_step = FirstMoment(grace, clock)
        """The moment in which what is pressed was meant for what was asked before."""
        self._timer: Timer | None = None
        self._shown_at: float | None = None
        """When the last thing was shown that the opponent did."""
        self._skipped = False
        """Whether the player has not seen each step since the last box, or the last answer."""
        self._waits = False
        """Whether nothing is asked, so that something else may come."""
        self._hurries = False
        """Whether something has to be answered by a set time: no box lies over that."""
        self._cards: list[Card] = []
        self._box: CardScreen | None = None
        self._told: list[Card] = []
        """What the open box tells."""
        self._events: Sequence[Event] = ()
        """All that is shown, and for whom."""
        self._seat: Seat | None = None

    def follow(self, situation: Situation[Any, Any], cards: Sequence[Card]) -> None:
        """Go on if there is something still to be shown. `cards` are those of what was shown just now.

        One that a later one tells again is left out if both wait, or if it is still to be read in the open box, or if
        the player has seen all of it step by step, or has answered since.
        """
        coming = {card.title for card in cards}
        cards = self._of_use(cards)
        self._waits = situation.question is None and situation.ended is None
        self._cards = [card for card in [*self._cards, *cards] if card.part_of not in coming]
        self._events = situation.events
        self._seat = None if situation.view is None else situation.view.seat
        self._hurries = situation.answer_by is not None
        if self._hurries and self._box is not None and self._box.is_active:
            # It lies over what has to be answered by a set time: what it tells is told when that is over.
            again = [card for card in self._told[max(0, self._box.read - 1) :] if not card.passing]
            self._cards = [*again, *self._cards]
            self._told = []
            self._box.dismiss(None)
            return
        if self._box is not None:
            # Nothing moves on behind a card, whatever comes in meanwhile.
            if cards:
                read = self._box.read
                kept = [card for number, card in enumerate(self._told) if number < read or card.part_of not in coming]
                self._told, self._cards = [*kept, *self._cards], []
                self._box.tell(*self._told)
            self._box.say_whether_before(self._overtaken)
            return
        if self._cards and self._settled() and not self._hurries:
            self._show_card_in_time()
        elif situation.behind and self._timer is None:
            self._timer = self._screen.set_timer(max(self._rest, _AT_ONCE), self._step)

    def holds(self, cards: Sequence[Card]) -> bool:
        """Whether what was shown last is still to be looked at, before these cards or those that wait."""
        return bool(self._cards or self._of_use(cards)) and self._box is None and self._rest > 0

    def _of_use(self, cards: Sequence[Card]) -> Sequence[Card]:
        """These without what a later one tells again, if the player has seen all of that step by step, and without
        what the screen tells.
        """
        self._skipped = self._port.take_hurried() or self._skipped
        seen = self._port.pace > 0 and not self._skipped
        told = [card for card in cards if card.harmless and self._tells(card)]
        return [card for card in cards if card not in told and not (seen and card.part_of)]

    @property
    def looked_at(self) -> bool:
        """Whether what was shown last is still to be looked at."""
        return self._rest > 0

    @property
    def _rest(self) -> float:
        """The seconds for which what was shown last is still to be looked at."""
        if self._shown_at is None or not self._port.pace:
            return 0.0
        rest = self._shown_at + self._port.pace - self._clock()
        return rest if rest > _AT_ONCE else 0.0

    def _show_card_in_time(self) -> None:
        if not self._rest:
            self._show_card()
        elif self._screen.is_active:
            self._stop()
            self._timer = self._screen.set_timer(self._rest, self._looked_at)

    def _looked_at(self) -> None:
        self._stop()
        self._update()

    @property
    def unread(self) -> int:
        """How many cards are still to be shown."""
        return len(self._cards)

    @property
    def reads(self) -> bool:
        """Whether a card lies over the game, or is about to."""
        return self._box is not None or self.holds(())

    def skip(self) -> bool:
        """Show all that has happened, and the cards of it, unless that has only just begun to be shown.

        False if nothing was still to be shown or looked at. What was shown last is still looked at though nothing has
        come after it yet: the next comes without delay.
        """
        if not self._timer and not (self._waits and self._box is None and self._rest):
            return False
        if self.first_step.lasts:
            self.first_step.stray()
            return True
        self._stop()
        self._skipped, self._shown_at = True, None
        self._port.skip()
        self._update()
        return True

    def answered(self) -> None:
        """The player has decided something: what waits till then, and will be told again, is of no use any more."""
        self._skipped = False
        self._cards = [card for card in self._cards if not card.part_of]
        self.first_step.begin()

    def give_way(self) -> None:
        """The game has been broken off: what cards tell is of no use, and the open box makes room for the result."""
        self._cards = []
        if self._box is not None and self._box.is_active:
            self._box.dismiss(None)

    def resumed(self) -> None:
        """Nothing is open over the game any more."""
        if self._cards and self._box is None and self._settled() and not self._hurries:
            self._show_card_in_time()

    @property
    def _overtaken(self) -> bool:
        """Whether more has happened since what the box tells last, so that the board behind it shows that already."""
        since = self._events[self._told[-1].events :] if self._told else ()
        return self._seat is not None and any(is_news(event, self._seat) for event in since)

    def _step(self) -> None:
        self._stop()
        self._port.step()
        self._shown_at = self._clock()
        # What is shown under something else is not seen.
        self._skipped = self._skipped or not self._screen.is_active
        self._update()
        self.first_step.seen()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _show_card(self) -> None:
        if not self._screen.is_active:
            return
        self._stop()
        self._told, self._cards, self._skipped = self._cards, [], False
        self._box = self._card_screen(*self._told)
        self._box.say_whether_before(self._overtaken)
        self._screen.app.push_screen(self._box, self._card_closed)

    def _card_closed(self, closed: None) -> None:
        box, self._box, self._told = self._box, None, []
        self._screen.call_later(self._update)
        if box is not None and box.clicked is not None and not self._cards:
            self._screen.call_after_refresh(self._click_through, box.clicked)
