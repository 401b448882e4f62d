"""A game as lines of text: everything that happens is a line, and every decision is made by typed words.

For screen readers, pipes and poor lines. The questions, their steps and their words are those of the screen
(`tui.dialogue`), so that any game that can be played there can be played here. Knows no input and no output: lines come
in by `hear` and go out by `say`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, Final

from engine.advice import Advice
from engine.hidden import Game, IllegalAction, View, asked, other
from p2p.text import clean
from tui.boards import Board
from tui.clock_words import clock_line
from tui.dialogue import Dialogue, Row
from tui.forced import forced_answer
from tui.games import GameInterface, Page, interface_of
from tui.glyphs import Glyphs
from tui.hints import hint_lines, none_found, not_offered, working
from tui.language import N_, _, long_text, ngettext, pgettext
from tui.lines import Line, plain_text
from tui.log import GameLog
from tui.ports import GamePort, Situation
from tui.rules_text import rules_text, section_for
from tui.screens.result import result_lines, result_title
from tui.steps import Menu

PROMPT: Final = N_("Your choice?")
"""The line after which something is waited for that the player types."""
MOST_ROWS: Final = 40
"""Choices that are told at once; `more` tells the rest."""
LAST_LINES: Final = 12
"""Lines of the log that are told when a game is taken up again."""
LINE: Final = 2000


class PlainClient:
    """Tells a port's game by `say`, and answers it by what it hears. `leaving`: there is nothing more to do here."""

    def __init__(
        self,
        port: GamePort[Any, Any],
        glyphs: Glyphs,
        say: Callable[[str], None],
        ask: Callable[[Game[Any, Any], View[Any]], None] | None = None,
    ) -> None:
        """`ask` begins to work out a hint, which comes in by `hear_advice`; None: there are no hints."""
        self._port = port
        self._glyphs = glyphs
        self._out = say
        self._ask_for = ask
        self._interface: GameInterface[Any, Any] | None = None
        self._log: GameLog[Any, Any] | None = None
        self._dialogue: Dialogue | None = None
        self._asked: tuple[Any, int] | None = None
        self._told: dict[str, object] = {}
        self._chats = 0
        self._from_row = 0
        self._resigning = False
        self.leaving = False

    @property
    def dialogue(self) -> Dialogue | None:
        """The dialogue in progress."""
        return self._dialogue

    # -- what has changed

    def update(self) -> None:
        """Tell what is new."""
        situation = self._port.situation()
        if self._new("played", situation.played) and situation.played:
            self._begin_again(situation.played)
        if situation.view is None:
            self._tell_lobby(situation)
        else:
            self._tell_game(situation, situation.view)
        if situation.trouble and self._new("trouble", situation.trouble):
            self.say(situation.trouble)
            self.leaving = True
        if situation.finished and not situation.may_rematch:
            self.leaving = True

    def _begin_again(self, played: int) -> None:
        """Another game comes through the port."""
        self._interface = self._log = self._dialogue = self._asked = None
        self._told = {"played": played}
        self._resigning = False
        self.say(_("The rematch begins, with sides exchanged."))

    def say(self, text: str) -> None:
        """A line, safe for a terminal."""
        self._out(clean(self._glyphs.text(text), LINE))

    def _say_lines(self, lines: list[Line]) -> None:
        for line in lines:
            self.say(plain_text(line))

    def _new(self, what: str, value: object) -> bool:
        """Whether `value` is another than was told of `what` the last time."""
        if self._told.get(what) == value:
            return False
        self._told[what] = value
        return True

    def _tell_lobby(self, situation: Situation[Any, Any]) -> None:
        if self._new("connection", situation.connection):
            self.say(situation.connecting)
        for way in situation.ways:
            if self._new(f"way {way.partition(':')[0]}", way):
                self.say(way)
        if situation.invite and self._new("invite", situation.invite):
            self.say(_("Send this invite to your opponent, privately: whoever has it first can join."))
            self._out(f"invite: {situation.invite}")
        if situation.watch_invite and self._new("watch invite", situation.watch_invite):
            self._out(f"watch invite: {situation.watch_invite}")
        if situation.answer_code and self._new("answer code", situation.answer_code):
            self._out(f"answer code: {situation.answer_code}")

    def _tell_game(self, situation: Situation[Any, Any], view: View[Any]) -> None:
        interface = self._begin()
        assert self._log is not None
        new = self._log.follow(situation.events)
        if len(new) > LAST_LINES and self._new("begun", value=True):
            self.say(
                ngettext(
                    "{count} lines of the log came before; `log {all}` tells them.",
                    "{count} lines of the log came before; `log {all}` tells them.",
                    len(new) - LAST_LINES,
                ).format(count=len(new) - LAST_LINES, all=len(new))
            )
            new = new[-LAST_LINES:]
        self._new("begun", value=True)
        self._say_lines([*new, *self._log.learned(view)])
        said = self._port.chats()[self._chats :]
        for chat in said[-LAST_LINES:] if said and said[0].earlier else said:
            self.say(situation.said(chat))
        self._chats = len(self._port.chats())
        if situation.notice and self._new("notice", situation.notice):
            self.say(situation.notice)
        if self._new("watched", situation.watched) and situation.watched is not None:
            told = ngettext("{count} other watches this game.", "{count} others watch this game.", situation.watched)
            nobody = _("Others may watch this game; nobody does now.")
            self.say(told.format(count=situation.watched) if situation.watched else nobody)
        if self._new("connected", situation.connected) and not (situation.connected or situation.ended or self.leaving):
            self.say(_("Not connected: {connection}").format(connection=situation.connection))
        if situation.ended is not None:
            self._dialogue = None
            lines = [result_title(situation), *[plain_text(line) for line in result_lines(interface, situation)]]
            for line in lines:
                if line and self._new(f"result {line}", value=True):
                    self.say(line)
            offered = situation.may_rematch and not situation.asked_rematch
            if offered and self._new("may rematch", situation.heard_rematch):
                words = (
                    _("To play it, type `rematch`; to leave, `quit`.")
                    if situation.heard_rematch
                    else _("Another game against {opponent}, with sides exchanged? Type `rematch` to ask, or `quit`.")
                )
                self.say(words.format(opponent=situation.opponent_name or _("Your opponent")))
                self._out(_(PROMPT))
            return
        self._ask(situation, view)

    def _begin(self) -> GameInterface[Any, Any]:
        if self._interface is None:
            game = self._port.game
            assert game is not None, "a game that has begun has rules"
            self._interface = self.make_interface(game)
            self._log = self._interface.log(self._port.beginning())
            self.say(_("{title}. `help` tells what can be typed.").format(title=self._interface.words.title))
        return self._interface

    def make_interface(self, game: Game[Any, Any]) -> GameInterface[Any, Any]:
        """What must be known of the game to tell of it and to ask."""
        return interface_of(game, self._glyphs)

    # -- questions

    def _ask(self, situation: Situation[Any, Any], view: View[Any]) -> None:
        interface, question = self._begin(), situation.question
        if question is None:
            self._asked = self._dialogue = None
            self._tell_waiting(situation, view)
            return
        new = (question, len(situation.events))
        if new == self._asked:
            return
        self._asked = new
        game = self._port.game
        assert game is not None
        still = View(game.copy(view.state), view.seat, dict(view.faces))
        step = interface.ask(still, question)
        answer = forced_answer(interface, situation, still, step)
        if answer is not None:
            told = interface.unasked(still, question, answer)
            if told.log:
                self.say(told.log)
            if self._log is not None:
                self._log.given(view.seat)
            self._act(answer)
            return
        self._dialogue = Dialogue(step, spread=True)
        status = plain_text(interface.status(view.state)[0])
        if self._new("status", status):
            self.say(status)
        if situation.clocks is not None:
            self.say(plain_text(clock_line(situation.clocks, situation.opponent_name)).strip())
        self._list()

    def _tell_waiting(self, situation: Situation[Any, Any], view: View[Any]) -> None:
        words, game = self._begin().words, self._port.game
        assert game is not None
        if situation.held is not None:
            told = _("Your answer goes out at the time at which any would: {action}.").format(
                action=words.action(view, situation.held)
            )
        elif situation.leaving:
            told = _("You have resigned. {told}").format(told=situation.told_leaving)
        else:
            question = asked(game.waiting(view.state), other(view.seat))
            if question is None:
                return
            told = f"{words.awaited(situation.opponent_name or _('Your opponent'), question)}."
        if self._new("waiting", (told, len(situation.events))):
            self.say(told)

    def _list(self, start: int = 0) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            return
        step, rows = dialogue.step, dialogue.rows()
        if not start:
            self.say(step.title)
            if dialogue.note:
                self.say(dialogue.note)
        self._from_row = min(len(rows), start + MOST_ROWS)
        for number in range(start, self._from_row):
            self.say(_row_words(number, rows[number]))
        if self._from_row < len(rows):
            left = len(rows) - self._from_row
            words = ngettext(
                "{count} choices more: `more` tells them.", "{count} choices more: `more` tells them.", left
            )
            self.say(words.format(count=left))
        self._out(_(PROMPT))

    # -- what is typed

    def hear(self, line: str) -> None:
        """Take a typed line."""
        text = clean(line, LINE).strip()
        word, rest = [*text.split(" ", 1), ""][:2]
        word, rest = word.casefold(), rest.strip()
        if self._resigning:
            self._resigning = False
            # Translators: what is typed to say so
            if word in ("yes", pgettext("an answer", "yes")):
                self._port.resign()
                self.update()
            else:
                self.say(_("You go on playing."))
                self._list()
            return
        if text and not self._command(word, rest):
            self._answer(text)
        self.update()

    def _say_to_opponent(self, text: str) -> None:
        refused = self._port.chat(text)
        if refused:
            self.say(refused)

    def _command(self, word: str, rest: str) -> bool:
        """Carry a command out; False if it is none."""
        commands: dict[str, Callable[[str], None]] = {
            "help": lambda rest: self._say_text(long_text("tui", "plain.txt").rstrip()),
            "?": lambda rest: self._say_text(long_text("tui", "plain.txt").rstrip()),
            "quit": self._quit,
            "resign": self._resign,
            "say": self._say_to_opponent,
            "invite": lambda rest: self._invites(),
            "answer": lambda rest: self.say(self._port.answer(rest)),
            "rules": self._rules,
            "rematch": lambda rest: self.say(self._port.ask_rematch()),
        }
        if self._interface is not None:
            commands |= {
                "status": lambda rest: self._status(),
                "board": lambda rest: self._board(self._begin().board),
                "place": self._place,
                "log": self._tell_log,
                "rule": lambda rest: self._rule(),
                "list": lambda rest: self._list(),
                "more": lambda rest: self._list(self._from_row),
                "back": lambda rest: self._back(),
                "hint": lambda rest: self._hint(),
            }
            for page in self._interface.pages:
                commands[page.name] = commands[_(page.name)] = partial(self._page, page)
        command = commands.get(word)
        if command is None:
            return False
        command(rest)
        return True

    def _invites(self) -> None:
        situation = self._port.situation()
        self._out(f"invite: {situation.invite or _('none is needed')}")
        if situation.watch_invite:
            self._out(f"watch invite: {situation.watch_invite}")

    def _hint(self) -> None:
        situation, game = self._port.situation(), self._port.game
        if self._ask_for is None:
            self.say(not_offered())
        elif situation.question is not None and situation.view is not None and game is not None:
            self.say(working())
            self._ask_for(game, situation.view)
        else:
            self.say(_("There is nothing to decide now; `help` tells what can be typed."))

    def hear_advice(self, view: View[Any], advice: Advice[Any] | None) -> None:
        """Tell the hint that was asked for at `view`; None: it could not be worked out."""
        if advice is None:
            self.say(none_found())
        else:
            self._say_lines(hint_lines(self._begin().words, view, advice))
        if self._dialogue is not None:
            self._out(_(PROMPT))

    def _answer(self, text: str) -> None:
        dialogue = self._dialogue
        if dialogue is None:
            self.say(_("There is nothing to decide now; `help` tells what can be typed."))
            return
        rows = dialogue.rows()
        checklist = not isinstance(dialogue.step, Menu)
        word = text.casefold()
        if checklist and word in ("all", "none", *(["done"] if rows[-1].confirms else [])):
            self._mark_or_confirm(dialogue, word)
            return
        if re.fullmatch(r"[\d ,]+", text):
            numbers = [int(found) - 1 for found in re.findall(r"\d+", text)]
        else:
            numbers = _matching(rows, text)
            if len(numbers) != 1:
                self._say_matches(rows, numbers, text)
                return
        if not all(0 <= number < len(rows) for number in numbers) or (len(numbers) > 1 and not checklist):
            self.say(
                _("Say one number from 1 to {count}.").format(count=len(rows))
                if not checklist
                else _("Numbers are 1 to {count}.").format(count=len(rows))
            )
            self._out(_(PROMPT))
            return
        step = dialogue.step
        for number in numbers:
            if not self._press(dialogue, rows, number):
                return
        if dialogue.step is step:
            self._list_changes(rows)
        else:
            self._list()

    def _list_changes(self, before: list[Row]) -> None:
        """What marking has changed, and what can be confirmed now."""
        assert self._dialogue is not None
        rows = self._dialogue.rows()
        marks = sum([row.mark is not None for row in rows])
        for number in range(marks):
            if rows[number] != before[number]:
                self.say(_row_words(number, rows[number]))
        self._list(marks)

    def _mark_or_confirm(self, dialogue: Dialogue, word: str) -> None:
        if word == "done":
            rows = dialogue.rows()
            if self._press(dialogue, rows, len(rows) - 1):
                self._list()
            return
        before = dialogue.rows()
        if word == "all":
            dialogue.mark_all()
            if not any(row.mark for row in dialogue.rows()):
                dialogue.mark_all()
        else:
            for number, row in enumerate(before):
                if row.mark:
                    dialogue.press(number)
        self._list_changes(before)

    def _press(self, dialogue: Dialogue, rows: list[Row], number: int) -> bool:
        """Choose a line. False if it was the decision, or could not be chosen: then nothing more is to be told here."""
        if not rows[number].ready:
            row = rows[number]
            self.say(row.instead or row.detail or _("Not yet: {text}.").format(text=row.text))
            self._out(_(PROMPT))
            return False
        action = dialogue.press(number)
        if action is None:
            return True
        self._act(action)
        return False

    def _act(self, action: Any) -> None:
        self._asked = self._dialogue = None
        try:
            self._port.act(action)
        except IllegalAction as refused:
            self.say(_("The rules refuse that: {refusal}").format(refusal=self._begin().words.refusal(refused)))
        self.update()

    def _say_matches(self, rows: list[Row], numbers: list[int], text: str) -> None:
        if not numbers:
            self.say(
                _("No choice has the words {text!r}. `list` tells the choices, `help` what else can be typed.").format(
                    text=text
                )
            )
        else:
            words = ngettext("{count} choices have these words:", "{count} choices have these words:", len(numbers))
            self.say(words.format(count=len(numbers)))
            for number in numbers[:MOST_ROWS]:
                self.say(_row_words(number, rows[number]))
        self._out(_(PROMPT))

    def _back(self) -> None:
        if self._dialogue is None or not self._dialogue.back():
            self.say(_("There is no step to go back."))
        self._list()

    # -- what can be asked for

    def _say_text(self, text: str) -> None:
        pages = [] if self._interface is None else [_(page.name) for page in self._interface.pages]
        for line in text.splitlines():
            self.say(line)
        if pages:
            self.say(_("Pages: {pages}.").format(pages=", ".join(pages)))

    def _status(self) -> None:
        situation, interface = self._port.situation(), self._begin()
        if situation.view is not None:
            if situation.clocks is not None:
                self.say(plain_text(clock_line(situation.clocks, situation.opponent_name)).strip())
            self.say(plain_text(interface.status(situation.view.state)[0]))
            self.say(plain_text(interface.scores(situation.view, situation.names)[0]))

    def _board(self, board: Board[Any]) -> None:
        view, game = self._port.situation().view, self._port.game
        if view is None or game is None:
            return
        for spot in range(len(board.layout(0, 0).boxes)):
            lines = board.spot_lines(view, spot)
            # What belongs to a side is styled by its name.
            if any(style in game.seats for line in lines for _, style in line):
                self.say("; ".join([plain_text(line) for line in lines]))

    def _place(self, name: str) -> None:
        view, board = self._port.situation().view, self._begin().board
        spot = board.spot_named(name)
        if spot is None or view is None:
            self.say(_("No place's name begins with {name!r}.").format(name=name))
        else:
            self._say_lines(board.spot_lines(view, spot))

    def _page(self, page: Page[Any], rest: str) -> None:
        situation = self._port.situation()
        if situation.view is not None:
            ended = "" if situation.ended is None else situation.ended.reason
            self._say_lines([[(f"{page.title}:", "bold")], *page.in_words(situation.view, ended)])

    def _tell_log(self, count: str) -> None:
        assert self._log is not None
        lines = self._log.lines[-(int(count) if count.isdigit() and int(count) else LAST_LINES) :]
        self._say_lines(lines or [[(_("Nothing has happened yet."), "plain")]])

    def _rule(self) -> None:
        question, game = self._port.situation().question, self._port.game
        section = None
        if question is not None and game is not None:
            section = section_for(game, self._begin().words.rule(question))
        if section is None:
            self.say(_("There is no rule to tell of now."))
        else:
            self._say_text(f"{section.heading}\n{section.plain()}")

    def _rules(self, words: str) -> None:
        game = self._port.game
        found = [] if game is None else rules_text(game.name).search(words)
        for section in found[:3]:
            for line in [section.heading, *section.plain().splitlines()]:
                self.say(line)
        if not words or not found:
            self.say(
                _("`rules` with a word or a number, such as 8.6.1, tells of it.")
                if not words
                else _("Nothing has that.")
            )
        elif len(found) > 3:
            self.say(_("More: {sections}.").format(sections=", ".join([section.heading for section in found[3:]])))

    def _quit(self, rest: str) -> None:
        self.leaving = True

    def _resign(self, rest: str) -> None:
        situation = self._port.situation()
        if situation.ended is not None:
            return
        if situation.leaving:
            self.say(f"{_('You have resigned already.')} {situation.told_leaving}")
            return
        self._resigning = True
        self.say(f"{situation.resign_question} {_('Type yes, or anything else to go on.')}")
        self._out(_(PROMPT))


def _row_words(number: int, row: Row) -> str:
    if not row.ready:
        # Without a number: it cannot be chosen.
        words = _("(not yet) {text}") if row.confirms or not row.detail else _("(not now) {text}: {why}")
        return words.format(text=row.text, why=row.detail)
    mark = "" if row.mark is None else f"{_('marked:')} " if row.mark else f"{_('not marked:')} "
    after = " (`done`)" if row.confirms else ""
    return f"{number + 1}. {mark}{row.text}{after}"


def _matching(rows: list[Row], text: str) -> list[int]:
    """The lines that are, else begin with, else have all the words of `text`."""
    wanted = _folded(text)
    texts = [_folded(row.text) for row in rows]
    same = [number for number, told in enumerate(texts) if told == wanted]
    begin = [number for number, told in enumerate(texts) if told.startswith(wanted)]
    words = [number for number, told in enumerate(texts) if all(word in told for word in wanted.split())]
    return same[:1] or begin or words


def _folded(text: str) -> str:
    return text.casefold().replace("ō", "o").replace("→", ">")
