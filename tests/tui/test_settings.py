"""What is chosen for good, and the colours that it means."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import Color
from rich.style import Style

from engine.games import GAMES
from tests.tui.test_cli import run_main
from tui.games import interface_of
from tui.glyphs import UNICODE
from tui.palettes import PALETTES, adapted, palette_for
from tui.settings import CHOICES, VARIABLES, apply_settings, change_setting, overruled, read_settings, settings_path
from tui.theme import STYLES, TEXTUAL_THEMES, Theme

ALL_STYLES = {
    f"{name} {style}": Style.parse(style)
    for styles in (STYLES, *[interface_of(kind.make({}), UNICODE).styles for kind in GAMES])
    for name, style in styles.items()
}


def luminance(color: Color) -> float:
    parts = [part / 255 for part in color.get_truecolor()]
    red, green, blue = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Color, two: Color) -> float:
    light, dark = sorted([luminance(one), luminance(two)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ALL_STYLES)
def test_colours_can_be_read_in_every_palette(name: str) -> None:
    style = ALL_STYLES[name]
    assert adapted(style, "dark") == style
    light, high = adapted(style, "light"), adapted(style, "contrast")
    if style.bgcolor is None and style.color is not None:
        assert light.color is not None
        assert high.color is not None
        seen = contrast(light.color, Color.parse("#e0e0e0"))
        # A coast is there for the eye alone: it stands back in every palette.
        assert 1.4 <= seen < 2.5 if name.startswith("coast") else seen >= 2.5
        assert contrast(high.color, Color.parse("#121212")) >= 7
    elif style.bgcolor is not None:
        if contrast(style.bgcolor, Color.parse("#000000")) < 2:  # land and sea, which are a ground and no blocks
            assert bool(high.bold) == bool(style.bold), "names look the same on both"
            assert light.bgcolor is not None
            assert contrast(light.bgcolor, Color.parse("#e0e0e0")) < 1.5
            least = 1.3 if name.startswith("coast") else 2.5
            assert light.color is None or contrast(light.color, light.bgcolor) >= least
        else:
            assert light == style
            blind = adapted(style, "colour-blind")
            assert blind.color is not None
            assert blind.bgcolor is not None
            assert contrast(blind.color, blind.bgcolor) >= 4
        if style.color is not None:  # else it is a ground alone
            assert high.color is not None
            assert contrast(high.color, style.bgcolor) >= 4.5


def test_the_colour_blind_see_blue_and_orange() -> None:
    assert adapted(Style.parse("#7fd07f"), "colour-blind").color != Color.parse("#7fd07f")
    for name in ("good", "path"):
        color = adapted(Style.parse(STYLES[name]), "colour-blind").color
        assert color is not None
        red, _, blue = color.get_truecolor()
        assert blue > red, name
    color = adapted(Style.parse(STYLES["bad"]), "colour-blind").color
    assert color is not None
    assert color.get_truecolor().red > color.get_truecolor().blue


def test_settings_are_kept_and_stand_behind_the_environment(tmp_path: Path) -> None:
    home = {"SEKIGAHARA_HOME": str(tmp_path)}
    path = settings_path(home)
    assert read_settings(path) == {name: values[0] for name, values in CHOICES.items()}
    change_setting(path, "theme", "light")
    change_setting(path, "signs", "ascii")
    environment = dict(home)
    assert set(apply_settings(environment)) == {*VARIABLES.values(), "SEKIGAHARA_ASCII"}
    assert palette_for(environment) == "light"
    own = home | {"SEKIGAHARA_THEME": "contrast"}
    apply_settings(own)
    assert palette_for(own) == "contrast"
    path.write_text('{"theme": 7, "signs": "ascii", "more": []}', encoding="utf-8")
    assert read_settings(path)["theme"] == "dark"
    assert read_settings(path)["signs"] == "ascii"
    path.write_text("junk", encoding="utf-8")
    assert read_settings(path)["signs"] == "auto"
    assert settings_path({}).name == "settings.json"


def test_a_setting_that_a_variable_overrules_says_so(tmp_path: Path) -> None:
    home = {"SEKIGAHARA_HOME": str(tmp_path)}
    apply_settings(own := home | {"SEKIGAHARA_PACE": "slow"})
    assert overruled(own) == {"pace": "SEKIGAHARA_PACE"}
    apply_settings(own := dict(home))
    assert overruled(own) == {}, "what a setting has put there is the setting"


def test_a_theme_is_drawn_in_the_palette_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for palette in PALETTES:
        monkeypatch.setenv("SEKIGAHARA_THEME", palette)
        seen.add(str(Theme().style("good")))
    assert len(seen) == len(PALETTES)
    assert TEXTUAL_THEMES["light"].dark is False
    assert TEXTUAL_THEMES["dark"].dark is True


def test_the_command_changes_and_prints(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SEKIGAHARA_HOME", str(tmp_path))
    status, out, _ = run_main(capsys, "settings", "speed=fast")
    assert status == 0
    assert "speed=fast  " in out
    assert "theme=dark  " in out
    for wrong in ("speed", "speed=warp", "sound=on"):
        status, _, err = run_main(capsys, "settings", wrong)
        assert (status, err.count("\n")) == (2, 1)
