"""A drill as text: its question for a preview, and for its author the working and the mistakes it recognises."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from katatx.engine.values import as_lists
from katatx.notation.printing import write_typed, write_value
from katatx.notation.quoting import plain
from katatx.questions.question import Question
from katatx.show.given import given_lines, prompt_lines
from katatx.show.text import NOTHING, line, wrapped
from katatx.show.working import whole_working

_INSIDE = 2


def question_lines(question: Question, width: int) -> list[Text]:
    """Return a question as it is asked: its prompt, and below it the given values and what can be chosen."""
    prompt = [part for text in prompt_lines(question) for part in wrapped(text, width)]
    inside = given_lines(question.given, question.asked, width - _INSIDE)
    inside = [*inside, *(Text(plain(each)) for each in question.choosing)]
    below = [line("  ", part) for each in inside for part in wrapped(each, width - _INSIDE, indent=_INSIDE)]
    return [*prompt, *([NOTHING, *below] if below else [])]


def true_of(question: Question) -> str:
    """Return the right answer as it is typed: of a choice what it says, of a working the line and its number."""
    if question.choices:
        return str(question.key)
    at, true = question.right_option, write_typed(question.key, max(3, question.places))
    return true if at is None else f"{at + 1}: {true}"


def drill_lines(question: Question, width: int) -> list[Text]:
    """Return a drill for its author: question, working, known mistakes. Raises KatatxError if it cannot be worked."""
    from katatx.questions.true_working import steps_of

    wanted = [NOTHING, Text(f"Wanted: {question.wanted_words}")] if question.wanted_words else []
    worked = [line("  ", each) for each in whole_working(steps_of(question), width - _INSIDE)]
    lines = [*question_lines(question, width), *wanted, NOTHING, line(("Working", "b")), *worked]
    mistakes = [] if question.options else [*_mistakes(question, width)]
    return [*lines, *([NOTHING, line(("Known mistakes", "b")), *mistakes] if mistakes else [])]


def _mistakes(question: Question, width: int) -> Iterator[Text]:
    shown = set()
    for mistake in question.solution.mistakes:
        typed = write_value(as_lists(mistake.value), max(question.places, 3))
        judged = question.judge(typed)
        if typed not in shown and mistake.name in judged.wrong_turns:
            shown.add(typed)
            yield line("  ", (typed, "wrong"))
            yield from (line("    ", part) for part in wrapped(plain(judged.message), width - 2 * _INSIDE))
