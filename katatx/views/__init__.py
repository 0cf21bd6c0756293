"""Views: what the screens and the command line show of questions, sessions and the log, as plain data."""
