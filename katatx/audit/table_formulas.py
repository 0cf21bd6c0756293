"""What a column of a table may be worked from, as formulas to try: the likeliest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, permutations

from katatx.audit.frozen_notation.expressions import read_expression
from katatx.audit.label_meanings import words_like
from katatx.audit.written_out import written_out
from katatx.engine.evaluate import names_in, standard
from katatx.notation.syntax import Node

MEANS = words_like("mean")
# One row of a table from two rows above it.
TWO_ROWS = ("a + b", "a - b", "a·b", "a/b", "100·a/b", "10·a/b")


def formulas(column: int, left: Sequence[int], heading: str) -> Iterator[str]:
    """Formulas for a column, over cells of its row (`c0`, `c1` …), of the row before it (`p0` …), and whole columns
    (`a0` …).

    `left` are the columns with numbers before it; `heading` is what stands over it.
    """
    whole = " + ".join(f"c{one}" for one in left)
    if len(left) >= 2:
        yield whole
        if MEANS & set(heading.split()):
            yield f"({whole})/{len(left)}"
    for one, other in combinations(left, 2):
        yield from (f"c{one}·c{other}", f"c{one} + c{other}")
    for one, other in permutations(left, 2):
        yield from (f"c{one} - c{other}", f"c{one}/c{other}", f"100·c{one}/c{other}")
    if len(left) >= 3:
        yield "·".join(f"c{one}" for one in left)
    for one in left:
        yield from (f"c{one}/sum(a{one})", f"100·c{one}/sum(a{one})", f"c{one} - mean(a{one})")
        yield from (f"{operation}(c{one})" for operation in ("exp", "log", "sigmoid", "relu"))
        yield from (f"c{one}·c{one}", f"r{one}", f"p{column} + c{one}", f"c{one} - p{one}", f"p{one} - c{one}")
        yield from (f"100·c{one}/p{other}" for other in left)
    for number in (2, 3, 4, 5, 10, 100, len(left) or 1):
        yield from (f"c{one}/{number}" for one in left)


@lru_cache(maxsize=4_000)
def node_of(formula: str) -> tuple[Node, tuple[str, ...]]:
    """A formula to work, and the names in it."""
    node = written_out(read_expression(formula))
    names = tuple(dict.fromkeys(name.text for name in names_in(node)))
    return standard(node, dict.fromkeys(names)), names
