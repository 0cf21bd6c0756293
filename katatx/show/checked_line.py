"""What is said of a line of a worksheet: its mark, yours beside true, and its working.

A line claims something if it says what an expression is, as `2·3 = 6` does; a link is one expression with its claim.
"""

from __future__ import annotations

from rich.text import Text

from katatx.engine.checked import Link
from katatx.engine.names import is_literal
from katatx.engine.values import floats, size_of
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.show.compared import Number, beside
from katatx.show.text import by_sentence, line, spaced, wrapped
from katatx.show.working import result_lines, whole_working
from katatx.worksheet.completion import choices, short_value, signature_at
from katatx.worksheet.sheet import Line, Sheet
from katatx.worksheet.worked import rows_in
from scoring.verdict import Verdict

_LONGEST, _LONGEST_TITLE, _LONGEST_MARK = 300, 120, 24
_MOST_COMPARED = 64
_STYLES = {"right": "right", "wrong": "wrong", "again": "lead", "value": "lead"}


def kind_of(judged: Line) -> str:
    """Return "right", "wrong", "again" (write it differently), "value" (nothing is claimed), or "" (nothing to say)."""
    if judged.error is not None:
        return "again"
    if judged.checked is None:
        return ""
    worst = judged.checked.worst
    if worst.judgement is None:
        only_given = judged.checked.only_defines and all(each.is_literal for each in judged.checked.defined.values())
        return "" if only_given or is_literal(worst.node) else "value"
    if worst.judgement.verdict.costs_nothing:
        return "again"
    return "right" if worst.judgement.verdict.counts_as_right else "wrong"


def mark_of(judged: Line) -> Text:
    """Return what stands beside a line: a sign and a few words, or the value of a line that claims none."""
    kind = kind_of(judged)
    style, link = _STYLES.get(kind, ""), None if judged.checked is None else judged.checked.worst
    if kind == "again":
        said = getattr(judged.error, "problem", str(judged.error))
        if link is not None and link.judgement is not None:
            said = link.judgement.message.removeprefix("right so far; ")
        return line(("? ", style), (said if len(said) <= _LONGEST_MARK else "unclear", "dim"))
    if link is None or not kind:
        return line()
    if (found := link.judgement) is None:
        return line((short_value(link.value), style))
    if found.verdict is Verdict.WRONG:
        causes = [cause.happened.partition(":")[0] for cause in found.causes]
        return line((f"✗ {[*causes, short_value(link.value)][0]}", style))
    words = "rounded" if found.rounded else found.message.removeprefix("right").strip()
    return line(("≈ " if found.rounded else "✓ ", style), (words, "dim"))


class CheckedSheet(Sheet):
    """A worksheet, with what is said of its lines and how they may go on."""

    kind_of, mark_of = staticmethod(kind_of), staticmethod(mark_of)
    choices, signature_at = staticmethod(choices), staticmethod(signature_at)

    def title_of(self, row: int) -> str:
        """Return the title of a line: its verdict's sign, its number, and what is worked out."""
        judged = self.lines[row]
        checked, sign = judged.checked, mark_of(judged).plain[:2] if kind_of(judged) not in ("", "value") else ""
        if checked is None:
            return f"{sign}line {row + 1}"
        named = ", ".join(checked.names) if checked.only_defines else checked.worst.expression
        return f"{sign}line {row + 1}: {plain(named, _LONGEST_TITLE)}"

    def detail(self, row: int, width: int) -> list[Text]:
        """Return what is said of a line; of one that is right only its working."""
        judged = self.lines[row]
        if judged.error is not None:
            return wrapped(plain(self.message(row), _LONGEST), width)
        if judged.checked is None:
            return []
        link = judged.checked.worst
        skipped = [each for said in judged.checked.skipped for each in wrapped(line((plain(said), "dim")), width)]
        return spaced(_said(link, width), skipped, _compared(link, width), _working(judged, link, width))


def _said(link: Link, width: int) -> list[Text]:
    if link.judgement is None or (link.is_right and not link.judgement.rounded):
        return []
    return by_sentence(plain(link.judgement.message, _LONGEST), width, "b" * (not link.is_right))


def _compared(link: Link, width: int) -> list[Text]:
    if link.judgement is None or link.answer is None or link.judgement.verdict is not Verdict.WRONG:
        return []
    slots, numbers = link.judgement.slots, link.answer.numbers
    if not len(slots) == len(numbers) == size_of(link.value) <= _MOST_COMPARED:
        return []
    pairs = [
        Number(plain(typed.text), write_number(true, link.shown_places), not right)
        for typed, right, true in zip(numbers, slots, floats(link.value), strict=True)
    ]
    return beside(pairs, len(rows_in(link.value)[0]), "yours", width)


def _working(judged: Line, link: Link, width: int) -> list[Text]:
    assert judged.checked is not None
    if not link.has_working:
        return wrapped("The working is too long to be shown.", width)
    above = {f"{name} =" for name in judged.used}
    steps = [step for step in link.steps() if step.line not in above]
    return whole_working(steps, width) if steps else result_lines(link.value, "given")
