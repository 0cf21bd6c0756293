"""What the words of a label mean: the calculations that they may stand for."""

from __future__ import annotations

from typing import NamedTuple


class LabelMeaning(NamedTuple):
    """Words, and what they may be worked from: `singles` give one number, `rows` a row or a grid, the likeliest first.

    r and q (p, o) are rows, s and t (u) single numbers, g and h grids, each the latest before the label; n is how many
    numbers the row has, k one less.
    """

    words: frozenset[str]
    singles: tuple[str, ...]
    rows: tuple[str, ...]


def _meaning(words: str, singles: str = "", rows: str = "") -> LabelMeaning:
    return LabelMeaning(frozenset(words.split()), _parts(singles), _parts(rows))


def _parts(templates: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in templates.split(";") if part.strip())


MEANINGS = (
    _meaning(
        "softmax portions portion shares share probabilities probs probability attention anteil anteile "
        "wahrscheinlichkeiten proporciones probabilidades probabilités",
        singles="s/t",
        rows="softmax(r); r/sum(r); r/s; softmax(g)",
    ),
    _meaning(
        "layernorm norm normalised normalized normed standardised standardized tamed humbled z-score "
        "z-scores zscores whitened xhat x_hat",
        singles="(s - t)/u",
        rows="layer_norm(r); r/s; layer_norm(g)",
    ),
    _meaning(
        "deviations deviation diffs differences centred centered dev devs abweichungen desviaciones écarts scarti",
        singles="s - t",
        rows="r - mean(r); r - s",
    ),
    _meaning(
        "shifted",
        rows="r - max(r); r - s",
    ),
    _meaning(
        "squares squared sq quadrate cuadrados carrés quadrati kwadraten",
        singles="s·s",
        rows="r ⊙ r; g ⊙ g",
    ),
    _meaning(
        "variance var σ² varianz varianza variantie wariancja",
        singles="mean(r); sum(r)/k; sum(r)/s; variance(r); s/n; s/k; sum(r ⊙ r)/k; s/t; mean(r ⊙ r); s·s",
    ),
    _meaning(
        "spread distance std sd stdev sigma σ deviation standardabweichung streuung desviación écart-type deviazione",
        singles="√s; standard_deviation(r); √mean(r); √mean(r ⊙ r); √(sum(r)/k); √(sum(r ⊙ r)/k)",
    ),
    _meaning(
        "exp exps raised raise exponentials exponencial exponenciales exponentielle exponentielles",
        singles="exp(s)",
        rows="exp(r); exp(g)",
    ),
    _meaning(
        "sum total sums totals subtotal all ss sse sst ssr altogether together add added adding adds "
        "summe gesamtsumme zusammen insgesamt gesamt suma somme totaal totale somma soma samen razem",
        singles="sum(r); sum(r ⊙ r); s + t; s + t + u; sum(g)",
        rows="r + q; r + q + p; r + q + p + o",
    ),
    _meaning(
        "mean average middle mu μ avg averaged mittelwert mittel durchschnitt media promedio moyenne gemiddelde "
        "średnia média",
        singles="mean(r); sum(r)/s; mean(r ⊙ r); s/t; (s + t)/2; (s + t + u)/3; mean(g)",
        rows="(r + q)/2; (r + q + p)/3; mean(g)",
    ),
    _meaning(
        "square",
        singles="mean(r); mean(r ⊙ r); sum(r)/s; s/t; s·s",
    ),
    _meaning(
        "max maximum largest biggest highest größte máximo",
        singles="max(r); max(g)",
    ),
    _meaning(
        "min minimum smallest least lowest",
        singles="-max(-r)",
    ),
    _meaning(
        "relu",
        singles="relu(s)",
        rows="relu(r); relu(g)",
    ),
    _meaning(
        "sigmoid logistic",
        singles="sigmoid(s)",
        rows="sigmoid(r)",
    ),
    _meaning(
        "tanh",
        singles="2·sigmoid(2·s) - 1",
        rows="2·sigmoid(2·r) - 1",
    ),
    _meaning(
        "abs absolute",
        singles="√(s·s)",
        rows="√(r ⊙ r)",
    ),
    _meaning(
        "scaled scale",
        singles="s/t; s/√t",
        rows="r/√s; r/s; g/s; g/√s",
    ),
    _meaning(
        "log logarithm ln logs",
        singles="log(s); -log(s)",
        rows="log(r); -log(r)",
    ),
    _meaning(
        "root sqrt",
        singles="√s",
        rows="√r",
    ),
    _meaning(
        "half halved",
        singles="s/2",
        rows="r/2",
    ),
    _meaning(
        "double doubled twice",
        singles="2·s",
        rows="2·r",
    ),
    _meaning(
        "residual stream skip output",
        rows="r + q; r + q + p; g + h",
    ),
    _meaning(
        "dot match score logit",
        singles="r·q",
    ),
    _meaning(
        "product produkt producto produit prodotto iloczyn",
        singles="s·t; r·q",
        rows="r ⊙ q",
    ),
    _meaning(
        "products",
        rows="r ⊙ q",
    ),
    _meaning(
        "difference differenz diferencia différence differenza verschil różnica",
        singles="s - t; t - s",
        rows="r - q; q - r",
    ),
    _meaning(
        "error errors residuals",
        rows="r - q; q - r",
    ),
    _meaning(
        "ratio quotient",
        singles="s/t; t/s",
    ),
    _meaning(
        "loss nll cross-entropy",
        singles="-log(s)",
        rows="-log(r)",
    ),
    _meaning(
        "transpose transposed turned",
        rows="gᵀ",
    ),
    _meaning(
        "perplexity ppl",
        rows="exp(r)",
    ),
    _meaning(
        "mask masked",
        rows="causal_mask(g)",
    ),
)


_MEANT = frozenset().union(*(meaning.words for meaning in MEANINGS))


def has_own_meaning(word: str) -> bool:
    """Whether a word says what is worked: `squares`, `mean`."""
    return word.lower() in _MEANT


def words_like(word: str) -> frozenset[str]:
    """Every word that means what this one means."""
    return next(meaning.words for meaning in MEANINGS if word in meaning.words)
