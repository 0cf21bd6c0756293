"""Worksheets: lines of arithmetic whose names hold on the lines below."""
