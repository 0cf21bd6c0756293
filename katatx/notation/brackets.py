"""What stands between brackets: rows and grids, the arguments of a call, bars, and picking."""

from __future__ import annotations

from katatx.notation.cursor import Cursor
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary

_MIXED = "a whole number before a fraction: one mixed number or two? Write 3/2, or a comma between two"


class Brackets(Cursor):
    """Reads brackets; what stands in them is read by `sum`, which `Reader` has."""

    def sum(self, tight: bool = False) -> Node:
        """Read terms joined by + and -; `tight` where a space may divide."""
        raise NotImplementedError

    def arguments(self) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        """Read `(a, b, key=value)`. Where commas divide, numbers with spaces between are one row: `dot(1 2, 3 4)`."""
        self.take()
        self.in_row += 1
        self.closing.append(")")
        segments: list[list[Node]] = [[]]
        keywords: list[tuple[str, Node]] = []
        while not self.takes(")"):
            if self.takes(","):
                if not segments[-1] and not keywords:
                    raise self.trouble("a number, a name or a bracket")
                self.take()
                if not keywords:
                    segments.append([])
                continue
            if self.now.kind in ("name", "function") and self.after.text == "=":
                name = self.take().text
                self.take()
                keywords.append((name, self.sum()))
                continue
            item = self.item()
            if segments[-1]:
                refuse_mixed(segments[-1][-1], item)
            segments[-1].append(item)
            if not (self.takes(")", ",") or self.starts_item()):
                raise self.trouble('a comma or ")"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        segments = [segment for segment in segments if segment]
        if len(segments) == 1:
            return tuple(segments[0]), tuple(keywords)
        made = (part[0] if len(part) == 1 else Listing(tuple(part), part[0].column) for part in segments)
        return tuple(made), tuple(keywords)

    def item(self) -> Node:
        """Read one item of a list; in the code of a library it may be a comparison: `(x > 0)`."""
        node = self.sum(tight=True)
        if self.dialect.code and self.takes(">", "<", ">=", "<=", "==", "!="):
            sign = self.take()
            return Binary(sign.text, node, self.sum(tight=True), sign.column)
        return node

    def listing(self, close: str) -> Listing:
        """Read what stands between brackets: items by comma or space, rows by semicolon."""
        start = self.take()
        self.in_row += 1
        self.closing.append(close)
        rows: list[tuple[Node, ...]] = []
        items: list[Node] = []
        mixed: list[tuple[int, int]] = []  # the rows that may hold a mixed number, and its column
        while not self.takes(close):
            if self.takes(";") and items:
                self.take()
                rows.append(tuple(items))
                items = []
                continue
            comma = self.before.text == ","
            item = self.item()
            if items and not comma and _is_mixed(items[-1], item):
                mixed.append((len(rows), items[-1].column))
            items.append(item)
            if self.takes(","):
                self.take()
                if self.takes(","):
                    raise self.trouble("one more item")
            elif not (self.takes(close, ";") or self.starts_item()):
                raise self.trouble(f'a comma or "{close}"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not items and not rows:
            raise NotationError("empty brackets; write the numbers inside", start.column)
        if rows and items:
            rows.append(tuple(items))
        if self.asks_mixed:
            _refuse_mixed_in(rows or [tuple(items)], mixed)
        if rows:
            return Listing(tuple(Listing(row, row[0].column) for row in rows if row), start.column)
        return Listing(tuple(items), start.column)

    def bracketed(self) -> Node:
        """Read `(1 + 2)` as its inside, `(0.5, 0.5)` as a row."""
        start = self.at
        inside = self.listing(")")
        trailing = self.tokens[self.at - 2].text == ","
        if len(inside.items) == 1 and not trailing:
            return inside.items[0]
        if (
            len(inside.items) > 1
            and self.dialect.latex
            and not any(token.text in (",", ";") for token in self.tokens[start : self.at])
        ):
            raise NotationError("numbers side by side in brackets; put a comma or a sign between", inside.column)
        return inside

    def between_bars(self, bar: str) -> Node:
        """Read `|x|` and `‖x‖`."""
        start = self.take()
        self.closing.append(bar)
        kept, self.in_row = self.in_row, 0
        inside = self.sum()
        self.in_row = kept
        self.closing.pop()
        self.expect(bar, f'"{bar}"')
        if self.now.kind == "name" and self.now.text in ("₂", "_2") and not self.now.spaced:
            self.take()
        if bar == "‖":
            return Call("norm", (inside,), loose=False, column=start.column, alone=True)
        return Unary("|", inside, start.column)

    def between(self, opening: str) -> Node:
        """Read `⟨a, b⟩`, `⌊x⌋` and `⌈x⌉`."""
        close = {"⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "<": ">"}[opening]
        inside = self.listing(close)
        if opening in "⌊⌈":
            name = "floor" if opening == "⌊" else "ceil"
            return Call(name, inside.items, loose=False, column=inside.column)
        if len(inside.items) == 2 and all(isinstance(item, (Name, Listing)) for item in inside.items):
            return Binary("·", inside.items[0], inside.items[1], inside.column)
        return inside

    def is_pick(self, node: Node) -> bool:
        """Return whether a bracket right behind a value picks from it: `x[0]`, `softmax(x)[1]`."""
        if not self.takes("[") or self.now.spaced:
            return False
        if isinstance(node, Literal):
            return False
        if not isinstance(node, Listing):
            return True
        return (
            self.after.kind == "number"
            and self.tokens[min(self.at + 2, len(self.tokens) - 1)].text == "]"
            and not self.in_row
        )

    def pick(self, node: Node) -> Node:
        start = self.take()
        self.in_row += 1
        self.closing.append("]")
        index: list[Node | Slice] = []
        while not self.takes("]"):
            index.append(self.one_index())
            if self.takes(","):
                self.take()
            elif not self.takes("]"):
                if self.starts_item():
                    index.append(self.one_index())
                    continue
                raise self.trouble('a comma or "]"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not index:
            raise NotationError("empty brackets; write the numbers inside", start.column)
        return Pick(node, tuple(index), start.column)

    def one_index(self) -> Node | Slice:
        column = self.now.column
        if self.now.kind == "name" and self.now.text.rpartition(".")[2] in ("newaxis", "None"):
            self.take()
            return Name("None", column)
        if self.takes("…"):
            self.take()
            return Slice(None, None, None, column)
        parts: list[Node | None] = [None]
        while True:
            if self.takes(":"):
                self.take()
                parts.append(None)
            elif self.takes(",", "]") or self.now.kind == "end" or parts[-1] is not None:
                break
            else:
                parts[-1] = self.sum(tight=True)
        if len(parts) == 1:
            if parts[0] is None:
                raise self.trouble("a number to pick by")
            return parts[0]
        if len(parts) > 3:
            raise NotationError("a stretch has a start, an end and a step at most", column)
        return Slice(parts[0], parts[1], parts[2] if len(parts) == 3 else None, column)

    def starts_item(self) -> bool:
        """Return whether another number, name or bracket begins here, set off by a space."""
        token = self.now
        if self.closing and token.text == self.closing[-1]:
            return False
        if self.takes("[", "("):
            return True
        apart = token.spaced or self.before.text in ("]", ")", ",", "⟩")
        if token.kind in ("number", "name", "function") or self.takes("√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈", "$"):
            return apart
        following = self.after
        return self.takes("-") and token.spaced and not following.spaced and following.kind != "end"


def _is_mixed(before: Node, item: Node) -> bool:
    """Return whether a whole number and a fraction stand side by side: `1 1/2`."""
    if isinstance(item, Sum):
        item = item.terms[0][1]
    fraction = isinstance(item, Binary) and item.sign == "/" and isinstance(item.left, Literal)
    return fraction and isinstance(before, Literal) and before.text.isdigit() and before.value != 0


def refuse_mixed(before: Node, item: Node) -> None:
    """Ask about `1 1/2`: one and a half, or two numbers."""
    if _is_mixed(before, item):
        raise Ambiguous(_MIXED, before.column)


def _refuse_mixed_in(rows: list[tuple[Node, ...]], mixed: list[tuple[int, int]]) -> None:
    """Ask about mixed numbers in a list, unless the rows of a grid are of one length only without them."""
    if not mixed:
        return
    lengths = [len(row) for row in rows]
    joined = [length - sum(row == at for row, _ in mixed) for at, length in enumerate(lengths)]
    if len(rows) > 1 and len(set(lengths)) == 1 and len(set(joined)) > 1:
        return
    raise Ambiguous(_MIXED, mixed[0][1])
