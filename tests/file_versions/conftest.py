"""The memory files of AI tools in a private home, watched by a real service."""

from __future__ import annotations

from pathlib import Path

import pytest

from arbor_desktop.file_versions.versions import FileVersions
from arbor_desktop.service import MemoryService


@pytest.fixture
def claude(home: Path) -> Path:
    """Claude Code's folder, with the memory of one project."""
    folder = home.parent / ".claude"
    (folder / "projects" / "-src-app" / "memory").mkdir(parents=True)
    return folder


@pytest.fixture
def notes(claude: Path) -> Path:
    """The memory file of that project, with ten lines."""
    path = claude / "projects" / "-src-app" / "memory" / "MEMORY.md"
    path.write_bytes(lines(10))
    return path


@pytest.fixture
def versions(service: MemoryService) -> FileVersions:
    """Claude Code's files are kept."""
    service.settings.set("file_versions.claude_code", True)
    return service.file_versions


def lines(count: int, start: int = 0) -> bytes:
    return b"".join(b"- note %d\n" % number for number in range(start, start + count))
