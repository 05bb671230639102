"""The memory file: connection, migrations, backup, and the models of its tables.

Queries write `from arbor_desktop import database as db` and then `db.Memory`, `db.fn`, `db.run`: what `models` has.
It is imported at the first use, with peewee, which takes 40 ms: hooks and short commands use none of it.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arbor_desktop.database.models import *  # noqa: F403
else:

    def __getattr__(name: str) -> Any:
        if name[0].isupper() or name in ("fn", "run", "same"):  # else it may be a submodule, not imported yet
            if "peewee" not in sys.modules:
                _import_peewee()
            return getattr(import_module("arbor_desktop.database.models"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def _import_peewee() -> None:
        """Import peewee without psycopg, which it would import where that is installed, for nothing: 0.2 s."""
        hidden = "psycopg" not in sys.modules
        if hidden:
            sys.modules["psycopg"] = None
        try:
            import_module("peewee")
        finally:
            if hidden:
                del sys.modules["psycopg"]
