"""What the player decides: planned, taken back, sent or refused; and the keys that mean what the panel says."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from textual import events, on
from textual.binding import Binding, BindingType

from engine.hidden import IllegalAction
from tui.games import GameInterface
from tui.keys import keys_in_force, shown, usual
from tui.language import N_, _, plural
from tui.notebook import Notebook
from tui.plans import PlanPort
from tui.ports import Planned, Situation
from tui.screens.after_game import ONLY_AFTER, AfterGame, after_game_menu, text_of
from tui.screens.asking import Asking
from tui.screens.board_screen import LONG_PAGE, STRIP, WIDE_COLUMNS
from tui.screens.bound import bound
from tui.screens.commands import Command
from tui.screens.planning import PlanCommand, plan_lines, step_told, step_words
from tui.screens.pointing import PointingScreen
from tui.settings import deploys_at_once
from tui.steps import ENDS, MORE, Menu
from tui.theme import Theme
from tui.widgets.board_view import BoardView
from tui.widgets.decision_panel import DecisionPanel
from tui.widgets.line_signs import DIGITS
from tui.widgets.text_view import TextView

_PLAN_COMMANDS: Final[dict[PlanCommand, Callable[[PlanPort[Any, Any]], object]]] = {
    PlanCommand.UNDO: PlanPort.undo,
    PlanCommand.UNDO_ALL: PlanPort.undo_all,
    PlanCommand.REDO: PlanPort.redo,
    PlanCommand.SEND: PlanPort.send,
}
_UNDO: Final = (PlanCommand.UNDO, PlanCommand.UNDO_ALL)
_FIRST_KEYS: Final = [each.value for each in (PlanCommand.SEND, *_UNDO, PlanCommand.REDO)]
"""What is done with a plan, as it stands in the line below a list: to send it has room whatever else has not."""

ENDING: Final = (ENDS, "y")
"""The keys that end and confirm, where a line says so."""


class DecidingScreen(PointingScreen):
    """Asks what the game asks, and does what is answered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        # These mean what the panel says wherever the focus is. None has priority: it would overtake an arrow that was
        # pressed before it, and take or mark another line.
        *(
            Binding(key, f"decide('{what}')", text, id=f"game.{what}", show=False)
            for key, what, text in (
                (usual("game.take"), "take", N_("Take, confirm")),
                (usual("game.mark"), "mark", N_("Mark")),
                (usual("game.back"), "back", N_("A step back")),
                ("escape", "escape", N_("Leave the page, or a step back")),
                (usual("game.mark_all"), "mark_all", N_("Mark all or none")),
            )
        ),
        *(
            bound(f"game.{what}", f"scroll_text({by})", text, tooltip=tooltip)
            for what, by, text, tooltip in (
                ("textback", -1, N_("Back in the page"), N_("Scroll the page, whatever the list has")),
                ("texton", 1, N_("On in the page"), N_("Scroll the page, whatever the list has")),
            )
        ),
        *(Binding(n, f"choose({n})", show=False, id=f"game.{n}") for n in (*DIGITS, MORE)),
    ]

    def __init__(
        self, plan: PlanPort[Any, Any], interface: GameInterface[Any, Any], theme: Theme, notebook: Notebook
    ) -> None:
        super().__init__(plan, interface, theme, notebook)
        self.plan = plan
        self._rows_wanted = self._rows_needed = self._rows_had = 0
        self._shares_later = False
        """Whether the rows are to be shared out once the mouse lets go what it holds on the board."""
        self._told_undone = ""
        """What was last said of steps that can be done again."""

    def on_mount(self) -> None:
        """Ask, and count down."""
        self._asking = Asking(
            self.port,
            self.plan,
            self.interface,
            self.panel,
            self.log_view,
            self.give,
            self.announce_given,
            self._after_menu,
        )
        self.panel.fate = self.fate
        self.panel.for_good = self._is_for_good
        self.panel.why_for_good = self._why_for_good
        self.panel.first_keys, self.panel.undo_key = _FIRST_KEYS, PlanCommand.UNDO.value
        self.set_interval(0.5, self._asking.count_down)

    @on(DecisionPanel.Marked)
    def _keep_marks(self) -> None:
        self._asking.keep_marks()

    @abstractmethod
    def announce(self, text: str) -> None:
        """Say for a moment what has come without the player."""

    def announce_given(self, text: str) -> None:
        """Say which answer was given for the player, until the next is."""
        self.announce(text)

    def announce_done(self, text: str, brief: str) -> None:
        """Say what was decided, until the next key: in brief where there is no room, and the panel says the rest."""
        self.notice(text)

    def question_asked(self) -> None:
        """Something new is asked of the player: what was said of something that is over is no matter any more."""

    def show_decision(self, situation: Situation[Any, Any]) -> None:
        """Show what is to be decided, or what is waited for."""
        if situation.question is None and not situation.behind:
            self._rows_had = 0  # somebody else decides
        if self._asking.follow(situation):
            self.question_asked()
            # What is asked stands in the list: wherever the last decision was made, the next begins there.
            self.panel.choices.focus()
        self._asking.count_down()

    @on(DecisionPanel.Wanted)
    def _wanted(self, event: DecisionPanel.Wanted) -> None:
        self._rows_wanted, self._rows_needed = event.rows, event.least
        self.share_rows()

    def share_rows(self) -> None:
        """Where a page covers the board, it may have all the rows that the decision does without.

        Not those that what is below the board has at least: with both Textual gives more than there are. A hint for
        which the list has no empty rows has those of the page, which is scrolled.

        While the mouse holds something on the board nothing moves under it: the rows are shared out when it lets go.
        """
        self._shares_later = self.board_view.held
        if self._shares_later:
            return
        side, rows = self.query_one("#side"), self.query_one("#middle").size.height
        self._share_alone()
        share = side.styles.base.max_height
        side.styles.height = None
        if self.whole_page and share is not None:
            # What the decision does without it has all the time, however few lines it has.
            side.styles.height = side.styles.max_height = self._rows_of_page(rows, share.value)
        elif self.has_class(STRIP) and self.has_class(LONG_PAGE):
            side.styles.max_height = None
        elif self.has_class(STRIP):
            side.styles.max_height = max(1, self.query_one("#below").size.height - 1)  # without the line above both
        elif share is None:
            side.styles.max_height = None
        else:
            most = self._rows_of_page(rows, share.value)
            least = self.query_one("#left").styles.min_height
            side.styles.max_height = min(most, rows - (0 if least is None else int(least.value)))

    def _rows_of_page(self, rows: int, share: float) -> int:
        """The rows that a page has of all that it shares with the decision: its share, or those that do without."""
        besides = self.query_one("#below").size.height - self.panel.outer_size.height
        usual = round(rows * share / 100) - self._rows_of_hint("#hint.crowded")
        return max(usual, rows - besides - self._rows_wanted)

    @on(BoardView.Released)
    def _mouse_let_go(self) -> None:
        if self._shares_later:
            self.share_rows()

    def _share_alone(self) -> None:
        """A board that has all there is gives rows up only for what must be read whole; else its places stay where they
        are, whatever is asked.

        What the board has given it has back when somebody else decides.
        """
        below = self.query_one("#below")
        if not (self.alone and self.has_class("-narrow")):
            self._rows_had = 0
        elif self._rows_needed:
            besides = below.size.height - self.panel.outer_size.height
            self._rows_had = max(self._rows_had, self._rows_needed + besides)
        below.styles.min_height = self._rows_had or None

    def _rows_of_hint(self, where: str) -> int:
        """The rows of a hint that is told in such a place."""
        return sum([each.outer_size.height for each in self.query(where) if each.display])

    def on_resize(self) -> None:
        """What is below the board has other rows. Textual calls that of `BesideTheBoard` too."""
        if self.is_mounted:
            self._rows_had = 0
            self.call_after_refresh(self.share_rows)

    def action_choose_page(self, page: str) -> None:
        """See `BoardScreen.action_choose_page`. Who goes to another has left the question."""
        if page != self.page:
            self.panel.left_alone()
        super().action_choose_page(page)

    def page_resized(self) -> None:
        """See `BoardScreen.page_resized`."""
        self.call_after_refresh(self.share_rows)

    @on(DecisionPanel.Decided)
    def _decided(self, event: DecisionPanel.Decided) -> None:
        self.answer(event)

    def answer(self, event: DecisionPanel.Decided) -> None:
        """Carry out what the player has decided."""
        action = event.action
        if isinstance(action, AfterGame):
            self.after_game(action)
        elif isinstance(action, PlanCommand):
            self._command(action)
        else:
            planned, given_up = len(self.port.situation().planned), self.panel.given_up
            # A line that is taken by its key need not be pointed at.
            about = self.spot_decided if event.about is None else event.about
            self._act(action)
            now = self.port.situation().planned
            is_planned = len(now) > planned
            if is_planned:
                self.tell_of_planned(about)
            # Where little stands beside the list, that tells of what is planned, and a line has other uses.
            sees_plan = self.size.width < WIDE_COLUMNS and not event.led_by_drop
            if event.dropped or (is_planned and not sees_plan):
                words = _("Planned: {line}") if is_planned else _("Done: {line}")
                # What was dropped has a line that nobody may have read; what others have made of it, the plan knows.
                brief = step_told(now[-1], self.interface.words) if is_planned else event.dropped
                # What was marked before is gone with the decision.
                left = _("Given up: {asked}").format(asked=given_up) if given_up else ""
                lines = [" ".join(line.split()) for line in (event.dropped or brief, brief)]
                self.announce_done(*[f"{left} {words.format(line=line)}".strip() for line in lines])

    def _act(self, action: Any) -> None:
        self._do(lambda port: port.act(action))

    def give(self, answer: Any, told: str) -> None:
        """Give an answer that had no alternative; the log tells of it where it stands among what happens."""
        self._act(answer)

    def _command(self, command: PlanCommand) -> None:
        """Do something with the plan. Of what is undone the line is pointed at by which it came, but for advice."""
        planned, undone = self.port.situation().planned, self.port.situation().undone
        self._do(_PLAN_COMMANDS[command])
        if command is PlanCommand.UNDO and planned and not self.panel.is_advised:
            self.panel.retrace(planned[-1].action)
        if command in _UNDO:
            self._tell_undone(planned[len(self.port.situation().planned) :])
        elif command is PlanCommand.REDO and undone:
            done = _("Done again: {action}.").format(action=step_words(undone[-1], self.interface.words))
            if self.port.situation().undone:
                self._told_undone = done
            self.notice(done)
        elif command is PlanCommand.SEND:
            self.notice(plural(len(planned), "{count} planned step is sent.", "{count} planned steps are sent."))

    @on(TextView.Clicked)
    def _step_clicked(self, event: TextView.Clicked) -> None:
        """A planned step was clicked: it is taken back, and with it those after it that need it."""
        told = plan_lines(self.port.situation(), self.interface)
        if event.view.id == "news" and event.line in told:
            gone: list[Planned[Any, Any]] = []
            self._do(lambda port: gone.extend(port.undo_step(told.index(event.line))))
            self._tell_undone(gone, by_click=True)

    def _tell_undone(self, gone: Sequence[Planned[Any, Any]], *, by_click: bool = False) -> None:
        """Say which of the steps that were planned are no more, or how many, and what does them again."""
        key = PlanCommand.REDO.value
        if len(gone) == 1:
            action = step_words(gone[0], self.interface.words)
            self._told_undone = _("Undone ({key} does it again): {action}.").format(action=action, key=key)
            self.notice(self._told_undone)
        elif gone:
            words = (
                _("{count} steps are undone, as the later need the first; {key} does one after another again.")
                if by_click
                else _("{count} steps are undone; {key} does one after another again.")
            )
            self._told_undone = words.format(count=len(gone), key=key)
            self.notice(self._told_undone)

    def ask_again(self) -> None:
        """Show what is the case, and ask what is asked as if it were new."""
        self._asking.again()
        self.update_all()

    def _do(self, change: Callable[[PlanPort[Any, Any]], object]) -> None:
        """Change something by the player's will, and show what came of it."""
        self._asking.again()
        try:
            change(self.plan)
        except IllegalAction as refused:
            self.update_all()
            self.panel.complain(
                _("The rules refuse that: {refusal}").format(refusal=self.interface.words.refusal(refused))
            )
            return
        self.update_all()

    def _is_for_good(self, action: Any) -> bool:
        """Whether an action goes out at once, or a plan does with it."""
        if isinstance(action, PlanCommand):
            return action is PlanCommand.SEND
        if isinstance(action, AfterGame):
            return False
        if deploys_at_once() and self.interface.deploys(action):
            return False
        return self._goes_out(action)

    def _goes_out(self, action: Any) -> bool:
        try:
            return self.plan.goes_out(action)
        except IllegalAction:
            return False

    def _why_for_good(self, action: Any) -> str:
        """What is to be known of an action that is for good before it goes out."""
        view = self.port.situation().view
        if view is None or isinstance(action, PlanCommand | AfterGame):
            return ""
        return self.interface.words.for_good(view, action)

    def fate(self, action: Any) -> list[str]:
        """What becomes of an action, for the title of the panel, in the shortest words first; none if that is plain."""
        if isinstance(action, PlanCommand | AfterGame):
            return []
        if not self._goes_out(action):
            return [_("plan it"), _("plan it, u: undo")]
        words = plural(
            len(self.port.situation().planned),
            "for good, with {count} planned step",
            "for good, with {count} planned steps",
            _("for good"),
        )
        return [words]

    def _after_menu(self, situation: Situation[Any, Any]) -> Menu:
        return after_game_menu(self.after_choices(situation), situation.opponent_name)

    def on_key(self, event: events.Key) -> None:
        """The keys of lines of the panel come before the letters of the pages. The digits are bindings."""
        if event.key.isdigit():
            return
        if self.panel.press_key(event.key) or self._press_command(event.key):
            event.stop()
            event.prevent_default()
        elif event.key in ENDING:
            event.stop()
            self.panel.complain(self.panel.instead_of(event.key, self._why_idle(event.key)))
        elif not self._does_something(event.key) and self.panel.says_capital(event.key):
            event.stop()
        elif event.is_printable and event.character and not self._is_bound(event.key):
            event.stop()
            why = self._why_idle(event.character)
            if why:
                self.panel.complain(self.panel.instead_of(event.character, why))
            elif not self.panel.says_unlisted(event.character):
                self._say_no_use(event.character)

    def _why_idle(self, key: str) -> str:
        """Why a key of a line that some lists of the game have does nothing now; empty if that is not known."""
        situation = self.port.situation()
        if situation.view is None or situation.question is None:
            return ""
        return self.interface.idle_key(situation.view, situation.question, key)

    def _is_bound(self, key: str) -> bool:
        """Whether a key has a meaning here at all. One that is of no use just now says why by itself."""
        return key in self.letters or key in self.active_bindings

    def _say_no_use(self, key: str) -> None:
        force = keys_in_force()
        explain, keys = shown(force["game.explain"]), shown(force["game.help"])
        words = _("{key} does nothing here ({explain}: what is asked, {keys}: all keys).")
        self.notice(words.format(key=key, explain=explain, keys=keys))

    def _does_something(self, key: str) -> bool:
        """Whether a letter has a meaning of its own here, whatever is asked."""
        bound = self.active_bindings.get(key)
        return key in self.letters or (bound is not None and not self.why_not(bound.binding.action))

    @property
    def further_commands(self) -> Iterator[Command]:
        """See `BesideTheBoard.further_commands`. What is done with a plan, and with a game that is over."""
        names = {
            PlanCommand.SEND: _("Send what is planned"),
            PlanCommand.UNDO: _("Undo the last step"),
            PlanCommand.UNDO_ALL: _("Undo all that is planned"),
            PlanCommand.REDO: _("Do again what is undone"),
        }
        for command, name in names.items():
            told = _("Key: {key}").format(key=command.value)
            press = partial(self.press_again, command.value)
            yield Command(name, told, press, plays=True, refused=self._why_no(command))
        situation = self.port.situation()
        over = situation.ended is not None
        # Before that they are found by who looks for them, and no more.
        why = "" if over else _("It is there only when the game is over.")
        for choice in [AfterGame.RESULT, *self.after_choices(situation)] if over else ONLY_AFTER:
            if choice in ONLY_AFTER:
                name = text_of(choice, situation.opponent_name)
                yield Command(name, "", partial(self.after_game, choice), listed=over, plays=True, refused=why)
        yield from super().further_commands

    def _why_no(self, command: PlanCommand) -> str:
        """Why nothing can be done with the plan by this; empty if something can."""
        situation = self.port.situation()
        if command is PlanCommand.REDO:
            return "" if situation.undone else _("Nothing that was undone can be done again now.")
        if situation.planned or (command in _UNDO and self.panel.has_begun):
            return ""
        return _("Nothing is planned now; what has been sent is not taken back.")

    def _press_command(self, key: str) -> bool:
        """The lines of a plan stand in the first step alone; their keys mean the same in every other.

        But what the player has begun since is the last that can be undone.
        """
        command = next((each for each in PlanCommand if each.value == key), None)
        if command is None:
            return False
        situation = self.port.situation()
        begun = command in _UNDO and self.panel.put_down()
        if begun and not (command is PlanCommand.UNDO_ALL and situation.planned):
            return True
        if why := self._why_no(command):
            self.notice(why)
        elif command is PlanCommand.SEND and self.panel.has_begun:
            # It has a line of its own where nothing is begun, which asks.
            back = shown(keys_in_force()["game.back"])
            words = _("First finish what you have begun, or go back ({back}): {key} sends what is planned from there.")
            self.panel.complain(words.format(back=back, key=command.value))
        elif not self.panel.refuse_early():
            self._command(command)
        return True

    def action_decide(self, what: str) -> None:
        """A key of the decision panel, wherever the focus is."""
        panel = self.panel
        if what == "escape":
            if self.page != self.pages[0]:
                # What the page has covered is there again.
                covered = self.front if self.size.width < WIDE_COLUMNS and self.page != self.front else None
                self.action_page(covered or self.pages[0])
                return
            what = "back"
        {"take": panel.take, "mark": panel.mark, "back": panel.back, "mark_all": panel.mark_all}[what]()

    def step_back(self) -> None:
        """See `BoardScreen.step_back`. What is dragged is let go; from the pages first where they cover the board."""
        self.board_view.let_go()
        self.action_decide("escape" if self.size.width < WIDE_COLUMNS or self.whole_page else "back")

    def action_scroll_page(self, direction: int) -> None:
        """See `BoardScreen.action_scroll_page`. A list too long to be seen comes first, as far as it goes."""
        if not self.panel.turn_page(direction):
            self.action_scroll_text(direction)

    def action_scroll_text(self, direction: int) -> None:
        """Scroll the page in sight, however long the list is."""
        super().action_scroll_page(direction)

    def on_screen_suspend(self) -> None:
        """Something lies over the game: no key skips now what is being shown, and what is asked is out of mind."""
        self.panel.left_alone()
        self._asking.retitle(self.port.situation())

    def on_screen_resume(self) -> None:
        """Nothing does any more."""
        self._asking.retitle(self.port.situation())

    def action_choose(self, number: int) -> None:
        """Take the line with this digit, wherever the focus is."""
        self.panel.number(number)
