"""Pencil notation in and out: expressions, typed answers, printed numbers.

Knows how things are written, never what an operation means.
"""
