"""A worksheet: lines, each judged with the names defined above it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

from katatx.engine.checked import Checked
from katatx.engine.checking import LONGEST_SEARCH, check
from katatx.engine.names import Defined
from katatx.engine.values import Value
from katatx.errors import KatatxError
from katatx.worksheet.names import NamesAbove, asked, is_empty

# Further lines are kept but not judged.
MOST_LINES = 5_000
_NO_NAMES: Mapping[str, Defined] = {}


@dataclass(slots=True, eq=False)
class Line:
    """A line and its result: `checked`, or an `error`, or neither if it is empty or not yet judged.

    `used` are the names from above that it was judged with, `given` are those it defines. `seconds` is how long judging
    took.
    """

    text: str
    judged: bool = False
    checked: Checked | None = None
    error: KatatxError | None = None
    used: Mapping[str, Defined] = field(default_factory=dict)
    given: Mapping[str, Defined] = field(default_factory=dict)
    seconds: float = 0.0

    def judge(self, used: Mapping[str, Defined], search: int = LONGEST_SEARCH) -> None:
        """Judge the line with these names from above; an error is kept in `error`, not raised."""
        begun = perf_counter()
        before = self.given
        self.checked, self.error, self.seconds = None, None, 0.0
        self.used, self.given, self.judged = used, _NO_NAMES, True
        if is_empty(self.text):
            return
        try:
            self.checked = check(asked(self.text), search=search, names=used)
            self.given = {name: _same_or(before.get(name), new) for name, new in self.checked.defined.items()}
        except KatatxError as error:
            self.error = error
        self.seconds = perf_counter() - begun

    def holds(self, names: Mapping[str, Defined]) -> bool:
        """Return whether the line was judged with exactly these names and the same (identical) definitions."""
        used = self.used
        return self.judged and used.keys() == names.keys() and all(used[name] is names[name] for name in names)


def _same_or(old: Defined | None, new: Defined) -> Defined:
    """Return the old definition if it equals the new one, so that identity shows that nothing below changed."""
    if old is None or (old.node, old.value, old.code) != (new.node, new.value, new.code):
        return new
    return old if (old.names or {}).items() == (new.names or {}).items() else new


class Sheet:
    """Lines that are judged when `judge` is iterated; the result depends only on the text."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self.lines: list[Line] = []
        # Lines before this one are up to date.
        self._sound = 0
        # The names defined above it; None if not known.
        self._above: NamesAbove | None = None
        self.rewrite(texts)

    def rewrite(self, texts: Sequence[str]) -> None:
        """Replace the text by these lines; unchanged ones at the beginning and end keep their results."""
        lines = self.lines
        most = min(len(lines), len(texts))
        first = next((row for row in range(most) if lines[row].text != texts[row]), most)
        kept = next((n for n in range(most - first) if lines[-1 - n].text != texts[-1 - n]), most - first)
        if first == len(lines) == len(texts):
            return
        replaced = lines[first : len(lines) - kept]
        new = [Line(text) for text in texts[first : len(texts) - kept]]
        for line, before in zip(new, replaced, strict=False):
            line.given = before.given  # so that equal definitions are recognized
            line.seconds = before.seconds
        self.lines[first : len(lines) - kept] = new
        if first < self._sound:
            self._sound, self._above = first, None

    def is_of(self, texts: Sequence[str]) -> bool:
        """Return whether these are the lines of the sheet, so that `rewrite` would change nothing."""
        return [line.text for line in self.lines] == [*texts]

    @property
    def is_judged(self) -> bool:
        """Return whether every line is up to date, of the first 5,000."""
        return self._sound >= min(len(self.lines), MOST_LINES)

    def above(self, row: int) -> NamesAbove:
        """Return the names defined above a line; a changed line not judged yet counts with those it had before."""
        above = NamesAbove()
        for line in self.lines[:row]:
            above.add(line.given, line.text)
        return above

    def values_above(self, row: int) -> dict[str, Value]:
        """Return the values of the names defined above the line at index `row`, as far as judged."""
        checked = (line.checked for line in self.lines[:row])
        return {name: value for each in checked if each is not None for name, value in each.names.items()}

    def judge(self, before: int | None = None, search: int = LONGEST_SEARCH) -> Iterator[int]:
        """Judge changed lines and those that depend on them, and yield the index of each as it is judged.

        None is judged from the index `before` on, and `search` is as in `check`. The caller may stop at any line; the
        next call continues there.
        """
        above = self._above = self._above or self.above(self._sound)
        while not self.is_judged and (before is None or self._sound < before):
            row = self._sound
            line = self.lines[row]
            used = above.used_in(line.text)
            anew = not line.holds(used)
            if anew:
                line.judge(used, search)
            above.add(line.given, line.text)
            self._sound = row + 1
            if anew:
                yield row

    def message(self, row: int) -> str:
        """Return why the line at index `row` cannot be read or worked out; "" if it can, or is not judged yet."""
        error = self.lines[row].error
        return "" if error is None else str(self.above(row).nearest(error))
