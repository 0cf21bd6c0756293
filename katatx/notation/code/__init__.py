"""Lines of NumPy and PyTorch code: told from pencil notation here, read by `syntax`, worked by NumPy in `working`.

Nothing is run: each node of the tree is looked up in a list of what is allowed, each function in `table`. Whatever
makes more numbers than it is given is bounded before it is made. Neither is imported for lines that are no code.
"""

from __future__ import annotations

import re

_LIBRARY = re.compile(r"\b(?:np|numpy|jnp|tf|torch|nn|F|math)\.[A-Za-z]|\b(?:tensor|array)\(|\blen\(")
_TORCH = re.compile(r"\b(?:torch|nn|F)\.[A-Za-z]|\btensor\(|\b(?:dim|keepdim|unbiased)=")
_NUMPY = re.compile(r"\b(?:np|numpy|jnp)\.[A-Za-z]|\.numpy\(")
_METHOD = re.compile(r"[\w)\]]\.(?:[a-z_]+\(|(?:shape|ndim)\b)|[)\]]\.T\b")
_LATEX = re.compile(r"\\[A-Za-z]")


def library_of(text: str) -> str:
    """Return "numpy", "torch" or "both" for a text that calls them, else ""."""
    if ("." not in text and "(" not in text) or _LATEX.search(text) or not _LIBRARY.search(text):
        return ""
    is_torch = _TORCH.search(text) is not None
    return ("both" if _NUMPY.search(text) else "torch") if is_torch else "numpy"


def calls_method(text: str) -> bool:
    """Return whether a text has a method call such as `x.sum()`, of whatever library."""
    return "." in text and _METHOD.search(text) is not None and not _LATEX.search(text)


def may_be_code(text: str) -> bool:
    """Return whether a text may be Python without a library: a product with `@`, a comparison, a new axis."""
    return "@" in text or re.search(r"[<>!]=|\*\*|//|\b(?:axis|dim|keepdims?)=|\[[^]]*\bNone\b", text) is not None
