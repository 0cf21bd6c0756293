"""Commands for authors of drill files."""
