"""`katatx check`: a line of arithmetic, or one a line on stdin."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, TextIO

from katatx.commands.output import narrate, print_json, status
from katatx.engine.checking import Checked, Link, check
from katatx.engine.pencils import Step
from katatx.engine.recipe import all_recipes
from katatx.engine.values import as_lists, like
from katatx.errors import KatatxError
from katatx.notation.lines import bounded_lines
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain


def run(expression: str, places: int | None, as_json: bool) -> int:
    """Check one line and print it with its working."""
    if expression == "-":
        return run_lines(sys.stdin, places, as_json)
    checked = check(expression, places)
    if as_json:
        print_json(document(checked))
    else:
        print("\n".join(report(checked)))
    return line_status(checked)


def run_lines(source: TextIO, places: int | None, as_json: bool) -> int:
    """Check each line as it is read; the status is the worst of them."""
    worst = 0
    for number, line in enumerate(bounded_lines(source), 1):
        if not line.strip():
            continue
        try:
            checked = check(line.strip("\n"), places)
        except KatatxError as error:
            narrate(f"line {number}: {error}")
            unread = {"expression": plain(line.strip(), 200, keep=""), "error": str(error)}
            print_json(unread) if as_json else print(f"unread: line {number}: {error}", flush=True)
            worst = 2
            continue
        print_json(document(checked)) if as_json else print(one_line(checked), flush=True)
        worst = max(worst, line_status(checked))
    return worst


def list_operations() -> int:
    """Every operation, its arguments and its other names, a line each."""
    for recipe in all_recipes():
        if recipe.name != "arithmetic":
            names = f"  (also {', '.join(recipe.other_names)})" if recipe.other_names else ""
            print(f"{recipe.signature}{names}\n    {recipe.summary}")
    return 0


def line_status(checked: Checked) -> int:
    """The exit status of a checked line."""
    judgement = checked.worst.judgement
    return 0 if judgement is None else status(judgement.verdict)


def document(checked: Checked) -> dict[str, Any]:
    """The line as one JSON object: the worst link's, with `links` where there are several."""
    whole = link_document(checked.worst)
    if len(checked.links) > 1:
        whole["links"] = [link_document(link) for link in checked.links]
    return whole


def link_document(link: Link) -> dict[str, Any]:
    """One `left = right` as JSON."""
    judged, strokes = link.judgement, link.strokes()
    return {
        "expression": link.expression,
        "value": as_lists(link.solution.value),
        "shown": link.shown,
        "steps": [step_document(step) for step in link.steps()],
        "strokes": {
            "products": strokes.products,
            "sums": strokes.sums,
            "exponentials": strokes.exponentials,
            "divisions": strokes.divisions,
        },
        "claim": link.claim,
        "verdict": judged and judged.verdict.value,
        "wrong_turns": judged and [turn.name for turn in judged.wrong_turns],
        "slots": judged and slot_marks(judged.slots, link.solution.key.shape),
        "message": judged and judged.message,
    }


def slot_marks(slots: Sequence[bool], shape: tuple[int, ...]) -> list[Any]:
    """Which slots are right: a list for a number or row, rows of them for a grid."""
    return like(shape, slots) if len(shape) == 2 and slots else list(slots)


def step_document(step: Step) -> dict[str, Any]:
    """A worked line as JSON; `steps` only where lines stand inside it."""
    found = {"line": step.line, "text": step.text, "value": as_lists(step.value)}
    return {**found, "steps": [step_document(inner) for inner in step.steps]} if step.steps else found


def report(checked: Checked) -> list[str]:
    """The line, its working and its verdict, for a person."""
    lines: list[str] = []
    for link in checked.links:
        lines += [f"{link.expression} = {link.shown}", *working(link.steps())]
        if link.judgement is not None:
            lines.append(plain(link.judgement.line))
    return lines


def working(steps: Sequence[Step], indent: int = 2) -> list[str]:
    """Worked lines, names in a column, lines inside a line further in."""
    width = max((len(step.line) for step in steps), default=0)
    lines: list[str] = []
    for step in steps:
        lines.append(f"{' ' * indent}{step.line.ljust(width)}  {step.text}")
        lines += working(step.steps, indent + 4)
    return lines


def one_line(checked: Checked) -> str:
    """The line and its verdict on one line."""
    link = checked.worst
    worked = f"{link.expression} = {link.shown}"
    if link.judgement is None:
        return worked
    if not link.judgement.verdict.counts_as_right:
        worked += f", claimed {write_value(link.claim, 6)}"
    return plain(f"{worked}: {link.judgement.line}")
