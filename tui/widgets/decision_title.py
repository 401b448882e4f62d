"""The title of the decision panel: what is asked, and as much as there is room for of what the keys do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.cells import cell_len

from tui.dialogue import Checklist, Dialogue, Menu, Party, Row
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.widgets.line_signs import range_words

_KEYS: Final = {
    Menu: N_("{lines}, {take}: take a line"),
    Checklist: N_("{lines}, {mark}: mark; {take}: confirm"),
    Party: N_("{lines}, {mark}: mark; {take}: go"),
}
_INSTEAD: Final = {
    Menu: N_("{key} does nothing here: {take} takes the line. Asked: {title}"),
    Checklist: N_("{key} does nothing here: {mark} marks, {take} confirms. Asked: {title}"),
    Party: N_("{key} does nothing here: {mark} marks, {take} goes. Asked: {title}"),
}


def title_of(
    dialogue: Dialogue,
    signs: Sequence[str],
    fate: str,
    aside: str,
    seconds: int | None,
    columns: int,
    *,
    below: str = "",
) -> str:
    """The title with what there is room for in so many columns.

    `fate` is what becomes of the line that Enter would take, which comes before the keys; `seconds` those left; `below`
    how much of the list is out of sight, which comes before all but what is asked.
    """
    force = keys_in_force()
    take, mark = shown(force["game.take"]), shown(force["game.mark"])
    left = "" if seconds is None else f"({seconds} s) "
    title = left + dialogue.step.title
    if below and cell_len(f"{title} · {below}") <= columns:
        title = f"{title} · {below}"
    key = shown(force["game.back"])
    back = " " + _("({key}: back)").format(key=key) if dialogue.depth else ""
    clicked = " " + _("({key} or click here: back)").format(key=key) if dialogue.depth else ""
    keys = f" · {_(_KEYS[type(dialogue.step)]).format(lines=range_words(signs), take=take, mark=mark)}"
    if fate:
        fate = f" · {_('{take}: {fate}').format(take=take, fate=fate)}"
    # Only where it leaves the whole title in sight; what becomes of the line comes before the keys.
    wordings = [[back, fate], [fate], [back, keys], [back], []] if fate else [[back, keys], [back], []]
    if len(signs) > 9:
        # That there are letters too is told first: nobody would look for them.
        wordings.insert(0, [back, fate, keys])
    longest = wordings[0]
    if aside:
        wordings = [[*before, *hints] for hints in wordings for before in ([f" · {aside}"], [])]
    if clicked:
        # That the title itself goes back is told where nothing else has to go for it.
        wordings.insert(0, [f" · {aside}" if aside else "", clicked, *longest[1:]])
    lines = [title + "".join(hints) for hints in wordings]
    return next((line for line in lines if cell_len(line) <= columns), title)


def instead_of(key: str, dialogue: Dialogue | None, rows: Sequence[Row], waiting: str) -> str:
    """What a key that ends or confirms would have to be where it does neither: what is asked, and which key does it.

    `waiting` is what is waited for where nothing is asked.
    """
    if dialogue is None:
        return _("{key} does nothing now, nothing is asked of you: {waiting}").format(key=key, waiting=waiting)
    force = keys_in_force()
    own = [f"{row.key}: {row.brief or row.text}" for row in rows if row.key]
    if own:
        return _("{key} does nothing here: {own}. Asked: {title}").format(
            key=key, own=", ".join(own), title=dialogue.step.title
        )
    words = _(_INSTEAD[type(dialogue.step)])
    return words.format(
        key=key, take=shown(force["game.take"]), mark=shown(force["game.mark"]), title=dialogue.step.title
    )
