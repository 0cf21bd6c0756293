"""The attempt log: append-only, on disk before a verdict is shown, the truth; and the standing derived from it."""
