"""The commands, independent of the command line: each takes values, prints, and returns an exit status."""
