"""The attempt log: append-only, on disk before a verdict is shown, the only truth kept."""
