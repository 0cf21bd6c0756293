"""What a drill file holds. `katatx schema` prints this as a JSON Schema for editors."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

Kind = Literal["your-turn", "wrong-turn", "worked"]
Identifier = Annotated[str, Meta(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$(?!\n)", max_length=60)]
# A name as expressions read it: letters first, words joined by dots (`nolan.WANT`).
Name = Annotated[str, Meta(pattern=r"^[^\W\d]\w*(\.\w+)*$(?!\n)", max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=2000, pattern=r"\S")]
Expression = Annotated[
    str, Meta(min_length=1, max_length=2000, description="worked by the engine; see katatx check --list")
]
# A number, a row, or rows of one length. Ragged lists are refused when the drill is prepared.
Numbers = float | list[float | list[float]]


class Choice(Struct, forbid_unknown_fields=True, kw_only=True):
    """One of the statements to choose from. Exactly one is right; the others each name
    the belief behind them and say what speaks against it.
    """

    says: Text
    right: bool = False
    belief: Identifier | None = None
    because: Text | None = None


class FileBelief(Struct, forbid_unknown_fields=True, kw_only=True):
    """A mistake of this drill alone, worked by an expression on what is given."""

    name: Identifier
    answer: Expression
    happened: Text
    instead: Text


class Drill(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One prompt, and the expression or choice that answers it.

    `given` names numbers, rows and grids; `{name}` in the prompt stands for them.
    `fresh` says how to draw new ones. `page_says` is what the page prints, and `erratum`
    what is wrong with it. `spot`, instead of an answer, is an expression whose working is
    shown with one wrong turn in it, or `kata` for that of the deck's kata.
    """

    id: Identifier
    kind: Kind
    section: Text
    prompt: Text
    turn: Annotated[int, Meta(ge=1)] | None = None
    given: dict[str, Numbers] = {}
    answer: Expression | None = None
    spot: Expression | None = None
    choices: Annotated[list[Choice], Meta(min_length=2, max_length=7)] | None = None
    places: Annotated[int, Meta(ge=0, le=6)] = 3
    fresh: dict[str, str] = {}
    page_says: Numbers | str | None = None
    erratum: Text | None = None
    beliefs: list[FileBelief] = []
    because: Text | None = None


class KataLine(Struct, forbid_unknown_fields=True, kw_only=True):
    """One line of a kata. Its `answer` may use what is given and the lines before it, by
    name; `drill` is the drill of the deck that the line is practice of.
    """

    name: Name
    drill: Identifier
    prompt: Text
    answer: Expression
    places: Annotated[int, Meta(ge=0, le=6)] = 3


class Kata(Struct, forbid_unknown_fields=True, kw_only=True):
    """The page's calculation from first line to last, each line standing on those before."""

    title: Text
    given: Annotated[dict[str, Numbers], Meta(min_length=1)]
    fresh: Annotated[dict[str, str], Meta(min_length=1)]
    lines: Annotated[list[KataLine], Meta(min_length=2, max_length=100)]


class DeckFile(Struct, forbid_unknown_fields=True, kw_only=True):
    """One deck: one file, one page."""

    deck: Identifier
    title: Text
    page: Text
    words: Annotated[dict[str, str], Meta(description="the page's own words, each with the textbook's")] = {}
    drills: Annotated[list[Drill], Meta(min_length=1, max_length=1000)]
    kata: Kata | None = None


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a drill file."""
    import msgspec

    schema = msgspec.json.schema(DeckFile)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "katatx drill file", **schema}
