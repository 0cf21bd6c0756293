"""The key of an expression: its value, bands and known mistakes, and what a search for one answer leaves out."""

from __future__ import annotations

from math import e, inf, nan, nextafter

import pytest

from katatx.engine import key as keys
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import (
    Belief,
    ExactResult,
    Search,
    count_strokes,
    exact_results,
    known_turn,
    open_turns,
    same_value,
    solve,
    write_out,
)
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.rounding import Rounding
from katatx.engine.recipe import WrongTurn, find_wrong_turn
from katatx.notation.errors import Ambiguous
from katatx.notation.expressions import read_expression
from scoring.answer import Form
from scoring.key import Band, Key, KnownTurn

ROOM = 10**6


def key_of(text: str, *beliefs: str, typed: tuple[float, ...] | None = None, places: int | None = 3) -> Key:
    search = None if typed is None else Search(typed, Effort(ROOM))
    return solve(read_expression(text), {}, places, [belief(each) for each in beliefs], search).key


def belief(text: str) -> Belief:
    return Belief(f"drill/{text}", read_expression(text), "did it another way", "do it this way")


def names_of(key: Key) -> list[str]:
    return [turn.name.removeprefix("arithmetic/") for turn in key.wrong_turns]


def turn_called(key: Key, name: str) -> KnownTurn:
    return next(turn for turn in key.wrong_turns if turn.name == name)


def exactly(*numbers: float) -> Band:
    return Band(numbers, numbers)


# ---- how near an answer must be


@pytest.mark.parametrize(
    ("typed", "value", "expected"),
    [
        # a quarter of the value, plus a quarter
        (1.5, 1.0, True), (1.51, 1.0, False), (0.5, 1.0, True), (0.49, 1.0, False),
        (4.0, 3.0, True), (4.01, 3.0, False), (2.0, 3.0, True), (1.99, 3.0, False),
        (-1.5, -1.0, True), (-1.51, -1.0, False), (-0.5, -1.0, True), (-0.49, -1.0, False),
        (0.25, 0.0, True), (0.26, 0.0, False), (-0.25, 0.0, True), (-0.26, 0.0, False),
        (inf, inf, True), (-inf, -inf, True), (inf, 1.0, False),
    ],
)  # fmt: skip
def test_a_mistake_may_explain_an_answer_near_it(typed: float, value: float, expected: bool) -> None:
    assert Search((typed,), Effort(1)).near(value) is expected


@pytest.mark.parametrize(
    ("typed", "value", "expected"),
    [
        ((1.0, 3.0), (1.5, 3.5), True),
        ((1.0, 3.0), (1.0, 9.0), False),
        ((1.0, 3.0), (9.0, 3.0), False),
        ((1.0,), (1.0, 1.0), False),
        ((1.0, 1.0), 1.0, False),
        ((1.0, 2.0, 3.0, 4.0), ((1.0, 2.0), (3.0, 4.0)), True),
    ],
)
def test_every_number_of_an_answer_must_be_near(typed: tuple, value: object, expected: bool) -> None:
    assert Search(typed, Effort(1)).near(value) is expected


# ---- solving


def test_what_is_exact_has_no_room() -> None:
    key = key_of("[1·2, 3·4]")
    assert key.shape == (2,)
    assert key.value == (2, 12)
    assert key.band == key.early == exactly(2, 12)
    assert key.coarsest == (None, None)
    assert key.two_decimals == ()
    assert key.figures == 4
    assert key.own is None


def test_a_rounded_line_makes_a_band_and_one_digit_fewer_a_wider_one() -> None:
    solution = solve(read_expression("1/3·1000"), {})
    key = solution.key
    assert solution.roundable is True
    assert solution.value == pytest.approx(1000 / 3)
    assert (key.band.low[0], key.band.high[0]) == pytest.approx((333, 1000 / 3))  # 0.333·1000
    assert (key.early.low[0], key.early.high[0]) == pytest.approx((330, 1000 / 3))  # 0.33·1000
    assert key.coarsest == pytest.approx((1 / 3,))


def test_a_large_number_is_kept_to_figures() -> None:
    key = key_of("1000/7·7")
    assert key.band.high == pytest.approx((1000.3,))  # 142.9·7
    assert key.early.high == pytest.approx((1001,))  # 143·7
    assert key.early.low == pytest.approx((999.999,))  # 142.857·7


def test_without_a_value_on_rounded_lines_only_the_exact_value_is_left() -> None:
    """1/3 - 0.333 may be 0 if 1/3 is rounded."""
    solution = solve(read_expression("1/(1/3 - 0.333)"), {})
    assert solution.roundable is False
    assert solution.key.band == solution.key.early == exactly(*solution.key.value)
    assert solution.key.value == pytest.approx((3000,))
    assert solution.key.coarsest == ()
    # -0.003 is kept with its third decimal, or rounded to 0.
    assert [number for (number,) in solution.key.two_decimals] == pytest.approx([-333.33, -1000 / 3, -333])


@pytest.mark.parametrize("text", ["1/0", "[1, 2] + [1, 2, 3]", "√(0 - 1)"])
def test_without_a_value_there_is_no_key(text: str) -> None:
    with pytest.raises(EngineError):
        solve(read_expression(text), {})


def test_with_two_readings_there_is_no_key() -> None:
    with pytest.raises(Ambiguous):
        key_of("[1, 2] * [3, 4]")


@pytest.mark.parametrize(
    ("text", "forms"),
    [
        ("2·3", {Form.FRACTION, Form.POWER}),
        ("1/3", {Form.POWER}),
        ("√2", {Form.FRACTION}),
        ("√2/3", set()),
    ],
)
def test_an_answer_must_not_leave_undone_what_is_asked(text: str, forms: set[Form]) -> None:
    assert key_of(text).forms == forms
    assert key_of(text, places=0).forms == forms
    assert key_of(text, places=None).forms is None  # a claim
    assert key_of(text, typed=(1.0,)).forms is None


@pytest.mark.parametrize("places", [0, 3, None])
def test_the_places_asked_are_kept(places: int | None) -> None:
    assert key_of("1/3", places=places).places == places


def test_three_places_are_asked_if_nothing_is_said() -> None:
    key = solve(read_expression("1/3"), {}).key
    assert key.places == 3
    assert key.forms == {Form.POWER}


def test_mistakes_come_in_the_order_of_their_lines() -> None:
    key = key_of("8/√9")
    assert names_of(key) == ["root-not-taken", "halved", "not-divided", "turned-over"]
    assert [turn.value[0] for turn in key.wrong_turns] == pytest.approx([8 / 9, 8 / 4.5, 8, 3 / 8])
    assert [turn.shape for turn in key.wrong_turns] == [()] * 4
    assert [turn.left_out for turn in key.wrong_turns] == [True, False, True, False]


def test_a_mistake_without_a_value_is_left_out() -> None:
    assert names_of(key_of("0/√9")) == []  # 3/0 turned over; the others give 0 too
    assert names_of(key_of("(√9 - 3)/2")) == ["root-not-taken", "halved"]  # 2/0 turned over; 0 not divided is 0
    assert names_of(key_of("2/(√9 - 9)")) == ["halved", "not-divided", "turned-over"]  # 2/(9 - 9) without the root


def test_a_mistake_that_gives_the_right_value_is_hidden() -> None:
    solution = solve(read_expression("10/√4"), {})  # half of 4 is its root
    assert solution.hidden == {"arithmetic/halved"}
    assert names_of(solution.key) == ["root-not-taken", "not-divided", "turned-over"]


def test_a_mistake_has_a_band_of_its_own() -> None:
    turn = turn_called(key_of("1000·(1/7)·√2"), "arithmetic/root-not-taken")
    (low,), (high,) = turn.band
    assert turn.value == pytest.approx((2000 / 7,))
    assert low <= 286 * (1 + 1e-9)  # 0.143·1000·2
    assert low < turn.value[0] < high


def test_a_mistake_without_a_value_on_rounded_lines_has_no_room() -> None:
    """2 - 2.0001 is 0 when it is rounded."""
    turn = turn_called(key_of("1/(√2 - 2.0001)"), "arithmetic/root-not-taken")
    assert turn.value == pytest.approx((-10_000,))
    assert turn.band == exactly(*turn.value)


# ---- mistakes of one drill


def test_the_belief_of_a_drill_is_a_mistake_of_its_own() -> None:
    turn = key_of("2·3", "1000/3·2").wrong_turns[0]
    assert (turn.name, turn.line) == ("drill/1000/3·2", "answer")
    assert (turn.happened, turn.instead) == ("did it another way", "do it this way")
    assert turn.is_belief
    assert turn.shape == ()
    assert turn.value == pytest.approx((2000 / 3,))
    assert (turn.band.low[0], turn.band.high[0]) == pytest.approx((2 * 333.3, 2000 / 3))


def test_beliefs_come_after_the_mistakes_of_the_lines() -> None:
    assert names_of(key_of("1/3", "2", "3·3")) == ["not-divided", "turned-over", "drill/2", "drill/3·3"]


def test_a_belief_that_gives_the_right_value_is_hidden() -> None:
    solution = solve(read_expression("2·3"), {}, beliefs=[belief("3 + 3"), belief("5")])
    assert solution.hidden == {"drill/3 + 3"}
    assert names_of(solution.key) == ["drill/5"]


@pytest.mark.parametrize("text", ["1/0", "1/(1/3 - 0.333)"])
def test_a_belief_must_have_a_value_exactly_and_with_rounded_lines(text: str) -> None:
    with pytest.raises(EngineError, match="divides by zero"):
        key_of("2·3", text)


# ---- searches


def test_a_search_tries_later_lines_first_and_leaves_out_what_is_far() -> None:
    assert names_of(key_of("8/√9", typed=(0.6,))) == ["turned-over", "root-not-taken"]
    assert names_of(key_of("8/√9", typed=(1.3,))) == ["halved", "root-not-taken"]
    assert names_of(key_of("8/√9", typed=(8.0,))) == ["not-divided"]
    assert names_of(key_of("8/√9", typed=(100.0,))) == []


def test_a_search_gives_the_bands_of_the_whole_key() -> None:
    whole, narrow = key_of("1/3·1000"), key_of("1/3·1000", typed=(990.0,))
    assert (narrow.band, narrow.early, narrow.coarsest) == (whole.band, whole.early, whole.coarsest)
    assert narrow.wrong_turns == (turn_called(whole, "arithmetic/not-divided"),)


def test_an_answer_of_another_size_is_compared_with_mistakes_only() -> None:
    solution = solve(read_expression("softmax(1, 4)"), {}, search=Search((5.0,), Effort(ROOM)))
    assert solution.key.shape == (2,)
    assert solution.key.value == pytest.approx((e / (e + e**4), e**4 / (e + e**4)))
    assert solution.key.band == solution.key.early == exactly(*solution.key.value)
    assert solution.key.coarsest == ()
    assert solution.key.two_decimals == ()
    assert solution.roundable is False
    assert names_of(solution.key) == ["softmax/scores-summed"]


def effort_for(text: str) -> int:
    """What the exact and the rounded value of an expression cost together."""
    effort = Effort(ROOM)
    evaluate(read_expression(text), {}, Pencil(effort=effort))
    evaluate(read_expression(text), {}, Rounding(effort=effort))
    return effort.spent


def test_a_search_needs_the_effort_for_the_exact_and_the_rounded_value() -> None:
    node, least = read_expression("1/3·1000"), effort_for("1/3·1000")
    with pytest.raises(Exhausted):
        solve(node, {}, search=Search((1.0,), Effort(1)))
    with pytest.raises(Exhausted):
        solve(node, {}, search=Search((1.0,), Effort(least - 1)))
    solution = solve(node, {}, search=Search((1000.0,), Effort(least)))
    assert solution.roundable
    assert solution.key.band.low == pytest.approx((333,))
    assert solution.key.early == exactly(*solution.key.value)
    assert solution.key.wrong_turns == ()


def test_mistakes_are_tried_until_the_effort_is_used_up() -> None:
    least, found = effort_for("8/√9"), []
    for more in range(60):
        search = Search((0.6,), Effort(least + more))
        found.append(names_of(solve(read_expression("8/√9"), {}, search=search).key))
    assert found[0] == []
    assert found[-1] == ["turned-over", "root-not-taken"]
    assert ["turned-over"] in found
    assert found == sorted(found, key=len)


# ---- work with two decimals


@pytest.mark.parametrize(
    ("text", "other", "near"),
    [
        ("2·3", "6.009", True),
        ("2·3", "6.011", False),
        ("2·3", "5.991", True),
        ("2·3", "5.989", False),
        ("2·3", "6 + 0", False),  # the right value
        ("2·3", "[6.001, 6.001]", False),
        ("[1·2, 3·4]", "[2.005, 11.995]", True),
        ("[1·2, 3·4]", "[2.005, 13]", False),
        ("[1·2, 3·4]", "[3, 12.005]", False),
    ],
)
def test_early_rounding_is_worked_only_if_a_mistake_is_near_it(text: str, other: str, near: bool) -> None:
    key = key_of(text, other)
    assert key.two_decimals == ((key.value,) if near else ())


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (exactly(0.01), exactly(0.0), True),
        (exactly(0.0), exactly(0.01), True),
        (exactly(0.011), exactly(0.0), False),
        (exactly(0.0), exactly(0.011), False),
        (Band((0.0,), (1.0,)), Band((1.005,), (2.0,)), True),
        (Band((0.0,), (1.0,)), Band((1.015,), (2.0,)), False),
        (Band((1.005,), (2.0,)), Band((0.0,), (1.0,)), True),
        (Band((1.015,), (2.0,)), Band((0.0,), (1.0,)), False),
        (Band((0.0,), (9.0,)), Band((3.0,), (4.0,)), True),
        (Band((0.0, 0.0), (1.0, 1.0)), Band((0.5, 5.0), (1.5, 6.0)), False),
        (exactly(1.0), exactly(1.0, 1.0), False),
    ],
)
def test_bands_meet_within_a_unit_of_the_second_decimal(first: Band, second: Band, expected: bool) -> None:
    assert keys._bands_meet(first, second) is expected


def test_any_mistake_may_be_near_early_rounding_without_a_value() -> None:
    (turn,) = key_of("2·3", "600").wrong_turns
    assert keys._may_mislead(None, (turn,)) is True
    assert keys._may_mislead(None, ()) is False
    assert keys._may_mislead(exactly(6.0), (turn,)) is False
    assert keys._may_mislead(exactly(600.0), (turn,)) is True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2·3", [6]),
        ("2/3", [0.67, 2 / 3]),
        ("1/8", [0.13, 0.125, 0.12]),  # away from zero; the third decimal kept; to even
        ("1000/7", [142.86, 1000 / 7, 143]),  # two decimals; three figures
        ("714.3/5", [142.86]),  # what ends within two decimals is kept
        ("1/3·1000", [330]),
        ("1/8·1000", [130, 125, 120]),
        ("1/(1 - 1)", []),
    ],
)
def test_two_decimals_are_kept_in_every_common_way_once(text: str, expected: list[float]) -> None:
    found = keys._two_decimals(read_expression(text), {}, None)
    assert [number for (number,) in found] == pytest.approx(expected)


def test_work_with_fewer_digits_is_left_out_if_it_takes_too_much_effort() -> None:
    node = read_expression("1/3·1000")
    assert keys._two_decimals(node, {}, Effort(0)) == ()
    assert keys._early_band(node, {}, Effort(0)) is None
    assert keys._early_band(read_expression("1/(1/3 - 0.333)"), {}, None) is None
    early = keys._early_band(node, {}, Effort(ROOM))
    assert early is not None
    assert early.low == pytest.approx((330,))


# ---- lines and their cost


def test_the_lines_of_a_mistake_can_be_written_out() -> None:
    node, turn = read_expression("softmax(1, 4)"), find_wrong_turn("softmax/base-2")
    assert [step.text for step in write_out(node, {}, turn)] == [
        "2^1 = 2  2^4 = 16",
        "2 + 16 = 18",
        "2 / 18 = 0.111  16 / 18 = 0.889",
    ]
    assert write_out(read_expression("portions s"), {"s": (1.0, 4.0)})[1].text == "2.718 + 54.598 = 57.316"


@pytest.mark.parametrize("work", [write_out, count_strokes])
def test_what_has_no_value_is_neither_written_nor_counted(work) -> None:
    with pytest.raises(EngineError, match="divides by zero"):
        work(read_expression("1/0"), {})
    with pytest.raises(Ambiguous):
        work(read_expression("[1, 2] * [3, 4]"), {})


def test_strokes_of_named_numbers_are_counted() -> None:
    strokes = count_strokes(read_expression("a·b + portions(c)"), {"a": 2.0, "b": 12.0, "c": (1.0, 4.0)})
    assert (strokes.products, strokes.exponentials, strokes.divisions) == (1, 2, 2)


def test_the_mistakes_of_a_working_are_those_of_its_lines_in_order() -> None:
    exact = Pencil()
    evaluate(read_expression("e^2/√9"), {}, exact)
    assert [turn.id for turn in open_turns(exact)] == [
        "arithmetic/exponent-kept",
        "arithmetic/root-not-taken",
        "arithmetic/halved",
        "arithmetic/not-divided",
        "arithmetic/turned-over",
    ]
    exact = Pencil()
    evaluate(read_expression("2 + 3"), {}, exact)
    assert open_turns(exact) == []


# ---- exact results


def results(text: str, beliefs: list[Belief], first: dict[str, int]) -> list[tuple[str, float]]:
    found = exact_results(read_expression(text), {}, beliefs, first)
    return [(each.name.removeprefix("arithmetic/"), each.value[0]) for each in found]


def test_the_right_result_comes_first_then_beliefs_then_mistakes() -> None:
    found = results("8/√9", [belief("5"), belief("7")], {})
    assert [name for name, _ in found] == [
        "right", "drill/5", "drill/7", "root-not-taken", "halved", "not-divided", "turned-over",
    ]  # fmt: skip
    assert [value for _, value in found] == pytest.approx([8 / 3, 5, 7, 8 / 9, 8 / 4.5, 8, 3 / 8])


def test_mistakes_that_collided_more_often_are_tried_first() -> None:
    first = {"arithmetic/turned-over": 2, "arithmetic/halved": 1, "softmax/base-2": 9}
    found = results("8/√9", [belief("5")], first)
    assert [name for name, _ in found] == [
        "right", "drill/5", "turned-over", "halved", "root-not-taken", "not-divided",
    ]  # fmt: skip


def test_results_keep_their_shape_and_mistakes_without_one_are_left_out() -> None:
    found = {each.name: each for each in exact_results(read_expression("softmax(s)"), {"s": (1.0, 4.0)}, (), {})}
    assert found["right"].shape == (2,)
    assert found["softmax/scores-summed"] == ExactResult("softmax/scores-summed", (), (5.0,))
    assert [name for name, _ in results("(√9 - 3)/2", [], {})] == ["right", "root-not-taken", "halved", "not-divided"]
    assert [name for name, _ in results("2/(√9 - 9)", [], {})] == ["right", "halved", "not-divided", "turned-over"]


def test_a_result_that_must_have_a_value_raises_if_it_has_none() -> None:
    with pytest.raises(EngineError, match="divides by zero"):
        results("1/0", [], {})
    with pytest.raises(EngineError, match="divides by zero"):
        results("2·3", [belief("1/0")], {})


@pytest.mark.parametrize(
    ("shape", "value", "margin", "expected"),
    [
        ((2,), (1.5, 2.0), 0.5, True),
        ((2,), (1.0, 1.5), 0.5, True),
        ((2,), (1.0, 2.0), 0.0, True),
        ((2,), (1.5, 2.0), 0.49, False),
        ((2,), (1.0, 1.5), 0.49, False),
        ((2, 1), (1.0, 2.0), 0.0, True),  # a column is the same on paper
        ((1,), (1.0,), 9.0, False),
    ],
)
def test_results_are_near_if_no_number_differs_by_more(
    shape: tuple, value: tuple, margin: float, expected: bool
) -> None:
    result = ExactResult("right", (2,), (1.0, 2.0))
    other = ExactResult("other", shape, value)
    assert result.near(other, margin) is expected
    assert other.near(result, margin) is expected


def test_infinite_results_are_near_only_themselves() -> None:
    one, other = ExactResult("a", (), (inf,)), ExactResult("b", (), (-inf,))
    assert one.near(one, 0.5) is True
    assert one.near(other, 0.5) is False
    assert one.near(ExactResult("c", (), (nan,)), 0.5) is False


# ---- known turns


def turn(shape: tuple[int, ...], *value: float) -> KnownTurn:
    return KnownTurn("a/b", "line", "did", "do", shape, value, exactly(*value))


@pytest.mark.parametrize(
    ("known", "shape", "numbers", "expected"),
    [
        (turn((2,), 1.0, 2.0), (2,), (1.0, 2.0), True),
        (turn((2,), 1.0, 2.0), (2,), (1.0, 2.5), False),
        (turn((2,), 1.0, 2.0), (2,), (1.5, 2.0), False),
        (turn((2,), 0.1, 2.0), (2,), (nextafter(0.1, 1), 2.0), True),  # binary noise
        (turn((2,), 0.1, 2.0), (2,), (0.1 + 1e-9, 2.0), False),
        (turn((2,), 1.0, 2.0), (1, 2), (1.0, 2.0), True),
        (turn((1,), 1.0), (), (1.0,), True),
        (turn((2,), 1.0, 1.0), (), (1.0,), False),
        (turn((2, 2), 1.0, 2.0, 3.0, 4.0), (4,), (1.0, 2.0, 3.0, 4.0), False),
    ],
)
def test_a_mistake_gives_the_same_value_if_shape_and_numbers_agree(
    known: KnownTurn, shape: tuple, numbers: tuple, expected: bool
) -> None:
    assert same_value(known, shape, numbers) is expected


def test_a_wrong_turn_is_known_with_all_that_is_said_of_it() -> None:
    taken = WrongTurn("softmax", "raise", "a-name", lambda line: 0.0, "did", "do", "because", convention=True)
    band = Band((0.0, 1.0), (2.0, 3.0))
    known = known_turn(taken, (1.0, 2.0), band, left_out=True)
    assert known == KnownTurn(
        "softmax/a-name", "raise", "did", "do", (2,), (1.0, 2.0), band, "because", convention=True, left_out=True
    )
    assert known_turn(taken, 1.0, band).left_out is False
    assert known_turn(taken, 1.0, band).shape == ()
