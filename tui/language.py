"""The language in which people are spoken to, and how a sentence is marked to be said in it.

A sentence is written in English where it is said, as `_("{side} discards {cards}.").format(side=..., cards=...)`, and
is found in the catalogue of the language that `speak` chose (`tui/locale`); English needs none. `docs/development.md`
tells how catalogues are kept.
"""

from __future__ import annotations

import gettext as _gettext
import os
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import Final, TypeVar, overload

_Key = TypeVar("_Key")

LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "es": "Español", "it": "Italiano"}
"""The languages that there are, by their codes, as each calls itself. Sentences in the source are English."""

DOMAIN: Final = "sekigahara"
"""What the catalogues are called."""

LOCALE: Final = Path(__file__).parent / "locale"
"""Where they lie: `es/LC_MESSAGES/sekigahara.po`, and beside each the `.mo` that is read."""

VARIABLE: Final = "SEKIGAHARA_LANG"
"""The variable of the environment that chooses a language for this program alone."""

_LOCALE_VARIABLES: Final = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


class _Spoken:
    """The language that is spoken by this process."""

    code = "en"
    catalogue = _gettext.NullTranslations()


def speak(code: str) -> None:
    """Say all that is said from now on in a language of `LANGUAGES`."""
    _Spoken.catalogue = (
        _gettext.NullTranslations() if code == "en" else _gettext.translation(DOMAIN, LOCALE, languages=[code])
    )
    _Spoken.code = code


def spoken() -> str:
    """The code of the language that is spoken."""
    return _Spoken.code


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = _Spoken.code
    speak(code)
    try:
        yield
    finally:
        speak(before)


def wanted(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for: by SEKIGAHARA_LANG, else by the locale; English if by neither.

    Of the locale's variables the first that is set counts, as everywhere; `LANGUAGE` may name several languages.
    """
    if environment.get(VARIABLE) in LANGUAGES:
        return environment[VARIABLE]
    said = next((environment[name] for name in _LOCALE_VARIABLES if environment.get(name)), "")
    codes = [locale.replace("-", "_").partition("_")[0].partition(".")[0].lower() for locale in said.split(":")]
    return next((code for code in codes if code in LANGUAGES), "en")


def lead_argparse(environment: MutableMapping[str, str] = os.environ) -> None:
    """Let the standard library's own sentences on a wrong command be looked up in the same catalogue."""
    environment["LANGUAGE"] = _Spoken.code
    _gettext.bindtextdomain(DOMAIN, str(LOCALE))
    _gettext.textdomain(DOMAIN)


def _(message: str) -> str:
    """A sentence in the language that is spoken. What varies stands in it as `{name}` and is put in by `format`."""
    return _Spoken.catalogue.gettext(message) if message else ""


def ngettext(one: str, many: str, count: int) -> str:
    """A sentence whose form depends on a count: `ngettext("{count} card", "{count} cards", count)`."""
    return _Spoken.catalogue.ngettext(one, many, count)


def pgettext(context: str, message: str) -> str:
    """A sentence that alone does not say what is meant: `pgettext("a block's arms", "gun")`."""
    return _Spoken.catalogue.pgettext(context, message)


def plural(count: int, one: str, many: str, none: str = "") -> str:
    """`1 card`, `3 cards`, and at 0 `none`, already in the language, if it is given.

    `plural(count, "{count} card", "{count} cards", _("no cards"))`.
    """
    return none if none and not count else ngettext(one, many, count).format(count=count)


def long_text(package: str, name: str) -> str:
    """A text that is a file of its own: `texts/es/help.txt` in the package, or the English `texts/help.txt`."""
    folder = resources.files(package).joinpath("texts")
    translated = folder.joinpath(_Spoken.code, name)
    return (translated if translated.is_file() else folder.joinpath(name)).read_text(encoding="utf-8")


def N_(message: str) -> str:  # noqa: N802  the name by which it is known everywhere
    """A sentence of a constant: marked for the catalogues and left English; whoever says it says `_(constant)`."""
    return message


class Said(Mapping[_Key, str]):
    """Constant texts by key, each marked with `N_`, that are read in the language that is spoken then."""

    def __init__(self, texts: Mapping[_Key, str]) -> None:
        self._texts = texts

    def __getitem__(self, key: _Key) -> str:
        return _(self._texts[key])

    def __iter__(self) -> Iterator[_Key]:
        return iter(self._texts)

    def __len__(self) -> int:
        return len(self._texts)


class SaidInOrder(Sequence[str]):
    """Constant texts in order, each marked with `N_`, that are read in the language that is spoken then."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...

    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        return _(self._texts[place]) if isinstance(place, int) else SaidInOrder(self._texts[place])

    def __len__(self) -> int:
        return len(self._texts)
