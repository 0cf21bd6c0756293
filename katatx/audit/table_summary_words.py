"""Which rows of a table bring the rows above them together, by their labels, and whether those are of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.label_meanings import words_like
from katatx.audit.ledgers import INCOMES
from katatx.audit.tables import Table, TableRow

# Of a row or a column of a table more words say that it is a total than of a figure in a sentence.
TOTALS = words_like("total") | {"everything", "both"}
_SPREADS = frozenset({"std", "sd", "stdev", "spread"})
_OPERATIONS = {
    **dict.fromkeys(words_like("min"), "min"),
    **dict.fromkeys(_SPREADS, "spread"),
    **dict.fromkeys(TOTALS, "sum"),
    **dict.fromkeys(words_like("max"), "max"),
    **dict.fromkeys(words_like("mean"), "mean"),
}
# Words that are a label's head with others beside them: `block total`, `total of the month`, `mean of 5 runs`.
_HEADS = frozenset({
    "total", "totals", "subtotal", "sum", "summe", "gesamtsumme", "suma", "somme", "totaal", "mean", "average", "avg",
    "mittelwert", "mittel", "durchschnitt", "promedio", "moyenne", "gesamt", "totale", "somma", "gemiddelde", "razem"
})  # fmt: skip
# A row of these may be a total, and may be the case in which all is there.
_WEAK = frozenset({
    "all", "everything", "both", "add", "added", "adding", "adds", "together", "ss", "sse", "sst", "ssr"
})  # fmt: skip
_PREPOSITIONS = frozenset({"of", "over", "across", "per", "for", "(", "in", "der", "aller", "de", "des", "del", "di"})
_FILLERS = frozenset({
    "the", "a", "an", "column", "columns", "row", "rows", "grand", "in", "of", "over", "overall", "all", "above", "per",
    ".", ",", ":", "(", ")", "value", "values", "sub", "-", "so", "far"
})  # fmt: skip
# Headings under which every row is a quantity of its own.
_OWN_KINDS = frozenset({
    "quantity", "quantities", "statistic", "statistics", "stat", "measure", "metric", "metrics", "symbol", "property",
    "parameter", "variable", "constant", "expression", "formula", "calculation", "operation"
})  # fmt: skip
_UNITS = frozenset({"unit", "units", "einheit", "unidad", "unité"})
_STATISTICS = frozenset({"n", "count", "median", "mode", "range", "std", "sd", "min", "max", "q1", "q3", "iqr", "var"})
# Labels of rows that are worked from other rows.
_WORKED = frozenset({"softmax", "σ", "e"}).union(
    *map(words_like, ("exp", "squares", "variance", "scaled", "deviations", "root", "sigmoid", "relu", "tanh"))
)
_SIGNS = frozenset({"·", "/", "√", "⊙"})
_MOST_WORDS = 6


class Summary(NamedTuple):
    """What a row brings the others to: `sum`, `mean`, `max`, `min`, `spread`; whether its label says nothing else, and
    whether it says that at all.
    """

    operation: str
    alone: bool
    named: bool = True


def summary_of(row: TableRow) -> Summary | None:
    """What a row's label says that it brings the rows above to; None where it says nothing of that kind."""
    words = [word for word in row.label_words if word != "*"]
    if not words and row.after_rule and sum(cell is not None for cell in row.cells) == row.how_many() == 1:
        return Summary("sum", alone=True)
    known = [word for word in words if word in _OPERATIONS]
    if not known or len(words) > _MOST_WORDS:
        return None
    operation = next((_OPERATIONS[word] for word in known if word != "all"), "sum")
    if all(word in _OPERATIONS or word in _FILLERS for word in words):
        return Summary(operation, alone=not set(known) <= _WEAK)
    # `mean pooling` is no mean of rows; `macro average` and `mean over runs` are.
    if words[0] in _HEADS and (_OPERATIONS[words[0]] == "sum" or _PREPOSITIONS & set(words[1:2])):
        return Summary(_OPERATIONS[words[0]], alone=False)
    return Summary(_OPERATIONS[words[-1]], alone=False) if words[-1] in _HEADS else None


def adds_up(row: TableRow) -> bool:
    """Whether a row's label says that it is the sum of the rows above it."""
    said = summary_of(row)
    return said is not None and said.operation == "sum"


def are_alike(table: Table, rows: Sequence[TableRow]) -> bool:
    """Whether rows are numbers of one kind, of which a total or a mean says something: no row is worked from others,
    none has a unit of its own, none is a symbol.
    """
    heading = set(table.headings[0].lower().split()) if table.headings else set()
    if len(rows) < 2 or heading & _OWN_KINDS:
        return False
    for column, name in enumerate(table.headings):
        if name.lower() in _UNITS:
            units = {cell.words for row in rows if (cell := row.cells[column]) is not None}
            return len(units) == 1
    if len({unit for row in rows for cell in row.cells[1:] if cell is not None and (unit := cell.unit)}) > 1 and (
        len(table.headings) == 2
    ):
        return False
    labels = [_first_words(row) for row in rows]
    if any(set(words) & (_STATISTICS | _WORKED | _SIGNS) for words in labels):
        return False
    comes_in = [bool(INCOMES & set(words)) for words in labels]
    if any(comes_in) and not all(comes_in):
        return False
    return not any(_is_symbol(words) for words in labels)


def _first_words(row: TableRow) -> list[str]:
    first = next((cell for cell in row.cells if cell is not None), None)
    return [] if first is None or first.number is not None else [token.text.lower() for token in first.tokens]


def _is_symbol(words: Sequence[str]) -> bool:
    """Whether a label is a letter of algebra."""
    return len(words) == 1 and words[0] in ("x", "y", "z", "q", "k", "v", "μ", "σ", "θ", "λ", "η", "ε", "α", "β", "γ")
