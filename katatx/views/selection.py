"""Filter and sort the rows of a list."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Keys = Sequence[Any]


class Selection:
    """The order and the visibility of a list's rows, which are known by number.

    `texts` are searched without regard to case, and `keys` has a sort key for each column of each row. Rows whose key
    is None come last in either order. `shown` has the numbers of the visible rows, from 0, in order. `words`, `column`
    and `falling` are the present filter and sorting.
    """

    def __init__(self, texts: Sequence[str], keys: Sequence[Keys] = ()) -> None:
        self._texts = [text.casefold() for text in texts]
        self._keys = keys
        self._order = list(range(len(texts)))
        self.words: tuple[str, ...] = ()
        self.column: int | None = None
        self.falling = False
        self.shown = self._order

    @property
    def hidden(self) -> int:
        """Return how many rows the filter hides."""
        return len(self._order) - len(self.shown)

    def narrow(self, typed: str) -> None:
        """Show only the rows that contain every word of the text `typed`; an empty text shows all.

        If words only grew longer, only the visible rows are searched, so that typing on stays fast.
        """
        words = tuple(typed.casefold().split())
        only_grew = all(any(before in word for word in words) for before in self.words)
        among = self.shown if only_grew else self._order
        self.words = words
        self.shown = [row for row in among if all(word in self._texts[row] for word in words)]

    def sort(self, column: int | None, falling: bool = False) -> None:
        """Sort by the index of a column, or restore the original order for None; `falling` sorts in descending order.

        Sorting is stable and keeps the filter.
        """
        self.column, self.falling = column, falling
        kept = set(self.shown)
        if column is None:
            self._order = sorted(self._order)
        else:
            rows = range(len(self._texts))
            known = [row for row in rows if self._keys[row][column] is not None]
            known.sort(key=lambda row: self._keys[row][column], reverse=falling)
            self._order = known + [row for row in rows if self._keys[row][column] is None]
        self.shown = [row for row in self._order if row in kept]
