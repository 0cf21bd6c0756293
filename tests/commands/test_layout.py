from __future__ import annotations

from katatx.commands.check import report
from katatx.engine.checking import check


def written(text: str) -> list[str]:
    return report(check(text))


def test_calculations_stand_under_each_other_with_their_points_in_line() -> None:
    assert written("softmax 1 4")[1:3] == ["  raise   e^1 =  2.718", "          e^4 = 54.598"]


def test_grids_stand_aligned_under_their_name() -> None:
    assert written("g = [[1, 2.5], [-10, 4]]") == ["g =", "  [  1, 2.5]", "  [-10, 4  ]"]


def test_a_line_that_holds_but_one_other_is_written_as_one_and_repeats_are_left_out() -> None:
    assert written("-log(0.96)") == ["-log(0.96) = 0.041", "  log     ln 0.96 = -0.041", "  negate  -(-0.041) = 0.041"]
    assert written("scores([2, 1], [[3, 5]])") == ["scores([2, 1], [[3, 5]]) = [11]", "  dot  2·3 + 1·5 = 6 + 5 = 11"]


def test_a_dot_product_of_one_pair_is_written_once() -> None:
    assert written("dot([2], [3])")[1:] == ["  dot  2·3 = 6"]


def test_a_folded_picture_shows_its_bands_beside_each_other() -> None:
    lines = written("patches([[1, 2, 3, 4], [5, 6, 7, 8]], 2)")
    assert lines[3:7] == ["  fold  1 2 | 3 4", "        5 6 | 7 8", "  swap  1 2 | 5 6", "        3 4 | 7 8"]


def test_heads_are_numbered() -> None:
    lines = written("multi_head_attention([[1, 2]], 2, [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1, 0], [0, 1]])")
    assert "  split queries  1: [1]" in lines
    assert "                 2: [2]" in lines


def test_every_claim_of_several_is_named_with_its_verdict() -> None:
    lines = written("a = 2; a·3 = 6; a·4 = 9")
    assert lines[0] == "a = 2"
    assert [line for line in lines if line.startswith("= ")] == ["= 6: right", "= 9: wrong"]
