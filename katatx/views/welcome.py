"""The text for a new learner: what to do, the page's terms, what is counted, and which tools are allowed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from katatx.notation.quoting import plain
from katatx.views.words import STANDING_WORDS

# Tools that may be allowed besides the pencil, with their meaning.
TOOLS: Mapping[str, str] = {
    "none": "work everything out by hand",
    "tables": "look up e^x, roots and sines",
    "calculator": "work single lines out with it",
}
_LONGEST = 60
_MOST_WORDS = 12


class Section(NamedTuple):
    """A heading with rows of a term and its meaning."""

    heading: str
    rows: tuple[tuple[str, str], ...]


_WHAT_TO_DO = Section(
    "What you do here",
    (
        ("cover", "The working of a question stays covered."),
        ("work", "Work it on paper, with a pencil."),
        ("type", "Type what comes out, and Enter."),
        ("compare", "Mistakes are named, the working opens."),
        ("time", "It counts from the second question on."),
    ),
)
_COUNTED = Section(
    "What is counted",
    (
        ("step", "one line of a calculation, such as e^ of each score"),
        *((word, STANDING_WORDS[word]) for word in ("due", "automatic")),
    ),
)


@dataclass
class Welcome:
    """The text for a new learner, with the choice of tools.

    `words` are the page's terms with the textbook's, and `tools` is a key of `TOOLS`. `save` stores another choice and
    raises KatatxError on failure.
    """

    title: str
    words: Mapping[str, str]
    tools: str
    save: Callable[[str], None]

    def change_tools(self, by: int) -> None:
        """Select the tools `by` places further in the list, after the last from the first, and save them.

        Raises KatatxError, changing nothing, if they cannot be saved.
        """
        names = list(TOOLS)
        tools = names[(names.index(self.tools) + by) % len(names)]
        self.save(tools)
        self.tools = tools

    @property
    def sections(self) -> list[Section]:
        """Return the sections of the text, with the page's terms, at most twelve, if it has any."""
        rows = [(plain(word, _LONGEST, keep=""), plain(each, _LONGEST, keep="")) for word, each in self.words.items()]
        return [
            _WHAT_TO_DO,
            _COUNTED,
            *([Section("The page's words = the textbook's", tuple(rows[:_MOST_WORDS]))] if rows else []),
        ]

    @property
    def lines(self) -> list[str]:
        """Return the text, without the page's terms, as lines for a screen reader."""
        rows = (f"{term}: {meaning}" for section in (_WHAT_TO_DO, _COUNTED) for term, meaning in section.rows)
        tools = f"Beside the pencil: {self.tools} ({TOOLS[self.tools]}). To change it, set tools in config.toml."
        return ["Welcome to katatx.", *rows, tools]
