"""Formulas for a column of a table from the words of its heading, and from the numbers that the lines above it give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

# Columns further off are not tried with every number above the table.
_NEAREST = 4
_MOST_NUMBERS = 6


class _Words(NamedTuple):
    """Words of a heading, and what they say of a column c (its whole a, its row before p) or of two (d, b)."""

    words: frozenset[str]
    of_one: tuple[str, ...] = ()
    of_two: tuple[str, ...] = ()


def _words(words: str, of_one: str = "", of_two: str = "") -> _Words:
    return _Words(
        frozenset(words.split()),
        tuple(part.strip() for part in of_one.split(";") if part.strip()),
        tuple(part.strip() for part in of_two.split(";") if part.strip()),
    )


_MEANINGS = (
    _words(
        "softmax share shares probability probabilities probs portion portions weight weights attention anteil p",
        "exp({c})/sum(exp({a})); {c}/sum({a})",
    ),
    _words("tanh", "tanh({c})"),
    _words("relu rectified", "relu({c})"),
    _words("sigmoid logistic gate σ", "sigmoid({c})"),
    _words("exp e exponential exponentials raised", "exp({c}); exp(-{c}); exp({c} - max({a}))"),
    _words("ln log logs logarithm nll loss surprise surprisal entropy cross-entropy", "-log({c}); log({c})"),
    _words("log2 bits lb ld", "-log2({c}); log2({c}); {c}/log(2)"),
    _words("log10 lg", "log10({c})"),
    _words("entropy information", "-{c}·log({c}); -{c}·log2({c})"),
    _words("abs absolute magnitude", "abs({c})", "abs({c} - {d})"),
    _words("root sqrt rooted", "√{c}"),
    _words(
        "square squared squares sq quadrat cuadrado carré",
        "{c}·{c}; ({c} - mean({a}))·({c} - mean({a}))",
        "({c} - {d})·({c} - {d})",
    ),
    _words(
        "z z-score normalised normalized norm standardised standardized layernorm x̂",
        "({c} - mean({a}))/standard_deviation({a}); ({c} - mean({a}))/√(sum(({a} - mean({a})) ⊙ ({a} - mean({a})))/k)",
    ),
    _words("deviation deviations centred centered dev diff difference", "{c} - mean({a})"),
    _words("shifted", "{c} - max({a})"),
    _words("inverse reciprocal", "1/{c}"),
    _words("complement rest remaining other", "1 - {c}; 100 - {c}"),
    _words("growth change increase drop %", "({c} - {p})/{p}; 100·({c} - {p})/{p}; 100·({p} - {c})/{p}"),
    _words("recall accuracy sensitivity correct hit", "", "diagonal/{c}; 100·diagonal/{c}"),
    _words("f1 f-score f", "", "2·{c}·{d}/({c} + {d})"),
    _words("scaled normalized", "{c}/max({a})"),
    _words("perplexity", "exp({c})"),
    _words("odds", "{c}/(1 - {c})"),
    _words("logit", "log({c}/(1 - {c}))"),
)


def heading_words(heading: str) -> frozenset[str]:
    """The words of a heading in small letters, without brackets and signs that belong to none."""
    words = heading.lower().replace("*", " ").replace("(", " ").replace(")", " ").replace("|", " ").split()
    joined = heading.lower().replace(" - ", "-").replace("−", "-").split()
    return frozenset(word.strip(".,:-−") for word in (*words, *joined) if word)


def is_raised(heading: str) -> bool:
    """Whether a heading is that of powers of e: `e^z`, `exp`, `exp(score)`."""
    bare = heading.lower().replace(" ", "").strip("*_$`")
    return bare.startswith(("e^", "exp(", "eˣ", "eᶻ")) or "exp" in heading_words(heading)


def word_formulas(heading: str, left: Sequence[int], raised: int | None = None) -> Iterator[str]:
    """What the words of a heading say, of the nearest columns to the left first; `raised` is one of those that has the
    powers of e, of which shares are taken.
    """
    spoken = heading_words(heading)
    for meaning in _MEANINGS:
        if not meaning.words & spoken:
            continue
        for template in meaning.of_one:
            if raised is not None and "sum(exp(" in template:
                continue
            for one in reversed(left):
                yield template.format(c=f"c{one}", a=f"a{one}", p=f"p{one}")
        for template in meaning.of_two:
            for one in reversed(left):
                if "{d}" not in template:
                    yield template.replace("diagonal", "d0").format(c=f"c{one}")
                    continue
                yield from (template.format(c=f"c{one}", d=f"c{other}") for other in reversed(left) if other != one)


def constant_formulas(column: int, others: Sequence[int], numbers: Sequence[str]) -> Iterator[str]:
    """A column from another and from the numbers that the lines above the table give: a rate, a spread, a price."""
    near = sorted(others, key=lambda other: abs(other - column))[:_NEAREST]
    numbers = numbers[:_MOST_NUMBERS]
    left = [other for other in near if other < column]
    for value in numbers:
        for one in left:
            yield from (f"c{one}·{value}", f"c{one}/{value}", f"c{one} - {value}", f"c{one} + {value}")
            yield from (f"p{column} + {value}·c{one}", f"{value}·p{column} + c{one}")
            yield f"{value}·p{column} + (1 - {value})·c{one}"
            yield f"(1 - {value})·p{column} + {value}·c{one}"
        for one in near:
            yield from (f"p{column} - {value}·c{one}", f"p{column} - {value}·p{one}", f"p{column} + {value}·p{one}")
        yield from (f"p{column}·{value}", f"p{column} - {value}·p{column}", f"p{column} + {value}")
    for value in numbers:
        for other in numbers:
            yield from (f"c{one}·{value} + {other}" for one in left)
            yield from (f"{value}·(c{one} - {other})" for one in left)
            yield from (f"(c{one} - {value})/{other}" for one in left)
