"""Reading a drill file's YAML into plain data, with the position of every part.

Drill files may come from strangers. Only maps, lists and scalars are read, and scalars mean what they look like (`1e-3`
is a number, `010` is ten, `no` is a word).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import inf, isfinite
from typing import Any

import yaml

from katatx.decks.model import Document, Position, Route
from katatx.errors import DeckError
from katatx.notation.quoting import plain, quote

DEEPEST = 20
# Values and names of a file: a thousand drills have about fifty each.
MOST_NODES = 100_000
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_WHOLE = re.compile(r"[-+]?\d{1,30}", re.ASCII)
_DECIMAL = re.compile(r"[-+]?(?:\d{1,30}\.?\d{0,30}|\.\d{1,30})(?:[eE][-+]?\d{1,3})?", re.ASCII)
_WORDS: dict[str, Any] = {
    "true": True, "false": False, "null": None, "~": None, "": None,
    "inf": inf, "-inf": -inf, ".inf": inf, "-.inf": -inf,
}  # fmt: skip
# Parts of the YAML parser's messages, with advice to the author.
_ADVICE = {
    "mapping values are not allowed": "a colon is not allowed here; put text that contains a colon in quotation marks",
    "expected '-' indicator": "the next list item is expected here; align this line, or begin it with a dash",
    "expected ':'": "write a colon and a value after the name",
    "expected <block end>": "this line is not aligned with those above it; align it",
    "expected ',' or": "this bracket is not closed; close it, and put commas between its items",
    "found unexpected end of stream": "this quotation mark is not closed; close it",
}


def read_yaml(text: str, file: str) -> Document:
    """Return the data of a drill file with positions; `file` is its name for messages. Empty text gives the data None.

    Raises DeckError at the first fault of its YAML.
    """
    _check_characters(text, file)
    reader = _Reader(file)
    try:
        for event in (events := yaml.parse(text, Loader=_LOADER)):
            if isinstance(event, yaml.DocumentStartEvent):
                if reader.count:
                    problem = "a second document begins here; write each deck in its own file"
                    raise reader.fault(event.start_mark, problem)
                reader.document.data = reader.value(next(events), events, ())
    except yaml.MarkedYAMLError as error:
        raise reader.fault(_place(error, reader.quoted), f"not YAML: {_advice(error, text)}") from error
    return reader.document


class _Reader:
    """Makes the data of a file from the events of the YAML parser, refusing what nests too deep on the way."""

    def __init__(self, file: str) -> None:
        self.file, self.document, self.count = file, Document(None), 0
        self.quoted: Any = None  # the event of the last quoted text

    def fault(self, mark: Any, problem: str) -> DeckError:
        return DeckError(self.file, *_position(mark), problem)

    def value(self, event: Any, events: Iterator[Any], path: Route) -> Any:
        """Return the value that an event begins, and note its position; that of a map in lines is its key's."""
        self.check(event, path)
        is_block = isinstance(event, yaml.MappingStartEvent) and not event.flow_style
        key = self.document.keys.get(path) if is_block else None
        self.document.positions[path] = key or _position(event.start_mark)
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style in ("'", '"', "|", ">") else _scalar_value(event.value)
        if isinstance(event, yaml.SequenceStartEvent):
            items: list[Any] = []
            while not isinstance(event := next(events), yaml.SequenceEndEvent):
                items.append(self.value(event, events, (*path, len(items))))
            return items
        made: dict[str, Any] = {}
        while not isinstance(event := next(events), yaml.MappingEndEvent):
            self.check(event, path)
            if not isinstance(event, yaml.ScalarEvent):
                problem = "a name is expected here; if it begins with [ or {, put it in quotation marks"
                raise self.fault(event.start_mark, problem)
            if event.value in made:
                raise self.fault(event.start_mark, f"{quote(event.value)} is given twice; remove one of the two")
            inner = (*path, event.value)
            self.document.keys[inner] = _position(event.start_mark)
            following = next(events)
            if not is_block and isinstance(following, yaml.ScalarEvent) and not (following.value or following.style):
                text = ", ".join([*map(str, [*made.values()][-1:]), event.value])
                problem = f"{quote(event.value)} has no value; text with a comma needs quotation marks: {quote(text)}"
                raise self.fault(event.start_mark, problem)
            made[event.value] = self.value(following, events, inner)
        return made

    def check(self, event: Any, path: Route) -> None:
        """Raise DeckError for what would be executed, expanded without limit, or printed unseen, and for too much."""
        self.count += 1
        is_text = isinstance(event, yaml.ScalarEvent)
        self.quoted = event if is_text and event.style in ("'", '"') else self.quoted
        if self.count > MOST_NODES:
            problem = f"the file has more than {MOST_NODES:,} values; make several decks of it"
        elif isinstance(event, yaml.AliasEvent) or event.anchor:
            problem = "anchors (&) and aliases (*) cannot be used here; write the value out"
        elif event.tag not in (None, "!"):
            problem = "tags (!) cannot be used here; write plain text or numbers"
        elif is_text and plain(event.value, len(event.value)) != event.value:
            problem = "an invisible character, written with a backslash; delete it"
        elif not is_text and len(path) >= DEEPEST:
            problem = f"more than {DEEPEST} lists or names inside one another; write it with fewer"
        else:
            return
        raise self.fault(event.start_mark, problem)


def _position(mark: Any) -> Position:
    return mark.line + 1, mark.column + 1


def _check_characters(text: str, file: str) -> None:
    kept = "\n\r\t"
    if plain(text, len(text), kept) == text:
        return
    at = next(at for at, character in enumerate(text) if plain(character, keep=kept) != character)
    problem = f"an invisible character (U+{ord(text[at]):04X}); delete it"
    raise DeckError(file, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at), problem)


def _place(error: yaml.MarkedYAMLError, quoted: Any) -> Any:
    """Return the likely mark of an error: where the bracket or quotation mark opens that is not closed, if one is.

    The last quoted text, if it ends where the error is, was closed by the mark that should have opened the next.
    """
    mark: Any = error.problem_mark or error.context_mark
    if quoted is not None and quoted.start_mark.line < quoted.end_mark.line == mark.line:
        return quoted.start_mark
    opened = ("while parsing a flow", "while scanning a quoted", "while scanning a simple")
    is_open = error.context_mark is not None and str(error.context).startswith(opened)
    return error.context_mark if is_open else mark


def _advice(error: yaml.MarkedYAMLError, text: str) -> str:
    problem, mark = str(error.problem or error.context), error.problem_mark
    lines = text.splitlines()
    if mark is not None and mark.line < len(lines) and "\t" in lines[mark.line][: mark.column + 1]:
        return "a tab; indent with spaces"
    advice = next((words for part, words in _ADVICE.items() if part in problem), None)
    return advice or f"{problem}; correct the line, or put its text in quotation marks"


def _scalar_value(text: str) -> Any:
    """Return an unquoted scalar as what it looks like; `True`, `no` and what is too large for a float are text."""
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and isfinite(float(text)):  # 1e400 stays text
        return float(text)
    return _WORDS.get(text, text)
