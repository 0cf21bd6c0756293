"""Aligned rows with a label at the left and nothing between label and numbers: `squares   0.16  0.01  0.09`."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.figures import has_meaning
from katatx.audit.label_meanings import words_like
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.operands import MONEY
from katatx.audit.tokens import Token, tokenize

_APART = 2
_MOST_LABEL_TOKENS = 8
_MOST_ROWS = 24
_LONGEST = 300
_SIGNS = frozenset({"+", "-", "·", "/", "^", "√", "⊙"})
_DONE_TO = frozenset({"times", "minus", "plus", "over"})
# What a row of as many numbers as those above it says of the columns, and not of a row.
_OF_COLUMNS = words_like("total") | words_like("mean") | words_like("max") | words_like("min")


def label_end(tokens: Sequence[Token]) -> int:
    """How many tokens of a line are its label, where nothing but numbers stands after it, two spaces off; else 0."""
    if not tokens or tokens[0].kind == "number" or any(token.kind == "join" or token.text == ":" for token in tokens):
        return 0
    end = next((at for at, token in enumerate(tokens) if at and token.gap >= _APART), 0)
    worded = any(token.kind == "name" for token in tokens[:end]) or (end > 1 and tokens[0].text in _SIGNS)
    if not 0 < end <= _MOST_LABEL_TOKENS or not worded:
        return 0
    at = end + (tokens[end].text in MONEY)
    while at < len(tokens):
        signed = tokens[at].text in ("+", "-")
        if signed and (at + 1 >= len(tokens) or tokens[at + 1].gap):
            return 0
        number = tokens[at + signed]
        if number.kind != "number" or "/" in number.text or not (tokens[at].gap or at == end + 1):
            return 0
        at += 1 + signed
    return end


def _words(label: Sequence[Token]) -> set[str]:
    return {token.text.lower() for token in label if token.kind == "name"}


def is_label_of_row(label: Sequence[Token]) -> bool:
    """Whether a label says how its row is worked from others: `squares`, `length - 3`, `times the weights`."""
    words = _words(label)
    done = any(token.text in _SIGNS for token in label) or label[0].text.lower() in _DONE_TO
    if words & _OF_COLUMNS:
        return done and bool(words - _OF_COLUMNS - _DONE_TO)  # `x - mean`
    return done or has_meaning(list(words))


def begins_label_rows(lines: Sequence[LogicalLine], at: int) -> bool:
    """Whether rows begin at a line of which some are worked from others as their labels say: not a table, whose columns
    belong together.
    """
    counts: list[int] = []
    for line in lines[at : at + _MOST_ROWS]:
        tokens = tokenize(line.text) if len(line.text) <= _LONGEST else []
        end = label_end(tokens)
        if not end:
            break
        words = _words(tokens[:end])
        count = sum(token.kind == "number" for token in tokens[end:])
        if count == 1 and (not counts or max(counts) == 1):
            break
        of_columns = bool(words & _OF_COLUMNS)
        if of_columns and count == 1 and counts:
            return True
        if count > 1 and is_label_of_row(tokens[:end]) and (has_meaning(list(words)) or counts):
            return True
        counts.append(count)
    return False


def label_rows(lines: Sequence[LogicalLine], at: int) -> int:
    """How many lines from one on are rows with a label."""
    count = 0
    while at + count < len(lines) and count < _MOST_ROWS and label_end(tokenize(lines[at + count].text)):
        count += 1
    return count


def with_colon(tokens: list[Token]) -> list[Token]:
    """The tokens of a label's row with a colon after the label."""
    end = label_end(tokens)
    if not end:
        return tokens
    place = tokens[end - 1].stop
    return [*tokens[:end], Token("mark", ":", place, place, 0), *tokens[end:]]


def led_up(tokens: list[Token]) -> list[Token]:
    """The tokens of a bill's line with a colon for the three dots that stand before its amount, and before nothing
    else: `3 months ... $8.28`.
    """
    at = next((at for at in range(len(tokens) - 1, 1, -1) if tokens[at].kind == "dots"), 0)
    behind = [token.kind for token in tokens[at + 1 :] if token.text not in MONEY]
    if not at or behind != ["number"] or not tokens[at].gap or tokens[at - 1].kind not in ("name", "close"):
        return tokens
    return [*tokens[:at], tokens[at]._replace(kind="mark", text=":"), *tokens[at + 1 :]]
