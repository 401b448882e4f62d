"""XML of a machine that is not trusted: no document type, no entities, bounded in every direction."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final
from xml.parsers import expat

from p2p.reach.ways import Reason, WayFailed

DEPTH: Final = 32
ELEMENTS: Final = 5000
TEXT: Final = 4096


@dataclass(slots=True)
class Element:
    """An element. `name` is without its namespace; `text` is that before the first child, cut to 4,096 characters."""

    name: str
    text: str = ""
    children: list[Element] = field(default_factory=list)

    def all(self, name: str) -> Iterator[Element]:
        """This element and those below it that are called `name`."""
        stack = [self]
        while stack:
            element = stack.pop()
            if element.name == name:
                yield element
            stack.extend(reversed(element.children))

    def first(self, name: str) -> str | None:
        """The text of the first element called `name`, without spaces around it."""
        found = next(self.all(name), None)
        return None if found is None else found.text.strip()


def parse_xml(data: bytes) -> Element:
    """The document's root. Raises WayFailed: UNSAFE_XML at a document type or an entity, NONSENSE, TOO_LONG."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise WayFailed(Reason.NONSENSE) from error
    builder = _Builder()
    # The encoding is settled already: what the document says about it is not believed.
    parser = expat.ParserCreate(encoding="utf-8", namespace_separator=" ")
    parser.StartDoctypeDeclHandler = builder.refuse
    parser.EntityDeclHandler = builder.refuse
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    try:
        parser.Parse(text.lstrip("\ufeff \t\r\n"), True)
    except expat.ExpatError as error:
        raise WayFailed(Reason.NONSENSE) from error
    return builder.root


class _Builder:
    def __init__(self) -> None:
        self._document = Element("")
        self._open = [self._document]
        self._count = 0

    @property
    def root(self) -> Element:
        return self._document.children[0]

    def refuse(self, *_: object) -> None:
        raise WayFailed(Reason.UNSAFE_XML)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self._count += 1
        if self._count > ELEMENTS or len(self._open) > DEPTH:
            raise WayFailed(Reason.TOO_LONG)
        element = Element(name.rpartition(" ")[2])
        self._open[-1].children.append(element)
        self._open.append(element)

    def end(self, name: str) -> None:
        self._open.pop()

    def text(self, data: str) -> None:
        element = self._open[-1]
        if not element.children:
            element.text += data[: TEXT - len(element.text)]
