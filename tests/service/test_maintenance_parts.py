"""What most commands, and the window until its first list, go without."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arbor_desktop.errors import MaintenanceFailed
from arbor_desktop.service.memory_service import MemoryService

ROOT = Path(__file__).parents[2]
PARTS = [
    "service.maintenance_parts", "maintenance.runner", "maintenance.learning", "maintenance.forgetting",
    "maintenance.compaction", "projects.operations", "maintenance.insights", "projects.files",
]  # fmt: skip


def loaded_by(home: Path, use: str) -> list[str]:
    """The parts of maintenance that a new process has imported after `use` of the service."""
    told = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sys\n"
            "from arbor_desktop.service.memory_service import MemoryService\n"
            "with MemoryService.open(sys.argv[1]) as service:\n"
            f"    {use}\n"
            "print(*(m for m in sys.modules if m.startswith('arbor_desktop.')))",
            str(home),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return sorted(part for part in PARTS if f"arbor_desktop.{part}" in told)


USES = {
    "storing": "service.store(content='We deploy on Tuesdays', type='fact')",
    "lists": "service.query(), service.facets(), service.get_status(), service.list_conflicts()",
    "search": "service.search('deploy'), service.find_ids('deploy'), service.search_conversations('deploy')",
    "context": "service.get_context(prompt='Deploy it', project='/home/sam/shop')",
}


@pytest.mark.slow
@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_what_is_done_all_day_needs_no_maintenance(tmp_path: Path, use: str) -> None:
    assert loaded_by(tmp_path, use) == []


def test_maintenance_comes_when_it_is_asked_for(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "service.maintenance_status()") == sorted({*PARTS} - {"maintenance.insights"})


def test_the_figures_of_last_week_need_nothing_else_of_maintenance(tmp_path: Path) -> None:
    assert loaded_by(tmp_path, "service.week()") == ["maintenance.insights"]


def test_after_the_end_no_maintenance_begins(tmp_path: Path) -> None:
    service = MemoryService.open(tmp_path)
    service.close()
    with pytest.raises(MaintenanceFailed, match="closing"):
        service.run_maintenance("daily")
