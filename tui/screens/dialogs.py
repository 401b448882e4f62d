"""Small screens over the game: help, confirmation, a line of text."""

from __future__ import annotations

from typing import ClassVar, Final

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from tui.glyphs import Glyphs

HELP: Final = """\
DECIDING
  Up, Down     go through the choices      1 to 9   take a line at once
  Enter        take it; confirm marks      Space    mark, unmark
  a            mark all, or none           Tab      to the map, and back
  Backspace    one step back
  The digits work on the map too. In its first moment a new decision takes
  no answer, so that a key meant for the last one cannot give it.
  The mouse does all of it: click on lines, places, and the bar below.

PAGES (on a wide screen the map stays, and the pages are beside it)
  F2 m  map     F3 h  hand     F4 b  battle     F5 f  forces     F6 l  log
  Page Up, Page Down scroll the page.

MAP
  Arrows   to the next place      Enter   choose the place; again: take it
  z        another scale          g       go to a place by its name
  p        all about the place

OTHER
  t   say something to the opponent  R       resign (asks first)
  q   leave; the game is kept        ? F1    this help

SIGNS ON THE MAP
  {castle}T {castle}I      castle, and who holds it   {resource}- {resource}T {resource}I  resource, and its owner
  {capital}T {capital}I      capital                    {plain}          any other place
  [T5]       five Tokugawa blocks       (I3)       three Ishida blocks
  {disk}          disk: Hideyori or Sanada   {besieged}          besieged in the castle
  The side in control stands first. Letters after a name: the daimyo who
  recruit there. Thick roads are highways. {used} on a road: it has been used
  this phase. At the smallest scale a name has three letters, and t or i
  after an empty place says who controls it.

BLOCKS
  To3    Tokugawa, 3 mon             Fu1g   Fukushima, 1 mon, gun
  Ma1c   Maeda, 1 mon, cavalry       Da1L   Date, 1 mon, leader
  To Tokugawa, Fu Fukushima, Ma Maeda, Da Date, Ii Ii,
  Is Ishida, Ko Kobayakawa, Mo Mōri, Ue Uesugi, Uk Ukita

MARCHES
  A move is a tree of roads from one place. Blocks that have marched may
  go on from where they are, and blocks still at the origin may branch off
  by other roads: all that is one move and costs no other. No road is used
  twice. A march from another place begins a new move.

IN BATTLE
  A card deploys a block of its mon. Ii and Ishida blocks go with any card
  but a Loyalty Challenge (8.2.2). Leaders need no card, but only until
  your side has played its first card in the battle (8.2.4).

THE COURSE OF A GAME
  Seven weeks of two turns each. A week begins with discarding half the
  hand, new cards and blocks, and a bid for the turn order. In a turn you
  pay for movement, move and muster, then fight wherever both sides stand.
  In battle the side that is behind deploys, a block with a card of its
  mon. Every 7 impact cost the enemy a block; the loser loses one more.
  The death of Ieyasu or of Mitsunari, or the capture of Hideyori at
  Osaka, ends the game. Else a castle counts 2 points, a resource 1, and
  Ishida wins a tie.
"""


def help_text(glyphs: Glyphs) -> str:
    """The help, in the signs in use."""
    return glyphs.text(
        HELP.format(
            castle=glyphs.castle,
            resource=glyphs.resource,
            capital=glyphs.capital,
            plain=glyphs.plain,
            disk=glyphs.disk,
            besieged=glyphs.besieged,
            used=glyphs.used_road,
        )
    )


class TextScreen(ModalScreen[None]):
    """Something to read: the help, a place, the result. Any of Escape, q and Enter closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,question_mark,f1", "dismiss(None)", "Close", id="text.close"),
    ]

    def __init__(self, title: str, text: Content, glyphs: Glyphs, *, id: str = "text-screen") -> None:  # noqa: A002
        super().__init__(id=id, classes=glyphs.name)
        self._title = glyphs.text(title)
        self._text = text
        self._foot = glyphs.text("Enter, Escape or q: close")

    def compose(self) -> ComposeResult:
        """A box with the text, which scrolls."""
        with VerticalScroll(id="box") as box:
            box.border_title = Content(self._title)
            box.border_subtitle = Content(self._foot)
            yield Static(self._text, markup=False, id="text")

    def show(self, text: Content) -> None:
        """Show another text."""
        self._text = text
        for static in self.query("#text").results(Static):
            static.update(text)

    def on_mount(self) -> None:
        """The keys scroll the text."""
        self.query_one("#box").focus()


class ConfirmScreen(ModalScreen[bool]):
    """A question with yes and no; no comes first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,n", "dismiss(False)", "No", id="confirm.no"),
        Binding("y", "dismiss(True)", "Yes", id="confirm.yes"),
    ]

    def __init__(self, question: str, yes: str, no: str, glyphs: Glyphs) -> None:
        super().__init__(classes=glyphs.name)
        self._question = glyphs.text(question)
        self._answers = (glyphs.text(f"n  {no}"), glyphs.text(f"y  {yes}"))

    def compose(self) -> ComposeResult:
        """The question and its two answers."""
        with Vertical(id="box"):
            yield Static(self._question, markup=False, id="text")
            yield OptionList(*(Option(Content(answer)) for answer in self._answers), id="answers", markup=False)

    def on_mount(self) -> None:
        """The list takes the keys."""
        self.query_one("#answers").focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """The answer chosen."""
        self.dismiss(event.option_index == 1)


class LineScreen(ModalScreen[str]):
    """Asks for a line of text of at most `limit` characters (0: of any length). The empty string: none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Cancel", id="line.cancel")]

    def __init__(self, title: str, glyphs: Glyphs, limit: int = 0) -> None:
        super().__init__(classes=glyphs.name)
        self._title = glyphs.text(title)
        self._limit = limit

    def compose(self) -> ComposeResult:
        """One input."""
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            yield Input(max_length=self._limit, id="line")

    def on_mount(self) -> None:
        """The input takes the keys."""
        self.query_one("#line").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter."""
        self.dismiss(event.value)
