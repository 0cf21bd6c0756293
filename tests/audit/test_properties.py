"""What holds for the audit of every page: drawn at random, damaged, and with changes that mean nothing."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from katatx.audit.findings import ClaimVerdict, PageAudit
from tests.audit.invariants import holds_together
from tests.audit.planting import audited, how_many

WRONG = ClaimVerdict.WRONG
SUFFIXES = st.sampled_from([".txt", ".md", ".html", ".py", ".tex", ".rst"])


def verdicts(audit: PageAudit) -> list[tuple[str, ClaimVerdict]]:
    return [(claim.printed, claim.verdict) for claim in audit.claims]


# ---- any text at all

PIECES = st.sampled_from([
    *"0123456789", *"=+-·*/^()[]{},.;:|~≈→√!%#&$'\"_\\<>\n\n \t", " = ", "= ", " + ", "2", "0.333", "1,000", "x", "W", "softmax(", "e^", "[1, 2]", "[[1, 2], [3, 4]]",
    "total: ", "| a | b |\n|---|---|\n", "\\frac{1}{2}", "$", "```\n", "<td>", "−", "\u200b", "\u202e", "ᵀ", "²", "½", "…", "5k", "%", " and ", " is ", "# ", "- ", "np.array(",
    "  1  2\n", "[ 1  2 ]\n", " add up to ", "∂L/∂w", " → ", "mean of ", "1/3",
])  # fmt: skip
SOUP = st.lists(PIECES, max_size=60).map("".join)


@given(st.one_of(st.text(max_size=300), SOUP), SUFFIXES)
def test_any_text_is_audited_the_same_way_twice(text: str, suffix: str) -> None:
    assume("\0" not in text)
    audit = audited(text, "page" + suffix)
    holds_together(audit)
    assert audited(text, "page" + suffix).claims == audit.claims


# ---- right lines, and lines with a digit changed

NUMBERS = st.integers(-999, 999).flatmap(
    lambda number: st.sampled_from([1, 10, 100]).map(lambda whole: Fraction(number, whole))
)


def spelled(number: Fraction) -> str:
    return f"({float(number):g})" if number < 0 else f"{float(number):g}"


@st.composite
def worked(draw: st.DrawFn) -> tuple[str, float, float]:
    """A calculation, what it comes to, and what all its terms come to without their signs: a sum of products and
    quotients, a power of e, or a root.
    """
    kind = draw(st.sampled_from(["sum", "sum", "e^", "√"]))
    if kind == "e^":
        power = draw(st.integers(-30, 30))
        value = float(mpmath.exp(mpmath.mpf(power) / 10))
        return f"e^{spelled(Fraction(power, 10))}", value, value
    if kind == "√":
        number = draw(st.integers(1, 999))
        return draw(st.sampled_from(["√{}", "sqrt({})"])).format(number), float(mpmath.sqrt(number)), number**0.5
    text, value, size = "", Fraction(0), Fraction(0)
    for at in range(draw(st.integers(1, 3))):
        one, other = draw(NUMBERS), draw(NUMBERS)
        divides = bool(other) and draw(st.booleans())
        sign = draw(st.sampled_from("+-")) if at else ""
        text += (
            (f" {sign} " if at else "")
            + spelled(one)
            + ("/" if divides else draw(st.sampled_from(["·", "*", " × "])))
            + spelled(other)
        )
        term = one / other if divides else one * other
        value, size = value - term if sign == "-" else value + term, size + abs(term)
    return text, float(value), float(size)


@given(st.lists(worked(), min_size=1, max_size=6))
def test_right_lines_are_right(lines: list[tuple[str, float, float]]) -> None:
    text = "".join(f"{work} = {value + 0.0:.4f}\n\n" for work, value, _ in lines)
    audit = audited(text)
    assert audit.wrong == [], text
    assert how_many(audit, ClaimVerdict.UNCHECKED) == len(audit.claims) - len(lines), text


@given(worked(), st.integers(0, 8), st.integers(1, 9))
def test_a_digit_changed_beyond_rounding_is_wrong(line: tuple[str, float, float], at: int, more: int) -> None:
    work, value, size = line
    right = f"{value + 0.0:.3f}"
    places = [place for place, letter in enumerate(right) if letter.isdigit()]
    place = places[at % len(places)]
    other = right[:place] + str((int(right[place]) + more) % 10) + right[place + 1 :]
    assume(other.lstrip("-")[0] != "0" or other.lstrip("-")[1] == ".")
    # 10.1 may be anything from 10.05 to 10.15; 0.100 is 0.0001 in thousandths, and 1.01 is 0.010 in hundreds.
    assume(abs(float(other) - value) > 0.01 + 0.02 * size and (not value or abs(value) > 0.01))
    assume(abs(100 * float(other) - value) > 0.1)
    (claim,) = [claim for claim in audited(f"{work} = {other}\n").claims if claim.verdict is WRONG]
    assert claim.printed == other
    (figure,) = claim.figures
    assert float(figure.correct) == pytest.approx(value, abs=0.0005 + 1e-9)


@given(st.data(), st.integers(2, 4), st.integers(2, 4))
def test_rows_and_grids_are_right(data: st.DataObject, rows: int, width: int) -> None:
    grid = [[data.draw(st.integers(-9, 9)) for _ in range(width)] for _ in range(rows)]
    row = [data.draw(st.integers(-9, 9)) for _ in range(width)]
    product = [sum(one * other for one, other in zip(each, row, strict=True)) for each in grid]
    text = f"W = {grid}\nx = {row}\nW·x = {product}\nx + x = {[2 * each for each in row]}\n3·x = {[3 * each for each in row]}\n"
    audit = audited(text)
    assert audit.wrong == [], text
    assert how_many(audit, ClaimVerdict.RIGHT) >= 3


# ---- what changes nothing
