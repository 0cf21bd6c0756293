"""Find the faults of a drill file."""
