"""What the enemy did in a turn, in a line: both sides' losses and points, then combats, then what else there was."""

from __future__ import annotations

from collections.abc import Sequence

from engine.hidden import Seat, other
from tui.grammar import listed
from tui.language import _, plural
from tui.lines import Line, plain_text, side_by_side
from tui.sekigahara.account import Account, account_of
from tui.sekigahara.results import Happenings, lost_between
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import sided


def headlines(happenings: Happenings, seat: Seat) -> list[Line]:
    """The line at several lengths, the longest first; nothing if the enemy of `seat` has done nothing at all.

    `▼ Takeda  you lose 2 blocks  they lose 1 block  you 12 (-1) : 9 (+1) Ishida  Ueda: Ishida wins 8 : 4  4 marches`.
    """
    happenings = [each for each in happenings if each.before.active == other(seat)]
    if not happenings:
        return []
    account = account_of(happenings, seat)
    ended = happenings[-1].after.over is not None or happenings[-1].after.active != happenings[-1].before.active
    if account.empty:
        return [sided(text) for text in account.paid[:1]]
    lost, gained = _changed(account, short=False, ended=ended), _gained(account)
    points, change = account.points(change=False), account.points(change=True)
    fights: list[Line] = [[(f"{NAMES[fight.place]}: ", "bold"), *fight.came] for fight in account.fights]
    rest: list[Line] = [[(_counts(account, fights=False), "plain")]]
    counts: list[Line] = [[(_counts(account, fights=True), "plain")]]
    short, theirs = _changed(account, short=True, ended=ended), _lost_by_enemy(account)
    return [
        _joined([*lost, theirs, [(change, "bold")], *gained, *fights, *rest]),
        _joined([*lost, theirs, [(points, "bold")], *gained, *fights, *rest]),
        # How the combats went matters more than how much else there was.
        *([_joined([*lost, theirs, [(points, "bold")], *gained, *fights])] if fights else []),
        *([_joined([*short, theirs, [(points, "bold")], *fights])] if fights else []),
        _joined([*lost, theirs, [(change, "bold")], *gained, *counts]),
        _joined([*lost, theirs, [(points, "bold")], *gained, *counts]),
        _joined([*short, theirs, [(points, "bold")], *counts]),
        # What was lost matters more than how much else was done.
        _joined([*short, theirs, [(points, "bold")]]),
    ]


def _changed(account: Account, *, short: bool, ended: bool) -> list[Line]:
    """What the player has lost: the places by their names or how many they are, and how many blocks.

    That it is nothing is said once the turn has ended: in what is still to be fought something may be lost.
    """
    places = [NAMES[each.place] for each in account.taken() if each.before == account.reader]
    told = [plural(len(places), "{count} place", "{count} places")] if short and len(places) > 1 else places
    lost: list[Line] = [[(f"▼ {', '.join(told)}", "bad")]] if told else []
    dead = listed(account.dead().words)
    if dead:
        lost.append([(_("you lose {count}").format(count=dead), "bad")])
    return lost or ([[(_("nothing lost"), "good")]] if ended else [])


def _lost_by_enemy(account: Account) -> Line:
    words = listed(lost_between(account.before, account.after, other(account.reader)).words)
    return [(_("they lose {count}").format(count=words), "good")] if words else []


def _gained(account: Account) -> list[Line]:
    places = [NAMES[each.place] for each in account.taken() if each.after == account.reader]
    return [[(f"▲ {', '.join(places)}", "good")]] if places else []


def _counts(account: Account, *, fights: bool) -> str:
    """`2 combats, 4 marches, 1 muster, 2 calls`: of blocks from the Mōri box."""
    overruns = sum(fight.overrun for fight in account.fights)
    combats = len(account.fights) - overruns
    counted = [
        plural(combats, "{count} combat", "{count} combats") if fights and combats else "",
        plural(overruns, "{count} overrun", "{count} overruns") if fights and overruns else "",
        plural(len(account.marches), "{count} march", "{count} marches") if account.marches else "",
        plural(len(account.musters), "{count} muster", "{count} musters") if account.musters else "",
        plural(len(account.calls), "{count} call", "{count} calls") if account.calls else "",
    ]
    return ", ".join([text for text in counted if text])


def _joined(parts: Sequence[Line]) -> Line:
    return side_by_side(part for part in parts if plain_text(part))
