"""What is said in a chat that belongs to no project, such as one of ChatGPT."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arbor_desktop.memories.model import Scope
from arbor_desktop.service import MemoryService
from tests.conversations.readers.chatgpt_builder import Talk

RULE = "Our newsletter goes out on the first Monday of the month, every photo needs its photographer's name."
WISH = "I always want short answers, whatever we talk about."


@pytest.fixture
def service(service: MemoryService, tmp_path: Path) -> MemoryService:
    talk = Talk()
    for words in (RULE, WISH):
        talk.user(words)
        talk.answer("Noted.")
    export = tmp_path / "conversations.json"
    export.write_text(json.dumps([talk.export()]))
    service.capture([export])
    return service


def texts(service: MemoryService, project: Path, prompt: str | None = None) -> str:
    return service.get_context(project=str(project), prompt=prompt, log_access=False).text


class TestAProjectThatIsNotKnown:
    def test_is_what_a_rule_of_one_belongs_to(self, service: MemoryService) -> None:
        found = {one.content: (one.scope, one.scope_id) for one in service.query().memories}
        assert sorted(found.values(), key=str) == [(Scope.GLOBAL, None), (Scope.PROJECT, None)]

    def test_is_not_shared_with_a_session_of_another(self, service: MemoryService, tmp_path: Path) -> None:
        assert "photographer" not in texts(service, tmp_path)
        assert "short answers" in texts(service, tmp_path)

    def test_is_shared_with_a_prompt_about_it(self, service: MemoryService, tmp_path: Path) -> None:
        assert "photographer" in texts(service, tmp_path, "When does our newsletter go out?")

    def test_is_in_no_list_of_projects(self, service: MemoryService) -> None:
        assert service.list_projects() == []
        assert service.facets().projects == {}

    def test_is_said_of_what_is_not_shared(self, service: MemoryService, tmp_path: Path) -> None:
        context = service.get_context(project=str(tmp_path))
        (why,) = [one.reason for one in context.excluded if "photographer" in one.content]
        assert why == "Said in a chat without a project: shared when your prompt is about it"

    def test_can_be_chosen_later(self, service: MemoryService, tmp_path: Path) -> None:
        (memory,) = service.query(scope="project").memories
        service.update(memory.id, scope="project", scope_id=str(tmp_path))
        assert "photographer" in texts(service, tmp_path)

    def test_stays_so_in_an_export(self, service: MemoryService, tmp_path: Path) -> None:
        file = tmp_path / "memories.json"
        service.export_memories(file)
        with MemoryService.open(tmp_path / "other") as other:
            other.import_memories(file)
            found = {(one.scope, one.scope_id) for one in other.query().memories}
        assert found == {(Scope.GLOBAL, None), (Scope.PROJECT, None)}
