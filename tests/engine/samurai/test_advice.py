"""The adviser: what it says of an answer."""

from __future__ import annotations

from random import Random

from engine.samurai import SAMURAI, advice
from engine.samurai.advice import SamuraiAdviser
from engine.samurai.chapters.chapter_3_placing import PlaceTile
from engine.samurai.reasons import Captures, Leads, Nears
from tests.engine.samurai.positions import BUDDHA, HELMET, RED, RICE, held, place, position


def test_what_is_captured_led_for_and_added_to_is_told() -> None:
    """p8 lies beside o8, which it fills, and q9, which it does not."""
    table = position({"o8": "rice", "q9": "buddha"}, red={"o9": "rice-2"}, red_hand="samurai-1 rice-3")
    answer = PlaceTile(held(table, RED, "samurai-1"), place("p8"))
    assert advice._reasons(table.view(RED), answer) == (Captures(place("o8"), RICE, RED), Leads(place("q9"), BUDDHA))


def test_where_it_does_not_lead_it_is_told_how_near_it_comes() -> None:
    table = position({"o10": "helmet"}, blue={"n9": "ship-2"}, red_hand="helmet-2 samurai-1")
    answer = PlaceTile(held(table, RED, "samurai-1"), place("o9"))
    assert advice._reasons(table.view(RED), answer) == (Nears(place("o10"), HELMET, 1, 2),)
    found = SamuraiAdviser(SAMURAI).advise(table.view(RED), Random(1))
    assert found.tried > 1
