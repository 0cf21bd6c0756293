"""Which draws are accepted, for which reason another is refused, and what the search for them costs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import cycle

import pytest

from katatx.engine import chains
from katatx.engine import operations as op
from katatx.engine.chains import ChainDraws
from katatx.engine.errors import EngineError, TwoReadings
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.draws import Draws
from katatx.engine.fresh_numbers.many_draws import draw_many
from katatx.engine.fresh_numbers.ranges import read_range
from katatx.engine.fresh_numbers.sieve import Patience, Sieve
from katatx.engine.fresh_numbers.sifting import Fate, fates
from katatx.engine.fresh_numbers.sources import Source, numbered_source
from katatx.engine.fresh_numbers.stages import Stage
from katatx.engine.fresh_numbers.suitable import (
    SAYS_NOTHING,
    TAKEN_FOR_ROUNDING,
    THEY_MEET,
    TOO_LARGE,
    Unavoidable,
)
from katatx.engine.key import Belief
from katatx.engine.lines import ChainLine
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import WrongTurn
from katatx.engine.recipes.numbers.arithmetic import arithmetic
from katatx.notation.expressions import read_expression

INF = math.inf
UNSURE = Fate(None, 0, sure=False)


def beliefs_of(*wrong: str) -> list[Belief]:
    """Return beliefs called a, b, c and so on."""
    return [Belief(name, read_expression(text), "did", "do") for name, text in zip("abcdef", wrong, strict=False)]


def xyz(*rows: Sequence[float]) -> list[Names]:
    return [dict(zip("xyzw", map(float, row), strict=False)) for row in rows]


def cost(expression: str, names: Names) -> int:
    effort = Effort(100_000)
    evaluate(read_expression(expression), names, Pencil(effort=effort))
    return effort.spent


def unasked() -> Unavoidable:
    raise AssertionError("nothing meets")


def knows(pairs: str = "", blurred: str = "") -> Callable[[], Unavoidable]:
    """Return a function that knows these pairs of results, of which = is the right one, and blurring mistakes."""
    found = frozenset(frozenset("right" if each == "=" else each for each in pair) for pair in pairs.split())
    return lambda: Unavoidable(found, frozenset(blurred))


def fates_of(
    expression: str,
    draws: Sequence[Names],
    *wrong: str,
    unavoidable: Callable[[], Unavoidable] = unasked,
    apart: bool = True,
    places: int = 3,
) -> list[Fate]:
    return fates(read_expression(expression), draws, places, beliefs_of(*wrong), unavoidable, apart)


def reasons(found: Iterable[Fate]) -> list[str | None]:
    """Return the reasons for refusing; "open" for a draw that must be worked alone."""
    return [each.refused if each.sure else "open" for each in found]


# The fates of many draws.


@pytest.mark.parametrize(
    ("numbers", "places", "expected"),
    [
        ((0, 0), 3, SAYS_NOTHING),
        ((0.0049, 0), 3, SAYS_NOTHING),
        ((0.005 - 2e-9, 0), 3, SAYS_NOTHING),
        ((0.005 - 0.5e-9, 0), 3, "open"),
        ((-0.005, 0), 3, "open"),
        ((0.005 + 0.5e-9, 0), 3, "open"),
        ((0.005 + 2e-9, 0), 3, None),
        ((0.05, 0), 2, "open"),
        ((0.04, 0), 2, SAYS_NOTHING),
        ((0.05, 0), 3, None),
        ((1, 2), 3, None),
        ((999, 0.5), 3, None),
        ((-999, -0.5), 3, None),
        ((999, 1.5), 3, TOO_LARGE),
        ((-999, -1.5), 3, TOO_LARGE),
        ((99998, 1), 3, None),
        ((123455, 1), 3, TOO_LARGE),
        ((9999999, 1), 3, TOO_LARGE),
        ((-INF, 1), 3, None),
        ((-INF, INF), 3, "∞"),
    ],
)
def test_a_draw_is_refused_for_its_own_value(numbers: tuple[float, float], places: int, expected: str | None) -> None:
    found = fates_of("x + y", xyz((2, 3), numbers, (3, 5)), places=places)
    before, (why, spent, is_sure), after = found
    assert before == after == Fate(None, cost("x + y", xyz((1, 2))[0]))
    assert spent == before.spent
    if expected == "∞":
        assert "has no value" in str(why)
    else:
        assert (why, is_sure) == ((None, False) if expected == "open" else (expected, True))


def test_a_draw_costs_the_calculations_until_it_was_refused() -> None:
    draws = xyz((2, 3, 1), (2, 3, 0), (999, 1000, 1), (1, 2, -3), (5, 6, 7))
    found = fates_of("x·y + x/z", draws, apart=False)
    whole = cost("x·y + x/z", draws[0])
    first = cost("x·y", draws[0])
    assert reasons(found) == [None, "2 / 0 divides by zero; write another divisor", TOO_LARGE, None, None]
    assert [each.spent for each in found] == [whole, whole - 1, whole, whole, whole]
    found = fates_of("(x·y) / z", xyz((2, 3, 1), (999, 999.5, 1), (2, 3, 0)), apart=False)
    assert reasons(found) == [None, TOO_LARGE, "6 / 0 divides by zero; write another divisor"]
    assert [each.spent for each in found] == [first + 1, first, first + 1]


def test_draws_that_all_have_no_value_keep_their_reasons() -> None:
    found = fates_of("(x·y) / z", xyz((999, 999.5, 1), (2, 3, 0)))
    assert reasons(found) == [TOO_LARGE, "6 / 0 divides by zero; write another divisor"]
    assert found[1].spent == found[0].spent + 1
    found = fates_of("x·(6 / z)", xyz((2, 3, 0), (4, 3, 0)))  # what all draws have in common is worked as one number
    assert reasons(found) == ["6 / 0 divides by zero; write another divisor"] * 2
    assert {each.spent for each in found} == {cost("6 / z", {"z": 1.0})}
    assert reasons(fates_of("x + 999·999.5", xyz((1,), (2,)))) == [TOO_LARGE] * 2
    assert reasons(fates_of("x + 999·1000", xyz((1,), (2,)))) == [TOO_LARGE] * 2
    assert reasons(fates_of("x + 900 + 99", xyz((-1,), (2.5,)))) == [None, TOO_LARGE]


@pytest.mark.parametrize(
    ("row", "wrong", "known", "expected"),
    [
        ((1, 2, 5), ("x + y + z",), unasked, None),
        ((1, 2, 0), ("x + y + z",), knows(), THEY_MEET),
        ((1, 2, 0), ("x + y + z",), knows("=b ab"), THEY_MEET),
        ((1, 2, 0), ("x + y + z",), knows("=a"), None),  # a mistake that always gives the right value may blur into it
        ((1, 2, 0), ("x + y + z",), knows("=a", "a"), None),
        ((1, 2, 0.0007), ("x + y + z",), knows(), THEY_MEET),
        ((1, 2, -0.0007), ("x + y + z",), knows(), THEY_MEET),
        ((1, 2, 0.0013), ("x + y + z",), unasked, None),
        ((1, 2, 0.001), ("x + y + z",), knows(), "open"),
        ((1, 2, 0.001 + 0.5e-9), ("x + y + z",), unasked, "open"),
        ((1, 2, 5), ("x + y + z", "x + z + y"), knows(), THEY_MEET),
        ((1, 2, 5), ("x + y + z", "x + z + y"), knows("ab"), None),
        ((1, 2, 5), ("x + y + z", "x + z + y"), knows("=a =b"), THEY_MEET),
        ((1, 2, 0), ("x + y + z", "x + z + y"), knows("=a =b"), None),
        ((1, 2, 0), ("x + y + z", "x + z + y"), knows("=a"), THEY_MEET),
        ((1, 2, 0), ("x + y + z", "x + z + y"), knows("=b"), THEY_MEET),
        # One that gives the right value with any numbers need not be distinct from a third.
        ((1, 2, 5), ("x + y + 0.0007", "x + y + 0.0014"), knows("=a"), None),
        ((1, 2, 5), ("x + y + 0.0014", "x + y + 0.0007"), knows("=b"), None),
        ((1, 2, 5), ("x + y + 0.0007", "x + y + 0.0014"), knows("ab"), THEY_MEET),
        # 16 is a blurred 16.4.
        ((16, 0.4), ("x",), knows(), THEY_MEET),
        ((16, 0.4), ("x",), knows("", "a"), None),
        ((16, 0.4), ("x",), knows("=a"), THEY_MEET),
        ((16, 0.4), ("x", "x + 5"), knows("", "b"), THEY_MEET),
        ((16, 0.4), ("x + 5", "x"), knows("", "b"), None),
        ((16, 0.6), ("x",), unasked, None),
        ((6, 0.4), ("x",), unasked, None),
        # A belief without a value must be worked alone.
        ((1, 2, 5, 0), ("x + y + z", "9 / w"), unasked, "open"),
        ((1, 2, 0, 0), ("x + y + z", "9 / w"), knows(), "open"),
        ((1, 2, 0, 0), ("9 / w", "x + y + z"), knows(), "open"),
        # Other shapes are distinct.
        ((1, 2), ("[x + y, x + y]",), unasked, None),
        ((1, 2), ("[x + y]",), knows(), THEY_MEET),
    ],
)
def test_a_draw_is_refused_if_results_meet(
    row: tuple[float, ...], wrong: tuple[str, ...], known: Callable[[], Unavoidable], expected: str | None
) -> None:
    draws = xyz((1, 2, 5, 2)[: len(row)], row, (3, 8, 7, 5)[: len(row)]) if len(row) > 2 else xyz(row)
    found = fates_of("x + y", draws, *wrong, unavoidable=known)
    assert reasons(found)[len(found) // 2] == expected
    assert {each.spent for each in found} == {cost("x + y", draws[0])}
    assert reasons(fates_of("x + y", draws, *wrong, apart=False)) == [None] * len(draws)
    assert fates(read_expression("x + y"), draws, 3, beliefs_of(*wrong), known) == found


def test_a_draw_is_refused_alone_among_others() -> None:
    draws = xyz(
        (1, 2, 5, 1), (1, 2, 0, 1), (0, 0, 5, 1), (1, 2, 5, 0), (1, 0, 0.001, 1), (123, 999, 5, 1), (1, 0, 0, 0)
    )
    found = fates_of("(x + y)·1", draws, "x + y + z", "9 / w", unavoidable=knows())
    assert reasons(found) == [None, THEY_MEET, SAYS_NOTHING, "open", "open", None, "open"]


def test_a_mistake_that_always_gives_the_right_value_stays_so_where_another_meets_it() -> None:
    draws = xyz((1, 2, 5), (1, 2, 0))
    assert reasons(fates_of("x + y", draws, "x + y + z", "x + y", unavoidable=knows("=b"))) == [None, THEY_MEET]


def test_only_a_belief_must_have_a_value_in_every_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    turn = WrongTurn("arithmetic", "add", "t", lambda line: line.work(op.divide, 6.0, line.given[0][0]), "did", "do")
    monkeypatch.setattr(arithmetic, "wrong_turns", {"add": [turn]})
    draws = xyz((0, 2), (4, 2))
    assert reasons(fates_of("x + y", draws, "x + y + 5", "x + y + 9")) == [None, None]
    assert reasons(fates_of("x + y", draws, "x + y + 5", "7/x")) == ["open", None]


@pytest.mark.parametrize(("places", "off", "expected"), [(2, 0.007, THEY_MEET), (2, 0.013, None), (0, 0.7, THEY_MEET)])
def test_the_places_asked_say_what_meets(places: int, off: float, expected: str | None) -> None:
    known = unasked if expected is None else knows()
    found = fates_of("x + y", xyz((1.23, 2.345)), f"x + y + {off}", unavoidable=known, places=places)
    assert reasons(found) == [expected]


def test_what_no_numbers_avoid_is_not_asked_for_if_every_draw_is_refused_already() -> None:
    assert reasons(fates_of("x + y", xyz((1, -1), (0, 0)), "x + y")) == [SAYS_NOTHING] * 2


def test_draws_that_are_worked_apart_have_their_own_fates() -> None:
    row = (4.0, 0.0, 2000.5)
    draws: list[Names] = [{"x": row, "i": float(i), "y": float(y)} for i, y in [(2, 1), (0, 2), (1, 0), (0, -4)]]
    assert reasons(fates_of("x[i] + y", draws)) == [TOO_LARGE, None, SAYS_NOTHING, SAYS_NOTHING]


def test_two_readings_are_no_matter_of_numbers() -> None:
    rows: list[Names] = [{"x": (1.0, 2.0), "y": (3.0, 4.0)}, {"x": (1.0, 5.0), "y": (3.0, 6.0)}]
    with pytest.raises(TwoReadings):
        fates_of("x * y", rows)


def long_draws(calculations: int) -> list[Names]:
    names: Names = {"x": 1.0, "m": (1.0,) * 1000}
    longer = calculations - cost("(m ⊙ m)[0] + x", names)
    return [{**names, "x": x, "m": (1.0,) * (1000 + longer)} for x in (1.0, 2.0)]


def test_an_expression_too_long_for_a_drill_is_left_to_each_draw() -> None:
    assert fates_of("(m ⊙ m)[0] + x", long_draws(3000)) == [Fate(None, 3000)] * 2
    assert fates_of("(m ⊙ m)[0] + x", long_draws(3001)) == [UNSURE] * 2
    one = sieve("(m ⊙ m)[0] + x")
    assert one.solution_if_suitable(long_draws(3000)[0], Patience()) is not None
    with pytest.raises(EngineError, match=r"^d takes more than 3,000 single calculations; write a smaller one$"):
        one.solution_if_suitable(long_draws(3001)[0], Patience())


# Single draws.


def sieve(
    expression: str, *wrong: str, numbers: Sequence[Names] = (), places: int = 3, lines: Sequence[ChainLine] = ()
) -> Sieve:
    """Return a sieve whose probes are `numbers`, again and again."""
    probes = cycle(numbers)
    return Sieve("d", read_expression(expression), lambda _: next(probes), places, beliefs_of(*wrong), lines)


@pytest.mark.parametrize(
    ("calculations", "solutions", "is_over"),
    [(1, 1, False), (0, 1, True), (1, 0, True), (-1, 5, True), (5, -1, True)],
)
def test_patience_is_over_when_either_budget_is_used_up(calculations: int, solutions: int, is_over: bool) -> None:
    assert Patience(calculations, solutions).is_over is is_over


NO_QUOTIENT = "((x/7 - x·0.143)/(x/7 - x·0.143))"
ANY = xyz((1, 2, 5), (3, 4, 6))


@pytest.mark.parametrize(
    ("expression", "names", "wrong", "reason", "solutions"),
    [
        ("x + y", (1, 2), (), None, 1),
        ("x + y", (1, -1), (), SAYS_NOTHING, 0),
        ("x + y", (999, 1.5), (), TOO_LARGE, 0),
        ("(x + y)·z", (123455, 1, 0.5), (), TOO_LARGE, 0),
        ("x / y", (1, 0), (), "1 / 0 divides by zero; write another divisor", 0),
        ("x + y", (1, 2, 0), ("x + y + z",), THEY_MEET, 0),
        ("x + y", (1, 2, 0), ("y + x", "x + y + z"), THEY_MEET, 0),
        ("x + y", (1, 2, 0.001), ("x + y + z",), THEY_MEET, 0),
        ("x + y", (1, 2, 0.0011), ("x + y + z",), None, 1),
        ("x + y", (1, 2, 5), ("x + y + z", "x + y + 5"), THEY_MEET, 0),
        ("x + y", (16, 0.4), ("x",), THEY_MEET, 0),
        ("x + y", (1, 2, 0), ("x + y / z",), "2 / 0 divides by zero; write another divisor", 0),
        ("x + y", (1, 2), (f"x·5·{NO_QUOTIENT}",), "divides by zero; write another divisor", 1),
        (f"x·5·{NO_QUOTIENT}", (1,), (), "the lines have no value once they are rounded", 1),
        ("x/3·y - z", (1, 300, 99.9), (), "honest rounding leads too far from the true value", 1),
        ("x/3·y", (1, 9), ("x/3·y + 0.004",), THEY_MEET, 1),  # once lines are rounded
        ("y·(x/49)", (5, 30), ("y·round(x/49, 1)",), TAKEN_FOR_ROUNDING, 1),
    ],
)
def test_single_numbers_are_refused_for_a_reason(
    expression: str, names: tuple[float, ...], wrong: tuple[str, ...], reason: str | None, solutions: int
) -> None:
    probes = xyz((1, 2, 5), (3, 7, 6), (11, 16, 8))
    one, patience, (drawn,) = sieve(expression, *wrong, numbers=probes), Patience(1000, 9), xyz(names)
    found = one.solution_if_suitable(drawn, patience)
    assert patience.solutions == 9 - solutions
    assert 1000 - patience.calculations == fates_of(expression, [drawn], apart=False)[0].spent
    if reason is None:
        assert found is not None
        assert found.value == evaluate(read_expression(expression), drawn)
        assert not one.refused
    else:
        assert found is None
        ((why, count),) = one.refused.items()
        assert why.endswith(reason)
        assert count == 1
        assert why == one.main_reason


@pytest.mark.parametrize(
    ("expression", "names", "wrong"),
    [
        ("x + y", (1, 2, 0), ("x + y + z",)),
        ("x + y", (16, 0.4), ("x",)),
        ("x/3·y", (1, 9), ("x/3·y + 0.004",)),
        ("y·(x/49)", (5, 30), ("y·round(x/49, 1)",)),
    ],
)
def test_mistakes_need_not_be_distinguishable_if_nobody_asks(
    expression: str, names: tuple[float, ...], wrong: tuple[str, ...]
) -> None:
    one, (drawn,) = sieve(expression, *wrong), xyz(names)
    assert one.solution_if_suitable(drawn, Patience(), apart=False) is not None
    assert one.solved(drawn, None, Patience(), apart=False) is not None
    assert one.solved(drawn, Fate(None, 3), Patience(), apart=False) is not None


def test_two_readings_are_raised_whether_of_the_expression_or_of_a_belief() -> None:
    names: Names = {"x": (1.0, 2.0), "y": (3.0, 4.0)}
    with pytest.raises(TwoReadings):
        sieve("x * y").solution_if_suitable(names, Patience())
    with pytest.raises(TwoReadings):
        sieve("x ⊙ y", "x * y").solution_if_suitable(names, Patience())


@pytest.mark.parametrize(
    ("wrong", "names"),
    [
        (("x + y",), (1, 2)),  # gives the right value with any numbers
        (("x + y", "y + x"), (1, 2)),
        (("x + y + z", "x + z + y"), (1, 2, 5)),  # two mistakes of one value
        (("x + y + z", "x + y", "x + y + 9", "y + x"), (1, 2, 5)),
        (("x + y + 0.0004",), (1, 2)),  # blurs and meets with any numbers
    ],
)
def test_what_no_numbers_avoid_is_accepted(wrong: tuple[str, ...], names: tuple[float, ...]) -> None:
    drawn = xyz(names)[0]
    one = sieve("x + y", *wrong, numbers=ANY)
    assert one.solution_if_suitable(drawn, Patience()) is not None
    assert one.solved(drawn, one.fates([drawn])[0], Patience()) is not None


def test_a_blur_that_no_numbers_avoid_is_accepted() -> None:
    drawn = xyz((16, 0.4))[0]
    always = sieve("x + y", "round(x + y, 0)", numbers=xyz((20, 0.3), (30, 0.4)))
    assert always.solution_if_suitable(drawn, Patience()) is not None
    sometimes = sieve("x + y", "round(x + y, 0)", numbers=xyz((20, 0.3), (3, 0.4)))
    assert sometimes.solution_if_suitable(drawn, Patience()) is None
    assert sometimes.main_reason == THEY_MEET


def test_early_rounding_that_no_numbers_avoid_is_accepted() -> None:
    """The belief that two decimals are enough always looks like early rounding, as far as it has a value."""
    (drawn,), without = xyz((5, 30)), {"x": 5.0, "y": 30.0, "z": 0.0}
    wrong = "y·round(x/49, 2)/z·z"
    always = sieve("y·(x/49)", wrong, numbers=[without, *xyz((11, 70, 1), (13, 80, 1))])
    assert always.solution_if_suitable({**drawn, "z": 1.0}, Patience()) is not None
    one_decimal = sieve("y·(x/49)", "y·round(x/49, 1)", numbers=xyz((5, 30), (5, 60)))
    assert one_decimal.solution_if_suitable(drawn, Patience()) is not None
    sometimes = sieve("y·(x/49)", "y·round(x/49, 1)", numbers=xyz((5, 30), (13, 80)))
    assert sometimes.solution_if_suitable(drawn, Patience()) is None


def test_early_rounding_that_only_some_numbers_show_may_be_shown_by_others() -> None:
    wrong = "y·round(x/49, 2)", "y·round(x/49, 1)"
    one = sieve("y·(x/49)", *wrong, numbers=xyz((5, 30), (5, 60)))
    assert one.solution_if_suitable(xyz((11, 70))[0], Patience()) is not None
    assert one.solution_if_suitable(xyz((5, 90))[0], Patience()) is not None


def test_early_rounding_is_looked_for_after_the_lines_before() -> None:
    lines = [ChainLine("s", read_expression("x - 1"))]
    always = sieve("y·(s/49)", "y·round(s/49, 1)", numbers=xyz((6, 30), (6, 60)), lines=lines)
    assert always.solution_if_suitable({"x": 6.0, "y": 30.0, "s": 5.0}, Patience()) is not None
    sometimes = sieve("y·(s/49)", "y·round(s/49, 1)", numbers=xyz((6, 30), (14, 80)), lines=lines)
    assert sometimes.solution_if_suitable({"x": 6.0, "y": 30.0, "s": 5.0}, Patience()) is None


def test_the_probes_for_early_rounding_are_drawn_once_from_a_source_of_the_name() -> None:
    asked: list[float] = []

    def numbers(source: Source) -> Names:
        asked.append(source())
        return {"x": 5.0, "y": 30.0}

    one = Sieve("d", read_expression("y·(x/49)"), numbers, beliefs=beliefs_of("y·round(x/49, 1)"))
    for _ in range(2):
        assert one.solution_if_suitable({"x": 5.0, "y": 30.0}, Patience()) is not None
        source = numbered_source("d early probe")
        assert asked == [source() for _ in asked] != []


def test_forty_probes_are_drawn_once_from_a_source_of_the_name() -> None:
    asked: list[float] = []

    def numbers(source: Source) -> Names:
        asked.append(source())
        return {"x": 1.0, "y": 2.0}

    one = Sieve("d", read_expression("x + y"), numbers)
    assert one.unavoidable() is one.unavoidable()
    source = numbered_source("d probe")
    assert asked == [source() for _ in range(40)]


def test_a_draw_with_a_fate_is_worked_no_more_than_needed() -> None:
    one, patience, (drawn,) = sieve("x + y", "x + y + z", numbers=ANY), Patience(100, 9), xyz((1, 2, 5))
    assert one.solved(drawn, Fate("because", 7), patience) is None
    assert (patience, dict(one.refused)) == (Patience(93, 9), {"because": 1})
    assert one.solved(drawn, Fate("because", 7), patience) is None
    assert one.refused == {"because": 2}
    found = one.solved(drawn, Fate(None, 5), patience)
    assert (found and found.value, patience) == (3.0, Patience(81, 8))
    alone = cost("x + y", drawn)
    for fate in (None, Fate(None, 50, sure=False), Fate("because", 50, sure=False)):
        found = one.solved(drawn, fate, patience)
        assert found is not None
        assert found.value == 3.0
    assert patience == Patience(81 - 3 * alone, 5)
    assert one.refused == {"because": 2}


def test_results_known_to_be_apart_are_solved_at_once() -> None:
    one, patience, (drawn,) = sieve("x + y", "x + y + z", numbers=ANY), Patience(100, 9), xyz((1, 2, 0))
    assert one.solved(drawn, None, patience) is None
    assert patience.solutions == 9
    assert one.solved(drawn, Fate(None, 3), patience) is None
    assert patience.solutions == 8
    assert one.refused == {THEY_MEET: 2}


def test_nothing_is_worked_without_patience() -> None:
    one, patience, (drawn,) = sieve("x + y"), Patience(0, 9), xyz((1, 2))
    for fate in (None, Fate(None, 3), Fate("because", 3)):
        assert one.solved(drawn, fate, patience) is None
    assert (patience, one.refused) == (Patience(0, 9), {})


def test_a_failure_names_the_most_frequent_reason() -> None:
    one = sieve("x + y")
    assert one.main_reason == "they are always the page's own"
    one.refused.update({"rare": 1, "often": 3, "sometimes": 2})
    one.tried = 6
    assert str(one.failure("kata", 17, "at line s, ")) == (
        "kata: 17 sets of fresh numbers tried, and none can be used (mostly: at line s, often); choose other ranges"
    )
    assert str(one.failure("kata", 17)).endswith("(mostly: often); choose other ranges")
    one.begin()
    assert (one.tried, one.refused) == (0, {})


# Searching.


def searched(
    good: int, tries: int, patience: Patience, apart: bool = True, excluded: Names | None = None
) -> tuple[tuple[Names, float] | None, Sieve, Source]:
    """Search for numbers of which the one at index `good` is the first suitable; their y counts the draws."""
    source, one = Source(3), sieve("x + 1", "x + 1 + (1 - y/y)", numbers=[{"x": 1.0, "y": 1.0}])
    made: list[Names] = []

    def draw() -> Names:
        source()
        made.append({"x": 1.0 if len(made) >= good else -1.0, "y": len(made) + 1.0})
        return made[-1]

    found = one.search(draw, source, patience, tries, apart, excluded)
    return None if found is None else (found[0], float(found[1].value)), one, source


@pytest.mark.parametrize("good", [0, 1, 5, 6, 7, 43, 44, 45, 119, 120, 400])
def test_the_first_suitable_draw_is_taken_and_the_source_continues_after_it(good: int) -> None:
    found, one, source = searched(good, 1000, Patience())
    assert found == ({"x": 1.0, "y": good + 1.0}, 2.0)
    following = Source(3)
    for _ in range(good + 1):
        following()
    assert source() == following()
    assert one.refused[SAYS_NOTHING] == good
    assert one.tried == good + 1 if good < 6 else good < one.tried <= 1000


@pytest.mark.parametrize("tries", [1, 5, 6, 7, 8, 44, 50, 700])
def test_no_more_is_tried_than_allowed(tries: int) -> None:
    found, one, source = searched(tries, tries, Patience())
    assert (found, one.tried, one.refused) == (None, tries, {SAYS_NOTHING: tries})
    following = Source(3)
    assert [following() for _ in range(tries + 1)][-1] == source()
    found, one, _ = searched(tries - 1, tries, Patience())
    assert found is not None
    assert one.tried == tries


def test_excluded_numbers_are_passed_over_and_not_counted_as_refused() -> None:
    for good in (0, 6, 20):
        found, one, _ = searched(good, 100, Patience(), excluded={"x": 1.0, "y": good + 1.0})
        assert found == ({"x": 1.0, "y": good + 2.0}, 2.0)
        assert one.refused[SAYS_NOTHING] == good


@pytest.mark.parametrize("refused", [0, 3, 6, 10, 60])
def test_a_search_ends_with_its_patience(refused: int) -> None:
    each = cost("x + 1", {"x": 1.0})
    found, _, _ = searched(refused, 1000, Patience(refused * each + 1, 9))
    assert found is not None
    found, one, _ = searched(refused, 1000, Patience(refused * each, 9))
    assert (found, one.refused[SAYS_NOTHING]) == (None, refused)
    found, _, _ = searched(refused, 1000, Patience(9999, 0))
    assert found is None


def test_tries_are_counted_until_they_are_reset() -> None:
    one, source = sieve("x + 1"), Source(1)
    for expected in (3, 6):
        assert one.search(lambda: {"x": -1.0}, source, Patience(), 3) is None
        assert (one.tried, one.refused) == (expected, {SAYS_NOTHING: expected})


# The numbers of a seed, and of many.


def draws_of(
    expression: str, ranges: dict[str, str], *wrong: str, kind: type[Draws] = Draws, **given: float | tuple[float, ...]
) -> Draws:
    read = {name: read_range(text) for name, text in ranges.items()}
    return kind("deck/drill", read_expression(expression), given, read, beliefs=beliefs_of(*wrong))


class Few(Draws):
    """Draws with fewer tries for a seed."""

    def stages(self) -> list[Stage]:
        return [stage._replace(tries=30) for stage in super().stages()]


class Impatient(Few):
    """Draws with a budget for even fewer."""

    def patience(self) -> Patience:
        return Patience(40, 9)


def outcome(work: Callable[[], object]) -> object:
    """Return what a function returns, or the message of its EngineError."""
    try:
        return work()
    except EngineError as error:
        return str(error)


def test_a_drill_is_drawn_in_one_stage() -> None:
    one = draws_of("x + y", {"x": "integers(1..9)"}, x=1.0, y=2.0)
    (stage,) = one.stages()
    assert (stage.sieve, stage.ranges, stage.given, stage.tries) == (one.sieve, one.ranges, one.given, 5000)
    assert (stage.excluded, stage.name) == (one.given, None)
    assert (one.sieve.name, one.sieve.places, one.places) == ("deck/drill", 3, 3)
    assert one.source("s 1")() == numbered_source("deck/drill s 1")()
    assert one.patience() is not one.patience()
    assert not one.patience().is_over


def test_the_first_suitable_numbers_of_a_seed_are_drawn() -> None:
    one = draws_of("x + y", {"x": "integers(-9..9)"}, x=4.0, y=2.0)
    for seed in range(30):
        source, expected = one.source(seed), (4.0, -2.0)
        x = 4.0
        while x in expected:  # the page's own, or a sum of zero
            x = read_range("integers(-9..9)").draw(source, {})
        assert one.draw(seed) == {"x": x, "y": 2.0}
        assert one.draw(seed) == one.draw_solved(seed)[0]
        assert one.draw_solved(seed)[1].value == x + 2


def test_wrong_turns_need_not_be_distinguishable_if_nobody_asks() -> None:
    one = draws_of("x + y", {"z": "integers(0..4)"}, "x + y + z", x=1.0, y=2.0, z=9.0)
    assert {one.draw(seed)["z"] for seed in range(40)} == {1, 2, 3, 4}
    assert {one.draw_solved(seed, apart=False)[0]["z"] for seed in range(40)} == {0, 1, 2, 3, 4}


def test_the_probes_have_the_given_numbers_and_fresh_ones() -> None:
    one = draws_of("x[0] + y", {"x": "integers(1..9, like x)"}, "y + x[0]", "x[1] + y", x=(1.0, 2.0), y=2.0)
    assert one.unavoidable() == Unavoidable(frozenset({frozenset({"right", "a"})}), frozenset("a"))


@pytest.mark.parametrize(
    ("text", "reason"),
    [("one of(0, 0)", "the answer is zero"), ("one of(3, 3)", "they are always the page's own")],
)
def test_a_range_without_suitable_numbers_says_so(text: str, reason: str) -> None:
    one = draws_of("a + a", {"a": text}, a=3.0)
    one.sieve.tried = 7  # of another seed
    with pytest.raises(
        EngineError, match=r"^deck/drill: 5000 sets of fresh numbers tried, and none can be used \(mostly: the"
    ) as raised:
        one.draw(1)
    assert f"(mostly: {reason}" in str(raised.value)


@pytest.mark.parametrize("count", [0, 1, 3, 100, 257])
def test_many_seeds_have_the_numbers_of_each(count: int) -> None:
    def draws() -> Draws:
        ranges = {"x": "one of(0, 0, 1, 2)", "y": "one of(0, 0, 3)"}
        return draws_of("x + y", ranges, "x + 2·y", kind=Few, x=1.0, y=3.0)

    seeds = [f"s{at}" for at in range(count)]
    alone = draws()
    assert draw_many(draws(), iter(seeds)) == [alone.draw(seed) for seed in seeds]


@pytest.mark.parametrize("count", [1, 60])
@pytest.mark.parametrize(("kind", "zeros"), [(Few, 30), (Impatient, 4)])
def test_seeds_fail_alike_when_tries_or_patience_are_used_up(kind: type[Draws], zeros: int, count: int) -> None:
    ranges = {"x": f"one of({'0, ' * zeros}7)"}
    alone = draws_of("x + 0", ranges, kind=kind, x=1.0)
    outcomes = [outcome(lambda seed=seed: [alone.draw(seed)]) for seed in range(60)]
    assert {type(each) for each in outcomes} == {str, list}
    together = draws_of("x + 0", ranges, kind=kind, x=1.0)
    if count == 1:
        assert [outcome(lambda seed=seed: draw_many(together, [seed])) for seed in range(60)] == outcomes
    else:
        assert outcome(lambda: draw_many(together, range(60))) == next(each for each in outcomes if type(each) is str)
        found = [seed for seed, each in enumerate(outcomes) if type(each) is list]
        assert draw_many(together, found) == [outcomes[seed][0] for seed in found]  # type: ignore[index]


ROW = tuple(float(at == 7) for at in range(100))


def chain(second: str, **ranges: str) -> ChainDraws:
    lines = [ChainLine("s", read_expression("x + 1")), ChainLine("t", read_expression(second))]
    given = {"x": 1.0, "i": 7.0, "row": ROW}
    return ChainDraws("c", lines, given, {name: read_range(text) for name, text in ranges.items()})


@pytest.mark.parametrize(
    ("second", "ranges"),
    [
        ("row[i]·s", {"x": "integers(1..9)", "i": "integers(0..99)"}),  # one of a hundred, in 60 tries
        ("s - 3 + i", {"x": "integers(1..2)", "i": "integers(6..7)"}),  # often the page's own
        ("row[x]·s", {"x": "integers(3..12)"}),  # a line without a range of its own is tried once
    ],
)
@pytest.mark.parametrize(("starts", "calculations"), [(1, 3_000_000), (3, 3_000_000), (2000, 3_000_000), (2000, 1500)])
def test_chains_are_drawn_alike_until_their_starts_or_patience_are_used_up(
    monkeypatch: pytest.MonkeyPatch, second: str, ranges: dict[str, str], starts: int, calculations: int
) -> None:
    monkeypatch.setattr(ChainDraws, "starts", starts)
    monkeypatch.setattr(chains, "_MOST_CALCULATIONS", calculations)
    seeds, alone, together = range(6), chain(second, **ranges), chain(second, **ranges)
    outcomes = [outcome(lambda seed=seed: alone.draw(seed)) for seed in seeds]
    assert [outcome(lambda seed=seed: draw_many(together, [seed])[0]) for seed in seeds] == outcomes
    found = [seed for seed in seeds if type(outcomes[seed]) is dict]
    assert draw_many(chain(second, **ranges), found) == [outcomes[seed] for seed in found]
    if starts == 2000 and calculations == 3_000_000:
        assert len(found) == len(seeds)


def test_a_chain_that_cannot_be_drawn_names_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ChainDraws, "starts", 2)
    hopeless = chain("row[i]·s", x="integers(1..9)", i="integers(8..9)")
    with pytest.raises(
        EngineError,
        match=r"c: 2 sets of fresh numbers tried, and none can be used \(mostly: at line t, the answer is zero, has only equal numbers, or has one too small to be written\)",
    ):
        draw_many(hopeless, [1, 2])
