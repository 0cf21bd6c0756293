"""Linting drills that are answered by choosing."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.prepared import Prepared
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.quoting import quote


def lint_choices(prepared: Prepared) -> Iterator[DeckError]:
    """Yield faults of a drill answered by choosing: parts that it cannot have, choices that are alike or lack a reason,
    and a `page_says` that is wrong without an erratum or right with one. Choices to be written are skipped.
    """
    drill, choices = prepared.drill, prepared.drill.choices or []
    for part in ("fresh", "beliefs"):
        if getattr(drill, part):
            yield prepared.fault(f"a drill with choices cannot have {part}; remove it", part)
    says: dict[object, str] = {}
    beliefs: list[str | None] = []
    for index, choice in enumerate(choices):
        if TO_WRITE in choice.says:
            continue
        mine, meaning = choice.says, _meaning(choice.says)
        if meaning in says:
            alike = f"two choices say {quote(mine)}"
            same = alike if says[meaning] == mine else f"{quote(mine)} and {quote(says[meaning])} are the same choice"
            yield prepared.fault(f"{same}; change or remove one of them", "choices", index)
        if not choice.right and choice.because is None:
            yield prepared.fault("this wrong choice has no because; write it", "choices", index)
        if not choice.right and choice.belief in beliefs:
            problem = f"two choices have the belief {quote(str(choice.belief))}; rename one of them"
            yield prepared.fault(problem, "choices", index, "belief")
        if mine.strip().casefold() in "abcdefg"[: len(choices)]:
            problem = f"{quote(mine)} is also the letter of a choice; write a longer statement"
            yield prepared.fault(problem, "choices", index, "says")
        says[meaning] = mine
        beliefs.append(choice.belief)
    if drill.page_says is not None:
        agrees = drill.page_says in [choice.says for choice in choices if choice.right]
        if not agrees and drill.erratum is None:
            yield prepared.fault("page_says is not the right choice; correct it, or add an erratum", "page_says")
        if agrees and drill.erratum is not None:
            yield prepared.fault("page_says is the right choice; remove the erratum", "erratum")


def _meaning(text: str) -> object:
    """Return a key that is equal for equal numbers, and for words that differ in case, spaces or their ends alone."""
    try:
        answer = read_answer(text)
    except NotationError:
        return " ".join(text.split()).casefold().strip(".!?;:, ")
    return (answer.shape, tuple(number.value for number in answer.numbers))
