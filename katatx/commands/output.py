"""What goes to stdout and stderr, and the exit status of a verdict."""

from __future__ import annotations

import re
import sys
from math import inf
from typing import Any

from katatx.errors import KatatxError
from katatx.notation.errors import NotationError
from katatx.notation.quoting import plain
from katatx.notation.tokens import LONGEST
from scoring import Judgement, Verdict

_HIDDEN = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def print_json(document: Any) -> None:
    """Print one JSON document on one line; minus infinity becomes "-inf"."""
    import json

    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        # Infinities are rare: only a document that has one is walked through for them, which costs as much again.
        text = json.dumps(finite(document), ensure_ascii=False, allow_nan=False)
    # JSON leaves C1 controls and direction marks as they are; a terminal would obey them.
    print(_HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=True)


def finite(document: Any) -> Any:
    """Return a document with infinities as strings, which JSON has no numbers for."""
    if isinstance(document, dict):
        return {key: finite(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [finite(value) for value in document]
    if document in (inf, -inf):
        return "inf" if document > 0 else "-inf"
    return document


def input_fields(line: int, text: str) -> dict[str, Any]:
    """Return which line of the input a document is about, from 1, and that line as it was given."""
    # A text that is longer cannot be read; its beginning says which one it was.
    return {"line": line, "input": text[: LONGEST + 1]}


def unread_fields(line: int, text: str, error: str, column: int | None) -> dict[str, Any]:
    """Return the fields that say in every document what could not be read, why, and from which column on."""
    return {**input_fields(line, text), "verdict": Verdict.UNREAD.value, "error": error, "column": column}


def column_of(error: KatatxError) -> int | None:
    """Return the column an error was found at, from 1; None where it is about the text as a whole."""
    return error.column if isinstance(error, NotationError) else None


def turn_documents(judged: Judgement) -> list[dict[str, str]]:
    """Return the known mistakes that lead to an answer: which, on what line, what happened, what to do instead."""
    return [
        {
            "id": turn.name,
            "line": turn.line,
            "happened": turn.happened,
            "detail": turn.detail,
            "instead": turn.instead,
        }
        for turn in judged.wrong_turns
    ]


def narrate(message: str) -> None:
    """Print one line on stderr; nowhere where that is closed, and not on stdout, where print would put it."""
    if sys.stderr is None:
        return
    print(f"katatx: {plain(message, keep='')}", file=sys.stderr)


def status(verdict: Verdict) -> int:
    """Return 0 for what counts as right, 1 for what is wrong, 2 for what was not graded."""
    if verdict.counts_as_right:
        return 0
    return 2 if verdict.costs_nothing else 1
