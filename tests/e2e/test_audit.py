"""`katatx audit` as a person and a script have it: reports, exit status, one line on stderr."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from tests.e2e.program import run_text
from tests.e2e.terminal import PROGRAM, Terminal

RIGHT = "# Sums\n\n3 + 4 = 7\n\n2·5 = 10\n"
WRONG = "# Sums\n\n3 + 4 = 7\n\n2 + 2 = 5\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pages(folder: Path, **texts: str) -> None:
    """Pages by name: a__b_md is a/b.md."""
    for name, text in texts.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def audit(*arguments: str, typed: str | bytes = b"", **options) -> subprocess.CompletedProcess[str]:
    raw = typed.encode() if isinstance(typed, str) else typed
    return run_text("audit", *arguments, typed=raw, **options)


def told(done: subprocess.CompletedProcess[str]) -> tuple[int, str]:
    return done.returncode, done.stderr


# ---- the exit status, and what is told


def test_a_right_page_has_its_counts(folder: Path) -> None:
    pages(folder, right_md=RIGHT)
    done = audit("right.md")
    assert told(done) == (0, "")
    assert done.stdout == "right.md: 2 seen, 2 checked, 0 carried, 0 wrong, 0 unchecked\n"


def test_a_wrong_number_is_named_where_it_stands(folder: Path) -> None:
    pages(folder, wrong_md=WRONG)
    done = audit("wrong.md")
    assert told(done) == (1, "")
    assert done.stdout.splitlines()[:3] == ["wrong.md:5:9: 2 + 2 = 4, printed 5", "  5  2 + 2 = 5", "             ^"]


def test_a_page_without_arithmetic_is_all_right(folder: Path) -> None:
    pages(folder, words_md="Only words.\n", empty_md="")
    assert told(audit("words.md", "empty.md")) == (0, "")


def test_pages_come_in_the_order_given_and_folders_by_name(folder: Path) -> None:
    pages(folder, a_md=WRONG, sub__z_md=WRONG, sub__b_txt=WRONG, sub__deep__x_md=WRONG, sub__code_py="x = 2 + 2\n")
    done = audit("sub", "a.md", "./sub/z.md", "a.md")
    assert done.returncode == 1
    found = re.findall(r"^(\S+?):\d+:\d+:", done.stdout, flags=re.MULTILINE)
    assert found == ["sub/b.txt", "sub/deep/x.md", "sub/z.md", "a.md"]
    assert done.stdout.splitlines()[-1].startswith("4 pages: 8 seen, 8 checked, 0 carried, 4 wrong")


def test_broken_files_do_not_keep_the_others_from_being_audited(folder: Path) -> None:
    pages(folder, a_md=RIGHT, z_md=WRONG)
    (folder / "bytes.md").write_bytes(b"2 + 2 = \xff\n")
    (folder / "book.ipynb").write_text("{", encoding="utf-8")
    done = audit("a.md", "bytes.md", "none.md", "book.ipynb", ".git/../none", "z.md")
    assert done.returncode == 2
    assert [line.split(":")[:2] for line in done.stderr.splitlines()] == [
        ["katatx", " none.md"],
        ["katatx", " .git/../none"],
        ["katatx", " bytes.md"],
        ["katatx", " book.ipynb"],
    ]
    assert done.stdout.startswith("z.md:5:9: 2 + 2 = 4, printed 5\n")
    assert "2 pages: 4 seen, 4 checked, 0 carried, 1 wrong" in done.stdout


def test_reports_for_programs_name_broken_files_too(folder: Path) -> None:
    pages(folder, a_md=RIGHT)
    (folder / "bytes.md").write_bytes(b"2 + 2 = \xff\n")
    done = audit("a.md", "none.md", "none.md", "bytes.md", "--format", "sarif")
    assert told(done) == (
        2,
        "katatx: none.md: no such file or folder; check its name\nkatatx: bytes.md: not UTF-8 text; save the file as UTF-8 (line 1, column 9)\n",
    )
    (invocation,) = json.loads(done.stdout)["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    named = [
        each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        for each in invocation["toolExecutionNotifications"]
    ]
    assert named == ["none.md", "bytes.md"]
    done = audit("a.md", "none.md", "bytes.md", "--format", "github")
    assert done.returncode == 2
    assert done.stdout.splitlines() == [
        "::error file=none.md,title=not audited::no such file or folder; check its name",
        "::error file=bytes.md,title=not audited::not UTF-8 text; save the file as UTF-8 (line 1, column 9)",
    ]


def test_where_nothing_can_be_read_nothing_is_reported(folder: Path) -> None:
    done = audit("none.md")
    assert told(done) == (2, "katatx: none.md: no such file or folder; check its name\n")
    assert done.stdout == ""
    assert audit("none.md", "--json").stdout == ""


def test_a_folder_without_pages_is_told_of(folder: Path) -> None:
    pages(folder, a_md=RIGHT, sub__deep__notes_doc="2 + 2 = 5")
    for arguments in (["a.md", "sub"], ["sub", "."]):
        done = audit(*arguments)
        assert told(done) == (2, "katatx: sub: it contains no page; name a folder with files such as .md\n")
        assert done.stdout == "a.md: 2 seen, 2 checked, 0 carried, 0 wrong, 0 unchecked\n"
    assert told(audit("sub", "sub")) == (2, "katatx: sub: it contains no page; name a folder with files such as .md\n")


def test_an_empty_name_is_no_folder(folder: Path) -> None:
    pages(folder, a_md=WRONG, b_md=RIGHT)
    assert told(audit("")) == (2, 'katatx: "": an empty name is not a file; write the name of a page\n')
    done = audit("", "b.md", "--json")
    assert (done.returncode, [page["file"] for page in json.loads(done.stdout)["files"]]) == (2, ["b.md"])


@pytest.mark.skipif(sys.platform == "win32", reason="no such shell there")
def test_what_is_told_never_gets_into_the_report(folder: Path) -> None:
    pages(folder, b_md=RIGHT)
    command = 'exec "$@" 2>&-'
    done = subprocess.run(
        ["sh", "-c", command, "sh", *PROGRAM, "audit", "none.md", "b.md", "--json"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert [page["file"] for page in json.loads(done.stdout)["files"]] == ["b.md"]


def test_many_broken_files_are_told_of_briefly(folder: Path) -> None:
    for number in range(70):
        (folder / f"{number:02}.md").write_bytes(b"\xff")
    done = audit(".")
    assert done.returncode == 2
    lines = done.stderr.splitlines()
    assert len(lines) == 21
    assert lines[-1] == "katatx: and 50 more that could not be audited; audit their folder alone to see why"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "audit needs FILE... (pages, folders of pages, or - for stdin); for example: katatx audit page.md"),
        (["empty"], 'nothing to audit: no page was found in "empty"; name a file such as .md,'),
        (["a.md", "--format", "xml\x1b[m"], '"xml�[m" is not a report format; choose one of text, json, sarif, github'),
        (["a.md", "--json", "--format", "text"], "--json is short for --format json; give one of them"),
        (["a.md", "--unread", "--format", "sarif"], "--unread does not go with --format sarif, which reports only wrong numbers; leave --unread out"),
        (["a.md", "--stdin-name", "b.md"], "--stdin-name names a page that is piped in, and none is; write - among the pages too"),
        (["-", "-"], '"-", the text that is piped in, is given 2 times; write it once'),
        (["a.md", "--jobs", "0"], '--jobs takes a whole number, 1 or more, not "0"; see katatx audit --help'),
        (["a.md", "--jsn"], "no such option: --jsn"),
    ],
)  # fmt: skip
def test_what_does_not_go_together_is_one_line(folder: Path, arguments: list[str], said: str) -> None:
    pages(folder, a_md=RIGHT)
    (folder / "empty").mkdir()
    done = audit(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"katatx: {said}")
    assert done.stderr.count("\n") == 1


def test_json_and_format_json_are_the_same(folder: Path) -> None:
    pages(folder, a_md=WRONG)
    done = audit("a.md", "--json", "--format", "json")
    assert done.stdout == audit("a.md", "--json").stdout == audit("a.md", "--format", "json").stdout
    assert done.stdout.count("\n") == 1


# ---- the formats


def test_one_file_as_json_is_one_object(folder: Path) -> None:
    pages(folder, wrong_md=WRONG)
    done = audit("wrong.md", "--json")
    assert told(done) == (1, "")
    page = json.loads(done.stdout)
    assert (page["file"], page["seen"], page["wrong"]) == ("wrong.md", 2, 1)
    (claim,) = [each for each in page["claims"] if each["verdict"] == "wrong"]
    assert [claim[name] for name in ("line", "text", "printed", "calculation", "true")] == [
        5,
        "2 + 2 = 5",
        "5",
        "2 + 2",
        4,
    ]
    assert claim["correct"] == [{"line": 5, "column": 9, "printed": "5", "correct": "4"}]


def test_several_files_and_a_folder_as_json_are_one_object_of_files(folder: Path) -> None:
    pages(folder, own__a_md=WRONG, b_md=RIGHT)
    both = json.loads(audit("own/a.md", "b.md", "none.md", "--json").stdout)
    assert [page["file"] for page in both["files"]] == ["own/a.md", "b.md"]
    assert (both["seen"], both["wrong"]) == (4, 1)
    assert both["files"][0] == json.loads(audit("own/a.md", "--json").stdout)
    assert json.loads(audit("own", "--json").stdout)["files"] == both["files"][:1]


def test_sarif_is_a_log_with_the_wrong_numbers(folder: Path) -> None:
    pages(folder, own__a_md=WRONG, b_md=RIGHT)
    done = audit("own", "b.md", "--format", "sarif")
    assert told(done) == (1, "")
    log = json.loads(done.stdout)
    assert log["version"] == "2.1.0"
    (result,) = log["runs"][0]["results"]
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "own/a.md"
    jsonschema.validate(place["region"], {"properties": {"startLine": {"const": 5}, "startColumn": {"const": 9}}})
    absolute = json.loads(audit(str(folder / "own" / "a.md"), "--format", "sarif").stdout)
    assert absolute["runs"][0]["results"][0]["locations"] == result["locations"]


def test_github_gets_an_annotation_a_wrong_claim(folder: Path) -> None:
    pages(folder, a_md=WRONG, b_md=RIGHT)
    done = audit(".", "--format", "github")
    assert told(done) == (1, "")
    assert done.stdout.startswith(
        "::error file=a.md,line=5,endLine=5,col=9,endColumn=10,title=wrong number::2 + 2 = 4, printed 5"
    )
    assert done.stdout.count("\n") == 1


def test_unchecked_claims_are_named_when_asked(folder: Path) -> None:
    pages(folder, a_md="The rent is b + 12 = 40 today.\n")
    assert ": unchecked: " not in audit("a.md").stdout
    done = audit("a.md", "--unread")
    assert done.returncode == 0
    assert done.stdout.startswith("a.md:1:1: unchecked: The rent is b + 12 = 40: ")


# ---- stdin


def test_stdin_is_text(folder: Path) -> None:
    done = audit("-", typed=WRONG)
    assert told(done) == (1, "")
    assert done.stdout.startswith("stdin:5:9: 2 + 2 = 4, printed 5")


def test_stdin_is_what_its_name_says(folder: Path) -> None:
    page = "<p>2 + <b>2</b> = 5</p>"
    assert audit("-", "--json", typed=page).returncode == 0
    found = audit("-", "--stdin-name", "own/page.html", "--json", typed=page)
    assert told(found) == (1, "")
    assert json.loads(found.stdout)["file"] == "own/page.html"
    assert list(folder.iterdir()) == []


def test_stdin_stands_where_it_was_given(folder: Path) -> None:
    pages(folder, a_md=WRONG, b_md=WRONG)
    done = audit("a.md", "-", "b.md", "--json", typed=RIGHT)
    assert [page["file"] for page in json.loads(done.stdout)["files"]] == ["a.md", "stdin", "b.md"]


def test_stdin_that_is_no_text_is_one_line(folder: Path) -> None:
    done = audit("-", "--stdin-name", "a\x1b.md", typed=b"\xff")
    assert told(done) == (2, "katatx: a�.md: not UTF-8 text; save the file as UTF-8 (line 1, column 1)\n")


def test_a_file_called_minus_is_named_by_its_path(folder: Path) -> None:
    (folder / "-").write_text(WRONG)
    assert audit("./-", typed=RIGHT).returncode == 1


# ---- what must not reach a terminal, and what must not be imported


def test_hidden_characters_in_names_are_not_shown(folder: Path) -> None:
    name = "a\x1b[31m\u202e\n2 + 2.md"
    (folder / name).write_text(WRONG, encoding="utf-8")
    (folder / f"broken{name}").write_bytes(b"\xff")
    for form in ("text", "json", "github"):
        done = audit(".", "--format", form)
        assert done.returncode == 2
        for text in (done.stdout, done.stderr):
            assert text
            assert not set(text) & set("\x1b\u202e")
        assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names are Unicode there")
def test_names_that_are_no_text_are_read(folder: Path) -> None:
    path = os.path.join(os.fsencode(folder), b"caf\xe9.md")  # noqa: PTH118 - bytes
    with open(path, "wb") as file:  # noqa: PTH123
        file.write(WRONG.encode())
    for form in ("text", "json", "sarif", "github"):
        assert told(audit(".", "--format", form)) == (1, "")


def test_lines_are_as_wide_as_the_terminal(folder: Path, home: Path) -> None:
    pages(folder, a_md="words " * 100 + "2 + 2 = 5\n")
    for columns in (50, 120):
        terminal = Terminal("audit", "a.md", home=home, columns=columns)
        assert terminal.wait_for_exit() == 1
        (quoted,) = [line for line in terminal.raw.decode().split("\r\n") if line.startswith("  1  ")]
        assert columns - 10 < len(quoted) <= columns


def modules(*arguments: str) -> set[str]:
    code = (
        f"import sys\nfrom katatx.cli import main\nsys.argv = ['katatx', *{list(arguments)!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\nprint()\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def test_only_what_a_page_needs_is_imported(folder: Path) -> None:
    pages(folder, a_txt=WRONG, a_md=RIGHT, a_html="<p>2 + 2 = 4</p>", a_ipynb='{"cells": []}')
    never = {
        "textual",
        "peewee",
        "sqlite3",
        "numpy",
        "yaml",
        "msgspec",
        "concurrent.futures.process",
        "multiprocessing",
    }
    readers = {"markdown_it", "html.parser", "katatx.pages.documents.html", "katatx.pages.documents.notebook"}
    needed = {
        "a.txt": set(),
        "a.md": {"markdown_it"},
        "a.html": {"katatx.pages.documents.html"},
        "a.ipynb": {"katatx.pages.documents.notebook"},
    }
    for name, wanted in needed.items():
        found = modules("audit", name)
        assert "katatx.audit.auditing" in found
        assert not found & never, name
        if name in ("a.txt", "a.md", "a.html"):  # a notebook's cells may be Markdown, and hold HTML
            assert found & readers - {"html.parser"} >= wanted
    assert not modules("audit", "a.txt") & (readers | {"rich.console"})
    assert not {name for name in modules("--help") if name.startswith("katatx.audit")}
