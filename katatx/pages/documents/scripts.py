"""Write superscripts, subscripts and fractions in pencil notation: `x^2`, `e^(-1)`, `Wᵀ`, `x_i`."""

from __future__ import annotations

import re

from katatx.pages.documents.pieces import Pieces

_TRANSPOSED = frozenset({"T", "ᵀ", "⊤", "⊺"})
_AFTER_E = re.compile(r"(?:^|\W)e$")
_TIGHT = re.compile(r"\d+(?:\.\d+)?|\.\d+|[^\W\d_]\w*|[*+]|\([^()]*\)|-")
_LAYER = re.compile(r"\(([\w+]{1,3})\)")
_ONE = re.compile(r"\d+(?:\.\d+)?|\.\d+|[^\W\d_]\w*|√\d+(?:\.\d+)?")
_INDEX_WORDS = {"∞": "inf", "+": "plus", "-": "minus", "−": "minus", "'": "prime"}


def add_power(power: Pieces, at: int, out: Pieces, following: str = "") -> None:
    """Append a superscript to `out`, in brackets unless it is a single number or name and nothing follows directly.

    `at` is the offset of its markup, and `following` the character after it.
    """
    shown = power.stripped().text
    if not shown:
        return
    if (layer := _LAYER.fullmatch(shown)) and out.last.isalpha():
        out.put(f"_layer{layer[1]}", at)  # `W^{(1)}` is an index, not a power
        if following[:1].isalnum():
            out.put(" ", at)
    elif shown in _TRANSPOSED and not out.last.isdigit() and not _AFTER_E.search(out.tail(2)[-2:]):
        out.put("ᵀ", at)
    elif shown in ("∘", "°", "'", "′"):
        out.put("°" if shown in "∘°" else "'", at)
    else:
        out.put("^", at)
        add_bracketed(power, at, out, bare=bool(_TIGHT.fullmatch(shown)) and not following[:1].isalnum())


def add_index(index: Pieces, at: int, out: Pieces, following: str = "") -> None:
    """Append a subscript to `out` as the end of a name: `x_i`, `x_iplus1`; limits such as `i=1` in brackets.

    `at` is the offset of its markup, and `following` the character after it.
    """
    shown = index.stripped().text
    if shown.replace("_", "").isalnum():
        out.put("_", at)
        out.add(index)
    elif "=" in shown:
        out.put("_", at)
        add_bracketed(index, at, out, bare=False)
    else:
        parts = [_INDEX_WORDS.get(sign, sign if sign.isalnum() else "_") for sign in shown]
        out.put(("_" + re.sub("_+", "_", "".join(parts)).strip("_")).rstrip("_"), at)
    if following[:1].isalnum():
        out.put(" ", at)


def add_bracketed(inner: Pieces, at: int, out: Pieces, bare: bool) -> None:
    """Append text to `out` in brackets, or without if `bare`; `at` is the offset of its markup."""
    out.put("" if bare else "(", at)
    out.add(inner)
    out.put("" if bare else ")", at)


def add_fraction(top: Pieces, bottom: Pieces, at: int, out: Pieces) -> None:
    """Append a fraction to `out`, with its parts in brackets unless they are single numbers or names.

    `at` is the offset of its markup.
    """
    for part, end in ((top.stripped(), "/"), (bottom.stripped(), "")):
        add_bracketed(part, at, out, bare=is_one(part.text))
        out.put(end, at)


def is_one(text: str) -> bool:
    """Return whether a text is a single number or name."""
    return _ONE.fullmatch(text) is not None
