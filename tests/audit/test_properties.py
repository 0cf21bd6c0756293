"""What holds of every audit, whatever the page; and of pages grown from arithmetic done exactly, by fractions and mpmath."""

from __future__ import annotations

from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction
from math import floor, log10
from pathlib import Path
from typing import NamedTuple

import mpmath
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from katatx.audit.findings import ClaimVerdict, PageAudit
from tests.audit.invariants import holds_together
from tests.audit.planting import audited, page_paths

WRONG = ClaimVerdict.WRONG
EXAMPLES = settings(max_examples=60, deadline=None)
PLACES = 3
SUFFIXES = st.sampled_from([".txt", ".md", ".html", ".py"])


def verdicts(audit: PageAudit) -> list[tuple[str, ClaimVerdict]]:
    return [(claim.printed, claim.verdict) for claim in audit.claims]


# ---- any text at all

PIECES = st.sampled_from([
    *"0123456789", *"=+-·*/^()[]{},.;:|~≈→√!%#&$'\"_\\<>\n\n \t", " = ", "= ", " + ", "2", "0.333", "1,000", "x", "W", "softmax(", "e^", "[1, 2]", "[[1, 2], [3, 4]]",
    "total: ", "| a | b |\n|---|---|\n", "\\frac{1}{2}", "$", "```\n", "<td>", "−", "\u200b", "\u202e", "ᵀ", "²", "½", "…", "5k", "%", " and ", " is ", "# ", "- ", "np.array(",
])  # fmt: skip
SOUP = st.lists(PIECES, max_size=60).map("".join)


@EXAMPLES
@given(st.one_of(st.text(max_size=300), SOUP), SUFFIXES)
def test_any_text_is_audited(text: str, suffix: str) -> None:
    assume("\0" not in text)
    audit = audited(text, "page" + suffix)
    holds_together(audit)
    assert audited(text, "page" + suffix).claims == audit.claims


@pytest.mark.parametrize("path", page_paths(), ids=[path.name for path in page_paths()])
def test_the_test_pages_hold_together(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    audit = audited(text, path.name)
    holds_together(audit)
    assert audited(text, path.name).claims == audit.claims


@EXAMPLES
@given(st.sampled_from(page_paths()), st.data())
def test_a_damaged_page_is_audited(path: Path, data: st.DataObject) -> None:
    text = path.read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text)))
    cut = data.draw(st.integers(0, 200))
    damaged = text[:at] + data.draw(SOUP) + text[at + cut :]
    holds_together(audited(damaged, path.name.replace(".ipynb", ".txt")))


# ---- pages of right lines


class Sum(NamedTuple):
    """A line without its result, and what it comes to, exactly or to 30 digits; `slack` is what honest rounding of its terms, each
    to 3 decimals or 4 figures, and of the result may move that by.
    """

    work: str
    value: Fraction | mpmath.mpf
    slack: float


def last_place(value: Fraction | mpmath.mpf) -> float:
    """The place that a number of this size is kept to."""
    return 10.0 ** max(-3, floor(log10(abs(value))) - 3) if value else 1e-3


def rounded(value: Fraction | mpmath.mpf, places: int) -> str:
    """A number as it is printed to so many places, by decimal arithmetic."""
    with mpmath.workdps(30):
        exact = (
            Decimal(value.numerator) / Decimal(value.denominator)
            if isinstance(value, Fraction)
            else Decimal(mpmath.nstr(value, 25))
        )
    text = f"{exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_EVEN):f}"
    return text.removeprefix("-") if not text.strip("-0.") else text


def spelled(number: Fraction) -> str:
    return f"{float(number):g}"


# Two figures at most: a number of three or more may have been rounded itself.
NUMBERS = st.one_of(
    st.integers(-99, 99).map(Fraction), st.integers(-99, 99).map(lambda n: Fraction(n, 10)), st.integers(-99, 99).map(lambda n: Fraction(n, 100))
)  # fmt: skip


@st.composite
def sums(draw: st.DrawFn) -> Sum:
    """`a·b + c·d - e/f`: signed numbers in brackets, so that there is one way to read them."""
    work, value, slack = "", Fraction(0), 0.0
    for number in range(draw(st.integers(1, 3))):
        one, other = draw(NUMBERS), draw(NUMBERS)
        dividing = draw(st.booleans()) and other != 0
        term = one / other if dividing else one * other
        sign = draw(st.sampled_from("+-")) if number else "+"
        work += (f" {sign} " if number else "") + bracketed(one) + ("/" if dividing else draw(st.sampled_from(["·", "*", " × "]))) + bracketed(other)  # fmt: skip
        value += term if sign == "+" else -term
        slack += last_place(term)
    return Sum(work, value, slack + last_place(value))


def bracketed(number: Fraction) -> str:
    return f"({spelled(number)})" if number < 0 else spelled(number)


@st.composite
def exponentials(draw: st.DrawFn) -> Sum:
    power = draw(st.integers(-30, 30).map(lambda n: Fraction(n, 10)))
    with mpmath.workdps(30):
        value = mpmath.exp(mpmath.mpf(power.numerator) / power.denominator)
        return Sum(f"e^{bracketed(power)}", value, last_place(value))


@st.composite
def roots(draw: st.DrawFn) -> Sum:
    number = draw(st.integers(1, 999))
    with mpmath.workdps(30):
        value = mpmath.sqrt(number)
        return Sum(draw(st.sampled_from(["√{}", "sqrt({})"])).format(number), value, last_place(value))


WORK = st.one_of(sums(), exponentials(), roots())


@EXAMPLES
@given(st.lists(WORK, min_size=1, max_size=6))
def test_right_lines_are_right(work: list[Sum]) -> None:
    text = "".join(f"{each.work} = {rounded(each.value, PLACES)}\n\n" for each in work)
    audit = audited(text)
    assert audit.count(WRONG) == 0, text
    assert audit.checked == len(work), text


@EXAMPLES
@given(WORK, st.integers(0, 8), st.integers(1, 9))
def test_a_digit_changed_beyond_rounding_is_wrong(work: Sum, at: int, more: int) -> None:
    right = rounded(work.value, PLACES)
    places = [place for place, letter in enumerate(right) if letter.isdigit()]
    place = places[at % len(places)]
    other = right[:place] + str((int(right[place]) + more) % 10) + right[place + 1 :]
    assume(not (other.lstrip("-").startswith("0") and not other.lstrip("-").startswith("0.")))
    assume(abs(float(other) - float(right)) > work.slack)
    (claim,) = [claim for claim in audited(f"{work.work} = {other}\n").claims if claim.verdict is WRONG]
    assert claim.printed.replace(" ", "") == other
    (figure,) = claim.figures
    assert float(figure.correct) == pytest.approx(float(work.value), abs=0.5 * 10**-PLACES + 1e-9)


@EXAMPLES
@given(st.lists(st.integers(-30, 30).map(lambda n: Fraction(n, 10)), min_size=2, max_size=4), st.integers(0, 9))
def test_softmax_worked_through_is_right_and_a_changed_portion_wrong(scores: list[Fraction], more: int) -> None:
    with mpmath.workdps(30):
        raised = [mpmath.exp(mpmath.mpf(score.numerator) / score.denominator) for score in scores]
        whole = mpmath.fsum(raised)
        portions = [rounded(each / whole, PLACES) for each in raised]
    given_row = ", ".join(spelled(score) for score in scores)
    raised_row = ", ".join(rounded(each, PLACES) for each in raised)
    text = (
        f"scores = [{given_row}]\nraised = e^scores = [{raised_row}]\n"
        f"total = {' + '.join(raised_row.split(', '))} = {rounded(whole, 2)}\nsoftmax([{given_row}]) = [{{}}]\n"
    )
    audit = audited(text.format(", ".join(portions)))
    assert audit.count(WRONG) == 0, [claim for claim in audit.claims if claim.verdict is WRONG]
    assert audit.checked >= 3
    other = f"0.{(int(portions[0][2]) + 1 + more % 8) % 10}{portions[0][3:]}"
    assume(abs(float(other) - float(portions[0])) > 0.05)
    wrong = audited(text.format(", ".join([other, *portions[1:]])))
    assert [wrong.page.place(claim.start).line for claim in wrong.claims if claim.verdict is WRONG] == [4]


@EXAMPLES
@given(st.data(), st.integers(1, 4), st.integers(1, 4))
def test_rows_and_grids(data: st.DataObject, rows: int, width: int) -> None:
    grid = [[data.draw(st.integers(-9, 9)) for _ in range(width)] for _ in range(rows)]
    row = [data.draw(st.integers(-9, 9)) for _ in range(width)]
    product = [sum(one * other for one, other in zip(each, row, strict=True)) for each in grid]
    text = f"W = {grid}\nx = {row}\nW·x = {product}\nx + x = {[2 * each for each in row]}\n3·x = {[3 * each for each in row]}\n"
    audit = audited(text)
    assert audit.count(WRONG) == 0, [(text, claim) for claim in audit.claims if claim.verdict is WRONG]


# ---- what changes nothing

NAMES = [
    "x",
    "h",
    "score",
    "h1",
    "x_cat",
    "beta",
    "total_loss",
    "Q",
    "w2",
    "apple",
    "zeta",
    "long_name_of_it",
    "β",
    "x′",
]


@st.composite
def chained(draw: st.DrawFn) -> str:
    """Three lines that stand on one another by names, `{0}` to `{2}`; the last result is wrong as often as not."""
    one, other = draw(st.integers(2, 99)), draw(st.integers(2, 99))
    first, second = one * other, one * other + one
    third = second - 7 + draw(st.sampled_from([0, 0, 1, 10]))
    return f"{{0}} = {one}·{other} = {first}\n{{1}} = {{0}} + {one} = {second}\n{{2}} = {{1}} - 7 = {third}\n"


@EXAMPLES
@given(chained(), st.permutations(NAMES), st.permutations(NAMES))
def test_other_names_change_no_verdict(text: str, names: list[str], others: list[str]) -> None:
    before, after = audited(text.format(*names)), audited(text.format(*others))
    assert verdicts(before) == verdicts(after)
    assert before.checked == 3


@pytest.mark.parametrize("path", [p for p in page_paths() if p.suffix != ".ipynb"], ids=lambda path: path.name)
def test_more_empty_lines_between_paragraphs_change_no_verdict(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert verdicts(audited(text.replace("\n\n", "\n\n\n"), path.name)) == verdicts(audited(text, path.name))


@pytest.mark.parametrize("path", [p for p in page_paths() if p.suffix in (".txt", ".org")], ids=lambda path: path.name)
def test_line_ends_change_no_verdict(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert verdicts(audited(text.replace("\n", "\r\n"), path.name)) == verdicts(audited(text, path.name))


@EXAMPLES
@given(st.lists(WORK, min_size=2, max_size=5), st.integers(1, 3))
def test_an_empty_line_between_lines_changes_no_verdict(work: list[Sum], count: int) -> None:
    lines = [f"{each.work} = {rounded(each.value, PLACES)}\n" for each in work]
    assert verdicts(audited(("\n" * count).join(lines))) == verdicts(audited("".join(lines)))
