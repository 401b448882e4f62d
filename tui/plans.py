"""What the player plans before it goes out: steps that can be taken back, because nobody else has heard of them.

`PlanPort` stands between a port and the screen. An action becomes a step of the plan if the rules say that it may
(`engine.hidden.planned`); any other goes out at once, after the whole plan, in order. What has gone out is never taken
back.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Generic

from engine.hidden import Action, IllegalAction, MalformedAction, Piece, State, View, asked, planned
from tui.drafts import DraftKeeper
from tui.port_wrapper import PortWrapper
from tui.ports import GamePort, Planned, Situation


class PlanPort(PortWrapper[State, Action], Generic[State, Action]):
    """A port on which the player plans. `restored` is how many steps were found that had been planned before."""

    def __init__(self, port: GamePort[State, Action], keeper: DraftKeeper | None = None, *, plans: bool = True) -> None:
        """`keeper` has the plan that was left, and is told of every change. Without `plans` all goes out at once."""
        super().__init__(port)
        self._keeper = keeper or DraftKeeper()
        self.restored = 0
        self._plans = plans
        self._steps: list[Planned[State, Action]] = []
        self._undone: list[Planned[State, Action]] = []
        """What was taken back since the last new step, the latest last: each fits the plan when its turn comes."""
        self._base: tuple[Any, int] | None = None

    def situation(self) -> Situation[State, Action]:
        """The game as it would be after the plan."""
        now = self.inner.situation()
        if (self._steps or self._undone) and (now.question, len(now.events)) != self._base:
            # What it was planned on is no more: the game has ended, or the opponent has left.
            self._steps.clear()
            self._undone.clear()
            self._keep()
        if not self._steps and now.question is not None:
            self._restore(now)
        if not self._steps:
            return replace(now, undone=tuple(self._undone)) if self._undone else now
        game, view = self.game, self._steps[-1].after
        assert game is not None
        return replace(
            now,
            view=view,
            question=asked(game.waiting(view.state), view.seat),
            even_default=None,
            planned=tuple(self._steps),
            undone=tuple(self._undone),
        )

    def goes_out(self, action: Action) -> bool:
        """Whether `action` would go out at once, with the plan before it. Raises IllegalAction if it is refused."""
        return self._after(self.situation(), action) is None

    def act(self, action: Action) -> None:
        """Plan `action`, or send it after what was planned. Raises IllegalAction, and keeps the plan then."""
        now = self.situation()
        before = now.view
        after = self._after(now, action)
        if after is None or before is None:
            self.keep_marks(())
            self._send()
            self._undone.clear()
            self.inner.act(action)
            return
        if self._undone and self._undone[-1].action == action:
            self.redo()
            return
        self._undone.clear()
        if not self._steps:
            self._base = (now.question, len(now.events))
            assert self.game is not None
            before = View(self.game.copy(before.state), before.seat, dict(before.faces))
        self._steps.append(Planned(action, before, after))
        self._keep()

    def undo(self) -> bool:
        """Take the last planned step back. False if nothing is planned."""
        if not self._steps:
            return False
        self._undone.append(self._steps.pop())
        self._keep()
        return True

    def redo(self) -> bool:
        """Plan again what was taken back last. False if nothing was, or something else has been planned since."""
        if not self._undone:
            return False
        self._steps.append(self._undone.pop())
        self._keep()
        return True

    def undo_all(self) -> bool:
        """Take all planned steps back. False if nothing is planned."""
        return self.undo_to(0)

    def undo_to(self, count: int) -> bool:
        """Take back all planned steps but the first so many. False if there are no others."""
        taken = self._steps[count:]
        self._undone.extend(reversed(taken))
        del self._steps[count:]
        self._keep()
        return bool(taken)

    def undo_step(self, number: int) -> Sequence[Planned[State, Action]]:
        """Take back one planned step, and of those after it what the rules do not allow without it. What is gone.

        What goes alone is done again behind the others, where the rules allow that.
        """
        steps = self._steps
        kept, needed = self._planned_anew(steps[number].before, steps[number + 1 :])
        gone = [steps[number], *needed]
        if not kept:
            self.undo_to(number)
            return gone
        self._steps = [*steps[:number], *kept]
        again, _refused = self._planned_anew(kept[-1].after, gone)
        self._undone = again[::-1]
        self._keep()
        return gone

    def _planned_anew(
        self, view: View[State], steps: Sequence[Planned[State, Action]]
    ) -> tuple[list[Planned[State, Action]], list[Planned[State, Action]]]:
        """The steps as they come after what `view` shows, one after another; and those that the rules do not allow."""
        assert self.game is not None
        kept: list[Planned[State, Action]] = []
        refused: list[Planned[State, Action]] = []
        for step in steps:
            after = None
            with suppress(IllegalAction):
                after = planned(self.game, view, step.action)
            if after is None:
                refused.append(step)
            else:
                kept.append(Planned(step.action, view, after))
                view = after
        return kept, refused

    def send(self) -> None:
        """Send what is planned. Raises IllegalAction if it cannot be sent now; what has not gone out stays planned."""
        self._send()

    def marks(self) -> Sequence[Piece]:
        """The pieces that were left marked for the answer to what is asked now, when the program ended."""
        return () if self._steps else self._keeper.marks(len(self.inner.situation().events))

    def keep_marks(self, marks: Sequence[Piece]) -> None:
        """Keep which pieces are marked for it; what is planned is kept instead, if anything is."""
        if not self._steps:
            self._keeper.keep_marks(len(self.inner.situation().events), marks)

    def _after(self, now: Situation[State, Action], action: Action) -> View[State] | None:
        if not self._plans or self.game is None or now.view is None or now.question is None:
            return None
        if now.even_default is not None or now.answer_by is not None:
            return None
        return planned(self.game, now.view, action)

    def _send(self) -> None:
        while self._steps:
            self._undone.clear()
            step = self._steps.pop(0)
            try:
                self.inner.act(step.action)
            except IllegalAction:
                self._steps.insert(0, step)
                raise
            if self._steps:
                now = self.inner.situation()
                self._base = (now.question, len(now.events))
            self._keep()

    def _keep(self) -> None:
        """Have the plan kept as it is now."""
        if self.game is not None:
            events = 0 if self._base is None else self._base[1]
            self._keeper.keep(events, [self.game.pack_action(step.action) for step in self._steps])

    def _restore(self, now: Situation[State, Action]) -> None:
        """Plan again what was planned when the program ended, as far as the rules allow it."""
        game, view = self.game, now.view
        packed = self._keeper.found(len(now.events))
        if not packed or game is None or view is None or now.even_default is not None or now.answer_by is not None:
            return
        view = View(game.copy(view.state), view.seat, dict(view.faces))
        steps: list[Planned[State, Action]] = []
        with suppress(IllegalAction, MalformedAction):
            for plain in packed:
                action = game.unpack_action(plain)
                after = planned(game, view, action)
                if after is None:
                    break
                steps.append(Planned(action, view, after))
                view = after
        self._steps, self._base = steps, (now.question, len(now.events))
        self.restored = len(steps)
        self._keep()
