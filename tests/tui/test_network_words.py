"""Everything that can be said of the ways is said in words, and as often as it is news."""

from __future__ import annotations

import re

import pytest

from p2p.errors import Problem
from p2p.notifications import DialFailed, PeerConnected, RoundTrip, StrangersTurnedAway
from p2p.reach.doctor import Finding, Subject
from p2p.reach.nat import Nat
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.ways import NoWayToHost, Reason, State, Way, WayReport, facts
from tui.doctor_words import finding_words, summary_words
from tui.network_words import (
    NAMES,
    WayLines,
    advice,
    error_words,
    notification_words,
    stopped_words,
    token_words,
    way_words,
)

SENTENCE = re.compile(r"[^{}]+[.…)]")
WHERE = facts(address="45.1.1.2", port=1600, protocol="pcp", percent=45, places=2, errno=5)


@pytest.mark.parametrize("way", Way)
def test_every_way_has_a_sentence_for_every_state_and_reason(way: Way) -> None:
    assert NAMES[way]
    for known in ((), WHERE):
        for state in (State.OFF, State.TRYING, State.READY, State.WON):
            assert SENTENCE.fullmatch(way_words(WayReport(way, state, None, known)))
        for reason in Reason:
            words = way_words(WayReport(way, State.FAILED, reason, known))
            assert SENTENCE.fullmatch(words), words
            assert "None" not in words
    assert way_words(WayReport(way, State.LOST)) == ""


def test_a_line_a_way_and_news_once() -> None:
    lines = WayLines()
    assert lines.take(WayReport(Way.ROUTER, State.TRYING)) == "Your router: is asked to open a port…"
    assert lines.take(WayReport(Way.ROUTER, State.TRYING)) == ""
    ready = lines.take(WayReport(Way.ROUTER, State.READY, None, WHERE))
    assert ready.startswith("Your router: opened 45.1.1.2 port 1600 by PCP; whether it can be reached shows when")
    for port, state, reason in ((1, State.FAILED, Reason.REFUSED), (2, State.TRYING, None), (3, State.LOST, None)):
        lines.take(WayReport(Way.IPV4, state, reason, facts(address="45.1.1.2", port=port)))
    lines.take(WayReport(Way.ONION, State.TRYING, Reason.NOT_READY, facts(percent=45)))
    assert lines.lines() == [
        "IPv4: trying 45.1.1.2 port 2…",
        ready,
        "Tor: is connecting itself: 45 %.",
    ]


def test_what_a_router_is_said_to_have_above_it() -> None:
    shared = WayReport(Way.ROUTER, State.FAILED, Reason.NOT_GLOBAL, facts(address="100.64.0.2", carrier=1))
    assert way_words(shared).startswith("has 100.64.0.2: your provider shares one address among customers")
    none = WayReport(Way.ROUTER, State.FAILED, Reason.NOT_GLOBAL, facts(address="0.0.0.0", carrier=0))
    assert way_words(none).startswith("has no public address itself: another router")


def test_how_the_two_are_connected() -> None:
    relay = WayReport(Way.RELAY, State.WON, None, facts(address="relay.example", port=1600))
    words = "Ieyasu is connected, through the relay relay.example, which sees addresses and amounts only."
    assert notification_words(PeerConnected("Ieyasu"), relay) == words
    punched = WayReport(Way.PUNCH, State.WON)
    assert "directly, through both routers; a message and its answer take 42 ms." in notification_words(
        RoundTrip(0.042), punched
    )
    assert notification_words(PeerConnected("")) == "Your opponent is connected."


def test_lost_racers_are_no_strangers() -> None:
    assert notification_words(StrangersTurnedAway(2, (), ((Problem.CLOSED, 2),))) == ""
    assert notification_words(StrangersTurnedAway(2, (), ((Problem.CLOSED, 1), (Problem.NO_TLS, 1)))) != ""


def test_a_relay_that_is_down() -> None:
    where = facts(address="45.3.3.2", port=1600)
    for reason in (Reason.REFUSED, Reason.NO_ANSWER):
        words = way_words(WayReport(Way.RELAY, State.FAILED, reason, where))
        assert words == "45.3.3.2 port 1600 does not answer: the relay is down."


def test_what_to_do_next_when_nothing_leads_through() -> None:
    dead = WayReport(Way.IPV4, State.FAILED, Reason.NO_ANSWER, facts(address="45.1.1.2", port=1600))
    no_tor = WayReport(Way.ONION, State.FAILED, Reason.NO_TOR)
    relay = WayReport(Way.RELAY, State.FAILED, Reason.NOBODY_THERE)
    assert error_words(NoWayToHost([dead])) == (
        "No way has led to the host. IPv4: 45.1.1.2 port 1600 does not answer. "
        "Run Tor on both machines, or agree on a relay, and have the host make a new invite."
    )
    assert stopped_words(NoWayToHost([dead])) == (
        "No way has led to the host. "
        "Run Tor on both machines, or agree on a relay, and have the host make a new invite."
    )
    assert "Start Tor on this machine" in advice([dead, no_tor])
    assert "Let the other side host" in advice([dead, relay])
    assert "no way that you allow" in advice([])
    assert "still runs" in advice([WayReport(Way.IPV4, State.FAILED, Reason.REFUSED)])


def test_what_to_do_when_a_host_is_gone_that_was_there_before() -> None:
    dead = WayReport(Way.IPV4, State.FAILED, Reason.NO_ANSWER)
    letters = WayReport(Way.LETTER_BOX, State.FAILED, Reason.NO_LETTER)
    assert "its letter will tell" in notification_words(DialFailed(NoWayToHost([dead, letters]), 2, True))
    assert "joining with that leads back" in notification_words(DialFailed(NoWayToHost([dead]), 2, True))
    assert notification_words(DialFailed(NoWayToHost([dead]), 2)) == "No way has led to the host."


def test_many_knocks_are_counted() -> None:
    usual = WayReport(Way.PUNCH, State.TRYING, None, facts(address="45.2.2.2", port=7))
    trying = WayReport(Way.PUNCH, State.TRYING, None, facts(address="45.2.2.2", knocks=256))
    lines = WayLines()
    for report in (usual, trying):
        lines.take(report)
    (line,) = lines.lines()
    assert "45.2.2.2" in line
    assert "256 so far…" in line
    lines.take(WayReport(Way.PUNCH, State.LOST, None, facts(address="45.2.2.2")))
    won = WayReport(Way.PUNCH, State.WON, None, facts(knocks=612))
    assert lines.take(won).endswith("connected, directly, through both routers, after 612 knocks.")
    assert "after 1 knock." in way_words(WayReport(Way.PUNCH, State.WON, None, facts(knocks=1)))
    assert "from 256 ports at once" in way_words(WayReport(Way.PUNCH, State.WON, None, facts(ports=256)))
    dialling = WayReport(Way.PUNCH, State.TRYING, None, facts(address="45.1.1.2", port=7, ports=256))
    assert "so 45.1.1.2 port 7 is dialled from many" in way_words(dialling)


@pytest.mark.parametrize("here", [0, 1])
@pytest.mark.parametrize("there", [0, 1])
def test_whose_router_cannot_be_knocked_at(here: int, there: int) -> None:
    words = way_words(WayReport(Way.PUNCH, State.FAILED, Reason.SYMMETRIC, facts(here=here, there=there)))
    assert words.startswith({(1, 1): "both routers take", (1, 0): "your router takes"}.get((here, there), "the other "))
    assert "symmetric" in way_words(WayReport(Way.LETTER_BOX, State.READY, None, facts(places=1, symmetric=1)))


@pytest.mark.parametrize("slip", Slip)
def test_every_slip_has_a_sentence(slip: Slip) -> None:
    error = TokenError(slip, length=9, most=5, version=1, place=7, right="a", field="places", begins="seki2")
    assert SENTENCE.fullmatch(token_words(error))
    assert token_words(error, "answer code").count("answer code") == 1


def test_every_finding_has_a_sentence() -> None:
    known = facts(address="45.1.1.2", port=9050, percent=100, answers=8, four=1, six=0, kind=Nat.SYMMETRIC, carrier=1)
    findings = [Finding(subject, None, known) for subject in Subject]
    for finding in (*findings, *(Finding(subject, Reason.NO_ANSWER, known) for subject in Subject)):
        assert SENTENCE.fullmatch(finding_words(finding))
    for kind in Nat:
        assert summary_words([Finding(Subject.NAT, None, facts(kind=kind, carrier=0))]).endswith(".")
    six = Finding(Subject.IPV6, None)
    for kind, found, said in (
        (Nat.KEEPS_PORT, six, "knocking at the same time"),
        (Nat.SYMMETRIC, six, "keeps ports, or both of you have IPv6"),
        (Nat.SYMMETRIC, Finding(Subject.IPV6, Reason.UNREACHABLE), "keeps ports; otherwise use Tor"),
        (Nat.UNKNOWN, six, "Where both of you have IPv6"),
    ):
        assert said in summary_words([found, Finding(Subject.NAT, None, facts(kind=kind, carrier=1))])
    refused = Finding(Subject.PCP, Reason.REFUSED)
    assert finding_words(refused) == "Router, PCP: does not answer."
    assert "your router opens ports" in summary_words([findings[2], Finding(Subject.NAT, None, facts(kind="none"))])
