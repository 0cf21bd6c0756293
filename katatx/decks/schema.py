"""Every fault of a drill file's form, each at its place: what is missing, unknown, or of another kind.

Reading a whole file at once stops at the first fault; this goes on, part by part. It is only
needed, and only imported, where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, get_args, get_origin

import msgspec

from katatx.decks.model import DeckFile, Drill
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

Path = tuple[str | int, ...]

# Stands in for what a file should say of itself, so that its drills can be looked at all the same.
_NAMELESS = {"deck": "nameless", "title": "nameless", "page": "nameless"}


class FormFault(NamedTuple):
    """What is wrong, where, and whether it is the key there or its value."""

    path: Path
    problem: str
    at_key: bool = False


class Readable(NamedTuple):
    """What of a file can be read: the deck with its good drills, and the index in the file of each."""

    contents: DeckFile | None
    indexes: tuple[int, ...]


def form_faults(data: Any) -> list[FormFault]:
    """Every fault of a drill file's form."""
    return list(_struct(data, DeckFile, ()))


def readable_part(data: Any, faults: list[FormFault]) -> Readable:
    """The deck without the parts that have a fault; no contents where nothing can be read of it."""
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


def _struct(data: Any, kind: type[msgspec.Struct], path: Path) -> Iterator[FormFault]:
    if not isinstance(data, dict):
        yield FormFault(path, f"{_what(kind)} is a map of {', '.join(kind.__struct_fields__[:6])}, ...")
        return
    if _fits(data, kind):
        return
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key in data:
        if key not in fields:
            yield FormFault((*path, key), f"{quote(str(key))} is not read here{nearest(str(key), fields)}", at_key=True)
    for name, field in fields.items():
        if name in data:
            yield from _part(data[name], field.type, (*path, name))
        elif field.required:
            yield FormFault(path, f"{name} is missing")


def _fits(data: Any, kind: Any) -> bool:
    """Return whether there is no fault in a part: most parts of most files are taken in at once."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError:
        return False
    return True


def _part(data: Any, kind: Any, path: Path) -> Iterator[FormFault]:
    """The faults of one field: inside its structs each by itself, else the first."""
    inner = _struct_of(kind)
    found = False
    if inner is not None and isinstance(data, dict) and _holds_list(kind):
        yield FormFault(path, f"{path[-1]} is a list; begin each of them with a dash")
        return
    if inner is not None and isinstance(data, list):
        for index, each in enumerate(data):
            for fault in _struct(each, inner, (*path, index)):
                found = True
                yield fault
    elif inner is not None and isinstance(data, dict):
        for fault in _struct(data, inner, path):
            found = True
            yield fault
    values = _values_of(kind)
    if values is not None and isinstance(data, dict):
        for name, each in data.items():
            for fault in _part(each, values, (*path, name)):
                found = True
                yield fault
    if not found:
        try:
            msgspec.convert(data, kind)
        except msgspec.ValidationError as error:
            yield _converted(error, data, kind, path)


def _converted(error: msgspec.ValidationError, data: Any, kind: Any, path: Path) -> FormFault:
    """A fault as msgspec tells it, which ends its message with "at `$[0].id`"."""
    problem, _, where = str(error).partition(" - at `$")
    at_key = where.startswith("key")
    inside = (
        ()
        if at_key
        else tuple(name or int(index) for name, index in re.findall(r"\.([^.\[\]`]+)|\[(\d+)\]", where.rstrip("`")))
    )
    if problem.startswith("Invalid enum value"):
        return FormFault((*path, *inside), f"{quote(str(data))} is not read here{nearest(str(data), _words(kind))}")
    problem = _plain_words(problem.replace("`", ""))
    if "matching regex" in problem:
        problem = (
            f"{quote(str(data))} is no name; {_name_form(kind)}"
            if str(data).strip()
            else "only spaces; write something"
        )
    name = next((part for part in reversed((*path, *inside)) if isinstance(part, str)), "")
    return FormFault((*path, *inside), f"{name}: {problem[:1].lower()}{problem[1:]}" if name else problem)


# What the reader of a drill file calls what msgspec calls otherwise.
_TYPES = {
    "str": "text", "int": "a whole number", "float": "a number", "bool": "true or false", "array": "a list",
    "object": "a map", "null": "nothing",
}  # fmt: skip


def _plain_words(problem: str) -> str:
    return re.sub(r"\b(?:str|int|float|bool|array|object|null)\b", lambda found: _TYPES[found[0]], problem).replace(
        " | ", " or "
    )


def _name_form(kind: Any) -> str:
    if "\\w" in str(kind):
        return "write letters, digits and dots, a letter first"
    return "write small letters, digits and hyphens"


def _struct_of(kind: Any) -> type[msgspec.Struct] | None:
    """The struct that a field holds, alone, in a list, or not at all."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind
    for inner in get_args(kind):
        if get_origin(kind) is not dict and (found := _struct_of(inner)) is not None:
            return found
    return None


def _holds_list(kind: Any) -> bool:
    """Return whether a field is a list, or may be one."""
    return get_origin(kind) is list or any(_holds_list(inner) for inner in get_args(kind))


def _values_of(kind: Any) -> Any:
    """Return what the values of a map of names are; None for another field."""
    if get_origin(kind) is dict:
        return get_args(kind)[1]
    return next((found for inner in get_args(kind) if (found := _values_of(inner)) is not None), None)


def _words(kind: Any) -> list[str]:
    """The words that a field may be."""
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [word for inner in get_args(kind) for word in _words(inner)]


def _what(kind: type[msgspec.Struct]) -> str:
    names = {DeckFile: "a drill file", Drill: "a drill"}
    return names.get(kind, f"a {kind.__name__.removeprefix('File').lower()}")
