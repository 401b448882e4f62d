"""What goes on between the two programs, in words: the notifications of `p2p` and the ways to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from p2p.errors import Problem
from p2p.notifications import (
    AnswerHeld,
    ChatMuted,
    ChatSaid,
    ChoiceLost,
    DialFailed,
    EntryAdded,
    Notification,
    PeerConnected,
    PeerDisconnected,
    RematchAsked,
    RematchDeclined,
    RoundTrip,
    StrangersTurnedAway,
    Synchronised,
    TornEndDropped,
)
from p2p.reach.dialer import NoWayToHost
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.ways import Reason, State, Way, WayReport

_LOST_RACERS: Final = {Problem.CLOSED, Problem.CLOSED_BEFORE_TLS, Problem.CLOSED_INSIDE, Problem.BROKEN}
"""What a connection looks like that the joiner drops because another of its own was faster."""


def notification_words(notification: Notification, by: WayReport | None = None) -> str:
    """A sentence on how things stand, empty for what is no news of the connection. `by`: the way that has won."""
    match notification:
        case PeerConnected(opponent):
            how = "" if by is None else f", {connected_words(by)}"
            return f"{opponent or 'Your opponent'} is connected{how}."
        case RoundTrip(seconds):
            how = "" if by is None else f", {connected_words(by)}"
            return f"Connected{how}; a message and its answer take {1000 * seconds:.0f} ms."
        case PeerDisconnected(error):
            return f"{error} Trying to reach the opponent again…"
        case DialFailed(error, again_in, reached_before):
            next_step = f" {advice_again(error.reports)}" if reached_before and isinstance(error, NoWayToHost) else ""
            return f"{error}{next_step} Trying again in {again_in:.0f} seconds…"
        case StrangersTurnedAway(count, _, problems):
            if all(problem in _LOST_RACERS for problem, _ in problems):
                return ""
            return f"Turned away: {count} connection{'' if count == 1 else 's'} of somebody else's."
        case TornEndDropped(torn, whole):
            return (
                f"The last {torn} bytes of the record are the beginning of an entry that was never finished; "
                f"the {whole} entries before it are whole."
            )
        case ChoiceLost():
            return (
                "Your sealed choice is in the record, but no longer known, so the game cannot go on. Leave, put the "
                "game's file `remembered` back from a copy and resume; or resign."
            )
        case ChatMuted(seconds):
            return f"Your opponent says more than can be shown: the next {seconds:.0f} seconds of it are dropped."
        case RematchAsked(own):
            if own:
                return "You have asked for a rematch with sides exchanged; it begins when your opponent asks too."
            return "Your opponent asks for a rematch with sides exchanged."
        case RematchDeclined():
            return "Your opponent has left: there is no rematch."
        case EntryAdded() | ChatSaid() | AnswerHeld() | Synchronised():
            return ""
        case _:
            assert_never(notification)


# -- the ways


NAMES: Final = {
    Way.LOOPBACK: "This machine",
    Way.LAN: "Home network",
    Way.IPV6: "IPv6",
    Way.IPV4: "IPv4",
    Way.NAME: "By name",
    Way.ROUTER: "Your router",
    Way.PINHOLE: "Your router, IPv6",
    Way.PUNCH: "Through both routers",
    Way.LETTER_BOX: "Letters in the DHT",
    Way.ONION: "Tor",
    Way.RELAY: "Relay",
}
_DIALLED: Final = (Way.LOOPBACK, Way.LAN, Way.IPV6, Way.IPV4, Way.NAME, Way.PUNCH)
_RANK: Final = (State.WON, State.READY, State.TRYING, State.FAILED, State.OFF, State.LOST)
_PROTOCOLS: Final = {"pcp": "PCP", "nat-pmp": "NAT-PMP", "upnp": "UPnP"}


def connected_words(report: WayReport) -> str:
    """By which way the two are connected."""
    match report.way:
        case Way.LOOPBACK:
            return "on this machine"
        case Way.LAN:
            return "directly, in your home network"
        case Way.PUNCH:
            return "directly, through both routers"
        case Way.ROUTER:
            return "directly, through the port that your router opened"
        case Way.ONION:
            return "through Tor"
        case Way.RELAY:
            return f"through the relay {report.fact('address') or ''}, which sees addresses and amounts only"
        case Way.IPV6:
            return "directly, over IPv6"
        case _:
            return "directly"


def way_words(report: WayReport) -> str:
    """How a way fares, in a sentence without its name; empty if that is nobody's business."""
    match report.state:
        case State.OFF:
            return "is not used, as you chose."
        case State.TRYING:
            return _trying(report)
        case State.READY:
            return _ready(report)
        case State.WON:
            return f"connected, {connected_words(report)}."
        case State.FAILED:
            return reason_words(report)
        case State.LOST:
            return ""
        case _:
            assert_never(report.state)


def _place(report: WayReport) -> str:
    address, port = report.fact("address"), report.fact("port")
    if address == "0.0.0.0":  # noqa: S104  what routers say that have none
        address = None
    return f"{address} port {port}" if port is not None else str(address or "")


def _trying(report: WayReport) -> str:
    match report.way:
        case Way.ROUTER:
            return "is asked to open a port…"
        case Way.PINHOLE:
            return "is asked to let IPv6 in…"
        case Way.LETTER_BOX if report.fact("places"):
            return "the other side's letter is found; knocking at its addresses…"
        case Way.LETTER_BOX:
            return "looking for the network…"
        case Way.ONION if report.fact("percent") is not None:
            return f"Tor is connecting itself: {report.fact('percent')} %."
        case Way.ONION:
            return "being asked…"
        case Way.PUNCH:
            return f"knocking at {_place(report)}…"
        case _:
            return f"trying {_place(report)}…" if report.fact("address") else "being asked…"


def _ready(report: WayReport) -> str:
    match report.way:
        case Way.ROUTER | Way.PINHOLE:
            protocol = _PROTOCOLS.get(str(report.fact("protocol")), "")
            return f"opened {_place(report)} by {protocol}; whether it can be reached shows when your opponent comes."
        case Way.LETTER_BOX if report.fact("symmetric"):
            return (
                "a letter is left there; but your router takes a new port for each connection (symmetric), so only an "
                "open port, IPv6, Tor or a relay leads to you."
            )
        case Way.LETTER_BOX:
            return "a letter is left there; it tells your opponent where you are."
        case Way.ONION:
            return "an onion address is ready."
        case Way.RELAY:
            return f"waiting there; it sees you come from {_place(report)}."
        case _:
            return "ready."


def reason_words(report: WayReport) -> str:
    """Why a way failed, and what can be done, if there is something."""
    reason, where = report.reason, _place(report)
    somewhere = where or "the address"
    if report.way is Way.ROUTER and reason in (Reason.NO_ANSWER, Reason.REFUSED):
        return "does not answer. Switch on UPnP or PCP in its settings, or open a port by hand and name it: --address."
    match reason:
        case Reason.NO_ANSWER:
            return f"{where} does not answer." if where else "does not answer."
        case Reason.REFUSED:
            return f"{somewhere} is there, and no program listens at it."
        case Reason.UNREACHABLE:
            return "this machine has no IPv6." if report.way is Way.IPV6 else "no route leads there from this machine."
        case Reason.BROKEN:
            return f"the connection to {where} was cut." if where else "the connection was cut."
        case Reason.SYSTEM:
            return f"the system refuses, with error {report.fact('errno') or 0}."
        case Reason.NAME_UNKNOWN:
            return f"no address is known for {report.fact('address') or 'the name'}."
        case Reason.NONSENSE | Reason.TOO_LONG | Reason.UNSAFE_XML:
            return "what answers there speaks something else."
        case Reason.OTHER_CERTIFICATE:
            return f"another machine than the host's answers at {somewhere}; nothing was told to it."
        case Reason.NOT_LET_IN:
            return "the host refused."
        case Reason.NO_GATEWAY:
            return "none is known: this machine has no way to the internet, or it is in a network of its own."
        case Reason.ROUTER_REFUSES:
            return "refuses to open a port. Look in its settings for UPnP, PCP or NAT-PMP."
        case Reason.NOT_GLOBAL if report.fact("carrier"):
            return (
                f"has {where or 'no public address itself'}: your provider shares one address among customers, so "
                "forwarding cannot help."
            )
        case Reason.NOT_GLOBAL:
            return (
                f"has no public address itself{f' but {where}' if where else ''}: another router stands above it, or "
                "your provider shares one address among customers, so forwarding cannot help."
            )
        case Reason.POINTS_ELSEWHERE:
            return "sent us to another machine, which was not asked."
        case Reason.PORTS_TAKEN:
            return "has no port free."
        case Reason.NO_SUCH_SERVICE:
            return "opens no ports. Open one by hand and name it: --address."
        case Reason.SYMMETRIC:
            here, there = report.fact("here"), report.fact("there")
            whose = "both routers take" if here and there else f"{'your' if here else 'the other'} router takes"
            return f"{whose} a new port for each connection (symmetric), so nobody can knock at the right one."
        case Reason.NO_TOR:
            return "no Tor runs on this machine (`apt install tor`, or open the Tor Browser)."
        case Reason.NEEDS_PASSWORD:
            return "Tor's control port wants a password or a file that cannot be read."
        case Reason.NOT_READY:
            return f"Tor is still connecting itself: {report.fact('percent') or 0} %."
        case Reason.ONION_UNKNOWN:
            return "the Tor network does not know the host's onion address (yet)."
        case Reason.NOBODY_THERE:
            return "the other side did not come to it."
        case Reason.FULL:
            return "it takes no more."
        case Reason.NO_NODES:
            return "nobody there answers: UDP is blocked, perhaps."
        case Reason.NO_LETTER:
            return "the other side has left none."
        case Reason.NOT_STORED:
            return "nobody there took ours."
        case Reason.NO_WAY | None:
            return "there was nothing to try."
        case _:
            assert_never(reason)


def answered_words(take: Callable[[str], None], code: str) -> str:
    """What becomes of an answer code; `take` raises TokenError if it is none for this game."""
    try:
        take(code)
    except TokenError as error:
        return token_words(error, "answer code", "reply2")
    return "Knocking at your opponent's router for two minutes…"


class WayLines:
    """One line a way, as they fare."""

    def __init__(self) -> None:
        self._reports: dict[tuple[object, ...], WayReport] = {}

    def take(self, report: WayReport) -> str:
        """Take in a report; the sentence that is new, with the way's name, empty if there is none."""
        key = (report.way, report.fact("address"), report.fact("port")) if report.way in _DIALLED else (report.way,)
        before = self._reports.get(key)
        self._reports[key] = report
        words = way_words(report)
        return f"{NAMES[report.way]}: {words}" if words and (before is None or way_words(before) != words) else ""

    def lines(self) -> list[str]:
        """A line for each way: of several of its places, how the best fares."""
        best: dict[Way, WayReport] = {}
        for report in self._reports.values():
            other = best.get(report.way)
            if other is None or _RANK.index(report.state) < _RANK.index(other.state):
                best[report.way] = report
        return [f"{NAMES[way]}: {way_words(best[way])}" for way in Way if way in best and way_words(best[way])]


def advice(reports: Sequence[WayReport]) -> str:
    """The one thing to do next when all ways have failed."""
    tried = {report.way: report.reason for report in reports}
    here = {Way.LOOPBACK, Way.LAN}
    if not tried:
        return "The invite holds no way that you allow: with --tor only on one side both must use Tor."
    if set(tried) <= here or Reason.REFUSED in tried.values():
        return "See whether the host's program still runs, and shows the same invite."
    if Way.ONION in tried and tried[Way.ONION] is Reason.NO_TOR:
        return "Start Tor on this machine (`apt install tor`, or open the Tor Browser): it leads there too."
    if Way.RELAY not in tried:
        return "Run Tor on both machines, or agree on a relay, and have the host make a new invite."
    return "Let the other side host; `sekigahara doctor` says what stands in the way here."


def advice_again(reports: Sequence[WayReport]) -> str:
    """The one thing to do when a host that was there before is not found."""
    if any(report.way is Way.LETTER_BOX for report in reports):
        return "Is the host's program running? If its address has changed, its letter will tell the new one."
    return (
        "Is the host's program running? If its address has changed, have it send you the invite that it shows now: "
        "joining with that leads back to this game."
    )


def stopped_words(error: BaseException) -> str:
    """An error as a player is told it who sees a line for each way beside it (`WayLines`)."""
    return f"{error} {advice(error.reports)}" if isinstance(error, NoWayToHost) else error_words(error)


def error_words(error: BaseException) -> str:
    """An error as a player is told it."""
    if isinstance(error, NoWayToHost):
        lines = WayLines()
        for report in error.reports:
            lines.take(report)
        return " ".join([str(error), *lines.lines(), advice(error.reports)])
    return token_words(error) if isinstance(error, TokenError) else str(error)


def token_words(error: TokenError, what: str = "invite", begins: str = "seki2") -> str:
    """What is wrong with a word that should be an invite or an answer code (`what`)."""
    named = dict(error.facts)
    place, right = named.get("place"), named.get("right")
    match error.slip:
        case Slip.EMPTY:
            return f"The {what} is empty: copy the whole word."
        case Slip.TOO_LONG:
            return f"This is no {what}: it has {named['length']} characters, at most {named['most']} can be."
        case Slip.NO_INVITE:
            return f"This is no {what}, which begins with {begins}: copy all of it."
        case Slip.OTHER_VERSION:
            return f"The {what} is of version {named['version']}, which this program does not read: use equal versions."
        case Slip.WRONG_CHARACTER:
            return f"The {what} has a typing error: character {place} should be {right}."
        case Slip.MISSING_CHARACTER:
            return f"The {what} has a typing error: a character {right} is missing at place {place}."
        case Slip.EXTRA_CHARACTER:
            return f"The {what} has a typing error: character {place} is one too many."
        case Slip.SWAPPED_CHARACTERS:
            return f"The {what} has a typing error: character {place} and the next have changed places."
        case Slip.STRANGE_CHARACTER:
            return f"The {what} has a character at place {place} that none contains: copy it again."
        case Slip.DAMAGED:
            return f"The {what} of {named['length']} characters is cut or has several typing errors: copy it again."
        case Slip.OTHER_GAME:
            return f"This {what} belongs to another game."
        case Slip.CONTENTS:
            return f"The {what} cannot be used ({named.get('field', '')}): ask for a new one."
        case _:
            assert_never(error.slip)
