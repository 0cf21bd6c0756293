"""Which of several expressions a printed result fits best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from katatx.audit.expressions import Expression
from katatx.audit.old_places import close
from katatx.audit.results import Comparison, Fit, Printed, compare
from katatx.audit.slips import nearness
from katatx.engine.values import floats


def best_fit(printed: Printed, candidates: Sequence[Expression]) -> tuple[Expression, Comparison] | None:
    """The expression that a result fits best; of two alike, the one that no wrong claim stands behind, then the
    first.
    """
    best: tuple[tuple[bool, int, bool, int], Expression, Comparison] | None = None
    for number, candidate in enumerate(candidates):
        found = compare(printed, candidate)
        if found is None:
            continue
        rank = (
            found.worst is Fit.WRONG,
            found.off if found.worst is not Fit.WRONG else number,
            bool(candidate.roots),
            int(found.worst),
        )
        if best is None or rank < best[0]:
            best = rank, candidate, found
    return None if best is None else best[1:]


def nearest_slip(printed: Printed, candidates: Sequence[Expression]) -> tuple[Expression, Comparison] | None:
    """The expression that a wrong result is the smallest slip of; None where it is none of any."""
    best: tuple[tuple[int, float], Expression, Comparison] | None = None
    for candidate in candidates:
        found = compare(printed, candidate)
        rank = nearness(printed, found) if found is not None else None
        if found is not None and rank is not None and (best is None or rank < best[0]):
            best = rank, candidate, found
    return None if best is None else best[1:]


def fit_read_otherwise(printed: Printed, candidates: Sequence[Expression]) -> tuple[Expression, Comparison] | None:
    """The expression, read in another way than it is mostly, that a result fits; None where it fits none."""
    found = best_fit(printed, [other for candidate in candidates for other in candidate.others])
    return None if found is None or found[1].worst is Fit.WRONG else found


def are_alike(one: Expression, other: Expression) -> bool:
    """Whether two expressions truly come to the same, in any way that they may be read."""
    return any(
        all(close(*pair) for pair in zip(floats(first.true), floats(second.true), strict=True))
        for first, second in product((one, *one.others), (other, *other.others))
        if first.shape == second.shape
    )
