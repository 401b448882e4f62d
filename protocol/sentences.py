"""Sentences about what went wrong, which whoever shows them can say in another language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self


class Sentence(str):
    """An English sentence that remembers what it was made of.

    `template` has the names of `facts` in braces; by it a catalogue of translations finds the sentence. A fact may be a
    sentence itself, or an error. As a text it is the sentence in English: for logs, programs and the other side.
    """

    __slots__ = ("facts", "template")

    template: str
    facts: Mapping[str, object]

    def __new__(cls, template: str, **facts: object) -> Self:
        """Put the facts in their places."""
        sentence = super().__new__(cls, template.format(**facts))
        sentence.template = template
        sentence.facts = facts
        return sentence
