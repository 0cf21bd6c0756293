"""The values known on a page so far: by name, by digits, and by recency.

The **rank** of a value is 0 for a number, 1 for a row, 2 for a grid. It is **given** if no calculation is known for it.
"""

from __future__ import annotations

from collections.abc import Iterable

from katatx.audit.values import ROUNDED_FIGURES, Candidate, Known, Printed, Standing, figures_of
from katatx.engine.pencils.interval import low_of
from katatx.engine.standard_form import factors_of
from katatx.engine.values import Value, flat, size_of
from katatx.notation.printing import write_expression
from katatx.notation.syntax import Binary, Name, Node
from katatx.notation.walking import literals, mapped, names_of

_LATEST = 12
# The most calculations without a result, and words of a line, that are kept, for so many lines.
_MOST_PENDING = 8
_MOST_WORDS = 9
_PENDING_LINES = 4
# A longer name still has a value that it was given up to `_NEAR` lines above, a shorter one up to `_NEXT` lines.
_SHORT_NAME = 2
_NEAR = 14
_NEXT = 8
_MOST_NUMBERS = 200  # of a row or grid, that are also found one by one


class Sheet:
    """The values known on a page so far.

    `line` counts logical lines that are not empty; the reader of the page increases it. `names` has the values by name,
    `lately` the latest values by rank (oldest first), `by_value` the latest value with these numbers. `numbers` counts
    those of all values, `arrows` those that led to results. `pending` are calculations without a result so far, oldest
    first.
    """

    def __init__(self) -> None:
        self.line = self.numbers = self.arrows = 0
        self.pending: list[Candidate] = []
        self._words: list[tuple[int, list[str]]] = []  # of the latest two lines that have any, with the lines
        self.names: dict[str, Known] = {}
        self.lately: tuple[list[Known], list[Known], list[Known]] = ([], [], [])
        self.by_value: dict[Value, Known] = {}
        self._meanings: dict[str, set[Value]] = {}  # all values that each name was given
        self._grids: dict[str, Known] = {}
        self._spoiled: dict[str, frozenset[int]] = {}

    def rank_of(self, name: str) -> int | None:
        """Return the rank of a name's value; None if it has none. A word of grids' names is their product: `QKᵀ`."""
        if name in self.names:
            return self.names[name].rank
        return None if factors_of(Name(name, 1), self._grids) is None else 2

    def is_certain(self, name: str) -> bool:
        """Return whether a name surely has its last value here; False if it has none."""
        known = self.names.get(name)
        if known is None:
            return False
        away, one_meaning = self.line - known.line, len(self._meanings[name]) < 2
        if known.rank or len(name) > _SHORT_NAME:
            return away <= _NEAR or (one_meaning and known.rank > 0)
        return away <= _NEXT and one_meaning

    def candidate(self, node: Node, standing: Standing) -> Candidate:
        """Return `node` as a calculation that a printed result may come from, its names bound to their values so far.

        A name without a value stays unbound. A product that was already printed is replaced with its printed result.
        """
        node = mapped(node, self._with_product)
        bound: dict[str, Known] = {}
        for name in names_of(node):
            if name in self.names:
                bound[name] = self.names[name]
                continue
            factors = [part for factor in factors_of(Name(name, 1), self._grids) or () for part in names_of(factor)]
            bound |= {factor: self._grids[factor] for factor in factors}
            if factors and standing is Standing.WRITTEN and f"{name}ᵀ" not in write_expression(node):
                standing = Standing.IMPLIED  # it may be another name
        return Candidate(node, bound, standing, spoiled=self._spoiled)

    def put(self, known: Known, names: list[str], printed: Printed) -> None:
        """Add a printed value under its names, to the recent values, and by its numbers if these were worked.

        A name that begins with `?` is a word of prose, which never names a number.
        """
        for name in names:
            if known.rank or name[:1] != "?":
                self.define(name.lstrip("?"), known)
        latest = self.lately[known.rank]
        latest[:] = [*latest, known][-_LATEST:]
        self.numbers += size_of(known.printed)
        node = known.candidate and known.candidate.node
        if known.rank > 1 and isinstance(node, Binary) and node.sign == "·" and not any(literals(node)):
            self.define(write_expression(node), known)
        rows = known.parts() if known.rank > 1 else []
        if rows or known.rank == 1:
            self.by_value |= {each.printed: each for each in (*rows, known)}
        if known.rank and (known.is_given or len(printed.numbers) > _MOST_NUMBERS):
            return
        is_lost = known.candidate is not None and known.candidate.value("true") is None
        for number, true in zip(printed.numbers, flat(known.true), strict=True):
            roots = known.roots if is_lost or not number.fits(low_of(true)) else frozenset[int]()
            part = Known(number.value, known.line, number.places, None, roots, true) if known.rank else known
            if figures_of(number.text) >= ROUNDED_FIGURES:
                self._spoiled[number.text.lstrip("-−+")] = roots
            if not known.is_given and (not known.rank or figures_of(number.text) >= ROUNDED_FIGURES):
                self.by_value[round(number.value, 9)] = part

    def take_words(self, words: list[str]) -> None:
        """Remember the last words of a line, which may describe what is below it."""
        self._words = [*self._words[-1:], (self.line, words[-_MOST_WORDS:])]

    @property
    def words_above(self) -> list[str]:
        """Return words of the lines above that may name an operation."""
        return [word for line, words in self._words if self.line - line <= _PENDING_LINES for word in words]

    def expect(self, candidate: Candidate) -> None:
        """Make a calculation pending: its result may follow below."""
        candidate.line = self.line
        self.pending = [*self.waiting()[_MOST_PENDING - 1 :: -1], candidate]

    def waiting(self) -> list[Candidate]:
        """Return the calculations that wait for a result, the latest first."""
        return [each for each in reversed(self.pending) if self.line - each.line <= _PENDING_LINES]

    def define(self, name: str, known: Known) -> None:
        self.numbers += size_of(known.printed)
        self.forget([name])
        self.names[name] = known
        if known.rank == 2:
            self._grids[name] = known
        self._meanings.setdefault(name, set()).add(known.printed)

    def forget(self, names: Iterable[str]) -> None:
        """Remove the values of names, with or without a `?` before them."""
        for name in names:
            self.names.pop(name.lstrip("?"), None)
            self._grids.pop(name.lstrip("?"), None)

    def _with_product(self, part: Node) -> Node | None:
        """Return a product with a printed one in place of its last two factors; None if they have none."""
        if not isinstance(part, Binary) or part.sign != "·":
            return None
        inner = part.left if isinstance(part.left, Binary) and part.left.sign == "·" else None
        name = f"{write_expression(inner.right if inner else part.left)}·{write_expression(part.right)}"
        found = Name(name, 1) if name in self.names else None
        return part._replace(left=inner.left, right=found) if inner and found else found
