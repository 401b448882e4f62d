"""The title of the decision panel: what is asked, and as much as there is room for of what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len

from tui.dialogue import Dialogue, Row
from tui.glyphs import UNICODE, Glyphs
from tui.keys import keys_in_force, shown
from tui.language import N_, _
from tui.steps import MORE, Checklist, Menu, Party
from tui.widgets.line_signs import range_words
from tui.widgets.unseen import unseen_words

ASKED: Final = "▶"
WAITS: Final = "…"
"""What the title begins with while something is asked, and while the player waits: colour alone tells nobody which."""
_KEYS: Final = {
    Menu: N_("{take}: take a line"),
    Checklist: N_("{mark}: mark; {take}: confirm"),
    Party: N_("{mark}: mark; {take}: go"),
}
_DIGITS: Final = {Menu: N_("{digits}: take a line"), Checklist: N_("{digits}: mark"), Party: N_("{digits}: mark")}
"""What the title says of keys, and what of the digits where there is no room for more: these do not mark everywhere."""
_HOW: Final = {
    Menu: N_("{take} takes the line."),
    Checklist: N_("{mark} marks, {take} confirms."),
    Party: N_("{mark} marks, {take} goes."),
}


@dataclass(frozen=True, slots=True)
class _Part:
    """Something that the title says where it has room; `wordings` from the shortest to the longest."""

    wordings: Sequence[str]
    weight: int
    """What has the least comes first, if not all has room."""


def title_of(
    dialogue: Dialogue,
    signs: Sequence[str],
    fate: Sequence[str],
    aside: str,
    seconds: int | None,
    columns: int,
    *,
    out_of_sight: tuple[int, int] = (0, 0),
    for_good: bool = False,
    again: bool = False,
    on_board: bool = False,
    twice: bool = False,
    clicks_twice: bool = False,
    glyphs: Glyphs = UNICODE,
) -> str:
    """The title with what there is room for in so many columns: each part whole, or not at all.

    What is asked, and of what, gives way to nothing but a sign that there are lines out of sight; the keys go first.

    `fate` is what becomes of the line that Enter would take, in the shortest words first, `for_good` whether it is for
    good, `again` whether its key or a second click does it, `on_board` whether a second click on its place does,
    `twice` whether Enter itself does so the second time only, `clicks_twice` whether a click does; `seconds` those
    left; `out_of_sight` how many lines of the list are above its edges and below, told in the signs of `glyphs`;
    `aside` how the plan stands.
    """
    force = keys_in_force()
    take, mark = shown(force["game.take"]), shown(force["game.mark"])
    left = "" if seconds is None else f"({seconds} s) "
    unseen = unseen_words(*out_of_sight, glyphs)
    fate_words = _("{take} twice: {fate}") if twice else _("{take}: {fate}")
    # That there is more to choose from has room, whatever is asked; in words before all else.
    wanted = sum([cell_len(f" · {words}") for words in unseen[:1]])
    title = _cut(f"{ASKED} {left}{dialogue.step.title}", max(columns - wanted, columns // 2))
    in_words = [words for words in unseen if cell_len(f"{title} · {words}") <= columns]
    parts = [_Part(in_words[-1:], 0)]
    marks = not isinstance(dialogue.step, Menu)
    if isinstance(dialogue.step, Party):  # the digits behind those of its pieces say where they go
        signs = signs[: sum([row.mark is not None for row in dialogue.rows()])]
    digits = range_words(signs)
    signed = f"{digits}, " if len(signs) > 1 else ""  # of one line nobody looks for the digit
    wordings = [fate_words.format(take=take, fate=words) for words in fate]
    if fate:
        longer = ""
        if twice:
            longer = _("{take} or a click, twice: {fate}")
        elif again:
            longer = _("{take} or the same again: {fate}")
        elif clicks_twice:
            longer = _("{take} or 2 clicks: {fate}")
        elif on_board and not for_good:
            longer = _("{take} or a second click: {fate}")
        wordings += [longer.format(take=take, fate=fate[-1])] if longer else []
        wordings += [] if marks else [signed + wordings[-1]]
        parts.append(_Part(wordings, 1 if for_good else 3))
    parts.append(_Part([aside] if aside else [], 4))
    if dialogue.depth:
        key = shown(force["game.back"])
        brief = _("({key}: back)").format(key=key)
        # That the title itself goes back is told where nothing else has to go for it, nor be told in fewer words.
        parts.append(_Part([*[brief] * max(1, len(wordings)), _("({key} or click here: back)").format(key=key)], 2))
    if not fate or (marks and not again):
        wordings = [_(_DIGITS[type(dialogue.step)]).format(digits=digits)] if signed else []
        keys = _(_KEYS[type(dialogue.step)])
        if fate:  # what Enter does is told of the line already
            keys = _("{mark}: mark")
        parts.append(_Part([*wordings, signed + keys.format(take=take, mark=mark)], 5))
    parts.append(_Part(_all_words(dialogue, shown(force["game.mark_all"])), 6))
    said = _with_parts(title, parts, columns)
    if fate and fate_words.format(take=take, fate=fate[0]) not in said:
        # What Enter does is worth more than words for the lines out of sight, where signs for these leave room for it.
        parts[0] = _Part(unseen[:1], 0)
        in_signs = _with_parts(title, parts, columns)
        said = in_signs if fate_words.format(take=take, fate=fate[0]) in in_signs else said
    return said


def _all_words(dialogue: Dialogue, key: str) -> list[str]:
    """What is marked, and what the key does that marks all or none, where that is of use.

    Of a party the line above the list says it. Where all together could not be confirmed it is of none.
    """
    step = dialogue.step
    if not isinstance(step, Checklist) or len(step.items) < 2:
        return []
    if step.problem(tuple([piece for piece, _words in step.items])) is not None:
        return []
    if dialogue.all_marked:
        return [_("{key}: none").format(key=key), _("all marked ({key}: none)").format(key=key)]
    brief = _("{key}: all").format(key=key)
    return [brief] if dialogue.marked else [brief, _("none marked ({key}: all)").format(key=key)]


def in_a_line(title: str, pointed: str, columns: int) -> str:
    """What is asked and the line that is pointed at, for where neither is in sight: as much as has room."""
    return _cut(f"{title} {ASKED} {pointed}" if pointed else title, columns)


def takes_at(title: str, column: int) -> bool:
    """Whether the words in a column of a title are those of the key that takes a line, and of what it does."""
    take = re.escape(shown(keys_in_force()["game.take"]))
    said = re.finditer(rf"(?<!\w){take}(?!\w).*?(?= · | \(|; |$)", title)
    return any(cell_len(title[: words.start()]) <= column < cell_len(title[: words.end()]) for words in said)


def title_of_waiting(title: str) -> str:
    """The title while nothing is asked, which says why."""
    return f"{WAITS} {title}"


def _with_parts(title: str, parts: Sequence[_Part], columns: int) -> str:
    """Every part in its shortest wording as far as there is room, then in longer ones."""
    chosen: dict[int, str] = {}

    def line() -> str:
        return "".join(
            [title, *[f" {word}" if word[0] == "(" else f" · {word}" for _n, word in sorted(chosen.items())]]
        )

    by_weight = sorted(range(len(parts)), key=lambda number: parts[number].weight)
    for length in range(max([len(part.wordings) for part in parts], default=0)):
        for number in by_weight:
            wordings = parts[number].wordings
            if length < len(wordings) and (length == 0 or number in chosen):
                before = chosen.get(number)
                chosen[number] = wordings[length]
                if cell_len(line()) > columns:
                    del chosen[number]
                    if before is not None:
                        chosen[number] = before
    return line()


def _cut(title: str, columns: int) -> str:
    """A title with no room for all of it, without its last words."""
    words = title.split(" ")
    while columns > 0 and cell_len(title) > columns and len(words) > 1:
        words.pop()
        title = " ".join(words).rstrip(",;:") + "…"
    return title


def instead_of(key: str, dialogue: Dialogue | None, rows: Sequence[Row], waiting: str, why: str = "") -> str:
    """What a key of a line that is not there would have to be: what is asked, and which key does it.

    `waiting` is what is waited for where nothing is asked; `why` tells why there is no such line, if that is known.
    """
    if dialogue is None:
        return _("{key} does nothing now, nothing is asked of you: {waiting}").format(key=key, waiting=waiting)
    force = keys_in_force()
    take, mark, back = [shown(force[f"game.{what}"]) for what in ("take", "mark", "back")]
    line = dialogue.line_to_go_back_to(key)
    if line:
        words = _("First finish this or go back ({back}); then {key}: {line}.")
        return words.format(key=key, back=back, line=line)
    how = _(_HOW[type(dialogue.step)]).format(take=take, mark=mark)
    if why:
        return f"{why} {how}"
    # The line that stands for others is a sentence of its own.
    own = [f"{row.key} ({row.brief or row.text})" for row in rows if row.key not in ("", MORE)]
    if own:
        # What is asked stands in the title still; why it is asked would be gone.
        words = _("{key} does nothing here. These keys do: {own}.").format(key=key, own=", ".join(own))
        return f"{words} {dialogue.note}".strip()
    words = _("{key} does nothing here: {how} Asked: {title}")
    return words.format(key=key, how=how, title=dialogue.step.title)
