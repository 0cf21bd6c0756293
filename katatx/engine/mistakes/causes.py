"""Finding the causes of a wrong answer: what was done otherwise than in the true working.

Every mistake is the true working with one change; it is a cause if it gives the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from math import isfinite, log10

from katatx.engine.book import find_recipe
from katatx.engine.key import Belief, Mistake, Solution
from katatx.engine.mistakes.misread import (
    counted_otherwise,
    lost_signs,
    misreadings,
    mixed_up,
    taken_for_another,
)
from katatx.engine.mistakes.operations import done_otherwise, one_result_off
from katatx.engine.mistakes.trying import Try
from katatx.engine.mistakes.written import fewer, slips_in_writing
from katatx.engine.pencils.pencil import Effort
from katatx.engine.values import floats, is_number, shape_of
from scoring.answer import Answer
from scoring.judge import readings_of
from scoring.places import DECIMALS, close, half_unit
from scoring.shapes import Shape, same_shape
from scoring.verdict import Cause, Judgement, Verdict

# Ways of rounding that are tried of a known mistake.
_WAYS = 60
# The effort for a search without a limit.
_THOROUGH = 400_000
# The most causes told of one answer; if more give it, it tells too little.
_MOST_TOLD = 2
# An answer that differs from the truth in fewer digits says nothing of a slip: too many give it.
_EVIDENCE = 1.0
# The share of their likelihood that the causes told must have among all that give the answer.
_SURE = 0.6


def with_causes(judged: Judgement, answer: Answer, solution: Solution, effort: Effort | None = None) -> Judgement:
    """Return the judgement of an answer with its causes if it is wrong, or has the shape that a mistake leads to.

    `effort` limits the search; without one, it is thorough.
    """
    given = _Given(answer, solution, effort or Effort(_THOROUGH))
    if judged.verdict is Verdict.WRONG:
        return judged.caused(tuple(_found(judged, solution, given)))
    if judged.verdict is Verdict.AGAIN and not same_shape(answer.shape, solution.shape):
        return _of_other_shape(judged, solution, given)
    return judged


class _Given:
    """An answer as it may be meant, and the effort for finding what gives it."""

    def __init__(self, answer: Answer, solution: Solution, effort: Effort) -> None:
        self.answer = answer
        self.effort = effort
        self.readings = readings_of(answer.numbers, solution.places)
        self._places = fewer(solution.places)
        self._key = solution.key
        self.right = tuple(solution.numbers)

    def is_from(self, tried: Try) -> bool:
        """Return whether a mistake gives the answer."""
        return tried.gives(self.readings, self._places, self._key, self.effort)


def _of_other_shape(judged: Judgement, solution: Solution, given: _Given) -> Judgement:
    """Return the judgement of an answer with another shape: wrong if a known mistake gives it."""
    known = [each.cause for each in _known(solution, given.answer.shape, None) if given.is_from(each)]
    if known:
        return judged._replace(verdict=Verdict.WRONG).caused(tuple(known[:_MOST_TOLD]))
    lines = [each.cause for each in _lines(solution, given.answer.shape) if given.is_from(each)]
    tells = lines and len(given.answer.numbers) > 1
    return judged._replace(message=f"{judged.message}. {lines[0].told}") if tells else judged


def _found(judged: Judgement, solution: Solution, given: _Given) -> list[Cause]:
    """Return the causes of a wrong answer, the likeliest first."""
    known = [each.cause for each in _known(solution, solution.shape, given.effort) if given.is_from(each)]
    found = [cause for cause in known if cause.is_belief] or known
    off = [at for at, mark in enumerate(judged.slots) if not mark]
    if any(number.value for number in given.answer.numbers):
        found += slips_in_writing(solution, given.readings, off)
    if found or _evidence(solution, given.answer, off) < _EVIDENCE:
        return [*dict.fromkeys(found)][:_MOST_TOLD]
    weights = _weighed(_slips(solution), given)
    told = list(weights)[:_MOST_TOLD]
    is_sure = sum(weights[cause] for cause in told) >= _SURE * sum(weights.values())
    return told if is_sure and given.effort.spent <= given.effort.most else []


def _weighed(tries: Iterable[tuple[float, Try]], given: _Given) -> dict[Cause, float]:
    """Return the causes among mistakes with their weights; the first of those with the same numbers."""
    found: dict[object, tuple[Cause, float]] = {}
    for weight, each in tries:
        if given.effort.spent > given.effort.most:
            break
        if given.is_from(each):
            changed = tuple(each.numbers)
            found.setdefault(each.cause if changed == given.right else changed, (each.cause, weight))
    return dict(found.values())


def _slips(solution: Solution) -> Iterator[tuple[float, Try]]:
    """Yield the slips of the hand with how likely each is beside the others, the likeliest first."""
    groups = (
        (3.0, lost_signs(solution)),
        (3.0, misreadings(solution, alike=True)),
        (3.0, done_otherwise(solution, whole=True)),
        (2.0, done_otherwise(solution, whole=False)),
        (1.0, counted_otherwise(solution)),
        (1.0, mixed_up(solution)),
        (1.0, _lines(solution, solution.key.shape)),
        (1.0, taken_for_another(solution)),
        (1.0, one_result_off(solution)),
        (0.5, misreadings(solution, alike=False)),
    )
    return ((weight, each) for weight, group in groups for each in group)


def _known(solution: Solution, shape: Shape, effort: Effort | None) -> Iterator[Try]:
    """Yield the known mistakes whose result has this shape and is not right."""
    right = floats(solution.value)
    for mistake in solution.known_mistakes(effort):
        value = floats(mistake.value)
        is_right = len(value) == len(right) and all(map(close, value, right))
        if same_shape(shape_of(mistake.value), shape) and not is_right:
            yield Try(cause_of(mistake), mistake.tapes, mistake.numbers, most=_WAYS)


def cause_of(mistake: Mistake) -> Cause:
    """Return what is told of a known mistake."""
    of = mistake.of
    if isinstance(of, Belief):
        return Cause(of.happened, of.instead, of.name, "answer")
    happened = f"{of.happened}: {of.detail}" if of.detail else of.happened
    return Cause(happened, of.instead, of.id, of.line, of.convention)


def _lines(solution: Solution, shape: Shape) -> Iterator[Try]:
    """Yield each line but the last that has this shape, written as the answer."""
    pencil, last = solution.tape.pencil, solution.key.value
    for (recipe, title), (_, value) in zip(solution.tape.lines[1:], pencil.written, strict=False):
        numbers = floats(value)
        if same_shape(shape_of(value), shape) and numbers != last and all(map(is_number, numbers)):
            cause = Cause(f"this is only the line that says: {_for_people(recipe, title)}", "go on from it")
            yield Try(cause, (solution.tape,), solution.numbers, partial(_instead, numbers))


def _instead(numbers: Sequence[float], _: Sequence[float]) -> Sequence[float]:
    return numbers


def _for_people(recipe: str, title: str) -> str:
    """Return the name for people of a line."""
    found = find_recipe(recipe)
    lines = found.written if found else ()
    said = next((line.for_people for line in lines if line.name.partition(":")[0] == title and line.for_people), "")
    return said or title.replace("_", " ")


def _evidence(solution: Solution, answer: Answer, off: Sequence[int]) -> float:
    """Return in how many digits an answer differs from the truth: 2.5 for 0.643 in place of 0.953."""
    digits = 0.0
    for at in off:
        typed, truth = answer.numbers[at], solution.key.value[at]
        if isfinite(typed.value - truth):
            digits += log10(1 + abs(typed.value - truth) / (2 * half_unit(typed.places) or 10.0**-DECIMALS))
    return digits
