"""Decks as an Anki package, a note for each drill; importing a later package updates the notes of an earlier one."""

from __future__ import annotations

import html
import itertools
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile

from katatx.decks.loading import Deck
from katatx.decks.prepared import prepare
from katatx.durable import replacing, telling
from katatx.errors import KatatxError, not_installed
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from katatx.questions.asking import ask, seed_of
from katatx.questions.question import Question
from katatx.questions.sheet import letter
from katatx.questions.true_working import steps_of
from katatx.questions.working import flat_lines
from scoring.places import DECIMALS

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
<p class="small">{{Drill}}, {{Section}}</p>
</div>"""
_STYLE = """.card { font-family: sans-serif; font-size: 18px; text-align: left; }
pre { font-family: monospace; overflow-x: auto; }
hr ~ div pre { white-space: pre-wrap; }
.small { font-size: 14px; opacity: 0.7; }"""
# Anki interprets [sound:...], [$] and [latex] anywhere in a field, and {{ in templates.
_MARKS = {ord("["): "&#91;", ord("]"): "&#93;", ord("{"): "&#123;", ord("}"): "&#125;"}


class Note(NamedTuple):
    """A drill with its numbers and its answer, as plain text.

    `sheet` are the lines below the prompt, without the choices, which have their letters. `answer` is as a learner
    types it, for a choice its letter and text. `erratum` is a correction of the page.
    """

    deck: str
    drill: str
    section: str
    kind: str
    prompt: str
    sheet: tuple[str, ...]
    choices: tuple[str, ...]
    answer: str
    working: tuple[str, ...]
    erratum: str | None

    @property
    def name(self) -> str:
        return f"{self.deck}/{self.drill}"


def draw_notes(deck: Deck, seed: int | None) -> Iterator[Note]:
    """Yield a note for each drill of the deck, in the order of the page.

    Without a `seed` the numbers are the page's own. Raises KatatxError at the first drill that cannot be asked or
    worked.
    """
    for drill in deck.drills:
        prepared = prepare(deck, drill)
        question = ask(prepared, None if seed is None else seed_of(f"{seed} {prepared.name}"))
        choices = tuple(f"{letter(index)}) {_one_line(each.says)}" for index, each in enumerate(question.choices))
        yield Note(
            deck.name, drill.id, question.section, drill.kind, question.prompt,
            tuple(question.sheet[: len(question.sheet) - len(choices)]), choices, _answer(question, choices),
            tuple(_worked(question)), question.erratum,
        )  # fmt: skip


def _answer(question: Question, choices: tuple[str, ...]) -> str:
    """Return the answer as a learner types it; a spot question's with the line's number before."""
    at = question.right_option
    if at is not None and choices:
        return choices[at]
    value = write_value(question.key, max(DECIMALS, question.places))
    return value if at is None else f"{at + 1}: {value}"


def _worked(question: Question) -> Iterator[str]:
    """Yield each step of the working as a line of text, with the steps' names in a column."""
    steps = flat_lines(steps_of(question))
    width = max((len(step.line) for step in steps), default=0)
    for step in steps:
        yield f"{step.line.ljust(width)}  {_one_line(step.text)}".rstrip()


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def write_package(notes: Iterable[Note], titles: Mapping[str, str], path: Path, at: float) -> int:
    """Write the notes to `path` as an Anki package, with one Anki deck for each deck; return the number of notes.

    `titles` maps a deck's name to its title. `at` is the time of writing, in seconds since 1970; Anki keeps the later
    of two versions of a note. Raises KatatxError if genanki is not installed or the file cannot be written.
    """
    try:
        import genanki  # type: ignore[import-not-found, import-untyped, unused-ignore]  # it ships no types
    except ImportError as error:
        raise KatatxError(not_installed("an Anki package", "anki")) from error
    template = {"name": "Drill", "qfmt": _FRONT, "afmt": _BACK}
    decks: dict[str, Any] = {}
    written = 0
    for written, note in enumerate(notes, 1):
        if note.deck not in decks:
            title = _text(titles.get(note.deck, ""))
            decks[note.deck] = genanki.Deck(_id(f"deck {note.deck}"), f"katatx::{note.deck}", title)
        fields = _fields(note)
        tags = ["katatx", f"katatx::deck::{note.deck}", f"katatx::kind::{note.kind}"]
        model = genanki.Model(_id("model"), "katatx drill", [{"name": name} for name in fields], [template], _STYLE)
        # A note is the same one whatever its numbers, and new cards come in the order of the drills.
        guid = sha256(f"katatx note {note.name}".encode()).hexdigest()[:16]
        decks[note.deck].add_note(
            genanki.Note(model=model, fields=[*fields.values()], tags=tags, guid=guid, due=written)
        )
    with telling(path), replacing(path, private=False) as part:
        _write(genanki.Package([*decks.values()]), part, at)
    return written


def _fields(note: Note) -> dict[str, str]:
    """Return what a note holds as HTML, by the names of Anki's fields."""
    return {
        "Drill": _text(note.name),
        "Section": _text(note.section),
        "Prompt": _text(note.prompt),
        "Sheet": _preformatted(note.sheet),
        "Choices": "<br>".join(map(_text, note.choices)),
        "Answer": f"<p>{_text(note.answer)}</p>" if note.choices else _preformatted([note.answer]),
        "Working": _preformatted(note.working),
        "Erratum": _text(note.erratum or ""),
    }


def _text(text: str) -> str:
    """Return text as HTML on one line, with line breaks as <br>, without hidden characters or markup of Anki's."""
    # Hidden characters are replaced as well: 0x1f separates fields.
    return html.escape(plain(text, 10 * LONGEST_ANSWER)).translate(_MARKS).replace("\n", "<br>")


def _preformatted(lines: Iterable[str]) -> str:
    text = _text("\n".join(lines)).replace("<br>", "\n")
    return f"<pre>{text}</pre>" if text else ""


def _id(name: str) -> int:
    """Return the Anki id of a name: the same number in every run, outside the range of Anki's own ids."""
    return (1 << 30) + int.from_bytes(sha256(f"katatx {name}".encode()).digest()[:4], "big") % (1 << 30)


def _write(package: Any, path: Path, at: float) -> None:
    """Write a genanki package, dated `at`; genanki's own `write_to_file` would leave a file behind each time."""
    with TemporaryDirectory() as folder:
        collection = Path(folder, "collection.anki2")
        with closing(sqlite3.connect(collection)) as connection:
            package.write_to_db(connection.cursor(), at, itertools.count(int(at * 1000)))
            connection.commit()
        with ZipFile(path, "w", ZIP_DEFLATED) as file:
            file.write(collection, collection.name)
            file.writestr("media", "{}")
