"""Two games that differ only in hidden faces look alike to whoever receives them: the same frames, of the same sizes,
proofs included, at the same times (threats 16 and 17). On a virtual clock, so that times are exact.
"""

from __future__ import annotations

import pytest
import trio.testing

from protocol.table import Table
from tests.p2p.clocked_games import Seen, onlooker_sees
from tests.protocol.pair import owned
from tests.toy_game import Move, Position

pytestmark = [pytest.mark.trio, pytest.mark.usefixtures("proofs_once")]

AnyToyTable = Table[Position, Move]


def steadily(table: AnyToyTable) -> float:
    """Two seconds about anything."""
    return 2.0


def by_the_cards(table: AnyToyTable) -> float:
    """The longer, the better the hand: what must not be seen."""
    assert table.state is not None
    assert table.seat is not None
    faces = owned(table)
    return 0.5 + 0.25 * sum(int(faces[card]) for card in table.state.hand(table.seat))


def same_but_for_faces(one: Seen, two: Seen) -> None:
    assert one.faces != two.faces, "the two games are to differ in what is hidden"
    assert len(one.frames) > 12
    assert [frame.what for frame in one.frames] == [frame.what for frame in two.frames]
    assert [frame.size for frame in one.frames] == [frame.size for frame in two.frames]
    assert [frame.at for frame in one.frames] == [frame.at for frame in two.frames]


@pytest.mark.parametrize("seed", range(2))
async def test_frames_sizes_and_times_do_not_depend_on_hidden_faces(
    autojump_clock: trio.testing.MockClock, seed: int
) -> None:
    """What the program times by itself: answers, windows, pings."""
    same_but_for_faces(await onlooker_sees(0, seed, steadily), await onlooker_sees(2, seed, steadily))


@pytest.mark.parametrize("seed", range(2))
async def test_how_long_a_player_thinks_about_its_cards_is_not_seen(
    autojump_clock: trio.testing.MockClock, seed: int
) -> None:
    """Threat 16: the answer to a turn, the time of which would tell, leaves at the end of its window."""
    same_but_for_faces(await onlooker_sees(0, seed, by_the_cards), await onlooker_sees(1, seed, by_the_cards))


async def test_without_a_window_it_is_seen(autojump_clock: trio.testing.MockClock) -> None:
    """So that the tests above are known to see what there is to be seen."""
    one, two = [await onlooker_sees(turn, 0, by_the_cards, window=None) for turn in (0, 1)]
    assert [frame.what for frame in one.frames] == [frame.what for frame in two.frames]
    assert [frame.at for frame in one.frames] != [frame.at for frame in two.frames]
