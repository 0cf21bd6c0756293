"""What of a page was not read, and why: long and wide tables, foreign code, decimal commas."""

from __future__ import annotations

import json

import pytest

from katatx.audit.passed_over import holds_arithmetic
from tests.audit.planting import audited


def skipped(text: str, name: str = "page.md") -> list[tuple[int, str]]:
    return list(audited(text, name).page.skipped)


def table(rows: int, columns: int = 3) -> str:
    head = "| " + " | ".join(f"c{number}" for number in range(columns)) + " |\n" + "|---" * columns + "|\n"
    return head + "".join(
        "| " + " | ".join(str(row * number) for number in range(columns)) + " |\n" for row in range(rows)
    )


@pytest.mark.parametrize(
    ("text", "name", "told"),
    [
        ("# Long\n\n" + table(430), "page.md", [(3, "a table of 432 lines; up to 400 are read")]),
        ("# Wide\n\n" + table(5, 44), "page.md", [(3, "a table of 44 columns; up to 40 are read")]),
        (
            "Aligned\n\n" + "item     n     twice\n" + "".join(f"word  {row + 2:6}  {row * 3:8}\n" for row in range(1_234)),
            "page.txt",
            [(3, "a table of 1,235 lines; up to 400 are read")],
        ),
        (
            "# Long lines\n\n" + "".join(f"| {row} | {'word ' * 500} | {row * 2} |\n" for row in range(4)),
            "page.txt",
            [(3, "a table with lines longer than 2,000 characters")],
        ),
        (
            "a\n\n```julia\n\nx = 7 / 2\ny = x^2  # 12.25\n```\n\n```r\nmean(v)  # 3.5\n```\n",
            "page.md",
            [
                (5, "code of another language than Python (2 lines)"),
                (10, "code of another language than Python (1 line)"),
            ],
        ),
        ("```js\ns = sum(v); // 9\n```\n", "page.txt", [(2, "code of another language than Python (1 line)")]),
    ],
    ids=["long", "wide", "aligned", "long lines", "two blocks", "a block in text"],
)  # fmt: skip
def test_what_is_not_read_is_named_where_it_begins(text: str, name: str, told: list[tuple[int, str]]) -> None:
    assert skipped(text, name) == told


@pytest.mark.parametrize(
    "text",
    [
        table(30),
        table(4, 12),
        "".join(f"| word {'a' * (row % 5)} | other | words |\n" for row in range(600)),
        "```python\nx = 7 / 2  # 3.5\n```\n",
        "```sh\ncd pages\nls -l --jobs 2 2026-01-05 a/1/2\ngit diff HEAD~3 # what changed in 3 days\n```\n",
        "1,000 + 500 = 1,500 and [1,2] + [0.5,1] = [1.5,3]\n",
    ],
    ids=["short", "narrow", "words", "Python", "commands", "thousands"],
)
def test_what_is_read_or_holds_nothing_is_not_named(text: str) -> None:
    assert skipped(text) == []


def test_what_stands_beside_it_is_read() -> None:
    audit = audited("2 + 3 = 5\n\n```c\nint x = 7 / 2; // 3\n```\n\n4 + 5 = 9\n", "page.md")
    assert [claim.printed for claim in audit.claims] == ["5", "9"]
    assert [line for line, _ in audit.page.skipped] == [4]


def test_a_notebook_of_another_language_names_its_cells() -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["2 + 3 = 5"]},
        {"cell_type": "code", "metadata": {}, "outputs": [], "source": ["x = 7 / 2  # 3.5"]},
    ]
    book = {"nbformat": 4, "metadata": {"kernelspec": {"language": "julia"}}, "cells": cells}
    assert skipped(json.dumps(book, indent=1), "book.ipynb") == [(21, "code of another language than Python (1 line)")]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("y = 2^3", True),
        ("y = 3.5 * (x + 1)", True),
        ("s = sum(v)  // 12.5", True),
        ("print(x)  # => [1, 2]", True),
        ("select 3 + 4; -- 7", True),
        ("disp(x) % 0.25", True),
        ("i++ // 3 times", False),
        ("tar -xf a-1.2.tar.gz --strip 1", False),
        ("# step 4: build", False),
        ("curl http://host:80/2/3", False),
        pytest.param("x" * 5_000_000 + " 1 + 2", False, id="a long line"),
    ],
)
def test_arithmetic_in_foreign_code(line: str, found: bool) -> None:
    assert holds_arithmetic(line) is found
