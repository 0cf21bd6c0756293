from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.errors import KatatxError
from scoring import Verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("2·3 + 0·0 + 1·2 + 0·0 = 6 + 2 = 8", Verdict.RIGHT),
        ("5.66 = √32", Verdict.RIGHT),
        ("5.67 = √32", Verdict.WRONG),
        ("0.2 0.8 = softmax 1 4", Verdict.WRONG),
        ("layer norm 1 3 = -1 1", Verdict.RIGHT),
        ("dot product [1, 2] [3, 4] = 11", Verdict.RIGHT),
        # spaces part factors where one number is claimed, and numbers of a row where a row is
        ("-0.7 log2(0.7) - 0.3 log2(0.3) = 0.881", Verdict.RIGHT),
        ("H = -0.5 log2(0.5) - 0.5 log2(0.5) = 0.5 + 0.5 = 1", Verdict.RIGHT),
        ("1 √4 = 1 2", Verdict.RIGHT),
        ("-(0.5 ln 0.5 + 0.5 ln 0.5) = 0.693", Verdict.RIGHT),
        ("mean 1 √4 = 1.5", Verdict.RIGHT),
        ("mean(1 √4) √4 = 3", Verdict.RIGHT),
        ("2 sum(1 √4) = 6", Verdict.RIGHT),
        ("[1, 2] [3, 4] = 11", Verdict.AGAIN),
        ("1 2 = 2", Verdict.AGAIN),
        ("log_softmax([1000, 1001]) = -1.313 -0.313", Verdict.RIGHT),
        # a module and what it is given
        ("nn.Softmax(dim=-1)(torch.tensor([1., 4.])) = [0.0474, 0.9526]", Verdict.RIGHT),
        ("nn.Softmax(1)(torch.tensor([[1., 4.]])) = [[1, 4]]", Verdict.WRONG),
        ("nn.LeakyReLU(0.2)(torch.tensor([-1., 2.])) = [-0.2, 2]", Verdict.RIGHT),
        ("nn.LayerNorm(4)(torch.tensor([1., 2., 3., 4.])) = [-1.342, -0.447, 0.447, 1.342]", Verdict.RIGHT),
        # a mistake inside may leave a row, and `*` between two rows has two readings
        ("dot([1,2],[3,4]) * [5,7] = 55 77", Verdict.RIGHT),
        ("dot([1,2],[3,4]) * [5,7] = 56 77", Verdict.WRONG),
        ("22/7 ≈ π", Verdict.RIGHT),
        ("22/7 = π", Verdict.WRONG),
        ("50,257 × 768 = 38,597,376 ≈ 36.8M", Verdict.WRONG),
        ("√2 ≈ 10/7", Verdict.WRONG),
        ("e^5.704 ≈ 600/2", Verdict.RIGHT),  # 300.06
        ("e^5.7 ≈ 600/2", Verdict.WRONG),  # 298.87: zeros of an exact number count
        ("e^5.7 ≈ 300", Verdict.RIGHT),
        ("padding_mask([1, 4], 1) = 1 -inf", Verdict.RIGHT),
        ("dot [1,2] [3,4] = 11 0", Verdict.AGAIN),
    ],
)
def test_the_worst_link_speaks_for_the_line(line: str, verdict: Verdict) -> None:
    judgement = check(line).worst.judgement
    assert judgement is not None
    assert judgement.verdict == verdict


def test_a_step_with_rounded_numbers_is_right() -> None:
    links = check("e^1/(e^1+e^4) = 2.718/57.32 = 0.047").links
    assert [(link.judgement.verdict, link.judgement.rounded) for link in links if link.judgement] == [
        (Verdict.RIGHT, True), (Verdict.RIGHT, False)
    ]  # fmt: skip


@pytest.mark.parametrize(("line", "column"), [("softmax 1 4 = soft 2", 15), ("2 = 3 +", 8), ("6 = 2 $ 3", 7)])
def test_errors_point_into_the_whole_line(line: str, column: int) -> None:
    with pytest.raises(KatatxError, match=f"column {column}"):
        check(line)


@pytest.mark.parametrize(
    "text",
    [
        "concat([1, 2], [3, 4])",
        "stack([1, 2], [3, 4])",
        "t(3) = 3",
        "np.ones((2, 2, 2, 2, 2000))",
        "np.concatenate([[1, 2], [3, 4]], axis=2)",
    ],
)
def test_what_is_no_axis_and_no_function_is_refused(text: str) -> None:
    with pytest.raises(KatatxError):
        check(text)


def verdicts(text: str) -> list[str]:
    return [link.judgement.verdict.value for link in check(text).links if link.judgement]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("q = [2,0,1,0]; k = [3,0,2,0]; q·k = 8; q·k/√4 = 8", ["right", "wrong"]),
        ("s = 8/3; s = 2.667", ["right"]),
        ("a = 2\nb = a + 1\na·b = 6", ["right"]),
        ("e = 2.718", ["right"]),
        ("e = 2.72; π = 3.2", ["right", "wrong"]),
        ("softmax 0 1 = 26.9% 73.1%", ["right"]),
        ("softmax 0 1 = 27% 73%", ["right"]),
        ("softmax 1 4 = 20% 80%", ["wrong"]),
        ("√32 ≈ 6", ["right"]),
        ("2048^2·64 ≈ 268000000", ["right"]),
        ("Q = [[2,0],[0,1]]; K = [[1,1],[3,0]]; Q @ K.T = [[2, 6], [1, 0]]", ["right"]),
        ("[0,0,1,0] . [1.414,0,0,-1.414] = 0", ["right"]),
        ("6 = 2·3 = 7 = 14/2", ["right", "wrong", "right"]),
        ("0.125 = 1/8 = 12.5%", ["right", "right"]),
        ("layernorm 50 60 40 30 = [0.45,1.34,-0.45,-1.34]", ["right"]),
        ("softmax 1000 1001 = 0.269 0.731", ["right"]),
        ("scores = [1, 4]; softmax scores = 0.047 0.953", ["right"]),
        ("5² + 2³ = 33", ["right"]),
        ("[[1,2],[3,4]].T = [[1,3],[2,4]]", ["right"]),
        ("[1, 2] ⊙ [3, 4] = 3 8", ["right"]),
        ("10/√4 ≈ 3", ["wrong"]),
        ("layernorm 50 60 40 30 = 0.04 0.12 -0.04 -0.12", ["wrong"]),
    ],
)
def test_names_percent_roundings_and_several_claims(text: str, found: list[str]) -> None:
    assert verdicts(text) == found


def test_a_mistake_inside_a_definition_is_found_from_what_is_made_of_it() -> None:
    judgement = check("s = softmax 1 4; weighted_sum(s, [[2,0,0,1],[0,3,1,0]]) = 0.4 2.4 0.8 0.2").worst.judgement
    assert judgement is not None
    assert judgement.wrong_turns == ("softmax/raw-shares",)


def test_a_small_value_is_shown_with_figures_that_say_something() -> None:
    assert check("1/81300").worst.shown == "1.2e-05"
    assert check("1/81300 = 0.0000124").worst.shown == "1.23e-05"
    assert check("0.0021·2").worst.shown == "0.0042"
    assert check("1/3 = 0.33333").worst.shown == "0.33333"
