"""The summary of a kata: every line with its true value, the first mistake marked, and its consequences.

A kata is a page's calculation as a chain of lines. Lines are known by their index, from 0. A line that is right from
the learner's own earlier numbers, though these are wrong, follows from them. A kept line was answered in an earlier
run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from katatx.engine.values import as_lists
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.quoting import plain
from katatx.questions.kata import KataResult, KataRow
from katatx.views.summary import (
    FOLLOWS,
    RIGHT,
    WRONG,
    Summary,
    SummaryRow,
    as_typed,
    clock,
    marked,
    one_line,
    paragraphs,
)

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_LONGEST_LINE = 2000
_LONGEST_NUMBER = 40


def kata_summary(kata: KataResult, came_of_it: Sequence[str] = (), best: float | None = None) -> Summary:
    """Return the summary of a kata.

    `came_of_it` are lines on what it changed; `best` is the seconds of the fastest other clean kata with the same kind
    of numbers, None if there is none.
    """
    rows = tuple(_row(kata, at) for at in range(len(kata.rows)))
    came = tuple(paragraphs(_result(kata), came_of_it))
    return Summary(f"{kata.deck} › kata", _headline(kata, best), rows, came, "step", kata.first_departure)


def _headline(kata: KataResult, best: float | None) -> str:
    """Return as one line how many of the lines answered in this run count as right, how many do not, and the time.

    `best` is the fastest earlier time in seconds.
    """
    own = [row for row in kata.rows if not row.is_kept]
    if not own:
        return "nothing answered this time"
    right = sum(row.judgement.verdict.counts_as_right for row in own)
    wrong = len(own) - right
    helped = sum(row.help > 0 for row in own)
    counts = ((wrong, "wrong"), (helped, "with help"))
    parts = [f"{right} of {len(own)} steps right", *(f"{count} {what}" for count, what in counts if count)]
    return " · ".join([*parts, _time(kata, best)])


def _time(kata: KataResult, best: float | None) -> str:
    """Return the total time as text, compared with `best`, the fastest earlier time in seconds, if this run answered
    all lines.
    """
    time = clock(kata.seconds)
    if best is None or not kata.is_whole or len(kata.rows) < len(kata.lines):
        return time
    if kata.clean and round(kata.seconds) < round(best):
        return f"{time}, your fastest clean one (before: {clock(best)})"
    return f"{time} (best {clock(best)})"


def _result(kata: KataResult) -> list[str]:
    """Return sentences on the outcome: stopped early, passed, clean but slow, or reworked; [] for a whole kata with
    mistakes or help.
    """
    if len(kata.rows) < len(kata.lines):
        return [f"Stopped after {len(kata.rows)} of {len(kata.lines)} lines; next time it continues from there."]
    if kata.clean:
        over = "clean, but slower than the sum of its target times"
        return [f"Kata {'clean and in time: the examination of this deck is passed' if kata.in_time else over}."]
    if not kata.is_whole:
        right = "Every line is right now" if kata.first_departure is None else "Not every line is right yet"
        return [f"{right}. Only a whole kata, from its first line, counts as the examination."]
    return []


def _row(kata: KataResult, at: int) -> SummaryRow:
    """Return the summary's row for the line with index `at`, which must be answered."""
    row = kata.rows[at]
    steps = _steps(kata, at)
    note = _note(kata, at, steps)
    return SummaryRow(
        name=f"{at + 1:>{len(str(len(kata.lines)))}} {row.line}",
        sign=RIGHT if row.right else FOLLOWS if row.judgement.verdict.counts_as_right else WRONG,
        yours=one_line(_marked(row, kata.worked.solutions[at].key.shape)),
        true=as_typed(as_lists(kata.worked.solutions[at].value), max(3, kata.lines[at].places or 0)),
        seconds=None if row.is_kept else row.seconds,
        target=None if row.is_kept else row.target,
        note=one_line(note),
        work_out=_working(row, note, steps),
        under=tuple(f"    {line}" for line in _lines(steps())) if at == kata.first_departure else (),
    )


def _note(kata: KataResult, at: int, steps: Callable[[], list[Step]]) -> str:
    """Return the remark on the line with index `at`: its mistake, what it follows from, or the help used; "" if there
    is none.

    A line answered in an earlier run has "as before". `steps` returns the line's true working.
    """
    row = kata.rows[at]
    if row.is_kept:
        return "as before"
    if row.right:
        return "with help" * (row.help > 0)
    if row.judgement.verdict.counts_as_right:
        return _follows(kata, at)
    if row.judgement.wrong_turns:
        return row.judgement.message
    wrong = _wrong_cells(row, kata.worked.solutions[at].key.shape)
    calculation = _calculation(steps(), wrong[0][0], len(row.judgement.slots)) if len(wrong) == 1 else None
    if calculation is None:
        return row.judgement.line
    return f"{' = '.join(calculation.split(' = ')[-2:])}, you had {wrong[0][1]}"


def _follows(kata: KataResult, at: int) -> str:
    """Return in words which earlier mistake the line with index `at` follows from: a wrong number, or a line if several
    are wrong.
    """
    source = kata.source_of(at)
    if source is None:
        return "follows from your earlier line"
    wrong = _wrong_cells(kata.rows[source], kata.worked.solutions[source].key.shape)
    return f"follows from your {wrong[0][1]}" if len(wrong) == 1 else f"follows from your line {source + 1}"


def _cells(row: KataRow, shape: tuple[int, ...]) -> list[str]:
    """Return the typed numbers as texts, in reading order; [] if they cannot be read or are not as many as graded.

    `shape` is that of the true value.
    """
    try:
        numbers = read_answer(row.typed, shape).numbers
    except NotationError:
        return []
    if len(numbers) != len(row.judgement.slots):
        return []
    return [plain(each.text, _LONGEST_NUMBER, keep="") for each in numbers]


def _wrong_cells(row: KataRow, shape: tuple[int, ...]) -> list[tuple[int, str]]:
    """Return the wrong numbers, each as (index in reading order, typed text); [] if the answer cannot be read.

    `shape` is that of the true value.
    """
    marked = zip(_cells(row, shape), row.judgement.slots, strict=False)
    return [(at, text) for at, (text, right) in enumerate(marked) if not right]


def _marked(row: KataRow, shape: tuple[int, ...]) -> str:
    """Return the typed numbers, wrong ones in brackets unless all are wrong or the answer counts as right.

    `shape` is the shape of the true value; `; ` separates the rows of a grid. An answer that cannot be read as its
    numbers is returned as typed.
    """
    counts = row.judgement.verdict.counts_as_right
    numbers = [(text, right or counts) for text, right in zip(_cells(row, shape), row.judgement.slots, strict=False)]
    return marked(numbers, shape[1] if len(shape) > 1 else None) if numbers else row.typed


def _calculation(steps: Sequence[Step], cell: int, cells: int) -> str | None:
    """Return how number `cell` (from 0) of a line's `cells` numbers was worked out; None if no step shows it alone."""
    last = steps[-1] if steps else None
    if last is None:
        return None
    if len(last.items) == cells:
        return " = ".join(last.items[cell])
    if len(steps) == cells + 1:  # one step per number, then the row they make
        return steps[cell].text
    return last.text if cells == 1 else None


def _steps(kata: KataResult, at: int) -> Callable[[], list[Step]]:
    """Return a function that works the line with index `at` out from the true earlier lines.

    It returns the steps; [] if the line cannot be worked.
    """

    def work_out() -> list[Step]:
        """Return the working of the line from the true earlier lines; [] if it cannot be worked."""
        from katatx.engine.key import write_out

        names = {**kata.worked.given}
        for line, solution in zip(kata.lines[:at], kata.worked.solutions, strict=False):
            names[line.name] = solution.value
        try:
            return write_out(kata.lines[at].node, names)
        except KatatxError:
            return []

    return work_out


def _lines(steps: Sequence[Step]) -> list[str]:
    """Return steps as lines of text, each with its name, and nested ones before the step that contains them."""
    from katatx.questions.working import flat_lines

    return [plain(f"{step.line}  {step.text}", _LONGEST_LINE) for step in flat_lines(steps)]


def _working(row: KataRow, note: str, steps: Callable[[], list[Step]]) -> Callable[[], list[str]]:
    """Return a function that gives the lines shown when a row is opened: the verdict and the true working.

    `note` is the row's remark, and `steps` returns its true working.
    """

    def work_out() -> list[str]:
        """Return the verdict and the true working as lines."""
        if row.right or not row.judgement.verdict.counts_as_right:
            said = [row.judgement.line]
        else:
            said = [f"Right from your earlier numbers; it {note}."]
        return [plain(line, _LONGEST_LINE) for line in paragraphs([*filter(None, said)], _lines(steps()))]

    return work_out
