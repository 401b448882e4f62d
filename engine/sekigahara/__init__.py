"""Sekigahara: The Unification of Japan, a block wargame for two about the year 1600. The rules, chapter by chapter."""

from engine.sekigahara.game import SEKIGAHARA as SEKIGAHARA
from engine.sekigahara.game import Sekigahara as Sekigahara
