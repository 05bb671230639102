"""An import of an export is killed at any moment: run again, it leaves what an undisturbed one does."""

from __future__ import annotations

import json
import random
import signal
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.extraction.worker import InlineWorker
from arbor_desktop.service import MemoryService
from tests.reliability import killable
from tests.reliability.sessions import HABITS, START, TOOLS, ident
from tests.reliability.test_killed_capture import PATIENCE, finished, state

pytestmark = [
    pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here"),
    pytest.mark.slow,
    pytest.mark.timeout(600),
]
SEED = 20260301
TALKS = 24
LONG = "The kiln is fired twice, as the book of glazes says. " * 2000
"""So much is answered that an export is stored in several batches."""


def _chatgpt(number: int, rule: str) -> dict[str, Any]:
    said = [
        ("user", rule),
        ("assistant", f"{LONG}{number}"),
        ("user", "Thank you."),
        ("assistant", "Gladly."),
    ]
    nodes: dict[str, Any] = {}
    before = None
    for place, (role, words) in enumerate(said):
        name = ident("chatgpt", number, place)
        message = {
            "id": name, "author": {"role": role}, "create_time": START + number * 60 + place,
            "content": {"content_type": "text", "parts": [words]}, "recipient": "all",
        }  # fmt: skip
        nodes[name] = {"id": name, "message": message, "parent": before, "children": []}
        before = name
    talk = ident("chatgpt", number)
    return {"title": f"Talk {number}", "mapping": nodes, "current_node": before, "conversation_id": talk}


def _claude(number: int, rule: str) -> dict[str, Any]:
    said = [("human", rule), ("assistant", f"{LONG}{number}")]
    messages = [
        {
            "uuid": ident("claude", number, place), "sender": sender, "text": words,
            "content": [{"type": "text", "text": words}],
            "created_at": f"2026-01-02T03:{number:02}:{place:02}Z",
        }
        for place, (sender, words) in enumerate(said)
    ]  # fmt: skip
    return {"uuid": ident("claude", number), "name": f"Talk {number}", "chat_messages": messages}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("exports")
    rules = [habit.format(tool=tool) for habit in HABITS for tool in TOOLS] * 2
    talks = [_chatgpt(number, rule) for number, rule in enumerate(rules[:TALKS])]
    (made / "conversations.json").write_text(json.dumps(talks), encoding="utf-8")
    with zipfile.ZipFile(made / "claude.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        others = [_claude(number, rule) for number, rule in enumerate(rules[TALKS : 2 * TALKS])]
        archive.writestr("conversations.json", json.dumps(others))
        archive.writestr("users.json", "[]")
    return made


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    return InlineWorker()


def test_at_any_statement_and_finished_later(folder: Path, worker: InlineWorker, tmp_path: Path) -> None:
    expected: dict[str, Any] = {}

    def work() -> Iterator[None]:
        with MemoryService.open(tmp_path / "undisturbed", worker=worker) as service:
            service.capture([folder])
            yield
            expected.update(state(service))

    statements = killable.statements_of(work())
    assert len(expected["tokens"]) == 2 * TALKS
    assert len(expected["memories"]) > TALKS // 2
    killed = 0
    for number, moment in enumerate(random.Random(SEED).sample(range(30, statements), 7)):
        home = tmp_path / str(number)
        process = killable.start("capture", home, folder, moment)
        process.communicate(timeout=PATIENCE)
        assert process.returncode in (-signal.SIGKILL, 0), moment  # 0: it was done one statement earlier
        killed += process.returncode != 0
        assert finished(home, folder, worker) == expected, f"killed before statement {moment}"
    assert killed > 5
