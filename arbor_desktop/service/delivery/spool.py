"""What hooks left to be done: `<home>/spool/<id>.json`, each written whole, then renamed (spec 7.4).

A note is one JSON object: `v` 1, `kind`, `tool`, `event`, `session_id`, `at` (milliseconds), and by its kind

- `ended`: a session ended: `transcript_path`, `cwd`, `reason`. It is captured now, without waiting for quiet.
- `look`: a session goes on, but its record is to be read: `transcript_path`, `cwd` (before it is compacted).
- `told`: a session was told a block, and the store was busy: the fields of `store.prepared.Told`.
- `called`: a hook was called while the store was busy: `answered`.
- `trouble`: a hook met trouble and kept silent: `message` for people.
"""

from __future__ import annotations

from arbor_desktop.service.capture import Capture
from arbor_desktop.service.runtime import Runtime


class Spool:
    """Drained by the window, `watch` and `capture`."""

    def __init__(self, runtime: Runtime, capture: Capture) -> None:
        self._rt = runtime
        self._capture = capture

    def drain(self) -> int:
        """Does what lies there, each once, and answers how many. What can't be read is put aside, with a
        line in the activity list."""
        raise NotImplementedError
