"""Slips made with the answer: an extra step, another order, a given or an earlier line in its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from math import sqrt

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.mistakes.leaves import leaves_of
from katatx.engine.mistakes.slips.slip import ORDER, TRANSPOSED, Slip
from katatx.engine.pencils.writing import Writing
from katatx.engine.values import Value, entry_by_entry, floats, is_number, rank_of, shape_of, transposed
from katatx.notation.syntax import Node
from scoring.answer import Answer
from scoring.shapes import same_shape
from scoring.slots import is_value

# The sorts of slips in which every number is one off. They may be named for an answer of one digit.
ONE_MORE, ONE_LESS = "one more", "one less"


def slips_at_the_answer(names: Mapping[str, Value], answer: Value, is_counted: bool) -> Iterator[Slip]:
    """Yield the slips that give the answer after one extra step or in another order, or a given in its place.

    `names` are the givens, `answer` is the right value. `is_counted` says that the answer is a count or a place, which
    can be one off.
    """
    lengths = {size for value in names.values() for size in shape_of(value)}
    counts = {int(value) for value in names.values() if not shape_of(value) and value % 1 == 0}
    sizes = [(float(size), f"{size}") for size in sorted(lengths | counts) if size > 1]
    for size, written in sizes + [(size**0.5, f"√{size}") for size in sorted(lengths) if size > 1]:
        says = f"This is the answer divided by {written}. Look for that division."
        yield Slip("divided", says, partial(_each, lambda number, by: number / by, answer, size))
        says = f"This is {written} times the answer. Look for that factor."
        yield Slip("multiplied", says, partial(_each, lambda number, by: number * by, answer, size))
    for says, work in _ONCE_MORE:
        yield Slip("once more", says, partial(_each, work, answer))
    if is_counted and all(number % 1 == 0 for number in floats(answer)):
        for more, how in ((1, ONE_MORE), (-1, ONE_LESS)):
            these = "This is" if is_number(answer) else "Every number of this is"
            says = f"{these} {how} than it should be. Count again."
            yield Slip(how, says, partial(_each, lambda number, more=more: number + more, answer))
    for name, value in names.items():
        yield Slip("given", _says_given(name), partial(as_it_is, value))
        if not is_number(answer) and shape_of(value) == shape_of(answer):
            says = f'This is the answer with "{name}" added. Leave that out.'
            yield Slip("added", says, partial(_each, lambda number, more: number + more, answer, value))
            says = f'This is the answer with "{name}" subtracted. Leave that out.'
            yield Slip("added", says, partial(_each, lambda number, less: number - less, answer, value))
    if not is_number(answer):
        yield from _in_other_places(answer)


def _says_given(name: str) -> str:
    """Return the sentence for an answer that is the given called `name`."""
    return f'This is "{name}" as it is given. Work the next step.'


_ONCE_MORE: tuple[tuple[str, Callable[[float], float]], ...] = (
    ("This is twice the answer. Look for a factor of 2.", lambda number: number * 2),
    ("This is half of the answer. Look for a factor of 2.", lambda number: number / 2),
    ("This is the square of the answer. Look for a root or a square.", lambda number: number * number),
    ("This is the root of the answer. Look for a root or a square.", sqrt),
    ("This and the answer add up to 1. Take the other part.", lambda number: 1 - number),
    ("This is 1 divided by the answer. Look at what is divided by what.", lambda number: 1 / number),
    ("A minus of the answer was dropped. Keep it.", abs),
)


def _in_other_places(answer: Value) -> Iterator[Slip]:
    """Yield slips that leave the numbers of a row or grid in other places, and one that divides a row by its total.

    A row is rotated only if its numbers all differ. The answer must not be a single number.
    """
    yield Slip(ORDER, "This is the answer in the opposite order. Keep the order.", partial(as_it_is, answer[::-1]))
    if rank_of(answer) > 1:
        backwards = tuple(row[::-1] for row in answer)
        says = "This is the answer with rows and columns exchanged. Take rows as rows."
        yield Slip(TRANSPOSED, says, partial(as_it_is, transposed(answer)))
        yield Slip(ORDER, "Each row of this is in the opposite order. Keep the order.", partial(as_it_is, backwards))
        return
    says = "This is the answer divided by its own total. Leave it as it is."
    whole = sum(floats(answer))
    yield Slip("shares", says, partial(_each, lambda number: number / whole, answer))
    for at in range(1, len(answer) if len(set(answer)) == len(answer) else 0):
        says = "The numbers are right, and each stands in another place than its own. Put each in its own place."
        yield Slip("moved", says, partial(as_it_is, answer[at:] + answer[:at]), id=f"moved {at}")


def _each(work: Callable[..., float], *given: Value) -> Value:
    """Return the answer with `work` applied to every number; `given` is the answer, then further arguments of `work`.

    Raises EngineError if `work` raises ArithmeticError or ValueError.
    """
    try:
        return entry_by_entry(work, *given)
    except (ArithmeticError, ValueError) as error:
        raise EngineError("this mistake gives no value with these numbers") from error


def as_it_is(value: Value) -> Value:
    """Return a value unchanged."""
    return value


def find_line_written(node: Node, names: Mapping[str, Value], answer: Answer, places: int | None) -> str | None:
    """Return the sentence for a wrong answer that is a line of the working or a given, typed instead of the answer.

    Use it for an answer of another shape than asked. `places` is the number of decimals asked for. Lines are compared
    before givens. None if the answer is neither, if the calculation has no value, or if the answer is a single digit.
    """
    given = (Slip("given", _says_given(name), partial(as_it_is, value)) for name, value in names.items())
    if len(answer.numbers) == 1 and not is_telling(answer.numbers[0].value):
        return None
    try:
        for slip in chain(lines_stopped_at(node, names), given):
            value = slip.value()
            if same_shape(shape_of(value), answer.shape) and is_value(answer.numbers, floats(value), places):
                return slip.says
    except EngineError:
        pass
    return None


_ONE_DIGIT = 10
_GRID = 2


def is_telling(number: float) -> bool:
    """Return whether a number is at least 10 in size or not whole: many mistakes give a single digit."""
    return abs(number) >= _ONE_DIGIT or number % 1 != 0


def lines_stopped_at(node: Node, names: Mapping[str, Value]) -> Iterator[Slip]:
    """Yield a slip for each line that contains a calculation, except the last line: a learner who stopped there.

    Then several lines of one name are yielded together: numbers as a row, rows of one length as a grid. Raises
    EngineError if the calculation has no value.
    """
    pencil = Writing()
    work_out(node, names, pencil)
    leaves = [leaf for leaf in list(leaves_of(pencil.steps))[:-1] if leaf.can_be_covered]
    by_name: dict[str, list[Value]] = {}
    for leaf in leaves:
        name = leaf.name.rpartition(", ")[2]
        by_name.setdefault(name, []).append(leaf.step.value)
        yield Slip("line", _says_line(name), partial(as_it_is, leaf.step.value))
    for name, values in by_name.items():
        if len(values) > 1 and len({shape_of(value) for value in values}) == 1 and rank_of(values[0]) < _GRID:
            yield Slip("line", _says_line(name), partial(as_it_is, tuple(values)))


def _says_line(name: str) -> str:
    """Return the sentence for an answer that is the line called `name`."""
    return f'This is the line "{name}" of the working. Go on from it.'
