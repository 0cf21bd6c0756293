"""Finding the slip, possible in any calculation, that explains a wrong answer which fits no known mistake."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import fsum, isfinite

from katatx.engine.errors import EngineError
from katatx.engine.mistakes.leaves import work_leaves
from katatx.engine.mistakes.slips.givens import slips_in_givens
from katatx.engine.mistakes.slips.lines import slips_in_one_place, slips_on_lines
from katatx.engine.mistakes.slips.parts import A_PART_LEFT_OUT, slips_in_parts
from katatx.engine.mistakes.slips.slip import Calculation, Slip
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Exhausted
from katatx.engine.pencils.recording import Recording
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats, is_number, rank_of, shape_of, shaped
from katatx.notation.syntax import Node
from scoring.answer import Answer, TypedNumber
from scoring.key import Key
from scoring.places import close
from scoring.shapes import Shape, same_shape
from scoring.slots import Slot, is_value, judge_slots

# Digits, without zeros at either end, and numbers of an answer that few slips give by chance, added up.
_SPECIFIC = 4
_ONE_DIGIT = 10
_GRID = 2


def find_lost_sign(node: Node, names: Mapping[str, Value], key: Key, typed: tuple[TypedNumber, ...]) -> str | None:
    """Return what `find_general_slip` does, but only of a lost minus or e^0 taken for 0."""
    calculation, answer = Calculation(standard(node, names), names), _WrongAnswer(typed, key, names)
    if answer.is_conclusive:
        with suppress(EngineError):  # the effort is used up, or there is no right answer
            found = answer.fitting(slip for slip in _slips(calculation) if slip.is_common)
            return next(iter(_sentences(found)), None)
    return None


def find_general_slip(node: Node, names: Mapping[str, Value], key: Key, typed: tuple[TypedNumber, ...]) -> str | None:
    """Return the sentence for the general slip that explains a wrong answer, or for the two that do.

    `typed` are the numbers of the answer, as many as the key has. None if no slip fits, if those that fit say too many
    things, if the answer tells too little, or if the effort is used up. Raises EngineError for an unknown operation.
    """
    calculation, answer = Calculation(standard(node, names), names), _WrongAnswer(typed, key, names)
    if answer.is_conclusive:
        with suppress(EngineError):  # the effort is used up, so an untried slip might fit too; or no right answer
            for slips in _kinds(calculation, answer):
                found = answer.fitting(slips)
                if found or answer.is_at_the_limit:
                    return _sentence_for(found, calculation, most=2 if answer.is_specific else 1)
    return None


def find_line_written(node: Node, names: Names, answer: Answer, places: int | None) -> str | None:
    """Return the sentence for an answer of another shape than asked that is a line of the working, or else a given.

    `places` is the number of decimals asked for. None if it is neither or a single digit, or without a right value.
    """
    if _is_telling(answer.numbers):
        with suppress(EngineError):
            written = _written(node, names)
            return next((says for says, value in written if _agrees(answer.numbers, answer.shape, value, places)), None)
    return None


def _is_telling(numbers: Sequence[TypedNumber]) -> bool:
    """Return whether numbers are more than a single digit, which many mistakes give."""
    return len(numbers) > 1 or any(abs(each.value) >= _ONE_DIGIT or each.value % 1 != 0 for each in numbers)


def _agrees(typed: tuple[TypedNumber, ...], shape: Shape, value: Value, places: int | None) -> bool:
    """Return whether typed numbers of a shape agree with a value, whose rows may have unlike lengths by a mistake."""
    numbers = floats(value)
    fits = same_shape(shape_of(value), shape) and len(numbers) == len(typed) and all(map(is_number, numbers))
    return fits and is_value(typed, numbers, places)


class _WrongAnswer:
    """The typed numbers of a wrong answer; in `off` those that are wrong."""

    def __init__(self, typed: tuple[TypedNumber, ...], key: Key, names: Names) -> None:
        self.typed, self.key, self._names = typed, key, names
        self.off = [each for each, slot in zip(typed, judge_slots(typed, key), strict=True) if slot >= Slot.EARLY]

    @property
    def is_conclusive(self) -> bool:
        """Return whether it can identify a slip: too many mistakes give one wrong digit, or 0 throughout."""
        return _is_telling(self.off) and any(each.value for each in self.typed)

    @property
    def is_at_the_limit(self) -> bool:
        """Return whether its wrong numbers are all 0 or 1, where a softmax of far larger scores ends too."""
        off = {each.value for each in self.off}
        return off <= {0, 1} and any(value % 1 for value in self.key.value if isfinite(value))

    @property
    def is_specific(self) -> bool:
        """Return whether few slips give these numbers by chance: one of three digits, or two of two digits in all."""
        digits = ("".join(filter(str.isdigit, each.text)).strip("0") for each in self.off)
        return len(self.off) + sum(map(len, digits)) >= _SPECIFIC

    def fitting(self, slips: Iterable[Slip]) -> list[Slip]:
        """Return the slips that give the whole answer. Raises Exhausted if the effort did not suffice to try all."""
        found = []
        for slip in slips:
            try:
                if _agrees(self.typed, self.key.shape, slip.value(self._names), self.key.places):
                    found.append(slip)
            except Exhausted:
                raise
            except EngineError:  # with this slip there is no value
                continue
        return found


def _slips(calculation: Calculation) -> Iterator[Slip]:
    yield from slips_in_givens(calculation)
    yield from slips_in_parts(calculation)
    yield from slips_on_lines(calculation)


def _kinds(calculation: Calculation, answer: _WrongAnswer) -> Iterator[list[Slip]]:
    """Yield the kinds of slips in the order in which they are tried, rarer ones only for a specific answer."""
    in_one_place = slips_in_one_place(calculation, with_known=answer.is_specific)
    for slips in map(list, (_slips(calculation), _slips_in_stopping(calculation), in_one_place)):
        yield [slip for slip in slips if slip.is_likely]
        if answer.is_specific:
            yield [slip for slip in slips if not slip.is_likely]


def _slips_in_stopping(calculation: Calculation) -> Iterator[Slip]:
    """Yield a slip for each line but the last, and for each given, that is written as the answer."""
    node, right = calculation.node, calculation.names
    for at, (says, value) in enumerate(_written(node, right)):
        yield Slip(says, lambda now, at=at, value=value: value if now is right else _written(node, now)[at][1])


def _written(node: Node, names: Names) -> list[tuple[str, Value]]:
    """Return the sentence and the value of each line but the last, of lines of one name together, and of the givens."""
    leaves = work_leaves(node, names, Recording())[:-1]
    lines = [(leaf.name.rpartition(", ")[2], leaf.step.value) for leaf in leaves if leaf.can_be_covered]
    for name in dict.fromkeys(name for name, _ in lines):
        values = tuple(value for other, value in lines if other == name)
        if len(values) > 1 and len(set(map(shape_of, values))) == 1 and rank_of(values[0]) < _GRID:
            lines.append((name, values))
    says = [(f'This is the line "{name}" of the working. Go on from it.', value) for name, value in lines]
    given = [(f'This is "{name}" as it is given. Work the next step.', value) for name, value in names.items()]
    return says + given


def _sentence_for(found: list[Slip], calculation: Calculation, most: int) -> str | None:
    """Return the sentences of the slips in `found`, joined by "Or"; None if there are none, or more than `most`."""
    found = [slip for slip in found if slip.says != A_PART_LEFT_OUT] or found  # better one that names the part
    if len({slip.says for slip in found}) > 1:
        found = _distinct(found, calculation)
    sentences = _sentences(found)
    return " Or: ".join(sentences) if 0 < len(sentences) <= most else None


def _sentences(found: list[Slip]) -> list[str]:
    """Return the different sentences of slips, or the one that they share in place of several."""
    sentences, shared = dict.fromkeys(slip.says for slip in found), {slip.shared for slip in found}
    return [*shared] if len(sentences) > 1 and len(shared) == 1 and all(shared) else [*sentences]


def _distinct(found: list[Slip], calculation: Calculation) -> list[Slip]:
    """Return `found` without those that are an earlier slip in other words: they agree with other numbers too."""
    others = _other_numbers(calculation)
    if others == calculation.names:
        return found
    distinct, before = list[Slip](), list[tuple[float, ...]]()
    for slip in found:
        numbers: tuple[float, ...] = ()
        with suppress(EngineError):
            numbers = floats(slip.value(others))
        if not any(len(each) == len(numbers) and all(map(close, each, numbers)) for each in before):
            distinct.append(slip)
            before += [numbers] if numbers else []
    return distinct


# Factors for other numbers, by which slips are compared. They change the order of the numbers too.
_FACTORS = (2.9, 0.43, 1.7, 0.61, 3.7, 0.29, 1.3)


def _other_numbers(calculation: Calculation) -> Names:
    """Return the names with changed numbers; a name keeps its own if nothing else has a value."""
    made = dict(calculation.names)
    for at, (name, value) in enumerate(calculation.names.items()):
        for tried in _others_than(floats(value), at):
            others = {**made, name: shaped(shape_of(value), tried)}
            with suppress(EngineError):
                calculation.work(others)
                made = others
                break
    return made


def _others_than(numbers: tuple[float, ...], at: int) -> Iterator[Sequence[float]]:
    """Yield other numbers, most different first, and at last some that do for portions, counts and places."""
    factors = _FACTORS[at % len(_FACTORS) :] + _FACTORS[: at % len(_FACTORS)]
    other = [number * factors[i % len(factors)] + 0.01 * i for i, number in enumerate(numbers[::-1])]
    yield other
    whole, other_whole = fsum(numbers), fsum(other)
    if len(numbers) > 1 and whole and other_whole:
        yield [number * whole / other_whole for number in other]
    yield [number * (2 + at) for number in numbers]
    yield [number + 1 for number in numbers]
    yield [number - 1 for number in numbers]
    yield numbers[::-1]
