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
from katatx.show.figures import bracketed, cut, strip
from katatx.show.text import Piece, columns, line, side_by_side, width_of, wrapped

_GAP = 4
# Operations that have a figure of their own for what is given, in all their spellings.
_CUTTING = {"patches", "patchify", "strips", "cut_into_patches"}
_PLACING = {"pixel_address", "dot_address"}
_LARGEST_PATCH = 16


def given_lines(question: Question, width: int) -> list[Text]:
    """Return the given numbers that the prompt does not tell, at most `width` cells wide where numbers allow it.

    Rows of one length stand below each other; single numbers and grids side by side as there is room.
    """
    told, own = placeholders(question.asked), _own_figures(question.node, question.given)
    left = {plain(name, keep=""): value for name, value in question.given.items() if name not in told}
    lines = []
    for (rank, _, _), names in groupby(left, key=lambda name: _kind(name, left[name], own)):
        if rank == 1:
            lines += _rows({name: left[name] for name in names}, width)
        else:
            lines += _packed([own.get(name) or _block(name, left[name]) for name in names], width)
    shown = [figure for name, figure in own.items() if name not in left]
    return [part for each in (*lines, *_packed(shown, width)) for part in wrapped(each, width)]


def _kind(name: str, value: Value, own: dict[str, list[Text]]) -> tuple[int, int, bool]:
    rank = rank_of(value)
    return rank, len(value) if rank == 1 else 0, name in own


def _block(name: str, value: Value) -> list[Text]:
    """Return a number, or a grid in brackets, beside its name."""
    if rank_of(value) == 2:
        return side_by_side([[line((name, "b"))], bracketed([_numbers(row) for row in value])], gap=2)
    return [line((name, "b"), "  ", (write_value(as_lists(value), GIVEN_PLACES), "given"))]


def _rows(rows: dict[str, Value], width: int) -> list[Text]:
    """Return rows of one length in common columns; what is too wide is carried on below."""
    size = len(next(iter(rows.values())))
    for count in range(size, 0, -1):
        made = columns("l" + "." * count, [cells for each in rows.items() for cells in _parts(*each, count)], gap=3)
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


def _own_figures(node: Node | None, given: Names) -> dict[str, list[Text]]:
    """Return the figures of given values that are more than numbers: a photo to be cut, a place in a strip."""
    if node is None:
        return {}
    found = {}
    if isinstance(node, Call) and node.name in _CUTTING | _PLACING and len(node.arguments) > 1:
        first, second, *others = node.arguments
        size = _number(others[0] if node.name in _PLACING and others else second, given)
        fits = size is not None and size in range(1, _LARGEST_PATCH + 1)
        if fits and node.name in _CUTTING and isinstance(first, Name) and rank_of(given.get(first.text)) == 2:
            found[first.text] = [line((first.text, "b")), *cut(given[first.text], int(size or 1))]
        place = _number(second, given)
        if fits and node.name in _PLACING and isinstance(second, Name) and place in range(int(size or 1) ** 2):
            found[second.text] = strip(plain(second.text), int(size or 1) ** 2, int(place or 0))
    for part in parts_of(node):
        found |= _own_figures(part, given)
    return found


def _number(node: Node, given: Names) -> float | None:
    value = node.value if isinstance(node, Literal) else given.get(node.text) if isinstance(node, Name) else None
    return value if isinstance(value, float) else None
