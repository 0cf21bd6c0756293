"""Statistics of practice: reports on skills, decks, drills and days, as tables, lines and plots."""
