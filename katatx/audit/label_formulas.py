"""Labels that are formulas of rows above them: `length - 3`, `times the deviations`, `weights × scores`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.functions import operation_named
from katatx.audit.known import Known
from katatx.audit.name_words import spelled
from katatx.audit.sheet import Sheet
from katatx.audit.table_formulas import node_of
from katatx.audit.tokens import Token
from katatx.engine.interval import Interval
from katatx.engine.values import shape_of
from scoring.shapes import Shape

_SPOKEN = {"times": "·", "minus": "-", "plus": "+", "over": "/", "less": "-"}
_SIGNS = frozenset({"+", "-", "·", "/"})
_MOST_ROWS = 6
_MOST_WORDS = 6
_ARTICLES = frozenset({"the", "its", "each", "their", "by", "row", "column", "own", "of", "a"})
# What these words stand for is what came last.
_LATEST = frozenset({"that", "it", "this"})
# Names that need not be said to stand for a statistic of the row that a label is about.
_ROUNDED = 0.005
_VARIANCE = "mean((a - mean(a))^2)"
_STATISTICS = (
    dict.fromkeys(("mean", "average", "avg", "μ", "mu"), "mean(a)")
    | dict.fromkeys(("variance", "var"), _VARIANCE)
    | dict.fromkeys(("sd", "std", "stdev", "σ", "sigma"), f"√({_VARIANCE})")
)


def label_formulas(label: Sequence[Token], sheet: Sheet, shape: Shape) -> list[Expression]:
    """What a label may come to, if it is a formula with a row above in it: the likeliest first."""
    tokens, said = _said_again(label, sheet)
    tokens = _in_signs(tokens)
    if len(tokens) > 2 * _MOST_WORDS or not any(token.text in _SIGNS or token.text == "^" for token in tokens):
        return []
    rows = [known for known in reversed(sheet.recent) if shape_of(known.printed) == shape][:_MOST_ROWS]
    found = []
    if len(tokens) == 2 and tokens[0].text in ("+", "-") and tokens[1].scale != 1.0:  # `- 10%` is taken off each
        part = [Token("open", "(", 0, 0, 0), Token("number", "1", 0, 0, 0), *tokens, Token("close", ")", 0, 0, 0)]
        run = Token("name", "#run", 0, 0, 1)
        for known in rows[:2]:
            found += _worked([run, Token("sign", "·", 0, 0, 1), *part], "#run", known, sheet, shape)
    choices: list[tuple[str, Known | None, list[Token]]]
    for named in _named(tokens, sheet):
        if named[0].text in _SIGNS:
            choices = [("#run", known, [Token("name", "#run", 0, 0, 1), *named]) for known in rows[:3]]
        else:
            unknown = _unknown(named, sheet)
            statistics = _bare_statistics(named, sheet)
            if statistics and set(unknown) <= set(statistics):
                for each in rows:
                    found += _worked(named, "", None, sheet, shape, {**said, **_statistics(statistics, each)})
                continue
            if len(unknown) > 1 or not any(token.kind == "name" for token in named):
                continue
            meant = [sheet.recent[-1]] if unknown and unknown[0].lower() in _LATEST and sheet.recent else rows
            choices = [(unknown[0], known, named) for known in meant] if unknown else [("", None, named)]
        for name, row, form in choices:
            found += _worked(form, name, row, sheet, shape, said)
    return found


def _bare_statistics(tokens: Sequence[Token], sheet: Sheet) -> list[str]:
    """The names of statistics that nobody gave a value to, and that stand with nothing to work on behind them."""
    return [
        token.text
        for at, token in enumerate(tokens)
        if token.text.lower() in _STATISTICS
        and sheet.scope.longest(list(tokens), at) is None
        and (at + 1 == len(tokens) or tokens[at + 1].kind in ("sign", "close"))
    ]


def _statistics(names: Sequence[str], row: Known) -> dict[str, Known]:
    """What names for statistics stand for, of one row: nobody tells how they were rounded, so that may be to two
    decimals.
    """
    found = {}
    for name in names:
        with suppress(Unreadable):
            true = Expression(node_of(_STATISTICS[name.lower()])[0], {"a": row}).true
            band = Interval(true - _ROUNDED, true + _ROUNDED)
            found[name] = Known(round(true, 3), true, band, given=False, line=row.line, roots=row.roots)
    return found


def _said_again(label: Sequence[Token], sheet: Sheet) -> tuple[list[Token], dict[str, Known]]:
    """The tokens with brackets that say a label of above again, `(x - mean)`, as the name of what stood behind that."""
    tokens, said = list(label), dict[str, Known]()
    opened = [at for at, token in enumerate(tokens) if token.text == "("]
    for at in reversed(opened if sheet.labelled else []):
        end = next((to for to in range(at, len(tokens)) if tokens[to].text == ")"), at)
        known = sheet.labelled.get(tuple(token.text for token in tokens[at + 1 : end]))
        if known is not None:
            name = f"#said{len(said)}"
            said[name] = known
            tokens[at : end + 1] = [Token("name", name, tokens[at].start, tokens[end].stop, tokens[at].gap)]
    return tokens, said


def _worked(
    form: list[Token], name: str, known: Known | None, sheet: Sheet, shape: Shape, said: dict[str, Known] | None = None
) -> list[Expression]:
    forms, words = [form], {**(said or {}), **({name: known} if known is not None else {})}
    if shape and any(token.text == "·" for token in form):
        forms.append([token._replace(text="⊙") if token.text == "·" else token for token in form])
    found = []
    for each in forms:
        with suppress(Unreadable):
            made = expression(each, sheet.scope, sheet.line, words)
            if made.shape == shape:
                found.append(made)
    return found


def _in_signs(label: Sequence[Token]) -> list[Token]:
    made: list[Token] = []
    for at, token in enumerate(label):
        word = token.text.lower()
        before, after = label[at - 1] if at else None, label[at + 1] if at + 1 < len(label) else None
        signed = before is not None and (before.text in _SIGNS or before.text.lower() in _SPOKEN)
        if token.kind == "name" and signed and after is not None and after.kind == "number":
            continue  # `times gain 2 plus shift 0.5`
        if word in _SPOKEN and token.kind == "name":
            made.append(Token("sign", _SPOKEN[word], token.start, token.stop, 1))
        elif word == "squared":
            made += [Token("sign", "^", token.start, token.start, 0), Token("number", "2", token.stop, token.stop, 0)]
        elif word not in _ARTICLES:
            made.append(token)
    return made


def _named(tokens: list[Token], sheet: Sheet) -> Iterator[list[Token]]:
    """The tokens with words that only tell which of several things a known name is left out: `loss deviations`."""
    kept: list[Token] = []
    for at, token in enumerate(tokens):
        following = tokens[at + 1] if at + 1 < len(tokens) else None
        aside = (
            token.kind == "name"
            and following is not None
            and following.kind == "name"
            and sheet.scope.find(spelled([following])) is not None
            and sheet.scope.longest(tokens, at) is None
        )
        if not aside:
            kept.append(token)
    if kept:
        yield kept


def _unknown(tokens: list[Token], sheet: Sheet) -> list[str]:
    return list(
        dict.fromkeys(
            token.text
            for at, token in enumerate(tokens)
            if token.kind == "name"
            and not token.text.startswith("#said")
            and sheet.scope.longest(tokens, at) is None
            and not operation_named(token.text)
        )
    )
