"""Operations by the names that pages and programs call them."""

from __future__ import annotations

from functools import lru_cache

from katatx.audit.written_out import OTHERS
from katatx.engine import recipes as _known  # noqa: F401  importing makes the recipes known
from katatx.engine.recipe import find_recipe

# Spellings of programs and of textbooks. Underscores, capitals and a library's prefix make no difference.
_SPELLINGS = {
    "norm": "layer_norm", "ln": "log", "lognat": "log", "layernorm": "layer_norm", "avg": "mean", "stdev":
    "standard_deviation", "std": "standard_deviation", "sd": "standard_deviation",
    "var": "variance", "sigma": "sigmoid", "σ": "sigmoid", "matmul": "matmul", "maximum": "max", "amax": "max",
    "minimum": "min", "amin": "min", "th": "tanh", "lg": "log10", "ld": "log2", "absolute": "abs", "inner": "dot",
    "vdot": "dot", "diag": "", "add": "", "e": "",
}  # fmt: skip
# Words of the engine that say other things on a page too; what they label is read by the modules for statistics,
# differences and products.
_NOT_HERE = frozenset({
    "around", "clamp", "clip", "diff", "differences", "firstdifferences", "length", "magnitude", "mod", "modulo",
    "outer", "prod", "product", "round", "runningtotal", "runningsum", "sgn", "sign", "signum", "smallest"
})  # fmt: skip
_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
_PREFIXES = ("np.", "numpy.", "math.", "torch.", "F.", "nn.", "jnp.", "tf.", "statistics.")
# Words that a sentence uses for other things too: operations only where brackets follow at once.
_COMMON = frozenset({
    "var", "variance", "sd", "std", "stdev", "norm", "sigma", "σ", "avg", "min", "median", "match", "matches",
    "block", "add", "middle", "scores", "project", "pool", "mix", "humble", "tame", "worker", "workers", "strips",
    "patches", "pad", "chop", "glue", "growth", "lookup", "total", "average", "mean", "sum", "max", "largest",
    "spread", "scale", "scaled", "portions", "shares", "absolute", "exp", "log", "dot", "sine", "cosine",
    "deviations", "diffs", "transpose", "turned", "attention", "logistic", "embedding", "dense", "residual",
    "dropout", "tan"
})  # fmt: skip


@lru_cache(maxsize=16_384)
def operation_named(name: str) -> str | None:
    """The operation's textbook name, by any of its spellings; None where there is none."""
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    if name == "sqrt":
        return "sqrt"
    if name == "LN":  # layer norm to some, the logarithm to others
        return None
    short = name.lower().replace("_", "").translate(_SUBSCRIPTS)
    if short in OTHERS:
        return short
    if short in _SPELLINGS:
        return _SPELLINGS[short] or None
    if short in _NOT_HERE:
        return None
    for tried in (name, name.lower(), short):
        found = find_recipe(tried)
        if found is not None and found.name != "arithmetic":
            return found.name
    return None


def is_function(name: str) -> bool:
    """Whether a word is the name of an operation."""
    return operation_named(name) is not None


def is_common(name: str) -> bool:
    """Whether the name of an operation is a common word as well."""
    return name.lower() in _COMMON
