"""An expression worked with one set of numbers after another, by its tapes where these hold.

With other numbers the same calculations are done again, much faster than a pencil works; where a comparison comes out
otherwise, the pencil works anew.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Sequence

from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.recipe import WrongTurn
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, flat, shape_of
from katatx.engine.workings.noting import Noted, Tape
from katatx.notation.syntax import Node
from scoring.key import Band

# Tapes kept for one expression, one for each way that its comparisons came out.
_MOST_TAPES = 8
# Workings that no tape could do, beyond those that one could, after which none is made or used.
_MOST_MISSES = 12


class _Known:
    """A tape of the right working, and those of mistakes that go on from it; `noted` is the working it is from."""

    def __init__(self, noted: Noted) -> None:
        self.noted = noted
        self.tape = noted.tape
        self.mistakes: dict[str, list[Tape]] = {}
        self.misses: Counter[str] = Counter()


class Working:
    """An expression worked with one set of numbers after another, and its known mistakes with these numbers.

    `varying` are the names whose numbers change, and `longest` limits the calculations. Of the numbers last worked,
    `made` has the results of all calculations, and `pencil` is an exact pencil that met the same lines.
    """

    def __init__(self, node: Node, varying: Collection[str], longest: int = sys.maxsize) -> None:
        self._written = node
        self._node: Node | None = None
        self._varying = sorted(varying)
        self._longest = longest
        # By the shapes of the varying values.
        self._tapes: dict[tuple[tuple[int, ...], ...], list[_Known]] = {}
        self._misses = 0
        self._names: Names = {}
        self._numbers: list[float] = []
        self._now: _Known | None = None
        self._all: Sequence[float] = ()
        self._turned: dict[str, Tape] = {}
        self._rounded: tuple[Rounding, list[Number]] | None = None
        self.made: Sequence[float] = ()
        self.pencil = Pencil()

    def value(self, names: Names) -> Value:
        """Return the value with these numbers. Raises as `work_out` does."""
        self._names, self._now, self._rounded = names, None, None
        self._turned.clear()
        self._numbers = [low_of(number) for name in self._varying for number in flat(names[name])]
        tapes = self._tapes.setdefault(tuple([shape_of(names[name]) for name in self._varying]), [])
        for known in tapes if self._misses <= _MOST_MISSES else ():
            made = _played(known.tape, self._numbers)
            if made is not None:
                self._misses -= 1
                return self._keep(known, made)
        self._misses += 1
        if self._misses > _MOST_MISSES:
            self.pencil = pencil = _Keeping(None, Effort(self._longest))
            self.made = pencil.made
            return work_out(self._standard(), names, pencil)
        known = _Known(self._note())
        tapes[:] = [known, *tapes][:_MOST_TAPES]
        return self._keep(known, known.tape.play(self._numbers) or [])

    def mistake(self, turn: WrongTurn) -> Value:
        """Return the value of a known mistake with the numbers last worked. Raises as `work_out` does."""
        if self._now is None or self._now.misses[turn.id] > _MOST_MISSES:
            return work_out(self._standard(), self._names, Pencil(turn, Effort(self._longest)))
        for tape in self._now.mistakes.setdefault(turn.id, []):
            made = _played(tape, self._all)
            if made is not None:
                self._turned[turn.id] = tape
                self._now.misses[turn.id] -= 1
                return tape.value(made)
        self._now.misses[turn.id] += 1
        tape = self._note_mistake(turn)
        return tape.value(()) if tape.error else self._now.noted.value

    def band(self, turn: WrongTurn | None = None) -> Band:
        """Return the band of the numbers last worked, or that of a mistake. Raises EngineError if there is none."""
        now = self._noted_now()
        tape = now.tape if turn is None else self._turned.get(turn.id) or self._note_mistake(turn)
        if self._rounded is None:
            rounding = Rounding()
            self._rounded = rounding, now.tape.play_by(rounding.hand, self._numbers)
        rounding, made = self._rounded
        if turn is None:
            return band_of(tape.value(made))
        return band_of(tape.value(tape.play_by(Rounding(after=rounding).hand, made)))

    def _noted_now(self) -> _Known:
        """Return the tape of the numbers last worked, noted now if they were worked by a pencil."""
        if self._now is None:
            self._now = _Known(self._note())
            self._all = self._now.tape.play(self._numbers) or []
        return self._now

    def _keep(self, known: _Known, made: list[float]) -> Value:
        self._now, self._all, self.pencil = known, made, known.tape.pencil
        self.made = [made[place] for place in known.tape.by_hand]
        return known.tape.value(made)

    def _note(self) -> Noted:
        return Noted(self._standard(), self._names, self._varying, Effort(self._longest))

    def _note_mistake(self, turn: WrongTurn) -> Tape:
        """Note a mistake with the numbers last worked, going on from the right working with them."""
        now = self._noted_now()
        if now.noted.numbers != self._numbers:
            now.noted = self._note()
            if now.noted.tape.form != now.tape.form:  # it went otherwise for a reason that was not noted
                now.tape = now.noted.tape
                now.mistakes.clear()
                self._turned.clear()
                self._rounded = None
                self._all = now.tape.play(self._numbers) or []
        tape = now.noted.mistake(turn, Effort(self._longest))
        now.mistakes[turn.id] = [tape, *now.mistakes.get(turn.id, ())][:_MOST_TAPES]
        self._turned[turn.id] = tape
        return tape

    def _standard(self) -> Node:
        if self._node is None:
            self._node = standard(self._written, self._names)
        return self._node


def _played(tape: Tape, before: Sequence[float]) -> list[float] | None:
    """Return all numbers of a working; None if the tape does not hold for the numbers before it."""
    try:
        return tape.play(before)
    except (ArithmeticError, ValueError):
        return None


class _Keeping(Pencil):
    """Exact pencil that keeps all numbers that it makes."""

    def __init__(self, turn: WrongTurn | None, effort: Effort | None, after: Pencil | None = None) -> None:
        super().__init__(turn, effort, after)
        self.made: list[float] = []

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation."""
        value: float = super().hand(operation, numbers)
        self.made.append(value)
        return value
