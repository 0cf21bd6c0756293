"""What is shown of a question until its verdict: what stands above it, its options, its words, a kata's lines."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.engine.values import as_lists
from katatx.notation.printing import write_typed
from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.questions.sheet import Option
from katatx.show.given import given_lines, prompt_lines
from katatx.show.text import NOTHING, Piece, block, clock, columns, line, side_by_side, spaced, width_of, wrapped
from katatx.show.working import whole_working
from scoring.wording import capital

if TYPE_CHECKING:
    from katatx.sessions.kata import Kata, KataRow


_LEAST_CALCULATION = 20


def example_lines(example: Question, width: int) -> list[Text]:
    """Return a question worked as an example for another: what numbers it has, and its working."""
    from katatx.questions.true_working import steps_of

    asked = [*prompt_lines(example), *given_lines(example.given, example.asked, width)]
    with_numbers = [each for each in asked if any(span.style == "given" for span in each.spans)]
    return spaced(with_numbers, whole_working(steps_of(example), width))


def option_rows(question: Question, outcome: Outcome | None, at: int | None, width: int) -> list[Text]:
    """Return the options, the one at `at` marked; once the truth is told, with a sign and what is said of each."""
    graded = None if outcome is None or outcome.judgement.verdict.costs_nothing else outcome
    texts = [[line(each.text)] for each in question.options]
    if question.spot is not None:
        texts = _lined_up(question.options, width - 2 - len(question.options[0].head))
        if graded is not None and at is not None:
            yours = f"   yours: {graded.typed.partition(':')[2].strip()}", "right" if graded.is_right else "dim"
            texts[at][0] = line(texts[at][0], yours)
    told = graded is not None and graded.tells_truth
    return [_option(question, number, text, number == at, told, width) for number, text in enumerate(texts)]


def _lined_up(options: Sequence[Option], width: int) -> list[list[Text]]:
    """Return each line of a working as the lines of its calculation, if it has one, and its numbers in line on their
    points; a grid has a line for each of its rows. Where there is no room for both, numbers stand below.
    """
    split = [each.text.rpartition(" = ") for each in options]
    rows = [[row.split() for row in result.split(";")] for *_, result in split]
    numbers = columns("." * max(len(row) for each in rows for row in each), [row for each in rows for row in each])
    told, made = [line((each, "dim")) for each, *_ in split], iter(numbers)
    results = [[next(made) for _ in each] for each in rows]
    room = min(width_of(told), width - width_of(numbers) - 4)
    if room < _LEAST_CALCULATION:
        return [[*filter(None, [calculation]), *result] for calculation, result in zip(told, results, strict=True)]
    for calculation, result in zip(told, results, strict=True):
        first, *others = wrapped(calculation, room)
        first.pad_right(room - first.cell_len)
        result[:] = columns("lll", [*zip_longest((first, *others), [("=", "dim")], result, fillvalue=NOTHING)], (1, 2))
    return results


def _option(question: Question, number: int, said: list[Text], is_chosen: bool, told: bool, width: int) -> Text:
    is_true, is_choice = number == question.right_option, bool(question.choices)
    sign, style = (" ", ""), "b" * (is_chosen and (is_choice or not told))
    if told and is_true:  # of a working it is the line that went wrong
        sign, style = (("✓", "right"), "b") if is_choice else (("✗", "wrong"), "wrong")
    elif is_chosen and style:
        sign = ("✗", "wrong") if told else ("▸", "lead")
    label = f"{number + 1}  " if is_choice else question.options[number].head
    key = len(label) - len(label.lstrip()) + len(label.split()[0])
    for each in said:
        each.stylize_before(style)
    if told and is_choice and (because := question.choices[number].because):
        said.append(line((f"{capital(plain(because)).rstrip('.')}.", "right" if is_true else "dim")))
    head = line(sign, " ", (label[:key], "lead"), label[key:])
    return block(side_by_side([[head], [each for text in said for each in wrapped(text, width - head.cell_len)]], 0))


def words_in(words: Mapping[str, str], texts: Iterable[str]) -> dict[str, str]:
    """Return the terms that some texts have, and those that the meanings of these have, with their meanings."""
    asked = " ".join(texts)
    for _ in range(2):
        met = {word: meaning for word, meaning in words.items() if _has(asked, word)}
        asked = " ".join((asked, *met.values()))
    return met


def _has(text: str, term: str) -> bool:
    """Return whether a text has a term, as a whole word if it is one letter."""
    whole = r"(?!\w)" * (len(term) == 1)
    return bool(re.search(rf"(?<!\w){re.escape(term)}{whole}", text, re.IGNORECASE * (not whole)))


def words_lines(words: Mapping[str, str], lit: Collection[str], width: int) -> list[Text]:
    """Return the terms, their meanings, and in brackets the page's own words, if there is room; those `lit` first."""
    rows: list[list[Piece]] = []
    for word in sorted(words, key=lambda word: word not in lit):
        said = plain(words[word], keep="")
        meaning, bracket, own = said.rpartition(" (") if re.search(r" \(.*\)$", said) else (said, "", "")
        term = (plain(word, keep=""), "lead b" if word in lit else "b" * (not lit))
        rows.append([term, meaning, (bracket.strip() + own, "dim")])
    made = columns("lll", rows)
    if width_of(made) <= width:
        return made
    if max(map(len, words)) <= width // 3:
        return columns("ll", [row[:2] for row in rows], width=width)
    told = (line(term, "  ", meaning) for term, meaning, _ in rows)
    return [part for each in told for part in wrapped(each, width, indent=2)]


# ---- a kata

# What stands before a line's numbers, the numbers, and what stands after them.
_KataRow = tuple[Sequence[Piece], Sequence[Piece], Sequence[Piece]]


def kata_lines(kata: Kata, width: int, is_over: bool = False) -> list[Text]:
    """Return a kata's lines, the present one lit; if it is over, those answered, and the true ones if there is room."""
    done = len(kata.rows)
    rows = [_kata_row(kata, at, answered, is_over) for at, answered in enumerate(kata.rows)]
    for at, each in enumerate(() if is_over else kata.lines[done:], done):
        style, is_here = ("lead b", True) if at == done else ("dim", False)
        head = [("▸" * is_here, "lead"), (str(at + 1), style), (in_words(each.name), style)]
        rows.append((head, [("?", "lead")] * is_here, []))
    most = max((len(numbers) for _, numbers, _ in rows), default=0)
    table = [[*head, *numbers, *[""] * (most - len(numbers)), *tail] for head, numbers, tail in rows]
    tails = "." * max((len(tail) for *_, tail in rows), default=0)
    heading: list[Piece] = ["", "", "", ("yours", "dim"), *[""] * (most - 1), ("true", "dim")]
    heads = [heading] * (is_over and bool(rows))
    for ends, gap in ((tails, 2), (tails, 1), ("", 2)) if is_over else (("rl", 2), ("r", 2)):
        gaps = [*[gap] * (2 + most), gap + 2, *[gap] * len(ends)]
        made = columns("lll" + "." * most + ends, [*heads, *table], gaps)
        if width_of(made) <= width:
            break
    for text in made:
        text.truncate(width, overflow="ellipsis")
    return [block(made[0 if ends else 1 : 2]), *made[2:]] if heads else made


def in_words(name: str) -> str:
    """Return the name of a line or of given numbers as words: `nolan.query` is read as two."""
    return plain(name, keep="").replace(".", " ").replace("_", " ")


def kata_sign(row: KataRow) -> tuple[str, str]:
    """Return the sign of an answered line: right, right from a wrong line before, or wrong."""
    if row.right:
        return "✓", "right"
    return ("┆", "lead") if row.judgement.verdict.counts_as_right else ("✗", "wrong")


def _kata_row(kata: Kata, at: int, row: KataRow, is_over: bool) -> _KataRow:
    sign, style = kata_sign(row)
    numbers = [row.shown] if ";" in row.shown else row.shown.strip("[]").replace(",", " ").split()
    marks = row.judgement.slots if len(row.judgement.slots) == len(numbers) else [False] * len(numbers)
    source = kata.source_of(at) if style == "lead" else None
    note = "" if source is None else f"right from your line {source + 1}"
    if style == "wrong" and row.judgement.causes:
        note = capital(row.judgement.causes[0].happened)
    head = [(sign, style), (str(at + 1), "dim"), (in_words(row.line), "dim")]
    time = "as before" if row.is_kept else clock(row.seconds)
    shown = [(each, "wrong" * (style == "wrong" and not right)) for each, right in zip(numbers, marks, strict=True)]
    if is_over:
        true = write_typed(as_lists(kata.worked.solutions[at].value), max(3, kata.lines[at].places or 0))
        cells = [true] if ";" in true else true.split()
        return head, shown, [(each, "right" if style == "wrong" else "dim") for each in cells]
    return head, shown, [(time, "dim"), (note, "dim")]
