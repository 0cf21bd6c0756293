"""Questions: a drill or a line of one with its numbers, asked, and an answer to it judged."""
