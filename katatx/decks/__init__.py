"""Drill files: parsing, linting, preparing and drafting decks of drills."""
