"""What an answer is judged against."""

from __future__ import annotations

from typing import NamedTuple


class Band(NamedTuple):
    """The lowest and highest value each slot can honestly end in."""

    low: tuple[float, ...]
    high: tuple[float, ...]


class KnownTurn(NamedTuple):
    """What one known wrong turn leads to: its value, in its own shape, and the
    band that honest rounding after the mistake can reach.
    """

    name: str
    line: str
    happened: str
    instead: str
    shape: tuple[int, ...]
    value: tuple[float, ...]
    band: Band


class Key(NamedTuple):
    """The true value, slot by slot in reading order, and what else can be said of it.

    `band` is what rounding every line can reach, `early` the wider band of lines
    kept one digit shorter. `places` is how many decimals are asked for; None asks
    for as many as the answer happens to give.
    """

    shape: tuple[int, ...]
    value: tuple[float, ...]
    band: Band
    early: Band
    places: int | None = 3
    wrong_turns: tuple[KnownTurn, ...] = ()
