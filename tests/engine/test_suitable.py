"""What makes numbers fit for a drill, on keys written by hand."""

from __future__ import annotations

import pytest

from katatx.engine.fresh_numbers.suitable import (
    blurs,
    collisions,
    gap,
    leads_too_far,
    says_something,
    with_fewer_places,
)
from scoring.key import Band, Key, KnownTurn


def band(*values: float, slack: float = 0.0) -> Band:
    return Band(tuple(value - slack for value in values), tuple(value + slack for value in values))


def turn(name: str, *values: float, slack: float = 0.0) -> KnownTurn:
    shape = () if len(values) == 1 else (len(values),)
    return KnownTurn(name, "line", "it happened", "do that", shape, values, band(*values, slack=slack))


def key(*values: float, slack: float = 0.0, places: int | None = 3, turns: tuple[KnownTurn, ...] = ()) -> Key:
    shape = () if len(values) == 1 else (len(values),)
    return Key(shape, values, band(*values, slack=slack), band(*values, slack=slack), places, turns)


@pytest.mark.parametrize(
    ("value", "places", "says"),
    [
        ((0.0,), 3, False),
        ((0.5, 0.5), 3, False),
        ((0.5,), 3, True),
        ((0.5, 0.005), 3, True),
        ((0.5, 0.0049), 3, False),
        ((0.5, 0.05), 2, True),
        ((0.5, 0.049), 2, False),
        ((5.5, 0.005), 0, True),  # none counts as three
    ],
)
def test_an_answer_that_shows_its_working(value: tuple[float, ...], places: int, says: bool) -> None:
    assert says_something(value, places) is says


@pytest.mark.parametrize(
    ("slack", "places", "too_far"),
    [(0.0, 3, False), (0.001, 3, False), (0.2, 3, True), (0.01, 1, False), (5.0, 1, True)],
)
def test_honest_rounding_may_lead_too_far(slack: float, places: int, too_far: bool) -> None:
    assert leads_too_far((0.731,), (), band(0.731, slack=slack), places) is too_far


def test_bands_are_apart_if_one_number_is() -> None:
    first = band(1.0, 2.0, slack=0.1)
    assert gap(first, band(1.0, 2.5, slack=0.1)) == pytest.approx(0.3)
    assert gap(first, band(1.1, 2.1, slack=0.1)) == pytest.approx(-0.1)
    assert gap(band(float("-inf")), band(float("-inf"))) == 0
    met = {frozenset({"right", "b"})}
    assert collisions(key(1.0, turns=(turn("b", 1.002),))) == set()
    assert collisions(key(1.0, turns=(turn("b", 1.0009),))) == met
    assert collisions(key(1.0, places=2, turns=(turn("b", 1.002),))) == met
    assert collisions(key(1.0, turns=(turn("b", 1.0, 1.0),))) == set()


def test_a_mistake_blurs_into_a_truth_that_is_written_shorter() -> None:
    assert blurs(turn("a", 16.0), (16.4,))
    assert not blurs(turn("a", 6.0), (6.4,))  # one digit is exact
    assert not blurs(turn("a", 16.0), (16.6,))
    assert blurs(turn("a", 1.5), (1.54,))
    assert not blurs(turn("a", 1.5), (1.56,))
    assert not blurs(turn("a", 1.5, 2.0), (1.54,))


def test_fewer_decimals_are_asked_where_every_mistake_stays_apart() -> None:
    one = key(0.7311, turns=(turn("far", 0.2689),))
    assert with_fewer_places(one, None) is one
    assert [with_fewer_places(one, most).places for most in (4, 3, 2, 1)] == [3, 3, 2, 1]
    assert with_fewer_places(one._replace(places=None), 2).places == 2
    near = key(0.7311, turns=(turn("near", 0.7383),))
    assert [with_fewer_places(near, most).places for most in (2, 1)] == [3, 3]
    two = key(0.7311, turns=(turn("a", 0.21), turn("b", 0.2163)))
    assert with_fewer_places(two, 2).places == 3
    small = key(0.9, 0.02)  # written with two decimals it would have one figure
    assert with_fewer_places(small, 2).places == 3
    assert with_fewer_places(key(0.9, 0.0), 2).places == 2
