"""Somebody who is not a person plays a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

import trio

from engine.hidden import Action, Face, Piece, Seat, State
from p2p.session.session import Session

Choose: TypeAlias = Callable[[State, Seat, Mapping[Piece, Face], str], Action]
"""Chooses an action from a copy of the public state, the own seat, the faces that it knows, and what is asked."""


async def play_with_bot(session: Session[State, Action], choose: Choose[State, Action]) -> None:
    """Answer every decision of `session` with `choose`, until the game is over. Cancel it with the session's run.

    `choose` runs in a thread, so that a slow player does not look like an absent one. Raises what `choose` raises, and
    IllegalAction if it chooses what is not allowed.
    """
    table = session.table
    while table.outcome is None:
        kind, seat, state = session.to_decide(), table.seat, table.state
        if kind is None or seat is None or state is None:
            await session.next_change()
            continue
        count = table.head.count
        action = await trio.to_thread.run_sync(
            choose, table.game.copy(state), seat, dict(table.faces), kind, abandon_on_cancel=True
        )
        # The opponent cannot write meanwhile, but this side's user may have resigned.
        if session.to_decide() == kind and table.head.count == count:
            session.act(action)
