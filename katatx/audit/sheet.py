"""The values known on a page so far: by name, by digits, and by recency.

The **rank** of a value is 0 for a number, 1 for a row, 2 for a grid. A value is **given** if no calculation is known
for it. **Roots** are the numbers of the wrong claims that a value depends on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from katatx.audit.room import Room
from katatx.audit.values import (
    IMPLIED,
    ROUNDED_FIGURES,
    WRITTEN,
    Candidate,
    Known,
    Printed,
    Standing,
    figures_of,
    places_of,
)
from katatx.engine.standard_form import factors_of
from katatx.engine.values import Value, flat
from katatx.notation.syntax import Binary, Name, Node, Unary
from katatx.notation.walking import mapped, names_of

_LATEST = 12
# A longer name still has a value that it was given up to `_NEAR` lines above, a shorter one up to `_NEXT` lines.
_SHORT_NAME = 2
_NEAR = 14
_NEXT = 8
_MOST_ROWS = 16
_WIDEST = 12
# Fewer figures are shared by too many numbers.
_RECOGNIZED_FIGURES = 2


class Sheet:
    """The values known on a page so far.

    `line` counts logical lines that are not empty; the reader of the page increases it. `names` has the values by name,
    `lately` the latest values by rank (oldest first), `by_value` the latest value with these numbers, and `products`
    those of printed products such as `X·Xᵀ`. The rank is 0 for a number, 1 for a row, 2 for a grid. A value is given if
    no calculation is known for it. Adding a value raises PageFullError if there is no `room` for it.
    """

    def __init__(self, room: Room | None = None) -> None:
        self._room = room or Room()
        self.line = 0
        self.names: dict[str, Known] = {}
        self.meanings: dict[str, set[Value]] = {}  # all values that each name was given
        self.lately: tuple[list[Known], list[Known], list[Known]] = ([], [], [])
        self.by_value: dict[Value, Known] = {}
        self.products: dict[str, Known] = {}
        self._grids: dict[str, Known] = {}
        self._by_digits: dict[str, Known] = {}

    def rank_of(self, name: str) -> int | None:
        """Return the rank of a name's value (0 number, 1 row, 2 grid); None if it has none."""
        known = self.names.get(name)
        if known is None:
            return None if factors_of(Name(name, 1), self._grids) is None else 2
        return known.rank

    def is_certain(self, name: str) -> bool:
        """Return whether a name surely has its last value here; False if it has none."""
        known = self.names.get(name)
        if known is None:
            return False
        away, one_meaning = self.line - known.line, len(self.meanings.get(name, ())) < 2
        if known.rank or len(name) > _SHORT_NAME:
            return away <= _NEAR or (one_meaning and known.rank > 0)
        return away <= _NEXT and one_meaning

    def recognized(self, text: str) -> Known | None:
        """Return the result above that a literal with the digits `text` may repeat; None if there is none."""
        return self._by_digits.get(text)

    def candidate(self, node: Node, standing: Standing) -> Candidate:
        """Return `node` as a calculation that a printed result may come from.

        Names are bound to their values on the page so far; a name without a value stays unbound, except a word that
        consists of the names of grids: `QKᵀ` becomes Q·Kᵀ. A product that was already printed is replaced with its
        printed result. `sure` is True if it is written beside the result, False if it is implied, None if it can only
        confirm one.
        """
        if self._grids:
            node = mapped(node, self._transposed_word)
            apart = mapped(node, self._word)
            if apart != node:  # XW may also be the name of another grid
                node, standing = apart, IMPLIED if standing is WRITTEN else standing
        if self.products:
            node = mapped(node, self._printed_product)
        bound: dict[str, Known] = {}
        for name in names_of(node):
            known = self.names.get(name) or self.products.get(name)
            if known is not None:
                bound[name] = known
        return Candidate(node, bound, standing, recognized=self.recognized)

    def put(self, known: Known, names: list[str], printed: Printed | None = None) -> None:
        """Add a value under its names, to the recent values, and by its digits.

        A name that begins with `?` is a word of prose, which never names a number. `printed` are the numbers as
        printed; without them, the value is not found by its numbers or digits. Nor is a given number, unless it depends
        on a wrong claim: then it is found by its digits. A value of rank 3 or more is only named.
        """
        for name in names:
            if known.rank or name[:1] != "?":
                self.define(name.lstrip("?"), known)
        if known.rank > 2:
            return
        self.remember(known)
        if printed is None:
            return
        self._room.take(known.printed)
        if known.rank == 0:
            if not known.is_given:
                self.by_value[round(known.printed, 9)] = known
            self._recognize(printed.numbers[0].text, known)
            return
        if known.rank == 1 or len(known.printed) <= _MOST_ROWS:
            self.by_value[known.printed] = known
        if known.rank == 2 and len(known.printed) <= _MOST_ROWS:
            for index, row in enumerate(known.printed):
                self.by_value[row] = known.part(index)
        if not known.is_given and len(printed.numbers) <= _WIDEST * _MOST_ROWS:
            parts = flat(known.true)
            for number, true in zip(printed.numbers, parts, strict=True):
                part = Known(number.value, known.line, number.places, None, known.roots, true)
                self._recognize(number.text, part)
                if number.figures >= ROUNDED_FIGURES:
                    self.by_value[round(number.value, 9)] = part

    def remember(self, known: Known) -> None:
        """Add a value of rank 0 to 2 to the recent ones of its rank, of which the latest twelve are kept."""
        latest = self.lately[known.rank]
        latest.append(known)
        del latest[:-_LATEST]

    def define(self, name: str, known: Known) -> None:
        """Give a name a value; a name that begins with a sum or product sign is ignored."""
        if name[:1] in "Σ∑∏":
            return
        self._name(name, known)
        self.meanings.setdefault(name, set()).add(known.printed)

    def stand_for(self, name: str, known: Known) -> None:
        """Give a name the value of an unfinished calculation, which does not count as a meaning for `is_certain`."""
        if name[:1] not in "Σ∑∏":
            self._name(name, known)

    def forget(self, names: Iterable[str]) -> None:
        """Remove the values of names; a `?` before a name is ignored, and so are unknown names."""
        for name in names:
            self.names.pop(name.lstrip("?"), None)
            self._grids.pop(name.lstrip("?"), None)

    def _name(self, name: str, known: Known) -> None:
        """Set the value of a name."""
        self._room.take(known.printed)
        self.names[name] = known
        if known.rank == 2:
            self._grids[name] = known
        else:
            self._grids.pop(name, None)

    def _recognize(self, text: str, known: Known) -> None:
        """Index a number by its digits and by its roundings, without its sign."""
        if known.is_given and not known.roots:
            return
        true, printed = known.true, known.printed
        if true == printed and not known.roots and round(true, 2) == true:
            return  # exact: it needs no further digits
        size = known if printed >= 0 else known.opposite()
        plain = text.lstrip("-−+")
        if figures_of(plain) >= ROUNDED_FIGURES:
            self._by_digits[plain] = size
        if "%" in plain or "e" in plain.lower():
            return
        for places in range(1, places_of(plain)):
            shorter = f"{size.printed:.{places}f}"
            if figures_of(shorter) >= _RECOGNIZED_FIGURES:
                self._by_digits.setdefault(
                    shorter, Known(float(shorter), size.line, places, None, size.roots, size.true)
                )

    def _word(self, part: Node) -> Node | None:
        """Return a word that consists of the names of grids as their product; None for any other expression."""
        return _product(self._factors_of(part))

    def _transposed_word(self, part: Node) -> Node | None:
        """Return such a word with a transpose after it, which is that of its last factor; None for anything else."""
        if not (isinstance(part, Unary) and part.sign == "ᵀ"):
            return None
        factors = self._factors_of(part.operand)
        return _product([*factors[:-1], *(part._replace(operand=last) for last in factors[-1:])])

    def _factors_of(self, word: Node) -> list[Node]:
        """Return the names of grids that a word without a value consists of; [] for anything else."""
        if isinstance(word, Name) and word.text in self.names:
            return []
        return factors_of(word, self._grids) or []

    def _printed_product(self, part: Node) -> Node | None:
        """Return a product in which factors are replaced by a printed product; None if none was printed."""
        factors = _factors(part)
        keys = [signature(factor) or "?" for factor in factors]
        for length in range(len(factors), 1, -1):
            for start in range(len(factors) - length + 1):
                key = "·".join(keys[start : start + length])
                if key in self.products:
                    left = [*factors[:start], Name(key, 1), *factors[start + length :]]
                    return reduce(lambda a, b: Binary("·", a, b, 1), left)
        return None


def _product(factors: list[Node]) -> Node | None:
    """Return the product of some factors; None if there are none."""
    return reduce(lambda a, b: Binary("·", a, b, b.column), factors) if factors else None


def _factors(node: Node) -> list[Node]:
    """Return the factors of a product in order; any other expression is its only factor."""
    return [*_factors(node.left), node.right] if isinstance(node, Binary) and node.sign == "·" else [node]


def signature(node: Node) -> str:
    """Return a product of names as text that serves as its key, such as `Q·Kᵀ`; "" for anything else."""
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Unary) and node.sign == "ᵀ" and isinstance(node.operand, Name):
        return node.operand.text + "ᵀ"
    if isinstance(node, Binary) and node.sign == "·":
        parts = signature(node.left), signature(node.right)
        return "·".join(parts) if all(parts) else ""
    return ""
