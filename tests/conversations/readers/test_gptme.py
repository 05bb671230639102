"""gptme's conversations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gemini_builder as g
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.conversations.model import TurnKind
from arbor_desktop.conversations.readers.gptme import GptmeReader
from arbor_desktop.conversations.readers.registry import detect

READER = GptmeReader()


def message(number: int, role: str, content: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": content, "timestamp": f"2026-03-04T05:00:{number:02}.000123", **more}


BILLED = {"model": "m", "usage": {"input_tokens": 9, "output_tokens": 4}}
RECORDS = [
    message(0, "system", "You are gptme.", pinned=True, hide=True),
    message(1, "user", "Write it."),
    message(2, "assistant", "<think>secret</think>\nWritten.", metadata=BILLED),
    message(3, "system", "Saved to a.py"),
    message(4, "tool", "Error: no such file"),
    message(5, "user", "/undo 2"),
    message(6, "user", "Again."),
]  # fmt: skip


def conversation(folder: Path, *records: Any, name: str = "2026-03-04-writing") -> Path:
    path = folder / name / "conversation.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(g.lines(*records))
    return path


def test_who_speaks(tmp_path: Path) -> None:
    path = conversation(tmp_path, *RECORDS)
    found = detect(path)
    assert found is not None and found.source == "gptme"
    seen = g.read(found, path)
    assert (seen.prompts, seen.answers) == (["Write it.", "Again."], ["Written."])
    assert seen.kind(TurnKind.TOOL) == ["ok\nSaved to a.py", "error\nError: no such file"]
    assert seen.kind(TurnKind.INJECTED) == ["You are gptme."]
    assert seen.kind(TurnKind.COMMAND) == ["/undo 2"]
    assert (seen.last("session_id"), seen.last("title")) == ("2026-03-04-writing", "Write it.")
    assert seen.tokens == (9, 4)


def test_an_empty_first_prompt_leaves_the_name_to_the_next(tmp_path: Path) -> None:
    path = conversation(tmp_path, message(1, "user", " "), message(2, "user", "Write it."))
    assert g.read(READER, path).last("title") == "Write it."


def test_the_folder_and_the_name_come_from_its_settings(tmp_path: Path) -> None:
    path = conversation(tmp_path, *RECORDS)
    (path.parent / "workspace").symlink_to("/home/ada/engine")
    assert g.read(READER, path).last("cwd") == "/home/ada/engine"
    (path.parent / "config.toml").write_text('[chat]\nname = "A talk"\nworkspace = "/home/ada/other"\n')
    seen = g.read(READER, path)
    assert (seen.last("title"), seen.last("cwd")) == ("A talk", "/home/ada/other")
    (path.parent / "config.toml").write_text("[chat\n")
    assert g.read(READER, path).prompts == ["Write it.", "Again."]


def test_what_an_undo_cut_off_is_unsaid(tmp_path: Path) -> None:
    path = conversation(tmp_path, *RECORDS[:2], message(7, "user", "Take this back."))
    seen = g.Kept()
    since = seen.take(READER.read(path, None))
    assert next(iter(READER.read(path, since))).sessions == ()
    conversation(tmp_path, *RECORDS[:2], message(8, "user", "Instead."))
    seen.take(READER.read(path, since))
    assert seen.prompts == ["Write it.", "Instead."]


def test_a_copied_conversation_is_told_once(tmp_path: Path) -> None:
    seen = g.read(READER, conversation(tmp_path, *RECORDS[:2]))
    seen.take(
        READER.read(conversation(tmp_path, *RECORDS[:2], message(9, "user", "New."), name="copy"), None)
    )
    assert seen.prompts == ["Write it.", "New."]


def test_other_files_are_not_taken(tmp_path: Path) -> None:
    plain = g.lines({"role": "user", "content": "Hi."}, {"role": "assistant", "content": "Hello."})
    assert not READER.recognises(tmp_path / "conversation.jsonl", plain)
    assert not READER.recognises(tmp_path / "chat.jsonl", g.lines(*RECORDS))
    assert not READER.recognises(tmp_path / "conversation.jsonl", b"")
    assert READER.recognises(Path("/h/.local/share/gptme/logs/a/conversation.jsonl"), b"")


@given(st.data())
def test_damage_never_raises(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    g.damage(READER, tmp_path_factory.getbasetemp() / "gptme.jsonl", RECORDS, data)


def test_the_sample(corpus: Path) -> None:
    (path,) = (corpus / "other_agents").rglob("gptme/*/conversation.jsonl")
    found = detect(path)
    assert found is not None and found.source == "gptme"
    seen = g.read(found, path)
    assert seen.prompts == ["Write a hello world program in Python.", "Run it."]
    assert (len(seen.answers), len(seen.kind(TurnKind.TOOL)), seen.tokens) == (2, 2, (320, 57))
