"""`docs/position.md` says what the program does: its names, numbers, tables and examples are held to the code."""

from __future__ import annotations

import ast
import inspect
import json
import re
import sys
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path
from textwrap import dedent
from typing import Any, Final, get_args

import pytest

from engine.forms import Bits, Codec, Flag, Form, Many, Maybe, Member, Pair, SetOf, Whole, pack, write
from engine.hidden import Acted, BothActed, Decision, Drawn, Event, Mixed, Over
from engine.open_table import OpenTable, SeededChance
from engine.rules import DecisionRule, SealedRule, StepRule
from engine.sekigahara import SEKIGAHARA, Sekigahara, text
from engine.sekigahara.board import HIGHWAY, LOCATIONS, POOL_KEYS
from engine.sekigahara.chapters.chapter_2_victory import Reason
from engine.sekigahara.chapters.chapter_5_setup import setup_steps
from engine.sekigahara.chapters.chapter_7_1_movement import STACK_MOVES
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue
from engine.sekigahara.components import CARD_FACES, SIDES, SUPPLIES
from engine.sekigahara.pieces import FACE_KEYS
from engine.sekigahara.rules import Answer, Question
from engine.sekigahara.state import Combat, Deployment, Group, Movement, StackMove, State
from engine.sekigahara.text import position_text
from tests.engine.sekigahara.playthroughs import FOLDER, GAMES, play
from tests.engine.sekigahara.stranger import FACE_OF, RULES_DATA, Stranger

DOCUMENT: Final = (Path(__file__).parents[3] / "docs" / "position.md").read_text(encoding="utf-8")
PROSE: Final = " ".join(DOCUMENT.split())
BLOCKS: Final[list[str]] = re.findall(r"^```\n(.*?)^```$", DOCUMENT, flags=re.MULTILINE | re.DOTALL)
LOCATIONS_BLOCK, FACES_BLOCK, EXAMPLE, MOVEMENT = BLOCKS

DRAW: Final = text._DRAW
MIX: Final = text._MIX
STEPS: Final = {rule.step.form.name: rule for rule in SEKIGAHARA.rules if isinstance(rule, StepRule)}
ANSWERS: Final = {answer.form.name: answer for answer in get_args(Answer)}
QUESTIONS: Final = {question.form.name: question for question in get_args(Question)}
RULES: Final = {rule.answer.form.name: rule for rule in SEKIGAHARA.rules if isinstance(rule, DecisionRule | SealedRule)}


def section(number: int) -> str:
    """The text of one section."""
    return DOCUMENT.partition(f"\n## {number}. ")[2].partition("\n## ")[0]


def tables(of: str) -> Iterable[list[list[str]]]:
    """The tables in `of`, each its rows with the heading first, without the rule below it, a list of cells each."""
    for table in re.findall(r"(?:^\|.*\|\n)+", of + "\n", flags=re.MULTILINE):
        rows = [row for row in table.splitlines() if not row.startswith("|---")]
        yield [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


def table(number: int, *heading: str) -> list[list[str]]:
    """The rows of the one table of a section that has this heading."""
    [found] = [rows[1:] for rows in tables(section(number)) if tuple(rows[0][: len(heading)]) == heading]
    return found


def fields(cell: str) -> list[tuple[str, str]]:
    """The fields with their kinds that a cell tells."""
    pairs = [field.partition(": ") for field in cell.split(", ") if field]
    return [(label, kind) for label, _, kind in pairs]


def kind_of(codec: Any) -> str:
    """How the document calls what a codec writes."""
    match codec:
        case Maybe():
            return f"{kind_of(codec._codec)}?"
        case Many():
            return f"{kind_of(codec._codec)}s"
        case Pair():
            return f"two of {kind_of(codec._row._codec)}"
        case SetOf():
            return f"set of {kind_of(codec._row._codec)}s"
        case Bits():
            return f"set of {kind_of(codec._codec)}s"
        case Member():
            return "degree"
        case Flag():
            return "flag"
        case Whole():
            return {"a side": "seat"}.get(codec._what, codec._what.partition(" ")[2])
    raise AssertionError(codec)


def told(codecs: Iterable[tuple[str, Codec[Any]]]) -> list[tuple[str, str]]:
    """The fields of a form as the document is to tell them."""
    return [(label, kind_of(codec)) for label, codec in codecs]


def fields_of(form: Form) -> list[tuple[str, str]]:
    return told(form.codecs.items())


def numbered(block: str) -> list[tuple[int, str]]:
    return [(int(number), key) for number, key in re.findall(r"(\d+) ([\w-]+)", block)]


def digest(raw: bytes) -> str:
    return sha256(raw).hexdigest()


# -- names and numbers


def test_locations_pools_and_faces_have_the_numbers_told() -> None:
    pools = [(int(number), key.strip("`")) for number, key, _ in table(2, "pool", "key", "holds")]
    assert numbered(LOCATIONS_BLOCK) + pools == list(enumerate(POOL_KEYS))
    assert numbered(FACES_BLOCK) == list(enumerate(FACE_KEYS))


def test_the_counts_told_are_right() -> None:
    cards = sum(supply.count for supply in SUPPLIES if supply.face < CARD_FACES)
    pieces = sum(supply.count for supply in SUPPLIES)
    for sentence in (
        f"are pools 0 to {len(LOCATIONS) - 1};",
        f"| location | | integer from 0 to {len(LOCATIONS) - 1} |",
        f"| pool | | integer from 0 to {len(POOL_KEYS) - 1} |",
        f"| face | | integer from 0 to {len(FACE_KEYS) - 1} |",
        f"| road | | integer from 0 to {len(HIGHWAY) - 1} |",
        f"There are {len(HIGHWAY)}, of which 0 to {HIGHWAY.index(False) - 1} are highway",
        f"There are {len(FACE_KEYS)} faces: the first {CARD_FACES} are cards",
        f"cards are 0 to {cards - 1}, blocks {cards} to {pieces - 1}",
    ):
        assert sentence in PROSE, sentence
    assert all(HIGHWAY[: HIGHWAY.index(False)])
    assert not any(HIGHWAY[HIGHWAY.index(False) :])


def test_rules_data_have_the_lines_and_the_digest_told() -> None:
    raw = SEKIGAHARA.rules_data()
    heads = dict.fromkeys(line.split(" ")[0] for line in raw.decode().splitlines())
    rows = [line.strip("`") for line, _ in table(1, "line", "words") if line.startswith("`")]
    assert rows == list(heads)
    assert f"`{digest(raw)}`" in section(1)
    assert RULES_DATA.encode() == raw


def test_the_start_has_the_digest_told() -> None:
    assert f"`{digest(SEKIGAHARA.canonical(SEKIGAHARA.start()))}`" in section(5)


def test_the_kinds_of_value_are_those_that_records_have() -> None:
    rows = [row[0] for row in table(3, "kind", "is", "plain", "word")]
    single = {name for row in rows for name in row.split(", ")}
    forms = [record.form for record in (*ANSWERS.values(), *QUESTIONS.values(), *get_args(Reason))]
    forms += [rule.step.form for rule in STEPS.values()] + [DRAW, MIX]
    forms += [record.form for record in (Movement, StackMove, Group, Combat, Deployment)]
    used = {kind for form in forms for _, kind in fields_of(form)}
    for kind in used:
        known = kind.rstrip("?")
        if known.startswith("two of "):
            known = "two of"
        if known.startswith("set of "):
            assert known in ("set of pieces", "set of roads")
            continue
        assert known in single, kind


# -- records


def test_every_action_is_there_with_its_fields_in_order() -> None:
    rows = {name.strip("`"): fields(cell) for name, cell, _ in table(7, "action", "fields", "shows")}
    assert rows == {name: fields_of(answer.form) for name, answer in ANSWERS.items()}


def test_every_request_is_there_with_its_fields_in_order() -> None:
    rows = {name.strip("`"): fields(cell) for name, cell, _ in table(6, "request", "fields")}
    assert rows == {form.name: fields_of(form) for form in (DRAW, MIX)}


def test_every_question_is_there_with_its_fields_and_what_answers_it() -> None:
    rows = {
        name.strip("`"): (fields(cell), re.findall(r"`([\w-]+)`", answers))
        for name, cell, answers in table(6, "question", "fields", "answered by")
    }
    answered: dict[str, list[str]] = {}
    for name, rule in RULES.items():
        answered.setdefault(rule.question.form.name, []).append(name)
    assert {name: told for name, (told, _) in rows.items()} == {
        name: fields_of(question.form) for name, question in QUESTIONS.items()
    }
    assert {name: answers for name, (_, answers) in rows.items()} == answered
    assert {name for name, (told, _) in rows.items() if not told} == {
        rule.question.form.name for rule in RULES.values() if isinstance(rule, SealedRule)
    }


def test_the_one_even_default_is_told() -> None:
    defaults = {
        name: question.even_default for name, question in QUESTIONS.items() if getattr(question, "even_default", None)
    }
    assert defaults == {ChallengeDue.form.name: Challenge(None)}
    assert json.dumps(pack(Challenge(None))).replace("null", "nil") == '["challenge", nil]'
    assert 'its even default is `["challenge", nil]`' in PROSE


def steps_told() -> dict[str, tuple[str, str]]:
    """The fields of every step, and what the document says of it."""
    return {
        name.strip("`"): (cell, does)
        for number in (8, 10, 11)
        for name, cell, does in table(number, "step", "fields", "what it does and puts")
    }


def test_every_step_is_there_with_its_fields_in_order() -> None:
    assert {name: fields(cell) for name, (cell, _) in steps_told().items()} == {
        name: fields_of(rule.step.form) for name, rule in STEPS.items()
    }


def test_every_reason_is_there_with_its_fields_in_order() -> None:
    rows = {name.strip("`"): fields(cell) for name, cell, _ in table(4, "reason", "fields")}
    assert rows == {reason.form.name: fields_of(reason.form) for reason in get_args(Reason)}


def test_the_parts_of_a_state_are_there_with_their_fields_in_order() -> None:
    parts = [rows[1:] for number in (9, 10) for rows in tables(section(number)) if rows[0][:2] == ["field", "kind"]]
    found = [[(label, kind) for label, kind, _ in rows] for rows in parts]
    assert found == [fields_of(part.form) for part in (Movement, StackMove, Group, Combat, Deployment)]


# -- what follows what

TASK_CLASSES: Final[dict[str, str]] = {
    **{question.__name__: name for name, question in QUESTIONS.items()},
    **{rule.step.__name__: name for name, rule in STEPS.items()},
    "Draw": "draw",
    "Mix": "mix",
}


def named_by(function: Callable[..., Any]) -> set[str]:
    """The tasks that a function makes, and `step` or `question` if it puts its own back."""
    tree = ast.parse(dedent(inspect.getsource(function)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = {
        TASK_CLASSES[call.func.id] for call in calls if isinstance(call.func, ast.Name) and call.func.id in TASK_CLASSES
    }
    pushed = {
        argument.id
        for call in calls
        if isinstance(call.func, ast.Attribute) and call.func.attr == "push"
        for argument in call.args
        if isinstance(argument, ast.Name)
    }
    return made | (pushed & {"step", "question"})


def tasks_in(words: str) -> set[str]:
    return {word for word in re.findall(r"`([\w-]+)`", words) if word in TASK_CLASSES.values()}


@pytest.mark.parametrize("name", sorted(STEPS))
def test_a_step_puts_what_the_document_says(name: str) -> None:
    found = {name if task == "step" else task for task in named_by(STEPS[name].run)}
    assert tasks_in(steps_told()[name][1]) == found


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_an_action_puts_what_the_document_says(name: str) -> None:
    [does] = [
        row[2] for number in (9, 10, 11) for row in table(number, "action", "refused unless") if row[0] == f"`{name}`"
    ] or [""]
    if name == "reveal":
        does = PROSE.partition("`reveal` puts nothing")[1]
    if does == "below":
        does = section(9 if name == "march" else 10).partition(f"**{name.title()}.**")[2]
    assert does
    rule = RULES[name]
    assert tasks_in(does) == {
        rule.question.form.name if task == "question" else task for task in named_by(rule.perform)
    }


def test_the_setup_is_of_the_steps_told() -> None:
    assert tasks_in(section(5)) == named_by(setup_steps)


def test_the_words_of_the_degrees_of_movement_are_told() -> None:
    told = re.search(r"at first ([\d, or]+) for ([`\w, ]+)\.", section(9))
    assert told is not None
    assert re.findall(r"\d+", told[1]) == [str(moves) for moves in STACK_MOVES.values()]
    assert re.findall(r"\w+", told[2]) == [degree.value for degree in STACK_MOVES]


# -- the text


def test_every_line_of_a_position_is_there_in_order() -> None:
    rows = [line.strip("`") for line, _, _ in table(12, "line", "words", "when")]
    assert rows == [text.HEADING, *[line.name for line in text.LINES]]


def test_the_example_is_a_position_with_the_digest_told() -> None:
    state, private = SEKIGAHARA.read_position(EXAMPLE)
    assert private == {}
    assert f"`{digest(EXAMPLE.encode())}`" in section(12)
    assert sum(len(pool) for pools in state.pools for pool in pools) == sum(supply.count for supply in SUPPLIES)
    waiting = SEKIGAHARA.waiting(state)
    assert isinstance(waiting, Decision)
    assert isinstance(waiting.question, ChallengeDue)
    assert waiting.seat == 1


def test_the_lines_of_movement_are_those_of_a_position() -> None:
    """In place of the example's combat they make a position that is read."""
    lines = EXAMPLE.splitlines()
    heads = [line.split(" ")[0] for line in lines]
    before = [
        line for line, head in zip(lines, heads, strict=True) if head not in ("combat", "deployed", "pending", "task")
    ]
    after = [line for line, head in zip(lines, heads, strict=True) if head == "task"]
    whole = "\n".join([*before, *MOVEMENT.splitlines(), *after, ""])
    state, _ = SEKIGAHARA.read_position(whole)
    assert position_text(state) == whole


def test_the_examples_show_every_line_but_those_of_rare_moments() -> None:
    heads = {line.split(" ")[0] for line in (EXAMPLE + MOVEMENT).splitlines()[1:]}
    assert {line.name for line in text.LINES} - heads == {"owed", "result"}


def test_the_example_of_the_two_ways_to_write_a_record_is_right() -> None:
    [plain, words] = re.findall(r"`(\[\"march.*?\]|march .*?)`", section(3))
    march = SEKIGAHARA.unpack_action(json.loads(plain.replace("nil", "null")))
    assert write(march) == words


# -- the second program


def test_the_stranger_has_nothing_of_this_project() -> None:
    tree = ast.parse(Path(inspect.getfile(Stranger)).read_text(encoding="utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.partition(".")[0] for name in imported} <= sys.stdlib_module_names


@pytest.mark.parametrize("name", GAMES)
def test_a_stranger_comes_to_the_same_positions(name: str) -> None:
    """Whole games, event after event, by a second program that knows this document and the component data alone."""
    stranger = Stranger()
    decoder = json.JSONDecoder()
    events = 0
    for line in (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(("#", "|", "position")):
            continue
        event, _, expected = line.rpartition(" -> ")
        who, _, rest = event.partition(" ")
        plain, _, shown = rest.partition(" shows ")
        faces = {int(piece): FACE_OF[key] for piece, key in (word.split("=") for word in shown.split())}
        if who == "mixed":
            stranger.mixed()
        elif who == "drawn":
            stranger.drawn([int(position) for position in rest.split()])
        elif who == "both":
            first, end = decoder.raw_decode(plain)
            stranger.both([first, json.loads(plain[end:])], faces)
        else:
            stranger.acted(SIDES.index(who), json.loads(plain), faces)
        assert digest(stranger.text().encode())[:12] == expected, event
        events += 1
    assert events > 100
    assert stranger.result is not None


class Watched(Sekigahara):
    """The rules of the game, with a stranger beside them who must come to the same text after every event."""

    def __init__(self) -> None:
        super().__init__()
        self.stranger = Stranger()

    def apply(self, state: State, event: Event) -> None:
        """See `Game.apply`."""
        super().apply(state, event)
        stranger = self.stranger
        match event:
            case Mixed():
                stranger.mixed()
            case Drawn(positions):
                stranger.drawn(list(positions))
            case BothActed(actions, shown):
                stranger.both([self.pack_action(action) for action in actions], dict(shown.items()))
            case Acted(seat, action, shown):
                stranger.acted(seat, self.pack_action(action), dict(shown.items()))
        assert stranger.text() == position_text(state)


PAIRS: Final = (
    ("brawler", "brawler"),
    ("random", "random"),
    ("steady", "brawler"),
    ("brawler", "steady"),
    ("random", "brawler"),
)


@pytest.mark.parametrize("seed", range(40))
def test_a_stranger_follows_other_games(seed: int) -> None:
    """Golden games are few; these have sieges, overruns and retreats into combat, played by who looks for trouble."""
    game = Watched()
    table: OpenTable[State, Answer] = OpenTable(game, SeededChance(seed))
    over = play(table, PAIRS[seed % len(PAIRS)], seed)
    assert isinstance(over, Over)
    assert game.stranger.text() == position_text(table.state)
