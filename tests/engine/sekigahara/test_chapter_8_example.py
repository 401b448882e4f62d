"""The rulebook's example of combat (chapter 8), deployment by deployment: 13 impact to 13."""

from __future__ import annotations

from engine.hidden import Seat
from engine.sekigahara import SEKIGAHARA
from engine.sekigahara.board import location_named
from engine.sekigahara.chapters.chapter_7_1_movement import PaymentDue
from engine.sekigahara.chapters.chapter_7_3_routes import March
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue, EndDeployment
from engine.sekigahara.chapters.chapter_8_7_losses import LossesDue
from engine.sekigahara.chapters.chapter_8_8_retreats import RetreatDue
from engine.sekigahara.components import ISHIDA, TOKUGAWA
from tests.engine.sekigahara.battles import (
    FIELD,
    act,
    declare,
    deploy,
    doing,
    finish,
    hand_size,
    impact,
    lose,
    open_ways,
    recorded,
    refused,
    retreat,
    retreating,
    shown_at,
)
from tests.engine.sekigahara.positions import combat_phase, names_in, pieces, position

TABLE: list[tuple[Seat, str | None, tuple[str, ...], int, tuple[int, int]]] = [
    (ISHIDA, None, ("mori-1-leader",), 1, (0, 1)),
    (TOKUGAWA, "maeda-swords", ("maeda-1-cavalry",), 3, (3, 1)),
    (ISHIDA, "ukita-double", ("ukita-2", "ukita-2"), 5, (3, 6)),
    (TOKUGAWA, "tokugawa-single", ("tokugawa-3",), 3, (6, 6)),
    (ISHIDA, "uesugi-single", ("uesugi-1-gun",), 1, (6, 7)),
    (TOKUGAWA, "tokugawa-single", ("tokugawa-1-gun",), 2, (8, 7)),
    (ISHIDA, "mori-swords", ("mori-1-gun",), 6, (8, 13)),
    (TOKUGAWA, "tokugawa-single", ("tokugawa-3",), 5, (13, 13)),
]
"""Who deploys, with what card, which blocks, the impact of the deployment, and both totals after it."""


def test_8_the_worked_battle_of_thirteen_to_thirteen() -> None:
    table = position(
        {
            FIELD: ["maeda-1-cavalry", "tokugawa-3", "tokugawa-3", "tokugawa-1-gun", "date-2", "fukushima-2"],
            "hand": ["maeda-swords", "tokugawa-single", "tokugawa-single", "tokugawa-single", "maeda-single"],
        },
        {
            "kofu": [
                *("mori-1-leader", "ukita-2", "ukita-2", "uesugi-1-gun", "mori-1-gun"),
                *("kobayakawa-2", "kobayakawa-3"),
            ],
            "hand": ["ukita-double", "uesugi-single", "mori-swords", "ukita-single", "mori-single"],
        },
        active=ISHIDA,
    )
    table.act(ISHIDA, March(pieces(table, ISHIDA, "kofu"), (location_named(FIELD),), True, None))
    declare(combat_phase(table), FIELD)
    table, recorder = recorded(table)
    assert shown_at(table, ISHIDA, FIELD) == shown_at(table, TOKUGAWA, FIELD) == []

    for seat, card, blocks, delivered, totals in TABLE:
        assert doing(table) == (seat, DeploymentDue)
        before = impact(table)[seat]
        deploy(table, card, *blocks)
        assert impact(table)[seat] - before == delivered
        assert impact(table) == totals
    assert shown_at(table, ISHIDA, FIELD) == ["mori-1-gun", "mori-1-leader", "uesugi-1-gun", "ukita-2", "ukita-2"]

    # Ishida is behind at a tie; its two cards and two blocks do not match. Nor do Tokugawa's.
    for seat in (ISHIDA, TOKUGAWA):
        assert doing(table) == (seat, DeploymentDue)
        assert list(SEKIGAHARA.options(table.view(seat))) == [EndDeployment()]
        finish(table)

    # The attacker loses first: one for 13 impact, one for defeat; then Tokugawa one for 13.
    assert doing(table) == (ISHIDA, LossesDue)
    lose(table, "mori-1-gun", "uesugi-1-gun")
    assert doing(table) == (TOKUGAWA, LossesDue)
    lose(table, "tokugawa-1-gun")

    assert doing(table) == (ISHIDA, RetreatDue)
    assert shown_at(table, ISHIDA, FIELD) == shown_at(table, TOKUGAWA, FIELD) == []
    assert open_ways(table) == {"kofu"}
    refused(table, retreating(table, "kiso"))
    assert recorder.drawn == []
    retreat(table, "kofu")
    assert names_in(table, ISHIDA, "kofu") == sorted(
        ["mori-1-leader", "ukita-2", "ukita-2", "kobayakawa-2", "kobayakawa-3"]
    )
    assert len(pieces(table, TOKUGAWA, FIELD)) == 5

    # Ishida played three cards and lost two blocks, Tokugawa played four and lost one; the attacker draws first.
    assert [seat for seat, _ in recorder.drawn] == [ISHIDA] * 4 + [TOKUGAWA] * 4
    assert (hand_size(table, TOKUGAWA), hand_size(table, ISHIDA)) == (1 + 4, 2 + 4)
    assert names_in(table, ISHIDA, "discard") == ["mori-swords", "uesugi-single", "ukita-double"]
    assert doing(table) == (TOKUGAWA, PaymentDue)


def test_8_the_worked_battle_is_tokugawas_by_the_tie_alone() -> None:
    # The same battle with Tokugawa's last card kept back: 13 to 8 is Ishida's, and Tokugawa loses two.
    table = position(
        {
            FIELD: ["maeda-1-cavalry", "tokugawa-3", "tokugawa-3", "tokugawa-1-gun", "date-2", "fukushima-2"],
            "hand": ["maeda-swords", "tokugawa-single", "tokugawa-single", "tokugawa-single", "maeda-single"],
        },
        {
            FIELD: ["mori-1-leader", "ukita-2", "ukita-2", "uesugi-1-gun", "mori-1-gun"],
            "hand": ["ukita-double", "uesugi-single", "mori-swords", "ukita-single", "mori-single"],
        },
        active=ISHIDA,
    )
    declare(combat_phase(table), FIELD)
    for _, card, blocks, _, _ in TABLE[:-1]:
        deploy(table, card, *blocks)
    act(table, EndDeployment())
    act(table, EndDeployment())
    assert doing(table) == (ISHIDA, LossesDue)
    lose(table, "mori-1-leader")
    assert doing(table) == (TOKUGAWA, LossesDue)
    lose(table, "tokugawa-1-gun", "tokugawa-3")
    assert doing(table) == (TOKUGAWA, RetreatDue)
