"""Audit of pages: find every claim of arithmetic on a page and check it."""
