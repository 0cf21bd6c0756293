"""Drafting a deck from a page: a drill for every block, and drills of its calculations.

Nothing is invented: what the page does not say is left out, and lint reports it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from itertools import chain, count, repeat
from pathlib import Path
from typing import NamedTuple

from katatx.decks.lint import lint_file
from katatx.decks.parts import is_name
from katatx.decks.teaching import form_of
from katatx.engine.book import find_recipe
from katatx.engine.evaluate import evaluate
from katatx.engine.names import names_used
from katatx.engine.pencils.recording import Recording, Strokes
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, floats, rank_of
from katatx.errors import KatatxError
from katatx.notation.printing import write_expression, write_value
from katatx.notation.quoting import plain
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Unary
from katatx.notation.walking import mapped
from katatx.pages.blocks import Block
from katatx.pages.calculations import Calculation

# Nobody works a page of more drills.
MOST_PROPOSED = 60
_MOST_NUMBERS, _LARGEST, _LONGEST_ID = 64, 1_000_000, 40
_DECIMALS, _EXACT = 3, 1e-9
# Names by rank: for numbers, rows, grids.
_LETTERS = ("abcdfghkmnpqrstuvwz", "xyuvwzpqrs", "ABCDFGHKMNPQ")
_PRINTED = re.compile(r"[-−]?\d+(?:\.\d+)?")
# The row, grid or number at the end of a check.
_LAST = re.compile(rf"(?:\[[^=→]*\]|{_PRINTED.pattern})\D*$")
# Braces in prompts stand for numbers of the drill.
_NO_BRACES = str.maketrans("{}", "()")
# What a calculation raises that cannot be worked without the page.
_UNCLEAR = (KatatxError, ArithmeticError, ValueError, TypeError, IndexError)
_HEAD = """\
# yaml-language-server: $schema=katatx.schema.json
deck: {name}
title: {title}
page: {title}

sections:
"""


class Proposal(NamedTuple):
    """A proposed drill: its section, the line of the page it is from, and its YAML without its id."""

    section: str
    line: int
    id: str
    rows: Sequence[str]

    @property
    def lines(self) -> list[str]:
        return [f"    {self.id}:", *(f"      {row}" for row in self.rows)]


class Proposals(NamedTuple):
    """The drills proposed for a page, in its order, and the number of others by the reason they were `left_out`."""

    drills: Sequence[Proposal]
    left_out: Mapping[str, int]


def draft_deck(name: str, page: str, drills: Sequence[Proposal]) -> str:
    """Return the text of a drill file called `name`, with drills of the page titled `page`, or with an example."""
    drills = drills or [Proposal(page, 1, "first-step", ["prompt: What is 1 + 1?", "answer: 1 + 1"])]
    sections: dict[str, list[str]] = {}
    for drill in sorted(drills, key=lambda each: each.line):
        sections.setdefault(_text(drill.section or page), []).extend(drill.lines)
    parts = ("\n".join([f"  {section}:", *lines, ""]) for section, lines in sections.items())
    return _HEAD.format(name=name, title=_text(page)) + "\n".join(parts)


def drill_of_block(block: Block, calculations: Sequence[Calculation]) -> Proposal:
    """Return a block as a drill: a YOUR TURN with the calculation whose result ends its check, if any, as the answer.

    A WRONG TURN is left to its author.
    """
    is_asked = block.kind == "your-turn"
    rows = [f"# line {block.line}", f"{'turn' if is_asked else 'wrong_turn'}: {block.number}"]
    prompt = " ".join(block.asks.split()).translate(_NO_BRACES)
    rows += [f"prompt: {_text(prompt)}"] if prompt and is_asked else []
    last = _LAST.search(block.check) if is_asked else None
    printed = tuple(_PRINTED.findall(last[0])) if last else ()
    checked = [each for each in calculations if each.lines[1] in block.checked and each.numbers == printed]
    with suppress(*_UNCLEAR):
        for calculation in checked[-1:]:
            node, given = _named(calculation) if calculation.names else (calculation.node, {})
            made = rows + _worked(calculation, node, given, evaluate(node, given))
            rows = _rows_without_faults(made) or made
    return Proposal(block.section, block.line, f"{block.kind}-{block.number}", rows)


def propose(calculations: Sequence[Calculation], sections: Mapping[int, str], page: str) -> Proposals:
    """Return drills for the calculations of a page, only such as lint finds no fault in; at most `MOST_PROPOSED`.

    Of several that ask for the same, the first is kept, or the first that the page has wrong. `sections` has headings
    by their lines, and `page` is the title for lines above all of them.
    """
    left_out: Counter[str] = Counter()
    drills: dict[object, Proposal] = {}
    for calculation in sorted(calculations, key=lambda each: (each.is_right, each.lines)):
        line = calculation.lines[0]
        section = sections[max(above)] if (above := [at for at in sections if at <= line]) else page
        try:
            node, given = _named(calculation)
            form, value = form_of(node, given), evaluate(node, given)
            why = _why_not(node, given, value) or "same as another drill" * (form in drills)
            head = [f"# line {line}", f"prompt: {_text(f'Work out {write_expression(node)}.')}"]
            rows = None if why else _rows_without_faults([*head, *_worked(calculation, node, given, value)])
        except _UNCLEAR:
            why, rows = "not clear without the page", None
        if rows is not None and len(drills) == MOST_PROPOSED:
            why, rows = f"more than {MOST_PROPOSED} drills", None
        if rows is None:
            left_out[why or "rejected by lint"] += 1
        else:
            drills[form] = Proposal(section, line, _id(node, section, drills.values()), rows)
    return Proposals(sorted(drills.values(), key=lambda each: each.line), left_out)


def _why_not(node: Node, given: Mapping[str, Value], value: Value) -> str:
    """Return why a calculation of the given values makes no drill, too large or too little work; "" if it may."""
    numbers = [number for each in (*given.values(), value) for number in floats(each)]
    if not given or len(numbers) > _MOST_NUMBERS or not all(abs(number) < _LARGEST for number in numbers):
        return "too large for a pencil"
    pencil, strokes = Recording(), Strokes()
    evaluate(node, given, pencil)
    strokes.add(pencil.record.all_calculations())
    is_long = strokes.exponentials or strokes.products + strokes.divisions + min(strokes.sums, 1) > 1
    return "" if is_long or (rank_of(value) and strokes.digits) else "nothing to work out"


def _rows_without_faults(rows: list[str]) -> list[str] | None:
    """Return the YAML of a drill in which lint finds no fault, with fresh numbers or else with the page's alone."""
    for made in (rows, [*rows, "fresh: {}"]):
        if not lint_file(Path("draft.yaml"), draft_deck("draft", "draft", [Proposal("draft", 1, "draft", made)])):
            return made
    return None


def _id(node: Node, section: str, drills: Iterable[Proposal]) -> str:
    words = re.findall("[a-z0-9]+", (node.name if isinstance(node, Call) else section).lower())
    slug = "-".join(words)[:_LONGEST_ID].strip("-") or "work-out"
    taken = {each.id for each in drills}
    return next(each for each in chain([slug], (f"{slug}-{number}" for number in count(2))) if each not in taken)


def _worked(source: Calculation, node: Node, given: Mapping[str, Value], value: Value) -> list[str]:
    """Return a calculation as YAML of a drill, with what the page prints, if these are decimals."""
    numbers = ", ".join(f"{name}: {write_value(as_lists(each), 12)}" for name, each in given.items())
    rows = [f"given: {{{numbers}}}"] * bool(given) + [f"answer: {_text(write_expression(node))}"]
    texts = [text.replace("−", "-") for text in source.numbers]
    if not all(re.fullmatch(r"-?\d*\.?\d+", text) for text in texts):
        return rows
    places = min(len(text.partition(".")[2]) for text in texts)
    if all(abs(float(text) - true) < _EXACT for text, true in zip(texts, floats(value), strict=False)):
        places = _DECIMALS
    if places:
        printed = iter(texts)
        says = _PRINTED.sub(lambda _: next(printed), write_value(as_lists(source.result), 0))
        rows += [f"page_says: {_text(says)}", *[f"places: {places}"] * (places < _DECIMALS)]
        truth = write_value(as_lists(value), max(places, _DECIMALS))
        rows += [] if source.is_right else [f"erratum: {_text(f'The page prints {says}; it is {truth}.')}"]
    return rows


def _named(source: Calculation) -> tuple[Node, dict[str, Value]]:
    """Return a calculation with names for its numbers, the page's where it has some, and the values of these names."""
    names = _Names(source.names)
    node = mapped(standard(source.node, source.names), names.replace)
    used = set(names_used(node))
    return node, {name: value for name, value in names.given.items() if name in used}


class _Names:
    """Names for the numbers of an expression: `given` has their values, `known` the name of each number or name."""

    def __init__(self, names: Mapping[str, Value]) -> None:
        self.given = {name: value for name, value in names.items() if is_name(name)}
        self.known = {name: name if is_name(name) else self.put(value) for name, value in names.items()}

    def replace(self, node: Node, hint: str = "") -> Node | None:
        """Return what stands for a number, row, name, power or call; None for other nodes, whose parts are searched.

        Constants such as π, exponents of other bases than e, indices and keyword arguments stay.
        """
        match node:
            case Name():
                return node._replace(text=self.known.get(node.text, node.text))
            case Binary(sign="^" | "**"):
                if isinstance(node.left, Literal) and node.left.text == "e":
                    return node._replace(right=mapped(node.right, self.replace))
                return node._replace(left=mapped(node.left, self.replace))
            case Call():
                found = find_recipe(node.name)
                hints = chain([each.name for each in found.parameters] if found else [], repeat(""))
                pairs = list(zip(node.arguments, hints, strict=False))
                made = (self.replace(each, hint) or mapped(each, self.replace) for each, hint in pairs)
                return node._replace(arguments=tuple(made))
        if not _is_written_out(node):
            return None
        text = write_expression(node)
        self.known[text] = name = self.known.get(text) or self.put(evaluate(node), hint)
        return Name(name, 1)

    def put(self, value: Value, hint: str = "") -> str:
        """Give a value the name `hint` or else a letter, with a number after it if that is taken, and return it."""
        hint = "numbers" if hint == "rows" and rank_of(value) == 1 else hint
        candidates = (hint,) if is_name(hint) else tuple(_LETTERS[min(rank_of(value), 2)])
        numbered = (f"{candidates[0]}{number}" for number in count(2))
        name = next(each for each in chain(candidates, numbered) if each not in self.given)
        self.given[name] = value
        return name


def _is_written_out(node: Node) -> bool:
    """Return whether a node is a number written in digits, or a row or grid of such."""
    if isinstance(node, Listing):
        return all(map(_is_written_out, node.items))
    inner = node.operand if isinstance(node, Unary) and node.sign == "-" else node
    return isinstance(inner, Literal) and inner.text[:1] in "0123456789."


def _text(text: str) -> str:
    return json.dumps(plain(text, 1000, keep=""), ensure_ascii=False)  # YAML can read JSON
