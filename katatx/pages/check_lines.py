"""Read the check line of a block: the expression and its result.

A **result** is a number, row or grid as printed. A **chain** is expressions and results joined by `=` or another
relation. Only the first or last 160 characters of a part of a chain are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import Solution
from katatx.engine.names import is_written_out
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.parser import read_expression
from scoring.answer import Answer

# Longer text is no check line.
_LONGEST = 2_000
_LONGEST_PART = 160
_MOST_LEFTS = 8
_JOIN = re.compile(r"\s*(?:=|→|⇒|->|=>|≈)\s*")
_CLAUSES = re.compile(r"(?<=[^\d\s])\.\s|\.\s+(?=[A-Z(])|;|\n|\s{3,}")
_STARTS = re.compile(r"^|(?<=[\s,:])(?=[^\s,:])")
_ENDS = re.compile(r"\s|,|\(|(?<=\])|$")
_AT_END = re.compile(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]$")
_OPERATORS = "+-−*×·⋅/÷^@"
_TRAILING = " .,;:✓✔\t\n"


class CheckLine(NamedTuple):
    """A check line: its result as printed (`says`), and the expression that gives it (`answer`).

    Each is None if there is none.
    """

    answer: str | None
    says: str | None


class _Claim(NamedTuple):
    """A printed result and the expression that gives it, if any."""

    left: str | None
    right: str


def read_check_line(text: str) -> CheckLine:
    """Return the last result in the text after `check:`, and an expression (or a row of them) there that gives it.

    A row or grid in brackets at the end is the result; so are several numbers of the last clause as a row, if each has
    an expression of its own. Text without a result after `=` or the like is a result alone if it can be read, after its
    last colon. Nothing is raised: what cannot be read is None. Only the first 2,000 characters count.
    """
    text = text[:_LONGEST]
    clauses = [list(_claims(_JOIN.split(clause))) for clause in _CLAUSES.split(text)]
    claims = [claim for clause in clauses for claim in clause]
    at_end = _AT_END.search(text.strip(_TRAILING)[-_LONGEST_PART:])
    says = at_end[0] if at_end and _read(at_end[0]) else None
    if not claims:
        whole = text.rpartition(":")[2].strip(_TRAILING)
        return CheckLine(None, whole if _read(whole) else says)
    says = says or _listed_at_end(clauses[-1]) or claims[-1].right
    worked = [(claim.left, claim.right) for claim in claims if claim.left is not None]
    listed = f"[{', '.join(left for left, _ in worked)}]"
    given = next((left for left, right in worked if _numbers(right) == _numbers(says)), None)
    return CheckLine(given or (listed if len(worked) > 1 and _gives(listed, says) else None), says)


def _listed_at_end(clause: list[_Claim]) -> str | None:
    """Return the numbers of the last clause as a row, if they are several, each with an expression of its own."""
    lefts = {claim.left for claim in clause}
    are_numbers = None not in lefts and all(_numbers(claim.right)[:1] == [()] for claim in clause)
    is_row = are_numbers and len(clause) > 1 and len(lefts) == len(clause)
    return "[" + ", ".join(claim.right for claim in clause) + "]" if is_row else None


def _claims(parts: list[str]) -> Iterator[_Claim]:
    """Yield the results in a chain such as `1 + 1 = 4/2 = 2`, each with an earlier expression that gives it, or None.

    It is the first of up to eight since the calculation began. `parts` are the texts between the chain's relations, at
    least one; those that begin with no result yield nothing.
    """
    lefts = _expression_at_end(parts[0])
    for at, part in enumerate(parts[1:], 2):
        result = _result_at_start(part, several=at == len(parts))
        if result is not None:
            yield _Claim(next((left for left in lefts[:_MOST_LEFTS] if _gives(left, result)), None), result)
        # A part may end one calculation and begin another: `(4+0)/2=2, (2+0)/2=1`.
        after = part.strip()[len(result or "") :].lstrip(_TRAILING)
        begins_anew = result is not None and after and after[0] not in _OPERATORS
        latest = _expression_at_end(after if begins_anew else part)
        lefts = latest if begins_anew and latest else lefts + latest


def _expression_at_end(text: str) -> list[str]:
    """Return the longest end of a text that is an expression with a value, alone in a list; [] if there is none.

    An end begins at the text's start, after a space, or after a comma or colon; punctuation and check marks at either
    end of the text are dropped first. [] too if that end has nothing to calculate, as a number or row has not.
    """
    text = text.strip(_TRAILING)[-_LONGEST_PART:]
    for start in _STARTS.finditer(text):
        tail = text[start.end() :].strip()
        try:
            node = read_expression(tail)
            evaluate(node)
        except (KatatxError, EngineError):
            continue
        return [] if is_written_out(node) else [tail]
    return []


def _result_at_start(text: str, several: bool) -> str | None:
    """Return the longest beginning of a text that is an answer; None if there is none.

    One with a comma counts only in square brackets, or with `several`.
    """
    text = text.strip()[:_LONGEST_PART]
    for end in reversed([found.start() for found in _ENDS.finditer(text)]):
        head = text[:end].strip(_TRAILING)
        if head and (several or head.startswith("[") or "," not in head) and _read(head):
            return head
    return None


def _read(text: str) -> Answer | None:
    """Return a text read as an answer; None if it is none, or has two readings."""
    try:
        return read_answer(text)
    except NotationError:
        return None


def _numbers(text: str) -> list[object]:
    """Return the shape and the values of a printed result; [] if it cannot be read."""
    answer = _read(text)
    return [answer.shape, *(number.value for number in answer.numbers)] if answer else []


def _gives(expression: str, result: str) -> bool:
    """Return whether an expression gives a printed result, up to rounding; False if one cannot be read."""
    answer = _read(result)
    try:
        solution = Solution(read_expression(expression), {}, None)
        return answer is not None and solution.grade(answer).verdict.counts_as_right
    except (KatatxError, EngineError):
        return False
