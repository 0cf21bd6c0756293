"""The log as a file: exported, and imported with every column checked."""
