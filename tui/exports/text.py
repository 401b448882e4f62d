"""A record as lines of text: who played, what happened entry by entry, what it is worth."""

from __future__ import annotations

from collections.abc import Iterator

from engine.hidden import SEATS
from tui.language import _
from tui.lines import plain_text
from tui.replays import Eyes, Reel


def text_log(reel: Reel, eyes: Eyes = Eyes.BOTH) -> Iterator[str]:
    """The lines. Before each happening stands the number of its entry; what was drawn is told as far as `eyes` see."""
    words = reel.interface.words
    players = [f"{words.side(seat)} {name}" for seat, name in zip(SEATS, reel.names(), strict=True)]
    yield f"{words.title}: {', '.join(players)}"
    yield from map(plain_text, reel.worth_lines())
    yield ""
    for step in reel.replay.steps:
        moment = step.number + 1
        told = [plain_text(line) for line in reel.told(moment, eyes)]
        drawn = reel.drawn(moment, eyes)
        told += [f"  {_('Drawn:')} {drawn}"] if drawn else []
        if step.findings or step.refused:
            told += [plain_text(line) for line in reel.found_lines(moment)]
        for number, line in enumerate(told):
            yield f"{step.number:>5}  {line}" if number == 0 else f"{'':>5}  {line}"
