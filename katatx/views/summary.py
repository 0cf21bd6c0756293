"""The summary of a session: a headline, a row per answer, and what changed; as text and as a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.views.table import shortened

# Signs of a row: right, wrong, and correct from an earlier wrong line.
RIGHT, WRONG, FOLLOWS = "✓", "✗", "╎"
# The longest text that may be copied to a terminal's clipboard.
_LONGEST_TEXT = 20_000
_LONGEST_CELL = 200
_GAP = "  "
# Names and answers get at most the first width. If room is short, they shrink to the second in favour of notes, and
# finally to the third.
_WIDEST, _WIDE_ENOUGH, _NARROWEST = 26, 15, 8
# A note shorter than the first is useless; the second is enough for most.
_SHORTEST_NOTE, _LONGEST_NOTE = 16, 32
_HEADS = ("yours", "true", "time", "target")


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """One answer with the truth; `seconds` and `target` are None if it was not timed, `target` also if it has none.

    `note` describes the mistake, or help; `work_out` returns the working as lines when the row is opened; `under` is
    shown below the row in the text version.
    """

    name: str
    sign: str
    yours: str
    true: str
    seconds: float | None
    target: float | None
    note: str
    work_out: Callable[[], Sequence[str]]
    under: tuple[str, ...] = ()

    @property
    def times(self) -> tuple[str, str]:
        """Return the time and the target as short texts, "" if unknown."""
        return _short(self.seconds), _short(self.target)

    @property
    def timed(self) -> str:
        """Return the time and the target as `TIME, target TARGET`; the time alone without a target, "" if not timed."""
        time, target = self.times
        return f"{time}, target {target}" if time and target else time

    @property
    def text(self) -> str:
        """Return the row as one line of text, without its sign and name; a right answer without the true one."""
        true = f" (true: {self.true})" if self.sign != RIGHT else ""
        return " · ".join(part for part in (f"{self.yours}{true}", self.timed, self.note) if part)


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of a session.

    `came_of_it` says what changed, one line each; `name` is the heading of the first column; `at` is the row where the
    cursor starts, or None.
    """

    title: str
    headline: str
    rows: tuple[SummaryRow, ...]
    came_of_it: tuple[str, ...]
    name: str = "drill"
    at: int | None = None

    def lines(self) -> list[str]:
        """Return the summary as lines of text, without the title: the headline, the rows, and what changed."""
        width = max((len(row.name) for row in self.rows), default=0)
        rows = [line for row in self.rows for line in (f"{row.sign} {row.name.ljust(width)}  {row.text}", *row.under)]
        parts = [[self.headline], rows, [*self.came_of_it]]
        return [plain(line) for line in paragraphs(*parts)]

    @property
    def text(self) -> str:
        """Return the summary with its title for the clipboard, cut to 20,000 characters and without control characters.

        It ends in a line feed.
        """
        text = plain("\n".join([self.title, *self.lines()]), _LONGEST_TEXT)
        return text + "\n"


class Cells(NamedTuple):
    """The cells of a table row, padded to their columns."""

    name: str
    yours: str
    true: str
    time: str
    target: str
    note: str


def table(summary: Summary, width: int) -> tuple[str, list[Cells]]:
    """Return (heading, rows) in columns that fit `width` characters, if eight for each name and answer suffice.

    If the columns do not fit, or leave no room for notes beside names and answers of 15 characters, targets are
    dropped. Then names and answers are shortened to make room for notes: down to 15 characters, or 8 if no note is
    longer than 16. Notes left with less than 16 and less than they need are dropped. Names and answers are shortened to
    8 if the columns do not fit otherwise.
    """
    widths = _widths(summary, width)
    head = _GAP.join(cell for cell in _padded((summary.name, *_HEADS, ""), widths) if cell)
    rows = [(row.name, row.yours, row.true, *row.times, row.note) for row in summary.rows]
    return head.rstrip(), [_padded(row, widths) for row in rows]


def _padded(texts: Sequence[str], widths: Sequence[int]) -> Cells:
    """Return a row shortened and padded to the columns' widths; times are right-aligned."""
    name, *rest = zip(texts, widths, strict=True)
    cells = [_from_end(*name), *(shortened(*each) for each in rest)]
    padded = [
        cell.rjust(width) if at in (3, 4) else cell.ljust(width)
        for at, (cell, width) in enumerate(zip(cells, widths, strict=True))
    ]
    return Cells(*padded)


def _widths(summary: Summary, room: int) -> tuple[int, ...]:
    """Return the widths of the six columns of `Cells`, to fit `room` characters; 0 for one that is left out."""
    rows = [(row.name, row.yours, row.true, *row.times) for row in summary.rows]
    widths = [max(map(len, column)) for column in zip((summary.name, *_HEADS), *rows, strict=True)]
    widths[:3] = [min(width, _WIDEST) for width in widths[:3]]
    if not any(row.seconds is not None for row in summary.rows):
        widths[3] = 0
    note = min(max((len(row.note) for row in summary.rows), default=0), _LONGEST_NOTE)
    short = [min(width, _WIDE_ENOUGH) for width in widths[:3]] + widths[3:]
    crowded = note and _total(short) + len(_GAP) + min(note, _SHORTEST_NOTE) > room
    if crowded or _total(widths) > room or not any(row.target is not None for row in summary.rows):
        widths[4] = 0
    _shrink(widths, room - (note + len(_GAP) if note else 0), _WIDE_ENOUGH if note > _SHORTEST_NOTE else _NARROWEST)
    _shrink(widths, room, _NARROWEST)
    left = room - _total(widths) - len(_GAP)
    return (*widths, left if left >= min(note, _SHORTEST_NOTE) and note else 0)


def _shrink(widths: list[int], room: int, least: int) -> None:
    """Shrink the widest of the first three of `widths`, in place, until all columns fit `room` or these reach
    `least`.
    """
    while _total(widths) > room and max(widths[:3]) > least:
        widths[widths.index(max(widths[:3]))] -= 1


def as_typed(value: Any, places: int = 3) -> str:
    """Return a number, row or grid as a learner types it, to `places` decimals: `2 8`, `1 2; 3 4`."""
    if not isinstance(value, Sequence):
        return write_number(value, places)
    inside = [as_typed(each, places) for each in value]
    return ("; " if value and isinstance(value[0], Sequence) else " ").join(inside)


def marked(numbers: Sequence[tuple[str, bool]], width: int | None = None) -> str:
    """Return numbers, given as (text, is right), as typed, with wrong ones in brackets unless all are wrong.

    `width` is the length of a grid's rows; None for a single row.
    """
    any_right = any(right for _, right in numbers)
    cells = [text if right or not any_right else f"[{text}]" for text, right in numbers]
    width = width or len(cells) or 1
    return "; ".join(" ".join(cells[at : at + width]) for at in range(0, len(cells), width))


def clock(seconds: float) -> str:
    """Return a time in seconds as text: `41 s`, or in minutes and seconds from one minute on, `4:12`."""
    whole = round(seconds)
    return f"{whole} s" if whole < 60 else f"{whole // 60}:{whole % 60:02d}"


def one_line(text: str) -> str:
    """Return untrusted text on one line, safe to display; after 200 characters it is cut, with "…"."""
    return plain(" ".join(text.split()), _LONGEST_CELL, keep="")


def paragraphs(*parts: Sequence[str]) -> list[str]:
    """Return the lines of all parts that are not empty, separated by empty lines."""
    lines: list[str] = []
    for part in filter(None, parts):
        lines += ["", *part] if lines else part
    return lines


def _from_end(text: str, width: int) -> str:
    """Return a name, if longer than `width` shortened at its beginning, because names of a deck's drills differ at the
    end.
    """
    return text if len(text) <= width else "…" + text[len(text) - width + 1 :]


def _short(seconds: float | None) -> str:
    """Return seconds as text; "" for None."""
    return "" if seconds is None else clock(seconds)


def _total(widths: Sequence[int]) -> int:
    """Return the width of all columns with the gaps between them."""
    return sum(widths) + len(_GAP) * (sum(width > 0 for width in widths) - 1)
