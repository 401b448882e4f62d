"""The host's identity: an Ed25519 key and the self-signed certificate that an invite pins.

Nobody looks at names or dates: the fingerprint is all that counts. So the certificate says nothing about the machine
and is valid for ever, and needs no clock.
"""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass, field
from typing import Final

from cryptography import x509
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.x509.oid import NameOID

_ALWAYS: Final = (
    datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC),
    datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC),
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate with its key. `pem` holds both and is secret; `fingerprint` is the SHA-256 of the DER form."""

    pem: bytes = field(repr=False)
    fingerprint: bytes


def make_certificate(key: Ed25519PrivateKey | None = None) -> Certificate:
    """A new self-signed certificate for `key`, or for a new key."""
    key = key or Ed25519PrivateKey.generate()
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "fair table")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_ALWAYS[0])
        .not_valid_after(_ALWAYS[1])
        .sign(key, None)
    )
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    pem = private + certificate.public_bytes(serialization.Encoding.PEM)
    return Certificate(pem, fingerprint(certificate.public_bytes(serialization.Encoding.DER)))


def read_certificate(pem: bytes) -> Certificate:
    """The certificate that `make_certificate` wrote. Raises ValueError if `pem` does not hold one with its key."""
    try:
        key = serialization.load_pem_private_key(pem, password=None)
        certificate = x509.load_pem_x509_certificate(pem)
        same = isinstance(key, Ed25519PrivateKey) and key.public_key() == certificate.public_key()
    except TypeError as error:
        raise ValueError("its key is encrypted, and no password is asked for") from error
    except UnsupportedAlgorithm as error:
        raise ValueError(str(error)) from error
    if not same:
        raise ValueError("the key and the certificate do not belong together")
    return Certificate(pem, fingerprint(certificate.public_bytes(serialization.Encoding.DER)))


def fingerprint(der: bytes) -> bytes:
    """What an invite pins: SHA-256 of the certificate in DER form."""
    return hashlib.sha256(der).digest()
