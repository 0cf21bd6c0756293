from __future__ import annotations

from katatx.commands.check import report
from katatx.engine.checking import check


def written(text: str) -> list[str]:
    return report(check(text))


def test_calculations_stand_under_each_other_with_their_points_in_line() -> None:
    assert written("softmax 1 4")[1:3] == ["  raise   e^1 =  2.718", "          e^4 = 54.598"]


def test_grids_stand_aligned_under_their_name() -> None:
    assert written("g = [[1, 2.5], [-10, 4]]")[:3] == ["g =", "  [  1, 2.5]", "  [-10, 4  ]"]


def test_a_line_that_holds_but_one_other_is_written_as_one_and_repeats_are_left_out() -> None:
    assert written("-log(0.96)") == ["-log(0.96) = 0.041", "  log     ln 0.96 = -0.041", "  negate  -(-0.041) = 0.041"]
    assert written("scores([2, 1], [[3, 5]])") == ["scores([2, 1], [[3, 5]]) = [11]", "  dot  2·3 + 1·5 = 6 + 5 = 11"]


def test_the_verdict_on_a_claim_comes_first_and_then_the_working() -> None:
    lines = written("softmax 1 4 = 0.047 0.953")
    assert lines[:3] == ["right to 3 places", "softmax([1, 4]) = [0.047, 0.953]", "  raise   e^1 =  2.718"]
    lines = written("2 + 2 = 5")
    assert lines[0].startswith("wrong")
    assert lines[1:] == ["2 + 2 = 4, you wrote 5", "  add  2 + 2 = 4"]


def test_a_claim_that_is_a_calculation_is_shown_with_what_it_comes_to() -> None:
    assert written("2 + 2 = 9·8") == ["wrong", "2 + 2 = 4, you wrote 9·8 = 72", "  add  2 + 2 = 4"]


def test_a_wrong_grid_stands_under_the_true_one() -> None:
    lines = written("[[1,2],[3,4]]·[[1,0],[0,1]] = [1 2; 3 5]")
    assert lines[1:7] == [
        "[[1, 2], [3, 4]]·[[1, 0], [0, 1]] =",
        "  [1, 2]",
        "  [3, 4]",
        "you wrote",
        "  [1, 2]",
        "  [3, 5]",
    ]


def test_every_claim_of_several_is_named_with_its_verdict_before_names_and_working() -> None:
    lines = written("a = 2; a·3 = 6; a·4 = 9; a·5")
    assert lines[:2] == ["2 claims: 1 wrong, 1 right", "  a·3 = 6: right"]
    assert lines[2].startswith("> a·4 = 8, you wrote 9: wrong")
    assert lines[3:5] == ["a = 2", "a·3 = 6"]
    assert lines[-2:] == ["a·5 = 10", "  multiply  2·5 = 10"]


def test_a_line_that_only_defines_says_that_nothing_was_checked() -> None:
    said = "a name was given a value; nothing was claimed, so nothing was checked"
    assert written("a = 7") == ["a = 7", said]
    assert said not in written("a = 7; a·2 = 14")
