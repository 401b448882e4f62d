"""A piece's point: its face and, if it is hidden, what hides it. Opened by the face and nonce of the hash commitment.

The point of a public piece of face f is (f + 1) G; that of a hidden one is (f + 1) G + r H, where r follows from the
piece's nonce. Whoever does not know the nonce learns nothing from the point, whatever it can compute; nobody can open a
point to two faces without finding the discrete logarithm of H (THREATS 11, 13).
"""

from __future__ import annotations

import hmac
from functools import lru_cache
from typing import Final

from protocol.proofs.errors import Check, ProofError
from protocol.proofs.framing import TAG
from protocol.proofs.group import ZERO, G, H, Point, Scalar
from protocol.sentences import Sentence

NONCE_BYTES: Final = 32

MOST_FACES: Final = 2**32
"""A face is a number below this, far from where (f + 1) could come round the order of the group."""


def blinding(nonce: bytes) -> Scalar:
    """r, what hides the face in the point of a piece with `nonce`: HMAC-SHA512(nonce, "fairtable/2 blinding") mod l."""
    if len(nonce) != NONCE_BYTES:
        raise ValueError(f"A nonce has {NONCE_BYTES} bytes, got {len(nonce)}")
    return Scalar.reduce(hmac.digest(nonce, TAG + b"blinding", "sha512"))


@lru_cache(maxsize=1024)
def face_point(face: int) -> Point:
    """The point of a public piece."""
    if not 0 <= face < MOST_FACES:
        raise ValueError(f"A face is a number from 0 to {MOST_FACES - 1}, got {face}")
    return Scalar(face + 1) * G


def hidden_point(face: int, hiding: Scalar) -> Point:
    """The point of a piece whose face `hiding` hides; of a public one if that is zero."""
    return face_point(face) if hiding == ZERO else face_point(face) + hiding * H


def check_opening(point: Point, face: int, nonce: bytes) -> None:
    """Raise ProofError unless `face` and `nonce`, which somebody sent, open `point`."""
    if len(nonce) != NONCE_BYTES:
        raise ProofError(
            Check.LENGTH,
            Sentence("got a nonce of {count} bytes, expected {expected}", count=len(nonce), expected=NONCE_BYTES),
        )
    if not 0 <= face < MOST_FACES or hidden_point(face, blinding(nonce)) != point:
        raise ProofError(Check.OPENING, Sentence("the point does not open to face {face}", face=face))
