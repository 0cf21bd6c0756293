"""The names of the themes."""

from __future__ import annotations

# The app's own themes, and the terminal's palette.
OWN_THEMES = ("dark", "light", "terminal")
# Textual's themes, except those that use the terminal's palette, which `terminal` does.
TEXTUAL_THEMES = (
    "textual-dark", "textual-light", "nord", "gruvbox", "catppuccin-mocha", "dracula", "tokyo-night", "monokai",
    "flexoki", "catppuccin-latte", "catppuccin-frappe", "catppuccin-macchiato", "solarized-light", "solarized-dark",
    "rose-pine", "rose-pine-moon", "rose-pine-dawn", "atom-one-dark", "atom-one-light",
)  # fmt: skip
THEMES = (*OWN_THEMES, *TEXTUAL_THEMES)
