"""Tables that are worked from the table before them, laid out by NumPy: every cell checked, every slip found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

Grid = NDArray[np.float64]
WORDS = ("the", "owl", "saw", "red", "fish")


def shown(value: float, places: int) -> str:
    return "-inf" if value == -np.inf else f"{value:.{places}f}"


def laid_out(grid: Grid, places: int, zeros: bool = False) -> list[list[str]]:
    """The numbers of a grid as they are printed; `zeros` leaves the decimals off what is masked."""
    return [
        ["0" if zeros and column > row else shown(value, places) for column, value in enumerate(line)]
        for row, line in enumerate(grid)
    ]


def piped(labels: Sequence[str], headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    head = ["| | " + " | ".join(headings) + " |", "|---" * (len(headings) + 1) + "|"]
    return [*head, *(f"| {label} | " + " | ".join(row) + " |" for label, row in zip(labels, cells, strict=True))]


def aligned(labels: Sequence[str], headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    rows = [[label, *row] for label, row in zip(["", *labels], [headings, *cells], strict=True)]
    return ["".join(cell.ljust(10) for cell in row).rstrip() for row in rows]


def html(labels: Sequence[str], headings: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    rows = [[label, *row] for label, row in zip(["", *labels], [headings, *cells], strict=True)]
    lines = ["<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows]
    return ["<table>", *lines, "</table>"]


LAYOUTS: dict[str, tuple[Callable[..., list[str]], str]] = {
    "pipes": (piped, "page.md"),
    "columns": (aligned, "page.txt"),
    "html": (html, "page.html"),
}


def softmax(scores: Grid) -> Grid:
    raised = np.exp(scores)
    shares: Grid = raised / raised.sum(axis=1, keepdims=True)
    return shares


def attention(seed: int, draw: Callable[..., list[str]], size: int = 4) -> tuple[str, set[int]]:
    """A page of causal attention in tables, from the scores to the outputs, and the lines that hold results."""
    source = Random(seed)
    scores = np.array([[source.randint(-24, 24) / 8 for _ in range(size)] for _ in range(size)])
    values = np.array([[source.randint(-3, 3) + 0.5, source.randint(-3, 3) - 0.25] for _ in range(size)])
    masked = np.where(np.tri(size, dtype=bool), scores / 2, -np.inf)
    raised, shares = np.exp(masked), softmax(masked)
    words = WORDS[:size]
    lines: list[str] = []
    results: set[int] = set()

    def table(said: str, headings: Sequence[str], cells: Sequence[Sequence[str]], worked: bool = True) -> None:
        lines.extend(["", said, ""])
        drawn = draw(words, headings, cells)
        with_numbers = [at for at, line in enumerate(drawn) if any(line.count(word) for row in cells for word in row)]
        if worked:
            results.update(len(lines) + at + 1 for at in with_numbers[-size:])
        lines.extend(drawn)

    table("Scores:", words, laid_out(scores, 3), worked=False)
    table("Divided by 2, the future masked:", words, laid_out(masked, 4))
    sums = [f"{total:.3f}" for total in raised.sum(axis=1)]
    totalled = [[*row, total] for row, total in zip(laid_out(raised, 3, zeros=True), sums, strict=True)]
    table("Exponentials:", [*words, "sum"], totalled)
    table("Weights:", words, laid_out(shares, 3, zeros=True))
    lines.extend(
        ["", "Values: " + ", ".join(f"v{at + 1} = [{row[0]}, {row[1]}]" for at, row in enumerate(values)) + "."]
    )
    table("Outputs:", ["first", "second"], laid_out(shares @ values, 3))
    return "\n".join(lines) + "\n", results


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("seed", range(8))
def test_tables_of_attention_are_checked_to_the_last_row(layout: str, seed: int) -> None:
    draw, name = LAYOUTS[layout]
    text, results = attention(seed, draw)
    audit = audited(text, name)
    assert {claim.verdict for claim in audit.claims} <= {ClaimVerdict.RIGHT, ClaimVerdict.CARRIED}
    assert results <= {audit.page.place(claim.start).line for claim in audit.claims}


def slips(text: str, results: set[int], source: Random) -> Iterator[tuple[int, str]]:
    """The page with one digit of one result changed, for each line of results."""
    lines = text.split("\n")
    for number in sorted(results):
        line = lines[number - 1]
        places = [
            at
            for at in range(1, len(line) - 1)
            if line[at].isdigit() and line[at - 1] == "." and line[at + 1].isdigit()
        ]
        at = source.choice(places)
        digit = str((int(line[at]) + source.randint(2, 8)) % 10)
        yield number, "\n".join([*lines[: number - 1], line[:at] + digit + line[at + 1 :], *lines[number:]])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_slip_in_any_row_is_found_at_its_line(layout: str) -> None:
    draw, name = LAYOUTS[layout]
    text, results = attention(3, draw)
    for line, changed in slips(text, results, Random(5)):
        audit = audited(changed, name)
        wrong = [audit.page.place(claim.start).line for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
        assert wrong == [line], changed.split("\n")[line - 1]


STEPS: dict[str, tuple[str, Callable[[Grid], Grid]]] = {
    "relu": ("After ReLU:", lambda grid: np.maximum(grid, 0)),
    "squares": ("Squared:", lambda grid: grid**2),
    "sigmoid": ("Through the sigmoid:", lambda grid: 1 / (1 + np.exp(-grid))),
    "deviations": ("Each row less its mean:", lambda grid: grid - grid.mean(axis=1, keepdims=True)),
    "layer norm": ("Normed:", lambda grid: (grid - grid.mean(axis=1, keepdims=True)) / grid.std(axis=1, keepdims=True)),
    "softmax": ("Weights:", softmax),
    "times": ("All times 0.35:", lambda grid: grid * 0.35),
    "root": ("Over the root of 3:", lambda grid: grid / np.sqrt(3)),
}


@pytest.mark.parametrize("step", STEPS)
def test_a_table_may_be_any_step_from_the_one_before(step: str) -> None:
    said, work = STEPS[step]
    grid = np.array([[1.25, -0.5, 2.0, 0.75], [0.3, 3.5, -1.2, 2.6], [-0.8, 0.45, 1.1, -2.2]])
    words = ["ash", "elm", "oak"]
    heads = ["d1", "d2", "d3", "d4"]
    text = "\n".join(
        [*piped(words, heads, laid_out(grid, 2)), "", said, "", *piped(words, heads, laid_out(work(grid), 3)), ""]
    )
    audit = audited(text, "page.md")
    assert [claim.verdict for claim in audit.claims] == [ClaimVerdict.RIGHT] * len(words)
    line = text.split("\n")[-2]
    cell = line.split(" | ")[1]
    wrong = audited(text.replace(line, line.replace(cell, f"{float(cell) + 0.3:.3f}")), "page.md")
    assert [claim.verdict for claim in wrong.claims] == [ClaimVerdict.RIGHT] * 2 + [ClaimVerdict.WRONG]


def test_a_table_may_be_the_sum_of_two() -> None:
    one = np.array([[1.25, -0.5, 2.0], [0.3, 3.5, -1.2]])
    other = np.array([[0.84, 0.54, 0.01], [0.91, -0.42, 0.02]])
    tables = [piped(["ash", "elm"], ["d1", "d2", "d3"], laid_out(grid, 2)) for grid in (one, other, one + other)]
    audit = audited("\n\n".join("\n".join(table) for table in tables) + "\n", "page.md")
    assert [claim.verdict for claim in audit.claims] == [ClaimVerdict.RIGHT] * 2


def test_tables_that_have_nothing_to_do_with_each_other_claim_nothing() -> None:
    source = Random(11)
    for _ in range(20):
        grids = [np.array([[source.uniform(-4, 4) for _ in range(4)] for _ in range(4)]) for _ in range(4)]
        tables = [piped(WORDS[:4], ["a", "b", "c", "d"], laid_out(grid, 2)) for grid in grids]
        page = "\n\nDivide by 4, then by 2.\n\n".join("\n".join(table) for table in tables) + "\n"
        assert [claim.printed for claim in audited(page, "page.md").claims] == []


GRID = """\
A cell is 1 where the two words are the same.

| | tea | for | two | tea | matches |
|---|---|---|---|---|---|
| tea (1) | 1 | . | . | . | {} |
| for (2) | 0 | 1 | . | . | 1 |
| two (3) | {} | 0 | 1 | . | 1 |
| tea (4) | 1 | 0 | 0 | {} | 2 |
"""


def test_a_match_grid_is_checked_by_its_labels() -> None:
    audit = audited(GRID.format("1", "0", "1"), "page.md")
    assert [claim.verdict for claim in audit.claims] == [ClaimVerdict.RIGHT] * 4


@pytest.mark.parametrize(("cells", "line"), [(("2", "0", "1"), 5), (("1", "1", "1"), 7), (("1", "0", "0"), 8)])
def test_a_wrong_cell_of_a_match_grid_is_found(cells: tuple[str, ...], line: int) -> None:
    audit = audited(GRID.format(*cells), "page.md")
    wrong = [audit.page.place(claim.start).line for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    assert wrong == [line]


TURNED = """\
| x | 3 | 5 | 10 | sum |
|---|---|---|---|---|
| x - mean | -3 | -1 | 4 | 0 |
| squared | 9 | 1 | 16 | 26 |
| (x - mean)/sd | -1.019 | -0.340 | {} | 0.000 |
| ·2 + 0.5 (γ = 2, β = 0.5) | -1.538 | -0.180 | 3.218 | 1.500 |
"""


def test_rows_with_a_formula_for_a_label_may_begin_in_the_heading() -> None:
    """Mean 6, variance 26/3, standard deviation 2.944: 4/2.944 = 1.359."""
    audit = audited(TURNED.format("1.359"), "page.md")
    assert {claim.verdict for claim in audit.claims} <= {ClaimVerdict.RIGHT, ClaimVerdict.CARRIED}
    assert {audit.page.place(claim.start).line for claim in audit.claims} == {3, 4, 5, 6}
    wrong = audited(TURNED.format("1.539"), "page.md")
    assert 5 in {wrong.page.place(each.start).line for each in wrong.claims if each.verdict is ClaimVerdict.WRONG}


def test_a_factor_from_a_column_s_own_digits_makes_no_cell_exact() -> None:
    """Deviations over the root of 8.25, to three decimals; the last column from the unrounded ones: 2·1.74078 = 3.48155."""
    table = """\
| d | n | g | y |
|---|---|---|---|
| -0.5 | -0.174 | 1 | -0.174 |
| 3.5 | 1.219 | 1 | 1.219 |
| 5 | 1.741 | 2 | 3.481 |
"""
    assert all(claim.verdict is not ClaimVerdict.WRONG for claim in audited(table, "page.md").claims)


@pytest.mark.parametrize("heading", ["kept n(n+1)/2", "kept: n(n+1)/2", "pairs (n(n+1)/2)"])
def test_a_heading_may_begin_with_words(heading: str) -> None:
    table = f"| length n | {heading} |\n|---|---|\n| 6 | 21 |\n| 20 | 210 |\n| 100 | 5050 |\n"
    assert [claim.verdict for claim in audited(table, "page.md").claims] == [ClaimVerdict.RIGHT] * 3
    wrong = audited(table.replace("210", "120"), "page.md")
    assert [claim.printed for claim in wrong.claims if claim.verdict is ClaimVerdict.WRONG] == ["120"]
