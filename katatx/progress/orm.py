"""peewee without the database drivers that it imports merely because they are installed: psycopg
costs more than all the rest of a first prompt, and only a PostgreSQL store needs it.
"""

from __future__ import annotations

import os
import sys

STORE = "KATATX_STORE"
_DRIVERS = ("psycopg2cffi", "psycopg2", "psycopg", "pymysql", "MySQLdb")

_hidden = [] if os.environ.get(STORE) else [driver for driver in _DRIVERS if driver not in sys.modules]
for _driver in _hidden:
    sys.modules[_driver] = None  # type: ignore[assignment]
try:
    import peewee
finally:
    for _driver in _hidden:
        del sys.modules[_driver]

__all__ = ["STORE", "peewee"]
