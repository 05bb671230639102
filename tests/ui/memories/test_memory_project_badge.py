"""The badge of a project's memory bears the name that the Projects page shows."""

from __future__ import annotations

import json
from pathlib import Path

from arbor_desktop.projects.names import learn
from arbor_desktop.service import MemoryService
from arbor_desktop.ui.memory.words import scope_label
from tests.conftest import ManualClock


def test_it_is_the_package_name(home: Path, clock: ManualClock, tmp_path: Path) -> None:
    folder = tmp_path / "repo2"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"name": "my-saas-app"}))
    with MemoryService.open(home, clock=clock) as service:
        stored = service.store("Logs are kept a week.", type="fact", scope="project", scope_id=str(folder))
        service.read_project(str(folder))
        assert scope_label(service.get(stored.id)) == service.list_projects()[0].name == "my-saas-app"
    learn({})
