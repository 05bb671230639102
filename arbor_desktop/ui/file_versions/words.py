"""What the window says of memory files and their versions."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from arbor_desktop.file_versions.model import FileVersion, ToolFiles
from arbor_desktop.projects.names import project_name
from arbor_desktop.ui.formatting import short_path, size_words
from arbor_desktop.ui.integrations.sheet import counted_words
from arbor_desktop.ui.status import ago
from arbor_desktop.ui.translation import number, tr


def file_name(path: str) -> str:
    return Path(path).name


def place_words(version: FileVersion) -> str:
    """Return the name of the file's project, else its folder."""
    project = version.project
    if project is None:
        return short_path(Path(version.path).parent)
    return project_name(project) if os.path.isabs(project) else project  # noqa: PTH117 - a text


def change_words(version: FileVersion) -> str:
    """Return what a version changed: "9 lines added, 41 removed"."""
    if not version.exists:
        return tr("File deleted")
    if not version.kept:
        return tr("Too large to keep ({size})").format(size=size_words(version.size or 0))
    if version.loss:
        return tr("{removed} of %n lines removed", None, version.lines_before).format(
            removed=number(version.removed)
        )
    if not version.lines_before and version.added:
        return tr("%n lines", None, version.lines)
    return counted_words(version.added, version.removed)


def loss_words(losses: Sequence[FileVersion], title: str) -> str:
    """Return what files lost: "41 of 50 lines removed from MEMORY.md (Claude Code)". `title`: the tool of the
    last one."""
    if len(losses) > 1:
        return tr("%n memory files of AI tools were deleted or lost most of their lines", None, len(losses))
    [loss] = losses
    name = f"{file_name(loss.path)} ({title})"
    if not loss.exists:
        return tr("{file} was deleted").format(file=name)
    words = tr("{removed} of %n lines removed from {file}", None, loss.lines_before)
    return words.format(removed=number(loss.removed), file=name)


def tool_words(tool: ToolFiles, now: int) -> str:
    """Return what is kept of a tool's files: "4 files · last change 5 min ago"."""
    if not tool.found and not tool.files:
        return tr("Not found on this computer")
    if not tool.files:
        return tr("No memory files yet") if tool.on else short_path(tool.folder)
    words = tr("%n files", None, len(tool.files))
    if tool.changed_at is not None:
        words += " · " + tr("last change {ago}").format(ago=ago(tool.changed_at, now))
    return words
