"""Proposing drills for the calculations of a page, with names for numbers and ranges for fresh ones."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, count
from math import isfinite

from katatx.decks.drafting.given_numbers import GivenNumbers
from katatx.decks.drafting.likely_ranges import likely_ranges
from katatx.decks.drafting.patterns import is_e, recognized, with_dot_products
from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.linting.drill_file import lint_text
from katatx.decks.linting.teaching import form_of
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.names import names_used
from katatx.engine.pencils.interval import low_of
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.strokes import Strokes
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, as_lists, as_written, floats, rank_of
from katatx.errors import KatatxError
from katatx.notation.printing import write_expression, write_value
from katatx.notation.quoting import plain
from katatx.notation.syntax import Binary, Call, Node
from katatx.pages.calculations import Calculation

# Nobody works a page of more drills.
MOST_PROPOSED = 60
_MOST_NUMBERS = 64
_LARGEST = 1_000_000
# This many different numbers make a calculation clear enough.
_TELLING = 3
_LONGEST_ID = 40
_PLAIN_NUMBER = re.compile(r"[-−]?\d*\.?\d+")
_DECIMALS = 3
_GIVEN_PLACES = 12


@dataclass(frozen=True)
class Proposal:
    """A proposed drill.

    `source` is its calculation on the page, and `node` that calculation with the names of `given`. `says` is the result
    that the page prints, as text, None if it is not to be quoted; `truth` the right result if that is wrong, else None.
    `places` are the decimals asked for. `fixed` are given names that get no range. `fresh` are the ranges as text, by
    name.
    """

    source: Calculation
    section: str
    id: str
    node: Node
    given: Mapping[str, Value]
    says: str | None
    places: int
    truth: str | None
    fixed: frozenset[str]
    fresh: Mapping[str, str] = field(default_factory=dict)

    @property
    def answer(self) -> str:
        """Return the expression as text."""
        return write_expression(self.node)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the drill as YAML."""
        yield f"      {self.id}:"
        yield f"        given: {{{', '.join(f'{name}: {_plain_value(value)}' for name, value in self.given.items())}}}"
        yield f'        prompt: "{TO_WRITE}"'
        yield f"        answer: {text_of(self.answer)}"
        if self.places != _DECIMALS:
            yield f"        places: {self.places}"
        if self.says is not None:
            yield f"        page_says: {text_of(self.says)}"
        if self.truth is not None:
            yield f"        erratum: {text_of(f'The page prints {self.says}; it is {self.truth}.')}"
        if self.fresh:
            yield f"        fresh: {{{', '.join(f'{name}: {text}' for name, text in self.fresh.items())}}}"


@dataclass(frozen=True)
class Proposals:
    """The drills proposed for a page, in its order, and the number of others by the reason they were `left_out`."""

    drills: Sequence[Proposal]
    left_out: Mapping[str, int]


def propose(calculations: Sequence[Calculation], sections: Mapping[int, str], page: str) -> Proposals:
    """Return drills for the calculations of a page, only such as lint finds no fault in; at most `MOST_PROPOSED`.

    Of several that ask for the same, only the clearest is kept. `sections` maps line numbers, from 1, to headings, and
    `page` is the title for lines above all of them.
    """
    left_out: Counter[str] = Counter()
    found: dict[object, Proposal] = {}
    for calculation in calculations:
        made = _proposal(calculation, _section(calculation.lines[0], sections) or page)
        if isinstance(made, str):
            left_out[made] += 1
            continue
        form = form_of(made.node, made.given)
        left_out["same as another drill"] += form in found
        found[form] = made if form not in found else max(found[form], made, key=_clearness)
    return _linted(sorted(found.values(), key=_clearness, reverse=True), left_out)


def _linted(proposals: Sequence[Proposal], left_out: Counter[str]) -> Proposals:
    """Return at most `MOST_PROPOSED` of the proposals, with ranges where these fit, in the order of the page.

    `proposals` are sorted, the clearest first, and the first without lint faults are kept. Those with nothing to work
    out are left out too. Counts of the others are added to `left_out`.
    """
    kept: list[Proposal] = []
    for at, proposal in enumerate(proposals):
        if len(kept) == MOST_PROPOSED:
            left_out[f"more than {MOST_PROPOSED} drills"] += len(proposals) - at
            break
        sound = _first_without_faults(proposal)
        if sound is None:
            left_out["rejected by lint"] += 1
        elif _teaches_nothing(sound):
            left_out["nothing to work out"] += 1
        else:
            kept.append(sound)
    kept.sort(key=lambda each: each.source.lines)
    return Proposals(list(_with_ids(kept)), +left_out)


def _with_ids(proposals: Sequence[Proposal]) -> Iterator[Proposal]:
    """Yield the proposals, with the first free number from 2 on after an id that an earlier one has."""
    taken: set[str] = set()
    for each in proposals:
        numbered = (f"{each.id}-{number}" for number in count(2))
        own = next(name for name in chain([each.id], numbered) if name not in taken)
        taken.add(own)
        yield replace(each, id=own)


def _proposal(calculation: Calculation, section: str) -> Proposal | str:
    """Return a calculation as a drill without ranges, or the reason why it makes none, as text."""
    numbers = GivenNumbers()
    try:
        written = recognized(standard(calculation.node, calculation.names))
        node = with_dot_products(numbers.take(written, calculation.names), numbers.given)
        used = set(names_used(node))
        given = _without_one_row_grids({name: value for name, value in numbers.given.items() if name in used})
        true = evaluate(node, given)
        if not given or not _is_for_a_pencil((*given.values(), true)):
            return "too large for a pencil"
        if _is_trivial(node, given):
            return "nothing to work out"
    except (KatatxError, EngineError, ArithmeticError, ValueError, TypeError, IndexError):
        return "not clear without the page"
    says, places = _page_says(calculation, true)
    truth = None if calculation.is_right or says is None else write_value(as_lists(true), max(places, _DECIMALS))
    return Proposal(
        calculation, section, _id(node, section), node, given, says, places, truth, frozenset(numbers.fixed)
    )


def _without_one_row_grids(given: Mapping[str, Value]) -> dict[str, Value]:
    """Return the given values with grids of one row as rows; all unchanged if a larger grid is among them.

    A grid of one row may be multiplied with that.
    """
    rows = {name: as_written(value) for name, value in given.items()}
    return dict(given) if any(rank_of(value) > 1 for value in rows.values()) else rows


def _is_for_a_pencil(values: Iterable[Value]) -> bool:
    """Return whether the values have at most 64 numbers in all, each finite and between minus and plus a million."""
    numbers = [number for value in values for number in floats(value)]
    return len(numbers) <= _MOST_NUMBERS and all(isfinite(number) and abs(number) < _LARGEST for number in numbers)


def _is_trivial(node: Node, given: Mapping[str, Value]) -> bool:
    """Return whether an expression is too little work for a drill.

    One with a power, exponential, logarithm or the like is too little only if its outermost operation is a power of
    another base than e, even if base and exponent need work. Of the others, a row or grid is if nothing is calculated,
    and a number if it takes only sums, or no sum and a single product, quotient, square or root. Changes of sign,
    rounding, and the largest or smallest of numbers do not count as work.
    """
    pencil, strokes = Recording(), Strokes()
    value = evaluate(node, given, pencil)
    strokes.add(pencil.record.all_calculations())
    if strokes.exponentials:
        return isinstance(node, Binary) and node.sign in ("^", "**") and not is_e(node.left)
    if rank_of(value):
        return strokes.digits == 0
    return strokes.products + strokes.divisions + min(strokes.sums, 1) < 2


def _page_says(calculation: Calculation, true: Value) -> tuple[str | None, int]:
    """Return the result that the page prints as text to parse, and the number of decimals to ask for, at most three.

    These are fewer than three if the page is right and rounds one of its numbers to fewer. The text is None if it is no
    plain number, or if the page rounds to whole numbers; then three decimals are asked for. `true` is the true result.
    """
    if not all(map(_PLAIN_NUMBER.fullmatch, calculation.numbers)):
        return None, _DECIMALS
    numbers = [text.replace("−", "-") for text in calculation.numbers]
    rounded = [
        len(text.partition(".")[2])
        for text, exact in zip(numbers, floats(true), strict=False)
        if calculation.is_right and abs(float(text) - exact) > 1e-9
    ]
    places = min([_DECIMALS, *rounded])
    return (_nested(calculation.result, iter(numbers)), places) if places else (None, _DECIMALS)


def _nested(shape: Value, texts: Iterator[str]) -> str:
    """Return the printed numbers `texts` as text in the shape of the value `shape`: "0.5", or "[0.5, 0.25]"."""
    if isinstance(shape, tuple):
        return f"[{', '.join([_nested(item, texts) for item in shape])}]"
    return next(texts)


def _first_without_faults(proposal: Proposal) -> Proposal | None:
    """Return the first variant of a proposal without lint faults; None if there is none.

    Variants have ranges, wider ranges or none. They omit what the page prints if that is right and lint finds fault
    only with it, as with too few digits.
    """
    for fresh in likely_ranges(proposal.given, proposal.fixed):
        made = replace(proposal, fresh=fresh)
        faults = _faults(made)
        if faults == {"page_says"} and proposal.source.is_right:
            made = replace(made, says=None)
            faults = _faults(made)
        if not faults:
            return made
    return None


def _faults(proposal: Proposal) -> set[str]:
    """Return the fields of a proposal in which lint finds a fault; its id for a fault of the whole drill."""
    lines = ["deck: draft", "title: draft", "page: draft", "sections:", "  draft:", "    drills:", *proposal.lines()]
    faults = lint_text("\n".join(lines) + "\n", "draft.yaml")
    return {lines[fault.line - 1].strip().partition(":")[0] for fault in faults} - {"prompt"}


def _clearness(proposal: Proposal) -> tuple[bool, bool, bool, int, int]:
    """Return a sort key that is higher for a more worthwhile proposal.

    Errors of the page rank highest, then operations, names from the page, numbers other than 0 and 1, and earlier
    lines.
    """
    named = any(name in proposal.source.names for name in proposal.given)
    numbers = {abs(number) for value in (*proposal.given.values(), proposal.source.result) for number in floats(value)}
    telling = min(len(numbers - {0.0, 1.0}), _TELLING)
    return proposal.truth is not None, isinstance(proposal.node, Call), named, telling, -proposal.source.lines[0]


def _teaches_nothing(proposal: Proposal) -> bool:
    """Return whether a drill has no fresh numbers, and only 0 and 1 as results when rounded to its `places`."""
    numbers = floats(evaluate(proposal.node, proposal.given))
    return not proposal.fresh and all(round(number, proposal.places) in (0, 1) for number in numbers)


def _section(line: int, sections: Mapping[int, str]) -> str:
    """Return the last heading at or above a line; empty if there is none."""
    above = [at for at in sections if at <= line]
    return sections[max(above)] if above else ""


def _id(node: Node, section: str) -> str:
    """Return an id for a drill, from the operation's name or else the section; "work-out" if no ASCII letter or digit
    is in it.
    """
    name = node.name if isinstance(node, Call) else section
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower().encode("ascii", "ignore").decode()).strip("-")
    return slug[:_LONGEST_ID].strip("-") or "work-out"


def _plain_value(value: Value) -> str:
    """Return a value as YAML with at most 12 decimals and without exponents; of an interval, the lower end."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(_plain_value, value))}]"
    return f"{low_of(value):.{_GIVEN_PLACES}f}".rstrip("0").rstrip(".")


def text_of(text: str) -> str:
    """Return text as a JSON string, which YAML can read.

    Hidden characters, line breaks included, are replaced by "�"; after 1,000 characters the text is cut, with "…".
    """
    return json.dumps(plain(text, 1000, keep=""), ensure_ascii=False)
