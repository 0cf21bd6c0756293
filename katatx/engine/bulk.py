"""Many draws of one expression, worked at once.

An array holds the same number of every draw. A draw whose number has no value is dead: it goes on with a
number that does no harm, and what comes of it is not looked at. Where a recipe's next line hangs on a number,
draws that go different ways are worked apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import repeat
from math import prod
from typing import Any, NamedTuple, TypeVar

import numpy as np

from katatx.engine import operations as op
from katatx.engine.array_places import Array, Mask
from katatx.engine.asking import Disagree
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Names, standard, work_out
from katatx.engine.interval import is_array, low_of
from katatx.engine.key import NOWHERE, Belief, open_turns
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils import Effort, Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import Value, flat, floats, shape_of, shaped
from katatx.notation.syntax import Node

_Work = Callable[..., Any]
_Made = TypeVar("_Made")

_HARMLESS = 1.0
# A sum smaller than this share of its largest term is worked again, number by number: it may be all noise.
_CANCELLED = 0.011


class Bulk(Pencil):
    """Works every line exactly, for `draws` draws at once.

    `alive` says which draws have had a value so far. `why` and `spent` tell of each that died of what, and
    after how much effort. Raises EngineError where no draw is left, Disagree where draws go different ways.
    """

    def __init__(
        self, draws: int, turn: WrongTurn | None = None, effort: Effort | None = None, after: Bulk | None = None
    ) -> None:
        super().__init__(turn, effort, after)
        self.alive: Mask = np.ones(draws, bool) if after is None else after.alive.copy()
        self.why: dict[int, str] = {}
        self.spent: dict[int, int] = {}

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        """One operation on the same numbers of all draws."""
        if all(type(number) is float for number in numbers):
            return super().hand(operation, numbers)
        if self.effort is not None:
            self.effort.spend()
        with np.errstate(all="ignore"):
            work = EXACT_ON_ARRAYS.get(operation.name)
            value = self._one_by_one(operation, numbers) if work is None else work(*numbers)
            if operation.name in _SUMS:
                largest = reduce(np.maximum, map(np.abs, numbers))
                self._work_again(operation, numbers, value, (np.abs(value) <= _CANCELLED * largest) & (largest > 0))
            self._work_again(operation, numbers, value, ~np.isfinite(value))
        return value

    def _one_by_one(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Array:
        try:  # most operations have a value in every draw
            columns = [repeat(number) if type(number) is float else number.tolist() for number in numbers]
            return np.array(list(map(operation.work, *columns)), float)
        except (ArithmeticError, ValueError):
            pass
        value = np.full(len(self.alive), _HARMLESS)
        self._work_again(operation, numbers, value, self.alive)
        return value

    def _work_again(self, operation: Arithmetic, numbers: tuple[Any, ...], value: Array, where: Mask) -> None:
        """Put in what the exact pencil makes of single draws; those without a value die."""
        if not where.any():
            return
        value[where & ~self.alive] = _HARMLESS
        for draw in places_of(where & self.alive):
            try:
                value[draw] = low_of(Pencil.hand(_EXACT, operation, numbers_of(numbers, draw)))
            except EngineError as error:
                value[draw] = _HARMLESS
                self.end(draw, str(error))
        self.make_sure_of_one()

    def refuse(self, refused: Any, why: str) -> None:
        """Let the draws die that a recipe can do nothing with."""
        if is_array(refused):
            for draw in places_of(refused & self.alive):
                self.end(draw, why)
            self.make_sure_of_one()
        else:
            super().refuse(refused, why)

    def end(self, draw: int, why: str) -> None:
        """Let a draw die."""
        self.alive[draw] = False
        self.why[draw] = why
        self.spent[draw] = self.spent_on(draw)

    def spent_on(self, draw: int) -> int:
        """Return how many single calculations a draw took so far."""
        return self.spent.get(draw, 0 if self.effort is None else self.effort.spent)

    def make_sure_of_one(self) -> None:
        """Raise EngineError where every draw is dead."""
        if not self.alive.any():
            raise EngineError("no draw has a value")


_EXACT = Pencil()


def places_of(mask: Mask) -> list[int]:
    """Return where a mask holds."""
    places: list[int] = np.flatnonzero(mask).tolist()
    return places


def numbers_of(numbers: Iterable[Any], draw: int) -> tuple[float, ...]:
    """Return the numbers of one draw."""
    return tuple(number if type(number) is float else float(number[draw]) for number in numbers)


def in_a_row(work: _Work) -> _Work:
    """Return how many numbers are worked by what works two, one after the other."""
    return lambda *numbers: reduce(work, numbers) if len(numbers) > 1 else numbers[0].copy()


# What NumPy works to the last binary digit as Python does. What it does not (e^x, powers, sums of three and more) is
# worked number by number: a draw must come to the same whether it is worked alone or among others.
EXACT_ON_ARRAYS: dict[str, _Work] = {
    op.add.name: np.add,
    op.subtract.name: np.subtract,
    op.multiply.name: np.multiply,
    op.divide.name: np.divide,
    op.negate.name: np.negative,
    op.square.name: np.square,
    op.absolute.name: np.abs,
    op.root.name: np.sqrt,
    op.keep_positive.name: lambda number: np.maximum(0.0, number),
    op.largest.name: in_a_row(np.maximum),
    op.smallest.name: in_a_row(np.minimum),
    op.larger.name: np.maximum,
    op.smaller.name: np.minimum,
}
_SUMS = frozenset((op.add.name, op.subtract.name))


class Result(NamedTuple):
    """What the right working or a wrong turn comes to: `numbers` by slot and draw, and `there`, draw by draw whether
    it has a value.
    """

    name: str
    shape: tuple[int, ...]
    numbers: Array
    there: Mask


def stacked(draws: Sequence[Names]) -> Names:
    """Return the names of many draws as one: a number that differs between them is an array."""
    first = draws[0]
    names: dict[str, Any] = dict(first)
    for name, value in first.items():
        others = [draw[name] for draw in draws]
        if all(other is value or other == value for other in others):
            continue
        columns = np.array(others, float).reshape(len(draws), -1).T.copy()
        names[name] = shaped(shape_of(value), _shared(columns))
    return names


def of_one(names: Names, draw: int) -> Names:
    """Return the names of one draw."""
    return {name: shaped(shape_of(value), numbers_of(flat(value), draw)) for name, value in names.items()}


def _shared(columns: Array) -> list[Any]:
    """Return each column, or the one number that it holds."""
    return [float(column[0]) if (column == column[0]).all() else column for column in columns]


def spread(value: Value, draws: int) -> Array:
    """Return the numbers of a value slot by slot, each in every draw."""
    return np.array([np.broadcast_to(np.asarray(number, float), draws) for number in flat(value)])


def in_groups(draws: Sequence[_Made], work: Callable[[Sequence[_Made]], Any]) -> Iterator[tuple[list[int], Any]]:
    """Work draws together, and apart where they disagree: the places of each group, and what its work gave. Where some
    step of the work can do nothing with arrays, each draw is worked by itself.
    """
    waiting = [np.arange(len(draws))]
    while waiting:
        group = waiting.pop()
        try:
            yield group.tolist(), work([draws[place] for place in group.tolist()])
        except Disagree as split:
            waiting += [group[~split.holds], group[split.holds]]
        except (IndexError, TypeError, ValueError):
            if len(group) == 1:
                raise
            waiting += np.split(group, len(group))


def turn_results(
    node: Node, names: Names, right: Bulk, beliefs: Sequence[Belief], draws: Sequence[Names]
) -> Iterator[Result]:
    """Yield what every belief and every wrong turn open to `right` comes to, in the order of the one by one search;
    `names` are those of all `draws`. A turn that leads nowhere is left out.
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
        except NOWHERE:  # its lines do not fit, or it looks at numbers: alone, a draw tells which
            result = _one_by_one(node, turn, draws)
            if result is not None:
                yield result


def _result(name: str, node: Node, names: Names, pencil: Bulk) -> Result:
    value = work_out(node, names, pencil)
    return Result(name, shape_of(value), spread(value, len(pencil.alive)), pencil.alive)


def _one_by_one(node: Node, turn: WrongTurn, draws: Sequence[Names]) -> Result | None:
    """Return what a turn comes to in each draw by itself; None where it leads nowhere. Raises Disagree where it comes
    to different shapes.
    """
    values: list[Value] = []
    for names in draws:
        try:
            values.append(work_out(node, names, Pencil(turn)))
        except NOWHERE:
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
