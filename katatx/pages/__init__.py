"""Pages of worked arithmetic: their blocks, check lines, and files in various formats."""
