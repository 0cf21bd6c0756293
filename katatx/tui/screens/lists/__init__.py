"""Screens that list drills, skills and statistics."""
