"""What stands on the sheet at one point of a page: names, the latest values, the chain that may go on."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import NamedTuple

from katatx.audit.drafts import Drafts, Judged
from katatx.audit.exercises import Exercises
from katatx.audit.expressions import Expression
from katatx.audit.known import Known, given
from katatx.audit.ledgers import Ledger
from katatx.audit.matrices import Matrix
from katatx.audit.page_values import taken
from katatx.audit.passed_over import PassedOver
from katatx.audit.pending import Pending
from katatx.audit.results import Printed
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token
from katatx.engine.values import floats, shape_of

_RECENT = 24
_ADDED = 3
_MATRICES = 4
_MEASURED = 8


class Measured(NamedTuple):
    """An amount, and the unit of measure that stood after it."""

    known: Known
    unit: str


@dataclass(slots=True)
class Started:
    """A chain that may go on: what its sides come to, and the names that its result gets. `start` is a printed value
    that nothing was worked for yet; `elided` says that a side could not be worked. `formula` is a side whose names
    nobody knows yet, `stated` one that has nothing but names, and was worked. `left` is a formula that the side after
    it put other numbers into, with that side and its tokens. `text` is how all of it reads; `supposing` is a letter
    that only the solution further down gives a value.
    """

    worked: list[Expression] = field(default_factory=list)
    start: Printed | None = None
    names: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    elided: str = ""
    result: Known | None = None
    line: int = -9
    ends_worked: bool = False
    formula: list[Token] = field(default_factory=list)
    stated: list[Token] = field(default_factory=list)
    left: tuple[list[Expression], Expression, list[Token]] | None = None
    measure: str = ""
    doubtful: bool = False
    announced: bool = False
    printed: bool = False
    text: str = ""
    supposing: str = ""


class Sheet:
    """The state of reading one page."""

    def __init__(self, exercises: Exercises) -> None:
        self.drafts = Drafts()
        self.passed_over = PassedOver()
        self.pending = Pending()
        self.scope = Scope()
        self.recent: deque[Known] = deque(maxlen=_RECENT)
        # The numbers of long sums, as rows: what a label says may be said of those.
        self.added: deque[Known] = deque(maxlen=_ADDED)
        # The last tables, as the matrices that those after them may be worked from.
        self.matrices: deque[Matrix] = deque(maxlen=_MATRICES)
        # The latest results that a unit of measure stood behind.
        self.measured: deque[Measured] = deque(maxlen=_MEASURED)
        self.before = Started()
        self.ledger = Ledger()
        self.dotted: Known | None = None
        self.formulas: dict[str, list[Token]] = {}
        # What stood behind labels with a sign in them, by their tokens: `x - mean: [2, -2]`.
        self.labelled: dict[tuple[str, ...], Known] = {}
        self.words: list[str] = []
        self.headings: deque[list[str]] = deque(maxlen=3)
        self.columns: list[Token] = []
        self.title: list[Token] = []
        self.line = 0
        # The last grid that minus infinity stands in, and the whole numbers of two digits or more that stand above.
        self.masked: Known | None = None
        self.whole: set[str] = set()
        # What the line before ended with, where it was no claim: the line after may begin with its `=`.
        self.tail: Expression | None = None
        self.tail_text = ""
        self.tail_line = -1
        # The names that the next lines begin by giving a value to, with that: an equation may be worked for them.
        self.coming: dict[str, float | None] = {}
        self.exercises = exercises
        # The lines where a matrix last stood under a name.
        self.drawn: dict[str, int] = {}
        # The step that a line announced for the results of those after it.
        self.step: object = None
        # Letters whose rows are not what they usually stand for.
        self.unsure: set[str] = set()
        # Names of matrices that nobody knows to be right or wrong.
        self.doubted: set[str] = set()
        # Whether what is read stands in the brackets of a name: `P(x = 5)` does not say what x is.
        self.within_call = False

    def label(self, label: list[Token], known: Known) -> None:
        """A value with what stands before it: an amount of a bill, or what a label further down says again."""
        self.ledger.add(label, known, self.line)
        if any(token.kind == "sign" for token in label):
            self.labelled[tuple(token.text for token in label)] = known

    def keep(self, known: Known) -> None:
        """One more value that what follows may be worked from."""
        self.recent.append(known)
        if len(shape_of(known.printed)) == 2 and float("-inf") in floats(known.printed):
            self.masked = known

    def taken(self, printed: Printed, rounded: bool = False) -> Known:
        """A printed value that nothing was worked for."""
        return taken(printed, self.scope, self.line, rounded)

    def coming_values(self) -> dict[str, Known]:
        """What the next lines say that letters are."""
        return {name: given(value, self.line) for name, value in self.coming.items() if value is not None}

    def known(self, printed: Printed, judged: Judged) -> Known:
        """What a judged result stands for from here on."""
        return self.drafts.known(printed, judged, self.scope, self.line)
