"""What a sentence says was done to the results before it: `six blocks have 4,718,592`, `with 19% tax: 92.82`, `a
change of 0.18`, `1.57 times the smaller`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning, context_of, meanings
from katatx.audit.known import Known, given
from katatx.audit.measures import factor
from katatx.audit.sentence import COUNTS, Sentence, Worked, first, number_at, numbers_said, pair_of, second
from katatx.audit.sentence_changes import change_said, factor_said
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Call, Literal, Node, Sum, Unary

_HAVE = frozenset({
    "have", "has", "hold", "holds", "need", "needs", "take", "takes", "cost", "costs", "make", "makes", "give", "gives",
    "contain", "use", "uses", "weigh", "come", "get", "want", "store", "together", "in", "all", "of", "them",
    "it", "that", "this", "then", "thus", "so", "would", "will", "each", "for", "a", "an", "the", "to", "is", "are",
    "be", "about", "per"
})  # fmt: skip
_EACH = frozenset({"each", "per", "apiece", "every"})
_MORE = frozenset({
    "tax", "vat", "with", "plus", "including", "incl", "more", "extra", "markup", "tip", "interest", "fee", "up",
    "higher", "gross"
})  # fmt: skip
_LESS = frozenset({"off", "less", "discount", "minus", "cheaper", "without", "rebate", "reduction", "lower", "down"})
_CHANGES = frozenset({
    "change", "changes", "changed", "drop", "drops", "dropped", "fall", "falls", "fell", "fallen", "rise", "rises",
    "rose", "gain", "gains", "gained", "increase", "increased", "decrease", "decreased", "improvement", "improved",
    "difference", "gap", "grew", "growth", "shrank", "reduction", "lost", "saves", "saved", "saving", "jump",
    "down", "up", "better", "worse", "lower", "higher", "cheaper", "faster", "slower", "shrinks", "grows", "moved",
    "moves"
})  # fmt: skip
_APART = frozenset({"apart", "differ", "differs", "difference", "gap", "margin", "improvement"})
_ADD_UP = frozenset({"sum", "sums", "add", "adds", "total", "totals", "make", "together"})
_THEY = frozenset({
    "entries", "they", "weights", "probabilities", "shares", "portions", "numbers", "components", "row", "values",
    "these", "it", "terms", "coordinates", "elements", "scores", "rows", "deviations"
})  # fmt: skip
_REST = frozenset({
    "rest", "other", "remaining", "remainder", "complement", "no", "not", "without", "opposite", "leaves", "against",
    "otherwise"
})  # fmt: skip
_ROOTS = {"third": 3.0, "cube": 3.0, "cubic": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0, "tenth": 10.0}
_SHARE_OF = frozenset({"a", "share", "of", "that", "is", "makes", "i.e", "ie", "e", "i", ".", ":", "=", "≈", "about"})
# What stands between two ways to say one amount, and what goes on behind them.
_OR = frozenset({
    ",", "or", "(", "i.e", "ie", "i", "e", ".", "that", "which", "is", "are", "say", "about", "~", "roughly", "so", ":",
    "nearly", "almost", "just", "under", "over", "makes", "make"
})  # fmt: skip
_GO_ON = frozenset(
    {"and", "or", "so", "but", "which", "while", "in", "of", "for", "per", "on", "at", "to", "a", "each"}
)
_ON = frozenset({"of", "in", "and", "but", "so", "altogether", "overall", "which", "while"})
_ALTOGETHER = frozenset({"added", "together", "altogether", "combined", "included", "counted"})
_FEW = 3
_MOST_WORDS_DONE = 8
_THAT = frozenset({"that", "this", "it", "those", "these", "them", "which"})
_MANY = 10


def said_of(sentence: Sentence, plainly: bool) -> Iterator[Meaning]:
    """What a sentence may say was worked for its result, the likeliest first: what it says `plainly`, or the rest."""
    for rule in _RULES:
        if (rule in _PLAIN) is not plainly:
            continue
        for number, (node, names) in enumerate(rule(sentence)):
            try:
                yield Meaning(Expression(node, names), latest=number < _EXPLICIT.get(rule, 0))
            except Unreadable:
                continue


Rule = Callable[[Sentence], Iterator[Worked]]


def _literal(value: float) -> Literal:
    return Literal(f"{value:g}", value, 1)


def _times(known: Known, by: float) -> Worked:
    return Binary("·", first(), _literal(by), 1), {"#a": known}


def _counted(sentence: Sentence) -> Iterator[Worked]:
    """`six blocks have 4,718,592`, `6 layers => 294912`, `2 bytes each, that is 11,796,480`."""
    before = [token for token in sentence.before if token.kind in ("name", "number")]
    at = len(before) - 1
    while at > 0 and before[at].text.lower() in _HAVE:
        at -= 1
    if at < 1 or before[at].kind != "name" or before[at].text.lower() in COUNTS:
        return
    end = at
    while at > 0 and end - at < _FEW and before[at].kind == "name" and before[at].text.lower() not in COUNTS:
        at -= 1
    count = number_at(before, at)
    if count <= 1 or count != int(count) or before[at].scale != 1.0:
        return
    noun = before[at + 1].text.lower()
    if not (noun.endswith("s") or _EACH & {token.text.lower() for token in before[at + 1 :]}):
        return
    for known in sentence.scalars:
        yield _times(known, count)


def _at_a_rate(sentence: Sentence) -> Iterator[Worked]:
    """`At 6.5 kW this is 260 kWh`, `at 0.30 EUR per kWh it costs 78.00`."""
    rates = [
        number_at(sentence.before, at + 1)
        for at, token in enumerate(sentence.before[:-1])
        if token.text.lower() in ("at", "for") and sentence.before[at + 1].kind == "number"
    ]
    if rates:
        for known in sentence.scalars[:_FEW]:
            yield _times(known, rates[-1])
        for known in sentence.scalars[:_FEW]:
            if rates[-1]:
                yield Binary("/", first(), _literal(rates[-1]), 1), {"#a": known}


def _with_percent(sentence: Sentence) -> Iterator[Worked]:
    """`With 19% tax: 92.82`, `30% off: 70`, `10% of that is 9.28`."""
    shares = [token for token in sentence.before if token.kind == "number" and token.scale == 0.01]
    if not shares or sentence.percent:
        return
    share = shares[-1].value
    words = set(sentence.words)
    factors = [1 + share] * bool(words & _MORE) + [1 - share] * bool(words & _LESS) + [share] * ("of" in words)
    for by in factors:
        for known in sentence.scalars[:2]:
            yield _times(known, by)


def _from_to(sentence: Sentence) -> Iterator[Worked]:
    """`from 0.0077 to 0.1905, a change of 0.1828`, and the same in percent."""
    ends: dict[str, float] = {}
    for at, token in enumerate(sentence.before[:-1]):
        after = at + 1 + (sentence.before[at + 1].text in "+-$€£")
        word = token.text.lower()
        if word in ("from", "to", "between", "and") and after < len(sentence.before):
            number = sentence.before[after]
            if number.kind == "number" and (word != "and" or "between" in ends):
                ends[word] = number_at(sentence.before, after)
    first, last = ends.get("from", ends.get("between")), ends.get("to", ends.get("and"))
    if first is None or last is None or not _CHANGES & set(sentence.words):
        return
    names = {"#a": given(first, 0), "#b": given(last, 0)}
    if sentence.percent:
        for node in _changes():
            yield node, names
        return
    yield from (pair_of(names, sign) for sign in ((1, -1) if last > first else (-1, 1)))


def _changes() -> tuple[Node, Node]:
    """From a to b, as a share of a: down and up."""
    up, down = Sum((("+", second()), ("-", first())), 1), Sum((("+", first()), ("-", second())), 1)
    return Binary("/", down, first(), 1), Binary("/", up, first(), 1)


def _of_two(sentence: Sentence) -> Iterator[Worked]:
    """`fell by 43.4%`, `13.3% of the old loss`, `1 of 6, that is 16.7%`."""
    named = any(token.kind == "number" for token in sentence.after[:_FEW])  # `13.3% of the 1.151`
    if not sentence.percent or named:
        return
    scalars = [*numbers_said(sentence), *sentence.scalars[:_FEW]]
    words = {token.text.lower() for token in (*sentence.before, *sentence.after) if token.kind == "name"}
    for later, earlier in combinations(scalars, 2):
        names = {"#a": earlier, "#b": later}
        less, more = (second(), first()) if abs(later.printed) <= abs(earlier.printed) else (first(), second())
        if words & _CHANGES or "of" in words or "is" in words:
            yield Binary("/", less, more, 1), names
        if words & _CHANGES:
            yield from ((node, names) for node in _changes())


def _apart(sentence: Sentence) -> Iterator[Worked]:
    """`they are 0.0001 apart`, `the gap is 0.567`."""
    words = {*sentence.words, *(token.text.lower() for token in sentence.after[:2])}
    if sentence.percent or not words & _APART:
        return
    for one, other in combinations([*numbers_said(sentence)[:2], *sentence.scalars], 2):
        names = {"#a": one, "#b": other}
        if one.printed != other.printed:
            yield pair_of(names, 1 if other.printed > one.printed else -1)
            yield pair_of(names, -1 if other.printed > one.printed else 1)


def _times_as(sentence: Sentence) -> Iterator[Worked]:
    """`the bigger weight is 1.57 times the smaller`, `3.2 times as likely`."""
    if not sentence.after or sentence.after[0].text.lower() not in ("times", "fold"):
        return
    rows = [known for known in reversed(sentence.recent) if len(shape_of(known.printed)) == 1][:2]
    for grid in [known for known in reversed(sentence.recent) if len(shape_of(known.printed)) == 2][:1]:
        rows += [grid.row(number) for number in reversed(range(len(grid.printed)))]
    for row in rows:
        names = {"#a": row}
        least = Unary("-", Call("max", (Unary("-", first(), 1),), loose=False, column=1), 1)
        yield Binary("/", Call("max", (first(),), loose=False, column=1), least, 1), names
    for one, other in combinations([*numbers_said(sentence)[:2], *sentence.scalars], 2):
        yield Binary("/", first(), second(), 1), {"#a": one, "#b": other}
        yield Binary("/", second(), first(), 1), {"#a": one, "#b": other}


def _added_up(sentence: Sentence) -> Iterator[Worked]:
    """`the entries add to 1`, `they still sum to 0`."""
    words = sentence.words[-6:]
    said = _ADD_UP & set(words) or "to" in words
    joined = bool(sentence.before) and sentence.before[-1].kind == "join" and words[-1:] != [] and words[-1] in _THEY
    if not (said and _THEY & set(words)) and not joined:
        return
    for known in [known for known in reversed(sentence.recent) if len(shape_of(known.printed)) == 1][:_FEW]:
        yield Call("sum", (first(),), loose=False, column=1), {"#a": known}


def _left(sentence: Sentence) -> Iterator[Worked]:
    """`of "no" 0.545`: what is left of one."""
    if _REST & set(sentence.words[-5:]):
        for known in sentence.scalars[:2]:
            if 0 < known.printed < 1:
                yield Sum((("+", _literal(1.0)), ("-", first())), 1), {"#a": known}


def _root(sentence: Sentence) -> Iterator[Worked]:
    """`whose fourth root is 3.162`."""
    words = sentence.words[-5:]
    for word, other in pairwise(words):
        if other == "root" and word in _ROOTS:
            for known in sentence.scalars[:2]:
                yield Binary("^", first(), _literal(1 / _ROOTS[word]), 1), {"#a": known}


def _altogether(sentence: Sentence) -> Iterator[Worked]:
    """`Answer: 5,898,240 with the tables added`."""
    words = {token.text.lower() for token in (*sentence.before[-6:], *sentence.after) if token.kind == "name"}
    if words & _ALTOGETHER:
        for one, other in combinations(sentence.latest(_MANY), 2):
            yield Sum((("+", first()), ("+", second())), 1), {"#a": one, "#b": other}


def _measured(sentence: Sentence) -> Iterator[Worked]:
    """`11,796,480 bytes, or 11.25 MiB`."""
    units = units_said(sentence)
    times = factor(*units) if units else None
    if units and times is not None and units[0] != units[1]:
        value = next(token.value for token in reversed(sentence.before) if token.kind == "number")
        known = next((each for each in sentence.scalars if each.printed == value), given(value, 0))
        yield _times(known, times)


def units_said(sentence: Sentence) -> tuple[str, str] | None:
    """The units of the last number before a result and of that itself, where one is said to be the other."""
    measure = sentence.after[0].text if sentence.after and sentence.after[0].kind == "name" else ""
    numbers = [at for at, token in enumerate(sentence.before) if token.kind == "number"]
    if not measure or not numbers or numbers[-1] + 1 >= len(sentence.before):
        return None
    between = sentence.before[numbers[-1] + 2 :]
    said_so = all(token.text.lower() in _OR or token.kind == "join" for token in between)
    ends = (
        len(sentence.after) < 2 or sentence.after[1].kind not in ("name", "number") or sentence.after[1].text in _GO_ON
    )
    return (sentence.before[numbers[-1] + 1].text, measure) if said_so and ends else None


def _share_said(sentence: Sentence) -> Iterator[Worked]:
    """`nine out of ninety: 10 percent`, `the mlp has 373 of 710, a share of 52.5%`."""
    before = [token for token in sentence.before if token.text.lower() not in ("out", "the", "all")]
    named = bool(sentence.after) and sentence.after[0].kind == "name" and sentence.after[0].text.lower() not in _ON
    if not sentence.percent or named:
        return
    for at in range(len(before) - 2, 0, -1):
        part, whole = number_at(before, at - 1), number_at(before, at + 1)
        between = {token.text.lower() for token in before[at + 2 :]}
        if not between <= _SHARE_OF | {","} or not between & _SHARE_OF:
            continue  # `step 4 of 12, 31% done`
        if before[at].text.lower() == "of" and 0 < part <= whole:
            yield Binary("/", first(), second(), 1), {"#a": given(part, 0), "#b": given(whole, 0)}
            return


_RULES: tuple[Rule, ...] = (
    _share_said, _measured, _root, change_said, factor_said, _from_to, _with_percent, _added_up, _counted, _at_a_rate,
    _times_as, _of_two, _apart, _left, _altogether,
)  # fmt: skip
# What these say is said in full: a result that is a slip off it is wrong.
_PLAIN: frozenset[Rule] = frozenset({_share_said, _measured, _root, change_said, factor_said})
# How many of their meanings a short result may stand for.
_EXPLICIT: dict[Rule, int] = {
    **dict.fromkeys(_PLAIN, 1),
    change_said: 2,
    factor_said: 2,
    _added_up: 1,
    _apart: 1,
    _at_a_rate: 1,
}


def done_to_that(sentence: Sentence) -> Iterator[Meaning]:
    """`sqrt of that, 0.539`, `half of it: 14.44`."""
    words = sentence.words[-_MOST_WORDS_DONE:]
    at = next((at for at in range(len(words) - 1, 0, -1) if words[at] in _THAT and words[at - 1] in ("of", "the")), 0)
    if at:
        yield from meanings(words[: at - 1][-2:], context_of(sentence.recent), single=True)
