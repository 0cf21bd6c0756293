"""An error is told once, where it stands: what the page goes on with is right, or carried, whichever number it goes on from."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import wrong

# 0.35 + 0.275 = 0.625, which is 0.63 as well as 0.62; sigmoid(0.825) = 0.695.
MIDDLE = "0.35 + 0.275 = {}\n\n0.63 + 0.2 = 0.83\n\nsigmoid(0.83) = {}\n"
# 1/(1 + e^2) = 0.1192; 0.1192·4 + 0.8808·2 = 2.238.
PORTIONS = "softmax([1, 3]) = {}\n\n0.119·4 + 0.881·2 = {}\n"
RELU = "z\n 1.20  -0.45\n-0.30   2.10\n\nh = relu(z)\n{}\n 0.00   2.10\n\n2·h[1] = [{}, 4.20]\n"
BILL = (
    "        flour          11.3170\n        yeast           9.4210\n        butter         22.7640\n"
    "                      --------\n                       43.5020\n     less ⅒ discount    {}\n"
    "                      --------\n        to pay         {}\n"
)
DESCENT = (
    "start w = 1, η = 0.1, g = 2·w;  w ← w - η·g\n"
    "  step |       g |       w\n  0    |         |       1\n  1    |  2.0000 |  {}\n  2    |  1.6000 |  0.6400\n"
    "  3    |  1.2800 |  {}\n"
)
RECALLED = "|      | yes | no | row total |\n|---|--:|--:|--:|\n| seen | 7 | 2 | {} |\n| new | 3 | 8 | 11 |\n| column total | 10 | 10 | {} |\n"
LAYERS = (
    "| layer | weights | biases | both |\n|---|--:|--:|--:|\n| first | 640 | 32 | 672 |\n| second | 1024 | {} | 1056 |\n"
    "| third | 320 | 10 | {} |\n| total | 1984 | 74 | 2058 |\n"
)
SIZES = (
    "| item | bytes each | GB |\n|---|--:|--:|\n| weights | 2 | 3.46 |\n| slopes | 2 | 3.46 |\n| master | 4 | {} |\n"
    "| first | 4 | 6.92 |\n| second | 4 | 6.92 |\n| sum | 16 | {} |\n"
)
PLACES = "a = [1.898, 0, 1.214]\n\n0.7 × [2.5, 0, 1.6] = {}\n\n0.3 × [1.5, 0.6, 0] = [0.45, 0.18, 0]\n\nadd place by place = {}\n"
TOGETHER = "2·3 + 1 = 7\n\n3·3 - 4 = 5\n\n8 / 2 = 4\n\nside by side: {}\n\n÷ 2 → {}\n"
DEVIATIONS = (
    "x = [2, 6, 4]\n\nx - mean: [-2, 2, 0]\n\nsquares: [4, 4, 0]\n\nmean of squares: 2.667\n\nroot of that: 1.633\n\n"
    "(x - mean) / that: {}\n\n× 2 → {}\n"
)


@pytest.mark.parametrize(
    ("page", "right", "planted", "line", "other", "name"),
    [
        (MIDDLE, ("0.63", "0.695"), "9.63", 1, "0.685", "page.txt"),
        (PORTIONS, ("[0.119, 0.881]", "2.238"), "[0.881, 0.119]", 1, "2.338", "page.txt"),
        (RELU, (" 1.20   0.00", "0.00"), " 0.00   1.20", 6, "0.80", "page.txt"),
        (BILL, ("4.3502", "39.1518"), "4.3702", 6, "39.4518", "page.txt"),
        (DESCENT, ("0.8000", "0.5120"), "0.8500", 4, "0.5320", "page.txt"),
        (RECALLED, ("9", "20"), "5", 3, "27", "page.md"),
        (LAYERS, ("32", "330"), "39", 4, "380", "page.md"),
        (SIZES, ("6.92", "27.68"), "9.92", 5, "21.68", "page.md"),
        (PLACES, ("[1.75, 0, 1.12]", "[2.2, 0.18, 1.12]"), "[1.75, 0, -1.12]", 3, "[2.2, 0.18, 1.72]", "page.txt"),
        (TOGETHER, ("[7, 5, 4]", "[3.5, 2.5, 2]"), "[7, 4, 5]", 7, "[3.5, 2.5, 6]", "page.txt"),
        (DEVIATIONS, ("[-1.225, 1.225, 0]", "[-2.45, 2.45, 0]"), "[-1.225, -1.225, 0]", 11, "[-2.45, 2.85, 0]", "page.txt"),
    ],
)  # fmt: skip
def test_an_error_is_told_at_its_root_alone(
    page: str, right: tuple[str, str], planted: str, line: int, other: str, name: str
) -> None:
    first, then = right
    assert wrong(page.format(first, then), name) == []
    assert [number for number, _ in wrong(page.format(planted, then), name)] == [line]
    assert len(wrong(page.format(first, other), name)) == 1
