"""Bills and ledgers: amounts under each other, with totals, discounts, taxes and what is left, told by labels alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning
from katatx.audit.known import Known, given
from katatx.audit.old_places import close
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Literal, Name, Node, Sum, Unary

_TOTALS = frozenset({
    "total", "totals", "subtotal", "sum", "together", "altogether", "all", "pay", "net", "due", "balance", "amount",
    "payable", "closing", "profit",
    "surplus", "remaining", "remainder", "left", "leaves", "incl", "including", "with", "after", "gross", "everything",
    "bill", "summe", "gesamt", "zusammen", "zwischensumme", "netto", "brutto", "suma", "pagar", "somme", "payer",
    "totale", "somma", "totaal", "samen", "razem"
})  # fmt: skip
_TAKEN = frozenset({
    "less", "minus", "discount", "rebate", "coupon", "voucher", "deduct", "deduction", "rabatt",
    "abzüglich", "descuento", "remise", "skonto", "sconto", "korting"
})  # fmt: skip
_PUT_ON = frozenset({
    "vat", "tax", "tip", "service", "surcharge", "fee", "gst", "levy", "overhead", "mwst", "ust", "iva", "tva", "plus",
    "top", "contingency", "margin", "markup", "interest", "reserve"
})  # fmt: skip
# What others are taken from, though nothing says so: what comes in, and what was there.
INCOMES = frozenset({
    "income", "incomes", "salary", "revenue", "revenues", "earnings", "received", "receipts", "gross", "opening",
    "brought", "deposit", "deposits", "credit", "credits", "interest", "sales", "proceeds", "start", "budget",
    "allowance", "einnahmen", "gehalt", "ingresos", "recettes", "wage"
})  # fmt: skip
# What was paid before, or is paid back: it may be put on or taken off.
_PAID = frozenset({
    "deposit", "advance", "prepaid", "paid", "payment", "payments", "credit", "refund", "refunds", "returned", "return",
    "anzahlung", "already"
})  # fmt: skip
# What such a ledger ends in.
_LEFT = frozenset({
    "balance", "left", "leaves", "net", "netto", "remaining", "remainder", "closing", "profit", "surplus", "due",
    "payable"
})  # fmt: skip
_SHARED = frozenset({"each", "person", "head", "apiece", "everyone", "pro", "je"})
_PRICED = frozenset({"at", "per", "each", "×", "·", "$", "€", "£", "¥", "@", "à"})
_AT = frozenset({"at", "@", "à"})
_MOST_ENTRIES = 40
_APART = 3
_LONGEST_LABEL = 20
_MOST_TOTALS = 4


class Entry(NamedTuple):
    """One line of a bill."""

    words: frozenset[str]
    known: Known
    line: int

    @property
    def is_total(self) -> bool:
        """Whether it brings others together."""
        return bool(self.words & _TOTALS) and not self.is_part

    @property
    def is_part(self) -> bool:
        """Whether it is a part of a total that is put on it, or taken away."""
        return bool(self.words & (_TAKEN | _PUT_ON)) and not self.words & {"with", "after", "incl", "including", "pay"}

    @property
    def is_taken(self) -> bool:
        """Whether it is taken away."""
        return bool(self.words & _TAKEN)


class Ledger:
    """The amounts under each other so far. A gap of some lines begins a new one."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        # The entries that no total brought together yet, with the totals in place of those that they did.
        self.open: list[Entry] = []
        # What the bills further up ended in.
        self.ended: list[Known] = []
        # The line of the last heading: what stands above it is another bill.
        self.heading = -1
        # What the amounts below are said to be given in percent of.
        self.whole: Known | None = None

    def add(self, label: Sequence[Token], known: Known, line: int) -> None:
        """One more amount."""
        if shape_of(known.printed) or not 0 < len(label) <= _LONGEST_LABEL:
            return
        apart = bool(self.entries) and line - self.entries[-1].line > _APART
        headed = bool(self.entries) and self.heading > self.entries[-1].line
        if apart or headed or len(self.entries) >= _MOST_ENTRIES:
            self.ended += [each.known for each in self.open if each.is_total][-1:]
            self.entries, self.open, self.whole = [], [], None
        entry = Entry(words_of(label), known, line)
        self.entries.append(entry)
        self.open[self._brought_in(entry, label) :] = [entry]

    def _brought_in(self, entry: Entry, label: Sequence[Token]) -> int:
        """Where among the open entries those begin that a new one brings together: what it is the total of, or so many
        times, or at a price.
        """
        amount = entry.known.printed
        if entry.is_total:
            for first in range(len(self.open) - 2, -1, -1):
                parts = _signed(self.open[first:])
                if close(sum(sign * each.printed for each, sign in parts), amount):
                    return first
        elif self.open and any(
            close(number * self.open[-1].known.printed, amount) for number in _numbers(label) if number != 1
        ):
            return len(self.open) - 1
        return len(self.open)

    def announce(self, words: Collection[str], line: int) -> None:
        """Take note of a line without amounts that may say what those below are percentages of: `in percent of the
        total`.
        """
        totals = [each.known for each in self.entries if each.is_total]
        near = bool(self.entries) and line - self.entries[-1].line <= _APART
        if near and totals and {"of", "total"} <= {*words} and {"percent", "per", "share", "shares", "%"} & {*words}:
            self.whole = totals[-1]

    def shares(self, label: Sequence[Token], line: int) -> Iterator[Meaning]:
        """The amount above that a label names, as a share of what was said to be the whole."""
        named = {token.text.lower() for token in label if token.kind == "name"}
        if self.whole is None or not named or line - self.entries[-1].line > _APART:
            return
        found = [each for each in self.entries if named <= each.words and each.known is not self.whole]
        if len(found) == 1:
            names = {"#0": found[0].known, "#1": self.whole}
            yield Meaning(Expression(Binary("/", Name("#0", 1), Name("#1", 1), 1), names), latest=True)

    def goes_on(self, line: int) -> bool:
        """Whether a line stands right under an amount of the bill."""
        return bool(self.entries) and line - self.entries[-1].line <= 1

    def meanings(self, label: Sequence[Token], line: int) -> Iterator[Meaning]:
        """What a label says of the amounts above it, the likeliest first."""
        if not self.entries or line - self.entries[-1].line > _APART or len(label) > _LONGEST_LABEL:
            return
        if self.heading > self.entries[-1].line:
            return
        words = words_of(label)
        rate = _rate(label)
        entry = Entry(words, self.entries[-1].known, line)
        if entry.is_part and rate is not None:
            yield from self._parts(rate, taken=entry.is_taken)
        elif entry.is_total:
            yield from self._totals(words)
        yield from self._shared(label, words)
        yield from self._priced(label, words)
        yield from self._each(label)
        yield from self._times_named(label)

    def _times_named(self, label: Sequence[Token]) -> Iterator[Meaning]:
        """`All layers, 24 × one layer`: so many times the amount with that label."""
        at = next((at for at in range(len(label) - 2, 0, -1) if label[at].text == "·"), None)
        if at is None or label[at - 1].kind != "number":
            return
        named = {token.text.lower() for token in label[at + 1 :] if token.kind == "name"}
        for entry in reversed(self.entries if named else []):
            if named <= entry.words:
                yield from _meaning(_worked([(entry.known, 1)], label[at - 1].value), latest=True)
                return

    def _each(self, label: Sequence[Token]) -> Iterator[Meaning]:
        """`weights, 2 bytes each`: so many times what a bill further up, or this, ended in."""
        numbers = _numbers(label)
        totals = [each.known for each in self.open if each.is_total][-_MOST_TOTALS:] + self.ended[-_MOST_TOTALS:]
        if len(numbers) == 1 and any(token.text.lower() == "each" for token in label):
            for known in reversed(totals):
                yield from _meaning(_worked([(known, 1)], numbers[0]), latest=False)

    def _parts(self, rate: float, taken: bool) -> Iterator[Meaning]:
        """So many percent of the last total; where there is none, of the last amount or of all."""
        at = self._last_total()
        bases = [[self.entries[at]]] if at is not None else [[self.entries[-1]], self.entries]
        for number, base in enumerate(bases):
            for sign in (1, -1) if not taken else (-1, 1):
                made = _worked([(each.known, 1) for each in base], rate * sign)
                if made is not None:
                    yield Meaning(made, latest=number == 0)
        if at is not None and at + 1 < len(self.entries):
            made = _worked(_signed(self.entries[at:]), rate)
            if made is not None:
                yield Meaning(made, latest=False)

    def _totals(self, words: frozenset[str]) -> Iterator[Meaning]:
        """The last total with what came after it; all single amounts; the latest two, three, and so on."""
        at = self._last_total()
        left = bool(words & _LEFT)
        if left or any(each.words & INCOMES for each in self.entries):
            yield from self._left_over(at, left)
        if at is not None and at + 1 < len(self.entries):
            yield from _meaning(_worked(_signed(self.entries[at:])), latest=True)
        totals = [each for each in self.entries if each.is_total]
        singles = [each for each in self.entries if not each.is_total]
        yield from _meaning(_worked(_signed(singles)), latest=at is None)
        if len(totals) > 1:
            yield from _meaning(_worked(_signed(totals)), latest=False)
        for words_off in (_PAID, _PAID | _PUT_ON):
            for entries in (self.entries[at or 0 :], singles):
                off = [(each.known, -sign if each.words & words_off else sign) for each, sign in _with_signs(entries)]
                if any(each.words & words_off for each in entries) and len(entries) > 1:
                    yield from _meaning(_worked(off), latest=False)
        for count in range(2, len(self.open) + 1):
            whole = count == len(self.open) and not any(each.is_total for each in self.open)
            yield from _meaning(_worked(_signed(self.open[-count:])), latest=whole)
        for count in range(2, len(self.entries)):
            yield from _meaning(_worked(_signed(self.entries[-count:])), latest=False)

    def _left_over(self, at: int | None, left: bool) -> Iterator[Meaning]:
        """What is left of what comes in, or of the last total, when all else is taken off; `left` where a label says
        that it is that.
        """
        bases = [(at, left), (0, False)] if at else [(0, left)]
        for first, sure in bases:
            entries = self.entries[first:]
            if len(entries) < 2:
                continue
            begins = entries[0].is_total or bool(entries[0].words & INCOMES)
            signed = [
                (each.known, 1 if number == 0 or each.words & INCOMES or each.known.printed < 0 else -1)
                for number, each in enumerate(entries)
                if number == 0 or not each.is_total
            ]
            if begins and any(sign < 0 for _, sign in signed):
                yield from _meaning(_worked(signed), latest=sure)

    def _shared(self, label: Sequence[Token], words: frozenset[str]) -> Iterator[Meaning]:
        """`each of 4`: the last total shared out."""
        if not words & _SHARED:
            return
        at = self._last_total()
        base = self.entries[-1 if at is None else at]
        for token in label:
            if token.kind == "number" and token.scale == 1.0 and "/" not in token.text and float(token.text):
                yield from _meaning(_worked([(base.known, 1)], 1 / float(token.text)), latest=True)

    def _priced(self, label: Sequence[Token], words: frozenset[str]) -> Iterator[Meaning]:
        """`120 GB stored at $0.07`: the numbers of a label multiplied; `at $2.15`: the amount before it times that."""
        if not any(token.text.lower() in _PRICED for token in label):
            return
        numbers = _numbers(label)
        at = next((at for at, token in enumerate(label) if token.text.lower() in _AT), None)
        if at is None and len(label) > 2 and label[-3].text == "·" and label[-2].kind == "mark":
            at = len(label) - 3  # `at $0.09` after what is bought
        behind = [token for token in label[at + 1 :] if token.kind != "mark"] if at is not None else []
        sure = [token.kind for token in behind] == ["number"]
        if not numbers or len(numbers) > _APART + 1:
            return
        product = 1.0
        for number in numbers:
            product *= number
        if len(numbers) > 1:
            yield Meaning(Expression(Name("#0", 1), {"#0": given(product, 0)}), latest=sure and len(numbers) == 2)
        elif words & _AT:
            yield from _meaning(_worked([(self.entries[-1].known, 1)], product), latest=sure and at == 0)

    def _last_total(self) -> int | None:
        return next((at for at in range(len(self.entries) - 1, -1, -1) if self.entries[at].is_total), None)


def words_of(label: Sequence[Token]) -> frozenset[str]:
    """The words and signs of a label in small letters."""
    return frozenset(token.text.lower() for token in label if token.kind in ("name", "sign", "mark"))


def is_stated(label: Sequence[Token], above: Sequence[Sequence[Token]]) -> bool:
    """Whether a label says in words what is worked from which of those above: `sum of the above`, `24 × one layer`."""
    words = [token.text.lower() for token in label if token.kind == "name"]
    if any(word in ("sum", "total") and {"above"} & {*words[at:]} for at, word in enumerate(words)):
        return True
    at = next((at for at in range(len(label) - 2, 0, -1) if label[at].text == "·"), None)
    named = {token.text.lower() for token in label[at + 1 :] if token.kind == "name"} if at is not None else set()
    whole = at is not None and label[at - 1].kind == "number" and all(each.kind == "name" for each in label[at + 1 :])
    return whole and bool(named) and any(named <= words_of(each) for each in above)


def is_of_ledger(label: Sequence[Token]) -> bool:
    """Whether a label is one that bills have for what they work out."""
    return bool(words_of(label) & (_TOTALS | _TAKEN | _PUT_ON))


def is_of_bill(label: Sequence[Token]) -> bool:
    """Whether a label says that something is put on what stands above, or taken off."""
    return bool(words_of(label) & (_TAKEN | _PUT_ON))


def is_left_of(label: Sequence[Token], above: Sequence[Sequence[Token]]) -> bool:
    """Whether a label says that it is what is left of what comes in, as those above it say."""
    return bool(words_of(label) & _LEFT) and any(words_of(each) & INCOMES for each in above)


def _meaning(made: Expression | None, latest: bool) -> Iterator[Meaning]:
    if made is not None:
        yield Meaning(made, latest)


def _numbers(label: Sequence[Token]) -> list[float]:
    """The numbers of a label that are no percentages, without their k or M."""
    return [float(each.text) for each in label if each.kind == "number" and each.scale != 0.01 and "/" not in each.text]


def _rate(label: Sequence[Token]) -> float | None:
    """The part that a label says is taken: `10%`, `1/10`, `⅒`."""
    for at, token in enumerate(label):
        if token.kind != "number":
            continue
        if token.scale == 0.01:
            return float(token.text) / 100
        over, _, under = token.text.partition("/")
        if under:
            return float(over) / float(under)
        after = [each.text for each in label[at + 1 : at + 3]]
        if len(after) == 2 and after[0] == "/" and after[1].isdigit() and int(after[1]):
            return float(token.text) / float(after[1])
        if after[:1] in (["percent"], ["per"]) and (after[:1] == ["percent"] or after[1:] == ["cent"]):
            return float(token.text) / 100
    return None


def _with_signs(entries: Sequence[Entry]) -> list[tuple[Entry, int]]:
    return [(each, -1 if each.is_taken and not each.is_total and each.known.printed > 0 else 1) for each in entries]


def _signed(entries: Sequence[Entry]) -> list[tuple[Known, int]]:
    """Amounts with their signs: what is taken away may be printed with a minus, or without."""
    return [(each.known, sign) for each, sign in _with_signs(entries)]


def _worked(parts: Sequence[tuple[Known, int]], times: float = 1.0) -> Expression | None:
    if not parts:
        return None
    names = {f"#{number}": known for number, (known, _) in enumerate(parts)}
    terms: tuple[tuple[str, Node], ...] = tuple(
        ("+" if sign > 0 else "-", Name(f"#{number}", 1)) for number, (_, sign) in enumerate(parts)
    )
    node: Node = Sum(terms, 1) if len(terms) > 1 else Unary("-", terms[0][1], 1) if parts[0][1] < 0 else terms[0][1]
    if times != 1.0:
        node = Binary("·", node, Literal("", abs(times), 1), 1)
        node = Unary("-", node, 1) if times < 0 else node
    with suppress(Unreadable):
        return Expression(node, names)
    return None
