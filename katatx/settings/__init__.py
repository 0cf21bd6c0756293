"""The learner's settings, in `config.toml` in their folder: a wrong one is left out, with a warning.

`katatx.settings.saving` writes a setting.
"""

from katatx.settings.model import THEMES, AppSettings, Preferences, Settings
from katatx.settings.reading import FILE_NAME, load_preferences, load_settings

__all__ = ["FILE_NAME", "THEMES", "AppSettings", "Preferences", "Settings", "load_preferences", "load_settings"]
