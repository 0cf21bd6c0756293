"""Reads a page of worked arithmetic: every claim found, and worked out again."""
