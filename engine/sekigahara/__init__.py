"""Sekigahara: The Unification of Japan, as rules for two seats: 0 is Tokugawa, 1 is Ishida."""

from engine.sekigahara.rules import SEKIGAHARA, Answer, Question, Sekigahara

__all__ = ["SEKIGAHARA", "Answer", "Question", "Sekigahara"]
