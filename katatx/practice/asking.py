"""A drill made a question, with the page's numbers or those of a seed."""

from __future__ import annotations

from katatx.decks.prepared import Prepared
from katatx.engine.sources import numbered_source, shuffled
from katatx.practice.choice_question import ChoiceQuestion
from katatx.practice.number_question import NumberQuestion
from katatx.practice.question import Question


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
    from katatx.engine.spotting import draw_spot, spot_in_chain, spot_in_working
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
    return SpotQuestion(prepared, seed, *draw_spot(prepared.draws, drawn, source))
