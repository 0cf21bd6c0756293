"""Exporting decks: Anki packages and Markdown documents."""
