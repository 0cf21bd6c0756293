"""The learner's settings, in `config.toml` in their folder.

`katatx.settings.saving` writes a setting.
"""

from katatx.settings.checks import RULES, Rule
from katatx.settings.model import AppSettings, Preferences, Settings
from katatx.settings.reading import FILE_NAME, load_preferences, load_settings

__all__ = [
    "FILE_NAME",
    "RULES",
    "AppSettings",
    "Preferences",
    "Rule",
    "Settings",
    "load_preferences",
    "load_settings",
]
