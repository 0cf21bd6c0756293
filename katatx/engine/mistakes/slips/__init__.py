"""Slips possible in any calculation, which need no recipe."""
