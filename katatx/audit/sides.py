"""One calculation of a chain against the one before it: `3·2 + 1 = 6 + 1`."""

from __future__ import annotations

from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, judge
from katatx.audit.sheet import Sheet
from katatx.audit.values import Candidate, Printed, printed_of
from katatx.engine.interval import high_of, low_of
from katatx.engine.values import Value, flat, shape_of
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Binary, Listing, Node, Sum

# What rounding inside two sides may leave between them.
_SHARE = 5e-3
_NOISE = 1e-9


def compared(made: Candidate, before: Candidate, sheet: Sheet) -> Judged | None:
    """Judge a side by the one before it; None where the two cannot be compared, or a formula is only put in numbers."""
    value, wanted = made.value("printed"), before.value("printed")
    if value is None or wanted is None or shape_of(value) != shape_of(wanted):
        return None
    off = _apart(value, wanted)
    roots = made.roots | before.roots
    if not off:
        return Judged(ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT, before, wanted, (), roots)
    true, wanted_true = made.value("true"), before.value("true")
    if true is not None and wanted_true is not None and not _apart(true, wanted_true):
        return Judged(ClaimVerdict.CARRIED if roots else ClaimVerdict.RIGHT, before, wanted, (), roots)
    if before.names and not made.names:
        return None  # numbers put in for names: which of the two is meant nobody can tell
    off = _outside(made, before, off)
    if not off:
        return Judged(ClaimVerdict.CARRIED, before, wanted, (), roots)
    if begins_with_result(made.node, before) or not before.sure:
        return None
    if not all(map(sheet.is_certain, (*made.names, *before.names))):
        return None
    return Judged(ClaimVerdict.WRONG, before, wanted, off, roots)


def begins_with_result(node: Node, before: Candidate) -> bool:
    """Return whether a side begins with the result of the one before: `5 + 6 = 11 · 3 = 33`."""
    while isinstance(node, (Binary, Sum)):
        node = node.left if isinstance(node, Binary) else node.terms[0][1]
    if not is_printed(node) or isinstance(node, Listing):
        return False
    printed = printed_of(node, _AnyEnd(), about=True)
    return printed is not None and _agrees(printed, before)


class _AnyEnd(dict[int, int]):
    """Ends of tokens that nobody asks for."""

    def __missing__(self, key: int) -> int:
        return key


def _agrees(printed: Printed, before: Candidate) -> bool:
    return judge(printed, [before]).verdict in (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED)


def _apart(first: Value, second: Value) -> tuple[int, ...]:
    """Return where two values differ by more than rounding inside them may leave."""
    pairs = zip(map(low_of, flat(first)), map(low_of, flat(second)), strict=True)
    return tuple(
        at for at, (a, b) in enumerate(pairs) if a != b and not abs(a - b) <= _NOISE + _SHARE * max(abs(a), abs(b))
    )


def _outside(made: Candidate, before: Candidate, off: tuple[int, ...]) -> tuple[int, ...]:
    """Return which numbers that are off lie outside all that rounding allows of both sides."""
    band, other = made.value("band"), before.value("band")
    if band is None or other is None or shape_of(band) != shape_of(other):
        return off
    first, second = flat(band), flat(other)
    return tuple(
        at
        for at in off
        if low_of(first[at]) > high_of(second[at]) + _NOISE or high_of(first[at]) < low_of(second[at]) - _NOISE
    )
