"""Other processes on the same home: what they changed is announced here too (spec 7.4)."""

from __future__ import annotations

from arbor_desktop.conflicts.queries import conflicts
from arbor_desktop.database.connection import Connection, data_version
from arbor_desktop.memories.queries import events
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import MANY, Runtime

POLL_SECONDS = 2.0


class ProcessWatcher:
    """Polls `PRAGMA data_version` and the settings file; both cost next to nothing when nothing happened."""

    def __init__(self, runtime: Runtime, poll_seconds: float = POLL_SECONDS) -> None:
        self._rt = runtime
        self._poll = poll_seconds
        self._thread = BackgroundThread(
            "arbor-neighbours", self._work, "Looking for other processes' changes failed",
            retry_seconds=poll_seconds, settle_seconds=poll_seconds,  # `start` has just looked
        )  # fmt: skip
        self._commits: int | None = None
        """What this thread's connection saw: it changes with commits of this process, too."""
        self._version = 0
        self._seq = 0
        self.close = self._thread.close

    def start(self) -> None:
        if not self._thread.running:
            self._version = self._rt.db.data_version()
            self._seq = self._rt.db.read(events.last_seq)
            self._thread.start()

    def _work(self) -> float:
        self.look()
        return self._poll

    def look(self) -> None:
        """Announce what other processes changed since the last look."""
        if self._rt.settings.refresh():
            self._rt.events.announce(Changes(settings=True, sources=True, status=True))
        known, self._commits = self._commits, None  # an error has all be looked at again
        commits = self._rt.db.read(data_version)
        if commits != known:
            self._look_at_changes()
        self._commits = commits

    def _look_at_changes(self) -> None:
        # First the events, then the version: what another process commits in between is told next time.
        seq = self._rt.db.read(events.last_seq)
        version = self._rt.db.data_version()
        if version == self._version:
            self._seq = seq
            return
        self._version = version
        since = self._seq
        self._seq, changed = self._rt.db.read(lambda c: (events.last_seq(c), _changed(c, since)))
        self._rt.events.announce(
            Changes(
                tuple(changed or ()),
                all_memories=changed is None,
                all_conversations=True,
                status=True,
                conflicts=True,
                maintenance=True,
                file_versions=True,
            )
        )


def _changed(conn: Connection, since: int) -> list[str] | None:
    """Return the memories changed since an event, and those whose conflict may have begun or ended by that;
    None if there are too many."""
    changed = events.changed_since(conn, since, MANY)
    return None if changed is None else conflicts.with_others(conn, changed)
