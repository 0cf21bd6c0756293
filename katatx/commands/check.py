"""`katatx check`: a line of arithmetic, or one a line on stdin."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import groupby
from typing import Any, TextIO

from katatx.commands.layout import written_steps, written_value
from katatx.commands.output import narrate, print_json, status
from katatx.engine.checking import THOROUGH_SEARCH, Checked, Link, check
from katatx.engine.pencils import Step
from katatx.engine.recipe import Recipe, all_recipes
from katatx.engine.values import as_lists, like
from katatx.errors import KatatxError
from katatx.notation.lines import bounded_lines
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from scoring.places import DECIMALS

EXPLANATION = """\
katatx check works out a line of arithmetic and judges what it claims.

  katatx check "softmax 1 4"                          works it out, line by line
  katatx check "softmax 1 4 = 0.047 0.953"            judges a claim
  katatx check "softmax 1 4 = 4.7% 95.3%"             a claim in percent
  katatx check "√32 ≈ 5.7"                            ≈ or ~ claims a rounding only
  katatx check "2·3 + 0·0 + 1·2 = 6 + 2 = 8"          a chain, link by link
  katatx check "q = [2,0,1,0]; k = [3,0,2,0]; q·k/√4 = 4"
                                                      names, and several lines after ;
  katatx check "[[1,2],[3,4]] · [[0,1],[1,0]]ᵀ"       grids: rows in brackets, or [1 2; 3 4]
  katatx check "layernorm 50 60 40 30"                any of the operations of the pages

Write · * × or @ to multiply (⊙ entry by entry), / to divide, ^ for powers, √ or sqrt, ᵀ or .T to
transpose, -inf for a masked score. Rows go as [1, 2] or 1 2, names may be any that you give.
katatx check --list    names every operation
katatx check -         reads lines from stdin and answers each
katatx check --json    prints one document; --places 3 asks every claim for three decimals
The exit status is 0 where all is right, 1 where something is wrong, 2 where it cannot be read."""


def run(expression: str, places: int | None, as_json: bool) -> int:
    """Check one line and print it with its working."""
    if expression == "-":
        return run_lines(sys.stdin, places, as_json)
    try:
        checked = check(expression, places, THOROUGH_SEARCH)
    except KatatxError as error:
        if as_json:
            print_json(unread_document(expression, error))
        raise
    if as_json:
        print_json(document(checked))
    else:
        print("\n".join(report(checked)))
    return line_status(checked)


def unread_document(text: str, error: KatatxError) -> dict[str, Any]:
    """A text that could not be read, as JSON."""
    return {"expression": plain(text.strip(), 200, keep=""), "error": str(error)}


def run_lines(source: TextIO | None, places: int | None, as_json: bool) -> int:
    """Check each line as it is read; the status is the worst of them."""
    if source is None:
        raise KatatxError("there is no stdin to read lines from")
    worst, unread, first = 0, 0, ""
    for number, line in enumerate(bounded_lines(source), 1):
        if not line.strip():
            continue
        try:
            checked = check(line.strip("\n"), places)
        except KatatxError as error:
            print_json(unread_document(line, error)) if as_json else print(
                f"unread: line {number}: {error}", flush=True
            )
            worst, unread = 2, unread + 1
            first = f"line {number}: {error}" if unread == 1 else first
            continue
        print_json(document(checked)) if as_json else print(one_line(checked), flush=True)
        worst = max(worst, line_status(checked))
    if unread:
        narrate(first if unread == 1 else f"{unread} lines could not be read, the first being {first}")
    return worst


def explain() -> int:
    """What can be checked, by example."""
    print(EXPLANATION)
    return 0


def list_operations(as_json: bool) -> int:
    """Every operation by topic, with its arguments and its other names."""
    known = [recipe for recipe in all_recipes() if recipe.name != "arithmetic"]
    if as_json:
        print_json([operation_document(recipe) for recipe in known])
        return 0
    for topic, recipes in groupby(known, key=lambda recipe: recipe.topic):
        print(f"{topic}\n")
        for recipe in recipes:
            names = f"  (also {', '.join(recipe.other_names)})" if recipe.other_names else ""
            print(f"  {recipe.signature}{names}\n      {recipe.summary}")
        print()
    return 0


def operation_document(recipe: Recipe) -> dict[str, Any]:
    """One operation as JSON."""
    return {
        "name": recipe.name,
        "arguments": [
            {"name": each.name, "kind": each.kind.lower(), "optional": each.optional} for each in recipe.parameters
        ],
        "other_names": list(recipe.other_names),
        "topic": recipe.topic,
        "summary": recipe.summary,
        "wrong_turns": [turn.id for turns in recipe.wrong_turns.values() for turn in turns],
    }


def line_status(checked: Checked) -> int:
    """The exit status of a checked line."""
    judgement = checked.worst.judgement
    return 0 if judgement is None else status(judgement.verdict)


def document(checked: Checked) -> dict[str, Any]:
    """The line as one JSON object: the worst link's, with `links` where there are several."""
    whole = link_document(checked.worst)
    if checked.names:
        whole["names"] = {name: as_lists(value) for name, value in checked.names.items()}
    if len(checked.links) > 1:
        whole["links"] = [link_document(link) for link in checked.links]
    return whole


def link_document(link: Link) -> dict[str, Any]:
    """One `left = right` as JSON."""
    judged, strokes = link.judgement, link.strokes()
    return {
        "expression": link.expression,
        "value": as_lists(link.value),
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
        "slots": judged and slot_marks(judged.slots, link.shape),
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
    """The names defined, each line with its working and its verdict, for a person."""
    lines: list[str] = []
    for name, value in checked.names.items():
        lines += written_value(plain(name), value, DECIMALS)
    before = None
    for link in () if checked.only_defines else checked.links:
        if link.expression != before:
            lines += [*written_value(link.expression, link.value, link.shown_places), *written_steps(link.steps())]
        if link.judgement is not None:
            lines.append(plain(verdict_line(link, len(checked.links))))
        before = link.expression
    return lines


def verdict_line(link: Link, links: int) -> str:
    """The verdict and why; where there are several, with what it judges."""
    assert link.judgement is not None
    claim = f"= {write_value(link.claim, 6)}: " if links > 1 else ""
    return f"{claim}{link.judgement.line}"


def one_line(checked: Checked) -> str:
    """The line and its verdict on one line."""
    if checked.only_defines:
        return plain("; ".join(f"{name} = {write_value(as_lists(value))}" for name, value in checked.names.items()))
    link = checked.worst
    worked = f"{link.expression} = {link.shown}"
    if link.judgement is None:
        return worked
    if not link.judgement.verdict.counts_as_right:
        worked += f", claimed {write_value(link.claim, 6)}"
    return plain(f"{worked}: {link.judgement.line}")
