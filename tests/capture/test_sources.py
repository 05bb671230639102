"""The places that conversations come from, and the consent to read them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from arbor_desktop.capture.model import SourceInfo
from arbor_desktop.errors import InvalidInput, NotFound
from arbor_desktop.service import MemoryService
from tests.reliability.sessions import RULES, Session


@pytest.fixture
def claude(tmp_path: Path) -> Path:
    return tmp_path / "claude" / "projects"


@pytest.fixture
def service(home: Path, claude: Path) -> Iterator[MemoryService]:
    with MemoryService.open(home, environ={"CLAUDE_CONFIG_DIR": str(claude.parent)}) as opened:
        yield opened


def talk(name: str = "talk") -> Session:
    return Session(name).say(RULES[0]).reply("Understood.")


def one(service: MemoryService, name: str = "claude-code") -> SourceInfo:
    return next(info for info in service.sources() if info.name == name)


def test_nothing_is_read_before_a_source_was_chosen(service: MemoryService, claude: Path) -> None:
    talk().write(claude)
    assert service.watch_once()["files"] == 0
    info = one(service)
    assert (info.name, info.enabled, info.found, info.files, info.conversations) == (
        "claude-code", False, True, 1, 0,
    )  # fmt: skip


def test_enabled_and_disabled(service: MemoryService, claude: Path) -> None:
    path = talk().write(claude)
    service.enable_source("claude-code")
    service.enable_source("claude-code")
    assert service.watch_once()["conversations"] == 1
    info = one(service)
    assert (info.enabled, info.conversations, info.bytes) == (True, 1, path.stat().st_size)
    service.disable_source("claude-code")
    talk("second").write(claude)
    assert service.watch_once()["files"] == 0
    assert service.conversations().total == 1, "what was captured stays"


def test_a_folder_of_one_s_own(service: MemoryService, tmp_path: Path) -> None:
    talk().write(tmp_path / "own")
    name = service.add_source(str(tmp_path / "own"))
    service.add_source(str(tmp_path / "own"), "claude-code")
    assert [i.source for i in service.sources() if i.added] == ["claude-code"]
    assert service.watch_once()["conversations"] == 1
    service.disable_source(name)
    assert not [i for i in service.sources() if i.added]
    with pytest.raises(NotFound):
        service.remove_source(name)


@pytest.mark.parametrize(
    ("path", "source", "says"), [("nowhere", None, "no folder"), (".", "nobody", "no source 'nobody'")]
)
def test_what_is_wrong_is_refused(
    service: MemoryService, tmp_path: Path, path: str, source: str | None, says: str
) -> None:
    with pytest.raises(InvalidInput, match=says):
        service.add_source(str(tmp_path / path), source)
    with pytest.raises(NotFound):
        service.enable_source("nobody")


def test_a_folder_that_is_missing_is_shown_as_such_and_stops_nothing(
    service: MemoryService, claude: Path
) -> None:
    service.enable_source("claude-code")
    info = one(service)
    assert (info.found, info.error) == (False, None)
    assert service.watch_once() == {"files": 0, "conversations": 0, "items_extracted": 0, "errors": 0}
    assert service.get_status().last_error is None


def test_exclusions_are_kept_once_and_taken_back(service: MemoryService) -> None:
    service.exclude(" /srv/secret ")
    service.exclude("/srv/secret")
    assert service.exclusions() == ["/srv/secret"]
    service.include("/srv/secret")
    with pytest.raises(NotFound):
        service.include("/srv/secret")
    with pytest.raises(InvalidInput):
        service.exclude("  ")


def test_what_assistants_leave_in_projects_is_found_there(service: MemoryService, tmp_path: Path) -> None:
    kiln = tmp_path / "kiln"
    (kiln / ".git").mkdir(parents=True)
    (kiln / ".aider.chat.history.md").write_text(
        "\n# aider chat started at 2026-01-02 03:04:05\n\n#### hello\n"
    )
    assert not one(service, "aider").found
    service.store("Kiln fires at 1240 degrees.", type="fact", scope="project", scope_id=str(kiln))
    info = one(service, "aider")
    assert (info.kind, info.found, info.files) == ("projects", True, 1)
    service.enable_source("aider")
    assert [root.folder for root in service.sources_part.roots()] == [kiln]


def test_an_export_is_imported_not_watched(service: MemoryService) -> None:
    assert (one(service, "chatgpt").kind, one(service, "chatgpt").found) == ("export", True)
    with pytest.raises(NotFound):
        service.enable_source("chatgpt")


def test_a_folder_whose_name_goes_on_is_another_one(service: MemoryService, tmp_path: Path) -> None:
    talk().write(tmp_path / "own")
    talk("second").write(tmp_path / "own-too")
    service.capture([tmp_path / "own", tmp_path / "own-too"])
    service.add_source(str(tmp_path / "own"))
    assert [info.conversations for info in service.sources() if info.added] == [1]


def test_a_project_that_is_new_is_looked_into_at_once(service: MemoryService, tmp_path: Path) -> None:
    service.enable_source("aider")
    assert service.sources_part.roots() == []
    service.store("Kiln fires at 1240 degrees.", type="fact", scope="project", scope_id=str(tmp_path))
    assert [root.folder for root in service.sources_part.roots()] == [tmp_path]
