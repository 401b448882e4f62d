"""Attempts of other kinds: what time and sizes tell, lying routers, names, and two who cheat together.

Threats 16, 17, 42, 44 and 45.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import trio
import trio.testing

from benchmarks.two_programs import ROOT
from engine.hidden import Piece
from protocol.record import read_record
from protocol.roles import Role
from tests.malicious.arena import Arena, PeerReport, finish, left_behind
from tests.malicious.cheating_table import CheatingTable
from tests.malicious.outcome import Honest, Outcome, checked, judge
from tests.malicious.switch import PREVENTED, Expected, Switch, When
from tests.malicious.switches.files import audited
from tests.malicious.switches.mixes import unlike
from tests.p2p.clocked_games import Seen, Think, onlooker_sees
from tests.protocol.pair import owned


class _Onlooker(Switch):
    """Compares, on a virtual clock, two games of two sessions that differ in hidden faces alone."""

    expected = PREVENTED

    def run(self, arena: Arena) -> Outcome:
        alike = all(self.alike(*self.seen(turn, seed)) for turn in (1, 3) for seed in range(2))
        when = When.PREVENTED if alike else When.UNSEEN
        return checked(self, Outcome(self.name, self.threat, when, "", "nobody", "whole; finished", "whole"))

    def seen(self, turn: int, seed: int) -> tuple[Seen, Seen]:
        games: list[Seen] = []

        async def both() -> None:
            games.extend([await onlooker_sees(deck, seed, self.think) for deck in (0, turn)])

        trio.run(both, clock=trio.testing.MockClock(autojump_threshold=0))
        one, two = games
        assert one.faces != two.faces
        return one, two

    think: Think = staticmethod(lambda table: 2.0)

    def alike(self, one: Seen, two: Seen) -> bool:
        raise NotImplementedError


def _by_the_cards(table: Any) -> float:
    faces = owned(table)
    return 0.5 + 0.25 * sum(int(faces[card]) for card in table.state.hand(table.seat))


class TimeTheAnswers(_Onlooker):
    """times the answers of a player who thinks the longer, the better its cards are"""

    name, threat = "time-the-answers", 16
    think = staticmethod(_by_the_cards)

    def alike(self, one: Seen, two: Seen) -> bool:
        return [frame.at for frame in one.frames] == [frame.at for frame in two.frames]


class MeasureTheFrames(_Onlooker):
    """counts and measures frames and proofs, to read hidden faces from them"""

    name, threat = "measure-the-frames", 17

    def alike(self, one: Seen, two: Seen) -> bool:
        return one.frames == two.frames


class LieAsARouter(Switch):
    """is the router: grants what it does not have, redirects, answers for others, drips, floods"""

    name, threat, expected = "lie-as-a-router", 42, PREVENTED

    def run(self, arena: Arena) -> Outcome:
        tests = ("tests/p2p/reach/test_router.py", "tests/p2p/reach/test_gateway.py")
        result = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *tests],
            capture_output=True,
            text=True,
            check=False,
            cwd=ROOT,
        )
        when = When.PREVENTED if result.returncode == 0 else When.UNSEEN
        said = result.stdout.strip().splitlines()[-1]
        return checked(self, Outcome(self.name, 42, when, "", "nobody", "whole; not begun", "whole", said))


class TakeAKnownName(Switch):
    """comes under the name of somebody whom the honest player has met, with a long-term key of its own"""

    name, threat, signs, stops_after = "take-a-known-name", 44, True, 1
    expected = Expected(When.ATTRIBUTED, "said")

    def begun(self, table: CheatingTable) -> None:
        self.done = True

    def run(self, arena: Arena) -> Outcome:
        self._play(arena, "friend")
        report, left = self._play(arena, "cheat")
        outcome = judge(self, left, report.heard, done=report.done, notes=report.notes, ended=report.ended)
        said = next((line for line in left.output.splitlines() if "signs with another key than before" in line), "")
        when = When.ATTRIBUTED if said else When.UNSEEN
        return checked(
            self, Outcome(self.name, 44, when, "said" if said else "", "nobody", outcome.game, outcome.secrets, said)
        )

    def _play(self, arena: Arena, who: str) -> tuple[PeerReport, Honest]:
        host, token = arena.host("honest")
        peer = arena.peer(self, "join", token, name=who)
        try:
            return arena.report(peer), left_behind(host, Role.HOST)
        finally:
            peer.kill()
            host.kill()


class PlayWithAnAccomplice(Switch):
    """plays with an accomplice who looks at no proof, and shows the record of the game as a fair one"""

    name, threat, stops_after = "play-with-an-accomplice", 45, 3
    expected = Expected(When.AUDIT, "mix")

    def before_mix(self, table: CheatingTable, pieces: Sequence[Piece]) -> None:
        found = unlike(table, pieces)
        if table.role is Role.JOINER and not self.done and table.mixes and found is not None:
            table.known[found[0]] = table.known[found[1]]
            self.done = True

    def run(self, arena: Arena) -> Outcome:
        host = arena.peer(self, "host", "--game", arena.game, name="accomplice")
        joiner = arena.peer(self, "join", host.line(r"^invite: (\w+)$"))
        try:
            report = arena.report(joiner)
            finish(host)
        finally:
            host.kill()
            joiner.kill()
        (path,) = host.home.glob("games/*/record")
        found = audited(arena, path.read_bytes())
        assert len(read_record(path.read_bytes()).entries) > 12
        authors = {violation["author"] for violation in found["violations"]}
        check = found["violations"][0]["check"] if found["violations"] else ""
        when = When.AUDIT if authors == {"joiner"} else When.UNSEEN
        return checked(
            self, Outcome(self.name, 45, when, check, "the cheat", "-", "whole"), done=report.done, ended=report.ended
        )
