"""A drill made a question, with the page's numbers or those of a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.engine.sources import Source, numbered_source, shuffled
from katatx.practice.choice_question import ChoiceQuestion
from katatx.practice.number_question import NumberQuestion
from katatx.practice.question import Question
from katatx.practice.sheet import Names

if TYPE_CHECKING:
    from katatx.engine.spotting import Spot

_SPOT_DRAWS = 20


def ask(prepared: Prepared, seed: int | None = None, shuffle: str | None = None) -> Question:
    """A question with the page's numbers, or with the fresh ones of a seed.

    Choices are shuffled, and wrong lines chosen, by `shuffle`, or by the seed; a drill
    without ranges keeps its numbers whatever the seed. Raises KatatxError where no
    numbers will do, or no line can go wrong.
    """
    order = f"{prepared.name} {seed if shuffle is None else shuffle} order"
    if prepared.is_choice:
        choices = range(len(prepared.drill.choices or ()))
        return ChoiceQuestion(prepared, seed, prepared.given, tuple(shuffled(choices, numbered_source(order))))
    drawn = seed if prepared.can_be_fresh else None
    if prepared.is_spot:
        return _spot(prepared, seed, drawn, order)
    if drawn is None:
        return NumberQuestion(prepared, seed, prepared.given)
    given, solution = prepared.draws.draw_solved(drawn)
    return NumberQuestion(prepared, seed, given, solution)


def _spot(prepared: Prepared, seed: int | None, drawn: int | None, order: str) -> Question:
    from katatx.engine.spotting import spot_in_chain, spot_in_working
    from katatx.practice.spot_question import SpotQuestion

    source = numbered_source(order)
    if prepared.spots_kata:
        kata = prepared.kata
        worked = kata.page if drawn is None else kata.draws.draw_solved(drawn)
        return SpotQuestion(prepared, seed, worked.given, spot_in_chain(kata.lines, worked, source))
    prepared.check_effort()
    if drawn is None:
        spot = spot_in_working(prepared.node, prepared.given, prepared.drill.places, source)
        return SpotQuestion(prepared, seed, prepared.given, spot)
    return SpotQuestion(prepared, seed, *draw_spot(prepared, drawn, source))


def draw_spot(prepared: Prepared, seed: int, source: Source) -> tuple[Names, Spot]:
    """The numbers of a seed, and their working with a wrong line. Only that line must be seen to
    be wrong: how the whole ends may hide it. Raises EngineError where no numbers will do.
    """
    from katatx.engine.spotting import spot_in_working

    refused: EngineError | None = None
    for draw in range(_SPOT_DRAWS):
        given, _ = prepared.draws.draw_solved(f"{seed} {draw}" if draw else seed, apart=False)
        try:
            return given, spot_in_working(prepared.node, given, prepared.drill.places, source)
        except EngineError as error:  # with some numbers every mistake looks right
            refused = error
    raise refused or EngineError("no numbers will do")
