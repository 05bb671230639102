"""Files with instructions for AI tools, in projects and in the home folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arbor_desktop.exchange import formats
from arbor_desktop.exchange.model import Entries
from arbor_desktop.service import MemoryService
from arbor_desktop.user_files import managed_block


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The folder of a repository."""
    (tmp_path / "kiln" / ".git").mkdir(parents=True)
    return tmp_path / "kiln"


def read(path: Path) -> Entries:
    found, entries = formats.read(path)
    assert found.name == "rules"
    return entries


def contents(entries: Entries) -> list[str]:
    return [one.fields["content"] for one in entries.memories]


TEXT = """# Kiln

This file tells agents what to do.

## Style

- Use **tabs**, never spaces.
- Tests:
  - mirror the package
  - run in random order
<!-- - Nobody sees this. -->
* See [the guide](docs/guide.md) first,
  always.

```sh
- not a rule
```

Never commit:

1. files of secrets
2. files of builds

| a | b |
|---|---|
## Lists
- [Index](index.md)
- ok
"""


def test_each_entry_of_a_list_is_an_instruction_of_the_project(project: Path) -> None:
    entries = read(write(project / "CLAUDE.md", TEXT))
    assert contents(entries) == [
        "Use tabs, never spaces.",
        "Tests: mirror the package; run in random order",
        "See the guide first, always.",
        "Never commit: files of secrets",
        "Never commit: files of builds",
    ]
    assert {one.fields["type"] for one in entries.memories} == {"instruction"}
    assert {one.fields["scope_id"] for one in entries.memories} == {str(project)}
    assert entries.memories[0].fields["tags"] == ["Style"]
    assert [(one.what, one.reason) for one in entries.skipped] == [
        ("CLAUDE.md (paragraphs: 1)", "only its lists are read"), ("ok", "too short"),
    ]  # fmt: skip


def test_without_a_list_each_paragraph_is_one(project: Path) -> None:
    entries = read(
        write(project / ".github" / "copilot-instructions.md", "Use tabs.\n\nNever rebase\nalone.\n")
    )
    assert contents(entries) == ["Use tabs.", "Never rebase alone."]


@pytest.mark.parametrize(
    ("name", "properties", "wanted"),
    [
        (".cursor/rules/web/a.mdc", "globs: *.ts,*.{js,jsx}\nalwaysApply: false", ["*.ts", "*.{js,jsx}"]),
        (".cursor/rules/a.mdc", 'globs: ["src/**", "/root/**"]', ["src/**"]),
        (".windsurf/rules/a.md", "trigger: glob\nglobs: src/*.py", ["src/*.py"]),
        (".github/instructions/a.instructions.md", 'applyTo: "**/*.ts,**/*.tsx"', ["**/*.ts", "**/*.tsx"]),
        (".claude/rules/a.md", "paths:\n  - api/**\n  - lib/**", ["api/**", "lib/**"]),
        (".cursor/rules/a.mdc", "globs: **/*\nalwaysApply: true", None),
        (".continue/rules/a.md", "globs:\ndescription: x: y", None),
    ],
)
def test_the_files_that_rules_are_for_are_kept(
    project: Path, name: str, properties: str, wanted: list[str] | None
) -> None:
    file = write(project / name, f"---\n{properties}\n---\n\n- Use tabs everywhere\n")
    (entry,) = read(file).memories
    details: dict[str, Any] = entry.fields.get("details", {})
    assert (details.get("applies_to"), entry.fields["scope_id"]) == (wanted, str(project))


def test_a_file_elsewhere_is_known_by_its_properties(tmp_path: Path) -> None:
    assert contents(
        read(write(tmp_path / "a.md", "---\nalwaysApply: true\n---\nUse tabs everywhere.\n"))
    ) == ["Use tabs everywhere."]


def test_a_folder_gives_all_of_its_rules_once(project: Path) -> None:
    write(project / "AGENTS.md", "- Use tabs everywhere\n")
    write(project / "CLAUDE.md", "@AGENTS.md\n@../outside.md\n\n- Ask before you rebase\n")
    (project / "GEMINI.md").symlink_to("AGENTS.md")
    write(project.parent / "outside.md", "- Never read this\n")
    write(project / ".cursor" / "rules" / "a.mdc", "- Use tabs everywhere\n- Sort the imports\n")
    write(project / "docs" / "guide.md", "---\ntitle: Guide\n---\n- No rule at all\n")
    assert contents(read(project)) == ["Ask before you rebase", "Use tabs everywhere", "Sort the imports"]


def test_what_is_no_text_is_named_and_the_rest_is_read(project: Path) -> None:
    write(project / "AGENTS.md", "- Use tabs everywhere\n")
    write(project / "CLAUDE.md", "").write_bytes(b"\xff\xfe-\0 \0")
    entries = read(project)
    assert contents(entries) == ["Use tabs everywhere"]
    assert [(one.what, one.reason) for one in entries.skipped] == [
        ("CLAUDE.md", "CLAUDE.md is not a text file.")
    ]  # fmt: skip


def test_a_file_that_only_refers_to_another_is_read_through(project: Path) -> None:
    write(project / "AGENTS.md", "@CLAUDE.md\n- Use tabs everywhere\n")
    assert contents(read(write(project / "CLAUDE.md", "@AGENTS.md\n"))) == ["Use tabs everywhere"]


def test_what_arbor_wrote_is_left_out(project: Path) -> None:
    own = b"- Use tabs everywhere\n"
    file = write(project / "CLAUDE.md", "")
    file.write_bytes(managed_block.put(own, "## Branch Memory (auto-extracted)\n- Written by Arbor itself\n"))
    assert contents(read(file)) == ["Use tabs everywhere"]


def test_a_damaged_block_of_arbor_is_named(project: Path) -> None:
    text = managed_block.put(b"", "- Written by Arbor itself\n").decode().replace("arbor:end", "arbor:and")
    entries = read(write(project / "CLAUDE.md", f"{text}- Use tabs everywhere\n"))
    assert contents(entries) == []
    assert entries.skipped[0].what == "CLAUDE.md"


@pytest.mark.parametrize(
    "name", [".gemini/GEMINI.md", ".claude/CLAUDE.md", ".codeium/windsurf/memories/global_rules.md"]
)
def test_rules_in_the_home_folder_are_for_all_projects(name: str) -> None:
    (entry,) = read(write(Path.home() / name, "- Use tabs everywhere\n")).memories
    assert "scope" not in entry.fields


def test_memories_that_gemini_added_are_no_instructions(project: Path) -> None:
    text = "- Use tabs everywhere\n\n## Gemini Added Memories\n- The user prefers tea\n- The cat is Momo\n"
    entries = read(write(project / "GEMINI.md", text))
    assert [(one.fields["type"], one.kind, one.fields["tags"]) for one in entries.memories] == [
        ("instruction", "rule", []), ("preference", "memory", []), ("fact", "memory", []),
    ]  # fmt: skip


def test_imported_rules_name_their_files(service: MemoryService, project: Path) -> None:
    file = write(project / ".cursor" / "rules" / "a.mdc", "---\nglobs: *.py\n---\n- Use tabs everywhere\n")
    assert service.import_memories(file).imported == 1
    (memory,) = service.query().memories
    assert memory.told_text == "Use tabs everywhere (for *.py)"
    assert (memory.scope_id, memory.category) == (str(project), "project_conventions")


def test_samples_of_the_tools_themselves_are_read(corpus: Path) -> None:
    folder = corpus / "memory_import"
    files = [one for name in ("cursor_rules", "agent_instructions") for one in (folder / name).rglob("*.md*")]
    found = {file.name: len(read(file).memories) for file in files}
    assert (found["AGENTS.md"], found["desktop-product.mdc"], found["css-units.md"]) == (91, 3, 1)
    assert all(found.values())
