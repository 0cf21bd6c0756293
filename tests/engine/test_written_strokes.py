"""Pencils at work on small recipes: lines begun, copied, replaced, rounded, counted and written, by hand."""

from __future__ import annotations

from math import inf, nan, sqrt

import pytest

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.key import count_strokes, write_out
from katatx.engine.names import Defined
from katatx.engine.operations import Arithmetic, Operation
from katatx.engine.pencils.forms import FormPencil
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, low_of
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil, no_value, refuse_overflow
from katatx.engine.pencils.rounding import Plain, Rounding, band_of
from katatx.engine.pencils.strokes import Counting, Strokes
from katatx.engine.pencils.writing import Step, Writing
from katatx.engine.recipe import Line, Recipe, Registry, WrongTurn, recipe
from katatx.engine.recipes.numbers.products import dot
from katatx.engine.values import Grid, Row, Value
from katatx.engine.worked_lines import worked_lines
from katatx.notation.expressions import read_expression
from scoring.answer import Form

OWN = Registry()


@recipe(known=OWN)
def squares(pencil: Pencil, numbers: Row) -> Number:
    """Add squares."""
    squared = pencil("square", op.square, numbers)
    return pencil("add", op.total, squared)


@recipe(known=OWN)
def unit_row(pencil: Pencil, numbers: Row, least: Number | None = None) -> Row:
    """Divide numbers by the root of their squares."""
    first = pencil("squares", squares, numbers)
    length = pencil("root", op.root, first)
    return pencil("divide", op.divide, numbers, length)


def turn_on(where: Recipe, line: str, take: object = lambda line: line.given[0]) -> WrongTurn:
    return WrongTurn(where.name, line, "own", take, "did it otherwise", "do it so")  # type: ignore[arg-type]


class Noting(Pencil):
    """Exact pencil that notes each line worked: its name, number and row, and which of the first lines are open."""

    def __init__(self, turn: WrongTurn | None = None, after: Pencil | None = None) -> None:
        super().__init__(turn, after=after)
        self.notes: list[tuple[str, int, int | None]] = []
        self.open: list[list[int]] = []
        self.inside: list[str] = []

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        self.notes.append((line, self.line_number, self.row))
        self.open.append([number for number in range(12) if self.is_being_written(number)])
        self.inside.append(self.recipe.name)
        return super().write_line(line, how, given, recipe, whole)


# ---- effort


def test_effort_is_exhausted_only_beyond_its_limit() -> None:
    effort = Effort(3)
    effort.spend()
    assert (effort.spent, effort.exhausted) == (1, False)
    effort.spend(2)
    assert (effort.spent, effort.exhausted) == (3, False)
    with pytest.raises(Exhausted, match="the line takes more than about 5,000 single calculations"):
        effort.spend()
    assert (effort.spent, effort.exhausted) == (4, True)


@pytest.mark.parametrize(
    ("how", "given", "spent"),
    [
        (op.add, (1.0, 2.0), 1),
        (op.square, ((1.0, 2.0, 3.0),), 3),
        (op.total, ((1.0, 2.0, 3.0),), 1),
        (op.keep, ((1.0,) * 3,), 0),
        (op.keep, ((1.0,) * 4,), 1),
        (op.keep, ((1.0,) * 7,), 1),
        (op.keep, (((1.0,) * 4, (1.0,) * 4),), 2),
        (squares, ((3.0, 4.0),), 2 + 2 + 1),
        (unit_row, ((3.0, 4.0),), 2 + (2 + 2 + 1) + 1 + 2),
        # A grid is entered once, and then each row.
        (squares, (((3.0, 4.0), (6.0, 8.0)),), 2 + 2 * 5),
    ],
)
def test_what_work_costs(how: Operation | Recipe, given: tuple[Value, ...], spent: int) -> None:
    effort = Effort(100)
    Pencil(effort=effort).work(how, *given)
    assert effort.spent == spent
    assert Pencil().effort is None


def test_a_rounded_calculation_costs_four_and_other_pencils_one() -> None:
    for make, spent in ((lambda effort: Rounding(effort=effort), 8), (FormPencil, 2), (_plain, 2)):
        effort = Effort(100)
        make(effort).work(op.square, (0.5, 0.25))  # type: ignore[operator]
        assert effort.spent == spent


def _plain(effort: Effort) -> Plain:
    return Plain(2, None, to_even=False, ends_at=0, effort=effort)


# ---- lines


def test_lines_are_numbered_as_they_are_begun() -> None:
    pencil = Noting()
    assert (pencil.line_number, pencil.row, pencil.left_out) == (-1, None, False)
    assert pencil.work(unit_row, (3.0, 4.0)) == (0.6, 0.8)
    assert pencil.notes == [
        (line, number, None) for number, line in enumerate(("squares", "square", "add", "root", "divide"))
    ]
    assert pencil.open == [[0], [0, 1], [0, 2], [3], [4]]
    assert pencil.inside == ["unit_row", "squares", "squares", "unit_row", "unit_row"]
    assert pencil.written == [(3, 25.0), (2, (9.0, 16.0)), (3, 25.0), (4, 5.0), (5, (0.6, 0.8))]
    assert [(*name, each.recipe, each.number) for name, each in pencil.seen.items()] == [
        ("unit_row", "squares", unit_row, 0),
        ("squares", "square", squares, 1),
        ("squares", "add", squares, 2),
        ("unit_row", "root", unit_row, 3),
        ("unit_row", "divide", unit_row, 4),
    ]
    assert pencil.line_number == 4
    assert not any(map(pencil.is_being_written, range(6)))
    with pytest.raises(IndexError):
        _ = pencil.recipe


def test_rows_of_a_grid_are_numbered_from_one_and_a_line_is_seen_once() -> None:
    pencil = Noting()
    assert pencil.work(squares, ((3.0, 4.0), (1.0, 2.0))) == (25.0, 5.0)
    assert pencil.notes == [("square", 0, 1), ("add", 1, 1), ("square", 2, 2), ("add", 3, 2)]
    assert pencil.row is None
    assert [(name[1], each.number) for name, each in pencil.seen.items()] == [("rows", 0), ("square", 0), ("add", 1)]


def test_in_a_grid_within_a_grid_the_inner_row_counts() -> None:
    @recipe(known=Registry())
    def twofold(pencil: Pencil, numbers: Row) -> Number:
        """Add the squares of a row twice."""
        return pencil("add", op.total, pencil("twice", squares, (numbers, numbers)))

    pencil = Noting()
    assert pencil.work(twofold, ((3.0, 4.0), (1.0, 2.0))) == (50.0, 10.0)
    inner = [("square", 1), ("add", 1), ("square", 2), ("add", 2)]
    expected = [entry for row in (1, 2) for entry in (("twice", row), *inner, ("add", row))]
    assert [(line, row) for line, _, row in pencil.notes] == expected


def test_the_other_operands_go_to_every_row() -> None:
    @recipe(known=Registry())
    def shifted(pencil: Pencil, numbers: Row, by: Number) -> Row:
        """Add a number."""
        return pencil("shift", op.add, numbers, by)

    assert Pencil().work(shifted, ((1.0, 2.0), (3.0, 4.0)), 10.0) == ((11.0, 12.0), (13.0, 14.0))


def test_an_error_leaves_no_row_or_recipe_open() -> None:
    pencil = Pencil()
    for grid in (((0.0, 0.0), (3.0, 4.0)), (0.0, 0.0)):
        with pytest.raises(EngineError, match="divides by zero"):
            pencil.work(unit_row, grid)
        assert pencil.row is None
        with pytest.raises(IndexError):
            _ = pencil.recipe


def test_a_recipe_may_refuse_its_numbers() -> None:
    Pencil().refuse(refused=False, why="never told")
    with pytest.raises(EngineError, match=r"^too few$"):
        Pencil().refuse(refused=True, why="too few")


# ---- wrong turns


@pytest.mark.parametrize(
    ("turn", "value"),
    [
        (turn_on(unit_row, "root"), (3 / 25, 4 / 25)),
        (turn_on(unit_row, "squares", lambda line: line.work(op.total, line.given[0])), (3 / sqrt(7), 4 / sqrt(7))),
        (turn_on(squares, "square"), (3 / sqrt(7), 4 / sqrt(7))),
        # Inside a turn, lines are worked correctly: 9² + 16².
        (turn_on(squares, "add", lambda line: line.work(squares, line.given[0])), (3 / sqrt(337), 4 / sqrt(337))),
        (turn_on(unit_row, "divide", lambda line: line.inputs["numbers"]), (3, 4)),
        (turn_on(unit_row, "divide", lambda line: line.work(line.how, line.given[1], 10.0)), 0.5),
        # Another recipe's line of the same name, a line that never comes up, and a grid that there is not.
        (turn_on(dot, "add"), (0.6, 0.8)),
        (turn_on(unit_row, "add"), (0.6, 0.8)),
        (turn_on(unit_row, "rows"), (0.6, 0.8)),
    ],
)
def test_a_turn_replaces_its_line_alone(turn: WrongTurn, value: Value) -> None:
    for after in (None, Pencil()):
        if after is not None:
            after.work(unit_row, (3.0, 4.0))
        pencil = Pencil(turn, after=after)
        assert pencil.work(unit_row, (3.0, 4.0)) == pytest.approx(value)
        assert pencil.turn is turn


def test_a_turn_is_taken_wherever_its_line_occurs() -> None:
    grid = ((3.0, 4.0), (6.0, 8.0))
    assert Pencil(turn_on(squares, "square")).work(squares, grid) == (7.0, 14.0)
    rows = turn_on(squares, "rows", lambda line: tuple(map(sum, line.given[0])))
    assert Pencil(rows).work(squares, grid) == (7.0, 14.0)
    named = turn_on(squares, "rows", lambda line: line.inputs["numbers"][1])
    assert Pencil(named).work(squares, grid) == (6.0, 8.0)
    for other in (unit_row, dot):
        assert Pencil(turn_on(other, "rows")).work(squares, grid) == (25.0, 100.0)
    by_row = turn_on(squares, "add", lambda line: float(line.row or 0))
    assert Pencil(by_row).work(squares, grid) == (1.0, 2.0)


def test_a_line_is_left_out_if_its_turn_returns_its_first_operand() -> None:
    for take, left_out in (
        (lambda line: line.given[0], True),
        (lambda line: line.work(op.negate, line.given[0]), False),
        (lambda line: line.given[1], False),
        (lambda line: line.work(op.multiply, line.given[0], 1.0), False),
    ):
        pencil = Pencil(turn_on(unit_row, "divide", take))
        pencil.work(unit_row, (3.0, 4.0))
        assert pencil.left_out is left_out
    pencil = Pencil(turn_on(unit_row, "root"))
    assert pencil.take_turn(Line(pencil, op.keep, (2.0,), {})) == 2.0
    constant = Pencil(turn_on(unit_row, "root", lambda line: 3.0))
    assert constant.take_turn(Line(constant, op.keep, (), {})) == 3.0
    assert (pencil.left_out, constant.left_out) == (True, False)


def test_a_turn_without_a_value_is_an_error_and_stays_the_pencils_turn() -> None:
    for take, message in (
        (lambda line: line.work(op.divide, line.given[0], 0.0), "divides by zero"),
        (lambda line: (), "no number is left"),
        (lambda line: line.work(op.total, ()), "no number is left"),
    ):
        turn = turn_on(unit_row, "root", take)
        pencil = Pencil(turn)
        with pytest.raises(EngineError, match=message):
            pencil.work(unit_row, (3.0, 4.0))
        assert pencil.turn is turn


# ---- copied lines


@pytest.mark.parametrize(
    ("turn", "first", "worked"),
    [
        # What ends before the turn's line is copied whole; a line around it is begun again.
        (turn_on(unit_row, "divide"), 4, [("divide", 4)]),
        (turn_on(unit_row, "root"), 3, [("root", 3), ("divide", 4)]),
        (
            turn_on(squares, "add", lambda line: line.given[0][0]),
            2,
            [("squares", 0), ("add", 2), ("root", 3), ("divide", 4)],
        ),
        (turn_on(unit_row, "squares", lambda line: 4.0), 0, [("squares", 0), ("root", 1), ("divide", 2)]),
        (turn_on(dot, "add"), 0, [("squares", 0), ("square", 1), ("add", 2), ("root", 3), ("divide", 4)]),
    ],
)
def test_lines_before_a_turn_are_copied(turn: WrongTurn, first: int, worked: list[tuple[str, int]]) -> None:
    right = Pencil()
    right.work(unit_row, (3.0, 4.0))
    assert right.first(turn) == first
    copied, afresh = Noting(turn, after=right), Noting(turn)
    assert copied.work(unit_row, (3.0, 4.0)) == afresh.work(unit_row, (3.0, 4.0))
    assert [note[:2] for note in copied.notes] == worked
    if first:
        assert (copied.seen, copied.written) == ({}, [])
        assert copied.open == [[]] * len(worked)


def test_without_a_turn_nothing_is_copied() -> None:
    right = Pencil()
    right.work(unit_row, (3.0, 4.0))
    again = Noting(after=right)
    assert again.work(unit_row, (6.0, 8.0)) == (0.6, 0.8)
    assert len(again.notes) == 5


def test_a_copying_pencil_on_a_grid_sees_only_that_there_are_rows() -> None:
    grid = ((3.0, 4.0), (6.0, 8.0))
    right = Pencil()
    right.work(unit_row, grid)
    copied = Noting(turn_on(unit_row, "root"), after=right)
    assert copied.work(unit_row, grid) == ((3 / 25, 4 / 25), (6 / 100, 8 / 100))
    assert list(copied.seen) == [("unit_row", "rows")]
    assert [note[0] for note in copied.notes] == ["root", "divide", "squares", "square", "add", "root", "divide"]


def test_a_rounding_pencil_that_copies_shares_the_roundings() -> None:
    right = Rounding()
    right.work(unit_row, (1.1, 2.3))
    pencil = Rounding(turn_on(unit_row, "divide", lambda line: line.given[1]), after=right)
    value = pencil.work(unit_row, (1.1, 2.3))
    assert value is right.written[3][1]
    known = [each.hand(op.divide, (1.0, 7.0)) for each in (right, pencil)]
    assert [each.own for each in known] == [known[0].own] * 2  # type: ignore[union-attr]


# ---- a calculation without a value


@pytest.mark.parametrize(
    ("operation", "numbers", "message"),
    [
        (op.divide, (1.0, 0.0), "1 / 0 divides by zero; write another divisor"),
        (op.exp, (1000.0,), "e^1000 is too large to work with; write smaller numbers"),
        (op.square, (-1e200,), "(-1e+200)^2 is too large to work with; write smaller numbers"),
        (op.log, (-1.0,), "ln (-1) has no value; write another number"),
        (op.root, (-4.0,), "√(-4) has no value; write another number"),
        (op.multiply, (0.0, inf), "0·inf has no value; write another number"),
        (op.subtract, (inf, inf), "inf - inf has no value; write another number"),
        (op.multiply, (1e300, 1e300), "1e+300·1e+300 is too large to work with; write smaller numbers"),
        (op.total, (1e308,) * 7, " + ".join(["1e+308"] * 6) + " is too large to work with; write smaller numbers"),
    ],
)
def test_a_calculation_without_a_value_says_why(
    operation: Arithmetic, numbers: tuple[float, ...], message: str
) -> None:
    for pencil in (Pencil(), Rounding()):
        with pytest.raises(EngineError) as told:
            pencil.hand(operation, numbers)
        assert str(told.value) == message


def test_an_infinite_operand_may_give_an_infinite_result() -> None:
    for pencil in (Pencil(), Rounding(), Plain(2, None, to_even=False, ends_at=0)):
        assert pencil.hand(op.add, (inf, 1.0)) == inf
        assert pencil.hand(op.multiply, (-inf, 2.0)) == -inf
        assert pencil.hand(op.exp, (-inf,)) == 0.0


def test_the_reason_for_no_value() -> None:
    assert (
        no_value(op.divide, (Interval(1, 2), Interval(0, 3)), ZeroDivisionError())
        == "1 / 0 divides by zero; write another divisor"
    )
    assert no_value(op.add, (1.0, 2.0), None) == "1 + 2 has no value; write another number"
    assert (
        no_value(op.total, tuple(map(float, range(1, 8))), ValueError())
        == "1 + 2 + 3 + 4 + 5 + 6 has no value; write another number"
    )


@pytest.mark.parametrize(
    ("number", "value", "message"),
    [
        (Interval(0, 1), inf, "is too large"),
        (1.0, -inf, "is too large"),
        (Interval(0, inf), inf, None),
        (Interval(-inf, 0), -inf, None),
        (inf, inf, None),
        (inf, nan, "has no value"),
        (1.0, nan, "has no value"),
    ],
)
def test_an_overflow_needs_finite_operands(number: Number, value: float, message: str | None) -> None:
    if message is None:
        refuse_overflow(op.exp, (number,), value)
        return
    with pytest.raises(EngineError, match=message):
        refuse_overflow(op.exp, (number,), value)


# ---- rounded lines


@pytest.mark.parametrize(
    ("given", "decimals", "figures", "low", "high"),
    [
        ((1.0, 7.0), 3, 4, 1 / 7, 0.143),
        ((1.0, 7.0), 1, 4, 0.1, 0.143),  # 1/7 rounds to 0.1, 0.14, 0.143 or 0.1429
        ((100.0, 7.0), 3, 2, 14.0, 14.3),
        ((100.0, 7.0), 3, 4, 14.2857, 14.29),
    ],
)
def test_a_line_is_rounded_to_its_decimals_or_figures(
    given: tuple[float, float], decimals: int, figures: int, low: float, high: float
) -> None:
    value = Rounding(decimals=decimals, figures=figures).hand(op.divide, given)
    assert isinstance(value, Affine)
    assert (value.low, value.high) == pytest.approx((low, high), abs=2e-4)


def test_lines_are_rounded_to_three_decimals_or_four_figures_unless_told() -> None:
    value, told = (each.hand(op.divide, (20.0, 7.0)) for each in (Rounding(), Rounding(decimals=3, figures=4)))
    assert (low_of(value), high_of(value)) == (low_of(told), high_of(told))
    assert high_of(value) - low_of(value) < 0.001
    assert (Rounding().decimals, Rounding().figures) == (3, 4)


@pytest.mark.parametrize(("low", "high"), [(0, 0.5), (-0.5, 0), (-1, 1)])
def test_a_divisor_that_may_be_zero_once_rounded_is_an_error(low: float, high: float) -> None:
    with pytest.raises(EngineError) as told:
        Rounding().hand(op.divide, (1.0, Interval(low, high)))
    written = {0: "0", -0.5: "(-0.5)", -1: "(-1)"}[low]
    assert str(told.value) == f"once lines are rounded, 1 / {written} divides by zero; write another divisor"


def test_only_a_divisor_must_not_be_zero() -> None:
    around = Interval(-0.5, 0.5)
    assert low_of(Rounding().hand(op.divide, (around, 2.0))) == pytest.approx(-0.25)
    assert low_of(Rounding().hand(op.multiply, (3.0, around))) == pytest.approx(-1.5)
    assert low_of(Rounding().hand(op.divide, (1.0, Interval(0.25, 0.5)))) == pytest.approx(2)
    with pytest.raises(EngineError, match=r"^1 / 0 divides by zero; write another divisor$"):
        Rounding().hand(op.divide, (Interval(1, 2), 0.0))
    with pytest.raises(EngineError, match=r"^√\(-2\) has no value; write another number$"):
        Rounding().hand(op.root, (Interval(-2, -1),))
    with pytest.raises(EngineError, match="too large"):
        Rounding().hand(op.multiply, (Interval(1e200, 2e200), 1e200))


def test_a_number_that_is_passed_on_is_not_rounded_again() -> None:
    pencil = Rounding()
    seventh = pencil.hand(op.divide, (1.0, 7.0))
    assert pencil.hand(op.absolute, (seventh,)) is seventh
    opposite = pencil.hand(op.negate, (seventh,))
    assert isinstance(opposite, Affine)
    assert (opposite.own, len(opposite.terms)) == (seventh.own, 1)
    added = pencil.hand(op.add, (seventh, 1.0))
    assert isinstance(added, Affine)
    assert len(added.terms) == 2
    assert isinstance(pencil.hand(op.negate, (1 / 7,)), Affine)


def test_a_long_sum_of_rounded_lines_is_not_rounded_again() -> None:
    pencil = Rounding()
    terms = tuple(pencil.hand(op.divide, (1.0, float(divisor))) for divisor in range(1001, 1042))
    assert all(isinstance(each, Affine) for each in terms)
    total = pencil.hand(op.total, terms)
    assert isinstance(total, Affine)
    assert (total.own, total.step, len(total.terms)) == (None, 0.001, 41)
    fewer = pencil.hand(op.total, terms[:40])
    assert isinstance(fewer, Affine)
    assert len(fewer.terms) == 41


def test_a_band_has_the_ends_before_the_last_line_was_rounded() -> None:
    affine = Affine(1.0, 2.0, 1.5, {2: 0.5}, before=(1.2, 1.8))
    band = band_of(((affine, 3.0), (Interval(0, inf), -4.0)))
    assert band.low == (1.2, 3.0, 0, -4.0)
    assert band.high == (1.8, 3.0, inf, -4.0)
    assert band_of(2.5) == ((2.5,), (2.5,))


@pytest.mark.parametrize(
    ("number", "decimals", "figures", "ends_at", "expected"),
    [
        (1.005, 2, None, 0, 1.01),  # just below the tie in binary
        (-1.005, 2, None, 0, -1.01),
        (0.0004, 3, None, 0, 0.0),
        (0.0005, 3, None, 0, 0.001),
        (-0.0005, 3, None, 0, -0.001),
        (0.00049, 3, None, 0, 0.0),
        (1.00499999997, 2, None, 0, 1.0),
        (2.5, 0, None, 0, 3.0),
        (1234.56, 3, 4, 0, 1235.0),
        (12345.6, 3, 4, 0, 12350.0),
        (12345.6, 3, 2, 0, 12000.0),
        (12.345, 3, 3, 0, 12.3),
        (0.12345, 3, 4, 0, 0.123),
        (0.125, 2, None, 3, 0.125),
        (0.125, 2, None, 2, 0.13),
        (inf, 2, None, 0, inf),
    ],
)
def test_a_number_rounded_in_one_way(
    number: float, decimals: int, figures: int | None, ends_at: int, expected: float
) -> None:
    pencil = Plain(decimals, figures, to_even=False, ends_at=ends_at)
    kept = pencil.hand(op.taken_over, (number,))
    assert kept == expected
    assert pencil.unrounded(kept) == number  # type: ignore[arg-type]


def test_ties_go_to_even_if_asked() -> None:
    pencil = Plain(2, None, to_even=True, ends_at=0)
    for number, even in ((1.005, 1.0), (1.015, 1.02), (-1.005, -1.0), (0.125, 0.12), (0.1251, 0.13)):
        assert pencil.hand(op.taken_over, (number,)) == even


def test_each_rounded_number_remembers_its_own_value() -> None:
    pencil = Plain(2, None, to_even=False, ends_at=0)
    made = [(pencil.hand(op.taken_over, (number / 1000 + 0.0001,)), number / 1000 + 0.0001) for number in range(1, 60)]
    assert all(pencil.unrounded(kept) == value for kept, value in made)  # type: ignore[arg-type]


# ---- counted strokes


@pytest.mark.parametrize(
    ("operation", "numbers", "counter", "count"),
    [
        (op.multiply, 2, "products", 1),
        (op.square, 1, "products", 1),
        (op.add, 2, "sums", 1),
        (op.subtract, 2, "sums", 1),
        (op.total, 4, "sums", 3),
        (op.total, 1, "sums", 0),
        (op.exp, 1, "exponentials", 1),
        (op.divide, 2, "divisions", 1),
        (op.root, 1, "divisions", 1),
        (op.largest, 4, None, 0),
        (op.negate, 1, None, 0),
    ],
)
def test_an_operation_adds_to_its_counter(operation: Arithmetic, numbers: int, counter: str | None, count: int) -> None:
    strokes = Strokes()
    assert strokes == Strokes(products=0, sums=0, exponentials=0, divisions=0, digits=0)
    for times in (1, 2):
        strokes.add(operation, numbers, 3)
        expected = dict.fromkeys(("products", "sums", "exponentials", "divisions"), 0) | {"digits": 3 * times}
        if counter is not None:
            expected[counter] = count * times
        assert strokes == Strokes(**expected)


@pytest.mark.parametrize(
    ("text", "digits"), [("1/7", 4), ("-1/7", 4), ("10·10", 3), ("2 - 2", 1), ("1/8", 4), ("max(3, 12)", 2)]
)
def test_the_digits_of_a_written_result_are_counted(text: str, digits: int) -> None:
    assert count_strokes(read_expression(text), {}).digits == digits


def test_counting_returns_the_exact_value() -> None:
    pencil = Counting()
    assert pencil.work(unit_row, (3.0, 4.0)) == (0.6, 0.8)
    # 9, 16, 25, 5, 0.6 and 0.8.
    assert pencil.strokes == Strokes(products=2, sums=1, exponentials=0, divisions=3, digits=10)


# ---- written lines


def step(line: str, *calculations: str, inner: tuple[Step, ...] = (), repeats: bool = False) -> Step:
    items = [(calculation, "1") for calculation in calculations]
    return Step(line, "", 1.0, items, list(inner), repeats=repeats)


ONE, TWO, BARE = step("match", "2·3"), step("match", "4·5", "6·7"), step("match")


@pytest.mark.parametrize(
    ("whole", "expected"),
    [
        (step("a", "2·3", "4·5"), ("2·3", "4·5")),
        (step("a", "2·3", inner=(TWO,)), ("2·3",)),
        (step("a", inner=(ONE,)), ("2·3",)),
        (step("a", inner=(TWO, ONE)), ("4·5", "6·7", "and so on")),
        (step("a", inner=(ONE, TWO, TWO)), ("2·3", "and so on")),
        (step("a", inner=(ONE, step("row", repeats=True))), ("2·3",)),
        (step("a", inner=(ONE, ONE, step("row", repeats=True))), ("2·3", "and so on")),
        (step("a", inner=(step("b", inner=(ONE, ONE)),) * 2), ("2·3", "and so on")),
        (step("a", inner=(step("b", inner=(ONE, ONE)),)), ("2·3", "and so on")),
        (step("a", inner=(step("row 1", "2·3"), step("row 2", "4·5"))), ("2·3", "and so on")),
        (step("a", inner=(step("row 1", "2·3"),)), ("2·3",)),
        (step("a", inner=(step("rows", "2·3"), step("add", "4·5"))), ("rows, then add",)),
        (step("a", inner=(step("raise", "e^1"), step("total", "1 + 2"), step("divide"))), ("raise, then total, then divide",)),
        (step("a", inner=(step("raise", "e^1"), step("keep", repeats=True), step("divide"))), ("raise, then divide",)),
        (step("a", inner=(BARE, BARE)), ("match, then match",)),
        (Step("a", "√4 = 2", 2.0, done="root"), ("√4",)),
        (Step("a", "2·3 + 1·2 = 6 + 2 = 8", 8.0, done="dot"), ("2·3 + 1·2",)),
        (Step("a", "√4 = 2", 2.0), ()),
        (Step("a", "[1, 2]", (1.0, 2.0), done="keep"), ()),
    ],
)  # fmt: skip
def test_the_calculations_of_a_line_without_their_results(whole: Step, expected: tuple[str, ...]) -> None:
    assert whole.expressions == expected


@pytest.mark.parametrize(
    ("left", "expected"),
    [
        (Step("a", "5", 5.0, given=(5.0, 2.0), turned=True), True),
        (Step("a", "5", 5.0, given=(2.0, 5.0), turned=True), True),
        (Step("a", "5", 5.0, given=(5.0, 2.0)), False),
        (Step("a", "5", 5.0, given=(2.0,), turned=True), False),
        (Step("a", "5", 5.0, [("3 + 2", "5")], given=(5.0,), turned=True), False),
        (Step("a", "5", 5.0, steps=[ONE], given=(5.0,), turned=True), False),
        (Step("a", "5", 5.0, turned=True), False),
    ],
)
def test_a_line_is_left_out_if_nothing_was_calculated(left: Step, expected: bool) -> None:
    assert left.is_left_out is expected


def test_a_step_has_nothing_more_than_it_is_given() -> None:
    plain = Step("a", "5", 5.0)
    assert (plain.items, plain.steps, plain.repeats, plain.number) == ([], [], False, None)
    assert (plain.done, plain.given, plain.turned) == ("", (), False)


def written(how: Recipe, *given: Value, turn: WrongTurn | None = None) -> list[Step]:
    pencil = Writing(turn)
    pencil.work(how, *given)
    return pencil.steps


def test_a_working_has_its_lines_and_those_inside_them() -> None:
    first, root, divide = written(unit_row, (3.0, 4.0))
    assert [(each.line, each.text) for each in (first, *first.steps, root, divide)] == [
        ("squares", "25"),
        ("square", "3^2 = 9  4^2 = 16"),
        ("add", "9 + 16 = 25"),
        ("root", "√25 = 5"),
        ("divide", "3 / 5 = 0.6  4 / 5 = 0.8"),
    ]
    assert [each.number for each in (first, *first.steps, root, divide)] == [0, 1, 2, 3, 4]
    assert (first.items, first.done, first.given, first.value) == ([], "squares", ((3.0, 4.0),), 25.0)
    assert (divide.items, divide.done) == ([("3 / 5", "0.6"), ("4 / 5", "0.8")], "divide")
    assert (divide.given, divide.value) == (((3.0, 4.0), 5.0), (0.6, 0.8))
    assert not any(each.turned or each.repeats for each in (first, *first.steps, root, divide))


def test_each_row_of_a_grid_has_a_heading() -> None:
    one, two = written(squares, ((3.0, 4.0), (1.0, 2.0)))
    assert [(each.line, each.text, each.number, each.done) for each in (one, two)] == [
        ("row 1", "25", None, "squares"),
        ("row 2", "5", None, "squares"),
    ]
    assert [(each.line, each.number) for each in (*one.steps, *two.steps)] == [
        ("square", 0), ("add", 1), ("square", 2), ("add", 3),
    ]  # fmt: skip
    assert two.given == ((1.0, 2.0),)
    assert not one.turned


def test_a_turn_on_a_grid_is_written_as_one_line() -> None:
    turn = turn_on(squares, "rows", lambda line: line.work(op.total, line.given[0]))
    (rows,) = written(squares, ((3.0, 4.0), (1.0, 2.0)), turn=turn)
    assert (rows.line, rows.text, rows.value) == ("rows", "3 + 4 = 7  1 + 2 = 3", (7.0, 3.0))
    assert (rows.turned, rows.number, rows.done) == (True, None, "squares")
    for elsewhere in (turn_on(unit_row, "rows"), turn_on(dot, "rows"), turn_on(squares, "add", lambda line: 1.0)):
        one, two = written(squares, ((3.0, 4.0), (1.0, 2.0)), turn=elsewhere)
        assert (one.line, two.line, one.turned, two.turned) == ("row 1", "row 2", False, False)


@recipe(known=OWN)
def doubled_squares(pencil: Pencil, grid: Grid) -> Row:
    """Add the squares of each row, doubled."""
    return pencil.work(squares, pencil("double", op.multiply, grid, 2.0))


def test_a_grid_written_as_one_line_may_follow_others() -> None:
    turn = turn_on(squares, "rows", lambda line: (1.0, 2.0))
    steps = written(doubled_squares, ((3.0, 4.0), (1.0, 2.0)), turn=turn)
    assert [(each.line, each.turned, each.number) for each in steps] == [("double", False, 0), ("rows", True, None)]
    steps = written(doubled_squares, ((3.0, 4.0), (1.0, 2.0)), turn=turn_on(doubled_squares, "double"))
    assert [(each.line, each.turned) for each in steps] == [("double", True), ("row 1", False), ("row 2", False)]


def test_only_the_replaced_line_is_marked() -> None:
    for turn, marked in (
        (turn_on(unit_row, "root"), ["root"]),
        (turn_on(squares, "add", lambda line: 4.0), ["add"]),
        (turn_on(unit_row, "squares", lambda line: 4.0), ["squares"]),
        (turn_on(dot, "add"), []),
    ):
        steps = written(unit_row, (3.0, 4.0), turn=turn)
        every = [inner for each in steps for inner in (each, *each.steps)]
        assert [each.line for each in every if each.turned] == marked
    (_, root, _) = written(unit_row, (3.0, 4.0), turn=turn_on(unit_row, "root"))
    assert (root.text, root.is_left_out) == ("25", True)


@recipe(known=OWN)
def length(pencil: Pencil, left: Row, right: Row) -> Number:
    """Take the root of a dot product."""
    return pencil("root", op.root, pencil("dot", dot, left, right))


def test_a_dot_product_on_one_line_is_wrong_if_a_part_of_it_is() -> None:
    for turn, turned in (
        (None, False),
        (turn_on(dot, "sum", lambda line: 9.0), True),
        (turn_on(dot, "products"), True),
        (turn_on(length, "root"), False),
    ):
        (line, _) = written(length, (2.0, 1.0), (3.0, 2.0), turn=turn)
        assert (line.turned, line.steps, line.items) == (turned, [], [])
    (line, _) = written(length, (2.0,), (3.0,))
    assert line.text == "2·3 = 6"
    (line, _) = written(length, (2.0, 1.0), (3.0, -2.0))
    assert line.text == "2·3 + 1·(-2) = 6 - 2 = 4"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2·3", "2·3 = 6"),
        ("0.0474258731775668·2", "0.0474·2 = 0.095"),
        ("1.00000000000001 - 1", "1.00000000000001 - 1 = 1e-14"),
        ("0.100000000000001 - 0.1", "0.1 - 0.1 = 1e-15"),
        # No rounding of it to 14 decimals differs from 1, so it stands with three.
        ("1.0000000000000002^1000000000000000", "1^1e+15 = 1.249"),
        # e^709.783 would be too large.
        ("e^709.7826", "e^709.7826 = 1.797e+308"),
        ("sum([5])", "5"),
        ("sum([5, 2])", "5 + 2 = 7"),
    ],
)
def test_a_calculation_is_written_so_that_it_gives_its_result(text: str, expected: str) -> None:
    assert write_out(read_expression(text), {})[-1].text == expected


# ---- forms of an answer


@pytest.mark.parametrize(
    ("text", "accepted"),
    [
        ("2·3 + 1 - 4", {Form.FRACTION, Form.POWER}),
        ("1/7", {Form.POWER}),
        ("7 // 2", {Form.POWER}),
        ("7 mod 2", {Form.POWER}),
        ("√2", {Form.FRACTION}),
        ("2^3", {Form.FRACTION}),
        ("3^2", {Form.FRACTION}),
        ("e^2", {Form.FRACTION}),
        ("ln 2", {Form.FRACTION}),
        ("log2(3)", {Form.FRACTION}),
        ("log10(3)", {Form.FRACTION}),
        ("√2 / 3", set()),
        ("max(2, 3)", {Form.FRACTION, Form.POWER}),
    ],
)
def test_the_forms_that_leave_nothing_asked_undone(text: str, accepted: set[Form]) -> None:
    pencil = FormPencil()
    evaluate(read_expression(text), {}, pencil)
    assert pencil.accepted == accepted


@pytest.mark.parametrize(
    ("line", "accepted"),
    [
        (None, set()),
        (0, {Form.FRACTION}),  # squares, with square and add inside
        (1, {Form.FRACTION}),
        (2, {Form.FRACTION, Form.POWER}),
        (3, {Form.FRACTION}),
        (4, {Form.POWER}),
        (5, {Form.FRACTION, Form.POWER}),
    ],
)
def test_only_what_is_inside_the_asked_line_counts(line: int | None, accepted: set[Form]) -> None:
    pencil = FormPencil(line=line)
    assert pencil.work(unit_row, (3.0, 4.0)) == (0.6, 0.8)
    assert pencil.accepted == accepted


# ---- lines that an expression uses


def test_each_line_has_the_strokes_of_its_own_operations() -> None:
    worked = worked_lines(read_expression("-(1/7) + 2"), {})
    assert worked.value == pytest.approx(2 - 1 / 7)
    assert worked.strokes == {
        "arithmetic/divide": Strokes(divisions=1, digits=4),
        "arithmetic/negate": Strokes(digits=4),
        "arithmetic/add": Strokes(sums=1, digits=4),
    }
    assert worked.steps == (("arithmetic/divide",), ("arithmetic/negate",), ("arithmetic/add",))
    grid = worked_lines(read_expression("softmax([[1, 4], [0, 0]])"), {})
    assert list(grid.strokes) == ["softmax/raise", "softmax/total", "softmax/divide"]
    # 2.718, 54.598, 1, 1; 57.316, 2; 0.047, 0.953, 0.5, 0.5.
    assert [each.digits for each in grid.strokes.values()] == [11, 6, 12]
    assert grid.steps == (tuple(grid.strokes),) * 2


def test_a_line_that_only_moves_or_masks_numbers_has_no_strokes() -> None:
    worked = worked_lines(read_expression("padding_mask([1, 4, 7], 2)"), {})
    assert (worked.strokes, worked.turns, worked.steps) == ({}, {}, ((),))
    masked = worked_lines(read_expression("masked_softmax([1, 2, 3], 2)"), {})
    assert masked.steps == ((), ("softmax/raise", "softmax/total", "softmax/divide"))
    assert not [turn for turn in masked.turns if turn.startswith("padding_mask")]
    assert masked.turns["masked_softmax/masked-afterwards"] == "softmax/raise"
    # max(-inf, -inf) is written without a digit, and -inf + 1 still is a sum.
    infinite = worked_lines(read_expression("max([-inf, -inf]) + 1"), {})
    assert infinite.strokes == {"arithmetic/add": Strokes(sums=1)}


def test_conventions_are_no_mistakes_of_a_line() -> None:
    turns = worked_lines(read_expression("gelu([1])"), {}).turns
    assert "gelu/sigmoid-for-share" in turns
    assert "gelu/quick-gelu" not in turns


def test_a_defined_name_is_a_line_with_its_own_lines_inside() -> None:
    names = {"a": Defined(read_expression("1/7")), "b": 3.0}
    worked = worked_lines(read_expression("a·b"), names)
    assert list(worked.strokes) == ["arithmetic/divide", "arithmetic/multiply"]
    assert worked.steps == (("arithmetic/divide",), ("arithmetic/multiply",))
