"""Whatever value of a file holds a secret, nothing that is handed over to be stored does."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from odd_types import SAMPLES, places

from arbor_desktop.conversations.model import Batch, Checkpoint
from arbor_desktop.extraction.worker import InlineWorker, NotAConversation, ReadRequest

SECRET = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
IDENTS = ("session_id", "parent_session_id", "unsaid_keys", "key")
"""A source's own ids: what is new is told by them, so they are kept as they are."""


@pytest.fixture(scope="module")
def worker() -> InlineWorker:
    return InlineWorker()


@pytest.mark.parametrize("name", SAMPLES)
def test_a_secret_in_any_value_is_redacted(worker: InlineWorker, tmp_path: Path, name: str) -> None:
    path = SAMPLES[name](tmp_path)
    files = [file for file in tmp_path.rglob("*") if file.suffix in (".json", ".jsonl")]
    for file in files:
        data = file.read_bytes()
        for changed in _with_secret(data, file.suffix):
            file.write_bytes(changed)
            assert SECRET not in "\n".join(_handed_over(worker, path)), changed
        file.write_bytes(data)


@pytest.mark.parametrize("name", ["codex", "copilot-cli", "droid", "kimi", "pi"])
def test_a_secret_in_the_folder_is_not_kept_in_the_state_of_a_reader(
    worker: InlineWorker, tmp_path: Path, name: str
) -> None:
    path = SAMPLES[name](tmp_path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert _replace(lines, "cwd", f"/srv/{SECRET}/engine")
    _replace(lines, "branch", f"fix/{SECRET}")
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    state = _last(worker, path).state
    assert "/engine" in state
    assert SECRET not in state


def test_a_secret_in_an_answer_that_is_not_finished_is_not_kept(worker: InlineWorker, tmp_path: Path) -> None:
    path = SAMPLES["aider"](tmp_path)
    with path.open("a") as file:
        file.write(f"\n#### Which token?  \n\nIt is {SECRET}\n")
    state = _last(worker, path)
    assert "It is [redacted" in state.state
    with path.open("a") as file:
        file.write("and it ends soon.\n\n#### Thanks.  \n")
    turns = [
        turn.text
        for batch in worker.read(ReadRequest(str(path), state))
        for part in batch.sessions
        for turn in part.turns
    ]
    assert turns == ["It is [redacted:github-token]\nand it ends soon.", "Thanks."]


def _with_secret(data: bytes, suffix: str) -> Iterator[bytes]:
    """The file with each of its texts in turn replaced by a secret."""
    lines = data.split(b"\n") if suffix == ".jsonl" else [data]
    for number, line in enumerate(lines):
        value = [json.loads(line)] if line.strip() else []
        for holder, key in list(places(value)):
            was = holder[key]
            if isinstance(was, str):
                holder[key] = SECRET
                yield b"\n".join([*lines[:number], json.dumps(value[0]).encode(), *lines[number + 1 :]])
                holder[key] = was


def _handed_over(worker: InlineWorker, path: Path) -> Iterator[str]:
    """All texts that a reading hands over, but for ids."""
    try:
        batches: list[Batch] = list(worker.read(ReadRequest(str(path))))
    except (OSError, NotAConversation):
        return
    for batch in batches:
        for part in batch.sessions:
            told = asdict(part)
            for record in (told, *told["turns"]):
                for name in IDENTS:
                    record.pop(name, None)
            yield repr(told)


def _last(worker: InlineWorker, path: Path) -> Checkpoint:
    return list(worker.read(ReadRequest(str(path))))[-1].checkpoint


def _replace(value: Any, name: str, text: str) -> int:
    """Replaces every text of that name. Answers how many there were."""
    found = [(holder, key) for holder, key in places(value) if key == name and isinstance(holder[key], str)]
    for holder, key in found:
        holder[key] = text
    return len(found)
