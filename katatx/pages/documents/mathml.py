"""Convert MathML formulas to pencil notation, as `2/3` or `√(x + 1)`.

`at` is the offset of an element in the file. Children are pairs of text and whether it is a table.
"""

from __future__ import annotations

from katatx.pages.documents.pieces import Pieces
from katatx.pages.documents.scripts import add_bracketed, add_fraction, add_index, add_power, is_one

# Elements nested more deeply are ignored.
_DEEPEST = 60
_UNSEEN = str.maketrans({"\u2061": None, "\u2062": "·", "\u2063": ",", "\u2064": "+"})


class _Element:
    """An open element, with its children as pairs of text and whether it is a table."""

    def __init__(self, name: str, at: int) -> None:
        self.name, self.at = name, at
        self.children: list[tuple[Pieces, bool]] = []


class Formula:
    """A formula, built from its tags and texts in order, without the `math` tag itself; `written` gives its text."""

    def __init__(self, at: int) -> None:
        self._open = [_Element("math", at)]
        self._passed_over = 0

    def opens(self, name: str, at: int) -> None:
        """Process the opening tag `name` at the offset `at`; tags nested too deeply are only counted."""
        if len(self._open) >= _DEEPEST:
            self._passed_over += 1
        else:
            self._open.append(_Element(name, at))

    def holds(self, text: Pieces) -> None:
        """Add a text to the innermost open element; invisible operators become signs."""
        self._open[-1].children.append((text.translated(_UNSEEN), False))

    def closes(self, name: str) -> None:
        """Process the closing tag `name`, which also closes elements inside it; one that nothing opened is ignored."""
        if self._passed_over:
            self._passed_over -= 1
        elif any(element.name == name for element in self._open[1:]):
            while self._close() != name:
                pass

    def written(self) -> Pieces:
        """Return the whole formula in pencil notation; elements that are open are closed."""
        while len(self._open) > 1:
            self._close()
        return _row(self._open[0].children)

    def _close(self) -> str:
        """Close the innermost element, add its text to the one around it, and return its name."""
        element = self._open.pop()
        written = _written(element)
        self._open[-1].children.append((written, element.name == "mtable"))
        return element.name


def _written(element: _Element) -> Pieces:
    """Return an element in pencil notation; if it has an unknown name or a wrong number of children, these in a row.

    Children of white space alone do not count.
    """
    parts = [child for child, _ in element.children if child.text.strip()]
    out, at = Pieces(), element.at
    match element.name, parts:
        case "mfrac", [top, bottom]:
            add_fraction(top, bottom, at, out)
        case "msup" | "mover", [base, power]:
            out.add(base)
            add_power(power, at, out)
        case "msub" | "munder", [base, index]:
            out.add(base)
            add_index(index, at, out)
        case "msubsup" | "munderover", [base, index, power]:
            out.add(base)
            add_index(index, at, out)
            add_power(power, at, out)
        case "mroot", [base, root]:
            add_bracketed(base, at, out, is_one(base.text))
            out.put("^(1/", at)
            out.add(root)
            out.put(")", at)
        case "msqrt", _:
            base = _row(element.children).stripped()
            out.put("√", at)
            add_bracketed(base, at, out, is_one(base.text))
        case "mtable", _:
            _add_joined(parts, ("[", "; ", "]"), at, out)
        case "mtr", _:
            _add_joined(parts, ("", ", ", ""), at, out)
        case "mfenced", _:
            _add_joined(parts, ("(", ", ", ")"), at, out)
        case _:
            return _row(element.children)
    return out


def _row(children: list[tuple[Pieces, bool]]) -> Pieces:
    """Return the children, pairs of text and whether it is a table, side by side.

    Brackets around a table, which has its own, are left out.
    """
    out = Pieces()
    for number, (child, _) in enumerate(children):
        before = number > 0 and children[number - 1][1]
        after = number + 1 < len(children) and children[number + 1][1]
        shown = child.text.strip()
        if (after and shown in ("[", "(")) or (before and shown in ("]", ")")):
            continue
        out.add(child)
    return out


def _add_joined(parts: list[Pieces], signs: tuple[str, str, str], at: int, out: Pieces) -> None:
    """Append the parts to `out` with three signs: opening, separating and closing; `at` is their offset."""
    first, between, last = signs
    out.put(first, at)
    for number, part in enumerate(parts):
        out.put(between if number else "", at)
        out.add(part.stripped())
    out.put(last, at)
