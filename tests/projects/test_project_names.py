"""What projects are called on badges and in lists."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.cli import formatting as in_commands
from arbor_desktop.memories.model import Scope
from arbor_desktop.projects.names import learn, project_name
from arbor_desktop.service import MemoryService
from tests.conftest import ManualClock


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    learn({})
    yield
    learn({})


def test_a_project_is_called_as_its_folder_until_more_is_known() -> None:
    assert project_name("/srv/kiln") == "kiln"
    assert project_name("C:\\work\\kiln") == "kiln"
    assert project_name("/") == "/"
    assert project_name(None) == ""


def test_projects_of_one_name_are_told_apart() -> None:
    learn(
        {"/a/acme/web": "web", "/a/other/web": "web", "/a/repo2": "Shop", "/b/repo2": "shop", "/c/x": "kiln"}
    )
    assert project_name("/a/acme/web") == "acme/web"
    assert project_name("/a/other/web") == "other/web"
    assert project_name("/a/repo2") == "Shop (a/repo2)"
    assert project_name("/b/repo2") == "shop (b/repo2)"
    assert project_name("/c/x") == "kiln"


def test_a_project_has_the_same_name_everywhere(home: Path, clock: ManualClock, tmp_path: Path) -> None:
    folder = tmp_path / "repo2"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"name": "my-saas-app"}))
    with MemoryService.open(home, clock=clock) as service:
        stored = service.store("Logs are kept a week.", type="fact", scope="project", scope_id=str(folder))
        assert project_name(str(folder)) == "repo2"
        service.read_project(str(folder))
        memory = service.get(stored.id)
        assert memory.scope is Scope.PROJECT
        assert in_commands.place(memory) == "my-saas-app"
        assert service.list_projects()[0].name == "my-saas-app"
        (folder / "package.json").write_text(json.dumps({"name": "our-saas-app"}))
        service.read_project(str(folder))
        assert project_name(str(folder)) == "our-saas-app"
    learn({})
    with MemoryService.open(home, clock=clock):
        assert project_name(str(folder)) == "our-saas-app"
