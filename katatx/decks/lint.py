"""Checks a deck: every fault in one pass, each at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.key import RIGHT, solve
from katatx.errors import KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_value
from katatx.notation.quoting import quote
from scoring import Verdict, grade

_SEEDS = range(3)
_PLACEHOLDER = re.compile(r"\{([^{}\s]+)\}")


def lint_deck(deck: Deck) -> list[DeckError]:
    """Every fault of a deck that loaded: expressions, the page's figures against the
    truth, choices, turns, and fresh draws.
    """
    faults = [found for prepared in _prepared(deck) for found in _lint_drill(prepared)]
    return faults + list(_turn_numbers(deck))


def _prepared(deck: Deck) -> Iterator[Prepared]:
    return (Prepared(deck, drill) for drill in deck.drills)


def _lint_drill(prepared: Prepared) -> Iterator[DeckError]:
    yield from _prompt(prepared)
    try:
        prepare(prepared.deck, prepared.drill)
        if prepared.is_choice:
            yield from _choices(prepared)
        elif not prepared.is_spot:
            yield from _numbers(prepared)
    except DeckError as error:
        yield error
    except KatatxError as error:
        yield prepared.fault(str(error), "answer")


def _prompt(prepared: Prepared) -> Iterator[DeckError]:
    drill = prepared.drill
    for name in _PLACEHOLDER.findall(drill.prompt):
        if name not in drill.given:
            yield prepared.fault(f"the prompt names {{{name}}}, which is not given", "prompt")
    if (drill.turn is None) != (drill.kind == "worked"):
        problem = "a worked line has no turn" if drill.turn else f"a {drill.kind} needs its turn's number"
        yield prepared.fault(problem, "turn")


def _choices(prepared: Prepared) -> Iterator[DeckError]:
    drill = prepared.drill
    choices = drill.choices or []
    right = [choice for choice in choices if choice.right]
    seen: set[str] = set()
    for index, choice in enumerate(choices):
        text = " ".join(choice.says.split()).casefold()
        if text in seen:
            yield prepared.fault(f"two choices say {quote(choice.says)}", "choices", index)
        seen.add(text)
        if not choice.right and (choice.belief is None or choice.because is None):
            yield prepared.fault("a wrong choice names its belief and says because", "choices", index)
    told = drill.page_says
    if isinstance(told, str) and told not in [choice.says for choice in right] and drill.erratum is None:
        yield prepared.fault("page_says is not the right choice, and there is no erratum", "page_says")


def _numbers(prepared: Prepared) -> Iterator[DeckError]:
    # Places as the page gives them: a page may print 0.5 where three decimals are asked.
    key = solve(prepared.node, prepared.given, None, prepared.beliefs).key
    if prepared.drill.page_says is not None:
        says = prepared.drill.page_says
        printed = says if isinstance(says, str) else write_value(says, 9)
        try:
            judged = grade(read_answer(printed), key)
        except NotationError as error:
            yield prepared.fault(f"page_says: {error}", "page_says")
        else:
            agrees = judged.verdict in (Verdict.RIGHT, Verdict.CARRIED)
            if agrees and prepared.drill.erratum is not None:
                yield prepared.fault("page_says agrees with the truth, so there is no erratum", "page_says")
            elif not agrees and prepared.drill.erratum is None:
                yield prepared.fault(f"page_says is not the truth ({judged.line}); add an erratum", "page_says")
    if prepared.can_be_fresh:
        yield from _draws(prepared)


def _draws(prepared: Prepared) -> Iterator[DeckError]:
    try:
        for seed in _SEEDS:
            prepared.draws.draw(seed)
    except DeckError:
        raise
    except KatatxError as error:
        yield prepared.fault(str(error), "fresh")
        return
    never = {name for pair in prepared.draws.unavoidable().collisions if RIGHT in pair for name in pair}
    for belief in prepared.beliefs:
        if belief.name in never:
            yield prepared.fault(f"belief {quote(belief.name)} always comes to the right answer", "beliefs")


def _turn_numbers(deck: Deck) -> Iterator[DeckError]:
    """Turns of each kind count up from 1 without a gap; a block may be several drills."""
    for kind in ("your-turn", "wrong-turn"):
        expected = 1
        for prepared in _prepared(deck):
            number = prepared.drill.turn
            if prepared.drill.kind != kind or number is None:
                continue
            if number not in (max(1, expected - 1), expected):
                yield prepared.fault(f"{kind} {number} comes where {expected} should", "turn")
            expected = max(expected, number + 1)
