"""The chains of a line: expressions and results with `=`, `≈` or arrows between them, and the words that name them."""

from __future__ import annotations

from typing import NamedTuple

from katatx.audit.label_meanings import has_own_meaning
from katatx.audit.name_words import OF
from katatx.audit.operands import WIDE, is_plain, spaced_row
from katatx.audit.runs import item_at
from katatx.audit.sides import JOINING, Side, backward, forward, next_join
from katatx.audit.units import Unit

_MOST_LABEL_WORDS = 12
# `x = 4 8 9`: so many more numbers behind the first make a row of them.
_SPACED = 2
_NEAR = 6
_MOST_LISTED = 18


class Chain(NamedTuple):
    """Sides in order, and the units of the words that stand before them as their label."""

    label: tuple[int, int]
    sides: tuple[Side, ...]

    @property
    def first(self) -> int:
        """The first unit of it, label included."""
        return self.label[0] if self.label[1] > self.label[0] else self.sides[0].first

    @property
    def last(self) -> int:
        """The unit after its last."""
        return self.sides[-1].last


def chains_of(units: list[Unit]) -> list[Chain]:
    """Every chain at the top of a line's brackets, and every labelled result without one, in order."""
    found: list[Chain] = []
    at, floor = 0, 0
    while at < len(units):
        if units[at].kind == "join":
            chain = _chain(units, at, floor)
        elif units[at].text == ":" and units[at].kind == "mark":
            chain = _labelled(units, at, floor)
        else:
            chain = _item(units, at, floor)
            if chain is None and units[at].kind in ("word", "function") and units[at].text.lower() in _FIGURES:
                chain = _bare(units, at, floor)
        if chain is not None:
            found.append(chain)
            floor = at = max(chain.last, at + 1)
        else:
            at += 1
    return found


def _chain(units: list[Unit], at: int, floor: int) -> Chain | None:
    """The chain whose first join stands at `at`."""
    left = backward(units, at, floor)
    if left is not None and 0 < floor == left.first and units[floor].text in "+-":
        left = left._replace(leading=True)  # `… → 0.3  -1 → -0.7`
    if left is not None and _is_said_of(units, left, floor):
        left = None
    sides = [left] if left is not None else []
    if len(_joined(units, sides, at)) == (left is not None):
        return None
    label = label_before(units, left.first if left is not None else at, floor, left is None)
    return Chain(label, tuple(sides))


def _is_said_of(units: list[Unit], side: Side, floor: int) -> bool:
    """Whether a name ends the label of what is worked from it: `the squares of x are 1.44, 0.16`."""
    before = side.first - 1
    return (
        side.last - side.first == 1
        and before > floor
        and units[side.first].known is not None
        and units[before].text.lower() in OF
        and has_own_meaning(units[before - 1].text)
    )


def _joined(units: list[Unit], sides: list[Side], join: int) -> list[Side]:
    """The sides of a chain, with those put to them that follow from a join on."""
    while True:
        right = _right(units, join)
        if right is None or (sides and _is_therefore(units, join, right)):
            break
        sides.append(right)
        after = next_join(units, right.last)
        if after is None:
            break
        join = after
    return sides


def _is_therefore(units: list[Unit], join: int, right: Side) -> bool:
    """Whether an arrow leads on to another calculation (`… = 0.0088 ⇒ RMSE = √0.0088`), and does not say what this
    one gives.
    """
    if units[join].text != "→":
        return False
    after = next_join(units, right.last)
    if after is None or units[after].text == "→" or is_plain(units, right.first, right.last):
        return False
    return (right.last - right.first == 1 and units[right.first].known is not None) or bool(right.operation)


def _labelled(units: list[Unit], at: int, floor: int) -> Chain | None:
    """`spread: 11.18`: a label and its figure, where no chain begins."""
    side = forward(units, at)
    if side is None or item_at(units, at + 1) is not None:
        return None
    row = spaced_row(units, side.first, side.last)
    if row:
        side = side._replace(last=row, listed=row)
    near = _MOST_LISTED if side.last - side.first > 1 else _NEAR  # `squares: 3², 4², 5² are 9, 16, 25`
    if _goes_on(units, side.last) or _comes_join(units, side.last, near):
        return None
    label = label_before(units, at, floor, of_join=True)
    if label[1] == label[0] and floor == at > 0:
        label = (at - 1, at)  # `row1 = [0, 1]: 0.465`
    return Chain(label, (side,)) if label[1] > label[0] else None


def _goes_on(units: list[Unit], at: int) -> bool:
    """Whether a chain goes on after a side; a name that a result is given after an arrow is no side."""
    join = next_join(units, at)
    return join is not None and not (units[join].text in ("←", "→") and _right(units, join) is None)


_FIGURES = frozenset({"total", "sum", "subtotal", "mean", "average", "median", "altogether", "product"})


def _bare(units: list[Unit], at: int, floor: int) -> Chain | None:
    """`total 57.32`: a label and its figure with nothing between."""
    side = forward(units, at)
    if side is None or not is_plain(units, side.first, side.last) or side.first != at + 1 or _goes_on(units, side.last):
        return None
    if side.worded and units[side.last].text.lower() not in JOINING:
        return None
    return Chain(label_before(units, at + 1, floor, of_join=True), (side,))


def _item(units: list[Unit], at: int, floor: int) -> Chain | None:
    """One figure of a run, `sum 28, mean 7`, with what an arrow after it leads to."""
    found = item_at(units, at) if at >= floor else None
    if found is None:
        return None
    end, side = found
    join = next_join(units, side.last)
    if join is not None and units[join].text != "→":
        return None
    sides = [side] if join is None else _joined(units, [side], join)
    return Chain((at, end), tuple(sides))


def _comes_join(units: list[Unit], at: int, near: int) -> bool:
    """Whether a join comes before the clause ends, no further away than `near`."""
    for unit in units[at : at + near]:
        if unit.kind == "join":
            return unit.text not in ("←", "→")
        if (unit.kind == "mark" and unit.text in ";.|") or unit.gap >= WIDE:
            return False
    return False


def _right(units: list[Unit], join: int) -> Side | None:
    sign = units[join].text
    if item_at(units, join + 1) is not None:
        return None  # `→ total 11.1`, also where a total is known
    side = forward(units, join)
    if (
        side is not None
        and side.last < len(units)
        and units[side.last].text == ":"
        and units[side.last - 1].known is not None
        and side.last - side.first == 1
    ):
        return None  # `= output: [3.1, 2.9]`
    if side is not None:
        row = spaced_row(units, side.first, side.last) if sign in ("=", ":=", "→") and not side.listed else 0
        return side._replace(join=sign, listed=row if row - side.last >= _SPACED else side.listed)
    at = join + 1
    if at + 1 < len(units) and units[at].kind in ("function", "word") and units[at + 1].kind == "join":
        return Side(at, at + 1, sign, operation=units[at].text)
    return None


def label_before(units: list[Unit], at: int, floor: int, of_join: bool) -> tuple[int, int]:
    """The units of the words that name what begins at a unit: those before its colon, or before a join with nothing
    to work.
    """
    end = at
    if not of_join:
        if end <= floor or units[end - 1].text != ":":
            return (at, at)
        end -= 1
    elif end > floor and units[end - 1].text == ":":
        end -= 1
    start = end
    if end > floor and any(unit.kind == "root" for unit in units[max(floor, end - 2) : end]):
        return (at, at)  # `√d = 2` gives no name
    while start > floor and end - start < _MOST_LABEL_WORDS:
        unit = units[start - 1]
        in_name = unit.kind in ("word", "function", "operand", "group", "postfix") or unit.text in ("/", "·", "^", "|")
        between = (
            unit.text in ("-", "+")
            and end - start == 1
            and units[start].gap <= 1
            and unit.gap <= 1
            and start - 1 > floor
        )
        before_colon = end < len(units) and units[end].text == ":" and unit.text in (",", "-", "+")
        if not in_name and not before_colon and not between:
            break
        if start < end and units[start].gap >= WIDE:
            break
        start -= 1
    return (start, end)
