"""The parser that this audit was written for. Nothing but the audit uses it."""
