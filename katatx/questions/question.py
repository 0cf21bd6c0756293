"""Questions as data: a drill, a line of a kata or a stage of a lesson with its numbers, and what is right."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from katatx.decks.model import Choice
from katatx.decks.parts import placeholders
from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.engine.values import as_lists, floats, shape_of
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain
from katatx.questions.choice import judge_choice, picked
from katatx.questions.numbers import Wanted, judge_numbers, read_numbers
from katatx.questions.sheet import Names, Option, fill, given_lines, letter
from katatx.questions.spot import how_to_answer, judge_line, line_picked, picking_line, read_line
from scoring import Band, Judgement
from scoring.target import Pace, reading_seconds, stroke_seconds, target_seconds

if TYPE_CHECKING:
    from katatx.engine.chains import ChainLine
    from katatx.engine.key import Solution
    from katatx.engine.mistakes.spotting import Spot
    from katatx.engine.pencils.recording import Strokes
    from katatx.notation.syntax import Node
    from katatx.progress.events import Opened

_LONGEST_READING = 240
_KINDS = {0: "scalar", 1: "vector", 2: "matrix"}


@dataclass
class Question:
    """A question for one of `choices`, the wrong line of the working `spot`, or else the value of the expression
    `node`.

    The numbers `given` are the page's if `seed` is None, else random ones where the drill has ranges. `asked` is the
    prompt with placeholders for them. `options` can be selected; `right_option` is the right choice or the wrong line.
    Whatever must work the answer out, judging too, raises KatatxError if the drill is faulty.
    """

    prepared: Prepared
    seed: int | None
    given: Names
    asked: str
    node: Node | None = None
    # The solution; None for the page's, which is worked out when it is first needed.
    worked: Solution | None = None
    options: tuple[Option, ...] = ()
    right_option: int | None = None
    choices: tuple[Choice, ...] = ()
    spot: Spot | None = None
    because: str | None = None
    # Lines shown above the question, such as a worked example with other numbers or a lesson's idea.
    above: tuple[str, ...] = ()
    # The question that `above` works as an example.
    example: Question | None = None

    # Of a line of a kata: the learner's lines as intervals, whether one of those it uses is wrong, and a sentence on
    # those that true ones replace.
    chain: ChainLine | None = None
    uncertain: Names | None = None
    on_error: bool = False
    advice: str | None = None

    # Of a stage of a lesson: the part of the working that is open at first, and the number of its lines up to the one
    # that is asked for, None for all.
    opened: Opened | None = None
    up_to: int | None = None

    @property
    def id(self) -> str:
        return self.prepared.name

    @property
    def section(self) -> str:
        return self.prepared.drill.section

    @property
    def line(self) -> str | None:
        return None if self.chain is None else self.chain.name

    @property
    def prompt(self) -> str:
        return fill(self.asked, self.given)

    @property
    def sheet(self) -> list[str]:
        """Return the lines shown with the prompt: `above`, the given values that it does not name, `choosing`."""
        return [*self.above, *given_lines(self.given, placeholders(self.asked)), *self.choosing]

    @property
    def choosing(self) -> list[str]:
        how = self.advice if self.spot is None else how_to_answer(self.spot)
        return [*map(str, self.options), *filter(None, [how])]

    @property
    def places(self) -> int:
        worked = None if self.worked is None else self.worked.places
        return self.prepared.places if worked is None else worked

    @property
    def is_fresh(self) -> bool:
        return self.seed is not None and (self.chain is not None or self.prepared.can_be_fresh)

    @property
    def answer_type(self) -> str:
        """Return "scalar", "vector", "matrix", "choice", or "line" (a wrong line to find)."""
        if self.choices:
            return "choice"
        return _KINDS[len(shape_of(self.solution.value))] if self.spot is None else "line"

    @property
    def solution(self) -> Solution:
        return self.prepared.solution if self.worked is None else self.worked

    @property
    def key(self) -> Any:
        """Return the true value as nested lists, for a spot that of the wrong line, or the text of the right choice."""
        if self.choices and self.right_option is not None:
            return self.choices[self.right_option].says
        return as_lists(self.solution.value)

    @property
    def band(self) -> tuple[tuple[int, ...], Band] | None:
        """Return the answer's shape, and the lowest and highest accepted values of its numbers; None for a choice."""
        if self.choices:
            return None
        key, own = self.solution.key, None if self.spot is None else self.spot.own
        return key.shape, key.band if own is None else key.band.hull(own.key.band)

    @property
    def erratum(self) -> str | None:
        """Return a sentence on the page's misprint; None if there is none or the numbers are not the page's."""
        if self.is_fresh or self.chain is not None or self.prepared.drill.erratum is None:
            return None
        return plain(f"The page that this deck follows has an error here. {self.prepared.drill.erratum}")

    def pointed_at(self, typed: str) -> int | None:
        """Return the option that a key points at; the numbers that stand before choices always do."""
        if self.spot is not None:
            return line_picked(typed, self.spot)
        return int(typed) - 1 if typed in tuple("123456789"[: len(self.choices)]) else picked(typed, self.choices)

    def pointing_at(self, option: int, typed: str) -> str:
        return letter(option) if self.choices else picking_line(option, typed)

    def judge(self, typed: str) -> Judgement:
        """Return the verdict on the typed text: `again` for text that cannot be read. No text raises an error."""
        if self.choices:
            return judge_choice(typed, self.choices, self.prepared.drill.id)
        if self.spot is not None:
            return judge_line(typed, self.spot)
        return judge_numbers(typed, self.solution, self._own, on_error=self.on_error)

    @cached_property
    def _own(self) -> Solution | None:
        """Return the solution worked from the learner's lines of a kata, if they have a result."""
        from katatx.engine.chains import solution_from_own_lines

        return None if self.chain is None else solution_from_own_lines(self.chain, self.given, self.uncertain)

    def read_back(self, typed: str) -> str:
        if not typed.strip() or self.choices:
            return ""
        if self.spot is not None:
            read = read_line(typed, self.spot)
        else:
            read = read_numbers(typed, self.solution.shape, self.solution.key.forms)
        return plain(read, _LONGEST_READING, keep="")

    @cached_property
    def wanted(self) -> Wanted:
        """Return the shape and the decimals asked for: 0 if all numbers are whole, in a drill not by chance."""
        if self.opened is None:
            whole = self.solution.stays_whole
        else:
            whole = all(number.is_integer() for number in floats(self.solution.value))
        return Wanted(self.solution.shape, 0 if whole else self.places)

    @property
    def wanted_words(self) -> str:
        """Return the form that is asked for in words; "" for a choice or a spot."""
        if self.options:
            return ""
        return self.wanted.words + "; put ; between rows" * (len(self.wanted.shape) == 2)

    @cached_property
    def strokes(self) -> Strokes:
        from katatx.engine.key import count_strokes
        from katatx.engine.pencils.recording import Strokes

        assert self.node is not None
        with suppress(EngineError):  # lines of a kata without a result take none
            return count_strokes(self.node, self.given)
        return Strokes()

    def pencil_seconds(self, tools: str = "tables") -> float | None:
        """Return the seconds to read the question and work it by hand at the default pace; None with options."""
        if self.options:
            return None
        return round(reading_seconds(len(self.prompt.split())) + stroke_seconds(self.strokes, tools), 1)

    def target_seconds(self, pace: Pace | None = None) -> float | None:
        """Return the seconds that an automatic answer takes at most, at the learner's `pace`; None with options."""
        pace = pace or Pace()
        pencil = self.pencil_seconds(pace.tools)
        return None if pencil is None else target_seconds(pencil, len(write_value(self.key, self.places)), pace)
