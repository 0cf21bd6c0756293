"""Code shared by several commands: output, progress bars, opening the log and the decks."""
