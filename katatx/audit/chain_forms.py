"""Forms of chains that decide how they go on: what is about the same, another thing, or what may be named."""

from __future__ import annotations

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.chains import Chain
from katatx.audit.expressions import Expression
from katatx.notation.syntax import Binary, Literal, Name

_ROUGHLY = 0.05


def tells_of_other(text: LineOfTokens, chain: Chain) -> bool:
    """Whether a line that goes on in words, `they add up to 2 + 3 = 5`, works something of its own: what stands above
    are its numbers, and not what it comes to.
    """
    first = chain.sides[0]
    join = text.tokens[text.units[first.first].first - 1] if text.units[first.first].first else None
    if join is None or join.kind != "join" or not text.line.text[join.start : join.stop].strip()[:1].isalpha():
        return False
    behind = [unit.kind for unit in text.units[first.last : first.last + 2]]
    if behind == ["word", "operator"]:  # `it is 30 tokens × 3,600 = …`
        return True
    return first.last - first.first > 1 and len(chain.sides) > 1


def is_roughly(one: Expression, other: Expression) -> bool:
    """Whether two numbers are as good as one where it is said that they are about the same: `2^10 ≈ 10^3`."""
    if one.shape or other.shape or one.names:
        return False
    return bool(abs(one.printed - other.printed) <= _ROUGHLY * abs(other.printed))


def is_therefore(chain: Chain) -> bool:
    """Whether a line that begins with an arrow goes on to another thing: `⇒ MSE = 0.035 / 4`."""
    first = chain.sides[0]
    following = chain.sides[1].join if len(chain.sides) > 1 else ""
    return first.join == "→" and bool(first.operation) and following == "="


def is_symbol(worked_so: Expression) -> bool:
    """Whether an expression is a name raised to a power: `σ² = …` may define that, whatever σ was before."""
    node = worked_so.node
    return (
        isinstance(node, Binary)
        and node.sign == "^"
        and isinstance(node.left, Name)
        and isinstance(node.right, Literal)
    )
