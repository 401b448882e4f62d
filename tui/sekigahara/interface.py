"""Sekigahara as the client's screens know it: map, pages, questions, log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from engine.hidden import Face, Piece, View, other
from engine.sekigahara import Answer, Sekigahara
from engine.sekigahara.board import OSAKA, Location
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import State
from tui.boards import Spot
from tui.games import GameInterface, Page, Unasked
from tui.glyphs import Glyphs
from tui.language import N_, _
from tui.lines import Line
from tui.sekigahara.choosers.chapter_3_pieces import SekigaharaPlayer
from tui.sekigahara.choosers.first_step import first_step
from tui.sekigahara.explanations import explain, odds_lines
from tui.sekigahara.help import help_text
from tui.sekigahara.idle_keys import idle_key
from tui.sekigahara.log import SekigaharaLog
from tui.sekigahara.map.board import SekigaharaBoard
from tui.sekigahara.map.painter import ON_GROUND
from tui.sekigahara.map.telling import SOLID
from tui.sekigahara.map.terrain import Ground
from tui.sekigahara.panels.battle import battle_lines, broken_off_lines
from tui.sekigahara.panels.drawn_battle import drawn_battle
from tui.sekigahara.panels.forces import forces_lines
from tui.sekigahara.panels.hand import hand_in_brief, hand_lines
from tui.sekigahara.panels.last_battle import LastBattles
from tui.sekigahara.panels.status import final_score_lines, score_lines, status_lines
from tui.sekigahara.unasked import forced_in_public, unasked
from tui.sekigahara.words.chapter_6_week import time_words
from tui.sekigahara.words.chapter_7_3_marches import march_way
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, write_daimyo
from tui.sekigahara.words.sekigahara import SekigaharaWords
from tui.settings import kanji_wanted
from tui.steps import Step

_GROUNDS: Final = {
    Ground.WATER: "on #10283f",
    Ground.PLAIN: "on #232821",
    Ground.HILLS: "on #2b3625",
    Ground.MOUNTAINS: "on #413c2b",
}
_STYLES: Final = {
    "land": "",
    "coast": "#2d567b",
    "road": "#acacac",
    "highway": "bold #c4875c",
    "used": "bold #d75f5f",
    "name": "#dedede",
    "nobody": "#9a9a9a",
    "tokugawa": "bold #f4f4f4 on #3b4a86",
    "ishida": "bold #1c1400 on #d8b13c",
    "tokugawa-tied": "bold #f4f4f4 on #3b4a86",
    "ishida-tied": "bold #1c1400 on #d8b13c",
    "tokugawa-control": "bold #93a8ff",
    "ishida-control": "bold #e8c557",
    "chip-tokugawa": "bold #ffffff on #2f4fa8",
    "chip-fukushima": "bold #ffffff on #1c6e62",
    "chip-maeda": "bold #ffffff on #6d3fa6",
    "chip-date": "bold #ffffff on #46596b",
    "chip-ii": "bold #ffffff on #a8283a",
    "chip-ishida": "bold #141000 on #e6bd3a",
    "chip-kobayakawa": "bold #141000 on #dc9440",
    "chip-mori": "bold #141000 on #b8c455",
    "chip-uesugi": "bold #141000 on #e2a59c",
    "chip-ukita": "bold #141000 on #a3cdc6",
    "reach-free": "bold #06210a on #76d07c",
    "reach-claim": "bold #221c00 on #ecd955",
    "reach-card": "bold #2a1500 on #f2a03f",
    "reach-both": "bold #ffffff on #b5532a",
    "reach-overrun": "bold #ffffff on #8d49c4",
    "reach-battle": "bold #ffffff on #cf3434",
    "battle": "bold #ffffff on #9c2f2f",
}
STYLES: Final = {
    **_STYLES,
    **{
        name + ON_GROUND[ground]: style if " on " in style else f"{style} {colour}".strip()
        for name, style in _STYLES.items()
        if name not in SOLID
        for ground, colour in _GROUNDS.items()
    },
}


class SekigaharaInterface(GameInterface[State, Answer]):
    """See `GameInterface`, which documents the methods."""

    def __init__(self, game: Sekigahara, glyphs: Glyphs) -> None:
        self._game = game
        self._latin = glyphs.ascii
        self.settings_changed()
        self.words = SekigaharaWords()
        self._recollection = recollection = Recollection()
        self._last_battles = last = LastBattles()
        self.board = SekigaharaBoard(glyphs, recollection)
        self.pages = (
            Page(N_("hand"), _("Hand"), "d", hand_lines, brief=hand_in_brief),
            Page(
                N_("battle"),
                _("Battle"),
                "b",
                lambda view: battle_lines(view, glyphs, recollection, last),
                lambda view, columns: drawn_battle(view, columns, glyphs, recollection, last),
                common=True,
                watched=lambda view: battle_lines(view, glyphs, recollection, last, watched=True),
                broken_off=broken_off_lines,
            ),
            Page(
                N_("forces"),
                _("Forces"),
                "f",
                lambda view: forces_lines(view, recollection),
                watched=lambda view: forces_lines(view, recollection, watched=True),
            ),
        )
        self.styles = STYLES
        self.stylesheet = Path(__file__).parent / "sekigahara.tcss"
        self.help = help_text(glyphs)

    def settings_changed(self) -> None:
        """The daimyo may be written in kanji, where the signs are not those of ASCII alone."""
        write_daimyo(kanji=kanji_wanted() and not self._latin)

    def status(self, state: State) -> Sequence[Line]:
        """See `GameInterface.status`."""
        return status_lines(state)

    def scores(self, view: View[State], names: tuple[str, str]) -> Sequence[Line]:
        """See `GameInterface.scores`."""
        return score_lines(view, names)

    def final_score(self, state: State) -> list[Line]:
        """See `GameInterface.final_score`."""
        return final_score_lines(state)

    def ended_when(self, state: State) -> str:
        """See `GameInterface.ended_when`: `Week 3 of 7, turn B; the battle of Kyoto was broken off`."""
        when = time_words(state)
        if state.combat is None or state.over is not None:
            return when
        siege, battle = _("the siege of {location} was broken off"), _("the battle of {location} was broken off")
        words = siege if state.combat.siege else battle
        return f"{when}; {words.format(location=NAMES[state.combat.location])}"

    def front(self, state: State, *, beside: bool) -> str | None:
        """The battle, while one is fought and the game goes on; beside the map whatever is asked in it."""
        if state.combat is None or state.over is not None:
            return None
        # Whether one leaves a castle, and where one retreats to, is seen on the map.
        by_map = bool(state.agenda) and isinstance(state.agenda[-1], CastleChoiceDue | RetreatDue)
        return None if by_map and not beside else "battle"

    def ask(self, view: View[State], question: Any) -> Step:
        """See `GameInterface.ask`."""
        return first_step(SekigaharaPlayer(self._game, self.words, view, self._recollection), question)

    def way(self, view: View[State], action: Answer) -> tuple[Location, ...]:
        """The way of a march; of a muster the place, and of a call from the Mōri box."""
        match action:
            case March():
                return march_way(view.state, view.seat, action)
            case Muster(location=location):
                return (location,)
            case CallMori():
                return (OSAKA,)
            case _:
                return ()

    def deploys(self, action: Answer) -> bool:
        """See `GameInterface.deploys` (8.2.2)."""
        return isinstance(action, Deploy)

    def forced_in_public(self, view: View[State], question: Any) -> bool:
        """See `GameInterface.forced_in_public`."""
        return forced_in_public(view, question)

    def unasked(self, view: View[State], question: Any, answer: Answer) -> Unasked:
        """See `GameInterface.unasked`."""
        return unasked(view, question, answer)

    def scene(self, state: State) -> Spot | None:
        """See `GameInterface.scene`."""
        return None if state.combat is None else state.combat.location

    def named_by(self, reasons: Sequence[Any]) -> frozenset[Location]:
        """See `GameInterface.named_by`."""
        named = [getattr(reason, part, None) for reason in reasons for part in ("location", "origin", "support")]
        several = [place for reason in reasons for place in getattr(reason, "locations", ())]
        return frozenset([place for place in (*named, *several) if place is not None])

    def opened(self, state: State, faces: Mapping[Piece, Face]) -> State:
        """See `GameInterface.opened`."""
        opened = state.copy()
        opened.shown.update(faces)
        return opened

    def stacks_at(self, view: View[State], spot: Spot) -> list[tuple[str, tuple[Piece, ...]]]:
        """See `GameInterface.stacks_at`. The blocks of each side, the own first."""
        seat = view.seat
        stacks = [(_("your blocks"), seat), (_("{side}'s blocks").format(side=SIDES[other(seat)]), other(seat))]
        return [(whose, view.state.pools[side][spot]) for whose, side in stacks if view.state.pools[side][spot]]

    def explain(self, view: View[State], question: Any, rule: str) -> list[Line]:
        """See `GameInterface.explain`."""
        return explain(view, question, rule)

    def idle_key(self, view: View[State], question: Any, key: str) -> str:
        """See `GameInterface.idle_key`."""
        return idle_key(view, question, key)

    def odds(self, view: View[State]) -> list[Line]:
        """See `GameInterface.odds`."""
        return odds_lines(view, self._recollection)

    def log(self, beginning: State) -> SekigaharaLog:
        """See `GameInterface.log`."""
        return SekigaharaLog(self._game, beginning, self._recollection, self._last_battles)
