"""docs/threats.md, made from what the runs of the malicious peer gave (outcomes.json) and words (threats.toml).

What became of an attempt, by which check it was seen, who was named, and what was left whole comes from the run alone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from tests.malicious.outcome import Outcome
from tests.malicious.registry import SWITCHES
from tests.malicious.switch import When

HERE: Final = Path(__file__).resolve().parent
OUTCOMES: Final = HERE / "outcomes.json"
WORDS: Final = HERE / "threats.toml"
DOCUMENT: Final = HERE.parent.parent / "docs" / "threats.md"

Results: TypeAlias = dict[str, dict[str, dict[str, str]]]
"""By game and switch: `COLUMNS`, and `gained`, where that was measured."""

COLUMNS: Final = ("seen", "by", "named", "game", "secrets")

_BEGINNING: Final = """\
# What an opponent may try

...and a stranger on the network, and bad luck. Each line is tried by a malicious peer that really misbehaves: a
program with a switch for each attempt, which plays over the network against the real program. This page is made from
what became of that (`python -m tests.malicious.table --write`). An attempt is seen

- **prevented**: it came to nothing, by design; also where it was seen later, and the peer found that it had gained
  nothing;
- **at once**: the honest program refused it when it arrived, named the check, and kept the game;
- **audit**: the audit of the finished game names entry, author and rule;
- **attributed**: it cannot be prevented between two parties; the record says plainly who did it.

The numbers are those that the code and its tests cite (THREATS 7). Tests are named within `tests/`; that they exist is
itself tested.

| # | attempt | seen | how | shown by |
|---|---|---|---|---|
"""

_ATTEMPTS: Final = """
## What became of each attempt

One game each between the malicious peer and the program `sekigahara`, two processes, over TLS on one machine. *By* is
the check that saw it: one of those of [protocol.md](protocol.md), a rule of the game, or a problem of the network's
list. Of one who left it is what was owed. *Named* is whom the honest program's record or words blame. *Game* is what
the honest player was left with, as the audit of its own record tells; *secrets* whether anything that it had not
lawfully shown was among all the bytes that the peer received.

| # | switch | the peer... | seen | by | named | game | secrets |
|---|---|---|---|---|---|---|---|
"""

_OPEN: Final = """
## What stays open
"""


def read_words() -> list[dict[str, Any]]:
    """What is said of each threat."""
    words: list[dict[str, Any]] = tomllib.loads(WORDS.read_text(encoding="utf-8"))["threat"]
    return words


def read_open() -> str:
    """What no switch can try."""
    text: str = tomllib.loads(WORDS.read_text(encoding="utf-8"))["open"]
    return text


def read_results() -> Results:
    """What the last runs gave."""
    results: Results = json.loads(OUTCOMES.read_text(encoding="utf-8")) if OUTCOMES.exists() else {}
    return results


def keep(game: str, outcomes: Sequence[Outcome]) -> None:
    """Take what a run gave over into what is kept, and make the document."""
    results = read_results()
    mine = results.setdefault(game, {})
    for outcome in outcomes:
        mine[outcome.switch] = {
            "seen": outcome.when.value,
            "by": outcome.check,
            "named": outcome.named,
            "game": outcome.game,
            "secrets": outcome.secrets,
            **({"gained": outcome.gained} if outcome.gained else {}),
        }
    for name in set(mine) - set(SWITCHES):
        del mine[name]
    ordered = {kind: {name: results[kind][name] for name in SWITCHES if name in results[kind]} for kind in results}
    OUTCOMES.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    DOCUMENT.write_text(render(read_words(), ordered, read_open()), encoding="utf-8")


def render(words: Sequence[Mapping[str, Any]], results: Results, stays_open: str) -> str:
    """The whole document."""
    main, others = next(iter(results), ""), list(results)[1:]
    lines = [_BEGINNING]
    for word in words:
        shown = "<br>".join([f"`{test}`" for test in word["shown_by"]])
        seen = ", ".join(seen_of(word["number"], results.get(main, {})))
        lines.append(f"| {word['number']} | {word['attempt']} | {seen} | {word['how']} | {shown} |\n")
    lines.append(_ATTEMPTS)
    for name, row in results.get(main, {}).items():
        switch = SWITCHES[name]
        cells = (switch.threat, f"`{name}`", switch.tries(), *[row[key] or "-" for key in COLUMNS])
        lines.append(f"| {' | '.join(map(str, cells))} |\n")
    lines += [_other(kind, results[kind], results[main]) for kind in others]
    return "".join([*lines, _OPEN, "\n", stays_open.strip(), "\n"])


def seen_of(threat: int, results: Mapping[str, Mapping[str, str]]) -> list[str]:
    """When the attempts of a threat are seen, the earliest first."""
    rows = [row for name, row in results.items() if SWITCHES[name].threat == threat]
    found = {row["seen"] for row in rows}
    if any(row.get("gained") for row in rows):
        found.add(When.PREVENTED.value)
    return [when.value for when in When if when.value in found]


def _other(kind: str, results: Mapping[str, Mapping[str, str]], main: Mapping[str, Mapping[str, str]]) -> str:
    """How another game differs."""
    unlike = [name for name in results if results[name]["seen"] != main.get(name, {}).get("seen")]
    missing = [name for name in main if name not in results]
    text = f"\nThe same was tried in {kind.title()}: {len(results)} attempts"
    text += f", all seen as above but {', '.join(f'`{name}`' for name in unlike)}" if unlike else ", all seen as above"
    if missing:
        text += f". It gives no occasion for {', '.join(f'`{name}`' for name in missing)}"
    return f"{text}.\n"
