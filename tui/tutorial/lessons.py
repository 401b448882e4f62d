"""A lesson as data: a file of scenes, each a position from which steps are played.

    tui/<game>/lessons/NAME.toml              the lesson, its texts in English
    tui/<game>/lessons/LANGUAGE/NAME.toml     its texts in another language, by the steps' ids
    tui/<game>/lessons/positions/NAME.txt     a position, in the game's canonical text

Lessons are taken in the order of their file names.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from tui.language import spoken


@dataclass(frozen=True, slots=True)
class Wrong:
    """Choices that the rules allow and the lesson does not want, by a pattern, and what is said to them."""

    choice: str
    say: str


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to read or to do. At most one of `look`, `expect` and `until` is given; with none it is only read.

    `say` is told, `plain` in its place in lines of text; `rule` is the number under which the rules tell more. `look`
    is what is to be looked at: `cursor PLACE`, `page NAME`, or `key NAME`. `expect` are patterns
    (`tui.tutorial.patterns`) of the choices that are wanted, `wrong` and `otherwise` what is said to others. `until`
    is what the game is to reach, with free choice on the way. `keys` lead through the step on the screen, `typed` in
    lines of text; both are told.
    """

    id: str
    say: str
    plain: str = ""
    rule: str = ""
    look: str = ""
    expect: tuple[str, ...] = ()
    until: str = ""
    wrong: tuple[Wrong, ...] = ()
    otherwise: str = ""
    keys: tuple[str, ...] = ()
    typed: tuple[str, ...] = ()

    @property
    def decides(self) -> bool:
        """Whether the game's own question is asked."""
        return bool(self.expect or self.until)


@dataclass(frozen=True, slots=True)
class Scene:
    """A position and the steps from there. `position` is its text, empty for a new game; `seat` is the player's.

    `replies` are patterns of what the opponent answers, one after the other; or `bot` plays. `hints` are told beside
    the explanation of a question, by its name, while there is free choice.
    """

    seat: str
    steps: tuple[Step, ...]
    position: str = ""
    seed: int = 1
    replies: tuple[str, ...] = ()
    bot: str = ""
    hints: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Lesson:
    """`name` is that of the file."""

    name: str
    title: str
    scenes: tuple[Scene, ...]

    @property
    def length(self) -> int:
        """How many steps it has."""
        return sum([len(scene.steps) for scene in self.scenes])


def lesson_names(game: str) -> Sequence[str]:
    """The names of a game's lessons in order; none if it has no tutorial."""
    folder = _folder(game)
    if folder is None:
        return ()
    return sorted([file.name.removesuffix(".toml") for file in folder.iterdir() if file.name.endswith(".toml")])


def read_lesson(game: str, name: str) -> Lesson:
    """A lesson of a game, in the language that is spoken if it has been translated. Raises KeyError without one."""
    folder = _folder(game)
    if folder is None or name not in lesson_names(game):
        raise KeyError(name)
    told = tomllib.loads(folder.joinpath(f"{name}.toml").read_text(encoding="utf-8"))
    texts: Mapping[str, Any] = {}
    translated = folder.joinpath(spoken(), f"{name}.toml")
    if translated.is_file():
        texts = tomllib.loads(translated.read_text(encoding="utf-8"))
    scenes = [_scene(folder, scene, texts) for scene in told["scenes"]]
    return Lesson(name, texts.get("title", told["title"]), tuple(scenes))


def _folder(game: str) -> Traversable | None:
    try:
        folder = resources.files(f"tui.{game}").joinpath("lessons")
    except ModuleNotFoundError:
        return None
    return folder if folder.is_dir() else None


def _scene(folder: Traversable, told: Mapping[str, Any], texts: Mapping[str, Any]) -> Scene:
    position = told.get("position", "")
    hints = {**told.get("hints", {}), **texts.get("hints", {})} if "hints" in told else None
    return Scene(
        seat=told["seat"],
        steps=tuple([_step(step, texts.get("steps", {}).get(step["id"], {})) for step in told["steps"]]),
        position=folder.joinpath("positions", f"{position}.txt").read_text(encoding="utf-8") if position else "",
        seed=told.get("seed", 1),
        replies=tuple(told.get("replies", ())),
        bot=told.get("bot", ""),
        hints=hints,
    )


def _step(told: Mapping[str, Any], texts: Mapping[str, Any]) -> Step:
    says = texts.get("wrong", [wrong["say"] for wrong in told.get("wrong", ())])
    choices = [wrong["choice"] for wrong in told.get("wrong", ())]
    return Step(
        id=told["id"],
        say=" ".join(texts.get("say", told["say"]).split()),
        plain=" ".join(texts.get("plain", told.get("plain", "")).split()),
        rule=told.get("rule", ""),
        look=told.get("look", ""),
        expect=tuple(told.get("expect", ())),
        until=told.get("until", ""),
        wrong=tuple([Wrong(choice, " ".join(say.split())) for choice, say in zip(choices, says, strict=True)]),
        otherwise=" ".join(texts.get("otherwise", told.get("otherwise", "")).split()),
        keys=tuple(told.get("keys", ())),
        typed=tuple(texts.get("typed", told.get("typed", ()))),
    )
