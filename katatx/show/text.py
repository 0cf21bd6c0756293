"""Text with named styles, columns that line up, bars, times and days, each written in one way everywhere.

All text that is shown is Rich's `Text`. Its styles are names: `given` (given numbers), `right`, `wrong`, `lead` (what
leads the eye; `lead2` and `lead3` do less), `figure` (a wrong number where it stands), `dim` (said aside), `faint`
(rules and empty bars), `b` (bold). The app and the command line each give the names their colours; signs and words say
the same without. Widths are in terminal cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from itertools import zip_longest

from rich.cells import cell_len, set_cell_size
from rich.text import Text

NOTHING = Text("")
_WEEK, _LEAST_LAST = 7, 8
# What is not broken, rows and calculations, up to so many characters; and what stands for its spaces while lines are:
# nothing that is shown contains it.
_WHOLE = re.compile(r"\[[^][]+\]"), re.compile(r"\S+(?: [-+·×/=≈] \S+)+")
_LONGEST_WHOLE, _JOINT = 42, "\ue000"

# A piece of a line: plain text, text with the names of its styles ("wrong b"), or text made before.
Piece = str | tuple[str, str] | Text
Lay = Callable[[int], Iterable[Text]]


def line(*pieces: Piece) -> Text:
    """Return one text made of pieces; nothing in them is read as markup."""
    made = Text(end="", no_wrap=False)
    for piece in pieces:
        if isinstance(piece, Text):
            made.append_text(piece)
            continue
        text, styles = (piece, "") if isinstance(piece, str) else piece
        start = len(made)
        made.append(text)
        for style in styles.split():
            made.stylize(style, start)
    return made


def block(lines: Iterable[Text | str]) -> Text:
    """Return lines as one text, one below the other."""
    return Text("\n").join([each if isinstance(each, Text) else Text(each) for each in lines])


def spaced(*parts: Sequence[Text]) -> list[Text]:
    """Return parts below one another with an empty line between any two; those without lines are left out."""
    return [each for part in parts if any(part) for each in (NOTHING, *part)][1:]


def plain_lines(lines: Iterable[Text]) -> list[str]:
    """Return the lines without styles, and without spaces at their ends."""
    return [each.plain.rstrip() for each in lines]


def columns(kinds: str, rows: Sequence[Sequence[Piece]], gap: int | Sequence[int] = 2, width: int = 0) -> list[Text]:
    """Return rows as lines in columns, one for each letter of `kinds`: `l` to the left, `r` to the right, `.` numbers
    in line on their decimal points, where words and -inf end with the column.

    Rows may be shorter than the others. `gap` is the cells between two columns, or one number for each gap. With a
    `width`, what is too long for the last column goes on below.
    """
    gaps = [gap] * (len(kinds) - 1) if isinstance(gap, int) else [*gap]
    if width:
        start = width_of(columns(kinds[:-1], [row[:-1] for row in rows], gaps[:-1])) + gaps[-1]
        parts = ((before, wrapped(line(last), max(_LEAST_LAST, width - start))) for *before, last in rows)
        rows = [
            [*("" if at else cell for cell in before), each] for before, last in parts for at, each in enumerate(last)
        ]
    filled = [[line(cell) for cell in row] for row in rows]
    made = [_column(kind, cells) for kind, cells in zip(kinds, zip_longest(*filled, fillvalue=NOTHING), strict=False)]
    lines = []
    for first, *others in zip(*made, strict=True):
        lines.append(line(first, *(line(" " * each, cell) for each, cell in zip(gaps, others, strict=False))))
        lines[-1].rstrip()
    return lines


def _column(kind: str, cells: Sequence[Text]) -> list[Text]:
    if kind == ".":
        tails = [cell_len(cell.plain) - cell_len(cell.plain.partition(".")[0]) for cell in cells]
        most = max((tail for cell, tail in zip(cells, tails, strict=True) if cell), default=0)
        tails = [most if cell.plain[-1:].isalpha() else tail for cell, tail in zip(cells, tails, strict=True)]
        cells = [line(cell, " " * (most - tail)) if cell else cell for cell, tail in zip(cells, tails, strict=True)]
    width = width_of(cells)
    spaces = (" " * (width - cell.cell_len) for cell in cells)
    return [line(cell, space) if kind == "l" else line(space, cell) for cell, space in zip(cells, spaces, strict=True)]


def side_by_side(parts: Sequence[Sequence[Text]], gap: int = 4) -> list[Text]:
    """Return blocks of lines beside each other, aligned at their tops."""
    return columns("l" * len(parts), [*zip_longest(*parts, fillvalue=NOTHING)], gap)


def downwards(texts: Sequence[str], width: int) -> list[Text]:
    """Return numbered texts in as many columns as there is room for, each read downwards."""
    cells = columns("rl", [((str(at), "dim"), text) for at, text in enumerate(texts, 1)])
    rows = -(-len(cells) // max(1, (width + 2) // (width_of(cells) + 2))) or 1
    return side_by_side([cells[at : at + rows] for at in range(0, len(cells), rows)], gap=2)


def width_of(lines: Iterable[Text]) -> int:
    """Return the cells of the longest line."""
    return max((each.cell_len for each in lines), default=0)


def wrapped(text: Text | str, width: int, indent: int = 0) -> list[Text]:
    """Return a text in lines of at most `width` cells, all but the first indented; long words are broken, and long rows
    such as [1, 2] and calculations. Lines end earlier where one or two words would be left for the last.
    """
    from rich.console import Console

    given = line(text)
    if given.cell_len <= width and "\n" not in given.plain:
        return [given]
    console, room = Console(width=max(1, width), color_system=None), max(1, width - indent)
    most = min(room, _LONGEST_WHOLE)
    for each in _WHOLE:
        given.plain = each.sub(lambda run: run[0].replace(" ", _JOINT) if len(run[0]) <= most else run[0], given.plain)
    found = tried = given.wrap(console, room, tab_size=4)
    while len(tried) == len(found) > 1 < room and len(tried[-1].plain.split()) < 3:
        room = max(1, min(room, width_of(tried)) - 1)
        tried = given.wrap(console, room, tab_size=4)
    first, *others = tried if len(tried) == len(found) and " " in tried[-1].plain.strip() else found
    lines = [first, *(line(" " * indent, each) for each in others)]
    for part in lines:
        part.plain = part.plain.replace(_JOINT, " ")
        part.rstrip()
    return lines


def by_sentence(text: str, width: int, style: str = "") -> list[Text]:
    """Return a text in lines of a width, each sentence on a new one."""
    return [part for each in re.split(r"(?<=[^.]\.) (?=[A-Z])", text) for part in wrapped(line((each, style)), width)]


def in_one(lines: Sequence[Text], width: int) -> Sequence[Text]:
    """Return lines as one where the width has room for it."""
    return [one] if (one := line("  ").join(lines)).cell_len <= width else lines


def in_width(lines: Iterable[Text], width: int) -> list[Text]:
    """Return lines in lines of a width, those with a sign going on to the right of it."""
    return [part for each in lines for part in wrapped(each, width, indent=2 * (each.plain[1:2] == " "))]


def shortened(text: str, width: int) -> str:
    """Return a text cut to `width` cells, ending in … if it was longer."""
    return text if cell_len(text) <= width else set_cell_size(text, max(0, width - 1)).rstrip() + "…" * (width > 0)


def bar(done: float, under_way: float, of: float, width: int = 24, style: str = "right") -> Text:
    """Return a thin bar of a total: what is done, what is under way, and what is to come; what there is, is seen."""
    first = max(round(width * done / of), int(done > 0)) if of else 0
    second = min(width - first, max(round(width * under_way / of), int(under_way > 0))) if of else 0
    return line(("━" * first, style), ("╍" * second, "lead"), ("┈" * (width - first - second), "dim"))


def clock(seconds: float, runs: bool = False) -> str:
    """Return a time: `41 s`, from a minute on `4:12`; on a clock that runs `0:41` too."""
    whole = int(seconds) if runs else round(seconds)
    return f"{whole} s" if whole < 60 and not runs else f"{whole // 60}:{whole % 60:02d}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: "1 answer", "2,000 answers"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def ago(day: str | date | None, today: date) -> str:
    """Return when something happened: "today", "yesterday", "4 days ago", "12 Feb"; "never" for None."""
    return _when(day, today, -1, ("today", "yesterday", "{} days ago"), "never")


def due(day: str | date | None, today: date) -> str:
    """Return when something is due: "now" (also if overdue), "tomorrow", "in 4 days", "12 Apr"; "" for None."""
    return _when(day, today, 1, ("now", "tomorrow", "in {} days"), "")


def _when(day: str | date | None, today: date, sign: int, words: tuple[str, str, str], none: str) -> str:
    if day is None:
        return none
    then = day if isinstance(day, date) else date.fromisoformat(day)
    days = max(0, sign * (then - today).days)
    return words[min(days, 2)].format(days) if days < _WEEK else short_day(then, today)


def short_day(day: date, today: date) -> str:
    """Return a day as "12 Feb", with the year if it is not this year's."""
    return f"{day.day} {day:%b}" if day.year == today.year else f"{day.day} {day:%b %Y}"
