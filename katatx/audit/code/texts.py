"""Text with values in it: formatted strings, `%`, `.format`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from katatx.audit.code.arrays import Unsupported, is_scalar
from katatx.audit.code.shown import Text

_PERCENT = re.compile(r"%(?:%|[-+ #0]*\d*(?:\.\d+)?([a-zA-Z]))")
_BRACES = re.compile(r"\{\{|\}\}|\{(\d*)(?::([^{}]*))?\}")
_SPEC = re.compile(r"(?:.?[<>=^])?[-+ ]?0?\d*([,_]?)(?:\.\d+)?([a-zA-Z%]?)")
_MOST_PARTS = 2_000
_LONGEST = 20_000


def put_together(parts: Sequence[Any]) -> Any:
    """Strings and texts one after the other."""
    found: list[Any] = []
    thousands = False
    for part in parts:
        if isinstance(part, Text):
            thousands |= part.thousands
        found.extend(part.parts if isinstance(part, Text) else [part])
    if len(found) > _MOST_PARTS or sum(len(part) for part in found if isinstance(part, str)) > _LONGEST:
        raise Unsupported("a text that is too long")
    return "".join(found) if all(isinstance(part, str) for part in found) else Text(tuple(found), thousands)


def format_text(value: Any, spec: object) -> Text:
    """A value as a formatted string shows it. Raises Unsupported where that is not known."""
    if not isinstance(spec, str):
        raise Unsupported("a width that is not known")
    if isinstance(value, (str, Text)):
        return value if isinstance(value, Text) else Text((value,))
    found = _SPEC.fullmatch(spec)
    if found is None or found[2] in ("x", "X", "b", "o", "c"):
        raise Unsupported("a format that is not worked here")
    if found[2] == "%":
        if not is_scalar(value):
            raise Unsupported("a format that is not worked here")
        value = value * 100
    return Text((value,), found[1] == ",")


def filled_in(text: str | Text, values: Any, braces: bool = False) -> Any:
    """`"loss %.3f" % x`, or `"{:.3f}".format(x)`: the text with its values. Raises Unsupported."""
    if not isinstance(text, str):
        raise Unsupported("a text that is filled in twice")
    given = list(values) if isinstance(values, (tuple, list)) else [values]
    parts: list[Any] = []
    at = used = 0
    for found in (_BRACES if braces else _PERCENT).finditer(text):
        parts.append(text[at : found.start()])
        at = found.end()
        if found[0] in ("%%", "{{", "}}"):
            parts.append(found[0][0])
            continue
        index = int(found[1]) if braces and found[1] else used
        used += 1
        parts.append(format_text(given[index], (found[2] or "") if braces else ""))
    if not braces and used != len(given):
        raise Unsupported("values that do not fit the text")
    return put_together([*parts, text[at:]])
