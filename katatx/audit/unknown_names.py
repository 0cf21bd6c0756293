"""Names in equations that may stand for nothing above: unknowns that are solved for, letters of an earlier exercise."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from katatx.audit.exercises import is_letter
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known
from katatx.audit.name_words import spelled
from katatx.audit.readings import other_readings
from katatx.audit.row_work import RowWork
from katatx.audit.unwritten import values_later
from katatx.engine.values import shape_of

# A name that was given its value so few lines above stands for that.
_FRESH = 2
# So many tokens behind an equation may say what solves it.
_MOST_BEHIND = 40


class UnknownNames(RowWork):
    """What the names in a chain may stand for besides what was given above."""

    def _named_twice(self, worked_so: Expression) -> list[str]:
        """The names in an expression that may stand for something else: those that the page gave to different values,
        the last of them some lines above, and those of a row with a number behind, which nobody defined.
        """
        scope, line = self.sheet.scope, self.sheet.line
        found = []
        for known in worked_so.names.values():
            guessed = bool(known.name) and not set("[.") & set(known.name) and scope.find(known.name) is None
            old = known.line < line - (0 if known.supposed else _FRESH)
            if guessed or (old and any(each.printed != known.printed for each in scope.others(known.name))):
                found.append(known.name)
        return found

    def _solved_for(self, worked_so: Expression) -> list[str]:
        """The names in an equation that are said further along the line, or at the beginning of the next ones, to be
        something else: `2·x + 1 = 9, x = 4`.
        """
        names = [known.name for known in worked_so.names.values() if known.name]
        if not names or self.chain.sides[0].join or len(self.chain.sides) != 2:
            return []
        first = self.text.units[self.chain.last - 1].last
        behind = self.text.tokens[first : first + _MOST_BEHIND]
        said = {spelled([one]) for one, other in pairwise(behind) if other.text == "="} | self.sheet.coming.keys()
        return [name for name in names if name in said]

    def _unknown_in(self, worked_so: Expression) -> list[str]:
        """The names in a result's calculation that may be unknowns of an equation: those it is solved for, and letters
        that stood for something in an earlier exercise; where a letter's value is only supposed, that.
        """
        ended = [
            known.name
            for known in worked_so.names.values()
            if known.name
            and is_letter(known.name)
            and not shape_of(known.printed)
            and self.sheet.exercises.is_ended(known.line)
        ]
        return [*self._solved_for(worked_so), *ended, *([self.going.supposing] if self.going.supposing else [])]

    def _read_otherwise(self, found: Expression) -> None:
        """Give an expression what else it may come to: read in another way, or with what its letters are said to be
        further on.
        """
        sheet, own = self.sheet, self.own
        found.others = other_readings(found, own, self.text.line.text, sheet.scope, sheet.line)
        letters = {token.text for token in own if token.kind == "name" and is_letter(token.text)}
        if not letters or not found.names:
            return
        said = {**sheet.coming_values(), **values_later(self.text.tokens, own[-1].stop, letters, sheet)}
        said = {name: known for name, known in said.items() if name in letters}
        if said:
            later = [token._replace(text=_LATER + token.text) if token.text in said else token for token in own]
            words: dict[str, Known] = {_LATER + name: known for name, known in said.items()}
            with suppress(Unreadable):
                found.others = (*found.others, expression(later, sheet.scope, sheet.line, words))


# Before a letter that stands for what is said further on.
_LATER = "later "
