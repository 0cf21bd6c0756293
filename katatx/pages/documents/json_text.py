"""Read JSON with the offset of every string, so that its text can be located in the file.

A value is a dict, a list, a `Text` for a string, or a str for a number or word (`true`), as written.
"""

from __future__ import annotations

import re
from itertools import islice
from json import JSONDecodeError, loads
from typing import NamedTuple, TypeAlias

from katatx.pages.documents.pieces import Pieces

_TOKEN = re.compile(r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|[{}\[\]]|[^\s\"{}\[\]:,]+")
_MOST_TOKENS = 500_000
_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Text(NamedTuple):
    """The offsets of a string's contents, between its quotes; `add_string` gives its text."""

    start: int
    stop: int


Value: TypeAlias = "dict[str, Value] | list[Value] | Text | str"


def read_json(text: str) -> Value:
    """Return the value of a JSON text: a dict, a list, a `Text` for a string, or a number or word as written.

    Keys of a dict keep their escapes. Raise ValueError, with a message about a notebook, if it is not JSON, is nested
    too deeply, has more than 500,000 values, or a number with more digits than Python reads.
    """
    if next(islice(_TOKEN.finditer(text), _MOST_TOKENS, None), None) is not None:
        raise ValueError(f"too long, with more than {_MOST_TOKENS:,} values; split it into smaller notebooks")
    try:
        loads(text)
    except RecursionError:
        raise ValueError(
            "not a notebook, as its JSON has too many brackets inside one another; save it again in Jupyter"
        ) from None
    except JSONDecodeError as error:
        raise ValueError(
            f"not a notebook, as its JSON is wrong at line {error.lineno}, column {error.colno}; save it again in "
            "Jupyter"
        ) from None
    except ValueError:  # a number with more digits than Python reads
        raise ValueError("not a notebook, as a number in it is wrong; save it again in Jupyter") from None
    return _built(text)


def _built(text: str) -> Value:
    """Return the value of a valid JSON text in the form that `read_json` returns."""
    whole: list[Value] = []
    within: list[dict[str, Value] | list[Value]] = [whole]
    keys: list[str | None] = [None]
    for found in _TOKEN.finditer(text):
        part, holder, key = found[0], within[-1], keys[-1]
        if part in ("}", "]"):
            within.pop()
            keys.pop()
            continue
        if isinstance(holder, dict) and key is None:
            keys[-1] = part[1:-1]
            continue
        value: Value = part
        if part[0] == '"':
            value = Text(found.start() + 1, found.end() - 1)
        elif part in ("{", "["):
            value = {} if part == "{" else []
        if isinstance(holder, dict):
            assert key is not None
            holder[key] = value
            keys[-1] = None
        else:
            holder.append(value)
        if isinstance(value, (dict, list)):
            within.append(value)
            keys.append(None)
    return whole[0]


def add_string(text: str, string: Text, out: Pieces) -> None:
    """Append the text of a string to `out`; an escaped character has its backslash's offset."""
    at = string.start
    while (backslash := text.find("\\", at, string.stop)) >= 0:
        out.copy(text[at:backslash], at)
        found = _ESCAPE.match(text, backslash)
        assert found is not None
        out.put(_escaped(found), backslash)
        at = found.end()
    out.copy(text[at : string.stop], at)


def _escaped(found: re.Match[str]) -> str:
    """Return the character of an escape sequence matched by `_ESCAPE`; a lone surrogate is �."""
    high, low, code, short = found.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if code:
        character = chr(int(code, 16))
        return "�" if "\ud800" <= character <= "\udfff" else character
    return _SHORT.get(short, short)
