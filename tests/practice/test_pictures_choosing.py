"""Which pictures a drill's numbers are shown in before its answer: all of them, once, and nothing that is asked for."""

from __future__ import annotations

import re
from math import isfinite

import pytest

from katatx.decks.parts import placeholders
from katatx.decks.prepared import Prepared
from katatx.engine.evaluate import evaluate
from katatx.engine.values import flat, shape_of
from katatx.notation.printing import write_number
from katatx.pictures.choosing import pictures_of
from katatx.pictures.parts import Picture, text_of
from katatx.pictures.set_out import Operand, SetOut
from katatx.pictures.strip import Strip


def node_of(prepared: Prepared):
    return None if prepared.is_choice or prepared.spots_kata else prepared.node


def chosen(prepared: Prepared, given=None) -> list[Picture]:
    return pictures_of(node_of(prepared), given or prepared.given, placeholders(prepared.drill.prompt))


def names_of(picture: Picture) -> list[str]:
    """The names in a picture; weights that stand before rows have none."""
    if isinstance(picture, SetOut):
        return [
            name
            for each in picture.operands
            for name in ([each.label] if isinstance(each, Operand) else names_of(each))
        ]
    return [picture.label.strip()]


def factors_of(picture: Picture) -> list[float]:
    return [number for each in picture.operands if isinstance(each, Operand) for number in each.factors]


def marked_numbers(picture: Picture) -> list[str]:
    """Every number that a picture draws as one, without what only counts rows, columns and places."""
    spans = [span for line in picture.drawn(400) for span in line]
    roles = ("number", "masked", "heat0", "heat1", "heat2", "heat3", "heat4")
    return [
        found for span in spans if span.role in roles for found in re.findall(r"-?(?:\d+(?:\.\d+)?|inf)", span.text)
    ]


@pytest.mark.nightly
def test_every_number_given_is_shown_once_and_no_other(prepared_drills: list[Prepared]) -> None:
    for prepared in prepared_drills:
        shown = placeholders(prepared.drill.prompt)
        found = chosen(prepared)
        names = [name for picture in found for name in names_of(picture)]
        assert set(prepared.given) - set(shown) <= set(names) <= set(prepared.given)
        assert len(names) == len(set(names))
        for picture in found:
            numbers = [number for name in names_of(picture) for number in flat(prepared.given[name])]
            strips = [each for each in picture.operands if isinstance(each, Strip)]
            for strip in strips:  # its place is the one number that it has, and stands under it
                assert strip.position == prepared.given[strip.label]
                numbers.remove(strip.position)
            drawn_ = sorted(marked_numbers(picture))
            assert drawn_ == sorted(write_number(number, 6) for number in [*numbers, *factors_of(picture)])


@pytest.mark.nightly
def test_no_picture_gives_the_answer_away(prepared_drills: list[Prepared]) -> None:
    """A number of the key stands in no picture, unless it is one of those given, or so small and whole that it
    counts the rows, columns or places of what is given.
    """
    for prepared in (each for each in prepared_drills if node_of(each) is not None):
        key = {write_number(number, 6) for number in flat(evaluate(prepared.node, prepared.given)) if isfinite(number)}
        given = {write_number(number, 6) for value in prepared.given.values() for number in flat(value)}
        longest = max((size for value in prepared.given.values() for size in shape_of(value)), default=0)
        counts = {str(number) for number in range(longest + 1)}
        texts = [*(text_of(line) for picture in chosen(prepared) for line in picture.drawn(80))]
        texts += [line for picture in chosen(prepared) for line in picture.said()]
        labels = sorted(prepared.given, key=len, reverse=True)
        for text in texts:
            bare = text
            for label in labels:
                bare = bare.replace(label, " ")
            assert not (set(re.findall(r"-?\d+(?:\.\d+)?", bare)) & (key - given - counts))
