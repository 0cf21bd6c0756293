"""Anki packages, opened as Anki opens them: a zip file with a database in it."""

from __future__ import annotations

import html
import json
import re
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from zipfile import ZipFile

import pytest

from katatx.errors import KatatxError
from katatx.exports.anki import draw_notes, write_package
from katatx.notation.quoting import plain
from tests.exports.conftest import HOSTILE

pytest.importorskip("genanki")
pytestmark = pytest.mark.slow
AT = 1_780_000_000.0
OWN_TAGS = re.compile(r"</?(?:pre|p|br)>")


@dataclass
class Opened:
    decks: dict[str, str]
    model: dict
    notes: list[tuple]
    tags: list[str]
    due: list[int]

    @property
    def by_guid(self) -> dict[str, dict[str, str]]:
        names = [field["name"] for field in self.model["flds"]]
        return {guid: dict(zip(names, fields.split("\x1f"), strict=True)) for guid, fields in self.notes}


def opened(path: Path) -> Opened:
    with ZipFile(path) as file:
        assert json.loads(file.read("media")) == {}
        database = path.with_suffix(".db")
        database.write_bytes(file.read("collection.anki2"))
    with closing(sqlite3.connect(database)) as connection:
        decks, models = connection.execute("SELECT decks, models FROM col").fetchone()
        notes = connection.execute("SELECT guid, flds FROM notes ORDER BY id").fetchall()
        tags = [row[0] for row in connection.execute("SELECT tags FROM notes ORDER BY id")]
        due = [row[0] for row in connection.execute("SELECT due FROM cards ORDER BY id")]
        mine = {deck["name"]: deck for deck in json.loads(decks).values() if deck["name"].startswith("katatx::")}
        (model,) = (model for model in json.loads(models).values() if model["name"] == "katatx drill")
        used = {row[0] for row in connection.execute("SELECT DISTINCT did FROM cards")}
        assert used == {deck["id"] for deck in mine.values()}
    return Opened({name: deck["desc"] for name, deck in mine.items()}, model, notes, tags, due)


def test_every_built_in_drill_is_a_note_with_one_card(library, tmp_path: Path) -> None:
    drills = [drill for deck in library.decks.values() for drill in deck.drills]
    titles = {name: deck.contents.title for name, deck in library.decks.items()}
    notes = (note for deck in library.decks.values() for note in draw_notes(deck, None))
    assert write_package(notes, titles, tmp_path / "all.apkg", AT) == len(drills)
    package = opened(tmp_path / "all.apkg")
    assert set(package.decks) == {f"katatx::{name}" for name in library.decks}
    assert package.decks["katatx::attention"] == titles["attention"]
    assert len(package.by_guid) == len(drills)
    assert package.due == list(range(1, len(drills) + 1))


def test_another_seed_updates_the_same_notes(library, tmp_path: Path) -> None:
    deck = library.decks["look-across"]
    packages = []
    for seed in (None, 1):
        write_package(draw_notes(deck, seed), {}, tmp_path / f"{seed}.apkg", AT + (seed or 0))
        packages.append(opened(tmp_path / f"{seed}.apkg"))
    page, one = packages
    assert list(page.by_guid) == list(one.by_guid)
    assert page.model["id"] == one.model["id"]
    assert page.by_guid != one.by_guid
    assert [fields["Drill"] for fields in one.by_guid.values()] == [f"look-across/{drill.id}" for drill in deck.drills]


def test_fields_hold_what_the_note_does(attention, tmp_path: Path) -> None:
    notes = list(draw_notes(attention, None))
    write_package(notes, {}, tmp_path / "a.apkg", AT)
    package = opened(tmp_path / "a.apkg")
    for note, fields, tags in zip(notes, package.by_guid.values(), package.tags, strict=True):
        shown = {name: html.unescape(OWN_TAGS.sub("", field)) for name, field in fields.items()}
        assert (shown["Prompt"], shown["Answer"]) == (note.prompt, note.answer)
        assert shown["Sheet"] == "\n".join(note.sheet)
        assert shown["Working"] == "\n".join(note.working)
        assert fields["Choices"].count("<br>") == max(0, len(note.choices) - 1)
        assert fields["Answer"].startswith("<p>" if note.choices else "<pre>")
        assert tags.split() == ["katatx", "katatx::deck::attention", f"katatx::kind::{note.kind}"]


def test_the_front_tells_nothing_of_the_answer(hostile, tmp_path: Path) -> None:
    write_package([hostile], {}, tmp_path / "a.apkg", AT)
    (template,) = opened(tmp_path / "a.apkg").model["tmpls"]
    asked = set(re.findall(r"{{#?(\w+)}}", template["qfmt"]))
    told = set(re.findall(r"{{#?(\w+)}}", template["afmt"]))
    assert asked == {"Prompt", "Sheet", "Choices"}
    assert told >= {"FrontSide", "Answer", "Working", "Erratum"}


def test_nothing_a_deck_says_is_markup(hostile, tmp_path: Path) -> None:
    choice = hostile._replace(drill="b", choices=(f"a) {HOSTILE}",), answer=f"a) {HOSTILE}")
    write_package([hostile, choice], {"mine": HOSTILE}, tmp_path / "a.apkg", AT)
    package = opened(tmp_path / "a.apkg")
    texts = [*package.decks.values(), *(field for fields in package.by_guid.values() for field in fields.values())]
    for text in texts:
        left = OWN_TAGS.sub("", text)
        assert not set(left) & set("<>[]{}\x1b\u202e"), text
    first = next(iter(package.by_guid.values()))
    assert html.unescape(first["Prompt"]) == plain(HOSTILE)


def test_a_failure_leaves_what_was_there(attention, tmp_path: Path) -> None:
    path = tmp_path / "a.apkg"
    path.write_text("precious")

    def breaks():
        yield next(draw_notes(attention, None))
        raise KatatxError("no numbers will do")

    with pytest.raises(KatatxError, match="no numbers"):
        write_package(breaks(), {}, path, AT)
    assert path.read_text() == "precious"
    assert list(tmp_path.iterdir()) == [path]


def test_what_to_install_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "genanki", None)
    with pytest.raises(KatatxError) as told:
        write_package([], {}, tmp_path / "a.apkg", AT)
    assert 'pip install ".[anki]"' in str(told.value)
    assert "\n" not in str(told.value)
