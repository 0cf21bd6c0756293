"""TeX commands by their meaning in pencil notation."""

from __future__ import annotations

from katatx.pages.documents.names import names

_GREEK_NAMES = """
    alpha beta gamma delta epsilon varepsilon zeta eta theta vartheta iota kappa lambda mu nu xi pi rho sigma
    tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega
"""
GREEK = dict(zip(_GREEK_NAMES.split(), "αβγδεεζηθθικλμνξπρστυφφχψωΓΔΘΛΞΠΣΥΦΨΩ", strict=True))

# Commands with a sign.
SIGNS = GREEK | {
    **dict.fromkeys(("cdot", "times", "ast", "cdotp", "bullet"), "·"),
    **dict.fromkeys(("approx", "simeq", "cong", "approxeq", "doteq"), "≈"),
    **dict.fromkeys(
        (
            "to",
            "rightarrow",
            "Rightarrow",
            "implies",
            "mapsto",
            "longrightarrow",
            "Longrightarrow",
            "leadsto",
            "longmapsto",
        ),
        "→",
    ),
    **dict.fromkeys(("dots", "ldots", "cdots", "vdots", "ddots", "dotsc", "dotsb"), "…"),
    **dict.fromkeys(("quad", "qquad"), "  "),
    **dict.fromkeys(
        (",", ":", ";", " ", ">", "enspace", "thinspace", "medspace", "thickspace", "space", "nobreakspace"), " "
    ),
    **{sign: sign for sign in "%$#&_"},
    **dict.fromkeys(("le", "leq", "leqslant"), "≤"),
    **dict.fromkeys(("ge", "geq", "geqslant"), "≥"),
    **dict.fromkeys(("ne", "neq"), "≠"),
    **dict.fromkeys(("lvert", "rvert", "vert", "mid"), "|"),
    **dict.fromkeys(("lVert", "rVert", "Vert", "|"), "‖"),
    "lbrack": "[",
    "rbrack": "]",
    **dict.fromkeys(("top", "intercal"), "ᵀ"),
    "div": "÷",
    "slash": "/",
    "infty": "∞",
    "pm": "±",
    "mp": "∓",
    "sum": "Σ",
    "prod": "Π",
    "partial": "∂",
    "nabla": "∇",
    "in": "∈",
    "odot": "⊙",
    "otimes": "⊗",
    "oplus": "⊕",
    "circ": "∘",
    "ell": "ℓ",
    "therefore": "∴",
    "because": "∵",
    "sim": "~",
    "propto": "∝",
    "equiv": "≡",
    "prime": "'",
    "colon": ":",
    "lfloor": "⌊",
    "rfloor": "⌋",
    "lceil": "⌈",
    "rceil": "⌉",
    "langle": "⟨",
    "rangle": "⟩",
    "leftarrow": "←",
    "gets": "←",
    "Leftarrow": "⇐",
    "iff": "⇔",
    "Leftrightarrow": "⇔",
    "ll": "≪",
    "gg": "≫",
    "checkmark": "✓",
    "degree": "°",
    "backslash": "\\",
    "textendash": "–",
    "lt": "<",
    "gt": ">",
}

# Commands that are skipped.
GONE = names(
    """
    left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr bigm Bigm middle limits nolimits
    displaystyle textstyle scriptstyle scriptscriptstyle nonumber notag hline toprule midrule bottomrule cr
    noindent centering rm bf it sf tt cal boldmath negthinspace ! { } -
    """
)
# Commands that are skipped with their argument.
GONE_WITH_ARGUMENT = names(
    "tag label color textcolor hspace vspace phantom hphantom vphantom cline ref eqref cite mskip hskip sout xcancel"
)
# Commands that are replaced by their argument.
CLEAR = names(
    """
    text mathrm operatorname textbf textit textrm textsf texttt mbox hbox mathtt mathop textnormal mathbf mathsf
    mathit mathbb mathcal mathfrak mathscr boldsymbol bm pmb boxed underline vec mathord mathbin mathrel
    ensuremath smash cancel mathstrut fbox emph
    """
)
# Accents; a name with an accent is another name.
MARKED = {
    "hat": "hat",
    "widehat": "hat",
    "bar": "bar",
    "overline": "bar",
    "tilde": "tilde",
    "widetilde": "tilde",
    "dot": "dot",
    "ddot": "ddot",
}
FRACTIONS = names("frac tfrac dfrac cfrac nicefrac sfrac")
MATRICES = names("matrix bmatrix pmatrix vmatrix Vmatrix Bmatrix smallmatrix array bsmallmatrix psmallmatrix")
# Commands whose first argument is a sign above or below, which is skipped.
STACKED = names("stackrel overset underset xrightarrow")
BRACED = names("underbrace overbrace")
