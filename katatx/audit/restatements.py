"""Numbers said once more in percent: `spends 26.9% on itself` after 0.269, `i.e. 17%`, `which is 13% of the 1.151`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.chains import Chain
from katatx.audit.claimed import Claimed
from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given
from katatx.audit.results import Printed, is_honest, read_printed
from katatx.audit.sheet import Sheet
from katatx.audit.slips import is_slip
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Name

PERCENT = 0.01
_ABOUT = frozenset({"about", "roughly", "approximately", "around", "nearly", "almost", "~", "≈", "some", "circa"})
# Words after which a number is said again.
_AGAIN = frozenset({"i.e", "ie", "or", "is", "meaning", "say", "namely", "makes", "equals", "precision", "share", "="})
_FILLING = frozenset({"the", "a", "an", "its", "our", "all", "these", "those", "them", "which", "that", "of", "out"})
# What may stand between a number and the same in percent, and what may go on behind that.
_BETWEEN = frozenset({*_AGAIN, *_ABOUT, *_FILLING, "(", ",", ".", ":", "so", "e", "i", "in", "percent", "as", "just"})
_GOES_ON = frozenset({"and", "but", "so", "while", "which", "because", "since", "or", "then", "hence", "thus", "again"})
_LINES = 2
_MOST_SOURCES = 8
_MOST_WHOLES = 12
_MOST_PERCENTS = 12
# So many words before a percentage may say what is shared out.
_NEAR_WORDS = 6
_SHARED_OUT = frozenset({
    "spends", "spend", "spending", "keeps", "keep", "puts", "put", "gives", "give", "gets", "get", "pays", "pay",
    "takes", "take", "sends", "send", "weight", "weights", "attention", "attends", "share", "shares", "probability",
    "looks"
})  # fmt: skip
_MOST_BACK = 14
_OTHER = "it is no result before it"
_MOST_ROWS = 4
_ENOUGH_FIGURES = 3
_LARGEST = 1.5


class RestatementWork:
    """The percentages of one line that no chain holds."""

    def __init__(self, sheet: Sheet, text: LineOfTokens, chains: list[Chain]) -> None:
        self.sheet, self.text = sheet, text
        self.tokens = text.tokens
        # What stands in a calculation is no result.
        self.worked = {
            at
            for chain in chains
            for side in chain.sides
            if side.last - side.first > 1
            for unit in text.units[side.first : side.last]
            for at in range(unit.first, unit.last)
        }

    def work(self) -> None:
        """Hold each percentage against the results that stand before it."""
        free = [at for at in range(len(self.tokens)) if self._is_free(at)][:_MOST_PERCENTS]
        if not free:
            return
        claimed = Claimed(self.sheet, self.text)
        free = [at for at in free if not claimed.covers(self.tokens[at].start, self.tokens[at].stop)]
        sources = self._sources()
        left: list[tuple[int, Printed]] = []
        used: set[int] = set()
        for at in free:
            printed = self._printed(at)
            if printed is None or self._of_whole(at, printed) or self._part_of(at, printed):
                continue
            fitting = next((source for source in sources if self._says(printed, source, at)), None)
            if fitting is not None:
                used.add(id(fitting))
                self._judge(printed, [_same(fitting)], at)
            elif sources and is_said_again(self.tokens, at) and self._follows(sources[0], at) and self._is_plain(at):
                if not self._judge(printed, [_same(sources[0])], at, likely=self._before(at) != "="):
                    self.sheet.pending.note(self.text.line, [self.tokens[at]], printed, _OTHER)
            elif _figures(printed) < _ENOUGH_FIGURES or not self._of_row(printed, at):
                left.append((at, printed))
        for at, printed in left:
            if is_said_again(self.tokens, at) and self._ends_clause(at):
                self.sheet.pending.note(self.text.line, [self.tokens[at]], printed, _OTHER)
        self._odd_one(left, [source for source in sources if id(source) not in used], bool(used))

    def _is_free(self, at: int) -> bool:
        token = self.tokens[at]
        if token.kind != "number" or token.scale != PERCENT or at in self.worked:
            return False
        beside = [self.tokens[near].text for near in (at - 1, at + 1) if 0 <= near < len(self.tokens)]
        return not any(text in ("+", "-", "·", "/", "^") for text in beside)

    def _sources(self) -> list[Known]:
        """The single results that may be said again, the latest first."""
        found = [
            known
            for known in list(self.sheet.recent)[::-1]
            if not shape_of(known.printed)
            and not known.given
            and known.line >= self.sheet.line - _LINES
            and 0 < abs(known.printed) <= _LARGEST
        ]
        return found[:_MOST_SOURCES]

    def _of_row(self, printed: Printed, at: int) -> bool:
        """Whether a percentage is a number of a row, or of a grid, just above. It can be wrong only where the sentence
        says that something is shared out; elsewhere it is no more than the same number.
        """
        entries = [_same(entry) for entry in self._entries()]
        fitting = next((each for each in entries if is_honest(printed, each)), None)
        shared_out = any(token.text.lower() in _SHARED_OUT for token in self.tokens[max(0, at - _NEAR_WORDS) : at])
        if fitting is None and shared_out:
            fitting = next((each for each in entries if is_slip(printed, each)), None)
        first = len(self.sheet.drafts.all)
        if fitting is None or not self._judge(printed, [fitting], at):
            return False
        if not shared_out:
            self.sheet.drafts.guessed(first)
        return True

    def _entries(self) -> Iterator[Known]:
        """The numbers of the rows and grids just above."""
        for known in list(self.sheet.recent)[: -_MOST_ROWS - 1 : -1]:
            if known.given or known.line < self.sheet.line - _LINES or not shape_of(known.printed):
                continue
            for row in rows_of_known(known):
                yield from (row.row(at) for at in range(min(len(row.printed), _MOST_WHOLES)))

    def _printed(self, at: int) -> Printed | None:
        return read_printed([self.tokens[at]], self._before(at) in _ABOUT)

    def _before(self, at: int) -> str:
        return self.tokens[at - 1].text.lower() if at else ""

    def _says(self, printed: Printed, source: Known, at: int) -> bool:
        """Whether a percentage is a result said again, and not by chance."""
        if not is_honest(printed, _same(source)):
            return False
        return _figures(printed) >= _ENOUGH_FIGURES or (
            is_said_again(self.tokens, at) and source.line >= self.sheet.line - 1
        )

    def _is_plain(self, at: int) -> bool:
        """Whether nothing else is named between a number and its percentage, nor behind that: not `0.90 (was 80%)`, nor
        `0.90 (80% on dev)`.
        """
        first = at - 1
        while first >= 0 and self.tokens[first].text.lower() in _BETWEEN:
            first -= 1
        stands = first >= 0 and self.tokens[first].kind in ("number", "close")
        return stands and self._ends_clause(at)

    def _ends_clause(self, at: int) -> bool:
        """Whether nothing is said of a percentage behind it."""
        after = self.tokens[at + 1] if at + 1 < len(self.tokens) else None
        return after is None or after.kind in ("close", "mark", "join") or after.text.lower() in _GOES_ON

    def _follows(self, source: Known, at: int) -> bool:
        """Whether a result is the last number before a percentage, on the same line."""
        near = self.tokens[max(0, at - _MOST_BACK) : at]
        last = max((place for place, token in enumerate(near) if token.kind == "number"), default=len(near))
        if any(token.kind == "close" for token in near[last:]):
            return False  # the last of a row
        numbers = near[last : last + 1]
        return bool(numbers) and source.line == self.sheet.line and numbers[-1].value == abs(source.printed)

    def _of_whole(self, at: int, printed: Printed) -> bool:
        """`13.3% of the 1.151`: the last result over what follows; whether it is a claim."""
        after = self.tokens[at + 1 : at + 4]
        if not after or after[0].text.lower() != "of":
            return False
        part = next(iter(self._parts()), None)
        if part is None:
            return False
        at_number = next((token for token in after[1:] if token.kind == "number"), None)
        if at_number is not None and all(token.text.lower() in _FILLING for token in after[1 : after.index(at_number)]):
            whole = self.sheet.scope.number(at_number.text) or given(at_number.value, self.sheet.line)
            return self._judge(printed, _shares(part, [whole]), at)
        if _figures(printed) < _ENOUGH_FIGURES:
            return False
        wholes = [
            known
            for known in list(self.sheet.recent)[::-1][: 2 * _MOST_WHOLES]
            if not shape_of(known.printed) and known is not part
        ]
        fitting = [share for share in _shares(part, wholes[:_MOST_WHOLES]) if is_honest(printed, share)]
        return bool(fitting) and self._judge(printed, fitting[:1], at)

    def _parts(self) -> Iterator[Known]:
        for known in list(self.sheet.recent)[::-1]:
            if not shape_of(known.printed) and not known.given and known.line >= self.sheet.line - 1:
                yield known

    def _part_of(self, at: int, printed: Printed) -> bool:
        """`1 of the 6 is dead, that is 16.7%`: the percentage of two counts. Whether it is one."""
        if not is_said_again(self.tokens, at) and self._before(at) not in (",", ":", "("):
            return False
        for of in range(at - 1, max(0, at - _MOST_BACK), -1):
            if self.tokens[of].text.lower() != "of":
                continue
            before = of - 1 - (self.tokens[of - 1].text.lower() == "out")
            after = of + 1
            while after < at and self.tokens[after].text.lower() in _FILLING:
                after += 1
            counts = self.tokens[before], self.tokens[after]
            if before < 0 or not all(each.kind == "number" and each.text.isdigit() for each in counts):
                return False
            part, whole = (given(each.value, self.sheet.line) for each in counts)
            share = _shares(part, [whole])
            if not self._ends_clause(at) and not any(is_honest(printed, each) for each in share):
                return False  # `epoch 3 of 10 (35.0% accuracy)`
            return part.printed <= whole.printed and self._judge(printed, share, at)
        return False

    def _odd_one(self, left: list[tuple[int, Printed]], sources: list[Known], some: bool) -> None:
        """The one percentage that is no result, where all others of the line are: a slip of one that is left."""
        here = [source for source in sources if source.line == self.sheet.line]
        if some and len(left) == 1 and _figures(left[0][1]) >= _ENOUGH_FIGURES and here:
            at, printed = left[0]
            for source in here:
                if self._judge(printed, [_same(source)], at):
                    return

    def _judge(self, printed: Printed, candidates: list[Expression], at: int, likely: bool = False) -> bool:
        if not candidates:
            return False
        doubtful = not (likely and is_slip(printed, candidates[0], likely))
        judged = self.sheet.drafts.judge(printed, candidates, self.text.line, [self.tokens[at]], doubtful)
        if judged is not None:
            known = self.sheet.known(printed, judged)
            if len(candidates[0].names) > 1:
                self.sheet.keep(known)
        return judged is not None


def is_said_again(tokens: Sequence[Token], at: int) -> bool:
    """Whether the words before a percentage say that it is the number before it: `= 0.17, i.e. 17%`."""
    if at + 1 < len(tokens) and tokens[at + 1].text.lower() == "of":
        return False  # `= 0.153, which is 13.3% of the old loss`
    first = at - 1
    while first >= 0 and tokens[first].text.lower() in _ABOUT:
        first -= 1
    if first >= 1 and tokens[first].text == "." and tokens[first - 1].text.lower() in ("i.e", "e"):
        first -= 1
    if first < at - 1 and first >= 0 and tokens[first].text == ",":
        return True  # `= 0.3913, about 39%`
    opened = any(token.text == "(" for token in tokens[max(0, first - 1) : first + 1])
    word = tokens[first].text.lower() if first >= 0 else ""
    return opened or word in _AGAIN or (word == "e" and first >= 2)


def rows_of_known(known: Known) -> list[Known]:
    """The rows of a grid; a row alone."""
    if len(shape_of(known.printed)) == 1:
        return [known]
    return [known.row(index) for index in range(min(len(known.printed), _MOST_WHOLES))]


def _figures(printed: Printed) -> int:
    return sum(letter.isdigit() for letter in printed.numbers[0].text.lstrip("0."))


def _same(known: Known) -> Expression:
    return Expression(Name("#0", 1), {"#0": known})


def _shares(part: Known, wholes: list[Known]) -> list[Expression]:
    found = []
    for whole in wholes:
        try:
            found.append(Expression(Binary("/", Name("#0", 1), Name("#1", 1), 1), {"#0": part, "#1": whole}))
        except Unreadable:
            continue
    return found
