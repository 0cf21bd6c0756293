"""Read files into pages: plain text, Markdown, HTML, LaTeX, notebooks."""
