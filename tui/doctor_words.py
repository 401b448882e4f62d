"""What was found out about how this machine can be reached, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from p2p.reach.doctor import Finding, Subject
from p2p.reach.nat import Nat
from p2p.reach.ways import State as WayState
from p2p.reach.ways import Way, WayReport
from tui.network_words import reason_words

NAMES: Final = {
    Subject.ADDRESSES: "Addresses",
    Subject.GATEWAY: "Gateway",
    Subject.PCP: "Router, PCP",
    Subject.NAT_PMP: "Router, NAT-PMP",
    Subject.UPNP: "Router, UPnP",
    Subject.PINHOLE: "Router, IPv6",
    Subject.IPV6: "IPv6",
    Subject.TOR_CONTROL: "Tor, onions",
    Subject.TOR_SOCKS: "Tor, dialling",
    Subject.DHT: "DHT",
    Subject.RELAY: "Relay",
    Subject.NAT: "Translation",
}
_NATS: Final = {
    Nat.NONE: "none: this machine has an address of the internet itself.",
    Nat.KEEPS_PORT: "keeps ports: both sides can knock at the same time, and need nobody.",
    Nat.ONE_PORT: "one other port for everybody: knocking works with letters or a relay.",
    Nat.SYMMETRIC: "another port for everybody (symmetric): knocking leads only to those whose router keeps ports.",
    Nat.UNKNOWN: "unknown: too few have answered.",
}
_ROUTERS: Final = (Subject.PCP, Subject.NAT_PMP, Subject.UPNP)
_WAYS: Final = {Subject.IPV6: Way.IPV6}


def finding_words(finding: Finding) -> str:
    """One finding in a line."""
    return f"{NAMES[finding.subject]}: {_words(finding)}"


def _words(finding: Finding) -> str:
    address = finding.fact("address")
    if finding.subject is Subject.NAT:
        above = " Another translation stands above the router." if finding.fact("carrier") else ""
        return _NATS[Nat(str(finding.fact("kind")))] + above
    if finding.reason is not None:
        way = _WAYS.get(finding.subject, Way.NAME)
        facts = tuple((name, value) for name, value in finding.facts if name in ("address", "percent", "errno"))
        return reason_words(WayReport(way, WayState.FAILED, finding.reason, facts))
    match finding.subject:
        case Subject.ADDRESSES:
            return f"{finding.fact('four')} of IPv4, {finding.fact('six')} of IPv6."
        case Subject.GATEWAY:
            return f"{', '.join(str(value) for _, value in finding.facts)}."
        case Subject.TOR_CONTROL:
            return f"Tor runs, and has connected itself to {finding.fact('percent')} %."
        case Subject.TOR_SOCKS:
            return f"works, at port {finding.fact('port')}."
        case Subject.DHT:
            return f"{finding.fact('answers')} machines answered{f', which see you as {address}' if address else ''}."
        case Subject.RELAY:
            return f"answers, and sees you come from {address} port {finding.fact('port')}."
        case _:
            return f"works; the address is {address}."


def summary_words(findings: Sequence[Finding]) -> str:
    """What to do with all that."""
    by_subject = {finding.subject: finding for finding in findings}

    def works(*subjects: Subject) -> bool:
        return any(by_subject[subject].works for subject in subjects if subject in by_subject)

    nat = by_subject[Subject.NAT]
    if works(*_ROUTERS) and not nat.fact("carrier"):
        return "You can host: your router opens ports. Only somebody outside can see whether they can be reached."
    if works(Subject.IPV6):
        return "Where both of you have IPv6 you can host; otherwise let the other side host, or use Tor or a relay."
    if nat.fact("kind") in (Nat.KEEPS_PORT, Nat.ONE_PORT, Nat.NONE):
        return "You can host: knocking at the same time should lead through, perhaps with the answer code."
    return "Let the other side host; or use Tor on both machines, or a relay."
