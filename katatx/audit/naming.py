"""The names of one chain's result: those before it, and those that stand behind it."""

from __future__ import annotations

from katatx.audit.explanations import Explanations
from katatx.audit.functions import is_function
from katatx.audit.name_words import is_article, name_of, short_name, spelled
from katatx.audit.operands import SMALL_WORDS
from katatx.audit.sheet import Measured
from katatx.audit.sides import Side
from katatx.audit.spellings import canonical, canonical_name
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of

# After these a letter is one of a product, or what is said to be measured: `dim x = 3` does not say what x is.
_OF_ANOTHER = frozenset({
    "dim", "len", "length", "rank", "rang", "det", "tr", "trace", "mod", "size", "card", "deg", "sgn", "sign", "arg",
    "Δ", "δ", "∇", "∂", "Σ", "∑", "Π", "∏"
})  # fmt: skip
# After these a name has its value for as long as the sentence, or some lines.
_SUPPOSING = frozenset({"at", "for", "if", "when", "with", "wenn", "bei", "für", "pour", "si", "para", "mit", "avec"})
_LETTERS = 2


class NamingWork(Explanations):
    """What a chain gives names to."""

    def _short_name(self, label: list[Token]) -> str:
        """The last word of a label, where that is what it names and not one factor of a product: `the row x`, but not
        `W x`.
        """
        name = short_name(label)
        return "" if name and self._is_of_another(label[-2], self.sheet.scope.find(name) is not None) else name

    def _is_of_another(self, before: Token, known: bool) -> bool:
        """Whether a letter goes with the word before it, and is not named by it. `known` says that the letter stands
        for something above.
        """
        if before.kind != "name":
            return False
        word = canonical(before.text)
        small = is_article(word) or word.lower() in SMALL_WORDS
        letter = len(word.split("_")[0]) <= _LETTERS and (not small or (len(word) == 1 and word.isupper()))
        return letter or word in _OF_ANOTHER or (known and is_function(before.text))

    def _leads_to_name(self, side: Side) -> bool:
        """`→ p = (0.63, 0.37)` on a line of its own: what is worked next has a known name, and a value of its own."""
        single, going = self.text.units[side.first], self.going
        leads = side.join == "→" and side.first <= 1 and self.chain.sides[1].join == "="
        if not leads or single.known is None or self.sheet.scope.find(single.known.name) is None:
            return False
        going.names, going.labels = [single.known.name], [single.known.name]
        going.worked, going.start = [], None
        return True

    def _is_name(self, side: Side) -> bool:
        """Whether the first side of a chain is the name of its result: `x = …`, `slot 3 = …`."""
        units = self.text.units
        if side.last - side.first != 1 or len(self.chain.sides) < 2:
            return False
        if side.join:
            return self._leads_to_name(side)
        single, sign = units[side.first], self.chain.sides[1].join
        named = single.known is not None and self.sheet.scope.find(single.known.name) is not None
        last = self._word_before(side.first)
        if named and side.first and units[side.first - 1].kind == "postfix" and single.gap <= 1:
            return True  # `Aᵀ v = …`
        if named and last is not None and self._is_of_another(last, known=True):
            self.going.names.append(spelled([last, *self.text.part(side.first, side.last)]))
            return True
        if (
            named
            and single.known is not None
            and (
                sign in ("=", ":=", "≈", "←")
                or (sign == "→" and (single.known.given or not shape_of(single.known.printed)))
            )
        ):
            self.going.names.append(single.known.name)
            self.going.labels.append(single.known.name)
            return True
        if single.known is not None and single.known.name and not named and sign in ("=", ":=", "≈", "←"):
            self.going.names.append(single.known.name)  # a slot of a row, or named so from here on
        if single.text == "e" and single.known is None and units[self.chain.sides[1].first].text in ("[", "("):
            self.going.names.append("e")  # a row of exponentials, and not the number
            return True
        before = units[side.first - 1] if side.first else None
        if single.text[:1].isdigit() and before is not None and before.kind in ("word", "function") and single.gap <= 1:
            self.going.names.append(name_of(self.text.part(max(0, side.first - 3), side.last)))
            return True
        return False

    def _word_before(self, first: int) -> Token | None:
        """The word that a unit follows at once."""
        units = self.text.units
        before = units[first - 1] if first else None
        if before is None or before.kind not in ("word", "function") or units[first].gap > 1:
            return None
        return self.text.tokens[before.last - 1]

    def _is_supposed(self) -> bool:
        """Whether what a chain says of a name is said for a while only."""
        words = [self._word_before(self.chain.first), *self.text.part(*self.chain.label)[:1]]
        return any(word is not None and word.text.lower() in _SUPPOSING for word in words)

    def _finish(self) -> None:
        """Give the chain's result its names."""
        sheet, going = self.sheet, self.going
        sheet.before = going
        known = going.result
        for name in map(canonical_name, going.names):
            if name and going.formula and (known is None or not going.worked):
                sheet.formulas[name] = going.formula
            elif name and going.stated and all(canonical_name(token.text) != name for token in going.stated):
                sheet.formulas[name] = going.stated
        if known is None:
            return
        sheet.label(self.label(), known)
        supposed = self._is_supposed()
        for name in [*going.names, self._called(self.chain.last)]:
            if name and not (sheet.within_call and sheet.scope.find(name) is not None):
                sheet.scope.define(name, known._replace(supposed=supposed))
        header = self._header()
        if header:
            sheet.scope.define(header, known)
        sheet.keep(known)
        if going.measure:
            sheet.measured.append(Measured(known, going.measure))

    def _header(self) -> str:
        """The name that a column's heading makes with the label under it: WANT over `s1: [2, 0]` is `s1 want`."""
        if not self.sheet.columns or not self.going.names or not self.going.names[0]:
            return ""
        column = self.text.tokens[self.text.units[self.chain.first].first].start
        over = [token for token in self.sheet.columns if token.start <= column + 6]
        return f"{self.going.names[0]} {spelled([over[-1]])}" if over else ""

    def _called(self, at: int) -> str:
        """The name that stands after a result: `-> call this x_cat`, `← nolan_new`, `(call it z)`."""
        after = self.text.units[at : at + 6]
        for index, unit in enumerate(after):
            if unit.text.lower() in ("call", "named", "called"):
                start = at + index + 1
                return name_of(self.text.part(start, min(len(self.text.units), start + 3)))
        if (
            len(after) > 1
            and after[0].kind == "join"
            and after[0].text in ("←", "→")
            and after[1].kind in ("word", "operand")
        ):
            stop = next(
                (at + n for n, unit in enumerate(after) if n and unit.kind not in ("word", "operand")), at + len(after)
            )
            ends = self.text.units[stop] if stop < len(self.text.units) else None
            if ends is not None and ends.kind == "operator":
                stop -= 1  # `→ out 2·0.34`
            if stop > at + 1 and not (ends is not None and ends.kind == "join" and ends.text == "="):
                return name_of(self.text.part(at + 1, stop))
        return ""
