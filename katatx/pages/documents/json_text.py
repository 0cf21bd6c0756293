"""JSON read with the place of every string, so that what stands in one can be found again in its file."""

from __future__ import annotations

import re
from json import JSONDecodeError, loads
from typing import NamedTuple, TypeAlias

from katatx.pages.documents.pieces import Pieces

_TOKEN = re.compile(r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|[{}\[\]]|[^\s\"{}\[\]:,]+")
_ESCAPE = re.compile(r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|(.))")
_SHORT = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}


class Text(NamedTuple):
    """A string between the quotes at `start` and `stop`."""

    start: int
    stop: int


Value: TypeAlias = "dict[str, Value] | list[Value] | Text | str"


def read_json(text: str) -> Value:
    """The value that a text holds: strings as their places, numbers and words as they stand.

    Raises ValueError, in words for a person, where it is no JSON or nested too deep.
    """
    try:
        loads(text)
    except RecursionError:
        raise ValueError("not a notebook: JSON that is nested too deep") from None
    except JSONDecodeError as error:
        raise ValueError(f"not a notebook: no JSON (line {error.lineno}, column {error.colno})") from None
    except ValueError:  # a number of more digits than Python reads
        raise ValueError("not a notebook: a number that is none") from None
    return _built(text)


def _built(text: str) -> Value:
    """The value of a text that is known to be JSON."""
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
    """Adds what a string says; an escape stands where its backslash does."""
    at = string.start
    while (backslash := text.find("\\", at, string.stop)) >= 0:
        out.copy(text[at:backslash], at)
        found = _ESCAPE.match(text, backslash)
        assert found is not None
        out.put(_escaped(found), backslash)
        at = found.end()
    out.copy(text[at : string.stop], at)


def _escaped(found: re.Match[str]) -> str:
    high, low, code, short = found.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if code:
        character = chr(int(code, 16))
        return "�" if "\ud800" <= character <= "\udfff" else character
    return _SHORT.get(short, short)
