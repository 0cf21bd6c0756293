"""Checking typed arithmetic: expressions, claims, chains and definitions.

A statement has sides joined by signs such as `=`; a side that states the value of the side beside it is a claim.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from itertools import accumulate

from katatx.engine.book import find_recipe
from katatx.engine.checked import NO_NAMES, Checked, Link
from katatx.engine.defining import HOMONYMS, Scope, names_given, values_of, with_names_joined
from katatx.engine.errors import UnknownName
from katatx.engine.names import Defined
from katatx.engine.pencils.pencil import Effort
from katatx.engine.sides import Chain
from katatx.engine.values import Value
from katatx.errors import KatatxError
from katatx.notation.code import calls_method, library_of, may_be_code
from katatx.notation.errors import Ambiguous, CodeError, NoPython, NotationError
from katatx.notation.parser import read_tokens
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Listing, Literal, Unary

# The effort for working a text, enough for a transformer block over a few words, and for finding mistakes in it.
LONGEST_WORK = 6_000
LONGEST_SEARCH = 3_000
# For a line checked alone, a few tenths of a second for trying every mistake are acceptable.
THOROUGH_SEARCH = 200_000
# Nobody reads a working of more calculations than this, or a value of more numbers.
LONGEST_WORKING = 700
MOST_STATEMENTS = 50
# A definition that takes more work than this is worked once; later texts use its value.
LONGEST_CARRIED = 100


def check(
    text: str, places: int | None = None, search: int = LONGEST_SEARCH, names: Mapping[str, Defined] = NO_NAMES
) -> Checked:
    """Check statements separated by `;` or line breaks; `names` are earlier definitions.

    A new name is defined by `=`, any name by `:=` (see `names_given`); every other `=`, `→`, `≈` or `~` makes a claim
    about the calculation before it. `places` requires that many decimals of claims without `≈` or `~`; None accepts
    those given. `search` is the most single calculations for finding the mistakes behind wrong claims; 0 looks for
    none. Raises KatatxError, with the column where it is known, for what cannot be read or has no value.
    """
    if (checked := _as_code(text, places, search, names)) is not None:
        return checked
    try:
        return _as_pencil(text, places, search, names)
    except UnknownName:
        if not re.search(r"[a-z]\w+\(", text):
            raise
        from katatx.engine.code_lines import check_code

        with suppress(CodeError):  # a function of NumPy by its bare name: `hypot(3, 4)`
            return check_code(text, places, names, "numpy")
        raise


def _as_code(text: str, places: int | None, search: int, names: Mapping[str, Defined]) -> Checked | None:
    """Return a text checked as code; None if it is none. A text that mixes both is checked part by part."""
    called = library_of(text) or (calls_method(text) and (_library_above(names) or "numpy"))
    library = called or _library_above(names)
    if not library and not may_be_code(text):
        return None
    from katatx.engine.code_lines import check_code  # few texts need NumPy

    try:
        return check_code(text, places, names, library)
    except NoPython:
        parts = re.split(r"[;\n]", text)
        if not called:
            return None
        if len(parts) < 2:
            raise
    except CodeError:
        if called:
            raise
        return None
    return _mixed(parts, places, search, names)


def _library_above(names: Mapping[str, Defined]) -> str:
    libraries = {each.code for each in names.values() if each.code}
    return next(iter(libraries), "") if len(libraries) < 2 else "both"


def _mixed(parts: list[str], places: int | None, search: int, names: Mapping[str, Defined]) -> Checked:
    """Return code and pencil statements checked one after another."""
    given: dict[str, Defined] = {}
    values: dict[str, Value] = {}
    links: list[Link] = []
    alone: list[Link] = []
    for part in filter(str.strip, parts):
        checked = check(part, places, search, {**names, **given})
        given.update(checked.defined)
        values.update(checked.names)
        links += [] if checked.only_defines else checked.links
        alone += checked.links
    return Checked(values, tuple(links or alone[-1:]), not links, given)


def _as_pencil(text: str, places: int | None, search: int, names: Mapping[str, Defined]) -> Checked:
    checked = _checked(text, places, search, names, bullets=True)
    if text.lstrip()[:2] in ("- ", "– ", "− ") and checked.is_wrong:
        # `- 2 + 1 = -1`: the dash is a minus, not a bullet, if only then the claims are true.
        with suppress(KatatxError):
            other = _checked(text, places, search, names, bullets=False)
            return checked if other.is_wrong else other
    return checked


def _checked(text: str, places: int | None, search: int, above: Mapping[str, Defined], bullets: bool) -> Checked:
    """Return the text checked; `bullets` says whether bullets are removed first."""
    homonyms = [name for name, written in HOMONYMS.items() if name in above and re.search(written, text)]
    above = {name: each for name, each in above.items() if name not in homonyms}
    operations = [name for name in above if find_recipe(name) is not None]
    operands = [name for name in above if name not in operations]
    statements = split_statements(text, bullets, operands)
    if len(statements) > MOST_STATEMENTS:
        raise NotationError(f"more than {MOST_STATEMENTS} calculations at once; check them in parts", 1)
    scope = Scope(above, one_statement=len(statements) == 1)
    efforts = Effort(LONGEST_WORK), Effort(search or LONGEST_SEARCH)
    links: list[Link] = []
    found: list[Link] = []
    skipped: list[str] = []
    for statement in statements:
        sides = [with_names_joined(side, above) for side in statement]
        if len(sides) == 1 and found and found[-1].judgement is not None:
            _refuse_loose_row(sides[0])
        given = names_given(sides, scope)
        calculated = sides[len(given) :]
        chain = Chain(dict(scope.names), operations, places, *efforts, seeks=search > 0)
        found, left_out = chain.links(calculated)
        skipped += left_out
        settled = all(link.is_right for link in found) or found[0].strokes_taken > LONGEST_CARRIED
        for side, names in zip(sides, given, strict=False):
            values = values_of(side, names, found[0].node, found[0].value, found[0].names)
            scope.define(values, settled=settled)
        links += [link for link in found if not given or link.judgement is not None]
    shown = links or found[:1]
    taken = accumulate(link.strokes_taken for link in shown)
    readable = (link._replace(has_working=total <= LONGEST_WORKING) for link, total in zip(shown, taken, strict=True))
    return Checked(scope.values, tuple(readable), not links, scope.given, tuple(skipped))


def _refuse_loose_row(side: Side) -> None:
    """Raise Ambiguous for a row alone after a claim: `3 4` in `x = 1 2; 3 4` may be a second row of it."""
    node = read_tokens(side.tokens)
    if isinstance(node, Listing) and all(isinstance(item, (Literal, Unary)) for item in node.items):
        question = "is this one more row of the result, or another calculation? Write a grid as [1 2; 3 4]"
        raise Ambiguous(question, side.column)
