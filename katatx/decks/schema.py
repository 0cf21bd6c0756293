"""Finding all faults of form in a drill file: missing, unknown or mistyped parts, each with its place.

Converting a whole file stops at the first fault; this checks part by part. It is imported only if there is a fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import reduce
from operator import getitem
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

import msgspec

from katatx.decks.model import DeckFile, Document, Position, Route
from katatx.notation.nearest import nearest
from katatx.notation.quoting import quote

# Replaces missing information about the deck, so that its drills can be checked nevertheless.
_NAMELESS = {"deck": "nameless", "title": "nameless", "page": "nameless"}
_DRILL = 3  # the length of the path of a drill

# The path of a part, and what is wrong with it; whether with its name.
Fault = tuple[Route, str, bool]


def form_faults(document: Document) -> Iterator[tuple[Route, Position, str]]:
    """Yield the path, the position and the words of every fault of form (a missing, unknown or mistyped part)."""
    for path, problem, at_key in _faults(document.data, DeckFile, ()):
        yield path, document.keys[path] if at_key else document.position(path), problem


def readable_part(data: Any, faulty: set[Route]) -> DeckFile | None:
    """Return the deck in a file's data without the drills and other parts that have faults, or None."""
    kept = _without(data, (), {path[:_DRILL] for path in faulty})
    if not isinstance(kept, dict) or not isinstance(kept.get("sections"), dict):
        return None
    sections = {name: each for name, each in kept["sections"].items() if isinstance(each, dict) and each}
    try:
        return msgspec.convert({**_NAMELESS, **kept, "sections": sections}, DeckFile)
    except msgspec.ValidationError:
        return None


def _without(data: Any, path: Route, faulty: set[Route]) -> Any:
    if not isinstance(data, dict) or len(path) >= _DRILL:
        return data
    inside = {(*path, name): each for name, each in data.items()}
    return {at[-1]: _without(each, at, faulty) for at, each in inside.items() if at not in faulty}


def _faults(data: Any, kind: Any, path: Route) -> Iterator[Fault]:
    """Yield the faults of a part of the type `kind`: all in maps, and in lists of maps; else the first."""
    try:
        msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        inside = list(_inside(data, _bare(kind), path))
        yield from inside or [_first(error, data, kind, path)]


def _inside(data: Any, kind: Any, path: Route) -> Iterator[Fault]:
    """Yield the faults of the parts of a map or a list of maps; none if it is something else, or ought to be."""
    if _is_struct(kind) and isinstance(data, dict):
        fields = {field.name: field for field in msgspec.structs.fields(kind)}
        for name in (each for each in data if each not in fields):
            yield (*path, name), f"{quote(name)} is not known here{nearest(name, fields)}", True
        for name, field in fields.items():
            if name in data:
                yield from _faults(data[name], field.type, (*path, name))
            elif field.required:
                yield path, f"{quote(name)} is missing; add it", False
    elif get_origin(kind) is dict and isinstance(data, dict):
        names, values = get_args(kind)
        for name, each in data.items():
            yield from ((at, problem, True) for at, problem, _ in _faults(name, names, (*path, name)))
            yield from _faults(each, values, (*path, name))
    elif get_origin(kind) is list and isinstance(data, list) and _is_struct(_bare(get_args(kind)[0])):
        for index, each in enumerate(data):
            yield from _faults(each, get_args(kind)[0], (*path, index))


def _bare(kind: Any) -> Any:
    if get_origin(kind) is Annotated:
        return _bare(get_args(kind)[0])
    others = [each for each in get_args(kind) if each is not type(None)]
    return _bare(others[0]) if get_origin(kind) in (Union, UnionType) and len(others) == 1 else kind


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)


def _first(error: msgspec.ValidationError, data: Any, kind: Any, path: Route) -> Fault:
    """Return the error of msgspec as a fault; its message ends with the path inside `data`, such as "at `$[0].id`"."""
    bare = _bare(kind)
    if _is_struct(bare) and not isinstance(data, dict):
        fields = ", ".join(bare.__struct_fields__[:6])
        what = re.sub("(?<=[a-z])(?=[A-Z])", " ", bare.__name__).lower()
        return path, f"a {what} cannot be read here; write names and values, such as {fields}", False
    if get_origin(bare) is list and isinstance(data, dict):
        return path, f"{quote(str(path[-1]))} is a list; begin each item with a dash", False
    problem, _, where = str(error).partition(" - at `")
    inside = [int(index) for index in re.findall(r"\[(\d+)\]", where)]
    return (*path, *inside), _words(problem, reduce(getitem, inside, data), str(path[-1]) if path else ""), False


def _words(problem: str, part: Any, name: str) -> str:
    """Return msgspec's problem of a part, such as "Expected `int`, got `str`", in plain words; `name` is the part's."""
    if "matching regex" in problem:
        if not str(part).strip():
            return f"{name}: only spaces; write something"
        form = "letters, digits and dots, a letter" if "\\w" in problem else "small letters, digits and hyphens, these"
        return f"{quote(str(part))} is not a valid name; write {form} first".removesuffix(", these first")
    for pattern, words in _PLAIN:
        problem = re.sub(pattern, words, problem)
    if problem.endswith(" items") and " at most " in problem:
        problem += f", not {len(part)}"
    if isinstance(part, str) and (wanted := re.fullmatch(r"write (.*), not text", problem)):
        problem = f"{quote(part)} is not {wanted[1]}"
    return f"{name}: {problem}" if name else problem


# What msgspec says, and how messages to authors say it.
_PLAIN = (
    ("`", ""),
    (r"\bstr\b", "text"),
    (r"\bint\b", "a whole number"),
    (r"\bfloat\b", "a number"),
    (r"\bbool\b", "true or false"),
    (r"\barray\b", "a list"),
    (r"\bobject\b", "a map"),
    (r"\bnull\b", "nothing"),
    (r" \| ", " or "),
    (r"(a list|a map) of length >= 1\b", r"\1 with something in it"),
    (r"text of length >= 1\b", "some text"),
    (r"text of length <= (\d+)", r"text of at most \1 characters"),
    (r" of length >= (\d+)", r" of \1 or more items"),
    (r" of length <= (\d+)", r" of at most \1 items"),
    (r" >= (\S+)", r" of \1 or more"),
    (r" <= (\S+)", r" of at most \1"),
    (r"^Expected (.*), got (.*)$", r"write \1, not \2"),
    (r"^Expected ", "write "),
    (r", not a number$", ", not one with decimals"),
    (r"^write text( or nothing)?, not (a whole number|a number|true or false)$", "put it in quotes; it is text here"),
)
