"""What a learner copies to paper: the given numbers and the choices, as plain lines."""

from __future__ import annotations

import re
from collections.abc import Mapping

from katatx.engine.values import Value, as_lists, shape_of
from katatx.notation.printing import write_grid, write_value
from katatx.notation.quoting import plain
from katatx.practice.question import Question


def sheet_lines(question: Question) -> list[str]:
    """The given numbers that the prompt does not show, aligned; then the choices."""
    drill = question.prepared.drill
    shown = set(re.findall(r"\{([^{}\s]+)\}", drill.prompt))
    left = {name: value for name, value in question.given.items() if name not in shown}
    width = max(map(len, left), default=0)
    lines = [line for name, value in left.items() for line in _labelled(name.ljust(width), value)]
    return lines + [f"{chr(ord('a') + index)}) {each.says}" for index, each in enumerate(question.choices)]


def words_line(words: Mapping[str, str]) -> str:
    """The page's words beside the textbook's: "WANT is the query, ..."."""
    return plain(", ".join(f"{word} = {textbook}" for word, textbook in words.items()))


def _labelled(label: str, value: Value) -> list[str]:
    if len(shape_of(value)) < 2:
        return [f"{label} = {write_value(as_lists(value))}"]
    first, *others = write_grid(as_lists(value))
    return [f"{label} = {first}", *(f"{' ' * len(label)}   {row}" for row in others)]
