"""What goes on between the two programs, in words: the notifications of `p2p` and the ways to each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, assert_never

from engine.hidden import IllegalAction
from p2p.errors import LinkError, Problem
from p2p.notifications import (
    AnswerHeld,
    ChatMuted,
    ChatSaid,
    ChoiceLost,
    DialFailed,
    EntryAdded,
    Notification,
    OpponentChosen,
    PeerConnected,
    PeerDisconnected,
    RematchAsked,
    RematchDeclined,
    RoundTrip,
    StrangersTurnedAway,
    Synchronised,
    TornEndDropped,
    Watched,
    WatchingRefused,
    WordKept,
)
from p2p.reach.tokens import Slip, TokenError
from p2p.reach.ways import NoWayToHost, Reason, State, Way, WayReport
from protocol.errors import ForkError, GameError, OldCopyError, PeerError, RecordError
from protocol.sentences import Sentence
from tui.language import N_, _, ngettext, spoken

_LOST_RACERS: Final = {Problem.CLOSED, Problem.CLOSED_BEFORE_TLS, Problem.CLOSED_INSIDE, Problem.BROKEN}
"""What a connection looks like that the joiner drops because another of its own was faster."""


def notification_words(notification: Notification, by: WayReport | None = None) -> str:
    """A sentence on how things stand, empty for what is no news of the connection. `by`: the way that has won."""
    match notification:
        case PeerConnected(opponent):
            how = "" if by is None else connected_words(by)
            words = _("{opponent} is connected.") if by is None else _("{opponent} is connected, {how}.")
            return words.format(opponent=opponent or _("Your opponent"), how=how)
        case RoundTrip(seconds):
            how = "" if by is None else connected_words(by)
            words = (
                _("Connected; a message and its answer take {milliseconds:.0f} ms.")
                if by is None
                else _("Connected, {how}; a message and its answer take {milliseconds:.0f} ms.")
            )
            return words.format(how=how, milliseconds=1000 * seconds)
        case PeerDisconnected(error):
            return _("{error} Trying to reach the opponent again…").format(error=error_words(error))
        case DialFailed(error, _again_in, reached_before):
            next_step = f" {advice_again(error.reports)}" if reached_before and isinstance(error, NoWayToHost) else ""
            return f"{one_error_words(error)}{next_step}"
        case StrangersTurnedAway(count, _, problems):
            if all(problem in _LOST_RACERS for problem, _count in problems):
                return ""
            return ngettext(
                "Turned away: {count} connection of somebody else's.",
                "Turned away: {count} connections of somebody else's.",
                count,
            ).format(count=count)
        case TornEndDropped(torn, whole):
            return torn_words(torn, whole)
        case ChoiceLost():
            return _(
                "Your sealed choice is in the record, but no longer known, so the game cannot go on. Leave, put the "
                "game's file `remembered` back from a copy and resume; or resign."
            )
        case ChatMuted(seconds):
            return _(
                "Your opponent says more than can be shown: the next {seconds:.0f} seconds of it are dropped."
            ).format(seconds=seconds)
        case Watched(0):
            return _("Others may watch this game; nobody does now.")
        case Watched(count):
            return ngettext("{count} other watches this game.", "{count} others watch this game.", count).format(
                count=count
            )
        case WatchingRefused():
            return _("Your opponent does not want to be watched: nobody is let in.")
        case RematchAsked(own):
            if own:
                return _("You have asked for a rematch with sides exchanged; it begins when your opponent asks too.")
            return _("Your opponent asks for a rematch with sides exchanged.")
        case RematchDeclined():
            return _("Your opponent has left: there is no rematch.")
        case EntryAdded() | ChatSaid() | WordKept() | OpponentChosen() | AnswerHeld() | Synchronised():
            return ""
        case _:
            assert_never(notification)


def torn_words(torn: int, whole: int) -> str:
    """A sentence on a record whose last entry was never finished: its bytes, and the entries before it."""
    return _(
        "The last {torn} bytes of the record are the beginning of an entry that was never finished; the {whole} "
        "entries before it are whole."
    ).format(torn=torn, whole=whole)


# -- the ways


NAMES: Final = {
    Way.LOOPBACK: N_("This machine"),
    Way.LAN: N_("Home network"),
    Way.IPV6: "IPv6",
    Way.IPV4: "IPv4",
    Way.NAME: N_("By name"),
    Way.ROUTER: N_("Your router"),
    Way.PINHOLE: N_("Your router, IPv6"),
    Way.PUNCH: N_("Through both routers"),
    Way.LETTER_BOX: N_("Letters in the DHT"),
    Way.ONION: N_("Tor"),
    Way.RELAY: N_("Relay"),
}
_DIALLED: Final = (Way.LOOPBACK, Way.LAN, Way.IPV6, Way.IPV4, Way.NAME, Way.PUNCH)
_RANK: Final = (State.WON, State.READY, State.TRYING, State.FAILED, State.OFF, State.LOST)
_PROTOCOLS: Final = {"pcp": "PCP", "nat-pmp": "NAT-PMP", "upnp": "UPnP"}


def connected_words(report: WayReport) -> str:
    """By which way the two are connected."""
    match report.way:
        case Way.LOOPBACK:
            return _("on this machine")
        case Way.LAN:
            return _("directly, in your home network")
        case Way.PUNCH if report.fact("ports") is not None:
            return _("directly, through both routers, dialled from {ports} ports at once").format(
                ports=report.fact("ports")
            )
        case Way.PUNCH if report.fact("knocks") is not None:
            knocks = int(report.fact("knocks") or 0)
            return ngettext(
                "directly, through both routers, after {knocks} knock",
                "directly, through both routers, after {knocks} knocks",
                knocks,
            ).format(knocks=knocks)
        case Way.PUNCH:
            return _("directly, through both routers")
        case Way.ROUTER:
            return _("directly, through the port that your router opened")
        case Way.ONION:
            return _("through Tor")
        case Way.RELAY:
            return _("through the relay {address}, which sees addresses and amounts only").format(
                address=report.fact("address") or ""
            )
        case Way.IPV6:
            return _("directly, over IPv6")
        case _:
            return _("directly")


def way_words(report: WayReport) -> str:
    """How a way fares, in a sentence without its name; empty if that is nobody's business."""
    match report.state:
        case State.OFF:
            return _("is not used, as you chose.")
        case State.TRYING:
            return _trying(report)
        case State.READY:
            return _ready(report)
        case State.WON:
            return _("connected, {connected}.").format(connected=connected_words(report))
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
    return _("{address} port {port}").format(address=address, port=port) if port is not None else str(address or "")


def _trying(report: WayReport) -> str:
    match report.way:
        case Way.ROUTER:
            return _("is asked to open a port…")
        case Way.PINHOLE:
            return _("is asked to let IPv6 in…")
        case Way.LETTER_BOX if report.fact("places"):
            return _("the other side's letter is found; knocking at its addresses…")
        case Way.LETTER_BOX:
            return _("looking for the network…")
        case Way.ONION if report.fact("percent") is not None:
            return _("is connecting itself: {percent} %.").format(percent=report.fact("percent"))
        case Way.ONION:
            return _("being asked…")
        case Way.PUNCH if report.fact("ports") is not None:
            return _(
                "your router takes a new port for each connection, so {place} is dialled from many at once…"
            ).format(place=_place(report))
        case Way.PUNCH if report.fact("knocks") is not None:
            return _(
                "the other router, {place}, takes a new port for each connection, so many of them are knocked at: "
                "{knocks} so far…"
            ).format(place=_place(report), knocks=report.fact("knocks"))
        case Way.PUNCH:
            return _("knocking at {place}…").format(place=_place(report))
        case _:
            return _("trying {place}…").format(place=_place(report)) if report.fact("address") else _("being asked…")


def _ready(report: WayReport) -> str:
    match report.way:
        case Way.ROUTER | Way.PINHOLE:
            protocol = _PROTOCOLS.get(str(report.fact("protocol")), "")
            return _("opened {place} by {protocol}; whether it can be reached shows when your opponent comes.").format(
                place=_place(report), protocol=protocol
            )
        case Way.LETTER_BOX if report.fact("symmetric"):
            return _(
                "a letter is left there; your router takes a new port for each connection (symmetric), so it takes "
                "many knocks. If your opponent's is so too, only an open port, IPv6, Tor or a relay leads to you."
            )
        case Way.LETTER_BOX:
            return _("a letter is left there; it tells your opponent where you are.")
        case Way.ONION:
            return _("an onion address is ready.")
        case Way.RELAY:
            return _("waiting there; it sees you come from {place}.").format(place=_place(report))
        case _:
            return _("ready.")


def reason_words(report: WayReport) -> str:
    """Why a way failed, and what can be done, if there is something."""
    reason, where = report.reason, _place(report)
    somewhere = where or _("the address")
    if report.way is Way.ROUTER and reason in (Reason.NO_ANSWER, Reason.REFUSED):
        return _(
            "does not answer. Switch on UPnP or PCP in its settings, or open a port by hand and name it: --address."
        )
    if report.way is Way.RELAY and where and reason in (Reason.NO_ANSWER, Reason.REFUSED):
        return _("{where} does not answer: the relay is down.").format(where=where)
    match reason:
        case Reason.NO_ANSWER:
            return _("{where} does not answer.").format(where=where) if where else _("does not answer.")
        case Reason.REFUSED:
            return _("{somewhere} is there, and no program listens at it.").format(somewhere=somewhere)
        case Reason.UNREACHABLE:
            return (
                _("this machine has no IPv6.")
                if report.way is Way.IPV6
                else _("no route leads there from this machine.")
            )
        case Reason.BROKEN:
            return (
                _("the connection to {where} was cut.").format(where=where) if where else _("the connection was cut.")
            )
        case Reason.SYSTEM:
            return _("the system refuses, with error {errno}.").format(errno=report.fact("errno") or 0)
        case Reason.NAME_UNKNOWN:
            return _("no address is known for {address}.").format(address=report.fact("address") or _("the name"))
        case Reason.NONSENSE | Reason.TOO_LONG | Reason.UNSAFE_XML:
            return _("what answers there speaks something else.")
        case Reason.OTHER_CERTIFICATE:
            return _("another machine than the host's answers at {somewhere}; nothing was told to it.").format(
                somewhere=somewhere
            )
        case Reason.NOT_LET_IN:
            return _("the host refused.")
        case Reason.NO_GATEWAY:
            return _("none is known: this machine has no way to the internet, or it is in a network of its own.")
        case Reason.ROUTER_REFUSES:
            return _("refuses to open a port. Look in its settings for UPnP, PCP or NAT-PMP.")
        case Reason.NOT_GLOBAL if report.fact("carrier"):
            return _(
                "has {where}: your provider shares one address among customers, so forwarding cannot help."
            ).format(where=where or _("no public address itself"))
        case Reason.NOT_GLOBAL:
            return (
                _(
                    "has no public address itself but {where}: another router stands above it, or your provider shares "
                    "one address among customers, so forwarding cannot help."
                ).format(where=where)
                if where
                else _(
                    "has no public address itself: another router stands above it, or your provider shares one address "
                    "among customers, so forwarding cannot help."
                )
            )
        case Reason.POINTS_ELSEWHERE:
            return _("sent us to another machine, which was not asked.")
        case Reason.PORTS_TAKEN:
            return _("has no port free.")
        case Reason.NO_SUCH_SERVICE:
            return _("opens no ports. Open one by hand and name it: --address.")
        case Reason.SYMMETRIC:
            here, there = report.fact("here"), report.fact("there")
            if here and there:
                return _(
                    "both routers take a new port for each connection (symmetric), so nobody can knock at the right "
                    "one."
                )
            if here:
                return _(
                    "your router takes a new port for each connection (symmetric), and many knocks have not met the "
                    "right one."
                )
            return _(
                "the other router takes a new port for each connection (symmetric), and many knocks have not met the "
                "right one."
            )
        case Reason.NO_TOR:
            return _("no Tor runs on this machine (`apt install tor`, or open the Tor Browser).")
        case Reason.NEEDS_PASSWORD:
            return _("Tor's control port wants a password or a file that cannot be read.")
        case Reason.NOT_READY:
            return _("is still connecting itself: {percent} %.").format(percent=report.fact("percent") or 0)
        case Reason.ONION_UNKNOWN:
            return _("the Tor network does not know the host's onion address (yet).")
        case Reason.NOBODY_THERE:
            return _("the other side did not come to it.")
        case Reason.FULL:
            return _("it takes no more.")
        case Reason.NO_NODES:
            return _("nobody there answers: UDP is blocked, perhaps.")
        case Reason.NO_LETTER:
            return _("the other side has left none.")
        case Reason.NOT_STORED:
            return _("nobody there took ours.")
        case Reason.NO_WAY | None:
            return _("there was nothing to try.")
        case _:
            assert_never(reason)


def answered_words(take: Callable[[str], None], code: str) -> str:
    """What becomes of an answer code; `take` raises TokenError if it is none for this game."""
    try:
        take(code)
    except TokenError as error:
        return token_words(error, _("answer code"))
    return _("Knocking at your opponent's router for two minutes…")


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
        return f"{_(NAMES[report.way])}: {words}" if words and (before is None or way_words(before) != words) else ""

    def lines(self) -> list[str]:
        """A line for each way: of several of its places, how the best fares."""
        best: dict[Way, WayReport] = {}
        for report in self._reports.values():
            other = best.get(report.way)
            if other is None or _RANK.index(report.state) <= _RANK.index(other.state):
                best[report.way] = report
        return [f"{_(NAMES[way])}: {way_words(best[way])}" for way in Way if way in best and way_words(best[way])]


def advice(reports: Sequence[WayReport]) -> str:
    """The one thing to do next when all ways have failed."""
    tried = {report.way: report.reason for report in reports}
    here = {Way.LOOPBACK, Way.LAN}
    if not tried:
        return _("The invite holds no way that you allow: with --tor only on one side both must use Tor.")
    if set(tried) <= here or Reason.REFUSED in tried.values():
        return _("See whether the host's program still runs, and shows the same invite.")
    if Way.ONION in tried and tried[Way.ONION] is Reason.NO_TOR:
        return _("Start Tor on this machine (`apt install tor`, or open the Tor Browser): it leads there too.")
    if Way.RELAY not in tried:
        return _("Run Tor on both machines, or agree on a relay, and have the host make a new invite.")
    return _("Let the other side host; `sekigahara doctor` says what stands in the way here.")


def advice_again(reports: Sequence[WayReport]) -> str:
    """The one thing to do when a host that was there before is not found."""
    if any(report.way is Way.LETTER_BOX for report in reports):
        return _("Is the host's program running? If its address has changed, its letter will tell the new one.")
    return _(
        "Is the host's program running? If its address has changed, have it send you the invite that it shows now: "
        "joining with that leads back to this game."
    )


def stopped_words(error: BaseException) -> str:
    """An error as a player is told it who sees a line for each way beside it (`WayLines`)."""
    return f"{one_error_words(error)} {advice(error.reports)}" if isinstance(error, NoWayToHost) else error_words(error)


def error_words(error: BaseException) -> str:
    """An error as a player is told it."""
    if isinstance(error, NoWayToHost):
        lines = WayLines()
        for report in error.reports:
            lines.take(report)
        return " ".join([one_error_words(error), *lines.lines(), advice(error.reports)])
    return one_error_words(error)


def one_error_words(error: BaseException) -> str:
    """An error in a sentence, without what can be done."""
    if isinstance(error, TokenError):
        return token_words(error)
    if isinstance(error, LinkError):
        return _problem_words(error)
    if isinstance(error, PeerError):
        place = "" if error.number is None else f"{_('Entry {number}:').format(number=error.number)} "
        problem = error.problem if error.refusal is None else _(error.refusal.problem).format(**error.refusal.facts)
        return f"{place}{sentence_words(problem)} [{error.check}]"
    if isinstance(error, RecordError):
        words = (
            _("{path}: {problem}. {advice}.")
            if error.number is None
            else _("{path}, entry {number}: {problem}. {advice}.")
        )
        return words.format(
            path=error.path,
            number=error.number,
            problem=sentence_words(error.problem),
            advice=sentence_words(error.advice),
        )
    if isinstance(error, ForkError):
        return _("The opponent has another entry {number} than ours: {found} instead of {expected}").format(
            number=error.number, found=error.found.hex(), expected=error.expected.hex()
        )
    if isinstance(error, OldCopyError):
        return _(
            "Two different entries number {number} carry this side's own signature: an old copy of the game was "
            "played on. The game cannot go on; its record is kept"
        ).format(number=error.number)
    if isinstance(error, GameError):
        return _("The rules of the game contradict themselves: {refusal}").format(refusal=_refusal_words(error.refusal))
    if isinstance(error, IllegalAction):
        return _refusal_words(error)
    return sentence_words(error.args[0] if error.args and isinstance(error.args[0], str) else str(error))


def sentence_words(text: str) -> str:
    """A sentence of the protocol's, or of this program's own, in the language that is spoken."""
    if isinstance(text, Sentence):
        return _(text.template).format(**{name: _fact_words(fact) for name, fact in text.facts.items()})
    return _(text)


def _fact_words(fact: object) -> object:
    """A fact as it is said. A text is said as it is: it may be a name that somebody has chosen."""
    if isinstance(fact, Sentence):
        return sentence_words(fact)
    return one_error_words(fact) if isinstance(fact, BaseException) else fact


def _refusal_words(refusal: IllegalAction) -> str:
    return f"{_(refusal.problem).format(**refusal.facts)} ({refusal.rule})"


def _problem_words(error: LinkError) -> str:
    facts = {name: _fact_words(fact) for name, fact in error.facts.items()}
    if isinstance(facts.get("reason"), str):  # what the system says
        facts["reason"] = _(str(facts["reason"]))
    if "fault" in facts and spoken() != "en":
        # What the other side's program says of itself is English: of its code there are words of our own.
        facts["sentence"] = _(_FAULTS.get(str(error.facts["fault"]), _OTHER_FAULT)).format(code=error.facts["fault"])
    return _(error.problem.value).format(**facts)


_FAULTS: Final = {
    "game": N_("it refuses what this program sent; its record of the game is kept"),
    "disk": N_("the disk of the other side failed; the game can be resumed"),
    "flood": N_("this program sent too many messages"),
    "other-game": N_("this program names another game than before"),
    "other-version": N_("it speaks another version of the protocol: use equal versions"),
    "host-ignorant": N_("it could not see that this program knows the invite's secret"),
    "silent": N_("it heard nothing for too long"),
}
"""What the other side's program stopped for, by its code."""

_OTHER_FAULT: Final = N_("it takes what this program sent for wrong ({code})")


def token_words(error: TokenError, what: str = "") -> str:
    """What is wrong with a word that should be an invite or an answer code (`what`)."""
    what = what or _("invite")
    named = dict(error.facts)
    place, right = named.get("place"), named.get("right")
    match error.slip:
        case Slip.EMPTY:
            return _("The {what} is empty: copy the whole word.").format(what=what)
        case Slip.TOO_LONG:
            return _("This is no {what}: it has {length} characters, at most {most} can be.").format(
                what=what, length=named["length"], most=named["most"]
            )
        case Slip.NO_INVITE:
            return _("This is no {what}, which begins with {begins}: copy all of it.").format(
                what=what, begins=named["begins"]
            )
        case Slip.OTHER_VERSION:
            return _(
                "The {what} is of version {version}, which this program does not read: use equal versions."
            ).format(what=what, version=named["version"])
        case Slip.WRONG_CHARACTER:
            return _("The {what} has a typing error: character {place} should be {right}.").format(
                what=what, place=place, right=right
            )
        case Slip.MISSING_CHARACTER:
            return _("The {what} has a typing error: a character {right} is missing at place {place}.").format(
                what=what, right=right, place=place
            )
        case Slip.EXTRA_CHARACTER:
            return _("The {what} has a typing error: character {place} is one too many.").format(what=what, place=place)
        case Slip.SWAPPED_CHARACTERS:
            return _("The {what} has a typing error: character {place} and the next have changed places.").format(
                what=what, place=place
            )
        case Slip.STRANGE_CHARACTER:
            return _("The {what} has a character at place {place} that none contains: copy it again.").format(
                what=what, place=place
            )
        case Slip.DAMAGED:
            return _("The {what} of {length} characters is cut or has several typing errors: copy it again.").format(
                what=what, length=named["length"]
            )
        case Slip.OTHER_GAME:
            return _("This {what} belongs to another game.").format(what=what)
        case Slip.CONTENTS:
            return _("The {what} cannot be used ({field}): ask for a new one.").format(
                what=what, field=named.get("field", "")
            )
        case _:
            assert_never(error.slip)
