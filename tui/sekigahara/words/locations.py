"""What the locations are called."""

from __future__ import annotations

from typing import Final

from engine.sekigahara.board import LOCATION_KEYS, Location
from tui.language import N_, SaidInOrder, _

NAME_OF: Final[dict[str, str]] = {
    "tanabe": "Tanabe",
    "wakayama": "Wakayama",
    "himeji": "Himeji",
    "osaka": "Osaka",
    "kumano": "Kumano",
    "ayabe": "Ayabe",
    "kyoto": N_("Kyoto"),  # of these names the one that is written differently elsewhere
    "miyazu": "Miyazu",
    "anotsu": "Anotsu",
    "minakuchi": "Minakuchi",
    "kuwana": "Kuwana",
    "sawayama": "Sawayama",
    "tsuruga": "Tsuruga",
    "okazaki": "Okazaki",
    "kiyosu": "Kiyosu",
    "gifu": "Gifu",
    "hamamatsu": "Hamamatsu",
    "kitanosho": "Kitanosho",
    "iwamura": "Iwamura",
    "sunpu": "Sunpu",
    "kanazawa": "Kanazawa",
    "kiso": "Kiso",
    "numazu": "Numazu",
    "kofu": "Kōfu",
    "suwa": "Suwa",
    "toyama": "Toyama",
    "matsumoto": "Matsumoto",
    "hakone": "Hakone",
    "saku": "Saku",
    "ueda": "Ueda",
    "arato": "Arato",
    "takeda": "Takeda",
    "takasaki": "Takasaki",
    "edo": "Edo",
    "oshi": "Oshi",
    "shibukawa": "Shibukawa",
    "oyama": "Oyama",
    "nagaoka": "Nagaoka",
    "uonuma": "Uonuma",
    "mito": "Mito",
    "utsunomiya": "Utsunomiya",
    "niigata": "Niigata",
    "tsugawa": "Tsugawa",
    "shirakawa": "Shirakawa",
    "iwaki": "Iwaki",
    "aizu": "Aizu",
    "murakami": "Murakami",
    "nihonmatsu": "Nihonmatsu",
    "soma": "Sōma",
    "yamagata": "Yamagata",
    "sendai": "Sendai",
}
"""By the engine's key."""

NAMES: Final = SaidInOrder([NAME_OF[key] for key in LOCATION_KEYS])
"""By the location's number."""


def disk_words(location: Location) -> str:
    """A disk that has been lost (9.1, 9.2)."""
    return _("the disk of {location}").format(location=NAMES[location])
