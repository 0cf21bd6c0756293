"""Make questions from drills, with the page's numbers or with random ones, and explain them by worked examples."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from textwrap import shorten
from typing import TYPE_CHECKING

from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.engine.fresh_numbers.ranges import Source, numbered_source, shuffled
from katatx.notation.quoting import plain
from katatx.questions.question import Question
from katatx.questions.sheet import Names, Option, letter
from katatx.questions.spot import lines_of
from katatx.questions.working import flat_lines

if TYPE_CHECKING:
    from katatx.engine.mistakes.spotting import Spot

# The easiest of this many draws is used.
_DRAWS = 6
_LONGEST = 200


def seed_of(name: str) -> int:
    """Return the seed for a text, the same on every machine."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:6], "big")


def ask(prepared: Prepared, seed: int | None = None, shuffle: str | None = None) -> Question:
    """Return a drill as a question, with the page's numbers if `seed` is None, else with random numbers from it.

    `shuffle` (default: the seed) determines the order of choices, and which line of a spot is wrong. Raises KatatxError
    if the drill is faulty (some faults show only when the answer is worked out), no numbers fit, or no line can go
    wrong.
    """
    order = numbered_source(f"{prepared.name} {seed if shuffle is None else shuffle} order")
    drawn = seed if prepared.can_be_fresh else None
    question = Question(prepared, seed, prepared.given, prepared.drill.prompt, because=prepared.drill.because)
    if prepared.kind == "choices":
        choices = tuple(shuffled(prepared.drill.choices or (), order))
        options = tuple(Option(f"{letter(index)}) ", plain(each.says)) for index, each in enumerate(choices))
        right = next(index for index, choice in enumerate(choices) if choice.right)
        because = choices[right].because or question.because
        return replace(question, options=options, right_option=right, choices=choices, because=because)
    if prepared.is_spot:
        given, spot = _drawn_spot(prepared, drawn, order)
        lines, wrong = lines_of(spot), spot.wrong
        return replace(question, given=given, worked=spot.solution, options=lines, right_option=wrong, spot=spot)
    question = replace(question, node=prepared.node)
    if drawn is None:
        return question
    given, (worked,) = prepared.drawn(drawn)[1]
    return replace(question, given=given, worked=worked)


def _drawn_spot(prepared: Prepared, drawn: int | None, order: Source) -> tuple[Names, Spot]:
    """Return the given values and a working with one wrong line; `drawn` is their seed, None for the page's."""
    from katatx.engine.fresh_numbers.suitable import says_something
    from katatx.engine.mistakes.spotting import draw_spot, spot_in_chain, spot_in_working

    if prepared.kind == "spot kata":
        kata = prepared.kata
        worked = kata.page if drawn is None else kata.draws.draw_solved(drawn)
        given, spot = worked.given, spot_in_chain(kata.lines, worked, order)
    else:
        _ = prepared.values  # raises if it takes too long
        given = prepared.given
        if drawn is None:
            spot = spot_in_working(prepared.node, given, prepared.drill.places, order)
        else:
            given, spot = draw_spot(prepared.draws, drawn, order)
    most = prepared.most_places  # unless the correction would not show its working then
    for solution in filter(None, (spot.solution, spot.own)):
        if most is not None and solution.places is not None and says_something(spot.solution.key.value, most):
            solution.places = min(solution.places, most)
    return given, spot


def easiest_draw(prepared: Prepared, name: str) -> Question | None:
    """Return a drill with the random numbers, of six draws, that take the fewest digits to write, if any can be."""
    if prepared.kind == "choices" or prepared.is_spot or not prepared.can_be_fresh:
        return None
    drawn = []
    for number in range(_DRAWS):
        try:
            drawn.append(ask(prepared, seed_of(f"{name} easier {number}")))
        except EngineError:  # a mistake gives the true value with these numbers; others may do
            continue
    return min(drawn, key=lambda question: question.strokes.digits, default=None)


def explain_by(example: Question, question: Question) -> None:
    """Put `example`, worked out, above a question, in place of what was there."""
    from katatx.questions.true_working import steps_of

    worked = (f"  {step.line}  {step.text}" for step in flat_lines(steps_of(example)))
    prompt = shorten(example.prompt, _LONGEST, placeholder=" …")  # it stands in full below, with other numbers
    lines = ("Worked on other numbers:", prompt, *example.sheet, *worked, "Now with these:")
    question.above, question.example = tuple(plain(line, _LONGEST, keep=" ") for line in lines), example


def explain(question: Question, name: str) -> None:
    """Put the drill of a question, worked with the page's numbers or else with easy ones, above it."""
    if question.options or question.chain is not None:
        return
    example = ask(question.prepared) if question.is_fresh else easiest_draw(question.prepared, name)
    if example is not None:
        explain_by(example, question)
