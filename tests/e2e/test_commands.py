"""The commands as a script sees them: JSON, exit status, one line on stderr."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import BUILT_IN, ROOT
from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM

ONE_DRILL = "deck: mine\ntitle: t\npage: p\nsections:\n  S:\n    one: {prompt: p, "


def document(*arguments: str) -> tuple[Any, int]:
    done = run_text(*arguments, "--json")
    return json.loads(done.stdout), done.returncode


@pytest.mark.parametrize(
    ("line", "status", "verdict", "turns"),
    [
        ("softmax 1 4", 0, None, None),
        ("softmax 1 4 = 0.047 0.953", 0, "right", []),
        ("softmax 1 4 = 0.2 0.8", 1, "wrong", ["softmax/raw-shares"]),
        ("softmax 1 4 = 0.2", 2, "again", []),
        ("2·3 + 1·2 = 6 + 2 = 9", 1, "wrong", [None, None]),
        ("5 - 5 = 1e-12", 1, "wrong", []),
    ],
)
def test_a_line_is_checked(line: str, status: int, verdict: str | None, turns: list[str] | None) -> None:
    found, ended = document("check", line)
    names = found["causes"] and [cause["id"] for cause in found["causes"]]
    assert (ended, found["verdict"], names) == (status, verdict, turns)


def test_check_as_json() -> None:
    found, _ = document("check", "softmax 1 4")
    assert found["expression"] == "softmax([1, 4])"
    assert found["value"] == pytest.approx([0.04742587317756678, 0.9525741268224334], abs=1e-15)
    assert found["shown"] == "[0.047, 0.953]"
    assert [step["line"] for step in found["steps"]] == ["raise", "total", "divide"]
    assert found["steps"][0]["value"] == pytest.approx([2.718281828459045, 54.598150033144236], abs=1e-14)
    assert document("check", "padding_mask([1, 4], 1)")[0]["value"] == [1, "-inf"]
    assert [link["verdict"] for link in document("check", "2·3 + 1·2 = 6 + 2 = 9")[0]["links"]] == ["right", "wrong"]
    listed = json.loads(run_text("check", "--list", "--json").stdout)
    softmax = next(each for each in listed if each["name"] == "softmax")
    assert softmax["arguments"] == [{"name": "scores", "kind": "row", "optional": False}]
    assert json.loads(run_text("check", "--list", "Soft max", "--json").stdout) == [softmax]


@pytest.mark.parametrize(
    ("typed", "verdicts", "status"),
    [
        ("1/2 = 0.5\n", [(1, "right")], 0),
        ("\ufeff1/2 = 0.5\n\n 1/2 = 0.6\n", [(1, "right"), (3, "wrong")], 1),
        ("1/2 = 0.6\n\nsofmax 1\n", [(1, "wrong"), (3, "again")], 2),
        ("# one word\nq = [2, 0, 1, 0]\nq·[3,0,2,0] = 8\nqq = q + t\n", [(2, None), (3, "right"), (4, "again")], 2),
    ],
)
def test_lines_of_a_pipe_are_checked(typed: str, verdicts: list[tuple[int, str | None]], status: int) -> None:
    done = run_text("check", "-", "--json", typed=typed)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["line"], each.get("verdict")) for each in found] == verdicts
    assert done.returncode == status
    assert [each["input"] for each in found] == [typed.lstrip("\ufeff").splitlines()[line - 1] for line, _ in verdicts]
    assert done.stderr.count("\n") == (status == 2)


def test_a_pipe_is_answered_line_by_line_and_may_be_closed() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*PROGRAM, "check", "-"], text=True, **pipes) as child:  # type: ignore[call-overload]
        for _ in range(2):
            child.stdin.write("1/2 = 0.5\n")
            child.stdin.flush()
            assert child.stdout.readline() == "1 / 2 = 0.5: right\n"
        child.stdout.close()
        with suppress(BrokenPipeError):
            child.stdin.write("1/2 = 0.5\n" * 20_000)
            child.stdin.close()
        assert child.stderr.read() == ""
        assert child.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
def test_what_cannot_be_printed_is_no_success() -> None:
    around = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*PROGRAM, "decks"], stdout=full, stderr=subprocess.PIPE, text=True, env=around, check=False
        )
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    ("arguments", "text", "column"),
    [
        (["check"], "  1 + ?", 6),
        (["check"], "1 + sofmax(2)", 5),
        (["check"], "1/0", None),
        (["grade", "attention/match"], "  4x", 4),
        (["grade", "attention/match"], "3 4", None),
    ],
)
def test_unread_has_one_shape_and_one_line_on_stderr(arguments: list[str], text: str, column: int | None) -> None:
    done = run_text(*arguments, text, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (found["line"], found["input"], found["verdict"], found["column"]) == (1, text, "again", column)
    assert found["error"] in done.stderr


@pytest.mark.parametrize(
    ("typed", "status", "verdict"),
    [
        ("0.047 0.953", 0, "right"),
        ("0.2 0.8", 1, "wrong"),
        ("0.047 0.9", 1, "wrong"),
        ("0.05 0.95", 2, "again"),
        ("1 000", 2, "again"),
    ],
)
def test_an_answer_is_graded(typed: str, status: int, verdict: str, home: Path) -> None:
    found, ended = document("grade", "attention/portions", typed)
    assert (ended, found["verdict"]) == (status, verdict)
    if typed == "0.2 0.8":
        cause = found["causes"][0]
        assert (cause["id"], cause["line"]) == ("softmax/raw-shares", "raise")
        assert cause["happened"]
        assert cause["instead"]
    assert {each.name for each in home.iterdir()} <= {"cache"}


def test_grade_as_json() -> None:
    found, _ = document("grade", "attention/match", "3")
    asked = [found[name] for name in ("drill", "answer_type", "key", "band", "typed", "slots", "seed")]
    assert asked == ["attention/match", "scalar", 3.0, [3.0, 3.0], "3", [True], None]
    first, second = (document("grade", "attention/portions", "--seed", "5")[0] for _ in range(2))
    assert first == second
    assert first["given"] != document("grade", "attention/portions")[0]["given"]
    assert first["verdict"] is None
    done = run_text("grade", "attention/match", "\x9b31m\u202e", "--json")
    assert json.loads(done.stdout)["typed"] == "\x9b31m\u202e"
    assert not set("\x9b\u202e") & set(done.stdout)


def test_decks_as_json() -> None:
    (deck,), status = document("decks", "attention")
    assert (status, deck["deck"]) == (0, "attention")
    match = next(drill for drill in deck["drills"] if drill["id"] == "match")
    known = [match[name] for name in ("kind", "turn", "answer_type", "operations", "fresh", "page_says")]
    assert known == ["your-turn", 3, "scalar", ["dot"], True, 3]
    assert set(BUILT_IN) <= set(run_text("decks").stdout.split())


def test_a_deck_is_drafted_linted_and_practised(tmp_path: Path) -> None:
    (tmp_path / "two-words.md").write_text("# Two words\n\nsoftmax([1, 3]) = [0.119, 0.881]\n")
    assert run_text("new", "two-words", "--from", "two-words.md", cwd=tmp_path).returncode == 0
    drafted = tmp_path / "two-words.yaml"
    drafted.write_text(drafted.read_text().replace("(to be written)", "Portions of {scores}?"))
    assert run_text("lint", "two-words.yaml", cwd=tmp_path).stdout == "files: 1, faults: 0\n"
    asked = run_text("drill", "./two-words.yaml", "--plain", cwd=tmp_path, typed="0.119 0.881\nq\n")
    assert asked.returncode == 0
    assert "\nright to 3 places\n" in asked.stdout
    broken = tmp_path / "broken.yaml"
    broken.write_text("deck: x\ntitle: y\npage: z\nsections:\n  S: [\n")
    (fault,), status = document("lint", str(broken))
    assert (fault["file"], fault["line"], status) == (str(broken), 6, 1)


@pytest.mark.slow
def test_help_has_an_example_for_every_command() -> None:
    listed = run_text("--help").stdout
    commands = re.findall(r"^  ([a-z][a-z-]*)  ", listed, flags=re.MULTILINE)
    assert {"check", "grade", "drill", "kata", "review", "stats", "undo", "export", "import", "audit"} <= set(commands)
    for command in commands:
        assert re.search(rf"^  Example: .*katatx {command}\b", run_text(command, "--help").stdout, flags=re.MULTILINE)
    assert run_text("--version").stdout.startswith("katatx ")
    alone = run_text()
    assert alone.returncode == 0
    assert all(deck in alone.stdout for deck in ("attention", "block", "Today"))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["drill", "atention"], "did you mean attention"),
        (["drill", "attention/mach"], "did you mean match"),
        (["drill", "./nowhere.yaml"], "nowhere.yaml: no such file"),
        (["drill", "./portions.md"], '"./portions.md" is not a drill file'),
        (["drill"], "drill needs"),
        (["drill", "\x1b[31m"], "deck"),
        (["drill", "attention", "--seed", "9" * 25], "--seed takes a whole number"),
        (["drill", "attention", "--limit", "0"], "--limit takes a whole number, 1 or more"),
        (["kata", "blok"], "did you mean block"),
        (["kata", "attention", "--page", "--seed", "5"], "--seed"),
        (["review", "--minutes", "601"], "from 1 to 600"),
        (["stats", "atention"], "attention?"),
        (["undo"], "nothing to undo"),
        (["undo", "3"], 'undo does not take "3"'),
        (["decks", "attention/match"], "attention"),
        (["new", "attention"], "comes with katatx"),
        (["export", "log.txt"], ".json, .csv or .apkg"),
        (["export", "log.json", "--deck", "attention"], "--deck"),
        (["import", "nowhere.json"], "nowhere.json"),
        (["completion", "tcsh"], "bash"),
        (["check", "--open", "a.kata"], "katatx check - < FILE"),
        (["check", "--jsn", "1"], "--jsn"),
        (["check", "\x1b[31m$"], "column 1"),
        (["check", "(" * 100_000], "characters"),
        (["check", "9^9^9^9"], "large"),
        (["chek", "1"], "did you mean check?"),
        (["check", "--list", "scalee"], "did you mean scale"),
        (["lint", "."], "no drill file was found"),
        (["audit"], "audit needs FILE...; for example: katatx audit page.md"),
        (["audit", "."], "no page is in it"),
        (["audit", "a.md", "--format", "xml\x1b[m"], '--format is text, json, sarif or github, not "xml�[m"'),
        (["audit", "a.md", "--unread", "--format", "sarif"], "--unread does not go with --format sarif"),
        (["audit", "-", "--open"], "name a single file"),
        (["audit", "a.md", "b.md", "--open"], "name a single file"),
        (["audit", "a.md", "--open", "--fix", "b.md"], "leave out --format and --fix"),
        (["audit", "a.md", "--open"], "--open needs a terminal"),
    ],
    ids=lambda each: " ".join(each)[:30].encode("unicode_escape").decode() if isinstance(each, list) else "",
)
def test_trouble_is_one_line_on_stderr_and_status_2(arguments: list[str], told: str, tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    done = run_text(*arguments, cwd=here)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith("katatx: ")
    assert len(done.stderr) < 500
    assert "\x1b" not in done.stderr
    assert told in done.stderr
    assert list(here.iterdir()) == []


def test_faults_of_a_drill_file_are_named_with_their_place(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    path = home / "decks" / "mine.yaml"
    for text, arguments, place in [
        (ONE_DRILL + "answer: sofmax(1)}\n", ("grade", "mine/one", "3"), 'mine.yaml:6:30: one: column 1: "sofmax"'),
        (ONE_DRILL + "choices: [{says: a}, {says: b}]}\n", ("drill", "mine", "--plain"), "mine.yaml:6"),
        (ONE_DRILL + "turn: one, answer: 1}\n", ("drill", "mine"), "mine.yaml:6:28: turn"),
    ]:
        path.write_text(text)
        done = run_text(*arguments)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert place in done.stderr
    listed = run_text("decks")
    assert "attention" in listed.stdout
    assert "mine.yaml:6:28" in listed.stderr


@pytest.mark.parametrize("module", ["katatx.command_line", "katatx.commands.decks"])
def test_a_key_that_stops_it_while_it_starts_ends_it_quietly(module: str) -> None:
    code = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        f"        if name == '{module}':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv = ['katatx', 'decks']\n"
        "from katatx.__main__ import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


# Prints what a shell offers for the line in LINE, once the script is read. As zsh completes at a prompt alone, what it
# calls is replaced.
OFFERS = {
    "bash": """
source <(katatx completion bash)
read -ra COMP_WORDS <<< "$LINE"
[[ $LINE == *" " ]] && COMP_WORDS+=("")
COMP_CWORD=$(( ${#COMP_WORDS[@]} - 1 ))
_katatx
printf '%s\\n' "${COMPREPLY[@]}"
""",
    "zsh": """
compdef() { :; }
compadd() { shift; [[ $1 == '' ]] && shift 2; print -l -- "$@"; }
source <(katatx completion zsh)
words=(${(z)LINE})
[[ $LINE == *" " ]] && words+=("")
CURRENT=$#words
_katatx
""",
    "fish": "katatx completion fish | source; complete -C $LINE",
}


@pytest.mark.slow
@pytest.mark.parametrize("shell", OFFERS)
def test_a_shell_completes_commands_decks_drills_and_words_of_options(tmp_path: Path, shell: str) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    katatx = tmp_path / "katatx"
    katatx.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m katatx "$@"\n')
    katatx.chmod(0o755)
    around = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    for line, wanted in [
        ("katatx dri", {"drill"}),
        ("katatx drill attention/mat", {"attention/match", "attention/match-row"}),
        ("katatx kata atte", {"attention"}),
        ("katatx preview l", {"length-4/", "look-across/"}),
        ("katatx audit --format g", {"github"}),
        ("katatx audit --fo", {"--format"}),
    ]:
        command = [shell, *({"bash": ["--norc"], "zsh": ["-f"], "fish": ["-N"]}[shell]), "-c", OFFERS[shell]]
        done = subprocess.run(command, env={**around, "LINE": line}, capture_output=True, text=True, check=True)
        offered = set(done.stdout.split())
        assert offered >= wanted, done.stderr
        assert all(word.startswith(line.split()[-1]) for word in offered)
