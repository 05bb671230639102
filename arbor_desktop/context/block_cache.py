"""Ready blocks for the start of sessions, in places where sessions started lately."""

from __future__ import annotations

import time

from arbor_desktop.clock import DAY_MS
from arbor_desktop.context.hook_blocks import HookBlocks, maker_number
from arbor_desktop.context.queries import ready_blocks
from arbor_desktop.conversations.files import excluded_by
from arbor_desktop.database.connection import Connection
from arbor_desktop.memories.queries import lifecycle
from arbor_desktop.runtime.background import BackgroundThread
from arbor_desktop.runtime.events import Changes
from arbor_desktop.runtime.runtime import Runtime

LATELY_DAYS = 14
"""A place without sessions for this long is prepared again when one starts there."""
MOST = 12
"""Places that are kept ready at once, those asked for last."""
SETTLE_SECONDS = 2.0
"""The wait for a burst of changes to end."""
LOOK_AGAIN_SECONDS = 900.0
"""Time between checks for changes without an event: a new day, an expired memory, a computer that slept."""


class BlockCache:
    """Makes them while the window or `watch` runs, and works at most half of the time."""

    def __init__(self, runtime: Runtime) -> None:
        self._rt = runtime
        self._blocks = HookBlocks(runtime)
        self._thread = BackgroundThread(
            "arbor-warming", self._work, "Preparing the context of sessions failed",
            retry_seconds=LOOK_AGAIN_SECONDS, settle_seconds=SETTLE_SECONDS,
            subscribe=lambda: runtime.events.subscribe(self._on_changes),
        )  # fmt: skip
        self.start, self.close = self._thread.start, self._thread.close

    def _on_changes(self, changes: Changes) -> None:
        # Another process committed: maybe a hook that found nothing ready.
        if (
            changes.all_conversations
            or changes.memories
            or changes.all_memories
            or changes.settings
            or changes.conflicts
        ):
            self._thread.wake()

    def _work(self) -> float:
        self.warm()
        return self._until_next_look()

    def _until_next_look(self) -> float:
        to_midnight = (DAY_MS - self._rt.clock() % DAY_MS) / 1000
        return min(LOOK_AGAIN_SECONDS, to_midnight + 1)

    def warm(self) -> int:
        """Prepare the blocks that are missing or stale. Return their number."""
        made = 0
        for project, branch in self._stale():
            if self._thread.stopping:
                break
            began = time.monotonic()
            made += self._make(project or None, branch or None)
            self._thread.pause(time.monotonic() - began)
        return made

    def _stale(self) -> list[tuple[str, str]]:
        now, stamp = self._rt.clock(), ready_blocks.stamp(self._rt.settings.stored)
        since = now - LATELY_DAYS * DAY_MS
        found = self._rt.db.read(lambda c: ready_blocks.stale(c, now - now % DAY_MS, now, stamp, since))
        patterns = self._rt.settings.get("capture.excluded")
        return [one for one in found if not (one[0] and excluded_by(one[0], patterns))][:MOST]

    def _make(self, project: str | None, branch: str | None) -> bool:
        now, stamp = self._rt.clock(), ready_blocks.stamp(self._rt.settings.stored)
        if project and self._rt.db.read(lambda c: lifecycle.archived_while_inactive(c, project, now)):
            return False  # they are restored when work there goes on, and belong in the block then
        key, making = (project or "", branch or ""), maker_number()

        def begin(conn: Connection) -> None:
            ready_blocks.forget(conn, now - 2 * LATELY_DAYS * DAY_MS)
            ready_blocks.begin(conn, *key, making)

        self._rt.db.write(begin)
        block = self._blocks.at_start(project, branch, now)
        until = self._rt.db.read(lambda c: ready_blocks.ends(c, now))
        day = now - now % DAY_MS
        self._rt.db.write(
            lambda c: ready_blocks.keep(c, *key, making, block, day=day, until=until, settings=stamp)
        )
        return True
