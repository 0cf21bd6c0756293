"""Sessions that Python itself ran: every output is right, and most of them are checked; a changed digit is found."""

from __future__ import annotations

import ast
import contextlib
import io
from random import Random

import numpy as np
import pytest

from katatx.pages.page import Kind

EXPRESSIONS = """
a + b; a * b - c; a / 3; a @ W; W @ b[:2] if False else W.T @ a[:2]; np.exp(a); softmax_of(a); a.sum(); a.mean(), a.std(); W.mean(axis=0); W.max(axis=1); W * 2; W / 3; np.outer(a, b); (a > 0); (a > 0).sum();
W[0]; W[:, 1]; W[1, 2]; a[::-1]; np.maximum(W, 0); n + 1; n / 7; n ** 2, n // 3; [x * 2 for x in range(3)]; round(n / 7, 3); W.shape; len(a); np.linalg.norm(a); a.round(2); W.argmax(axis=1); 1e-7 * n;
np.round(W / 3, 4); a * 1000; a * 1e6; a / 1e6; W.T; W.tolist(); list(a); float(a[0]); int(n); str(n); a.reshape(3, 1); np.arange(n); np.linspace(0, 1, 4); np.eye(2); np.zeros(3); {'k': n}; sorted(a); max(a); n > 3; None;
f'{n} and {a[0]:.3f}'; np.where(a > 0, a, -1); a.cumsum(); a.astype(int); np.float64(n) / 3; W.flatten(); W.sum(axis=1, keepdims=True); a[None, :]; sum(a); np.log(np.abs(a) + 1); a - a.max(); -a; np.sign(a)
"""
STATEMENTS = """
c = a - b; a = a * 0.5; b += 1; n = n + 2; W = W - 0.1 * np.outer(a, b); a, b = b, a; W[0] = a; W[0, 1] += 1; d = W; d *= 2; n -= 1; c = np.concatenate([a[:1], b[1:]]); def softmax_of(x): return np.exp(x) / np.exp(x).sum();
v = a; v[0] = 7.5; a = a.copy(); print(a, n); print('n is', n, sep=': '); print(f'{a.mean():.4f} of {n:d} and {W.sum():8.2f}'); print('%.3f %d' % (a[0], n)); print(W); print(); a = np.array([0.5, -1.25, 2.0]); x = W @ a
"""


def session(seed: int) -> str:
    """A page of typed statements with what Python printed."""
    source = Random(seed)
    names: dict[str, object] = {}
    lines: list[str] = []

    def typed(statement: str) -> None:
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), np.errstate(all="ignore"):
            try:
                node = ast.parse(statement)
                if isinstance(node.body[0], ast.Expr):
                    value = eval(statement, names)
                    if value is not None:
                        print(repr(value))
                else:
                    exec(statement, names)
            except (ValueError, TypeError, NameError):
                return
        lines.append(f">>> {statement}")
        lines.extend(line for line in printed.getvalue().rstrip("\n").split("\n") if printed.getvalue().strip())

    numbers = ", ".join(str(source.randint(-300, 300) / 100) for _ in range(3))
    for statement in (
        "import numpy as np",
        f"n = {source.randint(2, 9)}",
        f"a = np.array([{numbers}])",
        "b = np.array([1.0, 0.5, -2.0])",
        "c = a + b",
    ):
        typed(statement)
    typed("W = np.array([[1.0, 2.0, -0.5], [0.25, -1.0, 3.0], [0.0, 1.5, 2.0]])")
    typed("def softmax_of(x): return np.exp(x) / np.exp(x).sum()")
    for _ in range(30):
        pool = STATEMENTS if source.random() < 0.4 else EXPRESSIONS
        typed(source.choice(pool.replace("\n", "").split(";")).strip())
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_nothing_is_called_wrong_that_python_printed(worked, seed: int) -> None:
    text = session(seed)
    page = worked(text, Kind.TEXT)
    wrong = [(draft.text, draft.true) for draft in page.drafts if draft.verdict != "right"]
    assert [each for each in wrong if each[1] is not None] == [], text
    assert len(wrong) <= len(page.drafts) / 4, text


def test_most_changed_digits_are_found(worked) -> None:
    found = planted = 0
    for seed in range(30):
        source, text = Random(seed), session(seed)
        drafts = [draft for draft in worked(text, Kind.TEXT).drafts if draft.verdict == "right"]
        draft = source.choice(drafts)
        digits = [at for at in range(draft.start, draft.stop) if text[at].isdigit()]
        at = source.choice(digits)
        changed = text[:at] + source.choice([digit for digit in "123456789" if digit != text[at]]) + text[at + 1 :]
        planted += 1
        verdicts = {each.verdict.value for each in worked(changed, Kind.TEXT).drafts if each.start <= at < each.stop}
        found += "wrong" in verdicts
    assert found >= 0.9 * planted
