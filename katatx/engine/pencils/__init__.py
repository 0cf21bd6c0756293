"""Pencils: ways to work a recipe line by line, and the rounded numbers that some of them write."""
