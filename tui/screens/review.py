"""A review over the game that has ended: its progress first, then what it found."""

from __future__ import annotations

from textual.content import Content

from tui.advising import AdviceError, Review
from tui.language import _
from tui.screens.text import TextScreen
from tui.theme import Theme


class ReviewScreen(TextScreen):
    """Shows what a review says. When it is closed before, the process that works it out ends."""

    def __init__(self, review: Review, theme: Theme) -> None:
        super().__init__(_("What decided the game"), Content(_("One moment...")), theme, id="review")
        self._review = review
        self._look = theme

    def on_mount(self) -> None:
        """Begin."""
        super().on_mount()
        self.run_worker(self._work_out(), exit_on_error=True)

    async def _work_out(self) -> None:
        try:
            text = await self._review(self._tell)
        except (AdviceError, OSError) as problem:
            text = _("No review came of it. {problem}").format(problem=problem)
        self._tell(text)

    def _tell(self, text: str) -> None:
        self.show(Content(self._look.text(text)))
