"""Drill files: read, checked and made into decks of drills."""
