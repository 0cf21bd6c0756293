"""Markdown documents, read back by an independent reader of Markdown."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from dataclasses import replace
from itertools import groupby

import pytest
from markdown_it import MarkdownIt

from katatx.exports.markdown import markdown_lines
from katatx.exports.notes import DrillStanding, draw_notes
from katatx.notation.quoting import plain
from tests.conftest import BUILT_IN
from tests.exports.conftest import HOSTILE


def document(deck, notes) -> str:
    return "\n".join(markdown_lines(deck, notes))


def rendered(text: str) -> str:
    return MarkdownIt("gfm-like", {"linkify": False}).render(text)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_document_has_every_section_and_drill(library, name: str) -> None:
    deck = library.decks[name]
    page = rendered(document(deck, draw_notes(deck, {}, None)))
    headings = {
        level: [html.unescape(text) for text in re.findall(f"<h{level}>(.*)</h{level}>", page)] for level in "123"
    }
    assert headings["1"] == [deck.contents.title]
    assert headings["2"] == [section for section, _ in groupby(drill.section for drill in deck.drills)]
    assert headings["3"] == [drill.id for drill in deck.drills]
    assert page.count("<details>") == page.count("</details>") == len(deck.drills)
    assert html.unescape(page).count(deck.contents.page) >= 1


def test_numbers_are_in_blocks_and_answers_are_folded_away(attention) -> None:
    told = DrillStanding("learning", "learning, due 2026-12-01; softmax/divide not automatic yet")
    notes = {note.drill: note for note in draw_notes(attention, {}, None)}
    text = document(attention, [replace(notes["new-stick"], standing=told)])
    asked, answer = text.split("<details>")
    assert "```text\nscores     = [1, 4]\nnolan.GIVE = [2, 0, 0, 1]\n" in asked
    assert "Standing: learning, due 2026-12-01; softmax/divide not automatic yet\n" in asked
    assert notes["new-stick"].answer not in asked
    assert f"```text\n{notes['new-stick'].answer}\n```" in answer
    choice = rendered(document(attention, [notes["unknown-word"]]))
    assert choice.count("<li>") == len(notes["unknown-word"].choices)


@pytest.mark.parametrize(
    "text",
    [
        HOSTILE,
        "# a",
        "- a",
        "+ a",
        "1. a",
        "12) a",
        "> a",
        "    a",
        "===",
        "---",
        "***",
        "```",
        "~~~",
        "<details>",
        "| a | b |",
        "&amp; &lt;",
        "[a]: b",
        "\ta",
        "a\\",
    ],
)
def test_nothing_a_deck_says_is_markup(attention, hostile, text: str) -> None:
    shown = plain(" ".join(text.split()), keep="")
    page = rendered(document(attention, [replace(hostile, prompt=text, section=text)]))
    assert html.unescape(re.search("</h3>\n<p>(.*)</p>", page)[1]) == shown
    assert [html.unescape(each) for each in re.findall("<h2>(.*)</h2>", page)] == [shown]
    tags = {tag.lower() for tag in re.findall(r"</?([a-zA-Z]\w*)", page)}
    assert tags <= {"h1", "h2", "h3", "p", "pre", "code", "ul", "li", "details", "summary"}
    assert not set(page) & set("\x1b\x1f\u202e")


def test_a_prompt_of_two_lines_is_two_paragraphs(attention, hostile) -> None:
    page = rendered(document(attention, [replace(hostile, prompt="one\n- two")]))
    assert "<p>one</p>\n<p>- two</p>" in page


def test_long_working_is_wrapped_and_a_long_answer_is_not(attention, hostile) -> None:
    long = replace(hostile, working=("because  " + "word " * 100,), answer=f"[{', '.join(['0.125'] * 50)}]")
    lines = list(markdown_lines(attention, [long]))
    assert long.answer in lines
    assert sum(line.startswith("    word") for line in lines) == 5


def test_markdown_needs_no_genanki() -> None:
    code = (
        "import sys, pathlib\n"
        "from katatx.decks.loading import load_deck\n"
        "from katatx.exports.markdown import markdown_lines\n"
        "from katatx.exports.notes import draw_notes\n"
        "deck = load_deck('attention', pathlib.Path('nowhere'))\n"
        "assert len(list(markdown_lines(deck, draw_notes(deck, {}, None)))) > 100\n"
        "print(' '.join(sorted({name.split('.')[0] for name in sys.modules})))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"genanki", "sqlite3", "peewee", "textual", "rich"}
