"""The data model of a drill file. `katatx schema` prints it as a JSON Schema for editors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
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
# More are more than anybody reads, and are compared with one another.
MOST_NAMES, MOST_BELIEFS = 40, 20
# The drill of a section that is its lesson: shown as worked before it is asked.
LESSON = "lesson"
# What is asked of a wrong-line drill, after the sentence that says what was worked.
_SPOT_ASKS = "One line went wrong; those below follow from it. Which, and what should it say?"
# A number, row or grid given where a prompt shows it: `{scores=[1, 4]}`.
_GIVEN = re.compile(r"\{([^{}\s:=]+)=([^{}]*)\}")

# The map keys and list indexes that lead to a value.
Route = tuple[str | int, ...]
# Line and column, from 1.
Position = tuple[int, int]

Given = Annotated[dict[str, Numbers], Meta(max_length=MOST_NAMES, description="numbers, rows and grids by their names")]
Fresh = Annotated[
    Annotated[dict[str, str], Meta(max_length=MOST_NAMES)] | None,
    Meta(description="how new numbers are drawn, by name; without it near all given ones"),
]
Places = Annotated[int, Meta(ge=0, le=6, description="how many decimals are asked for")]
Turn = Annotated[
    Annotated[int, Meta(ge=1)] | None, Meta(description="the number of the page's block of this kind that it asks")
]


class Choice(Struct, forbid_unknown_fields=True, kw_only=True):
    """One of the statements to choose from: the right one, or one with the belief behind it and what refutes it."""

    says: Annotated[Text, Meta(description="the statement")]
    belief: Annotated[Identifier | None, Meta(description="the belief behind it; none if it is right")] = None
    because: Annotated[Text | None, Meta(description="what speaks against it, or for it if it is right")] = None

    @property
    def right(self) -> bool:
        return self.belief is None


class Belief(Struct, forbid_unknown_fields=True, kw_only=True):
    """A mistake of this drill only: the expression it evaluates, and what to tell the learner."""

    answer: Annotated[Expression, Meta(description="what the mistake leads to, on the given numbers")]
    happened: Annotated[Text, Meta(description="what was done, in the past tense")]
    instead: Annotated[Text, Meta(description="what to do instead")]

    def __post_init__(self) -> None:
        self.happened, self.instead = self.happened.rstrip(". "), self.instead.rstrip(". ")  # sentences go on there


class Drill(Struct, forbid_unknown_fields=True, kw_only=True, dict=True):
    """A prompt, and the expression or choices that answer it. The deck sets `id` and `section`.

    The drill called `lesson` opens its section: its prompt is the idea, with numbers only as `{name}`, so that none can
    be wrong.
    """

    if TYPE_CHECKING:
        id: str = ""
        section: str = ""
    title: Annotated[Text | None, Meta(description="its name for people; else made from its id")] = None
    turn: Turn = None
    wrong_turn: Turn = None
    prompt: Annotated[
        Text,
        Meta(description="the question; {name=4} gives and shows a number, row or grid, {name} one that is given"),
    ] = ""
    given: Given = {}
    answer: Annotated[Expression | None, Meta(description="the expression that is worked out")] = None
    spot: Annotated[
        Expression | None, Meta(description="instead of an answer: an expression shown with one wrong line, or kata")
    ] = None
    choices: Annotated[
        Annotated[list[Choice], Meta(min_length=2, max_length=7)] | None,
        Meta(description="instead of an answer: statements, of which the right one has no belief"),
    ] = None
    places: Places = 3
    fresh: Fresh = None
    page_says: Annotated[Numbers | str | None, Meta(description="what the page prints")] = None
    erratum: Annotated[Text | None, Meta(description="what is wrong with what the page prints")] = None
    beliefs: Annotated[
        dict[Identifier, Belief], Meta(max_length=MOST_BELIEFS, description="mistakes of this drill alone, by name")
    ] = {}
    because: Annotated[Text | None, Meta(description="a sentence that ends the working")] = None
    exercises: Annotated[list[str] | None, Meta(description="the steps that answering trains, if not all")] = None

    def __post_init__(self) -> None:
        """Take the numbers that the prompt gives, and ask which line is wrong, if one is."""
        try:
            shown = {name: msgspec.json.decode(number, type=Numbers) for name, number in _GIVEN.findall(self.prompt)}
        except msgspec.DecodeError:
            raise ValueError("the prompt gives no number after =; write {name=4} or {name=[1, 4]}") from None
        self.given, self.prompt = {**shown, **self.given}, _GIVEN.sub(r"{\1}", self.prompt)
        if len(self.given) > MOST_NAMES:
            raise ValueError(f"more than {MOST_NAMES} given names; make several drills of it")
        if self.spot is not None:
            self.prompt = f"{self.prompt or 'Somebody worked this out.'} {_SPOT_ASKS}"

    @property
    def kind(self) -> Kind:
        """Return the kind of its block on the page; "worked" for any other part of the page."""
        return "wrong-turn" if self.wrong_turn else "your-turn" if self.turn else "worked"

    @property
    def number(self) -> int | None:
        return self.wrong_turn or self.turn


class KataLine(Struct, forbid_unknown_fields=True, kw_only=True):
    """A line of a kata: its `answer` may use the given names and those of earlier lines."""

    drill: Annotated[Identifier, Meta(description="the drill of the deck that it practises")]
    prompt: Annotated[Text, Meta(description="the question")]
    answer: Annotated[Expression, Meta(description="an expression of given numbers and earlier lines")]
    places: Places = 3


class Kata(Struct, forbid_unknown_fields=True, kw_only=True):
    """The page's calculation as a chain of lines, each of which may use the earlier ones."""

    title: Annotated[Text, Meta(description="what it calculates, from where to where")]
    given: Annotated[Given, Meta(min_length=1)]
    fresh: Fresh = None
    lines: Annotated[
        dict[Name, KataLine],
        Meta(min_length=2, max_length=100, description="the lines in order, by what later lines call them"),
    ]


Section = Annotated[
    dict[Identifier, Drill],
    Meta(min_length=1, description="the drills in page order, by their ids; one called lesson opens the section"),
]


class DeckFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """A deck of drills: one file for one page."""

    deck: Annotated[Identifier, Meta(description="the name of the deck")]
    title: Annotated[Text, Meta(description="its title")]
    page: Annotated[Text, Meta(description="the page that it drills")]
    about: Annotated[Text | None, Meta(description="what it is for, in a sentence or two, which opens the deck")] = None
    words: Annotated[
        dict[str, str], Meta(max_length=200, description="the page's own words, each with the textbook's")
    ] = {}
    sections: Annotated[
        dict[Text, Section], Meta(min_length=1, max_length=1000, description="in page order, by the page's headings")
    ]
    kata: Annotated[Kata | None, Meta(description="the page's whole calculation")] = None

    def __post_init__(self) -> None:
        """Tell the drills their names, and a lesson without an answer that of the drill after it."""
        for heading, drills in self.sections.items():
            for name, drill in drills.items():
                drill.id, drill.section = name, heading
            lesson = drills.get(LESSON)
            if lesson is not None and lesson.answer is None:
                lesson.answer = next((each.answer for each in drills.values() if each.answer is not None), None)

    @property
    def lessons(self) -> dict[str, Drill]:
        return {name: drills[LESSON] for name, drills in self.sections.items() if LESSON in drills}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a drill file."""
    schema = msgspec.json.schema(DeckFile)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "katatx drill file", **schema}


class Document(Struct):
    """The data of a file, and the positions of all its values and map keys."""

    data: Any
    positions: dict[Route, Position] = msgspec.field(default_factory=dict)
    keys: dict[Route, Position] = msgspec.field(default_factory=dict)

    def position(self, path: Route) -> Position:
        """Return where a part is; if it does not exist, where its nearest existing parent is, (1, 1) at worst."""
        while path and path not in self.positions:
            path = path[:-1]
        return self.positions.get(path, (1, 1))
