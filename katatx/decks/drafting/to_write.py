"""The placeholder in drafts for text that the author is to write."""

TO_WRITE = "(to be written)"
