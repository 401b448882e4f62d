"""Actions of any game, as the opponent sends them: a position of a real game, and an action for it as plain data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from random import Random
from typing import Any

from engine.games import game_kind
from engine.hidden import Acted, Decision, Game, IllegalAction, MalformedAction, faces_shown, refusal, view_of
from engine.random_bot import RandomBot
from protocol.canonical import MOST_BYTES, EncodingError, Plain, decode, encode
from tests.fuzz.games import moments
from tests.fuzz.mutation import changed, leaves
from tests.fuzz.target import Target, number_and_rest

_PLACE = 2


def target_of(kind: str) -> Target:
    """The target for the actions of a game: two bytes for the position, and the action, canonically encoded."""

    def game() -> Game[Any, Any]:
        return game_kind(kind).make({})

    def seeds() -> Iterable[bytes]:
        known: set[tuple[str, str]] = set()
        for number, moment in enumerate(moments(kind)):
            packed = game().pack_action(moment.action)
            what = (packed[0], type(game().waiting(moment.state)).__name__)
            if what not in known or number % 40 == 0:
                known.add(what)
                yield number.to_bytes(_PLACE, "big") + encode(packed)

    def attempt(data: bytes) -> bool:
        number, raw = number_and_rest(data, _PLACE)
        moment = moments(kind)[number % len(moments(kind))]
        rules, state, seat = game(), moment.state, moment.seat
        before = rules.canonical(state)
        try:
            plain = decode(raw)
            action = rules.unpack_action(plain)
            again = rules.pack_action(action)
            shown = faces_shown(rules, state, seat, action, moment.faces)
            rules.check(state, seat, action, shown)
        except EncodingError:
            return False
        except MalformedAction as problem:
            assert str(problem)
            return False
        except IllegalAction as problem:
            assert problem.problem.format(**problem.facts)
            assert rules.canonical(state) == before
            return False
        assert rules.pack_action(rules.unpack_action(again)) == again
        if isinstance(rules.waiting(state), Decision):
            after = rules.copy(state)
            rules.apply(after, Acted(seat, action, shown))
            rules.waiting(after)
            rules.canonical(after)
        assert rules.canonical(state) == before
        assert refusal(rules, view_of(rules, state, seat, moment.faces), action) is None
        return True

    @cache
    def known() -> Sequence[Plain]:
        packed = [leaves(decode(encode(game().pack_action(moment.action)))) for moment in moments(kind)]
        return sorted({value for each in packed for value in each}, key=repr)

    def elsewhere(chance: Random) -> tuple[int, bytes]:
        """Another moment, and something that may be done there."""
        number, rules = chance.randrange(len(moments(kind))), game()
        moment = moments(kind)[number]
        action = RandomBot(rules, chance).choose(view_of(rules, moment.state, moment.seat, moment.faces))
        return number, encode(rules.pack_action(action))

    def mutate(data: bytes, chance: Random) -> bytes:
        number, raw = number_and_rest(data, _PLACE)
        if chance.random() < 0.5:
            number, raw = elsewhere(chance)
            if chance.random() < 0.5:
                return number.to_bytes(_PLACE, "big") + raw
        try:
            value = decode(raw)
        except EncodingError:
            value = chance.choice(known())
        while True:
            value = changed(value, known(), chance)
            if chance.random() < 0.5:
                break
        return number.to_bytes(_PLACE, "big") + encode(value)

    def worst() -> Iterable[bytes]:
        names = sorted({str(game().pack_action(moment.action)[0]) for moment in moments(kind)})
        for name in names:
            for fields in range(1, 6):
                for value in ([2**31 - 1] * 1000, "x" * 60_000, list(range(1000)), [[0] * 500] * 100):
                    packed = encode([name, *[value] * fields])
                    if len(packed) <= MOST_BYTES:
                        yield bytes(_PLACE) + packed

    return Target(seeds, attempt, 8192, worst, mutate)
