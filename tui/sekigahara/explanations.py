"""What `?` tells of a decision beside the rule: the arithmetic as it stands, and an example; and the odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from engine.hidden import Face, Seat, View, other
from engine.sekigahara.board import ADJACENT, HAND, LOCATIONS
from engine.sekigahara.chapters.chapter_6_week import BidsDue, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import PRICE, MovementDue, PaymentDue
from engine.sekigahara.chapters.chapter_7_4_overruns import ODDS, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, locations_to_declare, may_stay_inside
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, LoyaltyProofDue, pending
from engine.sekigahara.chapters.chapter_8_7_losses import IMPACT_PER_LOSS, LossesDue, terms_of_losses
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue, castle_room, retreat_refusal
from engine.sekigahara.chapters.chapter_8_9_sieges import CastleChoiceDue, SiegeLossesDue
from engine.sekigahara.components import block_kind, card_kind
from engine.sekigahara.forecasts import challenge_forecasts, combat_forecast, proofs_unseen
from engine.sekigahara.odds import hand_odds, hidden_counts, unseen_blocks, unseen_cards
from engine.sekigahara.pieces import ANY_CARD, BID_OF, IS_CARD
from engine.sekigahara.recollection import Recollection
from engine.sekigahara.state import Combat, State
from engine.sekigahara.view_reasons_in_combat import chance_to_prove
from tui.grammar import counted, percentage
from tui.language import N_, _, plural
from tui.lines import Line, columns
from tui.sekigahara.panels.battle import one_more_words
from tui.sekigahara.words.chapter_7_1_movement import DEGREES
from tui.sekigahara.words.chapter_8_9_sieges import siege_loss_words
from tui.sekigahara.words.locations import NAMES
from tui.sekigahara.words.names import SIDES, block_words, card_name, rank
from tui.sekigahara.words.recalled import recalled_of, stack_words
from tui.sekigahara.words.refusals import refusal_words

_ODDS_COLUMNS: Final = 74
"""How wide a row of the odds may be: as the help, it has room in a window of 80 columns."""
EXAMPLES: Final[Mapping[type, str]] = {
    DiscardsDue: N_("With seven cards in hand you discard three. Keep those whose mon your stacks at the front bear."),
    BidsDue: N_("Of a bid of 4 and one of 3 the 4 names who moves first, and both cards are gone."),
    FirstPlayerDue: N_("Whoever moves second in turn B has the last word of the week, before the castles are counted."),
    PaymentDue: N_("For two cards every stack may move. For none one stack moves, or blocks are mustered instead."),
    MovementDue: N_(
        "Three blocks go one location; two if every road is highway, or a leader is where they start; three if both."
    ),
    RevealDue: N_("One block meets {odds}: it is overrun. It is shown, it is lost, and nobody deploys anything."),
    DeclarationDue: N_(
        "Of two combats first declare the one whose victory closes a road by which the other enemy would retreat."
    ),
    DeploymentDue: (
        N_(
            "You trail 5 to 6, so it is for you to deploy. A 2-mon Date block with a Date card adds 2, and 1 more if "
            "another Date block fights for you already: 8 to 6. Now the enemy has the initiative."
        )
    ),
    ChallengeDue: (
        N_(
            "A 3-mon block is deployed against you with a card of its daimyo. You challenge: another card of his "
            "proves it loyal, without one the block fights for you."
        )
    ),
    LoyaltyProofDue: N_("Challenged over a Date block, you show a further Date card. It goes back to your hand."),
    LossesDue: N_("The enemy dealt 15 impact: that is twice 7, so two blocks are lost, and one more by the loser."),
    SiegeLossesDue: N_("The besieger dealt 9 impact: that is once 7, so the besieged lose one block."),
    RetreatDue: N_("The attacker goes back where it came from. A defender goes where no enemy is, if it can."),
    CastleChoiceDue: N_("One block inside holds a castle against six: the besieger needs 7 impact to destroy it."),
}
"""An example for every question."""


EXAMPLES_OF_RULES: Final[Mapping[tuple[type, str], str]] = {
    (MovementDue, "7.2"): N_(
        "Two Date blocks of the box come together where their mon is printed, shown; or one block, unseen."
    ),
    (MovementDue, "8.1"): N_(
        "A march has come to an enemy castle: when the movement ends the siege of it is declared."
    ),
    (DeploymentDue, "8.9.4"): N_(
        "The besieger has 5 impact and adds 2 with a block and its card: 7, so one block inside is lost."
    ),
    (MovementDue, "9.3"): N_("For one card the next block of the Mōri box comes to Osaka, for two cards the next two."),
}
"""An example for what a question asks by another rule than its own."""


def explain(view: View[State], question: Any, rule: str) -> list[Line]:
    """The arithmetic of a question as it stands, and an example of the rule that tells of it."""
    lines = _plain(_arithmetic(view, question))
    example = EXAMPLES_OF_RULES.get((type(question), rule), EXAMPLES.get(type(question)))
    return lines + ([[(_("Example: "), "bold"), (_(example).format(odds=ODDS), "plain")]] if example else [])


def _arithmetic(view: View[State], question: Any) -> list[str]:
    match question:
        case BidsDue():
            return _bid_words(view)
        case PaymentDue():
            return _payment_words(view)
        case DeclarationDue():
            return _castle_words(view)
        case ChallengeDue():
            return _challenge_words(view)
        case DeploymentDue():
            return _combat_words(view)
        case LossesDue(count=count):
            return _losses_words(view, count)
        case SiegeLossesDue(count=count):
            combat = view.state.current_combat()
            impact = combat.impact[combat.attacker]
            return [
                _("Impact {impact} is {times} times {each}: you lose {blocks}, and no more than are there.").format(
                    impact=impact,
                    times=impact // IMPACT_PER_LOSS,
                    each=IMPACT_PER_LOSS,
                    blocks=siege_loss_words(count, disk=combat.location in view.state.disks),
                )
            ]
        case RetreatDue():
            return _retreat_words(view)
        case _:
            return []


def _bid_words(view: View[State]) -> list[str]:
    """Between what bids the hand has a choice."""
    bids = sorted([BID_OF[view.faces[card]] for card in view.state.pools[view.seat][HAND]])
    if len(bids) < 2:
        return []
    words = _("Your lowest bid is {least}, your highest {most}. Both cards that are bid are gone, whoever wins.")
    return [words.format(least=bids[0], most=bids[-1])]


def _payment_words(view: View[State]) -> list[str]:
    """What each degree of movement leaves in the hand, which deploys blocks and answers challenges later."""
    hand = len(view.state.pools[view.seat][HAND])
    left = {degree: hand - price for degree, price in PRICE.items() if price is not None and 0 < price <= hand}
    return [
        _("{degree} leaves you {cards}.").format(
            degree=DEGREES[degree].capitalize(),
            cards=plural(count, "{count} card", "{count} cards", _("no cards")),
        )
        for degree, count in left.items()
    ]


def _challenge_words(view: View[State]) -> list[str]:
    """What becomes of the impact by a challenge, and without one."""
    stands, turned = challenge_forecasts(view.state, other(view.seat))
    mine, theirs = view.seat, other(view.seat)
    words = _(
        "If what was deployed stands it is {own} against {theirs}, your impact first; a challenge that is not refuted "
        "makes it {own_turned} against {theirs_turned}."
    )
    return [
        words.format(
            own=stands.impact[mine],
            theirs=stands.impact[theirs],
            own_turned=turned.impact[mine],
            theirs_turned=turned.impact[theirs],
        )
    ]


def _castle_words(view: View[State]) -> list[str]:
    """Where the player may declare combat and yet stay inside."""
    state, seat = view.state, view.seat
    castles = [place for place in locations_to_declare(state) if may_stay_inside(state, seat, place)]
    return [
        _("{location}: the castle is yours. You are asked whether to fight outside or to stay inside (8.9.2).").format(
            location=NAMES[place]
        )
        for place in castles
    ]


def _combat_words(view: View[State]) -> list[str]:
    combat, seat = view.state.current_combat(), view.seat
    enemy = other(seat)
    if combat.siege:
        impact = combat.impact[seat]
        words = _("Your impact {impact} costs the other side {lost} so far; {missing} more cost one more.").format(
            impact=impact,
            lost=plural(impact // IMPACT_PER_LOSS, "{count} block", "{count} blocks"),
            missing=IMPACT_PER_LOSS - impact % IMPACT_PER_LOSS,
        )
        return [words, _("In a siege only the besieger deploys, and no special attack counts.")]
    leading = _("you lead") if combat.leading == seat else _("{side} leads").format(side=SIDES[enemy])
    more = one_more_words(view.state, (seat, enemy))
    return [
        *[_forecast_of_losses(view.state, combat, side) for side in (seat, enemy)],
        *([more] if more else []),
        _("As it stands {leading}; the side that trails deploys, and a tie is the defender's.").format(leading=leading),
    ]


def _forecast_of_losses(state: State, combat: Combat, side: Seat) -> str:
    """What a side loses in a battle as the impact stands, by that and by defeat, as the panel counts it (8.7.1)."""
    by_impact, by_defeat = terms_of_losses(combat, side)
    count = combat_forecast(state).losses[side]
    if count != by_impact + by_defeat:
        words = _("{side} loses all that it has there as it stands: a block per {each} impact, the loser one more.")
    elif by_defeat:
        words = _(
            "{side} loses {blocks} as it stands: {times} for impact {impact}, one per {each}, and one for the defeat."
        )
    else:
        words = _("{side} loses {blocks} as it stands: {times} for impact {impact}, one per {each}, none for a defeat.")
    return words.format(
        side=SIDES[side],
        blocks=plural(count, "{count} block", "{count} blocks", _("no blocks")),
        times=by_impact,
        impact=combat.impact[other(side)],
        each=IMPACT_PER_LOSS,
    )


def chance_of_proof(view: View[State], recollection: Recollection | None) -> Fraction:
    """How likely the opponent can prove the loyalty of the blocks just deployed (8.6.1, R23)."""
    return chance_to_prove(view, _known_cards(view, recollection))


def _known_cards(view: View[State], recollection: Recollection | None) -> Counter[Face]:
    return Counter() if recollection is None else recollection.cards(view.state, other(view.seat))


def challenge_odds(view: View[State], recollection: Recollection | None = None) -> str:
    """How likely the opponent can prove loyalty, from what lies open and what has been seen, and why."""
    state, enemy = view.state, other(view.seat)
    fitting, known = proofs_unseen(view), _known_cards(view, recollection)
    odds = hand_odds(state, enemy, known)
    block = state.shown[pending(state).blocks[0]]
    if not odds.hidden:
        return _("{enemy} cannot prove loyalty: no card is in hand.").format(enemy=SIDES[enemy])
    if seen := [face for face in known if fitting[face]]:
        words = _("{enemy} can prove loyalty: {card} was seen and is in hand still.")
        return words.format(enemy=SIDES[enemy], card=card_name(seen[0]))
    chance = chance_of_proof(view, recollection)
    # Cards of the hand that are known, and prove nothing, count neither as hidden nor as unseen.
    hidden, unseen = odds.hidden - known.total(), odds.unseen - known.total()
    if not chance:
        words = _("{enemy} cannot prove loyalty: no card in hand can be one that would.")
        return words.format(enemy=SIDES[enemy])
    told = _("{percent} that {enemy} can prove loyalty: {hidden} in hand, {fitting} of {unseen} unseen cards would.")
    if ANY_CARD[block]:
        told = _(
            "{percent} that {enemy} can prove loyalty: {hidden} in hand, and any card would but a Loyalty Challenge, "
            "{fitting} of {unseen} unseen ones."
        )
    words = told.format(
        fitting=fitting.total(), unseen=unseen, enemy=SIDES[enemy], hidden=hidden, percent=percentage(chance)
    )
    if not known:
        return words
    cards = counted([card_name(face) for face in sorted(known.elements(), key=rank)])
    # Translators: behind the odds that a card of the hand proves loyalty, which leave out those that are known
    return f"{words} {_('Known in hand besides: {cards}.').format(cards=cards)}"


def _losses_words(view: View[State], count: int) -> list[str]:
    combat, seat = view.state.current_combat(), view.seat
    impact = combat.impact[other(seat)]
    by_impact, by_defeat = terms_of_losses(combat, seat)
    words = (
        _(
            "Impact {impact} against you is {times} times {each}: {blocks} and one more, because you have lost the "
            "battle. In all {total}, and no more than are there."
        )
        if by_defeat
        else _(
            "Impact {impact} against you is {times} times {each}: {blocks}. In all {total}, and no more than are there."
        )
    )
    return [
        words.format(
            impact=impact,
            times=by_impact,
            each=IMPACT_PER_LOSS,
            blocks=plural(by_impact, "{count} block", "{count} blocks", _("no blocks")),
            total=plural(count, "{count} block", "{count} blocks", _("no blocks")),
        )
    ]


def _retreat_words(view: View[State]) -> list[str]:
    """Every neighbour, and why it is closed if it is."""
    state, seat = view.state, view.seat
    combat = state.current_combat()
    words = []
    for place in ADJACENT[combat.location]:
        refusal = retreat_refusal(state, combat, seat, place)
        words.append(f"{NAMES[place]}: {_('open') if refusal is None else refusal_words(refusal)}")
    room = castle_room(combat, seat)
    return [
        *words,
        _("Into the castle: at most {room} blocks").format(room=room)
        if room
        else _("Into the castle: none, you did not hold it"),
    ]


def chance_of_challenge(view: View[State], recollection: Recollection | None = None) -> Fraction:
    """How likely the opponent holds a Loyalty Challenge, from what lies open and what has been seen."""
    return hand_odds(view.state, other(view.seat), _known_cards(view, recollection)).challenge


def odds_lines(view: View[State], recollection: Recollection | None = None) -> list[Line]:
    """What the opponent can still hold, by what lies open to both."""
    state, enemy = view.state, other(view.seat)
    odds = hand_odds(state, enemy, _known_cards(view, recollection))
    on_map, box, bag = hidden_counts(state, enemy)
    remembered = _remembered_faces(view, recollection)
    lines: list[Line] = [
        [
            (
                _("{enemy}'s hand: {hidden} hidden of {unseen} unseen cards").format(
                    enemy=SIDES[enemy], hidden=odds.hidden, unseen=odds.unseen
                ),
                "heading",
            )
        ],
        [
            (
                (
                    _(
                        "{percent} that a Loyalty Challenge is among them ({challenges} not seen since the last "
                        "shuffle)"
                    ).format(percent=percentage(odds.challenge), challenges=odds.challenges)
                ),
                "bold",
            )
        ],
        *_known_lines(odds.known),
        *_counted_lines(unseen_cards(state, enemy), card_name),
        [
            (
                _("{enemy}'s blocks not seen: {on_map} on the map, {box} in the box, {bag} in the bag").format(
                    enemy=SIDES[enemy], on_map=on_map - remembered.total(), box=box, bag=bag
                ),
                "heading",
            )
        ],
        *_counted_lines(unseen_blocks(state, enemy) - remembered, block_words),
        *_recalled_lines(view, recollection),
        [(_("From public knowledge alone: what lies open is left out, and everything else is as likely."), "dim")],
    ]
    return lines


def _remembered_faces(view: View[State], recollection: Recollection | None) -> Counter[Face]:
    """The enemy's hidden blocks on the map that have been seen, or of whose faces the player is certain."""
    enemy = other(view.seat)
    sure = Counter([face for place in LOCATIONS for face in recalled_of(view, enemy, place, recollection).sure])
    return sure if recollection is None else sure | recollection.seen(view.state, enemy)


def _recalled_lines(view: View[State], recollection: Recollection | None) -> list[Line]:
    """The enemy's stacks of which something has been seen and cannot have gone since."""
    enemy = other(view.seat)
    lines: list[Line] = []
    for location in LOCATIONS:
        recalled = recalled_of(view, enemy, location, recollection)
        if recalled.sure or recalled.parts:
            told = stack_words(view, enemy, location, recollection)
            lines.append([(f"{NAMES[location]}: ", "bold"), (told, "plain")])
    return [[(_("Seen, and there still"), "heading")], *lines] if lines else []


def _known_lines(known: Counter[Face]) -> list[Line]:
    """The cards that were seen in a hand and are there still."""
    if not known:
        return []
    cards = counted([card_name(face) for face in sorted(known.elements(), key=rank)])
    return [[(_("Seen, and in hand still: {cards}").format(cards=cards), "bold")]]


def _counted_lines(faces: Counter[Face], name: Callable[[Face], str]) -> list[Line]:
    """How many there are of each, in columns; those of a daimyo stand together, in rows of their own."""
    stacks: dict[str | None, list[tuple[str, str]]] = {}
    for face in sorted(faces, key=rank):
        daimyo = card_kind(face).daimyo if IS_CARD[face] else block_kind(face).daimyo
        stacks.setdefault(daimyo, []).append((f"{faces[face]:>3} × ", name(face)))
    width = max([columns(count + words) for stack in stacks.values() for count, words in stack], default=0) + 1
    across = max(1, _ODDS_COLUMNS // width)
    rows = [stack[at : at + across] for stack in stacks.values() for at in range(0, len(stack), across)]

    def cell(count: str, words: str) -> Line:
        return [(count, "dim"), (words + " " * (width - columns(count + words)), "plain")]

    return [[piece for count, words in row for piece in cell(count, words)] for row in rows]


def _plain(texts: list[str]) -> list[Line]:
    return [[(text, "plain")] for text in texts]
