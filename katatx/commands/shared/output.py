"""Output to stdout and stderr, and exit statuses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING, Any

from katatx.commands.shared.terminal import is_dumb
from katatx.errors import KatatxError
from katatx.notation.lexer import LONGEST
from katatx.notation.quoting import plain
from scoring import Judgement, Verdict

if TYPE_CHECKING:
    from rich.text import Text

_COLUMN = re.compile(r"column (\d+): ")
# The named styles of text in the terminal's own colours.
_COLOURS = {
    "given": "blue", "right": "green", "wrong": "red", "lead": "yellow", "dim": "dim", "faint": "dim", "b": "bold",
}  # fmt: skip
_HIDDEN = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def print_json(document: Any) -> None:
    """Print a JSON document on one line; infinities become "inf" and "-inf", and characters that steer terminals are
    escaped.

    Raises ValueError if it contains NaN.
    """
    import json

    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        # Infinities are rare, and searching for them costs as much as printing.
        text = json.dumps(finite(document), ensure_ascii=False, allow_nan=False)
    # JSON keeps C1 controls and direction marks, which a terminal would obey.
    print(_HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=True)


def finite(document: Any) -> Any:
    """Return a document with infinities as the strings "inf" and "-inf", since JSON has none; tuples become lists."""
    if isinstance(document, dict):
        return {key: finite(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [finite(value) for value in document]
    if document in (inf, -inf):
        return "inf" if document > 0 else "-inf"
    return document


def input_fields(line: int, text: str) -> dict[str, Any]:
    """Return the JSON fields that identify an input line: its number, from 1, and its first 5,001 characters."""
    # A longer text cannot be read; its beginning identifies it.
    return {"line": line, "input": text[: LONGEST + 1]}


def unread_fields(line: int, text: str, error: str, column: int | None) -> dict[str, Any]:
    """Return the JSON fields for input that could not be read.

    `line` is its number and `column` where reading failed, both from 1; None if that is unknown. `error` is the reason.
    """
    return {**input_fields(line, text), "verdict": Verdict.AGAIN.value, "error": error, "column": column}


def column_of(error: KatatxError) -> int | None:
    """Return the column that the message of an error begins with ("column 3: ..."), from 1; None if it has none."""
    found = _COLUMN.match(str(error))
    return None if found is None else int(found[1])


def verdict_fields(judged: Judgement | None) -> dict[str, Any]:
    """Return the JSON fields of a verdict, None without one; a slip of the hand among the causes has no id."""
    if judged is None:
        return {"verdict": None, "rounded": None, "causes": None, "message": None}
    causes = [
        {"id": cause.name or None, "line": cause.line or None, "happened": cause.happened, "instead": cause.instead}
        for cause in judged.causes
    ]
    return {"verdict": judged.verdict.value, "rounded": judged.rounded, "causes": causes, "message": judged.message}


def print_lines(lines: Iterable[Text], width: int) -> None:
    """Print lines of text, those that are longer than `width` in several, in colour if stdout is a terminal that has
    colours and NO_COLOR is not set (see no-color.org).
    """
    from katatx.show.text import in_width, plain_lines

    fitting = in_width(lines, width)
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR") or is_dumb():
        print("\n".join(plain_lines(fitting)))
        return
    from rich.console import Console
    from rich.theme import Theme

    console = Console(theme=Theme(_COLOURS), highlight=False)
    for each in fitting:
        console.print(each, soft_wrap=True)


def narrate(message: str) -> None:
    """Print a line on stderr, after "katatx: ", or nothing if stderr is closed."""
    if sys.stderr is None:
        return
    print(f"katatx: {plain(message, keep='')}", file=sys.stderr)


def status(verdict: Verdict) -> int:
    """Return the exit status for a verdict: 0 if right, 1 if wrong, 2 if not graded."""
    if verdict.counts_as_right:
        return 0
    return 2 if verdict.costs_nothing else 1
