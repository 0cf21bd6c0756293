"""How a kata went: every line as it was worked beside what is true, the first departure marked."""

from __future__ import annotations

from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from katatx.practice.kata_result import KataResult, KataRow
from scoring import Verdict


def kata_summary_lines(kata: KataResult) -> list[str]:
    """The result, then a line for every line worked; under the first departure its true working."""
    width = max(len(line.name) for line in kata.lines)
    lines = [_result(kata), ""]
    for at, row in enumerate(kata.rows):
        true = write_value(as_lists(kata.worked.solutions[at].value))
        lines.append(f"{at + 1:>2} {row.line.ljust(width)}  {_told(row, true)}")
        if at == kata.first_departure:
            lines += [f"   {' ' * width}  {text}" for text in _departure(kata, at)]
    return lines


def _result(kata: KataResult) -> str:
    clock = f"{int(kata.seconds) // 60}:{int(kata.seconds) % 60:02d} on the clock"
    if kata.finished < kata.total:
        return f"Kata stopped after {kata.finished} of {kata.total} lines, {clock}; the next start goes on from there."
    if kata.clean:
        passed = "; in time, so the deck's examination is passed" if kata.in_time else "; over the targets of its lines"
        return f"Kata clean: {kata.total} lines, {clock}{passed}."
    follow = sum(row.verdict is Verdict.FOLLOWS for row in kata.rows)
    counts = {
        "wrong": sum(not row.right for row in kata.rows) - follow,
        "right only by a wrong line before": follow,
        "with help": sum(row.help > 0 for row in kata.rows),
    }
    found = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"Kata not clean: of {kata.total} lines {found}; {clock}."


def _told(row: KataRow, true: str) -> str:
    helped = ", with help" if row.help else ""
    if row.right:
        return f"{row.verdict.value}{helped}: {plain(row.typed, 200, keep='')}"
    named = f" {' or '.join(row.wrong_turns)}" if row.wrong_turns else ""
    return f"{row.verdict.value}{named}{helped}: yours {plain(row.typed, 200, keep='')}, true {true}"


def _departure(kata: KataResult, at: int) -> list[str]:
    """Return what is said under the first line that is off: the mistakes known, the true working."""
    from katatx.engine.key import write_out
    from katatx.practice.working import flat_lines

    names = {**kata.worked.given}
    for line, solution in zip(kata.lines[:at], kata.worked.solutions, strict=False):
        names[line.name] = solution.value
    steps = flat_lines(write_out(kata.lines[at].node, names))
    return ["^ first departure; the true working:", *(f"{step.line}  {step.text}" for step in steps)]
