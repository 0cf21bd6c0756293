"""Slips on one line of a recipe: another operation, or the right operation on other operands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product

from katatx.engine import operations as op
from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.mistakes.slips.instead import OTHERS, Instead, Take, alike, rare, words_of
from katatx.engine.mistakes.slips.slip import ANY_SIGN, Calculation, Slip
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic, Arrangement, Operation
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn
from katatx.engine.values import Value, floats, is_number, rank_of, shape_of, shaped, transposed
from katatx.notation.printing import write_number
from scoring.wording import capital

# Each slip that looks back at earlier lines repeats the whole working; for a longer working none is tried.
_LONG = 250
# Of a longer row or line the single numbers are not tried.
_MOST_NUMBERS = 12
# Operations whose second operand may be taken from another line, and the words for that.
_WITH_ANOTHER = {op.divide: ("divided by", "divide by"), op.subtract: ("subtracted", "subtract")}
# Their results have no sign to be turned.
_NEVER_NEGATIVE = (op.square, op.exp, op.root, op.absolute)
_SIGN_TURNED = Instead(
    "turned the sign", "keep the sign", lambda line: line.work(op.negate, _right(line)), shared=ANY_SIGN
)
_GIVEN = "given "


@dataclass
class _Worked:
    """A line, or an input of a recipe, as worked after others; `numbers` are its line numbers, one for each time."""

    how: Operation | Recipe
    given: tuple[Value, ...]
    before: dict[str, _Worked] = field(default_factory=dict)
    value: Value = None
    numbers: list[int] = field(default_factory=list)


class _Watching(Pencil):
    """Exact pencil that keeps the first of each (recipe, line), and the lines and inputs `before` in a recipe."""

    def __init__(self, turn: WrongTurn | None = None, effort: Effort | None = None) -> None:
        super().__init__(turn, effort)
        self.lines: dict[tuple[str, str], _Worked] = {}
        self.before: dict[str, _Worked] = {}

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        if not isinstance(how, Recipe):
            return super().work(how, *given)
        inputs = how.inputs(given).items()
        outer, self.before = self.before, {f"{_GIVEN}{name}": _Worked(op.keep, (), {}, value) for name, value in inputs}
        try:
            return super().work(how, *given)
        finally:
            self.before = outer

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        worked = _Worked(how, given, dict(self.before))
        first = self.lines.setdefault((self._frames[-1][0].name, line), worked)
        first.numbers.append(self.line_number + 1)
        worked.value = super().__call__(line, how, *given)
        self.before[line] = worked
        return worked.value

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        self.lines.setdefault((how.name, ROWS), _Worked(how, given))
        return super().work_rows(how, given)


def slips_on_lines(calculation: Calculation) -> Iterator[Slip]:
    """Yield the slips on every recipe line, wherever it comes up. Raises EngineError if the working has no value."""
    spent, right = calculation.effort.spent, _Watching(effort=calculation.effort)
    calculation.work(calculation.names, pencil=right)
    is_long = calculation.effort.spent - spent > _LONG
    for (recipe, line), worked in right.lines.items():
        slips = [*_of_operation(worked.how), *_of_any(line, worked), *_with_another_count(worked)]
        if recipe != "arithmetic":
            looking = () if is_long else (*_before_its_turn(worked, line), *_from_another_line(worked))
            slips = [*looking, *slips, *_without_one(worked)]
        yield from (_slip(calculation, right, recipe, line, each) for each in slips)


def slips_in_one_place(calculation: Calculation, with_known: bool) -> Iterator[Slip]:
    """Yield the slips made in one place of a line only, and known mistakes too if `with_known` is set.

    A place is one of at most 12 numbers that are worked one by one, or of at most 12 times that a line is worked.
    """
    right = _Watching(effort=calculation.effort)
    calculation.work(calculation.names, pencil=right)
    for (recipe, line), worked in right.lines.items():
        owner = find_recipe(recipe) if with_known else None
        turns = owner.wrong_turns.get(line, ()) if owner else ()
        known = [Instead(turn.happened, turn.instead, turn.take) for turn in turns]
        signs = [_SIGN_TURNED] if isinstance(worked.how, Arithmetic) and worked.how not in _NEVER_NEGATIVE else []
        slips = (*known, *_of_operation(worked.how), *signs, *_without_one(worked))
        for each, place in product(slips, _places(worked)):
            happened, take = f"in one place, {each.happened}", partial(_in_one_place, each.take, *place)
            yield _slip(calculation, right, recipe, line, each._replace(happened=happened, take=take))


def _slip(calculation: Calculation, right: _Watching, recipe: str, line: str, each: Instead) -> Slip:
    """Return the slip of working a line as `each` does, wherever it comes up."""
    turn = WrongTurn(recipe, line, "slip", each.take, each.happened, each.instead)
    says = f'{capital(each.happened)} (step "{words_of(line)}"). {capital(each.instead)}.'

    def value(names: Names) -> Value:
        after = right if names is calculation.names else None  # the lines before it are copied from there
        pencil = _Watching(turn, calculation.effort) if each.looks_back else Pencil(turn, calculation.effort, after)
        try:
            return calculation.work(names, pencil=pencil)
        except (LookupError, TypeError, ValueError) as error:  # a row may be left where later lines compare a number
            raise EngineError("this mistake changes the shape, so the later lines cannot be worked") from error

    return Slip(says, value, each.is_likely, each.shared, each.is_common)


def _places(worked: _Worked) -> list[tuple[int | None, int | None]]:
    """Return the places of a line as (line number, index of a number), None for all; none if it is one place."""
    size = max((len(floats(value)) for value in worked.given), default=0)
    indices = range(size if isinstance(worked.how, Arithmetic) and 1 < size <= _MOST_NUMBERS else 0)
    times = worked.numbers if 1 < len(worked.numbers) <= _MOST_NUMBERS else []
    return list(product((None, *times), (None, *indices)))[1:]


def _in_one_place(take: Take, number: int | None, at: int | None, line: Line) -> Value:
    """Return a line worked rightly, but with `take(line)` at number `at`, on the line with this number; None is any."""
    assert isinstance(line.pencil, Pencil)
    if number is not None and line.pencil.line_number != number:
        return _right(line)
    if at is None:
        return take(line)
    right, wrong = _right(line), take(line)
    numbers = list(floats(right))
    if shape_of(wrong) != shape_of(right) or at >= len(numbers):
        raise EngineError("this mistake needs a line worked number by number, and this one is not")
    numbers[at] = floats(wrong)[at]
    return shaped(shape_of(right), numbers)


def _of_operation(how: Operation | Recipe) -> Iterator[Instead]:
    """Yield the calculations that this one may be taken for, or the recipes that this one may."""
    if isinstance(how, Recipe):
        for other in alike(how.name):
            happened = f"took {words_of(other.name)} for {words_of(how.name)}"
            instead = f"use {words_of(how.name)}"
            yield Instead(happened, instead, lambda line, other=other: line.work(other, line.given[0]))
    else:
        yield from (each for each in OTHERS if each.how == how)


def _before_its_turn(worked: _Worked, line: str) -> Iterator[Instead]:
    """Yield the line exchanged with the earlier line whose result is its first operand."""
    for name, other in worked.before.items():
        if other.value is worked.given[0] and not name.startswith(_GIVEN):
            first, second = words_of(name), words_of(line)
            happened, instead = f'worked "{second}" before "{first}"', f'work "{first}" first'
            yield Instead(happened, instead, partial(_before, name), is_likely=False, looks_back=True)


def _from_another_line(worked: _Worked) -> Iterator[Instead]:
    """Yield the right operation on an earlier line or input of one shape; of numbers if divided by or subtracted."""
    for at, value in enumerate(worked.given):
        source = next((name for name, each in worked.before.items() if each.value is value), _GIVEN)
        instead = "go on from the line before" if source.startswith(_GIVEN) else f'use "{words_of(source)}"'
        for name, other in ((name, each.value) for name, each in worked.before.items()):
            clauses = ("used an earlier line", instead) if shape_of(value) else None
            if at == 1 and worked.how in _WITH_ANOTHER and is_number(value) and is_number(other):
                done, do = _WITH_ANOTHER[worked.how]
                clauses = f"{done} {write_number(other)}", f"{do} {write_number(value)}"
            if clauses and shape_of(other) == shape_of(value) and other not in (value, None):
                take = partial(lambda at, name, line: _with(at, lambda _: _earlier(name, line).value, line), at, name)
                yield Instead(*clauses, take, is_likely=False, looks_back=True)


def _with_another_count(worked: _Worked) -> Iterator[Instead]:
    """Yield a line with another length, or a number near a length, in place of a count: a whole operand above 1."""
    if isinstance(worked.how, Arithmetic) and worked.how not in (op.divide, op.root):
        return
    lengths = {float(size) for each in worked.before.values() for size in shape_of(each.value)}
    for at, value in enumerate(worked.given):
        if is_number(value) and value % 1 == 0 and value > 1:
            near = {value - 1, value + 1, 2.0} if value in lengths else set[float]()
            for size in sorted((lengths | near) - {value, 1.0}):
                take = partial(_with, at, lambda _, size=size: size)
                yield Instead(f"took {size:g} where it is {value:g}", "count again", take, is_likely=False)


def _without_one(worked: _Worked) -> Iterator[Instead]:
    """Yield a sum of a row without one of its numbers; nothing if the line is no such sum, or of more than 12."""
    if worked.how is op.total and shape_of(worked.given[0]):
        size = shape_of(worked.given[0])[-1]
        for at in range(size if 1 < size <= _MOST_NUMBERS else 0):
            take = partial(_with, 0, partial(_all_but, at))
            is_likely = at in (0, size - 1)
            yield Instead("left out one of the numbers", "include all the numbers", take, is_likely)


def _of_any(line: str, worked: _Worked) -> Iterator[Instead]:
    """Yield slips possible with any operation; for a whole grid worked row by row only working down its columns."""
    how, given = worked.how, worked.given
    if line == ROWS:
        yield Instead("went down the columns", "go along each row", lambda line: transposed(_with(0, transposed, line)))
        return
    if not isinstance(how, Arithmetic) and shape_of(given[0]):
        yield Instead("left the numbers as they were", "work this step", lambda line: line.given[0])
    if not isinstance(how, Arithmetic) and len(given) > 1 and shape_of(given[0]) == shape_of(given[1]):
        yield Instead(
            "exchanged what it works on",
            "take each in its own place",
            lambda line: line.work(line.how, line.given[1], line.given[0], *line.given[2:]),
        )
    for at, value in enumerate(given):
        yield from _of_operand(at, value, isinstance(how, Arrangement))
    yield Instead("worked this step twice", "work it once", lambda line: _with(0, lambda _: _right(line), line), False)
    yield _SIGN_TURNED._replace(is_likely=False)
    if isinstance(how, Arithmetic):
        instead = "keep three decimals on the way"
        yield rare(how, "rounded to one decimal", instead, lambda *numbers: round(how.work(*numbers), 1))
        yield rare(how, "rounded to a whole number", instead, lambda *numbers: round(how.work(*numbers), 0))


def _of_operand(at: int, value: Value, is_arranged: bool) -> Iterator[Instead]:
    """Yield slips with the operand at index `at`; of a single number only for an arrangement, which may count it."""
    rank = rank_of(value)
    if rank:
        happened = f"took the {'rows' if rank > 1 else 'numbers'} in the opposite order"
        yield Instead(happened, "keep their order", partial(_with, at, lambda value: value[::-1]), is_likely=False)
    elif is_arranged and value % 1 == 0:
        for more, word in ((1.0, "more"), (-1.0, "less")):
            take = partial(_with, at, lambda number, more=more: number + more)
            yield Instead(f"took one {word} than it asks for", "count again", take, is_likely=False)
    if rank > 1:
        yield Instead("exchanged rows and columns", "take rows as rows", partial(_with, at, transposed))


def _right(line: Line) -> Value:
    return line.work(line.how, *line.given)


def _with(at: int, change: Callable[..., Value], line: Line) -> Value:
    """Return the line worked with the operand at index `at` changed."""
    return line.work(line.how, *line.given[:at], change(line.given[at]), *line.given[at + 1 :])


def _earlier(name: str, line: Line) -> _Worked:
    """Return the line or input called `name`, of a pencil that watches."""
    assert isinstance(line.pencil, _Watching)
    return line.pencil.before[name]


def _before(name: str, line: Line) -> Value:
    """Return the line worked before the earlier line called `name`."""
    earlier = _earlier(name, line)
    return line.work(earlier.how, _with(0, lambda _: earlier.given[0], line), *earlier.given[1:])


def _all_but(at: int, value: Value) -> Value:
    """Return a row without its number at index `at`; of a grid, every row without it."""
    return tuple(_all_but(at, row) for row in value) if rank_of(value) > 1 else value[:at] + value[at + 1 :]
