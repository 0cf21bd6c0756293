"""Compare the working of a wrong answer with the true one, line by line, and find the line of the mistake.

A step is one line of a working and may contain further steps. A path is a line's position: its index, then the index of
a line nested in it, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, NamedTuple

from katatx.engine.values import Value, flat, floats, rank_of, shape_of, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.pictures.figures import GIVEN
from scoring.places import DECIMALS

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.pictures.parts import Picture
    from katatx.questions.outcome import Outcome
    from katatx.questions.working import Path
    from scoring.answer import Answer

# The name of a step that treats a grid as a whole.
ROWS = "rows"
LEFT_OUT = "you left this out"
FIRST_MISTAKE = "first mistake"
# The most given values that are shown above the first line.
_MOST_GIVEN = 2
_LONGEST_NUMBER = 24
_LONGEST_TEXT = 2000


class Numbers(NamedTuple):
    """Formatted numbers row by row, each with whether it is wrong; a single number is a row of one."""

    rows: tuple[tuple[str, ...], ...]
    wrong: tuple[tuple[bool, ...], ...]

    @property
    def said(self) -> str:
        """Return all numbers on one line."""
        return "; ".join(" ".join(row) for row in self.rows)


@dataclass(frozen=True, slots=True)
class WrongLine:
    """One worked line with the learner's and the true numbers and workings.

    `yours` is None if the learner's numbers are unknown or there is no such line. `is_mistake` marks the line of a
    mistake, and `note` describes it. `lines` are nested lines; a line of words has only `text`.
    """

    name: str
    yours: Numbers | None = None
    true: Numbers | None = None
    yours_worked: tuple[str, ...] = ()
    true_worked: tuple[str, ...] = ()
    is_mistake: bool = False
    note: str = ""
    lines: tuple[WrongLine, ...] = ()
    text: str = ""

    @property
    def differs(self) -> bool:
        """Return whether the learner's numbers are known, and either differ from the true ones or stand without any."""
        return self.yours is not None and (self.true is None or self.yours.rows != self.true.rows)

    @property
    def has_mistake(self) -> bool:
        """Return whether a mistake was made on this line or on a nested one."""
        return self.is_mistake or any(line.has_mistake for line in self.lines)


@dataclass(frozen=True, slots=True)
class WrongWorking:
    """The lines of a wrong answer, the path of the first mistake, and the typed value if it has the asked shape.

    `mistake` is the path of the last line with numbers if no line is marked as a mistake; `typed` is None for another
    shape.
    """

    lines: tuple[WrongLine, ...]
    mistake: Path
    typed: Value = None


def wrong_working(outcome: Outcome, steps: Sequence[Step]) -> WrongWorking | None:
    """Return a wrong answer's working compared with the true `steps`.

    If the working of a known mistake can be made, its lines have the learner's numbers, and given rows come first;
    otherwise only the last line has them. Lines of words come at the end. Returns None if there is nothing to compare:
    the answer is right, costs nothing or cannot be read, is not numeric, or the truth must stay hidden.
    """
    question, judgement = outcome.question, outcome.judgement
    is_right = judgement.verdict.counts_as_right or judgement.verdict.costs_nothing
    if is_right or not outcome.tells_truth or question.options:
        return None
    worked = [step for step in steps if step.value is not None]
    if not worked:
        return None
    try:
        typed = read_answer(outcome.typed, shape_of(worked[-1].value))
    except NotationError:
        return None
    from katatx.questions.true_working import steps_with

    theirs = steps_with(question, judgement.wrong_turns[0]) if judgement.wrong_turns else []
    lines = list(_all_paired(worked, theirs)) if theirs else [_true_line(step) for step in worked]
    if theirs and not any(line.has_mistake for line in lines):
        lines = _first_marked(lines)
    places = max(DECIMALS, question.places)
    lines[-1] = replace(
        lines[-1],
        yours=_typed(typed, judgement.slots),
        true=_written(worked[-1].value, places),
        is_mistake=lines[-1].is_mistake or not theirs,
    )
    if lines[-1].note == FIRST_MISTAKE:  # the table shows already that it is wrong, and nothing follows it
        lines[-1] = replace(lines[-1], note="")
    given = list(_given_lines(worked[0], question.given)) if theirs else []
    words = [WrongLine(step.line, text=plain(step.text, _LONGEST_TEXT)) for step in steps if step.value is None]
    every = (*given, *lines, *words)
    return WrongWorking(every, _path(every), _value(typed) if typed.shape == shape_of(worked[-1].value) else None)


def picture_of(outcome: Outcome, working: WrongWorking, steps: Sequence[Step]) -> Picture | None:
    """Return one picture with the typed numbers beside the true ones; None if no bars or heat maps suit them.

    `working` is the outcome's `wrong_working`, and `steps` is the true working.
    """
    from katatx.pictures.pair import pair_with

    last = next((step for step in reversed(steps) if step.value is not None), None)
    if last is None or working.typed is None:
        return None
    drawn = outcome.question.pictures_of(last)
    return pair_with(drawn[0], working.typed, ("yours", "true")) if len(drawn) == 1 else None


def said_lines(working: WrongWorking) -> list[str]:
    """Return the compared working as lines for a screen reader, nested lines before the line that contains them."""
    return list(_said(working.lines))


def _said(lines: Sequence[WrongLine]) -> Iterator[str]:
    """Yield the lines of text of worked lines, nested lines first."""
    for line in lines:
        yield from _said(line.lines)
        yield f"{line.name}: {line.text or _said_numbers(line)}"


def _said_numbers(line: WrongLine) -> str:
    """Return the learner's and the true working of a line as text; once if they agree."""
    worked = "  ".join(line.true_worked) or ("nothing" if line.true is None else line.true.said)
    if line.yours is None or not (line.differs or line.is_mistake):
        return worked
    own = "  ".join(line.yours_worked) if line.yours_worked else line.yours.said
    return f"yours {own}, true {worked}{f'; {line.note}' if line.note else ''}"


def _all_paired(true: Sequence[Step], theirs: Sequence[Step]) -> Iterator[WrongLine]:
    """Yield the lines of the true and of the learner's working (`theirs`), paired in order; the last one is the
    answer.
    """
    if theirs[-1].line == ROWS and true[-1].line != ROWS:
        yield from _paired(true[:-1], theirs)
        yield _true_line(true[-1])
    else:
        yield from _paired(true, theirs)


def _paired(true: Sequence[Step], theirs: Sequence[Step]) -> Iterator[WrongLine]:
    """Yield the lines of both workings in order, pairing steps of one name, and the last two if both are left.

    `theirs` are the learner's steps. If the only one is `ROWS`, with as many rows as `true` has steps, yield one
    line for each row.
    """
    if len(theirs) == 1 and theirs[0].line == ROWS and len(theirs[0].value) == len(true):
        # The learner treated the grid as a whole, while the true working has lines for every row.
        yield from _rows(true, theirs[0])
        return
    matcher = SequenceMatcher(None, [step.line for step in true], [step.line for step in theirs], autojunk=False)
    for how, at, end, other, other_end in matcher.get_opcodes():
        if how == "equal":
            for step, own in zip(true[at:end], theirs[other:other_end], strict=True):
                yield _line(step, own)
            continue
        alike = how == "replace" and end == len(true) and other_end == len(theirs)
        yield from (_line(None, own) for own in theirs[other : other_end - alike])
        yield from (_line(step, None) for step in true[at : end - alike])
        if alike:
            yield _line(true[-1], theirs[-1])


def _rows(true: Sequence[Step], own: Step) -> Iterator[WrongLine]:
    """Yield a line for each row of the grid in `own`, a step in which the learner treated the grid as a whole.

    `true` are the true steps, one for each row; ValueError is raised for another number of them. Every row that differs
    is noted as the first mistake.
    """
    for step, row in zip(true, own.value, strict=True):
        line = _true_line(step)
        yours = _written(row)
        wrong = line.true is not None and yours.rows != line.true.rows
        yield replace(line, yours=yours, is_mistake=wrong, note=FIRST_MISTAKE * wrong)


def _line(true: Step | None, own: Step | None) -> WrongLine:
    """Return the line of a true step and the learner's step (`own`); one of them may be None.

    It is marked as the mistake if that was made in `own` and the true value is another, or there is none.
    """
    if own is None:
        assert true is not None
        return _true_line(true)
    line = WrongLine(own.line) if true is None else _true_line(true)
    inside = line.lines
    if own.steps:
        kept = any(step.turned and step.repeats for step in own.steps)
        inside = tuple(_paired(() if true is None else _inside(true, kept), _inside(own, kept)))
    line = replace(line, yours=_written(own.value), yours_worked=_worked(own), lines=inside)
    is_mistake = own.turned and (true is None or own.value != true.value)
    note = LEFT_OUT if own.is_left_out else FIRST_MISTAKE
    return replace(line, is_mistake=is_mistake, note=note if is_mistake else "")


def _true_line(step: Step) -> WrongLine:
    """Return a line with the true step only."""
    inside = tuple(map(_true_line, _inside(step)))
    true = None if step.value is None else _written(step.value)
    return WrongLine(step.line, None, true, (), _worked(step), lines=inside)


def _inside(step: Step, kept: bool = False) -> Sequence[Step]:
    """Return the steps nested in a step, without those that only repeat it; all of them if `kept` or if all do."""
    steps = step.steps if kept else [each for each in step.steps if not each.repeats]
    return steps or step.steps


def _worked(step: Step) -> tuple[str, ...]:
    """Return a step's calculations as text; () if nested steps show them or nothing was calculated."""
    if step.steps:
        return ()
    texts = [f"{calculation} = {result}" for calculation, result in step.items]
    if not texts and " = " in step.text:
        texts = [step.text]
    return tuple(plain(text, _LONGEST_TEXT) for text in texts)


def _first_marked(lines: Sequence[WrongLine]) -> list[WrongLine]:
    """Return the lines with the first that differs marked as the mistake, or the first of its nested lines that does.

    A line that only one of the two workings has differs too.
    """
    marked = list(lines)
    for at, line in enumerate(lines):
        if line.differs or line.true is None or line.yours is None:
            inside = _first_marked(line.lines) if line.yours is not None and line.true is not None else []
            deeper = any(each.has_mistake for each in inside)
            note = LEFT_OUT if line.yours is None else FIRST_MISTAKE
            marked[at] = replace(line, lines=tuple(inside)) if deeper else replace(line, is_mistake=True, note=note)
            break
    return marked


def _path(lines: Sequence[WrongLine]) -> Path:
    """Return the path of the first mistake, or of the last line with numbers if there is none."""
    for at, line in enumerate(lines):
        if line.is_mistake:
            return (at,)
        if line.has_mistake:
            return (at, *_path(line.lines))
    return (max((at for at, line in enumerate(lines) if not line.text), default=0),)


def _given_lines(first: Step, given: Mapping[str, Value]) -> Iterator[WrongLine]:
    """Yield lines with the given rows, at most two, from which the first step is worked."""
    rows = {name: value for name, value in given.items() if rank_of(value) == 1 and value in first.given}
    for name, value in list(rows.items())[:_MOST_GIVEN]:
        numbers = _written(value, GIVEN)
        yield WrongLine(plain(name, _LONGEST_NUMBER, keep=""), numbers, numbers)


def _written(value: Value, places: int = DECIMALS) -> Numbers:
    """Return a number, row or grid as numbers with `places` decimals, none marked wrong."""
    grid = value if rank_of(value) == 2 else (flat(value),)
    rows = tuple(tuple(write_number(number, places) for number in floats(row)) for row in grid)
    return Numbers(rows, tuple((False,) * len(row) for row in rows))


def _typed(answer: Answer, right: Sequence[bool]) -> Numbers:
    """Return the typed numbers; `right` says which are right.

    The wrong ones are marked only if others are right, and none if `right` has another length.
    """
    texts = [plain(number.text, _LONGEST_NUMBER, keep="") for number in answer.numbers]
    some_right = any(right) and len(right) == len(texts)
    wrong = [not each for each in right] if some_right else [False] * len(texts)
    width = answer.shape[1] if len(answer.shape) == 2 else len(texts)
    starts = range(0, len(texts), max(1, width))
    return Numbers(
        tuple(tuple(texts[start : start + width]) for start in starts),
        tuple(tuple(wrong[start : start + width]) for start in starts),
    )


def _value(answer: Answer) -> Value:
    """Return the typed numbers in their shape."""
    return shaped(answer.shape, [number.value for number in answer.numbers])
