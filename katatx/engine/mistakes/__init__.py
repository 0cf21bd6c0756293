"""Mistakes: slips that need no recipe, and workings with one wrong line."""
