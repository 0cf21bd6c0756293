"""Drills that work but teach nothing."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from math import isfinite

from katatx.decks.parts import PLACEHOLDER
from katatx.decks.prepared import Prepared
from katatx.engine.evaluate import evaluate
from katatx.engine.key import RIGHT
from katatx.engine.names import Names
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats, is_number, shape_of
from katatx.errors import DeckError, KatatxError
from katatx.notation.quoting import quote
from katatx.notation.syntax import Name, Node
from scoring.places import close

# Answers with fewer different numbers (not counting 0), or fewer different rows, are soon known by heart.
_FEWEST_NUMBERS, _FEWEST_ROWS = 5, 4
# Whole numbers smaller than this are indices, counts or marks, of which few different ones are expected.
_SMALL = 10
# Fresh draws looked at: few if their answers vary, many before it is said that they do not, and those on which some
# mistake must change the answer.
_FEWEST_DRAWS, _MOST_DRAWS, _GRADED = 3, 25, 5
# A placeholder, or a number as written.
_SHOWN = re.compile(PLACEHOLDER.pattern + r"|(\d+(?:,\d{3})*(?:\.\d+)?)")


def lint_teaching(part: Prepared) -> Iterator[DeckError]:
    """With fresh numbers, the answer needs work and varies. In a WRONG TURN, no belief is graded right, and some known
    mistake changes the answer.
    """
    draws: list[Names] = []
    found: list[DeckError] = []
    for seed in range(_MOST_DRAWS if part.can_be_fresh else 0):
        draws.append(part.draws.draw(seed, rounded=seed == 0))
        if len(draws) >= _FEWEST_DRAWS and not (found := list(_same_again(part, draws))):
            break
    yield from found
    if part.drill.kind == "wrong-turn":
        yield from _not_refuting(part, draws[:_GRADED])


def _same_again(part: Prepared, draws: Sequence[Names]) -> Iterator[DeckError]:
    """Yield a fault if the answer can be copied from the prompt, or hardly varies."""
    answers = [evaluate(part.node, names) for names in draws]
    copied = _copied_from(part, [part.given, *draws], [evaluate(part.node, part.given), *answers])
    if copied is not None:
        problem = f"the answer can be copied from the prompt ({copied}); ask for what must be worked out"
        yield part.fault(problem, "answer")
    elif (few := _few_answers(answers)) is not None:
        yield part.fault(few, "given" if part.drill.fresh is None else "fresh")


def _copied_from(part: Prepared, draws: Sequence[Names], answers: Sequence[Value]) -> str | None:
    """Return what the answer repeats in every draw, one given value or single numbers in the order shown, or None."""
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
    """Yield (name, values in all draws) of each single number shown, in the prompt and then below it."""
    written = _SHOWN.findall(part.drill.prompt)
    below = [(name, "") for name in part.given if name not in dict(written)]
    for name, number in [*written, *below]:
        if number:
            yield number, (float(number.replace(",", "")),) * len(draws)
        elif is_number(part.given.get(name)):
            yield name, tuple(names[name] for names in draws)


def _few_answers(answers: Sequence[Value]) -> str | None:
    """Return the problem that fresh numbers never change the answer, or give few different answers or numbers."""
    different = {tuple(float(f"{number:.9g}") for number in floats(answer)) for answer in answers}
    numbers = {number for answer in different for number in answer if isfinite(number) and number}
    small = all(number.is_integer() and abs(number) < _SMALL for number in numbers)
    if len(different) == 1:
        return "fresh numbers never change the answer; give ranges to the numbers that it depends on"
    if not is_number(answers[0]) and len(different) < _FEWEST_ROWS:
        return f"{len(answers)} sets of fresh numbers give only {len(different)} answers; write wider ones under fresh"
    if not small and len(numbers) < _FEWEST_NUMBERS:
        what = f"the answers to {len(answers)} sets of fresh numbers have only {len(numbers)} different numbers"
        return f"{what}, which are soon known by heart; write wider ones under fresh"
    return None


def _not_refuting(part: Prepared, draws: Sequence[Names]) -> Iterator[DeckError]:
    """Yield a fault for a belief that the page's numbers let pass as right, or an answer that nobody can get wrong."""
    met = [pair for pair in part.draws.checks[0].collisions(part.given) if RIGHT in pair]
    for belief in part.beliefs:
        if any(belief.name in pair for pair in met):
            problem = f"the belief {quote(belief.name)} is graded right with the page's numbers; choose other numbers"
            yield part.fault(problem, "beliefs", belief.name.partition("/")[2])
            return
    for names in (part.given, *draws):
        solution = part.own_lines[0].solve(names)
        told = (floats(each.value) for each in solution.known_mistakes() if not each.is_convention)
        true = floats(solution.value)
        if all(len(value) == len(true) and all(map(close, value, true)) for value in told):
            where = "the page's numbers" if names is part.given else "some fresh numbers"
            problem = f"no known mistake changes the answer with {where}; add the belief that this drill refutes"
            yield part.fault(problem, "answer")
            return


def twin_faults(drills: Sequence[Prepared]) -> Iterator[DeckError]:
    """Yield a fault for each drill that asks for a calculation of another drill, on numbers of the same shapes.

    The first of each block of the page has none, because the page asks for it; if no block has one, the first drill.
    """
    alike: dict[object, list[Prepared]] = defaultdict(list)
    for part in drills:
        try:
            alike[part.is_spot, form_of(part.node, part.given)].append(part)
        except KatatxError:
            continue  # reported where it is linted
    for twins in alike.values():
        first = next((each for each in twins if each.drill.number), twins[0])
        blocks = set[object]([None])
        for each in twins:
            block = each.drill.number and (each.drill.kind, each.drill.number)
            if each is not first and block in blocks:
                problem = f"asks for the same calculation as {quote(first.drill.id)}, on the same shapes; remove one"
                yield each.fault(problem, *each.path_of(0))
            blocks.add(block)


def form_of(node: Node, given: Names) -> object:
    """Return a key that is equal for expressions with the same operations and numbers on given ones of the same shapes.

    Raises EngineError if an operation is unknown or has two readings.
    """
    keys: dict[str, str] = {}

    def form(node: object) -> object:
        if isinstance(node, Name) and node.text in given:
            return keys.setdefault(node.text, f"{len(keys)} {shape_of(given[node.text])}")
        if isinstance(node, tuple):
            fields = getattr(node, "_fields", ())
            return type(node).__name__, *(
                form(part) for index, part in enumerate(node) if fields[index : index + 1] != ("column",)
            )
        return node

    return form(standard(node, given))
