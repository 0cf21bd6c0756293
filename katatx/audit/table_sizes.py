"""How large a table may be to be read, and what is said of one that is larger."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine

MOST_ROWS = 400
MOST_COLUMNS = 40
# A longer line is no row.
LONGEST = 2_000


class TooLarge(NamedTuple):
    """A table that is not read, as it is too large: how many lines it takes, and why."""

    lines: int
    why: str


def too_long(count: int, holds_numbers: bool) -> TooLarge | int:
    """A table of too many lines; without numbers nobody misses it."""
    return TooLarge(count, f"a table of {count:,} lines; up to {MOST_ROWS} are read") if holds_numbers else count


def too_wide(count: int, width: int) -> TooLarge:
    """A table of so many lines that has too many columns."""
    return TooLarge(count, f"a table of {width:,} columns; up to {MOST_COLUMNS} are read")


def of_long_lines(lines: Sequence[LogicalLine], at: int, parted: Callable[[str], bool]) -> TooLarge | int:
    """A table whose lines, `parted` into cells, are too long to be read."""
    end = at
    while end < len(lines) and parted(lines[end].text):
        end += 1
    long = sum(len(line.text) > LONGEST and any(map(str.isdigit, line.text)) for line in lines[at:end])
    return TooLarge(end - at, f"a table with lines longer than {LONGEST:,} characters") if long > 1 else 1
