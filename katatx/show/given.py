"""The given numbers under a prompt. They are shown before the engine is imported, so they do without its recipes."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rich.text import Text

from katatx.decks.parts import placeholders
from katatx.engine.values import Value, as_lists, floats, rank_of
from katatx.notation.printing import write_number, write_value
from katatx.notation.quoting import plain
from katatx.notation.syntax import Call, Literal, Name, Node
from katatx.notation.walking import parts_of
from katatx.questions.question import Question
from katatx.questions.sheet import GIVEN_PLACES, Names
from katatx.show.figures import bracketed, cut
from katatx.show.text import Piece, columns, line, side_by_side, width_of, wrapped

_GAP = 4
# The operation that cuts a photo into patches, in all its spellings.
_CUTTING = {"patches", "patchify", "strips", "cut_into_patches"}
_LARGEST_PATCH = 16


def given_lines(question: Question, width: int) -> list[Text]:
    """Return the given numbers that the prompt does not tell, at most `width` cells wide where numbers allow it.

    Rows of one length stand below each other; single numbers and grids side by side as there is room.
    """
    told, photos = placeholders(question.asked), _photos(question.node, question.given)
    left = {plain(name, keep=""): value for name, value in question.given.items() if name not in told}
    lines = []
    for size, names in groupby(left, key=lambda name: len(left[name]) if rank_of(left[name]) == 1 else 0):
        if size:
            lines += _rows({name: left[name] for name in names}, width)
        else:
            lines += _packed([photos.get(name) or _block(name, left[name]) for name in names], width)
    return [part for each in lines for part in wrapped(each, width)]


def _block(name: str, value: Value) -> list[Text]:
    """Return a number, or a grid in brackets, beside its name."""
    if rank_of(value) == 2:
        return side_by_side([[line((name, "b"))], bracketed([_numbers(row) for row in value])], gap=2)
    return [line((name, "b"), "  ", (write_value(as_lists(value), GIVEN_PLACES), "given"))]


def _rows(rows: dict[str, Value], width: int) -> list[Text]:
    """Return rows of one length in common columns; what is too wide is carried on below."""
    for count in range(len(next(iter(rows.values()))), 0, -1):
        made = columns("l" + "." * count, [part for each in rows.items() for part in _parts(*each, count)], gap=3)
        if width_of(made) <= width:
            break
    return made


def _parts(name: str, row: Value, count: int) -> list[list[Piece]]:
    """Return a row in parts of `count` numbers, its name before the first."""
    numbers = _numbers(row)
    return [[(name * (at == 0), "b"), *numbers[at : at + count]] for at in range(0, len(numbers), count)]


def _numbers(row: Value) -> list[Piece]:
    texts = [write_number(number, GIVEN_PLACES) for number in floats(row)]
    return [(text, "dim" if text == "-inf" else "given") for text in texts]


def _packed(blocks: Sequence[list[Text]], width: int) -> list[Text]:
    """Return blocks side by side, as many as there is room for, the others below."""
    lines: list[Text] = []
    beside: list[list[Text]] = []
    for block in blocks:
        if beside and sum(width_of(each) + _GAP for each in beside) + width_of(block) > width:
            lines += side_by_side(beside, _GAP)
            beside = []
        beside.append(block)
    return [*lines, *(side_by_side(beside, _GAP) if beside else [])]


def _photos(node: Node | None, given: Names) -> dict[str, list[Text]]:
    """Return the given grids that are cut into patches, with lines around these."""
    if node is None:
        return {}
    found = {}
    if isinstance(node, Call) and node.name in _CUTTING and len(node.arguments) > 1:
        photo, second = node.arguments[:2]
        size: Value = second.value if isinstance(second, Literal) else given.get(getattr(second, "text", ""))
        if isinstance(photo, Name) and rank_of(given.get(photo.text)) == 2 and size in range(1, _LARGEST_PATCH + 1):
            found[photo.text] = [line((photo.text, "b")), *cut(given[photo.text], int(size))]
    for part in parts_of(node):
        found |= _photos(part, given)
    return found
