"""Makes the sides of a chain expressions; what a page leaves out of them is put back."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice, pairwise, product

from katatx.audit.chain_state import ChainState
from katatx.audit.drafts import Draft
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.findings import ClaimVerdict
from katatx.audit.functions import operation_named
from katatx.audit.known import Known, worked
from katatx.audit.measures import in_one_unit
from katatx.audit.name_words import spelled
from katatx.audit.old_places import close
from katatx.audit.operands import STANDS_FOR
from katatx.audit.pending import is_said_to_be_worked
from katatx.audit.percent_parts import has_whole, percent_of
from katatx.audit.quantities import Quantity, quantity
from katatx.audit.results import Fit, Printed, compare, is_honest, read_printed
from katatx.audit.sides import Side, next_join
from katatx.audit.tokens import Token
from katatx.audit.units import Unit
from katatx.audit.unwritten import letters_of, said_later
from katatx.engine.values import floats, shape_of
from katatx.notation.syntax import Binary, Call, Literal, Name

MOST_ROWS_TRIED = 6
_MOST_TRIED = 12
_MOST_MEANT = 4
_PERCENT = 0.01
# Words that stand for each number of a row in turn.
_PLACEHOLDERS = frozenset({"number", "value", "entry", "score", "element", "item", "input"})
_CONSTANTS = frozenset({"e", "pi", "π", "inf"})


class SideWork(ChainState):
    """The sides of one chain, as expressions."""

    def _whole(self, side: Side) -> list[Token]:
        """The tokens of a formula whose names are not known yet: to the next join, or the end of its clause."""
        units = self.text.units
        last = side.last
        while last < len(units) and units[last].kind not in ("join", "mark") and units[last].gap < 3:
            last += 1
        return self.text.part(side.first, last)

    def _without_counted(self, side: Side) -> list[Token]:
        """The tokens of a side without the words that say what its numbers count, where those are names of something
        else too: `4 exp + 4 sum`.
        """
        units, counted = self.text.units, set[int]()
        for at in range(side.first + 1, side.last):
            before, unit = units[at - 1], units[at]
            named = self.sheet.scope.find(unit.text) is not None or operation_named(unit.text) is not None
            if unit.kind == "word" and before.kind == "operand" and before.text[:1].isdigit() and named:
                counted.update(range(unit.first, unit.last))
        first, last = units[side.first].first, units[side.last - 1].last
        return [token for at, token in enumerate(self.text.tokens[first:last], first) if at not in counted]

    def _refuse_unknown(self, side: Side) -> None:
        """Raise Unreadable where a letter that nobody knows multiplies one of a side's numbers: `3x + 5`. Behind all of
        them it may be what they count: `2h + 3h`.
        """
        units = self.text.units[side.first : side.last + 1]
        numbers = sum(unit.kind == "operand" for unit in units)
        letters = [
            unit.text
            for before, unit in pairwise(units)
            if unit.kind == "word" and len(unit.text) == 1 and not unit.gap and before.text[-1:].isdigit()
        ]
        letters = letters if 0 < len(letters) < numbers else [letter for letter in letters if numbers == 1]
        letter = next((letter for letter in letters if numbers > 1 or letter in "xyz"), "")
        if letter:
            raise Unreadable(f"nobody said what {letter} stands for")

    def _runs_on(self, side: Side, found: Expression) -> tuple[Side, Side] | None:
        """A side that is the result of what stands before it and goes on from there at once, as its result and what is
        done with that: `4 + 4 + 4 = 12 per row × 4 = 48`. None where it is one expression.
        """
        units, before = self.text.units, self.going.worked
        if not before or side.join not in ("=", "≈") or side.leading or self._is_met(found):
            return None
        if side is self.chain.sides[-1]:
            return None  # nothing is said of what it would come to
        sign = side.first + 1
        while sign < side.last and units[sign].kind == "word":
            sign += 1
        if not _is_number(units[side.first]) or sign >= side.last or units[sign].kind != "operator":
            return None
        token = self.text.tokens[units[sign].first]
        if self.text.line.text[token.start : token.stop].strip() == ":":
            return None  # a ratio, `5 : 4`, is one number
        words = sign > side.first + 1
        printed = read_printed(self.text.part(side.first, side.first + 1), side.about)
        if printed is None or not (words or self._is_met(printed)):
            return None
        self.ran_on = "" if words else units[side.first].text
        return side._replace(last=side.first + 1, worded=words), Side(sign, side.last, "→", leading=True)

    def _say_ran_on(self, draft: Draft) -> None:
        """Say of a right result that its line, read as equations, is none: `3 + 4 = 7 * 2 = 14`."""
        if draft.printed == self.ran_on:  # what it goes on from
            return
        before, self.ran_on = self.ran_on, ""
        if before and draft.verdict is ClaimVerdict.RIGHT:
            draft.why = f"worked from the {before} before it; as an equation {before} = {draft.printed} is false"

    def _note_unread(self, printed: Printed) -> None:
        """Keep a figure seen whose label says that it was worked, if nothing explains it."""
        label = self.text.part(*self.chain.label)
        alone = bool(label) and len(self.chain.sides) == 1 and bool(self.sheet.recent)
        if alone and is_said_to_be_worked(label, printed, self.sheet.ledger, self.sheet.line):
            self.sheet.pending.note(self.text.line, self.own, printed)

    def _is_of_formula(self, printed: Printed) -> bool:
        """Whether a result is that of a formula, and not what the numbers come to that were put into it."""
        if self.going.left is None:
            return False
        of_formula, of_numbers = (
            [found for each in those if (found := compare(printed, each)) is not None]
            for those in (self.going.left[0], self.going.worked)
        )
        return any(found.worst is Fit.RIGHT for found in of_formula) and all(
            found.worst is Fit.WRONG for found in of_numbers
        )

    def _is_met(self, said: Expression | Printed) -> bool:
        """Whether what is said is what one of the sides before comes to."""
        for worked_so in self.going.worked:
            if isinstance(said, Printed):
                found = compare(said, worked_so)
                if found is not None and found.worst is Fit.RIGHT:
                    return True
            elif is_near(said, worked_so):
                return True
        return False

    def _is_measured(self, side: Side) -> bool:
        """Whether the unit of measure after a result is made of those in what it was worked from: `3 h × 2 GPUs =
        6 GPU-h`.
        """
        parts = [part for part in re.split(r"[-·/]", side.measure.lower()) if part]
        if not parts:
            return False
        words = {unit.text.lower() for unit in self.text.units[self.chain.sides[0].first : side.first]}
        return all(words & {part, f"{part}s", part.rstrip("s")} for part in parts)

    def _in_units(self, printed: Printed, side: Side) -> tuple[list[Expression], bool] | None:
        """What a result stands for that has another unit than what it was worked from has, or one of two, and whether
        that is doubtful; None where it has not.
        """
        found = self._quantity(side)
        if found is None or not found.differs(side.measure):
            return None
        told = [expression(tokens, self.sheet.scope, self.sheet.line) for tokens in found.told_in(side.measure)]
        if found.converts(side.measure) and not any(is_honest(printed, each) for each in told):
            return None
        plain = any(is_honest(printed, each) for each in (*told, *self.going.worked))
        return told, not (plain or found.is_mixed())

    def _quantity(self, side: Side) -> Quantity | None:
        """What is worked right before a side with units, where that side is a result in one of them."""
        sides, units = self.chain.sides, self.text.units
        number = bisect_left(sides, side.first, key=lambda each: each.first)
        number = number if number < len(sides) and sides[number] == side else 0
        if not side.measure or self.going.printed or number == 0 or self._is_compound(side):
            return None
        before = sides[number - 1]
        join = next_join(units, before.last)
        if join is None or before.leading or before.cut or before.elided:
            return None
        behind = self.text.tokens[units[side.last].last :][:1]
        if any(token.text in ("/", "·", "-", "^") or token.text in ("per", "each", "pro") for token in behind):
            return None  # `4 MB/s`
        found = quantity(self.text.part(before.first, join), self.sheet.scope)
        return found if found is not None and found.is_like(side.measure) else None

    def _is_compound(self, side: Side) -> bool:
        """Whether that unit is one of two: `6 GPU-h`, and no `6 GPUs`."""
        return (
            self._is_measured(side) and re.match(r"\s*\w+[-·]\w", self.text.line.text[self.own[-1].stop :]) is not None
        )

    def _is_shape(self, side: Side) -> bool:
        """Whether a side says how many rows and columns something has: `(4, 4)`."""
        return (
            self.own[0].text == "("
            and len(self.own) > 3
            and all(token.text in "()," or token.text.isdigit() for token in self.own)
        )

    def _measure_before(self, side: Side) -> str:
        """The unit of measure of the side before one, where that is to be worked: `3/4 h = 45 min`."""
        before = self._side_before(side)
        return before.measure if before is not None else ""

    def _side_before(self, side: Side) -> Side | None:
        """The side that ends before one, which may be a part of a side itself."""
        after = bisect_right(self.chain.sides, side.first, key=lambda each: each.last)
        return self.chain.sides[after - 1] if after else None

    def _in_one_unit(self, side: Side) -> list[Expression]:
        """What stands before a side, where it is a sum in several units, in the unit of that side: `2 cm + 30 mm =
        5 cm`. Nothing where it is no such sum.
        """
        before, units = self._side_before(side), self.text.units
        if before is None:
            return []
        tokens = in_one_unit(self.text.tokens[units[before.first].first : units[side.first - 1].first], side.measure)
        with suppress(Unreadable):
            return [expression(tokens, self.sheet.scope, self.sheet.line)] if tokens else []
        return []

    def _operation(self, name: str) -> None:
        """An operation between two arrows, done on what stands before it; or one more name for the result."""
        going = self.going
        operation = operation_named(name)
        counted = going.start is not None and going.start.shape == () and going.start.numbers[0].places == 0
        if operation is None or (not going.worked and (going.start is None or counted)):
            going.names.append(spelled([Token("name", name, 0, 0, 0)]))
            return
        known = going.result or (self.sheet.taken(going.start) if going.start else None)
        if known is None:
            known = worked(going.worked[-1].printed, going.worked[-1].true, self.sheet.line, frozenset())
        try:
            going.worked = [Expression(Call(operation, (Name("#0", 1),), loose=False, column=1), {"#0": known})]
        except Unreadable:
            going.worked = []

    def _worked(self, side: Side) -> list[Expression]:
        """A side as what it may come to; what it leaves out is put back: the result before, or the row that is
        dotted again and again.
        """
        sheet, own = self.sheet, self.own
        if self._is_shape(side):
            raise Unreadable("it says a shape")
        if side.leading:
            before = [self.going.result] if self.going.result else list(sheet.recent)[: -MOST_ROWS_TRIED - 1 : -1]
            joins = [each.join for each in self.chain.sides[1:2]]
            scalar = bool(before) and not shape_of(before[0].printed)
            led_by_arrow = joins == ["→"] and not self._begins_apart() and not scalar
            self.going.doubtful = self.going.result is None and not led_by_arrow
            if not before:
                raise Unreadable("nothing stands before its sign")
            return self._led(own, before)
        if side.ditto:
            if sheet.dotted is None:
                raise Unreadable("what it is dotted with is left out")
            return [
                expression(
                    [*own, Token("name", "#dotted", 0, 0, 1)], sheet.scope, sheet.line, {"#dotted": sheet.dotted}
                )
            ]
        try:
            found = expression(own, sheet.scope, sheet.line)
        except Unreadable:
            return self._for_each(own)
        self._remember_dotted(found)
        if len(own) > 2 and own[-2].text in ("+", "-") and own[-1].scale == _PERCENT and has_whole(own):
            # `57.60 - 15%` takes 15 percent of that off; `40% - 15%` takes points off.
            part = expression(percent_of(own[:-2], own[-2:]), sheet.scope, sheet.line)
            return [part, found]
        if (
            len(own) > 1
            and own[0].kind == "name"
            and own[1].text not in ("(", "^")
            and operation_named(own[0].text)
            and sheet.scope.longest(own, 0) is None
        ):
            return [
                found,
                expression(own[1:], sheet.scope, sheet.line),
            ]  # `layer norm x = [2, 1]` may head the working of it
        return [found]

    def _begins_apart(self) -> bool:
        """Whether a label with a colon stands before the chain: `check: ÷2 → …` goes on from what nobody can tell."""
        first, last = self.chain.label
        return first < last < len(self.text.units) and self.text.units[last].text == ":"

    def _led(self, own: list[Token], before: Sequence[Known]) -> list[Expression]:
        """What begins with a sign, done on any of the values before it, the latest first."""
        scope, line = self.sheet.scope, self.sheet.line
        words = 1
        while words < len(own) - 1 and own[words].kind == "name" and scope.longest(own, words) is None:
            if operation_named(own[words].text) and not (own[words + 1].kind == "open" and own[words + 1].gap):
                break
            words += 1  # `× gain [2, 0.5]`
        own = [own[0], *own[words:]]
        run = Token("name", "#run", 0, 0, 1)
        found = []
        for known in before:
            forms = [[*own, run]] if own[0].text == "√" else [[run, *own]]
            if len(own) == 2 and own[0].text in ("+", "-") and own[1].scale == _PERCENT:
                forms.insert(0, percent_of([run], own))
            if own[0].text == "·" and len(shape_of(known.printed)) == 1:
                forms.append([run, own[0]._replace(text="⊙"), *own[1:]])
            for form in forms:
                with suppress(Unreadable):
                    found.append(expression(form, scope, line, {"#run": known}))
        if not found:
            raise Unreadable("it does not fit what stands before its sign")
        return found

    def _for_each(self, own: list[Token]) -> list[Expression]:
        """`(x - 45) / 11.18`, where x is each number of a row above: of every row that it may be."""
        sheet = self.sheet
        unknown = self._unknown(own)
        found = self._unwritten(own, unknown)
        if found:
            return found
        if (
            not unknown
            or len(unknown) > 2
            or not all(len(word) <= 2 or word.lower() in (*STANDS_FOR, *_PLACEHOLDERS) for word in unknown)
        ):
            raise Unreadable(f"nobody said what {', '.join(unknown)[:60] or 'it'} stands for")
        latest = list(sheet.recent)[::-1]
        rows = [known for known in latest if len(shape_of(known.printed)) == 1][:MOST_ROWS_TRIED]
        # A row of which another word is each number leaves a single number for `that`: two rows would fit too much.
        singles = [known for known in latest[:_MOST_MEANT] if not shape_of(known.printed)] if len(unknown) > 1 else []
        choices = [(singles or latest[:_MOST_MEANT]) if word.lower() in STANDS_FOR else rows for word in unknown]
        found = []
        for chosen in islice(product(*choices), _MOST_TRIED):
            with suppress(Unreadable):
                found.append(expression(own, sheet.scope, sheet.line, dict(zip(unknown, chosen, strict=True))))
        if not found:
            raise Unreadable(f"nobody said what {', '.join(unknown)[:60]} stands for")
        self.going.doubtful = True
        self.going.formula = own
        return found

    def _unknown(self, own: list[Token]) -> list[str]:
        """The names in a formula that nobody defined."""
        return list(
            dict.fromkeys(
                token.text
                for at, token in enumerate(own)
                if token.kind == "name"
                and not operation_named(token.text)
                and token.text not in _CONSTANTS
                and self.sheet.scope.longest(own, at) is None
            )
        )

    def _completed(self, whole: list[Token], side: Side) -> list[Expression]:
        """A formula with a name in it that is said further on: `c = 2·a with a = 3`."""
        before = self.text.units[side.first - 1] if side.first else None
        begins = before is None or before.kind == "join" or before.text in (",", ";", ":", ".")
        return self._unwritten(whole, self._unknown(whole)) if begins and whole else []

    def _unwritten(self, own: list[Token], unknown: list[str]) -> list[Expression]:
        """What a formula comes to with a letter in it that is said further on, or nowhere."""
        sheet = self.sheet
        later = said_later(self.text.tokens, own, unknown, sheet) if unknown else {}
        if unknown and not later:
            coming = sheet.coming_values()
            later = {name: coming[name] for name in unknown} if coming.keys() >= set(unknown) else {}
            self.going.supposing = unknown[0] if later else self.going.supposing
        found = []
        for words in [later] if later else letters_of(own, unknown, sheet):
            with suppress(Unreadable):
                found.append(expression(own, sheet.scope, sheet.line, words))
        self.going.doubtful = self.going.doubtful or bool(found and not later)
        return found

    def _remember_dotted(self, found: Expression) -> None:
        node = found.node
        if isinstance(node, Binary) and node.sign == "·":
            try:
                right = Expression(node.right, found.names)
            except Unreadable:
                return
            if len(right.shape) == 1:
                self.sheet.dotted = worked(right.printed, right.true, self.sheet.line, right.roots)


def _is_number(unit: Unit) -> bool:
    return unit.kind == "operand" and unit.known is None and unit.text[:1].isdigit()


def is_near(one: Expression, other: Expression) -> bool:
    """Whether two expressions come to the same number, but for what floats lose."""
    return all(close(first, second) for first, second in zip(floats(one.printed), floats(other.printed), strict=False))


def in_other_units(known: Known, times: float) -> Expression:
    """A result in another unit of measure."""
    return Expression(Binary("·", Name("#0", 1), Literal("", times, 1), 1), {"#0": known})
