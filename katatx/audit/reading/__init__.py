"""Read a page: its lines, chains, tables and columns."""
