"""Finding drill files and loading them as decks.

A fault of form is a missing, unknown or mistyped part of a file.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from katatx.decks.errors import DeckError
from katatx.decks.folders import folders
from katatx.decks.model import DeckFile, Drill
from katatx.decks.yaml_reader import Document, Position, read_yaml
from katatx.errors import KatatxError
from katatx.notation.quoting import quote
from katatx.notation.text_files import UnreadableFile, read_text_file

if TYPE_CHECKING:
    from katatx.decks.schema import FormFault

_LISTED = 12
# The endings of drill files; the path of one that is given may be without.
_ENDINGS = ("", ".yaml", ".yml")


@dataclass(slots=True)
class Deck:
    """A loaded deck: the contents of its file, and the positions of its parts.

    `file` is the path as text. `by_id` are the drills by id; of two with one id, the last.
    """

    file: str
    contents: DeckFile
    document: Document
    # Index of each drill in the file, if faulty drills were left out; else None.
    indexes: tuple[int, ...] | None = None
    by_id: dict[str, Drill] = field(init=False)

    @property
    def drill_ids(self) -> set[str]:
        """Return the ids of all drills in the file, including faulty ones."""
        data = self.document.data
        drills = data.get("drills") if isinstance(data, dict) else None
        ids = [drill.get("id") for drill in drills if isinstance(drill, dict)] if isinstance(drills, list) else []
        return {each for each in ids if isinstance(each, str)}

    @property
    def kata_is_faulty(self) -> bool:
        """Return whether the file has a kata that was left out because of a fault, or one that is empty (`kata:`)."""
        data = self.document.data
        return self.contents.kata is None and isinstance(data, dict) and data.get("kata") is not None

    def __post_init__(self) -> None:
        """Index the drills by their ids."""
        self.by_id = {drill.id: drill for drill in self.contents.drills}

    @property
    def name(self) -> str:
        """Return the deck's name, as its file says it."""
        return self.contents.deck

    @property
    def drills(self) -> list[Drill]:
        """Return the drills in the order of the file, without those that were left out as faulty."""
        return self.contents.drills

    def error(self, problem: str, *path: str | int) -> DeckError:
        """Return a fault at a path such as ("drills", 3, "answer"), with its line and column; drills are counted as in
        `drills`.
        """
        if self.indexes is not None and path[:1] == ("drills",):
            path = ("drills", *(self.indexes[part] if isinstance(part, int) else part for part in path[1:2]), *path[2:])
        line, column = position(self.document, path)
        return DeckError(self.file, line, column, problem)


@dataclass(slots=True)
class Library:
    """All readable decks by name, and the faults of the other files."""

    decks: dict[str, Deck]
    faults: list[DeckError]


def is_built_in(name: str) -> bool:
    """Return whether a deck of the program has this name."""
    return (folders(Path())[0] / f"{name}.yaml").is_file()


def deck_names(home: Path) -> list[str]:
    """Return the names of all decks, those of their `.yaml` files, each once; `home` is the learner's folder."""
    return list(dict.fromkeys(path.stem for path in _files(home)))


def load_library(home: Path) -> Library:
    """Return all decks, the learner's in `home` included; a faulty file is listed in `faults`, and the others still
    load.

    Of two decks of one name, the first is kept, the program's before the learner's; the second is a fault.
    """
    library = Library({}, [])
    for path in _files(home):
        try:
            deck = load_file(path)
        except DeckError as error:
            library.faults.append(error)
            continue
        if deck.name in library.decks:
            other = library.decks[deck.name].file
            problem = (
                f"left out, because another deck is called {quote(deck.name)}, in {quote(other, 200)}; "
                "rename this file and its deck"
            )
            library.faults.append(deck.error(problem, "deck"))
        else:
            library.decks[deck.name] = deck
    return library


def load_deck(name: str, home: Path) -> Deck:
    """Return one deck, given its name or the path of its file; `home` is the learner's folder. No other file is read.

    Text that has an ending such as .yaml, or a path separator, is a path.

    Raises DeckError for a faulty file, KatatxError if there is no such deck, with the most similar names first, and for
    a file with another ending or the name of a drill.
    """
    path = Path(name)
    if not may_be_drill_file(path):
        raise KatatxError(
            f"{quote(name, 200)} is not a drill file, since those end in .yaml; "
            f"to make one from a page: katatx new NAME --from PAGE"
        )
    if path.suffix or os.sep in name:
        if not path.exists() and name.partition("/")[0] in deck_names(home):
            raise KatatxError(f"{quote(name)} names a drill; give its deck alone: {name.partition('/')[0]}")
        return load_file(path)
    for path in _files(home):
        if path.stem == name:
            return load_file(path)
    raise KatatxError(no_such_message(name, "deck", deck_names(home)))


def may_be_drill_file(path: Path) -> bool:
    """Return whether the name of a file ends as that of a drill file does, or has no ending."""
    return path.suffix in _ENDINGS


def find_drill(deck: Deck, drill: str) -> Drill:
    """Return a deck's drill by its id. Raises KatatxError if there is none, with the most similar ids first."""
    if drill not in deck.by_id:
        raise KatatxError(no_such_message(drill, f"drill of {deck.name}", list(deck.by_id)))
    return deck.by_id[drill]


def load_file(path: Path) -> Deck:
    """Return the deck in a file. Raises DeckError at the first fault of text, YAML, form (a missing, unknown or
    mistyped part), name or id.

    Expressions and numbers are not checked yet.
    """
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
    """Return a file's data and positions. Raises DeckError at the first fault of its text or YAML."""
    return read_yaml(_text(path), str(path))


def form_errors(file: str, document: Document) -> list[DeckError]:
    """Return every fault of form (a missing, unknown or mistyped part) in a file's data; `file` is its name, for
    messages.
    """
    from katatx.decks.schema import form_faults

    return _as_errors(file, document, form_faults(document.data))


def _as_errors(file: str, document: Document, faults: list[FormFault]) -> list[DeckError]:
    """Return faults of form as errors with lines and columns."""
    located = ((fault, document.keys.get(fault.path) if fault.at_key else None) for fault in faults)
    return [DeckError(file, *(key or position(document, fault.path)), fault.problem) for fault, key in located]


def read_partly(path: Path, document: Document) -> tuple[Deck | None, list[DeckError]]:
    """Return the deck without the parts that have a fault of form (missing, unknown or mistyped), and all those faults.

    The deck is None if nothing can be read. The file at `path` is not read again.
    """
    from katatx.decks.schema import form_faults, readable_part

    faults = form_faults(document.data)
    contents, indexes = readable_part(document.data, faults)
    deck = None if contents is None else Deck(str(path), contents, document, indexes)
    return deck, _as_errors(str(path), document, faults)


def deck_faults(deck: Deck) -> Iterator[DeckError]:
    """Yield a fault if the deck is not named like its file, and for each drill whose id an earlier one has."""
    if deck.name != Path(deck.file).stem and deck.name == deck.document.data.get("deck"):
        yield deck.error(
            f"deck {quote(deck.name)} belongs in a file called {deck.name}.yaml; rename the file or the deck", "deck"
        )
    seen: set[str] = set()
    for index, drill in enumerate(deck.drills):
        if drill.id in seen:
            yield deck.error(f"a second drill is called {quote(drill.id)}; rename one of them", "drills", index, "id")
        seen.add(drill.id)


def position(document: Document, path: tuple[str | int, ...]) -> Position:
    """Return the line and column of a path; if it does not exist, those of its nearest existing parent, (1, 1) at
    worst.
    """
    while path and path not in document.positions:
        path = path[:-1]
    return document.positions.get(path, (1, 1))


def _files(home: Path) -> Iterator[Path]:
    """Yield the paths of all `.yaml` files in the folders of drill files, the program's first, each folder's sorted."""
    for folder in folders(home):
        if folder.is_dir():
            yield from sorted(folder.glob("*.yaml"))


def _text(path: Path) -> str:
    """Return the text of a file. Raises DeckError if it is not readable text."""
    try:
        return read_text_file(path)
    except UnreadableFile as error:
        raise DeckError(str(path), error.line, error.column, error.problem, whole=not error.has_place) from error


def no_such_message(name: str, what: str, names: list[str]) -> str:
    """Return the message that no `what` (such as "deck") is called `name`.

    It lists up to twelve of the existing `names`, the most similar first, and counts the others.
    """
    import difflib

    near = difflib.get_close_matches(name.casefold(), names, n=len(names) or 1, cutoff=0.0) if name else names
    listed = ", ".join(near[:_LISTED]) if near else "none"
    more = f" and {len(near) - _LISTED} more" if len(near) > _LISTED else ""
    return f"no {what} is called {quote(name)}; write one of: {listed}{more}"
