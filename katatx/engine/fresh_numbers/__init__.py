"""Fresh numbers for a drill: drawn from its ranges, kept if they cannot hide a mistake."""
