"""Two programs play Samurai over loopback, in two languages, and both records audit clean."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.two_programs import run, start
from protocol.record import read_record
from tui.language import _, speaking


def test_two_bots_play_samurai_and_both_audits_are_clean(tmp_path: Path) -> None:
    records = [tmp_path / f"{name}.record" for name in ("host", "joiner")]
    chosen = ["--game", "samurai", "--side", "blue", "--option", "setup=random"]
    host = start(
        tmp_path / "host",
        "host",
        *("--lang", "es"),
        *chosen,
        *("--listen", "127.0.0.1:0", "--bot", "steady", "--record", str(records[0])),
    )
    try:
        token = host.line(r"^invite: (\w+)$")
        # The invite says which game it is.
        joined = ("join", token, "--lang", "it", "--bot", "random", "--record", str(records[1]))
        joiner = start(tmp_path / "joiner", *joined)
        try:
            outputs = [joiner.end(), host.end()]
        finally:
            joiner.kill()
    finally:
        host.kill()
    for output, code in zip(outputs, ("it", "es"), strict=True):
        with speaking(code):
            wanted = [_("set-up"), _("audit: clean")]
        assert [words for words in wanted if words not in output] == []
        assert "figures left" not in output
    # Nothing of the languages is in what both have signed.
    first, second = [read_record(record.read_bytes()).entries for record in records]
    assert first == second
    for record in records:
        audit = run(tmp_path, "audit", "--json", "--lang", "es", str(record))
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
        assert " won: " in row["result"]
        translated = run(tmp_path / home, "games", "--lang", "es").stdout
        assert row["game"] in translated
        assert " won: " not in translated, "the result is kept in every language"
    text = run(tmp_path, "audit", str(records[0]))
    assert text.returncode == 0
