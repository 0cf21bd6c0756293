"""Linting drills that are answered by choosing."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.decks.drafting.to_write import TO_WRITE
from katatx.decks.errors import DeckError
from katatx.decks.model import Choice
from katatx.decks.prepared import Prepared
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.quoting import quote


def lint_choices(prepared: Prepared) -> Iterator[DeckError]:
    """Yield faults of a drill answered by choosing.

    Faults are fresh numbers or beliefs of the drill, which it cannot have; equal statements, or one that is a choice's
    letter; a wrong choice without belief or reason; a belief of the right choice or of two choices; and a `page_says`
    that is wrong without an erratum or right with one. Choices that are still to be written are skipped.
    """
    drill = prepared.drill
    choices = drill.choices or []
    for part in ("fresh", "beliefs"):
        if getattr(drill, part):
            yield prepared.fault(f"a drill with choices cannot have {part}; remove it", part)
    says: dict[object, str] = {}
    beliefs: set[str] = set()
    for index, choice in enumerate(choices):
        if TO_WRITE in choice.says:
            continue
        meaning = _meaning(choice.says)
        if meaning in says:
            problem = (
                f"two choices say {quote(choice.says)}; change or remove one of them"
                if says[meaning] == choice.says
                else (
                    f"{quote(choice.says)} and {quote(says[meaning])} are the same choice; change or remove one of them"
                )
            )
            yield prepared.fault(problem, "choices", index)
        says[meaning] = choice.says
        yield from _belief(prepared, index, choice, beliefs, len(choices))
    yield from _page_says(prepared, [choice.says for choice in choices if choice.right])


def _belief(prepared: Prepared, index: int, choice: Choice, seen: set[str], count: int) -> Iterator[DeckError]:
    """Yield faults of the choice with this index: a belief or reason that is missing, a belief of the right choice or
    of an earlier one, a statement that is a choice's letter.

    `seen` are the beliefs so far, to which its own is added; `count` is the number of choices.
    """
    if not choice.right and choice.because is None:
        yield prepared.fault("this wrong choice has no because; write it", "choices", index)
    if choice.belief is not None and choice.belief in seen:
        yield prepared.fault(
            f"two choices have the belief {quote(choice.belief)}; rename one of them", "choices", index, "belief"
        )
    if choice.belief is not None:
        seen.add(choice.belief)
    word = choice.says.strip().casefold()
    if len(word) == 1 and "a" <= word < chr(ord("a") + count):
        yield prepared.fault(
            f"{quote(choice.says)} is also the letter of a choice; write a longer statement", "choices", index, "says"
        )


def _page_says(prepared: Prepared, right: list[str]) -> Iterator[DeckError]:
    """Yield a fault if `page_says` is not in `right`, the right statements, and has no erratum, or is and has one.

    Yield none if the drill has no `page_says`.
    """
    drill = prepared.drill
    if drill.page_says is None:
        return
    agrees = isinstance(drill.page_says, str) and drill.page_says in right
    if not agrees and drill.erratum is None:
        yield prepared.fault("page_says is not the right choice; correct it, or add an erratum", "page_says")
    if agrees and drill.erratum is not None:
        yield prepared.fault("page_says is the right choice; remove the erratum", "erratum")


def _meaning(text: str) -> object:
    """Return a key that is equal for equal statements.

    These are equal numbers, or words that differ in case, in spaces, or in punctuation at their ends.
    """
    try:
        answer = read_answer(text)
    except NotationError:
        return " ".join(text.split()).casefold().strip(".!?;:, ")
    return (answer.shape, tuple(number.value for number in answer.numbers))
