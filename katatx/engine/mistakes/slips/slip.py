"""A slip as it is tried and reported.

A slip is a mistake possible in any calculation, unlike a wrong turn, which belongs to a recipe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from katatx.engine.values import Value

# The message for the case that several slips with signs give the value.
ANY_SIGN = "A term came in with the opposite sign. Keep the signs."

# The sorts of slips in a sign, and in the order of numbers.
SIGN, LOST_MINUS, ORDER, TRANSPOSED = "sign", "minus", "order", "transposed"
# The sort of slip that takes a number to the power 0 for 0.
POWER_OF_0 = "power of 0"
_OF_SIGNS = (SIGN, LOST_MINUS)


class Slip(NamedTuple):
    """A slip: the sentence `says` for the learner, and the function `value` that returns the answer with it.

    `value` may raise EngineError. If several slips of one `sort` fit, the sentence is `any_of_them`; empty if there is
    none. `id` identifies a slip if its sentence does not: slips with one sentence, or a sentence that has numbers in
    it.
    """

    sort: str
    says: str
    value: Callable[[], Value]
    any_of_them: str = ""
    id: str = ""

    @property
    def is_of_signs(self) -> bool:
        """Return whether only a sign was mistaken."""
        return self.sort in _OF_SIGNS

    @property
    def what(self) -> str:
        """Return an identifier that does not depend on the numbers."""
        return self.id or self.says
