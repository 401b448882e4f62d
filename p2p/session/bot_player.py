"""Somebody who is not a person plays a session."""

from __future__ import annotations

from contextlib import suppress

import trio

from engine.hidden import Action, Bot, State, View
from p2p.session.session import Session
from protocol.errors import LocalError


async def play_with_bot(session: Session[State, Action], bot: Bot[State, Action]) -> None:
    """Answer every decision of `session` with `bot`, until the game is over. Cancel it with the session's run.

    The bot sees a copy of what its seat may see, and chooses in a thread, so that a slow one does not look absent. If
    its sealed choice is lost it resigns, for nobody is there to look for a copy and the opponent would wait for ever.
    Raises what `bot` raises, and IllegalAction if it chooses what is not allowed.
    """
    table = session.table
    while table.outcome is None:
        question, view = session.to_decide(), table.view()
        if session.choice_lost and session.synchronised and not table.leaving:
            with suppress(LocalError):
                session.resign()
        if question is None or view is None:
            await session.next_change()
            continue
        count = table.head.count
        view = View(table.game.copy(view.state), view.seat, view.faces)
        action = await trio.to_thread.run_sync(bot.choose, view, abandon_on_cancel=True)
        # Meanwhile the opponent, or this side's user, may have resigned.
        if session.to_decide() == question and table.head.count == count:
            session.act(action)
