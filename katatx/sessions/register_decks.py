"""Tell the log which recipe lines the decks' drills use, so that answers count for those lines.

The work of a drill is the list of recipe lines by which it is worked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from katatx.decks.loading import Deck
from katatx.decks.works import fingerprint, works_of
from katatx.progress.database.standing_rows import GONE
from katatx.progress.log import Log
from katatx.progress.standing import Works

if TYPE_CHECKING:
    from scoring.work import Work

# Of each deck by its name: its fingerprint, and its works by (drill, kata line), "" for the drill itself.
Found = dict[str, tuple[str, "Mapping[tuple[str, str], Work]"]]


def unknown_decks(decks: Mapping[str, Deck], log: Log) -> dict[str, str]:
    """Return the fingerprints (hashes) of decks that are new to the log or have changed, by name.

    Raises LogError if the log cannot be read.
    """
    with log.database_errors("read"):
        known = log.standings.known_decks()
    marks = {name: fingerprint(deck) for name, deck in decks.items()}
    return {name: mark for name, mark in marks.items() if known.get(name) != mark}


def work_out(decks: Mapping[str, Deck], marks: Mapping[str, str]) -> Found:
    """Return (fingerprint, works) by name of the decks in `marks`, which maps their names to fingerprints.

    The works are the recipe lines that each drill and kata line uses. Takes about a millisecond per drill.
    """
    return {name: (mark, works_of(decks[name])) for name, mark in marks.items()}


def know_decks(decks: Mapping[str, Deck], log: Log, all_of_them: bool = False) -> None:
    """Write the works (recipe lines of drills) of new and changed decks to the log; standings are then derived anew.

    With `all_of_them`, `decks` are all that exist, and others in the log are marked as gone. Does nothing in another
    learner's log, or while answers go to a separate file. Raises LogError if the log cannot be written.
    """
    if log.aside is not None or not log.store.is_own:
        return
    marks = unknown_decks(decks, log)
    with log.database_errors("read"):
        known = log.standings.known_decks() if all_of_them else {}
    gone = [deck for deck, mark in known.items() if deck not in decks and mark != GONE]
    if marks or gone:
        found = work_out(decks, marks)
        with log.database_errors("written"), log.store.writing():
            log.standings.know_decks(found, gone)


def works_now(decks: Mapping[str, Deck], log: Log, found: Found) -> Works:
    """Return the works (recipe lines) of all drills without writing: the log's, and new ones for new or changed decks.

    The new ones are added to the cache `found`, which is changed. Raises LogError if the log cannot be read.
    """
    marks = unknown_decks(decks, log)
    found.update(work_out(decks, {name: mark for name, mark in marks.items() if found.get(name, ("",))[0] != mark}))
    with log.database_errors("read"):
        known = log.standings.works
    if not marks:
        return known
    works = {name: work for name, work in known.works.items() if name[0] not in marks}
    for deck in marks:
        works |= {(deck, drill, line): work for (drill, line), work in found[deck][1].items()}
    return Works(works, known.gone - decks.keys())
