"""Screens that list drills, steps and statistics."""
