"""Practice sessions: which question comes next, and how each answer is recorded."""
