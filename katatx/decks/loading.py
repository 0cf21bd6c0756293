"""Finding drill files and loading them as decks."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec

from katatx import cache
from katatx.decks import folders
from katatx.decks.model import LESSON, DeckFile, Document, Drill
from katatx.errors import DeckError, KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import plain, quote
from katatx.notation.text_files import UnreadableFile, read_text_file

MOST_DRILLS = 1000
# The endings of drill files; the path of one that is given may be without.
ENDINGS = ("", ".yaml", ".yml")
_DECODER = msgspec.json.Decoder(tuple[str, DeckFile])


@dataclass
class Deck:
    """A loaded deck: its file, as text, and the file's contents."""

    file: str
    contents: DeckFile
    read: Document | None = None

    @cached_property
    def document(self) -> Document:
        """Return the file's data and positions, which only its faults need."""
        return self.read or read_document(Path(self.file))

    @property
    def name(self) -> str:
        return self.contents.deck

    @cached_property
    def drills(self) -> list[Drill]:
        """Return the drills in the order of the file, without lessons and those that were left out as faulty."""
        return [drill for each in self.contents.sections.values() for name, drill in each.items() if name != LESSON]

    @cached_property
    def by_id(self) -> dict[str, Drill]:
        """Return the drills by id; of two with one id, the last."""
        return {drill.id: drill for drill in self.drills}

    @property
    def drill_ids(self) -> set[str]:
        """Return the ids of all drills in the file, faulty ones too."""
        return {str(path[2]) for path in self.document.keys if path[0] == "sections" and len(path) == 3} - {LESSON}

    def error(self, problem: str, *path: str | int) -> DeckError:
        """Return a fault at a path such as ("kata", "lines", 3, "answer"), with its line and column."""
        return DeckError(self.file, *self.document.position(path), problem)


@dataclass(slots=True)
class Library:
    """All readable decks by name, and the faults of the other files."""

    decks: dict[str, Deck]
    faults: list[DeckError]


def is_built_in(name: str) -> bool:
    """Return whether a deck of the program has this name."""
    return (folders(Path())[0] / f"{name}.yaml").is_file()


def deck_names(home: Path) -> list[str]:
    """Return the names of all decks, each once; `home` is the learner's folder."""
    return list(dict.fromkeys(path.stem for path in _files(home)))


def load_library(home: Path) -> Library:
    """Return all decks, the program's before the learner's in `home`; of two of one name the second is a fault."""
    library = Library({}, [])
    for path in _files(home):
        try:
            deck = load_file(path)
            if deck.name in library.decks:
                where = quote(library.decks[deck.name].file, 200)
                problem = f"left out, because another deck is called {quote(deck.name)}, in {where}; "
                raise deck.error(f"{problem}rename this file and its deck", "deck")
            library.decks[deck.name] = deck
        except DeckError as error:
            library.faults.append(error)
    return library


def load_deck(name: str, home: Path) -> Deck:
    """Return one deck, given its name or the path of its file; no other file is read.

    Raises DeckError for a faulty file, KatatxError if there is no such deck.
    """
    path = Path(name)
    if path.suffix not in ENDINGS:
        problem = f"{quote(name, 200)} is not a drill file, since those end in .yaml; to make one from a page: "
        raise KatatxError(f"{problem}katatx new NAME --from PAGE")
    if path.suffix or os.sep in name:
        if not path.exists() and name.partition("/")[0] in deck_names(home):
            raise KatatxError(f"{quote(name)} names a drill; give its deck alone: {name.partition('/')[0]}")
        return load_file(path)
    for path in _files(home):
        if path.stem == name:
            return load_file(path)
    raise KatatxError(f"no deck is called {quote(name)}{nearest(name, deck_names(home))}")


def find_drill(deck: Deck, drill: str) -> Drill:
    """Return a deck's drill by its id. Raises KatatxError if there is none, with a similar id if there is one."""
    if drill not in deck.by_id:
        raise KatatxError(f"no drill of {deck.name} is called {quote(drill)}{nearest(drill, deck.by_id)}")
    return deck.by_id[drill]


def drill_title(deck: Deck | None, drill: str) -> str:
    """Return a drill's name for people: its title, or else its id as words, as if the deck has it no more."""
    found = deck and deck.by_id.get(drill)
    return plain((found and found.title) or drill.replace("-", " ").capitalize(), keep="")


def load_file(path: Path) -> Deck:
    """Return the deck in a file. Raises DeckError at the first fault of text, YAML, form, name or id."""
    rules = Path(__file__).with_name("yaml_reader.py").stat().st_mtime_ns
    mark = hashlib.sha256(f"{rules} {_text(path)}".encode()).hexdigest()
    kept: Any = cache.read(f"decks/{path.stem}", decoded=_DECODER.decode) or [""]
    deck, faults = (Deck(str(path), kept[1]), []) if kept[0] == mark else read_partly(path, read_document(path))
    if deck is None or faults:
        raise faults[0]
    if deck.read:
        cache.write(f"decks/{path.stem}", "", [mark, deck.document.data])
    for fault in deck_faults(deck):
        raise fault
    return deck


def _text(path: Path) -> str:
    try:
        return read_text_file(path)
    except UnreadableFile as error:
        raise DeckError(str(path), error.line, error.column, error.problem, whole=not error.has_place) from error


def read_document(path: Path) -> Document:
    """Return a file's data and positions. Raises DeckError at the first fault of its text or YAML."""
    from katatx.decks.yaml_reader import read_yaml

    return read_yaml(_text(path), str(path))


def read_partly(path: Path, document: Document) -> tuple[Deck | None, list[DeckError]]:
    """Return the deck without the parts that have a fault of form, or None, and all those faults."""
    try:
        return Deck(str(path), msgspec.convert(document.data, DeckFile), document), []
    except msgspec.ValidationError:
        from katatx.decks.schema import form_faults, readable_part
    faults = list(form_faults(document))
    contents = readable_part(document.data, {part for part, _, _ in faults})
    deck = None if contents is None else Deck(str(path), contents, document)
    return deck, [DeckError(str(path), *position, problem) for _, position, problem in faults]


def deck_faults(deck: Deck) -> Iterator[DeckError]:
    """Yield a fault for a deck that is not named like its file or is too large, and for each id that is taken."""
    if deck.name != Path(deck.file).stem and deck.name == deck.document.data.get("deck"):
        problem = f"deck {quote(deck.name)} belongs in a file called {deck.name}.yaml; rename the file or the deck"
        yield deck.error(problem, "deck")
    if len(deck.drills) > MOST_DRILLS:
        yield deck.error(f"{len(deck.drills):,} drills; make several decks of at most {MOST_DRILLS:,}", "sections")
    seen: set[str] = set()
    for drill in deck.drills:
        if drill.id in seen:
            problem = f"a second drill is called {quote(drill.id)}; rename one of them"
            yield deck.error(problem, "sections", drill.section, drill.id)
        seen.add(drill.id)


def _files(home: Path) -> Iterator[Path]:
    for folder in folders(home):
        if folder.is_dir():
            yield from sorted(folder.glob("*.yaml"))
