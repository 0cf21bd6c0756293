"""View of an audited page: its lines, the claims marked on them, and an explanation of each claim."""
