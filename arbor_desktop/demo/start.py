"""The folder of a demo, and what fills it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.clock import system_clock
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


class DemoClock:
    """The time of this computer; while the demo is filled, that of the sample conversations."""

    def __init__(self) -> None:
        self.at: int | None = None

    def __call__(self) -> int:
        return system_clock() if self.at is None else self.at


_READ_AFTER_MS = 120_000
"""So long after its end a sample conversation was read."""


@dataclass(frozen=True, slots=True)
class Demo:
    """Sample conversations in a temporary folder, beside a temporary home, whose service has the `clock`."""

    folder: Path
    filled: bool = False
    clock: DemoClock = field(default_factory=DemoClock)

    @property
    def environ(self) -> Mapping[str, str]:
        """Where the assistants' folders are for the demo: nothing of the person's is read."""
        return {"HOME": str(self.folder), "USERPROFILE": str(self.folder)}

    def fill(self, service: MemoryService, stopping: Callable[[], bool] = lambda: False) -> None:
        """Write the sample conversations and memorize each at its time, so that there are earlier days; if
        it is `stopping`, fewer."""
        from arbor_desktop.demo.activity import live
        from arbor_desktop.demo.sessions import WRITERS, demo_projects, write_sessions

        projects = self.folder / "src"
        demo_projects(projects)
        now = system_clock()
        try:
            for file in write_sessions(self.folder, now, projects_root=projects):
                if stopping():
                    return
                self.clock.at = min(now, int(file.stat().st_mtime * 1000) + _READ_AFTER_MS)
                service.capture([file])
        finally:
            self.clock.at = None
        live(service)
        for source in service.sources(sizes=False):
            if source.name in WRITERS and source.kind == "folder":
                service.enable_source(source.name)
