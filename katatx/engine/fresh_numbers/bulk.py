"""Working one expression for many draws at once, with NumPy.

An array holds one number of the expression in all draws. A draw in which a number has no value is dead: it continues
with a harmless number, and its result is ignored. Where a recipe's next line depends on a number, the draws that choose
differently are worked in separate groups.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import repeat
from math import prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from katatx.engine import operations as op
from katatx.engine.asking import Disagree, OneByOne
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.fresh_numbers.array_places import Array, Mask
from katatx.engine.key import Belief, open_turns
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import is_array, low_of
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, floats, shape_of, shaped
from katatx.notation.syntax import Node

_Work = Callable[..., Any]
_Made = TypeVar("_Made")

_HARMLESS = 1.0
# A sum smaller than this fraction of its largest term is recalculated for each draw, because it may be binary noise.
_CANCELLED = 0.011


# Raised by a wrong turn that looks at single numbers where they are arrays. Each draw is then worked by itself, where
# a fault in the turn raises what it raises.
UNFIT_FOR_ARRAYS = (OneByOne, TypeError, ValueError)


class Bulk(Pencil):
    """Exact pencil for `draws` draws at once; the other parameters are those of `Pencil`.

    `alive` is a boolean array of the draws that have had a value so far; draws that died in the pencil `after` are dead
    here too. For each draw (an index) that died in this pencil, `why` has the reason and `spent` the effort until then.
    Its work raises EngineError if no draw is left alive, Disagree if draws must be worked in separate groups, OneByOne
    if each must be worked alone.
    """

    def __init__(
        self, draws: int, turn: WrongTurn | None = None, effort: Effort | None = None, after: Bulk | None = None
    ) -> None:
        super().__init__(turn, effort, after)
        self.alive: Mask = np.ones(draws, bool) if after is None else after.alive.copy()
        self.why: dict[int, str] = {}
        self.spent: dict[int, int] = {}

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        """Return the result of one operation for all draws; a draw without a result dies.

        Operands are floats or arrays; floats alone give a float. Raises EngineError if no draw is left alive, or if
        floats alone have no result; Exhausted if the effort is used up.
        """
        if all(type(number) is float for number in numbers):
            return super().hand(operation, numbers)
        if self.effort is not None:
            self.effort.spend()
        with np.errstate(all="ignore"):
            work = _EXACT_ON_ARRAYS.get(operation.name)
            value = self._one_by_one(operation, numbers) if work is None else work(*numbers)
            if operation.name in _SUMS:
                largest = reduce(np.maximum, map(np.abs, numbers))
                self._work_again(operation, numbers, value, (np.abs(value) <= _CANCELLED * largest) & (largest > 0))
            self._work_again(operation, numbers, value, ~np.isfinite(value))
        return value

    def _one_by_one(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Array:
        """Return the results of an operation calculated for each draw separately; draws without a value die.

        Raises EngineError if no draw is left alive.
        """
        try:  # most operations have a value in every draw
            columns = [repeat(number) if type(number) is float else number.tolist() for number in numbers]
            return np.array(list(map(operation.work, *columns)), float)
        except (ArithmeticError, ValueError):
            pass
        value = np.full(len(self.alive), _HARMLESS)
        self._work_again(operation, numbers, value, self.alive)
        return value

    def _work_again(self, operation: Arithmetic, numbers: tuple[Any, ...], value: Array, where: Mask) -> None:
        """Replace the values in the draws of `where` by those of the exact pencil; draws without a value die.

        `value` is changed in place; draws that are dead get 1. Raises EngineError if no draw is left alive.
        """
        if not where.any():
            return
        value[where & ~self.alive] = _HARMLESS
        for draw in indices_of(where & self.alive):
            try:
                value[draw] = low_of(Pencil.hand(_EXACT, operation, numbers_of(numbers, draw)))
            except EngineError as error:
                value[draw] = _HARMLESS
                self.end(draw, str(error))
        self.check_any_alive()

    def refuse(self, refused: Any, why: str) -> None:
        """End the draws in which `refused` is true, for the reason `why`.

        Raises EngineError if no draw is left alive, or if `refused` is a single true value.
        """
        if is_array(refused):
            for draw in indices_of(refused & self.alive):
                self.end(draw, why)
            self.check_any_alive()
        else:
            super().refuse(refused, why)

    def end(self, draw: int, why: str) -> None:
        """Mark a draw (an index) as dead, for the reason `why`, and record the calculations it has taken."""
        self.alive[draw] = False
        self.why[draw] = why
        self.spent[draw] = self.spent_on(draw)

    def spent_on(self, draw: int) -> int:
        """Return the effort spent when a draw died in this pencil, otherwise so far; 0 without an effort.

        It counts as `Effort` does: recipes and rearrangements cost too, and all pencils that share it add to it.
        """
        return self.spent.get(draw, 0 if self.effort is None else self.effort.spent)

    def check_any_alive(self) -> None:
        """Raise EngineError if every draw is dead."""
        if not self.alive.any():
            raise EngineError("none of the fresh numbers gives a value; widen the ranges")


_EXACT = Pencil()


def indices_of(mask: Mask) -> list[int]:
    """Return the indices at which a 1-D mask is true."""
    places: list[int] = np.flatnonzero(mask).tolist()
    return places


def numbers_of(numbers: Iterable[Any], draw: int) -> tuple[float, ...]:
    """Return the numbers of one draw as floats; each of `numbers` is a float or an array over the draws."""
    return tuple(number if type(number) is float else float(number[draw]) for number in numbers)


def _folded(work: _Work) -> _Work:
    """Return a function that folds `work`, a function of two arguments, over one or more arguments."""
    return lambda *numbers: reduce(work, numbers) if len(numbers) > 1 else numbers[0].copy()


# Operations for which NumPy gives exactly the same floats as Python. All others (e^x, powers, sums of three and more)
# are worked number by number, because a draw must give the same result alone and among others.
_EXACT_ON_ARRAYS: dict[str, _Work] = {
    op.add.name: np.add,
    op.subtract.name: np.subtract,
    op.multiply.name: np.multiply,
    op.divide.name: np.divide,
    op.negate.name: np.negative,
    op.square.name: np.square,
    op.absolute.name: np.abs,
    op.root.name: np.sqrt,
    op.keep_positive.name: lambda number: np.maximum(0.0, number),
    op.largest.name: _folded(np.maximum),
    op.smallest.name: _folded(np.minimum),
    op.larger.name: np.maximum,
    op.smaller.name: np.minimum,
}
_SUMS = frozenset((op.add.name, op.subtract.name))


class Result(NamedTuple):
    """The result of the right working, of a wrong turn or of a belief in many draws.

    `numbers` has shape (numbers of the value, draws); the boolean array `there` says which draws have a value.
    """

    name: str
    shape: tuple[int, ...]
    numbers: Array
    there: Mask


def stacked(draws: Sequence[Names]) -> Names:
    """Return the names of many draws as one set of names; a number that differs between draws is an array.

    There is at least one draw, and all have the same names. Raises OneByOne if a value has different shapes.
    """
    first = draws[0]
    names: dict[str, Any] = dict(first)
    for name, value in first.items():
        others = [draw[name] for draw in draws]
        if all(other is value or other == value for other in others):
            continue
        if len(set(map(shape_of, others))) > 1:
            raise OneByOne
        columns = np.array(others, float).reshape(len(draws), -1).T.copy()
        names[name] = shaped(shape_of(value), _shared(columns))
    return names


def names_of_draw(names: Names, draw: int) -> Names:
    """Return the names of the draw at index `draw` out of names made by `stacked`."""
    return {name: shaped(shape_of(value), numbers_of(flat(value), draw)) for name, value in names.items()}


def _shared(columns: Array) -> list[Any]:
    """Return the rows of an array of shape (numbers, draws) as a list; a row of equal numbers becomes a float."""
    return [float(column[0]) if (column == column[0]).all() else column for column in columns]


def as_array(value: Value, draws: int) -> Array:
    """Return the numbers of a value as an array of shape (numbers, draws)."""
    return np.array([np.broadcast_to(np.asarray(number, float), draws) for number in flat(value)])


def in_groups(draws: Sequence[_Made], work: Callable[[Sequence[_Made]], Any]) -> Iterator[tuple[list[int], Any]]:
    """Yield (indices, result of `work`) for groups of draws that can be worked together, in no particular order.

    `work` takes the draws of a group. If it raises Disagree, the group is split in two; if it raises OneByOne, into
    single draws. `work` is then called again. OneByOne for a single draw is raised to the caller.
    """
    waiting = [np.arange(len(draws))]
    while waiting:
        group = waiting.pop()
        try:
            yield group.tolist(), work([draws[place] for place in group.tolist()])
        except Disagree as split:
            waiting += [group[~split.holds], group[split.holds]]
        except OneByOne:
            if len(group) == 1:
                raise
            waiting += np.split(group, len(group))


def turn_results(
    node: Node, names: Names, right: Bulk, beliefs: Sequence[Belief], draws: Sequence[Names]
) -> Iterator[Result]:
    """Yield the Result of every belief, then of every wrong turn on a line that `right` has worked.

    `node` is in standard form, `names` are the stacked names of `draws`, and `right` has worked both. Beliefs come in
    their order, wrong turns in that of their lines. Wrong turns without a value in any draw are omitted; beliefs are
    not. Raises Disagree or OneByOne, for `in_groups`.
    """
    count = len(draws)
    for belief in beliefs:
        try:
            yield _result(belief.name, standard(belief.node, names), names, Bulk(count))
        except EngineError:
            yield Result(belief.name, (), np.full((1, count), _HARMLESS), np.zeros(count, bool))
    for turn in open_turns(right):
        try:
            yield _result(turn.id, node, names, Bulk(count, turn, after=right))
        except EngineError:
            continue
        except UNFIT_FOR_ARRAYS:
            result = _one_by_one(node, turn, draws)
            if result is not None:
                yield result


def _result(name: str, node: Node, names: Names, pencil: Bulk) -> Result:
    """Return the result, called `name`, of an expression in standard form worked with a new bulk pencil.

    Raises what the pencil raises, such as EngineError if no draw has a value.
    """
    value = work_out(node, names, pencil)
    return Result(name, shape_of(value), as_array(value, len(pencil.alive)), pencil.alive)


def _one_by_one(node: Node, turn: WrongTurn, draws: Sequence[Names]) -> Result | None:
    """Return the result of a turn worked separately for each draw; None if it has no value in any.

    Raises Disagree if the results have different shapes.
    """
    values: list[Value] = []
    for names in draws:
        try:
            values.append(work_out(node, names, Pencil(turn)))
        except EngineError:
            values.append(None)
    there = np.array([value is not None for value in values])
    if not there.any():
        return None
    shape = shape_of(next(value for value in values if value is not None))
    fits = np.array([value is None or shape_of(value) == shape for value in values])
    if not fits.all():
        raise Disagree(fits)
    size = prod(shape)
    numbers = np.array([[_HARMLESS] * size if value is None else floats(value) for value in values]).T
    return Result(turn.id, shape, numbers, there)
