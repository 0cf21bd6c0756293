"""Rows that a sentence tells of: right ones checked, wrong ones found, and rows that are only given left alone."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, verdicts, wrong

Z = "The logits are z = [1.2, 0.3, -0.5].\n"
EXPS = "exp of each: [3.320, 1.350, 0.607], they add up to 5.277.\n"
X = "Take x = [3.0, -1.0, 2.0, 4.0] and gain g = [1.5, 0.5, 2.0, -1.0].\n"
RMS = "x over its root mean square gives us these: [1.095, -0.365, 0.730, 1.461].\n"


@pytest.mark.parametrize(
    ("above", "line", "right", "slip"),
    [
        (Z, "Their exps, one after the other, {}, add up to 5.277.", "[3.320, 1.350, 0.607]", "[3.320, 1.850, 0.607]"),
        (Z + EXPS, "Weights {}. Nobody stares.", "[0.629, 0.256, 0.115]", "[0.629, 0.296, 0.115]"),
        (Z, "A softmax over it would hand out {}.", "[0.629, 0.256, 0.115]", "[0.629, 0.256, 0.175]"),
        (Z + "Let T = 2 from here on.\n", "p = {}", "[0.484, 0.309, 0.207]", "[0.434, 0.309, 0.207]"),
        (Z, "With T = 2 the same formula has {}.", "[0.484, 0.309, 0.207]", "[0.484, 0.309, 0.707]"),
        (
            Z + EXPS + "The last word is padding, and masked.\n",
            "so the weights: {}",
            "[0.711, 0.289, 0]",
            "[0.711, 0.269, 0]",
        ),
        (X, "RMSNorm hands us {}.", "[1.095, -0.365, 0.730, 1.461]", "[1.095, -0.365, 0.780, 1.461]"),
        (X + RMS, "with the same g that turns into {}", "[1.643, -0.183, 1.461, -1.461]", "[1.643, 0.183, 1.461, -1.461]"),
        (
            "2·3.1 = 6.2\n2·0.7 = 1.4\n2·5.3 = 10.6\n",
            "Halved, the scores are [{}].",
            "3.10, 0.70, 5.30",
            "3.10, 0.70, 5.80",
        ),
        (
            "1·2 + 3·4 = 14\n5·2 - 3·4 = -2\n",
            "So there are 4 - 3 + 1 = 2 entries: {}.",
            "[14, -2]",
            "[14, -2, 1]",
        ),
    ],
)  # fmt: skip
def test_what_a_sentence_says_of_a_row(above: str, line: str, right: str, slip: str) -> None:
    page = f"{above}{line.format(right)}\n"
    assert wrong(page) == []
    number = page.count("\n")
    assert any(each[0] == number and each[2] in ("right", "carried") for each in verdicts(page))
    if right.count(",") == slip.count(","):
        assert (number, f"[{slip.strip('[]')}]") in wrong(f"{above}{line.format(slip)}\n")


def test_shares_of_what_is_left_need_a_word_for_it() -> None:
    """Two numbers that make 1 fit too easily what nobody said."""
    assert verdicts(Z + EXPS + "These we met on Monday: [0.711, 0.289, 0]\n")[-1][2] == "unchecked"


@pytest.mark.parametrize(
    "page",
    [
        Z + "The dump has [0.4, 0.3, 0.2], another day [0.2, 0.3, 0.4].\n",
        "rows x1 = [1.00, 2.00, -3.00] and x2 = [1.00, 2.00, 5.00] and x3 = [1.00, 4.00, 9.00]\n",
        X + "The class next door began with [3.0, -1.0, 2.0, 5.0], and we with h = [1.5, -0.5, 1.0, 2.5].\n",
        "Layer norm of [1.0, 3.0]: mean 2, normalised [-1.0, 1.0].\nLayer norm of [1.0, 3.0] again.\n",
        "a = [2, 4, 3, 3]\nits norm: [-1.414, 1.414, 0.000, 0.000]\nThe seat next to it has [0.000, -1.414, 1.414, 0.000].\n",
        "output [1.1180, -1.1180, 0.0000], gain [1.0, 2.0, 0.5], result [1.1180, -2.2360, 0.0000].\n",
        "We had [2.0, 3.0, 5.0], and later this came: [4.0, 6.0, 17.0].\n",
        Z + "They print weights of [0.620, 0.180, 0.200] at this place.\n",
    ],
)
def test_rows_that_are_given_are_left_alone(page: str) -> None:
    assert wrong(page) == []


def test_a_row_is_read_where_it_stands() -> None:
    """What a row in prose says is known to what follows it on its line, and not to what stands before it."""
    page = "We had [41, 82, 93], mean 72.0, and then [10, 20, 60], mean {}.\n"
    assert all_right(page.format("30.0"))
    assert wrong(page.format("80.0")) == [(1, "80.0")]


def test_times_and_plus_with_words_for_the_numbers() -> None:
    page = "- n = [1.5, -2, 0.5]\n- times gain 4 plus shift 0.25 → {}\n"
    assert all_right(page.format("[6.25, -7.75, 2.25]"))
    assert wrong(page.format("[6.25, -7.75, 2.75]")) == [(2, "[6.25, -7.75, 2.75]")]
