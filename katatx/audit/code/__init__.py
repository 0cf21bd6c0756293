"""Code on a page: a small interpreter of numeric Python, and what its results in comments and outputs should be."""
