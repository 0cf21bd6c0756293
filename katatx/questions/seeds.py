"""Seeds from text: the same text gives the same numbers on every machine."""

from __future__ import annotations

import hashlib


def seed_of(name: str) -> int:
    """Return the seed for a text: a whole number below 2^48."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")
