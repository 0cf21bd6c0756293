"""The names of one chain's result: those before it, and those that stand behind it."""

from __future__ import annotations

from katatx.audit.explanations import Explanations
from katatx.audit.known import name_of, spelled
from katatx.audit.sides import Side
from katatx.audit.spellings import canonical_name
from katatx.engine.values import shape_of


class NamingWork(Explanations):
    """What a chain gives names to."""

    def _is_name(self, side: Side) -> bool:
        """Whether the first side of a chain is the name of its result: `x = …`, `slot 3 = …`."""
        units = self.text.units
        if side.last - side.first != 1 or len(self.chain.sides) < 2 or side.join:
            return False
        single, sign = units[side.first], self.chain.sides[1].join
        named = single.known is not None and self.sheet.scope.find(single.known.name) is not None
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
        sheet.ledger.add(self.text.part(*self.chain.label), known, sheet.line)
        for name in [*going.names, self._called(self.chain.last)]:
            if name:
                sheet.scope.define(name, known)
        header = self._header()
        if header:
            sheet.scope.define(header, known)
        sheet.keep(known)

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
