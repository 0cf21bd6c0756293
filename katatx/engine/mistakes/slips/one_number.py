"""One wrong number on a line, followed back from the answer.

Of an answer with several wrong numbers it is asked whether one number of the working, and what it came out as, explains
all of them: 0.048 and 0.969 are softmax with a total of 56.3, whatever went wrong in that total.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.mistakes.slips.instead import words_of
from katatx.engine.mistakes.slips.lines import Watching
from katatx.engine.mistakes.slips.slip import Slip
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.recipe import Line, WrongTurn
from katatx.engine.values import Value, floats, shape_of, shaped
from katatx.notation.printing import write_number
from katatx.notation.syntax import Node
from scoring.answer import TypedNumber
from scoring.places import close, half_unit

# Of a longer line no number is tried.
_MOST_NUMBERS = 12
_MOST_STEPS = 12
_PLACES = 3
# How far the sought number may be from the one that gives a typed number as written, in steps that move that by half a
# unit of its last decimal.
_MOST_OFF = 1.0

Fits = Callable[[Value], bool]


class _Place(NamedTuple):
    """A number of the working: number `at` of the result of line `number`, and its right value."""

    recipe: str
    line: str
    number: int
    at: int
    right: float


class _Found(NamedTuple):
    """A place, what its number came out as, and whether a slip in one digit of the right number explains that."""

    place: _Place
    value: float
    is_one_digit: bool


def slips_in_one_number(
    node: Node, names: Names, typed: tuple[TypedNumber, ...], off: list[int], fits: Fits, effort: Effort
) -> Iterator[Slip]:
    """Yield the slip for the one wrong number of a line that explains a whole wrong answer, if there is one.

    `node` and `names` are the right calculation, `off` the indices of the wrong numbers in `typed`, and `fits` tells
    whether a value is the answer. Nothing is yielded for an answer with one wrong number, which any line explains, or
    if the effort is used up. Of several lines that explain it, one whose number is a digit off is preferred, then the
    last, since whatever went wrong before it went through it; if that line has several such numbers, nothing is
    yielded.
    """
    if len(off) < 2:
        return
    right = Watching(effort=effort)
    try:
        truth = floats(work_out(node, names, right))
        search = _Search(node, names, typed, off, fits, right, truth)
        found = [each for each in map(search.explained, _places(right)) if each is not None]
    except Exhausted:
        return
    found = [each for each in found if each.is_one_digit] or found
    last = max((each.place.number for each in found), default=-1)
    latest = [each for each in found if each.place.number == last]
    if len(latest) == 1:
        place, value, _ = latest[0]
        yield Slip("one number", _sentence(*latest[0]), partial(search.work, place, value))


def _sentence(place: _Place, value: float, is_one_digit: bool) -> str:
    """Return the sentence for a number that came out as `value`; "about" it, unless that is one digit off."""
    about = "" if is_one_digit else "about "
    return f'A number of step "{words_of(place.line)}" came out as {about}{write_number(value)}. Work that step again.'


def _places(right: Watching) -> Iterator[_Place]:
    """Yield the numbers of all lines that `right` has written, those of lines with more than 12 left out."""
    for (recipe, line), numbers in right.numbers.items():
        for number in numbers:
            values = floats(right.written[number][1])
            if len(values) <= _MOST_NUMBERS:
                yield from (_Place(recipe, line, number, at, value) for at, value in enumerate(values))


class _Search:
    """Finds with what number at a place the right lines after it give the typed answer.

    `truth` has the numbers of the right answer; the other parameters are those of `slips_in_one_number`.
    """

    def __init__(
        self,
        node: Node,
        names: Names,
        typed: tuple[TypedNumber, ...],
        off: list[int],
        fits: Fits,
        right: Pencil,
        truth: tuple[float, ...],
    ) -> None:
        self.node, self.names, self.typed, self.off, self.fits = node, names, typed, off, fits
        self.right, self.truth = right, truth
        # The wrong number that is written to the most figures tells the most.
        self.told_by = max(off, key=lambda index: len(typed[index].text.strip("-−0.")))

    def work(self, place: _Place, value: float) -> Value:
        """Return the answer with `value` at a place, and all else right. Raises EngineError if there is none."""
        turn = WrongTurn(place.recipe, place.line, "one-number", partial(_put, place, value), "", "")
        return work_out(self.node, self.names, Pencil(turn, self.right.effort, after=self.right))

    def explained(self, place: _Place) -> _Found | None:
        """Return what the number at a place came out as, if that gives the whole answer; None if nothing does.

        Raises Exhausted if the effort is used up.
        """
        try:
            value = self._fitting(place)
            if value is None:
                return None
            for slip in _one_digit_off(place.right):
                if abs(slip - value) <= abs(value - place.right) / 4 and self.fits(self.work(place, slip)):
                    return _Found(place, slip, is_one_digit=True)
        except Exhausted:
            raise
        except EngineError:
            return None
        return _Found(place, value, is_one_digit=False)

    def _fitting(self, place: _Place) -> float | None:
        """Return the number at a place that gives the whole answer; None if there is none.

        It is the middle of those that give every typed number by rounding, found from two near it.
        """
        solved = self._solved(place)
        if solved is None:
            return None
        value, step = solved
        first, second = floats(self.work(place, value)), floats(self.work(place, value + step))
        low, high = -_MOST_OFF, _MOST_OFF
        for number, one, other in zip(self.typed, first, second, strict=True):
            half, far = half_unit(number.places), number.value - one
            if close(one, other):
                continue
            ends = sorted(((far - half) / (other - one), (far + half) / (other - one)))
            low, high = max(low, ends[0]), min(high, ends[1])
        middle = value + step * (low + high) / 2
        return middle if low <= high and self.fits(self.work(place, middle)) else None

    def _solved(self, place: _Place) -> tuple[float, float] | None:
        """Return the number at a place that gives one typed number, and the step that moves that by half a unit.

        The number `told_by` is solved for by the secant method. None if it finds none, or if some wrong number does not
        depend on the place.
        """
        index = self.told_by
        wanted = self.typed[index].value
        before, now = place.right, place.right + (abs(place.right) / 16 or 0.125)
        changed = floats(self.work(place, now))
        if len(changed) != len(self.truth) or any(close(changed[each], self.truth[each]) for each in self.off):
            return None
        far, near = self.truth[index] - wanted, changed[index] - wanted
        for _ in range(_MOST_STEPS):
            if near == far:
                return None
            slope = (now - before) / (near - far)
            before, now, far = now, now - near * slope, near
            if close(before, now):
                return now, abs(slope) * half_unit(self.typed[index].places)
            near = floats(self.work(place, now))[index] - wanted
        return None


def _put(place: _Place, value: float, line: Line) -> Value:
    """Return the right result of a line, with `value` at the place if the line is that of the place."""
    assert isinstance(line.pencil, Pencil)
    right = line.work(line.how, *line.given)
    if line.pencil.line_number != place.number:
        return right
    numbers = list(floats(right))
    numbers[place.at] = value
    return shaped(shape_of(right), numbers)


def _one_digit_off(number: float) -> Iterator[float]:
    """Yield the numbers that one digit of a number makes, one more or less, or two exchanged, to three decimals."""
    shown = round(number, _PLACES)
    digits = f"{abs(shown):.{_PLACES}f}"
    sign = -1 if shown < 0 else 1
    for at, digit in enumerate(digits):
        if digit.isdigit():
            unit = 10.0 ** (digits.index(".") - 1 - at + (at > digits.index(".")))
            yield shown + unit
            yield shown - unit
            beside = at + 1 + (digits[at + 1 : at + 2] == ".")
            if beside < len(digits):
                swapped = list(digits)
                swapped[at], swapped[beside] = swapped[beside], swapped[at]
                yield sign * float("".join(swapped))
