"""What a game gives the client to be told of and played, and where the client finds it.

The client knows games by `engine.hidden` alone. Whatever else it must know of the game called `x` lies in the package
`tui.x`, which has two functions:

    def make_words(game) -> GameWords                      names and sentences; loads nothing of a screen
    def make_interface(game, glyphs) -> GameInterface      board, pages, questions, log

Nothing is registered anywhere: whoever adds a game adds the package.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Generic, TypeVar

from engine.hidden import Action, Event, Face, Game, IllegalAction, Piece, Pool, Seat, State, View, refusal
from tui.boards import Board, Spot
from tui.glyphs import Glyphs
from tui.language import N_, Said, _
from tui.lines import Line
from tui.log import GameLog
from tui.steps import Pieces, Problem, Step, Why

Kind = TypeVar("Kind")


class GameWords(ABC, Generic[State, Action]):
    """A game in words, for the command line and the screens. Reads no hidden face that it is not given."""

    title: str
    """The game's name, as it is written."""

    @abstractmethod
    def side(self, seat: Seat) -> str:
        """What a seat is called: `Tokugawa`."""

    @abstractmethod
    def stage(self, state: State) -> str:
        """How far the game is, in a few words in lower case: `week 3`."""

    @abstractmethod
    def task(self, question: Any) -> str:
        """What a question asks for, after "to": `bid a card`."""

    def awaited(self, opponent: str, question: Any) -> str:
        """What the opponent does who is asked this, in a sentence without its full stop; by what is known of it."""
        return _("{opponent} is to {task}").format(opponent=opponent, task=self.task(question))

    @abstractmethod
    def action(self, view: View[State], action: Action) -> str:
        """An action of the view's seat, in words that begin with a verb."""

    @abstractmethod
    def refusal(self, problem: IllegalAction) -> str:
        """Why an action was refused, with the rule."""

    @abstractmethod
    def reason(self, reason: Any) -> str:
        """Why the game has ended (`engine.hidden.Over.reason`), in a sentence without its full stop."""

    def for_good(self, view: View[State], action: Action) -> str:
        """Why an action that goes out at once is never to be taken without a question, even if nothing is planned.

        What it brings about, and why that cannot be taken back. Empty: it needs no question of its own.
        """
        return ""

    def planned(self, before: View[State], action: Action, after: View[State]) -> str:
        """An action that is planned, with what it costs and what comes of it: in a line without its full stop."""
        return self.action(before, action)

    def before_each(self, view: View[State], plan: Sequence[Action]) -> list[View[State]]:
        """What the view's seat has before it when it takes each action of a plan: where it acts on what came before."""
        return [view] * len(plan)

    def gain(
        self, before: View[State], after: View[State], last: View[State] | None = None, reasons: Sequence[Any] = ()
    ) -> str:
        """What comes of an own action, as it was seen before and after it, in a few words; empty if nothing does.

        Of a plan that leads to `last`, and of whose `reasons` some `is_told_with` it.
        """
        return ""

    def is_told_with(self, reason: Any, before: View[State], after: View[State]) -> bool:
        """Whether a reason for a plan tells of the action of it before and after which that was seen, or of one before.

        Where several actions come to one thing, it is told with the last of them.
        """
        return False

    def rule(self, question: Any) -> str:
        """The number of the rule that tells of a question (`tui.rules_text.section_for`); empty if there is none."""
        return ""

    def reasons(self, reasons: Sequence[Any]) -> list[str]:
        """Why a plan is a good one (`engine.advice.Advice.reasons`): each a verb with what belongs to it."""
        return []

    def is_cost(self, reason: Any) -> bool:
        """Whether one of these reasons tells what a plan costs, not what it is good for."""
        return False

    def dangers(self, before: View[State], after: View[State]) -> list[str]:
        """What could lose the seat the game at once after own actions, and could not before them: each a clause."""
        return []

    def goes_on(self, view: View[State], plan: Sequence[Action]) -> str:
        """That a plan is not all, for what its last action brings decides what follows; empty if it is."""
        return ""

    def dearer(self, view: View[State], plan: Sequence[Action], instead: Sequence[Action]) -> str:
        """What another plan spends more than that which is advised (`engine.advice.Advice.saves`); empty: untold."""
        return ""

    # -- for whoever looks at a game afterwards

    def option(self, name: str, choice: str = "") -> str:
        """What a setting of the game is called when it is asked for, or one of its choices."""
        return choice or name

    clash: str = N_("battle")
    """What `battle` tells of, in one word."""

    def face(self, face: Face) -> str:
        """What a piece with this face is called."""
        return f"face {face}"

    def pool(self, pool: Pool) -> str:
        """What a pool is called, after a preposition: `the hand`."""
        return f"pool {pool}"

    averages: Sequence[tuple[str, str, str]] = ()
    """What of the counts is divided by what for statistics: title, dividend, divisor."""

    def counts(self, before: State, event: Event, after: State) -> Iterable[tuple[Seat, str, int]]:
        """What an event adds to which of a seat's counts."""
        return ()

    def turn(self, state: State) -> Hashable | None:
        """Which turn of the game it is: another value, another turn. None between turns."""
        return self.stage(state)

    def battle(self, state: State) -> Hashable | None:
        """What is being fought over: another value, another battle. None: nothing."""
        return None


@dataclass(frozen=True, slots=True)
class Page(Generic[State]):
    """A page of lines beside the board. `name` is its id and stands in the key bar; the letter `key` opens it.

    The letters a, c, e, g, h, i, l, n, o, p, q, r, t, u, w, y and z are the client's own. At 80 columns the key bar has
    room for the names of a board and three pages that have 23 letters together.

    `lines` tells the page in words. `drawn`, if there is one, draws it where there are so many columns. `common`: most
    of it is the same for both sides. `brief`: the most needed of it, for so many columns, beside what has its place.
    `watched` tells it to whoever plays neither side, where `lines` calls one of them `you`. `broken_off` tells it where
    the game has ended early in the midst of what the page is about, and why; no lines: it tells what it does anyway.
    """

    name: str
    title: str
    key: str
    lines: Callable[[View[State]], list[Line]]
    drawn: Callable[[View[State], int], list[Line]] | None = None
    common: bool = False
    brief: Callable[[View[State], int], list[Line]] | None = None
    watched: Callable[[View[State]], list[Line]] | None = None
    broken_off: Callable[[View[State], str], list[Line]] | None = None

    def in_words(self, view: View[State], ended: str = "", *, watched: bool = False) -> list[Line]:
        """The page in words. `ended`: why the game has ended early, empty if it has not; `watched`: see the class."""
        told = self.watched if watched and self.watched is not None else self.lines
        return self._broken_off(view, ended) or told(view)

    def for_screen(self, view: View[State], columns: int, ended: str = "", *, in_brief: bool = False) -> list[Line]:
        """The page where there are so many columns; `in_brief`: the most needed of it, if it has that."""
        if in_brief and self.brief is not None:
            return self.brief(view, columns)
        broken_off = self._broken_off(view, ended)
        if broken_off or self.drawn is None:
            return broken_off or self.lines(view)
        return self.drawn(view, columns)

    def _broken_off(self, view: View[State], ended: str) -> list[Line]:
        return self.broken_off(view, ended) if ended and self.broken_off is not None else []


@dataclass(frozen=True, slots=True)
class Unasked:
    """What is told of a question that has only one answer, so that it was given for the player.

    `title` and `note` stand where the question would, `log` in the player's own log if that would not tell it anyway.
    """

    title: str
    note: str
    log: str


class GameInterface(ABC, Generic[State, Action]):
    """What the screens must know of a game. Knows no widget: it gives lines, steps and cells."""

    words: GameWords[State, Action]
    board: Board[State]
    pages: Sequence[Page[State]] = ()
    """The pages beside the board, in the order of their keys, without the log."""

    styles: Mapping[str, str] = {}
    """The game's own styles by name, as Rich writes them."""

    stylesheet: Path | None = None
    """Which pages stand beside the board at which size: rules for `#side` and what is in it (`client.tcss` has the
    rest). Without one all of them do."""

    help: str = ""
    """The game's part of the help: signs of the board, course of the game."""

    @abstractmethod
    def status(self, state: State) -> Sequence[Line]:
        """Where the game stands, turn and phase, at several lengths, the longest first."""

    @abstractmethod
    def scores(self, view: View[State], names: tuple[str, str]) -> Sequence[Line]:
        """Both sides' points, at several lengths, the longest first. `names` are those of seats 0 and 1."""

    @abstractmethod
    def ask(self, view: View[State], question: Any) -> Step:
        """The first step to an answer of `question`, which the view's seat owes."""

    @abstractmethod
    def log(self, beginning: State) -> GameLog[State, Action]:
        """A new log that begins with the state before the first event."""

    def settings_changed(self) -> None:
        """Something has been chosen anew that the game's part may go by."""

    def final_score(self, state: State) -> list[Line]:
        """How the points came about, when the game is over."""
        return []

    def ended_when(self, state: State) -> str:
        """How far the game had come when it ended, and what the end has broken off; empty: nothing to be said of it."""
        return ""

    def front(self, state: State, *, beside: bool) -> str | None:
        """The page that belongs in front now; None: the board. `beside`: the board is in sight beside it."""
        return None

    def way(self, view: View[State], action: Action) -> tuple[Spot, ...]:
        """The way that `action` of the view's seat takes over the board, from where it begins; empty without one.

        Of one that goes nowhere it may be the spot alone where it is done.
        """
        return ()

    def named_by(self, reasons: Sequence[Any]) -> frozenset[Spot]:
        """The spots that reasons for a plan name (`engine.advice.Advice.reasons`)."""
        return frozenset()

    def opened(self, state: State, faces: Mapping[Piece, Face]) -> State:
        """A copy of `state` in which these faces lie open to both: for whoever looks at a finished game."""
        return state

    def spots_of(self, pools: Iterable[Pool]) -> tuple[Spot, ...]:
        """The spots of the board that are such pools, for the board to point at."""
        spots = len(self.board.layout(0, 0).boxes)
        return tuple(dict.fromkeys([pool for pool in pools if pool < spots]))

    def scene(self, state: State) -> Spot | None:
        """Where on the board a battle is fought, None if there is none."""
        return None

    def stacks_at(self, view: View[State], spot: Spot) -> list[tuple[str, tuple[Piece, ...]]]:
        """The pieces that lie at a spot of the board and of which something may be noted: whose they are, and which."""
        return []

    def explain(self, view: View[State], question: Any, rule: str) -> list[Line]:
        """What there is to say of a question as it stands, beside its `rule`: the arithmetic, an example."""
        return []

    def idle_key(self, view: View[State], question: Any, key: str) -> str:
        """What a key does that some lists of the game have, and why it has nothing to do now: in a sentence.

        Empty if no list of the game has the key.
        """
        return ""

    def odds(self, view: View[State]) -> list[Line]:
        """What the opponent can still hold, by what both players know."""
        return []

    def deploys(self, action: Action) -> bool:
        """Whether an action deploys in a battle: it is for good, and one of many, of which none need be asked about."""
        return False

    gives_only_answers: bool = True
    """Whether questions that have one answer only need not be asked; see `tui.forced`."""

    def forced_in_public(self, view: View[State], question: Any) -> bool:
        """Whether the opponent sees too that a question has one answer only, so that its time tells nothing."""
        return False

    def unasked(self, view: View[State], question: Any, answer: Action) -> Unasked:
        """What to tell of a question that has no other answer than this, which was given for the player."""
        note = _("There was no choice to {task}, so it was done for you: {action}.").format(
            task=self.words.task(question), action=self.words.action(view, answer)
        )
        return Unasked(_("Nothing to decide"), note, note)


class Player(Generic[State, Action]):
    """Who is asked: a game, what its seat may see, and the engine's answers to what that seat may do."""

    def __init__(self, game: Game[State, Action], words: GameWords[State, Action], view: View[State]) -> None:
        self.game = game
        self.words = words
        self.view = view

    @property
    def state(self) -> State:
        """The public state."""
        return self.view.state

    @property
    def seat(self) -> Seat:
        """Whose decision it is."""
        return self.view.seat

    @property
    def faces(self) -> Mapping[Piece, Face]:
        """The faces that the seat knows."""
        return self.view.faces

    def options(self, kind: type[Kind]) -> list[Kind]:
        """The legal actions of one kind, as the engine lists them; the others are not even made."""
        parts = self.game.options(self.view).parts
        return [option for part in parts if part and isinstance(part[0], kind) for option in part]  # type: ignore[misc]

    def refused(self, action: Action) -> str | None:
        """Why the rules refuse `action`, in words; None if they allow it."""
        problem = refusal(self.game, self.view, action)
        return None if problem is None else self.words.refusal(problem)

    def why_refused(self, action: Action) -> Why | None:
        """The same for what is picked on the board."""
        refused = self.refused(action)
        return None if refused is None else Why(refused)

    def allowed(self, make: Callable[[Pieces], Action]) -> Problem:
        """The check that the rules allow the action made of the marked pieces."""
        return lambda marked: self.refused(make(marked))


BOTS: Final = Said(
    {
        "random": N_("random bot"),
        "steady": N_("steady bot"),
        "seasoned": N_("seasoned bot"),
        "strong": N_("strong bot"),
    }
)
"""What the bots are called that more than one game has."""


BOTS_PLAY: Final = Said(
    {
        "random": N_("any legal move: to learn the rules"),
        "steady": N_("a sound game"),
        "seasoned": N_("a better one"),
        "strong": N_("the best: it tries its plans before it moves"),
    }
)
"""How each of them plays, for whoever chooses one."""


def bot_told(bot: str) -> str:
    """A bot's name, and how it plays if that is known."""
    return f"{bot_name(bot)}: {BOTS_PLAY[bot]}" if bot in BOTS_PLAY else bot_name(bot)


def bot_name(bot: str) -> str:
    """A bot's name, as a player's: `Strong bot`."""
    name = BOTS[bot] if bot in BOTS else _("{bot} bot").format(bot=bot)
    return name[:1].upper() + name[1:]


def words_of(game: Game[State, Action]) -> GameWords[State, Action]:
    """The words of a game."""
    words: GameWords[State, Action] = import_module(f"tui.{game.name}").make_words(game)
    return words


def interface_of(game: Game[State, Action], glyphs: Glyphs) -> GameInterface[State, Action]:
    """What the screens must know of a game, drawn with these signs."""
    interface: GameInterface[State, Action] = import_module(f"tui.{game.name}").make_interface(game, glyphs)
    return interface
