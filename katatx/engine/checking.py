"""What a person writes, checked: an expression, a claim, a chain, names, several at once."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import inf
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import Defined, Names, is_product_of, standard, work_out
from katatx.engine.interval import low_of
from katatx.engine.key import Search, count_strokes, solve, write_out
from katatx.engine.pencils import Effort, Exhausted, Pencil, Step, Strokes
from katatx.engine.recipe import find_recipe
from katatx.engine.values import Value, as_lists, flat, like, shape_of, size_of
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.expressions import read_tokens
from katatx.notation.printing import write_expression, write_value
from katatx.notation.quoting import quote
from katatx.notation.statements import Side, split_statements
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Sum, Unary
from scoring.answer import Answer, TypedNumber
from scoring.judgement import Judgement, Verdict
from scoring.key import Band, Key
from scoring.places import DECIMALS
from scoring.shapes import Shape

# How bad a verdict is for the line as a whole.
_WORST = {verdict: rank for rank, verdict in enumerate(Verdict)}

# The effort that a text may take, and the looking for mistakes in it: enough for a
# block over a few words, and over in a few hundredths of a second.
LONGEST_WORK = 6_000
LONGEST_SEARCH = 4_000
# Who asks about one line alone waits a few tenths of a second for every mistake to be tried.
THOROUGH_SEARCH = 200_000
# Working of more calculations than this, or a value of more numbers, would not be read.
LONGEST_WORKING = 700
MOST_NUMBERS = 2_000
MOST_STATEMENTS = 50
_MOST_PLACES = 18
# Names that stand for a number or a sign wherever they are written.
_KNOWN_WORDS = frozenset(("e", "pi", "π", "inf", "sqrt", "mod"))
_DASHES = ("- ", "– ", "− ")
_NOT_ALL_TRIED = " (the line is long: not every known mistake was tried)"
# From here on a float no longer tells every whole number from the next.
_LARGEST_WHOLE = 2.0**53


class Link(NamedTuple):
    """One `left = right` of a chain: what the left side comes to, and what the right
    side is against that. `claim` and `judgement` are None where nothing is claimed.
    """

    node: Node
    names: Names
    value: Value
    places: int | None
    strokes_taken: int
    claim: Value
    claimed_places: int
    judgement: Judgement | None
    has_working: bool = True

    @property
    def expression(self) -> str:
        return write_expression(self.node)

    @property
    def shape(self) -> Shape:
        return shape_of(self.value)

    @property
    def shown_places(self) -> int:
        """Return how many decimals the value is shown to: as many as are asked or claimed."""
        if self.places is not None:
            return self.places
        return min(_MOST_PLACES, max(DECIMALS, self.claimed_places))

    @property
    def shown(self) -> str:
        return write_value(as_lists(self.value), self.shown_places)

    def steps(self) -> list[Step]:
        """The worked lines of the left side; none where the text has too many to read."""
        return write_out(self.node, self.names) if self.has_working else []

    def strokes(self) -> Strokes:
        """Return what the left side costs by hand."""
        return count_strokes(self.node, self.names)


class Checked(NamedTuple):
    """A checked text: the names it defines with their values, and one link for each `=`, or
    one for a statement in which nothing is claimed. Of a text that `only_defines`, the
    last definition is the link.
    """

    names: dict[str, Value]
    links: tuple[Link, ...]
    only_defines: bool

    @property
    def worst(self) -> Link:
        """The link the whole text stands or falls with; without a claim, the last."""
        return max(
            reversed(self.links), key=lambda link: -1 if link.judgement is None else _WORST[link.judgement.verdict]
        )


class _Worked(NamedTuple):
    """One side worked out, and how many calculations that took."""

    node: Node
    names: Names
    value: Value
    strokes_taken: int


class _Efforts(NamedTuple):
    """What a text may still take: to work it out, and to look for mistakes in it."""

    work: Effort
    search: Effort


def check(text: str, places: int | None = None, search: int = LONGEST_SEARCH) -> Checked:
    """Check a text of statements, one after `;` or on a line of its own.

    `name = ...` with a new name defines it; every other `=`, `→`, `≈` or `~` claims
    something. A number written in mid-chain, as in `1/3 = 0.33 = 0.333`, is a claim like
    the last one: both are held against what was worked out before them. `places` asks
    every claim made with `=` for that many decimals; None takes each as far as it goes.
    `search` is the effort that may go into finding what mistakes are behind wrong claims.

    Raises KatatxError, with the column, for what cannot be read or has no value.
    """
    checked = _checked(text, places, search, bullets=True)
    if text.lstrip()[:2] in _DASHES and _is_wrong(checked):
        # `- 2 + 1 = -1`: what looks like a bullet is a minus where only that makes the claims true.
        with suppress(NotationError):
            other = _checked(text, places, search, bullets=False)
            return checked if _is_wrong(other) else other
    return checked


def _is_wrong(checked: Checked) -> bool:
    judgement = checked.worst.judgement
    return judgement is not None and not judgement.verdict.counts_as_right


def _checked(text: str, places: int | None, search: int, bullets: bool) -> Checked:
    names: dict[str, Defined] = {}
    values: dict[str, Value] = {}
    links: list[Link] = []
    claimed = False
    statements = split_statements(text, bullets)
    if len(statements) > MOST_STATEMENTS:
        raise NotationError(f"more than {MOST_STATEMENTS} statements; check them in parts", 1)
    efforts = _Efforts(Effort(LONGEST_WORK), Effort(search))
    for sides in statements:
        if claimed and len(sides) == 1:
            _refuse_loose_row(sides[0])
        defined = _defined_names(sides, names)
        taken = 1 if len(defined) > 1 and sides[0].several == defined else len(defined)
        found = _check_chain(sides[taken:], dict(names), places, efforts, defined)
        before = dict(names)
        for name, (node, value) in zip(defined, _values_of(sides, defined, found[0]), strict=True):
            names[name] = Defined(node, before)
            values[name] = value
        claimed = found[-1].judgement is not None
        links += [link for link in found if not defined or link.judgement is not None]
    return Checked(values, tuple(_readable(links or found[:1])), only_defines=not links)


def _readable(links: list[Link]) -> Iterator[Link]:
    """The links, with working as long as all of it together can be read."""
    taken = 0
    for link in links:
        taken += link.strokes_taken
        yield link._replace(has_working=taken <= LONGEST_WORKING)


def _defined_names(sides: list[Side], names: dict[str, Defined]) -> list[str]:
    """Return the names that a statement gives a value, `Q = K = [[1, 0]]`.

    A name that has one keeps it, so that `s = 2.667` after `s = 8/3` is a claim, unless the new value is
    worked from the old: `w = w - 0.1`, `w -= 0.1`.
    """
    found: list[str] = []
    first = sides[0]
    if len(sides) > 1 and first.several:
        node = read_tokens(sides[1].tokens, sides[1].dialect)
        if isinstance(node, Listing) and len(node.items) == len(first.several):
            return first.several
    if len(sides) > 1 and first.squared and first.squared not in names:
        return [first.squared]
    if len(sides) > 1 and _only_names(first, names):
        return [first.text.strip()]
    for side, following in itertools.pairwise(sides):
        name = side.label
        if name is None or (len(side.tokens) == 1 and isinstance(read_tokens(side.tokens, side.dialect), Literal)):
            break  # e and pi are numbers: `e = 2.718` is a claim
        if following.compared or (name.partition(".")[0] in names and name not in names):
            break  # `x == 3` and `x.shape = (2, 2)` claim
        parts = name.split("/")
        if name not in names and len(parts) == 2 and any(part in names for part in parts):
            break  # dL/dw of names that have values is a quotient
        if name not in names and is_product_of(name, names):
            raise Ambiguous(
                f"{quote(name)}: a product of names above or a new name? Write · between them, or use another name",
                side.column,
            )
        renewed = following.changes or any(token.text == name for token in following.tokens)
        if name in names and not renewed:
            break
        found.append(name)
    return found


def _only_names(side: Side, names: dict[str, Defined]) -> bool:
    """Return whether nothing on a side has a value, so that it only names what follows: `q·k = 2·3 + 1·2`."""
    words = [token.text for token in side.tokens if token.kind in ("name", "function")]
    if len(side.tokens) < 3 or not words or any(token.kind in ("number", "method") for token in side.tokens):
        return False
    return not any("." in word or word in names or find_recipe(word) or word in _KNOWN_WORDS for word in words)


def _values_of(sides: list[Side], defined: list[str], link: Link) -> list[tuple[Node, Value]]:
    """Return what each name of a statement stands for."""
    if sides[0].several == defined and len(defined) > 1 and isinstance(link.node, Listing):
        return list(zip(link.node.items, link.value, strict=True))
    if sides[0].squared and sides[0].squared in defined:  # σ² = 6.25 gives σ its value
        root = Unary("√", link.node, sides[0].column)
        return [(root, work_out(root, link.names, Pencil()))]
    return [(link.node, link.value)] * len(defined)


def _refuse_loose_row(side: Side) -> None:
    """Ask about `1 2; 3 4` after a claim: it may be the second row of what is claimed."""
    node = read_tokens(side.tokens, side.dialect)
    if isinstance(node, Listing) and all(isinstance(item, (Literal, Unary)) for item in node.items):
        raise Ambiguous("one more row of the claim, or a line of its own? Write a grid as [1 2; 3 4]", side.column)


def _check_chain(
    sides: list[Side], names: Names, places: int | None, efforts: _Efforts, defined: list[str]
) -> list[Link]:
    first, *others = sides
    worked = _work(first, names, efforts, defined)
    if not others:
        return [_link(worked, places, None, None)]
    links: list[Link] = []
    for side in others:
        asked = None if side.about else places
        claim = read_claim(side, shape_of(worked.value))
        if claim is not None:
            links.append(_link(worked, asked, claim, _judge(worked, claim, asked, efforts)))
            continue
        after = _work(side, names, efforts)
        claim = _as_answer(side, after)
        links.append(_link(worked, asked, claim, _judge(worked, claim, asked, efforts)))
        worked = after
    return links


def read_claim(side: Side, shape: Shape) -> Answer | None:
    """Return a side as written numbers of the shape it is held against; None where it is something to work out.

    Raises Ambiguous where it has two readings.
    """
    # Reading answers costs a claim-less check a tenth of its time.
    from katatx.notation.answers import read_written

    answer = read_written(side.tokens, side.dialect, shape)
    if answer is None or not side.about:
        return answer
    return answer._replace(numbers=tuple(map(_rounded, answer.numbers)))


def _link(worked: _Worked, places: int | None, claim: Answer | None, judgement: Judgement | None) -> Link:
    value = None if claim is None else like(claim.shape, [number.value for number in claim.numbers])
    written = 0 if claim is None else max(number.places or 0 for number in claim.numbers)
    return Link(worked.node, worked.names, worked.value, places, worked.strokes_taken, value, written, judgement)


def _work(side: Side, names: Names, efforts: _Efforts, defined: Sequence[str] = ()) -> _Worked:
    before = efforts.work.spent
    node = read_tokens(side.tokens, side.dialect)
    if side.changes and defined:
        node = _changed(Name(defined[-1], side.column), side.changes, node)
    node = standard(node, names)
    value = work_out(node, names, Pencil(effort=efforts.work))
    if size_of(value) > MOST_NUMBERS:
        raise EngineError(f"a value of {size_of(value):,} numbers; {MOST_NUMBERS:,} are written at most")
    return _Worked(node, names, value, efforts.work.spent - before)


def _judge(worked: _Worked, claim: Answer, places: int | None, efforts: _Efforts) -> Judgement:
    """The claim against what was worked out. Most claims agree with the exact value to
    every place written; only for others is it worth working out what rounding, or a
    mistake, could have led to.
    """
    from scoring.judge import grade

    numbers = tuple(map(low_of, flat(worked.value)))
    if any(_LARGEST_WHOLE <= abs(number) < inf for number in numbers) and any(
        number.places is None or number.places >= 0 for number in claim.numbers
    ):
        raise EngineError("numbers of 16 digits and more are not exact here; claim fewer digits with ≈")
    exactly = Band(numbers, numbers)
    judged = grade(claim, Key(shape_of(worked.value), numbers, exactly, exactly, places))
    if judged.verdict in (Verdict.RIGHT, Verdict.COARSE):
        return judged
    search = Search(tuple(number.value for number in claim.numbers), efforts.search)
    try:
        solution = solve(worked.node, worked.names, places, search=search)
    except Exhausted as error:
        if judged.verdict is Verdict.UNREAD:
            return judged
        raise EngineError("too long to tell rounding from error; check it in parts") from error
    found = grade(claim, solution.key)
    cut_short = efforts.search.exhausted and not (found.verdict.counts_as_right or found.wrong_turns)
    return found._replace(message=f"{found.message}{_NOT_ALL_TRIED}") if cut_short else found


def _changed(name: Name, sign: str, node: Node) -> Node:
    """Return what `w -= 0.1` makes of w."""
    if sign in ("+", "-"):
        return Sum((("+", name), (sign, node)), node.column)
    return Binary(sign, name, node, node.column)


def _rounded(number: TypedNumber) -> TypedNumber:
    """A number after `≈`: the zeros that end a whole number are not claimed, but two figures are."""
    places = number.places
    if places == 0 and number.value:
        digits = f"{abs(number.value):.0f}"
        places = min(0, max(2, len(digits.rstrip("0"))) - len(digits))
    return number._replace(places=places, about=True)


def _as_answer(side: Side, worked: _Worked) -> Answer:
    text = side.text.strip()
    return Answer(
        tuple(TypedNumber(text, low_of(number), None) for number in flat(worked.value)), shape_of(worked.value)
    )
