"""What a program printed, held against what its code shows: number by number, rows as one claim each."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from katatx.audit.code.arrays import Array, Unsupported, as_array
from katatx.audit.code.shown import Opaque, Text
from katatx.audit.code.worth import Worth, expression_of
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.results import Printed, padded
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from scoring.answer import TypedNumber

_PLAIN = r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_NUMBER = re.compile(rf"(?:(?<![\w.)\]])[-+])?(?<![\w.])(?:{_PLAIN}|inf\b)(?!\.?\d)")
_THOUSANDS = re.compile(
    rf"(?:(?<![\w.)\]])[-+])?(?<![\w.])(?:\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|{_PLAIN}|inf\b)(?!\.?\d)"
)
_ASIDE = re.compile(r"\b(?:dtype|device|grad_fn|requires_grad|layout)=(?:'[^']*'|[\w.<>]+)")
_SINGLE_DIGITS = 6
_MOST_UNREAD = 20
_GLUED = re.compile(r"[\w.]\Z")


class Slot(NamedTuple):
    """What is expected next: numbers that make one claim (a row, or a single one), or those of a text, which make none.

    `whole` is the value that they are part of, by its number; an unknown one has no numbers.
    """

    true: tuple[float, ...]
    printed: tuple[float, ...]
    is_row: bool
    claims: bool
    whole: int
    unknown: str = ""


class Number(NamedTuple):
    """A number of an output and where it stands."""

    text: str
    line: LogicalLine
    start: int
    stop: int

    @property
    def value(self) -> float:
        """The number."""
        return float(self.text.replace(",", ""))


def slots_of(shown: Sequence[tuple[Any, Any]]) -> list[Slot]:
    """What values show, each from true numbers and from printed ones, in order."""
    slots: list[Slot] = []
    for whole, (true, printed) in enumerate(shown):
        if isinstance(true, Opaque) or isinstance(printed, Opaque):
            slots.append(Slot((), (), is_row=False, claims=False, whole=whole, unknown=getattr(true, "why", "")))
            continue
        parts = true.parts if isinstance(true, Text) else (true,)
        others = printed.parts if isinstance(printed, Text) else (printed,)
        others = others if len(others) == len(parts) else parts
        before = ""
        for number, (part, other) in enumerate(zip(parts, others, strict=True)):
            if isinstance(part, str):
                before += part
                continue
            slots += _of_text(before, whole)
            glued = before and _GLUED.search(before) is not None
            slots += [slot for slot in _of_value(part, other, 1000 * whole + number) if not (glued and not slot.is_row)]
            before = "" if isinstance(part, (Array, list, tuple)) else "\0"
        slots += _of_text(before, whole)
    return slots


def holds(lines: Sequence[LogicalLine], shown: Sequence[tuple[Any, Any]], most: bool) -> bool:
    """Whether lines have as many numbers as values show; with `most`, for the greater part their very numbers."""
    try:
        wanted = [number for slot in slots_of(shown) for number in slot.true]
    except Unsupported:
        return False
    found = [float(text) for line in lines for text in _NUMBER.findall(_ASIDE.sub("", line.text))]
    if len(wanted) != len(found):
        return False
    near = sum(math.isclose(one, other, rel_tol=0.02, abs_tol=0.02) for one, other in zip(wanted, found, strict=True))
    return not most or near > len(wanted) / 2


def _of_text(text: str, whole: int) -> list[Slot]:
    text = _ASIDE.sub("", text.lstrip("\0"))
    found = [float(number[0]) for number in _NUMBER.finditer(text)]
    return [Slot((number,), (number,), is_row=False, claims=False, whole=whole) for number in found]


def _of_value(true: Any, printed: Any, whole: int) -> list[Slot]:
    """The slots of one value: an array row by row, the parts of a tuple one by one."""
    if isinstance(true, bool) or true is None or not isinstance(true, (int, float, Array, list, tuple)):
        return []
    if isinstance(true, (int, float)):
        single = _visible([true]), _visible([printed if isinstance(printed, (int, float)) else true])
        return [Slot(*single, is_row=False, claims=True, whole=whole)] if single[0] and single[1] else []
    if isinstance(true, (list, tuple)) and not _is_row(true):
        others = printed if isinstance(printed, (list, tuple)) and len(printed) == len(true) else true
        return [slot for one, other in zip(true, others, strict=True) for slot in _of_value(one, other, whole)]
    try:
        array, other_array = as_array(true), as_array(printed)
    except Unsupported:
        return []
    if array.shape != other_array.shape:
        other_array = array
    width = array.shape[-1] if array.shape else 1
    slots = []
    for at in range(0, len(array.numbers), width or 1):
        numbers = array.numbers[at : at + width]
        found, other = _visible(numbers), _visible(other_array.numbers[at : at + width])
        claims = len(found) == len(numbers) == len(other)
        slots.append(Slot(found, other if claims else found, is_row=True, claims=claims, whole=whole))
    return slots


def _in_shape(numbers: tuple[float, ...], is_row: bool) -> Any:
    return as_array(list(numbers)) if is_row else numbers[0]


def _is_row(parts: list[Any] | tuple[Any, ...]) -> bool:
    return isinstance(parts, list) and all(isinstance(part, (int, float)) for part in parts)


def _visible(numbers: Sequence[float]) -> tuple[float, ...]:
    """The numbers that are shown as numbers: no truth values, nothing that is none."""
    try:
        return tuple(float(each) for each in numbers if not isinstance(each, bool) and not math.isnan(each))
    except OverflowError as error:
        raise Unsupported("a number of too many digits") from error


class OutputWork:
    """The output of one statement, or of one cell."""

    def __init__(self, sheet: Sheet, lines: Sequence[LogicalLine], worth: Worth, single: bool) -> None:
        self.sheet, self.lines, self.worth, self.single = sheet, lines, worth, single

    def work(self, shown: Sequence[tuple[Any, Any]]) -> None:
        """Judge every number of the output by the values shown, in order."""
        try:
            slots = slots_of(shown)
        except Unsupported as error:
            slots = [Slot((), (), is_row=False, claims=False, whole=0, unknown=str(error))]
        thousands = any(isinstance(true, Text) and true.thousands for true, _ in shown)
        numbers = self._numbers(_THOUSANDS if thousands else _NUMBER)
        unknown = [at for at, slot in enumerate(slots) if slot.unknown]
        if not unknown:
            if sum(len(slot.true) for slot in slots) == len(numbers) and not self._cut():
                self._judge(slots, numbers)
            elif slots or numbers:
                self._unread(numbers, "what is printed has other numbers than what the code shows")
            return
        before, after = slots[: unknown[0]], slots[unknown[-1] + 1 :]
        head, tail = sum(len(slot.true) for slot in before), sum(len(slot.true) for slot in after)
        if (
            head + tail <= len(numbers)
            and _same_texts(before, numbers[:head])
            and _same_texts(after, numbers[len(numbers) - tail :])
        ):
            self._judge(before, numbers[:head])
            self._unread(numbers[head : len(numbers) - tail], slots[unknown[0]].unknown)
            self._judge(after, numbers[len(numbers) - tail :])
        else:
            self._unread(numbers, slots[unknown[0]].unknown)

    def _cut(self) -> bool:
        return any("..." in line.text for line in self.lines)

    def _numbers(self, pattern: re.Pattern[str]) -> list[Number]:
        found = []
        for line in self.lines:
            text = _ASIDE.sub(lambda aside: "_" * len(aside[0]), line.text)
            found += [Number(each[0], line, each.start(), each.end()) for each in pattern.finditer(text)]
        return found

    def _judge(self, slots: Sequence[Slot], numbers: Sequence[Number]) -> None:
        if not _same_texts(slots, numbers):
            self._unread(numbers, "what is printed has other numbers than what the code shows")
            return
        places: dict[int, int] = {}
        at = 0
        for slot in slots:
            for number in numbers[at : at + len(slot.true)] if slot.is_row else ():
                if "e" not in number.text.lower():
                    places[slot.whole] = max(places.get(slot.whole, 0), len(number.text.partition(".")[2]))
            at += len(slot.true)
        at = 0
        for slot in slots:
            own = numbers[at : at + len(slot.true)]
            at += len(slot.true)
            if slot.claims and own:
                self._claim(slot, own, places.get(slot.whole, 0))

    def _claim(self, slot: Slot, own: Sequence[Number], places: int) -> None:
        line = own[0].line
        if any(number.line is not line for number in own):
            return
        typed = tuple(self._typed(number, places if slot.is_row else 0) for number in own)
        spans = tuple((number.start, number.stop) for number in own)
        start, stop = spans[0][0], spans[-1][1]
        if slot.is_row:
            start, stop = _with_brackets(line.text, start, stop)
        shape = (len(own),) if slot.is_row else ()
        printed = Printed(padded(typed), spans, shape, start, stop)
        true, other = (_in_shape(numbers, slot.is_row) for numbers in (slot.true, slot.printed))
        same = slot.true == slot.printed
        against = expression_of(self.worth.with_values(true, true if same else other), line.index)
        if against is None:
            return
        tokens = [Token("number", "", start, stop, 0)]
        judged = self.sheet.drafts.judge(printed, [against], line, tokens, self.worth.doubtful)
        if judged is not None:
            self.sheet.known(printed, judged)

    def _typed(self, number: Number, places: int) -> TypedNumber:
        value = number.value
        mantissa, _, power = number.text.lower().partition("e")
        own = len(mantissa.partition(".")[2]) - int(power or 0) if "inf" not in number.text else 0
        if "." in mantissa and not power:
            own = max(own, places)
        if self.single and value and math.isfinite(value):
            own = min(own, _SINGLE_DIGITS - 1 - math.floor(math.log10(abs(value))))
        return TypedNumber(number.text, value, own)

    def _unread(self, numbers: Sequence[Number], why: str) -> None:
        by_line: dict[int, list[Number]] = {}
        for number in numbers:
            by_line.setdefault(id(number.line), []).append(number)
        for own in list(by_line.values())[:_MOST_UNREAD]:
            start, stop = own[0].start, own[-1].stop
            line = own[0].line
            typed = tuple(self._typed(number, 0) for number in own)
            spans = tuple((number.start, number.stop) for number in own)
            printed = Printed(typed, spans, (len(own),), start, stop)
            self.sheet.drafts.unread(line, [Token("number", "", start, stop, 0)], printed, why)


def _same_texts(slots: Sequence[Slot], numbers: Sequence[Number]) -> bool:
    """Whether the numbers that are merely text stand where they are expected."""
    at = 0
    for slot in slots:
        own = numbers[at : at + len(slot.true)]
        at += len(slot.true)
        if not slot.claims and not slot.is_row and [number.value for number in own] != list(slot.true):
            return False
    return True


def _with_brackets(text: str, start: int, stop: int) -> tuple[int, int]:
    """The span of a row with its square brackets."""
    first, last = start, stop
    while first and text[first - 1] == " ":
        first -= 1
    while last < len(text) and text[last] == " ":
        last += 1
    opened, closed = first > 0 and text[first - 1] == "[", last < len(text) and text[last] == "]"
    return (first - 1, last + 1) if opened and closed else (start, stop)
