"""Writing notes as a Markdown document, with folded answers, for working on paper."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from katatx.decks.lessons import lesson_of
from katatx.decks.loading import Deck
from katatx.exports.notes import Note
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain
from katatx.questions.lesson import example_lines, example_of
from katatx.questions.sheet import words_line

_MARKS = re.compile(r"[\\`*_\[\]{}|~$#!]")
# Text that would make a list or a heading at the beginning of a line.
_OPENING = re.compile(r"^(\d*)([-+=.)])")
_TICKS = re.compile(r"`+")
_WIDTH = 100


def markdown_lines(deck: Deck, notes: Iterable[Note]) -> Iterator[str]:
    """Yield the lines, without line ends, of the document for a deck's notes, which must be in page order.

    Raises KatatxError if a lesson cannot be worked.
    """
    yield from (f"# {_text(deck.contents.title)}", "", f"Page: {_text(deck.contents.page)}", "")
    if deck.contents.words:
        yield from (f"Words: {_text(words_line(deck.contents.words))}", "")
    for section, within in groupby(notes, lambda note: note.section):
        yield from (f"## {_text(section)}", "", *_lesson(deck, section))
        for note in within:
            yield from _drill(note)


def _lesson(deck: Deck, section: str) -> Iterator[str]:
    """Yield the lines of a section's lesson, its idea and its worked example; nothing if the section has no lesson.

    Raises KatatxError if the lesson cannot be worked.
    """
    lesson = lesson_of(deck, section)
    if lesson is not None:
        idea, *worked = example_lines(example_of(lesson))
        yield from (*_paragraphs(idea), *_block([part for line in worked for part in _wrapped(line)]))


def _drill(note: Note) -> Iterator[str]:
    """Yield the document's lines for one note: a heading, the question, and the answer and its working, folded."""
    yield from (f"### {_text(note.drill)}", "")
    yield from _paragraphs(note.prompt)
    if note.sheet:
        yield from _block(note.sheet)
    if note.choices:
        yield from (*(f"- {_text(choice)}" for choice in note.choices), "")
    if note.standing is not None:
        yield from (f"Standing: {_text(note.standing.line)}", "")
    yield from ("<details>", "<summary>Answer</summary>", "")
    yield from (_text(note.answer), "") if note.choices else _block([note.answer])
    yield from _block([part for line in note.working for part in _wrapped(line)])
    if note.erratum is not None:
        yield from _paragraphs(note.erratum)
    yield from ("</details>", "")


def _paragraphs(text: str) -> Iterator[str]:
    """Yield each non-empty line of a text, escaped, as a paragraph followed by an empty line."""
    for line in text.split("\n"):
        if line.strip():
            yield from (_text(line), "")


def _text(text: str) -> str:
    """Return text on one line, safe and cut to 5,000 characters, with all Markdown and HTML escaped."""
    shown = plain(" ".join(text.split()), LONGEST_ANSWER, keep="")
    marked = _MARKS.sub(lambda found: f"\\{found[0]}", html.escape(shown, quote=False))
    return _OPENING.sub(r"\1\\\2", marked)


def _block(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines as a code block with an empty line after it; its fence is longer than any run of backticks in
    them.
    """
    shown = [plain(line, 10 * LONGEST_ANSWER, keep="") for line in lines]
    longest = max((len(ticks) for line in shown for ticks in _TICKS.findall(line)), default=0)
    fence = "`" * max(3, longest + 1)
    yield from (f"{fence}text", *shown, fence, "")


def _wrapped(line: str) -> list[str]:
    """Return a line as lines of at most 100 characters, all but the first indented; [] for a blank line.

    Longer words are not broken.
    """
    return wrap(line, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)
