"""The prompt of a question, with the text above it."""

from __future__ import annotations

from textual.content import Content

from katatx.questions.question import Question


def prompted(question: Question) -> Content:
    """Return the prompt, below the question's worked example or idea if it has one."""
    if not question.above:
        return Content(question.prompt)
    head, *worked, asked = question.above
    quiet = Content.styled("\n".join(worked), "$foreground 70%")
    return Content.assemble(
        (head, "bold $primary"), "\n", quiet, "\n\n", (asked, "bold $primary"), "\n", question.prompt
    )
