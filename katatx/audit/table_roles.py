"""Formulas for a column of a table from the parts that its columns have by their headings: a quantity and a price, a
way and a time, what goes in and what comes out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import permutations

from katatx.audit.label_meanings import words_like
from katatx.audit.table_words import heading_words

_QUANTITIES = frozenset({
    "qty", "quantity", "count", "units", "pieces", "pcs", "number", "nights", "hours", "hrs", "h", "days", "items", "n",
    "amount", "stück", "menge", "anzahl", "cantidad", "people", "persons", "weeks", "months", "tokens", "calls", "gb",
    "kg", "litres", "km", "kwh", "requests", "copies", "runs", "#"
})  # fmt: skip
_PRICES = frozenset({
    "price", "unit", "rate", "each", "per", "cost/unit", "preis", "einzelpreis", "precio", "apiece", "fee", "wage"
})  # fmt: skip
_DISCOUNTS = frozenset({"discount", "rebate", "off", "rabatt", "reduction"})
_COSTS = frozenset({
    "cost", "total", "price", "amount", "sum", "subtotal", "value", "pay", "line", "betrag", "gesamt", "importe",
    "costs", "earned", "€", "$", "£", "charge", "revenue", "wages"
})  # fmt: skip
_INS = frozenset({"in", "inputs", "input", "d_in", "fan_in", "n_in", "rows", "from"})
_OUTS = frozenset({"out", "outputs", "output", "d_out", "fan_out", "n_out", "cols", "columns", "to", "units"})
_PARAMETERS = frozenset({
    "weights", "weight", "params", "parameters", "parameter", "#params", "macs", "mults", "multiplications", "entries",
    "size", "numbers"
})  # fmt: skip
_BIASES = frozenset({"bias", "biases"})
_DIFFERENCES = frozenset({
    "difference", "diff", "change", "delta", "δ", "gain", "loss", "gap", "improvement", "net", "profit", "margin",
    "left", "rest", "remaining", "error", "residual", "saved", "drop", "rise", "vs"
})  # fmt: skip
_RATIOS = frozenset({"ratio", "speedup", "speed-up", "factor", "quotient", "x"})
_SHARES = frozenset({
    "%", "percent", "percentage", "share", "shares", "fraction", "proportion", "portion", "anteil", "anteile", "part",
    "proporción", "quota", "aandeel", "udział"
})  # fmt: skip
_RUNNING = frozenset({"running", "cumulative", "cum", "cumsum", "accumulated", "balance", "saldo", "so"})
_IN = frozenset({"in", "income", "deposit", "deposits", "credit", "received", "einnahmen", "paid in"})
_OUT = frozenset({"out", "expense", "expenses", "withdrawal", "withdrawals", "debit", "spent", "ausgaben", "paid"})
_SIZES = {
    "kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12, "kib": 2.0**10, "mib": 2.0**20, "gib": 2.0**30, "bytes": 1.0,
    "mflop": 1e6, "gflop": 1e9, "tflop": 1e12, "mflops": 1e6, "gflops": 1e9, "tflops": 1e12, "flops": 1.0, "flop": 1.0
}  # fmt: skip
# How many numbers, or bytes, are kept for each; twice that where there are keys and values, or products and sums.
_EACH = (1, 2, 4, 6, 8, 16)
# A unit of the one column in those of the other: thousandths, seconds of a minute, of an hour.
_MANY = (1, 1000, 60, 3600)
# `exam (60 %)`
_RATE = re.compile(r"(\d{1,2}(?:\.\d+)?)\s?%")
_WHOLE = 100
_MOST = 8


def role_formulas(
    headings: Sequence[str], column: int, left: Sequence[int], filled: Sequence[int] = ()
) -> Iterator[str]:
    """What the heading of a column says together with those of the columns to its left, the likeliest first; `filled`
    are those that have a number anywhere.
    """
    words = heading_words(headings[column])
    others = {one: heading_words(headings[one]) for one in left[:_MOST]}
    pairs = list(permutations(left[-_MOST:], 2))
    if words & _COSTS:
        yield from (
            f"c{one}·c{other}"
            for one, other in permutations(others, 2)
            if others[one] & _QUANTITIES and others[other] & _PRICES
        )
        for one, other in permutations(others, 2):
            if others[one] & _PRICES and others[other] & _DISCOUNTS:
                yield from (f"c{one}·(1 - c{other})", f"c{one}·(100 - c{other})/100")
    if words & _PARAMETERS:
        yield from _of_layers(others)
    if size := next((_SIZES[word] for word in words if word in _SIZES), 0):
        yield from _of_size(others, size)
    if "/" in headings[column]:
        yield from _per(headings, column, left)
    if words & _SHARES or "%" in headings[column]:
        yield from (form.format(one, other) for one, other in pairs for form in ("100·c{0}/c{1}", "c{0}/c{1}"))
        yield from (form.format(one) for one in reversed(left) for form in ("100·c{0}/sum(a{0})", "c{0}/sum(a{0})"))
    if words & _DIFFERENCES:
        yield from (f"c{other} - c{one}" for one, other in pairs)
        yield from (f"c{one} - f{one}" for one in reversed(left))
        yield from (f"100·(c{other} - c{one})" for one, other in pairs)
    if words & _RATIOS:
        yield from (f"c{other}/c{one}" for one, other in pairs)
        yield from (form.format(one) for one in reversed(left) for form in ("f{0}/c{0}", "c{0}/f{0}"))
    if words & _RUNNING:
        yield from (form.format(one, column) for one in reversed(left) for form in ("r{0}", "p{1} + c{0}"))
        yield from _running({one: heading_words(headings[one]) for one in filled}, column)
    weighed = [(one, rate) for one in left if (rate := _RATE.search(headings[one]))]
    if len(weighed) > 1 and abs(sum(float(rate[1]) for _, rate in weighed) - _WHOLE) < 1:
        yield " + ".join(f"{float(rate[1]) / _WHOLE:g}·c{one}" for one, rate in weighed)
    if len(left) > 1:
        yield from _of_all(words, " + ".join(f"c{one}" for one in left), len(left))


def _of_size(others: dict[int, frozenset[str]], size: float) -> Iterator[str]:
    """What so many numbers take: the columns multiplied, or one of them, a few bytes each, in thousands or millions."""
    products = ["·".join(f"c{one}" for one in others)] if len(others) > 1 else []
    for product in (*products, *(f"c{one}" for one in reversed(others))):
        yield from (f"{each}·{product}/{size:.0f}" for each in _EACH if each > 1 or size > 1)


def _running(others: dict[int, frozenset[str]], column: int) -> Iterator[str]:
    """A balance with what comes in and what goes out."""
    for one, other in permutations(others, 2):
        if others[one] & _IN and others[other] & _OUT:
            yield f"p{column} + z{one} - z{other}"


def _of_all(words: frozenset[str], together: str, count: int) -> Iterator[str]:
    if words & words_like("total"):
        yield together
    if words & words_like("mean"):
        yield f"({together})/{count}"


def _of_layers(others: dict[int, frozenset[str]]) -> Iterator[str]:
    """A layer's numbers from what goes in and what comes out, with a bias or without."""
    biases = [one for one, words in others.items() if words & _BIASES]
    for one, other in permutations(others, 2):
        if others[one] & _INS and others[other] & _OUTS:
            yield from (f"c{one}·c{other} + c{bias}" for bias in biases)
            yield from (f"c{one}·c{other}", f"c{one}·c{other} + c{other}")
    for one, words in others.items():
        if words & {"weights", "weight"}:
            yield from (f"c{one} + c{bias}" for bias in biases)


def _per(headings: Sequence[str], column: int, left: Sequence[int]) -> Iterator[str]:
    """`km/h` from a column of km and one of h, `tokens/s` from tokens and seconds."""
    before, _, after = headings[column].lower().partition("/")
    over, under = before.split()[-1:], after.split()[:1]
    if not over or not under:
        return
    for one, other in permutations(left[-_MOST:], 2):
        first, second = heading_words(headings[one]), heading_words(headings[other])
        if _names(first, over[0]) and (_names(second, under[0]) or under[0] in ("s", "min", "h")):
            yield from (f"{many}·c{one}/c{other}" if many > 1 else f"c{one}/c{other}" for many in _MANY)


def _names(words: frozenset[str], unit: str) -> bool:
    unit = unit.strip("()[]")
    return unit in words or any(len(unit) < len(word) and word.startswith(unit) for word in words)
