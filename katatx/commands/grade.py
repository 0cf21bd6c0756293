"""`katatx grade` and `preview`: judge one answer without recording it, or show the whole drill."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size
from typing import Any

from katatx.commands.check import unread_fields, verdict_fields
from katatx.commands.drill import split_name
from katatx.commands.output import fields, narrate, print_json, status
from katatx.decks.loading import find_drill, load_deck
from katatx.decks.prepared import prepare
from katatx.engine.values import as_lists, like
from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.questions.asking import ask
from katatx.questions.question import Question
from scoring import Judgement, Verdict

# Longer lines are hard to read.
_WIDEST = 100


def run(drill: str, answer: list[str] | None, seed: int | None, as_json: bool, home: Path) -> int:
    """Judge an answer, or print the question without one; the status is 0 for a question."""
    question = _find_question(drill, seed, home)
    typed = None if answer is None else " ".join(answer)
    judged = None if typed is None else question.judge(typed)
    ungraded = judged is not None and judged.verdict.costs_nothing
    if as_json:
        print_json(_document(question, typed, judged))
        narrate(*([judged.line] if judged is not None and ungraded else []))
    elif judged is None:
        wanted = [f"Wanted: {question.wanted_words}"] if question.wanted_words else []
        print(question.prompt, *question.sheet, *wanted, sep="\n")
    else:
        erratum = [] if question.erratum is None or ungraded else [question.erratum]
        print(plain(judged.line), *erratum, sep="\n")
    return 0 if judged is None else status(judged.verdict)


def preview(drill: str, seed: int | None, home: Path) -> int:
    """Print a drill as learners see it, with details for its author."""
    from katatx.show.drill_text import drill_lines
    from katatx.show.text import plain_lines

    question = _find_question(drill, seed, home)
    print(*plain_lines(drill_lines(question, min(get_terminal_size().columns, _WIDEST))), sep="\n")
    return 0


def _find_question(name: str, seed: int | None, home: Path) -> Question:
    """Return the question of `DECK/DRILL`, with random numbers from `seed` or the page's for None."""
    deck_name, drill_name = split_name(name)
    if not deck_name or drill_name is None:
        raise KatatxError(f"{quote(name, 200)} is not a drill; write DECK/DRILL, such as attention/match")
    deck = load_deck(deck_name, home)
    return ask(prepare(deck, find_drill(deck, drill_name)), seed)


def _document(question: Question, typed: str | None, judged: Judgement | None) -> dict[str, Any]:
    """Return the JSON document of a question, its true answer included, and the verdict if there is an answer."""
    shape, band = question.band or ((), None)
    found = {
        "drill": question.id,
        "given": {name: as_lists(value) for name, value in question.given.items()},
        **fields(question, "seed", "prompt", "answer_type", "places", "key", "sheet"),
        "band": band and [like(shape, band.low), like(shape, band.high)],
        "choices": [each.says for each in question.choices] or None,
        "typed": typed,
        **verdict_fields(judged),
        "slots": judged and judged.slots,
        "target_seconds": question.target_seconds(),
    }
    if typed is not None and judged is not None and judged.verdict is Verdict.AGAIN:
        found |= unread_fields(1, typed, judged.message)
    return found
