"""Sections 8.2, 8.4.2 and 8.5: deployments, and whose turn it is to deploy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import ClassVar, Final

from engine.forms import PIECE, PIECES, Form, Maybe
from engine.hidden import Face, IllegalAction, Piece, Seat, View, other
from engine.lazy import Concatenated, Each
from engine.rules import DecisionRule, Question, Rule, Shown, Step, StepRule
from engine.sekigahara.board import HAND, PLAYED, Location
from engine.sekigahara.chapters.chapter_3_pieces import card_in_hand, face_of, is_challenge, require_in
from engine.sekigahara.chapters.chapter_8_3_impact import add_impact, added_impact
from engine.sekigahara.chapters.chapter_8_6_loyalty import ChallengeDue, accept_deployment
from engine.sekigahara.chapters.chapter_8_7_losses import BattleLosses
from engine.sekigahara.chapters.chapter_8_9_sieges import SiegeLosses
from engine.sekigahara.choices import one_of_each
from engine.sekigahara.forms import LOCATION, SEAT
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER, KIND_OF, matches
from engine.sekigahara.state import Combat, Deployment, Pieces, State


@dataclass(frozen=True, slots=True)
class NextDeployment(Step):
    """Ask the side with the initiative, until both have ended (8.5), or the attacker has in a siege (8.9.4)."""

    form: ClassVar[Form] = Form("next-deployment")


def next_deployment(state: State, step: NextDeployment) -> None:
    """See `NextDeployment`. Nothing happens if no combat came of the declaration (8.9.2)."""
    combat = state.combat
    if combat is None:
        return
    if combat.siege:
        over = combat.ended[combat.attacker]
    else:
        over = combat.ended[0] and combat.ended[1]
    if not over:
        state.push(DeploymentDue(combat.initiative, combat.location))
    elif combat.siege:
        state.push(SiegeLosses())
    else:
        state.push(BattleLosses())


@dataclass(frozen=True, slots=True)
class DeploymentDue(Question):
    """`seat`, which has the initiative, deploys in the combat at `location`, or ends (8.2.1, 8.5)."""

    seat: Seat
    location: Location
    form: ClassVar[Form] = Form("deployment-due", seat=SEAT, location=LOCATION)
    commits: ClassVar[bool] = True


def undeployed(state: State, seat: Seat) -> Pieces:
    """The blocks of `seat` in the combat that have not been deployed (8.2.2)."""
    combat = state.current_combat()
    deployed = {block for block, _ in combat.deployed}
    return tuple([block for block in state.pools[seat][combat.location] if block not in deployed])


def has_deployed(state: State, seat: Seat) -> bool:
    """Whether `seat` has deployed any of its blocks in the combat (8.2.2)."""
    return len(undeployed(state, seat)) < len(state.pools[seat][state.current_combat().location])


@dataclass(frozen=True, slots=True)
class EndDeployment:
    """This side deploys no more in this combat (8.5)."""

    form: ClassVar[Form] = Form("end-deployment")


class EndDeploying(DecisionRule[State, DeploymentDue, EndDeployment, None]):
    """This side ends; initiative goes to the other for good (8.5, R20)."""

    question = DeploymentDue
    answer = EndDeployment

    def options(self, view: View[State], question: DeploymentDue) -> Sequence[EndDeployment]:
        """Always possible: nothing tells the opponent that it had to be (R20)."""
        return [EndDeployment()]

    def check(self, state: State, question: DeploymentDue, answer: EndDeployment, shown: Shown) -> None:
        """Nothing can be wrong with it."""

    def perform(self, state: State, question: DeploymentDue, answer: EndDeployment, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        combat = state.current_combat()
        state.combat = replace(combat, ended=_with(combat.ended, question.seat))
        state.push(NextDeployment())


@dataclass(frozen=True, slots=True)
class Deploy:
    """One block, or two by a double card, deployed with `card`; a leader may do without (8.2.3, 8.2.4, 8.4.2)."""

    card: Piece | None
    blocks: Pieces
    form: ClassVar[Form] = Form("deploy", card=Maybe(PIECE), blocks=PIECES)

    def __post_init__(self) -> None:
        if len(self.blocks) > 1:
            object.__setattr__(self, "blocks", tuple(sorted(self.blocks)))


class DeployBlocks(DecisionRule[State, DeploymentDue, Deploy, None]):
    """One deployment; the opponent may challenge it if made with a card in a battle (8.2.2 to 8.2.4, 8.4.2)."""

    question = DeploymentDue
    answer = Deploy

    def options(self, view: View[State], question: DeploymentDue) -> Sequence[Deploy]:
        """Leaders without a card, then every fitting pair of a card and a block, and pairs of blocks for doubles."""
        state, seat, faces = view.state, view.seat, view.faces
        blocks = undeployed(state, seat)
        singly = one_of_each(blocks, faces)
        leaders: list[tuple[Piece | None, Pieces]] = []
        if leaders_need_no_card(state.current_combat(), seat):
            leaders = [(None, (block,)) for block in singly if IS_LEADER[faces[block]]]
        carded: list[tuple[Piece | None, Pieces]] = []
        for card in one_of_each(state.pools[seat][HAND], faces):
            kind = faces[card]
            carded += [(card, (block,)) for block in singly if matches(kind, faces[block])]
            if KIND_OF[kind] == "double":
                clan = [block for block in blocks if _fits_double(kind, faces[block])]
                pairs = {tuple(sorted((faces[one], faces[two]))): (one, two) for one, two in combinations(clan, 2)}
                carded += [(card, pair) for pair in pairs.values()]
        return Concatenated([Each(leaders, lambda pair: Deploy(*pair)), Each(carded, lambda pair: Deploy(*pair))])

    def to_show(self, state: State, question: DeploymentDue, answer: Deploy) -> Pieces:
        """The card and the blocks."""
        return answer.blocks if answer.card is None else (answer.card, *answer.blocks)

    def check(self, state: State, question: DeploymentDue, answer: Deploy, shown: Shown) -> None:
        """See `DecisionRule.check`."""
        combat = state.current_combat()
        seat, blocks = question.seat, answer.blocks
        if not 1 <= len(blocks) <= 2:
            raise IllegalAction(
                "8.2.2", "A deployment is one block, or two with a double card, got {count}", count=len(blocks)
            )
        require_in(state, seat, blocks, question.location, "8.2.2")
        if any(deployed in blocks for deployed, _ in combat.deployed):
            raise IllegalAction("8.2.2", "No block is deployed twice in the same battle")
        faces = [face_of(state, shown, block) for block in blocks]
        if answer.card is not None:
            _check_card(state, seat, answer.card, faces, shown)
        elif len(blocks) > 1 or not IS_LEADER[faces[0]]:
            raise IllegalAction("8.2.4", "Only a leader, and one at a time, deploys without a card")
        elif not leaders_need_no_card(combat, seat):
            raise IllegalAction("8.2.4", "A leader deploys without a card only before the first deployment with one")

    def perform(self, state: State, question: DeploymentDue, answer: Deploy, shown: Shown, found: None) -> None:
        """See `DecisionRule.perform`."""
        seat = question.seat
        state.push(NextDeployment())
        if answer.card is None:
            add_impact(state, seat, answer.blocks, swords=False)
            return
        state.transfer(seat, (answer.card,), HAND, PLAYED)
        combat = state.current_combat()
        state.combat = replace(
            combat, carded=_with(combat.carded, seat), pending=Deployment(answer.card, answer.blocks)
        )
        if self.may_be_challenged(state, seat):
            state.push(ChallengeDue(other(seat), question.location))
        else:
            accept_deployment(state, seat)

    def may_be_challenged(self, state: State, seat: Seat) -> bool:
        """Whether the opponent may challenge: not in a siege (8.9.5), and not without a card (8.6.1)."""
        return not state.current_combat().siege and bool(state.pools[other(seat)][HAND])


def leaders_need_no_card(combat: Combat, seat: Seat) -> bool:
    """Whether leaders of `seat` may be deployed without a card: until its first card of this combat (8.2.4, R31)."""
    return not combat.carded[seat]


def impact_of_deploying(state: State, seat: Seat, answer: Deploy, faces: Mapping[Piece, Face]) -> int:
    """The impact that `answer` adds if it is not challenged with success (8.3, 8.4.1). `faces` knows all own ones."""
    combat = state.current_combat()
    swords = answer.card is not None and KIND_OF[faces[answer.card]] == "swords" and not combat.siege
    return added_impact(combat, seat, answer.blocks, swords, faces)


def _check_card(state: State, seat: Seat, card: Piece, blocks: list[Face], shown: Shown) -> None:
    card_in_hand(state, seat, card, "8.2.2")
    kind = face_of(state, shown, card)
    if is_challenge(kind):
        raise IllegalAction("8.6.1", "A Loyalty Challenge deploys no block")
    if not all(matches(kind, block) for block in blocks):
        raise IllegalAction("8.2.2", "The card's mon is not that of the block")
    if len(blocks) > 1 and (KIND_OF[kind] != "double" or not all(_fits_double(kind, block) for block in blocks)):
        raise IllegalAction("8.4.2", "Only a double card deploys two blocks, and both must bear its mon")


def _fits_double(card: Face, block: Face) -> bool:
    """Whether `block` may be one of the two that a double card deploys (8.4.2, R21)."""
    return matches(card, block) and not ANY_CARD[block]


def _with(flags: tuple[bool, bool], seat: Seat) -> tuple[bool, bool]:
    return (True, flags[1]) if seat == 0 else (flags[0], True)


RULES: Final[tuple[Rule, ...]] = (StepRule(NextDeployment, next_deployment), EndDeploying(), DeployBlocks())
