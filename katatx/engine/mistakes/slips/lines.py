"""Slips on one line of a recipe: another operation, or the right operation on other operands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.mistakes.slips.instead import INSTEAD_OF, Instead, Take, alike, as_given, then, words_of
from katatx.engine.mistakes.slips.slip import ORDER, SIGN
from katatx.engine.operations import Arithmetic, Arrangement, Operation
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn, find_recipe
from katatx.engine.values import Value, entry_by_entry, floats, is_number, rank_of, shape_of, shaped, transposed
from katatx.notation.printing import write_number
from scoring.wording import capital

# Of a longer row or line the single numbers are not tried.
_MOST_NUMBERS = 12
# Operations whose second operand may be taken from another line, and the words for that.
_WITH_ANOTHER = {op.divide: ("divided by", "divide by"), op.subtract: ("subtracted", "subtract")}
# Their results have no sign to be turned.
_NEVER_NEGATIVE = (op.square, op.exp, op.root, op.absolute)


class LineSlip(NamedTuple):
    """A slip on a recipe line, as a wrong turn that replaces the line wherever it comes up.

    `looks_back` is set if it needs the earlier lines of the recipe, which only `Watching` keeps; `sort` is as for
    `Instead`.
    """

    turn: WrongTurn
    is_likely: bool
    looks_back: bool
    sort: str = "line"

    @property
    def says(self) -> str:
        """Return the sentence for the learner."""
        happened, instead = self.turn.happened, self.turn.instead
        step = words_of(self.turn.line)
        return f'{capital(happened)} (step "{step}"). {capital(instead)}.'

    @property
    def id(self) -> str:
        """Return an identifier that is unique in the calculation."""
        return f"{self.turn.line} {self.turn.id}"


class _Known(NamedTuple):
    """A line as worked: its operation, its operands, and the values of its recipe before it, by name.

    The values are those of `Watching.before`.
    """

    how: Operation | Recipe
    given: tuple[Value, ...]
    before: dict[str, Value]


class Watching(Pencil):
    """Exact pencil that remembers every recipe line, so that a later line can look up the earlier ones.

    `lines` maps (recipe, line) to how it was first worked, and `numbers` to the line numbers of all times it was.
    """

    def __init__(self, turn: WrongTurn | None = None, effort: Effort | None = None) -> None:
        super().__init__(turn, effort)
        self.lines: dict[tuple[str, str], _Known] = {}
        self.numbers: dict[tuple[str, str], list[int]] = {}
        self._so_far: list[dict[str, Value]] = []
        self._done: list[dict[str, _Known]] = []

    @property
    def done(self) -> dict[str, _Known]:
        """Return the finished lines of the current recipe by name, each as last worked; their `before` is empty."""
        return self._done[-1]

    @property
    def before(self) -> dict[str, Value]:
        """Return the values of the current recipe's finished lines by name, and of its inputs as `given <name>`."""
        return self._so_far[-1]

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or a whole recipe; lines of the recipe see only one another as earlier."""
        if not isinstance(how, Recipe):
            return super().work(how, *given)
        self._so_far.append({f"given {name}": value for name, value in how.inputs(given).items()})
        self._done.append({})
        try:
            return super().work(how, *given)
        finally:
            self._so_far.pop()
            self._done.pop()

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Write one line, remember it for the lines after it, and return its value."""
        value = super().__call__(line, how, *given)
        self.before[line] = value
        self.done[line] = _Known(how, given, {})
        return value

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """Return the value of one line, and remember it in `numbers`, and in `lines` how it was first worked."""
        self.lines.setdefault((recipe.name, line), _Known(how, given, dict(self.before)))
        self.numbers.setdefault((recipe.name, line), []).append(self.line_number)
        return super().write_line(line, how, given, recipe, whole)

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe on each row of a grid, and remember the grid in `lines` as line `rows`."""
        self.lines.setdefault((how.name, ROWS), _Known(how, given, {}))
        return super().work_rows(how, given)


def line_slips(right: Watching) -> Iterator[LineSlip]:
    """Yield the slips on every recipe line that `right` wrote, as it was first worked.

    `right` must have worked the right calculation.
    """
    for (recipe, line), known in right.lines.items():
        others = () if recipe == "arithmetic" else (*_before_its_turn(known, line), *_from_another_line(known))
        slips = (
            *INSTEAD_OF.get(known.how.name, ()), *_of_alike(known.how), *_of_any(line, *known[:2]),
            *_with_another_count(known), *(() if recipe == "arithmetic" else _without_one(known)), *_rounded(known.how),
        )  # fmt: skip
        for index, each in enumerate((*others, *slips)):
            turn = WrongTurn(recipe, line, f"slip-{index}", each.take, each.happened, each.instead)
            yield LineSlip(turn, each.is_likely, index < len(others), each.sort)


def slips_in_one_place(right: Watching, with_known: bool) -> Iterator[LineSlip]:
    """Yield the slips made in one place of a line only, and known mistakes too if `with_known` is set.

    A place is a number of a line that works number by number, one of the times that a line is worked, or one number at
    one time. Numbers are not told apart in a line of more than 12, nor times if it is worked more than 12 times.
    `right` must have worked the right calculation.
    """
    for (recipe, line), known in right.lines.items():
        slips = (
            *(_known_mistakes(recipe, line) if with_known else ()), *INSTEAD_OF.get(known.how.name, ()),
            *_with_sign_turned(known.how), *_without_one(known),
        )  # fmt: skip
        places = list(_places(known, right.numbers.get((recipe, line), [])))
        for index, each in enumerate(slips):
            for at, place in enumerate(places):
                take = partial(_in_one_place, each.take, *place)
                turn = WrongTurn(
                    recipe, line, f"one-{index}-{at}", take, f"in one place, {each.happened}", each.instead
                )
                yield LineSlip(turn, each.is_likely, looks_back=False, sort=each.sort)


def _places(known: _Known, numbers: list[int]) -> Iterator[tuple[int | None, int | None]]:
    """Yield the places of a line as (line number, index of a number in it), with None for all of them.

    `numbers` are the line's numbers in the working. Nothing is yielded for a line that is one place.
    """
    size = max((len(floats(value)) for value in known.given), default=0)
    indices = range(size if isinstance(known.how, Arithmetic) and 1 < size <= _MOST_NUMBERS else 0)
    times = numbers if 1 < len(numbers) <= _MOST_NUMBERS else []
    yield from ((None, at) for at in indices)
    yield from ((number, None) for number in times)
    yield from ((number, at) for number in times for at in indices)


def _in_one_place(take: Take, number: int | None, at: int | None, line: Line) -> Value:
    """Return a line worked rightly, but with `take(line)` in one place.

    The place is number `at` of the result (from 0, row by row; None for all of it), on the recipe's line numbered
    `number` (None for every one with this name). With `at`, raises EngineError if the two results differ in shape or
    have no such number.
    """
    assert isinstance(line.pencil, Pencil)
    if number is not None and line.pencil.line_number != number:
        return line.work(line.how, *line.given)
    return take(line) if at is None else _in_one_number(take, at, line)


def _known_mistakes(recipe: str, line: str) -> Iterator[Instead]:
    """Yield the wrong turns of a recipe's line as replacements, conventions included; none for an unknown recipe."""
    owner = find_recipe(recipe)
    for turn in () if owner is None else owner.wrong_turns.get(line, ()):
        yield Instead(turn.happened, turn.instead, turn.take)


def _with_sign_turned(how: Operation | Recipe) -> Iterator[Instead]:
    """Yield the operation with the sign of its result turned.

    Yield nothing for a recipe, for an arrangement, or for an operation whose results are never negative.
    """
    if isinstance(how, Arithmetic) and how not in _NEVER_NEGATIVE:
        yield Instead("turned the sign", "keep the sign", _negated(how), sort=SIGN)


def _in_one_number(take: Take, at: int, line: Line) -> Value:
    """Return a line worked rightly but for number `at` (from 0, row-major), which is taken from `take(line)`.

    Raises EngineError if the two results differ in shape, or if there is no such number.
    """
    right, wrong = line.work(line.how, *line.given), take(line)
    numbers = list(floats(right))
    if shape_of(wrong) != shape_of(right) or at >= len(numbers):
        raise EngineError("this mistake needs a line worked number by number, and this one is not")
    numbers[at] = floats(wrong)[at]
    return shaped(shape_of(right), numbers)


def _negated(how: Operation) -> Take:
    """Return a replacement that changes the sign of the right result."""
    return lambda line: line.work(op.negate, line.work(how, *line.given))


def _of_alike(how: Operation | Recipe) -> Iterator[Instead]:
    """Yield the replacements of the line's recipe by one that it may be mistaken for; none for an operation."""
    if isinstance(how, Recipe):
        for other in alike(how.name):
            happened = f"took {words_of(other.name)} for {words_of(how.name)}"
            yield Instead(happened, f"use {words_of(how.name)}", partial(_on_first, other))


def _on_first(how: Recipe, line: Line) -> Value:
    """Return the value of `how` on the first operand of the line."""
    return line.work(how, line.given[0])


def _from_another_line(known: _Known) -> Iterator[Instead]:
    """Yield the right operation on an earlier line, or on an input of the recipe, in place of an operand.

    The other value has the operand's shape. Of single numbers only those that are divided by or subtracted are tried.
    """
    for at, value in enumerate(known.given):
        shape = shape_of(value)
        source = next((name for name, each in known.before.items() if each is value), "")
        is_line = source and not source.startswith("given ")
        instead = f'use "{words_of(source)}"' if is_line else "go on from the line before"
        for name, other in known.before.items():
            if shape_of(other) != shape or other == value:
                continue
            if shape:
                yield Instead("used an earlier line", instead, _from(known.how, at, name), is_likely=False)
            elif known.how in _WITH_ANOTHER and at == 1 and is_number(other):
                done, do = _WITH_ANOTHER[known.how]
                happened, instead = f"{done} {write_number(other)}", f"{do} {write_number(value)}"
                yield Instead(happened, instead, _from(known.how, at, name), is_likely=False)


def _before_its_turn(known: _Known, line: str) -> Iterator[Instead]:
    """Yield the line exchanged with the earlier line whose result is its first operand, if there is one."""
    for name, other in known.before.items():
        if other is known.given[0] and not name.startswith("given "):
            first, second = words_of(name), words_of(line)
            happened, instead = f'worked "{second}" before "{first}"', f'work "{first}" first'
            yield Instead(happened, instead, _exchanged(known.how, name), is_likely=False)


def _with_another_count(known: _Known) -> Iterator[Instead]:
    """Yield the right operation with another length in place of a count, a whole operand above 1.

    The lengths are those of earlier lines and inputs. If the count is one of them, 2, one more and one less are tried
    too. Of calculations only divisions and roots are tried.
    """
    if isinstance(known.how, Arithmetic) and known.how not in (op.divide, op.root):
        return
    lengths = {float(size) for value in known.before.values() for size in shape_of(value)}
    for at, value in enumerate(known.given):
        if is_number(value) and value % 1 == 0 and value > 1:
            near = {value - 1, value + 1, 2.0} if value in lengths else set[float]()
            for size in sorted((lengths | near) - {value, 1.0}):
                happened, instead = f"took {size:g} where it is {value:g}", "count again"
                yield Instead(happened, instead, _with(known.how, at, partial(_instead_of, size)), is_likely=False)


def _without_one(known: _Known) -> Iterator[Instead]:
    """Yield a sum of a row without one of its numbers; nothing if the line is no such sum, or of more than 12."""
    if known.how is not op.total or not shape_of(known.given[0]):
        return
    numbers = shape_of(known.given[0])[-1]
    for at in range(numbers if 1 < numbers <= _MOST_NUMBERS else 0):
        take = _with(op.total, 0, partial(_all_but, at))
        yield Instead("left out one of the numbers", "include all the numbers", take, is_likely=at in (0, numbers - 1))


def _rounded(how: Operation | Recipe) -> Iterator[Instead]:
    """Yield a calculation with its results rounded to one decimal, or to whole numbers."""
    if isinstance(how, Arithmetic):
        for digits, to in ((1, "one decimal"), (0, "a whole number")):
            take = partial(_rounded_to, digits, how)
            yield Instead(f"rounded to {to}", "keep three decimals on the way", take, is_likely=False)


def _rounded_to(digits: int, how: Arithmetic, line: Line) -> Value:
    """Return the right results of a calculation, rounded to this many decimals."""
    return entry_by_entry(lambda number: round(number, digits), line.work(how, *line.given))


def _all_but(at: int, value: Value) -> Value:
    """Return a row without its number at index `at`; of a grid, every row without it."""
    return tuple(_all_but(at, row) for row in value) if rank_of(value) > 1 else value[:at] + value[at + 1 :]


def _instead_of(other: float, _: Value) -> Value:
    """Return `other` in place of any value."""
    return other


def _exchanged(how: Operation | Recipe, name: str) -> Take:
    """Return a replacement that works `how` before the earlier line called `name`. It needs a Watching pencil."""

    def take(line: Line) -> Value:
        assert isinstance(line.pencil, Watching)
        earlier = line.pencil.done[name]
        done = line.work(how, earlier.given[0], *line.given[1:])
        return line.work(earlier.how, done, *earlier.given[1:])

    return take


def _from(how: Operation | Recipe, at: int, name: str) -> Take:
    """Return a replacement that takes the value called `name` for the operand at index `at`.

    It needs a Watching pencil.
    """

    def take(line: Line) -> Value:
        assert isinstance(line.pencil, Watching)
        return line.work(how, *line.given[:at], line.pencil.before[name], *line.given[at + 1 :])

    return take


def _of_any(line: str, how: Operation | Recipe, given: tuple[Value, ...]) -> Iterator[Instead]:
    """Yield slips possible with any operation: `how` is the line's operation, `given` its operands.

    For the line `rows`, a whole grid worked row by row, that is only working down its columns.
    """
    if line == ROWS:
        yield Instead("went down the columns", "go along each row", lambda line: _by_columns(line, how))
        return
    if not isinstance(how, Arithmetic):
        if shape_of(given[0]):
            yield Instead("left the numbers as they were", "work this step", as_given(0))
        if len(given) > 1 and shape_of(given[0]) == shape_of(given[1]):
            yield Instead(
                "exchanged what it works on", "take each in its own place",
                lambda line: line.work(how, line.given[1], line.given[0], *line.given[2:]),
            )  # fmt: skip
    for at, value in enumerate(given):
        rank = rank_of(value)
        if rank:
            what = "rows" if rank > 1 else "numbers"
            happened = f"took the {what} in the opposite order"
            yield Instead(happened, "keep their order", _with(how, at, _backwards), is_likely=False, sort=ORDER)
        if isinstance(how, Arrangement) and not rank and value % 1 == 0:
            for more, word in ((1.0, "more"), (-1.0, "less")):
                happened, take = f"took one {word} than it asks for", _with(how, at, partial(_plus, more))
                yield Instead(happened, "count again", take, is_likely=False)
        if rank > 1:
            take = _with(how, at, transposed)
            yield Instead("exchanged rows and columns", "take rows as rows", take, sort=ORDER)

    def worked(line: Line) -> Value:
        return line.work(how, *line.given)

    def worked_twice(line: Line) -> Value:
        return line.work(how, worked(line), *line.given[1:])

    yield Instead("worked this step twice", "work it once", worked_twice, is_likely=False)
    yield Instead("turned the sign", "keep the sign", then(worked, op.negate), is_likely=False, sort=SIGN)


def _with(how: Operation | Recipe, at: int, change: Callable[[Value], Value]) -> Take:
    """Return a replacement that works `how` with the operand at index `at` passed through `change`."""
    return lambda line: line.work(how, *line.given[:at], change(line.given[at]), *line.given[at + 1 :])


def _plus(more: float, value: Value) -> Value:
    """Return a number with `more` added."""
    return value + more


def _backwards(value: Value) -> Value:
    """Return a row's numbers, or a grid's rows, in the opposite order."""
    return value[::-1]


def _by_columns(line: Line, how: Operation | Recipe) -> Value:
    """Return the value of a row recipe worked down the columns of the grid instead of along its rows."""
    return transposed(line.work(how, transposed(line.given[0]), *line.given[1:]))
