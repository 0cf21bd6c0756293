"""A drill as text for its author: the question, the working, and the mistakes it recognizes."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.decks.lessons import lesson_of
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from katatx.pictures.parts import text_of, wrapped
from katatx.questions.lesson import example_lines, example_of
from katatx.questions.question import Question
from katatx.questions.true_working import steps_of
from katatx.questions.working import flat_lines, working_text

_INSIDE = 2


def shown_drill(question: Question, width: int) -> list[str]:
    """Return a drill as lines of text: question, working and known mistakes.

    The prompt and the messages are wrapped at `width` cells, and pictures fit it. Raises KatatxError if it cannot be
    worked.
    """
    prompt = [part for line in question.prompt.split("\n") for part in wrapped(line, width)]
    lines = [*prompt, *_given(question, width)]
    if question.wanted_words:
        lines += ["", f"Wanted: {question.wanted_words}"]
    lines += ["", "Working", *(f"  {line}" for line in working_text(flat_lines(steps_of(question))))]
    mistakes = list(_mistakes(question, width)) if not question.options else []
    return [*lines, *(["", "Known mistakes", *mistakes] if mistakes else [])]


def shown_lesson(question: Question, width: int) -> list[str]:
    """Return the worked lesson of a question's section as lines; [] if the section has none.

    Its idea is wrapped at `width` cells. Raises KatatxError if it cannot be worked.
    """
    lesson = lesson_of(question.prepared.deck, question.section)
    if lesson is None:
        return []
    lines = (
        part
        for line in example_lines(example_of(lesson))
        for part in (wrapped(line, width) if line[:1] != " " else [line])
    )
    return [f"Lesson: {plain(question.section)}", *lines]


def _given(question: Question, width: int) -> Iterator[str]:
    """Yield the lines below a prompt: pictures of the given values, the options, and how to answer."""
    drawn = [line for picture in question.pictures for line in picture.drawn(width - _INSIDE)]
    lines = [*map(text_of, drawn), *question.choosing] if drawn else question.sheet
    if lines:
        yield ""
    yield from (f"  {line}".rstrip() for line in lines)


def _mistakes(question: Question, width: int) -> Iterator[str]:
    """Yield each wrong answer that is recognized as a mistake, and the message on it; each answer once."""
    shown = set()
    for mistake in question.solution.mistakes:
        typed = write_value(as_lists(mistake.value), max(question.places, 3))
        judged = question.judge(typed)
        if typed not in shown and mistake.name in judged.wrong_turns:
            shown.add(typed)
            yield f"  {typed}"
            yield from (f"    {part}" for part in wrapped(plain(judged.message), width - 2 * _INSIDE))
