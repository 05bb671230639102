"""Pictures of versions of AI tools' memory files: the settings, the versions, the notice."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint

from arbor_desktop.clock import DAY_MS
from arbor_desktop.source_folders import project_folder_names
from arbor_desktop.ui.components import AskDialog
from arbor_desktop.ui.file_versions.dialog import VersionsDialog
from tests._stage import HOUR_MS, NOW, Stage, until

NOTES = """\
# Kiln planner

- Firings are booked per shelf, never per kiln.
- The east kiln needs 20 minutes between two firings.
- Times are stored in UTC and shown in the studio's time zone.
- [Testing](testing.md) — how the suite is run

## Decisions

- Bookings use optimistic locking; a lost update is shown, not retried.
- The calendar is rendered on the server.
- Glaze names come from the catalogue, not from free text.
- Cancellations are possible until 48 hours before the firing.
"""


def register(scene: Callable[..., Any], section: Callable[[Stage, str], None]) -> None:
    """Adds the scenes to all pictures. `section` shows a section of the settings."""

    @scene("11y-settings-memory-files")
    def settings(made: Stage) -> None:
        write(made)
        section(made, "data")
        card = made.settings.data.memory_files
        made.settings.area.verticalScrollBar().setValue(card.mapTo(made.settings.body, QPoint()).y() - 12)

    @scene("14-file-versions")
    def versions(made: Stage) -> None:
        """A tool removed most of a file."""
        shown(made)

    @scene("14a-file-versions-deleted")
    def deleted(made: Stage) -> None:
        dialog = shown(made)
        dialog.files.go_to(1)

    @scene("14b-file-versions-restored")
    def restored(made: Stage) -> None:
        dialog = shown(made)
        dialog.versions.go_to(1)
        made.settle()
        dialog.restore.click()

    @scene("14c-file-versions-delete")
    def forget(made: Stage) -> None:
        shown(made).forget.click()
        until(lambda: made.window.findChild(AskDialog) is not None)

    @scene("14d-file-versions-none")
    def nothing(made: Stage) -> None:
        made.window.navigation.show_file_versions("codex")

    @scene("14e-file-versions-notice")
    def notice(made: Stage) -> None:
        write(made)
        made.window.show_losses(made.service.file_versions.losses(0)[:1])


def shown(made: Stage) -> VersionsDialog:
    write(made)
    dialog = made.window.navigation.show_file_versions("claude-code")
    assert dialog is not None
    made.settle()
    return dialog


def write(made: Stage) -> None:
    """Claude Code notes things for some days; then it deletes a file, and most of another."""
    made.service.settings.set("file_versions.claude_code", True)
    (made.person / ".codex").mkdir(exist_ok=True)
    project = str(made.person / "src" / "kiln-api")
    memory = made.person / ".claude" / "projects" / project_folder_names(project)[0] / "memory"
    memory.mkdir(parents=True, exist_ok=True)
    lines = NOTES.splitlines(keepends=True)
    shorter = "".join(lines[:3]) + "- The calendar is a page of its own.\n"
    states: list[tuple[float, Path, str | None]] = [
        (9 * 24, made.person / ".claude" / "CLAUDE.md", "- Answer in English.\n- Small commits.\n"),
        (8 * 24, memory / "MEMORY.md", "".join(lines[:8])),
        (
            6 * 24,
            memory / "testing.md",
            "# Testing\n\n- `make test` starts Postgres.\n- Never mock the clock.\n",
        ),
        (5 * 24, memory / "MEMORY.md", "".join(lines[:11])),
        (26, memory / "MEMORY.md", NOTES),
        (3, memory / "testing.md", None),
        (0.2, memory / "MEMORY.md", shorter),
    ]
    for hours, path, text in states:
        made.clock.now = round(NOW - hours * HOUR_MS)
        if text is None:
            path.unlink()
        else:
            path.write_text(text)
        made.service.file_versions.look()
    made.clock.now = NOW
    assert made.service.file_versions.losses(NOW - DAY_MS)
