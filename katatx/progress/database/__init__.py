"""The tables of the log, in SQLite and PostgreSQL."""
