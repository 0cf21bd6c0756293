"""Widgets of the question screen."""
