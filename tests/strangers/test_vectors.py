"""The vectors of docs/proofs.md and docs/protocol.md, by a verifier written from those documents alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.hidden import Acted, BothActed, Draw, Drawn, Face, Mix, Mixed, Piece, Seat
from tests.strangers import games
from tests.strangers.proof_verifier import verify
from tests.strangers.proofs import (
    Context,
    check_claim,
    check_draw,
    check_opening,
    check_pool,
    named_point,
    public_point,
    recompute,
)
from tests.strangers.ristretto import Refused, encode
from tests.toy_game import ToyGame

PROTOCOL = Path(__file__).parents[1] / "protocol"
VECTORS: dict[str, Any] = json.loads((PROTOCOL / "proofs" / "vectors.json").read_text(encoding="utf-8"))
GAMES_PLAYED: dict[str, Any] = json.loads((PROTOCOL / "vectors.json").read_text(encoding="utf-8"))
EQUATIONS = ["T1", "T2", "T3", "T4", "Tk"]


def context_of(vector: dict[str, Any]) -> Context:
    told = vector["context"]
    assert told["version"] == 2
    game, previous = bytes.fromhex(told["game"]), bytes.fromhex(told["previous"])
    return Context(game, told["author"], told["entry"], told["kind"], previous, told["part"])


def rows(vector: dict[str, Any], name: str) -> list[list[bytes]]:
    return [list(map(bytes.fromhex, row)) for row in vector[name]]


def shuffle(vector: dict[str, Any]) -> tuple[Context, list[bytes], list[list[bytes]], list[list[bytes]], bytes]:
    key = list(map(bytes.fromhex, vector["key"]))
    return context_of(vector), key, rows(vector, "old"), rows(vector, "new"), bytes.fromhex(vector["proof"])


def claim(vector: dict[str, Any]) -> tuple[Context, list[bytes], list[int], bytes]:
    points = list(map(bytes.fromhex, vector["points"]))
    return context_of(vector), points, vector["faces"], bytes.fromhex(vector["proof"])


def test_the_points_of_names() -> None:
    assert {name: encode(named_point(name)).hex() for name in VECTORS["generators"]} == VECTORS["generators"]


def test_points_of_pieces() -> None:
    for vector in VECTORS["points"]:
        if vector["nonce"] is None:
            assert public_point(vector["face"]).hex() == vector["point"]
            continue
        nonce = bytes.fromhex(vector["nonce"])
        check_opening(bytes.fromhex(vector["point"]), vector["face"], nonce)
        for face, other in ((vector["face"] + 1, nonce), (vector["face"], bytes(32))):
            with pytest.raises(Refused, match="opening"):
                check_opening(bytes.fromhex(vector["point"]), face, other)


@pytest.mark.parametrize("vector", VECTORS["mixes"], ids=lambda vector: str(len(vector["old"])))
def test_good_mixes(vector: dict[str, Any]) -> None:
    computed = recompute(*shuffle(vector))
    assert computed.holds
    assert [u.to_bytes(32, "little").hex() for u in computed.challenges] == vector["u"]
    assert {name: data.hex() for name, data in computed.first_messages.items()} == vector["first_messages"]


@pytest.mark.parametrize("vector", VECTORS["refused_mixes"], ids=lambda vector: vector["why"].replace(" ", "-"))
def test_refused_mixes(vector: dict[str, Any]) -> None:
    context, _, old, new, proof = shuffle(vector)
    with pytest.raises(Refused, match=f"^{vector['check']}$"):
        check_pool(context, [row[0] for row in old], [row[0] for row in new], proof)


@pytest.mark.parametrize("equation", EQUATIONS)
def test_each_equation_is_broken_alone_by_one_of_them(equation: str) -> None:
    [vector] = [vector for vector in VECTORS["refused_mixes"] if vector["why"] == f"breaks {equation} alone"]
    computed = recompute(*shuffle(vector))
    broken = [name for name in EQUATIONS if computed.first_messages[name].hex() != vector["hashed"][name]]
    assert not computed.holds
    assert broken == [equation]


def test_claims() -> None:
    for vector in VECTORS["claims"]:
        check_claim(*claim(vector))
    for vector in VECTORS["refused_claims"]:
        with pytest.raises(Refused, match=f"^{vector['check']}$"):
            check_claim(*claim(vector))


def test_draws() -> None:
    key = bytes.fromhex(VECTORS["chain"]["public_key"])
    links = {int(number): bytes.fromhex(link) for number, link in VECTORS["chain"]["links"].items()}
    checked = 0
    for vector in VECTORS["chain"]["places"]:
        number = vector["number"]
        if number in links and number - 1 in links:
            game, size, count = bytes.fromhex(vector["game"]), vector["size"], vector["count"]
            assert check_draw(key, game, number, links[number], links[number - 1], size, count) == vector["places"]
            with pytest.raises(Refused, match="link"):
                check_draw(key, game, number, links[number - 1], links[number - 1], size, count)
            checked += 1
    assert checked


class Toy:
    """The game of those vectors, which has no stranger: a toy, of these tests alone. It is its own position."""

    sides = ToyGame.seats

    def __init__(self, settings: dict[str, str]) -> None:
        self.game = ToyGame(**{option: int(choice) for option, choice in settings.items()})
        self.state = self.game.start()
        self.faces = self.game.face_count()
        self.rules_data = self.game.rules_data()

    @property
    def position(self) -> Toy:
        return self

    @property
    def shown(self) -> dict[Piece, Face]:
        return self.state.shown

    @property
    def pools(self) -> Any:
        return self.state.pools

    @property
    def next(self) -> int:
        return self.state.next_piece

    def waiting(self) -> games.Waiting:
        match self.game.waiting(self.state):
            case Mix(owner, pools):
                return games.Mix(owner, [list(self.state.pools[owner][pool]) for pool in pools])
            case Draw(owner, source, _, count):
                return games.Draw(owner, len(self.state.pools[owner][source]), count)
            case waiting if self.state.over is not None:
                return games.Over(self.state.over.winner)
            case waiting:
                seat = getattr(waiting, "seat", None)
                return games.Sealed() if seat is None else games.Decision(seat)

    def shows(self, seat: int, action: Any) -> list[int]:
        return list(self.game.to_show(self.state, Seat(seat), self.game.unpack_action(action)))

    def claims(self, seat: int, action: Any) -> list[games.Claim]:
        claims = self.game.claims(self.state, Seat(seat), self.game.unpack_action(action))
        return [(list(claim.pieces), list(claim.faces)) for claim in claims]

    def fits(self, seat: int, piece: int, face: int) -> bool:
        return self.game.face_fits(self.state, Seat(seat), Piece(piece), Face(face))

    def mixed(self) -> None:
        self.game.apply(self.state, Mixed())

    def drawn(self, places: list[int]) -> None:
        self.game.apply(self.state, Drawn(tuple(places)))

    def acted(self, seat: int, action: Any, shown: Any) -> None:
        self.game.apply(self.state, Acted(Seat(seat), self.game.unpack_action(action), shown))

    def both(self, actions: Any, shown: Any) -> None:
        one, two = map(self.game.unpack_action, actions)
        self.game.apply(self.state, BothActed((one, two), shown))

    def text(self) -> str:
        return self.game.canonical(self.state).decode()


@pytest.mark.parametrize(
    ("key", "refused"),
    [
        ("entries", ()),
        ("refused_mix", ("mix", "equations")),
        ("refused_draw", ("draw", "link")),
        ("stacked", ()),
        ("clocked", ()),
        ("left", ()),
    ],
)
def test_whole_games(key: str, refused: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """What no proof forbids, a deck stacked by its owner, is for the seeds to show."""
    monkeypatch.setitem(games.GAMES, "toy", Toy)
    found = GAMES_PLAYED[key]
    entries = [item["entry"] for item in found] if key == "entries" else found["entries"]
    report = verify(list(map(bytes.fromhex, entries)))
    assert report.refused == refused
    assert report.proven == len(entries) - bool(refused)
