"""Reading a drill file's YAML into plain data, with the position of every part.

Drill files may come from strangers. Only maps, lists and scalars are read, and scalars mean what they look like (`1e-3`
is a number, `010` is ten, `no` is a word). Tags, anchors, hidden characters, deep nesting and more values than a deck
can hold are refused, so that nothing is executed, expanded without limit, or printed unseen. A path is the sequence of
map keys and list indexes that lead to a value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import inf, isfinite
from typing import Any

import yaml

from katatx.decks.errors import DeckError
from katatx.notation.quoting import plain

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

# A line that begins a part of a drill, and does not continue brackets from the line before.
_BEGINS_ANEW = re.compile(r"\s*(?:- |[\w.-]+:(?:\s.*[^,\s])?\s*$)")

Path = tuple[str | int, ...]
Position = tuple[int, int]


@dataclass(slots=True)
class Document:
    """The data of a file, and the line and column, from 1, of every value and map key."""

    data: Any
    positions: dict[Path, Position]
    keys: dict[Path, Position]


@dataclass(slots=True)
class _Open:
    """A map or list under construction; `key` is the map key whose value comes next."""

    items: Any
    key: str | None = None
    path: Path = ()


@dataclass(slots=True)
class _Builder:
    """The data of a file under construction, and the positions of its parts so far.

    `file` is its name and `text` its text. An `event` is one of the YAML parser's; errors have its position.
    """

    file: str
    text: str
    positions: dict[Path, Position] = field(default_factory=dict)
    keys: dict[Path, Position] = field(default_factory=dict)
    stack: list[_Open] = field(default_factory=list)
    root: Any = None
    nodes: int = 0
    # First line, last line and column, from 0, of the last quoted text.
    quoted: tuple[int, int, int] | None = None

    def fail(self, event: Any, problem: str) -> DeckError:
        """Return the error for a problem, at the position of a parser event. The caller raises it."""
        mark = event.start_mark
        return DeckError(self.file, mark.line + 1, mark.column + 1, problem)

    def hidden(self, event: Any) -> DeckError:
        """Return the error for a hidden character in a scalar, at its own place, or as an escape at the scalar's."""
        first, last = event.start_mark, event.end_mark
        for at, line in enumerate(self.text.split("\n")[first.line : last.line + 1], first.line):
            for column, character in enumerate(line):
                if (at > first.line or column >= first.column) and plain(character, keep="\t\r") != character:
                    return DeckError(self.file, at + 1, column + 1, _invisible_problem(character))
        return self.fail(event, _INVISIBLE)

    def next_path(self) -> Path:
        """Return the path of the value that begins here; in a map, its key must be set."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        return (*top.path, len(top.items) if isinstance(top.items, list) else str(top.key))

    def add(self, value: Any) -> None:
        """Append a value to the innermost open list, or put it into the innermost open map under its `key`.

        The `key` must be set before, and is cleared. If nothing is open, the value becomes the whole data.
        """
        if not self.stack:
            self.root = value
            return
        top = self.stack[-1]
        if isinstance(top.items, list):
            top.items.append(value)
        else:
            top.items[top.key] = value
            top.key = None

    def scalar(self, event: Any) -> None:
        """Add a scalar, or make it the next key of a map.

        Raises DeckError for hidden characters, for a repeated key, and if there are too many values.
        """
        self.count(event)
        if event.style in ("'", '"'):
            self.quoted = (event.start_mark.line, event.end_mark.line, event.start_mark.column)
        if plain(event.value, len(event.value), keep="\n") != event.value:
            raise self.hidden(event)
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.items, dict) and top.key is None:
            if event.value in top.items:
                raise self.fail(event, f'"{event.value[:40]}" is given twice; remove one of the two')
            top.key = event.value
            self.keys[(*top.path, event.value)] = (event.start_mark.line + 1, event.start_mark.column + 1)
            return
        path = self.next_path()
        self.positions[path] = (event.start_mark.line + 1, event.start_mark.column + 1)
        self.add(event.value if event.style in ("'", '"', "|", ">") else _scalar_value(event.value))

    def count(self, event: Any) -> None:
        """Count one more value or name. Raises DeckError if there are too many."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            raise self.fail(event, f"the file has more than {MOST_NODES:,} values; make several decks of it")

    def open(self, event: Any, items: Any) -> None:
        """Add an empty map or list, `items`, and begin to fill it.

        Raises DeckError if it is a key or nested too deeply, and if there are too many values.
        """
        self.count(event)
        top = self.stack[-1] if self.stack else None
        if top is not None and isinstance(top.items, dict) and top.key is None:
            raise self.fail(event, "a name is expected here; if it begins with [ or {, put it in quotation marks")
        if len(self.stack) >= DEEPEST:
            raise self.fail(event, f"more than {DEEPEST} lists or names inside one another; write it with fewer")
        path = self.next_path()
        self.positions[path] = (event.start_mark.line + 1, event.start_mark.column + 1)
        self.add(items)
        self.stack.append(_Open(items, path=path))


def read_yaml(text: str, file: str) -> Document:
    """Return the data of a drill file with positions; `file` is its name for messages. Empty text gives the data None.

    Raises DeckError at the first fault of its YAML.
    """
    builder = _Builder(file, text)
    try:
        for event in yaml.parse(text, Loader=_LOADER):
            _process(builder, event)
    except yaml.MarkedYAMLError as error:
        line, column = _error_position(error, text, builder.quoted)
        raise DeckError(file, line, column, f"not YAML: {_advise(error, text)}") from error
    except yaml.reader.ReaderError as error:
        found = yaml.reader.Reader.NON_PRINTABLE.search(text)
        before = text[: found.start()] if found else ""
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        raise DeckError(file, line, column, _invisible_problem(found[0]) if found else _INVISIBLE) from error
    return Document(builder.root, builder.positions, builder.keys)


_INVISIBLE = "an invisible character; delete it"


def _invisible_problem(character: str) -> str:
    """Return the problem of an invisible character in a file."""
    return f"an invisible character (U+{ord(character):04X}); delete it"


# Parts of the YAML parser's messages, with advice to the author.
_ADVICE = {
    "mapping values are not allowed": "a colon is not allowed here; put text that contains a colon in quotation marks",
    "expected '-' indicator": "the next list item is expected here; align this line, or begin it with a dash",
    "expected ':'": "write a colon and a value after the name",
    "expected <block end>": "this line is not aligned with those above it; align it",
}


def _advise(error: yaml.MarkedYAMLError, text: str) -> str:
    """Return the message of a YAML error, with advice to the author added if there is any; `text` is the file's text.

    If a tab precedes the error on its line, only the advice to use spaces is returned.
    """
    problem = str(error.problem or error.context)
    mark = error.problem_mark
    lines = text.splitlines()
    if mark is not None and mark.line < len(lines) and "\t" in lines[mark.line][: mark.column + 1]:
        return "a tab; indent with spaces"
    advice = next((words for part, words in _ADVICE.items() if part in problem), None)
    return advice or f"{problem}; correct the line, or put its text in quotation marks"


def _error_position(error: yaml.MarkedYAMLError, text: str, quoted: tuple[int, int, int] | None) -> Position:
    """Return the likely line and column, from 1, of a YAML error; the parser notices an unclosed bracket or quote only
    later.

    `quoted` is the first line, the last line and the column, from 0, of the last quoted text.
    """
    mark = error.problem_mark or error.context_mark
    if mark is None:
        return 1, 1
    if error.context in ("while scanning a simple key", "while scanning a quoted scalar") and error.context_mark:
        mark = error.context_mark
    elif quoted is not None and quoted[0] < quoted[1] == mark.line:
        return quoted[0] + 1, quoted[2] + 1  # an unclosed quotation mark was closed by the next one
    elif _left_open_above(error, mark.line):
        lines = [*text.splitlines(), ""]
        at = min(mark.line, len(lines) - 1)
        if not lines[at].strip() or _BEGINS_ANEW.match(lines[at]):  # a bracket above was not closed
            at -= 1
            while at > 0 and not lines[at].strip():
                at -= 1
            return at + 1, len(lines[at]) + 1
    return mark.line + 1, mark.column + 1


def _left_open_above(error: yaml.MarkedYAMLError, line: int) -> bool:
    """Return whether a bracket was opened on an earlier line than `line`, that of the error, from 0."""
    opened = error.context_mark
    return str(error.context).startswith("while parsing a flow") and opened is not None and opened.line < line


def _process(builder: _Builder, event: Any) -> None:
    """Add what one parser event brings to the data of `builder`. Raises DeckError for YAML that drill files must not
    use.
    """
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise builder.fail(event, "anchors (&) and aliases (*) cannot be used here; write the value out")
    if getattr(event, "tag", None) not in (None, "!"):
        raise builder.fail(event, "tags (!) cannot be used here; write plain text or numbers")
    if isinstance(event, yaml.ScalarEvent):
        builder.scalar(event)
    elif isinstance(event, yaml.MappingStartEvent):
        builder.open(event, {})
    elif isinstance(event, yaml.SequenceStartEvent):
        builder.open(event, [])
    elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
        builder.stack.pop()
    elif isinstance(event, yaml.DocumentStartEvent) and builder.root is not None:
        raise builder.fail(event, "a second document begins here; write each deck in its own file")


def _scalar_value(text: str) -> Any:
    """Return an unquoted scalar as int, float, bool, None or text, whichever it looks like.

    `True` and `no` are text, and so is a number too large for a float. A whole number of 31 to 60 digits becomes a
    float, a longer one stays text.
    """
    if _WHOLE.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text) and isfinite(float(text)):  # 1e400 stays text
        return float(text)
    return _WORDS.get(text, text)
