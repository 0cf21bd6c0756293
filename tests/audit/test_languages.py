"""Code of other languages, comments of TeX and numbers of programs on a page, worked out by hand here."""

from __future__ import annotations

import json

import pytest

from tests.audit.test_readings import all_right, verdicts, wrong

_PYTHON = "```python\nx = [4, 5, 6]\nx[1]  # {}\n```\n"


@pytest.mark.parametrize("language", ["c", "julia", "r", "bash", "js", "matlab", "rust"])
@pytest.mark.parametrize("suffix", [".md", ".txt"])
def test_code_of_another_language_is_not_read_as_python(language: str, suffix: str) -> None:
    """7 / 2 is 3 in C, x[1] the first number in Julia; what a name is there it is not in Python."""
    page = f"{_PYTHON}\n```{language}\nx = [9, 8];\n7 / 2  # 3\nx[1]  // 9\n```\n\n{_PYTHON}"
    assert all_right(page.format(5, 5), "page" + suffix)
    assert wrong(page.format(5, 6), "page" + suffix) == [(14, "6")]


@pytest.mark.parametrize(("language", "found"), [("julia", []), ("python", [(1, "1")])])
def test_a_notebook_says_its_language(language: str, found: list[tuple[int, str]]) -> None:
    cell = {"cell_type": "code", "source": "x = [2, 9]\nx[1]  # 1\n", "metadata": {}, "outputs": []}
    notebook = {"cells": [cell], "nbformat": 4, "metadata": {"kernelspec": {"language": language, "name": "k"}}}
    assert wrong(json.dumps(notebook), "page.ipynb") == found


def test_comments_of_tex_are_no_claims() -> None:
    page = "$3 + 4 = {}$ % it was 8\n% 2 + 2 = 5\n$40\\% \\cdot 5 = 2$\n"
    assert all_right(page.replace("{}", "7"), "page.tex")
    assert wrong(page.replace("{}", "9"), "page.tex") == [(1, "9")]
    inside = "$$\n3 + 4 = {} % it was 8\n$$\n\n$0.4 = 40%$\n"
    assert all_right(inside.replace("{}", "7"), "page.md")
    assert wrong(inside.replace("{}", "9"), "page.md") == [(2, "9")]


def test_numbers_to_other_bases_are_not_read_as_products() -> None:
    assert wrong("0x1F = 31\n0x10 + 1 = 17\n0b101 = 5\n0o17 = 15\n") == []
    assert verdicts("0 x 5 = 0\n10x5 = 50\n") == verdicts("0 × 5 = 0\n10×5 = 50\n")
    assert wrong("10x5 = 51\n") == [(1, "51")]
