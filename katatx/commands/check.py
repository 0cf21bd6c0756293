"""`katatx check`: check a line of arithmetic, or lines from stdin."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, TextIO

from katatx.commands.output import fields, narrate, print_json, shows_app, status
from katatx.engine.book import ARITHMETIC, all_names, all_recipes, find_recipe
from katatx.engine.checked import Checked, Link
from katatx.engine.checking import LONGEST_WORKING, THOROUGH_SEARCH, check
from katatx.engine.pencils.writing import Step
from katatx.engine.recipe import Recipe
from katatx.engine.standard_form import unknown_name
from katatx.engine.values import Value, as_lists, rank_of
from katatx.errors import KatatxError
from katatx.notation.lexer import LONGEST
from katatx.notation.printing import write_grid, write_value
from katatx.notation.quoting import plain
from katatx.notation.text_files import bounded_lines
from katatx.worksheet.names import NamesAbove, check_below, is_empty
from katatx.worksheet.worked import written_working
from scoring import Judgement, Verdict
from scoring.places import DECIMALS
from scoring.wording import capital

# The least decimals shown of a claim: a calculated side has no fixed number of them.
_LEAST_CLAIMED = 6
_COLUMN = re.compile(r"column (\d+): ")


def run(
    words: list[str] | None, places: int | None, as_json: bool, full: bool, lists: bool, worksheet: str | None,
    home: Path,
) -> int:  # fmt: skip
    """Check a line, or those of stdin for "-"; `places` are the decimals that every claim must have."""
    text = " ".join(words or ())
    if lists:
        return _list_operations(as_json, text)
    if worksheet is not None and words:
        raise KatatxError("--open opens a worksheet, and takes no line to check; leave out one of the two")
    if words is None:
        return _open_worksheet(worksheet, home)
    return _check_lines(sys.stdin, places, as_json) if text == "-" else _check_line(text, places, as_json, full)


def _check_line(text: str, places: int | None, as_json: bool, full: bool) -> int:
    """Check one line and print its verdicts and working. As JSON, why it is not judged is printed on stderr too."""
    try:
        checked = check(text, places, THOROUGH_SEARCH)
    except KatatxError as error:
        if as_json:
            print_json(_unread_document(1, text, error))
        raise
    judged = checked.worst.judgement
    if not as_json:
        print(*_report(checked, full), sep="\n")
    else:
        print_json(_line_document(1, text, checked))
        narrate(*([judged.line] if judged is not None and judged.verdict.costs_nothing else []))
    return _status_of(checked)


def _check_lines(source: TextIO | None, places: int | None, as_json: bool) -> int:
    """Check each line as it is read, but for blank ones and comments; one that is unreadable does not stop the rest."""
    if source is None:
        raise KatatxError('no lines are piped in for "-"; write katatx check - < FILE, or a line in quotes')
    above, worst, unread = NamesAbove(), 0, 0
    for number, line in enumerate(bounded_lines(source), 1):
        text = line.strip("\n").removeprefix("\ufeff")
        if is_empty(text):
            continue
        try:
            checked = check_below(above, text, places)
        except KatatxError as error:
            unread += 1
            told = _unread_document(number, text, error) if as_json else f"again: line {number}: {error}"
        else:
            told = _line_document(number, text, checked) if as_json else one_line(checked)
            worst = max(worst, _status_of(checked))
        print_json(told) if as_json else print(told, flush=True)
    if unread:
        narrate(f"{unread} line{'s' * (unread != 1)} could not be read")
    return 2 if unread else worst


def _status_of(checked: Checked) -> int:
    judgement = checked.worst.judgement
    return 0 if judgement is None else status(judgement.verdict)


def _open_worksheet(path: str | None, home: Path) -> int:
    """Open a worksheet in the app, from the file `path`, or empty for None."""
    if not shows_app():
        raise KatatxError(
            "the worksheet needs a terminal window, and there is none; write a line to check, such as katatx check "
            '"softmax 1 4", or katatx check - < FILE'
        )
    from katatx.app.app import open_worksheet
    from katatx.settings import load_preferences

    return open_worksheet(None if path is None else Path(path), load_preferences(home).app)


# ---- operations


def _list_operations(as_json: bool, name: str) -> int:
    """Print every operation by topic, or the one called `name` with its lines and mistakes."""
    asked = find_recipe(name.replace(" ", "_"))
    known = [each for each in all_recipes() if each.name != ARITHMETIC and (not name or each is asked)]
    if not known:
        raise KatatxError(unknown_name(name, all_names(), "operation"))
    if as_json:
        print_json([operation_document(recipe) for recipe in known])
    elif name:
        print(_paragraph(known[0]))
    else:
        for topic, recipes in groupby(known, key=lambda recipe: recipe.topic):
            print(f"{topic}\n", *(f"  {line}" for recipe in recipes for line in _heading(recipe)), "", sep="\n")
    return 0


def _heading(recipe: Recipe) -> list[str]:
    names = f"  (also {', '.join(recipe.other_names)})" if recipe.other_names else ""
    return [f"{recipe.signature}{names}", f"    {recipe.summary}"]


def _paragraph(recipe: Recipe) -> str:
    """Return an operation as text: what it does, its lines with their names for people, and its known mistakes."""
    turns = [f"{wrong}\n        {capital(told)}. {capital(instead)}." for wrong, told, instead in mistakes(recipe)]
    parts = ["\n    ".join(["", *part]) for part in (recipe_lines(recipe), turns) if part]
    return "\n".join([*_heading(recipe), *parts])


def recipe_lines(recipe: Recipe) -> list[str]:
    """Return the lines of a recipe as its text has them, in columns; of one worked in Python, their names."""
    rows = [(line.name, f"= {line.step}", line.for_people) for line in recipe.written]
    first, second = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    return [f"{name:{first}} {step:{second}}   {told}".rstrip() for name, step, told in rows]


def mistakes(recipe: Recipe) -> list[tuple[str, str, str]]:
    """Return the known mistakes of an operation: `not root = width / 2`, what happened, and what to do instead.

    What is only another layout has `or` in place of `not`; what no notation says is dots.
    """
    return [
        (
            f"{'or' if turn.convention else 'not'} {turn.line} = {turn.expression or '…'}",
            f"{turn.happened}: {turn.detail}" if turn.detail else turn.happened,
            turn.instead,
        )
        for turns in recipe.wrong_turns.values()
        for turn in turns
    ]


def operation_document(recipe: Recipe) -> dict[str, Any]:
    """Return the JSON document of an operation."""
    return {
        **fields(recipe, "name", "topic", "summary"),
        "arguments": [{**fields(each, "name", "optional"), "kind": each.kind.lower()} for each in recipe.parameters],
        "other_names": list(recipe.other_names),
        "wrong_turns": [turn.id for turns in recipe.wrong_turns.values() for turn in turns],
    }


# ---- documents


def unread_fields(line: int, text: str, error: str) -> dict[str, Any]:
    """Return the JSON fields for input that could not be read, its `line` from 1, and why and from which column."""
    found = _COLUMN.match(error)
    column = int(found[1]) if found else None
    # A longer text cannot be read; its beginning identifies it.
    return {
        "line": line,
        "input": text[: LONGEST + 1],
        "verdict": Verdict.AGAIN.value,
        "error": error,
        "column": column,
    }


def verdict_fields(judged: Judgement | None) -> dict[str, Any]:
    """Return the JSON fields of a verdict, None without one; a slip of the hand among the causes has no id."""
    if judged is None:
        return {"verdict": None, "rounded": None, "causes": None, "message": None}
    causes = [
        {"id": cause.name or None, "line": cause.line or None, **fields(cause, "happened", "instead")}
        for cause in judged.causes
    ]
    return {"verdict": judged.verdict.value, "causes": causes, **fields(judged, "rounded", "message")}


def _unread_document(number: int, text: str, error: KatatxError) -> dict[str, Any]:
    return {**unread_fields(number, text, str(error)), "expression": plain(text.strip(), 200, keep="")}


def _line_document(number: int, text: str, checked: Checked) -> dict[str, Any]:
    found = document(checked)
    unread = unread_fields(number, text, found["message"] or "")
    return {"line": number, "input": text, **found, **(unread if found["verdict"] == Verdict.AGAIN else {})}


def document(checked: Checked) -> dict[str, Any]:
    """Return the JSON document of a line: that of its worst equation, with its `names`, and the `links` of several."""
    links = [_link_document(link) for link in checked.links]
    whole = next(dict(said) for link, said in zip(checked.links, links, strict=True) if link is checked.worst)
    if checked.names:
        whole["names"] = {name: as_lists(value) for name, value in checked.names.items()}
    return whole | ({"links": links} if len(links) > 1 else {})


def _link_document(link: Link) -> dict[str, Any]:
    judged = link.judgement
    return {
        **fields(link, "expression", "shown", "claim"),
        "value": as_lists(link.value),
        "steps": [_step_document(step) for step in link.steps()],
        **verdict_fields(judged),
        "slots": judged and judged.slots,
    }


def _step_document(step: Step) -> dict[str, Any]:
    found = {"line": step.line, "text": step.text, "value": as_lists(step.value)}
    return {**found, "steps": [_step_document(inner) for inner in step.steps]} if step.steps else found


# ---- text


def _report(checked: Checked, full: bool) -> list[str]:
    """Return the verdicts, the names defined, and the working, folded unless `full` where it is long."""
    lines = [plain(line) for line in _verdict_lines(checked.links)]
    for name, value in checked.names.items():
        lines += written_value(plain(name), value, DECIMALS)
    # Several claims about a side share its working.
    sides = groupby(() if checked.only_defines else checked.links, key=lambda link: link.expression)
    folded = 0
    for _, (link, *_others) in sides:
        working = written_working(link.steps(), full=True)
        shown = working if full else written_working(link.steps())
        folded += len(working) - len(shown)
        *before, result = written_value(link.expression, link.value, link.shown_places)
        lines += [*before, result + (_wrote(link) if len(checked.links) == 1 else ""), *shown]
        if not link.has_working:
            lines.append(f"  the working is left out: it takes more than about {LONGEST_WORKING} calculations")
    lines += map(plain, checked.skipped)
    if checked.only_defines:
        lines.append("a name was given a value; nothing was claimed, so nothing was checked")
    if folded:
        lines.append(f"{folded} lines of working are folded; --full shows them")
    return lines


def written_value(label: str, value: Value, places: int) -> list[str]:
    """Return `label = value` as lines, to `places` decimals; a grid is aligned below its label."""
    if rank_of(value) != 2:
        return [f"{label} = {write_value(as_lists(value), places)}"]
    return [f"{label} =", *(f"  {row}" for row in write_grid(as_lists(value), places))]


def _verdict_lines(links: Sequence[Link]) -> list[str]:
    """Return the verdict on a claim; of several, a line for each, in which `>` marks one that is not right."""
    if len(links) == 1:
        return [link.judgement.line for link in links if link.judgement]
    return [f"{'  ' if link.is_right else '> '}{_link_line(link)}" for link in links if link.judgement]


def _link_line(link: Link) -> str:
    """Return the value of a side and the verdict on what was claimed, which is told if it is not right."""
    return f"{link.expression} = {link.shown}{_wrote(link)}{f': {link.judgement.line}' if link.judgement else ''}"


def _wrote(link: Link) -> str:
    return f", you wrote {link.claim_text(_LEAST_CLAIMED)}" if link.judgement and not link.is_right else ""


def one_line(checked: Checked) -> str:
    """Return the value and the worst verdict of a checked line on one line; for a definition, the names with values."""
    if checked.only_defines:
        return plain("; ".join(f"{name} = {write_value(as_lists(value))}" for name, value in checked.names.items()))
    return plain(_link_line(checked.worst))
