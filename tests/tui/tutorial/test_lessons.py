"""Every lesson can be finished by the keys that it names."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from tests.tui.driving import screen_text
from tests.tui.tutorial.playing import app_at, course_of, do_step, ready
from tui.tutorial.lessons import lesson_names
from tui.tutorial.scripted_bot import ScriptedBot

LESSONS = [(kind.name, name) for kind in GAMES for name in lesson_names(kind.name)]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "name"), LESSONS)
async def test_a_lesson_is_finished_by_the_keys_that_it_names(game: str, name: str) -> None:
    app = app_at(game, name)
    async with app.run_test(size=(80, 24)):
        tutor = app.tutor
        while not tutor.over and not tutor.step.until:
            await ready(app)
            bot = tutor.bot
            await do_step(app)
            if tutor.bot is not bot or tutor.over:
                assert not isinstance(bot, ScriptedBot) or not bot.left, f"{bot.left} did not come up"
        assert app.return_code in (None, 0), screen_text(app)
    assert course_of(game).names
