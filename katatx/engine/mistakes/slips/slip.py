"""A slip, which is a mistake possible in any calculation, unlike a wrong turn, which belongs to a recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.values import Value
from katatx.notation.syntax import Node

# The effort for one answer: some hundredths of a second, up to six tenths for a whole block.
_EFFORT = 30_000
# The message for the case that several slips with signs give the value.
ANY_SIGN = "A term came in with the opposite sign. Keep the signs."


class Slip(NamedTuple):
    """A slip: the sentence `says` for the learner, and `value`, which returns the answer with it from the givens.

    `value` may raise EngineError. An unlikely slip is tried only if no likely one fits. If several slips with one
    `shared` fit, that is the sentence. A slip that `is_common` is told beside a known mistake too.
    """

    says: str
    value: Callable[..., Value]
    is_likely: bool = True
    shared: str = ""
    is_common: bool = False


class Calculation:
    """An expression in standard form with its givens; one limit on the effort holds for all that is worked with it."""

    def __init__(self, node: Node, names: Mapping[str, Value]) -> None:
        self.node, self.names, self.effort = node, names, Effort(_EFFORT)

    def work(self, names: Names, node: Node | None = None, pencil: Pencil | None = None) -> Value:
        """Return the value with these givens. Raises EngineError if there is none, Exhausted if the effort is spent."""
        return work_out(node or self.node, names, pencil or Pencil(effort=self.effort))
