"""What the page asks of the service, off the GUI thread. No Qt here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arbor_desktop.maintenance.model import Insights, MaintenanceStatus

if TYPE_CHECKING:
    from arbor_desktop.service import MemoryService


@dataclass(frozen=True, slots=True)
class Wish:
    """Of which days the figures are, and of which project (its path; None: all)."""

    days: int = 182
    project: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The figures, when maintenance comes next, and the projects to choose from."""

    wish: Wish
    insights: Insights
    maintenance: MaintenanceStatus
    projects: tuple[str, ...]


def answer(service: MemoryService, wish: Wish) -> Answer:
    """Counts everything that the page shows."""
    return Answer(
        wish,
        service.insights(days=wish.days, project=wish.project),
        service.maintenance_status(),
        tuple(service.projects()),
    )
