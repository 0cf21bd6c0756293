"""Drills that work but teach nothing.

The answer is in the prompt or always the same, or the belief of a wrong turn is graded right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from math import isfinite

from katatx.decks.errors import DeckError
from katatx.decks.parts import PLACEHOLDER
from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Belief, Mistake, Solution
from katatx.engine.names import Names
from katatx.engine.values import Value, as_lists, floats, is_number
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.notation.quoting import quote
from scoring import Verdict
from scoring.places import close
from scoring.shapes import same_shape

# Answers with fewer different numbers (not counting 0), or fewer different rows, are soon known by heart.
_FEWEST_NUMBERS = 5
_FEWEST_ROWS = 4
# Whole numbers smaller than this are indices, counts or marks, of which few different ones are expected.
_SMALL = 10
# Fresh draws looked at: few if their answers vary, many before it is said that they do not.
_FEWEST_DRAWS = 3
_MOST_DRAWS = 25
# Number of fresh draws on which beliefs are graded.
_GRADED = 5
# A placeholder, or a number as written.
_SHOWN = re.compile(PLACEHOLDER.pattern + r"|(\d+(?:,\d{3})*(?:\.\d+)?)")


def lint_teaching(part: Prepared) -> Iterator[DeckError]:
    """Yield faults of a drill answered with numbers that teaches nothing.

    With fresh numbers, the answer must need work and vary. In a WRONG TURN, no belief may be graded right, and some
    known mistake must change the answer.
    """
    draws: list[Names] = []
    found: list[DeckError] = []
    for seed in range(_MOST_DRAWS if part.can_be_fresh else 0):
        draws.append(part.draws.draw(seed, rounded=seed == 0))
        if len(draws) >= _FEWEST_DRAWS and not (found := list(_same_again(part, draws))):
            break
    yield from found
    if part.drill.kind == "wrong-turn":
        yield from _beliefs_graded_right(part, draws[:_GRADED])


def _same_again(part: Prepared, draws: Sequence[Names]) -> Iterator[DeckError]:
    """Yield at most one fault: the answer can be copied from the prompt, or hardly varies."""
    answers = [evaluate(part.node, names) for names in draws]
    copied = _copied_from(part, [part.given, *draws], [evaluate(part.node, part.given), *answers])
    if copied is not None:
        problem = f"the answer can be copied from the prompt ({copied}); ask for what must be worked out"
        yield part.fault(problem, "answer")
    elif (few := _few_answers(answers)) is not None:
        yield part.fault(few, "given" if part.drill.fresh is None else "fresh")


def _copied_from(part: Prepared, draws: Sequence[Names], answers: Sequence[Value]) -> str | None:
    """Return the names or numbers that the answer repeats in every draw; None if it must be worked out.

    `answers` are those of `draws`. The answer may repeat one given value; a row or grid may also repeat single numbers
    in the order in which they are shown.
    """
    for name in part.drill.given:
        if all(names[name] == answer for names, answer in zip(draws, answers, strict=True)):
            return name
    numbers = [floats(answer) for answer in answers]
    if is_number(answers[0]) or len(set(map(len, numbers))) > 1:
        return None
    shown = iter(_shown_numbers(part, draws))
    copied = [
        next((name for name, values in shown if values == slot), None)  # continues after the last match
        for slot in zip(*numbers, strict=True)
    ]
    return None if None in copied else ", ".join(filter(None, copied))


def _shown_numbers(part: Prepared, draws: Sequence[Names]) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Yield (name, values in all draws) of each single number shown: those in the prompt, then those below it."""
    written = _SHOWN.findall(part.drill.prompt)
    below = [(name, "") for name in part.given if name not in dict(written)]
    for name, number in [*written, *below]:
        if number:
            yield number, (float(number.replace(",", "")),) * len(draws)
        elif is_number(part.given.get(name)):
            yield name, tuple(names[name] for names in draws)


def _few_answers(answers: Sequence[Value]) -> str | None:
    """Return the problem that fresh numbers never change the answer, or give few different answers or numbers.

    `answers` are those of all draws, at least one. Few different numbers are no fault if all are small whole ones.
    """
    different = {tuple(float(f"{number:.9g}") for number in floats(answer)) for answer in answers}
    numbers = {number for answer in different for number in answer if isfinite(number) and number}
    small = all(number.is_integer() and abs(number) < _SMALL for number in numbers)
    if len(different) == 1:
        return "fresh numbers never change the answer; give ranges to the numbers that it depends on"
    if not is_number(answers[0]) and len(different) < _FEWEST_ROWS:
        return f"{len(answers)} sets of fresh numbers give only {len(different)} answers; widen the ranges"
    if not small and len(numbers) < _FEWEST_NUMBERS:
        what = f"the answers to {len(answers)} sets of fresh numbers have only {len(numbers)} different numbers"
        return f"{what}, which are soon known by heart; widen the ranges"
    return None


def _beliefs_graded_right(part: Prepared, draws: Sequence[Names]) -> Iterator[DeckError]:
    """Yield at most one fault: a belief whose answer scores as right, or an answer that nobody can get wrong.

    The page's numbers are tried, then each of `draws`, up to the first fault.
    """
    for names in (part.given, *draws):
        solution = part.own_lines[0].solve(names)
        is_page = names is part.given
        where = "the page's numbers" if is_page else "some fresh numbers"
        remedy = "choose other numbers" if is_page else "change the ranges under fresh"
        for belief in part.beliefs:
            if _is_taken_for_right(belief, solution):
                problem = f"the belief {quote(belief.name)} is graded right with {where}; {remedy}"
                yield part.fault(problem, "beliefs", belief.name.partition("/")[2])
                return
        if not any(_shows(mistake, solution.value) for mistake in solution.known_mistakes()):
            problem = f"no known mistake changes the answer with {where}; add the belief that this drill refutes"
            yield part.fault(problem, "answer")
            return


def _is_taken_for_right(belief: Belief, solution: Solution) -> bool:
    """Return whether the result of a belief, as one would write it, is not judged wrong."""
    try:
        written = write_value(as_lists(evaluate(belief.node, solution.names)), solution.places or 0)
        answer = read_answer(written, solution.shape)
    except (EngineError, NotationError):
        return False
    taken = (Verdict.RIGHT, Verdict.AGAIN)
    return same_shape(answer.shape, solution.shape) and solution.grade(answer).verdict in taken


def _shows(mistake: Mistake, right: Value) -> bool:
    """Return whether a mistake, which is not only another convention, changes the answer."""
    value, true = floats(mistake.value), floats(right)
    return not mistake.is_convention and not (len(value) == len(true) and all(map(close, value, true)))
