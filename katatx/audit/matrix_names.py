"""What the name of a matrix or a row says that it was worked from: `Q` is X times `W_Q`, `OUT` the heads side by side
times `WO`, `q2` is x2 times `W_Q`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known, given, side_by_side
from katatx.audit.sheet import Sheet
from katatx.audit.spellings import canonical_name
from katatx.audit.table_formulas import node_of
from katatx.engine.values import shape_of
from katatx.notation.syntax import Call, Name, Node

_GRID = 2
_MOST_FACTORS = 8
_MOST_GRIDS = 2
# `W_Q`, `WQ`, `wq` are the weights of Q; what is worked with them may be called so or with a number behind: `Q1`.
_WEIGHTS = "W_{0}", "W{0}", "w_{0}", "w{0}", "W^{0}"
_OF_ONE = re.compile(r"([^\W\d_])_?(\d{1,2}|(?<=_)\w+)")
_BESIDE = re.compile(r"\[\s*([\w\s]+(?:\|[\w\s]+)+)\]|(?:concat|hstack|cat)\s*\[?\(\s*([\w\s]+(?:[,;|][\w\s]+)+)\)")
_JOINED = frozenset({"concat", "concatenated", "joined", "c", "h", "heads"})
_LEAST = 2
_SHARES = frozenset({"a", "p", "attn", "attention", "alpha", "α", "weights", "probs", "shares", "softmax"})
_PROJECTED = frozenset("qkv")
_SCORES = frozenset({"s", "z", "scores", "scaled", "logits"})
_OUTPUTS = frozenset({"out", "output", "o", "y", "z", "mha", "result", "attn_out"})


def worked_by_name(sheet: Sheet, name: str) -> Iterator[tuple[Expression, bool]]:
    """What a matrix of this name is worked from as far as the page says, or its name alone: the likeliest first. Each
    with whether it can hardly be anything else: a name that a matrix stood under above may stand for another now.
    """
    before, drawn = sheet.scope.find(name), sheet.drawn.get(name)
    if before is not None and not before.given and len(shape_of(before.printed)) == _GRID:
        yield Expression(Name("#0", 1), {"#0": before}), drawn is None
    formula = sheet.formulas.get(canonical_name(name))
    if formula:
        with suppress(Unreadable):
            found = expression(formula, sheet.scope, sheet.line)
            if found.names:
                yield found, drawn is None
    stem = name.rstrip("0123456789").rstrip("_ ").lower()
    for found in _by_weights(sheet, name):
        usual = stem in _PROJECTED or stem in _OUTPUTS
        yield found, usual and (drawn is None or found.names["b"].line > drawn)
    if stem in _SHARES and sheet.scope.find("K") is not None:
        yield from ((found, drawn is None) for found in grids_and_scaled(sheet, "softmax"))
        yield from ((found, drawn is None) for found in grids_and_scaled(sheet, "softmax", masked=True))
    elif stem in _JOINED:
        joined = [side_by_side_of(row) for row in sheet.scope.numbered_grids()]
        yield from ((Expression(Name("#0", 1), {"#0": known}), False) for known in joined)
    elif stem in _SCORES:
        yield from ((found, drawn is None) for found in _matches(sheet))


def _matches(sheet: Sheet) -> Iterator[Expression]:
    """Queries matched with keys, and that divided by the root of their width."""
    queries, keys = sheet.scope.find("Q"), sheet.scope.find("K")
    if queries is None or keys is None or len(shape_of(keys.printed)) != _GRID:
        return
    names = {"q": queries, "k": keys, "d": given(float(shape_of(keys.printed)[1]), keys.line)}
    for template in ("q·kᵀ/√d", "q·kᵀ"):
        node, used = node_of(template)
        with suppress(Unreadable):
            yield Expression(node, {name: names[name] for name in used})


def row_by_name(sheet: Sheet, name: str) -> list[Expression]:
    """What a row of this name is worked from where the weights of its letter are known: `q2`, `q_cat` from `x2`,
    `x_cat` and `W_Q`, with a bias where one is known.
    """
    found = _OF_ONE.fullmatch(name)
    weights = _weights(sheet, {found[1], found[1].upper()}) if found else None
    if found is None or weights is None or found[1].lower() not in _PROJECTED:
        return []
    # Keys and values may be of other rows than queries: of a memory's m1, m2.
    forms = [f"{letter}{under}{found[2]}" for letter in "xme" for under in ("", "_")]
    rows = [known for form in forms if (known := sheet.scope.find(form)) is not None]
    whole = sheet.scope.find("X")
    at = int(found[2]) - 1 if found[2].isdigit() else -1
    if not rows and whole is not None and len(shape_of(whole.printed)) == _GRID and 0 <= at < len(whole.printed):
        rows.append(whole.row(at))
    rows = [known for known in rows if len(shape_of(known.printed)) == 1]
    letters = (found[1].lower(), found[1].upper())
    bias = next((known for each in letters for form in ("b_", "b") if (known := sheet.scope.find(form + each))), None)
    made = []
    for one, template in product(rows, ("x·w + b", "w·x + b") if bias is not None else ("x·w", "w·x")):
        with suppress(Unreadable):
            names = {"x": one, "w": weights} | ({"b": bias} if bias is not None else {})
            made.append(Expression(node_of(template)[0], names))
    return made


def mixtures(sheet: Sheet, weights: Known) -> list[Expression]:
    """A row of weights times the values that it mixes: the rows of V, or v1, v2, … one after the other."""
    count = len(weights.printed)
    rows = [sheet.scope.find(f"v{number}") for number in range(1, count + 1)]
    known = [row for row in rows if row is not None]
    values = [sheet.scope.find("V")]
    if count > 1 and len(known) == count and len({shape_of(row.printed) for row in known}) == 1:
        values.insert(0, side_by_side(known, sheet.line))
    found = []
    for each in values:
        if each is not None and len(shape_of(each.printed)) == _GRID and len(each.printed) == count:
            with suppress(Unreadable):
                found.append(Expression(node_of("a·b")[0], {"a": weights, "b": each}))
    return found


def _weights(sheet: Sheet, letters: set[str]) -> Known | None:
    """The matrix of weights that is called after one of some letters."""
    tried = (sheet.scope.find(form.format(letter)) for letter in sorted(letters) for form in _WEIGHTS)
    return next((known for known in tried if known is not None and len(shape_of(known.printed)) == _GRID), None)


def _by_weights(sheet: Sheet, name: str) -> Iterator[Expression]:
    """A known matrix times the weights that a name belongs to."""
    stem = name.rstrip("0123456789").rstrip("_ ")
    is_output = stem.lower() in _OUTPUTS
    letters = {stem, stem.lower(), stem.upper()} if len(stem) == 1 else set[str]()
    letters |= {"O", "o"} if is_output else set[str]()
    weights = _weights(sheet, letters)
    if weights is None:
        return
    # Queries may be of other rows than keys and values: `K = M·W_K`.
    named_so = sheet.scope.grids()
    given_rows = [known for each, known in reversed(named_so.items()) if not each.lower().startswith("w")]
    weighing = {known.printed for each, known in named_so.items() if each.lower().startswith("w")}
    factors = [*given_rows, *(known for known in reversed(sheet.recent) if known.printed not in weighing)]
    named = sheet.scope.find("X")
    if is_output:
        factors = [side_by_side_of(row) for row in sheet.scope.numbered_grids()] + factors
    elif named is not None:
        factors.insert(0, named)
    fitting = [known for known in factors if shape_of(known.printed)[1:] == shape_of(weights.printed)[:1]]
    for known in list({each.printed: each for each in fitting}.values())[:_MOST_FACTORS]:
        with suppress(Unreadable):
            yield Expression(node_of("a·b")[0], {"a": known, "b": weights})


def grids_and_scaled(sheet: Sheet, operation: str = "", masked: bool = False) -> Iterator[Expression]:
    """The last matrices, and what each is when it is divided by the square root of the keys' width; with an operation
    done to that, and before it what is to come `masked`.
    """
    keys = sheet.scope.find("K") or sheet.scope.find("Q")
    width = shape_of(keys.printed)[1:] if keys is not None else ()
    grids = [known for known in reversed(sheet.recent) if len(shape_of(known.printed)) == _GRID][:_MOST_GRIDS]
    for known in grids:
        for scaled in (False, True):
            if scaled and not width:
                continue
            node: Node = node_of("g/√d")[0] if scaled else Name("g", 1)
            node = Call("causal_mask", (node,), loose=False, column=1) if masked else node
            names = {"g": known, "d": given(float(width[0]), known.line)} if scaled else {"g": known}
            with suppress(Unreadable):
                yield Expression(Call(operation, (node,), loose=False, column=1) if operation else node, names)


def beside_each_other(sheet: Sheet, text: str) -> Expression | None:
    """`[A | B]`, `concat(A, B)`: known matrices of one height that stand side by side; None for anything else."""
    found = _BESIDE.fullmatch(text.strip())
    names = re.split(r"\s*[|,;]\s*", found[1] or found[2]) if found else []
    grids = [known for name in names if (known := sheet.scope.find(name.strip())) is not None]
    heights = {len(known.printed) for known in grids if len(shape_of(known.printed)) == _GRID}
    if len(grids) != len(names) or len(grids) < _LEAST or len(heights) != 1:
        return None
    if any(len(shape_of(known.printed)) != _GRID for known in grids):
        return None
    return Expression(Name("#0", 1), {"#0": side_by_side_of(grids)})


def side_by_side_of(grids: Sequence[Known]) -> Known:
    """Matrices of one height as one, the second to the right of the first."""
    parts = [
        tuple(tuple(number for row in rows for number in row) for rows in zip(*values, strict=True))
        for values in (
            [known.printed for known in grids],
            [known.true for known in grids],
            [known.band for known in grids],
            [known.mended for known in grids],
        )
    ]
    roots = frozenset[int]().union(*(known.roots for known in grids))
    return Known(
        parts[0],
        parts[1],
        parts[2],
        given=all(known.given for known in grids),
        line=max(known.line for known in grids),
        roots=roots,
        meant=parts[3] if roots else None,
    )
