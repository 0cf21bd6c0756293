"""Formulas of attention/speed, and what each may be given."""

from __future__ import annotations

from typing import Any

from tests.engine.oracles.arguments import Given, counts
from tests.engine.oracles.formulas import Number, by_entries


def decode_rate(bandwidth: Any, bytes: Any, speed: Any, flops: Any) -> Any:  # noqa: A002
    def one(*numbers: Number) -> Number:
        seconds = max((numbers[1] / numbers[0]).value, (numbers[3] / numbers[2]).value)
        return Number(1 / seconds)

    return by_entries(one, bandwidth, bytes, speed, flops)


ARGUMENTS: dict[str, Given] = {"decode_rate": counts(4)}
