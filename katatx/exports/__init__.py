"""Decks written out for other programs: as cards, and as a document to read."""
