"""The names and numbers of a page, as far as it has been read."""

from __future__ import annotations

from collections.abc import Iterable
from operator import mul
from unicodedata import digit

from katatx.audit.functions import is_common, is_function
from katatx.audit.known import Known, worked
from katatx.audit.name_words import spelled
from katatx.audit.spellings import as_written, canonical_name
from katatx.audit.tokens import Token
from katatx.engine.interval import Interval
from katatx.engine.values import Value, shape_of

# So many of the values that a name stood for before its last are kept.
MOST_OTHERS = 3
_MOST_DIGITS = 3
_GRID = 2
_DIGITS = "0123456789₀₁₂₃₄₅₆₇₈₉"
# With fewer decimals a number is given, as far as anybody can tell.
_ROUNDED = 2
# Words that are names of nothing, whatever stands after them.
_SMALL = frozenset({
    "of", "on", "by", "to", "in", "at", "for", "from", "with", "and", "or", "as", "is", "are", "was", "per", "than",
    "then", "so", "but", "if", "not", "no", "the", "that", "this", "these", "it", "its", "we", "you", "they", "which",
    "each", "all", "both", "about", "above", "below", "here", "there", "less", "more", "only", "out", "up"
})  # fmt: skip


class Scope:
    """The names and numbers of a page, as far as it has been read."""

    def __init__(self) -> None:
        self._names: dict[str, list[Known]] = {}
        self._lengths: dict[str, set[int]] = {}
        self._numbers: dict[str, list[Known]] = {}
        self._rows: dict[str, dict[int, Known]] = {}
        self._gathered: set[str] = set()
        self.gathered: Known | None = None
        self._stood: dict[str, int] = {}
        self._given: set[str] = set()
        # Values by names that are spelled otherwise where they are used than where they were given: one object each,
        # so that a name is the same value wherever it stands.
        self._respelled: dict[str, tuple[Known, Known]] = {}

    def define(self, name: str, known: Known) -> None:
        """Let a name stand for a value from here on."""
        written, name = as_written(name), canonical_name(name)
        words = name.split(" ")
        self._number_row(name, known)
        if not name or (len(words) == 1 and (name.lower() in _SMALL or is_function(name)) and not is_common(name)):
            return
        values = self._names.setdefault(name, [])
        values.append(known._replace(name=written))
        del values[: -1 - MOST_OTHERS]
        self._lengths.setdefault(words[0], set()).add(len(words))

    def _number_row(self, name: str, known: Known) -> None:
        """`x1`, `x2`, … one after the other make the row `x`."""
        stem = name.rstrip(_DIGITS)
        if stem == name or " " in name or not stem.rstrip("_") or shape_of(known.printed):
            return
        digits = name[len(stem) :]
        if len(digits) > _MOST_DIGITS:
            return
        index = int("".join(str(digit(each)) for each in digits))
        before = self._rows.setdefault(stem, {})
        if index <= 1:
            before.clear()
        before[index] = known
        row = [before[each] for each in sorted(before)]
        whole = stem.rstrip("_")
        if (
            len(row) > 1
            and sorted(before) == list(range(min(before), min(before) + len(row)))
            and whole not in self._names
        ) or whole in self._gathered:
            self._gathered.add(whole)
            self._names[whole] = [
                Known(
                    tuple(each.printed for each in row), tuple(each.true for each in row), tuple(each.band for each in
                    row),
                    given=all(each.given for each in row), line=known.line, roots=frozenset().union(*(each.roots for
                    each in row)), name=whole,
                )
            ]  # fmt: skip
            self._lengths.setdefault(whole, set()).add(1)
            self.gathered = self._names[whole][-1]

    def grids(self) -> dict[str, Known]:
        """The matrices that have a name, by it: the last named last."""
        latest = {name: values[-1] for name, values in self._names.items()}
        grids = {name: known for name, known in latest.items() if len(shape_of(known.printed)) == _GRID}
        return dict(sorted(grids.items(), key=lambda each: each[1].line))

    def numbered_grids(self) -> list[list[Known]]:
        """The matrices of one height whose names have the numbers from 1 on behind them: `head 1`, `head 2`."""
        found: dict[str, dict[int, Known]] = {}
        for name, values in self._names.items():
            stem, number = name.rstrip("0123456789"), name[-1:]
            if number.isdigit() and len(stem) == len(name) - 1 and len(shape_of(values[-1].printed)) == _GRID:
                found.setdefault(stem.rstrip(" _"), {})[int(number)] = values[-1]
        series = [[each[number] for number in sorted(each)] for each in found.values() if sorted(each)[:2] == [1, 2]]
        return [each for each in series if len({len(known.printed) for known in each}) == 1]

    @property
    def size(self) -> int:
        """How many names there are."""
        return len(self._names)

    def rows(self) -> list[Known]:
        """The rows that names stand for now, the latest first."""
        latest = (values[-1] for values in self._names.values())
        return sorted((each for each in latest if len(shape_of(each.printed)) == 1), key=lambda each: -each.line)

    def print_line(self, texts: Iterable[str], line: int) -> None:
        """Note the decimals that stand on a line."""
        for text in texts:
            self._stood.setdefault(text, line)

    def give(self, text: str) -> None:
        """Note that a number is given, and no result."""
        self._given.add(text)

    def stood_above(self, text: str, line: int) -> bool:
        """Whether a number stood on a line above without being given there: it may be a result that was not read."""
        rounded = len(text.partition(".")[2]) >= _ROUNDED
        return rounded and text not in self._given and self._stood.get(text, line) < line

    def find(self, name: str) -> Known | None:
        """What a name stands for now. Where the page gave another value to another spelling of it (`x_1` and `x1`),
        that in the very spelling.
        """
        found = self._names.get(canonical_name(name))
        if not found:
            return None
        written, latest = as_written(name), found[-1]
        if latest.name == written:
            return latest
        own = next((known for known in reversed(found) if known.name == written), None)
        if own is not None and own.printed != latest.printed:
            return own
        before = self._respelled.get(written)
        if before is None or before[0] is not latest:
            before = self._respelled[written] = latest, latest._replace(name=written)
        return before[1]

    def others(self, name: str) -> list[Known]:
        """What a name stood for before, latest first: the last few values."""
        return self._names.get(canonical_name(name), [])[-2::-1]

    def longest(self, tokens: list[Token], at: int) -> tuple[int, Known] | None:
        """The longest known name that begins at a token, and how many tokens it takes."""
        first = canonical_name(spelled(tokens[at : at + 1]))
        lengths = self._lengths.get(first.split(" ")[0])
        if not lengths:
            return self._dotted(tokens[at]) or self._slot(tokens[at])
        words: list[str] = []
        best: tuple[int, Known] | None = None
        longest = max(lengths)
        for count, token in enumerate(tokens[at : at + longest + 2], 1):
            if token.kind not in ("name", "number", "open", "close") or (words and token.gap > 2):
                break
            words += spelled([token]).split(" ")
            if len(words) > longest:
                break
            known = self.find(" ".join(words)) if len(words) in lengths else None
            if known is not None:
                best = count, known
        if best is None:
            return self._dotted(tokens[at]) or self._slot(tokens[at])
        after = tokens[at + best[0]] if at + best[0] < len(tokens) else None
        if best[0] == 1 and after is not None and after.text == "(" and not after.gap and is_function(tokens[at].text):
            return None
        return _element(tokens, at, *best)

    def _dotted(self, token: Token) -> tuple[int, Known] | None:
        """`q.k1`, which nobody named: the dot product of q and k1."""
        if "." not in token.text:
            return None
        first, dot, second = token.text.partition(".")
        one, other = (
            (self.find(spelled([token._replace(text=part)])) for part in (first, second)) if dot else (None, None)
        )
        if (
            one is None
            or other is None
            or len(shape_of(one.printed)) != 1
            or shape_of(one.printed) != shape_of(other.printed)
        ):
            return None
        products = [
            sum(map(mul, first_row, second_row))
            for first_row, second_row in ((one.printed, other.printed), (one.true, other.true))
        ]
        printed, true = products
        return 1, worked(printed, true, max(one.line, other.line), one.roots | other.roots, token.text)

    def _slot(self, token: Token) -> tuple[int, Known] | None:
        """`p₂`, `p_2`: the second number of the row p, or the second row of the grid P."""
        stem = token.text.rstrip(_DIGITS)
        digits = token.text[len(stem) :]
        if not digits or not stem or not 0 < len(digits) <= 2:
            return None
        name = spelled([token._replace(text=stem.rstrip("_"))])
        whole = self.find(name) or self.find(name.upper() if len(name) == 1 else "")
        index = int("".join(str(digit(each)) for each in digits))
        if whole is None or not shape_of(whole.printed) or not 1 <= index <= len(whole.printed):
            return None
        return 1, whole.row(index - 1)._replace(name=spelled([token]))

    def number(self, text: str) -> Known | None:
        """What a number with these very digits was printed for, if it came of rounding."""
        found = self._numbers.get(text)
        if not found:
            return None
        return next((known for known in reversed(found) if not known.roots), found[-1])

    def print_number(self, text: str, known: Known) -> None:
        """Remember what a number was printed for."""
        before = self._numbers.setdefault(text, [])
        if known.roots or not before or known.roots != before[-1].roots:
            before.append(known)
            return
        last = before[-1]
        ends = [end for each in (last, known) for end in _ends(each.band)]
        before[-1] = known._replace(band=Interval(min(ends), max(ends)))


def _element(tokens: list[Token], at: int, count: int, known: Known) -> tuple[int, Known]:
    """The row or number that an index after a name picks, counted from 0: `X[0]`, `A[1][2]`, `A[1, 2]`."""
    after = at + count
    while (
        after + 2 < len(tokens)
        and tokens[after].text == "["
        and not tokens[after].gap
        and tokens[after + 1].text.isdigit()
    ):
        index, close = int(tokens[after + 1].text), tokens[after + 2].text
        if close not in ("]", ",") or not isinstance(known.printed, tuple) or index >= len(known.printed):
            break
        known = known.row(index)
        after += 2 if close == "," else 3
        if close == ",":
            tokens = [*tokens[:after], tokens[after]._replace(text="[", gap=0), *tokens[after + 1 :]]
    return after - at, known


def _ends(value: Value) -> tuple[float, float]:
    return (value.low, value.high) if isinstance(value, Interval) else (value, value)
