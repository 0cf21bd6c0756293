"""A drill made a question, with the page's numbers or those of a seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from katatx.decks.prepared import Prepared
from katatx.engine.sources import Source, numbered_source, shuffled
from katatx.engine.values import Value
from katatx.practice.choice_question import ChoiceQuestion
from katatx.practice.number_question import NumberQuestion
from katatx.practice.question import Question

if TYPE_CHECKING:
    from katatx.engine.spotting import Spot


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
    given, solution = prepared.drawn(drawn)
    return NumberQuestion(prepared, seed, given, solution)


def _spot(prepared: Prepared, seed: int | None, drawn: int | None, order: str) -> Question:
    from katatx.practice.spot_question import SpotQuestion

    given, spot = _drawn_spot(prepared, drawn, numbered_source(order))
    return SpotQuestion(prepared, seed, given, _asked_to(spot, prepared.most_places))


def _drawn_spot(prepared: Prepared, drawn: int | None, source: Source) -> tuple[Mapping[str, Value], Spot]:
    from katatx.engine.spotting import draw_spot, spot_in_chain, spot_in_working

    if prepared.spots_kata:
        kata = prepared.kata
        worked = kata.page if drawn is None else kata.draws.draw_solved(drawn)
        return worked.given, spot_in_chain(kata.lines, worked, source)
    prepared.check_effort()
    if drawn is None:
        return prepared.given, spot_in_working(prepared.node, prepared.given, prepared.drill.places, source)
    return draw_spot(prepared.draws, drawn, source)


def _asked_to(spot: Spot, most: int | None) -> Spot:
    """A spot whose right line is asked to at most so many decimals, where that does not let the wrong one pass."""
    if most is None:
        return spot
    from katatx.engine.fewer_places import asked_to

    places = asked_to(spot.key if spot.own is None else spot.key.widened(spot.own), most).places
    own = None if spot.own is None else spot.own._replace(places=places)
    return spot._replace(key=spot.key._replace(places=places), own=own)
