"""Solving an expression: its value, its key for grading, and its known mistakes.

A band is the range of results that honest rounding of the lines can give.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from math import inf
from typing import NamedTuple

from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.evaluate import evaluate
from katatx.engine.names import Defined, Names, names_used
from katatx.engine.operations import ROUNDINGS, divide
from katatx.engine.pencils.pencil import Effort, Exhausted, Pencil
from katatx.engine.pencils.recording import Recording, Strokes, accepted_forms
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.pencils.writing import Step, write_lines
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, floats, shape_of
from katatx.engine.workings.noting import Noted, Tape
from katatx.engine.workings.ways import Ways
from katatx.notation.syntax import Literal, Node
from katatx.notation.walking import replaced
from scoring.answer import Answer, TypedNumber
from scoring.judge import Readings, grade, is_as_asked, is_fine
from scoring.key import Band, Key
from scoring.places import DECIMALS, FIGURES, agrees, close, half_unit, unit, whole_at
from scoring.verdict import Judgement

RIGHT = "right"
_FINER = 24  # ways of keeping more digits that are tried
# The finest place that rounded lines can carry, as a share of the band.
_FINEST = 0.01


class Belief(NamedTuple):
    """A mistake of one drill only: the wrong expression, and two clauses for the learner."""

    name: str
    node: Node
    happened: str
    instead: str


class Mistake(NamedTuple):
    """A known mistake and its result: `of` is a wrong turn or a belief, and `tapes` lead from the `numbers` to it."""

    of: WrongTurn | Belief
    value: Value
    tapes: Sequence[Tape]
    numbers: Sequence[float]

    @property
    def name(self) -> str:
        return self.of.name if isinstance(self.of, Belief) else self.of.id

    @property
    def is_convention(self) -> bool:
        return isinstance(self.of, WrongTurn) and self.of.convention


class Solution:
    """An expression worked out with its numbers, or the line of it with number `line`, which can grade answers.

    `places` is the number of decimals asked for; None for a claim. `uncertain` has the same names with intervals for
    numbers that were rounded; the band then has what they lead to, too. Raises EngineError if the expression has no
    value, Ambiguous if it has two readings, Exhausted if `effort` does not suffice.
    """

    def __init__(
        self,
        node: Node,
        names: Names,
        places: int | None = DECIMALS,
        beliefs: Sequence[Belief] = (),
        effort: Effort | None = None,
        uncertain: Names | None = None,
        line: int | None = None,
    ) -> None:
        self.node = standard(node, names)
        self.names = names
        self.places = places
        self._beliefs = beliefs
        self._uncertain = uncertain
        self.line = line
        used = {name for name in names_used(self.node) if name in names}
        self.given = sorted(name for name in used if not isinstance(names[name], (Defined, str)))
        written: dict[int, Literal] = {}
        replaced(self.node, lambda literal: written.setdefault(id(literal), literal))
        self.written = [*written.values()]
        self.noted = self._note(effort)
        self.tape = self.noted.tape
        self.numbers = self.noted.numbers
        self.value: Value = self.noted.value if self.tape.error is None else self.tape.value(())

    def _note(self, effort: Effort | None, turn: WrongTurn | None = None) -> Noted:
        return Noted(self.node, self.names, self.given, effort, self.written, turn, self.line)

    @property
    def shape(self) -> tuple[int, ...]:
        return shape_of(self.value)

    @cached_property
    def key(self) -> Key:
        """Return the key; the band has no ends if rounded lines have no value."""
        value = floats(self.value)
        first, end = 0, len(self.tape.lines)
        if self.line is not None:
            first, end = self.line + 1, self.tape.pencil.written[self.line][0] + 1
        operations = (step.operation for step in self.tape.steps if step.operation and first <= step.line < end)
        forms = None if self.places is None else accepted_forms(operations)
        without = Band((-inf,) * len(value), (inf,) * len(value))
        return Key(self.shape, value, self.rounded_band or without, self.places, forms)

    @cached_property
    def rounded_band(self) -> Band | None:
        """Return the band of honest rounding; None if rounded lines have no value."""
        try:
            band = band_of(self.tape.value(self.tape.play_by(Rounding().hand, self.numbers)))
        except EngineError:
            return None
        with suppress(EngineError):  # for example a divisor whose interval contains zero
            if self._uncertain is not None:
                numbers = [each for name in self.given for each in flat(self._uncertain[name])]
                numbers += [each.value for each in self.written]
                band = band.hull(band_of(self.tape.value(self.tape.play_by(Rounding().hand, numbers))))
        return band

    @property
    def stays_whole(self) -> bool:
        """Return whether the value is certain to be whole whenever all numbers given are, or because it is rounded."""
        rows = [*(floats(self.names[name]) for name in self.given), *([each.value] for each in self.written)]
        whole = [all(whole_at(each, 0) for each in row) for row in rows for _ in row]
        whole += [whole_at(each, 0) for each in self.tape.constants]
        for _, places, outcome, how, line in self.tape.steps:
            if outcome is None:
                evenly = how is divide and known(self.tape.lines[line][0]).divides_evenly
                keeps = (how is None or how.keeps_whole or evenly) and all(whole[place] for place in places)
                whole.append(keeps or (how in ROUNDINGS and len(places) == 1))
        return all(whole[end] for end in self.tape.ends) and all(whole_at(each, 0) for each in self.key.value)

    @cached_property
    def ways(self) -> list[Ways]:
        """Return the results of rounding the lines in every way, also by a convention; in a drill, with more digits."""
        more = (1, 2) if self.places is not None else ()
        finer = (Ways([self.tape], self.numbers, DECIMALS + each, FIGURES + each, _FINER) for each in more)
        return [Ways([self.tape], self.numbers), *self._conventions(), *finer]

    def _conventions(self) -> Iterator[Ways]:
        """Yield the ways of the workings by another convention that lead to the same value."""
        for turn in open_turns(self.tape.pencil) if self.line is None else ():
            if turn.convention:
                with suppress(EngineError):
                    made = self._mistaken(turn, None)
                    value, true = floats(made.value), floats(self.value)
                    if len(value) == len(true) and all(map(close, value, true)):
                        yield Ways(made.tapes, self.numbers)

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """Return all known mistakes that have a value; beliefs first. Raises EngineError if a belief has none."""
        return list(self.known_mistakes())

    def known_mistakes(self, effort: Effort | None = None) -> Iterator[Mistake]:
        """Yield the known mistakes that have a value, as far as `effort` suffices. Raises as `mistakes` does."""
        for belief in self._beliefs:
            other = Solution(belief.node, self.names)
            yield Mistake(belief, other.value, (other.tape,), other.numbers)
        for turn in open_turns(self.tape.pencil):
            try:
                yield self._mistaken(turn, effort)
            except Exhausted:
                return
            except EngineError:
                continue

    def _mistaken(self, turn: WrongTurn, effort: Effort | None) -> Mistake:
        """Return a wrong turn with its result. Raises EngineError if it has none, or for a line without its own."""
        if self.line is None:
            tape, noted = self.noted.mistake(turn, effort), self.noted
            tapes: Sequence[Tape] = (self.tape, tape)
        else:
            noted = self._note(effort, turn)
            tape, tapes = noted.tape, (noted.tape,)
            if len(tape.pencil.written) != len(self.tape.pencil.written):
                raise EngineError("this mistake leaves other lines")
        return Mistake(turn, noted.value if tape.error is None else tape.value(()), tapes, self.numbers)

    def grade(self, answer: Answer) -> Judgement:
        """Return the judgement of an answer, without causes."""
        return grade(answer, self.key, self.is_honest)

    def is_honest(self, readings: Sequence[Readings]) -> bool:
        """Return whether some way of rounding gives the digits of an answer; see `looks_honest` for a long working."""
        for result in (each for ways in self.ways for each in ways):
            pairs = zip(readings, result, strict=True)
            if all(is_as_asked(meant, number, self.places) for meant, number in pairs):
                return True
        return (self._uncertain is not None or not self.ways[0].are_all) and looks_honest(readings, self.key)


def fits(readings: Sequence[Readings], result: Sequence[float], places: int | None) -> bool:
    """Return whether all numbers of an answer, in one of their readings, are those of a result, rounded."""
    return len(readings) == len(result) and all(
        any(is_fine(each, number, places) for each in meant) for meant, number in zip(readings, result, strict=True)
    )


def looks_honest(readings: Sequence[Readings], key: Key) -> bool:
    """Return whether an answer in the band may be honest, where the ways of rounding are too many to try.

    One digit that differs while those after it are true is a slip. Digits below a hundredth of the band are refused.
    """
    return not any(
        _has_slipped(meant[0].text, meant[0].places, truth) or not _is_believed(meant[-1], low, high)
        for meant, truth, low, high in zip(readings, key.value, *key.band, strict=True)
        if not any(agrees(each.value, each.places, truth) for each in meant)
    )


def _is_believed(number: TypedNumber, low: float, high: float) -> bool:
    half = max(half_unit(number.places), unit(number.value) / 2)
    return low - half <= number.value <= high + half and 2 * half_unit(number.places) >= (high - low) * _FINEST


def _has_slipped(text: str, places: int | None, truth: float) -> bool:
    true = f"{truth:.{max(0, places or 0)}f}"
    off = [at for at, (one, other) in enumerate(zip(text.replace("−", "-"), true, strict=False)) if one != other]
    return len(text) == len(true) and len(off) == 1 and off[0] < len(text) - 1


def write_out(node: Node, names: Names, turn: WrongTurn | None = None) -> list[Step]:
    """Return the written lines of an expression; with `turn`, those of a learner who makes that mistake.

    Raises EngineError if there is no value, Ambiguous if there are two readings.
    """
    pencil = Recording(turn)
    evaluate(node, names, pencil)
    return write_lines(pencil.record.lines)


def count_strokes(node: Node, names: Names) -> Strokes:
    """Return the cost of working the expression by hand. Raises as `write_out` does."""
    pencil, strokes = Recording(), Strokes()
    evaluate(node, names, pencil)
    strokes.add(pencil.record.all_calculations())
    return strokes


def open_turns(exact: Pencil) -> list[WrongTurn]:
    """Return the wrong turns, conventions too, of the lines that `exact` worked itself, in the order of these lines."""
    return [turn for (_, line), seen in exact.seen.items() for turn in seen.recipe.wrong_turns.get(line, ())]
