"""The recipe lines that each drill of a deck, and each line of its kata, practises.

A recipe is an operation, such as softmax, as lines to work out. The work of a drill is the recipe lines that it takes,
with their seconds at the default pace, and the sizes of what is read and typed.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import msgspec

from katatx import cache
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.decks.prepared import prepare, prepare_kata
from katatx.engine.values import Value, as_lists
from katatx.errors import KatatxError
from katatx.notation.printing import write_value
from katatx.notation.syntax import Node
from scoring.steps import Works
from scoring.target import stroke_seconds
from scoring.work import Work

# Seconds for a line that takes thought but no strokes: as many as for a product.
_THOUGHT = 1.5
_DECODER = msgspec.json.Decoder(list[tuple[str, str, Work]])


def works_of_all(decks: Mapping[str, Deck]) -> Works:
    """Return the work of every drill and kata line of decks; those of an unchanged deck are worked out once."""
    found = {}
    for name, deck in decks.items():
        contents = msgspec.json.encode(deck.contents).decode()
        works = cache.read("works", contents, _DECODER.decode)
        if works is None:
            works = [(drill, line, work) for (drill, line), work in works_of(deck).items()]
            cache.write("works", contents, works)
        found.update({(name, drill, line): work for drill, line, work in works})
    return Works(found)


def works_of(deck: Deck) -> dict[tuple[str, str], Work]:
    """Return the work of every drill and kata line by (drill, line), "" for the drill itself.

    Of choices, spots and faulty drills it is only the words to read.
    """
    works = {(drill.id, ""): _work_of_drill(deck, drill) for drill in deck.drills}
    with suppress(KatatxError):  # there is no kata, or its fault is reported where it is used
        kata = prepare_kata(deck)
        for line in kata.lines:
            written = kata.kata_file.lines[line.name]
            works[written.drill, line.name] = _worked(line.node, kata.values, written.prompt)
    return works


def _work_of_drill(deck: Deck, drill: Drill) -> Work:
    text = " ".join([drill.prompt, *(choice.says for choice in drill.choices or ())])
    with suppress(KatatxError):
        if drill.answer is not None:
            prepared = prepare(deck, drill)
            _ = prepared.values  # raises if it takes too long
            work = _worked(prepared.node, prepared.given, text)
            return work if drill.exercises is None else work.only(drill.exercises)
    return Work(words=len(text.split()), characters=int(drill.answer is None))


def _worked(node: Node, names: Mapping[str, Value], text: str) -> Work:
    from katatx.engine.worked_lines import worked_lines

    worked = worked_lines(node, names)
    timed = tuple((name, stroke_seconds(strokes) or _THOUGHT) for name, strokes in worked.strokes.items())
    typed = len(write_value(as_lists(worked.value)))
    return Work(timed, worked.turns, worked.steps, len(text.split()), typed)
