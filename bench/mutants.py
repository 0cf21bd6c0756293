"""Small changes to the program, and whether its tests notice: `python bench/mutants.py --room scoring`.

Draws places of a room's files by a seed, and at each one of the changes that Cosmic Ray can make there
(`pip install '.[mutants]'`). Each is made in a copy of the tree, and the room's tests that reach its line are run there
until one fails, by a first run of them all under coverage; a line that only importing or a fixture reaches is tried with
all of them. Prints how many changes were noticed, then each that was not. Some change nothing that could be noticed:
the share is of a sample, and has no goal of 100.
"""

from __future__ import annotations

import argparse
import ast
import multiprocessing
import os
import random
import resource
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from difflib import ndiff
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage, CoverageData
from pluggy import HookimplMarker

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("katatx", "scoring", "drills", "tests", "docs", "bench", "README.md", "CONTRIBUTING.md", "pyproject.toml")
hookimpl = HookimplMarker("pytest")
FORK = multiprocessing.get_context("fork")
# Imported once, before the processes that run the tests part from this one. No plugin of pytest may be among them: it
# would warn that it comes too late to rewrite their asserts, and fail.
IMPORTED = ("pytest", "mpmath", "numpy", "yaml", "msgspec", "peewee", "fsrs", "markdown_it")
UNUSED = ("cacheprovider", "xdist", "syrupy")
TESTS = ("not postgresql", "not slow")
OPTIONS = ("-q", "--tb=no", "--import-mode=importlib", "-o", "addopts=", "-k", TESTS[0], "-m", TESTS[1])
QUIET = (*OPTIONS, *(f"-pno:{plugin}" for plugin in UNUSED))
PASSED, FAILED, NOT_IMPORTED, NOT_FOUND, BROKEN = 0, 1, 2, 4, 70
MEMORY = 4 << 30


class Room(NamedTuple):
    """The files that are changed, and the tests that should notice; both are glob patterns from the root."""

    files: tuple[str, ...]
    tests: tuple[str, ...]


ROOMS = {
    "scoring": Room(("scoring/*.py",), ("tests/scoring/test_*.py",)),
    "notation": Room(("katatx/notation/**/*.py",), ("tests/notation/**/test_*.py",)),
    "engine": Room(
        ("katatx/engine/*.py", "katatx/engine/[mpw]*s/*.py"),
        ("tests/engine/test_*.py", "tests/notation/test_*.py"),
    ),
    "draws": Room(
        ("katatx/engine/fresh_numbers/*.py",),
        ("tests/engine/test_draws.py", "tests/engine/test_ranges.py", "tests/engine/test_suitable.py"),
    ),
    "progress": Room(("katatx/progress/[lrw]*.py",), ("tests/progress/test_[!s]*.py",)),
    "judge": Room(("katatx/audit/judge.py",), ("tests/audit/test_[!hp]*.py", "tests/audit/test_planted.py")),
}


class Mutant(NamedTuple):
    """One change: the file, the line that tests must reach, and the file's text after it."""

    file: str
    line: int
    text: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--room", choices=ROOMS, action="append", help="one or more rooms; all by default")
    parser.add_argument("--file", help="change only this file of the room, given from the root")
    parser.add_argument("--sample", type=int, default=40, help="changes a room")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if asked.file and not any(asked.file in files(ROOMS[name].files) for name in asked.room or ()):
        parser.error("--file needs the --room that it is in")
    for module in IMPORTED:
        import_module(module)
    print(f"seed {asked.seed}\n{'room':10} {'mutants':>7} {'killed':>7} {'percent':>7}", flush=True)
    for name in asked.room or ROOMS:
        room = ROOMS[name]._replace(files=(asked.file,)) if asked.file else ROOMS[name]
        mutants = list(drawn(room, asked.sample, asked.seed))
        alive = 0
        for mutant in survivors_of(room, mutants):
            alive += 1
            print(shown(mutant), flush=True)
        killed = len(mutants) - alive
        print(f"{name:10} {len(mutants):7} {killed:7} {killed / max(1, len(mutants)):7.0%}", flush=True)
    return 0


def files(patterns: tuple[str, ...]) -> list[str]:
    """Return the paths of files below the root, in order."""
    return sorted({path.relative_to(ROOT).as_posix() for pattern in patterns for path in ROOT.glob(pattern)})


def drawn(room: Room, sample: int, seed: int) -> Iterator[Mutant]:
    """Yield a sample of a room's changes, one at each place drawn."""
    operators = [get_operator(name) for name in sorted(operator_names()) if not name.endswith("/NoOp")]
    ready = [operator() for operator in operators if not operator.arguments()]
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file in files(room.files)}
    trees = {file: get_ast(text) for file, text in texts.items()}
    nodes = [(file, node) for file, tree in trees.items() for node in ast_nodes(tree)]
    draw = random.Random(seed)
    draw.shuffle(nodes)
    left = sample
    for file, node in nodes:
        if left == 0:
            return
        ways = [(operator, i) for operator in ready for i, _ in enumerate(operator.mutation_positions(node))]
        draw.shuffle(ways)
        changes = (changed(texts[file], trees[file], node, operator, i) for operator, i in ways)
        text = next((text for text in changes if meaning(text) not in ("", meaning(texts[file]))), None)
        if text is not None:
            left -= 1
            yield Mutant(file, line_of(node), text)


def line_of(node: Any) -> int:
    """Return the line whose tests are to notice; 0 for what runs on import, which is the first test's by chance."""
    inside = node.search_ancestor("funcdef", "lambdef") and not node.search_ancestor("param", "decorator")
    return int(node.start_pos[0]) if inside else 0


def changed(text: str, tree: Any, node: Any, operator: Any, index: int) -> str:
    """Return a text after the change that an operator makes at one of its positions in a node."""
    earlier = 0
    for each in ast_nodes(tree):
        if each is node:
            break
        earlier += len(list(operator.mutation_positions(each)))
    return str(mutate_code(text, operator, earlier + index))


def meaning(text: str) -> str:
    """Return what is run of a text: its tree without annotations; nothing where it is no Python."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, (ast.arg, ast.AnnAssign)):
            node.annotation = ast.Name("_")
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
    return ast.dump(tree)


def survivors_of(room: Room, mutants: list[Mutant]) -> Iterator[Mutant]:
    """Yield each change after which no test fails; leave where the tests fail without a change."""
    tests = files(room.tests)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        for name in COPIED:
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, copy / name)
        started = time.monotonic()
        if status_of(copy, tests, None) != PASSED:
            sys.exit(f"the tests fail without a change: {' '.join(tests)}")
        limit = 20 + 3 * (time.monotonic() - started)
        data = first_run(copy, files(room.files), tests)
        for mutant in mutants:
            if survives(copy, mutant, reaching(data, copy, mutant) or tests, limit):
                yield mutant


def first_run(copy: Path, changeable: list[str], tests: list[str]) -> CoverageData:
    """Run tests without a change, and return which lines each of them reaches."""
    process = FORK.Process(target=_run_counted, args=(copy, changeable, tests))
    process.start()
    process.join()
    if process.exitcode not in (PASSED, FAILED):  # one that measures time may fail where each line is counted
        sys.exit(f"pytest ended with {process.exitcode}: {(copy / 'printed').read_text()}")
    data = CoverageData(str(copy / ".coverage"))
    data.read()
    return data


class _PerTest:
    """pytest plugin that records which lines each test reaches.

    Coverage's `dynamic_context` names a test by its function, and gives all tests of Hypothesis one name.
    """

    def __init__(self, coverage: Coverage) -> None:
        self.coverage = coverage

    @hookimpl(tryfirst=True)
    def pytest_runtest_call(self, item: Any) -> None:
        """Attribute lines to this test from here on."""
        self.coverage.switch_context(item.nodeid.partition("[")[0])

    @hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self) -> None:
        """Attribute lines to no test."""
        self.coverage.switch_context("")


def _run_counted(copy: Path, changeable: list[str], tests: list[str]) -> None:
    """Run tests and leave with pytest's status; which lines each reaches goes into the copy's `.coverage`."""
    _enter(copy)
    coverage = Coverage(data_file=str(copy / ".coverage"), include=[str(copy / file) for file in changeable])
    coverage.start()
    _leave_with_status([*QUIET, *tests], coverage)


def reaching(data: CoverageData, copy: Path, mutant: Mutant) -> list[str]:
    """Return the tests that reach a changed line."""
    return sorted(set(data.contexts_by_lineno(str(copy / mutant.file)).get(mutant.line, [])) - {""})


def survives(copy: Path, mutant: Mutant, tests: list[str], limit: float) -> bool:
    """Return whether tests pass, within the limit, in the copy with a changed file."""
    (copy / mutant.file).write_text(mutant.text, encoding="utf-8")
    try:
        status = status_of(copy, tests, limit)
        if status == NOT_FOUND:  # a module that fails when it is imported has no tests by name
            status = status_of(copy, sorted({name.partition("::")[0] for name in tests}), limit)
        return status == PASSED
    finally:
        shutil.copy2(ROOT / mutant.file, copy / mutant.file)


def status_of(copy: Path, tests: list[str], limit: float | None) -> int:
    """Return pytest's status after the tests, FAILED if they take longer than the limit.

    `limit` is None for the unchanged program: then exit if the tests cannot run. With a limit, tests that cannot run
    count as failed, and a line on stderr says so.
    """
    process = FORK.Process(target=_run_tests, args=(copy, tests))
    process.start()
    process.join(limit)
    if process.exitcode is None:
        process.kill()
        process.join()
        return FAILED
    if process.exitcode in (PASSED, FAILED, NOT_IMPORTED, NOT_FOUND):
        return process.exitcode
    if limit is None:
        sys.exit(f"pytest ended with {process.exitcode}: {(copy / 'printed').read_text()}")
    print(f"pytest ended with {process.exitcode} after a change, which counts as noticed", file=sys.stderr)
    return FAILED


def _run_tests(copy: Path, tests: list[str]) -> None:
    """Run tests and leave with pytest's status; what they print goes into a file."""
    _enter(copy)
    _leave_with_status([*QUIET, "-x", *tests])


def _leave_with_status(arguments: list[str], coverage: Coverage | None = None) -> NoReturn:
    """Run pytest, save what `coverage` has counted, and leave with pytest's status; BROKEN if anything is raised."""
    try:
        status = int(import_module("pytest").main(arguments, plugins=[_PerTest(coverage)] if coverage else []))
        if coverage:
            coverage.stop()
            coverage.save()
    except BaseException:
        traceback.print_exc()
        status = BROKEN
    sys.stdout.flush()
    os._exit(status)


def _enter(copy: Path) -> None:
    """Let this process import from the copy, print into a file of it, and use no more than the memory allowed."""
    os.chdir(copy)
    os.environ["PYTHONPATH"] = os.pathsep.join((str(copy), os.environ.get("PYTHONPATH", "")))
    sys.path.insert(0, str(copy))
    sys.dont_write_bytecode = True
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    os.dup2(os.open("printed", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
    os.dup2(1, 2)


def shown(mutant: Mutant) -> str:
    """Return a change as a person reads it: its place, and the lines before and after."""
    before = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    changes = [line for line in ndiff(before, mutant.text.splitlines()) if line[0] in "+-"]
    return "\n    ".join((f"{mutant.file}:{mutant.line}", *changes))


if __name__ == "__main__":
    sys.exit(main())
