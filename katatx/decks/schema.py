"""Finding all faults of form in a drill file: missing, unknown or mistyped parts, each with its position.

Converting a whole file stops at the first fault; this checks part by part. It is imported only if there is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from katatx.decks.model import DeckFile, Drill
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

Path = tuple[str | int, ...]

# Replaces missing information about the deck, so that its drills can be checked nevertheless.
_NAMELESS = {"deck": "nameless", "title": "nameless", "page": "nameless"}


class FormFault(NamedTuple):
    """A fault of form: the path to the faulty part, the problem, and whether it concerns the key rather
    than its value.
    """

    path: Path
    problem: str
    at_key: bool = False


class Readable(NamedTuple):
    """The readable part of a file: the deck with its valid drills, and the index of each in the file."""

    contents: DeckFile | None
    indexes: tuple[int, ...]


def form_faults(data: Any) -> list[FormFault]:
    """Return every fault of form (a missing, unknown or mistyped part) in a drill file's data; [] if there is none."""
    return list(_struct_faults(data, DeckFile, ()))


def readable_part(data: Any, faults: list[FormFault]) -> Readable:
    """Return the deck in a file's `data` without the parts that `form_faults` found faulty.

    Its contents are None if nothing can be read. A faulty drill is left out alone, any other part as a whole; a name,
    title or page that is missing or faulty is replaced by "nameless".
    """
    if not isinstance(data, dict) or not isinstance(data.get("drills"), list):
        return Readable(None, ())
    broken = {fault.path[1] for fault in faults if len(fault.path) > 1 and fault.path[0] == "drills"}
    indexes = tuple(index for index in range(len(data["drills"])) if index not in broken)
    faulty = {fault.path[0] for fault in faults if fault.path and fault.path[0] != "drills"}
    kept = {**_NAMELESS, **{name: part for name, part in data.items() if name not in faulty}}
    kept["drills"] = [data["drills"][index] for index in indexes]
    try:
        return Readable(msgspec.convert(kept, DeckFile), indexes)
    except msgspec.ValidationError:
        return Readable(None, ())


def _struct_faults(data: Any, kind: type[msgspec.Struct], path: Path) -> Iterator[FormFault]:
    """Yield the faults of `data`, which should be a map with the fields of `kind`.

    `path` is the position of the map in the file.
    """
    if not isinstance(data, dict):
        yield FormFault(
            path,
            f"{_plain_name(kind)} cannot be read here; write names and values, such as "
            f"{', '.join(kind.__struct_fields__[:6])}",
        )
        return
    if _fits(data, kind):
        return
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key in data:
        if key not in fields:
            problem = f"{quote(str(key))} is not known here{nearest(str(key), fields)}"
            yield FormFault((*path, key), problem, at_key=True)
    for name, field in fields.items():
        if name in data:
            yield from _field_faults(data[name], field.type, (*path, name))
        elif field.required:
            yield FormFault(path, f"{quote(name)} is missing; add it")


def _fits(data: Any, kind: Any) -> bool:
    """Return whether a part has the type `kind`, all in it included; faster than looking for faults."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def _field_faults(data: Any, kind: Any, path: Path) -> Iterator[FormFault]:
    """Yield the faults of `data`, the value of a field of type `kind`: all faults inside structs, else the first.

    `path` is the position of the value in the file.
    """
    inner = _struct_of(kind)
    found = False
    if inner is not None and isinstance(data, dict) and _holds_list(kind):
        yield FormFault(path, f"{quote(str(path[-1]))} is a list; begin each item with a dash")
        return
    if inner is not None and isinstance(data, list):
        for index, each in enumerate(data):
            for fault in _struct_faults(each, inner, (*path, index)):
                found = True
                yield fault
    elif inner is not None and isinstance(data, dict):
        for fault in _struct_faults(data, inner, path):
            found = True
            yield fault
    values = _values_of(kind)
    if values is not None and isinstance(data, dict):
        for name, each in data.items():
            for fault in _field_faults(each, values, (*path, name)):
                found = True
                yield fault
    if not found:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield _as_fault(error, data, kind, path)


def _as_fault(error: msgspec.ValidationError, data: Any, kind: Any, path: Path) -> FormFault:
    """Return the error of msgspec for `data`, which should be a `kind`, as a fault; `path` is the position of `data`.

    The error's message ends with the path inside `data`, such as "at `$[0].id`".
    """
    problem, _, where = str(error).partition(" - at `$")
    at_key = where.startswith("key")
    inside = (
        ()
        if at_key
        else tuple(name or int(index) for name, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", where.rstrip("`")))
    )
    if problem.startswith("Invalid enum value"):
        return FormFault(
            (*path, *inside), f"{path[-1]} cannot be {quote(str(data))}{nearest(str(data), _allowed_words(kind))}"
        )
    problem = _plain_words(problem.replace("`", ""))
    part = reduce(lambda whole, at: whole[at], inside, data)
    if problem.endswith(" items") and " at most " in problem:
        problem += f", not {len(part)}"
    if isinstance(part, str) and (wanted := re.fullmatch(r"write (.*), not text", problem)):
        problem = f"{quote(part)} is not {wanted[1]}"
    if "matching regex" in problem:
        problem = (
            f"{quote(str(data))} is not a valid name; {_name_form(kind)}"
            if str(data).strip()
            else "only spaces; write something"
        )
    name = next((part for part in reversed((*path, *inside)) if isinstance(part, str)), "")
    return FormFault((*path, *inside), f"{name}: {problem[:1].lower()}{problem[1:]}" if name else problem)


# Names for msgspec's types in messages to authors.
_TYPES = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "a map", "null": "nothing",
}  # fmt: skip

_PLAIN = (
    (r" \| ", " or "),
    (r"(a list|a map) of length >= 1\b", r"\1 with something in it"),
    (r"text of length >= 1\b", "some text"),
    (r"text of length <= (\d+)", r"text of at most \1 characters"),
    (r" of length >= (\d+)", r" of \1 or more items"),
    (r" of length <= (\d+)", r" of at most \1 items"),
    (r" >= (\S+)", r" of \1 or more"),
    (r" <= (\S+)", r" of at most \1"),
    (r"^[Ee]xpected (.*), got (.*)$", r"write \1, not \2"),
    (r"^[Ee]xpected ", "write "),
    (r", not a number$", ", not one with decimals"),
    (r"^write text( or nothing)?, not (a whole number|a number|true or false)$", "put it in quotes; it is text here"),
)


def _plain_words(problem: str) -> str:
    """Return msgspec's message, such as "Expected int >= 1" or "Expected int, got str", in plain words."""
    problem = re.sub(r"\b(?:str|int|float|bool|array|object|null)\b", lambda found: _TYPES[found[0]], problem)
    for pattern, words in _PLAIN:
        problem = re.sub(pattern, words, problem)
    return problem


def _name_form(kind: Any) -> str:
    """Return advice on how a name is written that has the type `kind`, which holds a pattern."""
    if "\\w" in str(kind):
        return "write letters, digits and dots, a letter first"
    return "write small letters, digits and hyphens"


def _struct_of(kind: Any) -> type[msgspec.Struct] | None:
    """Return the struct type of a field with the type `kind`, a struct or a list of them; None for other fields."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    for inner in get_args(kind):
        if get_origin(kind) is not dict and (found := _struct_of(inner)) is not None:
            return found
    return None


def _holds_list(kind: Any) -> bool:
    """Return whether a field with the type `kind` is or may be a list."""
    return get_origin(kind) is list or any(_holds_list(inner) for inner in get_args(kind))


def _values_of(kind: Any) -> Any:
    """Return the type of the values of a field with the type `kind`, a map with free names; None for other fields."""
    if get_origin(kind) is dict:
        return get_args(kind)[1]
    return next((found for inner in get_args(kind) if (found := _values_of(inner)) is not None), None)


def _allowed_words(kind: Any) -> list[str]:
    """Return the words that a field with the type `kind`, of literals, accepts; [] for other fields."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [word for inner in get_args(kind) for word in _allowed_words(inner)]


def _plain_name(kind: type[msgspec.Struct]) -> str:
    """Return a name for a struct type in messages to authors."""
    names = {DeckFile: "a drill file", Drill: "a drill"}
    return names.get(kind, f"a {kind.__name__.removeprefix('File').lower()}")
