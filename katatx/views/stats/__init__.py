"""Statistics of practice: reports on steps, decks, drills and days, as tables, lines and plots."""
