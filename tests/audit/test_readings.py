"""How single lines and short pages are read, worked out by hand here: line, printed result, verdict."""

from __future__ import annotations

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import read_text

RIGHT, CARRIED, WRONG = ClaimVerdict.RIGHT, ClaimVerdict.CARRIED, ClaimVerdict.WRONG


def verdicts(text: str, name: str = "page.txt") -> list[tuple[int, str, ClaimVerdict]]:
    page = read_text(name, text)
    return [(page.place(claim.start).line, claim.printed, claim.verdict) for claim in audit_page(page).claims]


def wrong(text: str, name: str = "page.txt") -> list[tuple[int, str]]:
    return [(line, printed) for line, printed, verdict in verdicts(text, name) if verdict is WRONG]


def all_right(text: str, name: str = "page.txt") -> bool:
    found = verdicts(text, name)
    return bool(found) and all(verdict in (RIGHT, CARRIED) for _, _, verdict in found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2 + 2 = 4 × 3 = 12\n", [(1, "4", RIGHT), (1, "12", RIGHT)]),
        ("4 + 4 + 4 = 12 per row × 4 = 48\n", [(1, "12", RIGHT), (1, "48", RIGHT)]),
        ("4 + 4 + 4 = ~21 per row × 4 = 84\n", [(1, "21", WRONG), (1, "84", CARRIED)]),
        ("7 + 8 = 15 pages + 1 = 16\n", [(1, "15", RIGHT), (1, "16", RIGHT)]),
        ("40,000 = 10,000 words × 4 numbers = 40,000\n", [(1, "40,000", RIGHT), (1, "40,000", RIGHT)]),
    ],
)
def test_a_result_may_be_worked_on_at_once(text: str, expected: list[tuple[int, str, ClaimVerdict]]) -> None:
    assert verdicts(text) == expected


def test_a_word_that_says_what_is_counted_is_no_name() -> None:
    page = "exp = [1, 2]\nsum = 3\nops: 4 exp + 4 sum + 4 div = {} ops\n"
    assert (3, "12", RIGHT) in verdicts(page.format(12))
    assert wrong(page.format(13)) == [(3, "13")]


def test_what_is_right_of_the_truth_is_not_wrong_because_the_line_before_is() -> None:
    """0.9 · 0.5 = 0.45, printed 0.75; the page goes on from 0.45."""
    page = "a = 0.9 · 0.5 = 0.75\nb = a + 0.1 = 0.55\nc = √0.0625 = 0.25\nd = a · c = {}\n"
    assert wrong(page.format(0.1125)) == [(1, "0.75")]
    assert wrong(page.format(0.1875)) == [(1, "0.75")]
    assert wrong(page.format(0.1525)) == [(1, "0.75"), (4, "0.1525")]


def test_a_number_of_unknown_rounding_leaves_its_mark_two_lines_on() -> None:
    """0.301 stands for 0.3005 to 0.3015, e to that for 1.3505 to 1.3519; 1.351 + 0.560 + 1.583 may be 3.493."""
    page = "e^0.301 ≈ 1.351\ne^(-0.579) ≈ 0.560\ne^0.459 ≈ 1.583\nZ = 1.351 + 0.560 + 1.583 ≈ {}\n"
    assert all_right(page.format(3.493))
    assert all_right(page.format(3.494))
    assert wrong(page.format(3.491)) == [(4, "3.491")]


@pytest.mark.parametrize("space", ["", r"\,", r"\;", r"\! ", " "])
def test_thin_spaces_of_tex_part_no_product(space: str) -> None:
    page = "$s = \\tfrac{1}{2}" + space + "(1 + 4) = %s$\n"
    assert all_right(page % 2.5, "page.md")
    assert wrong(page % 3.5, "page.md") == [(1, "3.5")]


def test_a_root_gives_its_radicand_no_value() -> None:
    assert all_right("The width is d = 4, so √d = 2.\nThen d · 3 = 12.\n")


def test_a_sum_of_entries_gives_the_row_no_value() -> None:
    page = "z = [1, -3, 2]\nThe entries of z sum to {}.\n2 · z = [2, -6, 4]\n"
    assert verdicts(page.format(0))[-1] == (3, "[2, -6, 4]", RIGHT)
    assert wrong(page.format(0)) == []


def test_a_column_is_no_other_column_by_one_row_alone() -> None:
    page = "       A      B      C\n x   1.6      0      0\n y   3.3    2.2      0\n z   0.6    4.4    2.4\n"
    assert wrong(page) == []


def test_gigabytes_are_a_number_of_bytes() -> None:
    page = "Weights: 1.27B × 2 = {} GB\n"
    assert all_right(page.format("2.54"))
    assert wrong(page.format("2.94")) == [(1, "2.94")]


def test_a_factor_stands_before_a_logarithm() -> None:
    page = "KL = .5 ln(.5/.9) + .5 ln(.5/.1) = {}\n"
    assert all_right(page.format("0.511"))
    assert wrong(page.format("0.581")) == [(1, "0.581")]


def test_the_root_of_that_is_of_the_number_before() -> None:
    page = "9 + 7 = 16, and the root of that is {}.\n"
    assert all_right(page.format("4"))
    assert all_right("Their mean is (4 + 6) / 2 = 5, and the root of that is 2.236.\n")
    assert wrong("Their mean is (4 + 6) / 2 = 5, and the root of that is 2.286.\n") == [(1, "2.286")]


def test_a_label_may_say_all_of_its_calculation() -> None:
    page = "shares = [0.75, 0.07, 0.18]\nsum of the shares: {}\n"
    assert all_right(page.format(1))
    assert wrong(page.format(3)) == [(2, "3")]


@pytest.mark.parametrize("planted", ["[-2, 0, 2, 1, -1]", "[-2, 0, -1, 1, 8]"])
def test_a_row_that_is_one_slip_off_is_found_by_its_label(planted: str) -> None:
    page = "marks: [50, 70, 60, 80, 90]\nmean: 350 / 5 = 70\ndeviations: {}\n"
    assert all_right(page.format("[-20, 0, -10, 10, 20]"))
    numbers = planted.replace("0", "").replace(",", "0,").replace("]", "0]")
    assert wrong(page.format(numbers)) == [(3, numbers)]


def test_the_same_row_is_no_slip_of_another() -> None:
    assert wrong("a = [1.5, 0.5, -1]\nsd = 1.4\nscaled: [1.1, 0.3, -0.4]\nshifted by hand: [4, 5, 6]\n") == []


def test_a_total_below_a_wrong_cell_is_not_wrong_itself() -> None:
    page = "| n | n² |\n|---|----|\n| 2 | 4 |\n| 3 | {} |\n| 5 | 25 |\n| 7 | 49 |\n| total | 87 |\n"
    assert all_right(page.format(9), "page.md")
    assert [line for line, _ in wrong(page.format(8), "page.md")] == [4]


def test_what_is_left_of_a_result_is_another_number() -> None:
    assert all_right("For batch 32 are 31.2 + 62.7 = 93.9 ms, which leaves 8.6 ms of other things.\n")
    assert all_right("1.5 minus 0.2 leaves 1.3, which is 1.30.\n")


def test_a_raised_number_in_brackets_says_which() -> None:
    page = "$p = (0.5, 0.25)$ and $p^{(2)} = (0.4, 0.3)$.\nSo $2 p^{(2)} = (%s, 0.6)$.\n"
    assert all_right(page % 0.8, "page.md")
    assert wrong(page % 0.9, "page.md") == [(2, "(0.9, 0.6)")]


def test_small_words_are_no_names() -> None:
    assert all_right("of = 3\nThe server needs 0.46/0.70 = 0.6571 of the time.\n")


@pytest.mark.parametrize(
    "page",
    [
        "2π = 6.283\n$2\\pi \\cdot 3 = 18.850$\n",
        "The cube root of 27 is 3. The log of 100 plus 1 is 3.\n",
        "10 minus a third of 9 is 7, and the average of 4 + 6 is 5.\n",
        "raise e^1 = 2.718\n\ndivide 2.718 / 57.316 = 0.047\n",
        "LN([1, 2, 3, 4]) = [-1.342, -0.447, 0.447, 1.342]\n",
        "e = [7.389, 2.718, 1]\n\nsum(e) = 11.107\n",
        "1 + 2 = 3.\n\nIs 2 + 3 = 5?\n\n## Is 4 + 4 = 8?\n",
        "Work 2·3 + 1 with d = 4.\n2x + 1 for x = 4: 9\n",
        "8 / 2 = 4 → 54.598, and 2 - 5 = -3 → 0, and 7/2 = 3.5 → 4.\n",
        "5 min + 30 s = 5.5 min\n1 m + 20 cm = 1.2 m\n",
        "10 000 · 3 = 30 000\n1 000 + 500 = 1 500\n",
        "√2 = 1,414 and 1/8 = 0,125\n2,718 / 57,316 = 0,047\n",
        "cost = 25 + 25 = 50\nThe 3 machines have 152 parts.\n",
        "price = 80 + 20 = 100\nWith 20% VAT and 5 shipping it is 125.\n",
        "The loss drops from 2.31 to 1.05 in epoch 1, then a drop of 1.16 follows.\n",
        "x = [1, -2, 3, -4]\nAfter ReLU 2 of the 4 entries are zero.\n",
        "Step 4 of 12, 31% done. Epoch 3 of 10 was better.\n",
        "Opening balance: 500\nDeposit: 200\nBalance: 700\n",
        "| name | score | bits |\n|---|---|---|\n| a | 8 | 3 |\n| b | 16 | 4 |\n| c | 20 | 5 |\n| d | 32 | 5 |\n",
        "| m | n | n·2 |\n|---|---|---|\n" + "".join(f"| {n} | {n % 7} | {2 * (n % 7)} |\n" for n in range(450)),
    ],
)
def test_what_is_right_in_another_sense_is_not_called_wrong(page: str) -> None:
    assert wrong(page, "page.md") == []


def test_a_comment_that_gives_no_reason_silences_nothing() -> None:
    assert wrong("2 + 2 = 5 <!-- katatx: ignore -->\n", "page.md") == [(1, "5")]


@pytest.mark.parametrize("line", ["The squares of x are {}, so", "The squares of x: {}", "the squares of x = {}"])
def test_what_stands_after_of_is_worked_with_and_gets_no_value(line: str) -> None:
    """1.5² = 2.25, 0.5² = 0.25, 3² = 9; 1.5 / 2 = 0.75, 0.5 / 2 = 0.25, 3 / 2 = 1.5 with x as it stands on top."""
    page = "x = (1.5, -0.5, 3)\n" + line + "\nx / 2 = (0.75, -0.25, 1.5)\n"
    assert all_right(page.format("2.25, 0.25, 9"))
    assert wrong(page.format("2.25, 0.35, 9")) == [(2, "2.25, 0.35, 9")]


def test_out_of_n_gives_n_its_value() -> None:
    assert all_right("Missed: x = 36 out of n = 400. The rate is x/n = 0.09.\n")


@pytest.mark.parametrize(
    ("line", "right", "off"),
    [
        ("⌊(32 + 4 - 5) / 3⌋ + 1 = {}", "11", "12"),
        ("out = ⌈17 / 4⌉ = {}", "5", "4"),
        ("floor(11 / 4) = {}", "2", "3"),
        ("2⌊7 / 2⌋ = {}", "6", "7"),
        ("$\\left\\lfloor \\frac{0.3}{0.1} \\right\\rfloor = {}$", "3", "2"),
    ],
)
def test_whole_numbers_below_and_above(line: str, right: str, off: str) -> None:
    assert all_right(line.replace("{}", right))
    assert [printed for _, printed in wrong(line.replace("{}", off))] == [off]


def test_what_stands_after_of_may_have_its_own_value_said() -> None:
    """The layer norm of 0, 1, 2, 1 is −√2, 0, √2, 0; the row in brackets is what it was worked from."""
    page = "x = [0, 1, 2, 1]\nlnx = layer_norm(x) = [-1.414, 0.000, 1.414, 0.000] (LayerNorm of x = [0, 1, 2, 1], as above)\n"
    assert wrong(page) == []
    assert wrong(page.replace("1.414, 0.000]", "1.474, 0.000]")) == [(2, "[-1.414, 0.000, 1.474, 0.000]")]


@pytest.mark.parametrize("line", ["3x + 5 = 20", "2y + 7 = 31, so y = 12", "so 2x = 24"])
def test_a_letter_that_nobody_knows_is_no_unit(line: str) -> None:
    assert wrong(line + "\n") == []
    assert all_right("x = 5\n3x + 5 = 20\n2h + 3h = 5h\n")
    assert wrong("x = 5\n3x + 5 = 21\n2h + 3h = 6h\n") == [(2, "21"), (3, "6")]
