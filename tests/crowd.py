"""Simulated learners in number: as `tests.simulation`, many at once, one to a place of every array."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import ROUND_HALF_EVEN
from typing import Any

import numpy as np

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.bulk import Bulk, as_array, in_groups
from katatx.engine.names import Names
from katatx.engine.pencils import affine
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import shape_of, shaped
from katatx.notation.syntax import Node
from tests.simulation import HONEST, typed

DECIMALS = np.array([habit.decimals for habit in HONEST])
# More figures than any number has stand for no limit.
FIGURES = np.array([habit.figures or 30 for habit in HONEST])
TO_EVEN = np.array([habit.ties == ROUND_HALF_EVEN for habit in HONEST])


class Crowd(Bulk):
    """Learners who round every line: those of a `habit` (its place in HONEST) always alike, the others, of habit -1,
    by one that they choose anew for every number; one number is written alike wherever it comes up.
    """

    def __init__(self, habits: np.ndarray, seeds: np.ndarray, turn: WrongTurn | None = None) -> None:
        super().__init__(len(habits), turn)
        self.habits = habits
        self.seeds = seeds
        self.has_rounded = np.zeros(len(habits), bool)

    def hand(self, operation, numbers):
        value = super().hand(operation, numbers)
        if affine.copies(operation, len(numbers)):
            return value
        value = np.broadcast_to(np.asarray(value, float), len(self.habits))
        kept = rounded(value, np.where(self.habits < 0, _chosen(value, self.seeds), self.habits))
        self.has_rounded |= kept != value
        return kept


def _chosen(value: np.ndarray, seeds: np.ndarray) -> np.ndarray:
    """A habit for each learner's number, by its first twelve figures without its sign and the learner's seed."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        place = np.where(np.isfinite(value) & (value != 0), np.floor(np.log10(np.abs(value))), 0)
        figures = np.nan_to_num(np.rint(np.abs(value) / 10.0 ** (place - 11)), posinf=0).astype(np.uint64)
        mixed = (figures + place.astype(np.int64).astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15) ^ seeds
        mixed = (mixed ^ (mixed >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
    return ((mixed ^ (mixed >> np.uint64(32))) % np.uint64(len(HONEST))).astype(int)


def rounded(value: np.ndarray, habit: np.ndarray) -> np.ndarray:
    """As `tests.simulation.rounded`, each number by its own habit; of numbers below a hundred million."""
    with np.errstate(divide="ignore", invalid="ignore"):
        size = np.abs(np.round(value, 12))
        place = np.where(np.isfinite(size) & (size > 0), np.floor(np.log10(size) + 1e-13), -30)
        decimals = np.minimum(DECIMALS[habit], FIGURES[habit] - 1 - place)
        decimals = np.where(_ends_within_three(size), 3, decimals)
        scaled = size * 10.0**decimals
        below = np.floor(scaled + 1e-9)
        over = scaled - below
        tie = np.abs(over - 0.5) <= 1e-8
        up = np.where(tie, ~TO_EVEN[habit] | (below % 2 == 1), over > 0.5)
        kept = np.copysign((below + up) / 10.0**decimals, value) + 0.0
    return np.where(np.isfinite(value), kept, value)


def _ends_within_three(size: np.ndarray) -> np.ndarray:
    scaled = size * 1000
    return np.abs(scaled - np.rint(scaled)) < 1e-8 * np.maximum(1.0, scaled * 1e-7)


def answers(node: Node, names: Names, learners: int, seed: int, turn: WrongTurn | None = None) -> Counter[str]:
    """Return what so many learners type, and how many of them: one of each honest habit, the others choose number by number.
    Those whose work leads nowhere type nothing.
    """
    node = standard(node, names)
    habits = np.where(np.arange(learners) < len(HONEST), np.arange(learners), -1)
    seeds = np.random.default_rng(seed).integers(0, 2**63, learners, dtype=np.uint64)

    def work(some: Sequence[int]) -> list[str]:
        pencil = Crowd(habits[list(some)], seeds[list(some)], turn)
        try:
            return list(_typed(work_out(node, names, pencil), pencil))
        except EngineError:
            return []

    return Counter(text for _, texts in in_groups(range(learners), work) for text in texts)


def _typed(value: Any, pencil: Crowd) -> Iterator[str]:
    numbers, known = as_array(value, len(pencil.habits)).T, dict[bytes, str]()
    for learner in np.flatnonzero(pencil.alive):
        row, places = numbers[learner], 3 if pencil.has_rounded[learner] else 0
        key = row.tobytes() + bytes([places])
        if key not in known:
            known[key] = typed(shaped(shape_of(value), row.tolist()), places)
        yield known[key]
