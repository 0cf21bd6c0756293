"""Asking an answer to fewer decimals than its drill does, if mistakes stay distinguishable."""

from __future__ import annotations

from katatx.engine.fresh_numbers.suitable import collisions, says_something, taken_for_early_rounding
from katatx.engine.key import Solution
from scoring.key import Key
from scoring.places import DECIMALS


def with_fewer_places(key: Key, most: int | None) -> Key:
    """Return the key with at most `most` decimals asked for; unchanged if `most` is None.

    The key is also unchanged if, with fewer decimals, a wrong turn that is distinct now could pass for the right
    answer, for another wrong turn or for early rounding, or if a number of the answer other than 0 would be below five
    units of its last decimal (`most` 0 counts as 3 there). A key without `places` counts as asking for 3.
    """
    own = DECIMALS if key.places is None else key.places
    if most is None or most >= own:
        return key
    fewer = key._replace(places=most)
    if says_something(key.value, own) and not says_something(key.value, most):
        return key
    if not taken_for_early_rounding(fewer) <= taken_for_early_rounding(key):
        return key
    return fewer if _collisions(fewer) <= _collisions(key) else key


def _collisions(key: Key) -> set[frozenset[str]]:
    """Return the pairs of results that the key cannot distinguish."""
    return collisions(Solution((), key, frozenset(), roundable=True))
