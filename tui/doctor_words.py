"""What was found out about how this machine can be reached, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from p2p.reach.doctor import Finding, Subject
from p2p.reach.nat import Nat
from p2p.reach.ways import Reason, Way, WayReport
from p2p.reach.ways import State as WayState
from tui.language import N_, _
from tui.network_words import reason_words

NAMES: Final = {
    Subject.ADDRESSES: N_("Addresses"),
    Subject.GATEWAY: N_("Gateway"),
    Subject.PCP: N_("Router, PCP"),
    Subject.NAT_PMP: N_("Router, NAT-PMP"),
    Subject.UPNP: N_("Router, UPnP"),
    Subject.PINHOLE: N_("Router, IPv6"),
    Subject.IPV6: "IPv6",
    Subject.TOR_CONTROL: N_("Tor, onions"),
    Subject.TOR_SOCKS: N_("Tor, dialling"),
    Subject.DHT: "DHT",
    Subject.RELAY: N_("Relay"),
    Subject.NAT: N_("Translation"),
}
_NATS: Final = {
    Nat.NONE: N_("none: this machine has an address of the internet itself."),
    Nat.KEEPS_PORT: N_("keeps ports: both sides can knock at the same time, and need nobody."),
    Nat.ONE_PORT: N_("one other port for everybody: knocking works with letters or a relay."),
    Nat.SYMMETRIC: N_("another port for everybody (symmetric): knocking leads only to those whose router keeps ports."),
    Nat.UNKNOWN: N_("unknown: too few have answered."),
}
_ROUTERS: Final = (Subject.PCP, Subject.NAT_PMP, Subject.UPNP)
_WAYS: Final = {Subject.IPV6: Way.IPV6}


def finding_words(finding: Finding) -> str:
    """One finding in a line."""
    return f"{_(NAMES[finding.subject])}: {_words(finding)}"


def _words(finding: Finding) -> str:
    address = finding.fact("address")
    if finding.subject is Subject.NAT:
        kind = _(_NATS[Nat(str(finding.fact("kind")))])
        return f"{kind} {_('Another translation stands above the router.')}" if finding.fact("carrier") else kind
    if finding.reason is not None:
        if finding.subject in (*_ROUTERS, Subject.PINHOLE) and finding.reason is Reason.REFUSED:
            return _("does not answer.")  # the router is there, and does not speak this
        way = _WAYS.get(finding.subject, Way.NAME)
        facts = tuple((name, value) for name, value in finding.facts if name in ("address", "percent", "errno"))
        return reason_words(WayReport(way, WayState.FAILED, finding.reason, facts))
    match finding.subject:
        case Subject.ADDRESSES:
            return _("{four} of IPv4, {six} of IPv6.").format(four=finding.fact("four"), six=finding.fact("six"))
        case Subject.GATEWAY:
            return f"{', '.join(str(value) for _name, value in finding.facts)}."
        case Subject.TOR_CONTROL:
            return _("Tor runs, and has connected itself to {percent} %.").format(percent=finding.fact("percent"))
        case Subject.TOR_SOCKS:
            return _("works, at port {port}.").format(port=finding.fact("port"))
        case Subject.DHT:
            words = (
                _("{answers} machines answered, which see you as {address}.")
                if address
                else _("{answers} machines answered.")
            )
            return words.format(answers=finding.fact("answers"), address=address)
        case Subject.RELAY:
            return _("answers, and sees you come from {address} port {port}.").format(
                address=address, port=finding.fact("port")
            )
        case _:
            return _("works; the address is {address}.").format(address=address)


def summary_words(findings: Sequence[Finding]) -> str:
    """What to do with all that."""
    by_subject = {finding.subject: finding for finding in findings}

    def works(*subjects: Subject) -> bool:
        return any(by_subject[subject].works for subject in subjects if subject in by_subject)

    nat = by_subject[Subject.NAT]
    if works(*_ROUTERS) and not nat.fact("carrier"):
        return _("You can host: your router opens ports. Only somebody outside can see whether they can be reached.")
    if nat.fact("kind") in (Nat.KEEPS_PORT, Nat.ONE_PORT, Nat.NONE):
        return _("You can host: knocking at the same time should lead through, perhaps with the answer code.")
    if nat.fact("kind") == Nat.SYMMETRIC and works(Subject.IPV6):
        return _(
            "You can host where the other router keeps ports, or both of you have IPv6; otherwise use Tor on both "
            "machines, or a relay."
        )
    if nat.fact("kind") == Nat.SYMMETRIC:
        return _("You can host where the other router keeps ports; otherwise use Tor on both machines, or a relay.")
    if works(Subject.IPV6):
        return _("Where both of you have IPv6 you can host; otherwise let the other side host, or use Tor or a relay.")
    return _("Let the other side host; or use Tor on both machines, or a relay.")
