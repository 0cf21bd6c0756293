"""Small changes to the program, and whether its tests notice:

    python bench/mutants.py [--room scoring] [--sample 40] [--seed 1]

Draws places of a room's files by a seed, and changes each in a copy of the tree: a comparison, a sign, a condition, a
number or a constant. The room's quick tests are run there until one fails. Prints each change that none noticed, and how
many were. Some change nothing that could be noticed: the share is of a sample, and has no goal of 100.
"""

from __future__ import annotations

import ast
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bench.harness import options, seconds

COPIED = ("katatx", "scoring", "drills", "tests", "docs", "bench", "README.md", "CONTRIBUTING.md", "pyproject.toml")
# The files that are changed, and the tests that should notice; both are glob patterns from the root.
ROOMS = {
    "scoring": ("scoring/*.py", "tests/scoring/test_*.py"),
    "notation": ("katatx/notation/**/*.py", "tests/notation/**/test_*.py"),
    "engine": ("katatx/engine/**/*.py", "tests/engine/test_*.py"),
    "pages": ("katatx/pages/**/*.py", "tests/pages/**/test_*.py"),
    "progress": ("katatx/progress/*.py", "tests/progress/test_*.py"),
    "audit": ("katatx/audit/**/*.py", "tests/audit/**/test_*.py"),
}
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult,
}  # fmt: skip


def changes(tree: ast.AST) -> Iterator[tuple[ast.AST, str, object]]:
    """Yield what can be changed below a node: whose attribute, its name, and its other value."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.BinOp, ast.BoolOp)) and type(node.op) in OTHER:
            yield node, "op", OTHER[type(node.op)]()
        elif isinstance(node, ast.Compare) and type(node.ops[0]) in OTHER:
            yield node, "ops", [OTHER[type(node.ops[0])](), *node.ops[1:]]
        elif isinstance(node, (ast.If, ast.IfExp, ast.While)):
            yield node, "test", ast.UnaryOp(ast.Not(), node.test)
        elif isinstance(node, ast.Constant) and isinstance(node.value, (int, float)):
            yield node, "value", not node.value if isinstance(node.value, bool) else node.value + 1


def drawn(pattern: str, sample: int, seed: int) -> Iterator[tuple[Path, str, str]]:
    """Yield a sample of changes: the file, its text after the change, and what a person reads of it."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(ROOT.glob(pattern))}
    inside = [
        (path, *change)
        for path, tree in trees.items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for statement in function.body
        for change in changes(statement)
    ]
    for path, node, name, value in random.Random(seed).sample(inside, min(sample, len(inside))):
        before, own = ast.unparse(node), getattr(node, name)
        setattr(node, name, value)
        place = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        yield path, ast.unparse(trees[path]), f"{place}\n    - {before[:110]}\n    + {ast.unparse(node)[:110]}"
        setattr(node, name, own)


def passes(copy: Path, tests: list[str], limit: float | None = None) -> bool:
    command = [sys.executable, "-m", "pytest", "-qx", "-p", "no:cacheprovider", "-k", "not postgresql", *tests]
    try:
        return subprocess.run(command, cwd=copy, capture_output=True, timeout=limit, check=False).returncode == 0
    except subprocess.TimeoutExpired:
        return False


def survivors(copy: Path, room: str, sample: int, seed: int) -> Iterator[str]:
    """Yield the changes of a room after which no test fails; leave where one fails without a change."""
    pattern, tests = ROOMS[room][0], sorted(str(path.relative_to(ROOT)) for path in ROOT.glob(ROOMS[room][1]))
    unchanged: list[bool] = []
    taken = seconds(lambda: unchanged.append(passes(copy, tests)))
    if not unchanged[0]:
        sys.exit(f"the tests of {room} fail without a change")
    for path, text, change in drawn(pattern, sample, seed):
        there = copy / path.relative_to(ROOT)
        there.write_text(text, encoding="utf-8")
        if passes(copy, tests, 20 + 3 * taken):
            yield change
        shutil.copy2(path, there)


def main() -> None:
    asked = options(__doc__, room="", sample=40, seed=1)
    with tempfile.TemporaryDirectory() as folder:
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, Path(folder, name))
        for room in [asked.room] if asked.room else ROOMS:
            alive = 0
            for change in survivors(Path(folder), room, asked.sample, asked.seed):
                print(change, flush=True)
                alive += 1
            print(f"{room}: {asked.sample - alive} of {asked.sample} changes noticed", flush=True)


if __name__ == "__main__":
    main()
