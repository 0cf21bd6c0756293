"""Judging an answer: by the true line, by the learner's own earlier lines, and by what explains it if it is wrong.

Every mistake is the true working with one change; it is a cause if it gives the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from math import isclose, isfinite, log10
from typing import NamedTuple

from katatx.engine.book import words_of_line
from katatx.engine.key import Belief, Mistake, Solution
from katatx.engine.mistakes.misread import counted_otherwise, lost_signs, misreadings, mixed_up, taken_for_another
from katatx.engine.mistakes.operations import calculations, done_otherwise, in_another_order, one_result_off, written
from katatx.engine.mistakes.trying import Try
from katatx.engine.mistakes.written import fewer, miscopied, slips_in_writing
from katatx.engine.pencils.pencil import Effort
from katatx.engine.values import floats, is_number, shape_of
from katatx.notation.printing import write_number
from scoring.answer import Answer
from scoring.judge import Readings, readings_of
from scoring.places import DECIMALS, close, half_unit
from scoring.shapes import Shape, same_shape
from scoring.verdict import Cause, Judgement, Verdict

# Ways of rounding that are tried of a known mistake.
_WAYS = 60
# The effort for a search without a limit.
_THOROUGH = 400_000
# The likelihood, beside all slips looked for, of one that is not looked for and leads to any answer as easily.
_UNKNOWN = 0.002
# The share of their likelihood that one cause told, two, or the line told must have among all that give the answer.
_SURE = (0.9, 0.75)
_SURE_OF_LINE = 0.9
# Kinds of slips with one number or the result of one calculation.
_SMALL = 4


def judge(
    answer: Answer,
    true: Solution,
    own: Solution | None = None,
    *,
    on_error: bool = False,
    effort: Effort | None = None,
) -> Judgement:
    """Return the judgement of an answer, with the causes if it is wrong.

    `own` is worked from the learner's earlier lines, one of which is wrong if `on_error` is set. `effort` limits the
    search for causes.
    """
    judged = true.grade(answer)
    if own is not None and not judged.verdict.counts_as_right:
        by_own = own.grade(answer)
        if by_own.verdict is Verdict.RIGHT and on_error:
            says = "correct from your earlier line, which was wrong"
            return by_own._replace(verdict=Verdict.FOLLOWS, message=says)
        if by_own.verdict is Verdict.RIGHT:
            return by_own._replace(message="right, with the rounding of your lines", rounded=True)
        explained = _with_causes(by_own, answer, own, effort)
        if explained.causes or (explained.verdict is Verdict.AGAIN and judged.verdict is Verdict.WRONG):
            return explained
    return _with_causes(judged, answer, true, effort)


def _with_causes(judged: Judgement, answer: Answer, solution: Solution, effort: Effort | None) -> Judgement:
    """Return the judgement of an answer with its causes if it is wrong, or has the shape that a mistake leads to."""
    readings = readings_of(answer.numbers, solution.places)
    given = _Given(answer, solution, effort or Effort(_THOROUGH), readings)
    if judged.verdict is Verdict.WRONG:
        return judged.caused(tuple(_found(judged, given)))
    if judged.verdict is Verdict.AGAIN and not same_shape(answer.shape, solution.shape):
        return _of_other_shape(judged, given)
    return judged


class _Given(NamedTuple):
    """An answer as it may be meant, what is asked for, and the effort for finding what gives it."""

    answer: Answer
    solution: Solution
    effort: Effort
    readings: Sequence[Readings]

    def is_from(self, tried: Try) -> bool:
        """Return whether a mistake gives the answer."""
        return tried.gives(self.readings, fewer(self.solution.places), self.solution.key, self.effort)


def _of_other_shape(judged: Judgement, given: _Given) -> Judgement:
    """Return the judgement of an answer with another shape: wrong if a known mistake gives it."""
    solution = given.solution
    known = [each.cause for each in _known(solution, shape=given.answer.shape) if given.is_from(each)]
    if known:
        return judged._replace(verdict=Verdict.WRONG).caused(tuple(known[: len(_SURE)]))
    lines = [each.cause for each in _lines(solution, given.answer.shape) if given.is_from(each)]
    tells = lines and len(given.answer.numbers) > 1
    return judged._replace(message=f"{judged.message}. {lines[0].told}") if tells else judged


def _found(judged: Judgement, given: _Given) -> list[Cause]:
    """Return the causes of a wrong answer, the likeliest first: a known mistake before any other slip of the hand."""
    solution = given.solution
    off = [at for at, mark in enumerate(judged.slots) if not mark]
    limit = given.effort if given.effort.most < _THOROUGH else None
    mistakes = _known(solution, limit) if limit else _slips(_known, solution)
    known = [each.cause for each in mistakes if given.is_from(each)]
    if beliefs := [cause for cause in known if cause.is_belief]:
        return beliefs[: len(_SURE)]
    copied = _fitting([(4.0, miscopied)], given, tuple(off))
    digits = slips_in_writing(solution, given.readings, off)
    copied += [_Fit(1.0, Try(cause, (solution.tape,), solution.numbers)) for cause in digits]
    if known:
        others = copied or sorted(_fitting(_KINDS[:_SMALL], given), key=lambda each: -each.weight)
        return [*known, *(each.slip.cause for each in others)][: len(_SURE)]
    fitting = copied + _fitting(_KINDS, given)
    chance = _UNKNOWN * sum(weight for weight, _ in _KINDS) * 10.0 ** -_evidence(solution, given.answer, off)
    told = _likeliest(fitting, chance, tuple(solution.numbers))
    if given.effort.spent > given.effort.most:
        return []
    if len(told) == 1:
        return told
    lines = list(_shared_lines(solution, fitting))
    weight = sum(each.weight for each in fitting)
    within = [cause for cause, is_end in lines if not is_end and weight >= _SURE_OF_LINE * (weight + chance)]
    return within[:1] or told or [cause for cause, _ in lines][:1]


class _Fit(NamedTuple):
    """A slip that gives the answer, and its weight."""

    weight: float
    slip: Try


def _fitting(kinds: Iterable[tuple[float, _Kind]], given: _Given, *off: Sequence[int]) -> list[_Fit]:
    """Return the slips that give an answer; those of one kind are equally likely. It ends with the effort."""
    found: list[_Fit] = []
    for weight, kind in kinds:
        slips = _slips(kind, given.solution, *off)
        for slip in slips:
            if given.effort.spent > given.effort.most:
                return found
            found += [_Fit(weight / len(slips), slip)] if given.is_from(slip) else []
    return found


@lru_cache(maxsize=32)
def _slips(kind: _Kind, solution: Solution, *off: Sequence[int]) -> list[Try]:
    """Return the slips of a kind, which keep what they lead to for the next answer to the same question."""
    return [*kind(solution, *off)]


def _likeliest(fitting: list[_Fit], chance: float, right: tuple[float, ...]) -> list[Cause]:
    """Return at most two causes that are likely together; of those with the same numbers, the first."""
    weights: dict[object, _Fit] = {}
    for each in sorted(fitting, key=lambda each: -each.weight):
        changed = tuple(each.slip.numbers)
        weights.setdefault(each.slip.cause if changed == right else changed, each)
    told = list(weights.values())
    least = chance + sum(each.weight for each in told)
    for many, sure in enumerate(_SURE, 1):
        if sum(each.weight for each in told[:many]) >= sure * least:
            return [each.slip.cause for each in told[:many]]
    return []


def _shared_lines(solution: Solution, fitting: list[_Fit]) -> Iterator[tuple[Cause, bool]]:
    """Yield the lines that come out alike in all slips that give an answer, and so on the learner's paper, in order,
    and whether each ends the working.
    """
    tape, given = solution.tape, solution.numbers
    right, played = tape.play(given) or [], [each.slip.played() for each in fitting]
    lines = [] if any(len(made) != len(right) for made in played) else calculations(tape, len(given))
    for _, place, step in lines if played else ():
        found = played[0][place]
        if not _is_near(found, right[place]) and all(_is_near(made[place], found) for made in played):
            says = f"{written(step, [right[each] for each in step.places])} came out as {write_number(found)}"
            yield Cause(says, "work it once more"), place in tape.ends


def _is_near(one: float, other: float) -> bool:
    return isclose(one, other, rel_tol=0.01)


def _known(solution: Solution, effort: Effort | None = None, shape: Shape | None = None) -> Iterator[Try]:
    """Yield the known mistakes whose result has this shape, by default the answer's, and is not right."""
    right, shape = floats(solution.value), solution.shape if shape is None else shape
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


def _lines(solution: Solution, shape: Shape | None = None) -> Iterator[Try]:
    """Yield each other line that has this shape, by default the answer's, written as the answer."""
    pencil, last = solution.tape.pencil, solution.key.value
    shape = solution.key.shape if shape is None else shape
    asked = len(pencil.written) if solution.line is None else solution.line
    for at, (named, (made_on, value)) in enumerate(zip(solution.tape.lines[1:], pencil.written, strict=False)):
        numbers = floats(value)
        if same_shape(shape_of(value), shape) and numbers != last and all(map(is_number, numbers)):
            words = words_of_line(*named) or words_of_line(*solution.tape.lines[made_on]) or named[1]
            cause = Cause(f"this is only the line that says: {words}", "go on from it")
            if at > asked:
                cause = Cause(f"this is a line further on, that says: {words}", "write the line that is asked for")
            yield Try(cause, (solution.tape,), solution.numbers, partial(_instead, numbers))


def _instead(numbers: Sequence[float], _: Sequence[float]) -> Sequence[float]:
    return numbers


def _evidence(solution: Solution, answer: Answer, off: Sequence[int]) -> float:
    """Return in how many digits an answer differs from the truth: 2.5 for 0.643 in place of 0.953."""
    digits = 0.0
    for at in off:
        typed, truth = answer.numbers[at], solution.key.value[at]
        if isfinite(typed.value - truth):
            digits += log10(1 + abs(typed.value - truth) / (2 * half_unit(typed.places) or 10.0**-DECIMALS))
    return digits


# A kind of slip, and the kinds of slips in working, with how often each is made.
_Kind = Callable[..., Iterator[Try]]
_KINDS: list[tuple[float, _Kind]] = [
    (3.0, lost_signs),
    (3.0, partial(misreadings, alike=True)),
    (3.0, taken_for_another),
    (3.0, one_result_off),
    (3.0, partial(done_otherwise, whole=False)),
    (1.0, partial(misreadings, alike=False)),
    (1.0, counted_otherwise),
    (2.0, mixed_up),
    (3.0, partial(done_otherwise, whole=True)),
    (2.0, in_another_order),
    (1.0, _lines),
]
