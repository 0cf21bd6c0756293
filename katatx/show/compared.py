"""A wrong answer beside the true working, line by line, open at the first line that is not surely right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from math import isclose
from typing import TYPE_CHECKING, NamedTuple, TypeVar

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
_LONGEST_NUMBER, _LEAST_CALCULATION = 24, 14
# Of more rows, only the lines before the first mistake that have together this many are shown, at least one.
_MOST_ROWS, _BEFORE = 9, 3
# A line of more numbers, none of them the learner's, has them beside each other, as a grid has.
_MOST_UPRIGHT = 4

_Cell = TypeVar("_Cell")


class Line(NamedTuple):
    """A line of the true and the learner's working with their numbers as texts; unknown ones are ().

    `marks` has "✓" for a number that is surely right, "✗" for a wrong one at the first mistake, else "". `worked` are
    the true calculations, one for each number or one for all. `wide` is the number of columns of a grid or row, else 0.
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


# The true line, and the learner's.
_Pair = tuple["Step", "Step | None"]


@dataclass(frozen=True, slots=True)
class Compared:
    """The lines of both workings; `instead` says what to do, "" if it is unknown."""

    compared: tuple[Line, ...]
    instead: str

    def lines(self, width: int) -> list[Text]:
        """Return the table, the learner's numbers beside the true ones, at most `width` cells wide.

        The calculations are left out if there is too little room for them.
        """
        rows = [(each, row) for each in self.compared for row in _rows(each)]
        is_cut, upright = self.compared[0].number != "1", any(not each.wide for each in self.compared)
        head = [("⋮" * is_cut, "", ("yours" * upright, "dim"), ("true" * upright, "dim"))] * (is_cut or upright)
        table = [*head, *(row[:-1] for _, row in rows)]
        made, before_true = columns("ll..", table), columns("ll.", [row[:3] for row in table])
        lines = made[: len(head)]
        for cells, (each, (*_, calculation)) in zip(made[len(head) :], rows, strict=True):
            at = width_of(before_true if each.wide else made) + 2
            if each.wide:
                numbers = zip_longest(each.yours, each.true, each.marks, fillvalue="")
                grid = [Number(yours, true, mark == "✗") for yours, true, mark in numbers]
                told = beside(grid, each.wide, "yours" * bool(each.yours), width - at)
            else:
                told = wrapped(line(calculation), width - at) if width - at >= _LEAST_CALCULATION else []
            lines += side_by_side([[line(cells, " " * (at - cells.cell_len))], told], 0)
        return lines


class Number(NamedTuple):
    """A written number beside the true one."""

    written: str
    true: str
    is_wrong: bool


def beside(numbers: Sequence[Number], size: int, label: str, width: int) -> list[Text]:
    """Return a grid of written numbers beside the true one. If it is one row, or there is no room for both, return the
    written rows, those with a wrong number above the true ones.

    A row has `size` numbers, fewer where there is no room. `label` says whose the written ones are; "" leaves them out.
    """
    signs = (line(("✗", "wrong"), " ") if each.is_wrong else line() for each in numbers)
    written = [line(sign, (each.written, "wrong" * each.is_wrong)) for sign, each in zip(signs, numbers, strict=True)]
    true = [(each.true, "right" * each.is_wrong) for each in numbers]
    if label and len(numbers) > size:
        grids = {label: columns("." * size, _split(written, size)), "true": columns("." * size, _split(true, size))}
        both = side_by_side([[line((name, "dim")), *lines] for name, lines in grids.items()])
        if width_of(both) <= width:
            return both
    for most in range(size, 0, -1):
        rows: list[list[Piece]] = []
        for places in (part for row in _split(range(len(numbers)), size) for part in _split(row, most)):
            differs = bool(label) and any(numbers[at].is_wrong for at in places)
            head: list[Piece] = [(label * differs, "dim")] if label else []
            rows.append([*head, *((written if label else true)[at] for at in places)])
            rows += [[("true", "dim"), *(true[at] for at in places)]] * differs
        lines = columns("l" * bool(label) + "." * most, rows)
        if width_of(lines) <= width:
            break
    return lines


def _split(cells: Sequence[_Cell], size: int) -> list[Sequence[_Cell]]:
    return [cells[at : at + size] for at in range(0, len(cells), size)]


def compared(outcome: Outcome, steps: Sequence[Step]) -> Compared | None:
    """Return the working of a wrong answer beside the true `steps`.

    After a known mistake the lines have the learner's numbers; otherwise the last line has those that were typed, and
    lines that these tell to be right are marked. None if there is nothing to compare, or the truth must stay hidden.
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
    lines, again = (maker.named(worked, theirs), "") if theirs else maker.unnamed(worked)
    return Compared(_from_mistake(lines), outcome.instead or again)


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

    def named(self, true: Sequence[Step], theirs: Sequence[Step]) -> list[Line]:
        """Return the lines of a known mistake, with the first that differs marked."""
        pairs = _opened([*_paired(true, theirs)])
        lines = [self._line(number, step, self._texts(own)) for number, (step, own) in enumerate(pairs, 1)]
        lines[-1] = lines[-1]._replace(yours=tuple(self.typed))
        first = _first_wrong(pairs)
        at = len(lines) - 1 if first is None else first
        same = [mine == other for mine, other in zip_longest(lines[at].yours, lines[at].true)]
        right = self.slots if at == len(lines) - 1 and len(self.slots) == len(same) else same
        marks = ("✓" if alike else "" if each else "✗" for alike, each in zip(same, right, strict=True))
        lines[at] = lines[at]._replace(marks=tuple(marks))
        return lines

    def unnamed(self, true: Sequence[Step]) -> tuple[list[Line], str]:
        """Return the true lines with the typed numbers on those of the answer, and what is surely right marked."""
        steps, numbers = [leaf for step in true for leaf in opened_up(step)], flat(true[-1].value)
        if not calculations(steps[-1]) and _answer_at(steps[:-1], numbers) is not None:
            steps = steps[:-1]  # it only repeats the numbers
        answer = _answer_at(steps, numbers) or 0
        slots = iter(self.slots if len(self.slots) == len(self.typed) else [])
        known = [[index >= answer and next(slots, False) for _ in flat(step.value)] for index, step in enumerate(steps)]
        _mark_surely_right(steps, known, answer)
        here = all(map(all, known[:answer])) and any(map(any, known))
        lines, again, typed = [], [], iter(self.typed)
        for index, (step, right) in enumerate(zip(steps, known, strict=True)):
            yours = tuple(islice(typed, len(right))) if index >= answer else ()
            marks = tuple("✓" if each else "✗" if index >= answer else "" for each in right)
            todo = [f"Work out {each.partition(' = ')[0]} once more." for each, _ in calculations(step)]
            todo = todo or [f"Nothing to work out here: write {each}." for each in self._texts(step) if not step.steps]
            again += [each for each, mark in zip(todo, marks, strict=False) if mark == "✗"]
            one = ("✓",) if all(right) and not yours else marks
            lines.append(self._line(index + 1, step, yours)._replace(marks=one))
        return lines, again[0] if here and len(again) == 1 else ""

    def _line(self, number: int, step: Step, yours: tuple[str, ...]) -> Line:
        done = calculations(step)
        count = len(flat(step.value))
        is_wide = (not yours and count > _MOST_UPRIGHT) or (rank_of(step.value) > 1 and len(done) != count)
        wide = len(rows_in(step.value)[0]) if is_wide else 0
        told = [line((", ".join(step.expressions), "dim"))] if step.steps else [painted(each) for each, _ in done]
        return Line(str(number), words_of(step), yours, self._texts(step), (), tuple(told), wide)

    def _texts(self, step: Step | None) -> tuple[str, ...]:
        return () if step is None else tuple(write_number(number, self.places) for number in floats(step.value))


# ---- the learner's working after a known mistake


def _paired(true: Sequence[Step], own: Sequence[Step]) -> Iterator[_Pair]:
    """Yield each true line with the learner's next of its name, the last ones together; None if there is none."""
    rows = [step for step in true if not step.repeats]
    left = [*own]
    if own[0].line == _ROWS != true[0].line and len(own[0].value) == len(rows):
        # The learner treated the grid as a whole, while the true working has lines for every row.
        pairs = zip(rows, own[0].value, strict=True)
        left[:1] = [step._replace(value=row, items=(), steps=()) for step, row in pairs]
    for step in true:
        mine = next((each for each in left if each.line == step.line), None)
        if mine is None and step is true[-1] and left:
            mine = left[-1]
        left = left[left.index(mine) + 1 :] if mine is not None else left
        yield step, mine if mine is not None and has_numbers(mine) else None


def _opened(pairs: list[_Pair]) -> list[_Pair]:
    """Return pairs with the lines inside the first that differs in its place, down to the mistake."""
    at = _first_wrong(pairs)
    if at is None:
        return pairs
    true, own = pairs[at]
    if own is None or not (true.steps and own.steps):
        return pairs
    inside = _opened([*_paired(true.steps, own.steps)])
    if inside[-1][0].value != true.value:
        inside.append((true._replace(steps=()), own._replace(steps=())))
    return [*pairs[:at], *inside, *pairs[at + 1 :]]


def _first_wrong(pairs: Sequence[_Pair]) -> int | None:
    """Return the index of the first pair that differs, of one with a line that the mistake replaced if any has."""
    bad = [at for at, (true, own) in enumerate(pairs) if own is not None and _differ(true, own)]
    turned = [at for at in bad if (own := pairs[at][1]) is not None and _is_turned(own)]
    return min(turned or bad, default=None)


def _differ(true: Step, own: Step) -> bool:
    """Return whether two lines come to other numbers; 1.4/0.2 is 7 on paper, and 6.999… here."""
    ours, theirs = flat(true.value), flat(own.value)
    return len(ours) != len(theirs) or not all(isclose(*both, abs_tol=1e-12) for both in zip(ours, theirs, strict=True))


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


def _from_mistake(lines: list[Line]) -> tuple[Line, ...]:
    """Return lines; if they are too many, from a little before the first mistake on."""
    at = next((at for at, each in enumerate(lines) if "✗" in each.marks), len(lines) - 1)
    rows = [each.height for each in lines]
    near = [start for start in range(at) if sum(rows[start:at]) <= _BEFORE]
    return tuple(lines if sum(rows) <= _MOST_ROWS else lines[min([*near, max(0, at - 1)]) :])


def _rows(each: Line) -> Iterator[tuple[Piece, ...]]:
    worked = each.worked if len(each.worked) == each.height else each.worked[:1]
    cells = [*zip_longest(each.yours, each.true, each.marks, worked, fillvalue="")] or [("", "", "", "")]
    if each.wide:  # its numbers stand beside, those of the learner with signs of their own
        cells = [("", "", "" if each.yours else "".join(each.marks)[:1], "")]
    for at, (mine, true, mark, calculation) in enumerate(cells):
        wrong, is_first = mark == "✗", at == 0
        yours = line((mark, "wrong" if wrong else "right"), " " * bool(mark and mine), (mine, "wrong" * wrong))
        yield (each.number * is_first, "dim"), each.name * is_first, yours, (true, "right" * wrong), calculation
