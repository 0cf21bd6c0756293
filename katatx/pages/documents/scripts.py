"""Write superscripts, subscripts and fractions in pencil notation: `x^2`, `e^(-1)`, `Wᵀ`, `x_i`.

Functions named `add_…` append to `out`, whose end is the text just before. `at` is the offset of the markup.
`following` is the character after it in the source, from which a space may have to keep it apart; empty for none.
Except for `add_bracketed`, they also remove the spaces at the ends of the text that they are given.
"""

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
    """Append a superscript to `out`: `^2`, `^(a + b)`, `ᵀ` for a transpose, `_layer1` for `W^{(1)}`.

    Brackets are left out around a single number, name, sign or bracket if no letter or digit follows. Degrees and
    primes have no `^`. An empty superscript is left out. `at` is the offset of the markup in the source, and
    `following` the character after it. Spaces at the ends of `power` are removed.
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
    """Append a subscript to `out` as the end of a name: `x_i`, `x_iplus1`.

    Limits such as `i=1` come in brackets; other signs become words or underscores, except at the end. A space is added
    if a letter or digit follows; of an empty subscript nothing else is written. `at` is the offset of the markup in the
    source, and `following` the character after it. Spaces at the ends of `index` are removed.
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
    """Append the text `inner` to `out` in round brackets, or without if `bare`; `at` is the brackets' source offset."""
    out.put("" if bare else "(", at)
    out.add(inner)
    out.put("" if bare else ")", at)


def add_fraction(top: Pieces, bottom: Pieces, at: int, out: Pieces) -> None:
    """Append `top/bottom` to `out`, each in brackets unless it is a single number, name or root of a number.

    `at` is the offset of the signs in the source. Spaces at the ends of `top` and `bottom` are removed.
    """
    for part, end in ((top.stripped(), "/"), (bottom.stripped(), "")):
        add_bracketed(part, at, out, bare=is_one(part.text))
        out.put(end, at)


def is_one(text: str) -> bool:
    """Return whether a text is a single number, name or root of a number, which needs no brackets."""
    return _ONE.fullmatch(text) is not None
