"""Drafting a deck from a page: a drill for every block, and drills of its calculations.

Nothing is invented: a prompt is what the page asks, or what is to be worked out. What the page does not say is left
out, and lint reports it.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, count
from math import isfinite, nan
from typing import Any

from katatx.decks.lint import lint_text
from katatx.decks.parts import is_name
from katatx.decks.twins import form_of
from katatx.engine.book import find_recipe
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.names import names_used
from katatx.engine.pencils.interval import low_of
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.strokes import Strokes
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, floats, rank_of, value_of
from katatx.errors import KatatxError
from katatx.notation.printing import write_expression, write_value
from katatx.notation.quoting import plain
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Unary
from katatx.notation.walking import mapped
from katatx.pages.blocks import Block
from katatx.pages.calculations import Calculation
from katatx.pages.check_lines import read_check_line

# Nobody works a page of more drills.
MOST_PROPOSED = 60
_WIDTH = 110
_MOST_QUOTED = 12
_MOST_NUMBERS = 64
_LARGEST = 1_000_000
_LONGEST_ID = 40
_DECIMALS = 3
_EXACT = 1e-9
# Names by rank: for numbers, rows, grids.
_LETTERS = ("abcdfghkmnpqrstuvwz", "xyuvwzpqrs", "ABCDFGHKMNPQ")
# Braces in prompts stand for numbers of the drill.
_NO_BRACES = str.maketrans("{}", "()")
_HEAD = "deck: {name}\ntitle: {title}\npage: {title}\n\nsections:\n"


@dataclass(frozen=True)
class Proposal:
    """A proposed drill: its section, the line of the page it is from, and its YAML without its id."""

    section: str
    line: int
    id: str
    rows: Sequence[str]

    def lines(self) -> Iterator[str]:
        """Yield the lines of the drill in its file."""
        yield f"    {self.id}:"
        yield from (f"      {row}" for row in self.rows)


@dataclass(frozen=True)
class Proposals:
    """The drills proposed for a page, in its order, and the number of others by the reason they were `left_out`."""

    drills: Sequence[Proposal]
    left_out: Mapping[str, int]


def draft_deck(name: str, page: str, blocks: Sequence[Block], proposals: Sequence[Proposal] = ()) -> str:
    """Return the text of a drill file called `name`, with a drill for each block and each proposal, in the order of the
    page. `page` is the page's title. If there are no blocks and proposals, it has one example.
    """
    drills = [*map(_of_block, blocks), *proposals]
    drills = drills or [Proposal(page, 1, "first-step", ["prompt: What is 1 + 1?", "answer: 1 + 1"])]
    sections: dict[str, list[str]] = {}
    for drill in sorted(drills, key=lambda each: each.line):
        sections.setdefault(_text(drill.section or page), []).extend(drill.lines())
    made = [line for section, lines in sections.items() for line in ("", f"  {section}:", *lines)]
    head = _HEAD.format(name=name, title=_text(page))
    return "# yaml-language-server: $schema=katatx.schema.json\n" + head + "\n".join(made[1:]) + "\n"


def _of_block(block: Block) -> Proposal:
    """Return a block as a drill: a YOUR TURN asks what it asks, and its answer is the calculation of its check line, if
    any. A WRONG TURN is left to its author, since the page says there what is right.
    """
    check, is_asked = read_check_line(block.check), block.kind == "your-turn"
    rows = [f"# line {block.line}: {block.kind.replace('-', ' ').upper()} {block.number}", *_quoted(block)]
    rows.append(f"{'turn' if is_asked else 'wrong_turn'}: {block.number}")
    prompt = " ".join(block.asks.split()).translate(_NO_BRACES)
    rows += [f"prompt: {_text(prompt)}"] if prompt and is_asked else []
    if is_asked and check.answer is not None:
        rows += [f"answer: {_text(check.answer)}", f"page_says: {_text(check.says or '')}"]
    return Proposal(block.section, block.line, f"{block.kind}-{block.number}", rows)


def _quoted(block: Block) -> Iterator[str]:
    """Yield what a block says and is no prompt as YAML comments: at most twelve lines, then "..." if there are more."""
    check, says = f"check: {block.check}" if block.check else "", block.asks if block.kind == "wrong-turn" else ""
    texts = [block.says, says, check]
    said = [line for text in texts for line in text.splitlines()]
    lines = [part for line in said for part in textwrap.wrap(plain(line, 2000, keep=""), _WIDTH)]
    yield from (f"#   {line}" for line in lines[:_MOST_QUOTED])
    if len(lines) > _MOST_QUOTED:
        yield "#   ..."


def propose(calculations: Sequence[Calculation], sections: Mapping[int, str], page: str) -> Proposals:
    """Return drills for the calculations of a page, only such as lint finds no fault in; at most `MOST_PROPOSED`.

    Of several that ask for the same, the first is kept, or the first that the page has wrong. `sections` maps line
    numbers, from 1, to headings, and `page` is the title for lines above all of them.
    """
    left_out: Counter[str] = Counter()
    drills: list[Proposal] = []
    asked: set[object] = set()
    for calculation in sorted(calculations, key=lambda each: (each.is_right, each.lines)):
        made = _Drafted(calculation)
        why = made.why_not or ("same as another drill" if made.form in asked else "")
        if not why and len(drills) == MOST_PROPOSED:
            why = f"more than {MOST_PROPOSED} drills"
        rows = None if why else _rows_without_faults(made)
        if rows is None:
            left_out[why or "rejected by lint"] += 1
            continue
        asked.add(made.form)
        line = calculation.lines[0]
        section = sections[max(above)] if (above := [at for at in sections if at <= line]) else page
        drills.append(Proposal(section, line, _id(made.node, section, drills), rows))
    return Proposals(sorted(drills, key=lambda each: each.line), left_out)


def _rows_without_faults(made: _Drafted) -> list[str] | None:
    """Return the YAML of a draft in which lint finds no fault: with fresh numbers, or else with the page's alone."""
    for rows in (made.rows, [*made.rows, "fresh: {}"]):
        drill = Proposal("draft", 1, "draft", rows)
        text = _HEAD.format(name="draft", title="draft") + "\n".join(["  draft:", *drill.lines()]) + "\n"
        if not lint_text(text, "draft.yaml"):
            return rows
    return None


def _id(node: Node, section: str, drills: Sequence[Proposal]) -> str:
    """Return an id that no drill has, from the operation's name or else the section."""
    name = node.name if isinstance(node, Call) else section
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower().encode("ascii", "ignore").decode()).strip("-")
    slug = slug[:_LONGEST_ID].strip("-") or "work-out"
    taken = {each.id for each in drills}
    numbered = (f"{slug}-{number}" for number in count(2))
    return next(each for each in chain([slug], numbered) if each not in taken)


class _Drafted:
    """A calculation of a page as a drill; `why_not` is the reason if it makes none."""

    def __init__(self, calculation: Calculation) -> None:
        self.source, self.why_not = calculation, ""
        named = _Named(calculation.names)
        try:
            self.node = _with_dot_products(named.named(standard(calculation.node, calculation.names)), named.given)
            used = set(names_used(self.node))
            self.given = {name: value for name, value in named.given.items() if name in used}
            self.value = evaluate(self.node, self.given)
            self.form = form_of(self.node, self.given)
            if not self.given or not _is_for_a_pencil([*self.given.values(), self.value]):
                self.why_not = "too large for a pencil"
            elif _is_trivial(self.node, self.given):
                self.why_not = "nothing to work out"
        except (KatatxError, EngineError, ArithmeticError, ValueError, TypeError, IndexError):
            self.why_not = "not clear without the page"

    @property
    def rows(self) -> list[str]:
        """Return the drill as YAML."""
        given = ", ".join(f"{name}: {_plain_value(value)}" for name, value in self.given.items())
        answer = write_expression(self.node)
        rows = [f"# line {self.source.lines[0]}", f"given: {{{given}}}"]
        rows += [f"prompt: {_text(f'Work out {answer}.')}", f"answer: {_text(answer)}"]
        return [*rows, *self._page_says()]

    def _page_says(self) -> Iterator[str]:
        """Yield what the page prints, unless it is no plain number or rounded to a whole one, and how it is wrong."""
        texts = [text.replace("−", "-") for text in self.source.numbers]
        if not all(re.fullmatch(r"-?\d*\.?\d+", text) for text in texts):
            return
        places = min(len(text.partition(".")[2]) for text in texts)
        pairs = zip(texts, floats(self.value), strict=False)
        if self.source.is_right and all(abs(float(text) - true) < _EXACT for text, true in pairs):
            places = _DECIMALS
        if places:
            says = _nested(self.source.result, iter(texts))
            yield f"page_says: {_text(says)}"
            yield from [f"places: {places}"] * (places < _DECIMALS)
            if not self.source.is_right:
                truth = write_value(as_lists(self.value), max(places, _DECIMALS))
                yield f"erratum: {_text(f'The page prints {says}; it is {truth}.')}"


@dataclass
class _Named:
    """The given values of an expression, by name; first those that the page has names for."""

    names: Mapping[str, Value]
    given: dict[str, Value] = field(default_factory=dict)
    _known: dict[str, str] = field(default_factory=dict)

    def named(self, node: Node) -> Node:
        """Return an expression with names in place of its numbers, under the page's names where it has some.

        Some numbers stay: constants such as π, exponents of other bases than e, indices and keyword arguments.
        """
        self.given = {name: value for name, value in self.names.items() if is_name(name)}
        self._known = {name: name for name in self.given}
        for name, value in self.names.items():
            self._known[name] = self._known.get(name) or self._put(value)
        return mapped(node, self._replaced)

    def _replaced(self, node: Node, hint: str = "") -> Node | None:
        """Return what stands for a number, row, name, power or call; None for other nodes, whose parts are searched."""
        match node:
            case Name():
                return node._replace(text=self._known.get(node.text, node.text))
            case Binary(sign="^" | "**"):
                if isinstance(node.left, Literal) and node.left.text == "e":
                    return node._replace(right=mapped(node.right, self._replaced))
                return node._replace(left=mapped(node.left, self._replaced))
            case Call():
                found = find_recipe(node.name)
                hints = [each.name for each in found.parameters] if found is not None else []
                hints += [""] * len(node.arguments)
                pairs = zip(node.arguments, hints, strict=False)
                return node._replace(arguments=tuple(self._argument(each, hint) for each, hint in pairs))
        if not _is_written_out(node):
            return None
        text = write_expression(node)
        self._known[text] = name = self._known.get(text) or self._put(value_of(_plain(node)), hint)
        return Name(name, 1)

    def _argument(self, node: Node, hint: str) -> Node:
        return self._replaced(node, hint) or mapped(node, self._replaced)

    def _put(self, value: Value, hint: str = "") -> str:
        """Add a value under the name `hint` or else a letter, with a number after it if that is taken."""
        hint = "numbers" if hint == "rows" and rank_of(value) == 1 else hint
        candidates = (hint,) if is_name(hint) else tuple(_LETTERS[min(rank_of(value), 2)])
        numbered = (f"{candidates[0]}{number}" for number in count(2))
        name = next(each for each in chain(candidates, numbered) if each not in self.given)
        self.given[name] = value
        return name


def _is_written_out(node: Node) -> bool:
    """Return whether a node is a number written in digits, or a row or grid of such, with rows of one length."""
    if not isinstance(node, Listing):
        inner = node.operand if isinstance(node, Unary) and node.sign == "-" else node
        return isinstance(inner, Literal) and inner.text[:1] in "0123456789."
    if not all(map(_is_written_out, node.items)):
        return False
    try:
        value_of(_plain(node))
    except EngineError:  # its rows have different lengths
        return False
    return True


def _plain(node: Node) -> Any:
    """Return a written number as a float, a row or grid as nested lists."""
    if isinstance(node, Unary):
        return -_plain(node.operand)
    return [_plain(item) for item in node.items] if isinstance(node, Listing) else getattr(node, "value", nan)


def _with_dot_products(node: Node, given: Mapping[str, Value]) -> Node:
    """Return an expression with products of two given rows replaced by dot products."""

    def dot(part: Node) -> Node | None:
        if not (isinstance(part, Binary) and part.sign in ("·", "@")):
            return None
        pair = part.left, part.right
        rows = [each for each in pair if isinstance(each, Name) and rank_of(given.get(each.text)) == 1]
        return Call("dot", pair, loose=False, column=1) if len(rows) == len(pair) else None

    return mapped(node, dot)


def _is_for_a_pencil(values: Sequence[Value]) -> bool:
    """Return whether the values have at most 64 numbers in all, each finite and between minus and plus a million."""
    numbers = [number for value in values for number in floats(value)]
    return len(numbers) <= _MOST_NUMBERS and all(isfinite(number) and abs(number) < _LARGEST for number in numbers)


def _is_trivial(node: Node, given: Mapping[str, Value]) -> bool:
    """Return whether an expression is too little work for a drill.

    A row or grid is if nothing is calculated, and a number if it takes only sums, or no sum and a single product,
    quotient, square or root. Changes of sign, rounding, and the largest or smallest of numbers do not count as work.
    """
    pencil, strokes = Recording(), Strokes()
    value = evaluate(node, given, pencil)
    strokes.add(pencil.record.all_calculations())
    if strokes.exponentials or rank_of(value):
        return strokes.digits == 0
    return strokes.products + strokes.divisions + min(strokes.sums, 1) < 2


def _nested(shape: Value, texts: Iterator[str]) -> str:
    """Return the printed numbers `texts` as text in the shape of the value `shape`: "0.5", or "[0.5, 0.25]"."""
    if isinstance(shape, tuple):
        return f"[{', '.join([_nested(item, texts) for item in shape])}]"
    return next(texts)


def _plain_value(value: Value) -> str:
    """Return a value as YAML with at most 12 decimals and without exponents; of an interval, the lower end."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_plain_value, value))}]"
    return f"{low_of(value):.12f}".rstrip("0").rstrip(".")


def _text(text: str) -> str:
    """Return text as a JSON string, which YAML can read, without hidden characters, cut after 1,000 characters."""
    return json.dumps(plain(text, 1000, keep=""), ensure_ascii=False)
