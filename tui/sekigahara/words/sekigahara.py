"""Which words belong to which question and which answer: a chapter's words are in its own module."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, assert_never

from engine.hidden import Acted, Event, Face, IllegalAction, Piece, Pool, Seat, View, planned
from engine.sekigahara import SEKIGAHARA, Answer, Question
from engine.sekigahara.board import POOL_KEYS
from engine.sekigahara.chapters.chapter_6_week import Bid, BidsDue, ChooseFirst, Discard, DiscardsDue, FirstPlayerDue
from engine.sekigahara.chapters.chapter_7_1_movement import EndMovement, MovementDue, Pay, PaymentDue
from engine.sekigahara.chapters.chapter_7_2_muster import Muster
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_7_4_overruns import Reveal, RevealDue
from engine.sekigahara.chapters.chapter_8_1_declaring import DeclarationDue, Declare
from engine.sekigahara.chapters.chapter_8_2_deployment import Deploy, DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_6_loyalty import Challenge, ChallengeDue, LoyaltyProofDue, ProveLoyalty
from engine.sekigahara.chapters.chapter_8_7_losses import Lose, LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import Retreat, RetreatDue
from engine.sekigahara.chapters.chapter_8_9_sieges import (
    CastleChoiceDue,
    FightInside,
    LoseInSiege,
    SiegeLossesDue,
    combat_begun,
)
from engine.sekigahara.chapters.chapter_9_3_mori import CallMori
from engine.sekigahara.forecasts import overruns_of, state_after
from engine.sekigahara.reasons import Battle, Takes
from engine.sekigahara.state import State
from engine.sekigahara.targets import points_of
from tui.games import GameWords
from tui.language import _
from tui.sekigahara.words import (
    advice,
    chapter_2_victory,
    chapter_6_week,
    chapter_7_1_movement,
    chapter_7_2_muster,
    chapter_7_3_marches,
    chapter_7_4_overruns,
    chapter_8_1_declaring,
    chapter_8_2_deployment,
    chapter_8_6_loyalty,
    chapter_8_7_losses,
    chapter_8_8_retreats,
    chapter_8_9_sieges,
    chapter_9_3_mori,
    dangers,
)
from tui.sekigahara.words.counts import AVERAGES, counts
from tui.sekigahara.words.names import POOLS, SIDES, face_words
from tui.sekigahara.words.prices import dearer_words
from tui.sekigahara.words.refusals import refusal_words


class SekigaharaWords(GameWords[State, Answer]):
    """See `GameWords`, which documents the methods."""

    title = "Sekigahara"

    def side(self, seat: Seat) -> str:
        """`Tokugawa` or `Ishida`."""
        return SIDES[seat]

    def stage(self, state: State) -> str:
        """`week 3`."""
        return _("week {week}").format(week=state.week) if state.week else _("setup")

    def task(self, question: Any) -> str:
        """See `GameWords.task`."""
        return _(question_words(question))

    def awaited(self, opponent: str, question: Any) -> str:
        """See `GameWords.awaited`. A turn is planned whole, and the payment is the first of it that goes out."""
        if isinstance(question, PaymentDue):
            return _("{opponent} plans its turn, nothing sent yet").format(opponent=opponent)
        return super().awaited(opponent, question)

    def action(self, view: View[State], action: Answer) -> str:
        """See `GameWords.action`."""
        return answer_words(view.state, view.seat, action, view.faces)

    def for_good(self, view: View[State], action: Answer) -> str:
        """See `GameWords.for_good`: an overrun (7.4)."""
        return chapter_7_4_overruns.overrun_ahead(view, action) if isinstance(action, March) else ""

    def planned(self, before: View[State], action: Answer, after: View[State]) -> str:
        """See `GameWords.planned`: who is overrun (7.4), or fought, and what changes hands (4)."""
        if isinstance(action, March):
            overrun = chapter_7_4_overruns.overrun_words(before.state, Acted(before.seat, action, {}), after.state)
            return chapter_7_3_marches.planned_words(before, action, after.state, overrun)
        change = chapter_7_3_marches.change_words(before.state, after.state, before.seat)
        done = self.action(before, action)
        return f"{done} — {change}" if change else done

    def before_each(self, view: View[State], plan: Sequence[Answer]) -> list[View[State]]:
        """See `GameWords.before_each`: a march may go on from where another has ended (7.3, R10)."""
        views = [view]
        for answer in plan[:-1]:
            views.append(_after(views[-1], answer))
        return views[: len(plan)]

    def gain(
        self, before: View[State], after: View[State], last: View[State] | None = None, reasons: Sequence[Any] = ()
    ) -> str:
        """See `GameWords.gain`: what changes hands, and whom blocks meet (2.2, 4, 8.1)."""
        odds = {each.location: advice.odds_words(each) for each in reasons if isinstance(each, Battle)}
        return chapter_7_3_marches.gain_words(before.state, after.state, before.seat, odds, (last or after).state)

    def is_told_with(self, reason: Any, before: View[State], after: View[State]) -> bool:
        """See `GameWords.is_told_with`: how a battle ends is told where it begins, and what is taken where it is."""
        if isinstance(reason, Takes):
            return reason.location in points_of(after.state, after.seat)
        begun = chapter_7_3_marches.battles_of(before.state, after.state, before.seat)
        return isinstance(reason, Battle) and reason.location in begun

    def refusal(self, problem: IllegalAction) -> str:
        """See `GameWords.refusal`."""
        return refusal_words(problem)

    def reason(self, reason: Any) -> str:
        """See `GameWords.reason`."""
        return chapter_2_victory.reason_words(reason)

    def reasons(self, reasons: Sequence[Any]) -> list[str]:
        """See `GameWords.reasons`."""
        return advice.reasons_words(reasons)

    def is_cost(self, reason: Any) -> bool:
        """See `GameWords.is_cost`."""
        return advice.is_cost(reason)

    def dangers(self, before: View[State], after: View[State]) -> list[str]:
        """See `GameWords.dangers` (2.1)."""
        return dangers.new_dangers(before, after.state)

    def goes_on(self, view: View[State], plan: Sequence[Answer]) -> str:
        """See `GameWords.goes_on`: what a march overruns is shown (7.4)."""
        last = plan[-1]
        if not isinstance(last, March) or not overruns_of(self.before_each(view, plan)[-1], last):
            return ""
        return _("Ask again after it: what the overrun shows decides what follows.")

    def dearer(self, view: View[State], plan: Sequence[Answer], instead: Sequence[Answer]) -> str:
        """See `GameWords.dearer`."""
        return dearer_words(view, tuple(plan), tuple(instead))

    def rule(self, question: Any) -> str:
        """See `GameWords.rule`."""
        return question_rule(question)

    averages = AVERAGES

    def counts(self, before: State, event: Event, after: State) -> Iterable[tuple[Seat, str, int]]:
        """See `GameWords.counts`."""
        return counts(before, event, after)

    def face(self, face: Face) -> str:
        """See `GameWords.face`."""
        return face_words(face)

    def pool(self, pool: Pool) -> str:
        """See `GameWords.pool`."""
        return POOLS[POOL_KEYS[pool]]

    def turn(self, state: State) -> Hashable | None:
        """The half of a turn in which one side moves and fights (6.4)."""
        return (state.week, state.turn, state.active) if state.active is not None else None

    def battle(self, state: State) -> Hashable | None:
        """The combat in progress."""
        combat = combat_begun(state)
        return None if combat is None else (combat.location, combat.attacker, combat.siege)


def _after(view: View[State], answer: Answer) -> View[State]:
    """What the seat has before it after an answer, as far as that hangs on itself alone."""
    with suppress(IllegalAction):
        after = planned(SEKIGAHARA, view, answer)
        if after is not None:
            return after
    way = chapter_7_3_marches.march_way(view.state, view.seat, answer) if isinstance(answer, March) else ()
    if not way or not isinstance(answer, March):
        return view
    # Whoever is overrun shows itself first (7.4.2): who marched stands there in any case, and goes on from there.
    try:
        state = state_after(view, answer)
    except IllegalAction:
        state = view.state.copy()
        state.transfer(view.seat, answer.blocks, way[0], way[-1])
    state.agenda = view.state.agenda.copy()
    return View(state, view.seat, view.faces)


def question_words(question: Question) -> str:
    """What a question asks for, after "to"."""
    match question:
        case DiscardsDue():
            return chapter_6_week.DISCARDS_DUE
        case BidsDue():
            return chapter_6_week.BIDS_DUE
        case FirstPlayerDue():
            return chapter_6_week.FIRST_PLAYER_DUE
        case PaymentDue():
            return chapter_7_1_movement.PAYMENT_DUE
        case MovementDue():
            return chapter_7_1_movement.MOVEMENT_DUE
        case RevealDue():
            return chapter_7_4_overruns.REVEAL_DUE
        case DeclarationDue():
            return chapter_8_1_declaring.DECLARATION_DUE
        case CastleChoiceDue():
            return chapter_8_9_sieges.CASTLE_CHOICE_DUE
        case DeploymentDue():
            return chapter_8_2_deployment.DEPLOYMENT_DUE
        case ChallengeDue():
            return chapter_8_6_loyalty.CHALLENGE_DUE
        case LoyaltyProofDue():
            return chapter_8_6_loyalty.LOYALTY_PROOF_DUE
        case LossesDue():
            return chapter_8_7_losses.LOSSES_DUE
        case SiegeLossesDue():
            return chapter_8_9_sieges.SIEGE_LOSSES_DUE
        case RetreatDue():
            return chapter_8_8_retreats.RETREAT_DUE
        case _:
            assert_never(question)


def question_rule(question: Question) -> str:
    """Where the rules tell of a question."""
    match question:
        case DiscardsDue():
            return "6.2"
        case BidsDue() | FirstPlayerDue():
            return "6.3"
        case PaymentDue():
            return "7.1"
        case MovementDue():
            return "7.3.1"
        case RevealDue():
            return "7.4.2"
        case DeclarationDue():
            return "8.1"
        case CastleChoiceDue():
            return "8.9.2"
        case DeploymentDue():
            return "8.2.2"
        case ChallengeDue() | LoyaltyProofDue():
            return "8.6.1"
        case LossesDue():
            return "8.7.2"
        case SiegeLossesDue():
            return "8.9.4"
        case RetreatDue():
            return "8.8.1"
        case _:
            assert_never(question)


def answer_words(state: State, seat: Seat, answer: Answer, faces: Mapping[Piece, Face]) -> str:
    """`answer` of `seat` in words that begin with a verb; what `faces` does not show is called hidden."""
    match answer:
        case Discard():
            return chapter_6_week.discard_words(answer, faces)
        case Bid():
            return chapter_6_week.bid_words(answer, faces)
        case ChooseFirst():
            return chapter_6_week.choose_first_words(seat, answer)
        case Pay():
            return chapter_7_1_movement.pay_words(answer, faces)
        case EndMovement():
            return _(chapter_7_1_movement.END_MOVEMENT)
        case March():
            return chapter_7_3_marches.march_words(state, seat, answer, faces)
        case Muster():
            return chapter_7_2_muster.muster_words(answer, faces)
        case CallMori():
            return chapter_9_3_mori.call_mori_words(answer, faces)
        case Reveal():
            return _(chapter_7_4_overruns.REVEAL)
        case Declare():
            return chapter_8_1_declaring.declare_words(answer)
        case FightInside():
            return chapter_8_9_sieges.fight_inside_words(answer)
        case EndDeployment():
            return chapter_8_2_deployment.end_words(state, seat)
        case Deploy():
            return chapter_8_2_deployment.deploy_words(answer, faces)
        case Challenge():
            return chapter_8_6_loyalty.challenge_words(answer)
        case ProveLoyalty():
            return chapter_8_6_loyalty.prove_loyalty_words(answer, faces)
        case Lose():
            return chapter_8_7_losses.lose_words(answer, faces)
        case LoseInSiege():
            return chapter_8_9_sieges.lose_in_siege_words(answer, faces)
        case Retreat():
            return chapter_8_8_retreats.retreat_words(state, seat, answer, faces)
        case _:
            assert_never(answer)
