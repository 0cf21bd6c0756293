"""What is run at every change, and what takes longer: `pytest` leaves out what is marked slow, `pytest -m slow` runs it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def quick_first(values: Iterable[Any]) -> list[Any]:
    """Return parameters of which all but the first are slow."""
    first, *others = values
    return [first, *(pytest.param(each, marks=pytest.mark.slow) for each in others)]


def several_quick_first(values: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Return the same where each is several parameters."""
    first, *others = values
    return [first, *(pytest.param(*each, marks=pytest.mark.slow) for each in others)]
