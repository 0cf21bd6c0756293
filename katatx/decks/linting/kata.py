"""Linting a deck's kata."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.kata import PreparedKata, line_faults
from katatx.decks.linting.numbers import SEEDS, draws_fault, name_faults
from katatx.decks.loading import Deck
from katatx.decks.parts import lint_prompt
from katatx.engine.values import Value
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote


def lint_kata(deck: Deck) -> Iterator[DeckError]:
    """Yield the faults of a deck's kata: of its lines, its given numbers, and if there are none, of its fresh numbers.

    If a part cannot be parsed, the first such fault is the only one.
    """
    if deck.contents.kata is None:
        return
    kata = PreparedKata(deck, deck.contents.kata)
    try:
        faults = [*line_faults(kata), *_lines(kata), *_given(kata)]
    except DeckError as error:
        faults = [error]
    yield from faults or draws_fault(kata, lambda: [kata.draws.draw_solved(seed) for seed in SEEDS])


def _lines(kata: PreparedKata) -> Iterator[DeckError]:
    """Yield the faults of the lines' prompts, names and expressions.

    Raises DeckError if a line or a given number cannot be parsed, or if all lines together take too many calculations.
    """
    names: dict[str, Value] = dict(kata.given)
    unworked: set[str] = set()
    for index, (line, shown) in enumerate(zip(kata.lines, kata.file.lines, strict=True)):
        yield from lint_prompt(shown.prompt, {**names, **dict.fromkeys(unworked)}, kata.fault, "lines", index, "prompt")
        yield from name_faults(kata, shown.name, "lines", index, "name")
        later = {each.name for each in kata.file.lines[index:]}
        for missing in sorted(line.needs - set(names) - unworked):
            problem = f"is not given{nearest(missing, names)}"
            problem = "is the name of a later line; use only lines above" if missing in later else problem
            yield kata.fault(f"{quote(missing)} {problem}", "lines", index, "answer")
        unworked.add(line.name)
        if line.needs <= set(names):
            try:
                names[line.name] = kata.value_of_line(index, names)
            except DeckError as error:
                yield error
    kata.bound_effort([line.node for line in kata.lines], names, "lines")


def _given(kata: PreparedKata) -> Iterator[DeckError]:
    """Yield a fault for each given number that no line uses."""
    used = {name for line in kata.lines for name in line.uses}
    for name in kata.given.keys() - used:
        yield kata.fault(f"{quote(name)} is given, but no line uses it; use it, or remove it", "given", name)
