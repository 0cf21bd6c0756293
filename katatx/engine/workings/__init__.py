"""Workings noted once and done again: with other numbers, with mistakes, and rounded in other ways."""
