"""Read the check line of a block: the expression and its result.

A **result** is a number, row or grid as printed. A **chain** is expressions and results joined by `=` or another
relation.
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
_JOIN = re.compile(r"\s*(?:=|→|⇒|->|=>|≈)\s*")
_WORD = re.compile(r"\s+|(?<=:)")
_CLAUSES = re.compile(r"(?<=[^\d\s])\.\s|\.\s+(?=[A-Z(])|;|\n|\s{3,}")
_LONGEST_PART = 160
_MOST_LEFTS = 8
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
    at_end = _brackets_at_end(text)
    if not claims:
        whole = text.rpartition(":")[2].strip(_TRAILING)
        return CheckLine(None, whole if _read(whole) is not None else at_end)
    worked = [claim for claim in claims if claim.left is not None]
    several = len(clauses[-1]) > 1 and len({claim.left for claim in clauses[-1]}) == len(clauses[-1])
    if at_end is not None:
        says = at_end
    elif several and all(claim.left is not None and _is_one(claim.right) for claim in clauses[-1]):
        says = "[" + ", ".join(claim.right for claim in clauses[-1]) + "]"  # several results in order
    else:
        says = claims[-1].right
    for claim in worked:
        if _same(claim.right, says):
            return CheckLine(claim.left, says)
    listed = "[" + ", ".join(str(claim.left) for claim in worked) + "]"
    if len(worked) > 1 and _gives(listed, says):
        return CheckLine(listed, says)
    return CheckLine(None, says)


def _brackets_at_end(text: str) -> str | None:
    """Return the row or grid in square brackets at the end of a text; None if there is none.

    Only the last 160 characters count.
    """
    found = re.search(r"\[[^\[\]]*(?:\[[^\[\]]*\][^\[\]]*)*\]$", text.strip(_TRAILING)[-_LONGEST_PART:])
    return found[0] if found and _read(found[0]) is not None else None


def _is_one(result: str) -> bool:
    """Return whether a printed result is a single number."""
    answer = _read(result)
    return answer is not None and answer.shape == ()


def _claims(parts: list[str]) -> Iterator[_Claim]:
    """Yield the results in a chain such as `1 + 1 = 4/2 = 2`, each with an earlier expression that gives it, or None.

    It is the first of up to eight since the calculation began. `parts` are the texts between the chain's relations, at
    least one; those that begin with no result yield nothing.
    """
    lefts = _listed(_expression_at_end(parts[0]))
    for at, part in enumerate(parts[1:], 2):
        result = _result_at_start(part, several=at == len(parts))
        if result is not None:
            yield _Claim(next((left for left in lefts[:_MOST_LEFTS] if _gives(left, result)), None), result)
        # A part may end one calculation and begin another: `(4+0)/2=2, (2+0)/2=1`.
        after = part.strip()[len(result or "") :].lstrip(_TRAILING)
        begins_anew = result is not None and after and after[0] not in _OPERATORS
        latest = _listed(_expression_at_end(after if begins_anew else part))
        lefts = latest if begins_anew and latest else lefts + latest


def _listed(expression: str | None) -> list[str]:
    """Return the expression in a list; [] for None."""
    return [] if expression is None else [expression]


def _expression_at_end(text: str) -> str | None:
    """Return the longest end of a text that is an expression with a value; None if there is none.

    An end begins at the text's start, after a space, or after a comma or colon; punctuation and check marks at either
    end of the text are dropped first. None too if that end has nothing to calculate, as a number or row has not. Only
    the last 160 characters count.
    """
    text = text.strip(_TRAILING)[-_LONGEST_PART:]
    starts = [
        0,
        *(found.end() for found in _WORD.finditer(text)),
        *(at + 1 for at in range(len(text)) if text[at] in ",:"),
    ]
    for start in sorted(set(starts)):
        tail = text[start:].strip()
        try:
            node = read_expression(tail)
            evaluate(node)
        except (KatatxError, EngineError):
            continue
        return None if is_written_out(node) else tail
    return None


def _result_at_start(text: str, several: bool) -> str | None:
    """Return the longest beginning of a text that is an answer; None if there is none.

    One with a comma counts only in square brackets, or with `several`. Only the first 160 characters count.
    """
    text = text.strip()[:_LONGEST_PART]
    ends = [len(text), *(found.start() for found in re.finditer(r"\s|,|\(|(?<=\])", text))]
    for end in sorted(set(ends), reverse=True):
        head = text[:end].strip(_TRAILING)
        if head and _read(head) is not None and (several or head.startswith("[") or "," not in head):
            return head
    return None


def _read(text: str) -> Answer | None:
    """Return a text read as an answer; None if it is none, or has two readings."""
    try:
        return read_answer(text)
    except NotationError:
        return None


def _gives(expression: str, result: str) -> bool:
    """Return whether an expression gives a printed result, up to rounding; False if one cannot be read."""
    answer = _read(result)
    if answer is None:
        return False
    try:
        return Solution(read_expression(expression), {}, None).grade(answer).verdict.counts_as_right
    except (KatatxError, EngineError):
        return False


def _same(first: str, second: str) -> bool:
    """Return whether two texts read as the same numbers in the same shape; False if one cannot be read."""
    one, other = _read(first), _read(second)
    if one is None or other is None:
        return False
    return one.shape == other.shape and [n.value for n in one.numbers] == [n.value for n in other.numbers]
