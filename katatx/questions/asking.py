"""Create questions from drills, with the page's numbers or with random ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from katatx.decks.prepared import Prepared
from katatx.engine.fresh_numbers.sources import Source, numbered_source, shuffled
from katatx.engine.values import Value
from katatx.questions.choice import ChoiceQuestion
from katatx.questions.number import NumberQuestion
from katatx.questions.question import Question

if TYPE_CHECKING:
    from katatx.engine.mistakes.spotting import Spot


def ask(prepared: Prepared, seed: int | None = None, shuffle: str | None = None) -> Question:
    """Return a drill as a question, with the page's numbers if `seed` is None, else with random numbers from it.

    `shuffle` (default: the seed) determines the order of choices, and which line of a spot is wrong; a spot is a
    working with one wrong line to find. A choice, and a drill without ranges, always keep the page's numbers; a spot in
    the kata has the kata's ranges. Raises KatatxError if the drill is faulty (some faults show only when the answer is
    worked out), if no numbers fit, if no line can go wrong, or if parts of the drill are still to be written.
    """
    for what, path in prepared.parts_to_write():
        raise prepared.fault(f'{what} is still to be written; replace "(to be written)" by it', *path)
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
    """Return the question of a spot; `order` is the seed text that decides which line is wrong.

    `seed` is the one asked for, and `drawn` the one of its numbers: None for the page's.
    """
    from katatx.questions.spot import SpotQuestion

    given, spot = _drawn_spot(prepared, drawn, numbered_source(order))
    return SpotQuestion(prepared, seed, given, _asked_to(spot, prepared.most_places))


def _drawn_spot(prepared: Prepared, drawn: int | None, source: Source) -> tuple[Mapping[str, Value], Spot]:
    """Return the given values and a working with one wrong line, of a kata or of a single expression.

    `drawn` is the seed of random numbers, None for the page's; `source` decides which line is wrong.
    """
    from katatx.engine.mistakes.spotting import draw_spot, spot_in_chain, spot_in_working

    if prepared.spots_kata:
        kata = prepared.kata
        worked = kata.page if drawn is None else kata.draws.draw_solved(drawn)
        return worked.given, spot_in_chain(kata.lines, worked, source)
    prepared.check_effort()
    if drawn is None:
        return prepared.given, spot_in_working(prepared.node, prepared.given, prepared.drill.places, source)
    return draw_spot(prepared.draws, drawn, source)


def _asked_to(spot: Spot, most: int | None) -> Spot:
    """Return the spot with its correction asked to at most `most` decimals (None: no limit).

    It is unchanged if the correction would not show its working then.
    """
    if most is None:
        return spot
    from katatx.engine.fresh_numbers.suitable import says_something

    for solution in filter(None, (spot.solution, spot.own)):
        if solution.places is not None and says_something(spot.solution.key.value, most):
            solution.places = min(solution.places, most)
    return spot
