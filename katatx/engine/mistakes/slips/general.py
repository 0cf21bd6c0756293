"""Slips possible in any calculation: a lost minus sign, two exchanged numbers, an omitted part or step.

They are tried only if a wrong answer fits no known mistake of its drill, and reported only if all slips that fit say
the same, or two things of an answer with enough digits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import fsum, isfinite

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.mistakes.slips.answers import (
    ONE_LESS,
    ONE_MORE,
    is_telling,
    lines_stopped_at,
    slips_at_the_answer,
)
from katatx.engine.mistakes.slips.givens import COUNTS, slips_at_givens, taken_for_another
from katatx.engine.mistakes.slips.lines import LineSlip, Watching, line_slips, slips_in_one_place
from katatx.engine.mistakes.slips.one_number import WrongAnswer, digits_of, slips_in_one_number
from katatx.engine.mistakes.slips.parts import A_PART, UNLIKELY, changed_parts, left_out
from katatx.engine.mistakes.slips.slip import ANY_SIGN, LOST_MINUS, POWER_OF_0, SIGN, Slip
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats, is_number, shape_of, shaped
from katatx.notation.syntax import Node
from scoring.answer import TypedNumber
from scoring.key import Key
from scoring.places import close
from scoring.shapes import same_shape
from scoring.slots import Slot, is_value, judge_slots

# The effort for one answer, spent twice at most: some hundredths of a second, up to six tenths for a whole block.
_EFFORT = 30_000
# Each slip that looks back at earlier lines repeats the whole working; for a longer working none is tried.
_LONG = 250
# The sorts of slips that may be named for a single digit.
_SHORT = (*COUNTS, ONE_MORE, ONE_LESS, LOST_MINUS, POWER_OF_0)
# The sorts of slips that are told beside a known mistake.
_COMMON = (LOST_MINUS, POWER_OF_0)
# Digits and numbers of an answer that few slips give by chance, added up.
_SPECIFIC = 4
_FEW = 2


def find_lost_sign(node: Node, names: Mapping[str, Value], key: Key, typed: tuple[TypedNumber, ...]) -> str | None:
    """Return the sentence for a lost minus, or e^0 taken for 0, that gives a wrong answer; None if there is none.

    These are so common that they are told beside a known mistake that gives the same. Several lost signs that fit share
    one sentence. None also if the answer is all 0, or if the effort is used up. The parameters are those of
    `find_general_slip`, and so are the errors.
    """
    calculation, answer = _Calculation(standard(node, names)), _WrongAnswer(typed, key)
    if not any(each.value for each in typed):
        return None
    try:
        common = (slip for slip in calculation.likely(names) if slip.sort in _COMMON)
        found = _fitting(common, answer)
    except EngineError:  # the effort is used up, or there is no right answer
        return None
    if len({slip.says for slip in found}) > 1 and all(slip.is_of_signs for slip in found):
        return ANY_SIGN
    return found[0].says if found else None


def find_general_slip(node: Node, names: Mapping[str, Value], key: Key, typed: tuple[TypedNumber, ...]) -> str | None:
    """Return the sentence for the general slip that explains a wrong answer, or for the two that do.

    `node` and `names` are the right calculation, `key` its key, and `typed` the numbers of the wrong answer, as many as
    the key has. None if no slip fits, if those that fit say too many things, if the answer is all 0, or if the effort
    is used up. For an answer of one wrong digit, only a count or place one off, a lost minus and e^0 taken for 0 are
    tried. Raises what `standard` raises, such as EngineError if an operation is unknown.
    """
    calculation, answer = _Calculation(standard(node, names)), _WrongAnswer(typed, key)
    if not any(each.value for each in typed):  # too many mistakes give 0
        return None
    try:
        for slips in calculation.kinds(answer):
            found = _fitting(slips(names), answer)
            if found or answer.is_at_the_limit:
                return _sentence_for(found, calculation, names, slips, answer)
    except EngineError:  # the effort is used up and an untried slip might fit as well, or there is no right answer
        pass
    return None


class _WrongAnswer:
    """The typed numbers of a wrong answer, and in `off` the indices of those that are wrong."""

    def __init__(self, typed: tuple[TypedNumber, ...], key: Key) -> None:
        self.typed, self.key = typed, key
        slots = judge_slots(typed, key)
        self.off = [index for index, slot in enumerate(slots) if slot >= Slot.EARLY]

    @property
    def is_conclusive(self) -> bool:
        """Return whether it is specific enough to identify a slip: more than a digit that many mistakes give.

        That is so if a wrong number has two digits or more, or if two are wrong.
        """
        return len(self.off) > 1 or any(is_telling(self.typed[index].value) for index in self.off)

    @property
    def is_at_the_limit(self) -> bool:
        """Return whether its wrong numbers are all 0 or 1, though some right number is not whole.

        Whatever makes numbers grow ends there, as in a softmax of far larger scores.
        """
        off = {self.typed[index].value for index in self.off}
        return off <= {0, 1} and any(value % 1 for value in self.key.value if isfinite(value))

    @property
    def is_specific(self) -> bool:
        """Return whether few slips give these wrong numbers by chance: their count and their digits make 4 or more.

        One wrong number of three digits is enough, or two with two digits in all. Zeros at either end of a number are
        no digits here.
        """
        off = [self.typed[index].text for index in self.off]
        return len(off) + sum(len(digits_of(text)) for text in off) >= _SPECIFIC

    def is_all_of(self, value: Value) -> bool:
        """Return whether `value` agrees with the whole answer as typed."""
        numbers = floats(value)  # a mistake in one row only may leave rows of unlike lengths
        fits = same_shape(shape_of(value), self.key.shape) and len(numbers) == len(self.typed)
        return fits and is_value(self.typed, numbers, self.key.places)


_Slips = Callable[[Names], Iterable[Slip]]


class _Calculation:
    """A calculation with all slips in it, by kind. A kind is tried only if no slip of the kind before it fits.

    One limit on the effort holds for everything worked here; the work raises Exhausted beyond it.
    """

    def __init__(self, node: Node) -> None:
        self.node = node
        self.effort = Effort(_EFFORT)

    def kinds(self, answer: _WrongAnswer) -> Iterator[_Slips]:
        """Yield functions of the givens that return the slips of one kind, the likely kind first.

        Rarer kinds are included only for a specific answer, among them known mistakes made in one place only; slips in
        one place only for a conclusive one.
        """
        yield self.likely
        if answer.is_specific:
            yield self.unlikely
        yield self.at_the_end
        if answer.is_conclusive:
            yield partial(self._in_one_place, likely=True, with_known=answer.is_specific)
        if answer.is_specific:
            yield partial(self._in_one_number, answer=answer)
            yield partial(self._in_one_place, likely=False)

    def likely(self, names: Names) -> Iterator[Slip]:
        """Yield the likely slips in the givens, in a part of the calculation and on a line of it."""
        yield from slips_at_givens(self.node, names, self.work)
        yield from self._at_parts(names, likely=True)
        yield from self._at_lines(names, likely=True)

    def unlikely(self, names: Names) -> Iterator[Slip]:
        """Yield slips that are rarer, or that give a value by chance more easily."""
        yield from taken_for_another(names, self.work)
        yield from self._at_parts(names, likely=False)
        yield from self._at_lines(names, likely=False)

    def at_the_end(self, names: Names) -> Iterator[Slip]:
        """Yield slips made with the answer of a right calculation, or by stopping at one of its lines."""
        yield from slips_at_the_answer(names, self.work(names), self._is_counted(names))
        yield from lines_stopped_at(self.node, names)

    def _is_counted(self, names: Names) -> bool:
        """Return whether the answer is a count or a place: it is not 0, and stays if all rows and grids are doubled.

        False if no row and no grid is given.
        """
        if all(map(is_number, names.values())) or not any(floats(self.work(names))):
            return False
        twice = {
            name: value if is_number(value) else shaped(shape_of(value), [2 * number for number in floats(value)])
            for name, value in names.items()
        }
        try:
            return bool(self.work(twice) == self.work(names))
        except EngineError:
            return False

    def _in_one_place(self, names: Names, likely: bool, with_known: bool = True) -> Iterator[Slip]:
        """Yield the likely or the unlikely slips in one number of a line, or at one of the times that it is worked.

        Known mistakes made there are among the likely ones, unless `with_known` is False.
        """
        return self._slips_of(
            names, lambda right: (slip for slip in slips_in_one_place(right, with_known) if slip.is_likely == likely)
        )

    def _in_one_number(self, names: Names, answer: _WrongAnswer) -> Iterator[Slip]:
        """Yield the slip in one number of a line that explains several wrong numbers of the answer, if there is one."""
        effort = Effort(_EFFORT)  # of its own, so that what is tried after it stays possible
        yield from slips_in_one_number(
            self.node, names, WrongAnswer(answer.typed, answer.off, answer.is_all_of), effort
        )

    def work(self, names: Names) -> Value:
        """Return the exact value of the calculation with these givens. Raises EngineError if it has none."""
        return work_out(self.node, names, Pencil(effort=self.effort))

    def _at_parts(self, names: Names, likely: bool) -> Iterator[Slip]:
        """Yield the likely or the unlikely slips in a part of the expression."""
        for at, (sort, says, changed) in enumerate(changed_parts(self.node)):
            if (sort not in UNLIKELY) == likely:
                value = partial(work_out, changed, names, Pencil(effort=self.effort))
                yield Slip(sort, says, value, ANY_SIGN if sort == SIGN else "", f"part {at}")

    def _at_lines(self, names: Names, likely: bool) -> Iterator[Slip]:
        """Yield the likely or the unlikely slips on a line. Those that look back are left out of a long working."""
        return self._slips_of(names, lambda right: (slip for slip in line_slips(right) if slip.is_likely == likely))

    def _slips_of(self, names: Names, slips: Callable[[Watching], Iterator[LineSlip]]) -> Iterator[Slip]:
        """Yield the slips that `slips` finds on the lines of the right working.

        Those that look back are omitted if the working is long.
        """
        right, before = Watching(effort=self.effort), self.effort.spent
        work_out(self.node, names, right)
        is_long = self.effort.spent - before > _LONG
        for slip in slips(right):
            if not (slip.looks_back and is_long):
                value = partial(self._with_slip, slip, names, right)
                yield Slip(slip.sort, slip.says, value, id=slip.id)

    def _with_slip(self, slip: LineSlip, names: Names, right: Watching) -> Value:
        """Return the value with a slip on its line. Raises EngineError if the lines after it cannot be worked.

        `right` is the pencil that worked the right calculation. A slip that does not look back copies its first lines.
        A slip is tried on whatever line an operation stands, of any recipe: it may leave a row where the lines after
        it compare a number.
        """
        looking = Watching(slip.turn, self.effort)
        pencil = looking if slip.looks_back else Pencil(slip.turn, self.effort, after=right)
        try:
            return work_out(self.node, names, pencil)
        except (IndexError, TypeError, ValueError) as error:
            raise EngineError("this mistake changes the shape, so the later lines cannot be worked") from error


def _fitting(slips: Iterable[Slip], answer: _WrongAnswer) -> list[Slip]:
    """Return the slips that give the whole answer.

    For an answer that is not conclusive, only slips in counting, a lost minus and e^0 taken for 0 are tried. Raises
    Exhausted if the effort did not suffice to try all.
    """
    found = list[Slip]()
    for slip in slips:
        if not (answer.is_conclusive or slip.sort in _SHORT):
            continue
        try:
            value = slip.value()
        except Exhausted:
            raise
        except EngineError:
            continue
        if answer.is_all_of(value):
            found.append(slip)
    return found


def _sentence_for(
    found: list[Slip], calculation: _Calculation, names: Names, slips: _Slips, answer: _WrongAnswer
) -> str | None:
    """Return the sentence for the slips in `found`, or two joined by "Or"; None if there are none, or too many.

    Slips that agree, that are all in signs, or that share a sentence for their sort give one sentence. Two are given
    only for a specific answer. `slips` is the function that made them; it is used to see whether they agree with other
    numbers too.
    """
    # Prefer a slip that names the part left out.
    found = [slip for slip in found if slip.says != left_out(A_PART)] or found
    if len({slip.says for slip in found}) > 1:
        found = _distinct(found, calculation, names, slips)
    sentences = list(dict.fromkeys(slip.says for slip in found))
    if len(sentences) > 1 and all(slip.is_of_signs for slip in found):
        return ANY_SIGN
    if len(sentences) > 1 and len({slip.sort for slip in found}) == 1 and found[0].any_of_them:
        return found[0].any_of_them
    most = _FEW if answer.is_specific else 1
    return " Or: ".join(sentences) if 0 < len(sentences) <= most else None


def _distinct(found: list[Slip], calculation: _Calculation, names: Names, slips: _Slips) -> list[Slip]:
    """Return `found` without the slips that give the value of an earlier one with other numbers too.

    Those are one slip in different words. All are returned if that cannot be found out.
    """
    others, wanted = _other_numbers(calculation, names), {slip.what for slip in found}
    values: dict[str, tuple[float, ...]] = {}
    if others == names:
        return found
    try:
        for slip in slips(others):
            if slip.what in wanted:
                values[slip.what] = floats(slip.value())
    except EngineError:
        return found
    distinct = list[Slip]()
    for slip in found:
        value = values.get(slip.what, ())
        before = (values.get(each.what, ()) for each in distinct)
        if not any(value and len(each) == len(value) and all(map(close, each, value)) for each in before):
            distinct.append(slip)
    return distinct


# Factors for other numbers, by which slips are compared. They change the order of the numbers too.
_FACTORS = (2.9, 0.43, 1.7, 0.61, 3.7, 0.29, 1.3)


def _other_numbers(calculation: _Calculation, names: Names) -> Names:
    """Return the names with changed numbers, so that slips can be compared at other values.

    A name keeps its numbers if the calculation has no value with any of the changes tried.
    """
    made = names
    for at, (name, value) in enumerate(names.items()):
        for tried in _others_than(floats(value), at):
            others = {**made, name: shaped(shape_of(value), tried) if shape_of(value) else tried[0]}
            try:
                calculation.work(others)
            except EngineError:
                continue
            made = others
            break
    return made


def _others_than(numbers: tuple[float, ...], at: int) -> Iterator[Sequence[float]]:
    """Yield other numbers in place of `numbers`, most different first.

    They are: the reversed numbers, each scaled by another factor; the same with the right total; all scaled by one
    factor; all one more; all one less; the right ones reversed. `at` is the index of the name and varies the factors.
    """
    factors = _FACTORS[at % len(_FACTORS) :] + _FACTORS[: at % len(_FACTORS)]
    other = [number * factors[i % len(factors)] + 0.01 * i for i, number in enumerate(numbers[::-1])]
    yield other
    whole, other_whole = fsum(numbers), fsum(other)
    if len(numbers) > 1 and whole and other_whole:
        yield [number * whole / other_whole for number in other]
    yield [number * (2 + at) for number in numbers]
    yield [number + 1 for number in numbers]
    yield [number - 1 for number in numbers]
    if numbers != numbers[::-1]:
        yield numbers[::-1]
