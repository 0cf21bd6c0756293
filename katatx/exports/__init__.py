"""Exporting decks as Anki packages."""
