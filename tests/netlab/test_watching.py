"""Whoever watches comes by the ways that players come by, with nothing but the invite to watch."""

from __future__ import annotations

import pytest

from tests.netlab.homes import LONG, NOT_LONG, why_not
from tests.netlab.programs import check_ended, host, invite, join, start
from tests.netlab.table import KEEPING, MIXED, PUNCHED, RELAYED, SYMMETRIC, TOR, WORST, Pair, prepared

MISSING = why_not("miniupnpd")
NO_TOR = why_not("tor", "tor-gencert")
pytestmark = [pytest.mark.slow, pytest.mark.skipif(MISSING is not None, reason=MISSING or "")]
only_long = pytest.mark.skipif(not LONG, reason=NOT_LONG)


@pytest.mark.parametrize(
    ("way", "pair", "by"),
    [
        ("letters", KEEPING, PUNCHED),
        pytest.param("letters", MIXED, PUNCHED, marks=only_long),
        pytest.param("pcp", KEEPING, "directly", marks=only_long),
        pytest.param("relay", SYMMETRIC, RELAYED, marks=only_long),
        pytest.param("tor", WORST, TOR, marks=[only_long, pytest.mark.skipif(NO_TOR is not None, reason=NO_TOR or "")]),
    ],
)
def test_a_whole_game_is_watched(way: str, pair: Pair, by: str) -> None:
    with prepared(way, pair, delay=5) as (homes, setting):
        waiting = host(homes, *setting.hosting, "--watch")
        token = invite(waiting)
        watch_token = waiting.line(r"^watch invite: (\w+)$")
        watching = start(homes, "hb", "watch", watch_token, "--plain", *setting.joining, home="watcher")
        assert watching.line(r"^You watch the game, (.*)\.$").startswith(by)
        coming = join(homes, token, *setting.joining)
        assert "result: " in watching.end()
        check_ended(homes, waiting, coming)
