"""Parsing brackets: rows, grids, arguments of a call, bars, and indices.

Methods that parse begin at the current token, advance past what they parsed, and return its node. They raise
NotationError, with the column, at a token that does not fit. A **mixed number** is a whole number before a fraction, `1
1/2`.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from katatx.notation.cursor import Cursor
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, SideBySide, Slice, Sum, Unary
from katatx.notation.tokens import Token

_MIXED = "is a whole number before a fraction one number or two? For 1 1/2 write 3/2, for two put a comma between"


# Signs of comparisons in library code.
COMPARISONS = (">", "<", ">=", "<=", "==", "!=")


class Brackets(Cursor):
    """Parser of brackets; their contents are parsed by `sum`, defined in `Reader`.

    Methods that parse begin at the current token, advance past what they parsed, and return its node. They raise
    NotationError, with the column, at a token that does not fit.
    """

    def sum(self, tight: bool = False) -> Node:
        """Parse terms joined by + and -, and return their node.

        With `tight`, a minus that has a space before it but none after it begins the next item: `[3 -5]` is two
        numbers.
        """
        raise NotImplementedError

    def arguments(self) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...], SideBySide | None]:
        """Parse `(a, b, key=value)`; return positional arguments, and keyword arguments as pairs (key, node).

        The third part of the result is given for several arguments that only spaces part (see `side_by_side`).

        If there are commas, numbers separated by spaces are one row: `dot(1 2, 3 4)`. Without commas they are separate
        arguments. Empty brackets give no arguments. Raise Ambiguous for a mixed number.
        """
        self.take()
        self.in_row += 1
        self.in_call += 1
        self.closing.append(")")
        segments: list[list[Node]] = [[]]
        starts: list[int] = []
        keywords: list[tuple[str, Node]] = []
        while not self.at_sign(")"):
            if self.at_sign(","):
                if not segments[-1] and not keywords:
                    raise self.error_wanting("a number, a name or a bracket")
                self.take()
                if not keywords:
                    segments.append([])
                continue
            if self.now.kind in ("name", "function") and self.after.text == "=":
                name = self.take().text
                self.take()
                keywords.append((name, self.sum()))
                continue
            starts.append(self.at)
            item = self.item()
            end = self.at
            if segments[-1]:
                refuse_mixed(segments[-1][-1], item)
            segments[-1].append(item)
            if not (self.at_sign(")", ",") or self.starts_item()):
                raise self.error_wanting('a comma or ")"')
        self.take()
        self.in_row -= 1
        self.in_call -= 1
        self.closing.pop()
        segments = [segment for segment in segments if segment]
        if len(segments) == 1:
            return tuple(segments[0]), tuple(keywords), self.side_by_side(starts, end, segments[0])
        made = (part[0] if len(part) == 1 else Listing(tuple(part), part[0].column) for part in segments)
        return tuple(made), tuple(keywords), None

    def side_by_side(self, starts: list[int], end: int, items: list[Node]) -> SideBySide | None:
        """Return what stands between the token indexes `starts` and `end` with `·` between the items that begin there.

        None for a single item, for numbers only, and if it is unclear what is multiplied: after a division (`a/2 b`),
        and before a minus (`a -b`).
        """
        parts = [self.tokens[start:stop] for start, stop in pairwise([*starts, end])]
        if len(parts) < 2 or all(map(is_number, items)):
            return None
        if any(_divides(part) for part in parts[:-1]) or any(part[0].text == "-" for part in parts[1:]):
            return None
        tokens = list(parts[0])
        for part in parts[1:]:
            tokens += [Token("sign", "·", part[0].column, spaced=True, end=part[0].column), *part]
        return SideBySide(tuple(tokens), self.dialect)

    def item(self) -> Node:
        """Parse one item of a list; in library code it may be a comparison: `(x > 0)`."""
        node = self.sum(tight=True)
        if self.dialect.code and self.at_sign(*COMPARISONS):
            sign = self.take()
            return Binary(sign.text, node, self.sum(tight=True), sign.column)
        return node

    def listing(self, close: str) -> Listing:
        """Parse a list up to the bracket `close`: items separated by commas or spaces, rows by semicolons.

        The current token is the opening bracket. With semicolons, the result is a list of rows. Raise NotationError if
        the list is empty. Raise Ambiguous for a mixed number if `asks_mixed`, unless the other rows of a grid decide.
        """
        start = self.take()
        self.in_row += 1
        self.closing.append(close)
        rows: list[tuple[Node, ...]] = []
        items: list[Node] = []
        starts: list[int] = []
        commas = False
        mixed: list[tuple[int, int]] = []  # (row, column) of each possible mixed number
        while not self.at_sign(close):
            if self.at_sign(";") and items:
                self.take()
                rows.append(tuple(items))
                items = []
                continue
            comma = self.before.text == ","
            commas = commas or comma
            starts.append(self.at)
            item = self.item()
            end = self.at
            if items and not comma and _is_mixed(items[-1], item):
                mixed.append((len(rows), items[-1].column))
            items.append(item)
            if self.at_sign(","):
                self.take()
                if self.at_sign(","):
                    raise self.error_wanting("one more number")
            elif not (self.at_sign(close, ";") or self.starts_item()):
                raise self.error_wanting(f'a comma or "{close}"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not items and not rows:
            raise NotationError("the brackets are empty; write numbers inside, as in [1, 2]", start.column)
        if rows and items:
            rows.append(tuple(items))
        if self.asks_mixed:
            _refuse_mixed_in(rows or [tuple(items)], mixed)
        if rows:
            return Listing(tuple(Listing(row, row[0].column) for row in rows if row), start.column)
        parted = None if commas or close != ")" else self.side_by_side(starts, end, items)
        return Listing(tuple(items), start.column, parted)

    def bracketed(self) -> Node:
        """Parse `(1 + 2)` as the expression inside, `(0.5, 0.5)` and `(1,)` as a row.

        In LaTeX, raise NotationError for numbers that only a space separates.
        """
        start = self.at
        inside = self.listing(")")
        trailing = self.tokens[self.at - 2].text == ","
        if len(inside.items) == 1 and not trailing:
            return inside.items[0]
        if self.dialect.latex and not any(token.text in (",", ";") for token in self.tokens[start : self.at]):
            raise NotationError(
                "numbers stand side by side in brackets; put a comma or a sign such as + between them", inside.column
            )
        return inside

    def between_bars(self, bar: str) -> Node:
        """Parse `|x|` as an absolute value, `‖x‖` as a norm; `bar` is the sign, and the current token."""
        start = self.take()
        self.closing.append(bar)
        kept, self.in_row = self.in_row, 0
        inside = self.sum()
        self.in_row = kept
        self.closing.pop()
        if not self.at_sign(bar):
            raise self.error_wanting(f'"{bar}"')
        self.take()
        if self.now.kind == "name" and self.now.text in ("₂", "_2") and not self.now.spaced:
            self.take()
        if bar == "‖":
            return Call("norm", (inside,), loose=False, column=start.column, alone=True)
        return Unary("|", inside, start.column)

    def between(self, opening: str) -> Node:
        """Parse from the bracket `opening`: `⟨a, b⟩` as a dot product, `⌊x⌋` as floor, `⌈x⌉` as ceiling.

        Angle brackets other than around two names or lists are a row.
        """
        close = {"⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "<": ">"}[opening]
        inside = self.listing(close)
        if opening in "⌊⌈":
            name = "floor" if opening == "⌊" else "ceil"
            return Call(name, inside.items, loose=False, column=inside.column)
        if len(inside.items) == 2 and all(isinstance(item, (Name, Listing)) for item in inside.items):
            return Binary("·", inside.items[0], inside.items[1], inside.column)
        return inside

    def is_pick(self, node: Node) -> bool:
        """Return whether the current token opens an index into `node`, parsed just before: `x[0]`, `softmax(x)[1]`.

        A space before the bracket makes it no index. A number has no index. A row in brackets has only a single
        number as index, and only outside lists.
        """
        if not self.at_sign("[") or self.now.spaced:
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
        """Parse an index in brackets, one part for each axis, and return the node that picks from `node` by it."""
        start = self.take()
        self.in_row += 1
        self.closing.append("]")
        index: list[Node | Slice] = []
        while not self.at_sign("]"):
            index.append(self.one_index())
            if self.at_sign(","):
                self.take()
            elif not self.at_sign("]"):
                if self.starts_item():
                    index.append(self.one_index())
                    continue
                raise self.error_wanting('a comma or "]"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not index:
            raise NotationError("the square brackets are empty; write which entry to take, as in x[0]", start.column)
        return Pick(node, tuple(index), start.column)

    def one_index(self) -> Node | Slice:
        """Parse one index or slice; `newaxis` is the name None, and `…` the slice of everything."""
        column = self.now.column
        if self.now.kind == "name" and self.now.text.rpartition(".")[2] in ("newaxis", "None"):
            self.take()
            return Name("None", column)
        if self.at_sign("…"):
            self.take()
            return Slice(None, None, None, column)
        parts: list[Node | None] = [None]
        while True:
            if self.at_sign(":"):
                self.take()
                parts.append(None)
            elif self.at_sign(",", "]") or self.now.kind == "end" or parts[-1] is not None:
                break
            else:
                parts[-1] = self.sum(tight=True)
        if len(parts) == 1:
            if parts[0] is None:
                raise self.error_wanting("a number to pick by")
            return parts[0]
        if len(parts) > 3:
            raise NotationError(
                "the square brackets have too many colons; write at most a start, an end and a step, as in x[0:6:2]",
                column,
            )
        return Slice(parts[0], parts[1], parts[2] if len(parts) == 3 else None, column)

    def starts_item(self) -> bool:
        """Return whether the current token can begin another item of a list without a comma before it.

        An opening bracket always does, another operand after a space or a bracket, and a minus if it has a space before
        it but none after it.
        """
        token = self.now
        if self.closing and token.text == self.closing[-1]:
            return False
        if self.at_sign("[", "("):
            return True
        apart = token.spaced or self.before.text in ("]", ")", ",", "⟩")
        if token.kind in ("number", "name", "function") or self.at_sign("√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈", "$"):
            return apart
        following = self.after
        return self.at_sign("-") and token.spaced and not following.spaced and following.kind != "end"


def unreadable_brackets(tokens: list[Token], deepest: int) -> set[int]:
    """Return the indices of the round and square opening brackets that cannot be read to their end.

    These are brackets that nothing closes, and brackets with `deepest` or more levels of nesting, their own included.
    """
    unreadable: set[int] = set()
    open_ones: list[int] = []
    heights: dict[int, int] = {}  # how many brackets a bracket holds in each other, with itself
    waiting = Counter[str]()
    for at, token in enumerate(tokens):
        if token.kind == "sign" and token.text in ("(", "["):
            open_ones.append(at)
            heights[at] = 1
            waiting[token.text] += 1
        opening = {")": "(", "]": "["}.get(token.text)
        if opening is None or not waiting[opening]:
            continue
        while tokens[last := open_ones.pop()].text != opening:
            unreadable.add(last)
            waiting[tokens[last].text] -= 1
        waiting[opening] -= 1
        if heights[last] >= deepest:
            unreadable.add(last)
        if open_ones:
            heights[open_ones[-1]] = max(heights[open_ones[-1]], heights[last] + 1)
    return unreadable.union(open_ones)


def _is_mixed(before: Node, item: Node) -> bool:
    """Return whether `before` is a whole number other than 0 and `item` begins with a fraction: `1 1/2`."""
    if isinstance(item, Sum):
        item = item.terms[0][1]
    fraction = isinstance(item, Binary) and item.sign == "/" and isinstance(item.left, Literal)
    return fraction and isinstance(before, Literal) and before.text.isdigit() and before.value != 0


def refuse_mixed(before: Node, item: Node) -> None:
    """Raise Ambiguous if `before` is a whole number other than 0, and `item` after it begins with a fraction.

    `1 1/2` may be one number or two.
    """
    if _is_mixed(before, item):
        raise Ambiguous(_MIXED, before.column)


def _refuse_mixed_in(rows: list[tuple[Node, ...]], mixed: list[tuple[int, int]]) -> None:
    """Raise Ambiguous for mixed numbers (`1 1/2`) in the rows of a list.

    `mixed` has the row, counted from 0, and the column of text of each; nothing happens without one. A grid is accepted
    if its rows have equal lengths only when each mixed number is read as two numbers.
    """
    if not mixed:
        return
    lengths = [len(row) for row in rows]
    joined = [length - sum(row == at for row, _ in mixed) for at, length in enumerate(lengths)]
    if len(rows) > 1 and len(set(lengths)) == 1 and len(set(joined)) > 1:
        return
    raise Ambiguous(_MIXED, mixed[0][1])


def _divides(tokens: list[Token]) -> bool:
    """Return whether a division sign stands outside all brackets of the tokens."""
    depth = 0
    for token in tokens:
        depth += (token.text in _OPENING) - (token.text in _CLOSING)
        if token.text == "/" and depth == 0:
            return True
    return False


def is_number(node: Node) -> bool:
    """Return whether a node is a single number or a constant such as π, with a minus or without."""
    return isinstance(node.operand if isinstance(node, Unary) and node.sign == "-" else node, Literal)


_OPENING, _CLOSING = ("(", "[", "⟨"), (")", "]", "⟩")
