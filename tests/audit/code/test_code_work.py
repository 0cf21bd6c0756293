"""Results of code on a page: in comments, after prompts, in the outputs of cells."""

from __future__ import annotations

import random

import pytest

from katatx.pages.page import Kind
from tests.growth import BOUND, growth, growth_by_length, seconds

RIGHT, WRONG, UNCHECKED, CARRIED = "right", "wrong", "unchecked", "carried"


# ---- comments


@pytest.mark.parametrize(
    ("code", "claims"),
    [
        ("x = 2 * 3  # 6", [("6", RIGHT)]),
        ("x = 2 * 3  # 7", [("7", WRONG)]),
        ("x = 2 * 3  # = 6", [("6", RIGHT)]),
        ("np.exp(1)  # -> 2.7183", [("2.7183", RIGHT)]),
        ("np.exp(1)  # 2.7138", [("2.7138", WRONG)]),
        ("np.exp(1)  # ≈ 2.72", [("2.72", RIGHT)]),
        ("softmax(np.array([1, 4]))  # 0.047 0.953", [("0.047 0.953", RIGHT)]),
        ("softmax(np.array([1, 4]))  # 0.047, 0.935", [("0.047, 0.935", WRONG)]),
        ("a, b = np.array([1, 2]) * 2  # -> [2, 4]", [("[2, 4]", RIGHT)]),
        ("a, b = 1 + 1, 2 + 2  # 2, 4", [("2, 4", RIGHT)]),
        ("np.array([1, 2]) / 4  # array([0.25, 0.5 ])", [("[0.25, 0.5 ]", RIGHT)]),
        ("np.outer([1, 2], [1, 3])  # [[1, 3], [2, 7]]", [("1, 3", RIGHT), ("2, 7", WRONG)]),
        ("np.zeros((2, 3))  # (2, 3)", [("(2, 3)", RIGHT)]),
        ("np.zeros((2, 3))  # (3, 2)", [("(3, 2)", WRONG)]),
        ("np.zeros((2, 3)) @ np.ones(3)  # shape (2,)", [("(2,)", RIGHT)]),
        ("np.zeros((2, 3)).shape  # (2, 3)", [("(2, 3)", RIGHT)]),
        ("n = 6 + 2 + 2  # 6 + 2 + 2 = 10", [("6 + 2 + 2", RIGHT), ("10", RIGHT)]),
        ("n = 6 + 2 + 2  # 6 + 2 + 2 = 11", [("6 + 2 + 2", RIGHT), ("11", WRONG)]),
        ("10 * 4 / 1e3  # 0.04 kB in float32", [("0.04", RIGHT)]),
        ("10 * 4 / 1e3  # 0.05 kB in float32", [("0.05", WRONG)]),
        ("print(3 * 4)  # 12", [("12", RIGHT)]),
        ("print('sum', 3 * 4)  # 13", [("13", WRONG)]),
        ("x = 3; y = x * 2  # 6", [("6", RIGHT)]),
        ("x += 1", []),
        ("total = (1 +\n  2 +\n  3)  # 7", [("7", WRONG)]),
        ("s = '# 5'", []),
    ],
)  # fmt: skip
def test_results_in_comments(worked, code: str, claims: list[tuple[str, str]]) -> None:
    page = worked(code)
    assert sorted(page.claims) == sorted(claims)
    assert not page.left


@pytest.mark.parametrize(
    "code",
    [
        "lr = 0.1  # 0.01 was too small",
        "n = 4  # 4 heads",
        "d = 8  # 2 heads of 4",
        "y = 2 * 3  # 2 x 3 matrix",
        "y = 2 * 3 / 7  # 1",
        "y = 2 * 3 + 1  # (1)",
        "y = 2 * 3  # 1. first step",
        "y = 2 * 3  # 3: the third",
        "y = 2 * 3  # 10% of it",
        "y = 2 * 3 / 7  # 0.5 would be chance",
        "y = 2 * 3  # readout",
        "y = 2 * 3  # 5 tokens",
        "W = np.eye(2)  # 3",
        "x = 'a'  # 3",
        "for i in range(3):\n    x = i  # 7",
        "def f(x):\n    return x  # 3",
        "# 3 + 4 = 8",
    ],
)
def test_comments_about_something_else(worked, code: str) -> None:
    assert WRONG not in [verdict for _, verdict in worked(code).claims]


def test_a_comment_alone_is_left_to_the_text(worked) -> None:
    assert worked("x = 2\n# 3. scale by sqrt(4) = 2\ny = x").left == ["# 3. scale by sqrt(4) = 2"]


def test_what_is_no_python_is_left_to_the_text(worked) -> None:
    assert worked("x = 2·3 = 6\ntotal: 2.72 + 54.60\nx <- c(1, 2)").left == [
        "x = 2·3 = 6",
        "total: 2.72 + 54.60",
        "x <- c(1, 2)",
    ]


def test_plain_text_is_left_alone(worked) -> None:
    text = "match = 2*1 + 0*0   # 2\n\nno code"
    assert worked(text, Kind.TEXT).left == text.split("\n")


def test_what_should_stand_there(worked) -> None:
    (draft,) = worked("np.array([1, 2, 5]) / 4  # [0.25, 0.50, 1.52]").drafts
    assert [figure.correct for figure in draft.figures] == ["1.25"]
    assert draft.true == [0.25, 0.5, 1.25]


# ---- names


def test_names_live_on_and_change(worked) -> None:
    page = worked("x = 2\ny = x * 3  # 6\nx = 5\nx * y  # 30\nx -= 1\nx  # 4\ndel x\nx  # 4.0")
    assert [verdict for _, verdict in page.claims] == [RIGHT, RIGHT, RIGHT, UNCHECKED]


@pytest.mark.parametrize(
    "code",
    [
        "x = load('a')",
        "x = np.random.randn(1)",
        "while x < 9:\n    x += 1",
        "x[0] = load()",
        "from lib import x",
        "import x",
        "with open('a') as x:\n    pass",
        "def x():\n    pass",
        "class x:\n    pass",
        "x.fill(3)",
        "shuffle(x)",
        "np.random.shuffle(x)",
        "y = x\ny += unknown",
        "y = x[:1]\ny[0] = 9",
        "y = x\ny += 1",
        "y = x.T\ny *= 2",
        "%run other.py x=3",
        "def f():\n    x[0] = 3\nf()",
        "try:\n    x = 3\nfinally:\n    pass",
        "for x in load(): pass",
        "exec('x = 3')\ndel x",
        "x: float = load()",
        "(x := load())",
        "x, y = load(), 2",
    ],
)
def test_a_name_that_may_have_changed_is_not_known(worked, code: str) -> None:
    claims = worked(f"x = np.array([2.0])\n{code}\nx + 1  # [3.0]").claims
    assert claims == [("[3.0]", UNCHECKED)]


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("x[0] = 5", "[5, 2, 3]"),
        ("x[1:] = 0", "[1, 0, 0]"),
        ("x[x > 1] = -np.inf", "[1, -inf, -inf]"),
        ("x += 1", "[2, 3, 4]"),
        ("x[0] += 4", "[5, 2, 3]"),
        ("y = x + 1\ny += 1", "[1, 2, 3]"),
        ("y = x.copy()\ny[0] = 9", "[1, 2, 3]"),
        ("for i in range(3):\n    x = x + i", "[4, 5, 6]"),
        ("if x[0] > 0:\n    x = -x\nelse:\n    x = 0", "[-1, -2, -3]"),
        ("def f(a, b=2):\n    '''Doc.'''\n    c = a * b\n    return c + 1\nx = f(x)", "[3, 5, 7]"),
        ("f = lambda a: a ** 2\nx = f(x)", "[1, 4, 9]"),
        ("with torch.no_grad():\n    x = x * 2", "[2, 4, 6]"),
        ("import numpy as xp\nx = xp.maximum(x, 2)", "[2, 2, 3]"),
        ("from math import sqrt as root\nx = x * root(4)", "[2, 4, 6]"),
    ],
)
def test_what_statements_do(worked, code: str, value: str) -> None:
    assert worked(f"x = np.array([1.0, 2, 3])\n{code}\nx  # {value}").claims == [(value, RIGHT)]


def test_a_wrong_result_has_no_effect_on_later_code(worked) -> None:
    assert [verdict for _, verdict in worked("x = 2 * 3  # 7\nx + 1  # 7").claims] == [WRONG, RIGHT]


def test_code_knows_the_names_of_the_text_and_the_text_those_of_code(worked) -> None:
    page = worked("y = x * 2  # 7", x=3.5)
    assert page.claims == [("7", RIGHT)]
    assert page.sheet.scope.find("y").true == 7.0
    assert page.sheet.scope.find("x").true == 3.5


def test_a_name_that_code_lost_is_not_taken_from_the_text_above(worked) -> None:
    assert worked("x = load()\nx + 1  # 4.5", x=3.5).claims == [("4.5", UNCHECKED)]


# ---- prompts


def test_outputs_after_prompts(worked) -> None:
    page = worked(
        ">>> import numpy as np\n>>> F = np.array([[1.1, 0.4],\n...               [0.3, -1.2]])\n>>> F * 2\narray([[ 2.2,  0.8],\n       [ 0.6, -2.5]])\n"
        ">>> F.sum(), F.max()\n(0.6, 1.1)\n>>> F[0] > 1\narray([ True, False])\n\nAnd 7 more.",
        Kind.TEXT,
    )
    assert page.claims == [("[ 2.2,  0.8]", RIGHT), ("[ 0.6, -2.5]", WRONG), ("0.6", RIGHT), ("1.1", RIGHT)]
    assert page.left == ["", "And 7 more."]


def test_a_loop_after_a_prompt(worked) -> None:
    page = worked(
        ">>> for i in range(2):\n...     print(i, 'squared', i ** 2 + 0.5)\n...\n0 squared 0.5\n1 squared 1.6",
        Kind.TEXT,
    )
    assert page.claims == [("0", RIGHT), ("0.5", RIGHT), ("1", RIGHT), ("1.6", WRONG)]


def test_a_fence_in_a_text(worked) -> None:
    page = worked("before\n```python\nx = 2 * 3   # 7\n```\nx = 2 * 3   # 7", Kind.TEXT)
    assert page.claims == [("7", WRONG)]
    assert page.left == ["before", "x = 2 * 3   # 7"]


# ---- outputs


@pytest.mark.parametrize(
    ("code", "claims"),
    [
        ("3 * 4\n|12", [("12", RIGHT)]),
        ("x = 3\nx * 4\n|13", [("13", WRONG)]),
        ("np.array([2, 4]) / 4\n|array([0.5, 1. ])", [("[0.5, 1. ]", RIGHT)]),
        ("np.array([2., 3.])\n|array([2., 4.], dtype=float32)", [("[2., 4.]", WRONG)]),
        ("torch.tensor([0.5, 2.0])\n|tensor([0.5000, 2.0000], device='cuda:0')", [("[0.5000, 2.0000]", RIGHT)]),
        ("print('loss', 0.5)\nprint(f'step of 0.5 -> {np.array([1.25]) * 2}')\n|loss 0.5\n|step of 0.5 -> [2.5]", [("0.5", RIGHT), ("[2.5]", RIGHT)]),
        ("print(f'{0.391304:.1%} and {12345.678:,.1f}')\n|39.1% and 12,345.8", [("39.1", RIGHT), ("12,345.8", WRONG)]),
        ("print('%.2f of %d' % (0.126, 7))\n|0.13 of 7", [("0.13", RIGHT), ("7", RIGHT)]),
        ("print('{:.2f}'.format(2 / 3))\n|0.66", [("0.66", WRONG)]),
        ("print(np.eye(2))\n|[[1. 0.]\n| [0. 2.]]", [("[1. 0.]", RIGHT), ("[0. 2.]", WRONG)]),
        ("print(1e-05 * 1)\n|1e-05", [("1e-05", RIGHT)]),
        ("print(np.float64(0.25), True, None, 'x1')\n|0.25 True None x1", [("0.25", RIGHT)]),
        ("load()\n|3.5", [("3.5", UNCHECKED)]),
        ("print(2 * 3)\nload()\nprint(7 + 1)\n|6\n|8", [("6", RIGHT), ("8", RIGHT)]),
        ("print(2 * 3)\nprint(load())\nprint(7 + 1)\n|6\n|0.3\n|9", [("6", RIGHT), ("0.3", UNCHECKED), ("9", WRONG)]),
        ("print(2 * 3)\n|6 7", [("6 7", UNCHECKED)]),
        ("np.arange(2000)\n|array([0, 1, 2, ..., 1999])", [("0, 1, 2, ..., 1999", UNCHECKED)]),
        ("x = 3\n|7", []),
    ],
)  # fmt: skip
def test_outputs_of_cells(worked, code: str, claims: list[tuple[str, str]]) -> None:
    assert worked(code).claims == claims


# ---- hostile pages


WORDS = "x y np F ( ) [ ] { } , : ; = == + - * ** / // % @ # ' \" ''' \\ ... >>> 1 0 2.5 1e999 10**9 def f(a): return for i in range(9): if else: lambda import as print( f'{x:.2f}' ``` ```python 3.1 [1,2] [[1,2],[3,4]] softmax .T .sum( axis=0 ) None True -> # 3 \t é 𝟙 \x00 while with class del global".split(  # noqa: SIM905
    " "
)


@pytest.mark.parametrize("seed", range(40))
def test_random_sources_do_no_harm(worked, seed: int) -> None:
    source = random.Random(seed)
    lines = []
    for _ in range(60):
        words = source.choices(WORDS, k=source.randint(1, 12))
        lines.append(source.choice(["", "", ">>> ", "... ", "    ", "|"]) + source.choice([" ", ""]).join(words))
    for kind in (Kind.CODE, Kind.TEXT):
        page = worked("\n".join(lines), kind)
        assert all(0 <= draft.start < draft.stop <= len(page.text) for draft in page.drafts)


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "(" * 5000,
        "x = " + "[" * 3000 + "]" * 3000,
        "-" * 7000 + "1",
        "1" + "+1" * 3500,
        "x = '" + "\\'" * 3000,
        "not " * 1900 + "1",
        "f(" * 900 + ")" * 900,
        "lambda: " * 900 + "1",
        "x = np.ones((100, 100))\n" + "x = x @ x\n" * 300,
        "x = 3\n" + "x = x ** x\n" * 50 + "x  # 3.5",
        "x = 'a'\n" + "x = x + x\n" * 100,
        "def f(n):\n    return f(n)\nf(1)  # 3.5",
        "for i in range(9999):\n  print(i)\n|0",
        "if 1:\n" * 3000,
        "'''\n" * 3001,
        ">>> (\n" * 2000,
        "print(10 ** 400)\n|1" + "0" * 400,
        "x = 1" + "0" * 5000,
        "float('nan')  # 3.5\n|nan",
        "x = 1_0\nx = 0xfff\nx = 1j\nx = b'a'\n'\\d'\n1if 1else 2",
    ],
)
def test_hostile_code_takes_time_by_its_length(worked, text: str) -> None:
    assert growth_by_length(text, worked) < BOUND


PLAIN_LOOP = "x = 0\nfor i in range(9999):\n  for j in range(9999):\n    x = i"


@pytest.mark.parametrize(
    "text",
    [
        "x = [i for i in range(9999) for j in range(9999)]",
        "x = [1]\n" + "x = [x, x]\n" * 200 + "x  # 3.5",
        "def f(n):\n    return f(n) + f(n)\nf(1)  # 3.5",
        "for i in range(9999):\n  for j in range(9999):\n    x = [j] * 9999",
        "for i in range(9999):\n  for j in range(9999):\n    x = np.ones((100, 100)) @ np.ones((100, 100))",
    ],
    ids=["comprehension", "doubled lists", "recursion", "long lists", "products of matrices"],
)
def test_endless_code_is_given_up_about_as_soon_as_a_plain_loop(worked, text: str) -> None:
    plain = seconds(lambda: worked(PLAIN_LOOP))
    assert seconds(lambda: worked(text)) < 20 * plain


def test_time_grows_with_the_page_alone(worked) -> None:
    def page(count: int) -> str:
        return "x = np.array([1.0, 2.0])  # first\ny = x @ x  # 5\nprint(y)\n|5.0\n" * count

    assert len(worked(page(800)).claims) == 2 * 800
    assert growth(page, worked, 800) < BOUND


@pytest.mark.parametrize(
    "code",
    [
        "n = 1\ndef step():\n    global n\n    n *= 3\nstep()\nprint(n)  # 3",
        "n = 1\ndef step():\n    global n\n    n *= 3\ndef twice():\n    step()\n    step()\ntwice()\nprint(n)  # 9",
        "@once\ndef step():\n    global n\n    n = 5\nn = 1\nstep()\nprint(n)  # 5",
        "class Sum:\n    def add(self, v):\n        global n\n        n += v\nn = 2\nSum().add(3)\nprint(n)  # 5",
        "n = 2\ndef put(v):\n    globals()['n'] = v\nput(5)\nprint(n * 2)  # 10",
        "n = 3\nexec('n = 4')\nprint(n)  # 4",
    ],
)
def test_what_a_function_may_have_changed_is_not_known(worked, code: str) -> None:
    assert [verdict for _, verdict in worked(code).claims if verdict == WRONG] == []


@pytest.mark.parametrize(
    ("code", "claims"),
    [
        ("n = 1\ndef step():\n    n = 3\n    return n\nstep()\nprint(n)  # 3", [("3", WRONG)]),
        ("n = 1\ndef step():\n    global m\n    m = 3\nn += 4\nprint(n)  # 4", [("4", WRONG)]),
        ("t = 0\nfor i in range(4):\n    t += i\nprint(t)  # 7", [("7", WRONG)]),
    ],
)
def test_a_name_that_no_function_changes_is_held_against(worked, code: str, claims: list[tuple[str, str]]) -> None:
    assert [claim for claim in worked(code).claims if claim[1] != UNCHECKED] == claims
