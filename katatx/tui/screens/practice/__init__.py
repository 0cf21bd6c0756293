"""Screens of a practice session."""
