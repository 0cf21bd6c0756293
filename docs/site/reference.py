"""Write the pages of the reference from the program itself, so that they say what it does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from katatx.app.app import all_screens
from katatx.app.keys import VIM, bindings_of, shown
from katatx.cli import ABOUT, COMMANDS
from katatx.command_line import help_lines
from katatx.commands.check import mistakes, operation_document, recipe_lines, written_value
from katatx.decks.model import json_schema
from katatx.engine.book import all_recipes
from katatx.engine.evaluate import evaluate
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.key import write_out
from katatx.engine.recipe import Recipe
from katatx.worksheet.worked import written_working
from tests.engine.oracles import SAMPLES

# A seed whose numbers the examples of the operations have.
_SEED = 1
_WIDTH = 100
_WRITTEN = "This page is written by the program when the site is built."


def pages() -> dict[str, str]:
    """Return the Markdown of every page of the reference by its path in the documentation."""
    topics: dict[str, list[Recipe]] = {}
    for each in _recipes():
        topics.setdefault(each.topic, []).append(each)
    return {
        "reference/commands.md": commands_page(),
        "reference/operations/index.md": operations_page(topics),
        **{f"reference/operations/{_slug(topic)}.md": topic_page(topic, topics[topic]) for topic in topics},
        "reference/drill-file.md": drill_file_page(),
    }


def commands_page() -> str:
    """Return the page of the command line: what every command prints for `--help`."""
    parts = ["# Commands", _WRITTEN, "## katatx", _block(help_lines(ABOUT, COMMANDS))]
    for name, command in COMMANDS.items():
        parts += [f"## katatx {name}", _block(command.help_lines())]
    return "\n\n".join(parts) + "\n"


def _recipes() -> list[Recipe]:
    """Return the recipes that a line of arithmetic may name."""
    return [each for each in all_recipes() if each.name in SAMPLES and each.name != "arithmetic"]


def operations_page(topics: dict[str, list[Recipe]]) -> str:
    """Return the list of all operations, each linked to its topic's page."""
    parts = ["# Operations", f"The operations that `katatx check` and drill files may name. {_WRITTEN}"]
    for topic, recipes in topics.items():
        names = ", ".join(f"[{each.name}]({_slug(topic)}.md#{each.name})" for each in recipes)
        parts += [f"## {topic}", names]
    return "\n\n".join(parts) + "\n"


def topic_page(topic: str, recipes: Iterable[Recipe]) -> str:
    """Return the page of one topic: its operations with their lines and their known mistakes."""
    parts = [f"# {topic}", f"[All operations](index.md). {_WRITTEN}"]
    for each in recipes:
        parts += _operation(each)
    return "\n\n".join(parts) + "\n"


def _operation(recipe: Recipe) -> list[str]:
    others = f" Other names: {', '.join(f'`{name}`' for name in recipe.other_names)}." if recipe.other_names else ""
    parts = [f"## {recipe.name}", f"`{recipe.signature}`", f"{_escaped(recipe.summary)}{others}"]
    arguments = [(f"`{each.name}`", each.kind, "optional" if each.optional else "") for each in recipe.parameters]
    lines = ["Its lines:", _block(recipe_lines(recipe))] if recipe.written else []
    parts += [_table(("argument", "kind", ""), arguments), *lines, "On an example:", _example(recipe)]
    ids = operation_document(recipe)["wrong_turns"]
    turns = [(f"`{wrong}`", *told, f"`{name}`") for (wrong, *told), name in zip(mistakes(recipe), ids, strict=True)]
    return [*parts, "Mistakes it knows by name:", _table(("line", "what happened", "instead", "name"), turns)]


def _example(recipe: Recipe) -> str:
    """Return the working of a recipe on numbers drawn for it, long working folded."""
    draws = SAMPLES[recipe.name][0].draws()
    names, node = draws.numbers(numbered_source(f"{draws.name} {_SEED}")), draws.lines[0].node
    lines: list[str] = []
    for name, value in names.items():
        lines += [f"{name} = {value}"] if isinstance(value, str) else written_value(name, value, 3)
    lines += written_value(draws.name, evaluate(node, names), 3)
    lines += written_working(write_out(node, names))
    return _block(lines)


def _block(lines: Sequence[str]) -> str:
    return "```text\n" + "\n".join(lines) + "\n```"


def drill_file_page() -> str:
    """Return the page of the drill file: every field of every part, as `katatx schema` has them."""
    schema = json_schema()["$defs"]
    order = ["DeckFile", *(name for name in schema if name != "DeckFile")]
    parts = ["# Fields of a drill file", f"[Drill files](../decks/drill-files.md) explains them. {_WRITTEN}"]
    for name in order:
        fields = schema[name]["properties"]
        needed = schema[name].get("required", [])
        rows = [
            (f"`{field}`", _kind(form), "yes" if field in needed else _default(form), form.get("description", ""))
            for field, form in fields.items()
        ]
        words = " ".join(schema[name].get("description", "").split())
        parts += [f"## {_part_name(name)}", words, _table(("field", "type", "needed", "meaning"), rows)]
    return "\n\n".join(parts) + "\n"


def _part_name(name: str) -> str:
    """Return what a part of a drill file is called: the model's name in words, without "File"."""
    words = re.findall("[A-Z][a-z]*", name.replace("File", ""))
    return " ".join(words).capitalize()


def _default(form: dict[str, Any]) -> str:
    default = form.get("default")
    return "" if default in (None, [], {}) else f"`{str(default).lower()}` by default"


def _kind(form: dict[str, Any]) -> str:
    """Return the type of a field in words, with its limits."""
    if "$ref" in form:
        part = _part_name(form["$ref"].rpartition("/")[2])
        return f"[{part}](#{part.lower().replace(' ', '-')})"
    if "anyOf" in form:
        kinds = [_kind(each) for each in form["anyOf"] if each != {"type": "null"}]
        return " or ".join(kinds).replace("number or list of number or list of number", "number, row or grid")
    if "enum" in form:
        return ", ".join(f"`{each}`" for each in form["enum"])
    words = {"string": "text", "integer": "whole number", "boolean": "true or false"}
    kind: str = words.get(form.get("type", ""), form.get("type", "anything"))
    if kind == "array":
        return f"list of {_kind(form['items'])}{_limits(form, 'minItems', 'maxItems')}"
    if kind == "object":
        return f"map of names to {_kind(form['additionalProperties'])}"
    limits = _limits(form, "minimum", "maximum")
    return kind + limits + (f", at most {form['maxLength']} characters" if "maxLength" in form else "")


def _limits(form: dict[str, Any], least: str, most: str) -> str:
    ends = [f"{word} {form[key]:,}" for key, word in ((least, "at least"), (most, "at most")) if key in form]
    return f", {' and '.join(ends)}" if ends else ""


def actions_table() -> str:
    """Return the table of the app's actions with their keys."""
    bindings = {each.id: each for screen in all_screens() for each in bindings_of(screen) if each.tooltip}
    rows = [
        (f"`{name}`", _keys(each.key), _keys(VIM.get(name or "", "")), each.tooltip) for name, each in bindings.items()
    ]
    return _table(("action", "keys", "vim set", "what it does"), sorted(rows))


def _keys(keys: str) -> str:
    return " ".join(f"`{shown(key)}`" for key in keys.split(",") if key)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *(list(map(_escaped, row)) for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _escaped(text: str) -> str:
    """Return text as Markdown shows it literally, but for code in backticks."""
    return "".join(
        part.replace("|", "\\|") if part.startswith("`") else re.sub(r"([*_|<])", r"\\\1", part)
        for part in re.split(r"(`[^`]*`)", text)
    )


def _slug(topic: str) -> str:
    """Return the file name of a topic's page: its first words."""
    words = re.sub(r"[^a-z0-9 ]", "", topic.lower().partition(":")[0]).split()
    return "-".join(words[:6])
