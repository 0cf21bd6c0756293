"""Pages that write decimals with commas, worked out by hand here: what is read, what is left out, and how it is told."""

from __future__ import annotations

import json

import pytest

from katatx.audit.decimal_commas import corrected_with_commas, written_with_commas
from katatx.audit.findings import ClaimVerdict
from katatx.audit.reports.corrected import corrected
from katatx.audit.reports.json import page_document
from katatx.audit.reports.sarif import chunks
from katatx.audit.reports.wording import statement
from tests.audit.planting import audited
from tests.audit.test_readings import all_right, verdicts, wrong

# So a page is known to write decimals with commas.
_PAGE = "0,5 · 0,5 = 0,25\n7,5 + 2,5 = 10\n"


def found(line: str, name: str = "page.txt") -> list[tuple[str, ClaimVerdict]]:
    """What is said of the claims of one line on such a page."""
    return [(printed, verdict) for at, printed, verdict in verdicts(_PAGE + line + "\n", name) if at > 2]


@pytest.mark.parametrize(
    ("line", "right", "planted"),
    [
        ("0,75 : 3 = {}", "0,25", "0,35"),
        ("21 : (2 · 3) = {}", "3,5", "3,4"),
        ("Anteil 9 : 20 = {}", "0,45", "0,54"),
        ("1.200,50 + 34,25 = {}", "1.234,75", "1.243,75"),
        ("12.000.000 / 4 = {}", "3.000.000", "3.000.001"),
        ("250 · 256 = {}", "64 000", "64 001"),
        ("250 · 256 = {}", "64\u202f000", "64\u202f001"),
        ("1 250,5 + 0,5 = {}", "1 251", "1 252"),
        ("2 · (-1,5) · 3 = {}", "-9", "9"),
        ("ln(2,5) = {}", "0,916", "0,961"),
        ("e^(-0,5) = {}", "0,607", "0,706"),
        ("(0,5; 1,5; -3) + (1; 1; 1) = {}", "(1,5; 2,5; -2)", "(1,5; 2,6; -2)"),
        ("2 · (3 | 0,5) = {}", "(6 | 1)", "(6 | 2)"),
        ("[1.024; 2,5; 1] + [1; 1; 1] = {}", "[1025; 3,5; 2]", "[1025; 3,5; 3]"),
        ("12,5 % · 80 = {}", "10", "11"),
        ("10 / 80 = {}", "12,5 %", "12,6 %"),
        ("3,20 € · 4 = {} €", "12,80", "12,90"),
        ("-0,5 - 1,25 = {}", "-1,75", "-1,76"),
        ("2^1,5 ≈ {}", "2,828", "2,288"),
        ("2 + 3 = {}, x_{1,2} ist ein Index", "5", "6"),
    ],
)
def test_numbers_of_a_page_with_decimal_commas_are_read(line: str, right: str, planted: str) -> None:
    assert found(line.replace("{}", right))[-1][1] is ClaimVerdict.RIGHT
    assert (planted, ClaimVerdict.WRONG) in found(line.replace("{}", planted))


@pytest.mark.parametrize(
    "page",
    [
        "1,024 + 2,048 = 3,072\n4,096 · 2 = 8,192\n",
        "q = [1,2], k = [3,4], q·k = 11\nx = (0,5), y = (2,1), x·y = 5\n",
        "f(1,2) = 3, f(2,3) = 5 where f(a, b) = a + b\n",
        "x = 1,2 and 0.5 + 0.25 = 0.75, 1.5 · 2 = 3.0\n",
        "rows 1,2,3 and 4,5,6: 1,2,3 + 4,5,6 = 5,7,9\n",
    ],
)
def test_thousands_and_rows_make_no_page_of_decimal_commas(page: str) -> None:
    """On these pages a comma never is a decimal point; `3,072` is three thousand and seventy-two."""
    assert wrong(page) == []
    assert not any(claim.commas for claim in audited(page).claims)


@pytest.mark.parametrize(
    "line",
    [
        "u = (1,2), v = (3,4), u · v = 11",
        "(1,2) + (3,4) = (4,6)",
        "q = (2,0,1), q · q = 5",
        "0.5 + 1,5 = 1.2",
        "f(1,2) = 3",
    ],
)
def test_a_line_that_can_be_read_in_two_ways_is_named_and_not_read(line: str) -> None:
    audit = audited(_PAGE + line + "\n")
    assert [audit.page.place(claim.start).line for claim in audit.claims] == [1, 2]
    assert [at for at, _ in audit.page.skipped] == [3]
    assert [each["line"] for each in page_document(audit)["skipped"]] == [3]


def test_a_function_of_one_letter_has_one_number_in_brackets() -> None:
    assert found("f(x) = 2x")[:1] == []
    page = _PAGE + "f(x) = 2·x + 1\nf(1,5) = 2 · 1,5 + 1 = {}\n"
    assert all_right(page.replace("{}", "4"))
    assert wrong(page.replace("{}", "5")) == [(4, "5")]


def test_code_keeps_its_points() -> None:
    fenced = _PAGE + "\n```python\nx = [1.5, 2.5]\nx[0] + x[1]  # {}\n```\n\n3,5 + 0,5 = 4\n"
    for name in ("page.md", "page.txt"):
        assert all_right(fenced.replace("{}", "4.0"), name)
        assert wrong(fenced.replace("{}", "4.5"), name) == [(6, "4.5")]
    cells = [
        {"cell_type": "markdown", "source": _PAGE, "metadata": {}},
        {"cell_type": "code", "source": "x = (1,2)\nx[1] * 1.5  # 3.5\n", "metadata": {}, "outputs": []},
    ]
    notebook = json.dumps({"cells": cells, "nbformat": 4, "metadata": {}})
    assert [printed for _, printed in wrong(notebook, "page.ipynb")] == ["3.5"]
    assert [claim.verdict for claim in audited(notebook, "page.ipynb").claims][:2] == [ClaimVerdict.RIGHT] * 2


def test_a_wrong_number_is_told_and_mended_with_commas() -> None:
    page = _PAGE + "1.000,5 + 1.000 = 2.001,5\n0,75 : 3 = 0,52\n(0,5; 1) + (1; 1) = (1,5; 3)\n"
    audit = audited(page)
    bad = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG]
    assert [claim.printed for claim in bad] == ["2.001,5", "0,52", "(1,5; 3)"]
    assert statement(bad[0]).startswith("2.001,5 is printed, 2000,5 is true")
    assert statement(bad[1]).startswith("0,52 is printed, 0,25 is true")
    assert statement(bad[2]).startswith("(1,5; 3) is printed, [1,5; 2] is true")
    assert corrected(audit).splitlines()[2:] == [
        "1.000,5 + 1.000 = 2.000,5",
        "0,75 : 3 = 0,25",
        "(0,5; 1) + (1; 1) = (1,5; 2)",
    ]
    assert [each["true"] for each in page_document(audit)["claims"]][-2:] == [0.25, [1.5, 2.0]]
    assert "0,25 is true" in "".join(chunks([audit]))


@pytest.mark.parametrize(
    ("correct", "printed", "expected"),
    [
        ("1,234.5", "1.243,5", "1.234,5"),
        ("64,000", "64 001", "64 000"),
        ("0.25", "0{,}52", "0{,}25"),
        ("1025", "1.052", "1.025"),
        ("-0.5", "0,5", "-0,5"),
    ],
)
def test_a_correction_is_written_as_the_number_was(correct: str, printed: str, expected: str) -> None:
    assert corrected_with_commas(correct, printed) == expected


def test_a_text_is_written_with_commas() -> None:
    assert written_with_commas("comes to [1.5, -2], on lines 3, 4: 0.25") == "comes to [1,5; -2], on lines 3, 4: 0,25"


def test_formulas_of_tex_have_commas_in_braces() -> None:
    page = "$0{,}5 \\cdot 0{,}25 = 0{,}125$ und $1{,}5 + 2{,}5 = {}$\n"
    for name in ("page.tex", "page.md"):
        assert all_right(page.replace("= {}", "= 4"), name)
        audit = audited(page.replace("= {}", "= 4{,}1"), name)
        assert corrected(audit) == page.replace("= {}", "= 4{,}0")


@pytest.mark.parametrize(
    ("line", "right", "planted"),
    [
        ("6,5 - 1,5 = 5, also {}", "500 %", "501 %"),
        ("5 · 0,6 = 3, das sind rund {} Liter", "3,00", "3,50"),
        ("Es sind 400 · 25 = 10000 Byte; geteilt durch 16 ist das {} Zeilen", "625", "626"),
        ("Die Hälfte von 0,9 ist {}", "0,45", "0,54"),
        ("4 mal 0,25 ergibt {}", "1,0", "1,2"),
        ("0,6 minus 0,25 ist {}", "0,35", "0,53"),
    ],
)
def test_words_of_the_page_s_language_tell_calculations(line: str, right: str, planted: str) -> None:
    page = _PAGE + "Das ist die Aufgabe mit der Lösung, und sie ist nicht schwer.\n" + line + "\n"
    assert (4, right, ClaimVerdict.RIGHT) in verdicts(page.replace("{}", right))
    assert wrong(page.replace("{}", planted)) == [(4, planted)]


@pytest.mark.parametrize(
    ("page", "right", "planted"),
    [
        ("La suma de los pesos es la del cuadro.\n3,5 dividido entre 0,5 es {}\n", "7", "8"),
        ("La somme des poids est dans le tableau.\n3,5 divisé par 0,5 donne {}\n", "7", "8"),
        ("La somma dei pesi è nella tabella con il totale del foglio.\n2,5 per 3 è {}\n", "7,5", "7,6"),
        ("De som van het blad is voor de les.\n4,5 gedeeld door 1,5 is {}\n", "3", "4"),
        ("Suma jest na stronie po każdy raz.\n1,5 razy 3 daje {}\n", "4,5", "5,4"),
    ],
)
def test_words_of_other_languages_tell_calculations(page: str, right: str, planted: str) -> None:
    assert (4, right, ClaimVerdict.RIGHT) in verdicts(_PAGE + page.replace("{}", right))
    assert wrong(_PAGE + page.replace("{}", planted)) == [(4, planted)]


def test_words_that_english_has_too_mean_there_what_they_mean_in_english() -> None:
    assert wrong("The sum of the parts is in this table.\n4 + 5 = 9, also 12 cats\n") == []


def test_a_time_of_day_is_no_result() -> None:
    page = "Die Aufgabe ist aus dem Heft, und das ist sie.\nNach 3 mal 5 Minuten ist es 10 Uhr, und 3 mal 5 ist {}.\n"
    assert wrong(page.replace("{}", "15")) == []
    assert wrong(page.replace("{}", "16")) == [(2, "16")]


def test_a_colon_that_ends_a_label_divides_nothing() -> None:
    page = _PAGE + "Exercice 3 : 4 + 5 = 9\nLa part de 20 % : 40 · 0,2 = {}\n"
    assert all_right(page.replace("{}", "8"))
    assert wrong(page.replace("{}", "9")) == [(4, "9")]


def test_a_semicolon_between_calculations_parts_them() -> None:
    page = _PAGE + "1,5 + 1 = 2,5; 2 + 3 = 5; 3 + 4 = {}\n"
    assert all_right(page.replace("{}", "7"))
    assert wrong(page.replace("{}", "8")) == [(3, "8")]


def test_a_page_with_one_such_number_is_read_without_the_lines_with_commas() -> None:
    assert wrong("a = 0,125\nb = (1,2)\n1,024 + 3 = 6\n2 + 2 = 5\n") == [(4, "5")]
