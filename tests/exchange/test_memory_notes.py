"""Notes in Markdown: Claude Code's, Codex', Obsidian's, basic-memory's, Serena's."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries
from arbor_desktop.memories.model import MAX_CONTENT

AT = 1_767_225_600_000
"""The start of 2026."""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def read(path: Path) -> Entries:
    found, entries = formats.read(path)
    assert found.name == "notes"
    return entries


def contents(entries: Entries) -> list[str]:
    return [one.fields["content"] for one in entries.memories]


def test_auto_memory_belongs_to_its_project_but_for_what_is_about_the_person(tmp_path: Path) -> None:
    project = tmp_path / "kiln_shop"
    project.mkdir()
    folder = tmp_path / "projects" / re.sub(r"[^A-Za-z0-9]", "-", str(project)) / "memory"
    write(folder / "role.md", "---\nname: role\nmetadata:\n  type: user\n---\nNoor builds kilns.\n")
    write(folder / "ask.md", "---\nname: ask\nmetadata:\n  type: feedback\n---\nAsk before you rebase.\n")
    write(folder / "MEMORY.md", "- [Role](role.md) — what Noor does\n- The port is 8040\n")
    found = {one.fields["content"]: one for one in read(folder).memories}
    assert {text: one.fields.get("scope_id") for text, one in found.items()} == {
        "Noor builds kilns.": None, "Ask before you rebase.": str(project), "The port is 8040": str(project),
    }  # fmt: skip
    assert (found["Ask before you rebase."].kind, found["Ask before you rebase."].fields["type"]) == (
        "feedback", "instruction"
    )  # fmt: skip


def test_a_project_whose_folder_is_gone_is_not_guessed(tmp_path: Path) -> None:
    folder = tmp_path / "projects" / "-nowhere-at-all" / "memory"
    write(folder / "ask.md", "---\ntype: feedback\n---\nAsk before you rebase.\n")
    assert "scope" not in read(folder).memories[0].fields


def test_only_the_memories_of_codex_are_taken(tmp_path: Path) -> None:
    write(tmp_path / "MEMORY.md", "# Task Group: kiln\n\n## Reusable knowledge\n\n- Run the tests first\n")
    write(tmp_path / "commits.md", "For this workspace:\n- Use Conventional Commits\n")
    for name in ("raw_memories.md", "memory_summary.md", "rollout_summaries/a.md", "skills/a/SKILL.md"):
        write(tmp_path / name, "---\nname: a\n---\nA summary of a session.\n")
    entries = read(tmp_path)
    assert contents(entries) == ["Run the tests first", "For this workspace: Use Conventional Commits"]
    assert entries.memories[0].fields["tags"] == ["Reusable knowledge"]


def test_notes_of_a_vault_need_no_properties(tmp_path: Path) -> None:
    write(tmp_path / ".obsidian" / "app.md", "Never read")
    write(tmp_path / "a.md", "See [[Kilns#Heat|the kilns]] and [[Tea]]. ![[plan.png]]\n")
    write(
        tmp_path / "b.md",
        "---\naliases:\n- x\ntags: '#clay, glaze'\ncreated: 2026-01-01\nup: '[[A]]'\n---\nClay.",
    )
    first, second = read(tmp_path).memories
    assert first.fields["content"] == "See the kilns and Tea."
    assert (second.fields["tags"], second.at) == (["clay", "glaze"], AT)


@pytest.mark.parametrize(
    "properties", ["tags: [a, b]", "tags: a b", "tags:\n  - a\n  - b", "x: *y\ntags: [a, 'b']"]
)
def test_tags_are_read_as_people_write_them(tmp_path: Path, properties: str) -> None:
    file = write(tmp_path / "a.md", f"---\n{properties}\n---\nThe port is 8040\n")
    assert read(file).memories[0].fields["tags"] == ["a", "b"]


def test_conversations_in_a_vault_are_no_memories(tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()
    write(tmp_path / "chat.md", "## User\n\nWhat is left?\n\n## Assistant\n\nThe glaze.\n")
    write(tmp_path / "clay.md", "Clay is grey.\n")
    entries = read(tmp_path)
    assert contents(entries) == ["Clay is grey."]
    assert [(one.what, one.reason) for one in entries.skipped] == [("chat.md", "a conversation")]


def test_a_note_that_is_no_text_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    write(tmp_path / "a.md", "---\ntitle: a\n---\nClay is grey.\n")
    write(tmp_path / "b.md", "").write_bytes(b"---\n\xe9\n---\n")
    entries = read(tmp_path)
    assert contents(entries) == ["Clay is grey."]
    assert [(one.what, one.reason) for one in entries.skipped] == [("b.md", "b.md is not a text file.")]


def test_a_long_note_is_split_at_its_headings(tmp_path: Path) -> None:
    text = f"---\ntitle: a\n---\n# First\n{'x' * MAX_CONTENT}\n## Second\nThe port is 8040\n"
    assert [len(one) > MAX_CONTENT for one in contents(read(write(tmp_path / "a.md", text)))] == [True, False]


def test_serena_writes_notes_without_properties(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / ".serena" / "memories" / "style.md", "Use tabs everywhere.\n")
    (entry,) = read(tmp_path / ".serena" / "memories").memories
    assert entry.fields["scope_id"] == str(tmp_path)


def test_notes_in_a_tools_folder_belong_to_the_project_around_it(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / ".claude" / "agent-memory" / "tester" / "MEMORY.md", "- Run the tests first\n")
    (entry,) = read(tmp_path / ".claude" / "agent-memory" / "tester").memories
    assert entry.fields["scope_id"] == str(tmp_path)
    write(Path.home() / ".claude" / "agent-memory" / "tester" / "MEMORY.md", "- Run the tests first\n")
    (entry,) = read(Path.home() / ".claude" / "agent-memory" / "tester").memories
    assert "scope" not in entry.fields


def test_observations_have_their_categories_as_kinds(tmp_path: Path) -> None:
    about = "---\ntitle: Kiln\ncreated: 2026-01-01T00:00:00Z\n---\n"
    text = f"{about}- [decision] Fire at [[Cone 6]] #clay (tested)\n"
    (entry,) = read(write(tmp_path / "a.md", text)).memories
    assert (entry.kind, entry.at, entry.fields["category"]) == ("decision", AT, "architectural_decisions")
    assert entry.fields["content"] == "Fire at Cone 6 (tested)"


def test_samples_of_the_tools_themselves_are_read(corpus: Path) -> None:
    folder = corpus / "memory_import" / "serena_speckit" / "jhlee0409__claude-code-history-viewer"
    assert len(read(folder / ".serena" / "memories").memories) == 2
