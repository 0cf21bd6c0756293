"""Notebooks read into lines, each character with its place in the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.errors import KatatxError
from katatx.pages.documents.notebook import read_notebook
from katatx.pages.documents.reading import read_document
from katatx.pages.page import Kind


def notebook(*cells: dict[str, object], **names: object) -> str:
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": list(cells), **names}, indent=1)


def markdown(*source: str) -> dict[str, object]:
    return {"cell_type": "markdown", "metadata": {}, "source": list(source)}


def code(source: object, *outputs: dict[str, object]) -> dict[str, object]:
    return {"cell_type": "code", "execution_count": 1, "metadata": {}, "source": source, "outputs": list(outputs)}


def read(text: str) -> list[tuple[str, Kind]]:
    return [(line.text, line.kind) for line in read_notebook(text)]


def test_cells_stand_one_after_the_other() -> None:
    text = notebook(
        markdown("# The **sum**\n", "2*3 = 6"),
        code(
            "x = 2*3\nx",
            {"output_type": "stream", "name": "stdout", "text": ["6\n", "7\n"]},
            {
                "output_type": "execute_result",
                "data": {"text/plain": ["array([1,\n", " 2])"], "image/png": "iVBO"},
                "metadata": {},
            },
            {"output_type": "error", "ename": "E", "evalue": "1+1=3", "traceback": ["x"]},
        ),
        {"cell_type": "raw", "metadata": {}, "source": "*raw*"},
    )
    assert read(text) == [
        ("  The   sum", Kind.TEXT),
        ("2*3 = 6", Kind.TEXT),
        ("", Kind.TEXT),
        ("x = 2*3", Kind.CODE),
        ("x", Kind.CODE),
        ("6", Kind.OUTPUT),
        ("7", Kind.OUTPUT),
        ("array([1,", Kind.OUTPUT),
        (" 2])", Kind.OUTPUT),
        ("", Kind.TEXT),
        ("*raw*", Kind.TEXT),
    ]


@given(st.lists(st.text(max_size=30), min_size=1, max_size=3), st.booleans())
def test_every_character_of_code_is_found_again(parts: list[str], ascii_only: bool) -> None:
    text = json.dumps({"nbformat": 4, "cells": [code(parts)]}, ensure_ascii=ascii_only)
    for line in read_notebook(text):
        for character, at in zip(line.text, line.offsets, strict=True):
            assert text[at] in (character, "\\")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "line 1, column 1;"),
        ('{"nbformat": 4,\n "cells": [}', "line 2, column 12;"),
        ('{"nbformat": "\x07four", "cells": []}', "line 1, column 15;"),
        ("[1, 2]", "nbformat is missing"),
        ('{"cells": []}', "nbformat is missing"),
        ('{"nbformat": 3, "cells": []}', "notebook format 3"),
        ('{"nbformat": "four", "cells": []}', "notebook format unknown"),
        ('{"nbformat": 4, "cells": [3]}', "a cell cannot be read"),
        ("[" * 100_000, "JSON"),
        ("9" * 10_000, "JSON"),
    ],
    ids=lambda value: value[:30],
)
def test_what_is_no_notebook_is_told(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(KatatxError) as caught:
        read_document(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)
