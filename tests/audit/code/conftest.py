"""A page of text read line by line by nothing but the code's own part."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from katatx.audit.code.work import CodeWork
from katatx.audit.drafts import Draft
from katatx.audit.exercises import Exercises
from katatx.audit.known import given
from katatx.audit.logical_lines import logical_lines
from katatx.audit.sheet import Sheet
from katatx.pages.page import Kind, Line


class Worked:
    """A page whose code was worked: its sheet, its claims, and the lines that the code took."""

    def __init__(self, text: str, kind: Kind, given_names: dict[str, object]) -> None:
        lines, offset, self.text = [], 0, text
        for line in text.split("\n"):
            is_output = line.startswith("|")
            lines.append(
                Line(
                    line[1:] if is_output else line,
                    range(offset + is_output, offset + len(line)),
                    Kind.OUTPUT if is_output else kind,
                )
            )
            offset += len(line) + 1
        self.sheet = Sheet(Exercises(""))
        for name, value in given_names.items():
            self.sheet.scope.define(name, given(value, 0))
        code = CodeWork(self.sheet)
        logical = list(logical_lines(lines))
        self.left: list[str] = []
        at = 0
        while at < len(logical):
            self.sheet.line = logical[at].index
            taken = code.work(logical, at)
            if not taken:
                self.left.append(logical[at].text)
            at += taken or 1

    @property
    def drafts(self) -> list[Draft]:
        return self.sheet.drafts.all

    @property
    def claims(self) -> list[tuple[str, str]]:
        """What is claimed, and the verdict."""
        return [(self.text[draft.start : draft.stop], draft.verdict.value) for draft in self.drafts]


@pytest.fixture
def worked() -> Callable[..., Worked]:
    def work(text: str, kind: Kind = Kind.CODE, **given_names: object) -> Worked:
        return Worked(text, kind, given_names)

    return work
