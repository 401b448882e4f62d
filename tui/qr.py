"""A word as a QR code of half blocks, two rows of modules to a line."""

from __future__ import annotations

from typing import Final

from tui.lines import Line

_BORDER: Final = 2
_SIGNS: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}


def qr_lines(word: str) -> list[Line]:
    """The code of `word` in capitals, which take less room; an invite may be written in them."""
    import segno

    code = segno.make(word.upper(), error="l", micro=False)
    rows = [[int(bool(module)) for module in row] for row in code.matrix_iter(border=_BORDER)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return [[("".join(_SIGNS[pair] for pair in zip(*two, strict=True)), "paper")] for two in pairs]
