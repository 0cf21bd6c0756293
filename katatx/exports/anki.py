"""Writing notes as an Anki package; importing a later package updates the notes of an earlier one."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from katatx.errors import KatatxError, not_installed, reason_of
from katatx.exports.notes import Note
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain, quote

_FIELDS = ("Drill", "Section", "Prompt", "Sheet", "Choices", "Answer", "Working", "Standing", "Erratum")
# Anki passes text between \( and \) to MathJax, and a prompt may contain these by chance. These classes, one for each
# MathJax version, prevent it.
_FRONT = """<div class="mathjax_ignore tex2jax_ignore">
<p>{{Prompt}}</p>
{{Sheet}}
{{#Choices}}<p>{{Choices}}</p>{{/Choices}}
</div>"""
_BACK = """{{FrontSide}}
<hr id="answer">
<div class="mathjax_ignore tex2jax_ignore">
{{Answer}}
{{Working}}
{{#Erratum}}<p>{{Erratum}}</p>{{/Erratum}}
{{#Standing}}<p class="small">{{Standing}}</p>{{/Standing}}
<p class="small">{{Drill}}, {{Section}}</p>
</div>"""
_STYLE = """.card { font-family: sans-serif; font-size: 18px; text-align: left; }
pre { font-family: monospace; overflow-x: auto; }
hr ~ div pre { white-space: pre-wrap; }
.small { font-size: 14px; opacity: 0.7; }"""
# Anki interprets [sound:...], [$] and [latex] anywhere in a field, and {{ in templates.
_MARKS = {ord("["): "&#91;", ord("]"): "&#93;", ord("{"): "&#123;", ord("}"): "&#125;"}


def write_package(notes: Iterable[Note], titles: Mapping[str, str], path: Path, at: float) -> int:
    """Write the notes to `path` as an Anki package, with one Anki deck for each deck; return the number of notes.

    `titles` maps a deck's name to its title. `at` is the time of writing, in seconds since 1970; Anki keeps the later
    of two versions of a note. The file at `path` is replaced completely or not at all. Raises KatatxError if genanki is
    not installed or the file cannot be written.
    """
    import sqlite3

    genanki = _genanki()
    model = _model(genanki)
    decks: dict[str, Any] = {}
    written = 0
    for written, note in enumerate(notes, 1):
        if note.deck not in decks:
            decks[note.deck] = _deck(genanki, note.deck, titles.get(note.deck, ""))
        decks[note.deck].add_note(_anki_note(genanki, model, note, written))
    try:
        _write(genanki.Package(list(decks.values())), path, at)
    except (OSError, sqlite3.Error) as error:
        reason = reason_of(error)
        raise KatatxError(f"{quote(str(path), 200)} cannot be written: {reason}; name another file") from error
    return written


def _genanki() -> Any:
    """Return the module genanki. Raises KatatxError if it is not installed."""
    try:
        import genanki  # type: ignore[import-not-found, import-untyped, unused-ignore]  # it ships no types
    except ImportError as error:
        raise KatatxError(not_installed("an Anki package", "anki")) from error
    return genanki


def _model(genanki: Any) -> Any:
    """Return the Anki note type for drills; `genanki` is the module."""
    return genanki.Model(
        _id("model"),
        "katatx drill",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Drill", "qfmt": _FRONT, "afmt": _BACK}],
        css=_STYLE,
    )


def _deck(genanki: Any, name: str, title: str) -> Any:
    """Return an empty Anki deck `katatx::name`, described by its title; `genanki` is the module."""
    return genanki.Deck(_id(f"deck {name}"), f"katatx::{name}", _text(title))


def _anki_note(genanki: Any, model: Any, note: Note, place: int) -> Any:
    """Return `note` as a note of `genanki`, the module; Anki shows new cards in the order of `place`, counted
    from 1.
    """
    # Notes are identified by the drill's name, whatever its numbers.
    guid = sha256(f"katatx note {note.name}".encode()).hexdigest()[:16]
    return genanki.Note(model=model, fields=list(_fields(note)), tags=list(_tags(note)), guid=guid, due=place)


def _fields(note: Note) -> Iterator[str]:
    """Yield the contents of each field as HTML, in the order of `_FIELDS`."""
    yield _text(note.name)
    yield _text(note.section)
    yield _text(note.prompt)
    yield _preformatted(*note.sheet)
    yield "<br>".join(map(_text, note.choices))
    yield f"<p>{_text(note.answer)}</p>" if note.choices else _preformatted(note.answer)
    yield _preformatted(*note.working)
    yield _text(note.standing.line if note.standing else "")
    yield _text(note.erratum or "")


def _tags(note: Note) -> Iterator[str]:
    """Yield the Anki tags of a note: `katatx`, its deck, its kind, and its standing if it has one."""
    yield from ("katatx", f"katatx::deck::{note.deck}", f"katatx::kind::{note.kind}")
    if note.standing is not None:
        yield f"katatx::standing::{note.standing.word}"


def _text(text: str) -> str:
    """Return text as HTML on one line, with line breaks as <br>."""
    return _escaped(text).replace("\n", "<br>")


def _preformatted(*lines: str) -> str:
    """Return lines as preformatted HTML; empty if there are none."""
    return f"<pre>{_escaped(chr(10).join(lines))}</pre>" if lines else ""


def _escaped(text: str) -> str:
    """Return text with hidden characters replaced, cut to 50,000 characters, and with HTML and Anki markup escaped."""
    # Hidden characters are replaced as well: 0x1f separates fields.
    return html.escape(plain(text, 10 * LONGEST_ANSWER)).translate(_MARKS)


def _id(name: str) -> int:
    """Return the Anki id of a name: the same number in every run, outside the range of Anki's own ids."""
    return (1 << 30) + int.from_bytes(sha256(f"katatx {name}".encode()).digest()[:4], "big") % (1 << 30)


def _write(package: Any, path: Path, at: float) -> None:
    """Write a genanki package in a temporary folder next to `path`, then move it there.

    `at` is in seconds since 1970. Raises OSError or sqlite3.Error if it cannot be written.
    """
    with TemporaryDirectory(prefix=".katatx-", dir=path.parent) as name:
        folder = Path(name)
        _write_collection(package, folder / "collection", at)
        with ZipFile(folder / "package", "w", ZIP_DEFLATED) as file:
            # A ZipInfo made from a name has a fixed time, so that equal packages are equal files.
            for entry, data in (
                ("collection.anki2", (folder / "collection").read_bytes()),
                ("media", json.dumps({}).encode()),
            ):
                file.writestr(ZipInfo(entry), data, ZIP_DEFLATED)
        (folder / "package").replace(path)


def _write_collection(package: Any, path: Path, at: float) -> None:
    """Write the database of a genanki package to `path`; `at` is in seconds since 1970.

    genanki's own `write_to_file` leaves a file in the system's temporary folder each time.
    """
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(path)) as connection:
        package.write_to_db(connection.cursor(), at, count(int(at * 1000)))
        connection.commit()
