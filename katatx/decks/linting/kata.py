"""Linting a deck's kata."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.kata import PreparedKata, line_faults
from katatx.decks.linting.numbers import SEEDS
from katatx.decks.loading import Deck
from katatx.decks.parts import is_name, lint_prompt
from katatx.engine.values import Value
from katatx.errors import KatatxError
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote


def lint_kata(deck: Deck) -> Iterator[DeckError]:
    """Yield the faults of a deck's kata.

    Faults are lines that cannot be worked, with a bad or repeated name, of a missing drill, or with a prompt of unknown
    names; given numbers that no line uses; and, if there are none of these, fresh numbers that cannot be drawn. If a
    part cannot be parsed, the first such fault is the only one.
    """
    if deck.contents.kata is None:
        return
    try:
        kata = PreparedKata(deck, deck.contents.kata)
        faults = [*line_faults(kata), *_lines(kata), *_given(kata)]
        yield from faults
        if not faults:
            yield from _draws(kata)
    except DeckError as error:
        yield error


def _lines(kata: PreparedKata) -> Iterator[DeckError]:
    """Yield the faults of the lines' prompts, names and expressions.

    Raises DeckError if a line or a given number cannot be parsed, or if all lines together take too many calculations.
    """
    names: dict[str, Value] = dict(kata.given)
    unworked: set[str] = set()
    for index, (line, shown) in enumerate(zip(kata.lines, kata.file.lines, strict=True)):
        yield from lint_prompt(shown.prompt, {**names, **dict.fromkeys(unworked)}, kata.fault, "lines", index, "prompt")
        if not is_name(shown.name):
            yield kata.fault(
                f"{quote(shown.name)} cannot be used as a name in an expression; write letters, digits and _, a "
                "letter first",
                "lines",
                index,
                "name",
            )
        for missing in sorted(line.needs - set(names) - unworked):
            later = {each.name for each in kata.file.lines[index:]}
            what = (
                "is the name of a later line; use only lines above"
                if missing in later
                else f"is not given{nearest(missing, names)}"
            )
            yield kata.fault(f"{quote(missing)} {what}", "lines", index, "answer")
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
    for name in kata.file.given:
        if name not in used:
            yield kata.fault(f"{quote(name)} is given, but no line uses it; use it, or remove it", "given", name)


def _draws(kata: PreparedKata) -> Iterator[DeckError]:
    """Yield a fault if fresh (random) numbers cannot be drawn for a few seeds."""
    try:
        for seed in SEEDS:
            kata.draws.draw_solved(seed)
    except DeckError as error:
        yield error
    except KatatxError as error:
        yield kata.fault(str(error).removeprefix(f"{kata.draws.name}: "), "fresh")
