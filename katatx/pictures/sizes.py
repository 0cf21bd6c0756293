"""Find the shape of an expression's result and of the lines on the way without working it out.

The table repeats what the engine knows of its recipes, so that the first prompt need not import the engine. "Given"
maps the names of a question to their values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from katatx.engine.values import Value, shape_of
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary
from katatx.notation.walking import names_of, parts_of
from katatx.pictures.uses import adds_up, inputs_of, operation_of

Shape = tuple[int, ...]

# Sizes: as the first argument; one number per row of it; its rows combined into one; one number per row of a named
# parameter; a row as wide as a named parameter ("wide …").
SAME, NUMBER, TOGETHER = "same", "number", "together"


class Size(NamedTuple):
    """The size of an operation's result, and those of the lines of its working before the last.

    A size is as the first argument (`SAME`), one number for each row of it (`NUMBER`), its rows combined into one
    (`TOGETHER`), one number for each row of a parameter ("keys"), or a row as wide as a parameter ("wide values").
    """

    result: str
    lines: tuple[str, ...] = ()


SIZES: Mapping[str, Size] = {
    "softmax": Size(SAME, (SAME, NUMBER)),
    "stable_softmax": Size(SAME, (NUMBER, SAME)),
    "masked_softmax": Size(SAME, (SAME,)),
    "causal_softmax": Size(SAME),
    "log_softmax": Size(SAME, (SAME, NUMBER, NUMBER)),
    "padding_mask": Size(SAME),
    "causal_mask": Size(SAME),
    "scale": Size(SAME, (NUMBER,)),
    "layer_norm": Size(SAME, (SAME, NUMBER, NUMBER)),
    "rms_norm": Size(SAME, (NUMBER, NUMBER)),
    "deviations": Size(SAME, (NUMBER,)),
    "variance": Size(NUMBER, (SAME,)),
    "mean_square": Size(NUMBER, (SAME, NUMBER)),
    "standard_deviation": Size(NUMBER, (NUMBER,)),
    "norm": Size(NUMBER, (SAME, NUMBER)),
    "mean": Size(TOGETHER, (TOGETHER,)),
    "dot": Size(NUMBER, (SAME,)),
    "sum": Size(NUMBER),
    "max": Size(NUMBER),
    "min": Size(NUMBER),
    "exp": Size(SAME),
    "relu": Size(SAME),
    "sigmoid": Size(SAME),
    "residual": Size(SAME),
    "add_position": Size(SAME),
    "scores": Size("keys"),
    "projection": Size("weights"),
    "dense": Size("weights", ("weights",)),
    "weighted_sum": Size("wide values"),
    "attention": Size("wide values", ("keys", "keys", "keys")),
    "softmax_backward": Size(SAME, (SAME, NUMBER, SAME)),
    "cross_entropy": Size(NUMBER),
    "logit_cross_entropy": Size(NUMBER, (SAME,)),
    "logit_gradient": Size(SAME, (SAME,)),
}
_WIDE = "wide "
# More empty lines would not help.
_MOST_LINES = 5


def lines_of(node: Node, given: Mapping[str, Value]) -> tuple[int, ...]:
    """Return how many numbers each line of the working of `node` has, one entry for each line.

    These are the lines of every operation, or if they are too many, only each operation's result. The answer's own line
    is not among them. Returns () if that is too many too, or if only single numbers are given, because then finding the
    lines is most of the question.
    """
    if not any(shape_of(given[name]) for name in names_of(node) if name in given):
        return ()
    inner = [each for part in _results(node) for each in _inner(part)]
    whole = [size for each in inner for size in (*own_lines(each, given), *_line_of(each, given))]
    whole += [size for part in _results(node) for size in own_lines(part, given)]
    results = [size for each in inner for size in _line_of(each, given)]
    return next((tuple(lines) for lines in (whole, results) if len(lines) <= _MOST_LINES), ())


def own_lines(node: Node, given: Mapping[str, Value]) -> tuple[int, ...]:
    """Return how many numbers each line of an operation before its last one has.

    Returns () if its first argument is a single number or of unknown shape, if it works row by row on a grid, or if it
    is not in `SIZES` or has a line that is a grid or of unknown size.
    """
    own = operation_of(node.name) if isinstance(node, Call) else None
    if own is None or own not in SIZES or not isinstance(node, Call):
        return ()
    sizes = SIZES[own].lines
    first = size_of_result(node.arguments[0], given) if node.arguments else None
    if first is None or not first or (len(first) > 1 and {SAME, NUMBER} & set(sizes)):
        return ()
    shapes = [_sized(size, own, node, given) for size in sizes]
    if any(shape is None or len(shape) > 1 for shape in shapes):
        return ()
    return tuple(shape[0] if shape else 1 for shape in shapes if shape is not None)


def size_of_result(node: Node, given: Mapping[str, Value]) -> Shape | None:
    """Return the shape of an expression's result; None if it is unknown."""
    match node:
        case Literal():
            return ()
        case Name():
            return shape_of(given[node.text]) if node.text in given else None
        case Unary(sign="ᵀ"):
            shape = size_of_result(node.operand, given)
            return shape if shape is None else shape[::-1]
        case Unary(sign="|"):
            return None
        case Unary():
            return size_of_result(node.operand, given)
        case Listing():
            shapes = {size_of_result(item, given) for item in node.items}
            inner = shapes.pop() if len(shapes) == 1 else None
            return None if inner is None else (len(node.items), *inner)
        case Binary(sign="·"):
            return _product(size_of_result(node.left, given), size_of_result(node.right, given))
        case Binary() | Sum():
            return _joined([size_of_result(each, given) for each in parts_of(node)])
        case Call():
            own = operation_of(node.name)
            return None if own is None or own not in SIZES else _sized(SIZES[own].result, own, node, given)
        case _:
            return None


def _sized(size: str, own: str, node: Call, given: Mapping[str, Value]) -> Shape | None:
    """Return the shape that a `size` (see `Size`) means for a call of operation `own`; None if it is unknown."""
    first = size_of_result(node.arguments[0], given) if node.arguments else None
    if first is None:
        return None
    if size == SAME:
        return first
    if size in (NUMBER, TOGETHER):
        return first[:-1] if size == NUMBER else first[1:]
    inputs = inputs_of(own, node)
    other = size_of_result(inputs[size.removeprefix(_WIDE)], given) if size.removeprefix(_WIDE) in inputs else None
    if other is None or len(other) != 2 or "order" in inputs:
        return None
    return (*first[:-1], other[1] if size.startswith(_WIDE) else other[0])


def _product(first: Shape | None, second: Shape | None) -> Shape | None:
    """Return the shape of a matrix product; None if a factor's is unknown. A single number multiplies each number.

    It is not checked whether the shapes fit.
    """
    if first is None or second is None:
        return None
    return _joined([first, second]) if not first or not second else (*first[:-1], *second[1:][-1:])


def _joined(shapes: list[Shape | None]) -> Shape | None:
    """Return the shape of an elementwise operation on values of these shapes, at least one; None if one is unknown or
    they do not fit. A single number fits any shape.
    """
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return None
    largest = max(known, key=len)
    return largest if all(shape in ((), largest) for shape in known) else None


def _results(node: Node) -> tuple[Node, ...]:
    """Return the expressions whose values form the answer."""
    return node.items if isinstance(node, Listing) else (node,)


def _inner(node: Node) -> Iterator[Node]:
    """Yield the operations inside an expression, without itself, in the order of work."""
    for each in parts_of(node):
        yield from _inner(each)
        # Nested sums are one addition.
        if not isinstance(each, Literal | Name | Listing) and not (adds_up(node) and adds_up(each)):
            yield each


def _line_of(node: Node, given: Mapping[str, Value]) -> tuple[int, ...]:
    """Return the size of an inner operation's result as a line of the working, (count,).

    Returns () for a grid, an unknown shape, a row of one number, or a single number that no named operation gives.
    """
    shape = size_of_result(node, given)
    if shape is None or len(shape) > 1 or shape == (1,):
        return ()
    return shape or ((1,) if isinstance(node, Call) else ())
