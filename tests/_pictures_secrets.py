"""Pictures of removed secrets: the list, a search, the question, the report."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QWidget

from arbor_desktop.clock import DAY_MS
from arbor_desktop.editing.removed import (
    CONVERSATION,
    MEMORY,
    PurgeReport,
    RemovedSecret,
    RemovedSecrets,
    Spot,
)
from arbor_desktop.editing.secrets import Step
from arbor_desktop.ui.components.menus import opened
from arbor_desktop.ui.settings.secrets import ReportSheet, Run, SecretsCard
from tests._stage import NOW, Stage

Register = Callable[..., Callable[[Callable[[Stage], Any]], Callable[[Stage], Any]]]
Section = Callable[[Stage, str], object]


def secret(kind: str, title: str, project: str | None, days: int, message: int, **more: Any) -> RemovedSecret:
    at = NOW - days * DAY_MS
    spot = Spot(CONVERSATION if message else MEMORY, title, message, at)
    return RemovedSecret(kind, spot, title, project, at, project_name=Path(project or "").name, **more)


BACKUPS = (("daily-20260512.db", 0), ("daily-20260511.db", 0))
SAVED = (
    secret(
        "github-token", "Reduce allocations in the matrix loader", "/src/gridsolve", 1, 37,
        copies=3, number=0, places=BACKUPS,
    ),
    secret(
        "connection-string", "Design the webhook admin page", "/src/harbor-api", 2, 61,
        copies=1, number=1, places=(),
    ),
)  # fmt: skip
REST = (
    secret("aws-key", "Set up restic with systemd timers", "/src/homelab", 3, 31),
    secret("private-key", "Tidy the Ansible roles for the NAS", "/src/homelab", 5, 12),
    secret("url-password", "Set up component tests for the form", "/src/tidepool-web", 8, 40,
           copies=2, purged_at=NOW - 4 * DAY_MS),
    secret("password", "The staging login is [redacted:password]", None, 9, 0),
)  # fmt: skip
PURGED = tuple(replace(one, purged_at=NOW, number=None, places=()) for one in SAVED)
REPORT = PurgeReport(
    PURGED, 4, 2, 14, 14, (), 0, (),
    ("/home/ada/.claude/projects/-gridsolve/a.jsonl", "/home/ada/.claude/projects/-harbor-api/b.jsonl"),
)  # fmt: skip


def card(made: Stage, section: Section, found: RemovedSecrets) -> SecretsCard:
    section(made, "privacy")
    made.settle()
    shown = made.settings.privacy.secrets
    shown._show(found)
    made.settle()
    made.settings.area.verticalScrollBar().setValue(shown.y() - 16)
    return shown


def register(scene: Register, section: Section) -> None:
    """Add the scenes."""
    found = RemovedSecrets((*SAVED, *REST), False, NOW - 3_600_000, 1257)

    @scene("20-secrets")
    def listed(made: Stage) -> None:
        card(made, section, found)

    @scene("20-secrets-never-saved")
    def never_saved(made: Stage) -> None:
        card(made, section, RemovedSecrets(REST, False, NOW - 3_600_000, 1257))

    @scene("20-secrets-purging")
    def purging(made: Stage) -> None:
        shown = card(made, section, found)
        shown._run, shown._purged = Run(made.bridge.closing), (0, 1)
        shown._run.now = Step.BACKUPS, 5, 14
        shown._show(found)

    @scene("20-secrets-ask")
    def ask(made: Stage) -> QWidget:
        return card(made, section, found).ask_to_purge()

    @scene("20a-secrets-report")
    def report(made: Stage) -> QWidget:
        sheet = ReportSheet(made.icons, REPORT, NOW, lambda url: True, made.window)
        return opened(sheet)
