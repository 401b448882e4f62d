#!/usr/bin/env python3
"""Brings the catalogues in tui/locale up to date with the sentences in the sources, and compiles them.

Run from the top of the project: python scripts/translate.py
Prints how many sentences each language has not translated yet; with --missing, prints them too. With --check nothing is
written, and the exit status is 1 if something would be. `--add CODE` begins a catalogue for another language.
"""

from __future__ import annotations

import argparse
import ast
import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from p2p.errors import Problem
from tui.language import DOMAIN, LANGUAGES, LOCALE
from tui.samurai.words import refusals as samurai_refusals
from tui.sekigahara.words import refusals as sekigahara_refusals

ROOT: Final = Path(__file__).resolve().parent.parent

KEYWORDS: Final = {
    "_": None,
    "N_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "plural": (2, 3),
}
"""The functions of `tui.language` that mark a sentence, and which of their arguments it is."""


PACKAGES: Final[dict[str, dict[str, Any]]] = {
    "tui": {**KEYWORDS, "IllegalAction": (2,)},
    "engine": {"IllegalAction": (2,)},
    "protocol": {"Sentence": None},
    "p2p": {"Sentence": None},
}
"""What marks a sentence in which package: those below `tui` are translated there, when they are shown."""


class _Undated(Catalog):
    """A catalogue with the headers that say something: a date, or who wrote it, would change with every run."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """The headers of the file."""
        return [
            ("Language", str(self.locale)),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def template() -> Catalog:
    """Every sentence that there is, in English, with the files that say it."""
    found = Catalog(domain=DOMAIN)
    reworded = {*sekigahara_refusals.SENTENCES, *samurai_refusals.SENTENCES}
    for package, keywords in PACKAGES.items():
        for file, _, message, comments, context in extract_from_dir(
            ROOT / package, keywords=keywords, comment_tags=["Translators:"], strip_comment_tags=True
        ):
            if message not in reworded:
                # Without numbers of lines: a catalogue changes when a sentence does, and not when code moves.
                found.add(message, locations=[(f"{package}/{file}", 0)], auto_comments=comments, context=context)
    for path in sorted((ROOT / "tui").rglob("*.py")):
        for message, context in _within_texts(ast.parse(path.read_text(encoding="utf-8"))):
            found.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)], context=context)
    for problem in Problem:
        found.add(problem.value, locations=[("p2p/errors.py", 0)])
    return found


def _within_texts(tree: ast.AST) -> Iterator[tuple[str | tuple[str, str], str | None]]:
    """The sentences marked inside of f-strings, which Babel sees as text alone: each, and its context."""
    marks = [call for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for call in ast.walk(text)]
    for call in marks:
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in KEYWORDS:
            words = [part.value for part in call.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            if call.func.id in ("ngettext", "plural"):
                yield (words[0], words[1]), None
            elif words:  # else it is a constant, marked where it is written
                yield words[-1], words[0] if call.func.id == "pgettext" else None


def catalogue_path(code: str) -> Path:
    """Where the catalogue of a language lies."""
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """The catalogue of a language, empty if there is none yet; in a merge that is at odds, what both sides have."""
    path = catalogue_path(code)
    if not path.exists():
        return Catalog(locale=code, domain=DOMAIN)
    data = path.read_bytes()
    if b"\n<<<<<<< " not in data:
        return _parsed(data, code)
    ours, theirs = [_parsed(_staged(path, stage), code) for stage in (2, 3)]
    for message in theirs:
        mine = ours.get(message.id, message.context)
        if mine is None:
            ours[message.id] = message
        elif all(_strings(message)):
            mine.string = message.string
    return ours


def _parsed(data: bytes, code: str) -> Catalog:
    return read_po(BytesIO(data), locale=code, domain=DOMAIN, abort_invalid=True)


def _staged(path: Path, stage: int) -> bytes:
    """What one side of a merge has: 2 is this branch, 3 the one that is merged into it."""
    name = path.relative_to(ROOT).as_posix()
    return subprocess.run(["git", "show", f":{stage}:{name}"], capture_output=True, check=True, cwd=ROOT).stdout


def updated(catalogue: Catalog, sentences: Catalog) -> Catalog:
    """`catalogue` with these sentences and no others: what is gone is dropped, what is new is not translated."""
    kept = _Undated(
        locale=catalogue.locale, domain=DOMAIN, header_comment="# Sentences of the sekigahara client.", fuzzy=False
    )
    for message in sentences:
        if message.id:
            old = catalogue.get(message.id, message.context)
            same = old is not None and old.id == message.id
            kept.add(
                message.id,
                old.string if old is not None and same else None,
                locations=sorted(set(message.locations)),
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old is not None else (),
                flags=message.flags | (old.flags & {"fuzzy"} if old is not None and same else set()),
                context=message.context,
            )
    return kept


def written(catalogue: Catalog) -> bytes:
    """A catalogue as text."""
    file = BytesIO()
    write_po(file, catalogue, width=118, sort_output=True, ignore_obsolete=True, include_lineno=False)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    """A catalogue as it is read when the program starts: what is translated, in the format of gettext."""
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def missing(catalogue: Catalog) -> list[Message]:
    """The sentences without a translation, or with one that somebody has still to look at."""
    return [message for message in catalogue if message.id and (message.fuzzy or not all(_strings(message)))]


def _strings(message: Message) -> list[object]:
    return list(message.string) if isinstance(message.string, tuple | list) else [message.string]


def main() -> int:
    """Update and compile."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--missing", action="store_true", help="print what is not translated")
    parser.add_argument("--add", metavar="CODE", help="begin a catalogue for a language")
    options = parser.parse_args()
    sentences, stale = template(), False
    for code in [*(code for code in LANGUAGES if code != "en"), *([options.add] if options.add else [])]:
        path = catalogue_path(code)
        catalogue = updated(read(code), sentences)
        for file, data in ((path, written(catalogue)), (path.with_suffix(".mo"), compiled(catalogue))):
            if not file.exists() or file.read_bytes() != data:
                stale = True
                if not options.check:
                    file.parent.mkdir(parents=True, exist_ok=True)
                    file.write_bytes(data)
        lacking = missing(catalogue)
        print(f"{code}: {len(catalogue)} sentences, {len(lacking)} not translated")
        for message in lacking if options.missing else ():
            print(f"  {message.id}")
    return int(stale and options.check)


if __name__ == "__main__":
    sys.exit(main())
