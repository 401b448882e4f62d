"""Choices in a combat: inside or outside, deployments with their impact, loyalty (8.2 to 8.6, 8.9)."""

from __future__ import annotations

from engine.hidden import other
from engine.sekigahara import combat as combat_rules
from engine.sekigahara.actions import Answer, Challenge, Deploy, Finish, Position
from engine.sekigahara.board import HAND, NAMES
from engine.sekigahara.legal import legal_choices
from engine.sekigahara.pieces import ANY_CARD, IS_LEADER, KIND_OF
from engine.sekigahara.state import Combat
from tui.dialogue import Asked, Option, Pick, Step
from tui.sekigahara.words.names import SIDES, card_words, pieces_words, plural


def _combat(asked: Asked) -> Combat:
    return asked.state.current_combat()


def choose_castle(asked: Asked) -> Step:
    """Inside is a siege, or nothing if the holder attacks; outside is a battle (8.9.2, R19)."""
    combat = _combat(asked)
    place = combat.place
    attacks = combat.attacker == asked.seat
    inside = (
        "nothing happens here this phase" if attacks else "a siege: you deploy nothing, and lose a unit per 7 impact"
    )
    return Pick(
        f"Your {plural(len(asked.state.pools[asked.seat][place]), 'block')} in the castle of {NAMES[place]}",
        [
            Option(f"Fight outside: a battle against {_enemies(asked)}", lambda: Position(False), scene=place),
            Option(f"Stay inside: {inside}", lambda: Position(True), scene=place),
        ],
        note="Up to two blocks may stay inside; the castle remains yours while they hold (8.9).",
    )


def _enemies(asked: Asked) -> str:
    return plural(len(asked.state.pools[other(asked.seat)][_combat(asked).place]), "block")


def impact_after(asked: Asked, action: Deploy) -> int:
    """The impact of the own side if `action` is made and not challenged with success."""
    state = asked.state.copy()
    for piece in (*action.blocks, *(() if action.card is None else (action.card,))):
        state.shown[piece] = asked.faces[piece]
    swords = action.card is not None and KIND_OF[asked.faces[action.card]] == "swords"
    combat_rules.count(state, asked.seat, action.blocks, swords and not _combat(asked).siege)
    return state.current_combat().impact[asked.seat]


def _with(asked: Asked, action: Deploy) -> str:
    if action.card is None:
        return "without a card"
    words = f"with {card_words(asked.faces[action.card])}"
    return words + (" (any card deploys it)" if any(ANY_CARD[asked.faces[block]] for block in action.blocks) else "")


def choose_deployment(asked: Asked) -> Step:
    """Blocks with the cards that deploy them, each with its impact; or to end (8.2 to 8.5, R20 to R22)."""
    combat = _combat(asked)
    mine = combat.impact[asked.seat]
    options = []
    for action in legal_choices(asked.state, asked.seat, asked.faces):
        if isinstance(action, Deploy):
            after = impact_after(asked, action)
            with_card = _with(asked, action)
            text = f"+{after - mine} impact: {pieces_words(action.blocks, asked.faces)} {with_card}"
            options.append((after, Option(text, lambda action=action: action, scene=combat.place)))  # type: ignore[misc]
    # The strongest first: the order is a matter of reading, nothing is left out.
    rows = [option for _, option in sorted(options, key=lambda pair: -pair[0])]
    rows.append(Option("End: deploy no more in this combat", Finish, scene=combat.place))
    theirs = combat.impact[other(asked.seat)]
    note = f"Impact: you {mine}, {SIDES[other(asked.seat)]} {theirs}."
    if not combat.siege:
        note += f" {SIDES[combat.leading]} leads; a tie is the defender's."
    if any(IS_LEADER[asked.faces[block]] for block in combat_rules.undeployed(asked.state, asked.seat)):
        if combat.carded[asked.seat]:
            note += " You have played a card here, so leaders need one now as well (8.2.4)."
        else:
            note += " Leaders need no card until your first card here (8.2.4)."
    if len(rows) == 1:
        note += " You have nothing that can be deployed."
    return Pick(f"{'Siege' if combat.siege else 'Battle'} of {NAMES[combat.place]}: deploy, or end", rows, note=note)


def choose_challenge(asked: Asked) -> Step:
    """A Loyalty Challenge or none. Asked of everybody who has a card, so that the time tells nothing (8.6.1, R24)."""
    combat = _combat(asked)
    assert combat.pending is not None
    card, blocks = combat.pending
    state, seat = asked.state, asked.seat
    options = [Option("Let it stand", lambda: Challenge(None), scene=combat.place)]
    for action in legal_choices(state, seat, asked.faces):
        if isinstance(action, Challenge) and action.card is not None:
            words = card_words(asked.faces[action.card])
            options.append(Option(f"Challenge with your {words}", lambda action=action: action))  # type: ignore[misc]
    what = f"{pieces_words(blocks, state.shown)} with {pieces_words((card,), state.shown)}"
    hand = plural(len(state.pools[other(seat)][HAND]), "card")
    note = f"{SIDES[other(seat)]} has {hand} left to prove loyalty with."
    if len(options) == 1:
        note += " You hold no Loyalty Challenge; you are asked all the same, so that nobody can tell (R24)."
    note += " Any answer leaves at a set time; without one by then the blocks stand."
    return Pick(f"{SIDES[other(seat)]} deploys {what}: challenge?", options, note=note)


def choose_answer(asked: Asked) -> Step:
    """A card that proves the challenged blocks loyal, or none (8.6.1, R23)."""
    combat = _combat(asked)
    assert combat.pending is not None
    options = []
    for action in legal_choices(asked.state, asked.seat, asked.faces):
        if isinstance(action, Answer) and action.card is not None:
            words = card_words(asked.faces[action.card])
            options.append(Option(f"Show {words}, which goes back to your hand", lambda action=action: action))  # type: ignore[misc]
    options.append(Option("Show nothing: the blocks change sides for this battle", lambda: Answer(None)))
    what = pieces_words(combat.pending[1], asked.faces)
    return Pick(
        f"Your {what}: loyalty challenged", options, note="A further card that could deploy them proves it (8.6)."
    )
