"""Impact and special attacks: 8.3, 8.4.1, R21."""

from __future__ import annotations

import pytest

from engine.hidden import Face
from engine.sekigahara.chapters.chapter_8_2_deployment import DeploymentDue
from engine.sekigahara.components import CARD_FACES, FACES, ISHIDA, TOKUGAWA, block_kind
from engine.sekigahara.pieces import FACE_KEYS
from tests.engine.sekigahara.battles import battle, deploy, doing, finish, impact
from tests.engine.sekigahara.positions import Table

BLOCKS = [Face(face) for face in range(CARD_FACES, len(FACES))]


def all_deployed(*steps: tuple[str | None, tuple[str, ...]]) -> list[int]:
    """Tokugawa's impact after each of its deployments; Ishida, which defends with one block, ends when it may."""
    blocks = [block for _, step in steps for block in step]
    table = battle(blocks, ["mori-2"], hands=([card for card, _ in steps if card], ["mori-single"]))
    track = []
    for card, step in steps:
        if doing(table) == (ISHIDA, DeploymentDue):
            finish(table)
        assert doing(table) == (TOKUGAWA, DeploymentDue)
        deploy(table, card, *step)
        track.append(impact(table)[TOKUGAWA])
    assert impact(table)[ISHIDA] == 0
    return track


def lone_deployment(face: Face, kind: str) -> Table:
    """The battle after the first deployment: a block of `face` by a card of `kind`."""
    block = FACE_KEYS[face].removeprefix("block-")
    daimyo = {"ii": "maeda", "ishida": "ukita"}.get(block_kind(face).daimyo, block_kind(face).daimyo)
    card = f"{daimyo}-{kind}"
    if block_kind(face).side == TOKUGAWA:
        table = battle([block], ["mori-2"], hands=([card], []))
    else:
        table = battle(["maeda-2"], [block], hands=([], [card]), attacker=ISHIDA)
    deploy(table, card, block)
    return table


@pytest.mark.parametrize("face", BLOCKS, ids=lambda face: FACE_KEYS[face])
@pytest.mark.parametrize("kind", ["single", "double"])
def test_8_3_2_base_impact_is_the_number_of_mon_of_every_block(face: Face, kind: str) -> None:
    table = lone_deployment(face, kind)
    assert impact(table)[block_kind(face).side] == block_kind(face).mon
    assert sum(impact(table)) == block_kind(face).mon


@pytest.mark.parametrize("face", BLOCKS, ids=lambda face: FACE_KEYS[face])
def test_8_4_1_swords_add_two_to_guns_and_cavalry_only(face: Face) -> None:
    table = lone_deployment(face, "swords")
    assert sum(impact(table)) == block_kind(face).mon + (2 if block_kind(face).arm else 0)


def test_8_3_3_the_rulebooks_example_of_the_bonus() -> None:
    single = "tokugawa-single"
    track = all_deployed((single, ("tokugawa-3",)), (single, ("tokugawa-1-gun",)), (single, ("tokugawa-2",)))
    assert track == [3, 3 + 2, 3 + 2 + 4]


def test_8_3_3_blocks_of_another_daimyo_give_no_bonus() -> None:
    track = all_deployed(
        ("tokugawa-single", ("tokugawa-3",)),
        ("maeda-single", ("maeda-2",)),
        ("date-single", ("ii-4",)),
        ("date-single", ("date-2",)),
        ("maeda-single", ("maeda-2",)),
    )
    assert track == [3, 5, 9, 11, 14]


def test_8_3_3_a_leader_without_a_card_counts_for_the_bonus() -> None:
    assert all_deployed((None, ("date-1-leader",)), ("date-single", ("date-2",))) == [1, 4]


def test_8_3_3_the_second_block_of_a_double_card_counts_the_first() -> None:
    track = all_deployed(("date-single", ("date-3",)), ("date-double", ("date-2", "date-2")))
    assert track == [3, 3 + (2 + 1) + (2 + 2)]


def test_8_3_3_the_enemys_deployments_give_no_bonus() -> None:
    table = battle(["maeda-2"], ["mori-3", "mori-2"], hands=(["maeda-single"], ["mori-single"]))
    deploy(table, "maeda-single", "maeda-2")
    deploy(table, "mori-single", "mori-3")
    assert impact(table) == (2, 3)


def test_8_4_1_special_attack_counts_blocks_of_its_arm_deployed_before() -> None:
    track = all_deployed(
        ("maeda-swords", ("maeda-1-gun",)),
        ("date-swords", ("date-1-gun",)),
        ("fukushima-swords", ("fukushima-1-gun",)),
    )
    assert track == [3, 3 + 5, 3 + 5 + 7]


def test_8_4_1_blocks_deployed_without_swords_count_for_later_special_attacks() -> None:
    track = all_deployed(
        ("maeda-single", ("maeda-1-gun",)),
        ("date-double", ("date-1-gun", "date-1-gun")),
        ("fukushima-swords", ("fukushima-1-gun",)),
    )
    assert track == [1, 1 + 1 + 2, 4 + (1 + 2 + 3 * 2)]


def test_8_4_1_guns_and_cavalry_do_not_count_for_each_other() -> None:
    track = all_deployed(
        ("maeda-swords", ("maeda-1-cavalry",)),
        ("date-swords", ("date-1-gun",)),
        ("fukushima-swords", ("fukushima-1-cavalry",)),
    )
    assert track == [3, 6, 6 + 5]


def test_8_4_1_gun_without_swords_adds_no_gun_impact() -> None:
    track = all_deployed(("maeda-swords", ("maeda-1-gun",)), ("date-single", ("date-1-gun",)))
    assert track == [3, 4]


def test_8_4_1_special_attack_and_daimyo_bonus_add_up() -> None:
    track = all_deployed(
        ("tokugawa-swords", ("tokugawa-1-cavalry",)),
        ("tokugawa-swords", ("tokugawa-1-cavalry",)),
        ("tokugawa-swords", ("tokugawa-1-cavalry",)),
    )
    assert track == [3, 3 + (1 + 1 + 2 + 2), 9 + (1 + 2 + 2 + 4)]


def test_8_4_1_the_enemys_guns_do_not_count() -> None:
    table = battle(["maeda-1-gun"], ["mori-1-gun"], hands=(["maeda-swords"], ["mori-swords"]))
    deploy(table, "maeda-swords", "maeda-1-gun")
    deploy(table, "mori-swords", "mori-1-gun")
    assert impact(table) == (3, 3)


def test_8_4_1_swords_deploy_a_block_without_an_arm_like_a_single_card() -> None:
    track = all_deployed(("maeda-single", ("maeda-1-gun",)), ("maeda-swords", ("maeda-3",)))
    assert track == [1, 1 + 4]
