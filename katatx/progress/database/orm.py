"""Import peewee without database drivers, which it would import if installed.

Importing psycopg takes longer than everything else before the first prompt, and only a PostgreSQL store needs it.
"""

from __future__ import annotations

import os
import sys

from katatx.progress.home import STORE

_DRIVERS = ("psycopg2cffi", "psycopg2", "psycopg", "pymysql", "MySQLdb")

_hidden = [] if os.environ.get(STORE) else [driver for driver in _DRIVERS if driver not in sys.modules]
for _driver in _hidden:
    sys.modules[_driver] = None  # type: ignore[assignment]
try:
    import peewee
finally:
    for _driver in _hidden:
        del sys.modules[_driver]

__all__ = ["peewee"]
