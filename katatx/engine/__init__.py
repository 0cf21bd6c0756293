"""Recipes, pencils, wrong turns and fresh draws: the numeric truth.

A recipe is an operation written once, as the named lines a person writes on paper. A
pencil decides what writing a line means: work it, round it, count it, write it down,
or take a known wrong turn instead. See docs/architecture.md.
"""
