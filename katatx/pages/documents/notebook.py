"""Read notebooks of format 4 into lines: Markdown cells, code cells, and printed output."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from json import JSONDecodeError, JSONDecoder, decoder, scanner
from typing import Any, TypeVar

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.page import Kind, Line, kind_of

_T = TypeVar("_T")
_VALUE = re.compile(r"\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"|[{}\[\]]|[^\s\"{}\[\]:,]+")
_CHARACTER = re.compile(r"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\.|.", re.DOTALL)
_LONE = re.compile("[\ud800-\udfff]")
_MOST_VALUES = 500_000
# Of a cell or an output, in characters of the file.
_LONGEST = 1_000_000


class _Placed(str):
    """A string of the file, with the offset of its first character."""

    __slots__ = ("start", "stop")
    start: int
    stop: int


class _Decoder(JSONDecoder):
    """Reads JSON with the place of every string that is a value."""

    def __init__(self) -> None:
        super().__init__()
        self.parse_string = _placed_string
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]


def _placed_string(text: str, start: int, strict: bool) -> tuple[_Placed, int]:
    value, end = decoder.scanstring(text, start, strict)  # type: ignore[attr-defined]
    placed = _Placed(_LONE.sub("�", value))
    placed.start, placed.stop = start, end - 1
    return placed, end


def read_notebook(text: str) -> Iterator[Line]:
    """Return the lines of a notebook of format 4. Raise ValueError for anything else, or, later, for long cells."""
    notebook = _decoded(text)
    if not isinstance(notebook, dict) or "nbformat" not in notebook:
        raise ValueError("not a notebook, as nbformat is missing; save it again in Jupyter")
    version = notebook["nbformat"]
    if version != 4:
        shown = str(version)[:20] if isinstance(version, int) else "unknown"
        raise ValueError(f"notebook format {shown} cannot be read; save it in Jupyter as format 4")
    cells = _as(list, notebook.get("cells"))
    if not all(isinstance(cell, dict) for cell in cells):
        raise ValueError("a damaged notebook: a cell cannot be read; open it in Jupyter and save it again")
    return _lines(text, cells, _kind_of_code(notebook.get("metadata")))


def _decoded(text: str) -> Any:
    """Return the value of a JSON text. Raise ValueError, with a message about a notebook."""
    if next(islice(_VALUE.finditer(text), _MOST_VALUES, None), None) is not None:
        raise ValueError(f"too long, with more than {_MOST_VALUES:,} values; split it into smaller notebooks")
    try:
        return _Decoder().decode(text)
    except (RecursionError, ValueError) as error:
        place = f" at line {error.lineno}, column {error.colno}" if isinstance(error, JSONDecodeError) else ""
        raise ValueError(f"not a notebook, as its JSON cannot be read{place}; save it again in Jupyter") from None


def _kind_of_code(metadata: Any) -> Kind:
    """Return the kind of a notebook's code: FOREIGN if its metadata name a language of that kind, else CODE."""
    parts = [_as(dict, _as(dict, metadata).get(name)) for name in ("language_info", "kernelspec")]
    words = [str(part.get(key, "")) for part in parts for key in ("name", "language")]
    return Kind.FOREIGN if Kind.FOREIGN in map(kind_of, words) else Kind.CODE


def _lines(text: str, cells: list[dict[str, Any]], code: Kind) -> Iterator[Line]:
    """Yield the lines of all cells; `code` is the kind of lines in code cells."""
    for number, cell in enumerate(cells):
        kind, source = cell.get("cell_type"), _strings(cell.get("source"))
        if _length(source) > _LONGEST:
            raise ValueError(f"too long, as a cell has more than {_LONGEST:,} characters; split it into smaller ones")
        if number:
            at = source[0].start if source else 0
            yield Line("", range(at, at))
        yield from _read(text, source, None if kind == "markdown" else code if kind == "code" else Kind.TEXT)
        for output in _as(list, cell.get("outputs")) if kind == "code" else ():
            streamed = _as(dict, output).get("text")
            printed = _strings(_as(dict, _as(dict, output).get("data")).get("text/plain", streamed))
            if _length(printed) <= _LONGEST:
                yield from _read(text, printed, Kind.OUTPUT)


def _read(text: str, strings: list[_Placed], kind: Kind | None) -> Iterator[Line]:
    """Yield the lines of strings of the file, as Markdown without a kind; an escape stands where its backslash does."""
    offsets = list[int]()
    for string in strings:
        if len(string) == string.stop - string.start:
            offsets += range(string.start, string.stop)
        else:
            offsets += [found.start() for found in _CHARACTER.finditer(text, string.start, string.stop)]
    joined = "".join(strings)
    for line in read_plain(joined, kind) if kind else read_markdown(joined):
        begun = offsets[min(line.start, len(offsets) - 1)] if offsets else 0
        yield line._replace(offsets=[offsets[at] for at in line.offsets] or range(begun, begun))


def _strings(value: Any) -> list[_Placed]:
    """Return a value that is a string, or the strings in one that is a list; [] for anything else."""
    return [part for part in ([value] if isinstance(value, _Placed) else _as(list, value)) if isinstance(part, _Placed)]


def _length(strings: list[_Placed]) -> int:
    return sum(string.stop - string.start for string in strings)


def _as(kind: type[_T], value: Any) -> _T:
    """Return a value of a kind, or an empty one in place of another's."""
    return value if isinstance(value, kind) else kind()
