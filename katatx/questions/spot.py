"""Spots: a working with one wrong line, which the learner finds and corrects by an answer such as `2: 0.5 0.5`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from katatx.notation.quoting import quote
from katatx.questions.numbers import counted, judge_numbers, read_numbers, unreadable
from katatx.questions.sheet import Option
from scoring import Judgement, Verdict
from scoring.places import DECIMALS
from scoring.wording import capital

if TYPE_CHECKING:
    from katatx.engine.mistakes.spotting import Spot

# A line's number, and what should stand there.
_ANSWER = re.compile(r"\s*(?:line\s*)?(\d{1,3})\s*(?:[:;)]\s*(\S.*)?)?", re.IGNORECASE | re.DOTALL)


def lines_of(spot: Spot) -> tuple[Option, ...]:
    """Return the lines of the working with their numbers."""
    names, digits = [line.name.rpartition(", ")[2] for line in spot.lines], len(str(len(spot.lines)))
    width = max(map(len, names))
    return tuple(
        Option(f"{number:>{digits}}  {name.ljust(width)}  ", line.text)
        for number, (name, line) in enumerate(zip(names, spot.lines, strict=True), 1)
    )


def _places_of(spot: Spot) -> int:
    return DECIMALS if spot.solution.places is None else spot.solution.places


def how_to_answer(spot: Spot) -> str:
    """Return what to type, with an example in the form that the working has, on a line that comes after all of it."""
    form = "in whole numbers" if _is_whole(spot) else f"with {counted(_places_of(spot), 'decimal')}"
    rows = "; put ; between the rows of a grid" if any(len(line.shape) > 1 for line in spot.lines) else ""
    after, is_row = len(spot.lines) + 1, any(line.shape for line in spot.lines)
    example = f"such as {_example(spot, after, is_row)} for a line {after}{rows}"
    return f"Write the line's number, a colon, and what should stand there, {form}, {example}"


def judge_line(typed: str, spot: Spot) -> Judgement:
    """Return the verdict on a line's number and value; `again` for a line alone. Never raises."""
    found, at = _ANSWER.fullmatch(typed), line_picked(typed, spot)
    if found is None:
        return Judgement(Verdict.AGAIN, f"{quote(typed)} is not a line number. {how_to_answer(spot)}")
    if at is None:
        return Judgement(Verdict.AGAIN, f"there is no line {int(found[1])}; the lines are 1 to {len(spot.lines)}")
    if found[2] is None:
        example = _example(spot, at + 1, bool(spot.lines[at].shape))
        missing = f"write what should stand on line {at + 1} too, such as {example}"
        return Judgement(Verdict.AGAIN, missing)
    # The same message for any line, so that it does not reveal which one is wrong.
    unread = unreadable(found[2], spot.lines[at].shape)
    if unread or at == spot.wrong:
        return unread or _judge_value(found[2], spot)
    after = "is correct, given the lines before it; the mistake is on an earlier line"
    said = after if at > spot.wrong else "is as it should be"
    return Judgement(Verdict.WRONG, f"wrong: line {at + 1} {said}", (False,))


def _judge_value(typed: str, spot: Spot) -> Judgement:
    """Return the verdict on the value typed for the line that is wrong."""
    judged, number = judge_numbers(typed, spot.solution, spot.own), spot.wrong + 1
    if judged.verdict.counts_as_right:
        return judged._replace(message=f"{judged.message}; the mistake there: {spot.turn.happened}")
    if judged.verdict.costs_nothing:
        return judged
    if spot.turn.id in judged.wrong_turns:
        message = f"wrong: line {number} is the wrong one, but that is what it says already"
        return Judgement(Verdict.WRONG, message, judged.slots)
    return judged._replace(message=f"line {number} is the wrong one. {capital(judged.message)}")


def line_picked(typed: str, spot: Spot) -> int | None:
    """Return the index of the line whose number is typed; None if there is no such line."""
    found = _ANSWER.fullmatch(typed)
    number = int(found[1]) if found else 0
    return number - 1 if 1 <= number <= len(spot.lines) else None


def picking_line(index: int, typed: str) -> str:
    """Return the typed text with the number of another line."""
    found = _ANSWER.fullmatch(typed)
    return f"{index + 1}: {found[2] or '' if found else ''}"


def read_line(typed: str, spot: Spot) -> str:
    """Return how the typed line number and value will be read, or how to answer."""
    found, at = _ANSWER.fullmatch(typed), line_picked(typed, spot)
    if found is None:
        return how_to_answer(spot)
    if found[2] is None:
        return f"line {found[1]}; and what should stand there?"
    read = read_numbers(found[2], None if at is None else spot.lines[at].shape, frozenset())
    return read if read.startswith("not read") else f"you say: line {found[1]} should be {read.partition(': ')[0]}"


def _example(spot: Spot, number: int, is_row: bool) -> str:
    first, second = ("4", "3") if _is_whole(spot) else (f"{each:.{_places_of(spot)}f}" for each in (0.5, 0.25))
    return f"{number}: {first}{f' {second}' * is_row}"


def _is_whole(spot: Spot) -> bool:
    return not any("." in line.text for line in spot.lines) and "." not in spot.right
