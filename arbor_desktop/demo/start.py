"""The folder of a demo, and what fills it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from arbor_desktop.clock import system_clock
from arbor_desktop.quick_dataclass import dataclass

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


@dataclass(frozen=True, slots=True)
class Demo:
    """Sample conversations in a temporary folder, beside a temporary home."""

    folder: Path
    filled: bool = False

    @property
    def environ(self) -> Mapping[str, str]:
        """Where the assistants' folders are for the demo: nothing of the person's is read."""
        return {"HOME": str(self.folder), "USERPROFILE": str(self.folder)}

    def fill(self, service: MemoryService) -> None:
        """Writes the sample conversations and memorizes them."""
        from arbor_desktop.demo.activity import live
        from arbor_desktop.demo.sessions import WRITERS, demo_projects, write_sessions

        projects = self.folder / "src"
        demo_projects(projects)
        service.capture(write_sessions(self.folder, system_clock(), projects_root=projects))
        live(service)
        for source in service.sources(sizes=False):
            if source.name in WRITERS and source.kind == "folder":
                service.enable_source(source.name)
