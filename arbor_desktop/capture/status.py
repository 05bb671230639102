"""The stored status: what waits and what needs a decision. The engine adds what it is doing just now.

Apart from the engine, since commands that only show the status are short.
"""

from __future__ import annotations

from arbor_desktop.capture import queries
from arbor_desktop.capture.sources import Sources
from arbor_desktop.runtime.runtime import Runtime
from arbor_desktop.runtime.status import ServiceStatus

UNTIL_RESUMED = -1


def is_paused(runtime: Runtime) -> bool:
    """Return whether the person paused capture."""
    until = runtime.settings.get("capture.paused_until")
    return bool(until == UNTIL_RESUMED or until > runtime.clock())


def stored_status(runtime: Runtime, sources: Sources) -> ServiceStatus:
    """Return the status as any process sees it."""
    until, paused = runtime.settings.get("capture.paused_until"), is_paused(runtime)
    now = runtime.clock()
    return ServiceStatus(
        state="paused" if paused else "ready",
        watching=tuple(dict.fromkeys(root.name for root in sources.roots() if root.folder.is_dir())),
        paused_until=until if paused and until > 0 else None,
        **runtime.db.read(lambda conn: queries.status_figures(conn, now)),
    )
