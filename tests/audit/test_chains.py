"""Results written beside their calculation: the right ones are right, a changed digit is wrong and its true value told."""

from __future__ import annotations

import mpmath
import numpy as np
import pytest

from katatx.audit.findings import Claim, ClaimVerdict
from tests.audit.planting import audited

RIGHT, CARRIED, WRONG, UNCHECKED = ClaimVerdict


def told(text: str, name: str = "page.txt") -> list[tuple[int, str, ClaimVerdict]]:
    """Return the line, the result and the verdict of every claim of a page."""
    audit = audited(text + "\n", name)
    return [(audit.page.place(claim.start).line, claim.printed, claim.verdict) for claim in audit.claims]


def wrong(text: str, name: str = "page.txt") -> list[tuple[int, str]]:
    """Return the line and the result of every claim of a page that is called wrong."""
    return [(line, printed) for line, printed, verdict in told(text, name) if verdict is WRONG]


def corrections(text: str, name: str = "page.txt") -> list[tuple[str, str]]:
    """Return every number of a page that is called wrong, with what should stand there."""
    audit = audited(text + "\n", name)
    return [
        (audit.page.source[figure.start : figure.stop], figure.correct)
        for claim in audit.claims
        for figure in claim.figures
    ]


def checked(text: str, name: str = "page.txt") -> list[Claim]:
    """Return the claims of a page that were worked out."""
    return [claim for claim in audited(text + "\n", name).claims if claim.verdict is not UNCHECKED]


def softmax(numbers: object) -> np.ndarray:
    raised = np.exp(np.asarray(numbers, dtype=float))
    return raised / raised.sum(axis=-1, keepdims=True)


X, W = np.array([3.0, 4.0]), np.array([[1.0, 2.0], [3.0, 4.0]])
FIXED = np.array([2.0, 4.0, 9.0])
PARTS = softmax([1.0, 2.0])

# A line, what its calculation comes to, how that is printed, and the same with a digit changed.
PLAIN = [
    ("(2 + 3)·(4 − 6) = {}", -10, "-10", "-13"),
    ("2(3 + 4) = {}", 14, "14", "17"),
    ("−2·3 = {}", -6, "-6", "-8"),
    ("2^10 = {}", 1024, "1024", "1034"),
    ("1/3 = {}", 1 / 3, "0.333333333", "0.333333334"),
    ("3² + 4² = {}", 25, "25", "29"),
    ("12 / √2 = {}", 12 / mpmath.sqrt(2), "8.485", "8.285"),
    ("-ln(0.25) = {}", -mpmath.ln(0.25), "1.386", "1.336"),
    ("1/(1 + e^-0.5) = {}", 1 / (1 + mpmath.exp(-0.5)), "0.622", "0.612"),
    ("sigmoid(0.5) = {}", 1 / (1 + mpmath.exp(-0.5)), "0.622", "0.672"),
    ("gap = |2·3 - 10| = {}", 4, "4", "6"),
    ("‖[3, 4]‖ = {}", 5, "5", "7"),
    ("mean([2, 4, 9]) = {}", FIXED.mean(), "5", "6"),
    ("[1, 2]·[3, 4] = {}", np.dot([1, 2], X), "11", "12"),
    ("[1, 2] + [3, 4] = [4, {}]", [4, 6], "6", "7"),
    ("[2, 4, 9] - 5 = [-3, {}, 4]", FIXED - 5, "-1", "-7"),
    ("0.5·[2, 4] = [{}, 2]", [1, 2], "1", "4"),
    ("[3, 4]/5 = [0.6, {}]", X / 5, "0.8", "0.3"),
    ("[1, 2; 3, 4]·[3, 4] = [11, {}]", W @ X, "25", "26"),
    ("[[1, 2], [3, 4]] · [[1, 2], [3, 4]] = [[7, 10], [{}, 22]]", W @ W, "15", "16"),
    ("[[1, 2], [3, 4]]ᵀ = [[1, 3], [{}, 4]]", W.T, "2", "3"),
    ("softmax([1, 2]) = [0.269, {}]", PARTS, "0.731", "0.781"),
    ("softmax([[1, 2], [3, 4]]) = [[0.269, 0.731], [{}, 0.731]]", softmax(W), "0.269", "0.289"),
    ("layer_norm([1, 3]) = [-1, {}]", [-1, 1], "1", "2"),
]  # fmt: skip

# What stands around a calculation.
AROUND = [
    ("the score is 2·3 + 1·4 = {}, the highest", 10, "10", "11"),
    ("score: 2·3 + 1·4 = {}", 10, "10", "11"),
    ("4b) T = 2: 3·2 = {}", 6, "6", "7"),
    ("12 rows x 10 words = {}", 120, "120", "130"),
    ("the->cat   0 + 4 + 2 = {}", 6, "6", "7"),
    ("512 / 8 = {} per head", 64, "64", "65"),
    ("2·3 + 4·5 makes {}", 26, "26", "28"),
    ("2.5·0.4 gives {} there", 1, "1.0", "1.4"),
    ("1,200 + 2,400 = {}", 3600, "3600", "3700"),
    ("50,257 × 768 = {}", 50257 * 768, "38,597,376", "38,597,876"),
    ("$5 + $3 = ${}", 8, "8", "9"),
    ("√2 ≈ {}", mpmath.sqrt(2), "1.414", "1.474"),
    ("√2, about {}", mpmath.sqrt(2), "1.414", "1.474"),
    ("e ≈ {}", mpmath.e, "2.718", "2.758"),
]  # fmt: skip

# Names that were given above.
NAMED = [
    ("a = 3\nb = 4\na·b + 1 = {}", 13, "13", "18"),
    ("Let d = 64. Then √d + 1.5 = {}.", 9.5, "9.5", "9.7"),
    ("x₁ = 2, x₂ = 5\nx₁·x₂ = {}", 10, "10", "16"),
    ("x = [3, 4]\nW = [[1, 2], [3, 4]]\nW·x = [11, {}]", W @ X, "25", "26"),
    ("w = [1, 2]\nx = [3, 4]\nb = 0.5\nz = w·x + b = {}", 11.5, "11.5", "11.6"),
    ("Q = [[1, 0], [0, 1]]\nK = [[1, 2], [3, 4]]\nS = Q·Kᵀ = [[1, 3], [{}, 4]]", W.T, "2", "5"),
    ("z = 0.5·2 - 0.1 = 0.9\na = sigmoid(z) = {}", 1 / (1 + mpmath.exp(-0.9)), "0.711", "0.771"),
    ("∂L/∂w = 2·0.6 = 1.2\n5 - 0.5·∂L/∂w = {}", 4.4, "4.4", "4.8"),
]  # fmt: skip

MARKDOWN = [
    ("- 2·3 + 1 = {}", 7, "7", "8"),
    (r"The score is $q \cdot k = 1 \cdot 3 + 2 \cdot 4 = {}$.", 11, "11", "12"),
    (r"$$\frac{1}{1 + e^{-0.5}} = {}$$", 1 / (1 + mpmath.exp(-0.5)), "0.622", "0.632"),
    (r"$\text{softmax}([1, 2]) = [0.269, {}]$", PARTS, "0.731", "0.771"),
    (r"$\begin{bmatrix} 1 & 2 \\ 3 & 4 \end{bmatrix} \begin{bmatrix} 3 \\ 4 \end{bmatrix} = \begin{bmatrix} 11 \\ {} \end{bmatrix}$",
     [11, 25], "25", "26"),
]  # fmt: skip

HTML = [
    ("<p>e<sup>2</sup> = <b>{}</b></p>", mpmath.exp(2), "7.389", "7.399"),
    (r"<p>\(2 \cdot 3 = {}\)</p>", 6, "6", "7"),
]

CODE = [
    ("x = 2 + 5  # {}", 7, "7", "8"),
    ("y = 3\nz = y**2 / 2  # {}", 4.5, "4.5", "4.6"),
    ("q = [1, 2]\nk = [3, 4]\ns = q @ k / np.sqrt(2)  # {}", 11 / mpmath.sqrt(2), "7.78", "7.98"),
    ("import numpy as np\nq = np.array([1.0, 2.0])\nnp.exp(q)     # [2.718, {}]", np.exp([1, 2]), "7.389", "7.489"),
]

FORMS = [
    *(("page.txt", *form) for form in (*PLAIN, *AROUND, *NAMED)),
    *(("page.md", *form) for form in MARKDOWN),
    *(("page.html", *form) for form in HTML),
    *(("page.py", *form) for form in CODE),
]


@pytest.mark.parametrize(("name", "form", "value", "right", "slip"), FORMS, ids=[form[1] for form in FORMS])
def test_a_result_beside_its_calculation(name: str, form: str, value: object, right: str, slip: str) -> None:
    claim = checked(filled(form, right), name)[-1]
    assert claim.verdict is RIGHT
    assert claim.calculation
    assert np.ravel(claim.true) == pytest.approx(np.ravel(np.array(value, dtype=float)), abs=1e-9)
    assert corrections(filled(form, right), name) == []
    assert corrections(filled(form, slip), name) == [(slip, right)]


def filled(form: str, result: str) -> str:
    return form.replace("{}", result)


def test_a_correction_keeps_its_sign_and_its_exponent_beside_thousands() -> None:
    assert corrections("5 - 5.5 = 1,234") == [("1,234", "-0.5")]
    assert corrections("0.003 / 100 = 1,234") == [("1,234", "3e-05")]
    assert corrections("-1000 - 234 = -1,243") == [("-1,243", "-1,234")]


@pytest.mark.parametrize(
    ("printed", "verdict"), [("37.5%", RIGHT), ("38%", RIGHT), ("38.5%", WRONG), ("0.375", RIGHT), ("0.385", WRONG)]
)
def test_a_share_may_be_printed_in_percent(printed: str, verdict: ClaimVerdict) -> None:
    assert told(f"3/8 = {printed}") == [(1, printed, verdict)]


# ---- several sides


@pytest.mark.parametrize(
    ("chain", "verdicts"),
    [
        ("2·3 + 1·4 = 6 + 4 = 10", [RIGHT, RIGHT]),
        ("2·3 + 1·4 = 6 + 4 = 11", [RIGHT, WRONG]),
        ("[1, 2]·[3, 4] = 1·3 + 2·4 = 11", [RIGHT, RIGHT]),
        ("0.25 = 1/4 = 25%", [RIGHT, RIGHT]),
        ("2^20 = 1,048,576 ≈ 1M", [RIGHT, RIGHT]),
        ("1/3 = 0.333 ≈ 0.33 ≈ 33%", [RIGHT, RIGHT, RIGHT]),
        ("a = 2·3 = 6; b = 4·5 = 21", [RIGHT, WRONG]),
        ("2·3 = 7. Then 2·4 = 8.", [WRONG, RIGHT]),
        ("1.5 + 2   = 3.5     2 - 0.5   = 1.5", [RIGHT, RIGHT]),
    ],
)
def test_every_side_of_a_line_has_its_verdict(chain: str, verdicts: list[ClaimVerdict]) -> None:
    assert [verdict for _, _, verdict in told(chain) if verdict is not UNCHECKED] == verdicts


def test_a_side_that_is_worked_on_is_no_number_to_correct() -> None:
    """6 + 5 is 11 and 2·3 + 1·4 is 10: which number is meant nobody can tell."""
    (claim,) = [claim for claim in checked("2·3 + 1·4 = 6 + 5 = 11") if claim.verdict is WRONG]
    assert claim.printed == "6 + 5"
    assert claim.figures == ()
    assert claim.true == 10


@pytest.mark.parametrize(
    "lines",
    [
        "2·3 + 1·4\n= {}",
        "2·3 + 1·4\n\n= {}",
        "2·3 + 1·4\n  = 6 + 4\n  = {}",
        "2·3 + 1\n    + 3 = {}",
        "score = 2·3 +\n    1·4 = {}",
        "x = [1, 2,\n     7]\nsum(x) = {}",
    ],
)
def test_a_calculation_may_go_on_with_the_next_line(lines: str) -> None:
    assert {verdict for _, _, verdict in told(filled(lines, "10")) if verdict is not UNCHECKED} == {RIGHT}
    assert [printed for _, printed in wrong(filled(lines, "13"))] == ["13"]


# ---- a row or a number that its label says was worked: one slip is found, any other number is left alone


@pytest.mark.parametrize(
    ("page", "right", "slip", "other"),
    [
        ("scores = [2, 1, 0]\nsoftmax: [0.665, {}, 0.090]", "0.245", "0.295", "0.931"),
        ("scores: 2, 1, 0\nexp: 7.389, {}, 1.000", "2.718", "2.118", "3.456"),
        ("x = [2.5, 4, 9.1]\ndeviations: [-2.7, -1.2, 3.9]\nsquares: [7.29, 1.44, {}]", "15.21", "15.71", "8.36"),
        ("x = [1.2, 0.5, 0]\nThe exponentials of these are [3.320, {}, 1.000].", "1.649", "1.643", "2.718"),
        ("x = [2.1, -4.5, 9.3, 1.5]\nrelu: [2.1, 0, {}, 1.5]", "9.3", "9.5", "7.1"),
    ],
)
def test_a_label_says_what_was_done(page: str, right: str, slip: str, other: str) -> None:
    assert wrong(filled(page, right)) == []
    assert len(checked(filled(page, right))) >= 1
    assert len(wrong(filled(page, slip))) == 1
    assert wrong(filled(page, other)) == []


@pytest.mark.parametrize(
    ("page", "printed"),
    [
        ("The parts are [2, 1.5, 0.25]. They add up to 3.75.", "3.75"),
        ("scores: 2, 1, 0\nexp: 7.389, 2.718, 1.000\nsum: 11.107", "11.107"),
        ("[2, 4] / 2 → [1, 2]", "[1, 2]"),
        ("mean of 1 + 2 + 3 = 2", "2"),
        ("[3, 4]·[1, 2] = 11 and √11 → 3.317", "3.317"),
    ],
)
def test_a_result_that_words_explain_is_right(page: str, printed: str) -> None:
    assert told(page)[-1][1:] == (printed, RIGHT)


# ---- grids side by side, and a product in words

Q, K, V = np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([[1.0, 0.0], [0.0, 2.0]])
GRIDS = "Q = [[1, 0], [0, 1]], K = [[1, 2], [3, 4]], V = [[1, 0], [0, 2]].\n\n"
ATTENDED = softmax(Q @ K.T / np.sqrt(2)) @ V


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("softmax(Q Kᵀ / √2) V", ATTENDED),
        ("softmax(QKᵀ/√2)V", ATTENDED),
        (r"$\mathrm{softmax}\left(\frac{QK^T}{\sqrt{2}}\right)V$", ATTENDED),
        ("QKᵀV / 2", Q @ K.T @ V / 2),
    ],
)
def test_grids_side_by_side_are_multiplied_to_the_end_of_the_formula(formula: str, value: np.ndarray) -> None:
    printed = [[f"{number:.3f}" for number in row] for row in value]
    shown = str(printed).replace("'", "")
    assert told(f"{GRIDS}{formula} = {shown}", "page.md") == [(3, shown, RIGHT)]
    wrong_one = shown.replace(printed[1][1], f"{value[1, 1] + 0.1:.3f}")
    assert wrong(f"{GRIDS}{formula} = {wrong_one}", "page.md") == [(3, wrong_one)]


def test_a_dot_product_in_words_is_one_of_two_rows() -> None:
    """3·4 is 12, the product of one row alone."""
    right = audited("The dot product of (1, 2) and (3, 4) is 11.\n").claims[-1]
    other = audited("The dot product of (1, 2) and (3, 4) is 12.\n").claims[-1]
    assert (right.printed, right.verdict) == ("11", RIGHT)
    assert (other.printed, other.verdict) == ("12", UNCHECKED)
