"""Charts of what a learner has practised and of how each step stands."""
