"""Words of arithmetic in other languages than English, read as the English ones: `also rund 2.5`, `donc`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.tokens import Token

_WORD = re.compile(r"[^\W\d_]+")
_MOST_LINES = 400
_LONGEST = 2_000
_ENOUGH = 3
# By these words a language is told.
_COMMON = {
    "en": "the of and is to in with for that by are from we it as so which this",
    "de": "der die das in und ist mit von nicht ein eine sind wird auf für zu bei aus jede jedes wie dem den im",
    "es": "el la los las de en del una para con que por se es un como cada su",
    "fr": "le la les de en à il des et est une pour avec dans du que un au par chaque sur",
    "it": "il lo gli di della che con una per sono ogni del è un le",
    "nl": "de het een en in van met voor dat wordt elke op is bij te",
    "pl": "jest na się nie do dla po każdy oraz przez ze od",
    "pt": "os as de em do da uma para com que um por cada não em",
}
_LANGUAGES = {
    word: [language for language, common in _COMMON.items() if word in common.split()]
    for words in _COMMON.values()
    for word in words.split()
}
_ENGLISH = {
    "de": "about: rund etwa ungefähr circa ca knapp gut; so: also somit folglich daher mithin; are: sind; "
    "is: ist beträgt; gives: ergibt liefert; give: ergeben; makes: macht; make: machen; times: mal; over: durch; "
    "divided: geteilt dividiert; multiplied: multipliziert; that: das; sum: summe; "
    "mean: mittel mittelwert durchschnitt; altogether: zusammen insgesamt; product: produkt; "
    "difference: differenz unterschied; remainder: rest; "
    "share: anteil; shares: anteile; check: probe; and: und; or: oder; half: hälfte; root: wurzel; with: mit; "
    "percent: prozent prozentpunkte; of: von; squared: quadriert",
    "es": "about: aproximadamente unos unas casi cerca; so: entonces luego; is: es; are: son; gives: da resulta; "
    "give: dan; makes: hace; make: hacen; times: por; over: entre; divided: dividido dividida; "
    "multiplied: multiplicado; plus: más; minus: menos; sum: suma; mean: media promedio; altogether: juntos; "
    "product: producto; difference: diferencia; remainder: resto; share: proporción; check: comprobación; "
    "half: mitad; root: raíz; with: con; of: de",
    "fr": "about: environ approximativement presque; so: donc soit ainsi; is: est; are: sont; gives: donne; "
    "give: donnent; makes: fait; make: font; equals: vaut égale; times: fois; over: sur; divided: divisé divisée; "
    "multiplied: multiplié; minus: moins; sum: somme; mean: moyenne; altogether: ensemble; product: produit; "
    "difference: différence; remainder: reste; share: part; shares: parts; check: vérification preuve; half: moitié; "
    "root: racine; with: avec; and: et; or: ou; of: de",
    "it": "about: circa quasi; so: quindi dunque cioè; is: è; are: sono; gives: dà; give: danno; makes: fa; "
    "make: fanno; times: per; divided: diviso divisa; multiplied: moltiplicato; plus: più; minus: meno; "
    "sum: somma; mean: media; "
    "total: totale; altogether: insieme; product: prodotto; difference: differenza; remainder: resto; share: quota; "
    "check: verifica prova; half: metà; root: radice; with: con; of: di",
    "nl": "about: ongeveer circa bijna; so: dus; are: zijn; gives: geeft; makes: maakt; times: maal keer; over: door; "
    "divided: gedeeld; multiplied: vermenigvuldigd; minus: min; sum: som; mean: gemiddelde; total: totaal; "
    "altogether: samen; difference: verschil; remainder: rest; share: aandeel; check: controle; half: helft; "
    "root: wortel; with: met; and: en; or: of; percent: procent; of: van",
    "pl": "about: około; so: więc czyli zatem; is: wynosi; gives: daje; times: razy; divided: podzielone podzielić; "
    "over: przez; multiplied: pomnożone; sum: suma; mean: średnia; altogether: razem łącznie; product: iloczyn; "
    "difference: różnica; remainder: reszta; share: udział; check: sprawdzenie; half: połowa; root: pierwiastek; "
    "and: oraz; percent: procent",
    "pt": "about: aproximadamente quase cerca; so: logo portanto; is: é; are: são; gives: dá; times: vezes; "
    "divided: dividido; multiplied: multiplicado; plus: mais; minus: menos; sum: soma; mean: média; "
    "product: produto; difference: diferença; remainder: resto; check: verificação; half: metade; root: raiz; "
    "with: com; of: de",
}
# After these a word for `over` or `times` says by what.
_BY = frozenset({"durch", "mit", "por", "entre", "par", "per", "door", "met", "przez"})
_BEFORE_BY = frozenset({"divided", "multiplied"})
_CENT = {"por": "ciento", "pour": "cent", "per": "cento"}
_PERCENT = 0.01
_VERBS = frozenset({"are", "is", "gives", "makes"})
_PRONOUNS = frozenset({"das", "es", "dies", "ce"})


def words_of(lines: Sequence[LogicalLine]) -> Mapping[str, str]:
    """What words of arithmetic mean in the language that a page is written in, by the English ones; none in English."""
    counts: Counter[str] = Counter()
    for line in lines[:_MOST_LINES]:
        for word in _WORD.findall(line.text[:_LONGEST].lower()):
            counts.update(_LANGUAGES.get(word, ()))
    english = counts.pop("en", 0)
    if not counts:
        return {}
    language, most = counts.most_common(1)[0]
    return _MEANINGS[language] if most >= max(_ENOUGH, 2 * english) else {}


def in_english(tokens: list[Token], words: Mapping[str, str]) -> list[Token]:
    """The tokens of a line with English words of arithmetic for those of the page's language."""
    if not words or not any(token.kind == "number" for token in tokens):
        return tokens
    made: list[Token] = []
    for at, token in enumerate(tokens):
        before = made[-1] if made else None
        word = token.text.lower()
        meant = words.get(word) if token.kind == "name" else None
        if token.kind == "name" and before is not None:
            if word in _PRONOUNS and before.text in _VERBS and (word != "es" or before.text != "is"):
                continue  # `sind das 443`, but `ist es 10 Uhr`
            if word in _BY and before.text in _BEFORE_BY:
                meant = "by"
            if before.kind == "number" and before.scale == 1.0 and token.gap == 1 and _is_percent(tokens, at, meant):
                made[-1] = before._replace(stop=token.stop, scale=_PERCENT)
                continue
            if word in _CENT.values() and at and _CENT.get(tokens[at - 1].text.lower()) == word:
                continue
        made.append(token if meant is None else token._replace(text=meant))
    return made


def _is_percent(tokens: Sequence[Token], at: int, meant: str | None) -> bool:
    """Whether a word says that hundredths are meant: `Prozent`, `por ciento`."""
    following = tokens[at + 1].text.lower() if at + 1 < len(tokens) else ""
    return meant == "percent" or _CENT.get(tokens[at].text.lower()) == following != ""


def _meanings(entries: str) -> dict[str, str]:
    pairs = (entry.split(":") for entry in entries.split(";"))
    return {word: english.strip() for english, words in pairs for word in words.split()}


_MEANINGS = {language: _meanings(entries) for language, entries in _ENGLISH.items()}
