"""Drills that teach nothing, found by lint. Each deck is small and its faults are known by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.lint import lint_file

HEAD = "deck: mine\ntitle: My page\npage: Page 1\nsections:\n  S:\n"


def problems(folder: Path, *drills: str) -> list[str]:
    path = folder / "mine.yaml"
    path.write_text(HEAD + "".join(drills), encoding="utf-8")
    return [fault.problem for fault in lint_file(path)]


def drill(answer: str, given: str, fresh: str, prompt: str = "What is it?", more: str = "", name: str = "d") -> str:
    return (
        f"    {name}:\n      prompt: '{prompt}'\n      given: {given}\n"
        f"      answer: '{answer}'\n      fresh: {fresh}\n{more}"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "given", "fresh", "prompt", "copied"),
    [
        ("word_number(rank, 99, 100)", "{rank: 7}", '{rank: "integers(2..60)"}', "It ranks {rank}.", "rank"),
        ("relu(row)", "{row: [1, 2, 4]}", '{row: "integers(1..90, like row)"}', "{row}", "row"),
        ("[n, d]", "{n: 3, d: 50}", '{n: "integers(2..9)", d: "integers(11..40)"}', "{n} words, {d} wide.", "n, d"),
        ("[n, 4]", "{n: 3}", '{n: "integers(11..90)"}', "{n} words, 4 wide.", "n, 4"),
        ("[d, d]", "{n: 3, d: 50}", '{d: "integers(11..40)"}', "{n} words, {d} wide.", None),
    ],
)
def test_an_answer_that_stands_in_the_prompt_in_every_draw_is_copied(
    tmp_path: Path, answer: str, given: str, fresh: str, prompt: str, copied: str | None
) -> None:
    found = [each for each in problems(tmp_path, drill(answer, given, fresh, prompt)) if "copied" in each]
    if copied is None:
        assert found == []
    else:
        assert [f"({copied})" in each for each in found] == [True]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "given", "fresh", "says"),
    [
        ("a·0 + 8", "{a: 3}", '{a: "integers(2..40)"}', "never change"),
        ("softmax(s)", "{s: [1, 4]}", '{s: "integers(-1..4, like s)"}', "only 4 different numbers"),
        ("pad_or_chop(s, 3)", "{s: [5]}", '{s: "one of(2, 3, 4, like s)"}', "only 3 answers"),
        ("softmax(s)", "{s: [1, 4]}", '{s: "tenths(-1..3, like s)"}', None),
        ("argmax(s)", "{s: [1, 4, 2]}", '{s: "integers(1..40, like s)"}', None),
        ("√n", "{n: 4}", '{n: "one of(4, 9, 16, 25)"}', None),
    ],
)
def test_an_answer_is_not_soon_known_by_heart(
    tmp_path: Path, answer: str, given: str, fresh: str, says: str | None
) -> None:
    found = problems(tmp_path, drill(answer, given, fresh))
    if says is None:
        assert found == []
    else:
        assert [says in each for each in found] == [True], found


DOT = ("dot(a, b)", "{a: [1, 2], b: [3, 4]}", '{a: "integers(1..9, like a)", b: "integers(1..9, like b)"}')
DOT_TOO = ("dot(q, k)", "{k: [1, 2], q: [5, 4]}", '{k: "integers(1..7, like q)", q: "integers(1..9, like q)"}')
WIDER = ("dot(q, k)", "{k: [1, 2, 3], q: [5, 4, 1]}", '{k: "integers(1..7, like q)"}')
ASKED, CLASH = "      turn: 1\n", "      wrong_turn: 1\n"


def test_two_drills_with_the_same_expression_are_twins(tmp_path: Path) -> None:
    found = problems(tmp_path, drill(*DOT, name="one"), drill(*DOT_TOO, name="two"), drill(*WIDER, name="three"))
    assert found == ['two: asks for the same calculation as "one", on the same shapes; remove one']


def test_other_numbers_in_the_expression_make_another_drill(tmp_path: Path) -> None:
    given, fresh = "{x: [1, 5, 7]}", '{x: "integers(10..99, like x)"}'
    assert problems(tmp_path, drill("x + 2", given, fresh, name="one"), drill("x + 3", given, fresh, name="two")) == []


@pytest.mark.slow
def test_every_block_keeps_its_drill_and_others_go(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        drill(*DOT, name="before"),
        drill(*DOT, name="asked", more=ASKED),
        drill(*DOT, name="clash", more=CLASH),
        drill(*DOT, name="once-more", more=CLASH),
    )
    assert [each.partition(":")[0] for each in found] == ["before", "once-more"]
    assert all('"asked"' in each for each in found)


def test_a_spot_is_no_twin_of_the_drill_whose_working_it_shows(tmp_path: Path) -> None:
    answer = drill("softmax(s)", "{s: [1, 4, 2]}", '{s: "tenths(-1..3, like s)"}', name="one")
    spot = drill("softmax(s)", "{s: [1, 4, 2]}", '{s: "tenths(-1..3, like s)"}', name="two").replace("answer:", "spot:")
    assert problems(tmp_path, answer, spot) == []
    assert len(problems(tmp_path, answer, spot, spot.replace("two:", "three:"))) == 1


BELIEF = "      beliefs:\n        b: {{answer: '{}', happened: it was, instead: do not}}\n"


@pytest.mark.parametrize(
    ("answer", "given", "fresh", "belief", "says"),
    [
        # 2 + 2 is 2·2: with the page's numbers the belief is right.
        (
            "a·b",
            "{a: 2, b: 2}",
            '{a: "integers(3..9)", b: "integers(3..19)"}',
            "a + b",
            "is graded right with the page",
        ),
        ("a·b", "{a: 2, b: 3}", '{a: "integers(3..9)", b: "integers(3..19)"}', "a + b", None),
        # 13 is 12.8 given to too few places.
        ("a/b", "{a: 128, b: 10}", '{a: "integers(11..97)"}', "round(a/b)", "is graded right with the page"),
        ("[d, n]", "{n: 3, d: 50}", '{n: "integers(2..9)", d: "integers(11..40)"}', None, "no known mistake changes"),
    ],
)
def test_the_belief_of_a_wrong_turn_is_judged_wrong(
    tmp_path: Path, answer: str, given: str, fresh: str, belief: str | None, says: str | None
) -> None:
    more = CLASH + ("" if belief is None else BELIEF.format(belief))
    found = problems(tmp_path, drill(answer, given, fresh, more=more))
    assert ([says in each for each in found] if says else found) == ([True] if says else [])
