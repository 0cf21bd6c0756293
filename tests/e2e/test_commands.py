"""The commands as a script sees them: JSON, exit status, one line on stderr."""

from __future__ import annotations

import json
import os
import re
import resource
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from katatx.decks.loading import load_deck
from katatx.progress.database.header import FILE_NAME, VERSION
from tests.conftest import BUILT_IN, ROOT
from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM


def run(*arguments: str, typed: str = "", **options) -> subprocess.CompletedProcess[str]:
    return run_text(*arguments, typed=typed, **options)


def document(*arguments: str):
    done = run(*arguments, "--json")
    return json.loads(done.stdout), done.returncode


def test_check_softmax_as_json() -> None:
    found, status = document("check", "softmax 1 4")
    assert status == 0
    assert found["expression"] == "softmax([1, 4])"
    assert found["value"] == pytest.approx([0.04742587317756678, 0.9525741268224334], abs=1e-15)
    assert found["shown"] == "[0.047, 0.953]"
    assert [step["line"] for step in found["steps"]] == ["raise", "total", "divide"]
    assert found["steps"][0] == {
        "line": "raise", "text": "e^1 = 2.718  e^4 = 54.598", "value": pytest.approx([2.718281828459045, 54.598150033144236], abs=1e-14),
    }  # fmt: skip
    assert found["strokes"] == {"products": 0, "sums": 1, "exponentials": 2, "divisions": 2}
    assert [found[name] for name in ("claim", "verdict", "wrong_turns", "slots", "message")] == [None] * 5


def test_check_a_claim_as_json() -> None:
    found, status = document("check", "softmax 1 4 = 0.047 0.953")
    assert status == 0
    assert (found["claim"], found["verdict"], found["slots"]) == ([0.047, 0.953], "right", [True, True])
    assert found["message"] == "right to 3 places"
    assert "links" not in found
    found, status = document("check", "softmax 1 4 = 0.2 0.8")
    assert status == 1
    assert found["wrong_turns"] == ["softmax/raw-shares"]


def test_check_attention() -> None:
    found, _ = document("check", "attention [[2,0,1,0]] [[1,0,0,0],[3,0,2,0]] [[2,0,0,1],[0,3,1,0]]")
    assert found["value"] == pytest.approx([0.0949, 2.8577, 0.9526, 0.0474], abs=5e-5)


def test_check_a_chain_as_json() -> None:
    found, status = document("check", "2·3 + 1·2 = 6 + 2 = 9")
    assert status == 1
    assert [link["verdict"] for link in found["links"]] == ["right", "wrong"]
    assert found["verdict"] == "wrong"


def test_check_minus_infinity_in_json() -> None:
    found, _ = document("check", "padding_mask([1, 4], 1)")
    assert found["value"] == [1, "-inf"]


def test_check_lines_from_stdin() -> None:
    done = run("check", "-", "--json", typed="1/2 = 0.5\n\n1/2 = 0.6\nsofmax 1\n")
    assert [json.loads(line).get("verdict") for line in done.stdout.splitlines()] == ["right", "wrong", "unread"]
    assert done.returncode == 2
    assert "line 4" in done.stderr
    assert run("check", "-", typed="1/2 = 0.5\n").returncode == 0
    assert run("check", "-", typed="1/2 = 0.6\n").returncode == 1


def test_names_hold_on_the_lines_below_them() -> None:
    text = "# one word\nq = [2, 0, 1, 0]\n\nq·[3,0,2,0] = 8\ns = 8/3\ns = 2.667\nqq = s + t\n"
    done = run("check", "-", "--json", typed=text)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(each["line"], each.get("verdict")) for each in found] == [
        (2, None), (4, "right"), (5, None), (6, "right"), (7, "unread"),
    ]  # fmt: skip


def test_a_worksheet_needs_a_terminal_and_takes_no_line() -> None:
    done = run("check", "--open", "a.kata")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "katatx check - < FILE" in done.stderr
    assert run("check", "--open", "a.kata", "1 + 1").returncode == 2


def test_a_document_has_its_line_and_its_input_as_given() -> None:
    done = run("check", "-", "--json", typed="\n 1/2 = 0.5 \n")
    assert [json.loads(done.stdout)[name] for name in ("line", "input")] == [2, " 1/2 = 0.5 "]


@pytest.mark.parametrize(
    ("arguments", "text", "column"),
    [
        (["check"], "  1 + ?", 7),
        (["check"], "  foo + 1", 3),
        (["check"], "1 + sofmax(2)", 5),
        (["check"], " [1, [2, 3]]", 2),
        (["check"], "1/0", None),
        (["check"], "softmax 1 4 = 0.2", None),
        (["grade", "attention/match"], "  3x", 4),
        (["grade", "attention/match"], "3 4", None),
    ],
)
def test_unread_has_one_shape_and_one_line_on_stderr(arguments: list[str], text: str, column: int | None) -> None:
    done = run(*arguments, text, "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert (found["line"], found["input"], found["verdict"], found["column"]) == (1, text, "unread", column)
    assert found["error"] in done.stderr


def test_a_text_too_long_to_read_is_not_printed_in_full() -> None:
    found, status = document("check", "9" * 100_000)
    assert (status, len(found["input"])) == (2, 5001)


def test_a_wrong_turn_says_in_json_where_it_happened_what_happened_and_what_to_do_instead() -> None:
    for arguments in (["check", "softmax 1 4 = 0.2 0.8"], ["grade", "attention/portions", "0.2 0.8"]):
        (turn,) = document(*arguments)[0]["turns"]
        assert list(turn) == ["id", "line", "happened", "detail", "instead"]
        assert (turn["id"], turn["line"]) == ("softmax/raw-shares", "raise")
        assert turn["happened"]
        assert turn["instead"]


def test_check_answers_each_line_as_it_is_read() -> None:
    with subprocess.Popen([*PROGRAM, "check", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        for _ in range(3):
            child.stdin.write("1/2 = 0.5\n")
            child.stdin.flush()
            assert child.stdout.readline() == "1 / 2 = 0.5: right\n"
        child.stdin.close()


def test_grade_as_json(home: Path) -> None:
    found, status = document("grade", "attention/match", "3")
    assert status == 0
    assert list(found) == [
        "drill", "seed", "given", "prompt", "answer_type", "places", "key", "band", "choices", "typed", "verdict",
        "wrong_turns", "turns", "slots", "message", "target_seconds", "sheet",
    ]  # fmt: skip
    assert (found["drill"], found["answer_type"], found["key"], found["band"]) == (
        "attention/match",
        "scalar",
        3.0,
        [3.0, 3.0],
    )
    assert (found["typed"], found["verdict"], found["slots"]) == ("3", "right", [True])
    assert not home.exists()


def test_grade_with_a_seed_is_the_same_every_time() -> None:
    first, _ = document("grade", "attention/portions", "--seed", "5")
    second, _ = document("grade", "attention/portions", "--seed", "5")
    page, _ = document("grade", "attention/portions")
    assert first == second
    assert first["given"] != page["given"]
    assert first["verdict"] is None


@pytest.mark.parametrize(
    ("typed", "status"),
    [("0.047 0.953", 0), ("0.2 0.8", 1), ("0.047 0.9", 1), ("0.3 0.6", 1), ("0.05 0.95", 2), ("0,5", 1), ("1 000", 2)],
)
def test_grade_exit_status(typed: str, status: int) -> None:
    assert run("grade", "attention/portions", typed).returncode == status


def test_grade_a_negative_answer() -> None:
    assert document("grade", "attention/match", "-3")[0]["verdict"] == "slip"


def test_every_your_turn_of_the_page_through_grade() -> None:
    deck = load_deck("attention", ROOT / "nowhere")
    checks = {2: "1", 3: "3", 4: "5", 5: "0.5", 6: "[2,2]", 7: "[2, 1]"}
    for drill in (d for d in deck.drills if d.kind == "your-turn"):
        asked, _ = document("grade", f"attention/{drill.id}")
        answer = asked["key"] if asked["answer_type"] == "choice" else checks[drill.turn]
        if drill.turn == 5:
            answer = "0.5 0.5"
        judged, status = document("grade", f"attention/{drill.id}", answer)
        assert (judged["verdict"], status) == ("right", 0)


def test_decks_as_json() -> None:
    found, status = document("decks")
    assert status == 0
    assert [deck["deck"] for deck in found] == BUILT_IN
    deck = found[0]
    assert (deck["deck"], deck["page"]) == ("attention", "Appendix D, Transformer From Pencil")
    match = next(drill for drill in deck["drills"] if drill["id"] == "match")
    assert match == {
        "id": "match", "kind": "your-turn", "turn": 3, "section": "WANT dots every HAVE", "answer_type": "scalar",
        "operations": ["dot"], "fresh": True, "page_says": 3, "erratum": None,
    }  # fmt: skip
    assert document("decks", "attention")[0] == [deck]


def test_lint_and_schema(tmp_path: Path) -> None:
    broken = tmp_path / "broken.yaml"
    broken.write_text("deck: x\ntitle: y\npage: z\ndrills:\n  - id: [\n")
    done = run("lint", str(broken), "--json")
    assert done.returncode == 1
    (fault,) = json.loads(done.stdout)
    assert (fault["file"], fault["line"]) == (str(broken), 6)
    import jsonschema
    import yaml

    schema = json.loads(run("schema").stdout)
    deck = yaml.safe_load((ROOT / "drills" / "attention.yaml").read_text().replace("-inf", "-.inf"))
    jsonschema.validate(deck, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**deck, "drills": [{"id": "x"}]}, schema)


def test_help_has_an_example_for_every_command() -> None:
    listed = run("--help").stdout
    for command in (
        "check", "grade", "decks", "drill", "kata", "review", "stats", "undo", "export", "import", "calibrate", "fit",
        "new", "lint", "schema", "class",
    ):  # fmt: skip
        assert command in listed
        assert f"Example: katatx {command}" in run(command, "--help").stdout
    assert run("--version").stdout.startswith("katatx ")
    alone = run()
    assert alone.returncode == 0
    assert all(deck in alone.stdout for deck in ("attention", "block", "Today", "katatx --help"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["drill", "attention", "--seed", "abc"],
            '--seed takes a whole number, 0 or more, of at most 18 digits, not "abc"; see',
        ),
        (
            ["drill", "attention", "--limit", "0"],
            '--limit takes a whole number, 1 or more, not "0"; see katatx drill --help',
        ),
        (["undo", "3"], 'undo does not take "3"; for example: katatx undo; see katatx undo --help'),
        (["kata"], "kata needs DECK; for example: katatx kata attention --page; see katatx kata --help"),
        (["completion"], "completion needs SHELL (bash, zsh or fish); for example: "),
        (["help"], 'there is no command "help"; see katatx --help'),
        (["chek", "1"], 'there is no command "chek"; similar: check, schema; see katatx --help'),
        (["completion", "tcsh"], 'shell cannot be "tcsh"; write bash or zsh or fish; see katatx completion --help'),
        (["drill", "attention", "--seed"], "--seed needs a value after it; see katatx drill --help"),
        (["drill", "./portions.md"], '"./portions.md" is not a drill file, since those end in .yaml; to make'),
        (["preview", "portions.md"], '"portions.md" is not a drill file'),
        (["preview", "./nowhere.yaml"], "nowhere.yaml: no such file"),
        (["decks", "attention/match"], '"attention/match" names a drill; give its deck alone: attention'),
        (["new", "attention"], '"attention" is the name of a deck that comes with katatx; choose another'),
        (["new", "mine", "--from", "./nowhere.md"], "nowhere.md: no such file"),
        (["export", "log.apkg", "--format", "csv"], '"log.apkg" has the ending of anki files, but --format is csv'),
    ],
)
def test_a_mistake_in_a_command_is_told_plainly(arguments: list[str], said: str) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"katatx: {said}")


def test_a_folder_without_drill_files_is_not_linted(tmp_path: Path) -> None:
    done = run("lint", str(tmp_path))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no drill file was found in" in done.stderr
    assert "name a file whose name ends in .yaml" in done.stderr


def test_operations_are_listed_without_what_they_raise() -> None:
    assert "Raises" not in run("check", "--list").stdout


def test_a_faulty_answer_is_named_with_its_file_and_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "deck: mine\ntitle: t\npage: p\ndrills:\n"
        "  - {id: one, kind: worked, section: S, prompt: p, answer: sofmax(1)}\n"
    )
    said = 'mine.yaml:5:60: one: column 1: "sofmax" is not known'
    assert said in run("preview", f"{path}/one").stderr
    assert said in run("grade", f"{path}/one", "3").stderr


ONE_LINE = [
    ["drill", "atention"], ["drill", "attention/mach"], ["grade", "attention/nope"], ["grade", "match"], ["decks", "nope"],
    ["check", "softmax("], ["check", "1/0"], ["check", "9^9^9^9"], ["check", "1 1/2"], ["check", "--jsn", "1"],
    ["nonsense"], ["lint", "/nowhere"], ["drill", "./nowhere.yaml"], ["drill"], ["check", "1", "--places", "x"],
    ["check", "1/2(3) = 6"],
    ["check", "1*" * 3000 + "1"],
    ["check", "chopped_count(4, inf)"],
    ["check", "[[1 2; 3 4]] = 1"],
    ["check", "\x1b[31m$"], ["drill", "\x1b[31m"], ["check", "(" * 100_000], ["check", "9" * 100_000],
]  # fmt: skip


@pytest.mark.parametrize(
    "arguments", ONE_LINE, ids=lambda arguments: " ".join(arguments)[:30].encode("unicode_escape").decode()
)
def test_trouble_is_one_line_on_stderr_and_status_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert len(done.stderr) < 500
    assert "\x1b" not in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_seed_too_large_to_keep_is_one_line() -> None:
    done = run("drill", "attention", "--seed", "9" * 25, "--plain")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_bytes_that_are_no_text_are_unread() -> None:
    done = subprocess.run(
        [*PROGRAM, "drill", "attention", "--plain"], input=b"\xff\nq\n", capture_output=True, check=False
    )
    assert done.returncode == 0
    assert any(line.startswith(b"unread") for line in done.stdout.splitlines())


def test_a_choice_with_none_right_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "deck: mine\ntitle: t\npage: p\ndrills:\n"
        "  - {id: one, kind: worked, section: S, prompt: p, choices: [{says: a}, {says: b}]}\n"
    )
    done = run("drill", str(path), "--plain")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_json_holds_no_control_characters() -> None:
    done = run("grade", "attention/match", "\x9b31m\u202e", "--json")
    assert json.loads(done.stdout)["typed"] == "\x9b31m\u202e"
    assert not set("\x9b\u202e") & set(done.stdout)


def test_the_nearest_deck_comes_first() -> None:
    assert "write one of: attention" in run("drill", "atention").stderr


def test_a_broken_drill_file_says_where_and_the_others_load(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "mine.yaml").write_text("deck: mine\ntitle: t\npage: p\ndrills:\n  - id: one\n    kind: wrong\n")
    done = run("drill", "mine")
    assert done.returncode == 2
    assert 'mine.yaml:6:11: kind cannot be "wrong"; did you mean wrong-turn?' in done.stderr
    listed = run("decks")
    assert "attention" in listed.stdout
    assert "mine.yaml:6:11" in listed.stderr


def test_a_deck_with_two_readings_does_not_keep_the_others_from_practice(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "mine.yaml").write_text(
        "deck: mine\ntitle: t\npage: p\ndrills:\n"
        "  - {id: one, kind: worked, section: S, given: {a: [1, 2]}, prompt: p, answer: a * a}\n"
        "kata:\n  title: t\n  given: {a: [1, 2]}\n  fresh: {a: 'integers(1..9, 2)'}\n"
        "  lines: [{name: x, drill: one, prompt: p, answer: a * a}, {name: y, drill: one, prompt: p, answer: x}]\n"
    )
    done = run("review", "--plain", typed="q\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Review:" in done.stdout
    done = run("stats", "--rebuild")
    assert (done.returncode, done.stderr) == (0, "katatx: recomputed from 0 answers\n")
    for arguments, place in ((["grade", "mine/one", "3"], "5:80: one"), (["kata", "mine", "--plain"], "10:52: kata")):
        done = run(*arguments)
        assert done.returncode == 2
        assert f"mine.yaml:{place}: column 3: does * multiply number by number" in done.stderr


def _hostile_log(home: Path, what: str) -> None:
    home.mkdir(parents=True)
    if what == "no database":
        (home / FILE_NAME).write_bytes(b"hello" * 100)
    else:
        run("drill", "attention", typed="q\n")
        import sqlite3

        with sqlite3.connect(home / FILE_NAME) as log:
            log.execute(f"pragma user_version = {VERSION + 1}")
        log.close()


@pytest.mark.parametrize("what", ["no database", "newer"])
def test_a_log_that_cannot_be_used_is_one_line_and_untouched(home: Path, what: str) -> None:
    _hostile_log(home, what)
    before = (home / FILE_NAME).read_bytes()
    done = run("drill", "attention", typed="73\n")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert FILE_NAME in done.stderr
    assert (home / FILE_NAME).read_bytes() == before


def _no_room() -> None:
    """The child may write no file beyond what a fresh log takes: what a full disk looks like."""
    import signal

    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))


def test_a_full_disk_is_one_line_and_nothing_lost(home: Path) -> None:
    run("drill", "attention", typed="73\nq\n")
    before = (home / FILE_NAME).read_bytes()
    done = run("drill", "attention", typed="1\n2\n3\n", preexec_fn=_no_room)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be" in done.stderr
    assert (home / FILE_NAME).read_bytes() == before


# As root every folder can be written; a read-only mount in a namespace of its own cannot.
_READ_ONLY = 'mount --bind "$0" "$0" && mount -o remount,ro,bind "$0" && exec "$@"'


def test_a_read_only_folder_is_one_line(home: Path) -> None:
    run("drill", "attention", typed="73\nq\n")
    before = (home / FILE_NAME).read_bytes()
    held = ["unshare", "--mount", "sh", "-c", _READ_ONLY, str(home)] if os.geteuid() == 0 else []
    if held and subprocess.run([*held, "true"], capture_output=True, check=False).returncode:
        pytest.skip("as root no folder is read-only, and no namespace with a read-only mount can be had")
    home.chmod(0o500)
    (home / FILE_NAME).chmod(0o400)

    def there(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*held, *PROGRAM, *arguments], input="1\n", capture_output=True, text=True, check=False)

    done, stats, exported = there("drill", "attention"), there("stats", "--json"), there("export")
    home.chmod(0o700)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot be opened" in done.stderr
    # It can be read, and carried away.
    assert (stats.returncode, json.loads(stats.stdout)["attempts"]) == (0, 1)
    assert (exported.returncode, len(json.loads(exported.stdout))) == (0, 2)
    assert (home / FILE_NAME).read_bytes() == before


def test_stats_do_not_wait_for_somebody_who_writes(home: Path) -> None:
    run("drill", "attention", typed="73\nq\n")
    with closing(sqlite3.connect(home / FILE_NAME, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        done = run("stats", "--json", timeout=30)
        writer.execute("ROLLBACK")
    assert (done.returncode, json.loads(done.stdout)["attempts"]) == (0, 1)


def test_check_with_nothing_to_check_explains_itself_by_examples_that_work() -> None:
    explained = run("check")
    assert explained.returncode == 0
    examples = re.findall(r'^  katatx check ("[^"]+")', explained.stdout, flags=re.MULTILINE)
    assert len(examples) >= 8
    for example in examples:
        assert run("check", example.strip('"')).returncode == 0, example


def test_the_list_names_every_operation_by_topic_and_as_json() -> None:
    listed = run("check", "--list")
    assert "layer_norm(row, [gamma], [beta], [eps])" in listed.stdout
    operations = json.loads(run("check", "--list", "--json").stdout)
    assert len(operations) >= 80
    softmax = next(each for each in operations if each["name"] == "softmax")
    assert softmax["arguments"] == [{"name": "scores", "kind": "row", "optional": False}]
    assert "softmax/raw-shares" in softmax["wrong_turns"]


def test_a_byte_order_mark_before_a_line_is_no_part_of_it() -> None:
    done = run("check", "-", typed="\ufeff1+1=2\n")
    assert (done.returncode, done.stdout) == (0, "1 + 1 = 2: right\n")


def test_a_key_that_stops_it_while_it_starts_ends_it_quietly() -> None:
    code = (
        "import sys\n"
        "class Stop:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'katatx.cli':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Stop())\n"
        "sys.argv = ['katatx', 'decks']\n"
        "from katatx.start import main\n"
        "main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


def test_a_power_of_ten_is_not_taken_for_digits_that_changed_places() -> None:
    found, status = document("check", "5 - 5 = 1e-12")
    assert (status, found["verdict"]) == (1, "wrong")
