"""Finding the faults of a drill file, by one list of checks: all in one pass, with their positions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import permutations
from pathlib import Path
from typing import Any

from katatx import cache
from katatx.decks.loading import ENDINGS, MOST_DRILLS, deck_faults, read_document, read_partly
from katatx.decks.model import Drill, Kata
from katatx.decks.parts import PLACEHOLDER, is_name, placeholders
from katatx.decks.prepared import ANSWER, Prepared, line_faults, prepare
from katatx.decks.teaching import lint_teaching, twin_faults
from katatx.decks.yaml_reader import read_yaml
from katatx.engine.fresh_numbers.ranges import numbered_source
from katatx.engine.key import RIGHT
from katatx.engine.mistakes.spotting import draw_spot, spot_in_chain, spot_in_working
from katatx.engine.names import names_in
from katatx.engine.worked_lines import worked_lines
from katatx.errors import DeckError, KatatxError
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.nearest import nearest
from katatx.notation.printing import write_value
from katatx.notation.quoting import quote
from katatx.pages.blocks import find_blocks
from katatx.pages.documents.finding import read_source
from scoring import Verdict
from scoring.shapes import describe, same_shape

_FEWEST_LINES, _LONGEST_IDEA = 2, 700
# A number that is not part of a name such as W1 or d_2.
_TYPED_NUMBER = re.compile(r"(?<!\w)\d+")
# What a lesson, a choice, a spot, and a spot in the kata cannot have.
_USELESS = {
    "lesson": ("turn", "wrong_turn", "choices", "spot", "fresh", "page_says", "beliefs", "exercises"),
    "choices": ("fresh", "beliefs", "exercises"),
    "spot": ("page_says", "beliefs", "exercises"),
    "spot kata": ("page_says", "beliefs", "given", "fresh", "exercises"),
}
Faults = Iterator[DeckError]


def _prompts(part: Prepared) -> Faults:
    """Braces of prompts stand around names that are given; in a kata also around those of earlier lines."""
    names: dict[str, None] = dict.fromkeys([*part.file.given, *([ANSWER] if part.kind == "lesson" else [])])
    lines: dict[str, Any] = part.file.lines if isinstance(part.file, Kata) else {"": part.file}
    for line, asked in lines.items():
        path = ("lines", line, "prompt") if line else ("prompt",)
        for name in (found.partition(":")[0] for found in PLACEHOLDER.findall(asked.prompt)):
            if name not in names:
                yield part.fault(f"the prompt names {{{name}}}, which is not given{nearest(name, names)}", *path)
        rest = PLACEHOLDER.sub("", asked.prompt)
        if "{" in rest or "}" in rest:
            problem = "a brace in the prompt holds no name; write {name} for its numbers, and no other braces"
            yield part.fault(problem, *path)
        names[line] = None


def _names(part: Prepared) -> Faults:
    """Names can stand in expressions, as constants cannot."""
    lines = part.file.lines if isinstance(part.file, Kata) else ()
    for path in [*(("given", name) for name in part.file.given), *(("lines", name) for name in lines)]:
        if not is_name(path[1]):
            problem = "cannot be used as a name in an expression; write letters, digits and _, a letter first"
            yield part.fault(f"{quote(path[1])} {problem}", *path)


def _parts(part: Prepared) -> Faults:
    """A drill has one turn, no erratum alone, nothing useless, a prompt and one kind of answer."""
    drill, kind = part.drill, part.kind
    if drill.turn is not None and drill.wrong_turn is not None:
        yield part.fault("this drill has a turn and a wrong_turn; keep one of them", "turn")
    if drill.erratum is not None and drill.page_says is None:
        yield part.fault("this erratum stands alone; write page_says too, what the page prints", "erratum")
    what = {"choices": "a drill with choices", "spot kata": "a spot in the kata"}.get(kind, f"a {kind}")
    for each in _USELESS.get(kind, ()):
        if getattr(drill, each):
            yield part.fault(f"{what} cannot have {each}; remove it", each)
    prepare(part.deck, drill)


def _idea(part: Prepared) -> Faults:
    """A lesson's idea is short, and has numbers only by name; two of its lines or more can be covered."""
    idea = part.drill.prompt
    typed = _TYPED_NUMBER.search(PLACEHOLDER.sub("", idea))
    if len(idea) > _LONGEST_IDEA:
        yield part.fault(f"the idea has {len(idea)} characters; write at most {_LONGEST_IDEA}", "prompt")
    if typed is not None:
        problem = f"the idea contains the number {typed[0]}; write {{name}} for it, or spell it out"
        yield part.fault(problem, "prompt")
    if ANSWER in part.drill.given:
        problem = f"{quote(ANSWER)} stands for the result of the lesson; give this number another name"
        yield part.fault(problem, "given", ANSWER)


def _choices(part: Prepared) -> Faults:
    """Choices differ, and wrong ones have a reason and a belief of their own; the page says the right one."""
    drill, choices = part.drill, part.drill.choices or []
    says: dict[object, str] = {}
    beliefs: list[str | None] = []
    for index, choice in enumerate(choices):
        mine, meaning = choice.says, _meaning(choice.says)
        if meaning in says:
            same = f"{quote(says[meaning])} and {quote(mine)} are the same choice; change or remove one of them"
            yield part.fault(same, "choices", index)
        if not choice.right and choice.because is None:
            yield part.fault("this wrong choice has no because; write it", "choices", index)
        if not choice.right and choice.belief in beliefs:
            problem = f"two choices have the belief {quote(str(choice.belief))}; rename one of them"
            yield part.fault(problem, "choices", index, "belief")
        if mine.strip().casefold() in "abcdefg"[: len(choices)]:
            problem = f"{quote(mine)} is also the letter of a choice; write a longer statement"
            yield part.fault(problem, "choices", index, "says")
        says[meaning] = mine
        beliefs.append(choice.belief)
    if drill.page_says is not None:
        agrees = drill.page_says in [choice.says for choice in choices if choice.right]
        if agrees == (drill.erratum is not None):
            problem = "is the right choice; remove the erratum" if agrees else "is not the right choice; correct it"
            yield part.fault(f"page_says {problem}{'' if agrees else ', or add an erratum'}", "page_says")


def _meaning(text: str) -> object:
    try:
        answer = read_answer(text)
    except NotationError:
        return " ".join(text.split()).casefold().strip(".!?;:, ")
    return (answer.shape, tuple(number.value for number in answer.numbers))


def _work(part: Prepared) -> Faults:
    """Every line and belief has a value, and all together take no longer than a page."""
    _ = part.beliefs, part.ranges
    nodes, path = [line.node for line in part.own_lines], part.path_of(0)[:1]
    part.bound_effort([*nodes, *(belief.node for belief in part.beliefs)], part.given, *path)
    part.bound_effort(nodes, part.values, *path)
    yield from ()


def _exercises(part: Prepared) -> Faults:
    """Every name in `exercises` is a step of the working."""
    steps = worked_lines(part.node, part.given).strokes
    for name in part.drill.exercises or ():
        if name not in steps:
            yield part.fault(f"{quote(name)} is no step of the working{nearest(name, steps)}", "exercises")


def _used(part: Prepared) -> Faults:
    """Every given name is used, since one that is not was often mistyped."""
    used = {name.text for line in part.own_lines for name in names_in(line.node)}
    used |= {name.text for belief in part.beliefs for name in names_in(belief.node)}
    used |= set() if isinstance(part.file, Kata) else set(placeholders(part.drill.prompt))
    for name in part.file.given:
        if name not in used:
            problem = "is given, but neither the answer nor the prompt uses it; use it, or remove it"
            yield part.fault(f"{quote(name)} {problem}", "given", name)


def _covered(part: Prepared) -> Faults:
    lines = sum(leaf.can_be_covered for leaf in part.leaves)
    if lines < _FEWEST_LINES:
        problem = f"only {lines} of its lines can be covered; write an answer with at least {_FEWEST_LINES} such lines"
        yield part.fault(problem, ANSWER)


def _page_says(part: Prepared) -> Faults:
    """The page prints what is right, or there is an erratum."""
    says, erratum, solution = part.drill.page_says, part.drill.erratum, part.solution
    if says is None:
        return
    try:
        answer = read_answer(says if isinstance(says, str) else write_value(says, 9), solution.shape)
        judged = solution.grade(answer)
    except NotationError as error:
        yield part.fault(f"page_says: {error}", "page_says")
        return
    fits, agrees = same_shape(answer.shape, solution.shape), judged.verdict is Verdict.RIGHT
    if judged.verdict is Verdict.AGAIN and fits:
        places = max(number.places or 0 for number in answer.numbers)
        yield part.fault(f"page_says has fewer decimals than are asked for; write places: {places}", "page_says")
    elif agrees and erratum is not None:
        yield part.fault("page_says is right; remove the erratum", "page_says")
    elif erratum is None and not fits:
        is_now, is_asked = describe(answer.shape), describe(solution.shape)
        yield part.fault(f"page_says is {is_now}, but the answer is {is_asked}; correct one of them", "page_says")
    elif not agrees and erratum is None:
        yield part.fault(f"page_says is wrong ({judged.line}); correct it, or add an erratum", "page_says")


def _spot(part: Prepared) -> Faults:
    """A line can visibly be wrong, on fresh numbers too."""
    if part.kind == "spot kata":
        if part.deck.contents.kata or ("kata",) not in part.deck.document.keys:  # else its fault is told already
            spot_in_chain(part.kata.lines, part.kata.page, numbered_source("lint"))
        return
    spot_in_working(part.node, part.given, part.drill.places, numbered_source("lint"))
    if part.can_be_fresh:
        yield from _drawn(part, lambda seed: draw_spot(part.draws, seed, numbered_source(f"lint {seed}")))


def _draws(part: Prepared) -> Faults:
    if part.can_be_fresh:
        yield from _drawn(part, part.draws.draw_solved)


def _drawn(part: Prepared, draw: Callable[[int], object]) -> Faults:
    """Yield a fault if `draw` finds no fresh numbers, or if a drill is too long for that."""
    path = "given" if part.file.fresh is None else "fresh"
    try:
        if not isinstance(part.file, Kata):
            part.bound_effort([part.node], part.given, path, drawn=True)
        for seed in range(2):
            draw(seed)
    except DeckError as error:
        yield error
    except KatatxError as error:
        yield part.fault(str(error).removeprefix(f"{part.name}: "), path)


def _collisions(part: Prepared) -> Faults:
    """A belief does not have the result of the right answer or of another mistake; fresh numbers may help."""
    if not part.beliefs:
        return
    check, where, remedy = part.draws.checks[0], "with these numbers", "give other numbers"
    if part.can_be_fresh:
        where, remedy = "with any numbers", "correct its answer, or leave it out"
    colliding = check.unavoidable() if part.can_be_fresh else check.collisions(part.given)
    pairs = {pair for names in colliding for pair in permutations(names, 2)}
    own = f"{part.drill.id}/"
    same = dict(sorted(pairs, key=lambda pair: (pair[1] != RIGHT, pair), reverse=True))  # the last of a belief counts
    for belief in part.beliefs:
        if belief.name in same:
            name, other = belief.name.removeprefix(own), same[belief.name]
            what = "the right answer" if other == RIGHT else quote(other.removeprefix(own))
            yield part.fault(f"belief {quote(name)} has the same result as {what} {where}; {remedy}", "beliefs", name)


_ASKED = (_prompts, _names, _parts)
# The checks of each kind of part, in their order. The faults of a check are yielded; what it raises, no check after it
# could use.
CHECKS: dict[str, Sequence[Callable[[Prepared], Faults]]] = {
    ANSWER: (*_ASKED, _used, _work, _exercises, _page_says, _draws, _collisions, lint_teaching),
    "choices": (*_ASKED, _choices),
    "spot": (*_ASKED, _used, _work, _spot),
    "spot kata": (*_ASKED, _spot),
    "lesson": (*_ASKED, _idea, _used, _work, _covered),
    "kata": (_prompts, _names, line_faults, _used, _work, _draws),
}
# Those that are made only if there are no faults before: they take long, or would tell the same again.
LATER = (_draws, _collisions, lint_teaching)

# The part of a drill that has the number of its block, by the block's kind.
_PARTS = {"your-turn": "turn", "wrong-turn": "wrong_turn"}


def lint_file(path: Path, text: str | None = None) -> list[DeckError]:
    """Return the faults of a drill file, or of a text as its contents, sorted by position."""
    if path.suffix not in ENDINGS:
        problem = "not a drill file, since those end in .yaml; name such a file, or check a page with katatx audit"
        return [DeckError(str(path), 1, 1, problem, whole=True)]
    try:
        document = read_document(path) if text is None else read_yaml(text, str(path))
    except DeckError as error:
        return [error]
    deck, faults = read_partly(path, document)
    if deck is not None:
        faults += deck_faults(deck)
        files: list[Drill | Kata] = [*deck.drills, *deck.contents.lessons.values(), *filter(None, [deck.contents.kata])]
        parts = [Prepared(deck, file) for file in files] if len(deck.drills) <= MOST_DRILLS else []
        faults += [fault for part in parts for fault in _lint_once(part)]
        faults += twin_faults([part for part in parts if part.kind in ("answer", "spot")])
    told = {str(fault): fault for fault in faults}  # of a faulty kata also by the spots in it
    return sorted(told.values(), key=lambda fault: (fault.line, fault.column))


def _lint_once(part: Prepared) -> list[DeckError]:
    """Return the faults of a part, up to one after which it cannot be used, unless it is known to have none."""
    kata = part.kind == "kata"
    with_it = sorted(part.deck.drill_ids) if kata else part.deck.contents.kata if part.kind == "spot kata" else None
    content = f"{part.name} {part.file} {with_it}"
    if cache.read("lint", content) is True:
        return []
    faults: list[DeckError] = []
    for check in CHECKS[part.kind]:
        if faults and check in LATER:
            continue
        try:
            with part.located(*part.path_of(0)[:1]):
                faults += check(part)
        except DeckError as error:
            return [*faults, error]
    if not faults:
        cache.write("lint", content, True)
    return faults


def lint_page(file: Path, page: Path) -> list[DeckError]:
    """Return a fault for each block (YOUR TURN or WRONG TURN) of a page without a drill in the deck's `file`, and for
    each drill whose block is not on the page. Raises KatatxError if the page cannot be read.
    """
    blocks = find_blocks(read_source(page))
    deck = None
    with suppress(DeckError):  # reported by lint_file
        deck, _ = read_partly(file, read_document(file))
    if deck is None:
        return []
    # A drill with a fault of form counts as one of its block, and has no other fault.
    sections = [each for each in deck.document.data["sections"].values() if isinstance(each, dict)]
    drills = [drill for section in sections for drill in section.values() if isinstance(drill, dict)]
    drilled = {(kind, str(drill.get(part))) for drill in drills for kind, part in _PARTS.items()}
    needed = f"has no drill in {deck.file}; write one for it"
    missing = [each for each in blocks if (each.kind, str(each.number)) not in drilled]
    faults = [DeckError(str(page), each.line, each.column, f"{each.name} {needed}") for each in missing]
    known = {(block.kind, block.number) for block in blocks}
    for drill in deck.drills:
        if drill.number is not None and (drill.kind, drill.number) not in known:
            problem = f"the page has no {drill.kind} {drill.number}; correct the number"
            faults.append(Prepared(deck, drill).fault(problem, _PARTS[drill.kind]))
    return faults
