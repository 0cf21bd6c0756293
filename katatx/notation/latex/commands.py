"""Tables of LaTeX commands and their meanings."""

from __future__ import annotations

_SIGN_WORDS = """
cdot · times · star · bullet · ast * div / odot ⊙ circ ⊙
approx ≈ simeq ≈ cong ≈ sim ≈ doteq ≈
to = rightarrow = longrightarrow = mapsto = equiv = coloneqq = leftarrow = gets =
Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ iff ⇒
infty ∞ lVert ‖ rVert ‖ Vert ‖ | ‖ lvert | rvert | vert | mid |
langle ⟨ rangle ⟩ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ lbrack [ rbrack ]
{ ( } ) lbrace ( rbrace ) % % quad , qquad , bmod mod newline ; cr ; ldots … dots … cdots …
"""
_LETTER_WORDS = """
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ mu μ nu ν
xi ξ omicron ο rho ρ varrho ρ sigma σ varsigma σ tau τ upsilon υ phi φ varphi φ chi χ psi ψ omega ω pi π ell ℓ
Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω partial ∂ nabla ∇ hbar ħ
"""


def _pairs(text: str) -> dict[str, str]:
    """Return alternating words of a text as the keys and values of a dict."""
    words = text.split()
    return dict(zip(words[::2], words[1::2], strict=True))


def _words(text: str) -> frozenset[str]:
    """Return the words of a text as a set."""
    return frozenset(text.split())


SIGNS = _pairs(_SIGN_WORDS)
LETTERS = _pairs(_LETTER_WORDS)
# Accents, as combining characters.
ACCENTS = {
    "hat": "\u0302", "widehat": "\u0302", "bar": "\u0304", "overline": "\u0304", "tilde": "\u0303",
    "widetilde": "\u0303", "dot": "\u0307", "ddot": "\u0308", "check": "\u030c",
}  # fmt: skip
# Commands that only affect the layout.
LEFT_OUT = _words(
    ", ; : ! > ( ) [ ] $ displaystyle textstyle scriptstyle left right big Big bigg Bigg bigl bigr Bigl Bigr biggl"
    " biggr Biggl Biggr middle limits nolimits nonumber notag noindent rm bf it mathstrut hfill therefore because"
)
FRACTIONS = _words("frac dfrac tfrac cfrac nicefrac")
FONTS = _words(
    "text mathrm mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol bm vec textbf textit textrm texttt"
    " operatorname operatorname* mathop mathbin pmb symbf"
)
APPLIED = _words("operatorname operatorname* mathop")
WRAPPERS = _words("boxed underline overbrace underbrace phantom ensuremath mathrel mathord")
SKIPPED = _words("tag label hspace vspace color")
FUNCTIONS = _words("exp log ln tanh sinh cosh sin cos max min argmax argmin sigmoid softmax relu sign")
MATRICES = _words("bmatrix pmatrix matrix Bmatrix array smallmatrix psmallmatrix bsmallmatrix")
TRANSPOSED = _words("T ᵀ top intercal ⊤ prime mathsf mathrm mathtt text rm")
LINKING_WORDS = _words("and so then with where if for")
