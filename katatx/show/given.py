"""The given numbers under a prompt. They are shown before the engine is imported, so they do without its recipes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from itertools import groupby

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.decks.parts import PLACEHOLDER, placeholders
from katatx.engine.values import Value, as_lists, floats, rank_of, value_of
from katatx.errors import KatatxError
from katatx.notation.printing import write_number, write_value
from katatx.notation.quoting import plain
from katatx.questions.question import Question
from katatx.questions.sheet import GIVEN_PLACES, fill
from katatx.show.figures import bracketed
from katatx.show.text import Lay, Piece, columns, downwards, line, side_by_side, width_of, wrapped

# More rows than these stand in two columns, if there is room.
_MOST_BELOW, _GAP, _AFTER_NAME = 3, 6, 3
_ROW = re.compile(r"\[[-\d., ]+\]")
_SENTENCE = re.compile(r"[.?!] +(?=\S)")


def prompt_lines(question: Question) -> list[Text]:
    """Return the prompt with its given numbers as such; a sentence that has a row or grid begins on a new line."""
    prompt, start, made = line(), 0, list[Text]()
    for name in PLACEHOLDER.finditer(question.asked):
        before = plain(question.asked[start : name.start()])
        prompt, start = line(prompt, before, (fill(name[0], question.given), "given")), name.end()
    prompt = line(prompt, plain(question.asked[start:]))
    prompt.highlight_regex(_ROW, "given")
    for each in prompt.split("\n"):
        sentences = each.divide([found.end() for found in _SENTENCE.finditer(each.plain)])
        for has_row, found in groupby(sentences, lambda sentence: "[" in sentence.plain):
            group = [*found]
            made += group if has_row else [line(*group)]
    return made


def opening(deck: Deck) -> dict[str, Lay]:
    """Return what a deck opens with: what it is for, its lessons, and the numbers that go into its kata."""
    about, lessons = plain(deck.contents.about or ""), [plain(each, keep="") for each in deck.contents.lessons]
    told: dict[str, Lay] = {"what it is for": partial(wrapped, about), "the way": partial(downwards, lessons)}
    if (kata := deck.contents.kata) is not None:
        first, title = next(iter(kata.lines.values())).answer, line((plain(kata.title), "dim"))
        named = [name for name in kata.given if re.search(rf"\b{re.escape(name)}\b", first)]
        with suppress(KatatxError):  # lint reports it
            numbers = {name: value_of(kata.given[name]) for name in named}
            told["the numbers"] = lambda width: [title, *given_lines(numbers, "", width)]
    return told


def given_lines(given: Mapping[str, Value], prompt: str, width: int) -> list[Text]:
    """Return the given numbers that a prompt does not tell, at most `width` cells wide where numbers allow it.

    Rows of one length stand below each other; single numbers and grids side by side if there is room.
    """
    told = placeholders(prompt)
    left = {plain(name, keep="").replace(".", " "): value for name, value in given.items() if name not in told}
    lines = []
    for size, names in groupby(left, key=lambda name: len(left[name]) if rank_of(left[name]) == 1 else 0):
        if size:
            lines += _rows({name: left[name] for name in names}, width)
        else:
            blocks = [_block(name, left[name]) for name in names]
            whole = side_by_side(blocks)
            lines += whole if width_of(whole) <= width else [each for block in blocks for each in block]
    return [part for each in lines for part in wrapped(each, width)]


def _block(name: str, value: Value) -> list[Text]:
    if rank_of(value) == 2:
        return side_by_side([[line((name, "b"))], bracketed([_numbers(row) for row in value])], gap=2)
    return [line((name, "b"), "  ", (write_value(as_lists(value), GIVEN_PLACES), "given"))]


def _rows(rows: dict[str, Value], width: int) -> list[Text]:
    """Return rows of one length in common columns; what is too wide is carried on below."""
    for count in range(len(next(iter(rows.values()))), 0, -1):
        lay = partial(columns, "l" + "." * count, gap=(_AFTER_NAME, *(2 for _ in range(count))))
        parts = [part for each in rows.items() for part in _parts(*each, count)]
        if width_of(made := lay(parts)) <= width:
            break
    half = -(-len(made) // 2)
    beside = side_by_side([lay(parts[:half]), lay(parts[half:])], _GAP)
    return beside if len(made) == len(rows) > _MOST_BELOW and width_of(beside) <= width else made


def _parts(name: str, row: Value, count: int) -> list[list[Piece]]:
    numbers = _numbers(row)
    return [[(name * (at == 0), "b"), *numbers[at : at + count]] for at in range(0, len(numbers), count)]


def _numbers(row: Value) -> list[Piece]:
    texts = [write_number(number, GIVEN_PLACES) for number in floats(row)]
    return [(text, "dim" if text == "-inf" else "given") for text in texts]
