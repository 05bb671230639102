"""Memories of other tools, brought in through the service."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbor_desktop.errors import Cancelled, InvalidInput
from arbor_desktop.exchange import formats, imports
from arbor_desktop.exchange.model import Imported, Source
from arbor_desktop.service import MemoryService

ENTITY = {
    "type": "entity", "name": "Kiln shop", "entityType": "project",
    "observations": ["Runs on FastAPI.", "Deployed on Fridays"],
}  # fmt: skip
PERSON = {"type": "entity", "name": "Lena", "entityType": "person", "observations": ["Designs the site"]}
RELATION = {"type": "relation", "from": "Lena", "to": "Kiln shop", "relationType": "works on"}
MCP = "\n".join(map(json.dumps, (ENTITY, PERSON, RELATION)))
LIST = """## Work
- [2024-05-01] - User prefers pnpm over npm
2. [2024-05-02]. Always write the test first.
* ok
"""
NOTE = """---
title: Kiln shop
type: note
tags: [kiln, "shop"]
---
# Kiln shop

- [stack] Runs on FastAPI #python
- [process] Deployed on Fridays
- part of [[Studios]]
"""
SAMPLES: dict[str, tuple[str, list[str]]] = {
    "mcp-memory": (
        MCP,
        ["Kiln shop: Runs on FastAPI; Deployed on Fridays.", "Lena: Designs the site; works on Kiln shop."],
    ),
    "mcp-memory-service": (
        json.dumps({"export_metadata": {}, "memories": [{"content": "The API listens on port 8040"}]}),
        ["The API listens on port 8040"],
    ),
    "mem0": (
        json.dumps(
            {"user": {}, "memories": [{"content": "Likes green tea"}, {"content": "Old", "state": "deleted"}]}
        ),
        ["Likes green tea"],
    ),
    "claude-ai": (
        json.dumps([{"conversations_memory": "**Work context**\n\nNora builds kiln software."}]),
        ["Nora builds kiln software."],
    ),
    "chatgpt": (json.dumps({"memories": [{"content": "Is learning Dutch"}]}), ["Is learning Dutch"]),
    "notes": (NOTE, ["Runs on FastAPI", "Deployed on Fridays"]),
    "list": (LIST, ["User prefers pnpm over npm", "Always write the test first."]),
}  # fmt: skip


def imported(service: MemoryService, folder: Path, text: str, **options: Any) -> Imported:
    file = folder / ("memories.md" if text.startswith("---") else "memories.txt")
    file.write_text(text, "utf-8")
    return service.import_memories(file, **options)


def contents(service: MemoryService) -> list[str]:
    return sorted(memory.content for memory in service.query().memories)


@pytest.mark.parametrize("name", SAMPLES)
def test_each_format_is_known_by_its_content(service: MemoryService, tmp_path: Path, name: str) -> None:
    text, wanted = SAMPLES[name]
    done = imported(service, tmp_path, text)
    assert (done.format, done.imported, contents(service)) == (name, len(wanted), sorted(wanted))


def test_entities_have_the_type_of_what_they_are(service: MemoryService, tmp_path: Path) -> None:
    imported(service, tmp_path, MCP)
    found = {memory.content.split(":")[0]: memory for memory in service.query().memories}
    assert {name: memory.type.value for name, memory in found.items()} == {
        "Kiln shop": "context", "Lena": "relationship"
    }  # fmt: skip
    assert found["Lena"].tags == ("migrated-from-mcp",)


def test_a_list_is_typed_by_its_words_and_tagged_by_its_headings(
    service: MemoryService, tmp_path: Path
) -> None:
    done = imported(service, tmp_path, LIST)
    found = {memory.type.value: memory.tags for memory in service.query().memories}
    assert found == {"preference": ("work",), "instruction": ("work",)}
    assert [(one.what, one.reason) for one in done.skipped] == [("ok", "too short")]


def test_words_in_italics_are_a_heading_and_a_sentence_is_none(
    service: MemoryService, tmp_path: Path
) -> None:
    imported(
        service, tmp_path, "*Recent months*\n- Moved to Lyon\n- *Prefers dark mode.*\n- Likes tea a lot\n"
    )
    assert {memory.content: memory.tags for memory in service.query().memories} == {
        "Moved to Lyon": ("recent months",), "*Prefers dark mode.*": ("recent months",),
        "Likes tea a lot": ("recent months",),
    }  # fmt: skip


def test_notes_of_a_folder_are_imported_together(service: MemoryService, tmp_path: Path) -> None:
    folder = tmp_path / "memory"
    folder.mkdir()
    (folder / "MEMORY.md").write_text("- [Role](role.md) — what Noor does\n")
    (folder / "role.md").write_text(
        "---\nname: role\ndescription: who\nmetadata:\n  type: feedback\n---\n\nAsk before you rebase.\n"
    )
    (folder / "kiln.md").write_text(NOTE)
    (folder / "plain.md").write_text("Just text.\n")
    done = service.import_memories(folder)
    assert (done.format, done.imported) == ("notes", 3)
    assert [(one.what, one.reason) for one in done.skipped] == [("plain.md", "not a note with properties")]
    found = {memory.content: memory for memory in service.query().memories}
    assert found["Ask before you rebase."].type.value == "instruction"
    assert found["Runs on FastAPI"].tags == ("kiln", "shop", "stack", "python")


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("below", ["", "memories-000/"])
def test_the_memories_of_an_account_are_found_beside_its_conversations(
    service: MemoryService, tmp_path: Path, below: str, packed: bool
) -> None:
    parts = {
        "conversations.json": "[]",
        "users.json": '[{"uuid": "1", "full_name": "Nora"}]',
        f"{below}memories/1.json": json.dumps({"conversations_memory": "Nora builds kiln software."}),
        f"{below}memories/2.json": json.dumps({"conversations_memory": "Nora prefers short answers."}),
    }
    export = tmp_path / "export"
    for name, text in parts.items():
        (export / name).parent.mkdir(parents=True, exist_ok=True)
        (export / name).write_text(text)
    if packed:
        export = Path(shutil.make_archive(str(export), "zip", export))
    done = service.import_memories(export)
    assert (done.format, contents(service)) == (
        "claude-ai", ["Nora builds kiln software.", "Nora prefers short answers."],
    )  # fmt: skip


def test_damaged_archives_are_refused(service: MemoryService, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "whole.zip", "w") as archive:
        archive.writestr("memories.json", SAMPLES["claude-ai"][0])
    content = (tmp_path / "whole.zip").read_bytes()
    (tmp_path / "part.zip").write_bytes(content[: len(content) // 2])
    with pytest.raises(InvalidInput, match="is damaged"):
        service.plan_import(tmp_path / "part.zip")


def test_a_dry_run_says_the_same_and_stores_nothing(service: MemoryService, tmp_path: Path) -> None:
    would = imported(service, tmp_path, LIST, dry_run=True)
    assert contents(service) == []
    assert service.next_undo() is None
    done = imported(service, tmp_path, LIST)
    assert (would.imported, would.skipped, would.action_id) == (done.imported, done.skipped, None)


def test_what_is_saved_already_is_neither_stored_again_nor_more_certain(
    service: MemoryService, tmp_path: Path
) -> None:
    imported(service, tmp_path, LIST)
    before = [(memory.id, memory.confidence) for memory in service.query().memories]
    again = imported(service, tmp_path, LIST)
    assert (again.imported, again.duplicates, again.action_id) == (0, 2, None)
    assert [(memory.id, memory.confidence) for memory in service.query().memories] == before


def test_it_says_where_it_comes_from_and_is_undone_as_one(service: MemoryService, tmp_path: Path) -> None:
    imported(service, tmp_path, LIST)
    first = service.query().memories[0]
    assert service.history(first.id)[0].reason == "Imported from memories.txt (a list of memories)"
    service.undo()
    assert contents(service) == []


def test_it_is_for_a_project_where_one_is_named(service: MemoryService, tmp_path: Path) -> None:
    imported(service, tmp_path, LIST, project=str(tmp_path))
    assert {memory.scope_id for memory in service.query().memories} == {str(tmp_path)}


def test_what_contradicts_is_told(service: MemoryService, tmp_path: Path) -> None:
    service.store("Use npm to install packages.", type="instruction")
    assert imported(service, tmp_path, "- Use pnpm to install packages.\n", dry_run=True).conflicts == 1


def test_secrets_are_removed(service: MemoryService, tmp_path: Path) -> None:
    imported(service, tmp_path, "- The database password is " + "hunter2-" + "Kettle!\n")
    assert "Kettle" not in contents(service)[0]
    service.undo()
    (planned,) = service.plan_import(tmp_path / "memories.txt").entries
    assert (planned.outcome, planned.why) == ("new", "A secret is removed")
    assert "Kettle" not in planned.content


@pytest.mark.parametrize(
    "text", ["", "Hello there.\nThis is a letter.\n", "{", "[]", '{"memories": []}', "\0"]
)
def test_other_files_are_refused(service: MemoryService, tmp_path: Path, text: str) -> None:
    with pytest.raises(InvalidInput, match="found no memories"):
        imported(service, tmp_path, text)
    assert contents(service) == []


def test_what_cannot_be_read_is_refused(service: MemoryService, tmp_path: Path) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\xff\xfe")
    for path, why in ((tmp_path, "holds no export"), (tmp_path / "none", "can't be read"),
                      (tmp_path / "picture.png", "not a text")):  # fmt: skip
        with pytest.raises(InvalidInput, match=why):
            service.import_memories(path)


def test_a_plan_says_what_becomes_of_each_entry(service: MemoryService, tmp_path: Path) -> None:
    service.store("Use npm to install packages.", type="instruction")
    service.store("User prefers pnpm over npm", type="preference")
    file = tmp_path / "list.txt"
    file.write_text(
        "- User prefers pnpm over npm\n- Use pnpm to install packages.\n- Is learning Dutch\n- ok\n"
    )
    plan = service.plan_import(file)
    assert [(one.number, one.outcome) for one in plan.entries] == [
        (0, "skipped"), (1, "conflict"), (2, "new"), (-1, "skipped"),
    ]  # fmt: skip
    assert (plan.entries[0].why, plan.entries[0].other) == ("Already saved", "User prefers pnpm over npm")
    assert len(contents(service)) == 2


def test_only_chosen_entries_are_imported(service: MemoryService, tmp_path: Path) -> None:
    assert imported(service, tmp_path, LIST, only={1: "Always write the test first."}).imported == 1
    assert contents(service) == ["Always write the test first."]


def test_a_file_that_changed_since_it_was_planned_is_not_imported(
    service: MemoryService, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInput, match="has changed"):
        imported(service, tmp_path, "- Is learning Dutch\n" + LIST, only={1: "Always write the test first."})
    assert contents(service) == []


def test_what_a_small_import_says_in_other_words_is_merged(service: MemoryService, tmp_path: Path) -> None:
    known = service.store("Always use ruff to format Python code.", type="instruction").id
    file = tmp_path / "list.txt"
    file.write_text("- Please, always use ruff to format Python code\n- Is learning Dutch\n")
    plan = service.plan_import(file)
    assert [(one.outcome, one.other) for one in plan.entries] == [
        ("merged", "Always use ruff to format Python code."), ("new", ""),
    ]  # fmt: skip
    done = service.import_memories(file)
    assert (done.imported, done.merged) == (1, 1)
    assert service.history(known)[-1].action == "merged"
    again = service.import_memories(file)
    assert (again.imported, again.merged, again.duplicates) == (0, 0, 2)


def test_one_undo_takes_the_merges_back_too(service: MemoryService, tmp_path: Path) -> None:
    known = service.get(service.store("Always use ruff to format Python code.", type="instruction").id)
    text = "- Please, {0}\n- You should {0}\n".format("always use ruff to format Python code")
    done = imported(service, tmp_path, text)
    assert (done.imported, done.merged, bool(done.action_id)) == (0, 2, True)
    service.undo()
    after = service.get(known.id)
    assert (after.content, after.confidence, after.tags) == (known.content, known.confidence, known.tags)


def test_entries_of_a_file_are_compared_with_each_other(service: MemoryService, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(
        "- Use npm to install packages.\n- Is learning Dutch\n- use NPM to install packages.\n"
        "- Use pnpm to install packages.\n"
    )
    found = {one.number: one for one in service.plan_import(file).entries}
    assert (found[2].outcome, found[2].why, found[2].other) == ("skipped", "Repeats another entry", "")
    assert (found[0].outcome, found[0].other) == ("conflict", "Use pnpm to install packages.")
    assert found[1].outcome == "new"


def test_a_plan_knows_contradictions_of_far_entries(service: MemoryService, tmp_path: Path) -> None:
    """The import itself compares only the first few at once."""
    service.store("Use npm to install packages.", type="instruction")
    file = tmp_path / "list.txt"
    names = (f"{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(60))
    lines = [f"- The {name}{name} service keeps its {name} logs" for name in names]
    file.write_text("\n".join([*lines, "- Use pnpm to install packages."]))
    last = service.plan_import(file).entries[-1]
    assert (last.outcome, last.other) == ("conflict", "Use npm to install packages.")


def test_what_is_not_in_force_contradicts_nothing(service: MemoryService, tmp_path: Path) -> None:
    with MemoryService.open(tmp_path / "other") as other:
        other.archive(other.store("Use pnpm to install packages.", type="instruction").id)
        other.export_memories(tmp_path / "all.json", status="all")
    service.store("Use npm to install packages.", type="instruction")
    assert [one.outcome for one in service.plan_import(tmp_path / "all.json").entries] == ["new"]


def test_large_imports_recognise_only_the_same_words(
    service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(imports, "MOST_MERGED", 1)
    service.store("Always use ruff to format Python code.", type="instruction")
    file = tmp_path / "list.txt"
    file.write_text(
        "- Please, always use ruff to format Python code\n- always use Ruff to format Python code.\n"
    )
    assert [one.outcome for one in service.plan_import(file).entries] == ["new", "skipped"]
    assert service.next_undo() is not None  # of the memory above
    assert (service.import_memories(file).imported, len(contents(service))) == (1, 2)


@pytest.mark.parametrize("most_merged", [0, 2_000])
@pytest.mark.parametrize("call", ["plan_import", "import_memories"])
def test_it_says_how_far_it_is_and_stores_nothing_once_stopped(
    service: MemoryService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, most_merged: int
) -> None:
    monkeypatch.setattr(imports, "MOST_MERGED", most_merged)
    file = tmp_path / "list.txt"
    file.write_text("\n".join(f"- The service number {n} keeps its own logs" for n in range(60)))
    told: list[tuple[int, int]] = []
    getattr(service, call)(file, progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert 0 <= told[-1][0] < told[-1][1]
    if contents(service):
        service.undo()
    for stop in range(0, len(told), 7):
        seen = 0

        def progress(_done: int, _of: int, stop: int = stop) -> None:
            nonlocal seen
            seen += 1
            if seen > stop:
                raise Cancelled

        with pytest.raises(Cancelled):
            getattr(service, call)(file, progress=progress)
        assert (contents(service), service.next_undo()) == ([], None)


KILLED = """
import os, signal, sys
from arbor_desktop.service import MemoryService

def progress(done, of):
    if done * 4 > of * 3:
        os.kill(os.getpid(), signal.SIGKILL)

with MemoryService.open(sys.argv[1]) as service:
    service.import_memories(sys.argv[2], progress=progress)
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes end otherwise here")
@pytest.mark.parametrize("count", [50, 5_000])
def test_a_kill_in_the_midst_stores_nothing(home: Path, tmp_path: Path, count: int) -> None:
    file = tmp_path / "list.txt"
    file.write_text("\n".join(f"- The service number {n} keeps its own logs" for n in range(count)))
    run = subprocess.run([sys.executable, "-c", KILLED, str(home), str(file)], check=False)
    assert run.returncode == -signal.SIGKILL
    with MemoryService.open(home) as service:
        assert (contents(service), service.next_undo()) == ([], None)


MEASURED = """
import sys
from pathlib import Path
from arbor_desktop.service import MemoryService

with MemoryService.open(sys.argv[1]) as service:
    assert service.plan_import(sys.argv[2]).result.imported == 100_000
    assert service.import_memories(sys.argv[2]).imported == 100_000
# Not ru_maxrss: that begins with what the process that started this one had.
print(next(line.split()[1] for line in Path("/proc/self/status").read_text().splitlines() if "VmHWM" in line))
"""


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured otherwise elsewhere")
def test_a_hundred_thousand_are_imported_in_little_memory(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "memories.json"
    many = [{"content": f"The service number {n} keeps its own logs", "type": "fact"} for n in range(100_000)]
    file.write_text(json.dumps({"format": "arbor-memories", "version": 1, "memories": many}))
    run = subprocess.run(
        [sys.executable, "-c", MEASURED, str(home), str(file)], check=True, stdout=subprocess.PIPE
    )
    assert int(run.stdout) < 300_000  # kilobytes
    with MemoryService.open(home) as service:
        assert service.undo()
        assert service.query(limit=1).total == 0


@given(st.sampled_from(sorted(SAMPLES)), st.data())
def test_damaged_files_are_read_in_part_or_refused(name: str, data: st.DataObject) -> None:
    text = SAMPLES[name][0]
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    damaged = text[:start] + data.draw(st.text(max_size=8)) + text[end:]
    source = Source(Path("x.md"))
    source.kind, source.text = "file", damaged
    for one in formats.FORMATS:
        entries = one.read(source) if "file" in one.of else None
        assert entries is None or all(memory.fields["content"] for memory in entries.memories)


def test_samples_of_the_tools_themselves_are_read(corpus: Path, service: MemoryService) -> None:
    counts = {
        file.parent.name: service.import_memories(file, dry_run=True).imported
        for file in (corpus / "memory_import" / "mcp_server_memory").glob("*/memory.jsonl")
    }
    notes = corpus / "memory_import" / "claude_auto_memory" / "KILLER3UG__august-proxy" / "memory"
    assert service.import_memories(notes, dry_run=True).imported == 1
    assert counts == {"jasonpaulso__mcp-think-tank": 57, "sengac__mindstrike": 18}
