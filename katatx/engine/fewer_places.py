"""Asking an answer to fewer decimals than its drill does, where that lets no mistake through."""

from __future__ import annotations

from katatx.engine.key import Solution
from katatx.engine.suitable import collisions, says_something
from scoring.key import Key
from scoring.places import DECIMALS


def asked_to(key: Key, most: int | None) -> Key:
    """The key with at most `most` decimals asked for; as it is where a wrong turn could then pass for
    right or for another one that it is apart from now, or where the answer would be written as zeros.
    """
    own = DECIMALS if key.places is None else key.places
    if most is None or most >= own:
        return key
    fewer = key._replace(places=most)
    if says_something(key.value, own) and not says_something(key.value, most):
        return key
    return fewer if _collisions(fewer) <= _collisions(key) else key


def _collisions(key: Key) -> set[frozenset[str]]:
    return collisions(Solution((), key, frozenset(), roundable=True))
