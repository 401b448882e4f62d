"""Two programs play Samurai over loopback, and both records audit clean."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.two_programs import run, start


def test_two_bots_play_samurai_and_both_audits_are_clean(tmp_path: Path) -> None:
    records = [tmp_path / f"{name}.record" for name in ("host", "joiner")]
    chosen = ["--game", "samurai", "--side", "blue", "--option", "setup=random"]
    host = start(
        tmp_path / "host", "host", *chosen, "--listen", "127.0.0.1:0", "--bot", "steady", "--record", str(records[0])
    )
    try:
        token = host.line(r"^invite: (\w+)$")
        # The invite says which game it is.
        joiner = start(tmp_path / "joiner", "join", token, "--bot", "random", "--record", str(records[1]))
        try:
            outputs = [joiner.end(), host.end()]
        finally:
            joiner.kill()
    finally:
        host.kill()
    for output in outputs:
        assert "set-up" in output
        assert "figures left" in output
        assert "audit: clean" in output
    for record in records:
        audit = run(tmp_path, "audit", "--json", str(record))
        assert audit.returncode == 0, audit.stderr
        report = json.loads(audit.stdout)
        assert report["clean"]
        assert report["violations"] == []
        assert [player["side"] for player in report["players"]] == ["blue", "red"]
    for home, side in (("host", "blue"), ("joiner", "red")):
        [row] = json.loads(run(tmp_path / home, "games", "--json").stdout)
        assert (row["kind"], row["side"], row["finished"]) == ("samurai", side, True)
        table = run(tmp_path / home, "games").stdout
        assert row["game"] in table
    text = run(tmp_path, "audit", str(records[0]))
    assert text.returncode == 0
