"""A short preview of a drill: its question, its standing, and the mistakes made at it."""

from __future__ import annotations

from collections.abc import Mapping

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.questions.question import Question
from katatx.views.spans import joined
from katatx.views.stats.facts import drill_facts
from katatx.views.stats.lines import mistake_lines
from katatx.views.stats.mistakes import mistakes
from katatx.views.stats.report import DrillReport


def sheet_lines(question: Question) -> list[Line]:
    """Return a drill's prompt, and after a blank line its given values and options, as lines."""
    prompt = [(Span(line),) for line in question.prompt.splitlines()]
    sheet = [(Span(f"  {plain(line)}"),) for line in question.sheet]
    return joined(prompt, sheet)


def drill_preview(drill: DrillReport, sheet: list[Line], decks: Mapping[str, Deck], width: int) -> list[Line]:
    """Return as lines a drill's name and section, its question, its standing, and the mistakes made at it.

    `sheet` are the lines of the question (see `sheet_lines`), and `width` the room for the mistakes in cells.
    """
    name = f"{plain(drill.deck, keep='')}/{plain(drill.drill, keep='')}"
    made = mistake_lines(mistakes([drill], decks), width)
    section = decks[drill.deck].by_id[drill.drill].section if drill.in_deck else ""
    head: list[Line] = [(Span(name, "strong"),), (Span(plain(section, keep=""), "faint"),)]
    return joined(head, sheet, drill_facts(drill, ()), made)
