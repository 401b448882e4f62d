"""What a player saw in an earlier state of the game is known for ever, also of pieces that were mixed since."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from engine.games import GAMES, GameKind
from engine.hidden import SEATS, Face, Piece
from engine.open_table import SeededChance
from engine.random_bot import RandomBot
from protocol.roles import Role
from tests.whole_games.played import SHORT, Case, by_bots, new_game, play_on
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.lines import plain_text
from tui.practice import PracticePort

KINDS = pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.name)
DECISIONS = 60
"""Of a game over the network: with these some blocks have been mixed more than once."""
Then = list[tuple[Any, Mapping[Piece, Face]]]


@KINDS
@pytest.mark.parametrize("seat", SEATS)
def test_in_practice(kind: GameKind, seat: Any) -> None:
    game = kind.make({})
    random = Random(f"{kind.name} {seat}")
    port = PracticePort(game, seat, RandomBot(game, random), SeededChance(3))
    bot: RandomBot[Any, Any] = RandomBot(game, random)
    then: Then = []
    while (situation := port.situation()).question is not None:
        view = situation.view
        assert view is not None
        then.append((game.copy(view.state), dict(view.faces)))
        port.act(bot.choose(view))
    assert len(then) > 20
    for state, faces in then:
        view = port.view_then(state)
        assert view is not None
        assert view.faces == faces


@pytest.mark.parametrize("case", SHORT, ids=str)
def test_over_the_network_and_from_the_record_alone(case: Case) -> None:
    played = new_game(case)
    pair, game = played.pair, case.game
    then: dict[Role, Then] = {role: [] for role in Role}

    def keep(role: Role) -> None:
        view = pair.tables[role].view()
        if view is not None:
            then[role].append((game.copy(view.state), dict(view.faces)))

    for role in Role:
        pair.tables[role].listen(lambda _appended, role=role: keep(role))  # type: ignore[misc]
    play_on(played, by_bots(case), until=lambda played: len(played.choices) >= DECISIONS)
    for again in (False, True):
        for role in Role:
            if again:
                pair.crash(role)
            assert len(then[role]) > DECISIONS
            for state, faces in then[role]:
                view = pair.tables[role].view_then(state)
                assert view is not None
                assert view.faces == faces


@KINDS
def test_what_was_drawn_is_told_as_well_when_all_is_told_at_once(kind: GameKind) -> None:
    """A record that is gone on with comes in one piece."""
    game = kind.make({})
    random = Random(kind.name)
    port = PracticePort(game, SEATS[0], RandomBot(game, random), SeededChance(3))
    bot: RandomBot[Any, Any] = RandomBot(game, random)
    interface = interface_of(game, UNICODE)
    logs = [interface.log(port.beginning()) for _ in range(2)]
    for log in logs:
        log.eyes = port.view_then
    while (situation := port.situation()).question is not None:
        logs[0].follow(situation.events)
        assert situation.view is not None
        port.act(bot.choose(situation.view))
    for log in logs:
        log.follow(port.situation().events)
    bit_by_bit, at_once = [[entry.whole for entry in log.entries] for log in logs]
    assert bit_by_bit == at_once
    lines = [line for entry in logs[1].entries for line in entry.whole]
    drawn = [plain_text(line) for line in lines if line[0][1] == "own"]
    assert len(drawn) > 5
    assert all(line.startswith(("You draw: ", "Into your box come: ")) for line in drawn)
    moved = [text.strip() for line in lines for text, style in line[1:] if style == "own"]
    # Which own blocks have marched or come unseen, in the codes of the map.
    assert bool(moved) == (kind.name == "sekigahara")
    assert all(re.fullmatch(r"\([A-Z][a-z]\d?[A-Za-z!]*( [A-Z][a-z]\d?[A-Za-z!]*)*\)", line) for line in moved)
