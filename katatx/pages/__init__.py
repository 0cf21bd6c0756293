"""Pages of worked arithmetic, as plain text or Markdown: what stands on them, and where."""
