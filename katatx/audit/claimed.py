"""What of a line is a claim already."""

from __future__ import annotations

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.sheet import Sheet


class Claimed:
    """Where the claims of a line stand in the source, as they were when this was made."""

    def __init__(self, sheet: Sheet, text: LineOfTokens) -> None:
        self.line = text.line
        self.spans: list[tuple[int, int]] = []
        for draft in reversed(sheet.drafts.all):
            if draft.index != text.line.index:
                break
            self.spans.append((draft.start, draft.stop))

    def covers(self, start: int, stop: int) -> bool:
        """Whether characters of the line, from `start` to before `stop`, begin in a claim."""
        place = self.line.span(start, stop)[0]
        return any(first <= place < last for first, last in self.spans)
