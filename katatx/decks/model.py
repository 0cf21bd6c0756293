"""The data model of a drill file. `katatx schema` prints it as a JSON Schema for editors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Kind = Literal["your-turn", "wrong-turn", "worked"]
Identifier = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60)]
# A name that expressions can use: a letter first, words joined by dots (`nolan.WANT`).
Name = Annotated[str, Meta(pattern=r"^[^\W\d]\w*(\.\w+)*$(?!\n)", max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=2000, pattern=r"\S")]
Expression = Annotated[
    str, Meta(min_length=1, max_length=2000, description="worked by the engine; see katatx check --list")
]
# A number, a row, or rows. Rows of different lengths are refused when the drill is prepared.
Numbers = float | list[float | list[float]]
# More names, or more beliefs of one drill, are more than anybody reads, and are compared with one another.
MOST_NAMES = 40
MOST_BELIEFS = 20


class Choice(Struct, forbid_unknown_fields=True, kw_only=True):
    """One of the statements to choose from.

    Exactly one is right; each of the others names the belief behind it and the reason against it.
    """

    says: Annotated[Text, Meta(description="the statement")]
    right: Annotated[bool, Meta(description="whether it is the right one")] = False
    belief: Annotated[Identifier | None, Meta(description="the name of the belief behind a wrong one")] = None
    because: Annotated[Text | None, Meta(description="what speaks against a wrong one")] = None


class FileBelief(Struct, forbid_unknown_fields=True, kw_only=True):
    """A mistake of this drill only: the expression it evaluates, and what to tell the learner."""

    name: Annotated[Identifier, Meta(description="the name of the mistake")]
    answer: Annotated[Expression, Meta(description="what the mistake leads to, on the given numbers")]
    happened: Annotated[Text, Meta(description="what was done, in the past tense")]
    instead: Annotated[Text, Meta(description="what to do instead")]


class Drill(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A prompt, and the expression or choices that answer it.

    `given` names numbers, rows and grids; `{name}` in the prompt stands for them. `fresh` are the ranges of new
    numbers. `page_says` is what the page prints, and `erratum` explains what is wrong with it. `spot`, instead of an
    answer, is an expression whose working is shown with one wrong line, or `kata` for the working of the deck's kata.
    """

    id: Annotated[Identifier, Meta(description="the name of the drill within its deck")]
    kind: Annotated[Kind, Meta(description="the block of the page, or worked for any other part of it")]
    section: Annotated[Text, Meta(description="the heading of the page it belongs to")]
    prompt: Annotated[
        Text,
        Meta(description="the question; {name} shows a given number, row or grid, {name:a,b} its symbols as letters"),
    ]
    turn: Annotated[
        Annotated[int, Meta(ge=1)] | None, Meta(description="the number of the page's block of this kind")
    ] = None
    given: Annotated[
        dict[str, Numbers], Meta(max_length=MOST_NAMES, description="numbers, rows and grids by their names")
    ] = {}
    answer: Annotated[Expression | None, Meta(description="the expression that is worked out")] = None
    spot: Annotated[
        Expression | None, Meta(description="instead of an answer: an expression shown with one wrong line, or kata")
    ] = None
    choices: Annotated[
        Annotated[list[Choice], Meta(min_length=2, max_length=7)] | None,
        Meta(description="instead of an answer: statements, one of them right"),
    ] = None
    places: Annotated[int, Meta(ge=0, le=6, description="how many decimals are asked for")] = 3
    fresh: Annotated[dict[str, str], Meta(max_length=MOST_NAMES, description="how new numbers are drawn, by name")] = {}
    page_says: Annotated[Numbers | str | None, Meta(description="what the page prints")] = None
    erratum: Annotated[Text | None, Meta(description="what is wrong with what the page prints")] = None
    beliefs: Annotated[list[FileBelief], Meta(max_length=MOST_BELIEFS, description="mistakes of this drill alone")] = []
    because: Annotated[Text | None, Meta(description="a sentence that ends the working")] = None


class KataLine(Struct, forbid_unknown_fields=True, kw_only=True):
    """A line of a kata.

    Its `answer` may use the given names and those of earlier lines; `drill` is the drill of the deck that it practises.
    """

    name: Annotated[Name, Meta(description="what later lines call it")]
    drill: Annotated[Identifier, Meta(description="the drill that it practises")]
    prompt: Annotated[Text, Meta(description="the question")]
    answer: Annotated[Expression, Meta(description="an expression of given numbers and earlier lines")]
    places: Annotated[int, Meta(ge=0, le=6, description="how many decimals are asked for")] = 3


class Kata(Struct, forbid_unknown_fields=True, kw_only=True):
    """The page's calculation as a chain of lines, each of which may use the earlier ones."""

    title: Annotated[Text, Meta(description="what it calculates, from where to where")]
    given: Annotated[
        dict[str, Numbers],
        Meta(min_length=1, max_length=MOST_NAMES, description="numbers, rows and grids by their names"),
    ]
    fresh: Annotated[
        dict[str, str], Meta(min_length=1, max_length=MOST_NAMES, description="how new numbers are drawn, by name")
    ]
    lines: Annotated[list[KataLine], Meta(min_length=2, max_length=100, description="the lines in order")]


class Lesson(Struct, forbid_unknown_fields=True, kw_only=True):
    """The introduction to a section: its idea in plain words, and a calculation worked line by line.

    `idea` has numbers only as `{name}`, of a given value or of the `answer`, so that none can be wrong.
    """

    section: Annotated[Text, Meta(description="the section that it opens")]
    idea: Annotated[
        str, Meta(min_length=1, max_length=700, pattern=r"\S", description="what is done, how and why, without digits")
    ]
    given: Annotated[
        dict[str, Numbers], Meta(min_length=1, max_length=MOST_NAMES, description="fixed numbers, by their names")
    ]
    answer: Annotated[Expression, Meta(description="the expression that is worked line by line")]


class DeckFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A deck of drills: one file for one page."""

    deck: Annotated[Identifier, Meta(description="the name of the deck")]
    title: Annotated[Text, Meta(description="its title")]
    page: Annotated[Text, Meta(description="the page that it drills")]
    words: Annotated[
        dict[str, str], Meta(max_length=200, description="the page's own words, each with the textbook's")
    ] = {}
    lessons: Annotated[list[Lesson], Meta(max_length=200, description="what opens sections, at most one each")] = []
    drills: Annotated[list[Drill], Meta(min_length=1, max_length=1000, description="the drills in page order")]
    kata: Annotated[Kata | None, Meta(description="the page's whole calculation")] = None


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a drill file."""
    import msgspec

    schema = msgspec.json.schema(DeckFile)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "katatx drill file", **schema}
