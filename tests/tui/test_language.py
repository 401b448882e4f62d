"""The languages: every sentence is marked and in every catalogue, and says with it what the English one says."""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from babel.messages.catalog import Catalog, Message

from scripts.translate import KEYWORDS, catalogue_path, compiled, missing, read, template, updated, written
from tests.tui.test_cli import run_main
from tui.grammar import alternatives, counted, decimal, listed
from tui.language import LANGUAGES, N_, VARIABLE, _, ngettext, pgettext, plural, speak, speaking, spoken, wanted

ROOT = Path(__file__).resolve().parent.parent.parent
OTHERS = [code for code in LANGUAGES if code != "en"]

SILENT = (
    # place (a path, or path::function or constant), and why its words are nobody's to read
    ("tui/language.py::LANGUAGES", "languages call themselves so"),
    ("tui/language.py::_LOCALE_VARIABLES", "names of variables"),
    ("tui/cli/games.py::_row", "for programs"),
    ("tui/plain.py::PlainClient._tell_lobby", "programs look for it"),
    ("tui/plain.py::PlainClient._invites", "programs look for it"),
    ("tui/cli/in_text.py::play_in_text.show_watch_invite", "programs look for it"),
    ("tui/plain.py::PlainClient._tell_game", "a key"),
    ("tui/practice.py::PracticePort.__init__", "names of players"),
    ("tui/theme.py::STYLES", "styles"),
    ("tui/go_on_app.py::GoOnApp", "a stylesheet"),
    ("tui/exports/page.py::_Rows._span", "HTML"),
    ("tui/exports/picture.py::without_addresses", "names of fonts"),
    ("tui/tutorial/plain.py::PlainLesson._look", "what a lesson waits for"),
    ("tui/tutorial/screen.py::LessonScreen.action_spot", "what a lesson waits for"),
    ("tui/tutorial/screen.py::LessonScreen.action_explain", "what a lesson waits for"),
    ("tui/tutorial/screen.py::LessonScreen.action_rules", "what a lesson waits for"),
    ("tui/tutorial/screen.py::LessonScreen.action_odds", "what a lesson waits for"),
    ("tui/sekigahara/words/locations.py::NAME_OF", "names, of which those are marked that are written differently"),
    ("tui/sekigahara/words/names.py::DAIMYO", "names"),
    ("tui/sekigahara/words/names.py::SIDES", "names"),
    ("tui/sekigahara/words/names.py::DISKS", "names"),
    ("tui/sekigahara/words/names.py::PERSONS", "names"),
    ("tui/sekigahara/words/chapter_2_victory.py::_LEADERS", "names"),
    ("tui/sekigahara/map/board.py::SekigaharaBoard", "a class"),
    ("tui/sekigahara/guide.py::_IDLE", "actions as the engine writes them"),
    ("tui/cli/in_text.py::play_in_text.show_answer", "programs look for it"),
    ("tui/cli/commands/solo.py::Solo.add_arguments", "names of players, who may choose others"),
    ("tui/cli/commands/host.py::Host.add_arguments", "names of players"),
    ("tui/cli/commands/join.py::Join.add_arguments", "names of players"),
)


@cache
def sources() -> dict[str, ast.Module]:
    """What the client is made of, by path."""
    return {
        path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / "tui").rglob("*.py"))
    }


# -- what is marked


def test_every_sentence_is_marked() -> None:
    silent = dict(SILENT)
    found = [
        f"{name}:{line}: {text!r}"
        for name, tree in sources().items()
        for line, place, text in unmarked(tree)
        if f"{name}::{place}" not in silent and name not in silent
    ]
    assert found == [], "say it with _() or another function of tui.language, or list the place in SILENT"


def test_what_is_marked_can_be_found() -> None:
    """A marked sentence is one text, whose `{names}` are filled by format; `_` is nothing else where it is called."""
    for name, tree in sources().items():
        for node in ast.walk(tree):
            if called(node) in KEYWORDS:
                assert isinstance(node, ast.Call)
                pieces = [part for part in texts_of(node) if isinstance(part, ast.JoinedStr | ast.BinOp)]
                assert pieces == [], f"{name}:{node.lineno}"
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Module):
                binds, calls = uses_of_underscore(node)
                assert not (binds and calls), f"{name}:{binds[0]}"


def test_nothing_is_said_before_the_language_is_chosen() -> None:
    """What is marked in a constant is marked with N_, and translated when it is said."""
    for name, tree in sources().items():
        assert [ast.unparse(node) for node in at_import(tree) if called(node) in set(KEYWORDS) - {"N_"}] == [], name


TEXTS_OF_ERRORS: Final = {
    "PeerError": (1,),
    "refused": (1,),
    "ProofError": (1,),
    "RecordError": (1, 2),
    "LocalError": (0,),
    "EncodingError": (0,),
}
"""Which arguments of the protocol's errors are sentences."""


def test_errors_of_the_protocol_keep_what_they_are_made_of() -> None:
    for path in [*(ROOT / "protocol").rglob("*.py"), *(ROOT / "p2p" / "session").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else called(node)
                for place in TEXTS_OF_ERRORS.get(name, ()):
                    text = node.args[place] if place < len(node.args) else None
                    bare = isinstance(text, ast.JoinedStr) or (isinstance(text, ast.Constant) and bool(text.value))
                    assert not bare, f"{path}:{node.lineno}: say it with protocol.sentences.Sentence"


# -- the catalogues


@cache
def sentences() -> Catalog:
    return template()


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogue_has_every_sentence_and_is_compiled(code: str) -> None:
    catalogue = updated(read(code), sentences())
    path = catalogue_path(code)
    assert path.read_bytes() == written(catalogue), "run scripts/translate.py"
    assert path.with_suffix(".mo").read_bytes() == compiled(catalogue), "run scripts/translate.py"
    assert missing(catalogue) == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_same_placeholders(code: str) -> None:
    catalogue = read(code)
    for message in catalogue:
        if message.id:
            forms = translations(message)
            assert len(forms) == (catalogue.num_plurals if message.pluralizable else 1), message.id
            for original, form in zip(originals(message, len(forms)), forms, strict=True):
                if form:
                    assert placeholders(form) == placeholders(original), f"{original!r} is {form!r}"


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_begins_and_ends_as_the_sentence_does(code: str) -> None:
    """Spaces at the ends, and whether it is a whole sentence: other texts are put beside it."""
    for message in read(code):
        if message.id:
            forms = translations(message)
            for original, form in zip(originals(message, len(forms)), forms, strict=True):
                if form and message.context != "decimal point":
                    assert ends(form) == ends(original), f"{original!r} is {form!r}"


def originals(message: Message, count: int) -> list[str]:
    if isinstance(message.id, str):
        return [message.id]
    return [message.id[0], *[message.id[1]] * (count - 1)]


def translations(message: Message) -> list[str]:
    if isinstance(message.string, tuple | list):
        return [text or "" for text in message.string]
    return [message.string or ""]


def placeholders(text: str) -> list[str]:
    if re.search(r"%(?:\(\w+\))?[sr]", text):
        return sorted(re.findall(r"%(?:\(\w+\))?[sr]", text))
    return sorted(
        f"{name}!{conversion}:{form}"
        for _, name, form, conversion in string.Formatter().parse(text)
        if name is not None
    )


def ends(text: str) -> tuple[str, str, str]:
    last = text.rstrip()[-1:]
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :], last if last in ".…?!:;," else ""


# -- the functions


def test_english_needs_no_catalogue() -> None:
    assert spoken() == "en"
    assert _("No such sentence.") == N_("No such sentence.") == pgettext("here", "No such sentence.")
    assert [plural(count, "{count} card", "{count} cards", "no cards") for count in (0, 1, 2)] == [
        "no cards",
        "1 card",
        "2 cards",
    ]
    assert ngettext("one", "many", 1) == "one"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert alternatives(["a", "b"]) == "a or b"
    assert counted(["a", "b", "a"]) == "2 × a, b"
    assert decimal(1.25, 2) == "1.25"


def test_spanish_joins_by_sound() -> None:
    with speaking("es"):
        assert listed(["Tokugawa", "Ishida"]) == "Tokugawa e Ishida"
        assert listed(["agua", "hierro"]).endswith(" hierro")
        assert " e " not in listed(["agua", "hierro"])
        assert alternatives(["Kyoto", "Osaka"]) == "Kyoto u Osaka"
    assert spoken() == "en"


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "es_AR", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "es_AR", "LC_MESSAGES": "it_IT.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "es_ES", "LANGUAGE": "fr:it"}, "it"),
        ({"LANG": "es_ES", VARIABLE: "it"}, "it"),
        ({"LANG": "es_ES", VARIABLE: "xx"}, "es"),
    ],
)
def test_the_locale_chooses(environment: dict[str, str], code: str) -> None:
    assert wanted(environment) == code


def test_the_command_takes_the_language(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    monkeypatch.setenv(VARIABLE, "en")
    monkeypatch.setenv("LANGUAGE", "en")
    try:
        for words in (["--lang", "es", "settings"], ["settings", "--lang=it"], ["settings", "language=es"]):
            assert run_main(capsys, *words)[0] == 0
            assert spoken() == next((code for code in OTHERS if f"--lang={code}" in words or code in words), "it")
        monkeypatch.delenv(VARIABLE)
        assert run_main(capsys, "settings", "language=auto")[0] == 0
        assert spoken() == "es", "as it was set"
        status, _out, error = run_main(capsys, "--lang", "xx", "settings")
        assert status == 2
        assert "xx" in error
    finally:
        speak("en")


# -- reading the sources


def texts_of(call: ast.Call) -> list[ast.expr]:
    """The arguments of a marking function that are sentences."""
    places = {"ngettext": (0, 1), "pgettext": (1,), "plural": (1, 2)}.get(called(call), (0,))
    return [call.args[place] for place in places]


def called(node: ast.AST) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def at_import(tree: ast.AST) -> Iterator[ast.AST]:
    """What is carried out when a module is imported: all but the bodies of functions."""
    for node in ast.iter_child_nodes(tree):
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from at_import(node)


def uses_of_underscore(scope: ast.AST) -> tuple[list[int], list[int]]:
    """The lines at which a scope, without those inside it, binds `_` and calls it."""
    binds: list[int] = []
    calls: list[int] = []
    waiting = list(ast.iter_child_nodes(scope))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        if isinstance(node, ast.Name) and node.id == "_":
            (binds if isinstance(node.ctx, ast.Store) else calls).append(node.lineno)
        if isinstance(node, ast.arg) and node.arg == "_":
            binds.append(node.lineno)
        waiting += ast.iter_child_nodes(node)
    return binds, calls


READABLE = re.compile(r"[A-Za-z]+[^A-Za-z]* [^A-Za-z]*[A-Za-z]{2,}|^[A-Z][a-z]+\b")
"""What a text has that is a sentence or a title: two words, or a capital."""


EVERYWHERE: Final = {"Edo", "Samurai", "Sekigahara"}
"""Names that are the same in every language."""


def unmarked(node: ast.AST, place: str = "") -> Iterator[tuple[int, str, str]]:
    """The texts of a module that read like words for people and are not marked: line, place and text."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        place = f"{place}.{node.name}" if place else node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign) and not place:
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        place = target.id if isinstance(target, ast.Name) else ""
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and READABLE.search(node.value):
        if node.value not in EVERYWHERE and not re.search(r"#[0-9a-f]{6}", node.value):  # a style
            yield node.lineno, place, node.value
        return
    inner: list[ast.AST]
    if isinstance(node, ast.JoinedStr):
        # The pieces of one f-string are one text.
        text = "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        if READABLE.search(text):
            yield node.lineno, place, text
        inner = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
    elif isinstance(node, ast.Dict):
        inner = [part for part in (*node.keys, *node.values) if part is not None]
        inner = [part for part in inner if part not in node.keys or not isinstance(part, ast.Constant)]
    elif called(node) == "TypeVar":
        return
    elif called(node) == "cast":
        assert isinstance(node, ast.Call)
        inner = list(node.args[1:])
    elif called(node) in {*KEYWORDS, "IllegalAction"}:  # whose sentence is found by where it stands
        inner = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.Constant)]
    elif isinstance(node, ast.Assert):
        inner = [node.test]
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return  # a docstring
    elif isinstance(node, ast.Raise) and called(node.exc or node) in {
        "AssertionError",
        "LookupError",
        "TypeError",
        "ValueError",
    }:
        return
    else:
        inner = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.AnnAssign):
            inner.remove(node.annotation)
        if isinstance(node, ast.arg | ast.FunctionDef | ast.AsyncFunctionDef):
            annotation = node.annotation if isinstance(node, ast.arg) else node.returns
            inner = [part for part in inner if part is not annotation]
    for part in inner:
        yield from unmarked(part, place)
