"""Samurai by Reiner Knizia (1998), as rules for two seats: 0 is red and begins, 1 is blue."""

from engine.samurai.rules import OPTIONS, SAMURAI, Answer, Question, Samurai, samurai_with

make = samurai_with

__all__ = ["OPTIONS", "SAMURAI", "Answer", "Question", "Samurai", "make", "samurai_with"]
