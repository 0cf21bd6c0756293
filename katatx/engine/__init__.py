"""Recipes, pencils, wrong turns and fresh draws: all calculation in katatx.

A recipe is an operation written as the named lines a person writes on paper. A pencil works it in one particular way:
exactly, rounded, counted, written out, or with a known mistake. See docs/architecture.md.
"""
