"""Draft a deck from a page."""
