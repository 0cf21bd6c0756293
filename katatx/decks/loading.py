"""Finds drill files and reads them into decks."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from katatx.decks.errors import DeckError
from katatx.decks.model import DeckFile, Drill
from katatx.decks.yaml_reader import Document, Position, read_yaml
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.notation.text_files import UnreadableFile, read_text_file

if TYPE_CHECKING:
    from katatx.decks.schema import FormFault

_LISTED = 12
_PACKAGE = Path(__file__).resolve().parent.parent


@dataclass(slots=True)
class Deck:
    """A deck as loaded: its file's contents, and where in the file everything stands."""

    file: str
    contents: DeckFile
    document: Document
    # The index in the file of each drill, where some were left out for a fault; None where none were.
    indexes: tuple[int, ...] | None = None
    by_id: dict[str, Drill] = field(init=False)

    @property
    def named(self) -> set[str]:
        """The ids of all drills of the file, of those with a fault too."""
        data = self.document.data
        drills = data.get("drills") if isinstance(data, dict) else None
        ids = [drill.get("id") for drill in drills if isinstance(drill, dict)] if isinstance(drills, list) else []
        return {each for each in ids if isinstance(each, str)}

    @property
    def lost_its_kata(self) -> bool:
        """Return whether the kata of the file was left out for a fault."""
        return self.contents.kata is None and isinstance(self.document.data, dict) and "kata" in self.document.data

    def __post_init__(self) -> None:
        self.by_id = {drill.id: drill for drill in self.contents.drills}

    @property
    def name(self) -> str:
        return self.contents.deck

    @property
    def drills(self) -> list[Drill]:
        return self.contents.drills

    def error(self, problem: str, *path: str | int) -> DeckError:
        """A fault at a path such as ("drills", 3, "answer")."""
        if self.indexes is not None and path[:1] == ("drills",):
            path = ("drills", *(self.indexes[part] if isinstance(part, int) else part for part in path[1:2]), *path[2:])
        line, column = position(self.document, path)
        return DeckError(self.file, line, column, problem)


@dataclass(slots=True)
class Library:
    """Every deck that could be read, by name, and what is wrong with the files that could not."""

    decks: dict[str, Deck]
    faults: list[DeckError]


def folders(home: Path) -> list[Path]:
    """Return where drill files are looked for: beside the code (installed, or in a checkout),
    then the learner's own.
    """
    inside = _PACKAGE / "drills"
    return [inside if inside.is_dir() else _PACKAGE.parent / "drills", home / "decks"]


def load_library(home: Path) -> Library:
    """Every deck there is. A broken file is reported and the others still load."""
    library = Library({}, [])
    for path in _files(home):
        try:
            deck = load_file(path)
        except DeckError as error:
            library.faults.append(error)
            continue
        if deck.name in library.decks:
            other = library.decks[deck.name].file
            library.faults.append(deck.error(f"deck {quote(deck.name)} is in {quote(other, 200)} already", "deck"))
        else:
            library.decks[deck.name] = deck
    return library


def load_deck(name: str, home: Path) -> Deck:
    """One deck by name or by the path of its file. No other file is read.

    Raises DeckError for a broken file, KatatxError naming the nearest decks where there
    is none of this name.
    """
    if name.endswith((".yaml", ".yml")) or os.sep in name:
        return load_file(Path(name))
    for path in _files(home):
        if path.stem == name:
            return load_file(path)
    raise KatatxError(no_such(name, "deck", [path.stem for path in _files(home)]))


def find_drill(deck: Deck, drill: str) -> Drill:
    """A deck's drill by its id; KatatxError naming the nearest where there is none."""
    if drill not in deck.by_id:
        raise KatatxError(no_such(drill, f"drill of {deck.name}", list(deck.by_id)))
    return deck.by_id[drill]


def load_file(path: Path) -> Deck:
    """The deck in one file. Raises DeckError at the place of the first fault."""
    document = read_document(path)
    try:
        contents = msgspec.convert(document.data, DeckFile)
    except msgspec.ValidationError as error:
        raise form_errors(str(path), document)[0] from error
    deck = Deck(str(path), contents, document)
    for fault in deck_faults(deck):
        raise fault
    return deck


def read_document(path: Path) -> Document:
    """A file's data and positions. Raises DeckError at the place of the first fault."""
    return read_yaml(_text(path), str(path))


def form_errors(file: str, document: Document) -> list[DeckError]:
    """Every fault of a file's form."""
    from katatx.decks.schema import form_faults

    return _at_their_places(file, document, form_faults(document.data))


def _at_their_places(file: str, document: Document, faults: list[FormFault]) -> list[DeckError]:
    places = ((fault, document.keys.get(fault.path) if fault.at_key else None) for fault in faults)
    return [DeckError(file, *(key or position(document, fault.path)), fault.problem) for fault, key in places]


def read_what_can_be(path: Path, document: Document) -> tuple[Deck | None, list[DeckError]]:
    """The deck without the drills that have a fault of form, and all those faults; no deck
    where nothing of it can be read.
    """
    from katatx.decks.schema import form_faults, readable_part

    faults = form_faults(document.data)
    contents, indexes = readable_part(document.data, faults)
    deck = None if contents is None else Deck(str(path), contents, document, indexes)
    return deck, _at_their_places(str(path), document, faults)


def deck_faults(deck: Deck) -> Iterator[DeckError]:
    """A deck that is not called as its file, and drills that are called as another."""
    if deck.name != Path(deck.file).stem and deck.name == deck.document.data.get("deck"):
        yield deck.error(f"deck {quote(deck.name)} belongs in a file called {deck.name}.yaml", "deck")
    seen: set[str] = set()
    for index, drill in enumerate(deck.drills):
        if drill.id in seen:
            yield deck.error(f"a second drill is called {quote(drill.id)}", "drills", index, "id")
        seen.add(drill.id)


def position(document: Document, path: tuple[str | int, ...]) -> Position:
    """Return where a path stands; where it is missing, where what should hold it begins."""
    while path and path not in document.positions:
        path = path[:-1]
    return document.positions.get(path, (1, 1))


def _files(home: Path) -> Iterator[Path]:
    for folder in folders(home):
        if folder.is_dir():
            yield from sorted(folder.glob("*.yaml"))


def _text(path: Path) -> str:
    try:
        return read_text_file(path)
    except UnreadableFile as error:
        raise DeckError(str(path), error.line, error.column, error.problem) from error


def no_such(name: str, what: str, names: list[str]) -> str:
    """That something of a name does not exist, and what does, the nearest first."""
    import difflib

    near = difflib.get_close_matches(name.casefold(), names, n=len(names) or 1, cutoff=0.0) if name else names
    listed = ", ".join(near[:_LISTED]) if near else "none"
    more = f" and {len(near) - _LISTED} more" if len(near) > _LISTED else ""
    return f"no {what} is called {quote(name)}; there are: {listed}{more}"
