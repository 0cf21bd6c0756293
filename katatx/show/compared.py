"""A wrong answer beside the true working, line by line, open at the first line that is not surely right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import partial
from itertools import islice, zip_longest
from math import isclose
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.engine.values import flat, floats, rank_of, shape_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.show.text import Piece, columns, line, side_by_side, width_of, wrapped
from katatx.show.working import painted, whole_working
from katatx.worksheet.worked import calculations, has_numbers, opened_up, rows_in, words_of
from scoring.places import DECIMALS

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.questions.outcome import Outcome

# The name of a step that treats a grid as a whole.
_ROWS = "rows"
# Operations that give a right result from some wrong operands too.
_HIDING = {"largest", "smallest", "larger", "smaller", "keep positive", "keep negative", "step", "sign", "floor"}
_LONGEST_NUMBER = 24
# More rows are folded, but for this many lines before and after the first mistake.
_MOST_ROWS, _AROUND = 16, 2
_LEAST_CALCULATION = 14
# Whether two numbers are one on paper.
_SAME = partial(isclose, abs_tol=1e-12)


class Line(NamedTuple):
    """A line of the true and the learner's working with their numbers as texts; unknown ones are ().

    `marks` has "✓" for a number that is surely right, "✗" for a wrong one at the first mistake, else "". `worked` are
    the true calculations, one for each number or one for all. `wide` is the number of columns of a grid, else 0.
    """

    number: str
    name: str
    yours: tuple[str, ...] = ()
    true: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    worked: tuple[Text, ...] = ()
    wide: int = 0

    @property
    def height(self) -> int:
        return -(-len(self.true or self.yours) // max(1, self.wide)) or 1


class Pair(NamedTuple):
    """A line of the true working and that of the learner's; one of them may be missing."""

    number: str
    true: Step | None
    own: Step | None

    @property
    def differs(self) -> bool:
        if self.true is None or self.own is None:
            return True
        if not (has_numbers(self.true) and has_numbers(self.own)):
            return bool(self.true.value != self.own.value)
        true, own = flat(self.true.value), flat(self.own.value)
        # 1.4/0.2 is 7 on paper, and 6.999… here.
        return len(true) != len(own) or not all(map(_SAME, true, own))


@dataclass(frozen=True, slots=True)
class Compared:
    """The lines of both workings; `instead` says what to do, "" if it is unknown."""

    compared: tuple[Line, ...]
    instead: str

    def lines(self, width: int) -> list[Text]:
        """Return the table, the learner's numbers beside the true ones, at most `width` cells wide.

        The calculations are left out if there is too little room for them.
        """
        upright = [row for each in self.compared if not each.wide for row in _rows(each)]
        head = [("", "", "", ("yours", "dim"), ("true", "dim"))] * bool(upright)
        made = columns("lll..", [*head, *(row[:-1] for row in upright)])
        start = width_of(made) + 2
        lines, rows = made[: len(head)], zip(made[len(head) :], upright, strict=True)
        for each in self.compared:
            if each.wide:
                lines += _grids(each, width)
                continue
            for cells, (*_, calculation) in islice(rows, each.height):
                beside = wrapped(line(calculation), width - start) if width - start >= _LEAST_CALCULATION else []
                lines += side_by_side([[line(cells, " " * (start - cells.cell_len))], beside], 0)
        return lines


def compared(outcome: Outcome, steps: Sequence[Step]) -> Compared | None:
    """Return the working of a wrong answer beside the true `steps`.

    After a known mistake the lines have the learner's numbers; otherwise the last line has those that were typed, and
    lines of which these tell that they are right are marked. None if there is nothing to compare: the answer is right,
    costs nothing or has no such numbers, or the truth must stay hidden.
    """
    question, judged = outcome.question, outcome.judgement
    worked = [step for step in steps if has_numbers(step)]
    is_right = judged.verdict.counts_as_right or judged.verdict.costs_nothing
    if is_right or not outcome.tells_truth or question.options or not worked:
        return None
    try:
        typed = read_answer(outcome.typed, shape_of(worked[-1].value))
    except NotationError:
        return None
    from katatx.questions.true_working import steps_with

    texts = [plain(number.text, _LONGEST_NUMBER, keep="") for number in typed.numbers]
    theirs = steps_with(question, judged.wrong_turns[0]) if judged.wrong_turns else []
    maker = _Maker(texts, judged.slots, max(DECIMALS, question.places))
    lines, again = maker.named(worked, theirs) if theirs else maker.unnamed(worked)
    return Compared(tuple(_folded(lines)), outcome.instead or again)


def beside_true(outcome: Outcome, steps: Sequence[Step], width: int) -> tuple[list[Text], str]:
    """Return the working of a wrong answer beside the true one, or the true one alone, and what to do instead."""
    both = compared(outcome, steps)
    return (whole_working(steps, width), outcome.instead) if both is None else (both.lines(width), both.instead)


@dataclass(frozen=True, slots=True)
class _Maker:
    """Makes the lines from the typed numbers, whether each is right, and its decimals."""

    typed: Sequence[str]
    slots: Sequence[bool]
    places: int

    def named(self, true: Sequence[Step], theirs: Sequence[Step]) -> tuple[list[Line], str]:
        """Return the lines of a known mistake, with the first that differs marked."""
        pairs = _opened([each._replace(number=str(at)) for at, each in enumerate(_paired(true, theirs), 1)])
        first = _first_wrong(pairs)
        lines = [self._line(*pair) for pair in pairs]
        lines[-1] = self._line(pairs[-1].number, true[-1], None, self.typed)
        at = len(lines) - 1 if first is None else first
        yours, right = lines[at].yours, lines[at].true
        wrong = [mine != other for mine, other in zip_longest(yours, right)]
        if at == len(lines) - 1 and len(self.slots) == len(wrong):
            wrong = [not each for each in self.slots]
        lines[at] = lines[at]._replace(marks=tuple("✗" * each for each in wrong))
        return lines, ""

    def unnamed(self, true: Sequence[Step]) -> tuple[list[Line], str]:
        """Return the true lines with the typed numbers on those of the answer, and what is surely right marked."""
        opened = [(str(at), opened_up(step)) for at, step in enumerate(true, 1)]
        heads = [number * (at == 0) for number, leaves in opened for at, _ in enumerate(leaves)]
        steps, numbers = [leaf for _, leaves in opened for leaf in leaves], flat(true[-1].value)
        if not calculations(steps[-1]) and _answer_at(steps[:-1], numbers) is not None:
            steps = steps[:-1]  # it only repeats the numbers
        answer = _answer_at(steps, numbers) or 0
        slots = iter(self.slots if len(self.slots) == len(self.typed) else [])
        known = [[index >= answer and next(slots, False) for _ in flat(step.value)] for index, step in enumerate(steps)]
        _mark_surely_right(steps, known, answer)
        here = all(map(all, known[:answer])) and any(map(any, known))
        lines, again, typed = [], [], iter(self.typed)
        for index, (head, step, right) in enumerate(zip(heads, steps, known, strict=False)):
            yours = tuple(islice(typed, len(right))) if index >= answer else ()
            marks = tuple("✓" if each else "✗" if index >= answer else "" for each in right)
            again += [each for each, mark in zip(calculations(step), marks, strict=False) if mark == "✗"]
            one = ("✓",) if all(right) and not yours else marks
            lines.append(self._line(head, step, None, yours)._replace(marks=one))
        told = f"Work out {again[0][0].partition(' = ')[0]} once more." if here and len(again) == 1 else ""
        return lines, told

    def _line(self, number: str, true: Step | None, own: Step | None, yours: Sequence[str] | None = None) -> Line:
        step = true or own
        assert step is not None
        mine = tuple(yours) if yours is not None else self._texts(own)
        done = calculations(step)
        wide = len(rows_in(step.value)[0]) if rank_of(step.value) > 1 and len(done) != len(flat(step.value)) else 0
        worked = tuple(painted(each) for each, _ in done)
        if step.steps:
            worked = (line((", ".join(step.expressions), "dim")),)
        return Line(number, words_of(step), mine, self._texts(true), (), worked, wide)

    def _texts(self, step: Step | None) -> tuple[str, ...]:
        return () if step is None else tuple(write_number(number, self.places) for number in floats(step.value))


# ---- the learner's working after a known mistake


def _paired(true: Sequence[Step], own: Sequence[Step]) -> Iterator[Pair]:
    """Yield the lines of both workings in order, those of one name together, and the last two if both are left."""
    rows = [step for step in true if not step.repeats]
    if own[:1] and own[0].line == _ROWS and len(own[0].value) == len(rows) and true[0].line != _ROWS:
        # The learner treated the grid as a whole, while the true working has lines for every row.
        made = [step._replace(value=row, items=(), steps=()) for step, row in zip(rows, own[0].value, strict=True)]
        own = [*made, *own[1:]]
    matcher = SequenceMatcher(None, [step.line for step in true], [step.line for step in own], autojunk=False)
    for how, at, end, other, other_end in matcher.get_opcodes():
        if how == "equal":
            yield from (Pair("", *both) for both in zip(true[at:end], own[other:other_end], strict=True))
            continue
        alike = how == "replace" and end == len(true) and other_end == len(own)
        yield from (Pair("", None, step) for step in own[other : other_end - alike])
        yield from (Pair("", step, None) for step in true[at : end - alike])
        if alike:
            yield Pair("", true[-1], own[-1])


def _opened(pairs: list[Pair]) -> list[Pair]:
    """Return pairs with the lines inside the first that differs in its place, down to the mistake."""
    at = _first_wrong(pairs)
    if at is None:
        return pairs
    number, true, own = pairs[at]
    if true is None or own is None or not (true.steps and own.steps):
        return pairs
    first, *others = _opened([*_paired(true.steps, own.steps)])
    inside = [first._replace(number=number), *others]
    if inside[-1].true is None or inside[-1].true.value != true.value:
        inside.append(Pair("", true._replace(steps=()), own._replace(steps=())))
    return [*pairs[:at], *inside, *pairs[at + 1 :]]


def _first_wrong(pairs: Sequence[Pair]) -> int | None:
    """Return the index of the first pair that differs, of one with a line that the mistake replaced if any has."""
    bad = [at for at, pair in enumerate(pairs) if pair.differs]
    turned = [at for at in bad if (own := pairs[at].own) is not None and _is_turned(own)]
    return min(turned or bad, default=None)


def _is_turned(step: Step) -> bool:
    return step.turned or any(map(_is_turned, step.steps))


# ---- what the typed numbers tell of the lines before


def _answer_at(steps: Sequence[Step], answer: Sequence[float]) -> int | None:
    """Return the index of the first of the last lines whose numbers together are the answer; None if none are."""
    numbers: tuple[float, ...] = ()
    for at in reversed(range(len(steps))):
        numbers = (*flat(steps[at].value), *numbers)
        if len(numbers) >= len(answer):
            return at if numbers == answer else None
    return None


def _mark_surely_right(steps: Sequence[Step], known: list[list[bool]], answer: int) -> None:
    """Mark the numbers of each line before the index `answer` as right if a right number was worked from them.

    `known` says for each number of each line whether it is right. A line of several calculations tells of a single
    number that all of them use.
    """
    for at in reversed(range(len(steps))):
        step = steps[at]
        if step.done in _HIDING or not (step.steps or calculations(step)):
            continue
        shares = any(known[at]) and len(step.items) == len(known[at])
        told = [each for each in step.given if all(known[at]) or (shares and rank_of(each) == 0)]
        for before in range(min(at, answer)):
            if any(steps[before].value is each for each in told):
                known[before] = [True] * len(known[before])


# ---- the table


def _folded(lines: list[Line]) -> Iterator[Line]:
    """Yield lines, those far from the first mistake folded if there are too many."""
    at = next((at for at, each in enumerate(lines) if "✗" in each.marks), len(lines) - 1)
    near = range(at - _AROUND, at + _AROUND + 1)
    if sum(each.height for each in lines) <= _MOST_ROWS:
        near = range(len(lines))
    for index, each in enumerate(lines):
        if index in near or index == len(lines) - 1:
            yield each
        elif index == 0 or index - 1 in near:
            yield Line("…", "")


def _rows(each: Line) -> Iterator[tuple[Piece, ...]]:
    """Yield the rows of a line: number, mark, name, yours, true, calculation."""
    worked = each.worked if len(each.worked) == each.height else each.worked[:1]
    cells = [*zip_longest(each.yours, each.true, each.marks, worked, fillvalue="")] or [("", "", "", "")]
    for at, (mine, true, mark, calculation) in enumerate(cells):
        wrong, is_first = mark == "✗", at == 0
        sign, yours = (mark or " ", "wrong" if wrong else "right"), (mine, "wrong" * wrong)
        yield (each.number * is_first, "dim"), sign, each.name * is_first, yours, (true, "right" * wrong), calculation


def _grids(each: Line, width: int) -> list[Text]:
    """Return a line that is a grid: both grids side by side, or one below the other if there is no room."""
    mark = "✗" if "✗" in each.marks else "✓" if "✓" in each.marks else " "
    head = line((each.number or " ", "dim"), "  ", (mark, "wrong" if mark == "✗" else "right"), "  ", each.name)
    both = ("yours", each.yours, "wrong"), ("true", each.true, "right")
    sides = [[line((name, "dim")), *_grid(each, numbers, style)] for name, numbers, style in both if numbers]
    whole = side_by_side([[head], *sides])
    if width_of(whole) <= width:
        return whole
    return [head, *(part for side in sides for row in side for part in wrapped(row, width, indent=2))]


def _grid(each: Line, numbers: Sequence[str], style: str) -> list[Text]:
    """Return numbers in rows; those that are marked as wrong have the `style`, and the learner's a sign."""
    sign = "✗ " if style == "wrong" else ""
    cells = [
        line((sign + text, style)) if mark == "✗" else line(text)
        for text, mark in zip_longest(numbers, each.marks, fillvalue="")
    ]
    return columns("." * each.wide, [cells[at : at + each.wide] for at in range(0, len(cells), each.wide)])
