"""What each command does, without the command line: takes values, prints, gives the exit status."""
