"""Read notebooks into lines: Markdown cells, code cells, and printed output.

`nbformat` reads notebooks too, but gives no offsets in the file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.json_text import Text, Value, add_string, read_json
from katatx.pages.documents.languages import kind_of
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.documents.pieces import Pieces, moved
from katatx.pages.documents.plain_text import lines_as_they_are
from katatx.pages.page import Kind, Line

# Of a cell or an output, in characters of the file.
_LONGEST = 1_000_000


def read_notebook(text: str) -> Iterator[Line]:
    """Return an iterator over the lines of a notebook of format 4, with an empty line between cells.

    Raise ValueError, with a readable message, if it is not a notebook, or when a cell is too long.
    """
    notebook = read_json(text)
    return _lines(text, _cells(notebook), _kind_of_code(text, notebook))


def _kind_of_code(text: str, notebook: Value) -> Kind:
    """Return the kind of a notebook's code: FOREIGN if its metadata name a language of that kind, else CODE."""
    metadata = notebook.get("metadata") if isinstance(notebook, dict) else None
    parts = [metadata.get(name) for name in ("language_info", "kernelspec")] if isinstance(metadata, dict) else []
    words = [_word(text, part.get(key)) for part in parts if isinstance(part, dict) for key in ("name", "language")]
    return Kind.FOREIGN if any(kind_of(word) is Kind.FOREIGN for word in words) else Kind.CODE


def _lines(text: str, cells: list[dict[str, Value]], code: Kind) -> Iterator[Line]:
    """Yield the lines of all cells; `code` is the kind of lines in code cells."""
    for number, cell in enumerate(cells):
        begins = _pieces(text, _source(cell))
        if number:
            at = begins.offsets[0] if begins.last else 0
            yield Line("", range(at, at))
        yield from _cell(text, cell, begins, code)


def _cells(value: Value) -> list[dict[str, Value]]:
    """Return the cells of a notebook as read by `read_json`.

    Raise ValueError if it is not one, or of another format than 4.
    """
    if not isinstance(value, dict) or "nbformat" not in value:
        raise ValueError("not a notebook, as nbformat is missing; save it again in Jupyter")
    version = value["nbformat"]
    if version != "4":
        shown = version[:20] if isinstance(version, str) and not isinstance(version, Text) else "unknown"
        raise ValueError(f"notebook format {shown} cannot be read; save it in Jupyter as format 4")
    cells = _many(value.get("cells"))
    if not all(isinstance(cell, dict) for cell in cells):
        raise ValueError("a damaged notebook: a cell cannot be read; open it in Jupyter and save it again")
    return [cell for cell in cells if isinstance(cell, dict)]


def _cell(text: str, cell: dict[str, Value], source: Pieces, code: Kind) -> Iterator[Line]:
    """Yield the lines of a cell and its output; `source` is its text, `code` the kind of lines in code cells."""
    kind = _word(text, cell.get("cell_type"))
    if kind == "code":
        yield from _placed(lines_as_they_are(source.text, 0, len(source.text), code), source)
        for output in _many(cell.get("outputs")):
            if isinstance(output, dict) and _length(_strings(_printed(output))) <= _LONGEST:
                printed = _pieces(text, _printed(output))
                lines = lines_as_they_are(printed.text, 0, len(printed.text), Kind.OUTPUT)
                yield from _placed(lines, printed)
    elif kind == "markdown":
        yield from _placed(read_markdown(source.text), source)
    else:
        yield from _placed(read_plain(source.text), source)


def _source(cell: dict[str, Value]) -> Value:
    """Return the value that holds the text of a cell: a string or a list of lines; "" if there is none."""
    return cell.get("source", "")


def _printed(output: dict[str, Value]) -> Value:
    """Return the value that holds the text of an output: a stream's, or a value's plain form; "" if there is none."""
    data = output.get("data")
    if isinstance(data, dict):
        return data.get("text/plain", "")
    return output.get("text", "")


def _placed(lines: Iterable[Line], pieces: Pieces) -> Iterator[Line]:
    """Yield lines of the text in `pieces` with offsets in the file instead."""
    offsets = pieces.offsets
    for line in lines:
        yield moved(line, offsets)


def _pieces(text: str, value: Value) -> Pieces:
    """Return the text of a `value` that is a string or a list of lines; empty for anything else.

    Raise ValueError if it has more than a million characters.
    """
    strings = _strings(value)
    if _length(strings) > _LONGEST:
        raise ValueError(f"too long, as a cell has more than {_LONGEST:,} characters; split it into smaller notebooks")
    out = Pieces()
    for part in strings:
        add_string(text, part, out)
    return out


def _strings(value: Value) -> list[Text]:
    """Return a value that is a string, or the strings in one that is a list; empty for anything else."""
    return [part for part in ([value] if isinstance(value, Text) else _many(value)) if isinstance(part, Text)]


def _length(strings: Iterable[Text]) -> int:
    """Return the number of characters of strings, their escapes as written."""
    return sum(string.stop - string.start for string in strings)


def _word(text: str, value: Value | None) -> str:
    """Return a string value of the notebook `text`, with its escapes as written; "" for anything else."""
    return text[value.start : value.stop] if isinstance(value, Text) else ""


def _many(value: Value | None) -> list[Value]:
    """Return a list value; [] for anything else."""
    return value if isinstance(value, list) else []
