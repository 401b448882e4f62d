"""What the fuzzer has found: in a folder for each target, the inputs that once did what they should not."""

from __future__ import annotations

from pathlib import Path


def found_inputs(name: str) -> list[bytes]:
    """The inputs of a target."""
    return [path.read_bytes() for path in sorted((Path(__file__).parent / name).glob("*")) if path.is_file()]
