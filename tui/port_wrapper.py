"""A port that hands everything on to another, for ports that change a part of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from engine.hidden import Action, Game, State, View
from tui.ports import ChatLine, GamePort, Listener, Situation


class PortWrapper(Generic[State, Action]):
    """`GamePort` over another one, `inner`."""

    def __init__(self, inner: GamePort[State, Action]) -> None:
        self.inner = inner

    @property
    def game(self) -> Game[State, Action] | None:
        """See `GamePort.game`."""
        return self.inner.game

    def situation(self) -> Situation[State, Action]:
        """See `GamePort.situation`."""
        return self.inner.situation()

    def beginning(self) -> State:
        """See `GamePort.beginning`."""
        return self.inner.beginning()

    def view_then(self, state: State) -> View[State] | None:
        """See `GamePort.view_then`."""
        return self.inner.view_then(state)

    def view_after(self, count: int) -> View[State] | None:
        """See `GamePort.view_after`."""
        return self.inner.view_after(count)

    def chats(self) -> Sequence[ChatLine]:
        """See `GamePort.chats`."""
        return self.inner.chats()

    def act(self, action: Action) -> None:
        """See `GamePort.act`."""
        self.inner.act(action)

    def resign(self) -> None:
        """See `GamePort.resign`."""
        self.inner.resign()

    def chat(self, text: str) -> str:
        """See `GamePort.chat`."""
        return self.inner.chat(text)

    def ask_rematch(self) -> str:
        """See `GamePort.ask_rematch`."""
        return self.inner.ask_rematch()

    def answer(self, code: str) -> str:
        """See `GamePort.answer`."""
        return self.inner.answer(code)

    def subscribe(self, listener: Listener) -> None:
        """See `GamePort.subscribe`."""
        self.inner.subscribe(listener)
