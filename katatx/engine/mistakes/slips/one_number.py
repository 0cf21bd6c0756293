"""One wrong number on a line, followed back from the answer.

Of an answer with several wrong numbers it is asked whether one number of the working, and what it came out as, explains
all of them: 0.048 and 0.969 are softmax with a total of 56.316, whatever went wrong in that total.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from math import copysign, floor, fsum, log10
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
from scoring.wording import capital

# Of a longer line no number is tried.
_MOST_NUMBERS = 12
_MOST_STEPS = 40
_PLACES = 3
# The digits of evidence that are needed, beyond those that determine the number; fewer if it is one digit off.
_DIGITS, _DIGITS_OF_ONE_OFF = 3, 2

Fits = Callable[[Value], bool]


class WrongAnswer(NamedTuple):
    """A wrong answer: its numbers as `typed`, the indices of the wrong ones, and whether a value `fits` all of it."""

    typed: tuple[TypedNumber, ...]
    off: list[int]
    fits: Fits


class _Place(NamedTuple):
    """A number of the working: number `at` of the result of line `number`, which has `size`, and its right value."""

    recipe: str
    line: str
    number: int
    at: int
    size: int
    right: float


class _Found(NamedTuple):
    """The wrong value of a number at a place, known to so many `decimals`; `is_one_digit` if one digit of it is off."""

    place: _Place
    value: float
    decimals: int
    is_one_digit: bool


def slips_in_one_number(node: Node, names: Names, answer: WrongAnswer, effort: Effort) -> Iterator[Slip]:
    """Yield the slip for the one wrong number of a line that explains a whole wrong answer, if there is one.

    `node` and `names` are the right calculation. Of several lines that explain it, one whose number is a digit off is
    preferred, then the last, since whatever went wrong before it went through it. Where the wrong numbers hardly
    confirm one another, such as two portions that add up to 1, or where two numbers of a line explain them, only a
    number that is one digit off is told, as a guess, and only if no other is. Nothing is yielded for one wrong number,
    which follows from any line, or if the effort is used up.
    """
    if len(answer.off) < 2:
        return
    right = Watching(effort=effort)
    try:
        search = _Search(node, names, answer, right, floats(work_out(node, names, right)))
        found = [each for each in map(search.explained, _places(right)) if each is not None]
    except Exhausted:
        return
    found = [each for each in found if not _is_inside(each, found)]
    evidence = _evidence(answer, search.truth)
    lines = Counter(each.place.number for each in found) + search.unsolved
    is_guess = evidence < _DIGITS_OF_ONE_OFF or any(lines[each.place.number] > 1 for each in found)
    told = [each for each in found if each.is_one_digit]
    if is_guess and (len(told) > 1 or search.digits < _DIGITS):
        return
    if not (told or is_guess or evidence < _DIGITS):
        told = found
    if told:
        last = max(told, key=lambda each: each.place.number)
        yield Slip("one number", _sentence(last, right, is_guess), partial(search.work, last.place, last.value))


def _is_inside(inner: _Found, found: list[_Found]) -> bool:
    """Return whether a place is the last line inside an earlier one of `found`, and so has the same number."""
    return any(
        outer.place.number < inner.place.number and (outer.place.right, outer.value) == (inner.place.right, inner.value)
        for outer in found
    )


def _evidence(answer: WrongAnswer, truth: tuple[float, ...]) -> int:
    """Return how many digits of the wrong numbers are left to confirm a number that is solved for from one of them.

    Numbers with the total that the right ones have, such as portions, tell one number less. Those with the fewest
    digits count.
    """
    total = fsum(number.value for number in answer.typed) - fsum(truth)
    room = fsum(max(half_unit(number.places), 1e-9) for number in answer.typed)
    left = len(answer.off) - 1 - (abs(total) <= 2 * room)
    digits = sorted(len(digits_of(answer.typed[index].text)) for index in answer.off)
    return sum(digits[: max(0, left)])


def digits_of(text: str) -> str:
    """Return the digits of a written number from its first to its last that is not 0."""
    return "".join(filter(str.isdigit, text)).strip("0")


def _sentence(found: _Found, right: Watching, is_guess: bool) -> str:
    """Return the sentence for a number found; "about" it, unless it is one digit off, and "perhaps" for a guess."""
    place = found.place
    is_told_apart = sum(line == place.line for _, line in right.numbers) == 1
    step = words_of(place.line) if is_told_apart else f"{words_of(place.recipe)}: {words_of(place.line)}"
    which = f'number {place.at + 1} of step "{step}"' if place.size > 1 else f'step "{step}"'
    about = "" if found.is_one_digit else "about "
    begin = f"Perhaps {which}" if is_guess else capital(which)
    return f"{begin} came out as {about}{write_number(found.value, found.decimals)}. Work that step again."


def _places(right: Watching) -> Iterator[_Place]:
    """Yield the numbers of all lines that `right` has written, those of lines with more than 12 left out."""
    for (recipe, line), numbers in right.numbers.items():
        for number in numbers:
            values = floats(right.written[number][1])
            if len(values) <= _MOST_NUMBERS:
                yield from (_Place(recipe, line, number, at, len(values), value) for at, value in enumerate(values))


class _Search:
    """Finds with what number at a place the right lines after it give the typed answer.

    `truth` has the numbers of the right answer; the other parameters are those of `slips_in_one_number`. `right` is the
    pencil that worked the right calculation. `unsolved` counts, by line number, the places of which it cannot be told
    whether they explain the answer. `digits` are those of the number that is solved for.
    """

    def __init__(self, node: Node, names: Names, answer: WrongAnswer, right: Pencil, truth: tuple[float, ...]) -> None:
        self.node, self.names, self.answer, self.right, self.truth = node, names, answer, right, truth
        # The wrong number that is written to the most figures tells the most.
        self.told_by = max(answer.off, key=lambda index: len(digits_of(answer.typed[index].text)))
        self.digits = len(digits_of(answer.typed[self.told_by].text))
        self.unsolved = Counter[int]()

    def work(self, place: _Place, value: float) -> Value:
        """Return the answer with `value` at a place, and all else right. Raises EngineError if there is none."""
        turn = WrongTurn(place.recipe, place.line, "one-number", partial(_put, place, value), "", "")
        try:
            return work_out(self.node, self.names, Pencil(turn, self.right.effort, after=self.right))
        except (IndexError, TypeError, ValueError) as error:
            raise EngineError("with this number, the later lines cannot be worked") from error

    def explained(self, place: _Place) -> _Found | None:
        """Return what the number at a place came out as, if that gives the whole answer; None if nothing does.

        A number with the opposite sign, and one that is shown as the right one, are no such number. Raises Exhausted if
        the effort is used up.
        """
        solved = self._solved(place)
        if solved is None:
            return None
        value, step = self._middle(place, *solved)
        if place.right and copysign(1, value) != copysign(1, place.right):
            return None
        for slip in _one_digit_off(place.right):
            if abs(slip - value) <= abs(value - place.right) / 4 and self._gives(place, slip):
                return _Found(place, slip, _PLACES, is_one_digit=True)
        decimals = min(_PLACES, max(0, floor(-log10(step)))) if step > 0 else _PLACES
        is_right = round(value, decimals) == round(place.right, decimals)
        return None if is_right or not self._gives(place, value) else _Found(place, value, decimals, is_one_digit=False)

    def _gives(self, place: _Place, value: float) -> bool:
        """Return whether `value` at a place gives the whole answer."""
        numbers = self._numbers(place, value)
        return numbers is not None and self.answer.fits(self.work(place, value))

    def _numbers(self, place: _Place, value: float) -> tuple[float, ...] | None:
        """Return the numbers of the answer with `value` at a place; None if there are none, or not as many."""
        try:
            numbers = floats(self.work(place, value))
        except Exhausted:
            raise
        except EngineError:
            return None
        return numbers if len(numbers) == len(self.truth) else None

    def _middle(self, place: _Place, value: float, step: float) -> tuple[float, float]:
        """Return the middle of the numbers near `value` that give every typed number by rounding, and half their range.

        `step` moves the number that was solved for by half a unit. If there are none, `value` and `step` are returned.
        """
        first, second = self._numbers(place, value), self._numbers(place, value + step)
        if first is None or second is None:
            return value, step
        low, high = -1.0, 1.0
        for number, one, other in zip(self.answer.typed, first, second, strict=True):
            half, far = half_unit(number.places), number.value - one
            if not close(one, other):
                ends = sorted(((far - half) / (other - one), (far + half) / (other - one)))
                low, high = max(low, ends[0]), min(high, ends[1])
        return (value + step * (low + high) / 2, step * (high - low) / 2) if low <= high else (value, step)

    def _solved(self, place: _Place) -> tuple[float, float] | None:
        """Return the number at a place that gives one typed number, and the step that moves that by half a unit.

        The number `told_by` is solved for by the secant method, each step at most tenfold. None if some wrong number
        does not depend on the place, or if there is no answer with the numbers tried; None too, and counted in
        `unsolved`, if the method does not end.
        """
        index = self.told_by
        wanted, half = self.answer.typed[index].value, half_unit(self.answer.typed[index].places)
        before, now = place.right, place.right + (abs(place.right) / 16 or 0.125)
        changed = self._numbers(place, now)
        if changed is None or any(close(changed[each], self.truth[each]) for each in self.answer.off):
            return None
        far, near = self.truth[index] - wanted, changed[index] - wanted
        for _ in range(_MOST_STEPS):
            if near == far:
                break
            slope = (now - before) / (near - far)
            longest = 10 * (abs(now) or 1)
            step = max(-longest, min(longest, -near * slope))
            before, now, far = now, now + step, near
            if close(before, now):
                return now, abs(slope) * half
            numbers = self._numbers(place, now)
            if numbers is None:
                return None
            near = numbers[index] - wanted
        self.unsolved[place.number] += 1
        return None


def _put(place: _Place, value: float, line: Line) -> Value:
    """Return the right result of a line, with `value` at the place if the line is that of the place."""
    assert isinstance(line.pencil, Pencil)
    is_here = line.pencil.line_number == place.number  # working the line begins others
    right = line.work(line.how, *line.given)
    if not is_here:
        return right
    numbers = list(floats(right))
    numbers[place.at] = value
    return shaped(shape_of(right), numbers)


def _one_digit_off(number: float) -> Iterator[float]:
    """Yield a number, rounded to three decimals, with one digit raised or lowered, or two neighbours exchanged."""
    shown = round(number, _PLACES)
    digits = f"{abs(shown):.{_PLACES}f}"
    sign = -1 if shown < 0 else 1
    for at, digit in enumerate(digits):
        if digit.isdigit():
            unit = 10.0 ** (digits.index(".") - 1 - at + (at > digits.index(".")))
            yield shown + unit
            yield shown - unit
            beside = at + 1 + (digits[at + 1 : at + 2] == ".")
            if beside < len(digits) and digit != digits[beside]:
                swapped = list(digits)
                swapped[at], swapped[beside] = swapped[beside], swapped[at]
                yield sign * float("".join(swapped))
