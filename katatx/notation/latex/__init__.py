"""Read LaTeX: rewrite its tokens as plain ones."""
