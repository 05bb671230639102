"""The last traces of what was deleted for good."""

from __future__ import annotations

from arbor_desktop.database import backup, erased
from arbor_desktop.editing.queries import erasure, purge
from arbor_desktop.errors import StorageError
from arbor_desktop.runtime.runtime import Runtime


def finish_erasing(runtime: Runtime, patience: float = -1) -> None:
    """Removes the last traces of what was deleted for good from the memory file and its backups. Cut short at
    any moment, it is taken up again at the next start. Raises StorageError."""
    gone = runtime.db.read(erased.unfinished)
    if not gone.keys:
        return
    try:
        with backup.alone(runtime.home.backups, patience):
            runtime.db.outside_transaction(purge.scrub)
            erasure.erase_from_all(runtime.home.backups, gone, runtime.clock())
            runtime.db.write(lambda c: erased.finish(c, gone.keys))
    except (OSError, StorageError) as error:
        raise StorageError(
            f"It is deleted, but traces are left in the memory file or its backups: {error}. Arbor removes "
            "them at its next start."
        ) from error
